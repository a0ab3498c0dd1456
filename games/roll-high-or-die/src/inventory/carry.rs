//! Moving things about: between slots at ease, out of the hand, on and off the body. From one to another is in `hand`.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};

use super::slot::fits;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, known, may_take, takes};
use crate::fact::{GearFact, TableFact};
use crate::picks::{at_leisure, carried_as, each_thing, thing};
use crate::rules;
use crate::state::{Item, ItemSheet, Place, State, Ware};

deed! {
    /// Puts a thing into another place, at ease.
    #[serde(deny_unknown_fields)]
    pub struct Stow(form: RollHighOrDie) {
        /// Who.
        who: Who = at_leisure(form)?,
        /// Which thing.
        item: u8 = {
            let all = crate::picks::carried(form.at(), who);
            thing(form, "item", "Which", who, all)?
        },
        /// Where: `pack`, `sheath`, `quiver`, `main-hand` and so on.
        to: String = {
            let slots = SLOTS.map(|place| (place.name(), place.name()));
            form.named("to", "Where", slots, |name| Some(name.to_owned()))?
        },
    }
}

/// Slots people put things into.
const SLOTS: [Place; 6] =
    [Place::Loose, Place::MainHand, Place::OffHand, Place::TwoHands, Place::Sheath, Place::Quiver];

deed! {
    /// Lets a thing fall into one's own space.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Drop(form: RollHighOrDie) {
        /// Who.
        who: Who = form.actor()?,
        /// Which thing.
        item: u8 = let_go(form, who)?,
    }
}

/// The field `item`: a card for each thing in hand, and for all of them where they are too many.
fn let_go(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<u8> {
    let (at, state) = (form.at(), form.state);
    let one = state.creature(who);
    form.only_if(state.encounter.is_none() || state.acting() == Some(who))?;
    form.only_if(one.is_some_and(|one| !one.live.dead))?;
    let over = one.is_some() && super::overloaded(state, at.book, who);
    let all = carried_as(at, who, |_, now| over || now.place.is_held());
    let item = each_thing(form, who, &all, |name| format!("Drop the {name}"))?;
    form.id(|| format!("drop-{item}"));
    Ok(item)
}

deed! {
    /// Takes a held weapon in one hand, or in both.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Grip(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let who = form.actor()?;
            form.only_if(takes(form.state, form.book, who, 0).is_ok())?;
            who
        },
        /// Which.
        item: u8 = {
            let held = |thing: &ItemSheet, now: &Item| {
                matches!(thing.ware, Ware::Weapon(_)) && now.place.is_held()
            };
            let all = carried_as(form.at(), who, held);
            each_thing(form, who, &all, |name| format!("The {name} in the other grip"))?
        },
        /// In both.
        both: bool = other_grip(form, who, item)?,
    }
}

/// The field `both`: the grip a weapon is not held in, if there is a hand for it.
fn other_grip(form: &mut Filling<'_, RollHighOrDie>, who: Who, item: u8) -> Filled<bool> {
    let may = May::quiet(form.at(), form.seat);
    let now = form.state.creature(who).and_then(|one| one.live.items.get(usize::from(item)));
    let both = form.each("both", [now.is_some_and(|now| now.place != Place::TwoHands)])?;
    if form.is_written() {
        return Ok(both);
    }
    form.only_if(Grip { who, item, both }.may(may).is_ok())?;
    let name = form.state.sheet(who).items.get(usize::from(item)).map_or("", |thing| &thing.name);
    form.label(|| format!("The {name} in {}", if both { "both hands" } else { "one hand" }).into());
    form.id(|| format!("grip-{item}"));
    Ok(both)
}

deed! {
    /// Puts armor on, or takes it off, at ease.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Wear(form: RollHighOrDie) {
        /// Who.
        who: Who = at_leisure(form)?,
        /// Which.
        item: u8 = {
            let all = carried_as(form.at(), who, |thing, _| matches!(thing.ware, Ware::Armor(_)));
            each_thing(form, who, &all, |name| format!("Put on the {name}"))?
        },
        /// Off.
        #[serde(default)]
        off: bool = on_or_off(form, who, item)?,
    }
}

