//! Islands at rest fall asleep, cost nothing, and wake when something touches them.

mod common;

use common::{CONES, SOLVERS, model, run};
use sinew::math::Vec3;
use sinew::prelude::*;
use sinew::sleep::AWAKE;
use sinew::{Enable, Integrator};

/// Two boxes on one another, a third apart, and a ball that falls on the first two.
const SCENE: &str = r#"
<mujoco>
  <option><flag sleep="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body name="lower" pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body name="upper" pos="0 0 0.3"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body name="apart" pos="2 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body name="ball" pos="0 0 2"><freejoint/><geom type="sphere" size="0.05"/></body>
  </worldbody>
  <sensor>
    <framepos objtype="body" objname="apart"/>
    <framelinacc objtype="body" objname="apart"/>
  </sensor>
</mujoco>"#;

fn asleep(d: &Data) -> Vec<bool> {
    d.tree_asleep.iter().map(|&tree| tree >= 0).collect()
}

/// The scene when the boxes sleep and the ball still falls.
fn resting() -> (Model, Data) {
    let m = model(SCENE);
    let mut d = m.make_data();
    run(&m, &mut d, 100);
    assert_eq!(asleep(&d), [true, true, true, false]);
    (m, d)
}

#[test]
fn what_rests_falls_asleep_with_its_island() {
    let (m, d) = resting();
    assert_eq!(d.tree_asleep[..3], [1, 0, 2], "islands are cycles of trees");
    assert_eq!((d.ntree_awake, d.nv_awake), (1, 6));
    assert!(d.qvel[..18].iter().all(|&v| v == 0.0));
    assert_eq!(d.nefc, 0, "contacts among sleepers are not computed");
    let (before, mut d) = (d.qpos.to_vec(), d);
    run(&m, &mut d, 50);
    assert_eq!(d.qpos[..21], before[..21]);
    assert!(d.qpos[23] < before[23], "the ball falls on");
}

#[test]
fn a_falling_body_wakes_the_island_that_it_hits() {
    let (m, mut d) = resting();
    let mut hit = false;
    for _ in 0..400 {
        d.step(&m).expect("the scene is sound");
        hit |= !asleep(&d)[0];
        assert_eq!(asleep(&d)[0], asleep(&d)[1], "boxes of one island wake together");
        assert!(asleep(&d)[2], "nothing touches the third box");
    }
    assert!(hit, "the ball hits the tower");
}

/// Something that a user does to the data.
type Touch = fn(&mut Data);

#[test]
fn a_touch_of_the_user_wakes() {
    let touches: [(&str, Touch); 5] = [
        ("position", |d| d.qpos[14] += 1e-9),
        ("velocity", |d| d.qvel[12] = 1e-3),
        ("force on a dof", |d| d.qfrc_applied[12] = 1.0),
        ("force on a body", |d| d.xfrc_applied[3].0[0] = 1.0),
        ("minus zero", |d| d.qvel[12] = -0.0),
    ];
    for (what, touch) in touches {
        let (m, mut d) = resting();
        touch(&mut d);
        d.forward(&m).expect("the scene is sound");
        assert_eq!(asleep(&d), [true, true, false, false], "{what}");
        assert_eq!(d.tree_asleep[2], AWAKE, "{what}");
        assert!(d.nefc > 0, "{what}: the box stands on the floor again");
    }
}

/// Balls on the floor that sleep after a while, and what else the scene has.
fn sleeping_balls(world: &str, rest: &str) -> (Model, Data) {
    let ball = |name: &str, x: f64| {
        format!(
            r#"<body name="{name}" pos="{x} 0 0.1"><freejoint/><geom name="{name}" size="0.1" condim="6"/><site name="{name}"/></body>"#
        )
    };
    let m = model(&format!(
        r#"<mujoco><option><flag sleep="enable"/></option>
             <worldbody><geom type="plane" size="9 9 0.1"/>{}{}{world}</worldbody>{rest}</mujoco>"#,
        ball("a", 0.0),
        ball("b", 1.0)
    ));
    let mut d = m.make_data();
    run(&m, &mut d, 60);
    assert_eq!(asleep(&d)[..2], [true, true]);
    (m, d)
}

