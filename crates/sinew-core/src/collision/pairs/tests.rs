//! Closed forms, and what must hold for every pair: mirrored when swapped, carried along by a rigid motion.

use super::super::shape::{Manifold, Point, Shape};
use super::{
    box_box::box_box, capsule_box::capsule_box, capsule_capsule::capsule_capsule, plane_box::plane_box,
    plane_capsule::plane_capsule, plane_cylinder::plane_cylinder, plane_ellipsoid::plane_ellipsoid,
    plane_sphere::plane_sphere, sphere_box::sphere_box, sphere_capsule::sphere_capsule,
    sphere_cylinder::sphere_cylinder, sphere_sphere::sphere_sphere,
};
use crate::math::{Mat3, Quat, Vec3};

type Kernel = fn(&mut Manifold, &Shape, &Shape, f64);

const KERNELS: [(&str, Kernel); 12] = [
    ("plane_sphere", plane_sphere),
    ("plane_capsule", plane_capsule),
    ("plane_ellipsoid", plane_ellipsoid),
    ("plane_cylinder", plane_cylinder),
    ("plane_box", plane_box),
    ("sphere_sphere", sphere_sphere),
    ("sphere_capsule", sphere_capsule),
    ("sphere_cylinder", sphere_cylinder),
    ("sphere_box", sphere_box),
    ("capsule_capsule", capsule_capsule),
    ("capsule_box", capsule_box),
    ("box_box", box_box),
];

fn touch(kernel: Kernel, a: &Shape, b: &Shape, margin: f64) -> Vec<Point> {
    let mut points = [Point::default(); 16];
    let mut out = Manifold::new(&mut points);
    kernel(&mut out, a, b, margin);
    out.points().to_vec()
}

/// Numbers in -1 … 1 from a fixed sequence.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vec(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    fn mat(&mut self) -> Mat3 {
        Quat([self.next(), self.next(), self.next(), self.next()]).normalized().0.to_mat()
    }

    fn size(&mut self) -> Vec3 {
        Vec3::new(self.next().abs() + 0.1, self.next().abs() + 0.1, self.next().abs() + 0.1) * 0.5
    }
}

fn close(a: Vec3, b: Vec3, tolerance: f64) -> bool {
    a.distance(b) <= tolerance
}

#[test]
fn spheres_touch_on_the_line_of_centres() {
    let a = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::new(1.0, 0.0, 0.0) };
    let b = Shape { pos: Vec3::new(0.0, 0.0, 2.5), ..a };
    let points = touch(sphere_sphere, &a, &b, 1.0);
    assert_eq!(points, [Point { dist: 0.5, pos: Vec3::Z * 1.25, normal: Vec3::Z, tangent: Vec3::ZERO }]);
    assert!(touch(sphere_sphere, &a, &b, 0.4).is_empty(), "further than the margin");
}

#[test]
fn coincident_spheres_still_have_a_unit_normal() {
    let a = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::new(1.0, 0.0, 0.0) };
    let points = touch(sphere_sphere, &a, &a, 0.0);
    assert_eq!((points[0].dist, points[0].normal), (-2.0, Vec3::X));
}

#[test]
fn a_box_rests_on_a_plane_with_its_four_lower_corners() {
    let plane = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::ZERO };
    let cuboid = Shape { pos: Vec3::Z * 0.29, mat: &Mat3::IDENTITY, size: Vec3::new(0.1, 0.2, 0.3) };
    let points = touch(plane_box, &plane, &cuboid, 0.0);
    assert_eq!(points.len(), 4);
    for point in points {
        assert!((point.dist + 0.01).abs() < 1e-15);
        assert!((point.pos[2] + 0.005).abs() < 1e-15);
        assert_eq!((point.pos[0].abs(), point.pos[1].abs()), (0.1, 0.2));
    }
}

#[test]
fn an_upright_cylinder_rests_on_a_triangle() {
    let plane = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::ZERO };
    let cylinder = Shape { pos: Vec3::Z * 0.5, mat: &Mat3::IDENTITY, size: Vec3::new(0.2, 0.5, 0.0) };
    let points = touch(plane_cylinder, &plane, &cylinder, 1e-9);
    assert_eq!(points.len(), 3);
    let centre = points.iter().fold(Vec3::ZERO, |sum, p| sum + p.pos) * (1.0 / 3.0);
    assert!(close(centre, Vec3::ZERO, 1e-15), "the triangle surrounds the axis");
}

#[test]
fn stacked_boxes_share_a_face() {
    let a = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::new(1.0, 1.0, 1.0) };
    let b = Shape { pos: Vec3::new(0.5, 0.0, 1.99), mat: &Mat3::IDENTITY, size: Vec3::new(1.0, 1.0, 1.0) };
    let points = touch(box_box, &a, &b, 0.0);
    assert_eq!(points.len(), 4);
    for point in points {
        assert!((point.dist + 0.01).abs() < 1e-14);
        assert!(close(point.normal, Vec3::Z, 1e-15));
        assert!((point.pos[0] + 0.5).abs() < 1e-14 || (point.pos[0] - 1.0).abs() < 1e-14);
    }
}

