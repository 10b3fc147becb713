//! Sparsity patterns that follow from the tree: inertia, its symmetric form, body-dof incidence, tendons and actuators.
//!
//! A dof interacts with its ancestors only, so every pattern is read off `dof_parentid` and `body_parentid`
//! (Featherstone, *Rigid Body Dynamics Algorithms*, 2008, chapter 6).

use super::{GeomType, JointType, Model, TrnType, WrapType};
use crate::table::Id;

/// Rows of column indices in one array.
#[derive(Default)]
struct Rows {
    nnz: Vec<i32>,
    adr: Vec<i32>,
    colind: Vec<i32>,
}

impl Rows {
    /// Appends a row.
    fn push(&mut self, row: &[i32]) {
        self.adr.push(self.colind.len() as i32);
        self.nnz.push(row.len() as i32);
        self.colind.extend_from_slice(row);
    }

    /// Columns of a row.
    fn row(&self, i: usize) -> &[i32] {
        let start = self.adr[i].ix();
        &self.colind[start..start + self.nnz[i].ix()]
    }

    /// Position of an entry.
    fn find(&self, row: usize, column: i32) -> Option<i32> {
        self.row(row).binary_search(&column).ok().map(|k| self.adr[row] + k as i32)
    }
}

impl Model {
    /// Chain of dofs that move a body, in increasing order.
    #[doc(alias = "mj_bodyChain")]
    pub fn body_chain(&self, body: usize) -> Vec<i32> {
        let mut chain = Vec::new();
        let mut dof = self.last_dof(body);
        while dof >= 0 {
            chain.push(dof);
            dof = self.dof_parentid[dof.ix()];
        }
        chain.reverse();
        chain
    }

    /// Last dof that moves a body; -1 if it cannot move.
    #[inline]
    pub fn last_dof(&self, body: usize) -> i32 {
        let weld = self.body_weldid[body].ix();
        if self.body_dofnum[weld] == 0 { -1 } else { self.body_dofadr[weld] + self.body_dofnum[weld] - 1 }
    }

    /// Number of dofs that move either of two bodies; with `differ`, without those that move both alike.
    #[doc(alias = "mj_mergeChain")]
    pub fn merged_chain_len(&self, body1: usize, body2: usize, differ: bool) -> usize {
        let (mut a, mut b) = (self.last_dof(body1), self.last_dof(body2));
        let mut count = 0;
        while a >= 0 || b >= 0 {
            if differ && a == b {
                break;
            }
            let dof = a.max(b);
            if a == dof {
                a = self.dof_parentid[dof.ix()];
            }
            if b == dof {
                b = self.dof_parentid[dof.ix()];
            }
            count += 1;
        }
        count
    }

