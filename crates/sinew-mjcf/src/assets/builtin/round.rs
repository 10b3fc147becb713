//! Round shapes: spheres, tori, cones, wedges.

use std::collections::HashMap;
use std::f64::consts::PI;

use super::Shape;

/// Icosahedron, each of its faces divided in four, again and again.
pub(super) fn sphere(subdivision: usize) -> Shape {
    let phi = f64::midpoint(1.0, 5f64.sqrt()) as f32;
    let norm = (1.0 + f64::from(phi * phi)).sqrt();
    let corner = |p: [f32; 3]| p.map(|x| (f64::from(x) / norm) as f32);
    let mut vert: Vec<[f32; 3]> = [
        [-1.0, phi, 0.0],
        [1.0, phi, 0.0],
        [-1.0, -phi, 0.0],
        [1.0, -phi, 0.0],
        [0.0, -1.0, phi],
        [0.0, 1.0, phi],
        [0.0, -1.0, -phi],
        [0.0, 1.0, -phi],
        [phi, 0.0, -1.0],
        [phi, 0.0, 1.0],
        [-phi, 0.0, -1.0],
        [-phi, 0.0, 1.0],
    ]
    .map(corner)
    .to_vec();
    let mut face: Vec<[i32; 3]> = vec![
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    for _ in 0..subdivision {
        let mut middles = HashMap::new();
        let mut middle = |a: i32, b: i32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                let (p, q) = (vert[a as usize], vert[b as usize]);
                let m: [f32; 3] = std::array::from_fn(|k| f32::midpoint(p[k], q[k]));
                let norm = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt();
                vert.push(m.map(|x| x / norm));
                vert.len() as i32 - 1
            })
        };
        face = face
            .iter()
            .flat_map(|&[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
            })
            .collect();
    }
    Shape { vert, face, ..Shape::default() }
}

/// Upper half of a sphere, in rings of four sides each, closed at the bottom.
pub(super) fn hemisphere(resolution: usize) -> Shape {
    const EQUATOR: [[f64; 3]; 4] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];
    const POLE: [f64; 3] = [0.0, 0.0, 1.0];
    let mut vert = vec![POLE.map(|x| x as f32)];
    for row in 0..=resolution {
        let factor = (row + 1) as f64 / (resolution + 1) as f64;
        let corner =
            |side: usize| -> [f64; 3] { std::array::from_fn(|k| POLE[k] + factor * (EQUATOR[side % 4][k] - POLE[k])) };
        for side in 0..4 {
            let (start, end) = (corner(side), corner(side + 1));
            for i in 0..=row {
                let p: [f64; 3] =
                    std::array::from_fn(|k| start[k] + i as f64 * ((end[k] - start[k]) / (row + 1) as f64));
                let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                vert.push(p.map(|x| (x / norm) as f32));
            }
        }
    }
    vert.push([0.0; 3]);
    let center = vert.len() as i32 - 1;

    // first index and length of a ring; the pole is before ring 0
    let ring = |row: i32| (2 * row * (row + 1) + 1, 4 * (row + 1));
    let mut face = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
    let last = resolution as i32;
    for row in 0..last {
        let ((inner, inner_len), (outer, outer_len)) = (ring(row), ring(row + 1));
        for side in 0..4 {
            for i in 0..row + 2 {
                let (a, b) = (i + (row + 1) * side, i + (row + 2) * side);
                face.push([inner + a % inner_len, outer + b % outer_len, outer + (b + 1) % outer_len]);
                if i < row + 1 {
                    face.push([inner + a % inner_len, outer + (b + 1) % outer_len, inner + (a + 1) % inner_len]);
                }
            }
        }
    }
    let (start, count) = ring(last);
    face.extend((0..count).map(|i| [start + i, center, start + (i + 1) % count]));
    Shape { vert, face, ..Shape::default() }
}

/// Regular polygon below, and a smaller one or a point above; the faces are those of the hull.
pub(super) fn cone(nedge: usize, radius: f64) -> Shape {
    let ring = |i: usize, radius: f64, z: f32| {
        let angle = 2.0 * i as f64 * PI / nedge as f64;
        [(radius * libm::cos(angle)) as f32, (radius * libm::sin(angle)) as f32, z]
    };
    let mut vert: Vec<_> = (0..nedge).map(|i| ring(i, 1.0, -1.0)).collect();
    if radius > 0.0 {
        vert.extend((nedge..2 * nedge).map(|i| ring(i, radius, 1.0)));
    } else {
        vert.push([0.0, 0.0, 1.0]);
    }
    Shape { vert, ..Shape::default() }
}

