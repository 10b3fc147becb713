//! Short lists of slots, and piles of points that are linked through one array.

use std::ops::{Deref, DerefMut};

use super::chain::NONE;

/// Slots in some order. Three or fewer, as a triangle has, need no memory of their own.
#[derive(Debug)]
pub(super) enum List {
    Few(u8, [u32; 3]),
    Many(Vec<u32>),
}

impl Default for List {
    fn default() -> Self {
        Self::Few(0, [NONE; 3])
    }
}

impl Deref for List {
    type Target = [u32];

    #[inline]
    fn deref(&self) -> &[u32] {
        match self {
            Self::Few(len, few) => few.get(..usize::from(*len)).unwrap_or(few),
            Self::Many(many) => many,
        }
    }
}

impl DerefMut for List {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u32] {
        match self {
            Self::Few(3, few) => few,
            Self::Few(len, few) => &mut few[..usize::from(*len)],
            Self::Many(many) => many,
        }
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a u32;
    type IntoIter = std::slice::Iter<'a, u32>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl List {
    #[inline]
    pub fn three(few: [u32; 3]) -> Self {
        Self::Few(3, few)
    }

    /// The corners of a triangle.
    #[inline]
    pub fn as_three(&self) -> Option<[u32; 3]> {
        match self {
            Self::Few(3, few) => Some(*few),
            Self::Few(..) => None,
            Self::Many(many) => many.as_slice().try_into().ok(),
        }
    }

    pub fn clear(&mut self) {
        self.truncate(0);
    }

    pub fn truncate(&mut self, most: usize) {
        match self {
            Self::Few(len, _) => *len = (*len).min(most as u8),
            Self::Many(many) => many.truncate(most),
        }
    }

    #[inline]
    pub fn push(&mut self, x: u32) {
        match self {
            Self::Few(len, few) if *len < 3 => {
                few[usize::from(*len)] = x;
                *len += 1;
            }
            _ => self.many().push(x),
        }
    }

    pub fn insert(&mut self, at: usize, x: u32) {
        self.push(x);
        self[at..].rotate_right(1);
    }

    /// Removes an element; those behind it close up.
    pub fn remove(&mut self, at: usize) {
        self[at..].rotate_left(1);
        self.truncate(self.len() - 1);
    }

    /// Removes an element; the last one takes its place.
    pub fn swap_remove(&mut self, at: usize) {
        let last = self.len() - 1;
        self.swap(at, last);
        self.truncate(last);
    }

    pub fn retain(&mut self, mut keep: impl FnMut(u32) -> bool) {
        let mut kept = 0;
        for i in 0..self.len() {
            let x = self[i];
            if keep(x) {
                self[kept] = x;
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// The list with memory of its own.
    pub fn many(&mut self) -> &mut Vec<u32> {
        if let Self::Few(..) = self {
            let mut many = Vec::with_capacity(8);
            many.extend_from_slice(self);
            *self = Self::Many(many);
        }
        match self {
            Self::Many(many) => many,
            Self::Few(..) => unreachable!("it was given memory"),
        }
    }

    /// Removes an element if it is there; the last one takes its place.
    pub fn drop_swap(&mut self, x: u32) {
        if let Some(at) = self.iter().position(|&e| e == x) {
            self.swap_remove(at);
        }
    }

    /// Removes an element if it is there; those behind it close up.
    pub fn drop_ordered(&mut self, x: u32) {
        if let Some(at) = self.iter().position(|&e| e == x) {
            self.remove(at);
        }
    }
}

/// Points of one facet in order; which one is behind which is kept in an array of all points, as each is in one pile at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pub first: u32,
    /// the one before the last
    before: u32,
    pub last: u32,
}

impl Default for Pile {
    fn default() -> Self {
        Self { first: NONE, before: NONE, last: NONE }
    }
}

impl Pile {
    pub fn is_empty(&self) -> bool {
        self.first == NONE
    }

    #[inline]
    pub fn push(&mut self, x: u32, behind: &mut [u32]) {
        if self.last == NONE {
            self.first = x;
        } else {
            behind[self.last as usize] = x;
        }
        behind[x as usize] = NONE;
        self.before = self.last;
        self.last = x;
    }

    /// Puts a point before the last.
    #[inline]
    pub fn push_second_last(&mut self, x: u32, behind: &mut [u32]) {
        if self.last == NONE {
            return self.push(x, behind);
        }
        if self.before == NONE {
            self.first = x;
        } else {
            behind[self.before as usize] = x;
        }
        behind[x as usize] = self.last;
        self.before = x;
    }

    /// Takes the last point away from a pile to which no others will be added.
    pub fn pop(&mut self, behind: &mut [u32]) -> Option<u32> {
        let last = self.last;
        if self.before == NONE {
            self.first = NONE;
        } else {
            behind[self.before as usize] = NONE;
        }
        (self.last, self.before) = (self.before, NONE);
        (last != NONE).then_some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_those_of_a_vector_at_any_length() {
        let (mut list, mut vec) = (List::default(), Vec::new());
        for i in 0..200u32 {
            let at = (i * i) as usize % (vec.len() + 1);
            match i / 7 % 5 {
                0 | 1 => (list.push(i), vec.push(i)).1,
                2 => (list.insert(at, i), vec.insert(at, i)).1,
                3 => (list.retain(|x| x % 5 != i % 5), vec.retain(|x| x % 5 != i % 5)).1,
                _ if at == vec.len() => {}
                _ if i % 2 == 0 => (list.remove(at), vec.remove(at)).0,
                _ => (list.swap_remove(at), vec.swap_remove(at)).0,
            }
            assert_eq!(*list, *vec);
        }
    }

    #[test]
    fn piles_keep_the_furthest_last() {
        let mut behind = [0; 6];
        let mut pile = Pile::default();
        pile.push_second_last(3, &mut behind);
        pile.push_second_last(1, &mut behind);
        pile.push(5, &mut behind);
        pile.push_second_last(2, &mut behind);
        assert_eq!(pile.pop(&mut behind), Some(5));
        let mut seen = vec![pile.first];
        while behind[seen[seen.len() - 1] as usize] != NONE {
            seen.push(behind[seen[seen.len() - 1] as usize]);
        }
        assert_eq!((seen, pile.last), (vec![1, 3, 2], 2));
    }
}
