//! Commands that move things: put away, take in hand, hand over, drop.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::emptied::check_emptied;
use super::slots::may_place;
use super::stow::stowed;
use crate::DeadWeight;
use crate::book::UseRow;
use crate::combat;
use crate::fact::GearFact;
use crate::form::{Form, own_thing};
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Doing, Item, ItemSheet, MOST_THINGS, Place, State};

deed! {
    /// Puts a thing somewhere, outside a fight for nothing.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Carry(form: DeadWeight) {
        /// Whose.
        who: Who = bearer(form)?,
        /// Which thing.
        item: u8 = own_thing(form, "item", "What", who, |_, _, _| true)?,
        /// Where to.
        to: Place = {
            let places = Place::ALL.into_iter().filter(|place| *place != Place::Gone);
            form.one_of("to", "Where to", places.map(|place| (place, place.name())))?
        },
        /// Ready for use in that hand.
        #[serde(default)]
        wield: bool = form.flag("wield", "Ready for use")?,
    }
}

/// The field `who` of what people do with their own things: offered to adventurers who are up.
pub fn bearer(form: &mut Form<'_>) -> Filled<Who> {
    let who = form.actor()?;
    let up = form.state.creature(who).is_some_and(|one| {
        one.sheet.is_hero() && !one.live.dead && !one.live.mortal && !one.sheet.hero.retired
    });
    form.only_if(up)?;
    Ok(who)
}

fn own(at: At<'_, DeadWeight>, who: Who, item: u8) -> Result<Item, Refusal> {
    acting_hero(at.state, who)?;
    match at.state.live(who).items.get(usize::from(item)) {
        Some(thing) if thing.place != Place::Gone => Ok(*thing),
        _ => Err(Refusal::new(rules::DW_INV_11, "no-such-thing", "There is no such thing here.")),
    }
}

fn may_rearrange(may: May<'_, DeadWeight>) -> Lawful {
    may.outright_if(in_a_fight(may.state), || {
        let sentence = "In a fight, changing equipment is an action.";
        Refusal::new(rules::DW_INV_11, "in-battle", sentence)
    })
}

impl Deed<DeadWeight> for Carry {
    const CARD: Card = Card::acting("Put a thing somewhere", "Things").rule(rules::DW_INV_11);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let Self { who, item, to, wield } = *self;
        may_rearrange(may)?;
        own(may.at(), who, item)?;
        may.not_if(to == Place::Gone, || {
            Refusal::new(rules::DW_INV_11, "drop", "To leave a thing behind, drop it.")
        })?;
        may_place(may, who, item, to, wield)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let Self { who, item, to, wield } = self;
        for rule in [rules::DW_INV_01, rules::DW_INV_03, rules::DW_INV_04, rules::DW_INV_05] {
            cx.cite(rule);
        }
        if cx.state().sheet(who).items[usize::from(item)].stack > 1 {
            cx.cite(rules::DW_INV_08);
        }
        let from = cx.state().live(who).items[usize::from(item)].place;
        let fact = GearFact::Placed { who, item, from, to, wielded: wield && to.is_hand() };
        cx.record(rules::DW_INV_11, fact.into());
        Ok(())
    }
}

/// A thing as it is handed on: what means something to one person remembers whom.
pub fn handed_on(at: At<'_, DeadWeight>, who: Who, item: u8) -> ItemSheet {
    let mut sheet = at.state.sheet(who).items[usize::from(item)].clone();
    let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
    let kept = |used: &UseRow| used.once.as_deref() == Some("owner-expedition");
    if row.is_some_and(|row| row.uses.iter().any(kept)) {
        sheet.of.get_or_insert(who);
    }
    sheet
}

