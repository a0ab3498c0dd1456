//! What lodges in the ducts: coming out, moving, eating and growing, attacking, gnawing, and how it
//! may end. Rolled by a table of its own; where it is only the GM knows, until somebody tracks it.

use boneyard_table::{Audience, Cx, Flow, Group, Refusal, Roll, Seat, Who, refuse};
use serde_json::Value;

use super::crew::aboard;
use super::tell_tale::announce;
use super::{hide, now, under_way};
use crate::GutsPlus;
use crate::book::Book;
use crate::fact::{GrowthFact, ShipFact, TableFact};
use crate::gm::decide;
use crate::health::{Hurt, injure};
use crate::question::{Decide, Matter};
use crate::roll::{Call, check, contest};
use crate::rules;
use crate::state::{Base, Gone, Scale, Side};

const RULE: boneyard_table::RuleId = rules::GP_HOUSE_13H;

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// A die of the GM's that nobody else sees.
fn secret_die(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId) -> Flow<u8> {
    let groups = [Group::new(1, 6)];
    let roll =
        Roll { rule, by: Seat::GM.into(), audience: Audience::GM, groups: &groups, terms: None, alike: None };
    Ok(cx.roll_one(&roll)?.first())
}

/// The side room the die gives; a 6 is thrown again.
fn side_room(cx: &mut Cx<'_, GutsPlus>) -> Flow<String> {
    loop {
        // Nothing is left of a 6, so however often it falls, this is the same place.
        cx.mark(rules::GP_SCN_10, ())?;
        let face = secret_die(cx, rules::GP_SCN_10)?;
        let row = cx.book().rooms.iter().find(|row| row.side_room == Some(face));
        if let Some(row) = row {
            cx.cite(row.id);
            return Ok(row.name.clone());
        }
    }
}

/// It comes out: from now on it is somebody at the table, and everybody has seen it.
fn comes_out(cx: &mut Cx<'_, GutsPlus>, room: &str) -> Flow {
    let book = cx.book();
    let size = now(cx).creature.size;
    let (Some(row), Some(step)) = (
        book.foes.iter().find(|row| row.rest.contains_key("sizes")),
        book.sizes.iter().find(|row| row.step == size),
    ) else {
        return Ok(());
    };
    let mut creature = crate::people::foe_like(book, cx.state().house.body_chart, row, &row.name);
    let mut sheet = (*creature.sheet).clone();
    for quality in &mut sheet.qualities {
        match quality.name.as_str() {
            "Gumption" => quality.level = step.gumption,
            "Corrosion" => quality.level = step.corrosion,
            _ => {}
        }
    }
    creature.sheet = crate::state::Shared::new(sheet);
    let who = Who(cx.state().creatures.len() as u16);
    cx.cite(row.id);
    cx.cite(step.id);
    cx.cite(rules::GP_CHART_07H);
    cx.cite(rules::GP_SCN_08);
    cx.cite(rules::GP_HOUSE_10H);
    cx.record(rules::GP_SCN_10, TableFact::Joined { who, creature: Box::new(creature) }.into());
    hide(cx, rules::GP_SCN_10, ShipFact::Showed { who });
    hide(cx, rules::GP_SCN_10, ShipFact::Moved { room: room.to_owned(), out: true });
    announce(cx, "duct", room);
    Ok(())
}

/// The GM lets it come out, in a room of their choice or by the die.
pub fn come_out(cx: &mut Cx<'_, GutsPlus>, room: Option<&str>) -> Flow {
    let rule = rules::GP_SCN_10;
    let ship = under_way(cx)?;
    if ship.creature.room.is_some() || ship.creature.gone.is_some() {
        return no(rule, "out", "It is out already.");
    }
    let room = match room {
        None => cx.within((), side_room)?,
        Some(name) => match cx.book().rooms.named(name.trim()) {
            Some(row) if row.side_room.is_some() => row.name.clone(),
            _ => return no(rule, "not-a-side-room", "It comes out in one of the five side rooms."),
        },
    };
    comes_out(cx, &room)
}

