//! Forces of the medium: which model applies to a body, and the one that takes a body for a box.
//!
//! MuJoCo manual, Computation, *Fluid forces*.

use std::f64::consts::PI;

use super::Awake;
use super::ellipsoid::{Coefficients, ellipsoid_forces, geom_semi_axes};
use super::wrenches::project_all;
use crate::dof_chain::wrench_at;
use crate::math::{MINVAL, Mat3, Spatial, Vec3};
use crate::model::GeomType;
use crate::scratch::Need;
use crate::{Data, Id, Model, taken};

/// The medium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Medium {
    /// mass per volume
    pub density: f64,
    /// dynamic viscosity
    pub viscosity: f64,
}

/// Adds the forces of the medium to `qfrc_fluid`. A body whose geoms have ellipsoid coefficients feels those; any other
/// feels the box that has its mass and inertia.
pub(super) fn fluid(m: &Model, d: &mut Data, awake: Awake) {
    let medium = Medium { density: m.opt.density, viscosity: m.opt.viscosity };
    if medium.density == 0.0 && medium.viscosity == 0.0 {
        return;
    }
    let mut scratch = std::mem::take(&mut d.scratch);
    let wrenches: &mut [Spatial] = bytemuck::cast_slice_mut(scratch.frame(Need::reals(6 * m.nbody)).reals(6 * m.nbody));
    for k in 1..awake.bodies {
        let b = awake.body(d, k);
        if m.last_dof(b) >= 0 {
            wrenches[b] = body_wrench(m, d, b);
        }
    }
    let mut out = taken::take(&mut d.qfrc_fluid);
    project_all(m, d, awake, wrenches, &mut out);
    d.qfrc_fluid = taken::back(out);
    d.scratch = scratch;
}

/// Force of the medium on a body, about the origin of the body's motion axes.
pub(crate) fn body_wrench(m: &Model, d: &Data, b: usize) -> Spatial {
    if m.body_mass[b] < MINVAL {
        return Spatial::ZERO;
    }
    let medium = Medium { density: m.opt.density, viscosity: m.opt.viscosity };
    if !m.body_geoms(b).any(|g| m.geom_fluid[g][0] > 0.0) {
        let velocity = local_velocity(m, d, b, d.xipos[b], &d.ximat[b]);
        let force = box_forces(velocity, medium, inertia_box(m.body_mass[b], m.body_inertia[b]));
        return to_world(m, d, b, d.xipos[b], &d.ximat[b], force);
    }
    let mut out = Spatial::ZERO;
    for g in m.body_geoms(b).filter(|&g| m.geom_fluid[g][0] != 0.0) {
        let velocity = local_velocity(m, d, b, d.geom_xpos[g], &d.geom_xmat[g]);
        let size = geom_semi_axes(GeomType::of(m.geom_type[g]), m.geom_size[g]);
        let force = ellipsoid_forces(velocity, medium, size, &Coefficients::new(&m.geom_fluid[g]));
        out += to_world(m, d, b, d.geom_xpos[g], &d.geom_xmat[g], force);
    }
    out
}

/// Velocity of a frame on a body relative to the wind, in that frame.
pub fn local_velocity(m: &Model, d: &Data, body: usize, point: Vec3, frame: &Mat3) -> Spatial {
    let moving = d.cvel[body].motion_at(point, d.subtree_com[m.body_rootid[body].ix()]);
    Spatial::new(moving.rotational(), moving.linear() - m.opt.wind).in_frame(frame)
}

/// Force in a frame on a body, about the origin of the body's motion axes.
fn to_world(m: &Model, d: &Data, body: usize, point: Vec3, frame: &Mat3, force: Spatial) -> Spatial {
    let (torque, force) = (frame.mul_vec(force.rotational()), frame.mul_vec(force.linear()));
    wrench_at(m, d, body, point, force, torque)
}

/// Full sides of the solid box with this mass and these principal moments.
pub fn inertia_box(mass: f64, inertia: Vec3) -> Vec3 {
    let side = |i: usize, j: usize, k: usize| ((inertia[j] + inertia[k] - inertia[i]).max(MINVAL) / mass * 6.0).sqrt();
    Vec3([side(0, 1, 2), side(1, 2, 0), side(2, 0, 1)])
}

/// Force on a box that moves through the medium: Stokes drag of a sphere of the mean diameter, and quadratic drag of
/// each side.
#[doc(alias = "mj_inertiaBoxFluidModel")]
pub fn box_forces(velocity: Spatial, medium: Medium, side: Vec3) -> Spatial {
    let diameter = (side[0] + side[1] + side[2]) / 3.0;
    let mut force = Spatial::ZERO;
    let fourth = |x: f64| x * x * x * x;
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (w, v) = (velocity[i], velocity[3 + i]);
        force[i] = -PI * diameter * diameter * diameter * medium.viscosity * w
            - medium.density * side[i] * (fourth(side[j]) + fourth(side[k])) * w.abs() * w / 64.0;
        force[3 + i] =
            -3.0 * PI * diameter * medium.viscosity * v - 0.5 * medium.density * side[j] * side[k] * v.abs() * v;
    }
    force
}
