//! What the simulation and the pages share: the newest frame, messages for pages, and who listens.
//!
//! The simulation only ever swaps pointers here. Each page has one frame waiting at most, the newest, and frames under way
//! are bounded by what it has acknowledged, so that a slow or hung page costs the simulation nothing.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data as Opcode, OpCode};

use crate::wire::WINDOW;

/// Messages that may wait for a page before it is given up.
const MOST_TEXTS: usize = 256;
/// Bytes of answers to pings and the like that may wait for a page before it is given up.
const MOST_CONTROL: usize = 1 << 16;

/// Bytes that can be sent to several pages.
pub type Bytes = Arc<Vec<u8>>;

/// The meeting place.
#[derive(Default)]
pub struct Hub {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    scene: Bytes,
    frame: Option<(u32, Bytes)>,
    /// messages that hold until replaced, for pages that come later
    standing: BTreeMap<&'static str, String>,
    pages: BTreeMap<u64, Page>,
    next_page: u64,
    stopping: bool,
}

#[derive(Default)]
struct Page {
    texts: VecDeque<String>,
    control: Vec<u8>,
    want: u32,
    /// the last frame sent
    sent: Option<u32>,
    /// frames sent that have not been acknowledged
    under_way: VecDeque<u32>,
    closed: bool,
}

impl Page {
    fn tell(&mut self, text: String) {
        self.texts.push_back(text);
        self.closed |= self.texts.len() > MOST_TEXTS;
    }
}

/// What a page's writer has to do next.
pub enum Job {
    /// send these bytes
    Send(Bytes),
    /// end the connection
    Close,
}

/// A message as the bytes of one WebSocket frame.
fn encode(opcode: Opcode, payload: Vec<u8>) -> Vec<u8> {
    let mut out = Vec::with_capacity(payload.len() + 10);
    // writing to memory does not fail
    let _ = Frame::message(payload, OpCode::Data(opcode), true).format(&mut out);
    out
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new page; `None` if there are as many as allowed.
    pub fn join(&self, most: usize) -> Option<u64> {
        let mut s = self.lock();
        if s.pages.len() >= most || s.stopping {
            return None;
        }
        s.next_page += 1;
        let id = s.next_page;
        let texts = s.standing.values().cloned().collect();
        s.pages.insert(id, Page { texts, ..Page::default() });
        self.changed.notify_all();
        Some(id)
    }

    /// A page is gone.
    pub fn leave(&self, page: u64) {
        self.lock().pages.remove(&page);
        self.changed.notify_all();
    }

    /// Pages that are open.
    pub fn pages(&self) -> usize {
        self.lock().pages.len()
    }

    /// Every section that some page wants, as bits.
    pub fn want(&self) -> u32 {
        self.lock().pages.values().fold(0, |all, page| all | page.want)
    }

    /// Puts a frame in place of the last one.
    pub fn publish(&self, sequence: u32, frame: Vec<u8>) {
        let frame = Arc::new(encode(Opcode::Binary, frame));
        self.lock().frame = Some((sequence, frame));
        self.changed.notify_all();
    }

    /// Puts a scene in place of the last one and says so to every page.
    pub fn set_scene(&self, id: u32, scene: Vec<u8>) {
        let mut s = self.lock();
        s.scene = Arc::new(scene);
        s.frame = None;
        drop(s);
        self.stand("scene", &json!({"scene": id}));
    }

    /// The scene.
    pub fn scene(&self) -> Bytes {
        Arc::clone(&self.lock().scene)
    }

    /// A message for every page, and for those that come later until it is replaced.
    pub fn stand(&self, kind: &'static str, message: &Value) {
        let text = message.to_string();
        let mut s = self.lock();
        s.standing.insert(kind, text.clone());
        s.pages.values_mut().for_each(|page| page.tell(text.clone()));
        self.changed.notify_all();
    }

    /// A message for one page, or for all that are open.
    pub fn tell(&self, page: Option<u64>, message: &Value) {
        let text = message.to_string();
        let mut s = self.lock();
        let to = s.pages.iter_mut().filter(|(id, _)| page.is_none_or(|page| page == **id));
        to.for_each(|(_, page)| page.tell(text.clone()));
        self.changed.notify_all();
    }

    /// A page got a frame.
    pub fn ack(&self, page: u64, sequence: u32) {
        if let Some(page) = self.lock().pages.get_mut(&page) {
            // one frame stands for those before it; what was not sent is no frame
            if let Some(at) = page.under_way.iter().position(|&s| s == sequence) {
                page.under_way.drain(..=at);
            }
        }
        self.changed.notify_all();
    }

    /// Which sections a page wants.
    pub fn set_want(&self, page: u64, want: u32) {
        if let Some(page) = self.lock().pages.get_mut(&page) {
            page.want = want;
        }
    }

    /// Bytes of the protocol itself that a page must get: pongs, closes.
    pub fn control(&self, page: u64, bytes: &[u8]) {
        if let Some(page) = self.lock().pages.get_mut(&page) {
            page.control.extend_from_slice(bytes);
            page.closed |= page.control.len() > MOST_CONTROL;
        }
        self.changed.notify_all();
    }

    /// Ends a page's connection once what it must get is sent.
    pub fn close(&self, page: u64) {
        if let Some(page) = self.lock().pages.get_mut(&page) {
            page.closed = true;
        }
        self.changed.notify_all();
    }

    /// Waits for something to send to a page.
    pub fn next(&self, id: u64) -> Job {
        let mut s = self.lock();
        loop {
            let State { pages, frame, stopping, .. } = &mut *s;
            let Some(page) = pages.get_mut(&id) else { return Job::Close };
            if !page.control.is_empty() {
                return Job::Send(Arc::new(std::mem::take(&mut page.control)));
            }
            if page.closed || *stopping {
                return Job::Close;
            }
            if let Some(text) = page.texts.pop_front() {
                return Job::Send(Arc::new(encode(Opcode::Text, text.into_bytes())));
            }
            if let Some((sequence, frame)) = frame
                && page.want != 0
                && page.sent != Some(*sequence)
                && page.under_way.len() < WINDOW
            {
                page.sent = Some(*sequence);
                page.under_way.push_back(*sequence);
                return Job::Send(Arc::clone(frame));
            }
            s = self.changed.wait(s).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends everything.
    pub fn stop(&self) {
        self.lock().stopping = true;
        self.changed.notify_all();
    }

    /// Whether everything is to end.
    pub fn stopping(&self) -> bool {
        self.lock().stopping
    }
}
