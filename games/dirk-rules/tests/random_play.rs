//! Random legal play: whole scenes from fixed seeds, with everything that is offered and every
//! question. `BONEYARD_SEEDS` plays more of them.

use boneyard_testkit::Chance;
use std::collections::BTreeSet;

use boneyard_table::live::ActionId;
use boneyard_table::table::{AnyGame, Op};
use boneyard_table::{RuleId, Who};
use dirk_rules::book::Book;
use dirk_rules::rules;
use dirk_rules::state::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::play::Taste;
use crate::support::{self, BO, DI, GAME, GM, TestTable, play, sound, start};

/// How many scenes, and how many deeds each.
fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(240)
}

const DEEDS: usize = 50;

/// Scenes played at the same time.
const HANDS: u64 = 2;

/// A scene as it goes on, with what it takes to check it.
struct Scene {
    bench: TestTable,
    taste: Taste,
    /// How the table stands.
    stands: Value,
    /// How the table stood before each action that is done.
    before: Vec<(ActionId, Value)>,
    overruled: BTreeSet<Who>,
}

impl Scene {
    fn deed(&mut self, chance: &mut Chance, book: &Book) {
        let deed = play::next(&self.bench, chance, &mut self.taste);
        if chance.one_in(10) {
            self.reopened_goes_on_the_same(&deed);
        }
        if let Op::Command(command) = &deed.op
            && chance.one_in(4)
        {
            let probed = self.bench.table.probe(deed.seat, command.clone());
            let planned = self.bench.table.plan(deed.seat, deed.op.clone(), None);
            assert_eq!(probed, planned.map(|_| ()), "a probe says what comes of {command}");
        }
        match self.bench.op(deed.seat, deed.op.clone()) {
            Err(refusal) => {
                assert!(deed.may_be_refused, "{refusal}: {deed:?}");
                assert!(!refusal.to_string().is_empty(), "a refusal says why");
                return;
            }
            Ok(_) => self.note(),
        }
        if let Op::Overrule { path, .. } = &deed.op {
            let name = path.split('.').next().unwrap_or_default();
            let known = self.bench.table.creatures(GM);
            self.overruled.extend(known.iter().find(|(_, known)| known == name).map(|(who, _)| *who));
        }
        let stands = self.bench.raw();
        if stands != self.stands {
            let (was, is) = (read(&self.stands), read(&stands));
            // What was made at the table has limits of its own.
            let packs: Vec<_> = self.bench.table.packs().into_iter().cloned().collect();
            match packs.as_slice() {
                [] => sound::state(&is, book, &self.overruled),
                own => sound::state(&is, &Book::read(own).expect("the table reads it"), &self.overruled),
            }
            sound::nothing_lost(&was, &is, &self.overruled);
            self.stands = stands;
        }
        sound::not_stuck(&*self.bench.table, &read(&self.stands));
        if chance.one_in(6) {
            self.everybody_can_look();
        }
    }

    /// Writes down how it stood before whatever is newly done.
    fn note(&mut self) {
        let done = self.bench.table.done();
        if let Some(last) = done.last().filter(|last| self.before.iter().all(|(known, _)| known != *last)) {
            self.before.push((*last, self.stands.clone()));
        }
    }

    fn everybody_can_look(&self) {
        let table = &self.bench.table;
        for seat in [GM, BO, DI] {
            let view = table.view(seat);
            assert!(!view.sheets.is_empty());
        }
    }

    fn reopened_goes_on_the_same(&self, deed: &play::Deed) {
        let saved = self.bench.save();
        let again = GAME.load(&saved).expect("a saved table opens");
        assert_eq!(again.save().expect("it can be saved again"), saved);
        assert_eq!(again.prompts(GM), self.bench.table.prompts(GM), "the same questions are open");
        let plan = |table: &dyn boneyard_table::table::AnyTable| {
            table.plan(deed.seat, deed.op.clone(), None).map(|planned| planned.record)
        };
        assert_eq!(plan(&*again), plan(&*self.bench.table), "it goes on as it would have");
    }

    fn undo_gives_back_what_was(&mut self, chance: &mut Chance) {
        if self.before.is_empty() {
            return;
        }
        let at = chance.below(self.before.len());
        let (from, stood) = self.before[at].clone();
        let fork = self
            .bench
            .table
            .fork("What if", Some(from), boneyard_testkit::seeds(1))
            .expect("a fork begins anywhere");
        let fork = GAME.open(&fork).expect("a fork opens");
        assert_eq!(fork.state().expect("a state"), stood, "a fork begins as it stood");
        let op = Op::Undo { from: Some(from), reason: Some("that was not meant".into()) };
        self.bench.op(GM, op).expect("the GM may always take back");
        assert_eq!(self.bench.raw(), stood, "undo gives back exactly what was before");
        self.before.truncate(at);
        self.stands = stood;
    }

