//! A place comes to be when it is first needed: what lies there and in its holders, by the dice of the file; and who is in plain
//! sight is met.

use boneyard_table::{Audience, Cx, Flow, Group, Roll, Seat, Who};

use super::fact::WorldFact;
use super::thing::make;
use super::world::{Id, PlaceKey, Where};
use super::worldly::Worldly;
use crate::adventure::{Adventure, Lies, Mood, Person};
use crate::dice::Dice;
use crate::part::Number;

/// The file of an open adventure.
pub(super) fn file<'a, G: Worldly>(cx: &Cx<'a, G>, key: &str) -> Option<&'a Adventure<G>> {
    let file = &G::world(cx.state()).running(key)?.file;
    G::adventure(cx.book(), file)
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
        rule: G::RULES.adventure,
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

/// Fills a place, once.
pub(super) fn fill<G: Worldly>(cx: &mut Cx<'_, G>, place: &PlaceKey) -> Flow {
    let world = G::world(cx.state());
    let Some(running) = world.running(&place.adventure) else { return Ok(()) };
    if running.places.get(&place.place).is_some_and(|now| now.filled) {
        return Ok(());
    }
    let Some(file) = file(cx, &place.adventure) else { return Ok(()) };
    cx.record(G::RULES.adventure, WorldFact::Filled(place.clone()).into());
    let Some(row) = file.place.iter().find(|row| row.id.as_str() == &*place.place) else { return Ok(()) };
    for lies in &row.lies {
        lay(cx, &place.adventure, lies, Where::Place(place.clone()), lies.0.hidden.is_none())?;
    }
    for holder in file.holder.iter().filter(|holder| holder.r#where.as_str() == &*place.place) {
        let adventure = place.adventure.clone();
        let at = Where::In { adventure, holder: holder.id.shared() };
        for lies in &holder.inside {
            lay(cx, &place.adventure, lies, at.clone(), false)?;
        }
    }
    Ok(())
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
        make(cx, thing, at, found);
    }
    Ok(())
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
        let Some(waiting) = running.waits.get(person.id.as_str()) else { continue };
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

/// Makes creatures of somebody who waits.
fn embody<G: Worldly>(cx: &mut Cx<'_, G>, place: &PlaceKey, person: &Person<G>) -> Flow<Vec<Who>> {
    let key = &place.adventure;
    let many = count(cx, key, person)?;
    let mut who = Vec::new();
    for _ in 0..many {
        let one = G::make(cx, key, person, place)?;
        let to = place.clone();
        cx.record(G::RULES.going, WorldFact::Went { who: one, to, hero: false }.into());
        for lies in &person.carries {
            lay(cx, key, lies, Where::Carried(one), true)?;
        }
        who.push(one);
    }
    let Some(running) = G::world(cx.state()).running(key) else { return Ok(who) };
    let mut waiting = running.waits.get(person.id.as_str()).cloned().unwrap_or_default();
    waiting.count = Some(many);
    waiting.who.clone_from(&who);
    cx.record(G::RULES.adventure, WorldFact::Waits(key.clone(), person.id.shared(), waiting).into());
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
