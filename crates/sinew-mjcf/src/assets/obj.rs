//! Wavefront OBJ files: positions, normals, texture coordinates and polygons of the first shape.
//!
//! As MuJoCo does it, all vertices are kept, the faces are those of the first object or group that has some, quads are
//! cut along their shorter diagonal and larger polygons by clipping ears.

use super::Problem;
use super::surface::Surface;

/// Corner of a polygon: vertex, texture coordinate and normal, from 0; -1: not given.
#[derive(Clone, Copy, Debug)]
struct Corner {
    v: i32,
    t: i32,
    n: i32,
}

/// largest number of corners of one polygon: clipping ears takes their square in time
const MAX_CORNERS: usize = 4096;

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Surface, Problem> {
    let mut out = Reader::default();
    for (line, content) in bytes.split(|&b| b == b'\n').enumerate() {
        out.line(content.trim_ascii()).map_err(|p| Problem::new(format!("line {}: {p}", line + 1)))?;
    }
    if out.surface.vert.is_empty() {
        return Err(Problem::new("no vertices"));
    }
    if out.polygons > 0 && out.surface.face.is_empty() {
        return Err(Problem::new("none of the faces has three corners"));
    }
    out.check()?;
    let mut surface = out.surface;

    // texture rows are counted from the top
    for t in &mut surface.texcoord {
        t[1] = 1.0 - t[1];
    }
    if surface.normal.is_empty() {
        surface.facenormal.clear();
    }
    if surface.texcoord.is_empty() {
        surface.facetexcoord.clear();
    }
    Ok(surface)
}

#[derive(Default)]
struct Reader {
    surface: Surface,
    polygon: Vec<Corner>,
    /// faces read so far, whatever their size
    polygons: usize,
    /// a shape with faces has ended: the rest of the file gives vertices only
    complete: bool,
    left: Vec<Corner>,
}

impl Reader {
    fn line(&mut self, line: &[u8]) -> Result<(), Problem> {
        let (command, rest) = split_word(line);
        match command {
            b"v" => {
                let v = numbers::<3>(rest)?;
                self.surface.vert.push(v);
            }
            b"vn" => {
                let v = numbers::<3>(rest)?;
                self.surface.normal.push(v);
            }
            b"vt" => {
                let v = numbers::<2>(rest)?;
                self.surface.texcoord.push(v);
            }
            b"f" if !self.complete => self.polygon(rest)?,
            b"g" | b"o" => self.complete |= !self.surface.face.is_empty(),
            _ => {}
        }
        Ok(())
    }

    fn polygon(&mut self, mut rest: &[u8]) -> Result<(), Problem> {
        self.polygon.clear();
        self.polygons += 1;
        loop {
            let (word, tail) = split_word(rest);
            if word.is_empty() || word[0] == b'#' {
                break;
            }
            let corner = self.corner(word)?;
            self.polygon.push(corner);
            if self.polygon.len() > MAX_CORNERS {
                return Err(Problem::new(format!("a polygon with more than {MAX_CORNERS} corners")));
            }
            rest = tail;
        }
        match self.polygon[..] {
            [a, b, c] => self.triangle(a, b, c),
            [a, b, c, d] => {
                // along the shorter diagonal
                let at = |p: Corner| self.surface.vert.get(p.v as usize).copied();
                if let (Some(pa), Some(pb), Some(pc), Some(pd)) = (at(a), at(b), at(c), at(d)) {
                    if squared(pa, pc) < squared(pb, pd) {
                        self.triangle(a, b, c);
                        self.triangle(a, c, d);
                    } else {
                        self.triangle(a, b, d);
                        self.triangle(b, c, d);
                    }
                }
            }
            [_, _, _, _, ..] => self.clip_ears(),
            _ => {}
        }
        Ok(())
    }

    /// One corner, `v`, `v/t`, `v//n` or `v/t/n`, counted from 1 or, if negative, from the last one given.
    fn corner(&self, word: &[u8]) -> Result<Corner, Problem> {
        let bad = || Problem::new(format!("'{}' is not a corner of a face", String::from_utf8_lossy(word)));
        let mut parts = word.split(|&b| b == b'/');
        let mut next = |count: usize| -> Result<i32, Problem> {
            match parts.next() {
                None | Some(b"") => Ok(-1),
                Some(text) => {
                    let i: i64 = str::from_utf8(text).ok().and_then(|s| s.parse().ok()).ok_or_else(bad)?;
                    let index = if i > 0 { i - 1 } else { count as i64 + i };
                    if i == 0 || index < 0 {
                        return Err(Problem::new(format!("index {i} does not exist")));
                    }
                    i32::try_from(index).map_err(|_| bad())
                }
            }
        };
        let s = &self.surface;
        let corner = Corner { v: next(s.vert.len())?, t: next(s.texcoord.len())?, n: next(s.normal.len())? };
        if corner.v < 0 { Err(bad()) } else { Ok(corner) }
    }

