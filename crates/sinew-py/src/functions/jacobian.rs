//! Jacobians.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use pyo3::prelude::*;
use sinew_core::math::Vec3;
use sinew_core::model::ObjType;
use sinew_core::{Data, Model, jacobian};

use super::add_functions;
use crate::args::{Out, fill_maybe, fixed, id};
use crate::data::MjData;
use crate::model::MjModel;
use crate::view::read;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

fn sizes(m: &Bound<'_, MjModel>, kind: ObjType) -> (usize, usize) {
    read(m.py(), &m.get().shared, |m| (m.nv, m.count(kind)))
}

/// Fills the arrays that are wanted, `3 × nv` each.
fn both(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    first: Option<Any<'_, '_>>,
    second: Option<Any<'_, '_>>,
    names: (&str, &str),
    fill: impl FnOnce(&Model, &Data, Option<&mut [f64]>, Option<&mut [f64]>) + Send,
) -> PyResult<()> {
    let (nv, _) = sizes(m, ObjType::Body);
    let (first, second) = (Out::<f64>::maybe(first, 3 * nv, names.0)?, Out::<f64>::maybe(second, 3 * nv, names.1)?);
    let (mut p, mut r) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    let (want_p, want_r) = (first.is_some().then_some(&mut p[..]), second.is_some().then_some(&mut r[..]));
    d.get().query(m.py(), m.get(), |m, d| fill(m, d, want_p, want_r))?;
    fill_maybe(first, &p)?;
    fill_maybe(second, &r)
}

/// Declares the Jacobians of objects.
macro_rules! of_objects {
    ($($(#[doc = $doc:literal])+ $name:ident($object:ident: $kind:ident) => $jacobian:path;)*) => {
        $(
            $(#[doc = $doc])+
            #[pyfunction]
            fn $name(
                m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, jacp: Option<Any<'_, '_>>, jacr: Option<Any<'_, '_>>,
                $object: i64,
            ) -> PyResult<()> {
                let object = id($object, sizes(m, ObjType::$kind).1, stringify!($object))?;
                both(m, d, jacp, jacr, ("jacp", "jacr"), |m, d, p, r| $jacobian(m, d, p, r, object))
            }
        )*
    };
}

of_objects! {
    /// Jacobian of a body's frame.
    mj_jacBody(body: Body) => jacobian::jac_body;
    /// Jacobian of a body's centre of mass.
    mj_jacBodyCom(body: Body) => jacobian::jac_body_com;
    /// Jacobian of a geom.
    mj_jacGeom(geom: Geom) => jacobian::jac_geom;
    /// Jacobian of a site.
    mj_jacSite(site: Site) => jacobian::jac_site;
}

/// Jacobian of a point of a body.
#[pyfunction]
fn mj_jac(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<Any<'_, '_>>,
    jacr: Option<Any<'_, '_>>,
    point: Any<'_, '_>,
    body: i64,
) -> PyResult<()> {
    let (point, body) = (Vec3(fixed(point, "point")?), id(body, sizes(m, ObjType::Body).1, "body")?);
    both(m, d, jacp, jacr, ("jacp", "jacr"), |m, d, p, r| jacobian::jac(m, d, p, r, point, body))
}

/// Time derivative of the Jacobian of a point of a body.
#[pyfunction]
fn mj_jacDot(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<Any<'_, '_>>,
    jacr: Option<Any<'_, '_>>,
    point: Any<'_, '_>,
    body: i64,
) -> PyResult<()> {
    let (point, body) = (Vec3(fixed(point, "point")?), id(body, sizes(m, ObjType::Body).1, "body")?);
    both(m, d, jacp, jacr, ("jacp", "jacr"), |m, d, p, r| jacobian::jac_dot(m, d, p, r, point, body))
}

/// Jacobian of the centre of mass of a subtree.
#[pyfunction]
fn mj_jacSubtreeCom(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, jacp: Any<'_, '_>, body: i64) -> PyResult<()> {
    let body = id(body, sizes(m, ObjType::Body).1, "body")?;
    both(m, d, Some(jacp), None, ("jacp", ""), |m, d, p, _| {
        if let Some(p) = p {
            jacobian::jac_subtree_com(m, d, p, body);
        }
    })
}

/// Matrix that maps velocities to the angular momentum of a subtree.
#[pyfunction]
fn mj_angmomMat(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, mat: Any<'_, '_>, body: i64) -> PyResult<()> {
    let body = id(body, sizes(m, ObjType::Body).1, "body")?;
    both(m, d, Some(mat), None, ("mat", ""), |m, d, mat, _| {
        if let Some(mat) = mat {
            jacobian::angmom_mat(m, d, mat, body);
        }
    })
}

/// Jacobians of a point and of an axis of a body.
#[pyfunction]
fn mj_jacPointAxis(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacPoint: Option<Any<'_, '_>>,
    jacAxis: Option<Any<'_, '_>>,
    point: Any<'_, '_>,
    axis: Any<'_, '_>,
    body: i64,
) -> PyResult<()> {
    let (point, axis) = (Vec3(fixed(point, "point")?), Vec3(fixed(axis, "axis")?));
    let body = id(body, sizes(m, ObjType::Body).1, "body")?;
    both(m, d, jacPoint, jacAxis, ("jacPoint", "jacAxis"), |m, d, p, a| {
        jacobian::jac_point_axis(m, d, p, a, point, axis, body);
    })
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(
        module;
        mj_jac, mj_jacBody, mj_jacBodyCom, mj_jacGeom, mj_jacSite, mj_jacSubtreeCom, mj_jacDot, mj_jacPointAxis,
        mj_angmomMat
    );
    Ok(())
}
