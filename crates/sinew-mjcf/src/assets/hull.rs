//! Convex hull of points in space by quickhull.
//!
//! Barber, Dobkin, Huhdanpaa, *The Quickhull Algorithm for Convex Hulls* (1996). Points are first put on a grid of
//! `2^-40` of the largest coordinate. On it every orientation test is exact: a floating-point filter decides nearly all of
//! them, 128-bit integers the rest. A facet that the new point lies in the plane of counts as seen, so that the facets of a
//! flat face are rebuilt together and points inside faces and edges drop out. The vertices are then exactly the extreme
//! points of the grid points, and no facet is degenerate.

use super::Problem;

/// bits of a grid coordinate, so that a determinant of differences fits into 127
const BITS: i32 = 40;
const NONE: u32 = u32::MAX;

/// A convex hull: triangles that look outward when seen counter-clockwise, by indices of the points given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// vertices, in ascending order
    pub vert: Vec<u32>,
    /// triangles
    pub face: Vec<[u32; 3]>,
}

/// Point on the grid, twice: for the filter and for exact arithmetic.
#[derive(Clone, Copy)]
struct Point {
    real: [f64; 3],
    exact: [i64; 3],
}

/// A triangle of the growing hull.
struct Facet {
    v: [u32; 3],
    /// neighbour across the edge from `v[i]` to `v[i+1]`
    next_to: [u32; 3],
    normal: [f64; 3],
    /// one over the length of the normal
    scale: f64,
    /// largest rounding error of a distance to this facet, times the length of the normal
    doubt: f64,
    /// first of the points outside it, the furthest of them, and how far that is
    outside: u32,
    furthest: u32,
    distance: f64,
    alive: bool,
    mark: u32,
}

struct Builder<'a> {
    points: &'a [Point],
    facets: Vec<Facet>,
    free: Vec<u32>,
    /// links of the outside sets
    chain: Vec<u32>,
    /// facet that starts at each horizon vertex
    start: Vec<u32>,
    epoch: u32,
}

/// Hull of points; with `most` vertices at most, if given.
pub fn convex_hull(points: &[[f64; 3]], most: Option<usize>) -> Result<Hull, Problem> {
    let grid = snap(points);
    let simplex = first_simplex(&grid)?;
    let mut hull = Builder {
        points: &grid,
        facets: Vec::with_capacity(256),
        free: Vec::new(),
        chain: vec![NONE; grid.len()],
        start: vec![NONE; grid.len()],
        epoch: 0,
    };
    hull.begin(simplex);
    match most {
        None => hull.grow()?,
        Some(most) => hull.grow_to(most)?,
    }
    Ok(hull.finish())
}

