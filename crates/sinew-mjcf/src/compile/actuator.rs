//! Actuators: transmission targets, inputs and outputs, ranges, activation.

use sinew_core::model::{BiasType, CtrlChart, CtrlInput, DynType, GainType, JointType, Model, ObjType, TrnType};

use super::context::Context;
use super::limits::is_limited;
use super::names::Names;
use super::tree::Tree;
use crate::error::Error;
use crate::spec;

const POS: i32 = CtrlInput::Pos as i32;
const VEL: i32 = CtrlInput::Vel as i32;
const FF: i32 = CtrlInput::Ff as i32;
const VOLTAGE: i32 = CtrlInput::Voltage as i32;

/// An actuator while it is compiled.
pub(super) struct ActuatorNode<'s> {
    pub spec: &'s spec::Actuator,
    trntype: TrnType,
    trnid: [i32; 2],
    ctrlspec: i32,
    pub ctrlnum: usize,
    pub outnum: usize,
    pub actdim: usize,
    actlimited: bool,
    forcelimited: bool,
    actrange: [f64; 2],
    /// limited, and range, of each input
    inputs: Vec<(bool, [f64; 2])>,
}

/// Compiles every actuator.
pub(super) fn compile_all<'s>(
    cx: Context<'s>,
    tree: &Tree<'_>,
    names: &Names<'_>,
) -> Result<Vec<ActuatorNode<'s>>, Error> {
    cx.spec.actuators.iter().map(|spec| compile(cx, tree, names, spec)).collect()
}

fn compile<'s>(
    cx: Context<'_>,
    tree: &Tree<'_>,
    names: &Names<'_>,
    spec: &'s spec::Actuator,
) -> Result<ActuatorNode<'s>, Error> {
    let trnid = transmission(cx, names, spec)?;
    let mut node = ActuatorNode {
        spec,
        trntype: spec.trntype,
        trnid,
        ctrlspec: 0,
        ctrlnum: 1,
        outnum: 1,
        actdim: 0,
        actlimited: false,
        forcelimited: false,
        actrange: spec.actrange,
        inputs: Vec::new(),
    };

    // number of inputs and outputs by kind of gain
    let mut actdim = spec.actdim;
    if spec.gaintype == GainType::So3 || spec.biastype == BiasType::So3 {
        actdim = so3(cx, tree, &mut node, actdim)?;
    }
    match spec.gaintype {
        GainType::Pid => actdim = pid(cx, &mut node, actdim)?,
        GainType::Dcmotor => dcmotor(cx, &mut node)?,
        GainType::So3 => {}
        // others have one input, which may say what it means
        _ if spec.ctrlspec.count_ones() > 1 => {
            return Err(cx.invalid(spec, "several inputs are only for orientation, pid and dcmotor actuators"));
        }
        _ => node.ctrlspec = spec.ctrlspec,
    }
    if spec.dyntype == DynType::Pid && spec.gaintype != GainType::Pid {
        return Err(cx.invalid(spec, "dyntype=\"pid\" needs gaintype=\"pid\""));
    }
    check(cx, spec)?;

    // ranges
    let mut ctrlrange = spec.ctrlrange;
    inherit_range(cx, tree, &mut node, &mut ctrlrange)?;
    node.forcelimited = is_limited(cx, spec, "force", spec.forcelimited, spec.forcerange)?;
    let ctrllimited = is_limited(cx, spec, "ctrl", spec.ctrllimited, ctrlrange)?;
    let so3_integrator = node.trntype == TrnType::So3 && spec.dyntype == DynType::Integrator;
    node.actlimited =
        is_limited(cx, spec, "act", spec.actlimited, node.actrange)? && !(so3_integrator && node.actrange == [0.0; 2]);
    for (limited, range, name) in [
        (node.forcelimited, spec.forcerange, "forcerange"),
        (ctrllimited, ctrlrange, "ctrlrange"),
        (node.actlimited, node.actrange, "actrange"),
    ] {
        if limited && range[0] >= range[1] {
            return Err(
                cx.invalid(spec, format!("{name} must have its lower end first, got {} {}", range[0], range[1]))
            );
        }
    }
    if node.trntype == TrnType::So3 && node.forcelimited && spec.forcerange[0] != 0.0 {
        return Err(cx.invalid(spec, "forcerange of an orientation actuator bounds a norm and must start at 0"));
    }
    if node.actlimited && spec.dyntype == DynType::None {
        return Err(cx.invalid(spec, "actrange needs an actuator with an activation, dyntype is 'none'"));
    }
    node.actdim = activation(cx, spec, actdim, node.trntype == TrnType::So3)?;
    set_inputs(&mut node, ctrllimited, ctrlrange);
    check_history(cx, spec, node.ctrlnum)?;
    Ok(node)
}

