//! Static bodies become part of their parents (XML reference, compiler, fusestatic).
//!
//! A body without joints turns into a frame of its parent, which takes over its geoms, sites, cameras, lights and child
//! bodies; its mass is added to the parent's. Bodies that something refers to, or whose fusing would change the forces on
//! the model, stay.

use std::collections::{HashSet, VecDeque};

use sinew_core::math::MINVAL;
use sinew_core::model::{EqType, InertiaFromGeom, ObjType, SensorType, SleepPolicy, TrnType};

use super::context::Context;
use super::inertia::{Inertial, combine};
use super::pose::Pose;
use super::tree::Tree;
use crate::error::Error;
use crate::spec::{Body, Frame, Orientation, Spec};

/// A body taken out of the specification, with its number in the compiled tree.
struct Node {
    id: usize,
    body: Body,
    children: Vec<Node>,
}

/// What a fused body hangs from: the frame in its new parent, and the pose of that frame's body there.
struct Waiting {
    node: Node,
    frame: Option<usize>,
    above: Pose,
}

struct Fuser<'c, 's> {
    cx: Context<'c>,
    tree: &'c Tree<'s>,
    bodies: HashSet<&'c str>,
    sites: HashSet<&'c str>,
}

/// The specification with static bodies fused; the tree is that of the specification, with inertias computed.
#[doc(alias = "mjs_fuseStatic")]
pub(super) fn fuse(cx: Context<'_>, tree: &Tree<'_>) -> Result<Spec, Error> {
    let fuser = Fuser { cx, tree, bodies: referenced_bodies(cx.spec, tree), sites: loaded_sites(cx.spec) };
    let mut id = 0;
    let world = dismantle(cx.spec.worldbody.clone(), &mut id);
    Ok(Spec { worldbody: fuser.keep(world)?, ..cx.spec.clone() })
}

fn dismantle(mut body: Body, next: &mut usize) -> Node {
    let id = *next;
    *next += 1;
    let children = std::mem::take(&mut body.bodies).into_iter().map(|child| dismantle(child, next)).collect();
    Node { id, body, children }
}

/// Names of bodies that other elements refer to.
fn referenced_bodies<'a>(spec: &'a Spec, tree: &Tree<'a>) -> HashSet<&'a str> {
    let mut names: HashSet<&str> = HashSet::new();
    let body = |kind: ObjType| matches!(kind, ObjType::Body | ObjType::Xbody);
    names.extend(tree.cameras.iter().map(|c| c.spec.targetbody.as_str()));
    names.extend(tree.lights.iter().map(|l| l.spec.targetbody.as_str()));
    names.extend(spec.excludes.iter().flat_map(|e| [e.bodyname1.as_str(), e.bodyname2.as_str()]));
    for e in &spec.equalities {
        if matches!(e.type_, EqType::Connect | EqType::Weld) && e.objtype != ObjType::Site {
            names.extend([e.name1.as_str(), e.name2.as_str()]);
        }
    }
    names.extend(spec.actuators.iter().filter(|a| a.trntype == TrnType::Body).map(|a| a.target.as_str()));
    for s in &spec.sensors {
        names.extend(body(s.objtype).then_some(s.objname.as_str()));
        names.extend(body(s.reftype).then_some(s.refname.as_str()));
    }
    for t in &spec.tuples {
        let bodies = t
            .objtype
            .iter()
            .zip(&t.objname)
            .filter(|&(&kind, _)| kind == ObjType::Body as i32 || kind == ObjType::Xbody as i32);
        names.extend(bodies.map(|(_, name)| name.as_str()));
    }
    names.remove("");
    names
}

/// Sites at which the load between a body and its parent is measured.
fn loaded_sites(spec: &Spec) -> HashSet<&str> {
    let load = |kind: SensorType| matches!(kind, SensorType::Force | SensorType::Torque);
    spec.sensors.iter().filter(|s| load(s.type_)).map(|s| s.objname.as_str()).collect()
}

