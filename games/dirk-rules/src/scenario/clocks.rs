//! The clocks of a scenario: they move by themselves once a command is through, or early where the
//! referee says so; what their hands set off happens here.

use boneyard_table::tracker::Tracker;
use boneyard_table::{Audience, Cx, Flow, Group, Refusal, Roll, Seat, Who, refuse};

use super::SceneFact;
use super::play::{RULE, scene, under_way};
use super::rows::{ScenarioRow, Turns};
use crate::DirkRules;
use crate::book::Book;
use crate::check::referee;
use crate::state::{Ability, State};
use crate::world;

/// Moves the hand of a clock early.
pub fn advance(cx: &mut Cx<'_, DirkRules>, by: Seat, clock: &str) -> Flow {
    referee(by, RULE, "move the clocks")?;
    let (land, row) = under_way(cx)?;
    let Some(known) = land.clocks.iter().find(|known| known.name() == clock) else {
        let names: Vec<&str> = land.clocks.iter().map(Tracker::name).collect();
        let sentence = format!("There is no clock {clock}. There are {}.", names.join(", "));
        return refuse(Refusal::new(RULE, "no-such-clock", sentence));
    };
    if known.is_full() {
        return refuse(Refusal::new(RULE, "run-out", format!("The clock {clock} has run out.")));
    }
    move_hand(cx, row, clock == row.brood.name)
}

/// What a command may change that moves a clock, as it was before: the second, and everybody's STR
/// where blood matters.
pub(crate) fn watch(state: &State, book: &Book) -> Option<(u32, Option<Vec<u8>>)> {
    let (land, row) = state.land.as_ref().zip(book.scenario.as_ref())?;
    let sleeps = land.waiting(&row.sleeper.wakes).is_some_and(|waits| waits.asleep);
    let blood = sleeps && land.party.0 == row.sleeper.blood_at;
    let str = || state.everybody().map(|who| state.live(who).score(Ability::Str)).collect();
    Some((state.clock, blood.then(str)))
}

/// Moves the clocks by what a command has done.
pub(crate) fn turn_hands(cx: &mut Cx<'_, DirkRules>, before: &(u32, Option<Vec<u8>>)) -> Flow {
    let Ok((_, row)) = under_way(cx) else { return Ok(()) };
    let (from, to) = (before.0, cx.state().clock);
    for brood in [true, false] {
        let turns = if brood { row.brood.turns } else { row.sleeper.turns };
        for _ in 0..passed(turns, to).saturating_sub(passed(turns, from)) {
            cx.within((before, brood), |cx| move_hand(cx, row, brood))?;
        }
    }
    if let Some(strong) = &before.1 {
        let state = cx.state();
        let bled = |(who, before): (Who, &u8)| state.live(who).score(Ability::Str) < *before;
        if state.everybody().zip(strong).any(bled) {
            wake(cx, row);
        }
    }
    Ok(())
}

/// How many of them there have been: the scenario begins at dawn of its first day, and night falls
/// twelve hours later.
fn passed(turns: Turns, clock: u32) -> u32 {
    const DAY: u32 = 86_400;
    match turns {
        Turns::Dawn => clock / DAY,
        Turns::Nightfall => clock.saturating_add(DAY / 2) / DAY,
    }
}

fn move_hand(cx: &mut Cx<'_, DirkRules>, row: &ScenarioRow, brood: bool) -> Flow {
    let name = if brood { &row.brood.name } else { &row.sleeper.name };
    let Some(land) = &cx.state().land else { return Ok(()) };
    let Some(clock) = land.clocks.iter().find(|clock| clock.name() == name).filter(|clock| !clock.is_full())
    else {
        return Ok(());
    };
    let to = u8::try_from(clock.after(1)).unwrap_or(u8::MAX);
    let full = clock.end() == Some(to.into());
    cx.record_for(Audience::GM, RULE, scene(SceneFact::Hand { clock: name.clone(), to }));
    if brood {
        add(cx, row)?;
        if full {
            world::stands_at(cx, &row.brood.threat.name, row.brood.threat.step);
        }
    } else if full {
        wake(cx, row);
    }
    Ok(())
}

/// More of the brood, as long as it waits unseen.
fn add(cx: &mut Cx<'_, DirkRules>, row: &ScenarioRow) -> Flow {
    let adds = &row.brood.adds;
    let waiting = cx.state().land.as_ref().and_then(|land| land.waiting(&adds.to));
    let Some(added) = waiting.map(|waits| waits.added) else { return Ok(()) };
    let groups = [Group::new(1, adds.die)];
    let by = Seat::GM.into();
    let roll = Roll { rule: RULE, by, audience: Audience::GM, groups: &groups, terms: None, alike: None };
    let more = cx.roll_one(&roll)?.first();
    let fact = SceneFact::Added { who: adds.to.clone(), added: added.saturating_add(more) };
    cx.record_for(Audience::GM, RULE, scene(fact));
    Ok(())
}

fn wake(cx: &mut Cx<'_, DirkRules>, row: &ScenarioRow) {
    let who = &row.sleeper.wakes;
    let sleeps =
        cx.state().land.as_ref().and_then(|land| land.waiting(who)).is_some_and(|waits| waits.asleep);
    if sleeps {
        cx.record_for(Audience::GM, RULE, scene(SceneFact::Woke { who: who.clone() }));
    }
}
