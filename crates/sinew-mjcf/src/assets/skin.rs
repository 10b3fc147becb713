//! Skins: from an SKN file or from the model itself, checked, with weights that sum to one at each vertex.

use super::{Problem, extension_is};
use crate::spec::{Bone, Skin};

/// bytes of the name of a body in a file
const NAME: usize = 40;

/// A compiled skin.
#[doc(alias = "mjCSkin")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompiledSkin {
    /// vertices
    pub vert: Vec<[f32; 3]>,
    /// texture coordinates, as many as vertices or none
    pub texcoord: Vec<[f32; 2]>,
    /// triangles
    pub face: Vec<[i32; 3]>,
    /// bodies that it follows; the weights of each vertex sum to one
    pub bones: Vec<Bone>,
}

/// Compiles a skin; `file` is the content of `spec.file`, `None` if no file is named.
pub fn compile(spec: &Skin, file: Option<&[u8]>) -> Result<CompiledSkin, Problem> {
    let mut out = match file {
        None => inline(spec)?,
        Some(_) if !(spec.vert.is_empty() && spec.face.is_empty() && spec.bones.is_empty()) => {
            return Err(Problem::new("skin given in a file and in the model"));
        }
        Some(_) if !extension_is(&spec.file, "skn") => {
            return Err(Problem::new(format!("file '{}': a skin is read from an .skn file", spec.file)));
        }
        Some(bytes) => from_skn(bytes).map_err(|e| Problem::new(format!("file '{}': {e}", spec.file)))?,
    };
    check(&out)?;
    normalize(&mut out)?;
    Ok(out)
}

fn inline(spec: &Skin) -> Result<CompiledSkin, Problem> {
    let (vert, vert_rest) = spec.vert.as_chunks();
    let (texcoord, texcoord_rest) = spec.texcoord.as_chunks();
    let (face, face_rest) = spec.face.as_chunks();
    let parts = [("vertex", 3, vert_rest.len()), ("texcoord", 2, texcoord_rest.len()), ("face", 3, face_rest.len())];
    if let Some((name, width, _)) = parts.iter().find(|part| part.2 != 0) {
        return Err(Problem::new(format!("{name} needs a multiple of {width} numbers")));
    }
    Ok(CompiledSkin { vert: vert.into(), texcoord: texcoord.into(), face: face.into(), bones: spec.bones.clone() })
}

/// Reads MuJoCo's format: four counts, vertices, texture coordinates, faces, then each bone with its vertices.
fn from_skn(bytes: &[u8]) -> Result<CompiledSkin, Problem> {
    let mut rest = Rest(bytes);
    let mut counts = [0; 4];
    for (count, what) in counts.iter_mut().zip(["vertices", "texture coordinates", "faces", "bones"]) {
        *count = rest.count(what)?;
    }
    let [nvert, ntexcoord, nface, nbone] = counts;
    let vert = rest.rows(nvert, f32::from_le_bytes)?;
    let texcoord = rest.rows(ntexcoord, f32::from_le_bytes)?;
    let face = rest.rows(nface, i32::from_le_bytes)?;
    let mut bones = Vec::new();
    for _ in 0..nbone {
        let name = rest.take(NAME)?.split(|&byte| byte == 0).next().unwrap_or_default();
        let body = std::str::from_utf8(name).map_err(|_| Problem::new("the name of a body is not UTF-8"))?.to_owned();
        let (bindpos, bindquat) = (rest.row(f32::from_le_bytes)?, rest.row(f32::from_le_bytes)?);
        let count = rest.count("vertices of a bone")?;
        let vertid = rest.rows::<i32, 1>(count, i32::from_le_bytes)?.into_flattened();
        let vertweight = rest.rows::<f32, 1>(count, f32::from_le_bytes)?.into_flattened();
        bones.push(Bone { body, bindpos, bindquat, vertid, vertweight });
    }
    if !rest.0.is_empty() {
        return Err(Problem::new(format!("{} bytes are left after the last bone", rest.0.len())));
    }
    Ok(CompiledSkin { vert, texcoord, face, bones })
}

/// What of a file has not been read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Problem> {
        let short = || Problem::new(format!("the file ends {} bytes too early", count.saturating_sub(self.0.len())));
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn count(&mut self, what: &str) -> Result<usize, Problem> {
        let [count] = self.row(i32::from_le_bytes)?;
        usize::try_from(count).map_err(|_| Problem::new(format!("the number of {what} is {count}")))
    }

    /// Rows of numbers; they are there before anything is allocated for them.
    fn rows<T, const N: usize>(&mut self, count: usize, read: fn([u8; 4]) -> T) -> Result<Vec<[T; N]>, Problem> {
        let bytes = self.take(count.saturating_mul(4 * N))?;
        Ok(bytes.as_chunks::<4>().0.chunks_exact(N).map(|row| std::array::from_fn(|i| read(row[i]))).collect())
    }

    fn row<T, const N: usize>(&mut self, read: fn([u8; 4]) -> T) -> Result<[T; N], Problem> {
        let words = self.take(4 * N)?.as_chunks::<4>().0;
        Ok(std::array::from_fn(|i| read(words[i])))
    }
}

