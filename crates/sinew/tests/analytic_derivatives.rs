//! Derivatives in closed form against centred differences of whole steps.

use std::path::PathBuf;

use sinew::Disable;
use sinew::derivative::{self, DerivativeConfig, Method, Parameter, Transition};
use sinew::prelude::*;

/// Numbers in [-1, 1) that look random and are always the same.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

/// A model whose solver runs to the end, so that differences are as good as rounding lets them be.
fn load(name: &str) -> Model {
    converged(Model::from_xml_path(path(name)).expect("a model of the project"))
}

fn converged(mut model: Model) -> Model {
    model.opt.tolerance = 0.0;
    model.opt.iterations = 200;
    model.opt.ls_tolerance = 1e-8;
    model
}

/// States along a random motion, every `stride` steps.
fn states(model: &Model, count: usize, stride: usize) -> Vec<Data> {
    let mut noise = Noise(7);
    let mut data = model.make_data();
    let step: Vec<f64> = (0..model.nv).map(|_| 0.05 * noise.next()).collect();
    sinew::support::integrate_pos(model, &mut data.qpos, &step, 1.0);
    data.qvel.iter_mut().for_each(|v| *v = 0.3 * noise.next());
    (0..count)
        .map(|_| {
            for _ in 0..stride {
                for i in 0..model.nu {
                    let [low, high] =
                        if model.actuator_ctrllimited[i] { model.actuator_ctrlrange[i] } else { [-1.0, 1.0] };
                    data.ctrl[i] = low + (high - low) * (0.5 + 0.45 * noise.next());
                }
                data.step(model).expect("nothing goes wrong");
            }
            data.clone()
        })
        .collect()
}

/// `A` and `B` by centred differences of whole steps, nothing kept from one to the next.
fn differences(model: &Model, start: &Data, eps: f64) -> (Vec<f64>, Vec<f64>) {
    let n = 2 * model.nv + model.na;
    let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n * model.nu]);
    let mut probe = start.clone();
    for column in 0..n + model.nu {
        let mut shoot = |step: f64| {
            probe.copy_from(start);
            if column < model.nv {
                let mut v = vec![0.0; model.nv];
                v[column] = step;
                sinew::support::integrate_pos(model, &mut probe.qpos, &v, 1.0);
            } else if column < 2 * model.nv {
                probe.qvel[column - model.nv] += step;
            } else if column < n {
                probe.act[column - 2 * model.nv] += step;
            } else {
                probe.ctrl[column - n] += step;
            }
            probe.step(model).expect("nothing goes wrong");
            (probe.qpos.to_vec(), probe.qvel.to_vec(), probe.act.to_vec())
        };
        let (plus, minus) = (shoot(eps), shoot(-eps));
        let mut row = vec![0.0; n];
        sinew::support::differentiate_pos(model, &mut row[..model.nv], 2.0 * eps, &minus.0, &plus.0);
        let rest = plus.1.iter().chain(&plus.2).zip(minus.1.iter().chain(&minus.2));
        for (out, (p, m)) in row[model.nv..].iter_mut().zip(rest) {
            *out = (p - m) / (2.0 * eps);
        }
        for (r, x) in row.into_iter().enumerate() {
            if column < n {
                a[r * n + column] = x;
            } else {
                b[r * model.nu + column - n] = x;
            }
        }
    }
    (a, b)
}

/// Smallest error over several sizes of the differences: large steps cross a switch or bend, small ones drown in rounding.
fn error(model: &Model, start: &Data, config: &DerivativeConfig) -> f64 {
    let n = 2 * model.nv + model.na;
    let got = start.clone().transition_derivatives(model, config).expect("nothing goes wrong");
    [1e-5, 1e-6, 1e-7].iter().fold(f64::INFINITY, |best, &eps| {
        let (a, b) = differences(model, start, eps);
        let worst = derivative::max_relative_error(&got.a, &a, n, 1e-3);
        best.min(worst.max(derivative::max_relative_error(&got.b, &b, model.nu, 1e-3)))
    })
}

fn assert_agrees(name: &str, model: &Model, start: &Data, method: Method) {
    let error = error(model, start, &DerivativeConfig { method, ..DerivativeConfig::default() });
    assert!(error < 1e-5, "{name}, integrator {}, {} rows: {error:e}", model.opt.integrator, start.nefc);
}

