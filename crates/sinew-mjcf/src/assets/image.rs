//! PNG images.

use png::{BitDepth, ColorType, Decoder, Transformations};

use super::Problem;

/// An image with eight bits per channel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u8>,
    /// the file says that its colours are sRGB
    pub srgb: bool,
}

/// Reads an image of at most so many pixels and converts it to 1 (red or grey), 3 or 4 channels.
pub(crate) fn read_png(bytes: &[u8], channels: usize, most: usize) -> Result<Image, Problem> {
    if bytes.is_empty() {
        return Err(Problem::new("the file is empty"));
    }
    if !matches!(channels, 1 | 3 | 4) {
        return Err(Problem::new(format!("an image has 1, 3 or 4 channels, not {channels}")));
    }
    let bad = |e: png::DecodingError| Problem::new(format!("not a valid PNG image: {e}"));
    let memory = png::Limits { bytes: most.saturating_mul(8) };
    let mut decoder = Decoder::new_with_limits(std::io::Cursor::new(bytes), memory);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(bad)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > most as u64 {
        return Err(Problem::new(format!("{width} by {height} pixels are more than the {most} allowed")));
    }
    let srgb = reader.info().srgb.is_some();
    let size = reader.output_buffer_size().ok_or_else(|| Problem::new("the image is too large"))?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(bad)?;
    data.truncate(frame.buffer_size());
    if frame.bit_depth != BitDepth::Eight {
        return Err(Problem::new("the image does not have eight bits per channel"));
    }
    let have = match frame.color_type {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        ColorType::Indexed => return Err(Problem::new("the image keeps its palette")),
    };
    Ok(Image { width: width as usize, height: height as usize, data: convert(data, have, channels), srgb })
}

/// Changes the number of channels: grey repeats, alpha is full, red stands for grey.
fn convert(data: Vec<u8>, have: usize, want: usize) -> Vec<u8> {
    match (have, want) {
        (1, 3) => repack(&data, |[v]: [u8; 1]| [v; 3]),
        (1, 4) => repack(&data, |[v]: [u8; 1]| [v, v, v, 255]),
        (2, 1) => repack(&data, |[v, _]: [u8; 2]| [v]),
        (2, 3) => repack(&data, |[v, _]: [u8; 2]| [v; 3]),
        (2, 4) => repack(&data, |[v, a]: [u8; 2]| [v, v, v, a]),
        (3, 1) => repack(&data, |[r, _, _]: [u8; 3]| [r]),
        (3, 4) => repack(&data, |[r, g, b]: [u8; 3]| [r, g, b, 255]),
        (4, 1) => repack(&data, |[r, ..]: [u8; 4]| [r]),
        (4, 3) => repack(&data, |[r, g, b, _]: [u8; 4]| [r, g, b]),
        _ => data,
    }
}

/// Every pixel in another form.
fn repack<const HAVE: usize, const WANT: usize>(data: &[u8], pixel: impl Fn([u8; HAVE]) -> [u8; WANT]) -> Vec<u8> {
    let mut out = vec![0; data.len() / HAVE * WANT];
    for (to, from) in out.as_chunks_mut::<WANT>().0.iter_mut().zip(data.as_chunks::<HAVE>().0) {
        *to = pixel(*from);
    }
    out
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

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
        assert_eq!(read_png(&file, 3, 1 << 20).unwrap().data, rgb);
        assert_eq!(read_png(&file, 1, 1 << 20).unwrap().data, [1, 4]);
        assert_eq!(read_png(&file, 4, 1 << 20).unwrap().data, [1, 2, 3, 255, 4, 5, 6, 255]);
        let grey = encode(1, 2, ColorType::Grayscale, &[7, 9]);
        assert_eq!(read_png(&grey, 3, 1 << 20).unwrap().data, [7, 7, 7, 9, 9, 9]);
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
    }

    #[test]
    fn an_image_of_too_many_pixels_is_refused() {
        let file = encode(16, 16, ColorType::Rgb, &[9; 768]);
        assert!(read_png(&file, 3, 256).is_ok());
        assert!(read_png(&file, 3, 255).unwrap_err().0.contains("16 by 16 pixels are more than the 255 allowed"));
    }
}
