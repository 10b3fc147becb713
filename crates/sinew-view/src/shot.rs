//! Pictures of a model, drawn by the page in a headless browser.

use std::path::Path;

use serde_json::json;

use crate::devtools::{Browser, find};
use crate::{Error, Options, Source, View};

/// What to draw.
#[derive(Clone, Debug)]
pub struct Shot {
    /// pixels across
    pub width: u32,
    /// pixels down
    pub height: u32,
    /// whether to draw the panels of the viewer too
    pub panels: bool,
    /// colours of the page: `dark` or `light`
    pub theme: String,
    /// camera of the model; free if there is none
    pub camera: Option<String>,
    /// azimuth, elevation and distance of the free camera, where they are given
    pub look: [Option<f64>; 3],
    /// what to show that is not shown by default, `contacts,forces`
    pub show: Vec<String>,
}

impl Default for Shot {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 720,
            panels: false,
            theme: "dark".into(),
            camera: None,
            look: [None; 3],
            show: Vec::new(),
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShotError {
    /// no browser is installed
    #[error(
        "a picture needs Chromium, and none was found: install it (Debian: apt-get install chromium) or name one in SINEW_BROWSER"
    )]
    NoBrowser,
    /// the browser does not do as it should
    #[error("the browser failed: {0}")]
    Browser(String),
    /// the model cannot be shown
    #[error(transparent)]
    View(#[from] Error),
    /// the file cannot be written
    #[error("cannot write {0}: {1}")]
    Write(String, std::io::Error),
}

/// True once the page has drawn a frame of the scene.
const DRAWN: &str = "Boolean(document.documentElement.dataset.scene && window.sinew && sinew.stage.drawn > 0)";

/// Draws a model as PNG.
pub fn shot(source: &Source, options: &Options, shot: &Shot) -> Result<Vec<u8>, ShotError> {
    let view = View::start(source, options)?;
    let program = find().ok_or(ShotError::NoBrowser)?;
    let mut parts = vec![view.url(), "fine=1".into(), format!("theme={}", shot.theme)];
    if !shot.panels {
        parts.push("bare=1".into());
    }
    let look = ["azimuth", "elevation", "distance"].iter().zip(shot.look);
    parts.extend(look.filter_map(|(name, value)| value.map(|value| format!("{name}={value}"))));
    parts.extend(shot.camera.iter().map(|camera| format!("camera={}", escape(camera))));
    if !shot.show.is_empty() {
        parts.push(format!("show={}", escape(&shot.show.join(","))));
    }
    let url = parts.join("&");
    let mut browser = Browser::start(&program, shot.width, shot.height)?;
    browser.call("Page.navigate", &json!({"url": url}))?;
    browser.wait_for(DRAWN)?;
    // the curtain lifts, and the panels get their numbers
    std::thread::sleep(std::time::Duration::from_millis(if shot.panels { 1500 } else { 500 }));
    let picture = browser.call("Page.captureScreenshot", &json!({"format": "png"}))?;
    decode(picture["data"].as_str().unwrap_or_default()).ok_or_else(|| ShotError::Browser("it sent no picture".into()))
}

/// Draws a model into a file.
pub fn shot_to_file(source: &Source, options: &Options, what: &Shot, path: &Path) -> Result<(), ShotError> {
    let png = shot(source, options, what)?;
    std::fs::write(path, png).map_err(|error| ShotError::Write(path.display().to_string(), error))
}

/// A text as part of an address.
fn escape(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Bytes of base64; `None` if it is none.
fn decode(text: &str) -> Option<Vec<u8>> {
    let (mut out, mut bits, mut count) = (Vec::with_capacity(text.len() * 3 / 4), 0u32, 0);
    for byte in text.bytes().filter(|&byte| byte != b'=') {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_and_what_is_none_refused() {
        assert_eq!(decode("c2luZXc="), Some(b"sinew".to_vec()));
        assert_eq!(decode("//79"), Some(vec![0xff, 0xfe, 0xfd]));
        assert_eq!((decode(""), decode("a b")), (None, None));
    }

    #[test]
    fn names_of_cameras_survive_in_an_address() {
        assert_eq!(escape("left eye&x=1"), "left%20eye%26x%3D1");
    }
}
