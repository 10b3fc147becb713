//! The bits of the states that the models of this repository come to: the same on every run, machine and build, with every
//! integrator and solver, at any place of a batch on any number of threads, and through a save in the middle.
//!
//! A change of the numbers on purpose shows here, and is blessed by `SINEW_BLESS=1 cargo test --test state_hashes`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sinew::SensorStage;
use sinew::batch::Batch;
use sinew_conformance::hostile::Random;
use sinew_core::archive::hash64;
use sinew_core::model::{Integrator, SolverType, StateBit};
use sinew_core::{Data, Model};
use sinew_mjcf::{Warnings, files::Disk};

const STEPS: usize = 50;

/// A model with an integrator and a solver.
struct Scene {
    name: String,
    model: Model,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Paths of the models, sorted, and the names that they have in the list.
fn models() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for folder in ["", "tiny/"] {
        let entries = std::fs::read_dir(root().join("models").join(folder)).expect("the models");
        for name in entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
            if let Some(stem) = name.strip_suffix(".xml") {
                found.push((format!("{folder}{stem}"), root().join("models").join(folder).join(&name)));
            }
        }
    }
    found.sort();
    found
}

/// Every model with every integrator and solver.
fn scenes() -> impl Iterator<Item = Scene> {
    models().into_iter().flat_map(|(name, path)| {
        let files = Disk::default();
        let path = path.to_str().expect("a path");
        let spec = sinew_mjcf::read_file(path, &files, &mut Warnings::new()).expect("a model of ours");
        let model = sinew_mjcf::compile(&spec, &files, &mut Warnings::new()).expect("a model of ours");
        let ways = Integrator::ALL.iter().flat_map(|i| SolverType::ALL.iter().map(move |s| (*i, *s)));
        ways.map(move |(integrator, solver)| {
            let mut model = model.clone();
            (model.opt.integrator, model.opt.solver) = (integrator as i32, solver as i32);
            Scene { name: format!("{name} {integrator:?} {solver:?}"), model }
        })
    })
}

/// Controls between -½ and ½.
fn control(random: &mut Random, ctrl: &mut [f64]) {
    for u in ctrl {
        *u = (random.word() >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
    }
}

/// State, inputs and warm start.
fn state(m: &Model, d: &Data) -> Vec<f64> {
    let signature = StateBit::Integration as i32;
    let mut state = vec![0.0; m.state_size(signature).expect("known bits")];
    d.get_state(m, &mut state, signature).expect("it fits");
    state
}

/// Steps with random controls. False if one fails.
fn drive(m: &Model, d: &mut Data, random: &mut Random, steps: usize) -> bool {
    (0..steps).all(|_| {
        control(random, &mut d.ctrl);
        d.step(m).is_ok()
    })
}

/// Hash of the whole state after steps with random controls, and of what the sensors said.
fn hash_of(m: &Model) -> Option<u64> {
    let mut d = m.make_data();
    drive(m, &mut d, &mut Random(1), STEPS).then(|| {
        let mut state = state(m, &d);
        state.extend(&d.sensordata);
        hash64(&state.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>())
    })
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn every_model_comes_to_the_state_whose_hash_is_kept() {
    let mut text = String::new();
    for scene in scenes() {
        let hash = hash_of(&scene.model).map_or("fails".into(), |hash| format!("{hash:016x}"));
        writeln!(text, "{} {hash}", scene.name).expect("text grows");
    }
    let kept = root().join("golden/state_hashes.txt");
    if std::env::var_os("SINEW_BLESS").is_some() {
        std::fs::write(&kept, &text).expect("written");
    }
    let want = std::fs::read_to_string(&kept).expect("the hashes that are kept");
    let differ: Vec<_> = text.lines().zip(want.lines()).filter(|(got, want)| got != want).collect();
    assert!(text == want, "not the kept bits (got, want): {differ:#?}");
}

#[test]
fn a_save_in_the_middle_changes_no_bit() {
    for Scene { name, model: m } in scenes() {
        let (mut whole, mut random) = (m.make_data(), Random(2));
        if !drive(&m, &mut whole, &mut random, STEPS / 2) {
            continue;
        }
        let mut rest = Data::from_bytes(&m, &whole.to_bytes()).expect("our own bytes");
        let mut again = random.clone();
        drive(&m, &mut whole, &mut random, STEPS / 2);
        drive(&m, &mut rest, &mut again, STEPS / 2);
        assert!(whole.to_bytes() == rest.to_bytes(), "{name}");
    }
}

#[test]
fn place_and_threads_of_a_batch_change_no_bit() {
    // on one thread four step side by side, four more, and one alone
    const NSIM: usize = 9;
    for Scene { name, model: m } in scenes() {
        // each on its own, with controls of its own
        let alone: Vec<_> = (0..NSIM as u64)
            .map(|seed| {
                let mut d = m.make_data();
                drive(&m, &mut d, &mut Random(seed), STEPS / 2).then(|| bits(&state(&m, &d)))
            })
            .collect();
        for (nthread, shift) in [(1, 0), (2, 1), (3, 2)] {
            let mut batch = Batch::new(&m, NSIM, nthread, true).expect("it can be made");
            let (ctrl, nu) = batch.state_component(StateBit::Ctrl as i32).expect("part of a row");
            let mut random: Vec<_> = (0..NSIM).map(|sim| Random(((sim + shift) % NSIM) as u64)).collect();
            for _ in 0..STEPS / 2 {
                for (sim, random) in random.iter_mut().enumerate() {
                    control(random, &mut batch.row_mut(sim)[ctrl..ctrl + nu]);
                }
                batch.step(None, 1, SensorStage::None);
            }
            for (sim, row) in batch.state().chunks_exact(batch.nstate()).enumerate() {
                let want = &alone[(sim + shift) % NSIM];
                let same = want.as_ref().is_none_or(|want| bits(row) == *want);
                assert!(same, "{name}: place {sim} of {NSIM}, {nthread} threads");
            }
        }
    }
}
