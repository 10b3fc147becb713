//! How the nearest points of two curved surfaces move with their bodies.
//!
//! Near a point a surface is told by how its outward normal turns along it, `∂n = K u` for a step `u` in the tangent plane.
//! The nearest points `p₁`, `p₂` have a common normal `n` and `p₂ - p₁ = d n`. With the second body in motion and the points
//! sliding on the surfaces by `u₁`, `u₂`
//!
//! ```text
//! ∂n = K₁ u₁ = ω × n - K₂ u₂
//! v + u₂ - u₁ = ∂d n + d ∂n
//! ```
//!
//! gives `(K₁ + K₂ + d K₂ K₁) u₁ = ω × n + K₂ v` in the tangent plane, and `∂d = n · v`.
//! Montana, *The Kinematics of Contact and Grasp*, International Journal of Robotics Research 7(3), 1988.

use crate::math::{Mat3, Spatial, Vec3};
use crate::model::GeomType;
use crate::{Contact, Data, Model};

/// How aligned a normal is with an axis for the point to lie on a face or a side, and not on an edge.
const ALIGNED: f64 = 1e-6;

/// Changes of the point between two surfaces, of their normal and of their distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slid {
    pub pos: Vec3,
    pub normal: Vec3,
    pub dist: f64,
}

/// Two surfaces at their nearest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surfaces {
    normal: Vec3,
    dist: f64,
    /// `K`, symmetric, in the tangent plane
    curvature: [Mat3; 2],
}

impl Surfaces {
    /// Of a contact of an ellipsoid with a shape that is smooth where they touch.
    pub fn of(m: &Model, d: &Data, contact: &Contact, geoms: [usize; 2]) -> Option<Self> {
        if geoms.iter().all(|&g| GeomType::of(m.geom_type[g]) != GeomType::Ellipsoid) {
            return None;
        }
        let (normal, half) = (contact.frame.row(0), 0.5 * contact.dist);
        let first = curvature(m, d, geoms[0], contact.pos - normal * half, normal)?;
        let second = curvature(m, d, geoms[1], contact.pos + normal * half, -normal)?;
        Some(Self { normal, dist: contact.dist, curvature: [first, second] })
    }

    /// Changes with a motion of the second body about the middle between the points, while the first is at rest.
    pub fn slide(&self, motion: Spatial) -> Option<Slid> {
        let (n, d, [first, second]) = (self.normal, self.dist, &self.curvature);
        let apart = motion.linear() + motion.rotational().cross(n * (0.5 * d));
        let flat = |x: Vec3| x - n * n.dot(x);
        let push = motion.rotational().cross(n) + second.mul_vec(flat(apart));
        // along the normal the matrix is one, so that it can be solved
        let both = *second * *first;
        let matrix = Mat3(std::array::from_fn(|i| first[i] + second[i] + d * both[i] + n[i / 3] * n[i % 3]));
        let slid = solve(&matrix, flat(push))?;
        let (normal, dist) = (first.mul_vec(slid), n.dot(apart));
        Some(Slid { pos: slid + (n * dist + normal * d) * 0.5, normal, dist })
    }
}

/// `x` of `matrix x = b`, by Cramer's rule; none if the surfaces fit so closely that the point is not determined.
fn solve(matrix: &Mat3, b: Vec3) -> Option<Vec3> {
    let [x, y, z] = std::array::from_fn(|i| matrix.column(i));
    let volume = x.dot(y.cross(z));
    let size = x.norm() * y.norm() * z.norm();
    (volume.abs() > 1e-12 * size)
        .then(|| Vec3::new(b.dot(y.cross(z)), x.dot(b.cross(z)), x.dot(y.cross(b))) * (1.0 / volume))
}

/// `scale (1 - n nᵀ - a aᵀ)`.
fn round(scale: f64, n: Vec3, a: Vec3) -> Mat3 {
    Mat3(std::array::from_fn(|i| {
        let (r, c) = (i / 3, i % 3);
        scale * (f64::from(u8::from(r == c)) - n[r] * n[c] - a[r] * a[c])
    }))
}

/// `K` of a geom at a point with this outward normal; none at edges and corners and for other shapes.
fn curvature(m: &Model, d: &Data, g: usize, point: Vec3, normal: Vec3) -> Option<Mat3> {
    let (size, frame) = (m.geom_size[g], &d.geom_xmat[g]);
    let (from_centre, axis) = (point - d.geom_xpos[g], frame.column(2));
    let flat = Mat3([0.0; 9]);
    match GeomType::of(m.geom_type[g]) {
        GeomType::Plane => Some(flat),
        GeomType::Sphere => Some(round(1.0 / size[0], normal, Vec3::ZERO)),
        GeomType::Capsule => {
            let along = axis.dot(from_centre - normal * size[0]);
            let side = along.abs() < size[1] * (1.0 - ALIGNED);
            Some(round(1.0 / size[0], normal, if side { axis } else { Vec3::ZERO }))
        }
        GeomType::Ellipsoid => Some(ellipsoid(size, frame, from_centre, normal)),
        GeomType::Cylinder => {
            let along = axis.dot(normal).abs();
            if along < ALIGNED {
                Some(round(1.0 / size[0], normal, axis))
            } else {
                (along > 1.0 - ALIGNED).then_some(flat)
            }
        }
        GeomType::Box => (0..3).any(|i| frame.column(i).dot(normal).abs() > 1.0 - ALIGNED).then_some(flat),
        _ => None,
    }
}

