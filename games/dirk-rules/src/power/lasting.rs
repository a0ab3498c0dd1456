//! What powers leave on creatures, and when it is over.

use boneyard_table::{At, Cx, Flow, RuleId, Who};
use smallvec::SmallVec;

use super::{SCENE, passives};
use crate::DirkRules;
use crate::combat::afflict;
use crate::effect::{Deed, Passive, UnderCondition};
use crate::fact::Fact;
use crate::health::die;
use crate::rules;
use crate::state::{Affliction, Ends, Lasting, Lasts, State};

/// The end of a scene that begins now.
pub fn scene(state: &State) -> Ends {
    Ends::Scene(if state.battle.is_some() { u32::MAX } else { state.clock.saturating_add(SCENE) })
}

/// Whether `who` does not notice `other`.
pub fn unnoticed(state: &State, who: Who, other: Who) -> bool {
    let live = state.live(who);
    live.source(Affliction::Enchanted) == Some(other)
        && live.under(state.clock).any(|known| known.what == Lasts::Blind && known.from == other)
}

/// Whose puppet a creature is.
pub fn puppet_of(state: &State, who: Who) -> Option<Who> {
    state.live(who).lasting.iter().find(|known| known.what == Lasts::Puppet).map(|known| known.from)
}

/// Puts somebody under a condition.
pub(crate) fn befall(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, condition: &UnderCondition) -> Flow {
    let Deed { by, on, rule, .. } = deed;
    let Some(what) = Affliction::ALL.into_iter().find(|known| known.name() == condition.is) else {
        return Ok(());
    };
    cx.within((by, on, rule), |cx| afflict(cx, rule, on, what, Some(by)))?;
    if !cx.state().live(on).suffers(what) {
        return Ok(());
    }
    let lasts = match condition.shows.as_deref() {
        Some("obeys-order") => Lasts::Obeys(deed.say.to_owned()),
        Some("cannot-perceive-source") => Lasts::Blind,
        _ => return Ok(()),
    };
    cx.cite(rules::DK_POWER_05H);
    let effect = Lasting { by: rule, from: by, what: lasts, ends: scene(cx.state()) };
    cx.record(rule, Fact::Lasts { who: on, effect });
    Ok(())
}

/// Ends a condition.
pub(crate) fn frees(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId, condition: &str) {
    if condition == "grappled" {
        if let Some(holder) = cx.state().live(who).held_by {
            cx.record(rule, Fact::Released { holder, held: who });
        }
        return;
    }
    let what = Affliction::ALL.into_iter().find(|known| known.name() == condition);
    if let Some(what) = what.filter(|what| cx.state().live(who).suffers(*what)) {
        cx.record(rule, Fact::Relieved { who, what });
    }
}

/// A turn begins: what lasted until then is over.
pub(crate) fn turn_began(cx: &mut Cx<'_, DirkRules>, who: Who) {
    ends(cx, |known| known.ends == Ends::Turn && known.from == who);
}

/// A turn ends: an order has been carried out.
pub(crate) fn turn_over(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let obeyed = cx.state().live(who).lasting.iter().find(|known| matches!(known.what, Lasts::Obeys(_)));
    if let Some(effect) = obeyed.cloned() {
        let by = effect.by;
        cx.record(by, Fact::LastsNoMore { who, effect });
        frees(cx, who, by, Affliction::Enchanted.name());
    }
}

/// Somebody attacks: whoever did not notice them does now.
pub(crate) fn attacked(cx: &mut Cx<'_, DirkRules>, by: Who, target: Who) {
    ends(cx, |known| known.what == Lasts::Blind && known.from == by);
    if let Some(rule) = ignored(cx.at(), target, by) {
        let effect = Lasting { by: rule, from: by, what: Lasts::Spent, ends: Ends::At(u32::MAX) };
        cx.record(rule, Fact::Lasts { who: by, effect });
    }
}

/// The entry by which `who` pays no heed to `other`.
pub fn ignored(at: At<'_, DirkRules>, who: Who, other: Who) -> Option<RuleId> {
    if at.state.sheet(other).knows.is_empty() {
        return None;
    }
    let kind = at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()))?;
    let spent = |id: RuleId| {
        at.state.live(other).lasting.iter().any(|known| known.by == id && known.what == Lasts::Spent)
    };
    let heedless =
        |passive: &Passive| matches!(passive, Passive::IgnoredBy(one) if one.creature == kind.name);
    passives(at, other).find(|(row, passive)| heedless(passive) && !spent(row.id)).map(|(row, _)| row.id)
}

/// The battle is over, and with it all that lasts for a scene.
pub(crate) fn scene_over(cx: &mut Cx<'_, DirkRules>) {
    ends(cx, |known| matches!(known.ends, Ends::Scene(_)));
}

/// Time has passed: what ended by the clock is gone, and puppets fall.
pub(crate) fn time_passed(cx: &mut Cx<'_, DirkRules>) {
    let clock = cx.state().clock;
    for who in cx.state().everybody() {
        let fallen =
            cx.state().live(who).lasting.iter().find(|known| {
                known.what == Lasts::Puppet && matches!(known.ends, Ends::At(at) if at <= clock)
            });
        if let Some(rule) = fallen.map(|known| known.by).filter(|_| !cx.state().live(who).dead) {
            die(cx, who, rule);
        }
    }
    ends(cx, |known| matches!(known.ends, Ends::At(at) | Ends::Scene(at) if at <= clock));
}

fn ends(cx: &mut Cx<'_, DirkRules>, over: impl Fn(&Lasting) -> bool) {
    for who in cx.state().everybody() {
        if cx.state().live(who).lasting.is_empty() {
            continue;
        }
        let done: SmallVec<[Lasting; 1]> =
            cx.state().live(who).lasting.iter().filter(|known| over(known)).cloned().collect();
        for effect in done {
            let (by, enchants) = (effect.by, matches!(effect.what, Lasts::Blind | Lasts::Obeys(_)));
            let wakes = effect.what == Lasts::Faint;
            cx.cite(rules::DK_POWER_05H);
            cx.record(by, Fact::LastsNoMore { who, effect });
            if wakes && cx.state().live(who).passed_out {
                cx.record(rules::DK_COND_10H, Fact::PassedOut { who, out: false });
            }
            if enchants {
                frees(cx, who, by, Affliction::Enchanted.name());
            }
        }
    }
}
