//! What every part of the compiler needs: the specification, the settings that hold at a place, and errors.

use super::scale::Keys;
use crate::error::{Error, Fault};
use crate::limits::{Deadline, Limits};
use crate::spec::{self, Compiler, Place, Spec};

/// An element of a specification, as messages refer to it.
pub(super) trait Element {
    /// name of the XML element
    fn kind(&self) -> &'static str;
    /// where it was written
    fn at(&self) -> Place;
    /// its name
    fn name(&self) -> &str;
}

macro_rules! elements {
    ($($ty:ident $kind:literal,)*) => {$(
        impl Element for spec::$ty {
            fn kind(&self) -> &'static str { $kind }
            fn at(&self) -> Place { self.at }
            fn name(&self) -> &str { &self.name }
        }
    )*};
}
elements! {
    Body "body", Frame "frame", Joint "joint", Geom "geom", Site "site", Camera "camera", Light "light",
    Mesh "mesh", Skin "skin", HField "hfield", Texture "texture", Material "material",
    Pair "pair", Exclude "exclude", Equality "equality", Tendon "tendon", Actuator "actuator", Sensor "sensor",
    Numeric "numeric", Text "text", Tuple "tuple", Key "key",
}

/// The specification that is being compiled, and what it may ask for.
#[derive(Clone, Copy)]
pub(super) struct Context<'s> {
    pub spec: &'s Spec,
    pub limits: &'s Limits,
    pub deadline: Deadline,
    /// what scales of frames do to keyframes
    pub keys: Option<&'s Keys>,
}

impl<'s> Context<'s> {
    /// Settings that hold for an element: its own model's, if it was attached.
    pub fn compiler(self, at: Place) -> &'s Compiler {
        let compilers = &self.spec.compilers;
        compilers.get(at.compiler as usize).unwrap_or(&compilers[0])
    }

    fn fault(self, element: &dyn Element, message: impl Into<String>) -> Fault {
        Fault::of(self.spec, element.at(), element.kind(), element.name(), message)
    }

    /// A value that the format does not allow.
    pub fn invalid(self, element: &dyn Element, message: impl Into<String>) -> Error {
        Error::Invalid(self.fault(element, message))
    }

    /// Something that cannot be simulated.
    pub fn physics(self, element: &dyn Element, message: impl Into<String>) -> Error {
        Error::Physics(self.fault(element, message))
    }

    /// A name that stands for nothing, or for two things.
    pub fn reference(self, element: &dyn Element, message: impl Into<String>) -> Error {
        Error::Reference(self.fault(element, message))
    }

    /// Part of the format, but not of Sinew yet.
    pub fn unsupported(self, element: &dyn Element, message: impl Into<String>) -> Error {
        Error::Unsupported(self.fault(element, message))
    }

    /// A file that cannot be used.
    pub fn file(self, element: &dyn Element, message: impl Into<String>) -> Error {
        Error::File(self.fault(element, message))
    }

    /// More than a model may ask for.
    pub fn limit(self, element: &dyn Element, message: impl Into<String>) -> Error {
        Error::Limit(self.fault(element, message))
    }

    /// An error about this element if the time is over.
    pub fn in_time(self, element: &dyn Element) -> Result<(), Error> {
        self.deadline.passed().map_or(Ok(()), |message| Err(self.limit(element, message)))
    }

    /// User numbers of an element, padded to the width of the column.
    pub fn userdata(self, element: &dyn Element, data: &[f64], out: &mut [f64], size: &str) -> Result<(), Error> {
        if data.len() > out.len() {
            let (got, most) = (data.len(), out.len());
            return Err(self.invalid(element, format!("user has {got} numbers, but {size} allows {most}")));
        }
        out[..data.len()].copy_from_slice(data);
        Ok(())
    }
}
