//! Things, told.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::GearFact;

pub(super) fn tell(teller: Teller<'_>, fact: &GearFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        GearFact::Owns { who, things } => {
            let worn: Vec<&str> =
                things.iter().filter(|(_, item)| item.worn).map(|(sheet, _)| sheet.name.as_str()).collect();
            let has: Vec<&str> =
                things.iter().filter(|(_, item)| !item.worn).map(|(sheet, _)| sheet.name.as_str()).collect();
            let list = |all: Vec<&str>| if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
            change(format!("{} wears {} and has {}.", name(*who), list(worn), list(has)), *who)
        }
        GearFact::Got { who, sheet, item } => {
            let count = if item.count > 1 { format!(" ({})", item.count) } else { String::new() };
            let verb = if item.worn { "wears" } else { "has" };
            change(format!("{} {verb} the {}{count} now.", name(*who), sheet.name), *who)
        }
        GearFact::Now { who, item, from, to } => {
            let thing = teller.thing(*who, *item);
            let say = if to.gone {
                format!("{} does not have the {thing} any more.", name(*who))
            } else if to.worn != from.worn {
                format!("{} {} the {thing}.", name(*who), if to.worn { "puts on" } else { "takes off" })
            } else if to.hand != from.hand {
                format!(
                    "{} {} the {thing}.",
                    name(*who),
                    if to.hand.is_some() { "holds" } else { "puts away" }
                )
            } else {
                format!("{} has {} of the {thing}.", name(*who), to.count)
            };
            change(say, *who)
        }
        GearFact::Gave { who, to, name: thing, count } => {
            let count = if *count > 1 { format!("{count} ") } else { String::new() };
            change(format!("{} hands {} {count}{thing}.", name(*who), name(*to)), *who)
        }
        GearFact::Lost { who, name: thing } => change(format!("{} loses the {thing}.", name(*who)), *who),
        GearFact::Defined { who, item, sheet } => {
            let thing = teller.thing(*who, *item);
            let about = if sheet.about.is_empty() { String::new() } else { format!(" {}", sheet.about) };
            let slots = if sheet.slots.abs() == 1 { "slot" } else { "slots" };
            change(format!("The {thing} of {}: {:+} {slots}.{about}", name(*who), sheet.slots), *who)
        }
        GearFact::Used { who, thing, .. } => {
            let row = teller.at.book.gear.get(thing.as_str());
            change(format!("{} uses the {}.", name(*who), row.map_or("thing", |row| row.name.as_str())), *who)
        }
        GearFact::Looked { who, at, words } => {
            change(format!("{} takes a look at {}: {words}.", name(*who), name(*at)), *at)
        }
    }
}
