//! What powers, goods and tables do, verb by verb, as content has it. One file for each kind of verb; here
//! is the list of them all, and numbers in dice.

mod body;
mod ground;
mod hook;
mod luck;
mod tell;
mod thing;
mod whom;

pub use body::{ails, end};
pub use ground::shoved;
pub(super) use hook::{check_room, hook};
pub use thing::give;

use boneyard_content::Amount;
use boneyard_table::{Cx, Flow, Group, RuleId, Who};

use super::{summon, world};
use crate::DeadWeight;
use crate::book::{Effect, formula};
use crate::combat;
use crate::expedition;
use crate::fact::{FightFact, HeroFact, MagicFact};
use crate::house::ThirdEyeBy16;
use crate::hurt;
use crate::roll;
use crate::rules;
use crate::state::{Lasting, Memorised, Span, Tile, Tokens};

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source<'a> {
    /// Who brings it about.
    pub by: Who,
    /// By which rule or entry.
    pub rule: RuleId,
    /// On which of the own things.
    pub item: Option<u8>,
    /// Where to.
    pub to: Option<Tile>,
    /// Which location, or where a door leads.
    pub place: Option<&'a str>,
}

impl Source<'_> {
    /// From a rule or entry, aimed at no place.
    pub fn of(by: Who, rule: RuleId) -> Self {
        Self { by, rule, item: None, to: None, place: None }
    }
}

/// Lets effects fall on everybody aimed at, one after the other.
pub fn all(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, targets: &[Who], effects: &[Effect]) -> Flow {
    let mut healed = 0;
    for (nth, effect) in effects.iter().enumerate() {
        let rest = (source, effects.len() - nth, healed);
        if once(effect) || targets.is_empty() {
            let target = targets.first().copied().unwrap_or(source.by);
            healed += cx.within((rest, targets), |cx| one(cx, source, target, effect, healed))?;
            continue;
        }
        for &target in targets {
            healed += cx.within((rest, targets, target), |cx| one(cx, source, target, effect, healed))?;
        }
    }
    Ok(())
}

/// Whether an effect happens once, however many it is aimed at.
fn once(effect: &Effect) -> bool {
    if let Effect::Move(moved) = effect {
        return moved.how == "anywhere-visited";
    }
    matches!(
        effect,
        Effect::Shift(_)
            | Effect::Reveal(_)
            | Effect::Summon(_)
            | Effect::Light(_)
            | Effect::Text(_)
            | Effect::Upon(_)
            | Effect::Door(_)
            | Effect::Repair(_)
            | Effect::Kindle(_)
            | Effect::Ask(_)
            | Effect::Hook(_)
    )
}

/// A number in dice, rolled where it has any.
pub fn number(cx: &mut Cx<'_, DeadWeight>, text: &str, by: Who, rule: RuleId) -> Flow<i32> {
    let Some(read) = formula(text) else { return Ok(0) };
    let dice = match read.dice {
        Some((count, sides)) => {
            cx.cite(rules::DW_DICE_02);
            i32::try_from(cx.dice(rule, by, Group::new(count, sides).named("amount"))?.sum()).unwrap_or(0)
        }
        None => return Ok(read.plus * read.times),
    };
    Ok(dice * read.times + read.plus)
}

fn small(cx: &mut Cx<'_, DeadWeight>, amount: &Amount<String>, by: Who, rule: RuleId) -> Flow<u8> {
    Ok(u8::try_from(number(cx, &amount.dice, by, rule)?.max(0)).unwrap_or(u8::MAX))
}

