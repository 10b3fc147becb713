//! How hard a constraint is and how it is stabilised, against the closed forms of the *Computation* chapter, section
//! "Parameters", worked out by hand for single rows.

mod common;

use common::model;
use sinew::ConeType;

/// places in a row of `efc_KBIP`
const STIFFNESS: usize = 0;
const DAMPING: usize = 1;
const IMPEDANCE: usize = 2;

fn near(got: f64, want: f64) {
    assert!((got - want).abs() <= 1e-12 * want.abs(), "{got}, not {want}");
}

#[test]
fn impedance_is_measured_from_the_margin() {
    let m = model(
        r#"<mujoco><worldbody><body><geom size=".1"/>
             <joint type="slide" range="0 1" limited="true" margin=".1" solimplimit=".5 .9 .1 .5 1"/></body></worldbody></mujoco>"#,
    );
    let mut d = m.make_data();
    // a fifth of the margin is used up: a fifth of the way from .5 to .9
    d.qpos[0] = 0.08;
    d.forward(&m).expect("a sound model");
    assert_eq!((d.nefc, d.efc_pos[0], d.efc_margin[0]), (1, 0.08, 0.1));
    near(d.efc_KBIP[0][IMPEDANCE], 0.58);
    // a_ref = -b v - k d (r - margin)
    let expected = d.efc_KBIP[0][STIFFNESS] * 0.58 * 0.02;
    near(d.efc_aref[0], expected);
}

#[test]
fn a_time_constant_is_at_least_two_steps() {
    let xml = |solref: &str| {
        format!(
            r#"<mujoco><option timestep=".01"/><worldbody><body><geom size=".1"/>
                 <joint type="slide" range="1 2" limited="true" solimplimit=".9 .9 .1 .5 1" solreflimit="{solref}"/>
               </body></worldbody></mujoco>"#
        )
    };
    for (solref, constant, ratio) in [(".001 1", 0.02, 1.0), (".001 .5", 0.02, 0.5), (".05 .5", 0.05, 0.5)] {
        let m = model(&xml(solref));
        let mut d = m.make_data();
        d.forward(&m).expect("a sound model");
        near(d.efc_KBIP[0][STIFFNESS], 1.0 / (0.9 * constant * ratio * 0.9 * constant * ratio));
        near(d.efc_KBIP[0][DAMPING], 2.0 / (0.9 * constant));
    }
}

/// A ball that touches the floor.
fn ball(attributes: &str) -> sinew::Model {
    model(&format!(
        r#"<mujoco><option {attributes}/><default><geom friction=".5 .02 .01" condim="4"/></default><worldbody>
             <geom type="plane" size="1 1 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#
    ))
}

#[test]
fn friction_is_harder_than_the_normal_by_impratio() {
    let m = ball(r#"cone="elliptic" impratio="4""#);
    let mut d = m.make_data();
    d.forward(&m).expect("a sound model");
    assert_eq!(d.nefc, 4);
    near(d.efc_R[1], d.efc_R[0] / 4.0);
    near(d.efc_R[2], d.efc_R[1]);
    // rows in the units of their friction: R μ² is the same for all
    near(d.efc_R[3], d.efc_R[1] * (0.5 * 0.5) / (0.02 * 0.02));
}

#[test]
fn edges_of_a_pyramid_are_as_hard_as_the_cone_that_they_stand_for() {
    let mut m = ball("");
    m.opt.cone = ConeType::Pyramidal.into();
    let mut d = m.make_data();
    d.forward(&m).expect("a sound model");
    assert_eq!(d.nefc, 6);
    // an edge n ± μ t has the inverse weight w (1 + μ²); R = 2 μ² of that of the first edge is common to all
    let weight = m.body_invweight0[1][0];
    for diagonal in &d.efc_diagA[..6] {
        near(*diagonal, 2.0 * 0.5 * 0.5 * weight * (1.0 + 0.5 * 0.5));
    }
}
