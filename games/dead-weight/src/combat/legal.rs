//! Who may act now, and what an action costs. Everything here refuses before anything happens.

use boneyard_table::deed::{Filled, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Refusal, RuleId, Seat, Who};

use super::ground::able;
use crate::DeadWeight;
use crate::fact::{Effort, FightFact};
use crate::form::{Form, whatever_picked};
use crate::rules;
use crate::state::{Battle, Creature, Kind, Phase, State};

/// A fight whose rounds have begun.
pub fn rounds(state: &State) -> Result<&Battle, Refusal> {
    match &state.battle {
        Some(battle) if !battle.setup => Ok(battle),
        Some(_) => {
            Err(Refusal::new(rules::DW_COMB_01, "setup", "The fight is still being set up; start it first."))
        }
        None => Err(Refusal::new(rules::DW_COMB_01, "no-fight", "There is no fight.")),
    }
}

/// Somebody who is there at all.
pub fn known(state: &State, who: Who) -> Result<&Creature, Refusal> {
    let one = state.creature(who).filter(|one| one.sheet.draft.is_none());
    one.ok_or_else(|| Refusal::new(rules::DW_COMB_01, "nobody", "There is nobody like that here."))
}

/// The one who is in the middle of a turn and can act, stunned or not.
pub fn in_turn(state: &State, who: Who) -> Result<&Creature, Refusal> {
    let battle = rounds(state)?;
    let one = known(state, who)?;
    let name = &one.sheet.name;
    if one.live.dead {
        return Err(Refusal::new(rules::DW_HURT_16, "dead", format!("{name} is dead.")));
    }
    if one.live.mortal {
        let sentence = format!("{name} is mortally wounded and can do nothing until stabilised.");
        return Err(Refusal::new(rules::DW_HURT_15, "mortally-wounded", sentence));
    }
    if battle.acting() != Some(who) {
        return Err(not_now(state, battle, who));
    }
    Ok(one)
}

fn not_now(state: &State, battle: &Battle, who: Who) -> Refusal {
    let name = state.name(who);
    let sentence = match battle.acting() {
        Some(acting) => format!("It is the turn of {}, not of {name}.", state.name(acting)),
        None if is_candidate(state, who) => format!("{name} begins the turn first."),
        None => {
            let phase = phase(state).map_or("nobody", Phase::name);
            format!("This is the phase of the {phase}; {name} has to wait.")
        }
    };
    Refusal::new(rules::DW_COMB_01, "not-your-turn", sentence)
}

/// The one who is in the middle of a turn, not stunned, with so many actions left.
pub fn acting(state: &State, who: Who, actions: u8) -> Result<&Creature, Refusal> {
    let one = in_turn(state, who)?;
    let name = &one.sheet.name;
    if one.live.tokens.stun > 0 {
        let rule = if one.sheet.is_hero() { rules::DW_TOKEN_03 } else { rules::DW_ENEMY_09 };
        let sentence = format!("{name} is stunned and can only Recover.");
        return Err(Refusal::new(rule, "stunned", sentence).with("stun", one.live.tokens.stun));
    }
    has_actions(one, actions)?;
    Ok(one)
}

/// Whether somebody has so many actions left.
pub fn has_actions(one: &Creature, actions: u8) -> Result<(), Refusal> {
    let left = one.live.turn.actions;
    if left < actions {
        let rule = if one.sheet.is_hero() { rules::DW_COMB_04 } else { rules::DW_COMB_05 };
        let sentence = format!(
            "This takes {}; {} has {left} left.",
            count(actions, "action", "actions"),
            one.sheet.name
        );
        return Err(Refusal::new(rule, "no-actions", sentence).with("needs", actions).with("left", left));
    }
    Ok(())
}

/// An adventurer in the middle of a turn, not stunned, with so many actions left.
pub fn acting_hero(state: &State, who: Who, actions: u8) -> Result<&Creature, Refusal> {
    if !known(state, who)?.sheet.is_hero() {
        let sentence = format!("{} only moves, recovers and does what its sheet lists.", state.name(who));
        return Err(Refusal::new(rules::DW_ENEMY_03, "not-its-action", sentence));
    }
    acting(state, who, actions)
}

