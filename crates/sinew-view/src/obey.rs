//! What the commands of a page do to the simulation.

use serde_json::json;
use sinew::math::{Quat, Vec3};
use sinew::model::JointType;
use sinew::table::ColumnMut;
use sinew::{Id, Model, support};

use crate::sim::Sim;
use crate::wire::Command;
use crate::{keep, perturb};

/// Most steps that one command takes.
const MOST_STEPS: i32 = 1000;
/// Options that change which sizes a model needs, and so cannot be changed while it runs.
const FIXED: [&str; 1] = ["jacobian"];

impl Sim {
    /// Does what a page asks for; nonsense is refused with a reason.
    pub(crate) fn obey(&mut self, page: u64, command: Command) {
        self.stale = true;
        if let Err(reason) = self.try_to(page, command) {
            self.hub.tell(Some(page), &json!({"refused": reason}));
        }
    }

    fn try_to(&mut self, page: u64, command: Command) -> Result<(), String> {
        match command {
            // these concern the connection alone
            Command::Ack { .. } | Command::Want { .. } => {}
            Command::Play {} => {
                self.paused = false;
                self.pace.restart();
            }
            Command::Pause {} => self.paused = true,
            Command::Step { count } => self.take_steps(count),
            Command::Speed { factor } => self.pace.set_speed(factor),
            Command::Reset {} => {
                self.release();
                self.data.reset(&self.model);
                self.start_anew();
            }
            Command::Keyframe { key } => {
                self.release();
                self.data.reset_keyframe(&self.model, key).map_err(|error| error.to_string())?;
                self.start_anew();
            }
            Command::Ctrl { index, value } => {
                *self.data.ctrl.get_mut(index).ok_or_else(|| none("control", index))? = finite(value)?;
            }
            Command::ClearCtrl {} => self.data.reset_ctrl(&self.model),
            Command::Qpos { index, value } => self.set_qpos(index, finite(value)?)?,
            Command::Drag { body, point, target } => {
                self.check_body(body)?;
                for x in point.into_iter().chain(target) {
                    finite(x)?;
                }
                perturb::drag(&mut self.held, &self.model, &self.data, body, Vec3(point), Vec3(target));
                self.move_held();
            }
            Command::Turn { body, quat } => {
                self.check_body(body)?;
                if !quat.iter().all(|x| x.is_finite()) || quat.iter().all(|&x| x == 0.0) {
                    return Err("a turn is a quaternion that is not zero".into());
                }
                perturb::turn(&mut self.held, &self.model, &self.data, body, Quat(quat));
                self.move_held();
            }
            Command::Release {} => self.release(),
            Command::Scrub { index } => self.scrub(index)?,
            Command::Option { name, index, value } => {
                set_option(&mut self.model, &name, index, finite(value)?)?;
                self.show_options();
                if self.paused {
                    self.refresh();
                }
            }
            Command::Equality { index, on } => {
                *self.data.eq_active.get_mut(index).ok_or_else(|| none("equality constraint", index))? = on;
            }
            Command::CopyKeyframe {} => {
                self.hub.tell(Some(page), &json!({"keyframe": keep::keyframe(&self.model, &self.data)}));
            }
            Command::Reload {} => self.reloader.start(),
        }
        Ok(())
    }

    fn start_anew(&mut self) {
        self.history.clear();
        self.refresh();
        self.record();
    }

    /// Forward by steps, or back through what was recorded; forward from the past through what was recorded too.
    fn take_steps(&mut self, count: i32) {
        self.paused = true;
        let count = count.clamp(-MOST_STEPS, MOST_STEPS);
        if count < 0 || self.history.in_past() {
            let index = self.history.index().saturating_add_signed(count as isize);
            if !self.history.restore(&self.model, &mut self.data, index) {
                // past the newest
                let newest = self.history.shown()[0] as usize;
                self.history.restore(&self.model, &mut self.data, newest.saturating_sub(1));
            }
            self.refresh();
            return;
        }
        for _ in 0..count {
            if !self.step() {
                break;
            }
        }
        self.record();
    }

