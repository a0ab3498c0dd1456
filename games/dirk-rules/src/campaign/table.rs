//! Heroes who leave this table or come from another, and people who work for wages.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::going::person_of;
use super::person::free_name;
use crate::DirkRules;
use crate::fact::{Fact, blank};
use crate::rules;
use crate::state::{Background, Creature, PartState, Shared, Sheet, State};

/// The greatest score and the most HP of a hero who comes from elsewhere.
const MOST_SCORE: u8 = 30;
const MOST_HP: u16 = 200;

/// A hero as another table can take them, without their things.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hero {
    name: String,
    full: [u8; 3],
    scores: [u8; 3],
    full_hp: u16,
    hp: u16,
    parts: [PartState; 6],
    backgrounds: Vec<Background>,
    knows: Vec<String>,
    taken: Vec<String>,
    has_done: Vec<String>,
}

/// A hero who goes.
pub(super) fn export(at: At<'_, DirkRules>, who: Who) -> Option<Value> {
    let one = at.state.creature(who).filter(|one| one.sheet.hero && one.sheet.draft.is_none())?;
    let names = |ids: &[boneyard_table::RuleId]| ids.iter().map(ToString::to_string).collect();
    let (live, sheet) = (&one.live, &one.sheet);
    let hero = Hero {
        name: sheet.name.clone(),
        full: sheet.full,
        scores: live.scores,
        full_hp: sheet.full_hp,
        hp: live.hp,
        parts: live.parts,
        backgrounds: sheet.backgrounds.clone(),
        knows: names(&sheet.knows),
        taken: names(&sheet.taken),
        has_done: sheet.has_done.clone(),
    };
    serde_json::to_value(hero).ok()
}

/// A hero who comes. What this table's content does not know is left out.
pub(super) fn import(cx: &mut Cx<'_, DirkRules>, hero: &Value) -> Flow<Who> {
    let rule = rules::DK_SCEN_00H;
    let hero = match Hero::deserialize(hero) {
        Ok(hero) => hero,
        Err(error) => {
            return refuse(Refusal::new(rule, "unreadable", format!("That is no hero: {error}.")));
        }
    };
    let words = hero.name.chars().count();
    let sane = (1..=40).contains(&words)
        && hero.full.iter().chain(&hero.scores).all(|score| *score <= MOST_SCORE)
        && hero.full_hp <= MOST_HP
        && hero.hp <= hero.full_hp
        && hero.knows.len() + hero.taken.len() + hero.has_done.len() <= 200
        && hero.backgrounds.len() <= 20;
    if !sane {
        let sentence = format!("No hero has a score above {MOST_SCORE} or more than {MOST_HP} HP.");
        return refuse(Refusal::new(rule, "no-such-hero", sentence).with("most", MOST_SCORE));
    }
    if cx.state().creatures.len() >= 500 {
        let sentence = "A table holds at most 500 creatures.";
        return refuse(Refusal::new(rule, "too-many", sentence).with("most", 500));
    }
    let book = cx.book();
    let known = |ids: &[String]| {
        let rows = ids.iter().filter_map(|id| boneyard_table::RuleId::read(id));
        rows.filter(|id| book.power(*id).is_some() || book.powerups.get(id.as_str()).is_some()).collect()
    };
    let name = free_name(cx.state(), hero.name.trim(), true);
    let mut creature = blank(&name, None);
    (creature.live.scores, creature.live.hp, creature.live.parts) = (hero.scores, hero.hp, hero.parts);
    creature.sheet = Shared::new(Sheet {
        named: true,
        hero: true,
        side: 0,
        seat: Seat::GM,
        full: hero.full,
        full_hp: hero.full_hp,
        backgrounds: hero
            .backgrounds
            .into_iter()
            .filter(|own| book.background(&own.kind).is_some())
            .collect(),
        knows: known(&hero.knows),
        taken: known(&hero.taken),
        has_done: hero.has_done,
        ..(*creature.sheet).clone()
    });
    let who = Who(cx.state().creatures.len() as u16);
    cx.record(rule, Fact::Joined { who, creature: Box::new(creature) });
    Ok(who)
}

/// Somebody is off the table: nobody's hero, and on nobody's side.
pub(super) fn retires(state: &mut State, who: Who) {
    if let Some(sheet) = state.sheet_mut(who) {
        (sheet.hero, sheet.side) = (false, 2);
    }
}

/// What somebody asks for a week's work: people on nobody's side who belong to no adventure. Players know as much of them.
pub(super) fn wage(at: At<'_, DirkRules>, who: Who) -> Option<u32> {
    let Creature { sheet, .. } = at.state.creature(who)?;
    let row = at.book.goods.iter().find(|row| row.name == "unskilled work")?;
    let free = !sheet.hero && sheet.side == 2 && person_of(at.state, who).is_none();
    free.then_some(row.gems)
}
