//! MuJoCo's physics in safe Rust.
//!
//! ```
//! use sinew::prelude::*;
//!
//! let model = Model::from_xml_str(
//!     r#"<mujoco>
//!          <worldbody>
//!            <body name="bob">
//!              <joint axis="0 1 0" pos="0 0 1"/>
//!              <geom type="sphere" size="0.1" mass="1"/>
//!            </body>
//!          </worldbody>
//!        </mujoco>"#,
//! )?;
//! let mut data = model.make_data();
//! data.qpos[0] = 0.5;
//! for _ in 0..100 {
//!     data.step(&model)?;
//! }
//! println!("{:?} at t = {}", data.xpos[model.body("bob")?], data.time);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Model`] is constant and shared; a [`Data`] is one simulation of it. Both are flat columns with MuJoCo's names:
//! `data.xpos`, `model.body_mass`. [`Load`] makes models from files, texts and bytes; [`Spec`] is a model that can still be
//! edited.

pub mod batch;
mod parallel;
pub mod prelude;
pub mod profile;
mod saving;
mod threads;

use std::path::Path;

pub use parallel::ParallelDerivatives;
pub use saving::write_whole;
pub use sinew_core::model::*;
pub use sinew_core::*;
pub use sinew_mjcf::{Error, Fault, Files, Limits, Spec, Warnings, compile, compile_with, files, read, read_with};
pub use threads::Threads;

/// Making models. MJCF and URDF are told apart by their root element.
pub trait Load: Sized {
    /// A model from a file; what it includes and its assets are found beside it.
    #[doc(alias = "mj_loadXML")]
    fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Error>;

    /// A model from a text that needs no other files.
    fn from_xml_str(xml: &str) -> Result<Self, Error>;

    /// A model from a text, with its files given as bytes.
    fn from_xml_assets(xml: &str, assets: &files::Memory) -> Result<Self, Error>;
}

impl Load for Model {
    fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        load_path(path).map(|(model, _)| model)
    }

    fn from_xml_str(xml: &str) -> Result<Self, Error> {
        load_str(xml, "model.xml").map(|(model, _)| model)
    }

    fn from_xml_assets(xml: &str, assets: &files::Memory) -> Result<Self, Error> {
        load(xml, "model.xml", assets).map(|(model, _)| model)
    }
}

/// A model from a file, with what the compiler has to say about it.
pub fn load_path(path: impl AsRef<Path>) -> Result<(Model, Warnings), Error> {
    load_path_with(path, &files::Disk::default(), &Limits::default())
}

/// A model from a file of a source of files, within limits: [`Limits::trusted`] lifts them for models of one's own,
/// [`files::Folder`] keeps those of others inside a folder.
///
/// ```
/// use sinew::{Limits, files::{Disk, Folder}};
///
/// let folder = Folder::new("../../models", Disk::default())?;
/// let (model, warnings) = sinew::load_path_with("../../models/arm.xml", &folder, &Limits::default())?;
/// assert!(model.nv > 0 && warnings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_path_with(path: impl AsRef<Path>, files: &dyn Files, limits: &Limits) -> Result<(Model, Warnings), Error> {
    let mut warnings = Warnings::new();
    let spec = sinew_mjcf::read_file_with(&path.as_ref().to_string_lossy(), files, &mut warnings, limits)?;
    let model = compile_with(&spec, files, &mut warnings, limits)?;
    Ok((model, warnings))
}

/// A specification from a file of a source of files.
pub fn read_path(path: impl AsRef<Path>, files: &dyn Files, warnings: &mut Warnings) -> Result<Spec, Error> {
    sinew_mjcf::read_file(&path.as_ref().to_string_lossy(), files, warnings)
}

/// A model from a text that needs no other files, with what the compiler has to say about it.
pub fn load_str(xml: &str, file_name: &str) -> Result<(Model, Warnings), Error> {
    load(xml, file_name, &files::NoFiles)
}

/// A model from a text and a source of files, with what the compiler has to say about it.
pub fn load(xml: &str, file_name: &str, files: &dyn Files) -> Result<(Model, Warnings), Error> {
    let mut warnings = Warnings::new();
    let spec = read(xml, file_name, files, &mut warnings)?;
    let model = compile(&spec, files, &mut warnings)?;
    Ok((model, warnings))
}

/// The examples of the README, which must compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The examples of the manual, likewise.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../book/first-steps.md")]
    struct FirstSteps;
    #[doc = include_str!("../../../book/derivatives.md")]
    struct Derivatives;
    #[doc = include_str!("../../../book/sensors.md")]
    struct Sensors;
    #[doc = include_str!("../../../book/many.md")]
    struct Many;
    #[doc = include_str!("../../../book/trouble.md")]
    struct Trouble;
}
