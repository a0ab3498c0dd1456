//! The GM's own hand: a fall, a blow nobody struck, fatigue, healing, afflictions.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::{Hit, Strike, afflicted, cured, heal, place_at, recover, strike, take, tire, tire_chosen};
use crate::DeadWeight;
use crate::fact::{HurtFact, MagicFact};
use crate::form::Form;
use crate::gear::fell;
use crate::rules;
use crate::state::{Affliction, Attribute};

const BEFALLS: &str = "What befalls people";

/// The field `who`: somebody who is there, or an adventurer who is.
fn somebody(form: &mut Form<'_>, hero: bool) -> Filled<Who> {
    let state = form.state;
    let there = |who: Who| {
        let one = state.one(who);
        let here = !one.live.dead && one.sheet.draft.is_none() && !one.sheet.hero.retired;
        here && (!hero || one.sheet.is_hero())
    };
    form.only_if(state.everybody().any(there))?;
    form.creature_among("who", "Whom", there)
}

/// One of the afflictions there are.
fn ill(form: &mut Form<'_>, label: &'static str) -> Filled<Affliction> {
    form.one_of("what", label, Affliction::ALL.map(|what| (what, what.name())))
}

/// One of the attributes, or none.
fn on(form: &mut Form<'_>, name: &'static str) -> Filled<Option<Attribute>> {
    form.maybe(name, "On", Attribute::ALL.map(|attribute| (attribute, attribute.name())))
}

fn may_befall(may: May<'_, DeadWeight>, who: Who, rule: RuleId) -> Lawful {
    match may.state.creature(who) {
        None => may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here.")),
        Some(one) if one.live.dead => {
            may.no(|| Refusal::new(rule, "dead", format!("{} is dead.", one.sheet.name)))
        }
        Some(_) => Ok(()),
    }
}

fn may_befall_hero(may: May<'_, DeadWeight>, who: Who, rule: RuleId) -> Lawful {
    may_befall(may, who, rule)?;
    may.not_if(!may.state.sheet(who).is_hero(), || {
        let sentence = "Only adventurers have fatigue, wounds on attributes and afflictions.";
        Refusal::new(rules::DW_ENEMY_10, "no-attributes", sentence)
    })
}

deed! {
    /// Wounds that reach somebody: a fall, a trap, whatever the GM says.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Harm(form: DeadWeight) {
        /// Whom.
        who: Who = somebody(form, false)?,
        /// How many.
        wounds: u8 = form.amount("wounds", "Wounds", 1..=12)?,
        /// Pierces armor.
        #[serde(default)]
        pierces: bool = form.flag("pierces", "Through armor")?,
        /// No toughening up, no resistance.
        #[serde(default)]
        raw: bool = form.flag("raw", "No toughening up")?,
        /// Never kills.
        #[serde(default)]
        non_lethal: bool = form.flag("non_lethal", "Never kills")?,
        /// By a fall: fragile things break, and a spell may make it harmless.
        #[serde(default)]
        fall: bool = form.flag("fall", "By a fall")?,
        /// Where they go, if a rule says so: then nothing reduces them.
        #[serde(default)]
        on: Option<Attribute> = on(form, "on")?,
    }
}

impl Deed<DeadWeight> for Harm {
    const CARD: Card = Card::gm("Wound somebody", BEFALLS).rule(rules::DW_HURT_20);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_befall(may, self.who, rules::DW_HURT_20)?;
        may.not_if(!(1..=99).contains(&self.wounds), || {
            Refusal::new(rules::DW_HURT_20, "wounds", "Say 1 to 99 wounds.").with("wounds", self.wounds)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        harm(cx, self)
    }
}

fn harm(cx: &mut Cx<'_, DeadWeight>, harm: Harm) -> Flow {
    let rule = rules::DW_HURT_20;
    let Harm { who, wounds, non_lethal, .. } = harm;
    if harm.fall {
        if let Some(lasting) = cx.state().live(who).under(rules::DW_SPELL_18H).copied() {
            cx.record(rules::DW_SPELL_18H, MagicFact::Over { who, lasting }.into());
            let why = "the fall is harmless";
            cx.record(rules::DW_SPELL_18H, HurtFact::Nothing { who, why: why.into() }.into());
            return Ok(());
        }
        fell(cx, who);
    }
    if !cx.state().sheet(who).is_hero() {
        let (armor, resistance) = (!harm.pierces, !harm.raw);
        strike(cx, Strike { who, wounds, armor, resistance, non_lethal, at_most: None, rule })?;
        return Ok(());
    }
    match harm.on {
        Some(attribute) => {
            for _ in 0..wounds {
                cx.within((who, attribute), |cx| place_at(cx, who, attribute, rules::DW_HURT_19))?;
                if cx.state().live(who).mortal || cx.state().live(who).dead {
                    break;
                }
            }
            Ok(())
        }
        None => {
            let (armor, toughen) = (!harm.pierces, !harm.raw);
            take(cx, Hit { who, wounds, armor, toughen, non_lethal, rule }).map(|_| ())
        }
    }
}

deed! {
    /// Somebody is tired.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct TireBy(form: DeadWeight) {
        /// Who.
        who: Who = somebody(form, true)?,
        /// Where; the player picks if nothing is said.
        #[serde(default)]
        attribute: Option<Attribute> = on(form, "attribute")?,
    }
}

