//! The lab at work: the best rerolls through a game's rules, how soon odds of what is on offer in a fight are told, and
//! how many whole fights are fought in a second. Ends with an error if a bar is missed.

mod fights;
mod offers;
mod rerolls;

use std::process::ExitCode;

use boneyard_bench::counting::Counting;
use boneyard_bench::timing::machine;

#[global_allocator]
static GLOBAL: Counting = Counting;

fn main() -> ExitCode {
    println!("## Lab\n\n{}\n", machine());
    let rerolls = rerolls::rerolls().unwrap_or_else(|error| {
        eprintln!("{error}");
        false
    });
    let odds = offers::odds();
    let fights = fights::fights();
    if rerolls && odds && fights { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