#[test]
fn every_small_model_has_the_derivatives_of_differences() {
    let models = [
        "actuators",
        "ball_chain",
        "cameras",
        "damped_euler",
        "fluid_box",
        "fluid_ellipsoid",
        "frames",
        "gravcomp",
        "keyframes",
        "looking",
        "many_joints",
        "mocap",
        "pendulum",
        "sensors",
        "slider",
        "spatial_tendon",
        "springs",
        "wrapping",
        "yield",
    ];
    for name in models {
        let mut model = load(&format!("tiny/{name}.xml"));
        for integrator in [0, 2, 3] {
            model.opt.integrator = integrator;
            for state in states(&model, 2, 30) {
                assert_agrees(name, &model, &state, Method::Analytic);
            }
        }
    }
}

/// Springs and dampers with polynomials on joints of all kinds and on tendons, servos and muscles, and a loop.
const SPRINGY: &str = r#"
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <body pos="0 0 1">
      <joint name="swing" axis="0 1 0" stiffness="20 3 2" damping=".3 .2 .1" springref="10"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <site name="a" pos=".2 0 .05"/>
      <body pos=".3 0 0">
        <joint name="ball" type="ball" stiffness="8 2 4" damping=".05 .02 .01"/>
        <geom type="capsule" fromto="0 0 0 .2 .1 0" size=".03"/>
        <site name="b" pos=".1 .1 .02"/>
        <body pos=".2 .1 0">
          <joint name="slide" type="slide" axis="1 0 .3" stiffness="90 40 60" damping="2" range="-.02 .02" limited="true"/>
          <joint name="tip" axis="0 0 1" frictionloss=".01" armature=".001"/>
          <geom type="box" size=".05 .04 .03" pos=".05 0 0"/>
          <site name="c" pos=".06 0 .05"/>
        </body>
      </body>
    </body>
    <body name="floats" pos="1 0 1"><freejoint/><geom type="box" size=".1 .06 .03"/></body>
    <body name="tied" pos="2 0 1"><joint type="free" stiffness="30 5 5" damping=".2"/><geom type="box" size=".1 .06 .03"/></body>
    <body name="held" pos="2 .3 1"><joint axis="0 1 0" stiffness="4"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/></body>
  </worldbody>
  <tendon>
    <spatial name="band" stiffness="40 8 3" damping="1 .3 .2" springlength=".1"><site site="a"/><site site="b"/><site site="c"/></spatial>
    <fixed name="sum" stiffness="2" damping=".1"><joint joint="swing" coef="1"/><joint joint="tip" coef="-.5"/></fixed>
  </tendon>
  <actuator>
    <position joint="tip" kp="6" kv=".2"/>
    <general joint="swing" gaintype="affine" gainprm="1 -2 -.3" biastype="affine" biasprm="0 -3 -.2"/>
    <position tendon="band" kp="10" kv=".4"/>
    <muscle tendon="band" lengthrange=".2 .6" ctrlrange="0 1"/>
    <position joint="ball" gear="0 1 .5" kp="2" kv=".1"/>
  </actuator>
  EXTRA
</mujoco>"#;

#[test]
fn springs_dampers_and_feedback_at_the_end_of_the_step_have_the_derivatives_of_differences() {
    let loops = r#"<equality><weld body1="tied" body2="held" torquescale=".6"/><joint joint1="swing" joint2="tip"
        polycoef=".1 .4 .2"/><connect body1="floats" body2="tied" anchor=".3 .1 0"/></equality>"#;
    for extra in ["", loops] {
        let xml = SPRINGY.replace("EXTRA", extra);
        let mut model = converged(Model::from_xml_str(&xml).expect("the text is a model"));
        for integrator in [4, 100] {
            model.opt.integrator = integrator;
            for state in states(&model, 3, 30) {
                assert_eq!(state.ne > 0, !extra.is_empty());
                assert_agrees("springs", &model, &state, Method::Analytic);
                assert_agrees("springs", &model, &state, Method::Hybrid);
            }
        }
    }
}

#[test]
fn integrators_that_extend_euler_have_the_derivatives_of_differences() {
    let names =
        ["springs", "spatial_tendon", "wrapping", "fluid_box", "ball_chain", "actuators", "damped_euler", "yield"];
    for name in
        names.map(|name| format!("tiny/{name}.xml")).iter().map(String::as_str).chain(["arm.xml", "humanoid.xml"])
    {
        let mut model = load(name);
        for integrator in [4, 100] {
            model.opt.integrator = integrator;
            for state in states(&model, 2, 40) {
                assert_agrees(name, &model, &state, Method::Analytic);
            }
        }
    }
}

