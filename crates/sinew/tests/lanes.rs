//! Four simulations side by side have, to the last bit, all that each has alone.

use sinew::error::OnBadNumbers;
use sinew::lanes::{LANES, Lanes};
use sinew::prelude::*;

/// Every type of joint, a body moved by hand, shared frames, a tendon with armature, cameras and sensors.
const MENAGERIE: &str = r#"<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="hand" mocap="true" pos="0 0 1.5" quat="1 .2 0 0"><geom size=".05"/>
      <body pos=".2 0 0"><geom size=".03"/></body>
    </body>
    <body pos="0 0 .6" quat="1 .1 .2 .3">
      <freejoint/><geom type="box" size=".1 .05 .2"/><geom size=".06" pos="0 .1 0" euler="10 20 30"/>
      <body pos=".15 0 0">
        <joint type="ball" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
        <camera pos="0 0 1" mode="track"/>
        <body pos=".25 0 0">
          <joint name="a" axis="0 1 1" pos=".01 0 0"/><joint name="b" type="slide" axis="1 0 0" armature=".01"/>
          <geom type="cylinder" size=".04 .05"/><site name="tip" pos=".1 0 0" euler="0 30 0"/>
        </body>
      </body>
    </body>
    <body pos="1 0 .5"><joint name="c" axis="0 0 1"/><geom type="ellipsoid" size=".2 .1 .05" pos=".2 0 0"/></body>
    <body pos="1 1 .5"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <tendon><fixed armature=".02"><joint joint="a" coef="1"/><joint joint="c" coef="-.5"/></fixed></tendon>
  <actuator><motor joint="a"/><position joint="c" kp="2"/><motor site="tip" gear="1 0 0 0 0 0"/></actuator>
  <sensor><accelerometer site="tip"/><subtreelinvel body="hand"/><gyro site="tip"/></sensor>
</mujoco>"#;

/// Some number between -1 and 1.
fn wave(k: usize) -> f64 {
    (k * 37 % 101) as f64 / 50.5 - 1.0
}

/// Data at four states that differ.
fn apart(m: &Model) -> Vec<Data> {
    let start = |lane: usize| {
        let mut d = m.make_data();
        let some = |k: usize| 0.3 * wave(7 * k + 31 * lane + 3);
        (0..m.nq).for_each(|i| d.qpos[i] += some(i));
        (0..m.nv).for_each(|i| d.qvel[i] = some(i + 50));
        (0..m.nu).for_each(|i| d.ctrl[i] = some(i + 90));
        if let Some(hand) = d.mocap_pos.first_mut() {
            hand[0] += some(11);
        }
        d
    };
    (0..LANES).map(start).collect()
}

/// Steps four simulations side by side and each alone, and compares all that they hold; at every third step, as nobody looks
/// at the others.
fn compare(m: &Model, steps: usize) {
    let (mut alone, mut together) = (apart(m), apart(m));
    let mut lanes = Lanes::new(m);
    for step in 0..steps {
        for d in &mut alone {
            d.step(m).expect("the scene is sound");
        }
        let [a, b, c, d] = &mut together[..] else { panic!("there are four") };
        let (mut four, live, seen) = ([a, b, c, d], [true; LANES], step % 3 == 0);
        let done = if seen { lanes.step(m, &mut four, live) } else { lanes.step_unseen(m, &mut four, live) };
        for done in done {
            done.expect("the scene is sound");
        }
        if !seen {
            continue;
        }
        for (lane, (alone, together)) in alone.iter().zip(&together).enumerate() {
            assert!(alone.to_bytes() == together.to_bytes(), "lane {lane} after step {step}");
        }
    }
}

