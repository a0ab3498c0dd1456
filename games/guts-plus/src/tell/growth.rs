//! Growth, told.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::GrowthFact;

pub(super) fn tell(teller: Teller<'_>, fact: &GrowthFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        GrowthFact::Xp { who, .. } | GrowthFact::Le { who, .. } | GrowthFact::Level { who, .. }
            if !teller.open(*who) =>
        {
            None
        }
        GrowthFact::Xp { who, from, to, why } => {
            let why = if why.is_empty() { String::new() } else { format!(" for {why}") };
            change(format!("{}: XP {from} to {to}{why}.", name(*who)), *who)
        }
        GrowthFact::Due { who } => {
            change(format!("{} may grow: a level, or a new quality.", name(*who)), *who)
        }
        GrowthFact::Chosen { who, xp, .. } => change(format!("{} has grown: XP {xp}.", name(*who)), *who),
        GrowthFact::Le { who, quality, from, to } => {
            let quality = teller.quality(*who, *quality);
            change(format!("{}: {quality} learns, {from} to {to}.", name(*who)), *who)
        }
        GrowthFact::Level { who, quality, from, to } => {
            let quality = teller.quality(*who, *quality);
            change(format!("{}: {quality} {from} to {to}.", name(*who)), *who)
        }
        GrowthFact::Gained { who, quality } => {
            change(format!("{} has a new quality: {}.", name(*who), quality.name), *who)
        }
        GrowthFact::Mastered { who, quality } => {
            change(format!("{} has mastered {}.", name(*who), teller.quality(*who, *quality)), *who)
        }
    }
}
