//! Order of facets and of vertices: a doubly linked list over arena slots, with marks that survive changes.

/// No slot.
pub(super) const NONE: u32 = u32::MAX;
/// Slot behind the last of a chain; it holds nothing.
pub(super) const END: u32 = 0;

/// Linked list of slots. Each mark names a slot, `END`, or `NONE` while not in use.
///
/// A mark at the end moves to what is appended next; a mark at a slot that is removed moves on to the one behind.
#[derive(Debug)]
pub(super) struct Chain {
    next: Vec<u32>,
    prev: Vec<u32>,
    pub first: u32,
    /// where the search for the next point goes on
    pub upcoming: u32,
    /// first of those that are about to be removed
    pub doomed: u32,
    /// first of those made for the current point
    pub fresh: u32,
    pub len: usize,
}

impl Chain {
    pub fn new() -> Self {
        Self { next: vec![NONE], prev: vec![NONE], first: END, upcoming: NONE, doomed: NONE, fresh: NONE, len: 0 }
    }

    /// Room for slots up to `slot`.
    pub fn reserve(&mut self, slot: u32) {
        let len = self.next.len().max(slot as usize + 1);
        self.next.resize(len, NONE);
        self.prev.resize(len, NONE);
    }

    pub fn next(&self, slot: u32) -> u32 {
        self.next[slot as usize]
    }

    pub fn append(&mut self, slot: u32) {
        for mark in [&mut self.upcoming, &mut self.doomed, &mut self.fresh] {
            if *mark == END {
                *mark = slot;
            }
        }
        self.link(slot, END);
    }

    /// Puts a slot before the doomed ones, so that it is the first of them.
    pub fn doom(&mut self, slot: u32) {
        let at = if self.doomed == NONE { END } else { self.doomed };
        self.put_before(slot, at);
        self.doomed = slot;
    }

    /// Makes a slot the upcoming one.
    pub fn advance(&mut self, slot: u32) {
        let at = if self.upcoming == NONE { END } else { self.upcoming };
        self.put_before(slot, at);
        self.upcoming = slot;
    }

    fn put_before(&mut self, slot: u32, at: u32) {
        if self.upcoming == at {
            self.upcoming = slot;
        }
        self.link(slot, at);
    }

    fn link(&mut self, slot: u32, at: u32) {
        let before = self.prev[at as usize];
        self.prev[slot as usize] = before;
        self.next[slot as usize] = at;
        self.prev[at as usize] = slot;
        if before == NONE {
            self.first = slot;
        } else {
            self.next[before as usize] = slot;
        }
        self.len += 1;
    }

    pub fn remove(&mut self, slot: u32) {
        let (before, after) = (self.prev[slot as usize], self.next[slot as usize]);
        for mark in [&mut self.upcoming, &mut self.doomed, &mut self.fresh] {
            if *mark == slot {
                *mark = after;
            }
        }
        self.prev[after as usize] = before;
        if before == NONE {
            self.first = after;
        } else {
            self.next[before as usize] = after;
        }
        self.len -= 1;
    }

    /// Moves a slot to the end.
    pub fn move_to_end(&mut self, slot: u32) {
        self.remove(slot);
        self.append(slot);
    }
}

/// Whether a slot holds something.
pub(super) fn real(slot: u32) -> bool {
    slot != NONE && slot != END
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(c: &Chain) -> Vec<u32> {
        let mut out = Vec::new();
        let mut s = c.first;
        while real(s) {
            out.push(s);
            s = c.next(s);
        }
        out
    }

    #[test]
    fn marks_move_with_what_is_appended_and_removed() {
        let mut c = Chain::new();
        c.reserve(5);
        c.fresh = END;
        c.append(3);
        c.append(1);
        assert_eq!((order(&c), c.fresh), (vec![3, 1], 3));
        c.remove(3);
        assert_eq!((order(&c), c.fresh, c.len), (vec![1], 1, 1));
        c.doom(4);
        c.doom(2);
        assert_eq!((order(&c), c.doomed), (vec![1, 2, 4], 2));
        c.upcoming = 1;
        c.advance(5);
        c.move_to_end(2);
        assert_eq!((order(&c), c.upcoming, c.doomed), (vec![5, 1, 4, 2], 5, 4));
    }
}
