//! What each integrator promises, on systems worked out on paper.

use sinew::prelude::*;
use sinew::{Enable, Integrator, StepError};

/// A point mass on a massless rod of unit length.
const PENDULUM: &str = r#"
<mujoco>
  <compiler angle="radian"/>
  <option timestep="0.001"/>
  <worldbody>
    <body>
      <joint type="hinge" axis="0 1 0"/>
      <geom type="sphere" size="0.01" pos="0 0 -1" mass="1"/>
    </body>
  </worldbody>
</mujoco>"#;

/// Two of them, one below the other: chaotic, and without friction.
const DOUBLE_PENDULUM: &str = r#"
<mujoco>
  <compiler angle="radian"/>
  <option timestep="0.001"/>
  <worldbody>
    <body>
      <joint type="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.6" size="0.02" mass="1"/>
      <body pos="0 0 -0.6">
        <joint type="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.02" mass="0.8"/>
      </body>
    </body>
  </worldbody>
</mujoco>"#;

/// A brick that tumbles freely, without gravity.
const TOP: &str = r#"
<mujoco>
  <option timestep="0.002" gravity="0 0 0"/>
  <worldbody>
    <body>
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.35" mass="3"/>
    </body>
  </worldbody>
</mujoco>"#;

fn model(xml: &str, integrator: Integrator, timestep: f64) -> Model {
    let mut model = Model::from_xml_str(xml).expect("the text is a model");
    model.opt.integrator = integrator.into();
    model.opt.timestep = timestep;
    model.opt.enableflags |= i32::from(Enable::Energy);
    model
}

/// State after `duration` from the given position and velocity.
fn run(model: &Model, qpos: &[f64], qvel: &[f64], duration: f64) -> Data {
    let mut data = model.make_data();
    data.qpos.copy_from_slice(qpos);
    data.qvel.copy_from_slice(qvel);
    for _ in 0..(duration / model.opt.timestep).round() as usize {
        data.step(model).expect("nothing goes wrong");
    }
    data
}

fn energy(model: &Model, data: &mut Data) -> f64 {
    data.forward(model).expect("nothing goes wrong");
    data.energy[0] + data.energy[1]
}

/// Error of the double pendulum after a second, against a run with a much smaller timestep.
fn double_pendulum_error(integrator: Integrator, timestep: f64) -> f64 {
    let (qpos, qvel) = ([1.2, 0.4], [0.0, 0.5]);
    let truth = run(&model(DOUBLE_PENDULUM, Integrator::Rk4, 1e-4), &qpos, &qvel, 1.0);
    let got = run(&model(DOUBLE_PENDULUM, integrator, timestep), &qpos, &qvel, 1.0);
    got.qpos.iter().zip(&truth.qpos).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn a_pendulum_swings_with_the_period_of_the_elliptic_integral() {
    // T = 4 K(sin(θ/2)) √(I/(m g l)), with K by the arithmetic-geometric mean
    let amplitude = 1.0f64;
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let inertia = 1.0 + 0.4 * 0.01 * 0.01;
    let period = 2.0 * std::f64::consts::PI / a * (inertia / 9.81f64).sqrt();

    let model = model(PENDULUM, Integrator::Rk4, period / 2000.0);
    let data = run(&model, &[amplitude], &[0.0], period);
    assert!((data.qpos[0] - amplitude).abs() < 1e-9, "{} after a period", data.qpos[0]);
}

#[test]
fn rk4_is_of_fourth_order_and_euler_of_first() {
    let order = |integrator: Integrator, h: f64| {
        (double_pendulum_error(integrator, h) / double_pendulum_error(integrator, h / 2.0)).log2()
    };
    let (rk4, euler) = (order(Integrator::Rk4, 0.005), order(Integrator::Euler, 0.002));
    assert!((rk4 - 4.0).abs() < 0.4, "order {rk4}");
    assert!((euler - 1.0).abs() < 0.3, "order {euler}");
}

#[test]
fn rk4_with_four_times_the_timestep_is_better_than_euler() {
    let (rk4, euler) = (double_pendulum_error(Integrator::Rk4, 0.008), double_pendulum_error(Integrator::Euler, 0.002));
    assert!(rk4 < 0.01 * euler, "RK4 is off by {rk4}, Euler by {euler}");
}

#[test]
fn rk4_keeps_energy_better_than_euler() {
    let drift = |integrator| {
        let model = model(DOUBLE_PENDULUM, integrator, 0.002);
        let mut start = run(&model, &[1.2, 0.4], &[0.0, 0.5], 0.0);
        let mut end = run(&model, &[1.2, 0.4], &[0.0, 0.5], 2.0);
        (energy(&model, &mut end) - energy(&model, &mut start)).abs()
    };
    let (rk4, euler) = (drift(Integrator::Rk4), drift(Integrator::Euler));
    assert!(rk4 < 1e-7 && rk4 < 1e-3 * euler, "RK4 drifts by {rk4}, Euler by {euler}");
}

/// Angular momentum of the brick in the world.
fn angular_momentum(model: &Model, data: &mut Data) -> [f64; 3] {
    data.forward(model).expect("nothing goes wrong");
    sinew::velocity::subtree_vel(model, data);
    data.subtree_angmom[1].0
}

#[test]
fn rk4_turns_orientations_to_fourth_order() {
    // tumbling about the middle axis, where the motion is least regular
    let spin = [0.0, 0.0, 0.0, 1.0, 8.0, -2.0];
    let rest = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let at = |h: f64| run(&model(TOP, Integrator::Rk4, h), &rest, &spin, 0.5).qpos;
    let truth = at(0.0005);
    let error = |h: f64| at(h).iter().zip(&truth).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let order = (error(0.02) / error(0.01)).log2();
    assert!((order - 4.0).abs() < 0.5, "order {order}");
}

#[test]
fn a_tumbling_brick_keeps_energy_and_angular_momentum() {
    let model = model(TOP, Integrator::Rk4, 0.002);
    let (rest, spin) = ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.3, 0.0, 0.1, 1.0, 8.0, -2.0]);
    let (mut start, mut end) = (run(&model, &rest, &spin, 0.0), run(&model, &rest, &spin, 2.0));
    let (before, after) = (energy(&model, &mut start), energy(&model, &mut end));
    assert!((after / before - 1.0).abs() < 1e-8, "energy {before} becomes {after}");
    let (before, after) = (angular_momentum(&model, &mut start), angular_momentum(&model, &mut end));
    for (before, after) in before.iter().zip(after) {
        assert!((before - after).abs() < 1e-7, "angular momentum {before} becomes {after}");
    }
}