#[test]
fn an_arm_with_contacts_limits_equality_and_friction_has_the_derivatives_of_differences() {
    let mut model = load("arm.xml");
    let mut busy = 0;
    for cone in [0, 1] {
        model.opt.cone = cone;
        for state in states(&model, 3, 40) {
            busy += i32::from(state.ncon > 0 && state.ne > 0 && state.nf > 0);
            assert_agrees("arm", &model, &state, Method::Analytic);
        }
    }
    assert!(busy >= 4, "most states have contacts, equality and friction, {busy} of 6");
}

/// Gravity is compensated through actuators, below and at the limit of their joints; a thruster pushes through them too.
const COMPENSATED: &str = "
<mujoco>
  <worldbody>
    <body gravcomp='1'>
      <joint axis='0 1 0' actuatorgravcomp='true' actuatorfrcrange='-2 2' damping='1'/>
      <geom type='capsule' size='.03' fromto='0 0 0 .4 0 0'/>
      <body pos='.4 0 0' gravcomp='.7'>
        <joint axis='0 1 .3' actuatorgravcomp='true' actuatorfrcrange='-50 50' damping='1'/>
        <joint axis='1 0 0' damping='1'/>
        <geom type='capsule' size='.03' fromto='0 0 0 .3 .1 0'/>
        <body pos='.3 .1 0' gravcomp='.5'>
          <joint type='slide' axis='0 .6 .8' actuatorgravcomp='true' damping='1'/>
          <joint type='ball' damping='.1'/>
          <geom type='box' size='.05 .04 .03' pos='.1 0 0'/>
          <site name='nozzle' pos='.1 0 .02' euler='20 30 40'/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general site='nozzle' gear='1 2 3 .1 .2 .3' gainprm='2'/>
  </actuator>
</mujoco>";

#[test]
fn gravity_compensated_by_actuators_has_the_derivatives_of_differences() {
    let mut model = converged(Model::from_xml_str(COMPENSATED).expect("a good model"));
    let mut held = 0;
    for mut state in states(&model, 6, 30) {
        state.forward(&model).expect("nothing goes wrong");
        held += usize::from(state.qfrc_actuator[0].abs() == 2.0);
        assert_agrees("compensated", &model, &state, Method::Analytic);
    }
    assert!(held >= 3, "the first joint is at its limit in {held} states");
    model.opt.disableflags |= Disable::Actuation as i32;
    for state in states(&model, 2, 30) {
        assert_agrees("without actuation", &model, &state, Method::Analytic);
    }
}

#[test]
fn a_humanoid_on_the_floor_has_the_derivatives_of_differences() {
    let model = load("humanoid.xml");
    let touching: Vec<_> = states(&model, 6, 50).into_iter().filter(|s| s.ncon > 0).collect();
    assert!(touching.len() >= 2);
    for state in &touching[..2] {
        assert_agrees("humanoid", &model, state, Method::Analytic);
    }
}

#[test]
fn muscles_around_obstacles_have_the_derivatives_of_differences() {
    // the upper arm touches the shoulder blade in a point: with a margin the contact does not depend on rounding
    let mut model = load("elbow.xml");
    model.geom_margin.iter_mut().for_each(|x| *x = 0.005);
    let touching = states(&model, 4, 40);
    assert!(touching.iter().all(|state| state.ncon > 0));
    model.opt.disableflags |= Disable::Contact as i32;
    let free = states(&model, 4, 40);
    for state in touching.iter().chain(&free) {
        model.opt.disableflags = if state.ncon > 0 { 0 } else { Disable::Contact as i32 };
        assert_agrees("elbow", &model, state, Method::Analytic);
    }
}

/// Boxes, capsules, spheres, cylinders and an ellipsoid that lie on a floor and on one another, slowly sliding.
const SCENE: &str = r#"
<mujoco>
  <option timestep="0.002" cone="CONE" impratio="2"/>
  <default><geom friction="0.6 0.01 0.002" condim="DIM" density="800"/></default>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .0995"><freejoint/><geom type="box" size=".2 .15 .1"/></body>
    <body pos=".05 .02 .2485" euler="5 0 20"><freejoint/><geom type="sphere" size=".05"/></body>
    <body pos="1 0 .0495" euler="0 90 10"><freejoint/><geom type="capsule" size=".05 .2"/></body>
    <body pos="1.01 .02 .1485" euler="0 90 80"><freejoint/><geom type="capsule" size=".05 .1"/></body>
    <body pos="2 0 .0995" euler="0 90 10"><freejoint/><geom type="cylinder" size=".1 .05"/></body>
    <body pos="2.5 0 .1062" euler="4 0 10"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos="3 0 .0995"><freejoint/><geom type="ellipsoid" size=".2 .15 .1"/></body>
    <body pos="4 0 .0495"><freejoint/><geom type="sphere" size=".05"/></body>
    <body pos="4.02 .01 .147"><freejoint/><geom type="sphere" size=".05"/></body>
    <body pos="5 0 .5"><joint type="ball" limited="true" range="0 25"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body pos=".3 0 0"><joint axis="0 1 0" limited="true" range="-10 10" frictionloss=".02"/>
        <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03" contype="0" conaffinity="0"/></body></body>
  </worldbody>
