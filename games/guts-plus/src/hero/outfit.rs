//! What a new character wears and owns.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::{GROUP, may_make};
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::form;
use crate::gear::{self, Made};
use crate::rules;
use crate::state::{Item, ItemSheet, State};

/// Where clothes are worn.
pub(super) const CLOTHING_PLACES: [&str; 3] = ["torso", "legs", "feet"];
/// Where accessories are worn.
const ACCESSORY_PLACES: [&str; 6] = ["head", "neck", "arms", "back", "waist", "legs"];

type Things = Vec<(ItemSheet, Item)>;

fn things(state: &State, who: Who) -> Things {
    let one = state.one(who);
    let all = one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned());
    all.filter(|(_, item)| !item.gone).collect()
}

/// What somebody wears, or carries, by name.
fn named(state: &State, who: Who, worn: bool) -> Vec<(String, String)> {
    let all = state.creature(who).into_iter().flat_map(|one| one.sheet.items.iter().zip(&one.live.items));
    let fit = all.filter(|(_, now)| !now.gone && now.worn == worn);
    form::names(fit.map(|(item, _)| item.name.as_str()))
}

/// The field `who`, for those who wear or carry anything.
fn owner(form: &mut Filling<'_, GutsPlus>, worn: bool) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(!named(form.state, who, worn).is_empty())?;
    Ok(who)
}

/// The field `allow`: what would not do otherwise has a card of its own before the GM.
fn allowed(form: &mut Filling<'_, GutsPlus>) -> Filled<bool> {
    let gm = form.seat.is_gm().then_some(Some(true));
    Ok(form.each("allow", [None].into_iter().chain(gm))?.unwrap_or(false))
}

/// All that is owned then, if there is room for it.
fn may_own(may: May<'_, GutsPlus>, things: Things) -> Lawful<Things> {
    let (room, filled) = (gear::capacity_of(may.state, &things), gear::filled_of(&things));
    may.not_if(filled > room, || {
        let sentence = format!("There is room for {}, not for {filled}.", count(room, "thing", "things"));
        Refusal::new(rules::GP_ITEM_09, "no-room", sentence).with("room", room)
    })?;
    Ok(things)
}

deed! {
    /// Puts something on.
    #[serde(deny_unknown_fields)]
    pub struct Dress(form: GutsPlus) {
        who: Who = form.actor()?,
        /// An accessory, not clothes.
        #[serde(default)]
        accessory: bool = form.each("accessory", [None, Some(true)])?.unwrap_or(false),
        /// The GM allows what else would not do.
        #[serde(default)]
        allow: bool = {
            let allow = allowed(form)?;
            let label = if accessory { "Put on an accessory" } else { "Put on clothes" };
            let (leave, name) = if allow { (", as the GM allows", "allowed") } else { ("", "dress") };
            form.label(|| format!("{label}{leave}").into());
            let name = if accessory { format!("accessory-{name}") } else { name.to_owned() };
            form.id(|| format!("{name}:{}", who.0));
            form.rule(if accessory { rules::GP_ITEM_02 } else { rules::GP_ITEM_01 });
            allow
        },
        /// Where.
        place: String = {
            let places = if accessory { &ACCESSORY_PLACES[..] } else { &CLOTHING_PLACES[..] };
            form.one_of("place", "Where", form::names(places.iter().copied()))?
        },
        /// What.
        thing: String = form.text("thing", "What", 80)?,
        /// What good it does, if it is to do any.
        #[serde(default)]
        bonus: String = form.unasked("bonus")?,
    }
}

impl Dress {
    fn rule(&self) -> RuleId {
        if self.accessory { rules::GP_ITEM_02 } else { rules::GP_ITEM_01 }
    }

    /// The pieces it is.
    fn pieces(&self, may: May<'_, GutsPlus>) -> Vec<Made> {
        let place = self.place.trim().to_lowercase();
        gear::make(may.at(), self.who, &self.thing, Some(&place), !self.accessory)
    }

    /// All that is owned then.
    fn with(&self, may: May<'_, GutsPlus>) -> Lawful<Things> {
        let clothes = !self.accessory;
        let allowed = self.allow && may.by.is_gm();
        let (rule, place) = (self.rule(), self.place.trim().to_lowercase());
        let places = if clothes { &CLOTHING_PLACES[..] } else { &ACCESSORY_PLACES[..] };
        may.not_if(!places.contains(&place.as_str()), || {
            let what = if clothes { "Clothes are" } else { "Accessories are" };
            Refusal::new(rule, "no-such-place", format!("{what} worn on {}.", places.join(", ")))
        })?;
        gear::may_call(may, &self.thing)?;
        may.not_if(self.bonus.chars().count() > 400, || {
            Refusal::new(rules::GP_ITEM_03, "too-long", "Say it in at most 400 letters.")
        })?;
        let mut all = things(may.state, self.who);
        let taken = |(sheet, item): &(ItemSheet, Item)| {
            item.worn && sheet.clothes == clothes && sheet.place.as_deref() == Some(place.as_str())
        };
        may.not_if(!allowed && all.iter().any(taken), || {
            let why = if clothes { "; the GM may allow layers" } else { ", and a second one gives nothing" };
            Refusal::new(rule, "place-taken", format!("There is something on the {place} already{why}."))
        })?;
        let made = self.pieces(may);
        let helps = |one: &Made| !one.sheet.covers.is_empty() || one.sheet.lenient || one.gear.is_some();
        let useful = !self.bonus.trim().is_empty() || made.iter().any(helps);
        may.not_if(!clothes && !allowed && useful, || {
            let thing = self.thing.trim();
            let sentence = format!("{thing} would be more than looks; that is for the GM to allow.");
            Refusal::new(rules::GP_ITEM_03, "more-than-looks", sentence)
        })?;
        let worn = |made: Made| {
            let sheet = ItemSheet { about: self.bonus.trim().to_owned(), ..made.sheet };
            (sheet, Item { worn: true, ..Item::default() })
        };
        all.extend(made.into_iter().map(worn));
        may_own(may, all)
    }
}

