//! What the Referee lets befall bodies, and Hit Dice spent at ease.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Param};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smallvec::SmallVec;

use super::condition::{Gain, ease, gain};
use super::damage::{Blow, Wallop, suffer};
use super::wound::{hit_die, regain};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::max_vitality;
use crate::combat::{known, over_nothing};
use crate::fact::{FightFact, HurtFact};
use crate::picks::{any, anybody, read, word};
use crate::rules;
use crate::state::{Condition, DamageType, Live, State};

deed! {
    /// Damage the Referee deals.
    #[serde(deny_unknown_fields)]
    pub struct Harm(form: RollHighOrDie) {
        /// To whom.
        who: Who = somebody(form, "To whom")?,
        /// Its parts, in their order.
        #[serde(default)]
        parts: Vec<HarmPart> = form.unasked("parts")?,
        /// Or one part: how much.
        #[serde(default)]
        amount: Option<u8> = form.or_left_out("amount", |form| form.amount("amount", "How much", 1..=60))?,
        /// Of which type; Force if nothing is said.
        #[serde(default, rename = "type")]
        kind: Option<DamageType> = {
            let ask = |form: &mut Filling<'_, RollHighOrDie>| {
                word(form, "type", "Of which type", DamageType::ALL, DamageType::name)
            };
            form.or_left_out("type", ask)?
        },
        /// That part is True Damage.
        #[serde(default, rename = "true")]
        pierces: bool = form.flag("true", "True Damage")?,
        /// And a second one after it.
        #[serde(default)]
        and: Option<HarmPart> = {
            form.maybe_field("and", "And a second part", HarmPart::domain, |part| read(part).map(Some))?
        },
    }
}

/// One part of damage the Referee deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HarmPart {
    /// How much.
    pub amount: u8,
    /// Of which type.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// True Damage.
    #[serde(default, rename = "true")]
    pub pierces: bool,
}

impl HarmPart {
    fn domain() -> Domain {
        let kinds = DamageType::ALL.iter().map(|kind| Candidate::new(json!(kind), kind.name()));
        Domain::Form {
            params: vec![
                Param::new("amount", "How much", Domain::amount(1, 60)),
                Param::new("type", "Of which type", Domain::one_of(kinds)),
                Param::new("true", "True Damage", Domain::yes_no()).optional(),
            ],
        }
    }
}

impl Harm {
    /// Its parts, however they are written.
    fn blows(&self) -> SmallVec<[Blow; 3]> {
        let one = self.amount.map(|amount| {
            let kind = self.kind.unwrap_or(DamageType::Force);
            HarmPart { amount, kind, pierces: self.pierces }
        });
        let parts = self.parts.iter().copied().chain(one).chain(self.and);
        parts
            .map(|part| Blow { amount: part.amount.into(), kind: part.kind, pierces: part.pierces })
            .collect()
    }
}

deed! {
    /// Vitality the Referee gives back.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct RestoreVitality(form: RollHighOrDie) {
        /// To whom.
        who: Who = somebody(form, "To whom")?,
        /// How much.
        amount: u8 = form.amount("amount", "How much", 1..=30)?,
    }
}

/// A Condition the Referee imposes or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inflict {
    /// On whom.
    pub who: Who,
    /// Which.
    pub condition: Condition,
    /// So many stacks.
    #[serde(default = "one")]
    pub stacks: u8,
    /// By whom.
    #[serde(default)]
    pub from: Option<Who>,
    /// The DC to get free.
    #[serde(default)]
    pub dc: Option<u8>,
    /// Ends it instead.
    #[serde(default)]
    pub end: bool,
}

