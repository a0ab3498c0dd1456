//! A place comes to be when it is first needed: what lies there and in its holders, by the dice of the file; and who is in plain
//! sight is met.

use boneyard_table::{At, Audience, Cx, Flow, Group, Roll, Seat, Who};

use super::fact::WorldFact;
use super::open::{heeds, trackers};
use super::thing::make;
use super::world::{Id, Owner, PlaceKey, Running, Waiting, Where};
use super::worldly::Worldly;
use crate::adventure::{Adventure, Holder, Lies, Mood, Person};
use crate::dice::Dice;
use crate::part::Number;

/// The file of an open adventure.
pub(super) fn file<'a, G: Worldly>(cx: &Cx<'a, G>, key: &str) -> Option<&'a Adventure<G>> {
    let file = &G::world(cx.state()).running(key)?.file;
    G::adventure(cx.book(), file)
}

/// The file of an open adventure, where nothing is changed.
pub(super) fn file_at<'a, G: Worldly>(at: At<'a, G>, key: &str) -> Option<&'a Adventure<G>> {
    G::adventure(at.book, &G::world(at.state).running(key)?.file)
}

/// Throws one die of the game master's: 0 up to the number of sides.
pub(super) fn die<G: Worldly>(cx: &mut Cx<'_, G>, sides: usize) -> Flow<usize> {
    let sides = u8::try_from(sides).unwrap_or(u8::MAX).max(1);
    let thrown = thrown(cx, 1, sides)?;
    Ok((thrown as usize).saturating_sub(1))
}

fn thrown<G: Worldly>(cx: &mut Cx<'_, G>, count: u8, sides: u8) -> Flow<u32> {
    let groups = [Group::new(count, sides)];
    let roll = Roll {
        rule: G::CITES.adventure,
        by: Seat::GM.into(),
        audience: Audience::GM,
        groups: &groups,
        terms: None,
        alike: None,
    };
    Ok(cx.roll_one(&roll)?.sum())
}

/// How many a number of the file is.
pub(super) fn number<G: Worldly>(cx: &mut Cx<'_, G>, key: &str, number: &Number) -> Flow<i32> {
    match number {
        Number::Fixed(number) => Ok(*number),
        Number::Rolled(dice) => rolled(cx, dice),
        Number::Named(word) => {
            let cast = file(cx, key).and_then(|file| file.cast.own.as_ref()?.coins.get(word.as_str()));
            match cast {
                Some(Number::Fixed(number)) => Ok(*number),
                Some(Number::Rolled(dice)) => rolled(cx, dice),
                _ => Ok(0),
            }
        }
    }
}

/// What dice come to.
pub(super) fn rolled<G: Worldly>(cx: &mut Cx<'_, G>, dice: &Dice) -> Flow<i32> {
    let mut sum = dice.plus;
    for (count, sides) in &dice.groups {
        // The table throws dice of at most 255 sides; none of a sound file has more.
        let sides = u8::try_from(*sides).unwrap_or(u8::MAX);
        sum = sum.saturating_add(i32::try_from(thrown(cx, *count, sides)?).unwrap_or(i32::MAX));
    }
    Ok(sum)
}

/// Fills a place, entry by entry: what the game master added to it since is there now.
pub(super) fn fill<G: Worldly>(cx: &mut Cx<'_, G>, place: &PlaceKey) -> Flow {
    let key = &place.adventure;
    let Some(file) = file(cx, key) else { return Ok(()) };
    let rule = G::CITES.adventure;
    let few = |many: usize| u16::try_from(many).unwrap_or(u16::MAX);
    let running = |cx: &Cx<'_, G>| G::world(cx.state()).running(key).cloned();
    let Some(before) = running(cx) else { return Ok(()) };
    if let Some(row) = file.place.iter().find(|row| row.id.as_str() == &*place.place) {
        let done = before.places.get(&place.place).map_or(0, |now| now.filled);
        let fresh = row.lies.iter().skip(usize::from(done));
        if fresh.clone().next().is_some() {
            cx.record(rule, WorldFact::Filled(place.clone(), few(row.lies.len())).into());
        }
        for lies in fresh {
            let at = match lies.0.at.filter(|_| G::SQUARES) {
                Some(square) => Where::Square { place: place.clone(), square },
                None => Where::Place(place.clone()),
            };
            lay(cx, key, lies, at, lies.0.hidden.is_none())?;
        }
    }
    for holder in &file.holder {
        let id = holder.id.shared();
        let done = before.inside.get(&id).copied().unwrap_or(0);
        if holder_at(&before, key, holder) != *place || holder.inside.len() <= usize::from(done) {
            continue;
        }
        let open = is_open(&before, holder);
        cx.record(rule, WorldFact::FilledHolder(key.clone(), id.clone(), few(holder.inside.len())).into());
        for lies in holder.inside.iter().skip(usize::from(done)) {
            let at = Where::In { adventure: key.clone(), holder: id.clone() };
            lay(cx, key, lies, at, open && lies.0.hidden.is_none())?;
        }
    }
    Ok(())
}

/// Where a holder is.
pub(super) fn holder_at<G: Worldly>(running: &Running, key: &Id, holder: &Holder<G>) -> PlaceKey {
    match running.hauled.get(holder.id.as_str()) {
        Some(hauled) => hauled.at.clone(),
        None => PlaceKey::new(key, holder.r#where.as_str()),
    }
}

/// Whether people see what is in a holder: it was opened, or is an open cart.
pub(super) fn is_open<G: Worldly>(running: &Running, holder: &Holder<G>) -> bool {
    running.opened.contains(holder.id.as_str()) || (holder.moves && holder.lock.is_none())
}

/// Rows the game master added to the file of an open adventure are waited for from now on.
pub(super) fn grow<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id) {
    let Some(file) = file(cx, key) else { return };
    let world = G::world(cx.state());
    if world.running(key).is_some_and(|running| running.rows != rows(file)) {
        let (rows, heeds, trackers) = (rows(file), heeds(file), trackers(file, world.heroes().count()));
        let fact = WorldFact::Grown { key: key.clone(), rows, heeds, trackers };
        cx.record(G::CITES.adventure, fact.into());
    }
}

