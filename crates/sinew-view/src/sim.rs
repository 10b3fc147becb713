//! The simulation: its own thread, which takes commands, steps in real time and publishes frames.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sinew::{Data, Model, energy};

use crate::history::History;
use crate::hub::Hub;
use crate::meter::Meter;
use crate::pace::Pace;
use crate::perturb::Perturb;
use crate::reload::Reloader;
use crate::server::FromPage;
use crate::wire::{PAST, PAUSED, Section, Writer};
use crate::{frame, keep, scene};

/// Time between frames.
const TICK: Duration = Duration::from_micros(16_667);
/// Share of a tick that may go into steps.
const STEPPING: f64 = 0.8;
/// Commands taken before the next steps.
const MOST_COMMANDS: usize = 512;

/// A simulation and what is needed to show it.
pub struct Sim {
    pub(crate) model: Model,
    pub(crate) data: Data,
    pub(crate) hub: Arc<Hub>,
    pub(crate) paused: bool,
    /// triangles that are sent to pages
    pub(crate) triangles: usize,
    pub(crate) held: Option<Perturb>,
    pub(crate) history: History,
    pub(crate) pace: Pace,
    /// something changed that the pages have not seen
    pub(crate) stale: bool,
    pub(crate) reloader: Reloader,
    meter: Meter,
    name: String,
    scene: u32,
    sequence: u32,
    last_want: u32,
}

impl Sim {
    /// A simulation at a state of a model.
    pub fn new(model: Model, data: Data, name: String, hub: Arc<Hub>, reloader: Reloader) -> Self {
        Self {
            model,
            data,
            hub,
            paused: false,
            triangles: usize::MAX,
            held: None,
            history: History::default(),
            pace: Pace::default(),
            stale: true,
            reloader,
            meter: Meter::default(),
            name,
            scene: 0,
            sequence: 0,
            last_want: 0,
        }
    }

    /// Runs until the hub stops.
    pub fn run(mut self, commands: &Receiver<FromPage>) {
        self.show_scene();
        self.refresh();
        self.record();
        let mut tick = Instant::now();
        while !self.hub.stopping() {
            self.take_commands(commands, tick);
            if Instant::now() < tick {
                continue;
            }
            tick = (tick + TICK).max(Instant::now());
            self.look_for_changes();
            // nobody looks: stand still rather than heat the room
            if self.hub.pages() == 0 {
                self.pace.restart();
                continue;
            }
            if !self.paused {
                self.advance();
            }
            self.publish();
        }
    }

    /// Takes commands until the next tick.
    fn take_commands(&mut self, commands: &Receiver<FromPage>, tick: Instant) {
        for _ in 0..MOST_COMMANDS {
            let left = tick.saturating_duration_since(Instant::now());
            let next = if left.is_zero() {
                commands.try_recv().map_err(|error| error == TryRecvError::Disconnected)
            } else {
                commands.recv_timeout(left).map_err(|error| error == RecvTimeoutError::Disconnected)
            };
            match next {
                Ok((page, command)) => self.obey(page, command),
                Err(false) => return,
                // no server, no commands
                Err(true) => return std::thread::sleep(left),
            }
        }
    }

    /// Steps until the simulation is where the clock says, or the time for it is up.
    fn advance(&mut self) {
        let end = Instant::now() + TICK.mul_f64(STEPPING);
        let dt = self.model.opt.timestep;
        while self.pace.is_due(self.data.time, dt) {
            if !self.step() {
                break;
            }
            if Instant::now() >= end {
                self.pace.fall_behind(self.data.time);
                break;
            }
        }
    }

    /// One step with the hand's force; on failure the simulation pauses and says why. `true` if it went well.
    pub(crate) fn step(&mut self) -> bool {
        if let Some(held) = &self.held {
            held.apply_pose(&self.model, &mut self.data, false);
            held.apply_force(&self.model, &mut self.data);
        }
        self.stale = true;
        match self.meter.step(&self.model, &mut self.data) {
            Ok(()) => {
                self.pace.stepped();
                true
            }
            Err(error) => {
                self.paused = true;
                self.hub.tell(None, &json!({"failed": error.to_string()}));
                false
            }
        }
    }

