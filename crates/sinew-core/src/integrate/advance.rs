//! The common end of every integrator.

use crate::error::{OnBadNumbers, Quantity, bad_actuator, bad_dof, bad_qpos, first_bad, is_bad};
use crate::model::{JointType, SensorStage};
use crate::sleep::Awake;
use crate::support::integrate_joints;
use crate::velocity::passive::update_plastic;
use crate::{Data, Id, Model, StepError, actuation, sensor, sleep, step, taken};

/// Advances histories, activations, velocity, position, springs that yield, and time.
///
/// Velocity takes the acceleration `qacc`; position takes the new velocity, or `qvel` if it is given. Activations take
/// `act_dot` if given, `Data::act_dot` otherwise.
///
/// If bad numbers are errors, everything is checked before anything is written.
///
/// Reads `ctrl`, `act_dot`, `actuator_length`, `ten_length`, `ten_J`, `sensordata`. Writes `history`, `act`, `qvel`,
/// `qpos`, `plastic`, `time`, `qacc_warmstart`, `left_bad`.
#[doc(alias = "mj_advance")]
pub(crate) fn advance(
    m: &Model,
    d: &mut Data,
    act_dot: Option<&[f64]>,
    qacc: &[f64],
    qvel: Option<&[f64]>,
) -> Result<(), StepError> {
    let h = m.opt.timestep;
    if d.policy.on_bad_numbers == OnBadNumbers::Error {
        check_next(m, d, act_dot, qacc, qvel)?;
    }

    if m.nhistory > 0 {
        actuation::advance_ctrl_history(m, d);
        sensor::advance_history(m, d);
    }
    if let Some(rates) = act_dot {
        actuation::advance_activations(m, d, rates);
    } else {
        let rates = taken::take(&mut d.act_dot);
        actuation::advance_activations(m, d, &rates);
        d.act_dot = taken::back(rates);
    }

    // islands at rest fall asleep: without their velocity all that depends on it is another
    if sleep::sleep(m, d) > 0 {
        step::forward_stages(m, d, SensorStage::Pos, step::Seen::All, &mut |_| ())?;
        sleep::update_sleep(m, d);
    }

    // velocity first, so that position takes the new one
    let awake = Awake::of(m, d);
    if awake.is_partial() {
        for i in awake.dofs(&d.dof_awake_ind) {
            d.qvel[i] += h * qacc[i];
        }
    } else {
        for (v, a) in d.qvel.iter_mut().zip(qacc) {
            *v += h * a;
        }
    }
    let velocity = qvel.unwrap_or(&d.qvel);
    for joints in awake.joints(m, &d.body_awake_ind) {
        integrate_joints(m, &mut d.qpos, velocity, h, joints);
    }
    update_plastic(m, d, qvel);
    d.time += h;
    d.qacc_warmstart.copy_from_slice(&d.qacc);
    if d.policy.refuse_input {
        let bad = |numbers: &[f64]| first_bad(numbers).is_some();
        d.left_bad = bad(&d.qpos) || bad(&d.qvel) || bad(&d.act) || bad(&d.qacc);
    }
    Ok(())
}

/// Looks for bad numbers in the state that would follow.
fn check_next(
    m: &Model,
    d: &Data,
    act_dot: Option<&[f64]>,
    qacc: &[f64],
    qvel: Option<&[f64]>,
) -> Result<(), StepError> {
    let h = m.opt.timestep;
    let awake = Awake::of(m, d);
    // that of a dof that sleeps is not looked at
    let bad = |i: usize| is_bad(d.qvel[i] + h * qacc[i]);
    let dof = if awake.is_partial() {
        awake.dofs(&d.dof_awake_ind).find(|&i| bad(i))
    } else {
        first_bad_sum(&d.qvel, &qacc[..m.nv], h, is_bad)
    };
    if let Some(i) = dof {
        return Err(bad_dof(m, d, Quantity::Velocity, i, d.qvel[i] + h * qacc[i]));
    }
    for joints in awake.joints(m, &d.body_awake_ind) {
        let columns = (&m.jnt_type[joints.clone()], &m.jnt_qposadr[joints.clone()], &m.jnt_dofadr[joints]);
        for ((&kind, q), v) in columns.0.iter().zip(columns.1).zip(columns.2) {
            let (q, v) = (q.ix(), v.ix());
            let count = match JointType::of(kind) {
                JointType::Slide | JointType::Hinge => 1,
                JointType::Free => 3,
                JointType::Ball => 0,
            };
            for (q, v) in (q..q + count).zip(v..) {
                let velocity = qvel.map_or(d.qvel[v] + h * qacc[v], |qvel| qvel[v]);
                let next = d.qpos[q] + h * velocity;
                if is_bad(next) {
                    return Err(bad_qpos(m, d, q, next));
                }
            }
        }
    }
    let rates = act_dot.unwrap_or(&d.act_dot);
    if let Some(i) = first_bad_sum(&d.act, &rates[..m.na], h, |next| !next.is_finite()) {
        return Err(bad_actuator(m, d, Quantity::Activation, i, d.act[i] + h * rates[i]));
    }
    Ok(())
}

/// Index of the first bad number of `x + h v`. Blocks are searched without branches, as there hardly ever is one.
#[inline]
fn first_bad_sum(x: &[f64], v: &[f64], h: f64, bad: impl Fn(f64) -> bool) -> Option<usize> {
    const BLOCK: usize = 32;
    let any = |(x, v): (&[f64], &[f64])| x.iter().zip(v).fold(false, |any, (x, v)| any | bad(x + h * v));
    let block = x.chunks(BLOCK).zip(v.chunks(BLOCK)).position(any)?;
    (block * BLOCK..x.len()).find(|&i| bad(x[i] + h * v[i]))
}