deed! {
    /// Hands a thing to somebody in the same place who has room for it; in a fight to somebody on the same tile.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Give(form: DeadWeight) {
        /// Whose.
        who: Who = if in_a_fight(form.state) { combat::in_hero_turn(form)? } else { bearer(form)? },
        /// Which thing.
        item: u8 = {
            let fight = in_a_fight(form.state);
            own_thing(form, "item", "What", who, |_, _, now| !fight || now.place != Place::Worn)?
        },
        /// To whom.
        #[serde(alias = "to")]
        target: Who = {
            form.was_called("target", "to");
            receiver(form, who)?
        },
    }
}

/// The field `target`.
fn receiver(form: &mut Form<'_>, who: Who) -> Filled<Who> {
    let state = form.state;
    if in_a_fight(state) {
        form.label(|| "Hand something over".into());
        form.group(|| "Fight".into());
        form.rule(rules::DW_ACT_09);
        form.cost(1, "actions");
        return combat::receiver(form, who);
    }
    let other =
        |other: Who| other != who && state.heroes().any(|hero| hero == other) && !state.live(other).mortal;
    form.only_if(state.heroes().any(other))?;
    form.creature_among("target", "To whom", other)
}

fn in_a_fight(state: &State) -> bool {
    state.doing() == Doing::Combat
}

impl Give {
    /// The thing as it is handed on, and where it goes.
    fn handed(self, may: May<'_, DeadWeight>) -> Lawful<(ItemSheet, Item)> {
        let Self { who, item, target: to } = self;
        let thing = own(may.at(), who, item)?;
        check_emptied(may.at(), who, item)?;
        acting_hero(may.state, to)?;
        may.not_if(who == to, || Refusal::new(rules::DW_INV_11, "oneself", "It is theirs already."))?;
        may.not_if(may.state.sheet(to).items.len() >= MOST_THINGS, || {
            let sentence = format!("Nobody keeps track of more than {MOST_THINGS} things.");
            Refusal::new(rules::DW_INV_05, "too-many", sentence)
        })?;
        let sheet = handed_on(may.at(), who, item);
        let bare = Item { place: Place::Bag, wielded: false, ..thing };
        match stowed(may.at(), to, &sheet, bare, false) {
            Some(stowed) => Ok((sheet, stowed)),
            None => may.no(|| {
                let sentence = format!("{} has no room for it.", may.state.name(to));
                Refusal::new(rules::DW_INV_05, "no-room", sentence)
            }),
        }
    }
}

impl Deed<DeadWeight> for Give {
    const CARD: Card = Card::acting("Give a thing away", "Things").rule(rules::DW_INV_11);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        if in_a_fight(may.state) {
            return combat::may_hand(may, self.who, self.item, self.target);
        }
        self.handed(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let (Self { who, item, target: to }, rule) = (self, rules::DW_INV_11);
        if in_a_fight(cx.state()) {
            return combat::hand(cx, who, item, to);
        }
        let (sheet, stowed) = self.handed(May::quiet(cx.at(), by))?;
        let from = cx.state().live(who).items[usize::from(item)].place;
        let gone = GearFact::Placed { who, item, from, to: Place::Gone, wielded: false };
        cx.record(rule, gone.into());
        cx.record(rule, GearFact::Got { who: to, sheet, item: stowed }.into());
        Ok(())
    }
}

deed! {
    /// Leaves a thing behind.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Drop(form: DeadWeight) {
        /// Whose.
        who: Who = bearer(form)?,
        /// Which thing.
        item: u8 = own_thing(form, "item", "What", who, |_, _, _| true)?,
    }
}

impl Deed<DeadWeight> for Drop {
    const CARD: Card = Card::acting("Leave a thing behind", "Things").rule(rules::DW_INV_11);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_rearrange(may)?;
        own(may.at(), self.who, self.item)?;
        Ok(check_emptied(may.at(), self.who, self.item)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let Self { who, item } = self;
        let from = cx.state().live(who).items[usize::from(item)].place;
        let fact = GearFact::Placed { who, item, from, to: Place::Gone, wielded: false };
        cx.record(rules::DW_INV_11, fact.into());
        Ok(())
    }
}
