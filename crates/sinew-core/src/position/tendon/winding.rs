//! Angles in the plane of a circle about the origin.

use std::f64::consts::PI;

use crate::math::MINVAL;

/// Point in the plane of the circle.
pub(super) type Point = [f64; 2];

/// How far a path winds about the origin, up to a whole turn: an angle without its arctangent.
pub(super) struct Winding {
    /// a point in the direction of the angle, seen from the origin
    at: Point,
    /// true from half a turn on
    pub(super) half_a_turn: bool,
}

impl Winding {
    /// The shorter way from one end to the other.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(super) fn between(end: [Point; 2]) -> Self {
        let at = [dot(end[0], end[1]), cross(end[0], end[1]).abs()];
        Self { at, half_a_turn: at[1] == 0.0 && at[0] < 0.0 }
    }

    /// The way past a direction, each of its two parts the shorter way, and which way it turns: 1 for counter-clockwise.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(super) fn past(end: [Point; 2], side: Point) -> (Self, f64) {
        let first = [dot(end[0], side), cross(end[0], side)];
        let second = [dot(side, end[1]), cross(side, end[1])];
        // angles add up where complex numbers are multiplied; a part of half a turn goes by the sign of its zero
        let [x, y] = [first[0] * second[0] - first[1] * second[1], first[0] * second[1] + first[1] * second[0]];
        let right = [first, second].map(|part| part[1].is_sign_negative());
        let (alike, obtuse) = (right[0] == right[1], first[0] < 0.0 && second[0] < 0.0);
        let turn = if if alike { right[0] } else { y < 0.0 } { -1.0 } else { 1.0 };
        let at = [x, turn * y];
        (Self { at, half_a_turn: alike && (at[1] < 0.0 || at[1] == 0.0 && (x < 0.0 || obtuse)) }, turn)
    }

    /// What is left of the angle without that of another point, which is below half a turn.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(super) fn less(&self, taken: Point) -> f64 {
        let left = angle(taken, self.at);
        if self.half_a_turn && left < 0.0 { left + 2.0 * PI } else { left }
    }
}

/// The same of both ends; the arrays' own `map` is not inlined.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is two calls of a closure")]
pub(super) fn both<A: Copy, B>(pair: [A; 2], f: impl Fn(A) -> B) -> [B; 2] {
    [f(pair[0]), f(pair[1])]
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn norm(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// Unit vector; the first axis for a vector of no length.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
pub(super) fn unit(a: Point) -> Point {
    let norm = norm(a);
    if norm < MINVAL { [1.0, 0.0] } else { [a[0] / norm, a[1] / norm] }
}

/// Signed angle from one direction to another, in `(-π, π]`.
pub(super) fn angle(from: Point, to: Point) -> f64 {
    libm::atan2(cross(from, to), dot(from, to))
}
