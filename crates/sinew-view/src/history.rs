//! States of the last seconds, to go back to.

use std::collections::VecDeque;

use sinew::model::StateBit;
use sinew::{Data, Model};

/// Most states kept.
const MOST_STATES: usize = 2000;
/// Most bytes of states kept.
const MOST_BYTES: usize = 64 << 20;
/// All that decides what comes next.
const WHOLE: i32 = StateBit::Integration as i32;

/// A ring of states with the time of each.
#[derive(Default)]
pub struct History {
    states: VecDeque<(f64, Vec<f64>)>,
    /// the state that is shown, if not the newest
    shown: Option<usize>,
}

impl History {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.states.clear();
        self.shown = None;
    }

    /// Keeps a state, unless it is the one kept last. What was ahead of a past state is forgotten.
    pub fn push(&mut self, m: &Model, d: &Data) {
        if let Some(shown) = self.shown.take() {
            self.states.truncate(shown + 1);
        }
        let Ok(size) = m.state_size(WHOLE) else { return };
        let most = (MOST_BYTES / (8 * size.max(1))).clamp(2, MOST_STATES);
        // an old state's memory serves again
        let mut state =
            if self.states.len() >= most { self.states.pop_front().map_or_else(Vec::new, |s| s.1) } else { Vec::new() };
        state.resize(size, 0.0);
        if d.get_state(m, &mut state, WHOLE).is_ok() {
            self.states.push_back((d.time, state));
        }
    }

    /// Sets a past state; `false` if there is none of that number.
    pub fn restore(&mut self, m: &Model, d: &mut Data, index: usize) -> bool {
        let Some((_, state)) = self.states.get(index) else { return false };
        if d.set_state(m, state, WHOLE).is_err() {
            return false;
        }
        self.shown = (index + 1 < self.states.len()).then_some(index);
        true
    }

    /// Number of the state that is shown.
    pub fn index(&self) -> usize {
        self.shown.unwrap_or(self.states.len().saturating_sub(1))
    }

    /// Whether the state shown is one of the past.
    pub fn in_past(&self) -> bool {
        self.shown.is_some()
    }

    /// How many, which is shown, time of the first, time of the last.
    pub fn shown(&self) -> [f64; 4] {
        let time = |state: Option<&(f64, Vec<f64>)>| state.map_or(0.0, |s| s.0);
        [self.states.len() as f64, self.index() as f64, time(self.states.front()), time(self.states.back())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::Load;

    #[test]
    fn a_past_state_plays_on_as_it_did_and_forgets_what_was_ahead() {
        let m = Model::from_xml_str(
            "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='0.1' pos='1 0 0'/></body></worldbody></mujoco>",
        )
        .expect("a model");
        let (mut d, mut history) = (m.make_data(), History::default());
        let mut angles = Vec::new();
        for _ in 0..20 {
            history.push(&m, &d);
            angles.push(d.qpos[0]);
            d.step(&m).expect("a step");
        }
        assert!(history.restore(&m, &mut d, 5) && history.in_past());
        assert_eq!(d.qpos[0], angles[5]);
        d.step(&m).expect("a step");
        assert_eq!(d.qpos[0], angles[6], "to the last bit");
        history.push(&m, &d);
        assert_eq!(history.shown()[0], 7.0);
        assert!(!history.restore(&m, &mut d, 7));
    }
}
