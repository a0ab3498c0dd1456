//! Commands about bodies: what the TS says befalls somebody, stabilising, and the rounds of the dying
//! outside a fight.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::{Moment, Until};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Blow, begin_condition, death_dc, death_save, fall_prone, heal, suffer, thrown};
use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::check::{self, Check};
use crate::combat::{actor_now, any_known, at_once, awake, may_do_deed, may_know, pay_deed};
use crate::fact::{GearFact, HurtFact};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, DamageType, Degree, Fate, Proficiency, State, Ware};
use crate::time;

deed! {
    /// The TS deals damage.
    #[derive(Copy)]
    pub struct Harm(form: DieTrying) {
        who: Who = living_one(form, "To whom")?,
        /// How much.
        amount: u8 = {
            form.rule(rules::DT_DMG_01);
            form.amount("amount", "How much", 0..=30)?
        },
        /// Of which type.
        #[serde(rename = "type")]
        kind: DamageType = form.one_of("type", "Type", DamageType::ALL.map(|kind| (kind, kind.name())))?,
        /// Half of it, as after a save.
        #[serde(default)]
        half: bool = form.flag("half", "Half of it, as after a save")?,
    }
}

/// The field `who`: somebody who lives.
fn living_one(form: &mut Filling<'_, DieTrying>, label: &'static str) -> Filled<Who> {
    let state = form.state;
    form.only_if(state.everybody().any(|who| state.live(who).fate != Fate::Dead))?;
    form.creature_among("who", label, |who| state.live(who).fate != Fate::Dead)
}

/// Somebody who lives.
fn may_touch(may: May<'_, DieTrying>, who: Who) -> Lawful {
    may_know(may, who)?;
    may.not_if(may.state.live(who).fate == Fate::Dead, || {
        let sentence = format!("{} is dead and stays so.", may.state.name(who));
        Refusal::new(rules::DT_HP_09, "dead", sentence)
    })
}

impl Deed<DieTrying> for Harm {
    const CARD: Card = Card::gm("Deal damage", "Bodies").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_touch(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        cx.cite(rules::DT_DMG_01);
        let amount = i16::from(self.amount);
        let amount = if self.half { amount / 2 } else { amount };
        if self.half {
            cx.cite(rules::DT_CORE_09);
        }
        suffer(cx, Blow { who: self.who, amount, kind: self.kind, pierce: 0, rule: rules::DT_DMG_01 })?;
        Ok(())
    }
}

deed! {
    /// The TS heals somebody.
    #[derive(Copy)]
    pub struct Heal(form: DieTrying) {
        who: Who = living_one(form, "Whom")?,
        /// How much.
        amount: u8 = {
            form.rule(rules::DT_HP_01);
            form.amount("amount", "How much", 1..=30)?
        },
    }
}

impl Deed<DieTrying> for Heal {
    const CARD: Card = Card::gm("Heal", "Bodies").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_touch(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        heal(cx, self.who, i16::from(self.amount), rules::DT_HP_01);
        Ok(())
    }
}

deed! {
    /// The TS lays a condition on somebody, or ends it.
    #[derive(Copy)]
    pub struct Inflict(form: DieTrying) {
        who: Who = living_one(form, "On whom")?,
        /// Which; Prone if nothing is said.
        #[serde(default)]
        condition: Option<Condition> = {
            form.rule(rules::DT_CORE_02);
            let all = Condition::ALL.map(|known| (known, known.name()));
            form.maybe("condition", "Which; Prone if nothing is said", all)?
        },
        /// For so many of their turns; until ended if nothing is said.
        #[serde(default)]
        turns: Option<u8> = form.maybe_amount("turns", "For so many turns", 1..=20)?,
        /// Who or what it comes from.
        #[serde(default)]
        from: Option<Who> = {
            let state = form.state;
            form.maybe_creature("from", "From whom it comes", |who| state.live(who).fate != Fate::Dead)?
        },
        /// The DC to escape it.
        #[serde(default)]
        escape: Option<u8> = form.maybe_amount("escape", "DC to escape it", 0..=15)?,
        /// Ends it instead.
        #[serde(default)]
        end: bool = form.flag("end", "End it")?,
    }
}

impl Deed<DieTrying> for Inflict {
    const CARD: Card = Card::gm("Lay or end a condition", "Bodies").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_touch(may, self.who)?;
        if let Some(from) = self.from {
            may_know(may, from)?;
        }
        if self.end && self.condition.is_none() {
            awake(may.state, self.who)?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_CORE_02);
        match (self.condition, self.end) {
            (None, false) => fall_prone(cx, who, rule),
            (None, true) => cx.record(rule, HurtFact::Stood { who }.into()),
            (Some(condition), true) => super::end_condition(cx, who, condition),
            (Some(condition), false) => {
                let until = match self.turns {
                    Some(turns) => {
                        Until::ended().or(Moment::TurnEnd(who), u16::from(turns.saturating_sub(1)))
                    }
                    None => Until::ended(),
                };
                begin_condition(cx, who, condition, self.escape, until, rule, self.from);
            }
        }
        Ok(())
    }
}

