//! Making a character, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::HeroFact;

pub(super) fn tell(teller: Teller<'_>, fact: &HeroFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
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
        HeroFact::Chart { who, chart, .. } => {
            change(format!("{}'s body has {}.", name(*who), count(chart.len() as u32, "part", "parts")), *who)
        }
    }
}