/// Power of a sine or cosine that keeps its sign.
fn power(x: f64, exponent: f64) -> f64 {
    libm::pow(x.abs(), exponent).copysign(x)
}

/// Superellipsoid with unit axes.
pub(super) fn supersphere(resolution: usize, e: f64, n: f64) -> Shape {
    let mut vert = vec![[0.0, 0.0, -1.0]];
    for i in 1..resolution {
        let v = -PI / 2.0 + i as f64 * PI / resolution as f64;
        let (out, up) = (power(libm::cos(v), n), power(libm::sin(v), n));
        for j in 0..resolution {
            let u = -PI + j as f64 * 2.0 * PI / resolution as f64;
            vert.push([out * power(libm::cos(u), e), out * power(libm::sin(u), e), up].map(|x| x as f32));
        }
    }
    vert.push([0.0, 0.0, 1.0]);

    let res = resolution as i32;
    let at = |ring: i32, j: i32| 1 + ring * res + j % res;
    let mut face: Vec<[i32; 3]> = (0..res).map(|j| [0, at(0, j + 1), at(0, j)]).collect();
    for i in 0..res - 2 {
        for j in 0..res {
            face.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            face.push([at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    let pole = vert.len() as i32 - 1;
    face.extend((0..res).map(|j| [at(res - 2, j), at(res - 2, j + 1), pole]));
    Shape { vert, face, ..Shape::default() }
}

/// Supertoroid with a major radius of one.
pub(super) fn supertorus(resolution: usize, radius: f64, s: f64, t: f64) -> Shape {
    let angle = |i: usize| 2.0 * PI * i as f64 / resolution as f64;
    let mut vert = Vec::with_capacity(resolution * resolution);
    for i in 0..resolution {
        let (cu, su) = (power(libm::cos(angle(i)), t), power(libm::sin(angle(i)), t));
        for j in 0..resolution {
            let (cv, sv) = (power(libm::cos(angle(j)), s), power(libm::sin(angle(j)), s));
            vert.push([(1.0 + radius * cv) * cu, (1.0 + radius * cv) * su, radius * sv].map(|x| x as f32));
        }
    }
    let res = resolution as i32;
    let at = |i: i32, j: i32| i % res * res + j % res;
    let mut face = Vec::with_capacity(2 * vert.len());
    for i in 0..res {
        for j in 0..res {
            face.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
            face.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Shape { vert, face, ..Shape::default() }
}

/// Centres of bins between -fov and fov, closer together in the middle as gamma grows.
fn bins(n: usize, fov: f64, gamma: f64) -> Vec<f64> {
    let step = 2.0 / n as f64;
    let mut x = -1.0;
    let mut edges = Vec::with_capacity(n + 1);
    for _ in 0..=n {
        let bent = if gamma == 0.0 { x } else { gamma * libm::pow(x, 5.0) + (1.0 - gamma) * x };
        edges.push(bent * (fov * PI / 180.0));
        x += step;
    }
    edges.windows(2).map(|w| 0.5 * (w[1] + w[0])).collect()
}

/// Points of a sphere seen from its centre, each with a frame: inward normal and two tangents.
pub(super) fn wedge(resolution: [usize; 2], fov: [f64; 2], gamma: f64) -> Shape {
    let (mut vert, mut normal) = (Vec::new(), Vec::new());
    let elevation = bins(resolution[1], fov[1], gamma);
    for a in bins(resolution[0], fov[0], gamma) {
        let (sa, ca) = (libm::sin(a), libm::cos(a));
        for &e in &elevation {
            let (se, ce) = (libm::sin(e), libm::cos(e));
            vert.push([ce * sa, se, -ce * ca].map(|x| x as f32));
            let unit = |v: [f64; 3]| {
                let n = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
                v.map(|x| x / n)
            };
            let (ta, te) = (unit([ce * ca, 0.0, ce * sa]), unit([-se * sa, ce, se * ca]));
            let n = [te[1] * ta[2] - te[2] * ta[1], te[2] * ta[0] - te[0] * ta[2], te[0] * ta[1] - te[1] * ta[0]];
            normal.extend([n, ta, te].map(|v| v.map(|x| x as f32)));
        }
    }
    Shape { vert, normal, ..Shape::default() }
}