/// Finds what an actuator acts on.
fn transmission(cx: Context<'_>, names: &Names<'_>, spec: &spec::Actuator) -> Result<[i32; 2], Error> {
    let find =
        |attribute: &str, kind: ObjType, name: &str| names.find(cx, spec, attribute, kind, name).map(|id| id as i32);
    let target = &spec.target;
    Ok(match spec.trntype {
        TrnType::Joint => [find("joint", ObjType::Joint, target)?, -1],
        TrnType::JointInParent => [find("jointinparent", ObjType::Joint, target)?, -1],
        TrnType::SliderCrank => {
            let slider = find("slidersite", ObjType::Site, &spec.slidersite)?;
            if spec.cranklength <= 0.0 {
                return Err(cx.invalid(spec, format!("cranklength must be positive, got {}", spec.cranklength)));
            }
            [find("cranksite", ObjType::Site, target)?, slider]
        }
        TrnType::Tendon => [find("tendon", ObjType::Tendon, target)?, -1],
        TrnType::Site | TrnType::So3 => {
            let reference = names.find_opt(cx, spec, "refsite", ObjType::Site, &spec.refsite)?;
            [find("site", ObjType::Site, target)?, reference.map_or(-1, |id| id as i32)]
        }
        TrnType::Body => [find("body", ObjType::Body, target)?, -1],
        TrnType::Undefined => {
            return Err(cx.reference(spec, "nothing to act on: joint, tendon, site, body or cranksite was expected"));
        }
    })
}

/// Orientation servos: three outputs, an orientation as input.
fn so3(cx: Context<'_>, tree: &Tree<'_>, node: &mut ActuatorNode<'_>, actdim: i32) -> Result<i32, Error> {
    let spec = node.spec;
    let bad = |message: &str| Err(cx.invalid(spec, message));
    if spec.gaintype != GainType::So3 || spec.biastype != BiasType::So3 {
        return bad("gaintype and biastype must both be 'so3'");
    }
    if !matches!(spec.dyntype, DynType::None | DynType::Integrator) {
        return bad("an orientation actuator needs dyntype 'none' or 'integrator'");
    }
    if spec.gainprm[0] != -spec.biasprm[1] {
        return bad("an orientation actuator needs gainprm[0] = -biasprm[1]");
    }
    match spec.trntype {
        TrnType::Site if spec.refsite.is_empty() => return bad("an orientation actuator on a site needs a refsite"),
        TrnType::Joint if tree.joints[node.trnid[0] as usize].spec.type_ != JointType::Ball => {
            return bad("an orientation actuator on a joint needs a ball joint");
        }
        TrnType::Site | TrnType::Joint => {}
        _ => return bad("an orientation actuator acts on a site or a ball joint"),
    }
    node.ctrlspec = if spec.ctrlspec == 0 { CtrlChart::Expmap as i32 } else { spec.ctrlspec };
    node.ctrlnum = match CtrlChart::try_from_i32(node.ctrlspec) {
        Some(CtrlChart::Expmap) => 3,
        Some(CtrlChart::Quat) if spec.dyntype == DynType::None => 4,
        Some(CtrlChart::Quat) => return bad("quaternion input needs dyntype 'none'"),
        None => return bad("input of an orientation actuator is 'expmap' or 'quat'"),
    };
    node.outnum = 3;
    node.trntype = TrnType::So3;
    if spec.dyntype != DynType::Integrator {
        return Ok(actdim);
    }
    if actdim > 0 && actdim != 3 {
        return bad("an orientation actuator with an integrator has actdim 3");
    }
    Ok(3)
}

