//! What may be done now: everything here refuses before anything happens.

use boneyard_table::deed::{Barred, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Playable, Refusal, RuleId, Seat, Who};

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

/// Somebody who is there at all.
pub fn known(state: &State, who: Who) -> Result<(), Refusal> {
    match state.creature(who) {
        Some(_) => Ok(()),
        None => Err(nobody()),
    }
}

fn nobody() -> Refusal {
    Refusal::new(rules::DT_CORE_01, "nobody", "There is nobody like that here.")
}

/// The same for what is picked on a form.
pub fn may_know(may: May<'_, DieTrying>, who: Who) -> Lawful {
    may.not_if(may.state.creature(who).is_none(), nobody)
}

/// Somebody whom another can name as a target: whom they do not know of is nobody.
pub fn may_target(may: May<'_, DieTrying>, who: Who, target: Who) -> Lawful {
    may.not_if(!sight::may_target(may.state, who, target), DieTrying::nobody)
}

/// Somebody who still lives.
pub fn may_reach_living(may: May<'_, DieTrying>, target: Who) -> Lawful {
    may.not_if(may.state.live(target).fate == Fate::Dead, || {
        let sentence = format!("{} is dead already.", may.state.name(target));
        Refusal::new(rules::DT_HP_09, "dead", sentence)
    })
}

/// Whether somebody can do anything at all: [`awake`] without the words of a refusal, since rules ask it all the time.
pub fn is_awake(state: &State, who: Who) -> bool {
    let one = state.one(who);
    one.live.fate == Fate::Up && one.sheet.kind != Kind::Object && !one.live.is(Condition::Unconscious)
}

/// Somebody who can do anything at all.
pub fn awake(state: &State, who: Who) -> Result<(), Refusal> {
    if is_awake(state, who) { Ok(()) } else { Err(unfit(state, who)) }
}

/// The same for what is picked on a form.
pub fn may_be_up(may: May<'_, DieTrying>, who: Who) -> Lawful {
    may.not_if(!is_awake(may.state, who), || unfit(may.state, who))
}

/// Not while a fight goes on. It bars whatever is picked.
pub fn may_in_peace(may: May<'_, DieTrying>, rule: RuleId) -> Lawful {
    may.outright_if(may.state.battle.is_some(), || {
        Refusal::new(rule, "fighting", "Not while a fight goes on.")
    })
}

/// Whether somebody may take their time for something. It bars whatever is picked.
pub fn may_at_leisure(may: May<'_, DieTrying>, who: Who, rule: RuleId) -> Lawful {
    may.outright_if(may.state.creature(who).is_none(), nobody)?;
    may.outright_if(!is_awake(may.state, who), || unfit(may.state, who))?;
    may_in_peace(may, rule)
}

/// The one who does it, a hero who is there, while nobody fights: to others the form is not offered.
pub fn at_leisure(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = form.actor()?;
    let state = form.state;
    let hero = state.creature(who).is_some_and(|one| one.sheet.is_hero() && !one.live.away);
    form.only_if(state.battle.is_none() && hero && is_awake(state, who))?;
    Ok(who)
}

/// Why somebody who is not awake can do nothing.
pub fn unfit(state: &State, who: Who) -> Refusal {
    let one = state.one(who);
    let name = &one.sheet.name;
    match one.live.fate {
        Fate::Dead => Refusal::new(rules::DT_HP_09, "dead", format!("{name} is dead.")),
        Fate::Dying => Refusal::new(rules::DT_HP_02, "dying", format!("{name} is dying and cannot act.")),
        Fate::Stable(_) => {
            Refusal::new(rules::DT_HP_06, "unconscious", format!("{name} is out cold and cannot act."))
        }
        Fate::Up if one.live.is(Condition::Unconscious) => {
            let sentence = format!("{name} is unconscious and cannot act.");
            Refusal::new(rules::DT_COND_06H, "unconscious", sentence)
        }
        Fate::Up => Refusal::new(rules::DT_HOUSE_07H, "an-object", format!("The {name} does nothing.")),
    }
}

