//! Actions that touch nobody else: Dash, Dodge, standing up, helping, escaping what holds one, putting
//! out one's own fire.

use boneyard_table::moment::{Moment, Until};
use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{Cost, as_bonus, house_action, known, legal, pay, pay_deed};
use super::walk::gait;
use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::check::{self, Check};
use crate::fact::{AffectFact, FightFact, HurtFact, Spending};
use crate::hurt::{end_affects, end_condition, speed, wake};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Affect, Aid, Condition, Degree, Proficiency, What};

/// Somebody does something that needs no choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doer {
    /// Who.
    pub who: Who,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// Help with somebody's next check of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpAlly {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what; waking somebody asleep if nothing is said.
    #[serde(default)]
    pub with: Option<Aid>,
}

/// Getting free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Escape {
    /// Who.
    pub who: Who,
    /// Athletics or Acrobatics.
    pub skill: Proficiency,
}

/// Whether somebody may Dash.
pub fn check_dash(at: At<'_, DieTrying>, who: Who) -> Result<(), Refusal> {
    legal(at.state, at.book, who, Cost::Action)
}

/// Dash: Speed is doubled until the next turn.
pub fn dash(cx: &mut Cx<'_, DieTrying>, doer: Doer) -> Flow {
    check_dash(cx.at(), doer.who)?;
    never_a_bonus(doer, "Dashing takes an Action.")?;
    let who = doer.who;
    pay(cx, who, Cost::Action, rules::DT_COM_06);
    sight::note(cx, who, rules::DT_COM_09, FightFact::Spent { who, what: Spending::Dash });
    sight::acted(cx, who);
    Ok(())
}

