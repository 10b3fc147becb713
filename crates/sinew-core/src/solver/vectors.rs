//! Loops of the primal solvers over dofs and rows.

use crate::math::simd::{add_scaled_in, dot_in, kernel};

kernel! {
    /// `search = −step`.
    pub(super) fn descend<V>(search: &mut [f64], step: &[f64]) {
        let ((search, search_rest), (step, step_rest)) = (search.as_chunks_mut(), step.as_chunks());
        for (search, step) in search.iter_mut().zip(step) {
            V::load(step).negated().store(search);
        }
        search_rest.iter_mut().zip(step_rest).for_each(|(search, step)| *search = -step);
    }
}

kernel! {
    /// `grad = M x − f − Jᵀ λ`.
    pub(super) fn gradient<V>(grad: &mut [f64], ma: &[f64], smooth: &[f64], joint: &[f64]) {
        let (grad, grad_rest) = grad.as_chunks_mut();
        let ((ma, ma_rest), (smooth, smooth_rest), (joint, joint_rest)) = (ma.as_chunks(), smooth.as_chunks(), joint.as_chunks());
        for ((grad, ma), (smooth, joint)) in grad.iter_mut().zip(ma).zip(smooth.iter().zip(joint)) {
            V::load(ma).minus(V::load(smooth)).minus(V::load(joint)).store(grad);
        }
        for ((grad, ma), (smooth, joint)) in grad_rest.iter_mut().zip(ma_rest).zip(smooth_rest.iter().zip(joint_rest)) {
            *grad = ma - smooth - joint;
        }
    }
}

kernel! {
    /// Each vector moves along its direction.
    pub(super) fn advance<V>(vectors: [&mut [f64]; 3], directions: [&[f64]; 3], alpha: f64) {
        for (x, along) in vectors.into_iter().zip(directions) {
            add_scaled_in::<V>(x, along, alpha);
        }
    }
}

kernel! {
    /// Linear and quadratic coefficient of the inertial part of the cost along a line, and the square of its direction.
    pub(super) fn inertial_line<V>(out: &mut [f64; 3], search: &[f64], ma: &[f64], smooth: &[f64], mv: &[f64]) {
        let linear = dot_in::<V>(search, ma) - dot_in::<V>(smooth, search);
        *out = [linear, 0.5 * dot_in::<V>(search, mv), dot_in::<V>(search, search)];
    }
}
