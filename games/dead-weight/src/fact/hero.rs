//! Facts of making an adventurer and of growing.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet;
use crate::hero::Draft;
use crate::state::{Four, State};

/// Something that became true of an adventurer for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroFact {
    /// Somebody else plays an adventurer from now on.
    Handed {
        /// Whom.
        who: Who,
        /// The seat.
        to: boneyard_table::Seat,
    },
    /// What is decided of somebody being made; nothing once they are ready.
    Draft {
        /// Whose.
        who: Who,
        /// How far it is.
        draft: Option<Draft>,
    },
    /// A row of the life path holds.
    Path {
        /// Whose.
        who: Who,
        /// The row.
        row: RuleId,
    },
    /// Scores and proficiencies are these now.
    Scores {
        /// Whose.
        who: Who,
        /// Scores.
        score: Four,
        /// Proficiencies.
        proficiency: Four,
        /// Points that were lost at a limit.
        lost: u8,
    },
    /// A skill was gained, perhaps in the place of another.
    Skill {
        /// By whom.
        who: Who,
        /// Which.
        skill: RuleId,
        /// The one it replaces.
        #[serde(default)]
        replaces: Option<RuleId>,
    },
    /// A trait was gained.
    Trait {
        /// By whom.
        who: Who,
        /// Which.
        name: RuleId,
    },
    /// A class was chosen.
    Class {
        /// By whom.
        who: Who,
        /// Which.
        class: RuleId,
    },
    /// A school of magic was chosen.
    School {
        /// By whom.
        who: Who,
        /// Which.
        school: RuleId,
    },
    /// A god was chosen.
    God {
        /// By whom.
        who: Who,
        /// Which.
        god: RuleId,
    },
    /// Spells or prayers are known.
    Knows {
        /// By whom.
        who: Who,
        /// All of them.
        all: Vec<RuleId>,
    },
}

pub(super) fn apply(state: &mut State, fact: &HeroFact) {
    match fact {
        HeroFact::Handed { who, to } => sheet(state, *who, |sheet| sheet.seat = *to),
        HeroFact::Draft { who, draft } => sheet(state, *who, |sheet| sheet.draft.clone_from(draft)),
        HeroFact::Path { who, row } => sheet(state, *who, |sheet| sheet.hero.path.push(*row)),
        HeroFact::Scores { who, score, proficiency, .. } => sheet(state, *who, |sheet| {
            sheet.hero.score = *score;
            sheet.hero.proficiency = *proficiency;
        }),
        HeroFact::Skill { who, skill, replaces } => sheet(state, *who, |sheet| {
            let skills = &mut sheet.hero.skills;
            match skills.iter_mut().find(|known| Some(**known) == *replaces) {
                Some(known) => *known = *skill,
                None => skills.push(*skill),
            }
        }),
        HeroFact::Trait { who, name } => sheet(state, *who, |sheet| sheet.hero.traits.push(*name)),
        HeroFact::Class { who, class } => sheet(state, *who, |sheet| sheet.hero.class = Some(*class)),
        HeroFact::School { who, school } => sheet(state, *who, |sheet| sheet.hero.school = Some(*school)),
        HeroFact::God { who, god } => sheet(state, *who, |sheet| sheet.hero.god = Some(*god)),
        HeroFact::Knows { who, all } => sheet(state, *who, |sheet| sheet.hero.knows.clone_from(all)),
    }
}
