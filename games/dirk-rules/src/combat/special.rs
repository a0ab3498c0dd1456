//! What some creatures can do besides their attacks: webs, breath, hatching young.

use boneyard_table::{At, Cx, Flow, Group, Judgement, Refusal, RulingOption, Who, refuse};

use super::attack::{Blow, Strike, arms_of, strike_with};
use super::legal::legal_strike;
use super::turn::{can_act, can_attack, leave_turn_if_out};
use super::words::afflict;
use crate::DirkRules;
use crate::book::{Brings, CreatureRow, Special};
use crate::check::{Save, alive, save};
use crate::fact::Fact;
use crate::health::{Harm, inflict};
use crate::hero::creature_like;
use crate::rules;
use crate::state::{Ability, Kept, Sheet, With};

/// A creature's entry.
pub fn entry<'a>(at: At<'a, DirkRules>, who: Who) -> Option<&'a CreatureRow> {
    at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()))
}

/// Whether a special can be used again by now.
pub fn is_ready(at: At<'_, DirkRules>, who: Who, special: &Special) -> bool {
    let round = at.state.battle.as_ref().map_or(0, |battle| battle.round);
    let last = at.state.live(who).special_round;
    last.is_none_or(|last| round.saturating_sub(last) >= u16::from(special.every))
}

/// Uses a special.
pub fn special(cx: &mut Cx<'_, DirkRules>, who: Who, number: u8, target: Option<Who>) -> Flow {
    alive(cx.at(), who)?;
    let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
    let special = row.and_then(|row| Some((row, row.specials.get(usize::from(number))?)));
    let Some((row, special)) = special else {
        let sentence = format!("{} can do nothing like that.", cx.state().sheet(who).name);
        return refuse(Refusal::new(rules::DK_BATTLE_14, "no-special", sentence));
    };
    match target.filter(|_| special.damage.is_some()) {
        Some(target) => can_attack(cx.at(), who, target)?,
        None => can_act(cx.at(), who)?,
    }
    if !is_ready(cx.at(), who, special) {
        let sentence = format!("The {} comes at most every {} turns.", special.name, special.every);
        return refuse(Refusal::new(row.id, "too-soon", sentence).with("every", special.every));
    }
    let round = cx.state().battle.as_ref().map_or(0, |battle| battle.round);
    let used = Fact::SpecialUsed { who, special: number, round };
    if let Some(brings) = &special.brings {
        cx.record(row.id, Fact::Acted { who });
        cx.record(row.id, used);
        return bring(cx, who, row, brings, special.range);
    }
    let Some(target) = target else {
        return refuse(Refusal::new(row.id, "no-target", format!("The {} goes at somebody.", special.name)));
    };
    alive(cx.at(), target)?;
    if special.damage.is_some() {
        let strike = Strike { with: With::Special(number), target };
        legal_strike(cx.at(), who, strike)?;
        let Some(arms) = arms_of(cx, who, strike.with) else {
            return Ok(());
        };
        cx.record(row.id, Fact::Acted { who });
        cx.record(row.id, used);
        let blow = Blow { rule: row.id, who, strike, aim: None, let_break: false };
        cx.within(who, |cx| strike_with(cx, blow, &arms))?;
        return leave_turn_if_out(cx, who);
    }
    let feet = cx.state().feet(who, target);
    if feet > special.range || target == who {
        let name = &cx.state().sheet(target).name;
        let sentence = format!("{name} is {feet} feet away; the {} reaches {}.", special.name, special.range);
        let refusal = Refusal::new(rules::DK_RANGE_01H, "out-of-range", sentence);
        return refuse(refusal.with("feet", feet).with("range", special.range));
    }
    cx.record(row.id, Fact::Acted { who });
    cx.record(row.id, used);
    let passed = match special.save {
        Some(ability) => cx.within((who, target), |cx| save(cx, Save::new(target, ability, row.id)))?,
        None => false,
    };
    match special.condition.filter(|_| !passed) {
        Some(what) => afflict(cx, row.id, target, what, Some(who)),
        None => Ok(()),
    }
}

/// A turn begins in sunlight, if the referee says so: some take harm from it.
pub(super) fn sunlight(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
    let Some((row, harm)) = row.and_then(|row| Some((row, row.sunlight?))) else {
        return Ok(());
    };
    if cx.state().live(who).dead {
        return Ok(());
    }
    let ruling = cx.judge(row.id, 1, &|| Judgement {
        rule: row.id,
        tag: "sunlight".into(),
        question: "Does the sun shine on it?".into(),
        about: vec![row.text.clone()],
        options: vec![RulingOption::new("sun", "It does"), RulingOption::new("dark", "It does not")],
        proposal: 1,
        why: "it keeps out of the sun".into(),
        precedents: Vec::new(),
    })?;
    if ruling.option() != 0 {
        return Ok(());
    }
    let amount = u16::from(cx.dice(row.id, who, Group::new(1, harm.dice.0))?.first());
    inflict(cx, Harm { armor: false, ..Harm::of(who, amount) })?;
    Ok(())
}

/// Newcomers come into the battle beside whoever brought them.
fn bring(cx: &mut Cx<'_, DirkRules>, by: Who, row: &CreatureRow, brings: &Brings, feet: u16) -> Flow {
    let Some(young) = cx.book().creatures.named(&brings.creature) else {
        return Ok(());
    };
    let count = cx.dice(row.id, by, Group::new(1, brings.count.dice.0))?.first();
    for _ in 0..count {
        let fighters = cx.state().battle.as_ref().map_or(0, |battle| battle.order.len());
        if fighters >= 60 {
            let why = "There is no room for more.".into();
            cx.record(row.id, Fact::Fizzled { who: by, why });
            break;
        }
        let who = Who(cx.state().creatures.len() as u16);
        let taken = |name: &str| cx.state().everybody().any(|one| cx.state().sheet(one).name == name);
        let names =
            (1u16..).map(|nth| if nth == 1 { young.name.clone() } else { format!("{} {nth}", young.name) });
        let name = names.into_iter().find(|name| !taken(name)).unwrap_or_default();
        let mut creature = creature_like(cx.book(), young, &name);
        let (side, seat) = (cx.state().sheet(by).side, cx.state().sheet(by).seat);
        creature.sheet = Kept::new(Sheet { side, seat, ..(*creature.sheet).clone() });
        cx.cite(young.id);
        cx.record(row.id, Fact::Joined { who, creature: Box::new(creature) });
        for other in cx.state().everybody().filter(|&other| other != who) {
            let apart = if other == by { feet.min(5) } else { cx.state().feet(by, other) };
            cx.record(row.id, Fact::Apart { one: who, other, feet: apart });
        }
        let score = u16::from(cx.state().live(who).score(Ability::Dex));
        let Some(battle) = &cx.state().battle else {
            break;
        };
        let place = battle.scores.iter().take_while(|known| **known >= score).count() as u8;
        let turn = battle.turn.map(|turn| if place <= turn { turn + 1 } else { turn });
        cx.record(row.id, Fact::Entered { who, place, score, turn });
    }
    Ok(())
}
