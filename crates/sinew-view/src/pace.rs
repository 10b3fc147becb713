//! Keeping simulated time in step with the clock.

use std::time::{Duration, Instant};

/// Simulated seconds that a simulation may be behind before the clock is set back for it.
const MOST_BEHIND: f64 = 0.1;
/// How often the measured figures are renewed.
const MEASURE: Duration = Duration::from_millis(500);

/// Slowest and fastest speeds that can be asked for.
pub const SPEEDS: (f64, f64) = (0.001, 100.0);

/// How fast the simulation should run, and does.
pub struct Pace {
    speed: f64,
    /// clock and simulated time that belong together
    anchor: Option<(Instant, f64)>,
    measured: Instant,
    steps: usize,
    frames: usize,
    started: Option<f64>,
    ended: f64,
    factor: f64,
    steps_per_second: f64,
    frames_per_second: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            speed: 1.0,
            anchor: None,
            measured: Instant::now(),
            steps: 0,
            frames: 0,
            started: None,
            ended: 0.0,
            factor: 0.0,
            steps_per_second: 0.0,
            frames_per_second: 0.0,
        }
    }
}

impl Pace {
    /// Speed relative to real time that is asked for.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Asks for a speed.
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
            self.restart();
        }
    }

    /// Starts anew, after the state was set or time went by without steps.
    pub fn restart(&mut self) {
        self.anchor = None;
        self.started = None;
    }

    /// Whether the step from `time` should have ended by now.
    pub fn is_due(&mut self, time: f64, dt: f64) -> bool {
        let (clock, start) = *self.anchor.get_or_insert_with(|| (Instant::now(), time));
        self.started.get_or_insert(time);
        self.ended = time;
        time + dt <= start + clock.elapsed().as_secs_f64() * self.speed
    }

    /// The time for steps was up: what cannot be caught up with is let go.
    pub fn fall_behind(&mut self, time: f64) {
        if let Some((clock, start)) = self.anchor
            && start + clock.elapsed().as_secs_f64() * self.speed - time > MOST_BEHIND * self.speed.max(1.0)
        {
            self.anchor = Some((Instant::now(), time));
        }
        self.ended = time;
    }

    /// Counts a step.
    pub fn stepped(&mut self) {
        self.steps += 1;
    }

    /// Counts a frame, and from time to time renews the figures.
    pub fn end_frame(&mut self) {
        self.frames += 1;
        let elapsed = self.measured.elapsed();
        if elapsed >= MEASURE {
            let seconds = elapsed.as_secs_f64();
            self.factor = self.started.map_or(0.0, |start| (self.ended - start) / seconds);
            self.steps_per_second = self.steps as f64 / seconds;
            self.frames_per_second = self.frames as f64 / seconds;
            (self.steps, self.frames, self.started, self.measured) = (0, 0, None, Instant::now());
        }
    }

    /// Simulated seconds per second, as measured.
    pub fn factor(&self) -> f64 {
        self.factor
    }

    /// Steps per second, as measured.
    pub fn steps_per_second(&self) -> f64 {
        self.steps_per_second
    }

    /// Frames per second, as measured.
    pub fn frames_per_second(&self) -> f64 {
        self.frames_per_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_double_speed_twice_as_many_steps_are_due() {
        let mut pace = Pace::default();
        pace.set_speed(2.0);
        assert!(!pace.is_due(0.0, 0.001), "the clock starts now");
        std::thread::sleep(Duration::from_millis(50));
        assert!(pace.is_due(0.098, 0.001));
        assert!(!pace.is_due(10.0, 0.001));
    }

    #[test]
    fn speeds_that_are_no_numbers_are_ignored_and_others_bounded() {
        let mut pace = Pace::default();
        pace.set_speed(f64::NAN);
        assert_eq!(pace.speed(), 1.0);
        pace.set_speed(-3.0);
        assert_eq!(pace.speed(), SPEEDS.0);
    }
}
