//! From compiled lists to the columns of the model.

use sinew_core::math::Vec3;
use sinew_core::model::{JointType, Model, SleepPolicy, WrapType, is_null_pose, joint_dofs};

use super::assets::Assets;
use super::context::Context;
use super::join::Copies;
use super::tree::{BodyNode, Tree};
use crate::assets::{Bvh, Leaf};
use crate::error::Error;
use crate::rotation::EPS;

fn id(id: Option<usize>) -> i32 {
    id.map_or(-1, |id| id as i32)
}

/// Bodies, joints, dofs and trees.
pub(super) fn tree(cx: Context<'_>, tree: &Tree<'_>, m: &mut Model) -> Result<(), Error> {
    let mut lastdof = vec![-1; tree.bodies.len()];
    for (b, node) in tree.bodies.iter().enumerate() {
        lastdof[b] = if b == 0 { -1 } else { lastdof[node.parent] };
        body(cx, b, node, m)?;
        for j in node.joints.clone() {
            joint(cx, tree, j, m)?;
            for k in 0..joint_dofs(m.jnt_type[j]) {
                let dof = tree.joints[j].dofadr + k;
                m.dof_parentid[dof] = lastdof[b];
                lastdof[b] = dof as i32;
            }
        }
        m.body_simple[b] = simple(tree, b);
        // a body with children is not simple
        if node.parent > 0 {
            m.body_simple[node.parent] = 0;
        }
    }
    trees(cx, tree, m)
}

fn body(cx: Context<'_>, b: usize, node: &BodyNode<'_>, m: &mut Model) -> Result<(), Error> {
    let spec = node.spec;
    let start = |range: &std::ops::Range<usize>| if range.is_empty() { -1 } else { range.start as i32 };
    m.body_parentid[b] = node.parent as i32;
    m.body_rootid[b] = if node.parent == 0 { b as i32 } else { m.body_rootid[node.parent] };
    m.body_weldid[b] = node.weld as i32;
    m.body_mocapid[b] = -1;
    if spec.mocap {
        m.body_mocapid[b] = m.nmocap as i32;
        m.nmocap += 1;
    }
    m.body_jntnum[b] = node.joints.len() as i32;
    m.body_jntadr[b] = start(&node.joints);
    m.body_dofnum[b] = node.dofnum as i32;
    m.body_geomnum[b] = node.geoms.len() as i32;
    m.body_geomadr[b] = start(&node.geoms);
    m.body_pos[b] = node.pose.pos;
    m.body_quat[b] = node.pose.quat;
    m.body_ipos[b] = node.inertial.pos;
    m.body_iquat[b] = node.inertial.quat;
    m.body_mass[b] = node.mass;
    m.body_inertia[b] = node.inertia;
    m.body_gravcomp[b] = spec.gravcomp;
    m.body_plugin[b] = -1;
    let n = m.nuser_body;
    cx.userdata(spec, &spec.userdata, &mut m.body_user[b * n..(b + 1) * n], "nuser_body")
}

