//! Islands at rest fall asleep, cost nothing, and wake when something touches them.

use sinew::prelude::*;
use sinew::sleep::AWAKE;
use sinew::{Enable, SolverType};

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

fn model(xml: &str) -> Model {
    Model::from_xml_str(xml).expect("the text is a model")
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        d.step(m).expect("the scene is sound");
    }
}

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
    let mut columns = Vec::new();
    for flag in [0, i32::from(Enable::Sleep)] {
        m.opt.enableflags = flag;
        // nothing rests completely
        m.opt.sleep_tolerance = 1e-12;
        let mut bits = Vec::new();
        for solver in [SolverType::Pgs, SolverType::Cg, SolverType::Newton] {
            m.opt.solver = solver.into();
            let mut d = m.make_data();
            for (i, v) in d.qvel.iter_mut().enumerate() {
                *v = 0.1 * (i as f64 - 10.0);
            }
            run(&m, &mut d, 100);
            assert_eq!(d.ntree_awake, m.ntree);
            for column in [&d.qpos, &d.qvel, &d.qacc, &d.qfrc_constraint, &d.sensordata, &d.M, &d.qLD] {
                bits.extend(column.iter().map(|x| x.to_bits()));
            }
        }
        columns.push(bits);
    }
    assert!(columns[0] == columns[1]);
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
