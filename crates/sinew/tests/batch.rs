//! A batch has the bits of a plain loop, at any number of threads, and a simulation that fails harms no other.

use sinew::batch::{Batch, BatchError, DataField, ModelField, Pool, Record, Trajectory, What, rollout};
use sinew::prelude::*;
use sinew::table::{Column, ColumnMut};
use sinew::{SensorStage, StateBit};

const XML: &str = r#"<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body name="cart" pos="0 0 .1">
      <joint type="slide" axis="1 0 0"/>
      <geom type="box" size=".1 .1 .05" mass="1"/>
      <body name="pole" pos="0 0 .05">
        <joint axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".1"/>
        <site name="tip" pos="0 0 .5"/>
      </body>
    </body>
    <body pos="0 .3 .12"><freejoint/><geom type="box" size=".1 .05 .1"/></body>
  </worldbody>
  <actuator><motor site="tip" gear="1 0 0 0 0 0"/></actuator>
  <sensor><accelerometer site="tip"/></sensor>
  <keyframe><key qpos="0.3 0.5 0 .3 .12 1 0 0 0"/></keyframe>
</mujoco>"#;

/// Enough for four side by side on each of two threads, and three that are left.
const NSIM: usize = 19;

fn model() -> Model {
    Model::from_xml_str(XML).expect("the model compiles")
}

/// Different starts for the simulations.
fn spread(batch: &mut Batch) {
    for sim in 0..batch.nsim() {
        batch.row_mut(sim)[2] = 0.03 * sim as f64;
    }
}

#[test]
fn more_simulations_than_memory_can_hold_are_refused() {
    let model = model();
    for persistent in [false, true] {
        let error = Batch::new(&model, usize::MAX >> 4, 1, persistent).err().map(|error| error.to_string());
        assert!(error.as_deref().is_some_and(|e| e.contains("which cannot be had")), "{error:?}");
    }
}

#[test]
fn a_batch_has_the_bits_of_a_plain_loop_at_any_number_of_threads() {
    let m = model();
    for (nthread, persistent) in [(1, false), (2, false), (5, false), (3, true)] {
        let mut batch = Batch::new(&m, NSIM, nthread, persistent).expect("it can be made");
        spread(&mut batch);
        let xpos = DataField::find("xpos").expect("a field");
        batch.bind(xpos);
        let odd: Vec<usize> = (1..NSIM).step_by(2).collect();
        assert_eq!(batch.step(None, 20, SensorStage::None), 0);
        assert_eq!(batch.step(Some(&odd), 5, SensorStage::None), 0);
        let Column::F64(xpos) = batch.bind(xpos) else { panic!("reals") };
        let xpos = xpos.to_vec();
        for sim in 0..NSIM {
            let mut d = m.make_data();
            d.qpos[1] = 0.03 * sim as f64;
            for _ in 0..if sim % 2 == 1 { 25 } else { 20 } {
                d.step(&m).expect("it steps");
            }
            let mut row = vec![0.0; batch.nstate()];
            d.get_state(&m, &mut row, StateBit::Integration as i32).expect("it fits");
            assert_eq!(row, batch.row_mut(sim), "simulation {sim} on {nthread} threads");
            let positions: Vec<f64> = d.xpos.iter().flat_map(|x| x.0).collect();
            assert_eq!(positions, xpos[sim * 3 * m.nbody..(sim + 1) * 3 * m.nbody]);
        }
    }
}

#[test]
fn a_failing_simulation_keeps_its_state_and_harms_no_other() {
    let m = model();
    let mut batch = Batch::new(&m, NSIM, 2, false).expect("it can be made");
    batch.row_mut(3)[2] = f64::NAN;
    assert_eq!(batch.step(None, 1, SensorStage::None), 1);
    assert!(batch.status().iter().enumerate().all(|(sim, &status)| status == i32::from(sim == 3)));
    assert!(batch.error(3).contains("position 1 is NaN"), "{}", batch.error(3));
    assert_eq!(batch.error(2), "");
    assert_eq!(batch.row_mut(3)[0], 0.0);
    assert_eq!(batch.row_mut(4)[0], m.opt.timestep);
    assert_eq!(batch.reset(Some(&[3]), &[Some(0)], SensorStage::Acc), 0);
    assert_eq!(batch.row_mut(3)[1..3], [0.3, 0.5]);
    assert_eq!(batch.step(None, 1, SensorStage::None), 0);
}

