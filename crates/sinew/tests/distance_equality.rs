//! The distance constraint, an extension of MJCF.

use sinew::prelude::*;

#[test]
fn a_ball_on_a_rod_swings_at_its_length() {
    // a rod of 0.5 between the surfaces of two balls of radius 0.1 is a pendulum of 0.7 between their centres
    let model = Model::from_xml_str(
        r#"<mujoco>
             <option timestep="0.0005" integrator="RK4"/>
             <worldbody>
               <geom name="pivot" size="0.1"/>
               <body name="bob" pos="0.1 0 -0.69282032302755" >
                 <freejoint/>
                 <geom name="bob" size="0.1" mass="1"/>
               </body>
             </worldbody>
             <equality>
               <distance geom1="pivot" geom2="bob" distance="0.5" solref="0.005 1"/>
             </equality>
           </mujoco>"#,
    )
    .expect("a model");
    let mut data = model.make_data();
    let bob = model.body("bob").expect("a body");

    // small swings: the period is 2π √(l/g), a little more at this angle
    let mut crossings = Vec::new();
    let mut last = data.qpos[0];
    while data.time < 5.0 {
        data.step(&model).expect("a step");
        let length = data.xpos[bob].norm();
        assert!((length - 0.7).abs() < 2e-3, "length {length} at {}", data.time);
        if last > 0.0 && data.qpos[0] <= 0.0 {
            crossings.push(data.time);
        }
        last = data.qpos[0];
    }
    let period = (crossings[2] - crossings[0]) / 2.0;
    let angle = 0.1_f64.atan2(0.69282);
    let want = std::f64::consts::TAU * (0.7_f64 / 9.81).sqrt() * (1.0 + angle * angle / 16.0);
    assert!((period / want - 1.0).abs() < 5e-3, "period {period}, expected {want}");
}
