//! The page: building it, checking it, and playing it in a browser. Needs Node with npm; the browser is the
//! system's Chromium, or one that npm fetches.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};

use crate::cargo;

/// `cargo xtask web`: builds the page; `check` its checks, `browser` its tests in a browser.
pub(crate) fn run(rest: &[String]) -> Result<(), String> {
    match rest.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => build(),
        ["check"] => check(),
        ["browser"] => browser(),
        _ => Err(String::from("`cargo xtask web` builds the page; after it may stand `check` or `browser`.")),
    }
}

/// The page as files in web/dist, which the program takes in when it is built.
pub(crate) fn build() -> Result<(), String> {
    packages()?;
    step("Building the page", "npm", &["run", "build"])
}

/// Formatting, types, accessibility rules of the compiler, unit tests, and the build.
pub(crate) fn check() -> Result<(), String> {
    packages()?;
    step("Lints of the page", "npm", &["run", "lint"])?;
    step("Unit tests of the page", "npm", &["run", "test"])?;
    step("Building the page", "npm", &["run", "build"])
}

/// Every screen and a whole evening in a real browser, against the program as cargo built it.
pub(crate) fn browser() -> Result<(), String> {
    packages()?;
    cargo::quietly(&["build", "--workspace", "--bin", "boneyard"])?;
    step("A browser for the tests", "npm", &["run", "browser"])?;
    // The one just built, not an older one of another profile.
    let program = cargo::program_path("boneyard");
    let mut tests = Command::new("npm");
    tests.args(["run", "e2e"]).envs(program.map(|path| ("BONEYARD", path)));
    carry_out("The page in a browser", tests)
}

/// Builds page and program and opens tables for browsers; what follows goes to `boneyard serve`.
pub(crate) fn play(more: &[&str]) -> Result<(), String> {
    build()?;
    // Optimised and soon built: odds and fights are worked out while people wait for them.
    let mut args = vec!["run", "--profile", "play", "--package", "boneyard", "--", "serve"];
    args.extend(more);
    cargo::quietly(&args)
}

/// What the page is built with, fetched when it is not there or no longer fits.
fn packages() -> Result<(), String> {
    let changed =
        |file: &Path| file.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let here = changed(&folder().join("node_modules").join(".package-lock.json"));
    if here >= changed(&folder().join("package-lock.json")) {
        return Ok(());
    }
    // Not `npm ci`: it refuses a lockfile that leaves out the binaries of other systems, and some npm write such.
    let args = ["install", "--no-save", "--no-audit", "--no-fund"];
    step("Fetching what the page is built with", "npm", &args)
}

fn folder() -> PathBuf {
    cargo::root().join("web")
}

fn step(name: &str, program: &str, args: &[&str]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(args);
    carry_out(name, command)
}

fn carry_out(name: &str, mut command: Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    println!("== {name} ({program} {})", args.join(" "));
    let begun = Instant::now();
    let status = command.current_dir(folder()).status().map_err(|error| {
        format!(
            "{program} cannot be started ({error}). Install Node 20.19 or later with npm, then try again."
        )
    })?;
    if !status.success() {
        return Err(format!("{name} failed: see above."));
    }
    println!("== {name} done in {} s\n", begun.elapsed().as_secs());
    Ok(())
}
