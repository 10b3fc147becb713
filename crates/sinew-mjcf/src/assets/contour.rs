//! Surfaces of distance fields, by marching cubes.

use sinew_core::math::Vec3;
use sinew_core::sdf::{PluginField, SdfShape};

use super::Problem;
use super::surface::Surface;

/// About how many samples the three sides of the grid have together.
const SAMPLES: f64 = 300.0;

/// Samples of a field on a grid.
struct Grid {
    /// samples along each side
    count: [usize; 3],
    /// half sizes of the box, whose centre is the origin
    half: Vec3,
    /// samples, x first
    value: Vec<f32>,
}

impl Grid {
    fn sample(field: &PluginField) -> Result<Self, Problem> {
        let half = field.half_sizes();
        let total = half[0] + half[1] + half[2];
        if !half.0.iter().all(|&h| h > 0.0) || !total.is_finite() {
            let name = field.plugin().name();
            let message = format!("the attributes of plugin '{name}' make a box with half sizes {:?}", half.0);
            return Err(Problem::new(message));
        }
        let count = half.0.map(|h| (SAMPLES / total * h) as usize + 1);
        let at = |k: usize, i: usize| -half[k] + 2.0 * half[k] * i as f64 / (count[k] - 1) as f64;
        let mut value = Vec::with_capacity(count.iter().product());
        for z in 0..count[2] {
            for y in 0..count[1] {
                for x in 0..count[0] {
                    value.push(field.distance(Vec3::new(at(0, x), at(1, y), at(2, z))) as f32);
                }
            }
        }
        Ok(Self { count, half, value })
    }

    fn at(&self, [x, y, z]: [usize; 3]) -> f32 {
        self.value[(z * self.count[1] + y) * self.count[0] + x]
    }

    /// From units of the grid to those of the field.
    fn place(&self, point: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|k| {
            let (half, cells) = (self.half[k], (self.count[k] - 1) as f64);
            (2.0 * half * f64::from(point[k]) / cells - half) as f32
        })
    }
}

/// An edge of a cell: the corner where it begins, relative to the cell, and its axis.
///
/// Edges are numbered by axis, then by the other two coordinates.
fn edge(number: usize) -> ([usize; 3], usize) {
    let (axis, low, high) = (number / 4, number & 1, (number >> 1) & 1);
    let corner = match axis {
        0 => [0, low, high],
        1 => [low, 0, high],
        _ => [low, high, 0],
    };
    (corner, axis)
}

fn plus(a: [usize; 3], b: [usize; 3]) -> [usize; 3] {
    std::array::from_fn(|k| a[k] + b[k])
}

/// The surface where a field is zero, with the normals of its vertices.
///
/// Each cell of a grid is cut by triangles that depend on which of its corners are inside; their corners are where the
/// edges of the cell meet the surface, by linear interpolation. A vertex belongs to the first cell that has its edge.
///
/// Lorensen and Cline, *Marching cubes: a high resolution 3D surface construction algorithm* (1987).
#[doc(alias = "LoadSDF")]
pub(super) fn contour(field: &PluginField) -> Result<Surface, Problem> {
    let grid = Grid::sample(field)?;
    let cases = cases();
    let mut mesh = Builder { vert: Vec::new(), normal: Vec::new(), face: Vec::new() };
    let [nx, ny, nz] = grid.count;
    // vertices on the edges that begin at the corners of the two layers at hand
    let mut known = vec![[0; 3]; nx * ny * 2];
    let slot = |[x, y, z]: [usize; 3]| nx * ny * (z % 2) + y * nx + x;
    for z in 0..nz - 1 {
        for y in 0..ny - 1 {
            for x in 0..nx - 1 {
                let cell = [x, y, z];
                let corner = |bits: usize| grid.at(plus(cell, [bits & 1, bits >> 1 & 1, bits >> 2]));
                let inside = (0..8).fold(0, |mask, bits| mask | usize::from(corner(bits) < 0.0) << bits);
                if cases[inside].is_empty() {
                    continue;
                }
                for number in 0..12 {
                    let (offset, axis) = edge(number);
                    let first = (0..3).all(|k| k == axis || offset[k] == 1 || cell[k] == 0);
                    let start = plus(cell, offset);
                    let mut end = start;
                    end[axis] += 1;
                    let (one, two) = (grid.at(start), grid.at(end));
                    if first && (one < 0.0) != (two < 0.0) {
                        let mut point = start.map(|i| i as f32);
                        point[axis] += one / (one - two);
                        known[slot(start)][axis] = mesh.vertex(point);
                    }
                }
                let vertex = |number: usize| {
                    let (offset, axis) = edge(number);
                    known[slot(plus(cell, offset))][axis]
                };
                for triangle in &cases[inside] {
                    mesh.triangle(triangle.map(vertex));
                }
            }
        }
    }
    let surface = mesh.finish(&grid);
    surface.check()?;
    Ok(surface)
}

