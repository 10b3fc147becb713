//! Good bytes to start from: the models of this repository, and files made here.

use std::path::Path;
use std::sync::OnceLock;

use sinew_core::Model;
use sinew_mjcf::{Warnings, files::NoFiles};

use super::Door;

/// Good bytes for a door.
pub fn seeds(door: Door) -> Vec<Vec<u8>> {
    match door {
        Door::Text | Door::Step => texts(),
        Door::Urdf => vec![URDF.into(), URDF_MJCF.into()],
        Door::Stl => vec![binary_stl(), TEXT_STL.into()],
        Door::Obj => vec![OBJ.into()],
        Door::Msh => vec![msh()],
        Door::Png => vec![png(png::ColorType::Grayscale), png(png::ColorType::Rgba)],
        Door::Ktx => vec![ktx()],
        Door::Field => vec![field()],
        Door::Skn => vec![skn()],
        Door::Model => sleepers().into_iter().chain(&small_models()).map(Model::to_bytes).collect(),
        Door::Data => sleepers().map(states).unwrap_or_default(),
    }
}

/// Models in `models/`, and small ones that use what those do not.
fn texts() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut paths: Vec<_> = [root.clone(), root.join("tiny")]
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flat_map(|folder| folder.flatten().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "xml"))
        .collect();
    paths.sort();
    let mut out: Vec<Vec<u8>> = paths.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    out.extend([SLEEPERS, ODDS].map(Into::into));
    out
}

fn compile(xml: &str) -> Option<Model> {
    sinew_mjcf::load(xml, "seed.xml", &NoFiles, &mut Warnings::new()).ok()
}

/// Boxes that fall asleep, a delay and a noisy sensor: data that holds all kinds of state.
pub(super) fn sleepers() -> Option<&'static Model> {
    static MADE: OnceLock<Option<Model>> = OnceLock::new();
    MADE.get_or_init(|| compile(SLEEPERS)).as_ref()
}

fn small_models() -> Vec<Model> {
    [ODDS].into_iter().filter_map(compile).collect()
}

/// The data of a model at the start and later.
fn states(m: &Model) -> Vec<Vec<u8>> {
    let mut d = m.make_data();
    let mut out = vec![d.to_bytes()];
    for step in 0..120 {
        if d.step(m).is_ok() && [0, 20, 119].contains(&step) {
            out.push(d.to_bytes());
        }
    }
    out
}

const SLEEPERS: &str = r#"<mujoco>
  <option timestep="0.01"><flag sleep="enable"/></option>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .5"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
      <site name="tip" pos=".3 0 0"/></body>
  </worldbody>
  <actuator><position joint="hinge" kp="5" delay=".03" nsample="5"/></actuator>
  <sensor><gyro site="tip" noise=".1" delay=".02" nsample="4"/><touch site="tip"/></sensor>
</mujoco>"#;

/// What the models in `models/` have little of.
const ODDS: &str = r#"<mujoco>
  <compiler angle="degree" eulerseq="zyx"/>
  <size nuserdata="3" nkey="2"/>
  <option integrator="implicitfast" cone="elliptic" solver="CG"/>
  <default><geom condim="4"/><default class="c"><geom size=".1" rgba="1 0 0 1"/></default></default>
  <custom><numeric name="n" data="1 2" size="4"/><text name="t" data="x"/><tuple name="u"><element objtype="body" objname="a"/></tuple></custom>
  <asset>
    <mesh name="s" builtin="sphere" params="1" scale=".1 .1 .1"/><mesh name="p" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 0 1 0 1 0"/>
    <texture name="x" builtin="checker" width="8" height="8" type="2d"/><material name="y" texture="x"/>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="h" material="y"/><light pos="0 0 3"/><camera name="k" pos="0 0 2" resolution="4 4"/>
    <body name="a" pos="0 0 .5" euler="10 20 30"><freejoint/><geom name="ga" type="mesh" mesh="s"/><site name="sa"/></body>
    <body name="b" pos=".3 0 .6"><joint type="ball" range="0 60" damping=".1"/><geom name="gb" type="ellipsoid" size=".1 .2 .1"/><site name="sb" pos="0 0 .1"/>
      <body name="c" pos="0 0 .3"><joint name="jc" type="slide" limited="true" range="-1 1" stiffness="3"/><geom class="c"/></body></body>
    <body name="m" mocap="true" pos="0 1 1"><geom type="mesh" mesh="p" contype="0" conaffinity="0"/></body>
    <replicate count="3" offset=".2 0 0"><body pos="0 -1 .5"><joint/><geom type="cylinder" size=".05 .1"/></body></replicate>
  </worldbody>
  <contact><pair geom1="ga" geom2="gb" condim="6"/><exclude body1="a" body2="b"/></contact>
  <equality><connect body1="b" body2="m" anchor="0 0 0"/><weld body1="a" body2="m" active="false"/><joint joint1="jc" polycoef="0 1"/></equality>
  <tendon><spatial name="t" range="0 1"><site site="sa"/><site site="sb"/></spatial><fixed name="f"><joint joint="jc" coef="2"/></fixed></tendon>
  <actuator><motor joint="jc" gear="2" ctrlrange="-1 1"/><muscle tendon="t" lengthrange=".1 1"/><velocity tendon="f" kv="1"/></actuator>
  <sensor><accelerometer site="sa"/><framequat objtype="body" objname="b"/><tendonpos tendon="t"/><rangefinder site="sb"/><user dim="2"/></sensor>
  <keyframe><key name="k" time="1" ctrl="0 .5 1"/></keyframe>
