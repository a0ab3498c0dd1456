//! What a hero can do by training and talent: skills, talents and spells as lists with their words, marks beside
//! what they are on.

use boneyard_table::view::{Entry, EntryList, Value as Number, count};
use boneyard_table::{At, Who};

use crate::DieTrying;
use crate::check::{skill, terms};
use crate::magic::magic_dice;
use crate::state::{MarkOn, Proficiency, Sheet};

/// Marks something needs to be raised.
pub(super) const MARKS: u32 = 3;

/// Marks on something.
pub(super) fn marks(sheet: &Sheet, on: MarkOn) -> u32 {
    sheet.marks.iter().find(|(known, _)| *known == on).map_or(0, |(_, marks)| u32::from(*marks))
}

/// Words with the marks behind them.
fn with_marks(words: &str, marks: u32) -> String {
    if marks == 0 { words.to_owned() } else { format!("{words} {marks} of {MARKS} marks.") }
}

/// The sixteen skills, weapons and armor, the better trained first.
pub(super) fn skills(at: At<'_, DieTrying>, who: Who) -> EntryList {
    let (state, book) = (at.state, at.book);
    let sheet = state.sheet(who);
    let mut all: Vec<Proficiency> = Proficiency::ALL.to_vec();
    all.sort_by_key(|what| std::cmp::Reverse(sheet.trained.level(*what)));
    let mut list = EntryList::new("skills", "Skills");
    for what in all {
        let row = book.skills.iter().find(|row| row.name == what.name());
        let other = match what {
            Proficiency::Weapons => "Attack Rolls with ordinary weapons.",
            Proficiency::Armor => "Added to AC while armor is worn.",
            _ => "",
        };
        let words =
            with_marks(row.map_or(other, |row| row.text.as_str()), marks(sheet, MarkOn::Proficiency(what)));
        let entry = Entry::new(what.key(), what.name(), words).rank(sheet.trained.level(what).name());
        list = list.entry(if what.is_skill() {
            entry.bonus(Number::sum(terms(&skill(state, book, who, what, None))))
        } else {
            entry.bonus(i32::from(sheet.trained.level(what).bonus()))
        });
    }
    list
}

/// Talents with what their levels give.
pub(super) fn talents(at: At<'_, DieTrying>, who: Who) -> Option<EntryList> {
    let sheet = at.state.sheet(who);
    let mut list = EntryList::new("talents", "Talents");
    for (talent, level) in &sheet.talents {
        let row = at.book.talents.get(talent.as_str());
        let levels = row.map_or(&[][..], |row| row.levels.as_slice());
        let words: Vec<&str> =
            levels.iter().take(usize::from(*level)).map(|level| level.text.as_str()).collect();
        let words = with_marks(&words.join(" "), marks(sheet, MarkOn::Talent(*talent)));
        let name = at.book.name_of(*talent).to_owned();
        list = list.entry(Entry::new(talent.as_str(), name, words).rank(format!("level {level}")));
    }
    (!sheet.talents.is_empty()).then_some(list)
}

/// Spells somebody knows; those that take more dice than there are say so.
pub(super) fn spells(at: At<'_, DieTrying>, who: Who) -> Option<EntryList> {
    let have = magic_dice(at.state, at.book, who);
    let mut list = EntryList::new("spells", "Spells");
    let known = &at.state.sheet(who).spells;
    for spell in known.iter().filter_map(|known| at.book.spells.get(known.spell.as_str())) {
        let entry = Entry::new(spell.id.as_str(), spell.name.clone(), spell.text.clone());
        let entry = entry.rank(format!("level {}", spell.level));
        list = list.entry(if spell.level > have {
            entry.not_ready(format!("Takes {}.", count(spell.level, "Magic Die", "Magic Dice")))
        } else {
            entry
        });
    }
    (!known.is_empty()).then_some(list)
}
