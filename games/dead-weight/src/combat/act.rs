//! Actions of adventurers beside attacking and moving: recover, catch breath, defend, dodge, help,
//! whatever else the GM allows.

use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ground::{able, close};
use super::legal::{acting_hero, commands_pet, has_actions, in_turn, spend};
use super::{helpers, tokens};
use crate::DeadWeight;
use crate::book::{Moment, ShieldRow};
use crate::fact::{FightFact, MagicFact};
use crate::house::ShieldRating;
use crate::hurt;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Affliction, Attribute, Help, Outcome, Span, Tokens, Used};

/// Recover: gives up a token for fatigue, shakes off a stun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regain {
    /// Who.
    pub who: Who,
    /// The token given up for fatigue.
    #[serde(default)]
    pub token: Option<GivenToken>,
    /// On which attribute a fatigue is recovered.
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// Leaves a stun token where it is.
    #[serde(default)]
    pub keep_stun: bool,
}

/// A token given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenToken {
    /// A shield token.
    Shield,
    /// A dodge token.
    Dodge,
}

/// Helps an ally through their next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpAlly {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With two dice each time, for fatigue.
    #[serde(default)]
    pub extra_effort: bool,
}

/// Anything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Freeform {
    /// Who.
    pub who: Who,
    /// On what it would be tested.
    pub attribute: Attribute,
    /// What it is, in a few words.
    pub about: String,
}

/// Recover, for anybody: with stun tokens it is all one can do.
pub fn regain(cx: &mut Cx<'_, DeadWeight>, by: Seat, regain: Regain) -> Flow {
    let who = regain.who;
    let one = in_turn(cx.state(), who)?;
    has_actions(one, 1)?;
    commands_pet(cx.state(), by, who)?;
    let old = one.live.tokens;
    if !one.sheet.is_hero() {
        if regain.token.is_some() || regain.attribute.is_some() {
            let sentence = "A creature recovers a stun token and nothing else.";
            return refuse(Refusal::new(rules::DW_ENEMY_09, "no-fatigue", sentence));
        }
        spend(cx, who, 1, rules::DW_ENEMY_09);
        tokens::set(cx, who, Tokens { stun: old.stun.saturating_sub(1), ..old }, rules::DW_ENEMY_09);
        return Ok(());
    }
    let rule = rules::DW_ACT_03;
    let mut new = old;
    match (regain.token, regain.attribute) {
        (None, Some(_)) => {
            let sentence = "Fatigue is recovered only for a shield or dodge token.";
            return refuse(Refusal::new(rule, "no-token", sentence));
        }
        (Some(_), None) => {
            let sentence = "Say on which attribute the token recovers a fatigue.";
            return refuse(Refusal::new(rule, "no-attribute", sentence));
        }
        (Some(GivenToken::Shield), Some(_)) if old.shield > 0 => new.shield -= 1,
        (Some(GivenToken::Dodge), Some(_)) if old.dodge > 0 => new.dodge -= 1,
        (Some(GivenToken::Dodge), Some(_)) if old.late_dodge > 0 => new.late_dodge -= 1,
        (Some(_), Some(_)) => {
            return refuse(Refusal::new(rule, "nothing-left", "There is no such token to give up."));
        }
        (None, None) => {}
    }
    if !regain.keep_stun {
        new.stun = old.stun.saturating_sub(1);
    }
    if new == old {
        let sentence = "There is neither a token to give up nor a stun to shake off.";
        return refuse(Refusal::new(rule, "nothing", sentence));
    }
    spend(cx, who, 1, rule);
    if old.stun > 0 {
        cx.cite(rules::DW_TOKEN_03);
    }
    tokens::set(cx, who, new, rule);
    if let Some(attribute) = regain.attribute {
        hurt::recover(cx, who, attribute, 1, rule);
    }
    Ok(())
}

