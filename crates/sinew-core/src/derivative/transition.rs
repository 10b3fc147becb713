//! Derivatives of a whole step, by differences.

use crate::model::SensorStage;
use crate::scratch::{Frame, Need};
use crate::{Data, Model, StepError, step};

use super::analytic::{Columns, Share};
use super::difference::{Saved, check_size, check_supported, difference, nudge_position, set_column, state_difference};

/// Where [`transition_fd`] writes: with `x = [qpos, qvel, act]` in the coordinates of velocities, `n = 2 nv + na` of
/// them, and controls `u`, the matrices of `dx⁺ = A dx + B du` and `ds = C dx + D du` for the sensors `s`, row-major.
/// What is not given is not computed.
#[derive(Debug, Default)]
pub struct Transition<'a> {
    /// next state by state, `n × n`
    pub a: Option<&'a mut [f64]>,
    /// next state by controls, `n × nu`
    pub b: Option<&'a mut [f64]>,
    /// sensors by state, `nsensordata × n`
    pub c: Option<&'a mut [f64]>,
    /// sensors by controls, `nsensordata × nu`
    pub d: Option<&'a mut [f64]>,
}

impl Transition<'_> {
    /// Refuses matrices of the wrong size.
    pub fn check(&self, m: &Model) -> Result<(), StepError> {
        let n = 2 * m.nv + m.na;
        check_size(self.a.as_deref(), n * n)?;
        check_size(self.b.as_deref(), n * m.nu)?;
        check_size(self.c.as_deref(), m.nsensordata * n)?;
        check_size(self.d.as_deref(), m.nsensordata * m.nu)
    }
}

/// Derivatives of one step by forward differences of size `eps`, or centred ones.
///
/// Stages that an input does not reach are not computed again: none of the position and velocity stages for controls
/// and activations, no position stages for velocities. A control is not moved out of its range: at one end the
/// difference is taken to the other side. The state is afterwards what it was.
///
/// Reads the state. Writes the matrices, and the results of the stages at some nearby state.
/// MuJoCo manual, *API reference: mjd_transitionFD*.
#[doc(alias = "mjd_transitionFD")]
pub fn transition_fd(
    m: &Model,
    d: &mut Data,
    eps: f64,
    centered: bool,
    mut out: Transition<'_>,
) -> Result<(), StepError> {
    check_supported(m)?;
    if m.nhistory > 0 {
        return Err(StepError::Unsupported("finite differences do not support delays"));
    }
    out.check(m)?;
    let n = 2 * m.nv + m.na;
    let at = Columns::new(m);
    let sensors = out.c.is_some() || out.d.is_some();
    let (states, controls) = (out.a.is_some() || out.c.is_some(), out.b.is_some() || out.d.is_some());
    let wanted = |column: usize| if column < at.control { states } else { controls };
    let mut memory = std::mem::take(&mut d.drivers.difference);
    let differ = Differ::new(m, eps, centered, sensors, memory.frame(need(m)));
    let done = differ.run(m, d, wanted, |column, by_state, by_sensor| {
        if column < at.control {
            set_column(out.a.as_deref_mut(), n, column, by_state);
            set_column(out.c.as_deref_mut(), n, column, by_sensor);
        } else {
            set_column(out.b.as_deref_mut(), m.nu, column - n, by_state);
            set_column(out.d.as_deref_mut(), m.nu, column - n, by_sensor);
        }
    });
    d.drivers.difference = memory;
    done
}

/// Columns of `[A B; C D]` that fall into a share, one after another: `2 nv + na` numbers each, and with `sensors` as many
/// more as there are sensor data.
///
/// Shares of several calls, each with a `Data` of its own, make up the matrices of [`transition_fd`] to the last bit.
pub fn transition_fd_columns(
    m: &Model,
    d: &mut Data,
    eps: f64,
    centered: bool,
    sensors: bool,
    share: Share,
    out: &mut [f64],
) -> Result<(), StepError> {
    check_supported(m)?;
    if m.nhistory > 0 {
        return Err(StepError::Unsupported("finite differences do not support delays"));
    }
    let n = 2 * m.nv + m.na;
    let rows = n + if sensors { m.nsensordata } else { 0 };
    check_size(Some(out), rows * share.len(n + m.nu))?;
    let wanted = |column: usize| column % share.stride.max(1) == share.first;
    let mut memory = std::mem::take(&mut d.drivers.difference);
    let differ = Differ::new(m, eps, centered, sensors, memory.frame(need(m)));
    let done = differ.run(m, d, wanted, |column, by_state, by_sensor| {
        let out = &mut out[column / share.stride.max(1) * rows..][..rows];
        out[..n].copy_from_slice(by_state);
        if sensors {
            out[n..].copy_from_slice(by_sensor);
        }
    });
    d.drivers.difference = memory;
    done
}

fn need(m: &Model) -> Need {
    let state = m.nq + m.nv + m.na;
    Need::reals(state + m.nplastic + m.nv + m.nu + 3 * (state + m.nsensordata) + 2 * m.nv + m.na + m.nsensordata)
}

/// State and sensors after a step.
struct Output<'a> {
    state: &'a mut [f64],
    sensor: &'a mut [f64],
}