    fn scrub(&mut self, index: usize) -> Result<(), String> {
        if !self.history.restore(&self.model, &mut self.data, index) {
            return Err(none("recorded state", index));
        }
        self.paused = true;
        self.release();
        self.refresh();
        Ok(())
    }

    fn set_qpos(&mut self, index: usize, value: f64) -> Result<(), String> {
        if !self.paused {
            return Err("joints can be set while the simulation is paused".into());
        }
        *self.data.qpos.get_mut(index).ok_or_else(|| none("coordinate", index))? = value;
        if is_orientation(&self.model, index) {
            support::normalize_quat(&self.model, &mut self.data.qpos);
        }
        self.refresh();
        Ok(())
    }

    fn check_body(&self, body: usize) -> Result<(), String> {
        if body == 0 || body >= self.model.nbody { Err(none("body that can be held", body)) } else { Ok(()) }
    }

    /// While paused, what is held follows the hand.
    fn move_held(&mut self) {
        if self.paused && self.held.as_ref().is_some_and(|held| held.apply_pose(&self.model, &mut self.data, true)) {
            self.refresh();
        }
    }
}

fn none(what: &str, index: usize) -> String {
    format!("there is no {what} {index}")
}

fn finite(value: f64) -> Result<f64, String> {
    // beyond this the engine itself refuses
    if value.abs() <= 1e10 { Ok(value) } else { Err(format!("{value} is no number that a simulation can use")) }
}

/// Whether a coordinate is part of an orientation.
fn is_orientation(m: &Model, index: usize) -> bool {
    (0..m.njnt).any(|j| {
        let start = m.jnt_qposadr[j].ix();
        match JointType::of(m.jnt_type[j]) {
            JointType::Free => (start + 3..start + 7).contains(&index),
            JointType::Ball => (start..start + 4).contains(&index),
            JointType::Slide | JointType::Hinge => false,
        }
    })
}

/// Sets a number of a physics option.
fn set_option(m: &mut Model, name: &str, index: usize, value: f64) -> Result<(), String> {
    if FIXED.contains(&name) {
        return Err(format!("{name} cannot be changed while the simulation is loaded"));
    }
    if name == "timestep" && !(value > 0.0 && value <= 1.0) {
        return Err(format!("the timestep must lie between 0 and 1 s, got {value}"));
    }
    check_enum(name, value)?;
    let unknown = || format!("there is no option {name}[{index}]");
    match m.opt.get_mut(name).ok_or_else(unknown)? {
        ColumnMut::F64(x) => *x.get_mut(index).ok_or_else(unknown)? = value,
        ColumnMut::I32(x) => *x.get_mut(index).ok_or_else(unknown)? = value as i32,
        _ => return Err(unknown()),
    }
    Ok(())
}

/// Options that are one of a few values must be one of them; counts must not be negative.
fn check_enum(name: &str, value: f64) -> Result<(), String> {
    let kind = match name {
        "integrator" => "mjtIntegrator",
        "cone" => "mjtCone",
        "solver" => "mjtSolver",
        _ if name.ends_with("iterations") || name == "sdf_initpoints" => {
            return if (0.0..=1e5).contains(&value) {
                Ok(())
            } else {
                Err(format!("{name} must lie between 0 and 100000"))
            };
        }
        _ => return Ok(()),
    };
    let known = sinew::model::ENUMS
        .iter()
        .find(|(name, _)| *name == kind)
        .is_some_and(|(_, values)| values.iter().any(|(_, n)| f64::from(*n) == value));
    if known { Ok(()) } else { Err(format!("there is no {name} {value}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::Load;

    #[test]
    fn options_take_what_they_can_be_and_refuse_the_rest() {
        let mut m = Model::from_xml_str("<mujoco/>").expect("a model");
        set_option(&mut m, "gravity", 2, -1.0).expect("gravity has three numbers");
        assert_eq!(m.opt.gravity.0[2], -1.0);
        for (name, index, value) in [("gravity", 3, 0.0), ("speed", 0, 0.0), ("timestep", 0, 0.0), ("solver", 0, 7.0)] {
            assert!(set_option(&mut m, name, index, value).is_err(), "{name}[{index}] = {value}");
        }
    }
}
