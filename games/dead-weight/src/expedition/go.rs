//! Going from place to place, sneaking if wanted.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::meet::{enter, wake, wandering};
use super::party::{self, agreed, dark, foes_of, threatened};
use super::trackers::advance_doom;
use super::trap::{armed, room_is, springs};
use super::turns::pass;
use crate::DeadWeight;
use crate::book::{Passive, Twist};
use crate::combat;
use crate::fact::ExpeditionFact;
use crate::gear::{carried, encumbered};
use crate::house::EncumberedMoveTurns;
use crate::hurt;
use crate::magic;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::scenario::ENTRANCE;
use crate::state::{Attribute, Blows, Outcome, Start, State, Trigger};

/// A group goes to another location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// Where to.
    pub to: String,
    /// Who; everybody there if nobody is named.
    #[serde(default)]
    pub who: Vec<Who>,
    /// On tiptoe.
    #[serde(default)]
    pub sneak: bool,
    /// The Stalker who goes ahead and sneaks alone.
    #[serde(default)]
    pub ahead: Option<Who>,
}

/// Locations one can go to from a place, with the turns it takes.
pub fn ways(state: &State, place: &str) -> Vec<(String, u8, bool)> {
    let Some(site) = state.expedition.at_site() else { return Vec::new() };
    let known = site.ways.iter().filter(|way| !way.secret);
    let lead = known.filter_map(|way| Some((way.from(place)?.to_owned(), way.turns, way.locked)));
    lead.collect()
}

/// Goes to a location next to this one.
pub fn go(cx: &mut Cx<'_, DeadWeight>, by: Seat, go: &Go) -> Flow {
    let rule = rules::DW_EXPL_03;
    let (group, from) = party::group(cx.state(), by, &go.who)?;
    let open = ways(cx.state(), &from);
    let Some((to, turns, locked)) =
        open.iter().find(|(to, ..)| to.eq_ignore_ascii_case(go.to.trim())).cloned()
    else {
        // The same words whether or not there is such a place: nobody finds places by asking for them.
        let names: Vec<&str> = open.iter().map(|(to, ..)| to.as_str()).collect();
        let sentence = format!("No way leads there from {from}. Ways lead to {}.", names.join(", "));
        return refuse(Refusal::new(rule, "no-way", sentence));
    };
    if locked {
        return refuse(Refusal::new(rule, "locked", format!("The way to {to} is locked.")));
    }
    let sneaks = sneaker(cx, go, &group)?;
    if !agreed(cx, by, &group, &format!("go to {to}"), rule)? {
        return Ok(());
    }
    let mut turns = turns;
    if dark(cx.state(), &from) && cx.state().expedition.room(&to).is_some_and(|room| !room.is("lit")) {
        cx.cite(rules::DW_HOUSE_07H);
        turns += 1;
    }
    if let Some(compass) = group.iter().find_map(|who| carries_compass(cx.at(), *who)).filter(|_| turns > 1) {
        cx.cite(compass);
        turns -= 1;
    }
    let burdened = group.iter().any(|who| encumbered(cx.at(), *who));
    if burdened && cx.state().house.encumbered_move_turns == EncumberedMoveTurns::Two {
        cx.cite(rules::DW_INV_02);
        turns += 1;
    }
    if !cx.within((&from, &to, turns), |cx| crosses(cx, &group, &from, &to))? {
        return cx.within(turns, |cx| pass(cx, turns));
    }
    cx.within((&from, &to, turns), |cx| at_the_door(cx, &group, &from))?;
    arrive(cx, &group, &from, &to)?;
    if let Some(who) = sneaks {
        cx.within((&to, turns, who), |cx| sneak(cx, who, &group, &to))?;
    }
    let room = cx.state().expedition.room(&to).cloned().unwrap_or_default();
    if let Some(trap) = armed(&room, Trigger::Move) {
        cx.within((&to, turns), |cx| springs(cx, &to, &trap, group[0], &group))?;
    }
    cx.within((&to, turns), |cx| enter(cx, &to))?;
    let again = cx.state().expedition.at_site().map_or(0, |site| site.again);
    if room.visited && again > 0 && cx.state().expedition.clash.is_none() {
        let met = cx.within((&to, turns), |cx| super::secret_risk(cx, rules::DW_HOUSE_47H, again))?;
        if met {
            cx.within((&to, turns), wandering)?;
        }
    }
    let mut room = cx.state().expedition.room(&to).cloned().unwrap_or_default();
    room.visited = true;
    room_is(cx, &to, room, rule);
    pass(cx, turns)
}

/// A thing that shortens long ways.
fn carries_compass(at: At<'_, DeadWeight>, who: Who) -> Option<RuleId> {
    let shortens =
        |passive: &Passive| matches!(passive, Passive::Adjust(adjust) if adjust.on == "move-turns");
    carried(at, who).find(|row| row.passive.iter().any(shortens)).map(|row| row.id)
}

/// The whole party is elsewhere at once, out of a fight too.
pub fn folded(cx: &mut Cx<'_, DeadWeight>, place: &str, rule: RuleId) -> Flow {
    let before = cx.state().expedition.here.clone();
    cx.record(rule, ExpeditionFact::Here { here: place.to_owned(), before }.into());
    if cx.state().battle.is_some() {
        return cx.within(place, combat::vanish);
    }
    cx.within(place, |cx| enter(cx, place))
}

