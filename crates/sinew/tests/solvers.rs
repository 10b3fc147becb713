//! The three solvers find the same answer, whole or island by island, and say how they got there.

mod common;

use common::scenes::scenes;
use common::{CONES, SOLVERS, distance, largest, model, run, tower};
use sinew::constraint::{contact_force, is_pyramidal};
use sinew::prelude::*;
use sinew::{Disable, Integrator, SolverType, StepError};

/// The scene in the middle of a slide.
fn sliding(m: &mut Model) -> Data {
    let mut d = m.make_data();
    for (i, v) in d.qvel.iter_mut().enumerate() {
        *v = 0.3 * ((i * i + 1) as f64 % 3.7 - 1.8);
    }
    m.opt.solver = SolverType::Newton.into();
    run(m, &mut d, 20);
    d
}

/// Checks that every contact force lies in its friction cone.
fn assert_in_cones(place: &str, m: &Model, d: &Data) {
    for (i, contact) in d.contact.iter().enumerate() {
        let force = contact_force(m, d, i);
        let dim = contact.dim as usize;
        let scaled = (1..dim).map(|k| force[k] / contact.friction[k - 1]);
        let used =
            if is_pyramidal(m) { scaled.map(f64::abs).sum::<f64>() } else { scaled.map(|x| x * x).sum::<f64>().sqrt() };
        assert!(force[0] >= 0.0, "{place}: contact {i} pulls with {}", force[0]);
        assert!(used <= force[0] * (1.0 + 1e-6) + 1e-9, "{place}: contact {i} leaves its cone, {used} of {}", force[0]);
    }
}

#[test]
fn pgs_cg_and_newton_agree_and_keep_contact_forces_in_their_cones() {
    let scenes = scenes();
    assert!(scenes.len() >= 30);
    for (name, mut m) in scenes {
        (m.opt.iterations, m.opt.tolerance) = (2000, 1e-14);
        for cone in CONES {
            m.opt.cone = cone.into();
            let start = sliding(&mut m);
            let answers = SOLVERS.map(|solver| {
                m.opt.solver = solver.into();
                let mut d = start.clone();
                d.forward(&m).expect("the scene is sound");
                assert!(d.nefc > 0, "{name}: nothing is constrained");
                assert_in_cones(&format!("{name}, {cone:?}, {solver:?}"), &m, &d);
                (d.qacc.to_vec(), d.qfrc_constraint.to_vec())
            });
            let (acc, force) = &answers[2];
            let scales = [largest(acc).max(1.0), largest(force).max(1.0)];
            for (solver, (other_acc, other_force)) in SOLVERS.iter().zip(&answers) {
                let errors = [distance(acc, other_acc) / scales[0], distance(force, other_force) / scales[1]];
                assert!(
                    errors.iter().all(|e| *e < 1e-5),
                    "{name}, {cone:?}: {solver:?} is {errors:?} away from Newton"
                );
            }
        }
    }
}

#[test]
fn warm_starts_save_a_third_of_the_sweeps() {
    let mut m = model(&tower(4));
    m.opt.solver = SolverType::Pgs.into();
    m.opt.tolerance = 1e-8;
    for cone in CONES {
        m.opt.cone = cone.into();
        let mut sweeps = [0, 0];
        for (count, flag) in sweeps.iter_mut().zip([0, i32::from(Disable::WarmStart)]) {
            m.opt.disableflags = flag;
            let mut d = m.make_data();
            for _ in 0..60 {
                d.step(&m).expect("the tower is sound");
                *count += d.solver_niter.iter().sum::<i32>();
            }
        }
        let [warm, cold] = sweeps;
        assert!(f64::from(warm) < 0.7 * f64::from(cold), "{cone:?}: {warm} sweeps instead of {cold}");
    }
}

