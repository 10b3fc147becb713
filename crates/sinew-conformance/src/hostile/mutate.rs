//! Changes that turn good bytes into bad ones: the same seed gives the same bytes.

/// `SplitMix64`. Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators* (2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.word() % n as u64) as usize }
    }
}

/// Values at which readers break.
const WORDS: [&str; 28] = [
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e-308",
    "nan",
    "inf",
    "-inf",
    "2147483647",
    "-2147483648",
    "4294967296",
    "1e10",
    "1e-20",
    "0 0 0",
    "1 0",
    "",
    "true",
    "\"",
    "<",
    ">",
    "/>",
    "&#0;",
    "&lt;",
    "<body>",
    "</body>",
    "<geom/>",
    "'",
    "mesh",
];
const INTEGERS: [u32; 8] = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7f80_0000];

/// Makes bad bytes out of good ones.
#[derive(Clone, Debug)]
pub struct Mutator {
    random: Random,
}

impl Mutator {
    /// A sequence of changes chosen by the seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random(seed) }
    }

    /// One of the seeds with a few changes, some of them pieces of another.
    pub fn make(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seeds[self.random.below(seeds.len())].clone();
        for _ in 0..=self.random.below(6) {
            let other = self.random.below(seeds.len());
            self.change(&mut bytes, &seeds[other]);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let random = &mut self.random;
        let at = random.below(bytes.len());
        match random.below(11) {
            // a bit, a byte, a word
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => bytes[at] = random.word() as u8,
            2 if at + 4 <= bytes.len() => {
                let word = INTEGERS[random.below(INTEGERS.len())];
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
            }
            // cut, drop, repeat
            3 if random.below(4) == 0 => bytes.truncate(at),
            4 => {
                let end = (at + 1 + random.below(64)).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
            5 => {
                let end = (at + random.below(200)).min(bytes.len());
                let piece = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, piece);
            }
            // a piece of another
            6 if !other.is_empty() => {
                let from = random.below(other.len());
                let end = (from + random.below(200)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            // a number or what is between quotes, where there is text
            7..=9 => {
                let range = if random.below(2) == 0 { number(bytes, at) } else { quoted(bytes, at) };
                let word = WORDS[random.below(WORDS.len())];
                bytes.splice(range, word.bytes());
            }
            _ => {
                let word = WORDS[random.below(WORDS.len())];
                bytes.splice(at..at, word.bytes());
            }
        }
    }
}

/// The next run of digits after a place.
fn number(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let digit = |b: &u8| b.is_ascii_digit() || b"+-.".contains(b);
    let start = bytes[at..].iter().position(digit).map_or(at, |i| at + i);
    let length = bytes[start..].iter().take_while(|b| digit(b)).count();
    start..start + length
}

/// What is inside the next quotes after a place.
fn quoted(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let quote = |from: usize| bytes[from..].iter().position(|b| b"\"'".contains(b)).map(|i| from + i);
    match quote(at).and_then(|open| Some((open + 1, quote(open + 1)?))) {
        Some((start, end)) => start..end,
        None => at..at,
    }
}
