//! Tendons: lengths and their gradients.

mod armature;
pub mod spatial;
mod winding;
pub mod wrap;

pub use armature::{tendon_armature, tendon_bias, tendon_dot};

use spatial::{Path, Space};

use crate::dof_chain::Chains;
use crate::math::gapless;
use crate::math::simd::kernel;
use crate::model::TendonType;
use crate::scratch::Need;
use crate::sleep::{filtering, tendon_asleep};
use crate::{Data, Id, Model, taken};

kernel! {
    /// Lengths of tendons, their gradients, and the paths of spatial ones.
    ///
    /// A fixed tendon is a weighted sum of joint positions, `l = Σ cⱼ qⱼ`. A spatial one is the shortest path over its
    /// sites and around its obstacles, `l = Σ (segments) / divisor`; by the envelope theorem the gradient of a shortest
    /// path sees only its straight segments, `∂l/∂q = Σ uᵀ (J₂ - J₁)`, with `u` the direction of a segment and `J₁`,
    /// `J₂` the Jacobians of its ends on the bodies that carry them.
    ///
    /// Reads `qpos`, `site_xpos`, `geom_xpos`, `geom_xmat`, `subtree_com`, `cdof`. Writes `ten_length`, `ten_J`,
    /// `ten_wrapadr`, `ten_wrapnum`, `wrap_obj`, `wrap_xpos`. O(segments · depth), allocates nothing; free without
    /// tendons. MuJoCo manual, Computation, *Actuation model* and XML reference, *tendon*.
    #[doc(alias = "mj_tendon")]
    pub fn tendon(m: &Model, d: &mut Data) {
        if m.ntendon == 0 {
            return;
        }
        let mut scratch = std::mem::take(&mut d.scratch);
        let mut s = scratch.frame(Need::reals(m.nv).and(Need::ints(m.nbody)));
        let (row, last_dofs) = (&mut s.reals(m.nv)[..m.nv], s.used_ints(m.nbody));
        // out
        let (mut lengths, mut jacobian) = (taken::take(&mut d.ten_length), taken::take(&mut d.ten_J));
        let (mut starts, mut counts) = (taken::take(&mut d.ten_wrapadr), taken::take(&mut d.ten_wrapnum));
        let (mut objects, mut points) = (taken::take(&mut d.wrap_obj), taken::take(&mut d.wrap_xpos));

        let space = Space::new(m, d, Chains::new(m, last_dofs));
        let (n, partial) = (m.ntendon, filtering(m, d));
        let (rows, counts_of_rows, kinds) = (&m.ten_J_rowadr[..n], &m.ten_J_rownnz[..n], &m.tendon_type[..n]);
        let (lengths_of, starts_of, counts_of) = (&mut lengths[..n], &mut starts[..n], &mut counts[..n]);
        let mut path = Path::new(objects.as_flattened_mut(), points.as_flattened_mut().as_chunks_mut().0);
        for t in 0..n {
            let at = rows[t].ix();
            let entries = at..at + counts_of_rows[t].ix();
            if partial && tendon_asleep(m, d, t) {
                lengths_of[t] = 0.0;
                jacobian[entries].fill(0.0);
                continue;
            }
            let start = path.len();
            lengths_of[t] = match TendonType::of(kinds[t]) {
                TendonType::Fixed => fixed(m, &d.qpos, t, row),
                TendonType::Spatial => spatial::measure(m, d, &space, t, row, &mut path),
            };
            (starts_of[t], counts_of[t]) = (start as i32, (path.len() - start) as i32);

            gapless::take(&mut jacobian[entries.clone()], &m.ten_J_colind[entries], row);
        }
        (d.ten_length, d.ten_J) = (taken::back(lengths), taken::back(jacobian));
        (d.ten_wrapadr, d.ten_wrapnum) = (taken::back(starts), taken::back(counts));
        (d.wrap_obj, d.wrap_xpos, d.scratch) = (taken::back(objects), taken::back(points), scratch);
    }
}

/// Length of a fixed tendon; its weights go into the row.
fn fixed(m: &Model, qpos: &[f64], tendon: usize, row: &mut [f64]) -> f64 {
    let adr = m.tendon_adr[tendon].ix();
    (adr..adr + m.tendon_num[tendon].ix()).fold(0.0, |length, w| {
        let joint = m.wrap_objid[w].ix();
        row[m.jnt_dofadr[joint].ix()] += m.wrap_prm[w];
        length + m.wrap_prm[w] * qpos[m.jnt_qposadr[joint].ix()]
    })
}
