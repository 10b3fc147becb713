//! Derivatives against differences.

use sinew::derivative::{self, Transition};
use sinew::prelude::*;
use sinew::step::{fwd_actuation, fwd_velocity};

/// Every kind of joint, dampers of all orders, tendons, fluid, servos, a muscle and a damper that acts by its control.
const CREATURE: &str = r#"
<mujoco>
  <option density="900" viscosity="0.4" wind="0.3 -0.2 0.1"/>
  <default>
    <geom density="600"/>
  </default>
  <worldbody>
    <body name="trunk" pos="0 0 1">
      <freejoint/>
      <geom type="ellipsoid" size="0.3 0.12 0.08" fluidshape="ellipsoid"/>
      <site name="hook" pos="0.1 0.1 0"/>
      <body pos="0.3 0 0">
        <joint name="ball" type="ball" damping="0.3"/>
        <geom type="capsule" fromto="0 0 0 0.2 0.05 0" size="0.03"/>
        <body pos="0.2 0.05 0">
          <joint name="hinge" axis="0 1 0.2" damping="0.2 0.1 0.05"/>
          <geom type="box" size="0.1 0.05 0.02" pos="0.1 0 0" fluidshape="ellipsoid"/>
          <site name="tip" pos="0.2 0 0"/>
          <body pos="0.2 0 0">
            <joint name="slide" type="slide" axis="1 0 0.3" damping="0.5"/>
            <joint name="twist" axis="1 0 0"/>
            <geom type="sphere" size="0.05"/>
          </body>
        </body>
      </body>
      <body pos="-0.3 0 0">
        <joint name="tail" axis="0 0 1" damping="0.1"/>
        <geom type="cylinder" fromto="0 0 0 -0.3 0 0" size="0.04"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="coupled" damping="0.4 0.2">
      <joint joint="hinge" coef="0.7"/>
      <joint joint="slide" coef="-1.2"/>
    </fixed>
    <spatial name="string" damping="0.3">
      <site site="hook"/>
      <site site="tip"/>
    </spatial>
  </tendon>
  <actuator>
    <position joint="hinge" kp="4" kv="0.7"/>
    <velocity joint="slide" kv="2"/>
    <damper joint="twist" kv="1.5" ctrlrange="0 2"/>
    <muscle joint="tail" lengthrange="-1 1"/>
    <general tendon="string" biastype="affine" biasprm="0.1 -1 -0.4" gaintype="affine" gainprm="1 0.2 0.3"/>
  </actuator>
</mujoco>"#;

fn creature() -> (Model, Data) {
    let model = Model::from_xml_str(CREATURE).expect("the text is a model");
    let mut data = model.make_data();
    let wave = |k: usize| (1.7 * k as f64 + 0.3).sin();
    let step: Vec<f64> = (0..model.nv).map(|k| 0.4 * wave(k)).collect();
    sinew::support::integrate_pos(&model, &mut data.qpos, &step, 1.0);
    for k in 0..model.nv {
        data.qvel[k] = 1.3 * wave(k + 7);
    }
    for k in 0..model.nu {
        data.ctrl[k] = 0.5 + 0.4 * wave(k + 3);
    }
    data.act.fill(0.6);
    data.forward(&model).expect("nothing goes wrong");
    (model, data)
}

/// Largest error of `qDeriv` against centred differences of a force, relative to the largest entry; entries outside the
/// pattern are ignored.
fn error(model: &Model, data: &Data, force: impl Fn(&Model, &mut Data) -> Vec<f64>) -> f64 {
    let h = 1e-5;
    let (mut worst, mut scale) = (0.0f64, 1e-3f64);
    let mut probe = data.clone();
    for j in 0..model.nv {
        let mut at = |step: f64| {
            probe.qvel[j] = data.qvel[j] + step;
            let force = force(model, &mut probe);
            probe.qvel[j] = data.qvel[j];
            force
        };
        let (plus, minus) = (at(h), at(-h));
        for i in 0..model.nv {
            let row = model.D_pattern().row(i);
            if let Some(k) = row.clone().find(|&k| model.D_colind[k] as usize == j) {
                let difference = (plus[i] - minus[i]) / (2.0 * h);
                worst = worst.max((difference - data.qDeriv[k]).abs());
                scale = scale.max(difference.abs());
            }
        }
    }
    worst / scale
}

