//! The benchmarks side by side with others, kept as a dated page.

use std::fs;
use std::process::Command;

use crate::{cargo, web};

/// Each is a program that prints a page in Markdown.
const PROGRAMS: [&str; 10] =
    ["odds", "rollers", "kernel", "exchange", "fight", "lab", "load", "sight", "strong", "adventures"];

/// Runs those that are named, or all.
pub(crate) fn run(named: &[String]) -> Result<(), String> {
    if let Some(unknown) = named.iter().find(|name| !PROGRAMS.contains(&name.as_str())) {
        return Err(format!("There is no benchmark `{unknown}`. There is {}.", PROGRAMS.join(", ")));
    }
    let wanted = |program: &&str| named.is_empty() || named.iter().any(|name| name == program);
    let manifest = cargo::root().join("bench").join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    let date = today()?;
    let mut page = format!("# Benchmarks, {date}\n");
    let mut missed = Vec::new();
    if wanted(&"load") {
        // A server without a page is built anew each time, in case there is one now.
        web::build()?;
    }
    for program in PROGRAMS.into_iter().filter(wanted) {
        println!("== {program}");
        let (printed, holds) =
            cargo::output(&["run", "--quiet", "--release", "--manifest-path", &manifest, "--bin", program])?;
        println!("{printed}");
        page.push('\n');
        page.push_str(printed.trim());
        page.push('\n');
        if !holds {
            missed.push(program);
        }
    }
    let folder = cargo::root().join("bench").join("runs");
    let name = [date].into_iter().chain(named.iter().cloned()).collect::<Vec<_>>().join("-");
    let file = folder.join(format!("{name}.md"));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&file, page))
        .map_err(|error| format!("{} cannot be written: {error}.", file.display()))?;
    println!("Kept as bench/runs/{name}.md.");
    // A run that misses a bar is kept too: a true number is worth more than none.
    if missed.is_empty() { Ok(()) } else { Err(format!("A bar was missed by {}.", missed.join(", "))) }
}

fn today() -> Result<String, String> {
    let date = Command::new("date").arg("+%Y-%m-%d").output();
    let date = date.map_err(|error| format!("The program `date` cannot be started: {error}."))?;
    Ok(String::from_utf8_lossy(&date.stdout).trim().to_owned())
}
