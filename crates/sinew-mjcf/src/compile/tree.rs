//! The kinematic tree as flat lists, bodies depth first and everything else by body.

use std::ops::Range;

use sinew_core::math::Vec3;
use sinew_core::model::{joint_coordinates, joint_dofs};

use super::context::Context;
use super::pose::{Pose, resolve};
use crate::error::Error;
use crate::rotation::normalize;
use crate::spec;

/// A body while it is compiled.
pub(super) struct BodyNode<'s> {
    pub spec: &'s spec::Body,
    pub parent: usize,
    /// topmost body that it is rigidly attached to
    pub weld: usize,
    /// frames inside the body, nested ones composed
    pub frames: Vec<Pose>,
    pub pose: Pose,
    pub inertial: Pose,
    pub mass: f64,
    pub inertia: Vec3,
    pub joints: Range<usize>,
    pub geoms: Range<usize>,
    pub sites: Range<usize>,
    pub cameras: Range<usize>,
    pub lights: Range<usize>,
    pub dofnum: usize,
}

/// A joint while it is compiled.
pub(super) struct JointNode<'s> {
    pub spec: &'s spec::Joint,
    pub body: usize,
    pub pos: Vec3,
    pub axis: Vec3,
    pub range: [f64; 2],
    pub limited: bool,
    pub actfrclimited: bool,
    pub ref_: f64,
    pub springref: f64,
    pub springyield: f64,
    pub qposadr: usize,
    pub dofadr: usize,
}

/// A geom while it is compiled.
pub(super) struct GeomNode<'s> {
    pub spec: &'s spec::Geom,
    pub body: usize,
    pub pose: Pose,
    pub size: [f64; 3],
    pub mesh: Option<usize>,
    pub hfield: Option<usize>,
    pub material: Option<usize>,
    pub plugin: Option<usize>,
    pub mass: f64,
    pub inertia: Vec3,
    pub surfacevel: [f64; 6],
    /// bounding box of a mesh, centre and half sizes
    pub aabb: [f64; 6],
}

/// A site while it is compiled.
pub(super) struct SiteNode<'s> {
    pub spec: &'s spec::Site,
    pub body: usize,
    pub pose: Pose,
    pub size: [f64; 3],
    pub material: Option<usize>,
    pub mesh: Option<usize>,
}

/// A camera while it is compiled.
pub(super) struct CameraNode<'s> {
    pub spec: &'s spec::Camera,
    pub body: usize,
    pub pose: Pose,
    pub target: Option<usize>,
    pub fovy: f64,
    pub intrinsic: [f32; 4],
}

/// A light while it is compiled.
pub(super) struct LightNode<'s> {
    pub spec: &'s spec::Light,
    pub body: usize,
    pub pos: Vec3,
    pub dir: Vec3,
    pub target: Option<usize>,
    pub texture: Option<usize>,
}

/// All of them.
#[derive(Default)]
pub(super) struct Tree<'s> {
    pub bodies: Vec<BodyNode<'s>>,
    pub joints: Vec<JointNode<'s>>,
    pub geoms: Vec<GeomNode<'s>>,
    pub sites: Vec<SiteNode<'s>>,
    pub cameras: Vec<CameraNode<'s>>,
    pub lights: Vec<LightNode<'s>>,
}

impl<'s> Tree<'s> {
    /// The lists, with values as they were written.
    pub fn flatten(cx: Context<'s>) -> Result<Self, Error> {
        let mut tree = Self::default();
        let mut stack = vec![(&cx.spec.worldbody, 0)];
        while let Some((body, parent)) = stack.pop() {
            let id = tree.bodies.len();
            tree.push_body(cx, body, parent)?;
            stack.extend(body.bodies.iter().rev().map(|child| (child, id)));
        }
        let (mut qposadr, mut dofadr) = (0, 0);
        for joint in &mut tree.joints {
            (joint.qposadr, joint.dofadr) = (qposadr, dofadr);
            qposadr += joint_coordinates(joint.spec.type_ as i32);
            dofadr += joint_dofs(joint.spec.type_ as i32);
        }
        Ok(tree)
    }

