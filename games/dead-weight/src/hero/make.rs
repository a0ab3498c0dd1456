//! Foes from their entries, and names nobody has yet.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::prepared::prepared;
use crate::DeadWeight;
use crate::book::{Book, FoeRow, HeroRow};
use crate::fact::TableFact;
use crate::form::listed;
use crate::rules;
use crate::state::{Creature, FoeAction, FoeSheet, Kind, Live, Shared, Sheet};

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
    Creature { live: Live { armor: row.armor, ..blank.live }, sheet: Shared::new(sheet) }
}

deed! {
    /// Brings in a foe, or a ready adventurer, by its entry.
    #[serde(deny_unknown_fields)]
    pub struct Add(form: DeadWeight) {
        /// The id or name of its entry.
        like: String = {
            let heroes = form.variant(&[false, true])?;
            let book = form.book;
            if heroes {
                form.id(|| "add:hero".into());
                form.label(|| "Bring in a ready adventurer".into());
                form.group(|| "Adventurers".into());
                form.rule(rules::DW_CHAR_01);
                let rows: Vec<&str> = book.heroes.iter().map(|row| row.name.as_str()).collect();
                listed(form, "like", "Which", &rows)?
            } else {
                let open = |row: &&FoeRow| !row.house || form.state.house.allows(rules::DW_HOUSE_34H).is_ok();
                let rows: Vec<&str> = book.foes.iter().filter(open).map(|row| row.name.as_str()).collect();
                listed(form, "like", "Which", &rows)?
            }
        },
        /// What it is called here.
        name: String = form.text("name", "Name", 40)?,
        /// Who plays it, if it is an adventurer; the GM if nobody is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

impl Deed<DeadWeight> for Add {
    const CARD: Card = Card::gm("Bring in a foe", "Scene").rule(rules::DW_ENEMY_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_ENEMY_01;
        if ready_hero(may.book, &self.like).is_some() {
            free_name(may.at(), &self.name, rules::DW_CHAR_01)?;
            return Ok(());
        }
        may.not_if(self.seat.is_some(), || {
            Refusal::new(rule, "no-hero", "Only adventurers are played from a seat of their own.")
        })?;
        free_name(may.at(), &self.name, rule)?;
        let Some(row) = foe_row(may.book, &self.like) else {
            return may.no(|| Refusal::new(rule, "no-such-entry", format!("There is no foe {}.", self.like)));
        };
        if row.house {
            may.state.house.allows(rules::DW_HOUSE_34H)?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let book = cx.book();
        let who = Who(cx.state().creatures.len() as u16);
        let name = self.name.trim();
        if let Some(row) = ready_hero(book, &self.like) {
            let mut creature = prepared(book, row, name);
            let sheet = Sheet { seat: self.seat.unwrap_or(Seat::GM), ..(*creature.sheet).clone() };
            creature.sheet = Shared::new(sheet);
            cx.cite(row.id);
            cx.record(rules::DW_CHAR_01, TableFact::Joined { who, creature: Box::new(creature) }.into());
            let mut list = cx.state().party.list.clone();
            list.push(who);
            cx.record(rules::DW_GAME_06, TableFact::List { list }.into());
        } else if let Some(row) = foe_row(book, &self.like) {
            cx.cite(row.id);
            let creature = Box::new(foe_like(row, name));
            cx.record(rules::DW_ENEMY_01, TableFact::Joined { who, creature }.into());
        }
        Ok(())
    }
}

fn ready_hero<'a>(book: &'a Book, like: &str) -> Option<&'a HeroRow> {
    book.heroes.get(like).or_else(|| book.heroes.named(like))
}

fn foe_row<'a>(book: &'a Book, like: &str) -> Option<&'a FoeRow> {
    book.foes.get(like).or_else(|| book.foes.named(like))
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
