//! Derivatives of fluid forces with respect to the velocity of a body.
//!
//! Each model gives a force in a local frame as a function of the local velocity; here is its 6×6 slope.
//! MuJoCo manual, *Computation: Fluid forces*.

use std::f64::consts::PI;

use crate::math::{MINVAL, Mat3, Mat6, Vec3};
use crate::model::{GeomType, Integrator};
use crate::{Data, Id, Model};

use super::is_free_body;

/// Which part of the slope of the fluid forces is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// all of it
    Whole,
    /// what the integrator takes into its matrix
    Integrated,
}

/// Adds `∂f/∂v` of the fluid forces on a body, about the centre of mass of its tree, in world axes.
pub(super) fn body_fluid(m: &Model, d: &Data, body: usize, part: Part, out: &mut Mat6) {
    if m.body_mass[body] < MINVAL {
        return;
    }
    let com = d.subtree_com[m.body_rootid[body].ix()];
    // velocity relative to the wind, local
    let relative = |origin: Vec3, frame: &Mat3| {
        let local = d.cvel[body].motion_at(origin, com).in_frame(frame);
        (local.rotational(), local.linear() - frame.mul_t_vec(m.opt.wind))
    };

    // any geom with the ellipsoid model replaces the box of the body
    if !m.body_geoms(body).any(|g| m.geom_fluid[g][0] > 0.0) {
        let (origin, frame) = (d.xipos[body], &d.ximat[body]);
        let (angular, linear) = relative(origin, frame);
        *out += inertia_box(m, body, angular, linear).moved(frame, origin, com);
        return;
    }
    let integrated = part == Part::Integrated;
    let drag_only = integrated && m.opt.integrator == Integrator::Discrete as i32;
    let symmetric =
        drag_only || integrated && (m.opt.integrator == Integrator::ImplicitFast as i32 && !is_free_body(m, body));
    for g in m.body_geoms(body).filter(|&g| m.geom_fluid[g][0] != 0.0) {
        let (origin, frame) = (d.geom_xpos[g], &d.geom_xmat[g]);
        let (angular, linear) = relative(origin, frame);
        let mut slope = if drag_only { drag(m, g, angular, linear) } else { ellipsoid(m, g, angular, linear) };
        if symmetric {
            slope = slope.symmetrized();
        }
        *out += slope.moved(frame, origin, com);
    }
}

/// Slope of the model that takes a body for the box of the same inertia: Stokes drag of a sphere, and quadratic drag
/// of each face.
fn inertia_box(m: &Model, body: usize, angular: Vec3, linear: Vec3) -> Mat6 {
    let (density, viscosity) = (m.opt.density, m.opt.viscosity);
    let (inertia, mass) = (m.body_inertia[body], m.body_mass[body]);
    let edge = |i: usize| {
        let sum = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
        (sum.max(MINVAL) / mass * 6.0).sqrt()
    };
    let size = [edge(0), edge(1), edge(2)];
    let diameter = (size[0] + size[1] + size[2]) / 3.0;

    let mut out = Mat6::ZERO;
    for i in 0..3 {
        let (own, a, b) = (size[i], size[(i + 1) % 3], size[(i + 2) % 3]);
        let fourth = |x: f64| x * x * x * x;
        out[7 * i] = -PI * diameter * diameter * diameter * viscosity
            - density * own * (fourth(a) + fourth(b)) * angular[i].abs() / 32.0;
        out[7 * (i + 3)] = -3.0 * PI * diameter * viscosity - density * a * b * linear[i].abs();
    }
    out
}

/// Slope of the part of the ellipsoid model that takes energy out: viscous drag and torque.
fn drag(m: &Model, geom: usize, angular: Vec3, linear: Vec3) -> Mat6 {
    let (density, viscosity) = (m.opt.density, m.opt.viscosity);
    let [_, blunt, slender, turning, ..] = m.geom_fluid[geom];
    let size = semiaxes(GeomType::of(m.geom_type[geom]), m.geom_size[geom]);
    let mut out = Mat6::ZERO;
    out.add_block(1, 1, &viscous_drag(size, linear, density, viscosity, blunt, slender));
    out.add_block(0, 0, &viscous_torque(size, angular, density, viscosity, slender, turning));
    out
}

