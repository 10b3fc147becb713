//! A pendulum: a model from text, a simulation of it, and its energy, which friction alone takes away.

use sinew::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_str(
        r#"<mujoco>
             <option timestep="0.001" integrator="RK4"><flag energy="enable"/></option>
             <worldbody>
               <body name="bob">
                 <joint name="hinge" axis="0 1 0"/>
                 <geom type="sphere" size="0.05" mass="1" pos="0 0 -1"/>
               </body>
             </worldbody>
           </mujoco>"#,
    )?;
    let mut data = model.make_data();
    data.qpos[0] = 1.0;
    data.forward(&model)?;
    let start = data.energy[0] + data.energy[1];
    while data.time < 5.0 {
        data.step(&model)?;
    }
    let end = data.energy[0] + data.energy[1];
    println!("angle {:.6} at t = {:.3}, energy changed by {:.1e}", data.qpos[0], data.time, end - start);
    assert!((end - start).abs() < 1e-6);
    Ok(())
}
