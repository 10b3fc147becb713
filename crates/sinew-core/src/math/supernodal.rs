//! Cholesky factor of a sparse symmetric matrix, in blocks of columns with one pattern.
//!
//! A block is a dense panel: its columns, and the rows in which any of them has an entry. Each block takes what the blocks
//! before it give to its columns, a product of dense matrices, and is then factored by itself. Ng and Peyton, *Block sparse
//! Cholesky algorithms on advanced uniprocessor computers*, SIAM J. Sci. Comput. 14 (1993). When only some blocks of the
//! matrix change, only those and what follows from them in the elimination tree are computed again.

use super::elimination::Elimination;
use super::simd::{Lane, STRIP, TILE, panel_backward, panel_factor, panel_forward, panel_subtract};

/// Matrix and factor in the same panels; memory is kept between uses.
#[derive(Clone, Debug, Default)]
pub struct Supernodal {
    /// first column of each block, and one past the last
    first: Vec<i32>,
    /// block of each column
    block_of: Vec<i32>,
    /// where the rows below the diagonal of each block begin, and these rows, ascending
    rows_start: Vec<usize>,
    rows: Vec<i32>,
    /// where the lanes of each block begin
    start: Vec<usize>,
    /// what each block takes from others
    gifts_start: Vec<usize>,
    gifts: Vec<Gift>,
    changed: Vec<bool>,
    matrix: Vec<Lane>,
    factor: Vec<Lane>,
    /// address of each row in the block at work
    address: Vec<i32>,
    work: Work,
}

/// Rows of one block that are columns of another.
#[derive(Clone, Copy, Debug, Default)]
struct Gift {
    from: i32,
    /// which of the rows below its diagonal
    rows: [i32; 2],
}

#[derive(Clone, Debug, Default)]
struct Work {
    packed: Vec<[f64; STRIP]>,
    rows: Vec<i32>,
    columns: Vec<i32>,
    lanes: Vec<Lane>,
    sums: Vec<Lane>,
    nodes: Vec<i32>,
}

impl Supernodal {
    /// Lays out the panels of an eliminated graph whose node `i` has columns from `first(i)` to `first(i + 1)`, in the new
    /// order.
    pub fn analyse(&mut self, graph: &Elimination, place_of: &[i32], first: &[i32]) {
        let columns = first.last().map_or(0, |&n| n as usize);
        self.first.clear();
        self.block_of.clear();
        self.rows.clear();
        self.rows_start.clear();
        self.start.clear();
        let mut lanes = 0;
        for (block, nodes) in graph.blocks.windows(2).enumerate() {
            let (from, to) = (first[nodes[0] as usize], first[nodes[1] as usize]);
            self.first.push(from);
            self.block_of.resize(to as usize, block as i32);
            self.rows_start.push(self.rows.len());
            // the last node of a block reaches what all of it reaches
            self.work.nodes.clear();
            let reached = graph.reached(graph.order[nodes[1] as usize - 1]);
            self.work.nodes.extend(reached.map(|node| place_of[node as usize]));
            self.work.nodes.sort_unstable();
            for &node in &self.work.nodes {
                self.rows.extend(first[node as usize]..first[node as usize + 1]);
            }
            self.start.push(lanes);
            let below = self.rows.len() - self.rows_start[block];
            let width = (to - from) as usize;
            lanes += width * (width.div_ceil(TILE) + below.div_ceil(TILE));
        }
        self.first.push(columns as i32);
        self.rows_start.push(self.rows.len());
        self.start.push(lanes);
        for values in [&mut self.matrix, &mut self.factor] {
            values.clear();
            values.resize(lanes, [0.0; TILE]);
        }
        self.address.clear();
        self.address.resize(columns, 0);
        self.changed.clear();
        self.changed.resize(self.blocks(), true);
        self.list_gifts();
        self.reserve();
    }