fn joint(cx: Context<'_>, tree: &Tree<'_>, j: usize, m: &mut Model) -> Result<(), Error> {
    let node = &tree.joints[j];
    let spec = node.spec;
    m.jnt_type[j] = spec.type_ as i32;
    m.jnt_qposadr[j] = node.qposadr as i32;
    m.jnt_dofadr[j] = node.dofadr as i32;
    m.jnt_bodyid[j] = node.body as i32;
    m.jnt_group[j] = spec.group;
    m.jnt_limited[j] = node.limited;
    m.jnt_actfrclimited[j] = node.actfrclimited;
    m.jnt_actgravcomp[j] = spec.actgravcomp;
    m.jnt_solref[j] = spec.solref_limit;
    m.jnt_solimp[j] = spec.solimp_limit;
    m.jnt_pos[j] = node.pos;
    m.jnt_axis[j] = node.axis;
    m.jnt_stiffness[j] = spec.stiffness[0];
    m.jnt_stiffnesspoly[j] = [spec.stiffness[1], spec.stiffness[2]];
    m.jnt_springyield[j] = node.springyield;
    m.jnt_range[j] = node.range;
    m.jnt_actfrcrange[j] = spec.actfrcrange;
    m.jnt_margin[j] = spec.margin;
    m.jnt_plasticadr[j] = -1;
    if node.springyield > 0.0 {
        m.jnt_plasticadr[j] = m.nplastic as i32;
        m.nplastic += if spec.type_ == JointType::Ball { 4 } else { 1 };
    }
    let n = m.nuser_jnt;
    cx.userdata(spec, &spec.userdata, &mut m.jnt_user[j * n..(j + 1) * n], "nuser_jnt")?;

    // reference coordinates
    let q = node.qposadr;
    let (pos, quat) = (tree.bodies[node.body].pose.pos, tree.bodies[node.body].pose.quat);
    match spec.type_ {
        JointType::Free => {
            m.qpos0[q..q + 3].copy_from_slice(&pos.0);
            m.qpos0[q + 3..q + 7].copy_from_slice(&quat.0);
            m.qpos_spring[q..q + 7].copy_from_slice(&m.qpos0[q..q + 7]);
        }
        JointType::Ball => {
            m.qpos0[q] = 1.0;
            m.qpos_spring[q] = 1.0;
        }
        JointType::Slide | JointType::Hinge => {
            m.qpos0[q] = node.ref_;
            m.qpos_spring[q] = node.springref;
        }
    }

    // dofs
    for dof in node.dofadr..node.dofadr + joint_dofs(m.jnt_type[j]) {
        m.dof_bodyid[dof] = node.body as i32;
        m.dof_jntid[dof] = j as i32;
        m.dof_solref[dof] = spec.solref_friction;
        m.dof_solimp[dof] = spec.solimp_friction;
        m.dof_frictionloss[dof] = spec.frictionloss;
        m.dof_armature[dof] = spec.armature;
        m.dof_damping[dof] = spec.damping[0];
        m.dof_dampingpoly[dof] = [spec.damping[1], spec.damping[2]];
    }
    Ok(())
}

/// 1 if the inertia of a body's dofs is diagonal, 2 if they are only translations, else 0.
fn simple(tree: &Tree<'_>, b: usize) -> u8 {
    let node = &tree.bodies[b];
    let parent = &tree.bodies[node.parent];
    // inertia about the body's own frame, which hangs from the world or from something fixed to it
    let at_root = node.parent == 0 || (parent.parent == 0 && parent.dofnum == 0);
    if node.spec.simple == 0 || !at_root || !is_null_pose(node.inertial.pos, node.inertial.quat) {
        return 0;
    }
    // at most one rotation, last, and axes along those of the frame
    let mut turned = false;
    for joint in &tree.joints[node.joints.clone()] {
        let aligned = joint.axis.0.iter().filter(|x| x.abs() > EPS).count() == 1;
        if turned || !is_null_pose(joint.pos, sinew_core::math::Quat::IDENTITY) || !aligned {
            return 0;
        }
        turned |= matches!(joint.spec.type_, JointType::Ball | JointType::Hinge);
    }
    let slides = tree.joints[node.joints.clone()].iter().all(|j| j.spec.type_ == JointType::Slide);
    if node.dofnum > 0 && slides { 2 } else { 1 }
}

/// Kinematic trees and their sleep policy.
fn trees(cx: Context<'_>, tree: &Tree<'_>, m: &mut Model) -> Result<(), Error> {
    let mut dofadr = 0;
    for b in 0..m.nbody {
        m.body_dofadr[b] = if m.body_dofnum[b] > 0 { dofadr } else { -1 };
        dofadr += m.body_dofnum[b];
    }
    let mut ntree = 0;
    for i in 0..m.nv {
        ntree += i32::from(m.dof_parentid[i] == -1);
        m.dof_treeid[i] = ntree - 1;
    }
    m.ntree = ntree as usize;
    m.tree_bodyadr = vec![0; m.ntree].into();
    m.tree_bodynum = vec![0; m.ntree].into();
    m.tree_dofadr = vec![0; m.ntree].into();
    m.tree_dofnum = vec![0; m.ntree].into();
    m.tree_sleep_policy = vec![SleepPolicy::Auto as i32; m.ntree].into();
    for b in 0..m.nbody {
        let weld = m.body_weldid[b] as usize;
        m.body_treeid[b] = if m.body_dofnum[weld] > 0 { m.dof_treeid[m.body_dofadr[weld] as usize] } else { -1 };
    }
    for b in 1..m.nbody {
        let spec = tree.bodies[b].spec;
        if spec.sleep == SleepPolicy::Auto {
            continue;
        }
        match m.body_treeid[b] {
            t if t >= 0 && m.body_treeid[b - 1] != t => m.tree_sleep_policy[t as usize] = spec.sleep as i32,
            _ => return Err(cx.invalid(spec, "sleep can only be set on the first body of a tree that can move")),
        }
    }
    Ok(())
}