    fn records_give_the_same_table(&self) {
        let replayed = self.bench.replayed();
        assert_eq!(replayed.state().expect("a state"), self.bench.raw(), "facts rebuild the state");
        assert_eq!(replayed.save().expect("a save"), self.bench.save(), "records rebuild the table");
        let again = GAME
            .open(&self.bench.table.fork("As it stands", None, boneyard_testkit::seeds(1)).expect("a fork"))
            .expect("it opens");
        assert_eq!(again.state().expect("a state"), self.bench.raw());
    }
}

fn read(state: &Value) -> State {
    State::deserialize(state).expect("a state can be read")
}

fn scene(seed: u64, book: &Book) -> Scene {
    let mut chance = Chance::new(seed);
    let stage = start(chance.below(5), chance.one_in(6));
    let bench = TestTable::set(&stage, seed);
    let stands = bench.raw();
    let mut scene =
        Scene { bench, taste: Taste::new(seed), stands, before: Vec::new(), overruled: BTreeSet::new() };
    for _ in 0..DEEDS {
        scene.deed(&mut chance, book);
        if chance.one_in(20) {
            scene.undo_gives_back_what_was(&mut chance);
        }
    }
    scene.records_give_the_same_table();
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
            cited.extend(scene.bench.cited);
        }
        cited
    };
    let cited: BTreeSet<RuleId> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..HANDS).map(|first| scope.spawn(move || part(first))).collect();
        hands.into_iter().flat_map(|hand| hand.join().expect("every scene holds")).collect()
    });
    // The scenes are worth something only if they get around.
    let known = [
        rules::DK_BATTLE_03,
        rules::DK_BATTLE_05,
        rules::DK_REACT_04,
        rules::DK_REACT_09,
        rules::DK_REACT_12,
    ]
    .into_iter()
    .chain([rules::DK_HARM_06, rules::DK_HARM_09, rules::DK_WEAR_03, rules::DK_CHAR_02])
    .chain([rules::DK_COND_03H, rules::DK_EVENT_02, rules::DK_LOOT_01H, rules::DK_ENC_05H])
    .chain([rules::DK_WEA_01H, rules::DK_HAZ_01H, rules::DK_EVT_06H]);
    for rule in known.filter(|_| seeds() >= 200) {
        assert!(cited.contains(&rule), "no scene came to {rule}");
    }
    let advanced = [rules::DK_ADV_01, rules::DK_ADV_03, rules::DK_ADV_05, rules::DK_ADV_09, rules::DK_ADV_11];
    let tried = advanced.iter().filter(|rule| cited.contains(*rule)).count();
    assert!(tried >= 2 || seeds() < 200, "only {tried} of the advanced actions were tried");
}

#[test]
fn fights_come_to_an_end_by_instinct_on_both_sides() {
    for (number, (_, start)) in dirk_rules::starts().into_iter().enumerate() {
        for seed in 0..4 {
            let bench = support::fought(number, seed);
            let state = bench.state();
            let standing: BTreeSet<u8> = state
                .everybody()
                .filter(|who| !dirk_rules::health::out(&state, *who))
                .map(|who| state.sheet(who).side)
                .filter(|side| *side < 2)
                .collect();
            assert!(standing.len() <= 1, "start {number}, seed {seed}: both sides stand");
            // Where nobody stood against them the referee says when it is over.
            let over = match start.creatures.is_empty() {
                true => bench.table.probe(GM, json!("end_battle")).is_ok(),
                false => state.battle.is_none(),
            };
            assert!(over, "start {number}, seed {seed}: the battle goes on with nobody to fight");
        }
    }
}

#[test]
fn whoever_falls_on_their_own_turn_hands_it_on() {
    let laser = json!({ "hp": 0, "str": 1, "items": ["laser pistol"], "hands": ["laser pistol"], "laser pistol.charges": 0 });
    let mut bench = TestTable::scene(
        json!({
            "heroes": { "Brack": { "set": { "hp": 50, "reactions": 0 } }, "Fenn": {} },
            "creatures": { "Raider": { "set": laser }, "Bandit": { "set": { "tags": ["disciplined"] } } },
            "battle": { "order": ["Raider", "Brack", "Bandit", "Fenn"] },
        }),
        1,
    );
    let apart = json!({ "apart": { "one": "Raider", "other": "Bandit", "feet": 50 } });
    bench.does(apart, &[]);
    bench.does(json!({ "apart": { "one": "Raider", "other": "Fenn", "feet": 50 } }), &[]);
    bench.does(
        json!({ "attack": { "who": "Raider", "with": "laser pistol", "target": "Brack" } }),
        &[6, 10, 20],
    );
    let told = bench.table.values();
    assert_eq!((&told["Raider"]["dead"], &told["battle"]["turn"]), (&json!(true), &json!("Brack")));

    let op =
        Op::Overrule { path: "Brack.dead".into(), value: json!(true), reason: "the roof came down".into() };
    bench.op(GM, op).expect("the referee may");
    assert_eq!(bench.table.awaits().creatures, [Who(0)], "the turn is still Brack's to end");
    bench.does(json!({ "end_turn": { "who": "Brack" } }), &[]);
    assert_eq!(bench.table.values()["battle"]["turn"], "Bandit");
}