/// Pets obey their owner; who lies down commands nothing, and then the GM plays them.
pub fn commands_pet(state: &State, by: Seat, who: Who) -> Result<(), Refusal> {
    match state.creature(who).map(|one| one.sheet.kind) {
        Some(Kind::Ally { of }) if !by.is_gm() && !able(state, of) => {
            let sentence = format!("{} lies there; the GM plays {} now.", state.name(of), state.name(who));
            Err(Refusal::new(rules::DW_HOUSE_06H, "owner-down", sentence))
        }
        _ => Ok(()),
    }
}

/// Somebody on another side who is there to be attacked.
pub fn target(state: &State, who: Who, target: Who, rule: RuleId) -> Result<&Creature, Refusal> {
    let one = known(state, target)?;
    let name = &one.sheet.name;
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    if one.live.dead {
        return bad("dead", format!("{name} is dead already."));
    }
    if one.live.away || !super::ground::present(state, target) {
        return bad("not-there", format!("{name} is not in this fight."));
    }
    if !super::ground::hostile(state, who, target) {
        return bad("own-side", format!("{name} is on your own side."));
    }
    Ok(one)
}

/// Pays for an action.
pub fn spend(cx: &mut Cx<'_, DeadWeight>, who: Who, actions: u8, rule: RuleId) {
    pay(cx, who, actions, rule, Effort::Act);
}

/// Pays for moving.
pub fn spend_on_move(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) {
    pay(cx, who, 1, rule, Effort::Move);
}

fn pay(cx: &mut Cx<'_, DeadWeight>, who: Who, actions: u8, rule: RuleId, on: Effort) {
    let left = cx.state().live(who).turn.actions.saturating_sub(actions);
    cx.record(rule, FightFact::Actions { who, left, on }.into());
}

/// Whether somebody gets a turn when it comes to them: who can fight, or has somebody who can.
pub fn takes_turn(state: &State, who: Who) -> bool {
    able(state, who) || pets(state, who).next().is_some()
}

/// Pets and servants of somebody that can act, in their order.
pub fn pets(state: &State, owner: Who) -> impl Iterator<Item = Who> + '_ {
    super::ground::fighters(state)
        .filter(move |who| state.sheet(*who).kind == Kind::Ally { of: owner } && able(state, *who))
}

/// Who may begin a turn now.
pub fn candidates(state: &State) -> Vec<Who> {
    match &state.battle {
        Some(battle) if !battle.setup && battle.acting().is_none() => {
            battle.order.candidates(|who| !takes_turn(state, who))
        }
        _ => Vec::new(),
    }
}

/// The first who may begin a turn now.
pub fn candidate(state: &State) -> Option<Who> {
    candidate_where(state, |_| true)
}

/// Whether somebody may begin a turn now.
pub fn is_candidate(state: &State, who: Who) -> bool {
    candidate_where(state, |other| other == who).is_some()
}

fn candidate_where(state: &State, wanted: impl Fn(Who) -> bool) -> Option<Who> {
    let battle = state.battle.as_ref().filter(|battle| !battle.setup && battle.acting().is_none())?;
    battle.order.candidate(|who| !takes_turn(state, who), wanted)
}

/// The phase under way, or the next one.
pub fn phase(state: &State) -> Option<Phase> {
    let battle = state.battle.as_ref().filter(|battle| !battle.setup)?;
    battle.order.phase(|who| !takes_turn(state, who))
}

/// The field `who` of what somebody does in a turn: offered in their own.
pub fn in_own_turn(form: &mut Form<'_>) -> Filled<Who> {
    let who = form.actor()?;
    let turn = form.state.battle.as_ref().is_some_and(|battle| !battle.setup && battle.acting() == Some(who));
    form.only_if(turn)?;
    Ok(who)
}

/// The same, for what only adventurers do.
pub fn in_hero_turn(form: &mut Form<'_>) -> Filled<Who> {
    let who = in_own_turn(form)?;
    let hero = form.state.creature(who).is_some_and(|one| one.sheet.is_hero());
    form.only_if(hero)?;
    Ok(who)
}

/// Whether an adventurer may act, whatever is picked.
pub fn may_act<'a>(may: May<'a, DeadWeight>, who: Who, actions: u8) -> Lawful<&'a Creature> {
    whatever_picked(may, acting_hero(may.state, who, actions))
}
