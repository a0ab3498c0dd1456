//! What holds of every deed of every game, looked at before each step of each story: what is offered is legal, what is
//! shut says what the rules say, what is written is read back, and cards tell nothing that their seat does not know.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use boneyard_table::story::Step;
use boneyard_table::view::{Candidate, Domain, OfferCard, Picks};
use boneyard_table::{At, Playable, Seat, Who, probe, read_command};
use serde_json::{Value, json};

use crate::steps::each_step;
use crate::stories::read_stories;
use crate::test_table::TestTable;

/// Ways through the form of one card, at most: more would be felt by everybody who looks at it.
const MOST_WAYS: u32 = 2_000;

/// Filled forms of one card that are tried, at most.
const MOST_TRIED: usize = 60;

/// The dear laws are looked at before every so manieth step: most steps of a story look much like the one before.
const STRIDE: u32 = 3;

/// What was looked at, and what was found wrong.
#[derive(Debug, Default)]
pub struct Laws {
    /// How often each deed stood open.
    pub open: BTreeMap<&'static str, u32>,
    /// How often each deed was shut.
    pub shut: BTreeMap<&'static str, u32>,
    /// The most ways through the form of each deed.
    pub ways: BTreeMap<&'static str, u32>,
    /// What broke a law: the deed, the law and the story, each deed once for each law.
    pub broken: Vec<String>,
    said: BTreeSet<(&'static str, &'static str)>,
    steps: u32,
}

impl Laws {
    /// Follows all stories of a game. `schema` is the schema of the game's commands.
    pub fn of<G: Playable + 'static>(crate_folder: &str, schema: &Value) -> Self
    where
        G::Command: PartialEq + std::fmt::Debug,
    {
        let mut laws = Self::default();
        for (path, story) in read_stories(Path::new(crate_folder)) {
            each_step::<G>(&path, &story, schema, |path, bench, step, name| {
                laws.look::<G>(path, bench, step, name);
            });
        }
        laws
    }

    fn look<G: Playable + 'static>(&mut self, path: &str, bench: &TestTable<G>, step: &Step, name: &str)
    where
        G::Command: PartialEq + std::fmt::Debug,
    {
        let Ok(book) = G::book(&[]) else { return };
        let state = bench.state();
        let at = At::<G> { state: &state, book: &book };
        let creatures = G::creatures(at, Seat::GM);
        let who = step.r#do.get(name).and_then(|fields| fields.get("who"));
        let named = |who: &Value| {
            let known =
                creatures.iter().find(|(number, name)| *who == json!(number) || who.as_str() == Some(name));
            known.map(|(who, _)| *who)
        };
        let actor = who.and_then(named).or_else(|| G::awaits(at).creatures.first().copied());
        let player = actor.map(|who| G::speaker(&state, who)).filter(|seat| !seat.is_gm());
        let desks = [(Seat::GM, None), (Seat::GM, actor)];
        let desks =
            desks.into_iter().chain(player.into_iter().flat_map(|seat| [(seat, None), (seat, actor)]));
        self.steps += 1;
        for (seat, actor) in desks {
            let cards = deeds::<G>(at, seat, actor);
            self.cards::<G>(path, at, seat, &cards);
            if self.steps.is_multiple_of(STRIDE) {
                self.listed::<G>(path, at, seat, actor, &cards);
                self.known::<G>(path, at, seat, actor, &cards);
            }
        }
    }

    fn cards<G: Playable>(&mut self, path: &str, at: At<'_, G>, seat: Seat, cards: &[OfferCard]) {
        for card in cards {
            let Some(row) = G::deeds().iter().find(|row| row.name == card.command) else { continue };
            let told = |picks: &Picks| {
                let command = card.filled(picks);
                let read = read_command::<G>(at, seat, command.clone());
                (read.and_then(|command| probe::<G>(at, seat, command)), command)
            };
            match &card.refusal {
                None => {
                    *self.open.entry(row.name).or_default() += 1;
                    for picks in every(card) {
                        if let (Err(refusal), command) = told(&picks) {
                            self.breaks(
                                row.name,
                                "what is offered is legal",
                                path,
                                &format!("{command}: {refusal}"),
                            );
                        }
                    }
                }
                Some(refusal) => {
                    *self.shut.entry(row.name).or_default() += 1;
                    let Some(picks) = first(card) else { continue };
                    let (said, command) = told(&picks);
                    // A card that asks for nothing more may be barred whatever is picked, and cannot be sent whole.
                    let unread = said.as_ref().is_err_and(|said| said.code() == "unreadable");
                    if !unread && said.as_ref() != Err(refusal) {
                        let words = format!("{command}: the card says {refusal}, the rules {said:?}");
                        self.breaks(row.name, "what is shut says what the rules say", path, &words);
                    }
                }
            }
        }
    }

