//! Small acts with things and surroundings: every verb that is possible now, with whom, which space and which other thing
//! it can be aimed at.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::inventory::which;
use super::people;
use crate::RollHighOrDie;
use crate::inventory::{Interact, Verb, aims, check_interact};
use crate::picks::{around, carried, neighbours, squares};
use crate::rules;
use crate::state::{Place, Spot};

const GROUP: &str = "Things";

/// Slots a thing in hand can be put into.
const SLOTS: [Place; 4] = [Place::Loose, Place::Sheath, Place::Coinpurse, Place::Quiver];

fn bare(who: Who, verb: Verb) -> Interact {
    Interact { who, verb, item: None, of: None, target: None, at: None, to: None, thing: None }
}

fn possible(at: At<'_, RollHighOrDie>, act: &Interact) -> bool {
    check_interact(at.state, at.book, act).is_ok()
}

fn card(label: String, verb: Verb, who: Who, id: String) -> OfferCard {
    OfferCard::new("interact", label, GROUP)
        .actor("who", who)
        .id(id)
        .rule(rules::RH_ACT_10)
        .fixed("verb", verb.name().to_lowercase())
}

/// Every small act somebody could do now.
pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for (number, name) in carried(at, who) {
        for verb in Verb::ALL {
            // While nobody fights, things are put elsewhere without verbs.
            let stowed = at.state.encounter.is_none() && matches!(verb, Verb::Unpack | Verb::Pack);
            if !stowed {
                cards.extend(with(at, who, verb, (number, &name)));
            }
        }
    }
    cards.extend(lying(at, who));
    cards.extend(doors(at, who));
    cards.extend(helping(at, who));
    cards
}

/// What a verb comes to with a thing: on oneself, a space or another thing; and on somebody.
fn with(at: At<'_, RollHighOrDie>, who: Who, verb: Verb, (number, name): (u8, &str)) -> Vec<OfferCard> {
    let act = Interact { item: Some(number), ..bare(who, verb) };
    let aims = aims(at.state, at.book, &act);
    let (plain, word) = (possible(at, &act), verb.name().to_lowercase());
    let mut cards = Vec::new();
    let mut own =
        card(format!("{} the {name}", verb.name()), verb, who, format!("{word}-{number}:{}", who.0))
            .fixed("item", number);
    let mut open = plain;
    if aims.space {
        let spots = around(at, who, 1).into_iter();
        let spots: Vec<Spot> =
            spots.filter(|spot| possible(at, &Interact { at: Some(*spot), ..act.clone() })).collect();
        open |= !spots.is_empty();
        own = added(own, spots.len(), plain, || Param::new("at", "On which space", squares(spots.clone())));
    }
    if aims.thing {
        let things = carried(at, who).into_iter();
        let things: Vec<(u8, String)> = things
            .filter(|(thing, _)| possible(at, &Interact { thing: Some(*thing), ..act.clone() }))
            .collect();
        open |= !things.is_empty();
        own = added(own, things.len(), plain, || Param::new("thing", "On which thing", which(&things)));
    }
    if verb == Verb::Pack {
        let slots = SLOTS.iter().map(|place| place.name());
        let slots: Vec<String> =
            slots.filter(|slot| possible(at, &Interact { to: Some(slot.clone()), ..act.clone() })).collect();
        open |= !slots.is_empty();
        let all = Domain::one_of(slots.iter().map(|slot| Candidate::new(json!(slot), slot.clone())));
        own = added(own, slots.len(), plain, || Param::new("to", "Into", all));
    }
    if open {
        cards.push(own);
    }
    if aims.somebody {
        let others: Vec<Who> = neighbours(at, who)
            .filter(|other| possible(at, &Interact { target: Some(*other), ..act.clone() }))
            .collect();
        if !others.is_empty() {
            let label = format!("{} the {name} for somebody", verb.name());
            cards.push(
                card(label, verb, who, format!("{word}-{number}-on:{}", who.0))
                    .fixed("item", number)
                    .param(Param::new("target", "Whom", people(at, others))),
            );
        }
    }
    cards
}

/// The card with one more parameter, if there is anything to pick; it may be left out where nothing is said as well.
fn added(card: OfferCard, picks: usize, plain: bool, param: impl FnOnce() -> Param) -> OfferCard {
    match (picks, plain) {
        (0, _) => card,
        (_, true) => card.param(param().optional()),
        (_, false) => card.param(param()),
    }
}

/// What lies within reach, whoever dropped it.
fn lying(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let known = at.state.everybody().filter(|of| *of == who || !at.state.live(*of).unseen);
    let mut cards = Vec::new();
    for of in known {
        let one = at.state.one(of);
        for (number, (thing, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            if !matches!(now.place, Place::Floor(_)) {
                continue;
            }
            let act = Interact { item: Some(number as u8), of: Some(of), ..bare(who, Verb::Hold) };
            if possible(at, &act) {
                let id = format!("hold-{}-{number}:{}", of.0, who.0);
                cards.push(
                    card(format!("Pick up the {}", thing.name), Verb::Hold, who, id)
                        .fixed("item", number)
                        .fixed("of", of.0),
                );
            }
        }
    }
    cards
}

/// Bare hands that put out fire, bind blood, free or wake; a tool in hand for what they cannot undo.
fn helping(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    let own = bare(who, Verb::Apply);
    if possible(at, &own) {
        cards.push(card("Help yourself by hand".into(), Verb::Apply, who, format!("help-self:{}", who.0)));
    }
    let tools = carried(at, who).into_iter().map(|(number, name)| (Some(number), format!("with the {name}")));
    for (item, with) in std::iter::once((None, "by hand".to_owned())).chain(tools) {
        // What a thing is made for has its card already.
        if item.is_some() && aims(at.state, at.book, &Interact { item, ..own.clone() }).somebody {
            continue;
        }
        let others: Vec<Who> = neighbours(at, who)
            .filter(|other| possible(at, &Interact { item, target: Some(*other), ..own.clone() }))
            .collect();
        if others.is_empty() {
            continue;
        }
        let id =
            format!("help-{}:{}", item.map_or_else(|| "hand".to_owned(), |item| item.to_string()), who.0);
        let help = card(format!("Help somebody {with}"), Verb::Apply, who, id);
        let help = match item {
            Some(item) => help.fixed("item", item),
            None => help,
        };
        cards.push(help.param(Param::new("target", "Whom", people(at, others))));
    }
    cards
}

fn doors(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for (verb, label) in [(Verb::Open, "Open a door"), (Verb::Close, "Close a door")] {
        let spots: Vec<Spot> = around(at, who, 1)
            .into_iter()
            .filter(|spot| possible(at, &Interact { at: Some(*spot), ..bare(who, verb) }))
            .collect();
        if !spots.is_empty() {
            let id = format!("{}-door:{}", verb.name().to_lowercase(), who.0);
            cards.push(card(label.into(), verb, who, id).param(Param::new("at", "Which", squares(spots))));
        }
    }
    cards
}