#[test]
fn a_type_that_is_not_one_fails_its_simulation_only() {
    let m = model();
    let mut batch = Batch::new(&m, 3, 2, false).expect("it can be made");
    let kind = ModelField::find("jnt_type").expect("a field");
    batch.expand(kind).expect("no models were given");
    let Some(ColumnMut::I32(all)) = batch.varied_mut(kind) else { panic!("integers") };
    all[m.njnt] = 99;
    assert_eq!(batch.step(None, 1, SensorStage::None), 1);
    assert!(batch.error(1).contains("jnt_type"), "{}", batch.error(1));
}

#[test]
fn fields_that_differ_have_the_bits_of_models_that_differ() {
    let m = model();
    let mut batch = Batch::new(&m, NSIM, 3, false).expect("it can be made");
    let (mass, gravity) = (ModelField::find("body_mass").expect("a field"), ModelField::find("opt.gravity"));
    let gravity = gravity.expect("an option");
    for field in [mass, gravity] {
        batch.expand(field).expect("no models were given");
    }
    for sim in 0..NSIM {
        let Some(ColumnMut::F64(masses)) = batch.varied_mut(mass) else { panic!("reals") };
        masses[sim * m.nbody + 2] = 0.1 + sim as f64;
        let Some(ColumnMut::F64(gravity)) = batch.varied_mut(gravity) else { panic!("reals") };
        gravity[3 * sim] = 0.2 * sim as f64;
    }
    spread(&mut batch);
    assert_eq!(batch.set_const(None), Ok(0));
    assert_eq!(batch.step(None, 30, SensorStage::None), 0);
    for sim in 0..NSIM {
        let (mut own, mut d) = (m.clone(), m.make_data());
        own.body_mass[2] = 0.1 + sim as f64;
        own.opt.gravity.0[0] = 0.2 * sim as f64;
        sinew::set_const(&mut own, &mut d).expect("constants");
        let mut other = m.clone();
        batch.get_model(sim, &mut other).expect("it is there");
        assert_eq!(own.body_invweight0, other.body_invweight0);
        d.reset(&own);
        d.qpos[1] = 0.03 * sim as f64;
        for _ in 0..30 {
            d.step(&own).expect("it steps");
        }
        assert_eq!(d.qpos[..], batch.row_mut(sim)[1..=m.nq]);
    }
    assert_eq!(batch.set_models(vec![m.into()]), Err(BatchError::Expanded));
}

#[test]
fn trajectories_and_recorded_steps_are_the_same() {
    let m = model();
    let (nstep, full) = (9, StateBit::Fullphysics as i32);
    let control: Vec<f64> = (0..NSIM * nstep * m.nu).map(wave).collect();
    let nstate = m.state_size(full).expect("known parts");
    let mut initial = vec![0.0; nstate];
    m.make_data().get_state(&m, &mut initial, full).expect("it fits");
    let (mut states, mut recorded) = (vec![0.0; NSIM * nstep * nstate], vec![0.0; NSIM * nstep * nstate]);

    let mut data: Vec<Data> = (0..3).map(|_| m.make_data()).collect();
    let mut jobs: Vec<Trajectory<'_>> = states
        .chunks_exact_mut(nstep * nstate)
        .zip(control.chunks_exact(nstep * m.nu))
        .map(|(state, control)| Trajectory {
            model: &m,
            initial: &initial,
            warmstart: None,
            control: Some(control),
            state: Some(state),
            sensordata: None,
            error: None,
        })
        .collect();
    let pool = Pool::new(3).expect("threads");
    rollout(&pool, &mut data.iter_mut().collect::<Vec<_>>(), &mut jobs, nstep, StateBit::Ctrl as i32);
    assert!(jobs.iter().all(|job| job.error.is_none()));

    let mut batch = Batch::new(&m, NSIM, 2, false).expect("it can be made");
    let record = Record { what: What::State(full), out: ColumnMut::F64(&mut recorded) };
    assert_eq!(batch.rollout(None, nstep, Some((&control, StateBit::Ctrl as i32)), &mut [record]), 0);
    assert_eq!(states, recorded);
}

