//! What a file asks of people and lets befall them: saves, dangers, damage, conditions, pay.

use boneyard_table::deed::carry_out;
use boneyard_table::{At, Cx, Flow, Group, Seat, Who};
use boneyard_world::adventure::Mood;
use boneyard_world::run::{Came, Scope, Where};

use super::thing::{Thing, move_thing};
use super::{place_of, rule_of};
use crate::DirkRules;
use crate::check::{CallSave, Difficulty};
use crate::combat::afflict;
use crate::fact::Fact;
use crate::health::{Harm, inflict};
use crate::power;
use crate::rules;
use crate::state::{Ability, State};
use crate::world::{Asks, Befalls, Gets, Roll, caught_by, weather_now};

fn lives(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| !one.live.dead && one.sheet.draft.is_none())
}

/// A save.
pub(super) fn check(cx: &mut Cx<'_, DirkRules>, who: Who, check: &Roll) -> Flow<Came> {
    let failed = Came { word: Some("fail"), ..Came::of(false) };
    if !lives(cx.state(), who) {
        return Ok(failed);
    }
    if let Some(rule) = place_of(cx.state(), who).and_then(|place| rule_of(cx.state(), cx.book(), place)) {
        cx.cite(rule);
    }
    let trained = check.trivial_for.as_ref().is_some_and(|kind| {
        cx.state().sheet(who).backgrounds.iter().any(|known| known.kind == kind.as_str())
    });
    let call = CallSave {
        who,
        ability: check.ability,
        difficulty: if trained { Difficulty::Trivial } else { check.difficulty },
        advantage: check.advantage,
        disadvantage: check.disadvantage,
        complicated: false,
        second: None,
        about: None,
    };
    carry_out(cx, Seat::GM, call)?;
    let passed = cx.state().last.as_ref().is_some_and(|last| last.outcome == "pass");
    Ok(if passed { Came { word: Some("pass"), ..Came::of(true) } } else { failed })
}

/// Something befalls people.
pub(super) fn harm(cx: &mut Cx<'_, DirkRules>, whom: &[Who], harm: &Befalls) -> Flow {
    for (at, &who) in whom.iter().enumerate() {
        if lives(cx.state(), who) {
            cx.within((&whom[at..], harm), |cx| befalls(cx, who, harm))?;
        }
    }
    Ok(())
}

fn befalls(cx: &mut Cx<'_, DirkRules>, who: Who, harm: &Befalls) -> Flow {
    match harm {
        Befalls::Hazard { is, size } => caught_by(cx, is.as_str(), who, *size),
        Befalls::Damage { dice, to, past_armor, fire, halved, then } => {
            let mut amount = dice.plus.max(0);
            for (count, sides) in &dice.groups {
                let group = Group::new(*count, u8::try_from(*sides).unwrap_or(u8::MAX));
                let thrown = cx.dice(rules::DK_BASIC_07, who, group)?.sum();
                amount = amount.saturating_add(i32::try_from(thrown).unwrap_or(i32::MAX));
            }
            let amount = u16::try_from(amount).unwrap_or(u16::MAX);
            let amount = match halved {
                true => {
                    cx.cite(rules::DK_BASIC_04);
                    cx.state().house.half(amount)
                }
                false => amount,
            };
            let ability = to.unwrap_or(Ability::Str);
            let armor = ability == Ability::Str && !past_armor;
            inflict(cx, Harm { ability, armor, fire: *fire, ..Harm::of(who, amount) })?;
            match then {
                Some(what) if lives(cx.state(), who) => befalls(cx, who, &Befalls::Afflicted(*what)),
                _ => Ok(()),
            }
        }
        Befalls::Afflicted(what) if cx.state().live(who).suffers(*what) => Ok(()),
        Befalls::Afflicted(what) => afflict(cx, rules::DK_SCEN_00H, who, *what, None),
        Befalls::Ambushed => {
            match power::spared(cx.at(), who, "ambushed") {
                Some(row) => cx.cite(row),
                None => cx.record(rules::DK_COND_12H, Fact::Ambushed { who }),
            }
            Ok(())
        }
    }
}

/// Whether something is so that only these rules know of.
pub(super) fn holds(at: At<'_, DirkRules>, test: &Asks, scope: &Scope) -> bool {
    let actor = scope.actor.and_then(|who| at.state.creature(who));
    match test {
        Asks::Weather(is) => weather_now(at.state, at.book).is_some_and(|(_, row)| row.name == is.as_str()),
        Asks::Knows(name) => {
            let power = at.book.power_named(name.as_str());
            actor.zip(power).is_some_and(|(one, power)| one.sheet.knows.contains(&power))
        }
        Asks::Background(kind) => {
            actor.is_some_and(|one| one.sheet.backgrounds.iter().any(|known| known.kind == kind.as_str()))
        }
    }
}

/// The party is paid: gems go to the first who lives.
pub(super) fn reward(cx: &mut Cx<'_, DirkRules>, whom: &[Who], gets: &Gets) {
    let first = whom.iter().copied().find(|who| lives(cx.state(), *who));
    if let Some(who) = first.filter(|_| gets.gems > 0) {
        let to = Where::Carried(who);
        let from = (Where::Outside, None);
        move_thing(cx, rules::DK_SCEN_00H, Thing::Gems(gets.gems), from, to);
    }
}

/// How somebody waits, if they were made of somebody of a file.
pub(super) fn mood(state: &State, who: Who) -> Option<Mood> {
    let waits = state.campaign.open.values().flat_map(|running| running.waits.values());
    waits.into_iter().find(|waiting| waiting.who.contains(&who)).and_then(|waiting| waiting.mood)
}