/// `K` of an ellipsoid: with `xᵀ B x = 1` on it, `P B P / |B x|` for the projection `P` onto the tangent plane.
fn ellipsoid(size: Vec3, frame: &Mat3, point: Vec3, normal: Vec3) -> Mat3 {
    let local = frame.mul_t_vec(point);
    let scaled = Vec3(std::array::from_fn(|i| local[i] / (size[i] * size[i])));
    let inverse = 1.0 / scaled.norm();
    // columns of `P B P`
    let flat = |x: Vec3| x - normal * normal.dot(x);
    let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|e| {
        let x = frame.mul_t_vec(flat(e));
        flat(frame.mul_vec(Vec3(std::array::from_fn(|i| x[i] / (size[i] * size[i]))))) * inverse
    });
    Mat3::from_columns(columns[0], columns[1], columns[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    /// An ellipsoid somewhere.
    #[derive(Clone, Copy)]
    struct Body {
        size: Vec3,
        pos: Vec3,
        frame: Mat3,
    }

    impl Body {
        /// The farthest point in a direction.
        fn support(&self, direction: Vec3) -> Vec3 {
            let local = self.frame.mul_t_vec(direction);
            let scaled = Vec3(std::array::from_fn(|i| local[i] * self.size[i]));
            let length = scaled.norm();
            self.pos + self.frame.mul_vec(Vec3(std::array::from_fn(|i| scaled[i] * self.size[i] / length)))
        }

        fn moved(&self, about: Vec3, motion: Spatial, step: f64) -> Self {
            let (axis, angle) = motion.rotational().normalized();
            let turn = Quat::from_axis_angle(axis, angle * step).to_mat();
            let pos = about + turn.mul_vec(self.pos - about) + motion.linear() * step;
            Self { pos, frame: turn * self.frame, ..*self }
        }
    }

    /// Middle, normal and distance of two bodies that are far apart compared to their size.
    fn nearest(bodies: [Body; 2]) -> (Vec3, Vec3, f64) {
        let mut normal = (bodies[1].pos - bodies[0].pos).normalized().0;
        let mut ends = [Vec3::ZERO; 2];
        for _ in 0..300 {
            ends = [bodies[0].support(normal), bodies[1].support(-normal)];
            normal = (ends[1] - ends[0]).normalized().0;
        }
        ((ends[0] + ends[1]) * 0.5, normal, normal.dot(ends[1] - ends[0]))
    }

    #[test]
    fn nearest_points_of_ellipsoids_slide_as_their_curvature_says() {
        let frame = |x, y, z| Quat::new(0.8, x, y, z).normalized().0.to_mat();
        let bodies = [
            Body { size: Vec3::new(0.2, 0.12, 0.15), pos: Vec3::ZERO, frame: frame(0.3, -0.2, 0.5) },
            Body { size: Vec3::new(0.1, 0.2, 0.14), pos: Vec3::new(0.9, 0.3, -0.4), frame: frame(-0.4, 0.1, 0.2) },
        ];
        let (middle, normal, dist) = nearest(bodies);
        let half = normal * (0.5 * dist);
        let surfaces = Surfaces {
            normal,
            dist,
            curvature: [
                ellipsoid(bodies[0].size, &bodies[0].frame, middle - half - bodies[0].pos, normal),
                ellipsoid(bodies[1].size, &bodies[1].frame, middle + half - bodies[1].pos, -normal),
            ],
        };
        let step = 1e-5;
        for component in 0..6 {
            let mut motion = Spatial::ZERO;
            motion[component] = 1.0;
            let [plus, minus] = [step, -step].map(|step| nearest([bodies[0], bodies[1].moved(middle, motion, step)]));
            let slid = surfaces.slide(motion).expect("they are round");
            let scale = 0.5 / step;
            assert!((slid.pos - (plus.0 - minus.0) * scale).norm() < 1e-8, "{component}");
            assert!((slid.normal - (plus.1 - minus.1) * scale).norm() < 1e-8, "{component}");
            assert!((slid.dist - (plus.2 - minus.2) * scale).abs() < 1e-8, "{component}");
        }
    }
}
