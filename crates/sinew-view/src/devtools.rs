//! A headless browser, steered by the DevTools protocol.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::shot::ShotError;

/// Programs that can be the browser, the first that is found is taken.
const PROGRAMS: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// How long the browser may take to start, and to answer.
const PATIENCE: Duration = Duration::from_mins(2);
/// Without a screen, a graphics card, or words to anyone.
const FLAGS: [&str; 14] = [
    "--headless",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--mute-audio",
    "--remote-debugging-port=0",
];

/// The browser named by `SINEW_BROWSER`, or one that is on the path.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SINEW_BROWSER").filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let found = |program: &&str| std::env::split_paths(&path).map(|dir| dir.join(program)).find(|file| file.is_file());
    PROGRAMS.iter().find_map(found)
}

/// Whether the program runs as root, as it does in containers: the browser's own sandbox does not work then.
fn is_root() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0)
    }
    #[cfg(not(unix))]
    false
}

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    profile: PathBuf,
    next: u64,
}

impl Browser {
    /// Starts a browser with a window of a size.
    pub fn start(program: &Path, width: u32, height: u32) -> Result<Self, ShotError> {
        let profile = std::env::temp_dir().join(format!("sinew-shot-{}", std::process::id()));
        let mut command = Command::new(program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display()));
        command.arg(format!("--window-size={width},{height}"));
        if is_root() {
            command.arg("--no-sandbox");
        }
        let started =
            command.arg("about:blank").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| ShotError::Browser(format!("{}: {error}", program.display())))?;
        let address = address(&mut child)?;
        let (socket, _) = tungstenite::connect(&address).map_err(|error| ShotError::Browser(error.to_string()))?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            let _ = stream.set_read_timeout(Some(PATIENCE));
        }
        let mut browser = Self { child, socket, session: String::new(), profile, next: 0 };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}))?;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", &attach)?;
        session["sessionId"].as_str().unwrap_or_default().clone_into(&mut browser.session);
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        browser.call("Emulation.setDeviceMetricsOverride", &metrics)?;
        Ok(browser)
    }

    /// Calls a method and waits for its result.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Result<Value, ShotError> {
        self.next += 1;
        let mut request = json!({"id": self.next, "method": method, "params": parameters});
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        let lost = |error: tungstenite::Error| ShotError::Browser(format!("{method}: {error}"));
        self.socket.send(Message::text(request.to_string())).map_err(lost)?;
        loop {
            let message = self.socket.read().map_err(lost)?;
            let Ok(answer) = serde_json::from_str::<Value>(message.to_text().unwrap_or("")) else { continue };
            if answer["id"] == json!(self.next) {
                return match answer.get("error") {
                    Some(error) => Err(ShotError::Browser(format!("{method}: {}", error["message"]))),
                    None => Ok(answer["result"].clone()),
                };
            }
        }
    }

    /// The value of an expression on the page.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value, ShotError> {
        let result = self.call("Runtime.evaluate", &json!({"expression": expression, "returnByValue": true}))?;
        Ok(result["result"]["value"].clone())
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) -> Result<(), ShotError> {
        let end = Instant::now() + PATIENCE;
        while self.evaluate(expression)? != json!(true) {
            if Instant::now() > end {
                return Err(ShotError::Browser(format!("the page did not draw within {} s", PATIENCE.as_secs())));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.call("Browser.close", &json!({}));
        let end = Instant::now() + Duration::from_secs(5);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// The address that the browser says it listens on.
fn address(child: &mut Child) -> Result<String, ShotError> {
    let Some(stderr) = child.stderr.take() else { return Err(ShotError::Browser("it has no output".into())) };
    let (send, receive) = channel();
    std::thread::spawn(move || {
        // it is read to its end, for a browser whose output nobody reads stands still
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
    });
    let end = Instant::now() + PATIENCE;
    let mut said = String::new();
    while let Ok(line) = receive.recv_timeout(end.saturating_duration_since(Instant::now())) {
        if let Some(address) = line.strip_prefix("DevTools listening on ") {
            return Ok(address.trim().to_owned());
        }
        said = line;
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(ShotError::Browser(format!("it did not start: {said}")))
}
