//! Settings of attached models against those of the model they are attached to, with MuJoCo 4.0.1's outcomes.

use sinew_core::Model;
use sinew_mjcf::files::Memory;
use sinew_mjcf::{Error, Warnings, load};

/// A model with a policy and settings, and another with settings of its own attached to it; and the warnings.
fn attach(policy: &str, parent: &str, child: &str) -> (Result<Model, Error>, Vec<String>) {
    let child = format!("<mujoco>{child}<worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
    let parent = format!(
        "<mujoco><compiler conflict='{policy}'/>{parent}<asset><model name='c' file='c.xml'/></asset>
         <worldbody><attach model='c' prefix='c_'/></worldbody></mujoco>"
    );
    let files: Memory = [("c.xml", child)].into_iter().collect();
    let mut warnings = Warnings::new();
    let model = load(&parent, "m.xml", &files, &mut warnings);
    (model, warnings.iter().map(ToString::to_string).collect())
}

fn merged(parent: &str, child: &str) -> Model {
    attach("merge", parent, child).0.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn merging_takes_the_finer_tolerance_and_the_larger_count() {
    let m = merged("<option timestep='.01' iterations='10'/>", "<option timestep='.005' iterations='50'/>");
    assert_eq!((m.opt.timestep, m.opt.iterations), (0.005, 50));
    let m = merged("<option timestep='.005' iterations='50'/>", "<option timestep='.01' iterations='10'/>");
    assert_eq!((m.opt.timestep, m.opt.iterations), (0.005, 50));
    let m = merged(
        "<size nuserdata='3' nuser_body='2' njmax='30'/>",
        "<size nuserdata='5' nuser_body='1' nkey='4' njmax='50' nconmax='20'/>",
    );
    assert_eq!((m.nuserdata, m.nuser_body, m.nkey, m.njmax, m.nconmax), (5, 2, 4, 50, 20));
    let m = merged(
        "<visual><map znear='.02' zfar='40' stiffness='7'/></visual>",
        "<visual><map znear='.03' zfar='60' stiffness='9'/><global fovy='50'/></visual>",
    );
    assert_eq!((m.vis.map.znear, m.vis.map.zfar, m.vis.map.stiffness, m.vis.global.fovy), (0.02, 60.0, 7.0, 45.0));
}

#[test]
fn merging_adopts_what_only_the_attached_model_gives() {
    let m = merged("", "<option timestep='.005' iterations='5' gravity='0 0 -2' integrator='implicit'/>");
    assert_eq!((m.opt.timestep, m.opt.iterations, m.opt.gravity.0, m.opt.integrator), (0.005, 5, [0.0, 0.0, -2.0], 2));
    // the default value, if it is written, is as good as any
    let m = merged("<option timestep='.002'/>", "<option timestep='.005'/>");
    assert_eq!(m.opt.timestep, 0.002);
}

#[test]
fn merging_unites_flags_and_disabled_groups() {
    let m = merged(
        "<option actuatorgroupdisable='1'><flag contact='disable'/></option>",
        "<option actuatorgroupdisable='2 3'><flag gravity='disable' energy='enable'/></option>",
    );
    assert_eq!((m.opt.disableflags, m.opt.enableflags, m.opt.disableactuator), (144, 2, 14));
    let m = merged("<option><flag contact='disable'/></option>", "<option><flag contact='enable'/></option>");
    assert_eq!(m.opt.disableflags, 16);
}

#[test]
fn physics_that_cannot_be_merged_is_an_error() {
    for (parent, child) in [
        ("gravity='0 0 -1'", "gravity='0 0 -2'"),
        ("integrator='RK4'", "integrator='implicit'"),
        ("o_margin='.1'", "o_margin='.2'"),
    ] {
        let (model, _) = attach("merge", &format!("<option {parent}/>"), &format!("<option {child}/>"));
        let text = model.expect_err("both give a value").to_string();
        assert!(text.contains("m.xml:2") && text.contains(parent.split('=').next().unwrap_or_default()), "{text}");
    }
    assert_eq!(merged("<option gravity='0 0 -1'/>", "<option gravity='0 0 -1'/>").opt.gravity.0[2], -1.0);
}

#[test]
fn by_default_the_parent_wins_with_a_warning() {
    let (model, warnings) = attach("warning", "<option timestep='.01'/>", "<option timestep='.005' iterations='5'/>");
    let m = model.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((m.opt.timestep, m.opt.iterations), (0.01, 100));
    assert!(
        warnings.len() == 1 && warnings[0].contains("timestep") && warnings[0].contains("iterations"),
        "{warnings:?}"
    );
    assert!(attach("warning", "<option timestep='.01'/>", "").1.is_empty());
}

#[test]
fn the_strict_policy_refuses_what_both_give() {
    let (model, _) = attach("error", "<option timestep='.01'/>", "<option timestep='.005'/>");
    assert!(model.is_err());
    let flags = |state: &str| format!("<option><flag contact='{state}'/></option>");
    assert!(attach("error", &flags("disable"), &flags("enable")).0.is_err());
    let (model, warnings) = attach("error", "", "<option timestep='.005'/>");
    assert_eq!((model.map(|m| m.opt.timestep).ok(), warnings.len()), (Some(0.002), 1));
}
