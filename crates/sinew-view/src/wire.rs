//! The wire format: what the server streams and what a page may ask for, each described once.
//!
//! A frame is little-endian and binary. Its header of [`HEADER_BYTES`] holds
//! `scene: u32, sequence: u32, flags: u32, 0: u32, time: f64, speed: f64`; sections follow, each `id: u32, rows: u32` and
//! its numbers, padded to eight bytes so that a page can look at them in place. Sections that no page wants are left out.
//! A page answers with commands in JSON. [`javascript`] writes these tables for the page; a test keeps its copy fresh.

use std::fmt::Write;

use serde::Deserialize;

/// Bytes before the first section.
pub const HEADER_BYTES: usize = 32;
/// Flag of a frame: the simulation stands still.
pub const PAUSED: u32 = 1;
/// Flag of a frame: the state shown is one of the past.
pub const PAST: u32 = 2;
/// Frames that may be under way to a page before it says that they arrived.
pub const WINDOW: usize = 4;

/// Type of the numbers of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// for drawing
    F32,
    /// for reading
    F64,
    /// ids
    I32,
}

macro_rules! sections {
    ($($(#[doc = $doc:literal])+ $Name:ident = $id:literal: $kind:ident * $width:literal,)*) => {
        /// A part of a frame.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Section { $($(#[doc = $doc])+ $Name = $id,)* }

        /// Name, id, numbers per row, their type and meaning of every section.
        pub const SECTIONS: &[(&str, u32, usize, Kind, &str)] =
            &[$((stringify!($Name), $id, $width, Kind::$kind, concat!($($doc),+).trim_ascii())),*];
    };
}

sections! {
    /// position of each body
    BodyPos = 0: F32 * 3,
    /// orientation of each body, w first
    BodyQuat = 1: F32 * 4,
    /// position and orientation matrix of each camera
    Camera = 2: F32 * 12,
    /// position and direction of each light
    Light = 3: F32 * 6,
    /// `qpos`
    Qpos = 4: F64 * 1,
    /// `qvel`
    Qvel = 5: F64 * 1,
    /// `ctrl`
    Ctrl = 6: F64 * 1,
    /// `act`
    Act = 7: F64 * 1,
    /// `sensordata`
    Sensor = 8: F64 * 1,
    /// contact: position, frame, distance, force and torque in that frame
    Contact = 9: F32 * 19,
    /// contact: both geoms, and why it makes no rows (0: it does)
    ContactGeom = 10: I32 * 3,
    /// tendon: first point of its path, how many
    Tendon = 11: I32 * 2,
    /// points of all tendon paths
    WrapPos = 12: F32 * 3,
    /// what each point lies on: a geom, -1 a site, -2 a pulley
    WrapObj = 13: I32 * 1,
    /// anchor and axis of each joint
    Joint = 14: F32 * 6,
    /// centre of mass of each body's subtree
    SubtreeCom = 15: F32 * 3,
    /// velocity of each body's centre of mass: angular, linear
    Velocity = 16: F32 * 6,
    /// island of each body, -1 for none; whether it is awake (1), asleep (0) or static (-1)
    BodyState = 17: I32 * 2,
    /// `actuator_force`
    ActuatorForce = 18: F64 * 1,
    /// potential and kinetic energy
    Energy = 19: F64 * 2,
    /// figures of the simulation, in the order of `FIGURES`
    Figures = 20: F64 * 1,
    /// microseconds of a step by stage, in the order of the scene's `stages`
    Stages = 21: F64 * 1,
    /// states kept: how many, which is shown, time of the first, time of the last
    History = 22: F64 * 4,
    /// perturbation: body, 1 move 2 turn, point that is held, point that it is drawn to
    Perturb = 23: F32 * 8,
    /// which equality constraints are on
    Equality = 24: I32 * 1,
    /// `ten_length`
    TendonLength = 25: F64 * 1,
}

/// What the numbers of [`Section::Figures`] are.
pub const FIGURES: &[&str] =
    &["factor", "steps", "micros", "iterations", "nefc", "ncon", "ne", "nf", "nl", "nisland", "ntree_awake", "frames"];

macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $Name:ident { $($field:ident: $ty:ty),* },)*) => {
        /// What a page can ask for.
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
        #[expect(missing_docs, reason = "the line above a command says what its numbers are")]
        pub enum Command { $($(#[doc = $doc])+ $Name { $($field: $ty),* },)* }

        /// Name, fields and meaning of every command.
        pub const COMMANDS: &[(&str, &[&str], &str)] =
            &[$((stringify!($Name), &[$(stringify!($field)),*], concat!($($doc),+).trim_ascii())),*];
    };
}

commands! {
    /// frame `sequence` arrived
    Ack { sequence: u32 },
    /// which sections the page draws, as bits by id
    Want { sections: u32 },
    /// go on
    Play {},
    /// stand still
    Pause {},
    /// pause and take `count` steps; back through what was recorded if negative
    Step { count: i32 },
    /// speed relative to real time
    Speed { factor: f64 },
    /// back to the initial state
    Reset {},
    /// to a keyframe, by number
    Keyframe { key: usize },
    /// one control
    Ctrl { index: usize, value: f64 },
    /// every control to neutral
    ClearCtrl {},
    /// one coordinate while paused; orientations are normalised
    Qpos { index: usize, value: f64 },
    /// hold `point` of a body, in its frame, by a spring whose end is at `target` in the world
    Drag { body: usize, point: [f64; 3], target: [f64; 3] },
    /// turn a body by a spring: from where it was when the turn began, by `quat` in the world
    Turn { body: usize, quat: [f64; 4] },
    /// let go
    Release {},
    /// pause and show state `index` of what was recorded
    Scrub { index: usize },
    /// number `index` of a physics option
    Option { name: String, index: usize, value: f64 },
    /// an equality constraint on or off
    Equality { index: usize, on: bool },
    /// the state as the text of a keyframe
    CopyKeyframe {},
    /// load the file again
    Reload {},
}

/// The tables as a module for the page.
pub fn javascript() -> String {
    let mut out = String::from(
        "// The wire format of crates/sinew-view/src/wire.rs; `cargo test -p sinew-view` says when it is stale.\n\n",
    );
    let _ = writeln!(out, "export const HEADER_BYTES = {HEADER_BYTES};");
    let _ = writeln!(out, "export const FLAGS = {{ paused: {PAUSED}, past: {PAST} }};\n");
    out.push_str("/** Sections of a frame: id, numbers per row, type of the numbers. */\nexport const SECTIONS = {\n");
    for (name, id, width, kind, doc) in SECTIONS {
        let kind = format!("{kind:?}").to_lowercase();
        let _ = writeln!(out, "  /** {doc} */\n  {}: {{ id: {id}, width: {width}, kind: '{kind}' }},", camel(name));
    }
    let figures: Vec<_> = FIGURES.iter().map(|name| format!("'{name}'")).collect();
    let _ = writeln!(out, "}};\n\n/** Numbers of the section `figures`. */");
    let _ = writeln!(out, "export const FIGURES = [\n  {},\n];\n", figures.join(", "));
    out.push_str("/** Commands and their fields. */\nexport const COMMANDS = {\n");
    for (name, fields, doc) in COMMANDS {
        let fields: Vec<_> = fields.iter().map(|field| format!("'{field}'")).collect();
        let _ = writeln!(out, "  /** {doc} */\n  {}: [{}],", snake(name), fields.join(", "));
    }
    out.push_str("};\n");
    out
}

/// `BodyPos` as `bodyPos`.
fn camel(name: &str) -> String {
    name[..1].to_lowercase() + &name[1..]
}

/// `ClearCtrl` as `clear_ctrl`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Puts a frame together.
pub struct Writer {
    bytes: Vec<u8>,
    want: u32,
}

impl Writer {
    /// A frame with the sections whose bits are in `want`.
    pub fn new(scene: u32, sequence: u32, flags: u32, time: f64, speed: f64, want: u32) -> Self {
        let mut bytes = Vec::with_capacity(4096);
        for word in [scene, sequence, flags, 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(time.to_le_bytes());
        bytes.extend(speed.to_le_bytes());
        Self { bytes, want }
    }

    /// Whether some page wants a section.
    pub fn wants(&self, section: Section) -> bool {
        self.want & (1 << section as u32) != 0
    }

    fn begin(&mut self, section: Section, kind: Kind, numbers: usize) {
        let (_, id, width, of, _) = SECTIONS[section as usize];
        debug_assert!(of == kind && numbers.is_multiple_of(width), "{section:?} is described otherwise");
        self.bytes.extend(id.to_le_bytes());
        self.bytes.extend(((numbers / width) as u32).to_le_bytes());
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
    }

    /// Numbers for drawing.
    pub fn f32s(&mut self, section: Section, numbers: impl ExactSizeIterator<Item = f64>) {
        if self.wants(section) {
            self.begin(section, Kind::F32, numbers.len());
            numbers.for_each(|x| self.bytes.extend((x as f32).to_le_bytes()));
            self.pad();
        }
    }

    /// Numbers for reading.
    pub fn f64s(&mut self, section: Section, numbers: &[f64]) {
        if self.wants(section) {
            self.begin(section, Kind::F64, numbers.len());
            self.bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
        }
    }

    /// Ids.
    pub fn i32s(&mut self, section: Section, numbers: &[i32]) {
        if self.wants(section) {
            self.begin(section, Kind::I32, numbers.len());
            self.bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
            self.pad();
        }
    }

    /// The whole frame.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_same_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/js/wire.js");
        let want = javascript();
        if std::env::var_os("SINEW_UPDATE").is_some() {
            std::fs::write(path, &want).expect("the page can be written");
        }
        let have = std::fs::read_to_string(path).unwrap_or_default();
        assert!(have == want, "page/js/wire.js is stale: run this test with SINEW_UPDATE=1");
    }

    #[test]
    fn ids_count_up_and_fit_the_bits_of_a_want() {
        for (i, (name, id, ..)) in SECTIONS.iter().enumerate() {
            assert_eq!(*id as usize, i, "{name}");
        }
        assert!(SECTIONS.len() <= 32);
    }

    #[test]
    fn sections_start_at_multiples_of_eight_and_unwanted_ones_are_left_out() {
        let want = 1 << Section::BodyPos as u32 | 1 << Section::Qpos as u32;
        let mut w = Writer::new(1, 2, PAUSED, 0.5, 1.0, want);
        w.f32s(Section::BodyPos, [1.0, 2.0, 3.0].into_iter());
        w.i32s(Section::BodyState, &[1, 1]);
        w.f64s(Section::Qpos, &[4.0]);
        let bytes = w.finish();
        assert_eq!(bytes.len(), HEADER_BYTES + 8 + 16 + 8 + 8);
        assert_eq!(bytes[HEADER_BYTES + 24..][..4], (Section::Qpos as u32).to_le_bytes());
    }

    #[test]
    fn unknown_commands_and_fields_are_refused_by_name() {
        let parse = |text: &str| serde_json::from_str::<Command>(text);
        assert_eq!(parse(r#"{"do":"step","count":-2}"#).ok(), Some(Command::Step { count: -2 }));
        assert!(parse(r#"{"do":"fly"}"#).expect_err("no such command").to_string().contains("fly"));
        assert!(parse(r#"{"do":"ctrl","index":-1,"value":0}"#).is_err());
        assert!(parse(r#"{"do":"ctrl","index":1,"value":0,"more":1}"#).is_err());
    }
}
