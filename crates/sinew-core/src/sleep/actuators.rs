//! Which actuators drive something that is awake.

use super::actuator_state;
use crate::model::SleepState;
use crate::{Data, Model};

/// List of the actuators that are awake, and what it was found from.
#[derive(Clone, Debug, Default)]
pub(crate) struct AwakeActuators {
    tree_awake: Vec<i32>,
    trntype: Vec<i32>,
    trnid: Vec<[i32; 2]>,
    list: Vec<i32>,
}

impl AwakeActuators {
    /// The actuators that are not asleep, ascending. Looked for only if trees fell asleep or woke since the last time, or
    /// if actuators drive something else.
    pub fn list(&mut self, m: &Model, d: &Data) -> &[i32] {
        let known =
            self.tree_awake == *d.tree_awake && self.trntype == *m.actuator_trntype && self.trnid == *m.actuator_trnid;
        if !known {
            replace(&mut self.tree_awake, &d.tree_awake);
            replace(&mut self.trntype, &m.actuator_trntype);
            replace(&mut self.trnid, &m.actuator_trnid);
            self.list.clear();
            self.list.reserve(m.nactuator);
            let awake = (0..m.nactuator).filter(|&i| actuator_state(m, d, i) != SleepState::Asleep);
            self.list.extend(awake.map(|i| i as i32));
        }
        &self.list
    }
}

fn replace<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.extend_from_slice(from);
}
