//! Geoms and what they refer to: meshes, height fields, textures, bounding volumes.

use super::{Check, fail, ids, kinds, spans};
use crate::model::{GeomType, Model};
use crate::table::Id;

pub(super) fn check(m: &Model) -> Check {
    geoms(m)?;
    meshes(m)?;
    graphs(m)?;
    volumes(m)?;
    images(m)
}

/// True of the dimensions that a contact may have.
pub fn is_condim(dim: i32) -> bool {
    matches!(dim, 1 | 3 | 4 | 6)
}

fn geoms(m: &Model) -> Check {
    kinds("geom_type", &m.geom_type, GeomType::try_from_i32)?;
    ids("geom_bodyid", &m.geom_bodyid, m.nbody, false)?;
    ids("geom_matid", &m.geom_matid, m.nmat, true)?;
    ids("geom_plugin", &m.geom_plugin, m.nplugin, true)?;
    ids("plugin_attradr", &m.plugin_attradr, m.npluginattr, false)?;
    spans("plugin_stateadr", &m.plugin_stateadr, &m.plugin_statenum, m.npluginstate)?;
    for g in 0..m.ngeom {
        if !is_condim(m.geom_condim[g]) {
            return fail("geom_condim", g, format!("is {}, not 1, 3, 4 or 6", m.geom_condim[g]));
        }
        let bound = match GeomType::of(m.geom_type[g]) {
            GeomType::Mesh | GeomType::Sdf => m.nmesh,
            GeomType::Hfield => m.nhfield,
            _ if m.geom_dataid[g] == -1 => continue,
            _ => m.nmesh,
        };
        if m.geom_dataid[g] < 0 || m.geom_dataid[g].ix() >= bound {
            return fail("geom_dataid", g, format!("is {}, which is not one of {bound}", m.geom_dataid[g]));
        }
    }
    kinds("site_type", &m.site_type, GeomType::try_from_i32)?;
    ids("site_bodyid", &m.site_bodyid, m.nbody, false)?;
    ids("site_matid", &m.site_matid, m.nmat, true)?;
    ids("site_dataid", &m.site_dataid, m.nmesh, true)?;
    ids("cam_bodyid", &m.cam_bodyid, m.nbody, false)?;
    ids("cam_targetbodyid", &m.cam_targetbodyid, m.nbody, true)?;
    ids("light_bodyid", &m.light_bodyid, m.nbody, false)?;
    ids("light_targetbodyid", &m.light_targetbodyid, m.nbody, true)?;
    ids("light_texid", &m.light_texid, m.ntex, true)
}

fn meshes(m: &Model) -> Check {
    spans("mesh_vertadr", &m.mesh_vertadr, &m.mesh_vertnum, m.nmeshvert)?;
    spans("mesh_faceadr", &m.mesh_faceadr, &m.mesh_facenum, m.nmeshface)?;
    spans("mesh_normaladr", &m.mesh_normaladr, &m.mesh_normalnum, m.nmeshnormal)?;
    spans("mesh_texcoordadr", &m.mesh_texcoordadr, &m.mesh_texcoordnum, m.nmeshtexcoord)?;
    spans("mesh_polyadr", &m.mesh_polyadr, &m.mesh_polynum, m.nmeshpoly)?;
    spans("mesh_polyvertadr", &m.mesh_polyvertadr, &m.mesh_polyvertnum, m.nmeshpolyvert)?;
    spans("mesh_polymapadr", &m.mesh_polymapadr, &m.mesh_polymapnum, m.nmeshpolymap)?;
    ids("mesh_graphadr", &m.mesh_graphadr, m.nmeshgraph.max(1), true)?;
    for i in 0..m.nmesh {
        let faces = span(m.mesh_faceadr[i], m.mesh_facenum[i]);
        let (verts, normals) = (m.mesh_vertnum[i].ix(), m.mesh_normalnum[i].ix());
        ids("mesh_face", &m.mesh_face[faces.clone()], verts, false)?;
        ids("mesh_facenormal", &m.mesh_facenormal[faces.clone()], normals, false)?;
        if m.mesh_texcoordadr[i] >= 0 {
            ids("mesh_facetexcoord", &m.mesh_facetexcoord[faces], m.mesh_texcoordnum[i].ix(), false)?;
        }
        let polygons = span(m.mesh_polyadr[i], m.mesh_polynum[i]);
        for p in polygons {
            ids("mesh_polyvert", &m.mesh_polyvert[span(m.mesh_polyvertadr[p], m.mesh_polyvertnum[p])], verts, false)?;
        }
        for v in span(m.mesh_vertadr[i], m.mesh_vertnum[i]) {
            let polygons = m.mesh_polynum[i].ix();
            ids("mesh_polymap", &m.mesh_polymap[span(m.mesh_polymapadr[v], m.mesh_polymapnum[v])], polygons, false)?;
        }
        ids("mesh_extrema", &m.mesh_extrema[i..=i], verts.max(1), true)?;
    }
    Ok(())
}

