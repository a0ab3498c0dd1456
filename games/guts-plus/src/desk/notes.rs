//! The checklist of a session, places that can still move, and cards with links.

use boneyard_table::deed::{Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Audience, Cx, Flow, Lane, Refusal, RuleId, Seat, deed};
use serde_json::{Value, json};

use super::may_write;
use crate::GutsPlus;
use crate::book::Book;
use crate::fact::DeskFact;
use crate::form;
use crate::rules;
use crate::state::{Card, Outlined, State};

/// The heading of these cards.
const GROUP: &str = "Desk";

fn behind_the_screen(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, fact: DeskFact) {
    cx.record_for(Audience::GM, rule, fact.into());
}

/// The headings of the checklist with their points.
fn checklist(book: &Book) -> Vec<(&str, Vec<&str>)> {
    fn read(row: &Value) -> Option<(&str, Vec<&str>)> {
        let points = row.get("points").and_then(Value::as_array).into_iter().flatten();
        Some((row.get("heading")?.as_str()?, points.filter_map(Value::as_str).collect()))
    }
    book.plain.get("soil").into_iter().flatten().filter_map(read).collect()
}

/// A heading of the checklist, and its points.
fn may_head<'a>(may: May<'a, GutsPlus>, name: &str) -> Lawful<(&'a str, Vec<&'a str>)> {
    let mut all = checklist(may.book);
    match all.iter().position(|(known, _)| known.eq_ignore_ascii_case(name.trim())) {
        Some(at) => Ok(all.swap_remove(at)),
        None => may.no(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let sentence = format!("There are the headings {}.", names.join(", "));
            Refusal::new(rules::GP_GM_01, "no-heading", sentence)
        }),
    }
}

deed! {
    /// Ticks a point of the checklist, or takes the tick back.
    pub struct Tick(form: GutsPlus) {
        /// Its heading.
        heading: String = {
            let all = checklist(form.book);
            form.each("heading", all.iter().map(|(heading, _)| (*heading).to_owned()))?
        },
        /// Its number, from 1.
        point: u8 = {
            let all = checklist(form.book);
            let points = all.iter().find(|(known, _)| *known == heading).map_or(0, |(_, points)| points.len());
            form.each("point", 1..=points as u8)?
        },
        /// Whether done.
        done: bool = {
            let ticks = &form.state.desk.ticks;
            let ticked = ticks.iter().any(|(known, number)| *known == heading && *number == point);
            let done = form.each("done", [!ticked])?;
            let book = form.book;
            form.label(|| {
                let all = checklist(book);
                let points = all.iter().find(|(known, _)| *known == heading).map(|(_, points)| points);
                let said = points.and_then(|points| points.get(usize::from(point).saturating_sub(1)));
                said.copied().unwrap_or("Tick a point").to_owned().into()
            });
            form.group(|| format!("Desk: {heading}").into());
            form.id(|| format!("tick:{heading}:{point}"));
            done
        },
    }
}

impl Deed<GutsPlus> for Tick {
    const CARD: deed::Card = deed::Card::gm("Tick a point", GROUP).rule(rules::GP_GM_01);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (heading, points) = may_head(may, &self.heading)?;
        may.not_if(self.point == 0 || usize::from(self.point) > points.len(), || {
            let sentence = format!("{heading} has the points 1 to {}.", points.len());
            Refusal::new(rules::GP_GM_01, "no-point", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let heading = may_head(May::quiet(cx.at(), by), &self.heading)?.0.to_owned();
        let Self { point, done, .. } = self;
        behind_the_screen(cx, rules::GP_GM_01, DeskFact::Ticked { heading, point, done });
        Ok(())
    }
}

deed! {
    /// Writes a note under a heading.
    pub struct Note(form: GutsPlus) {
        /// Which heading.
        heading: String = {
            let all = checklist(form.book);
            form.one_of("heading", "Under", form::names(all.iter().map(|(heading, _)| *heading)))?
        },
        /// The words.
        text: String = form.text("text", "Words", 1000)?,
    }
}

impl Deed<GutsPlus> for Note {
    const CARD: deed::Card = deed::Card::gm("Write a note", GROUP).rule(rules::GP_GM_01);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (heading, _) = may_head(may, &self.heading)?;
        may_write(may, rules::GP_GM_01, heading, &[&self.text])?;
        may.not_if(self.text.trim().is_empty(), || {
            Refusal::new(rules::GP_GM_01, "nothing", "A note says something.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let heading = may_head(May::quiet(cx.at(), by), &self.heading)?.0.to_owned();
        behind_the_screen(cx, rules::GP_GM_01, DeskFact::Noted { heading, text: self.text });
        Ok(())
    }
}

/// A place that was outlined.
fn place<'a>(state: &'a State, name: &str) -> Option<&'a Outlined> {
    state.desk.places.iter().find(|place| place.name.eq_ignore_ascii_case(name.trim()))
}

fn may_place<'a>(may: May<'a, GutsPlus>, name: &str) -> Lawful<&'a Outlined> {
    match place(may.state, name) {
        Some(place) => Ok(place),
        None => may.no(|| {
            let sentence = format!("No place called {} is outlined.", name.trim());
            Refusal::new(rules::GP_GM_02, "no-place", sentence)
        }),
    }
}

