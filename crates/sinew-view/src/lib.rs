//! Watch and touch a running simulation in a browser.
//!
//! ```text
//!  files ──reload──▶ sim ──frames──▶ hub ──socket──▶ page (three.js)
//!                     ▲                                │
//!                     └──────────── commands ──────────┘
//! ```
//!
//! [`View::start`] serves a page on loopback. The engine runs in a thread of its own (`sim`) and puts the newest frame
//! into the hub; each page has a thread that sends it from there and one that reads commands (`server`). The
//! [`wire`] format is described once, for both sides.

mod devtools;
mod frame;
mod history;
mod http;
mod hub;
mod keep;
mod meter;
mod obey;
mod open;
mod pace;
mod page;
mod perturb;
mod reload;
mod scene;
mod server;
pub mod shot;
mod sim;
mod source;
pub mod wire;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;

use sinew::{Data, Model, ObjType};

pub use open::open_browser;
pub use source::{Loaded, Problem, Source};

use hub::Hub;
use server::Gate;

/// Commands that may wait for the simulation; a page that sends more waits.
const MOST_COMMANDS: usize = 1024;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// address to listen on
    pub host: IpAddr,
    /// port; 0 for any that is free
    pub port: u16,
    /// whether other machines may connect
    pub allow_remote: bool,
    /// whether to begin paused
    pub paused: bool,
    /// keyframe to begin at, by name or number
    pub keyframe: Option<String>,
    /// simulated seconds to run before anything is shown
    pub run: f64,
    /// triangles that are sent to pages; meshes beyond are drawn as the boxes around them
    pub triangles: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            host: [127, 0, 0, 1].into(),
            port: 0,
            allow_remote: false,
            paused: false,
            keyframe: None,
            run: 0.0,
            triangles: 6_000_000,
        }
    }
}

/// Why a model is not shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// the model cannot be loaded
    #[error("{}", .0.message)]
    Model(Problem),
    /// there is no such keyframe, or no state to begin at
    #[error("{0}")]
    Start(String),
    /// the address is not of this machine alone
    #[error(
        "{0} can be reached from other machines, whose users could then steer the simulation: say --allow-remote to mean it"
    )]
    Remote(IpAddr),
    /// someone else listens there
    #[error("port {0} is taken: choose another with --port, or leave it out for one that is free")]
    PortTaken(u16),
    /// cannot listen
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// no threads or no random numbers
    #[error("cannot start: {0}")]
    System(String),
}

/// A simulation that is being served.
pub struct View {
    hub: Arc<Hub>,
    address: SocketAddr,
    token: String,
    warnings: Vec<String>,
    threads: Vec<JoinHandle<()>>,
}

impl View {
    /// Loads a model and serves it.
    pub fn start(source: &Source, options: &Options) -> Result<Self, Error> {
        if !options.host.is_loopback() && !options.allow_remote {
            return Err(Error::Remote(options.host));
        }
        let loaded = source.load();
        let model = loaded.model.map_err(Error::Model)?;
        let data = start(&model, options)?;
        let listener = listen(SocketAddr::new(options.host, options.port))?;
        let address = listener.local_addr().map_err(|error| Error::System(error.to_string()))?;
        let hub = Arc::new(Hub::default());
        let (send, receive) = sync_channel(MOST_COMMANDS);
        let token = token()?;
        let gate = Gate { token: token.clone(), any_host: options.allow_remote, hub: Arc::clone(&hub), commands: send };
        let gate = Arc::new(gate);
        let reloader = reload::Reloader::new(source.clone(), &loaded.files);
        let mut sim = sim::Sim::new(model, data, source.name(), Arc::clone(&hub), reloader);
        sim.paused = options.paused;
        sim.triangles = options.triangles;
        let threads = vec![
            spawn("sinew-view simulation", move || sim.run(&receive))?,
            spawn("sinew-view server", move || server::serve(&listener, &gate))?,
        ];
        Ok(Self { hub, address, token, warnings: loaded.warnings, threads })
    }

    /// Where the page is, token included.
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Address that is listened on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Secret part of the address.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// What loading the model had to say.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Pages that are open.
    pub fn pages(&self) -> usize {
        self.hub.pages()
    }

    /// Serves until the program ends.
    pub fn wait(mut self) {
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.hub.stop();
        server::wake(self.address);
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

/// The state that is shown first.
fn start(m: &Model, options: &Options) -> Result<Data, Error> {
    let mut d = m.make_data();
    if let Some(key) = &options.keyframe {
        let Some(index) = m.id(ObjType::Key, key).or_else(|| key.parse().ok()).filter(|&index| index < m.nkey) else {
            let names: Vec<_> = (0..m.nkey).filter_map(|k| m.name(ObjType::Key, k)).collect();
            return Err(Error::Start(format!(
                "there is no keyframe '{key}': the model has {} ({})",
                m.nkey,
                names.join(", ")
            )));
        };
        d.reset_keyframe(m, index).map_err(|error| Error::Start(error.to_string()))?;
    }
    let steps = (options.run / m.opt.timestep).round();
    if !(0.0..1e9).contains(&steps) {
        return Err(Error::Start(format!("cannot run for {} s", options.run)));
    }
    for _ in 0..steps as usize {
        d.step(m).map_err(|error| Error::Start(error.to_string()))?;
    }
    Ok(d)
}

fn listen(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => Error::PortTaken(address.port()),
        _ => Error::Listen(address, error),
    })
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    std::thread::Builder::new().name(name.into()).spawn(run).map_err(|error| Error::System(error.to_string()))
}

/// A random token of 128 bits.
fn token() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Error::System(error.to_string()))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
