//! Settings of a model and of one that is attached to it: which of them hold.
//!
//! MuJoCo's manual, chapter Model Editing, "Attribute Merging". A setting conflicts if both models give it and the values
//! differ; a value that is written counts as given even if it is the default one.

use sinew_core::math::Vec3;
use sinew_core::model::Conflict;

use super::{Id, Reader};
use crate::error::Error;
use crate::spec::Spec;

/// How two values of a setting are merged.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Least,
    Greatest,
    /// they cannot be
    Equal,
}

/// A setting that is compared.
struct Setting {
    /// element and attribute, as in [`Spec::written`]
    key: &'static str,
    rule: Rule,
    values: fn(&Spec) -> Vec<f64>,
    adopt: fn(&mut Spec, &Spec),
}

/// Values as plain numbers, to be compared and shown.
trait Numbers {
    fn numbers(&self) -> Vec<f64>;
}

macro_rules! numbers {
    ($($type:ty: $self:ident => $list:expr;)*) => {$(
        impl Numbers for $type {
            fn numbers(&self) -> Vec<f64> {
                let $self = self;
                $list
            }
        }
    )*};
}
numbers! {
    f64: x => vec![*x];
    f32: x => vec![f64::from(*x)];
    i32: x => vec![f64::from(*x)];
    i64: x => vec![*x as f64];
    Vec3: x => x.0.to_vec();
    [f64; 2]: x => x.to_vec();
    [f64; 5]: x => x.to_vec();
}

macro_rules! settings {
    ($($rule:ident: $($key:literal $($field:ident).+),+;)*) => {
        &[$($(Setting {
            key: $key,
            rule: Rule::$rule,
            values: |spec| spec.$($field).+.numbers(),
            adopt: |to, from| to.$($field).+ = from.$($field).+,
        }),+),*]
    };
}

const SETTINGS: &[Setting] = settings! {
    Least:
        "option/timestep" option.timestep, "option/tolerance" option.tolerance,
        "option/ls_tolerance" option.ls_tolerance, "option/noslip_tolerance" option.noslip_tolerance,
        "option/ccd_tolerance" option.ccd_tolerance, "option/sleep_tolerance" option.sleep_tolerance,
        "map/znear" visual.map.znear, "global/realtime" visual.global.realtime;
    Greatest:
        "option/iterations" option.iterations, "option/ls_iterations" option.ls_iterations,
        "option/noslip_iterations" option.noslip_iterations, "option/ccd_iterations" option.ccd_iterations,
        "option/sdf_iterations" option.sdf_iterations, "option/sdf_initpoints" option.sdf_initpoints,
        "size/memory" memory, "size/njmax" njmax, "size/nconmax" nconmax, "size/nstack" nstack, "size/nkey" nkey,
        "size/nuserdata" nuserdata, "size/nuser_body" nuser_body, "size/nuser_jnt" nuser_jnt,
        "size/nuser_geom" nuser_geom, "size/nuser_site" nuser_site, "size/nuser_cam" nuser_cam,
        "size/nuser_tendon" nuser_tendon, "size/nuser_actuator" nuser_actuator, "size/nuser_sensor" nuser_sensor,
        "map/zfar" visual.map.zfar;
    Equal:
        "option/gravity" option.gravity, "option/wind" option.wind, "option/magnetic" option.magnetic,
        "option/density" option.density, "option/viscosity" option.viscosity, "option/integrator" option.integrator,
        "option/cone" option.cone, "option/jacobian" option.jacobian, "option/solver" option.solver,
        "option/impratio" option.impratio, "option/o_margin" option.o_margin, "option/o_solref" option.o_solref,
        "option/o_solimp" option.o_solimp, "option/o_friction" option.o_friction;
};

/// What became of the conflicts between two models.
#[derive(Default)]
struct Outcome {
    /// those that end the reading
    errors: Vec<String>,
    /// those that were settled
    warnings: Vec<String>,
}

