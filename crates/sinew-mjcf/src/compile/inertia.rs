//! Mass and inertia of bodies: principal axes, and sums over the parts of a body.

use sinew_core::math::{MINVAL, Mat3, Quat, Vec3};

use super::pose::Pose;
use crate::rotation::{EPS, principal_axes, to_mat};

/// A mass with its inertia in the frame of its principal axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inertial {
    pub mass: f64,
    pub pose: Pose,
    pub inertia: Vec3,
}

/// Principal moments in decreasing order and the rotation to their axes, of a symmetric matrix given by its entries
/// `xx yy zz xy xz yz`.
fn axes_of([xx, yy, zz, xy, xz, yz]: [f64; 6]) -> (Vec3, Quat) {
    principal_axes(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]), 4.0 * MINVAL, 1000.0 * MINVAL)
}

/// Principal form of a full inertia; a moment of zero becomes `bound`, without one it is an error.
pub(super) fn from_full(full: [f64; 6], bound: f64) -> Result<(Vec3, Quat), String> {
    let (mut moments, quat) = axes_of(full);
    if moments[2] < if bound > 0.0 { -EPS } else { EPS } {
        let [a, b, c] = moments.0;
        return Err(format!("the inertia has principal moments {a}, {b}, {c}; all must be positive"));
    }
    if moments[2] < EPS {
        moments = Vec3(moments.0.map(|m| m.max(bound)));
    }
    Ok((moments, quat))
}

/// Adds to `sum`, as `xx yy zz xy xz yz`, the inertia of a part about a point and in the axes of the body.
fn add_about(sum: &mut [f64; 6], part: &Inertial, point: Vec3) {
    let axes = to_mat(part.pose.quat);
    let entry = |i: usize, j: usize| {
        axes[3 * i] * (axes[3 * j] * part.inertia[0])
            + axes[3 * i + 1] * (axes[3 * j + 1] * part.inertia[1])
            + axes[3 * i + 2] * (axes[3 * j + 2] * part.inertia[2])
    };
    let (m, c) = (part.mass, part.pose.pos - point);
    let turned = [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
    let shifted = [
        m * (c[1] * c[1] + c[2] * c[2]),
        m * (c[0] * c[0] + c[2] * c[2]),
        m * (c[0] * c[0] + c[1] * c[1]),
        -m * c[0] * c[1],
        -m * c[0] * c[2],
        -m * c[1] * c[2],
    ];
    for k in 0..6 {
        sum[k] = sum[k] + turned[k] + shifted[k];
    }
}

/// Mass and inertia of all parts together; `None` if they have no mass.
pub(super) fn combine(parts: &[Inertial], bound: f64) -> Result<Option<Inertial>, String> {
    if let [only] = parts {
        return Ok(Some(*only));
    }
    let mass: f64 = parts.iter().map(|p| p.mass).sum();
    if mass < MINVAL {
        return Ok(None);
    }
    let mut com = Vec3::ZERO;
    for part in parts {
        com += part.pose.pos * part.mass;
    }
    let pos = Vec3(com.0.map(|x| x / mass));
    let mut full = [0.0; 6];
    for part in parts {
        add_about(&mut full, part, pos);
    }
    let (inertia, quat) = from_full(full, bound)?;
    Ok(Some(Inertial { mass, pose: Pose { pos, quat }, inertia }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_axes_rebuild_the_matrix() {
        let full = [3.0, 4.0, 5.0, 0.3, -0.2, 0.7];
        let (moments, quat) = axes_of(full);
        assert!(moments[0] >= moments[1] && moments[1] >= moments[2]);
        let part = Inertial { mass: 1.0, pose: Pose { pos: Vec3::ZERO, quat }, inertia: moments };
        let mut rebuilt = [0.0; 6];
        add_about(&mut rebuilt, &part, Vec3::ZERO);
        for (a, b) in rebuilt.into_iter().zip(full) {
            assert!((a - b).abs() < 1e-13);
        }
    }

    #[test]
    fn two_halves_weigh_as_much_as_the_whole() {
        // a bar of length 2 along x, cut in the middle; thin: m l² / 12
        let half = |x: f64| Inertial {
            mass: 0.5,
            pose: Pose { pos: Vec3::new(x, 0.0, 0.0), quat: Quat::IDENTITY },
            inertia: Vec3::new(0.01, 0.5 / 12.0, 0.5 / 12.0),
        };
        let whole = combine(&[half(-0.5), half(0.5)], 0.0).expect("positive").expect("massive");
        assert!((whole.mass - 1.0).abs() < 1e-15 && whole.pose.pos.norm() < 1e-15);
        assert!((whole.inertia[0] - 1.0 / 3.0).abs() < 1e-12 && (whole.inertia[2] - 0.02).abs() < 1e-12);
    }
}
