//! Columns of `Data` with the numbers of four simulations side by side.

use bytemuck::Pod;

use super::LANES;
use crate::math::simd::{Lane, kernel};
use crate::math::{Inertia, Mat3, Quat, Spatial, Vec3};
use crate::{Data, Model};

/// Defines the columns: which `Data` gives, which it takes, always or to show them, and which the lanes keep.
macro_rules! columns {
    (
        gives { $($given:ident: $gtype:ty, $gsize:ident;)* }
        takes { $($taken:ident: $ttype:ty, $tsize:ident;)* }
        shows { $($shown:ident: $stype:ty, $ssize:ident;)* }
        keeps { $($(#[$meta:meta])* $kept:ident: $ktype:ty, $ksize:ident;)* }
    ) => {
        /// Columns of four simulations, with the names that they have in `Data`.
        #[derive(Clone, Debug)]
        #[expect(non_snake_case, reason = "M is the name in the literature")]
        pub(super) struct Columns {
            $(pub $given: Vec<$gtype>,)*
            $(pub $taken: Vec<$ttype>,)*
            $(pub $shown: Vec<$stype>,)*
            $($(#[$meta])* pub $kept: Vec<$ktype>,)*
        }

        impl Columns {
            pub fn new(m: &Model) -> Self {
                Self {
                    $($given: vec![Default::default(); m.$gsize],)*
                    $($taken: vec![Default::default(); m.$tsize],)*
                    $($shown: vec![Default::default(); m.$ssize],)*
                    $($kept: vec![Default::default(); m.$ksize],)*
                }
            }

            /// True if they have the sizes of this model.
            pub fn fit(&self, m: &Model) -> bool {
                true $(&& self.$given.len() == m.$gsize)* $(&& self.$taken.len() == m.$tsize)* $(&& self.$shown.len() == m.$ssize)*
            }

            /// What the lanes start from.
            pub fn gather(&mut self, data: &[&mut Data; LANES]) {
                let [a, b, c, d] = data;
                $(beside(flat_mut(&mut self.$given), [flat(&a.$given), flat(&b.$given), flat(&c.$given), flat(&d.$given)]);)*
            }

            /// What the lanes found and the stages read, to the simulations that are live.
            pub fn scatter(&self, data: &mut [&mut Data; LANES], live: [bool; LANES]) {
                let [a, b, c, d] = data;
                $(apart(flat(&self.$taken), [
                    flat_mut(&mut a.$taken), flat_mut(&mut b.$taken), flat_mut(&mut c.$taken), flat_mut(&mut d.$taken),
                ], live);)*
            }

            /// Same, of what the stages do not read.
            pub fn show(&self, data: &mut [&mut Data; LANES], live: [bool; LANES]) {
                let [a, b, c, d] = data;
                $(apart(flat(&self.$shown), [
                    flat_mut(&mut a.$shown), flat_mut(&mut b.$shown), flat_mut(&mut c.$shown), flat_mut(&mut d.$shown),
                ], live);)*
            }
        }
    };
}

columns! {
    gives {
        qpos: Lane, nq;
        qvel: Lane, nv;
        mocap_pos: Vec3<Lane>, nmocap;
        mocap_quat: Quat<Lane>, nmocap;
    }
    takes {
        xpos: Vec3<Lane>, nbody;
        xquat: Quat<Lane>, nbody;
        xmat: Mat3<Lane>, nbody;
        xipos: Vec3<Lane>, nbody;
        ximat: Mat3<Lane>, nbody;
        geom_xpos: Vec3<Lane>, ngeom;
        geom_xquat: Quat<Lane>, ngeom;
        geom_xmat: Mat3<Lane>, ngeom;
        site_xpos: Vec3<Lane>, nsite;
        site_xquat: Quat<Lane>, nsite;
        site_xmat: Mat3<Lane>, nsite;
        subtree_com: Vec3<Lane>, nbody;
        cdof: Spatial<Lane>, nv;
        M: Lane, nC;
        cvel: Spatial<Lane>, nbody;
        cdof_dot: Spatial<Lane>, nv;
        qfrc_bias: Lane, nv;
    }
    shows {
        xanchor: Vec3<Lane>, njnt;
        xaxis: Vec3<Lane>, njnt;
        xiquat: Quat<Lane>, nbody;
        cinert: Inertia<Lane>, nbody;
        crb: Inertia<Lane>, nbody;
    }
    keeps {
        qfrc_spring: Lane, nv;
        qfrc_damper: Lane, nv;
        qfrc_passive: Lane, nv;
        /// accelerations of bodies without that of joints, and the forces that they need
        cacc: Spatial<Lane>, nbody;
        cfrc: Spatial<Lane>, nbody;
        qLD: Lane, nC;
        qLDiagInv: Lane, nv;
        qH: Lane, nC;
        qHDiagInv: Lane, nv;
        /// a right-hand side, and the solution
        solution: Lane, nv;
    }
}

/// A column of each of four simulations.
macro_rules! of_each {
    ($data:expr, $column:ident) => {{
        let [a, b, c, d] = &$data;
        [&a.$column, &b.$column, &c.$column, &d.$column]
    }};
}
pub(super) use of_each;

/// Same, to write.
macro_rules! of_each_mut {
    ($data:expr, $column:ident) => {{
        let [a, b, c, d] = &mut $data;
        [&mut a.$column, &mut b.$column, &mut c.$column, &mut d.$column]
    }};
}
pub(super) use of_each_mut;

/// The numbers of a column.
fn flat<T: Pod, S: Pod>(column: &[T]) -> &[S] {
    bytemuck::cast_slice(column)
}

fn flat_mut<T: Pod, S: Pod>(column: &mut [T]) -> &mut [S] {
    bytemuck::cast_slice_mut(column)
}

kernel! {
    /// Puts the numbers of four simulations side by side.
    pub(super) fn beside<V>(to: &mut [Lane], from: [&[f64]; LANES]) {
        let ([a, b, c, d], n) = (from.map(|x| x.as_chunks::<LANES>()), to.len());
        let (to, rest) = to.as_chunks_mut::<LANES>();
        for ((to, a), (b, (c, d))) in to.iter_mut().zip(a.0).zip(b.0.iter().zip(c.0.iter().zip(d.0))) {
            let rows = V::transposed([V::load(a), V::load(b), V::load(c), V::load(d)]);
            for (to, row) in to.iter_mut().zip(rows) {
                row.store(to);
            }
        }
        for (k, to) in rest.iter_mut().enumerate() {
            let at = n / LANES * LANES + k;
            *to = [from[0][at], from[1][at], from[2][at], from[3][at]];
        }
    }
}

kernel! {
    /// Gives the numbers of each simulation back to it, if it is live.
    pub(super) fn apart<V>(from: &[Lane], to: [&mut [f64]; LANES], live: [bool; LANES]) {
        if live != [true; LANES] {
            for (k, to) in to.into_iter().enumerate().filter(|(k, _)| live[*k]) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to = from[k]);
            }
            return;
        }
        let (blocks, rest) = from.as_chunks::<LANES>();
        let [a, b, c, d] = to.map(|x| x.as_chunks_mut::<LANES>());
        let rows = a.0.iter_mut().zip(b.0).zip(c.0.iter_mut().zip(d.0));
        for (block, ((a, b), (c, d))) in blocks.iter().zip(rows) {
            let [x, y, z, w] = V::transposed([V::load(&block[0]), V::load(&block[1]), V::load(&block[2]), V::load(&block[3])]);
            x.store(a);
            y.store(b);
            z.store(c);
            w.store(d);
        }
        for (k, x) in rest.iter().enumerate() {
            [a.1[k], b.1[k], c.1[k], d.1[k]] = *x;
        }
    }
}
