//! The week between expeditions, told.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::InterludeFact;
use crate::view::name_of;

pub(super) fn tell(teller: Teller<'_>, fact: &InterludeFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let entry = |id| name_of(teller.at.book, id);
    match fact {
        InterludeFact::Returned => Some(Line::time("The party is back.".to_owned())),
        InterludeFact::Found { .. } => None,
        InterludeFact::Challenged => Some(Line::change("That will be spoken of.".to_owned())),
        InterludeFact::Step { number } => {
            let rows = teller.at.book.plain.get("step");
            let row = rows.and_then(|rows| rows.get(usize::from(*number).checked_sub(1)?));
            let step = row.and_then(|row| row.get("name")?.as_str()).unwrap_or_default();
            Some(Line::time(format!("Step {number}: {step}.")))
        }
        InterludeFact::Sold { who, item, silver } => change(
            format!("{} sells the {} for {silver} silver.", name(*who), teller.thing(*who, *item)),
            *who,
        ),
        InterludeFact::Cut { silver } => Some(Line::change(format!("The Guild takes {silver} silver."))),
        InterludeFact::Lodged { who, lodging } => {
            let row = teller.at.book.lodgings.get(lodging.as_str());
            let place = row.map_or("lodging", |row| row.name.as_str());
            change(format!("{} spends the week: {place}.", name(*who)), *who)
        }
        InterludeFact::Renown { who, from, to } => {
            change(format!("{}: renown {from} to {to}.", name(*who)), *who)
        }
        InterludeFact::Level { who, to } => change(format!("{} is of level {to}.", name(*who)), *who),
        InterludeFact::Lessons { who, attribute, from, to } => {
            change(format!("{}: {} lessons {from} to {to}.", name(*who), attribute.name()), *who)
        }
        InterludeFact::SkillDropped { who, skill } => {
            change(format!("{} gives up {}.", name(*who), entry(*skill)), *who)
        }
        InterludeFact::Market { good } if good.found => {
            Some(Line::change(format!("The market has {} for {} silver.", entry(good.ware), good.price)))
        }
        InterludeFact::Market { good } => {
            Some(Line::change(format!("The market has no {}.", entry(good.ware))))
        }
        InterludeFact::Retired { who, legacy } => {
            change(format!("{} retires; legacy +{legacy}.", name(*who)), *who)
        }
        InterludeFact::SetOut => Some(Line::time("The party sets out.".to_owned())),
    }
}