/// Finds which dofs are simple, once tendons are in the model: one with inertia couples the bodies on its path.
pub(super) fn simple_dofs(m: &mut Model) {
    for t in 0..m.ntendon {
        if m.tendon_armature[t] == 0.0 {
            continue;
        }
        let start = m.tendon_adr[t] as usize;
        for w in start..start + m.tendon_num[t] as usize {
            let object = m.wrap_objid[w] as usize;
            let body = match WrapType::of(m.wrap_type[w]) {
                WrapType::Site => m.site_bodyid[object],
                WrapType::Sphere | WrapType::Cylinder => m.geom_bodyid[object],
                _ => continue,
            };
            m.body_simple[body as usize] = 0;
        }
    }
    let mut run = 0;
    for i in (0..m.nv).rev() {
        run = if m.body_simple[m.dof_bodyid[i] as usize] > 0 { run + 1 } else { 0 };
        m.dof_simplenum[i] = run;
    }
}

/// Geoms.
pub(super) fn geoms(cx: Context<'_>, tree: &Tree<'_>, m: &mut Model) -> Result<(), Error> {
    let n = m.nuser_geom;
    for (g, node) in tree.geoms.iter().enumerate() {
        let spec = node.spec;
        m.geom_type[g] = spec.type_ as i32;
        m.geom_contype[g] = spec.contype;
        m.geom_conaffinity[g] = spec.conaffinity;
        m.geom_condim[g] = spec.condim;
        m.geom_bodyid[g] = node.body as i32;
        m.geom_dataid[g] = id(node.mesh.or(node.hfield));
        m.geom_matid[g] = id(node.material);
        m.geom_group[g] = spec.group;
        m.geom_priority[g] = spec.priority;
        m.geom_plugin[g] = id(node.plugin);
        m.geom_castshadow[g] = spec.castshadow;
        m.geom_solmix[g] = spec.solmix;
        m.geom_solref[g] = spec.solref;
        m.geom_solimp[g] = spec.solimp;
        m.geom_size[g] = Vec3(node.size);
        m.geom_aabb[g] = node.aabb;
        m.geom_pos[g] = node.pose.pos;
        m.geom_quat[g] = node.pose.quat;
        m.geom_friction[g] = spec.friction;
        m.geom_margin[g] = spec.margin;
        m.geom_gap[g] = spec.gap;
        m.geom_surfacevel[g] = node.surfacevel;
        m.geom_adhesion[g] = spec.adhesion;
        if spec.fluid_ellipsoid > 0.0 {
            m.geom_fluid[g][0] = spec.fluid_ellipsoid;
            m.geom_fluid[g][1..6].copy_from_slice(&spec.fluid_coefs);
        }
        m.geom_rgba[g] = spec.rgba;
        cx.userdata(spec, &spec.userdata, &mut m.geom_user[g * n..(g + 1) * n], "nuser_geom")?;
    }
    Ok(())
}

