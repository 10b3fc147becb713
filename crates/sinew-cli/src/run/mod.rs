//! `sinew run`: simulate a model and say how it went.

mod checkpoint;
pub(crate) mod control;
mod record;
mod summary;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sinew::{Data, Model, ObjType};

use control::Control;
use record::Recorder;
use sinew::profile::Profile;
use summary::Summary;

/// Seconds simulated when nothing else is asked for.
const DURATION: f64 = 10.0;

/// Arguments of `sinew run`.
#[derive(clap::Args)]
pub struct Args {
    /// File, or name of a built-in model
    model: String,
    /// Number of steps
    #[arg(short = 'n', long, conflicts_with = "duration")]
    steps: Option<usize>,
    /// Simulated seconds [default: 10]
    #[arg(short, long)]
    duration: Option<f64>,
    /// Keyframe to start from, by name or number
    #[arg(short, long)]
    keyframe: Option<String>,
    /// Controls from a CSV file: one row per step, one column per control; the last row is held
    #[arg(long, value_name = "FILE", conflicts_with = "noise")]
    ctrl: Option<PathBuf>,
    /// Random controls of this standard deviation, relative to the control range
    #[arg(long, value_name = "STD")]
    noise: Option<f64>,
    /// Seed of the random controls
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Save the trajectory (time, qpos, qvel, act, ctrl, sensordata) to a .csv or .npz file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Save every Nth step only
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Save the state of the run at its end, to be taken up by --resume
    #[arg(long, value_name = "FILE")]
    save_state: Option<PathBuf>,
    /// Save the state every N steps as well
    #[arg(long, value_name = "N", requires = "save_state", value_parser = clap::value_parser!(u32).range(1..))]
    save_every: Option<u32>,
    /// Go on from a saved state, with the same bits as if the run had never stopped
    #[arg(long, value_name = "FILE", conflicts_with = "keyframe")]
    resume: Option<PathBuf>,
    /// Threads that solve islands beside the main one; the result is the same
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    #[command(flatten)]
    trust: crate::models::Trust,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command. The exit code is 1 if the simulation became unstable.
pub fn run(args: &Args) -> Result<ExitCode> {
    let load = Instant::now();
    let model = crate::models::load_and_warn(&args.model, args.trust)?;
    let load = load.elapsed().as_secs_f64();
    let mut data = model.make_data();
    if let Some(key) = &args.keyframe {
        start_from(&model, &mut data, key)?;
    }
    let steps = number_of_steps(args, model.opt.timestep)?;
    let mut control = Control::new(&model, args.ctrl.as_deref(), args.noise, args.seed)?;
    let mut recorder = args.output.as_deref().map(|path| Recorder::new(&model, path)).transpose()?;
    let mut done = 0;
    if let Some(path) = &args.resume {
        (data, done) = checkpoint::load(path, &model, &mut control)?;
    } else {
        data.forward(&model)?;
    }
    if args.threads > 0 {
        data.set_crew(Some(sinew::Threads::new(args.threads.into()).context("cannot start threads")?));
    }
    let progress = progress_bar(steps, args.json);

    let mut summary = Summary::begin(&args.model, &model, &data, load);
    let mut profile = Profile::default();
    let start = Instant::now();
    for step in done..done.saturating_add(steps) {
        control.apply(&model, &mut data, step);
        if let Some(recorder) = recorder.as_mut().filter(|_| step % args.every as usize == 0) {
            recorder.record(&data);
        }
        if let Err(error) = profile.step(&model, &mut data) {
            summary.failure = Some(error.to_string());
            break;
        }
        summary.observe(&data);
        if let (Some(path), Some(every)) = (&args.save_state, args.save_every)
            && (step + 1) % every as usize == 0
        {
            checkpoint::save(path, &model, &data, &control, step + 1)?;
        }
        if step % 64 == 0 {
            progress.set_position((step - done) as u64);
        }
    }
    if let Some(path) = &args.save_state {
        checkpoint::save(path, &model, &data, &control, done + summary.steps())?;
    }
    summary.finish(&model, &mut data, start.elapsed().as_secs_f64(), &profile);
    progress.finish_and_clear();

    if let Some(recorder) = recorder {
        recorder.save().with_context(|| "cannot save the trajectory")?;
    }
    if args.json {
        println!("{}", summary.to_json());
    } else {
        print!("{}", summary.to_text());
    }
    Ok(if summary.failure.is_some() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Number of steps to take.
fn number_of_steps(args: &Args, timestep: f64) -> Result<usize> {
    if let Some(steps) = args.steps {
        return Ok(steps);
    }
    let duration = args.duration.unwrap_or(DURATION);
    let steps = (duration / timestep).round();
    if !(0.0..1e12).contains(&steps) {
        bail!("a duration of {duration} s makes {steps} steps of {timestep} s");
    }
    Ok(steps as usize)
}

/// Sets the state to that of a keyframe, given by name or number.
fn start_from(model: &Model, data: &mut Data, key: &str) -> Result<()> {
    let by_name = model.id(ObjType::Key, key);
    let Some(index) = by_name.or_else(|| key.parse().ok()).filter(|&index| index < model.nkey) else {
        let names: Vec<_> = (0..model.nkey).filter_map(|k| model.name(ObjType::Key, k)).collect();
        bail!("there is no keyframe '{key}': the model has {} ({})", model.nkey, names.join(", "));
    };
    data.reset_keyframe(model, index)?;
    Ok(())
}

/// A bar on a terminal, nothing in a pipe.
fn progress_bar(steps: usize, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {percent}% {pos}/{len} steps, {per_sec}, {eta} left");
    ProgressBar::new(steps as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
