use super::mesh::{Basis, triangle};
use super::primitive::{capsule, cuboid, cylinder, ellipsoid, plane, sphere};
use super::{Hit, Ray};
use crate::collision::shape::Shape;
use crate::math::{Mat3, Quat, Vec3};

fn shape(mat: &Mat3, size: [f64; 3]) -> Shape<'_> {
    Shape { pos: Vec3::ZERO, mat, size: Vec3(size) }
}

fn down(x: f64) -> Ray {
    Ray { point: Vec3::new(x, 0.0, 5.0), direction: Vec3::Z * -2.0 }
}

#[test]
fn distances_are_in_units_of_the_direction() {
    let ball = shape(&Mat3::IDENTITY, [1.0, 0.0, 0.0]);
    assert_eq!(sphere(&ball, &down(0.0)), Some(Hit { dist: 2.0, normal: Vec3::Z }));
}

#[test]
fn a_ray_that_starts_inside_hits_the_far_wall() {
    let inside = Ray { point: Vec3::ZERO, direction: Vec3::X };
    let size = [1.0, 2.0, 3.0];
    for kernel in [sphere, ellipsoid, capsule, cylinder, cuboid] {
        let hit = kernel(&shape(&Mat3::IDENTITY, size), &inside);
        assert_eq!(hit, Some(Hit { dist: 1.0, normal: Vec3::X }));
    }
}

#[test]
fn planes_are_hit_from_the_front_within_their_rectangle() {
    let ground = shape(&Mat3::IDENTITY, [1.0, 1.0, 0.1]);
    assert_eq!(plane(&ground, &down(0.5)).map(|h| h.dist), Some(2.5));
    assert_eq!(plane(&ground, &down(1.5)), None, "outside the rectangle");
    let up = Ray { point: Vec3::Z * -1.0, direction: Vec3::Z };
    assert_eq!(plane(&ground, &up), None, "from behind");
}

#[test]
fn every_hit_is_on_the_surface_and_faces_the_ray_from_outside() {
    let mat = Quat([0.9, 0.1, -0.3, 0.2]).normalized().0.to_mat();
    let body = Shape { pos: Vec3::new(0.1, -0.2, 0.3), mat: &mat, size: Vec3::new(0.3, 0.4, 0.5) };
    for kernel in [sphere, ellipsoid, capsule, cylinder, cuboid] {
        let mut hits = 0;
        for i in 0..400 {
            let angle = f64::from(i) * 0.7;
            let from = Vec3::new(libm::cos(angle), libm::sin(angle), f64::from(i % 20) / 10.0 - 1.0) * 3.0;
            let target = Vec3::new(f64::from(i % 7) / 10.0 - 0.3, f64::from(i % 5) / 10.0 - 0.2, 0.1);
            let ray = Ray { point: from, direction: target - from };
            if let Some(hit) = kernel(&body, &ray) {
                hits += 1;
                assert!(hit.normal.dot(ray.direction) < 1e-12 && (hit.normal.norm() - 1.0).abs() < 1e-12);
                // a step outside along the normal no longer meets the body on the way back out
                let outside = ray.at(hit.dist) + hit.normal * 1e-6;
                assert_eq!(kernel(&body, &Ray { point: outside, direction: hit.normal }), None);
            }
        }
        assert!(hits > 200, "{hits}");
    }
}

#[test]
fn triangles_are_hit_from_both_sides_but_not_behind_the_ray() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    for direction in [Vec3::Z, -Vec3::Z] {
        let from = Vec3::new(0.25, 0.25, 0.0) - direction;
        let basis = Basis::new(direction);
        assert_eq!(triangle(corners, &Ray { point: from, direction }, &basis).map(|h| h.dist), Some(1.0));
        let beyond = Ray { point: from + direction * 2.0, direction };
        assert_eq!(triangle(corners, &beyond, &basis), None);
    }
}