</mujoco>"#;

#[test]
fn contacts_of_all_shapes_and_cones_have_the_derivatives_of_differences() {
    for (cone, dim) in [("pyramidal", "3"), ("elliptic", "3"), ("elliptic", "6"), ("pyramidal", "4"), ("elliptic", "1")]
    {
        let xml = SCENE.replace("CONE", cone).replace("DIM", dim);
        let mut model = converged(Model::from_xml_str(&xml).expect("the text is a model"));
        for integrator in [0, 4] {
            model.opt.integrator = integrator;
            let mut state = model.make_data();
            let mut noise = Noise(11);
            state.qvel.iter_mut().for_each(|v| *v = 0.05 * noise.next());
            (0..30).for_each(|_| state.step(&model).expect("nothing goes wrong"));
            assert!(state.ncon >= 8, "{} contacts", state.ncon);
            assert_agrees(&format!("{cone} {dim}"), &model, &state, Method::Analytic);
        }
    }
}

/// A four-bar linkage closed by a connect constraint, and a body welded to a swinging one.
const LOOPS: &str = r#"
<mujoco>
  <worldbody>
    <body pos="0 0 1"><joint axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".02"/>
      <body name="rod" pos="0 0 -.3"><joint axis="0 1 0"/><joint axis="1 0 0" stiffness="3"/>
        <geom type="capsule" fromto="0 0 0 .4 0 0" size=".02"/></body></body>
    <body name="crank" pos=".4 0 1"><joint type="ball" damping=".05"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".02"/></body>
    <body name="held" pos="0 1 1"><freejoint/><geom type="box" size=".1 .05 .03"/></body>
    <body name="holder" pos="0 1 1.2"><joint axis="1 .2 0"/><geom type="capsule" fromto="0 0 0 0 .3 0" size=".02"/></body>
  </worldbody>
  <equality>
    <connect body1="rod" body2="crank" anchor=".4 0 0"/>
    <weld body1="held" body2="holder" torquescale=".7" solref=".03 1"/>
  </equality>
</mujoco>"#;

#[test]
fn loops_closed_by_points_and_frames_have_the_derivatives_of_differences() {
    let mut model = converged(Model::from_xml_str(LOOPS).expect("the text is a model"));
    for integrator in [0, 3] {
        model.opt.integrator = integrator;
        for state in states(&model, 2, 40) {
            assert_eq!(state.ne, 9);
            assert_agrees("loops", &model, &state, Method::Analytic);
        }
    }
}

#[test]
fn positions_by_differences_of_the_equations_converge_to_the_closed_form() {
    for name in ["arm.xml", "humanoid.xml"] {
        let model = load(name);
        for mut state in states(&model, 2, 60) {
            let n = 2 * model.nv + model.na;
            let whole = state.transition_derivatives(&model, &DerivativeConfig::default()).expect("nothing goes wrong");
            // the arm's fingers lie face on face: for a size here and there rounding chooses other points of contact
            let errors = [1e-3, 1e-4, 1e-5, 1e-6, 3e-7, 1e-7, 3e-8].map(|eps| {
                let hybrid = DerivativeConfig { method: Method::Hybrid, eps, ..DerivativeConfig::default() };
                let mixed = state.transition_derivatives(&model, &hybrid).expect("nothing goes wrong");
                derivative::max_relative_error(&whole.a, &mixed.a, n, 1e-3)
            });
            let best = errors.iter().fold(f64::INFINITY, |best, &e| best.min(e));
            assert!(best < 1e-6, "{name}: {errors:?}");
        }
    }
}

