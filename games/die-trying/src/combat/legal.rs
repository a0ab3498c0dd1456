//! What may be done now: everything here refuses before anything happens.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};

use super::provoke::stands_by;
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::fact::{FightFact, Spending};
use crate::house::HouseActions;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Fate, Kind, State};

/// What of a turn something takes. Outside a fight nothing is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cost {
    /// The Action.
    Action,
    /// The Bonus Action.
    Bonus,
    /// Nothing, but it must be one's turn.
    Free,
    /// The Reaction, at any time.
    Reaction,
}

/// Only the TS may.
pub fn gm(by: Seat, rule: RuleId, sentence: &'static str) -> Flow {
    if by.is_gm() { Ok(()) } else { refuse(Refusal::new(rule, "not-the-trapsetter", sentence)) }
}

/// Somebody who is there at all.
pub fn known(state: &State, who: Who) -> Result<(), Refusal> {
    match state.creature(who) {
        Some(_) => Ok(()),
        None => Err(Refusal::new(rules::DT_CORE_01, "nobody", "There is nobody like that here.")),
    }
}

/// Whether somebody can do anything at all: [`awake`] without the words of a refusal, since rules ask it all the time.
pub fn is_awake(state: &State, who: Who) -> bool {
    let one = state.one(who);
    one.live.fate == Fate::Up && one.sheet.kind != Kind::Object && !one.live.is(Condition::Unconscious)
}

/// Somebody who can do anything at all.
pub fn awake(state: &State, who: Who) -> Result<(), Refusal> {
    let one = state.one(who);
    let name = &one.sheet.name;
    match one.live.fate {
        Fate::Dead => Err(Refusal::new(rules::DT_HP_09, "dead", format!("{name} is dead."))),
        Fate::Dying => {
            Err(Refusal::new(rules::DT_HP_02, "dying", format!("{name} is dying and cannot act.")))
        }
        Fate::Stable(_) => {
            Err(Refusal::new(rules::DT_HP_06, "unconscious", format!("{name} is out cold and cannot act.")))
        }
        Fate::Up if one.live.is(Condition::Unconscious) => {
            let sentence = format!("{name} is unconscious and cannot act.");
            Err(Refusal::new(rules::DT_COND_06H, "unconscious", sentence))
        }
        Fate::Up if one.sheet.kind == Kind::Object => {
            Err(Refusal::new(rules::DT_HOUSE_07H, "an-object", format!("The {name} does nothing.")))
        }
        Fate::Up => Ok(()),
    }
}

/// Whether somebody may do something that takes this much of a turn.
pub fn legal(state: &State, book: &Book, who: Who, cost: Cost) -> Result<(), Refusal> {
    known(state, who)?;
    awake(state, who)?;
    let live = state.live(who);
    let name = state.name(who);
    if let Some(rule) = passive::forbids(state, book, who, "act") {
        return Err(Refusal::new(rule, "cannot-act", format!("{name} cannot act.")));
    }
    let Some(battle) = &state.battle else { return Ok(()) };
    if !battle.has(who) || live.away {
        let sentence = format!("{name} is not in this fight.");
        return Err(Refusal::new(rules::DT_COM_01, "not-fighting", sentence));
    }
    let spent = |code: &str, what: &str| {
        let sentence = format!("{name} has no {what} left.");
        Err(Refusal::new(rules::DT_COM_03, code, sentence))
    };
    if cost == Cost::Reaction {
        return if live.reaction {
            Ok(())
        } else {
            let sentence = format!("{name} has no Reaction left.");
            Err(Refusal::new(rules::DT_COM_04, "no-reaction", sentence))
        };
    }
    if battle.acting() != Some(who) {
        let acting = battle.acting().map_or("nobody", |who| state.name(who));
        let sentence = format!("It is the turn of {acting}, not of {name}.");
        return Err(Refusal::new(rules::DT_COM_02, "not-your-turn", sentence));
    }
    match cost {
        Cost::Action if !live.turn.action => spent("no-action", "Action"),
        Cost::Bonus if !live.turn.bonus => spent("no-bonus-action", "Bonus Action"),
        _ => Ok(()),
    }
}

/// Pays for it.
pub fn pay(cx: &mut Cx<'_, DieTrying>, who: Who, cost: Cost, rule: RuleId) {
    if cx.state().battle.is_none() {
        return;
    }
    let what = match cost {
        Cost::Action => Spending::Action,
        Cost::Bonus => Spending::Bonus,
        Cost::Reaction => Spending::Reaction,
        Cost::Free => return,
    };
    sight::note(cx, who, rule, FightFact::Spent { who, what });
}

/// Whether a Talent lets somebody do this as a Bonus Action.
pub fn as_bonus(state: &State, book: &Book, who: Who, deed: &str) -> bool {
    granted(state, book, who, deed).is_some()
}

/// The Talent that does.
fn granted(state: &State, book: &Book, who: Who, deed: &str) -> Option<RuleId> {
    let found = passive::find(state, book, who, Of::BonusAction, |passive| match passive {
        Passive::BonusAction(deeds) if deeds.iter().any(|known| known == deed) => Some(()),
        _ => None,
    });
    found.map(|(_, rule)| rule)
}

/// Pays for something that is an Action, or a Bonus Action where a Talent lets it be one.
pub fn pay_deed(cx: &mut Cx<'_, DieTrying>, who: Who, bonus: bool, deed: &str, rule: RuleId) {
    if bonus && let Some(talent) = granted(cx.state(), cx.book(), who, deed) {
        cx.cite(talent);
    }
    pay(cx, who, if bonus { Cost::Bonus } else { Cost::Action }, rule);
}

/// Our own actions can be switched off.
pub fn house_action(state: &State) -> Result<(), Refusal> {
    if state.house.house_actions == HouseActions::On {
        return Ok(());
    }
    let sentence = "At this table there are only the five Actions of the book.";
    Err(Refusal::new(rules::DT_COM_06, "no-such-action", sentence))
}

/// Everybody in the fight who has not left it.
pub fn fighters(state: &State) -> impl Iterator<Item = Who> + '_ {
    let all: &[Who] = state.battle.as_ref().map_or(&[], |battle| &battle.fighters);
    all.iter().copied().filter(|who| !state.live(*who).away)
}

/// Whether two are on different sides, and neither only stands by.
#[inline]
pub fn hostile(state: &State, one: Who, other: Who) -> bool {
    state.sheet(one).side != state.sheet(other).side && !stands_by(state, one) && !stands_by(state, other)
}

/// Those somebody fights against who still live.
pub fn opponents(state: &State, who: Who) -> impl Iterator<Item = Who> + '_ {
    let side = state.sheet(who).side;
    let idle = stands_by(state, who);
    fighters(state).filter(move |other| {
        let one = state.one(*other);
        !idle && one.sheet.side != side && one.live.fate != Fate::Dead && !stands_by(state, *other)
    })
}

/// Not while a fight goes on.
pub fn out_of_fight(state: &State, rule: RuleId) -> Result<(), Refusal> {
    match &state.battle {
        None => Ok(()),
        Some(_) => Err(Refusal::new(rule, "fighting", "Not while a fight goes on.")),
    }
}
