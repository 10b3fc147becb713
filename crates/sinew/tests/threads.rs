//! Islands on several threads: the same bits as on one.

use sinew::prelude::*;
use sinew::{ConeType, Integrator, SolverType, Threads};

/// Forty small piles that do not touch one another, some of them joined by equalities, tendons and friction.
fn piles() -> Model {
    let mut bodies = String::new();
    for i in 0..40 {
        let (x, y) = (f64::from(i % 8), f64::from(i / 8));
        for k in 0..3 + i % 3 {
            let z = 0.12 + 0.22 * f64::from(k);
            let tilt = f64::from(i * 7 % 11) + f64::from(k);
            let shape = ["box", "sphere", "capsule"][(i + k) as usize % 3];
            let geom = format!(r#"<geom type="{shape}" size=".1 .1 .1"/>"#);
            let body = format!(r#"<body pos="{x} {y} {z}" euler="{tilt} {i} 0"><freejoint/>{geom}</body>"#);
            bodies.push_str(&body);
        }
    }
    let xml = format!(
        r#"<mujoco><worldbody><geom type="plane" size="20 20 1"/>{bodies}
           <body name="arm" pos="-2 0 1"><joint name="a" frictionloss=".1" range="-10 10" limited="true"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
             <body pos=".3 0 0"><joint name="b" frictionloss=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body></body>
           </worldbody><equality><joint joint1="a" joint2="b"/></equality></mujoco>"#
    );
    Model::from_xml_str(&xml).expect("the scene is a model")
}

#[test]
fn results_do_not_depend_on_threads() {
    for solver in [SolverType::Newton, SolverType::Cg, SolverType::Pgs] {
        for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
            let mut model = piles();
            (model.opt.solver, model.opt.cone) = (solver as i32, cone as i32);
            model.opt.iterations = 30;
            let mut alone = model.make_data();
            let mut helped: Vec<Data> = [1, 2, 4]
                .map(|n| {
                    let mut data = model.make_data();
                    data.set_crew(Some(Threads::new(n).unwrap()));
                    data
                })
                .into();
            let mut most = 0;
            for step in 0..60 {
                alone.step(&model).unwrap();
                most = most.max(alone.nisland);
                for data in &mut helped {
                    data.step(&model).unwrap();
                    let name = format!("{solver:?} {cone:?} step {step}");
                    assert_eq!(alone.qpos, data.qpos, "{name}");
                    assert_eq!(alone.qvel, data.qvel, "{name}");
                    assert_eq!(alone.efc_force, data.efc_force, "{name}");
                    assert_eq!(alone.efc_state, data.efc_state, "{name}");
                    assert_eq!(alone.solver_niter, data.solver_niter, "{name}");
                    assert_eq!(alone.solver, data.solver, "{name}");
                }
            }
            assert!(most > 30, "{most} islands");
        }
    }
}

#[test]
fn threads_work_with_every_integrator_and_are_shared_by_copies() {
    for integrator in [Integrator::Rk4, Integrator::ImplicitFast, Integrator::Discrete] {
        let mut model = piles();
        model.opt.integrator = integrator as i32;
        let mut alone = model.make_data();
        let mut helped = model.make_data();
        helped.set_crew(Some(Threads::new(2).unwrap()));
        let mut copy = helped.clone();
        for _ in 0..20 {
            alone.step(&model).unwrap();
            helped.step(&model).unwrap();
            copy.step(&model).unwrap();
        }
        assert_eq!(alone.qpos, helped.qpos);
        assert_eq!(alone.qpos, copy.qpos);
    }
}
