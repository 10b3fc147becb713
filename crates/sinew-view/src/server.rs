//! The server: who may connect, and what they get.

use std::io::{Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use serde_json::json;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use crate::http::{Request, answer, refuse};
use crate::hub::{Hub, Job};
use crate::page;
use crate::wire::Command;

/// Pages at once.
const MOST_PAGES: usize = 32;
/// Longest message of a page.
const MOST_MESSAGE: usize = 64 << 10;
/// Bytes read from a page at once; its commands are a line each.
const READ_BYTES: usize = 4 << 10;
/// Messages that are no commands, after which a page is given up.
const MOST_NONSENSE: usize = 100;
/// How long a request may take to arrive.
const REQUEST_TIME: Duration = Duration::from_secs(5);
/// Connections at once: pages, and requests that are on their way. Each has a thread, before it has shown the token.
const MOST_CONNECTIONS: usize = 256;
/// How long a page may leave bytes unread before it is given up.
const WRITE_TIME: Duration = Duration::from_secs(20);

/// A command with the page that sent it.
pub type FromPage = (u64, Command);

/// What every connection needs to know.
pub struct Gate {
    /// secret part of the address
    pub token: String,
    /// whether requests may name any host
    pub any_host: bool,
    /// where frames and messages come from
    pub hub: Arc<Hub>,
    /// where commands go
    pub commands: SyncSender<FromPage>,
}

/// Answers connections until the hub stops.
pub fn serve(listener: &TcpListener, gate: &Arc<Gate>) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        if gate.hub.stopping() {
            return;
        }
        let Ok(stream) = stream else {
            // out of descriptors, most likely: wait for some to be closed
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        let (gate, place) = (Arc::clone(gate), Place::take(&open));
        // a connection that gets no place or no thread is dropped
        let Some(place) = place else { continue };
        let _ = std::thread::Builder::new().name("sinew-view page".into()).spawn(move || {
            let _place = place;
            connection(stream, &gate);
        });
    }
}

/// One of [`MOST_CONNECTIONS`], until it is dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(open: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(Arc::clone(open));
        (open.fetch_add(1, Ordering::Relaxed) < MOST_CONNECTIONS).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Wakes a server that waits for connections, to let it see that it should stop.
pub fn wake(address: SocketAddr) {
    let _ = TcpStream::connect_timeout(&address, Duration::from_millis(200));
}

fn connection(mut stream: TcpStream, gate: &Gate) {
    let _ = stream.set_write_timeout(Some(WRITE_TIME));
    let _ = stream.set_nodelay(true);
    let Some(request) = Request::read(&mut stream, REQUEST_TIME) else {
        return refuse(&mut stream, "400 Bad Request", "this is no request that a page would make");
    };
    if request.method != "GET" {
        return refuse(&mut stream, "405 Method Not Allowed", "only GET is answered");
    }
    let host = request.header("host").unwrap_or("");
    if !gate.any_host && !is_loopback(host) {
        let reason = "this server is for this machine alone: open it as localhost (see --host and --allow-remote)";
        return refuse(&mut stream, "403 Forbidden", reason);
    }
    let secret = matches!(request.path.as_str(), "/" | "/socket" | "/scene");
    if secret && !request.query("token").is_some_and(|token| same(token, &gate.token)) {
        let reason = "the token is missing or wrong: open the address that `sinew view` printed";
        return refuse(&mut stream, "403 Forbidden", reason);
    }
    match request.path.as_str() {
        "/socket" => socket(stream, &request, gate),
        "/scene" => {
            let _ = answer(&mut stream, "200 OK", "application/octet-stream", &gate.hub.scene());
        }
        path => match page::file(path) {
            Some((kind, bytes)) => {
                let _ = answer(&mut stream, "200 OK", kind, &bytes);
            }
            None => refuse(&mut stream, "404 Not Found", "there is no such file"),
        },
    }
}

/// Whether a `Host` names this machine; the port may be that of a tunnel.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((v6, _)) => v6,
        None => host.split(':').next().unwrap_or(""),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Compares without telling by time how much agrees.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// A page on a WebSocket: one thread reads, another writes.
fn socket(mut stream: TcpStream, request: &Request, gate: &Gate) {
    let Some(key) =
        request.header("sec-websocket-key").filter(|_| request.header("sec-websocket-version") == Some("13"))
    else {
        return refuse(&mut stream, "400 Bad Request", "this address is for WebSockets");
    };
    // a page of another site can open sockets to this machine, but not hide where it comes from
    let host = request.header("host").unwrap_or("");
    let ours = |origin: &str| origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host);
    if !request.header("origin").is_some_and(ours) {
        return refuse(&mut stream, "403 Forbidden", "this socket is for the page of this server alone");
    }
    let Some(page) = gate.hub.join(MOST_PAGES) else {
        return refuse(&mut stream, "503 Service Unavailable", &format!("there are {MOST_PAGES} pages open already"));
    };
    let accept = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
        derive_accept_key(key.as_bytes())
    );
    let ready = stream.write_all(accept.as_bytes()).and_then(|()| stream.set_read_timeout(None));
    if let (Ok(()), Ok(writing)) = (ready, stream.try_clone()) {
        let hub = Arc::clone(&gate.hub);
        let writer =
            std::thread::Builder::new().name("sinew-view frames".into()).spawn(move || write(writing, &hub, page));
        if writer.is_ok() {
            read(stream, gate, page);
        }
    }
    gate.hub.leave(page);
}

/// Sends what the hub has for a page until it is closed.
fn write(mut stream: TcpStream, hub: &Hub, page: u64) {
    while let Job::Send(bytes) = hub.next(page) {
        if stream.write_all(&bytes).is_err() {
            break;
        }
    }
    // ends the reading thread too
    let _ = stream.shutdown(Shutdown::Both);
}

/// A stream whose writes, which are answers of the protocol alone, go by way of the hub.
struct Duplex<'a> {
    stream: TcpStream,
    hub: &'a Hub,
    page: u64,
}

impl Read for Duplex<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Duplex<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.hub.control(self.page, bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Reads commands until the page is gone.
fn read(stream: TcpStream, gate: &Gate, page: u64) {
    // what is usual is a buffer of 128 kB per page, which allocators with an arena per thread keep when the page is gone
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BYTES)
        .max_message_size(Some(MOST_MESSAGE))
        .max_frame_size(Some(MOST_MESSAGE));
    let duplex = Duplex { stream, hub: &gate.hub, page };
    let mut socket = WebSocket::from_raw_socket(duplex, Role::Server, Some(config));
    let mut nonsense = 0;
    loop {
        let text = match socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(Message::Binary(_)) => "binary".into(),
            Ok(Message::Close(_)) => {
                // the answer to the close goes out first
                let _ = socket.flush();
                return gate.hub.close(page);
            }
            Ok(_) => continue,
            Err(_) => return,
        };
        match serde_json::from_str::<Command>(&text) {
            Ok(Command::Ack { sequence }) => gate.hub.ack(page, sequence),
            Ok(Command::Want { sections }) => gate.hub.set_want(page, sections),
            Ok(command) => {
                if gate.commands.send((page, command)).is_err() {
                    return;
                }
            }
            Err(error) => {
                nonsense += 1;
                gate.hub.tell(Some(page), &json!({"refused": error.to_string()}));
                if nonsense > MOST_NONSENSE {
                    return gate.hub.close(page);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_loopback() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1:5000", "127.3.2.1", "[::1]:80", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org", "10.0.0.1", "[fe80::1]:80", "127.0.0.1.nip.io"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
