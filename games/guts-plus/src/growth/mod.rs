//! Getting stronger: experience, learning experiences, levels, new qualities, mastery.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, Lane, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::fact::GrowthFact;
use crate::form;
use crate::gm::decide;
use crate::house::AdvancementOverflow;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Base, Quality};

/// Experience that buys growth.
pub const XP_OF_GROWTH: u16 = 100;
/// The top level, and the learning experiences that raise one.
pub const TOP: u8 = 10;

/// Somebody gains experience. What comes while a choice of growth is owed is lost, or kept by the switch.
pub fn gain_xp(cx: &mut Cx<'_, GutsPlus>, who: Who, amount: u16, rule: RuleId, why: &str) {
    if amount == 0 {
        return;
    }
    let live = cx.state().live(who);
    let carry = cx.state().house.advancement_overflow == AdvancementOverflow::Carry;
    let (from, due) = (live.xp, live.growth_due);
    let all = from.saturating_add(amount);
    let to = if carry { all } else { all.min(XP_OF_GROWTH) };
    if to != from {
        cx.record(rule, GrowthFact::Xp { who, from, to, why: why.to_owned() }.into());
    }
    if to < all {
        cx.cite(rules::GP_XP_05);
    }
    if to >= XP_OF_GROWTH && !due {
        cx.record(rules::GP_XP_04, GrowthFact::Due { who }.into());
    }
}

/// A quality gains learning experiences: ten raise it, at the top they make a master.
pub fn gain_le(cx: &mut Cx<'_, GutsPlus>, who: Who, quality: u8, amount: u8, rule: RuleId) {
    let one = cx.state().one(who);
    if one.mastered(quality) {
        cx.cite(rules::GP_XP_10);
        return;
    }
    let carry = cx.state().house.advancement_overflow == AdvancementOverflow::Carry;
    let level = one.sheet.level(quality);
    let from = one.live.le.get(usize::from(quality)).copied().unwrap_or(0);
    let all = from.saturating_add(amount);
    if level >= TOP {
        let to = all.min(TOP);
        cx.record(rule, GrowthFact::Le { who, quality, from, to }.into());
        cx.cite(rules::GP_XP_09);
        if to == TOP {
            cx.record(rules::GP_XP_10, GrowthFact::Mastered { who, quality }.into());
        }
        return;
    }
    if all < TOP {
        cx.record(rule, GrowthFact::Le { who, quality, from, to: all }.into());
        return;
    }
    cx.record(rule, GrowthFact::Le { who, quality, from, to: if carry { all - TOP } else { 0 } }.into());
    raise(cx, who, quality, rules::GP_XP_08);
}

fn raise(cx: &mut Cx<'_, GutsPlus>, who: Who, quality: u8, rule: RuleId) {
    let from = cx.state().sheet(who).level(quality);
    cx.cite(rules::GP_XP_13);
    cx.record(rule, GrowthFact::Level { who, quality, from, to: from + 1 }.into());
}

deed! {
    /// The GM awards experience.
    #[serde(deny_unknown_fields)]
    pub struct Award(form: GutsPlus) {
        /// To whom.
        to: Vec<Who> = {
            if form.is_written() {
                form.creatures("to", "", 1..=60, |_| true)?
            } else {
                let state = form.state;
                let to = form.each("to", state.heroes().map(|who| vec![who]))?;
                if let [who] = to[..] {
                    form.label(|| format!("Award {} experience", state.name(who)).into());
                    form.id(|| format!("award:{}", who.0));
                }
                to
            }
        },
        /// How much.
        xp: i32 = form.amount("xp", "How much", 1..=100)?,
        /// For what.
        #[serde(default)]
        why: String = form.maybe_text("why", "For what", 200)?.unwrap_or_default(),
    }
}

impl Deed<GutsPlus> for Award {
    const CARD: Card = Card::gm("Award experience", "Experience").rule(rules::GP_XP_03);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, amount) = (rules::GP_XP_03, self.xp);
        may.not_if(!(1..=1000).contains(&amount), || {
            let sentence = format!("An award is a whole number from 1 to 1000, not {amount}.");
            Refusal::new(rule, "amount", sentence).with("amount", amount)
        })?;
        let there = |who: &Who| may.state.creature(*who).is_some();
        may.not_if(self.to.is_empty() || !self.to.iter().all(there), || {
            Refusal::new(rule, "nobody", "Name who gets it, each somebody who is here.")
        })?;
        may.not_if(self.why.chars().count() > 200, || {
            Refusal::new(rule, "too-long", "Say why in at most 200 letters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let amount = u16::try_from(self.xp).unwrap_or_default();
        for who in self.to {
            gain_xp(cx, who, amount, rules::GP_XP_03, &self.why);
        }
        Ok(())
    }
}

/// The choice of growth: a level more, or a new quality.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grow {
    /// Who.
    pub who: Who,
    /// The quality that rises.
    #[serde(default)]
    pub raise: Option<String>,
    /// The quality that is new.
    #[serde(default)]
    pub gain: Option<String>,
    /// What the new one covers.
    #[serde(default)]
    pub about: String,
}

