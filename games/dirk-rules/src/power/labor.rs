//! Uses that take time or tools: surgery, bandages, work on things that are worn or broken.

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Who};

use super::owned;
use crate::DirkRules;
use crate::book::{Book, PoolKind, PoolRow, Power};
use crate::check::{Difficulty, Save, related, save};
use crate::effect::{Aim, Deed, Effect, HowHard, Much, Often, Passive, Size, Use};
use crate::fact::Fact;
use crate::rules;
use crate::state::{Item, ItemSheet, Lasts, Part, Place, Wear};
use crate::time::{Scale, Task, TaskKind, TimeFact, may_spend_time, spend};

/// Refuses a power for which the tools are missing.
pub(super) fn has_tools(at: At<'_, DirkRules>, who: Who, row: &Power) -> Result<(), Refusal> {
    let allows = |tool: &Power| {
        tool.passive.iter().any(|passive| matches!(passive, Passive::Allow(known) if *known == row.name))
    };
    let Some(tool) = at.book.gear.iter().find(|tool| allows(tool)) else {
        return Ok(());
    };
    if owned(at, at.book, who).any(|(_, own)| allows(own)) {
        return Ok(());
    }
    let sentence = format!("{} takes a {}.", row.name, tool.name);
    Err(Refusal::new(tool.id, "no-tools", sentence))
}

/// Refuses a use that cannot be begun now: in battle, a second time on a patient, on somebody sound.
pub(super) fn may_begin(
    may: May<'_, DirkRules>,
    row: &Power,
    way: &Use,
    targets: &[Who],
    say: &str,
) -> Lawful {
    let state = may.state;
    if way.time.is_some() {
        may_spend_time(may, row.id)?;
    }
    for &target in targets {
        let (live, sheet) = (state.live(target), state.sheet(target));
        let treated = |known: &crate::state::Lasting| known.by == row.id && known.what == Lasts::Spent;
        may.not_if(way.once == Some(Often::PatientDay) && live.under(state.clock).any(treated), || {
            Refusal::new(row.id, "once-a-day", format!("{} had that done today already.", sheet.name))
        })?;
        let change = way.effects.iter().find_map(|effect| match effect {
            Effect::Part(change) => Some(change),
            _ => None,
        });
        let Some(change) = change else { continue };
        let named = Part::ALL.into_iter().find(|part| part.name().eq_ignore_ascii_case(say));
        may.not_if(named.is_none() && !say.is_empty(), || {
            let sentence = format!("{say} is no part: there are ARM, LEG, GUTS, FACE, EYES and BRAIN.");
            Refusal::new(row.id, "no-such-part", sentence)
        })?;
        // How a creature of the referee's is inside nobody knows before they have looked.
        let fits = |part: &Part| live.part(*part) == change.from && named.is_none_or(|named| named == *part);
        may.not_if(sheet.hero && !Part::ALL.iter().any(fits), || {
            let sentence = format!("{} has nothing there to mend in this way.", sheet.name);
            Refusal::new(row.id, "no-need", sentence)
        })?;
    }
    Ok(())
}

/// Scale and seconds of an amount of time.
pub(crate) fn how_long(time: &Much) -> (Scale, u32) {
    let number = match time.dice {
        Size::Fixed(number) => u32::from(number),
        _ => 1,
    };
    match Scale::ALL.into_iter().find(|scale| time.is(scale.name())) {
        Some(Scale::Minutes) | None => (Scale::Minutes, number * 60),
        Some(scale) => (scale, number * scale.seconds()),
    }
}