/// The GM moves it: it turns only at a wall.
pub fn creature_moves(cx: &mut Cx<'_, GutsPlus>, room: &str, at_wall: bool, by_duct: bool) -> Flow {
    let ship = under_way(cx)?;
    if ship.creature.room.is_none() || ship.creature.gone.is_some() {
        return no(rules::GP_SCN_08, "not-out", "It is not out in the rooms.");
    }
    if !at_wall {
        return Err(Refusal::new(
            rules::GP_SCN_08,
            "in-mid-air",
            "Weightless, it changes its course only at a wall.",
        )
        .and(Refusal::new(rules::GP_HOUSE_10H, "in-mid-air", "It keeps drifting until it meets a wall."))
        .into());
    }
    let Some(row) = cx.book().rooms.named(room.trim()) else {
        return no(rules::GP_SCN_08, "no-such-room", "There is no such room.");
    };
    let room = row.name.clone();
    let here = ship.creature.room.clone().unwrap_or_default();
    if by_duct && !neighbours(cx.book(), &here, &room) {
        let sentence = format!("No duct leads from the {here} straight to the {room}.");
        return no(rules::GP_HOUSE_11H, "no-duct", sentence);
    }
    cx.cite(row.id);
    let rule = if by_duct { rules::GP_HOUSE_11H } else { rules::GP_SCN_08 };
    hide(cx, rule, ShipFact::Moved { room, out: false });
    Ok(())
}

/// Whether a duct joins two rooms.
fn neighbours(book: &Book, one: &str, other: &str) -> bool {
    let ends = |row: &Value| {
        [row.get("from"), row.get("to")].map(|end| end.and_then(Value::as_str).unwrap_or("").to_owned())
    };
    let joins = |row: &Value| {
        let [from, to] = ends(row);
        (from == one && to == other) || (from == other && to == one)
    };
    book.plain.get("duct").into_iter().flatten().any(joins)
}

/// The GM says how large it is.
pub fn creature_size(cx: &mut Cx<'_, GutsPlus>, step: u8) -> Flow {
    under_way(cx)?;
    if cx.book().sizes.iter().all(|row| row.step != step) {
        return no(
            rules::GP_HOUSE_10H,
            "no-such-size",
            "Sizes go from 1, a lime, to 6, as large as a person.",
        );
    }
    becomes(cx, step);
    Ok(())
}

fn moves(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let room = cx.within((), side_room)?;
    hide(cx, RULE, ShipFact::Moved { room, out: false });
    Ok(())
}

/// It grows a step, up to the last.
pub fn grow(cx: &mut Cx<'_, GutsPlus>) {
    let size = (now(cx).creature.size + 1).min(6);
    becomes(cx, size);
}

fn becomes(cx: &mut Cx<'_, GutsPlus>, size: u8) {
    let Some(row) = cx.book().sizes.iter().find(|row| row.step == size) else { return };
    if size == now(cx).creature.size {
        return;
    }
    cx.cite(row.id);
    hide(cx, rules::GP_HOUSE_10H, ShipFact::Grew { size, name: row.name.clone() });
    let Some(who) = now(cx).creature.who else { return };
    for (name, to) in [("Gumption", row.gumption), ("Corrosion", row.corrosion)] {
        if let Some(quality) = cx.state().sheet(who).quality(name) {
            let from = cx.state().sheet(who).level(quality);
            if from != to {
                let fact = GrowthFact::Level { who, quality, from, to };
                cx.record_for(Audience::GM, rules::GP_HOUSE_10H, fact.into());
            }
        }
    }
}

