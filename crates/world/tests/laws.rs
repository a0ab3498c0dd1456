//! The laws of the running world, for every game whose world runs here: a further game joins by one line at the end. Worlds are
//! walked by chance; a walk is a seed.

use std::collections::BTreeMap;

use boneyard_dice::Rng;
use boneyard_table::clock::Time;
use boneyard_table::deed::Desk;
use boneyard_table::{At, Audience, Ended, Faces, Host, Party, Playable, Roll, RuleId, Seat, Who, run};
use boneyard_world::run::deed::{Attempt, Go, Inhabited, OpenAdventure, Take};
use boneyard_world::run::{PlaceKey, Seen, Signals, Stack, Where, WorldFact, Worldly, place_name};

/// What a game brings along to be held to the laws.
pub trait Lawful:
    Inhabited
    + Worldly
    + Playable<
        Fact: PartialEq,
        Command: From<Go> + From<OpenAdventure> + From<Attempt> + From<Take> + PartialEq,
    >
{
    /// A book with these files, by id; each is sound.
    fn book_of(files: &[(&str, &str)]) -> Self::Book;
    /// The beginning, with nobody in it.
    fn begin(book: &Self::Book) -> Self::State;
    /// Its adventures: id and text.
    fn files() -> Vec<(&'static str, &'static str)>;
    /// A pair of adventures that differ only in what nobody found, and need no dice to be filled.
    fn twins() -> [&'static str; 2];
    /// An adventure in which an event sets itself off without end.
    fn endless() -> &'static str;
    /// A hero joins.
    fn join(name: &str, at: PlaceKey) -> Self::Command;
    /// Time passes.
    fn wait(to: Time) -> Self::Command;
    /// Somebody is hurt a little.
    fn hurt(who: Who) -> Self::Command;
    /// The fact of the world in a fact, if it is one.
    fn world_fact(fact: &Self::Fact) -> Option<&WorldFact<Self>>;
    /// Everybody there is.
    fn everybody(state: &Self::State) -> Vec<Who>;
}

/// An adventure is opened.
fn open<G: Lawful>(file: &str, key: &str, out: Option<PlaceKey>) -> G::Command {
    OpenAdventure { file: file.to_owned(), out, far: None, key: Some(key.to_owned()) }.into()
}

/// Somebody goes, by the name of the place.
fn go<G: Lawful>(at: At<'_, G>, who: Who, to: &PlaceKey) -> G::Command {
    Go { who, to: place_name(at, to), with: Vec::new() }.into()
}

/// Commands every game has, by name: those players give.
const SHARED: &[&str] = &[
    "go",
    "attempt",
    "search",
    "open",
    "unlock",
    "disarm",
    "take",
    "drop",
    "give",
    "pay",
    "stash",
    "share_out",
    "loot",
    "talk",
    "hire",
    "dismiss",
    "follow",
    "stay",
    "leave_behind",
    "take_along",
    "lead",
    "buy",
    "sell",
    "declare",
    "break_off",
];

/// Something by chance: mostly what is legal, at times what is not.
fn by_chance<G: Lawful>(at: At<'_, G>, rng: &mut Rng) -> G::Command {
    let world = G::world(at.state);
    let heroes: Vec<Who> = world.heroes().map(|(who, _)| who).collect();
    let mut one_of = |many: usize| usize::from(rng.die(many.clamp(1, 200) as u8)) - 1;
    let wait = |by: u64| G::wait(world.now.later(60 * by));
    let Some(who) = heroes.get(one_of(heroes.len())).copied() else { return wait(1) };
    match one_of(12) {
        0 => wait(1 + one_of(100) as u64),
        1 if one_of(4) == 0 => G::hurt(who),
        1 => Attempt { who, what: "lift the moon".to_owned() }.into(),
        2 => Take { who, what: one_of(9) as u32, number: (one_of(2) == 0).then_some(1) }.into(),
        3 => Go { who, to: "The moon".to_owned(), with: Vec::new() }.into(),
        _ => {
            let rows =
                G::deeds().iter().filter(|row| SHARED.contains(&row.name) && row.card.desk == Desk::Actor);
            let mut kinds: Vec<Vec<G::Command>> = Vec::new();
            for row in rows {
                let mut legal = Vec::new();
                row.list(at, Seat(1), Some(who), &mut legal);
                if !legal.is_empty() {
                    kinds.push(legal);
                }
            }
            let kind = one_of(kinds.len());
            match kinds.get(kind) {
                Some(legal) => legal[one_of(legal.len())].clone(),
                None => wait(1),
            }
        }
    }
}

/// Breaks a world on purpose: what becomes of a fact, given how many were bent before.
pub type Bend<G> = fn(u32, WorldFact<G>) -> Option<WorldFact<G>>;

/// A host that keeps facts and throws dice of a seed.
struct Keeps<G: Lawful> {
    rng: Rng,
    facts: Vec<G::Fact>,
    bend: Option<Bend<G>>,
    bent: u32,
    /// Keeps no facts of going, as a journal that lost some would.
    forgets: bool,
}

impl<G: Lawful> Host<G> for Keeps<G> {
    fn roll(&mut self, _: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                faces.push(group.value(self.rng.die(group.sides)));
            }
        }
        Some(())
    }
    fn ask(&mut self, at: At<'_, G>, _: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        Some(G::question(prompt).instinct(at))
    }
    fn amend(
        &mut self,
        _: RuleId,
        _: &mut Audience,
        fact: G::Fact,
        _: Option<&dyn Fn() -> Vec<boneyard_table::view::Term>>,
    ) -> Option<G::Fact> {
        match (self.bend, G::world_fact(&fact)) {
            (Some(bend), Some(of_world)) => {
                self.bent += 1;
                bend(self.bent, of_world.clone()).map(Into::into)
            }
            _ => Some(fact),
        }
    }
    fn recorded(
        &mut self,
        _: RuleId,
        _: Audience,
        fact: G::Fact,
        _: Option<&dyn Fn() -> Vec<boneyard_table::view::Term>>,
    ) {
        if !self.forgets || !matches!(G::world_fact(&fact), Some(WorldFact::Went { .. })) {
            self.facts.push(fact);
        }
    }
}

