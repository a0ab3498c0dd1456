//! Random legal play: whole scenes of fights, expeditions, camps, weeks in town and adventurers being made,
//! from fixed seeds, with everything that is offered and every question. `BONEYARD_SEEDS` plays more of them.

use std::collections::BTreeSet;

use boneyard_table::RuleId;
use boneyard_table::live::ActionId;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::{AnyGame, AnyTable, Op};
use dead_weight::book::Book;
use dead_weight::rules;
use dead_weight::state::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::deed::{self, Deed, Tried};
use crate::arena::{ANN, Arena, CY, Chance, GAME, GM, sound};

/// How many scenes, and how many deeds each.
fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(SCENES)
}

const SCENES: u64 = 120;
const DEEDS: usize = 50;

/// Scenes played at the same time.
const HANDS: u64 = 2;

/// A scene as it goes on, with what it takes to check it.
struct Scene {
    arena: Arena,
    stands: Value,
    /// How the table stood before each action that is done.
    before: Vec<(ActionId, Value)>,
    tried: Tried,
}

impl Scene {
    fn deed(&mut self, chance: &mut Chance, book: &Book) {
        let Some(deed) = deed::next(&self.arena, chance, &mut self.tried) else { return };
        if chance.one_in(12) {
            self.reopened_goes_on_the_same(&deed);
        }
        match self.arena.op(deed.seat, deed.op.clone()) {
            Err(refusal) => {
                assert!(deed.may_be_refused, "{refusal}: {deed:?}");
                assert!(!refusal.to_string().is_empty(), "a refusal says why");
                assert_eq!(self.arena.raw(), self.stands, "a refusal changes nothing");
                return;
            }
            Ok(_) => self.note(),
        }
        let stands = self.arena.raw();
        if stands != self.stands {
            let (was, is) = (read(&self.stands), read(&stands));
            sound::state(&is, book);
            sound::nothing_lost(&was, &is);
            self.stands = stands;
        }
        sound::not_stuck(&*self.arena.table, &read(&self.stands));
        if chance.one_in(6) {
            for seat in [GM, ANN, CY] {
                assert!(!self.arena.table.view(seat).sheets.is_empty());
            }
        }
    }

    /// Writes down how it stood before whatever is newly done.
    fn note(&mut self) {
        let done = self.arena.table.done();
        if let Some(last) = done.last().filter(|last| self.before.iter().all(|(known, _)| known != *last)) {
            self.before.push((*last, self.stands.clone()));
        }
    }

    fn reopened_goes_on_the_same(&self, deed: &Deed) {
        let saved = self.arena.table.save().expect("a table can be saved");
        let again = GAME.load(&saved).expect("a saved table opens");
        assert_eq!(again.save().expect("it can be saved again"), saved);
        assert_eq!(again.prompts(GM), self.arena.table.prompts(GM), "the same questions are open");
        let plan =
            |table: &dyn AnyTable| table.plan(deed.seat, deed.op.clone(), None).map(|planned| planned.record);
        assert_eq!(plan(&*again), plan(&*self.arena.table), "it goes on as it would have");
    }

    fn undo_gives_back_what_was(&mut self, chance: &mut Chance) {
        if self.before.is_empty() {
            return;
        }
        let at = chance.below(self.before.len());
        let (from, stood) = self.before[at].clone();
        let fork = self
            .arena
            .table
            .fork("What if", Some(from), boneyard_testkit::seeds(1))
            .expect("a fork begins anywhere");
        let fork = GAME.open(&fork).expect("a fork opens");
        assert_eq!(fork.state().expect("a state"), stood, "a fork begins as it stood");
        let op = Op::Undo { from: Some(from), reason: Some("that was not meant".into()) };
        self.arena.op(GM, op).expect("the GM may always take back");
        assert_eq!(self.arena.raw(), stood, "undo gives back exactly what was before");
        self.before.truncate(at);
        self.stands = stood;
    }
}

fn read(state: &Value) -> State {
    State::deserialize(state).expect("a state can be read")
}

