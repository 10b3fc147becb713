//! How far something juts out of a site.

use crate::collision::convex::{Convex, Kind};
use crate::collision::mesh::Mesh;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::{GeomType, ObjType};
use crate::{Data, Id, Model};

use super::Sensor;
use super::contact::in_subtree;

/// Largest distance of the points of an object from a site: positive if the object juts out, else minus its clearance.
///
/// The object is a geom, a site, all geoms of a body, or of all bodies below it.
/// MuJoCo manual, *XML reference: sensor/insidesite*.
pub(super) fn enclosed(m: &Model, d: &Data, s: Sensor, site: usize) -> f64 {
    let id = m.site_dataid[site];
    with_convex(m, m.site_type[site], id, site_pose(m, d, site), m.site_size[site], |outer| {
        let of_geom = |g: usize| {
            let pose = (d.geom_xpos[g], d.geom_xmat[g]);
            with_convex(m, m.geom_type[g], m.geom_dataid[g], pose, m.geom_size[g], |inner| protrusion(m, inner, outer))
        };
        let of_body = |b: usize| {
            let first = m.body_geomadr[b].opt().unwrap_or(0);
            (first..first + m.body_geomnum[b].ix()).map(of_geom).fold(NOTHING, f64::max)
        };
        match s.objtype {
            ObjType::Geom => of_geom(s.obj),
            ObjType::Body => of_body(s.obj),
            ObjType::Xbody => {
                (s.obj..m.nbody).filter(|&b| in_subtree(m, b, s.obj)).map(of_body).fold(NOTHING, f64::max)
            }
            ObjType::Site => {
                let (kind, id) = (m.site_type[s.obj], m.site_dataid[s.obj]);
                let pose = site_pose(m, d, s.obj);
                with_convex(m, kind, id, pose, m.site_size[s.obj], |inner| protrusion(m, inner, outer))
            }
            _ => NOTHING,
        }
    })
}

/// What is read if there is nothing to look at.
const NOTHING: f64 = -1e10;

/// Pose of a site's shape; that of a mesh is moved with the centre and axes that the mesh was given.
pub(super) fn site_pose(m: &Model, d: &Data, site: usize) -> (Vec3, Mat3) {
    let (pos, mat) = (d.site_xpos[site], d.site_xmat[site]);
    match m.site_dataid[site].opt() {
        Some(mesh) if GeomType::of(m.site_type[site]) == GeomType::Mesh => {
            (pos + mat.mul_vec(m.mesh_pos[mesh]), mat * m.mesh_quat[mesh].to_mat())
        }
        _ => (pos, mat),
    }
}

/// Hands a shape over as a convex body; kinds that are not convex and bounded give [`NOTHING`].
fn with_convex(
    m: &Model,
    kind: i32,
    dataid: i32,
    (pos, mat): (Vec3, Mat3),
    size: Vec3,
    f: impl Fn(&Convex) -> f64,
) -> f64 {
    let mesh = dataid.opt().filter(|_| GeomType::of(kind) == GeomType::Mesh).map(|id| Mesh::new(m, id));
    let kind = match (GeomType::of(kind), &mesh) {
        (GeomType::Sphere, _) => Kind::Sphere,
        (GeomType::Capsule, _) => Kind::Capsule,
        (GeomType::Ellipsoid, _) => Kind::Ellipsoid,
        (GeomType::Cylinder, _) => Kind::Cylinder,
        (GeomType::Box, _) => Kind::Box,
        (GeomType::Mesh, Some(mesh)) => Kind::Mesh(mesh),
        _ => return NOTHING,
    };
    f(&Convex::new(kind, pos, &mat, size))
}

/// Directed Hausdorff distance of convex bodies with sign: `max over unit n of h_inner(n) - h_outer(n)`.
///
/// The difference of support functions is climbed from the six axes of the outer body along its tangential gradient, by
/// steps that halve whenever they fail. At a ridge the gradients on both sides are averaged, which leads along it.
fn protrusion(m: &Model, inner: &Convex, outer: &Convex) -> f64 {
    let (mut inner, mut outer, axes) = (*inner, *outer, outer.mat);
    let mut look = |n: Vec3| {
        let gap = inner.support(n) - outer.support(n);
        let along = n.dot(gap);
        let (uphill, slope) = tangent(n, gap);
        (along, (slope >= MINVAL).then_some(uphill))
    };
    let (iterations, tolerance) = (m.opt.ccd_iterations, m.opt.ccd_tolerance);
    let mut best = NOTHING;
    for start in [0, 1, 2].into_iter().flat_map(|i| [axes.column(i), -axes.column(i)]) {
        let (mut n, mut step) = (start, 0.5);
        let (mut height, mut uphill) = look(n);
        for _ in 1..iterations {
            let Some(direction) = uphill else { break };
            let next = n.add_scaled(direction, step).normalized().0;
            let (higher, there) = look(next);
            if higher > height {
                (n, height, uphill) = (next, higher, there);
                continue;
            }
            step *= 0.5;
            if let Some(there) = there {
                let (between, length) = tangent(n, direction + there);
                if length < tolerance {
                    break;
                }
                uphill = Some(between);
            }
            if step < tolerance {
                break;
            }
        }
        best = best.max(height);
    }
    best
}

/// Direction and length of the part of a vector that is perpendicular to a unit vector.
fn tangent(n: Vec3, v: Vec3) -> (Vec3, f64) {
    (v - n * n.dot(v)).normalized()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    fn ball(radius: f64, pos: Vec3) -> Convex<'static> {
        Convex::new(Kind::Sphere, pos, &Mat3::IDENTITY, Vec3::new(radius, 0.0, 0.0))
    }

    fn settled() -> Model {
        let mut m = Model::default();
        (m.opt.ccd_iterations, m.opt.ccd_tolerance) = (100, 1e-12);
        m
    }

    #[test]
    fn ball_in_ball_juts_out_by_what_radii_leave() {
        let (m, centre) = (settled(), Vec3::new(0.07, 0.11, 0.05));
        let want = centre.norm() + 0.1 - 0.3;
        let got = protrusion(&m, &ball(0.1, centre), &ball(0.3, Vec3::ZERO));
        assert!((got - want).abs() < 1e-10, "{got} {want}");
    }

    #[test]
    fn ball_in_box_keeps_clear_of_the_nearest_face() {
        let m = settled();
        let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.7).to_mat();
        let crate_ = Convex::new(Kind::Box, Vec3::ZERO, &turn, Vec3::new(0.5, 0.4, 0.3));
        let got = protrusion(&m, &ball(0.1, turn.mul_vec(Vec3::new(0.05, 0.1, -0.12))), &crate_);
        assert!((got - (0.12 + 0.1 - 0.3)).abs() < 1e-12, "{got}");
    }

    #[test]
    fn box_in_ball_juts_out_at_its_furthest_corner() {
        let m = settled();
        let (centre, size) = (Vec3::new(0.1, 0.05, 0.02), Vec3::new(0.3, 0.2, 0.1));
        let block = Convex::new(Kind::Box, centre, &Mat3::IDENTITY, size);
        let want = (centre + size).norm() - 0.25;
        let got = protrusion(&m, &block, &ball(0.25, Vec3::ZERO));
        assert!((got - want).abs() < 1e-10, "{got} {want}");
    }
}