impl Deed<DeadWeight> for TireBy {
    const CARD: Card = Card::gm("Tire somebody", BEFALLS).rule(rules::DW_HURT_02);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_befall_hero(may, self.who, rules::DW_HURT_02)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        match self.attribute {
            Some(attribute) => tire(cx, self.who, attribute, rules::DW_HURT_02),
            None => tire_chosen(cx, self.who, rules::DW_HURT_02),
        }
    }
}

deed! {
    /// Fatigue somebody recovers.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Recover(form: DeadWeight) {
        /// Who.
        who: Who = somebody(form, true)?,
        /// At most so much on each attribute, or on the one named.
        fatigue: u8 = form.amount("fatigue", "Fatigue", 1..=5)?,
        /// Where; everywhere if nothing is said.
        #[serde(default)]
        attribute: Option<Attribute> = on(form, "attribute")?,
    }
}

impl Deed<DeadWeight> for Recover {
    const CARD: Card = Card::gm("Let somebody recover", BEFALLS).rule(rules::DW_HURT_03);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_befall_hero(may, self.who, rules::DW_HURT_03)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        for attribute in Attribute::ALL {
            if self.attribute.is_none_or(|only| only == attribute) {
                recover(cx, self.who, attribute, self.fatigue, rules::DW_HURT_03);
            }
        }
        Ok(())
    }
}

deed! {
    /// Wounds that heal.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct HealBy(form: DeadWeight) {
        /// Who.
        who: Who = somebody(form, true)?,
        /// How many.
        wounds: u8 = form.amount("wounds", "Wounds", 1..=12)?,
        /// By rest, which the Cursed get nothing from.
        #[serde(default)]
        resting: bool = form.flag("resting", "By rest")?,
    }
}

impl Deed<DeadWeight> for HealBy {
    const CARD: Card = Card::gm("Heal somebody", BEFALLS).rule(rules::DW_HURT_21);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_befall_hero(may, self.who, rules::DW_HURT_21)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        heal(cx, self.who, self.wounds, self.resting, rules::DW_HURT_21).map(|_| ())
    }
}

deed! {
    /// An affliction somebody gets.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Afflict(form: DeadWeight) {
        /// Who.
        who: Who = somebody(form, true)?,
        /// Which.
        what: Affliction = ill(form, "With")?,
    }
}

impl Deed<DeadWeight> for Afflict {
    const CARD: Card = Card::gm("Afflict somebody", BEFALLS).rule(rules::DW_AFFL_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (Self { who, what }, rule) = (*self, rules::DW_AFFL_01);
        may_befall(may, who, rule)?;
        may.not_if(may.state.live(who).suffers(what), || {
            let sentence = format!("{} is {} already.", may.state.name(who), what.name());
            Refusal::new(rule, "already", sentence)
        })?;
        may.not_if(!may.state.sheet(who).is_hero() && what != Affliction::Bleeding, || {
            let sentence = "Of all afflictions enemies only bleed.";
            Refusal::new(rules::DW_ENEMY_10, "no-afflictions", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        afflicted(cx, self.who, self.what, rules::DW_AFFL_01).map(|_| ())
    }
}

deed! {
    /// An affliction that ends.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Cure(form: DeadWeight) {
        /// Who.
        who: Who = somebody(form, true)?,
        /// Which.
        what: Affliction = ill(form, "Which")?,
    }
}

impl Deed<DeadWeight> for Cure {
    const CARD: Card = Card::gm("End an affliction", BEFALLS).rule(rules::DW_AFFL_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (Self { who, what }, rule) = (*self, rules::DW_AFFL_01);
        may_befall(may, who, rule)?;
        may.not_if(!may.state.live(who).suffers(what), || {
            Refusal::new(rule, "not-so", format!("{} is not {}.", may.state.name(who), what.name()))
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        cured(cx, self.who, self.what, rules::DW_AFFL_01);
        Ok(())
    }
}
