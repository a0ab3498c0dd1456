//! Wounds treated with a Medicine Kit, outside fights.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::check::{self, Check, Sum, roll_sum};
use crate::combat::{awake, known, out_of_fight};
use crate::fact::{GearFact, HurtFact, TableFact};
use crate::gear;
use crate::hurt::{break_even, heal};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Degree, Fate, Proficiency, Span, Used, Ware};
use crate::time;

/// Treats somebody's wounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Treat {
    /// Who.
    pub who: Who,
    /// Whose.
    pub target: Who,
}

/// DC of the check.
const DC: i16 = 4;

/// Whether somebody's wounds can be treated, and with which kit.
pub fn check_treat(at: At<'_, DieTrying>, treat: Treat) -> Result<u8, Refusal> {
    let (state, rule) = (at.state, rules::DT_REST_04H);
    known(state, treat.who)?;
    known(state, treat.target)?;
    awake(state, treat.who)?;
    out_of_fight(state, rule)?;
    let name = state.name(treat.target);
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let Some(kit) = gear::owned(state, treat.who, |ware| *ware == Ware::Kit) else {
        return bad("no-kit", format!("{} has no Medicine Kit.", state.name(treat.who)));
    };
    if state.live(treat.who).items[usize::from(kit)].left == 0 {
        return Err(Refusal::new(rules::DT_ITEM_05, "kit-empty", "The Medicine Kit is used up."));
    }
    match state.live(treat.target).fate {
        Fate::Dead => return Err(Refusal::new(rules::DT_HP_09, "dead", format!("{name} is dead."))),
        Fate::Dying | Fate::Stable(_) => {
            let sentence = format!("{name} has no HP left: stabilising comes first.");
            return Err(Refusal::new(rule, "no-hp", sentence));
        }
        Fate::Up => {}
    }
    if state.live(treat.target).times_used(rule) > 0 {
        return bad("treated-today", format!("{name} was treated today."));
    }
    if sight::distance(state, treat.who, treat.target).is_some_and(|far| far > 1) {
        return bad("too-far", format!("{name} is more than 5 feet away."));
    }
    Ok(kit)
}

/// Treats wounds: ten minutes and one use, whatever comes of it.
pub fn treat(cx: &mut Cx<'_, DieTrying>, treat: Treat) -> Flow {
    let kit = check_treat(cx.at(), treat)?;
    let (who, target, rule) = (treat.who, treat.target, rules::DT_REST_04H);
    let now = cx.state().live(who).items[usize::from(kit)];
    let fact = GearFact::Left { who, item: kit, count: now.count, left: now.left - 1 };
    cx.record(rules::DT_ITEM_05, fact.into());
    let used = Used { what: rule, until: Span::Day, times: 1 };
    cx.record(rule, TableFact::Used { who: target, used }.into());
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Medicine, rule);
    let (degree, _) = cx.within((who, target), |cx| check::make(cx, check, DC))?;
    let steady = passive::find(cx.state(), cx.book(), who, Of::SteadyKit, |passive| match passive {
        Passive::SteadyKit(true) => Some(()),
        _ => None,
    });
    match degree {
        Degree::CriticalSuccess | Degree::Success => {
            let healed = cx.within((who, target, degree), |cx| {
                roll_sum(cx, rule, who, Sum { count: 1, sides: 3, name: "healing" })
            })?;
            let more = passive::total(cx.state(), cx.book(), who, "treat-healing");
            let critical = i16::from(degree == Degree::CriticalSuccess);
            if more > 0 {
                cx.cite(rules::DT_TAL_18H);
            }
            heal(cx, target, healed + critical + more, rule);
        }
        Degree::CriticalFailure if steady.is_none() => {
            let to = cx.state().live(target).hp - 1;
            let kind = crate::state::DamageType::Slashing;
            cx.record(rule, HurtFact::Hurt { who: target, amount: 1, kind, to }.into());
            cx.within((who, target), |cx| break_even(cx, target))?;
        }
        Degree::CriticalFailure => cx.cite(rules::DT_TAL_18H),
        Degree::Failure => {}
    }
    let to = cx.state().now.later(600);
    time::advance(cx, to)
}
