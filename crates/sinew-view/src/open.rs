//! Opening the user's browser.

use std::process::{Command, Stdio};

/// Asks the desktop to open an address; `false` if there is no desktop or nothing to open it with.
pub fn open_browser(url: &str) -> bool {
    let on_screen = cfg!(any(target_os = "macos", target_os = "windows"))
        || std::env::var_os("DISPLAY").is_some()
        || std::env::var_os("WAYLAND_DISPLAY").is_some();
    // over ssh the browser is on the other side
    if !on_screen || std::env::var_os("SSH_CONNECTION").is_some() {
        return false;
    }
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // it is waited for aside, so that it does not linger when it ends
            std::thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}