/// Nothing lets anybody do this as a Bonus Action.
fn never_a_bonus(doer: Doer, sentence: &'static str) -> Result<(), Refusal> {
    if doer.bonus {
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    Ok(())
}

/// Whether somebody may Dodge.
pub fn check_dodge(at: At<'_, DieTrying>, doer: Doer) -> Result<(), Refusal> {
    legal(at.state, at.book, doer.who, if doer.bonus { Cost::Bonus } else { Cost::Action })?;
    if doer.bonus && !as_bonus(at.state, at.book, doer.who, "dodge") {
        let sentence = "Dodging takes an Action.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    Ok(())
}

/// Dodge: AC rises until the next turn. It does not end hiding.
pub fn dodge(cx: &mut Cx<'_, DieTrying>, doer: Doer) -> Flow {
    check_dodge(cx.at(), doer)?;
    let who = doer.who;
    pay_deed(cx, who, doer.bonus, "dodge", rules::DT_COM_06);
    let by = dodge_by(cx, who);
    sight::note(cx, who, rules::DT_COM_10, FightFact::Spent { who, what: Spending::Dodge(by) });
    Ok(())
}

/// What a Dodge is worth to somebody.
pub(super) fn dodge_by(cx: &Cx<'_, DieTrying>, who: Who) -> u8 {
    let better = passive::find(cx.state(), cx.book(), who, Of::Dodge, |passive| match passive {
        Passive::Dodge(by) => u8::try_from(*by).ok(),
        _ => None,
    });
    better.map_or(1, |(by, _)| by)
}

/// Stands up, for half of one's Speed.
pub fn stand(cx: &mut Cx<'_, DieTrying>, doer: Doer) -> Flow {
    let (who, rule) = (doer.who, rules::DT_ACT_01H);
    legal(cx.state(), cx.book(), who, Cost::Free)?;
    if !cx.state().live(who).prone {
        return refuse(Refusal::new(rule, "not-prone", format!("{} stands.", cx.state().name(who))));
    }
    if passive::forbids(cx.state(), cx.book(), who, "move").is_some() {
        let sentence = format!("{} is held fast and cannot stand up.", cx.state().name(who));
        return refuse(Refusal::new(rule, "immobilized", sentence));
    }
    let half = speed(cx.state(), cx.book(), who) / 2;
    if let Some(left) = gait(cx.state(), cx.book(), who).left {
        if left < half {
            let sentence = format!("Standing up takes {half} feet; {left} are left.");
            return refuse(Refusal::new(rule, "too-far", sentence).with("feet", half).with("left", left));
        }
        sight::note(cx, who, rule, FightFact::Spent { who, what: Spending::Feet(half) });
    }
    sight::note(cx, who, rule, HurtFact::Stood { who });
    Ok(())
}

/// Helps an ally with a check, or wakes one who sleeps.
pub fn help(cx: &mut Cx<'_, DieTrying>, help: HelpAlly) -> Flow {
    let (who, target, rule) = (help.who, help.target, rules::DT_ACT_06H);
    house_action(cx.state())?;
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    known(cx.state(), target)?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let name = cx.state().name(target).to_owned();
    if who == target || cx.state().sheet(who).side != cx.state().sheet(target).side {
        return bad("no-ally", format!("{name} is no ally."));
    }
    if sight::distance(cx.state(), who, target).is_some_and(|far| far > 1) {
        return bad("too-far", format!("{name} is more than 5 feet away."));
    }
    let Some(aid) = help.with else {
        if !cx.state().live(target).is(Condition::Unconscious) {
            return bad("awake", format!("{name} is awake; say what to help with."));
        }
        pay(cx, who, Cost::Action, rule);
        wake(cx, target);
        sight::acted(cx, who);
        return Ok(());
    };
    let twice = |affect: &boneyard_table::moment::Effect<Affect>| affect.what.what == What::Helped(aid);
    if cx.state().live(target).affects.iter().any(twice) {
        return bad("helped-already", format!("Somebody helps {name} with that already."));
    }
    pay(cx, who, Cost::Action, rule);
    let affect = Affect { what: What::Helped(aid), by: rule, from: Some(who) };
    let until = Until::next(Moment::TurnStart(who)).or(Moment::BattleEnd, 0);
    cx.record(rule, AffectFact::Begins { who: target, affect, until }.into());
    sight::acted(cx, who);
    Ok(())
}

/// Tries to get free of what holds one and states an Escape DC.
pub fn escape(cx: &mut Cx<'_, DieTrying>, escape: Escape) -> Flow {
    let (who, rule) = (escape.who, rules::DT_ACT_04H);
    house_action(cx.state())?;
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if !matches!(escape.skill, Proficiency::Athletics | Proficiency::Acrobatics) {
        return bad("wrong-skill", "One gets free by Athletics or Acrobatics.".into());
    }
    let live = cx.state().live(who);
    if !live.is(Condition::Immobilized) {
        return bad("not-held", format!("{} is not held.", cx.state().name(who)));
    }
    let dcs = live.affects.iter().filter_map(|affect| match affect.what.what {
        What::Is(Condition::Immobilized, dc) => dc,
        _ => None,
    });
    let Some(dc) = dcs.max() else {
        return bad("no-escape", "Nobody escapes what holds like this.".into());
    };
    if live.turn.no_escape > 0 {
        return bad("not-yet", "After that struggle there is no new try yet.".into());
    }
    pay(cx, who, Cost::Action, rule);
    let check = Check::skill(cx.state(), cx.book(), who, escape.skill, rule);
    let (degree, _) = check::make(cx, check, i16::from(dc))?;
    if degree.succeeded() {
        end_affects(cx, who, |affect| matches!(affect.what, What::Is(Condition::Immobilized, Some(_))));
    }
    match degree {
        Degree::CriticalSuccess => {
            cx.record(rule, FightFact::Spent { who, what: Spending::FreeFeet(5) }.into());
        }
        Degree::CriticalFailure if cx.state().battle.is_some() => {
            cx.record(rule, FightFact::Spent { who, what: Spending::NoEscape(2) }.into());
        }
        _ => {}
    }
    sight::acted(cx, who);
    Ok(())
}

/// An Action and a Dexterity save put out one's own fire.
pub fn douse_self(cx: &mut Cx<'_, DieTrying>, doer: Doer) -> Flow {
    let (who, rule) = (doer.who, rules::DT_COND_12H);
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    never_a_bonus(doer, "Putting out one's own fire takes an Action.")?;
    if !cx.state().live(who).is(Condition::Burning) {
        let sentence = format!("{} does not burn.", cx.state().name(who));
        return refuse(Refusal::new(rule, "not-burning", sentence));
    }
    pay(cx, who, Cost::Action, rule);
    let check = Check::save(cx.state(), cx.book(), who, Ability::Dexterity, rule);
    let (degree, _) = check::make(cx, check, 4)?;
    if degree.succeeded() {
        end_condition(cx, who, Condition::Burning);
    }
    sight::acted(cx, who);
    Ok(())
}