fn check(skin: &CompiledSkin) -> Result<(), Problem> {
    let nvert = skin.vert.len();
    let missing = [("vertices", nvert), ("faces", skin.face.len()), ("bones", skin.bones.len())];
    if let Some((what, _)) = missing.iter().find(|part| part.1 == 0) {
        return Err(Problem::new(format!("a skin needs {what}")));
    }
    if !skin.texcoord.is_empty() && skin.texcoord.len() != nvert {
        let count = skin.texcoord.len();
        return Err(Problem::new(format!("texcoord needs a pair for each of {nvert} vertices, got {count}")));
    }
    let outside = |v: &i32| usize::try_from(*v).map_or(true, |v| v >= nvert);
    if let Some(v) = skin.face.as_flattened().iter().find(|v| outside(v)) {
        return Err(Problem::new(format!("face refers to vertex {v}, but there are {nvert}")));
    }
    for bone in &skin.bones {
        let (ids, weights) = (bone.vertid.len(), bone.vertweight.len());
        if ids != weights || ids == 0 {
            let message =
                format!("bone '{}': vertid and vertweight need as many numbers, got {ids} and {weights}", bone.body);
            return Err(Problem::new(message));
        }
        if let Some(v) = bone.vertid.iter().find(|v| outside(v)) {
            return Err(Problem::new(format!("bone '{}': vertid {v}, but there are {nvert} vertices", bone.body)));
        }
    }
    let numbers = skin.vert.as_flattened().iter().chain(skin.texcoord.as_flattened());
    let of_bones = skin.bones.iter().flat_map(|b| b.bindpos.iter().chain(&b.bindquat).chain(&b.vertweight));
    if numbers.chain(of_bones).any(|x| !x.is_finite()) {
        return Err(Problem::new("not all numbers of the skin are finite"));
    }
    Ok(())
}

/// Weights that sum to one at each vertex, and unit quaternions.
fn normalize(skin: &mut CompiledSkin) -> Result<(), Problem> {
    let mut total = vec![0.0_f32; skin.vert.len()];
    for bone in &skin.bones {
        for (&v, weight) in bone.vertid.iter().zip(&bone.vertweight) {
            total[v as usize] += weight;
        }
    }
    if let Some(v) = total.iter().position(|&sum| sum <= 1e-15) {
        return Err(Problem::new(format!("vertex {v} needs a positive weight in all bones together")));
    }
    for bone in &mut skin.bones {
        for (&v, weight) in bone.vertid.iter().zip(&mut bone.vertweight) {
            *weight /= total[v as usize];
        }
        let norm = bone.bindquat.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
        bone.bindquat =
            if norm < 1e-15 { [1.0, 0.0, 0.0, 0.0] } else { bone.bindquat.map(|x| (f64::from(x) / norm) as f32) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> Skin {
        let bone = |body: &str, vertid: &[i32], vertweight: &[f32]| Bone {
            body: body.into(),
            bindquat: [2.0, 0.0, 0.0, 0.0],
            vertid: vertid.into(),
            vertweight: vertweight.into(),
            ..Bone::default()
        };
        Skin {
            vert: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            face: vec![0, 1, 2],
            bones: vec![bone("a", &[0, 1], &[1.0, 3.0]), bone("b", &[1, 2], &[1.0, 2.0])],
            ..Skin::default()
        }
    }

    /// The same skin as a file.
    fn encode(skin: &Skin) -> Vec<u8> {
        let mut out = Vec::new();
        let counts = [skin.vert.len() / 3, skin.texcoord.len() / 2, skin.face.len() / 3, skin.bones.len()];
        out.extend(counts.iter().flat_map(|&n| (n as i32).to_le_bytes()));
        out.extend(skin.vert.iter().chain(&skin.texcoord).flat_map(|x| x.to_le_bytes()));
        out.extend(skin.face.iter().flat_map(|x| x.to_le_bytes()));
        for bone in &skin.bones {
            let mut name = [0; NAME];
            name[..bone.body.len()].copy_from_slice(bone.body.as_bytes());
            out.extend(name);
            out.extend(bone.bindpos.iter().chain(&bone.bindquat).flat_map(|x| x.to_le_bytes()));
            out.extend((bone.vertid.len() as i32).to_le_bytes());
            out.extend(bone.vertid.iter().flat_map(|x| x.to_le_bytes()));
            out.extend(bone.vertweight.iter().flat_map(|x| x.to_le_bytes()));
        }
        out
    }

    #[test]
    fn weights_of_a_vertex_sum_to_one() {
        let skin = compile(&triangle(), None).unwrap();
        assert_eq!(skin.bones[0].vertweight, [1.0, 0.75]);
        assert_eq!(skin.bones[1].vertweight, [0.25, 1.0]);
        assert_eq!(skin.bones[0].bindquat, [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_file_holds_what_the_model_can() {
        let named = Skin { file: "t.skn".into(), ..Skin::default() };
        let file = encode(&triangle());
        assert_eq!(compile(&named, Some(&file)), compile(&triangle(), None));
        for cut in 0..file.len() {
            assert!(compile(&named, Some(&file[..cut])).is_err(), "{cut} bytes are not a skin");
        }
        let longer = [&file[..], &[0]].concat();
        assert!(compile(&named, Some(&longer)).is_err());
    }

    #[test]
    fn counts_in_a_file_are_checked_before_memory_is_asked_for() {
        let named = Skin { file: "t.skn".into(), ..Skin::default() };
        for count in [i32::MAX, -1] {
            let file: Vec<u8> = [count; 4].iter().flat_map(|n| n.to_le_bytes()).collect();
            assert!(compile(&named, Some(&file)).is_err());
        }
    }

    #[test]
    fn a_vertex_without_weight_is_refused() {
        let mut skin = triangle();
        skin.bones.pop();
        assert!(compile(&skin, None).unwrap_err().0.contains("vertex 2"));
        let mut skin = triangle();
        skin.bones[0].vertid[0] = 3;
        assert!(compile(&skin, None).unwrap_err().0.contains("vertid 3"));
    }
}
