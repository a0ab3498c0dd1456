//! What is said before the dice fall: how many, keeping it safe, extra effort, tragedy, help.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use smallvec::SmallVec;

use super::{Rolling, help};
use crate::DeadWeight;
use crate::fact::{HurtFact, MagicFact};
use crate::hurt;
use crate::question::{Declared, DeclaredDice};
use crate::rules;
use crate::state::{Affliction, Attribute, Creature, Span, State, Tray, Used};

/// Insight one may hold.
pub const MOST_INSIGHT: u8 = 3;

/// The full pool: available dice, more or fewer by what is printed on equipment or effects.
pub fn pool(state: &State, rolling: &Rolling) -> i8 {
    let available = state.one(rolling.who).available(rolling.attribute);
    i8::try_from(available).unwrap_or(i8::MAX).saturating_add(rolling.modifier)
}

/// An adventurer who is there and can act.
pub fn acting_hero(state: &State, who: Who) -> Result<&Creature, Refusal> {
    let rule = rules::DW_TEST_01;
    let Some(one) = state.creature(who).filter(|one| one.sheet.draft.is_none()) else {
        return Err(Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    let name = &one.sheet.name;
    if !one.sheet.is_hero() {
        let sentence = format!("{name} has no attributes: a creature like that rolls its level.");
        return Err(Refusal::new(rules::DW_TEST_27, "no-attributes", sentence).with("who", name.as_str()));
    }
    if one.live.dead {
        return Err(Refusal::new(rules::DW_HURT_16, "dead", format!("{name} is dead.")));
    }
    if one.live.mortal {
        let sentence = format!("{name} is mortally wounded and can do nothing until stabilised.");
        return Err(Refusal::new(rules::DW_HURT_15, "mortally-wounded", sentence));
    }
    Ok(one)
}

/// Whether a declaration is allowed.
pub fn check_declaration(
    at: At<'_, DeadWeight>,
    asked: DeclaredDice,
    declared: Declared,
) -> Result<(), Refusal> {
    let one = at.state.one(asked.who);
    let full = asked.pool;
    if declared.extra_effort {
        check_effort(one, asked.attribute)?;
        if declared.dice.is_some_and(|dice| i16::from(dice) != i16::from(full) + 1) {
            let sentence = format!("An extra effort rolls all dice and one more: {}.", i16::from(full) + 1);
            return Err(Refusal::new(rules::DW_TEST_14, "safe-and-effort", sentence));
        }
    } else if let Some(dice) = declared.dice {
        let most = u8::try_from(full).unwrap_or(0);
        if dice == 0 || dice > most {
            let sentence = if most == 0 {
                format!("There are no dice to choose from in {}.", asked.attribute.name())
            } else {
                format!("Roll 1 to {most} dice, not {dice}.")
            };
            let code = if dice == 0 { "no-dice" } else { "too-many-dice" };
            return Err(Refusal::new(rules::DW_TEST_03, code, sentence)
                .with("dice", dice)
                .with("most", most));
        }
    }
    if declared.tragedy {
        check_tragedy(one, asked.test)?;
    }
    Ok(())
}

/// Whether somebody may mark fatigue for one die more, without the reason.
pub fn may_effort(one: &Creature, attribute: Attribute) -> bool {
    let held = [Affliction::Sleepy, Affliction::Plagued];
    one.available(attribute) > 0 && !held.into_iter().any(|what| one.live.suffers(what))
}

/// Whether somebody may call on a tragedy in a test, without the reason.
pub fn may_call_on_tragedy(one: &Creature) -> bool {
    one.sheet.hero.path.len() >= 3 && !one.live.has_used(rules::DW_CHAR_11)
}

/// Whether somebody may mark fatigue for one die more.
pub(super) fn check_effort(one: &Creature, attribute: Attribute) -> Result<(), Refusal> {
    let (name, available) = (&one.sheet.name, one.available(attribute));
    if one.live.suffers(Affliction::Sleepy) {
        let sentence = format!("{name} is Sleepy: no extra effort.");
        return Err(Refusal::new(rules::DW_AFFL_05, "sleepy", sentence));
    }
    if one.live.suffers(Affliction::Plagued) {
        let sentence = format!("{name} is Plagued: the fatigue of an extra effort would be a wound.");
        return Err(Refusal::new(rules::DW_TEST_19, "plagued", sentence));
    }
    if available == 0 {
        let sentence =
            format!("{name} has no dice left in {}: the fatigue would be a wound.", attribute.name());
        return Err(Refusal::new(rules::DW_TEST_19, "no-dice-left", sentence)
            .with("attribute", attribute.name())
            .with("available", available));
    }
    Ok(())
}

fn check_tragedy(one: &Creature, test: bool) -> Result<(), Refusal> {
    let rule = rules::DW_CHAR_11;
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    if !test {
        return bad("only-tests", "A tragedy is called on in a test, not in a check.");
    }
    if one.sheet.hero.path.len() < 3 {
        return bad("no-tragedy", "There is no tragedy to call on.");
    }
    if one.live.has_used(rule) {
        return bad("used", "The tragedy was called on in this session already.");
    }
    Ok(())
}

/// Whether somebody may help.
pub fn check_help(
    at: At<'_, DeadWeight>,
    who: Who,
    with: Who,
    attribute: Attribute,
    effort: bool,
) -> Result<(), Refusal> {
    let rule = rules::DW_TEST_15;
    if who == with {
        return Err(Refusal::new(rule, "oneself", "Nobody helps themselves."));
    }
    let one = acting_hero(at.state, who)?;
    let name = &one.sheet.name;
    if one.live.away {
        return Err(Refusal::new(rule, "absent", format!("{name} is not here.")));
    }
    if one.live.suffers(Affliction::Sleepy) {
        return Err(Refusal::new(rules::DW_AFFL_05, "sleepy", format!("{name} is Sleepy and helps nobody.")));
    }
    if one.available(attribute) == 0 {
        let sentence = format!("{name} has no dice left in {}.", attribute.name());
        return Err(Refusal::new(rule, "no-dice-left", sentence).with("attribute", attribute.name()));
    }
    if effort {
        check_effort(one, attribute)?;
    }
    Ok(())
}

/// What a roller is asked before the dice fall, if there is anything to choose: for rolls whose declarations are
/// asked for together.
pub fn declaration(at: At<'_, DeadWeight>, rolling: &Rolling) -> Option<DeclaredDice> {
    let Rolling { who, attribute, test, withdraw, .. } = *rolling;
    let question = DeclaredDice { who, attribute, test, pool: pool(at.state, rolling), withdraw };
    (question.pool >= 0 && question.open(at)).then_some(question)
}

/// Asks what is still open, marks fatigue for extra efforts and lays out the tray. `None` where
/// the roller withdraws.
pub(super) fn declare(cx: &mut Cx<'_, DeadWeight>, rolling: &Rolling, full: i8) -> Flow<Option<Tray>> {
    let Rolling { who, attribute, test, withdraw, .. } = *rolling;
    let question = DeclaredDice { who, attribute, test, pool: full, withdraw };
    let mut helpers = rolling.helpers.clone();
    let declared = match rolling.declared {
        Some(declared) => declared,
        None => match help::declared(cx, rolling, question, &mut helpers)? {
            Some(declared) => declared,
            None => return Ok(None),
        },
    };
    let advantages = rolling.advantages + crate::magic::blessings(cx, who);
    let mut disadvantages = rolling.disadvantages;
    if declared.tragedy {
        disadvantages += 1;
        call_on_tragedy(cx, who);
    }
    if advantages + rolling.disadvantages > 0 {
        cx.cite(rules::DW_TEST_12);
    }
    let cancelled = advantages.min(disadvantages);
    if cancelled > 0 {
        cx.cite(rules::DW_TEST_11);
    }
    if advantages > 0 {
        cx.cite(rules::DW_TEST_09);
    }
    let full_dice = u8::try_from(full).unwrap_or(0);
    let count = if declared.extra_effort { full_dice + 1 } else { declared.dice.unwrap_or(full_dice) };
    let safe = !declared.extra_effort && count < full_dice;
    cx.cite(rules::DW_TEST_03);
    if !test {
        cx.cite(rules::DW_TEST_23);
    }
    if safe {
        cx.cite(rules::DW_TEST_14);
    }
    if declared.extra_effort {
        hurt::tire(cx, who, attribute, rules::DW_TEST_18)?;
    }
    for helper in helpers.iter().filter(|helper| helper.effort) {
        hurt::tire(cx, helper.who, attribute, rules::DW_TEST_20)?;
    }
    let one = cx.state().one(who);
    let angry = one.live.suffers(Affliction::Angry);
    let trained = one.sheet.hero.proficiency[attribute] + rolling.trained;
    let proficiency = if angry { 0 } else { trained.min(rolling.at_most.unwrap_or(trained)) };
    if angry && trained > 0 {
        cx.cite(rules::DW_AFFL_06);
    }
    Ok(Some(Tray {
        attribute: Some(attribute),
        test,
        count,
        safe,
        effort: declared.extra_effort,
        no_lesson: !declared.lesson,
        helpers,
        proficiency,
        advantages: advantages - cancelled,
        disadvantages: disadvantages - cancelled,
        clash: rolling.clash.clone(),
        plain: rolling.plain,
        ..blank(who)
    }))
}

/// A tray with nothing on it.
pub(super) fn blank(who: Who) -> Tray {
    Tray {
        who,
        attribute: None,
        test: false,
        count: 0,
        safe: false,
        effort: false,
        no_lesson: false,
        helpers: SmallVec::new(),
        proficiency: 0,
        advantages: 0,
        disadvantages: 0,
        clash: None,
        plain: false,
        blocked: 0,
        dice: SmallVec::new(),
        passed: false,
        gm_passed: false,
    }
}

fn call_on_tragedy(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    let rule = rules::DW_CHAR_11;
    let used = Used { what: rule, until: Span::Session };
    cx.record(rule, MagicFact::Used { who, used }.into());
    let from = cx.state().live(who).insight;
    if from < MOST_INSIGHT {
        cx.record(rule, HurtFact::Insight { who, from, to: from + 1 }.into());
    } else {
        cx.cite(rules::DW_HOUSE_01H);
    }
}
