//! What a run says at its end.

use std::fmt::Write;

use serde_json::json;
use sinew::{Data, Model, energy};

use sinew::profile::Profile;

/// Figures of a run.
pub struct Summary {
    model: String,
    sizes: [(&'static str, usize); 5],
    timestep: f64,
    load_seconds: f64,
    energy_start: [f64; 2],
    energy_end: [f64; 2],
    steps: usize,
    seconds: f64,
    max_contacts: usize,
    max_rows: usize,
    time: f64,
    stages: Vec<(String, f64)>,
    /// why the run ended early
    pub failure: Option<String>,
}

impl Summary {
    /// Figures at the start.
    pub fn begin(name: &str, m: &Model, d: &Data, load_seconds: f64) -> Self {
        let sizes = [("nq", m.nq), ("nv", m.nv), ("nu", m.nu), ("nbody", m.nbody), ("ngeom", m.ngeom)];
        Self {
            model: name.into(),
            sizes,
            timestep: m.opt.timestep,
            load_seconds,
            energy_start: total_energy(m, &mut d.clone()),
            energy_end: [0.0; 2],
            steps: 0,
            seconds: 0.0,
            max_contacts: 0,
            max_rows: 0,
            time: 0.0,
            stages: Vec::new(),
            failure: None,
        }
    }

    /// Takes note of a step.
    pub fn observe(&mut self, d: &Data) {
        self.steps += 1;
        self.max_contacts = self.max_contacts.max(d.contact.len());
        self.max_rows = self.max_rows.max(d.nefc);
    }

    /// Figures at the end.
    pub fn finish(&mut self, m: &Model, d: &mut Data, seconds: f64, profile: &Profile) {
        self.seconds = seconds;
        self.time = d.time;
        self.energy_end = total_energy(m, d);
        self.stages = profile.stages();
    }

    /// Steps so far.
    pub fn steps(&self) -> usize {
        self.steps
    }

    fn steps_per_second(&self) -> f64 {
        self.steps as f64 / self.seconds.max(1e-12)
    }

    /// Simulated seconds per second.
    fn real_time_factor(&self) -> f64 {
        self.steps_per_second() * self.timestep
    }

    /// The summary for a program.
    pub fn to_json(&self) -> serde_json::Value {
        let micros = |seconds: f64| 1e6 * seconds / self.steps.max(1) as f64;
        let stages: serde_json::Map<_, _> =
            self.stages.iter().map(|(name, seconds)| (name.clone(), json!(micros(*seconds)))).collect();
        let sizes: serde_json::Map<_, _> = self.sizes.iter().map(|(name, n)| ((*name).into(), json!(n))).collect();
        json!({
            "model": self.model,
            "sizes": sizes,
            "timestep": self.timestep,
            "load_seconds": self.load_seconds,
            "steps": self.steps,
            "time": self.time,
            "seconds": self.seconds,
            "steps_per_second": self.steps_per_second(),
            "real_time_factor": self.real_time_factor(),
            "energy_start": { "potential": self.energy_start[0], "kinetic": self.energy_start[1] },
            "energy_end": { "potential": self.energy_end[0], "kinetic": self.energy_end[1] },
            "max_contacts": self.max_contacts,
            "max_constraint_rows": self.max_rows,
            "microseconds_per_step": stages,
            "failure": self.failure,
        })
    }

    /// The summary for a person.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let sizes: Vec<_> = self.sizes.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let mut line = |label: &str, text: String| {
            let _ = writeln!(out, "{label:<18}{text}");
        };
        line("model", format!("{} ({}), loaded in {:.1} ms", self.model, sizes.join(", "), 1e3 * self.load_seconds));
        line("simulated", format!("{:.3} s in {} steps of {} s", self.time, self.steps, self.timestep));
        line("took", format!("{:.3} s: {:.0} steps/s", self.seconds, self.steps_per_second()));
        line("real-time factor", format!("{:.1}", self.real_time_factor()));
        let energy = |e: [f64; 2]| format!("{:.6} J (potential {:.6}, kinetic {:.6})", e[0] + e[1], e[0], e[1]);
        line("energy, start", energy(self.energy_start));
        line("energy, end", energy(self.energy_end));
        line("contacts, rows", format!("at most {} and {}", self.max_contacts, self.max_rows));
        let total: f64 = self.stages.iter().map(|(_, seconds)| seconds).sum();
        for (i, (name, seconds)) in self.stages.iter().enumerate() {
            let label = if i == 0 { "time by stage" } else { "" };
            let micros = 1e6 * seconds / self.steps.max(1) as f64;
            let share = 100.0 * seconds / total.max(1e-12);
            line(label, format!("{name:<14}{micros:>9.2} µs/step {share:>5.1} %"));
        }
        if let Some(failure) = &self.failure {
            line("STOPPED", failure.clone());
        }
        out
    }
}

/// Potential and kinetic energy, whether or not the model asks for them.
fn total_energy(m: &Model, d: &mut Data) -> [f64; 2] {
    energy::energy_pos(m, d);
    energy::energy_vel(m, d);
    d.energy
}
