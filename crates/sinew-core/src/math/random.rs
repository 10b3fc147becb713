//! Random numbers that are functions of a counter and a key: the same whoever asks, in whatever order.

use std::f64::consts::TAU;

/// Four words from a counter of four and a key of two, by ten rounds of multiplication.
///
/// Salmon, Moraes, Dror, Shaw, *Parallel random numbers: as easy as 1, 2, 3* (2011): Philox-4×32-10.
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    const MULTIPLIERS: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];
    const INCREMENTS: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];
    let (mut x, mut key) = (counter, key);
    for _ in 0..10 {
        let [a, b] = [(0, 0), (1, 2)].map(|(i, word): (usize, usize)| u64::from(MULTIPLIERS[i]) * u64::from(x[word]));
        let high = |product: u64| (product >> 32) as u32;
        x = [high(b) ^ x[1] ^ key[0], b as u32, high(a) ^ x[3] ^ key[1], a as u32];
        for (key, increment) in key.iter_mut().zip(INCREMENTS) {
            *key = key.wrapping_add(increment);
        }
    }
    x
}

/// Two numbers, evenly spread over `(0, 1]`.
pub fn uniform(counter: [u32; 4], key: [u32; 2]) -> [f64; 2] {
    let [a, b, c, d] = philox(counter, key);
    [(a, b), (c, d)].map(|(high, low)| {
        let word = u64::from(high) << 32 | u64::from(low);
        ((word >> 11) + 1) as f64 * 2f64.powi(-53)
    })
}

/// A number of the normal distribution of mean zero and variance one, by Box and Muller.
pub fn normal(counter: [u32; 4], key: [u32; 2]) -> f64 {
    let [radius, angle] = uniform(counter, key);
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_gives_its_published_words() {
        let zero = philox([0; 4], [0; 2]);
        assert_eq!(zero, [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        let ones = philox([u32::MAX; 4], [u32::MAX; 2]);
        assert_eq!(ones, [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        let pi = philox([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]);
        assert_eq!(pi, [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
    }

    #[test]
    fn normal_numbers_have_the_moments_of_their_distribution() {
        let n = 100_000;
        let mut moments = [0.0; 4];
        for k in 0..n {
            let x = normal([k, 0, 3, 1], [42, 7]);
            for (p, moment) in moments.iter_mut().enumerate() {
                *moment += x.powi(p as i32 + 1) / f64::from(n);
            }
        }
        // within four standard errors of 0, 1, 0, 3
        for (got, (want, error)) in moments.into_iter().zip([(0.0, 1.0), (1.0, 1.42), (0.0, 3.9), (3.0, 9.8)]) {
            assert!((got - want).abs() < 4.0 * error / f64::from(n).sqrt(), "{moments:?}");
        }
    }
}