/// A surface in units of the grid while it grows.
struct Builder {
    vert: Vec<[f32; 3]>,
    /// sums over the triangles at each vertex
    normal: Vec<[f32; 3]>,
    face: Vec<[i32; 3]>,
}

impl Builder {
    fn vertex(&mut self, point: [f32; 3]) -> i32 {
        self.vert.push(point);
        self.normal.push([0.0; 3]);
        self.vert.len() as i32 - 1
    }

    fn triangle(&mut self, face: [i32; 3]) {
        let [a, b, c] = face.map(|i| self.vert[i as usize]);
        let (p, q): ([f32; 3], [f32; 3]) = (std::array::from_fn(|k| c[k] - b[k]), std::array::from_fn(|k| a[k] - b[k]));
        let normal = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
        for i in face {
            for (sum, n) in self.normal[i as usize].iter_mut().zip(normal) {
                *sum += n;
            }
        }
        self.face.push(face);
    }

    fn finish(self, grid: &Grid) -> Surface {
        let unit = |n: &[f32; 3]| {
            let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
            n.map(|x| x / length)
        };
        Surface {
            vert: self.vert.iter().map(|&v| grid.place(v)).collect(),
            normal: self.normal.iter().map(unit).collect(),
            face: self.face,
            ..Surface::default()
        }
    }
}

/// Triangles of every case: along MuJoCo's diagonals where `golden/contour_cases.py` has seen them.
fn cases() -> Vec<Vec<[usize; 3]>> {
    let mut out: Vec<_> = (0..256).map(triangles).collect();
    for (case, edges) in SEEN.lines().filter_map(|line| line.split_once(' ')) {
        let number = |digit: u8| char::from(digit).to_digit(12).map_or(0, |number| number as usize);
        if let Some(triangles) = case.parse().ok().and_then(|case: usize| out.get_mut(case)) {
            *triangles = edges.as_bytes().as_chunks::<3>().0.iter().map(|corners| corners.map(number)).collect();
        }
    }
    out
}

/// Lines of a case and the edges of its triangles, in digits.
const SEEN: &str = include_str!("contour_cases.txt");