    /// Sets the patterns of the joint-space inertia and the maps between its forms, with the sizes that they have.
    ///
    /// Reads `dof_parentid`, `dof_simplenum` and the body tree. Writes `dof_Madr`, `M_*`, `D_*`, `B_*`, the maps,
    /// `nM`, `nB`, `nC`, `nD`.
    #[doc(alias("mj_makeBSparse", "mj_makeDofDofSparse", "mj_makeDofDofMaps"))]
    pub fn make_inertia_sparse(&mut self) {
        let nv = self.nv;

        // ancestors of each dof, itself last
        let mut lower = Rows::default();
        for i in 0..nv {
            let start = lower.colind.len();
            let mut j = i as i32;
            while j >= 0 {
                lower.colind.push(j);
                j = self.dof_parentid[j.ix()];
            }
            lower.colind[start..].reverse();
            lower.adr.push(start as i32);
            lower.nnz.push((lower.colind.len() - start) as i32);
        }
        self.dof_Madr.copy_from_slice(&lower.adr);
        self.nM = lower.colind.len();

        // the reduced form leaves out what is zero in simple bodies
        let mut reduced = Rows::default();
        let mut old = Vec::new();
        for i in 0..nv {
            let row = lower.row(i);
            let row = if self.dof_simplenum[i] > 0 { &row[row.len() - 1..] } else { row };
            // the older layout starts at the diagonal and goes to the root
            old.extend((0..row.len()).rev().map(|k| lower.adr[i] + k as i32));
            reduced.push(row);
        }

        // the symmetric form adds descendants
        let mut descendants = vec![Vec::new(); nv];
        for i in 0..nv {
            for &j in &lower.row(i)[..lower.nnz[i].ix() - 1] {
                descendants[j.ix()].push(i as i32);
            }
        }
        let mut full = Rows::default();
        let mut row = Vec::new();
        for i in 0..nv {
            row.clear();
            row.extend_from_slice(lower.row(i));
            row.extend_from_slice(&descendants[i]);
            full.push(&row);
        }
        self.D_diag = lower.nnz.iter().map(|n| n - 1).collect();

        // maps between them
        self.mapM2D = (0..nv)
            .flat_map(|i| full.row(i).iter().map(move |&j| (i.max(j.ix()), (i as i32).min(j))))
            .map(|(i, j)| reduced.find(i, j).unwrap_or(-1))
            .collect();
        self.mapD2M = (0..nv)
            .flat_map(|i| reduced.row(i).iter().map(move |&j| (i, j)))
            .map(|(i, j)| full.find(i, j).unwrap_or(-1))
            .collect();
        self.mapM2M = old.into();

        self.nC = reduced.colind.len();
        self.nD = full.colind.len();
        (self.M_rownnz, self.M_rowadr, self.M_colind) = (reduced.nnz.into(), reduced.adr.into(), reduced.colind.into());
        (self.D_rownnz, self.D_rowadr, self.D_colind) = (full.nnz.into(), full.adr.into(), full.colind.into());
        self.make_body_dof_sparse();
    }

    /// Sets the pattern of bodies against dofs: those of the ancestors and of the subtree.
    fn make_body_dof_sparse(&mut self) {
        let nbody = self.nbody;

        // a subtree is a run of bodies, and so a run of dofs
        let mut subtree_dofs = vec![0; nbody];
        for b in (1..nbody).rev() {
            subtree_dofs[b] += self.body_dofnum[b];
            subtree_dofs[self.body_parentid[b].ix()] += subtree_dofs[b];
        }
        let mut first_dof = vec![0; nbody];
        for b in 1..nbody {
            first_dof[b] = first_dof[b - 1] + self.body_dofnum[b - 1];
        }

        let mut rows = Rows::default();
        let mut row = Vec::new();
        for b in 0..nbody {
            row.clear();
            let mut p = self.body_parentid[b].ix();
            while p > 0 {
                row.extend((0..self.body_dofnum[p]).rev().map(|k| self.body_dofadr[p] + k));
                p = self.body_parentid[p].ix();
            }
            row.reverse();
            row.extend(first_dof[b]..first_dof[b] + subtree_dofs[b]);
            rows.push(&row);
        }
        self.nB = rows.colind.len();
        (self.B_rownnz, self.B_rowadr, self.B_colind) = (rows.nnz.into(), rows.adr.into(), rows.colind.into());
    }

    /// Sets the pattern of the tendon Jacobian: the joints of fixed tendons, and for spatial ones every dof that moves
    /// a site or geom on the path. Writes `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind`, `nJten`.
    pub fn make_tendon_sparse(&mut self) {
        let mut rows = Rows::default();
        let mut row: Vec<i32> = Vec::new();
        for t in 0..self.ntendon {
            row.clear();
            let start = self.tendon_adr[t].ix();
            for w in start..start + self.tendon_num[t].ix() {
                let object = self.wrap_objid[w];
                match WrapType::of(self.wrap_type[w]) {
                    WrapType::Joint => row.push(self.jnt_dofadr[object.ix()]),
                    WrapType::Site => row.extend(self.body_chain(self.site_bodyid[object.ix()].ix())),
                    WrapType::Sphere | WrapType::Cylinder => {
                        row.extend(self.body_chain(self.geom_bodyid[object.ix()].ix()));
                    }
                    WrapType::None | WrapType::Pulley => {}
                }
            }
            row.sort_unstable();
            row.dedup();
            rows.push(&row);
        }
        self.nJten = rows.colind.len();
        (self.ten_J_rownnz, self.ten_J_rowadr, self.ten_J_colind) =
            (rows.nnz.into(), rows.adr.into(), rows.colind.into());
    }

