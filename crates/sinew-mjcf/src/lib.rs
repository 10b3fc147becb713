//! MJCF and URDF for Sinew: reading, editing, compiling and writing models.

pub mod assets;
mod compile;
mod error;
pub mod files;
mod read;
mod schema;
pub mod spec;
pub mod urdf;
mod write;

pub use compile::compile;
pub use error::{Details, Error, Fault, Warnings};
pub use files::Files;
pub use read::{decode, read, read_file, read_with};
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

/// How much a model may ask for before it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// elements inside one another, included files counted in; MuJoCo's parser stops here too
    pub depth: usize,
    /// bytes of a model file
    pub text: usize,
    /// elements of a model file and of all that it includes
    pub elements: usize,
    /// elements made by `replicate` and `attach`
    pub copies: usize,
    /// files inside one another: includes, or models attached to models
    pub files: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 500, text: 1 << 28, elements: 1_000_000, copies: 250_000, files: 50 }
    }
}
