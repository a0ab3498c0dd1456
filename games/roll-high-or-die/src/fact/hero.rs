//! Facts of a Character's sheet: the draft, scores, Degrees, Features, Traits, Experience, words.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet;
use crate::state::{Concept, Degree, Draft, Owned, Scores, Size, Skill, State};

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
    /// Who somebody is, in words.
    Concept {
        /// Whose.
        who: Who,
        /// All of it.
        concept: Concept,
    },
    /// The Referee asks for something else.
    NotYet {
        /// Of whom.
        who: Who,
        /// What.
        what: String,
    },
    /// Results for scores.
    Rolled {
        /// Whose.
        who: Who,
        /// In the order they fell.
        results: Vec<u8>,
        /// They are far from the middle: the Referee may throw them out.
        flagged: bool,
    },
    /// Ability Scores.
    Scores {
        /// Whose.
        who: Who,
        /// All six.
        scores: Scores,
    },
    /// A Skill is at this Degree.
    Degree {
        /// Whose.
        who: Who,
        /// Which.
        skill: Skill,
        /// How far.
        degree: Degree,
    },
    /// A Feature is known, or given back.
    Feature {
        /// By whom.
        who: Who,
        /// Which.
        feature: RuleId,
        /// Known.
        known: bool,
    },
    /// Traits somebody has now.
    Traits {
        /// Who.
        who: Who,
        /// The one that is new or gone.
        which: RuleId,
        /// All of them.
        all: Vec<Owned>,
    },
    /// How large somebody is.
    Size {
        /// Who.
        who: Who,
        /// How large.
        size: Size,
    },
    /// Experience somebody has now.
    Exp {
        /// Who.
        who: Who,
        /// How much.
        to: u16,
    },
    /// Something is missing that is advised.
    Warned {
        /// Whom.
        who: Who,
        /// What.
        text: String,
    },
}

pub(super) fn apply(state: &mut State, fact: &HeroFact) {
    match fact {
        HeroFact::Draft { who, draft } => sheet(state, *who, |sheet| sheet.draft.clone_from(draft)),
        HeroFact::Concept { who, concept } => sheet(state, *who, |sheet| sheet.concept.clone_from(concept)),
        HeroFact::NotYet { .. } | HeroFact::Warned { .. } => {}
        HeroFact::Rolled { who, results, .. } => sheet(state, *who, |sheet| {
            if let Some(draft) = &mut sheet.draft {
                draft.results.clone_from(results);
            }
        }),
        HeroFact::Scores { who, scores } => sheet(state, *who, |sheet| sheet.scores = *scores),
        HeroFact::Degree { who, skill, degree } => {
            sheet(state, *who, |sheet| sheet.set_degree(*skill, *degree));
        }
        HeroFact::Feature { who, feature, known } => sheet(state, *who, |sheet| {
            sheet.features.retain(|own| own != feature);
            if *known {
                sheet.features.push(*feature);
            }
        }),
        HeroFact::Traits { who, all, .. } => sheet(state, *who, |sheet| sheet.traits.clone_from(all)),
        HeroFact::Size { who, size } => sheet(state, *who, |sheet| sheet.size = *size),
        HeroFact::Exp { who, to } => sheet(state, *who, |sheet| sheet.exp = *to),
    }
}