/// Scenes to play: the chapel from its gate and from inside, fights, a camp, each step of the week, an
/// adventurer being made. Ann and Cy play two each.
fn stage(number: usize) -> Stage {
    let starts = dead_weight::starts();
    let mut stage = match number % 12 {
        0 | 1 => starts[0].1.clone(),
        fight @ 2..=5 => starts[fight - 1].1.clone(),
        6 => with(&starts[0].1, &[("site", json!("The Drowned Chapel"))], Some("Ossuary")),
        7 => with(&starts[0].1, &[("site", json!("The Drowned Chapel"))], Some("Vestry")),
        8 => with(&starts[0].1, &[("camp", json!({ "points": 6, "fire": true, "supplies": 1 }))], None),
        9 => with(&starts[0].1, &[("interlude", json!(1))], None),
        10 => with(&starts[0].1, &[("interlude", json!(5))], None),
        _ => with(&starts[0].1, &[("interlude", json!(6))], None),
    };
    if number % 12 >= 8 {
        for (name, being) in &mut stage.heroes {
            let things = ["rations", "bandages", "first aid kit", "candlesticks", "bell and string"];
            being.add.insert("items".into(), json!(things));
            let set = [("silver", json!(90)), ("renown", json!(4)), ("insight", json!(2))];
            being.set.extend(set.map(|(key, value)| (key.to_owned(), value)));
            being.set.insert("lessons".into(), json!({ "STR": 9, "PRE": 8 }));
            being.set.insert("wounds".into(), json!({ "PRE": 1 }));
            if name == "Gerda Holt" {
                let skills = json!(["Ritualist", "Crafting", "Survivalist", "Veteran"]);
                being.set.insert("skills".into(), skills);
            }
        }
    }
    let names: Vec<String> = stage.heroes.keys().cloned().collect();
    let (ann, cy) = names.split_at(names.len().min(2));
    stage.seats.insert("Ann".into(), Seating::Creatures(ann.to_vec()));
    stage.seats.insert("Cy".into(), Seating::Creatures(cy.to_vec()));
    stage
}

fn with(start: &Stage, trackers: &[(&str, Value)], at: Option<&str>) -> Stage {
    let mut stage = start.clone();
    stage.trackers.shift_remove("site");
    stage.trackers.extend(trackers.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
    stage.at.extend(at.map(|place| ("party".to_owned(), place.to_owned())));
    stage
}

fn scene(seed: u64, book: &Book) -> Scene {
    let mut chance = Chance::new(seed);
    let arena = Arena::set(&stage(seed as usize), seed);
    let stands = arena.raw();
    let mut scene = Scene { arena, stands, before: Vec::new(), tried: Tried::new() };
    for _ in 0..DEEDS {
        scene.deed(&mut chance, book);
        if chance.one_in(25) {
            scene.undo_gives_back_what_was(&mut chance);
        }
    }
    assert_eq!(scene.arena.rebuilt(), scene.arena.raw(), "facts rebuild the state");
    scene
}

#[test]
fn whatever_people_do_the_table_stays_sound() {
    let book = Book::read(&[]).expect("the game's own content");
    let part = &|first: u64| {
        let mut cited = BTreeSet::new();
        for seed in (first..seeds()).step_by(HANDS as usize) {
            let told = std::panic::catch_unwind(|| scene(seed, &book));
            let Ok(scene) = told else { panic!("the scene of seed {seed} went wrong, see above") };
            cited.extend(scene.arena.cited);
        }
        cited
    };
    let cited: BTreeSet<RuleId> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..HANDS).map(|first| scope.spawn(move || part(first))).collect();
        hands.into_iter().flat_map(|hand| hand.join().expect("every scene holds")).collect()
    });
    if seeds() < SCENES {
        return;
    }
    // The scenes are worth something only if they get around.
    let known = [
        rules::DW_TEST_13,
        rules::DW_HURT_12,
        rules::DW_COMB_04,
        rules::DW_ACT_01,
        rules::DW_EXPL_03,
        rules::DW_EXPL_04,
        rules::DW_TRACK_01,
        rules::DW_CAMP_06,
        rules::DW_CAMP_10,
        rules::DW_CAMP_15,
        rules::DW_HOUSE_38H,
        rules::DW_HOUSE_42H,
        rules::DW_HOUSE_43H,
        rules::DW_CHAR_08,
    ];
    let missed: Vec<RuleId> = known.into_iter().filter(|rule| !cited.contains(rule)).collect();
    assert!(missed.is_empty(), "no scene came to {missed:?}");
}
