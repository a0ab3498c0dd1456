//! Using one of a stock: a usage die is rolled, a count goes down.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::carry::bearer;
use crate::DeadWeight;
use crate::fact::GearFact;
use crate::form::{own_thing, whatever_picked};
use crate::roll::{acting_hero, use_stock};
use crate::rules;
use crate::state::Place;

deed! {
    /// Uses one of a stock, for whatever the table agreed on.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Spend(form: DeadWeight) {
        /// Whose.
        who: Who = bearer(form)?,
        /// Which thing.
        item: u8 = own_thing(form, "item", "Of what", who, |_, _, now| now.die > 0 || now.count > 1)?,
    }
}

impl Deed<DeadWeight> for Spend {
    const CARD: Card = Card::acting("Use one of a stock", "Things").rule(rules::DW_DICE_03);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let one = whatever_picked(may, acting_hero(may.state, self.who))?;
        let there = one.live.items.get(usize::from(self.item)).filter(|thing| thing.place != Place::Gone);
        may.not_if(there.is_none(), || Refusal::new(rules::DW_DICE_04, "gone", "There is none of it left."))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let Self { who, item } = self;
        let thing = cx.state().live(who).items[usize::from(item)];
        if thing.die > 0 {
            return use_stock(cx, who, item);
        }
        let fact = GearFact::Count { who, item, from: thing.count, to: thing.count.saturating_sub(1) };
        cx.record(rules::DW_INV_08, fact.into());
        Ok(())
    }
}
