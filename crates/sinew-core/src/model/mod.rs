//! The compiled model.

mod binary;
mod columns;
pub mod enums;
mod layout;
mod names;
mod option;

pub use columns::Model;
pub use enums::*;
pub(crate) use layout::span;
pub use names::UnknownName;
pub use option::{
    Options, Statistic, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};

impl Clone for Model {
    fn clone(&self) -> Self {
        let mut out = Self::default();
        out.copy_from(self);
        out
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (nq, nv, nu, nbody) = (self.nq, self.nv, self.nu, self.nbody);
        write!(f, "Model {{ nq: {nq}, nv: {nv}, nu: {nu}, nbody: {nbody} }}")
    }
}
