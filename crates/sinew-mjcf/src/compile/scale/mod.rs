//! Scales of frames, worked into the elements inside them and into what refers to those.
//!
//! A frame multiplies lengths, masses and, if its scaling is `similar`, forces of all that it holds; every quantity follows
//! by its dimension (the manual's table of units). The result is a specification without scales, which is then compiled like
//! any other. Actuators, tendons, constraints, sensors and keyframes outside the frame follow the elements they refer to.
//!
//! The MuJoCo manual, XML reference, `frame/scale`, `frame/scaling` and `frame/massscale`.

mod actuators;
mod bodies;
mod instances;
mod keys;
mod map;
mod relations;
mod sensors;
mod skins;

pub(super) use self::keys::Keys;

use std::collections::HashMap;

use self::map::{Coordinate, Scale};
use super::context::Context;
use crate::error::Error;
use crate::spec::{self, Spec};

/// True if a frame of a body, or of those below it, changes anything.
pub(super) fn is_scaled(body: &spec::Body) -> bool {
    let frame = |f: &spec::Frame| f.scale.0 != [1.0; 3] || f.massscale != 0.0;
    body.frames.iter().any(frame) || body.bodies.iter().any(is_scaled)
}

/// The specification with all scales worked in, and what keyframes are multiplied by.
pub(super) fn apply(cx: Context<'_>) -> Result<(Spec, Keys), Error> {
    let mut spec = cx.spec.clone();
    let mut scales = Scales { frames: vec![(0, Scale::ONE)], ..Scales::default() };
    let mut keys = Keys::default();
    bodies::apply(cx, &mut spec, &mut scales, &mut keys)?;
    for pair in &mut spec.pairs {
        relations::pair(pair, &scales);
    }
    for tendon in &mut spec.tendons {
        let coordinate = relations::tendon(tendon, &scales);
        keys.tendons.push(coordinate.value);
        scales.tendons.insert(tendon.name.clone(), coordinate);
    }
    for equality in &mut spec.equalities {
        relations::equality(equality, &scales);
    }
    for actuator in &mut spec.actuators {
        let (coordinate, key) = actuators::actuator(cx, actuator, &scales)?;
        keys.actuators.push(key);
        scales.actuators.insert(actuator.name.clone(), coordinate);
    }
    for sensor in &mut spec.sensors {
        sensors::sensor(cx, sensor, &scales)?;
    }
    for skin in &mut spec.skins {
        skins::skin(cx, skin, &scales)?;
    }
    Ok((spec, keys))
}

/// Scales of the elements, by name.
#[derive(Default)]
struct Scales {
    /// frames that scale: the number of the one outside, and the scale inside; the first stands for none
    frames: Vec<(usize, Scale)>,
    bodies: HashMap<String, Scale>,
    geoms: HashMap<String, Scale>,
    sites: HashMap<String, Scale>,
    cameras: HashMap<String, Scale>,
    joints: HashMap<String, JointScale>,
    tendons: HashMap<String, Coordinate>,
    actuators: HashMap<String, Coordinate>,
}

/// The scale of a joint, and what its coordinate is.
#[derive(Clone, Copy)]
struct JointScale {
    scale: Scale,
    q: Coordinate,
    is_free: bool,
}

impl Scales {
    /// The scale of a named element; none for names that stand for nothing, which is found out later.
    fn of(table: &HashMap<String, Scale>, name: &str) -> Scale {
        table.get(name).copied().filter(|_| !name.is_empty()).unwrap_or(Scale::ONE)
    }

    /// The scale of the innermost frame around all of these.
    fn around(&self, scales: impl IntoIterator<Item = Scale>) -> Scale {
        let common = scales.into_iter().map(|scale| scale.frame).reduce(|mut a, mut b| {
            // a frame has a larger number than the one outside
            while a != b {
                if a > b {
                    a = self.frames[a].0;
                } else {
                    b = self.frames[b].0;
                }
            }
            a
        });
        self.frames[common.unwrap_or(0)].1
    }

    fn joint(&self, name: &str) -> JointScale {
        let unknown = JointScale { scale: Scale::ONE, q: Coordinate::ONE, is_free: false };
        self.joints.get(name).copied().unwrap_or(unknown)
    }

    fn tendon(&self, name: &str) -> Coordinate {
        self.tendons.get(name).copied().unwrap_or(Coordinate::ONE)
    }
}
