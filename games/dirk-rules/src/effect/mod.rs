//! What content does, as data: amounts, effects, uses and lasting gifts, read from the tables.
//! Here they are also applied to somebody. Who may use what, and at what price, is in
//! [`crate::power`].

mod rows;
mod using;

pub use rows::{
    Carry, Effect, Grant, Holding, IgnoredBy, Light, Lot, LotOf, Much, Need, OnFace, OnRoll, PartChange,
    Passive, Size, Stats, Summon, TempAp, Trigger, UnderCondition, When, Zone,
};
pub use using::{Aim, HowHard, Often, Takes, Use};

use boneyard_table::{Cx, Flow, Group, Judgement, RuleId, RulingOption, Who};

use crate::DirkRules;
use crate::book::Slot;
use crate::combat::immune;
use crate::fact::Fact;
use crate::gear::worn;
use crate::growth;
use crate::health::{Harm, inflict};
use crate::power;
use crate::rules;
use crate::state::{Ability, Last, Lasting, Lasts};

/// Whose doing an effect is, and on whom.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// Whose.
    pub by: Who,
    /// On whom.
    pub on: Who,
    /// The entry it comes from.
    pub rule: RuleId,
    /// STR the blow took that brought it about.
    pub lost: u16,
    /// Words that came with it.
    pub say: &'a str,
    /// Where its user will be: seen from whom, at which distance.
    pub spot: Option<(Who, u16)>,
}

/// Rolls or works out an amount.
pub fn size(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, much: &Much) -> Flow<u16> {
    Ok(match much.dice {
        Size::Fixed(number) => number,
        Size::Dice { count, sides, plus } => {
            let sum =
                cx.dice_read(deed.rule, deed.by, Group::new(count, sides), boneyard_table::Faces::sum)?;
            sum as u16 + u16::from(plus)
        }
        Size::Str => cx.state().live(deed.by).score(Ability::Str).into(),
        Size::Wil => cx.state().live(deed.by).score(Ability::Wil).into(),
        Size::StrLost => deed.lost,
        Size::Full => u16::MAX,
    })
}

/// Lets effects happen, one after the other.
pub fn all(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, effects: &[Effect]) -> Flow {
    for effect in effects {
        if cx.state().live(deed.on).dead && !matches!(effect, Effect::Summon(_)) {
            break;
        }
        one(cx, deed, effect)?;
    }
    Ok(())
}

