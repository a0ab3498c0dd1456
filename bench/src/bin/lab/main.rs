//! The lab at work: the best rerolls through a game's rules, how soon odds of what is on offer in a fight are told, and
//! how many whole fights are fought in a second, also against the same by hand. Ends with an error if a bar is missed.

mod fights;
mod hand;
mod offers;
mod rerolls;

use std::process::ExitCode;

use boneyard_bench::counting::Counting;
use boneyard_bench::timing::machine;

#[global_allocator]
static GLOBAL: Counting = Counting;

fn main() -> ExitCode {
    // `lab fights guts-plus` measures only that: for whoever looks for what takes long.
    let named: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |part: &str| {
        PARTS.iter().all(|known| !named.iter().any(|name| name == known))
            || named.iter().any(|name| name == part)
    };
    let games = Games(named.iter().filter(|name| !PARTS.contains(&name.as_str())).cloned().collect());
    println!("## Lab\n\n{}\n", machine());
    let rerolls = !wanted("rerolls")
        || rerolls::rerolls().unwrap_or_else(|error| {
            eprintln!("{error}");
            false
        });
    let odds = !wanted("odds") || offers::odds(&games);
    let fights = !wanted("fights") || fights::fights(&games);
    let hand = !wanted("hand") || hand::by_hand(&games);
    if rerolls && odds && fights && hand { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is measured.
const PARTS: [&str; 4] = ["rerolls", "odds", "fights", "hand"];

/// The games to measure; all if none is named.
struct Games(Vec<String>);

impl Games {
    fn wants(&self, game: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|name| name == game)
    }
}
