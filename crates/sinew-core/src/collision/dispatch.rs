//! Narrow phase: the collider of each pair of geom types.

use super::axes::KeptAxes;
use super::box_test::boxes_near;
use super::ccd::{self, Points, ccd};
use super::convex::{Convex, Kind};
use super::gjk::Limits;
use super::hfield::{Field, hfield_convex};
use super::mesh::Mesh;
use super::mesh_sdf::mesh_sdf;
use super::pairs::{
    box_box::box_box, capsule_box::capsule_box, capsule_capsule::capsule_capsule, plane_box::plane_box,
    plane_capsule::plane_capsule, plane_cylinder::plane_cylinder, plane_ellipsoid::plane_ellipsoid,
    plane_mesh::plane_mesh, plane_sphere::plane_sphere, sphere_box::sphere_box, sphere_capsule::sphere_capsule,
    sphere_cylinder::sphere_cylinder, sphere_sphere::sphere_sphere,
};
use super::param::{Parameters, make_frame, set_contact, surface_velocity};
use super::reach::ROOM;
use super::sdf::{Effort, Placed, Pose, sdf_pair};
use super::shape::{Manifold, Point, Shape};
use super::surface::Surface;
use crate::data::Contact;
use crate::math::{Mat3, Vec3};
use crate::model::{Disable, GeomType};
use crate::scratch::{Frame, Need, make_room};
use crate::sdf::GeomField;
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
    /// of searches, if there may be some
    buffers: Option<ccd::Buffers<'a>>,
    /// directions along which geoms were last found apart, where they are wanted
    pub(super) axes: Option<&'a mut KeptAxes>,
}

impl<'a> Narrow<'a> {
    /// Scratch of [`Narrow::new`].
    pub(super) fn need(m: &Model, search: bool) -> Need {
        let (corners, degree) = faces(m);
        let buffers = if search { ccd::Buffers::need(iterations(m), corners, degree) } else { Need::default() };
        Need::rows::<Point>(MAXCONPAIR).and(buffers)
    }

    /// Collides pairs that have colliders in closed form, and others as well if it may search.
    pub(super) fn new(
        m: &'a Model,
        d: &'a Data,
        contact: &'a mut Vec<Contact>,
        search: bool,
        mut frame: Frame<'a>,
    ) -> Self {
        let points = Manifold::new(frame.used_rows(MAXCONPAIR));
        let (corners, degree) = faces(m);
        let buffers = search.then(|| ccd::Buffers::new(&mut frame, iterations(m), corners, degree));
        Self { m, d, contact, points, buffers, axes: None }
    }

