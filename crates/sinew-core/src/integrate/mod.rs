//! Integrators: from accelerations to the next state.