    fn listed<G: Playable>(
        &mut self,
        path: &str,
        at: At<'_, G>,
        seat: Seat,
        actor: Option<Who>,
        cards: &[OfferCard],
    ) where
        G::Command: PartialEq + std::fmt::Debug,
    {
        // Those for whom it is not offered may not give it.
        let offered = |name: &str| cards.iter().any(|card| card.command == name);
        for row in G::deeds().iter().filter(|row| offered(row.name)) {
            let mut commands = Vec::new();
            let ways = row.list(at, seat, actor, &mut commands);
            let most = self.ways.entry(row.name).or_default();
            *most = ways.max(*most);
            if ways > MOST_WAYS {
                self.breaks(row.name, "a form has few ways", path, &format!("{ways} ways"));
            }
            for command in commands.into_iter().take(MOST_TRIED) {
                let written = serde_json::to_value(&command).unwrap_or_default();
                match read_command::<G>(at, seat, written.clone()) {
                    Ok(read) if read == command => {}
                    other => {
                        let words = format!("{written} reads as {other:?}");
                        self.breaks(row.name, "what is written is read back", path, &words);
                    }
                }
                if let Err(refusal) = probe::<G>(at, seat, command) {
                    self.breaks(row.name, "what is listed is legal", path, &format!("{written}: {refusal}"));
                }
            }
        }
    }

    fn known<G: Playable>(
        &mut self,
        path: &str,
        at: At<'_, G>,
        seat: Seat,
        actor: Option<Who>,
        cards: &[OfferCard],
    ) {
        let Some(known) = G::known(at, seat).filter(|_| !seat.is_gm()) else { return };
        let seen = At::<G> { state: &known, book: at.book };
        let seen = deeds::<G>(seen, seat, actor);
        let same =
            |one: &OfferCard, other: &OfferCard| (&one.command, &one.id) == (&other.command, &other.id);
        let more = seen.iter().filter(|card| !cards.iter().any(|real| same(real, card)));
        let pairs = cards.iter().map(|real| (Some(real), seen.iter().find(|card| same(real, card))));
        for (real, seen) in
            pairs.chain(more.map(|card| (None, Some(card)))).filter(|(one, other)| one != other)
        {
            let command = real.or(seen).map(|card| &card.command);
            let row = G::deeds().iter().find(|row| Some(row.name) == command.map(String::as_str));
            let told = |card: Option<&OfferCard>| serde_json::to_string(&card).unwrap_or_default();
            let words = format!("{} but by what is known {}", told(real), told(seen));
            self.breaks(row.map_or("", |row| row.name), "cards follow from what is known", path, &words);
        }
    }

    fn breaks(&mut self, deed: &'static str, law: &'static str, path: &str, how: &str) {
        if self.said.insert((deed, law)) {
            self.broken.push(format!("{deed}: {law}. {path}: {how}"));
        }
    }
}

/// The cards of what is a deed.
fn deeds<G: Playable>(at: At<'_, G>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let all = G::offers(at, seat, actor).into_iter();
    all.filter(|card| G::deeds().iter().any(|row| row.name == card.command)).collect()
}

/// The ways to fill in a form, each pick by what it hangs on; none where a field has a domain of its own.
fn every(card: &OfferCard) -> Vec<Picks> {
    let mut all = vec![Picks::new()];
    for param in card.params.iter().filter(|param| !param.optional) {
        let Some(options) = options(&param.domain) else { return Vec::new() };
        let fits = |picks: &Picks, given: &[Value]| {
            let before = param.after.as_ref().and_then(|after| picks.get(after));
            given.is_empty() || before.is_some_and(|before| given.contains(before))
        };
        let with = |picks: &Picks| -> Vec<Picks> {
            let open = options.iter().filter(|(_, given, open)| *open && fits(picks, given));
            open.map(|(pick, _, _)| {
                picks
                    .iter()
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .chain([(param.name.clone(), pick.clone())])
                    .collect()
            })
            .collect()
        };
        all = all.iter().flat_map(with).take(MOST_TRIED).collect();
    }
    all
}

/// The first way to fill in a form.
fn first(card: &OfferCard) -> Option<Picks> {
    let needed = card.params.iter().filter(|param| !param.optional);
    let filled = needed.map(|param| Some((param.name.clone(), options(&param.domain)?.first()?.0.clone())));
    filled.collect()
}

/// What may be picked, on what each hangs, and whether it stands open.
fn options(domain: &Domain) -> Option<Vec<(Value, Vec<Value>, bool)>> {
    fn of<K: serde::Serialize>(among: &[Candidate<K>]) -> Option<Vec<(Value, Vec<Value>, bool)>> {
        Some(among.iter().map(|one| (json!(one.pick), one.given.clone(), one.refusal.is_none())).collect())
    }
    match domain {
        Domain::Creature { among } => of(among),
        Domain::Item { among } | Domain::Place { among } => of(among),
        Domain::OneOf { options } => of(options),
        Domain::Amount { least, .. } => Some(vec![(json!(least), Vec::new(), true)]),
        Domain::Text { .. } => Some(vec![(json!("…"), Vec::new(), true)]),
        Domain::YesNo { .. } => Some(vec![(json!(false), Vec::new(), true)]),
        _ => None,
    }
}
