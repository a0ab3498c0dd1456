//! Trying what a place offers, and looking around.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::super::act::Act;
use super::super::attempt::{attempt, search};
use super::super::outcome::has_one;
use super::super::scope::Scope;
use super::super::seen::{may_again, tries_of};
use super::super::thing::place_of;
use super::super::world::PlaceKey;
use super::super::worldly::Worldly;
use super::{Inhabited, here};
use crate::adventure::Try;
use crate::name::HeldName;

deed! {
    /// Tries something the place offers, as it is put there.
    #[serde(deny_unknown_fields)]
    pub struct Attempt(form: impl Inhabited) {
        who: Who = form.actor()?,
        what: String = what(form, who)?,
    }
}

fn what<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<String> {
    let (at, gm) = (form.at(), form.seat.is_gm());
    let tries = place_of(at, who).map(|here| tries_of(at, &here, Some(who), gm)).unwrap_or_default();
    form.named("what", "What", tries.into_iter().map(|(what, _)| (what.clone(), what)), |_| None)
}

/// What somebody means to try, as it is put.
pub(super) fn found<'a, G: Worldly>(
    at: At<'a, G>,
    here: &PlaceKey,
    who: Who,
    what: &str,
    gm: bool,
) -> Option<&'a Try<G>> {
    tries_of(at, here, Some(who), gm).into_iter().find(|(name, _)| name == what).map(|(_, row)| row)
}

/// Whether somebody may try something: it is there, it was not tried too often, they have what it needs.
pub(super) fn may_try<G: Worldly>(may: May<'_, G>, who: Who, what: &str) -> Lawful {
    let rule = G::CITES.adventure;
    let (at, here) = (may.at(), here(may, who)?);
    // The same words for what is not there and for what nobody found.
    let Some(row) = found(at, &here, who, what, may.by.is_gm()) else {
        return may.no(|| Refusal::new(rule, "no-such-try", "There is nothing like that to try here."));
    };
    may.not_if(!may_again(at, &here, who, row), || Refusal::new(rule, "tried", "That was tried already."))?;
    let scope = Scope { here: Some(here.clone()), actor: Some(who), ..Scope::of(&here.adventure) };
    may.not_if(!row.needs.is_empty() && !has_one(at, who, &scope, &row.needs), || {
        let needs: Vec<&str> = row.needs.iter().map(HeldName::as_str).collect();
        Refusal::new(rule, "needs", format!("That needs {}.", needs.join(" or ")))
    })
}

impl<G: Inhabited> Deed<G> for Attempt {
    const CARD: Card = Card::acting("Try", "Places").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Try)?;
        may_try(may, self.who, &self.what)
    }

    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        let Some(here) = place_of(cx.at(), self.who) else { return Ok(()) };
        let book = cx.book();
        let at = At::<G> { state: cx.state(), book };
        let Some(id) = found(at, &here, self.who, &self.what, by.is_gm()).map(|row| row.id.clone()) else {
            return Ok(());
        };
        G::acts(cx, self.who, Act::Try)?;
        let file = super::super::fill::file(cx, &here.adventure);
        match file.and_then(|file| file.tries.iter().find(|row| row.id == id)) {
            Some(row) => attempt(cx, self.who, &here, row),
            None => Ok(()),
        }
    }
}

deed! {
    /// Looks around.
    #[serde(deny_unknown_fields)]
    pub struct Search(form: impl Inhabited) {
        who: Who = form.actor()?,
    }
}

impl<G: Inhabited> Deed<G> for Search {
    const CARD: Card = Card::acting("Look around", "Places").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Search)?;
        here(may, self.who).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some(here) = place_of(cx.at(), self.who) else { return Ok(()) };
        G::acts(cx, self.who, Act::Search)?;
        search(cx, self.who, &here)
    }
}
