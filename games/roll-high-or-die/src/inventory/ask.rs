//! The form of a small act: every verb a thing can be used with now, whom, which space and which other thing it can be
//! aimed at; doors; and help by hand. The cards are looked for once; each then asks for what it needs. What an act comes
//! to is in `interact`.

use boneyard_table::deed::{Filled, Filling, Form};
use boneyard_table::{At, Who};

use super::aim::aims;
use super::carry::carried;
use super::interact::{AP, Interact, Verb, legal};
use crate::RollHighOrDie;
use crate::combat::{has, takes};
use crate::picks::{around, maybe_space, maybe_thing, near, neighbours, space};
use crate::rules;
use crate::state::{Item, ItemSheet, Place, Spot, Ware};

impl Form<RollHighOrDie> for Interact {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        if form.is_written() {
            return written(form);
        }
        let (who, at) = (form.actor()?, form.at());
        let card = form.cards(|| small_acts(at, who))?;
        form.label(|| card.label(at).into());
        form.id(|| card.id());
        let act = card.act.clone();
        if let Some(item) = act.item {
            form.each("item", [item])?;
        }
        form.each("verb", [act.verb])?;
        let open = |act: Interact| act.is_possible(at);
        match card.asks {
            Asks::Nothing => Ok(act),
            Asks::Somebody => {
                let target = form.creature_among("target", "Whom", |other| near(at, who, other))?;
                Ok(Interact { target: Some(target), ..act })
            }
            Asks::Space => {
                let on = |spot: &Spot| open(Interact { at: Some(*spot), ..act.clone() });
                let open = || around(at, who, 1).into_iter().filter(&on).collect::<Vec<Spot>>();
                let (name, label) = ("at", if act.item.is_some() { "On which space" } else { "Which" });
                let spot = match card.plain {
                    true => maybe_space(form, name, label, open)?,
                    false => Some(space(form, name, label, open)?),
                };
                Ok(Interact { at: spot, ..act })
            }
            Asks::Thing => {
                let on = |thing: u8| open(Interact { thing: Some(thing), ..act.clone() });
                let things = || {
                    let mut things = crate::picks::carried(at, who);
                    things.retain(|(thing, _)| on(*thing));
                    things
                };
                let thing = match card.plain {
                    true => maybe_thing(form, "thing", "On which thing", who, things)?,
                    false => Some(form.one_of("thing", "On which thing", things())?),
                };
                Ok(Interact { thing, ..act })
            }
            Asks::Slot => {
                let into = |slot: &String| open(Interact { to: Some(slot.clone()), ..act.clone() });
                let slots = SLOTS.map(Place::name).into_iter().filter(into).map(|slot| (slot.clone(), slot));
                let to = match card.plain {
                    true => form.maybe("to", "Into", slots)?,
                    false => Some(form.one_of("to", "Into", slots)?),
                };
                Ok(Interact { to, ..act })
            }
        }
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// Slots a thing in hand can be put into.
const SLOTS: [Place; 4] = [Place::Loose, Place::Sheath, Place::Coinpurse, Place::Quiver];

/// One card: an act as far as it is known, and what it still asks for.
#[derive(Clone, Debug)]
struct Small {
    act: Interact,
    asks: Asks,
    /// Whether the act is possible without that as well.
    plain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Nothing,
    Somebody,
    Space,
    Thing,
    Slot,
}

impl Interact {
    /// A verb and nothing else.
    pub(super) fn bare(who: Who, verb: Verb) -> Self {
        Self { who, verb, item: None, of: None, target: None, at: None, to: None, thing: None }
    }

