//! What a step says when something is wrong, and what it leaves behind.

use sinew::prelude::*;
use sinew::{Disable, OnBadNumbers, StepError};

const ARM: &str = r#"
<mujoco>
  <worldbody>
    <body name="upper">
      <joint name="shoulder" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.03"/>
      <body name="lower" pos="0 0 -0.3">
        <joint name="elbow" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.03"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="lift" joint="elbow"/>
  </actuator>
</mujoco>"#;

fn arm() -> (Model, Data) {
    let model = Model::from_xml_str(ARM).expect("the text is a model");
    let data = model.make_data();
    (model, data)
}

fn message(result: Result<(), StepError>) -> String {
    result.expect_err("the step cannot succeed").to_string()
}

#[test]
fn a_bad_velocity_names_joint_and_body() {
    let (model, mut data) = arm();
    data.qvel[1] = f64::NAN;
    let text = message(data.step(&model));
    assert!(text.contains("velocity 1") && text.contains("\"elbow\"") && text.contains("\"lower\""), "{text}");
}

#[test]
fn a_bad_position_is_found_before_anything_moves() {
    let (model, mut data) = arm();
    data.qpos[0] = 1e11;
    let text = message(data.step(&model));
    assert!(text.contains("position 0") && text.contains("\"shoulder\""), "{text}");
    assert_eq!((data.qpos[0], data.time), (1e11, 0.0));
}

#[test]
fn a_bad_acceleration_points_at_the_force_that_made_it() {
    let (model, mut data) = arm();
    data.qfrc_applied[1] = f64::INFINITY;
    let text = message(data.step(&model));
    assert!(text.contains("acceleration") && text.contains("qfrc_applied[1] is inf"), "{text}");
    assert_eq!((data.qpos[1], data.qvel[1], data.time), (0.0, 0.0, 0.0), "the state is kept");
}

#[test]
fn a_bad_control_names_its_actuator() {
    let (model, mut data) = arm();
    data.ctrl[0] = f64::NAN;
    let text = message(data.step(&model));
    assert!(text.contains("control 0") && text.contains("\"lift\""), "{text}");
}

#[test]
fn a_reading_that_is_no_number_names_its_sensor() {
    let xml = r#"<mujoco><worldbody><camera name="eye"/><body><freejoint/><geom size=".1"/><site name="s"/></body></worldbody>
      <sensor><clock/><magnetometer name="compass" site="s"/><framepos objtype="camera" objname="eye"/></sensor></mujoco>"#;
    let model = Model::from_xml_str(xml).expect("it compiles");
    for spoil in [|m: &mut Model| m.opt.magnetic[1] = f64::NAN, |m: &mut Model| m.cam_pos[0][2] = f64::INFINITY] {
        let (mut model, mut data) = (model.clone(), model.make_data());
        spoil(&mut model);
        let text = message(data.step(&model));
        assert!(text.contains("sensor reading") && text.contains("sensor"), "{text}");
        assert_eq!(data.time, 0.0, "the state is kept");
        data.policy.on_bad_numbers = OnBadNumbers::Reset;
        data.step(&model).expect("MuJoCo's way is to let it be");
    }
}

#[test]
fn the_other_policy_resets_and_counts_as_mujoco_does() {
    let (model, mut data) = arm();
    data.policy.on_bad_numbers = OnBadNumbers::Reset;
    data.time = 3.0;
    data.qvel[1] = f64::NAN;
    data.step(&model).expect("a reset is no error");
    assert_eq!((data.warning[4].number, data.warning[4].lastinfo), (1, 1));
    assert_eq!(data.time, model.opt.timestep, "one step from the initial state");
    assert!(data.qvel.iter().all(|v| v.is_finite()));
}

/// Data that resets as MuJoCo does, but refuses what the caller wrote.
fn arm_that_refuses_input() -> (Model, Data) {
    let (model, mut data) = arm();
    data.policy.on_bad_numbers = OnBadNumbers::Reset;
    data.policy.refuse_input = true;
    data.time = 3.0;
    (model, data)
}

#[test]
fn refused_input_is_named_and_the_state_is_kept() {
    for value in [f64::NAN, f64::INFINITY, 1e300] {
        let (model, mut data) = arm_that_refuses_input();
        data.qpos[1] = value;
        assert!(message(data.step(&model)).contains("position 1"));
        data.qpos[1] = 0.1;
        data.qvel[0] = value;
        assert!(message(data.step(&model)).contains("velocity 0"));
        data.qvel[0] = 0.2;
        data.xfrc_applied[2] = sinew_core::math::Spatial([0.0, 0.0, 0.0, 0.0, value, 0.0]);
        assert!(message(data.step(&model)).contains("xfrc_applied[16]"));
        data.xfrc_applied[2] = sinew_core::math::Spatial::ZERO;
        data.qfrc_applied[1] = value;
        assert!(message(data.step(&model)).contains("qfrc_applied[1]"));
        assert_eq!((data.qpos[1], data.qvel[0], data.time), (0.1, 0.2, 3.0));
    }
}