#[test]
fn the_derivative_of_bias_forces_is_that_of_differences() {
    let (model, mut data) = creature();
    data.qDeriv.fill(0.0);
    derivative::rne_vel(&model, &mut data);
    let error = error(&model, &data, |m, d| {
        fwd_velocity(m, d);
        d.qfrc_bias.iter().map(|f| -f).collect()
    });
    assert!(error < 1e-7, "{error}");
}

#[test]
fn the_derivative_of_passive_forces_is_that_of_differences() {
    let (model, mut data) = creature();
    data.qDeriv.fill(0.0);
    derivative::passive_vel(&model, &mut data);
    let error = error(&model, &data, |m, d| {
        fwd_velocity(m, d);
        d.qfrc_passive.to_vec()
    });
    assert!(error < 1e-6, "{error}");
}

#[test]
fn the_derivative_of_actuator_forces_is_that_of_differences() {
    let (model, mut data) = creature();
    data.qDeriv.fill(0.0);
    derivative::actuator_vel(&model, &mut data);
    let error = error(&model, &data, |m, d| {
        fwd_velocity(m, d);
        fwd_actuation(m, d);
        d.qfrc_actuator.to_vec()
    });
    assert!(error < 1e-6, "{error}");
}

#[test]
fn the_derivative_of_all_smooth_forces_is_that_of_differences() {
    let (model, mut data) = creature();
    derivative::smooth_vel(&model, &mut data, true);
    let error = error(&model, &data, |m, d| {
        fwd_velocity(m, d);
        fwd_actuation(m, d);
        (0..m.nv).map(|i| d.qfrc_actuator[i] + d.qfrc_passive[i] - d.qfrc_bias[i]).collect()
    });
    assert!(error < 1e-6, "{error}");
}

#[test]
fn a_linear_system_has_the_transition_of_its_integrator() {
    // a mass on a damped spring, pushed by a motor: Euler with implicit damping
    let xml = r#"
      <mujoco>
        <option timestep="0.01" gravity="0 0 0"/>
        <worldbody>
          <body>
            <joint name="x" type="slide" axis="1 0 0" stiffness="30" damping="4"/>
            <geom type="sphere" size="0.1" mass="2"/>
          </body>
        </worldbody>
        <actuator>
          <motor joint="x" gear="3"/>
        </actuator>
        <sensor>
          <jointpos joint="x"/>
        </sensor>
      </mujoco>"#;
    let model = Model::from_xml_str(xml).expect("the text is a model");
    let mut data = model.make_data();
    let (h, m, k, d, gear) = (0.01, 2.0, 30.0, 4.0, 3.0);
    let scale = h / (m + h * d);
    // v⁺ = v + scale (gear u - k x - d v), x⁺ = x + h v⁺
    let row = [-scale * k, 1.0 - scale * d];
    let want_a = [1.0 + h * row[0], h * row[1], row[0], row[1]];
    let want_b = [h * scale * gear, scale * gear];

    let (mut a, mut b, mut c) = ([0.0; 4], [0.0; 2], [0.0; 2]);
    for centered in [false, true] {
        let out = Transition { a: Some(&mut a), b: Some(&mut b), c: Some(&mut c), d: None };
        derivative::transition_fd(&model, &mut data, 1e-6, centered, out).expect("nothing goes wrong");
        let pairs = a.iter().zip(&want_a).chain(b.iter().zip(&want_b)).chain(c.iter().zip(&[1.0, 0.0]));
        for (got, want) in pairs {
            assert!((got - want).abs() < 1e-8, "{got} is not {want}");
        }
    }
    assert_eq!((data.qpos[0], data.qvel[0], data.time), (0.0, 0.0, 0.0), "the state is what it was");
}

