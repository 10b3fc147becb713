//! Vertex normals of a surface that comes without.

use sinew_core::math::{MINVAL, Vec3};

/// Area-weighted normal of each vertex. Unless `smooth`, faces that turn far away from the average are left out of it, so
/// that sharp edges stay sharp.
pub(crate) fn vertex_normals(vert: &[Vec3], face: &[[i32; 3]], smooth: bool) -> Vec<[f32; 3]> {
    let weighted = |f: &[i32; 3]| {
        let [a, b, c] = f.map(|i| vert[i as usize]);
        (b - a).cross(c - a)
    };
    let mut sum = vec![Vec3::ZERO; vert.len()];
    for f in face {
        let n = weighted(f);
        for &v in f {
            sum[v as usize] += n;
        }
    }
    if !smooth {
        let mut remove = vec![Vec3::ZERO; vert.len()];
        for f in face {
            let n = weighted(f);
            let length = n.norm();
            for &v in f {
                let average = sum[v as usize];
                if n.dot(average) < 0.8 * length * average.norm() {
                    remove[v as usize] += n;
                }
            }
        }
        for (s, r) in sum.iter_mut().zip(remove) {
            *s -= r;
        }
    }
    sum.into_iter().map(unit).collect()
}

/// Unit vector of a normal; up, for one too short.
pub(crate) fn unit(n: Vec3) -> [f32; 3] {
    let length = n.norm();
    if length > MINVAL { n.0.map(|x| (x / length) as f32) } else { [0.0, 0.0, 1.0] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ridge_is_smoothed_only_on_request() {
        // two large faces that meet at a right angle, and a small third one that breaks the tie
        let vert = [Vec3::ZERO, Vec3::Y, Vec3([4.0, 0.0, 0.0]), Vec3([0.0, 0.0, -1.0])];
        let face = [[0, 2, 1], [0, 1, 3]];
        let smooth = vertex_normals(&vert, &face, true);
        let sharp = vertex_normals(&vert, &face, false);
        assert!(smooth[0][0] < -0.1 && smooth[0][2] > 0.9);
        assert_eq!(sharp[0], [0.0, 0.0, 1.0]);
        assert_eq!(sharp[3], [-1.0, 0.0, 0.0]);
    }
}
