//! `sinew view`: watch and touch a running simulation in a browser.

use std::net::IpAddr;
use std::process::ExitCode;

use anyhow::Result;
use sinew_view::{Options, View, open_browser};

/// Arguments of `sinew view`.
#[derive(clap::Args)]
pub struct Args {
    /// File, or name of a built-in model
    model: String,
    /// Port to serve on [default: any that is free]
    #[arg(short, long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Address to serve on
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Let other machines connect; whoever has the address can steer the simulation
    #[arg(long)]
    allow_remote: bool,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    /// Keyframe to start from, by name or number
    #[arg(short, long)]
    keyframe: Option<String>,
}

/// Serves the page until the program is interrupted.
pub fn view(args: &Args) -> Result<ExitCode> {
    let options = Options {
        host: args.host,
        port: args.port,
        allow_remote: args.allow_remote,
        paused: args.paused,
        keyframe: args.keyframe.clone(),
        ..Options::default()
    };
    let view = View::start(&crate::models::source(&args.model)?, &options)?;
    for warning in view.warnings() {
        eprintln!("warning: {warning}");
    }
    let url = view.url();
    println!("{url}");
    if args.no_open || !open_browser(&url) {
        eprintln!("open this address in a browser; Ctrl-C ends");
        if std::env::var_os("SSH_CONNECTION").is_some() {
            let port = view.address().port();
            eprintln!("from another machine: ssh -L {port}:127.0.0.1:{port} this-machine, then open the address there");
        }
    } else {
        eprintln!("opened in your browser; Ctrl-C ends");
    }
    view.wait();
    Ok(ExitCode::SUCCESS)
}
