//! The deeds of a game as a table: what follows from each without knowing which it is.

use serde_json::{Map, Value};

use super::filling::Hand;
use super::walk::{End, Walk};
use super::{Card, Deed, Desk, Filling, May, Unfilled, lawful};
use crate::view::OfferCard;
use crate::{At, Game, Playable, Refusal, Seat, Who};

/// Those a seat knows of, once somebody asked.
type People = Option<Vec<(Who, String)>>;

type Offer<G> = fn(&Row<G>, At<'_, G>, Seat, Option<Who>, &mut People, &mut Vec<OfferCard>);
type List<G> = fn(At<'_, G>, Seat, Option<Who>, &mut Vec<<G as Game>::Command>) -> u32;
type Read<G> = fn(At<'_, G>, Seat, Map<String, Value>) -> Result<<G as Game>::Command, String>;

/// One deed of a game.
pub struct Row<G: Playable> {
    /// Its name, as stories and clients write it.
    pub name: &'static str,
    /// Names it was written by before.
    pub old: &'static [&'static str],
    /// How it is offered.
    pub card: Card,
    offer: Offer<G>,
    list: List<G>,
    read: Read<G>,
}

impl<G: Playable> std::fmt::Debug for Row<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Row").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Playable> Row<G> {
    /// The row of a kind of deed.
    pub const fn of<D: Deed<G> + Into<G::Command>>(name: &'static str, old: &'static [&'static str]) -> Self {
        Self { name, old, card: D::CARD, offer: offer::<G, D>, list: list::<G, D>, read: read_as::<G, D> }
    }

    /// Adds every command of this kind that is legal now, as far as they can be counted; says how many ways through
    /// the form that took.
    pub fn list(&self, at: At<'_, G>, seat: Seat, actor: Option<Who>, commands: &mut Vec<G::Command>) -> u32 {
        (self.list)(at, seat, actor, commands)
    }

    fn lies_on(&self, seat: Seat, actor: Option<Who>, being_made: bool) -> bool {
        match self.card.desk {
            Desk::Actor => actor.is_some() && !being_made,
            Desk::Making => actor.is_some() && being_made,
            Desk::Own => actor.is_some(),
            Desk::Gm => actor.is_none() && seat.is_gm(),
            Desk::Anyone => actor.is_none(),
            Desk::Nowhere => false,
        }
    }
}

/// The cards of these deeds that lie before a seat, for one of its creatures or for itself.
pub fn offers<G: Playable>(
    rows: &[Row<G>],
    at: At<'_, G>,
    seat: Seat,
    actor: Option<Who>,
    being_made: bool,
) -> Vec<OfferCard> {
    let (mut cards, mut people) = (Vec::new(), None);
    for row in rows.iter().filter(|row| row.lies_on(seat, actor, being_made)) {
        (row.offer)(row, at, seat, actor, &mut people, &mut cards);
    }
    cards
}

/// A command as a seat, a story or a form words it; `None` where no deed has that name.
pub fn read<G: Playable>(
    rows: &[Row<G>],
    at: At<'_, G>,
    seat: Seat,
    command: &Value,
) -> Option<Result<G::Command, Refusal>> {
    let (name, fields) = crate::named_fields(command);
    let row = rows.iter().find(|row| row.name == name || row.old.contains(&name))?;
    let fields = match fields {
        Value::Object(fields) => Ok(fields),
        _ => Err(format!("`{name}` has fields")),
    };
    let read = fields.and_then(|fields| (row.read)(at, seat, fields));
    Some(
        read.map_err(|told| {
            Refusal::by_table("unreadable", format!("That is no command of this game: {told}."))
        }),
    )
}

/// Runs the form once for each way through it.
fn each<G: Playable, D: Deed<G>>(
    at: At<'_, G>,
    seat: Seat,
    actor: Option<Who>,
    walk: &mut Walk,
    mut with: impl FnMut(&mut Walk, Option<D>),
) {
    loop {
        walk.begin();
        let mut form = Filling { state: at.state, book: at.book, seat, actor, hand: Hand::Walk(walk) };
        let filled = D::form(&mut form);
        with(walk, filled.ok());
        if !walk.next_way() {
            return;
        }
    }
}

fn offer<G: Playable, D: Deed<G>>(
    row: &Row<G>,
    at: At<'_, G>,
    seat: Seat,
    actor: Option<Who>,
    people: &mut People,
    cards: &mut Vec<OfferCard>,
) {
    let mut walk = Walk::new(true);
    walk.people = people.take();
    let mut any = false;
    each::<G, D>(at, seat, actor, &mut walk, |walk, deed| {
        let Some(deed) = deed else { return };
        any = true;
        let end = match lawful(&deed, May::quiet(at, seat)) {
            Ok(()) => End::Open,
            Err(barred) if barred.is_outright() => End::Shut,
            Err(_) => End::Barred,
        };
        let why = || match lawful(&deed, May::told(at, seat)) {
            Ok(()) => Refusal::by_table("barred", "That cannot be done now."),
            Err(barred) => barred.refusal(),
        };
        walk.ended(end, why);
    });
    *people = walk.people.take();
    if any {
        cards.extend(walk.cards(row.name, &row.card));
    }
}

fn list<G: Playable, D: Deed<G> + Into<G::Command>>(
    at: At<'_, G>,
    seat: Seat,
    actor: Option<Who>,
    commands: &mut Vec<G::Command>,
) -> u32 {
    let mut walk = Walk::new(false);
    each::<G, D>(at, seat, actor, &mut walk, |walk, deed| {
        let Some(deed) = deed else { return };
        match lawful(&deed, May::quiet(at, seat)) {
            Ok(()) => commands.push(deed.into()),
            Err(barred) if barred.is_outright() => walk.ended(End::Shut, || barred.refusal()),
            Err(_) => {}
        }
    });
    walk.gone()
}

fn read_as<G: Playable, D: Deed<G> + Into<G::Command>>(
    at: At<'_, G>,
    seat: Seat,
    mut fields: Map<String, Value>,
) -> Result<G::Command, String> {
    let mut form =
        Filling { state: at.state, book: at.book, seat, actor: None, hand: Hand::Words(&mut fields) };
    let deed = match D::form(&mut form) {
        Ok(deed) => deed,
        Err(Unfilled::Unread(told)) => return Err(told),
        Err(Unfilled::Hidden) => return Err("nothing like that is asked for".into()),
    };
    match fields.keys().next() {
        Some(unknown) => Err(format!("unknown field `{unknown}`")),
        None => Ok(deed.into()),
    }
}
