//! Casting: the effect first, then the INT test and what it does to the caster. Scrolls too.

use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};

use super::aim::{Invoke, Use, picked, place_named, power_named, targets};
use super::effect::{self, Source};
use super::mishap;
use crate::DeadWeight;
use crate::book::Book;
use crate::combat;
use crate::fact::{GearFact, MagicFact};
use crate::question::Unconducted;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Lasting, Memorised, Outcome, Place, Span, State};

/// A thing with a role that somebody has: in hand or worn openly, or anywhere. Broken things do not serve.
pub fn held_role(at: At<'_, DeadWeight>, who: Who, role: &str, anywhere: bool) -> Option<u8> {
    let one = at.state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let found = things.find(|(_, (sheet, now))| {
        let held = now.place.is_hand() || matches!(now.place, Place::Worn | Place::Torso);
        let there = now.place != Place::Gone && (anywhere || held) && !now.broken;
        there && sheet.kind.is_some_and(|kind| has_role(at, kind, role))
    });
    found.map(|(number, _)| number as u8)
}

fn has_role(at: At<'_, DeadWeight>, kind: RuleId, role: &str) -> bool {
    let key = kind.as_str();
    let gear = at.book.gear.get(key).map(|row| &row.roles);
    let roles = gear.or_else(|| at.book.weapons.get(key).map(|row| &row.roles));
    roles.is_some_and(|roles| roles.iter().any(|known| known == role))
}

/// Whether somebody has a conductor in hand or worn openly.
pub fn conducted(at: At<'_, DeadWeight>, who: Who) -> bool {
    held_role(at, who, "conductor", false).is_some()
}

/// Whether somebody may cast this now.
pub fn check_cast(at: At<'_, DeadWeight>, invoke: &Invoke) -> Result<(), Refusal> {
    checked(at, invoke).map(|_| ())
}

fn checked(at: At<'_, DeadWeight>, invoke: &Invoke) -> Result<(RuleId, Vec<Who>), Refusal> {
    let rule = rules::DW_SPELL_03;
    let one = acting_hero(at.state, invoke.who)?;
    let name = &one.sheet.name;
    if !one.sheet.has_trait(rules::DW_TRAIT_05) {
        let sentence = format!("{name} is no Magic user and casts no spells.");
        return Err(Refusal::new(rules::DW_TRAIT_05, "no-magic", sentence));
    }
    let row = power_named(at.book, &invoke.power, false);
    let ready = row.filter(|row| one.live.memorised.iter().any(|known| known.what == row.id));
    let Some(row) = ready else {
        let known = row.is_some_and(|row| one.sheet.hero.knows.contains(&row.id));
        let rule = if known { rules::DW_SPELL_05 } else { rule };
        let sentence = format!("{name} has not memorised {}.", invoke.power);
        return Err(Refusal::new(rule, "not-memorised", sentence));
    };
    check_time(at, invoke.who, row.cost())?;
    let used = picked(row, invoke.mode.as_deref(), rule)?;
    let all = targets(at, invoke, &used, rule)?;
    Ok((row.id, all))
}

/// Whether there is time for a power: actions in a fight, and never during setup.
pub(super) fn check_time(at: At<'_, DeadWeight>, who: Who, actions: u8) -> Result<(), Refusal> {
    if at.state.battle.is_none() {
        return Ok(());
    }
    combat::check_hero(at.state, who, actions).map(|_| ()).map_err(|refusal| {
        let few = refusal.code() == "no-actions";
        let sentence = format!("This takes {}.", count(actions, "action", "actions"));
        if few { refusal.and(Refusal::new(rules::DW_SPELL_10, "no-actions", sentence)) } else { refusal }
    })
}

/// Pays for a power in a fight. While exploring it takes the turn it is cast in.
pub(super) fn pay(cx: &mut Cx<'_, DeadWeight>, who: Who, actions: u8) {
    cx.cite(rules::DW_SPELL_10);
    if cx.state().battle.is_some() {
        combat::pay(cx, who, actions, rules::DW_ACT_08);
    }
}

