//! What most programs need: `use sinew::prelude::*`.

pub use crate::{Data, Id, Load, Model};
