//! Touch of a surface, felt at the vertices of a mesh.

use crate::math::Vec3;
use crate::scratch::Need;
use crate::{Data, Id, Model, sdf};

use super::Sensor;

/// Depth of the vertices of a mesh within the geoms that touch its body and, if the mesh has tangents, their sliding
/// speeds along them: three blocks of one number per vertex.
///
/// The deepest geom counts for depth; speeds add up over geoms.
/// MuJoCo manual, *XML reference: sensor/tactile*.
pub(super) fn tactile(m: &Model, d: &mut Data, s: Sensor, out: &mut [f64]) {
    out.fill(0.0);
    let Some(geom) = s.reference else { return };
    let taxels = m.mesh_vertnum[s.obj].ix();
    let pad = m.body_weldid[m.geom_bodyid[geom].ix()].ix();

    // geoms that touch the body, in order of contacts, each once
    let mut scratch = std::mem::take(&mut d.scratch);
    let mut frame = scratch.frame(Need::ints(2 * d.ncon));
    let touching = frame.ints(2 * d.ncon);
    let mut count = 0;
    for con in &d.contact {
        for (here, there) in [(0, 1), (1, 0)] {
            let on_pad = con.geom[here].opt().is_some_and(|g| m.body_weldid[m.geom_bodyid[g].ix()].ix() == pad);
            if on_pad && con.geom[there] >= 0 && !touching[..count].contains(&con.geom[there]) {
                touching[count] = con.geom[there];
                count += 1;
            }
        }
    }

    if count > 0 {
        for taxel in 0..taxels {
            let felt = feel(m, d, s.obj, geom, pad, &touching[..count], taxel);
            for (channel, value) in out.chunks_exact_mut(taxels).zip(felt) {
                channel[taxel] = value;
            }
        }
    }
    d.scratch = scratch;
}

/// Depth and sliding speeds at one vertex of the mesh.
fn feel(m: &Model, d: &Data, mesh: usize, geom: usize, pad: usize, touching: &[i32], taxel: usize) -> [f64; 3] {
    let wide = |v: [f32; 3]| Vec3(v.map(f64::from));
    let velocity = |body: usize, at: Vec3| d.cvel[body].motion_at(at, d.subtree_com[m.body_rootid[body].ix()]).linear();
    let vertex = wide(m.mesh_vert[m.mesh_vertadr[mesh].ix() + taxel]);
    let point = d.geom_xmat[geom].mul_vec(vertex) + d.geom_xpos[geom];
    let has_tangents = m.mesh_normalnum[mesh] == 3 * m.mesh_vertnum[mesh];

    let mut felt = [0.0_f64; 3];
    for &other in touching {
        let other = other.ix();
        let local = d.geom_xmat[other].mul_t_vec(point - d.geom_xpos[other]);
        let depth = sdf::geom(m, other, local).map_or(0.0, |dist| -dist.min(0.0));
        if depth == 0.0 {
            continue;
        }
        felt[0] = felt[0].max(depth);
        if has_tangents {
            let slide = velocity(pad, point) - velocity(m.geom_bodyid[other].ix(), point);
            for k in 1..3 {
                let tangent = wide(m.mesh_normal[m.mesh_normaladr[mesh].ix() + 3 * taxel + k]);
                felt[k] += slide.dot(d.geom_xmat[geom].mul_vec(tangent)).abs();
            }
        }
    }
    felt
}
