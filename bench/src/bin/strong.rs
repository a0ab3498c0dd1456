//! Who looks ahead against who goes by instinct: the same encounters of each game three times over, so that one sees
//! what instinct leaves on the table. A slower machine counts fewer fights, and says so.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use boneyard_bench::timing::machine;
use boneyard_lab::{Go, Plan, Share, Tally, run};
use boneyard_table::encounter::{AnyEncounter, Encounter, Ground, prepare};
use boneyard_table::stage::Stage;
use dead_weight::DeadWeight;
use die_trying::DieTrying;
use dirk_rules::DirkRules;
use guts_plus::GutsPlus;
use roll_high_or_die::RollHighOrDie;

const BY_INSTINCT: u64 = 2_000;
/// Fights in which one side looks ahead: at the most, between two looks at the clock, and how long they may take.
const LOOKING_AHEAD: u64 = 200;
const AT_A_TIME: u64 = 20;
const LONGEST: Duration = Duration::from_secs(10);
const SEED: u64 = 1;
const HEROES: u8 = 0;
const CREATURES: u8 = 1;

type Starts = Vec<(&'static str, Stage)>;

fn main() -> ExitCode {
    println!("## Strong against cheap\n\n{}\n", machine());
    println!(
        "How often the heroes win: everybody by instinct ({BY_INSTINCT} fights), the heroes looking ahead and the"
    );
    println!(
        "creatures looking ahead (up to {LOOKING_AHEAD} fights each, as many as are fought in {} s), with 95 of 100 either",
        LONGEST.as_secs()
    );
    println!(
        "way and the number of fights. Seed {SEED}; with one side looking ahead every {AT_A_TIME} fights have the next.\n"
    );
    println!("| game | encounter | by instinct | heroes strong | creatures strong |");
    println!("|---|---|--:|--:|--:|");
    let sound = [
        game::<DirkRules>(
            "DIRK RULES!",
            dirk_rules::starts(),
            ["Wolfstone Ring: the wolves and Grisel", "Fore-hold: the captain and her raiders"],
        ),
        game::<DeadWeight>(
            "Dead Weight",
            dead_weight::starts(),
            ["Gnolls at the larder", "The lord of the barrow"],
        ),
        game::<DieTrying>("Die Trying", die_trying::starts(), ["Bones in the chapel", "Goblins at the toll"]),
        game::<GutsPlus>("GUTS+", guts_plus::starts(), ["Toughs in the alley", "Cornered in the Kitchen"]),
        game::<RollHighOrDie>(
            "Roll High or Die",
            roll_high_or_die::starts(),
            ["Wolves at the camp", "Cutthroats on the road"],
        ),
    ];
    let holds = sound.into_iter().all(|sound| sound);
    println!(
        "\nLooking ahead {} worse than instinct for the side that does it, beyond what chance explains.",
        if holds { "is nowhere" } else { "is somewhere" }
    );
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn game<G: Encounter>(title: &str, starts: Starts, encounters: [&str; 2]) -> bool {
    let rows = encounters.map(|wanted| {
        let (_, stage) = starts.iter().find(|(name, _)| *name == wanted).expect("a ready encounter");
        let encounter = prepare::<G>(Ground::Stage(stage, &[])).expect("these can fight");
        let cheap = won(&*encounter, BY_INSTINCT, None);
        let heroes = won(&*encounter, LOOKING_AHEAD, Some(HEROES));
        let creatures = won(&*encounter, LOOKING_AHEAD, Some(CREATURES));
        println!("| {title} | {wanted} | {} | {} | {} |", told(cheap), told(heroes), told(creatures));
        heroes.interval().1 >= cheap.interval().0 && creatures.interval().0 <= cheap.interval().1
    });
    rows.into_iter().all(|sound| sound)
}

fn won(encounter: &dyn AnyEncounter, fights: u64, strong: Option<u8>) -> Share {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let at_a_time = if strong.is_some() { AT_A_TIME } else { fights };
    let (began, mut all, mut seed) = (Instant::now(), Share { count: 0, of: 0 }, SEED);
    while all.of < fights && began.elapsed() < LONGEST {
        let plan = Plan { fights: at_a_time, seed, threads, sure: None, strong };
        let tally: Tally = run(encounter, plan, &mut |_| Go::On).tally;
        let more = tally.share(tally.won);
        all = Share { count: all.count + more.count, of: all.of + more.of };
        seed += 1;
    }
    all
}

fn told(share: Share) -> String {
    format!("{:.1} % ± {:.1} of {}", share.value() * 100.0, share.error() * 100.0, share.of)
}
