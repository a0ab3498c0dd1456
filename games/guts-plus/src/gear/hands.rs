//! Things in hand, and hands that can hold them.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::handle::{find, found, now, owner, thing};
use crate::GutsPlus;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, State};

fn holdable(_: &ItemSheet, item: &Item) -> bool {
    !item.worn && item.hand.is_none()
}

deed! {
    /// Takes something in hand, one that can hold it.
    pub struct Hold(form: GutsPlus) {
        who: Who = owner(form, holdable)?,
        /// What.
        thing: String = thing(form, who, holdable)?,
    }
}

impl Deed<GutsPlus> for Hold {
    const CARD: Card =
        Card::acting("Take something in hand", "Things").rule(rules::GP_ITEM_12).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who) = (rules::GP_HLTH_04, self.who);
        let item = find(may, who, &self.thing)?;
        let one = may.state.one(who);
        let own = &one.live.items[usize::from(item)];
        may.not_if(own.hand.is_some(), || Refusal::new(rule, "held", "That is in hand already."))?;
        may.not_if(own.worn && !one.sheet.items[usize::from(item)].lenient, || {
            Refusal::new(rule, "worn", "That is worn, not held.")
        })?;
        may.not_if(usable_hands(one).next().is_none(), || {
            Refusal::new(rule, "no-hand", format!("{} has no hand that could hold it.", one.sheet.name))
        })?;
        may.not_if(free_hand(may.state, who).is_none(), || {
            Refusal::new(rule, "hands-full", "Put something away first.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        if let Some(item) = found(cx.state(), who, &self.thing) {
            let hand = free_hand(cx.state(), who);
            let own = cx.state().live(who).items[usize::from(item)].clone();
            now(cx, rules::GP_ITEM_12, who, item, Item { hand, ..own });
        }
        Ok(())
    }
}

/// Hands somebody can use; on a coarse chart hands belong to arms.
fn usable_hands(one: &Creature) -> impl Iterator<Item = u8> + '_ {
    let kind = if one.sheet.chart.iter().any(|part| part.kind == "hand") { "hand" } else { "arm" };
    let hands =
        (0..one.sheet.chart.len() as u8).filter(move |nth| one.sheet.chart[usize::from(*nth)].kind == kind);
    hands.filter(|nth| !one.useless(*nth))
}

/// A hand of somebody that can be used and holds nothing.
pub fn free_hand(state: &State, who: Who) -> Option<u8> {
    let one = state.creature(who)?;
    let taken = |hand: &u8| one.live.items.iter().any(|item| item.hand == Some(*hand) && !item.gone);
    usable_hands(one).filter(|hand| !taken(hand)).last()
}

fn held(_: &ItemSheet, item: &Item) -> bool {
    item.hand.is_some()
}

deed! {
    /// Puts away what is in hand.
    pub struct Stow(form: GutsPlus) {
        who: Who = owner(form, held)?,
        /// What.
        thing: String = thing(form, who, held)?,
    }
}

impl Deed<GutsPlus> for Stow {
    const CARD: Card =
        Card::acting("Put away what is in hand", "Things").rule(rules::GP_ITEM_05).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let item = find(may, self.who, &self.thing)?;
        may.not_if(may.state.live(self.who).items[usize::from(item)].hand.is_none(), || {
            Refusal::new(rules::GP_ITEM_12, "not-held", "That is not in hand.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        if let Some(item) = found(cx.state(), self.who, &self.thing) {
            let own = cx.state().live(self.who).items[usize::from(item)].clone();
            now(cx, rules::GP_ITEM_05, self.who, item, Item { hand: None, ..own });
        }
        Ok(())
    }
}