    /// Finds, for each block, the rows of others that are among its columns.
    fn list_gifts(&mut self) {
        let blocks = self.blocks();
        self.gifts_start.clear();
        self.gifts_start.resize(blocks + 1, 0);
        for filling in [false, true] {
            for from in 0..blocks {
                let rows = &self.rows[self.rows_start[from]..self.rows_start[from + 1]];
                let mut at = 0;
                while at < rows.len() {
                    let to = self.block_of[rows[at] as usize] as usize;
                    let end = at + rows[at..].partition_point(|&row| row < self.first[to + 1]);
                    if filling {
                        let gift = Gift { from: from as i32, rows: [at as i32, end as i32] };
                        self.gifts[self.gifts_start[to]] = gift;
                        self.gifts_start[to] += 1;
                    } else {
                        self.gifts_start[to + 1] += 1;
                    }
                    at = end;
                }
            }
            if filling {
                // each start has moved to the next
                self.gifts_start.rotate_right(1);
                self.gifts_start[0] = 0;
            } else {
                (0..blocks).for_each(|to| self.gifts_start[to + 1] += self.gifts_start[to]);
                self.gifts.clear();
                self.gifts.resize(self.gifts_start[blocks], Gift::default());
            }
        }
    }

    /// Makes room for the widest and the longest block.
    fn reserve(&mut self) {
        let width = self.first.windows(2).map(|w| (w[1] - w[0]) as usize).max().unwrap_or(0);
        let below = self.rows_start.windows(2).map(|r| r[1] - r[0]).max().unwrap_or(0);
        self.work.packed.resize(width.max(self.work.packed.len()), [0.0; STRIP]);
        self.work.sums.resize(width.max(self.work.sums.len()), [0.0; TILE]);
        self.work.lanes.resize(below.div_ceil(TILE).max(self.work.lanes.len()), [0.0; TILE]);
        self.work.rows.resize(below.max(self.work.rows.len()), 0);
        self.work.columns.resize(below.max(self.work.columns.len()), 0);
    }

    fn blocks(&self) -> usize {
        self.first.len() - 1
    }

    fn width(&self, block: usize) -> usize {
        (self.first[block + 1] - self.first[block]) as usize
    }

    /// Entries of the lower triangle of the factor, zeros within panels included.
    pub fn nnz(&self) -> usize {
        let below = |block: usize| self.rows_start[block + 1] - self.rows_start[block];
        (0..self.blocks()).map(|b| self.width(b) * (self.width(b) + 1) / 2 + self.width(b) * below(b)).sum()
    }

    /// Address of an entry of the lower triangle.
    pub fn address(&self, row: i32, column: i32) -> i32 {
        let block = self.block_of[column as usize] as usize;
        let position = if row < self.first[block + 1] {
            (row - self.first[block]) as usize
        } else {
            let rows = &self.rows[self.rows_start[block]..self.rows_start[block + 1]];
            self.width(block).next_multiple_of(TILE) + rows.partition_point(|&other| other < row)
        };
        let lane = self.start[block] + position / TILE * self.width(block) + (column - self.first[block]) as usize;
        (lane * TILE + position % TILE) as i32
    }

    /// Address of an entry of the lower triangle, of which the one in the row before, in the same column, is at `above`.
    pub fn address_below(&self, row: i32, column: i32, above: i32) -> i32 {
        // it lies in the next place, four of which make a lane, but rows below a block begin a lane
        let next = above % TILE as i32 != TILE as i32 - 1;
        let begins = row == self.first[self.block_of[column as usize] as usize + 1];
        if next && !begins { above + 1 } else { self.address(row, column) }
    }

    /// Addresses of the entries of the lower triangle between these columns, ascending: column by column, rows from the
    /// diagonal on.
    pub fn addresses(&self, columns: &[i32], out: &mut Vec<i32>) {
        let mut at = 0;
        while at < columns.len() {
            let block = self.block_of[columns[at] as usize] as usize;
            let end = at + columns[at..].partition_point(|&column| column < self.first[block + 1]);
            let from = out.len();
            // the first column of a run in the same block, then the others by their distance
            let mut last = None;
            for &row in &columns[at..] {
                let address = match last {
                    Some((before, above)) if row == before + 1 => self.address_below(row, columns[at], above),
                    _ => self.address(row, columns[at]),
                };
                out.push(address);
                last = Some((row, address));
            }
            for j in at + 1..end {
                let shift = (columns[j] - columns[at]) * TILE as i32;
                out.extend_from_within(from + j - at..from + columns.len() - at);
                let start = out.len() - (columns.len() - j);
                out[start..].iter_mut().for_each(|address| *address += shift);
            }
            at = end;
        }
    }

