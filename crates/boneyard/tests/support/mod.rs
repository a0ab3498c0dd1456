//! The real program, run as people run it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitStatus, Stdio};

use serde_json::Value;

/// What came of a run.
#[derive(Debug)]
pub struct Ran {
    pub out: String,
    pub err: String,
    pub status: ExitStatus,
}

impl Ran {
    /// What it printed, and it must have gone well.
    pub fn well(self) -> String {
        assert!(self.status.success(), "{}\n{}", self.out, self.err);
        self.out
    }

    /// What it said was wrong, and it must not have panicked.
    pub fn badly(self) -> String {
        assert!(!self.status.success(), "{}", self.out);
        assert!(self.status.code().is_some_and(|code| code == 1 || code == 2), "{self:?}");
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// Runs the program with nothing to read.
pub fn boneyard(args: &[&str]) -> Ran {
    typing(args, "")
}

/// Runs the program and types these lines.
pub fn typing(args: &[&str], lines: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may be done before it has read everything, which is its own business.
    child.stdin.take().expect("its input is ours").write_all(lines.as_bytes()).ok();
    let done = child.wait_with_output().expect("it ends");
    Ran {
        out: String::from_utf8_lossy(&done.stdout).into_owned(),
        err: String::from_utf8_lossy(&done.stderr).into_owned(),
        status: done.status,
    }
}

/// Reads one line and closes the pipe, as `head -n 1` does.
pub fn read_one_line(args: &[&str]) -> (String, ExitStatus) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard"))
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output is ours")).read_line(&mut line).expect("a line");
    (line, child.wait().expect("it ends"))
}

/// JSON as printed.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