/// Lets the effects of a power happen.
pub(super) fn works(cx: &mut Cx<'_, DeadWeight>, invoke: &Invoke, used: Use<'_>, all: &[Who]) -> Flow {
    let row = used.row;
    let place = invoke.place.as_deref().and_then(|name| place_named(cx.state(), name));
    let source =
        Source { by: invoke.who, rule: row.id, item: invoke.item, to: invoke.to, place: place.as_deref() };
    if let Some(words) = &invoke.words {
        super::world::told(cx, invoke.who, words.trim().to_owned(), row.id);
    }
    if row.range.is_none() {
        cx.cite(rules::DW_HOUSE_12H);
    }
    cx.cite(row.id);
    if row.house {
        cx.cite(match (row.level > 0, row.school.is_some() || row.god.is_some()) {
            (true, true) => rules::DW_HOUSE_31H,
            (true, false) => rules::DW_HOUSE_30H,
            (false, true) => rules::DW_HOUSE_33H,
            (false, false) => rules::DW_HOUSE_32H,
        });
    }
    if let Some(hook) = &row.hook
        && effect::hook(cx, source, hook, all, row)?
    {
        return Ok(());
    }
    if row.enemy_test {
        for (nth, &target) in all.iter().enumerate() {
            let failed = cx
                .within((source, nth, all), |cx| roll::by_level(cx, target, row.id))
                .map(|outcome| !outcome.succeeded())?;
            let effects = if failed { used.effects } else { &row.resisted };
            cx.within((source, nth, all), |cx| effect::all(cx, source, &[target], effects))?;
        }
        return Ok(());
    }
    effect::all(cx, source, all, used.effects)
}

/// Casts a memorised spell: it always works; then the caster tests INT.
pub fn cast(cx: &mut Cx<'_, DeadWeight>, invoke: &Invoke) -> Flow {
    let book = cx.book();
    let (id, all) = checked(cx.at(), invoke)?;
    let Some(row) = book.spells.get(id.as_str()) else { return Ok(()) };
    let used = picked(row, invoke.mode.as_deref(), rules::DW_SPELL_03)?;
    let (who, level) = (invoke.who, row.level);
    let safe = conducted(cx.at(), who);
    if !safe && !cx.ask(who, Unconducted { who, spell: row.id })? {
        return Ok(());
    }
    let fighting = cx.state().battle.is_some();
    cx.cite(if safe { rules::DW_SPELL_01 } else { rules::DW_HOUSE_11H });
    pay(cx, who, row.cost());
    cx.record(rules::DW_SPELL_03, MagicFact::Cast { who, what: row.id }.into());
    cx.within((who, level, safe, row.id), |cx| works(cx, invoke, used, &all))?;
    if let Some(lasting) = cx.state().live(who).under(rules::DW_SPELL_07).copied() {
        cx.record(rules::DW_SPELL_07, MagicFact::Over { who, lasting }.into());
        return super::world::turn(cx, fighting);
    }
    let outcome = cx.within((who, level, safe, row.id), |cx| caster_test(cx, who, safe))?;
    match outcome {
        Outcome::GreatSuccess => well(cx, who),
        Outcome::Success => cx.cite(rules::DW_SPELL_04),
        Outcome::Failure if safe => forget(cx, who, row.id),
        _ => {
            forget(cx, who, row.id);
            mishap(cx, who, level, safe)?;
        }
    }
    super::world::turn(cx, fighting)
}

/// The INT test that follows a spell.
fn caster_test(cx: &mut Cx<'_, DeadWeight>, who: Who, safe: bool) -> Flow<Outcome> {
    let live = cx.state().live(who);
    if live.dead || live.mortal {
        return Ok(Outcome::Success);
    }
    let advantages = super::named_edges(cx.at(), who, "spell");
    let skills: Vec<RuleId> = cx.state().sheet(who).hero.skills.clone();
    for skill in [rules::DW_SKILL_16, rules::DW_SKILL_27H] {
        if skills.contains(&skill) {
            cx.cite(skill);
        }
        if skill == rules::DW_SKILL_27H && skills.contains(&skill) {
            cx.cite(rules::DW_HOUSE_04H);
        }
    }
    let rolling = Rolling {
        advantages,
        disadvantages: u8::from(!safe),
        helpable: cx.state().battle.is_none(),
        ..Rolling::test(who, Attribute::Int, rules::DW_SPELL_08)
    };
    roll::make(cx, &rolling)
}

