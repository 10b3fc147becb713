//! Actuators: controls and activations to forces.