    /// A geom as a shape.
    fn shape(&self, g: usize) -> Shape<'a> {
        Shape { pos: self.d.geom_xpos[g], mat: &self.d.geom_xmat[g], size: self.m.geom_size[g] }
    }

    /// The contacts so far, to be looked at or taken back.
    pub(super) fn contacts(&mut self) -> &mut Vec<Contact> {
        self.contact
    }

    /// Adds the contacts of two geoms, or of the explicit pair that names them, that are within reach.
    pub(super) fn collide(&mut self, g1: usize, g2: usize, reach: f64, pair: Option<usize>) {
        let m = self.m;
        let (g1, g2) = if m.geom_type[g1] > m.geom_type[g2] { (g2, g1) } else { (g1, g2) };
        self.points.clear();
        self.dispatch(g1, g2, reach);
        if !self.points.is_empty() {
            self.add_contacts(g1, g2, pair);
        }
    }

    /// Makes contacts of the points found.
    #[inline(never)]
    fn add_contacts(&mut self, g1: usize, g2: usize, pair: Option<usize>) {
        let (m, d) = (self.m, self.d);
        let shared = Parameters::new(m, g1, g2, pair);
        let mut last: Option<(&Point, Mat3)> = None;
        for point in self.points.points().iter().filter(|p| p.is_finite()) {
            // points of a face share their normal
            let frame = match last {
                Some((last, frame)) if last.is_along(point) => frame,
                _ => make_frame(point.normal, point.tangent),
            };
            last = Some((point, frame));
            // made in its place: a contact is large, and copying what was just written stalls
            make_room(self.contact, self.contact.len() + 1);
            self.contact.push(Contact::default());
            if let Some(contact) = self.contact.last_mut() {
                contact.frame = frame;
                shared.give(contact, [g1, g2]);
                set_contact(contact, point);
                if m.flg_surfacevel {
                    contact.surfacevel = surface_velocity(m, d, contact);
                }
            }
        }
    }

    /// The point that two geoms, in the order of their types, make nearest to a place.
    pub(super) fn nearest_point(&mut self, geoms: [usize; 2], reach: f64, place: Vec3) -> Option<Point> {
        self.points.clear();
        self.dispatch(geoms[0], geoms[1], reach);
        let finite = self.points.points().iter().filter(|p| p.is_finite());
        finite.min_by(|p, q| p.pos.distance(place).total_cmp(&q.pos.distance(place))).copied()
    }

    /// Signed distance of two geoms and the points that have it, on the first geom and on the second; the distance is
    /// `distmax` and the points are missing if the geoms are further apart or have no collider.
    pub(super) fn distance(&mut self, g1: usize, g2: usize, distmax: f64) -> (f64, Option<[Vec3; 2]>) {
        use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Mesh as Polytope, Sphere};
        let m = self.m;
        let kind = |g: usize| GeomType::of(m.geom_type[g]);
        let flip = m.geom_type[g1] > m.geom_type[g2];
        let (low, high) = if flip { (g2, g1) } else { (g1, g2) };

        // convex pairs, and boxes whose collider is not a distance
        let low_kind = kind(low);
        let searched = match kind(high) {
            Polytope => matches!(low_kind, Sphere | Capsule | Ellipsoid | Cylinder | Box | Polytope),
            Ellipsoid => matches!(low_kind, Sphere | Capsule | Ellipsoid),
            Cylinder => matches!(low_kind, Capsule | Ellipsoid | Cylinder),
            Box => matches!(low_kind, Ellipsoid | Cylinder | Box),
            _ => false,
        };
        if searched {
            let (dist, points) = self.convex_distance(low, high, distmax);
            return (dist, points.map(|[one, two]| if flip { [two, one] } else { [one, two] }));
        }
        self.points.clear();
        self.dispatch(low, high, distmax);
        let nearest = self.points.points().iter().filter(|p| p.dist < distmax).min_by(|p, q| p.dist.total_cmp(&q.dist));
        nearest.map_or((distmax, None), |p| {
            let half = p.normal * (if flip { -0.5 } else { 0.5 } * p.dist);
            (p.dist, Some([p.pos - half, p.pos + half]))
        })
    }

    fn convex_distance(&mut self, g1: usize, g2: usize, distmax: f64) -> (f64, Option<[Vec3; 2]>) {
        let m = self.m;
        let mesh = |g: usize| m.geom_dataid[g].opt().map(|id| Mesh::new(m, id));
        let (mesh1, mesh2) = (mesh(g1), mesh(g2));
        let (Some(mut a), Some(mut b)) = (self.body(g1, mesh1.as_ref()), self.body(g2, mesh2.as_ref())) else {
            return (distmax, None);
        };
        let limits = Limits { cutoff: distmax, ..self.limits() };
        let Some(buffers) = &mut self.buffers else { return (distmax, None) };
        let found = ccd(&mut a, &mut b, limits, 0.0, Points::One, buffers);
        let points = found.witnesses().first().map(|w| [w.one, w.two]);
        (found.dist.min(distmax), points)
    }

    /// Runs the collider of two geoms, the first of which has the lower type.
    #[inline]
    fn dispatch(&mut self, g1: usize, g2: usize, margin: f64) {
        use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Hfield, Mesh as Polytope, Plane, Sdf, Sphere};
        let (m, d, out) = (self.m, self.d, &mut self.points);
        let shape = |g: usize| Shape { pos: d.geom_xpos[g], mat: &d.geom_xmat[g], size: m.geom_size[g] };
        match (GeomType::of(m.geom_type[g1]), GeomType::of(m.geom_type[g2])) {
            (Plane, Sphere) => plane_sphere(out, &shape(g1), &shape(g2), margin),
            (Plane, Capsule) => plane_capsule(out, &shape(g1), &shape(g2), margin),
            (Plane, Ellipsoid) => plane_ellipsoid(out, &shape(g1), &shape(g2), margin),
            (Plane, Cylinder) => plane_cylinder(out, &shape(g1), &shape(g2), margin),
            (Plane, Box) => plane_box(out, &shape(g1), &shape(g2), margin),
            (Plane, Polytope | Sdf) => {
                if let Some(mesh) = m.geom_dataid[g2].opt() {
                    plane_mesh(out, &shape(g1), &shape(g2), &Mesh::new(m, mesh), margin);
                }
            }
            (Sphere, Sphere) => sphere_sphere(out, &shape(g1), &shape(g2), margin),
            (Sphere, Capsule) => sphere_capsule(out, &shape(g1), &shape(g2), margin),
            (Sphere, Cylinder) => sphere_cylinder(out, &shape(g1), &shape(g2), margin),
            (Sphere, Box) => sphere_box(out, &shape(g1), &shape(g2), margin),
            (Capsule, Capsule) => capsule_capsule(out, &shape(g1), &shape(g2), margin),
            (Capsule, Box) => capsule_box(out, &shape(g1), &shape(g2), margin),
            (Box, Box) => box_box(out, &shape(g1), &shape(g2), margin),
            (Plane, _) | (_, Plane | Hfield) | (Hfield, Sdf) => (),
            (_, Sdf) => self.sdf(g1, g2),
            (Hfield, _) => self.hfield(g1, g2, margin),
            _ => self.convex(g1, g2, margin),
        }
    }

    /// Collides two convex geoms by GJK and EPA.
    #[doc(alias = "mjc_Convex")]
    fn convex(&mut self, g1: usize, g2: usize, margin: f64) {
        let (m, d) = (self.m, self.d);
        // boxes that are apart save the search
        let room = 2.0 * margin.abs() + ROOM * (m.geom_rbound[g1] + m.geom_rbound[g2]) + m.opt.ccd_tolerance;
        let place = |g: usize| (d.geom_xpos[g], &d.geom_xmat[g]);
        let known = self.axes.as_deref().is_some_and(|axes| axes.knows([g1, g2]));
        if !known {
            let mut near = false;
            boxes_near(&mut near, place(g1), place(g2), room, &local_box(m, g1), &local_box(m, g2));
            if !near {
                return;
            }
        }
        let mesh = |g: usize| m.geom_dataid[g].opt().map(|id| Mesh::new(m, id));
        let (mesh1, mesh2) = (mesh(g1), mesh(g2));
        let (Some(mut a), Some(mut b)) = (self.body(g1, mesh1.as_ref()), self.body(g2, mesh2.as_ref())) else {
            return;
        };
        // so does a direction that parted them before; exact supports need the margin but once
        let gap = room - margin.abs();
        if known && self.axes.as_deref_mut().is_some_and(|axes| axes.part([g1, g2], &mut a, &mut b, gap)) {
            return;
        }
        let limits = self.limits();
        let round = |body: &Convex| matches!(body.kind, Kind::Sphere | Kind::Ellipsoid);
        let several = !round(&a) && !round(&b) && !m.opt.disabled(Disable::MultiCcd);
        let points = if several { Points::Several } else { Points::One };
        let Some(buffers) = &mut self.buffers else { return };
        let found = ccd(&mut a, &mut b, limits, margin, points, buffers);
        let touch = found.dist < 0.0;
        if let Some(axes) = &mut self.axes {
            axes.keep([g1, g2], (!touch).then(|| buffers.axis()), &a, &b);
        }
        if touch {
            for w in found.witnesses() {
                self.points.push(w.point(margin));
            }
        }
    }

    /// Collides a height field and a convex geom.
    fn hfield(&mut self, g1: usize, g2: usize, margin: f64) {
        let m = self.m;
        let mesh = m.geom_dataid[g2].opt().map(|id| Mesh::new(m, id));
        let (Some(field), Some(body)) = (m.geom_dataid[g1].opt(), self.body(g2, mesh.as_ref())) else {
            return;
        };
        let pose = self.shape(g1);
        let limits = self.limits();
        let field = Field::new(m, field);
        let room = MAXCONPAIR;
        let Some(buffers) = &mut self.buffers else { return };
        hfield_convex(&mut self.points, &field, &pose, &body, m.geom_rbound[g2], margin, limits, buffers, room);
    }

    /// Collides a geom with a signed distance field; margins do not matter to it.
    fn sdf(&mut self, g1: usize, g2: usize) {
        let m = self.m;
        let Some(field) = GeomField::new(m, g2) else { return };
        let effort = Effort::new(m);
        let pose = |g: usize| Pose { pos: self.d.geom_xpos[g], quat: self.d.geom_xquat[g] };
        let (one, two) = (pose(g1), Placed { field, pose: pose(g2), aabb: &m.geom_aabb[g2] });
        match m.geom_dataid[g1].opt() {
            Some(mesh) if m.geom_type[g1] == GeomType::Mesh as i32 => {
                mesh_sdf(&mut self.points, &Surface::new(m, mesh), one, &two, effort);
            }
            _ => {
                let Some(field) = GeomField::new(m, g1) else { return };
                sdf_pair(&mut self.points, &Placed { field, pose: one, aabb: &m.geom_aabb[g1] }, &two, effort);
            }
        }
    }

    /// Limits of the search for overlap.
    fn limits(&self) -> Limits {
        Limits { tolerance: self.m.opt.ccd_tolerance, iterations: iterations(self.m), cutoff: 0.0 }
    }

    /// A geom as a convex body, none if it is not one.
    fn body<'b>(&self, g: usize, mesh: Option<&'b Mesh<'b>>) -> Option<Convex<'b>>
    where
        'a: 'b,
    {
        let kind = match (GeomType::of(self.m.geom_type[g]), mesh) {
            (GeomType::Sphere, _) => Kind::Sphere,
            (GeomType::Capsule, _) => Kind::Capsule,
            (GeomType::Ellipsoid, _) => Kind::Ellipsoid,
            (GeomType::Cylinder, _) => Kind::Cylinder,
            (GeomType::Box, _) => Kind::Box,
            (GeomType::Mesh | GeomType::Sdf, Some(mesh)) if !mesh.vert.is_empty() => Kind::Mesh(mesh),
            _ => return None,
        };
        let (m, d) = (self.m, self.d);
        Some(Convex::new(kind, d.geom_xpos[g], &d.geom_xmat[g], m.geom_size[g]))
    }
}

