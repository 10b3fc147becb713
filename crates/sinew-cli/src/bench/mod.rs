//! `sinew bench`: how fast models step, and where the time goes.
//!
//! A model is brought to a typical state first. Rounds of steps then start from the same states, so that each does the
//! same work; the fastest counts, in time of this thread alone. As many rounds again, with a clock between the stages, tell
//! their shares.

mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use cpu_time::ThreadTime;
use sinew::{Data, Model, StateBit, StepError};

use crate::run::control::Control;
use report::Report;
use sinew::profile::Profile;

/// Arguments of `sinew bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Files, or names of built-in models
    #[arg(required = true)]
    models: Vec<String>,
    /// Steps in a round, or after each state of --states
    #[arg(short = 'n', long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Rounds, of which the fastest counts
    #[arg(short, long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Simulated seconds before the first round
    #[arg(short, long, default_value_t = 1.0, conflicts_with = "states")]
    warmup: f64,
    /// Standard deviation of the random controls of the warm-up, relative to the control range
    #[arg(long, default_value_t = 0.1, conflicts_with = "states")]
    noise: f64,
    /// Start from these states instead: rows of 64-bit numbers, each a whole state (`mjSTATE_INTEGRATION`)
    #[arg(long, value_name = "FILE")]
    states: Option<PathBuf>,
    /// Skip the rounds that tell stages apart
    #[arg(long)]
    no_stages: bool,
    /// Print a JSON object per model
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    trust: crate::models::Trust,
}

/// What was measured.
struct Measured {
    /// seconds of each round, by state
    rounds: Vec<Vec<f64>>,
    profile: Profile,
    steps: usize,
    contacts: f64,
    rows: f64,
    iterations: f64,
}

/// Runs the command. The exit code is 1 if a simulation became unstable.
pub fn bench(args: &Args) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for name in &args.models {
        let model = crate::models::load_and_warn(name, args.trust)?;
        let mut data = model.make_data();
        match measure(args, &model, &mut data) {
            Ok(measured) => {
                let report = Report::new(name, &model, &data, &measured);
                if args.json {
                    println!("{}", report.to_json());
                } else {
                    println!("{}", report.to_text());
                }
            }
            Err(error) => {
                eprintln!("sinew: {name}: {error:#}");
                code = ExitCode::from(1);
            }
        }
    }
    Ok(code)
}

/// Warm-up, rounds, and the rounds that tell stages apart.
fn measure(args: &Args, m: &Model, d: &mut Data) -> Result<Measured> {
    let states = match &args.states {
        Some(path) => read_states(m, path)?,
        None => vec![warm_up(args, m, d)?],
    };
    let steps = args.steps as usize;
    let mut rounds = Vec::new();
    for _ in 0..args.rounds {
        let mut seconds = Vec::with_capacity(states.len());
        for state in &states {
            d.set_state(m, state, StateBit::Integration as i32)?;
            let start = ThreadTime::now();
            take_steps(m, d, steps)?;
            seconds.push(start.elapsed().as_secs_f64());
        }
        rounds.push(seconds);
    }

    let mut measured = Measured {
        rounds,
        profile: Profile::default(),
        steps: steps * states.len(),
        contacts: 0.0,
        rows: 0.0,
        iterations: 0.0,
    };
    if args.no_stages {
        return Ok(measured);
    }
    // each step anew in every round, so that what interrupts a stage once does not count
    let mut fastest: Vec<Profile> = Vec::new();
    let share = 1.0 / (measured.steps * args.rounds as usize) as f64;
    for round in 0..args.rounds {
        for (k, state) in states.iter().enumerate() {
            d.set_state(m, state, StateBit::Integration as i32)?;
            for step in 0..steps {
                let mut profile = Profile::default();
                profile.step(m, d)?;
                if round == 0 {
                    fastest.push(profile);
                } else {
                    fastest[k * steps + step].keep_shorter(&profile);
                }
                measured.contacts += d.contact.len() as f64 * share;
                measured.rows += d.nefc as f64 * share;
                measured.iterations += f64::from(d.solver_niter.iter().sum::<i32>()) * share;
            }
        }
    }
    for profile in &fastest {
        measured.profile.add(profile);
    }
    Ok(measured)
}

/// Plain steps and nothing else; a function of its own, by whose name an instruction counter can find it.
#[inline(never)]
fn take_steps(m: &Model, d: &mut Data, steps: usize) -> Result<(), StepError> {
    (0..steps).try_for_each(|_| d.step(m))
}

/// Simulates with random controls and keeps the state that is reached.
fn warm_up(args: &Args, m: &Model, d: &mut Data) -> Result<Vec<f64>> {
    let steps = (args.warmup / m.opt.timestep).ceil();
    if !(0.0..1e9).contains(&steps) {
        bail!("a warm-up of {} s makes {steps} steps of {} s", args.warmup, m.opt.timestep);
    }
    let mut control = Control::new(m, None, Some(args.noise), 0)?;
    for step in 0..steps as usize {
        control.apply(m, d, step);
        d.step(m)?;
    }
    let mut state = vec![0.0; m.state_size(StateBit::Integration as i32)?];
    d.get_state(m, &mut state, StateBit::Integration as i32)?;
    Ok(state)
}

/// Rows of numbers, each a state.
fn read_states(m: &Model, path: &Path) -> Result<Vec<Vec<f64>>> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let size = m.state_size(StateBit::Integration as i32)?;
    if bytes.is_empty() || !bytes.len().is_multiple_of(8 * size) {
        bail!("{name}: expected rows of {size} numbers of 8 bytes, got {} bytes", bytes.len());
    }
    let (numbers, _) = bytes.as_chunks::<8>();
    let numbers: Vec<f64> = numbers.iter().map(|x| f64::from_le_bytes(*x)).collect();
    Ok(numbers.chunks_exact(size).map(<[f64]>::to_vec).collect())
}
