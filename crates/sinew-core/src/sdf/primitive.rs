//! Distance fields in closed form.

use super::SdfShape;
use crate::math::{MINVAL, Vec3};
use crate::model::GeomType;

/// Least length that is divided by.
const TINY: f64 = 1e-10;

/// A plane, sphere, capsule, ellipsoid, cylinder or box at the origin.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    kind: GeomType,
    size: Vec3,
}

impl Primitive {
    /// A primitive; none for kinds that are not.
    pub fn new(kind: GeomType, size: Vec3) -> Option<Self> {
        use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Plane, Sphere};
        matches!(kind, Plane | Sphere | Capsule | Ellipsoid | Cylinder | Box).then_some(Self { kind, size })
    }

    /// From the nearest point of the segment of a capsule to a point.
    fn beside_segment(&self, point: Vec3) -> Vec3 {
        Vec3::new(point[0], point[1], point[2] - point[2].max(-self.size[1]).min(self.size[1]))
    }

    /// A point divided by the half axes once and twice.
    fn scaled(&self, point: Vec3) -> (Vec3, Vec3) {
        let once = Vec3(std::array::from_fn(|i| point[i] / self.size[i]));
        (once, Vec3(std::array::from_fn(|i| once[i] / self.size[i])))
    }
}

impl SdfShape for Primitive {
    /// Exact outside, but for ellipsoids, whose distance is of first order only. Inside a box it is measured along a
    /// direction that turns from radial to the normals of the faces, so that its gradient is continuous.
    ///
    /// Quilez, *Distance functions*.
    fn distance(&self, point: Vec3) -> f64 {
        let size = self.size;
        match self.kind {
            GeomType::Sphere => point.norm() - size[0],
            GeomType::Capsule => self.beside_segment(point).norm() - size[0],
            GeomType::Ellipsoid => {
                let (once, twice) = self.scaled(point);
                if twice.norm() < MINVAL {
                    return -size[0].min(size[1]).min(size[2]);
                }
                once.norm() * (once.norm() - 1.0) / twice.norm()
            }
            GeomType::Cylinder => {
                let (wall, end) = (across(point) - size[0], point[2].abs() - size[1]);
                let (x, y) = (wall.max(0.0), end.max(0.0));
                wall.max(end).min(0.0) + (x * x + y * y).sqrt()
            }
            GeomType::Box => {
                let beyond = beyond_faces(size, point);
                if beyond.0.iter().any(|&x| x >= 0.0) {
                    return Vec3(beyond.0.map(|x| x.max(0.0))).norm();
                }
                let field = radial(size, beyond, point);
                let reach = |i: usize| -beyond[i] / field[i].abs();
                -reach(0).min(reach(1).min(reach(2))) * field.norm()
            }
            _ => point[2],
        }
    }

    /// Unit length, but for centres, axes and the surface of a cylinder, where it is shorter or zero. On the surface of a box
    /// it is the mean of the normals of the faces that meet there.
    fn gradient(&self, point: Vec3) -> Vec3 {
        let size = self.size;
        match self.kind {
            GeomType::Sphere => point * (1.0 / point.norm().max(TINY)),
            GeomType::Capsule => {
                let from = self.beside_segment(point);
                let norm = from.norm().max(TINY);
                Vec3(from.0.map(|x| x / norm))
            }
            GeomType::Ellipsoid => {
                // of k₀ (k₀ - 1) / k₁, where k₀ and k₁ are the lengths of the point scaled once and twice
                let (once, twice) = self.scaled(point);
                let (k0, k1) = (once.norm(), twice.norm());
                if k0.min(k1) < MINVAL {
                    return Vec3::ZERO;
                }
                let (per_k0, per_k1) = (1.0 / k0, 1.0 / k1);
                let of_k0 = (2.0 * k0 - 1.0) * per_k1;
                let of_k1 = k0 * (k0 - 1.0) * per_k1 * per_k1;
                let slope = |i: usize| twice[i] * per_k0 * of_k0 - twice[i] * per_k1 / (size[i] * size[i]) * of_k1;
                Vec3(std::array::from_fn(slope)).normalized().0
            }
            GeomType::Cylinder => {
                let (radius, height) = (across(point), point[2].abs());
                let (wall, end) = (radius - size[0], height - size[1]);
                let out =
                    Vec3::new(point[0] / radius.max(TINY), point[1] / radius.max(TINY), point[2] / height.max(TINY));
                let (x, y, norm) = if wall.max(end) < 0.0 {
                    if wall > end { (1.0, 0.0, 1.0) } else { (0.0, 1.0, 1.0) }
                } else {
                    let (x, y) = (wall.max(0.0), end.max(0.0));
                    (x, y, (x * x + y * y).sqrt().max(TINY))
                };
                Vec3::new(out[0] * x / norm, out[1] * x / norm, out[2] * y / norm)
            }
            GeomType::Box => {
                let beyond = beyond_faces(size, point);
                if beyond[0].max(beyond[1]).max(beyond[2]) < 0.0 {
                    return radial(size, beyond, point);
                }
                let mut out = Vec3(beyond.0.map(|x| x.max(0.0)));
                if out.is_zero() {
                    out = Vec3(beyond.0.map(|x| f64::from(x == 0.0)));
                }
                let norm = out.norm();
                let slope = |i: usize| if out[i] > 0.0 { out[i] / norm * point[i] / point[i].abs() } else { 0.0 };
                Vec3(std::array::from_fn(slope))
            }
            _ => Vec3::Z,
        }
    }
}

