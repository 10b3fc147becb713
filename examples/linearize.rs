//! The matrices of a step near a state, and what they say: a pole that stands up falls.

use sinew::Integrator;
use sinew::derivative::{Transition, transition_fd};
use sinew::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::from_xml_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/cartpole.xml"))?;
    model.opt.integrator = Integrator::Euler as i32;
    let mut data = model.make_data();
    let n = 2 * model.nv + model.na;
    let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n * model.nu]);
    let out = Transition { a: Some(&mut a), b: Some(&mut b), ..Transition::default() };
    transition_fd(&model, &mut data, 1e-6, true, out)?;

    // power iteration: a small push grows by the greatest factor
    let (mut x, mut factor) = (vec![1.0; n], 0.0);
    for _ in 0..500 {
        let next: Vec<f64> = (0..n).map(|i| (0..n).map(|j| a[i * n + j] * x[j]).sum()).collect();
        factor = next.iter().map(|v| v * v).sum::<f64>().sqrt();
        x = next.iter().map(|v| v / factor).collect();
    }
    println!("a push grows by {factor:.6} in each step of {} s", model.opt.timestep);
    assert!(factor > 1.0);
    Ok(())
}
