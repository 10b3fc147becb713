//! Custom numbers, texts and tuples.

use sinew_core::model::{Model, ObjType};

use super::context::Context;
use super::names::Names;
use crate::error::Error;

/// Fills the columns of numbers, texts and tuples.
pub(super) fn write(cx: Context<'_>, names: &Names<'_>, m: &mut Model) -> Result<(), Error> {
    let (mut numbers, mut text) = (Vec::new(), Vec::new());
    for (i, spec) in cx.spec.numerics.iter().enumerate() {
        let given = spec.data.len();
        let size = if spec.size == 0 { given } else { spec.size.max(0) as usize };
        if size == 0 || size < given {
            return Err(cx.invalid(spec, format!("size must be positive and no less than the {given} numbers given")));
        }
        let most = cx.limits.memory / size_of::<f64>();
        if numbers.len() + size > most.min(i32::MAX as usize) {
            return Err(cx.limit(spec, format!("size is {size}: custom numbers would pass the {most} allowed")));
        }
        m.numeric_adr[i] = numbers.len() as i32;
        m.numeric_size[i] = size as i32;
        numbers.extend_from_slice(&spec.data);
        numbers.resize(numbers.len() + size - given, 0.0);
    }
    for (i, spec) in cx.spec.texts.iter().enumerate() {
        if spec.data.is_empty() {
            return Err(cx.invalid(spec, "the text is empty"));
        }
        m.text_adr[i] = text.len() as i32;
        m.text_size[i] = spec.data.len() as i32 + 1;
        text.extend_from_slice(spec.data.as_bytes());
        text.push(0);
    }
    (m.nnumericdata, m.ntextdata) = (numbers.len(), text.len());
    (m.numeric_data, m.text_data) = (numbers.into(), text.into());
    write_tuples(cx, names, m)
}

fn write_tuples(cx: Context<'_>, names: &Names<'_>, m: &mut Model) -> Result<(), Error> {
    let (mut types, mut ids, mut prms) = (Vec::new(), Vec::new(), Vec::new());
    for (i, spec) in cx.spec.tuples.iter().enumerate() {
        let n = spec.objtype.len();
        if n == 0 || n != spec.objname.len() || n != spec.objprm.len() {
            return Err(cx.invalid(spec, "a tuple needs at least one element, each with a type and a name"));
        }
        m.tuple_adr[i] = types.len() as i32;
        m.tuple_size[i] = n as i32;
        for k in 0..n {
            let kind = ObjType::try_from_i32(spec.objtype[k]).unwrap_or(ObjType::Unknown);
            ids.push(names.find(cx, spec, "objname", kind, &spec.objname[k])? as i32);
            types.push(spec.objtype[k]);
            prms.push(spec.objprm[k]);
        }
    }
    m.ntupledata = types.len();
    (m.tuple_objtype, m.tuple_objid, m.tuple_objprm) = (types.into(), ids.into(), prms.into());
    Ok(())
}
