//! Pairs, tendons and equality constraints follow what they refer to.

use sinew_core::math::Vec3;
use sinew_core::model::{EqType, ObjType, WrapType};

use super::Scales;
use super::map::{Coordinate, Scale};
use crate::spec;

/// A contact pair: between the scales of its geoms.
pub(super) fn pair(pair: &mut spec::Pair, scales: &Scales) {
    let [first, second] = [&pair.geomname1, &pair.geomname2].map(|name| Scales::of(&scales.geoms, name));
    let (length, units) = first.between(&second);
    pair.margin *= length;
    pair.gap *= length;
    pair.solimp[2] *= length;
    pair.friction[2..].iter_mut().for_each(|x| *x *= length);
    pair.adhesion *= units.force();
}

/// A tendon: scaled like the innermost frame around all of its objects.
///
/// The length of a fixed tendon with a slide joint is a length, whatever else is in it; that of one with hinges alone is an
/// angle. Coefficients turn the coordinates of joints into it.
pub(super) fn tendon(tendon: &mut spec::Tendon, scales: &Scales) -> Coordinate {
    let scale = scales.around(tendon.path.iter().filter_map(|wrap| of_wrap(wrap, scales)));
    let is_length = |wrap: &spec::Wrap| wrap.type_ != WrapType::Joint || is_slide(scales, &wrap.target);
    let q = if tendon.path.iter().any(is_length) {
        Coordinate::length(scale.mean(), scale.units)
    } else {
        Coordinate::angle(scale.units)
    };
    for wrap in tendon.path.iter_mut().filter(|wrap| wrap.type_ == WrapType::Joint) {
        wrap.prm *= q.value / scales.joint(&wrap.target).q.value;
    }

    tendon.width *= scale.mean();
    for x in tendon.range.iter_mut().chain([&mut tendon.margin, &mut tendon.springyield]) {
        *x *= q.value;
    }
    // a length that is not given stays so
    for x in tendon.springlength.iter_mut().filter(|x| **x > 0.0) {
        *x *= q.value;
    }
    tendon.solimp_limit[2] *= q.value;
    tendon.solimp_friction[2] *= q.value;
    tendon.frictionloss *= q.force;
    tendon.actfrcrange = tendon.actfrcrange.map(|x| x * q.force);
    tendon.armature *= q.linear();
    for (k, factor) in q.coefficients().into_iter().enumerate() {
        tendon.stiffness[k] *= factor;
        tendon.damping[k] *= factor;
    }
    q
}

fn of_wrap(wrap: &spec::Wrap, scales: &Scales) -> Option<Scale> {
    match wrap.type_ {
        WrapType::Pulley => None,
        WrapType::Joint => Some(scales.joint(&wrap.target).scale),
        WrapType::Site => Some(Scales::of(&scales.sites, &wrap.target)),
        _ => Some(Scales::of(&scales.geoms, &wrap.target)),
    }
}

fn is_slide(scales: &Scales, joint: &str) -> bool {
    scales.joint(joint).q.is_length
}

/// An equality constraint.
pub(super) fn equality(equality: &mut spec::Equality, scales: &Scales) {
    let data = &mut equality.data;
    let table = if equality.objtype == ObjType::Site { &scales.sites } else { &scales.bodies };
    let [first, second] = [&equality.name1, &equality.name2].map(|name| Scales::of(table, name));
    let mean = first.between(&second).0;
    let mut stretch = |at: usize, scale: &Scale| {
        let scaled = scale.vector(Vec3::from_slice(&data[at..at + 3]));
        data[at..at + 3].copy_from_slice(&scaled.0);
    };
    let width = match equality.type_ {
        EqType::Connect if equality.objtype == ObjType::Site => mean,
        EqType::Connect => {
            stretch(0, &first);
            first.mean()
        }
        EqType::Weld => {
            // between sites there is neither anchor nor relative pose
            if equality.objtype == ObjType::Body {
                stretch(0, &second);
                stretch(3, &first);
            }
            data[10] *= mean;
            mean
        }
        EqType::Joint => polynomial(data, scales.joint(&equality.name1).q, scales.joint(&equality.name2).q),
        EqType::Tendon => polynomial(data, scales.tendon(&equality.name1), scales.tendon(&equality.name2)),
        EqType::Distance => {
            let [a, b] = [&equality.name1, &equality.name2].map(|name| Scales::of(&scales.geoms, name));
            let mean = a.between(&b).0;
            data[0] *= mean;
            mean
        }
        _ => 1.0,
    };
    equality.solimp[2] *= width;
}

/// A polynomial of the second coordinate that is the first; returns the factor of the first.
fn polynomial(data: &mut [f64; 12], first: Coordinate, second: Coordinate) -> f64 {
    let mut factor = first.value;
    for coefficient in &mut data[..5] {
        *coefficient *= factor;
        factor /= second.value;
    }
    first.value
}
