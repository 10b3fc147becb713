//! Replicas, and models attached to models.
//!
//! Both copy a part of a tree of bodies under new names, and with it everything outside the tree that refers to the part:
//! contact pairs, constraints, tendons, actuators, sensors, tuples.

use sinew_core::math::Vec3;

use super::bodies::{Inside, NOWHERE, Node};
use super::copies::Relations;
use super::naming::{Names, Naming};
use super::part::{Part, body_part, flatten, frame_part, part_names, weight};
use super::{Id, Reader};
use crate::error::{Error, did_you_mean, excerpt};
use crate::schema::attributes as a;
use crate::spec::{Body, Frame, Orientation, Spec};

/// A model that can be attached.
pub(super) struct Asset {
    pub name: String,
    pub spec: Spec,
    /// where its files and settings went, once it was attached
    pub placed: Option<(u32, u32)>,
}

impl Reader<'_> {
    /// Reads the contents once, then puts copies of them into frames that advance by a fixed step.
    pub(super) fn replicate(&mut self, id: Id, inside: Inside) -> Result<(), Error> {
        let (mut count, mut offset, mut euler) = (0_i32, Vec3::default(), [0.0; 3]);
        self.get(id, "count", &mut count)?;
        self.get(id, "offset", &mut offset)?;
        self.get(id, "euler", &mut euler)?;
        let separator = self.text(id, "sep");
        let class = self.child_class(id, inside.class)?;

        // the contents, apart from the tree
        let (first, first_key) = (self.tree.len(), self.keys.len());
        let frame = Frame {
            at: self.place(id),
            frame: None,
            class: self.spec.defaults[class].name.clone(),
            ..Frame::default()
        };
        let body = Body { frames: vec![frame], ..Body::default() };
        self.tree.push(Node { body, parent: NOWHERE, source: 0 });
        self.contents(id, Inside { body: first, frame: Some(0), class })?;
        let mut part = self.tree.split_off(first);
        for node in &mut part[1..] {
            node.parent -= first;
        }
        if !part[0].body.joints.is_empty() || part[0].body.explicitinertial {
            return Err(self.invalid(id, "a joint or inertial cannot be directly in replicate, only in a body there"));
        }

        // how much it will be, before it is
        let size = part.iter().map(|node| weight(&node.body)).sum::<usize>() - 1;
        self.count(id, size.saturating_mul(count as usize))?;

        let mut names = part_names(&part);
        let relations = self.take_relations(&names);
        let digits = count.to_string().len();
        let (mut pos, mut others) = (Vec3::default(), None);
        for i in 0..count {
            let angles = euler.map(|angle| angle * f64::from(i));
            let pose = &mut part[0].body.frames[0];
            (pose.pos, pose.alt, pose.frame) = (pos, Orientation::Euler(angles), None);
            pos += self.spec.compilers[0].euler(angles).rotate(offset);
            let naming = Naming { suffix: format!("{separator}{i:0digits$}"), ..Naming::default() };
            let (tree, actuators) = (self.tree.len() - 1, self.spec.actuators.len());
            self.insert(&part, inside, &naming, &names);
            let copied = self.copy_relations(&relations, &mut names, &mut others, &naming);
            // keyframes of models attached in there are not copied: they are the first replica's
            if i == 0 {
                let originals = copied.iter().map(|&k| relations.actuators()[k].clone());
                let pairs: Vec<_> = originals.zip(self.spec.actuators[actuators..].iter().cloned()).collect();
                self.follow_copy(first_key, first, tree, &pairs);
            }
        }
        if count == 0 {
            self.keys.truncate(first_key);
        }
        Ok(())
    }

    /// Attaches a body, a frame or all of another model, or a body or frame of this one.
    pub(super) fn attach(&mut self, id: Id, inside: Inside) -> Result<(), Error> {
        let prefix = self.text(id, "prefix");
        let given = |name: &str| self.document.attribute(id, name).map(str::to_owned);
        let (model, body, frame) = (given("model"), given("body"), given("frame"));
        if model.is_none() && body.is_none() && frame.is_none() {
            return Err(self.invalid(id, "needs 'model', or the name of a 'body' or 'frame' of this one"));
        }
        let Some(model) = model else {
            let part = self.own_part(id, body.as_deref(), frame.as_deref())?;
            let mut names = part_names(&part);
            self.check_part(id, &part)?;
            let relations = self.referring(&names);
            let naming = Naming { prefix, ..Naming::default() };
            self.insert(&part, inside, &naming, &names);
            self.copy_relations(&relations, &mut names, &mut None, &naming);
            return Ok(());
        };
        let Some(index) = self.models.iter().position(|asset| asset.name == model) else {
            let meant = did_you_mean(&model, self.models.iter().map(|asset| asset.name.as_str()));
            let message = format!("there is no model '{}' among the assets{meant}", excerpt(&model));
            return Err(Error::Reference(self.document.attribute_fault(id, "model", message)));
        };
        let child = std::mem::take(&mut self.models[index].spec);
        let attached = self.attach_model(id, inside, &child, index, [body.as_deref(), frame.as_deref()], prefix);
        self.models[index].spec = child;
        attached
    }

    fn attach_model(
        &mut self,
        id: Id,
        inside: Inside,
        child: &Spec,
        index: usize,
        [body, frame]: [Option<&str>; 2],
        prefix: String,
    ) -> Result<(), Error> {
        let mut part = flatten(&child.worldbody);
        let starts = super::keys::addresses(part.iter().map(|node| &node.body)).0;
        if body.is_some() || frame.is_some() {
            part = self.find_part(id, &part, body, frame)?;
        } else {
            part[0].body.name.clear();
        }
        self.check_part(id, &part)?;
        self.settle(id, child)?;

        // its files and settings come along once
        let placed = &mut self.models[index].placed;
        let (file, compiler) = *placed.get_or_insert_with(|| {
            let at = (self.spec.files.len() as u32, self.spec.compilers.len() as u32);
            self.spec.files.extend(child.files.iter().cloned());
            self.spec.compilers.extend(child.compilers.iter().cloned());
            at
        });
        let naming =
            Naming { prefix, suffix: String::new(), foreign: true, file, compiler, plugin: self.spec.plugins.len() };
        self.copy_classes(child, &naming);
        self.copy_assets(id, child, &naming)?;

        let mut names = part_names(&part);
        names.add_assets(child);
        let first = self.tree.len() - 1;
        self.insert(&part, inside, &naming, &names);
        let placed: Vec<_> = (1..part.len()).map(|i| (part[i].source, first + i)).collect();
        let before = self.spec.actuators.len();
        let came = self.copy_relations(&Relations::of(child), &mut names, &mut None, &naming);
        let came: Vec<_> = came.into_iter().zip(self.spec.actuators[before..].iter().cloned()).collect();
        self.keep_keys(child, &starts, &placed, &naming, &came);
        Ok(())
    }

    /// Copies have to fit: so many elements, so deep in this tree.
    fn check_part(&mut self, id: Id, part: &Part) -> Result<(), Error> {
        // the original stays in memory beside its copies
        let size: usize = part.iter().map(|node| weight(&node.body)).sum();
        self.count(id, size.saturating_mul(2))?;
        let mut depths = vec![0_usize; part.len()];
        for i in 1..part.len() {
            depths[i] = depths[part[i].parent] + 1;
        }
        let depth = self.document.depth_of(id) + depths.iter().max().copied().unwrap_or(0);
        if depth > self.limits.depth {
            let message = format!("attached bodies are nested more than {} deep", self.limits.depth);
            return Err(Error::Limit(self.document.fault(id, message)));
        }
        Ok(())
    }

    /// A body or frame that has been read already.
    fn own_part(&mut self, id: Id, body: Option<&str>, frame: Option<&str>) -> Result<Part, Error> {
        let tree = std::mem::take(&mut self.tree);
        let part = self.find_part(id, &tree, body, frame);
        self.tree = tree;
        part
    }

    /// A body with all below it, or the contents of a frame, as contents of a nameless body.
    fn find_part(&self, id: Id, tree: &[Node], body: Option<&str>, frame: Option<&str>) -> Result<Part, Error> {
        let (kind, name) = match (body, frame) {
            (Some(name), _) => ("body", name),
            (_, name) => ("frame", name.unwrap_or_default()),
        };
        let found = tree.iter().enumerate().find_map(|(i, node)| {
            if kind == "body" {
                (node.body.name == name && node.parent != NOWHERE).then_some((i, None))
            } else {
                let frame = node.body.frames.iter().position(|frame| frame.name == name)?;
                Some((i, Some(frame)))
            }
        });
        match found {
            Some((root, None)) => Ok(body_part(tree, root)),
            Some((root, Some(frame))) => Ok(frame_part(tree, root, frame)),
            None => {
                let known: Vec<&str> = if kind == "body" {
                    tree.iter().map(|node| node.body.name.as_str()).collect()
                } else {
                    tree.iter().flat_map(|node| &node.body.frames).map(|frame| frame.name.as_str()).collect()
                };
                let message = format!("there is no {kind} '{}' to attach{}", excerpt(name), did_you_mean(name, known));
                Err(Error::Reference(self.document.attribute_fault(id, kind, message)))
            }
        }
    }

    /// Puts copies of the contents of a part into a body of the tree.
    fn insert(&mut self, part: &Part, inside: Inside, naming: &Naming, names: &Names) {
        let base = self.tree.len() - 1;
        for (i, node) in part.iter().enumerate().skip(1) {
            let mut body = node.body.clone();
            naming.body(&mut body, names);
            if node.parent == 0 {
                let offset = self.tree[inside.body].body.frames.len();
                body.frame = body.frame.map_or(inside.frame, |frame| Some(frame + offset));
            }
            let parent = if node.parent == 0 { inside.body } else { base + node.parent };
            debug_assert_eq!(self.tree.len(), base + i);
            self.tree.push(Node { body, parent, source: node.source });
        }

        // what was directly in it joins the body
        let mut root = part[0].body.clone();
        naming.body(&mut root, names);
        let target = &mut self.tree[inside.body].body;
        let offset = target.frames.len();
        let shift = |frame: Option<usize>| frame.map_or(inside.frame, |frame| Some(frame + offset));
        root.frames.iter_mut().for_each(|frame| frame.frame = shift(frame.frame));
        root.joints.iter_mut().for_each(|joint| joint.frame = shift(joint.frame));
        root.geoms.iter_mut().for_each(|geom| geom.frame = shift(geom.frame));
        root.sites.iter_mut().for_each(|site| site.frame = shift(site.frame));
        root.cameras.iter_mut().for_each(|camera| camera.frame = shift(camera.frame));
        root.lights.iter_mut().for_each(|light| light.frame = shift(light.frame));
        target.frames.append(&mut root.frames);
        target.joints.append(&mut root.joints);
        target.geoms.append(&mut root.geoms);
        target.sites.append(&mut root.sites);
        target.cameras.append(&mut root.cameras);
        target.lights.append(&mut root.lights);
    }

    fn copy_classes(&mut self, child: &Spec, naming: &Naming) {
        let base = self.spec.defaults.len();
        for class in &child.defaults {
            let mut class = class.clone();
            naming.class(&mut class);
            class.parent = Some(class.parent.map_or(0, |parent| parent + base));
            self.spec.defaults.push(class);
        }
    }

    fn copy_assets(&mut self, id: Id, child: &Spec, naming: &Naming) -> Result<(), Error> {
        let size = child.meshes.len() + child.hfields.len() + child.textures.len() + child.materials.len();
        self.count(id, size + child.plugins.len())?;
        let copied = &Names::default();
        for plugin in &child.plugins {
            let mut plugin = plugin.clone();
            naming.name(&mut plugin.name);
            naming.place(&mut plugin.at);
            self.spec.plugins.push(plugin);
        }
        for name in &child.activeplugins {
            if !self.spec.activeplugins.contains(name) {
                self.spec.activeplugins.push(name.clone());
            }
        }
        for mesh in &child.meshes {
            let mut mesh = mesh.clone();
            naming.element(&a::MESH, &mut mesh, |e| &mut e.at, copied);
            naming.plugin(&mut mesh.plugin);
            self.spec.meshes.push(mesh);
        }
        for hfield in &child.hfields {
            let mut hfield = hfield.clone();
            naming.element(&a::HFIELD, &mut hfield, |e| &mut e.at, copied);
            self.spec.hfields.push(hfield);
        }
        for texture in &child.textures {
            let mut texture = texture.clone();
            naming.element(&a::TEXTURE, &mut texture, |e| &mut e.at, copied);
            self.spec.textures.push(texture);
        }
        for material in &child.materials {
            let mut material = material.clone();
            naming.element(&a::MATERIAL, &mut material, |e| &mut e.at, copied);
            material.textures.iter_mut().for_each(|texture| naming.name(texture));
            self.spec.materials.push(material);
        }
        for numeric in &child.numerics {
            let mut numeric = numeric.clone();
            naming.name(&mut numeric.name);
            naming.place(&mut numeric.at);
            self.spec.numerics.push(numeric);
        }
        for text in &child.texts {
            let mut text = text.clone();
            naming.name(&mut text.name);
            naming.place(&mut text.at);
            self.spec.texts.push(text);
        }
        Ok(())
    }
}
