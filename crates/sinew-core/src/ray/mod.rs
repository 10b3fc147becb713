//! Rays against geoms: the nearest visible surface along a half line.
//!
//! A ray is `point + x * direction` with `x >= 0`; distances are in units of the direction's length.

pub mod hfield;
pub mod mesh;
pub mod primitive;
pub mod sdf;

use crate::collision::hfield::Field;
use crate::collision::shape::Shape;
use crate::collision::surface::Surface;
use crate::math::{MINVAL, Mat3, Vec3};
use crate::model::GeomType;
use crate::sdf::GeomField;
use crate::{Data, Id, Model};

/// A half line.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// where it starts
    pub point: Vec3,
    /// where it goes; need not be a unit vector
    pub direction: Vec3,
}

impl Ray {
    /// The ray seen from the frame of a shape.
    #[inline]
    pub(crate) fn local(&self, shape: &Shape) -> Self {
        Self { point: shape.local(self.point), direction: shape.mat.mul_t_vec(self.direction) }
    }

    /// The point at a distance.
    #[inline]
    pub fn at(&self, dist: f64) -> Vec3 {
        self.point.add_scaled(self.direction, dist)
    }
}

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// distance along the ray
    pub dist: f64,
    /// unit normal of the surface
    pub normal: Vec3,
}

/// Which geoms a ray can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Targets {
    /// groups that count; `None` for all
    pub geomgroup: Option<[bool; 6]>,
    /// whether geoms fixed to the world count
    pub flg_static: bool,
    /// body whose geoms do not count
    pub bodyexclude: Option<usize>,
}

impl Default for Targets {
    fn default() -> Self {
        Self { geomgroup: None, flg_static: true, bodyexclude: None }
    }
}

impl Targets {
    /// True if the geom can be hit; invisible ones never are.
    fn include(&self, m: &Model, g: usize) -> bool {
        let body = m.geom_bodyid[g].ix();
        let alpha = m.geom_matid[g].opt().and_then(|mat| m.mat_rgba.get(mat)).unwrap_or(&m.geom_rgba[g])[3];
        if self.bodyexclude == Some(body) || alpha == 0.0 || (!self.flg_static && m.body_weldid[body] == 0) {
            return false;
        }
        self.geomgroup.is_none_or(|groups| groups[m.geom_group[g].clamp(0, 5) as usize])
    }
}

/// The nearest geom along a ray, and where it is hit.
///
/// Reads `geom_xpos`, `geom_xmat`. Linear in geoms, each after a test of its bounding sphere. A direction without length
/// hits nothing.
#[doc(alias = "mj_ray")]
pub fn ray(m: &Model, d: &Data, ray: &Ray, targets: &Targets) -> Option<(usize, Hit)> {
    nearest(m, d, ray, |g| targets.include(m, g))
}

/// Casts several rays from one point and hands over the answer of each; geoms whose bounding sphere is further than the
/// cutoff are left out. Planes have no such sphere and stay.
#[doc(alias = "mj_multiRay")]
pub fn multi_ray(
    m: &Model,
    d: &Data,
    point: Vec3,
    directions: &[Vec3],
    targets: &Targets,
    cutoff: f64,
    mut found: impl FnMut(usize, Option<(usize, Hit)>),
) {
    let near = |g: usize| {
        let radius = m.geom_rbound[g];
        targets.include(m, g) && (radius == 0.0 || d.geom_xpos[g].distance(point) <= cutoff + radius)
    };
    for (i, &direction) in directions.iter().enumerate() {
        let hit = if direction.dot(direction) < MINVAL { None } else { nearest(m, d, &Ray { point, direction }, near) };
        found(i, hit);
    }
}

/// The nearest of the geoms that are let through.
fn nearest(m: &Model, d: &Data, ray: &Ray, include: impl Fn(usize) -> bool) -> Option<(usize, Hit)> {
    let square = ray.direction.dot(ray.direction);
    if square < MINVAL * MINVAL || square.is_nan() {
        return None;
    }
    let mut best: Option<(usize, Hit)> = None;
    for (g, (&radius, &centre)) in m.geom_rbound.iter().zip(&d.geom_xpos).enumerate() {
        // planes have no radius
        if radius > 0.0 && misses_sphere(ray, square, centre, radius) || !include(g) {
            continue;
        }
        if let Some(hit) = ray_geom(m, d, g, ray)
            && best.is_none_or(|(_, old)| hit.dist < old.dist)
        {
            best = Some((g, hit));
        }
    }
    best
}