#[test]
fn crossed_boxes_touch_at_one_point_between_their_edges() {
    // two cubes turned by 45 degrees about x and about y meet edge to edge over the origin
    let half = std::f64::consts::FRAC_PI_4;
    let below = Quat::from_axis_angle(Vec3::X, half).to_mat();
    let above = Quat::from_axis_angle(Vec3::Y, half).to_mat();
    let reach = 2f64.sqrt();
    let size = Vec3::new(1.0, 1.0, 1.0);
    let a = Shape { pos: Vec3::ZERO, mat: &below, size };
    let b = Shape { pos: Vec3::Z * (2.0 * reach - 0.02), mat: &above, size };
    let points = touch(box_box, &a, &b, 0.0);
    assert_eq!(points.len(), 1);
    assert!((points[0].dist + 0.02).abs() < 1e-14);
    assert!(close(points[0].pos, Vec3::Z * (reach - 0.01), 1e-14));
    assert!(close(points[0].normal, Vec3::Z, 1e-14));
}

#[test]
fn parallel_capsules_touch_at_both_ends_of_their_overlap() {
    let a = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::new(0.1, 0.5, 0.0) };
    let b = Shape { pos: Vec3::new(0.15, 0.0, 0.3), mat: &Mat3::IDENTITY, size: Vec3::new(0.1, 0.4, 0.0) };
    let points = touch(capsule_capsule, &a, &b, 0.0);
    let heights: Vec<f64> = points.iter().map(|p| p.pos[2]).collect();
    assert!((heights[0] + 0.1).abs() < 1e-15 && (heights[1] - 0.5).abs() < 1e-15, "{heights:?}");
    assert!(points.iter().all(|p| (p.dist + 0.05).abs() < 1e-15));
}

#[test]
fn a_capsule_lying_on_a_box_touches_it_twice() {
    let lying = Quat::from_axis_angle(Vec3::Y, std::f64::consts::FRAC_PI_2).to_mat();
    let capsule = Shape { pos: Vec3::Z * 0.39, mat: &lying, size: Vec3::new(0.1, 0.5, 0.0) };
    let cuboid = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: Vec3::new(1.0, 1.0, 0.3) };
    let points = touch(capsule_box, &capsule, &cuboid, 0.0);
    assert_eq!(points.len(), 2);
    assert!(points.iter().all(|p| (p.dist + 0.01).abs() < 1e-14 && (p.pos[0].abs() - 0.5).abs() < 1e-12));
}

#[test]
fn every_pair_moves_with_a_rigid_motion_of_both_shapes() {
    let mut random = Random(1);
    for (name, kernel) in KERNELS {
        let mut found = 0;
        for _ in 0..2000 {
            let (mat1, mat2) = (random.mat(), random.mat());
            let a = Shape { pos: random.vec() * 0.5, mat: &mat1, size: random.size() };
            let b = Shape { pos: random.vec() * 0.5, mat: &mat2, size: random.size() };
            let (turn, shift) = (random.mat(), random.vec());
            let (moved1, moved2) = (turn * mat1, turn * mat2);
            let moved_a = Shape { pos: turn.mul_vec(a.pos) + shift, mat: &moved1, ..a };
            let moved_b = Shape { pos: turn.mul_vec(b.pos) + shift, mat: &moved2, ..b };
            let (before, after) = (touch(kernel, &a, &b, 0.05), touch(kernel, &moved_a, &moved_b, 0.05));
            assert_eq!(before.len(), after.len(), "{name}");
            for (p, q) in before.iter().zip(&after) {
                found += 1;
                assert!((p.dist - q.dist).abs() < 1e-12, "{name}: {p:?} {q:?}");
                assert!(close(turn.mul_vec(p.pos) + shift, q.pos, 1e-10), "{name}: {p:?} {q:?}");
                assert!(close(turn.mul_vec(p.normal), q.normal, 1e-10), "{name}: {p:?} {q:?}");
                assert!((p.normal.norm() - 1.0).abs() < 1e-12, "{name}");
            }
        }
        assert!(found > 300, "{name} touched only {found} times");
    }
}

#[test]
fn swapping_two_shapes_of_one_kind_mirrors_the_contact() {
    let mut random = Random(2);
    for kernel in [sphere_sphere as Kernel, capsule_capsule, box_box] {
        for _ in 0..2000 {
            let (mat1, mat2) = (random.mat(), random.mat());
            let a = Shape { pos: random.vec() * 0.5, mat: &mat1, size: random.size() };
            let b = Shape { pos: random.vec() * 0.5, mat: &mat2, size: random.size() };
            let (one, two) = (touch(kernel, &a, &b, 0.02), touch(kernel, &b, &a, 0.02));
            assert_eq!(one.len(), two.len());
            for p in one {
                let twin = two.iter().any(|q| {
                    (p.dist - q.dist).abs() < 1e-12 && close(p.pos, q.pos, 1e-10) && close(p.normal, -q.normal, 1e-10)
                });
                assert!(twin, "{p:?} has no mirror in {two:?}");
            }
        }
    }
}

#[test]
fn degenerate_shapes_give_finite_points() {
    let sizes = [Vec3::ZERO, Vec3::new(1e-12, 1e6, 1e-12), Vec3::new(1.0, 0.0, 0.0)];
    let tilted = Quat::from_axis_angle(Vec3::X, 1e-9).to_mat();
    for (name, kernel) in KERNELS {
        for size1 in sizes {
            for size2 in sizes {
                for pos in [Vec3::ZERO, Vec3::X * 1e-300, Vec3::Z * 1e-9] {
                    for mat in [&Mat3::IDENTITY, &tilted] {
                        let a = Shape { pos: Vec3::ZERO, mat: &Mat3::IDENTITY, size: size1 };
                        let b = Shape { pos, mat, size: size2 };
                        for point in touch(kernel, &a, &b, 0.0) {
                            assert!(point.is_finite(), "{name} {size1:?} {size2:?} {pos:?}: {point:?}");
                        }
                    }
                }
            }
        }
    }
}
