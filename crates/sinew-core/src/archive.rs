//! Named columns in a file: the container behind saved models, states and golden data.
//!
//! Layout, little-endian: the magic `SINEWAR1`, then per entry the length of the name (`u16`), the name, the scalar
//! type (`u8`, in the order of [`Kind`]), the number of scalars (`u64`) and the scalars; last a zero `u16` and the
//! CRC-32 (`u32`) of everything before it. A reader checks the sum first and every length before it is used.

use std::collections::BTreeMap;

use crate::table::{Column, ColumnMut, Kind};

const MAGIC: &[u8; 8] = b"SINEWAR1";
/// What binary models of MuJoCo start with.
const MJB: [u8; 4] = 54321_u32.to_le_bytes();

/// Why bytes are not an archive, or not the one that was expected.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveError {
    /// does not start like an archive
    #[error("not a Sinew archive: the first bytes are wrong")]
    Magic,
    /// starts like a binary model of MuJoCo
    #[error("a binary model of MuJoCo (MJB), which only MuJoCo reads: save the model there as XML and load that")]
    Mjb,
    /// shorter than it says
    #[error("the archive is cut short at byte {0}")]
    Truncated(usize),
    /// bytes were changed
    #[error("the archive is damaged: its checksum does not match")]
    Checksum,
    /// an entry is not what it should be
    #[error("entry '{name}' of the archive: {problem}")]
    Entry {
        /// name of the entry
        name: String,
        /// what is wrong with it
        problem: String,
    },
}

/// CRC-32 of the bytes (polynomial `0xEDB88320`, as in zip and PNG).
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| (crc >> 8) ^ CRC_TABLE[usize::from((crc as u8) ^ byte)])
}

/// 64-bit hash of the bytes, to tell contents apart that are not chosen to be confused. Fowler, Noll and Vo, *FNV-1a*.
pub fn hash64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

const CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
};

/// Writes an archive entry by entry.
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Default for Writer {
    fn default() -> Self {
        Self { bytes: MAGIC.to_vec() }
    }
}

impl Writer {
    /// Appends a column under a name.
    ///
    /// # Panics
    /// If the name is empty or longer than 65535 bytes.
    pub fn put(&mut self, name: &str, column: Column<'_>) {
        assert!(!name.is_empty() && u16::try_from(name.len()).is_ok(), "entry name of {} bytes", name.len());
        let out = &mut self.bytes;
        out.extend((name.len() as u16).to_le_bytes());
        out.extend(name.as_bytes());
        let kind = match column {
            Column::F64(_) => Kind::F64,
            Column::F32(_) => Kind::F32,
            Column::I32(_) => Kind::I32,
            Column::I64(_) => Kind::I64,
            Column::U8(_) => Kind::U8,
            Column::Bool(_) => Kind::Bool,
        };
        out.push(kind as u8);
        out.extend((column.len() as u64).to_le_bytes());
        match column {
            Column::F64(s) => s.iter().for_each(|x| out.extend(x.to_le_bytes())),
            Column::F32(s) => s.iter().for_each(|x| out.extend(x.to_le_bytes())),
            Column::I32(s) => s.iter().for_each(|x| out.extend(x.to_le_bytes())),
            Column::I64(s) => s.iter().for_each(|x| out.extend(x.to_le_bytes())),
            Column::U8(s) => out.extend(s),
            Column::Bool(s) => out.extend(s.iter().map(|&b| u8::from(b))),
        }
    }

    /// The finished archive.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(0u16.to_le_bytes());
        let sum = crc32(&self.bytes);
        self.bytes.extend(sum.to_le_bytes());
        self.bytes
    }
}

/// An archive that has been checked; its entries are read in place.
#[derive(Debug)]
pub struct Reader<'a> {
    entries: BTreeMap<&'a str, (Kind, &'a [u8])>,
}

impl<'a> Reader<'a> {
    /// Checks the bytes and finds the entries.
    pub fn new(bytes: &'a [u8]) -> Result<Self, ArchiveError> {
        if bytes.starts_with(&MJB) {
            return Err(ArchiveError::Mjb);
        }
        if !bytes.starts_with(MAGIC) {
            return Err(ArchiveError::Magic);
        }
        let body = bytes.len().checked_sub(4).ok_or(ArchiveError::Truncated(bytes.len()))?;
        let (body, sum) = bytes.split_at(body);
        if crc32(body).to_le_bytes() != sum {
            return Err(ArchiveError::Checksum);
        }
        let mut at = MAGIC.len();
        let mut take = |n: usize| {
            let end = at.checked_add(n).filter(|&end| end <= body.len()).ok_or(ArchiveError::Truncated(at))?;
            let slice = &body[at..end];
            at = end;
            Ok::<&'a [u8], ArchiveError>(slice)
        };
        let mut entries = BTreeMap::new();
        loop {
            let length = take(2)?;
            let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
            if length == 0 {
                return Ok(Self { entries });
            }
            let name = std::str::from_utf8(take(length)?)
                .map_err(|_| ArchiveError::Entry { name: "?".into(), problem: "its name is not text".into() })?;
            let kind = match take(1)?[0] {
                0 => Kind::F64,
                1 => Kind::F32,
                2 => Kind::I32,
                3 => Kind::I64,
                4 => Kind::U8,
                5 => Kind::Bool,
                other => return Err(entry_error(name, format!("unknown scalar type {other}"))),
            };
            let mut count = [0; 8];
            count.copy_from_slice(take(8)?);
            let count = usize::try_from(u64::from_le_bytes(count)).unwrap_or(usize::MAX);
            let size = count.checked_mul(kind_size(kind)).ok_or(ArchiveError::Truncated(body.len()))?;
            if entries.insert(name, (kind, take(size)?)).is_some() {
                return Err(entry_error(name, "given twice".into()));
            }
        }
    }

