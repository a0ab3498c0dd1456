//! How a scenario ends: talking instead of fighting, the one who is freed, what is found, and what is paid for it.

use boneyard_table::{Cx, Flow, Group, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::row;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::skill_bonus;
use crate::book::Book;
use crate::check::{Against, Throw, check, skill_sums};
use crate::combat::{able, at_ease, end, fighters, gm, in_encounter};
use crate::fact::{GearFact, Outcome, TableFact};
use crate::gear::{fresh, thing};
use crate::inventory::fits;
use crate::living::party;
use crate::naming;
use crate::rules;
use crate::state::{Adventure, Condition, Ending, ItemSheet, Place, Skill, State, Ware};

/// Somebody talks to the leader of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parley {
    /// Who.
    pub who: Who,
    /// By Diplomacy or Intimidation; the better one if nothing is said.
    #[serde(default)]
    pub skill: Option<Skill>,
}

/// Somebody frees the prisoner, or takes what there is to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// Who.
    pub who: Who,
}

const RULE: boneyard_table::RuleId = rules::RH_SCEN_06H;

fn told<T>(code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RULE, code, sentence))
}

/// Who leads the others, and whether they would talk now.
pub fn check_parley(state: &State, book: &Book, parley: Parley) -> Result<(Who, u8, Skill), Refusal> {
    let who = parley.who;
    in_encounter(state, book, who, 1)?;
    let Some(row) = row(state, book) else { return told("no-scenario", "No scenario is under way.") };
    let Some(talks) = &row.parley else { return told("no-parley", "Nobody there would talk.") };
    let leader = row.foes.iter().find_map(|foe| {
        let who = naming::as_called(state, &foe.called)?;
        let kind = book.creatures.named(&foe.creature)?;
        kind.parley.map(|_| who)
    });
    let Some(leader) = leader.filter(|who| fighters(state).any(|other| other == *who)) else {
        return told("no-leader", "Their leader is not here.");
    };
    if state.live(who).times_used(RULE) > 0 {
        return told("asked-already", "That was asked in this scene already.");
    }
    let down = row.foes.iter().filter(|foe| {
        let found = naming::as_called(state, &foe.called);
        found.is_some_and(|who| who != leader && state.live(who).dead)
    });
    if state.live(leader).wounds < talks.wounds && down.count() < usize::from(talks.down) {
        let sentence = format!("{} sees no reason to talk yet.", state.name(leader));
        return told("not-ready", sentence);
    }
    let better = [Skill::Diplomacy, Skill::Intimidation].into_iter().rev();
    let better = better.max_by_key(|skill| skill_bonus(state, who, *skill)).unwrap_or(Skill::Diplomacy);
    let skill = parley.skill.unwrap_or(better);
    if !matches!(skill, Skill::Diplomacy | Skill::Intimidation) {
        return told("wrong-skill", "That takes Diplomacy or Intimidation.");
    }
    Ok((leader, talks.dc, skill))
}

/// Somebody talks: if it works, the fight is over, and what was held is given up.
pub fn parley(cx: &mut Cx<'_, RollHighOrDie>, parley: Parley) -> Flow {
    let (_, dc, skill) = check_parley(cx.state(), cx.book(), parley)?;
    let who = parley.who;
    crate::combat::pay(cx, who, 1, RULE);
    for one in party(cx.state()) {
        let used = crate::state::Used { what: RULE, until: crate::state::Span::Encounter, times: 1 };
        record(cx, RULE, TableFact::Used { who: one, used }.into());
    }
    let sums = skill_sums(cx.state(), cx.book(), who, skill, &[]);
    let own = Throw::new(who, skill.name(), sums, RULE);
    if !cx.within(who, |cx| check(cx, own, Against { dc: dc.into(), hidden: false }))? {
        return Ok(());
    }
    frees(cx);
    changed(cx, |under_way| Adventure { freed: true, chest: true, ..under_way });
    end(cx, Outcome::Stopped);
    Ok(())
}

fn changed(cx: &mut Cx<'_, RollHighOrDie>, change: impl FnOnce(Adventure) -> Adventure) {
    if let Some(under_way) = cx.state().scenario.as_deref().cloned() {
        let adventure = Some(change(under_way));
        record(cx, RULE, TableFact::Adventure { adventure }.into());
    }
}

/// The prisoner comes along.
fn frees(cx: &mut Cx<'_, RollHighOrDie>) {
    let row = row(cx.state(), cx.book());
    let name = row.and_then(|row| row.prisoner.as_ref()).map(|one| one.creature.clone());
    let found = name.and_then(|name| naming::as_called(cx.state(), &name));
    let Some(who) = found.filter(|who| cx.state().live(*who).away) else { return };
    record(cx, RULE, TableFact::Joined { who }.into());
    record(cx, RULE, TableFact::Shown { who }.into());
}

/// An Encounter of the scenario was fought: the one who is left goes on.
pub fn fought(cx: &mut Cx<'_, RollHighOrDie>) {
    if cx.state().scenario.is_none() {
        return;
    }
    // The one who fled is alive, and comes home with nothing.
    let lost = if cx.state().heroes().next().is_none() { Ending::Lost } else { Ending::Nothing };
    let over = party(cx.state()).is_empty();
    changed(cx, |under_way| Adventure {
        fought: true,
        ending: if over { Some(lost) } else { under_way.ending },
        ..under_way
    });
}

