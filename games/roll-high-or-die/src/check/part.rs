//! What a d20 roll adds up from: each number with its name and its rule, and what brings Advantage or Disadvantage.

use boneyard_table::view::Term;
use boneyard_table::{RuleId, Who};
use smallvec::SmallVec;

use crate::body::modifier;
use crate::book::{Book, Passive, Topic};
use crate::gear;
use crate::house::{AdvantageStacking, House};
use crate::passive::{self, Situation};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Light, Skill, Stance, State};

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

/// Something that brings Advantage or Disadvantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<'b> {
    /// What it is.
    pub label: &'b str,
    /// Advantage; otherwise Disadvantage.
    pub up: bool,
    /// Where it comes from.
    pub rule: RuleId,
}

/// Everything about one d20 roll.
#[derive(Clone, Debug, Default)]
pub struct Sums<'b> {
    /// What is added.
    pub parts: Parts<'b>,
    /// What brings Advantage or Disadvantage.
    pub edges: SmallVec<[Edge<'b>; 4]>,
}

/// Which of two faces counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tilt {
    /// One die.
    Even,
    /// The higher of two.
    Up,
    /// The lower of two.
    Down,
}

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

impl<'b> Sums<'b> {
    /// Adds a number, unless it is 0.
    pub fn add(&mut self, label: &'b str, amount: i16, rule: RuleId) {
        add(&mut self.parts, label, amount, rule);
    }

    /// Adds Advantage or Disadvantage.
    pub fn edge(&mut self, label: &'b str, up: bool, rule: RuleId) {
        self.edges.push(Edge { label, up, rule });
    }

    /// Which of two faces counts, all sources taken together.
    pub fn tilt(&self, house: &House) -> Tilt {
        let ups = self.edges.iter().filter(|edge| edge.up).count();
        let downs = self.edges.len() - ups;
        match (house.advantage_stacking, ups, downs) {
            (_, 0, 0) => Tilt::Even,
            (_, _, 0) => Tilt::Up,
            (_, 0, _) => Tilt::Down,
            (AdvantageStacking::Cancel, ..) => Tilt::Even,
            (AdvantageStacking::Count, ups, downs) => match ups.cmp(&downs) {
                std::cmp::Ordering::Greater => Tilt::Up,
                std::cmp::Ordering::Less => Tilt::Down,
                std::cmp::Ordering::Equal => Tilt::Even,
            },
        }
    }

    /// What is added in all.
    pub fn total(&self) -> i16 {
        sum(&self.parts)
    }
}

/// The three letters of an ability, as content writes them.
fn letters(ability: Ability) -> &'static str {
    match ability {
        Ability::Strength => "STR",
        Ability::Dexterity => "DEX",
        Ability::Constitution => "CON",
        Ability::Intelligence => "INT",
        Ability::Wisdom => "WIS",
        Ability::Charisma => "CHA",
    }
}

/// What an Ability Check adds.
pub fn ability_sums<'b>(state: &State, book: &'b Book, who: Who, ability: Ability) -> Sums<'b> {
    let mut sums = Sums::default();
    sums.add(ability.name(), modifier(state, who, ability), rules::RH_ABIL_06);
    everything(state, book, who, &[letters(ability), "check"], Situation::default(), &mut sums);
    sums
}

/// What a Skill Check adds. `words` are what else the roll is called.
pub fn skill_sums<'b>(state: &State, book: &'b Book, who: Who, skill: Skill, words: &[&str]) -> Sums<'b> {
    far_skill_sums(state, book, who, skill, words, None)
}

