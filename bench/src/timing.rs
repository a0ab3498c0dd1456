//! Timing in small batches that are interleaved with those of the peers, so that both meet the same machine.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Time this thread has spent computing, not counting what others on the machine took meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Busy(Duration);

impl Busy {
    /// From now on.
    pub fn begin() -> Self {
        let mut spent = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // The kernel writes into what is ours; where it has no such clock, nothing seems to take time.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut spent) };
        let (seconds, nanos) = (u64::try_from(spent.tv_sec), u32::try_from(spent.tv_nsec));
        Self(Duration::new(seconds.unwrap_or(0), nanos.unwrap_or(0)))
    }

    /// What it has been since.
    pub fn so_far(self) -> Duration {
        Self::begin().0.saturating_sub(self.0)
    }
}

/// How long one piece of a batch runs: short, so that most pieces are over before the machine turns to others.
const PIECE: Duration = Duration::from_micros(250);
/// How many pieces a batch has; the median is taken over all of them.
const PIECES: usize = 8;

/// The times of one side, one per batch, in nanoseconds per call.
#[derive(Debug, Default)]
pub struct Times(Vec<f64>);

impl Times {
    /// Runs one batch and notes the times of a call.
    pub fn batch<T>(&mut self, mut call: impl FnMut() -> T) {
        for _ in 0..PIECES {
            let (mut calls, mut size) = (0u32, 1u32);
            let start = Instant::now();
            while start.elapsed() < PIECE {
                for _ in 0..size {
                    black_box(call());
                }
                calls += size;
                // The clock costs tens of nanoseconds: look at it rarely.
                size = (size * 2).min(256);
            }
            self.0.push(start.elapsed().as_nanos() as f64 / f64::from(calls));
        }
    }

    /// Runs a call some times and notes the time this thread spent on each: for calls so long that others get in
    /// between.
    pub fn alone<T>(&mut self, times: usize, mut call: impl FnMut() -> T) {
        for _ in 0..times {
            let busy = Busy::begin();
            black_box(call());
            self.0.push(busy.so_far().as_nanos() as f64);
        }
    }

    /// Notes a time measured elsewhere.
    pub fn note(&mut self, nanoseconds: f64) {
        self.0.push(nanoseconds);
    }

    /// The middle one, if there are any.
    pub fn median(&self) -> Option<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    }
}

/// The date and the machine, for the head of a report.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    format!("{}, {cores} cores, {}", date(), model.unwrap_or("unknown processor"))
}

/// Today, in universal time, as year-month-day.
fn date() -> String {
    let days =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400) as i64;
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