/// Rows of a run whose bounds were checked.
fn span(adr: i32, num: i32) -> std::ops::Range<usize> {
    if num <= 0 { 0..0 } else { adr.ix()..adr.ix() + num.ix() }
}

/// Convex hulls: numbers of vertices and faces, then edges as runs ended by -1.
fn graphs(m: &Model) -> Check {
    for i in 0..m.nmesh {
        let Some(start) = m.mesh_graphadr[i].opt() else { continue };
        let graph = &m.mesh_graph[start..];
        let bad = |problem: &str| fail("mesh_graph", start, problem);
        let [nvert, nface] = match graph {
            [v, f, ..] if *v >= 0 && *f >= 0 => [v.ix(), f.ix()],
            _ => return bad("does not start a hull"),
        };
        // edge addresses and vertices, edges, faces
        let edges = nvert + 3 * nface;
        if graph.len() < 2 + 2 * nvert + edges + 3 * nface {
            return bad("starts a hull that is longer than the column");
        }
        let (head, rest) = graph[2..].split_at(2 * nvert);
        let (edge, face) = rest.split_at(edges);
        ids("mesh_graph", &head[..nvert], edges.max(1), false)?;
        ids("mesh_graph", &head[nvert..], m.mesh_vertnum[i].ix(), false)?;
        ids("mesh_graph", edge, nvert, true)?;
        ids("mesh_graph", &face[..3 * nface], m.mesh_vertnum[i].ix(), false)?;
        if nvert > 0 && edge.last() != Some(&-1) {
            return bad("starts a hull whose last run of edges has no end");
        }
    }
    Ok(())
}

fn volumes(m: &Model) -> Check {
    if m.nbvh != m.nbvhstatic + m.nbvhdynamic {
        return fail("bvh_depth", 0, "starts bounding volumes that are neither static nor dynamic");
    }
    spans("body_bvhadr", &m.body_bvhadr, &m.body_bvhnum, m.nbvhstatic)?;
    spans("mesh_bvhadr", &m.mesh_bvhadr, &m.mesh_bvhnum, m.nbvhstatic)?;
    spans("mesh_octadr", &m.mesh_octadr, &m.mesh_octnum, m.noct)?;
    let hierarchies = [
        (&m.body_bvhadr, &m.body_bvhnum, &m.body_geomadr, &m.body_geomnum),
        (&m.mesh_bvhadr, &m.mesh_bvhnum, &m.mesh_faceadr, &m.mesh_facenum),
    ];
    for (which, (adr, num, leafadr, leafnum)) in hierarchies.into_iter().enumerate() {
        for i in 0..adr.len() {
            // a node leads to later ones of its own hierarchy; leaves hold geoms of the body or faces of the mesh
            let leaves = if which == 0 { (leafadr[i] + leafnum[i]).max(0).ix() } else { leafnum[i].max(0).ix() };
            for (k, node) in span(adr[i], num[i]).enumerate() {
                let children = m.bvh_child[node];
                if children.iter().any(|&c| c != -1 && (c <= k as i32 || c >= num[i])) {
                    return fail("bvh_child", node, "leads out of its hierarchy or back");
                }
                if m.bvh_nodeid[node] < -1 || m.bvh_nodeid[node] >= leaves as i32 {
                    return fail("bvh_nodeid", node, "is not one of its leaves");
                }
                if m.bvh_nodeid[node] == -1 && children.contains(&-1) {
                    return fail("bvh_child", node, "is missing in a node that is not a leaf");
                }
            }
        }
    }
    ids("oct_child", &m.oct_child, m.noct.max(1), true)
}

fn images(m: &Model) -> Check {
    for h in 0..m.nhfield {
        if m.hfield_nrow[h] < 1 || m.hfield_ncol[h] < 1 {
            return fail("hfield_nrow", h, "and its columns are not one or more");
        }
        let cells = i64::from(m.hfield_nrow[h].max(0)) * i64::from(m.hfield_ncol[h].max(0));
        if m.hfield_adr[h] < 0 || i64::from(m.hfield_adr[h]) + cells > m.nhfielddata as i64 {
            return fail("hfield_adr", h, format!("and its {cells} elevations do not fit into {}", m.nhfielddata));
        }
    }
    for t in 0..m.ntex {
        let side = |n: i32| i64::from(n.max(0));
        let size = side(m.tex_nchannel[t]).checked_mul(side(m.tex_width[t]) * side(m.tex_height[t]));
        let end = size.and_then(|n| n.checked_add(m.tex_adr[t]));
        let by_reference = m.tex_adr[t] == -1 && size == Some(0);
        if !by_reference && (m.tex_adr[t] < 0 || end.is_none_or(|end| end > m.ntexdata as i64)) {
            return fail("tex_adr", t, format!("and its pixels do not fit into {}", m.ntexdata));
        }
    }
    ids("mat_texid", &m.mat_texid, m.ntex, true)?;
    ids("mesh_pathadr", &m.mesh_pathadr, m.npaths, true)?;
    ids("hfield_pathadr", &m.hfield_pathadr, m.npaths, true)?;
    ids("tex_pathadr", &m.tex_pathadr, m.npaths, true)
}