impl Form<GutsPlus> for Grow {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        let who = form.actor()?;
        let mut grow = Self { who, raise: None, gain: None, about: String::new() };
        if form.is_written() {
            (grow.raise, grow.gain) = (form.unasked("raise")?, form.unasked("gain")?);
            grow.about = form.unasked("about")?;
            return Ok(grow);
        }
        let one = form.state.one(who);
        form.only_if(one.live.growth_due)?;
        if form.variant(&[true, false])? {
            form.id(|| "grow".into());
            let open = one.sheet.qualities.iter().filter(|own| own.level < TOP);
            let open = form::names(open.map(|own| own.name.as_str()));
            grow.raise = Some(form.one_of("raise", "Which", open)?);
        } else {
            form.id(|| format!("gain:{}", who.0));
            form.label(|| "Gain a quality".into());
            form.rule(rules::GP_XP_12);
            grow.gain = Some(form.text("gain", "Name", 40)?);
            grow.about = form.maybe_text("about", "What it covers", 200)?.unwrap_or_default();
        }
        Ok(grow)
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl Deed<GutsPlus> for Grow {
    const CARD: Card = Card::acting("Raise a quality", "Grow").rule(rules::GP_XP_04);

    fn lane(&self) -> Lane {
        Lane::Hero(self.who)
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, one) = (rules::GP_XP_04, may.state.one(self.who));
        may.outright_if(!one.live.growth_due, || {
            let sentence = format!("{} has {} of {XP_OF_GROWTH} XP.", one.sheet.name, one.live.xp);
            Refusal::new(rule, "not-yet", sentence).with("xp", one.live.xp)
        })?;
        match (&self.raise, &self.gain) {
            (Some(name), None) => {
                let quality = crate::roll::named(may.state, self.who, name)?;
                may.not_if(one.sheet.level(quality) >= TOP, || {
                    let sentence = format!("{name} is at level {TOP}; no quality goes above it.");
                    Refusal::new(rules::GP_XP_09, "top", sentence)
                })
            }
            (None, Some(name)) => {
                let (rule, name) = (rules::GP_XP_12, name.trim());
                let long = name.chars().count() > 40 || self.about.chars().count() > 200;
                may.not_if(name.is_empty() || long, || {
                    let sentence = "Name the quality in at most 40 letters and describe it in at most 200.";
                    Refusal::new(rule, "name", sentence)
                })?;
                may.not_if(Base::named(name).is_some() || one.sheet.quality(name).is_some(), || {
                    let sentence = format!("{} has a quality called {name} already.", one.sheet.name);
                    Refusal::new(rule, "twice", sentence)
                })
            }
            _ => may.no(|| {
                let sentence = "Raise one quality by a level, or gain a new one: one of the two.";
                Refusal::new(rule, "one-only", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, raise: raises, gain, about } = self;
        if let Some(name) = gain {
            let name = name.trim();
            let question = format!("{} wants a new quality: {name}. {about}", cx.state().name(who));
            let matter = Decide::new(Matter::Approve, name, question)
                .option("yes", "It fits")
                .option("no", "Another one")
                .who(who);
            if decide(cx, matter)?.choice == "no" {
                return Ok(());
            }
            let quality = Quality::new(name, &about);
            cx.record(rules::GP_XP_12, GrowthFact::Gained { who, quality }.into());
        } else if let Some(name) = raises {
            let quality = crate::roll::named(cx.state(), who, &name)?;
            raise(cx, who, quality, rules::GP_XP_04);
        }
        let left = cx.state().live(who).xp.saturating_sub(XP_OF_GROWTH);
        let again = left >= XP_OF_GROWTH;
        cx.record(rules::GP_XP_05, GrowthFact::Chosen { who, xp: left, again }.into());
        Ok(())
    }
}
