//! What the GM always has in sight: who has not acted, and everything that runs out.

use boneyard_table::At;
use boneyard_table::view::count;

use crate::GutsPlus;
use crate::values::clock;

/// Who has not acted, conditions with age and cause, injuries, marks, strain, deadlines, what is kept up.
pub fn right_now(at: At<'_, GutsPlus>) -> Vec<[String; 3]> {
    let state = at.state;
    let round = state.battle.as_ref().map(|battle| battle.round);
    let mut rows: Vec<[String; 3]> = Vec::new();
    for who in state.everybody() {
        let (name, one) = (state.name(who), state.one(who));
        let mut row = |what: String, when: String| rows.push([name.to_owned(), what, when]);
        if state.fights(who) && one.can_act() && !one.live.turn.over {
            row("not yet acted".into(), format!("round {}", round.unwrap_or(0)));
        }
        for own in &one.live.conditions {
            let age = match (round, own.since_round) {
                (Some(now), Some(since)) => count(now.saturating_sub(since), "round", "rounds"),
                _ => count(
                    (state.clock.saturating_sub(own.since) / crate::state::MINUTE) as u32,
                    "minute",
                    "minutes",
                ),
            };
            let cause = if own.cause.is_empty() { String::new() } else { format!(", from {}", own.cause) };
            row(own.name.to_string(), format!("{age}{cause}"));
        }
        for (part, now) in one.sheet.chart.iter().zip(&one.live.parts).filter(|(_, now)| now.lines > 0) {
            row(format!("{}: {}", part.name, count(now.lines, "line", "lines")), String::new());
        }
        for (item, now) in one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| now.marks > 0) {
            row(format!("{}: {}", item.name, count(now.marks, "mark", "marks")), String::new());
        }
        if let Some(strain) = one.live.essence.strain {
            let scene = || "the scene changes".to_owned();
            row(
                "strained".into(),
                strain.round.map_or_else(scene, |since| format!("round {} ends", since + 1)),
            );
        }
        for held in &one.live.essence.holding {
            let skill = at.book.skills.get(held.skill.as_str()).map_or("a skill", |row| row.name.as_str());
            row(format!("keeps up {skill}"), count(held.turns, "turn", "turns"));
        }
        if let Some(out) = one.live.out {
            let when =
                out.deadline.map_or_else(|| "no danger".to_owned(), |at| format!("until {}", clock(at)));
            row("unconscious".into(), when);
        }
    }
    rows
}
