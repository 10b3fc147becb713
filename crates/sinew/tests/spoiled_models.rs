//! A model that was changed from outside is refused by [`Model::validate`], or can be simulated without a panic.
//!
//! `SINEW_SPOILED` says that one entry of so many is changed; 1 changes them all.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sinew::prelude::*;
use sinew::table::ColumnMut;

/// Every type of joint, geom, tendon, actuator, equality and sensor.
const EVERYTHING: &str = include_str!("models/everything.xml");

/// Changes an entry of a column of whole numbers; what was there, or `None` if it is not of that kind or the same.
fn change(m: &mut Model, column: usize, entry: usize, value: i32) -> Option<i32> {
    match m.column_at_mut(column) {
        ColumnMut::I32(all) => Some(std::mem::replace(&mut all[entry], value)),
        ColumnMut::U8(all) => Some(i32::from(std::mem::replace(&mut all[entry], u8::try_from(value).ok()?))),
        _ => None,
    }
    .filter(|&before| before != value)
}

/// Steps, and reads what is there; an error is an answer, a state that is not finite is none.
fn simulate(m: &Model) {
    let mut d = m.make_data();
    for _ in 0..2 {
        if d.step(m).is_err() {
            break;
        }
        assert!(d.qpos.iter().chain(&*d.qvel).all(|x| x.is_finite()), "without a word");
    }
    let _ = d.forward(m);
    let _ = sinew::inverse::inverse(m, &mut d);
}

/// One entry of how many is changed.
fn every() -> usize {
    std::env::var("SINEW_SPOILED").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

/// Whether a try, by its number, is among those that are made.
fn chosen(tried: usize, every: usize) -> bool {
    (tried.wrapping_mul(2_654_435_761) >> 8).is_multiple_of(every)
}

#[test]
fn numbers_of_any_size_break_no_step() {
    let every = every();
    let mut m = Model::from_xml_str(EVERYTHING).expect("it compiles");
    let (mut tried, mut broken) = (0_usize, Vec::new());
    for (i, field) in Model::FIELDS.iter().enumerate() {
        for entry in 0..m.column_at(i).len() {
            for value in [f64::NAN, f64::INFINITY, -1.0, 0.0, 2.5, 1e300, -1e300, 1e-310] {
                tried += 1;
                if !chosen(tried, every) {
                    continue;
                }
                let ColumnMut::F64(all) = m.column_at_mut(i) else { continue };
                let before = std::mem::replace(&mut all[entry], value);
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    simulate(&m);
                }));
                if outcome.is_err() {
                    broken.push(format!("{}[{entry}] = {value} (was {before})", field.name));
                }
                let ColumnMut::F64(all) = m.column_at_mut(i) else { continue };
                all[entry] = before;
            }
        }
    }
    assert!(broken.is_empty(), "{} broke:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn what_passes_the_check_can_be_simulated() {
    let every = every();
    let mut m = Model::from_xml_str(EVERYTHING).expect("it compiles");
    let (mut tried, mut taken, mut broken) = (0_usize, 0, Vec::new());
    for (i, field) in Model::FIELDS.iter().enumerate() {
        for entry in 0..m.column_at(i).len() {
            for value in [-1, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 200, 1000, i32::MAX, i32::MIN] {
                tried += 1;
                if !chosen(tried, every) {
                    continue;
                }
                let Some(before) = change(&mut m, i, entry, value) else { continue };
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    if m.validate().is_ok() {
                        taken += 1;
                        simulate(&m);
                    }
                }));
                if outcome.is_err() {
                    broken.push(format!("{}[{entry}] = {value} (was {before})", field.name));
                }
                change(&mut m, i, entry, before);
            }
        }
    }
    assert!(taken > 0, "of {tried} none was taken");
    assert!(broken.is_empty(), "{} of {taken} taken broke:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn what_a_step_relies_on_is_named_by_the_check() {
    let good = Model::from_xml_str(EVERYTHING).expect("it compiles");
    assert_eq!(good.validate(), Ok(()));
    for (column, spoil) in [
        ("geom_condim", (|m| m.geom_condim[0] = 7) as fn(&mut Model)),
        ("pair_dim", |m| m.pair_dim[0] = 5),
        ("hfield_nrow", |m| m.hfield_nrow[0] = -1),
        ("eq_objtype", |m| m.eq_type[2] = 0),
        ("body_dofadr", |m| m.body_dofadr[0] = 1000),
        ("M_rowadr", |m| m.M_rowadr[0] = 3),
        ("M_colind", |m| m.M_colind[m.nC - 2] -= 1),
        ("tree_dofadr", |m| m.tree_dofnum[0] -= 1),
        ("actuator_actadr", |m| m.actuator_actadr[0] = 1000),
        ("actuator_history", |m| m.actuator_history[0][0] = -1),
        ("actuator_gaintype", |m| m.actuator_gaintype[0] = 4),
        ("sensor_objtype", |m| m.sensor_type[0] = sinew::SensorType::Jointpos as i32),
        ("sensor_dim", |m| m.sensor_dim[0] = 2),
        ("sensor_history", |m| m.sensor_history[1][0] = -1),
    ] {
        let mut m = good.clone();
        spoil(&mut m);
        let found = m.validate().expect_err(column);
        assert!(
            found.column == column || (column, found.column) == ("actuator_gaintype", "actuator_ctrlnum"),
            "{found}"
        );
    }
}
