//! Models as bytes: the table of `Model` walked into an archive and back.

use super::{
    Model, Options, SensorErrors, Statistic, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba,
    VisualScale,
};
use crate::archive::{ArchiveError, Reader, Writer};
use crate::table::{Column, ColumnMut};

/// Version of the table that the bytes were written with.
const VERSION: i64 = 1;

/// Runs a macro-like body for every record of options, with its prefix.
macro_rules! each_record {
    ($m:expr, $do:ident) => {
        $do!(Options, "opt", $m.opt);
        $do!(Statistic, "stat", $m.stat);
        $do!(VisualGlobal, "vis.global", $m.vis.global);
        $do!(VisualQuality, "vis.quality", $m.vis.quality);
        $do!(VisualHeadlight, "vis.headlight", $m.vis.headlight);
        $do!(VisualMap, "vis.map", $m.vis.map);
        $do!(VisualScale, "vis.scale", $m.vis.scale);
        $do!(VisualRgba, "vis.rgba", $m.vis.rgba);
    };
}

impl Model {
    /// The model as a self-describing archive.
    #[doc(alias = "mj_saveModel")]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.put("version", Column::I64(&[VERSION]));
        out.put("signature", Column::I64(&[self.signature as i64]));
        out.put("njmax", Column::I64(&[self.njmax]));
        out.put("nconmax", Column::I64(&[self.nconmax]));
        for (name, _) in Self::SIZES {
            out.put(name, Column::I64(&[self.size(name).unwrap_or(0) as i64]));
        }
        out.put("flags", Column::Bool(&[self.flg_gravcomp, self.flg_surfacevel, self.flg_adhesion]));
        macro_rules! put {
            ($Record:ident, $prefix:literal, $record:expr) => {
                for (name, _, _) in $Record::FIELDS {
                    if let Some(column) = $record.get(name) {
                        out.put(&format!("{}.{name}", $prefix), column);
                    }
                }
            };
        }
        each_record!(self, put);
        for (i, field) in Self::FIELDS.iter().enumerate() {
            out.put(field.name, self.column_at(i));
        }
        if let Some(errors) = &self.sensor_errors {
            out.put("sensor_errors.seed", Column::I64(&[errors.seed as i64]));
            out.put("sensor_errors.noise", Column::F64(&errors.noise));
            out.put("sensor_errors.walk", Column::F64(&errors.walk));
            out.put("sensor_errors.latency", Column::F64(errors.latency.as_flattened()));
        }
        out.finish()
    }

    /// A hash of every number of the model: the same for models that simulate alike, bit by bit.
    pub fn fingerprint(&self) -> u64 {
        crate::archive::hash64(&self.to_bytes())
    }

    /// A model from the bytes that [`Self::to_bytes`] wrote; every length, address and id is checked.
    #[doc(alias = "mj_loadModel")]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArchiveError> {
        let archive = Reader::new(bytes)?;
        let number = |name: &str| {
            let mut value = [0];
            archive.read(name, ColumnMut::I64(&mut value)).map(|()| value[0])
        };
        let problem = |name: &str, problem: String| ArchiveError::Entry { name: name.into(), problem };
        match number("version")? {
            VERSION => {}
            other => return Err(problem("version", format!("is {other}, this release reads {VERSION}"))),
        }
        let mut m = Self {
            signature: number("signature")? as u64,
            njmax: number("njmax")?,
            nconmax: number("nconmax")?,
            ..Self::default()
        };

        // sizes first, each no larger than the archive could hold
        for (name, _) in Self::SIZES {
            let value = number(name)?;
            let size = usize::try_from(value).map_err(|_| problem(name, format!("is {value}")))?;
            m.set_size(name, size);
        }
        for field in Self::FIELDS {
            let rows = m.size(field.rows).unwrap_or(0);
            let held = archive.len_of(field.name).ok_or_else(|| problem(field.name, "missing".into()))?;
            let width = match field.width {
                crate::table::Width::Fixed(n) => Some(n),
                crate::table::Width::Sized(size, n) => m.size(size).unwrap_or(0).checked_mul(n),
            };
            if width.and_then(|w| w.checked_mul(rows)) != Some(held) {
                return Err(problem(field.name, format!("holds {held} numbers, which does not fit {rows} rows")));
            }
        }

        let mut flags = [false; 3];
        archive.read("flags", ColumnMut::Bool(&mut flags))?;
        [m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion] = flags;
        macro_rules! read {
            ($Record:ident, $prefix:literal, $record:expr) => {
                for (name, _, _) in $Record::FIELDS {
                    if let Some(column) = $record.get_mut(name) {
                        archive.read(&format!("{}.{name}", $prefix), column)?;
                    }
                }
            };
        }
        each_record!(m, read);
        m.allocate();
        for (i, field) in Self::FIELDS.iter().enumerate() {
            archive.read(field.name, m.column_at_mut(i))?;
        }
        m.validate().map_err(|e| problem(e.column, format!("entry {} {}", e.row, e.problem)))?;
        m.set_hulls();
        if archive.len_of("sensor_errors.seed").is_some() {
            let list = |name: &str| archive.reals(name).unwrap_or_default();
            let errors = SensorErrors {
                seed: number("sensor_errors.seed")? as u64,
                noise: list("sensor_errors.noise"),
                walk: list("sensor_errors.walk"),
                latency: list("sensor_errors.latency").as_chunks().0.to_vec(),
                ..SensorErrors::default()
            };
            m.restore_sensor_errors(errors).map_err(|e| problem("sensor_errors", e.to_string()))?;
        }
        Ok(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world and a body at rest in it.
    fn two_bodies() -> Model {
        let mut m = Model { nbody: 2, nuser_body: 3, nnames: 1, ..Model::default() };
        m.allocate();
        m.body_mocapid.fill(-1);
        m.body_treeid.fill(-1);
        m.body_plugin.fill(-1);
        m.make_inertia_sparse();
        m
    }

    #[test]
    fn a_model_survives_the_trip_through_bytes() {
        let mut m = two_bodies();
        m.body_user[4] = 2.5;
        m.opt.timestep = 0.01;
        m.vis.rgba.fog[1] = 0.25;
        let back = Model::from_bytes(&m.to_bytes()).expect("our own bytes");
        assert_eq!((back.nbody, back.body_user.len(), back.body_user[4]), (2, 6, 2.5));
        assert_eq!((back.opt, back.vis), (m.opt, m.vis));
    }

    #[test]
    fn ids_that_lead_nowhere_are_refused() {
        let mut m = two_bodies();
        m.body_parentid[1] = 7;
        let error = Model::from_bytes(&m.to_bytes()).expect_err("there is no body 7").to_string();
        assert!(error.contains("body_parentid"), "{error}");
    }

    #[test]
    fn data_that_no_memory_can_hold_is_refused_with_its_model() {
        let mut m = two_bodies();
        m.nuserdata = 1 << 40;
        let error = Model::from_bytes(&m.to_bytes()).expect_err("eight tebibytes").to_string();
        assert!(error.contains("userdata"), "{error}");
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused_before_memory_is_taken() {
        let mut m = Model { nbody: 1, ..Model::default() };
        m.allocate();
        m.nbody = usize::MAX >> 8;
        assert!(Model::from_bytes(&m.to_bytes()).is_err());
    }
}
