//! A hash table of headings whose walk has the order of a chained table in C++.
//!
//! MuJoCo keeps polygons of a hull in such a table while it finds them, and lists them in the order in which the table is
//! walked. Collisions break ties between polygons by that order, so it is a part of the model.

use std::collections::HashMap;

const NONE: usize = usize::MAX;
/// link before the first entry
const HEAD: usize = usize::MAX - 1;

/// Headings in the order of insertion, chained by bucket.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    place: HashMap<(i32, i32), usize>,
    first: usize,
    /// for each bucket, the link before its first entry
    before: Vec<usize>,
}

#[derive(Debug)]
struct Entry {
    hash: u64,
    next: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: Vec::new(), place: HashMap::new(), first: NONE, before: Vec::new() }
    }
}

/// Mixes the bits of two numbers.
fn hash((a, b): (i32, i32)) -> u64 {
    let [a, b] = [a, b].map(|x| f64::from(x).to_bits());
    a ^ b.wrapping_add(0x9e37_79b9).wrapping_add(a << 6).wrapping_add(a >> 2)
}

/// The least prime that is not below `n`.
fn prime_from(n: usize) -> usize {
    // there is one below twice any number
    (n..=2 * n).find(|&p| (2..=p.isqrt()).all(|d| p % d != 0)).unwrap_or(n)
}

impl Table {
    /// Place of a heading in the order of insertion; a new one is added.
    pub fn find_or_insert(&mut self, heading: (i32, i32)) -> usize {
        let new = self.entries.len();
        if let Some(&found) = self.place.get(&heading) {
            return found;
        }
        self.place.insert(heading, new);
        if new == self.before.len() {
            self.grow();
        }

        // an empty bucket goes to the front of all, else the entry to the front of its bucket
        let hash = hash(heading);
        self.entries.push(Entry { hash, next: NONE });
        let bucket = self.bucket(new);
        let before = self.before[bucket];
        if before == NONE {
            self.entries[new].next = std::mem::replace(&mut self.first, new);
            self.before[bucket] = HEAD;
            if self.entries[new].next != NONE {
                let after = self.bucket(self.entries[new].next);
                self.before[after] = new;
            }
        } else {
            self.entries[new].next = self.next(before);
            self.set_next(before, new);
        }
        new
    }

    /// Entries in the order of the chain.
    pub fn walk(&self) -> impl Iterator<Item = usize> + '_ {
        let real = |i: usize| (i != NONE).then_some(i);
        std::iter::successors(real(self.first), move |&i| real(self.entries[i].next))
    }

    fn bucket(&self, entry: usize) -> usize {
        let n = self.before.len() as u64;
        let hash = self.entries[entry].hash;
        (if n.is_power_of_two() { hash & (n - 1) } else { hash % n }) as usize
    }

    fn next(&self, link: usize) -> usize {
        if link == HEAD { self.first } else { self.entries[link].next }
    }

    fn set_next(&mut self, link: usize, to: usize) {
        if link == HEAD {
            self.first = to;
        } else {
            self.entries[link].next = to;
        }
    }

    /// Twice as many buckets, to the next prime; entries of one bucket gather behind its first.
    fn grow(&mut self) {
        let size = if self.before.is_empty() { 2 } else { prime_from(2 * self.before.len() + 1) };
        self.before.clear();
        self.before.resize(size, NONE);
        let (mut link, mut last) = (HEAD, NONE);
        loop {
            let entry = self.next(link);
            if entry == NONE {
                break;
            }
            let bucket = self.bucket(entry);
            if bucket == last {
                link = entry;
            } else if self.before[bucket] == NONE {
                self.before[bucket] = link;
                link = entry;
                last = bucket;
            } else {
                let after = self.entries[entry].next;
                self.set_next(link, after);
                self.entries[entry].next = self.next(self.before[bucket]);
                self.set_next(self.before[bucket], entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_a_cube_are_walked_as_in_mujoco() {
        let mut table = Table::default();
        for heading in [(0, 314), (-157, 157), (0, 157), (314, 157), (157, 157), (0, 0)] {
            table.find_or_insert(heading);
        }
        assert_eq!(table.find_or_insert((0, 157)), 2);
        assert_eq!(table.walk().collect::<Vec<_>>(), [5, 3, 4, 2, 1, 0]);
    }

    #[test]
    fn every_heading_is_walked_once() {
        let mut table = Table::default();
        for i in 0..500 {
            assert_eq!(table.find_or_insert((i * i % 314, i)), i as usize);
        }
        let mut seen: Vec<_> = table.walk().collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..500).collect::<Vec<_>>());
    }
}
