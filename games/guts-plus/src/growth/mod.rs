//! Getting stronger: experience, learning experiences, levels, new qualities, mastery.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};

use crate::GutsPlus;
use crate::fact::GrowthFact;
use crate::gm::{decide, must_be_gm};
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

/// The GM awards experience.
pub fn award(cx: &mut Cx<'_, GutsPlus>, by: Seat, to: &[Who], amount: i32, why: &str) -> Flow {
    let rule = rules::GP_XP_03;
    must_be_gm(by, rule, "awards experience")?;
    let Some(amount) = u16::try_from(amount).ok().filter(|amount| (1..=1000).contains(amount)) else {
        let sentence = format!("An award is a whole number from 1 to 1000, not {amount}.");
        return refuse(Refusal::new(rule, "amount", sentence).with("amount", amount));
    };
    if to.is_empty() || to.iter().any(|who| cx.state().creature(*who).is_none()) {
        return refuse(Refusal::new(rule, "nobody", "Name who gets it, each somebody who is here."));
    }
    if why.chars().count() > 200 {
        return refuse(Refusal::new(rule, "too-long", "Say why in at most 200 letters."));
    }
    for who in to {
        gain_xp(cx, *who, amount, rule, why);
    }
    Ok(())
}

/// The choice of growth: a level more, or a new quality.
pub fn grow(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    raises: Option<&str>,
    gains: Option<&str>,
    about: &str,
) -> Flow {
    let rule = rules::GP_XP_04;
    let Some(one) = cx.state().creature(who) else {
        return refuse(Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    if !one.live.growth_due {
        let sentence = format!("{} has {} of {XP_OF_GROWTH} XP.", one.sheet.name, one.live.xp);
        return refuse(Refusal::new(rule, "not-yet", sentence).with("xp", one.live.xp));
    }
    match (raises, gains) {
        (Some(name), None) => {
            let quality = crate::roll::named(cx.state(), who, name)?;
            if cx.state().sheet(who).level(quality) >= TOP {
                let sentence = format!("{name} is at level {TOP}; no quality goes above it.");
                return refuse(Refusal::new(rules::GP_XP_09, "top", sentence));
            }
            raise(cx, who, quality, rule);
        }
        (None, Some(name)) => {
            let name = name.trim();
            if name.is_empty() || name.chars().count() > 40 || about.chars().count() > 200 {
                let sentence = "Name the quality in at most 40 letters and describe it in at most 200.";
                return refuse(Refusal::new(rules::GP_XP_12, "name", sentence));
            }
            if Base::named(name).is_some() || one.sheet.quality(name).is_some() {
                let sentence = format!("{} has a quality called {name} already.", one.sheet.name);
                return refuse(Refusal::new(rules::GP_XP_12, "twice", sentence));
            }
            let question = format!("{} wants a new quality: {name}. {about}", cx.state().name(who));
            let matter = Decide::new(Matter::Approve, name, question)
                .option("yes", "It fits")
                .option("no", "Another one")
                .who(who);
            if decide(cx, matter)?.choice == "no" {
                return Ok(());
            }
            let quality = Quality::new(name, about);
            cx.record(rules::GP_XP_12, GrowthFact::Gained { who, quality }.into());
        }
        _ => {
            let sentence = "Raise one quality by a level, or gain a new one: one of the two.";
            return refuse(Refusal::new(rule, "one-only", sentence));
        }
    }
    let left = cx.state().live(who).xp.saturating_sub(XP_OF_GROWTH);
    let again = left >= XP_OF_GROWTH;
    cx.record(rules::GP_XP_05, GrowthFact::Chosen { who, xp: left, again }.into());
    Ok(())
}
