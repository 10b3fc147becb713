//! Bodies and what is in them.

use sinew_core::math::{Mat3, Quat, Vec3};
use sinew_core::model::{GeomInertia, GeomType, JointType, Scaling};

use super::super::context::Context;
use super::super::pose::{Pose, resolve, z_to};
use super::instances::Instances;
use super::keys::{Affine, Keys};
use super::map::{Coordinate, Scale, Units};
use super::{JointScale, Scales};
use crate::error::Error;
use crate::rotation::unit;
use crate::spec::{self, Spec};

/// Scales the tree and its assets; notes the scale of every element.
pub(super) fn apply(cx: Context<'_>, spec: &mut Spec, scales: &mut Scales, keys: &mut Keys) -> Result<(), Error> {
    let mut world = std::mem::take(&mut spec.worldbody);
    let mut pass = Pass { cx, scales, keys, instances: Instances::new(spec) };
    let still = Affine { turn: Scale::ONE.stretch, from: Vec3::ZERO, to: Vec3::ZERO };
    pass.body(&mut world, Scale::ONE, still)?;
    let instances = pass.instances;
    instances.finish(spec);
    spec.worldbody = world;
    Ok(())
}

/// A frame: its scale, and where it is in its body without and with scales.
#[derive(Clone, Copy)]
struct Where {
    scale: Scale,
    before: Pose,
    after: Pose,
}

struct Pass<'p, 's> {
    cx: Context<'s>,
    scales: &'p mut Scales,
    keys: &'p mut Keys,
    instances: Instances,
}

impl Pass<'_, '_> {
    /// Everything in a body, then its children. The scale is in the axes of the body; `moved` is how the world moves with
    /// the frame that the body lies in.
    fn body(&mut self, body: &mut spec::Body, scale: Scale, moved: Affine) -> Result<(), Error> {
        let cx = self.cx;
        self.scales.bodies.insert(body.name.clone(), scale);
        let own = Where { scale, before: Pose::NULL, after: Pose::NULL };
        let mut frames: Vec<Where> = Vec::with_capacity(body.frames.len());
        for frame in &mut body.frames {
            let outer = frame.frame.and_then(|f| frames.get(f)).copied().unwrap_or(own);
            frames.push(self.frame(frame, outer)?);
        }
        let around = |frame: Option<usize>| frame.and_then(|f| frames.get(f)).copied().unwrap_or(own);

        inertial(cx, body, scale)?;
        for joint in &mut body.joints {
            self.joint(joint, around(joint.frame).scale)?;
            if joint.type_ == JointType::Free {
                self.keys.free.push(moved);
            }
        }
        for geom in &mut body.geoms {
            let scale = around(geom.frame).scale;
            self.scales.geoms.insert(geom.name.clone(), scale);
            self.geom(geom, scale)?;
        }
        for site in &mut body.sites {
            let scale = around(site.frame).scale;
            self.scales.sites.insert(site.name.clone(), scale);
            resize_site(cx, site, scale)?;
        }
        for camera in &mut body.cameras {
            let scale = around(camera.frame).scale;
            self.scales.cameras.insert(camera.name.clone(), scale);
            let g = scale.mean();
            camera.pos = scale.vector(camera.pos);
            camera.ipd *= g;
            for pair in [&mut camera.sensor_size, &mut camera.focal_length, &mut camera.principal_length] {
                *pair = pair.map(|x| (f64::from(x) * g) as f32);
            }
        }
        for light in &mut body.lights {
            let scale = around(light.frame).scale;
            let g = scale.mean();
            light.pos = scale.vector(light.pos);
            light.range = (f64::from(light.range) * g) as f32;
            light.bulbradius = (f64::from(light.bulbradius) * g) as f32;
            let [constant, linear, quadratic] = light.attenuation.map(f64::from);
            light.attenuation = [constant, linear / g, quadratic / (g * g)].map(|x| x as f32);
        }
        for child in &mut body.bodies {
            let outer = around(child.frame);
            let quat =
                unit(resolve(child.quat, &child.alt, cx.compiler(child.at)).map_err(|why| cx.invalid(child, why))?);
            child.pos = outer.scale.vector(child.pos);
            let axes = outer.after.quat.to_mat();
            let turn = axes * outer.scale.stretch * axes.transpose();
            let moved = Affine { turn, from: outer.before.pos, to: outer.after.pos };
            if child.mocap {
                self.keys.mocap.push(moved);
            }
            self.body(child, outer.scale.turned(quat), moved)?;
        }
        Ok(())
    }

