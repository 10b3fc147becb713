//! What can go wrong in a step, and what is then done.

use crate::callbacks::UserFailure;
use crate::math::MAXVAL;
use crate::model::validate::is_condim;
use crate::model::{ConeType, Integrator, JacobianType, ObjType, SolverType, WarningKind};
use crate::{Data, Id, Model};

/// What a step does when it meets a number that is not finite or too large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnBadNumbers {
    /// the step fails, and the state stays what it was before
    #[default]
    Error,
    /// MuJoCo's way: count a warning, go back to the initial state unless `autoreset` is disabled, and go on
    Reset,
}

/// How a simulation treats trouble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// on numbers that are not finite or too large
    pub on_bad_numbers: OnBadNumbers,
    /// bad numbers that the caller wrote into the state, the applied forces, the mocap poses, the warm start or the
    /// timestep are errors whatever `on_bad_numbers` says, and so is a model whose initial state has a bad acceleration:
    /// going back to that state would lose the caller's and mend nothing
    pub refuse_input: bool,
    /// errors in place of approximations: for a factor that is not positive definite, whose pivot would be raised, and
    /// for a solver that stops before it converges
    pub strict: bool,
}

/// Longest timestep that makes sense, in seconds; about twelve days.
pub const LONGEST_STEP: f64 = 1e6;

/// What a bad number was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// `qpos`
    Position,
    /// `qvel`
    Velocity,
    /// `qacc`
    Acceleration,
    /// `ctrl`
    Control,
    /// `act`
    Activation,
    /// `sensordata`
    Reading,
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Control => "control",
            Self::Activation => "activation",
            Self::Reading => "sensor reading",
        })
    }
}

/// A number that is not finite or too large, with what it belongs to and what may have caused it.
#[derive(Clone, Debug, PartialEq)]
pub struct BadNumber {
    /// what it was found in
    pub quantity: Quantity,
    /// its index there
    pub index: usize,
    /// the number
    pub value: f64,
    /// simulation time
    pub time: f64,
    /// joint, actuator of a control or an activation, or sensor: its name, or its id where it has none
    pub owner: String,
    /// body that the joint moves; empty for others
    pub body: String,
    /// the likely reason
    pub reason: String,
}

impl std::fmt::Display for BadNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { quantity, index, value, time, owner, body, reason } = self;
        write!(f, "{quantity} {index} is {value} at time {time} ({owner}")?;
        if !body.is_empty() {
            write!(f, " of {body}")?;
        }
        write!(f, "): {reason}")
    }
}

