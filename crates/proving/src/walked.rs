//! Every command of a game where its stories and some small scenes give it, held against plain counting and, where it
//! marks, against the odds without marks. A command that nobody compared is found by walking, so nobody has to keep a
//! list but of those that cannot be, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use boneyard_table::story::Step;
use boneyard_table::table::{AnyGame, GameOf};
use boneyard_table::{At, Playable, RuleId};

use crate::bench::Bench;
use crate::scene::{Scene, WAYS};
use crate::spotted::spotted;
use crate::steps::{commands, each_step};
use crate::stories::{read_stories, stories_below};

/// What was found on a walk through all stories of a game.
#[derive(Debug, Default)]
pub struct Walked {
    /// Where two ways to find odds do not agree.
    pub wrong: Vec<String>,
    /// Commands that were given nowhere.
    pub never: BTreeSet<String>,
    /// Commands that mark, with the rule they mark at.
    marking: BTreeSet<(String, RuleId)>,
    /// Of those, the ones whose odds with marks are their odds without.
    agreed: BTreeSet<(String, RuleId)>,
    /// Commands that throw dice.
    throwing: BTreeSet<String>,
    /// Commands whose odds are what counting every face finds.
    pub counted: BTreeSet<String>,
    tried: BTreeMap<(String, Option<RuleId>), u32>,
}

/// What cannot be compared, each with why not.
pub type Reasons<'a> = &'a [(&'a str, &'a str)];

/// Scenes in which a comparison is tried.
const TRIES: u32 = 4;

impl Walked {
    /// Walks through the small scenes of a game's crate, `tests/small`, and then through its stories. A scene is written
    /// like a story, and its last step needs no dice: nobody asks what comes of it.
    pub fn of<G: Playable + 'static>(crate_folder: &str) -> Self {
        let schema = GameOf::<G>::new().schema();
        let schema = &schema["command"];
        let book = G::book(&[]).expect("our own content can be read");
        let mut walked = Self { never: commands(schema), ..Self::default() };
        let small = Path::new(crate_folder).join("tests/small");
        let scenes = if small.exists() { stories_below(&small) } else { Vec::new() };
        let stories = read_stories(Path::new(crate_folder));
        for (path, story) in scenes.iter().chain(&stories) {
            each_step::<G>(path, story, schema, |path, bench, step, name| {
                walked.tell(path, bench, &book, step, name);
            });
        }
        walked
    }

    /// Commands that mark where nobody has looked whether the mark forgets something.
    pub fn unproven(&self) -> Vec<String> {
        let open = self.marking.difference(&self.agreed);
        open.map(|(name, rule)| format!("{name} at {rule}")).collect()
    }

    /// The rules that mark.
    pub fn marks(&self) -> BTreeSet<&str> {
        self.marking.iter().map(|(_, rule)| rule.as_str()).collect()
    }

    /// Every command was given somewhere, but for these.
    pub fn meets_all_but(&self, never: Reasons<'_>) {
        only(&self.never, never, "commands given nowhere");
    }

    /// Odds with marks are odds without them wherever a command marks, but where it was too large everywhere (`attack
    /// at DK-WPN-03`). `marks` are rules that mark: were one of them not met, the walk would have gone blind.
    pub fn compares_all_but(&self, marks: &[&str], too_large: Reasons<'_>) {
        assert_eq!(self.wrong, Vec::<String>::new());
        let met = self.marks();
        assert!(marks.iter().all(|mark| met.contains(mark)), "{met:?}");
        only(&self.unproven().into_iter().collect(), too_large, "marks that were not compared");
    }

    /// The odds of every command that throws dice are what counting every face finds, but for these.
    pub fn counts_all_but(&self, uncounted: Reasons<'_>) {
        assert_eq!(self.wrong, Vec::<String>::new());
        let open = self.throwing.difference(&self.counted).cloned().collect();
        only(&open, uncounted, "commands that were not counted");
    }

    fn tell<G: Playable + 'static>(
        &mut self,
        path: &str,
        bench: &Bench<G>,
        book: &G::Book,
        step: &Step,
        name: &str,
    ) {
        self.never.remove(name);
        // A panic does not know its story, and the other stories are worth walking through all the same.
        let look = AssertUnwindSafe(|| self.look(bench, book, step, name));
        match catch_unwind(look) {
            Ok(wrong) => {
                self.wrong.extend(wrong.into_iter().map(|wrong| format!("{name} in {path}: {wrong}")));
            }
            Err(_) => self.wrong.push(format!("{name} in {path} panics")),
        }
    }

    /// Looks at a command where it stands, and tells what is wrong with its odds.
    fn look<G: Playable + 'static>(
        &mut self,
        bench: &Bench<G>,
        book: &G::Book,
        step: &Step,
        name: &str,
    ) -> Vec<String> {
        if !bench.table.waits().is_empty() {
            return Vec::new();
        }
        let mut state = bench.state();
        G::forget(&mut state);
        let start = At::<G> { state: &state, book };
        let Ok(command) = serde_json::from_value::<G::Command>(G::spell(start, step.r#do.clone())) else {
            return Vec::new();
        };
        let spotted = spotted(start, &command, &step.dice);
        if !spotted.legal {
            return Vec::new();
        }
        let scene = Scene::new(start, command);
        let mut wrong = Vec::new();
        let mut wanted = Vec::new();
        for mark in spotted.marks {
            let pair = (name.to_owned(), mark);
            if !self.agreed.contains(&pair) && self.tries(name, Some(mark)) {
                wanted.push(mark);
            }
            self.marking.insert(pair);
        }
        if !wanted.is_empty() {
            match scene.agreed(&wanted) {
                Ok(marks) => self.agreed.extend(marks.into_iter().map(|mark| (name.to_owned(), mark))),
                Err(told) => wrong.push(told),
            }
        }
        if spotted.throws {
            self.throwing.insert(name.to_owned());
        }
        let small = 2..=u64::from(WAYS) * ABOUT;
        if small.contains(&spotted.ways) && !self.counted.contains(name) && self.tries(name, None) {
            match scene.is_counted() {
                Ok(true) => {
                    self.counted.insert(name.to_owned());
                }
                Ok(false) => {}
                Err(told) => wrong.push(told),
            }
        }
        wrong
    }

    /// Whether it is worth one more try.
    fn tries(&mut self, name: &str, mark: Option<RuleId>) -> bool {
        let tried = self.tried.entry((name.to_owned(), mark)).or_default();
        *tried += 1;
        *tried <= TRIES
    }
}

/// A few ways tell only about how many there are: what looks so many times too many is still worth a try.
const ABOUT: u64 = 4;

/// There is a reason, in words, for each of those that were found, and for nothing else.
fn only(found: &BTreeSet<String>, reasons: Reasons<'_>, what: &str) {
    let known: BTreeSet<String> = reasons.iter().map(|(name, _)| (*name).to_owned()).collect();
    let unknown: Vec<&String> = found.difference(&known).collect();
    assert!(unknown.is_empty(), "{what}, and nobody says why: {unknown:?}");
    let needless: Vec<&String> = known.difference(found).collect();
    assert!(needless.is_empty(), "{what}, and these are not among them any more: {needless:?}");
    assert!(reasons.iter().all(|(_, why)| why.contains(' ')), "a reason is told in words");
}
