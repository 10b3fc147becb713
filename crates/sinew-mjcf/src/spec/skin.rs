//! Skin of a specification.

use super::Place;

/// A mesh that bends with the bodies it is bound to. It is drawn and has no part in the physics.
#[doc(alias = "mjsSkin")]
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// name; empty for none
    pub name: String,
    /// skins have no default class; always empty
    pub class: String,
    /// where it was written
    pub at: Place,
    /// SKN file; empty if all is given inline
    pub file: String,
    /// its material
    pub material: String,
    /// colour
    pub rgba: [f32; 4],
    /// how far it is pushed out along its normals
    pub inflate: f32,
    /// group for visualization
    pub group: i32,
    /// vertices in the pose in which it was bound
    pub vert: Vec<f32>,
    /// texture coordinates, one pair for each vertex or none
    pub texcoord: Vec<f32>,
    /// triangles
    pub face: Vec<i32>,
    /// bodies that it follows
    pub bones: Vec<Bone>,
}

/// A body that a skin follows, with the vertices that it moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// name of the body
    pub body: String,
    /// position of the body in the pose in which the skin was bound
    pub bindpos: [f32; 3],
    /// orientation of the body there
    pub bindquat: [f32; 4],
    /// vertices that it moves
    pub vertid: Vec<i32>,
    /// how much it moves each of them
    pub vertweight: Vec<f32>,
}

impl Default for Skin {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            at: Place::default(),
            file: String::new(),
            material: String::new(),
            rgba: [0.5, 0.5, 0.5, 1.0],
            inflate: 0.0,
            group: 0,
            vert: Vec::new(),
            texcoord: Vec::new(),
            face: Vec::new(),
            bones: Vec::new(),
        }
    }
}
