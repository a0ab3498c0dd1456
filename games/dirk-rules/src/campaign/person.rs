//! People of a file as creatures: made when they are met, and changed when the file says so.

use boneyard_table::{Audience, Cx, Flow, Group, RuleId, Seat, Who};
use boneyard_world::adventure::{Mood, Person, Side};
use boneyard_world::run::{Id, PlaceKey};

use super::going::person_of;
use crate::DirkRules;
use crate::book::Book;
use crate::fact::{Fact, blank};
use crate::hero::creature_like;
use crate::rules;
use crate::state::{Ability, Afflicted, Creature, Live, Shared, Sheet, State};
use crate::world::{Part, attitude};

/// Makes a creature of somebody who is met. HP that nobody states are rolled.
pub(super) fn make(
    cx: &mut Cx<'_, DirkRules>,
    key: &Id,
    person: &Person<DirkRules>,
    place: &PlaceKey,
) -> Flow<Who> {
    let book = cx.book();
    let file = cx.state().campaign.running(key).and_then(|running| book.adventures.get(&running.file));
    let word = person.is.as_ref().map(|is| is.as_str());
    let cast = file.and_then(|file| file.cast.own.as_ref()).zip(word);
    let word = cast.and_then(|(own, word)| own.people.get(word)).map_or(word, |name| Some(name.as_str()));
    let row = word.and_then(|word| book.creatures.get(word).or_else(|| book.creatures.named(word)));
    let said = person.name.as_ref().map(|name| name.as_str()).filter(|name| !name.is_empty());
    let called = said.or(row.map(|row| row.name.as_str())).unwrap_or(person.id.as_str());
    let alone = said.is_some() && person.number.is_none();
    let name = free_name(cx.state(), called, alone);
    let Creature { mut live, sheet } = match row {
        Some(row) => creature_like(book, row, &name),
        None => blank(&name, None),
    };
    let mut sheet: Sheet = (*sheet).clone();
    sheet.named |= alone;
    sheet.side = match person.side {
        None | Some(Side::Foes) => 1,
        Some(Side::Friends) => 0,
        Some(Side::Nobody) => 2,
    };
    let state = cx.state();
    let changed = state.changed.iter().filter(|(of, who, _)| of == key && who == person.id.as_str());
    let parts: Vec<Part> =
        person.with.iter().cloned().chain(changed.map(|(_, _, part)| part.clone())).collect();
    let states_hp = row.is_some_and(|row| row.hp.is_some()) || parts.iter().any(|part| part.hp.is_some());
    let any_attitude = parts.iter().any(|part| part.any_attitude);
    for part in &parts {
        shape(state, book, key, &mut live, &mut sheet, part);
    }
    let mood = state.campaign.running(key).and_then(|running| running.waits.get(person.id.as_str())?.mood);
    live.passed_out |= mood == Some(Mood::Asleep);
    if live.passed_out {
        cx.cite(rules::DK_COND_10H);
    }
    for what in live.afflicted.iter().map(|suffers| suffers.what) {
        if let Some(condition) = book.conditions.named(what.name()) {
            cx.cite(condition.id);
        }
    }
    if any_attitude {
        let tags = match before(cx.state(), key, person, place)
            .filter(|one| one.sheet.like == row.map(|row| row.id))
        {
            Some(one) => one.sheet.tags.clone(),
            None => attitude(cx, None)?,
        };
        for tag in tags {
            if !sheet.is(&tag) {
                sheet.tags.push(tag);
            }
        }
    }
    if !states_hp {
        let hp = cx.dice(rules::DK_BASIC_06, Seat::GM, Group::new(1, 10))?.first();
        (sheet.full_hp, live.hp) = (hp.into(), hp.into());
    }
    let who = Who(cx.state().creatures.len() as u16);
    let creature = Box::new(Creature { live, sheet: Shared::new(sheet) });
    let rule: RuleId = row.map_or(rules::DK_SCEN_00H, |row| row.id);
    cx.record(rule, Fact::Joined { who, creature });
    Ok(who)
}

/// Whoever of a group was made just before: a group that arrives together has one mood.
fn before<'a>(
    state: &'a State,
    key: &Id,
    person: &Person<DirkRules>,
    place: &PlaceKey,
) -> Option<&'a Creature> {
    let last = Who(u16::try_from(state.creatures.len().checked_sub(1)?).ok()?);
    let here = super::place_of(state, last) == Some(place) && person_of(state, last).is_none();
    let waiting = state.campaign.running(key)?.waits.get(person.id.as_str())?;
    let one = state.creature(last).filter(|one| here && !one.sheet.hero && waiting.who.is_empty())?;
    (person.number.is_some() && one.sheet.like.is_some()).then_some(one)
}

/// What differs about somebody.
fn shape(state: &State, book: &Book, key: &Id, live: &mut Live, sheet: &mut Sheet, part: &Part) {
    for (at, score) in [part.str, part.dex, part.wil].into_iter().enumerate() {
        if let Some(score) = score {
            (sheet.full[at], live.scores[at]) = (score, score);
        }
    }
    if let Some(hp) = part.hp {
        (sheet.full_hp, live.hp) = (hp, hp);
    }
    if let Some(now) = part.now_str {
        live.scores[Ability::Str as usize] = now;
    }
    sheet.knows.extend(part.knows.iter().filter_map(|name| book.power_named(name.as_str())));
    sheet.tags.extend(part.tags.iter().cloned());
    live.passed_out |= part.passed_out;
    let master = part.serves.as_ref().and_then(|name| {
        let waiting = state.campaign.running(key)?.waits.get(name.as_str())?;
        waiting.who.first().copied()
    });
    for &what in &part.suffers {
        live.afflicted.push(Afflicted { what, by: master });
    }
}

/// People are not as their file says any more.
pub(super) fn change(cx: &mut Cx<'_, DirkRules>, key: &Id, person: &str, met: &[Who], with: &Part) {
    let rule = rules::DK_SCEN_00H;
    for &who in met {
        let Some(mut creature) = cx.state().creature(who).cloned() else { continue };
        let mut sheet: Sheet = (*creature.sheet).clone();
        shape(cx.state(), cx.book(), key, &mut creature.live, &mut sheet, with);
        creature.sheet = Shared::new(sheet);
        cx.record(rule, Fact::Overruled { who, creature: Box::new(creature) });
    }
    let fact =
        Fact::Changed { adventure: key.clone(), person: person.to_owned(), with: Box::new(with.clone()) };
    cx.record_for(Audience::GM, rule, fact);
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