</mujoco>"#;

const URDF: &str = r#"<robot name="r"><link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="arm"><inertial><origin xyz="0 0 .1"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><origin rpy="0 1 0"/><geometry><cylinder radius=".1" length=".4"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="3" velocity="2"/></joint></robot>"#;

/// A robot with what the first has not: our own settings, joints of other kinds, shapes to look at, a joint that follows.
const URDF_MJCF: &str = r#"<robot name="q"><mujoco><compiler fusestatic="false" balanceinertia="true" discardvisual="false"/></mujoco>
<material name="red"><color rgba="1 0 0 1"/></material><link name="world"/>
<link name="trunk"><inertial><mass value="3"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><box size=".2 .2 .2"/></geometry><material name="red"/></visual><collision><geometry><sphere radius=".1"/></geometry></collision></link>
<link name="left"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="right"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="root" type="floating"><parent link="world"/><child link="trunk"/><origin xyz="0 0 1"/></joint>
<joint name="l" type="prismatic"><parent link="trunk"/><child link="left"/><axis xyz="0 0 1"/><limit lower="-.1" upper=".1" effort="3" velocity="2"/><dynamics damping=".1" friction=".2"/></joint>
<joint name="r" type="continuous"><parent link="trunk"/><child link="right"/><axis xyz="1 0 0"/><mimic joint="l" multiplier="2" offset=".1"/></joint></robot>"#;

const TETRA: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const FACES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn binary_stl() -> Vec<u8> {
    let mut out = vec![0; 80];
    out.extend(4u32.to_le_bytes());
    for face in FACES {
        out.extend([0; 12]);
        out.extend(face.iter().flat_map(|&i| TETRA[i]).flat_map(f32::to_le_bytes));
        out.extend([0; 2]);
    }
    out
}

const TEXT_STL: &str = "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n\
facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\n\
facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\n\
facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid t\n";

const OBJ: &str = "o t\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nvt 0 1\nf 1/1/1 3/1/1 2/1/1\nf 1 2 4\nf 1//1 4//1 3//1\nf -3 -2 -1\n";

fn msh() -> Vec<u8> {
    let counts = [4i32, 0, 0, 4];
    let mut out: Vec<u8> = counts.iter().flat_map(|n| n.to_le_bytes()).collect();
    out.extend(TETRA.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
    out.extend(FACES.as_flattened().iter().flat_map(|&i| (i as i32).to_le_bytes()));
    out
}

fn png(color: png::ColorType) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, 4, 4);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    let pixels: Vec<u8> = (0..16 * color.samples() as u8).collect();
    if let Ok(mut writer) = encoder.write_header() {
        // a seed that could not be written is an empty one
        let _ = writer.write_image_data(&pixels);
    }
    out
}

fn field() -> Vec<u8> {
    let mut out: Vec<u8> = [3i32, 3].iter().flat_map(|n| n.to_le_bytes()).collect();
    out.extend((0..9).flat_map(|i| ((i % 4) as f32).to_le_bytes()));
    out
}

/// The head of a KTX 1 file and one pixel; a renderer reads what is inside.
fn ktx() -> Vec<u8> {
    let mut out = b"\xabKTX 11\xbb\r\n\x1a\n".to_vec();
    out.extend(
        [0x0403_0201u32, 0x1401, 1, 0x1908, 0x8058, 0x1908, 1, 1, 0, 0, 1, 1, 0, 4]
            .iter()
            .flat_map(|n| n.to_le_bytes()),
    );
    out.extend([255; 4]);
    out
}

/// A tetrahedron that follows one body.
fn skn() -> Vec<u8> {
    let mut out: Vec<u8> = [4i32, 0, 4, 1].iter().flat_map(|n| n.to_le_bytes()).collect();
    out.extend(TETRA.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
    out.extend(FACES.as_flattened().iter().flat_map(|&i| (i as i32).to_le_bytes()));
    // the bone: name, place, turn, vertices and their weights
    let mut name = [0u8; 40];
    name[0] = b'b';
    out.extend(name);
    out.extend([0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0].iter().flat_map(|x| x.to_le_bytes()));
    out.extend([4i32, 0, 1, 2, 3].iter().flat_map(|n| n.to_le_bytes()));
    out.extend([1f32; 4].iter().flat_map(|x| x.to_le_bytes()));
    out
}
