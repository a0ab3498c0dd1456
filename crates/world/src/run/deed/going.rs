//! Going from place to place.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::super::act::Act;
use super::super::fact::WorldFact;
use super::super::go::{Leads, go};
use super::super::seen::ways_of;
use super::super::thing::place_of;
use super::super::worldly::Worldly;
use super::{Inhabited, beside, here};

deed! {
    /// Goes a way that leads on, by what it looks like where it leads. Those who follow come along.
    #[serde(deny_unknown_fields)]
    pub struct Go(form: impl Inhabited) {
        who: Who = form.actor()?,
        to: String = way(form, who)?,
        /// Others whom the same player leads.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Who> = companions(form, who)?,
    }
}

fn way<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<String> {
    let at = form.at();
    let ways = place_of(at, who).map(|here| ways_of::<G>(at.state, at.book, &here)).unwrap_or_default();
    form.place("to", "Where", ways.into_iter().map(|(to, _)| (to.clone(), to)), |_| None)
}

fn companions<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<Vec<Who>> {
    let (at, seat) = (form.at(), form.seat);
    form.maybe_creatures("with", "With whom", 0..=20, |one| {
        one != who && beside(at, who, one) && is_led::<G>(at.state, seat, one)
    })
}

fn is_led<G: Worldly>(state: &G::State, seat: Seat, one: Who) -> bool {
    let hero = G::world(state).stands.get(&one).is_some_and(|stand| stand.hero);
    hero && (seat.is_gm() || G::speaker(state, one) == seat)
}

impl Go {
    fn leads<'b, G: Worldly>(&self, state: &G::State, book: &'b G::Book) -> Option<Leads<'b, G>> {
        let here = place_of(boneyard_table::At::<G> { state, book }, self.who)?;
        ways_of::<G>(state, book, &here).into_iter().find(|(to, _)| *to == self.to).map(|(_, leads)| leads)
    }
}

impl<G: Inhabited> Deed<G> for Go {
    const CARD: Card = Card::acting("Go", "Places").rule(G::CITES.going);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.going;
        G::may_act(may, self.who, Act::Go)?;
        here(may, self.who)?;
        // The same words for a way that is not there and for one nobody found.
        let Some(leads) = self.leads::<G>(may.state, may.book) else {
            return may.no(|| Refusal::new(rule, "no-way", "No way leads there from here."));
        };
        may.not_if(leads.is_locked(may.at()), || Refusal::new(rule, "locked", "It is locked."))?;
        may.not_if(leads.is_shut(may.at()), || {
            Refusal::new(rule, "shut", "Nobody gets through there any more.")
        })?;
        for one in &self.with {
            may.not_if(!beside(may.at(), self.who, *one), || {
                Refusal::new(rule, "apart", "They do not stand together.")
            })?;
            may.not_if(!is_led::<G>(may.state, may.by, *one), || {
                Refusal::new(rule, "not-led", "They go where they want. They come along if they follow you.")
            })?;
            G::may_act(may, *one, Act::Go)?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let book = cx.book();
        let Some(leads) = self.leads::<G>(cx.state(), book) else { return Ok(()) };
        let mut all = vec![self.who];
        all.extend(self.with.iter().filter(|one| **one != self.who));
        let world = G::world(cx.state());
        let hero = |who: &Who| world.stands.get(who).is_some_and(|stand| stand.hero);
        let train: Vec<Who> = all.iter().flat_map(|one| world.train(*one)).filter(hero).collect();
        all.extend(train);
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|one| seen.insert(*one));
        for one in &all {
            // What they were doing rests here until they are back.
            let doing = G::world(cx.state()).doings.get(one).filter(|doing| doing.since.is_some());
            if let Some(rests) = doing.map(|doing| doing.resting(G::world(cx.state()).now)) {
                cx.record(G::CITES.time, WorldFact::Doing(*one, Some(rests)).into());
            }
            G::acts(cx, *one, Act::Go)?;
        }
        go(cx, &all, &leads)
    }
}
