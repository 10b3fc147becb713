//! Points, boxes and the triangles of a mesh: nearest points, signed distances, overlaps.

use sinew_core::math::Vec3;

use super::Bvh;

/// The faces of a mesh with the hierarchy of boxes around them.
#[derive(Clone, Copy, Debug)]
pub struct Triangles<'a> {
    /// vertices
    pub vert: &'a [Vec3],
    /// vertices of each face
    pub face: &'a [[i32; 3]],
    /// boxes around the faces
    pub bvh: &'a Bvh,
}

/// Relative difference of squared distances below which faces are equally near.
const TIE: f64 = 1e-10;

impl Triangles<'_> {
    /// Corners of a face.
    pub fn triangle(&self, face: usize) -> [Vec3; 3] {
        self.face[face].map(|v| self.vert[v as usize])
    }

    /// Distance of a point to the nearest face, negative inside.
    ///
    /// Around an edge or a vertex several faces are equally near. The sign is then that of their normals' sum, each
    /// weighted by the angle that its face takes around the nearest point, which is right for every closed mesh.
    ///
    /// Bærentzen and Aanæs, *Signed Distance Computation Using the Angle Weighted Pseudonormal* (2005).
    #[doc(alias = "QuerySignedDistance")]
    pub fn signed_distance(&self, point: Vec3) -> f64 {
        let mut square = f64::INFINITY;
        self.visit(0, point, &mut |face, limit| {
            let away = point - nearest_in_triangle(point, self.triangle(face));
            square = square.min(away.dot(away));
            *limit = square;
        });
        if square == f64::INFINITY {
            return 0.0;
        }
        let most = square * (1.0 + TIE) + f64::MIN_POSITIVE;
        let mut height = 0.0;
        self.visit(0, point, &mut |face, limit| {
            *limit = most;
            let corners = self.triangle(face);
            let at = nearest_in_triangle(point, corners);
            let away = point - at;
            if away.dot(away) <= most {
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized().0;
                height += away.dot(normal) * angle_at(at, corners);
            }
        });
        if height > 0.0 { square.sqrt() } else { -square.sqrt() }
    }

    /// Hands over the faces in boxes that are nearer than a limit, which the visitor lowers.
    fn visit(&self, root: usize, point: Vec3, found: &mut impl FnMut(usize, &mut f64)) {
        let mut limit = f64::INFINITY;
        let mut stack = Vec::with_capacity(64);
        stack.extend((root < self.bvh.nodeid.len()).then_some(root));
        while let Some(node) = stack.pop() {
            if box_square(point, &self.bvh.aabb[node]) > limit {
                continue;
            }
            if let Ok(face) = usize::try_from(self.bvh.nodeid[node]) {
                found(face, &mut limit);
                continue;
            }
            // the nearer box first
            let mut children: Vec<usize> =
                self.bvh.child[node].iter().filter_map(|&child| usize::try_from(child).ok()).collect();
            children.sort_by(|&a, &b| {
                box_square(point, &self.bvh.aabb[b]).total_cmp(&box_square(point, &self.bvh.aabb[a]))
            });
            stack.extend(children);
        }
    }
}

/// Angle that a triangle takes around one of its points: all round inside, half within an edge, less at a corner.
fn angle_at(point: Vec3, corners: [Vec3; 3]) -> f64 {
    let reach = 1e-9 * corners[0].distance(corners[1]).max(corners[0].distance(corners[2]));
    let mut sum = 0.0;
    for i in 0..3 {
        let (p, q) = (corners[i] - point, corners[(i + 1) % 3] - point);
        // the two sides that meet at a corner span nothing
        if p.norm() > reach && q.norm() > reach {
            sum += libm::atan2(p.cross(q).norm(), p.dot(q));
        }
    }
    sum
}

/// Squared distance of a point to a box, centre and half sizes.
fn box_square(point: Vec3, aabb: &[f64; 6]) -> f64 {
    (0..3).fold(0.0, |sum, k| {
        let beyond = (aabb[k] - aabb[k + 3] - point[k]).max(point[k] - (aabb[k] + aabb[k + 3])).max(0.0);
        sum + beyond * beyond
    })
}

