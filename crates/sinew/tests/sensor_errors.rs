//! Noise, walking bias and latency of sensors, which a model has only if it is asked to.

use sinew::prelude::*;
use sinew::{Data, SensorErrors, StateBit};

/// A pendulum with sensors of every kind of number; the clock tells how late a reading is.
const PENDULUM: &str = r#"
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body name="bob" pos="0 0 2">
      <joint name="pin" axis="0 1 0" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.04"/>
      <site name="tip" pos="0.5 0 0"/>
    </body>
  </worldbody>
  <sensor>
    <jointpos joint="pin" noise="0.2"/>
    <accelerometer site="tip"/>
    <framequat objtype="body" objname="bob"/>
    <framezaxis objtype="body" objname="bob"/>
    <rangefinder site="tip"/>
    <clock/>
    <e_kinetic cutoff="0.5"/>
  </sensor>
</mujoco>"#;
const CLOCK: usize = 12;

fn pendulum(edit: impl FnOnce(&mut SensorErrors)) -> Model {
    let mut m = Model::from_xml_str(PENDULUM).expect("a sound model");
    let mut errors = SensorErrors::none(&m);
    errors.seed = 7;
    edit(&mut errors);
    m.set_sensor_errors(Some(errors)).expect("sound errors");
    m
}

fn noisy() -> Model {
    pendulum(|e| {
        e.noise = vec![0.2, 0.5, 0.01, 0.01, 0.1, 0.0, 0.3];
        e.walk = vec![0.1, 0.0, 0.02, 0.0, 0.0, 0.0, 0.0];
        e.latency[1] = [0.0, 0.05];
    })
}

/// Readings after every one of some steps.
fn readings(m: &Model, d: &mut Data, steps: usize) -> Vec<f64> {
    let mut all = Vec::new();
    for _ in 0..steps {
        d.step(m).expect("a sound step");
        all.extend_from_slice(&d.sensordata);
    }
    all
}

#[test]
fn without_errors_readings_and_state_are_what_they_are() {
    let plain = Model::from_xml_str(PENDULUM).expect("a sound model");
    let want = readings(&plain, &mut plain.make_data(), 50);
    let mut m = noisy();
    assert_ne!(readings(&m, &mut m.make_data(), 50), want);
    m.set_sensor_errors(None).expect("nothing to check");
    assert_eq!((m.nhistory, m.to_bytes()), (plain.nhistory, plain.to_bytes()));
    assert_eq!(readings(&m, &mut m.make_data(), 50), want);

    // errors of no size change no bit either
    let zero = pendulum(|_| ());
    assert_eq!(readings(&zero, &mut zero.make_data(), 50), want);
    // and errors never reach the motion
    let (mut a, mut b) = (plain.make_data(), noisy().make_data());
    readings(&plain, &mut a, 50);
    readings(&noisy(), &mut b, 50);
    assert_eq!((a.qpos, a.qvel), (b.qpos, b.qvel));
}

#[test]
fn noise_has_the_deviation_asked_for_and_no_mean() {
    let m = pendulum(|e| e.noise[0] = 0.2);
    let mut d = m.make_data();
    let n = 4000;
    let (mut sum, mut square, mut lagged, mut last) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..n {
        d.forward(&m).expect("a sound state");
        let error = d.sensordata[0] - d.qpos[0];
        (sum, square, lagged, last) = (sum + error, square + error * error, lagged + error * last, error);
        d.step(&m).expect("a sound step");
    }
    let n = f64::from(n);
    assert!((sum / n).abs() < 4.0 * 0.2 / n.sqrt(), "mean {}", sum / n);
    assert!((square / n / 0.04 - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "variance {}", square / n);
    assert!((lagged / n / 0.04).abs() < 4.0 / n.sqrt(), "one step does not tell the next");
    assert_eq!(SensorErrors::noise_of(&m, 1).noise[0], 0.2, "the model file says the same");
}

#[test]
fn readings_depend_on_seed_stream_and_step_only() {
    let m = noisy();
    let want = readings(&m, &mut m.make_data(), 40);

    // how often the present is looked at does not matter
    let mut d = m.make_data();
    let mut looked = Vec::new();
    for _ in 0..40 {
        d.forward(&m).expect("a sound state");
        d.forward(&m).expect("a sound state");
        d.step(&m).expect("a sound step");
        looked.extend_from_slice(&d.sensordata);
    }
    assert_eq!(looked, want);

    // nor do threads; streams are independent
    let run = |stream: u64| {
        let mut d = m.make_data();
        d.set_sensor_stream(&m, stream);
        readings(&m, &mut d, 40)
    };
    let alone: Vec<_> = (0..4).map(run).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|stream| scope.spawn(move || run(stream))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a sound run")).collect()
    });
    assert_eq!(alone, together);
    assert_eq!(alone[0], want);
    assert!(alone[1..].iter().all(|other| *other != want));

    let other_seed = pendulum(|e| (e.seed, e.noise[0]) = (8, 0.2));
    assert_ne!(readings(&other_seed, &mut other_seed.make_data(), 3)[0], want[0]);
}

