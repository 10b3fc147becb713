//! Shapes made from a lattice of points: plates, grids, boxes, and boxes blown up to cylinders and ellipsoids.

use sinew_core::math::MINVAL;
use sinew_core::model::MeshBuiltin;

use super::{Problem, Shape, whole, within};

/// Cell centres of a square, each with the axes as its frame.
pub(super) fn plate([nx, ny]: [usize; 2]) -> Shape {
    let (mut vert, mut normal, mut face) = (Vec::new(), Vec::new(), Vec::new());
    let (dx, dy) = (2.0 / nx as f64, 2.0 / ny as f64);
    for i in 0..nx {
        for j in 0..ny {
            vert.push([-1.0 + (i as f64 + 0.5) * dx, -1.0 + (j as f64 + 0.5) * dy, -1.0].map(|x| x as f32));
            normal.extend([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
            if i > 0 && j > 0 {
                let at = |i: usize, j: usize| (i * ny + j) as i32;
                face.push([at(i - 1, j - 1), at(i, j - 1), at(i - 1, j)]);
                face.push([at(i, j), at(i - 1, j), at(i, j - 1)]);
            }
        }
    }
    Shape { vert, normal, face, ..Shape::default() }
}

/// Numbers of points along the axes, and how far apart they are.
pub(super) struct Lattice {
    shape: MeshBuiltin,
    count: [usize; 3],
    spacing: [f64; 3],
    /// 2 for surfaces, 3 for volumes
    pub dim: usize,
}

impl Lattice {
    pub fn new(shape: MeshBuiltin, params: &[f64], vertices: f64) -> Result<Self, Problem> {
        let planar = matches!(shape, MeshBuiltin::Square | MeshBuiltin::Disc);
        let name = format!("{shape:?}").to_lowercase();
        let (most, optional) = if planar { (6, "") } else { (7, " or 7") };
        if params.len() < 6 || params.len() > most {
            return Err(Problem::new(format!("{name} takes 6{optional} parameters, got {}", params.len())));
        }
        let dim = match params.get(6) {
            Some(&d) => whole(d, 2.0, 3.0, &format!("{name}: dim"))?,
            None => 3 - usize::from(planar),
        };
        let hollow = matches!(shape, MeshBuiltin::Box | MeshBuiltin::Cylinder | MeshBuiltin::Ellipsoid);
        let what = format!("{name}: count");
        let mut count = [0; 3];
        for (n, &x) in count.iter_mut().zip(params) {
            *n = whole(x, if hollow { 2.0 } else { 1.0 }, vertices, &what)?;
        }
        within(count.iter().map(|&n| n as f64).product(), 1.0, vertices, &what)?;
        if !hollow && dim == 2 && count[2] != 1 {
            return Err(Problem::new(format!("{what} must be 1 along z, got {}", count[2])));
        }
        let spacing = [params[3], params[4], params[5]];
        if spacing.iter().any(|x| !x.is_finite()) {
            return Err(Problem::new(format!("{name}: spacing must be finite")));
        }
        Ok(Self { shape, count, spacing, dim })
    }

    pub fn make(&self) -> Result<Shape, Problem> {
        let mut out = match self.shape {
            MeshBuiltin::Box | MeshBuiltin::Cylinder | MeshBuiltin::Ellipsoid if self.dim == 3 => self.solid(),
            MeshBuiltin::Box | MeshBuiltin::Cylinder | MeshBuiltin::Ellipsoid => self.open_shell(),
            _ if self.dim == 3 => self.block(),
            _ => self.sheet(),
        };
        if out.face.is_empty() && out.tet.is_empty() {
            return Err(Problem::new("no elements were created in the grid"));
        }
        out.vert = out.node.iter().map(|p| p.map(|x| x as f32)).collect();
        Ok(out)
    }

    /// Coordinate of a point of a centred grid.
    fn centred(&self, axis: usize, i: usize) -> f64 {
        self.spacing[axis] * (i as f64 - 0.5 * (self.count[axis] - 1) as f64)
    }

    /// Half sizes of the whole lattice.
    fn half(&self) -> [f64; 3] {
        std::array::from_fn(|k| 0.5 * self.spacing[k] * (self.count[k] - 1) as f64)
    }

    /// A triangulated rectangle, or a disc that it is pressed into.
    fn sheet(&self) -> Shape {
        let [nx, ny, _] = self.count;
        let disc = self.shape == MeshBuiltin::Disc;
        let half = self.half();
        let mut out = Shape::default();
        for ix in 0..nx {
            for iy in 0..ny {
                let (x, y) = (self.centred(0, ix), self.centred(1, iy));
                out.node.push(if disc {
                    let (u, v, reach) = to_disc(x, y);
                    [u * (half[0] * reach), v * (half[1] * reach), 0.0]
                } else {
                    [x, y, 0.0]
                });
                if ix + 1 < nx && iy + 1 < ny {
                    let at = |i: usize, j: usize| (i * ny + j) as i32;
                    let quad = [at(ix, iy), at(ix + 1, iy), at(ix + 1, iy + 1), at(ix, iy + 1)];
                    // diagonals of a disc run outward
                    let flip = disc && ((x < -MINVAL && y > -MINVAL) || (x > -MINVAL && y < -MINVAL));
                    let [a, b, c, d] = quad;
                    out.face.extend(if flip { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] });
                }
            }
        }
        out
    }

    /// Cells of a grid, cut into six tetrahedra each.
    fn block(&self) -> Shape {
        const TETS: [[usize; 4]; 6] =
            [[0, 3, 1, 7], [0, 1, 4, 7], [1, 3, 2, 7], [1, 2, 6, 7], [1, 5, 4, 7], [1, 6, 5, 7]];
        let [nx, ny, nz] = self.count;
        let mut out = Shape::default();
        for ix in 0..nx {
            for iy in 0..ny {
                for iz in 0..nz {
                    out.node.push([self.centred(0, ix), self.centred(1, iy), self.centred(2, iz)]);
                    if ix + 1 < nx && iy + 1 < ny && iz + 1 < nz {
                        let at = |i: usize, j: usize, k: usize| ((i * ny + j) * nz + k) as i32;
                        let corner: [i32; 8] = std::array::from_fn(|c| {
                            let (dx, dy) = [(0, 0), (1, 0), (1, 1), (0, 1)][c % 4];
                            at(ix + dx, iy + dy, iz + c / 4)
                        });
                        out.tet.extend(TETS.map(|t| t.map(|c| corner[c])));
                    }
                }
            }
        }
        out
    }

    /// Point of the surface of the box, moved onto the shape.
    fn project(&self, i: [usize; 3]) -> [f64; 3] {
        let half = self.half();
        let p: [f64; 3] = std::array::from_fn(|k| 2.0 * i[k] as f64 / (self.count[k] - 1) as f64 - 1.0);
        match self.shape {
            MeshBuiltin::Cylinder => {
                let (u, v, reach) = to_disc(p[0], p[1]);
                [u * (half[0] * reach), v * (half[1] * reach), p[2] * half[2]]
            }
            MeshBuiltin::Ellipsoid => {
                let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                std::array::from_fn(|k| p[k] / norm * half[k])
            }
            _ => std::array::from_fn(|k| p[k] * half[k]),
        }
    }

    /// Points of the surface in their order: bottom, top, then the sides; without the inside of the top if `open`.
    fn surface(&self, open: bool) -> Vec<[usize; 3]> {
        let [nx, ny, nz] = self.count;
        let mut out = Vec::new();
        for iz in if open { vec![0] } else { vec![0, nz - 1] } {
            out.extend((0..nx).flat_map(|ix| (0..ny).map(move |iy| [ix, iy, iz])));
        }
        let sides = 1..if open { nz } else { nz - 1 };
        for iy in [0, ny - 1] {
            out.extend((0..nx).flat_map(|ix| sides.clone().map(move |iz| [ix, iy, iz])));
        }
        for ix in [0, nx - 1] {
            out.extend((1..ny - 1).flat_map(|iy| sides.clone().map(move |iz| [ix, iy, iz])));
        }
        out
    }

    fn numbered(&self, points: &[[usize; 3]], first: i32) -> impl Fn([usize; 3]) -> i32 + use<> {
        let [nx, ny, nz] = self.count;
        let place = move |[ix, iy, iz]: [usize; 3]| (ix * ny + iy) * nz + iz;
        let mut id = vec![0; nx * ny * nz];
        for (&p, n) in points.iter().zip(first..) {
            id[place(p)] = n;
        }
        move |p| id[place(p)]
    }

    /// Tetrahedra from the centre to the surface.
    fn solid(&self) -> Shape {
        let points = self.surface(false);
        let id = self.numbered(&points, 1);
        let mut out = Shape { node: vec![[0.0; 3]], ..Shape::default() };
        out.node.extend(points.iter().map(|&p| self.project(p)));
        for axis in [2, 1, 0] {
            let (a, b) = [(1, 2), (0, 2), (0, 1)][axis];
            for side in [0, self.count[axis] - 1] {
                for i in 0..self.count[a] - 1 {
                    for j in 0..self.count[b] - 1 {
                        let at = |di: usize, dj: usize| {
                            let mut p = [side; 3];
                            p[a] = i + di;
                            p[b] = j + dj;
                            id(p)
                        };
                        out.tet.push([0, at(0, 0), at(1, 0), at(1, 1)]);
                        out.tet.push([0, at(0, 0), at(0, 1), at(1, 1)]);
                    }
                }
            }
        }
        out
    }

    /// Surface without its top.
    fn open_shell(&self) -> Shape {
        let [nx, ny, nz] = self.count;
        let points = self.surface(true);
        let id = self.numbered(&points, 0);
        let mut out = Shape { node: points.iter().map(|&p| self.project(p)).collect(), ..Shape::default() };
        for ix in 0..nx - 1 {
            for iy in 0..ny - 1 {
                let at = |dx: usize, dy: usize| id([ix + dx, iy + dy, 0]);
                out.face.extend([[at(0, 0), at(1, 1), at(1, 0)], [at(0, 0), at(0, 1), at(1, 1)]]);
            }
        }
        // a quad of a side, from one edge of a column to the other
        let mut quad = |from: [usize; 2], to: [usize; 2], iz: usize| {
            let at = |p: [usize; 2], dz: usize| id([p[0], p[1], iz + dz]);
            out.face.extend([[at(from, 0), at(to, 0), at(to, 1)], [at(from, 0), at(to, 1), at(from, 1)]]);
        };
        for iy in [0, ny - 1] {
            for ix in 0..nx - 1 {
                for iz in 0..nz - 1 {
                    let (a, b) = ([ix, iy], [ix + 1, iy]);
                    if iy == 0 { quad(a, b, iz) } else { quad(b, a, iz) }
                }
            }
        }
        for ix in [0, nx - 1] {
            for iy in 0..ny - 1 {
                for iz in 0..nz - 1 {
                    let (a, b) = ([ix, iy], [ix, iy + 1]);
                    if ix == 0 { quad(b, a, iz) } else { quad(a, b, iz) }
                }
            }
        }
        out
    }
}

/// Direction of a point in the plane, and how far out it is on its square.
fn to_disc(x: f64, y: f64) -> (f64, f64, f64) {
    let reach = x.abs().max(y.abs());
    let norm2 = x * x + y * y;
    if norm2 < MINVAL {
        return (x, y, reach);
    }
    let norm = norm2.sqrt();
    (x / norm, y / norm, reach)
}