    /// Everything that follows from the state, after it was set.
    pub(crate) fn refresh(&mut self) {
        self.stale = true;
        if let Err(error) = self.data.forward(&self.model) {
            self.paused = true;
            self.hub.tell(None, &json!({"failed": error.to_string()}));
        }
        self.pace.restart();
    }

    /// Keeps the state for going back to.
    pub(crate) fn record(&mut self) {
        self.history.push(&self.model, &self.data);
    }

    /// Lets go of what is held.
    pub(crate) fn release(&mut self) {
        if let Some(held) = self.held.take() {
            self.data.xfrc_applied[held.body()].0 = [0.0; 6];
            self.stale = true;
        }
    }

    /// Shows a model that was loaded again, from where the old one was, or why there is none.
    fn look_for_changes(&mut self) {
        let Some(loaded) = self.reloader.poll() else { return };
        match loaded.model {
            Err(problem) => self.hub.stand("problem", &json!({"problem": problem})),
            Ok(model) => {
                self.release();
                let mut data = model.make_data();
                keep::carry(&self.model, &self.data, &model, &mut data);
                (self.model, self.data) = (model, data);
                self.history.clear();
                self.show_scene();
                self.refresh();
                self.record();
                self.hub.stand("problem", &json!({"problem": null}));
                self.hub.tell(None, &json!({"notice": "the model was loaded again"}));
                for warning in loaded.warnings {
                    self.hub.tell(None, &json!({"notice": warning}));
                }
            }
        }
    }

    fn show_scene(&mut self) {
        self.scene += 1;
        let (bytes, notes) = scene::scene(&self.model, &self.name, self.triangles);
        self.hub.set_scene(self.scene, bytes);
        self.show_options();
        // pages that come later should know it too
        let notes = if notes.is_empty() { Value::Null } else { notes.join("\n").into() };
        self.hub.stand("notice", &json!({"notice": notes}));
    }

    pub(crate) fn show_options(&self) {
        self.hub.stand("options", &json!({"options": scene::options(&self.model)}));
    }

    /// Publishes a frame if there is something new to see.
    fn publish(&mut self) {
        let want = self.hub.want();
        let more = want & !self.last_want != 0;
        self.last_want = want;
        if !self.stale && !more {
            return;
        }
        if self.stale && !self.paused {
            self.record();
        }
        self.stale = false;
        self.meter.end_frame();
        self.pace.end_frame();
        self.sequence = self.sequence.wrapping_add(1);
        let flags = if self.paused { PAUSED } else { 0 } | if self.history.in_past() { PAST } else { 0 };
        let (m, d) = (&self.model, &mut self.data);
        let mut w = Writer::new(self.scene, self.sequence, flags, d.time, self.pace.speed(), want);
        if w.wants(Section::Energy) {
            energy::energy_pos(m, d);
            energy::energy_vel(m, d);
            w.f64s(Section::Energy, &d.energy);
        }
        frame::write_data(&mut w, m, d);
        w.f64s(Section::Figures, &figures(d, &self.pace, &self.meter));
        w.f64s(Section::Stages, &self.meter.micros);
        w.f64s(Section::History, &self.history.shown());
        let held: &[f64] = &self.held.as_ref().map_or(Vec::new(), |held| held.shown(d).to_vec());
        w.f32s(Section::Perturb, held.iter().copied());
        self.hub.publish(self.sequence, w.finish());
    }
}

/// The numbers named by `FIGURES`.
fn figures(d: &Data, pace: &Pace, meter: &Meter) -> [f64; crate::wire::FIGURES.len()] {
    let iterations: i32 = d.solver_niter.iter().sum();
    [
        pace.factor(),
        pace.steps_per_second(),
        meter.total(),
        f64::from(iterations),
        d.nefc as f64,
        d.contact.len() as f64,
        d.ne as f64,
        d.nf as f64,
        d.nl as f64,
        d.nisland as f64,
        d.ntree_awake as f64,
        pace.frames_per_second(),
    ]
}
