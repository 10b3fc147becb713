//! What a wrong model is told, and where.

use sinew_mjcf::files::{Memory, NoFiles};
use sinew_mjcf::{Error, Limits, Warnings, compile, read, read_with};

fn message(xml: &str) -> String {
    read(xml, "m.xml", &NoFiles, &mut Warnings::new()).err().map(|error| error.to_string()).unwrap_or_default()
}

/// A model with something in its world, at the third line.
fn world(inside: &str) -> String {
    format!("<mujoco>\n<worldbody>\n  {inside}\n</worldbody>\n</mujoco>")
}

/// A model with a section after a hinge, at the third line.
fn section(inside: &str) -> String {
    let body = r#"<body name="b"><joint name="j"/><geom name="g" size="1"/></body>"#;
    format!("<mujoco>\n<worldbody>{body}</worldbody>\n{inside}\n</mujoco>")
}

#[test]
fn mistakes_in_the_world_are_named_with_place_and_expectation() {
    let cases = [
        (r#"<gerom size="1"/>"#, "3:3: <gerom>: unknown element 'gerom' in <worldbody>; did you mean 'geom'?"),
        (r#"<motor joint="x"/>"#, "3:3: <motor>: unknown element 'motor' in <worldbody>"),
        (r#"<geom sise="1"/>"#, "3:9: <geom>: unknown attribute 'sise'; did you mean 'size'?"),
        (r#"<geom name="tip" size="1 2 3 4"/>"#, "3:20: <geom name=\"tip\">: size needs 1 to 3 numbers, got 4"),
        (r#"<geom pos="1 2"/>"#, "3:9: <geom>: pos needs 3 numbers, got 2"),
        (r#"<geom size="1 abc"/>"#, "3:9: <geom>: size: 'abc' is not a number"),
        (r#"<geom size=".1abc"/>"#, "3:9: <geom>: size: '.1abc' is not a number"),
        (r#"<geom size="nan"/>"#, "3:9: <geom>: size: 'nan' is not a finite number"),
        (r#"<geom size="1e400"/>"#, "3:9: <geom>: size: 1e400 is too large"),
        (r#"<geom condim="3.7"/>"#, "3:9: <geom>: condim: '3.7' is not a whole number"),
        (r#"<geom contype="99999999999"/>"#, "3:9: <geom>: contype: 99999999999 is too large"),
        (r#"<geom type="spheer"/>"#, "3:9: <geom>: type: 'spheer' is not a keyword; did you mean 'sphere'?"),
        (r#"<geom quat="0 0 0 0"/>"#, "3:9: <geom>: quat is zero, which is no orientation"),
        (r#"<geom quat="1 0 0 0" euler="0 0 0"/>"#, "3:3: <geom>: 'quat' and 'euler' cannot both be given"),
        (r#"<geom class="nope"/>"#, "3:9: <geom>: unknown default class 'nope'"),
        (r#"<body childclass="nope"/>"#, "3:9: <body>: unknown default class 'nope'"),
        ("<joint/>", "3:3: <joint>: the world does not move: it cannot have 'joint'"),
        (r#"<body><inertial pos="0 0 0"/></body>"#, "3:9: <inertial>: attribute 'mass' is missing"),
        (r#"<replicate count="-5"/>"#, "3:14: <replicate>: count is at least 0, got -5"),
        (
            r#"<replicate count="2000000000"><geom/></replicate>"#,
            "3:3: <replicate>: copies of elements in this replicate pass the limit of 250000",
        ),
        (r#"<flexcomp name="f"/>"#, "3:3: <flexcomp name=\"f\">: 'flexcomp' is not supported yet"),
        ("<composite/>", "3:3: <composite>: 'composite' was removed in MuJoCo 4.0; use flexcomp with dim=\"1\""),
        (
            r#"<body><attach model="nope" prefix="p"/></body>"#,
            "3:17: <attach>: there is no model 'nope' among the assets",
        ),
    ];
    for (xml, expected) in cases {
        assert_eq!(message(&world(xml)), format!("m.xml:{expected}"), "{xml}");
    }
}

#[test]
fn mistakes_in_other_sections_are_named_too() {
    let cases = [
        (r#"<option timestep="0"/>"#, "3:9: <option>: timestep is positive and at most 1000000 s, got 0"),
        (
            r#"<option integrator="euler"/>"#,
            "3:9: <option>: integrator: 'euler' is not a keyword; did you mean 'Euler'?",
        ),
        (r#"<size memory="12Q"/>"#, "3:7: <size>: memory is a number of bytes such as 100M, at most 16T, got '12Q'"),
        (r#"<size nuser_geom="-7"/>"#, "3:7: <size>: nuser_geom is at least -1, got -7"),
        (
            "<default><default/></default>",
            "3:10: <default>: a default class inside another needs the attribute 'class'",
        ),
        (
            r#"<default><default class="a"/><default class="a"/></default>"#,
            "3:39: <default>: default class 'a' is declared twice",
        ),
        (r#"<default><mesh file="a.stl"/></default>"#, "3:16: <mesh>: 'file' cannot be given in a default class"),
        (
            r#"<actuator><position joint="j" kv="1" dampratio="1"/></actuator>"#,
            "3:11: <position>: 'kv' and 'dampratio' cannot both be given",
        ),
        (
            r#"<actuator><dcmotor joint="j"/></actuator>"#,
            "3:11: <dcmotor>: the motor constant has to be positive: give motorconst or nominal",
        ),
        (
            r#"<actuator><general joint="j" tendon="t"/></actuator>"#,
            "3:11: <general>: 'joint' and 'tendon' cannot both be given",
        ),
        (r#"<equality><connect body1="b"/></equality>"#, "3:11: <connect>: needs site1 and site2, or body1 and anchor"),
        ("<sensor><jointpos/></sensor>", "3:9: <jointpos>: attribute 'joint' is missing"),
        (
            r#"<sensor><contact data="pos found"/></sensor>"#,
            "3:18: <contact>: data has to be in this order: found, force, torque, dist, pos, normal, tangent, linvel, angvel",
        ),
        (r#"<custom><text name="t"/></custom>"#, "3:9: <text name=\"t\">: text needs 'data', or a text inside"),
        (r#"<extension><plugin plugin="a.b"/></extension>"#, "3:12: <plugin>: 'plugin' 'a.b' is not supported yet"),
    ];
    for (xml, expected) in cases {
        assert_eq!(message(&section(xml)), format!("m.xml:{expected}"), "{xml}");
    }
}

/// A model with an instance of a torus, and something more on the third line.
fn torus(config: &str, inside: &str) -> String {
    let instance = format!(r#"<plugin plugin="mujoco.sdf.torus"><instance name="ring">{config}</instance></plugin>"#);
    format!("<mujoco><extension>\n{instance}</extension>\n{inside}\n</mujoco>")
}

#[test]
fn mistakes_about_plugins_are_named_with_place() {
    let asset = |inside: &str| format!(r#"<asset><mesh name="m">{inside}</mesh></asset>"#);
    let cases = [
        (
            torus(r#"<config key="radius1" value="1"/><config key="radius1" value="2"/>"#, ""),
            "2:90: <config>: key 'radius1' is given twice",
        ),
        (torus("<config key='radius1'/>", ""), "2:57: <config>: attribute 'value' is missing"),
        (torus("", "<extension><plugin/></extension>"), "3:12: <plugin>: attribute 'plugin' is missing"),
        (torus("", &asset("<plugin/>")), "3:23: <plugin>: needs 'instance', or 'plugin' for an instance of its own"),
        (
            torus("", &asset(r#"<plugin plugin="mujoco.sdf.nut"/>"#)),
            "3:31: <plugin>: plugin 'mujoco.sdf.nut' is not declared in <extension>; did you mean 'mujoco.sdf.torus'?",
        ),
        (
            torus("", &asset(r#"<plugin plugin="mujoco.pid"/>"#)),
            "3:23: <plugin>: 'plugin' 'mujoco.pid' is not supported yet",
        ),
        (
            torus("", r#"<default><geom><plugin instance="ring"/></geom></default>"#),
            "3:16: <plugin>: 'plugin' cannot be given in a default class",
        ),
        (
            torus("", r#"<worldbody><body><plugin plugin="mujoco.sdf.torus"/></body></worldbody>"#),
            "3:18: <plugin>: 'plugin' 'mujoco.sdf.torus' is not supported yet",
        ),
    ];
    for (xml, expected) in cases {
        assert_eq!(message(&xml), format!("m.xml:{expected}"), "{xml}");
    }
}

#[test]
fn wrong_instances_keys_and_numbers_of_plugins_do_not_compile() {
    let compiled = |config: &str, mesh: &str| {
        let xml = torus(config, &format!(r#"<asset><mesh name="m" {mesh}</mesh></asset>"#));
        let spec = read(&xml, "m.xml", &NoFiles, &mut Warnings::new()).expect("reads");
        compile(&spec, &NoFiles, &mut Warnings::new()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let own = r#"><plugin instance="ring"/>"#;
    let cases = [
        (
            "",
            r#"><plugin instance="rign"/>"#,
            "3:8: <mesh name=\"m\">: plugin: there is no plugin instance 'rign'; did you mean 'ring'?",
        ),
        (
            r#"<config key="radius" value="1"/>"#,
            own,
            "2:35: <instance name=\"ring\">: plugin 'mujoco.sdf.torus' has no key 'radius'; did you mean 'radius1'?",
        ),
        (
            r#"<config key="radius1" value="1x"/>"#,
            own,
            "2:35: <instance name=\"ring\">: radius1 has to be a number, got '1x'",
        ),
        (
            r#"<config key="radius1" value="inf"/>"#,
            own,
            "2:35: <instance name=\"ring\">: radius1 has to be a number, got 'inf'",
        ),
        (
            r#"<config key="radius2" value="-1"/>"#,
            own,
            "3:8: <mesh name=\"m\">: the attributes of plugin 'mujoco.sdf.torus' make a box with half sizes [-0.65, -0.65, -1.0]",
        ),
        (
            "",
            r#"scale="2 2 2"><plugin instance="ring"/>"#,
            "3:8: <mesh name=\"m\">: a mesh of a plugin cannot be scaled",
        ),
    ];
    for (config, mesh, expected) in cases {
        assert_eq!(compiled(config, mesh), format!("m.xml:{expected}"), "{config} {mesh}");
    }
}

#[test]
fn an_error_in_an_included_file_has_the_place_there() {
    let files: Memory =
        [("parts/inner.xml", "<mujoco>\n\n\n<worldbody><geom sise='1'/></worldbody></mujoco>")].into_iter().collect();
    let xml = "<mujoco>\n<include file='parts/inner.xml'/></mujoco>";
    let error = read(xml, "m.xml", &files, &mut Warnings::new()).expect_err("misspelled");
    assert_eq!(error.to_string(), "parts/inner.xml:4:18: <geom>: unknown attribute 'sise'; did you mean 'size'?");
    assert_eq!(error.fault().path, "mujoco/worldbody/geom");
    assert_eq!(error.fault().text, "1");
}

#[test]
fn a_model_cannot_be_attached_to_itself() {
    let xml = r#"<mujoco><asset><model name="n" file="m.xml"/></asset></mujoco>"#;
    let files: Memory = [("m.xml", xml)].into_iter().collect();
    let error = read(xml, "m.xml", &files, &mut Warnings::new()).expect_err("recursive");
    assert_eq!(
        error.to_string(),
        "m.xml:1:32: <model name=\"n\">: model 'm.xml' is recursive: it is already being read"
    );
}

#[test]
fn limits_are_settings() {
    let mut limits = Limits::default();
    limits.depth = 3;
    let deep = world("<body><body/></body>");
    let error = read_with(&deep, "m.xml", &NoFiles, &mut Warnings::new(), &limits).expect_err("too deep");
    assert!(matches!(error, Error::Limit(_)));
    assert_eq!(error.to_string(), "m.xml:3:9: <body>: nesting is deeper than 3 elements");
}