#[test]
fn refused_input_does_not_stop_a_simulation_that_diverges_by_itself() {
    let (model, mut data) = arm_that_refuses_input();
    data.ctrl[0] = 9e9;
    data.step(&model).expect("the control is a number, the acceleration is reset as MuJoCo does");
    assert_eq!(data.warning[5].number, 1);
    assert_eq!(data.time, model.opt.timestep, "one step from the initial state");
}

#[test]
fn a_state_that_a_step_left_bad_is_reset_though_input_is_refused() {
    let (mut model, mut data) = arm_that_refuses_input();
    data.qvel[0] = 9e9;
    model.opt.timestep = 10.0;
    model.opt.disableflags |= i32::from(Disable::Gravity);
    // centrifugal terms vanish for a straight arm: the step is accepted and leaves a position beyond all bounds
    data.step(&model).expect("velocity and acceleration are within bounds");
    assert!(data.qpos[0].abs() > 1e10);
    data.step(&model).expect("a reset is no error");
    assert_eq!((data.warning[3].number, data.time), (1, 10.0));
}

#[test]
fn a_model_that_fails_in_its_initial_state_is_no_endless_reset() {
    let xml = ARM.replace("name=\"elbow\"", "name=\"elbow\" stiffness=\"1e30\" springref=\"90\"");
    let model = Model::from_xml_str(&xml).expect("the text is a model");
    let mut data = model.make_data();
    data.policy.on_bad_numbers = OnBadNumbers::Reset;
    data.policy.refuse_input = true;
    assert!(message(data.step(&model)).contains("acceleration"));
}

#[test]
fn without_autoreset_the_bad_number_stays() {
    let (mut model, mut data) = arm();
    model.opt.disableflags |= i32::from(Disable::Autoreset);
    data.policy.on_bad_numbers = OnBadNumbers::Reset;
    data.qvel[1] = f64::NAN;
    data.step(&model).expect("MuJoCo goes on");
    assert!(data.qvel[1].is_nan());
    assert!(data.warning[4].number > 0);
}

#[test]
fn a_timestep_that_is_not_positive_is_refused() {
    let (mut model, mut data) = arm();
    for h in [0.0, -0.01, f64::NAN, 1e9] {
        model.opt.timestep = h;
        assert!(matches!(data.step(&model), Err(StepError::InvalidTimestep(_))), "{h}");
    }
}

#[test]
fn data_of_another_model_is_refused() {
    let (_, mut data) = arm();
    let other =
        Model::from_xml_str("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>")
            .expect("the text is a model");
    let text = message(data.step(&other));
    assert!(text.contains("another model") && text.contains("nq = 7"), "{text}");
    assert!(matches!(data.forward(&other), Err(StepError::WrongModel(_))));
}

#[test]
fn the_step_that_would_leave_the_range_of_numbers_is_not_taken() {
    let (mut model, mut data) = arm();
    model.opt.timestep = 1e3;
    data.qvel[0] = 9.9e9;
    let text = message(data.step(&model));
    assert!(text.contains("at time 0"), "{text}");
    assert_eq!((data.qvel[0], data.time), (9.9e9, 0.0));
}

#[test]
fn a_choice_that_there_is_not_is_named() {
    for (column, spoil) in [
        ("opt.solver[0] is 99", (|m| m.opt.solver = 99) as fn(&mut Model)),
        ("opt.cone[0] is -1", |m| m.opt.cone = -1),
        ("opt.jacobian[0] is 7", |m| m.opt.jacobian = 7),
        ("opt.integrator[0] is 99", |m| m.opt.integrator = 99),
        ("geom_condim[1] is -1", |m| m.geom_condim[1] = -1),
        ("geom_condim[0] is 7", |m| m.geom_condim[0] = 7),
    ] {
        let (mut model, mut data) = arm();
        spoil(&mut model);
        let text = message(data.step(&model));
        assert!(text.contains(column), "{text}");
    }
}

#[test]
fn a_time_that_is_no_number_is_refused() {
    let (model, mut data) = arm();
    for time in [f64::NAN, f64::INFINITY] {
        data.time = time;
        assert!(message(data.step(&model)).contains("time[0]"));
    }
}
