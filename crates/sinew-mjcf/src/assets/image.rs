//! PNG images.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Reader, Transformations};

use super::Problem;

/// A PNG image that has been opened: its size is known, its pixels are still packed.
pub(crate) struct Png<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
    pub width: usize,
    pub height: usize,
    /// the file says that its colours are sRGB
    pub srgb: bool,
    /// channels in the file, and those asked for
    have: usize,
    want: usize,
}

/// How much smaller packed data can be at most, by the format of deflate.
const DENSEST: u64 = 1032;

impl<'a> Png<'a> {
    /// Opens an image of at most so many pixels, to be converted to 1 (red or grey), 3 or 4 channels.
    pub fn open(bytes: &'a [u8], channels: usize, most: usize) -> Result<Self, Problem> {
        if bytes.is_empty() {
            return Err(Problem::new("the file is empty"));
        }
        if !matches!(channels, 1 | 3 | 4) {
            return Err(Problem::new(format!("an image has 1, 3 or 4 channels, not {channels}")));
        }
        let memory = png::Limits { bytes: most.saturating_mul(8) };
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), memory);
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let reader = decoder.read_info().map_err(bad)?;
        let info = reader.info();
        let (width, height, srgb) = (info.width, info.height, info.srgb.is_some());
        let pixels = u64::from(width) * u64::from(height);
        if pixels > most as u64 {
            return Err(Problem::new(format!("{width} by {height} pixels are more than the {most} allowed")));
        }
        // nobody's memory is asked for on the word of a header
        if pixels * info.bits_per_pixel() as u64 / 8 > DENSEST * bytes.len() as u64 {
            return Err(Problem::new(format!("not a valid PNG image: too short for {width} by {height} pixels")));
        }
        let have = match reader.output_color_type() {
            (ColorType::Grayscale, BitDepth::Eight) => 1,
            (ColorType::GrayscaleAlpha, BitDepth::Eight) => 2,
            (ColorType::Rgb, BitDepth::Eight) => 3,
            (ColorType::Rgba, BitDepth::Eight) => 4,
            (ColorType::Indexed, _) => return Err(Problem::new("the image keeps its palette")),
            _ => return Err(Problem::new("the image does not have eight bits per channel")),
        };
        Ok(Self { reader, width: width as usize, height: height as usize, srgb, have, want: channels })
    }

    /// Bytes of the image.
    pub fn size(&self) -> usize {
        self.width * self.height * self.want
    }

    /// Writes the pixels, row by row from the top.
    pub fn unpack(mut self, out: &mut [u8]) -> Result<(), Problem> {
        let (have, want) = (self.have, self.want);
        if have == want {
            return self.reader.next_frame(out).map(drop).map_err(bad);
        }
        if self.reader.info().interlaced {
            let mut whole = vec![0; self.width * self.height * have];
            self.reader.next_frame(&mut whole).map_err(bad)?;
            convert(&whole, have, out, want);
            return Ok(());
        }
        let mut rows = out.chunks_exact_mut(self.width * want);
        while let Some(row) = self.reader.next_row().map_err(bad)? {
            if let Some(to) = rows.next() {
                convert(row.data(), have, to, want);
            }
        }
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "map_err calls it with the error itself")]
fn bad(e: png::DecodingError) -> Problem {
    Problem::new(format!("not a valid PNG image: {e}"))
}

/// Changes the number of channels: grey repeats, alpha is full, red stands for grey.
fn convert(from: &[u8], have: usize, to: &mut [u8], want: usize) {
    match (have, want) {
        (1, 3) => repack(from, to, |[v]: [u8; 1]| [v; 3]),
        (1, 4) => repack(from, to, |[v]: [u8; 1]| [v, v, v, 255]),
        (2, 1) => repack(from, to, |[v, _]: [u8; 2]| [v]),
        (2, 3) => repack(from, to, |[v, _]: [u8; 2]| [v; 3]),
        (2, 4) => repack(from, to, |[v, a]: [u8; 2]| [v, v, v, a]),
        (3, 1) => repack(from, to, |[r, _, _]: [u8; 3]| [r]),
        (3, 4) => repack(from, to, |[r, g, b]: [u8; 3]| [r, g, b, 255]),
        (4, 1) => repack(from, to, |[r, ..]: [u8; 4]| [r]),
        (4, 3) => repack(from, to, |[r, g, b, _]: [u8; 4]| [r, g, b]),
        _ => to.copy_from_slice(from),
    }
}

/// Every pixel in another form.
fn repack<const HAVE: usize, const WANT: usize>(from: &[u8], to: &mut [u8], pixel: impl Fn([u8; HAVE]) -> [u8; WANT]) {
    for (to, from) in to.as_chunks_mut::<WANT>().0.iter_mut().zip(from.as_chunks::<HAVE>().0) {
        *to = pixel(*from);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn read_png(bytes: &[u8], channels: usize, most: usize) -> Result<Vec<u8>, Problem> {
        let png = Png::open(bytes, channels, most)?;
        let mut out = vec![0; png.size()];
        png.unpack(&mut out)?;
        Ok(out)
    }

    /// A PNG file of the given pixels.
    pub fn encode(width: u32, height: u32, color: ColorType, data: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(color);
        encoder.set_depth(BitDepth::Eight);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        out
    }

    #[test]
    fn pixels_come_back_in_the_channels_asked_for() {
        let rgb = [1, 2, 3, 4, 5, 6];
        let file = encode(2, 1, ColorType::Rgb, &rgb);
        assert_eq!(read_png(&file, 3, 1 << 20).unwrap(), rgb);
        assert_eq!(read_png(&file, 1, 1 << 20).unwrap(), [1, 4]);
        assert_eq!(read_png(&file, 4, 1 << 20).unwrap(), [1, 2, 3, 255, 4, 5, 6, 255]);
        let grey = encode(1, 2, ColorType::Grayscale, &[7, 9]);
        assert_eq!(read_png(&grey, 3, 1 << 20).unwrap(), [7, 7, 7, 9, 9, 9]);
    }

    #[test]
    fn broken_files_are_refused() {
        let file = encode(16, 16, ColorType::Rgb, &[9; 768]);
        assert!(read_png(&file[..file.len() / 2], 3, 1 << 20).is_err());
        assert!(read_png(&[], 3, 1 << 20).is_err());
        let mut corrupt = file.clone();
        corrupt[20] ^= 0xff;
        assert!(read_png(&corrupt, 3, 1 << 20).is_err());
        assert!(read_png(b"not a png", 3, 1 << 20).is_err());
        // a size that so short a file cannot have
        let mut boast = encode(16, 16, ColorType::Grayscale, &[9; 256]);
        boast[16..24].copy_from_slice(&[0, 0, 16, 0, 0, 0, 16, 0]);
        let sum = crc(&boast[12..29]).to_be_bytes();
        boast[29..33].copy_from_slice(&sum);
        assert!(read_png(&boast, 3, 1 << 25).unwrap_err().0.contains("too short"));
    }

    #[test]
    fn an_image_of_too_many_pixels_is_refused() {
        let file = encode(16, 16, ColorType::Rgb, &[9; 768]);
        assert!(read_png(&file, 3, 256).is_ok());
        assert!(read_png(&file, 3, 255).unwrap_err().0.contains("16 by 16 pixels are more than the 255 allowed"));
    }

    /// The checksum of a chunk.
    fn crc(bytes: &[u8]) -> u32 {
        let bit = |c: u32| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
        !bytes.iter().fold(u32::MAX, |c, &byte| (0..8).fold(c ^ u32::from(byte), |c, _| bit(c)))
    }
}
