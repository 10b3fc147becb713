//! Columns that hold the rows of many assets, one after another.

use crate::assets::parallel;

/// Copies of rows into columns, to be made together.
#[derive(Default)]
pub(super) struct Copies<'a> {
    jobs: Vec<(usize, Box<dyn FnOnce() + Send + 'a>)>,
}

impl<'a> Copies<'a> {
    /// Plans a column of so many rows. A part is where it begins and its rows; rows of no part are zero.
    pub fn plan<T, P>(&mut self, column: &'a mut Box<[T]>, len: usize, parts: P)
    where
        T: Copy + Default + Send + Sync + 'a,
        P: IntoIterator<Item = (usize, &'a [T])>,
    {
        *column = vec![T::default(); len].into();
        let (mut rest, mut at) = (&mut column[..], 0);
        for (start, rows) in parts {
            let (mine, others) = rest[start - at..].split_at_mut(rows.len());
            (rest, at) = (others, start + rows.len());
            self.jobs.push((size_of_val(rows), Box::new(move || mine.copy_from_slice(rows))));
        }
    }

    /// Makes them, by several threads if asked to and if there is much: fresh memory costs more than the copying.
    pub fn make(self, usethread: bool) {
        parallel::map(
            self.jobs,
            usethread,
            |(bytes, _)| bytes * 2 / 5,
            |(_, copy)| {
                copy();
                Ok(())
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_their_parts_and_zeros_between_them() {
        let (first, second) = (vec![1; 300_000], vec![2; 700_000]);
        for usethread in [false, true] {
            let (mut column, mut other) = (Box::default(), Box::default());
            let mut copies = Copies::default();
            copies.plan(&mut column, 1_000_003, [(1, &first[..]), (300_002, &second[..])]);
            copies.plan(&mut other, 2, [(0, &[[3.5, 4.5]][..])]);
            copies.make(usethread);
            let want: Vec<i32> = [&[0], &first[..], &[0], &second[..], &[0]].concat();
            assert_eq!((&column[..], &other[..]), (&want[..], &[[3.5, 4.5], [0.0, 0.0]][..]));
        }
    }
}