#[test]
fn a_bias_walks_away_with_the_root_of_time() {
    let m = pendulum(|e| e.walk[0] = 0.3);
    let mut squares = [0.0; 2];
    let runs = 300;
    for stream in 0..runs {
        let mut d = m.make_data();
        d.set_sensor_stream(&m, stream);
        for square in &mut squares {
            readings(&m, &mut d, 50);
            d.forward(&m).expect("a sound state");
            *square += (d.sensordata[0] - d.qpos[0]).powi(2) / runs as f64;
        }
    }
    // half a second and a whole one; a variance of 300 runs is good to 8 per cent
    assert!((squares[0] / 0.045 - 1.0).abs() < 0.3 && (squares[1] / 0.09 - 1.0).abs() < 0.3, "{squares:?}");
}

#[test]
fn a_late_reading_is_that_of_an_earlier_step() {
    for latency in [[0.03, 0.03], [0.02, 0.055]] {
        let m = pendulum(|e| e.latency[5] = latency);
        let mut d = m.make_data();
        let mut seen = Vec::new();
        for step in 0..200 {
            d.forward(&m).expect("a sound state");
            let late = d.time - d.sensordata[CLOCK];
            if step > 10 {
                // held until the next reading arrives
                assert!(late > latency[0] - 1e-9 && late < latency[1] + 0.01 + 1e-9, "{late}");
                seen.push((late / 0.01).round() as i32);
            }
            d.step(&m).expect("a sound step");
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, if latency[0] == latency[1] { vec![3] } else { vec![3, 4, 5, 6] });
    }
}

#[test]
fn the_random_state_is_saved_with_the_state() {
    let m = noisy();
    let mut d = m.make_data();
    d.set_sensor_stream(&m, 3);
    readings(&m, &mut d, 20);
    let signature = StateBit::Integration as i32;
    let mut state = vec![0.0; m.state_size(signature).expect("known bits")];
    d.get_state(&m, &mut state, signature).expect("it fits");
    let copy = d.clone();
    let bytes = d.to_bytes();
    let want = readings(&m, &mut d, 20);

    let mut back = m.make_data();
    back.set_state(&m, &state, signature).expect("it fits");
    assert_eq!(readings(&m, &mut back, 20), want);
    assert_eq!(readings(&m, &mut copy.clone(), 20), want);

    // the model is saved with its errors, too
    let loaded = Model::from_bytes(&m.to_bytes()).expect("our own bytes");
    assert_eq!(loaded.sensor_errors, m.sensor_errors);
    let mut again = Data::from_bytes(&loaded, &bytes).expect("our own bytes");
    assert_eq!(readings(&loaded, &mut again, 20), want);

    d.reset(&m);
    assert_eq!(readings(&m, &mut d, 20), readings(&m, &mut m.make_data(), 20), "a reset starts over");
}

#[test]
fn disturbed_readings_stay_what_such_sensors_can_read() {
    let m = pendulum(|e| e.noise.fill(0.5));
    let mut d = m.make_data();
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    for _ in 0..100 {
        d.step(&m).expect("a sound step");
        d.forward(&m).expect("a sound state");
        assert!((norm(&d.sensordata[4..8]) - 1.0).abs() < 1e-12 && (norm(&d.sensordata[8..11]) - 1.0).abs() < 1e-12);
        let upward = d.site_xmat[0].column(2)[2] > 0.0;
        assert!(!upward || d.sensordata[11] == -1.0, "a ray into the sky hits nothing");
        assert!((-0.5..=0.5).contains(&d.sensordata[13]), "the cutoff holds: {}", d.sensordata[13]);
    }
}

#[test]
fn unsound_errors_are_refused_and_change_nothing() {
    let mut m = noisy();
    let before = m.to_bytes();
    let mut refused = |edit: &dyn Fn(&mut SensorErrors), why: &str| {
        let mut errors = SensorErrors::none(&m);
        edit(&mut errors);
        let text = m.set_sensor_errors(Some(errors)).expect_err(why).to_string();
        assert!(text.contains(why), "{text}");
    };
    refused(&|e| e.noise[1] = -1.0, "'noise' of sensor 1");
    refused(&|e| e.walk[0] = f64::NAN, "'walk' of sensor 0");
    refused(&|e| e.latency[2] = [0.2, 0.1], "'latency' of sensor 2");
    refused(&|e| e.latency[2] = [0.2, 1e9], "too many timesteps");
    refused(&|e| e.walk.clear(), "one entry for each of 7 sensors");
    assert_eq!(m.to_bytes(), before);

    let sampled = PENDULUM.replace("<clock/>", r#"<clock nsample="4" delay="0.02"/>"#);
    let mut m = Model::from_xml_str(&sampled).expect("a sound model");
    let mut errors = SensorErrors::none(&m);
    errors.latency[5] = [0.01, 0.01];
    let text = m.set_sensor_errors(Some(errors)).expect_err("a delay of its own").to_string();
    assert!(text.contains("history of its own"), "{text}");

    // data from before has no room for the random state
    let plain = Model::from_xml_str(PENDULUM).expect("a sound model");
    let error = plain.make_data().step(&noisy()).expect_err("another size").to_string();
    assert!(error.contains("nhistory"), "{error}");
}
