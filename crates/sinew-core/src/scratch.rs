//! Reusable memory for the stages: asked for once, carved like a stack, never allocated inside a step after warm-up.
//!
//! A routine that needs memory has a twin that says how much, as a [`Need`], and takes a [`Frame`] last. A stage opens
//! the frame on `Data`'s scratch; lifetimes keep the stack order.

/// Amount of scratch memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// real numbers
    pub reals: usize,
    /// integers
    pub ints: usize,
}

impl Need {
    /// This many reals.
    pub const fn reals(n: usize) -> Self {
        Self { reals: n, ints: 0 }
    }

    /// This many integers.
    pub const fn ints(n: usize) -> Self {
        Self { reals: 0, ints: n }
    }

    /// This many rows of a plain type made of reals.
    pub const fn rows<T>(n: usize) -> Self {
        Self::reals(n * (size_of::<T>() / size_of::<f64>()))
    }

    /// Both alive at the same time.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { reals: self.reals + other.reals, ints: self.ints + other.ints }
    }

    /// One after the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            reals: if self.reals > other.reals { self.reals } else { other.reals },
            ints: if self.ints > other.ints { self.ints } else { other.ints },
        }
    }
}

/// The memory itself; grows to the largest need seen and stays there. Small, as every stage takes it out of `Data` and
/// puts it back.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    reals: Vec<f64>,
    ints: Vec<i32>,
}

/// Memory with a shape of its own, which some stages keep from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// lists whose length is only known when they are made, such as pairs that may touch
    pub(crate) lists: [Vec<u64>; 3],
    /// geoms that are near
    pub(crate) pairs: Vec<crate::collision::Near>,
    /// geoms that may touch
    pub(crate) partners: crate::collision::Partners,
    /// directions along which geoms were last found apart
    pub(crate) axes: crate::collision::KeptAxes,
    /// Hessians of the constraint solvers; apart, as a solver takes it out and puts it back
    pub(crate) hessian: Option<Box<crate::solver::KeptHessian>>,
    /// islands that are solved by other threads
    pub(crate) islands: Vec<crate::solver::Island>,
    /// these threads
    pub(crate) crew: Option<std::sync::Arc<dyn crate::solver::Crew>>,
    /// the inertia matrix, or a factor of it
    pub(crate) tiles: crate::math::tree_tiles::TreeTiles,
    /// constraint rows of a small system
    pub(crate) rows: crate::solver::KeptRows,
    /// actuators that are awake while others sleep
    pub(crate) actuators: crate::sleep::AwakeActuators,
    /// `M q̈` and `J q̈ − a_ref` where a solver starts; empty if unknown
    pub(crate) start: [Vec<f64>; 2],
}

/// Memory of the routines that drive stages, and so must leave the stages' own to them.
#[derive(Clone, Debug, Default)]
pub struct Drivers {
    /// of the integrators
    pub integrate: Scratch,
    /// of inverse dynamics
    pub inverse: Scratch,
    /// of differences of whole steps
    pub difference: Scratch,
    /// of derivatives in closed form
    pub derivative: Scratch,
}

impl Scratch {
    /// A frame with at least this much memory. Its contents are left over from earlier use.
    #[inline]
    pub fn frame(&mut self, need: Need) -> Frame<'_> {
        grow(&mut self.reals, need.reals);
        grow(&mut self.ints, need.ints);
        Frame { reals: &mut self.reals, ints: &mut self.ints }
    }
}

/// Has at least `n` values.
#[inline]
pub(crate) fn grow<T: Copy + Default>(memory: &mut Vec<T>, n: usize) {
    #[cold]
    fn lengthen<T: Copy + Default>(memory: &mut Vec<T>, n: usize) {
        make_room(memory, n);
        memory.resize(memory.capacity(), T::default());
    }
    if memory.len() < n {
        lengthen(memory, n);
    }
}

/// Makes room for `n` values, with an eighth to spare: needs creep up with contacts, and many data are kept side by side.
#[inline]
pub(crate) fn make_room<T>(memory: &mut Vec<T>, n: usize) {
    if memory.capacity() < n {
        memory.reserve_exact(n + n / 8 - memory.len());
    }
}

/// Memory lent to a routine: it carves slices off the front and lends the rest to the routines it calls.
#[derive(Debug, Default)]
pub struct Frame<'a> {
    reals: &'a mut [f64],
    ints: &'a mut [i32],
}

impl<'a> Frame<'a> {
    /// `n` zeroed reals.
    ///
    /// # Panics
    /// If the frame was opened with too small a need.
    pub fn reals(&mut self, n: usize) -> &'a mut [f64] {
        let head = self.dirty_reals(n);
        head.fill(0.0);
        head
    }

    /// `n` reals with whatever they held before, for results that are written before they are read.
    ///
    /// # Panics
    /// If the frame was opened with too small a need.
    pub fn dirty_reals(&mut self, n: usize) -> &'a mut [f64] {
        let (head, tail) = std::mem::take(&mut self.reals).split_at_mut(n);
        self.reals = tail;
        head
    }

    /// `n` zeroed integers.
    ///
    /// # Panics
    /// If the frame was opened with too small a need.
    pub fn ints(&mut self, n: usize) -> &'a mut [i32] {
        let (head, tail) = std::mem::take(&mut self.ints).split_at_mut(n);
        self.ints = tail;
        head.fill(0);
        head
    }

    /// `n` zeroed rows of a plain type made of reals.
    ///
    /// # Panics
    /// If the frame was opened with too small a need, [`Need::rows`].
    pub fn rows<T: bytemuck::Pod>(&mut self, n: usize) -> &'a mut [T] {
        bytemuck::cast_slice_mut(self.reals(n * (size_of::<T>() / size_of::<f64>())))
    }

    /// `n` rows of a plain type made of reals, with whatever was left in them.
    ///
    /// # Panics
    /// If the frame was opened with too small a need, [`Need::rows`].
    pub fn used_rows<T: bytemuck::Pod>(&mut self, n: usize) -> &'a mut [T] {
        let (head, tail) = std::mem::take(&mut self.reals).split_at_mut(n * (size_of::<T>() / size_of::<f64>()));
        self.reals = tail;
        bytemuck::cast_slice_mut(head)
    }

    /// `n` integers, with whatever was left in them.
    ///
    /// # Panics
    /// If the frame was opened with too small a need.
    pub fn used_ints(&mut self, n: usize) -> &'a mut [i32] {
        let (head, tail) = std::mem::take(&mut self.ints).split_at_mut(n);
        self.ints = tail;
        head
    }

    /// What is left, lent to a callee and given back on return.
    pub fn sub(&mut self) -> Frame<'_> {
        Frame { reals: self.reals, ints: self.ints }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callee_gives_its_memory_back() {
        fn callee(mut frame: Frame<'_>) {
            frame.reals(3).fill(7.0);
        }
        let mut scratch = Scratch::default();
        let mut frame = scratch.frame(Need::reals(2).and(Need::reals(3)));
        let mine = frame.reals(2);
        callee(frame.sub());
        let again = frame.reals(3);
        assert_eq!((mine.len(), again.len()), (2, 3));
        assert_eq!(again, [0.0; 3], "slices start at zero");
    }

    #[test]
    fn needs_add_when_alive_together_and_share_when_not() {
        let (a, b) = (Need::reals(4).and(Need::ints(1)), Need::reals(2).and(Need::ints(5)));
        assert_eq!(a.and(b), Need { reals: 6, ints: 6 });
        assert_eq!(a.or(b), Need { reals: 4, ints: 5 });
    }
}