/// The field `off`: what is worn comes off, and what is not goes on.
fn on_or_off(form: &mut Filling<'_, RollHighOrDie>, who: Who, item: u8) -> Filled<bool> {
    if form.is_written() {
        return form.flag("off", "");
    }
    let one = form.state.creature(who);
    let now =
        one.and_then(|one| one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item))));
    let off = form.each("off", [now.is_some_and(|(_, now)| is_worn(now.place))])?;
    if let Some((thing, _)) = now.filter(|_| off) {
        form.label(|| format!("Take off the {}", thing.name).into());
    }
    form.id(|| format!("wear-{item}"));
    Ok(off)
}

pub(super) fn is_worn(place: Place) -> bool {
    matches!(place, Place::ArmorWorn | Place::Headgear)
}

/// A thing somebody carries.
pub(super) fn carried(
    state: &State,
    who: Who,
    item: u8,
    rule: RuleId,
) -> Result<(&ItemSheet, &Item), Refusal> {
    known(state, who)?;
    let one = state.one(who);
    let found = one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item)));
    let there = found.filter(|(_, now)| now.place.is_carried() && now.count > 0);
    there.ok_or_else(|| {
        let sentence = format!("{} carries no such thing.", one.sheet.name);
        Refusal::new(rule, "not-carried", sentence)
    })
}

/// Puts a thing somewhere; in a slot it begins anew.
pub(super) fn place(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8, to: Place, rule: RuleId) {
    if to.is_carried() && to != Place::Loose {
        cx.cite(rules::RH_INV_05);
    }
    record(cx, rule, GearFact::Placed { who, item, to }.into());
    let step = cx.state().live(who).items[usize::from(item)].step;
    if step > 0 && !to.is_held() && !matches!(to, Place::Floor(_)) {
        record(cx, rules::RH_EQUIP_02, GearFact::Step { who, item, step: 0 }.into());
    }
    let one = cx.state().one(who);
    let row = one.sheet.items[usize::from(item)].like.and_then(|like| cx.book().gear.get(like.as_str()));
    let lowered = row.filter(|row| row.hook.as_deref() == Some("spyglass") && !to.is_held());
    if let Some(entry) = lowered.filter(|_| one.live.items[usize::from(item)].lit).map(|row| row.id) {
        record(cx, entry, GearFact::Lit { who, item, lit: false }.into());
    }
}

impl Stow {
    /// Where it goes.
    fn slot(&self, may: May<'_, RollHighOrDie>) -> Lawful<Place> {
        match Place::named(&self.to).filter(|to| to.is_carried()) {
            Some(to) => Ok(to),
            None => may.no(|| {
                let sentence = "There are main-hand, off-hand, two-hands, armor-worn, headgear, sheath, coinpurse, quiver and pack.";
                Refusal::new(rules::RH_INV_01, "no-such-slot", sentence)
            }),
        }
    }

    /// Body armor is put on and taken off, and that takes its minutes.
    fn as_wear(&self, from: Place, to: Place) -> Option<Wear> {
        let body = |place: Place| place == Place::ArmorWorn;
        (body(to) || body(from)).then_some(Wear { who: self.who, item: self.item, off: !body(to) })
    }
}

impl Deed<RollHighOrDie> for Stow {
    const CARD: Card =
        Card::acting("Put a thing elsewhere", "Things").rule(rules::RH_INV_01).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (thing, now) = carried(may.state, self.who, self.item, rules::RH_INV_01)?;
        able(may.state, self.who)?;
        may.not_if(may.state.encounter.is_some(), || {
            let sentence = "In an Encounter things go from slot to hand and back by Interact Actions.";
            Refusal::new(rules::RH_INV_08, "encounter", sentence)
        })?;
        let to = self.slot(may)?;
        match self.as_wear(now.place, to) {
            Some(wear) => wear.may(may),
            None => Ok(fits(may.state, may.book, self.who, thing, to, Some(self.item))?),
        }
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let to = self.slot(May::quiet(cx.at(), by))?;
        let from = cx.state().live(self.who).items[usize::from(self.item)].place;
        match self.as_wear(from, to) {
            Some(wear) => wear.run(cx, by),
            None => {
                place(cx, self.who, self.item, to, rules::RH_INV_01);
                Ok(())
            }
        }
    }
}

