//! Each stage on MuJoCo's own inputs: the columns that it computes are emptied, it runs, and they are compared.

use sinew_conformance::{Report, golden};
use sinew_core::table::{ColumnMut, Stage};
use sinew_core::{Data, Model, actuation, energy, position, sensor, velocity};

/// Columns whose rows differ in length from state to state: the end of them may stay unwritten.
const RAGGED: [&str; 2] = ["wrap_xpos", "actuator_moment"];

/// Runs a stage for every golden case and compares the columns that it computes.
fn hold(stage: Stage, run: impl Fn(&Model, &mut Data)) {
    let mut report = Report::default();
    for golden in golden() {
        golden.each_case(|case| {
            let mut d = case.data_filled(&golden.model);
            for (i, field) in Data::FIELDS.iter().enumerate() {
                if let (true, ColumnMut::F64(column)) = (field.stage == stage, d.column_at_mut(i)) {
                    column.fill(if RAGGED.contains(&field.name) { 0.0 } else { f64::NAN });
                }
            }
            run(&golden.model, &mut d);
            report.columns(&golden.name, &golden.model, &d, &case, |field| field.stage == stage);
        });
    }
    report.finish();
}

#[test]
fn frames_agree() {
    hold(Stage::Kinematics, position::kinematics);
}

#[test]
fn centres_of_mass_and_motion_axes_agree() {
    hold(Stage::ComPos, position::com_pos);
}

#[test]
fn cameras_and_lights_agree() {
    hold(Stage::CamLight, position::camlight);
}

#[test]
fn tendons_agree() {
    hold(Stage::Tendon, position::tendon);
}

#[test]
fn transmissions_agree() {
    hold(Stage::Transmission, position::transmission);
}

#[test]
fn inertia_agrees() {
    hold(Stage::Inertia, position::make_m);
}

#[test]
fn factor_of_the_inertia_agrees() {
    hold(Stage::Factor, position::factor_m);
}

#[test]
fn body_velocities_agree() {
    hold(Stage::ComVel, velocity::com_vel);
}

#[test]
fn subtree_velocities_agree() {
    hold(Stage::SubtreeVel, velocity::subtree_vel);
}

#[test]
fn tendon_and_actuator_velocities_agree() {
    hold(Stage::Velocity, |m, d| {
        velocity::tendon_velocity(m, d);
        velocity::actuator_velocity(m, d);
    });
}

#[test]
fn passive_forces_agree() {
    hold(Stage::Passive, velocity::passive);
}

#[test]
fn actuator_forces_and_activation_rates_agree() {
    hold(Stage::Actuation, actuation::fwd_actuation);
}

#[test]
fn energies_agree() {
    for golden in golden() {
        golden.each_case(|case| {
            let mut d = case.data_filled(&golden.model);
            d.energy = [f64::NAN; 2];
            energy::energy_pos(&golden.model, &mut d);
            energy::energy_vel(&golden.model, &mut d);
            let want = case.reals("energy").expect("every case has energies");
            for (got, want) in d.energy.iter().zip(want) {
                let place = (&golden.name, case.index, got, want);
                assert!((got - want).abs() <= 1e-12 * want.abs().max(1.0), "{place:?}");
            }
        });
    }
}

#[test]
fn forces_between_bodies_agree() {
    hold(Stage::RnePost, velocity::rne_post_constraint);
}

#[test]
fn sensors_agree() {
    hold(Stage::Sensor, |m, d| {
        sensor::sensor_pos(m, d);
        sensor::sensor_vel(m, d);
        sensor::sensor_acc(m, d);
    });
}
