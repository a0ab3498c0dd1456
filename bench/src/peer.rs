//! A peer written in Python: set up once in an environment of its own, then asked line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running script that answers each line with one line.
#[derive(Debug)]
pub struct Peer {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts a script of `peers/` with a package it needs, installing that if it is missing.
    pub fn start(script: &str, package: &str) -> Result<Peer, String> {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = environment(home, package)?;
        let mut child = Command::new(python)
            .arg(home.join("peers").join(script))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{script} does not start: {error}"))?;
        let (Some(ask), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{script} has no pipes"));
        };
        Ok(Peer { child, ask, answers: BufReader::new(answers) })
    }

    /// One line there, one line back.
    pub fn ask(&mut self, line: &str) -> Result<String, String> {
        writeln!(self.ask, "{line}").map_err(|error| error.to_string())?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).map_err(|error| error.to_string())?;
        if answer.is_empty() { Err("the peer has stopped".to_owned()) } else { Ok(answer.trim().to_owned()) }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn environment(home: &Path, package: &str) -> Result<PathBuf, String> {
    let place = home.join(".venv");
    let python = place.join("bin").join("python");
    let run = |command: &mut Command| {
        let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    };
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&place))?;
    }
    if run(Command::new(&python).args(["-c", &format!("import {package}")])).is_err() {
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", package]))?;
    }
    Ok(python)
}