impl Form<RollHighOrDie> for Inflict {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let state = form.state;
        let sourced = form.variant(&[false, true])?;
        form.rule(rules::RH_STATE_01);
        if sourced {
            form.only_if(state.here().nth(1).is_some())?;
            form.id(|| "inflict-by".into());
            form.label(|| "Impose or end a Condition by somebody".into());
        }
        let who = somebody(form, "On whom")?;
        let all = Condition::ALL.iter().filter(|condition| condition.is_per_source() == sourced);
        let all = all.map(|condition| (*condition, condition.name()));
        let condition = any(form, "condition", "Which", all)?;
        let stacks = form.maybe_amount("stacks", "Stacks", 1..=5)?.unwrap_or_else(one);
        let from = match sourced {
            true => {
                form.or_left_out("from", |form| anybody(form, "from", "By whom", |who| here(state, who)))?
            }
            false => None,
        };
        let dc = form.maybe_amount("dc", "The DC to get free", 1..=40)?;
        let end = form.flag("end", "End it")?;
        Ok(Self { who, condition, stacks, from, dc, end })
    }
}

deed! {
    /// Air somebody loses or has again.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Air(form: RollHighOrDie) {
        /// Who.
        who: Who = somebody(form, "Who")?,
        /// None.
        airless: bool = form.flag("airless", "Has none")?,
        /// For so many Rounds, where no Encounter counts them.
        #[serde(default)]
        rounds: Option<u8> = match form.state.encounter {
            None => form.maybe_amount("rounds", "For so many Rounds", 1..=60)?,
            Some(_) => form.unasked("rounds")?,
        },
    }
}

deed! {
    /// Somebody falls.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Fall(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let state = form.state;
            let stands = |who: Who| here(state, who) && state.live(who).at.is_some();
            form.only_if(state.everybody().any(stands))?;
            anybody(form, "who", "Who", stands)?
        },
        /// How deep it is.
        feet: u16 = {
            let drops = [5, 10, 15, 20, 30, 40, 60];
            any(form, "feet", "How deep", drops.map(|feet| (feet, format!("{feet} feet"))))?
        },
    }
}

deed! {
    /// A Hit Die spent at ease.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct SpendHitDie(form: RollHighOrDie) {
        /// Whose.
        who: Who = {
            let (who, state, book) = (form.actor()?, form.state, form.book);
            let hurt = |live: &Live| !live.dead && live.vitality < max_vitality(state, book, who);
            form.only_if(state.encounter.is_none())?;
            form.only_if(state.creature(who).is_some_and(|one| hurt(&one.live)))?;
            who
        },
    }
}

fn one() -> u8 {
    1
}

fn here(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| !one.live.dead && !one.live.away)
}

/// The field `who`: somebody who is here.
fn somebody(form: &mut Filling<'_, RollHighOrDie>, label: &'static str) -> Filled<Who> {
    let state = form.state;
    form.only_if(state.here().next().is_some())?;
    anybody(form, "who", label, |who| here(state, who))
}

/// What bars whatever befalls somebody.
fn may_befall(may: May<'_, RollHighOrDie>, who: Who) -> Lawful {
    known(may.state, who)?;
    may.not_if(may.state.live(who).dead, || dead(may.state, who))
}

fn dead(state: &State, who: Who) -> Refusal {
    Refusal::new(rules::RH_DEATH_03, "dead", format!("{} is dead.", state.name(who)))
}

