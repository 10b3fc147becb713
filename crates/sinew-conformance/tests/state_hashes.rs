//! The bits of the states that the models of this repository come to: the same on every run, machine and build.
//!
//! A change of the numbers on purpose shows here, and is blessed by `SINEW_BLESS=1 cargo test --test state_hashes`.

use std::fmt::Write;
use std::path::Path;

use sinew_conformance::hostile::Random;
use sinew_core::archive::hash64;
use sinew_core::model::{Integrator, StateBit};
use sinew_mjcf::{Warnings, files::Disk};

/// Hash of the whole state after steps with random controls.
fn hash_of(path: &str, integrator: Integrator) -> Option<u64> {
    let files = Disk::default();
    let spec = sinew_mjcf::read_file(path, &files, &mut Warnings::new()).expect("a model of ours");
    let mut m = sinew_mjcf::compile(&spec, &files, &mut Warnings::new()).expect("a model of ours");
    m.opt.integrator = integrator as i32;
    let (mut d, mut random) = (m.make_data(), Random(1));
    for _ in 0..50 {
        for u in &mut d.ctrl {
            *u = (random.word() >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        }
        d.step(&m).ok()?;
    }
    let signature = StateBit::Integration as i32;
    let mut state = vec![0.0; m.state_size(signature).expect("known bits")];
    d.get_state(&m, &mut state, signature).expect("it fits");
    state.extend(&d.sensordata);
    Some(hash64(&state.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>()))
}

#[test]
fn every_model_comes_to_the_state_whose_hash_is_kept() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut names: Vec<_> = std::fs::read_dir(root.join("models"))
        .expect("the models")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| std::path::Path::new(name).extension().is_some_and(|e| e == "xml"))
        .collect();
    names.sort();
    let mut text = String::new();
    for name in &names {
        let path = root.join("models").join(name);
        for integrator in Integrator::ALL {
            let hash = hash_of(path.to_str().expect("a path"), *integrator);
            let hash = hash.map_or("fails".into(), |hash| format!("{hash:016x}"));
            writeln!(text, "{name} {integrator:?} {hash}").expect("text grows");
        }
    }
    let kept = root.join("golden/state_hashes.txt");
    if std::env::var_os("SINEW_BLESS").is_some() {
        std::fs::write(&kept, &text).expect("written");
    }
    let want = std::fs::read_to_string(&kept).expect("the hashes that are kept");
    let differ: Vec<_> = text.lines().zip(want.lines()).filter(|(got, want)| got != want).collect();
    assert!(text == want, "not the kept bits (got, want): {differ:#?}");
}