/// Sites, cameras and lights.
pub(super) fn attached(cx: Context<'_>, tree: &Tree<'_>, m: &mut Model) -> Result<(), Error> {
    let n = m.nuser_site;
    for (s, node) in tree.sites.iter().enumerate() {
        let spec = node.spec;
        m.site_type[s] = spec.type_ as i32;
        m.site_bodyid[s] = node.body as i32;
        m.site_dataid[s] = id(node.mesh);
        m.site_matid[s] = id(node.material);
        m.site_group[s] = spec.group;
        m.site_size[s] = Vec3(node.size);
        m.site_pos[s] = node.pose.pos;
        m.site_quat[s] = node.pose.quat;
        m.site_rgba[s] = spec.rgba;
        cx.userdata(spec, &spec.userdata, &mut m.site_user[s * n..(s + 1) * n], "nuser_site")?;
    }
    let n = m.nuser_cam;
    for (c, node) in tree.cameras.iter().enumerate() {
        let spec = node.spec;
        m.cam_mode[c] = spec.mode as i32;
        m.cam_bodyid[c] = node.body as i32;
        m.cam_targetbodyid[c] = id(node.target);
        m.cam_pos[c] = node.pose.pos;
        m.cam_quat[c] = node.pose.quat;
        m.cam_projection[c] = spec.proj as i32;
        m.cam_fovy[c] = node.fovy;
        m.cam_ipd[c] = spec.ipd;
        m.cam_resolution[c] = spec.resolution;
        m.cam_output[c] = spec.output;
        m.cam_sensorsize[c] = spec.sensor_size;
        m.cam_intrinsic[c] = node.intrinsic;
        cx.userdata(spec, &spec.userdata, &mut m.cam_user[c * n..(c + 1) * n], "nuser_cam")?;
    }
    for (l, node) in tree.lights.iter().enumerate() {
        let spec = node.spec;
        m.light_mode[l] = spec.mode as i32;
        m.light_bodyid[l] = node.body as i32;
        m.light_targetbodyid[l] = id(node.target);
        m.light_type[l] = spec.type_ as i32;
        m.light_texid[l] = id(node.texture);
        m.light_castshadow[l] = spec.castshadow;
        m.light_bulbradius[l] = spec.bulbradius;
        m.light_intensity[l] = spec.intensity;
        m.light_range[l] = spec.range;
        m.light_active[l] = spec.active;
        m.light_pos[l] = node.pos;
        m.light_dir[l] = node.dir;
        m.light_attenuation[l] = spec.attenuation;
        m.light_cutoff[l] = spec.cutoff;
        m.light_softness[l] = spec.softness;
        m.light_exponent[l] = spec.exponent;
        m.light_ambient[l] = spec.ambient;
        m.light_diffuse[l] = spec.diffuse;
        m.light_specular[l] = spec.specular;
    }
    Ok(())
}

/// Bounding volumes over the geoms of each body, then over the faces of each mesh.
pub(super) fn bounding_volumes(cx: Context<'_>, m: &mut Model, assets: &Assets) {
    let mut leaves = Vec::new();
    let mut of_bodies = Vec::with_capacity(m.nbody);
    for b in 0..m.nbody {
        leaves.clear();
        let collides = |g: &usize| m.geom_contype[*g] != 0 || m.geom_conaffinity[*g] != 0;
        for g in m.body_geoms(b).filter(collides) {
            let (ipos, iquat) = (m.body_ipos[b], m.body_iquat[b]);
            leaves.push(Leaf::oriented(g as i32, m.geom_pos[g], m.geom_quat[g], m.geom_aabb[g], ipos, iquat));
        }
        of_bodies.push(Bvh::new(&leaves));
    }

    // where each begins
    let all: Vec<&Bvh> = of_bodies.iter().chain(assets.meshes.iter().map(|mesh| &mesh.bvh)).collect();
    let (adr_of_bodies, adr_of_meshes) = (m.body_bvhadr.iter_mut(), m.mesh_bvhadr.iter_mut());
    let (num_of_bodies, num_of_meshes) = (m.body_bvhnum.iter_mut(), m.mesh_bvhnum.iter_mut());
    let mut starts = Vec::with_capacity(all.len());
    let mut n = 0;
    for ((bvh, adr), num) in all.iter().zip(adr_of_bodies.chain(adr_of_meshes)).zip(num_of_bodies.chain(num_of_meshes))
    {
        *num = bvh.depth.len() as i32;
        *adr = if *num > 0 { n as i32 } else { -1 };
        starts.push(n);
        n += bvh.depth.len();
    }
    (m.nbvh, m.nbvhstatic) = (n, n);
    let mut copies = Copies::default();
    copies.plan(&mut m.bvh_depth, n, starts.iter().copied().zip(all.iter().map(|bvh| &bvh.depth[..])));
    copies.plan(&mut m.bvh_child, n, starts.iter().copied().zip(all.iter().map(|bvh| &bvh.child[..])));
    copies.plan(&mut m.bvh_nodeid, n, starts.iter().copied().zip(all.iter().map(|bvh| &bvh.nodeid[..])));
    copies.plan(&mut m.bvh_aabb, n, starts.iter().copied().zip(all.iter().map(|bvh| &bvh.aabb[..])));
    copies.make(cx.spec.compilers[0].usethread);
}
