//! The six levels of a new hero, and the spells that talents bring. Talents of heroes in play are raised
//! by marks, and their spells picked here as well.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::{at_step, note};
use crate::DieTrying;
use crate::book::{Book, Passive, Pick, SpellRow, TalentRow};
use crate::fact::HeroFact;
use crate::gear::tradition;
use crate::house::{HouseSpells, HouseTalents};
use crate::rules;
use crate::state::{Draft, Known, Level, Proficiency, Sheet, State, Step};

/// Raises something by a level, or takes one back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Raise {
    /// Whose.
    pub who: Who,
    /// A Proficiency or a Talent, by name.
    pub what: String,
}

/// Learns a spell that a talent brings, or gives it up for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Learn {
    /// Who.
    pub who: Who,
    /// Which, by name.
    pub spell: String,
}

/// Levels of a new hero.
pub const LEVELS: u8 = 6;
/// No Talent of a new hero is higher.
const MOST_TALENT: u8 = 2;

/// Something that levels go to.
#[derive(Clone, Copy)]
enum Raised<'b> {
    Proficiency(Proficiency),
    Talent(&'b TalentRow),
}

/// Levels spent so far.
fn spent(sheet: &Sheet) -> u8 {
    let trained: u8 = sheet.trained.raised().map(|(_, level)| level as u8).sum();
    let talents: u8 = sheet.talents.iter().map(|(_, level)| *level).sum();
    trained.saturating_add(talents)
}

/// Levels a new hero has still to spend.
pub fn left_levels(state: &State, who: Who) -> u8 {
    LEVELS.saturating_sub(spent(state.sheet(who)))
}

/// Proficiencies and Talents a new hero may raise now, by name, with what they say.
pub fn raisable<'b>(state: &State, book: &'b Book, who: Who) -> Vec<(String, &'b str)> {
    let sheet = state.sheet(who);
    let proficiencies =
        Proficiency::ALL.into_iter().filter(|what| sheet.trained.level(*what) < Level::Expert);
    let text = |what: Proficiency| {
        let row = book.skills.iter().find(|row| row.name == what.name());
        row.map_or("", |row| row.text.as_str())
    };
    let mut all: Vec<(String, &str)> =
        proficiencies.map(|what| (what.name().to_owned(), text(what))).collect();
    if state.house.house_talents == HouseTalents::On {
        let low = book.talents.iter().filter(|row| sheet.talent(row.id) < MOST_TALENT);
        all.extend(low.map(|row| (row.name.clone(), row.text.as_str())));
    }
    all
}

fn named<'b>(cx: &Cx<'_, DieTrying>, book: &'b Book, what: &str) -> Result<Raised<'b>, Refusal> {
    if let Some(known) = Proficiency::named(what) {
        return Ok(Raised::Proficiency(known));
    }
    match book.talents.named(what) {
        Some(_) if cx.state().house.house_talents == HouseTalents::Off => {
            let sentence = "This table plays without our talents.";
            Err(Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence))
        }
        Some(row) => Ok(Raised::Talent(row)),
        None => {
            let sentence = "This is neither one of the 18 Proficiencies nor a Talent.";
            Err(Refusal::new(rules::DT_PROF_02, "no-such-thing", sentence))
        }
    }
}

/// Spends a level of a new hero.
pub fn raise(cx: &mut Cx<'_, DieTrying>, raise: &Raise) -> Flow {
    at_step(cx, raise.who, Step::Levels)?;
    let (who, book) = (raise.who, cx.book());
    let raised = named(cx, book, &raise.what)?;
    if left_levels(cx.state(), who) == 0 {
        let sentence = format!("All {LEVELS} levels are spent.");
        return refuse(Refusal::new(rules::DT_CHAR_09, "none-left", sentence));
    }
    let sheet = cx.state().sheet(who);
    match raised {
        Raised::Proficiency(what) => {
            let level = sheet.trained.level(what);
            let Some(next) = level.next().filter(|next| *next <= Level::Expert) else {
                cx.cite(rules::DT_PROF_01);
                let sentence = format!("{} is at Expert, the most a new hero has.", what.name());
                return refuse(Refusal::new(rules::DT_CHAR_10, "high-enough", sentence));
            };
            cx.cite(rules::DT_PROF_01);
            cx.cite(rules::DT_PROF_02);
            cx.cite(rules::DT_PROF_03);
            cx.record(rules::DT_CHAR_09, HeroFact::Trained { who, what, level: next }.into());
        }
        Raised::Talent(row) => {
            let level = sheet.talent(row.id);
            if level >= MOST_TALENT {
                let sentence = format!("{} is at level {MOST_TALENT}, the most a new hero has.", row.name);
                return refuse(Refusal::new(rules::DT_CHAR_10, "high-enough", sentence));
            }
            cx.cite(rules::DT_HOUSE_11H);
            cx.cite(row.id);
            let fact = HeroFact::Talent { who, talent: row.id, level: level + 1 };
            cx.record(rules::DT_CHAR_09, fact.into());
        }
    }
    Ok(())
}