/// Rounds to the grid, whose step is a power of two: coordinates of ordinary meshes do not change.
fn snap(points: &[[f64; 3]]) -> Vec<Point> {
    let largest = points.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    let (_, exponent) = libm::frexp(largest);
    let shift = BITS - exponent;
    points
        .iter()
        .map(|p| {
            let real = p.map(|x| libm::scalbn(x, shift).round());
            Point { real, exact: real.map(|x| x as i64) }
        })
        .collect()
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Six times the volume of the tetrahedron `a b c p`, exactly; positive if `p` sees `a b c` counter-clockwise.
fn volume(a: &Point, b: &Point, c: &Point, p: &Point) -> i128 {
    let d = |q: &Point| -> [i128; 3] { std::array::from_fn(|k| i128::from(q.exact[k] - a.exact[k])) };
    let (b, c, p) = (d(b), d(c), d(p));
    (b[1] * c[2] - b[2] * c[1]) * p[0] + (b[2] * c[0] - b[0] * c[2]) * p[1] + (b[0] * c[1] - b[1] * c[0]) * p[2]
}

/// Four points that span a large volume: the ends of the longest extent, then the furthest from their line and plane.
fn first_simplex(points: &[Point]) -> Result<[u32; 4], Problem> {
    let far = |score: &dyn Fn(&Point) -> f64| {
        let mut best = (0, -1.0);
        for (i, p) in points.iter().enumerate() {
            let s = score(p);
            if s > best.1 {
                best = (i, s);
            }
        }
        best
    };
    // longest extent along an axis
    let mut ends = (0, 0, -1.0);
    for k in 0..3 {
        let (low, _) = far(&|p| -p.real[k] + 4e12);
        let (high, _) = far(&|p| p.real[k] + 4e12);
        let length = points[high].real[k] - points[low].real[k];
        if length > ends.2 {
            ends = (low, high, length);
        }
    }
    if ends.2 <= 0.0 {
        return Err(Problem::new("all vertices are at one place, they have no convex hull; consider a small sphere"));
    }
    let (a, b) = (points[ends.0].real, points[ends.1].real);
    let along = minus(b, a);
    let (c, area) = far(&|p| {
        let n = cross(along, minus(p.real, a));
        dot(n, n)
    });
    if area <= 0.0 {
        return Err(Problem::new("all vertices are on a line, they have no convex hull; consider a thin capsule"));
    }
    let normal = cross(along, minus(points[c].real, a));
    let (d, _) = far(&|p| dot(normal, minus(p.real, a)).abs());

    // rounding may hide a flat set, or make one up
    let tetrahedron = |d: usize| volume(&points[ends.0], &points[ends.1], &points[c], &points[d]);
    let d = if tetrahedron(d) != 0 { Some(d) } else { (0..points.len()).find(|&i| tetrahedron(i) != 0) };
    let Some(d) = d else {
        return Err(Problem::new(
            "all vertices are in a plane, they have no convex hull; consider a plane or a thin box",
        ));
    };
    let [a, b, c, d] = [ends.0, ends.1, c, d].map(|i| i as u32);
    // the fourth point is behind the first three
    Ok(if tetrahedron(d as usize) < 0 { [a, b, c, d] } else { [a, c, b, d] })
}

impl Builder<'_> {
    fn point(&self, i: u32) -> &Point {
        &self.points[i as usize]
    }

    fn new_facet(&mut self, v: [u32; 3]) -> u32 {
        let [a, b, c] = v.map(|i| self.point(i).real);
        let (e, f) = (minus(b, a), minus(c, a));
        let normal = cross(e, f);
        // |n·d - exact| for |d| up to twice the grid, by the usual bounds of sums and products
        let size: f64 = (0..3)
            .map(|k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                (e[i] * f[j]).abs() + (e[j] * f[i]).abs()
            })
            .sum();
        let facet = Facet {
            v,
            next_to: [NONE; 3],
            normal,
            scale: 1.0 / dot(normal, normal).sqrt(),
            doubt: size * 8.0 * f64::EPSILON * f64::from(2u32.pow(20)) * f64::from(2u32.pow(21)),
            outside: NONE,
            furthest: NONE,
            distance: 0.0,
            alive: true,
            mark: 0,
        };
        if let Some(i) = self.free.pop() {
            self.facets[i as usize] = facet;
            return i;
        }
        self.facets.push(facet);
        self.facets.len() as u32 - 1
    }

    /// Signed distance of a point from a facet, times the length of its normal; the sign is exact.
    fn height(&self, facet: &Facet, p: u32) -> f64 {
        let q = self.point(p);
        let h = dot(facet.normal, minus(q.real, self.point(facet.v[0]).real));
        if h.abs() > facet.doubt {
            return h;
        }
        let [a, b, c] = facet.v.map(|i| self.point(i));
        match volume(a, b, c, q).signum() {
            1 => f64::MIN_POSITIVE.max(h),
            -1 => (-f64::MIN_POSITIVE).min(h),
            _ => 0.0,
        }
    }

    /// Puts a point into the outside set of a facet that sees it from the inside.
    fn put_outside(&mut self, facet: u32, p: u32, height: f64) {
        let f = &mut self.facets[facet as usize];
        let distance = height * f.scale;
        self.chain[p as usize] = f.outside;
        f.outside = p;
        if f.furthest == NONE || distance > f.distance {
            f.furthest = p;
            f.distance = distance;
        }
    }

    /// The first tetrahedron, and the points outside each of its facets.
    fn begin(&mut self, [a, b, c, d]: [u32; 4]) {
        for v in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]] {
            self.new_facet(v);
        }
        for (f, next_to) in [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]].into_iter().enumerate() {
            self.facets[f].next_to = next_to;
        }
        for p in 0..self.points.len() as u32 {
            if ![a, b, c, d].contains(&p) {
                self.assign(p, &[0, 1, 2, 3]);
            }
        }
    }

    /// Gives a point to the first facet that it is outside of; a point outside of none is inside the hull.
    fn assign(&mut self, p: u32, facets: &[u32]) {
        for &f in facets {
            let height = self.height(&self.facets[f as usize], p);
            if height > 0.0 {
                self.put_outside(f, p, height);
                return;
            }
        }
    }

    /// Adds points until none is outside.
    fn grow(&mut self) -> Result<(), Problem> {
        let mut work: Vec<u32> = (0..4).rev().collect();
        while let Some(f) = work.pop() {
            let facet = &self.facets[f as usize];
            if facet.alive && facet.furthest != NONE {
                let made = self.add(facet.furthest, f)?;
                work.extend(made.into_iter().rev());
            }
        }
        Ok(())
    }

    /// Adds the furthest of all points outside until the hull has `most` vertices.
    fn grow_to(&mut self, most: usize) -> Result<(), Problem> {
        for _ in 4..most {
            let mut best = (NONE, 0.0);
            for (i, f) in self.facets.iter().enumerate() {
                if f.alive && f.furthest != NONE && f.distance > best.1 {
                    best = (i as u32, f.distance);
                }
            }
            if best.0 == NONE {
                break;
            }
            self.add(self.facets[best.0 as usize].furthest, best.0)?;
        }
        Ok(())
    }

    /// Replaces all facets that a point outside sees by the cone from their border to that point.
    fn add(&mut self, p: u32, from: u32) -> Result<Vec<u32>, Problem> {
        let broken = || Problem::new("the convex hull could not be computed");
        self.epoch += 1;

        // seen facets, and the edges between seen and not seen
        let mut seen = vec![from];
        let mut horizon = Vec::new();
        self.facets[from as usize].mark = self.epoch;
        let mut next = 0;
        while let Some(&f) = seen.get(next) {
            next += 1;
            for k in 0..3 {
                let facet = &self.facets[f as usize];
                let (a, b, n) = (facet.v[k], facet.v[(k + 1) % 3], facet.next_to[k]);
                let neighbour = &self.facets[n as usize];
                if neighbour.mark == self.epoch {
                    continue;
                }
                if self.height(neighbour, p) >= 0.0 {
                    self.facets[n as usize].mark = self.epoch;
                    seen.push(n);
                } else {
                    horizon.push((a, b, n));
                }
            }
        }

        // the cone
        let mut made = Vec::with_capacity(horizon.len());
        for &(a, b, n) in &horizon {
            let f = self.new_facet([a, b, p]);
            self.facets[f as usize].next_to[0] = n;
            let edge = self.facets[n as usize].v.iter().position(|&v| v == b).ok_or_else(broken)?;
            self.facets[n as usize].next_to[edge] = f;
            self.start[a as usize] = f;
            made.push(f);
        }
        for (&f, &(_, b, _)) in made.iter().zip(&horizon) {
            let after = self.start[b as usize];
            if after == NONE || self.facets[after as usize].v[0] != b {
                return Err(broken());
            }
            self.facets[f as usize].next_to[1] = after;
            self.facets[after as usize].next_to[2] = f;
        }
        for &(a, _, _) in &horizon {
            self.start[a as usize] = NONE;
        }

        // points outside of what was removed look for a new facet
        for &f in &seen {
            let facet = &mut self.facets[f as usize];
            facet.alive = false;
            let mut q = facet.outside;
            while q != NONE {
                let after = self.chain[q as usize];
                if q != p {
                    self.assign(q, &made);
                }
                q = after;
            }
        }
        self.free.extend(seen);
        Ok(made)
    }

    fn finish(self) -> Hull {
        let mut face: Vec<[u32; 3]> = self.facets.iter().filter(|f| f.alive).map(|f| f.v).collect();
        // each face from its least vertex, in order: the result does not depend on how it was found
        for f in &mut face {
            let least = (0..3).min_by_key(|&k| f[k]).unwrap_or(0);
            f.rotate_left(least);
        }
        face.sort_unstable();
        let mut vert: Vec<u32> = face.iter().flatten().copied().collect();
        vert.sort_unstable();
        vert.dedup();
        Hull { vert, face }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers in [-1, 1).
    fn noise(seed: u64) -> impl FnMut() -> f64 {
        let mut s = seed;
        move || {
            s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (s >> 33) as f64 / f64::from(1u32 << 30) - 1.0
        }
    }

    fn check(points: &[[f64; 3]], hull: &Hull) {
        // Euler's formula for a closed surface of triangles
        assert_eq!(hull.face.len(), 2 * hull.vert.len() - 4);
        // each edge is in two faces, once in each direction
        let mut edges: Vec<(u32, u32)> =
            hull.face.iter().flat_map(|f| [(f[0], f[1]), (f[1], f[2]), (f[2], f[0])]).collect();
        edges.sort_unstable();
        assert!(edges.windows(2).all(|w| w[0] != w[1]));
        assert!(edges.iter().all(|&(a, b)| edges.binary_search(&(b, a)).is_ok()));
        // no point is outside
        let size = points.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
        for f in &hull.face {
            let [a, b, c] = f.map(|i| points[i as usize]);
            let n = cross(minus(b, a), minus(c, a));
            let length = dot(n, n).sqrt();
            assert!(length > 0.0);
            for &p in points {
                assert!(dot(n, minus(p, a)) / length <= 1e-11 * size);
            }
        }
    }

    #[test]
    fn random_points_are_all_inside() {
        let mut r = noise(7);
        for n in [4, 5, 10, 100, 1000] {
            let points: Vec<_> = (0..n).map(|_| [r(), r(), r()]).collect();
            check(&points, &convex_hull(&points, None).unwrap());
        }
    }

    #[test]
    fn all_points_of_a_sphere_are_vertices() {
        let mut r = noise(3);
        let points: Vec<_> = (0..500)
            .map(|_| {
                let v = [r(), r(), r()];
                let n = dot(v, v).sqrt();
                v.map(|x| x / n)
            })
            .collect();
        let hull = convex_hull(&points, None).unwrap();
        check(&points, &hull);
        assert_eq!(hull.vert.len(), 500);
    }

    #[test]
    fn only_the_corners_of_a_grid_are_vertices() {
        let points: Vec<_> =
            (0..7 * 7 * 7).map(|i| [i % 7, i / 7 % 7, i / 49].map(|x| f64::from(x) * 0.1 - 0.2)).collect();
        let hull = convex_hull(&points, None).unwrap();
        check(&points, &hull);
        assert_eq!(hull.vert, [0, 6, 42, 48, 294, 300, 336, 342]);
    }

    #[test]
    fn noise_below_rounding_does_not_make_vertices() {
        let mut r = noise(11);
        let mut points: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
        points.extend((0..200).map(|i| {
            let mut p = [r().abs(), r().abs(), r().abs()];
            p[i % 3] = f64::from((i % 2) as u32) + 1e-16 * r();
            p
        }));
        assert_eq!(convex_hull(&points, None).unwrap().vert, (0..8).collect::<Vec<_>>());
    }

    #[test]
    fn a_limit_on_vertices_is_kept() {
        let mut r = noise(5);
        let points: Vec<_> = (0..300).map(|_| [r(), r(), r()]).collect();
        let hull = convex_hull(&points, Some(12)).unwrap();
        assert!(hull.vert.len() <= 12);
        assert_eq!(hull.face.len(), 2 * hull.vert.len() - 4);
    }

    #[test]
    fn flat_sets_are_refused() {
        let at = |p: [f64; 3]| vec![p; 9];
        assert!(convex_hull(&at([1.0, 2.0, 3.0]), None).is_err());
        let line: Vec<_> = (0..9).map(|i| [f64::from(i), f64::from(2 * i), 0.0]).collect();
        assert!(convex_hull(&line, None).unwrap_err().0.contains("line"));
        let plane: Vec<_> = (0..9).map(|i| [f64::from(i), f64::from(i * i), f64::from(i + i * i)]).collect();
        assert!(convex_hull(&plane, None).unwrap_err().0.contains("plane"));
    }

    #[test]
    fn repeated_points_count_once() {
        let mut r = noise(2);
        let mut points: Vec<_> = (0..50).map(|_| [r(), r(), r()]).collect();
        let once = convex_hull(&points, None).unwrap();
        points.extend(points.clone());
        let twice = convex_hull(&points, None).unwrap();
        assert_eq!(once.vert.len(), twice.vert.len());
        check(&points, &twice);
    }
}
