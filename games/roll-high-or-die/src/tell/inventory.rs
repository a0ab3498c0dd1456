//! Things in use, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::InventoryFact;
use crate::inventory::WATCHES;

pub(super) fn inventory(teller: Teller<'_>, fact: &InventoryFact) -> Option<Line> {
    let state = teller.at.state;
    let name = |who| teller.name(who);
    let thing = |who, item: u8| {
        let things = state.creature(who).map(|one| &one.sheet.items);
        things.and_then(|all| all.get(usize::from(item))).map_or("thing", |thing| thing.name.as_str())
    };
    match fact {
        InventoryFact::Interacts { who, verb, item } => {
            let what = item.map_or(String::new(), |item| format!(" with the {}", thing(*who, item)));
            change(format!("{}: {verb}{what}.", name(*who)), *who)
        }
        InventoryFact::Heard { who, feet } => {
            change(format!("{} is heard for {feet} feet.", name(*who)), *who)
        }
        InventoryFact::Braced { who, ap } => {
            change(format!("{} will have {ap} AP more on the next Turn.", name(*who)), *who)
        }
        InventoryFact::Unlocked { who, at } => {
            change(format!("{} opens the lock at {at}.", name(*who)), *who)
        }
        InventoryFact::Worked { who, item, done, of } => change(
            format!("The {}: {done} of {} done.", thing(*who, *item), count(*of, "Watch is", "Watches are")),
            *who,
        ),
        InventoryFact::Reworked { who, item, rework: Some(rework) } => {
            let told = format!("The {}: {} of {WATCHES} Watches are done.", thing(*who, *item), rework.done);
            change(told, *who)
        }
        InventoryFact::Reworked { rework: None, .. } => None,
        InventoryFact::Priced { who, item, coins } => change(
            format!("{} puts the {} at {}.", name(*who), thing(*who, *item), count(*coins, "coin", "coins")),
            *who,
        ),
    }
}
