//! Volume, centre of mass and inertia of a triangulated solid or shell.
//!
//! Each triangle and a reference point span a pyramid; the signed pyramids add up to the solid (O'Rourke, *Computational
//! Geometry in C*, section 1.3.8).

use sinew_core::math::{MINVAL, Mat3, Quat, Vec3};
use sinew_core::model::MeshInertia;

use super::Problem;
use crate::rotation::principal_axes;

/// Area, unit normal and centre of a triangle; area and normal are zero where it is too small.
pub(crate) fn triangle([a, b, c]: [Vec3; 3]) -> (f64, Vec3, Vec3) {
    let center = Vec3(std::array::from_fn(|k| (a[k] + b[k] + c[k]) / 3.0));
    let n = (b - a).cross(c - a);
    let length = n.norm();
    if length < MINVAL {
        return (0.0, n, center);
    }
    (0.5 * length, Vec3(n.0.map(|x| x / length)), center)
}

/// coordinates in the integrals of products
const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// Faces with the vertices that they refer to.
#[derive(Clone, Copy)]
pub(crate) struct Faces<'a> {
    pub vert: &'a [Vec3],
    pub face: &'a [[i32; 3]],
}

impl Faces<'_> {
    fn corners(&self) -> impl Iterator<Item = [Vec3; 3]> {
        self.face.iter().map(|f| f.map(|i| self.vert[i as usize]))
    }

    /// Total area, and the centroid of the surface.
    pub fn centroid(&self) -> (f64, Vec3) {
        let (mut total, mut sum) = (0.0, Vec3::ZERO);
        for corners in self.corners() {
            let (area, _, center) = triangle(corners);
            sum += center * area;
            total += area;
        }
        (total, if total >= MINVAL { Vec3(sum.0.map(|x| x / total)) } else { sum })
    }

    /// Volume (area for a shell) and centre of mass, of pyramids on `apex`.
    pub fn mass_center(&self, apex: Vec3, mode: MeshInertia) -> (f64, Vec3) {
        let (mut total, mut sum) = (0.0, Vec3::ZERO);
        for corners in self.corners() {
            let (area, normal, center) = triangle(corners);
            let part = match mode {
                MeshInertia::Shell => area,
                MeshInertia::Legacy => ((center - apex).dot(normal) * area / 3.0).abs(),
                _ => (center - apex).dot(normal) * area / 3.0,
            };
            total += part;
            sum += Vec3(std::array::from_fn(|k| part * (center[k] * 3.0 / 4.0 + apex[k] / 4.0)));
        }
        (total, if total >= MINVAL { Vec3(sum.0.map(|x| x / total)) } else { sum })
    }

    /// Volume (area for a shell) and inertia about `origin`, at unit density.
    pub fn inertia(&self, origin: Vec3, mode: MeshInertia) -> (f64, Mat3) {
        let shell = mode == MeshInertia::Shell;
        let mut total = 0.0;
        // integrals of x², y², z², xy, xz, yz
        let mut p = [0.0; 6];
        for corners in self.corners() {
            let [d, e, f] = corners.map(|v| v - origin);
            let (area, normal, center) = triangle([d, e, f]);
            let mut part = if shell { area } else { center.dot(normal) * area / 3.0 };
            if mode == MeshInertia::Legacy {
                part = part.abs();
            }
            total += part;
            let weight = part / if shell { 12.0 } else { 20.0 };
            for (p, (i, j)) in p.iter_mut().zip(PAIRS) {
                *p += weight
                    * (2.0 * (d[i] * d[j] + e[i] * e[j] + f[i] * f[j])
                        + d[i] * e[j]
                        + d[j] * e[i]
                        + d[i] * f[j]
                        + d[j] * f[i]
                        + e[i] * f[j]
                        + e[j] * f[i]);
            }
        }
        let [xx, yy, zz, xy, xz, yz] = p;
        (total, Mat3([yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy]))
    }
}

/// Size, place and orientation of a mesh as a rigid body of unit density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Principal {
    /// volume; area for a shell
    pub volume: f64,
    pub center: Vec3,
    pub quat: Quat,
    /// half sizes of the box of the same mass and inertia
    pub boxsz: Vec3,
}