/// Takes a level back.
pub fn lower(cx: &mut Cx<'_, DieTrying>, lower: &Raise) -> Flow {
    at_step(cx, lower.who, Step::Levels)?;
    let (who, book) = (lower.who, cx.book());
    let raised = named(cx, book, &lower.what)?;
    let sheet = cx.state().sheet(who);
    let none = || {
        let sentence = format!("No level was spent on {}.", lower.what.trim());
        Refusal::new(rules::DT_CHAR_09, "none-spent", sentence)
    };
    let fact = match raised {
        Raised::Proficiency(what) => {
            let level = sheet.trained.level(what);
            let below = Level::ALL.into_iter().rfind(|known| *known < level).ok_or_else(none)?;
            HeroFact::Trained { who, what, level: below }
        }
        Raised::Talent(row) => {
            let level = sheet.talent(row.id).checked_sub(1).ok_or_else(none)?;
            HeroFact::Talent { who, talent: row.id, level }
        }
    };
    cx.record(rules::DT_CHAR_09, fact.into());
    Ok(())
}

/// Every pick of spells somebody's talents give, in the order of the levels.
fn picks<'b>(sheet: &Sheet, book: &'b Book) -> Vec<(&'b TalentRow, &'b Pick)> {
    let mut all = Vec::new();
    for (talent, level) in &sheet.talents {
        let Some(row) = book.talents.get(talent.as_str()) else { continue };
        let reached = usize::from(*level).min(row.levels.len()).checked_sub(1);
        let Some(reached) = reached.and_then(|at| row.levels.get(at)) else { continue };
        for passive in reached.passives.iter() {
            if let Passive::Learn(list) = passive {
                for pick in list {
                    all.extend(std::iter::repeat_n((row, pick), usize::from(pick.count)));
                }
            }
        }
    }
    // The narrowest first, so that what stays open is the widest.
    all.sort_by_key(|(_, pick)| pick.up_to);
    all
}

fn fits(pick: &Pick, spell: &SpellRow) -> bool {
    spell.level <= pick.up_to && spell.lists.iter().any(|list| pick.lists.contains(list))
}

/// For every pick the spell that fills it, so that as many spells as can be have one. A spell on several lists makes
/// room for one that has no other place.
fn filled(all: &[(&TalentRow, &Pick)], spells: &[&SpellRow]) -> Vec<Option<usize>> {
    fn place(
        spell: usize,
        fitting: &dyn Fn(usize, usize) -> bool,
        of: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for at in 0..of.len() {
            if tried[at] || !fitting(at, spell) {
                continue;
            }
            tried[at] = true;
            if of[at].is_none_or(|other| place(other, fitting, of, tried)) {
                of[at] = Some(spell);
                return true;
            }
        }
        false
    }
    let fitting = |at: usize, spell: usize| fits(all[at].1, spells[spell]);
    let mut of = vec![None; all.len()];
    for spell in 0..spells.len() {
        place(spell, &fitting, &mut of, &mut vec![false; all.len()]);
    }
    of
}

fn known<'b>(sheet: &Sheet, book: &'b Book) -> Vec<&'b SpellRow> {
    sheet.spells.iter().filter_map(|known| book.spells.get(known.spell.as_str())).collect()
}

/// Picks that no known spell fills yet.
pub fn open_picks<'b>(state: &State, book: &'b Book, who: Who) -> Vec<(&'b TalentRow, &'b Pick)> {
    if state.house.house_spells == HouseSpells::Off {
        return Vec::new();
    }
    let sheet = state.sheet(who);
    let all = picks(sheet, book);
    let of = filled(&all, &known(sheet, book));
    all.into_iter().zip(of).filter(|(_, spell)| spell.is_none()).map(|(pick, _)| pick).collect()
}

