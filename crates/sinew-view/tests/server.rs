//! The server as a page sees it, and as those see it who should not.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sinew_view::wire::{HEADER_BYTES, PAUSED, SECTIONS, Section};
use sinew_view::{Error, Options, Source, View};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const PENDULUM: &str =
    "<mujoco><worldbody><body name='bob' pos='0 0 1'><joint name='hinge' axis='0 1 0' pos='0 0 0.5'/>
    <geom size='0.1'/></body></worldbody><actuator><motor name='motor' joint='hinge' ctrlrange='-1 1'/></actuator>
    <keyframe><key name='up' qpos='3'/></keyframe></mujoco>";

fn serve(xml: &str, paused: bool) -> View {
    let source = Source::Text { name: "test".into(), xml: xml.into() };
    View::start(&source, &Options { paused, ..Options::default() }).expect("a model that loads and a free port")
}

/// Head and body of an answer.
fn get(view: &View, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(view.address()).expect("a server");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("a request");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

fn socket_from(view: &View, token: &str, origin: &str) -> Result<Socket, tungstenite::Error> {
    let url = format!("ws://{}/socket?token={token}", view.address());
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("Origin", origin.parse().expect("a header"));
    let (socket, _) = tungstenite::connect(request)?;
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    }
    Ok(socket)
}

fn socket(view: &View) -> Socket {
    socket_from(view, view.token(), &format!("http://{}", view.address())).expect("a page of our own")
}

fn send(socket: &mut Socket, command: &Value) {
    socket.send(Message::text(command.to_string())).expect("an open socket");
}

/// The next message that has this key.
fn message(socket: &mut Socket, key: &str) -> Value {
    loop {
        if let Message::Text(text) = socket.read().expect("an open socket") {
            let value: Value = serde_json::from_str(&text).expect("JSON");
            if value.get(key).is_some() {
                return value[key].clone();
            }
        }
    }
}

/// Sequence, flags, time and sections of the next frame, which is acknowledged.
fn frame(socket: &mut Socket) -> (u32, u32, f64, Vec<u8>) {
    loop {
        if let Message::Binary(bytes) = socket.read().expect("an open socket") {
            let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
            let time = f64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes"));
            let (sequence, flags) = (word(4), word(8));
            let rest = bytes[HEADER_BYTES..].to_vec();
            send(socket, &json!({"do": "ack", "sequence": sequence}));
            return (sequence, flags, time, rest);
        }
    }
}

/// Numbers of a section of doubles.
fn numbers(mut bytes: &[u8], section: Section) -> Vec<f64> {
    while bytes.len() >= 8 {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        let (_, id, width, kind, _) = SECTIONS[word(0)];
        let size = if format!("{kind:?}") == "F64" { 8 } else { 4 };
        let length = word(4) * width * size;
        if id == section as u32 {
            let eight = |b: &[u8]| f64::from_le_bytes(b.try_into().expect("eight bytes"));
            return bytes[8..8 + length].chunks(8).map(eight).collect();
        }
        bytes = &bytes[8 + length.next_multiple_of(8)..];
    }
    Vec::new()
}

/// Frames until one of them is as wanted.
fn until(socket: &mut Socket, what: &str, is: impl Fn(u32, f64, &[u8]) -> bool) -> f64 {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        let (_, flags, time, bytes) = frame(socket);
        if is(flags, time, &bytes) {
            return time;
        }
    }
    panic!("{what} did not happen");
}

const QPOS: u32 = 1 << Section::Qpos as u32 | 1 << Section::Ctrl as u32;

#[test]
fn page_scene_and_socket_need_the_token() {
    let view = serve(PENDULUM, true);
    let token = view.token();
    for path in ["/", "/scene", "/socket", "/?token=", "/scene?token=0", &format!("/?token={token}0")] {
        assert!(get(&view, path, "localhost").starts_with("HTTP/1.1 403"), "{path}");
    }
    for path in ["/", "/scene"] {
        assert!(get(&view, &format!("{path}?token={token}"), "localhost").starts_with("HTTP/1.1 200"), "{path}");
    }
    let origin = format!("http://{}", view.address());
    assert!(socket_from(&view, "0", &origin).is_err());
    assert!(get(&view, "/js/main.js", "localhost").starts_with("HTTP/1.1 200"), "what is no secret needs none");
    assert!(get(&view, "/js/none.js", "localhost").starts_with("HTTP/1.1 404"));
}

