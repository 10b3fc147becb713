//! Plane and cylinder.

use super::super::shape::{Manifold, Point, Shape};
use crate::math::{MINVAL, Vec3};

/// Up to four points: the deepest of the near rim, the same generator on the far rim, and two more on the near rim that
/// complete an equilateral triangle.
#[doc(alias = "mjc_PlaneCylinder")]
pub fn plane_cylinder(out: &mut Manifold, plane: &Shape, cylinder: &Shape, margin: f64) {
    let (radius, half_length) = (cylinder.size[0], cylinder.size[1]);
    let normal = plane.axis();

    // axis towards the plane
    let mut axis = cylinder.axis();
    let mut along = normal.dot(axis);
    if along > 0.0 {
        (axis, along) = (-axis, -along);
    }
    let height = (cylinder.pos - plane.pos).dot(normal);

    // steepest direction down the rim; any direction when the disk is parallel to the plane
    let down = axis * along - normal;
    let square = down.dot(down);
    let rim = if square >= MINVAL * MINVAL { down * (radius / square.sqrt()) } else { cylinder.mat.column(0) * radius };
    let rim_height = rim.dot(normal);
    let axis = axis * half_length;
    let along = along * half_length;

    let mut add = |offset: Vec3, dist: f64| {
        let pos = (cylinder.pos + offset).add_scaled(normal, -dist * 0.5);
        out.push(Point { dist, pos, normal, tangent: Vec3::ZERO });
    };

    // deepest point; the others only if it counts
    let deepest = height + along + rim_height;
    if deepest > margin {
        return;
    }
    add(rim + axis, deepest);

    // far rim
    let far = height - along + rim_height;
    if far <= margin {
        add(rim - axis, far);
    }

    // triangle on the near rim
    let side = height + along - rim_height * 0.5;
    if side <= margin {
        let across = rim.cross(axis).normalized().0 * (radius * 3f64.sqrt() / 2.0);
        add((across + axis).add_scaled(rim, -0.5), side);
        add((axis - across).add_scaled(rim, -0.5), side);
    }
}
