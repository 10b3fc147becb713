//! Distance fields that MuJoCo keeps in plugins: bolts, bowls, gears, nuts and tori, each a formula with a few numbers.

mod bowl;
mod gear;
mod screw;
mod torus;

use super::SdfShape;
use crate::math::Vec3;
use crate::{Id, Model};

/// Most attributes of a plugin.
pub const MAX_ATTRIBUTES: usize = 5;
/// Step of differences.
const STEP: f64 = 1e-8;

/// The plugins that are built in. Their numbers are those of the column `plugin`; MuJoCo numbers plugins in the order in
/// which libraries are loaded, so that there the number of a plugin is another in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Plugin {
    /// a bolt: a thread below a hexagonal head
    Bolt = 0,
    /// a bowl: a part of a thick sphere
    Bowl = 1,
    /// a gear with involute teeth
    Gear = 2,
    /// a nut that goes with the bolt
    Nut = 3,
    /// a torus around z
    Torus = 4,
}

impl Plugin {
    /// All of them, by number.
    pub const ALL: [Self; 5] = [Self::Bolt, Self::Bowl, Self::Gear, Self::Nut, Self::Torus];

    /// The plugin with a number.
    pub fn of(slot: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&plugin| plugin as i32 == slot)
    }

    /// The plugin with a name, as `mujoco.sdf.torus`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plugin| plugin.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bolt => "mujoco.sdf.bolt",
            Self::Bowl => "mujoco.sdf.bowl",
            Self::Gear => "mujoco.sdf.gear",
            Self::Nut => "mujoco.sdf.nut",
            Self::Torus => "mujoco.sdf.torus",
        }
    }

    /// Its attributes in the order of the column `plugin_attr`, and what each is where none is given.
    pub fn attributes(self) -> &'static [(&'static str, f64)] {
        match self {
            Self::Bolt | Self::Nut => &[("radius", 0.26)],
            Self::Bowl => &[("height", 0.4), ("radius", 1.0), ("thickness", 0.02)],
            Self::Gear => {
                &[("alpha", 0.0), ("diameter", 2.8), ("teeth", 25.0), ("thickness", 0.2), ("innerdiameter", -1.0)]
            }
            Self::Torus => &[("radius1", 0.35), ("radius2", 0.15)],
        }
    }
}

/// A plugin with its attributes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PluginField {
    plugin: Plugin,
    attributes: [f64; MAX_ATTRIBUTES],
}

impl PluginField {
    /// A plugin whose attributes are given as text, in order. An empty text asks for the default; none if a text is not a
    /// finite number.
    pub fn parse<'t>(plugin: Plugin, texts: impl IntoIterator<Item = &'t str>) -> Option<Self> {
        let mut attributes = [0.0; MAX_ATTRIBUTES];
        let mut texts = texts.into_iter();
        for (to, &(_, default)) in attributes.iter_mut().zip(plugin.attributes()) {
            *to = number(texts.next()?, default)?;
        }
        Some(Self { plugin, attributes })
    }

    /// The field of an instance of a model; none if it is not one of a plugin that is built in.
    pub fn new(m: &Model, instance: usize) -> Option<Self> {
        let plugin = Plugin::of(*m.plugin.get(instance)?)?;
        let bytes = m.plugin_attr.get(m.plugin_attradr.get(instance)?.opt()?..)?;
        Self::parse(plugin, bytes.split(|&byte| byte == 0).map(|text| str::from_utf8(text).unwrap_or("?")))
    }

    /// Which one it is.
    pub fn plugin(&self) -> Plugin {
        self.plugin
    }

    /// Half sizes of a box around the surface, whose centre is the origin.
    #[doc(alias = "sdf_aabb")]
    pub fn half_sizes(&self) -> Vec3 {
        let [a, b, c, d, _] = self.attributes;
        match self.plugin {
            Plugin::Bolt | Plugin::Nut => Vec3::new(0.6, 0.6, 1.0),
            Plugin::Bowl => Vec3([b + c; 3]),
            Plugin::Gear => Vec3::new(b / 2.0 * 1.25, b / 2.0 * 1.25, d / 2.0 * 1.1),
            Plugin::Torus => Vec3::new(a + b, a + b, b),
        }
    }
}

