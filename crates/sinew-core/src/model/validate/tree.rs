//! Bodies, joints, dofs and their sparsity.

use super::{Check, fail, ids, kinds, spans, starts};
use crate::model::{JointType, Model, joint_coordinates, joint_dofs};
use crate::table::Id;

pub(super) fn check(m: &Model) -> Check {
    bodies(m)?;
    joints(m)?;
    sparsity(m)?;
    trees(m)
}

/// Parents come first: entry `i` is below `i`.
fn earlier(column: &'static str, parents: &[i32], least: i32) -> Check {
    for (i, &parent) in parents.iter().enumerate() {
        if parent < least || parent >= i as i32 {
            return fail(column, i, format!("is {parent}, but a parent comes before its children"));
        }
    }
    Ok(())
}

fn bodies(m: &Model) -> Check {
    if m.nbody == 0 {
        return fail("body_parentid", 0, "is missing: there is no world");
    }
    if m.body_parentid[0] != 0 || m.body_weldid[0] != 0 || m.body_dofnum[0] != 0 {
        return fail("body_parentid", 0, "is the world, which has no parent and no dofs");
    }
    for b in 1..m.nbody {
        let parent = m.body_parentid[b];
        if parent < 0 || parent >= b as i32 {
            return fail("body_parentid", b, format!("is {parent}, but a parent comes before its children"));
        }
    }
    ids("body_rootid", &m.body_rootid, m.nbody, false)?;
    ids("body_weldid", &m.body_weldid, m.nbody, false)?;
    ids("body_mocapid", &m.body_mocapid, m.nmocap, true)?;
    ids("body_treeid", &m.body_treeid, m.ntree, true)?;
    spans("body_jntadr", &m.body_jntadr, &m.body_jntnum, m.njnt)?;
    spans("body_dofadr", &m.body_dofadr, &m.body_dofnum, m.nv)?;
    starts("body_dofadr", &m.body_dofadr, m.nv)?;
    spans("body_geomadr", &m.body_geomadr, &m.body_geomnum, m.ngeom)?;
    ids("body_plugin", &m.body_plugin, m.nplugin, true)
}

fn joints(m: &Model) -> Check {
    kinds("jnt_type", &m.jnt_type, JointType::try_from_i32)?;
    ids("jnt_bodyid", &m.jnt_bodyid, m.nbody, false)?;
    for j in 0..m.njnt {
        let (q, v) = (joint_coordinates(m.jnt_type[j]), joint_dofs(m.jnt_type[j]));
        if m.jnt_qposadr[j] < 0 || m.jnt_qposadr[j].ix() + q > m.nq {
            return fail("jnt_qposadr", j, format!("and its {q} coordinates do not fit into {}", m.nq));
        }
        if m.jnt_dofadr[j] < 0 || m.jnt_dofadr[j].ix() + v > m.nv {
            return fail("jnt_dofadr", j, format!("and its {v} dofs do not fit into {}", m.nv));
        }
        let plastic = if JointType::of(m.jnt_type[j]) == JointType::Ball { 4 } else { 1 };
        if m.jnt_plasticadr[j] >= 0 && m.jnt_plasticadr[j].ix() + plastic > m.nplastic {
            return fail("jnt_plasticadr", j, format!("does not fit into {}", m.nplastic));
        }
        if m.jnt_actuatorid[j] < -2 || m.jnt_actuatorid[j] >= m.nactuator as i32 {
            return fail("jnt_actuatorid", j, format!("is not one of {}", m.nactuator));
        }
    }
    ids("dof_bodyid", &m.dof_bodyid, m.nbody, false)?;
    ids("dof_jntid", &m.dof_jntid, m.njnt, false)?;
    ids("dof_treeid", &m.dof_treeid, m.ntree, false)?;
    earlier("dof_parentid", &m.dof_parentid, -1)?;
    for i in 0..m.nv {
        if m.dof_simplenum[i] < 0 || i + m.dof_simplenum[i].ix() > m.nv {
            return fail("dof_simplenum", i, "runs past the last dof");
        }
    }
    Ok(())
}

