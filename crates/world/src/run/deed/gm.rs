//! What the game master does with adventures.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, deed};

use super::super::fact::WorldFact;
use super::super::go::is_place;
use super::super::open::{may_open, open};
use super::super::settle::settle;
use super::super::time::{is_span, seconds};
use super::super::world::PlaceKey;
use super::super::worldly::Worldly;
use super::{Inhabited, any_place};

deed! {
    /// Opens an adventure of the book, joined to a place of another.
    #[serde(deny_unknown_fields)]
    pub struct OpenAdventure(form: impl Inhabited) {
        file: String = file(form)?,
        /// Where its `out` leads; where the table's own adventure begins if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        out: Option<PlaceKey> = form.or_left_out("out", |form| any_place(form, "out", "Joined to"))?,
        /// How far it is from there: `2 hours`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        far: Option<String> = form.maybe_text("far", "How far from there", 40)?,
        /// The key it is open under; its id if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String> = form.unasked("key")?,
    }
}

fn file<G: Inhabited>(form: &mut Filling<'_, G>) -> Filled<String> {
    let all = G::adventures(form.book);
    form.named("file", "Which", all, |name| Some(name.to_owned()))
}

/// A span that is written as one, and no dice.
pub(super) fn may_take<G: Worldly>(may: May<'_, G>, span: Option<&String>) -> Lawful {
    may.not_if(span.is_some_and(|span| !is_span::<G>(span)), || {
        let units = G::UNITS.join(", ");
        Refusal::new(
            G::CITES.time,
            "span",
            format!(
                "A span is such as `2 {}`; units are {units}.",
                G::UNITS.first().copied().unwrap_or("days")
            ),
        )
    })
}

fn far<G: Worldly>(cx: &mut Cx<'_, G>, span: Option<&String>) -> Flow<u64> {
    span.map_or(Ok(0), |span| seconds(cx, span))
}

impl OpenAdventure {
    fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.file)
    }
}

impl<G: Inhabited> Deed<G> for OpenAdventure {
    const CARD: Card = Card::gm("Open an adventure", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        may_open(may.at(), &self.file, self.key(), self.out.as_ref())?;
        may_take(may, self.far.as_ref())
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let far = far(cx, self.far.as_ref())?;
        let out = self.out.clone().or_else(|| {
            let home = super::super::world::World::<G>::at_home(cx.book());
            home.filter(|home| is_place(cx.at(), home))
        });
        open(cx, &self.file, self.key(), out, far)
    }
}

deed! {
    /// Joins an open adventure to another place.
    #[serde(deny_unknown_fields)]
    pub struct JoinWays(form: impl Inhabited) {
        adventure: String = adventure(form)?,
        out: PlaceKey = any_place(form, "out", "Joined to")?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        far: Option<String> = form.maybe_text("far", "How far from there", 40)?,
    }
}

/// An open adventure, by its key.
fn adventure<G: Inhabited>(form: &mut Filling<'_, G>) -> Filled<String> {
    let keys = G::world(form.state).order.iter().map(|key| (key.to_string(), key.to_string()));
    form.named("adventure", "Which adventure", keys.collect::<Vec<_>>(), |name| Some(name.to_owned()))
}

pub(super) fn must_be_open<G: Worldly>(may: May<'_, G>, adventure: &str) -> Lawful {
    may.not_if(!G::world(may.state).open.contains_key(adventure), || {
        Refusal::new(G::CITES.adventure, "not-open", format!("No adventure is open as {adventure}."))
    })
}

pub(super) fn must_be_place<G: Worldly>(may: May<'_, G>, place: &PlaceKey) -> Lawful {
    may.not_if(!is_place(may.at(), place), || {
        Refusal::new(G::CITES.adventure, "no-place", "There is no such place.")
    })
}

impl<G: Inhabited> Deed<G> for JoinWays {
    const CARD: Card = Card::gm("Join an adventure to a place", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_be_open(may, &self.adventure)?;
        must_be_place(may, &self.out)?;
        may_take(may, self.far.as_ref())
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let far = far(cx, self.far.as_ref())?;
        let fact = WorldFact::Joined(self.adventure.as_str().into(), self.out, far);
        cx.record(G::CITES.adventure, fact.into());
        settle(cx)
    }
}
