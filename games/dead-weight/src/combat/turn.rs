//! Turns: how one begins, ends and leads to the next; the cleanup of a round.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Pilot, Refusal, Seat, Who, deed};

use super::end::{end, over};
use super::ground::{able, fighters};
use super::legal::{candidate, commands_pet, in_own_turn, in_turn, is_candidate, known, pets, phase, rounds};
use super::morale;
use crate::DeadWeight;
use crate::fact::{FightFact, GearFact};
use crate::form::whatever_picked;
use crate::gear::encumbered;
use crate::house::SlowDodgeSurvives;
use crate::hurt::{self, Strike};
use crate::magic;
use crate::question::DropThing;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Affliction, Attribute, Phase, Place, Tokens};

/// Actions of an adventurer's turn.
pub const ACTIONS: u8 = 2;

deed! {
    /// Begins the turn of somebody whose phase it is.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct BeginTurn(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let who = form.actor()?;
            let next = is_candidate(form.state, who);
            form.only_if(next)?;
            who
        },
    }
}

impl Deed<DeadWeight> for BeginTurn {
    const CARD: Card = Card::acting("Begin the turn", "Fight").rule(rules::DW_COMB_04).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let state = may.state;
        let battle = rounds(state)?;
        let one = known(state, self.who)?;
        let name = &one.sheet.name;
        if let Some(acting) = battle.acting() {
            let sentence = || format!("{} finishes the turn first.", state.name(acting));
            return may.outright(|| Refusal::new(rules::DW_COMB_04, "in-a-turn", sentence()));
        }
        may.outright_if(one.live.mortal || one.live.dead, || {
            let sentence = format!("{name} lies there and has no turn.");
            Refusal::new(rules::DW_HURT_15, "mortally-wounded", sentence)
        })?;
        may.outright_if(!is_candidate(state, self.who), || {
            let phase = phase(state).map_or("nobody", Phase::name);
            let sentence = format!("This is the phase of the {phase}, and {name} has no turn in it now.");
            Refusal::new(rules::DW_COMB_01, "not-your-phase", sentence).with("phase", phase)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        starts(cx, self.who, false)
    }
}

/// A turn begins, and first everything that happens at its start.
fn starts(cx: &mut Cx<'_, DeadWeight>, who: Who, pet: bool) -> Flow {
    let one = cx.state().one(who);
    let actions = if one.sheet.is_hero() { ACTIONS } else { one.sheet.foe.actions };
    // A pet acts in its owner's phase.
    let battle = cx.state().battle.as_ref();
    let rule = match battle.and_then(|battle| battle.order.key(if pet { battle.order.turn()? } else { who }))
    {
        Some(Phase::Fast) => rules::DW_COMB_04,
        Some(Phase::Slow) => rules::DW_COMB_06,
        _ => rules::DW_COMB_05,
    };
    cx.record(rule, FightFact::Turn { who, actions, pet }.into());
    cx.cite(rules::DW_COMB_13);
    cx.within(who, |cx| magic::turn_starts(cx, who))?;
    if cx.state().sheet(who).is_hero() { hero_starts(cx, who) } else { foe_starts(cx, who) }
}

/// Bleeding, then the load, then nausea. The one who drops on the way has no turn.
fn hero_starts(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    if cx.state().live(who).suffers(Affliction::Bleeding) && able(cx.state(), who) {
        cx.within(who, |cx| hurt::tire_chosen(cx, who, rules::DW_AFFL_04))?;
    }
    if able(cx.state(), who) && encumbered(cx.at(), who) {
        cx.within(who, |cx| too_much(cx, who))?;
    }
    if able(cx.state(), who) && cx.state().live(who).suffers(Affliction::Nauseated) {
        let check = Rolling { helpable: false, ..Rolling::check(who, Attribute::Pre, rules::DW_AFFL_08) };
        if !cx.within(who, |cx| roll::make(cx, &check))?.succeeded() {
            return finish(cx, who);
        }
    }
    Ok(())
}

/// The one who carries too much tests STR or drops something.
pub fn too_much(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let test = Rolling { helpable: false, ..Rolling::test(who, Attribute::Str, rules::DW_INV_02) };
    let strong = cx.within(who, |cx| roll::make(cx, &test))?.succeeded();
    if strong || cx.state().live(who).mortal || cx.state().live(who).dead {
        return Ok(());
    }
    let things = DropThing { who }.things(cx.at());
    let item = match things[..] {
        [] => return Ok(()),
        [one] => Some(one),
        _ => cx.ask(who, DropThing { who })?,
    };
    let Some(item) = item else { return Ok(()) };
    let from = cx.state().live(who).items.get(usize::from(item)).map_or(Place::Gone, |item| item.place);
    let fact = GearFact::Placed { who, item, from, to: Place::Gone, wielded: false };
    cx.record(rules::DW_INV_02, fact.into());
    Ok(())
}

/// A bleeding creature may lose a wound.
fn foe_starts(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    if !cx.state().live(who).suffers(Affliction::Bleeding) {
        return Ok(());
    }
    let rule = rules::DW_ENEMY_11;
    let low = cx.dice_read(rule, Seat::GM, Group::new(1, 6).named("bleeding"), |faces| faces.first() <= 3)?;
    if low {
        let strike = Strike {
            who,
            wounds: 1,
            armor: false,
            resistance: false,
            non_lethal: false,
            at_most: None,
            rule,
        };
        hurt::strike(cx, strike)?;
    }
    Ok(())
}

deed! {
    /// Ends somebody's turn.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct EndTurn(form: DeadWeight) {
        /// Whose.
        who: Who = in_own_turn(form)?,
    }
}