#[test]
fn every_joint_has_the_bits_that_it_has_alone() {
    // without the tendon and its armature more is done side by side
    let (start, end) = (MENAGERIE.find("<tendon>").expect("it has one"), MENAGERIE.find("<actuator>").expect("some"));
    let bare = [&MENAGERIE[..start], &MENAGERIE[end..]].concat();
    for xml in [MENAGERIE, &bare] {
        for integrator in ["Euler", "RK4", "implicit", "implicitfast", "discrete"] {
            let option = format!(r#"<mujoco><option integrator="{integrator}"/>"#);
            let m = Model::from_xml_str(&xml.replacen("<mujoco>", &option, 1)).expect("it compiles");
            compare(&m, 30);
        }
    }
}

/// Two legs that walk in a plane: limits, and contacts that come and go.
const WALKER: &str = r#"<mujoco>
  <option timestep=".005"/>
  <default><joint axis="0 1 0" damping=".5" armature=".05" range="-40 40"/><geom type="capsule" size=".04"/></default>
  <worldbody>
    <geom type="plane" size="9 9 .1"/>
    <body pos="0 0 .68">
      <joint type="slide" axis="1 0 0" range="-1 1" damping="0"/><joint type="slide" axis="0 0 1" damping="0"/>
      <joint damping="0" limited="false"/><geom fromto="-.3 0 0 .3 0 0"/>
      <body pos="-.3 0 0"><joint/><geom fromto="0 0 0 .1 0 -.3"/>
        <body pos=".1 0 -.3"><joint/><geom fromto="0 0 0 -.1 0 -.3"/><geom size=".05" type="sphere" pos="-.1 0 -.3" condim="1"/></body>
      </body>
      <body pos=".3 0 0"><joint/><geom fromto="0 0 0 .1 0 -.3"/>
        <body pos=".1 0 -.3"><joint/><geom fromto="0 0 0 -.1 0 -.3" condim="6"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>"#;

#[test]
fn contacts_that_come_and_go_have_the_bits_that_they_have_alone() {
    for option in [
        "",
        "integrator='RK4'",
        "integrator='implicitfast'",
        "iterations='1'",
        "ls_iterations='3'",
        "tolerance='0' ls_tolerance='0'",
        "tolerance='1'",
        "solver='CG'",
        "cone='elliptic'",
        "noslip_iterations='2'",
    ] {
        let xml = WALKER.replacen("<option", &format!("<option {option}"), 1);
        compare(&Model::from_xml_str(&xml).expect("it compiles"), 300);
    }
}

#[test]
fn models_of_the_repository_have_the_bits_that_they_have_alone() {
    for name in ["arm", "cartpole", "elbow", "humanoid", "quadruped"] {
        let path = format!("{}/../../models/{name}.xml", env!("CARGO_MANIFEST_DIR"));
        compare(&Model::from_xml_path(path).expect("it loads"), 20);
    }
}

#[test]
fn one_that_fails_or_rests_leaves_the_others_alone() {
    let m = Model::from_xml_str(MENAGERIE).expect("it compiles");
    let (mut alone, mut together) = (apart(&m), apart(&m));
    together[1].qpos[0] = f64::NAN;
    let untouched = together[3].to_bytes();
    let [a, b, c, d] = &mut together[..] else { panic!("there are four") };
    let done = Lanes::new(&m).step(&m, &mut [a, b, c, d], [true, true, true, false]);
    assert_eq!(done.map(|done| done.is_ok()), [true, false, true, true]);
    for lane in [0, 2] {
        alone[lane].step(&m).expect("the scene is sound");
        assert!(alone[lane].to_bytes() == together[lane].to_bytes(), "lane {lane}");
    }
    assert_eq!(together[3].to_bytes(), untouched);
}

#[test]
fn one_that_is_reset_leaves_the_others_alone() {
    for name in ["humanoid", "quadruped"] {
        let path = format!("{}/../../models/{name}.xml", env!("CARGO_MANIFEST_DIR"));
        let m = Model::from_xml_path(path).expect("it loads");
        let (mut alone, mut together) = (apart(&m), apart(&m));
        for four in [&mut alone, &mut together] {
            for d in &mut *four {
                d.policy.on_bad_numbers = OnBadNumbers::Reset;
            }
            // more than any acceleration may be
            four[1].qfrc_applied[7] = 1e20;
        }
        for d in &mut alone {
            d.step(&m).expect("it starts anew");
        }
        let [a, b, c, d] = &mut together[..] else { panic!("there are four") };
        let done = Lanes::new(&m).step(&m, &mut [a, b, c, d], [true; LANES]);
        assert!(done.iter().all(Result::is_ok));
        assert!(together[1].warning.iter().any(|warning| warning.number > 0), "{name}");
        for (lane, (alone, together)) in alone.iter().zip(&together).enumerate() {
            assert!(alone.to_bytes() == together.to_bytes(), "{name}, lane {lane}");
        }
    }
}

#[test]
fn data_of_another_model_fails_alone() {
    let m = Model::from_xml_str(MENAGERIE).expect("it compiles");
    let mut other = Model::from_xml_str("<mujoco/>").expect("it compiles").make_data();
    let mut data = apart(&m);
    let [a, _, c, d] = &mut data[..] else { panic!("there are four") };
    for live in [true, false] {
        let done = Lanes::new(&m).step(&m, &mut [a, &mut other, c, d], [true, live, true, true]);
        assert_eq!(done.map(|done| done.is_ok()), [true, !live, true, true]);
    }
}

#[test]
fn while_something_may_sleep_each_goes_by_itself() {
    let xml = MENAGERIE.replacen("<mujoco>", r#"<mujoco><option><flag sleep="enable"/></option>"#, 1);
    let m = Model::from_xml_str(&xml).expect("it compiles");
    assert!(!Lanes::suit(&m));
    compare(&m, 5);
}