#[test]
fn an_equality_that_is_switched_on_wakes_both_islands() {
    let (m, mut d) = sleeping_balls("", r#"<equality><weld body1="a" body2="b" active="false"/></equality>"#);
    d.eq_active[0] = true;
    d.forward(&m).expect("the scene is sound");
    assert_eq!(asleep(&d), [false, false]);
    assert_eq!((d.ne, d.nisland), (6, 1));
    // together they sleep again, as one island
    run(&m, &mut d, 100);
    assert_eq!(d.tree_asleep[..], [1, 0]);
}

#[test]
fn a_tendon_at_its_limit_wakes_the_other_end() {
    let rope = r#"<tendon><spatial range="0 1.02" limited="true"><site site="a"/><site site="b"/></spatial></tendon>"#;
    let (m, mut d) = sleeping_balls("", rope);
    // slack: pulling one ball a little does not concern the other
    d.qvel[0] = -0.5;
    run(&m, &mut d, 5);
    assert_eq!(asleep(&d), [false, true]);
    run(&m, &mut d, 40);
    assert_eq!(asleep(&d), [false, false]);
    assert!(d.qvel[6] < -0.01, "the rope pulls");
}

#[test]
fn a_mocap_body_wakes_what_it_touches_and_what_it_carries() {
    let world = r#"<body name="hand" mocap="true" pos="0 0 2"><geom size="0.1"/>
                     <body name="tool" pos="0 0.3 0"><joint axis="0 0 1" damping="1"/><geom size="0.05"/></body></body>"#;
    let (m, mut d) = sleeping_balls(world, "");
    run(&m, &mut d, 20);
    assert_eq!(asleep(&d), [true, true, true]);
    d.mocap_pos[0] = Vec3::new(0.0, 0.0, 1.9);
    d.forward(&m).expect("the scene is sound");
    assert_eq!(asleep(&d), [true, true, false], "it carries the tool");
    let tool = m.body("tool").expect("it is there");
    assert_eq!(d.xpos[tool].0, [0.0, 0.3, 1.9]);
    d.mocap_pos[0] = Vec3::new(1.0, 0.0, 0.25);
    d.forward(&m).expect("the scene is sound");
    assert_eq!(asleep(&d), [true, false, false], "it touches the second ball");
}

#[test]
fn copies_and_restored_states_sleep_on() {
    let (m, mut d) = sleeping_balls("", "");
    let mut copy = m.make_data();
    copy.copy_from(&d);
    // loaded data does not know where its trees lay when they fell asleep
    let mut loaded = Data::from_bytes(&m, &d.to_bytes()).expect("it was just written");
    for other in [&mut copy, &mut loaded] {
        run(&m, other, 3);
        assert_eq!(asleep(other), [true, true]);
    }
    run(&m, &mut d, 3);
    assert_eq!(d.qpos, loaded.qpos);
    loaded.qpos[9] += 0.01;
    loaded.forward(&m).expect("the scene is sound");
    assert_eq!(asleep(&loaded), [true, false]);
}

#[test]
fn policies_keep_trees_awake_or_let_them_sleep() {
    let trees = |policy: &str| {
        model(&format!(
            r#"<mujoco><option><flag sleep="enable"/></option>
                 <worldbody>
                   <geom type="plane" size="9 9 0.1"/>
                   <body pos="0 0 0.1" {policy}><freejoint/><geom size="0.1" condim="6"/></body>
                   <body pos="1 0 1" {policy}><joint name="driven" axis="0 0 1" damping="1"/><geom size="0.1"/></body>
                 </worldbody>
                 <actuator><motor joint="driven"/></actuator>
               </mujoco>"#
        ))
    };
    // what an actuator drives stays awake unless it is told otherwise
    for (policy, expected) in [
        ("", [true, false]),
        (r#"sleep="never""#, [false, false]),
        (r#"sleep="allowed""#, [true, true]),
        (r#"sleep="auto""#, [true, false]),
    ] {
        let m = trees(policy);
        let mut d = m.make_data();
        run(&m, &mut d, 100);
        assert_eq!(asleep(&d), expected, "{policy}");
    }
}

#[test]
fn energy_does_not_jump_when_islands_fall_asleep_or_wake() {
    let mut m = model(SCENE);
    m.opt.enableflags |= i32::from(Enable::Energy);
    let mut d = m.make_data();
    let total = |d: &Data| d.energy[0] + d.energy[1];
    d.forward(&m).expect("the scene is sound");
    let (mut before, mut changes) = (total(&d), 0);
    let mut sleepers = 0;
    for step in 0..400 {
        d.step(&m).expect("the scene is sound");
        d.forward(&m).expect("the scene is sound");
        let now = total(&d);
        if m.ntree - d.ntree_awake != sleepers {
            sleepers = m.ntree - d.ntree_awake;
            changes += 1;
            // the boxes weigh 8 kg each, so that this is less than what a micrometre of height means
            assert!((now - before).abs() < 1e-3, "step {step}: the energy jumps by {}", now - before);
        }
        before = now;
    }
    assert!(changes >= 2, "{changes}");
}

#[test]
fn contacts_of_the_awake_are_those_without_sleep() {
    // a field of boxes asleep, one of them far away, and a ball rolling through
    let body = |i: usize| {
        let (x, y) = (0.5 * (i % 5) as f64, 0.5 * (i / 5) as f64);
        format!(r#"<body pos="{x} {y} 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>"#)
    };
    let boxes: String = (0..20).map(body).collect();
    let xml = format!(
        r#"<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="9 9 0.1"/>{boxes}
             <body name="ball" pos="-0.5 0.52 0.15"><freejoint/><geom size="0.15" mass="30"/></body></worldbody></mujoco>"#
    );
    let m = model(&xml);
    let mut d = m.make_data();
    run(&m, &mut d, 60);
    let ball = m.nv - 6;
    assert_eq!(d.nv_awake, 0);
    d.qvel[ball] = 3.0;
    let (mut hits, mut slept) = (0, 0);
    for _ in 0..400 {
        d.step(&m).expect("the scene is sound");
        slept = slept.max(m.ntree - d.ntree_awake);
        // the same positions with everything awake
        let mut all = d.clone();
        all.tree_asleep.fill(AWAKE);
        sinew::sleep::update_sleep(&m, &mut all);
        for data in [&mut d, &mut all] {
            data.forward(&m).expect("the scene is sound");
        }
        let awake = |pair: [i32; 2]| pair.iter().any(|g| d.body_awake[m.geom_bodyid[*g as usize] as usize] == 1);
        let pairs = |data: &Data| -> Vec<[i32; 2]> {
            data.contact.iter().map(|c| c.geom).filter(|pair| awake(*pair)).collect()
        };
        assert_eq!(pairs(&d), pairs(&all));
        hits += usize::from(pairs(&d).iter().any(|pair| pair[0] != 0));
    }
    assert!(hits > 10 && slept > 10, "{hits} {slept}");
}

#[test]
fn switching_sleep_off_wakes_everything() {
    let (mut m, mut d) = resting();
    m.opt.enableflags &= !i32::from(Enable::Sleep);
    d.forward(&m).expect("the scene is sound");
    assert_eq!((d.ntree_awake, d.nv_awake), (m.ntree, m.nv));
}

#[test]
fn sensors_of_sleepers_keep_their_reading() {
    let (m, mut d) = resting();
    let before = d.sensordata.to_vec();
    assert!((before[0] - 2.0).abs() < 1e-3 && before[5].abs() < 20.0);
    d.sensordata[0] = 7.0;
    run(&m, &mut d, 3);
    assert_eq!(d.sensordata[0], 7.0, "nobody computes it");
    assert_eq!(d.sensordata[1..], before[1..]);
}

#[test]
fn while_all_are_awake_every_bit_is_that_without_sleep() {
    let mut m = model(SCENE);
    // nothing rests completely
    m.opt.sleep_tolerance = 1e-12;
    let mut compared = 0;
    for integrator in [Integrator::Euler, Integrator::ImplicitFast, Integrator::Discrete] {
        for (solver, cone) in SOLVERS.into_iter().flat_map(|solver| CONES.map(|cone| (solver, cone))) {
            m.opt.integrator = integrator.into();
            (m.opt.solver, m.opt.cone) = (solver.into(), cone.into());
            let [without, with] = [0, i32::from(Enable::Sleep)].map(|flag| {
                m.opt.enableflags = flag;
                let mut d = m.make_data();
                for (i, v) in d.qvel.iter_mut().enumerate() {
                    *v = 0.1 * (i as f64 - 10.0);
                }
                run(&m, &mut d, 60);
                assert_eq!(d.ntree_awake, m.ntree);
                let columns = [&d.qpos, &d.qvel, &d.qacc, &d.qfrc_constraint, &d.sensordata, &d.M, &d.qLD];
                columns.into_iter().flat_map(|column| column.iter().map(|x| x.to_bits())).collect::<Vec<_>>()
            });
            assert!(without == with, "{integrator:?}, {solver:?}, {cone:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 18);
}

#[test]
fn trees_can_start_asleep() {
    let xml = |sleep: &str| {
        SCENE
            .replace(r#"name="lower" pos="0 0 0.1""#, r#"name="lower" pos="0 0 0.1" sleep="init""#)
            .replace(r#"name="upper" pos="0 0 0.3""#, &format!(r#"name="upper" pos="0 0 0.3" {sleep}"#))
    };
    // both of the island, so they sleep from the start, in the air if need be
    let m = model(&xml(r#"sleep="init""#));
    let mut d = m.make_data();
    assert_eq!(asleep(&d), [true, true, false, false]);
    let before = d.qpos[..14].to_vec();
    run(&m, &mut d, 20);
    assert_eq!(d.qpos[..14], before);
    d.reset(&m);
    assert_eq!(asleep(&d), [true, true, false, false]);

    // one of the island alone cannot sleep
    let xml = xml("").replace("0.3\"", "0.299\"");
    let (m, warnings) = sinew::load_str(&xml, "scene.xml").expect("the text is a model");
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert!(warnings.iter().any(|text| text.contains("\"lower\"") && text.contains("init")), "{warnings:?}");
    let mut d = m.make_data();
    assert_eq!(d.tree_asleep[0], AWAKE);
    run(&m, &mut d, 1);
}

/// Numbers of MuJoCo 4.0.1 after three steps, and after a fourth in which an actuator drives another joint.
#[test]
fn actuators_of_sleepers_have_empty_rows() {
    let arm = |name: &str, y: i32, policy: &str| {
        format!(
            r#"<body pos="0 {y} 0" sleep="{policy}"><joint name="{name}" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>"#
        )
    };
    let arms = [arm("a", 0, "init"), arm("b", 2, "never"), arm("c", 4, "init")].concat();
    let mut m = model(&format!(
        r#"<mujoco><option gravity="0 0 0"><flag sleep="enable"/></option><worldbody>{arms}</worldbody>
          <actuator>
            <motor joint="a" gear="2"/><general joint="b" gear="3" dyntype="filter" dynprm=".1"/>
            <motor joint="c"/><motor joint="b"/>
          </actuator></mujoco>"#
    ));
    let mut d = m.make_data();
    d.ctrl.copy_from_slice(&[1.0, 2.0, 3.0, 4.0]);
    run(&m, &mut d, 3);
    let near = |got: &[f64], want: &[f64]| {
        assert!(got.iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-6), "{got:?}, not {want:?}");
    };
    assert_eq!((&*d.moment_rownnz, &*d.moment_rowadr), (&[0, 1, 0, 1][..], &[0, 0, 1, 1][..]));
    near(&d.actuator_velocity, &[0.0, 0.1237345, 0.0, 0.0412448]);
    near(&d.actuator_force, &[0.0, 0.0792, 0.0, 4.0]);
    near(&d.qfrc_actuator, &[0.0, 4.2376, 0.0]);

    m.actuator_trnid[0][0] = 1;
    run(&m, &mut d, 1);
    assert_eq!((&*d.moment_rownnz, &*d.moment_rowadr), (&[1, 1, 0, 1][..], &[0, 1, 2, 2][..]));
    near(&d.actuator_force, &[1.0, 0.117616, 0.0, 4.0]);
    near(&d.qfrc_actuator, &[0.0, 6.352848, 0.0]);
}
