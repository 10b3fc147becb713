//! Contacts.

use crate::math::{Mat3, Vec3};

/// A point where two geoms touch, or are about to.
#[doc(alias = "mjContact")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// distance between the nearest points; negative when they overlap
    pub dist: f64,
    /// midpoint between the nearest points
    pub pos: Vec3,
    /// rows are the normal, from the first geom to the second, and two tangents
    pub frame: Mat3,
    /// distance below which a force is made
    pub includemargin: f64,
    /// sliding (two directions), spinning, rolling (two directions)
    pub friction: [f64; 5],
    /// solver reference along the normal
    pub solref: [f64; 2],
    /// solver reference along the friction directions
    pub solreffriction: [f64; 2],
    /// solver impedance
    pub solimp: [f64; 5],
    /// adhesive force along the normal
    pub adhesion: f64,
    /// velocity of the second surface past the first: two tangents, spin
    pub surfacevel: [f64; 3],
    /// friction of the regularised cone
    pub mu: f64,
    /// number of dimensions of the contact force: 1, 3, 4 or 6
    pub dim: i32,
    /// geom ids
    pub geom: [i32; 2],
    /// flex ids; -1 for a geom
    pub flex: [i32; 2],
    /// element ids; -1 for a geom or a flex vertex
    pub elem: [i32; 2],
    /// vertex ids; -1 for a geom or a flex element
    pub vert: [i32; 2],
    /// why it makes no rows: 0 it does, 1 in the gap, 2 fused, 3 no dofs, 4 passive
    pub exclude: i32,
    /// its first constraint row; -1 for none
    pub efc_address: i32,
}