#[test]
fn a_control_at_the_end_of_its_range_is_moved_inwards() {
    let (model, mut data) = creature();
    let n = 2 * model.nv + model.na;
    let damper = 2;
    let (mut inside, mut at_end) = (vec![0.0; n * model.nu], vec![0.0; n * model.nu]);
    data.ctrl[damper] = 2.0 - 1e-4;
    let out = Transition { b: Some(&mut inside), ..Transition::default() };
    derivative::transition_fd(&model, &mut data, 1e-6, false, out).expect("nothing goes wrong");
    data.ctrl[damper] = 2.0;
    let out = Transition { b: Some(&mut at_end), ..Transition::default() };
    derivative::transition_fd(&model, &mut data, 1e-6, false, out).expect("nothing goes wrong");
    let column = |b: &[f64]| (0..n).map(|i| b[i * model.nu + damper].abs()).fold(0.0, f64::max);
    assert!(column(&inside) > 1e-6, "the damper acts");
    assert!((column(&inside) - column(&at_end)).abs() < 1e-3 * column(&inside));
}

#[test]
fn inverse_dynamics_undo_forward_dynamics() {
    let (mut model, mut data) = creature();
    for k in 0..model.nv {
        data.qfrc_applied[k] = 0.1 * k as f64 - 0.4;
    }
    for integrator in [0, 1, 2, 3, 100] {
        model.opt.integrator = integrator;
        data.forward(&model).expect("nothing goes wrong");
        let want: Vec<f64> = (0..model.nv).map(|i| data.qfrc_applied[i] + data.qfrc_actuator[i]).collect();
        sinew::inverse::inverse(&model, &mut data).expect("nothing goes wrong");
        for (got, want) in data.qfrc_inverse.iter().zip(&want) {
            assert!((got - want).abs() < 1e-10, "{got} is not {want}");
        }
    }
}

#[test]
fn inverse_dynamics_of_a_whole_step_give_the_force_that_made_it() {
    let (mut model, start) = creature();
    model.opt.enableflags |= i32::from(sinew::Enable::Invdiscrete);
    for integrator in [0, 2, 3, 100] {
        model.opt.integrator = integrator;
        let mut data = start.clone();
        data.forward(&model).expect("nothing goes wrong");
        let want: Vec<f64> = data.qfrc_actuator.to_vec();
        let mut next = data.clone();
        next.step(&model).expect("nothing goes wrong");
        for i in 0..model.nv {
            data.qacc[i] = (next.qvel[i] - data.qvel[i]) / model.opt.timestep;
        }
        sinew::inverse::inverse(&model, &mut data).expect("nothing goes wrong");
        for (got, want) in data.qfrc_inverse.iter().zip(&want) {
            assert!((got - want).abs() < 1e-9, "integrator {integrator}: {got} is not {want}");
        }
    }
}

#[test]
fn integration_of_positions_has_the_derivatives_of_differences() {
    let (model, data) = creature();
    let (nv, eps) = (model.nv, 1e-6);
    let (mut by_position, mut by_velocity) = (vec![0.0; nv * nv], vec![0.0; nv * nv]);
    derivative::integration_derivatives(&model, &data.qvel, &mut by_position, &mut by_velocity);
    let moved = |column: usize, position: f64, velocity: f64| {
        let (mut qpos, mut qvel, mut nudge) = (data.qpos.to_vec(), data.qvel.to_vec(), vec![0.0; nv]);
        nudge[column] = position;
        qvel[column] += velocity;
        sinew::support::integrate_pos(&model, &mut qpos, &nudge, 1.0);
        sinew::support::integrate_pos(&model, &mut qpos, &qvel, model.opt.timestep);
        qpos
    };
    for column in 0..nv {
        for (matrix, [position, velocity]) in [(&by_position, [eps, 0.0]), (&by_velocity, [0.0, eps])] {
            let (plus, minus) = (moved(column, position, velocity), moved(column, -position, -velocity));
            let mut want = vec![0.0; nv];
            sinew::support::differentiate_pos(&model, &mut want, 2.0 * eps, &minus, &plus);
            for row in 0..nv {
                let got = matrix[row * nv + column];
                assert!((got - want[row]).abs() < 1e-8, "row {row}, column {column}: {got} is not {}", want[row]);
            }
        }
    }
}