deed! {
    /// Rounds go by outside a fight: the one who is dying throws once in each.
    #[derive(Copy)]
    pub struct Rounds(form: DieTrying) {
        /// How many.
        #[serde(default = "one")]
        rounds: u8 = {
            some_dying(form)?;
            let written = form.is_written();
            let rounds: Option<u8> = if written { form.unasked("rounds")? } else { None };
            if written { rounds.unwrap_or(1) } else { form.amount("rounds", "How many", 1..=10)? }
        },
    }
}

fn one() -> u8 {
    1
}

/// Offered only where somebody is dying, outside a fight.
fn some_dying(form: &mut Filling<'_, DieTrying>) -> Filled<()> {
    let so = form.state.battle.is_none() && !dying(form.state).is_empty();
    form.only_if(so)
}

/// Outside a fight alone.
fn may_pass(may: May<'_, DieTrying>) -> Lawful {
    may.outright_if(may.state.battle.is_some(), || {
        let sentence = "In a fight the dying throw at the end of their own turns.";
        Refusal::new(rules::DT_HP_03, "fighting", sentence)
    })
}

fn dying(state: &State) -> Vec<Who> {
    state.beings().filter(|who| state.live(*who).fate == Fate::Dying).collect()
}

/// Seconds in a round.
pub const ROUND: u64 = 6;

impl Deed<DieTrying> for Rounds {
    const CARD: Card = Card::gm("Let rounds go by", "Bodies").rule(rules::DT_HP_03);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_pass(may)?;
        may.not_if(!(1..=100).contains(&self.rounds), || {
            Refusal::new(rules::DT_HP_03, "so-many", "Let 1 to 100 rounds go by.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        for round in 0..self.rounds {
            cx.mark(rules::DT_HP_03, (round, self.rounds))?;
            for who in dying(cx.state()) {
                cx.within((round, self.rounds, who), |cx| death_save(cx, who))?;
            }
            cx.within((round, self.rounds), crate::trap::rounds_go_by)?;
            let to = cx.state().now.later(ROUND);
            time::advance(cx, to)?;
        }
        Ok(())
    }
}

/// The dying throw round after round until it is settled for all of them; it takes a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettleDying {}

impl Form<DieTrying> for SettleDying {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        some_dying(form)?;
        Ok(Self {})
    }
}

impl Deed<DieTrying> for SettleDying {
    const CARD: Card = Card::gm("Let the dying throw on", "Bodies").rule(rules::DT_HP_03);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_pass(may)?;
        may.outright_if(dying(may.state).is_empty(), || {
            Refusal::new(rules::DT_HP_03, "nobody-dying", "Nobody is dying.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
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
}

deed! {
    /// Stabilises with a Medicine Kit: a check that counts like the patient's own throw. One use goes, whatever comes
    /// of it.
    #[derive(Copy)]
    pub struct Stabilise(form: DieTrying) {
        who: Who = with_patients(form)?,
        /// As a Bonus Action, for who can.
        #[serde(default)]
        bonus: bool = at_once(form, who, "use-kit", "Stabilise at once")?,
        target: Who = {
            let state = form.state;
            form.creature_among("target", "Whom", |other| state.live(other).fate == Fate::Dying)?
        },
    }
}

/// The one who does it, where there is somebody dying to tend.
fn with_patients(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = actor_now(form)?;
    let any = any_known(form, |other| form.state.live(other).fate == Fate::Dying);
    form.only_if(any)?;
    Ok(who)
}

/// Whether somebody may stabilise another, and with which kit.
fn may_stabilise(may: May<'_, DieTrying>, deed: Stabilise) -> Lawful<u8> {
    let (Stabilise { who, target, bonus }, state) = (deed, may.state);
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HP_10, code, sentence);
    may_do_deed(may, who, bonus, "use-kit", "Using a Medicine Kit takes an Action.")?;
    may_touch(may, target)?;
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let held = things.position(|(sheet, item)| sheet.ware == Ware::Kit && item.place.is_held());
    let Some(kit) = held else {
        return may.no(|| bad("no-kit", format!("{} has no Medicine Kit in hand.", state.name(who))));
    };
    may.not_if(one.live.items[kit].left == 0, || bad("kit-empty", "The Medicine Kit is used up.".into()))?;
    may.not_if(state.live(target).fate != Fate::Dying, || {
        bad("not-dying", format!("{} is not dying.", state.name(target)))
    })?;
    may.not_if(sight::distance(state, who, target).is_some_and(|far| far > 1), || {
        bad("too-far", format!("{} is more than 5 feet away.", state.name(target)))
    })?;
    Ok(kit as u8)
}

impl Deed<DieTrying> for Stabilise {
    const CARD: Card =
        Card::acting("Stabilise", "Fight").rule(rules::DT_HP_10).cost(1, "Action").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_stabilise(may, *self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let kit = may_stabilise(May::quiet(cx.at(), by), self)?;
        stabilise(cx, self, kit)
    }
}

fn stabilise(cx: &mut Cx<'_, DieTrying>, deed: Stabilise, kit: u8) -> Flow {
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