impl Deed<DeadWeight> for EndTurn {
    const CARD: Card = Card::acting("End the turn", "Fight").rule(rules::DW_COMB_01).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, in_turn(may.state, self.who))?;
        whatever_picked(may, commands_pet(may.state, may.by, self.who))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        finish(cx, self.who)
    }
}

/// A turn is over; the pets of the one who had it come next, one by one, before the turn is really over.
pub fn finish(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let Some(battle) = &cx.state().battle else { return Ok(()) };
    let Some(owner) = battle.order.turn() else { return Ok(()) };
    let rule = rules::DW_COMB_01;
    let after = battle.pet.map(|_| who);
    let next = pets(cx.state(), owner).filter(|pet| after.is_none_or(|last| *pet > last)).min();
    if after.is_some() {
        cx.record(rule, FightFact::TurnOver { who }.into());
    }
    match next {
        Some(pet) => {
            cx.cite(rules::DW_HOUSE_06H);
            starts(cx, pet, true)
        }
        None => {
            cx.record(rule, FightFact::TurnOver { who: owner }.into());
            Ok(())
        }
    }
}

/// Brings a fight to the next moment at which somebody has to decide something: the one who can no
/// longer act hands the turn on, a round that is over is cleaned up, a fight that is over ends.
pub fn settle(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    loop {
        let Some(battle) = &cx.state().battle else { return Ok(()) };
        if let Some(outcome) = over(cx.state()) {
            return end(cx, outcome);
        }
        if battle.setup {
            return Ok(());
        }
        match battle.acting() {
            Some(who) if able(cx.state(), who) => return Ok(()),
            Some(who) => finish(cx, who)?,
            None if candidate(cx.state()).is_some() => return Ok(()),
            None => cleanup(cx)?,
        }
    }
}

/// Dodge tokens go, broken sides give up or not, and the next round begins.
fn cleanup(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let everybody: Vec<Who> = fighters(cx.state()).collect();
    let survives = cx.state().house.slow_dodge_survives == SlowDodgeSurvives::On;
    for who in everybody {
        let old = cx.state().live(who).tokens;
        let dodge = if survives { old.late_dodge } else { 0 };
        let tokens = Tokens { dodge, late_dodge: 0, ..old };
        if tokens != old {
            cx.record(rules::DW_COMB_07, FightFact::Tokens { who, tokens }.into());
        }
    }
    if let Some(outcome) = morale::broken_sides(cx)? {
        return end(cx, outcome);
    }
    if over(cx.state()).is_some() {
        return Ok(());
    }
    let round = cx.state().battle.as_ref().map_or(0, |battle| battle.order.round());
    let number = u16::try_from(round).unwrap_or(u16::MAX).saturating_add(1);
    cx.record(rules::DW_COMB_01, FightFact::Round { number, order: Vec::new() }.into());
    Ok(())
}
