//! Random numbers, so that random marks are where MuJoCo puts them.

/// The 64-bit Mersenne twister (Matsumoto, Nishimura, 1998; 64-bit version 2000).
pub(super) struct Mersenne {
    /// both halves of the state: each is renewed from itself and the other
    low: [u64; HALF],
    high: [u64; HALF],
}

const HALF: usize = 156;

impl Mersenne {
    pub fn new(seed: u64) -> Self {
        let mut state = [seed; 2 * HALF];
        for i in 1..2 * HALF {
            let last = state[i - 1];
            state[i] = 6364136223846793005u64.wrapping_mul(last ^ (last >> 62)).wrapping_add(i as u64);
        }
        Self { low: std::array::from_fn(|i| state[i]), high: std::array::from_fn(|i| state[HALF + i]) }
    }

    /// The next numbers, as many as there are in the state.
    pub fn block(&mut self) -> [u64; 2 * HALF] {
        renew(&mut self.low, self.high[0], &self.high);
        renew(&mut self.high, self.low[0], &self.low);
        let mut out = [0; 2 * HALF];
        // two loops: one over both halves would not be done in vectors
        let (first, second) = out.split_at_mut(HALF);
        for (half, words) in [(first, &self.low), (second, &self.high)] {
            for (to, &x) in half.iter_mut().zip(words) {
                *to = temper(x);
            }
        }
        out
    }
}

/// Renews half of the state, given the word that follows it.
fn renew(words: &mut [u64; HALF], after: u64, other: &[u64; HALF]) {
    for i in 0..HALF - 1 {
        words[i] = other[i] ^ twist(words[i], words[i + 1]);
    }
    words[HALF - 1] = other[HALF - 1] ^ twist(words[HALF - 1], after);
}

fn twist(word: u64, next: u64) -> u64 {
    let x = (word & (u64::MAX << 31)) | (next & ((1 << 31) - 1));
    (x >> 1) ^ ((x & 1).wrapping_neg() & 0xB502_6F5A_A966_19E9)
}

fn temper(mut x: u64) -> u64 {
    x ^= (x >> 29) & 0x5555_5555_5555_5555;
    x ^= (x << 17) & 0x71D6_7FFF_EDA6_0000;
    x ^= (x << 37) & 0xFFF7_EEE0_0000_0000;
    x ^ (x >> 43)
}

/// The greatest word which as a number in [0, 1] is less than a positive `limit`.
pub(super) fn greatest_below(limit: f64) -> u64 {
    let unit = |word: u64| word as f64 / 18_446_744_073_709_551_616.0;
    // from the highest bit down: what stays below is kept
    (0..64).rev().map(|k| 1 << k).fold(0, |word, bit| if unit(word | bit) < limit { word | bit } else { word })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twister_gives_its_published_ten_thousandth_number() {
        // 9981545732273789042 is what the C++ standard asks of the 10000th number with the default seed
        let mut random = Mersenne::new(5489);
        let words: Vec<u64> = (0..33).flat_map(|_| random.block()).collect();
        assert_eq!(words[9_999], 9981545732273789042);
    }

    #[test]
    fn words_below_a_limit_end_where_their_numbers_reach_it() {
        let unit = |word: u64| word as f64 / 2.0f64.powi(64);
        for limit in [1e-300, 1e-19, 0.01, 0.1, 0.5, 1.0 / 3.0, 0.999_999_999_999_999_9, 1.0] {
            let last = greatest_below(limit);
            assert!(unit(last) < limit);
            assert!(last == u64::MAX || unit(last + 1) >= limit);
        }
        assert_eq!(greatest_below(2.0), u64::MAX);
    }
}