    fn triangle(&mut self, a: Corner, b: Corner, c: Corner) {
        self.surface.face.push([a.v, b.v, c.v]);
        self.surface.facenormal.push([a.n, b.n, c.n]);
        self.surface.facetexcoord.push([a.t, b.t, c.t]);
    }

    /// Cuts off corners that hold no other vertex, one after the other, in the coordinate plane that the polygon faces most.
    fn clip_ears(&mut self) {
        let vert = &self.surface.vert;
        let plane = facing_plane(vert, &self.polygon);
        let project = |c: &Corner| vert.get(c.v as usize).map(|p| [p[plane[0]], p[plane[1]]]);
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        left.extend_from_slice(&self.polygon);
        let mut ears = Vec::with_capacity(left.len());
        let (mut guess, mut patience, mut before) = (0, left.len(), left.len());
        while left.len() > 3 && patience > 0 {
            let n = left.len();
            guess %= n;
            if before == n {
                patience -= 1;
            } else {
                before = n;
                patience = n;
            }
            let ear: [Corner; 3] = std::array::from_fn(|k| left[(guess + k) % n]);
            let p: [[f32; 2]; 3] = std::array::from_fn(|k| project(&ear[k]).unwrap_or_default());
            let turn = (p[1][0] - p[0][0]) * (p[2][1] - p[1][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[1][0]);
            let area = (p[0][0] * p[1][1] - p[0][1] * p[1][0]) * 0.5;
            let blocked =
                turn * area < 0.0 || (3..n).any(|k| project(&left[(guess + k) % n]).is_some_and(|q| inside(&p, q)));
            if blocked {
                guess += 1;
                continue;
            }
            ears.push(ear);
            left.remove((guess + 1) % n);
        }
        if let [a, b, c] = left[..] {
            ears.push([a, b, c]);
        }
        self.left = left;
        for [a, b, c] in ears {
            self.triangle(a, b, c);
        }
    }

    /// Indices may point forward, so they are looked at when all is read.
    fn check(&self) -> Result<(), Problem> {
        let s = &self.surface;
        for (rows, count, what) in [
            (&s.face, s.vert.len(), "vertex"),
            (&s.facetexcoord, s.texcoord.len(), "texture coordinate"),
            (&s.facenormal, s.normal.len(), "normal"),
        ] {
            if let Some(i) = rows.iter().flatten().find(|&&i| i64::from(i) >= count as i64) {
                return Err(Problem::new(format!(
                    "a face refers to {what} {}, but there are {count}",
                    i64::from(*i) + 1
                )));
            }
        }
        Ok(())
    }
}

/// The two coordinates in which the first proper corner of a polygon has most of its area.
fn facing_plane(vert: &[[f32; 3]], polygon: &[Corner]) -> [usize; 2] {
    let n = polygon.len();
    for k in 0..n {
        let corners = [0, 1, 2].map(|j| vert.get(polygon[(k + j) % n].v as usize).copied());
        let [Some(a), Some(b), Some(c)] = corners else { continue };
        let (e, f): ([f32; 3], [f32; 3]) = (std::array::from_fn(|i| b[i] - a[i]), std::array::from_fn(|i| c[i] - b[i]));
        let x = (e[1] * f[2] - e[2] * f[1]).abs();
        let y = (e[2] * f[0] - e[0] * f[2]).abs();
        let z = (e[0] * f[1] - e[1] * f[0]).abs();
        if x > f32::EPSILON || y > f32::EPSILON || z > f32::EPSILON {
            return if x > y && x > z {
                [1, 2]
            } else if z > x && z > y {
                [0, 1]
            } else {
                [0, 2]
            };
        }
    }
    [1, 2]
}

/// Whether a point lies in a triangle, by counting crossings.
fn inside(t: &[[f32; 2]; 3], q: [f32; 2]) -> bool {
    let mut odd = false;
    for i in 0..3 {
        let (a, b) = (t[i], t[(i + 2) % 3]);
        if (a[1] > q[1]) != (b[1] > q[1]) && q[0] < (b[0] - a[0]) * (q[1] - a[1]) / (b[1] - a[1]) + a[0] {
            odd = !odd;
        }
    }
    odd
}

fn squared(a: [f32; 3], b: [f32; 3]) -> f32 {
    let d: [f32; 3] = std::array::from_fn(|i| b[i] - a[i]);
    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii_start();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    line.split_at(end)
}

/// The first numbers of a line; missing ones are 0.
fn numbers<const N: usize>(mut rest: &[u8]) -> Result<[f32; N], Problem> {
    let mut out = [0.0; N];
    for x in &mut out {
        let (word, tail) = split_word(rest);
        if word.is_empty() {
            break;
        }
        *x =
            number(word).ok_or_else(|| Problem::new(format!("'{}' is not a number", String::from_utf8_lossy(word))))?;
        rest = tail;
    }
    Ok(out)
}

/// powers of ten that are exact
const TENS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A decimal number; the common short ones without the general parser.
fn number(word: &[u8]) -> Option<f32> {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, word),
    };
    let (mut mantissa, mut scale, mut seen_point, mut count) = (0u64, 0usize, false, 0);
    for &b in digits {
        match b {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + u64::from(b - b'0');
                scale += usize::from(seen_point);
                count += 1;
            }
            b'.' if !seen_point => seen_point = true,
            _ => count = usize::MAX,
        }
        if count > 15 {
            let x: f64 = str::from_utf8(word).ok()?.parse().ok()?;
            return Some(x as f32);
        }
    }
    // both are exact, so the quotient is rounded once, as the general parser would
    let x = if count == 0 { return None } else { mantissa as f64 / TENS[scale] };
    Some(if negative { -x } else { x } as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\n";

    #[test]
    fn a_quad_is_cut_along_its_shorter_diagonal() {
        let s = read(b"v 0 0 0\nv 1 0 0\nv 3 3 0\nv 0 1 0\nf 1 2 3 4\n").unwrap();
        assert_eq!(s.face, [[0, 1, 3], [1, 2, 3]]);
        let s = read(b"v 0 0 0\nv 3 0 0\nv 1 1 0\nv 0 3 0\nf 1 2 3 4\n").unwrap();
        assert_eq!(s.face, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn indices_count_from_one_or_backwards_and_may_name_normals_and_texture() {
        let text = format!("{SQUARE}vn 0 0 1\nvt 0.25 0.75\nf 1/1/1 2/1/1 -2/-1/-1\nf 1//1 3//1 4//1\n");
        let s = read(text.as_bytes()).unwrap();
        assert_eq!(s.face, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(s.facenormal, [[0; 3]; 2]);
        assert_eq!(s.facetexcoord, [[0; 3], [-1; 3]]);
        assert_eq!(s.texcoord, [[0.25, 0.25]]);
    }

    #[test]
    fn faces_are_those_of_the_first_shape_that_has_some() {
        let s = read(format!("{SQUARE}o a\no b\nf 1 2 3\ng c\nf 1 3 4\nv 9 9 9\n").as_bytes()).unwrap();
        assert_eq!(s.face, [[0, 1, 2]]);
        assert_eq!(s.vert.len(), 5);
    }

    #[test]
    fn ears_of_a_polygon_cover_its_area_once() {
        // an L, whose inner corner must not be cut off
        let s = read(b"v 1 1 0\nv 3 1 0\nv 3 2 0\nv 2 2 0\nv 2 3 0\nv 1 3 0\nf 1 2 3 4 5 6\n").unwrap();
        assert_eq!(s.face.len(), 4);
        let area = |f: &[i32; 3]| {
            let [a, b, c] = f.map(|i| s.vert[i as usize]);
            0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
        };
        assert!(s.face.iter().all(|f| area(f) > 0.0));
        assert_eq!(s.face.iter().map(area).sum::<f32>(), 3.0);
    }

    #[test]
    fn numbers_are_rounded_as_the_general_parser_does() {
        for text in ["0.1", "-12.345678", "1e-3", "7", "-0", "3.14159265358979", "0.000000119", ".5", "2."] {
            let want = text.parse::<f64>().unwrap() as f32;
            assert_eq!(number(text.as_bytes()).unwrap().to_bits(), want.to_bits(), "{text}");
        }
        assert_eq!(number(b"x"), None);
        assert_eq!(number(b"."), None);
        assert_eq!(number(b"-"), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, word) in [
            ("v a b c\n", "line 1"),
            ("v 0 0 0\nf 0 1 1\n", "index 0"),
            ("v 0 0 0\nf 1 1 999999\n", "999999"),
            ("v 0 0 0\nf -9 1 1\n", "index -9"),
            ("v 0 0 0\nf 1/7 1/7 1/7\n", "texture coordinate 7"),
            ("v 0 0 0\nf 1 1\nf 1\n", "three corners"),
            ("", "no vertices"),
        ] {
            let problem = read(text.as_bytes()).unwrap_err().0;
            assert!(problem.contains(word), "{problem}");
        }
    }
}
