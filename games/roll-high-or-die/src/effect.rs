//! Effects of the content at work: what they do to somebody, by whom. Verbs that need a choice or a thing in hand are
//! with the rules of that thing.

use boneyard_content::Amount;
use boneyard_table::{Cx, Flow, RuleId, Who};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::tmk;
use crate::book::Effect;
use crate::combat::{many, push_from};
use crate::fact::{FightFact, GearFact};
use crate::hurt::{Gain, Wallop, ease, end_conditions, gain, hit_die, lie_down, regain, suffer};
use crate::question::WhichFalls;
use crate::state::{Condition, DamageType, Dice, Place, Stance};

/// Effects somebody has on another.
pub fn on(cx: &mut Cx<'_, RollHighOrDie>, who: Who, target: Who, effects: &[Effect], rule: RuleId) -> Flow {
    for (nth, effect) in effects.iter().enumerate() {
        cx.within((who, target, rule, nth as u16), |cx| one(cx, Some(who), target, effect, rule, 1))?;
    }
    Ok(())
}

/// Effects nobody brings about.
pub fn befalls(cx: &mut Cx<'_, RollHighOrDie>, who: Who, effects: &[Effect], rule: RuleId) -> Flow {
    stacked(cx, who, effects, rule, 1)
}

/// The same with a number of stacks that dice may ask for.
pub fn stacked(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    effects: &[Effect],
    rule: RuleId,
    stacks: u8,
) -> Flow {
    for (nth, effect) in effects.iter().enumerate() {
        cx.within((who, rule, nth as u16, stacks), |cx| one(cx, None, who, effect, rule, stacks))?;
    }
    Ok(())
}

fn amount(cx: &mut Cx<'_, RollHighOrDie>, who: Who, amount: &Amount, rule: RuleId, stacks: u8) -> Flow<i16> {
    match amount.dice.as_str() {
        "stacks" => Ok(stacks.into()),
        "TMK" => Ok(tmk(cx.state(), who).into()),
        text => {
            let dice = Dice::parse(text).unwrap_or_default();
            Ok(many(cx, rule, who, dice.count.into(), dice.sides)? + i16::from(dice.flat))
        }
    }
}

fn one(
    cx: &mut Cx<'_, RollHighOrDie>,
    by: Option<Who>,
    who: Who,
    effect: &Effect,
    rule: RuleId,
    stacks: u8,
) -> Flow {
    if cx.state().live(who).dead {
        return Ok(());
    }
    match effect {
        Effect::Damage(dealt) => {
            let sum = amount(cx, who, dealt, rule, stacks)?;
            let kind = dealt.kind.split(' ').find_map(DamageType::named).unwrap_or(DamageType::Force);
            suffer(cx, &Wallop::one(who, sum, kind, dealt.is("true"), rule))?;
        }
        Effect::Vitality(regained) => {
            let sum = amount(cx, who, regained, rule, stacks)?;
            regain(cx, who, sum, rule, true);
        }
        Effect::Condition(condition) => {
            if let Some(what) = Condition::named(&condition.is) {
                gain(cx, who, Gain { what, stacks: condition.stacks, from: by, dc: condition.dc, by: rule });
            }
        }
        Effect::End(names) => {
            let ended: Vec<Condition> = names.iter().filter_map(|name| Condition::named(name)).collect();
            end_conditions(cx, who, rule, |ailment| ended.contains(&ailment.what));
        }
        Effect::EndOne(name) => {
            if let Some(what) = Condition::named(name) {
                ease(cx, who, what, Some(1), rule);
            }
        }
        Effect::HitDie(true) if cx.state().live(who).hit_dice > 0 => hit_die(cx, who, rule, true)?,
        Effect::Stance(Stance::Prone) => lie_down(cx, who, rule),
        Effect::Stance(to) if cx.state().live(who).stance != *to => {
            record(cx, rule, FightFact::Stance { who, to: *to }.into());
        }
        Effect::Drop(_) => {
            let held: Vec<u8> = (0..cx.state().live(who).items.len() as u8)
                .filter(|item| {
                    let now = &cx.state().live(who).items[usize::from(*item)];
                    now.place.is_held() && now.count > 0
                })
                .collect();
            let Some(first) = held.first().copied() else { return Ok(()) };
            let item = match by {
                Some(by) if held.len() > 1 => cx.ask(by, WhichFalls { who, among: held })?,
                _ => first,
            };
            let at = cx.state().live(who).at;
            record(cx, rule, GearFact::Placed { who, item, to: Place::Floor(at) }.into());
        }
        Effect::Push(push) => {
            if let Some(by) = by {
                push_from(cx, by, who, push.feet, rule)?;
            }
        }
        // What needs a thing in hand, a space or a moment is with the rules of that thing.
        _ => {}
    }
    Ok(())
}
