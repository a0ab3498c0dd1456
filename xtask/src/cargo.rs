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

/// Starts a step beside others. What it says is shown when it is asked for how it went.
pub(crate) fn beside(step: Step) -> Result<impl FnOnce() -> Result<(), String>, String> {
    let begun = Instant::now();
    let mut command = command(&step.args.iter().map(String::as_str).collect::<Vec<_>>());
    command.envs(step.env.iter().map(|(name, value)| (name, value)));
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| missing(&error))?;
    // Its words are read while it runs: a full pipe would stop it.
    let told = std::thread::spawn(move || child.wait_with_output());
    Ok(move || {
        println!(
            "== {} (cargo {}), begun {} s ago",
            step.name,
            step.args.join(" "),
            begun.elapsed().as_secs()
        );
        let output = told.join().map_err(|_| String::from("What it says cannot be read."))?;
        let output = output.map_err(|error| missing(&error))?;
        if output.status.success() {
            return Ok(());
        }
        eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Err(format!("{} failed: see above. {}", step.name, step.advice).trim_end().to_owned())
    })
}

/// A program that lies where this one was built, with a headline.
pub(crate) fn built(program: &str, name: &str, args: &[&str]) -> Result<(), String> {
    println!("== {name} ({program} {})", args.join(" "));
    let begun = Instant::now();
    let path = program_path(program).ok_or_else(|| format!("{program} is not built."))?;
    if !status(Command::new(path).args(args).current_dir(root()))? {
        return Err(format!("{name} failed: see above."));
    }
    println!("== {name} done in {} s\n", begun.elapsed().as_secs());
    Ok(())
}

/// Where a program lies that was built in the same profile as this one.
pub(crate) fn program_path(program: &str) -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.to_owned();
    Some(folder.join(program).with_extension(std::env::consts::EXE_EXTENSION)).filter(|path| path.exists())
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
