//! `boneyard sim`: how deadly an encounter is, from fighting it many times.

use std::io::Write;

use boneyard_lab::{
    Go, Head, Plan, Progress, Tally, Verdict, Without, html, run as fight_out, text, without,
};
use boneyard_registry::Prepare;
use boneyard_table::encounter::{AnyEncounter, Ground};
use boneyard_table::stage::Stage;
use serde_json::json;

use super::{Done, write_json};
use crate::cli::{Sim, StrongSide};
use crate::games::GameEntry;
use crate::wait::Wait;
use crate::{Failure, adventures, encounter, games};

/// Fights for each thing that is left out: enough to tell what mattered.
const FIGHTS_WITHOUT: u64 = 4_000;
/// Every share within one in a hundred to either side.
const SURE: f64 = 0.01;

pub(super) fn run(args: &Sim, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(&args.game)?;
    if let Some(id) = &args.adventure {
        return each_place(entry, id, args, out);
    }
    let found = match &args.place {
        Some(place) => encounter::at_place(entry, place, &args.party)?,
        None => encounter::find(entry, args.encounter.as_deref().unwrap_or_default(), &args.party)?,
    };
    let Some(prepare) = entry.encounter else {
        return Err(Failure::said(format!("Boneyard cannot simulate fights of {} yet.", entry.game.title())));
    };
    let prepared =
        prepare(Ground::Stage(&found.stage, &[])).map_err(|error| Failure::said(error.to_string()))?;
    // What cannot be changed so is said before anything is fought.
    let changes: Vec<(&String, Box<dyn AnyEncounter>)> = args
        .change
        .iter()
        .map(|change| {
            let stage = encounter::changed(&found.stage, change)?;
            let ready =
                prepare(Ground::Stage(&stage, &[])).map_err(|error| Failure::said(error.to_string()))?;
            Ok((change, ready))
        })
        .collect::<Result<_, Failure>>()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let fights = args.fights.unwrap_or(100_000);
    let sure = args.fights.is_none().then_some(SURE);
    let plan = Plan {
        fights,
        seed: args.seed,
        threads: args.threads.unwrap_or(threads),
        sure,
        strong: args.strong.map(StrongSide::side),
    };
    let wait = Wait::begin();
    let ran = fight_out(&*prepared, plan, &mut |progress| {
        wait.show(|seconds| far(plan, &progress, seconds));
        go(&wait)
    });
    // Who looks ahead takes its time: what mattered most is told where everybody goes by instinct.
    let changes = if ran.cancelled || plan.strong.is_some() {
        Vec::new()
    } else {
        let mut all = otherwise(&changes, plan, &wait);
        all.extend(left_out(prepare, &found.stage, plan, &wait));
        all
    };
    wait.clear();
    let head = Head {
        game: entry.game.title(),
        encounter: &found.title,
        seed: args.seed,
        cancelled: ran.cancelled,
        strong: plan.strong,
        credits: entry.credits,
    };
    if args.json {
        write_json(out, &as_json(&head, &ran.tally, &changes))?;
    } else if args.html {
        write!(out, "{}", html(&head, &ran.tally, &changes))?;
    } else {
        write!(out, "{}", text(&head, &ran.tally, &changes))?;
        if plan.strong.is_none() && Verdict::of(&ran.tally) > Verdict::Safe {
            writeln!(out, "\nWhat heroes who look ahead make of it: --strong heroes.")?;
        }
    }
    Ok(if ran.tally.stuck + ran.tally.endless == 0 { Done::Well } else { Done::Badly })
}