/// Some number between -1 and 1.
fn wave(k: usize) -> f64 {
    (k * 37 % 101) as f64 / 50.5 - 1.0
}

/// A model whose control function spoils the data of simulations that start beyond an angle, so that the engine panics in
/// the middle of their steps.
fn breaking(beyond: f64) -> Model {
    let mut m = model();
    m.callbacks.control = Some(std::sync::Arc::new(move |_: &Model, d: &mut Data| {
        if d.qpos[1] > beyond {
            d.qfrc_passive = Box::default();
        }
        Ok(())
    }));
    m
}

/// The state after some steps of a plain loop.
fn plain(m: &Model, angle: f64, nstep: usize, spec: i32) -> Vec<f64> {
    let mut d = m.make_data();
    d.qpos[1] = angle;
    for _ in 0..nstep {
        d.step(m).expect("it steps");
    }
    let mut row = vec![0.0; m.state_size(spec).expect("known parts")];
    d.get_state(m, &mut row, spec).expect("it fits");
    row
}

#[test]
fn a_panic_in_a_lane_harms_no_simulation_beside_it() {
    // the one that breaks shares its lanes with three that do not
    let (m, broken, nstep) = (breaking(0.03 * 13.0 + 0.02), 14, 3);
    let angle = |sim: usize| 0.03 * (if sim == broken { 30 } else { sim % 13 }) as f64;
    for persistent in [false, true] {
        let mut batch = Batch::new(&m, NSIM, 2, persistent).expect("it can be made");
        (0..NSIM).for_each(|sim| batch.row_mut(sim)[2] = angle(sim));
        let before = batch.row_mut(broken).to_vec();
        for call in 1..=2 {
            assert_eq!(batch.step(None, nstep, SensorStage::None), 1, "call {call}");
            assert!(batch.error(broken).contains("inconsistent"), "{}", batch.error(broken));
            assert_eq!(batch.row_mut(broken), before);
            for sim in (0..NSIM).filter(|&sim| sim != broken) {
                let want = plain(&m, angle(sim), call * nstep, StateBit::Integration as i32);
                assert_eq!(batch.row_mut(sim), want, "simulation {sim} after call {call}");
            }
        }
        // what was spoiled is not used again
        batch.row_mut(broken)[2] = 0.1;
        assert_eq!(batch.step(None, nstep, SensorStage::None), 0);
    }
}

#[test]
fn a_panic_in_a_lane_harms_no_trajectory_beside_it() {
    let (m, broken, nstep) = (breaking(0.5), 5, 3);
    let full = StateBit::Fullphysics as i32;
    let angle = |k: usize| if k == broken { 0.6 } else { 0.02 * k as f64 };
    let starts: Vec<_> = (0..NSIM).map(|k| plain(&model(), angle(k), 0, full)).collect();
    let mut states = vec![0.0; NSIM * nstep * starts[0].len()];
    let mut jobs: Vec<Trajectory<'_>> = states
        .chunks_exact_mut(nstep * starts[0].len())
        .zip(&starts)
        .map(|(state, initial)| Trajectory {
            model: &m,
            initial,
            warmstart: None,
            control: None,
            state: Some(state),
            sensordata: None,
            error: None,
        })
        .collect();
    let mut data: Vec<Data> = (0..2).map(|_| m.make_data()).collect();
    let pool = Pool::new(2).expect("threads");
    rollout(&pool, &mut data.iter_mut().collect::<Vec<_>>(), &mut jobs, nstep, StateBit::Ctrl as i32);
    for (k, job) in jobs.iter().enumerate() {
        let error = job.error.as_deref().unwrap_or_default();
        assert_eq!(error.contains("inconsistent"), k == broken, "trajectory {k}: {error}");
    }
    for (k, state) in states.chunks_exact(nstep * starts[0].len()).enumerate().filter(|&(k, _)| k != broken) {
        let want = plain(&m, angle(k), nstep, full);
        assert_eq!(state[(nstep - 1) * want.len()..], want, "trajectory {k}");
    }
    // the data of the caller fit the model again
    for d in &mut data {
        d.reset(&m);
        d.step(&m).expect("it steps");
    }
}
