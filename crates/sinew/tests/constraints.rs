//! Contacts, limits, friction and loops behave as the physics says, whichever solver and friction cone is used.

mod common;

use common::{CONES, SOLVERS, distance, largest, model, run, tower};
use sinew::ConeType;

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
        let speed = largest(&d.qvel);
        assert!(speed < 1e-3, "{cone:?}: still moving at {speed}");
    }
}

#[test]
fn a_block_on_an_incline_slips_beyond_the_friction_angle_of_its_cone() {
    let mut m = model(
        r#"<mujoco>
             <option timestep="0.002" impratio="10"/>
             <worldbody>
               <geom type="plane" size="5 5 0.1" friction="0.5"/>
               <body pos="0 0 0.02"><freejoint/><geom type="box" size="0.1 0.1 0.02" friction="0.5"/></body>
             </worldbody>
           </mujoco>"#,
    );
    // downhill along an edge of the block and along its diagonal, where a pyramid is narrower than a cone
    let half = 0.5_f64.sqrt();
    for (cone, [x, y], friction) in [
        (ConeType::Elliptic, [1.0, 0.0], 0.5),
        (ConeType::Elliptic, [half, half], 0.5),
        (ConeType::Pyramidal, [1.0, 0.0], 0.5),
        (ConeType::Pyramidal, [half, half], 0.5 * half),
    ] {
        m.opt.cone = cone.into();
        for slope in [0.98 * friction, 1.02 * friction] {
            // a slope of this tangent, as a tilt of gravity
            let (sin, cos) = f64::atan(slope).sin_cos();
            m.opt.gravity = sinew::math::Vec3::new(9.81 * sin * x, 9.81 * sin * y, -9.81 * cos);
            let mut d = m.make_data();
            run(&m, &mut d, 250);
            let early = d.qvel[0] * x + d.qvel[1] * y;
            run(&m, &mut d, 250);
            let late = d.qvel[0] * x + d.qvel[1] * y;
            // a block that sticks creeps at one speed, one that slips gains it
            let gained = (late - early) / 0.5;
            let expected = 9.81 * (sin - friction * cos);
            if slope < friction {
                assert!(gained.abs() < 0.01 && late < 0.02, "{cone:?}, {slope}: gains {gained}, creeps at {late}");
            } else {
                assert!((gained / expected - 1.0).abs() < 0.3, "{cone:?}, {slope}: gains {gained}, not {expected}");
            }
        }
    }
}

#[test]
fn a_weld_keeps_its_pose() {
    let mut m = model(
        r#"<mujoco>
             <worldbody>
               <body name="post" pos="0 0 1" euler="0 0 30"/>
               <body name="shelf" pos="0.2 0 1.1" euler="20 0 0"><freejoint/><geom type="box" size="0.1 0.05 0.02"/></body>
             </worldbody>
             <equality><weld body1="post" body2="shelf" solref="0.01 1"/></equality>
           </mujoco>"#,
    );
    assert_eq!(m.neq, 1);
    m.opt.tolerance = 1e-12;
    let (start, shelf) = (m.qpos0.clone(), m.body("shelf").expect("it is there"));
    for solver in SOLVERS {
        m.opt.solver = solver.into();
        let mut d = m.make_data();
        run(&m, &mut d, 500);
        assert!(distance(&d.qpos, &start) < 2e-4, "{solver:?}: moved by {}", distance(&d.qpos, &start));
        let weight = m.body_mass[shelf] * 9.81;
        assert!((d.qfrc_constraint[2] / weight - 1.0).abs() < 1e-6, "{solver:?}: carries {}", d.qfrc_constraint[2]);
    }
}

#[test]
fn a_tendon_limit_holds_outside_its_range_as_stiff_as_it_is_told() {
    // a weight on a slide, held by a tendon that must not become longer than 0.1
    let hanging = |limit: &str| {
        model(&format!(
            r#"<mujoco>
                 <option timestep="0.001"/>
                 <worldbody>
                   <body><joint name="fall" type="slide" axis="0 0 -1"/><geom size="0.1" mass="3"/></body>
                 </worldbody>
                 <tendon><fixed range="-1 0.1" limited="true" {limit}><joint joint="fall" coef="1"/></fixed></tendon>
               </mujoco>"#
        ))
    };
    // at rest the overshoot is g (1 - d) over the stiffness, which is 1/(time constant × damping ratio)²
    let (d1, d2) = (0.9, 0.6);
    for (limit, impedance, stiffness) in [
        (r#"solreflimit="0.02 1" solimplimit="0.9 0.9 0.001""#, d1, 1.0 / (0.02 * 0.02)),
        (r#"solreflimit="0.05 1" solimplimit="0.9 0.9 0.001""#, d1, 1.0 / (0.05 * 0.05)),
        (r#"solreflimit="0.02 0.5" solimplimit="0.6 0.6 0.001""#, d2, 1.0 / (0.01 * 0.01)),
        (r#"solreflimit="-800 -60" solimplimit="0.6 0.6 0.001""#, d2, 800.0),
    ] {
        let mut m = hanging(limit);
        m.opt.tolerance = 1e-12;
        for solver in SOLVERS {
            m.opt.solver = solver.into();
            let mut d = m.make_data();
            d.forward(&m).expect("the weight is sound");
            assert_eq!(d.nefc, 0, "no row inside the range");
            run(&m, &mut d, 3000);
            assert_eq!((d.nl, d.tendon_efcadr[0]), (1, 0));
            let (over, expected) = (d.ten_length[0] - 0.1, 9.81 * (1.0 - impedance) / stiffness);
            assert!((over / expected - 1.0).abs() < 1e-6, "{limit}, {solver:?}: {over}, not {expected}");
            assert!((d.efc_force[0] / (3.0 * 9.81) - 1.0).abs() < 1e-6, "{limit}, {solver:?}: {}", d.efc_force[0]);
        }
    }
}

#[test]
fn a_tendon_between_two_near_limits_leaves_nothing_to_the_bodies_it_ties() {
    let m = model(
        r#"<mujoco><worldbody><site name="1"/>
             <body pos="1 0 0"><site name="2"/><freejoint/><geom size=".01"/></body></worldbody>
             <tendon><spatial limited="true" range="0.99 1.01" margin="0.1"><site site="1"/><site site="2"/></spatial></tendon>
           </mujoco>"#,
    );
    let mut d = m.make_data();
    sinew::step::forward(&m, &mut d).expect("plain numbers");
    assert!(d.nefc == 2 && d.efc_force[0] > 1.0, "both limits push");
    sinew::velocity::rne_post_constraint(&m, &mut d);
    assert!(d.cfrc_int[1].0.iter().all(|force| force.abs() < 1e-12), "they cancel: {:?}", d.cfrc_int[1]);
}

#[test]
fn a_model_without_tendons_holds_and_computes_nothing_for_them() {
    let m = model(&tower(2));
    let mut d = m.make_data();
    run(&m, &mut d, 5);
    assert_eq!((m.ntendon, m.nwrap, m.nJten), (0, 0, 0));
    assert_eq!((d.ten_J.len(), d.ten_length.len(), d.ten_velocity.len(), d.tendon_efcadr.len()), (0, 0, 0, 0));
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