    /// Names of the entries, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.entries.keys().copied()
    }

    /// Number of scalars of an entry, `None` if there is no such entry.
    pub fn len_of(&self, name: &str) -> Option<usize> {
        self.entries.get(name).map(|(kind, bytes)| bytes.len() / kind_size(*kind))
    }

    /// Fills a column from an entry of the same type and length.
    pub fn read(&self, name: &str, to: ColumnMut<'_>) -> Result<(), ArchiveError> {
        let &(kind, bytes) = self.entries.get(name).ok_or_else(|| entry_error(name, "missing".into()))?;
        let count = bytes.len() / kind_size(kind);
        let fits = |want: Kind, length: usize| {
            if kind != want {
                Err(entry_error(name, format!("holds {kind:?}, expected {want:?}")))
            } else if count != length {
                Err(entry_error(name, format!("holds {count} numbers, expected {length}")))
            } else {
                Ok(())
            }
        };
        match to {
            ColumnMut::F64(to) => fits(Kind::F64, to.len()).map(|()| fill(to, bytes, f64::from_le_bytes)),
            ColumnMut::F32(to) => fits(Kind::F32, to.len()).map(|()| fill(to, bytes, f32::from_le_bytes)),
            ColumnMut::I32(to) => fits(Kind::I32, to.len()).map(|()| fill(to, bytes, i32::from_le_bytes)),
            ColumnMut::I64(to) => fits(Kind::I64, to.len()).map(|()| fill(to, bytes, i64::from_le_bytes)),
            ColumnMut::U8(to) => fits(Kind::U8, to.len()).map(|()| to.copy_from_slice(bytes)),
            ColumnMut::Bool(to) => fits(Kind::Bool, to.len()).map(|()| fill(to, bytes, |[b]: [u8; 1]| b != 0)),
        }
    }

    /// The real numbers of an entry, `None` if it is absent or of another type.
    pub fn reals(&self, name: &str) -> Option<Vec<f64>> {
        let mut out = vec![0.0; self.len_of(name)?];
        self.read(name, ColumnMut::F64(&mut out)).ok().map(|()| out)
    }

    /// The integers of an entry, `None` if it is absent or of another type.
    pub fn ints(&self, name: &str) -> Option<Vec<i32>> {
        let mut out = vec![0; self.len_of(name)?];
        self.read(name, ColumnMut::I32(&mut out)).ok().map(|()| out)
    }
}

fn entry_error(name: &str, problem: String) -> ArchiveError {
    ArchiveError::Entry { name: name.into(), problem }
}

fn kind_size(kind: Kind) -> usize {
    match kind {
        Kind::F64 | Kind::I64 => 8,
        Kind::F32 | Kind::I32 => 4,
        Kind::U8 | Kind::Bool => 1,
    }
}

fn fill<T, const N: usize>(to: &mut [T], bytes: &[u8], from: impl Fn([u8; N]) -> T) {
    for (slot, chunk) in to.iter_mut().zip(bytes.as_chunks::<N>().0) {
        *slot = from(*chunk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut w = Writer::default();
        w.put("x", Column::F64(&[1.5, -2.0]));
        w.put("ids", Column::I32(&[3, -1, 4]));
        w.put("flag", Column::Bool(&[true]));
        w.finish()
    }

    #[test]
    fn what_was_written_is_read_back() {
        let bytes = sample();
        let r = Reader::new(&bytes).expect("a good archive");
        assert_eq!(r.reals("x"), Some(vec![1.5, -2.0]));
        assert_eq!(r.ints("ids"), Some(vec![3, -1, 4]));
        assert_eq!(r.names().collect::<Vec<_>>(), ["flag", "ids", "x"]);
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let bytes = sample();
        for i in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[i] ^= 0x10;
            assert!(Reader::new(&bad).is_err(), "byte {i}");
            assert!(Reader::new(&bytes[..i]).is_err(), "cut at {i}");
        }
    }

    #[test]
    fn hashes_are_the_published_ones() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(hash64(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash64(b"a"), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn a_wrong_length_is_named() {
        let bytes = sample();
        let r = Reader::new(&bytes).expect("a good archive");
        let mut short = [0.0; 3];
        let error = r.read("x", ColumnMut::F64(&mut short)).expect_err("three is not two");
        assert_eq!(error.to_string(), "entry 'x' of the archive: holds 2 numbers, expected 3");
    }
}
