//! Textures.

use sinew_core::model::{ColorSpace, TextureBuiltin, TextureType};

use super::image::Png;
use super::{Problem, extension_is, pattern};
use crate::{Limits, spec};

/// A compiled texture, but for its pixels.
#[doc(alias = "mjCTexture")]
#[derive(Clone, Copy, Debug, PartialEq)]
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
}

impl CompiledTexture {
    /// Bytes of its pixels.
    pub fn size(&self) -> usize {
        self.width as usize * self.height as usize * self.nchannel.max(0) as usize
    }
}

/// A texture whose size is known and whose pixels are still to be drawn, so that all textures of a model can be drawn
/// where they stay.
pub(crate) struct Plan<'a> {
    spec: &'a spec::Texture,
    /// what it will be
    pub texture: CompiledTexture,
    source: Source<'a>,
}

/// Where pixels come from.
enum Source<'a> {
    Given,
    Pattern,
    /// a file for a renderer to unpack
    Wrapped(&'a [u8]),
    Image(Png<'a>),
    /// squares of an image, for the sides of a cube
    Grid(Png<'a>),
    /// an image for each of some sides
    Sides(Vec<(usize, Png<'a>)>),
}

impl<'a> Plan<'a> {
    /// Plans a texture; `file` and `cubefiles` are the contents of the files of the same names in the specification.
    pub fn new(
        spec: &'a spec::Texture,
        file: Option<&'a [u8]>,
        cubefiles: &[Option<&'a [u8]>],
        limits: &Limits,
    ) -> Result<Self, Problem> {
        let spec::Texture { type_, colorspace, height, width, nchannel, .. } = *spec;
        let mut texture = CompiledTexture { type_, colorspace, height, width, nchannel };
        let source = if !spec.data.is_empty() {
            let want = check_size(width, height, nchannel, limits)?;
            if spec.data.len() != want {
                return Err(Problem::new(format!("texture buffer needs {want} bytes, got {}", spec.data.len())));
            }
            Source::Given
        } else if spec.builtin != TextureBuiltin::None {
            if nchannel != 3 {
                return Err(Problem::new(format!("a builtin texture has 3 channels, not {nchannel}")));
            }
            if type_ != TextureType::TwoD {
                let height = width.checked_mul(6);
                texture.height = height.ok_or_else(|| Problem::new("width of a builtin texture is too large"))?;
            }
            check_size(width, texture.height, 3, limits)?;
            Source::Pattern
        } else if let Some(bytes) = file {
            one_file(spec, bytes, &mut texture, limits)?
        } else {
            Source::Sides(six_files(spec, cubefiles, &mut texture, limits)?)
        };
        Ok(Self { spec, texture, source })
    }

    /// Roughly how many nanoseconds it takes to draw: unpacking takes most, then the roots in gradients.
    pub fn cost(&self) -> usize {
        let per_byte = match self.source {
            Source::Image(_) | Source::Grid(_) | Source::Sides(_) => 4,
            Source::Pattern => 1,
            Source::Given | Source::Wrapped(_) => 0,
        };
        per_byte * self.texture.size()
    }

    /// Draws the pixels, row by row; row 0 is the top. Large patterns take two threads if asked to.
    pub fn draw(self, out: &mut [u8], usethread: bool) -> Result<(), Problem> {
        let (spec, channels) = (self.spec, self.texture.nchannel.max(0) as usize);
        let size = [self.texture.width as usize, self.texture.height as usize];
        match self.source {
            Source::Given => {
                out.copy_from_slice(&spec.data);
                flip(out, size, spec);
            }
            Source::Pattern => pattern::draw(spec, out.as_chunks_mut().0, size, usethread),
            Source::Wrapped(bytes) => out.copy_from_slice(bytes),
            Source::Image(png) => unpack(spec, &spec.file, png, out)?,
            Source::Grid(png) => grid(spec, png, &mut Faces::new(out, size[0], channels, spec))?,
            Source::Sides(sides) => {
                let mut faces = Faces::new(out, size[0], channels, spec);
                for (i, png) in sides {
                    unpack(spec, spec.cubefiles.get(i).map_or("", String::as_str), png, faces.face(i))?;
                }
            }
        }
        Ok(())
    }
}

/// Opens the file of a texture: an image, or for a cube an image for all sides or a grid with a square for each.
fn one_file<'a>(
    spec: &spec::Texture,
    bytes: &'a [u8],
    texture: &mut CompiledTexture,
    limits: &Limits,
) -> Result<Source<'a>, Problem> {
    if is(spec, &spec.file, "ktx", "image/ktx") {
        wrapped(spec, bytes).map_err(|e| of_file(&spec.file, &e))?;
        (texture.width, texture.height, texture.nchannel) = (bytes.len() as i32, 1, 1);
        texture.colorspace = settled(texture.colorspace, false);
        return Ok(Source::Wrapped(bytes));
    }
    let png = open(spec, &spec.file, bytes, texture, limits)?;
    (texture.width, texture.height) = (png.width as i32, png.height as i32);
    if spec.type_ == TextureType::TwoD {
        return Ok(Source::Image(png));
    }
    let side = side_in_grid(spec, [png.width, png.height])?;
    texture.width = side as i32;
    if spec.gridsize == [1, 1] {
        return Ok(Source::Image(png));
    }
    texture.height = 6 * side as i32;
    check_size(texture.width, texture.height, spec.nchannel, limits)?;
    Ok(Source::Grid(png))
}

fn of_file(name: &str, why: &Problem) -> Problem {
    Problem::new(format!("file '{name}': {why}"))
}

fn is(spec: &spec::Texture, name: &str, extension: &str, content: &str) -> bool {
    if spec.content_type.is_empty() { extension_is(name, extension) } else { spec.content_type == content }
}

fn settled(given: ColorSpace, srgb: bool) -> ColorSpace {
    match given {
        ColorSpace::Auto if srgb => ColorSpace::Srgb,
        ColorSpace::Auto => ColorSpace::Linear,
        _ => given,
    }
}

/// Opens an image and settles the colour space.
fn open<'a>(
    spec: &spec::Texture,
    name: &str,
    bytes: &'a [u8],
    texture: &mut CompiledTexture,
    limits: &Limits,
) -> Result<Png<'a>, Problem> {
    if !is(spec, name, "png", "image/png") {
        return Err(of_file(name, &Problem::new("a texture is read from PNG or KTX images")));
    }
    let channels = spec.nchannel.max(0) as usize;
    let png = Png::open(bytes, channels, limits.pixels).map_err(|e| of_file(name, &e))?;
    texture.colorspace = settled(texture.colorspace, png.srgb);
    Ok(png)
}

/// Unpacks an image and flips it.
fn unpack(spec: &spec::Texture, name: &str, png: Png<'_>, out: &mut [u8]) -> Result<(), Problem> {
    let size = [png.width, png.height];
    png.unpack(out).map_err(|e| of_file(name, &e))?;
    flip(out, size, spec);
    Ok(())
}

/// A KTX image is kept as it is, as one row of bytes.
fn wrapped(spec: &spec::Texture, bytes: &[u8]) -> Result<(), Problem> {
    if spec.type_ != TextureType::TwoD {
        return Err(Problem::new("a KTX image can only be a 2d texture"));
    }
    if spec.hflip || spec.vflip {
        return Err(Problem::new("a KTX image cannot be flipped"));
    }
    if bytes.is_empty() {
        return Err(Problem::new("the file is empty"));
    }
    Ok(())
}

fn flip(data: &mut [u8], [width, height]: [usize; 2], spec: &spec::Texture) {
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

/// Side of the squares that an image is cut into.
fn side_in_grid(spec: &spec::Texture, [width, height]: [usize; 2]) -> Result<usize, Problem> {
    let [rows, columns] = spec.gridsize;
    if rows < 1 || columns < 1 || i64::from(rows) * i64::from(columns) > 12 {
        return Err(Problem::new("gridsize must be positive and no more than 12 squares"));
    }
    let (rows, columns) = (rows as usize, columns as usize);
    let side = width / columns;
    if side != height / rows || !width.is_multiple_of(columns) || !height.is_multiple_of(rows) {
        return Err(Problem::new(format!(
            "an image of {width} by {height} pixels cannot be cut into {rows} rows and {columns} columns of squares"
        )));
    }
    Ok(side)
}

/// Deals the squares of an image to the sides of a cube.
fn grid(spec: &spec::Texture, png: Png<'_>, faces: &mut Faces) -> Result<(), Problem> {
    let (side, n, width) = (faces.side, faces.channels, png.width);
    let [rows, columns] = spec.gridsize.map(|count| count as usize);
    let mut image = vec![0; png.size()];
    unpack(spec, &spec.file, png, &mut image)?;
    for (k, symbol) in spec.gridlayout.bytes().take(rows * columns).enumerate() {
        if symbol == b'.' {
            continue;
        }
        let Some(face) = b"RLUDFB".iter().position(|&s| s == symbol) else {
            return Err(Problem::new(format!("gridlayout symbol '{}' is not among .RLUDFB", symbol as char)));
        };
        for (j, row) in faces.face(face).chunks_exact_mut(side * n).enumerate() {
            let start = ((j + side * (k / columns)) * width + side * (k % columns)) * n;
            row.copy_from_slice(&image[start..start + side * n]);
        }
    }
    Ok(())
}

/// Opens an image for each side; sides without get the first colour.
fn six_files<'a>(
    spec: &spec::Texture,
    files: &[Option<&'a [u8]>],
    texture: &mut CompiledTexture,
    limits: &Limits,
) -> Result<Vec<(usize, Png<'a>)>, Problem> {
    if spec.type_ == TextureType::TwoD {
        return Err(Problem::new("a 2d texture needs a file, a builtin type or data"));
    }
    let mut sides: Vec<(usize, Png<'a>)> = Vec::new();
    for (i, bytes) in files.iter().enumerate().take(6) {
        let Some(bytes) = bytes else { continue };
        let name = spec.cubefiles.get(i).map_or("", String::as_str);
        let png = open(spec, name, bytes, texture, limits)?;
        if png.width != png.height {
            return Err(Problem::new(format!("file '{name}': the side of a cube must be square")));
        }
        (texture.width, texture.height) = (png.width as i32, 6 * png.width as i32);
        check_size(texture.width, texture.height, spec.nchannel, limits)?;
        if sides.first().is_some_and(|(_, first)| first.width != png.width) {
            return Err(Problem::new(format!("file '{name}': the sides of a cube must have one size")));
        }
        sides.push((i, png));
    }
    if sides.is_empty() {
        return Err(Problem::new("a cube or skybox texture needs at least one file"));
    }
    Ok(sides)
}

/// Six squares: right, left, up, down, front, back.
struct Faces<'a> {
    side: usize,
    channels: usize,
    data: &'a mut [u8],
}

impl<'a> Faces<'a> {
    fn new(data: &'a mut [u8], side: usize, channels: usize, spec: &spec::Texture) -> Self {
        let fill = color(spec.rgb1);
        for pixel in data.chunks_exact_mut(channels.max(1)) {
            pixel.iter_mut().enumerate().for_each(|(c, byte)| *byte = fill.get(c).copied().unwrap_or(255));
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

    struct Drawn {
        width: i32,
        height: i32,
        data: Vec<u8>,
    }

    fn compile(spec: &spec::Texture, file: Option<&[u8]>, sides: &[Option<&[u8]>]) -> Result<Drawn, Problem> {
        let plan = Plan::new(spec, file, sides, &Limits::default())?;
        let CompiledTexture { width, height, .. } = plan.texture;
        let mut data = vec![0; plan.texture.size()];
        plan.draw(&mut data, false)?;
        Ok(Drawn { width, height, data })
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
        assert!(compile(&spec, Some(&file), &[]).err().unwrap().0.contains("gridlayout"));
        spec.gridsize = [-3, 4];
        assert!(compile(&spec, Some(&file), &[]).err().unwrap().0.contains("gridsize"));
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