#[test]
fn centred_differences_converge_to_the_closed_form_as_the_square_of_their_size() {
    let model = load("tiny/ball_chain.xml");
    let mut state = states(&model, 1, 30).remove(0);
    let [coarse, fine] = derivative::fd_convergence_check(&model, &mut state, 1e-2).expect("nothing goes wrong");
    assert!(coarse > 1e-7 && fine < coarse / 60.0, "{coarse:e} then {fine:e}");
}

#[test]
fn products_with_the_matrices_and_their_transposes_need_no_matrices() {
    for (name, integrator) in [("arm.xml", 3), ("humanoid.xml", 0), ("tiny/wrapping.xml", 2)] {
        let mut model = load(name);
        model.opt.integrator = integrator;
        let mut state = states(&model, 1, 60).remove(0);
        let (n, nu) = (2 * model.nv + model.na, model.nu);
        let mut noise = Noise(3);
        let mut random = |n: usize| (0..n).map(|_| noise.next()).collect::<Vec<_>>();
        let (dx, du, weight) = (random(n), random(nu), random(n));
        let matrices = state.transition_derivatives(&model, &DerivativeConfig::default()).expect("nothing goes wrong");
        let (mut out, mut by_x, mut by_u) = (vec![0.0; n], vec![0.0; n], vec![0.0; nu]);
        derivative::transition_jvp(&model, &mut state, &dx, &du, &mut out).expect("nothing goes wrong");
        derivative::transition_vjp(&model, &mut state, &weight, &mut by_x, &mut by_u).expect("nothing goes wrong");
        let scale = matrices.a.iter().fold(1.0f64, |s, x| s.max(x.abs()));
        for r in 0..n {
            let want: f64 = (0..n).map(|c| matrices.a[r * n + c] * dx[c]).sum::<f64>()
                + (0..nu).map(|c| matrices.b[r * nu + c] * du[c]).sum::<f64>();
            assert!((out[r] - want).abs() < 1e-9 * scale, "{name}, row {r}: {} is not {want}", out[r]);
            let want: f64 = (0..n).map(|k| matrices.a[k * n + r] * weight[k]).sum();
            assert!((by_x[r] - want).abs() < 1e-9 * scale, "{name}, column {r}: {} is not {want}", by_x[r]);
        }
        for c in 0..nu {
            let want: f64 = (0..n).map(|k| matrices.b[k * nu + c] * weight[k]).sum();
            assert!((by_u[c] - want).abs() < 1e-9 * scale, "{name}, control {c}: {} is not {want}", by_u[c]);
        }
    }
}

/// Largest error of the columns of parameters against differences of whole steps of changed models.
fn parameter_error(model: &mut Model, state: &mut Data, parameters: &[Parameter]) -> (f64, Parameter) {
    let n = 2 * model.nv + model.na;
    let mut got = vec![0.0; n * parameters.len()];
    derivative::transition_parameters(model, state, parameters, &mut got).expect("nothing goes wrong");
    let mut worst = (0.0, parameters[0]);
    for (c, &parameter) in parameters.iter().enumerate() {
        let value = *parameter.of(model).expect("it is there");
        let size = match parameter {
            Parameter::DofArmature(i) => model.dof_M0[i],
            _ if value == 0.0 => 0.1,
            _ => value.abs(),
        };
        let shoot = |value: f64| {
            let mut other = model.clone();
            *parameter.of(&mut other).expect("it is there") = value;
            let mut data = other.make_data();
            sinew::model::set_const(&mut other, &mut data).expect("nothing goes wrong");
            let mut probe = state.clone();
            probe.step(&other).expect("nothing goes wrong");
            (probe.qpos.to_vec(), probe.qvel.to_vec())
        };
        let error = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6].iter().fold(f64::INFINITY, |best, eps| {
            let eps = eps * size;
            let (plus, minus) = (shoot(value + eps), shoot(value - eps));
            let mut want = vec![0.0; n];
            sinew::support::differentiate_pos(model, &mut want[..model.nv], 2.0 * eps, &minus.0, &plus.0);
            for i in 0..model.nv {
                want[model.nv + i] = (plus.1[i] - minus.1[i]) / (2.0 * eps);
            }
            let column: Vec<f64> = (0..n).map(|r| got[r * parameters.len() + c]).collect();
            best.min(derivative::max_relative_error(&column, &want, 1, 1e-6))
        });
        if error > worst.0 {
            worst = (error, parameter);
        }
    }
    worst
}

