//! What the rows of equality constraints measure, by hand.

mod common;

use common::model;

fn near(got: &[f64], want: &[f64]) {
    let far = got.iter().zip(want).any(|(got, want)| (got - want).abs() > 1e-14);
    assert!(got.len() == want.len() && !far, "{got:?}, not {want:?}");
}

/// The vector part of `q₂⁻¹ q₁`, which turns of different axes tell from that of `q₁ q₂⁻¹`.
#[test]
fn a_weld_measures_the_turn_of_the_first_body_seen_from_the_second() {
    let m = model(
        r#"<mujoco>
             <default><geom size=".1" contype="0"/></default>
             <worldbody>
               <body name="a"><joint type="ball"/><geom/></body>
               <body name="b"><joint type="ball"/><geom/></body>
             </worldbody>
             <equality><weld body1="a" body2="b" relpose="0 0 0 1 0 0 0" torquescale="2"/></equality>
           </mujoco>"#,
    );
    let mut d = m.make_data();
    let ((s1, c1), (s2, c2)) = (0.4_f64.sin_cos(), 0.1_f64.sin_cos());
    // by 0.8 about x and by 0.2 about z
    d.qpos.copy_from_slice(&[c1, s1, 0.0, 0.0, c2, 0.0, 0.0, s2]);
    d.forward(&m).expect("a sound model");
    near(&d.efc_pos[..d.nefc], &[0.0, 0.0, 0.0, 2.0 * c2 * s1, -2.0 * s2 * s1, -2.0 * s2 * c1]);
}

#[test]
fn tendons_that_are_tied_count_from_their_lengths_at_rest() {
    let m = model(
        r#"<mujoco>
             <default><geom size=".1" contype="0"/></default>
             <worldbody>
               <body><joint name="j" type="slide" ref=".3"/><geom/></body>
               <body><joint name="k" type="slide"/><geom/></body>
             </worldbody>
             <tendon>
               <fixed name="t"><joint joint="j" coef="2"/></fixed>
               <fixed name="u"><joint joint="k" coef="3"/></fixed>
             </tendon>
             <equality><tendon tendon1="t" tendon2="u" polycoef=".1 .5 0 0 0"/></equality>
           </mujoco>"#,
    );
    let mut d = m.make_data();
    d.qpos.copy_from_slice(&[0.7, 0.2]);
    d.forward(&m).expect("a sound model");
    // 2 (.7 - .3) on one side, .1 + .5 · 3 · .2 on the other
    near(&d.efc_pos[..d.nefc], &[0.8 - 0.1 - 0.5 * 0.6]);
}
