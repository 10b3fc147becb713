//! The `sinew` command.

mod bench;
mod check;
mod diff;
mod models;
mod run;
mod shot;
mod view;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// MuJoCo's physics in safe Rust: run, watch, measure, check and compare models.
///
/// A MODEL is an MJCF or URDF file, a binary model, or the name of one that is built in: arm, cartpole, elbow, humanoid,
/// pile, quadruped.
#[derive(Parser)]
#[command(version, about, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sinew run humanoid                              simulate a built-in model for ten seconds
  sinew run robot.xml --duration 2 --noise 0.1    two seconds with random controls
  sinew run robot.xml --keyframe home -o run.csv  start from a keyframe and save the trajectory
  sinew run robot.xml --save-state run.state      keep the state, and go on from it later:
  sinew run robot.xml --resume run.state
  sinew view robot.xml                            watch it in a browser, pull at it, move its sliders
  sinew bench humanoid robot.xml                  how fast models step, and where the time goes
  sinew check robot.xml                           what the model holds, and what looks wrong
  sinew diff old.xml new.xml                      how two models differ, field by field";

#[derive(Subcommand)]
enum Command {
    /// Simulate a model and say how it went
    Run(run::Args),
    /// Watch and touch a running simulation in a browser
    View(view::Args),
    /// Draw a model into a PNG file; needs Chromium
    Shot(shot::Args),
    /// Measure how fast models step, and where the time goes
    Bench(bench::Args),
    /// Load a model, list what it holds and warn about likely trouble
    Check(check::Args),
    /// Compare two models field by field
    Diff(diff::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::View(args) => view::view(&args),
        Command::Shot(args) => shot::shot(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Check(args) => check::check(&args),
        Command::Diff(args) => diff::diff(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("sinew: {error:#}");
            ExitCode::from(2)
        }
    }
}
