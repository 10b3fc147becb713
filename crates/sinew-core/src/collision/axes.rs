//! Directions along which geoms were last found apart.
//!
//! Bodies move little from one step to the next, so that a plane that parted two geoms mostly still does, and two supports
//! show it in place of a search. A direction is only a guess: it is tried on the geoms as they are now, and what it proves
//! holds whoever moved them and however far.

use super::convex::{Convex, NONE};
use super::gjk::{Vertex, support};
use crate::math::Vec3;

/// Number of directions kept.
const SLOTS: usize = 512;

/// Directions by pair of geoms; a pair may push another one out.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptAxes {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// the geoms, none if they are the same
    geoms: [u32; 2],
    /// from the first geom to the second, of unit length
    axis: Vec3,
    /// hull vertices to climb from
    climbed: [u32; 2],
}

impl KeptAxes {
    /// Makes room for directions.
    pub(super) fn prepare(&mut self) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, Slot::default());
        }
    }

    /// True if a direction is kept for these geoms.
    #[inline]
    pub(super) fn knows(&self, geoms: [usize; 2]) -> bool {
        self.slots.get(place(geoms)).is_some_and(|slot| slot.geoms == geoms.map(|g| g as u32))
    }

    /// True if the direction that is kept for these geoms still shows them to be further apart than `room`.
    #[inline(never)]
    pub(super) fn part(&mut self, geoms: [usize; 2], a: &mut Convex, b: &mut Convex, room: f64) -> bool {
        let slot = &mut self.slots[place(geoms)];
        a.begin_at(slot.climbed[0]);
        b.begin_at(slot.climbed[1]);
        let mut vertex = Vertex::default();
        support(&mut vertex, a, b, slot.axis);
        slot.climbed = [a.climbed(), b.climbed()];
        a.begin_at(NONE);
        b.begin_at(NONE);
        -vertex.point.dot(slot.axis) > room
    }

    /// Keeps a direction along which geoms were found apart, or forgets what was kept if they are not.
    pub(super) fn keep(&mut self, geoms: [usize; 2], axis: Option<Vec3>, a: &Convex, b: &Convex) {
        let (slot, geoms) = (&mut self.slots[place(geoms)], geoms.map(|g| g as u32));
        match axis {
            Some(axis) => *slot = Slot { geoms, axis, climbed: [a.climbed(), b.climbed()] },
            None if slot.geoms == geoms => *slot = Slot::default(),
            None => (),
        }
    }
}

/// Where the direction of two geoms is kept.
#[inline]
fn place(geoms: [usize; 2]) -> usize {
    ((geoms[0].wrapping_mul(0x9e37_79b1) ^ geoms[1].wrapping_mul(0x85eb_ca77)) >> 16) % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::convex::Kind;
    use crate::math::Mat3;

    #[test]
    fn a_direction_parts_what_it_still_separates_and_nothing_else() {
        let ball =
            |x: f64| Convex::new(Kind::Sphere, Vec3::new(x, 0.0, 0.0), &Mat3::IDENTITY, Vec3::new(0.5, 0.0, 0.0));
        let (mut a, mut axes) = (ball(0.0), KeptAxes::default());
        axes.prepare();
        assert!(!axes.knows([3, 7]));
        axes.keep([3, 7], Some(Vec3::X), &a, &ball(2.0));
        assert!(axes.knows([3, 7]) && !axes.knows([7, 3]));
        assert!(axes.part([3, 7], &mut a, &mut ball(1.2), 0.1), "a gap of 0.2");
        assert!(!axes.part([3, 7], &mut a, &mut ball(1.2), 0.3), "less than the room");
        assert!(!axes.part([3, 7], &mut a, &mut ball(-2.0), 0.0), "apart, but not along this direction");
        axes.keep([3, 7], None, &a, &ball(0.5));
        assert!(!axes.knows([3, 7]), "what touches is forgotten");
    }
}
