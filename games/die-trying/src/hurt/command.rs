//! Commands about bodies: what the TS says befalls somebody, stabilising, and the rounds of the dying
//! outside a fight.

use boneyard_table::moment::{Moment, Until};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Blow, begin_condition, death_dc, death_save, fall_prone, heal, suffer, thrown};
use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::check::{self, Check};
use crate::combat::{Cost, as_bonus, awake, gm, known, legal, pay_deed};
use crate::fact::{GearFact, HurtFact};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, DamageType, Degree, Fate, Proficiency, State, Ware};
use crate::time;

/// Damage the TS deals out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// To whom.
    pub who: Who,
    /// How much.
    pub amount: u8,
    /// Of which type.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Half of it, as after a save.
    #[serde(default)]
    pub half: bool,
}

/// Healing the TS deals out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Heal {
    /// To whom.
    pub who: Who,
    /// How much.
    pub amount: u8,
}

/// A condition the TS lays on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inflict {
    /// On whom.
    pub who: Who,
    /// Which; Prone if nothing is said.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// For so many of their turns; until ended if nothing is said.
    #[serde(default)]
    pub turns: Option<u8>,
    /// The DC to escape it.
    #[serde(default)]
    pub escape: Option<u8>,
    /// Who or what it comes from.
    #[serde(default)]
    pub from: Option<Who>,
    /// Ends it instead.
    #[serde(default)]
    pub end: bool,
}

/// Rounds that go by outside a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    /// How many.
    #[serde(default = "one")]
    pub rounds: u8,
}

fn one() -> u8 {
    1
}

/// Stabilising with a Medicine Kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stabilise {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// Seconds in a round.
pub const ROUND: u64 = 6;

/// The TS deals damage.
pub fn harm(cx: &mut Cx<'_, DieTrying>, by: Seat, harm: Harm) -> Flow {
    gm(by, rules::DT_CORE_01, "Only the Trapsetter deals damage out of the blue.")?;
    known(cx.state(), harm.who)?;
    living(cx.state(), harm.who)?;
    cx.cite(rules::DT_DMG_01);
    let amount = i16::from(harm.amount);
    let amount = if harm.half { amount / 2 } else { amount };
    if harm.half {
        cx.cite(rules::DT_CORE_09);
    }
    suffer(cx, Blow { who: harm.who, amount, kind: harm.kind, pierce: 0, rule: rules::DT_DMG_01 })?;
    Ok(())
}

/// The TS heals somebody.
pub fn heal_by(cx: &mut Cx<'_, DieTrying>, by: Seat, healing: Heal) -> Flow {
    gm(by, rules::DT_CORE_01, "Only the Trapsetter heals out of the blue.")?;
    known(cx.state(), healing.who)?;
    living(cx.state(), healing.who)?;
    heal(cx, healing.who, i16::from(healing.amount), rules::DT_HP_01);
    Ok(())
}

fn living(state: &State, who: Who) -> Result<(), Refusal> {
    if state.live(who).fate == Fate::Dead {
        let sentence = format!("{} is dead and stays so.", state.name(who));
        return Err(Refusal::new(rules::DT_HP_09, "dead", sentence));
    }
    Ok(())
}

/// The TS lays a condition on somebody, or ends it.
pub fn inflict(cx: &mut Cx<'_, DieTrying>, by: Seat, inflict: Inflict) -> Flow {
    gm(by, rules::DT_CORE_01, "Only the Trapsetter lays conditions on people.")?;
    known(cx.state(), inflict.who)?;
    living(cx.state(), inflict.who)?;
    if let Some(from) = inflict.from {
        known(cx.state(), from)?;
    }
    let (who, rule) = (inflict.who, rules::DT_CORE_02);
    match (inflict.condition, inflict.end) {
        (None, false) => fall_prone(cx, who, rule),
        (None, true) => {
            awake(cx.state(), who)?;
            cx.record(rule, HurtFact::Stood { who }.into());
        }
        (Some(condition), true) => super::end_condition(cx, who, condition),
        (Some(condition), false) => {
            let until = match inflict.turns {
                Some(turns) => Until::ended().or(Moment::TurnEnd(who), u16::from(turns.saturating_sub(1))),
                None => Until::ended(),
            };
            begin_condition(cx, who, condition, inflict.escape, until, rule, inflict.from);
        }
    }
    Ok(())
}

