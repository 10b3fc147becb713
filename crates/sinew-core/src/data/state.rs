//! The state as one vector: which parts is said by a signature of [`StateBit`]s, in the order of the bits.

use crate::model::StateBit;
use crate::table::{Column, ColumnMut, view, view_mut};
use crate::{Data, Model};

/// Parts of the state, in order of their bits, which are the lowest.
const PARTS: [StateBit; 15] = [
    StateBit::Time,
    StateBit::Qpos,
    StateBit::Qvel,
    StateBit::Act,
    StateBit::History,
    StateBit::WarmStart,
    StateBit::Ctrl,
    StateBit::QfrcApplied,
    StateBit::XfrcApplied,
    StateBit::EqActive,
    StateBit::MocapPos,
    StateBit::MocapQuat,
    StateBit::Userdata,
    StateBit::Plugin,
    StateBit::Plastic,
];

/// Why a state cannot be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// there are no such parts
    #[error("state signature {0} is not a sum of state bits")]
    Signature(i32),
    /// the vector does not fit
    #[error("a state of signature {signature} holds {want} numbers, got {got}")]
    Size {
        /// parts that were asked for
        signature: i32,
        /// numbers that they hold
        want: usize,
        /// numbers that were given
        got: usize,
    },
    /// parts were asked for that are not in the source
    #[error("state signature {part} asks for more than {whole} holds")]
    NotPart {
        /// parts that were asked for
        part: i32,
        /// parts that there are
        whole: i32,
    },
}

