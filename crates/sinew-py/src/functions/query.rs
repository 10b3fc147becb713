//! Rays and distances.
#![expect(non_snake_case, reason = "functions keep MuJoCo's names")]

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use sinew_core::math::{Mat3, Vec3};
use sinew_core::model::GeomType;
use sinew_core::ray::{self, Hit, Ray, Targets};
use sinew_core::{Data, Model, collision, sensor};

use super::add_functions;
use crate::args::{Flag, Out, fill_maybe, fixed, id, reals_of};
use crate::data::{MjData, run};
use crate::model::MjModel;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// Which geoms count, from MuJoCo's three arguments.
fn targets(nbody: usize, groups: Option<Any<'_, '_>>, flg_static: bool, bodyexclude: i64) -> PyResult<Targets> {
    let bodyexclude = if bodyexclude < 0 { None } else { Some(id(bodyexclude, nbody, "body")?) };
    let groups = groups.map(|groups| reals_of(groups, 6, "geomgroup")).transpose()?;
    let geomgroup = groups.map(|groups| std::array::from_fn(|i| groups[i] != 0.0));
    Ok(Targets { geomgroup, flg_static, bodyexclude })
}

fn ray_of(pnt: Any<'_, '_>, vec: Any<'_, '_>) -> PyResult<Ray> {
    let (point, direction) = (fixed(pnt, "pnt")?, fixed::<3>(vec, "vec")?);
    if !direction.iter().all(|x| x.is_finite()) || direction == [0.0; 3] {
        return Err(PyValueError::new_err(format!("vec is {direction:?}; it must be a direction")));
    }
    Ok(Ray { point: Vec3(point), direction: Vec3(direction) })
}

/// Distance of a hit, -1 for none, with its normal written where it is wanted.
fn answer(hit: Option<Hit>, normal: Option<Out<'_, f64>>) -> PyResult<f64> {
    fill_maybe(normal, &hit.map_or(Vec3::ZERO, |hit| hit.normal).0)?;
    Ok(hit.map_or(-1.0, |hit| hit.dist))
}

/// Distance to the nearest geom along a ray, -1 if there is none; `geomid` receives the geom.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal=None))]
fn mj_ray(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Any<'_, '_>,
    vec: Any<'_, '_>,
    geomgroup: Option<Any<'_, '_>>,
    flg_static: Flag,
    bodyexclude: i64,
    geomid: Option<Any<'_, '_>>,
    normal: Option<Any<'_, '_>>,
) -> PyResult<f64> {
    let (geomid, normal) = (Out::<i32>::maybe(geomid, 1, "geomid")?, Out::maybe(normal, 3, "normal")?);
    let nbody = d.get().query(m.py(), m.get(), |m, _| m.nbody)?;
    let (beam, targets) = (ray_of(pnt, vec)?, targets(nbody, geomgroup, flg_static.0, bodyexclude)?);
    let found = d.get().query(m.py(), m.get(), |m, d| ray::ray(m, d, &beam, &targets))?;
    fill_maybe(geomid, &[found.map_or(-1, |(geom, _)| geom as i32)])?;
    answer(found.map(|(_, hit)| hit), normal)
}

/// Distances along several rays from one point.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff))]
fn mj_multiRay(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Any<'_, '_>,
    vec: Any<'_, '_>,
    geomgroup: Option<Any<'_, '_>>,
    flg_static: Flag,
    bodyexclude: i64,
    geomid: Any<'_, '_>,
    dist: Any<'_, '_>,
    normal: Option<Any<'_, '_>>,
    nray: usize,
    cutoff: f64,
) -> PyResult<()> {
    let (geomid, dist) = (Out::<i32>::new(geomid, nray, "geomid")?, Out::new(dist, nray, "dist")?);
    let normal = Out::maybe(normal, 3 * nray, "normal")?;
    let nbody = d.get().query(m.py(), m.get(), |m, _| m.nbody)?;
    let (point, targets) = (Vec3(fixed(pnt, "pnt")?), targets(nbody, geomgroup, flg_static.0, bodyexclude)?);
    let directions: Vec<Vec3> = reals_of(vec, 3 * nray, "vec")?.chunks_exact(3).map(Vec3::from_slice).collect();
    let mut found = vec![None; nray];
    d.get().query(m.py(), m.get(), |m, d| {
        ray::multi_ray(m, d, point, &directions, &targets, cutoff, |i, hit| found[i] = hit);
    })?;
    let each = |pick: fn((usize, Hit)) -> f64, none: f64| found.iter().map(move |hit| hit.map_or(none, pick));
    dist.fill(&each(|(_, hit)| hit.dist, -1.0).collect::<Vec<_>>())?;
    geomid.fill(&found.iter().map(|hit| hit.map_or(-1, |(geom, _)| geom as i32)).collect::<Vec<_>>())?;
    let normals: Vec<f64> = found.iter().flat_map(|hit| hit.map_or(Vec3::ZERO, |(_, hit)| hit.normal).0).collect();
    fill_maybe(normal, &normals)
}

type OneGeom = fn(&Model, &Data, usize, &Ray) -> Option<Hit>;

fn ray_one(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geom: i64,
    beam: &Ray,
    normal: Option<Any<'_, '_>>,
    cast: OneGeom,
) -> PyResult<f64> {
    let normal = Out::maybe(normal, 3, "normal")?;
    let ngeom = d.get().query(m.py(), m.get(), |m, _| m.ngeom)?;
    let geom = id(geom, ngeom, "geom")?;
    answer(d.get().query(m.py(), m.get(), |m, d| cast(m, d, geom, beam))?, normal)
}