    fn push_body(&mut self, cx: Context<'s>, spec: &'s spec::Body, parent: usize) -> Result<(), Error> {
        let id = self.bodies.len();
        let weld = if id == 0 || !spec.joints.is_empty() || spec.mocap { id } else { self.bodies[parent].weld };
        let from = |start: usize, n: usize| start..start + n;
        self.bodies.push(BodyNode {
            spec,
            parent,
            weld,
            frames: compose_frames(cx, &spec.frames)?,
            pose: Pose { pos: spec.pos, quat: spec.quat },
            inertial: Pose { pos: spec.ipos, quat: spec.iquat },
            mass: spec.mass,
            inertia: Vec3(spec.inertia),
            joints: from(self.joints.len(), spec.joints.len()),
            geoms: from(self.geoms.len(), spec.geoms.len()),
            sites: from(self.sites.len(), spec.sites.len()),
            cameras: from(self.cameras.len(), spec.cameras.len()),
            lights: from(self.lights.len(), spec.lights.len()),
            dofnum: spec.joints.iter().map(|j| joint_dofs(j.type_ as i32)).sum(),
        });
        self.joints.extend(spec.joints.iter().map(|j| JointNode {
            spec: j,
            body: id,
            pos: j.pos,
            axis: j.axis,
            range: j.range,
            limited: false,
            actfrclimited: false,
            ref_: j.ref_,
            springref: j.springref,
            springyield: j.springyield,
            qposadr: 0,
            dofadr: 0,
        }));
        self.geoms.extend(spec.geoms.iter().map(|g| GeomNode {
            spec: g,
            body: id,
            pose: Pose { pos: g.pos, quat: g.quat },
            size: g.size,
            mesh: None,
            hfield: None,
            material: None,
            plugin: None,
            mass: 0.0,
            inertia: Vec3::ZERO,
            surfacevel: g.surfacevel,
            aabb: [0.0; 6],
        }));
        self.sites.extend(spec.sites.iter().map(|s| SiteNode {
            spec: s,
            body: id,
            pose: Pose { pos: s.pos, quat: s.quat },
            size: s.size,
            material: None,
            mesh: None,
        }));
        self.cameras.extend(spec.cameras.iter().map(|c| CameraNode {
            spec: c,
            body: id,
            pose: Pose { pos: c.pos, quat: c.quat },
            target: None,
            fovy: c.fovy,
            intrinsic: c.intrinsic,
        }));
        self.lights.extend(spec.lights.iter().map(|l| LightNode {
            spec: l,
            body: id,
            pos: l.pos,
            dir: l.dir,
            target: None,
            texture: None,
        }));
        Ok(())
    }

    /// Number of dofs.
    pub fn nv(&self) -> usize {
        self.joints.last().map_or(0, |j| j.dofadr + joint_dofs(j.spec.type_ as i32))
    }

    /// Number of coordinates.
    pub fn nq(&self) -> usize {
        self.joints.last().map_or(0, |j| j.qposadr + joint_coordinates(j.spec.type_ as i32))
    }
}

/// Frames of a body relative to the body; each comes after the one that it lies in.
fn compose_frames(cx: Context<'_>, frames: &[spec::Frame]) -> Result<Vec<Pose>, Error> {
    let mut out: Vec<Pose> = Vec::with_capacity(frames.len());
    for frame in frames {
        let quat = resolve(frame.quat, &frame.alt, cx.compiler(frame.at)).map_err(|why| cx.invalid(frame, why))?;
        let mut pose = Pose { pos: frame.pos, quat };
        if let Some(outer) = frame.frame.and_then(|f| out.get(f)) {
            pose = outer.then(pose);
        }
        normalize(&mut pose.quat.0);
        out.push(pose);
    }
    Ok(out)
}
