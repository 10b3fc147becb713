//! Built-in mesh shapes (XML reference, asset/mesh, builtin).

mod lattice;
mod round;

use sinew_core::model::{MeshBuiltin, MeshInertia};

use super::Problem;
use crate::spec;

/// Shape under construction.
#[derive(Default)]
struct Shape {
    vert: Vec<[f32; 3]>,
    normal: Vec<[f32; 3]>,
    face: Vec<[i32; 3]>,
    /// corners of tetrahedra, for volumes
    tet: Vec<[i32; 4]>,
    /// positions in double precision, for lattices
    node: Vec<[f64; 3]>,
}

/// Fills the vertices and faces of a mesh with a built-in shape of at most so many vertices.
#[doc(alias = "mjs_makeMesh")]
pub fn make(mesh: &mut spec::Mesh, shape: MeshBuiltin, params: &[f64], most: usize) -> Result<(), Problem> {
    let most = most as f64;
    let mut flat = false;
    let made = match shape {
        MeshBuiltin::None => return Err(Problem::new("unsupported mesh type")),
        MeshBuiltin::Sphere => {
            let [subdivision] = exactly(params, "sphere")?;
            round::sphere(whole(subdivision, 0.0, 4.0, "sphere: subdivision")?)
        }
        MeshBuiltin::Hemisphere => {
            let [resolution] = exactly(params, "hemisphere")?;
            round::hemisphere(whole(resolution, 0.0, 10.0, "hemisphere: resolution")?)
        }
        MeshBuiltin::Cone => {
            let [nedge, radius] = exactly(params, "cone")?;
            let nedge = whole(nedge, 3.0, most / 2.0, "cone: number of edges")?;
            round::cone(nedge, within(radius, 0.0, 1.0, "cone: radius")?)
        }
        MeshBuiltin::Supersphere => {
            let [resolution, e, n] = exactly(params, "supersphere")?;
            let resolution = whole(resolution, 3.0, most.sqrt(), "supersphere: resolution")?;
            let power = |x, what| within(x, 0.0, f64::MAX, what);
            round::supersphere(resolution, power(e, "supersphere: e")?, power(n, "supersphere: n")?)
        }
        MeshBuiltin::Supertorus => {
            let [resolution, radius, s, t] = exactly(params, "supertorus")?;
            let resolution = whole(resolution, 3.0, most.sqrt(), "supertorus: resolution")?;
            let positive = |x, largest, what| within(x, f64::MIN_POSITIVE, largest, what);
            let radius = positive(radius, 1.0, "supertorus: radius")?;
            let s = positive(s, f64::MAX, "supertorus: s")?;
            round::supertorus(resolution, radius, s, positive(t, f64::MAX, "supertorus: t")?)
        }
        MeshBuiltin::Wedge => {
            let [phi, theta, fov_phi, fov_theta, gamma] = exactly(params, "wedge")?;
            let resolution = resolution([phi, theta], most, "wedge: resolution")?;
            let fov = |x, widest, what| within(x, f64::MIN_POSITIVE, widest, what);
            let fov = [fov(fov_phi, 180.0, "wedge: fov_phi")?, fov(fov_theta, 90.0, "wedge: fov_theta")?];
            round::wedge(resolution, fov, within(gamma, 0.0, 1.0, "wedge: gamma")?)
        }
        MeshBuiltin::Plate => {
            let [x, y] = exactly(params, "plate")?;
            mesh.inertia = MeshInertia::Shell;
            lattice::plate(resolution([x, y], most, "plate: resolution")?)
        }
        MeshBuiltin::Grid
        | MeshBuiltin::Box
        | MeshBuiltin::Cylinder
        | MeshBuiltin::Ellipsoid
        | MeshBuiltin::Square
        | MeshBuiltin::Disc => {
            let lattice = lattice::Lattice::new(shape, params, most)?;
            flat = lattice.dim < 3;
            lattice.make()?
        }
    };

    // a surface without volume cannot keep the inertia of a solid
    if flat && mesh.inertia == MeshInertia::Legacy {
        mesh.inertia = MeshInertia::Shell;
    }
    mesh.uservert = made.vert.into_flattened();
    mesh.usernormal = made.normal.into_flattened();
    mesh.userface = made.face.into_flattened();
    mesh.usertet = made.tet.into_flattened();
    mesh.usernode = made.node.into_flattened();
    Ok(())
}

fn exactly<const N: usize>(params: &[f64], shape: &str) -> Result<[f64; N], Problem> {
    params.try_into().map_err(|_| Problem::new(format!("{shape} takes {N} parameters, got {}", params.len())))
}

fn within(x: f64, least: f64, most: f64, what: &str) -> Result<f64, Problem> {
    if (least..=most).contains(&x) {
        return Ok(x);
    }
    let from = if least == f64::MIN_POSITIVE { "above 0".into() } else { format!("at least {least}") };
    let to = if most == f64::MAX { String::new() } else { format!(" and at most {most}") };
    Err(Problem::new(format!("{what} must be {from}{to}, got {x}")))
}

/// A count, cut off to a whole number.
fn whole(x: f64, least: f64, most: f64, what: &str) -> Result<usize, Problem> {
    within(x.trunc(), least, most.floor(), what).map(|x| x as usize)
}

