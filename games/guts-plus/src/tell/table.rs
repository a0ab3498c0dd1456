//! What happens at the table, told.

use boneyard_table::Switch;
use boneyard_table::view::{Line, LineKind, Voice};

use super::{Teller, change};
use crate::fact::TableFact;
use crate::publish::clock;

pub(super) fn tell(teller: Teller<'_>, fact: &TableFact) -> Option<Line> {
    match fact {
        TableFact::House { switch, value } => {
            Some(Line::change(Switch::told(crate::house::SWITCHES, switch, value)))
        }
        TableFact::Joined { who, creature } => change(format!("{} is here.", creature.sheet.name), *who),
        TableFact::Overruled { who, .. } => {
            change(format!("The GM changes something about {}.", teller.name(*who)), *who)
        }
        TableFact::Handed { who, .. } => {
            change(format!("{} has another player now.", teller.name(*who)), *who)
        }
        TableFact::Decided { decision } => {
            let how = match (decision.unseen, decision.corrects) {
                (true, _) => "proposed, taken unseen",
                (false, Some(_)) => "a correction",
                (false, None) if decision.choice == decision.proposal => "proposed, confirmed",
                (false, None) => "decided",
            };
            // People write whole sentences, or half ones.
            let words = decision.words.trim_end().trim_end_matches('.');
            let words = if words.is_empty() { String::new() } else { format!(": {words}") };
            let rule = if decision.table_rule { " From now on a rule of this table." } else { "" };
            Some(Line::ruling(format!("{}: {} ({how}){words}.{rule}", decision.tag, decision.said())))
        }
        TableFact::Stopped { who, what, why, .. } => {
            let why = if why.is_empty() { "not now" } else { why };
            change(format!("{}: {what}, stopped by GM: {why}.", teller.name(*who)), *who)
        }
        TableFact::Impossible { who, what, why } => {
            let why = if why.is_empty() { "it is beyond them" } else { why };
            change(format!("{}: {what} is impossible: {why}.", teller.name(*who)), *who)
        }
        TableFact::Reminded { what } => {
            Some(Line::change(format!("{what}: nobody said what happens on failure.")))
        }
        TableFact::Said { seat, who, words } => {
            let voice = if who.is_some() { Voice::InCharacter } else { Voice::OutOfCharacter };
            let say = match who {
                Some(who) => format!("{}: \"{words}\"", teller.name(*who)),
                None => format!("(out of character) {words}"),
            };
            let line = Line::new(
                LineKind::Talk { voice, words: words.clone(), calls: Vec::new(), rolls: Vec::new() },
                say,
            )
            .by(*seat);
            Some(match who {
                Some(who) => line.who(*who),
                None => line,
            })
        }
        TableFact::Session { number } => Some(Line::time(format!("Session {number} begins."))),
        TableFact::Scene { .. } => Some(Line::time("A new scene.")),
        TableFact::Clock { to } => Some(Line::time(format!("It is {} now.", clock(*to)))),
    }
}