/// How many rows a file has.
pub(super) fn rows<G: Worldly>(file: &Adventure<G>) -> u32 {
    let many = [
        file.place.len(),
        file.way.len(),
        file.person.len(),
        file.holder.len(),
        file.trap.len(),
        file.tries.len(),
        file.tracker.len(),
        file.event.len(),
        file.goal.len(),
        file.end.len(),
    ];
    u32::try_from(many.iter().sum::<usize>()).unwrap_or(u32::MAX)
}

/// Makes what a row of the file says.
pub(super) fn lay<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id, lies: &Lies<G>, at: Where, found: bool) -> Flow {
    let said = lies.0.coins.as_ref().or(lies.0.number.as_ref());
    let many = match said {
        Some(said) => number(cx, key, said)?,
        None => 1,
    };
    let Ok(many) = u32::try_from(many) else { return Ok(()) };
    if many > 0 {
        let thing = G::thing(cx, &lies.0, many)?;
        let into = make(cx, thing, at, found, lies.0.owner.is_some() || lies.0.fixed);
        if let (Some(heap), Some(owner)) = (into, &lies.0.owner) {
            let owner = Owner { adventure: key.clone(), person: owner.shared() };
            cx.record(G::CITES.adventure, WorldFact::Owned(heap, owner).into());
        }
        if let (Some(heap), true) = (into, lies.0.fixed) {
            cx.record(G::CITES.adventure, WorldFact::Fixed(heap).into());
        }
    }
    Ok(())
}

/// Somebody of a file as they are: as the file says, until something was otherwise.
pub(super) fn waiting<G: Worldly>(running: &Running, person: &Person<G>) -> Waiting {
    running.waits.get(person.id.as_str()).cloned().unwrap_or_else(|| as_written(person))
}

/// Somebody as their file says.
pub(super) fn as_written<G: Worldly>(person: &Person<G>) -> Waiting {
    let at = person.r#where.as_ref().map(crate::name::Name::shared);
    Waiting { at, mood: person.mood, ..Waiting::default() }
}

/// Those who wait in a place are met: all who are in plain sight, or the one who is brought.
pub(super) fn meet<G: Worldly>(
    cx: &mut Cx<'_, G>,
    place: &PlaceKey,
    brought: Option<&str>,
) -> Flow<Vec<Who>> {
    let mut met = Vec::new();
    let Some(file) = file(cx, &place.adventure) else { return Ok(met) };
    for person in &file.person {
        let Some(running) = G::world(cx.state()).running(&place.adventure) else { break };
        let waiting = waiting(running, person);
        let here = waiting.at.as_ref() == Some(&place.place) && waiting.who.is_empty();
        let wanted = match brought {
            Some(id) => person.id.as_str() == id,
            None => waiting.mood != Some(Mood::Hidden),
        };
        if here && wanted {
            met.extend(embody(cx, place, person)?);
        }
    }
    Ok(met)
}

/// Everybody who waits in a place is met, the hidden too: for whoever wants to know what a fight there would be.
pub fn rouse<G: Worldly>(cx: &mut Cx<'_, G>, place: &PlaceKey) -> Flow<Vec<Who>> {
    let mut all = Vec::new();
    let Some(file) = file(cx, &place.adventure) else { return Ok(all) };
    for person in &file.person {
        all.extend(meet(cx, place, Some(person.id.as_str()))?);
    }
    Ok(all)
}

/// Makes creatures of somebody who waits.
fn embody<G: Worldly>(cx: &mut Cx<'_, G>, place: &PlaceKey, person: &Person<G>) -> Flow<Vec<Who>> {
    let key = &place.adventure;
    let many = count(cx, key, person)?;
    let follows = G::world(cx.state()).running(key).and_then(|running| waiting(running, person).follows);
    let mut who = Vec::new();
    for _ in 0..many {
        let one = G::make(cx, key, person, place)?;
        let to = place.clone();
        cx.record(G::CITES.going, WorldFact::Went { who: one, to, hero: false }.into());
        if let Some(led) = follows {
            cx.record(G::CITES.going, WorldFact::Follows(one, Some(led)).into());
        }
        for lies in &person.carries {
            lay(cx, key, lies, Where::Carried(one), true)?;
        }
        who.push(one);
    }
    let Some(running) = G::world(cx.state()).running(key) else { return Ok(who) };
    let mut waiting = waiting(running, person);
    waiting.count = Some(many);
    waiting.who.clone_from(&who);
    cx.record(G::CITES.adventure, WorldFact::Waits(key.clone(), person.id.shared(), waiting).into());
    Ok(who)
}

/// How many somebody are; dice fall when that first matters.
pub(super) fn count<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id, person: &Person<G>) -> Flow<u16> {
    let known =
        G::world(cx.state()).running(key).and_then(|running| running.waits.get(person.id.as_str())?.count);
    if let Some(known) = known {
        return Ok(known);
    }
    let many = match &person.number {
        Some(said) => number(cx, key, said)?,
        None => i32::try_from(person.at.len().max(1)).unwrap_or(1),
    };
    Ok(u16::try_from(many.clamp(0, 100)).unwrap_or(0))
}