fn one(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source<'_>,
    target: Who,
    effect: &Effect,
    healed: u8,
) -> Flow<u8> {
    let Source { by, rule, .. } = source;
    let dead = cx.state().live(target).dead;
    match effect {
        Effect::Wounds(amount) if !dead => body::wounds(cx, source, target, amount)?,
        Effect::Fatigue(amount) if !dead => body::fatigue(cx, source, target, amount)?,
        Effect::Heal(amount) if cx.state().sheet(target).is_hero() && !dead => {
            let most = small(cx, amount, by, rule)?;
            return cx.within((source, target), |cx| hurt::heal(cx, target, most, amount.is("rest"), rule));
        }
        Effect::Recover(amount) if !dead => body::recover(cx, target, amount, rule)?,
        Effect::Affliction(what) => {
            hurt::afflicted(cx, target, what.0, rule)?;
        }
        Effect::End(names) => names.iter().for_each(|name| end(cx, target, name, rule)),
        Effect::EndOne(names) => body::end_one(cx, source, target, names)?,
        Effect::State(state) => body::state(cx, source, target, state),
        Effect::Token(amount) if !dead => {
            let count = small(cx, amount, by, rule)?;
            match () {
                () if amount.is("shield") => {
                    combat::place_shield(cx, target, count, rule);
                }
                () if amount.is("dodge") => combat::place_dodge(cx, target, count, rule),
                () => combat::stun(cx, target, count, rule),
            }
        }
        Effect::Discard(amount) => {
            let count = small(cx, amount, by, rule)?;
            let old = cx.state().live(target).tokens;
            let tokens = Tokens { stun: old.stun.saturating_sub(count), ..old };
            if tokens != old {
                cx.record(rule, FightFact::Tokens { who: target, tokens }.into());
            }
        }
        Effect::Shift(amount) => luck::shift(cx, source, target, amount)?,
        Effect::Gain(gain) => thing::got(cx, source, target, gain),
        Effect::Actions(actions) => lasts(cx, source, target, &actions.until, 0),
        Effect::Hinder(hinder) => lasts(cx, source, target, &hinder.until, 0),
        Effect::Arm(arm) => lasts(cx, source, target, &arm.until, 0),
        Effect::Grant(grant) if grant.until == "next-hit" => {
            let amount = source.item.unwrap_or(0);
            let lasting = Lasting { by: rule, from: Some(by), amount, ends: Span::Expedition };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
        Effect::Grant(grant) => lasts(cx, source, target, &grant.until, 0),
        Effect::ExtraAp(extra) => {
            let amount = small(cx, &extra.amount, by, rule)?;
            lasts(cx, source, target, &extra.until, amount);
        }
        Effect::Flee(_) => {
            if cx.state().battle.as_ref().is_some_and(|battle| !battle.fleeing) {
                cx.record(rule, FightFact::Fleeing { fleeing: true }.into());
            }
            lasts(cx, source, target, "combat", 1);
        }
        Effect::Leave(_) if !dead => cx.record(rule, FightFact::Left { who: target }.into()),
        Effect::Move(moved) => ground::moves(cx, source, target, moved)?,
        Effect::Summon(call) => summon::call(cx, source, call, target)?,
        Effect::Light(_) => world::lit(cx, by, rule),
        Effect::Door(how) => ground::door(cx, source, how),
        Effect::Kindle(_) => expedition::catch_fire(cx, by, rule),
        Effect::Reveal(what) => tell::reveal(cx, source, target, what)?,
        Effect::Ask(about) => tell::ask(cx, by, about, rule)?,
        Effect::Repair(amount) => thing::repair(cx, source, amount),
        Effect::SetTrap(_) => expedition::set_snare(cx, by, rule),
        Effect::Untag(_) => lasts(cx, source, target, "combat", 1),
        Effect::Stabilise(_) if cx.state().live(target).mortal => {
            cx.cite(rule);
            cx.within((source, target), |cx| expedition::saved(cx, target))?;
        }
        Effect::LayToRest(_) => {
            world::laid_to_rest(cx, target, rule);
            let lasting = Lasting { by: rule, from: Some(by), amount: 0, ends: Span::Lasting };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
        Effect::Unexhaust(_) => {
            let fresh = |known: &Memorised| Memorised { exhausted: false, ..*known };
            let all: Vec<Memorised> = cx.state().live(target).memorised.iter().map(fresh).collect();
            cx.record(rule, MagicFact::Memorised { who: target, all }.into());
        }
        Effect::Kill(_) => hurt::dies(cx, target, rule)?,
        Effect::Trait(name) => {
            let book = cx.book();
            let on = cx.state().house.mishap16_third_eye == ThirdEyeBy16::On;
            let row = book.traits.named(name).filter(|_| on);
            if let Some(row) = row.filter(|row| !cx.state().sheet(target).has_trait(row.id)) {
                cx.record(rule, HeroFact::Trait { who: target, name: row.id }.into());
            }
        }
        Effect::Risk(risk) => {
            let dice = risk.dice.split('d').next().and_then(|count| count.parse().ok()).unwrap_or(1);
            if roll::risk(cx, rule, target, dice)? {
                all(cx, source, &[target], &risk.effects)?;
            }
        }
        Effect::Die(die) => {
            let rolled = number(cx, &die.dice, by, rule)?;
            if (i32::from(die.on[0])..=i32::from(die.on[1])).contains(&rolled) {
                all(cx, source, &[target], &die.effects)?;
            }
        }
        Effect::Choose(lists) => {
            let nth = tell::choose(cx, by, lists, rule)?;
            if let Some(list) = lists.get(usize::from(nth)) {
                cx.within((source, target, nth), |cx| all(cx, source, &[target], list))?;
            }
        }
        Effect::If(so) => {
            let list = if whom::holds(cx.at(), target, &so.is, healed) { &so.effects } else { &so.otherwise };
            all(cx, source, &[target], list)?;
        }
        Effect::Upon(upon) => {
            let whom = whom::whom(cx, source, &upon.who)?;
            all(cx, source, &whom, &upon.effects)?;
        }
        Effect::NextCombat(_) => {
            let lasting =
                Lasting { by: rules::DW_TABLE_04, from: Some(by), amount: 1, ends: Span::Expedition };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
        Effect::Rob(_) => crate::interlude::rob(cx, target)?,
        Effect::Refill(refill) => thing::refill(cx, target, refill, rule),
        Effect::Text(text) => world::told(cx, by, text.clone(), rule),
        Effect::Hook(name) if name == "void-gear-gone" => thing::void(cx, target, rule),
        Effect::Hook(name) => return expedition::hook(cx, source, target, name).map(|()| 0),
        _ => {}
    }
    Ok(0)
}

/// What a list of effects comes to, in a few words.
fn words_of(list: &[Effect]) -> String {
    let words = list.iter().map(|effect| match effect {
        Effect::End(names) | Effect::EndOne(names) => format!("end {}", names.join(", ")),
        Effect::Shift(amount) => format!("{} {}", amount.kind, amount.dice),
        Effect::Discard(amount) => format!("take off {} {}", amount.dice, amount.kind),
        Effect::Door(how) => how.clone(),
        Effect::Move(moved) => moved.how.clone(),
        Effect::Repair(amount) if amount.is("AP") => "mend armor".to_owned(),
        Effect::Repair(_) => "mend a broken thing".to_owned(),
        Effect::Gain(gain) => gain.called.clone().unwrap_or_else(|| gain.item.clone()),
        _ => "this".to_owned(),
    });
    words.collect::<Vec<_>>().join(" and ")
}

/// Something lasts on somebody.
pub fn lasts(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, who: Who, until: &str, amount: u8) {
    let fight = cx.state().battle.is_some();
    let (ends, count) = match until {
        "turn" | "its-next-turn" => (Span::Turn, 0),
        "combat" | "next-attack-against-it" => (Span::Combat, 1),
        "combat-or-turns" if fight => (Span::Combat, 0),
        "combat-or-turns" => (Span::Turns, 5),
        "expedition" => (Span::Expedition, 0),
        "3 rolls" => (Span::Expedition, 3),
        turns if turns.ends_with("turns") => {
            (Span::Turns, turns.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(5))
        }
        _ => (Span::Expedition, 1),
    };
    let amount = if amount > 0 { amount } else { count };
    let lasting = Lasting { by: source.rule, from: Some(source.by), amount, ends };
    cx.record(source.rule, MagicFact::Lasts { who, lasting }.into());
}