/// Distance to the z axis.
fn across(point: Vec3) -> f64 {
    (point[0] * point[0] + point[1] * point[1]).sqrt()
}

/// How far a point is beyond each pair of faces of a box.
fn beyond_faces(size: Vec3, point: Vec3) -> Vec3 {
    Vec3(std::array::from_fn(|i| point[i].abs() - size[i]))
}

/// Unit direction inside a box that turns from radial to the normal of the nearest face.
fn radial(size: Vec3, beyond: Vec3, point: Vec3) -> Vec3 {
    let unit = Vec3(std::array::from_fn(|i| -size[i] / beyond[i])).normalized().0;
    Vec3(std::array::from_fn(|i| if point[i] < 0.0 { -unit[i] } else { unit[i] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec3 = Vec3([0.3, 0.5, 0.2]);
    const KINDS: [GeomType; 6] =
        [GeomType::Plane, GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box];

    fn shape(kind: GeomType) -> Primitive {
        Primitive { kind, size: SIZE }
    }

    fn grid() -> impl Iterator<Item = Vec3> {
        (0..1000u32).map(|i| {
            let at = |k: u32| f64::from(i / 10u32.pow(k) % 10) * 0.155 - 0.7;
            Vec3::new(at(0), at(1), at(2))
        })
    }

    #[test]
    fn distance_is_negative_exactly_inside() {
        let mat = crate::math::Mat3::IDENTITY;
        for kind in KINDS {
            for point in grid() {
                let inside = crate::sensor::inside_geom(Vec3::ZERO, &mat, SIZE, kind, point);
                let dist = shape(kind).distance(point);
                assert_eq!(inside, dist < 0.0, "{kind:?} {point:?} {dist}");
            }
        }
    }

    #[test]
    fn distance_to_faces_and_ends_is_the_height_above_them() {
        let above = |height: f64, top: f64, kind| shape(kind).distance(Vec3::new(0.01, 0.0, top + height));
        assert!((above(0.1, 0.2, GeomType::Box) - 0.1).abs() < 1e-15);
        assert!((above(0.1, 0.5, GeomType::Cylinder) - 0.1).abs() < 1e-15);
        assert_eq!(above(0.25, 0.0, GeomType::Plane), 0.25);
        assert!(Primitive::new(GeomType::Mesh, SIZE).is_none());
    }

    #[test]
    fn gradients_are_numbers_at_centres_and_on_surfaces() {
        for kind in KINDS {
            for point in [Vec3::ZERO, SIZE, Vec3::Z * SIZE[2], Vec3::new(0.1, -SIZE[1], 0.0)] {
                assert!(shape(kind).distance(point).is_finite() && shape(kind).gradient(point).is_finite(), "{kind:?}");
            }
        }
        let edge = shape(GeomType::Box).gradient(Vec3::new(-SIZE[0], SIZE[1], 0.1));
        assert!(edge.distance(Vec3::new(-0.5f64.sqrt(), 0.5f64.sqrt(), 0.0)) < 1e-15);
    }

    #[test]
    fn gradient_is_the_direction_in_which_the_distance_grows() {
        for kind in KINDS {
            for point in grid().filter(|&p| shape(kind).distance(p) > 0.01) {
                let slope = |k: usize| {
                    let (mut low, mut high) = (point, point);
                    low[k] -= 1e-6;
                    high[k] += 1e-6;
                    (shape(kind).distance(high) - shape(kind).distance(low)) / 2e-6
                };
                let want = Vec3(std::array::from_fn(slope)).normalized().0;
                assert!(shape(kind).gradient(point).distance(want) < 1e-6, "{kind:?} {point:?}");
            }
        }
    }
}
