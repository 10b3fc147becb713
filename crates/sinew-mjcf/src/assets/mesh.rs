//! Meshes: what a specification says, turned into the `mesh_*` columns of a model.
//!
//! The steps are those of the manual (XML reference, asset/mesh): read, find the hull, make normals, translate, rotate and
//! scale, compute mass and inertia, centre, align, and build the trees that collisions and rays use.

use sinew_core::math::{Mat3, Quat, Vec3};
use sinew_core::model::{GeomType, MeshBuiltin, MeshInertia};
use sinew_core::sdf::PluginField;

use super::contour::contour;
use super::hull::{Hull, convex_hull};
use super::inertia::{Faces, principal, triangle};
use super::normal::{unit, vertex_normals};
use super::polygon::{Polygons, extrema, graph};
use super::surface::Surface;
use super::{Bvh, Leaf, Octree, Problem, parallel};
use crate::limits::{Deadline, Limits};
use crate::rotation::{to_mat, unit as unit_quat};
use crate::spec;

/// One mesh to compile.
#[derive(Clone, Copy, Debug)]
pub struct MeshJob<'a> {
    /// what the model says about it
    pub spec: &'a spec::Mesh,
    /// content of `spec.file`; `None` if no file is named
    pub file: Option<&'a [u8]>,
    /// a geom collides with it, so its convex hull is needed
    pub needhull: bool,
    /// a geom is its signed distance, so its octree is needed even if the model does not ask for it
    pub needsdf: bool,
    /// distance field whose surface it is, unless a file is named
    pub field: Option<PluginField>,
    /// it may be worked on by several threads
    pub usethread: bool,
    /// most vertices that it may have
    pub vertices: usize,
    /// most cells that its octree may have
    pub cells: usize,
    /// when to give up
    pub(crate) deadline: Deadline,
}

impl<'a> MeshJob<'a> {
    /// A mesh within limits, whose time begins now.
    pub fn new(spec: &'a spec::Mesh, file: Option<&'a [u8]>, needhull: bool, limits: &Limits) -> Self {
        let Limits { vertices, cells, .. } = *limits;
        let (needsdf, usethread, field) = (false, false, None);
        Self { spec, file, needhull, needsdf, field, usethread, vertices, cells, deadline: limits.deadline() }
    }

    /// Roughly how many nanoseconds it takes: by the vertices that are written or read.
    fn cost(&self) -> usize {
        let formula = if self.spec.builtin == MeshBuiltin::None { 0 } else { 1_000_000 };
        let field = if self.field.is_some() { 500_000_000 } else { 0 };
        field + formula + 20 * self.file.map_or(0, <[u8]>::len) + 300 * self.spec.uservert.len()
    }
}

/// A compiled mesh: centred on its centre of mass, along its principal axes. Addresses count from its own first row.
#[doc(alias = "mjCMesh")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompiledMesh {
    /// vertices
    pub vert: Vec<[f32; 3]>,
    /// normals
    pub normal: Vec<[f32; 3]>,
    /// texture coordinates; may be empty
    pub texcoord: Vec<[f32; 2]>,
    /// vertices of each face
    pub face: Vec<[i32; 3]>,
    /// normals of each face
    pub facenormal: Vec<[i32; 3]>,
    /// texture coordinates of each face; empty without texture coordinates
    pub facetexcoord: Vec<[i32; 3]>,
    /// convex hull, in the layout of `mesh_graph`; empty if not needed
    pub graph: Vec<i32>,
    /// normals of the faces of the hull, after coplanar triangles were merged
    pub polynormal: Vec<[f64; 3]>,
    /// first entry of each polygon in `polyvert`
    pub polyvertadr: Vec<i32>,
    /// vertices of each polygon
    pub polyvertnum: Vec<i32>,
    /// vertices of the polygons
    pub polyvert: Vec<i32>,
    /// first entry of each vertex in `polymap`
    pub polymapadr: Vec<i32>,
    /// polygons at each vertex
    pub polymapnum: Vec<i32>,
    /// polygons of the vertices
    pub polymap: Vec<i32>,
    /// vertices of the hull that are furthest in the 27 directions of a 3 by 3 by 3 grid; 0 without a hull
    pub extrema: [i32; 27],
    /// scale that was applied
    pub scale: Vec3,
    /// translation that was taken out
    pub pos: Vec3,
    /// rotation that was taken out
    pub quat: Quat,
    /// bounding volumes over the faces
    pub bvh: Bvh,
    /// signed distances; empty unless asked for
    pub octree: Octree,
    /// volume; area for a shell
    pub volume: f64,
    /// half sizes of the box with the same inertia
    pub boxsz: Vec3,
    /// least and greatest coordinates
    pub aamm: [f64; 6],
}