/// A world in play.
struct Play<'b, G: Lawful> {
    state: G::State,
    book: &'b G::Book,
    host: Keeps<G>,
    /// Whoever chooses commands has dice of their own, so that two worlds can be given the same ones.
    chance: Rng,
}

impl<'b, G: Lawful> Play<'b, G> {
    fn new(book: &'b G::Book, seed: u64) -> Self {
        let host = Keeps { rng: Rng::new(seed), facts: Vec::new(), bend: None, bent: 0, forgets: false };
        Self { state: G::begin(book), book, host, chance: Rng::new(seed ^ 0x5eed) }
    }

    /// Carries a command out; whether it was not refused.
    fn act(&mut self, command: G::Command) -> bool {
        self.host.facts.clear();
        let ended =
            run::<G>(&mut self.state, self.book, &mut self.host, |cx| G::resolve(cx, Seat::GM, command));
        matches!(ended, Ended::Done)
    }

    fn by_chance(&mut self) -> G::Command {
        by_chance::<G>(At { state: &self.state, book: self.book }, &mut self.chance)
    }

    fn seen(&self, at: &PlaceKey) -> Seen {
        Seen::at::<G>(At { state: &self.state, book: self.book }, at)
    }

    /// All a player is offered, in words.
    fn offered(&self) -> String {
        let at = At { state: &self.state, book: self.book };
        let mut all = format!("{:?}", G::offers(at, Seat(1), None));
        for (who, _) in G::world(&self.state).heroes() {
            all.push_str(&format!("{:?}", G::offers(at, Seat(1), Some(who))));
        }
        all
    }
}

fn start<G: Lawful>(file: &str, text: &str) -> PlaceKey {
    let read: boneyard_world::adventure::Adventure<G> = boneyard_content::read(file, text).expect("sound");
    PlaceKey::new(&file.into(), read.adventure.start_place())
}

/// Two heroes in an adventure.
fn begun<'b, G: Lawful>(book: &'b G::Book, file: &str, text: &str, seed: u64) -> Play<'b, G> {
    let mut play = Play::<G>::new(book, seed);
    assert!(play.act(open::<G>(file, file, None)), "{file} opens");
    let at = start::<G>(file, text);
    assert!(play.act(G::join("Ada", at.clone())) && play.act(G::join("Bo", at)));
    play
}

