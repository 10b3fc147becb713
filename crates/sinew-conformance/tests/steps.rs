//! The whole pipeline: forward dynamics and one step of every integrator, from MuJoCo's states.

use sinew_conformance::{Golden, Report, golden};
use sinew_core::math::Vec3;
use sinew_core::model::{Disable, Enable, GainType, Integrator};
use sinew_core::table::{Column, Field, Stage};
use sinew_core::{Data, Id, Model, inverse, velocity};

const INTEGRATORS: [(&str, Integrator); 4] = [
    ("euler", Integrator::Euler),
    ("rk4", Integrator::Rk4),
    ("implicit", Integrator::Implicit),
    ("implicitfast", Integrator::ImplicitFast),
];

/// Golden models as MuJoCo ran them: without constraints.
fn smooth() -> Vec<Golden> {
    let mut all = golden();
    for golden in &mut all {
        golden.model.opt.disableflags |= i32::from(Disable::Constraint);
    }
    all
}

/// Columns that forward dynamics compute, and that the golden cases hold.
fn is_computed(field: &Field) -> bool {
    !matches!(field.stage, Stage::State | Stage::Integrate | Stage::Inverse | Stage::Collision | Stage::Sleep)
}

#[test]
fn forward_dynamics_agree_in_every_column() {
    let mut report = Report::default();
    for golden in smooth() {
        let m = &golden.model;
        golden.each_case(|case| {
            let mut d = case.data(m);
            d.forward(m).expect("golden states are sound");
            velocity::subtree_vel(m, &mut d);
            velocity::rne_post_constraint(m, &mut d);
            report.columns(&golden.name, m, &d, &case, is_computed);
        });
    }
    report.finish();
}

/// True if the torque of an orientation servo has the length of its limit: rounding decides in MuJoCo whether implicit
/// integrators count its damping (see COMPARE.md).
fn is_undecided(m: &Model, d: &Data) -> bool {
    (0..m.nactuator).any(|a| {
        let torque = || Vec3::from_slice(&d.actuator_force[m.actuator_outadr[a].ix()..]);
        m.actuator_forcelimited[a]
            && GainType::of(m.actuator_gaintype[a]) == GainType::So3
            && (torque().norm() - m.actuator_forcerange[a][1]).abs() < 1e-12
    })
}

#[test]
fn one_step_of_every_integrator_agrees() {
    let mut report = Report::default();
    for mut golden in smooth() {
        for (name, integrator) in INTEGRATORS {
            golden.model.opt.integrator = integrator.into();
            let m = &golden.model;
            golden.each_case(|case| {
                let mut d = case.data(m);
                d.step(m).expect("golden states are sound");
                if name.starts_with("implicit") && is_undecided(m, &d) {
                    return;
                }
                for column in ["qpos", "qvel", "act"] {
                    let (i, field) =
                        Data::FIELDS.iter().enumerate().find(|(_, f)| f.name == column).expect("a column of the state");
                    let place = format!("{}, case {}, {name}: {column}", golden.name, case.index);
                    if let (Column::F64(got), Some(want)) = (d.column_at(i), case.reals(&format!("{name}/{column}"))) {
                        report.reals(&place, m, field, got, &want);
                    }
                }
            });
        }
    }
    report.finish();
}

/// Every number and column of `Data`, to the bit.
fn bits(d: &Data) -> Vec<u8> {
    d.to_bytes()
}

#[test]
fn forward_dynamics_twice_is_the_same_as_once() {
    for golden in golden() {
        let m = &golden.model;
        golden.each_case(|case| {
            let mut d = case.data(m);
            d.forward(m).expect("golden states are sound");
            let once = bits(&d);
            d.forward(m).expect("golden states are sound");
            assert!(once == bits(&d), "{}, case {}", golden.name, case.index);
        });
    }
}

#[test]
fn a_step_in_two_halves_is_the_same_as_a_whole() {
    for mut golden in golden() {
        for (name, integrator) in INTEGRATORS.into_iter().filter(|(name, _)| *name != "rk4") {
            golden.model.opt.integrator = integrator.into();
            let m = &golden.model;
            golden.each_case(|case| {
                let (mut whole, mut halves) = (case.data(m), case.data(m));
                whole.step(m).expect("golden states are sound");
                sinew_core::step::step1(m, &mut halves).expect("golden states are sound");
                sinew_core::step::step2(m, &mut halves).expect("golden states are sound");
                assert!(bits(&whole) == bits(&halves), "{}, case {}, {name}", golden.name, case.index);
            });
        }
    }
}

#[test]
fn inverse_dynamics_undo_forward_dynamics() {
    for mut golden in smooth() {
        for discrete in [false, true] {
            let flag = i32::from(Enable::Invdiscrete);
            golden.model.opt.enableflags &= !flag;
            golden.model.opt.enableflags |= if discrete { flag } else { 0 };
            for (name, integrator) in INTEGRATORS.into_iter().filter(|(name, _)| !discrete || *name != "rk4") {
                golden.model.opt.integrator = integrator.into();
                let m = &golden.model;
                golden.each_case(|case| {
                    let mut d = case.data(m);
                    d.forward(m).expect("golden states are sound");
                    if discrete {
                        let mut next = d.clone();
                        next.step(m).expect("golden states are sound");
                        for i in 0..m.nv {
                            d.qacc[i] = (next.qvel[i] - d.qvel[i]) / m.opt.timestep;
                        }
                    }
                    let mut want = vec![0.0; m.nv];
                    for i in 0..m.nv {
                        want[i] = d.qfrc_applied[i] + d.qfrc_actuator[i];
                    }
                    sinew_core::support::xfrc_accumulate(m, &d, &mut want);
                    inverse::inverse(m, &mut d).expect("golden states are sound");
                    let scale = d.qfrc_smooth.iter().chain(&want).fold(1.0f64, |top, x| top.max(x.abs()));
                    for (got, want) in d.qfrc_inverse.iter().zip(&want) {
                        let place = (&golden.name, case.index, name, discrete);
                        assert!((got - want).abs() < 1e-8 * scale, "{place:?}: {got} is not {want}");
                    }
                });
            }
        }
    }
}
