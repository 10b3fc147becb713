//! What must hold of contacts whatever the shapes: symmetry, invariance under motion, a bound on the distance, and an
//! answer to degenerate input.

mod common;

use common::{Random, model};
use sinew::prelude::*;
use sinew_core::collision::convex::{Convex, Kind};
use sinew_core::collision::{collision, geom_distance};
use sinew_core::math::{Quat, Vec3};
use sinew_core::position::{com_pos, kinematics};

const KINDS: [(&str, &str); 7] = [
    ("sphere", r#"size="0.1""#),
    ("capsule", r#"size="0.06 0.12""#),
    ("ellipsoid", r#"size="0.08 0.14 0.1""#),
    ("cylinder", r#"size="0.09 0.12""#),
    ("box", r#"size="0.07 0.1 0.13""#),
    ("mesh", r#"mesh="wedge""#),
    ("sdf", r#"mesh="wedge""#),
];
const WEDGE: &str =
    r#"<mesh name="wedge" vertex="-.1 -.1 -.1  .1 -.1 -.1  .1 .12 -.1  -.1 .1 -.1  0 -.05 .1  .02 .08 .12"/>"#;
/// Kinds that GJK and EPA take.
const CONVEX: usize = 5;

type Pose = (Vec3, Quat);

fn two_bodies(one: &str, two: &str) -> Model {
    // a mass of its own, for shapes that have next to none
    let mass = r#"<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>"#;
    let body = |geom: &str| format!("<body><freejoint/>{mass}<geom {geom}/></body>");
    let (one, two) = (body(one), body(two));
    model(&format!("<mujoco><asset>{WEDGE}</asset><worldbody>{one}{two}</worldbody></mujoco>"))
}

fn geom(kind: usize) -> String {
    format!(r#"type="{}" {}"#, KINDS[kind].0, KINDS[kind].1)
}

/// Contacts of two free bodies at these poses.
fn touch(m: &Model, d: &mut Data, poses: [Pose; 2]) -> Vec<(f64, Vec3, Vec3)> {
    for (qpos, (pos, quat)) in d.qpos.chunks_exact_mut(7).zip(poses) {
        qpos[..3].copy_from_slice(&pos.0);
        qpos[3..].copy_from_slice(&quat.0);
    }
    kinematics(m, d);
    com_pos(m, d);
    collision(m, d);
    d.contact.iter().map(|c| (c.dist, c.pos, c.frame.row(0))).collect()
}

/// Poses that overlap a little as a rule.
fn near(random: &mut Random) -> [Pose; 2] {
    let way = random.vec().normalized().0;
    let apart = 0.17 + 0.03 * random.next();
    [(Vec3::ZERO, random.quat()), (way * apart, random.quat())]
}

/// Largest difference between contacts as sets; the second ones are turned round if `mirrored`.
fn difference(one: &[(f64, Vec3, Vec3)], two: &[(f64, Vec3, Vec3)], mirrored: bool) -> f64 {
    let sign = if mirrored { -1.0 } else { 1.0 };
    let between = |p: &(f64, Vec3, Vec3), q: &(f64, Vec3, Vec3)| {
        (p.0 - q.0).abs().max(p.1.distance(q.1)).max(p.2.distance(q.2 * sign))
    };
    let nearest = |p| two.iter().fold(f64::INFINITY, |least: f64, q| least.min(between(p, q)));
    one.iter().map(nearest).fold(0.0, f64::max)
}

#[test]
fn swapping_two_geoms_mirrors_their_contacts() {
    let mut random = Random(1);
    for i in 0..KINDS.len() {
        for j in i..KINDS.len() {
            let (m, n) = (two_bodies(&geom(i), &geom(j)), two_bodies(&geom(j), &geom(i)));
            let (mut d, mut e) = (m.make_data(), n.make_data());
            let (mut touched, mut odd) = (0, 0);
            for _ in 0..60 {
                let [one, two] = near(&mut random);
                let (straight, swapped) = (touch(&m, &mut d, [one, two]), touch(&n, &mut e, [two, one]));
                touched += usize::from(!straight.is_empty());
                // geoms of two kinds come in the order of their kinds, whichever body is first
                let same = straight.len() == swapped.len() && difference(&straight, &swapped, i == j) < 1e-2;
                let exact = i < CONVEX && j < CONVEX || i != j;
                let depth = |c: &[(f64, Vec3, Vec3)]| c.iter().fold(0.0_f64, |least, c| least.min(c.0));
                odd += usize::from(if exact { !same } else { (depth(&straight) - depth(&swapped)).abs() > 1e-2 });
            }
            let names = (KINDS[i].0, KINDS[j].0);
            assert!(touched > 15 && odd <= 1, "{names:?}: {odd} of {touched} are not mirrored");
        }
    }
}

#[test]
fn contacts_move_with_the_bodies() {
    let mut random = Random(2);
    for i in 0..6 {
        for j in i..6 {
            let m = two_bodies(&geom(i), &geom(j));
            let (mut d, mut e) = (m.make_data(), m.make_data());
            let mut odd = 0;
            for _ in 0..60 {
                let poses = near(&mut random);
                let (shift, turn) = (random.vec(), random.quat());
                let moved = poses.map(|(pos, quat)| (turn.rotate(pos) + shift, turn * quat));
                let here: Vec<_> = touch(&m, &mut d, poses)
                    .into_iter()
                    .map(|(dist, pos, normal)| (dist, turn.rotate(pos) + shift, turn.rotate(normal)))
                    .collect();
                let there = touch(&m, &mut e, moved);
                odd += usize::from(here.len() != there.len() || difference(&here, &there, false) > 1e-2);
            }
            assert!(odd <= 1, "{} and {}: {odd} of 60 did not move along", KINDS[i].0, KINDS[j].0);
        }
    }
}

/// The greatest lower bound of the distance, `min n·b - max n·a`, over directions around one from the first body to the
/// second: ever smaller steps on the sphere.
fn separation(a: &mut Convex, b: &mut Convex, direction: Vec3) -> f64 {
    let mut along = |n: Vec3| n.dot(b.support(-n)) - n.dot(a.support(n));
    let (mut n, mut best, mut reach, mut turn) = (direction, along(direction), 0.3, 0.0);
    while reach > 1e-7 {
        // directions turn from round to round, so that no ridge stays between them
        turn += 1.0;
        let side = if n[0].abs() < 0.6 { Vec3::X } else { Vec3::Y };
        let u = n.cross(side).normalized().0;
        let v = n.cross(u);
        let mut moved = false;
        for k in 0..12 {
            let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_6 + turn).sin_cos();
            let trial = (n + (u * cos + v * sin) * reach).normalized().0;
            let value = along(trial);
            if value > best {
                (n, best, moved) = (trial, value, true);
            }
        }
        if !moved {
            reach *= 0.8;
        }
    }
    best
}

#[test]
fn the_distance_is_never_above_the_true_one() {
    let kinds = [Kind::Sphere, Kind::Capsule, Kind::Ellipsoid, Kind::Cylinder, Kind::Box];
    let mut random = Random(3);
    for i in 0..CONVEX {
        for j in i..CONVEX {
            let mut m = two_bodies(&geom(i), &geom(j));
            // enough for round shapes deep in each other
            m.opt.ccd_iterations = 500;
            let mut d = m.make_data();
            for far in [false, true] {
                for _ in 0..100 {
                    let [one, (pos, quat)] = near(&mut random);
                    let found = touch(&m, &mut d, [one, (pos * if far { 2.5 } else { 1.0 }, quat)]);
                    let (pos, mat) = ([d.geom_xpos[0], d.geom_xpos[1]], [d.geom_xmat[0], d.geom_xmat[1]]);
                    let body = |g: usize, k: usize| Convex::new(kinds[k], pos[g], &mat[g], m.geom_size[g]);
                    let (mut a, mut b) = (body(0, i), body(1, j));
                    // each direction gives a distance that the true one is not below; the depth of a box in a capsule
                    // or box is by MuJoCo's formula, which is another
                    if !far {
                        if [(1, 4), (4, 4)].contains(&(i, j)) {
                            continue;
                        }
                        // several points are measured along the normal of a face that is nearly aligned
                        let [deepest] = found[..] else { continue };
                        let bound = separation(&mut a, &mut b, deepest.2);
                        assert!(deepest.0 <= bound + 1e-5, "{i} {j}: {} where {bound} is sure", deepest.0);
                        continue;
                    }
                    let (dist, points) = geom_distance(&m, &mut d, 0, 1, 10.0);
                    let Some([p, q]) = points else { panic!("{i} {j}: no distance") };
                    assert!((p.distance(q) - dist.abs()).abs() < 1e-9, "{i} {j}: points are not {dist} apart");
                    let bound = separation(&mut a, &mut b, (q - p).normalized().0);
                    assert!((dist - bound).abs() < 1e-5, "{i} {j}: {dist} where {bound} is sure");
                }
            }
        }
    }
}

/// Every number of every contact is one, and there are not too many.
fn is_sound(found: &[(f64, Vec3, Vec3)]) -> bool {
    found.len() <= 50
        && found.iter().all(|(dist, pos, normal)| dist.is_finite() && pos.is_finite() && normal.is_finite())
}

#[test]
fn coincident_and_nested_shapes_give_finite_contacts() {
    let large = [
        r#"type="sphere" size="2""#,
        r#"type="capsule" size="2 1""#,
        r#"type="ellipsoid" size="2 3 2.5""#,
        r#"type="cylinder" size="2 2""#,
        r#"type="box" size="2 2 2""#,
    ];
    let mut random = Random(4);
    for i in 0..KINDS.len() {
        for other in (0..KINDS.len()).map(geom).chain(large.map(String::from)) {
            let m = two_bodies(&geom(i), &other);
            let mut d = m.make_data();
            for quat in [Quat::IDENTITY, random.quat()] {
                let found = touch(&m, &mut d, [(Vec3::ZERO, Quat::IDENTITY), (Vec3::ZERO, quat)]);
                assert!(is_sound(&found), "{} in {other}: {found:?}", KINDS[i].0);
                // what is inside touches, but for fields that have no slope at their centre
                let field = KINDS[i].0 == "sdf" || other.contains("sdf");
                assert!(field || found.iter().any(|c| c.0 < 0.0), "{} in {other}: nothing touches", KINDS[i].0);
            }
        }
    }
}

#[test]
fn needles_sheets_and_extreme_ratios_give_finite_contacts() {
    let extreme = [
        r#"type="sphere" size="1e-7""#,
        r#"type="sphere" size="1e6""#,
        r#"type="capsule" size="1e-7 1""#,
        r#"type="ellipsoid" size="1e-6 1 1""#,
        r#"type="ellipsoid" size="1e-6 1e-6 1""#,
        r#"type="cylinder" size="1 1e-7""#,
        r#"type="cylinder" size="1e-7 1""#,
        r#"type="box" size="1e-7 1 1""#,
        r#"type="box" size="1e-7 1e-7 1""#,
        r#"type="box" size="1e5 1e5 1e5""#,
    ];
    let mut random = Random(5);
    for one in extreme {
        for two in extreme.into_iter().map(String::from).chain((0..KINDS.len()).map(geom)) {
            let m = two_bodies(one, &two);
            let mut d = m.make_data();
            for _ in 0..20 {
                let found = touch(&m, &mut d, [(Vec3::ZERO, random.quat()), (random.vec() * 0.2, random.quat())]);
                assert!(is_sound(&found), "{one}, {two}: {found:?}");
            }
        }
    }
}

#[test]
fn faces_that_just_touch_give_contacts_of_no_depth() {
    let m = two_bodies(r#"type="box" size="0.1 0.1 0.1""#, r#"type="box" size="0.1 0.1 0.1" margin="1e-6""#);
    let mut d = m.make_data();
    let found = touch(&m, &mut d, [(Vec3::ZERO, Quat::IDENTITY), (Vec3::Z * 0.2, Quat::IDENTITY)]);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|c| c.0.abs() < 1e-12 && c.2.distance(Vec3::Z) < 1e-12), "{found:?}");
}

#[test]
fn poses_that_are_not_numbers_give_no_contacts_and_no_panic() {
    let mut random = Random(6);
    for i in 0..KINDS.len() {
        for j in i..KINDS.len() {
            let m = two_bodies(&geom(i), &geom(j));
            let mut d = m.make_data();
            for bad in [f64::NAN, f64::INFINITY, 1e300] {
                let _ = touch(&m, &mut d, near(&mut random));
                d.geom_xpos[1][2] = bad;
                collision(&m, &mut d);
                assert!(d.contact.iter().all(|c| c.dist.is_finite() && c.pos.is_finite()), "{:?}", KINDS[i].0);
                let _ = geom_distance(&m, &mut d, 0, 1, 1.0);
                let _ = touch(&m, &mut d, near(&mut random));
                d.geom_xmat[0][4] = bad;
                collision(&m, &mut d);
                assert!(d.contact.iter().all(|c| c.dist.is_finite() && c.pos.is_finite()), "{:?}", KINDS[i].0);
            }
        }
    }
}

#[test]
fn a_mesh_with_triangles_without_area_collides_by_its_hull() {
    let flat = r#"<mesh name="flat" inertia="shell" vertex="-1 -1 0 1 -1 0 1 1 0 -1 1 0 0 0 1" face="0 2 1 0 3 2 0 1 4 1 2 4 2 3 4 3 0 4 0 1 1"/>"#;
    let m = model(&format!(
        r#"<mujoco><asset>{flat}</asset><worldbody><body><freejoint/><geom type="mesh" mesh="flat" mass="1"/></body>
           <body><freejoint/><geom size="0.2"/></body></worldbody></mujoco>"#
    ));
    let mut d = m.make_data();
    let place = Quat::IDENTITY;
    let found = touch(&m, &mut d, [(Vec3::ZERO, place), (Vec3::new(0.1, 0.0, -0.1), place)]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].0 + 0.1).abs() < 1e-6 && found[0].2.distance(Vec3::Z) < 1e-6, "{found:?}");
}

/// Two free balls of many vertices, their hulls climbed, and a smaller hull that either may take.
fn two_climbed() -> Model {
    let body = r#"<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="ball"/></body>"#;
    let corner = |i: i32| {
        let angle = f64::from(i / 2) * std::f64::consts::FRAC_PI_3;
        format!("{} {} {}", 0.1 * angle.cos(), 0.1 * angle.sin(), if i % 2 == 0 { 0.1 } else { -0.1 })
    };
    let prism = (0..12).map(corner).collect::<Vec<_>>().join(" ");
    model(&format!(
        r#"<mujoco><asset><mesh name="ball" builtin="sphere" params="3" scale="0.1 0.1 0.1"/><mesh name="prism" vertex="{prism}"/></asset>
             <worldbody>{body}{body}</worldbody></mujoco>"#
    ))
}

#[test]
fn contacts_do_not_depend_on_where_geoms_were_before() {
    let pairs = [(4, 3), (5, 4), (2, 2)].map(|(one, two)| [geom(one), geom(two)]);
    let models = pairs.iter().map(|[one, two]| two_bodies(one, two)).chain([two_climbed()]);
    for m in models {
        let (mut random, mut used) = (Random(11), m.make_data());
        let (mut met, mut apart) = (0, 0);
        let (mut one, mut two) = ((Vec3::ZERO, random.quat()), (Vec3::ZERO, random.quat()));
        for i in 0..600 {
            // now and then a jump, else a drift, so that what is kept is right at times and wrong at others
            let reach = if i % 10 == 0 { 0.25 } else { 0.02 };
            two.0 = if i % 10 == 0 { random.vec() * reach } else { two.0 + random.vec() * reach };
            if i % 25 == 0 {
                (one.1, two.1) = (random.quat(), random.quat());
            }
            one.0 += random.vec() * 0.01;
            let found = touch(&m, &mut used, [one, two]);
            assert_eq!(found, touch(&m, &mut m.make_data(), [one, two]), "pose {i}");
            if found.is_empty() { apart += 1 } else { met += 1 }
        }
        assert!(met > 30 && apart > 30, "{met} met, {apart} apart");
    }
}

#[test]
fn hulls_follow_their_vertices_at_set_const() {
    let mut m = two_climbed();
    let poses = [(Vec3::ZERO, Quat::IDENTITY), (Vec3::new(0.15, 0.05, 0.0), Quat::IDENTITY)];
    let before = touch(&m, &mut m.make_data(), poses);
    // the ball is the same, but each vertex is on its other side
    for v in &mut m.mesh_vert {
        v[0] = -v[0];
    }
    let mut d = m.make_data();
    sinew::model::set_const(&mut m, &mut d).expect("constants");
    let after = touch(&m, &mut m.make_data(), poses);
    let deepest = |found: &[(f64, Vec3, Vec3)]| found.iter().map(|f| f.0).fold(f64::INFINITY, f64::min);
    assert!((deepest(&before) - deepest(&after)).abs() < 1e-6, "{before:?} {after:?}");
}

#[test]
fn a_geom_may_take_another_mesh_between_steps() {
    let mut m = two_climbed();
    let mut d = m.make_data();
    // boxes overlap and hulls do not, so that a search finds them apart
    let poses = |x: f64| [(Vec3::ZERO, Quat::IDENTITY), (Vec3::new(x, x, x), Quat::IDENTITY)];
    assert!(touch(&m, &mut d, poses(0.13)).is_empty());
    m.geom_dataid[0] = 1;
    m.geom_dataid[1] = 1;
    assert!(touch(&m, &mut d, poses(0.13)).is_empty());
    assert_eq!(touch(&m, &mut d, poses(0.1)), touch(&m, &mut m.make_data(), poses(0.1)));
}
