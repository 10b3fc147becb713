//! Each stage writes the columns that the table says it writes, and no others.

use sinew_conformance::golden;
use sinew_core::table::{Column, ColumnMut, Stage};
use sinew_core::velocity::Acceleration;
use sinew_core::{Data, Model, inverse, position, sensor, step, velocity};

fn bias(m: &Model, d: &mut Data) {
    let mut force = std::mem::take(&mut d.qfrc_bias);
    velocity::rne(m, d, Acceleration::None, &mut force);
    d.qfrc_bias = force;
}

fn sensors(m: &Model, d: &mut Data) {
    // what they may ask for is there already
    (d.flg_energypos, d.flg_energyvel, d.flg_subtreevel, d.flg_rnepost) = (true, true, true, true);
    sensor::sensor_pos(m, d);
    sensor::sensor_vel(m, d);
    sensor::sensor_acc(m, d);
}

type Run = fn(&Model, &mut Data);

/// Stages with the routine that computes them.
const STAGES: [(Stage, Run); 19] = [
    (Stage::Kinematics, position::kinematics),
    (Stage::ComPos, position::com_pos),
    (Stage::CamLight, position::camlight),
    (Stage::Tendon, position::tendon),
    (Stage::Transmission, position::transmission),
    (Stage::Inertia, position::make_m),
    (Stage::Factor, position::factor_m),
    (Stage::Velocity, |m, d| {
        velocity::tendon_velocity(m, d);
        velocity::actuator_velocity(m, d);
    }),
    (Stage::ComVel, velocity::com_vel),
    (Stage::Passive, velocity::passive),
    (Stage::Bias, bias),
    (Stage::SubtreeVel, velocity::subtree_vel),
    (Stage::Actuation, step::fwd_actuation),
    (Stage::Acceleration, step::fwd_acceleration),
    (Stage::Solve, |m, d| step::fwd_constraint(m, d).expect("golden states are sound")),
    (Stage::Sensor, sensors),
    (Stage::RnePost, velocity::rne_post_constraint),
    (Stage::Inverse, |m, d| {
        inverse::inverse_skip(m, d, sinew_core::model::SensorStage::Vel, true).expect("golden states are sound");
    }),
    (Stage::Integrate, |m, d| sinew_core::derivative::smooth_vel(m, d, true)),
];

/// A column as bits.
fn bits(column: Column<'_>) -> Vec<u64> {
    match column {
        Column::F64(c) => c.iter().map(|x| x.to_bits()).collect(),
        Column::F32(c) => c.iter().map(|x| u64::from(x.to_bits())).collect(),
        Column::I32(c) => c.iter().map(|&x| x as u64).collect(),
        Column::I64(c) => c.iter().map(|&x| x as u64).collect(),
        Column::U8(c) => c.iter().map(|&x| u64::from(x)).collect(),
        Column::Bool(c) => c.iter().map(|&x| u64::from(x)).collect(),
    }
}

/// Data of every golden model after a forward pass.
fn each_data(mut body: impl FnMut(&str, &Model, &Data)) {
    for golden in golden() {
        golden.each_case(|case| {
            let mut d = case.data(&golden.model);
            d.forward(&golden.model).expect("golden states are sound");
            velocity::subtree_vel(&golden.model, &mut d);
            velocity::rne_post_constraint(&golden.model, &mut d);
            body(&golden.name, &golden.model, &d);
        });
    }
}

#[test]
fn a_stage_touches_no_column_of_another() {
    each_data(|name, m, before| {
        for (stage, run) in STAGES {
            let mut after = before.clone();
            run(m, &mut after);
            for (i, field) in Data::FIELDS.iter().enumerate().filter(|(_, field)| field.stage != stage) {
                // inverse dynamics evaluate the constraint forces anew
                if stage == Stage::Inverse && field.stage == Stage::Solve {
                    continue;
                }
                let same = bits(before.column_at(i)) == bits(after.column_at(i));
                assert!(same, "{name}: {stage:?} writes {}", field.name);
            }
        }
    });
}

#[test]
fn a_stage_that_runs_again_gives_the_same_bits_whatever_was_there() {
    each_data(|name, m, before| {
        // sensors and factors of integrators are written in part only, by what a model asks for
        let whole =
            STAGES.iter().filter(|(stage, _)| !matches!(stage, Stage::Sensor | Stage::Integrate | Stage::Solve));
        for &(stage, run) in whole {
            let mut want = before.clone();
            run(m, &mut want);
            let mut got = before.clone();
            for (i, _) in Data::FIELDS.iter().enumerate().filter(|(_, field)| field.stage == stage) {
                if let ColumnMut::F64(column) = got.column_at_mut(i) {
                    column.fill(1e77);
                }
            }
            run(m, &mut got);
            for (i, field) in Data::FIELDS.iter().enumerate().filter(|(_, field)| field.stage == stage) {
                // the ends of these are unused
                if matches!(field.name, "wrap_xpos" | "wrap_obj" | "actuator_moment" | "moment_colind") {
                    continue;
                }
                assert!(
                    bits(want.column_at(i)) == bits(got.column_at(i)),
                    "{name}: {stage:?} leaves part of {}",
                    field.name
                );
            }
        }
    });
}
