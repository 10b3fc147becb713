//! Signed distances of points to shapes, negative inside, each point given in the frame of its shape.

use crate::math::Vec3;
use crate::model::GeomType;
use crate::{Id, Model};

/// Signed distance of a point to a geom; none for kinds that have no distance field, such as meshes without an octree.
#[doc(alias = "mjc_distance")]
pub fn geom(m: &Model, id: usize, point: Vec3) -> Option<f64> {
    match GeomType::of(m.geom_type[id]) {
        GeomType::Mesh | GeomType::Sdf => octree(m, m.geom_dataid[id].opt()?, point),
        kind => primitive(kind, m.geom_size[id], point),
    }
}

/// Signed distance of a point to a primitive.
///
/// Exact outside, but for ellipsoids, whose distance is of first order only. Inside a box it is measured along a
/// direction that turns from radial to the normals of the faces, so that its gradient is continuous.
/// Quilez, *Distance functions*.
pub fn primitive(kind: GeomType, size: Vec3, point: Vec3) -> Option<f64> {
    let across = || (point[0] * point[0] + point[1] * point[1]).sqrt();
    Some(match kind {
        GeomType::Plane => point[2],
        GeomType::Sphere => point.norm() - size[0],
        GeomType::Capsule => {
            let along = point[2] - point[2].max(-size[1]).min(size[1]);
            Vec3::new(point[0], point[1], along).norm() - size[0]
        }
        GeomType::Ellipsoid => {
            let scaled = Vec3(std::array::from_fn(|i| point[i] / size[i]));
            let twice = Vec3(std::array::from_fn(|i| scaled[i] / size[i]));
            scaled.norm() * (scaled.norm() - 1.0) / twice.norm()
        }
        GeomType::Cylinder => {
            let (wall, end) = (across() - size[0], point[2].abs() - size[1]);
            let (x, y) = (wall.max(0.0), end.max(0.0));
            wall.max(end).min(0.0) + (x * x + y * y).sqrt()
        }
        GeomType::Box => cuboid(size, point),
        _ => return None,
    })
}

fn cuboid(size: Vec3, point: Vec3) -> f64 {
    let beyond = Vec3(std::array::from_fn(|i| point[i].abs() - size[i]));
    if beyond.0.iter().any(|&x| x >= 0.0) {
        return Vec3(beyond.0.map(|x| x.max(0.0))).norm();
    }
    let (field, _) = Vec3(std::array::from_fn(|i| -size[i] / beyond[i])).normalized();
    let reach = |i: usize| -beyond[i] / field[i].abs();
    -reach(0).min(reach(1).min(reach(2))) * field.norm()
}

/// How far a point outside the octree is moved into it.
const INTO: f64 = 1e-6;

/// Signed distance of a point to a mesh: trilinear within the cell of its octree, plus the distance to the octree.
pub fn octree(m: &Model, mesh: usize, point: Vec3) -> Option<f64> {
    let root = m.mesh_octadr[mesh].opt()?;

    // outside the octree the nearest point within counts
    let [cx, cy, cz, hx, hy, hz] = m.oct_aabb[root];
    let (centre, half) = (Vec3::new(cx, cy, cz), Vec3::new(hx, hy, hz));
    let (mut inside, mut square) = (point, 0.0);
    let beyond = Vec3(std::array::from_fn(|i| (point[i] - centre[i]).abs() - half[i]));
    if beyond.0.iter().any(|&x| x > 0.0) {
        for i in 0..3 {
            if beyond[i] >= 0.0 {
                square += beyond[i] * beyond[i];
                inside[i] -= (beyond[i] + INTO) * if point[i] > centre[i] { 1.0 } else { -1.0 };
            }
        }
    }

    // down to a leaf
    let mut cell = root;
    loop {
        let [cx, cy, cz, hx, hy, hz] = m.oct_aabb[cell];
        let (low, high) = ([cx - hx, cy - hy, cz - hz], [cx + hx, cy + hy, cz + hz]);
        let at: [f64; 3] = std::array::from_fn(|i| (inside[i] - low[i]) / (high[i] - low[i]));
        let child = (0..3).fold(0, |bits, i| bits | usize::from(at[i] >= 0.5) << i);
        if let Some(next) = m.oct_child[cell][child].opt() {
            cell = root + next;
            continue;
        }
        let corner = |j: usize| {
            let share = |i: usize| if j >> i & 1 == 1 { at[i] } else { 1.0 - at[i] };
            share(0) * share(1) * share(2) * m.oct_coeff[cell][j]
        };
        return Some((0..8).fold(0.0, |sum, j| sum + corner(j)) + square.sqrt());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec3 = Vec3([0.3, 0.5, 0.2]);
    const KINDS: [GeomType; 6] =
        [GeomType::Plane, GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box];

    #[test]
    fn distance_is_negative_exactly_inside() {
        let mat = crate::math::Mat3::IDENTITY;
        for kind in KINDS {
            for i in 0..1000 {
                let at = |k: u32| f64::from(i / 10u32.pow(k) % 10) * 0.155 - 0.7;
                let point = Vec3::new(at(0), at(1), at(2));
                let inside = crate::sensor::inside_geom(Vec3::ZERO, &mat, SIZE, kind, point);
                let dist = primitive(kind, SIZE, point).unwrap_or(f64::NAN);
                assert_eq!(inside, dist < 0.0, "{kind:?} {point:?} {dist}");
            }
        }
    }

    #[test]
    fn distance_to_faces_and_ends_is_the_height_above_them() {
        let above = |height: f64, top: f64, kind| primitive(kind, SIZE, Vec3::new(0.01, 0.0, top + height));
        assert!((above(0.1, 0.2, GeomType::Box).unwrap_or(0.0) - 0.1).abs() < 1e-15);
        assert!((above(0.1, 0.5, GeomType::Cylinder).unwrap_or(0.0) - 0.1).abs() < 1e-15);
        assert_eq!(above(0.25, 0.0, GeomType::Plane), Some(0.25));
        assert_eq!(primitive(GeomType::Mesh, SIZE, Vec3::ZERO), None);
    }
}