/// It acts once by its table; its first act is to come out.
pub fn act(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let ship = now(cx);
    if ship.creature.gone.is_some() || ship.ended.is_some() {
        return Ok(());
    }
    if ship.creature.room.is_none() {
        let room = cx.within((), side_room)?;
        return comes_out(cx, &room);
    }
    if let Some(who) = ship.creature.who
        && !cx.state().one(who).can_act()
    {
        return Ok(());
    }
    if let Some(who) = ship.creature.who
        && crate::health::recovers(cx, who)
    {
        // Stunned, it drifts on and opens no mouth.
        cx.cite(rules::GP_SCN_02);
        return Ok(());
    }
    let face = secret_die(cx, RULE)?;
    let book = cx.book();
    let Some(table) = book.tables.named("What the creature does") else { return Ok(()) };
    let Some(row) = table.row(face.into()) else { return Ok(()) };
    cx.cite(rules::GP_TABLE_02H);
    hide(cx, RULE, ShipFact::Rolled { face, text: row.text.clone() });
    match face {
        1 | 2 => moves(cx),
        3 | 4 => eats(cx),
        5 => attacks(cx),
        _ => {
            let room = now(cx).creature.room.clone().unwrap_or_default();
            announce(cx, "gnaws", &room);
            super::watch::delays(cx, 1);
            super::watch::breach(cx, 1);
            Ok(())
        }
    }
}

/// It eats where it is, unless somebody stands in its way.
fn eats(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let room = now(cx).creature.room.clone().unwrap_or_default();
    let guard =
        now(cx).guards.iter().find(|(who, guarded)| *guarded == room && cx.state().one(*who).can_act());
    if let (Some((guard, _)), Some(creature)) = (guard.cloned(), now(cx).creature.who) {
        let own = Side::new(guard, Some(Base::Gumption), Base::Gumption.nth());
        let other = Side::new(creature, Some(Base::Gumption), Base::Gumption.nth());
        let call = Call::new(RULE, "stand in its way", own).against(other);
        let came = cx.within((guard, &room), |cx| contest(cx, call))?;
        if came.outcome == Scale::Near && came.achieved || came.outcome == Scale::Negative {
            hurts(cx, guard, None)?;
        }
        if came.achieved {
            return moves(cx);
        }
    }
    announce(cx, "eats", &room);
    match room.as_str() {
        "Kitchen" => {
            let weeks = now(cx).food.saturating_sub(1);
            cx.record(RULE, ShipFact::Food { weeks }.into());
        }
        "Supply Room" if !now(cx).picked_over => {
            cx.record(RULE, ShipFact::Known { what: "picked_over".into(), known: true }.into());
        }
        "Hypersleep Chamber" if now(cx).broken < now(cx).crew => {
            let berths = now(cx).broken + 1;
            cx.record(RULE, ShipFact::Broken { berths }.into());
        }
        _ => {}
    }
    grow(cx);
    Ok(())
}

/// It goes for somebody in its room; with nobody there it moves on.
fn attacks(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let room = now(cx).creature.room.clone().unwrap_or_default();
    let ship = now(cx).clone();
    let there: Vec<Who> = aboard(cx.state())
        .filter(|who| ship.room_of(*who) == Some(room.as_str()) && !cx.state().live(*who).dead)
        .collect();
    let victim = match there.as_slice() {
        [] => return moves(cx),
        [only] => *only,
        several => {
            let mut matter = Decide::new(Matter::Victim, "the creature", "Whom does it go for?");
            for who in several {
                let name = cx.state().name(*who).to_owned();
                matter = matter.option(name.clone(), name);
            }
            let said = decide(cx, matter)?.choice;
            several.iter().copied().find(|who| cx.state().name(*who) == said).unwrap_or(several[0])
        }
    };
    let Some(creature) = ship.creature.who else { return Ok(()) };
    let corrosion = cx.state().sheet(creature).quality("Corrosion").unwrap_or(0);
    let own = Side::new(creature, None, corrosion);
    let other = Side::new(victim, Some(Base::Gumption), Base::Gumption.nth());
    let call = Call::new(rules::GP_HOUSE_10H, "open its mouth", own).against(other);
    let came = cx.within((creature, victim), |cx| contest(cx, call))?;
    if came.achieved {
        return hurts(cx, victim, None);
    }
    crate::combat::rebound(cx, creature, "open its mouth", &came)
}