/// The same about something so many feet off.
pub fn far_skill_sums<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    skill: Skill,
    words: &[&str],
    feet: Option<u16>,
) -> Sums<'b> {
    let ability = crate::body::best_ability(state, who, skill);
    let mut sums = Sums::default();
    sums.add(ability.name(), modifier(state, who, ability), rules::RH_ABIL_06);
    let degree = state.sheet(who).degree(skill);
    sums.add(degree.name(), degree.value().into(), rules::RH_SKILL_01);
    let mut all: SmallVec<[&str; 8]> = SmallVec::from_slice(words);
    all.extend([letters(ability), skill.name(), "check"]);
    let now = Situation { skill: Some(skill), feet, ..Situation::default() };
    everything(state, book, who, &all, now, &mut sums);
    if skill == Skill::Stealth {
        if state.live(who).stance == Stance::LowReady {
            sums.add("Low Ready", 2, rules::RH_STANCE_03);
        }
        for (name, amount, rule) in gear::muffled(state, book, who) {
            sums.add(name, amount, rule);
        }
    }
    by_light(state, book, who, skill, &mut sums);
    if let Some(sky) = crate::living::weather(state, book).filter(|_| sight::outdoors(state, who)) {
        match skill {
            Skill::Perception => sums.add(&sky.name, sky.perception.into(), sky.id),
            Skill::Stealth => sums.add(&sky.name, sky.stealth.into(), sky.id),
            _ => {}
        }
    }
    sums
}

/// What an Initiative roll adds.
pub fn initiative_sums<'b>(state: &State, book: &'b Book, who: Who) -> Sums<'b> {
    let mut sums = Sums::default();
    sums.add("Dexterity", modifier(state, who, Ability::Dexterity), rules::RH_SKILL_05);
    if state.house.initiative_skill == crate::house::InitiativeSkill::CombatSkill {
        let degree = state.sheet(who).degree(Skill::Initiative);
        sums.add(degree.name(), degree.value().into(), rules::RH_SKILL_05);
    }
    if state.live(who).stance == Stance::HighReady {
        sums.add("High Ready", 1, rules::RH_STANCE_02);
    }
    everything(state, book, who, &["DEX", "initiative", "Initiative"], Situation::default(), &mut sums);
    sums
}

/// The light of the roller's own space.
fn by_light(state: &State, book: &Book, who: Who, skill: Skill, sums: &mut Sums<'_>) {
    // Light takes long to work out, and most Skills do not care.
    let hides = matches!(skill, Skill::Stealth | Skill::Thievery | Skill::Intimidation);
    let looks = matches!(skill, Skill::Manipulation | Skill::Perception | Skill::Investigation);
    if !hides && !looks {
        return;
    }
    let light = sight::light_of(state, book, who);
    let rule = match light {
        Light::Low => rules::RH_LIGHT_04,
        Light::Darkness => rules::RH_LIGHT_05,
        Light::High | Light::Blinding => return,
    };
    match skill {
        Skill::Stealth | Skill::Thievery | Skill::Intimidation => sums.edge(light.name(), true, rule),
        Skill::Manipulation | Skill::Perception | Skill::Investigation => {
            let mut spared = false;
            passive::each(state, book, who, Topic::Spared, &mut |_, held| {
                spared |= matches!(held, Passive::NoDisadvantage(from) if from == "low-light");
            });
            if !spared || light == Light::Darkness {
                sums.edge(light.name(), false, rule);
            }
        }
        _ => {}
    }
}

/// What Conditions, Traits, armor and the floor add to a roll that is called these words.
pub fn everything<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    words: &[&str],
    now: Situation<'_>,
    sums: &mut Sums<'b>,
) {
    let fits = |on: &[String]| on.iter().any(|word| word == "d20" || words.contains(&word.as_str()));
    passive::each(state, book, who, Topic::Rolls, &mut |source, held| match held {
        Passive::Adjust(change)
            if fits(&change.on) && passive::holds(state, who, source, &change.when, now) =>
        {
            let by = i16::from(change.by) * passive::times(source, change.each.as_deref());
            sums.add(source.name, by, source.rule);
        }
        Passive::Advantage(rolls)
            if fits(&rolls.on) && passive::holds(state, who, source, &rolls.when, now) =>
        {
            sums.edge(source.name, true, source.rule);
        }
        Passive::Disadvantage(rolls)
            if fits(&rolls.on) && passive::holds(state, who, source, &rolls.when, now) =>
        {
            sums.edge(source.name, false, source.rule);
        }
        _ => {}
    });
}