#[test]
fn other_sites_can_neither_name_the_server_nor_open_its_socket() {
    let view = serve(PENDULUM, true);
    let path = format!("/?token={}", view.token());
    assert!(get(&view, &path, "example.org").starts_with("HTTP/1.1 403"), "a name that was made to point here");
    for origin in ["http://example.org", "null", "http://127.0.0.1:1", "file://"] {
        assert!(socket_from(&view, view.token(), origin).is_err(), "{origin}");
    }
    assert!(get(&view, &path, "127.0.0.1:9000").starts_with("HTTP/1.1 200"), "the port of a tunnel");
}

#[test]
fn other_machines_are_refused_unless_asked_for() {
    let source = Source::Text { name: "test".into(), xml: PENDULUM.into() };
    let options = Options { host: [0, 0, 0, 0].into(), ..Options::default() };
    assert!(matches!(View::start(&source, &options), Err(Error::Remote(_))));
    let view = View::start(&source, &Options { allow_remote: true, paused: true, ..options }).expect("as asked for");
    assert_eq!(view.pages(), 0);
}

#[test]
fn a_port_in_use_and_a_broken_model_are_told_plainly() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let source = Source::Text { name: "test".into(), xml: PENDULUM.into() };
    let error = View::start(&source, &Options { port, ..Options::default() }).err().expect("taken");
    assert!(error.to_string().starts_with(&format!("port {port} is taken")), "{error}");
    let source = Source::Text { name: "test".into(), xml: "<mujoco><geom/></mujoco>".into() };
    let error = View::start(&source, &Options::default()).err().expect("broken");
    assert!(error.to_string().starts_with("test.xml:1:"), "{error}");
}

#[test]
fn commands_act_on_the_simulation_that_every_page_sees() {
    let view = serve(PENDULUM, true);
    let (mut one, mut two) = (socket(&view), socket(&view));
    for socket in [&mut one, &mut two] {
        assert_eq!(message(socket, "scene"), json!(1));
        send(socket, &json!({"do": "want", "sections": QPOS}));
    }
    send(&mut one, &json!({"do": "keyframe", "key": 0}));
    send(&mut one, &json!({"do": "ctrl", "index": 0, "value": 0.5}));
    let as_set = |_: u32, _: f64, b: &[u8]| numbers(b, Section::Qpos) == [3.0] && numbers(b, Section::Ctrl) == [0.5];
    until(&mut two, "the keyframe", as_set);
    send(&mut two, &json!({"do": "step", "count": 5}));
    let five = |_: u32, time: f64, _: &[u8]| (time - 0.01).abs() < 1e-12;
    until(&mut one, "five steps", five);
    send(&mut one, &json!({"do": "step", "count": -1}));
    until(&mut two, "going back", |_, time, _| time == 0.0);
    send(&mut one, &json!({"do": "qpos", "index": 0, "value": -1.0}));
    until(&mut two, "a joint set by hand", |_, _, b| numbers(b, Section::Qpos) == [-1.0]);
    send(&mut one, &json!({"do": "play"}));
    until(&mut two, "time that goes by", |flags, time, _| flags & PAUSED == 0 && time > 0.1);
    send(&mut two, &json!({"do": "reset"}));
    send(&mut two, &json!({"do": "pause"}));
    until(&mut one, "a pause", |flags, _, _| flags & PAUSED != 0);
}

#[test]
fn the_state_is_given_as_a_keyframe() {
    let view = serve(PENDULUM, true);
    let mut page = socket(&view);
    send(&mut page, &json!({"do": "qpos", "index": 0, "value": 0.1}));
    send(&mut page, &json!({"do": "copy_keyframe"}));
    let text = message(&mut page, "keyframe");
    assert!(text.as_str().is_some_and(|text| text.contains("qpos=\"0.1\"")), "{text}");
}