/// One injury that nothing but glass keeps off, where two dice say.
pub(super) fn hurts(cx: &mut Cx<'_, GutsPlus>, who: Who, part: Option<&str>) -> Flow {
    let named = part.and_then(|part| cx.state().sheet(who).part(part));
    let part = match named {
        Some(part) => part,
        None => {
            let rule = rules::GP_HOUSE_04H;
            cx.cite(rules::GP_TABLE_01H);
            let sum = cx.dice_read(rule, Seat::GM, Group::new(2, 6).named("where"), |faces| faces.sum())?;
            let row = cx.book().tables.named("Where it hits").and_then(|table| table.row(sum as i32));
            let name = row.map_or("Torso", |row| row.text.as_str());
            // On the coarse chart hands count as arms and feet as legs.
            let coarse = name.replace("Hand", "Arm").replace("Foot", "Leg");
            let sheet = cx.state().sheet(who);
            sheet.part(name).or_else(|| sheet.part(&coarse)).unwrap_or(0)
        }
    };
    let hurt = Hurt {
        who,
        part,
        lines: 1,
        dangerous: true,
        cuts: true,
        through: true,
        cause: "the open mouth",
        rule: rules::GP_HOUSE_10H,
    };
    injure(cx, &hurt)
}

/// After a lull it causes trouble, and the breach clock moves.
pub fn lull(cx: &mut Cx<'_, GutsPlus>, event: &str) -> Flow {
    let rule = rules::GP_SCN_13;
    let ship = under_way(cx)?;
    let book = cx.book();
    let Some(row) = book.lulls.named(event.trim()) else {
        let all: Vec<&str> = book.lulls.iter().map(|row| row.name.as_str()).collect();
        return no(rule, "no-such-event", format!("There are {}.", all.join(", ")));
    };
    if ship.creature.gone.is_some() {
        return no(rule, "gone", "It is out of the way.");
    }
    cx.cite(row.id);
    cx.cite(rules::GP_HOUSE_10H);
    cx.record(rule, ShipFact::Boss { says: row.text.clone() }.into());
    if !ship.sealed() {
        super::watch::breach(cx, 1);
    }
    Ok(())
}

/// It is killed, once it is knocked out: by a blow or a cut it splashes.
pub fn kill(cx: &mut Cx<'_, GutsPlus>, splashes: bool) -> Flow {
    let rule = rules::GP_HOUSE_10H;
    let ship = under_way(cx)?;
    let Some(creature) =
        ship.creature.who.filter(|who| ship.creature.gone.is_none() && !cx.state().one(*who).can_act())
    else {
        return no(rule, "not-out", "It has to be knocked out first.");
    };
    let room = ship.creature.room.clone().unwrap_or_default();
    let near: Vec<Who> = aboard(cx.state())
        .filter(|who| ship.room_of(*who) == Some(room.as_str()) && cx.state().one(*who).can_act())
        .collect();
    cx.record(rule, crate::fact::HealthFact::Died { who: creature }.into());
    cx.record(rule, ShipFact::Gone { how: Gone::Dead }.into());
    if !splashes {
        return Ok(());
    }
    for who in near {
        let side = Side::new(who, Some(Base::Gumption), Base::Gumption.nth());
        let call = Call::new(rule, "get clear of the splash", side);
        let came = cx.within(who, |cx| check(cx, call))?;
        if came.failed() {
            hurts(cx, who, None)?;
        }
    }
    let further = now(cx).further + 1;
    cx.record(rule, ShipFact::Further { further }.into());
    Ok(())
}
