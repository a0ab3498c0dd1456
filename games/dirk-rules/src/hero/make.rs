//! Creatures and ready heroes from their entries.

use boneyard_table::{Cx, Flow, Group, Refusal, RuleId, Seat, Who, refuse};

use crate::DirkRules;
use crate::book::{Book, CreatureRow, HeroRow};
use crate::check::{alive, referee};
use crate::fact::{Fact, blank};
use crate::gear::wares;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, Kept, Live, Place, Sheet, Wear};

/// A creature made from its entry. HP that are not stated are rolled by the rules, not here.
pub fn creature_like(book: &Book, row: &CreatureRow, name: &str) -> Creature {
    let Creature { mut live, sheet } = blank(name, Some(row.id));
    let mut sheet: Sheet = (*sheet).clone();
    live.scores = [row.str, row.dex, row.wil];
    live.hp = row.hp.unwrap_or(0);
    live.ap = row.ap;
    sheet.full = live.scores;
    sheet.full_hp = live.hp;
    sheet.full_ap = row.ap;
    sheet.speed = row.speed;
    sheet.named = row.named;
    sheet.tags.clone_from(&row.tags);
    sheet.knows = row.knows.iter().filter_map(|name| book.power_named(name)).collect();
    for gear in &row.gear {
        give(book, &mut live, &mut sheet, gear);
    }
    take_in_hand(&mut live, &sheet, &row.hands);
    Creature { live, sheet: Kept::new(sheet) }
}

/// A ready hero made from its entry.
pub fn hero_like(book: &Book, row: &HeroRow, name: &str, seat: Seat) -> Creature {
    let Creature { mut live, sheet } = blank(name, Some(row.id));
    let mut sheet: Sheet = (*sheet).clone();
    live.scores = [row.str, row.dex, row.wil];
    live.hp = row.hp;
    sheet.full = live.scores;
    sheet.full_hp = row.hp;
    sheet.named = true;
    sheet.hero = true;
    sheet.side = 0;
    sheet.seat = seat;
    sheet.gems = row.gems_left;
    sheet.backgrounds.clone_from(&row.backgrounds);
    for gear in &row.gear {
        give(book, &mut live, &mut sheet, gear);
    }
    for sundry in &row.sundries {
        sheet.items.push(ItemSheet { name: sundry.name.clone(), kind: None, weight: sundry.weight });
        live.items.push(Item {
            place: Place::Pack,
            wear: Wear::Whole,
            pool: 0,
            ap: 0,
            survived: 0,
            unready: false,
        });
    }
    take_in_hand(&mut live, &sheet, &row.hands);
    Creature { live, sheet: Kept::new(sheet) }
}

/// Gives a new thing by name; one that is in no list is plain goods.
pub(crate) fn give(book: &Book, live: &mut Live, sheet: &mut Sheet, name: &str) {
    let (item, now) = match wares(book, name) {
        Some((item, now, _)) => (item, now),
        None => (
            ItemSheet { name: name.to_owned(), kind: None, weight: 1 },
            Item { place: Place::Pack, wear: Wear::Whole, pool: 0, ap: 0, survived: 0, unready: false },
        ),
    };
    sheet.items.push(item);
    live.items.push(now);
}

/// Puts things by name in hand, and everything else that was held away.
pub(crate) fn take_in_hand(live: &mut Live, sheet: &Sheet, hands: &[String]) {
    for (item, now) in sheet.items.iter().zip(live.items.iter_mut()) {
        if hands.contains(&item.name) {
            now.place = Place::Hand;
        } else if now.place == Place::Hand {
            now.place = Place::Pack;
        }
    }
}

/// Brings a creature or a ready hero into the scene.
pub fn add(cx: &mut Cx<'_, DirkRules>, by: Seat, like: Option<&str>, name: &str, seat: Option<Seat>) -> Flow {
    referee(by, rules::DK_BASIC_05, "bring creatures into the scene")?;
    let name = free_name(cx, name, rules::DK_BASIC_05)?;
    let book = cx.book();
    if let Some(row) = like.and_then(|like| book.heroes.get(like).or_else(|| book.heroes.named(like))) {
        let who = Who(cx.state().creatures.len() as u16);
        let creature = Box::new(hero_like(book, row, &name, seat.unwrap_or(Seat::GM)));
        cx.record(row.id, Fact::Joined { who, creature });
        return Ok(());
    }
    if seat.is_some() {
        let sentence = "Only heroes are played from a seat of their own.";
        return refuse(Refusal::new(rules::DK_BASIC_05, "no-hero", sentence));
    }
    let row = like.map(|like| book.creatures.get(like).or_else(|| book.creatures.named(like)));
    let Some(row) = row.unwrap_or(None).map(Some).or_else(|| like.is_none().then_some(None)) else {
        let sentence = format!("There is no creature {}.", like.unwrap_or_default());
        return refuse(Refusal::new(rules::DK_BASIC_05, "no-such-entry", sentence));
    };
    let who = Who(cx.state().creatures.len() as u16);
    let mut creature = match row {
        Some(row) => creature_like(book, row, &name),
        None => blank(&name, None),
    };
    if row.is_none_or(|row| row.hp.is_none()) {
        let face = cx.dice(rules::DK_BASIC_06, Seat::GM, Group::new(1, 10))?.first();
        let sheet = Sheet { full_hp: face.into(), ..(*creature.sheet).clone() };
        creature.live.hp = face.into();
        creature.sheet = Kept::new(sheet);
    }
    let rule = row.map_or(rules::DK_BASIC_05, |row| row.id);
    cx.record(rule, Fact::Joined { who, creature: Box::new(creature) });
    Ok(())
}

/// Gives a creature a proper name.
pub fn name(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, name: &str) -> Flow {
    let rule = rules::DK_STAT_04;
    referee(by, rule, "name creatures")?;
    alive(cx.at(), who)?;
    let name = free_name(cx, name, rule)?;
    cx.record(rule, Fact::Named { who, name });
    Ok(())
}

/// A name nobody here has yet.
pub(super) fn free_name(cx: &Cx<'_, DirkRules>, name: &str, rule: RuleId) -> Flow<String> {
    let name = name.trim();
    let long = name.chars().count() > 40;
    if name.is_empty() || long || name.contains('.') {
        return refuse(Refusal::new(rule, "name", "A name has 1 to 40 characters and no dot."));
    }
    if cx.state().creatures.iter().any(|creature| creature.sheet.name == name) {
        return refuse(Refusal::new(rule, "name-taken", format!("Somebody here is called {name} already.")));
    }
    if cx.state().creatures.len() >= 500 {
        return refuse(
            Refusal::new(rule, "too-many", "A table holds at most 500 creatures.").with("most", 500),
        );
    }
    Ok(name.to_owned())
}
