//! Distance fields of plugins: from the model file to contacts and rays.

mod common;

use common::model;
use sinew::prelude::*;

/// A torus around z, and a ball whose lowest point is at `height`.
fn ring_and_ball(height: f64) -> Model {
    let xml = format!(
        r#"<mujoco>
          <extension><plugin plugin="mujoco.sdf.torus"><instance name="ring">
            <config key="radius1" value="0.3"/><config key="radius2" value="0.1"/></instance></plugin></extension>
          <option sdf_initpoints="40" sdf_iterations="20"/>
          <asset><mesh name="ring"><plugin instance="ring"/></mesh></asset>
          <worldbody>
            <geom name="ring" type="sdf" mesh="ring"><plugin instance="ring"/></geom>
            <body pos="0.3 0 {}"><freejoint/><geom name="ball" size="0.05"/></body>
          </worldbody></mujoco>"#,
        height + 0.05
    );
    model(&xml)
}

fn settled(m: &Model) -> Data {
    let mut d = Data::new(m);
    d.forward(m).expect("the scene is sound");
    d
}

#[test]
fn the_mesh_has_the_volume_and_the_frame_of_the_field() {
    let m = ring_and_ball(1.0);
    let (ring, tube) = (0.3_f64, 0.1_f64);
    let [x, y, z] = m.geom_size[0].0;
    assert!((x - 0.4).abs() < 1e-3 && (y - 0.4).abs() < 1e-3 && (z - tube).abs() < 1e-3);
    assert!(m.mesh_pos[0].is_zero() && m.geom_pos[0].is_zero());
    assert_eq!((m.nplugin, m.geom_plugin.to_vec(), &*m.plugin_attr), (1, vec![0, -1], &b"0.3\x000.1\x00"[..]));
    assert_eq!(m.mesh_octadr.to_vec(), [-1]);
    let (mass, exact) = (ring_mass(), 2.0 * std::f64::consts::PI.powi(2) * ring * tube * tube * 1000.0);
    assert!((mass / exact - 1.0).abs() < 2e-3, "{mass} {exact}");
}

/// Mass of the same torus as a body of its own.
fn ring_mass() -> f64 {
    let xml = r#"<mujoco><extension><plugin plugin="mujoco.sdf.torus"/></extension>
        <asset><mesh name="ring" inertia="exact"><plugin plugin="mujoco.sdf.torus">
          <config key="radius1" value="0.3"/><config key="radius2" value="0.1"/></plugin></mesh></asset>
        <worldbody><body><freejoint/><geom type="mesh" mesh="ring"/></body></worldbody></mujoco>"#;
    model(xml).body_mass[1]
}

#[test]
fn a_ball_touches_the_tube_where_they_overlap() {
    let m = ring_and_ball(0.095);
    let d = settled(&m);
    assert!(!d.contact.is_empty());
    let deepest = d.contact.iter().min_by(|a, b| a.dist.total_cmp(&b.dist)).unwrap_or(&d.contact[0]);
    assert!(deepest.dist > -0.005 - 1e-9 && deepest.dist < -0.001, "{}", deepest.dist);
    assert!((deepest.pos[0] - 0.3).abs() < 0.01 && (deepest.pos[2] - 0.0975).abs() < 0.01, "{:?}", deepest.pos);
    assert!(settled(&ring_and_ball(0.11)).contact.is_empty());
}

#[test]
fn what_is_saved_and_loaded_touches_as_before() {
    let m = ring_and_ball(0.095);
    let again = Model::from_bytes(&m.to_bytes()).expect("what was saved");
    let (one, two) = (settled(&m), settled(&again));
    assert_eq!(one.contact.len(), two.contact.len());
    assert!(one.contact.iter().zip(&two.contact).all(|(a, b)| a.dist == b.dist && a.pos == b.pos));
}