/// Mass properties of a mesh in one of the four modes; `solid` are the faces that bound it, `surface` those it shows.
pub(crate) fn principal(surface: Faces<'_>, solid: Faces<'_>, mode: MeshInertia) -> Result<Principal, Problem> {
    let (area, apex) = surface.centroid();
    if area < MINVAL {
        return Err(Problem::new("mesh surface area is too small"));
    }
    let (volume, center) = solid.mass_center(apex, mode);
    if volume < MINVAL {
        return Err(Problem::new(if mode == MeshInertia::Shell {
            "mesh surface area is too small"
        } else if volume < 0.0 {
            "mesh volume is negative (misoriented triangles)"
        } else {
            "mesh volume is too small; try setting inertia to shell"
        }));
    }
    let (volume, inertia) = solid.inertia(center, mode);
    let (moments, quat) = principal_axes(&inertia, AXES, AXES);
    let [a, b, c] = moments.0;
    if c.is_nan() || c <= 0.0 {
        return Err(Problem::new("eigenvalue of mesh inertia must be positive"));
    }
    let less = |sum: f64, one: f64| sum < one * (1.0 - 1e-6) - 1e-9;
    if less(a + b, c) || less(a + c, b) || less(b + c, a) {
        return Err(Problem::new("eigenvalues of mesh inertia violate A + B >= C"));
    }
    let half = |sum: f64| 0.5 * (6.0 * sum / volume).sqrt();
    Ok(Principal { volume, center, quat, boxsz: Vec3([half(b + c - a), half(a + c - b), half(a + b - c)]) })
}

/// Tolerance for principal axes: the vertices are single-precision, so that finer differences are noise.
const AXES: f64 = 1e-7;

#[cfg(test)]
mod tests {
    use super::*;

    fn cuboid(size: [f64; 3], at: Vec3) -> (Vec<Vec3>, Vec<[i32; 3]>) {
        let corner = |i: usize| Vec3([i & 1, i >> 1 & 1, i >> 2].map(|b| b as f64)).scale_by(Vec3(size)) + at;
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let face = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        ((0..8).map(corner).collect(), face)
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{a} {b}");
    }

    #[test]
    fn a_cuboid_has_the_inertia_of_the_textbook() {
        let (vert, face) = cuboid([1.0, 2.0, 3.0], Vec3([5.0, -4.0, 2.0]));
        let faces = Faces { vert: &vert, face: &face };
        for mode in [MeshInertia::Exact, MeshInertia::Legacy] {
            let p = principal(faces, faces, mode).unwrap();
            close(p.volume, 6.0);
            close(p.center.distance(Vec3([5.5, -3.0, 3.5])), 0.0);
            // longest side last: inertia is sorted in descending order
            for (got, want) in p.boxsz.0.iter().zip([0.5, 1.0, 1.5]) {
                close(*got, want);
            }
        }
    }

    #[test]
    fn a_tetrahedron_has_its_closed_form() {
        // corner tetrahedron with unit legs: volume 1/6, centre 1/4, about the centre I = 1/80 diag, 1/480 off it
        let vert = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let face = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let faces = Faces { vert: &vert, face: &face };
        let (volume, center) = faces.mass_center(Vec3([9.0, 9.0, 9.0]), MeshInertia::Exact);
        close(volume, 1.0 / 6.0);
        close(center.distance(Vec3([0.25; 3])), 0.0);
        let (_, inertia) = faces.inertia(center, MeshInertia::Exact);
        close(inertia.0[0], 1.0 / 80.0);
        close(inertia.0[1], 1.0 / 480.0);
    }

    #[test]
    fn a_thin_shell_of_a_cube_has_its_closed_form() {
        // area 6, each face with moment of a square plate: 4·(1/12 + 1/4) + 2·1/6 = 5/3
        let (vert, face) = cuboid([1.0; 3], Vec3::ZERO);
        let (area, inertia) = Faces { vert: &vert, face: &face }.inertia(Vec3([0.5; 3]), MeshInertia::Shell);
        close(area, 6.0);
        close(inertia.0[0], 5.0 / 3.0);
        close(inertia.0[1], 0.0);
    }

    #[test]
    fn an_open_or_inverted_surface_is_refused() {
        let (vert, face) = cuboid([1.0; 3], Vec3::ZERO);
        let inverted: Vec<_> = face.iter().map(|f| [f[0], f[2], f[1]]).collect();
        let faces = Faces { vert: &vert, face: &inverted };
        assert!(principal(faces, faces, MeshInertia::Exact).unwrap_err().0.contains("negative"));
        assert!(principal(faces, faces, MeshInertia::Legacy).is_ok());
        let flat = Faces { vert: &vert, face: &face[..2] };
        assert!(principal(flat, flat, MeshInertia::Legacy).unwrap_err().0.contains("volume is too small"));
        assert!(principal(flat, flat, MeshInertia::Shell).is_ok());
    }
}
