//! A world in play before the laws: heroes do what is legal by chance, a host throws the dice of a seed and keeps the facts.

use std::fmt;

use boneyard_dice::Rng;
use boneyard_table::clock::Time;
use boneyard_table::deed::Desk;
use boneyard_table::view::Term;
use boneyard_table::{At, Audience, Ended, Faces, Game, Host, Party, Playable, Roll, RuleId, Seat, Who, run};
use boneyard_world::run::{PlaceKey, Seen, WorldFact, Worldly, advance, settle};

use super::{Book, Command, Fact, Realm, State};

/// Breaks a world on purpose: what becomes of a fact, given how many came before.
pub type Bend<R> = fn(u32, WorldFact<<R as Realm>::Game>) -> Option<WorldFact<<R as Realm>::Game>>;

/// What is done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<C> {
    /// Somebody does this.
    Do(C),
    /// Time goes on up to then.
    Wait(Time),
    /// Somebody is hurt.
    Hurt(Who),
}

/// A host that keeps facts and throws the dice of a seed.
pub(super) struct Keeps<R: Realm> {
    rng: Rng,
    pub(super) facts: Vec<Fact<R>>,
    pub(super) bend: Option<Bend<R>>,
    bent: u32,
    /// Keeps no facts of going, as a journal that lost some would.
    pub(super) forgets: bool,
}

impl<R: Realm> Host<R::Game> for Keeps<R> {
    fn roll(&mut self, _: At<'_, R::Game>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                faces.push(group.value(self.rng.die(group.sides)));
            }
        }
        Some(())
    }

    fn ask(
        &mut self,
        at: At<'_, R::Game>,
        _: Party,
        prompt: &<R::Game as Game>::Prompt,
    ) -> Option<<R::Game as Game>::Answer> {
        Some(R::Game::question(prompt).instinct(at))
    }

    fn amend(
        &mut self,
        _: RuleId,
        _: &mut Audience,
        fact: Fact<R>,
        _: Option<&dyn Fn() -> Vec<Term>>,
    ) -> Option<Fact<R>> {
        match (self.bend, R::world_fact(&fact)) {
            (Some(bend), Some(of_world)) => {
                self.bent += 1;
                bend(self.bent, of_world.clone()).map(Into::into)
            }
            _ => Some(fact),
        }
    }

    fn recorded(&mut self, _: RuleId, _: Audience, fact: Fact<R>, _: Option<&dyn Fn() -> Vec<Term>>) {
        if !self.forgets || !matches!(R::world_fact(&fact), Some(WorldFact::Went { .. })) {
            self.facts.push(fact);
        }
    }
}

/// A world in play.
pub struct Play<'b, R: Realm> {
    /// As it stands.
    pub state: State<R>,
    /// The book.
    pub book: &'b Book<R>,
    pub(super) host: Keeps<R>,
    /// What is chosen has dice of its own, so that two worlds can be given the same.
    pub(super) chance: Rng,
}

impl<R: Realm> fmt::Debug for Play<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play").field("state", &self.state).finish_non_exhaustive()
    }
}

impl<'b, R: Realm> Play<'b, R> {
    /// Two heroes at the start of an adventure.
    pub fn begun(book: &'b Book<R>, file: &str, seed: u64) -> Self {
        let host = Keeps { rng: Rng::new(seed), facts: Vec::new(), bend: None, bent: 0, forgets: false };
        let start = start::<R>(book, file);
        Self { state: R::begin(book, file, &start.place), book, host, chance: Rng::new(seed ^ 0x5eed) }
    }

    /// As it stands.
    pub fn at(&self) -> At<'_, R::Game> {
        At { state: &self.state, book: self.book }
    }

    /// Does something; whether it was not refused.
    pub fn does(&mut self, step: Step<Command<R>>) -> bool {
        matches!(self.ends(Seat::GM, step), Ended::Done)
    }

    /// Does something, and says how it ended.
    pub(super) fn ends(&mut self, by: Seat, step: Step<Command<R>>) -> Ended {
        self.host.facts.clear();
        run::<R::Game>(&mut self.state, self.book, &mut self.host, |cx| match step {
            Step::Do(command) => R::Game::resolve(cx, by, command),
            Step::Wait(to) => {
                advance(cx, to)?;
                settle(cx)
            }
            Step::Hurt(who) => {
                R::hurt(cx, who)?;
                settle(cx)
            }
        })
    }

    /// Heroes and where they stand.
    pub(super) fn heroes(&self) -> Vec<(Who, PlaceKey)> {
        let heroes = R::Game::world(&self.state).heroes();
        heroes.map(|(who, stand)| (who, stand.place.clone())).collect()
    }

    /// Something by chance: mostly what is legal, at times what is not. In a fight everybody goes by instinct.
    pub fn by_chance(&mut self) -> Step<Command<R>> {
        let at = At::<R::Game> { state: &self.state, book: self.book };
        let now = R::Game::world(at.state).now;
        let rng = &mut self.chance;
        let mut one_of = |many: usize| usize::from(rng.die(many.clamp(1, 200) as u8)) - 1;
        if R::Game::fight(at).is_some() {
            let next = R::Game::awaits(at).creatures.first().and_then(|who| R::Game::instinct(at, *who));
            return next.or_else(R::fight_is_over).map_or(Step::Wait(now.later(60)), Step::Do);
        }
        let heroes: Vec<Who> = R::Game::world(at.state).heroes().map(|(who, _)| who).collect();
        let Some(who) = heroes.get(one_of(heroes.len())).copied() else {
            return Step::Wait(now.later(60));
        };
        match one_of(12) {
            0 => Step::Wait(now.later(60 * (1 + one_of(100) as u64))),
            1 if one_of(4) == 0 => Step::Hurt(who),
            1 => Step::Do(R::attempt(who, "lift the moon".to_owned())),
            2 => Step::Do(R::take(who, one_of(9) as u8)),
            3 => Step::Do(R::go(who, "The moon".to_owned())),
            _ => {
                let offered = |row: &&boneyard_table::deed::Row<R::Game>| {
                    R::DEEDS.contains(&row.name) && row.card.desk == Desk::Actor
                };
                let mut kinds: Vec<Vec<Command<R>>> = Vec::new();
                for row in R::Game::deeds().iter().filter(offered) {
                    let mut legal = Vec::new();
                    row.list(at, Seat(1), Some(who), &mut legal);
                    if !legal.is_empty() {
                        kinds.push(legal);
                    }
                }
                let kind = one_of(kinds.len());
                match kinds.get(kind) {
                    Some(legal) => Step::Do(legal[one_of(legal.len())].clone()),
                    None => Step::Wait(now.later(60)),
                }
            }
        }
    }

    /// What players know of a place.
    pub(super) fn seen(&self, at: &PlaceKey) -> Seen {
        Seen::at::<R::Game>(self.at(), at)
    }

    /// All a player is offered, in words.
    pub(super) fn offered(&self) -> String {
        let mut all = format!("{:?}", R::Game::offers(self.at(), Seat(1), None));
        for (who, _) in self.heroes() {
            all.push_str(&format!("{:?}", R::Game::offers(self.at(), Seat(1), Some(who))));
        }
        all
    }
}

/// Where an adventure of the book begins.
pub(super) fn start<R: Realm>(book: &Book<R>, file: &str) -> PlaceKey {
    let row = R::Game::adventure(book, file).unwrap_or_else(|| panic!("{file} is in the book"));
    PlaceKey::new(&file.into(), row.adventure.start_place())
}
