//! Comparison column by column.

use std::fmt::Write as _;

use sinew_core::model::ObjType;
use sinew_core::table::{Column, Field, Width};
use sinew_core::{Data, Id, Model};

use crate::Case;

/// Allowed error of a column, relative to its largest number (at least [`FLOOR`]).
///
/// Everything is computed in the same precision by the same formulas, so rounding is all that should differ. What is
/// listed amplifies rounding: linear solves, and what follows from them.
pub fn tolerance(column: &str) -> f64 {
    match column {
        "qacc_smooth" | "qacc" | "cacc" | "cfrc_int" | "cfrc_ext" | "sensordata" | "qLDiagInv" => 1e-10,
        "qpos" | "qvel" | "act" => 1e-11,
        _ => 1e-12,
    }
}

/// Scale below which errors count absolutely.
pub const FLOOR: f64 = 1e-3;

/// Columns that hold quaternions, which stand for the same rotation with either sign.
const QUATERNIONS: [&str; 4] = ["xquat", "xiquat", "geom_xquat", "site_xquat"];

/// The sparse moments of actuators, compared in full: which entries are stored hangs on whether rounding left zero.
const MOMENTS: [&str; 4] = ["actuator_moment", "moment_rownnz", "moment_rowadr", "moment_colind"];

/// What disagreed, for one message at the end of a test.
#[derive(Debug, Default)]
pub struct Report {
    lines: String,
    failures: usize,
    compared: usize,
}

impl Report {
    /// Compares the columns that `wanted` picks with MuJoCo's.
    pub fn columns(&mut self, model: &str, m: &Model, d: &Data, case: &Case<'_>, wanted: impl Fn(&Field) -> bool) {
        for (i, field) in Data::FIELDS.iter().enumerate().filter(|(_, field)| wanted(field)) {
            let place = format!("{model}, case {}: {}", case.index, field.name);
            if MOMENTS.contains(&field.name) {
                if field.name == MOMENTS[0] {
                    let want = case.data_filled(m);
                    self.reals(&place, m, field, &full_moment(m, d), &full_moment(m, &want));
                }
                continue;
            }
            match d.column_at(i) {
                Column::F64(got) => {
                    if let Some(want) = case.reals(field.name) {
                        self.reals(&place, m, field, got, &want);
                    }
                }
                Column::I32(got) => {
                    if let Some(want) = case.ints(field.name) {
                        self.ints(&place, m, field, got, &want);
                    }
                }
                _ => {}
            }
        }
    }

    /// Compares numbers with MuJoCo's.
    pub fn reals(&mut self, place: &str, m: &Model, field: &Field, got: &[f64], want: &[f64]) {
        self.reals_within(place, m, field, (got, want), tolerance(field.name));
    }

    /// Compares numbers with MuJoCo's, with a tolerance of one's own.
    pub fn reals_within(
        &mut self,
        place: &str,
        m: &Model,
        field: &Field,
        (got, want): (&[f64], &[f64]),
        tolerance: f64,
    ) {
        self.compared += 1;
        if got.len() != want.len() {
            return self.fail(&format!("{place}: {} numbers, MuJoCo has {}", got.len(), want.len()));
        }
        let limit = std::env::var("SINEW_TOL").ok().and_then(|t| t.parse().ok()).unwrap_or(tolerance);
        let scale = want.iter().fold(FLOOR, |top, x| top.max(x.abs()));
        let width = row_width(field, m);
        let mirrored = |k: usize| {
            let row = k / width * width..k / width * width + width;
            QUATERNIONS.contains(&field.name) && dot(&got[row.clone()], &want[row]) < 0.0
        };
        let error = |k: usize| (if mirrored(k) { got[k] + want[k] } else { got[k] - want[k] }).abs() / scale;
        // a NaN compares as the worst of all
        let Some(worst) = (0..got.len()).max_by(|&a, &b| badness(error(a)).total_cmp(&badness(error(b)))) else {
            return;
        };
        if badness(error(worst)) > limit {
            let row = row_name(m, field, worst / width);
            let (got, want) = (got[worst], want[worst]);
            let error = error(worst);
            self.fail(&format!("{place}[{row}][{}]: got {got:e}, want {want:e}, off by {error:.1e}", worst % width));
        }
    }

    /// Compares integers with MuJoCo's.
    pub fn ints(&mut self, place: &str, m: &Model, field: &Field, got: &[i32], want: &[i32]) {
        self.compared += 1;
        let width = row_width(field, m);
        if got.len() != want.len() {
            self.fail(&format!("{place}: {} numbers, MuJoCo has {}", got.len(), want.len()));
        } else if let Some(k) = (0..got.len()).find(|&k| got[k] != want[k]) {
            let row = row_name(m, field, k / width);
            self.fail(&format!("{place}[{row}][{}]: got {}, want {}", k % width, got[k], want[k]));
        }
    }

    /// Notes a disagreement.
    pub fn fail(&mut self, line: &str) {
        self.failures += 1;
        if self.failures <= 60 {
            let _ = writeln!(self.lines, "{line}");
        }
    }

    /// Ends the test.
    ///
    /// # Panics
    /// If something disagreed, or nothing was compared.
    pub fn finish(self) {
        assert!(self.compared > 0, "nothing was compared");
        assert!(self.failures == 0, "{} of {} disagree:\n{}", self.failures, self.compared, self.lines);
    }
}

/// Moments of actuators as a full matrix.
fn full_moment(m: &Model, d: &Data) -> Vec<f64> {
    let mut out = vec![0.0; m.nout * m.nv];
    for row in 0..m.nout {
        let start = d.moment_rowadr[row].ix();
        for k in start..start + d.moment_rownnz[row].ix() {
            out[row * m.nv + d.moment_colind[k].ix()] = d.actuator_moment[k];
        }
    }
    out
}

fn badness(error: f64) -> f64 {
    if error.is_nan() { f64::INFINITY } else { error }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn row_width(field: &Field, m: &Model) -> usize {
    match field.width {
        Width::Fixed(n) => n,
        Width::Sized(size, n) => n * m.size(size).unwrap_or(1),
    }
    .max(1)
}

/// Name of the object that a row belongs to, or its number.
fn row_name(m: &Model, field: &Field, row: usize) -> String {
    let kind = match field.rows {
        "nbody" => Some(ObjType::Body),
        "njnt" => Some(ObjType::Joint),
        "ngeom" => Some(ObjType::Geom),
        "nsite" => Some(ObjType::Site),
        "ncam" => Some(ObjType::Camera),
        "nlight" => Some(ObjType::Light),
        "ntendon" => Some(ObjType::Tendon),
        "nactuator" => Some(ObjType::Actuator),
        _ => None,
    };
    let name = kind.and_then(|kind| m.name(kind, row)).filter(|name| !name.is_empty());
    name.map_or_else(|| row.to_string(), String::from)
}
