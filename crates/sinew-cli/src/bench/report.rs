//! What a benchmark says of a model.

use std::fmt::Write;

use serde_json::{Value, json};
use sinew::{Data, Model};

use super::Measured;

/// Figures of one model.
pub struct Report {
    model: String,
    sizes: [(&'static str, usize); 5],
    timestep: f64,
    /// nanoseconds of a step, by state, in the fastest round for that state
    by_state: Vec<f64>,
    /// nanoseconds of a step: fastest and median round
    fastest: f64,
    median: f64,
    stages: Vec<(&'static str, Vec<(String, f64)>)>,
    contacts: f64,
    rows: f64,
    iterations: f64,
    model_bytes: usize,
    data_bytes: usize,
    peak_bytes: Option<usize>,
}

impl Report {
    /// Figures from what was measured.
    pub fn new(name: &str, m: &Model, d: &Data, measured: &Measured) -> Self {
        let states = measured.rounds.first().map_or(1, Vec::len).max(1);
        let scale = 1e9 / measured.steps.max(1) as f64;
        let by_state: Vec<f64> = (0..states)
            .map(|k| measured.rounds.iter().map(|round| round[k]).fold(f64::INFINITY, f64::min) * scale * states as f64)
            .collect();
        let mut totals: Vec<f64> = measured.rounds.iter().map(|round| round.iter().sum::<f64>() * scale).collect();
        totals.sort_by(f64::total_cmp);
        let mut stages = measured.profile.tree();
        stages.iter_mut().flat_map(|(_, stages)| stages).for_each(|(_, time)| *time *= scale);
        Self {
            model: name.into(),
            sizes: [("nq", m.nq), ("nv", m.nv), ("nu", m.nu), ("nbody", m.nbody), ("ngeom", m.ngeom)],
            timestep: m.opt.timestep,
            fastest: by_state.iter().sum::<f64>() / states as f64,
            by_state,
            median: totals[totals.len() / 2],
            stages,
            contacts: measured.contacts,
            rows: measured.rows,
            iterations: measured.iterations,
            model_bytes: m.to_bytes().len(),
            data_bytes: d.to_bytes().len(),
            peak_bytes: peak_memory(),
        }
    }

    fn steps_per_second(&self) -> f64 {
        1e9 / self.fastest.max(1e-3)
    }

    /// Figures for a program.
    pub fn to_json(&self) -> Value {
        let sizes: serde_json::Map<_, _> = self.sizes.iter().map(|(name, n)| ((*name).into(), json!(n))).collect();
        let stages: serde_json::Map<_, _> = self
            .stages
            .iter()
            .map(|(part, stages)| {
                let stages: serde_json::Map<_, _> =
                    stages.iter().map(|(name, time)| (name.clone(), json!(time))).collect();
                ((*part).to_string(), Value::Object(stages))
            })
            .collect();
        json!({
            "model": self.model,
            "sizes": sizes,
            "timestep": self.timestep,
            "ns_per_step": self.fastest,
            "ns_per_step_median": self.median,
            "ns_per_step_by_state": self.by_state,
            "steps_per_second": self.steps_per_second(),
            "real_time_factor": self.steps_per_second() * self.timestep,
            "contacts": self.contacts,
            "constraint_rows": self.rows,
            "solver_iterations": self.iterations,
            "stages_ns": stages,
            "memory": {
                "model_bytes": self.model_bytes,
                "data_bytes": self.data_bytes,
                "peak_resident_bytes": self.peak_bytes,
            },
        })
    }

    /// Figures for a person.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let sizes: Vec<_> = self.sizes.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let mut line = |label: &str, text: String| {
            let _ = writeln!(out, "{label:<18}{text}");
        };
        line("model", format!("{} ({})", self.model, sizes.join(", ")));
        line("step", format!("{:.0} ns, median of rounds {:.0} ns", self.fastest, self.median));
        line(
            "steps/s",
            format!("{:.0}, {:.1} times real time", self.steps_per_second(), self.steps_per_second() * self.timestep),
        );
        let kib = |bytes: usize| format!("{:.0} KiB", bytes as f64 / 1024.0);
        let peak = self.peak_bytes.map_or(String::new(), |peak| format!(", process at most {}", kib(peak)));
        line("memory", format!("model {}, data {}{peak}", kib(self.model_bytes), kib(self.data_bytes)));
        if self.stages.is_empty() {
            return out;
        }
        line(
            "mean of a step",
            format!("{:.1} contacts, {:.1} rows, {:.1} iterations", self.contacts, self.rows, self.iterations),
        );
        let total: f64 = self.stages.iter().flat_map(|(_, stages)| stages).map(|(_, time)| time).sum();
        let mut entry = |indent: &str, name: &str, time: f64| {
            line("", format!("{:<18}{time:>11.0} ns {:>5.1} %", format!("{indent}{name}"), 100.0 * time / total));
        };
        for (part, stages) in &self.stages {
            entry("", part, stages.iter().map(|(_, time)| time).sum());
            if stages.len() > 1 {
                for (name, time) in stages {
                    entry("  ", name, *time);
                }
            }
        }
        out
    }
}

/// Most memory that the process held, where the system tells.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? * 1024)
}
