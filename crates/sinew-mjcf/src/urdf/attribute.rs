//! Attributes of URDF elements.

use sinew_core::math::{Quat, Vec3};

use super::Reader;
use crate::error::{Error, excerpt};
use crate::read::Id;

impl<'a> Reader<'a> {
    pub(super) fn required_text(&self, id: Id, name: &str) -> Result<&'a str, Error> {
        self.document.attribute(id, name).ok_or_else(|| self.invalid(id, format!("attribute '{name}' is missing")))
    }

    /// Exactly `N` numbers, if the attribute is there.
    pub(super) fn reals<const N: usize>(&self, id: Id, name: &str) -> Result<Option<[f64; N]>, Error> {
        let Some(text) = self.document.attribute(id, name) else { return Ok(None) };
        let wrong = |message: String| Error::Invalid(self.document.attribute_fault(id, name, message));
        let mut out = [0.0; N];
        let mut count = 0;
        for word in text.split_ascii_whitespace() {
            let x: f64 = word.parse().map_err(|_| wrong(format!("'{}' in {name} is not a number", excerpt(word))))?;
            if x.is_nan() {
                return Err(wrong(format!("{name} is nan")));
            }
            if let Some(slot) = out.get_mut(count) {
                *slot = x;
            }
            count += 1;
        }
        if count == N {
            Ok(Some(out))
        } else {
            Err(wrong(format!("{name} needs {N} number{}, got {count}", if N == 1 { "" } else { "s" })))
        }
    }

    pub(super) fn real(&self, id: Id, name: &str) -> Result<Option<f64>, Error> {
        Ok(self.reals::<1>(id, name)?.map(|[x]| x))
    }

    pub(super) fn required_reals<const N: usize>(&self, id: Id, name: &str) -> Result<[f64; N], Error> {
        self.required_text(id, name)?;
        Ok(self.reals(id, name)?.unwrap_or([0.0; N]))
    }

    pub(super) fn required_real(&self, id: Id, name: &str) -> Result<f64, Error> {
        self.required_reals::<1>(id, name).map(|[x]| x)
    }

    pub(super) fn rgba(&self, id: Id) -> Result<[f32; 4], Error> {
        Ok(self.required_reals::<4>(id, "rgba")?.map(|x| x as f32))
    }

    /// The `origin` of an element: position, and orientation by roll, pitch and yaw about fixed axes.
    pub(super) fn origin(&self, id: Id) -> Result<(Vec3, Quat), Error> {
        let (mut pos, mut quat) = (Vec3::ZERO, Quat::IDENTITY);
        if let Some(origin) = self.child(id, "origin") {
            if let Some(xyz) = self.reals(origin, "xyz")? {
                pos = Vec3(xyz);
            }
            if let Some(rpy) = self.reals::<3>(origin, "rpy")? {
                for (axis, angle) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(rpy) {
                    quat = Quat::from_axis_angle(axis, angle) * quat;
                }
                quat.normalize();
            }
        }
        Ok((pos, quat))
    }
}
