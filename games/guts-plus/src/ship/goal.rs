//! Winning: four conditions, marked by numbers unless the GM says otherwise, and how it ended.

use boneyard_table::{Cx, Flow, Refusal, refuse};

use super::crew::aboard;
use super::{now, under_way};
use crate::GutsPlus;
use crate::fact::ShipFact;
use crate::gm::decide;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Ending, Gone, Mark, Ship, State};

/// Tells the players how to win.
pub fn show_goals(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let ship = under_way(cx)?;
    if ship.goals_shown {
        return refuse(Refusal::new(rules::GP_SCN_12, "shown", "They know."));
    }
    cx.record(rules::GP_SCN_12, ShipFact::GoalsShown.into());
    Ok(())
}

/// How a condition stands by the numbers.
pub fn proposed(state: &State, ship: &Ship, goal: &str) -> Mark {
    let alive = aboard(state).filter(|who| !state.live(*who).dead).count();
    match goal {
        "Oxygen and cargo" if ship.sealed() && ship.crates >= 10 => Mark::Met,
        "Oxygen and cargo" if ship.sealed() && ship.crates >= 8 => Mark::MadeUp,
        "Creature" if ship.creature.gone.is_some() => Mark::Met,
        "Food" if ship.food >= 3 => Mark::Met,
        "Food" if usize::from(ship.crew.saturating_sub(ship.broken)) >= alive => Mark::MadeUp,
        "Schedule" if ship.delay <= 1 => Mark::Met,
        "Schedule" if ship.delay <= 3 => Mark::MadeUp,
        _ => Mark::Lost,
    }
}

/// How the trip ended, in words, once it has.
pub fn told(state: &State) -> Option<String> {
    let ship = state.ship.as_ref()?;
    let ending = match ship.ended? {
        Ending::Won => "won",
        Ending::PartialLoss => "partial loss",
        Ending::Defeat => "defeat",
    };
    let creature = match ship.creature.gone {
        Some(Gone::Caught) => "caught",
        Some(Gone::Vented) => "vented",
        Some(Gone::Dead) => "dead",
        None => "at large",
    };
    let lost = aboard(state).filter(|who| state.live(*who).dead).count();
    let crew = match lost {
        0 => "all alive".to_owned(),
        lost => format!("{lost} of {} dead", ship.crew),
    };
    Some(format!("{ending}: creature {creature}, {crew}"))
}

/// The GM marks a condition.
pub fn mark_goal(cx: &mut Cx<'_, GutsPlus>, goal: &str, mark: Mark) -> Flow {
    under_way(cx)?;
    let book = cx.book();
    let Some(row) = book.goals.named(goal.trim()) else {
        let all: Vec<&str> = book.goals.iter().map(|row| row.name.as_str()).collect();
        return refuse(Refusal::new(
            rules::GP_SCN_12,
            "no-such-goal",
            format!("The conditions are {}.", all.join(", ")),
        ));
    };
    cx.cite(row.id);
    super::hide(cx, rules::GP_SCN_12, ShipFact::Marked { goal: row.name.clone(), mark });
    Ok(())
}

/// Ends the scenario, once all four are marked.
pub fn end_ship(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let ship = under_way(cx)?;
    let open: Vec<&str> = cx
        .book()
        .goals
        .iter()
        .map(|row| row.name.as_str())
        .filter(|name| !ship.marks.iter().any(|(known, _)| known == name))
        .collect();
    if !open.is_empty() {
        let sentence = format!("Not marked yet: {}.", open.join(", "));
        return refuse(Refusal::new(rules::GP_SCN_12, "unmarked", sentence));
    }
    ends(cx);
    Ok(())
}

/// It is over by the numbers: what the GM has not marked is marked now.
pub(super) fn over(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let names: Vec<String> = cx.book().goals.iter().map(|row| row.name.clone()).collect();
    for name in names {
        if now(cx).marks.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let usual = proposed(cx.state(), now(cx), &name);
        let matter = Decide::new(Matter::Goal, &name, format!("{name}: how does it stand in the end?"))
            .option("met", "Met")
            .option("made_up", "Made up for")
            .option("lost", "Lost")
            .propose(key(usual), "by the numbers of the ship");
        let mark = match decide(cx, matter)?.choice.as_str() {
            "met" => Mark::Met,
            "made_up" => Mark::MadeUp,
            _ => Mark::Lost,
        };
        mark_goal(cx, &name, mark)?;
    }
    ends(cx);
    Ok(())
}

fn key(mark: Mark) -> &'static str {
    match mark {
        Mark::Met => "met",
        Mark::MadeUp => "made_up",
        Mark::Lost => "lost",
    }
}

fn ends(cx: &mut Cx<'_, GutsPlus>) {
    let lost = now(cx).marks.iter().filter(|(_, mark)| *mark == Mark::Lost).count();
    let dead = aboard(cx.state()).all(|who| cx.state().live(who).dead);
    let ending = match lost {
        _ if dead => Ending::Defeat,
        0 => Ending::Won,
        1 | 2 => Ending::PartialLoss,
        _ => Ending::Defeat,
    };
    cx.record(rules::GP_HOUSE_13H, ShipFact::Ended { ending }.into());
}
