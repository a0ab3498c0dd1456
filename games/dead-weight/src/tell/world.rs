//! The table and powers, told. A family that grows gets a file of its own.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::{MagicFact, TableFact};
use crate::view::name_of;

pub(super) fn table(teller: Teller<'_>, fact: &TableFact) -> Option<Line> {
    match fact {
        TableFact::House { switch, value } => {
            Some(Line::change(format!("House rule: {switch} is now {value}.")))
        }
        TableFact::Joined { who, .. } => change(format!("{} is here.", teller.name(*who)), *who),
        TableFact::Overruled { .. } => None,
        TableFact::List { list } => {
            let names: Vec<&str> = list.iter().map(|who| teller.name(*who)).collect();
            Some(Line::change(format!("The party list: {}.", names.join(", "))))
        }
        TableFact::Session { number } => Some(Line::time(format!("Session {number} begins."))),
    }
}

pub(super) fn magic(teller: Teller<'_>, fact: &MagicFact) -> Option<Line> {
    let entry = |id| name_of(teller.at.book, id);
    match fact {
        MagicFact::Used { .. } => None,
        MagicFact::Lasts { who, lasting } => {
            change(format!("{} is under {}.", teller.name(*who), entry(lasting.by)), *who)
        }
        MagicFact::Over { who, lasting } => {
            change(format!("{}: {} is over.", teller.name(*who), entry(lasting.by)), *who)
        }
    }
}