/// Position, velocity and feedforward servos.
fn pid(cx: Context<'_>, node: &mut ActuatorNode<'_>, actdim: i32) -> Result<i32, Error> {
    let spec = node.spec;
    let bad = |message: &str| Err(cx.invalid(spec, message));
    if spec.biastype != BiasType::Affine {
        return bad("a pid actuator needs biastype 'affine'");
    }
    if !matches!(spec.dyntype, DynType::None | DynType::Pid) {
        return bad("a pid actuator needs dyntype 'none' or 'pid'");
    }
    if spec.dyntype == DynType::None && spec.gainprm[0] != 0.0 {
        return bad("ki (gainprm[0]) needs dyntype 'pid'");
    }
    if spec.trntype == TrnType::Body {
        return bad("a pid actuator cannot act on a body");
    }
    node.ctrlspec = if spec.ctrlspec == 0 { POS | VEL } else { spec.ctrlspec };
    if node.ctrlspec & !(POS | VEL | FF) != 0 {
        return bad("inputs of a pid actuator are some of pos, vel, ff");
    }
    node.ctrlnum = node.ctrlspec.count_ones() as usize;
    if spec.dyntype != DynType::Pid {
        return Ok(actdim);
    }
    if spec.dynprm[0] < 0.0 || spec.dynprm[1] < 0.0 {
        return bad("imax and slewmax (dynprm[0], dynprm[1]) cannot be negative");
    }
    if node.ctrlspec & POS == 0 {
        return bad("a pid actuator with states needs the input pos");
    }
    let states = i32::from(spec.dynprm[1] > 0.0) + i32::from(spec.gainprm[0] > 0.0);
    if actdim > 0 && actdim != states {
        return Err(cx.invalid(spec, format!("actdim is {actdim}, but the pid controller has {states} states")));
    }
    Ok(states)
}

/// Direct-current motors, driven by a voltage or by a controller of their own.
fn dcmotor(cx: Context<'_>, node: &mut ActuatorNode<'_>) -> Result<(), Error> {
    let spec = node.spec;
    let bad = |message: &str| Err(cx.invalid(spec, message));
    let none = CtrlInput::None as i32;
    node.ctrlspec = if spec.ctrlspec == 0 { VOLTAGE } else { spec.ctrlspec };
    if node.ctrlspec != none && node.ctrlspec & !(POS | VEL | FF | VOLTAGE) != 0 {
        return bad("inputs of a dcmotor are 'none' or some of pos, vel, ff, voltage");
    }
    let controlled = node.ctrlspec & (POS | VEL | FF) != 0;
    if controlled && spec.gainprm[1] <= 0.0 {
        return bad("inputs pos, vel and ff of a dcmotor need a positive motor constant");
    }
    if !controlled && spec.gainprm[4..7] != [0.0; 3] {
        return bad("controller gains of a dcmotor need one of the inputs pos, vel, ff");
    }
    if spec.gainprm[5] > 0.0 && node.ctrlspec & POS == 0 {
        return bad("the integral gain of a dcmotor needs the input pos");
    }
    if !controlled && spec.dynprm[7] > 0.0 {
        return bad("the slew rate of a dcmotor needs one of the inputs pos, vel, ff");
    }
    node.ctrlnum = (node.ctrlspec & (POS | VEL | FF | VOLTAGE)).count_ones() as usize;
    Ok(())
}

/// Checks that do not depend on what was resolved.
fn check(cx: Context<'_>, spec: &spec::Actuator) -> Result<(), Error> {
    let on_joint = matches!(spec.trntype, TrnType::Joint | TrnType::JointInParent | TrnType::Tendon);
    if !on_joint && (spec.damping != [0.0; 3] || spec.armature != 0.0) {
        return Err(cx.invalid(spec, "damping and armature need a joint or tendon to act on"));
    }
    if spec.dyntype == DynType::Dcmotor && !spec.actearly {
        return Err(cx.invalid(spec, "actearly cannot be false for a dcmotor"));
    }
    let muscles =
        [(spec.gaintype == GainType::Muscle, &spec.gainprm), (spec.biastype == BiasType::Muscle, &spec.biasprm)];
    for (_, prm) in muscles.into_iter().filter(|(is, _)| *is) {
        if prm[0] >= prm[1] {
            return Err(cx.invalid(spec, "range of a muscle must have its lower end first"));
        }
        if prm[4] >= 1.0 || prm[5] <= 1.0 {
            return Err(cx.invalid(spec, "a muscle needs lmin < 1 < lmax"));
        }
        if prm[3] <= 0.0 || prm[6] <= 0.0 || prm[7] <= 0.0 || prm[8] <= 0.0 {
            return Err(cx.invalid(spec, "scale, vmax, fpmax and fvmax of a muscle must be positive"));
        }
    }
    let hills = [(spec.gaintype == GainType::Hill, &spec.gainprm), (spec.biastype == BiasType::Hill, &spec.biasprm)];
    for (_, prm) in hills.into_iter().filter(|(is, _)| *is) {
        check_hill(prm).map_err(|problem| cx.invalid(spec, problem))?;
    }
    Ok(())
}

