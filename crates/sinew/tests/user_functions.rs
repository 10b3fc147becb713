//! Functions of the user's own: what they do, and what happens when they fail.

use std::sync::Arc;

use sinew::prelude::*;
use sinew::{Data, OnBadNumbers, SensorStage, StepError};

/// A slider with an actuator that is the user's in every part, sensors that are, and a box over another.
const SLIDER: &str = r#"
<mujoco>
  <option gravity="0 0 0" timestep="0.01"/>
  <worldbody>
    <geom name="floor" type="box" size="1 1 0.1" condim="1"/>
    <body name="block" pos="0 0 0.19">
      <joint name="rail" type="slide" axis="1 0 0"/>
      <geom name="block" type="box" size="0.1 0.1 0.1" mass="2" condim="1"/>
    </body>
  </worldbody>
  <actuator>
    <general name="own" joint="rail" dyntype="user" gaintype="user" biastype="user"/>
  </actuator>
  <sensor>
    <user dim="2" needstage="vel" cutoff="5"/>
    <user dim="1" needstage="acc"/>
  </sensor>
</mujoco>"#;

fn slider() -> (Model, Data) {
    let mut m = Model::from_xml_str(SLIDER).expect("a sound model");
    m.callbacks.act_dyn = Some(Arc::new(|_, d: &mut Data, _| Ok(d.ctrl[0] - d.act[0])));
    m.callbacks.act_gain = Some(Arc::new(|_, _: &mut Data, _| Ok(4.0)));
    m.callbacks.act_bias = Some(Arc::new(|_, d: &mut Data, i| Ok(-3.0 * d.actuator_length[i])));
    let d = m.make_data();
    (m, d)
}

