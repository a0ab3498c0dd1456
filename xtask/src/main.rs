//! The project's chores: `cargo xtask test` and its like. Plain steps in order, each told with its time.

mod bench;
mod cargo;
mod soak;
mod web;

use std::process::ExitCode;

use cargo::Step;

const HELP: &str = "\
cargo xtask test        everything that must hold: formatting, lints, all tests, rule coverage, documentation
cargo xtask play        builds page and program and opens tables for browsers; what follows goes to
                        `boneyard serve`
cargo xtask protocol    the TypeScript types of what travels between server and page, into web/src/lib/protocol
cargo xtask web [check|browser|play]
                        builds the page; its checks; its tests in a browser; tables in the browser
cargo xtask coverage    the rules that no story proves; what follows goes to `boneyard coverage`
cargo xtask soak [--game GAME] [--seeds N] [--kills N] [--rules N]
                        the same proofs for longer: fights between bots, kills, random cases,
                        rules broken on purpose (all, or N of each game) to see which stories notice
cargo xtask bench [odds|rollers|kernel|exchange|fight|lab|load|sight|strong]
                        side by side with others, kept as bench/runs/DATE.md; some of them as DATE-NAMES.md
cargo xtask help        this
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_else(|| "help".into());
    let rest: Vec<String> = args.collect();
    let result = match command.as_str() {
        "test" => no_more(&rest).and_then(|()| test()),
        "play" => web::play(&rest.iter().map(String::as_str).collect::<Vec<_>>()),
        "protocol" => no_more(&rest).and_then(|()| protocol()),
        "web" => web::run(&rest),
        "coverage" => boneyard("coverage", &rest),
        "soak" => soak::run(&rest),
        "bench" => bench::run(&rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("There is no `cargo xtask {other}`. `cargo xtask help` lists what there is.")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    let steps = [
        Step::new("Formatting", &["fmt", "--all", "--check"]).or("Run `cargo fmt --all`."),
        // With the game to copy on the shelf, so that it does not rot there.
        Step::new(
            "Lints",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--features",
                "boneyard/knives",
                "--",
                "-D",
                "warnings",
            ],
        ),
        Step::new("Tests", &["test", "--workspace"]),
        // The program as the tests have built it: alone, some of its parts would be built once more.
        Step::new("The program", &["build", "--workspace", "--bin", "boneyard"]),
    ];
    // First, because the program takes the built page in.
    web::check()?;
    cargo::all(&steps)?;
    cargo::built("boneyard", "Rule coverage", &["coverage"])?;
    // A browser leaves one processor idle most of the time.
    let documented = cargo::beside(
        Step::new("Documentation", &["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-Dwarnings"),
    )?;
    let played = web::browser();
    documented()?;
    played?;
    println!("Everything holds.");
    Ok(())
}

fn protocol() -> Result<(), String> {
    let folder = "web/src/lib/protocol";
    let made = std::fs::create_dir_all(cargo::root().join(folder));
    made.map_err(|error| format!("{folder} cannot be made: {error}."))?;
    cargo::quietly(&["run", "--quiet", "--package", "boneyard-server", "--example", "protocol", "--", folder])
}

/// The dev profile: its build is the one the tests use, so it is there already.
fn boneyard(command: &str, rest: &[String]) -> Result<(), String> {
    let mut args = vec!["run", "--quiet", "--package", "boneyard", "--", command];
    args.extend(rest.iter().map(String::as_str));
    cargo::quietly(&args)
}

fn no_more(rest: &[String]) -> Result<(), String> {
    match rest.first() {
        Some(extra) => Err(format!("`{extra}` means nothing here.")),
        None => Ok(()),
    }
}