    /// The scale inside a frame, whose own place follows the scale outside.
    fn frame(&mut self, frame: &mut spec::Frame, outer: Where) -> Result<Where, Error> {
        let (cx, s) = (self.cx, frame.scale);
        if !s.0.iter().all(|x| x.is_finite() && *x > 0.0) {
            return Err(cx.invalid(frame, "scale must be finite and positive"));
        }
        if !(frame.massscale.is_finite() && frame.massscale >= 0.0) {
            return Err(cx.invalid(frame, "massscale must be finite and not negative"));
        }
        let similar = frame.scaling == Scaling::Similar;
        if similar && (s[0] != s[1] || s[1] != s[2]) {
            return Err(cx.invalid(frame, "three different scales need scaling 'geometry'"));
        }
        let mass = if frame.massscale == 0.0 { s[0] * s[1] * s[2] } else { frame.massscale };
        let quat = unit(resolve(frame.quat, &frame.alt, cx.compiler(frame.at)).map_err(|why| cx.invalid(frame, why))?);
        let before = outer.before.then(Pose { pos: frame.pos, quat });
        frame.pos = outer.scale.vector(frame.pos);
        let after = outer.after.then(Pose { pos: frame.pos, quat });

        let turned = outer.scale.turned(quat);
        let own = Mat3([s[0], 0.0, 0.0, 0.0, s[1], 0.0, 0.0, 0.0, s[2]]);
        let units = turned.units;
        let scales = s.0 != [1.0; 3] || mass != 1.0;
        let number = if scales { self.scales.frames.len() } else { turned.frame };
        let scale = Scale {
            frame: number,
            stretch: turned.stretch * own,
            mass: turned.mass * mass,
            units: if similar { Units { length: units.length * s[0], mass: units.mass * mass } } else { units },
        };
        if scales {
            self.scales.frames.push((turned.frame, scale));
        }
        (frame.scale, frame.massscale) = (Vec3([1.0; 3]), 0.0);
        Ok(Where { scale, before, after })
    }

    fn joint(&mut self, joint: &mut spec::Joint, scale: Scale) -> Result<(), Error> {
        let axis = joint.axis.normalized().0;
        let turning = matches!(joint.type_, JointType::Ball | JointType::Free);
        if scale.uniform().is_none() && !turning && !scale.keeps(axis) {
            return Err(self.cx.invalid(joint, "the axis of this joint is not aligned with the axes of the scale"));
        }
        let q = match joint.type_ {
            JointType::Slide => Coordinate::length(scale.along(axis), scale.units),
            JointType::Free => Coordinate::ONE,
            _ => Coordinate::angle(scale.units),
        };
        let is_free = joint.type_ == JointType::Free;
        self.scales.joints.insert(joint.name.clone(), JointScale { scale, q, is_free });
        self.keys.joints.push(q.value);

        joint.pos = scale.vector(joint.pos);
        for x in joint.range.iter_mut().chain([
            &mut joint.margin,
            &mut joint.ref_,
            &mut joint.springref,
            &mut joint.springyield,
        ]) {
            *x *= q.value;
        }
        joint.solimp_limit[2] *= q.value;
        joint.solimp_friction[2] *= q.value;
        joint.actfrcrange = joint.actfrcrange.map(|x| x * q.force);
        joint.frictionloss *= q.force;
        joint.armature *= q.linear();
        for (k, factor) in q.coefficients().into_iter().enumerate() {
            joint.stiffness[k] *= factor;
            joint.damping[k] *= factor;
        }
        Ok(())
    }

    fn geom(&mut self, geom: &mut spec::Geom, scale: Scale) -> Result<(), Error> {
        let cx = self.cx;
        let quat = orientation(cx, geom, geom.quat, &geom.alt, geom.fromto)?;
        let local = scale.turned(quat);
        let g = scale.mean();
        if let Err(why) = fits(geom.type_, &local) {
            return Err(cx.invalid(geom, why));
        }
        if geom.plugin.is_some() && scale.stretch != Mat3::IDENTITY {
            return Err(cx.invalid(geom, "a geom with a plugin cannot be scaled"));
        }
        self.instances.assign(geom, &local);

        // a surface has an area instead of a volume
        let filled = if geom.typeinertia == GeomInertia::Shell { g * g } else { scale.volume() };
        geom.mass *= scale.mass;
        geom.density *= scale.mass / filled;
        geom.pos = scale.vector(geom.pos);
        geom.fromto = ends(&scale, geom.fromto);
        geom.size = sizes(geom.type_, geom.size, &local);
        geom.margin *= g;
        geom.gap *= g;
        geom.solimp[2] *= g;
        geom.friction[1] *= g;
        geom.friction[2] *= g;
        geom.adhesion *= scale.units.force();
        for (speed, factor) in geom.surfacevel.iter_mut().zip(local.sides()) {
            *speed *= factor;
        }
        Ok(())
    }
}