fn resolution([x, y]: [f64; 2], most: f64, what: &str) -> Result<[usize; 2], Problem> {
    let n = [whole(x, 1.0, most, what)?, whole(y, 1.0, most, what)?];
    within(n[0] as f64 * n[1] as f64, 1.0, most, what)?;
    Ok(n)
}

#[cfg(test)]
mod tests {
    use super::super::mesh::{MeshJob, compile};
    use super::*;
    use crate::Limits;

    fn made(shape: MeshBuiltin, params: &[f64]) -> spec::Mesh {
        let mut mesh = spec::Mesh::default();
        make(&mut mesh, shape, params, 1 << 22).unwrap();
        mesh
    }

    fn volume(shape: MeshBuiltin, params: &[f64]) -> f64 {
        let mesh = spec::Mesh { inertia: MeshInertia::Exact, ..made(shape, params) };
        compile(&MeshJob::new(&mesh, None, false, &Limits::default())).unwrap().volume
    }

    #[test]
    fn fine_shapes_have_the_volume_of_smooth_ones() {
        let pi = std::f64::consts::PI;
        for (shape, params, want) in [
            (MeshBuiltin::Sphere, &[4.0][..], 4.0 / 3.0 * pi),
            (MeshBuiltin::Hemisphere, &[10.0], 2.0 / 3.0 * pi),
            (MeshBuiltin::Cone, &[200.0, 0.0], 2.0 / 3.0 * pi),
            (MeshBuiltin::Cone, &[200.0, 1.0], 2.0 * pi),
            (MeshBuiltin::Supersphere, &[100.0, 1.0, 1.0], 4.0 / 3.0 * pi),
            (MeshBuiltin::Supertorus, &[100.0, 0.5, 1.0, 1.0], 2.0 * pi * pi * 0.25),
            (MeshBuiltin::Box, &[3.0, 4.0, 5.0, 0.5, 0.5, 0.5], 1.0 * 1.5 * 2.0),
            (MeshBuiltin::Cylinder, &[33.0, 33.0, 3.0, 0.0625, 0.0625, 1.0], 2.0 * pi),
        ] {
            let got = volume(shape, params);
            assert!((got / want - 1.0).abs() < 0.02, "{shape:?}: {got} {want}");
        }
    }

    #[test]
    fn counts_are_those_of_the_manual() {
        for s in 0..4u32 {
            let sphere = made(MeshBuiltin::Sphere, &[f64::from(s)]);
            assert_eq!(sphere.uservert.len() as u32 / 3, 2 + 10 * 4u32.pow(s));
            assert_eq!(sphere.userface.len() as u32 / 3, 20 * 4u32.pow(s));
            let hemisphere = made(MeshBuiltin::Hemisphere, &[f64::from(s)]);
            assert_eq!(hemisphere.uservert.len() as u32 / 3, 2 + 2 * (s + 1) * (s + 2));
            assert_eq!(hemisphere.userface.len() as u32 / 3, 4 * (s + 1) * (s + 2));
        }
        let wedge = made(MeshBuiltin::Wedge, &[7.0, 5.0, 30.0, 40.0, 0.5]);
        assert_eq!((wedge.uservert.len(), wedge.usernormal.len()), (3 * 35, 9 * 35));
        let plate = made(MeshBuiltin::Plate, &[4.0, 3.0]);
        assert_eq!((plate.uservert.len(), plate.userface.len()), (3 * 12, 3 * 12));
    }

    #[test]
    fn surfaces_are_shells_and_volumes_are_filled_with_tetrahedra() {
        let box2 = made(MeshBuiltin::Box, &[2.0, 3.0, 3.0, 0.1, 0.2, 0.3, 2.0]);
        assert_eq!((box2.inertia, box2.uservert.len(), box2.userface.len()), (MeshInertia::Shell, 3 * 18, 3 * 28));
        let box3 = made(MeshBuiltin::Box, &[3.0, 3.0, 3.0, 0.1, 0.2, 0.3]);
        assert_eq!((box3.inertia, box3.usertet.len(), box3.userface.len()), (MeshInertia::Legacy, 4 * 48, 0));
        let disc = made(MeshBuiltin::Disc, &[5.0, 5.0, 1.0, 0.5, 0.5, 0.5]);
        let radius = |v: &[f32]| v[0].hypot(v[1]);
        assert!(disc.uservert.chunks(3).all(|v| radius(v) < 1.0 + 1e-6));
    }

    #[test]
    fn bad_parameters_are_named() {
        let refused = |shape, params: &[f64]| make(&mut spec::Mesh::default(), shape, params, 4_000_000).unwrap_err().0;
        assert!(refused(MeshBuiltin::Cone, &[2.0, 0.5]).contains("edges"));
        assert!(refused(MeshBuiltin::Cone, &[5.0, 1.5]).contains("radius"));
        assert!(refused(MeshBuiltin::Sphere, &[9.0]).contains("at most 4"));
        assert!(refused(MeshBuiltin::Supersphere, &[1e9, 1.0, 1.0]).contains("resolution"));
        assert!(refused(MeshBuiltin::Supersphere, &[f64::NAN, 1.0, 1.0]).contains("resolution"));
        assert!(refused(MeshBuiltin::Plate, &[1e5, 1e5]).contains("resolution"));
        assert!(refused(MeshBuiltin::Box, &[1e5, 1e5, 2.0, 1.0, 1.0, 1.0]).contains("count"));
        assert!(refused(MeshBuiltin::Wedge, &[1.0]).contains("5 parameters"));
    }
}
