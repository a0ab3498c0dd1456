//! Morale of Creatures left to themselves: one Wisdom save when half their group is down, or one alone
//! is at half its Hitpoints.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::fighters;
use crate::DieTrying;
use crate::check::{self, Check, add};
use crate::fact::FightFact;
use crate::hurt::max_hp;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Fate, State};

/// A morale save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// Whose.
    pub who: Who,
}

/// Squares within which a leader steadies others.
const NEAR: u32 = 6;

/// Whether somebody has to test their morale now.
pub fn check_morale(at: At<'_, DieTrying>, morale: Morale) -> Result<(), Refusal> {
    let (state, who) = (at.state, morale.who);
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DT_HOUSE_21H, code, sentence));
    super::legal::known(state, who)?;
    let Some(battle) = &state.battle else { return bad("no-fight", "There is no fight.".into()) };
    let one = state.one(who);
    let name = &one.sheet.name;
    if one.sheet.is_hero() || !battle.has(who) || one.live.fate != Fate::Up {
        return bad("no-creature", format!("{name} tests no morale."));
    }
    if one.sheet.has_tag("mindless") {
        return bad("mindless", format!("{name} knows no fear."));
    }
    if battle.tested.contains(&who) {
        return bad("tested", format!("{name} has held or broken already."));
    }
    if shaken(at, who) {
        return Ok(());
    }
    bad("no-need", format!("{name} sees no reason to run yet."))
}

/// Whether it looks bad for somebody: half of the group is down, or one alone is at half its Hitpoints.
fn shaken(at: At<'_, DieTrying>, who: Who) -> bool {
    let (state, one) = (at.state, at.state.one(who));
    let Some(battle) = &state.battle else { return false };
    let left = fighters(state)
        .filter(|other| state.sheet(*other).side == one.sheet.side && state.live(*other).fate == Fate::Up);
    let down = i16::from(battle.foes) - i16::try_from(left.count()).unwrap_or(0);
    let half_down = battle.foes > 1 && down * 2 >= i16::from(battle.foes);
    half_down || battle.foes == 1 && one.live.hp * 2 <= max_hp(state, at.book, who)
}

/// The same as a question, without the words of a refusal: bots ask it every turn.
pub fn must_test(at: At<'_, DieTrying>, who: Who) -> bool {
    let fresh = at.state.battle.as_ref().is_some_and(|battle| !battle.tested.contains(&who));
    let could = fresh && !at.state.sheet(who).is_hero() && shaken(at, who);
    could && check_morale(at, Morale { who }).is_ok()
}

/// The save; whoever fails runs.
pub fn test_morale(cx: &mut Cx<'_, DieTrying>, morale: Morale) -> Flow {
    check_morale(cx.at(), morale)?;
    let (who, rule) = (morale.who, rules::DT_HOUSE_21H);
    let (state, book) = (cx.state(), cx.book());
    let mut check = Check::save(state, book, who, Ability::Wisdom, rule);
    add(&mut check.parts, "Their leader", steadied(state, book, who), rule);
    let (degree, _) = check::make(cx, check, 4)?;
    cx.record(rule, FightFact::Morale { who, flees: !degree.succeeded() }.into());
    Ok(())
}

/// What a leader nearby adds to the save of its kind.
fn steadied(state: &State, book: &crate::book::Book, who: Who) -> i16 {
    let kin = |other: Who| {
        state.sheet(who).has_tag("goblin") && state.sheet(other).has_tag("goblin") && other != who
    };
    let leaders = fighters(state).filter(|other| {
        kin(*other)
            && state.live(*other).fate == Fate::Up
            && sight::distance(state, who, *other).is_none_or(|far| far <= NEAR)
    });
    leaders.map(|other| passive::total(state, book, other, "morale-near")).max().unwrap_or(0)
}
