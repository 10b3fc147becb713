//! Bounding boxes and spheres of geoms, and what bodies inherit from theirs.

use super::{GeomType, Model, fluid};
use crate::math::Vec3;
use crate::table::Id;

/// Length that stands for infinity in bounding boxes.
const MAXVAL: f64 = 1e10;

impl Model {
    /// Sets bounding volumes, collision masks, margins and added masses from the sizes of the geoms.
    ///
    /// Reads `geom_type`, `geom_size`, `geom_margin`, `geom_gap`, `hfield_size`, and `geom_aabb` of meshes. Writes
    /// `geom_aabb`, `geom_rbound`, `geom_size` of meshes and height fields, `geom_fluid`, `body_contype`,
    /// `body_conaffinity`, `body_margin`.
    pub fn set_bounds(&mut self) {
        for g in 0..self.ngeom {
            let kind = GeomType::of(self.geom_type[g]);
            let hfield = match kind {
                GeomType::Hfield => self.geom_dataid[g].opt().and_then(|h| self.hfield_size.get(h)).copied(),
                _ => None,
            };
            let aabb = bounding_box(kind, self.geom_size[g], hfield, self.geom_aabb[g]);
            self.geom_aabb[g] = aabb;
            let reach = Vec3(std::array::from_fn(|k| aabb[k].abs() + aabb[3 + k]));
            match (kind, hfield) {
                (GeomType::Mesh | GeomType::Sdf, _) => self.geom_size[g] = reach,
                (GeomType::Hfield, Some([x, y, top, bottom])) => {
                    self.geom_size[g] = Vec3([x, y, 0.25 * top + 0.5 * bottom]);
                }
                _ => {}
            }
            self.geom_rbound[g] = bounding_radius(kind, self.geom_size[g], hfield, reach);
            if self.geom_fluid[g][0] > 0.0 {
                let added = fluid::added_mass(kind, self.geom_size[g]);
                self.geom_fluid[g][6..].copy_from_slice(&added);
            }
        }
        self.set_body_masks();
    }

    /// Sets what bodies inherit from their geoms for the broad phase.
    fn set_body_masks(&mut self) {
        self.body_contype.fill(0);
        self.body_conaffinity.fill(0);
        self.body_margin.fill(0.0);
        for g in 0..self.ngeom {
            let b = self.geom_bodyid[g].ix();
            self.body_contype[b] |= self.geom_contype[g];
            self.body_conaffinity[b] |= self.geom_conaffinity[g];
            self.body_margin[b] = self.body_margin[b].max(self.geom_margin[g] + self.geom_gap[g]);
        }
    }
}

/// Axis-aligned box of a geom in its own frame, as centre and half sizes; that of a mesh is given.
fn bounding_box(kind: GeomType, size: Vec3, hfield: Option<[f64; 4]>, mesh: [f64; 6]) -> [f64; 6] {
    let [a, b, c] = size.0;
    let half = |x: f64, y: f64, z: f64| [0.0, 0.0, 0.0, x, y, z];
    match kind {
        GeomType::Sphere => half(a, a, a),
        GeomType::Capsule => half(a, a, a + b),
        GeomType::Cylinder => half(a, a, b),
        GeomType::Plane => [0.0, 0.0, -MAXVAL / 2.0, MAXVAL, MAXVAL, MAXVAL / 2.0],
        GeomType::Mesh | GeomType::Sdf => mesh,
        GeomType::Hfield => {
            let [x, y, top, bottom] = hfield.unwrap_or_default();
            [0.0, 0.0, (top - bottom) / 2.0, x, y, f64::midpoint(top, bottom)]
        }
        _ => half(a, b, c),
    }
}

/// Radius of the sphere about the geom's origin; 0 for planes, which have none.
fn bounding_radius(kind: GeomType, size: Vec3, hfield: Option<[f64; 4]>, reach: Vec3) -> f64 {
    let [a, b, c] = size.0;
    match kind {
        GeomType::Sphere => a,
        GeomType::Capsule => a + b,
        GeomType::Cylinder => (a * a + b * b).sqrt(),
        GeomType::Ellipsoid => a.max(b).max(c),
        GeomType::Box => (a * a + b * b + c * c).sqrt(),
        GeomType::Mesh | GeomType::Sdf => reach.norm(),
        GeomType::Hfield => {
            let [x, y, top, bottom] = hfield.unwrap_or_default();
            (x * x + y * y + (top * top).max(bottom * bottom)).sqrt()
        }
        _ => 0.0,
    }
}
