//! What is delayed is what was, between the samples too.

mod common;

use common::{model, run};

#[test]
fn a_delayed_sensor_of_a_steady_motion_tells_where_the_body_was() {
    let m = model(
        r#"<mujoco>
             <option timestep=".002" gravity="0 0 0"/>
             <worldbody><body><joint name="j" type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody>
             <sensor>
               <jointpos joint="j" delay=".0047" nsample="6" interp="linear"/>
               <jointpos joint="j" delay=".0047" nsample="6" interp="cubic"/>
               <jointpos joint="j" delay=".0047" nsample="6" interp="zoh"/>
             </sensor>
           </mujoco>"#,
    );
    let mut d = m.make_data();
    d.qvel[0] = 0.5;
    run(&m, &mut d, 20);
    let before = d.qpos[0] - 0.5 * m.opt.timestep;
    // lines and cubics are exact for a steady motion, a held value is that of the last sample before: three steps ago
    for (got, late) in d.sensordata.iter().zip([0.0047, 0.0047, 0.006]) {
        let want = before - 0.5 * late;
        assert!((got - want).abs() < 1e-14, "{got}, not {want}");
    }
}
