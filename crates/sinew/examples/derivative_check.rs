//! How far derivatives in closed form are from centred differences, on states along random motions of model files.
//!
//! `cargo run --release -p sinew --example derivative_check -- model.xml …`

use sinew::derivative::{self, Positions, Transition};
use sinew::prelude::*;

struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Largest difference within a column, relative to the largest entry of the column; and where.
fn worst(got: &[f64], want: &[f64], columns: usize) -> (f64, usize, usize) {
    let mut out = (0.0, 0, 0);
    for c in 0..columns {
        let column = |x: &[f64]| x.iter().skip(c).step_by(columns).copied().collect::<Vec<_>>();
        let (g, w) = (column(got), column(want));
        let scale = w.iter().fold(1e-3f64, |s, x| s.max(x.abs()));
        for (r, (g, w)) in g.iter().zip(&w).enumerate() {
            let e = (g - w).abs() / scale;
            if e > out.0 || e.is_nan() {
                out = (e, r, c);
            }
        }
    }
    out
}

fn main() {
    let mut integrators = vec![-1];
    let mut states = 4;
    for arg in std::env::args().skip(1) {
        if arg == "--all" {
            integrators = vec![0, 2, 3, 4, 100];
            continue;
        }
        if let Some(n) = arg.strip_prefix("--states=") {
            states = n.parse().expect("a number");
            continue;
        }
        let mut model = match Model::from_xml_path(&arg) {
            Ok(model) => model,
            Err(error) => {
                println!("{arg}: {error}");
                continue;
            }
        };
        model.opt.tolerance = 0.0;
        model.opt.iterations = 200;
        model.opt.ls_tolerance = 1e-8;
        model.opt.enableflags &= !i32::from(sinew::Enable::Sleep);
        let own = model.opt.integrator;
        for &integrator in &integrators {
            model.opt.integrator = if integrator < 0 { own } else { integrator };
            check(&arg, &model, states);
        }
    }
}

/// Centred differences of whole steps, nothing kept from one to the next.
fn differences(model: &Model, start: &Data, eps: f64, mut out: Transition<'_>) {
    let n = 2 * model.nv + model.na;
    let mut probe = start.clone();
    for column in 0..n + model.nu {
        let mut ends = Vec::new();
        for sign in [1.0, -1.0] {
            let step = sign * eps;
            probe.qpos.copy_from_slice(&start.qpos);
            probe.qvel.copy_from_slice(&start.qvel);
            probe.act.copy_from_slice(&start.act);
            probe.ctrl.copy_from_slice(&start.ctrl);
            probe.plastic.copy_from_slice(&start.plastic);
            probe.qacc_warmstart.copy_from_slice(&start.qacc_warmstart);
            probe.time = start.time;
            if column < model.nv {
                let mut v = vec![0.0; model.nv];
                v[column] = step;
                sinew::support::integrate_pos(model, &mut probe.qpos, &v, 1.0);
            } else if column < 2 * model.nv {
                probe.qvel[column - model.nv] += step;
            } else if column < n {
                probe.act[column - 2 * model.nv] += step;
            } else {
                probe.ctrl[column - n] += step;
            }
            probe.step(model).expect("it did before");
            ends.push((probe.qpos.to_vec(), probe.qvel.to_vec(), probe.act.to_vec()));
        }
        let mut row = vec![0.0; n];
        sinew::support::differentiate_pos(model, &mut row[..model.nv], 2.0 * eps, &ends[1].0, &ends[0].0);
        for i in 0..model.nv {
            row[model.nv + i] = (ends[0].1[i] - ends[1].1[i]) / (2.0 * eps);
        }
        for i in 0..model.na {
            row[2 * model.nv + i] = (ends[0].2[i] - ends[1].2[i]) / (2.0 * eps);
        }
        for (r, value) in row.into_iter().enumerate() {
            let (matrix, width, c) =
                if column < n { (&mut out.a, n, column) } else { (&mut out.b, model.nu, column - n) };
            matrix.as_deref_mut().expect("both are given")[r * width + c] = value;
        }
    }
}

fn check(name: &str, model: &Model, states: usize) {
    let mut data = model.make_data();
    let mut noise = Noise(7);
    let n = 2 * model.nv + model.na;
    let step: Vec<f64> = (0..model.nv).map(|_| 0.05 * noise.next()).collect();
    sinew::support::integrate_pos(model, &mut data.qpos, &step, 1.0);
    for v in &mut data.qvel {
        *v = 0.3 * noise.next();
    }
    for state in 0..states {
        for _ in 0..40 {
            for i in 0..model.nu {
                let [low, high] = model.actuator_ctrlrange[i];
                let (low, high) = if model.actuator_ctrllimited[i] { (low, high) } else { (-1.0, 1.0) };
                data.ctrl[i] = low + (high - low) * (0.5 + 0.45 * noise.next());
            }
            if data.step(model).is_err() {
                println!("{name}: diverges");
                return;
            }
        }
        let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n * model.nu]);
        let out = Transition { a: Some(&mut a), b: Some(&mut b), ..Transition::default() };
        if let Err(error) = derivative::transition_analytic(model, &mut data, Positions::Analytic, out) {
            println!("{name}: {error}");
            return;
        }
        let mut best: Option<[(f64, usize, usize); 2]> = None;
        let mut all = Vec::new();
        for eps in [1e-4, 1e-5, 1e-6, 1e-7] {
            let (mut fa, mut fb) = (vec![0.0; n * n], vec![0.0; n * model.nu]);
            let out = Transition { a: Some(&mut fa), b: Some(&mut fb), ..Transition::default() };
            differences(model, &data, eps, out);
            let errors = [worst(&a, &fa, n), worst(&b, &fb, model.nu)];
            all.push(format!("{:.0e}", errors[0].0));
            if best.is_none_or(|b| errors[0].0 < b[0].0) {
                best = Some(errors);
            }
        }
        data.forward(model).expect("it did before");
        let [ea, eb] = best.expect("some step");
        let all = all.join(" ");
        let flag = if ea.0.max(eb.0) > 1e-5 { "  <<<" } else { "" };
        println!(
            "{name} i{} state {state}: nv {} na {} nefc {} (ne {} nf {} nl {}) ncon {}  A {:.1e} at {:?} [{all}]  B {:.1e} at {:?}{flag}",
            model.opt.integrator,
            model.nv,
            model.na,
            data.nefc,
            data.ne,
            data.nf,
            data.nl,
            data.ncon,
            ea.0,
            (ea.1, ea.2),
            eb.0,
            (eb.1, eb.2)
        );
    }
}