impl Deed<RollHighOrDie> for Harm {
    const CARD: Card = Card::gm("Deal damage", "Bodies").rule(rules::RH_CORE_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_befall(may, self.who)?;
        may.not_if(!(1..=6).contains(&self.blows().len()), || {
            Refusal::new(rules::RH_CORE_02, "no-damage", "Give from 1 to 6 parts of damage.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let whole = Wallop::one(self.who, 0, DamageType::Force, false, rules::RH_CORE_02);
        suffer(cx, &Wallop { parts: self.blows(), ..whole })?;
        Ok(())
    }
}

impl Deed<RollHighOrDie> for RestoreVitality {
    const CARD: Card = Card::gm("Give Vitality back", "Bodies").rule(rules::RH_CORE_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_befall(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        regain(cx, self.who, self.amount.into(), rules::RH_CORE_02, true);
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Inflict {
    const CARD: Card = Card::gm("Impose or end a Condition", "Bodies").rule(rules::RH_CORE_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_befall(may, self.who)?;
        if let Some(from) = self.from {
            known(may.state, from)?;
        }
        let row = super::row_of(may.book, self.condition);
        let imposed = row.is_some_and(|row| matches!(row.kind.as_str(), "ailment" | "emboldenment"));
        let sourceless = self.from.is_none() && self.condition.is_per_source();
        may.not_if(imposed && sourceless && !self.end, || {
            let sentence = format!("{} is imposed by somebody: say by whom.", self.condition.name());
            Refusal::new(rules::RH_STATE_01, "no-source", sentence)
        })?;
        may.not_if(!(1..=20).contains(&self.stacks), || {
            Refusal::new(rules::RH_STATE_03, "no-stacks", "Stacks are counted from 1 to 20.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, condition, stacks, from, dc, end }) = (rules::RH_STATE_01, self);
        if end {
            ease(cx, who, condition, None, rule);
            return Ok(());
        }
        gain(cx, who, Gain { what: condition, stacks, from, dc, by: rule });
        cx.cite(rules::RH_STATE_03);
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Air {
    const CARD: Card = Card::gm("Take or give air", "Bodies").rule(rules::RH_SUFF_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_befall(may, self.who)?;
        may.not_if(self.rounds.is_some_and(|rounds| rounds == 0 || rounds > 60), || {
            Refusal::new(rules::RH_ENC_11, "so-many-rounds", "Name from 1 to 60 Rounds.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, airless, rounds }) = (rules::RH_SUFF_01, self);
        record(cx, rule, HurtFact::Air { who, airless }.into());
        let Some(rounds) = rounds.filter(|_| airless && cx.state().encounter.is_none()) else {
            return Ok(());
        };
        // Without Turns the Rounds are settled one by one, and then there is air again.
        cx.cite(rules::RH_ENC_11);
        for round in 0..rounds {
            cx.within((who, round), |cx| crate::combat::breathe(cx, who))?;
            if cx.state().live(who).dead {
                return Ok(());
            }
        }
        record(cx, rule, HurtFact::Air { who, airless: false }.into());
        super::end_conditions(cx, who, rule, |ailment| {
            matches!(ailment.what, Condition::HoldingBreath | Condition::Suffocating)
        });
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Fall {
    const CARD: Card = Card::gm("Let somebody fall", "Bodies").rule(rules::RH_FALL_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let rule = rules::RH_FALL_01;
        may_befall(may, self.who)?;
        may.not_if(self.feet == 0 || self.feet > 500 || !self.feet.is_multiple_of(5), || {
            Refusal::new(rule, "so-deep", "A drop goes in steps of 5 feet, up to 500.")
        })?;
        may.not_if(may.state.live(self.who).at.is_none(), || {
            Refusal::new(rule, "no-map", "That takes a map to fall on.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Some(to) = cx.state().live(self.who).at else { return Ok(()) };
        let (who, lift) = (self.who, i16::try_from(self.feet).unwrap_or(500));
        record(cx, rules::RH_FALL_01, FightFact::Pushed { who, to, lift }.into());
        over_nothing(cx, who)
    }
}

impl Deed<RollHighOrDie> for SpendHitDie {
    const CARD: Card = Card::acting("Spend a Hit Die", "Bodies").rule(rules::RH_VIT_06);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, state, who) = (rules::RH_VIT_06, may.state, self.who);
        known(state, who)?;
        may.not_if(state.live(who).dead, || dead(state, who))?;
        may.not_if(state.encounter.is_some(), || {
            Refusal::new(rule, "encounter", "Hit Dice are not spent in an Encounter.")
        })?;
        may.not_if(state.live(who).hit_dice == 0, || {
            Refusal::new(rule, "none-left", format!("{} has no Hit Die left.", state.name(who)))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        hit_die(cx, self.who, rules::RH_VIT_06, true)
    }
}
