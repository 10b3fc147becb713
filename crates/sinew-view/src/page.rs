//! The files of the page, inside the program.

use std::borrow::Cow;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

/// Path, type and bytes of files below `page/`.
macro_rules! files {
    ($($path:literal $kind:ident,)*) => {
        &[$((concat!("/", $path), $kind, include_bytes!(concat!("../page/", $path)).as_slice())),*]
    };
}

const FILES: &[(&str, &str, &[u8])] = files! {
    "index.html" HTML,
    "style.css" CSS,
    "widgets.css" CSS,
    "icon.svg" SVG,
    "js/bodies.js" JS,
    "js/camera.js" JS,
    "js/frame.js" JS,
    "js/geometry.js" JS,
    "js/keys.js" JS,
    "js/labels.js" JS,
    "js/lights.js" JS,
    "js/links.js" JS,
    "js/main.js" JS,
    "js/materials.js" JS,
    "js/overlays.js" JS,
    "js/pointer.js" JS,
    "js/pool.js" JS,
    "js/quality.js" JS,
    "js/scenefile.js" JS,
    "js/socket.js" JS,
    "js/stage.js" JS,
    "js/store.js" JS,
    "js/tendons.js" JS,
    "js/ui/body.js" JS,
    "js/ui/chart.js" JS,
    "js/ui/control.js" JS,
    "js/ui/dom.js" JS,
    "js/ui/messages.js" JS,
    "js/ui/panel.js" JS,
    "js/ui/physics.js" JS,
    "js/ui/plots.js" JS,
    "js/ui/topbar.js" JS,
    "js/ui/transport.js" JS,
    "js/ui/view.js" JS,
    "js/wire.js" JS,
    "vendor/three.min.js" JS,
    "vendor/three.LICENSE" TEXT,
};

/// Type and bytes of a file by its path. In debug builds it is read from the source tree if that is there, so that the
/// page can be edited while it is served.
pub fn file(path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let path = if path == "/" { "/index.html" } else { path };
    let (name, kind, bytes) = FILES.iter().find(|(name, ..)| *name == path)?;
    if cfg!(debug_assertions)
        && let Ok(bytes) = std::fs::read(format!(concat!(env!("CARGO_MANIFEST_DIR"), "/page{}"), name))
    {
        return Some((*kind, bytes.into()));
    }
    Some((*kind, Cow::Borrowed(*bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_that_the_page_imports_is_served() {
        for (name, _, bytes) in FILES.iter().filter(|(name, kind, _)| *kind == JS && !name.starts_with("/vendor")) {
            let text = std::str::from_utf8(bytes).expect("text");
            let folder = name.rfind('/').map_or("", |end| &name[..end]);
            for import in text.lines().filter_map(|line| line.split_once(" from '")?.1.split('\'').next()) {
                let path = sinew::files::normalize(&format!("{folder}/{import}"));
                assert!(file(&path).is_some(), "{name} imports {import}");
            }
        }
        assert!(file("/").is_some() && file("/../Cargo.toml").is_none());
    }
}