#[test]
fn a_fast_top_gains_no_energy_with_implicit_integrators() {
    let (rest, spin) = ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 5.0, 60.0, -20.0]);
    for integrator in [Integrator::Implicit, Integrator::ImplicitFast] {
        let model = model(TOP, integrator, 0.002);
        let (mut start, mut end) = (run(&model, &rest, &spin, 0.0), run(&model, &rest, &spin, 1.0));
        let (before, after) = (energy(&model, &mut start), energy(&model, &mut end));
        assert!(after <= before * (1.0 + 1e-12), "{integrator:?}: energy {before} becomes {after}");
    }
}

#[test]
fn the_implicit_integrators_agree_on_a_body_that_floats_alone() {
    let (rest, spin) = ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.2, 0.0, 0.0, 5.0, 60.0, -20.0]);
    let [full, fast] = [Integrator::Implicit, Integrator::ImplicitFast]
        .map(|integrator| run(&model(TOP, integrator, 0.002), &rest, &spin, 0.1));
    for (full, fast) in full.qpos.iter().zip(&fast.qpos) {
        assert!((full - fast).abs() < 1e-11);
    }
}

/// A hinge with a spring that rests away from the initial position, without gravity.
fn sprung(springref: f64, damping: f64) -> String {
    format!(
        r#"<mujoco>
             <compiler angle="radian"/>
             <option timestep="0.002" gravity="0 0 0"/>
             <worldbody>
               <body>
                 <joint type="hinge" axis="0 1 0" stiffness="20" damping="{damping}" springref="{springref}"/>
                 <geom type="sphere" size="0.05" pos="0 0 -0.5" mass="1"/>
               </body>
             </worldbody>
           </mujoco>"#
    )
}

#[test]
fn springref_is_where_a_damped_joint_comes_to_rest() {
    let data = run(&model(&sprung(0.5, 5.0), Integrator::Euler, 0.002), &[0.0], &[0.0], 20.0);
    assert!((data.qpos[0] - 0.5).abs() < 1e-9, "rests at {}", data.qpos[0]);
}

#[test]
fn a_joint_swings_about_its_springref() {
    let model = model(&sprung(0.5, 0.0), Integrator::Rk4, 0.002);
    let mut data = model.make_data();
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for _ in 0..5000 {
        data.step(&model).expect("nothing goes wrong");
        (low, high) = (low.min(data.qpos[0]), high.max(data.qpos[0]));
    }
    assert!((low - 0.0).abs() < 1e-4 && (high - 1.0).abs() < 1e-4, "between {low} and {high}");
}

