//! Things taken along, put down and handed on.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Domain, count};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::handle::{find, found, gains, item, nobody, owner, spends};
use super::hands::free_hand;
use super::make::{Made, entries, make, may_call};
use super::slots::{ROOM, capacity, capacity_of, filled, filled_of};
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::form;
use crate::rules;
use crate::state::{Item, ItemSheet, State};

/// The field `number`, which was called `count`: one where nothing is said.
fn how_many(form: &mut Filling<'_, GutsPlus>) -> Filled<u8> {
    form.was_called("number", "count");
    Ok(form::maybe(form, "number", "How many", || Domain::amount(1, 20))?.unwrap_or(one()))
}

fn one() -> u8 {
    1
}

fn carried(_: &ItemSheet, item: &Item) -> bool {
    !item.worn
}

fn room_for(may: May<'_, GutsPlus>, who: Who, name: &str) -> Lawful {
    let (state, one) = (may.state, may.state.one(who));
    let stacks = one.sheet.items.iter().zip(&one.live.items).any(|(sheet, item)| {
        sheet.name.eq_ignore_ascii_case(name) && !item.worn && !item.gone && item.count > 0
    });
    let (has, room) = (filled(state, who), capacity(state, who));
    if stacks || has < room {
        return Ok(());
    }
    may.not_if(one.sheet.pocketless, || {
        let sentence = format!(
            "{} has no pockets; things can only be carried in hand, if the GM says so.",
            one.sheet.name
        );
        Refusal::new(rules::GP_SCN_01, "no-pockets", sentence)
    })?;
    may.no(|| {
        let rule = if room > ROOM { rules::GP_ITEM_09 } else { rules::GP_ITEM_05 };
        let sentence = format!(
            "The inventory of {} is full ({has} of {room}): put something down first.",
            one.sheet.name
        );
        Refusal::new(rule, "full", sentence).with("filled", has).with("room", room)
    })
}

deed! {
    /// Takes something along. Where there are no pockets the GM puts it into an empty hand.
    pub struct Take(form: GutsPlus) {
        who: Who = form.actor()?,
        /// What.
        thing: String = form.text("thing", "What", 80)?,
        /// How many.
        #[serde(default = "one", alias = "count")]
        number: u8 = how_many(form)?,
    }
}

impl Take {
    /// The empty hand into which the GM puts it.
    fn hand(&self, state: &State, by: Seat) -> Option<u8> {
        let hands = by.is_gm() && self.number == 1 && state.sheet(self.who).pocketless;
        free_hand(state, self.who).filter(|_| hands)
    }
}

impl Deed<GutsPlus> for Take {
    const CARD: Card = Card::acting("Take something along", "Things").rule(rules::GP_ITEM_05);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_call(may, &self.thing)?;
        may.not_if(self.number == 0, || Refusal::new(rules::GP_ITEM_08, "none", "Take at least one."))?;
        if self.hand(may.state, may.by).is_some() {
            return Ok(());
        }
        room_for(may, self.who, self.thing.trim())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let hand = self.hand(cx.state(), by);
        let Self { who, thing, number } = self;
        if hand.is_none() {
            for id in entries(cx.book(), &thing, false) {
                cx.cite(id);
            }
        }
        for Made { sheet, .. } in make(cx.at(), who, &thing, None, false) {
            match hand {
                Some(_) => {
                    let item = Item { hand, ..Item::default() };
                    cx.record(rules::GP_SCN_01, GearFact::Got { who, sheet, item }.into());
                }
                None => gains(cx, rules::GP_ITEM_05, who, sheet, number),
            }
        }
        Ok(())
    }
}

fn enough(may: May<'_, GutsPlus>, who: Who, item: u8, count: u8) -> Lawful {
    let has = may.state.live(who).items[usize::from(item)].count;
    may.not_if(count == 0 || count > has, || {
        Refusal::new(rules::GP_ITEM_08, "not-so-many", format!("There are {has} of it."))
    })
}

deed! {
    /// Puts something down.
    pub struct Drop(form: GutsPlus) {
        who: Who = owner(form, carried)?,
        /// What.
        #[serde(alias = "thing")]
        item: String = item(form, who, carried)?,
        /// How many.
        #[serde(default = "one", alias = "count")]
        number: u8 = how_many(form)?,
    }
}

impl Deed<GutsPlus> for Drop {
    const CARD: Card = Card::acting("Put something down", "Things").rule(rules::GP_ITEM_09);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let item = find(may, self.who, &self.item)?;
        enough(may, self.who, item, self.number)?;
        fits_without(may, self.who, item)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        if let Some(item) = found(cx.state(), self.who, &self.item) {
            spends(cx, rules::GP_ITEM_09, self.who, item, self.number);
        }
        Ok(())
    }
}

/// Whether what is carried still fits when this is not worn any more.
fn fits_without(may: May<'_, GutsPlus>, who: Who, item: u8) -> Lawful {
    let one = may.state.one(who);
    if !one.live.items[usize::from(item)].worn || one.sheet.pocketless {
        return Ok(());
    }
    let mut things: Vec<(ItemSheet, Item)> =
        one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned()).collect();
    things[usize::from(item)].1.gone = true;
    let (has, room) = (filled_of(&things), capacity_of(may.state, &things));
    may.not_if(has > room, || {
        let name = &one.sheet.items[usize::from(item)].name;
        let sentence = format!(
            "Without the {name} there is room for {room}, and {} carried.",
            count(has, "thing is", "things are")
        );
        Refusal::new(rules::GP_ITEM_06, "too-much", sentence).with("filled", has).with("room", room)
    })
}

deed! {
    /// Hands something on.
    pub struct Give(form: GutsPlus) {
        who: Who = owner(form, carried)?,
        /// To whom.
        #[serde(alias = "to")]
        target: Who = {
            form.was_called("target", "to");
            let state = form.state;
            let others = |other: Who| other != who && !state.live(other).dead;
            form.only_if(state.everybody().any(others))?;
            form.creature_among("target", "To whom", others)?
        },
        /// What.
        #[serde(alias = "thing")]
        item: String = item(form, who, carried)?,
        /// How many.
        #[serde(default = "one", alias = "count")]
        number: u8 = how_many(form)?,
    }
}

impl Deed<GutsPlus> for Give {
    const CARD: Card = Card::acting("Hand something over", "Things").rule(rules::GP_ITEM_09);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who, to) = (rules::GP_ITEM_09, self.who, self.target);
        let Some(other) = may.state.creature(to) else { return may.no(|| nobody(rule)) };
        may.not_if(to == who, || Refusal::new(rule, "oneself", "That is in the right hands already."))?;
        may.not_if(other.live.dead, || {
            Refusal::new(rule, "dead", format!("{} takes nothing any more.", other.sheet.name))
        })?;
        let item = find(may, who, &self.item)?;
        enough(may, who, item, self.number)?;
        fits_without(may, who, item)?;
        // What the GM's people carry is not known to players: they find room for it.
        match crate::view::numbers_visible(may.state, to, may.by) {
            true => room_for(may, to, &may.state.sheet(who).items[usize::from(item)].name),
            false => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, Self { who, target: to, item, number: count }) = (rules::GP_ITEM_09, self);
        let Some(item) = found(cx.state(), who, &item) else { return Ok(()) };
        let sheet = cx.state().sheet(who).items[usize::from(item)].clone();
        let name = sheet.name.clone();
        cx.record(rule, GearFact::Gave { who, to, name, count }.into());
        spends(cx, rule, who, item, count);
        gains(cx, rule, to, sheet, count);
        Ok(())
    }
}
