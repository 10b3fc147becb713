//! An order of elimination that keeps the factor of a sparse matrix sparse, and the blocks in which that factor comes.
//!
//! Nodes are small groups of columns with one pattern, such as the dofs of a body. The node with the fewest columns around
//! it goes next, and all that it touched then touch one another: the minimum degree rule, George and Liu, *The evolution
//! of the minimum degree ordering algorithm*, SIAM Review 31 (1989). Neighbours are bits of a square table, so that an
//! elimination is an `or` of rows. Nodes along one branch of the elimination tree whose patterns nest become one block.

/// Columns of a block may hold this share of zeros that a finer partition would leave out.
const ZEROS: f64 = 0.25;

/// Blocks of up to this many columns are joined whatever zeros that adds.
const NARROW: i64 = 6;

/// A graph of nodes, and its elimination; memory is kept between uses.
#[derive(Clone, Debug, Default)]
pub struct Elimination {
    /// words in a row of the table
    words: usize,
    /// neighbours of each node; once it is eliminated, those that were left then
    bits: Vec<u64>,
    row: Vec<u64>,
    /// columns of each node
    weight: Vec<i32>,
    /// columns of all neighbours of a node, as above
    degree: Vec<i32>,
    /// time at which each node was eliminated
    time: Vec<i32>,
    alive: Vec<i32>,
    parent: Vec<i32>,
    child: Vec<i32>,
    sibling: Vec<i32>,
    /// nodes in their final order
    pub order: Vec<i32>,
    /// first node of each block in that order, and one past the last
    pub blocks: Vec<i32>,
}

impl Elimination {
    /// Starts a graph without edges of nodes with these many columns.
    pub fn begin(&mut self, weights: impl Iterator<Item = i32>) {
        self.weight.clear();
        self.weight.extend(weights);
        let n = self.weight.len();
        self.words = n.div_ceil(64);
        self.bits.clear();
        self.bits.resize(n * self.words, 0);
        self.row.clear();
        self.row.resize(self.words, 0);
    }

    /// Makes all of these nodes neighbours of one another.
    pub fn connect(&mut self, nodes: &[i32]) {
        for &a in nodes {
            let row = &mut self.bits[a as usize * self.words..][..self.words];
            for &b in nodes {
                row[b as usize / 64] |= u64::from(a != b) << (b % 64);
            }
        }
    }

    /// Finds the order and the blocks.
    pub fn run(&mut self) {
        self.eliminate();
        self.postorder();
        self.partition();
    }

