//! Bytes from anybody, at every door of the engine: whatever they are, they are taken or refused, and nothing breaks.
//!
//! The fuzz targets in `fuzz/` and the seeded mutations in `tests/mutations.rs` both go through [`Door::knock`].

mod mutate;
mod seeds;

pub use mutate::{Mutator, Random};
pub use seeds::seeds;

use sinew_core::{Data, Model};
use sinew_mjcf::files::{Files, Memory, NoFiles};
use sinew_mjcf::{Limits, Warnings, compile_with, read_with};

/// A place where bytes from outside come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// the text of an MJCF model, read and compiled
    Text,
    /// the text of a URDF model, read, compiled and stepped
    Urdf,
    /// the text of an MJCF model, and steps of what compiles
    Step,
    /// a mesh in STL format
    Stl,
    /// a mesh in OBJ format
    Obj,
    /// a mesh in MuJoCo's own format
    Msh,
    /// an image, as a texture and as a height field
    Png,
    /// an image in KTX format, as a texture
    Ktx,
    /// a height field in MuJoCo's own format
    Field,
    /// a skin in MuJoCo's own format
    Skn,
    /// a binary model, with steps of what loads
    Model,
    /// binary data, with steps of what loads
    Data,
}

impl Door {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Urdf,
        Self::Step,
        Self::Stl,
        Self::Obj,
        Self::Msh,
        Self::Png,
        Self::Ktx,
        Self::Field,
        Self::Skn,
        Self::Model,
        Self::Data,
    ];

    /// Hands over bytes. True if they were taken, false if they were refused; both are fine.
    ///
    /// # Panics
    /// If a step leaves numbers that are not finite without saying so: that, like any panic below, is a bug.
    pub fn knock(self, bytes: &[u8]) -> bool {
        match self {
            Self::Text => text(bytes, &NoFiles).is_some(),
            Self::Urdf | Self::Step => text(bytes, &NoFiles).is_some_and(|m| run(&m, m.make_data())),
            Self::Stl => asset("<mesh name='a' file='a.stl'/>", "<geom type='mesh' mesh='a'/>", "a.stl", bytes),
            Self::Obj => asset("<mesh name='a' file='a.obj'/>", "<geom type='mesh' mesh='a'/>", "a.obj", bytes),
            Self::Msh => asset("<mesh name='a' file='a.msh'/>", "<geom type='mesh' mesh='a'/>", "a.msh", bytes),
            Self::Png => {
                let taken = asset("<texture name='a' type='2d' file='a.png'/>", "<geom size='1'/>", "a.png", bytes);
                taken | field("a.png", bytes)
            }
            Self::Ktx => asset("<texture name='a' type='2d' file='a.ktx'/>", "<geom size='1'/>", "a.ktx", bytes),
            Self::Field => field("a.bin", bytes),
            Self::Skn => asset("<skin name='a' file='a.skn'/>", "<geom size='1'/>", "a.skn", bytes),
            Self::Model => Model::from_bytes(&resum(bytes)).is_ok_and(|m| affordable(&m) && run(&m, m.make_data())),
            Self::Data => {
                seeds::sleepers().is_some_and(|m| Data::from_bytes(m, &resum(bytes)).is_ok_and(|d| run(m, d)))
            }
        }
    }
}

/// Limits that keep a single try fast.
fn tight() -> Limits {
    let mut limits = Limits::default();
    limits.elements = 2000;
    limits.copies = 500;
    limits.vertices = 4000;
    limits.pixels = 1 << 16;
    limits.samples = 1 << 14;
    limits.cells = 1 << 12;
    limits.steps = 200;
    limits.memory = 1 << 22;
    limits
}

fn text(bytes: &[u8], files: &dyn Files) -> Option<Model> {
    let xml = sinew_mjcf::decode(bytes).ok()?;
    let (limits, mut warnings) = (tight(), Warnings::new());
    let spec = read_with(xml, "hostile.xml", files, &mut warnings, &limits).ok()?;
    compile_with(&spec, files, &mut warnings, &limits).ok()
}

/// A model that uses a file in its assets, and a body with a geom that falls onto it.
fn asset(element: &str, geom: &str, name: &str, bytes: &[u8]) -> bool {
    let xml = format!(
        "<mujoco><asset>{element}</asset><worldbody><body name='b' pos='0 0 2'><freejoint/>{geom}</body>\
         <body><joint/><geom size='.1' mass='1'/></body></worldbody></mujoco>"
    );
    let files: Memory = [(name, bytes)].into_iter().collect();
    text(xml.as_bytes(), &files).is_some_and(|m| run(&m, m.make_data()))
}

fn field(name: &str, bytes: &[u8]) -> bool {
    let xml = format!(
        "<mujoco><asset><hfield name='a' file='{name}' size='1 1 .5 .1'/></asset><worldbody>\
         <geom type='hfield' hfield='a'/><body pos='0 0 .3'><freejoint/><geom size='.2'/></body></worldbody></mujoco>"
    );
    let files: Memory = [(name, bytes)].into_iter().collect();
    text(xml.as_bytes(), &files).is_some_and(|m| run(&m, m.make_data()))
}

/// True if a step is a matter of milliseconds, so that thousands can be tried.
fn affordable(m: &Model) -> bool {
    m.nv <= 200 && m.ngeom <= 200 && m.nsensordata <= 20_000 && m.nhistory <= 200_000 && m.nmeshvert <= 20_000
}

/// A few steps. True if they went well; an error is as good, but silence about bad numbers is not.
fn run(m: &Model, mut d: Data) -> bool {
    if !affordable(m) {
        return true;
    }
    for _ in 0..3 {
        if d.step(m).is_err() {
            return false;
        }
        let state = d.qpos.iter().chain(&d.qvel).chain(&d.act);
        assert!(state.copied().all(f64::is_finite), "a step left bad numbers and said nothing");
    }
    true
}

/// The bytes with the checksum at their end made right, so that what is behind it is tried too.
pub fn resum(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if let Some(body) = out.len().checked_sub(4) {
        let sum = sinew_core::archive::crc32(&out[..body]);
        out[body..].copy_from_slice(&sum.to_le_bytes());
    }
    out
}
