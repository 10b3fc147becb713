//! Textures.

use sinew_core::model::{ColorSpace, TextureBuiltin, TextureType};

use super::image::{Image, read_png};
use super::{Problem, extension_is, pattern};
use crate::{Limits, spec};

/// A compiled texture.
#[doc(alias = "mjCTexture")]
#[derive(Clone, Debug, PartialEq)]
pub struct CompiledTexture {
    /// kind of texture
    pub type_: TextureType,
    /// colour space
    pub colorspace: ColorSpace,
    /// rows; six squares one above the other for a cube
    pub height: i32,
    /// columns
    pub width: i32,
    /// bytes per pixel
    pub nchannel: i32,
    /// pixels, row by row; row 0 is the top
    pub data: Vec<u8>,
}

/// Compiles a texture; `file` and `cubefiles` are the contents of the files of the same names in the specification.
/// Large gradients are filled by several threads if asked to.
pub fn compile(
    spec: &spec::Texture,
    file: Option<&[u8]>,
    cubefiles: &[Option<&[u8]>],
    usethread: bool,
    limits: &Limits,
) -> Result<CompiledTexture, Problem> {
    let mut out = CompiledTexture {
        type_: spec.type_,
        colorspace: spec.colorspace,
        height: spec.height,
        width: spec.width,
        nchannel: spec.nchannel,
        data: Vec::new(),
    };
    if !spec.data.is_empty() {
        let want = check_size(spec.width, spec.height, spec.nchannel, limits)?;
        if spec.data.len() != want {
            return Err(Problem::new(format!("texture buffer needs {want} bytes, got {}", spec.data.len())));
        }
        out.data.clone_from(&spec.data);
        flip(&mut out.data, spec.width as usize, spec.height as usize, spec);
    } else if spec.builtin != TextureBuiltin::None {
        if spec.nchannel != 3 {
            return Err(Problem::new(format!("a builtin texture has 3 channels, not {}", spec.nchannel)));
        }
        if spec.type_ != TextureType::TwoD {
            out.height =
                out.width.checked_mul(6).ok_or_else(|| Problem::new("width of a builtin texture is too large"))?;
        }
        check_size(out.width, out.height, 3, limits)?;
        out.data = pattern::pixels(spec, [out.width as usize, out.height as usize], usethread).into_flattened();
    } else if let Some(bytes) = file {
        let image = load(spec, &spec.file, bytes, &mut out, limits)?;
        if spec.type_ == TextureType::TwoD {
            (out.width, out.height) = (image.width as i32, image.height as i32);
            out.data = image.data;
        } else {
            cube_from_one(spec, &image, &mut out, limits)?;
        }
    } else {
        cube_from_six(spec, cubefiles, &mut out, limits)?;
    }
    Ok(out)
}

/// Reads an image, flips it, and settles the colour space.
fn load(
    spec: &spec::Texture,
    name: &str,
    bytes: &[u8],
    out: &mut CompiledTexture,
    limits: &Limits,
) -> Result<Image, Problem> {
    let at = |e: Problem| Problem::new(format!("file '{name}': {e}"));
    let is = |extension: &str, content: &str| match spec.content_type.as_str() {
        "" => extension_is(name, extension),
        given => given == content,
    };
    let image = if is("png", "image/png") {
        let mut image = read_png(bytes, spec.nchannel.max(0) as usize, limits.pixels).map_err(at)?;
        flip(&mut image.data, image.width, image.height, spec);
        image
    } else if is("ktx", "image/ktx") {
        out.nchannel = 1;
        wrapped(spec, bytes).map_err(at)?
    } else {
        return Err(at(Problem::new("a texture is read from PNG or KTX images")));
    };
    if out.colorspace == ColorSpace::Auto {
        out.colorspace = if image.srgb { ColorSpace::Srgb } else { ColorSpace::Linear };
    }
    Ok(image)
}

/// A KTX image as it is, for a renderer to unpack: one row of bytes.
fn wrapped(spec: &spec::Texture, bytes: &[u8]) -> Result<Image, Problem> {
    if spec.type_ != TextureType::TwoD {
        return Err(Problem::new("a KTX image can only be a 2d texture"));
    }
    if spec.hflip || spec.vflip {
        return Err(Problem::new("a KTX image cannot be flipped"));
    }
    if bytes.is_empty() {
        return Err(Problem::new("the file is empty"));
    }
    Ok(Image { width: bytes.len(), height: 1, data: bytes.to_vec(), srgb: false })
}

