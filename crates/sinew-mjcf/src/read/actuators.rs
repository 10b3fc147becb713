//! Actuators: `general`, and shortcuts that fill its parameters.
//!
//! Mechanical attributes come from the actuator of the default class, whatever element that was written with. The
//! parameters of a shortcut come from the nearest class whose actuator was written with the same shortcut, or with
//! `general` and the same type of gain; else they are the documented ones.

use sinew_core::model::{ActuatorKind, BiasType, CtrlInput, DynType, GainType, Limited, TrnType};

use super::{Id, Reader, values};
use crate::error::Error;
use crate::schema::attributes as a;
use crate::schema::{CTRL_CHART, CTRL_INPUT, code_of};
use crate::spec::Actuator;

/// Elements of actuators.
pub(crate) const KINDS: &[(&str, ActuatorKind)] = &[
    ("general", ActuatorKind::General),
    ("motor", ActuatorKind::Motor),
    ("position", ActuatorKind::Position),
    ("velocity", ActuatorKind::Velocity),
    ("intvelocity", ActuatorKind::Intvelocity),
    ("damper", ActuatorKind::Damper),
    ("cylinder", ActuatorKind::Cylinder),
    ("muscle", ActuatorKind::Muscle),
    ("adhesion", ActuatorKind::Adhesion),
    ("pid", ActuatorKind::Pid),
    ("orientation", ActuatorKind::Orientation),
    ("dcmotor", ActuatorKind::Dcmotor),
    ("hill", ActuatorKind::Hill),
];

/// The type of gain that the parameters of a shortcut belong to.
fn gain_of(kind: ActuatorKind) -> GainType {
    match kind {
        ActuatorKind::Damper => GainType::Affine,
        ActuatorKind::Muscle => GainType::Muscle,
        ActuatorKind::Pid => GainType::Pid,
        ActuatorKind::Orientation => GainType::So3,
        ActuatorKind::Dcmotor => GainType::Dcmotor,
        ActuatorKind::Hill => GainType::Hill,
        _ => GainType::Fixed,
    }
}

