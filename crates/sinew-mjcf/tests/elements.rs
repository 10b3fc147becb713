//! What elements become, with MuJoCo 4.0.1's values.

use sinew_core::model::{BiasType, DynType, GainType, Limited, ObjType};
use sinew_mjcf::files::{Memory, NoFiles};
use sinew_mjcf::spec::{Actuator, Body, Orientation};
use sinew_mjcf::{Files, Spec, Warnings, compile, describe, load, read, write};

fn spec(xml: &str) -> Spec {
    read(xml, "m.xml", &NoFiles, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"))
}

fn actuators(defaults: &str, elements: &str) -> Vec<Actuator> {
    spec(&format!("<mujoco><default>{defaults}</default><actuator>{elements}</actuator></mujoco>")).actuators
}

/// Gain, bias and dynamics: types and the first three parameters.
type Law = (GainType, [f64; 3], BiasType, [f64; 3], DynType, [f64; 3]);

fn law(actuator: &Actuator) -> Law {
    let three = |prm: &[f64; 10]| [prm[0], prm[1], prm[2]];
    let (gain, bias, dynamics) = (three(&actuator.gainprm), three(&actuator.biasprm), three(&actuator.dynprm));
    (actuator.gaintype, gain, actuator.biastype, bias, actuator.dyntype, dynamics)
}

#[test]
fn shortcuts_pack_their_documented_parameters() {
    let none = [0.0; 3];
    let one = [1.0, 0.0, 0.0];
    let cases: [(&str, Law); 9] = [
        ("<motor/>", (GainType::Fixed, one, BiasType::None, none, DynType::None, one)),
        ("<position/>", (GainType::Fixed, one, BiasType::Affine, [0.0, -1.0, 0.0], DynType::None, one)),
        (
            "<position kp='3' kv='2' timeconst='.5'/>",
            (
                GainType::Fixed,
                [3.0, 0.0, 0.0],
                BiasType::Affine,
                [0.0, -3.0, -2.0],
                DynType::FilterExact,
                [0.5, 0.0, 0.0],
            ),
        ),
        (
            "<velocity kv='4'/>",
            (GainType::Fixed, [4.0, 0.0, 0.0], BiasType::Affine, [0.0, 0.0, -4.0], DynType::None, one),
        ),
        ("<intvelocity/>", (GainType::Fixed, one, BiasType::Affine, [0.0, -1.0, 0.0], DynType::Integrator, one)),
        (
            "<damper kv='3' ctrlrange='0 1'/>",
            (GainType::Affine, [0.0, 0.0, -3.0], BiasType::None, none, DynType::None, one),
        ),
        (
            "<cylinder area='3' bias='1 2 3' timeconst='4'/>",
            (GainType::Fixed, [3.0, 0.0, 0.0], BiasType::Affine, [1.0, 2.0, 3.0], DynType::Filter, [4.0, 0.0, 0.0]),
        ),
        (
            "<muscle/>",
            (
                GainType::Muscle,
                [0.75, 1.05, -1.0],
                BiasType::Muscle,
                [0.75, 1.05, -1.0],
                DynType::Muscle,
                [0.01, 0.04, 0.0],
            ),
        ),
        (
            "<pid kp='3' kv='4' ki='2' imax='6' slewmax='7'/>",
            (GainType::Pid, [2.0, 0.0, 0.0], BiasType::Affine, [0.0, -3.0, -4.0], DynType::Pid, [6.0, 7.0, 0.0]),
        ),
    ];
    for (xml, expected) in cases {
        assert_eq!(law(&actuators("", xml)[0]), expected, "{xml}");
    }
}

#[test]
fn shortcuts_inherit_gains_from_their_own_kind_and_ranges_from_any() {
    let found = actuators(
        "<position kp='7'/><default class='c'><velocity kv='5' gear='2'/></default>",
        "<motor class='c'/><position class='c'/><velocity class='c'/><general class='c'/>",
    );
    let gains: Vec<f64> = found.iter().map(|actuator| actuator.gainprm[0]).collect();
    assert_eq!(gains, [1.0, 7.0, 5.0, 5.0]);
    assert!(found.iter().all(|actuator| actuator.gear[0] == 2.0));
    // what the control means: nothing, a position, a velocity
    assert_eq!(found.iter().map(|actuator| actuator.ctrlspec).collect::<Vec<_>>(), [0, 1, 2, 2]);
}

#[test]
fn a_general_default_lends_gains_of_the_same_type_only() {
    let all = "<general gainprm='2 3 4' biasprm='11 12 13' dynprm='21 22 23'/>";
    let found = actuators(all, "<position/><cylinder/><muscle/><pid/><motor/>");
    assert_eq!(found[0].biasprm[..3], [0.0, -2.0, 13.0]);
    assert_eq!((found[1].gainprm[0], found[1].biasprm[0], found[1].dynprm[0]), (2.0, 11.0, 21.0));
    assert_eq!(found[2].gainprm[..2], [0.75, 1.05]);
    assert_eq!(found[3].biasprm[..3], [0.0, -1.0, 0.0]);
    assert_eq!(found[4].gainprm[0], 1.0);
}

#[test]
fn a_range_that_is_given_ends_an_inherited_one() {
    let found = actuators("<position inheritrange='1'/>", "<position/><position ctrlrange='0 1'/>");
    assert_eq!((found[0].inheritrange, found[1].inheritrange), (1.0, 0.0));
    let found = actuators("<position ctrlrange='0 1'/>", "<position inheritrange='1'/>");
    assert_eq!((found[0].inheritrange, found[0].ctrlrange), (1.0, [0.0, 0.0]));
}

#[test]
fn a_motor_is_derived_from_its_data_sheet() {
    // no-load speed 100 rad/s at 24 V, stall torque 2 Nm
    let found = actuators("", "<dcmotor nominal='24 2 100' saturation='0 5' inductance='.01'/>");
    let (r, k) = (found[0].gainprm[0], found[0].gainprm[1]);
    assert_eq!((k, r), (0.24, 0.24 * 24.0 / 2.0));
    assert_eq!(found[0].forcerange, [-0.24 * 5.0, 0.24 * 5.0]);
    assert_eq!((found[0].forcelimited, found[0].actdim, found[0].actearly), (Limited::True, 1, true));
    assert_eq!(found[0].dynprm[0], 0.01 / r);
}

#[test]
fn vectors_given_in_part_keep_the_rest_of_their_class() {
    let xml = "<mujoco><default><geom friction='.1 .2 .3' solimp='.5'/></default>
        <worldbody><geom friction='.9'/><geom solimp='.6 .7'/></worldbody></mujoco>";
    let geoms = spec(xml).worldbody.geoms;
    assert_eq!(geoms[0].friction, [0.9, 0.2, 0.3]);
    assert_eq!(geoms[1].solimp, [0.6, 0.7, 0.001, 0.5, 2.0]);
}

#[test]
fn a_quaternion_ends_the_angles_of_the_class() {
    let xml = "<mujoco><default><geom euler='1 2 3'/></default>
        <worldbody><geom/><geom quat='0 1 0 0'/></worldbody></mujoco>";
    let geoms = spec(xml).worldbody.geoms;
    assert_eq!(geoms[0].alt, Orientation::Euler([1.0, 2.0, 3.0]));
    assert_eq!((geoms[1].alt, geoms[1].quat.0), (Orientation::Quat, [0.0, 1.0, 0.0, 0.0]));
}

#[test]
fn childclass_reaches_through_frames_until_another() {
    let xml = "<mujoco><default><default class='a'><geom size='1'/></default><default class='b'><geom size='2'/></default>
        </default><worldbody><body childclass='a'><frame><geom/><frame childclass='b'><geom/><body><geom/></body></frame>
        <geom class='main' size='3'/></frame></body></worldbody></mujoco>";
    let body = &spec(xml).worldbody.bodies[0];
    assert_eq!(body.geoms.iter().map(|geom| geom.size[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    assert_eq!(body.bodies[0].geoms[0].size[0], 2.0);
    assert_eq!(body.geoms.iter().map(|geom| geom.class.as_str()).collect::<Vec<_>>(), ["a", "b", "main"]);
}

fn names(body: &Body) -> Vec<String> {
    let mut all = vec![body.name.clone()];
    body.bodies.iter().for_each(|child| all.extend(names(child)));
    all
}

#[test]
fn replicas_are_numbered_and_what_refers_to_them_with_them() {
    let xml = r#"<mujoco><worldbody><site name="w"/>
        <replicate count="2" sep="_" offset="1 0 0" euler="0 0 90"><body name="b"><joint name="j"/><site name="s"/></body></replicate>
        </worldbody>
        <tendon><spatial name="t"><site site="w"/><site site="s"/></spatial></tendon>
        <actuator><motor name="at" tendon="t"/><motor name="a" joint="j"/></actuator>
        <sensor><clock name="c"/><tendonpos name="tp" tendon="t"/></sensor></mujoco>"#;
    let spec = spec(xml);
    assert_eq!(names(&spec.worldbody), ["world", "b_0", "b_1"]);
    assert_eq!(spec.tendons.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["t_0", "t_1"]);
    assert_eq!(spec.tendons[1].path.iter().map(|w| w.target.as_str()).collect::<Vec<_>>(), ["w", "s_1"]);
    assert_eq!(spec.actuators.iter().map(|a| a.target.as_str()).collect::<Vec<_>>(), ["t_0", "j_0", "t_1", "j_1"]);
    assert_eq!(spec.sensors.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["c", "tp_0", "tp_1"]);
    let frames = &spec.worldbody.frames;
    assert_eq!((frames[1].pos.0, frames[1].alt), ([1.0, 0.0, 0.0], Orientation::Euler([0.0, 0.0, 90.0])));
}

#[test]
fn replicas_share_an_instance_and_attached_models_bring_theirs() {
    let ring = |use_: &str| {
        format!(
            r#"<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="ring"/></plugin></extension>
            <asset><mesh name="m"><plugin instance="ring"/></mesh></asset><worldbody>{use_}</worldbody></mujoco>"#
        )
    };
    let own = r#"<geom type="sdf" mesh="m"><plugin plugin="mujoco.sdf.torus"/></geom>"#;
    let named = r#"<geom type="sdf" mesh="m"><plugin instance="ring"/></geom>"#;
    let replicas = ring(&format!(r#"<replicate count="2">{own}{named}</replicate>"#));
    let child = ring(&format!(r#"<body name="b">{own}{named}</body>"#));
    let parent = ring(&format!(r#"{own}<attach model="c" body="b" prefix="x-"/>"#))
        .replace("<asset>", r#"<asset><model name="c" file="child.xml"/>"#);
    let files: Memory = [("child.xml", child.as_str())].into_iter().collect();
    let model = |xml: &str| {
        let warnings = &mut Warnings::new();
        let spec = read(xml, "m.xml", &files, warnings).unwrap_or_else(|error| panic!("{error}"));
        compile(&spec, &files, warnings).unwrap_or_else(|error| panic!("{error}"))
    };
    let m = model(&replicas);
    assert_eq!((m.nplugin, m.geom_plugin.to_vec()), (2, vec![1, 0, 1, 0]));
    let m = model(&parent);
    assert_eq!((m.nplugin, m.geom_plugin.to_vec()), (4, vec![1, 3, 2]));
    assert_eq!(m.name(ObjType::Plugin, 2), Some("x-ring"));
}

#[test]
fn an_attached_model_brings_classes_assets_and_relations_under_its_prefix() {
    let child = r#"<mujoco model="c"><compiler angle="radian" meshdir="m"/>
        <default><geom rgba="1 0 0 1"/><default class="k"><geom size=".3"/></default></default>
        <asset><material name="m"/></asset>
        <worldbody><body name="b" childclass="k"><joint name="j"/><geom name="g" material="m"/></body>
          <body name="z"><joint name="jz"/><geom size="1"/></body></worldbody>
        <actuator><motor name="a" joint="j"/><motor name="az" joint="jz"/></actuator>
        <equality><weld name="w" body1="b" body2="world"/><joint name="q" joint1="j" joint2="jz"/></equality>
        <keyframe><key name="k" qpos="1 2" ctrl="3 4"/></keyframe></mujoco>"#;
    let parent = r#"<mujoco><asset><model name="c" file="sub/c.xml"/></asset>
        <worldbody><body name="p"><joint name="pj" ref="90"/><geom size="1"/><attach model="c" body="b" prefix="x-"/></body>
        </worldbody></mujoco>"#;
    let files: Memory = [("sub/c.xml", child)].into_iter().collect();
    let spec = read(parent, "m.xml", &files, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(names(&spec.worldbody), ["world", "p", "x-b"]);
    let body = &spec.worldbody.bodies[0].bodies[0];
    assert_eq!((body.geoms[0].class.as_str(), body.geoms[0].material.as_str()), ("x-k", "x-m"));
    assert_eq!((body.geoms[0].size[0], body.geoms[0].rgba), (0.3, [1.0, 0.0, 0.0, 1.0]));
    assert_eq!(spec.actuators.iter().map(|a| a.target.as_str()).collect::<Vec<_>>(), ["x-j"]);
    assert_eq!(
        spec.equalities.iter().map(|e| (e.name.as_str(), e.name2.as_str())).collect::<Vec<_>>(),
        [("x-w", "world")]
    );

    // its settings stay its own
    let compiler = &spec.compilers[body.at.compiler as usize];
    assert_eq!((compiler.degree, compiler.meshdir.as_str(), compiler.modelfiledir.as_str()), (false, "m", "sub"));
    assert_eq!(spec.mesh_path(body.at, "a.stl"), "sub/m/a.stl");

    // its keyframe knows its own joint and leaves the other at rest
    assert_eq!(spec.keys[0].name, "x-k");
    assert_eq!(spec.keys[0].qpos, [std::f64::consts::FRAC_PI_2, 1.0]);
    assert_eq!(spec.keys[0].ctrl, [3.0]);
}

#[test]
fn the_format_describes_itself() {
    let text = describe();
    for line in
        ["      @size: real(1 to 3)", "      @type: free | ball | slide | hinge", "    @timestep: real", "  worldbody"]
    {
        assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
    }
}

/// Files in memory that count how often they are read.
struct Counting(Memory, std::cell::Cell<usize>);

impl Files for Counting {
    fn read(&self, path: &str) -> Result<std::borrow::Cow<'_, [u8]>, String> {
        self.1.set(self.1.get() + 1);
        self.0.read(path)
    }
}

#[test]
fn textures_that_differ_in_name_alone_are_read_once_and_look_the_same() {
    // four pixels, black and white, without compression
    const PNG: &[u8] = &[
        0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0,
        0, 0, 0x57, 0xdd, 0x52, 0xf8, 0, 0, 0, 17, b'I', b'D', b'A', b'T', 0x78, 0x01, 1, 6, 0, 0xf9, 0xff, 0, 0, 255,
        0, 255, 0, 0x06, 0x00, 0x01, 0xff, 0x0c, 0xa3, 0x35, 0xe4, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42,
        0x60, 0x82,
    ];
    let files = Counting([("a.png", PNG)].into_iter().collect(), std::cell::Cell::new(0));
    let xml = r#"<mujoco><asset>
      <texture name="first" type="2d" file="a.png"/>
      <texture name="second" type="2d" file="./a.png"/>
      <texture name="flipped" type="2d" file="a.png" hflip="true"/>
    </asset></mujoco>"#;
    let m = load(xml, "m.xml", &files, &mut Warnings::new()).expect("the text is a model");
    let pixels = |i: usize| &m.tex_data[m.tex_adr[i] as usize..][..12];
    assert_eq!(pixels(0), [0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0]);
    assert_eq!(pixels(0), pixels(1));
    assert_eq!(pixels(2), [255, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 255]);
    assert_eq!(files.1.get(), 2, "once as it is, once to be flipped");
}

#[test]
fn frames_and_replicas_pass_over_unknown_attributes_with_a_warning() {
    let xml = r#"<mujoco><worldbody><frame colour="red"><geom size="1"/></frame>
        <replicate count="2" prefix="p"><geom name="g" size="1"/></replicate></worldbody></mujoco>"#;
    let mut warnings = Warnings::new();
    let model = load(xml, "m.xml", &NoFiles, &mut warnings).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(model.ngeom, 3);
    let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert!(texts.len() == 2 && texts[0].contains("'colour'") && texts[1].contains("'prefix'"), "{texts:?}");
}

#[test]
fn flags_without_effect_are_told() {
    let xml = r#"<mujoco><option><flag speculative="enable"/></option></mujoco>"#;
    let mut warnings = Warnings::new();
    load(xml, "m.xml", &NoFiles, &mut warnings).unwrap_or_else(|error| panic!("{error}"));
    assert!(warnings.iter().any(|warning| warning.to_string().contains("speculative")));
}

#[test]
fn files_are_looked_for_where_mujoco_looks() {
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let body = r#"<worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>"#;
    let child =
        format!(r#"<mujoco><compiler meshdir="meshes"/><asset><mesh name="m" file="a.obj"/></asset>{body}</mujoco>"#);
    let included = r#"<mujoco><asset><mesh name="m" file="deep/a.obj"/></asset></mujoco>"#;
    let attaching = r#"<mujoco><asset><model name="c" file="part/child.xml"/></asset>
        <worldbody><attach model="c" prefix="x"/></worldbody></mujoco>"#;
    let including = format!(r#"<mujoco><compiler meshdir="other"/><include file="inc/i.xml"/>{body}</mujoco>"#);
    let stripping = format!(
        r#"<mujoco><compiler strippath="true"/><asset><mesh name="m" file="c/d/a.obj"/></asset>{body}</mujoco>"#
    );
    // the model, and the only place of its mesh
    let cases = [
        (attaching, "robot/part/meshes/a.obj"),
        (including.as_str(), "robot/inc/deep/a.obj"),
        (including.as_str(), "robot/other/deep/a.obj"),
        (stripping.as_str(), "robot/a.obj"),
    ];
    for (xml, mesh) in cases {
        let files =
            Exact(vec![("robot/part/child.xml", child.as_str()), ("robot/inc/i.xml", included), (mesh, tetrahedron)]);
        let mut warnings = Warnings::new();
        let spec = read(xml, "robot/m.xml", &files, &mut warnings).unwrap_or_else(|error| panic!("{error}"));
        let model = compile(&spec, &files, &mut warnings).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(model.paths[..mesh.len()], *mesh.as_bytes());
        // the written model is one file, and finds it too
        let again = read(&write(&spec), "robot/m.xml", &files, &mut warnings).unwrap_or_else(|error| panic!("{error}"));
        assert!(compile(&again, &files, &mut warnings).is_ok(), "{mesh}");
    }
}

/// Files that are found under their whole path alone.
struct Exact<'a>(Vec<(&'a str, &'a str)>);

impl Files for Exact<'_> {
    fn read(&self, path: &str) -> Result<std::borrow::Cow<'_, [u8]>, String> {
        let found = self.0.iter().find(|(name, _)| *name == path).ok_or("no such file")?;
        Ok(found.1.as_bytes().into())
    }
}

#[test]
fn keyframes_of_a_model_attached_in_replicas_set_the_first() {
    let child = r#"<mujoco model="c"><worldbody><body name="b"><joint name="j"/><joint name="k" axis="1 0 0"/><geom size=".1"/>
        </body></worldbody><actuator><motor joint="j"/><general joint="k" dyntype="integrator"/></actuator>
        <keyframe><key name="up" time="2" qpos=".5 .25" qvel="1 2" ctrl=".1 .2" act=".7"/></keyframe></mujoco>"#;
    let parent = r#"<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody>
        <body><joint ref="30"/><geom size=".1"/></body>
        <replicate count="2" offset="1 0 0" sep="-"><replicate count="3" offset="0 1 0">
          <attach model="c" prefix="x_"/></replicate></replicate></worldbody></mujoco>"#;
    let files: Memory = [("c.xml", child)].into_iter().collect();
    let model = load(parent, "m.xml", &files, &mut Warnings::new()).unwrap_or_else(|error| panic!("{error}"));
    assert!(model.nkey == 1 && model.key("x_up").is_ok());
    assert_eq!(model.key_qpos[..4], [30.0 / 180.0 * std::f64::consts::PI, 0.5, 0.25, 0.0]);
    assert_eq!(model.key_qvel[..4], [0.0, 1.0, 2.0, 0.0]);
    assert_eq!(model.key_ctrl[..3], [0.1, 0.2, 0.0]);
    assert_eq!((model.key_act[0], model.key_act[1], model.key_time[0]), (0.7, 0.0, 2.0));
}

#[test]
fn a_skin_in_a_scaled_frame_is_scaled_like_its_bones() {
    let skin = |scale: &str, bone: &str| {
        let xml = format!(
            r#"<mujoco><asset><skin name="k" inflate=".1" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
                 <bone body="a" bindpos=".1 .2 .3" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>{bone}
               </skin></asset>
               <worldbody><frame {scale}><body name="a"><joint/><geom size="1"/></body></frame>
                 <body name="b"><joint/><geom size="1"/></body></worldbody></mujoco>"#
        );
        compile(&spec(&xml), &NoFiles, &mut Warnings::new())
    };
    let (plain, scaled) = (skin("", "").unwrap(), skin(r#"scale="2" massscale="3""#, "").unwrap());
    assert_eq!(scaled.skin_inflate[0], 2.0 * plain.skin_inflate[0]);
    assert_eq!(scaled.skin_vert[1], plain.skin_vert[1].map(|x| 2.0 * x));
    assert_eq!(scaled.skin_bonebindpos[0], plain.skin_bonebindpos[0].map(|x| 2.0 * x));

    let other = r#"<bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0" vertweight="1"/>"#;
    assert!(skin(r#"scale="2""#, other).unwrap_err().to_string().contains("the same scale"));
}
