//! Wounds treated with a Medicine Kit, outside fights.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::check::{self, Check, Sum, roll_sum};
use crate::combat::{may_be_up, may_in_peace, may_know};
use crate::fact::{GearFact, HurtFact, TableFact};
use crate::gear;
use crate::hurt::{break_even, heal};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Degree, Fate, Proficiency, Span, Used, Ware};
use crate::time;

deed! {
    /// Treats somebody's wounds: ten minutes and one use, whatever comes of it.
    #[derive(Copy)]
    pub struct Treat(form: DieTrying) {
        who: Who = with_a_kit(form)?,
        /// Whose.
        target: Who = {
            let state = form.state;
            form.creature_among("target", "Whose", |who| state.sheet(who).is_hero())?
        },
    }
}

/// The one who does it, with a kit, while nobody fights: to others the form is not offered.
fn with_a_kit(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = form.actor()?;
    let state = form.state;
    let there = state.creature(who).is_some_and(|one| one.live.fate == Fate::Up && !one.live.away);
    let kit = there && gear::owned(state, who, |ware| *ware == Ware::Kit).is_some();
    form.only_if(state.battle.is_none() && kit)?;
    Ok(who)
}

/// DC of the check.
const DC: i16 = 4;

/// Whether somebody's wounds can be treated, and with which kit.
fn may_treat(may: May<'_, DieTrying>, treat: Treat) -> Lawful<u8> {
    let (state, rule, Treat { who, target }) = (may.state, rules::DT_REST_04H, treat);
    may_know(may, who)?;
    may_know(may, target)?;
    may_be_up(may, who)?;
    may_in_peace(may, rule)?;
    let name = state.name(target);
    let bad = |code: &str, sentence: String| Refusal::new(rule, code, sentence);
    let Some(kit) = gear::owned(state, who, |ware| *ware == Ware::Kit) else {
        return may.no(|| bad("no-kit", format!("{} has no Medicine Kit.", state.name(who))));
    };
    may.not_if(state.live(who).items[usize::from(kit)].left == 0, || {
        Refusal::new(rules::DT_ITEM_05, "kit-empty", "The Medicine Kit is used up.")
    })?;
    let fate = state.live(target).fate;
    may.not_if(fate == Fate::Dead, || Refusal::new(rules::DT_HP_09, "dead", format!("{name} is dead.")))?;
    may.not_if(fate != Fate::Up, || {
        bad("no-hp", format!("{name} has no HP left: stabilising comes first."))
    })?;
    may.not_if(state.live(target).times_used(rule) > 0, || {
        bad("treated-today", format!("{name} was treated today."))
    })?;
    may.not_if(sight::distance(state, who, target).is_some_and(|far| far > 1), || {
        bad("too-far", format!("{name} is more than 5 feet away."))
    })?;
    Ok(kit)
}

impl Deed<DieTrying> for Treat {
    const CARD: Card = Card::acting("Treat wounds", "Exploring").rule(rules::DT_REST_04H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_treat(may, *self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let kit = may_treat(May::quiet(cx.at(), by), self)?;
        treats(cx, self, kit)
    }
}

fn treats(cx: &mut Cx<'_, DieTrying>, treat: Treat, kit: u8) -> Flow {
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
