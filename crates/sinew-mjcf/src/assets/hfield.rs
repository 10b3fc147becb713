//! Height fields.

use super::image::Png;
use super::{Problem, extension_is};
use crate::{Limits, spec};

/// A compiled height field.
#[doc(alias = "mjCHField")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompiledHField {
    /// rows
    pub nrow: i32,
    /// columns
    pub ncol: i32,
    /// half width, half depth, height, thickness of the base
    pub size: [f64; 4],
    /// elevations in [0, 1], row by row; row 0 is the front
    pub data: Vec<f32>,
}

/// Compiles a height field; `file` is the content of `spec.file`, `None` if no file is named.
///
/// Elevations are shifted and scaled to [0, 1]; flat ones become 0.
pub fn compile(spec: &spec::HField, file: Option<&[u8]>, limits: &Limits) -> Result<CompiledHField, Problem> {
    if let Some(x) = spec.size.iter().find(|x| x.is_nan() || **x <= 0.0) {
        return Err(Problem::new(format!("size must be positive, got {x}")));
    }
    let mut out = match file {
        None => inline(spec, limits)?,
        Some(_) if spec.nrow != 0 || spec.ncol != 0 || !spec.userdata.is_empty() => {
            return Err(Problem::new("elevation given in a file and in the model"));
        }
        Some(bytes) => {
            let read = if is_png(spec)? { from_png } else { from_binary };
            read(bytes, limits).map_err(|e| Problem::new(format!("file '{}': {e}", spec.file)))?
        }
    };
    out.size = spec.size;

    // at least one cell
    if out.nrow < 2 || out.ncol < 2 {
        return Err(Problem::new(format!("nrow and ncol must be at least 2, got {} and {}", out.nrow, out.ncol)));
    }

    // to [0, 1]
    let (mut low, mut high) = (1e10f32, -1e10f32);
    for &x in &out.data {
        low = low.min(x);
        high = high.max(x);
    }
    if out.data.iter().any(|x| !x.is_finite()) || low > high {
        return Err(Problem::new("invalid elevation data: not all numbers are finite and below 1e10"));
    }
    let range = high - low;
    for x in &mut out.data {
        *x -= low;
        if f64::from(range) > 1e-14 {
            *x /= range;
        }
    }
    Ok(out)
}

/// By content type, else by extension; anything but PNG is MuJoCo's own format.
fn is_png(spec: &spec::HField) -> Result<bool, Problem> {
    match spec.content_type.as_str() {
        "" => Ok(extension_is(&spec.file, "png")),
        "image/png" => Ok(true),
        "image/vnd.mujoco.hfield" => Ok(false),
        other => Err(Problem::new(format!("unsupported content type '{other}'"))),
    }
}

fn check_count(nrow: i64, ncol: i64, limits: &Limits) -> Result<usize, Problem> {
    if nrow < 1 || ncol < 1 {
        return Err(Problem::new(format!("nrow and ncol must be positive, got {nrow} and {ncol}")));
    }
    match nrow.checked_mul(ncol) {
        Some(n) if n as usize <= limits.samples => Ok(n as usize),
        _ => Err(Problem::new(format!(
            "{nrow} by {ncol} samples (nrow, ncol) are more than the {} allowed",
            limits.samples
        ))),
    }
}

fn inline(spec: &spec::HField, limits: &Limits) -> Result<CompiledHField, Problem> {
    if spec.nrow == 0 && spec.ncol == 0 && spec.userdata.is_empty() {
        return Err(Problem::new("neither a file nor nrow and ncol are given"));
    }
    let count = check_count(spec.nrow.into(), spec.ncol.into(), limits)?;
    let data = if spec.userdata.is_empty() { vec![0.0; count] } else { spec.userdata.clone() };
    if data.len() != count {
        return Err(Problem::new(format!("elevation needs nrow*ncol = {count} numbers, got {}", data.len())));
    }
    Ok(CompiledHField { nrow: spec.nrow, ncol: spec.ncol, data, ..CompiledHField::default() })
}