/// Boxes side by side on the floor, in rows of five.
fn boxes(n: usize, apart: f64) -> Model {
    let body = |i: usize| {
        let (x, y) = ((i % 5) as f64 * apart, (i / 5) as f64 * apart);
        format!(r#"<body pos="{x} {y} 0.05"><freejoint/><geom type="box" size="0.05 0.05 0.05"/></body>"#)
    };
    let bodies: String = (0..n).map(body).collect();
    model(&format!(
        r#"<mujoco><option solver="CG" iterations="500"/><worldbody><geom type="plane" size="5 5 0.1"/>{bodies}</worldbody></mujoco>"#
    ))
}

#[test]
fn conjugate_gradients_need_hardly_more_iterations_for_more_contacts() {
    // the whole at once, although the boxes do not touch
    for cone in CONES {
        let [few, many] = [12, 25].map(|n| {
            let mut m = boxes(n, 0.3);
            (m.opt.cone, m.opt.disableflags) = (cone.into(), Disable::Island.into());
            let mut d = m.make_data();
            for (i, v) in d.qvel.iter_mut().enumerate() {
                *v = 0.02 * ((7 * i + 3) as f64 % 1.9 - 0.95);
            }
            let mut iterations = 0;
            for _ in 0..20 {
                d.step(&m).expect("the scene is sound");
                assert_eq!(d.ncon, 4 * n);
                iterations += d.solver_niter[0];
            }
            f64::from(iterations) / 20.0
        });
        assert!(many < 1.3 * few && many < 50.0, "{cone:?}: {few} for 48 contacts, {many} for 100");
    }

    // island by island every box takes what it takes alone
    let counts = [1, 25].map(|n| {
        let m = boxes(n, 0.3);
        let mut d = m.make_data();
        let mut most = 0;
        for _ in 0..20 {
            d.step(&m).expect("the scene is sound");
            most = d.solver_niter.iter().fold(most, |most, n| most.max(*n));
        }
        most
    });
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn islands_are_solved_as_the_whole_is() {
    let body = |x: f64| format!(r#"<body pos="{x} 0 0.09"><freejoint/><geom size="0.1" condim="6"/></body>"#);
    let bodies: String = [0.0, 0.15, 1.0, 2.0, 2.1].map(body).concat();
    let mut m =
        model(&format!(r#"<mujoco><worldbody><geom type="plane" size="9 9 0.1"/>{bodies}</worldbody></mujoco>"#));
    (m.opt.iterations, m.opt.tolerance) = (2000, 1e-14);
    for integrator in [Integrator::Euler, Integrator::Discrete] {
        for (cone, solver) in CONES.into_iter().flat_map(|cone| SOLVERS.map(|solver| (cone, solver))) {
            m.opt.integrator = integrator.into();
            (m.opt.cone, m.opt.solver) = (cone.into(), solver.into());
            let answers = [0, i32::from(Disable::Island)].map(|flags| {
                m.opt.disableflags = flags;
                let mut d = m.make_data();
                d.qvel.fill(0.2);
                d.forward(&m).expect("the scene is sound");
                assert_eq!(d.nisland, if flags == 0 { 3 } else { 0 });
                d.qacc.to_vec()
            });
            let error = distance(&answers[0], &answers[1]);
            assert!(error < 1e-4, "{integrator:?}, {cone:?}, {solver:?}: {error}");
        }
    }
}

#[test]
fn a_strict_solver_says_that_it_did_not_converge() {
    let mut m = model(&tower(3));
    for solver in SOLVERS {
        m.opt.solver = solver.into();
        (m.opt.iterations, m.opt.tolerance) = (1, 1e-12);
        let mut d = m.make_data();
        d.qvel[0] = 1.0;
        let before = d.qpos.to_vec();
        d.policy.strict = true;
        // contacts build up in the first steps
        let error = (0..20).find_map(|_| d.step(&m).err());
        match error {
            Some(StepError::SolverFailed { iterations: 1, residual, tolerance }) => assert!(residual >= tolerance),
            other => panic!("{solver:?}: {other:?}"),
        }
        let time = d.time;
        assert!(d.step(&m).is_err() && d.time == time, "{solver:?}: the state is that before the step");

        // without strictness the best answer is taken
        let mut d = m.make_data();
        d.qvel[0] = 1.0;
        run(&m, &mut d, 20);
        assert_ne!(d.qpos.to_vec(), before);
    }
}
