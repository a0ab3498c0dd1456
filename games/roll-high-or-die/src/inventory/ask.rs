//! The form of a small act: every verb a thing can be used with now, whom, which space and which other thing it can be
//! aimed at; what lies within reach; doors; and help by hand. What an act comes to is in `interact`.

use boneyard_table::deed::{Filled, Filling, Form, Unfilled};
use boneyard_table::{At, Who};

use super::aim::aims;
use super::carry::carried;
use super::interact::{AP, Interact, Verb, legal};
use crate::RollHighOrDie;
use crate::combat::takes;
use crate::picks::{around, maybe_space, maybe_thing, near, neighbours, space};
use crate::rules;
use crate::state::{Place, Spot};

impl Form<RollHighOrDie> for Interact {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        if form.is_written() {
            return written(form);
        }
        let who = form.actor()?;
        form.only_if(takes(form.state, form.book, who, AP).is_ok())?;
        match form.variant(&[Way::Thing, Way::Lying, Way::Door, Way::Help])? {
            Way::Thing => with_a_thing(form, who),
            Way::Lying => pick_up(form, who),
            Way::Door => at_a_door(form, who),
            Way::Help => help(form, who),
        }
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// Cards that ask for different things.
#[derive(Clone, Copy)]
enum Way {
    Thing,
    Lying,
    Door,
    Help,
}

type Asked<'f, 'a> = &'f mut Filling<'a, RollHighOrDie>;

impl Interact {
    /// A verb and nothing else.
    fn bare(who: Who, verb: Verb) -> Self {
        Self { who, verb, item: None, of: None, target: None, at: None, to: None, thing: None }
    }