fn well(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    let lasting = Lasting { by: rules::DW_SPELL_07, from: Some(who), amount: 1, ends: Span::Expedition };
    cx.record(rules::DW_SPELL_07, MagicFact::Lasts { who, lasting }.into());
}

fn forget(cx: &mut Cx<'_, DeadWeight>, who: Who, what: RuleId) {
    let all: Vec<Memorised> =
        cx.state().live(who).memorised.iter().copied().filter(|known| known.what != what).collect();
    cx.record(rules::DW_SPELL_05, MagicFact::Memorised { who, all }.into());
}

/// Whether somebody may read this now.
pub fn check_scroll(at: At<'_, DeadWeight>, invoke: &Invoke) -> Result<(), Refusal> {
    scroll(at.state, at.book, invoke).map(|_| ())
}

/// The spell of a scroll in its use, the scroll itself, and whom it falls on.
fn scroll<'a>(state: &State, book: &'a Book, invoke: &Invoke) -> Result<(Use<'a>, u8, Vec<Who>), Refusal> {
    let (rule, at) = (rules::DW_HOUSE_25H, At { state, book });
    let one = acting_hero(state, invoke.who)?;
    let Some(row) = book.spells.named(&invoke.power) else {
        let sentence = format!("There is no spell {}.", invoke.power);
        return Err(Refusal::new(rule, "no-such-spell", sentence));
    };
    let wanted = format!("scroll of {}", row.name);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let scroll =
        things.position(|(sheet, now)| now.place != Place::Gone && sheet.name.eq_ignore_ascii_case(&wanted));
    let Some(item) = scroll.map(|number| number as u8) else {
        let sentence = format!("{} has no scroll of {}.", one.sheet.name, row.name);
        return Err(Refusal::new(rule, "no-scroll", sentence));
    };
    if super::is_blind(state, invoke.who) {
        return Err(Refusal::new(rules::DW_HOUSE_24H, "blind", "The blind do not read."));
    }
    check_time(at, invoke.who, row.cost())?;
    let used = picked(row, invoke.mode.as_deref(), rule)?;
    let all = targets(at, invoke, &used, rule)?;
    Ok((used, item, all))
}

/// Reads a scroll: a Magic user casts it like a spell of the own; anybody else tests INT first.
pub fn read_scroll(cx: &mut Cx<'_, DeadWeight>, invoke: &Invoke) -> Flow {
    let (who, rule) = (invoke.who, rules::DW_HOUSE_25H);
    let book = cx.book();
    let (used, item, all) = scroll(cx.state(), book, invoke)?;
    let row = used.row;
    let user = cx.state().sheet(who).has_trait(rules::DW_TRAIT_05);
    let fighting = cx.state().battle.is_some();
    pay(cx, who, row.cost());
    if let Some(kind) = cx.state().sheet(who).items[usize::from(item)].kind {
        cx.cite(kind);
    }
    let from = cx.state().live(who).items[usize::from(item)].count;
    cx.record(rule, GearFact::Count { who, item, from, to: from.saturating_sub(1) }.into());
    let locals = (who, row.level, row.id, user);
    if !user {
        let rolling = Rolling { helpable: false, ..Rolling::test(who, Attribute::Int, rule) };
        let outcome = cx.within(locals, |cx| roll::make(cx, &rolling))?;
        if outcome.succeeded() {
            cx.record(rule, MagicFact::Cast { who, what: row.id }.into());
            cx.within(locals, |cx| works(cx, invoke, used, &all))?;
            return super::world::turn(cx, fighting);
        }
        if outcome == Outcome::CriticalFailure {
            mishap(cx, who, row.level, true)?;
        }
        return super::world::turn(cx, fighting);
    }
    let safe = conducted(cx.at(), who);
    cx.record(rule, MagicFact::Cast { who, what: row.id }.into());
    cx.within(locals, |cx| works(cx, invoke, used, &all))?;
    let outcome = cx.within(locals, |cx| caster_test(cx, who, safe))?;
    match outcome {
        Outcome::GreatSuccess => well(cx, who),
        Outcome::Success => {}
        Outcome::Failure if safe => {}
        _ => mishap(cx, who, row.level, safe)?,
    }
    super::world::turn(cx, fighting)
}
