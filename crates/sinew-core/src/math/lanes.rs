//! Sums over long vectors in four lanes of fixed order, which compilers turn into vector instructions without changing
//! the result.

/// Inner product.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a4, a1) = a[..n].as_chunks::<4>();
    let (b4, b1) = b[..n].as_chunks::<4>();
    let mut lanes = [0.0; 4];
    for (x, y) in a4.iter().zip(b4) {
        for k in 0..4 {
            lanes[k] += x[k] * y[k];
        }
    }
    let tail = a1.iter().zip(b1).fold(0.0, |sum, (x, y)| sum + x * y);
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + tail
}

/// `out += a * scale`.
#[inline]
pub fn add_scaled(out: &mut [f64], a: &[f64], scale: f64) {
    for (out, a) in out.iter_mut().zip(a) {
        *out += a * scale;
    }
}

/// Euclidean norm.
#[inline]
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_summed_once() {
        for n in 0..11 {
            let a: Vec<f64> = (1..=n).map(f64::from).collect();
            assert_eq!(dot(&a, &a), a.iter().map(|x| x * x).sum::<f64>());
        }
    }
}