/// Orientation of a shape in its frame.
fn orientation(
    cx: Context<'_>,
    element: &dyn super::super::context::Element,
    quat: Quat,
    alt: &spec::Orientation,
    fromto: [f64; 6],
) -> Result<Quat, Error> {
    if !fromto[0].is_nan() {
        // from the second end to the first
        let [a, b] = [Vec3::from_slice(&fromto[..3]), Vec3::from_slice(&fromto[3..])];
        return Ok(z_to((a - b).normalized().0));
    }
    Ok(unit(resolve(quat, alt, cx.compiler(element.at())).map_err(|why| cx.invalid(element, why))?))
}

/// Both ends of a shape, scaled.
fn ends(scale: &Scale, fromto: [f64; 6]) -> [f64; 6] {
    if fromto[0].is_nan() {
        return fromto;
    }
    let [a, b] = [&fromto[..3], &fromto[3..]].map(|end| scale.vector(Vec3::from_slice(end)));
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

/// Whether a shape, stretched in its own axes, is still one of its type.
fn fits(kind: GeomType, local: &Scale) -> Result<(), &'static str> {
    if local.uniform().is_some() || matches!(kind, GeomType::Mesh | GeomType::Sdf) {
        return Ok(());
    }
    if kind == GeomType::Sphere {
        return Err("a sphere can only be scaled uniformly; use an ellipsoid instead");
    }
    if ![Vec3::X, Vec3::Y, Vec3::Z].into_iter().all(|axis| local.keeps(axis)) {
        return Err("this shape is not aligned with the axes of the scale");
    }
    let [x, y, _] = local.sides();
    if matches!(kind, GeomType::Capsule | GeomType::Cylinder) && (x - y).abs() > 1e-6 * x {
        return Err("this shape can only be scaled equally across its axis");
    }
    Ok(())
}

/// Sizes of a shape that is stretched in its own axes; spheres and what has no direction by the mean, what is not used not.
fn sizes(kind: GeomType, size: [f64; 3], local: &Scale) -> [f64; 3] {
    let [x, y, z] = local.sides();
    let g = local.mean();
    let factors = match kind {
        GeomType::Plane => [x, y, g],
        GeomType::Capsule | GeomType::Cylinder => [if x == y { x } else { (x * y).sqrt() }, z, 1.0],
        GeomType::Box | GeomType::Ellipsoid => [x, y, z],
        _ => [g, 1.0, 1.0],
    };
    std::array::from_fn(|k| size[k] * factors[k])
}

fn resize_site(cx: Context<'_>, site: &mut spec::Site, scale: Scale) -> Result<(), Error> {
    let quat = orientation(cx, site, site.quat, &site.alt, site.fromto)?;
    site.size = sizes(site.type_, site.size, &scale.turned(quat));
    site.pos = scale.vector(site.pos);
    site.fromto = ends(&scale, site.fromto);
    Ok(())
}

/// An inertia that was given: second moments follow the stretch.
fn inertial(cx: Context<'_>, body: &mut spec::Body, scale: Scale) -> Result<(), Error> {
    body.mass *= scale.mass;
    if body.ipos[0].is_nan() {
        return Ok(());
    }
    body.ipos = scale.vector(body.ipos);
    if let Some(s) = scale.uniform() {
        body.inertia = body.inertia.map(|x| x * scale.mass * s * s);
        body.fullinertia = body.fullinertia.map(|x| x * scale.mass * s * s);
        return Ok(());
    }
    let inertia = if body.fullinertia[0].is_nan() {
        let quat = resolve(body.iquat, &body.ialt, cx.compiler(body.at)).map_err(|why| cx.invalid(body, why))?;
        let axes = unit(quat).to_mat();
        let [x, y, z] = body.inertia;
        axes * Mat3([x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z]) * axes.transpose()
    } else {
        let [xx, yy, zz, xy, xz, yz] = body.fullinertia;
        Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])
    };
    let half = (inertia[0] + inertia[4] + inertia[8]) / 2.0;
    let moments = complement(&inertia, half);
    let scaled = scale.stretch * moments * scale.stretch.transpose();
    let turned = complement(&scaled, scaled[0] + scaled[4] + scaled[8]);
    body.fullinertia = [0, 4, 8, 1, 2, 5].map(|k| scale.mass * turned[k]);
    (body.inertia, body.iquat, body.ialt) = ([0.0; 3], Quat::IDENTITY, spec::Orientation::Quat);
    Ok(())
}

/// `trace * 1 - matrix`.
fn complement(matrix: &Mat3, trace: f64) -> Mat3 {
    Mat3(std::array::from_fn(|k| if k % 4 == 0 { trace } else { 0.0 } - matrix[k]))
}