impl CompiledMesh {
    /// Size of the primitive that stands for this mesh, and its centre in the frame of the mesh.
    ///
    /// The primitive has about the size of the box of equal inertia, or, with `fitaabb`, the bounding box of the mesh.
    #[doc(alias = "FitGeom")]
    pub fn fit(&self, shape: GeomType, fitaabb: bool, fitscale: f64) -> Result<(Vec3, Vec3), Problem> {
        let (half, center) = if fitaabb {
            let center = Vec3(std::array::from_fn(|k| f64::midpoint(self.aamm[k], self.aamm[k + 3])));
            (Vec3(std::array::from_fn(|k| self.aamm[k + 3] - center[k])), center)
        } else {
            (self.boxsz, Vec3::ZERO)
        };
        let [x, y, z] = half.0;
        let size = match (shape, fitaabb) {
            (GeomType::Sphere, false) => [(x + y + z) / 3.0, 0.0, 0.0],
            (GeomType::Sphere, true) => [x.max(y).max(z), 0.0, 0.0],
            (GeomType::Capsule, false) => {
                let radius = f64::midpoint(x, y);
                [radius, (z - radius / 2.0).max(0.0), 0.0]
            }
            (GeomType::Capsule, true) => [x.max(y), z - x.max(y), 0.0],
            (GeomType::Cylinder, false) => [f64::midpoint(x, y), z, 0.0],
            (GeomType::Cylinder, true) => [x.max(y), z, 0.0],
            (GeomType::Ellipsoid | GeomType::Box, _) => [x, y, z],
            _ => return Err(Problem::new("a geom of this type cannot be fitted to a mesh")),
        };
        Ok((Vec3(size.map(|s| s * fitscale)), center))
    }
}

