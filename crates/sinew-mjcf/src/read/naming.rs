//! New names for copies of elements, and for what refers to them.

use std::collections::HashSet;

use sinew_core::model::{ObjType, TrnType, WrapType};

use crate::schema::attributes as a;
use crate::schema::{Form, Slot, Table};
use crate::spec::{
    Actuator, Body, DefaultClass, Equality, Exclude, Pair, Place, PluginRef, Sensor, Skin, Spec, Tendon, Tuple,
};

/// Names of elements, by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(HashSet<(ObjType, String)>);

impl Names {
    pub fn add(&mut self, kind: ObjType, name: &str) {
        if !name.is_empty() {
            self.0.insert((kind, name.to_owned()));
        }
    }

    pub fn has(&self, kind: ObjType, name: &str) -> bool {
        // a body is looked for in two frames
        let kind = if kind == ObjType::Xbody { ObjType::Body } else { kind };
        self.0.contains(&(kind, name.to_owned()))
    }

    /// Names of a body and of what is in it, other bodies left out.
    pub fn add_body(&mut self, body: &Body) {
        self.add(ObjType::Body, &body.name);
        body.joints.iter().for_each(|e| self.add(ObjType::Joint, &e.name));
        body.geoms.iter().for_each(|e| self.add(ObjType::Geom, &e.name));
        body.sites.iter().for_each(|e| self.add(ObjType::Site, &e.name));
        body.cameras.iter().for_each(|e| self.add(ObjType::Camera, &e.name));
        body.lights.iter().for_each(|e| self.add(ObjType::Light, &e.name));
        body.frames.iter().for_each(|e| self.add(ObjType::Frame, &e.name));
    }

    /// Names of assets and custom data.
    pub fn add_assets(&mut self, spec: &Spec) {
        spec.meshes.iter().for_each(|e| self.add(ObjType::Mesh, &e.name));
        spec.hfields.iter().for_each(|e| self.add(ObjType::Hfield, &e.name));
        spec.textures.iter().for_each(|e| self.add(ObjType::Texture, &e.name));
        spec.materials.iter().for_each(|e| self.add(ObjType::Material, &e.name));
        spec.numerics.iter().for_each(|e| self.add(ObjType::Numeric, &e.name));
        spec.texts.iter().for_each(|e| self.add(ObjType::Text, &e.name));
    }
}

/// How copies are called, and where they come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Naming {
    pub prefix: String,
    pub suffix: String,
    /// from another model: its classes and assets come along under new names
    pub foreign: bool,
    /// where its files begin in those of this model
    pub file: u32,
    /// where its settings begin in those of this model
    pub compiler: u32,
    /// where its instances of plugins begin in those of this model
    pub plugin: usize,
}

impl Naming {
    /// Puts prefix and suffix around a name; no name stays none.
    pub fn name(&self, name: &mut String) {
        if !name.is_empty() {
            name.insert_str(0, &self.prefix);
            name.push_str(&self.suffix);
        }
    }

    pub fn place(&self, at: &mut Place) {
        at.file += self.file;
        at.compiler += self.compiler;
    }

    /// Renames the instance of another model that an element refers to.
    pub fn plugin(&self, plugin: &mut Option<PluginRef>) {
        match plugin {
            Some(PluginRef::Named(name)) if self.foreign => self.name(name),
            Some(PluginRef::Own(number)) => *number += self.plugin,
            _ => {}
        }
    }

    /// Renames an element, and what it refers to: class and assets of another model, elements that are copied too.
    pub fn element<T>(&self, table: &Table<T>, element: &mut T, at: fn(&mut T) -> &mut Place, copied: &Names) {
        self.place(at(element));
        for (attr, bind) in table.iter() {
            let Slot::Text(text) = bind(element) else { continue };
            let renamed = match attr.form {
                Form::Name(_) => true,
                Form::Class => self.foreign,
                Form::Ref(kind) => copied.has(kind, text) || (self.foreign && is_asset(kind)),
                _ => false,
            };
            if renamed {
                self.name(text);
            }
        }
    }

    /// Renames a body and all that is in it, other bodies left out.
    pub fn body(&self, body: &mut Body, copied: &Names) {
        self.element(&a::BODY, body, |e| &mut e.at, copied);
        if self.foreign {
            self.name(&mut body.class);
        }
        for frame in &mut body.frames {
            self.element(&a::FRAME, frame, |e| &mut e.at, copied);
            if self.foreign {
                self.name(&mut frame.class);
            }
        }
        body.joints.iter_mut().for_each(|joint| self.element(&a::JOINT, joint, |e| &mut e.at, copied));
        for geom in &mut body.geoms {
            self.element(&a::GEOM, geom, |e| &mut e.at, copied);
            self.plugin(&mut geom.plugin);
        }
        body.sites.iter_mut().for_each(|site| self.element(&a::SITE, site, |e| &mut e.at, copied));
        body.cameras.iter_mut().for_each(|camera| self.element(&a::CAMERA, camera, |e| &mut e.at, copied));
        body.lights.iter_mut().for_each(|light| self.element(&a::LIGHT, light, |e| &mut e.at, copied));
    }