/// True if some pair of geoms has no collider in closed form.
pub(super) fn may_search(m: &Model) -> bool {
    use GeomType::{Cylinder, Ellipsoid, Hfield, Mesh as Polytope, Sdf};
    let bit = |kind: i32| 1_u32.wrapping_shl(kind as u32);
    let searched = [Hfield, Ellipsoid, Cylinder, Polytope, Sdf].iter().fold(0, |bits, &kind| bits | bit(kind as i32));
    // rendering types share bits with these, which does no harm
    m.geom_type.iter().fold(0, |bits, &kind| bits | bit(kind)) & searched != 0
}

/// Iterations that GJK and EPA may take.
fn iterations(m: &Model) -> usize {
    usize::try_from(m.opt.ccd_iterations).unwrap_or(0)
}

/// Corners of the largest hull face, and faces at the busiest hull vertex.
fn faces(m: &Model) -> (usize, usize) {
    (m.npolygonmax, m.nmeshdegmax)
}

/// Box around a convex geom in its own frame, centre then half sizes. That of a primitive follows its size, which a user
/// may have changed without its bounds.
fn local_box(m: &Model, g: usize) -> [f64; 6] {
    let [a, b, c] = m.geom_size[g].0;
    match GeomType::of(m.geom_type[g]) {
        GeomType::Sphere => [0.0, 0.0, 0.0, a, a, a],
        GeomType::Capsule => [0.0, 0.0, 0.0, a, a, a + b],
        GeomType::Cylinder => [0.0, 0.0, 0.0, a, a, b],
        GeomType::Ellipsoid | GeomType::Box => [0.0, 0.0, 0.0, a, b, c],
        _ => m.geom_aabb[g],
    }
}
