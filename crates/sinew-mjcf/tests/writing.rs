//! A model that is written reads back as the same model.

use sinew_core::Model;
use sinew_mjcf::files::{Disk, Memory, NoFiles};
use sinew_mjcf::{Spec, Warnings, compile, read, read_file, write};

/// Names of the columns in which two models differ.
fn differences(a: &Model, b: &Model) -> Vec<&'static str> {
    let columns = Model::FIELDS.iter().enumerate();
    let text = |model: &Model, i: usize| format!("{:?}", model.column_at(i));
    columns.filter(|&(i, _)| text(a, i) != text(b, i)).map(|(_, field)| field.name).collect()
}

fn round(spec: &Spec, file_name: &str) {
    let text = write(spec);
    let files = Disk::default();
    let warnings = &mut Warnings::new();
    let again = read(&text, file_name, &files, warnings).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(write(&again), text, "written twice");
    let model = |spec: &Spec| compile(spec, &files, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    let (first, second) = (model(spec), model(&again));
    assert_eq!(differences(&first, &second), Vec::<&str>::new());
    assert_eq!((first.opt, first.vis, first.stat), (second.opt, second.vis, second.stat));
}

#[test]
fn models_of_our_own_survive() {
    for name in ["humanoid", "arm", "quadruped", "elbow", "cartpole", "pile"] {
        let path = format!("../../models/{name}.xml");
        let spec = read_file(&path, &Disk::default(), &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
        round(&spec, &path);
    }
}

#[test]
fn plugins_survive_with_names_and_without() {
    let xml = r#"<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="ring">
          <config key="radius2" value=" 0.1 "/></instance><instance name="unused"/></plugin></extension>
        <asset><mesh name="a"><plugin instance="ring"/></mesh>
          <mesh name="b"><plugin plugin="mujoco.sdf.torus"><config key="radius1" value="0.2"/></plugin></mesh></asset>
        <worldbody><geom type="sdf" mesh="a"><plugin instance="ring"/></geom><geom type="mesh" mesh="b"/>
          <geom type="sdf" mesh="b"><plugin plugin="mujoco.sdf.torus"/></geom></worldbody></mujoco>"#;
    let spec = read(xml, "m.xml", &NoFiles, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    round(&spec, "m.xml");
}

#[test]
fn elements_inside_and_outside_of_frames_keep_their_order() {
    let xml = r#"<mujoco><worldbody>
        <geom name="a" size="1"/><frame name="f" pos="1 0 0"><geom name="b" size="1"/><site name="s"/></frame>
        <geom name="c" size="1"/><site name="t"/><frame pos="0 1 0"><frame><geom name="d" size="1"/></frame></frame>
        </worldbody></mujoco>"#;
    let spec = read(xml, "", &NoFiles, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    let again = read(&write(&spec), "", &NoFiles, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    let names = |spec: &Spec| spec.worldbody.geoms.iter().map(|geom| geom.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&again), ["a", "b", "c", "d"]);
    round(&spec, "");
}

#[test]
fn classes_relations_and_texts_survive() {
    let xml = r#"<mujoco model="a &quot;b&quot; &lt;c&gt;">
        <compiler angle="radian" eulerseq="ZYX"/>
        <option timestep="0.001" cone="elliptic" actuatorgroupdisable="1 3"><flag gravity="disable" energy="enable"/></option>
        <size memory="1M" nuser_geom="2"/>
        <default><geom rgba="1 0 0 1" euler="0.1 0 0"/>
          <default class="k"><joint damping="1 2 3" range="-1 1"/><position kp="5" ctrlrange="-1 1"/><muscle force="2"/></default>
        </default>
        <custom><numeric name="n" size="3" data="1 2"/><text name="t" data="two&#10;lines"/>
          <tuple name="u"><element objtype="body" objname="b" prm="2"/></tuple></custom>
        <worldbody>
          <body name="b" childclass="k"><joint name="j" axis="0 1 0"/><geom name="g" size=".1" user="1 2"/><site name="s"/>
            <body name="c" pos="0 0 1" axisangle="0 1 0 0.5"><joint name="j2" class="main"/><geom size=".1" quat="0 1 0 0"/>
              <site name="s2"/></body></body>
          <body name="f" pos="1 2 3"><freejoint align="false"/><inertial pos="0 0 0.1" mass="2" fullinertia="1 2 2.5 0.1 0 0"/></body>
          <camera name="cam" fovy="30"/><light directional="true" castshadow="false"/>
        </worldbody>
        <contact><exclude body1="b" body2="c"/></contact>
        <equality><connect body1="b" anchor="0 0 0.1" active="false"/><joint joint1="j" joint2="j2" polycoef="0 2"/></equality>
        <tendon><fixed name="x"><joint joint="j" coef="2"/></fixed>
          <spatial name="y" springlength="0.3"><site site="s"/><site site="s2"/><pulley divisor="2"/><site site="s"/><site site="s2"/></spatial></tendon>
        <actuator><position name="p" class="k" joint="j" kv="1"/><muscle joint="j2" lengthrange="0 1"/><motor tendon="x" gear="3"/>
          <intvelocity joint="j" actrange="-1 1"/><pid joint="j2" ki="1" input="pos vel"/></actuator>
        <sensor><framepos objtype="xbody" objname="c" reftype="site" refname="s"/><jointpos joint="j" noise="0.1"/>
          <contact geom1="g" data="found dist" reduce="mindist" num="2"/><rangefinder site="s2" data="dist point"/><clock/></sensor>
        <keyframe><key name="k" time="1" qpos="0.1 0.2 1 2 3 1 0 0 0"/></keyframe></mujoco>"#;
    let spec = read(xml, "", &NoFiles, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(spec.texts[0].data, "two\nlines");
    round(&spec, "");
}

#[test]
fn skins_survive_and_follow_attached_bodies() {
    let child = r#"<mujoco model="child"><asset><material name="fur"/></asset>
        <worldbody><body name="a"><freejoint/><geom size="1"/><body name="b"><joint/><geom size="1"/></body></body></worldbody>
        <deformable><skin name="coat" material="fur" inflate=".5" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
          <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1" vertweight="1 3"/>
          <bone body="b" bindpos="0 0 1" bindquat="0 1 0 0" vertid="1 2" vertweight="1 1"/></skin></deformable></mujoco>"#;
    let parent = r#"<mujoco><asset><model name="child" file="child.xml"/></asset>
        <worldbody><attach model="child" prefix="one-"/><attach model="child" body="b" prefix="half-"/></worldbody></mujoco>"#;
    let mut files = Memory::default();
    files.insert("child.xml", child.as_bytes().to_vec());
    let spec = read(parent, "m.xml", &files, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    round(&spec, "m.xml");

    // the skin comes with all of its bodies, not with one of them
    let model = compile(&spec, &files, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((model.nskin, model.nskinbone, model.nskinbonevert), (1, 2, 4));
    assert!(model.skin("one-coat").is_ok());
    let bones: Vec<usize> = ["one-a", "one-b"].map(|name| model.body(name).unwrap_or_default()).into();
    assert_eq!(model.skin_bonebodyid.iter().map(|&id| id as usize).collect::<Vec<_>>(), bones);
    assert_eq!(model.skin_bonevertweight[..], [1.0, 0.75, 0.25, 1.0]);
}
