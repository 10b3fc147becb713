//! Points, boxes and the triangles of a mesh: nearest points, signed distances, overlaps.

use sinew_core::math::Vec3;

use super::Bvh;

/// The faces of a mesh with the hierarchy of boxes around them.
#[derive(Clone, Debug)]
pub struct Triangles<'a> {
    /// corners of each face
    pub corners: Vec<[Vec3; 3]>,
    /// boxes around the faces
    bvh: &'a Bvh,
}

/// Relative difference of squared distances below which faces are equally near.
const TIE: f64 = 1e-10;

/// What a search for the nearest face keeps from one point to the next, which is mostly close by.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// nodes still to look into, with the squared distances of their boxes
    stack: Vec<(usize, f64)>,
    /// faces that were nearest when they were met, or nearly so, with their squared distances
    near: Vec<(usize, f64)>,
    /// a face that was nearest to the last point
    last: usize,
}

impl<'a> Triangles<'a> {
    /// The faces of a mesh, `bvh` around them.
    pub fn new(vert: &[Vec3], face: &[[i32; 3]], bvh: &'a Bvh) -> Self {
        Self { corners: face.iter().map(|f| f.map(|v| vert[v as usize])).collect(), bvh }
    }

    /// Distance of a point to the nearest face, negative inside.
    ///
    /// Around an edge or a vertex several faces are equally near. The sign is then that of their normals' sum, each
    /// weighted by the angle that its face takes around the nearest point, which is right for every closed mesh.
    ///
    /// Bærentzen and Aanæs, *Signed Distance Computation Using the Angle Weighted Pseudonormal* (2005).
    #[doc(alias = "QuerySignedDistance")]
    pub fn signed_distance(&self, point: Vec3, search: &mut Search) -> f64 {
        let square = self.nearest(point, search);
        if square == f64::INFINITY {
            return 0.0;
        }
        let height = match search.near[..] {
            [(only, _)] => self.height(only, point),
            ref several => several.iter().fold(0.0, |sum, &(face, _)| {
                let corners = self.corners[face];
                sum + self.height(face, point) * angle_at(nearest_in_triangle(point, corners), corners)
            }),
        };
        if height > 0.0 { square.sqrt() } else { -square.sqrt() }
    }

    /// Squared distance to the nearest face; leaves the faces that are as near in the search.
    fn nearest(&self, point: Vec3, search: &mut Search) -> f64 {
        let Search { stack, near, last } = search;
        let square_of = |face: usize| {
            let away = point - nearest_in_triangle(point, self.corners[face]);
            away.dot(away)
        };
        let as_near = |square: f64| square * (1.0 + TIE) + f64::MIN_POSITIVE;
        stack.clear();
        near.clear();
        if self.bvh.nodeid.is_empty() {
            return f64::INFINITY;
        }

        // the face that was nearest before is rarely far now
        let mut square = self.corners.get(*last).map_or(f64::INFINITY, |_| square_of(*last));
        let mut limit = as_near(square);
        stack.push((0, 0.0));
        while let Some((node, away)) = stack.pop() {
            if away > limit {
                continue;
            }
            if let Ok(face) = usize::try_from(self.bvh.nodeid[node]) {
                let its = square_of(face);
                if its < square {
                    (square, limit, *last) = (its, as_near(its), face);
                }
                if its <= limit {
                    near.push((face, its));
                }
                continue;
            }
            // the nearer box first
            let [first, second] = self.bvh.child[node].map(|child| {
                let child = child as usize;
                (child, box_square(point, &self.bvh.aabb[child]))
            });
            stack.extend(if first.1 <= second.1 { [second, first] } else { [first, second] });
        }
        near.retain(|&(_, its)| its <= limit);
        square
    }

    /// Height of a point above the nearest point of a face, along the normal of the face.
    fn height(&self, face: usize, point: Vec3) -> f64 {
        let [a, b, c] = self.corners[face];
        let away = point - nearest_in_triangle(point, [a, b, c]);
        away.dot((b - a).cross(c - a).normalized().0)
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