/// Some sites test the one who comes in from the entrance.
fn at_the_door(cx: &mut Cx<'_, DeadWeight>, group: &[Who], from: &str) -> Flow {
    let rule = rules::DW_HOUSE_48H;
    let site = cx.state().expedition.at_site().filter(|_| from == ENTRANCE);
    let row = site.and_then(|site| cx.book().places.get(site.twist?.as_str()));
    for twist in row.iter().flat_map(|row| &row.twist) {
        let Twist::Door { test, affliction } = twist else { continue };
        for &who in group {
            let rolling = Rolling { helpable: false, ..Rolling::test(who, *test, rule) };
            let failed = !cx.within((who, from), |cx| roll::make(cx, &rolling))?.succeeded();
            if failed && cx.within((who, from, failed), |cx| roll::risk(cx, rule, who, 1))? {
                hurt::afflicted(cx, who, *affliction, rule)?;
            }
        }
    }
    Ok(())
}

/// Who sneaks for the group, if it does.
fn sneaker(cx: &Cx<'_, DeadWeight>, go: &Go, group: &[Who]) -> Flow<Option<Who>> {
    let rule = rules::DW_HOUSE_49H;
    match go.ahead {
        Some(who) if !group.contains(&who) => {
            refuse(Refusal::new(rule, "not-there", "The one who goes ahead must be one of the group."))
        }
        Some(who) if !cx.state().sheet(who).skilled(rules::DW_SKILL_20) => {
            let sentence = format!("{} is no Stalker and cannot go ahead alone.", cx.state().name(who));
            refuse(Refusal::new(rule, "no-stalker", sentence))
        }
        Some(who) => Ok(Some(who)),
        None => Ok(cx.state().heroes().find(|who| group.contains(who)).filter(|_| go.sneak)),
    }
}

fn sneak(cx: &mut Cx<'_, DeadWeight>, who: Who, group: &[Who], place: &str) -> Flow {
    let rule = rules::DW_HOUSE_49H;
    let alone = cx.state().sheet(who).skilled(rules::DW_SKILL_20);
    let seen: Vec<Who> = if alone { vec![who] } else { group.to_vec() };
    let loud = seen.iter().any(|who| encumbered(cx.at(), *who));
    let bright = cx.state().expedition.light.is_some_and(|light| seen.contains(&light.who));
    let quiet = cx.state().sheet(who).skilled(rules::DW_SKILL_12);
    if quiet {
        cx.cite(rules::DW_SKILL_12);
    }
    let (veiled, check) = magic::sneaking(cx, who);
    let test = Rolling {
        advantages: u8::from(quiet) + veiled,
        disadvantages: u8::from(loud || bright),
        test: !check,
        ..Rolling::test(who, Attribute::Dex, rule)
    };
    let outcome = cx.within((who, place), |cx| roll::make(cx, &test))?;
    let mut room = cx.state().expedition.room(place).cloned().unwrap_or_default();
    let anybody = room.waits.iter().any(|one| !one.hidden) || !foes_of(cx.state(), &room).is_empty();
    match outcome {
        Outcome::Success | Outcome::GreatSuccess => {
            room.unaware = true;
            room.waits.iter_mut().filter(|one| !one.hidden).for_each(|one| one.aware = false);
            room_is(cx, place, room, rule);
        }
        Outcome::CriticalFailure => {
            advance_doom(cx, 1, rule);
            if anybody {
                enter(cx, place)?;
                if threatened(cx.state(), place) {
                    let clash = Blows { start: Start::Surprised, ..Blows::default() };
                    super::breaks_out(cx, clash, rule);
                }
            }
        }
        Outcome::Failure => {}
    }
    Ok(())
}

/// Going through a place that is hard to cross, or past those whom that wakes. Gives whether they get through.
fn crosses(cx: &mut Cx<'_, DeadWeight>, group: &[Who], from: &str, to: &str) -> Flow<bool> {
    let through = cx.state().expedition.before != to;
    if !through {
        return Ok(true);
    }
    let room = cx.state().expedition.room(from).cloned().unwrap_or_default();
    if let Some((test, tires)) = room.crossing {
        for &who in group {
            let rolling = Rolling { helpable: false, ..Rolling::test(who, test, rules::DW_TRACK_05) };
            if !cx.within((who, from), |cx| roll::make(cx, &rolling))?.succeeded() {
                hurt::tire(cx, who, tires, rules::DW_TRACK_05)?;
            }
        }
    }
    Ok(!wake(cx, from, "cross")?)
}

/// The group is in another place; the party is where its leader is.
fn arrive(cx: &mut Cx<'_, DeadWeight>, group: &[Who], from: &str, to: &str) -> Flow {
    let rule = rules::DW_EXPL_03;
    if let Some(entry) = cx.state().expedition.room(to).and_then(|room| room.like) {
        cx.cite(entry);
    }
    cx.record(rule, ExpeditionFact::Went { who: group.to_vec(), to: to.to_owned() }.into());
    let state = cx.state();
    let down = |who: &Who| state.live(*who).mortal && state.expedition.place_of(*who) == from;
    // The mortally wounded are carried along.
    let carried: Vec<Who> = state.heroes().filter(down).collect();
    let left: Vec<Who> = party::present(state, from);
    if !carried.is_empty() && left.is_empty() {
        cx.record(rule, ExpeditionFact::Went { who: carried, to: to.to_owned() }.into());
    }
    let state = cx.state();
    let together = state.heroes().all(|who| state.expedition.place_of(who) == to);
    if together {
        let fact = ExpeditionFact::Here { here: to.to_owned(), before: from.to_owned() };
        cx.record(rule, fact.into());
    } else {
        cx.cite(rules::DW_EXPL_01);
    }
    Ok(())
}
