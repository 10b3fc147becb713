//! Sorting many numbers in few rounds.

const SIGN: u64 = 1 << 63;

/// Bits that are in the order of the numbers they stand for, that of `total_cmp`.
pub(super) fn key(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// The number that a key stands for.
pub(super) fn number(key: u64) -> f64 {
    f64::from_bits(if key & SIGN == 0 { !key } else { key ^ SIGN })
}

/// Sorts by keys: first by their leading bits, in rounds of counting, then those that agree in these.
pub(super) fn sort(pairs: &mut Vec<(u64, u32)>) {
    const DIGIT: u32 = 11;
    const REST: u32 = 64 - 3 * DIGIT;
    if pairs.len() < 512 {
        return pairs.sort_unstable_by_key(|pair| pair.0);
    }
    let mut other = vec![(0, 0); pairs.len()];
    for round in 0..3 {
        let digit = |key: u64| (key >> (REST + round * DIGIT)) as usize & ((1 << DIGIT) - 1);
        let mut next = [0u32; 1 << DIGIT];
        for pair in pairs.iter() {
            next[digit(pair.0)] += 1;
        }
        let mut end = 0;
        for n in &mut next {
            (*n, end) = (end, end + *n);
        }
        for pair in pairs.iter() {
            let place = &mut next[digit(pair.0)];
            other[*place as usize] = *pair;
            *place += 1;
        }
        std::mem::swap(pairs, &mut other);
    }
    for equal in pairs.chunk_by_mut(|a, b| a.0 >> REST == b.0 >> REST) {
        if equal.len() > 1 {
            equal.sort_unstable_by_key(|pair| pair.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_as_their_numbers() {
        let mut state = 1u64;
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // numbers of all signs and sizes, with many that differ in the last bits alone
            if state >> 60 == 0 { 1.0 + (state >> 40 & 7) as f64 * f64::EPSILON } else { f64::from_bits(state) }
        };
        let mut numbers: Vec<f64> = (0..3000).map(|_| draw()).chain([0.0, -0.0]).collect();
        let mut pairs: Vec<(u64, u32)> = numbers.iter().zip(0..).map(|(&x, i)| (key(x), i)).collect();
        sort(&mut pairs);
        for &(key, i) in &pairs {
            assert_eq!(number(key).to_bits(), numbers[i as usize].to_bits());
        }
        numbers.sort_unstable_by(f64::total_cmp);
        let sorted: Vec<u64> = pairs.iter().map(|pair| number(pair.0).to_bits()).collect();
        assert_eq!(sorted, numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
    }
}
