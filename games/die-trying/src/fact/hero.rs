//! Facts of a hero's sheet: the draft, scores, proficiencies, talents, spells, Points and marks.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet;
use crate::state::{Draft, Known, Level, MarkOn, Proficiency, Scores, Size, State};

/// Something that became true of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroFact {
    /// The draft is so far, or done.
    Draft {
        /// Whose.
        who: Who,
        /// How far; nothing once it is done.
        draft: Option<Draft>,
    },
    /// Species and Size.
    Kin {
        /// Of whom.
        who: Who,
        /// In free words.
        species: String,
        /// How large.
        size: Size,
    },
    /// The TS did not allow something.
    NotAllowed {
        /// To whom.
        who: Who,
        /// What.
        what: String,
    },
    /// Results for scores were rolled.
    Rolled {
        /// By whom.
        who: Who,
        /// In the order they fell.
        results: Vec<i8>,
    },
    /// Ability Scores.
    Scores {
        /// Whose.
        who: Who,
        /// All six.
        scores: Scores,
    },
    /// A Proficiency is at this level.
    Trained {
        /// Whose.
        who: Who,
        /// Which.
        what: Proficiency,
        /// How far.
        level: Level,
    },
    /// An Advanced Weapon is mastered so far.
    Advanced {
        /// By whom.
        who: Who,
        /// Which.
        weapon: RuleId,
        /// How far.
        level: Level,
    },
    /// A Talent is at this level; 0 is none.
    Talent {
        /// Whose.
        who: Who,
        /// Which.
        talent: RuleId,
        /// Its level.
        level: u8,
    },
    /// Spells somebody knows now.
    Spells {
        /// Who.
        who: Who,
        /// All of them.
        all: Vec<Known>,
    },
    /// Points were granted.
    Points {
        /// To whom.
        who: Who,
        /// How many.
        points: u8,
        /// What for.
        #[serde(rename = "for")]
        reason: String,
        /// Marks to place now.
        owed: u8,
    },
    /// Marks on something.
    Marks {
        /// Whose.
        who: Who,
        /// On what.
        on: MarkOn,
        /// How many now.
        marks: u8,
        /// Marks still to place.
        owed: u8,
    },
}

pub(super) fn apply(state: &mut State, fact: &HeroFact) {
    match fact {
        HeroFact::Draft { who, draft } => sheet(state, *who, |sheet| sheet.draft.clone_from(draft)),
        HeroFact::Kin { who, species, size } => sheet(state, *who, |sheet| {
            sheet.species.clone_from(species);
            sheet.size = *size;
        }),
        HeroFact::NotAllowed { .. } => {}
        HeroFact::Rolled { who, results } => sheet(state, *who, |sheet| {
            if let Some(draft) = &mut sheet.draft {
                draft.results.clone_from(results);
            }
        }),
        HeroFact::Scores { who, scores } => sheet(state, *who, |sheet| sheet.scores = *scores),
        HeroFact::Trained { who, what, level } => {
            sheet(state, *who, |sheet| sheet.trained.set(*what, *level));
        }
        HeroFact::Advanced { who, weapon, level } => sheet(state, *who, |sheet| {
            sheet.advanced.retain(|(known, _)| known != weapon);
            sheet.advanced.push((*weapon, *level));
        }),
        HeroFact::Talent { who, talent, level } => sheet(state, *who, |sheet| {
            sheet.talents.retain(|(known, _)| known != talent);
            if *level > 0 {
                sheet.talents.push((*talent, *level));
            }
        }),
        HeroFact::Spells { who, all } => sheet(state, *who, |sheet| sheet.spells.clone_from(all)),
        HeroFact::Points { who, owed, .. } => sheet(state, *who, |sheet| sheet.owed = *owed),
        HeroFact::Marks { who, on, marks, owed } => sheet(state, *who, |sheet| {
            sheet.owed = *owed;
            sheet.marks.retain(|(known, _)| known != on);
            if *marks > 0 {
                sheet.marks.push((*on, *marks));
            }
        }),
    }
}
