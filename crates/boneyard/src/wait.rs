//! Waiting for a long command: how far it is, on the terminal of those who wait, and Ctrl+C for what there is so far.
//! Ctrl+C a second time ends the program at once.

use std::io::{IsTerminal, Write, stderr};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The shortest time between two progress lines.
const TICK: Duration = Duration::from_millis(100);
/// The stack for deep calculations.
const STACK: usize = 16 << 20;
/// What a shell says of a program that Ctrl+C ended.
const ENDED_BY_KEY: i32 = 130;

/// A command that takes its time.
pub(crate) struct Wait {
    stop: Arc<AtomicBool>,
    began: Instant,
    /// Off when output goes into a file or a pipe, because nobody looks.
    screen: Option<Mutex<Screen>>,
}

struct Screen {
    out: Box<dyn Write + Send>,
    shown: Option<Instant>,
}

impl Wait {
    /// From now on, Ctrl+C stops it.
    pub(crate) fn begin() -> Self {
        let screen: Option<Box<dyn Write + Send>> =
            if stderr().is_terminal() { Some(Box::new(stderr())) } else { None };
        let wait = Self::on(screen);
        let stop = Arc::clone(&wait.stop);
        thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
                return;
            };
            while runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                if stop.swap(true, Ordering::Relaxed) {
                    std::process::exit(ENDED_BY_KEY);
                }
            }
        });
        wait
    }

    fn on(screen: Option<Box<dyn Write + Send>>) -> Self {
        let screen = screen.map(|out| Mutex::new(Screen { out, shown: None }));
        Self { stop: Arc::new(AtomicBool::new(false)), began: Instant::now(), screen }
    }

    /// Whether the user pressed Ctrl+C.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Shows the progress, unless it was just shown; the text function gets the seconds so far.
    pub(crate) fn show(&self, say: impl FnOnce(f64) -> String) {
        let Some(Ok(mut screen)) = self.screen.as_ref().map(Mutex::lock) else { return };
        if screen.shown.is_some_and(|shown| shown.elapsed() < TICK) {
            return;
        }
        screen.shown = Some(Instant::now());
        let said = say(self.began.elapsed().as_secs_f64());
        screen.write(&format!("\r\x1b[K{said} (Ctrl+C: enough)"));
    }

    /// Clears the progress line before the results.
    pub(crate) fn clear(&self) {
        if let Some(Ok(mut screen)) = self.screen.as_ref().map(Mutex::lock)
            && screen.shown.take().is_some()
        {
            screen.write("\r\x1b[K");
        }
    }

    /// Works something out piece by piece, on a thread of its own. Who stops it gets the pieces so far at once: the one
    /// that is being worked out ends with the program.
    pub(crate) fn pieces<T: Send + 'static>(
        &self,
        say: impl Fn(usize) -> String,
        work: impl FnOnce(&mut dyn FnMut(T)) + Send + 'static,
    ) -> Vec<T> {
        let (hand, take) = channel();
        let work = move || {
            work(&mut |piece| {
                // Nobody takes it any more once somebody had enough.
                let _ = hand.send(piece);
            });
        };
        let mut done = Vec::new();
        let Ok(worker) = thread::Builder::new().stack_size(STACK).spawn(work) else { return done };
        loop {
            self.show(|seconds| format!("{}, {seconds:.0} s", say(done.len())));
            match take.recv_timeout(TICK) {
                Ok(piece) => done.push(piece),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if let Err(fault) = worker.join() {
                        resume_unwind(fault);
                    }
                    break;
                }
            }
            if self.stopped() {
                done.extend(take.try_iter());
                break;
            }
        }
        self.clear();
        done
    }
}

impl Screen {
    fn write(&mut self, text: &str) {
        // Nobody can be told that telling failed.
        let _ = self.out.write_all(text.as_bytes());
        let _ = self.out.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("one at a time").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Paper {
        fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.lock().expect("one at a time")).into_owned()
        }
    }

    #[test]
    fn who_waits_sees_how_far_it_is_and_then_a_clear_line() {
        let paper = Paper::default();
        let wait = Wait::on(Some(Box::new(paper.clone())));
        let done = wait.pieces(|done| format!("question {} of 3", done + 1), |hand| (1..=3).for_each(hand));
        assert_eq!(done, [1, 2, 3]);
        let text = paper.text();
        assert!(text.contains("question 1 of 3, 0 s (Ctrl+C: enough)"), "{text:?}");
        assert!(text.ends_with("\r\x1b[K"), "{text:?}");
    }

    #[test]
    fn who_has_enough_gets_what_is_done_and_waits_for_nothing_more() {
        let wait = Wait::on(None);
        let stop = Arc::clone(&wait.stop);
        let done = wait.pieces(
            |_| String::new(),
            move |hand| {
                hand("first");
                hand("second");
                stop.store(true, Ordering::Relaxed);
                // The third never comes: a question that takes for ever.
                loop {
                    thread::park();
                }
            },
        );
        assert_eq!(done, ["first", "second"]);
    }

    #[test]
    fn a_fault_in_what_is_worked_out_is_seen_as_one() {
        let wait = Wait::on(None);
        let faulty = || wait.pieces(|_| String::new(), |_: &mut dyn FnMut(u8)| panic!("a fault"));
        let fault = std::panic::catch_unwind(std::panic::AssertUnwindSafe(faulty));
        assert!(fault.is_err());
    }
}