    /// Nodes after `node` that its columns of the factor reach, in no order.
    pub fn reached(&self, node: i32) -> impl Iterator<Item = i32> + '_ {
        ones(&self.bits[node as usize * self.words..][..self.words])
    }

    fn eliminate(&mut self) {
        let (n, words) = (self.weight.len(), self.words);
        self.degree.clear();
        for node in 0..n {
            let degree = ones(&self.bits[node * words..][..words]).map(|i| self.weight[i as usize]).sum();
            self.degree.push(degree);
        }
        self.alive.clear();
        self.alive.extend(0..n as i32);
        self.time.clear();
        self.time.resize(n, 0);
        self.parent.clear();
        self.parent.resize(n, -1);
        for now in 0..n {
            let nodes = self.alive.iter().enumerate();
            let Some((at, &next)) = nodes.min_by_key(|(_, node)| (self.degree[**node as usize], **node)) else {
                return;
            };
            self.alive.swap_remove(at);
            let next = next as usize;
            self.time[next] = now as i32;
            self.row.copy_from_slice(&self.bits[next * words..][..words]);
            for i in ones(&self.row) {
                let i = i as usize;
                let row = &mut self.bits[i * words..][..words];
                row.iter_mut().zip(&self.row).for_each(|(row, new)| *row |= new);
                row[i / 64] &= !(1 << (i % 64));
                row[next / 64] &= !(1 << (next % 64));
                self.degree[i] = ones(row).map(|j| self.weight[j as usize]).sum();
            }
        }
        // the parent is what is eliminated first of what is reached
        for node in 0..n {
            let reached = ones(&self.bits[node * words..][..words]);
            self.parent[node] = reached.min_by_key(|i| self.time[*i as usize]).unwrap_or(-1);
        }
    }

    /// Children before parents, each branch in one piece.
    fn postorder(&mut self) {
        let n = self.weight.len();
        self.child.clear();
        self.child.resize(n, -1);
        self.sibling.clear();
        self.sibling.resize(n, -1);
        for node in 0..n {
            if let Ok(parent) = usize::try_from(self.parent[node]) {
                self.sibling[node] = std::mem::replace(&mut self.child[parent], node as i32);
            }
        }
        self.order.clear();
        for root in (0..n).filter(|&node| self.parent[node] < 0) {
            let mut at = root as i32;
            loop {
                // down to a leaf, then up until there is a branch to the side
                while self.child[at as usize] >= 0 {
                    at = self.child[at as usize];
                }
                self.order.push(at);
                while self.sibling[at as usize] < 0 && self.parent[at as usize] >= 0 {
                    at = self.parent[at as usize];
                    self.order.push(at);
                }
                if at == root as i32 {
                    break;
                }
                at = self.sibling[at as usize];
            }
        }
    }

    /// Joins nodes that follow one another in order and in the tree, while their patterns are nearly the same.
    fn partition(&mut self) {
        self.blocks.clear();
        let (mut width, mut zeros) = (0, 0);
        for at in 0..self.order.len() {
            let node = self.order[at] as usize;
            let (weight, below) = (i64::from(self.weight[node]), i64::from(self.degree[node]));
            let joined = at.checked_sub(1).is_some_and(|last| {
                let last = self.order[last] as usize;
                let more = width * (weight + below - i64::from(self.degree[last]));
                let (wide, entries) = (width + weight, (width + weight) * (width + weight + below));
                let joins = self.parent[last] == node as i32
                    && (more == 0 || wide <= NARROW || ((zeros + more) as f64) < ZEROS * entries as f64);
                zeros += if joins { more } else { 0 };
                joins
            });
            if joined {
                width += weight;
            } else {
                self.blocks.push(at as i32);
                (width, zeros) = (weight, 0);
            }
        }
        self.blocks.push(self.order.len() as i32);
    }
}

/// Numbers of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = i32> + '_ {
    words.iter().enumerate().flat_map(|(k, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| (64 * k) as i32 + left.trailing_zeros() as i32);
            left &= left.wrapping_sub(1);
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eliminated(nodes: usize, edges: &[[i32; 2]]) -> Elimination {
        let mut e = Elimination::default();
        e.begin((0..nodes).map(|_| 6));
        for edge in edges {
            e.connect(edge);
        }
        e.run();
        e
    }

    #[test]
    fn a_tree_is_eliminated_without_fill() {
        // a star of chains
        let edges: Vec<[i32; 2]> = (0..90).map(|i| if i % 9 == 0 { [90, i] } else { [i - 1, i] }).collect();
        let e = eliminated(91, &edges);
        let filled: usize = (0..91).map(|node| e.reached(node).count()).sum();
        assert_eq!(filled, edges.len());
    }

    #[test]
    fn children_come_before_their_parents_and_every_node_once() {
        let grid: Vec<[i32; 2]> = (0..56).flat_map(|i| [[i, i + 8], [i - i % 8 + (i + 1) % 8, i]]).collect();
        let e = eliminated(64, &grid);
        let mut place = [-1; 64];
        for (at, node) in e.order.iter().enumerate() {
            assert_eq!(place[*node as usize], -1);
            place[*node as usize] = at as i32;
        }
        for node in 0..64 {
            assert!(e.reached(node).all(|other| place[other as usize] > place[node as usize]));
        }
        assert_eq!((e.blocks[0], e.blocks[e.blocks.len() - 1]), (0, 64));
    }

    #[test]
    fn a_grid_fills_less_than_in_its_own_order() {
        let side = 20;
        let n = side * side;
        let mut edges: Vec<[i32; 2]> = Vec::new();
        for i in 0..n {
            edges.extend((i + side < n).then_some([i, i + side]));
            edges.extend((i % side + 1 < side).then_some([i, i + 1]));
        }
        let e = eliminated(n as usize, &edges);
        let filled: usize = (0..n).map(|node| e.reached(node).count()).sum();
        // in its own order each node reaches a whole row of the grid
        assert!(filled < (n * side) as usize / 2, "{filled}");
    }
}
