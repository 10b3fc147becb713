//! MJCF and URDF for Sinew: reading, editing, compiling and writing models.

pub mod assets;
mod compile;
mod error;
pub mod files;
mod limits;
mod read;
mod rotation;
mod schema;
pub mod spec;
pub mod urdf;
mod write;

pub use compile::{compile, compile_with};
pub use error::{Details, Error, Fault, Warnings};
pub use files::Files;
pub use limits::Limits;
pub use read::{decode, read, read_file, read_file_with, read_with};
pub use schema::describe;
pub use spec::Spec;
pub use write::write;

/// Reads a model from a text and compiles it; `file_name` and `files` as in [`read`].
///
/// ```
/// use sinew_mjcf::{Warnings, files::NoFiles, load};
///
/// let xml = r#"<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>"#;
/// let model = load(xml, "ball.xml", &NoFiles, &mut Warnings::new())?;
/// assert_eq!((model.nq, model.nv), (7, 6));
/// # Ok::<(), sinew_mjcf::Error>(())
/// ```
#[doc(alias = "mj_loadXML")]
pub fn load(
    xml: &str,
    file_name: &str,
    files: &dyn Files,
    warnings: &mut Warnings,
) -> Result<sinew_core::Model, Error> {
    compile(&read(xml, file_name, files, warnings)?, files, warnings)
}
