//! Whether something lies within a site.

use crate::collision::mesh::Mesh;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::{GeomType, ObjType};
use crate::{Data, Id, Model};

use super::Sensor;
use super::enclosed::{enclosed, site_pose};
use super::position::object_frame;

/// True if a point lies within a shape.
#[doc(alias = "mju_insideGeom")]
pub fn inside_geom(pos: Vec3, mat: &Mat3, size: Vec3, kind: GeomType, point: Vec3) -> bool {
    let p = mat.mul_t_vec(point - pos);
    let square = |x: f64| x * x;
    let radial = square(p[0]) + square(p[1]);
    match kind {
        GeomType::Sphere => p.dot(p) < square(size[0]),
        GeomType::Capsule => radial + square((p[2].abs() - size[1]).max(0.0)) < square(size[0]),
        GeomType::Ellipsoid => square(p[0] / size[0]) + square(p[1] / size[1]) + square(p[2] / size[2]) < 1.0,
        GeomType::Cylinder => p[2].abs() < size[1] && radial < square(size[0]),
        GeomType::Box => (0..3).all(|i| p[i].abs() < size[i]),
        GeomType::Plane => p[2] < 0.0,
        _ => false,
    }
}

/// True if a point lies within a site; within the convex hull of its mesh if it has one.
///
/// Reads `site_xpos`, `site_xmat`.
#[doc(alias = "mj_insideSite")]
pub fn inside_site(m: &Model, d: &Data, site: usize, point: Vec3) -> bool {
    let (pos, mat) = site_pose(m, d, site);
    let local = mat.mul_t_vec(point - pos);
    match GeomType::of(m.site_type[site]) {
        GeomType::Mesh => m.site_dataid[site].opt().is_some_and(|mesh| {
            let mesh = Mesh::new(m, mesh);
            let faces = mesh.faces();
            let below = |face: usize, normal: Vec3| {
                let corner = faces.vertices(face).first().map(|&v| mesh.vertex(v.ix()));
                corner.is_some_and(|corner| normal.dot(local - corner) <= 0.0)
            };
            !faces.normal.is_empty() && faces.normal.iter().enumerate().all(|(f, &n)| below(f, Vec3(n)))
        }),
        kind => inside_geom(pos, &mat, m.site_size[site], kind, point),
    }
}

/// One if the origin of an object lies within a site, zero otherwise; or how far all of it juts out, if that is asked.
///
/// A body without mass that carries others is taken at their centre of mass.
pub(super) fn sensor(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let Some(site) = s.reference else { return out.fill(0.0) };
    if m.sensor_intprm[s.id][0] != 0 {
        out[0] = enclosed(m, d, s, site);
        return;
    }
    let carries = |b: usize| b > 0 && m.body_mass[b] < MINVAL && m.body_subtreemass[b] >= MINVAL;
    let point = if s.objtype == ObjType::Body && carries(s.obj) {
        d.subtree_com[s.obj]
    } else {
        object_frame(m, d, s.objtype, s.obj).0
    };
    out[0] = f64::from(u8::from(inside_site(m, d, site, point)));
}