/// Parameters of a Hill muscle that its curves can be drawn with.
fn check_hill(prm: &[f64; 10]) -> Result<(), &'static str> {
    let [force, optimal, slack, pennation, vmax, width, shape, fvmax, passive, strain] = *prm;
    if [force, optimal].iter().any(|&x| x <= 0.0) || slack < 0.0 {
        return Err("a Hill muscle needs a positive force and optlength, and a slack that is not negative");
    }
    if !(0.0..std::f64::consts::FRAC_PI_2).contains(&pennation) {
        return Err("pennation of a Hill muscle must be at least zero and below a right angle");
    }
    if [vmax, width, shape, passive, strain].iter().any(|&x| x <= 0.0) || fvmax <= 1.0 {
        return Err("vmax, width, shape, kpassive and strain of a Hill muscle must be positive, fvmax above one");
    }
    Ok(())
}

/// Takes the range of a servo from that of its joint or tendon.
fn inherit_range(
    cx: Context<'_>,
    tree: &Tree<'_>,
    node: &mut ActuatorNode<'_>,
    ctrlrange: &mut [f64; 2],
) -> Result<(), Error> {
    let spec = node.spec;
    let servo =
        spec.gaintype == GainType::Pid || (spec.gaintype == GainType::Fixed && spec.gainprm[0] == -spec.biasprm[1]);
    if !servo || spec.biastype != BiasType::Affine || spec.inheritrange <= 0.0 {
        return Ok(());
    }
    let range = match spec.dyntype {
        DynType::None | DynType::FilterExact | DynType::Pid => ctrlrange,
        DynType::Integrator => &mut node.actrange,
        _ => return Err(cx.invalid(spec, "inheritrange is only for position, pid and intvelocity actuators")),
    };
    let id = node.trnid[0] as usize;
    let [low, high] = match spec.trntype {
        TrnType::Joint => {
            let joint = &tree.joints[id];
            if !matches!(joint.spec.type_, JointType::Hinge | JointType::Slide) {
                return Err(cx.invalid(spec, "inheritrange needs a hinge or slide joint"));
            }
            joint.range
        }
        TrnType::Tendon => cx.spec.tendons[id].range,
        _ => return Err(cx.invalid(spec, "inheritrange needs a joint or tendon to act on")),
    };
    if low == high {
        return Err(cx.invalid(spec, format!("inheritrange is given, but '{}' has no range", spec.target)));
    }
    let (mean, radius) = (0.5 * (high + low), 0.5 * (high - low) * spec.inheritrange);
    *range = [mean - radius, mean + radius];
    Ok(())
}

/// Number of activation variables.
fn activation(cx: Context<'_>, spec: &spec::Actuator, actdim: i32, so3: bool) -> Result<usize, Error> {
    let bad = |message: &str| Err(cx.invalid(spec, message));
    let many = matches!(spec.dyntype, DynType::User | DynType::Dcmotor | DynType::Pid) || so3;
    match (actdim, spec.dyntype) {
        (2.., _) if !many => bad("actdim above 1 is only for dyntype 'user' and 'dcmotor'"),
        (1, DynType::None) => bad("actdim is 1, but an actuator with dyntype 'none' has no activation"),
        (..=0, DynType::None | DynType::Dcmotor) | (0, DynType::Pid) => Ok(0),
        (0, _) => bad("actdim is 0, but the actuator has an activation"),
        (..0, _) => Ok(1),
        (n, _) => Ok(n as usize),
    }
}

