//! Quadratic programs with one ellipsoidal constraint, of up to five variables: friction with a given normal force.

/// Minimises `½ xᵀ A x + xᵀ b` subject to `Σ (xᵢ/dᵢ)² ≤ r²`; returns the minimiser and whether the constraint is active.
///
/// In scaled variables `y = x/d` the minimiser is `−(D A D + λ)⁻¹ D b`, with the `λ ≥ 0` that puts it on the sphere found
/// by Newton's method.
#[doc(alias = "mju_QCQP")]
pub(super) fn qcqp(a: &[f64], b: &[f64], d: &[f64], r: f64) -> ([f64; 5], bool) {
    let n = b.len();
    let mut out = [0.0; 5];
    let (mut scaled, mut rhs) = ([0.0; 25], [0.0; 5]);
    for i in 0..n {
        rhs[i] = b[i] * d[i];
        for j in 0..n {
            scaled[i * n + j] = a[i * n + j] * d[i] * d[j];
        }
    }
    let mut lambda = 0.0;
    let mut y = [0.0; 5];
    for _ in 0..20 {
        let mut factor = scaled;
        for i in 0..n {
            factor[i * n + i] += lambda;
        }
        if !cholesky(&mut factor, n) {
            return (out, false);
        }
        y = rhs.map(|x| -x);
        solve(&factor, &mut y[..n]);

        // how far outside the sphere; done when inside or on it
        let outside = y[..n].iter().map(|x| x * x).sum::<f64>() - r * r;
        if outside < 1e-10 {
            break;
        }
        // derivative: −2 yᵀ (A + λ)⁻¹ y
        let mut z = y;
        solve(&factor, &mut z[..n]);
        let slope = -2.0 * (0..n).map(|i| y[i] * z[i]).sum::<f64>();
        let delta = -outside / slope;
        if delta < 1e-10 {
            break;
        }
        lambda += delta;
    }
    for i in 0..n {
        out[i] = y[i] * d[i];
    }
    (out, lambda != 0.0)
}

fn cholesky(a: &mut [f64; 25], n: usize) -> bool {
    for j in 0..n {
        for i in j..n {
            let mut x = a[i * n + j];
            for k in 0..j {
                x -= a[i * n + k] * a[j * n + k];
            }
            if i == j {
                if x < 1e-10 {
                    return false;
                }
                a[j * n + j] = x.sqrt();
            } else {
                a[i * n + j] = x / a[j * n + j];
            }
        }
    }
    true
}

fn solve(l: &[f64; 25], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        for k in 0..i {
            x[i] -= l[i * n + k] * x[k];
        }
        x[i] /= l[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            x[i] -= l[k * n + i] * x[k];
        }
        x[i] /= l[i * n + i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_the_ellipsoid_it_is_the_free_minimum() {
        let (x, active) = qcqp(&[2.0, 0.0, 0.0, 4.0], &[-1.0, 2.0], &[1.0, 1.0], 10.0);
        assert!(!active && (x[0] - 0.5).abs() < 1e-12 && (x[1] + 0.5).abs() < 1e-12);
    }

    #[test]
    fn outside_it_the_minimum_lies_on_it_where_the_gradient_is_normal() {
        let (a, b, d, r) = ([2.0, 0.3, 0.3, 1.0], [-3.0, 5.0], [0.7, 0.4], 0.9);
        let (x, active) = qcqp(&a, &b, &d, r);
        assert!(active);
        assert!(((x[0] / d[0]).powi(2) + (x[1] / d[1]).powi(2) - r * r).abs() < 1e-8);
        let gradient = [a[0] * x[0] + a[1] * x[1] + b[0], a[2] * x[0] + a[3] * x[1] + b[1]];
        let normal = [x[0] / (d[0] * d[0]), x[1] / (d[1] * d[1])];
        assert!((gradient[0] * normal[1] - gradient[1] * normal[0]).abs() < 1e-6);
        assert!(gradient[0] * normal[0] + gradient[1] * normal[1] < 0.0);
    }
}
