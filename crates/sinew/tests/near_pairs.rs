//! Which pairs of bodies are looked at: MuJoCo 4.0.1's contacts where its boxes around bodies, planes on bodies without
//! dofs, or welds decide.

mod common;

use common::{Random, model};
use sinew::prelude::*;
use sinew_core::model::GeomType;

/// Geoms of each contact in the initial pose.
fn touching(xml: &str) -> Vec<[i32; 2]> {
    let m = model(xml);
    let mut d = m.make_data();
    assert!(d.forward(&m).is_ok());
    d.contact.iter().map(|c| c.geom).collect()
}

/// Contacts of two balls of radius 0.1 with a gap of 0.3 each, this far apart, with a third ball far away.
fn balls_with_gaps(apart: f64, option: &str) -> usize {
    let ball =
        |x: f64, y: f64, gap: f64| format!(r#"<body pos="{x} {y} 1"><freejoint/><geom size=".1" gap="{gap}"/></body>"#);
    let balls = [ball(0.0, 0.0, 0.3), ball(apart, 0.0, 0.3), ball(0.0, 5.0, 0.0)].concat();
    touching(&format!("<mujoco>{option}<worldbody>{balls}</worldbody></mujoco>")).len()
}

#[test]
fn boxes_of_an_overridden_margin_leave_out_the_gap() {
    let overridden = |margin: f64| format!(r#"<option o_margin="{margin}"><flag override="enable"/></option>"#);
    let counts = |option: &str| [0.25, 0.35, 0.45, 0.65, 0.85].map(|apart| balls_with_gaps(apart, option));
    assert_eq!(counts(""), [1, 1, 1, 1, 0]);
    // the boxes take back what the spheres find in the gap
    assert_eq!(counts(&overridden(0.1)), [1, 0, 0, 0, 0]);
    assert_eq!(counts(&overridden(0.4)), [1, 1, 1, 0, 0]);
    // no override of zero
    assert_eq!(counts(&overridden(0.0)), [1, 1, 1, 1, 0]);
}

#[test]
fn trees_decide_which_boxes_touch_exactly() {
    // two jaws of six pads each, closed without depth; the rounding of turn and place parts some boxes around pads
    let pads = |side: f64| -> String {
        let pad = |i: usize| {
            let (x, z) = ([-0.1, 0.1][i / 3], [0.0, 0.1, 0.2][i % 3]);
            format!(r#"<geom type="box" size=".03 .02 .03" pos="{x} {side} {z}"/>"#)
        };
        (0..6).map(pad).collect()
    };
    let jaws =
        [0.02, -0.02].map(|side| format!(r#"<body><joint type="slide" axis="0 1 0"/>{}</body>"#, pads(side))).concat();
    let closed = |turn: i32, place: &str| {
        let mut pairs = touching(&format!(
            r#"<mujoco><worldbody><body pos="{place}" euler="0 0 {turn}">{jaws}</body></worldbody></mujoco>"#
        ));
        pairs.dedup();
        pairs
    };
    let (left, right) = ([[0, 6], [1, 7], [2, 8]], [[3, 9], [4, 10], [5, 11]]);
    assert_eq!(closed(47, "0.1 -0.9 0.5"), left);
    assert_eq!(closed(12, "0 1 0.9"), right);
    assert_eq!(closed(39, "-0.5 0.7 0"), right);
    assert_eq!(closed(157, "-0.9 0.7 -0.7"), [left, right].concat());
}

#[test]
fn a_plane_on_a_body_without_dofs_meets_everything_that_moves() {
    for mocap in ["", r#"mocap="true""#] {
        let xml = format!(
            r#"<mujoco><worldbody>
              <geom type="plane" size="1 1 1"/>
              <body pos="0 0 .5" {mocap}>
                <geom type="plane" size="1 1 .1"/><geom type="box" size=".1 .1 .1" pos="0 0 -.3"/>
              </body>
              <body pos="0 0 .55"><freejoint/><geom size=".1"/></body>
              <body pos="3 0 .55"><freejoint/><geom size=".1"/><geom size=".05" pos="0 0 .2"/></body>
              <body pos="3 0 .2"><geom size=".5"/></body>
            </worldbody></mujoco>"#
        );
        assert_eq!(touching(&xml), [[1, 3], [1, 4], [4, 6], [5, 6]], "{mocap}");
    }
}

#[test]
fn welded_bodies_and_parents_are_left_out() {
    let arm = |joint: &str, flags: &str| {
        touching(&format!(
            r#"<mujoco><option>{flags}</option><worldbody>
              <body><freejoint/><geom size=".1"/>
                <body pos=".05 0 0">{joint}<geom size=".1"/>
                  <body pos=".05 0 0"><joint/><geom size=".1"/></body>
                </body>
              </body>
            </worldbody></mujoco>"#
        ))
    };
    let unfiltered = r#"<flag filterparent="disable"/>"#;
    assert_eq!(arm("<joint/>", ""), [[0, 2]]);
    assert_eq!(arm("<joint/>", unfiltered), [[0, 1], [0, 2], [1, 2]]);
    // the middle body is part of the first
    assert_eq!(arm("", ""), [[0i32; 2]; 0]);
    assert_eq!(arm("", unfiltered), [[0, 2], [1, 2]]);
}

/// Twelve bodies of three geoms each in a heap over a floor with steps, and this many balls far from them.
fn heap(seed: u64, balls: usize) -> Model {
    let mut random = Random(seed);
    let mut body = || {
        let [x, y, z, a, b, c] = [(); 6].map(|()| random.next());
        format!(
            r#"<body pos="{} {} {}" euler="{} {} {}"><freejoint/><geom type="capsule" size=".04 .1"/>
               <geom type="box" size=".05 .06 .07" pos=".1 0 .05"/>
               <geom size=".07" pos="0 .1 0" contype="2" conaffinity="2"/></body>"#,
            0.3 * x,
            0.3 * y,
            0.2 + 0.2 * z,
            180.0 * a,
            180.0 * b,
            180.0 * c,
        )
    };
    let bodies: String = (0..12).map(|_| body()).collect();
    let far = |i: usize| format!(r#"<body pos="{i} 9 3"><freejoint/><geom size=".1"/></body>"#);
    let far: String = (0..balls).map(far).collect();
    model(&format!(
        r#"<mujoco><worldbody><geom type="plane" size="5 5 .1"/><geom type="box" size=".1 .4 .1" contype="3"/>
           <geom type="cylinder" size=".1 .2" pos=".2 .2 0"/>{bodies}{far}</worldbody></mujoco>"#
    ))
}

#[test]
fn contacts_do_not_depend_on_how_many_geoms_there_are_elsewhere() {
    for seed in 0..40 {
        let [few, many] = [0, 40].map(|balls| {
            let m = heap(seed, balls);
            let mut d = m.make_data();
            assert!(d.forward(&m).is_ok());
            d.contact.iter().map(|c| (c.geom, c.dist.to_bits(), c.pos.0.map(f64::to_bits))).collect::<Vec<_>>()
        });
        assert!(few.len() > 20);
        assert_eq!(few, many, "seed {seed}");
    }
}

#[test]
fn masks_that_change_between_steps_count_at_once() {
    let m = heap(0, 0);
    let mut d = m.make_data();
    let mut balls_touch = |m: &Model| {
        assert!(d.forward(m).is_ok());
        d.contact.iter().any(|c| c.geom.iter().any(|&g| m.geom_type[g as usize] == GeomType::Sphere as i32))
    };
    assert!(balls_touch(&m));
    let mut masked = m.clone();
    for g in 0..m.ngeom {
        if m.geom_type[g] == GeomType::Sphere as i32 {
            (masked.geom_contype[g], masked.geom_conaffinity[g]) = (0, 0);
        }
    }
    assert!(!balls_touch(&masked));
    assert!(balls_touch(&m));
}