/// Whether somebody may do something that takes this much of a turn. It bars whatever is picked.
pub fn may_do(may: May<'_, DieTrying>, who: Who, cost: Cost) -> Lawful {
    let state = may.state;
    may.outright_if(state.creature(who).is_none(), nobody)?;
    may.outright_if(!is_awake(state, who), || unfit(state, who))?;
    let (live, name) = (state.live(who), state.name(who));
    if let Some(rule) = passive::forbids(state, may.book, who, "act") {
        return may.outright(|| Refusal::new(rule, "cannot-act", format!("{name} cannot act.")));
    }
    let Some(battle) = &state.battle else { return Ok(()) };
    may.outright_if(!battle.has(who) || live.away, || {
        let sentence = format!("{name} is not in this fight.");
        Refusal::new(rules::DT_COM_01, "not-fighting", sentence)
    })?;
    if cost == Cost::Reaction {
        return may.outright_if(!live.reaction, || {
            let sentence = format!("{name} has no Reaction left.");
            Refusal::new(rules::DT_COM_04, "no-reaction", sentence)
        });
    }
    may.outright_if(battle.acting() != Some(who), || {
        let acting = battle.acting().map_or("nobody", |who| state.name(who));
        let sentence = format!("It is the turn of {acting}, not of {name}.");
        Refusal::new(rules::DT_COM_02, "not-your-turn", sentence)
    })?;
    let spent = |code: &str, what: &str| {
        let sentence = format!("{name} has no {what} left.");
        Refusal::new(rules::DT_COM_03, code, sentence)
    };
    match cost {
        Cost::Action if !live.turn.action => may.outright(|| spent("no-action", "Action")),
        Cost::Bonus if !live.turn.bonus => may.outright(|| spent("no-bonus-action", "Bonus Action")),
        _ => Ok(()),
    }
}

/// Whether somebody may do something that takes an Action, or a Bonus Action where a Talent lets it be one.
pub fn may_do_deed(
    may: May<'_, DieTrying>,
    who: Who,
    bonus: bool,
    deed: &str,
    sentence: &'static str,
) -> Lawful {
    may_do(may, who, if bonus { Cost::Bonus } else { Cost::Action })?;
    may.outright_if(bonus && !as_bonus(may.state, may.book, who, deed), || never_a_bonus(sentence))
}

/// What nothing lets anybody do as a Bonus Action.
pub fn never_a_bonus(sentence: &'static str) -> Refusal {
    Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence)
}

/// The same as a question.
pub fn can_do(at: At<'_, DieTrying>, who: Who, cost: Cost) -> bool {
    may_do(May::quiet(at, Seat::GM), who, cost).is_ok()
}

/// The same with the words of a refusal.
pub fn legal(state: &State, book: &Book, who: Who, cost: Cost) -> Result<(), Refusal> {
    may_do(May::told(At { state, book }, Seat::GM), who, cost).map_err(Barred::refusal)
}

/// The one who does it, if they can do anything at all now: to others the form is not offered.
pub fn actor_now(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = form.actor()?;
    let able = can_do(form.at(), who, Cost::Free);
    form.only_if(able)?;
    Ok(who)
}

/// The same for what is done in fights alone.
pub fn fighter_now(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let fights = form.state.battle.is_some();
    form.only_if(fights)?;
    actor_now(form)
}

/// The field `bonus`: a card of its own where a Talent lets somebody do it as a Bonus Action.
pub fn at_once(form: &mut Filling<'_, DieTrying>, who: Who, deed: &str, label: &'static str) -> Filled<bool> {
    let at = form.at();
    let open =
        at.state.battle.is_some() && can_do(at, who, Cost::Bonus) && as_bonus(at.state, at.book, who, deed);
    let ways: &[Option<bool>] = if open { &[None, Some(true)] } else { &[None] };
    let bonus = form.each("bonus", ways.iter().copied())?.unwrap_or(false);
    if bonus {
        form.label(|| label.into());
        form.cost(1, "Bonus Action");
    }
    Ok(bonus)
}

/// Whether the seat knows of somebody for whom this holds.
pub fn any_known(form: &Filling<'_, DieTrying>, fits: impl Fn(Who) -> bool) -> bool {
    let state = form.state;
    state.everybody().any(|who| crate::view::shown(state, who, form.seat) && fits(who))
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
pub fn house_actions(state: &State) -> bool {
    state.house.house_actions == HouseActions::On
}

/// The same for those who want to do one of them.
pub fn may_house_action(may: May<'_, DieTrying>) -> Lawful {
    may.outright_if(!house_actions(may.state), || {
        let sentence = "At this table there are only the five Actions of the book.";
        Refusal::new(rules::DT_COM_06, "no-such-action", sentence)
    })
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
