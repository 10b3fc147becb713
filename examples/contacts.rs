//! A humanoid falls on the floor: what touches, and how hard.

use sinew::prelude::*;
use sinew::{ObjType, constraint};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    let mut data = model.make_data();
    while data.time < 3.0 {
        data.step(&model)?;
    }
    let mut up = 0.0;
    for (i, contact) in data.contact.iter().enumerate() {
        let [first, second] = contact.geom.map(|g| model.name(ObjType::Geom, g as usize).unwrap_or("?"));
        // normal and two tangents, in the frame of the contact
        let force = constraint::contact_force(&model, &data, i);
        println!("{first} on {second}: {:.1} N, {:.2} mm deep", force[0], -1e3 * contact.dist);
        up += force[0] * contact.frame.0[2];
    }
    println!("{up:.0} N hold up {:.0} N", 9.81 * model.get_total_mass());
    assert!(!data.contact.is_empty());
    Ok(())
}
