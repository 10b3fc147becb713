//! The compiled model.

mod binary;
mod bounds;
mod columns;
pub mod enums;
mod fluid;
mod hulls;
mod layout;
mod length_range;
mod names;
mod option;
mod sensor_errors;
mod sensor_width;
mod set_const;
mod sparsity;
pub(crate) mod validate;

pub use columns::Model;
pub use enums::*;
pub use hulls::Hulls;
pub(crate) use hulls::{Corner, Neighbours};
pub(crate) use layout::span;
pub use length_range::{LengthRangeError, LengthRangeOptions};
pub use names::{NAMED, UnknownName};
pub use option::{
    Options, Statistic, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};
pub use sensor_errors::{SensorErrors, SensorErrorsError};
pub use set_const::{
    ConstError, is_null_pose, is_same_pose, resolve_dampratio, resolve_spring_lengths, resolve_springdamper, set_const,
    set_statistics,
};
pub(crate) use set_const::{InertialConst, inertial_const_need, set_inertial_const};
pub use sparsity::{geom_sizes, joint_coordinates, joint_dofs};
pub use validate::ModelError;

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
