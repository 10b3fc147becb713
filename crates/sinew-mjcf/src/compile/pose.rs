//! Frames: composing them, and the many ways to write an orientation.

use std::f64::consts::PI;

use sinew_core::math::{Mat3, Quat, Vec3};

use crate::rotation::{EPS, normalize, product, rotate, unit};
use crate::spec::{Compiler, Orientation};

/// A frame inside another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub pos: Vec3,
    pub quat: Quat,
}

impl Pose {
    /// The frame itself.
    pub const NULL: Self = Self { pos: Vec3::ZERO, quat: Quat::IDENTITY };

    /// A pose in this frame, seen from where this frame is given.
    pub fn then(self, inner: Self) -> Self {
        Self { pos: self.point(inner.pos), quat: product(self.quat, inner.quat) }
    }

    /// A point in this frame, seen from where this frame is given.
    pub fn point(self, p: Vec3) -> Vec3 {
        self.pos + rotate(self.quat, p)
    }

    /// The frame that this one is given in, seen from this one.
    pub fn inverse(self) -> Self {
        let quat = self.quat.conjugate();
        Self { pos: -rotate(quat, self.pos), quat }
    }
}

/// Shortest rotation from the z axis to a unit vector.
pub(super) fn z_to(direction: Vec3) -> Quat {
    let mut axis = Vec3::Z.cross(direction);
    let sin = normalize(&mut axis.0);
    if sin < 1e-10 {
        axis = Vec3::X;
    }
    let half = libm::atan2(sin, direction[2]) / 2.0;
    let (s, c) = (libm::sin(half), libm::cos(half));
    Quat([c, axis[0] * s, axis[1] * s, axis[2] * s])
}

/// The quaternion of an orientation, `quat` if that is how it was written, or what is wrong with it.
pub(crate) fn resolve(quat: Quat, alt: &Orientation, compiler: &Compiler) -> Result<Quat, String> {
    let radians = |angle: f64| if compiler.degree { angle / 180.0 * PI } else { angle };
    match *alt {
        Orientation::Quat => Ok(quat),
        Orientation::AxisAngle([x, y, z, angle]) => {
            let mut axis = [x, y, z];
            if normalize(&mut axis) < EPS {
                return Err("the axis of axisangle is too short".into());
            }
            let half = radians(angle) / 2.0;
            let (s, c) = (libm::sin(half), libm::cos(half));
            Ok(Quat([c, s * axis[0], s * axis[1], s * axis[2]]))
        }
        Orientation::XyAxes(axes) => from_axes(axes),
        Orientation::ZAxis(axis) => {
            let mut axis = Vec3(axis);
            if normalize(&mut axis.0) < EPS {
                return Err("zaxis is too short".into());
            }
            Ok(z_to(axis))
        }
        Orientation::Euler(angles) => from_euler(angles.map(radians), compiler.eulerseq),
    }
}

/// Rotation with these x and y axes, the second made orthogonal to the first.
fn from_axes(axes: [f64; 6]) -> Result<Quat, String> {
    let (mut x, mut y) = (Vec3::from_slice(&axes[..3]), Vec3::from_slice(&axes[3..]));
    if normalize(&mut x.0) < EPS {
        return Err("the x axis of xyaxes is too short".into());
    }
    y = y - x * x.dot(y);
    if normalize(&mut y.0) < EPS {
        return Err("the y axis of xyaxes is too short or along the x axis".into());
    }
    let mut z = x.cross(y);
    normalize(&mut z.0);
    Ok(Mat3::from_columns(x, y, z).to_quat())
}

/// Three rotations about axes that move along (lower case) or stand still (upper case).
fn from_euler(angles: [f64; 3], sequence: [u8; 3]) -> Result<Quat, String> {
    let mut quat = Quat::IDENTITY;
    for (angle, letter) in angles.into_iter().zip(sequence) {
        let axis = match letter.to_ascii_lowercase() {
            b'x' => Vec3::X,
            b'y' => Vec3::Y,
            b'z' => Vec3::Z,
            _ => return Err("eulerseq may hold only the letters x, y, z, X, Y, Z".into()),
        };
        let (s, c) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
        let turn = Quat([c, axis[0] * s, axis[1] * s, axis[2] * s]);
        quat = if letter.is_ascii_lowercase() { product(quat, turn) } else { product(turn, quat) };
    }
    Ok(unit(quat))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Quat, b: Quat) -> bool {
        (0..4).all(|i| (a[i] - b[i]).abs() < 1e-15)
    }

    #[test]
    fn four_notations_of_a_quarter_turn_agree() {
        let settings = Compiler::default();
        let quarter = Quat([0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt(), 0.0]);
        for alt in [
            Orientation::AxisAngle([0.0, 2.0, 0.0, 90.0]),
            Orientation::Euler([0.0, 90.0, 0.0]),
            Orientation::ZAxis([3.0, 0.0, 0.0]),
            Orientation::XyAxes([0.0, 0.0, -1.0, 0.0, 1.0, 0.5]),
        ] {
            let got = resolve(Quat::IDENTITY, &alt, &settings).expect("a valid orientation");
            assert!(close(got, quarter), "{alt:?} gave {got:?}");
        }
    }

    #[test]
    fn upper_case_angles_turn_about_axes_at_rest() {
        let moving = from_euler([0.3, -0.7, 1.1], *b"xyz");
        let fixed = from_euler([1.1, -0.7, 0.3], *b"ZYX");
        assert!(close(moving.expect("valid"), fixed.expect("valid")));
    }

    #[test]
    fn a_pose_and_its_inverse_cancel() {
        let pose = Pose { pos: Vec3::new(1.0, 2.0, 3.0), quat: unit(Quat([1.0, 0.2, -0.4, 0.1])) };
        let null = pose.then(pose.inverse());
        assert!(null.pos.norm() < 1e-15 && close(null.quat, Quat::IDENTITY));
    }
}