/// Limits of each input: those of the control, and of a pid actuator its own for velocity and feedforward.
fn set_inputs(node: &mut ActuatorNode<'_>, limited: bool, range: [f64; 2]) {
    node.inputs = vec![(limited, range); node.ctrlnum];
    if node.spec.gaintype == GainType::Pid {
        let own = |range: [f64; 2]| (range[0] < range[1], range);
        let mut next = usize::from(node.ctrlspec & POS != 0);
        for (bit, range) in [(VEL, node.spec.velrange), (FF, node.spec.ffrange)] {
            if node.ctrlspec & bit != 0 {
                node.inputs[next] = own(range);
                next += 1;
            }
        }
    }
}

fn check_history(cx: Context<'_>, spec: &spec::Actuator, ctrlnum: usize) -> Result<(), Error> {
    if spec.delay > 0.0 && spec.nsample <= 0 {
        return Err(cx.invalid(spec, "delay needs a history: nsample must be positive"));
    }
    if (spec.delay > 0.0 || spec.nsample > 0) && ctrlnum == 0 {
        return Err(cx.invalid(spec, "delay and nsample need an input"));
    }
    if spec.nsample.max(0) as usize > cx.limits.samples {
        return Err(cx.limit(spec, format!("nsample can be at most {}, got {}", cx.limits.samples, spec.nsample)));
    }
    Ok(())
}

/// Fills the columns.
pub(super) fn write(cx: Context<'_>, actuators: &[ActuatorNode<'_>], m: &mut Model) -> Result<(), Error> {
    let (mut actadr, mut ctrladr, mut outadr) = (0, 0, 0);
    let width = m.nuser_actuator;
    for (a, node) in actuators.iter().enumerate() {
        let spec = node.spec;
        m.actuator_trntype[a] = node.trntype as i32;
        m.actuator_dyntype[a] = spec.dyntype as i32;
        m.actuator_gaintype[a] = spec.gaintype as i32;
        m.actuator_biastype[a] = spec.biastype as i32;
        m.actuator_trnid[a] = node.trnid;
        m.actuator_actnum[a] = node.actdim as i32;
        m.actuator_actadr[a] = if node.actdim > 0 { actadr as i32 } else { -1 };
        m.actuator_ctrladr[a] = ctrladr as i32;
        m.actuator_ctrlnum[a] = node.ctrlnum as i32;
        m.actuator_ctrlspec[a] = node.ctrlspec;
        m.actuator_outadr[a] = outadr as i32;
        m.actuator_outnum[a] = node.outnum as i32;
        m.actuator_group[a] = spec.group;
        m.actuator_delay[a] = spec.delay;
        m.actuator_history[a] = [spec.nsample, spec.interp];
        m.actuator_historyadr[a] = -1;
        if spec.nsample > 0 {
            m.actuator_historyadr[a] = m.nhistory as i32;
            m.nhistory += 2 + spec.nsample as usize * (1 + node.ctrlnum);
        }
        m.actuator_actlimited[a] = node.actlimited;
        m.actuator_actearly[a] = spec.actearly;
        m.actuator_cranklength[a] = spec.cranklength;
        m.actuator_damping[a] = spec.damping[0];
        m.actuator_dampingpoly[a] = [spec.damping[1], spec.damping[2]];
        m.actuator_armature[a] = spec.armature;
        m.actuator_dynprm[a] = spec.dynprm;
        m.actuator_gainprm[a] = spec.gainprm;
        m.actuator_biasprm[a] = spec.biasprm;
        m.actuator_actrange[a] = node.actrange;
        m.actuator_forcelimited[a] = node.forcelimited;
        m.actuator_forcerange[a] = spec.forcerange;
        m.actuator_plugin[a] = -1;
        cx.userdata(spec, &spec.userdata, &mut m.actuator_user[a * width..(a + 1) * width], "nuser_actuator")?;
        for &(limited, range) in &node.inputs {
            m.actuator_ctrllimited[ctrladr] = limited;
            m.actuator_ctrlrange[ctrladr] = range;
            ctrladr += 1;
        }
        for _ in 0..node.outnum {
            m.actuator_gear[outadr] = spec.gear;
            m.actuator_lengthrange[outadr] = spec.lengthrange;
            outadr += 1;
        }
        actadr += node.actdim;
    }
    Ok(())
}