/// Slope of the ellipsoid model: added mass, viscous drag and torque, lift of Kutta and of Magnus.
fn ellipsoid(m: &Model, geom: usize, angular: Vec3, linear: Vec3) -> Mat6 {
    let density = m.opt.density;
    let [_, _, _, _, kutta, magnus, mx, my, mz, jx, jy, jz] = m.geom_fluid[geom];
    let size = semiaxes(GeomType::of(m.geom_type[geom]), m.geom_size[geom]);
    let mut out = drag(m, geom, angular, linear);

    // Magnus: force c ω × v
    let volume = 4.0 / 3.0 * PI * size[0] * size[1] * size[2];
    let c = magnus * density * volume;
    out.add_block(1, 0, &cross(linear * -c));
    out.add_block(1, 1, &cross(angular * c));

    out.add_block(1, 1, &kutta_lift(size, linear, density * kutta));

    // added mass: torque L × ω + p × v and force p × ω, with momenta L and p of the fluid carried along
    let (mass, inertia) = (Vec3::new(mx, my, mz) * density, Vec3::new(jx, jy, jz) * density);
    let (p, l) = (linear.scale_by(mass), angular.scale_by(inertia));
    out.add_block(0, 0, &cross(l));
    out.add_block(0, 0, &columns_scaled(&cross(-angular), inertia));
    out.add_block(0, 1, &cross(p));
    out.add_block(0, 1, &columns_scaled(&cross(-linear), mass));
    out.add_block(1, 0, &cross(p));
    out.add_block(1, 1, &columns_scaled(&cross(-angular), mass));
    out
}

/// Half-lengths of the ellipsoid that stands for a geom.
fn semiaxes(kind: GeomType, size: Vec3) -> Vec3 {
    match kind {
        GeomType::Sphere => Vec3::new(size[0], size[0], size[0]),
        GeomType::Capsule => Vec3::new(size[0], size[0], size[1] + size[0]),
        GeomType::Cylinder => Vec3::new(size[0], size[0], size[1]),
        _ => size,
    }
}

/// Matrix of the cross product with `a` from the left.
fn cross(a: Vec3) -> Mat3 {
    Mat3([0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0])
}

/// Matrix with column `j` multiplied by `scale[j]`.
fn columns_scaled(a: &Mat3, scale: Vec3) -> Mat3 {
    Mat3(std::array::from_fn(|k| a[k] * scale[k % 3]))
}

/// Largest, middle and smallest half-length.
fn sorted(size: Vec3) -> (f64, f64, f64) {
    let largest = size[0].max(size[1]).max(size[2]);
    let smallest = size[0].min(size[1]).min(size[2]);
    (largest, size[0] + size[1] + size[2] - largest - smallest, smallest)
}

/// Slope of the torque `-(μ c + ρ |k ∘ ω|) ω`: Stokes' of the sphere of mean size, and quadratic drag.
fn viscous_torque(size: Vec3, angular: Vec3, density: f64, viscosity: f64, slender: f64, turning: f64) -> Mat3 {
    let (largest, middle, _) = sorted(size);
    let diameter = 2.0 / 3.0 * (size[0] + size[1] + size[2]);
    let square = |x: f64| x * x;
    let greatest = 8.0 / 15.0 * PI * middle * square(square(largest));
    // moment that resists turning about each axis
    let k: [f64; 3] = std::array::from_fn(|i| {
        let moment = 8.0 / 15.0 * PI * size[i] * square(square(size[(i + 1) % 3].max(size[(i + 2) % 3])));
        turning * moment + slender * (greatest - moment)
    });
    let resisted = Vec3(std::array::from_fn(|i| angular[i] * k[i]));
    let rho = density / resisted.norm().max(MINVAL);
    let slope = Vec3(std::array::from_fn(|i| -rho * angular[i] * k[i] * k[i]));
    let diagonal = angular.dot(slope) - viscosity * PI * diameter * diameter * diameter;
    Mat3(std::array::from_fn(|n| angular[n / 3] * slope[n % 3] + if n % 4 == 0 { diagonal } else { 0.0 }))
}