/// Nobody fights, nobody bars the way, and the last scene was fought.
fn inside(state: &State, book: &Book, who: Who) -> Result<Adventure, Refusal> {
    at_ease(state, RULE)?;
    able(state, who)?;
    let Some(under_way) = state.scenario.as_deref().cloned() else {
        return told("no-scenario", "No scenario is under way.");
    };
    if under_way.ending.is_some() {
        return told("over", "The scenario is over.");
    }
    if super::next_scene(state, book).is_some() || !under_way.fought {
        return told("not-there-yet", "The way there is not free yet.");
    }
    Ok(under_way)
}

/// Whether the prisoner can be freed.
pub fn check_free(state: &State, book: &Book, prize: Prize) -> Result<(), Refusal> {
    let under_way = inside(state, book, prize.who)?;
    if under_way.freed { told("free-already", "Nobody is tied up there any more.") } else { Ok(()) }
}

/// The prisoner is freed.
pub fn free(cx: &mut Cx<'_, RollHighOrDie>, prize: Prize) -> Flow {
    check_free(cx.state(), cx.book(), prize)?;
    frees(cx);
    cx.cite(Condition::Restrained.rule());
    changed(cx, |under_way| Adventure { freed: true, ..under_way });
    Ok(())
}

/// The chest as a thing that is carried.
fn chest(state: &State, book: &Book) -> Option<ItemSheet> {
    let row = row(state, book)?.chest.as_ref()?;
    Some(ItemSheet { name: row.called.clone(), like: None, size: row.size, stack: 1, ware: Ware::Plain })
}

/// Whether somebody can take what there is to take.
pub fn check_search(state: &State, book: &Book, prize: Prize) -> Result<(), Refusal> {
    let under_way = inside(state, book, prize.who)?;
    if under_way.chest {
        return told("taken-already", "What there was to take was taken.");
    }
    match chest(state, book) {
        Some(chest) => fits(state, book, prize.who, &chest, Place::Loose, None),
        None => Ok(()),
    }
}

/// Somebody takes the chest, and what the house and the dead have.
pub fn search(cx: &mut Cx<'_, RollHighOrDie>, prize: Prize) -> Flow {
    check_search(cx.state(), cx.book(), prize)?;
    let (who, book) = (prize.who, cx.book());
    let Some(row) = row(cx.state(), book) else { return Ok(()) };
    if let Some(thing) = chest(cx.state(), book) {
        let item = crate::state::Item::new(Place::Loose, 1);
        record(cx, RULE, GearFact::Got { who, thing, item }.into());
    }
    let mut coins = cx.state().sheet(who).coins;
    for foe in &row.foes {
        let found = cx.state().everybody().find(|one| cx.state().name(*one) == foe.called);
        let fell = found.is_some_and(|one| cx.state().live(one).dead);
        let purse = book.creatures.named(&foe.creature).and_then(|kind| kind.coins);
        if let Some(dice) = purse.filter(|_| fell) {
            let group = Group::new(dice.count, dice.sides).named("coins");
            let found = cx.within((who, coins, &foe.called), |cx| {
                cx.dice_read(RULE, who, group, |faces| faces.sum())
            })?;
            coins = coins.saturating_add(found);
        }
    }
    if let Some(loot) = &row.loot {
        coins = coins.saturating_add(loot.coins.into());
        for name in &loot.items {
            let thing = thing(book, name);
            if fits(cx.state(), book, who, &thing, Place::Loose, None).is_ok() {
                let item = fresh(book, &thing, Place::Loose, 1);
                record(cx, RULE, GearFact::Got { who, thing, item }.into());
            }
        }
    }
    record(cx, RULE, GearFact::Coins { who, to: coins }.into());
    changed(cx, |under_way| Adventure { chest: true, ..under_way });
    Ok(())
}

/// Back to the one who pays: all of it for both, half for one.
pub fn finish(cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
    gm(by, RULE, "Only the Referee ends a scenario.")?;
    at_ease(cx.state(), RULE)?;
    let Some(row) = row(cx.state(), cx.book()) else {
        return refuse(Refusal::new(RULE, "no-scenario", "No scenario is under way."));
    };
    let Some(under_way) = cx.state().scenario.as_deref().cloned().filter(|one| one.ending.is_none()) else {
        return refuse(Refusal::new(RULE, "over", "The scenario is over."));
    };
    let (ending, share) = match (under_way.freed, under_way.chest) {
        (true, true) => (Ending::Both, row.reward),
        (false, false) => (Ending::Nothing, 0),
        _ => (Ending::Half, row.reward / 2),
    };
    for who in party(cx.state()).into_iter().filter(|_| share > 0) {
        let to = cx.state().sheet(who).coins.saturating_add(share.into());
        record(cx, RULE, GearFact::Coins { who, to }.into());
    }
    changed(cx, |under_way| Adventure { ending: Some(ending), ..under_way });
    Ok(())
}
