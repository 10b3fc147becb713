//! MJCF and URDF for Sinew: reading, editing, compiling and writing models.

pub mod assets;
mod compile;
mod error;
pub mod files;
mod read;
mod schema;
pub mod spec;
pub mod urdf;

pub use compile::compile;
pub use error::{Details, Error, Fault, Warnings};
pub use files::Files;
pub use read::{read, read_file, read_with};
pub use schema::describe;
pub use spec::Spec;

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
        Self { depth: 500, text: 1 << 28, elements: 1_000_000, copies: 200_000, files: 50 }
    }
}
