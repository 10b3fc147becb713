//! Bodies and everything in them.

use sinew_core::model::{JointType, LightType};

use super::{Id, Reader};
use crate::error::Error;
use crate::schema::attributes as a;
use crate::spec::{Body, Camera, Frame, Geom, Joint, Light, Orientation, Site};

/// Where elements go: the body, the frame in it, and the class they start from.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub body: usize,
    pub frame: Option<usize>,
    pub class: usize,
}

/// A body while it is being read: its children are those that name it as their parent.
pub(super) struct Node {
    pub body: Body,
    pub parent: usize,
    /// its number in the model that it is copied from
    pub source: usize,
}

/// Parent of the world, and of what is not part of the tree.
pub(super) const NOWHERE: usize = usize::MAX;

/// The world among the bodies.
pub(super) const WORLD: usize = 0;

impl Reader<'_> {
    pub(super) fn world(&mut self, id: Id) -> Result<(), Error> {
        self.contents(id, Inside { body: WORLD, frame: None, class: 0 })
    }

    /// The bodies that were read, each inside its parent, go to the specification.
    pub(super) fn assemble(&mut self) {
        let mut tree = std::mem::take(&mut self.tree);
        while let Some(mut node) = tree.pop() {
            // children came last to first
            node.body.bodies.reverse();
            if tree.is_empty() {
                self.spec.worldbody = node.body;
            } else if let Some(parent) = tree.get_mut(node.parent) {
                parent.body.bodies.push(node.body);
            }
        }
    }

    /// Everything inside a body, a frame or a replicate.
    pub(super) fn contents(&mut self, id: Id, inside: Inside) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            let name = self.document.name(child);
            if inside.body == WORLD && matches!(name, "inertial" | "joint" | "freejoint") {
                return Err(self.invalid(child, format!("the world does not move: it cannot have '{name}'")));
            }
            match name {
                "body" => self.body(child, inside)?,
                "frame" => self.frame(child, inside)?,
                "replicate" => self.replicate(child, inside)?,
                "attach" => self.attach(child, inside)?,
                _ => self.leaf(child, inside)?,
            }
        }
        Ok(())
    }

    /// Elements without bodies in them.
    fn leaf(&mut self, id: Id, inside: Inside) -> Result<(), Error> {
        let class = &self.spec.defaults[self.class_of(id, inside.class)?];
        let (at, frame) = (self.place(id), inside.frame);
        match self.document.name(id) {
            "inertial" => {
                let mut body = std::mem::take(&mut self.tree[inside.body].body);
                let read = self.inertial(id, &mut body);
                self.tree[inside.body].body = body;
                read?;
            }
            "joint" => {
                let mut joint = class.joint.clone();
                self.fill(id, &a::JOINT, &mut joint)?;
                let joint = Joint { at, frame, class: class.name.clone(), ..joint };
                self.tree[inside.body].body.joints.push(joint);
            }
            "freejoint" => {
                let mut joint = Joint { type_: JointType::Free, ..Joint::default() };
                self.fill(id, &a::FREEJOINT, &mut joint)?;
                let joint = Joint { at, frame, class: class.name.clone(), ..joint };
                self.tree[inside.body].body.joints.push(joint);
            }
            "geom" => {
                let (mut geom, class) = (class.geom.clone(), class.name.clone());
                self.geom(id, &mut geom)?;
                let geom = Geom { at, frame, class, plugin: self.plugin(id)?, ..geom };
                self.tree[inside.body].body.geoms.push(geom);
            }
            "site" => {
                let mut site = class.site.clone();
                self.site(id, &mut site)?;
                let site = Site { at, frame, class: class.name.clone(), ..site };
                self.tree[inside.body].body.sites.push(site);
            }
            "camera" => {
                let mut camera = class.camera.clone();
                self.camera(id, &mut camera)?;
                let camera = Camera { at, frame, class: class.name.clone(), ..camera };
                self.tree[inside.body].body.cameras.push(camera);
            }
            _ => {
                let mut light = class.light.clone();
                self.light(id, &mut light)?;
                let light = Light { at, frame, class: class.name.clone(), ..light };
                self.tree[inside.body].body.lights.push(light);
            }
        }
        Ok(())
    }

    fn body(&mut self, id: Id, inside: Inside) -> Result<(), Error> {
        let class = self.child_class(id, inside.class)?;
        let mut body = Body { at: self.place(id), frame: inside.frame, ..Body::default() };
        self.fill(id, &a::BODY, &mut body)?;
        self.nonzero(id, body.quat.0)?;
        self.orientation(id, &mut body.alt)?;
        self.spec.defaults[class].name.clone_into(&mut body.class);
        self.tree.push(Node { body, parent: inside.body, source: 0 });
        self.contents(id, Inside { body: self.tree.len() - 1, frame: None, class })
    }

    fn frame(&mut self, id: Id, inside: Inside) -> Result<(), Error> {
        let class = self.child_class(id, inside.class)?;
        let mut frame = Frame { at: self.place(id), frame: inside.frame, ..Frame::default() };
        self.fill(id, &a::FRAME, &mut frame)?;
        self.nonzero(id, frame.quat.0)?;
        self.orientation(id, &mut frame.alt)?;
        let mut scale = frame.scale;
        match self.get(id, "scale", &mut scale)? {
            0 => {}
            1 => frame.scale.0 = [scale.0[0]; 3],
            3 => frame.scale = scale,
            _ => {
                let message = "scale needs 1 or 3 numbers, got 2";
                return Err(Error::Invalid(self.document.attribute_fault(id, "scale", message)));
            }
        }
        if frame.scale.0.iter().any(|&s| s <= 0.0) || frame.massscale < 0.0 {
            return Err(self.invalid(id, "scale and massscale have to be positive"));
        }
        self.spec.defaults[class].name.clone_into(&mut frame.class);
        let frames = &mut self.tree[inside.body].body.frames;
        frames.push(frame);
        let frame = Some(frames.len() - 1);
        self.contents(id, Inside { frame, class, ..inside })
    }

    /// The class that elements inside start from.
    pub(super) fn child_class(&self, id: Id, otherwise: usize) -> Result<usize, Error> {
        match self.document.attribute(id, "childclass") {
            Some(name) => self.class_index(id, "childclass", name),
            None => Ok(otherwise),
        }
    }

    fn inertial(&self, id: Id, body: &mut Body) -> Result<(), Error> {
        body.explicitinertial = true;
        self.fill(id, &a::INERTIAL, body)?;
        self.nonzero(id, body.iquat.0)?;
        self.orientation(id, &mut body.ialt)
    }

    pub(super) fn geom(&self, id: Id, geom: &mut Geom) -> Result<(), Error> {
        self.fill(id, &a::GEOM, geom)?;
        self.nonzero(id, geom.quat.0)?;
        self.orientation(id, &mut geom.alt)
    }

    pub(super) fn site(&self, id: Id, site: &mut Site) -> Result<(), Error> {
        self.fill(id, &a::SITE, site)?;
        self.nonzero(id, site.quat.0)?;
        self.orientation(id, &mut site.alt)
    }

    pub(super) fn camera(&self, id: Id, camera: &mut Camera) -> Result<(), Error> {
        self.fill(id, &a::CAMERA, camera)?;
        self.nonzero(id, camera.quat.0)?;
        self.orientation(id, &mut camera.alt)
    }

    pub(super) fn light(&self, id: Id, light: &mut Light) -> Result<(), Error> {
        self.fill(id, &a::LIGHT, light)?;
        let mut directional = false;
        if self.get(id, "directional", &mut directional)? > 0 {
            light.type_ = if directional { LightType::Directional } else { LightType::Spot };
        }
        Ok(())
    }

    fn nonzero(&self, id: Id, quat: [f64; 4]) -> Result<(), Error> {
        if quat == [0.0; 4] {
            let message = "quat is zero, which is no orientation";
            return Err(Error::Invalid(self.document.attribute_fault(id, "quat", message)));
        }
        Ok(())
    }

    /// The orientation in the notation of the file; a `quat` of the element itself ends one of its class.
    pub(super) fn orientation(&self, id: Id, alt: &mut Orientation) -> Result<(), Error> {
        if self.document.attribute(id, "quat").is_some() {
            *alt = Orientation::Quat;
        }
        let (mut axisangle, mut xyaxes, mut zaxis, mut euler) = ([0.0; 4], [0.0; 6], [0.0; 3], [0.0; 3]);
        if self.get(id, "axisangle", &mut axisangle)? > 0 {
            *alt = Orientation::AxisAngle(axisangle);
        }
        if self.get(id, "xyaxes", &mut xyaxes)? > 0 {
            *alt = Orientation::XyAxes(xyaxes);
        }
        if self.get(id, "zaxis", &mut zaxis)? > 0 {
            *alt = Orientation::ZAxis(zaxis);
        }
        if self.get(id, "euler", &mut euler)? > 0 {
            *alt = Orientation::Euler(euler);
        }
        Ok(())
    }
}