struct Differ<'a> {
    eps: f64,
    centered: bool,
    skip_sensor: bool,
    start: Saved<'a>,
    here: Output<'a>,
    plus: Output<'a>,
    minus: Output<'a>,
    by_state: &'a mut [f64],
    by_sensor: &'a mut [f64],
}

/// Input that is nudged.
#[derive(Clone, Copy)]
enum Input {
    Control(usize),
    Activation(usize),
    Velocity(usize),
    Position(usize),
}

impl<'a> Differ<'a> {
    fn new(m: &Model, eps: f64, centered: bool, sensors: bool, mut s: Frame<'a>) -> Self {
        let start = Saved::new(m, &mut s);
        let mut output = || Output { state: s.reals(m.nq + m.nv + m.na), sensor: s.reals(m.nsensordata) };
        let (here, plus, minus) = (output(), output(), output());
        Self {
            eps,
            centered,
            skip_sensor: !sensors,
            start,
            here,
            plus,
            minus,
            by_state: s.reals(2 * m.nv + m.na),
            by_sensor: s.reals(m.nsensordata),
        }
    }

    /// Hands every wanted column on, with its number, the changes of the state and of the sensors.
    fn run(
        mut self,
        m: &Model,
        d: &mut Data,
        wanted: impl Fn(usize) -> bool,
        mut found: impl FnMut(usize, &[f64], &[f64]),
    ) -> Result<(), StepError> {
        self.start.save(d);
        shoot(m, d, &self.start, &mut self.here, SensorStage::None, self.skip_sensor)?;

        // positions last: all others leave the position stages as they are
        let at = Columns::new(m);
        let controls = (0..m.nu).map(|i| (Input::Control(i), at.control + i));
        let activations = (0..m.na).map(|i| (Input::Activation(i), at.activation + i));
        let velocities = (0..m.nv).map(|i| (Input::Velocity(i), at.velocity + i));
        let positions = (0..m.nv).map(|i| (Input::Position(i), i));
        let inputs = controls.chain(activations).chain(velocities).chain(positions);
        for (input, column) in inputs.filter(|&(_, column)| wanted(column)) {
            let [forward, backward] =
                if let Input::Control(i) = input { self.within_range(m, i) } else { [true, self.centered] };
            self.probe(m, d, input, forward, backward)?;
            found(column, self.by_state, self.by_sensor);
        }
        Ok(())
    }

    /// Whether a control may be moved forward and backward.
    fn within_range(&self, m: &Model, i: usize) -> [bool; 2] {
        let inside = |a: f64, b: f64| {
            let [low, high] = m.actuator_ctrlrange[i];
            !m.actuator_ctrllimited[i] || (a >= low && a <= high && b >= low && b <= high)
        };
        let ctrl = self.start.ctrl[i];
        let forward = inside(ctrl, ctrl + self.eps);
        [forward, (self.centered || !forward) && inside(ctrl - self.eps, ctrl)]
    }

    /// Differences with one input moved forward, backward or both ways; zero if neither.
    fn probe(&mut self, m: &Model, d: &mut Data, input: Input, forward: bool, backward: bool) -> Result<(), StepError> {
        let skip = match input {
            Input::Control(_) | Input::Activation(_) => SensorStage::Vel,
            Input::Velocity(_) => SensorStage::Pos,
            Input::Position(_) => SensorStage::None,
        };
        if forward {
            nudge(m, d, input, self.eps);
            shoot(m, d, &self.start, &mut self.plus, skip, self.skip_sensor)?;
        }
        if backward {
            nudge(m, d, input, -self.eps);
            shoot(m, d, &self.start, &mut self.minus, skip, self.skip_sensor)?;
        }
        let (from, to, step) = match (forward, backward) {
            (true, true) => (&self.minus, &self.plus, 2.0 * self.eps),
            (true, false) => (&self.here, &self.plus, self.eps),
            (false, true) => (&self.minus, &self.here, self.eps),
            (false, false) => {
                self.by_state.fill(0.0);
                self.by_sensor.fill(0.0);
                return Ok(());
            }
        };
        state_difference(m, self.by_state, from.state, to.state, step);
        difference(self.by_sensor, from.sensor, to.sensor, step);
        Ok(())
    }
}

fn nudge(m: &Model, d: &mut Data, input: Input, step: f64) {
    match input {
        Input::Control(i) => d.ctrl[i] += step,
        Input::Activation(i) => d.act[i] += step,
        Input::Velocity(i) => d.qvel[i] += step,
        Input::Position(i) => nudge_position(m, &mut d.qpos, i, step),
    }
}

/// Takes a step from the present state, records where it leads, and goes back.
fn shoot(
    m: &Model,
    d: &mut Data,
    start: &Saved<'_>,
    out: &mut Output<'_>,
    skip: SensorStage,
    skip_sensor: bool,
) -> Result<(), StepError> {
    let done = step::step_skip(m, d, skip, skip_sensor);
    let (qpos, rest) = out.state.split_at_mut(m.nq);
    let (qvel, act) = rest.split_at_mut(m.nv);
    qpos.copy_from_slice(&d.qpos);
    qvel.copy_from_slice(&d.qvel);
    act.copy_from_slice(&d.act);
    out.sensor.copy_from_slice(&d.sensordata);
    start.restore(d);
    done
}