#[test]
fn a_spring_that_rests_at_the_initial_position_pulls_nowhere() {
    let data = run(&model(&sprung(0.0, 0.0), Integrator::Euler, 0.002), &[0.0], &[0.0], 1.0);
    assert_eq!(data.qpos[0], 0.0);
}

#[test]
fn an_implicit_spring_damper_takes_the_step_of_backward_euler() {
    // (I + h d + h² k) v⁺ = I v - h k (q - q₀)
    let (k, damping, h, rest) = (20.0, 3.0, 0.05, 0.5);
    let model = model(&sprung(rest, damping), Integrator::ImplicitSpringDamper, h);
    let mut data = model.make_data();
    data.qvel[0] = 0.7;
    data.forward(&model).expect("nothing goes wrong");
    let inertia = data.M[0];
    let (mut q, mut v) = (0.0, 0.7);
    for _ in 0..20 {
        let before = v;
        v = (inertia * v - h * k * (q - rest)) / (inertia + h * damping + h * h * k);
        q += h * v;
        data.step(&model).expect("nothing goes wrong");
        assert!((data.qpos[0] - q).abs() < 1e-13 && (data.qvel[0] - v).abs() < 1e-13);
        assert!((data.qacc[0] - (v - before) / h).abs() < 1e-11, "qacc is the acceleration of the step");
    }
}

#[test]
fn an_implicit_spring_is_stable_far_beyond_the_explicit_limit() {
    // ω h = 100, where Euler explodes at ω h = 2
    let stiff = sprung(0.0, 0.0).replace("stiffness=\"20\"", "stiffness=\"250000\"");
    let data = run(&model(&stiff, Integrator::ImplicitSpringDamper, 0.1), &[0.3], &[0.0], 5.0);
    assert!(data.qpos[0].abs() < 1e-6, "{}", data.qpos[0]);

    let model = model(&stiff, Integrator::Euler, 0.1);
    let mut data = model.make_data();
    data.qpos[0] = 0.3;
    let exploded = (0..50).any(|_| data.step(&model).is_err());
    assert!(exploded, "Euler is at {}", data.qpos[0]);
}

/// A joint driven by an actuator that pushes the harder the faster it moves.
const RUNAWAY: &str = r#"
<mujoco>
  <option timestep="0.01" gravity="0 0 0"/>
  <worldbody>
    <body>
      <joint name="x" type="slide" axis="1 0 0"/>
      <geom type="sphere" size="0.1" mass="1"/>
    </body>
  </worldbody>
  <actuator>
    <general joint="x" gainprm="1" biastype="affine" biasprm="0 0 1000"/>
  </actuator>
</mujoco>"#;

#[test]
fn implicitfast_refuses_a_runaway_actuator_in_strict_mode() {
    let model = model(RUNAWAY, Integrator::ImplicitFast, 0.01);
    let mut data = model.make_data();
    data.qvel[0] = 1.0;
    data.policy.strict = true;
    let error = data.step(&model).expect_err("the implicit inertia is negative");
    assert!(matches!(error, StepError::CholeskyFailed { dof: 0, .. }), "{error}");
    assert_eq!((data.qpos[0], data.qvel[0], data.time), (0.0, 1.0, 0.0), "the state is kept");
}

#[test]
fn implicitfast_counts_a_warning_and_goes_on_where_it_is_not_strict() {
    let model = model(RUNAWAY, Integrator::ImplicitFast, 0.01);
    let mut data = model.make_data();
    data.qvel[0] = 1e-12;
    data.step(&model).expect("MuJoCo goes on as well");
    assert_eq!(data.warning[0].number, 1);
}

#[test]
fn damping_is_implicit_in_euler_unless_switched_off() {
    // explicit damping overshoots as soon as h d / m > 2
    let xml = r#"
      <mujoco>
        <option timestep="0.01" gravity="0 0 0"/>
        <worldbody>
          <body>
            <joint type="slide" axis="1 0 0" damping="300"/>
            <geom type="sphere" size="0.1" mass="1"/>
          </body>
        </worldbody>
      </mujoco>"#;
    let mut model = model(xml, Integrator::Euler, 0.01);
    let implicit = run(&model, &[0.0], &[1.0], 0.01).qvel[0];
    assert!((implicit - 1.0 / (1.0 + 0.01 * 300.0)).abs() < 1e-15);
    model.opt.disableflags |= i32::from(sinew::Disable::EulerDamp);
    let explicit = run(&model, &[0.0], &[1.0], 0.01).qvel[0];
    assert!((explicit - (1.0 - 0.01 * 300.0)).abs() < 1e-15);
}