impl Fuser<'_, '_> {
    /// A body that stays, with all that is fused into it.
    fn keep(&self, node: Node) -> Result<Body, Error> {
        let Node { id, mut body, children } = node;
        let mut mass = Mass::of(self, id, &body);
        let mut queue: VecDeque<Waiting> =
            children.into_iter().map(|node| Waiting { frame: node.body.frame, node, above: Pose::NULL }).collect();
        while let Some(Waiting { mut node, frame, above }) = queue.pop_front() {
            node.body.frame = frame;
            let pose = above.then(self.tree.bodies[node.id].pose);
            if !self.can_fuse(&node, id, &body) {
                body.bodies.push(self.keep(node)?);
                continue;
            }
            mass.add(self, node.id, &node.body, pose)?;
            let frame_of = absorb(&mut body, &mut node.body);
            for child in node.children.into_iter().rev() {
                let frame = Some(frame_of(child.body.frame));
                queue.push_front(Waiting { node: child, frame, above: pose });
            }
        }
        mass.write(&mut body);
        Ok(body)
    }

    fn can_fuse(&self, node: &Node, parent_id: usize, parent: &Body) -> bool {
        let (body, option) = (&node.body, &self.cx.spec.option);
        let compiled = &self.tree.bodies[node.id];
        let moves = !body.joints.is_empty() || body.mocap;
        let named = self.bodies.contains(body.name.as_str());
        let measured = body.sites.iter().any(|s| !s.name.is_empty() && self.sites.contains(s.name.as_str()));
        let asked = body.fuse == 0 || body.sleep != SleepPolicy::Auto;
        if moves || named || measured || asked {
            return false;
        }

        // forces that depend on how mass is divided into bodies; the world feels none
        let in_fluid = option.density > 0.0 || option.viscosity > 0.0;
        let heavy = compiled.mass >= MINVAL && parent_id > 0;
        let wetted = in_fluid && body.geoms.iter().any(|g| g.fluid_ellipsoid > 0.0);
        let settings = self.cx.compiler(body.at);
        let adjusted = settings.inertiafromgeom == InertiaFromGeom::True && self.adjusts(body);
        !(heavy && (in_fluid || adjusted || body.gravcomp != parent.gravcomp)) && !(wetted && parent_id > 0)
    }

    /// Whether inertias may be changed after they were inferred.
    fn adjusts(&self, body: &Body) -> bool {
        let settings = self.cx.compiler(body.at);
        settings.boundmass > 0.0 || settings.boundinertia > 0.0 || settings.balanceinertia
    }

    /// Whether the mass of a body is that of its geoms.
    fn inferred(&self, body: &Body) -> bool {
        match self.cx.compiler(body.at).inertiafromgeom {
            InertiaFromGeom::True => true,
            InertiaFromGeom::Auto => body.ipos[0].is_nan(),
            InertiaFromGeom::False => false,
        }
    }
}

/// Moves the contents of a body into its parent, below a frame with its pose; returns where its own frames are now.
fn absorb(parent: &mut Body, body: &mut Body) -> impl Fn(Option<usize>) -> usize + use<> {
    let base = parent.frames.len();
    let frame_of = move |frame: Option<usize>| frame.map_or(base, |f| base + 1 + f);
    parent.frames.push(Frame {
        at: body.at,
        frame: body.frame,
        pos: body.pos,
        quat: body.quat,
        alt: body.alt,
        ..Frame::default()
    });
    for mut frame in body.frames.drain(..) {
        frame.frame = Some(frame_of(frame.frame));
        parent.frames.push(frame);
    }
    macro_rules! take {
        ($($list:ident)*) => {$(
            for mut element in body.$list.drain(..) {
                element.frame = Some(frame_of(element.frame));
                parent.$list.push(element);
            }
        )*};
    }
    take!(geoms sites cameras lights);
    frame_of
}

/// Mass of a body, as bodies are fused into it.
struct Mass {
    sum: Inertial,
    world: bool,
    inferred: bool,
    /// something was added that the geoms alone do not give
    changed: bool,
}

