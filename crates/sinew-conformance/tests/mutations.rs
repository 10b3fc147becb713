//! Good input with seeded changes, thousands of times: it is taken or refused, and nothing panics.
//!
//! `SINEW_MUTATIONS` says how many tries each door gets, `SINEW_SEED` where the changes start. A failure prints the seed
//! of the try and keeps its bytes in a file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use sinew_conformance::hostile::{Door, Mutator, seeds};

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn knock_often(door: Door, tries: u64) {
    let good = seeds(door);
    for (i, seed) in good.iter().enumerate() {
        assert!(!seed.is_empty(), "seed {i} of {door:?} is empty");
        door.knock(seed);
    }
    let first = setting("SINEW_SEED", 1);
    let mut taken = 0;
    for seed in first..first + setting("SINEW_MUTATIONS", tries) {
        let bytes = Mutator::new(seed).make(&good);
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| door.knock(&bytes)));
        let long = start.elapsed().as_secs_f64() > 30.0;
        if outcome.is_err() || long {
            let file = std::env::temp_dir().join(format!("sinew-{door:?}-{seed}"));
            let _ = std::fs::write(&file, &bytes);
            panic!("{door:?}, seed {seed}: {} ({})", if long { "took too long" } else { "a panic" }, file.display());
        }
        taken += u64::from(outcome.unwrap_or(false));
    }
    println!("{door:?}: {taken} taken");
}

#[test]
fn a_seed_is_good_input() {
    for door in Door::ALL {
        let refused = seeds(door).iter().filter(|seed| !door.knock(seed)).count();
        // a model that needs files is refused by those who have none; of the rest all are taken
        let excused = if matches!(door, Door::Text | Door::Step) { 3 } else { 0 };
        assert!(refused <= excused, "{door:?}: {refused} seeds are refused");
    }
}

#[test]
fn no_model_text_breaks_the_reader_or_the_compiler() {
    knock_often(Door::Text, 1500);
}

#[test]
fn no_model_that_compiles_breaks_a_step() {
    knock_often(Door::Step, 800);
}

#[test]
fn no_mesh_breaks_its_reader() {
    for door in [Door::Stl, Door::Obj, Door::Msh] {
        knock_often(door, 1000);
    }
}

#[test]
fn no_image_or_height_field_breaks_its_reader() {
    knock_often(Door::Png, 1000);
    knock_often(Door::Ktx, 500);
    knock_often(Door::Field, 1000);
}

#[test]
fn no_skin_breaks_its_reader() {
    knock_often(Door::Skn, 1000);
}

#[test]
fn no_robot_in_urdf_breaks_a_step() {
    knock_often(Door::Urdf, 1000);
}

#[test]
fn no_binary_model_breaks_what_loads_it() {
    knock_often(Door::Model, 1500);
}

#[test]
fn no_binary_data_breaks_what_loads_it() {
    knock_often(Door::Data, 1500);
}
