//! Explicit contact pairs and excluded body pairs.

use sinew_core::model::{Model, ObjType};

use super::context::Context;
use super::names::Names;
use super::tree::{GeomNode, Tree};
use crate::error::Error;
use crate::rotation::EPS;
use crate::spec;

/// A contact pair, its geoms ordered by body.
pub(super) struct PairNode {
    geoms: [usize; 2],
    signature: i32,
    values: spec::Pair,
}

/// Contacts in the order of the model, by signature, and where each came from.
#[derive(Default)]
pub(super) struct Contacts {
    pairs: Vec<PairNode>,
    excludes: Vec<i32>,
    pub pair_order: Vec<usize>,
    pub exclude_order: Vec<usize>,
}

/// Identifies a pair of bodies, the lower number first.
fn signature(body1: usize, body2: usize) -> i32 {
    (((body1 as u32) << 16) + body2 as u32) as i32
}

impl Contacts {
    /// Resolves names and fills in what pairs inherit from their geoms.
    pub fn compile(cx: Context<'_>, tree: &Tree<'_>, names: &Names<'_>) -> Result<Self, Error> {
        let mut out = Self::default();
        for pair in &cx.spec.pairs {
            out.pairs.push(compile_pair(cx, tree, names, pair)?);
        }
        for exclude in &cx.spec.excludes {
            let b1 = names.find(cx, exclude, "body1", ObjType::Body, &exclude.bodyname1)?;
            let b2 = names.find(cx, exclude, "body2", ObjType::Body, &exclude.bodyname2)?;
            out.excludes.push(signature(b1.min(b2), b1.max(b2)));
        }
        out.pair_order = (0..out.pairs.len()).collect();
        out.pair_order.sort_by_key(|&i| out.pairs[i].signature);
        out.exclude_order = (0..out.excludes.len()).collect();
        out.exclude_order.sort_by_key(|&i| out.excludes[i]);
        Ok(out)
    }

    /// Fills the columns.
    pub fn write(&self, m: &mut Model) {
        for (p, &from) in self.pair_order.iter().enumerate() {
            let pair = &self.pairs[from];
            let values = &pair.values;
            m.pair_dim[p] = values.condim;
            m.pair_geom1[p] = pair.geoms[0] as i32;
            m.pair_geom2[p] = pair.geoms[1] as i32;
            m.pair_signature[p] = pair.signature;
            m.pair_solref[p] = values.solref;
            m.pair_solreffriction[p] = values.solreffriction;
            m.pair_solimp[p] = values.solimp;
            m.pair_margin[p] = values.margin;
            m.pair_gap[p] = values.gap;
            m.pair_adhesion[p] = values.adhesion;
            m.pair_friction[p] = values.friction;
        }
        for (e, &from) in self.exclude_order.iter().enumerate() {
            m.exclude_signature[e] = self.excludes[from];
        }
    }
}

fn compile_pair(cx: Context<'_>, tree: &Tree<'_>, names: &Names<'_>, spec: &spec::Pair) -> Result<PairNode, Error> {
    let mut geoms = [
        names.find(cx, spec, "geom1", ObjType::Geom, &spec.geomname1)?,
        names.find(cx, spec, "geom2", ObjType::Geom, &spec.geomname2)?,
    ];
    if tree.geoms[geoms[0]].body > tree.geoms[geoms[1]].body {
        geoms.swap(0, 1);
    }
    let [g1, g2] = geoms.map(|g| &tree.geoms[g]);
    let mut values = spec.clone();
    inherit(&mut values, g1, g2);
    if ![1, 3, 4, 6].contains(&values.condim) {
        return Err(cx.invalid(spec, format!("condim must be 1, 3, 4 or 6, got {}", spec.condim)));
    }
    Ok(PairNode { geoms, signature: signature(g1.body, g2.body), values })
}

/// Fills in what is not given, as contacts between the two geoms would have it.
fn inherit(pair: &mut spec::Pair, g1: &GeomNode<'_>, g2: &GeomNode<'_>) {
    let (a, b) = (g1.spec, g2.spec);
    if pair.margin.is_nan() {
        pair.margin = a.margin.max(b.margin);
    }
    if pair.gap.is_nan() {
        pair.gap = a.gap.max(b.gap);
    }
    let spread = |f: [f64; 3]| [f[0], f[0], f[1], f[2], f[2]];
    let (condim, friction, solref, solimp) = if a.priority == b.priority {
        let mix = solver_mix(a.solmix, b.solmix);
        (
            a.condim.max(b.condim),
            spread(std::array::from_fn(|k| a.friction[k].max(b.friction[k]))),
            std::array::from_fn(|k| a.solref[k].min(b.solref[k])),
            std::array::from_fn(|k| mix * a.solimp[k] + (1.0 - mix) * b.solimp[k]),
        )
    } else {
        let winner = if a.priority > b.priority { a } else { b };
        (winner.condim, spread(winner.friction), winner.solref, winner.solimp)
    };
    if pair.condim < 0 {
        pair.condim = condim;
    }
    if pair.friction[0].is_nan() {
        pair.friction = friction;
    }
    if pair.solref[0].is_nan() {
        pair.solref = solref;
    }
    if pair.solimp[0].is_nan() {
        pair.solimp = solimp;
    }
}

/// Weight of the first geom's solver parameters.
fn solver_mix(a: f64, b: f64) -> f64 {
    match (a >= EPS, b >= EPS) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}
