//! The integrator `discrete`: springs, dampers and servos act at the end of the step, together with the constraints.

use sinew::prelude::*;
use sinew::{ConeType, Integrator, SolverType};

const SERVO: &str = r#"
<mujoco>
  <option timestep="0.01" integrator="discrete"/>
  <worldbody>
    <body>
      <joint name="a" axis="0 1 0" damping="1" stiffness="30"/>
      <geom type="box" size="0.1 0.1 0.1" pos="0.3 0 0"/>
      <body pos="0.6 0 0">
        <joint name="b" axis="0 1 0" range="-10 10" limited="true" frictionloss="0.3"/>
        <geom type="capsule" size="0.05" fromto="0.1 0 0 0.5 0 0"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="t" stiffness="300" damping="3"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed>
  </tendon>
  <actuator><position joint="a" kp="1000" kv="20"/></actuator>
</mujoco>"#;

fn model(xml: &str) -> Model {
    Model::from_xml_str(xml).expect("the text is a model")
}

#[test]
fn a_spring_and_damper_act_at_the_end_of_the_step() {
    let m = model(
        r#"<mujoco>
             <option timestep="0.05" integrator="discrete" gravity="0 0 0"/>
             <worldbody>
               <body><joint type="slide" axis="1 0 0" stiffness="4000" damping="3"/><geom size="0.1" mass="2"/></body>
             </worldbody>
           </mujoco>"#,
    );
    let (mut d, h) = (m.make_data(), 0.05);
    (d.qpos[0], d.qvel[0]) = (0.1, -0.4);
    for _ in 0..5 {
        let (x, v) = (d.qpos[0], d.qvel[0]);
        d.step(&m).expect("it is sound");
        // m (v⁺ - v) = -h k x⁺ - h b v⁺ with x⁺ = x + h v⁺
        let (x1, v1) = (d.qpos[0], d.qvel[0]);
        assert!((x1 - x - h * v1).abs() < 1e-15);
        assert!((2.0 * (v1 - v) + h * 4000.0 * x1 + h * 3.0 * v1).abs() < 1e-11, "at {x1}, {v1}");
    }
    assert!(d.qpos[0].abs() < 0.1, "stable where the explicit limit 2/ω is 0.045");
}

#[test]
fn accelerations_are_those_of_mujoco() {
    let mut m = model(SERVO);
    // the dual solver leaves tendons and actuators out of the metric
    let primal = [58.75991451156726, -166.57925298463812];
    let want = [
        (SolverType::Newton, primal),
        (SolverType::Cg, primal),
        (SolverType::Pgs, [62.282135615011185, -169.36416650717973]),
    ];
    (m.opt.iterations, m.opt.tolerance) = (1000, 1e-14);
    for (solver, want) in want {
        m.opt.solver = solver.into();
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[-0.6, 0.3]);
        d.qvel.copy_from_slice(&[0.1, 0.5]);
        d.ctrl[0] = -0.6;
        d.forward(&m).expect("it is sound");
        assert!(d.nefc == 2 && d.efc_force[1] > 0.0, "friction loss, and a limit that pushes");
        for i in 0..2 {
            assert!((d.qacc[i] - want[i]).abs() < 1e-6 * want[i].abs(), "{solver:?}: {:?}, not {want:?}", d.qacc);
        }
    }
}

#[test]
fn a_stiff_servo_pushes_against_a_limit_without_chatter() {
    let mut m = model(SERVO);
    m.actuator_gainprm[0][0] = 1e6;
    m.actuator_biasprm[0][1] = -1e6;
    for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
        m.opt.cone = cone.into();
        let mut d = m.make_data();
        d.ctrl[0] = 0.2;
        for _ in 0..300 {
            d.step(&m).expect("it is sound");
        }
        assert!((d.qpos[0] - 0.2).abs() < 1e-3, "the servo holds {}", d.qpos[0]);
        assert!(d.qvel.iter().all(|v| v.abs() < 1e-6), "{:?}", d.qvel);
    }
}

#[test]
fn inverse_dynamics_undo_the_step() {
    let mut m = model(SERVO);
    (m.opt.iterations, m.opt.tolerance) = (200, 1e-15);
    let mut d = m.make_data();
    d.qpos.copy_from_slice(&[0.1, 0.3]);
    d.qvel.copy_from_slice(&[0.5, 1.5]);
    d.qfrc_applied.copy_from_slice(&[0.7, -0.2]);
    d.forward(&m).expect("it is sound");
    sinew::inverse::inverse(&m, &mut d).expect("it is sound");
    for i in 0..2 {
        let want = d.qfrc_applied[i] + d.qfrc_actuator[i];
        assert!((d.qfrc_inverse[i] - want).abs() < 1e-9 * (1.0 + want.abs()), "{} not {want}", d.qfrc_inverse[i]);
    }
}

#[test]
fn a_small_timestep_brings_the_continuous_acceleration() {
    let mut m = model(SERVO);
    let mut acceleration = |integrator: Integrator| {
        (m.opt.integrator, m.opt.timestep) = (integrator.into(), 1e-9);
        let mut d = m.make_data();
        d.qvel.copy_from_slice(&[0.5, 1.5]);
        d.ctrl[0] = 0.2;
        d.forward(&m).expect("it is sound");
        d.qacc.to_vec()
    };
    let (discrete, continuous) = (acceleration(Integrator::Discrete), acceleration(Integrator::Euler));
    for (a, b) in discrete.iter().zip(&continuous) {
        assert!((a - b).abs() < 1e-4 * b.abs(), "{discrete:?} {continuous:?}");
    }
}