/// The field `place`, with those of which this holds.
fn outlined(form: &mut Filling<'_, GutsPlus>, among: impl Fn(&Outlined) -> bool) -> Filled<String> {
    let places: Vec<&Outlined> = form.state.desk.places.iter().filter(|place| among(place)).collect();
    form.only_if(!places.is_empty())?;
    form.one_of("place", "Which", form::names(places.into_iter().map(|place| place.name.as_str())))
}

deed! {
    /// Outlines a place that is nowhere yet.
    pub struct Outline(form: GutsPlus) {
        /// What it is called.
        place: String = form.text("place", "Name", 80)?,
    }
}

impl Deed<GutsPlus> for Outline {
    const CARD: deed::Card = deed::Card::gm("Outline a place", GROUP).rule(rules::GP_GM_02);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_write(may, rules::GP_GM_02, &self.place, &[])?;
        may.not_if(place(may.state, &self.place).is_some(), || {
            Refusal::new(rules::GP_GM_02, "twice", "That place is outlined already.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let place = Outlined { name: self.place.trim().to_owned(), at: None, seen: false };
        behind_the_screen(cx, rules::GP_GM_02, DeskFact::Place { place });
        Ok(())
    }
}

deed! {
    /// Sets an outlined place down where the players are heading.
    pub struct SetDown(form: GutsPlus) {
        /// Which.
        place: String = outlined(form, |place| !place.seen)?,
        /// Where.
        at: String = form.text("at", "Where", 80)?,
        /// Even if it was seen elsewhere.
        #[serde(default)]
        sure: bool = form.unasked("sure")?,
    }
}

impl Deed<GutsPlus> for SetDown {
    const CARD: deed::Card = deed::Card::gm("Set a place down", GROUP).rule(rules::GP_GM_02);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let place = may_place(may, &self.place)?;
        may_write(may, rules::GP_GM_02, &self.at, &[])?;
        may.not_if(place.seen && !self.sure, || {
            let sentence = format!("The players have seen {}; say that you are sure.", place.name);
            Refusal::new(rules::GP_GM_02, "seen", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        if let Some(place) = place(cx.state(), &self.place).cloned() {
            let place = Outlined { at: Some(self.at.trim().to_owned()), ..place };
            behind_the_screen(cx, rules::GP_GM_02, DeskFact::Place { place });
        }
        Ok(())
    }
}

deed! {
    /// Players see an outlined place, where it was set down.
    pub struct ShowPlace(form: GutsPlus) {
        /// Which.
        place: String = outlined(form, |place| !place.seen && place.at.is_some())?,
    }
}

impl Deed<GutsPlus> for ShowPlace {
    const CARD: deed::Card = deed::Card::gm("Show the players a place", GROUP).rule(rules::GP_GM_02);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let place = may_place(may, &self.place)?;
        may.not_if(place.at.is_none(), || {
            Refusal::new(rules::GP_GM_02, "nowhere", "Set it down somewhere first.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        if let Some(place) = place(cx.state(), &self.place).cloned() {
            let place = Outlined { seen: true, ..place };
            cx.record(rules::GP_GM_02, DeskFact::Place { place }.into());
        }
        Ok(())
    }
}

/// What a card can be.
const KINDS: [&str; 6] = ["world", "place", "object", "person", "situation", "conversion"];

impl Form<GutsPlus> for Card {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        if form.is_written() {
            return Ok(Self {
                name: form.unasked("name")?,
                kind: form.unasked("kind")?,
                text: form.unasked("text")?,
                goal: form.unasked("goal")?,
                cause: form.unasked("cause")?,
                holds: form.unasked("holds")?,
                answers: form.unasked("answers")?,
                links: form.unasked("links")?,
            });
        }
        Ok(Self {
            name: form.text("name", "Name", 80)?,
            kind: form.one_of("kind", "What it is", form::names(KINDS))?,
            goal: form.maybe_text("goal", "What is wanted, or pressing", 400)?.unwrap_or_default(),
            cause: form.maybe_text("cause", "How it came to this", 400)?.unwrap_or_default(),
            holds: form.maybe_text("holds", "What keeps it from getting worse", 400)?.unwrap_or_default(),
            answers: form.maybe_text("answers", "What the world does in return", 400)?.unwrap_or_default(),
            text: form.maybe_text("text", "More", 1000)?.unwrap_or_default(),
            links: Vec::new(),
        })
    }
}

/// The rule of a card, by what it is about.
fn rule_of(card: &Card) -> RuleId {
    match card.kind.as_str() {
        "situation" => rules::GP_GM_04,
        "conversion" => rules::GP_GM_11,
        _ => rules::GP_GM_03,
    }
}

impl Deed<GutsPlus> for Card {
    const CARD: deed::Card = deed::Card::gm("Write a card", GROUP).rule(rules::GP_GM_04);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rule_of(self);
        may.not_if(!KINDS.contains(&self.kind.as_str()), || {
            Refusal::new(rule, "no-kind", format!("A card is a {}.", KINDS.join(", a ")))
        })?;
        let texts = [&*self.text, &self.goal, &self.cause, &self.holds, &self.answers];
        may_write(may, rule, self.name.trim(), &texts)
    }

    fn run(mut self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let rule = rule_of(&self);
        self.name = self.name.trim().to_owned();
        let known = cx.state().desk.cards.iter().find(|known| known.name == self.name);
        self.links = known.map_or_else(Vec::new, |known| known.links.clone());
        behind_the_screen(cx, rule, DeskFact::Card { card: Box::new(self) });
        Ok(())
    }
}

fn card<'a>(state: &'a State, name: &str) -> Option<&'a Card> {
    state.desk.cards.iter().find(|card| card.name.eq_ignore_ascii_case(name.trim()))
}

deed! {
    /// Links two cards.
    pub struct Link(form: GutsPlus) {
        /// One.
        from: String = {
            let cards = &form.state.desk.cards;
            form.only_if(cards.len() > 1)?;
            form.one_of("from", "From", form::names(cards.iter().map(|card| card.name.as_str())))?
        },
        /// The other.
        to: String = {
            let (at, cards) = (form.at(), &form.state.desk.cards);
            let option = |card: &Card| {
                let others = cards.iter().filter(|one| one.name != card.name);
                let given = others.map(|one| json!(one.name)).collect();
                Candidate { given, ..Candidate::new(json!(card.name), card.name.clone()) }
            };
            let first = || Some(cards.iter().find(|card| card.name != from)?.name.clone());
            let domain = || Domain::one_of(cards.iter().map(option));
            let to = form.field("to", "To", domain, first, form::with_names(at))?;
            form.hangs_on("to", "from");
            to
        },
        /// By way of what.
        #[serde(default)]
        via: String = form.maybe_text("via", "By way of", 80)?.unwrap_or_default(),
    }
}

impl Deed<GutsPlus> for Link {
    const CARD: deed::Card = deed::Card::gm("Link two cards", GROUP).rule(rules::GP_GM_04);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_GM_04;
        let (Some(from), Some(to)) = (card(may.state, &self.from), card(may.state, &self.to)) else {
            return may.no(|| Refusal::new(rule, "no-card", "Both cards have to be written first."));
        };
        may.not_if(from.name == to.name || self.via.chars().count() > super::MOST_NAME, || {
            Refusal::new(rule, "no-link", "A link leads to another card, by way of a few words.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let both = (card(cx.state(), &self.from).cloned(), card(cx.state(), &self.to).cloned());
        let (Some(mut card), Some(other)) = both else { return Ok(()) };
        card.links.retain(|(name, _)| *name != other.name);
        card.links.push((other.name, self.via.trim().to_owned()));
        behind_the_screen(cx, rules::GP_GM_04, DeskFact::Card { card: Box::new(card) });
        Ok(())
    }
}
