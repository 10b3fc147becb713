use sinew_core::math::Vec3;
use sinew_core::model::{EqType, GeomType, JointType, Limited};

use super::read;
use crate::files::{Files, NoFiles};
use crate::spec::{Body, Spec};
use crate::{Error, Warnings};

const INERTIAL: &str =
    r#"<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>"#;

/// A source with one file, under its full path only.
struct OneFile(&'static str);

impl Files for OneFile {
    fn read(&self, path: &str) -> Result<std::borrow::Cow<'_, [u8]>, String> {
        if path == self.0 { Ok((&b"x"[..]).into()) } else { Err("no such file".into()) }
    }
}

fn link(name: &str, inside: &str) -> String {
    format!(r#"<link name="{name}">{INERTIAL}{inside}</link>"#)
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, inside: &str) -> String {
    format!(r#"<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inside}</joint>"#)
}

fn try_robot(inside: &str) -> Result<Spec, Error> {
    read(&format!(r#"<robot name="r">{inside}</robot>"#), "r.urdf", &NoFiles, &mut Warnings::new())
}

fn robot(inside: &str) -> Spec {
    try_robot(inside).unwrap()
}

/// The only child of the only child.
fn second(spec: &Spec) -> &Body {
    &spec.worldbody.bodies[0].bodies[0]
}

#[test]
fn links_become_nested_bodies_placed_by_their_joints() {
    let spec = robot(&format!(
        "{}{}{}{}{}",
        link("tip", ""),
        link("base", ""),
        link("arm", ""),
        joint("j", "revolute", "base", "arm", r#"<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>"#),
        joint("k", "fixed", "arm", "tip", "")
    ));
    assert_eq!(spec.modelname, "r");
    let arm = second(&spec);
    assert_eq!((arm.name.as_str(), arm.pos), ("arm", Vec3([1.0, 2.0, 3.0])));
    assert!(arm.quat.rotate(Vec3::X).distance(Vec3::Y) < 1e-12);
    assert_eq!(arm.joints[0].axis, Vec3::X);
    assert_eq!(arm.bodies[0].name, "tip");
    assert!(arm.bodies[0].joints.is_empty());
    let compiler = &spec.compilers[0];
    assert!(compiler.fusestatic && compiler.discardvisual && !compiler.degree);
}

#[test]
fn roll_comes_before_pitch_and_yaw_about_fixed_axes() {
    let spec = robot(&format!(
        "{}{}{}",
        link("a", ""),
        link("b", ""),
        joint("j", "fixed", "a", "b", r#"<origin rpy="1.5707963267948966 1.5707963267948966 0"/>"#)
    ));
    // y goes to z by the roll, z to x by the pitch
    assert!(second(&spec).quat.rotate(Vec3::Y).distance(Vec3::X) < 1e-12);
}

#[test]
fn geometry_has_half_lengths_and_the_colour_of_the_visual_before_it() {
    let spec = robot(
        &link(
            "a",
            r#"<visual><geometry><box size="1 1 1"/></geometry><material name="m"/></visual>
           <collision name="c"><geometry><cylinder radius=".1" length="1"/></geometry></collision>
           <collision><geometry><box size="1 2 3"/></geometry></collision>"#,
        )
        .replace("</link>", r#"</link><material name="m"><color rgba="1 0 0 1"/></material>"#),
    );
    let geoms = &spec.worldbody.bodies[0].geoms;
    assert_eq!(geoms.len(), 2);
    assert_eq!((geoms[0].type_, geoms[0].size), (GeomType::Cylinder, [0.1, 0.5, 0.0]));
    assert_eq!((geoms[0].name.as_str(), geoms[0].rgba), ("c", [1.0, 0.0, 0.0, 1.0]));
    assert_eq!(geoms[1].size, [0.5, 1.0, 1.5]);
}

#[test]
fn visual_geoms_are_kept_on_request_and_have_no_mass() {
    let kept = r#"<mujoco><compiler discardvisual="false" fusestatic="false" angle="degree"/><option timestep="0.01"/></mujoco>"#;
    let spec = robot(&format!("{kept}{}", link("a", r#"<visual><geometry><sphere radius="1"/></geometry></visual>"#)));
    let geom = &spec.worldbody.bodies[0].geoms[0];
    assert_eq!((geom.contype, geom.conaffinity, geom.group, geom.density), (0, 0, 1, 0.0));
    assert_eq!(spec.option.timestep, 0.01);
    assert!(!spec.compilers[0].fusestatic && !spec.compilers[0].degree);
}

#[test]
fn limits_are_read_where_they_make_sense() {
    let limited = |kind: &str, limit: &str| {
        let inside = format!("{}{}{}", link("a", ""), link("b", ""), joint("j", kind, "a", "b", limit));
        second(&robot(&inside)).joints[0].clone()
    };
    let j = limited("revolute", r#"<limit lower="-1" upper="2" effort="-5"/><dynamics damping=".1" friction=".2"/>"#);
    assert_eq!((j.range, j.limited, j.actfrcrange), ([-1.0, 2.0], Limited::Auto, [-5.0, 5.0]));
    assert_eq!((j.damping[0], j.frictionloss), (0.1, 0.2));
    assert_eq!(limited("revolute", r#"<limit lower="1" upper="-2"/>"#).limited, Limited::False);
    assert_eq!(limited("revolute", r#"<limit upper="1"/>"#).limited, Limited::False);
    assert_eq!(limited("revolute", r#"<limit lower="1" upper="1"/>"#).limited, Limited::False);
    let j = limited("continuous", r#"<limit lower="-1" upper="1"/>"#);
    assert_eq!((j.range, j.limited), ([0.0; 2], Limited::False));
    assert_eq!(limited("continuous", "").limited, Limited::Auto);
}

#[test]
fn a_planar_joint_is_two_slides_and_a_hinge() {
    let inside = format!(
        "{}{}{}",
        link("a", ""),
        link("b", ""),
        joint("j", "planar", "a", "b", r#"<axis xyz="1 1 0"/><dynamics damping="3"/>"#)
    );
    let spec = robot(&inside);
    let joints = &second(&spec).joints;
    let names: Vec<_> = joints.iter().map(|j| (j.name.as_str(), j.type_)).collect();
    assert_eq!(names, [("j_TX", JointType::Slide), ("j_TY", JointType::Slide), ("j_RZ", JointType::Hinge)]);
    assert!(joints.iter().all(|j| j.damping[0] == 3.0));
    assert!(joints[0].axis.dot(Vec3([1.0, 1.0, 0.0])).abs() < 1e-12);
    assert!(joints[0].axis.dot(joints[1].axis).abs() < 1e-12);
}

#[test]
fn a_mimic_joint_follows_by_an_equality() {
    let chain = |mimic: &str| {
        format!(
            "{}{}{}{}{}",
            link("a", ""),
            link("b", ""),
            link("c", ""),
            joint("j", "revolute", "a", "b", ""),
            joint("k", "prismatic", "b", "c", mimic)
        )
    };
    let spec = robot(&chain(r#"<mimic joint="j" multiplier="2" offset=".5"/>"#));
    let e = &spec.equalities[0];
    assert_eq!((e.type_, e.name1.as_str(), e.name2.as_str()), (EqType::Joint, "k", "j"));
    assert_eq!(e.data[..5], [0.5, 2.0, 0.0, 0.0, 0.0]);
    assert!(try_robot(&chain(r#"<mimic joint="nope"/>"#)).unwrap_err().to_string().contains("nope"));
}

#[test]
fn the_link_world_is_the_world() {
    let inside = format!(r#"<link name="world"/>{}{}"#, link("b", ""), joint("j", "floating", "world", "b", ""));
    let spec = robot(&inside);
    assert_eq!(spec.worldbody.name, "world");
    assert_eq!(spec.worldbody.bodies[0].joints[0].type_, JointType::Free);
}

#[test]
fn packages_are_looked_for_in_the_folders_above_the_model() {
    let mesh = |name: &str| format!(r#"<collision><geometry><mesh filename="{name}"/></geometry></collision>"#);
    let text = format!(
        "<robot>{}</robot>",
        link("a", &(mesh("package://arm_description/meshes/link.stl") + &mesh("package://other/gone.stl")))
    );
    let spec = read(
        &text,
        "robots/arm_description/urdf/arm.urdf",
        &OneFile("robots/arm_description/meshes/link.stl"),
        &mut Warnings::new(),
    )
    .unwrap();
    assert_eq!(spec.meshes[0].file, "../meshes/link.stl");
    assert_eq!((spec.meshes[0].name.as_str(), spec.meshes[1].file.as_str()), ("link", "package://other/gone.stl"));
}

#[test]
fn meshes_of_one_name_differ_by_scale_and_folder() {
    let mesh = |attributes: &str| format!("<collision><geometry><mesh {attributes}/></geometry></collision>");
    let spec = robot(&link(
        "a",
        &[
            mesh(r#"filename="m/d.stl""#),
            mesh(r#"filename="m/d.stl" scale="2 2 2""#),
            mesh(r#"filename="n/d.stl""#),
            mesh(r#"filename="m/d.stl""#),
        ]
        .concat(),
    ));
    let names: Vec<_> = spec.meshes.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["d", "d1", "d2"]);
    assert_eq!(spec.worldbody.bodies[0].geoms[3].meshname, "d");
}

#[test]
fn broken_robots_are_refused_with_what_is_wrong() {
    let (a, b, c) = (link("a", ""), link("b", ""), link("c", ""));
    let cases = [
        (String::new(), "link"),
        (format!("{a}{a}"), "repeated link 'a'"),
        (format!("{a}{b}{}{}", joint("j", "fixed", "a", "b", ""), joint("k", "fixed", "b", "a", "")), "cycle"),
        (format!("{a}{b}{}", joint("j", "fixed", "b", "b", "")), "cycle"),
        (format!("{a}{b}{c}{}{}", joint("j", "fixed", "a", "c", ""), joint("k", "fixed", "b", "c", "")), "parent"),
        (format!("{a}{}", joint("j", "fixed", "a", "nope", "")), "nope"),
        (format!("{a}{b}{}", joint("j", "wobbly", "a", "b", "")), "wobbly"),
        (format!(r#"{a}{b}<joint name="j" type="fixed"><child link="b"/></joint>"#), "'parent' is missing"),
        (link("a", "<collision/>"), "'geometry' is missing"),
        (link("a", "<collision><geometry/></collision>"), "expected a box"),
        (link("a", r#"<collision><geometry><box size="1 2"/></geometry></collision>"#), "3 numbers"),
        (a.replace(r#"value="1""#, r#"value="nan""#), "nan"),
    ];
    for (inside, word) in cases {
        let message = try_robot(&inside).unwrap_err().to_string();
        assert!(message.contains(word), "{message} / {word}");
    }
    let deep: String = (0..600).map(|i| link(&format!("l{i}"), "")).collect();
    let joints: String =
        (0..599).map(|i| joint(&format!("j{i}"), "fixed", &format!("l{i}"), &format!("l{}", i + 1), "")).collect();
    assert!(matches!(try_robot(&(deep + &joints)), Err(Error::Limit(_))));
}