/// True if a ray passes a sphere by, with some slack for rounding.
#[inline]
fn misses_sphere(ray: &Ray, square: f64, centre: Vec3, radius: f64) -> bool {
    let to = centre - ray.point;
    let along = to.dot(ray.direction);
    let reach = radius * (1.0 + 1e-6);
    let away = to.dot(to) - if along > 0.0 { along * along / square } else { 0.0 };
    away > reach * reach + 1e-12 * to.dot(to)
}

/// Where a ray meets one geom.
pub fn ray_geom(m: &Model, d: &Data, g: usize, ray: &Ray) -> Option<Hit> {
    match GeomType::of(m.geom_type[g]) {
        GeomType::Mesh => ray_mesh(m, d, g, ray),
        GeomType::Hfield => ray_hfield(m, d, g, ray),
        GeomType::Sdf => {
            let shape = Shape { pos: d.geom_xpos[g], mat: &d.geom_xmat[g], size: m.geom_size[g] };
            sdf::march(&GeomField::new(m, g)?, &shape, ray)
        }
        kind => ray_shape(kind, d.geom_xpos[g], &d.geom_xmat[g], m.geom_size[g], ray),
    }
}

/// Where a ray meets a plane, sphere, capsule, ellipsoid, cylinder or box; nothing else is met.
#[doc(alias = "mju_rayGeom")]
pub fn ray_shape(kind: GeomType, pos: Vec3, mat: &Mat3, size: Vec3, ray: &Ray) -> Option<Hit> {
    let shape = Shape { pos, mat, size };
    match kind {
        GeomType::Plane => primitive::plane(&shape, ray),
        GeomType::Sphere => primitive::sphere(&shape, ray),
        GeomType::Capsule => primitive::capsule(&shape, ray),
        GeomType::Ellipsoid => primitive::ellipsoid(&shape, ray),
        GeomType::Cylinder => primitive::cylinder(&shape, ray),
        GeomType::Box => primitive::cuboid(&shape, ray),
        _ => None,
    }
}

/// Where a ray meets a skin: the distance, and the vertex of the triangle that is nearest to the hit.
#[doc(alias = "mju_raySkin")]
pub fn ray_skin(faces: &[[i32; 3]], vertices: &[[f32; 3]], ray: &Ray) -> Option<(f64, usize)> {
    let basis = mesh::Basis::new(ray.direction);
    let corner = |v: i32| Vec3(vertices[v.ix()].map(f64::from));
    let hits = faces.iter().filter_map(|face| Some((mesh::triangle(face.map(corner), ray, &basis)?.dist, face)));
    let (dist, face) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let to = |v: i32| corner(v).distance(ray.at(dist));
    let nearest = face.iter().copied().min_by(|&a, &b| to(a).total_cmp(&to(b)))?;
    Some((dist, nearest.ix()))
}

/// Where a ray meets a mesh geom; faces count from both sides.
#[doc(alias = "mj_rayMesh")]
pub fn ray_mesh(m: &Model, d: &Data, g: usize, ray: &Ray) -> Option<Hit> {
    let id = m.geom_dataid[g].opt()?;
    let shape = Shape { pos: d.geom_xpos[g], mat: &d.geom_xmat[g], size: Vec3::ZERO };
    mesh::mesh(&Surface::new(m, id), &shape, ray)
}

/// Where a ray meets a height field geom: its surface, its sides or its base.
#[doc(alias = "mj_rayHfield")]
pub fn ray_hfield(m: &Model, d: &Data, g: usize, ray: &Ray) -> Option<Hit> {
    let id = m.geom_dataid[g].opt()?;
    let shape = Shape { pos: d.geom_xpos[g], mat: &d.geom_xmat[g], size: Vec3::ZERO };
    hfield::hfield(&Field::new(m, id), &shape, ray)
}

#[cfg(test)]
mod tests;