/// Fights of every place of an adventure in which somebody waits to be fought.
fn each_place(entry: &GameEntry, id: &str, args: &Sim, out: &mut dyn Write) -> Result<Done, Failure> {
    let outline = adventures::read(entry)?.outline(id)?;
    let Some(prepare) = entry.encounter else {
        return Err(Failure::said(format!("Boneyard cannot simulate fights of {} yet.", entry.game.title())));
    };
    let threads = args.threads.unwrap_or(std::thread::available_parallelism().map_or(1, usize::from));
    let fights = args.fights.unwrap_or(FIGHTS_WITHOUT);
    let plan =
        Plan { fights, seed: args.seed, threads, sure: args.fights.is_none().then_some(SURE), strong: None };
    let wait = Wait::begin();
    let (mut all, mut well) = (Vec::new(), true);
    for (place, name) in &outline.places {
        let found = encounter::at_place(entry, &format!("{id}/{place}"), &args.party)?;
        // Where nobody waits who would fight there is nothing to tell.
        let Ok(ready) = prepare(Ground::Stage(&found.stage, &[])) else { continue };
        let ran = fight_out(&*ready, plan, &mut |progress| {
            wait.show(|seconds| format!("{name}: {} fights, {seconds:.0} s so far", progress.tally.fights));
            go(&wait)
        });
        let tally = &ran.tally;
        well &= tally.stuck + tally.endless == 0;
        let share = |count| tally.share(count);
        all.push(json!({
            "place": place, "name": name, "verdict": Verdict::of(tally), "fights": tally.fights,
            "won": share(tally.won), "death": share(tally.death), "wiped": share(tally.wiped),
        }));
        if !args.json {
            wait.clear();
            let [won, death, wiped] =
                [tally.won, tally.death, tally.wiped].map(|count| share(count).value() * 100.0);
            let word = Verdict::of(tally).word();
            writeln!(
                out,
                "{name}: {word}. Won {won:.0} %, somebody dies {death:.0} %, all fall {wiped:.0} %."
            )?;
        }
    }
    wait.clear();
    if args.json {
        write_json(out, &json!({ "adventure": outline.title, "places": all }))?;
    }
    Ok(if well { Done::Well } else { Done::Badly })
}

/// The same fights with what somebody wants changed.
fn otherwise(changes: &[(&String, Box<dyn AnyEncounter>)], plan: Plan, wait: &Wait) -> Vec<Without> {
    let plan = Plan { fights: plan.fights.min(FIGHTS_WITHOUT), ..plan };
    let again = |(what, ready): &(&String, Box<dyn AnyEncounter>)| {
        let what = format!("with {what}");
        without(what.clone(), &**ready, plan, &mut || go_on(wait, &what))
    };
    changes.iter().filter_map(again).collect()
}

/// The same fights without one of each kind of creature.
fn left_out(prepare: Prepare, stage: &Stage, plan: Plan, wait: &Wait) -> Vec<Without> {
    let mut kinds: Vec<Option<&str>> = Vec::new();
    let mut changes = Vec::new();
    for (name, being) in &stage.creatures {
        let kind = being.like.as_deref();
        if stage.creatures.len() < 2 || kinds.contains(&kind) {
            continue;
        }
        kinds.push(kind);
        // Anybody else who is there may be no match for the heroes; then there is no such fight.
        let Ok(changed) = prepare(Ground::Stage(&encounter::without(stage, name), &[])) else { continue };
        let plan = Plan { fights: plan.fights.min(FIGHTS_WITHOUT), ..plan };
        let what = format!("without {name}");
        changes.extend(without(what.clone(), &*changed, plan, &mut || go_on(wait, &what)));
    }
    changes
}

fn go(wait: &Wait) -> Go {
    if wait.stopped() { Go::Stop } else { Go::On }
}

/// Shows which fights are being fought again.
fn go_on(wait: &Wait, what: &str) -> Go {
    wait.show(|seconds| format!("The same fights {what}, {seconds:.0} s so far"));
    go(wait)
}

fn as_json(head: &Head<'_>, tally: &Tally, changes: &[Without]) -> serde_json::Value {
    let share = |count| tally.share(count);
    json!({
        "game": head.game,
        "encounter": head.encounter,
        "seed": head.seed,
        "cancelled": head.cancelled,
        "strong": head.strong.map(|side| if side == 0 { "heroes" } else { "creatures" }),
        "credits": head.credits,
        "verdict": Verdict::of(tally),
        "won": share(tally.won),
        "undecided": share(tally.undecided),
        "death": share(tally.death),
        "wiped": share(tally.wiped),
        "counts": tally,
        "without": changes,
    })
}

/// How far it is.
fn far(plan: Plan, progress: &Progress<'_>, seconds: f64) -> String {
    let done = progress.tally.fights;
    let error = progress.tally.error();
    // The error shrinks with the root of the fights, so this many are still to come.
    let needed = match plan.sure {
        Some(sure) => ((done as f64) * (error / sure).powi(2)).min(progress.fights as f64),
        None => progress.fights as f64,
    };
    let left = seconds * (needed - done as f64).max(0.0) / (done as f64).max(1.0);
    format!("{done} fights, within {:.2} %, about {left:.0} s left", error * 100.0)
}