/// Catch breath: one fatigue less on each attribute.
pub fn breathe(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let one = acting_hero(cx.state(), who, 1)?;
    if one.live.suffers(Affliction::Shaken) {
        let sentence = format!("{} is Shaken and cannot catch breath.", one.sheet.name);
        return refuse(Refusal::new(rules::DW_AFFL_07, "shaken", sentence));
    }
    spend(cx, who, 1, rules::DW_ACT_05);
    hurt::recover_each(cx, who, 1, rules::DW_ACT_05);
    Ok(())
}

/// Shields in somebody's hands.
pub fn shields(at: At<'_, DeadWeight>, who: Who) -> impl Iterator<Item = &ShieldRow> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    let held = things.filter(|(_, now)| now.place.is_hand() && now.wielded && !now.broken);
    held.filter_map(move |(item, _)| at.book.shields.get(item.kind?.as_str()))
}

/// The number on the best shield in somebody's hands.
pub fn shield(at: At<'_, DeadWeight>, who: Who) -> Option<u8> {
    shields(at, who).map(|row| row.tokens).max()
}

/// Tokens a Defend places, skills included; nothing without a shield.
pub fn defends_with(at: At<'_, DeadWeight>, who: Who) -> Option<u8> {
    let rating = shield(at, who)?;
    let base = if at.state.house.shield_rating == ShieldRating::AtSetup { 1 } else { rating };
    let sheet = at.state.sheet(who);
    let skill =
        if sheet.skilled(rules::DW_SKILL_19) { 2 } else { u8::from(sheet.skilled(rules::DW_SKILL_18)) };
    Some(base + skill)
}

/// Defend: places shield tokens. The GM may let something else serve as a shield.
pub fn defend(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let one = acting_hero(cx.state(), who, 1)?;
    let rule = rules::DW_ACT_06;
    let full = one.live.tokens.shield >= Tokens::MOST_SHIELDS;
    let holds_something = one.live.items.iter().any(|item| item.place.is_hand());
    let count = match defends_with(cx.at(), who) {
        Some(count) => count,
        None if holds_something => {
            if !substitute(cx, who)? {
                return Ok(());
            }
            1
        }
        None => {
            let sentence = format!("{} has no shield, nor anything to use as one.", one.sheet.name);
            return refuse(Refusal::new(rule, "no-shield", sentence));
        }
    };
    if full {
        cx.cite(rules::DW_TOKEN_01);
    }
    let sheet = cx.state().sheet(who);
    for skill in [rules::DW_SKILL_18, rules::DW_SKILL_19] {
        if sheet.skilled(skill) {
            cx.cite(skill);
            break;
        }
    }
    cx.cite_all(|at| shields(at, who).map(|row| row.id).collect::<Vec<_>>());
    spend(cx, who, 1, rule);
    tokens::shield(cx, who, count, rule);
    Ok(())
}

