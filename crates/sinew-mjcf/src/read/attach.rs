//! Replicas and attached models.

use super::bodies::Inside;
use super::{Id, Reader};
use crate::error::Error;
use crate::spec::Spec;

/// A model that can be attached.
pub(super) struct Asset {
    pub name: String,
    pub spec: Spec,
    /// where its files and settings went, once it was attached
    pub placed: Option<(u32, u32)>,
}

impl Reader<'_> {
    pub(super) fn replicate(&mut self, id: Id, _inside: Inside) -> Result<(), Error> {
        Err(Error::Unsupported(self.document.fault(id, "'replicate' is not supported yet")))
    }

    pub(super) fn attach(&mut self, id: Id, _inside: Inside) -> Result<(), Error> {
        Err(Error::Unsupported(self.document.fault(id, "'attach' is not supported yet")))
    }
}
