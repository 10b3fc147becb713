//! Serves a model from Rust: `cargo run -p sinew-view --example serve models/humanoid.xml [--paused]`.

use sinew_view::{Options, Source, View};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which model?")?;
    let options = Options { paused: args.any(|arg| arg == "--paused"), ..Options::default() };
    let view = View::start(&Source::File(path.into()), &options)?;
    println!("{}", view.url());
    view.wait();
    Ok(())
}
