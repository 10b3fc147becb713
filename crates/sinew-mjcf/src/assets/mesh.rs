//! Meshes: what a specification says, turned into the `mesh_*` columns of a model.

use sinew_core::math::{Quat, Vec3};
use sinew_core::model::{GeomType, MeshInertia};

use super::{Bvh, Octree, Problem};
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
    /// extreme vertices in the 27 directions of a 3 by 3 by 3 grid
    pub extrema: Vec<i32>,
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
    #[doc(alias = "FitGeom")]
    pub fn fit(&self, shape: GeomType, fitaabb: bool, fitscale: f64) -> Result<(Vec3, Vec3), Problem> {
        let _ = (shape, fitaabb, fitscale);
        Err(Problem::new("fitting a primitive to a mesh is not supported yet"))
    }
}

/// Compiles one mesh.
pub fn compile(job: &MeshJob<'_>) -> Result<CompiledMesh, Problem> {
    let _ = (job, MeshInertia::Legacy);
    Err(Problem::new("meshes are not supported yet"))
}

/// Compiles all meshes, on several threads if asked to; the results are those of a plain loop.
pub fn compile_all(jobs: &[MeshJob<'_>], usethread: bool) -> Vec<Result<CompiledMesh, Problem>> {
    let _ = usethread;
    jobs.iter().map(compile).collect()
}
