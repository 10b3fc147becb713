//! Our compiler on our own models: every column of the model is MuJoCo's.

use sinew_conformance::{Report, golden};
use sinew_core::Model;
use sinew_core::table::Column;
use sinew_mjcf::files::Disk;
use sinew_mjcf::{Warnings, compile, read_file};

/// Columns and sizes about MuJoCo's memory, or left out of golden data.
const SKIP: [&str; 9] =
    ["narena", "nbuffer", "ntexdata", "tex_data", "tex_width", "tex_height", "tex_adr", "paths", "npaths"];

#[test]
fn compiled_models_agree() {
    let mut report = Report::default();
    for golden in golden() {
        let path = golden.path();
        let files = Disk::default();
        let mut warnings = Warnings::new();
        let model = read_file(&path.to_string_lossy(), &files, &mut warnings)
            .and_then(|spec| compile(&spec, &files, &mut warnings));
        match model {
            Ok(model) => same_model(&mut report, &golden.name, &model, &golden.model),
            Err(error) => report.fail(&format!("{}: {error}", golden.name)),
        }
    }
    report.finish();
}

fn same_model(report: &mut Report, name: &str, ours: &Model, theirs: &Model) {
    for (size, _) in Model::SIZES.iter().filter(|(size, _)| !SKIP.contains(size)) {
        if ours.size(size) != theirs.size(size) {
            report.fail(&format!("{name}: {size}: got {:?}, want {:?}", ours.size(size), theirs.size(size)));
        }
    }
    for (i, field) in Model::FIELDS.iter().enumerate().filter(|(_, field)| !SKIP.contains(&field.name)) {
        let place = format!("{name}: {}", field.name);
        match (ours.column_at(i), theirs.column_at(i)) {
            (Column::F64(got), Column::F64(want)) => report.reals(&place, theirs, field, got, want),
            (Column::F32(got), Column::F32(want)) => {
                let wide = |column: &[f32]| column.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
                report.reals_within(&place, theirs, field, (&wide(got), &wide(want)), 1e-6);
            }
            (got, want) if got == want => {}
            (Column::I32(got), Column::I32(want)) => report.ints(&place, theirs, field, got, want),
            _ => report.fail(&format!("{place} differs")),
        }
    }
}