#[test]
fn nonsense_is_refused_and_in_the_end_shown_the_door_while_others_go_on() {
    let view = serve(PENDULUM, false);
    let (mut good, mut bad) = (socket(&view), socket(&view));
    send(&mut good, &json!({"do": "want", "sections": QPOS}));
    let nonsense = [
        "",
        "{",
        "[]",
        "{\"do\":\"fly\"}",
        "{\"do\":\"ctrl\",\"index\":9,\"value\":0}",
        "{\"do\":\"ctrl\",\"index\":0,\"value\":1e300}",
        "{\"do\":\"qpos\",\"index\":0,\"value\":1}",
        "{\"do\":\"drag\",\"body\":7,\"point\":[0,0,0],\"target\":[0,0,0]}",
        "{\"do\":\"drag\",\"body\":0,\"point\":[0,0,0],\"target\":[0,0,0]}",
        "{\"do\":\"turn\",\"body\":1,\"quat\":[0,0,0,0]}",
        "{\"do\":\"scrub\",\"index\":999999}",
        "{\"do\":\"keyframe\",\"key\":5}",
        "{\"do\":\"equality\",\"index\":0,\"on\":true}",
        "{\"do\":\"option\",\"name\":\"timestep\",\"index\":0,\"value\":-1}",
        "{\"do\":\"option\",\"name\":\"solver\",\"index\":0,\"value\":9}",
    ];
    for text in nonsense {
        bad.send(Message::text(text)).expect("an open socket");
        let reason = message(&mut bad, "refused");
        assert!(reason.as_str().is_some_and(|reason| !reason.is_empty()), "{text}");
    }
    bad.send(Message::binary(vec![0xff; 100])).expect("an open socket");
    message(&mut bad, "refused");
    for _ in 0..200 {
        if bad.send(Message::text("?")).is_err() {
            break;
        }
    }
    while bad.read().is_ok() {}
    let now = until(&mut good, "a frame", |_, _, _| true);
    until(&mut good, "time that goes by", |_, time, _| time > now + 0.05);
}