    /// Renames a default class and what its elements refer to.
    pub fn class(&self, class: &mut DefaultClass) {
        let copied = &Names::default();
        self.name(&mut class.name);
        self.element(&a::MESH, &mut class.mesh, |e| &mut e.at, copied);
        self.element(&a::TEXTURE, &mut class.texture, |e| &mut e.at, copied);
        self.element(&a::MATERIAL, &mut class.material, |e| &mut e.at, copied);
        self.element(&a::GEOM, &mut class.geom, |e| &mut e.at, copied);
        self.element(&a::SITE, &mut class.site, |e| &mut e.at, copied);
        self.element(&a::TENDON_LOOK, &mut class.tendon, |e| &mut e.at, copied);
        class.material.textures.iter_mut().for_each(|texture| self.name(texture));
    }
}

fn is_asset(kind: ObjType) -> bool {
    matches!(kind, ObjType::Mesh | ObjType::Hfield | ObjType::Texture | ObjType::Material)
}

/// An element outside the tree of bodies that refers to elements by name.
pub(super) trait Relation: Clone {
    const KIND: ObjType;
    fn names(&mut self) -> (&mut String, &mut String, &mut Place);
    /// Every reference that is given: the kind of its object, and the name.
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String));
    /// Renames the assets it uses, which are there whenever it is.
    fn assets(&mut self, _naming: &Naming) {}
}

macro_rules! relations {
    ($($T:ident $Kind:ident |$element:ident, $visit:ident| $references:block)*) => {
        $(impl Relation for $T {
            const KIND: ObjType = ObjType::$Kind;
            fn names(&mut self) -> (&mut String, &mut String, &mut Place) {
                (&mut self.name, &mut self.class, &mut self.at)
            }
            fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
                let mut $visit = |kind: ObjType, name: &mut String| {
                    if !name.is_empty() && kind != ObjType::Unknown {
                        visit(kind, name);
                    }
                };
                let $element = self;
                $references
            }
        })*
    };
}

relations! {
    Pair Pair |e, visit| {
        visit(ObjType::Geom, &mut e.geomname1);
        visit(ObjType::Geom, &mut e.geomname2);
    }
    Exclude Exclude |e, visit| {
        visit(ObjType::Body, &mut e.bodyname1);
        visit(ObjType::Body, &mut e.bodyname2);
    }
    Equality Equality |e, visit| {
        visit(e.objtype, &mut e.name1);
        visit(e.objtype, &mut e.name2);
    }
    Actuator Actuator |e, visit| {
        let kind = match e.trntype {
            TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
            TrnType::Tendon => ObjType::Tendon,
            TrnType::Body => ObjType::Body,
            _ => ObjType::Site,
        };
        visit(kind, &mut e.target);
        visit(ObjType::Site, &mut e.refsite);
        visit(ObjType::Site, &mut e.slidersite);
    }
    Sensor Sensor |e, visit| {
        visit(e.objtype, &mut e.objname);
        visit(e.reftype, &mut e.refname);
    }
    Tuple Tuple |e, visit| {
        for (kind, name) in e.objtype.iter().zip(&mut e.objname) {
            visit(ObjType::of(*kind), name);
        }
    }
}

impl Relation for Tendon {
    const KIND: ObjType = ObjType::Tendon;

    fn names(&mut self) -> (&mut String, &mut String, &mut Place) {
        (&mut self.name, &mut self.class, &mut self.at)
    }

    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        for wrap in &mut self.path {
            let kind = match wrap.type_ {
                WrapType::Joint => ObjType::Joint,
                WrapType::Site => ObjType::Site,
                WrapType::Pulley | WrapType::None => continue,
                WrapType::Sphere | WrapType::Cylinder => ObjType::Geom,
            };
            visit(kind, &mut wrap.target);
            if !wrap.sidesite.is_empty() {
                visit(ObjType::Site, &mut wrap.sidesite);
            }
        }
    }

    fn assets(&mut self, naming: &Naming) {
        naming.name(&mut self.material);
    }
}

impl Relation for Skin {
    const KIND: ObjType = ObjType::Skin;

    fn names(&mut self) -> (&mut String, &mut String, &mut Place) {
        (&mut self.name, &mut self.class, &mut self.at)
    }

    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        for bone in &mut self.bones {
            visit(ObjType::Body, &mut bone.body);
        }
    }

    fn assets(&mut self, naming: &Naming) {
        naming.name(&mut self.material);
    }
}