/// How many there are of each thing.
fn counted<G: Lawful>(state: &G::State, book: &G::Book) -> BTreeMap<String, i64> {
    let mut all = BTreeMap::new();
    let mut add = |thing: &G::Thing| {
        *all.entry(thing.name().to_owned()).or_insert(0) += i64::from(thing.number());
    };
    G::world(state).heaps.values().for_each(|heap| add(&heap.what));
    for who in G::everybody(state) {
        G::carried(At { state, book }, who).iter().for_each(&mut add);
    }
    all
}

/// Law 1: after each fact, things there equal what came from outside less what went back. Law 5: facts alone give the same
/// world, and nothing is left unsettled after a command.
pub fn nothing_is_lost_and_facts_suffice<G: Lawful>(seed: u64, bend: Option<Bend<G>>, forgets: bool) {
    let files = G::files();
    let book = G::book_of(&files);
    for (file, text) in &files {
        let mut play = Play::<G>::new(&book, seed);
        (play.host.bend, play.host.forgets) = (bend, forgets);
        let mut folded = G::begin(&book);
        let mut owed: BTreeMap<String, i64> = BTreeMap::new();
        let at = start::<G>(file, text);
        let mut commands = vec![G::join("Bo", at.clone()), G::join("Ada", at), open::<G>(file, file, None)];
        for _ in 0..60 {
            let command = commands.pop().unwrap_or_else(|| play.by_chance());
            play.act(command.clone());
            for fact in &play.host.facts {
                G::apply(&mut folded, fact);
                if let Some(WorldFact::Moved { thing, from, to, .. }) = G::world_fact(fact) {
                    let many = i64::from(thing.number());
                    *owed.entry(thing.name().to_owned()).or_insert(0) +=
                        many * (i64::from(*from == Where::Outside) - i64::from(*to == Where::Outside));
                }
                owed.retain(|_, many| *many != 0);
                assert_eq!(counted::<G>(&folded, &book), owed, "after {fact:?} of {command:?}, seed {seed}");
            }
            assert_eq!(folded, play.state, "facts of {command:?} give another world, seed {seed}");
            assert_eq!(*G::signals(&play.state), Signals::default(), "after {command:?}, seed {seed}");
        }
    }
}

/// 2. However a span is cut up, the same is settled; the clock only rises.
pub fn time_passes_once<G: Lawful>(seed: u64, bend: Option<Bend<G>>) {
    let files = G::files();
    let book = G::book_of(&files);
    for (file, text) in &files {
        let [mut whole, mut parts] = [(); 2].map(|()| begun::<G>(&book, file, text, seed));
        parts.host.bend = bend;
        let began = G::world(&whole.state).now;
        let to = began.later(3 * 86_400);
        assert!(whole.act(G::wait(to)));
        let mut times: Vec<Time> = whole.host.facts.iter().filter_map(now_of::<G>).collect();
        let all = times.len();
        times.dedup();
        assert!(times.is_sorted() && times.len() == all, "the clock only rises");
        let mut cuts = Rng::new(seed);
        let mut at = began;
        while at < to {
            at = at.later(1 + u64::from(cuts.die(200)) * 97).min(to);
            assert!(parts.act(G::wait(at)));
        }
        assert_eq!(G::world(&whole.state), G::world(&parts.state), "{file}, seed {seed}");
    }
}

fn now_of<G: Lawful>(fact: &G::Fact) -> Option<Time> {
    match G::world_fact(fact) {
        Some(WorldFact::Now { to, .. }) => Some(*to),
        _ => None,
    }
}