    /// Entries of the matrix; who changes some says so by [`Self::touch`].
    pub fn matrix_mut(&mut self) -> &mut [f64] {
        self.matrix.as_flattened_mut()
    }

    /// Entries that are to be factored, after [`Self::prepare`].
    pub fn factor_mut(&mut self) -> &mut [f64] {
        self.factor.as_flattened_mut()
    }

    /// Says that the matrix changes in this column.
    pub fn touch(&mut self, column: i32) {
        self.changed[self.block_of[column as usize] as usize] = true;
    }

    /// Says that the matrix changes everywhere, and clears it.
    pub fn clear(&mut self) {
        self.matrix.fill([0.0; TILE]);
        self.changed.fill(true);
    }

    /// Copies the matrix to where it is factored, as far as the factor changes.
    pub fn prepare(&mut self) {
        for block in 0..self.blocks() {
            if !self.changed[block] {
                continue;
            }
            if let Some(&row) = self.rows[self.rows_start[block]..self.rows_start[block + 1]].first() {
                self.changed[self.block_of[row as usize] as usize] = true;
            }
            let lanes = self.start[block]..self.start[block + 1];
            self.factor[lanes.clone()].copy_from_slice(&self.matrix[lanes]);
        }
    }

    /// Factors what was prepared; a pivot too small is raised.
    pub fn factor(&mut self) {
        for block in 0..self.blocks() {
            if std::mem::take(&mut self.changed[block]) {
                self.take_gifts(block);
                let lanes = self.start[block]..self.start[block + 1];
                let width = self.width(block);
                panel_factor(&mut self.factor[lanes], width);
            }
        }
    }

    fn take_gifts(&mut self, block: usize) {
        let gifts = self.gifts_start[block]..self.gifts_start[block + 1];
        if gifts.is_empty() {
            return;
        }
        let width = self.width(block);
        let address = |position: usize| ((position / TILE * width) * TILE + position % TILE) as i32;
        for (k, column) in (self.first[block]..self.first[block + 1]).enumerate() {
            self.address[column as usize] = address(k);
        }
        let below = self.rows_start[block]..self.rows_start[block + 1];
        for (k, row) in self.rows[below].iter().enumerate() {
            self.address[*row as usize] = address(width.next_multiple_of(TILE) + k);
        }
        let (before, rest) = self.factor.split_at_mut(self.start[block]);
        let to = rest[..self.start[block + 1] - self.start[block]].as_flattened_mut();
        let Work { packed, rows, columns, .. } = &mut self.work;
        for gift in &self.gifts[gifts] {
            let from = gift.from as usize;
            let [at, end] = gift.rows.map(|row| row as usize);
            let given = &self.rows[self.rows_start[from] + at..self.rows_start[from + 1]];
            for (address, row) in rows.iter_mut().zip(given) {
                *address = self.address[*row as usize];
            }
            for (offset, row) in columns.iter_mut().zip(&given[..end - at]) {
                *offset = (row - self.first[block]) * TILE as i32;
            }
            let wide = (self.first[from + 1] - self.first[from]) as usize;
            let panel = &before[self.start[from] + wide * wide.div_ceil(TILE)..self.start[from + 1]];
            panel_subtract(to, &rows[..given.len()], &columns[..end - at], panel, wide, at, packed);
        }
    }

