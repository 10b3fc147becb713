//! As much HTTP as a page, its scene and a WebSocket need.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Longest request that is read.
const MOST_BYTES: usize = 16 << 10;
/// How long what follows a refused request is read away.
const REST_TIME: Duration = Duration::from_secs(1);

/// Reads some bytes; zero at the end of the stream, or when the time is over.
fn read_until(stream: &mut TcpStream, chunk: &mut [u8], end: Instant) -> std::io::Result<usize> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Ok(0);
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(chunk)
}

/// The head of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// `GET`
    pub method: String,
    /// what comes before `?`
    pub path: String,
    /// what comes after `?`
    pub query: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// Reads a request; `None` if it is none, too long, or not there as a whole in time, however it trickles in.
    pub fn read(stream: &mut TcpStream, within: Duration) -> Option<Self> {
        let end = Instant::now() + within;
        let mut bytes = Vec::new();
        let mut chunk = [0; 1024];
        while !bytes.windows(4).any(|w| w == b"\r\n\r\n") {
            let n = read_until(stream, &mut chunk, end).ok()?;
            if n == 0 || bytes.len() + n > MOST_BYTES {
                return None;
            }
            bytes.extend_from_slice(&chunk[..n]);
        }
        Self::parse(std::str::from_utf8(&bytes).ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.split("\r\n");
        let mut first = lines.next()?.split(' ');
        let (method, target) = (first.next()?, first.next()?);
        if !first.next()?.starts_with("HTTP/1.") || !target.starts_with('/') {
            return None;
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let header = |line: &str| line.split_once(':').map(|(k, v)| (k.to_ascii_lowercase(), v.trim().to_owned()));
        Some(Self {
            method: method.into(),
            path: path.into(),
            query: query.into(),
            headers: lines.take_while(|line| !line.is_empty()).filter_map(header).collect(),
        })
    }

    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A value of the query; values are taken as they are, ours need no escapes.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.split('&').filter_map(|part| part.split_once('=')).find(|(key, _)| *key == name).map(|(_, v)| v)
    }
}

/// What pages may do: nothing from elsewhere, and no one may frame them.
const POLICY: &str = "default-src 'self'; connect-src 'self'; img-src 'self' data: blob:; \
     style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Sends a whole answer.
pub fn answer(stream: &mut TcpStream, status: &str, kind: &str, body: &[u8]) -> std::io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Content-Security-Policy: {POLICY}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()
}

/// Sends a refusal with a reason.
pub fn refuse(stream: &mut TcpStream, status: &str, reason: &str) {
    // whoever asked may be gone
    let _ = answer(stream, status, "text/plain; charset=utf-8", format!("{reason}\n").as_bytes());
    // what was sent on top is read away, so that the answer is not lost to a reset
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let (mut rest, end) = ([0; 1024], Instant::now() + REST_TIME);
    for _ in 0..16 {
        if !matches!(read_until(stream, &mut rest, end), Ok(n) if n > 0) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_taken_apart() {
        let r = Request::parse("GET /scene?token=ab&id=3 HTTP/1.1\r\nHost: localhost:80\r\nX: a:b\r\n\r\n")
            .expect("a request");
        assert_eq!((r.path.as_str(), r.query("id"), r.query("none")), ("/scene", Some("3"), None));
        assert_eq!((r.header("host"), r.header("x")), (Some("localhost:80"), Some("a:b")));
    }

    #[test]
    fn what_is_no_request_is_none() {
        for text in ["", "\r\n\r\n", "GET\r\n\r\n", "GET / SMTP\r\n\r\n", "GET http://x/ HTTP/1.1\r\n\r\n"] {
            assert_eq!(Request::parse(text), None, "{text:?}");
        }
    }
}
