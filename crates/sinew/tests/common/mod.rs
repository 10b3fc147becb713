//! What the tests of constraints and solvers share.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod scenes;

use sinew::prelude::*;
use sinew::{ConeType, SolverType};
use sinew_core::math::{Quat, Vec3};

pub const SOLVERS: [SolverType; 3] = [SolverType::Pgs, SolverType::Cg, SolverType::Newton];
pub const CONES: [ConeType; 2] = [ConeType::Pyramidal, ConeType::Elliptic];

pub fn model(xml: &str) -> Model {
    Model::from_xml_str(xml).expect("the text is a model")
}

pub fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        d.step(m).expect("the scene is sound");
    }
}

/// A tower of cubes with edges of 0.1.
pub fn tower(n: usize) -> String {
    let body = |i: usize| {
        let z = 0.05 + 0.1 * i as f64;
        format!(r#"<body pos="0 0 {z}"><freejoint/><geom type="box" size="0.05 0.05 0.05"/></body>"#)
    };
    let bodies: String = (0..n).map(body).collect();
    format!(
        r#"<mujoco><option timestep="0.004"/><worldbody><geom type="plane" size="1 1 0.1"/>{bodies}</worldbody></mujoco>"#
    )
}

/// Largest difference of two vectors.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |max, (a, b)| max.max((a - b).abs()))
}

/// Largest entry of a vector by size.
pub fn largest(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |max, x| max.max(x.abs()))
}

/// Numbers in -1 … 1 from a fixed sequence.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vec(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    pub fn quat(&mut self) -> Quat {
        Quat([self.next(), self.next(), self.next(), self.next()]).normalized().0
    }
}
