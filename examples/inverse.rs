//! Inverse dynamics: the joint torques that hold an arm still against gravity.

use sinew::inverse;
use sinew::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/arm.xml"))?;
    let mut data = model.make_data();
    let lift = model.joint("lift")?;
    data.qpos[model.jnt_qposadr[lift] as usize] = 1.0;
    // no velocity, no acceleration: what is left is weight
    inverse::inverse(&model, &mut data)?;
    let torque = data.qfrc_inverse[model.jnt_dofadr[lift] as usize];
    println!("the shoulder needs {torque:.3} N m");
    assert!(torque.abs() > 1.0);
    Ok(())
}