impl Mass {
    fn of(fuser: &Fuser<'_, '_>, id: usize, body: &Body) -> Self {
        let node = &fuser.tree.bodies[id];
        let sum = Inertial { mass: node.mass, pose: node.inertial, inertia: node.inertia };
        Self { sum, world: id == 0, inferred: fuser.inferred(body) && !fuser.adjusts(body), changed: false }
    }

    fn add(&mut self, fuser: &Fuser<'_, '_>, id: usize, body: &Body, pose: Pose) -> Result<(), Error> {
        let node = &fuser.tree.bodies[id];
        if self.world || node.mass < MINVAL {
            return Ok(());
        }
        let part = Inertial { mass: node.mass, pose: pose.then(node.inertial), inertia: node.inertia };
        let parts = if self.sum.mass < MINVAL { vec![part] } else { vec![self.sum, part] };
        let settings = fuser.cx.compiler(body.at);
        if let Some(sum) = combine(&parts, settings.boundinertia).map_err(|why| fuser.cx.physics(body, why))? {
            self.sum = sum;
        }
        self.changed |= !(self.inferred && fuser.inferred(body) && !fuser.adjusts(body));
        Ok(())
    }

    fn write(&self, body: &mut Body) {
        if !self.changed {
            return;
        }
        body.explicitinertial = true;
        body.mass = self.sum.mass;
        (body.ipos, body.iquat, body.ialt) = (self.sum.pose.pos, self.sum.pose.quat, Orientation::Quat);
        body.inertia = self.sum.inertia.0;
        body.fullinertia = [f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0];
    }
}

#[cfg(test)]
mod tests {
    use crate::files::NoFiles;
    use crate::{Warnings, compile, read};
    use sinew_core::Model;

    fn fused(inside: &str) -> Model {
        let xml = format!(r#"<mujoco><compiler fusestatic="true"/>{inside}</mujoco>"#);
        let mut warnings = Warnings::new();
        let spec = read(&xml, "m.xml", &NoFiles, &mut warnings).unwrap();
        compile(&spec, &NoFiles, &mut warnings).unwrap()
    }

    #[test]
    fn children_of_a_fused_body_take_its_place_and_geoms_come_last() {
        let m = fused(
            r#"<worldbody>
                 <body name="a"><geom size="1"/><body name="aa"><joint/><geom size="2"/></body></body>
                 <geom size="3"/>
                 <body name="b"><joint/><geom size="4"/>
                   <body name="c" pos="0 0 1"><geom size="5"/></body><geom size="6"/></body>
               </worldbody>"#,
        );
        assert_eq!(m.nbody, 3);
        let sizes: Vec<f64> = m.geom_size.iter().map(|s| s[0]).collect();
        assert_eq!(sizes, [3.0, 1.0, 2.0, 4.0, 6.0, 5.0]);
        assert_eq!(m.geom_bodyid[..], [0, 0, 1, 2, 2, 2]);
        assert_eq!(m.geom_pos[5][2], 1.0);
    }

    #[test]
    fn masses_add_up() {
        let m = fused(
            r#"<worldbody><body name="b"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
                 <body pos="0 0 3"><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/></body></body></worldbody>"#,
        );
        assert_eq!((m.nbody, m.body_mass[1]), (2, 3.0));
        assert!((m.body_ipos[1][2] - 2.0).abs() < 1e-12);
        // two points, 1 at distance 2 and 2 at distance 1, and two unit inertias
        assert!((m.body_inertia[1][0] - 8.0).abs() < 1e-12 && (m.body_inertia[1][2] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn bodies_with_a_part_of_their_own_stay() {
        let m = fused(
            r#"<worldbody><body name="b"><joint/><geom size="1"/>
                 <body name="named"><geom size="1"/></body>
                 <body name="floats" gravcomp="1"><geom size="1"/></body>
                 <body name="measured"><geom size="1"/><site name="s"/></body>
                 <body name="plain"><geom size="1"/></body></body>
                 <body name="hand" mocap="true"/></worldbody>
               <contact><exclude body1="b" body2="named"/></contact>
               <sensor><force site="s"/></sensor>"#,
        );
        assert_eq!(m.nbody, 6);
        assert!(m.body("plain").is_err() && m.body("measured").is_ok());
    }
}
