//! `sinew diff`: how two models differ, field by field.

use std::process::ExitCode;

use anyhow::Result;
use sinew::table::{Column, Field, Width};
use sinew::{Model, ObjType};

/// Arguments of `sinew diff`.
#[derive(clap::Args)]
pub struct Args {
    /// First model
    a: String,
    /// Second model
    b: String,
    /// Differences up to this, relative to the largest number of a field, do not count
    #[arg(long, default_value_t = 0.0)]
    tolerance: f64,
}

/// Runs the command. The exit code is 1 if the models differ.
pub fn diff(args: &Args) -> Result<ExitCode> {
    let load = |name: &str| crate::models::load_and_warn(name, crate::models::Trust::default());
    let (a, b) = (load(&args.a)?, load(&args.b)?);
    let mut lines = Vec::new();
    for (name, doc) in Model::SIZES {
        let (x, y) = (a.size(name).unwrap_or(0), b.size(name).unwrap_or(0));
        if x != y {
            lines.push(format!("{name}: {x} → {y} ({doc})"));
        }
    }
    for (name, _, _) in sinew::Options::FIELDS {
        if let (Some(x), Some(y)) = (a.opt.get(name), b.opt.get(name))
            && x != y
        {
            lines.push(format!("opt.{name}: {} → {}", show(&x), show(&y)));
        }
    }
    for (i, field) in Model::FIELDS.iter().enumerate() {
        let (x, y) = (a.column_at(i), b.column_at(i));
        if x.len() == y.len() {
            lines.extend(difference(&a, field, &x, &y, args.tolerance));
        }
    }
    for line in &lines {
        println!("{line}");
    }
    match lines.len() {
        0 => println!("the models are the same"),
        1 => println!("1 difference"),
        n => println!("{n} differences"),
    }
    Ok(if lines.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Numbers of a column as reals.
fn reals(column: &Column<'_>) -> Vec<f64> {
    match column {
        Column::F64(s) => s.to_vec(),
        Column::F32(s) => s.iter().map(|&x| x.into()).collect(),
        Column::I32(s) => s.iter().map(|&x| x.into()).collect(),
        Column::I64(s) => s.iter().map(|&x| x as f64).collect(),
        Column::U8(s) => s.iter().map(|&x| x.into()).collect(),
        Column::Bool(s) => s.iter().map(|&x| f64::from(u8::from(x))).collect(),
    }
}

/// A column in short.
fn show(column: &Column<'_>) -> String {
    let numbers: Vec<String> = reals(column).iter().map(f64::to_string).collect();
    numbers.join(" ")
}

/// Where a column differs the most.
fn difference(m: &Model, field: &Field, a: &Column<'_>, b: &Column<'_>, tolerance: f64) -> Option<String> {
    let (a, b) = (reals(a), reals(b));
    let scale = a.iter().chain(&b).fold(0.0_f64, |max, x| max.max(x.abs()));
    let differs =
        |x: f64, y: f64| x.to_bits() != y.to_bits() && ((x - y).abs() > tolerance * scale || (x - y).is_nan());
    let count = a.iter().zip(&b).filter(|(x, y)| differs(**x, **y)).count();
    let worst = (0..a.len()).max_by(|&i, &j| (a[i] - b[i]).abs().total_cmp(&(a[j] - b[j]).abs()))?;
    if count == 0 {
        return None;
    }
    let width = match field.width {
        Width::Fixed(n) => n,
        Width::Sized(size, n) => n * m.size(size).unwrap_or(1),
    };
    let row = worst / width.max(1);
    let name = object(field.rows).and_then(|object| m.name(object, row)).map_or(String::new(), |n| format!(" \"{n}\""));
    let (x, y) = (a[worst], b[worst]);
    Some(format!("{}: {count} of {} differ, most in row {row}{name}: {x} → {y}", field.name, a.len()))
}

/// Kind of object that a size counts.
fn object(size: &str) -> Option<ObjType> {
    Some(match size {
        "nbody" => ObjType::Body,
        "njnt" => ObjType::Joint,
        "ngeom" => ObjType::Geom,
        "nsite" => ObjType::Site,
        "ncam" => ObjType::Camera,
        "nlight" => ObjType::Light,
        "nmesh" => ObjType::Mesh,
        "nhfield" => ObjType::Hfield,
        "ntex" => ObjType::Texture,
        "nmat" => ObjType::Material,
        "npair" => ObjType::Pair,
        "nexclude" => ObjType::Exclude,
        "neq" => ObjType::Equality,
        "ntendon" => ObjType::Tendon,
        "nactuator" => ObjType::Actuator,
        "nsensor" => ObjType::Sensor,
        "nkey" => ObjType::Key,
        _ => return None,
    })
}
