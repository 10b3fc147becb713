//! Many simulations at once: cartpoles with different pushes, on all processors.

use sinew::SensorStage;
use sinew::batch::Batch;
use sinew::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/cartpole.xml"))?;
    let mut batch = Batch::new(&model, 256, 0, false)?;
    let (ctrl, _) = batch.state_component(sinew::StateBit::Ctrl as i32).ok_or("a row has controls")?;
    for sim in 0..batch.nsim() {
        batch.row_mut(sim)[ctrl] = sim as f64 / 255.0 - 0.5;
    }
    let failed = batch.step(None, 60, SensorStage::None);
    let row = batch.nstate();
    let carts: Vec<f64> = (0..batch.nsim()).map(|sim| batch.state()[sim * row + 1]).collect();
    println!("{failed} failed; carts are between {:.3} and {:.3} m", carts[0], carts[255]);
    assert!(failed == 0 && carts[0] < 0.0 && carts[255] > 0.0);
    Ok(())
}
