//! The first tetrahedron: four points far apart, chosen among the least and greatest along each axis.

use super::Builder;
use super::chain::{END, NONE};
use super::parts::{Attempt, Trouble};
use super::plane::{Tolerance, minus};

/// ratio of determinants below which a better point is looked for among all
const POOR: f64 = 1e-3;

/// cosine of the angle between two facets of the tetrahedron from which on it counts as flat
const NARROW: f64 = -0.999_999_99;

/// Points with the least and the greatest coordinate along each axis, and the tolerances that follow from them.
pub(super) fn extremes(points: &[[f64; 3]]) -> ([u32; 6], Tolerance) {
    let mut found = [0u32; 6];
    let (mut largest, mut extent) = ([0.0; 3], [0.0; 3]);
    for k in 0..3 {
        let (mut least, mut most) = (0, 0);
        for (i, p) in points.iter().enumerate() {
            if points[most][k] < p[k] {
                most = i;
            } else if points[least][k] > p[k] {
                least = i;
            }
        }
        let (low, high) = (points[least][k], points[most][k]);
        largest[k] = if high > -low { high } else { -low };
        extent[k] = high - low;
        found[2 * k] = least as u32;
        found[2 * k + 1] = most as u32;
    }
    (found, Tolerance::new(largest, extent))
}

/// Determinant of the differences of the first points of a simplex to an apex: twice an area, or six times a volume.
fn determinant(points: &[[f64; 3]], simplex: &[u32], apex: u32) -> f64 {
    let d = |i: usize| minus(&points[simplex[i] as usize], &points[apex as usize]);
    let (a, b) = (d(0), d(1));
    let two = |a: [f64; 3], b: [f64; 3], i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    if simplex.len() == 2 {
        return two(a, b, 0, 1);
    }
    let c = d(2);
    a[0] * two(b, c, 1, 2) - b[0] * two(a, c, 1, 2) + c[0] * two(a, b, 1, 2)
}

/// Four points that span a large volume, in the order in which they become vertices.
///
/// The ends of the x axis come first. Each further point is the extreme one with the largest determinant; if that is poor,
/// the first good one of all points.
pub(super) fn first_simplex(points: &[[f64; 3]], extremes: &[u32; 6], tol: &Tolerance) -> Attempt<[u32; 4]> {
    let x = |i: u32| points[i as usize][0];
    let (mut low, mut high) = (extremes[0], extremes[0]);
    for &i in extremes {
        if x(i) > x(high) {
            high = i;
        }
        if x(i) < x(low) {
            low = i;
        }
    }
    if low == high {
        return Err(Trouble);
    }
    let mut simplex = vec![low, high];
    let mut scale = x(high) - x(low);
    while simplex.len() < 4 {
        let zero = 10.0 * tol.near_zero[simplex.len() - 1];
        let mut best = (NONE, -1.0);
        for &i in extremes {
            if !simplex.contains(&i) && i != best.0 {
                let size = determinant(points, &simplex, i).abs();
                if size > best.1 {
                    best = (i, size);
                }
            }
        }
        let target = scale * tol.width;
        let poor = best.1 > 0.0 && best.1 / target < POOR;
        if best.0 == NONE || best.1 < zero || poor {
            for i in 0..points.len() as u32 {
                if !extremes.contains(&i) && !simplex.contains(&i) {
                    let size = determinant(points, &simplex, i).abs();
                    if size > best.1 {
                        best = (i, size);
                        if size >= zero && size > 10.0 * POOR * target {
                            break;
                        }
                    }
                }
            }
        }
        if best.0 == NONE {
            return Err(Trouble);
        }
        simplex.push(best.0);
        scale = best.1;
    }
    simplex.try_into().map_err(|_| Trouble)
}

impl Builder<'_> {
    /// Sets up the facets of the tetrahedron, oriented outward.
    pub(super) fn begin(&mut self, simplex: [u32; 4]) -> Attempt {
        let vertices: Vec<u32> = simplex.map(|p| self.new_vertex(p)).into_iter().rev().collect();
        let facets: [u32; 4] = std::array::from_fn(|_| self.new_facet());
        for (i, &f) in facets.iter().enumerate() {
            let facet = &mut self.facets[f as usize];
            facet.top = i % 2 == 0;
            facet.fresh = false;
            vertices.iter().filter(|&&v| v != vertices[i]).for_each(|&v| facet.vertices.push(v));
            facets.iter().filter(|&&n| n != f).for_each(|&n| facet.neighbors.push(n));
            self.order.append(f);
            self.vertex_order.append(vertices[i]);
        }
        self.order.upcoming = self.order.first;
        self.inside = self.center(&vertices);

        // the first facet decides which way is out
        self.set_plane(facets[0])?;
        if self.facets[facets[0] as usize].plane.height(&self.inside) > self.tol.round {
            for &f in &facets {
                let facet = &mut self.facets[f as usize];
                facet.top = !facet.top;
            }
        }
        for &f in &facets {
            self.facets[f as usize].flipped = false;
            self.set_plane(f)?;
        }
        if facets.iter().any(|&f| self.facets[f as usize].flipped) {
            return Err(Trouble);
        }

        let normal = |f: u32| self.facets[f as usize].plane.normal;
        self.narrow = facets.iter().any(|&f| facets.iter().any(|&g| f != g && cosine(normal(f), normal(g)) < NARROW));
        Ok(())
    }

    /// Gives each point to the first facet of the tetrahedron that it is clearly above, the rest to the best.
    pub(super) fn place_all(&mut self, simplex: [u32; 4]) -> Attempt {
        let points = self.points;
        let mut rest: Vec<u32> = (0..points.len() as u32).filter(|p| !simplex.contains(p)).collect();
        let clear = self.clearly_outside();
        self.limit_coplanar();
        let mut f = self.order.first;
        while f != END {
            let (facet, behind) = (&mut self.facets[f as usize], &mut self.behind);
            let mut best = (NONE, 0.0);
            rest.retain(|&p| {
                let height = facet.plane.height(&points[p as usize]);
                if height < clear {
                    return true;
                }
                if best.0 == NONE {
                    best = (p, height);
                } else if height > best.1 {
                    facet.outside.push(best.0, behind);
                    best = (p, height);
                } else {
                    facet.outside.push(p, behind);
                }
                false
            });
            if best.0 != NONE {
                facet.outside.push(best.0, behind);
                facet.furthest = best.1;
            }
            f = self.order.next(f);
        }
        self.search_fresh = true;
        for p in rest {
            self.place(p, self.order.first)?;
        }
        self.search_fresh = false;
        Ok(())
    }
}

/// Cosine of the angle between two unit vectors.
pub(super) fn cosine(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