/// Compiles one mesh.
pub fn compile(job: &MeshJob<'_>) -> Result<CompiledMesh, Problem> {
    let spec = job.spec;
    if let Some(late) = job.deadline.passed() {
        return Err(Problem::new(late));
    }
    let field = job.field.filter(|_| job.file.is_none());
    let mut surface = match &field {
        Some(_) if spec.scale != Vec3([1.0; 3]) || spec.stretch.is_some() => {
            return Err(Problem::new("a mesh of a plugin cannot be scaled"));
        }
        Some(field) => contour(field)?,
        None => Surface::read(spec, job.file)?,
    };
    if surface.vert.len() > job.vertices {
        let (got, most) = (surface.vert.len(), job.vertices);
        return Err(Problem::new(format!("{got} vertices are more than the {most} allowed")));
    }
    let mut vert: Vec<Vec3> = surface.vert.iter().map(|v| Vec3(v.map(f64::from))).collect();
    check_orientation(&surface, &vert, spec.inertia)?;

    // the hull, which also gives the faces of a mesh without any
    let needhull = job.needhull || surface.face.is_empty() || spec.inertia == MeshInertia::Convex;
    let mut hull = if needhull { Some(hull_of(&surface, spec.maxhullvert)?) } else { None };
    let mut polygons = Polygons::default();
    let mut hull_face = Vec::new();
    if let Some(hull) = &hull {
        hull_face = hull.face.iter().map(|f| f.map(|i| i as i32)).collect();
        polygons = Polygons::merge(hull, &vert);
        if surface.face.is_empty() {
            surface.face.clone_from(&hull_face);
        }
    }

    // normals and texture coordinates of all corners
    complete(&mut surface, &vert, spec.smoothnormal);

    // user transformation; a mirror turns faces around
    if spec.scale[0] * spec.scale[1] * spec.scale[2] < 0.0 {
        for f in surface.face.iter_mut().chain(&mut surface.facenormal).chain(&mut surface.facetexcoord) {
            f.swap(1, 2);
        }
        for f in &mut hull_face {
            f.swap(1, 2);
        }
        for f in hull.iter_mut().flat_map(|h| &mut h.face) {
            f.swap(1, 2);
        }
        polygons.reverse();
    }
    transform(spec, &mut vert, &mut surface.normal);

    // centre and align
    let shown = Faces { vert: &vert, face: &surface.face };
    let solid = if spec.inertia == MeshInertia::Convex { Faces { vert: &vert, face: &hull_face } } else { shown };
    let mut body = principal(shown, solid, spec.inertia)?;
    if field.is_some() {
        // the surface stays where the field is
        (body.center, body.quat) = (Vec3::ZERO, Quat::IDENTITY);
    }
    let to_body = to_mat(body.quat.conjugate());
    let (mut low, mut high) = ([1e10; 3], [-1e10; 3]);
    for v in &mut vert {
        *v = to_body.mul_vec(*v - body.center);
        for k in 0..3 {
            low[k] = v[k].min(low[k]);
            high[k] = v[k].max(high[k]);
        }
    }
    for n in &mut surface.normal {
        *n = to_body.mul_vec(Vec3(n.map(f64::from))).0.map(|x| x as f32);
    }

    let mut out = CompiledMesh {
        vert: vert.iter().map(|v| v.0.map(|x| x as f32)).collect(),
        bvh: Bvh::new(&face_leaves(&vert, &surface.face)),
        scale: spec.scale,
        pos: body.center,
        quat: body.quat,
        volume: body.volume,
        boxsz: body.boxsz,
        aamm: [low[0], low[1], low[2], high[0], high[1], high[2]],
        ..CompiledMesh::default()
    };
    if (spec.needsdf || job.needsdf) && field.is_none() {
        let (depth, cells) = (spec.octree_maxdepth, job.cells);
        out.octree = Octree::new(&vert, &surface.face, out.aamm, &out.bvh, (depth, cells), job.usethread)?;
    }
    if let Some(hull) = &hull {
        out.graph = graph(hull);
        out.extrema = extrema(hull, &out.vert);
    }
    out.set_polygons(&polygons, &vert);
    out.normal = surface.normal;
    out.texcoord = surface.texcoord;
    out.face = surface.face;
    out.facenormal = surface.facenormal;
    out.facetexcoord = surface.facetexcoord;
    Ok(out)
}

