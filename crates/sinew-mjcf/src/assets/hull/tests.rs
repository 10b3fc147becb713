use super::plane::minus;
use super::*;

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Pseudo-random numbers in [-1, 1).
fn noise(seed: u64) -> impl FnMut() -> f64 {
    let mut s = seed;
    move || {
        s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (s >> 33) as f64 / f64::from(1u32 << 30) - 1.0
    }
}

fn sorted(hull: &Hull) -> Vec<u32> {
    let mut vert = hull.vert.clone();
    vert.sort_unstable();
    vert
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
        let n = cross(minus(&b, &a), minus(&c, &a));
        let length = dot(n, n).sqrt();
        assert!(length > 0.0);
        for &p in points {
            assert!(dot(n, minus(&p, &a)) / length <= 1e-11 * size);
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
    let points: Vec<_> = (0..7 * 7 * 7).map(|i| [i % 7, i / 7 % 7, i / 49].map(|x| f64::from(x) * 0.1 - 0.2)).collect();
    let hull = convex_hull(&points, None).unwrap();
    check(&points, &hull);
    assert_eq!(sorted(&hull), [0, 6, 42, 48, 294, 300, 336, 342]);
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
    assert_eq!(sorted(&convex_hull(&points, None).unwrap()), (0..8).collect::<Vec<_>>());
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

/// A point turned by angles that no binary number holds, so that planes are planes up to rounding alone.
fn turned(p: [f64; 3], angle: f64) -> [f64; 3] {
    let (s, c) = angle.sin_cos();
    let q = [c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]];
    let (s, c) = (0.7 * angle + 0.3).sin_cos();
    [q[0], c * q[1] - s * q[2], s * q[1] + c * q[2]]
}

#[test]
fn all_corners_of_a_prism_are_vertices_however_it_is_turned() {
    for corners in 3..40_u32 {
        for turn in 0..8 {
            let point = |i: u32, z: f64| {
                let a = std::f64::consts::TAU * f64::from(i) / f64::from(corners);
                turned([a.cos(), a.sin(), z], f64::from(turn))
            };
            let points: Vec<_> = (0..corners).flat_map(|i| [point(i, -0.4), point(i, 0.4)]).collect();
            let hull = convex_hull(&points, None).unwrap();
            check(&points, &hull);
            assert_eq!(hull.vert.len(), 2 * corners as usize, "{corners} corners, turn {turn}");
        }
    }
}

#[test]
fn lattices_that_are_turned_have_closed_hulls_with_their_corners() {
    for n in [3, 4, 6] {
        for turn in 1..10 {
            let place = |x: u32| f64::from(x) / f64::from(n - 1);
            let points: Vec<_> =
                (0..n * n * n).map(|i| turned([i % n, i / n % n, i / (n * n)].map(place), f64::from(turn))).collect();
            let hull = convex_hull(&points, None).unwrap();
            check(&points, &hull);
            for corner in 0..8 {
                let [x, y, z] = [corner & 1, corner >> 1 & 1, corner >> 2].map(|bit| bit * (n - 1));
                assert!(hull.vert.contains(&(x + n * y + n * n * z)), "corner {corner} of {n}, turn {turn}");
            }
        }
    }
}

#[test]
fn faces_that_are_rough_by_a_few_roundings_are_closed_or_refused() {
    let (mut r, mut made) = (noise(17), 0);
    for rough in [1e-16, 1e-15, 4e-15, 1e-14, 1e-13] {
        for seed in 0..40 {
            let points: Vec<_> = (0..20 + 4 * seed)
                .map(|i| {
                    let mut p = [r(), r(), r()];
                    p[i % 3] = if i % 2 == 0 { 1.0 } else { -1.0 } + rough * r();
                    turned(p, seed as f64)
                })
                .collect();
            if let Ok(hull) = convex_hull(&points, None) {
                check(&points, &hull);
                made += 1;
            }
        }
    }
    assert!(made > 190, "{made} of 200 have a hull");
}