/// The number in a text, or the default if it is empty; none if it is not a finite number.
fn number(text: &str, default: f64) -> Option<f64> {
    if text.is_empty() {
        return Some(default);
    }
    text.trim_ascii().parse().ok().filter(|x: &f64| x.is_finite())
}

impl SdfShape for PluginField {
    fn distance(&self, point: Vec3) -> f64 {
        let [a, b, c, d, e] = self.attributes;
        match self.plugin {
            Plugin::Bolt => screw::bolt(point, a),
            Plugin::Nut => screw::nut(point, a),
            Plugin::Bowl => bowl::distance(point, a, b, c),
            Plugin::Gear => gear::Gear::new(a, b, c, d, e).distance(point),
            Plugin::Torus => torus::distance(point, a, b),
        }
    }

    /// In closed form for the torus, by forward differences for others.
    fn gradient(&self, point: Vec3) -> Vec3 {
        if self.plugin == Plugin::Torus {
            return torus::gradient(point, self.attributes[0]);
        }
        let here = self.distance(point);
        Vec3(std::array::from_fn(|k| {
            let mut moved = point;
            moved[k] += STEP;
            (self.distance(moved) - here) / STEP
        }))
    }
}

/// Distance to the z axis.
fn across(point: Vec3) -> f64 {
    (point[0] * point[0] + point[1] * point[1]).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(plugin: Plugin) -> PluginField {
        PluginField::parse(plugin, [""; MAX_ATTRIBUTES]).unwrap()
    }

    fn grid(half: Vec3) -> impl Iterator<Item = Vec3> {
        (0..1000u32).map(move |i| {
            let at = |k: u32| f64::from(i / 10u32.pow(k) % 10) / 4.6 - 0.97;
            Vec3::new(at(0), at(1), at(2)).scale_by(half)
        })
    }

    #[test]
    fn texts_are_numbers_or_ask_for_the_default() {
        let torus = |one, two| PluginField::parse(Plugin::Torus, [one, two]);
        assert_eq!(torus("", " 0.1 ").unwrap().attributes[..2], [0.35, 0.1]);
        for bad in ["x", "0.1x", "0.1 2", " ", "inf", "nan", "1e999"] {
            assert!(torus("", bad).is_none(), "{bad}");
        }
        assert!(PluginField::parse(Plugin::Torus, ["1"]).is_none());
    }

    #[test]
    fn every_plugin_is_found_by_its_name_and_number() {
        for plugin in Plugin::ALL {
            assert_eq!((Plugin::named(plugin.name()), Plugin::of(plugin as i32)), (Some(plugin), Some(plugin)));
            assert!(plugin.attributes().len() <= MAX_ATTRIBUTES);
        }
        assert!(Plugin::named("mujoco.sdf.cone").is_none() && Plugin::of(5).is_none());
    }

    #[test]
    fn surfaces_stay_within_their_boxes() {
        for plugin in Plugin::ALL {
            let shape = field(plugin);
            let (half, mut inside) = (shape.half_sizes(), 0);
            for point in grid(half * 2.0) {
                let beyond = (0..3).any(|k| point[k].abs() > half[k] + 1e-12);
                inside += usize::from(shape.distance(point) < 0.0);
                assert!(!beyond || shape.distance(point) > -1e-12, "{plugin:?} {point:?}");
            }
            assert!(inside > 0 || plugin == Plugin::Bowl, "{plugin:?}");
        }
    }

    #[test]
    fn exact_distances_grow_with_a_unit_gradient() {
        for plugin in [Plugin::Bowl, Plugin::Torus] {
            let shape = field(plugin);
            for point in grid(shape.half_sizes()) {
                assert!((shape.gradient(point).norm() - 1.0).abs() < 1e-6, "{plugin:?} {point:?}");
            }
        }
    }

    #[test]
    fn a_step_along_the_gradient_reaches_the_surface() {
        for plugin in Plugin::ALL {
            let shape = field(plugin);
            let mut reached = 0;
            for point in grid(shape.half_sizes()) {
                let mut at = point;
                for _ in 0..200 {
                    let slope = shape.gradient(at);
                    at = at.add_scaled(slope, -shape.distance(at) / slope.dot(slope).max(1e-3));
                }
                reached += usize::from(shape.distance(at).abs() < 1e-9);
            }
            assert!(reached > 800, "{plugin:?} {reached}");
        }
    }
}
