//! `sinew shot`: a picture of a model.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use sinew_view::Options;
use sinew_view::shot::{Shot, shot_to_file};

/// Arguments of `sinew shot`.
#[derive(clap::Args)]
pub struct Args {
    /// File, or name of a built-in model
    model: String,
    /// File to write
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
    /// Pixels, across and down
    #[arg(long, default_value = "1280x720", value_name = "WxH")]
    size: String,
    /// Camera of the model [default: the free camera]
    #[arg(long)]
    camera: Option<String>,
    /// Azimuth of the free camera, in degrees
    #[arg(long, allow_negative_numbers = true)]
    azimuth: Option<f64>,
    /// Elevation of the free camera, in degrees
    #[arg(long, allow_negative_numbers = true)]
    elevation: Option<f64>,
    /// Distance of the free camera
    #[arg(long)]
    distance: Option<f64>,
    /// Keyframe to start from, by name or number
    #[arg(short, long)]
    keyframe: Option<String>,
    /// Simulated seconds before the picture
    #[arg(short, long, default_value_t = 0.0)]
    time: f64,
    /// What to show besides: contacts, forces, joints, com, inertia, frames, islands, sites, wireframe, …
    #[arg(long, value_delimiter = ',')]
    show: Vec<String>,
    /// The whole viewer with its panels
    #[arg(long)]
    panels: bool,
    /// Light colours
    #[arg(long)]
    light: bool,
}

/// Draws the model and writes the picture.
pub fn shot(args: &Args) -> Result<ExitCode> {
    let (width, height) = size(&args.size)?;
    let what = Shot {
        width,
        height,
        panels: args.panels,
        theme: if args.light { "light" } else { "dark" }.into(),
        camera: args.camera.clone(),
        look: [args.azimuth, args.elevation, args.distance],
        show: args.show.clone(),
    };
    let options = Options { paused: true, keyframe: args.keyframe.clone(), run: args.time, ..Options::default() };
    shot_to_file(&crate::models::source(&args.model)?, &options, &what, &args.output)?;
    Ok(ExitCode::SUCCESS)
}

fn size(text: &str) -> Result<(u32, u32)> {
    let parse = |text: &str| text.parse::<u32>().ok().filter(|pixels| (16..=8192).contains(pixels));
    let parts = text.split_once('x').context("a size is two numbers with an x between them, 1280x720")?;
    match (parse(parts.0), parse(parts.1)) {
        (Some(width), Some(height)) => Ok((width, height)),
        _ => bail!("a size is two numbers from 16 to 8192, got {text}"),
    }
}