/// Why a step failed. The state is that before the step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// the data was made for a model of other sizes, or for another model
    #[error("this data was made for another model: {0}")]
    WrongModel(String),
    /// a timestep that is not a positive number, or longer than [`LONGEST_STEP`]
    #[error("the timestep is {0}; it must be positive and at most {LONGEST_STEP} s")]
    InvalidTimestep(f64),
    /// a number that is not finite or too large
    #[error("{0}")]
    BadNumber(Box<BadNumber>),
    /// an input of the step that is not finite or too large, or a choice of the model that there is not
    #[error("{column}[{index}] is {value}: it was set so")]
    BadInput {
        /// the column that it is in
        column: &'static str,
        /// its index among all numbers of that column
        index: usize,
        /// the number
        value: f64,
    },
    /// a matrix that should be positive definite is not
    #[error("the implicit inertia is not positive definite at dof {dof}: {reason}")]
    CholeskyFailed {
        /// dof of the pivot
        dof: usize,
        /// the likely reason
        reason: &'static str,
    },
    /// an unsymmetric matrix cannot be factored
    #[error("the implicit inertia is singular at dof {dof}")]
    LuSingular {
        /// dof of the pivot
        dof: usize,
    },
    /// the constraint solver did not reach its tolerance
    #[error(
        "the constraint solver stopped after {iterations} iterations at {residual}, above its tolerance {tolerance}"
    )]
    SolverFailed {
        /// iterations made
        iterations: usize,
        /// what was reached
        residual: f64,
        /// what was asked for
        tolerance: f64,
    },
    /// a function of the user's failed
    #[error("{0}")]
    UserFunction(#[source] Box<UserFailure>),
    /// a combination of settings that is not available
    #[error("{0}")]
    Unsupported(&'static str),
}

/// True if a number is not finite or too large to go on with.
#[inline]
#[doc(alias = "mju_isBad")]
pub fn is_bad(x: f64) -> bool {
    !(-MAXVAL..=MAXVAL).contains(&x)
}

/// Index of the first bad number. Blocks are searched without branches, as there hardly ever is one.
pub(crate) fn first_bad(numbers: &[f64]) -> Option<usize> {
    const BLOCK: usize = 32;
    let bad = |block: &[f64]| block.iter().fold(false, |bad, x| bad | is_bad(*x));
    let block = numbers.chunks(BLOCK).position(bad)?;
    let inside = numbers[block * BLOCK..].iter().position(|x| is_bad(*x))?;
    Some(block * BLOCK + inside)
}

/// The first bad number among the columns that only the caller writes, and in those that the step before may have left
/// so, unless it did.
pub(crate) fn bad_input(d: &Data) -> Option<StepError> {
    let written = |column| if d.left_bad { &[][..] } else { column };
    let columns: [(&'static str, &[f64]); 6] = [
        ("act", written(&d.act)),
        ("qfrc_applied", &d.qfrc_applied),
        ("xfrc_applied", bytemuck::cast_slice(&d.xfrc_applied)),
        ("mocap_pos", bytemuck::cast_slice(&d.mocap_pos)),
        ("mocap_quat", bytemuck::cast_slice(&d.mocap_quat)),
        ("qacc_warmstart", written(&d.qacc_warmstart)),
    ];
    columns.into_iter().find_map(|(column, numbers)| {
        let index = first_bad(numbers)?;
        Some(StepError::BadInput { column, index, value: numbers[index] })
    })
}

/// Refuses data that was made for another model, and choices that there are not.
pub(crate) fn check_model(m: &Model, d: &Data) -> Result<(), StepError> {
    let differs = sizes(m, d).iter().fold(0, |bits, (_, model, data)| bits | (model ^ data)) != 0;
    if differs || m.signature != d.signature {
        return Err(wrong_model(m, d));
    }
    check_choices(m)
}

#[cold]
fn wrong_model(m: &Model, d: &Data) -> StepError {
    StepError::WrongModel(match sizes(m, d).into_iter().find(|(_, model, data)| model != data) {
        Some((name, model, data)) => format!("the model has {name} = {model}, the data {data}"),
        None => "the sizes agree, but not the signature".into(),
    })
}

/// Sizes that a model and its data share, and what each has.
#[inline]
fn sizes(m: &Model, d: &Data) -> [(&'static str, usize, usize); 24] {
    [
        ("nq", m.nq, d.qpos.len()),
        ("nv", m.nv, d.qvel.len()),
        ("na", m.na, d.act.len()),
        ("nu", m.nu, d.ctrl.len()),
        ("nbody", m.nbody, d.xpos.len()),
        ("njnt", m.njnt, d.xaxis.len()),
        ("ngeom", m.ngeom, d.geom_xpos.len()),
        ("nsite", m.nsite, d.site_xpos.len()),
        ("ncam", m.ncam, d.cam_xpos.len()),
        ("nlight", m.nlight, d.light_xpos.len()),
        ("nC", m.nC, d.M.len()),
        ("nD", m.nD, d.qDeriv.len()),
        ("nout", m.nout, d.actuator_force.len()),
        ("nJmom", m.nJmom, d.actuator_moment.len()),
        ("ntendon", m.ntendon, d.ten_length.len()),
        ("nJten", m.nJten, d.ten_J.len()),
        ("nwrap", m.nwrap, d.wrap_obj.len()),
        ("nsensordata", m.nsensordata, d.sensordata.len()),
        ("nhistory", m.nhistory, d.history.len()),
        ("nplastic", m.nplastic, d.plastic.len()),
        ("nmocap", m.nmocap, d.mocap_pos.len()),
        ("neq", m.neq, d.eq_active.len()),
        ("ntree", m.ntree, d.tree_asleep.len()),
        ("nbvh", m.nbvh, d.bvh_active.len()),
    ]
}

/// Refuses choices that there are not: settings that users change in a compiled model.
fn check_choices(m: &Model) -> Result<(), StepError> {
    let o = &m.opt;
    for (column, value, known) in [
        ("opt.integrator", o.integrator, Integrator::try_from_i32(o.integrator).is_some()),
        ("opt.solver", o.solver, SolverType::try_from_i32(o.solver).is_some()),
        ("opt.cone", o.cone, ConeType::try_from_i32(o.cone).is_some()),
        ("opt.jacobian", o.jacobian, JacobianType::try_from_i32(o.jacobian).is_some()),
    ] {
        if !known {
            return Err(StepError::BadInput { column, index: 0, value: f64::from(value) });
        }
    }
    for (column, dims) in [("geom_condim", &m.geom_condim), ("pair_dim", &m.pair_dim)] {
        if let Some(index) = dims.iter().position(|&dim| !is_condim(dim)) {
            return Err(StepError::BadInput { column, index, value: f64::from(dims[index]) });
        }
    }
    Ok(())
}

/// The error about a bad number in a quantity with one entry per dof.
pub(crate) fn bad_dof(m: &Model, d: &Data, quantity: Quantity, dof: usize, value: f64) -> StepError {
    bad_joint(m, d, quantity, dof, m.dof_jntid[dof].ix(), value)
}

/// The error about a bad entry of `qpos`.
pub(crate) fn bad_qpos(m: &Model, d: &Data, index: usize, value: f64) -> StepError {
    let joint = m.jnt_qposadr.iter().rposition(|&adr| adr.ix() <= index).unwrap_or(0);
    bad_joint(m, d, Quantity::Position, index, joint, value)
}

fn bad_joint(m: &Model, d: &Data, quantity: Quantity, index: usize, joint: usize, value: f64) -> StepError {
    let body = m.jnt_bodyid[joint].ix();
    StepError::BadNumber(Box::new(BadNumber {
        quantity,
        index,
        value,
        time: d.time,
        owner: label(m, ObjType::Joint, joint),
        body: label(m, ObjType::Body, body),
        reason: reason(m, d, quantity),
    }))
}

/// The error about a bad control or activation.
pub(crate) fn bad_actuator(m: &Model, d: &Data, quantity: Quantity, index: usize, value: f64) -> StepError {
    let addresses = if quantity == Quantity::Control { &m.actuator_ctrladr } else { &m.actuator_actadr };
    let actuator = addresses.iter().rposition(|&adr| adr.opt().is_some_and(|adr| adr <= index)).unwrap_or(0);
    StepError::BadNumber(Box::new(BadNumber {
        quantity,
        index,
        value,
        time: d.time,
        owner: label(m, ObjType::Actuator, actuator),
        body: String::new(),
        reason: reason(m, d, quantity),
    }))
}

/// The error about a bad sensor reading.
pub(crate) fn bad_reading(m: &Model, d: &Data, index: usize) -> StepError {
    let sensor = m.sensor_adr.iter().rposition(|&adr| adr.ix() <= index).unwrap_or(0);
    StepError::BadNumber(Box::new(BadNumber {
        quantity: Quantity::Reading,
        index,
        value: d.sensordata[index],
        time: d.time,
        owner: label(m, ObjType::Sensor, sensor),
        body: String::new(),
        reason: reason(m, d, Quantity::Reading),
    }))
}

/// Kind and name of an object, or its id where it has no name.
fn label(m: &Model, kind: ObjType, id: usize) -> String {
    let word = match kind {
        ObjType::Joint => "joint",
        ObjType::Body => "body",
        ObjType::Sensor => "sensor",
        _ => "actuator",
    };
    match m.name(kind, id) {
        Some(name) if !name.is_empty() => format!("{word} \"{name}\""),
        _ => format!("{word} {id}"),
    }
}

/// What may have caused a bad number, from the inputs and what was computed last.
fn reason(m: &Model, d: &Data, quantity: Quantity) -> String {
    match quantity {
        Quantity::Position | Quantity::Velocity => return "it was set so, or the step before left it so".into(),
        Quantity::Control => return "it was set so".into(),
        Quantity::Reading => return "what it measures, or its model, has numbers that are none".into(),
        Quantity::Acceleration | Quantity::Activation => {}
    }
    for (name, column) in [("ctrl", &d.ctrl), ("act", &d.act), ("qfrc_applied", &d.qfrc_applied)] {
        if let Some(i) = first_bad(column) {
            return format!("{name}[{i}] is {}", column[i]);
        }
    }
    if let Some(i) = first_bad(bytemuck::cast_slice(&d.xfrc_applied)) {
        return format!("xfrc_applied of {} is not a number or too large", label(m, ObjType::Body, i / 6));
    }
    for (name, column) in [("mocap_pos", bytemuck::cast_slice::<_, f64>(&d.mocap_pos)), ("qpos", &d.qpos)] {
        if let Some(i) = first_bad(column) {
            return format!("{name}[{i}] is {}", column[i]);
        }
    }
    let inertia = d.warning[WarningKind::Inertia as usize];
    if inertia.number > 0 && inertia.lastinfo.ix() < m.nv {
        let body = m.dof_bodyid[inertia.lastinfo.ix()].ix();
        return format!("{} has next to no inertia along dof {}", label(m, ObjType::Body, body), inertia.lastinfo);
    }
    for (name, column) in [
        ("passive", &d.qfrc_passive),
        ("bias", &d.qfrc_bias),
        ("actuator", &d.qfrc_actuator),
        ("constraint", &d.qfrc_constraint),
    ] {
        if let Some(dof) = first_bad(column) {
            return format!(
                "the {name} force of dof {dof} is {}: too large a timestep, or too stiff a model",
                column[dof]
            );
        }
    }
    "the simulation is unstable: too large a timestep, or too stiff a model".into()
}
