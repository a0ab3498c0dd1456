//! What the game master makes at the table: people and things where they are wanted, harm that befalls people, heroes who come
//! from other tables and go to them. Rows of their own are written elsewhere; here they are put into the world.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, Playable, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::fact::{Told, WorldFact};
use super::super::go::arrive;
use super::super::inflict::Inflicted;
use super::super::settle::settle;
use super::super::thing::{MOST_HEAPS, make, place_of, shift};
use super::super::world::{PlaceKey, Where};
use super::super::worldly::{Stack, Worldly};
use super::gm::must_be_place;
use super::{Inhabited, any_place};
use crate::adventure::{Lying, Person, Side};

deed! {
    /// Puts something into a place: a thing of the content, or the table's own, by name.
    #[serde(deny_unknown_fields)]
    pub struct MakeThing(form: impl Inhabited) {
        what: String = form.text("what", "What", 80)?,
        to: PlaceKey = any_place(form, "to", "Where")?,
        /// How many; one if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=10_000)?,
    }
}

impl<G: Inhabited> Deed<G> for MakeThing {
    const CARD: Card = Card::gm("Put a thing somewhere", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.adventure;
        must_be_place(may, &self.to)?;
        may.not_if(self.number.is_some_and(|number| !(1..=10_000).contains(&number)), || {
            Refusal::new(rule, "so-many", "1 to 10,000 can be put somewhere at once.")
                .with("most", 10_000_u32)
        })?;
        may.not_if(G::world(may.state).heaps.len() >= MOST_HEAPS, || {
            Refusal::new(rule, "too-many", "Too many things lie about already.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let thing = G::thing(cx, &Lying::entry(&self.what), self.number.unwrap_or(1))?;
        make(cx, thing, Where::Place(self.to), true, false);
        settle(cx)
    }
}

deed! {
    /// Puts somebody into a place: a creature of the content, or the table's own, by name.
    #[serde(deny_unknown_fields)]
    pub struct MakePerson(form: impl Inhabited) {
        what: String = form.text("what", "What", 80)?,
        to: PlaceKey = any_place(form, "to", "Where")?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String> = form.maybe_text("name", "Name", 80)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=100)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side> = form.maybe("side", "Whose side", sides())?,
    }
}

fn sides() -> [(Side, &'static str); 3] {
    [(Side::Foes, "against the heroes"), (Side::Friends, "with the heroes"), (Side::Nobody, "neither")]
}

impl<G: Inhabited> Deed<G> for MakePerson {
    const CARD: Card = Card::gm("Put somebody somewhere", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_be_place(may, &self.to)?;
        may.not_if(self.number.is_some_and(|number| !(1..=100).contains(&number)), || {
            Refusal::new(G::CITES.adventure, "so-many", "1 to 100 come at once.").with("most", 100_u32)
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let person = Person::entry(&self.what, self.name.as_deref(), self.side);
        let mut met = Vec::new();
        for _ in 0..self.number.unwrap_or(1) {
            let who = G::make(cx, &self.to.adventure, &person, &self.to)?;
            let to = self.to.clone();
            cx.record(G::CITES.going, WorldFact::Went { who, to, hero: false }.into());
            met.push(who);
        }
        if G::world(cx.state()).heroes_at(&self.to).next().is_some() {
            G::meets(cx, &self.to, &met)?;
        }
        settle(cx)
    }
}

/// Lets something befall people, in the game's own terms: each rolls against it, if a check is named, and then only what is left
/// befalls them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "")]
pub struct Inflict<G: Worldly> {
    /// Whom.
    pub whom: Vec<Who>,
    /// What, what is rolled against it, and why.
    #[serde(flatten)]
    pub what: Inflicted<G>,
}

impl<G: Inhabited> Form<G> for Inflict<G> {
    fn form(form: &mut Filling<'_, G>) -> Filled<Self> {
        let whom = form.creatures("whom", "Whom", 1..=100, |_| true)?;
        if form.is_written() {
            let read =
                |value| serde_json::from_value(value).map_err(|error: serde_json::Error| error.to_string());
            let domain = || boneyard_table::view::Domain::text(0);
            let harm = form.field("harm", "What", domain, || None, read)?;
            let check = form.unasked("check")?;
            let why = form.unasked("why")?;
            let spares = form.unasked("spares")?;
            return Ok(Self { whom, what: Inflicted { harm, check, why, spares } });
        }
        // What was inflicted before is offered again.
        let before = G::world(form.state).inflicted.clone();
        let named = before.into_iter().map(|what| {
            let name = if what.why.is_empty() { "the same again".to_owned() } else { what.why.clone() };
            (what, name)
        });
        let what = form.one_of("what", "What", named)?;
        Ok(Self { whom, what })
    }
}

impl<G: Inhabited> Deed<G> for Inflict<G> {
    const CARD: Card = Card::gm("Let something befall people", "Scene").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.adventure;
        let known = |who: &Who| G::called(may.at(), *who, Seat::GM).is_some();
        may.not_if(self.whom.is_empty() || !self.whom.iter().all(known), || {
            Refusal::new(rule, "nobody", "There is nobody like that.")
        })?;
        may.not_if(self.what.why.len() > 200, || {
            Refusal::new(rule, "too-long", "Say why in 200 letters at most.").with("most", 200_u32)
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let rule = G::CITES.adventure;
        let Self { mut whom, what } = self;
        whom.sort_unstable();
        whom.dedup();
        cx.record(rule, WorldFact::Inflicted(what.clone()).into());
        if !what.why.is_empty() {
            let at = whom.first().and_then(|who| place_of(cx.at(), *who));
            let told = Told { text: what.why.clone(), at, gm: false };
            cx.record(rule, WorldFact::Told(told).into());
        }
        let (mut whole, mut lessened) = (Vec::new(), Vec::new());
        for who in whom {
            let passed = match &what.check {
                Some(check) => G::check(cx, who, check)?.passed,
                None => false,
            };
            if passed { lessened.push(who) } else { whole.push(who) }
        }
        if !whole.is_empty() {
            G::harm(cx, &whole, &what.harm)?;
        }
        let lessens = !lessened.is_empty() && !what.spares;
        if let (true, Some(harm)) = (lessens, G::lessened(&what.harm)) {
            G::harm(cx, &lessened, &harm)?;
        }
        settle(cx)
    }
}

/// A hero with all they carry, as one table gives them to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Traveller<G: Worldly> {
    /// The game.
    pub game: String,
    /// The hero, as the game writes one.
    pub hero: serde_json::Value,
    /// What they carry.
    pub things: Vec<G::Thing>,
}

/// A hero as another table can take them.
pub fn traveller<G: Inhabited>(at: boneyard_table::At<'_, G>, who: Who) -> Option<Traveller<G>> {
    let hero = G::export(at, who)?;
    Some(Traveller { game: <G as Playable>::NAME.to_owned(), hero, things: G::carried(at, who) })
}

deed! {
    /// A hero goes to another table, with all they carry; here they are no more.
    #[serde(deny_unknown_fields)]
    pub struct ExportHero(form: impl Inhabited) {
        who: Who = form.creature_among("who", "Who", |_| true)?,
    }
}

impl<G: Inhabited> Deed<G> for ExportHero {
    const CARD: Card = Card::gm("Let a hero go to another table", "People").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.adventure;
        let hero = G::world(may.state).stands.get(&self.who).is_some_and(|stand| stand.hero);
        may.not_if(!hero || G::export(may.at(), self.who).is_none(), || {
            Refusal::new(rule, "no-hero", "Only heroes go to other tables.")
        })?;
        may.not_if(G::fight(may.at()).is_some(), || Refusal::new(rule, "fight", "Nobody leaves in a fight."))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        for thing in G::carried(cx.at(), self.who) {
            if thing.number() > 0 {
                shift(cx, thing, (Where::Carried(self.who), None), Where::Outside, true, false);
            }
        }
        cx.record(G::CITES.adventure, WorldFact::Retired(self.who).into());
        G::retired(cx, self.who)?;
        settle(cx)
    }
}

/// A hero comes from another table, with all they carry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportHero {
    /// The hero, as [`traveller`] wrote them, in JSON.
    pub hero: String,
    /// Where they come in.
    pub to: PlaceKey,
}

impl<G: Inhabited> Form<G> for ImportHero {
    fn form(form: &mut Filling<'_, G>) -> Filled<Self> {
        Ok(Self {
            hero: form.text("hero", "The hero's file", 1_000_000)?,
            to: any_place(form, "to", "Where")?,
        })
    }
}

impl<G: Inhabited> Deed<G> for ImportHero {
    const CARD: Card = Card::gm("Let a hero come from another table", "People").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.adventure;
        must_be_place(may, &self.to)?;
        if self.hero == "…" {
            return Ok(());
        }
        let read = serde_json::from_str::<Traveller<G>>(&self.hero);
        match read {
            Ok(hero) => may.not_if(hero.game != <G as Playable>::NAME || hero.things.len() > 500, || {
                Refusal::new(rule, "other-game", format!("That is no hero of {}.", G::TITLE))
            }),
            Err(error) => {
                may.no(|| Refusal::new(rule, "unreadable", format!("That is no hero's file: {error}.")))
            }
        }
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Ok(hero) = serde_json::from_str::<Traveller<G>>(&self.hero) else { return Ok(()) };
        let who = G::import(cx, &hero.hero)?;
        for thing in hero.things {
            if thing.number() > 0 {
                shift(cx, thing, (Where::Outside, None), Where::Carried(who), true, false);
            }
        }
        arrive(cx, who, &self.to)?;
        settle(cx)
    }
}
