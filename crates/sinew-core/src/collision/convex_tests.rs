//! GJK, EPA and their points against closed forms and against what must always hold.

use super::ccd::{Buffers, Contacts, Points, ccd};
use super::convex::{Convex, Kind};
use super::gjk::Limits;
use crate::math::{Mat3, Quat, Vec3};
use crate::scratch::Scratch;

const LIMITS: Limits = Limits { tolerance: 1e-6, iterations: 50, cutoff: 0.0 };

fn query(a: &Convex, b: &Convex, limits: Limits, points: Points) -> Contacts {
    let mut scratch = Scratch::default();
    let mut frame = scratch.frame(Buffers::need(limits.iterations, 0, 0));
    let mut buffers = Buffers::new(&mut frame, limits.iterations, 0, 0);
    ccd(&mut a.clone(), &mut b.clone(), limits, 0.0, points, &mut buffers)
}

/// From the first body to the second at the first witness.
fn normal(found: &Contacts) -> Vec3 {
    let w = found.witnesses()[0];
    (w.two - w.one).normalized().0 * found.dist.signum()
}

fn body(kind: Kind<'static>, pos: Vec3, mat: Mat3, size: [f64; 3]) -> Convex<'static> {
    // a test may keep what it asked for
    Convex::new(kind, pos, Box::leak(Box::new(mat)), Vec3(size))
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

    fn body(&mut self) -> Convex<'static> {
        let kind = [Kind::Sphere, Kind::Capsule, Kind::Ellipsoid, Kind::Cylinder, Kind::Box];
        let pick = ((self.next() + 1.0) * 2.5) as usize % 5;
        let size = [self.next().abs() + 0.2, self.next().abs() + 0.2, self.next().abs() + 0.2].map(|x| 0.4 * x);
        body(kind[pick], self.vec(), self.mat(), size)
    }
}

#[test]
fn spheres_have_the_distance_of_their_centres_less_their_radii() {
    let mut random = Random(1);
    for _ in 0..500 {
        let (one, two) = (random.vec(), random.vec());
        let a = body(Kind::Sphere, one, Mat3::IDENTITY, [0.2, 0.0, 0.0]);
        let b = body(Kind::Sphere, two, Mat3::IDENTITY, [0.3, 0.0, 0.0]);
        let found = query(&a, &b, Limits { cutoff: 10.0, ..LIMITS }, Points::One);
        assert!((found.dist - (one.distance(two) - 0.5)).abs() < 1e-12);
        assert!(normal(&found).distance((two - one).normalized().0) < 1e-9);
    }
}

#[test]
fn overlapping_boxes_are_as_deep_as_their_thinnest_overlap() {
    let a = body(Kind::Box, Vec3::ZERO, Mat3::IDENTITY, [1.0, 1.0, 1.0]);
    let b = body(Kind::Box, Vec3::new(0.3, 0.2, 1.75), Mat3::IDENTITY, [1.0, 1.0, 1.0]);
    let found = query(&a, &b, LIMITS, Points::One);
    assert!((found.dist + 0.25).abs() < 1e-12);
    assert!(normal(&found).distance(Vec3::Z) < 1e-12);
}

#[test]
fn bodies_with_the_same_centre_are_as_deep_as_it_takes_to_part_them() {
    let a = body(Kind::Box, Vec3::ZERO, Mat3::IDENTITY, [0.5, 0.4, 0.1]);
    let b = body(Kind::Box, Vec3::ZERO, Mat3::IDENTITY, [0.3, 0.3, 0.2]);
    let found = query(&a, &b, LIMITS, Points::One);
    assert!((found.dist + 0.3).abs() < 1e-12, "{}", found.dist);
}

#[test]
fn a_cylinder_on_a_box_stands_on_four_points() {
    let a = body(Kind::Cylinder, Vec3::Z * 0.49, Mat3::IDENTITY, [0.2, 0.4, 0.0]);
    let b = body(Kind::Box, Vec3::ZERO, Mat3::IDENTITY, [1.0, 1.0, 0.1]);
    let found = query(&a, &b, LIMITS, Points::Several);
    assert_eq!(found.witnesses().len(), 4);
    for w in found.witnesses() {
        assert!((w.dist + 0.01).abs() < 1e-12);
        assert!((w.one[0] * w.one[0] + w.one[1] * w.one[1] - 0.04).abs() < 1e-12, "on the rim");
    }
    assert!(normal(&found).distance(-Vec3::Z) < 1e-12);
}

