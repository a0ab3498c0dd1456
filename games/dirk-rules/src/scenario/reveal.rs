//! Bringing in those who wait: how many they are, and each of them made from their entry.

use boneyard_table::{Audience, Cx, Flow, Group, Refusal, RuleId, Seat, Who, refuse};

use super::play::{RULE, scene, under_way};
use super::rows::WaitsRow;
use super::{SceneFact, Waits};
use crate::DirkRules;
use crate::check::referee;
use crate::fact::{Fact, blank};
use crate::hero::creature_like;
use crate::rules;
use crate::state::{Ability, Afflicted, Creature, Shared, Sheet, State};
use crate::world;

/// Brings in those who wait under a name.
pub fn reveal(cx: &mut Cx<'_, DirkRules>, by: Seat, who: &str) -> Flow {
    referee(by, RULE, "bring in those who wait")?;
    let (land, _) = under_way(cx)?;
    let Some((waits, row, place)) = land.waiting(who).and_then(|waits| {
        let place = cx.book().places.iter().find(|place| place.number == waits.place)?;
        Some((waits.clone(), place.waits.iter().find(|row| row.who == who)?, place.id))
    }) else {
        return refuse(Refusal::new(RULE, "nobody-waits", format!("Nobody waits under the name {who}.")));
    };
    if cx.state().creatures.len() + usize::from(most(row, &waits)) > 500 {
        let refusal = Refusal::new(RULE, "too-many", "A table holds at most 500 creatures.");
        return refuse(refusal.with("most", 500));
    }
    let like = cx.book().creatures.named(row.like.as_deref().unwrap_or(who));
    if like.is_none() && (row.like.is_some() || !person(row)) {
        let sentence = format!("There is no creature {} on the lists.", row.like.as_deref().unwrap_or(who));
        return refuse(Refusal::new(RULE, "no-such-entry", sentence));
    }
    let rolled = if row.die > 0 { cx.dice(place, Seat::GM, Group::new(1, row.die))?.first() } else { 0 };
    let number = if person(row) { 1 } else { rolled + row.more + waits.added };
    let mood = if row.any_attitude { world::attitude(cx, None)? } else { Vec::new() };
    for _ in 0..number {
        let name = free_name(cx.state(), who, person(row));
        let mut creature = made(cx, row, like.map(|like| like.id), &name, &waits)?;
        let mut sheet: Sheet = (*creature.sheet).clone();
        sheet.tags.extend(mood.iter().filter(|tag| !row.tags.contains(tag)).cloned());
        creature.sheet = Shared::new(sheet);
        let at = Who(cx.state().creatures.len() as u16);
        cx.record(like.map_or(place, |like| like.id), Fact::Joined { who: at, creature: Box::new(creature) });
    }
    cx.record_for(Audience::GM, place, scene(SceneFact::Revealed { who: who.to_owned() }));
    Ok(())
}

fn person(row: &WaitsRow) -> bool {
    row.die == 0 && row.more == 0
}

fn most(row: &WaitsRow, waits: &Waits) -> u16 {
    u16::from(row.die) + u16::from(row.more) + u16::from(waits.added) + 1
}

fn made(
    cx: &mut Cx<'_, DirkRules>,
    row: &WaitsRow,
    like: Option<RuleId>,
    name: &str,
    waits: &Waits,
) -> Flow<Creature> {
    let book = cx.book();
    let entry = like.and_then(|id| book.creatures.get(id.as_str()));
    let Creature { mut live, sheet } = match entry {
        Some(entry) => creature_like(book, entry, name),
        None => blank(name, None),
    };
    let mut sheet: Sheet = (*sheet).clone();
    sheet.named |= row.named;
    sheet.tags.extend(row.tags.iter().cloned());
    sheet.knows.extend(row.knows.iter().filter_map(|name| book.power_named(name)));
    for (at, score) in [row.str, row.dex, row.wil].into_iter().enumerate() {
        if let Some(score) = score {
            (sheet.full[at], live.scores[at]) = (score, score);
        }
    }
    if let Some(hp) = row.hp {
        (sheet.full_hp, live.hp) = (hp, hp);
    } else if entry.is_none_or(|entry| entry.hp.is_none()) {
        let hp = cx.dice(rules::DK_BASIC_06, Seat::GM, Group::new(1, 10))?.first();
        (sheet.full_hp, live.hp) = (hp.into(), hp.into());
    }
    if let Some(now) = row.now_str {
        live.scores[Ability::Str as usize] = now;
    }
    live.passed_out = row.passed_out || waits.asleep;
    let state = cx.state();
    let by =
        row.serves.as_ref().and_then(|name| state.everybody().find(|who| state.sheet(*who).name == *name));
    if live.passed_out {
        cx.cite(rules::DK_COND_10H);
    }
    for what in &row.suffers {
        if let Some(condition) = cx.book().conditions.named(what.name()) {
            cx.cite(condition.id);
        }
    }
    live.afflicted.extend(row.suffers.iter().map(|&what| Afflicted { what, by }));
    Ok(Creature { live, sheet: Shared::new(sheet) })
}

/// A name nobody here has: the name itself, or with a number behind it.
pub(crate) fn free_name(state: &State, who: &str, person: bool) -> String {
    let mut letters = who.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
    let name = if person { who.to_owned() } else { format!("{first}{}", letters.as_str()) };
    let taken = |name: &str| state.creatures.iter().any(|creature| creature.sheet.name == name);
    if !taken(&name) {
        return name;
    }
    let numbered = (2..).map(|number| format!("{name} {number}"));
    numbered.into_iter().find(|name| !taken(name)).unwrap_or(name)
}