/// Rounds go by outside a fight: whoever is dying throws once in each.
pub fn rounds_pass(cx: &mut Cx<'_, DieTrying>, by: Seat, rounds: Rounds) -> Flow {
    gm(by, rules::DT_HP_03, "The Trapsetter lets the rounds go by.")?;
    out_of_fight(cx.state())?;
    if !(1..=100).contains(&rounds.rounds) {
        let sentence = "Let 1 to 100 rounds go by.";
        return refuse(Refusal::new(rules::DT_HP_03, "so-many", sentence));
    }
    for round in 0..rounds.rounds {
        cx.mark(rules::DT_HP_03, (round, rounds.rounds))?;
        for who in dying(cx.state()) {
            cx.within((round, rounds.rounds, who), |cx| death_save(cx, who))?;
        }
        cx.within((round, rounds.rounds), crate::trap::rounds_go_by)?;
        let to = cx.state().now.later(ROUND);
        time::advance(cx, to)?;
    }
    Ok(())
}

/// The dying throw round after round until it is settled for all of them; it takes a minute.
pub fn settle_dying(cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
    gm(by, rules::DT_HP_03, "The Trapsetter lets the rounds go by.")?;
    out_of_fight(cx.state())?;
    if dying(cx.state()).is_empty() {
        return refuse(Refusal::new(rules::DT_HP_03, "nobody-dying", "Nobody is dying."));
    }
    loop {
        // Nothing counts the rounds: what follows depends on the Hitpoints alone.
        cx.mark(rules::DT_HP_03, ())?;
        let all = dying(cx.state());
        if all.is_empty() {
            break;
        }
        for who in all {
            cx.within(who, |cx| death_save(cx, who))?;
        }
    }
    let to = cx.state().now.later(10 * ROUND);
    time::advance(cx, to)
}

fn dying(state: &State) -> Vec<Who> {
    state.beings().filter(|who| state.live(*who).fate == Fate::Dying).collect()
}

fn out_of_fight(state: &State) -> Result<(), Refusal> {
    if state.battle.is_some() {
        let sentence = "In a fight the dying throw at the end of their own turns.";
        return Err(Refusal::new(rules::DT_HP_03, "fighting", sentence));
    }
    Ok(())
}

/// Whether somebody may stabilise another, and with which kit.
pub fn check_stabilise(at: At<'_, DieTrying>, deed: Stabilise) -> Result<u8, Refusal> {
    let (state, book, rule) = (at.state, at.book, rules::DT_HP_10);
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let cost = if deed.bonus { Cost::Bonus } else { Cost::Action };
    legal(state, book, deed.who, cost)?;
    if deed.bonus && !as_bonus(state, book, deed.who, "use-kit") {
        let sentence = "Using a Medicine Kit takes an Action.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    known(state, deed.target)?;
    living(state, deed.target)?;
    let one = state.one(deed.who);
    let held = (0..one.sheet.items.len())
        .find(|item| one.sheet.items[*item].ware == Ware::Kit && one.live.items[*item].place.is_held());
    let Some(kit) = held else {
        return bad("no-kit", format!("{} has no Medicine Kit in hand.", state.name(deed.who)));
    };
    if one.live.items[kit].left == 0 {
        return bad("kit-empty", "The Medicine Kit is used up.".into());
    }
    if state.live(deed.target).fate != Fate::Dying {
        return bad("not-dying", format!("{} is not dying.", state.name(deed.target)));
    }
    if sight::distance(state, deed.who, deed.target).is_some_and(|far| far > 1) {
        return bad("too-far", format!("{} is more than 5 feet away.", state.name(deed.target)));
    }
    Ok(kit as u8)
}

/// Stabilises: a Medicine check that counts like the patient's own throw. One use goes, whatever comes
/// of it.
pub fn stabilise(cx: &mut Cx<'_, DieTrying>, deed: Stabilise) -> Flow {
    let kit = check_stabilise(cx.at(), deed)?;
    let (who, target, rule) = (deed.who, deed.target, rules::DT_HP_10);
    pay_deed(cx, who, deed.bonus, "use-kit", rule);
    let item = cx.state().live(who).items[usize::from(kit)];
    let left = item.left - 1;
    cx.record(rules::DT_ITEM_05, GearFact::Left { who, item: kit, count: item.count, left }.into());
    let (state, book) = (cx.state(), cx.book());
    let check = Check::skill(state, book, who, Proficiency::Medicine, rule);
    let dc = death_dc(state.live(target).hp);
    let (degree, _) = check::make(cx, check, dc)?;
    let (state, book) = (cx.state(), cx.book());
    let steady = passive::find(state, book, who, Of::SteadyKit, |passive| match passive {
        Passive::SteadyKit(true) => Some(()),
        _ => None,
    });
    let degree = match (degree, steady) {
        (Degree::CriticalFailure, Some((_, entry))) => {
            cx.cite(entry);
            Degree::Failure
        }
        (degree, _) => degree,
    };
    let more = passive::total(cx.state(), cx.book(), who, "stabilise-healing");
    let more = if cx.state().live(target).hp < 0 { more } else { 0 };
    cx.within((who, target), |cx| thrown(cx, target, degree, more))?;
    sight::acted(cx, who);
    Ok(())
}
