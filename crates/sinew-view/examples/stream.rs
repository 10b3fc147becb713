//! How fast frames are streamed: serves a model, reads it over a socket beside a page that hangs, and prints frames per second,
//! simulated time per second and memory. It fails below fifty frames per second.
//! `cargo run --release -p sinew-view --example stream [models/pile.xml [seconds]]`.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use sinew_view::wire::SECTIONS;
use sinew_view::{Options, Source, View};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Frames per second that must be reached.
const LEAST: f64 = 50.0;

/// A hundred balls that fall on a floor.
fn hundred() -> Source {
    let ball = |i: usize| {
        let (x, y, z) = (i % 10, i / 10, 1 + i % 3);
        format!("<body pos='{x} {y} {z}'><freejoint/><geom size='0.3'/></body>")
    };
    let bodies: Vec<String> = (0..100).map(ball).collect();
    let xml = format!("<mujoco><worldbody><geom type='plane' size='20 20 1'/>{}</worldbody></mujoco>", bodies.concat());
    Source::Text { name: "hundred".into(), xml }
}

/// A page that wants every section.
fn connect(view: &View) -> Result<Socket> {
    let mut request = format!("ws://{}/socket?token={}", view.address(), view.token()).into_client_request()?;
    request.headers_mut().insert("Origin", format!("http://{}", view.address()).parse()?);
    let (mut socket, _) = tungstenite::connect(request)?;
    let all = (1u64 << SECTIONS.len()) - 1;
    socket.send(Message::text(format!("{{\"do\":\"want\",\"sections\":{all}}}")))?;
    Ok(socket)
}

/// Simulated time and size of the next frame, which is acknowledged.
fn frame(socket: &mut Socket) -> Result<(f64, usize)> {
    loop {
        if let Message::Binary(bytes) = socket.read()? {
            let sequence = u32::from_le_bytes(bytes[4..8].try_into()?);
            socket.send(Message::text(format!("{{\"do\":\"ack\",\"sequence\":{sequence}}}")))?;
            return Ok((f64::from_le_bytes(bytes[16..24].try_into()?), bytes.len()));
        }
    }
}

/// Resident memory of this process in kilobytes, where the system tells.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let source = args.next().map_or_else(hundred, |path| Source::File(path.into()));
    let seconds: u64 = args.next().map_or(Ok(10), |text| text.parse())?;
    let view = View::start(&source, &Options::default())?;
    for (what, hangs) in [("alone", false), ("beside a page that hangs", true)] {
        let _hung = if hangs { Some(connect(&view)?) } else { None };
        let mut page = connect(&view)?;
        let (start, bytes) = frame(&mut page)?;
        let (begin, mut frames, mut end) = (Instant::now(), 0, start);
        while begin.elapsed() < Duration::from_secs(seconds) {
            end = frame(&mut page)?.0;
            frames += 1;
        }
        let took = begin.elapsed().as_secs_f64();
        println!(
            "{what}: {:.1} frames/s of {bytes} bytes, {:.3} simulated seconds per second, {} kB resident",
            f64::from(frames) / took,
            (end - start) / took,
            memory()
        );
        if f64::from(frames) / took < LEAST {
            return Err(format!("{LEAST} frames per second were not reached").into());
        }
    }
    Ok(())
}
