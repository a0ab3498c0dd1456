//! Running cargo: in the project's folder, step by step, stopping at the first that fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// One call of cargo with a headline.
#[derive(Debug)]
pub(crate) struct Step {
    name: String,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
    advice: &'static str,
}

impl Step {
    /// A step with its name and what cargo gets.
    pub(crate) fn new(name: impl Into<String>, args: &[&str]) -> Self {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Self { name: name.into(), args, env: Vec::new(), advice: "" }
    }

    /// Sets a variable for it.
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    /// What to do if it fails.
    pub(crate) fn or(mut self, advice: &'static str) -> Self {
        self.advice = advice;
        self
    }
}

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// All steps in order, each with a headline and its time; stops at the first failure.
pub(crate) fn all(steps: &[Step]) -> Result<(), String> {
    for (number, step) in steps.iter().enumerate() {
        println!("== {} of {}: {} (cargo {})", number + 1, steps.len(), step.name, step.args.join(" "));
        let begun = Instant::now();
        let args: Vec<&str> = step.args.iter().map(String::as_str).collect();
        let mut command = command(&args);
        command.envs(step.env.iter().map(|(name, value)| (name, value)));
        if !status(&mut command)? {
            let what = format!("{} failed: see above. {}", step.name, step.advice);
            return Err(what.trim_end().to_owned());
        }
        println!("== {} done in {} s\n", step.name, begun.elapsed().as_secs());
    }
    Ok(())
}

/// One call whose own words are enough.
pub(crate) fn quietly(args: &[&str]) -> Result<(), String> {
    if status(&mut command(args))? { Ok(()) } else { Err(String::from("That did not go well: see above.")) }
}

/// What a call prints, with its errors shown as they come, and whether it succeeded.
pub(crate) fn output(args: &[&str]) -> Result<(String, bool), String> {
    let done = command(args).stderr(Stdio::inherit()).output().map_err(|error| missing(&error))?;
    Ok((String::from_utf8_lossy(&done.stdout).into_owned(), done.status.success()))
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

fn status(command: &mut Command) -> Result<bool, String> {
    command.status().map(|status| status.success()).map_err(|error| missing(&error))
}

fn missing(error: &std::io::Error) -> String {
    format!("cargo cannot be started ({error}). Install Rust from https://rustup.rs, then try again.")
}