#[test]
fn parameters_move_the_next_state_as_differences_of_whole_steps_say() {
    let springy = SPRINGY.replace("EXTRA", "");
    let models =
        vec![load("arm.xml"), load("humanoid.xml"), converged(Model::from_xml_str(&springy).expect("a model"))];
    for mut model in models {
        model.geom_friction[0][0] *= 1.2;
        let mut parameters = vec![Parameter::Gravity(2), Parameter::BodyMass(2), Parameter::BodyInertia(2, 1)];
        parameters.extend((0..model.nv).step_by(3).flat_map(|i| [Parameter::DofDamping(i), Parameter::DofArmature(i)]));
        let rubbing = (0..model.nv).filter(|&i| model.dof_frictionloss[i] > 0.0);
        parameters.extend(rubbing.map(Parameter::DofFrictionloss));
        let single = |j: &usize| model.jnt_type[*j] >= 2;
        parameters.extend((0..model.njnt).filter(single).map(Parameter::JointStiffness));
        parameters
            .extend((0..model.ntendon).flat_map(|t| [Parameter::TendonStiffness(t), Parameter::TendonDamping(t)]));
        parameters.extend((0..model.nu).flat_map(|a| [Parameter::ActuatorGain(a, 0), Parameter::ActuatorBias(a, 1)]));
        for integrator in [0, 2, 3, 4] {
            model.opt.integrator = integrator;
            let mut state = states(&model, 1, 40).remove(0);
            let mut parameters = parameters.clone();
            // a contact has the larger friction of its geoms
            let friction = |g: i32| model.geom_friction[g as usize][0];
            let rough = state.contact.iter().filter(|c| friction(c.geom[0]) > friction(c.geom[1]));
            parameters.extend(rough.map(|c| Parameter::GeomFriction(c.geom[0] as usize, 0)));
            let before = model.clone();
            let (error, parameter) = parameter_error(&mut model, &mut state, &parameters);
            assert!(error < 1e-5, "integrator {integrator}, {parameter:?}: {error:e}");
            assert!((0..Model::FIELDS.len()).all(|i| model.column_at(i) == before.column_at(i)), "the model changed");
        }
    }
}

#[test]
fn columns_on_several_threads_have_the_bits_of_one() {
    for (name, method) in [
        ("humanoid.xml", Method::Analytic),
        ("arm.xml", Method::Analytic),
        ("arm.xml", Method::Hybrid),
        ("humanoid.xml", Method::Differences),
        ("tiny/sensors.xml", Method::Differences),
        ("tiny/sensors.xml", Method::Analytic),
        ("elbow.xml", Method::Differences),
    ] {
        let model = Model::from_xml_path(path(name)).expect("a model of the project");
        let state = states(&model, 1, 50).remove(0);
        let (n, ns) = (2 * model.nv + model.na, model.nsensordata);
        let sizes = [n * n, n * model.nu, ns * n, ns * model.nu];
        let config = DerivativeConfig { method, ..DerivativeConfig::default() };
        let mut want = sizes.map(|n| vec![0.0; n]);
        derivative::transition(&model, &mut state.clone(), &config, all(&mut want)).expect("nothing goes wrong");
        for threads in [1, 2, 3] {
            let mut parallel = sinew::ParallelDerivatives::new(&model, threads).expect("threads start");
            for _ in 0..2 {
                let mut got = sizes.map(|n| vec![0.0; n]);
                parallel.transition(&model, &state, &config, all(&mut got)).expect("nothing goes wrong");
                assert!(got == want, "{name}, {method:?}, {threads} threads");
            }
        }
    }
}

fn all([a, b, c, d]: &mut [Vec<f64>; 4]) -> Transition<'_> {
    Transition { a: Some(a), b: Some(b), c: Some(c), d: Some(d) }
}

#[test]
fn the_state_stays_what_it_was_and_matrices_of_the_wrong_size_are_refused() {
    let model = load("arm.xml");
    let mut state = states(&model, 1, 40).remove(0);
    let before = (state.qpos.to_vec(), state.qvel.to_vec(), state.act.to_vec(), state.time);
    let first = state.transition_derivatives(&model, &DerivativeConfig::default()).expect("nothing goes wrong");
    assert_eq!(before, (state.qpos.to_vec(), state.qvel.to_vec(), state.act.to_vec(), state.time));
    let again = state.transition_derivatives(&model, &DerivativeConfig::default()).expect("nothing goes wrong");
    assert!(first == again, "a second call gives the same bits");
    let mut small = [0.0; 3];
    let out = Transition { a: Some(&mut small), ..Transition::default() };
    assert!(derivative::transition(&model, &mut state, &DerivativeConfig::default(), out).is_err());
}
