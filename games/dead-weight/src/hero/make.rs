//! Foes from their entries, and names nobody has yet.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};

use super::prepared::prepared;
use crate::DeadWeight;
use crate::book::FoeRow;
use crate::fact::TableFact;
use crate::rules;
use crate::state::{Creature, FoeAction, FoeSheet, Kept, Kind, Live, Sheet};

/// Creatures a table may hold.
const MOST_CREATURES: usize = 500;

/// A foe made from its entry.
pub fn foe_like(row: &FoeRow, name: &str) -> Creature {
    let blank = Creature::blank(name, Kind::Foe);
    let attacks = row.actions.iter().map(|action| FoeAction {
        name: action.name.clone(),
        attack: action.attack,
        entry: Some(row.id),
    });
    let foe = FoeSheet {
        level: row.level,
        wounds: row.wounds,
        armor: row.armor,
        resistance: row.resistance,
        movement: row.movement,
        actions: row.acts,
        tags: row.tags.clone(),
        attacks: attacks.collect(),
    };
    let sheet = Sheet { like: Some(row.id), foe, ..(*blank.sheet).clone() };
    Creature { live: Live { armor: row.armor, ..blank.live }, sheet: Kept::new(sheet) }
}

/// Brings in a foe, or a ready adventurer, by its entry.
pub fn add(cx: &mut Cx<'_, DeadWeight>, by: Seat, like: &str, name: &str, seat: Option<Seat>) -> Flow {
    let rule = rules::DW_ENEMY_01;
    if !by.is_gm() {
        return refuse(Refusal::new(rule, "not-the-gm", "Only the GM brings creatures in."));
    }
    let book = cx.book();
    if let Some(row) = book.heroes.get(like).or_else(|| book.heroes.named(like)) {
        let name = free_name(cx.at(), name, rules::DW_CHAR_01)?;
        let mut creature = prepared(book, row, &name);
        let sheet = Sheet { seat: seat.unwrap_or(Seat::GM), ..(*creature.sheet).clone() };
        creature.sheet = Kept::new(sheet);
        let who = Who(cx.state().creatures.len() as u16);
        cx.cite(row.id);
        cx.record(rules::DW_CHAR_01, TableFact::Joined { who, creature: Box::new(creature) }.into());
        let mut list = cx.state().party.list.clone();
        list.push(who);
        cx.record(rules::DW_GAME_06, TableFact::List { list }.into());
        return Ok(());
    }
    if seat.is_some() {
        return refuse(Refusal::new(
            rule,
            "no-hero",
            "Only adventurers are played from a seat of their own.",
        ));
    }
    let name = free_name(cx.at(), name, rule)?;
    let Some(row) = book.foes.get(like).or_else(|| book.foes.named(like)) else {
        return refuse(Refusal::new(rule, "no-such-entry", format!("There is no foe {like}.")));
    };
    if row.house {
        cx.state().house.allows(rules::DW_HOUSE_34H)?;
    }
    let who = Who(cx.state().creatures.len() as u16);
    let creature = Box::new(foe_like(row, &name));
    cx.cite(row.id);
    cx.record(rule, TableFact::Joined { who, creature }.into());
    Ok(())
}

/// A name nobody here has yet.
pub fn free_name(at: At<'_, DeadWeight>, name: &str, rule: RuleId) -> Result<String, Refusal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 40 || name.contains('.') {
        return Err(Refusal::new(rule, "name", "A name has 1 to 40 characters and no dot."));
    }
    if at.state.creatures.iter().any(|creature| creature.sheet.name == name) {
        return Err(Refusal::new(rule, "name-taken", format!("Somebody here is called {name} already.")));
    }
    if at.state.creatures.len() >= MOST_CREATURES {
        let sentence = format!("A table holds at most {MOST_CREATURES} creatures.");
        return Err(Refusal::new(rule, "too-many", sentence).with("most", MOST_CREATURES));
    }
    Ok(name.to_owned())
}