/// The point of a triangle nearest to a point: the regions of its corners, edges and interior in turn.
///
/// Ericson, *Real-Time Collision Detection* (2004), section 5.1.5.
pub fn nearest_in_triangle(point: Vec3, [a, b, c]: [Vec3; 3]) -> Vec3 {
    let (ab, ac) = (b - a, c - a);
    let along = |from: Vec3| (ab.dot(point - from), ac.dot(point - from));
    let (a1, a2) = along(a);
    if a1 <= 0.0 && a2 <= 0.0 {
        return a;
    }
    let (b1, b2) = along(b);
    if b1 >= 0.0 && b2 <= b1 {
        return b;
    }
    let of_c = a1 * b2 - b1 * a2;
    if of_c <= 0.0 && a1 >= 0.0 && b1 <= 0.0 {
        return a.add_scaled(ab, a1 / (a1 - b1));
    }
    let (c1, c2) = along(c);
    if c2 >= 0.0 && c1 <= c2 {
        return c;
    }
    let of_b = c1 * a2 - a1 * c2;
    if of_b <= 0.0 && a2 >= 0.0 && c2 <= 0.0 {
        return a.add_scaled(ac, a2 / (a2 - c2));
    }
    let of_a = b1 * c2 - c1 * b2;
    if of_a <= 0.0 && b2 - b1 >= 0.0 && c1 - c2 >= 0.0 {
        return b.add_scaled(c - b, (b2 - b1) / ((b2 - b1) + (c1 - c2)));
    }
    let share = 1.0 / (of_a + of_b + of_c);
    a.add_scaled(ab, of_b * share).add_scaled(ac, of_c * share)
}

/// True if a triangle and a box overlap or touch: no coordinate plane, no edge in a coordinate plane and not the plane of
/// the triangle parts them.
///
/// Schwarz and Seidel, *Fast Parallel Surface and Solid Voxelization on GPUs* (2010).
pub fn meets_box(v: [Vec3; 3], low: Vec3, high: Vec3) -> bool {
    let beside = |k: usize| v.iter().all(|p| p[k] < low[k]) || v.iter().all(|p| p[k] > high[k]);
    if (0..3).any(beside) {
        return false;
    }

    // the corners of the box furthest along the normal and against it are on one side of the plane
    let edge: [Vec3; 3] = std::array::from_fn(|i| v[(i + 1) % 3] - v[i]);
    let normal = edge[0].cross(edge[1]);
    let size = high - low;
    let front = Vec3(std::array::from_fn(|k| if normal[k] > 0.0 { size[k] } else { 0.0 }));
    let height = |corner: Vec3| normal.dot(low) + normal.dot(corner - v[0]);
    if height(front) * height(size - front) > 0.0 {
        return false;
    }

    // shadows along each axis: the box is outside of an edge
    for axis in 0..3 {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let sign = if normal[axis] >= 0.0 { 1.0 } else { -1.0 };
        for i in 0..3 {
            let inward = [-edge[i][c] * sign, edge[i][b] * sign];
            let start = -(inward[0] * v[i][b] + inward[1] * v[i][c]);
            let furthest = start + (size[b] * inward[0]).max(0.0) + (size[c] * inward[1]).max(0.0);
            if inward[0] * low[b] + inward[1] * low[c] + furthest < 0.0 {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [Vec3; 3] = [Vec3([0.0, 0.0, 0.0]), Vec3([1.0, 0.0, 0.0]), Vec3([0.0, 1.0, 0.0])];

    #[test]
    fn no_point_of_a_triangle_is_nearer_than_the_nearest() {
        for i in 0..500 {
            let at = |k: u32| f64::from(i * 7 % 13u32.pow(k)) / f64::from(13u32.pow(k)) * 3.0 - 1.0;
            let point = Vec3::new(at(1), at(2), at(3) - 0.5);
            let found = nearest_in_triangle(point, TRIANGLE).distance(point);
            for j in 0..=20 {
                for k in 0..=20 - j {
                    let other = Vec3::new(f64::from(j) / 20.0, f64::from(k) / 20.0, 0.0);
                    assert!(found <= other.distance(point) + 1e-12);
                }
            }
        }
    }

    #[test]
    fn boxes_beside_the_slope_of_a_triangle_do_not_meet_it() {
        let at = |x: f64| (Vec3::new(x, x, -0.1), Vec3::new(x + 0.2, x + 0.2, 0.1));
        let meets = |(low, high)| meets_box(TRIANGLE, low, high);
        assert!(meets(at(0.1)) && meets(at(0.45)));
        assert!(!meets(at(0.6)) && !meets(at(-0.3)));
        assert!(!meets((Vec3::new(0.1, 0.1, 0.05), Vec3::new(0.2, 0.2, 0.3))));
    }
}