/// Parts named by a signature.
fn parts(signature: i32) -> Result<impl Iterator<Item = StateBit>, StateError> {
    let all = StateBit::Integration as i32;
    if signature & !all != 0 {
        return Err(StateError::Signature(signature));
    }
    let mut left = signature as u32;
    Ok(std::iter::from_fn(move || {
        let part = PARTS.get(left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(*part)
    }))
}

impl Model {
    /// Numbers in a state with this signature.
    #[doc(alias = "mj_stateSize")]
    pub fn state_size(&self, signature: i32) -> Result<usize, StateError> {
        Ok(parts(signature)?.map(|part| self.part_size(part)).sum())
    }

    fn part_size(&self, part: StateBit) -> usize {
        match part {
            StateBit::Time => 1,
            StateBit::Qpos => self.nq,
            StateBit::Qvel | StateBit::WarmStart | StateBit::QfrcApplied => self.nv,
            StateBit::Act => self.na,
            StateBit::History => self.nhistory,
            StateBit::Ctrl => self.nu,
            StateBit::XfrcApplied => 6 * self.nbody,
            StateBit::EqActive => self.neq,
            StateBit::MocapPos => 3 * self.nmocap,
            StateBit::MocapQuat => 4 * self.nmocap,
            StateBit::Userdata => self.nuserdata,
            StateBit::Plugin => self.npluginstate,
            StateBit::Plastic => self.nplastic,
            StateBit::Physics | StateBit::Fullphysics | StateBit::User | StateBit::Integration => 0,
        }
    }

    fn check_size(&self, signature: i32, got: usize) -> Result<(), StateError> {
        let want = self.state_size(signature)?;
        if want == got { Ok(()) } else { Err(StateError::Size { signature, want, got }) }
    }

    /// Copies the parts of signature `to_signature` out of a state of signature `from_signature`, which holds them.
    #[doc(alias = "mj_extractState")]
    pub fn extract_state(
        &self,
        from: &[f64],
        from_signature: i32,
        to: &mut [f64],
        to_signature: i32,
    ) -> Result<(), StateError> {
        self.check_size(from_signature, from.len())?;
        self.check_size(to_signature, to.len())?;
        if from_signature & to_signature != to_signature {
            return Err(StateError::NotPart { part: to_signature, whole: from_signature });
        }
        let (mut from, mut to) = (from, to);
        for part in parts(from_signature)? {
            let (head, tail) = from.split_at(self.part_size(part));
            from = tail;
            if to_signature & part as i32 != 0 {
                let (out, rest) = to.split_at_mut(head.len());
                out.copy_from_slice(head);
                to = rest;
            }
        }
        Ok(())
    }
}

impl Data {
    /// Writes the parts of the state that the signature names.
    #[doc(alias = "mj_getState")]
    pub fn get_state(&self, m: &Model, state: &mut [f64], signature: i32) -> Result<(), StateError> {
        m.check_size(signature, state.len())?;
        let mut rest = state;
        for part in parts(signature)? {
            let (out, tail) = rest.split_at_mut(m.part_size(part));
            rest = tail;
            if out.is_empty() {
                continue;
            }
            match self.state_part(part) {
                Column::F64(column) => out.copy_from_slice(column),
                Column::Bool(column) => {
                    for (out, &flag) in out.iter_mut().zip(column) {
                        *out = f64::from(flag);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Sets the parts of the state that the signature names.
    #[doc(alias = "mj_setState")]
    pub fn set_state(&mut self, m: &Model, state: &[f64], signature: i32) -> Result<(), StateError> {
        m.check_size(signature, state.len())?;
        let mut rest = state;
        for part in parts(signature)? {
            let (values, tail) = rest.split_at(m.part_size(part));
            rest = tail;
            match self.state_part_mut(part) {
                ColumnMut::F64(column) => column.copy_from_slice(values),
                ColumnMut::Bool(column) => {
                    for (flag, &value) in column.iter_mut().zip(values) {
                        *flag = value != 0.0;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Copies the parts of the state that the signature names from other data of the same model.
    #[doc(alias = "mj_copyState")]
    pub fn copy_state(&mut self, from: &Self, signature: i32) -> Result<(), StateError> {
        for part in parts(signature)? {
            match (self.state_part_mut(part), from.state_part(part)) {
                (ColumnMut::F64(to), Column::F64(from)) if to.len() == from.len() => to.copy_from_slice(from),
                (ColumnMut::Bool(to), Column::Bool(from)) if to.len() == from.len() => to.copy_from_slice(from),
                (_, other) => {
                    let (want, got) = (self.state_part(part).len(), other.len());
                    return Err(StateError::Size { signature: part as i32, want, got });
                }
            }
        }
        Ok(())
    }

    fn state_part(&self, part: StateBit) -> Column<'_> {
        match part {
            StateBit::Time => view(std::slice::from_ref(&self.time)),
            StateBit::Qpos => view(&self.qpos),
            StateBit::Qvel => view(&self.qvel),
            StateBit::Act => view(&self.act),
            StateBit::History => view(&self.history),
            StateBit::WarmStart => view(&self.qacc_warmstart),
            StateBit::Ctrl => view(&self.ctrl),
            StateBit::QfrcApplied => view(&self.qfrc_applied),
            StateBit::XfrcApplied => view(&self.xfrc_applied),
            StateBit::EqActive => view(&self.eq_active),
            StateBit::MocapPos => view(&self.mocap_pos),
            StateBit::MocapQuat => view(&self.mocap_quat),
            StateBit::Userdata => view(&self.userdata),
            StateBit::Plugin => view(&self.plugin_state),
            StateBit::Plastic => view(&self.plastic),
            StateBit::Physics | StateBit::Fullphysics | StateBit::User | StateBit::Integration => Column::F64(&[]),
        }
    }

    fn state_part_mut(&mut self, part: StateBit) -> ColumnMut<'_> {
        match part {
            StateBit::Time => view_mut(std::slice::from_mut(&mut self.time)),
            StateBit::Qpos => view_mut(&mut self.qpos),
            StateBit::Qvel => view_mut(&mut self.qvel),
            StateBit::Act => view_mut(&mut self.act),
            StateBit::History => view_mut(&mut self.history),
            StateBit::WarmStart => view_mut(&mut self.qacc_warmstart),
            StateBit::Ctrl => view_mut(&mut self.ctrl),
            StateBit::QfrcApplied => view_mut(&mut self.qfrc_applied),
            StateBit::XfrcApplied => view_mut(&mut self.xfrc_applied),
            StateBit::EqActive => view_mut(&mut self.eq_active),
            StateBit::MocapPos => view_mut(&mut self.mocap_pos),
            StateBit::MocapQuat => view_mut(&mut self.mocap_quat),
            StateBit::Userdata => view_mut(&mut self.userdata),
            StateBit::Plugin => view_mut(&mut self.plugin_state),
            StateBit::Plastic => view_mut(&mut self.plastic),
            StateBit::Physics | StateBit::Fullphysics | StateBit::User | StateBit::Integration => {
                ColumnMut::F64(&mut [])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Model, Data) {
        let mut m = Model { nq: 2, nv: 2, nu: 1, neq: 2, nbody: 1, nmocap: 1, ..Model::default() };
        m.allocate();
        m.body_treeid[0] = -1;
        m.dof_bodyid.fill(0);
        m.eq_active0[1] = true;
        let mut d = m.make_data();
        d.time = 0.5;
        d.qpos.copy_from_slice(&[1.0, 2.0]);
        d.qvel.copy_from_slice(&[3.0, 4.0]);
        (m, d)
    }

    #[test]
    fn what_get_state_writes_set_state_restores() {
        let (m, d) = sample();
        for signature in [StateBit::Physics, StateBit::Fullphysics, StateBit::User, StateBit::Integration] {
            let signature = signature as i32;
            let mut state = vec![0.0; m.state_size(signature).expect("known bits")];
            d.get_state(&m, &mut state, signature).expect("it fits");
            let mut back = m.make_data();
            back.set_state(&m, &state, signature).expect("it fits");
            let mut again = vec![0.0; state.len()];
            back.get_state(&m, &mut again, signature).expect("it fits");
            assert_eq!(state, again);
            let mut copied = m.make_data();
            copied.copy_state(&d, signature).expect("the same model");
            copied.get_state(&m, &mut again, signature).expect("it fits");
            assert_eq!(state, again);
        }
    }

    #[test]
    fn parts_come_in_the_order_of_their_bits() {
        let (m, d) = sample();
        let signature = StateBit::Time as i32 | StateBit::Qpos as i32 | StateBit::EqActive as i32;
        let mut state = [0.0; 5];
        d.get_state(&m, &mut state, signature).expect("it fits");
        assert_eq!(state, [0.5, 1.0, 2.0, 0.0, 1.0]);
        let mut qpos = [0.0; 2];
        m.extract_state(&state, signature, &mut qpos, StateBit::Qpos as i32).expect("it is a part");
        assert_eq!(qpos, [1.0, 2.0]);
    }

    #[test]
    fn wrong_sizes_and_unknown_bits_are_refused() {
        let (m, mut d) = sample();
        let qpos = StateBit::Qpos as i32;
        assert_eq!(d.set_state(&m, &[1.0], qpos), Err(StateError::Size { signature: qpos, want: 2, got: 1 }));
        assert_eq!(m.state_size(1 << 20), Err(StateError::Signature(1 << 20)));
        assert_eq!(m.state_size(-1), Err(StateError::Signature(-1)));
        let asks = StateBit::Qvel as i32;
        let error = m.extract_state(&[0.0; 2], qpos, &mut [0.0; 2], asks);
        assert_eq!(error, Err(StateError::NotPart { part: asks, whole: qpos }));
    }
}