/// Triangles that cut a cell, as the numbers of the edges where their corners lie. Bit `x + 2 y + 4 z` of `inside` says that
/// this corner of the cell is inside.
///
/// On each face of the cell, seen from outside, the surface goes from where the outline enters a run of inside corners to
/// where it leaves it, so that inside corners across a face stay apart in both cells that share it. These lines join to
/// loops around the inside, each of which is cut into a fan.
fn triangles(inside: usize) -> Vec<[usize; 3]> {
    let is_inside = |[x, y, z]: [usize; 3]| inside >> (x + 2 * y + 4 * z) & 1 == 1;
    let mut next = [None; 12];
    for face in 0..6 {
        let (axis, side) = (face / 2, face % 2);
        let mut outline = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[u, v]| {
            let mut corner = [side; 3];
            (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (u, v);
            corner
        });
        if side == 0 {
            outline.reverse();
        }
        for enter in (0..4).filter(|&k| !is_inside(outline[k]) && is_inside(outline[(k + 1) % 4])) {
            let leave = (enter + 1..enter + 4).find(|&k| !is_inside(outline[(k + 1) % 4])).unwrap_or(enter);
            let between = |k: usize| edge_between(outline[k % 4], outline[(k + 1) % 4]);
            next[between(enter)] = Some(between(leave));
        }
    }

    let mut out = Vec::new();
    for first in 0..12 {
        let mut at = next[first].take();
        while let Some(one) = at {
            at = next[one].take();
            if let Some(two) = at.filter(|&two| two != first) {
                out.push([first, one, two]);
            }
        }
    }
    out
}

/// Number of the edge between two corners of a cell.
fn edge_between(a: [usize; 3], b: [usize; 3]) -> usize {
    let ([x, y, z], axis) = (std::array::from_fn(|k| a[k].min(b[k])), (0..3).find(|&k| a[k] != b[k]).unwrap_or(0));
    4 * axis + [y + 2 * z, x + 2 * z, x + 2 * y][axis]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_core::sdf::Plugin;

    /// Sides of triangles that no other shares.
    fn outline(triangles: &[[usize; 3]]) -> std::collections::BTreeSet<(usize, usize)> {
        let sides = triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        let all: std::collections::BTreeSet<_> = sides.collect();
        all.iter().filter(|&&(a, b)| !all.contains(&(b, a))).copied().collect()
    }

    #[test]
    fn every_case_cuts_the_edges_between_inside_and_outside() {
        for (case, (cut, fan)) in cases().iter().zip((0..256).map(triangles)).enumerate() {
            let inside = |[x, y, z]: [usize; 3]| case >> (x + 2 * y + 4 * z) & 1 == 1;
            for number in 0..12 {
                let (start, axis) = edge(number);
                let mut end = start;
                end[axis] += 1;
                assert_eq!(edge_between(start, end), number);
                for triangles in [cut, &fan] {
                    let found = triangles.iter().flatten().any(|&edge| edge == number);
                    assert_eq!(found, inside(start) != inside(end), "case {case}, edge {number}");
                }
            }
            // the same lines on the faces, whatever the diagonals
            assert_eq!(outline(cut), outline(&fan), "case {case}");
        }
        // one corner inside: the triangle looks away from it
        assert_eq!(triangles(1), [[0, 4, 8]]);
    }

    #[test]
    fn a_torus_is_closed_and_looks_outward() {
        let field = PluginField::parse(Plugin::Torus, ["0.3", "0.1"]).unwrap();
        let surface = contour(&field).unwrap();
        let mut edges = std::collections::HashSet::new();
        for f in &surface.face {
            for (a, b) in [(f[0], f[1]), (f[1], f[2]), (f[2], f[0])] {
                assert!(edges.insert((a, b)));
            }
        }
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
        // a torus has the Euler characteristic of no handle and no end
        assert_eq!(surface.vert.len() + surface.face.len(), edges.len() / 2);
        for (v, n) in surface.vert.iter().zip(&surface.normal) {
            let (v, n) = (Vec3(v.map(f64::from)), Vec3(n.map(f64::from)));
            assert!(field.distance(v).abs() < 1e-4);
            assert!(field.gradient(v).dot(n) > 0.9);
        }
    }

    #[test]
    fn boxes_that_are_none_are_refused() {
        for texts in [["0.3", "-0.1"], ["1e308", "1e308"], ["0", "0"]] {
            assert!(contour(&PluginField::parse(Plugin::Torus, texts).unwrap()).is_err());
        }
        // so thin that no cell is left
        assert!(contour(&PluginField::parse(Plugin::Torus, ["1", "1e-6"]).unwrap()).is_err());
    }
}
