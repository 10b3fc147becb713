//! Models that ask for too much are refused before they get it, with a word about what it was.

use std::time::Duration;

use sinew_mjcf::files::{Memory, NoFiles};
use sinew_mjcf::{Error, Limits, Warnings, compile_with, load, read_with};

const BALL: &str = "<body><joint name='j'/><geom size='.1' pos='.2 0 0'/><site name='s'/></body>";

/// Sections of a model around a ball on a hinge, and what the refusal must name.
const GREEDY: &[(&str, &str)] = &[
    ("<size nuserdata='2147483647'/>", "nuserdata"),
    ("<size nuser_site='2147483647'/>", "nuser_site"),
    ("<size nuser_sensor='2147483647'/><sensor><clock/></sensor>", "nuser_sensor"),
    ("<size nkey='2000000000'/>", "nkey"),
    ("<custom><numeric name='n' size='2147483647' data='1'/></custom>", "numeric"),
    ("<sensor><user name='u' dim='2147483647'/></sensor>", "dim"),
    ("<sensor><gyro site='s' nsample='16000000'/></sensor>", "nsample"),
    ("<actuator><motor joint='j' nsample='2147483647'/></actuator>", "nsample"),
    ("<asset><hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/></asset>", "nrow"),
    ("<asset><texture name='t' type='2d' builtin='flat' width='2147483647' height='2147483647'/></asset>", "pixels"),
    ("<asset><texture name='t' type='cube' builtin='flat' width='1000000000'/></asset>", "texture"),
    ("<asset><mesh name='m' builtin='plate' params='2000000000 2000000000'/></asset>", "plate"),
    ("<asset><mesh name='m' builtin='supersphere' params='1e9 1 1'/></asset>", "supersphere"),
    (
        "<worldbody><replicate count='100000'><replicate count='100000'><geom size='1'/></replicate></replicate></worldbody>",
        "replicate",
    ),
    (
        "<compiler><lengthrange timestep='1e-9' inttotal='1e9'/></compiler><actuator><muscle joint='j'/></actuator>",
        "length range",
    ),
];

/// A limit that is lowered.
type Change<'a> = &'a dyn Fn(&mut Limits);

#[test]
fn what_is_too_much_is_refused_at_once_and_named() {
    for (sections, name) in GREEDY {
        let xml = format!("<mujoco>{sections}<worldbody>{BALL}</worldbody></mujoco>");
        let error = load(&xml, "greedy.xml", &NoFiles, &mut Warnings::new()).err();
        let message = error.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(message.contains(name), "{sections}: {message}");
    }
}

#[test]
fn every_limit_can_be_lowered() {
    let try_with = |limits: &Limits, xml: &str| {
        let mut warnings = Warnings::new();
        read_with(xml, "m.xml", &NoFiles, &mut warnings, limits)
            .and_then(|spec| compile_with(&spec, &NoFiles, &mut warnings, limits))
            .map(|_| ())
    };
    let xml = |sections: &str| format!("<mujoco>{sections}<worldbody>{BALL}</worldbody></mujoco>");
    let mesh = xml(
        "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody>",
    );
    let field = xml("<asset><hfield name='h' nrow='3' ncol='3' size='1 1 1 1'/></asset>");
    let texture = xml("<asset><texture name='t' type='2d' builtin='flat' width='10' height='10'/></asset>");
    let distance = mesh.replace("<geom type='mesh'", "<geom type='sdf'");
    let user = xml("<size nuserdata='10'/>");
    let range =
        xml("<default><joint limited='true' range='-10 10'/></default><actuator><muscle joint='j'/></actuator>");
    let lower = |change: &dyn Fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    };
    let cases: [(&str, Change<'_>); 12] = [
        (&mesh, &|l| l.vertices = 3),
        (&field, &|l| l.samples = 8),
        (&texture, &|l| l.pixels = 30),
        (&user, &|l| l.memory = 79),
        (&range, &|l| l.steps = 999),
        (&mesh, &|l| l.elements = 4),
        (&mesh, &|l| l.depth = 2),
        (&mesh, &|l| l.attributes = 1),
        (&user, &|l| l.count = 9),
        (&distance, &|l| l.cells = 100),
        (&mesh, &|l| l.text = 30),
        (&mesh, &|l| l.time = Some(Duration::ZERO)),
    ];
    for (i, (xml, change)) in cases.into_iter().enumerate() {
        assert!(try_with(&lower(change), xml).is_err(), "case {i} passes its limit");
        assert_eq!(try_with(&Limits::default(), xml), Ok(()), "case {i}");
        assert_eq!(try_with(&Limits::trusted(), xml), Ok(()), "case {i}");
    }
}

#[test]
fn circles_and_bombs_of_files_end_in_an_error() {
    let files: Memory = [
        ("a.xml", "<mujoco><include file='b.xml'/></mujoco>"),
        ("b.xml", "<mujoco><include file='a.xml'/></mujoco>"),
        ("c.xml", "<mujoco><asset><model name='c' file='c.xml'/></asset></mujoco>"),
    ]
    .into_iter()
    .collect();
    for (name, what) in [("a.xml", "includ"), ("c.xml", "recursive")] {
        let error = sinew_mjcf::read_file(name, &files, &mut Warnings::new()).err().map(|e| e.to_string());
        assert!(error.as_deref().is_some_and(|e| e.contains(what) && e.contains(".xml:1")), "{name}: {error:?}");
    }
    let bomb = "<!DOCTYPE m [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><mujoco>&b;</mujoco>";
    assert!(matches!(load(bomb, "m.xml", &NoFiles, &mut Warnings::new()), Err(Error::Syntax(_))));
}
