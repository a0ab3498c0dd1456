//! The lab at work: how soon odds of what is on offer in a fight are told, and how many whole fights are fought in a
//! second, on one core and on two.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use boneyard_bench::timing::machine;
use boneyard_lab::{Go, Plan, run};
use boneyard_proving::{Bench, Chance, by_instinct, filled, moves};
use boneyard_table::encounter::{Encounter, Ground, prepare};
use boneyard_table::stage::{Being, Stage};
use boneyard_table::table::{Bounds, Op};
use boneyard_table::view::Found;
use boneyard_table::{At, Seat};
use dead_weight::DeadWeight;
use dirk_rules::DirkRules;

/// Offers asked about in each game.
const OFFERS: usize = 400;
/// Soon enough for exact odds, and for simulated ones.
const SOON: Duration = Duration::from_millis(100);
const LATEST: Duration = Duration::from_millis(250);
/// Fights for one measurement.
const FIGHTS: u64 = 20_000;
/// Interleaved measurements of each.
const ROUNDS: usize = 5;

fn main() -> ExitCode {
    println!("## Lab\n\n{}\n", machine());
    let odds = odds();
    let fights = fights();
    if odds && fights { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn odds() -> bool {
    println!(
        "Odds of {OFFERS} offers met in fights of each game, filled in by chance, everybody at their best.\n"
    );
    println!(
        "| game | exact within 100 ms | median | nine of ten within | slowest exact | simulated | slowest of those |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let dirk = dirk_rules::starts();
    let dead = dead_weight::starts();
    let all =
        [told("DIRK RULES!", &asked::<DirkRules>(&dirk)), told("Dead Weight", &asked::<DeadWeight>(&dead))];
    let holds = all.into_iter().all(|holds| holds);
    println!(
        "\nThe bars (80 of 100 exact within 100 ms, median under 10 ms, the rest within 250 ms) {}.\n",
        if holds { "hold" } else { "are missed" }
    );
    holds
}

fn told(game: &str, times: &[(Duration, Found)]) -> bool {
    let exact = |found: &Found| !matches!(found, Found::Simulated { .. });
    let mut all: Vec<Duration> = times.iter().map(|(time, _)| *time).collect();
    all.sort_unstable();
    let soon = times.iter().filter(|(time, found)| exact(found) && *time <= SOON).count();
    let slowest =
        |wanted: bool| times.iter().filter(|(_, found)| exact(found) == wanted).map(|(time, _)| *time).max();
    let simulated = times.iter().filter(|(_, found)| !exact(found)).count();
    let (median, most) = (all[all.len() / 2], all[all.len() * 9 / 10]);
    let shown = |time: Option<Duration>| time.map_or("–".to_owned(), |time| ms(time));
    println!(
        "| {game} | {:.1} % | {} | {} | {} | {simulated} | {} |",
        100.0 * soon as f64 / times.len() as f64,
        ms(median),
        ms(most),
        shown(slowest(true)),
        shown(slowest(false)),
    );
    soon * 100 >= times.len() * 80
        && median < Duration::from_millis(10)
        && slowest(false).is_none_or(|time| time <= LATEST)
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}

/// How long each of many offers took, and how it was found.
fn asked<G: Encounter>(starts: &[(&'static str, Stage)]) -> Vec<(Duration, Found)> {
    let stages: Vec<&Stage> =
        starts.iter().map(|(_, stage)| stage).filter(|stage| !stage.creatures.is_empty()).collect();
    let mut chance = Chance::new(3);
    let mut times = Vec::new();
    for seed in 0.. {
        let mut bench = Bench::<G>::set(stages[seed as usize % stages.len()], seed);
        begin(&mut bench);
        for _ in 0..60 {
            if bench.table.waits().is_empty() {
                for who in bench.table.awaits().creatures {
                    for offer in bench.table.offers(Seat::GM, Some(who)) {
                        let command = match offer.refusal {
                            None => filled(&offer, &mut chance),
                            Some(_) => None,
                        };
                        let Some(command) = command else { continue };
                        if bench.table.probe(Seat::GM, command.clone()).is_err() {
                            continue;
                        }
                        let began = Instant::now();
                        let task = bench.table.prospect_task(Seat::GM, command, true, Bounds::default());
                        if let Ok(prospect) = task.and_then(|task| task()) {
                            times.push((began.elapsed(), prospect.found));
                        }
                        if times.len() >= OFFERS {
                            return times;
                        }
                    }
                }
            }
            let next = by_instinct(&*bench.table).or_else(|| moves(&*bench.table).map(|op| (Seat::GM, op)));
            let Some((seat, op)) = next else { break };
            if bench.op(seat, op).is_err() {
                break;
            }
        }
    }
    times
}

fn begin<G: Encounter>(bench: &mut Bench<G>) {
    let (state, book) = (bench.state(), G::book(&[]).expect("our own content can be read"));
    let at = At::<G> { state: &state, book: &book };
    if !G::fighting(at) {
        let opening = serde_json::to_value(G::opening(at)).expect("a command can be written");
        bench.op(Seat::GM, Op::Command(opening)).expect("a fight can begin");
    }
}

fn fights() -> bool {
    println!(
        "Whole fights, four against four, by the full rules and by instinct. Medians of {ROUNDS} interleaved rounds.\n"
    );
    println!("| game | fights a second on one core | commands a fight | on two | times |");
    println!("|---|--:|--:|--:|--:|");
    let like = |id: &str| Being { like: Some(id.to_owned()), ..Being::default() };
    let mut dirk = Stage::default();
    for (number, id) in ["DK-HERO-01H", "DK-HERO-02H", "DK-HERO-03H", "DK-HERO-04H"].iter().enumerate() {
        dirk.heroes.insert(format!("Hero {number}"), like(id));
    }
    for (number, id) in ["DK-FOE-02H", "DK-FOE-01H", "DK-FOE-05H", "DK-FOE-03H"].iter().enumerate() {
        dirk.creatures.insert(format!("Foe {number}"), like(id));
    }
    let mut dead = Stage::default();
    let starts = dead_weight::starts();
    let ready = starts.iter().find(|(_, stage)| stage.heroes.len() >= 4).expect("ready heroes");
    dead.heroes.extend(ready.1.heroes.iter().take(4).map(|(name, being)| (name.clone(), being.clone())));
    for number in 0..4 {
        dead.creatures.insert(format!("Corpse {number}"), like("Freshly Risen Corpse"));
    }
    let mut rates = [rate::<DirkRules>("DIRK RULES!", &dirk), rate::<DeadWeight>("Dead Weight", &dead)];
    rates.sort_by(|one, other| one.0.total_cmp(&other.0));
    let median = rates[rates.len() / 2].0;
    let threads = rates.iter().all(|(_, times)| *times >= 1.6);
    let holds = median >= 25_000.0 && threads;
    println!(
        "\nThe bars (25,000 a second for the median game, two threads at least 1.6 times one) {}.",
        if holds { "hold" } else { "are missed" }
    );
    holds
}

fn rate<G: Encounter>(game: &str, stage: &Stage) -> (f64, f64) {
    let encounter = prepare::<G>(Ground::Stage(stage, &[])).expect("these can fight");
    let (mut one, mut two) = (Vec::new(), Vec::new());
    let mut acts = 0.0;
    for _ in 0..ROUNDS {
        for (threads, rates) in [(1, &mut one), (2, &mut two)] {
            let plan = Plan { fights: FIGHTS, seed: 1, threads, sure: None, strong: None };
            let began = Instant::now();
            let ran = run(&*encounter, plan, &mut |_| Go::On);
            rates.push(FIGHTS as f64 / began.elapsed().as_secs_f64());
            acts = ran.tally.acts as f64 / FIGHTS as f64;
            assert_eq!(ran.tally.stuck + ran.tally.endless, 0, "{game}: a fight does not end");
        }
    }
    one.sort_by(f64::total_cmp);
    two.sort_by(f64::total_cmp);
    let (one, two) = (one[ROUNDS / 2], two[ROUNDS / 2]);
    println!("| {game} | {one:.0} | {acts:.1} | {two:.0} | {:.2} |", two / one);
    (one, two / one)
}
