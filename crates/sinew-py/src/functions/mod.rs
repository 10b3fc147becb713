//! Functions under MuJoCo's names, with MuJoCo's argument order; output arrays are filled in place.

mod derivative;
mod files;
mod history;
mod inertia;
mod jacobian;
mod lookup;
mod query;
mod reset;
mod stages;
mod state;
mod support;
mod transition;
mod util;
mod util3;

use pyo3::prelude::*;

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    stages::register(module)?;
    reset::register(module)?;
    lookup::register(module)?;
    query::register(module)?;
    inertia::register(module)?;
    jacobian::register(module)?;
    derivative::register(module)?;
    transition::register(module)?;
    files::register(module)?;
    history::register(module)?;
    state::register(module)?;
    support::register(module)?;
    util::register(module)?;
    util3::register(module)
}

/// Adds the listed functions to a module.
macro_rules! add_functions {
    ($module:expr; $($function:ident),* $(,)?) => {
        $($module.add_function(pyo3::wrap_pyfunction!($function, $module)?)?;)*
    };
}
pub(crate) use add_functions;
