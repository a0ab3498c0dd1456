//! Prints the code made from a game's folder, or what is wrong with its book and content.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("Name a game's folder, such as games/dirk-rules.");
        return ExitCode::FAILURE;
    };
    match boneyard_rulebook::build::rules(Path::new(&folder)) {
        Ok(source) => {
            print!("{source}");
            ExitCode::SUCCESS
        }
        Err(faults) => {
            for fault in faults {
                eprintln!("{fault}");
            }
            ExitCode::FAILURE
        }
    }
}
