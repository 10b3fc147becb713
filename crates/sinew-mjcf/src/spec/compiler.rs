//! Compiler of a specification.

use sinew_core::math::Quat;
pub use sinew_core::model::LengthRangeOptions;
use sinew_core::model::{Conflict, InertiaFromGeom, Passthrough};

/// Compiler of a specification.
#[doc(alias = "mjsCompiler")]
#[derive(Clone, Debug, PartialEq)]
pub struct Compiler {
    /// a range without a word about limits means limited
    pub autolimits: bool,
    /// least mass of a moving body
    pub boundmass: f64,
    /// least moment of inertia of a moving body
    pub boundinertia: f64,
    /// total mass that bodies are scaled to; not positive: as they are
    pub settotalmass: f64,
    /// mend moments of inertia that no body can have
    pub balanceinertia: bool,
    /// fit primitives to the box around a mesh rather than to its inertia
    pub fitaabb: bool,
    /// angles are in degrees
    pub degree: bool,
    /// axes of Euler angles
    pub eulerseq: [u8; 3],
    /// drop geoms that cannot touch anything
    pub discardvisual: bool,
    /// let several threads work on assets
    pub usethread: bool,
    /// join bodies that cannot move with their parents
    pub fusestatic: bool,
    /// whether inertia comes from geoms
    pub inertiafromgeom: InertiaFromGeom,
    /// first and last group of geoms that count for inertia
    pub inertiagrouprange: [i32; 2],
    /// write the inertia of every body
    pub saveinertial: bool,
    /// write what was compiled rather than what was read
    pub savecompiled: bool,
    /// write quaternions and radians, whatever was read
    pub savecanonical: bool,
    /// give free bodies their inertial frame
    pub alignfree: bool,
    /// what to do when attached settings disagree
    pub conflict: Conflict,
    /// assets of which only the path is kept
    pub passthrough: Passthrough,
    /// how length ranges are computed
    pub lengthrange: LengthRangeOptions,
    /// folder of meshes and height fields
    pub meshdir: String,
    /// texture directory
    pub texturedir: String,
    /// folder of the file with these settings: what `meshdir` and `texturedir` are relative to
    pub modelfiledir: String,
}

impl Compiler {
    /// The rotation of three Euler angles: about moving axes for small letters, about fixed ones for capitals.
    pub fn euler(&self, angles: [f64; 3]) -> Quat {
        let mut out = Quat::IDENTITY;
        for (letter, angle) in self.eulerseq.iter().zip(angles) {
            let angle = if self.degree { angle / 180.0 * std::f64::consts::PI } else { angle };
            let (sin, cos) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
            let turn = match letter {
                b'x' | b'X' => Quat([cos, sin, 0.0, 0.0]),
                b'y' | b'Y' => Quat([cos, 0.0, sin, 0.0]),
                _ => Quat([cos, 0.0, 0.0, sin]),
            };
            out = if letter.is_ascii_lowercase() { out * turn } else { turn * out };
        }
        out.normalize();
        out
    }
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            autolimits: true,
            boundmass: 0.0,
            boundinertia: 0.0,
            settotalmass: -1.0,
            balanceinertia: false,
            fitaabb: false,
            degree: true,
            eulerseq: [b'x', b'y', b'z'],
            discardvisual: false,
            usethread: true,
            fusestatic: false,
            inertiafromgeom: InertiaFromGeom::Auto,
            inertiagrouprange: [0, 5],
            saveinertial: false,
            savecompiled: true,
            savecanonical: true,
            alignfree: false,
            conflict: Conflict::Warning,
            passthrough: Passthrough::None,
            lengthrange: LengthRangeOptions::default(),
            meshdir: String::new(),
            texturedir: String::new(),
            modelfiledir: String::new(),
        }
    }
}