#[test]
fn requests_that_trickle_in_for_ever_are_given_up_and_keep_no_one_out() {
    let view = serve(PENDULUM, true);
    let started = Instant::now();
    let begin = |_| {
        let mut stream = TcpStream::connect(view.address()).expect("a server");
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
        stream
    };
    // more than may be open at once
    let mut slow: Vec<TcpStream> = (0..300).map(begin).collect();
    // one too many may be turned away before it has said anything
    let ask = || {
        let mut stream = TcpStream::connect(view.address()).expect("a server");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let _ = write!(stream, "GET /?token={} HTTP/1.1\r\nHost: localhost\r\n\r\n", view.token());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer.starts_with(b"HTTP/1.1 200 OK")
    };
    while !ask() {
        assert!(started.elapsed() < Duration::from_secs(15), "no page while others trickle");
        for stream in &mut slow {
            // those that were given up already say so
            let _ = stream.write_all(b"x");
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}

#[test]
fn bytes_that_are_no_websocket_end_their_connection_alone() {
    let view = serve(PENDULUM, false);
    let mut page = socket(&view);
    if let MaybeTlsStream::Plain(stream) = page.get_mut() {
        stream.write_all(&[0xff; 4096]).expect("an open socket");
    }
    while page.read().is_ok() {}
    // a frame that says it is larger than any that is taken
    let mut page = socket(&view);
    if let MaybeTlsStream::Plain(stream) = page.get_mut() {
        stream
            .write_all(&[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
            .expect("an open socket");
    }
    while page.read().is_ok() {}
    let end = Instant::now() + Duration::from_secs(10);
    while view.pages() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(view.pages(), 0, "both are gone");
    let mut page = socket(&view);
    send(&mut page, &json!({"do": "want", "sections": QPOS}));
    frame(&mut page);
}

/// A hundred balls, whose frames would soon fill any buffer.
fn hundred() -> String {
    let ball = |i| format!("<body pos='{i} 0 1'><freejoint/><geom size='0.1'/></body>");
    let balls: Vec<String> = (0..100).map(ball).collect();
    format!("<mujoco><option gravity='0 0 0'/><worldbody>{}</worldbody></mujoco>", balls.concat())
}

/// Frames and simulated seconds of one second.
fn one_second(page: &mut Socket) -> (f64, f64) {
    let (start, begin) = (frame(page).2, Instant::now());
    let (mut frames, mut time) = (0.0, start);
    while begin.elapsed() < Duration::from_secs(1) {
        time = frame(page).2;
        frames += 1.0;
    }
    (frames, time - start)
}

#[test]
fn a_page_that_does_not_read_slows_down_no_one() {
    let view = serve(&hundred(), false);
    let all = (1 << SECTIONS.len()) - 1;
    let mut good = socket(&view);
    send(&mut good, &json!({"do": "want", "sections": all}));
    let mut hung = None;
    // a machine that does something else besides may be slow once, but not always beside the hung page alone
    let beside = (0..5).any(|_| {
        drop(hung.take());
        let alone = one_second(&mut good);
        let page = hung.insert(socket(&view));
        send(page, &json!({"do": "want", "sections": all}));
        let beside = one_second(&mut good);
        println!("frames and simulated seconds: {alone:?} alone, {beside:?} beside a hung page");
        beside.0 > 0.9 * alone.0 && beside.1 > 0.9 * alone.1
    });
    assert!(beside, "slower by more than a tenth, five times");
    let mut hung = hung.expect("a hung page");
    // what waits for the hung page is bounded: a few frames, and the messages of its beginning
    let mut waiting = 0;
    if let MaybeTlsStream::Plain(stream) = hung.get_ref() {
        stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    }
    while hung.read().is_ok_and(|message| message.is_binary() || message.is_text()) {
        waiting += 1;
    }
    assert!(waiting <= 16, "{waiting} messages waited");
}

#[test]
fn a_tab_that_is_closed_or_torn_away_is_forgotten_and_the_others_go_on() {
    let view = serve(&hundred(), false);
    let mut stays = socket(&view);
    send(&mut stays, &json!({"do": "want", "sections": QPOS}));
    let (mut closed, torn) = (socket(&view), socket(&view));
    assert_eq!(view.pages(), 3);
    closed.close(None).expect("an open socket");
    while closed.read().is_ok() {}
    drop(torn);
    let end = Instant::now() + Duration::from_secs(10);
    while view.pages() > 1 && Instant::now() < end {
        frame(&mut stays);
    }
    assert_eq!(view.pages(), 1);
    let now = frame(&mut stays).2;
    until(&mut stays, "time that goes by", |_, time, _| time > now + 0.05);
}

#[test]
fn a_mesh_too_large_for_pages_is_told_to_each_and_the_rest_is_shown() {
    let xml = "<mujoco><asset><mesh name='ball' builtin='sphere' params='3'/></asset>
        <worldbody><geom type='mesh' mesh='ball'/><body pos='0 0 9'><freejoint/><geom size='0.1'/></body></worldbody></mujoco>";
    let source = Source::Text { name: "test".into(), xml: xml.into() };
    let view = View::start(&source, &Options { triangles: 100, ..Options::default() }).expect("a model");
    for _ in 0..2 {
        let mut page = socket(&view);
        send(&mut page, &json!({"do": "want", "sections": QPOS}));
        let notice = message(&mut page, "notice");
        assert!(notice.as_str().is_some_and(|text| text.contains("mesh 'ball'")), "{notice}");
        until(&mut page, "a ball that falls", |_, _, b| numbers(b, Section::Qpos)[2] < 8.99);
    }
    let path = format!("/scene?token={}", view.token());
    let scene = get(&view, &path, "localhost");
    assert!(scene.starts_with("HTTP/1.1 200") && scene.contains("\"meshes\":[null]"));
}

#[test]
fn a_file_that_breaks_is_told_with_its_line_and_mends_with_its_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.xml");
    std::fs::write(&path, PENDULUM).expect("a file");
    let view =
        View::start(&Source::File(path.clone()), &Options { paused: true, ..Options::default() }).expect("a model");
    let mut page = socket(&view);
    assert_eq!(message(&mut page, "scene"), json!(1));
    send(&mut page, &json!({"do": "want", "sections": QPOS}));
    send(&mut page, &json!({"do": "qpos", "index": 0, "value": 0.7}));
    until(&mut page, "a joint set by hand", |_, _, b| numbers(b, Section::Qpos) == [0.7]);
    std::fs::write(&path, PENDULUM.replace("<geom size='0.1'/>", "<geom size='none'/>")).expect("a file");
    let problem = message(&mut page, "problem");
    assert_eq!(problem["line"], json!(2), "{problem}");
    assert!(problem["message"].as_str().is_some_and(|m| m.contains("size")), "{problem}");
    std::fs::write(&path, PENDULUM.replace("name='bob'", "name='bob' gravcomp='1'")).expect("a file");
    assert_eq!(message(&mut page, "scene"), json!(2));
    assert_eq!(message(&mut page, "problem"), Value::Null);
    until(&mut page, "the angle that was set", |_, _, b| numbers(b, Section::Qpos) == [0.7]);
}
