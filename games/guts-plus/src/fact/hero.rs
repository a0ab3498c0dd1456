//! Facts of making a character.

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{live, sheet};
use crate::GutsPlus;
use crate::state::{Base, Bio, Draft, Part, PartSheet, Quality, State};
use crate::tell::{Teller, change};

/// Something that became true of a character being made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroFact {
    /// How far the making is; nothing once they are ready.
    Draft {
        /// Whose.
        who: Who,
        /// What is open.
        draft: Option<Draft>,
    },
    /// Who they are, in words.
    Bio {
        /// Whose.
        who: Who,
        /// All of it.
        bio: Bio,
    },
    /// A past or a temper is still empty.
    Thin {
        /// Whose.
        who: Who,
        /// What is missing.
        missing: Vec<String>,
    },
    /// The custom qualities are these, the primary one first.
    Custom {
        /// Whose.
        who: Who,
        /// All of them.
        qualities: Vec<Quality>,
    },
    /// Levels are these, quality by quality.
    Levels {
        /// Whose.
        who: Who,
        /// All of them.
        levels: Vec<u8>,
    },
    /// The body has this chart.
    Chart {
        /// Whose.
        who: Who,
        /// Its parts.
        chart: Vec<PartSheet>,
        /// Crossed-out parts that knock out, if another number than usual.
        limit: Option<u8>,
    },
}

impl Change<GutsPlus> for HeroFact {
    fn apply(&self, state: &mut State) {
        match self {
            HeroFact::Draft { who, draft } => sheet(state, *who, |sheet| sheet.draft.clone_from(draft)),
            HeroFact::Bio { who, bio } => sheet(state, *who, |sheet| sheet.bio.clone_from(bio)),
            HeroFact::Thin { .. } => {}
            HeroFact::Custom { who, qualities } => {
                let all = Base::ALL.len() + qualities.len();
                sheet(state, *who, |sheet| {
                    sheet.qualities.truncate(Base::ALL.len());
                    sheet.qualities.extend(qualities.iter().cloned());
                });
                live(state, *who, |live| live.le = SmallVec::from_elem(0, all));
            }
            HeroFact::Levels { who, levels } => sheet(state, *who, |sheet| {
                for (quality, level) in sheet.qualities.iter_mut().zip(levels) {
                    quality.level = *level;
                }
            }),
            HeroFact::Chart { who, chart, limit } => {
                sheet(state, *who, |sheet| {
                    sheet.chart.clone_from(chart);
                    sheet.limit = *limit;
                });
                live(state, *who, |live| live.parts = SmallVec::from_elem(Part::default(), chart.len()));
            }
        }
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        match self {
            HeroFact::Draft { who, draft: None } => change(format!("{} is ready to play.", name(*who)), *who),
            HeroFact::Draft { who, draft: Some(draft) } => {
                if let Some(why) = &draft.turned_down {
                    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
                    return change(format!("{} does not fit yet{why}.", name(*who)), *who);
                }
                draft.chart.as_ref()?;
                change(format!("{}'s body waits for the GM's approval.", name(*who)), *who)
            }
            HeroFact::Bio { who, bio } => {
                change(format!("{}: {}, {}, {} lbs.", name(*who), bio.build, bio.height, bio.weight), *who)
            }
            HeroFact::Thin { who, missing } => {
                change(format!("{} has no {} yet; it may grow.", name(*who), missing.join(" and no ")), *who)
            }
            HeroFact::Custom { who, qualities } => {
                let all: Vec<&str> = qualities.iter().map(|own| own.name.as_str()).collect();
                change(format!("{}'s own qualities: {}.", name(*who), all.join(", ")), *who)
            }
            HeroFact::Levels { who, levels } => {
                let sheet = &teller.at.state.creature(*who)?.sheet;
                let all: Vec<String> = sheet
                    .qualities
                    .iter()
                    .zip(levels)
                    .map(|(own, level)| format!("{} {level}", own.name))
                    .collect();
                change(format!("{}: {}.", name(*who), all.join(", ")), *who)
            }
            HeroFact::Chart { who, chart, .. } => change(
                format!("{}'s body has {}.", name(*who), count(chart.len() as u32, "part", "parts")),
                *who,
            ),
        }
    }
}
