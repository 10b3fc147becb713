//! `sinew check`: what a model holds, and what looks wrong with it.

use std::process::ExitCode;

use anyhow::{Context, Result};
use sinew::{GainType, GeomType, Integrator, JointType, Model, ObjType, SolverType};

/// Arguments of `sinew check`.
#[derive(clap::Args)]
pub struct Args {
    /// File, or name of a built-in model
    model: String,
    /// Save the compiled model to a binary file, which loads at once
    #[arg(long, value_name = "FILE.sinew")]
    save: Option<std::path::PathBuf>,
    #[command(flatten)]
    trust: crate::models::Trust,
}

/// Runs the command. The exit code is 1 if there is something to worry about.
pub fn check(args: &Args) -> Result<ExitCode> {
    let (model, warnings) = crate::models::load(&args.model, args.trust)?;
    println!("{}: loads", args.model);
    for (label, text) in contents(&model) {
        println!("  {label:<12}{text}");
    }
    let mut worries: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    worries.extend(lint(&model)?);
    for worry in &worries {
        println!("warning: {worry}");
    }
    if let Some(path) = &args.save {
        sinew::write_whole(path, &model.to_bytes()).with_context(|| format!("cannot save {}", path.display()))?;
        println!("saved to {}", path.display());
    }
    Ok(if worries.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What the model holds, as a table.
fn contents(m: &Model) -> Vec<(&'static str, String)> {
    let count = |kinds: &[i32], kind: i32| kinds.iter().filter(|k| **k == kind).count();
    let listed = |names: Vec<(String, usize)>| {
        let parts: Vec<_> =
            names.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {}", name.to_lowercase())).collect();
        parts.join(", ")
    };
    let joints = JointType::ALL.iter().map(|k| (format!("{k:?}"), count(&m.jnt_type, *k as i32))).collect();
    let geoms = GeomType::ALL.iter().map(|k| (format!("{k:?}"), count(&m.geom_type, *k as i32))).collect();
    let mut rows = vec![
        ("bodies", format!("{} in {} trees, {:.4} kg", m.nbody, m.ntree, m.body_mass.iter().sum::<f64>())),
        ("joints", format!("{} ({}), {} dofs", m.njnt, listed(joints), m.nv)),
        ("geoms", format!("{} ({})", m.ngeom, listed(geoms))),
    ];
    for (label, n) in [
        ("meshes", m.nmesh),
        ("sites", m.nsite),
        ("tendons", m.ntendon),
        ("actuators", m.nactuator),
        ("sensors", m.nsensor),
        ("equalities", m.neq),
        ("pairs", m.npair),
        ("excludes", m.nexclude),
        ("keyframes", m.nkey),
        ("cameras", m.ncam),
    ] {
        if n > 0 {
            rows.push((label, n.to_string()));
        }
    }
    let (integrator, solver) = (Integrator::of(m.opt.integrator), SolverType::of(m.opt.solver));
    rows.push(("options", format!("time step {} s, {integrator:?}, {solver:?}", m.opt.timestep)));
    rows
}

/// Largest ratio of masses of bodies that are joined that solvers handle well.
const MASS_RATIO: f64 = 1000.0;
/// Penetration at the start that is worth a word, relative to the size of the model.
const PENETRATION: f64 = 0.01;

/// What is allowed but likely to cause trouble.
fn lint(m: &Model) -> Result<Vec<String>> {
    let mut out = Vec::new();
    let name = |kind: ObjType, id: usize| match m.name(kind, id) {
        Some(name) if !name.is_empty() => format!("\"{name}\""),
        _ => format!("{id}"),
    };

    // masses that differ by orders of magnitude along a chain
    for body in 1..m.nbody {
        let parent = m.body_parentid[body] as usize;
        let (a, b) = (m.body_mass[parent], m.body_subtreemass[body]);
        if parent > 0 && a > 0.0 && b / a > MASS_RATIO {
            out.push(format!(
                "body {} carries {:.0} times its mass: solvers converge slowly",
                name(ObjType::Body, parent),
                b / a
            ));
        }
    }
    // servos that the time step cannot resolve
    if m.opt.integrator == Integrator::Euler as i32 {
        for actuator in 0..m.nactuator {
            let kp = -m.actuator_biasprm[actuator][1];
            let acc = m.actuator_acc0[m.actuator_outadr[actuator] as usize];
            let fixed = m.actuator_gaintype[actuator] == GainType::Fixed as i32;
            if fixed && kp > 0.0 && kp * acc * m.opt.timestep * m.opt.timestep > 1.0 {
                out.push(format!(
                    "actuator {} is too stiff for a time step of {} s: use integrator=\"implicitfast\" or a smaller step",
                    name(ObjType::Actuator, actuator),
                    m.opt.timestep
                ));
            }
        }
    }
    // geoms inside one another at the start
    let mut d = m.make_data();
    d.forward(m)?;
    for contact in &d.contact {
        if -contact.dist > PENETRATION * m.stat.extent {
            let [a, b] = contact.geom.map(|g| name(ObjType::Geom, g.max(0) as usize));
            out.push(format!("geoms {a} and {b} overlap by {:.4} at the start", -contact.dist));
        }
    }
    if d.qacc.iter().any(|a| !a.is_finite()) {
        out.push("the acceleration at the start is not finite".into());
    }
    Ok(out)
}