fn failure(m: &Model, d: &mut Data) -> String {
    match d.step(m) {
        Err(StepError::UserFunction(failure)) => failure.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_function_that_steps_forever_is_stopped_before_the_stack_ends() {
    let (mut m, mut d) = slider();
    m.callbacks.control = Some(Arc::new(|m: &Model, d: &mut Data| Ok(d.step(m)?)));
    assert!(failure(&m, &mut d).contains("from within itself"));
    // what was stopped can go on once the function is gone
    m.callbacks.control = None;
    d.step(&m).expect("nothing is left of it");
}

#[test]
fn dynamics_gain_and_bias_are_the_users() {
    let (m, mut d) = slider();
    (d.ctrl[0], d.act[0], d.qpos[0]) = (2.0, 0.5, 0.1);
    d.step(&m).expect("three sound functions");
    // force 4 · 0.5 - 3 · 0.1 on two kilograms; activation moves by h (2 - 0.5)
    assert!((d.actuator_force[0] - 1.7).abs() < 1e-15, "{}", d.actuator_force[0]);
    assert!((d.act[0] - 0.515).abs() < 1e-15 && (d.qvel[0] - 0.01 * 1.7 / 2.0).abs() < 1e-15);
}

#[test]
fn without_functions_the_gain_is_one_and_the_rest_nothing() {
    let m = Model::from_xml_str(SLIDER).expect("a sound model");
    let mut d = m.make_data();
    (d.ctrl[0], d.act[0]) = (2.0, 0.5);
    d.forward(&m).expect("nothing can fail");
    assert_eq!((d.act_dot[0], d.actuator_force[0]), (0.0, 0.5));
}

#[test]
fn control_and_passive_functions_act_in_every_step() {
    let (mut m, mut d) = slider();
    m.callbacks.control = Some(Arc::new(|_, d: &mut Data| {
        d.ctrl[0] = 7.0;
        Ok(())
    }));
    m.callbacks.passive = Some(Arc::new(|_, d: &mut Data| {
        d.qfrc_passive[0] += 6.0;
        Ok(())
    }));
    d.step(&m).expect("sound functions");
    assert_eq!((d.ctrl[0], d.act_dot[0]), (7.0, 7.0));
    assert!((d.qvel[0] - 0.01 * 6.0 / 2.0).abs() < 1e-15);
}

#[test]
fn user_sensors_are_written_by_the_model_and_cut_off() {
    let (mut m, mut d) = slider();
    m.callbacks.sensor = Some(Arc::new(|_, d: &mut Data, stage| {
        match stage {
            SensorStage::Vel => d.sensordata[..2].copy_from_slice(&[7.0, -3.0]),
            SensorStage::Acc => d.sensordata[2] = d.qacc[0],
            _ => {}
        }
        Ok(())
    }));
    d.ctrl[0] = 1.0;
    d.act[0] = 1.0;
    d.forward(&m).expect("a sound function");
    assert_eq!(d.sensordata[..2], [5.0, -3.0]);
    assert!((d.sensordata[2] - 2.0).abs() < 1e-14);
}

#[test]
fn a_contact_filter_replaces_the_masks_of_geoms() {
    let (mut m, mut d) = slider();
    d.forward(&m).expect("nothing can fail");
    assert!(d.ncon > 0, "the block is in the floor");
    m.callbacks.contactfilter = Some(Arc::new(|m: &Model, _, g1, g2| Ok([g1, g2].iter().all(|&g| g < m.ngeom))));
    d.forward(&m).expect("a sound function");
    assert_eq!(d.ncon, 0);
}

#[test]
fn an_error_of_a_user_function_is_the_error_of_the_step_and_the_state_is_kept() {
    let (mut m, mut d) = slider();
    m.callbacks.act_gain = Some(Arc::new(|_, _: &mut Data, _| Err("no table for this actuator".into())));
    d.qvel[0] = 1.0;
    let text = failure(&m, &mut d);
    assert_eq!(text, "the user function act_gain for actuator 0 failed at time 0: no table for this actuator");
    assert_eq!((d.qpos[0], d.qvel[0], d.act[0], d.time), (0.0, 1.0, 0.0, 0.0));
    // the error does not stay
    let (sound, _) = slider();
    d.step(&sound).expect("sound functions");
}

#[test]
fn a_panic_of_a_user_function_is_an_error() {
    type Set = fn(&mut Model);
    let sets: [(&str, Set); 7] = [
        ("control", |m| m.callbacks.control = Some(Arc::new(|_, _: &mut Data| panic!("out of order")))),
        ("passive", |m| m.callbacks.passive = Some(Arc::new(|_, _: &mut Data| panic!("out of order")))),
        ("act_dyn", |m| m.callbacks.act_dyn = Some(Arc::new(|_, _: &mut Data, _| panic!("out of order")))),
        ("act_gain", |m| m.callbacks.act_gain = Some(Arc::new(|_, _: &mut Data, _| panic!("out of order")))),
        ("act_bias", |m| m.callbacks.act_bias = Some(Arc::new(|_, _: &mut Data, _| panic!("out of order")))),
        ("sensor", |m| m.callbacks.sensor = Some(Arc::new(|_, _: &mut Data, _| panic!("out of order")))),
        ("contactfilter", |m| m.callbacks.contactfilter = Some(Arc::new(|_, _, _, _| panic!("out of order")))),
    ];
    for (name, set) in sets {
        let (mut m, mut d) = slider();
        set(&mut m);
        let text = failure(&m, &mut d);
        assert!(text.contains(name) && text.ends_with("it panicked: out of order"), "{text}");
        assert_eq!(d.time, 0.0);
    }
}

#[test]
fn a_user_function_that_gives_no_number_is_an_error_unless_mujocos_way_is_asked_for() {
    let (mut m, mut d) = slider();
    m.callbacks.act_bias = Some(Arc::new(|_, _: &mut Data, _| Ok(f64::NAN)));
    assert!(failure(&m, &mut d).contains("act_bias for actuator 0 failed at time 0: it answered NaN"));
    d.policy.on_bad_numbers = OnBadNumbers::Reset;
    d.step(&m).expect("a reset is no error");

    let (mut m, mut d) = slider();
    m.callbacks.sensor = Some(Arc::new(|_, d: &mut Data, _| {
        d.sensordata[2] = f64::INFINITY;
        Ok(())
    }));
    assert!(failure(&m, &mut d).ends_with("sensordata[2] is inf"));
}
