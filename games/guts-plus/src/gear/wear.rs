//! Things put on and taken off.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::handle::{find, found, now, owner, sheds, thing};
use super::make::{Made, make, pair_of};
use super::slots::{capacity_of, filled_of};
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::question::ComesOff;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet};

/// What can be worn and is not.
fn wearable(sheet: &ItemSheet, item: &Item) -> bool {
    !item.worn && sheet.place.is_some()
}

deed! {
    /// Puts something on; where something is already, one of the two comes off.
    pub struct Wear(form: GutsPlus) {
        who: Who = owner(form, wearable)?,
        /// What.
        thing: String = thing(form, who, wearable)?,
        /// Where; where it belongs if nothing is said.
        #[serde(default)]
        place: Option<String> = form.unasked("place")?,
        /// Over what is there already.
        #[serde(default)]
        over: bool = form.unasked("over")?,
    }
}

impl Wear {
    /// What is worn in that place already.
    fn instead_of(&self, one: &Creature, item: u8) -> Option<usize> {
        let sheet = &one.sheet.items[usize::from(item)];
        let there = one.sheet.items.iter().zip(&one.live.items).position(|(other, item)| {
            item.worn && !item.gone && other.place == sheet.place && other.clothes == sheet.clothes
        });
        there.filter(|at| sheet.covers.is_empty() || one.sheet.items[*at].covers == sheet.covers)
    }
}

impl Deed<GutsPlus> for Wear {
    const CARD: Card = Card::acting("Put something on", "Things").rule(rules::GP_ITEM_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_ITEM_02;
        let item = find(may, self.who, &self.thing)?;
        let one = may.state.one(self.who);
        let (sheet, own) = (&one.sheet.items[usize::from(item)], &one.live.items[usize::from(item)]);
        may.not_if(own.worn, || Refusal::new(rule, "worn", format!("{} wears it already.", one.sheet.name)))?;
        let Some(belongs) = &sheet.place else {
            return may.no(|| {
                let sentence = format!("{} is nothing to wear, as far as the GM has said.", sheet.name);
                Refusal::new(rule, "not-worn", sentence)
            });
        };
        let elsewhere = |place: &String| !place.trim().eq_ignore_ascii_case(belongs);
        may.not_if(self.place.as_ref().is_some_and(elsewhere), || {
            let sentence = format!("{} belongs on the {belongs}, and does nothing elsewhere.", sheet.name);
            Refusal::new(rule, "wrong-place", sentence).with("place", belongs.clone())
        })?;
        may.not_if(own.count > 1, || {
            Refusal::new(rule, "several", "Put the others down first, or hand them on.")
        })?;
        match self.instead_of(one, item).filter(|_| self.over) {
            None => Ok(()),
            Some(at) => may.no(|| {
                let old = &one.sheet.items[at].name;
                let sentence = format!("{old} is on the {belongs} already; a second one gives nothing.");
                Refusal::new(rule, "one-of-a-kind", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, who) = (rules::GP_ITEM_02, self.who);
        let Some(item) = found(cx.state(), who, &self.thing) else { return Ok(()) };
        let one = cx.state().one(who);
        let sheet = one.sheet.items[usize::from(item)].clone();
        if let Some(at) = self.instead_of(one, item) {
            let old = one.sheet.items[at].name.clone();
            let off = cx.ask(who, ComesOff { old: old.clone(), new: sheet.name.clone() })?;
            if !off.eq_ignore_ascii_case(&old) {
                cx.cite(rule);
                return Ok(());
            }
            let was = cx.state().live(who).items[at].clone();
            now(cx, rule, who, at as u8, Item { worn: false, ..was });
        }
        let own = cx.state().live(who).items[usize::from(item)].clone();
        if pair_of(cx.book(), &sheet.name).is_some() {
            cx.cite(rules::GP_HOUSE_05H);
            now(cx, rules::GP_ITEM_04, who, item, Item { gone: true, hand: None, ..own });
            for Made { sheet, .. } in make(cx.at(), who, &sheet.name, sheet.place.as_deref(), sheet.clothes) {
                let item = Item { worn: true, ..Item::default() };
                cx.record(rules::GP_ITEM_04, GearFact::Got { who, sheet, item }.into());
            }
        } else {
            now(cx, rules::GP_ITEM_04, who, item, Item { worn: true, hand: None, ..own });
        }
        sheds(cx, who)
    }
}

fn worn(_: &ItemSheet, item: &Item) -> bool {
    item.worn
}

/// A thing somebody wears, by name.
fn worn_by(one: &Creature, name: &str) -> Option<usize> {
    let fits = |(sheet, item): (&ItemSheet, &Item)| {
        sheet.name.eq_ignore_ascii_case(name.trim()) && item.worn && !item.gone
    };
    one.sheet.items.iter().zip(&one.live.items).position(fits)
}

deed! {
    /// Takes something off: it is carried from then on.
    pub struct TakeOff(form: GutsPlus) {
        who: Who = owner(form, worn)?,
        /// What.
        thing: String = thing(form, who, worn)?,
    }
}

impl Deed<GutsPlus> for TakeOff {
    const CARD: Card = Card::acting("Take something off", "Things").rule(rules::GP_ITEM_04);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let one = may.state.one(self.who);
        let Some(item) = worn_by(one, &self.thing) else {
            let sentence = || format!("{} does not wear it.", one.sheet.name);
            return may.no(|| Refusal::new(rules::GP_ITEM_02, "not-worn", sentence()));
        };
        let mut things: Vec<(ItemSheet, Item)> =
            one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned()).collect();
        things[item].1.worn = false;
        let (has, room) = (filled_of(&things), capacity_of(may.state, &things));
        may.not_if(has > room && !one.sheet.pocketless, || {
            let has_things = count(has, "thing", "things");
            let sentence = format!("Then {has_things} would be carried, and there is room for {room}.");
            Refusal::new(rules::GP_ITEM_06, "too-much", sentence).with("filled", has).with("room", room)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let one = cx.state().one(self.who);
        if let Some(item) = worn_by(one, &self.thing) {
            let own = one.live.items[item].clone();
            now(cx, rules::GP_ITEM_04, self.who, item as u8, Item { worn: false, ..own });
        }
        Ok(())
    }
}
