//! URDF models, read as MuJoCo reads them (modeling chapter, "URDF extensions").
//!
//! Links become bodies, joints move into the body of their child link, visual and collision elements become geoms. A
//! `mujoco` element inside `robot` may hold `compiler`, `option` and `size` as in MJCF; static bodies are fused and visual
//! geoms dropped unless it says otherwise. `mimic` becomes an equality constraint between the two joints.

mod attribute;
mod joint;
mod link;
mod package;

use std::collections::{HashMap, HashSet};

use crate::Limits;
use crate::error::{Error, Warnings, excerpt};
use crate::files::{Files, folder};
use crate::read::{Document, Id, settings};
use crate::spec::{Body, Mesh, Spec};

/// Reads a URDF model from a text. `file_name` is where the text came from: paths in it are relative to its folder.
pub fn read(xml: &str, file_name: &str, files: &dyn Files, warnings: &mut Warnings) -> Result<Spec, Error> {
    let limits = Limits::default();
    let document = Document::open(xml, file_name, folder(file_name), files, &limits)?;
    read_document(document, folder(file_name), files, warnings, &limits)
}

/// Reads a URDF model whose text is parsed already.
pub(crate) fn read_document(
    document: Document,
    folder: &str,
    files: &dyn Files,
    warnings: &mut Warnings,
    limits: &Limits,
) -> Result<Spec, Error> {
    // settings; fusing and discarding are on unless switched off, angles are always in radians
    let extension = document.children(Document::ROOT).find(|&id| document.name(id) == "mujoco");
    let (document, mut spec) = settings(document, extension, folder, files, warnings, limits, |compiler| {
        compiler.fusestatic = true;
        compiler.discardvisual = true;
    })?;
    spec.compilers[0].degree = false;
    if let Some(name) = document.attribute(Document::ROOT, "name") {
        name.clone_into(&mut spec.modelname);
    }

    let mut reader = Reader {
        document: &document,
        files,
        warnings,
        spec,
        colors: HashMap::new(),
        geom_names: HashSet::new(),
        meshes: Vec::new(),
    };
    reader.colors = reader.find_colors()?;
    reader.robot(limits)?;
    Ok(reader.spec)
}

/// A model while it is being read.
struct Reader<'a> {
    document: &'a Document,
    files: &'a dyn Files,
    warnings: &'a mut Warnings,
    spec: Spec,
    /// materials by name
    colors: HashMap<String, [f32; 4]>,
    geom_names: HashSet<String>,
    /// meshes so far: stem of the file name, as it was written in the URDF
    meshes: Vec<(String, String)>,
}

/// A link and how it hangs together with others.
struct Node {
    link: Id,
    joint: Option<Id>,
    parent: Option<usize>,
    children: Vec<usize>,
    body: Body,
}

