//! Small scenes with constraints of every kind.

use super::{model, tower};
use sinew::prelude::*;

/// What moves, and what else the model has; all stand on a floor.
const SCENES: &[(&str, &str, &str)] = &[
    ("ball that slides", r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="3"/></body>"#, ""),
    ("ball that spins", r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="4"/></body>"#, ""),
    ("ball that rolls", r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="6"/></body>"#, ""),
    ("smooth ball", r#"<body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="1"/></body>"#, ""),
    (
        "chain on the floor",
        r#"<body pos="0 0 0.14"><freejoint/><geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.05"/>
             <body pos="0.2 0 0"><joint axis="0 1 0" range="-20 20" limited="true" frictionloss="0.1"/>
               <geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.05"/></body></body>"#,
        "",
    ),
    (
        "box on an edge",
        r#"<body pos="0 0 0.13" euler="0 40 10"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>"#,
        "",
    ),
    (
        "capsules across one another",
        r#"<body pos="0 0 0.05"><freejoint/><geom type="capsule" size="0.05" fromto="-0.3 0 0 0.3 0 0"/></body>
           <body pos="0 0 0.15"><freejoint/><geom type="capsule" size="0.05" fromto="0 -0.3 0 0 0.3 0"/></body>"#,
        "",
    ),
    (
        "ball joint at its limit",
        r#"<body pos="0 0 1"><joint type="ball" range="0 0.2" limited="true"/><geom size="0.1" pos="0.3 0 0"/></body>"#,
        "",
    ),
    (
        "tendon at its limit",
        PENDULUMS,
        r#"<tendon><fixed range="-0.01 0.01" limited="true" frictionloss="0.5">
             <joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed></tendon>"#,
    ),
    (
        "joints that follow one another",
        PENDULUMS,
        r#"<equality><joint joint1="a" joint2="b" polycoef="0 0.5 0.2 0 0"/></equality>"#,
    ),
    (
        "tendons that follow one another",
        PENDULUMS,
        r#"<tendon><fixed name="t"><joint joint="a" coef="1"/></fixed><fixed name="u"><joint joint="b" coef="2"/></fixed></tendon>
           <equality><tendon tendon1="t" tendon2="u" polycoef="0.01 0.8 0 0 0"/></equality>"#,
    ),
    ("pendulums with dry bearings", PENDULUMS, r#"<default><joint frictionloss="0.8"/></default>"#),
    ("welded pair on the floor", BALLS, r#"<equality><weld body1="a" body2="b"/></equality>"#),
    ("weld of little torque", BALLS, r#"<equality><weld body1="a" body2="b" torquescale="0.05"/></equality>"#),
    ("ball on a string", BALLS, r#"<equality><connect body1="a" body2="b" anchor="0.15 0 0"/></equality>"#),
    ("sites that meet", BALLS, r#"<equality><connect site1="sa" site2="sb"/></equality>"#),
    ("sites that are welded", BALLS, r#"<equality><weld site1="sa" site2="sb"/></equality>"#),
    ("balls at a distance", BALLS, r#"<equality><distance geom1="a" geom2="b" distance="0.12"/></equality>"#),
    (
        "balls on a rope",
        BALLS,
        r#"<tendon><spatial range="0 0.28" limited="true" frictionloss="1"><site site="sa"/><site site="sb"/></spatial></tendon>"#,
    ),
    (
        "four-bar linkage",
        r#"<body pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.2"/>
             <body pos="0 0 0.2"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0"/>
               <body name="rocker" pos="0.5 0 0"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.2"/>
           </body></body></body>"#,
        r#"<equality><connect body1="rocker" body2="world" anchor="0 0 -0.2"/></equality>"#,
    ),
    (
        "ball in a corner",
        r#"<geom type="plane" size="1 1 0.1" pos="-0.09 0 0" zaxis="1 0 0"/><geom type="plane" size="1 1 0.1" pos="0 -0.09 0" zaxis="0 1 0"/>
           <body pos="0 0 0.09"><freejoint/><geom size="0.1" condim="4"/></body>"#,
        "",
    ),
    (
        "ellipsoid",
        r#"<body pos="0 0 0.045"><freejoint/><geom type="ellipsoid" size="0.1 0.08 0.05" condim="6"/></body>"#,
        "",
    ),
    ("cylinder", r#"<body pos="0 0 0.0995"><freejoint/><geom type="cylinder" size="0.06 0.1"/></body>"#, ""),
    (
        "heavy on light",
        r#"<body pos="0 0 0.05"><freejoint/><geom type="box" size="0.05 0.05 0.05" mass="0.1"/></body>
           <body pos="0 0 0.15"><freejoint/><geom type="box" size="0.05 0.05 0.05" mass="3"/></body>"#,
        "",
    ),
    (
        "friction that differs by direction",
        r#"<body pos="0 0 0.09"><freejoint/><geom name="ball" size="0.1"/></body>"#,
        r#"<contact><pair geom1="floor" geom2="ball" condim="6" friction="0.9 0.3 0.02 0.01 0.003"/></contact>"#,
    ),
    (
        "stiff and damped by hand",
        r#"<body pos="0 0 0.098"><freejoint/><geom size="0.1" solref="-4000 -150" solimp="0.8 0.99 0.01 0.3 3"/></body>"#,
        "",
    ),
    (
        "hard friction",
        r#"<body pos="0 0 0.099"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>"#,
        r#"<option impratio="10"/>"#,
    ),
    (
        "contact at a distance",
        r#"<body pos="0 0 0.11"><freejoint/><geom size="0.1" margin="0.03" gap="0.01"/></body>"#,
        "",
    ),
    (
        "lift at its end",
        r#"<body pos="0 0 0.3"><joint type="slide" axis="0 0 1" range="-0.001 0.2" limited="true" frictionloss="2"/>
             <geom type="box" size="0.1 0.1 0.02"/></body>
           <body pos="0.02 0 0.369"><freejoint/><geom size="0.05"/></body>"#,
        "",
    ),
    (
        "box between fingers",
        r#"<body pos="-0.089 0 0.3"><joint type="slide" axis="1 0 0" stiffness="200" springref="0.1"/><geom type="box" size="0.04 0.05 0.05"/></body>
           <body pos="0.089 0 0.3"><joint type="slide" axis="-1 0 0" stiffness="200" springref="0.1"/><geom type="box" size="0.04 0.05 0.05"/></body>
           <body pos="0 0 0.3"><freejoint/><geom type="box" size="0.05 0.03 0.03"/></body>"#,
        "",
    ),
    (
        "exact diagonal",
        r#"<body pos="0 0 0.099"><freejoint/><geom type="box" size="0.1 0.1 0.1"/>
             <body pos="0.1 0 0"><joint axis="0 0 1" range="-5 5" limited="true"/><geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/></body>
           </body>"#,
        r#"<option><flag diagexact="enable"/></option>"#,
    ),
    (
        "rag doll",
        r#"<body pos="0 0 0.24"><freejoint/><geom type="capsule" size="0.06" fromto="-0.1 0 0 0.1 0 0"/>
             <body pos="0.16 0 0"><joint type="ball" range="0 40" limited="true"/><geom size="0.07"/></body>
             <body pos="-0.1 0.06 -0.05"><joint axis="0 1 0" range="-10 10" limited="true" frictionloss="0.2"/>
               <geom type="capsule" size="0.04" fromto="0 0 0 -0.02 0 -0.15"/></body>
             <body pos="-0.1 -0.06 -0.05"><joint axis="0 1 0" range="-10 10" limited="true" frictionloss="0.2"/>
               <geom type="capsule" size="0.04" fromto="0 0 0 0.02 0 -0.15"/></body>
           </body>"#,
        "",
    ),
];

/// Two pendulums apart.
const PENDULUMS: &str = r#"<body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
   <body pos="1 0 1"><joint name="b" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>"#;

/// Two balls on the floor, with sites between them.
const BALLS: &str = r#"<body name="a" pos="0 0 0.1"><freejoint/><geom name="a" size="0.1"/><site name="sa" pos="0.14 0 0"/></body>
   <body name="b" pos="0.3 0 0.1"><freejoint/><geom name="b" size="0.1"/><site name="sb" pos="-0.15 0 0"/></body>"#;

/// All scenes by name.
pub fn scenes() -> Vec<(&'static str, Model)> {
    let towers = [("a box", 1), ("two boxes", 2), ("three boxes", 3)];
    let towers = towers.into_iter().map(|(name, n)| (name, model(&tower(n))));
    let others = SCENES.iter().map(|(name, world, rest)| {
        let floor = r#"<geom name="floor" type="plane" size="3 3 0.1"/>"#;
        (*name, model(&format!("<mujoco>{rest}<worldbody>{floor}{world}</worldbody></mujoco>")))
    });
    towers.chain(others).collect()
}