/// The pick a spell would fill beside all that are known.
fn pick_for<'b>(sheet: &Sheet, book: &'b Book, spell: &'b SpellRow) -> Option<(&'b TalentRow, &'b Pick)> {
    let (all, mut spells) = (picks(sheet, book), known(sheet, book));
    spells.push(spell);
    let of = filled(&all, &spells);
    let at = of.iter().position(|filled| *filled == Some(spells.len() - 1))?;
    (of.iter().flatten().count() == spells.len()).then(|| all[at])
}

/// Spells somebody may learn now.
pub fn learnable<'b>(state: &State, book: &'b Book, who: Who) -> Vec<&'b SpellRow> {
    if open_picks(state, book, who).is_empty() {
        return Vec::new();
    }
    let sheet = state.sheet(who);
    let new = book.spells.iter().filter(|spell| sheet.spells.iter().all(|known| known.spell != spell.id));
    new.filter(|spell| pick_for(sheet, book, spell).is_some()).collect()
}

/// The rule by which a talent gives spells: its own entry.
fn no_pick(spell: &SpellRow) -> Refusal {
    let sentence = format!("No talent lets this hero learn {} now.", spell.name);
    Refusal::new(rules::DT_MAG_07, "no-pick", sentence)
}

/// Learns a spell: of a new hero, or for a level gained in play.
pub fn learn(cx: &mut Cx<'_, DieTrying>, learn: &Learn) -> Flow {
    let (who, book) = (learn.who, cx.book());
    let state = cx.state();
    let one = state.creature(who).filter(|one| one.sheet.is_hero());
    let Some(one) = one else {
        return refuse(Refusal::new(rules::DT_MAG_07, "nobody", "There is no such hero."));
    };
    if one.sheet.draft.is_some() {
        at_step(cx, who, Step::Levels)?;
    }
    let Some(spell) = book.spells.named(learn.spell.trim()) else {
        return refuse(Refusal::new(rules::DT_MAG_01, "no-such-spell", "There is no such spell."));
    };
    if one.sheet.spells.iter().any(|known| known.spell == spell.id) {
        let sentence = format!("{} is known already.", spell.name);
        return refuse(Refusal::new(rules::DT_MAG_07, "known", sentence));
    }
    let open = !open_picks(state, book, who).is_empty();
    let Some((row, pick)) = pick_for(&one.sheet, book, spell).filter(|_| open) else {
        return refuse(no_pick(spell));
    };
    let list = row.tradition.as_deref();
    let list = list.or_else(|| spell.lists.iter().find(|list| pick.lists.contains(list)).map(String::as_str));
    let skill = list.and_then(tradition).unwrap_or(Proficiency::Arcana);
    let mut all = one.sheet.spells.clone();
    all.push(Known { spell: spell.id, skill });
    cx.cite(row.id);
    cx.cite(spell.id);
    cx.record(rules::DT_MAG_07, HeroFact::Spells { who, all }.into());
    Ok(())
}

/// A new hero gives up a spell for another.
pub fn unlearn(cx: &mut Cx<'_, DieTrying>, unlearn: &Learn) -> Flow {
    let draft = at_step(cx, unlearn.who, Step::Assign)?;
    let (who, book) = (unlearn.who, cx.book());
    let mut all = cx.state().sheet(who).spells.clone();
    let spell = book.spells.named(unlearn.spell.trim()).map(|spell| spell.id);
    let Some(at) = all.iter().position(|known| Some(known.spell) == spell) else {
        return refuse(Refusal::new(rules::DT_MAG_01, "not-known", "This hero does not know that spell."));
    };
    all.remove(at);
    cx.record(rules::DT_MAG_07, HeroFact::Spells { who, all }.into());
    note(cx, who, Draft { ..draft });
    Ok(())
}

/// Whether every spell somebody knows has a pick of its own.
pub(super) fn spells_fit(state: &State, book: &Book, who: Who) -> bool {
    let sheet = state.sheet(who);
    let spells = known(sheet, book);
    filled(&picks(sheet, book), &spells).iter().flatten().count() == spells.len()
}
