//! Identities of tendons and transmissions, which hold whatever MuJoCo says.

use sinew_conformance::golden;
use sinew_core::model::TrnType;
use sinew_core::{Data, Id, Model, actuation, position, support, velocity};

/// Lengths of tendons and actuators at the data's position.
fn lengths(m: &Model, d: &mut Data) -> Vec<f64> {
    position::kinematics(m, d);
    position::com_pos(m, d);
    position::tendon(m, d);
    position::transmission(m, d);
    d.ten_length.iter().chain(&d.actuator_length).copied().collect()
}

/// Rates of the lengths in a direction, from the gradients.
fn rates(m: &Model, d: &mut Data, direction: &[f64]) -> Vec<f64> {
    d.qvel.copy_from_slice(direction);
    velocity::tendon_velocity(m, d);
    velocity::actuator_velocity(m, d);
    d.ten_velocity.iter().chain(&d.actuator_velocity).copied().collect()
}

/// True for a length whose moment is not its gradient: forces along fixed axes of a body that turns have none.
fn without_gradient(m: &Model, row: usize) -> bool {
    let Some(out) = row.checked_sub(m.ntendon) else { return false };
    let owner = (0..m.nactuator).rfind(|&i| m.actuator_outadr[i].ix() <= out).expect("every output has an actuator");
    match TrnType::of(m.actuator_trntype[owner]) {
        TrnType::SliderCrank | TrnType::Tendon => false,
        TrnType::Joint => m.jnt_type[m.actuator_trnid[owner][0].ix()] < 2,
        _ => true,
    }
}

#[test]
fn gradients_of_lengths_match_differences() {
    let step = 1e-6;
    let mut checked = 0;
    for golden in golden().iter().filter(|g| g.model.ntendon + g.model.nout > 0) {
        let m = &golden.model;
        golden.each_case(|case| {
            let mut d = case.data(m);
            for dof in 0..m.nv {
                let mut direction = vec![0.0; m.nv];
                direction[dof] = 1.0;
                let qpos = d.qpos.to_vec();
                let mut at = |h: f64| {
                    d.qpos.copy_from_slice(&qpos);
                    support::integrate_pos(m, &mut d.qpos, &direction, h);
                    lengths(m, &mut d)
                };
                let (after, before) = (at(step), at(-step));
                let _ = at(0.0);
                let rates = rates(m, &mut d, &direction);
                for row in (0..rates.len()).filter(|&row| !without_gradient(m, row)) {
                    let slope = (after[row] - before[row]) / (2.0 * step);
                    let error = (slope - rates[row]).abs();
                    assert!(error < 1e-6, "{} case {}: length {row}, dof {dof}: {error}", golden.name, case.index);
                    checked += 1;
                }
            }
        });
    }
    assert!(checked > 500, "only {checked} gradients were checked");
}

#[test]
fn a_slack_tendon_pulls_on_nothing() {
    let golden = golden().into_iter().find(|g| g.name == "spatial_tendon").expect("a model with a dead band");
    let m = &golden.model;
    let mut d = Data::new(m);
    lengths(m, &mut d);
    // widen every dead band around the present length
    let mut slack = m.clone();
    for t in 0..m.ntendon {
        slack.tendon_lengthspring[t] = [d.ten_length[t] - 0.1, d.ten_length[t] + 0.1];
        assert!(t > 0 || m.tendon_stiffness[t] > 0.0, "the rope has a spring");
    }
    velocity::passive(&slack, &mut d);
    assert!(d.qfrc_spring.iter().all(|&f| f == 0.0), "{:?}", d.qfrc_spring);
    velocity::passive(m, &mut d);
    assert!(d.qfrc_spring.iter().any(|&f| f != 0.0), "the rope was taut before");
}

#[test]
fn a_tendon_over_one_joint_drives_it_like_a_joint_actuator_of_that_moment_arm() {
    let golden = golden().into_iter().find(|g| g.name == "fixed_tendon").expect("a model with fixed tendons");

    // each tendon keeps its first joint only
    let mut by_tendon = golden.model.clone();
    for t in 0..by_tendon.ntendon {
        let adr = by_tendon.tendon_adr[t].ix();
        by_tendon.wrap_prm[adr + 1..adr + by_tendon.tendon_num[t].ix()].fill(0.0);
    }
    let mut by_joint = by_tendon.clone();
    for i in 0..by_joint.nactuator {
        let wrap = by_joint.tendon_adr[by_joint.actuator_trnid[i][0].ix()].ix();
        by_joint.actuator_trntype[i] = TrnType::Joint.into();
        by_joint.actuator_trnid[i][0] = by_joint.wrap_objid[wrap];
        by_joint.actuator_gear[i][0] *= by_joint.wrap_prm[wrap];
    }

    let force = |m: &Model, d: &mut Data| {
        lengths(m, d);
        velocity::tendon_velocity(m, d);
        velocity::actuator_velocity(m, d);
        actuation::fwd_actuation(m, d);
        d.qfrc_actuator.to_vec()
    };
    golden.each_case(|case| {
        let a = force(&by_tendon, &mut case.data(&by_tendon));
        let b = force(&by_joint, &mut case.data(&by_joint));
        for (a, b) in a.iter().zip(&b) {
            assert!((a - b).abs() < 1e-10, "case {}: {a} {b}", case.index);
        }
        assert!(case.index == 0 || a.iter().any(|f| f.abs() > 1e-3), "case {}: nothing was driven", case.index);
    });
}
