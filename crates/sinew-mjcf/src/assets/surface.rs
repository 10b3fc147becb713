//! A triangulated surface as a file or a model gives it, before anything is computed.

use super::{Problem, extension_is, msh, obj, stl};
use crate::spec;

/// Vertices and faces, each with what may come along.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Surface {
    pub vert: Vec<[f32; 3]>,
    pub normal: Vec<[f32; 3]>,
    pub texcoord: Vec<[f32; 2]>,
    pub face: Vec<[i32; 3]>,
    pub facenormal: Vec<[i32; 3]>,
    pub facetexcoord: Vec<[i32; 3]>,
}

/// Formats that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Stl,
    Obj,
    Msh,
}

/// Format by content type if one is given, else by the extension.
fn format(spec: &spec::Mesh) -> Result<Format, Problem> {
    if !spec.content_type.is_empty() {
        return match spec.content_type.as_str() {
            "model/stl" => Ok(Format::Stl),
            "model/obj" => Ok(Format::Obj),
            "model/vnd.mujoco.msh" => Ok(Format::Msh),
            other => Err(Problem::new(format!(
                "content type '{other}' is not one of model/stl, model/obj, model/vnd.mujoco.msh"
            ))),
        };
    }
    for (extension, format) in [("stl", Format::Stl), ("obj", Format::Obj), ("msh", Format::Msh)] {
        if extension_is(&spec.file, extension) {
            return Ok(format);
        }
    }
    Err(Problem::new(format!("file '{}': a mesh is read from .stl, .obj or .msh", spec.file)))
}

fn in_file(spec: &spec::Mesh, problem: &Problem) -> Problem {
    Problem::new(format!("file '{}': {problem}", spec.file))
}

/// Takes what the model gives where the file gives nothing; both is an error.
fn fill<T: Clone>(own: &mut Vec<T>, given: Vec<T>, what: &str) -> Result<(), Problem> {
    match (own.is_empty(), given.is_empty()) {
        (false, false) => Err(Problem::new(format!("{what} given in the file and in the model"))),
        (true, false) => {
            *own = given;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Cuts a flat list into rows.
fn rows<T: Copy, const N: usize>(flat: &[T], what: &str) -> Result<Vec<[T; N]>, Problem> {
    let (rows, rest) = flat.as_chunks::<N>();
    if rest.is_empty() {
        Ok(rows.to_vec())
    } else {
        Err(Problem::new(format!("{what} data: {} numbers, which is not a multiple of {N}", flat.len())))
    }
}

impl Surface {
    /// Reads the file, if there is one, and adds what the model itself gives.
    pub fn read(spec: &spec::Mesh, file: Option<&[u8]>) -> Result<Self, Problem> {
        let mut surface = match file {
            None => Self::default(),
            Some(bytes) => match format(spec)? {
                Format::Stl => stl::read(bytes),
                Format::Obj => obj::read(bytes),
                Format::Msh => msh::read(bytes),
            }
            .map_err(|e| in_file(spec, &e))?,
        };
        fill(&mut surface.normal, rows(&spec.usernormal, "normal")?, "normals")?;
        fill(&mut surface.texcoord, rows(&spec.usertexcoord, "texcoord")?, "texture coordinates")?;
        fill(&mut surface.face, rows(&spec.userface, "face")?, "faces")?;
        fill(&mut surface.vert, rows(&spec.uservert, "vertex")?, "vertices")?;
        fill(&mut surface.facenormal, rows(&spec.userfacenormal, "facenormal")?, "face normals")?;
        fill(&mut surface.facetexcoord, rows(&spec.userfacetexcoord, "facetexcoord")?, "face texture coordinates")?;
        surface.check()?;
        Ok(surface)
    }

    /// Counts and indices that later steps rely on.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self.vert.len() < 4 {
            return Err(Problem::new(format!("at least 4 vertices required, got {}", self.vert.len())));
        }
        if let Some(i) = self.vert.iter().position(|v| v.iter().any(|x| !x.is_finite())) {
            return Err(Problem::new(format!("vertex {i} is not finite")));
        }
        if !self.texcoord.is_empty() && self.facetexcoord.is_empty() && self.texcoord.len() != self.vert.len() {
            return Err(Problem::new(format!(
                "{} texture coordinates for {} vertices, and no indices to tell which is whose",
                self.texcoord.len(),
                self.vert.len()
            )));
        }
        check_indices(&self.face, 0, self.vert.len(), "vertex")?;
        // -1 in a corner means that the file gives it no normal or texture coordinate
        check_indices(&self.facenormal, -1, self.normal.len(), "normal")?;
        check_indices(&self.facetexcoord, -1, self.texcoord.len(), "texture coordinate")?;
        if !self.facenormal.is_empty() && self.facenormal.len() != self.face.len() {
            return Err(Problem::new("face data must have the same size as face normal data"));
        }
        if !self.facetexcoord.is_empty() && self.facetexcoord.len() != self.face.len() {
            return Err(Problem::new("face data must have the same size as face texture coordinate data"));
        }
        Ok(())
    }
}

fn check_indices(faces: &[[i32; 3]], least: i32, count: usize, what: &str) -> Result<(), Problem> {
    for (f, face) in faces.iter().enumerate() {
        for &i in face {
            if i < least || i64::from(i) >= count as i64 {
                return Err(Problem::new(format!("in face {f}, {what} index {i} does not exist")));
            }
        }
    }
    Ok(())
}