/// Patterns of matrices over dofs: rows inside the matrix, columns in order.
fn sparsity(m: &Model) -> Check {
    ids("dof_Madr", &m.dof_Madr, m.nM, false)?;
    pattern("M_rowadr", &m.M_rownnz, &m.M_rowadr, &m.M_colind, m.nv)?;
    pattern("D_rowadr", &m.D_rownnz, &m.D_rowadr, &m.D_colind, m.nv)?;
    pattern("B_rowadr", &m.B_rownnz, &m.B_rowadr, &m.B_colind, m.nv)?;
    pattern("ten_J_rowadr", &m.ten_J_rownnz, &m.ten_J_rowadr, &m.ten_J_colind, m.nv)?;
    for i in 0..m.nv {
        inertia_row(m, i)?;
        if m.D_diag[i] < 0 || m.D_diag[i] >= m.D_rownnz[i] {
            return fail("D_diag", i, "is not in its row");
        }
    }
    ids("mapM2M", &m.mapM2M, m.nM, false)?;
    ids("mapM2D", &m.mapM2D, m.nC, true)?;
    ids("mapD2M", &m.mapD2M, m.nD, false)
}

/// A row of the inertia matrix lies behind the one before, and holds the ancestors of its dof, itself last; of a simple
/// dof itself alone.
fn inertia_row(m: &Model, i: usize) -> Check {
    let start = if i == 0 { 0 } else { m.M_rowadr[i - 1] + m.M_rownnz[i - 1] };
    if m.M_rowadr[i] != start {
        return fail("M_rowadr", i, format!("is {}, not {start}", m.M_rowadr[i]));
    }
    let mut dof = i as i32;
    for at in (start..start + m.M_rownnz[i]).rev() {
        if m.M_colind[at.ix()] != dof || dof < 0 {
            return fail("M_colind", at.ix(), format!("is not {dof}, the next ancestor of dof {i}"));
        }
        dof = if m.dof_simplenum[i] > 0 { -1 } else { m.dof_parentid[dof.ix()] };
    }
    if dof >= 0 {
        return fail("M_rownnz", i, format!("leaves dof {dof} out of row {i}"));
    }
    Ok(())
}

fn pattern(column: &'static str, nnz: &[i32], adr: &[i32], colind: &[i32], columns: usize) -> Check {
    spans(column, adr, nnz, colind.len())?;
    for (row, (&adr, &nnz)) in adr.iter().zip(nnz).enumerate() {
        if nnz < 0 || (nnz > 0 && adr < 0) {
            return fail(column, row, "is negative");
        }
        let entries = if nnz == 0 { &[][..] } else { &colind[adr.ix()..adr.ix() + nnz.ix()] };
        let ordered = entries.windows(2).all(|w| w[0] < w[1]);
        if !ordered || entries.iter().any(|&c| c < 0 || c >= columns as i32) {
            return fail(column, row, format!("has columns out of order or not among {columns}"));
        }
    }
    Ok(())
}

fn trees(m: &Model) -> Check {
    spans("tree_bodyadr", &m.tree_bodyadr, &m.tree_bodynum, m.nbody)?;
    spans("tree_dofadr", &m.tree_dofadr, &m.tree_dofnum, m.nv)?;

    // trees take the dofs in turn
    let mut next = 0;
    for t in 0..m.ntree {
        let own = next..next + m.tree_dofnum[t].ix();
        next = own.end;
        if m.tree_dofnum[t] > 0 && m.tree_dofadr[t].ix() != own.start {
            return fail("tree_dofadr", t, format!("is {}, not {}", m.tree_dofadr[t], own.start));
        }
        if own.end > m.nv || m.dof_treeid[own.clone()].iter().any(|&tree| tree.ix() != t) {
            return fail("tree_dofnum", t, format!("takes dofs {own:?}, which are of other trees"));
        }
    }
    if next == m.nv { Ok(()) } else { fail("tree_dofnum", 0, format!("leaves dofs from {next} without a tree")) }
}