fn flip(data: &mut [u8], width: usize, height: usize, spec: &spec::Texture) {
    let n = spec.nchannel.max(0) as usize;
    if width * n == 0 {
        return;
    }
    if spec.hflip {
        for row in data.chunks_exact_mut(width * n) {
            row.reverse();
            row.chunks_exact_mut(n).for_each(<[u8]>::reverse);
        }
    }
    if spec.vflip {
        for r in 0..height / 2 {
            let (top, bottom) = data.split_at_mut((height - 1 - r) * width * n);
            top[r * width * n..(r + 1) * width * n].swap_with_slice(&mut bottom[..width * n]);
        }
    }
}

/// A colour in bytes.
pub(super) fn color(rgb: [f64; 3]) -> [u8; 3] {
    rgb.map(|x| (255.0 * x) as u8)
}

/// One image for all sides, or a grid with one square for each.
fn cube_from_one(
    spec: &spec::Texture,
    image: &Image,
    out: &mut CompiledTexture,
    limits: &Limits,
) -> Result<(), Problem> {
    let [rows, columns] = spec.gridsize;
    if rows < 1 || columns < 1 || i64::from(rows) * i64::from(columns) > 12 {
        return Err(Problem::new("gridsize must be positive and no more than 12 squares"));
    }
    let (rows, columns) = (rows as usize, columns as usize);
    let side = image.width / columns;
    if side != image.height / rows || !image.width.is_multiple_of(columns) || !image.height.is_multiple_of(rows) {
        return Err(Problem::new(format!(
            "an image of {} by {} pixels cannot be cut into {rows} rows and {columns} columns of squares",
            image.width, image.height
        )));
    }
    let n = spec.nchannel as usize;
    out.width = side as i32;
    if rows * columns == 1 {
        out.height = side as i32;
        out.data.clone_from(&image.data);
        return Ok(());
    }
    out.height = 6 * side as i32;
    check_size(out.width, out.height, spec.nchannel, limits)?;
    let mut faces = Faces::new(side, n, color(spec.rgb1));
    for (k, symbol) in spec.gridlayout.bytes().take(rows * columns).enumerate() {
        if symbol == b'.' {
            continue;
        }
        let Some(face) = b"RLUDFB".iter().position(|&s| s == symbol) else {
            return Err(Problem::new(format!("gridlayout symbol '{}' is not among .RLUDFB", symbol as char)));
        };
        for (j, row) in faces.face(face).chunks_exact_mut(side * n).enumerate() {
            let start = ((j + side * (k / columns)) * image.width + side * (k % columns)) * n;
            row.copy_from_slice(&image.data[start..start + side * n]);
        }
    }
    out.data = faces.data;
    Ok(())
}

/// One image for each side; sides without get the first colour.
fn cube_from_six(
    spec: &spec::Texture,
    files: &[Option<&[u8]>],
    out: &mut CompiledTexture,
    limits: &Limits,
) -> Result<(), Problem> {
    if spec.type_ == TextureType::TwoD {
        return Err(Problem::new("a 2d texture needs a file, a builtin type or data"));
    }
    let mut faces: Option<Faces> = None;
    for (i, bytes) in files.iter().enumerate().take(6) {
        let Some(bytes) = bytes else { continue };
        let name = spec.cubefiles.get(i).map_or("", String::as_str);
        let image = load(spec, name, bytes, out, limits)?;
        if image.width != image.height {
            return Err(Problem::new(format!("file '{name}': the side of a cube must be square")));
        }
        let side = image.width;
        check_size(side as i32, 6 * side as i32, spec.nchannel, limits)?;
        let faces = faces.get_or_insert_with(|| Faces::new(side, spec.nchannel as usize, color(spec.rgb1)));
        if faces.side != side {
            return Err(Problem::new(format!("file '{name}': the sides of a cube must have one size")));
        }
        faces.face(i).copy_from_slice(&image.data);
    }
    let faces = faces.ok_or_else(|| Problem::new("a cube or skybox texture needs at least one file"))?;
    (out.width, out.height) = (faces.side as i32, 6 * faces.side as i32);
    out.data = faces.data;
    Ok(())
}

/// Six squares: right, left, up, down, front, back.
struct Faces {
    side: usize,
    channels: usize,
    data: Vec<u8>,
}

impl Faces {
    fn new(side: usize, channels: usize, fill: [u8; 3]) -> Self {
        let mut data = Vec::with_capacity(6 * side * side * channels);
        for _ in 0..6 * side * side {
            data.extend((0..channels).map(|c| fill.get(c).copied().unwrap_or(255)));
        }
        Self { side, channels, data }
    }

