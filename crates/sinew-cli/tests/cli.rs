//! The command as a user meets it.

use assert_cmd::Command;
use predicates::prelude::*;

fn sinew() -> Command {
    Command::cargo_bin("sinew").expect("the command is built")
}

#[test]
fn run_says_how_fast_and_with_which_energy() {
    let out =
        sinew().args(["run", "cartpole", "--duration", "1", "--json"]).assert().success().get_output().stdout.clone();
    let summary: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(summary["steps"], 100);
    assert!((summary["time"].as_f64().expect("a number") - 1.0).abs() < 1e-9);
    assert!(summary["real_time_factor"].as_f64().expect("a number") > 1.0);
    // an upright pole that nobody pushes stays there
    let potential = |when: &str| summary[when]["potential"].as_f64().expect("a number");
    assert!((potential("energy_start") - potential("energy_end")).abs() < 1e-12);
    assert!(summary["microseconds_per_step"]["kinematics"].as_f64().expect("a number") > 0.0);
}

#[test]
fn a_trajectory_has_a_heading_and_a_row_per_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.csv");
    let path = file.to_str().expect("a path");
    sinew().args(["run", "cartpole", "-n", "7", "--noise", "0.3", "-o", path]).assert().success();
    let text = std::fs::read_to_string(&file).expect("the file");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("time,qpos[slider],qpos[hinge],qvel[slider],qvel[hinge],ctrl[0],"), "{}", lines[0]);
    assert_eq!(lines.len(), 8);
    assert!(lines[1..].iter().all(|line| line.split(',').count() == lines[0].split(',').count()));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("run.csv");
        let path = file.to_str().expect("a path");
        sinew().args(["run", "cartpole", "-n", "50", "--noise", "0.3", "--seed", seed, "-o", path]).assert().success();
        std::fs::read_to_string(&file).expect("the file")
    };
    assert_eq!(run("1"), run("1"));
    assert_ne!(run("1"), run("2"));
}

#[test]
fn controls_come_from_a_file_and_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ctrl.csv");
    std::fs::write(&file, "push\n0.5\n0.1,0.2\n").expect("written");
    sinew()
        .args(["run", "cartpole", "--ctrl", file.to_str().expect("a path")])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("ctrl.csv:3: expected 1 controls, got 2"));
}

#[test]
fn an_unknown_model_or_keyframe_lists_what_there_is() {
    sinew().args(["run", "humanoit"]).assert().code(2).stderr(predicate::str::contains("humanoid"));
    sinew().args(["run", "humanoid", "-k", "jump"]).assert().code(2).stderr(predicate::str::contains("squat"));
}

#[test]
fn a_resumed_run_is_the_rest_of_one_that_never_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let run = |steps: &str, name: &str, more: &[&str]| {
        let fixed = ["run", "humanoid", "-n", steps, "--noise", "0.4", "--seed", "3", "-o"];
        let (rows, end) = (file(&format!("{name}.csv")), file(name));
        sinew().args(fixed).args([&rows, "--save-state", &end]).args(more).assert().success();
        let text = std::fs::read_to_string(rows).expect("the file");
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let whole = run("60", "whole", &[]);
    let first = run("35", "first", &["--save-every", "10"]);
    let rest = run("25", "rest", &["--resume", &file("first")]);
    assert_eq!([first, rest].concat(), whole);
    let bytes = |name: &str| std::fs::read(file(name)).expect("a state");
    assert!(bytes("whole") == bytes("rest"), "the states differ");
}

#[test]
fn a_damaged_state_and_that_of_another_model_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("state");
    let path = file.to_str().expect("a path");
    sinew().args(["run", "cartpole", "-n", "5", "--save-state", path]).assert().success();
    sinew().args(["run", "arm", "--resume", path]).assert().code(2).stderr(predicate::str::contains("another model"));
    let mut bytes = std::fs::read(&file).expect("the state");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).expect("written");
    sinew().args(["run", "cartpole", "--resume", path]).assert().code(2).stderr(predicate::str::contains("checksum"));
    std::fs::write(&file, &bytes[..middle]).expect("written");
    sinew().args(["run", "cartpole", "--resume", path]).assert().code(2).stderr(predicate::str::contains("state"));
}

#[test]
fn a_confined_model_reads_nothing_outside_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("model");
    std::fs::create_dir(&inside).expect("made");
    std::fs::write(folder.path().join("secret.xml"), "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
        .expect("written");
    let file = inside.join("bad.xml");
    std::fs::write(&file, "<mujoco><include file='../secret.xml'/></mujoco>").expect("written");
    let path = file.to_str().expect("a path");
    sinew().args(["check", path]).assert().success();
    let message = predicate::str::contains("outside the folder").and(predicate::str::contains("bad.xml:1"));
    sinew().args(["check", path, "--confined"]).assert().code(2).stderr(message);
}

#[test]
fn a_broken_model_is_an_error_with_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.xml");
    std::fs::write(&file, "<mujoco>\n  <worldbody>\n    <geom type=\"box\" size=\"1\"/>\n  </worldbody>\n</mujoco>")
        .expect("written");
    let message = predicate::str::contains("bad.xml:3:5").and(predicate::str::contains("size"));
    sinew().args(["check", file.to_str().expect("a path")]).assert().code(2).stderr(message);
}