/// What the projected area of an ellipsoid depends on: squared products of the half-lengths, and the two quadratic
/// forms of the velocity whose ratio it is. Products are relative to the largest, so that thin shapes lose nothing.
struct Projection {
    /// largest product of two half-lengths
    unit: f64,
    /// squared products of the other two half-lengths
    a: Vec3,
    /// `Σ a² v²`
    denominator: f64,
    /// `Σ a v²`
    numerator: f64,
}

impl Projection {
    fn new(size: Vec3, v: Vec3) -> Self {
        let products = Vec3(std::array::from_fn(|i| size[(i + 1) % 3] * size[(i + 2) % 3]));
        let unit = products[0].max(products[1]).max(products[2]).max(MINVAL);
        let relative = products * (1.0 / unit);
        let a = relative.scale_by(relative);
        let vv = v.scale_by(v);
        Self { unit, a, denominator: a.scale_by(a).dot(vv), numerator: a.dot(vv) }
    }
}

/// Slope of the drag `-(μ c + ρ |v| (A b + (A_max - A) s)) v`, where the projected area `A` depends on the direction.
fn viscous_drag(size: Vec3, v: Vec3, density: f64, viscosity: f64, blunt: f64, slender: f64) -> Mat3 {
    let (largest, middle, _) = sorted(size);
    let diameter = 2.0 / 3.0 * (size[0] + size[1] + size[2]);
    let Projection { unit, a, denominator, numerator } = Projection::new(size, v);
    let area = PI * unit * (denominator / numerator.max(MINVAL)).sqrt();
    let greatest = PI * largest * middle;
    let speed = v.norm();
    let vv = v.scale_by(v);

    // slope of the projected area, times speed and coefficients
    let scale = density * speed * (blunt - slender) * PI * unit
        / (numerator * numerator * numerator * denominator).sqrt().max(MINVAL);
    let turn = Vec3(std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        scale * a[i] * v[i] * (a[j] * vv[j] * (a[i] - a[j]) + a[k] * vv[k] * (a[i] - a[k]))
    }));

    let quadratic = density * (area * blunt + slender * (greatest - area)) / speed.max(MINVAL);
    let diagonal = -quadratic * v.dot(v) - viscosity * 3.0 * PI * diameter;
    Mat3(std::array::from_fn(|n| {
        let (i, j) = (n / 3, n % 3);
        -quadratic * v[i] * v[j] - v[i] * turn[j] + if i == j { diagonal } else { 0.0 }
    }))
}

/// Slope of Kutta's lift `c cos α A ((n × v) × v)`, with `n` the gradient of the surface where the flow meets it.
///
/// With `q = Σ a v²`, `r = Σ a² v²` and `g_i = Σ_j (a_i - a_j) v_j²` the force is `π c q g_i v_i / √(q r |v|²)`.
fn kutta_lift(size: Vec3, v: Vec3, coefficient: f64) -> Mat3 {
    let Projection { unit, a, denominator, numerator } = Projection::new(size, v);
    let vv = v.scale_by(v);
    let speed2 = v.dot(v);
    let scale = PI * coefficient * unit / (denominator * numerator * speed2).sqrt().max(MINVAL);
    let g: [f64; 3] = std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        vv[j] * (a[i] - a[j]) + vv[k] * (a[i] - a[k])
    });
    let ratio = numerator / denominator.max(MINVAL);
    let cosine = numerator / speed2.max(MINVAL);
    Mat3(std::array::from_fn(|n| {
        let (i, j) = (n / 3, n % 3);
        let inner = a[j] * a[j] * ratio - a[j] + cosine;
        let entry = (2.0 * numerator * (a[j] - a[i]) + g[i] * inner) * v[i] * v[j];
        scale * (entry - if i == j { g[i] * numerator } else { 0.0 })
    }))
}
