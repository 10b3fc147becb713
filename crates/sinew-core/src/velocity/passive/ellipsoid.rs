//! Forces of the medium on an ellipsoid: added mass, lift and drag.
//!
//! MuJoCo manual, Computation, *Ellipsoid model*; Andersen, Pesavento and Wang, *Unsteady aerodynamics of fluttering and
//! tumbling plates* (2005).

use std::f64::consts::PI;

use super::fluid::Medium;
use crate::math::{Spatial, Vec3};
use crate::model::GeomType;

/// How a geom interacts with the medium, as `geom_fluid` holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// scale of all forces
    pub interaction: f64,
    /// drag of the blunt side
    pub blunt_drag: f64,
    /// drag of the slender side
    pub slender_drag: f64,
    /// drag against rotation
    pub angular_drag: f64,
    /// lift from circulation by the shape
    pub kutta_lift: f64,
    /// lift from circulation by spin
    pub magnus_lift: f64,
    /// volume of medium that moves along, by axis
    pub virtual_mass: Vec3,
    /// inertia of the medium that turns along, by axis and unit density
    pub virtual_inertia: Vec3,
}

impl Coefficients {
    /// Coefficients from a row of `geom_fluid`.
    #[doc(alias = "readFluidGeomInteraction")]
    pub fn new(row: &[f64; 12]) -> Self {
        let [interaction, blunt_drag, slender_drag, angular_drag, kutta_lift, magnus_lift, ..] = *row;
        let (virtual_mass, virtual_inertia) = (Vec3::from_slice(&row[6..]), Vec3::from_slice(&row[9..]));
        Self {
            interaction,
            blunt_drag,
            slender_drag,
            angular_drag,
            kutta_lift,
            magnus_lift,
            virtual_mass,
            virtual_inertia,
        }
    }
}

/// Semi-axes of the ellipsoid that stands for a geom.
#[doc(alias = "mju_geomSemiAxes")]
pub fn geom_semi_axes(kind: GeomType, size: Vec3) -> Vec3 {
    match kind {
        GeomType::Sphere => Vec3::new(size[0], size[0], size[0]),
        GeomType::Capsule => Vec3::new(size[0], size[0], size[1] + size[0]),
        GeomType::Cylinder => Vec3::new(size[0], size[0], size[1]),
        _ => size,
    }
}

/// Force on an ellipsoid that moves through the medium with a velocity in its own frame.
#[doc(alias = "mj_ellipsoidFluidModel")]
pub fn ellipsoid_forces(velocity: Spatial, medium: Medium, size: Vec3, c: &Coefficients) -> Spatial {
    let added = added_mass_forces(velocity, medium.density, c.virtual_mass, c.virtual_inertia);
    (added + viscous_forces(velocity, medium, size, c)) * c.interaction
}

/// Force of the medium that moves along with the body, without its acceleration: `p × ω` and `p × v + L × ω`.
#[doc(alias = "mj_addedMassForces")]
pub fn added_mass_forces(velocity: Spatial, density: f64, virtual_mass: Vec3, virtual_inertia: Vec3) -> Spatial {
    let (w, v) = (velocity.rotational(), velocity.linear());
    let momentum = v.scale_by(virtual_mass) * density;
    let angular = w.scale_by(virtual_inertia) * density;
    Spatial::new(momentum.cross(v) + angular.cross(w), momentum.cross(w))
}

/// Lift and drag: Magnus force of a spinning body, Kutta–Joukowski force of a tilted one, Stokes drag, and quadratic drag
/// with coefficients between those of the blunt and the slender side.
#[doc(alias = "mj_viscousForces")]
pub fn viscous_forces(velocity: Spatial, medium: Medium, size: Vec3, c: &Coefficients) -> Spatial {
    let (w, v) = (velocity.rotational(), velocity.linear());
    let speed = v.norm();
    let [a, b, d] = size.0;
    let volume = 4.0 / 3.0 * PI * a * b * d;
    let largest = a.max(b).max(d);
    let smallest = a.min(b).min(d);
    let middle = a + b + d - largest - smallest;

    // spin bends the path
    let magnus = w.cross(v) * (c.magnus_lift * medium.density * volume);

    // area seen along the velocity, and the (not unit) normal of that section
    let square = |x: f64| x * x;
    let fourth = |x: f64| square(square(x));
    let section = Vec3::new(square(b * d), square(d * a), square(a * b));
    let normal = section.scale_by(v);
    let denominator = fourth(b * d) * square(v[0]) + fourth(d * a) * square(v[1]) + fourth(a * b) * square(v[2]);
    let numerator = square(b * d * v[0]) + square(d * a * v[1]) + square(a * b * v[2]);
    let over = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
    let area = PI * over(denominator, numerator).sqrt();
    let cosine = over(numerator, speed * denominator);

    // tilt lifts
    let circulation = normal.cross(v) * (c.kutta_lift * medium.density * cosine * area);
    let kutta = circulation.cross(v);

    // drag of a sphere of the mean diameter, and of the section
    let diameter = 2.0 / 3.0 * (a + b + d);
    let blunt_area = PI * largest * middle;
    let drag = medium.viscosity * 3.0 * PI * diameter
        + medium.density * speed * (area * c.blunt_drag + c.slender_drag * (blunt_area - area));

    // the same for rotation
    let most = 8.0 / 15.0 * PI * middle * fourth(largest);
    let moment = Vec3(std::array::from_fn(|i| {
        let own = 8.0 / 15.0 * PI * size[i] * fourth(size[(i + 1) % 3].max(size[(i + 2) % 3]));
        w[i] * (c.angular_drag * own + c.slender_drag * (most - own))
    }));
    let angular_drag = medium.viscosity * PI * diameter * diameter * diameter + medium.density * moment.norm();

    Spatial::new(w * -angular_drag, magnus + kutta - v * drag)
}