    /// Solves in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        let Work { lanes, sums, .. } = &mut self.work;
        for block in 0..self.first.len() - 1 {
            let panel = &self.factor[self.start[block]..self.start[block + 1]];
            let rows = &self.rows[self.rows_start[block]..self.rows_start[block + 1]];
            let own = &mut x[self.first[block] as usize..self.first[block + 1] as usize];
            panel_forward(own, &mut lanes[..rows.len().div_ceil(TILE)], panel);
            for (row, y) in rows.iter().zip(lanes.as_flattened()) {
                x[*row as usize] -= y;
            }
        }
        for block in (0..self.first.len() - 1).rev() {
            let panel = &self.factor[self.start[block]..self.start[block + 1]];
            let rows = &self.rows[self.rows_start[block]..self.rows_start[block + 1]];
            let below = &mut lanes[..rows.len().div_ceil(TILE)];
            if let Some(last) = below.last_mut() {
                *last = [0.0; TILE];
            }
            for (y, row) in below.as_flattened_mut().iter_mut().zip(rows) {
                *y = x[*row as usize];
            }
            let own = &mut x[self.first[block] as usize..self.first[block + 1] as usize];
            panel_backward(own, below, panel, sums);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Noise;

    /// A ring of nodes of different sizes with a few chords.
    fn ring() -> (Elimination, Vec<i32>, Vec<i32>, Vec<[i32; 2]>) {
        let weights = [6, 3, 1, 6, 2, 5, 6, 4, 1, 7, 6, 6];
        let n = weights.len() as i32;
        let mut edges: Vec<[i32; 2]> = (0..n).map(|i| [i, (i + 1) % n]).collect();
        edges.extend([[0, 5], [2, 9], [3, 8]]);
        let mut graph = Elimination::default();
        graph.begin(weights.iter().copied());
        for edge in &edges {
            graph.connect(edge);
        }
        graph.run();
        let mut place = vec![0; weights.len()];
        let mut first = vec![0];
        for (at, node) in graph.order.iter().enumerate() {
            place[*node as usize] = at as i32;
            first.push(first[at] + weights[*node as usize]);
        }
        (graph, place, first, edges)
    }

    /// Columns of a node in the new order.
    fn columns(node: i32, place: &[i32], first: &[i32]) -> std::ops::Range<i32> {
        let at = place[node as usize] as usize;
        first[at]..first[at + 1]
    }

    #[test]
    fn solving_undoes_multiplying_before_and_after_a_change() {
        let (graph, place, first, edges) = ring();
        let n = first[first.len() - 1] as usize;
        let mut chol = Supernodal::default();
        chol.analyse(&graph, &place, &first);
        let mut dense = vec![0.0; n * n];
        let noise = &mut Noise(3);
        chol.clear();
        let mut add = |chol: &mut Supernodal, dense: &mut [f64], nodes: &[i32], diagonal: f64| {
            let mut list: Vec<i32> = nodes.iter().flat_map(|&node| columns(node, &place, &first)).collect();
            list.sort_unstable();
            let mut addresses = Vec::new();
            chol.addresses(&list, &mut addresses);
            let mut at = addresses.iter();
            for (k, &j) in list.iter().enumerate() {
                chol.touch(j);
                for &i in &list[k..] {
                    let x = noise.next() + if i == j { diagonal } else { 0.0 };
                    chol.matrix_mut()[*at.next().expect("an address for each entry") as usize] += x;
                    dense[i as usize * n + j as usize] += x;
                    if i != j {
                        dense[j as usize * n + i as usize] += x;
                    }
                }
            }
        };
        let check = |chol: &mut Supernodal, dense: &[f64]| {
            chol.prepare();
            chol.factor();
            let want: Vec<f64> = (0..n).map(|i| i as f64 - 20.0).collect();
            let mut x: Vec<f64> = (0..n).map(|i| (0..n).map(|j| dense[i * n + j] * want[j]).sum()).collect();
            chol.solve(&mut x);
            for (x, want) in x.iter().zip(&want) {
                assert!((x - want).abs() < 1e-11, "{x} {want}");
            }
        };
        for edge in &edges {
            add(&mut chol, &mut dense, edge, 30.0);
        }
        check(&mut chol, &dense);
        // a change in one corner leaves most blocks as they are
        add(&mut chol, &mut dense, &[4], 5.0);
        assert!(chol.changed.iter().any(|changed| !changed));
        check(&mut chol, &dense);
    }
}
