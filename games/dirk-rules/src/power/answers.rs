//! What comes by itself: on the face of a die, when blood flows, when somebody would die.

use boneyard_table::{At, Cx, Flow, RuleId, Who};
use smallvec::SmallVec;

use super::{DAY, HOUR, cheer, known};
use crate::DirkRules;
use crate::book::{NaturalAttack, Power};
use crate::combat::immune;
use crate::effect::{self, Deed, Effect, OnFace, Takes, Trigger, Use, When};
use crate::fact::Fact;
use crate::gear::Arms;
use crate::rules;
use crate::state::{Ends, Lasting, Lasts};

/// What follows on the face of an attack's die: before the damage is absorbed, or after it.
pub(crate) fn on_face(
    cx: &mut Cx<'_, DirkRules>,
    by: Who,
    on: Who,
    weapon: &Arms<'_>,
    face: u8,
    first: bool,
) -> Flow {
    let follows = |one: &&OnFace| one.face == face && one.first == first;
    let Some(row) = weapon.power else {
        return Ok(());
    };
    let used = row.uses.iter().filter(|way| way.attack).filter_map(|way| way.on_face.as_ref());
    let grown = row.attacks.iter().filter_map(|attack| attack.on_face.as_ref());
    let swung = row.weapon.iter().filter_map(|swung| swung.on_face.as_ref());
    let Some(one) = used.chain(grown).chain(swung).find(follows) else {
        return Ok(());
    };
    effect::all(cx, Deed { by, on, rule: row.id, lost: 0, say: "", spot: None }, &one.effects)
}

/// A blow lowered somebody's STR: what the two of them have may answer.
pub(crate) fn bled(cx: &mut Cx<'_, DirkRules>, by: Who, on: Who, melee: bool, lost: u16) -> Flow {
    if !melee || lost == 0 {
        return Ok(());
    }
    triggered(cx, by, When::OwnMeleeLowersStr, on, lost)?;
    triggered(cx, on, When::MeleeLoweredOwnStr, by, lost)
}

/// Lets everything happen that a moment brings about for `who`.
pub(crate) fn triggered(cx: &mut Cx<'_, DirkRules>, who: Who, when: When, other: Who, lost: u16) -> Flow {
    if cx.state().sheet(who).knows.is_empty() {
        return Ok(());
    }
    let book = cx.book();
    let ids: SmallVec<[RuleId; 4]> = cx.state().sheet(who).knows.iter().copied().collect();
    for row in ids.into_iter().filter_map(|id| book.power(id)) {
        for trigger in row.triggers.iter().filter(|trigger| trigger.when == when) {
            happens(cx, row, trigger, who, other, lost)?;
        }
    }
    Ok(())
}

fn happens(
    cx: &mut Cx<'_, DirkRules>,
    row: &Power,
    trigger: &Trigger,
    who: Who,
    other: Who,
    lost: u16,
) -> Flow {
    let lifeless =
        trigger.only.iter().any(|only| only == "target-living") && immune(cx.at(), other, "deprivation");
    let spent =
        || cx.state().live(who).lasting.iter().any(|known| known.by == row.id && known.what == Lasts::Spent);
    if lifeless || trigger.once.is_some() && spent() {
        return Ok(());
    }
    if trigger.once.as_deref() == Some("turn") {
        let effect = Lasting { by: row.id, from: who, what: Lasts::Spent, ends: Ends::Turn };
        cx.record(row.id, Fact::Lasts { who, effect });
    }
    let on = if trigger.to.as_deref() == Some("attacker") { other } else { who };
    effect::all(cx, Deed { by: who, on, rule: row.id, lost, say: "", spot: None }, &trigger.effects)
}

/// Somebody has called out a RALLY!: what those who heard it gain, and that it was done.
pub(crate) fn rallied(cx: &mut Cx<'_, DirkRules>, who: Who, heard: &[Who]) -> Flow {
    let sheet = cx.state().sheet(who);
    if sheet.hero && !sheet.has_done.iter().any(|known| known == "rally") {
        cx.record(rules::DK_ADV_11, Fact::HasDone { who, what: "rally".into() });
    }
    let book = cx.book();
    let ids: SmallVec<[RuleId; 4]> = cx.state().sheet(who).knows.iter().copied().collect();
    for row in ids.into_iter().filter_map(|id| book.power(id)) {
        let calls = row.triggers.iter().filter(|trigger| trigger.when == When::OwnRally);
        for effect in calls.flat_map(|trigger| &trigger.effects) {
            let Effect::TempHp(gift) = effect else { continue };
            let deed = Deed { by: who, on: who, rule: row.id, lost: 0, say: "", spot: None };
            let hp = effect::size(cx, deed, &gift.amount)?;
            heard.iter().for_each(|&on| cheer(cx, Deed { on, ..deed }, hp));
        }
    }
    Ok(())
}

/// Whether a spare heart beats in the place of the one that stopped: once a week.
pub(crate) fn spare_heart(cx: &mut Cx<'_, DirkRules>, who: Who) -> bool {
    let rows = known(cx.book(), cx.state().sheet(who));
    let heart = rows.flat_map(|row| row.triggers.iter().map(move |trigger| (row, trigger)));
    let Some(rule) =
        heart.filter(|(_, trigger)| trigger.when == When::WouldDie).map(|(row, _)| row.id).next()
    else {
        return false;
    };
    let clock = cx.state().clock;
    if cx.state().live(who).under(clock).any(|known| known.by == rule && known.what == Lasts::Spent) {
        return false;
    }
    let ends = Ends::At(clock.saturating_add(7 * DAY));
    let effect = Lasting { by: rule, from: who, what: Lasts::Spent, ends };
    cx.record(rule, Fact::Lasts { who, effect });
    cx.cite(rules::DK_COND_10H);
    cx.record(rule, Fact::PassedOut { who, out: true });
    let ends = Ends::At(clock.saturating_add(HOUR));
    let effect = Lasting { by: rule, from: who, what: Lasts::Faint, ends };
    cx.record(rule, Fact::Lasts { who, effect });
    true
}

/// The power that goes with EVADE!, and what it costs.
pub(crate) fn foresight(at: At<'_, DirkRules>, who: Who) -> Option<(RuleId, u8)> {
    let mut uses =
        known(at.book, at.state.sheet(who)).flat_map(|row| row.uses.iter().map(move |way| (row, way)));
    uses.find(|(_, way)| way.action == Takes::WithEvade).map(|(row, way)| (row.id, way.hp))
}

/// The use of a power that is an attack, with the sides of its die.
pub(crate) fn attack_use(row: &Power) -> Option<(&Use, u8)> {
    let way = row.uses.iter().find(|way| way.attack)?;
    let sides = way.effects.iter().find_map(|effect| match effect {
        Effect::Damage(much) => match much.dice {
            effect::Size::Dice { sides, .. } => Some(sides),
            _ => None,
        },
        _ => None,
    })?;
    Some((way, sides))
}

/// Attacks of what a power makes rise.
pub(crate) fn risen(row: &Power) -> impl Iterator<Item = &NaturalAttack> {
    let effects = row.uses.iter().flat_map(|way| &way.effects);
    effects.flat_map(|effect| match effect {
        Effect::Summon(summon) => summon.stats.attacks.iter(),
        _ => [].iter(),
    })
}
