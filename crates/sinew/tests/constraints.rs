//! Contacts, limits, friction and loops behave as the physics says, whichever solver and friction cone is used.

use sinew::constraint::{contact_force, is_pyramidal};
use sinew::prelude::*;
use sinew::{ConeType, Disable, SolverType, StepError};

const SOLVERS: [SolverType; 3] = [SolverType::Pgs, SolverType::Cg, SolverType::Newton];
const CONES: [ConeType; 2] = [ConeType::Pyramidal, ConeType::Elliptic];

fn model(xml: &str) -> Model {
    Model::from_xml_str(xml).expect("the text is a model")
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        d.step(m).expect("the scene is sound");
    }
}

/// A tower of cubes.
fn tower(n: usize) -> String {
    let body = |i: usize| {
        let z = 0.05 + 0.1 * i as f64;
        format!(r#"<body pos="0 0 {z}"><freejoint/><geom type="box" size="0.05 0.05 0.05"/></body>"#)
    };
    let bodies: String = (0..n).map(body).collect();
    format!(
        r#"<mujoco><option timestep="0.004"/><worldbody><geom type="plane" size="1 1 0.1"/>{bodies}</worldbody></mujoco>"#
    )
}

#[test]
fn a_stack_of_boxes_stands() {
    let mut m = model(&tower(6));
    for cone in CONES {
        m.opt.cone = cone.into();
        let mut d = m.make_data();
        run(&m, &mut d, 300);
        for b in 1..m.nbody {
            let [x, y, z] = d.xpos[b].0;
            let height = 0.05 + 0.1 * (b - 1) as f64;
            assert!(x.abs() < 1e-3 && y.abs() < 1e-3, "{cone:?}: box {b} moved to {x} {y}");
            assert!((z - height).abs() < 5e-3, "{cone:?}: box {b} is at height {z}, not {height}");
        }
        let speed = d.qvel.iter().fold(0.0_f64, |max, v| max.max(v.abs()));
        assert!(speed < 1e-3, "{cone:?}: still moving at {speed}");
    }
}

#[test]
fn a_block_on_an_incline_slips_beyond_the_friction_angle() {
    let mut m = model(
        r#"<mujoco>
             <option timestep="0.002" impratio="10"/>
             <worldbody>
               <geom type="plane" size="5 5 0.1" friction="0.5"/>
               <body pos="0 0 0.02"><freejoint/><geom type="box" size="0.1 0.1 0.02" friction="0.5"/></body>
             </worldbody>
           </mujoco>"#,
    );
    for cone in CONES {
        m.opt.cone = cone.into();
        for slope in [0.45, 0.55] {
            // a slope of this tangent, as a tilt of gravity
            let (sin, cos) = f64::atan(slope).sin_cos();
            m.opt.gravity = sinew::math::Vec3::new(9.81 * sin, 0.0, -9.81 * cos);
            let mut d = m.make_data();
            run(&m, &mut d, 500);
            let slid = d.qpos[0];
            if slope < 0.5 {
                assert!(slid.abs() < 0.01, "{cone:?}: slid {slid} below the friction angle");
            } else {
                let expected = 0.5 * 9.81 * (sin - 0.5 * cos);
                assert!((slid / expected - 1.0).abs() < 0.1, "{cone:?}: slid {slid}, not {expected}");
            }
        }
    }
}

#[test]
fn a_four_bar_linkage_stays_closed() {
    let mut m = model(
        r#"<mujoco>
             <default><geom type="capsule" size="0.02" contype="0" conaffinity="0"/><joint axis="0 1 0"/></default>
             <worldbody>
               <body name="crank"><joint/><geom fromto="0 0 0 0 0 0.2"/>
                 <body name="coupler" pos="0 0 0.2"><joint/><geom fromto="0 0 0 0.5 0 0"/>
                   <body name="rocker" pos="0.5 0 0"><joint/><geom fromto="0 0 0 0 0 -0.2"/></body>
                 </body>
               </body>
             </worldbody>
             <equality><connect body1="rocker" body2="world" anchor="0 0 -0.2"/></equality>
           </mujoco>"#,
    );
    assert_eq!(m.neq, 1);
    let rocker = m.body("rocker").expect("it is there");
    for solver in SOLVERS {
        m.opt.solver = solver.into();
        let mut d = m.make_data();
        // a parallelogram: the coupler does not turn
        d.qvel.copy_from_slice(&[3.0, -3.0, 3.0]);
        let (mut gap, mut turned) = (0.0_f64, 0.0_f64);
        for _ in 0..500 {
            d.step(&m).expect("the linkage is sound");
            let foot = d.xmat[rocker].mul_vec(sinew::math::Vec3::new(0.0, 0.0, -0.2)) + d.xpos[rocker];
            gap = gap.max((foot - sinew::math::Vec3::new(0.5, 0.0, 0.0)).norm());
            turned = turned.max(d.qpos[0].abs());
        }
        assert!(turned > 0.5, "{solver:?}: the crank hardly moved, {turned}");
        // soft as it is, MuJoCo's opens by 2.0957 mm
        assert!(gap < 2.1e-3, "{solver:?}: the loop opened by {gap}");
    }
}

#[test]
fn friction_loss_resists_the_same_at_any_speed() {
    let mut m = model(
        r#"<mujoco>
             <option timestep="0.001" gravity="0 0 0"/>
             <worldbody>
               <body><joint axis="0 0 1" frictionloss="0.5"/><geom type="sphere" size="0.1" mass="10" pos="1 0 0"/></body>
             </worldbody>
           </mujoco>"#,
    );
    for solver in SOLVERS {
        m.opt.solver = solver.into();
        let slowing = |speed: f64| {
            let mut d = m.make_data();
            d.qvel[0] = speed;
            run(&m, &mut d, 100);
            (speed - d.qvel[0]) / 0.1
        };
        let expected = 0.5 / (10.0 + 0.4 * 10.0 * 0.01);
        for speed in [0.5, 1.0, 20.0] {
            let rate = slowing(speed);
            assert!((rate / expected - 1.0).abs() < 1e-3, "{solver:?}: {rate} at speed {speed}, not {expected}");
        }
        // and holds against a smaller force
        let mut d = m.make_data();
        d.qfrc_applied[0] = 0.4;
        run(&m, &mut d, 200);
        assert!(d.qvel[0].abs() < 1e-2, "{solver:?}: moves at {}", d.qvel[0]);
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

/// Scenes with contacts of every dimension, limits, loops and friction.
fn scenes() -> Vec<(&'static str, Model)> {
    let floor = r#"<geom type="plane" size="3 3 0.1"/>"#;
    let scene = |worldbody: &str, rest: &str| {
        model(&format!("<mujoco><worldbody>{floor}{worldbody}</worldbody>{rest}</mujoco>"))
    };
    let chain = r#"<body pos="0 0 0.14"><freejoint/><geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.05"/>
        <body pos="0.2 0 0"><joint axis="0 1 0" range="-20 20" limited="true" frictionloss="0.1"/>
        <geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.05"/></body></body>"#;
    vec![
        ("two boxes", model(&tower(2))),
        ("ball that slides", scene(r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="3"/></body>"#, "")),
        ("ball that spins", scene(r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="4"/></body>"#, "")),
        ("ball that rolls", scene(r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="6"/></body>"#, "")),
        ("smooth ball", scene(r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="1"/></body>"#, "")),
        ("chain on the floor", scene(chain, "")),
        ("a box", model(&tower(1))),
        ("three boxes", model(&tower(3))),
        (
            "box on an edge",
            scene(
                r#"<body pos="0 0 0.13" euler="0 40 10"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>"#,
                "",
            ),
        ),
        (
            "capsules across one another",
            scene(
                r#"<body pos="0 0 0.05"><freejoint/><geom type="capsule" size="0.05" fromto="-0.3 0 0 0.3 0 0"/></body>
                   <body pos="0 0 0.15"><freejoint/><geom type="capsule" size="0.05" fromto="0 -0.3 0 0 0.3 0"/></body>"#,
                "",
            ),
        ),
        (
            "ball joint at its limit",
            scene(
                r#"<body pos="0 0 1"><joint type="ball" range="0 0.2" limited="true"/><geom size="0.1" pos="0.3 0 0"/></body>"#,
                "",
            ),
        ),
        (
            "tendon at its limit",
            scene(
                r#"<body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
                   <body pos="1 0 1"><joint name="b" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>"#,
                r#"<tendon><fixed range="-0.01 0.01" limited="true" frictionloss="0.5">
                     <joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed></tendon>"#,
            ),
        ),
        (
            "joints that follow one another",
            scene(
                r#"<body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
                   <body pos="1 0 1"><joint name="b" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>"#,
                r#"<equality><joint joint1="a" joint2="b" polycoef="0 0.5 0.2 0 0"/></equality>"#,
            ),
        ),
        (
            "welded pair on the floor",
            scene(
                r#"<body name="a" pos="0 0 0.1"><freejoint/><geom size="0.1"/></body>
                   <body name="b" pos="0.3 0 0.1"><freejoint/><geom size="0.1"/></body>"#,
                r#"<equality><weld body1="a" body2="b"/></equality>"#,
            ),
        ),
        (
            "ball on a string",
            scene(
                r#"<body name="a" pos="0 0 0.1"><freejoint/><geom size="0.1"/></body>
                   <body name="b" pos="0.3 0 0.1"><freejoint/><geom size="0.1"/></body>"#,
                r#"<equality><connect body1="a" body2="b" anchor="0.15 0 0"/></equality>"#,
            ),
        ),
    ]
}

/// Checks that every contact force lies in its friction cone.
fn assert_in_cones(place: &str, m: &Model, d: &Data) {
    for (i, contact) in d.contact.iter().enumerate() {
        let force = contact_force(m, d, i);
        let dim = contact.dim.ix();
        let scaled = (1..dim).map(|k| force[k] / contact.friction[k - 1]);
        let used =
            if is_pyramidal(m) { scaled.map(f64::abs).sum::<f64>() } else { scaled.map(|x| x * x).sum::<f64>().sqrt() };
        assert!(force[0] >= 0.0, "{place}: contact {i} pulls with {}", force[0]);
        assert!(used <= force[0] * (1.0 + 1e-6) + 1e-9, "{place}: contact {i} leaves its cone, {used} of {}", force[0]);
    }
}

#[test]
fn all_solvers_agree_and_keep_contact_forces_in_their_cones() {
    for (name, mut m) in scenes() {
        (m.opt.iterations, m.opt.tolerance) = (2000, 1e-14);
        for cone in CONES {
            m.opt.cone = cone.into();
            // somewhere in the middle of a slide
            let mut start = m.make_data();
            for (i, v) in start.qvel.iter_mut().enumerate() {
                *v = 0.3 * ((i * i + 1) as f64 % 3.7 - 1.8);
            }
            m.opt.solver = SolverType::Newton.into();
            run(&m, &mut start, 20);
            let mut answers = Vec::new();
            for solver in SOLVERS {
                m.opt.solver = solver.into();
                let mut d = start.clone();
                d.forward(&m).expect("the scene is sound");
                assert!(d.nefc > 0, "{name}: nothing touches");
                assert_in_cones(&format!("{name}, {cone:?}, {solver:?}"), &m, &d);
                answers.push(d.qacc.to_vec());
            }
            let newton = answers.pop().expect("there are three");
            let scale = newton.iter().fold(1.0_f64, |max, a| max.max(a.abs()));
            for (solver, answer) in SOLVERS.iter().zip(&answers) {
                let error = newton.iter().zip(answer).fold(0.0_f64, |max, (a, b)| max.max((a - b).abs())) / scale;
                assert!(error < 1e-5, "{name}, {cone:?}: {solver:?} is {error} away from Newton");
            }
        }
    }
}

#[test]
fn islands_are_solved_as_the_whole_is() {
    let body = |x: f64| format!(r#"<body pos="{x} 0 0.09"><freejoint/><geom size="0.1" condim="6"/></body>"#);
    let bodies: String = [0.0, 0.15, 1.0, 2.0, 2.1].map(body).concat();
    let mut m =
        model(&format!(r#"<mujoco><worldbody><geom type="plane" size="9 9 0.1"/>{bodies}</worldbody></mujoco>"#));
    (m.opt.iterations, m.opt.tolerance) = (2000, 1e-14);
    for cone in CONES {
        for solver in SOLVERS {
            (m.opt.cone, m.opt.solver) = (cone.into(), solver.into());
            let mut answers = Vec::new();
            for flags in [0, i32::from(Disable::Island)] {
                m.opt.disableflags = flags;
                let mut d = m.make_data();
                d.qvel.fill(0.2);
                d.forward(&m).expect("the scene is sound");
                assert_eq!(d.nisland, if flags == 0 { 3 } else { 0 });
                answers.push(d.qacc.to_vec());
            }
            let error = answers[0].iter().zip(&answers[1]).fold(0.0_f64, |max, (a, b)| max.max((a - b).abs()));
            assert!(error < 1e-4, "{cone:?}, {solver:?}: {error}");
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

#[test]
fn inverse_dynamics_recover_the_applied_forces_in_contact() {
    let mut m = model(&tower(2));
    (m.opt.iterations, m.opt.tolerance) = (200, 1e-15);
    for cone in CONES {
        m.opt.cone = cone.into();
        let mut d = m.make_data();
        run(&m, &mut d, 10);
        d.qfrc_applied[0] = 3.0;
        d.qfrc_applied[8] = -5.0;
        d.forward(&m).expect("the scene is sound");
        assert!(d.nefc > 0);
        sinew::inverse::inverse(&m, &mut d).expect("the scene is sound");
        for i in 0..m.nv {
            assert!((d.qfrc_inverse[i] - d.qfrc_applied[i]).abs() < 1e-6, "{cone:?}: dof {i}: {}", d.qfrc_inverse[i]);
        }
    }
}
