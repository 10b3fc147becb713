//! What is saved goes on as if it had never stopped, bit by bit, and damage to it is noticed.

use sinew::prelude::*;
use sinew::{Disable, Integrator, SensorErrors, StateBit};

/// Boxes that pile up and fall asleep, an arm with delayed control and delayed sensors, springs, user data.
const SCENE: &str = r#"<mujoco>
  <option timestep="0.005"><flag sleep="enable"/></option>
  <size nuserdata="2"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .11" euler="0 3 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 0 .33"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .1"><freejoint/><geom size=".1" condim="6"/></body>
    <body pos="2 0 .6">
      <joint name="shoulder" axis="0 1 0" damping=".3" stiffness="1" frictionloss=".01"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body pos=".3 0 0">
        <joint name="elbow" axis="0 1 0" limited="true" range="-90 90" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="tip" pos=".3 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position joint="shoulder" kp="10" delay=".02" nsample="6"/>
    <general joint="elbow" dyntype="filter" dynprm=".05" gainprm="2"/>
  </actuator>
  <sensor><gyro site="tip" delay=".03" nsample="8"/><jointpos joint="elbow" noise=".01"/><accelerometer site="tip" noise=".1"/></sensor>
</mujoco>"#;

fn drive(m: &Model, d: &mut Data, steps: std::ops::Range<usize>) {
    for step in steps {
        (d.ctrl[0], d.ctrl[1]) = ((step % 40) as f64 / 40.0, if step % 60 < 30 { 0.5 } else { -0.5 });
        d.userdata[0] += 1.0;
        d.step(m).expect("the scene is sound");
    }
}

fn scene(integrator: Integrator, sleep: bool) -> Model {
    let xml = if sleep { SCENE.to_owned() } else { SCENE.replace(r#"sleep="enable""#, "") };
    let mut m = Model::from_xml_str(&xml).expect("the scene compiles");
    m.opt.integrator = integrator as i32;
    let mut errors = SensorErrors::noise_of(&m, 7);
    errors.walk.fill(0.05);
    errors.latency[1] = [0.0, 0.02];
    m.set_sensor_errors(Some(errors)).expect("one of each per sensor");
    m
}

#[test]
fn saved_data_goes_on_with_the_same_bits_for_every_integrator_asleep_or_awake() {
    for &integrator in Integrator::ALL {
        for sleep in [false, true] {
            let m = scene(integrator, sleep);
            let mut whole = m.make_data();
            whole.set_sensor_stream(&m, 3);
            for (stop, end) in [(1, 90), (150, 260), (400, 520)] {
                whole.reset(&m);
                drive(&m, &mut whole, 0..stop);
                let saved = whole.to_bytes();
                drive(&m, &mut whole, stop..end);

                let mut rest = Data::from_bytes(&m, &saved).expect("our own bytes");
                drive(&m, &mut rest, stop..end);
                assert!(rest.to_bytes() == whole.to_bytes(), "{integrator:?}, sleep {sleep}, stopped at {stop}");
            }
            // nothing falls asleep under Runge-Kutta
            let sleeps = sleep && integrator != Integrator::Rk4;
            assert_eq!(whole.ntree_awake < m.ntree, sleeps, "{integrator:?}: who sleeps");
        }
    }
}

#[test]
fn a_saved_model_simulates_with_the_same_bits() {
    let m = scene(Integrator::ImplicitFast, true);
    let back = Model::from_bytes(&m.to_bytes()).expect("our own bytes");
    assert_eq!(back.fingerprint(), m.fingerprint());
    let (mut a, mut b) = (m.make_data(), back.make_data());
    drive(&m, &mut a, 0..300);
    drive(&back, &mut b, 0..300);
    assert!(a.to_bytes() == b.to_bytes());
    let mut heavier = back;
    heavier.body_mass[1] *= 1.0 + f64::EPSILON;
    assert_ne!(heavier.fingerprint(), m.fingerprint(), "one bit more is another model");
}

#[test]
fn damage_to_saved_data_is_noticed_wherever_it_is() {
    let m = scene(Integrator::Euler, true);
    let mut d = m.make_data();
    drive(&m, &mut d, 0..50);
    let good = d.to_bytes();
    for i in (0..good.len()).step_by(good.len() / 97) {
        let mut bad = good.clone();
        bad[i] ^= 0x40;
        assert!(Data::from_bytes(&m, &bad).is_err(), "byte {i} of {}", good.len());
        assert!(Data::from_bytes(&m, &good[..i]).is_err(), "cut at {i}");
    }
}

/// Position, velocity and activation are all that a step depends on if the solver starts from nothing; else the last bits of
/// its result depend on where it starts.
#[test]
fn a_state_without_the_warm_start_is_whole_where_there_is_none() {
    let signature = StateBit::Fullphysics as i32;
    for warm in [false, true] {
        let mut m = scene(Integrator::Euler, false);
        if !warm {
            m.opt.disableflags |= Disable::WarmStart as i32;
        }
        let mut whole = m.make_data();
        drive(&m, &mut whole, 0..100);
        let mut state = vec![0.0; m.state_size(signature).expect("known bits")];
        whole.get_state(&m, &mut state, signature).expect("it fits");
        let mut rest = m.make_data();
        rest.set_state(&m, &state, signature).expect("it fits");
        drive(&m, &mut whole, 100..150);
        drive(&m, &mut rest, 100..150);
        let (got, want) = (&rest.qpos, &whole.qpos);
        let far = got.iter().zip(want).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far < 1e-6, "{far}");
        assert!(warm || got == want, "differs by {far}");
    }
}
