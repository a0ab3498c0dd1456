//! Picking up what lies within reach: the small act HOLD, with a thing that lies there.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, Cx, Flow, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::interact::{AP, Interact, Verb, interact, legal};
use crate::RollHighOrDie;
use crate::combat::takes;
use crate::picks::item_named;
use crate::rules;
use crate::state::Place;

/// Picks up what lies in one's own space or the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickUp {
    /// Who.
    pub who: Who,
    /// Whose it was.
    pub of: Who,
    /// Which of their things.
    pub item: u8,
}

impl Form<RollHighOrDie> for PickUp {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let (who, at) = (form.actor()?, form.at());
        if form.is_written() {
            let of = form.unasked_creature("of")?.unwrap_or(who);
            let item = form.each_named("item", [(0, "")], |name| item_named(at.state, of, name))?;
            return Ok(Self { who, of, item });
        }
        let (of, item) = form.cards(|| lying(at, who))?;
        form.label(|| format!("Pick up the {}", at.state.sheet(of).items[usize::from(item)].name).into());
        form.id(|| format!("pick-up-{}-{item}:{}", of.0, who.0));
        Ok(Self { who, of: form.each("of", [of])?, item: form.each("item", [item])? })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl PickUp {
    fn act(self) -> Interact {
        Interact { item: Some(self.item), of: Some(self.of), ..Interact::bare(self.who, Verb::Hold) }
    }
}

impl Deed<RollHighOrDie> for PickUp {
    const CARD: Card = Card::acting("Pick up", "Things").rule(rules::RH_INV_08);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        legal(may.state, may.book, &self.act())?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        interact(cx, &self.act())
    }
}

/// What lies within reach, no matter who dropped it, and can be held now.
fn lying(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(Who, u8)> {
    let state = at.state;
    if takes(state, at.book, who, AP).is_err() {
        return Vec::new();
    }
    let known = state.everybody().filter(|of| *of == who || !state.live(*of).unseen);
    let things = known.flat_map(|of| {
        let items = (0u8..).zip(&state.live(of).items);
        let there = items.filter(|(_, now)| matches!(now.place, Place::Floor(_)) && now.count > 0);
        there.map(move |(item, _)| (of, item))
    });
    let can =
        |(of, item): &(Who, u8)| legal(state, at.book, &PickUp { who, of: *of, item: *item }.act()).is_ok();
    things.filter(can).collect()
}