    fn face(&mut self, i: usize) -> &mut [u8] {
        let size = self.side * self.side * self.channels;
        &mut self.data[i * size..(i + 1) * size]
    }
}

fn check_size(width: i32, height: i32, nchannel: i32, limits: &Limits) -> Result<usize, Problem> {
    if width < 1 || height < 1 {
        return Err(Problem::new(format!("width and height must be positive, got {width} and {height}")));
    }
    let size = i64::from(width).checked_mul(height.into()).and_then(|n| n.checked_mul(nchannel.into()));
    match size {
        Some(n) if n > 0 && n as usize <= limits.pixels.saturating_mul(8) => Ok(n as usize),
        _ => Err(Problem::new(format!("{width} by {height} pixels are more than supported"))),
    }
}

#[cfg(test)]
mod tests {
    use sinew_core::model::TextureMark;

    use super::super::image::tests::encode;
    use super::*;

    fn compile(spec: &spec::Texture, file: Option<&[u8]>, sides: &[Option<&[u8]>]) -> Result<CompiledTexture, Problem> {
        super::compile(spec, file, sides, false, &Limits::default())
    }

    fn flat(type_: TextureType, builtin: TextureBuiltin) -> spec::Texture {
        spec::Texture { type_, builtin, width: 8, height: 4, ..spec::Texture::default() }
    }

    #[test]
    fn a_cube_is_six_squares_high() {
        let t = compile(&flat(TextureType::Cube, TextureBuiltin::Checker), None, &[]).unwrap();
        assert_eq!((t.width, t.height, t.data.len()), (8, 48, 3 * 8 * 48));
        let t = compile(&flat(TextureType::TwoD, TextureBuiltin::Gradient), None, &[]).unwrap();
        assert_eq!((t.width, t.height, t.data.len()), (8, 4, 3 * 32));
    }

    #[test]
    fn a_checker_has_two_colours_and_an_edge_its_own() {
        let mut spec = flat(TextureType::TwoD, TextureBuiltin::Checker);
        (spec.rgb1, spec.rgb2, spec.markrgb) = ([1.0; 3], [0.0; 3], [0.0, 1.0, 0.0]);
        let t = compile(&spec, None, &[]).unwrap();
        assert_eq!((t.data[0], t.data[3 * 7], t.data[3 * 24], t.data[3 * 31]), (255, 0, 0, 255));
        spec.mark = TextureMark::Edge;
        let t = compile(&spec, None, &[]).unwrap();
        assert_eq!(t.data[..3], [0, 255, 0]);
    }

    #[test]
    fn a_grid_of_squares_is_dealt_to_the_sides() {
        let file = encode(2, 1, png::ColorType::Rgb, &[1, 1, 1, 2, 2, 2]);
        let mut spec = spec::Texture { file: "t.png".into(), gridsize: [1, 2], ..spec::Texture::default() };
        spec.gridlayout = "LU".into();
        let t = compile(&spec, Some(&file), &[]).unwrap();
        assert_eq!(t.data, [204, 204, 204, 1, 1, 1, 2, 2, 2, 204, 204, 204, 204, 204, 204, 204, 204, 204]);
        spec.gridlayout = "QQ".into();
        assert!(compile(&spec, Some(&file), &[]).unwrap_err().0.contains("gridlayout"));
        spec.gridsize = [-3, 4];
        assert!(compile(&spec, Some(&file), &[]).unwrap_err().0.contains("gridsize"));
    }

    #[test]
    fn images_are_flipped_on_request() {
        let file = encode(2, 2, png::ColorType::Grayscale, &[1, 2, 3, 4]);
        let mut spec = spec::Texture { type_: TextureType::TwoD, file: "t.png".into(), ..spec::Texture::default() };
        (spec.nchannel, spec.hflip) = (1, true);
        assert_eq!(compile(&spec, Some(&file), &[]).unwrap().data, [2, 1, 4, 3]);
        spec.vflip = true;
        assert_eq!(compile(&spec, Some(&file), &[]).unwrap().data, [4, 3, 2, 1]);
    }

    #[test]
    fn sizes_are_bounded() {
        let mut spec = flat(TextureType::TwoD, TextureBuiltin::Flat);
        (spec.width, spec.height) = (i32::MAX, i32::MAX);
        assert!(compile(&spec, None, &[]).is_err());
        spec.type_ = TextureType::Cube;
        assert!(compile(&spec, None, &[]).is_err());
        spec.width = 0;
        assert!(compile(&spec, None, &[]).is_err());
    }
}
