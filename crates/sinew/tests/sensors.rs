//! What sensors of contact read from bodies at rest.

use sinew::{Data, Load, Model};

/// A block of one kilogram on the floor, its weight 10, with a pad under it and a mesh of taxels.
const BLOCK: &str = r#"
<mujoco>
  <option gravity="0 0 -10"/>
  <asset><mesh name="taxels" builtin="plate" params="5 5" scale="0.1 0.1 0.05"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1"/>
    <body name="block" pos="0 0 0.05">
      <freejoint/>
      <geom name="block" type="box" size="0.1 0.1 0.05" mass="1"/>
      <geom name="skin" type="mesh" mesh="taxels" mass="0" contype="0" conaffinity="0"/>
      <site name="under" type="box" size="0.2 0.2 0.02" pos="0 0 -0.05"/>
      <site name="over" type="box" size="0.2 0.2 0.02" pos="0 0 0.3"/>
      <site name="below" type="box" size="0.2 0.2 0.02" pos="0 0 -0.3"/>
      <site name="corner" type="sphere" size="0.02" pos="0.1 0.1 -0.05"/>
    </body>
  </worldbody>
  <sensor>
    <touch site="under"/>
    <touch site="over"/>
    <touch site="below"/>
    <touch site="corner"/>
    <contact body1="block" reduce="netforce" data="found force"/>
    <tactile geom="skin" mesh="taxels"/>
  </sensor>
</mujoco>"#;

fn settled(m: &Model) -> Data {
    let mut d = Data::new(m);
    for _ in 0..1000 {
        d.step(m).expect("a block at rest");
    }
    d.forward(m).expect("a block at rest");
    d
}

#[test]
fn touch_under_a_block_reads_its_weight() {
    let m = Model::from_xml_str(BLOCK).expect("a sound model");
    let d = settled(&m);
    let [under, over, below, corner] = [0, 1, 2, 3].map(|i| d.sensordata[i]);
    assert!((under - 10.0).abs() < 1e-3, "{under}");
    // normals lead out of the block: to a pad below it, not above
    assert!((below - 10.0).abs() < 1e-3, "{below}");
    assert_eq!(over, 0.0);
    assert!((corner - 2.5).abs() < 1e-3, "{corner}");
}

#[test]
fn net_force_of_the_contacts_of_a_block_presses_on_the_floor() {
    let m = Model::from_xml_str(BLOCK).expect("a sound model");
    let d = settled(&m);
    assert_eq!(d.sensordata[4], 4.0);
    assert!((d.sensordata[7] + 10.0).abs() < 1e-3, "{:?}", &d.sensordata[5..8]);
}

#[test]
fn taxels_feel_how_deep_they_are() {
    let m = Model::from_xml_str(BLOCK).expect("a sound model");
    let d = settled(&m);
    let depth = -d.contact.iter().fold(0.0, |low: f64, con| low.min(con.dist));
    let felt = &d.sensordata[8..8 + 25];
    assert!(depth > 0.0 && felt.iter().all(|x| (x - depth).abs() < 1e-6), "{depth} {felt:?}");
}