    fn is_possible(&self, at: At<'_, RollHighOrDie>) -> bool {
        legal(at.state, at.book, self).is_ok()
    }
}

/// As stories and clients write it.
fn written(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Interact> {
    let who = form.actor()?;
    let of = form.unasked_creature("of")?;
    Ok(Interact {
        who,
        verb: form.each("verb", [])?,
        item: maybe_thing(form, "item", "", of.unwrap_or(who), Vec::new)?,
        of,
        target: form.unasked_creature("target")?,
        at: form.unasked("at")?,
        to: form.unasked("to")?,
        thing: maybe_thing(form, "thing", "", who, Vec::new)?,
    })
}

/// Every card there is now: things in the order in which they are carried, then doors, then help.
fn small_acts(at: At<'_, RollHighOrDie>, who: Who) -> Vec<Small> {
    if takes(at.state, at.book, who, AP).is_err() || has(at.state, who, "interact").is_err() {
        return Vec::new();
    }
    let one = at.state.one(who);
    let mut all = Vec::new();
    for (item, (thing, now)) in (0u8..).zip(one.sheet.items.iter().zip(&one.live.items)) {
        if carried(at.state, who, item, rules::RH_ACT_10).is_ok() {
            all.extend(verbs(at, thing, now).flat_map(|verb| with_a_thing(at, who, item, verb)));
        }
    }
    for verb in [Verb::Open, Verb::Close] {
        let act = Interact::bare(who, verb);
        let open = |spot: Spot| Interact { at: Some(spot), ..act.clone() }.is_possible(at);
        if at.state.board.is_some() && around(at, who, 1).into_iter().any(open) {
            all.push(Small { act, asks: Asks::Space, plain: false });
        }
    }
    all.extend(help(at, who));
    all
}

/// The verbs worth trying with a thing: what is not in hand is only unpacked, or set alight.
fn verbs(at: At<'_, RollHighOrDie>, thing: &ItemSheet, now: &Item) -> impl Iterator<Item = Verb> {
    let (held, shot) = (now.place.is_held(), matches!(thing.ware, Ware::Shot(_)));
    // While nobody fights, things are put elsewhere without verbs.
    let fight = at.state.encounter.is_some();
    Verb::ALL.into_iter().filter(move |verb| match verb {
        Verb::Unpack => fight && !held,
        Verb::Pack => fight && held,
        Verb::Light => held || shot,
        // What is carried does not lie there.
        Verb::Hold => false,
        _ => held,
    })
}

/// The cards of a verb with a carried thing: on oneself, a space or another thing; and one for somebody.
fn with_a_thing(at: At<'_, RollHighOrDie>, who: Who, item: u8, verb: Verb) -> Vec<Small> {
    let act = Interact { item: Some(item), ..Interact::bare(who, verb) };
    let aims = aims(at.state, at.book, &act);
    let plain = act.is_possible(at);
    let with = |act: &Interact, asks: Asks| Small { act: act.clone(), asks, plain };
    let mut all = Vec::new();
    let spot = |spot: Spot| Interact { at: Some(spot), ..act.clone() }.is_possible(at);
    let thing = |(thing, _): (u8, String)| Interact { thing: Some(thing), ..act.clone() }.is_possible(at);
    let slot = |slot: Place| Interact { to: Some(slot.name()), ..act.clone() }.is_possible(at);
    if aims.space {
        if plain || around(at, who, 1).into_iter().any(spot) {
            all.push(with(&act, Asks::Space));
        }
    } else if aims.thing {
        if plain || crate::picks::carried(at, who).into_iter().any(thing) {
            all.push(with(&act, Asks::Thing));
        }
    } else if verb == Verb::Pack {
        if plain || SLOTS.into_iter().any(slot) {
            all.push(with(&act, Asks::Slot));
        }
    } else if plain {
        all.push(with(&act, Asks::Nothing));
    }
    if aims.somebody && helps_somebody(at, &act) {
        all.push(with(&act, Asks::Somebody));
    }
    all
}

fn helps_somebody(at: At<'_, RollHighOrDie>, act: &Interact) -> bool {
    neighbours(at, act.who).any(|other| Interact { target: Some(other), ..act.clone() }.is_possible(at))
}

/// Bare hands that put out fire, bind blood, free or wake; a tool in hand for what they cannot undo.
fn help(at: At<'_, RollHighOrDie>, who: Who) -> Vec<Small> {
    let hand = Interact::bare(who, Verb::Apply);
    let mut all = Vec::new();
    if hand.is_possible(at) {
        all.push(Small { act: hand.clone(), asks: Asks::Nothing, plain: true });
    }
    let held = |_: &ItemSheet, now: &Item| now.place.is_held();
    let tools = crate::picks::carried_as(at, who, held).into_iter().map(|(item, _)| Some(item));
    let acts = std::iter::once(None).chain(tools).map(|item| Interact { item, ..hand.clone() });
    // What a thing is made for has its card already.
    let new = |act: &Interact| act.item.is_none() || !aims(at.state, at.book, act).somebody;
    let acts = acts.filter(|act| new(act) && helps_somebody(at, act));
    all.extend(acts.map(|act| Small { act, asks: Asks::Somebody, plain: false }));
    all
}

impl Small {
    /// Whether it is help with what is in the hand, whatever that is made for.
    fn is_help(&self, at: At<'_, RollHighOrDie>) -> bool {
        let made_for = || aims(at.state, at.book, &self.act).somebody;
        self.act.verb == Verb::Apply && self.asks == Asks::Somebody && !made_for()
    }

    fn label(&self, at: At<'_, RollHighOrDie>) -> String {
        let items = &at.state.sheet(self.act.who).items;
        let name = self.act.item.and_then(|item| items.get(usize::from(item))).map(|thing| &thing.name);
        let told = self.act.verb.name();
        match (name, self.act.verb, self.asks) {
            (None, Verb::Open, _) => "Open a door".into(),
            (None, Verb::Close, _) => "Close a door".into(),
            (None, _, Asks::Somebody) => "Help somebody by hand".into(),
            (None, ..) => "Help yourself by hand".into(),
            (Some(name), ..) if self.is_help(at) => format!("Help somebody with the {name}"),
            (Some(name), _, Asks::Somebody) => format!("{told} the {name} for somebody"),
            (Some(name), ..) => format!("{told} the {name}"),
        }
    }

    fn id(&self) -> String {
        let (who, word) = (self.act.who.0, self.act.verb.name().to_lowercase());
        match (self.act.item, self.act.verb, self.asks) {
            (None, Verb::Open | Verb::Close, _) => format!("{word}-door:{who}"),
            (None, _, Asks::Somebody) => format!("help-hand:{who}"),
            (None, ..) => format!("help-self:{who}"),
            (Some(item), _, Asks::Somebody) => format!("{word}-{item}-on:{who}"),
            (Some(item), ..) => format!("{word}-{item}:{who}"),
        }
    }
}
