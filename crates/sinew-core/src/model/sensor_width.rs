//! How many numbers sensors give.

use super::SensorType;

impl SensorType {
    /// How many numbers a sensor of this type gives, unless that depends on its object or its settings.
    pub fn width(self) -> Option<usize> {
        match self {
            Self::Actuatorpos
            | Self::Actuatorvel
            | Self::Actuatorfrc
            | Self::Contact
            | Self::Tactile
            | Self::Rangefinder
            | Self::User
            | Self::Plugin => None,
            Self::Camprojection => Some(2),
            Self::Accelerometer
            | Self::Velocimeter
            | Self::Gyro
            | Self::Force
            | Self::Torque
            | Self::Magnetometer
            | Self::Ballangvel
            | Self::Framepos
            | Self::Framexaxis
            | Self::Frameyaxis
            | Self::Framezaxis
            | Self::Framelinvel
            | Self::Frameangvel
            | Self::Framelinacc
            | Self::Frameangacc
            | Self::Subtreecom
            | Self::Subtreelinvel
            | Self::Subtreeangmom
            | Self::Geomnormal => Some(3),
            Self::Ballquat | Self::Framequat => Some(4),
            Self::Geomfromto => Some(6),
            _ => Some(1),
        }
    }
}