impl Deed<GutsPlus> for Dress {
    const CARD: Card = Card::making("Put on clothes", GROUP).rule(rules::GP_ITEM_01);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        self.with(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        for id in gear::entries(cx.book(), &self.thing, !self.accessory) {
            cx.cite(id);
        }
        for Made { sheet, .. } in self.pieces(May::quiet(cx.at(), by)) {
            if sheet.slots != 0 {
                cx.cite(if sheet.bag { rules::GP_ITEM_06 } else { rules::GP_ITEM_10 });
            }
        }
        let things = self.with(May::quiet(cx.at(), by))?;
        cx.record(self.rule(), GearFact::Owns { who: self.who, things }.into());
        Ok(())
    }
}

/// What is left without something that is worn, or carried.
fn without(may: May<'_, GutsPlus>, who: Who, thing: &str, worn: bool) -> Lawful<Things> {
    let mut all = things(may.state, who);
    let (before, thing) = (all.len(), thing.trim());
    all.retain(|(sheet, item)| item.worn != worn || !sheet.name.eq_ignore_ascii_case(thing));
    may.not_if(all.len() == before, || match worn {
        true => Refusal::new(rules::GP_ITEM_01, "not-worn", format!("{thing} is not worn.")),
        false => Refusal::new(rules::GP_ITEM_07, "not-owned", format!("{thing} is not owned.")),
    })?;
    may_own(may, all)
}

deed! {
    /// Takes something off again.
    pub struct Undress(form: GutsPlus) {
        who: Who = owner(form, true)?,
        /// What.
        thing: String = form.one_of("thing", "What", named(form.state, who, true))?,
    }
}

impl Deed<GutsPlus> for Undress {
    const CARD: Card = Card::making("Take something off again", GROUP).rule(rules::GP_ITEM_01);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        without(may, self.who, &self.thing, true).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let things = without(May::quiet(cx.at(), by), self.who, &self.thing, true)?;
        cx.record(rules::GP_ITEM_01, GearFact::Owns { who: self.who, things }.into());
        Ok(())
    }
}

deed! {
    /// Owns something more.
    pub struct Own(form: GutsPlus) {
        who: Who = form.actor()?,
        /// The GM allows more than the usual number.
        #[serde(default)]
        allow: bool = {
            let allow = allowed(form)?;
            if allow {
                form.label(|| "Own a thing, as the GM allows".into());
            }
            form.id(|| if allow { "own-allowed" } else { "own" }.to_owned());
            allow
        },
        /// What.
        thing: String = form.text("thing", "What", 80)?,
    }
}

impl Own {
    /// Which of their things there is one more of.
    fn again(&self, all: &Things) -> Option<usize> {
        let name = self.thing.trim();
        all.iter().position(|(sheet, item)| !item.worn && sheet.name.eq_ignore_ascii_case(name))
    }

    /// All that is owned then.
    fn with(&self, may: May<'_, GutsPlus>) -> Lawful<Things> {
        gear::may_call(may, &self.thing)?;
        let mut all = things(may.state, self.who);
        if let Some(at) = self.again(&all) {
            all[at].1.count = all[at].1.count.saturating_add(1);
            return may_own(may, all);
        }
        let limit = usize::from(may.state.house.starting_items_limit.0);
        let owned = all.iter().filter(|(_, item)| !item.worn).count();
        may.not_if(owned >= limit && !(self.allow && may.by.is_gm()), || {
            let sentence =
                format!("A new character owns at most {limit} simple things; more is for the GM to allow.");
            Refusal::new(rules::GP_ITEM_07, "too-many", sentence).with("limit", limit)
        })?;
        let made = gear::make(may.at(), self.who, &self.thing, None, false);
        all.extend(made.into_iter().map(|made| (made.sheet, Item::default())));
        may_own(may, all)
    }
}

impl Deed<GutsPlus> for Own {
    const CARD: Card = Card::making("Own a thing", GROUP).rule(rules::GP_ITEM_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        self.with(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        if self.again(&things(cx.state(), self.who)).is_some() {
            cx.cite(rules::GP_ITEM_08);
        }
        let things = self.with(May::quiet(cx.at(), by))?;
        cx.record(rules::GP_ITEM_07, GearFact::Owns { who: self.who, things }.into());
        Ok(())
    }
}

deed! {
    /// Leaves something at home after all.
    pub struct Disown(form: GutsPlus) {
        who: Who = owner(form, false)?,
        /// What.
        thing: String = form.one_of("thing", "What", named(form.state, who, false))?,
    }
}

impl Deed<GutsPlus> for Disown {
    const CARD: Card = Card::making("Leave something at home", GROUP).rule(rules::GP_ITEM_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        without(may, self.who, &self.thing, false).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let things = without(May::quiet(cx.at(), by), self.who, &self.thing, false)?;
        cx.record(rules::GP_ITEM_07, GearFact::Owns { who: self.who, things }.into());
        Ok(())
    }
}
