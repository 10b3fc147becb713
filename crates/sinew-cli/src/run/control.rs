//! Controls of a run: none, from a file, or random.

use std::path::Path;

use anyhow::{Context, Result, bail};
use sinew::{Data, Model};

/// Where controls come from.
pub enum Control {
    /// left as they are
    Neutral,
    /// one row per step, the last one held
    Table(Vec<Vec<f64>>),
    /// smoothed Gaussian noise
    Noise { scale: f64, random: Random },
}

/// Time constant of the random controls, in seconds.
const CORRELATION: f64 = 0.1;

impl Control {
    /// Controls from the arguments of the command.
    pub fn new(model: &Model, file: Option<&Path>, noise: Option<f64>, seed: u64) -> Result<Self> {
        if let Some(path) = file {
            return Ok(Self::Table(read_table(path, model.nu)?));
        }
        match noise {
            Some(scale) if !scale.is_finite() || scale < 0.0 => bail!("noise must be a positive number, got {scale}"),
            Some(scale) => Ok(Self::Noise { scale, random: Random(seed) }),
            None => Ok(Self::Neutral),
        }
    }

    /// Where the random stream is, if there is one.
    pub fn stream(&self) -> Option<u64> {
        match self {
            Self::Noise { random, .. } => Some(random.0),
            _ => None,
        }
    }

    /// Sets the random stream to where it was.
    pub fn resume(&mut self, stream: u64) {
        if let Self::Noise { random, .. } = self {
            random.0 = stream;
        }
    }

    /// Sets the controls of a step.
    pub fn apply(&mut self, m: &Model, d: &mut Data, step: usize) {
        match self {
            Self::Neutral => {}
            Self::Table(rows) => {
                if let Some(row) = rows.get(step).or(rows.last()) {
                    d.ctrl.copy_from_slice(row);
                }
            }
            Self::Noise { scale, random } => {
                // a first-order filter with the asked standard deviation
                let keep = (-m.opt.timestep / CORRELATION).exp();
                let spread = (1.0 - keep * keep).sqrt();
                for i in 0..m.nu {
                    let [low, high] = m.actuator_ctrlrange[i];
                    let limited = m.actuator_ctrllimited[i];
                    let (middle, half) = if limited { (0.5 * (low + high), 0.5 * (high - low)) } else { (0.0, 1.0) };
                    let ctrl = middle + keep * (d.ctrl[i] - middle) + spread * *scale * half * random.gaussian();
                    d.ctrl[i] = if limited { ctrl.clamp(low, high) } else { ctrl };
                }
            }
        }
    }
}

/// Reads rows of `columns` numbers, separated by commas or blanks; a heading and empty lines are passed over.
fn read_table(path: &Path, columns: usize) -> Result<Vec<Vec<f64>>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mut rows = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let fields = text.split([',', ' ', '\t', ';']).filter(|field| !field.is_empty());
        let row: Result<Vec<f64>, _> = fields.map(str::parse).collect();
        match row {
            Ok(row) if row.is_empty() => {}
            Ok(row) if row.len() == columns => rows.push(row),
            Ok(row) => bail!("{name}:{}: expected {columns} controls, got {}", line + 1, row.len()),
            Err(_) if line == 0 => {}
            Err(error) => bail!("{name}:{}: {error}", line + 1),
        }
    }
    if rows.is_empty() {
        bail!("{name}: there are no controls in it");
    }
    Ok(rows)
}

/// `SplitMix64`: small, seeded, the same everywhere. Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators* (2014).
pub struct Random(pub u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A normal deviate, after Box and Muller.
    fn gaussian(&mut self) -> f64 {
        let (u, v) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_deviates_have_zero_mean_and_unit_variance() {
        let mut random = Random(7);
        let n = 20_000;
        let xs: Vec<f64> = (0..n).map(|_| random.gaussian()).collect();
        let mean = xs.iter().sum::<f64>() / f64::from(n);
        let variance = xs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