impl Reader<'_> {
    pub(super) fn actuators(&mut self, id: Id) -> Result<(), Error> {
        for child in self.document.children(id).collect::<Vec<_>>() {
            let class = self.class_of(child, 0)?;
            let mut actuator = self.actuator(child, class, &self.spec.defaults[class].actuator)?;
            self.spec.defaults[class].name.clone_into(&mut actuator.class);
            self.spec.actuators.push(actuator);
        }
        Ok(())
    }

    /// An actuator that starts from `base`, the actuator of the class.
    pub(super) fn actuator(&self, id: Id, class: usize, base: &Actuator) -> Result<Actuator, Error> {
        let name = self.document.name(id);
        let kind = KINDS.iter().find(|(n, _)| *n == name).map_or(ActuatorKind::General, |&(_, kind)| kind);
        let mut actuator = Actuator { at: self.place(id), ..base.clone() };
        for table in [
            &a::ACTUATOR,
            &a::CTRL_LIMITED,
            &a::FORCE_RANGE,
            &a::ACT_RANGE,
            &a::TRANSMISSION,
            &a::SITE_TRANSMISSION,
            &a::INHERIT_RANGE,
            &a::SETPOINT_RANGES,
        ] {
            self.fill(id, table, &mut actuator)?;
        }
        self.transmission(id, &mut actuator)?;
        actuator.type_ = kind;
        if kind == ActuatorKind::General {
            self.fill(id, &a::GENERAL, &mut actuator)?;
            // what a control means depends on the type of gain
            if actuator.gaintype != base.gaintype {
                actuator.ctrlspec = 0;
            }
            self.input(id, &mut actuator.ctrlspec)?;
        } else {
            let from = self.parameters(class, base, kind);
            self.shortcut(id, kind, from.as_ref(), &mut actuator)?;
        }
        Ok(actuator)
    }

    /// The nearest actuator of a class, going outward, that a shortcut takes its parameters from.
    fn parameters(&self, class: usize, base: &Actuator, kind: ActuatorKind) -> Option<Actuator> {
        let outer = std::iter::successors(self.spec.defaults[class].parent, |&c| self.spec.defaults[c].parent);
        let mut candidates = std::iter::once(base).chain(outer.map(|c| &self.spec.defaults[c].actuator));
        let found = candidates.find(|actuator| [kind, ActuatorKind::General].contains(&actuator.type_))?;
        (found.gaintype == gain_of(kind)).then(|| found.clone())
    }

    fn transmission(&self, id: Id, actuator: &mut Actuator) -> Result<(), Error> {
        let targets = [
            ("joint", TrnType::Joint),
            ("jointinparent", TrnType::JointInParent),
            ("tendon", TrnType::Tendon),
            ("cranksite", TrnType::SliderCrank),
            ("site", TrnType::Site),
            ("body", TrnType::Body),
        ];
        let given: Vec<_> = targets.iter().filter(|(n, _)| self.document.attribute(id, n).is_some()).collect();
        if let [first, second, ..] = given[..] {
            return Err(self.invalid(id, format!("'{}' and '{}' cannot both be given", first.0, second.0)));
        }
        if let Some((attribute, type_)) = given.first() {
            (actuator.trntype, actuator.target) = (*type_, self.text(id, attribute));
        }
        let given = |attribute: &str| self.document.attribute(id, attribute).is_some();
        let other = |allowed: TrnType| ![allowed, TrnType::Undefined].contains(&actuator.trntype);
        if (given("cranklength") || given("slidersite")) && other(TrnType::SliderCrank) {
            return Err(self.invalid(id, "cranklength and slidersite go with cranksite only"));
        }
        if given("refsite") && other(TrnType::Site) {
            return Err(self.invalid(id, "refsite goes with site only"));
        }
        Ok(())
    }

    /// The `input` attribute: a chart of orientations, `none`, or signals in their order.
    pub(super) fn input(&self, id: Id, to: &mut i32) -> Result<(), Error> {
        let (Some(text), Some(attr)) = (self.document.attribute(id, "input"), self.checked.attr(id, "input")) else {
            return Ok(());
        };
        if let Some(chart) = code_of(CTRL_CHART, text) {
            *to = chart;
        } else if text == "none" {
            *to = CtrlInput::None as i32;
        } else {
            let codes = values::in_order(&self.document, id, attr, CTRL_INPUT)?.unwrap_or_default();
            *to = codes.iter().fold(0, |bits, code| bits | code);
        }
        Ok(())
    }

    /// The parameters of a shortcut, all of them: those of the class, or the documented ones, or those given.
    fn shortcut(&self, id: Id, kind: ActuatorKind, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        (to.gainprm, to.biasprm, to.dynprm) = ([0.0; 10], [0.0; 10], [0.0; 10]);
        to.dynprm[0] = 1.0;
        (to.gaintype, to.biastype, to.dyntype) = (gain_of(kind), BiasType::None, DynType::None);
        (to.ctrlspec, to.actdim, to.actearly) = (0, -1, false);
        match kind {
            ActuatorKind::Position | ActuatorKind::Intvelocity => self.position(id, kind, from, to),
            ActuatorKind::Velocity => {
                let kv = self.real(id, "kv")?.unwrap_or(from.map_or(1.0, |f| f.gainprm[0]));
                (to.gainprm[0], to.biasprm[2], to.biastype) = (kv, -kv, BiasType::Affine);
                to.ctrlspec = CtrlInput::Vel as i32;
                Ok(())
            }
            ActuatorKind::Damper => {
                let kv = self.real(id, "kv")?.unwrap_or(from.map_or(0.0, |f| -f.gainprm[2]));
                to.gainprm[2] = -kv;
                self.one_sided(id, "kv", kv, to)
            }
            ActuatorKind::Adhesion => {
                let gain = self.real(id, "gain")?.unwrap_or(from.map_or(1.0, |f| f.gainprm[0]));
                to.gainprm[0] = gain;
                self.one_sided(id, "gain", gain, to)
            }
            ActuatorKind::Cylinder => self.cylinder(id, from, to),
            ActuatorKind::Muscle => self.muscle(id, from, to),
            ActuatorKind::Hill => self.hill(id, from, to),
            ActuatorKind::Orientation => {
                self.servo_gains(id, from.map_or([1.0, 0.0], |f| [f.gainprm[0], f.biasprm[2]]), to)?;
                to.gainprm[0] = -to.biasprm[1];
                to.biastype = BiasType::So3;
                to.ctrlspec = from.map_or(0, |f| f.ctrlspec);
                self.input(id, &mut to.ctrlspec)
            }
            ActuatorKind::Pid => self.pid(id, from, to),
            ActuatorKind::Dcmotor => self.dcmotor(id, from, to),
            ActuatorKind::Motor | ActuatorKind::General => {
                to.gainprm[0] = 1.0;
                Ok(())
            }
        }
    }

    /// `kp` and `kv` or `dampratio` of a servo; damping is negative, a damping ratio positive.
    fn servo_gains(&self, id: Id, [kp, damping]: [f64; 2], to: &mut Actuator) -> Result<(), Error> {
        let kp = self.real(id, "kp")?.unwrap_or(kp);
        (to.biasprm[1], to.biasprm[2], to.biastype) = (-kp, damping, BiasType::Affine);
        match (self.real(id, "kv")?, self.real(id, "dampratio")?) {
            (Some(_), Some(_)) => return Err(self.invalid(id, "'kv' and 'dampratio' cannot both be given")),
            (Some(kv), _) if kv < 0.0 => return Err(self.invalid(id, "kv cannot be negative")),
            (_, Some(ratio)) if ratio < 0.0 => return Err(self.invalid(id, "dampratio cannot be negative")),
            (Some(kv), None) => to.biasprm[2] = -kv,
            (None, Some(ratio)) => to.biasprm[2] = ratio,
            (None, None) => {}
        }
        Ok(())
    }

    fn position(&self, id: Id, kind: ActuatorKind, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        self.servo_gains(id, from.map_or([1.0, 0.0], |f| [f.gainprm[0], f.biasprm[2]]), to)?;
        to.gainprm[0] = -to.biasprm[1];
        if let Some(f) = from.filter(|f| f.dyntype == DynType::FilterExact) {
            (to.dyntype, to.dynprm[0]) = (f.dyntype, f.dynprm[0]);
        }
        if let Some(timeconst) = self.real(id, "timeconst")? {
            if timeconst < 0.0 {
                return Err(self.invalid(id, "timeconst cannot be negative"));
            }
            to.dynprm[0] = timeconst;
            to.dyntype = if timeconst == 0.0 { DynType::None } else { DynType::FilterExact };
        }
        if kind == ActuatorKind::Intvelocity {
            to.dyntype = DynType::Integrator;
            to.ctrlspec = CtrlInput::Vel as i32;
            self.inherit(id, "actrange", to)
        } else {
            to.ctrlspec = CtrlInput::Pos as i32;
            self.inherit(id, "ctrlrange", to)
        }
    }

    /// A range that is given ends one that would be inherited from the target, and the other way round.
    fn inherit(&self, id: Id, range: &str, to: &mut Actuator) -> Result<(), Error> {
        let given = |attribute: &str| self.document.attribute(id, attribute).is_some();
        match (given("inheritrange") && to.inheritrange > 0.0, given(range)) {
            (true, true) => return Err(self.invalid(id, format!("'{range}' and 'inheritrange' cannot both be given"))),
            (true, false) if range == "actrange" => to.actrange = [0.0; 2],
            (true, false) => to.ctrlrange = [0.0; 2],
            (false, true) => to.inheritrange = 0.0,
            (false, false) => {
                let current = if range == "actrange" { to.actrange } else { to.ctrlrange };
                if to.inheritrange > 0.0 && current != [0.0; 2] {
                    let message = format!("'{range}' and 'inheritrange' cannot both be defined");
                    return Err(self.invalid(id, message));
                }
            }
        }
        Ok(())
    }

    /// Dampers and adhesion: controls and gain are not negative.
    fn one_sided(&self, id: Id, attribute: &str, gain: f64, to: &mut Actuator) -> Result<(), Error> {
        to.ctrllimited = Limited::True;
        if gain < 0.0 {
            return Err(self.invalid(id, format!("{attribute} cannot be negative")));
        }
        if to.ctrlrange.iter().any(|&end| end < 0.0) {
            return Err(self.invalid(id, "ctrlrange cannot be negative here"));
        }
        Ok(())
    }

    fn cylinder(&self, id: Id, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        let (mut bias, mut area) = ([0.0; 3], 1.0);
        if let Some(f) = from {
            bias.copy_from_slice(&f.biasprm[..3]);
            (area, to.dynprm[0]) = (f.gainprm[0], f.dynprm[0]);
        }
        self.get(id, "bias", &mut bias)?;
        self.get(id, "area", &mut area)?;
        self.get(id, "timeconst", &mut to.dynprm[0])?;
        if let Some(diameter) = self.real(id, "diameter")?.filter(|&d| d >= 0.0) {
            area = std::f64::consts::PI / 4.0 * diameter * diameter;
        }
        to.biasprm[..3].copy_from_slice(&bias);
        to.gainprm[0] = area;
        (to.dyntype, to.biastype) = (DynType::Filter, BiasType::Affine);
        to.ctrlspec = CtrlInput::Pressure as i32;
        Ok(())
    }

    fn muscle(&self, id: Id, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        // range, force, scale, lmin, lmax, vmax, fpmax, fvmax
        const GAIN: [f64; 9] = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];
        // activation, deactivation, smoothing
        const DYN: [f64; 3] = [0.01, 0.04, 0.0];

        // a value that a general class left as it is counts as not given
        let plain = Actuator::default();
        let kept = |value: f64, plain: f64, documented: f64| if value == plain { documented } else { value };
        for i in 0..9 {
            to.gainprm[i] = from.map_or(GAIN[i], |f| kept(f.gainprm[i], plain.gainprm[i], GAIN[i]));
        }
        for i in 0..3 {
            to.dynprm[i] = from.map_or(DYN[i], |f| kept(f.dynprm[i], plain.dynprm[i], DYN[i]));
        }

        // negative values stand for what is already there
        let mut timeconst = [-1.0; 2];
        self.get(id, "timeconst", &mut timeconst)?;
        let mut range = [-1.0; 2];
        self.get(id, "range", &mut range)?;
        let mut given = vec![(0, range[0]), (1, range[1])];
        for (i, name) in ["force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"].into_iter().enumerate() {
            given.push((i + 2, self.real(id, name)?.unwrap_or(-1.0)));
        }
        for (i, value) in given.into_iter().filter(|&(_, value)| value >= 0.0) {
            to.gainprm[i] = value;
        }
        for i in (0..2).filter(|&i| timeconst[i] >= 0.0) {
            to.dynprm[i] = timeconst[i];
        }
        if let Some(smooth) = self.real(id, "tausmooth")? {
            to.dynprm[2] = smooth;
        }
        if to.dynprm[2] < 0.0 {
            return Err(self.invalid(id, "tausmooth cannot be negative"));
        }
        to.biasprm = to.gainprm;
        (to.dyntype, to.biastype) = (DynType::Muscle, BiasType::Muscle);
        Ok(())
    }

    /// A Hill muscle, an extension. Parameters are those given, of the class, or Thelen's; peak force, optimal length and
    /// slack length have no value of their own, and the compiler asks for them.
    fn hill(&self, id: Id, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        const NAMES: [&str; 10] =
            ["force", "optlength", "slack", "pennation", "vmax", "width", "shape", "fvmax", "kpassive", "strain"];
        const GAIN: [f64; 10] = [0.0, 0.0, 0.0, 0.0, 10.0, 0.45, 0.25, 1.4, 5.0, 0.6];
        // activation, deactivation, smoothing
        const DYN: [f64; 3] = [0.015, 0.05, 0.0];
        to.gainprm = from.map_or(GAIN, |f| f.gainprm);
        to.dynprm[..3].copy_from_slice(from.map_or(&DYN[..], |f| &f.dynprm[..3]));
        for (name, prm) in NAMES.into_iter().zip(&mut to.gainprm) {
            self.get(id, name, prm)?;
        }
        if self.document.attribute(id, "pennation").is_some() && self.settings(to.at.compiler).degree {
            to.gainprm[3] *= std::f64::consts::PI / 180.0;
        }
        let mut timeconst = [to.dynprm[0], to.dynprm[1]];
        self.get(id, "timeconst", &mut timeconst)?;
        to.dynprm[..2].copy_from_slice(&timeconst);
        self.get(id, "tausmooth", &mut to.dynprm[2])?;
        if to.dynprm[..3].iter().any(|&x| x < 0.0) {
            return Err(self.invalid(id, "timeconst and tausmooth cannot be negative"));
        }
        to.biasprm = to.gainprm;
        (to.dyntype, to.biastype) = (DynType::Muscle, BiasType::Hill);
        Ok(())
    }

    fn pid(&self, id: Id, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        self.servo_gains(id, from.map_or([1.0, 0.0], |f| [-f.biasprm[1], f.biasprm[2]]), to)?;
        let [ki, imax, slewmax] = from.map_or([0.0; 3], |f| [f.gainprm[0], f.dynprm[0], f.dynprm[1]]);
        let ki = self.real(id, "ki")?.unwrap_or(ki);
        let imax = self.real(id, "imax")?.unwrap_or(imax);
        let slewmax = self.real(id, "slewmax")?.unwrap_or(slewmax);
        if slewmax < 0.0 {
            return Err(self.invalid(id, "slewmax cannot be negative"));
        }
        to.gainprm[0] = ki;
        to.dynprm[..2].copy_from_slice(&[if ki == 0.0 { 0.0 } else { imax }, slewmax]);
        to.dyntype = if ki != 0.0 || slewmax != 0.0 { DynType::Pid } else { DynType::None };
        to.ctrlspec = from.map_or(0, |f| f.ctrlspec);
        self.input(id, &mut to.ctrlspec)?;
        // another name of the range of positions
        let named = if self.get(id, "posrange", &mut to.ctrlrange)? > 0 { "posrange" } else { "ctrlrange" };
        self.inherit(id, named, to)
    }
}
