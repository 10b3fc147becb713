//! A robot with four legs trots for hours of simulated time, and the memory of the process must not grow.
//!
//! `cargo run --release -p sinew-conformance --example walk -- 24`

use std::f64::consts::{FRAC_PI_3, PI, TAU};
use std::path::Path;
use std::process::ExitCode;

use sinew_core::{Data, Model};
use sinew_mjcf::{Warnings, files::Disk};

/// steps of a leg per second
const FREQUENCY: f64 = 3.0;
/// gains of the joints, in N m / rad and N m s / rad
const GAINS: [f64; 2] = [200.0, 5.0];
/// bytes that the process may grow by after the first hour
const ROOM: usize = 1 << 20;

/// A trot: legs across from one another swing together. A foot comes forward lifted by its knee, and goes back on the ground.
fn trot(d: &mut Data) {
    for leg in 0..4 {
        let phase = TAU * FREQUENCY * d.time + if leg == 0 || leg == 3 { 0.0 } else { PI };
        let (swing, lift) = (libm::sin(phase), (-libm::cos(phase)).max(0.0));
        let want = [0.0, 0.3 + 0.12 * swing, -FRAC_PI_3 - 0.35 * lift];
        for (joint, want) in want.into_iter().enumerate() {
            // the free joint of the trunk comes first
            let i = 3 * leg + joint;
            d.ctrl[i] = GAINS[0] * (want - d.qpos[7 + i]) - GAINS[1] * d.qvel[6 + i];
        }
    }
}

/// Bytes of memory that the process holds, where the system tells.
fn memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kib| kib << 10)
}

fn model() -> Option<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/quadruped.xml");
    let (files, mut warnings) = (Disk::default(), Warnings::new());
    let spec = sinew_mjcf::read_file(path.to_str()?, &files, &mut warnings).ok()?;
    sinew_mjcf::compile(&spec, &files, &mut warnings).ok()
}

fn main() -> ExitCode {
    let hours: usize = std::env::args().nth(1).and_then(|hours| hours.parse().ok()).unwrap_or(24);
    let Some(m) = model() else { return ExitCode::FAILURE };
    let (mut d, mut falls, mut way) = (m.make_data(), 0, 0.0);
    let (steps, mut after_first) = ((3600.0 / m.opt.timestep) as usize, None);
    for hour in 1..=hours {
        for _ in 0..steps {
            trot(&mut d);
            let before = [d.qpos[0], d.qpos[1]];
            if let Err(error) = d.step(&m) {
                println!("hour {hour}: {error}");
                return ExitCode::FAILURE;
            }
            way += libm::hypot(d.qpos[0] - before[0], d.qpos[1] - before[1]);
            // lying on its side, or far from where it began: put it back
            let tilted = d.xmat[1].0[8] < 0.3;
            if tilted || d.qpos[0].abs().max(d.qpos[1].abs()) > 1000.0 {
                falls += usize::from(tilted);
                d.reset(&m);
            }
        }
        let now = memory();
        println!("hour {hour}: {:.1} km, {falls} falls, {now:?} bytes", way / 1000.0);
        let first = *after_first.get_or_insert(now);
        if let (Some(first), Some(now)) = (first, now)
            && now > first + ROOM
        {
            println!("memory grew by {} bytes", now - first);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
