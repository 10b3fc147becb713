//! STL files, binary and text.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Problem;
use super::surface::Surface;

const HEADER: usize = 84;
const TRIANGLE: usize = 50;
/// most triangles of one file, as in MuJoCo
const MAX_FACES: usize = 200_000;
/// largest coordinate
const MAX_COORDINATE: f32 = 1_073_741_824.0;

/// Mixes the three words of a vertex; the default hasher costs more than all else here.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u32(u32::from(b));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Seen = HashMap<(u32, u32, u32), i32, BuildHasherDefault<WordHasher>>;

/// Reads a file; a vertex that several triangles share appears once, in order of first use.
pub(crate) fn read(bytes: &[u8]) -> Result<Surface, Problem> {
    if bytes.is_empty() {
        return Err(Problem::new("the file is empty"));
    }
    if let Some(count) = binary_count(bytes) {
        return binary(bytes, count);
    }
    if let Some(text) = text_of(bytes) {
        return ascii(text);
    }
    Err(match bytes.get(80..HEADER) {
        None => Problem::new(format!("{} bytes are too few for the header of an STL file", bytes.len())),
        Some(word) => {
            let count = word.iter().rev().fold(0usize, |n, &b| n << 8 | usize::from(b));
            Problem::new(format!(
                "the header announces {count} triangles, which takes {} bytes, but the file has {}",
                HEADER + TRIANGLE * count,
                bytes.len()
            ))
        }
    })
}

/// Number of triangles, if the size of the file is that of a binary one.
fn binary_count(bytes: &[u8]) -> Option<usize> {
    let word: [u8; 4] = bytes.get(80..HEADER)?.try_into().ok()?;
    let count = u32::from_le_bytes(word) as usize;
    (HEADER + TRIANGLE * count == bytes.len()).then_some(count)
}

/// The file as text, if it starts like one.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?;
    text.trim_start().get(..5).is_some_and(|s| s.eq_ignore_ascii_case("solid")).then_some(text)
}

fn check_count(count: usize) -> Result<(), Problem> {
    if (1..=MAX_FACES).contains(&count) {
        Ok(())
    } else {
        Err(Problem::new(format!("number of triangles should be between 1 and {MAX_FACES}, got {count}")))
    }
}

/// Gathers vertices, each once.
#[derive(Default)]
struct Builder {
    surface: Surface,
    seen: Seen,
}

impl Builder {
    fn with_faces(count: usize) -> Self {
        let mut b = Self::default();
        b.surface.face.reserve(count);
        b.surface.vert.reserve(count / 2 + 3);
        b.seen.reserve(count / 2 + 3);
        b
    }

    fn vertex(&mut self, v: [f32; 3]) -> Result<i32, Problem> {
        // finite, and small enough that later products do not overflow
        if v.iter().any(|x| x.is_nan() || x.abs() > MAX_COORDINATE) {
            return Err(Problem::new(format!("vertex {v:?} is not finite or too large")));
        }
        let vert = &mut self.surface.vert;
        Ok(*self.seen.entry((v[0].to_bits(), v[1].to_bits(), v[2].to_bits())).or_insert_with(|| {
            vert.push(v);
            vert.len() as i32 - 1
        }))
    }

    fn triangle(&mut self, [a, b, c]: [[f32; 3]; 3]) -> Result<(), Problem> {
        let face = [self.vertex(a)?, self.vertex(b)?, self.vertex(c)?];
        self.surface.face.push(face);
        Ok(())
    }
}

fn binary(bytes: &[u8], count: usize) -> Result<Surface, Problem> {
    check_count(count)?;
    let mut out = Builder::with_faces(count);
    for record in bytes[HEADER..].as_chunks::<TRIANGLE>().0 {
        let number = |i: usize| f32::from_le_bytes([record[i], record[i + 1], record[i + 2], record[i + 3]]);
        let corner = |j: usize| [number(12 * j), number(12 * j + 4), number(12 * j + 8)];
        out.triangle([corner(1), corner(2), corner(3)])?;
    }
    Ok(out.surface)
}

fn ascii(text: &str) -> Result<Surface, Problem> {
    let mut out = Builder::default();
    let mut loop_ = Vec::with_capacity(3);
    for (line, content) in text.lines().enumerate() {
        let mut words = content.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if first.eq_ignore_ascii_case("vertex") {
            let mut v = [0.0; 3];
            for x in &mut v {
                *x = words
                    .next()
                    .and_then(|w| w.parse().ok())
                    .ok_or_else(|| Problem::new(format!("line {}: expected 3 numbers after 'vertex'", line + 1)))?;
            }
            loop_.push(v);
        } else if first.eq_ignore_ascii_case("endloop") {
            let corners: [[f32; 3]; 3] = loop_.as_slice().try_into().map_err(|_| {
                Problem::new(format!("line {}: a facet has 3 vertices, this one {}", line + 1, loop_.len()))
            })?;
            out.triangle(corners)?;
            loop_.clear();
        }
    }
    check_count(out.surface.face.len())?;
    Ok(out.surface)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TETRAHEDRON: [[[f32; 3]; 3]; 4] = [
        [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ];

    fn binary_file(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut out = vec![0; 80];
        out.extend((triangles.len() as u32).to_le_bytes());
        for t in triangles {
            out.extend([0; 12]);
            out.extend(t.iter().flatten().flat_map(|x| x.to_le_bytes()));
            out.extend([0; 2]);
        }
        out
    }

    fn ascii_file(triangles: &[[[f32; 3]; 3]]) -> String {
        let facet = |t: &[[f32; 3]; 3]| {
            let corners = t.map(|v| format!("vertex {} {} {}\n", v[0], v[1], v[2])).concat();
            format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
        };
        format!("solid t\n{}endsolid t\n", triangles.iter().map(facet).collect::<String>())
    }

    #[test]
    fn shared_vertices_appear_once_in_order_of_use() {
        let s = read(&binary_file(&TETRAHEDRON)).unwrap();
        assert_eq!(s.vert, [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(s.face, [[0, 1, 2], [0, 2, 3], [0, 3, 1], [2, 1, 3]]);
    }

    #[test]
    fn text_and_binary_files_of_one_shape_read_the_same() {
        assert_eq!(read(ascii_file(&TETRAHEDRON).as_bytes()), read(&binary_file(&TETRAHEDRON)));
    }

    #[test]
    fn a_wrong_count_is_refused_before_anything_is_allocated() {
        let mut file = binary_file(&TETRAHEDRON);
        file[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(read(&file).unwrap_err().0.contains("4294967295 triangles"));
        assert!(read(&file[..150]).is_err());
        assert!(read(&[]).unwrap_err().0.contains("empty"));
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        let mut bad = TETRAHEDRON;
        bad[2][1][0] = f32::NAN;
        assert!(read(&binary_file(&bad)).unwrap_err().0.contains("not finite"));
        bad[2][1][0] = f32::INFINITY;
        assert!(read(&binary_file(&bad)).is_err());
    }
}