/// Asks the GM whether what somebody holds serves as a shield.
fn substitute(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow<bool> {
    let one = cx.state().one(who);
    let held = one.sheet.items.iter().zip(&one.live.items).find(|(_, now)| now.place.is_hand());
    let thing = held.map_or_else(String::new, |(item, _)| item.name.clone());
    let name = one.sheet.name.clone();
    let ruling = cx.judge(rules::DW_ACT_06, 1, &|| Judgement {
        rule: rules::DW_ACT_06,
        tag: thing.clone(),
        question: format!("{name} wants to use the {thing} as a shield. Does it serve?"),
        about: Vec::new(),
        options: vec![
            RulingOption::new("serves", "It serves: 1 token"),
            RulingOption::new("no", "It does not"),
        ],
        proposal: 1,
        why: "it is no shield".into(),
        precedents: Vec::new(),
    })?;
    Ok(ruling.option() == 0)
}

/// Dodge: a DEX test for dodge tokens.
pub fn dodge(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let one = acting_hero(cx.state(), who, 2)?;
    if let Some(by) = one.live.held_by {
        let sentence = format!("{} is held by {} and cannot dodge.", one.sheet.name, cx.state().name(by));
        return refuse(Refusal::new(rules::DW_HOUSE_16H, "held", sentence));
    }
    let rule = rules::DW_ACT_07;
    spend(cx, who, 2, rule);
    let test = helpers::helped(cx.at(), Rolling::test(who, Attribute::Dex, rule));
    let count = match cx.within(who, |cx| roll::make(cx, &test))? {
        Outcome::GreatSuccess => 2,
        Outcome::Success => 1,
        _ => 0,
    };
    if count == 0 || !able(cx.state(), who) {
        return Ok(());
    }
    tokens::dodge(cx, who, count, rule);
    if let Some(id) = super::arms::wielding(cx.at(), who, Moment::DodgeSucceeds)
        && !cx.state().live(who).has_used(id)
    {
        let used = Used { what: id, until: Span::Turn };
        cx.record(id, MagicFact::Used { who, used }.into());
        tokens::dodge(cx, who, 1, id);
    }
    Ok(())
}

/// Help another: a die in all their actions of their next turn.
pub fn help(cx: &mut Cx<'_, DeadWeight>, help: HelpAlly) -> Flow {
    let HelpAlly { who, target, extra_effort } = help;
    let state = cx.state();
    let one = acting_hero(state, who, 2)?;
    let rule = rules::DW_ACT_11;
    let ally = state.creature(target).filter(|ally| ally.sheet.is_hero() && able(state, target));
    let Some(ally) = ally.filter(|_| who != target) else {
        return refuse(Refusal::new(rule, "nobody-to-help", "One helps another adventurer in this fight."));
    };
    if one.live.suffers(Affliction::Sleepy) {
        let sentence = format!("{} is Sleepy and helps nobody.", one.sheet.name);
        return refuse(Refusal::new(rules::DW_AFFL_05, "sleepy", sentence));
    }
    if !close(state, who, target) {
        let sentence = format!("{} has to be on the same tile or the next.", ally.sheet.name);
        return refuse(Refusal::new(rule, "too-far", sentence));
    }
    spend(cx, who, 2, rule);
    let help = Help { by: who, ally: target, effort: extra_effort, now: false };
    cx.record(rule, FightFact::Helps(help).into());
    Ok(())
}

/// Whatever else somebody tries: the GM says whether, what it costs and how it is rolled.
pub fn freeform(cx: &mut Cx<'_, DeadWeight>, freeform: &Freeform) -> Flow {
    let who = freeform.who;
    let one = acting_hero(cx.state(), who, 1)?;
    let left = one.live.turn.actions;
    let rule = rules::DW_COMB_12;
    let length = freeform.about.chars().count();
    if length == 0 || length > 120 {
        return refuse(Refusal::new(rule, "about", "Say in 1 to 120 characters what it is."));
    }
    let (name, about) = (one.sheet.name.clone(), freeform.about.clone());
    let attribute = freeform.attribute;
    let ruling = cx.judge(rule, 0, &|| Judgement {
        rule,
        tag: about.clone(),
        question: format!("{name} tries this with {}: {about}. What does it take?", attribute.name()),
        about: vec![format!("{} left", count(left, "action", "actions"))],
        options: vec![
            RulingOption::new("one", "1 action and a test"),
            RulingOption::new("two", "2 actions and a test"),
            RulingOption::new("no-test", "1 action, no test"),
            RulingOption::new("no", "It cannot be done"),
        ],
        proposal: 0,
        why: "most things take an action and a test".into(),
        precedents: Vec::new(),
    })?;
    let cost = match ruling.option() {
        1 => 2,
        3 => return Ok(()),
        _ => 1,
    };
    // Said in good faith, and more than is left: then it is not done.
    if cost > left {
        let why = "there are not enough actions left for it";
        cx.record(rule, crate::fact::HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(());
    }
    spend(cx, who, cost, rule);
    if ruling.option() == 2 {
        return Ok(());
    }
    let test = helpers::helped(cx.at(), Rolling::test(who, attribute, rule));
    roll::make(cx, &test)?;
    Ok(())
}
