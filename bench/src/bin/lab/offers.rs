//! How soon odds of what is on offer in a fight are told.

use std::time::{Duration, Instant};

use super::Games;
use boneyard_table::encounter::Encounter;
use boneyard_table::stage::Stage;
use boneyard_table::table::{Bounds, Op};
use boneyard_table::view::Found;
use boneyard_table::{At, Seat};
use boneyard_testkit::{Chance, TestTable, by_instinct, filled, moves};
use dead_weight::DeadWeight;
use die_trying::DieTrying;
use dirk_rules::DirkRules;
use guts_plus::GutsPlus;
use roll_high_or_die::RollHighOrDie;

/// Offers asked about in each game.
const OFFERS: usize = 400;
/// Soon enough for exact odds, and for simulated ones.
const SOON: Duration = Duration::from_millis(100);
const LATEST: Duration = Duration::from_millis(250);

/// Prints the table; whether the bars hold.
pub(super) fn odds(games: &Games) -> bool {
    println!(
        "Odds of {OFFERS} offers met in fights of each game, filled in by chance, everybody at their best.\n"
    );
    println!(
        "| game | exact within 100 ms | median | nine of ten within | slowest exact | simulated | slowest of those |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let all = [
        told::<DirkRules>(games, &dirk_rules::starts()),
        told::<DeadWeight>(games, &dead_weight::starts()),
        told::<DieTrying>(games, &die_trying::starts()),
        told::<GutsPlus>(games, &guts_plus::starts()),
        told::<RollHighOrDie>(games, &roll_high_or_die::starts()),
    ];
    let holds = all.into_iter().all(|holds| holds);
    println!(
        "\nThe bars (80 of 100 exact within 100 ms, median under 10 ms, the rest within 250 ms) {}.\n",
        if holds { "hold" } else { "are missed" }
    );
    holds
}

fn told<G: Encounter>(games: &Games, starts: &[(&'static str, Stage)]) -> bool {
    if !games.wants(G::NAME) {
        return true;
    }
    let (game, times) = (G::TITLE, &asked::<G>(starts));
    let exact = |found: &Found| !matches!(found, Found::Simulated { .. });
    let mut all: Vec<Duration> = times.iter().map(|(time, _)| *time).collect();
    all.sort_unstable();
    let soon = times.iter().filter(|(time, found)| exact(found) && *time <= SOON).count();
    let slowest =
        |wanted: bool| times.iter().filter(|(_, found)| exact(found) == wanted).map(|(time, _)| *time).max();
    let simulated = times.iter().filter(|(_, found)| !exact(found)).count();
    let (median, most) = (all[all.len() / 2], all[all.len() * 9 / 10]);
    let shown = |time: Option<Duration>| time.map_or("–".to_owned(), ms);
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
        let mut bench = TestTable::<G>::set(stages[seed as usize % stages.len()], seed);
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
                        let task = bench.table.forecast_task(Seat::GM, command, true, Bounds::default());
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

fn begin<G: Encounter>(bench: &mut TestTable<G>) {
    let (state, book) = (bench.state(), G::book(&[]).expect("our own content can be read"));
    let at = At::<G> { state: &state, book: &book };
    if !G::fighting(at) {
        let opening = serde_json::to_value(G::opening(at)).expect("a command can be written");
        bench.op(Seat::GM, Op::Command(opening)).expect("a fight can begin");
    }
}