impl Reader<'_> {
    fn child(&self, id: Id, name: &str) -> Option<Id> {
        self.document.children(id).find(|&c| self.document.name(c) == name)
    }

    fn required_child(&self, id: Id, name: &str) -> Result<Id, Error> {
        self.child(id, name).ok_or_else(|| self.invalid(id, format!("element '{name}' is missing")))
    }

    fn invalid(&self, id: Id, message: impl Into<String>) -> Error {
        Error::Invalid(self.document.fault(id, message))
    }

    /// Colours of all named materials, wherever they are; the first of a name counts.
    fn find_colors(&self) -> Result<HashMap<String, [f32; 4]>, Error> {
        let mut out = HashMap::new();
        let mut stack = vec![Document::ROOT];
        while let Some(id) = stack.pop() {
            let at = stack.len();
            stack.extend(self.document.children(id));
            stack[at..].reverse();
            if self.document.name(id) != "material" {
                continue;
            }
            if let (Some(name), Some(color)) = (self.document.attribute(id, "name"), self.child(id, "color")) {
                let rgba = self.rgba(color)?;
                out.entry(name.to_owned()).or_insert(rgba);
            }
        }
        Ok(out)
    }

    /// Links, joints, and the tree that they form.
    fn robot(&mut self, limits: &Limits) -> Result<(), Error> {
        let (mut nodes, by_name) = self.links()?;
        self.connect(&mut nodes, &by_name)?;
        self.check_tree(&nodes, limits)?;

        // links in the order of the file, then joints in theirs
        for node in &mut nodes {
            self.link(node.link, &mut node.body)?;
        }
        let joints: Vec<(Id, usize)> = {
            let mut all: Vec<_> = nodes.iter().enumerate().filter_map(|(n, node)| Some((node.joint?, n))).collect();
            all.sort_unstable();
            all
        };
        for &(joint, n) in &joints {
            self.joint(joint, &mut nodes[n].body)?;
        }
        self.mimics(&joints, &nodes)?;
        self.assemble(nodes);
        Ok(())
    }

    fn links(&self) -> Result<(Vec<Node>, HashMap<String, usize>), Error> {
        let mut nodes = Vec::new();
        let mut by_name = HashMap::new();
        for id in self.document.children(Document::ROOT).filter(|&id| self.document.name(id) == "link") {
            let name = self.required_text(id, "name")?;
            if by_name.insert(name.to_owned(), nodes.len()).is_some() {
                return Err(Error::Reference(self.document.fault(id, format!("repeated link '{}'", excerpt(name)))));
            }
            let body = Body { name: name.to_owned(), at: self.document.place(id), ..Body::default() };
            nodes.push(Node { link: id, joint: None, parent: None, children: Vec::new(), body });
        }
        if nodes.is_empty() {
            return Err(self.invalid(Document::ROOT, "a robot needs at least one link"));
        }
        Ok((nodes, by_name))
    }

    fn connect(&self, nodes: &mut [Node], by_name: &HashMap<String, usize>) -> Result<(), Error> {
        for id in self.document.children(Document::ROOT).filter(|&id| self.document.name(id) == "joint") {
            let end = |which: &str| -> Result<usize, Error> {
                let end = self.required_child(id, which)?;
                let name = self.required_text(end, "link")?;
                by_name.get(name).copied().ok_or_else(|| {
                    let meant = crate::error::did_you_mean(name, by_name.keys().map(String::as_str));
                    let message = format!("{which} link '{}' does not exist{meant}", excerpt(name));
                    Error::Reference(self.document.fault(id, message))
                })
            };
            let (parent, child) = (end("parent")?, end("child")?);
            let name = nodes[child].body.name.clone();
            if nodes[child].parent.is_some() {
                return Err(self.invalid(id, format!("link '{}' has more than one parent", excerpt(&name))));
            }
            nodes[child].parent = Some(parent);
            nodes[child].joint = Some(id);
            nodes[parent].children.push(child);
        }
        Ok(())
    }

    /// Every link hangs from a root, and not too deep.
    fn check_tree(&self, nodes: &[Node], limits: &Limits) -> Result<(), Error> {
        let mut reached = vec![false; nodes.len()];
        let mut stack: Vec<(usize, usize)> =
            (0..nodes.len()).filter(|&n| nodes[n].parent.is_none()).map(|n| (n, 1)).collect();
        while let Some((n, depth)) = stack.pop() {
            reached[n] = true;
            if depth > limits.depth {
                let message =
                    format!("link '{}' is more than {} links deep", excerpt(&nodes[n].body.name), limits.depth);
                return Err(Error::Limit(self.document.fault(nodes[n].link, message)));
            }
            stack.extend(nodes[n].children.iter().map(|&c| (c, depth + 1)));
        }
        match reached.iter().position(|r| !r) {
            None => Ok(()),
            Some(n) => {
                let message = format!("link '{}' is part of a cycle of joints", excerpt(&nodes[n].body.name));
                Err(self.invalid(nodes[n].link, message))
            }
        }
    }

    /// Hangs the bodies below one another; a link named `world` is the world.
    fn assemble(&mut self, mut nodes: Vec<Node>) {
        // children first: a body is complete before it moves into its parent
        let mut order: Vec<usize> = (0..nodes.len()).filter(|&n| nodes[n].parent.is_none()).collect();
        let roots = order.clone();
        let mut next = 0;
        while let Some(&n) = order.get(next) {
            next += 1;
            order.extend(&nodes[n].children);
        }
        for &n in order.iter().rev() {
            let children = std::mem::take(&mut nodes[n].children);
            nodes[n].body.bodies = children.into_iter().map(|c| std::mem::take(&mut nodes[c].body)).collect();
        }
        for n in roots {
            let body = std::mem::take(&mut nodes[n].body);
            let world = &mut self.spec.worldbody;
            if body.name == "world" {
                let before = std::mem::take(&mut world.bodies);
                *world = body;
                world.bodies.splice(0..0, before);
            } else {
                world.bodies.push(body);
            }
        }
    }

    /// Index of a mesh of this file and scale; a new one if there is none yet.
    fn mesh(&mut self, mesh: Mesh, written: &str) -> usize {
        let stem = crate::files::stem(written).to_owned();
        let found =
            (0..self.meshes.len()).find(|&i| self.meshes[i].1 == written && self.spec.meshes[i].scale == mesh.scale);
        found.unwrap_or_else(|| {
            let same = self.meshes.iter().filter(|(s, _)| *s == stem).count();
            let name = if same == 0 { stem.clone() } else { format!("{stem}{same}") };
            self.spec.meshes.push(Mesh { name, ..mesh });
            self.meshes.push((stem, written.to_owned()));
            self.meshes.len() - 1
        })
    }
}

#[cfg(test)]
mod tests;
