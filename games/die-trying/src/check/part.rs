//! What a check adds up from: each number with its name and its rule, worked out by the same functions
//! for rolls, sheets and terms.

use boneyard_table::view::Term;
use boneyard_table::{RuleId, Who};
use smallvec::SmallVec;

use crate::book::Book;
use crate::gear;
use crate::house::ArmorUntrained;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Fate, Level, Light, Proficiency, State};

/// One number of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'b> {
    /// What it is.
    pub label: &'b str,
    /// How much.
    pub amount: i16,
    /// Where it comes from.
    pub rule: RuleId,
}

/// All numbers of a sum.
pub type Parts<'b> = SmallVec<[Part<'b>; 8]>;

/// What they add up to.
pub fn sum(parts: &[Part<'_>]) -> i16 {
    parts.iter().map(|part| part.amount).sum()
}

/// The same as terms of a roll.
pub fn terms(parts: &[Part<'_>]) -> Vec<Term> {
    let shown = parts.iter().filter(|part| part.amount != 0);
    shown.map(|part| Term::new(part.label.to_owned(), part.amount.into()).by(part.rule)).collect()
}

/// Adds a number, unless it is 0.
pub fn add<'b>(parts: &mut Parts<'b>, label: &'b str, amount: i16, rule: RuleId) {
    if amount != 0 {
        parts.push(Part { label, amount, rule });
    }
}

/// An Ability Score, with what curses make of it.
pub fn score(state: &State, book: &Book, who: Who, ability: Ability) -> i16 {
    let own = i16::from(state.sheet(who).scores[ability]);
    let changed = ability == Ability::Constitution;
    own + if changed { passive::total(state, book, who, "constitution") } else { 0 }
}

/// What a skill check adds: Ability, proficiency and whatever lasts.
pub fn skill<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    skill: Proficiency,
    ability: Option<Ability>,
) -> Parts<'b> {
    let mut parts = Parts::new();
    let sheet = state.sheet(who);
    let listed = match skill {
        Proficiency::Perception => sheet.fixed.perception,
        Proficiency::Stealth => sheet.fixed.stealth,
        _ => book.listed_skill(sheet, skill),
    };
    let ability = ability.or(skill.ability()).unwrap_or(Ability::Strength);
    match listed {
        Some(bonus) => add(&mut parts, "As listed", bonus.into(), rules::DT_HOUSE_20H),
        None => {
            add(&mut parts, ability.name(), score(state, book, who, ability), rules::DT_CHECK_06);
            let level = sheet.trained.level(skill);
            let rule = if level == Level::Untrained { rules::DT_PROF_03 } else { rules::DT_PROF_01 };
            add(&mut parts, level.name(), level.bonus().into(), rule);
        }
    }
    if skill == Proficiency::Stealth
        && let Some((armor, _)) = gear::worn_armor(state, who)
        && listed.is_none()
    {
        add(&mut parts, "Armor", armor.stealth.into(), rules::DT_ARM_03);
    }
    if skill == Proficiency::Perception && state.live(who).is(Condition::Unconscious) {
        add(&mut parts, "Asleep", sheet.fixed.asleep.into(), rules::DT_COND_06H);
    }
    passive::adjust(state, book, who, skill.key(), None, &mut parts);
    parts
}

/// The bonus of a skill: what is added to every d10 for it. A condition that troubles all checks passes, and is not
/// part of it.
pub fn skill_bonus(state: &State, book: &Book, who: Who, which: Proficiency) -> i16 {
    sum(&skill(state, book, who, which, None))
}

/// What a save adds: the Ability, nothing else but what lasts.
pub fn save<'b>(state: &State, book: &'b Book, who: Who, ability: Ability) -> Parts<'b> {
    let mut parts = Parts::new();
    add(&mut parts, ability.name(), score(state, book, who, ability), rules::DT_CHECK_08);
    all_checks(state, book, who, &mut parts);
    parts
}

/// What lowers or raises all checks, death saves left out.
pub fn all_checks<'b>(state: &State, book: &'b Book, who: Who, parts: &mut Parts<'b>) {
    passive::adjust(state, book, who, "checks", None, parts);
    passive::adjust(state, book, who, "checks-but-death-saves", None, parts);
}

/// AC and what it is made of. `from` is who attacks, if somebody does.
pub fn armor_class<'b>(state: &State, book: &'b Book, who: Who, from: Option<Who>) -> Parts<'b> {
    let one = state.one(who);
    let (live, sheet) = (&one.live, &one.sheet);
    let mut parts = Parts::new();
    if let Some(fixed) = sheet.fixed.ac {
        add(&mut parts, "As listed", fixed.into(), rules::DT_HOUSE_20H);
    } else {
        add(&mut parts, "Everybody", 4, rules::DT_CHAR_14);
        let dexterity = score(state, book, who, Ability::Dexterity);
        add(&mut parts, "Dexterity", dexterity, rules::DT_CHAR_14);
        add(&mut parts, "Hide", sheet.fixed.hide.into(), rules::DT_HOUSE_20H);
        if let Some((armor, light)) = gear::worn_armor(state, who) {
            add(&mut parts, "Armor", armor.ac.into(), rules::DT_CHAR_14);
            let soft = if light { gear::light_armor(state) } else { 0 };
            add(&mut parts, "Light Armor", soft.into(), rules::DT_ARM_02);
            let level = sheet.trained.level(Proficiency::Armor);
            let kept = state.house.armor_untrained_penalty == ArmorUntrained::On || level.bonus() > 0;
            let bonus = if kept { level.bonus() } else { 0 };
            add(&mut parts, level.name(), bonus.into(), rules::DT_ARM_01);
        }
    }
    let helpless = live.is(Condition::Unconscious) || matches!(live.fate, Fate::Dying | Fate::Stable(_));
    let dexterity = score(state, book, who, Ability::Dexterity);
    if helpless && dexterity > 0 {
        add(&mut parts, "Unconscious", -dexterity, rules::DT_COND_06H);
    }
    add(&mut parts, "Dodge", live.turn.dodge.into(), rules::DT_COM_10);
    passive::adjust(state, book, who, "AC", from, &mut parts);
    parts
}

/// What the light where somebody looks does to a check that relies on sight alone.
pub fn by_sight<'b>(state: &State, book: &'b Book, who: Who, at: Option<Who>, parts: &mut Parts<'b>) {
    if sight::light_for(state, book, who, at.unwrap_or(who)) == Light::Dim {
        add(parts, "Dim Light", -1, rules::DT_SENSE_04);
    }
}
