//! Sums over vectors in four lanes of fixed order, which compilers turn into vector instructions without changing the
//! result. Inlined into the kernels, so that they use the instructions of the kernel.

#![allow(clippy::inline_always, reason = "a call would leave the instruction set of the kernel")]

use super::vector::Vector;

/// Inner product.
#[inline(always)]
#[doc(alias = "mju_dot")]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    dot_in::<[f64; 4]>(a, b)
}

/// [`dot`] in the vectors of a kernel.
#[inline(always)]
pub fn dot_in<V: Vector>(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let ((a4, a_rest), (b4, b_rest)) = (a[..n].as_chunks::<4>(), b[..n].as_chunks::<4>());
    let lanes = a4.iter().zip(b4).fold(V::splat(0.0), |sum, (x, y)| sum.plus_product(V::load(x), V::load(y)));
    let rest = a_rest.iter().zip(b_rest).fold(0.0, |sum, (x, y)| sum + x * y);
    lanes.sum() + rest
}

/// `out += x · scale`.
#[inline(always)]
#[doc(alias = "mju_addToScl")]
pub fn add_scaled(out: &mut [f64], x: &[f64], scale: f64) {
    add_scaled_in::<[f64; 4]>(out, x, scale);
}

/// [`add_scaled`] in the vectors of a kernel.
#[inline(always)]
pub fn add_scaled_in<V: Vector>(out: &mut [f64], x: &[f64], scale: f64) {
    let n = out.len().min(x.len());
    let ((out4, out_rest), (x4, x_rest)) = (out[..n].as_chunks_mut::<4>(), x[..n].as_chunks::<4>());
    for (out, x) in out4.iter_mut().zip(x4) {
        V::load(out).plus_product(V::load(x), V::splat(scale)).store(out);
    }
    for (out, &x) in out_rest.iter_mut().zip(x_rest) {
        *out += x * scale;
    }
}

/// `out = (out + x₀ · s₀) + x₁ · s₁`, with the same rounding as two calls of [`add_scaled`].
#[inline(always)]
pub fn add_scaled_pair(out: &mut [f64], [x, y]: [&[f64]; 2], [s, t]: [f64; 2]) {
    let n = out.len().min(x.len()).min(y.len());
    let (out4, out_rest) = out[..n].as_chunks_mut::<4>();
    let ((x4, x_rest), (y4, y_rest)) = (x[..n].as_chunks::<4>(), y[..n].as_chunks::<4>());
    for (out, (x, y)) in out4.iter_mut().zip(x4.iter().zip(y4)) {
        for k in 0..4 {
            out[k] = (out[k] + x[k] * s) + y[k] * t;
        }
    }
    for (out, (&x, &y)) in out_rest.iter_mut().zip(x_rest.iter().zip(y_rest)) {
        *out = (*out + x * s) + y * t;
    }
}

/// True if every number is zero without a sign, as after filling with zeros.
#[inline]
pub fn is_zero(a: &[f64]) -> bool {
    // in blocks, so that one that is not ends the search
    a.chunks(64).all(|block| block.iter().fold(0, |bits, x| bits | x.to_bits()) == 0)
}

/// Euclidean norm.
#[inline(always)]
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_in_many_is_not_zero() {
        assert!(!is_zero(&[-0.0]));
        let mut a = vec![0.0; 300];
        assert!(is_zero(&a) && is_zero(&[]));
        for i in [0, 63, 64, 299] {
            a[i] = 5e-324;
            assert!(!is_zero(&a), "number {i}");
            a[i] = 0.0;
        }
    }

    #[test]
    fn every_length_is_summed_once() {
        for n in 0..11 {
            let a: Vec<f64> = (1..=n).map(f64::from).collect();
            assert_eq!(dot(&a, &a), a.iter().map(|x| x * x).sum::<f64>());
        }
    }
}
