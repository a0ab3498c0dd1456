//! What a roll is about, and what skills, traits and things somebody carries do for rolls of that kind.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};

use super::Rolling;
use crate::DeadWeight;
use crate::book::{Passive, formula};
use crate::expedition::unseeing;
use crate::gear::{carries, held_edges};
use crate::magic;
use crate::rules;

/// Kinds of rolls that skills and things name. The GM says whether a roll is one of them.
pub const KINDS: [&str; 13] = [
    "climb",
    "crafting",
    "force",
    "force-answers",
    "haul",
    "lore",
    "occult",
    "religion",
    "sight",
    "sneak",
    "tame",
    "track",
    "wilderness",
];

/// The kind somebody named, or why there is none.
pub fn checked(kind: Option<&str>) -> Result<Option<&'static str>, Refusal> {
    let Some(said) = kind else { return Ok(None) };
    match KINDS.into_iter().find(|known| said.eq_ignore_ascii_case(known)) {
        Some(known) => Ok(Some(known)),
        None => {
            let sentence = format!("There is no kind of roll {said}. There are {}.", KINDS.join(", "));
            Err(Refusal::new(rules::DW_TEST_01, "no-such-kind", sentence))
        }
    }
}

/// Whether a roll of a kind is needed at all: not for the climb of somebody who walks on walls.
pub fn needed(at: At<'_, DeadWeight>, who: Who, kind: Option<&str>) -> Result<(), Refusal> {
    match magic::allows(at, who, "walk-on-walls").filter(|_| kind == Some("climb")) {
        Some(power) => {
            let sentence = format!("{} walks on walls: no roll is needed.", at.state.name(who));
            Err(Refusal::new(power, "no-roll", sentence))
        }
        None => Ok(()),
    }
}

/// Skills and traits of somebody that bear on a kind of roll.
fn talents(at: At<'_, DeadWeight>, who: Who, bears: impl Fn(&Passive) -> bool) -> Vec<RuleId> {
    let own = &at.state.sheet(who).hero;
    let skills = own.skills.iter().filter_map(|id| at.book.skills.get(id.as_str()));
    let traits = own.traits.iter().filter_map(|id| at.book.traits.get(id.as_str()));
    let rows = skills.chain(traits).filter(|row| row.passive.iter().any(&bears));
    rows.map(|row| row.id).collect()
}

/// Adds to a roll what somebody's skills and things do for its kind.
pub fn bear(cx: &mut Cx<'_, DeadWeight>, rolling: &mut Rolling, kind: &str) -> Flow {
    let who = rolling.who;
    let edge = |passive: &Passive| matches!(passive, Passive::Advantage(edge) if edge.on == kind);
    let known = talents(cx.at(), who, edge);
    let held = held_edges(cx.at(), who, kind);
    let thing = crate::gear::carried(cx.at(), who).find(|row| row.passive.iter().any(edge)).map(|row| row.id);
    known.into_iter().chain(thing).for_each(|rule| cx.cite(rule));
    rolling.advantages += magic::named_edges(cx.at(), who, kind) + held;
    let more = |passive: &Passive| match passive {
        Passive::Adjust(adjust) if adjust.on == kind => {
            formula(&adjust.amount.dice).map_or(0, |read| u8::try_from(read.plus).unwrap_or(0))
        }
        _ => 0,
    };
    for skill in talents(cx.at(), who, |passive| more(passive) > 0) {
        let row = cx.book().skills.get(skill.as_str());
        rolling.trained += row.iter().flat_map(|row| &row.passive).map(more).sum::<u8>();
        cx.cite(skill);
    }
    if let Some(tools) = carries(cx.at(), who, &Passive::AsCheck(kind.to_owned())) {
        rolling.test = false;
        cx.cite(tools);
    }
    if kind == "sight" {
        rolling.disadvantages += unseeing(cx, who);
    }
    Ok(())
}