/// Two counts, then the elevations.
fn from_binary(bytes: &[u8], limits: &Limits) -> Result<CompiledHField, Problem> {
    let (words, rest) = bytes.as_chunks::<4>();
    let [nrow, ncol, samples @ ..] = words else {
        return Err(Problem::new(format!("{} bytes are too few for a height field", bytes.len())));
    };
    let (nrow, ncol) = (i32::from_le_bytes(*nrow), i32::from_le_bytes(*ncol));
    let count = check_count(nrow.into(), ncol.into(), limits)?;
    if samples.len() != count || !rest.is_empty() {
        return Err(Problem::new(format!(
            "{nrow} by {ncol} samples take {} bytes, but the file has {}",
            8 + 4 * count,
            bytes.len()
        )));
    }
    let data = samples.iter().map(|&w| f32::from_le_bytes(w)).collect();
    Ok(CompiledHField { nrow, ncol, data, ..CompiledHField::default() })
}

/// Brightness as elevation; the bottom row of the image is the first.
fn from_png(bytes: &[u8], limits: &Limits) -> Result<CompiledHField, Problem> {
    let png = Png::open(bytes, 1, limits.pixels)?;
    let (height, width) = (png.height, png.width);
    check_count(height as i64, width as i64, limits)?;
    let mut pixels = vec![0; png.size()];
    png.unpack(&mut pixels)?;
    let data = pixels.chunks_exact(width).rev().flatten().map(|&x| f32::from(x)).collect();
    Ok(CompiledHField { nrow: height as i32, ncol: width as i32, data, ..CompiledHField::default() })
}

#[cfg(test)]
mod tests {
    use super::super::image::tests::encode;
    use super::*;

    fn spec(nrow: i32, ncol: i32, data: &[f32]) -> spec::HField {
        spec::HField { nrow, ncol, userdata: data.to_vec(), size: [1.0; 4], ..spec::HField::default() }
    }

    fn compile(spec: &spec::HField, file: Option<&[u8]>) -> Result<CompiledHField, Problem> {
        super::compile(spec, file, &Limits::default())
    }

    fn from_file(name: &str, bytes: &[u8]) -> Result<CompiledHField, Problem> {
        compile(&spec::HField { file: name.into(), ..spec(0, 0, &[]) }, Some(bytes))
    }

    #[test]
    fn elevations_span_zero_to_one() {
        assert_eq!(compile(&spec(2, 2, &[1.0, 3.0, 5.0, 2.0]), None).unwrap().data, [0.0, 0.5, 1.0, 0.25]);
        assert_eq!(compile(&spec(2, 2, &[7.0; 4]), None).unwrap().data, [0.0; 4]);
        assert_eq!(compile(&spec(2, 3, &[]), None).unwrap().data, [0.0; 6]);
    }

    #[test]
    fn the_last_row_of_an_image_is_the_first_of_the_field() {
        let file = encode(2, 2, png::ColorType::Grayscale, &[0, 255, 0, 0]);
        assert_eq!(from_file("h.png", &file).unwrap().data, [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn the_binary_format_is_two_counts_and_the_samples() {
        let mut file: Vec<u8> = [2i32, 3].iter().flat_map(|n| n.to_le_bytes()).collect();
        file.extend([0.0f32, 1.0, 2.0, 3.0, 4.0, 4.0].iter().flat_map(|x| x.to_le_bytes()));
        let field = from_file("h.bin", &file).unwrap();
        assert_eq!((field.nrow, field.ncol), (2, 3));
        assert_eq!(field.data, [0.0, 0.25, 0.5, 0.75, 1.0, 1.0]);
        assert!(from_file("h.bin", &file[..20]).is_err());
    }

    #[test]
    fn counts_are_checked_before_anything_is_allocated() {
        for (nrow, ncol) in [(i32::MAX, i32::MAX), (65536, 65536), (-4, -4), (0, 5), (1, 1), (1, 9)] {
            let problem = compile(&spec(nrow, ncol, &[]), None).unwrap_err().0;
            assert!(problem.contains("nrow"), "{problem}");
        }
        assert!(compile(&spec(3, 3, &[1.0, 2.0]), None).unwrap_err().0.contains("elevation"));
        assert!(compile(&spec(2, 2, &[f32::NAN, 0.0, 0.0, 0.0]), None).is_err());
    }
}