fn one(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, effect: &Effect) -> Flow {
    let Deed { by, on, rule, .. } = deed;
    match effect {
        Effect::Damage(much) => {
            let amount = size(cx, deed, much)?;
            damage(cx, deed, much, amount)
        }
        Effect::Heal(much) => {
            let amount = size(cx, deed, much)?;
            let (from, full) = (cx.state().live(on).hp, cx.state().sheet(on).full_hp);
            let to = from.saturating_add(amount).min(full).max(from);
            if to > from {
                cx.record(rule, Fact::Hp { who: on, from, to });
            }
            Ok(())
        }
        Effect::Raise(much) | Effect::Lower(much) => {
            let amount = size(cx, deed, much)?;
            growth::raise(cx, on, rule, much, amount, matches!(effect, Effect::Lower(_)));
            Ok(())
        }
        Effect::Condition(condition) => power::befall(cx, deed, condition),
        Effect::End(condition) => {
            power::frees(cx, on, rule, condition);
            Ok(())
        }
        Effect::TempAp(gift) => {
            let amount = size(cx, deed, &gift.amount)?.min(255) as u8;
            let had = cx.state().live(on).lasting.iter().find_map(|known| match known.what {
                Lasts::TempAp(ap) if known.by == rule => Some(ap),
                _ => None,
            });
            let ap = match had {
                Some(had) if gift.stacks => had.saturating_add(amount),
                Some(had) => had.max(amount),
                None => amount,
            };
            let ends = power::scene(cx.state());
            cx.cite(rules::DK_POWER_05H);
            let effect = Lasting { by: rule, from: by, what: Lasts::TempAp(ap), ends };
            cx.record(rule, Fact::Lasts { who: on, effect });
            Ok(())
        }
        Effect::Move(carry) => power::carry(cx, deed, carry),
        Effect::Summon(summon) => power::summon(cx, deed, summon),
        Effect::Reveal(_) => power::reveal(cx, deed),
        Effect::Learn(lot) => growth::draw(cx, deed, lot),
        Effect::Strip(much) => {
            let amount = size(cx, deed, much)?.min(255) as u8;
            let suit = worn(cx.at(), on).find(|(_, item, armor)| armor.slot == Slot::Suit && item.ap > 0);
            if let Some((item, from)) = suit.map(|(item, now, _)| (item, now.ap)) {
                cx.record(rule, Fact::Ap { who: on, item, from, to: from.saturating_sub(amount) });
            }
            Ok(())
        }
        Effect::Part(change) => {
            growth::mend_parts(cx, on, rule, *change, deed.say);
            Ok(())
        }
        Effect::Restore(much) => {
            let amount = size(cx, deed, much)?;
            if much.is("ammo") || much.is("charges") {
                power::refill(cx, deed, amount);
            }
            if much.is("durability") {
                power::work_on(cx, deed, effect, amount);
            }
            if let Some(ability) = Ability::ALL.into_iter().find(|ability| much.is(ability.name())) {
                let (from, full) =
                    (cx.state().live(on).score(ability), cx.state().sheet(on).full[ability as usize]);
                let to = u16::from(from).saturating_add(amount).min(full.into()) as u8;
                if to > from {
                    cx.record(rule, Fact::Score { who: on, ability, from, to });
                }
            }
            if much.is("AP") {
                let (from, full) = (cx.state().live(on).ap, cx.state().sheet(on).full_ap);
                let to = u16::from(from).saturating_add(amount).min(full.into()) as u8;
                if to > from {
                    cx.record(rule, Fact::NaturalAp { who: on, from, to });
                }
            }
            Ok(())
        }
        // Passed without a roll where the roll would be made; the fatal step where it would be taken.
        Effect::Pass(_) | Effect::Hook(_) => Ok(()),
        Effect::Light(light) => power::light(cx, deed, light),
        Effect::Mend(much) => {
            let amount = size(cx, deed, much)?;
            power::work_on(cx, deed, effect, amount);
            Ok(())
        }
        Effect::TempHp(gift) => {
            let amount = size(cx, deed, &gift.amount)?;
            power::cheer(cx, deed, amount);
            Ok(())
        }
        Effect::Grant(grant) => power::grant(cx, deed, grant),
        Effect::Zone(zone) => power::smoke(cx, deed, zone),
        Effect::Hold(_) => power::bind(cx, deed),
        // What tears is torn where the blow lands.
        Effect::Ruin(_) => Ok(()),
        Effect::Text(text) => {
            cx.record(rule, Fact::Outcome(Last { outcome: text.clone(), dice: Vec::new() }));
            Ok(())
        }
    }
}

/// Damage that is no attack.
fn damage(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, much: &Much, amount: u16) -> Flow {
    let who = deed.on;
    let ability = if much.is("WIL") {
        Ability::Wil
    } else if much.is("DEX") {
        Ability::Dex
    } else {
        Ability::Str
    };
    if ability == Ability::Wil && immune(cx.at(), who, "wil-damage") {
        let why = "Its mind cannot be hurt.".into();
        cx.record(deed.rule, Fact::Fizzled { who: deed.by, why });
        return Ok(());
    }
    if let Some(row) = power::spared(cx.at(), who, "fall").filter(|_| much.is("fall")) {
        let why = "The fall does no harm.".into();
        cx.record(row, Fact::Fizzled { who: deed.by, why });
        return Ok(());
    }
    let mut armor = ability == Ability::Str && !much.is("fall") && !much.is("no-ap");
    if armor && much.is("acid") {
        let ruling = cx.judge(rules::DK_HARM_02, 0, &|| Judgement {
            rule: rules::DK_HARM_02,
            tag: "armor and acid".into(),
            question: "Does armor help against acid?".into(),
            about: Vec::new(),
            options: vec![
                RulingOption::new("helps", "It helps"),
                RulingOption::new("useless", "It does not"),
            ],
            proposal: 0,
            why: "acid has to eat through the armor first".into(),
            precedents: Vec::new(),
        })?;
        armor = ruling.option() == 0;
    }
    let harm = Harm { ability, armor, fire: much.is("fire"), ..Harm::of(who, amount) };
    cx.within((deed.by, who), |cx| inflict(cx, harm))?;
    power::harmed(cx, deed.by, who);
    Ok(())
}