impl Reader<'_> {
    /// Notes which settings a section and the elements in it give.
    pub(super) fn note_written(&mut self, section: Id) {
        for id in std::iter::once(section).chain(self.document.children(section)) {
            let element = self.document.name(id);
            for (name, value) in self.document.attributes(id) {
                self.spec.written.insert(format!("{element}/{name}"), value.to_owned());
            }
        }
    }

    /// Settles the options, sizes and visual settings of a model that is attached, by `compiler/conflict`.
    pub(super) fn settle(&mut self, id: Id, child: &Spec) -> Result<(), Error> {
        let policy = self.spec.compilers[0].conflict;
        let mut outcome = Outcome::default();
        for setting in SETTINGS {
            settle_one(setting, policy, &mut self.spec, child, &mut outcome);
        }
        settle_flags(policy, &mut self.spec, child, &mut outcome);

        let about = format!("settings of the attached model '{}' differ", child.modelname);
        if !outcome.errors.is_empty() {
            return Err(self.invalid(id, format!("{about}: {}", outcome.errors.join("; "))));
        }
        if !outcome.warnings.is_empty() {
            self.warn(self.document.fault(id, format!("{about}: {}", outcome.warnings.join("; "))));
        }
        Ok(())
    }
}

fn settle_one(setting: &Setting, policy: Conflict, spec: &mut Spec, child: &Spec, outcome: &mut Outcome) {
    let Some(written) = child.written.get(setting.key) else { return };
    let (ours, theirs) = ((setting.values)(spec), (setting.values)(child));
    if ours == theirs {
        return;
    }
    let given = spec.written.contains_key(setting.key);
    let name = setting.key.rsplit('/').next().unwrap_or_default();
    let show = |values: &[f64]| values.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let by_default = if given { "" } else { " by default" };
    let what = format!("{name} is {}{by_default} here and {} there", show(&ours), show(&theirs));
    let merge = policy == Conflict::Merge;
    if given && (policy == Conflict::Error || (merge && setting.rule == Rule::Equal)) {
        outcome.errors.push(what);
        return;
    }
    let better = match setting.rule {
        Rule::Least => theirs[0] < ours[0],
        Rule::Greatest => theirs[0] > ours[0],
        Rule::Equal => false,
    };
    let adopt = merge && (!given || better);
    outcome.warnings.push(format!("{what}, {} is used", if adopt { "the latter" } else { "the former" }));
    if adopt {
        (setting.adopt)(spec, child);
        spec.written.insert(setting.key.to_owned(), written.clone());
    }
}

/// Flags and disabled groups of actuators: merging unites them.
fn settle_flags(policy: Conflict, spec: &mut Spec, child: &Spec, outcome: &mut Outcome) {
    if policy == Conflict::Merge {
        let (ours, theirs) = (&mut spec.option, &child.option);
        let before = (ours.disableflags, ours.enableflags, ours.disableactuator);
        ours.disableflags |= theirs.disableflags;
        ours.enableflags |= theirs.enableflags;
        ours.disableactuator |= theirs.disableactuator;
        if before != (ours.disableflags, ours.enableflags, ours.disableactuator) {
            outcome.warnings.push("its flags and disabled groups of actuators are added".into());
        }
        for (key, value) in child.written.iter().filter(|(key, _)| key.starts_with("flag/")) {
            spec.written.entry(key.clone()).or_insert_with(|| value.clone());
        }
        return;
    }
    for (key, theirs) in child.written.iter().filter(|(key, _)| key.starts_with("flag/")) {
        if let Some(ours) = spec.written.get(key).filter(|&ours| ours != theirs) {
            let what = format!("flag {} is {ours} here and {theirs} there", &key["flag/".len()..]);
            if policy == Conflict::Error {
                outcome.errors.push(what);
            } else {
                outcome.warnings.push(format!("{what}, the former is used"));
            }
        }
    }
}
