//! The program: hands the command line to the library and gives back its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    boneyard::run(std::env::args_os())
}
