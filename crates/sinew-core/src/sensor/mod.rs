//! Sensors.