    /// Number of non-zeros that the actuator moments can have.
    pub fn count_moment(&self) -> usize {
        let site_body = |site: i32| self.site_bodyid[site.ix()].ix();
        (0..self.nactuator)
            .map(|a| {
                let [id, second] = self.actuator_trnid[a];
                match TrnType::of(self.actuator_trntype[a]) {
                    TrnType::Joint | TrnType::JointInParent => joint_dofs(self.jnt_type[id.ix()]),
                    TrnType::So3 if second >= 0 => 3 * self.nv,
                    TrnType::So3 => 3,
                    TrnType::SliderCrank => self.merged_chain_len(site_body(id), site_body(second), false),
                    TrnType::Tendon => self.ten_J_rownnz[id.ix()].ix(),
                    TrnType::Site => {
                        let reference = if second >= 0 { site_body(second) } else { 0 };
                        self.merged_chain_len(site_body(id), reference, true)
                    }
                    TrnType::Body => self.nv,
                    TrnType::Undefined => 0,
                }
            })
            .sum()
    }
}

/// Number of dofs of a joint type.
pub fn joint_dofs(jnt_type: i32) -> usize {
    match JointType::of(jnt_type) {
        JointType::Free => 6,
        JointType::Ball => 3,
        JointType::Slide | JointType::Hinge => 1,
    }
}

/// Number of coordinates of a joint type.
pub fn joint_coordinates(jnt_type: i32) -> usize {
    match JointType::of(jnt_type) {
        JointType::Free => 7,
        JointType::Ball => 4,
        JointType::Slide | JointType::Hinge => 1,
    }
}

/// Number of sizes that a geom type has.
#[doc(alias = "mjGEOMINFO")]
pub fn geom_sizes(kind: GeomType) -> usize {
    match kind {
        GeomType::Sphere => 1,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Plane | GeomType::Ellipsoid | GeomType::Box => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hinges in a chain, and a free-standing slider on a simple body.
    fn chain() -> Model {
        let mut m = Model { nbody: 4, nv: 3, ..Model::default() };
        m.allocate();
        m.body_parentid.copy_from_slice(&[0, 0, 1, 0]);
        m.body_weldid.copy_from_slice(&[0, 1, 2, 3]);
        m.body_dofnum.copy_from_slice(&[0, 1, 1, 1]);
        m.body_dofadr.copy_from_slice(&[-1, 0, 1, 2]);
        m.dof_parentid.copy_from_slice(&[-1, 0, -1]);
        m.dof_simplenum.copy_from_slice(&[0, 0, 1]);
        m.make_inertia_sparse();
        m
    }

    #[test]
    fn inertia_couples_a_dof_with_its_ancestors() {
        let m = chain();
        assert_eq!((m.nM, m.nC, m.nD), (4, 4, 5));
        assert_eq!(*m.M_colind, [0, 0, 1, 2]);
        assert_eq!(*m.D_colind, [0, 1, 0, 1, 2]);
        assert_eq!(*m.mapM2D, [0, 1, 1, 2, 3]);
        assert_eq!(*m.mapD2M, [0, 2, 3, 4]);
        assert_eq!(*m.mapM2M, [0, 2, 1, 3]);
    }

    #[test]
    fn bodies_meet_dofs_above_and_below_them() {
        let m = chain();
        assert_eq!(*m.B_rownnz, [3, 2, 2, 1]);
        assert_eq!(*m.B_colind, [0, 1, 2, 0, 1, 0, 1, 2]);
        assert_eq!(m.merged_chain_len(2, 1, false), 2);
        assert_eq!(m.merged_chain_len(2, 1, true), 1);
    }
}