#[test]
fn check_lists_what_a_model_holds() {
    sinew().args(["check", "humanoid"]).assert().stdout(predicate::str::contains("27 dofs"));
}

#[test]
fn a_model_is_the_same_as_itself_also_through_its_binary() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("arm.sinew");
    let path = file.to_str().expect("a path");
    sinew().args(["check", "arm", "--save", path]).assert().stdout(predicate::str::contains("saved to"));
    sinew().args(["diff", "arm", path]).assert().success().stdout("the models are the same\n");
    sinew().args(["diff", "arm", "cartpole"]).assert().code(1).stdout(predicate::str::contains("nv: 14 → 2"));
}

#[test]
fn bench_tells_how_fast_a_model_steps_and_where_the_time_goes() {
    let args = ["bench", "cartpole", "elbow", "--steps", "20", "--rounds", "2", "--warmup", "0.1", "--json"];
    let out = sinew().args(args).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(out).expect("text");
    let reports: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(reports.len(), 2);
    for report in &reports {
        let number = |field: &str| report[field].as_f64().expect("a number");
        assert!(number("ns_per_step") > 0.0 && number("ns_per_step") <= number("ns_per_step_median"));
        let step = 1e-9 * number("ns_per_step") * number("real_time_factor");
        assert!((step - number("timestep")).abs() < 1e-9);
        assert!(report["stages_ns"]["position"]["kinematics"].as_f64().expect("a number") > 0.0);
        assert!(report["memory"]["data_bytes"].as_u64().expect("a number") > 0);
    }
}

#[test]
fn bench_refuses_states_of_another_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("states");
    std::fs::write(&file, [0; 24]).expect("written");
    sinew()
        .args(["bench", "cartpole", "--states", file.to_str().expect("a path")])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("expected rows of"));
}

#[test]
fn a_model_that_does_not_load_is_not_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.xml");
    std::fs::write(&path, "<mujoco>\n  <worldbody>\n    <geom size='none'/>\n  </worldbody>\n</mujoco>")
        .expect("a file");
    for command in [&["view", "--no-open"][..], &["shot", "-o", "picture.png"]] {
        sinew().args(command).arg(&path).assert().failure().stderr(predicate::str::contains("broken.xml:3:"));
    }
    sinew().args(["view", "no_such_model"]).assert().failure().stderr(predicate::str::contains("built in: arm"));
}

#[test]
fn a_port_in_use_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let said = predicate::str::contains(format!("port {port} is taken"));
    sinew().args(["view", "cartpole", "--no-open", "--port", &port]).assert().failure().stderr(said);
}

#[test]
fn other_machines_are_not_served_unless_meant() {
    let said = predicate::str::contains("--allow-remote");
    sinew().args(["view", "cartpole", "--no-open", "--host", "0.0.0.0"]).assert().failure().stderr(said);
}

#[test]
fn without_a_browser_the_address_is_printed_and_a_picture_says_what_is_missing() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().expect("an empty folder");
    let mut shot = sinew();
    shot.args(["shot", "cartpole", "-o", "picture.png"]).env_remove("SINEW_BROWSER").env("PATH", folder.path());
    shot.assert().failure().stderr(predicate::str::contains("a picture needs Chromium"));

    let program = assert_cmd::cargo::cargo_bin("sinew");
    let mut view = std::process::Command::new(program);
    view.args(["view", "cartpole"]).env("PATH", folder.path()).env("DISPLAY", ":99").env_remove("SSH_CONNECTION");
    view.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = view.spawn().expect("the command");
    let mut line = String::new();
    let mut read = |from: &mut dyn std::io::Read| {
        line.clear();
        BufReader::new(from).read_line(&mut line).map(|_| line.clone()).unwrap_or_default()
    };
    let url = read(child.stdout.as_mut().expect("output"));
    let hint = read(child.stderr.as_mut().expect("output"));
    child.kill().expect("it runs");
    let _ = child.wait();
    assert!(url.starts_with("http://127.0.0.1:") && url.contains("token="), "{url}");
    assert!(hint.starts_with("open this address in a browser"), "{hint}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_is_opened_at_the_address_unless_told_not_to() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    std::fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > '{}.new'\n/bin/mv '{0}.new' '{0}'\n", opened.display()))
        .expect("a file");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("a program");
    for told_not_to in [true, false] {
        let mut view = std::process::Command::new(assert_cmd::cargo::cargo_bin("sinew"));
        view.args(["view", "cartpole"]).args(told_not_to.then_some("--no-open"));
        view.env("PATH", folder.path()).env("DISPLAY", ":99").env_remove("SSH_CONNECTION");
        let mut child = view
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the command");
        let (mut url, mut hint) = (String::new(), String::new());
        BufReader::new(child.stdout.take().expect("output")).read_line(&mut url).expect("a line");
        BufReader::new(child.stderr.take().expect("output")).read_line(&mut hint).expect("a line");
        let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while !told_not_to && !opened.exists() && std::time::Instant::now() < end {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        child.kill().expect("it runs");
        let _ = child.wait();
        if told_not_to {
            assert!(!opened.exists() && hint.starts_with("open this address"), "{hint}");
        } else {
            assert_eq!(std::fs::read_to_string(&opened).expect("the browser was asked"), url);
            assert!(hint.starts_with("opened in your browser"), "{hint}");
        }
    }
}