/// Compiles all meshes, on several threads if asked to; the results are those of a plain loop.
pub fn compile_all(jobs: &[MeshJob<'_>], usethread: bool) -> Vec<Result<CompiledMesh, Problem>> {
    parallel::map(jobs.to_vec(), usethread, MeshJob::cost, |job| compile(&job))
}

/// With exact inertia, an edge that two faces run along in the same direction is an error.
fn check_orientation(surface: &Surface, vert: &[Vec3], mode: MeshInertia) -> Result<(), Problem> {
    if mode != MeshInertia::Exact {
        return Ok(());
    }
    let mut edges = Vec::with_capacity(3 * surface.face.len());
    for f in &surface.face {
        let (area, ..) = triangle(f.map(|i| vert[i as usize]));
        if area > sinew_core::math::MINVAL.sqrt() {
            edges.extend([(f[0], f[1]), (f[1], f[2]), (f[2], f[0])]);
        }
    }
    edges.sort_unstable();
    match edges.windows(2).find(|w| w[0] == w[1]) {
        None => Ok(()),
        Some(w) => Err(Problem::new(format!(
            "faces have inconsistent orientation; check the faces containing the vertices {} and {}",
            w[0].0 + 1,
            w[0].1 + 1
        ))),
    }
}

fn hull_of(surface: &Surface, maxhullvert: i32) -> Result<Hull, Problem> {
    let most = match maxhullvert {
        ..0 => None,
        0..4 => return Err(Problem::new("maxhullvert must be larger than 3")),
        n => Some(n as usize),
    };
    let points: Vec<[f64; 3]> = surface.vert.iter().map(|v| v.map(f64::from)).collect();
    convex_hull(&points, most)
}

/// Fills in the normals and the indices of corners that were not given.
fn complete(surface: &mut Surface, vert: &[Vec3], smooth: bool) {
    if surface.normal.is_empty() {
        surface.normal = vertex_normals(vert, &surface.face, smooth);
        surface.facenormal.clone_from(&surface.face);
    }
    if surface.facenormal.is_empty() {
        let per_vertex = (surface.normal.len() / vert.len()) as i32;
        surface.facenormal = surface.face.iter().map(|f| f.map(|i| per_vertex * i)).collect();
    }
    if surface.facetexcoord.is_empty() && !surface.texcoord.is_empty() {
        surface.facetexcoord.clone_from(&surface.face);
    }
}

/// Reference position, reference orientation, scale, and what frames stretch it by.
fn transform(spec: &spec::Mesh, vert: &mut [Vec3], normal: &mut [[f32; 3]]) {
    if !spec.refpos.is_zero() {
        for v in vert.iter_mut() {
            *v -= spec.refpos;
        }
    }
    let turned = spec.refquat != Quat::IDENTITY;
    let rotation = to_mat(unit_quat(spec.refquat));
    if turned {
        for v in vert.iter_mut() {
            *v = rotation.mul_t_vec(*v);
        }
    }
    let scaled = spec.scale != Vec3([1.0; 3]);
    if scaled {
        for v in vert.iter_mut() {
            *v = v.scale_by(spec.scale);
        }
    }
    if let Some(stretch) = &spec.stretch {
        for v in vert.iter_mut() {
            *v = stretch.mul_vec(*v);
        }
    }
    for n in normal {
        let mut v = Vec3(n.map(f64::from));
        if turned {
            v = rotation.mul_t_vec(v);
        }
        if scaled {
            // normals are covectors
            v = Vec3(std::array::from_fn(|k| v[k] / spec.scale[k]));
        }
        if let Some(stretch) = &spec.stretch {
            let [x, y, z] = [0, 1, 2].map(|k| stretch.column(k));
            v = Mat3::from_columns(y.cross(z), z.cross(x), x.cross(y)).mul_vec(v);
        }
        *n = unit(v);
    }
}

/// Bounding boxes of faces, sorted by the centres of their circumcircles.
fn face_leaves(vert: &[Vec3], face: &[[i32; 3]]) -> Vec<Leaf> {
    let leaf = |(id, f): (i32, &[i32; 3])| {
        let [p, q, r] = f.map(|i| vert[i as usize]);
        let (a, b) = (p - r, q - r);
        let n = a.cross(b);
        let circumcenter = (b * a.dot(a) - a * b.dot(b)).cross(n) * (0.5 / n.dot(n)) + r;
        let bound = |pick: fn(f64, f64) -> f64| Vec3(std::array::from_fn(|k| pick(pick(p[k], q[k]), r[k])));
        // by way of centre and half sizes, as MuJoCo keeps the boxes of faces
        let (low, high) = (bound(f64::min), bound(f64::max));
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let center = if circumcenter.is_finite() { circumcenter } else { p };
        Leaf { id, center, min: middle - half, max: middle + half }
    };
    (0..).zip(face).map(leaf).collect()
}

impl CompiledMesh {
    /// Lays out the polygons, and which of them each vertex is in.
    fn set_polygons(&mut self, polygons: &Polygons, vert: &[Vec3]) {
        self.polynormal = polygons.normals(vert);
        self.polymapnum = vec![0; vert.len()];
        for cycle in &polygons.0 {
            self.polyvertadr.push(self.polyvert.len() as i32);
            self.polyvertnum.push(cycle.len() as i32);
            for &v in cycle {
                self.polyvert.push(v as i32);
                self.polymapnum[v as usize] += 1;
            }
        }
        let mut end = 0;
        for &num in &self.polymapnum {
            self.polymapadr.push(end);
            end += num;
        }
        let mut next = self.polymapadr.clone();
        self.polymap = vec![0; end as usize];
        for (p, cycle) in (0..).zip(&polygons.0) {
            for &v in cycle {
                self.polymap[next[v as usize] as usize] = p;
                next[v as usize] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(scale: [f64; 3], inertia: MeshInertia) -> spec::Mesh {
        let corners = (0..8).flat_map(|i| [i & 1, i >> 1 & 1, i >> 2]).map(|b| b as f32);
        spec::Mesh { uservert: corners.collect(), scale: Vec3(scale), inertia, ..spec::Mesh::default() }
    }

    fn compiled(spec: &spec::Mesh) -> CompiledMesh {
        compile(&MeshJob::new(spec, None, true, &Limits::default())).unwrap()
    }

    #[test]
    fn a_point_cloud_becomes_its_centred_hull() {
        for mode in [MeshInertia::Convex, MeshInertia::Exact, MeshInertia::Legacy] {
            let mesh = compiled(&cube([1.0, 2.0, 3.0], mode));
            assert_eq!((mesh.face.len(), mesh.polynormal.len()), (12, 6));
            assert!((mesh.volume - 6.0).abs() < 1e-9);
            assert!(mesh.pos.distance(Vec3([0.5, 1.0, 1.5])) < 1e-9);
            for k in 0..3 {
                assert!((mesh.boxsz[k] - 0.5 * (k + 1) as f64).abs() < 1e-9);
                assert!((mesh.aamm[k + 3] - 0.5 * (k + 1) as f64).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_mirrored_mesh_still_looks_outward() {
        let mesh = compiled(&cube([-1.0, 1.0, 1.0], MeshInertia::Convex));
        assert!((mesh.volume - 1.0).abs() < 1e-12);
        for (p, n) in mesh.polynormal.iter().enumerate() {
            let v = mesh.vert[mesh.polyvert[mesh.polyvertadr[p] as usize] as usize];
            assert!(Vec3(v.map(f64::from)).dot(Vec3(*n)) > 0.4);
        }
    }

    #[test]
    fn every_vertex_knows_its_polygons() {
        let mesh = compiled(&cube([1.0; 3], MeshInertia::Legacy));
        assert_eq!(mesh.polymapnum, [3; 8]);
        for v in 0..8 {
            let adr = mesh.polymapadr[v] as usize;
            for &p in &mesh.polymap[adr..adr + 3] {
                let adr = mesh.polyvertadr[p as usize] as usize;
                assert!(mesh.polyvert[adr..adr + 4].contains(&(v as i32)));
            }
        }
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let specs: Vec<_> = (1..20).map(|i| cube([1.0, f64::from(i), 1.0], MeshInertia::Legacy)).collect();
        let jobs: Vec<_> = specs.iter().map(|spec| MeshJob::new(spec, None, true, &Limits::default())).collect();
        assert_eq!(compile_all(&jobs, true), compile_all(&jobs, false));
    }

    #[test]
    fn primitives_fit_the_box_of_inertia_or_the_bounding_box() {
        let mesh = compiled(&cube([2.0, 4.0, 6.0], MeshInertia::Exact));
        let (size, center) = mesh.fit(GeomType::Box, false, 1.0).unwrap();
        assert!(size.distance(Vec3([1.0, 2.0, 3.0])) < 1e-9 && center.is_zero());
        let (size, _) = mesh.fit(GeomType::Sphere, true, 2.0).unwrap();
        assert!((size[0] - 6.0).abs() < 1e-9);
        assert!(mesh.fit(GeomType::Plane, false, 1.0).is_err());
    }

    #[test]
    fn faces_that_disagree_are_refused_for_exact_inertia() {
        let mut spec = cube([1.0; 3], MeshInertia::Exact);
        spec.userface = vec![0, 2, 3, 0, 3, 1, 0, 2, 4, 4, 2, 1];
        let problem = compile(&MeshJob::new(&spec, None, false, &Limits::default())).unwrap_err();
        assert!(problem.0.contains("inconsistent orientation"));
    }
}
