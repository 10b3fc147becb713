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

/// Steps, and reads what is there; an error is an answer.
fn simulate(m: &Model) {
    let mut d = m.make_data();
    for _ in 0..2 {
        if d.step(m).is_err() {
            break;
        }
    }
    let _ = d.forward(m);
    let _ = sinew::inverse::inverse(m, &mut d);
}

#[test]
fn what_passes_the_check_can_be_simulated() {
    let every: usize = std::env::var("SINEW_SPOILED").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut m = Model::from_xml_str(EVERYTHING).expect("it compiles");
    let (mut tried, mut taken, mut broken) = (0_usize, 0, Vec::new());
    for (i, field) in Model::FIELDS.iter().enumerate() {
        for entry in 0..m.column_at(i).len() {
            for value in [-1, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 200, 1000, i32::MAX, i32::MIN] {
                tried += 1;
                if !(tried.wrapping_mul(2_654_435_761) >> 8).is_multiple_of(every) {
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