/// Spends the time a use takes; gives whether it was all there and its user still can.
pub(super) fn spends(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    targets: &[Who],
    row: &Power,
    time: &Much,
) -> Flow<bool> {
    let mut people = vec![who];
    people.extend(targets.iter().copied().filter(|&target| target != who));
    let (scale, left) = how_long(time);
    let task = Task { kind: TaskKind::Using(row.id), who: people, left };
    if !spend(cx, scale, task.clone())? || crate::health::out(cx.state(), who) {
        return Ok(false);
    }
    cx.record(row.id, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
    Ok(true)
}

/// The save of whoever uses it, as hard as the referee says where it is for the referee to say.
pub(super) fn own_save(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, way: &Use) -> Flow<Option<bool>> {
    let Some(ability) = way.own_save else {
        return Ok(None);
    };
    let book = cx.book();
    let name = book.power(deed.rule).map_or("", |row| row.name.as_str());
    let mut difficulty = Difficulty::Plain;
    if way.difficulty == HowHard::Asked {
        difficulty = how_hard(cx, deed.rule, name, deed.say)?;
        cx.cite(rules::DK_CHECK_06);
    }
    let mut own = Save { difficulty, ..Save::new(deed.by, ability, deed.rule) };
    related(cx, deed.by, &about(name, way), &mut own.edge)?;
    cx.within((deed.by, deed.on, deed.rule), |cx| save(cx, own)).map(Some)
}

/// What a save is about, in the words backgrounds go by.
fn about(name: &str, way: &Use) -> String {
    if way.target == Aim::Lock { format!("lock, {}", name.to_lowercase()) } else { name.to_lowercase() }
}

fn how_hard(cx: &mut Cx<'_, DirkRules>, rule: RuleId, name: &str, what: &str) -> Flow<Difficulty> {
    const DEGREES: [(Difficulty, &str); 5] = [
        (Difficulty::Trivial, "trivial"),
        (Difficulty::Plain, "plain"),
        (Difficulty::Difficult, "difficult"),
        (Difficulty::Legendary, "legendary"),
        (Difficulty::Unprecedented, "unprecedented"),
    ];
    let ruling = cx.judge(rule, 1, &|| Judgement {
        rule,
        tag: what.to_owned(),
        question: format!("How hard is it: {what}?"),
        about: vec![name.to_owned()],
        options: DEGREES.map(|(_, word)| RulingOption::new(word, word)).to_vec(),
        proposal: 1,
        why: "a lock like many".into(),
        precedents: Vec::new(),
    })?;
    Ok(DEGREES.get(usize::from(ruling.option())).map_or(Difficulty::Plain, |(degree, _)| *degree))
}

/// What a thing wears down.
fn pool(book: &Book, item: &ItemSheet) -> Option<PoolRow> {
    let kind = item.kind?;
    let weapon = book.weapons.get(kind.as_str()).and_then(|row| row.pool);
    weapon.or_else(|| book.shields.get(kind.as_str()).and_then(|row| row.pool))
}

/// Whether work of this kind does anything for a thing.
pub(crate) fn takes_work(book: &Book, item: &ItemSheet, now: &Item, effect: &Effect) -> bool {
    if now.place == Place::Gone {
        return false;
    }
    match effect {
        Effect::Restore(much) if much.is("durability") => {
            let worn = pool(book, item)
                .is_some_and(|pool| pool.kind == PoolKind::Durability && now.pool < pool.size);
            worn && now.wear == Wear::Whole
        }
        Effect::Restore(much) if much.is("survival") => now.survived > 0 && now.wear == Wear::Whole,
        Effect::Mend(_) => now.wear == Wear::Broken,
        _ => false,
    }
}

/// Works on a thing, never beyond what it was when new.
pub(crate) fn works(
    cx: &mut Cx<'_, DirkRules>,
    rule: RuleId,
    who: Who,
    item: u8,
    effect: &Effect,
    amount: u16,
) {
    let at = usize::from(item);
    let now = cx.state().live(who).items[at];
    let size = pool(cx.book(), &cx.state().sheet(who).items[at]).map_or(0, |pool| pool.size);
    match effect {
        Effect::Restore(much) if much.is("survival") => {
            cx.record(rule, Fact::Survived { who, item, times: 0 });
        }
        Effect::Restore(_) => {
            let to = u16::from(now.pool).saturating_add(amount).min(size.into()) as u8;
            cx.cite(rules::DK_WEAR_04);
            cx.record(rule, Fact::Pool { who, item, from: now.pool, to });
        }
        Effect::Mend(_) => {
            cx.cite(rules::DK_WEAR_01);
            cx.record(rule, Fact::Worn { who, item, wear: Wear::Whole, place: now.place });
            let to = amount.min(size.into()) as u8;
            if to != now.pool {
                cx.record(rule, Fact::Pool { who, item, from: now.pool, to });
            }
        }
        _ => {}
    }
}

/// A thing by name on which work of this kind does something.
fn named(at: At<'_, DirkRules>, who: Who, name: &str, effect: &Effect) -> Option<u8> {
    let things = (0u8..).zip(at.state.sheet(who).items.iter().zip(&at.state.live(who).items));
    let mut fit =
        things.filter(|(_, (item, now))| item.name == name && takes_work(at.book, item, now, effect));
    fit.next().map(|(item, _)| item)
}

/// Refuses work on what does not take it.
pub(super) fn may_work(
    at: At<'_, DirkRules>,
    who: Who,
    row: &Power,
    way: &Use,
    name: &str,
) -> Result<(), Refusal> {
    if way.effects.iter().any(|effect| named(at, who, name, effect).is_some()) {
        return Ok(());
    }
    let sentence = format!("{} does nothing for a {name}: there is none, or none that needs it.", row.name);
    Err(Refusal::new(row.id, "no-fit", sentence))
}

/// Works on the thing that was named.
pub(crate) fn work_on(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, effect: &Effect, amount: u16) {
    if let Some(item) = named(cx.at(), deed.by, deed.say, effect) {
        works(cx, deed.rule, deed.by, item, effect, amount);
    }
}
