//! MuJoCo's own binary mesh format: four counts, then positions, normals, texture coordinates and faces.

use super::Problem;
use super::surface::Surface;

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Surface, Problem> {
    let (words, rest) = bytes.as_chunks::<4>();
    if words.len() < 4 || !rest.is_empty() {
        return Err(Problem::new(format!("{} bytes cannot be an MSH file", bytes.len())));
    }

    // counts, checked against the size of the file before anything is allocated
    let counts: [i64; 4] = std::array::from_fn(|i| i64::from(i32::from_le_bytes(words[i])));
    let [nvert, nnormal, ntexcoord, nface] = counts;
    let matches = |n: i64| n == 0 || n == nvert;
    if nvert < 4 || nface < 0 || !matches(nnormal) || !matches(ntexcoord) {
        return Err(Problem::new(format!(
            "invalid counts in the header: {nvert} vertices, {nnormal} normals, {ntexcoord} texture coordinates, {nface} faces"
        )));
    }
    let need = 16 + 12 * (nvert + nnormal + nface) + 8 * ntexcoord;
    if need != bytes.len() as i64 {
        return Err(Problem::new(format!("the header asks for {need} bytes, but the file has {}", bytes.len())));
    }

    // the blocks, one after the other
    let mut at = 4;
    let mut block = |n: i64, width: usize| {
        let start = at;
        at += n as usize * width;
        &words[start..at]
    };
    let vert = floats::<3>(block(nvert, 3));
    let normal = floats::<3>(block(nnormal, 3));
    let texcoord = floats::<2>(block(ntexcoord, 2));
    let face: Vec<[i32; 3]> = block(nface, 3).as_chunks::<3>().0.iter().map(|f| f.map(i32::from_le_bytes)).collect();
    Ok(Surface {
        facenormal: if normal.is_empty() { Vec::new() } else { face.clone() },
        facetexcoord: if texcoord.is_empty() { Vec::new() } else { face.clone() },
        vert,
        normal,
        texcoord,
        face,
    })
}

fn floats<const N: usize>(words: &[[u8; 4]]) -> Vec<[f32; N]> {
    words.as_chunks::<N>().0.iter().map(|row| row.map(f32::from_le_bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(counts: [i32; 4], reals: &[f32], faces: &[i32]) -> Vec<u8> {
        let mut out: Vec<u8> = counts.iter().flat_map(|n| n.to_le_bytes()).collect();
        out.extend(reals.iter().flat_map(|x| x.to_le_bytes()));
        out.extend(faces.iter().flat_map(|x| x.to_le_bytes()));
        out
    }

    const VERT: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

    #[test]
    fn blocks_are_read_in_order() {
        let mut reals = VERT.to_vec();
        reals.extend([0.0, 0.0, 1.0].repeat(4));
        reals.extend([0.25, 0.75].repeat(4));
        let s = read(&file([4, 4, 4, 1], &reals, &[0, 2, 1])).unwrap();
        assert_eq!(s.vert[3], [0.0, 0.0, 1.0]);
        assert_eq!(s.normal, [[0.0, 0.0, 1.0]; 4]);
        assert_eq!(s.texcoord, [[0.25, 0.75]; 4]);
        assert_eq!((s.face, s.facenormal, s.facetexcoord), (vec![[0, 2, 1]], vec![[0, 2, 1]], vec![[0, 2, 1]]));
    }

    #[test]
    fn counts_must_agree_with_the_size() {
        assert!(read(&file([4, 0, 0, 1], &VERT, &[0, 1])).is_err());
        assert!(read(&file([-4, 0, 0, 0], &VERT, &[])).is_err());
        assert!(read(&file([i32::MAX, 0, 0, 0], &VERT, &[])).is_err());
        assert!(read(&file([4, 3, 0, 0], &VERT, &[])).is_err());
        assert!(read(&[1, 2]).is_err());
        assert!(read(&file([4, 0, 0, 0], &VERT, &[])).is_ok());
    }
}
