//! Textures made from a formula (XML reference, asset/texture, builtin).

use sinew_core::model::{TextureBuiltin, TextureMark, TextureType};

use super::gradient;
use super::mersenne::{Mersenne, greatest_below};
use super::texture::color;
use crate::spec;

/// Draws a pattern, all sides of a cube one above the other. `size` is the width and height of the whole.
pub(super) fn draw(spec: &spec::Texture, pixels: &mut [[u8; 3]], size: [usize; 2], usethread: bool) {
    let [width, height] = size;
    if spec.mark != TextureMark::Random || spec.random <= 0.0 {
        unmarked(spec, pixels, size);
        let side = if spec.type_ == TextureType::TwoD { height } else { width };
        for face in pixels.chunks_exact_mut(width * side) {
            mark(face, spec, width, side);
        }
        return;
    }
    let marks = || scattered(width * height, spec.random);
    let marks = if usethread && width * height > WORTHWHILE {
        std::thread::scope(|scope| {
            let other = scope.spawn(marks);
            unmarked(spec, pixels, size);
            other.join().unwrap_or_else(|_| marks())
        })
    } else {
        unmarked(spec, pixels, size);
        marks()
    };
    let dot = color(spec.markrgb);
    for i in marks {
        pixels[i] = dot;
    }
}

/// Pixels for which another thread is worth starting to find those that are marked.
const WORTHWHILE: usize = 200_000;

fn unmarked(spec: &spec::Texture, pixels: &mut [[u8; 3]], [width, height]: [usize; 2]) {
    let cube = spec.type_ != TextureType::TwoD;
    let (first, second) = (color(spec.rgb1), color(spec.rgb2));
    match spec.builtin {
        TextureBuiltin::Gradient if cube => gradient::cube(spec, pixels, width),
        TextureBuiltin::Gradient => gradient::plane(spec, pixels, width, height),
        TextureBuiltin::Checker => {
            let side = if cube { width } else { height };
            for (i, face) in pixels.chunks_exact_mut(width * side).enumerate() {
                // the last two sides of a cube have the colours the other way round
                let (a, b) = if i < 4 { (first, second) } else { (second, first) };
                checker(face, a, b, width, side);
            }
        }
        _ => {
            // one colour, with another one below
            pixels.fill(first);
            if cube {
                pixels[3 * width * width..4 * width * width].fill(second);
            }
        }
    }
}

/// Two by two rectangles: all rows of a half are copies of one.
fn checker(face: &mut [[u8; 3]], first: [u8; 3], second: [u8; 3], width: usize, height: usize) {
    let (mut above, mut below) = (vec![first; width], vec![second; width]);
    above[width / 2..].fill(second);
    below[width / 2..].fill(first);
    for (r, row) in face.chunks_exact_mut(width).enumerate() {
        row.copy_from_slice(if r < height / 2 { &above } else { &below });
    }
}

/// Frame or cross in the colour of marks.
fn mark(face: &mut [[u8; 3]], spec: &spec::Texture, width: usize, height: usize) {
    let (rows, columns) = match spec.mark {
        TextureMark::Edge => ([0, height - 1], [0, width - 1]),
        TextureMark::Cross => ([height / 2; 2], [width / 2; 2]),
        _ => return,
    };
    let color = color(spec.markrgb);
    for r in rows {
        face[r * width..(r + 1) * width].fill(color);
    }
    for row in face.chunks_exact_mut(width) {
        for c in columns {
            row[c] = color;
        }
    }
}

/// Which of `n` pixels are marked: those whose random number is less than `density`.
fn scattered(n: usize, density: f64) -> Vec<usize> {
    let mut random = Mersenne::new(42);
    let last = greatest_below(density);
    let mut marks = Vec::new();
    let mut start = 0;
    while start < n {
        let words = random.block();
        let marked = |&(i, &word): &(usize, &u64)| word <= last && i < n;
        marks.extend((start..).zip(&words).filter(marked).map(|(i, _)| i));
        start += words.len();
    }
    marks
}
