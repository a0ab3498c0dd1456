//! Writes the TypeScript types of the protocol into a folder: `cargo xtask protocol`.

use std::path::Path;
use std::process::ExitCode;

use boneyard_server::protocol::typescript;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("Into which folder?");
        return ExitCode::FAILURE;
    };
    for (name, text) in typescript::files() {
        if let Err(error) = std::fs::write(Path::new(&folder).join(name), text) {
            eprintln!("{name} cannot be written: {error}.");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
