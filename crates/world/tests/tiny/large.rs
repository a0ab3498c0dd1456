//! An adventure of many places and events, to see that settling stays fast. The benchmark plays it too.

use std::collections::BTreeMap;
use std::fmt::Write;

use boneyard_table::{At, Audience, Faces, Host, Party, Roll, RuleId, run};
use boneyard_world::check::check;
use boneyard_world::run::{PlaceKey, World, WorldFact, open, settle};

use super::game::{Book, Fact, Nothing, State};
use super::{Tiny, dictionary};

pub const PLACES: usize = 500;
pub const EVENTS: usize = 1_000;
/// So many events wait for a noise in the first place; none waits for one in the last.
pub const WAIT: usize = 10;

fn text() -> String {
    let mut text = String::from(
        "[adventure]\nid = \"large\"\nname = \"Large\"\ngames = [\"tiny\"]\nstart = \"place-0\"\nflags = [\"heard\"]\n",
    );
    // Writing to a String cannot fail.
    for at in 0..PLACES {
        let _ = write!(text, "[[place]]\nid = \"place-{at}\"\nname = \"Place {at}\"\n");
    }
    for at in 1..PLACES {
        let _ = write!(text, "[[way]]\nbetween = [\"place-{}\", \"place-{at}\"]\n", at - 1);
    }
    for at in 0..EVENTS {
        let place = if at < WAIT { 0 } else { 1 + at % (PLACES - 2) };
        let _ = write!(
            text,
            "[[event]]\nid = \"event-{at}\"\nwhen = {{ noise = {{ at = \"place-{place}\" }} }}\nagain = \"always\"\nthen = [{{ flag = \"heard\" }}]\n"
        );
    }
    text
}

/// A host that counts events, and throws no dice.
#[derive(Default)]
struct Counts(usize);

impl Host<Tiny> for Counts {
    fn roll(&mut self, _: At<'_, Tiny>, _: &Roll<'_>, _: &mut [Faces]) -> Option<()> {
        None
    }
    fn ask(&mut self, _: At<'_, Tiny>, _: Party, prompt: &Nothing) -> Option<bool> {
        match *prompt {}
    }
    fn recorded(
        &mut self,
        _: RuleId,
        _: Audience,
        fact: Fact,
        _: Option<&dyn Fn() -> Vec<boneyard_table::view::Term>>,
    ) {
        self.0 += usize::from(matches!(fact, Fact::World(WorldFact::Fired { .. })));
    }
}

/// The large adventure, open.
pub struct Large {
    pub state: State,
    pub book: Book,
}

impl Large {
    pub fn opened() -> Self {
        let (read, found) = check::<Tiny>("large", &text(), &dictionary());
        assert!(found.is_sound(), "{:?}", found.mistakes);
        let files =
            [("home".to_owned(), boneyard_world::run::home()), ("large".to_owned(), read.expect("sound"))];
        let book = Book(BTreeMap::from(files));
        let mut state = State { world: World::begun(&book), ..State::default() };
        run::<Tiny>(&mut state, &book, &mut Counts::default(), |cx| open(cx, "large", "large", None, 0));
        Self { state, book }
    }

    /// A noise in a place; how many events came of it.
    pub fn noise(&mut self, place: usize) -> usize {
        let mut counts = Counts::default();
        let at = PlaceKey::new(&"large".into(), &format!("place-{place}"));
        run::<Tiny>(&mut self.state, &self.book, &mut counts, |cx| {
            cx.record(super::game::RULE, WorldFact::Noise(at, 10).into());
            settle(cx)
        });
        counts.0
    }
}
