//! Everything else one can do in ten seconds: reloading, setting up, cutting loose, putting out,
//! and whatever a player thinks of.

use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Who, refuse};

use super::turn::can_act;
use crate::DirkRules;
use crate::check::{Save, alive, save};
use crate::fact::Fact;
use crate::gear::{arms, in_hand};
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction, Last, With};

/// Refuses making ready what needs it not; gives the entry of the gun.
pub fn may_ready(at: At<'_, DirkRules>, who: Who, item: u8) -> Result<RuleId, Refusal> {
    let rule = rules::DK_BATTLE_14;
    let gun = arms(at, who, With::Item(item)).filter(|gun| gun.reload || gun.prepare);
    let Some(gun) = gun else {
        return Err(Refusal::new(rule, "nothing-to-do", "That needs neither reloading nor setting up."));
    };
    let id = gun.id.unwrap_or(rule);
    let live = at.state.live(who);
    if !in_hand(live, item) {
        return Err(Refusal::new(id, "not-in-hand", format!("The {} is not in hand.", gun.name)));
    }
    if !live.items[usize::from(item)].unready {
        return Err(Refusal::new(id, "ready-already", format!("The {} is ready to fire.", gun.name)));
    }
    Ok(id)
}

/// Reloads a gun or sets it up, for the action.
pub fn make_ready(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8) -> Flow {
    can_act(cx.at(), who)?;
    let id = may_ready(cx.at(), who, item)?;
    cx.cite(id);
    cx.record(rules::DK_BATTLE_14, Fact::Acted { who });
    cx.record(id, Fact::Readied { who, item, ready: true });
    Ok(())
}

/// What a set up gun does not survive: its gunner moves, falls, or puts it away.
pub(super) fn unsettle(cx: &mut Cx<'_, DirkRules>, who: Who) {
    for item in 0..cx.state().live(who).items.len() as u8 {
        if cx.state().live(who).items[usize::from(item)].unready {
            continue;
        }
        let kind = cx.state().sheet(who).items.get(usize::from(item)).and_then(|sheet| sheet.kind);
        let gun = kind.and_then(|kind| cx.book().weapons.get(kind.as_str())).filter(|gun| gun.prepare);
        if let Some(id) = gun.map(|gun| gun.id) {
            cx.record(id, Fact::Readied { who, item, ready: false });
        }
    }
}

/// Somebody is knocked down.
pub(crate) fn knock_down(cx: &mut Cx<'_, DirkRules>, who: Who) {
    cx.record(rules::DK_COND_01H, Fact::Down { who, down: true });
    unsettle(cx, who);
}

/// Refuses help that nobody needs or that does not reach.
pub fn may_help(at: At<'_, DirkRules>, who: Who, target: Who) -> Result<Affliction, Refusal> {
    alive(at, target)?;
    let rule = rules::DK_BATTLE_14;
    let live = at.state.live(target);
    let name = &at.state.sheet(target).name;
    let cut = live.suffers(Affliction::Entangled) && who != target;
    if !cut && !live.suffers(Affliction::Burning) {
        let sentence = format!("{name} is neither on fire nor caught in anything.");
        return Err(Refusal::new(rule, "no-need", sentence));
    }
    if let Some((lock, key, _)) = power::lock_of(at, target).filter(|(_, key, _)| cut && *key != who) {
        let has = at.state.creature(key).map_or("somebody", |creature| &creature.sheet.name);
        return Err(Refusal::new(lock, "locked", format!("{name} is in irons, and {has} has the key.")));
    }
    let feet = at.state.feet(who, target);
    if who != target && feet > 5 {
        let sentence = format!("{name} is {feet} feet away; that is done from beside them.");
        let refusal = Refusal::new(rules::DK_RANGE_01H, "out-of-reach", sentence);
        return Err(refusal.with("feet", feet).with("reach", 5));
    }
    Ok(if live.suffers(Affliction::Burning) { Affliction::Burning } else { Affliction::Entangled })
}

/// Cuts somebody loose or puts out the flames, for the action.
pub fn help(cx: &mut Cx<'_, DirkRules>, who: Who, target: Who) -> Flow {
    can_act(cx.at(), who)?;
    let what = may_help(cx.at(), who, target)?;
    let rule = if what == Affliction::Burning { rules::DK_COND_09H } else { rules::DK_COND_04H };
    cx.record(rules::DK_BATTLE_14, Fact::Acted { who });
    cx.record(rule, Fact::Relieved { who: target, what });
    if what == Affliction::Entangled {
        power::unlock(cx, target, Some(who));
    }
    Ok(())
}

/// Whatever a player thinks of; the referee says what it takes.
pub fn misc(cx: &mut Cx<'_, DirkRules>, who: Who, what: &str) -> Flow {
    can_act(cx.at(), who)?;
    let rule = rules::DK_BATTLE_14;
    let what = what.trim();
    if what.is_empty() || what.chars().count() > 120 {
        return refuse(Refusal::new(rule, "words", "Say what you do in at most 120 characters."));
    }
    cx.record(rule, Fact::Acted { who });
    let name = cx.state().sheet(who).name.clone();
    let ruling = cx.judge(rule, 0, &|| Judgement {
        rule,
        tag: what.to_owned(),
        question: format!("{name}: {what}. What does it take?"),
        about: Vec::new(),
        options: vec![
            RulingOption::new("works", "It works"),
            RulingOption::new("STR", "A STR save"),
            RulingOption::new("DEX", "A DEX save"),
            RulingOption::new("WIL", "A WIL save"),
            RulingOption::new("contest", "A contest"),
            RulingOption::new("longer", "It takes longer than a turn"),
        ],
        proposal: 0,
        why: "a small thing that fits into ten seconds".into(),
        precedents: Vec::new(),
    })?;
    let outcome = match ruling.option() {
        0 => "pass",
        option @ 1..=3 => {
            let ability = Ability::ALL[usize::from(option) - 1];
            let passed = cx.within(who, |cx| save(cx, Save::new(who, ability, rule)))?;
            if passed { "pass" } else { "fail" }
        }
        4 => "contest",
        _ => "longer",
    };
    cx.record(rule, Fact::Outcome(Last { outcome: outcome.into(), dice: Vec::new() }));
    Ok(())
}