/// 3. Leaving a place and coming back, with no time passing, leaves everything in it as it was.
pub fn leaving_is_identity<G: Lawful>(seed: u64, bend: Option<Bend<G>>) -> u32 {
    let files = G::files();
    let book = G::book_of(&files);
    let mut back = 0;
    for (file, text) in &files {
        let mut play = begun::<G>(&book, file, text, seed);
        for _ in 0..20 {
            let command = play.by_chance();
            play.act(command);
        }
        let Some((who, here)) =
            G::world(&play.state).heroes().next().map(|(who, stand)| (who, stand.place.clone()))
        else {
            continue;
        };
        let before = play.state.clone();
        play.host.bend = bend;
        let places = G::adventure(&book, file).expect("in the book").place.iter();
        for there in places.map(|place| PlaceKey::new(&here.adventure, place.id.as_str())) {
            play.state = before.clone();
            let out = go::<G>(At { state: &play.state, book: &book }, who, &there);
            let again = go::<G>(At { state: &play.state, book: &book }, who, &here);
            if !play.act(out) || !play.act(again) {
                continue;
            }
            let (was, is) = (G::world(&before), G::world(&play.state));
            if was.now != is.now || is.running(file).is_none_or(|running| running.ended.is_some()) {
                continue;
            }
            let at = Where::Place(here.clone());
            let lies = |world: &boneyard_world::run::World<G>| {
                world
                    .heaps
                    .iter()
                    .filter(|(_, heap)| heap.at == at)
                    .map(|(at, heap)| (*at, heap.clone()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(lies(is), lies(was), "{here:?}, seed {seed}");
            let (was, is) = (was.running(file).expect("open"), is.running(file).expect("open"));
            assert_eq!((&is.opened, &is.sprung, &is.flags), (&was.opened, &was.sprung, &was.flags));
            let waits = |running: &boneyard_world::run::Running| {
                running
                    .waits
                    .values()
                    .filter(|waiting| waiting.at.as_ref() == Some(&here.place))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            assert_eq!(waits(is), waits(was), "{here:?}, seed {seed}");
            back += 1;
        }
    }
    back
}

/// 4. Two worlds that differ only in what nobody found show players the same, and refuse the same in the same words.
pub fn hidden_stays_hidden<G: Lawful>(seed: u64, bend: Option<Bend<G>>) {
    let twins = G::twins();
    let books = twins.map(|text| G::book_of(&[("twin", text)]));
    let [one, other] = [0, 1].map(|at| begun::<G>(&books[at], "twin", twins[at], seed));
    let (mut one, mut other) = (one, other);
    other.host.bend = bend;
    for turn in 0..80 {
        let mut command = one.by_chance();
        if let Some((who, _)) = G::world(&one.state).heroes().next() {
            // What is there in one world and not in the other is refused in the same words.
            command = match turn % 8 {
                0 => Attempt { who, what: "lift the stone".to_owned() }.into(),
                1 => Go { who, to: "Vault".to_owned(), with: Vec::new() }.into(),
                _ => command,
            };
        }
        let refused = |play: &mut Play<'_, G>| {
            play.host.facts.clear();
            let given = command.clone();
            let ended =
                run::<G>(&mut play.state, play.book, &mut play.host, |cx| G::resolve(cx, Seat(1), given));
            format!("{ended:?}")
        };
        assert_eq!(refused(&mut one), refused(&mut other), "{command:?}, seed {seed}");
        let told = |play: &Play<'_, G>| {
            let told = play.host.facts.iter().filter_map(|fact| match G::world_fact(fact) {
                Some(WorldFact::Told(told)) if !told.gm => Some(told.clone()),
                _ => None,
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(told(&one), told(&other), "{command:?}, seed {seed}");
        assert_eq!(one.offered(), other.offered(), "after {command:?}, seed {seed}");
        let stands: Vec<PlaceKey> =
            G::world(&one.state).heroes().map(|(_, stand)| stand.place.clone()).collect();
        for at in stands {
            assert_eq!(one.seen(&at), other.seen(&at), "after {command:?}, seed {seed}");
        }
    }
}

/// 6. The same seed gives the same facts.
pub fn the_same_twice<G: Lawful>(seed: u64, bend: Option<Bend<G>>) {
    let files = G::files();
    let book = G::book_of(&files);
    for (file, text) in &files {
        let [mut one, mut other] = [(); 2].map(|()| begun::<G>(&book, file, text, seed));
        other.host.bend = bend;
        for _ in 0..40 {
            let (first, second) = (one.by_chance(), other.by_chance());
            assert_eq!(one.act(first), other.act(second));
            assert_eq!(one.host.facts, other.host.facts, "seed {seed}");
        }
    }
}

/// 7. Opening a second adventure changes nothing in the first.
pub fn opening_is_free<G: Lawful>(seed: u64, bend: Option<Bend<G>>) {
    let files = G::files();
    let book = G::book_of(&files);
    for (file, text) in &files {
        let mut play = begun::<G>(&book, file, text, seed);
        for _ in 0..20 {
            let command = play.by_chance();
            play.act(command);
        }
        let before = play.state.clone();
        play.host.bend = bend;
        for (second, _) in &files {
            let out = Some(start::<G>(file, text));
            assert!(play.act(open::<G>(second, "second", out)), "{second} opens");
            let (was, is) = (G::world(&before), G::world(&play.state));
            assert_eq!(is.running(file), was.running(file));
            assert_eq!(
                (&is.heaps, &is.stands, is.now, &is.coming),
                (&was.heaps, &was.stands, was.now, &was.coming)
            );
            play.state = before.clone();
        }
    }
}

/// 8. Whatever goes round is cut off, and the game master is told; every walk comes to its end.
pub fn it_ends<G: Lawful>(seed: u64, bend: Option<Bend<G>>) {
    let text = G::endless();
    let book = G::book_of(&[("endless", text)]);
    let mut play = begun::<G>(&book, "endless", text, seed);
    play.host.bend = bend;
    let to = G::world(&play.state).now.later(3_600);
    assert!(play.act(G::wait(to)));
    let cut = |fact: &G::Fact| matches!(G::world_fact(fact), Some(WorldFact::Settled { dropped: true, .. }));
    let told = |fact: &G::Fact| matches!(G::world_fact(fact), Some(WorldFact::Told(told)) if told.gm);
    assert!(play.host.facts.iter().any(cut) && play.host.facts.iter().any(told));
    let fired =
        play.host.facts.iter().filter(|fact| matches!(G::world_fact(fact), Some(WorldFact::Fired { .. })));
    assert!(fired.count() as u32 <= boneyard_world::run::MOST_AT_ONCE);
    assert_eq!(*G::signals(&play.state), Signals::default());
}

/// What breaks each law.
pub mod broken {
    use super::{Lawful, Time, Where, WorldFact};

    /// Lays down what it never lifts.
    pub fn lays_without_lifting<G: Lawful>(_: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        Some(match fact {
            WorldFact::Moved { thing, from: Where::Place(place), to, into, found, .. } => {
                WorldFact::Moved { thing, from: Where::Place(place), heap: None, to, into, found }
            }
            fact => fact,
        })
    }

    /// What came due comes again.
    pub fn forgets_what_came_due<G: Lawful>(nth: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        match fact {
            WorldFact::Tracker(..) if nth.is_multiple_of(2) => None,
            WorldFact::Now { from, to } => Some(WorldFact::Now { from, to: Time(to.0 + 30) }),
            fact => Some(fact),
        }
    }

    /// Whoever comes in changes something.
    pub fn going_leaves_a_mark<G: Lawful>(nth: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        Some(match fact {
            WorldFact::Told(told) => match &told.at {
                Some(at) => WorldFact::Flag(at.adventure.clone(), format!("mark {nth}").into(), true),
                None => WorldFact::Told(told),
            },
            fact => fact,
        })
    }

    /// Everybody reads the game master's notes.
    pub fn reads_notes_aloud<G: Lawful>(_: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        Some(match fact {
            WorldFact::Told(mut told) => {
                told.gm = false;
                WorldFact::Told(told)
            }
            fact => fact,
        })
    }

    /// Something happens or not.
    pub fn loses_a_fact<G: Lawful>(nth: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        (nth != 3).then_some(fact)
    }

    /// A second adventure takes the place of the first.
    pub fn opens_over_another<G: Lawful>(_: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        Some(match fact {
            WorldFact::Filled(..) => fact,
            WorldFact::Opened { file, heeds, waits, trackers, flags, out, far, rows, .. } => {
                let key = out.as_ref().map_or("second".into(), |out| out.adventure.clone());
                WorldFact::Opened { key, file, heeds, waits, trackers, flags, out, far, rows }
            }
            fact => fact,
        })
    }

    /// Does not say that the rest was dropped.
    pub fn drops_in_silence<G: Lawful>(_: u32, fact: WorldFact<G>) -> Option<WorldFact<G>> {
        Some(match fact {
            WorldFact::Settled { many, .. } => WorldFact::Settled { many, dropped: false },
            fact => fact,
        })
    }
}

/// The laws as tests of one game; and each law seen failing where it is broken on purpose.
macro_rules! laws {
    ($name:ident: $game:ty) => {
        mod $name {
            use super::broken;

            const SEEDS: u64 = 40;

            #[test]
            fn nothing_is_lost_and_facts_suffice() {
                (0..SEEDS)
                    .for_each(|seed| super::nothing_is_lost_and_facts_suffice::<$game>(seed, None, false));
            }
            #[test]
            fn time_passes_once() {
                (0..4).for_each(|seed| super::time_passes_once::<$game>(seed, None));
            }
            #[test]
            fn leaving_is_identity() {
                let back: u32 = (0..SEEDS).map(|seed| super::leaving_is_identity::<$game>(seed, None)).sum();
                assert!(back >= 20, "only {back} times somebody left and came back");
            }
            #[test]
            fn hidden_stays_hidden() {
                (0..SEEDS).for_each(|seed| super::hidden_stays_hidden::<$game>(seed, None));
            }
            #[test]
            fn the_same_twice() {
                (0..SEEDS).for_each(|seed| super::the_same_twice::<$game>(seed, None));
            }
            #[test]
            fn opening_is_free() {
                (0..SEEDS).for_each(|seed| super::opening_is_free::<$game>(seed, None));
            }
            #[test]
            fn it_ends() {
                super::it_ends::<$game>(1, None);
            }

            #[test]
            #[should_panic(expected = "after ")]
            fn a_thing_laid_and_never_lifted_is_noticed() {
                let bend = Some(broken::lays_without_lifting::<$game> as super::Bend<$game>);
                (0..SEEDS)
                    .for_each(|seed| super::nothing_is_lost_and_facts_suffice::<$game>(seed, bend, false));
            }
            #[test]
            #[should_panic(expected = "give another world")]
            fn a_fact_that_is_not_kept_is_noticed() {
                super::nothing_is_lost_and_facts_suffice::<$game>(1, None, true);
            }
            #[test]
            #[should_panic]
            fn a_boundary_settled_otherwise_is_noticed() {
                let bend = Some(broken::forgets_what_came_due::<$game> as super::Bend<$game>);
                (0..4).for_each(|seed| super::time_passes_once::<$game>(seed, bend));
            }
            #[test]
            #[should_panic(expected = "mark")]
            fn going_that_leaves_a_mark_is_noticed() {
                let bend = Some(broken::going_leaves_a_mark::<$game> as super::Bend<$game>);
                (0..SEEDS).for_each(|seed| {
                    super::leaving_is_identity::<$game>(seed, bend);
                });
            }
            #[test]
            #[should_panic]
            fn a_note_read_aloud_is_noticed() {
                let bend = Some(broken::reads_notes_aloud::<$game> as super::Bend<$game>);
                (0..SEEDS).for_each(|seed| super::hidden_stays_hidden::<$game>(seed, bend));
            }
            #[test]
            #[should_panic]
            fn chance_of_its_own_is_noticed() {
                let bend = Some(broken::loses_a_fact::<$game> as super::Bend<$game>);
                (0..SEEDS).for_each(|seed| super::the_same_twice::<$game>(seed, bend));
            }
            #[test]
            #[should_panic]
            fn an_adventure_over_another_is_noticed() {
                let bend = Some(broken::opens_over_another::<$game> as super::Bend<$game>);
                (0..SEEDS).for_each(|seed| super::opening_is_free::<$game>(seed, bend));
            }
            #[test]
            #[should_panic]
            fn what_is_dropped_in_silence_is_noticed() {
                let bend = Some(broken::drops_in_silence::<$game> as super::Bend<$game>);
                super::it_ends::<$game>(1, bend);
            }
        }
    };
}

laws!(tiny: crate::tiny::Tiny);