/// Distance to a mesh along a ray, -1 if it is missed.
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
fn mj_rayMesh(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: i64,
    pnt: Any<'_, '_>,
    vec: Any<'_, '_>,
    normal: Option<Any<'_, '_>>,
) -> PyResult<f64> {
    ray_one(m, d, geomid, &ray_of(pnt, vec)?, normal, ray::ray_mesh)
}

/// Distance to a height field along a ray, -1 if it is missed.
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
fn mj_rayHfield(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: i64,
    pnt: Any<'_, '_>,
    vec: Any<'_, '_>,
    normal: Option<Any<'_, '_>>,
) -> PyResult<f64> {
    ray_one(m, d, geomid, &ray_of(pnt, vec)?, normal, ray::ray_hfield)
}

/// Smallest signed distance of two geoms, at most `distmax`; `fromto` receives the points that have it.
#[pyfunction]
#[pyo3(signature = (m, d, geom1, geom2, distmax, fromto))]
fn mj_geomDistance(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geom1: i64,
    geom2: i64,
    distmax: f64,
    fromto: Option<Any<'_, '_>>,
) -> PyResult<f64> {
    let fromto = Out::maybe(fromto, 6, "fromto")?;
    let ngeom = d.get().query(m.py(), m.get(), |m, _| m.ngeom)?;
    let (geom1, geom2) = (id(geom1, ngeom, "geom")?, id(geom2, ngeom, "geom")?);
    let (dist, points) = run(m, d, |m, d| collision::geom_distance(m, d, geom1, geom2, distmax))?;
    let points: Vec<f64> = points.unwrap_or_default().iter().flat_map(|point| point.0).collect();
    fill_maybe(fromto, &points)?;
    Ok(dist)
}

/// Distance to a primitive geom along a ray, -1 if it is missed.
#[pyfunction]
#[pyo3(signature = (pos, mat, size, pnt, vec, geomtype, normal=None))]
fn mju_rayGeom(
    pos: Any<'_, '_>,
    mat: Any<'_, '_>,
    size: Any<'_, '_>,
    pnt: Any<'_, '_>,
    vec: Any<'_, '_>,
    geomtype: i32,
    normal: Option<Any<'_, '_>>,
) -> PyResult<f64> {
    let normal = Out::maybe(normal, 3, "normal")?;
    let (pos, mat, size) = (Vec3(fixed(pos, "pos")?), Mat3(fixed(mat, "mat")?), Vec3(fixed(size, "size")?));
    let kind = GeomType::try_from_i32(geomtype);
    let kind = kind.ok_or_else(|| PyValueError::new_err(format!("geomtype cannot be {geomtype}")))?;
    answer(ray::ray_shape(kind, pos, &mat, size, &ray_of(pnt, vec)?), normal)
}

/// Distance to a skin along a ray, -1 if it is missed; `vertid` receives the vertex nearest to the hit.
#[pyfunction]
#[pyo3(signature = (nface, nvert, face, vert, pnt, vec, vertid=None))]
fn mju_raySkin(
    nface: i64,
    nvert: i64,
    face: Any<'_, '_>,
    vert: Any<'_, '_>,
    pnt: Any<'_, '_>,
    vec: Any<'_, '_>,
    vertid: Option<Any<'_, '_>>,
) -> PyResult<f64> {
    let negative = |_| PyValueError::new_err("nface and nvert must not be negative");
    let (nface, nvert) = (usize::try_from(nface).map_err(negative)?, usize::try_from(nvert).map_err(negative)?);
    let (faces, vertices) = (flat::<i32>(face, 3 * nface, "face")?, flat::<f32>(vert, 3 * nvert, "vert")?);
    if faces.iter().any(|&v| usize::try_from(v).map_or(true, |v| v >= nvert)) {
        return Err(PyValueError::new_err(format!("face: a vertex is not in [0, {nvert})")));
    }
    let vertid = Out::<i32>::maybe(vertid, 1, "vertid")?;
    let triples = (faces.as_chunks::<3>().0, vertices.as_chunks::<3>().0);
    let hit = ray::ray_skin(triples.0, triples.1, &ray_of(pnt, vec)?);
    fill_maybe(vertid, &[hit.map_or(-1, |(_, vertex)| vertex as i32)])?;
    Ok(hit.map_or(-1.0, |(dist, _)| dist))
}

/// An array of so many numbers of one type, as a list.
fn flat<T: Element + Copy>(value: Any<'_, '_>, count: usize, name: &str) -> PyResult<Vec<T>> {
    let array = value.cast::<PyArrayDyn<T>>().ok().filter(|array| array.len() == count && array.is_c_contiguous());
    let array = array.ok_or_else(|| PyTypeError::new_err(format!("{name}: expected an array of {count} numbers")))?;
    Ok(array.readonly().as_slice()?.to_vec())
}

/// 1 if a point is inside a site, else 0.
#[pyfunction]
fn mj_insideSite(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, siteid: i64, point: Any<'_, '_>) -> PyResult<i32> {
    let nsite = d.get().query(m.py(), m.get(), |m, _| m.nsite)?;
    let (site, point) = (id(siteid, nsite, "site")?, Vec3(fixed(point, "point")?));
    d.get().query(m.py(), m.get(), |m, d| i32::from(sensor::inside_site(m, d, site, point)))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module; mj_ray, mj_multiRay, mj_rayMesh, mj_rayHfield, mj_geomDistance, mju_rayGeom, mju_raySkin, mj_insideSite);
    Ok(())
}
