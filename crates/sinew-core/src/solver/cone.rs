//! The convex cost of the rows: states, forces, cost, and curvature of friction cones.

use std::ops::Range;

use super::bounded::{self, Bounded};
use super::one_sided;
use crate::Id;
use crate::model::{ConstraintState, ConstraintType};

/// Parameters of rows that their cost depends on.
#[derive(Clone, Copy, Debug)]
pub struct Update<'a> {
    /// equality rows, which come first
    pub ne: usize,
    /// friction-loss rows, which come next
    pub nf: usize,
    /// `D`
    pub mass: &'a [f64],
    /// `R`
    pub regulariser: &'a [f64],
    /// largest friction force
    pub frictionloss: &'a [f64],
    /// type of each row
    pub kind: &'a [i32],
    /// contact of each contact row
    pub id: &'a [i32],
}

impl Update<'_> {
    /// Rows of friction loss.
    #[inline]
    pub(super) fn bounded(&self) -> Bounded<'_> {
        let rows = self.ne..self.ne + self.nf;
        let (frictionloss, regulariser) = (&self.frictionloss[rows.clone()], &self.regulariser[rows.clone()]);
        Bounded { frictionloss, regulariser, mass: &self.mass[rows] }
    }

    /// Limits and contacts before the first that has an elliptic cone.
    #[inline]
    pub(super) fn one_sided(&self) -> Range<usize> {
        let start = self.ne + self.nf;
        let elliptic = |kind: &i32| *kind == ConstraintType::ContactElliptic as i32;
        let len = self.kind[start..].iter().position(elliptic).unwrap_or(self.kind.len() - start);
        start..start + len
    }
}

/// The friction cone of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cone {
    /// friction of the regularised cone
    pub mu: f64,
    /// friction of each direction
    pub friction: [f64; 5],
    /// number of rows
    pub dim: usize,
}

impl Cone {
    /// Normal part and tangential norm of rows scaled so that the cone is circular.
    #[inline]
    fn circular(&self, jar: &[f64]) -> (f64, f64) {
        let mut square = 0.0;
        for (x, mu) in jar[1..self.dim].iter().zip(&self.friction) {
            let u = x * mu;
            square += u * u;
        }
        (jar[0] * self.mu, square.sqrt())
    }

    /// Scale of row `j` into the circular cone.
    #[inline]
    fn scale(&self, j: usize) -> f64 {
        if j == 0 { self.mu } else { self.friction[j - 1] }
    }

    /// Curvature of the cost in the middle zone, a `dim`×`dim` matrix in row-major order.
    ///
    /// With `N`, `T` normal and tangential part in the circular cone the cost is `½ D (N − μT)²/(μ²(1 + μ²))`.
    pub fn hessian(&self, jar: &[f64], mass: f64, out: &mut [f64; 36]) {
        let (n, t) = self.circular(jar);
        let (mu, dim) = (self.mu, self.dim);
        let u: [f64; 6] = std::array::from_fn(|j| if j < dim { jar[j] * self.scale(j) } else { 0.0 });
        let dm = mass / (mu * mu * (1.0 + mu * mu));
        for i in 0..dim {
            for j in i..dim {
                let mut h = match (i, j) {
                    (0, 0) => 1.0,
                    (0, _) => -mu / t * u[j],
                    _ => mu * n / (t * t * t) * u[i] * u[j],
                };
                if i == j && i > 0 {
                    h += mu * mu - mu * n / t;
                }
                let h = dm * self.scale(i) * self.scale(j) * h;
                out[i * dim + j] = h;
                out[j * dim + i] = h;
            }
        }
    }
}

/// State and force of every row, given `jar = J q̈ − a_ref`; returns the cost.
#[doc(alias = "mj_constraintUpdate_impl")]
pub fn update(
    rows: &Update<'_>,
    cone: impl Fn(usize) -> Cone,
    jar: &[f64],
    state: &mut [i32],
    force: &mut [f64],
) -> f64 {
    let nefc = jar.len();
    let mut cost = 0.0;

    // equality: always quadratic
    for i in 0..rows.ne {
        force[i] = -rows.mass[i] * jar[i];
        state[i] = ConstraintState::Quadratic as i32;
        cost -= 0.5 * force[i] * jar[i];
    }

    // friction loss: quadratic inside the bounds, linear outside
    let friction = rows.ne..rows.ne + rows.nf;
    if !friction.is_empty() {
        let (state, force) = (&mut state[friction.clone()], &mut force[friction.clone()]);
        bounded::update(&rows.bounded(), &jar[friction], state, force, &mut cost);
    }

    // limits and contacts, up to the first that has a cone
    let simple = rows.one_sided();
    let mut i = simple.end;
    one_sided::update(
        &jar[simple.clone()],
        &rows.mass[simple.clone()],
        &mut state[simple.clone()],
        &mut force[simple],
        &mut cost,
    );
    while i < nefc {
        if rows.kind[i] == ConstraintType::ContactElliptic as i32 {
            let cone = cone(rows.id[i].ix());
            let span = i..i + cone.dim;
            let (s, c) = elliptic(&cone, &jar[span.clone()], &rows.mass[span.clone()], &mut force[span.clone()]);
            state[span].fill(s as i32);
            cost += c;
            i += cone.dim;
            continue;
        }
        if jar[i] >= 0.0 {
            (state[i], force[i]) = (ConstraintState::Satisfied as i32, 0.0);
        } else {
            force[i] = -rows.mass[i] * jar[i];
            state[i] = ConstraintState::Quadratic as i32;
            cost -= 0.5 * force[i] * jar[i];
        }
        i += 1;
    }
    cost
}

