//! Samples kept for delayed controls and sensors: a ring of times and values inside `Data::history`.
//!
//! A buffer of `n` samples of `dim` numbers is laid out as MuJoCo's: the time of the last tick of an interval sensor,
//! the index of the newest sample, `n` times, `n · dim` values.

use crate::math::MINVAL;

/// Numbers in a buffer.
pub const fn len(samples: usize, dim: usize) -> usize {
    2 + samples * (1 + dim)
}

/// A buffer that is read.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    newest: usize,
    times: &'a [f64],
    values: &'a [f64],
    dim: usize,
}

impl<'a> Ring<'a> {
    /// The buffer at the start of `history`.
    ///
    /// # Panics
    /// If `history` is shorter than the buffer.
    pub fn new(history: &'a [f64], samples: usize, dim: usize) -> Self {
        let (times, values) = history[2..len(samples, dim)].split_at(samples);
        Self { newest: history[1] as usize % samples.max(1), times, values, dim }
    }

    /// Place of the sample that is `age` positions after the oldest.
    fn place(&self, age: usize) -> usize {
        (self.newest + 1 + age) % self.times.len()
    }

    fn time(&self, age: usize) -> f64 {
        self.times[self.place(age)]
    }

    fn value(&self, age: usize) -> &'a [f64] {
        let start = self.place(age) * self.dim;
        &self.values[start..start + self.dim]
    }

    /// Number of samples older than `t`.
    fn older_than(&self, t: f64) -> usize {
        let (mut low, mut high) = (0, self.times.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.time(middle) < t { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Value at time `t`: held (`order` 0), linear (1) or cubic (2) between samples, constant beyond them.
    ///
    /// The cubic is Catmull–Rom's, with slopes by differences of the neighbours and zero at the ends.
    #[doc(alias = "mju_historyRead")]
    pub fn read(&self, t: f64, order: i32, out: &mut [f64]) {
        let n = self.times.len();
        if n == 0 || t <= self.time(0) + MINVAL {
            out.copy_from_slice(if n == 0 { &[] } else { self.value(0) });
            return;
        }
        if t >= self.time(n - 1) - MINVAL {
            out.copy_from_slice(self.value(n - 1));
            return;
        }

        // t lies after sample `at - 1` and not after sample `at`; a time that is no number lies nowhere
        let at = self.older_than(t);
        if at == 0 || at >= n {
            out.fill(f64::NAN);
            return;
        }
        let (start, end) = (self.time(at - 1), self.time(at));
        if (t - end).abs() < MINVAL {
            out.copy_from_slice(self.value(at));
            return;
        }
        let (low, high) = (self.value(at - 1), self.value(at));
        let (span, x) = (end - start, (t - start) / (end - start));
        match order {
            0 => out.copy_from_slice(low),
            1 => {
                for (out, (&a, &b)) in out.iter_mut().zip(low.iter().zip(high)) {
                    *out = a + x * (b - a);
                }
            }
            _ => {
                let (xx, xxx) = (x * x, x * x * x);
                let slope = |from: usize, to: usize, k: usize| {
                    (self.value(to)[k] - self.value(from)[k]) / (self.time(to) - self.time(from))
                };
                for (k, out) in out.iter_mut().enumerate() {
                    let slope_low = if at > 1 { slope(at - 2, at, k) } else { 0.0 };
                    let slope_high = if at + 1 < n { slope(at - 1, at + 1, k) } else { 0.0 };
                    *out = (2.0 * xxx - 3.0 * xx + 1.0) * low[k]
                        + (xxx - 2.0 * xx + x) * span * slope_low
                        + (3.0 * xx - 2.0 * xxx) * high[k]
                        + (xxx - xx) * span * slope_high;
                }
            }
        }
    }
}

/// Makes room for a sample at time `t` and returns where its value goes.
///
/// A sample of that very time is overwritten. A newer one takes the place of the oldest. An older one is put in
/// order, which drops the oldest; one older than all replaces it.
///
/// # Panics
/// If `history` is shorter than the buffer, or the buffer holds no samples.
#[doc(alias = "mju_historyInsert")]
pub fn insert(history: &mut [f64], samples: usize, dim: usize, t: f64) -> &mut [f64] {
    let ring = Ring::new(history, samples, dim);
    let at = ring.older_than(t);
    let place = if at < samples && (t - ring.time(at)).abs() < MINVAL {
        ring.place(at)
    } else if at == 0 {
        let place = ring.place(0);
        history[2 + place] = t;
        place
    } else if at == samples {
        let place = (ring.newest + 1) % samples;
        history[1] = place as f64;
        history[2 + place] = t;
        place
    } else {
        // move the older samples back by one, over the oldest
        let first = ring.newest + 1;
        let values = 2 + samples;
        for age in 0..at - 1 {
            let (to, from) = ((first + age) % samples, (first + age + 1) % samples);
            history[2 + to] = history[2 + from];
            history.copy_within(values + from * dim..values + (from + 1) * dim, values + to * dim);
        }
        let place = (first + at - 1) % samples;
        history[2 + place] = t;
        place
    };
    let start = 2 + samples + place * dim;
    &mut history[start..start + dim]
}

/// Why samples cannot fill a buffer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// times do not rise from one to the next
    #[error("times of samples must increase: sample {index} is at {time}, after one at {before}")]
    Order {
        /// number of the sample
        index: usize,
        /// its time
        time: f64,
        /// time of the sample before it
        before: f64,
    },
    /// too few or too many numbers
    #[error("expected {expected} numbers, got {got}")]
    Length {
        /// numbers that fit
        expected: usize,
        /// numbers given
        got: usize,
    },
    /// nothing is kept
    #[error("no samples are kept: nsample is zero")]
    NoBuffer,
}

/// Fills a buffer with samples, oldest first; the times stay as they are if none are given.
#[doc(alias = "mju_historyInit")]
pub fn init(
    history: &mut [f64],
    samples: usize,
    dim: usize,
    times: Option<&[f64]>,
    values: &[f64],
) -> Result<(), HistoryError> {
    let fits = |expected: usize, got: usize| {
        if expected == got { Ok(()) } else { Err(HistoryError::Length { expected, got }) }
    };
    if samples == 0 {
        return Err(HistoryError::NoBuffer);
    }
    fits(samples * dim, values.len())?;
    fits(samples, times.map_or(samples, <[f64]>::len))?;
    let given = times.unwrap_or(&history[2..2 + samples]);
    if let Some(k) = (1..samples).find(|&k| given[k] - given[k - 1] < MINVAL) {
        return Err(HistoryError::Order { index: k, time: given[k], before: given[k - 1] });
    }
    if let Some(times) = times {
        history[2..2 + samples].copy_from_slice(times);
    }
    history[1] = (samples - 1) as f64;
    history[2 + samples..len(samples, dim)].copy_from_slice(values);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_no_number_has_no_value() {
        let read = |history: &[f64], t| {
            let mut out = [0.0];
            Ring::new(history, 2, 1).read(t, 1, &mut out);
            out[0]
        };
        assert!(read(&[0.0, 1.0, 1.0, 2.0, 10.0, 20.0], f64::NAN).is_nan());
        assert!(read(&[0.0, 1.0, f64::NAN, f64::NAN, 10.0, 20.0], 1.5).is_nan());
        assert_eq!(read(&[0.0, 1.0, 1.0, 2.0, 10.0, 20.0], 1.5), 15.0);
    }

    /// Four samples of one number at times 0, 1, 2, 3 with values 0, 1, 4, 9.
    fn squares() -> Vec<f64> {
        let mut buffer = vec![0.0; len(4, 1)];
        buffer[1] = 3.0;
        for k in 0..4u8 {
            let t = f64::from(k);
            buffer[2 + usize::from(k)] = t;
            buffer[6 + usize::from(k)] = t * t;
        }
        buffer
    }

    fn read(buffer: &[f64], t: f64, order: i32) -> f64 {
        let mut out = [0.0];
        Ring::new(buffer, 4, 1).read(t, order, &mut out);
        out[0]
    }

    #[test]
    fn a_reading_between_samples_follows_the_order_of_interpolation() {
        let buffer = squares();
        assert_eq!(read(&buffer, 1.5, 0), 1.0);
        assert_eq!(read(&buffer, 1.5, 1), 2.5);
        assert!((read(&buffer, 1.5, 2) - 2.25).abs() < 1e-15, "the cubic is exact for a parabola in the middle");
    }

    #[test]
    fn beyond_the_samples_the_last_one_holds() {
        let buffer = squares();
        assert_eq!((read(&buffer, -1.0, 2), read(&buffer, 7.0, 2)), (0.0, 9.0));
    }

    #[test]
    fn a_newer_sample_drops_the_oldest() {
        let mut buffer = squares();
        insert(&mut buffer, 4, 1, 4.0)[0] = 16.0;
        assert_eq!((read(&buffer, 0.0, 0), read(&buffer, 4.0, 0)), (1.0, 16.0));
    }

    #[test]
    fn a_late_sample_is_put_in_order() {
        let mut buffer = squares();
        insert(&mut buffer, 4, 1, 2.5)[0] = 6.25;
        assert_eq!((read(&buffer, 0.0, 0), read(&buffer, 2.5, 0), read(&buffer, 2.75, 0)), (1.0, 6.25, 6.25));
    }

    #[test]
    fn a_sample_of_the_same_time_is_overwritten() {
        let mut buffer = squares();
        insert(&mut buffer, 4, 1, 2.0)[0] = -4.0;
        assert_eq!((read(&buffer, 0.0, 0), read(&buffer, 2.0, 0)), (0.0, -4.0));
    }

    #[test]
    fn samples_out_of_order_are_refused_and_leave_the_buffer_alone() {
        let mut buffer = squares();
        let error = init(&mut buffer, 4, 1, Some(&[0.0, 2.0, 2.0, 3.0]), &[0.0; 4]).expect_err("two equal times");
        assert_eq!(error, HistoryError::Order { index: 2, time: 2.0, before: 2.0 });
        assert_eq!(buffer, squares());
        init(&mut buffer, 4, 1, Some(&[5.0, 6.0, 7.0, 8.0]), &[1.0, 2.0, 3.0, 4.0]).expect("a good set");
        assert_eq!((read(&buffer, 5.5, 0), read(&buffer, 7.5, 1)), (1.0, 3.5));
    }
}
