//! The table and powers, told. A family that grows gets a file of its own.

use boneyard_table::Switch;
use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::TableFact;

pub(super) fn table(teller: Teller<'_>, fact: &TableFact) -> Option<Line> {
    match fact {
        TableFact::House { switch, value } => {
            Some(Line::change(Switch::told(crate::house::SWITCHES, switch, value)))
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
