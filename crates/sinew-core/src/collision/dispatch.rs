//! Narrow phase: the collider of each pair of geom types.

use super::mesh::Mesh;
use super::pairs::{
    box_box::box_box, capsule_box::capsule_box, capsule_capsule::capsule_capsule, plane_box::plane_box,
    plane_capsule::plane_capsule, plane_cylinder::plane_cylinder, plane_ellipsoid::plane_ellipsoid,
    plane_mesh::plane_mesh, plane_sphere::plane_sphere, sphere_box::sphere_box, sphere_capsule::sphere_capsule,
    sphere_cylinder::sphere_cylinder, sphere_sphere::sphere_sphere,
};
use super::param::{Parameters, gap_of, margin_of, surface_velocity};
use super::shape::{Manifold, Point, Shape};
use crate::data::Contact;
use crate::model::GeomType;
use crate::scratch::{Frame, Need};
use crate::{Data, Id, Model};

/// Most points that one pair of geoms can make.
#[doc(alias = "mjMAXCONPAIR")]
pub const MAXCONPAIR: usize = 50;

/// Collides pairs of geoms and gathers their contacts.
pub(super) struct Narrow<'a> {
    pub(super) m: &'a Model,
    pub(super) d: &'a Data,
    contact: &'a mut Vec<Contact>,
    points: Manifold<'a>,
}

impl<'a> Narrow<'a> {
    /// Scratch of [`Narrow::new`].
    pub(super) fn need(m: &Model) -> Need {
        Need::rows::<Point>(Self::most_points(m))
    }

    fn most_points(m: &Model) -> usize {
        MAXCONPAIR.max(m.opt.sdf_initpoints.max(0) as usize)
    }

    pub(super) fn new(m: &'a Model, d: &'a Data, contact: &'a mut Vec<Contact>, mut frame: Frame<'a>) -> Self {
        let points = Manifold::new(frame.rows(Self::most_points(m)));
        Self { m, d, contact, points }
    }

    /// A geom as a shape.
    fn shape(&self, g: usize) -> Shape<'a> {
        Shape { pos: self.d.geom_xpos[g], mat: &self.d.geom_xmat[g], size: self.m.geom_size[g] }
    }

    /// Adds the contacts of two geoms.
    pub(super) fn collide(&mut self, g1: usize, g2: usize, pair: Option<usize>) {
        let m = self.m;
        let (g1, g2) = if m.geom_type[g1] > m.geom_type[g2] { (g2, g1) } else { (g1, g2) };
        let reach = margin_of(m, g1, g2, pair) + gap_of(m, g1, g2, pair);
        self.points.clear();
        self.dispatch(g1, g2, reach);
        if self.points.is_empty() {
            return;
        }
        let parameters = Parameters::new(m, g1, g2, pair);
        for point in self.points.points().iter().filter(|p| p.is_finite()) {
            let mut contact = parameters.contact(point, g1, g2);
            if m.flg_surfacevel {
                contact.surfacevel = surface_velocity(m, self.d, &contact);
            }
            self.contact.push(contact);
        }
    }

    /// Runs the collider of two geoms, the first of which has the lower type.
    fn dispatch(&mut self, g1: usize, g2: usize, margin: f64) {
        use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Mesh as Polytope, Plane, Sphere};
        let (m, a, b) = (self.m, self.shape(g1), self.shape(g2));
        let out = &mut self.points;
        match (GeomType::of(m.geom_type[g1]), GeomType::of(m.geom_type[g2])) {
            (Plane, Sphere) => plane_sphere(out, &a, &b, margin),
            (Plane, Capsule) => plane_capsule(out, &a, &b, margin),
            (Plane, Ellipsoid) => plane_ellipsoid(out, &a, &b, margin),
            (Plane, Cylinder) => plane_cylinder(out, &a, &b, margin),
            (Plane, Box) => plane_box(out, &a, &b, margin),
            (Plane, Polytope) => {
                if let Some(mesh) = m.geom_dataid[g2].opt() {
                    plane_mesh(out, &a, &b, &Mesh::new(m, mesh), margin);
                }
            }
            (Sphere, Sphere) => sphere_sphere(out, &a, &b, margin),
            (Sphere, Capsule) => sphere_capsule(out, &a, &b, margin),
            (Sphere, Cylinder) => sphere_cylinder(out, &a, &b, margin),
            (Sphere, Box) => sphere_box(out, &a, &b, margin),
            (Capsule, Capsule) => capsule_capsule(out, &a, &b, margin),
            (Capsule, Box) => capsule_box(out, &a, &b, margin),
            (Box, Box) => box_box(out, &a, &b, margin),
            _ => (),
        }
    }
}
