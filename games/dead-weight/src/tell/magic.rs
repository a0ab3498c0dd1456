//! Powers, told.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::MagicFact;
use crate::rules;
use crate::view::name_of;

pub(super) fn tell(teller: Teller<'_>, fact: &MagicFact) -> Option<Line> {
    let entry = |id| name_of(teller.at.book, id);
    let name = |who| teller.name(who);
    match fact {
        MagicFact::Used { .. } => None,
        MagicFact::Lasts { who, lasting } => {
            let told = match lasting.by {
                by if by == rules::DW_SPELL_07 => format!("{} has touched an arcane well.", name(*who)),
                by if by == rules::DW_PRAY_07 => format!("The god of {} is angry.", name(*who)),
                by if by == rules::DW_HOUSE_06H => format!("{} is distracted.", name(*who)),
                by if by == rules::DW_HOUSE_44H => format!("{} is in debt.", name(*who)),
                // What a rule itself keeps count of is told by what it counts.
                by if entry(by) == by.as_str() => return None,
                by => format!("{} is under {}.", name(*who), entry(by)),
            };
            change(told, *who)
        }
        MagicFact::Over { who, lasting } => {
            let told = match lasting.by {
                by if by == rules::DW_SPELL_07 => format!("The arcane well of {} is spent.", name(*who)),
                by if by == rules::DW_PRAY_07 => format!("The god of {} is calm again.", name(*who)),
                by if by == rules::DW_HOUSE_06H => format!("{} is distracted no more.", name(*who)),
                by if by == rules::DW_HOUSE_44H => format!("{} is out of debt.", name(*who)),
                by if entry(by) == by.as_str() => return None,
                by => format!("{}: {} is over.", name(*who), entry(by)),
            };
            change(told, *who)
        }
        MagicFact::Memorised { who, all } => {
            let ready: Vec<String> = all
                .iter()
                .map(|known| {
                    let name = entry(known.what);
                    if known.exhausted { format!("{name} (exhausted)") } else { name }
                })
                .collect();
            let told = if ready.is_empty() { "nothing".to_owned() } else { ready.join(", ") };
            change(format!("{} has ready: {told}.", name(*who)), *who)
        }
        MagicFact::Cast { who, what } => change(format!("{} casts {}.", name(*who), entry(*what)), *who),
        MagicFact::Prayed { who, what } => change(format!("{} prays: {}.", name(*who), entry(*what)), *who),
        MagicFact::OnTable { who, total, text } => {
            change(format!("{total} for {}: {text}", name(*who)), *who)
        }
        MagicFact::Told { who, text } => change(format!("{}: {text}", name(*who)), *who),
        MagicFact::Lit { who } => change(format!("{} lights up this place.", name(*who)), *who),
    }
}
