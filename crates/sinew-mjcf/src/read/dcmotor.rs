//! The `dcmotor` shortcut: from a data sheet to the parameters of a motor.

use sinew_core::model::{BiasType, CtrlInput, DynType, Limited};

use super::{Id, Reader};
use crate::error::Error;
use crate::spec::Actuator;

impl Reader<'_> {
    /// Electrical constants, controller, cogging, thermal model and friction of a DC motor.
    ///
    /// `gainprm` holds R, K, the temperature coefficient and reference temperature, then kp, ki, kd and the largest
    /// voltage; `biasprm` cogging and the LuGre friction levels; `dynprm` the electrical time constant, the largest
    /// rate of current, thermal resistance, capacity and ambient temperature, bristle stiffness and damping, and the
    /// controller's slew rate and largest integral.
    pub(super) fn dcmotor(&self, id: Id, from: Option<&Actuator>, to: &mut Actuator) -> Result<(), Error> {
        to.dynprm[0] = 0.0;
        if let Some(f) = from {
            (to.gainprm, to.biasprm, to.dynprm) = (f.gainprm, f.biasprm, f.dynprm);
            to.gainprm[8] = 0.0;
            to.biasprm[6..].fill(0.0);
            to.dynprm[9] = 0.0;
        }
        to.ctrlspec = from.map_or(0, |f| f.ctrlspec);
        self.input(id, &mut to.ctrlspec)?;
        (to.dyntype, to.biastype) = (DynType::Dcmotor, BiasType::Dcmotor);
        (to.actlimited, to.actearly) = (Limited::False, true);

        self.electrical(id, to)?;
        self.saturation(id, to)?;
        self.thermal(id, to)?;

        let mut controller = [to.gainprm[4], to.gainprm[5], to.gainprm[6], to.dynprm[7], to.dynprm[8], to.gainprm[7]];
        self.get(id, "controller", &mut controller)?;
        to.gainprm[4..7].copy_from_slice(&controller[..3]);
        to.dynprm[7..9].copy_from_slice(&controller[3..5]);
        to.gainprm[7] = controller[5];

        let mut cogging = [to.biasprm[0], to.biasprm[1], to.biasprm[2]];
        self.get(id, "cogging", &mut cogging)?;
        to.biasprm[..3].copy_from_slice(&cogging);

        let mut lugre = [to.dynprm[5], to.dynprm[6], to.biasprm[3], to.biasprm[4], to.biasprm[5]];
        self.get(id, "lugre", &mut lugre)?;
        if lugre[0] <= 0.0 {
            lugre = [0.0; 5];
        }
        to.dynprm[5..7].copy_from_slice(&lugre[..2]);
        to.biasprm[3..6].copy_from_slice(&lugre[2..]);

        // one activation for each of: slew rate, integral, temperature, bristle, current
        let active = [to.dynprm[7], to.gainprm[5], to.dynprm[2], to.dynprm[5], to.dynprm[0]];
        to.actdim = active.iter().filter(|&&value| value > 0.0).count() as i32;
        Ok(())
    }

    /// Motor constant `K` and resistance `R`, given or derived from the nominal operating point
    /// (voltage, stall torque, no-load speed), and the electrical time constant.
    fn electrical(&self, id: Id, to: &mut Actuator) -> Result<(), Error> {
        let mut constants = [to.gainprm[1], 0.0];
        let mut r = to.gainprm[0];
        let mut nominal = [0.0; 3];
        self.get(id, "motorconst", &mut constants)?;
        self.get(id, "resistance", &mut r)?;
        self.get(id, "nominal", &mut nominal)?;
        let [torque_constant, mut emf_constant] = constants;
        let [voltage, stall_torque, no_load_speed] = nominal;
        if torque_constant < 0.0 || emf_constant < 0.0 {
            return Err(self.invalid(id, "motorconst cannot be negative"));
        }

        // no-load speed: w = V K / (K² + R B), with viscous damping B
        if voltage > 0.0 && emf_constant <= 0.0 && no_load_speed > 0.0 {
            let damping = to.damping[0];
            let ideal = voltage / no_load_speed;
            emf_constant = ideal;
            if damping > 0.0 && r > 0.0 {
                let disc = voltage * voltage - 4.0 * r * damping * no_load_speed * no_load_speed;
                if disc > 0.0 {
                    emf_constant = (voltage + disc.sqrt()) / (2.0 * no_load_speed);
                }
            } else if damping > 0.0 && stall_torque > 0.0 {
                let exact = ideal - voltage * damping / stall_torque;
                if exact > 0.0 {
                    emf_constant = exact;
                }
            }
        }
        let k = match (torque_constant > 0.0, emf_constant > 0.0) {
            (true, true) => (torque_constant * emf_constant).sqrt(),
            (true, false) => torque_constant,
            _ => emf_constant,
        };
        // stall torque: K V / R
        if r == 0.0 && voltage > 0.0 && stall_torque > 0.0 && k > 0.0 {
            r = k * voltage / stall_torque;
        }
        if k <= 0.0 && to.ctrlspec != CtrlInput::None as i32 {
            return Err(self.invalid(id, "the motor constant has to be positive: give motorconst or nominal"));
        }
        if r <= 0.0 {
            return Err(self.invalid(id, "the resistance has to be positive: give resistance or nominal"));
        }
        (to.gainprm[0], to.gainprm[1]) = (r, k);

        let mut inductance = [0.0, to.dynprm[0]];
        self.get(id, "inductance", &mut inductance)?;
        if inductance.iter().any(|&value| value < 0.0) {
            return Err(self.invalid(id, "inductance cannot be negative"));
        }
        to.dynprm[0] = if inductance[0] > 0.0 { inductance[0] / r } else { inductance[1] };
        Ok(())
    }

    /// Largest torque, or current, which become the range of forces; largest rate of current.
    fn saturation(&self, id: Id, to: &mut Actuator) -> Result<(), Error> {
        let mut saturation = [0.0, 0.0, to.dynprm[1]];
        if self.get(id, "saturation", &mut saturation)? == 0 {
            return Ok(());
        }
        let [torque, current, rate] = saturation;
        let largest = if torque > 0.0 { torque } else { to.gainprm[1] * current.max(0.0) };
        to.forcerange = [0.0; 2];
        to.forcelimited = Limited::Auto;
        if largest > 0.0 {
            to.forcerange = [-largest, largest];
            to.forcelimited = Limited::True;
        }
        to.dynprm[1] = rate.max(0.0);
        Ok(())
    }

    /// Thermal resistance, capacity and time constant, any two of which give the third.
    fn thermal(&self, id: Id, to: &mut Actuator) -> Result<(), Error> {
        let mut thermal = [to.dynprm[2], to.dynprm[3], 0.0, to.gainprm[2], to.gainprm[3], to.dynprm[4]];
        self.get(id, "thermal", &mut thermal)?;
        let [mut resistance, mut capacity, timeconst, coefficient, reference, ambient] = thermal;
        if resistance <= 0.0 && capacity <= 0.0 && timeconst <= 0.0 {
            to.dynprm[2..5].fill(0.0);
            to.gainprm[2..4].fill(0.0);
            return Ok(());
        }
        if timeconst > 0.0 && resistance > 0.0 {
            capacity = timeconst / resistance;
        } else if timeconst > 0.0 && capacity > 0.0 {
            resistance = timeconst / capacity;
        }
        if resistance <= 0.0 || capacity <= 0.0 {
            return Err(self.invalid(id, "thermal resistance and capacity have to be positive"));
        }
        to.dynprm[2..5].copy_from_slice(&[resistance, capacity, ambient]);
        to.gainprm[2..4].copy_from_slice(&[coefficient, reference]);
        Ok(())
    }
}
