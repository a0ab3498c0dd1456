//! Castings, miscasts and what magic leaves behind, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::MagicFact;

pub(super) fn magic(teller: Teller<'_>, fact: &MagicFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        MagicFact::Casts { who, what, dice: 0 } => {
            change(format!("{} casts {what} without Magic Dice.", name(*who)), *who)
        }
        MagicFact::Casts { who, what, dice } => {
            let dice = count(*dice, "Magic Die", "Magic Dice");
            change(format!("{} casts {what} with {dice}.", name(*who)), *who)
        }
        MagicFact::Power { who, power, matching: 0 } => {
            change(format!("{}: Power {power}, and no two dice alike.", name(*who)), *who)
        }
        MagicFact::Power { who, power, matching } => {
            change(format!("{}: Power {power}, but {matching} dice match.", name(*who)), *who)
        }
        MagicFact::Miscast { who, total, row } => {
            change(format!("{} miscasts: {total}, {}.", name(*who), row_name(*row)), *who)
        }
        MagicFact::Fizzled { who } => change(format!("The casting of {} fizzles.", name(*who)), *who),
        MagicFact::Surged { who, text } => change(text.clone(), *who),
        MagicFact::Raised { who, hp } => change(format!("{} is up again with {hp} HP.", name(*who)), *who),
        MagicFact::Rip { rip } => {
            let how = if rip.until.is_some() { "for a few rounds" } else { "for good" };
            Some(Line::change(format!("Reality is torn {how}: the way leads to {}.", rip.place)))
        }
        MagicFact::Closed { .. } => Some(Line::change("A rip in reality closes.")),
        MagicFact::Ground { is, by, .. } => change(format!("The ground is {is}."), *by),
        MagicFact::GroundPassed { .. } => None,
        MagicFact::Style { who, style } => {
            let style = style.map_or("no Fighting Style", |style| teller.at.book.name_of(style));
            change(format!("{} fights in {style}.", name(*who)), *who)
        }
    }
}

/// A row of the miscasts in a few words.
fn row_name(row: u8) -> &'static str {
    match row {
        1 => "it fizzles",
        2 => "it is reversed",
        3 => "it surges and harms nobody",
        4 => "somebody else is struck",
        5 => "it is far too strong",
        6 => "it splits between two others",
        7 => "something comes through",
        8 => "it floods into everybody near",
        9 => "it siphons everybody's dice",
        10 => "a curse",
        11 => "death",
        _ => "a lasting rip",
    }
}