impl Deed<RollHighOrDie> for Drop {
    const CARD: Card = Card::acting("Drop a thing", "Things").rule(rules::RH_ACT_14);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (_, now) = carried(may.state, self.who, self.item, rules::RH_ACT_14)?;
        may_take(may, self.who)?;
        let over = || super::overloaded(may.state, may.book, self.who);
        may.not_if(may.state.encounter.is_some() && !now.place.is_held() && !over(), || {
            Refusal::new(rules::RH_ACT_14, "not-held", "Only what is held can simply be dropped.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Self { who, item } = self;
        let live = cx.state().live(who);
        let (at, held) = (live.at, live.items[usize::from(item)].place.is_held());
        let over = !held && super::overloaded(cx.state(), cx.book(), who);
        let rule = if over { rules::RH_INV_06 } else { rules::RH_ACT_14 };
        place(cx, who, item, Place::Floor(at), rule);
        Ok(())
    }
}

impl Grip {
    fn to(&self) -> Place {
        if self.both { Place::TwoHands } else { Place::MainHand }
    }
}

impl Deed<RollHighOrDie> for Grip {
    const CARD: Card = Card::acting("Change a grip", "Things").rule(rules::RH_ACT_14).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who) = (rules::RH_ACT_14, self.who);
        let (thing, now) = carried(may.state, who, self.item, rule)?;
        may_take(may, who)?;
        may.not_if(!now.place.is_held(), || {
            Refusal::new(rule, "not-held", format!("The {} is not in hand.", thing.name))
        })?;
        may.not_if(now.place == self.to(), || {
            Refusal::new(rule, "held-so", format!("The {} is held like that already.", thing.name))
        })?;
        may.not_if(fits(may.state, may.book, who, thing, self.to(), Some(self.item)).is_err(), || {
            let sentence = format!("The other hand is not free, or the {} too large for one.", thing.name);
            Refusal::new(rule, "other-hand", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        place(cx, self.who, self.item, self.to(), rules::RH_ACT_14);
        Ok(())
    }
}

impl Wear {
    /// Where it goes.
    fn to(&self, head: bool) -> Place {
        match (self.off, head) {
            (true, _) => Place::Loose,
            (false, true) => Place::Headgear,
            (false, false) => Place::ArmorWorn,
        }
    }
}

/// Body armor takes its minutes.
impl Deed<RollHighOrDie> for Wear {
    const CARD: Card = Card::acting("Put armor on or off", "Things").rule(rules::RH_HOUSE_04H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who) = (rules::RH_HOUSE_04H, self.who);
        let (thing, now) = carried(may.state, who, self.item, rule)?;
        able(may.state, who)?;
        let Ware::Armor(suit) = &thing.ware else {
            let sentence = || format!("The {} is no Armor.", thing.name);
            return may.no(|| Refusal::new(rules::RH_INV_05, "no-armor", sentence()));
        };
        may.not_if(may.state.encounter.is_some(), || {
            let (rule, sentence) = if suit.head {
                (rule, "In an Encounter headgear goes on by UNPACK and APPLY.")
            } else {
                (rules::RH_ARMOR_03, "Body armor is not changed in an Encounter.")
            };
            Refusal::new(rule, "encounter", sentence)
        })?;
        let worn = is_worn(now.place);
        may.not_if(worn != self.off, || {
            let how = if worn { "worn" } else { "off" };
            Refusal::new(rule, "so-already", format!("The {} is {how} already.", thing.name))
        })?;
        Ok(fits(may.state, may.book, who, thing, self.to(suit.head), Some(self.item))?)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, item, .. }) = (rules::RH_HOUSE_04H, self);
        let thing = &cx.state().sheet(who).items[usize::from(item)];
        let head = matches!(&thing.ware, Ware::Armor(suit) if suit.head);
        let row = thing.like.and_then(|like| cx.book().armors.get(like.as_str()));
        let minutes = row.and_then(|row| row.minutes);
        place(cx, who, item, self.to(head), rule);
        if let Some(minutes) = minutes {
            let to = cx.state().now.later(u64::from(minutes) * 60);
            record(cx, rule, TableFact::Time { to }.into());
        }
        cx.cite(rules::RH_ARMOR_03);
        Ok(())
    }
}
