//! Loading a model again when its files change, beside the simulation.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::source::{Loaded, Source, Watch};

/// Time between looks at the files.
const LOOK: Duration = Duration::from_millis(250);
/// How long files must stay as they are before they are read: editors write in several goes.
const SETTLE: Duration = Duration::from_millis(100);

/// Watches files and loads the model from them.
pub struct Reloader {
    source: Source,
    watch: Watch,
    looked: Instant,
    changed: Option<Instant>,
    loading: Option<Receiver<Loaded>>,
}

impl Reloader {
    /// Watches the files that a model was loaded from.
    pub fn new(source: Source, files: &[PathBuf]) -> Self {
        let mut watch = Watch::default();
        watch.set(files);
        Self { source, watch, looked: Instant::now(), changed: None, loading: None }
    }

    /// Loads the model now, whether or not its files changed.
    pub fn start(&mut self) {
        let (send, receive) = channel();
        let source = self.source.clone();
        let load = move || drop(send.send(source.load()));
        // without a thread the old model stays
        if std::thread::Builder::new().name("sinew-view load".into()).spawn(load).is_ok() {
            self.loading = Some(receive);
        }
        self.changed = None;
    }

    /// What was loaded since the last call, if anything was.
    pub fn poll(&mut self) -> Option<Loaded> {
        if let Some(loading) = &self.loading {
            match loading.try_recv() {
                Err(TryRecvError::Empty) => return None,
                // the loading thread is gone without a word: the old model stays
                Err(TryRecvError::Disconnected) => self.loading = None,
                Ok(loaded) => {
                    self.loading = None;
                    self.watch.set(&loaded.files);
                    return Some(loaded);
                }
            }
        }
        if self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            if self.watch.changed() {
                self.changed = Some(Instant::now());
            }
        }
        if self.changed.is_some_and(|at| at.elapsed() >= SETTLE) {
            self.start();
        }
        None
    }
}