    fn is_possible(&self, at: At<'_, RollHighOrDie>) -> bool {
        legal(at.state, at.book, self).is_ok()
    }
}

/// As stories and clients write it.
fn written(form: Asked<'_, '_>) -> Filled<Interact> {
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

/// A card for each verb a carried thing can be used with: on oneself, a space or another thing; and one for somebody.
fn with_a_thing(form: Asked<'_, '_>, who: Who) -> Filled<Interact> {
    let (at, state) = (form.at(), form.state);
    let all = state.creature(who).map_or(0, |one| one.sheet.items.len());
    let item = form.each("item", 0..u8::try_from(all).unwrap_or(u8::MAX))?;
    let Ok((thing, _)) = carried(state, who, item, rules::RH_ACT_10) else { return hidden(form) };
    let verb = form.each("verb", Verb::ALL)?;
    // While nobody fights, things are put elsewhere without verbs.
    form.only_if(state.encounter.is_some() || !matches!(verb, Verb::Unpack | Verb::Pack))?;
    let act = Interact { item: Some(item), ..Interact::bare(who, verb) };
    let (aims, told, name) = (aims(state, form.book, &act), verb.name(), &thing.name);
    let word = told.to_lowercase();
    if form.variant(&[false, true])? {
        form.only_if(aims.somebody)?;
        let on = |other: Who| Interact { target: Some(other), ..act.clone() };
        form.only_if(neighbours(at, who).any(|other| on(other).is_possible(at)))?;
        form.label(|| format!("{told} the {name} for somebody").into());
        form.id(|| format!("{word}-{item}-on:{}", who.0));
        return Ok(on(form.creature_among("target", "Whom", |other| near(at, who, other))?));
    }
    let plain = act.is_possible(at);
    form.label(|| format!("{told} the {name}").into());
    form.id(|| format!("{word}-{item}:{}", who.0));
    if aims.space {
        let open = |spot: &Spot| Interact { at: Some(*spot), ..act.clone() }.is_possible(at);
        let open = || around(at, who, 1).into_iter().filter(open).collect::<Vec<Spot>>();
        let to = match plain {
            true => maybe_space(form, "at", "On which space", open)?,
            false => Some(space(form, "at", "On which space", open)?),
        };
        return Ok(Interact { at: to, ..act });
    }
    if aims.thing {
        let open = |thing: &u8| Interact { thing: Some(*thing), ..act.clone() }.is_possible(at);
        let mut things = crate::picks::carried(at, who);
        things.retain(|(thing, _)| open(thing));
        let other = match plain {
            true => maybe_thing(form, "thing", "On which thing", who, || things)?,
            false => Some(form.one_of("thing", "On which thing", things)?),
        };
        return Ok(Interact { thing: other, ..act });
    }
    if verb == Verb::Pack {
        let open = |slot: &String| Interact { to: Some(slot.clone()), ..act.clone() }.is_possible(at);
        let slots = SLOTS.map(Place::name).into_iter().filter(open).map(|slot| (slot.clone(), slot));
        let to = match plain {
            true => form.maybe("to", "Into", slots)?,
            false => Some(form.one_of("to", "Into", slots)?),
        };
        return Ok(Interact { to, ..act });
    }
    form.only_if(plain)?;
    Ok(act)
}

/// Slots a thing in hand can be put into.
const SLOTS: [Place; 4] = [Place::Loose, Place::Sheath, Place::Coinpurse, Place::Quiver];

fn hidden<T>(form: Asked<'_, '_>) -> Filled<T> {
    form.only_if(false)?;
    Err(Unfilled::Hidden)
}

/// What lies within reach, whoever dropped it.
fn pick_up(form: Asked<'_, '_>, who: Who) -> Filled<Interact> {
    let (at, state) = (form.at(), form.state);
    let of = form.each("of", state.everybody())?;
    let one = state.one(of);
    form.only_if(of == who || !one.live.unseen)?;
    let item = form.each("item", 0..u8::try_from(one.sheet.items.len()).unwrap_or(u8::MAX))?;
    form.only_if(
        matches!(one.live.items.get(usize::from(item)), Some(now) if matches!(now.place, Place::Floor(_))),
    )?;
    let verb = form.each("verb", [Verb::Hold])?;
    let act = Interact { item: Some(item), of: Some(of), ..Interact::bare(who, verb) };
    form.only_if(act.is_possible(at))?;
    form.label(|| format!("Pick up the {}", one.sheet.items[usize::from(item)].name).into());
    form.id(|| format!("hold-{}-{item}:{}", of.0, who.0));
    Ok(act)
}

fn at_a_door(form: Asked<'_, '_>, who: Who) -> Filled<Interact> {
    let at = form.at();
    let verb = form.each("verb", [Verb::Open, Verb::Close])?;
    form.label(|| if verb == Verb::Open { "Open a door".into() } else { "Close a door".into() });
    form.id(|| format!("{}-door:{}", verb.name().to_lowercase(), who.0));
    let act = Interact::bare(who, verb);
    let open = |spot: &Spot| Interact { at: Some(*spot), ..act.clone() }.is_possible(at);
    let spot = space(form, "at", "Which", || around(at, who, 1).into_iter().filter(open).collect())?;
    Ok(Interact { at: Some(spot), ..act })
}

/// Bare hands that put out fire, bind blood, free or wake; a tool in hand for what they cannot undo.
fn help(form: Asked<'_, '_>, who: Who) -> Filled<Interact> {
    let (at, state) = (form.at(), form.state);
    let tools = crate::picks::carried(at, who);
    let item = form.each("item", std::iter::once(None).chain(tools.iter().map(|(item, _)| Some(*item))))?;
    let verb = form.each("verb", [Verb::Apply])?;
    let act = Interact { item, ..Interact::bare(who, verb) };
    if form.variant(&[false, true])? {
        form.only_if(item.is_none() && act.is_possible(at))?;
        form.label(|| "Help yourself by hand".into());
        form.id(|| format!("help-self:{}", who.0));
        return Ok(act);
    }
    // What a thing is made for has its card already.
    form.only_if(item.is_none() || !aims(state, form.book, &act).somebody)?;
    let on = |other: Who| Interact { target: Some(other), ..act.clone() };
    form.only_if(neighbours(at, who).any(|other| on(other).is_possible(at)))?;
    let tool = tools.iter().find(|(number, _)| Some(*number) == item);
    form.label(|| match tool {
        Some((_, name)) => format!("Help somebody with the {name}").into(),
        None => "Help somebody by hand".into(),
    });
    form.id(|| format!("help-{}:{}", item.map_or_else(|| "hand".to_owned(), |item| item.to_string()), who.0));
    Ok(on(form.creature_among("target", "Whom", |other| near(at, who, other))?))
}