/// State, force and cost of a contact with an elliptic cone.
#[inline]
fn elliptic(cone: &Cone, jar: &[f64], mass: &[f64], force: &mut [f64]) -> (ConstraintState, f64) {
    let (n, t) = cone.circular(jar);
    let mu = cone.mu;
    if n >= mu * t || (t <= 0.0 && n >= 0.0) {
        // inside the dual cone: no force
        force.fill(0.0);
        (ConstraintState::Satisfied, 0.0)
    } else if mu * n + t <= 0.0 || (t <= 0.0 && n < 0.0) {
        // sticking: every row on its own
        let mut cost = 0.0;
        for j in 0..cone.dim {
            force[j] = -mass[j] * jar[j];
            cost -= 0.5 * force[j] * jar[j];
        }
        (ConstraintState::Quadratic, cost)
    } else {
        // sliding: on the surface of the cone
        let dm = mass[0] / (mu * mu * (1.0 + mu * mu));
        let gap = n - mu * t;
        force[0] = -dm * gap * mu;
        for j in 1..cone.dim {
            let u = jar[j] * cone.friction[j - 1];
            force[j] = -force[0] / t * u * cone.friction[j - 1];
        }
        (ConstraintState::Cone, 0.5 * dm * gap * gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<'a>(mass: &'a [f64], inverse: &'a [f64], kind: &'a [i32]) -> Update<'a> {
        const ZERO_REALS: &[f64] = &[0.0; 6];
        const ZERO_INTS: &[i32] = &[0; 6];
        Update { ne: 0, nf: 0, mass, regulariser: inverse, frictionloss: ZERO_REALS, kind, id: ZERO_INTS }
    }

    #[test]
    fn forces_are_the_negative_gradient_of_the_cost() {
        let cone = Cone { mu: 0.6, friction: [0.7, 0.7, 0.02, 0.01, 0.01], dim: 6 };
        // masses of a regularised cone: D_k = D_1 (μ_1/μ_k)⁻² in the friction directions
        let d0 = 3.0;
        let d1 = d0 * cone.friction[0] * cone.friction[0] / (cone.mu * cone.mu);
        let mut mass = [d0; 6];
        for k in 1..6 {
            mass[k] = d1 * cone.friction[k - 1] * cone.friction[k - 1] / (cone.friction[0] * cone.friction[0]);
        }
        let inverse = mass.map(|x| 1.0 / x);
        let kind = [ConstraintType::ContactElliptic as i32; 6];
        let rows = rows(&mass, &inverse, &kind);
        for start in
            [[-0.1, 2.0, -1.0, 3.0, 1.0, -2.0], [-3.0, 0.4, 0.1, -1.0, 2.0, 0.5], [2.0, 0.1, 0.1, 0.0, 0.2, 0.1]]
        {
            let eval = |jar: &[f64; 6]| {
                let (mut state, mut force) = ([0; 6], [0.0; 6]);
                let cost = update(&rows, |_| cone, jar, &mut state, &mut force);
                (cost, force, state[0])
            };
            let (_, force, state) = eval(&start);
            for k in 0..6 {
                let h = 1e-6;
                let (mut up, mut down) = (start, start);
                up[k] += h;
                down[k] -= h;
                let numeric = -(eval(&up).0 - eval(&down).0) / (2.0 * h);
                assert!((force[k] - numeric).abs() < 1e-6 * (1.0 + numeric.abs()), "{start:?} row {k}");
                // and the Hessian the derivative of the forces
                if state == ConstraintState::Cone as i32 {
                    let mut hessian = [0.0; 36];
                    cone.hessian(&start, mass[0], &mut hessian);
                    for j in 0..6 {
                        let numeric = -(eval(&up).1[j] - eval(&down).1[j]) / (2.0 * h);
                        assert!((hessian[6 * k + j] - numeric).abs() < 1e-5 * (1.0 + numeric.abs()), "{k} {j}");
                    }
                }
            }
        }
    }
}
