//! What powers leave on creatures, and when it is over.

use boneyard_table::{At, Cx, Flow, RuleId, Who};
use smallvec::SmallVec;

use super::{DAY, SCENE, passives, unlock};
use crate::DirkRules;
use crate::combat::afflict;
use crate::effect::{self, Deed, Grant, Passive, UnderCondition};
use crate::fact::Fact;
use crate::health::die;
use crate::rules;
use crate::state::{Affliction, Ends, Lasting, Lasts, State};

/// What the referee notes on somebody in whom a poison still works.
const POISONED: &str = "poisoned";

/// The end of a scene that begins now.
pub fn scene(state: &State) -> Ends {
    Ends::Scene(if state.battle.is_some() { u32::MAX } else { state.clock.saturating_add(SCENE) })
}

/// The end of a turn that begins now: ten seconds where there is no battle.
pub fn turn(state: &State) -> Ends {
    if state.battle.is_some() { Ends::Turn } else { Ends::At(state.clock.saturating_add(10)) }
}

/// Whether `who` takes `other` for a friend.
pub fn charmed(state: &State, who: Who, other: Who) -> bool {
    let live = state.live(who);
    live.source(Affliction::Enchanted) == Some(other)
        && live.under(state.clock).any(|known| known.what == Lasts::Friend && known.from == other)
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
        Some("friend") => Lasts::Friend,
        _ => return Ok(()),
    };
    cx.cite(rules::DK_POWER_05H);
    let ends = match condition.until.iter().any(|until| until == "day") {
        true => Ends::At(cx.state().clock.saturating_add(DAY)),
        false => scene(cx.state()),
    };
    let effect = Lasting { by: rule, from: by, what: lasts, ends };
    cx.record(rule, Fact::Lasts { who: on, effect });
    Ok(())
}

/// Temporary HP by somebody's word, for the turn.
pub(crate) fn cheer(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, hp: u16) {
    let Deed { by, on, rule, .. } = deed;
    cx.cite(rules::DK_BATTLE_08);
    let effect = Lasting { by: rule, from: by, what: Lasts::TempHp(hp), ends: turn(cx.state()) };
    cx.record(rule, Fact::Lasts { who: on, effect });
}

/// Something is so for the turn.
pub(crate) fn grant(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, grant: &Grant) -> Flow {
    let Deed { by, on, rule, .. } = deed;
    let ends = turn(cx.state());
    cx.cite(rules::DK_POWER_05H);
    cx.record(
        rule,
        Fact::Lasts { who: on, effect: Lasting { by: rule, from: by, what: Lasts::Granted, ends } },
    );
    for passive in &grant.passive {
        if let Passive::Adjust(much) = passive
            && much.is("speed")
        {
            let more = effect::size(cx, deed, much)?.min(255) as u8;
            let effect = Lasting { by: rule, from: by, what: Lasts::Swift(more), ends };
            cx.record(rule, Fact::Lasts { who: on, effect });
        }
    }
    Ok(())
}

/// Somebody was harmed: whoever took one of that side for a friend does so no longer.
pub(crate) fn harmed(cx: &mut Cx<'_, DirkRules>, by: Who, on: Who) {
    if cx.state().live(on).lasting.is_empty() {
        return;
    }
    let side = cx.state().sheet(by).side;
    let known = cx.state().live(on).lasting.iter();
    let fooled = known
        .filter(|known| known.what == Lasts::Friend)
        .find(|known| cx.state().sheet(known.from).side == side);
    if let Some(effect) = fooled.cloned() {
        let rule = effect.by;
        cx.record(rule, Fact::LastsNoMore { who: on, effect });
        frees(cx, on, rule, Affliction::Enchanted.name());
    }
}

/// Ends a condition.
pub(crate) fn frees(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId, condition: &str) {
    if condition == "grappled" {
        if let Some(holder) = cx.state().live(who).held_by {
            cx.record(rule, Fact::Released { holder, held: who });
        }
        return;
    }
    if condition == "poison" && cx.state().sheet(who).is(POISONED) {
        cx.record(rule, Fact::Untagged { who, tag: POISONED.into() });
    }
    let what = Affliction::ALL.into_iter().find(|known| known.name() == condition);
    if what == Some(Affliction::Entangled) {
        unlock(cx, who, None);
    }
    if let Some(what) = what.filter(|what| cx.state().live(who).suffers(*what)) {
        cx.record(rule, Fact::Relieved { who, what });
    }
}

/// A turn begins: what lasted until then is over.
pub(crate) fn turn_began(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let round = cx.state().battle.as_ref().map_or(0, |battle| battle.round);
    ends(cx, |known| match known.ends {
        Ends::Turn => known.from == who,
        Ends::Round(last) => round > last || round == last && known.from == who,
        Ends::Scene(_) | Ends::At(_) => false,
    });
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
    ends(cx, |known| matches!(known.ends, Ends::Scene(_) | Ends::Turn | Ends::Round(_)));
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
    // Asked with every attack: mostly nothing lasts on anybody.
    if cx.state().creatures.iter().all(|creature| creature.live.lasting.is_empty()) {
        return;
    }
    for who in cx.state().everybody() {
        let done: SmallVec<[Lasting; 1]> =
            cx.state().live(who).lasting.iter().filter(|known| over(known)).cloned().collect();
        for effect in done {
            let (by, enchants) =
                (effect.by, matches!(effect.what, Lasts::Blind | Lasts::Obeys(_) | Lasts::Friend));
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