#[test]
fn a_lying_cylinder_touches_a_box_along_its_length() {
    let lying = Quat::from_axis_angle(Vec3::Y, std::f64::consts::FRAC_PI_2).to_mat();
    let a = body(Kind::Cylinder, Vec3::Z * 0.29, lying, [0.2, 0.4, 0.0]);
    let b = body(Kind::Box, Vec3::ZERO, Mat3::IDENTITY, [1.0, 1.0, 0.1]);
    let found = query(&a, &b, LIMITS, Points::Several);
    let mut along: Vec<f64> = found.witnesses().iter().map(|w| w.one[0]).collect();
    along.sort_by(f64::total_cmp);
    assert!(along.len() == 2 && (along[0] + 0.4).abs() < 1e-9 && (along[1] - 0.4).abs() < 1e-9, "{along:?}");
}

#[test]
fn distance_is_reached_by_its_witnesses_and_never_above_any_separation() {
    let mut random = Random(3);
    let limits = Limits { cutoff: 10.0, iterations: 100, ..LIMITS };
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..3000 {
        let (mut a, mut b) = (random.body(), random.body());
        let found = query(&a, &b, limits, Points::One);
        let Some(w) = found.witnesses().first() else { continue };
        if found.dist > 1e-5 {
            apart += 1;
            assert!((w.one.distance(w.two) - found.dist).abs() < 1e-9);
        } else {
            overlapping += 1;
        }
        // how far the bodies are apart along any direction is a lower bound of the distance
        let gap = |a: &mut Convex, b: &mut Convex, n: Vec3| n.dot(b.support(-n)) - n.dot(a.support(n));
        assert!((gap(&mut a, &mut b, normal(&found)) - found.dist).abs() < 2e-4, "{a:?} {b:?} {found:?}");
        for _ in 0..10 {
            let n = random.vec().normalized().0;
            assert!(gap(&mut a, &mut b, n) <= found.dist + 1e-5, "{a:?} {b:?} {found:?}");
        }
    }
    assert!(apart > 300 && overlapping > 300, "{apart} {overlapping}");
}

#[test]
fn swapping_the_bodies_mirrors_the_contact() {
    let mut random = Random(4);
    let limits = Limits { cutoff: 0.1, ..LIMITS };
    for _ in 0..2000 {
        let (a, b) = (random.body(), random.body());
        let (one, two) = (query(&a, &b, limits, Points::One), query(&b, &a, limits, Points::One));
        assert_eq!(one.witnesses().len(), two.witnesses().len());
        if !one.witnesses().is_empty() {
            assert!((one.dist - two.dist).abs() < 1e-4, "{a:?} {b:?} {} {}", one.dist, two.dist);
        }
    }
}

#[test]
fn degenerate_bodies_end_with_finite_answers() {
    let sizes = [[0.0; 3], [1e-9, 1e-9, 1e-9], [1e6, 1e-6, 1.0], [1.0, 0.0, 0.0]];
    let kinds = [Kind::Sphere, Kind::Capsule, Kind::Ellipsoid, Kind::Cylinder, Kind::Box];
    for kind1 in kinds {
        for kind2 in kinds {
            for size1 in sizes {
                for size2 in sizes {
                    for pos in [Vec3::ZERO, Vec3::X * 1e-12, Vec3::Z, Vec3::X * f64::NAN] {
                        let a = body(kind1, Vec3::ZERO, Mat3::IDENTITY, size1);
                        let b = body(kind2, pos, Mat3::IDENTITY, size2);
                        let found = query(&a, &b, LIMITS, Points::Several);
                        if pos.is_finite() {
                            assert!(found.witnesses().iter().all(|w| w.dist.is_finite()), "{a:?} {b:?}");
                        }
                    }
                }
            }
        }
    }
}
