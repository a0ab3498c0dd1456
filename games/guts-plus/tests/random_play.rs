//! Random legal play: whole scenes aboard the ship, of fights, of essence, of characters being made, from fixed
//! seeds, with everything that is offered and every question. `BONEYARD_SEEDS` plays more of them.

use std::collections::BTreeSet;

use boneyard_table::RuleId;
use boneyard_table::live::ActionId;
use boneyard_table::stage::{BattleStage, Seating, Stage};
use boneyard_table::table::{AnyGame, AnyTable, Op};
use boneyard_testkit::seeds;
use guts_plus::rules;
use guts_plus::state::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::deed::{self, Deed};
use crate::arena::{ANN, Arena, CY, Chance, GAME, GM, sound};

/// How many scenes, and how many deeds each.
fn scenes() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(SCENES)
}

const SCENES: u64 = 200;
const DEEDS: usize = 40;

/// Scenes played at the same time.
const HANDS: u64 = 2;

/// A scene as it goes on, with what it takes to check it.
struct Scene {
    arena: Arena,
    stands: Value,
    /// How the table stood before each action that is done.
    before: Vec<(ActionId, Value)>,
}

impl Scene {
    fn deed(&mut self, chance: &mut Chance) {
        let Some(deed) = deed::next(&self.arena, chance) else { return };
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
            sound::state(&is);
            if !matches!(deed.op, Op::Overrule { .. }) {
                sound::nothing_lost(&was, &is);
            }
            self.stands = stands;
        }
        sound::not_stuck(&*self.arena.table, &read(&self.stands));
        if chance.one_in(6) {
            for seat in [GM, ANN, CY] {
                let view = self.arena.table.view(seat);
                assert!(serde_json::to_string(&view).is_ok_and(|written| written.len() > 20));
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
        let saved = self.arena.save();
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
        let fork = self.arena.table.fork("What if", Some(from), seeds(1)).expect("a fork begins anywhere");
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

fn staged(stage: Value) -> Stage {
    serde_json::from_value(stage).expect("a stage")
}

/// Scenes to play: the ship at its beginning and in the middle, fights, essence users, a quiet day with wounds, a
/// character being made. Ann and Cy play some each.
fn stage(number: usize) -> Stage {
    let starts = guts_plus::starts();
    let mut stage = match number % 8 {
        0 | 1 => starts[0].1.clone(),
        fight @ (2 | 3) => {
            let mut stage = starts[fight - 1].1.clone();
            stage.battle = Some(BattleStage { round: Some(2), ..BattleStage::default() });
            stage
        }
        4 | 5 => {
            let hot = json!(["Harden", "Sense", "Touch", "Heat", "Burst", "Ignite", "Melt", "Explode"]);
            let soft = json!(["Give", "Read", "Suggest", "Take", "Control", "Implant", "Insist"]);
            staged(json!({
                "house": { "essence_enabled": "on" },
                "heroes": {
                    "Picky": { "set": { "qualities": { "Essence": 8 }, "essence_of": { "aura": "Hot", "skills": hot }, "weight": 74 } },
                    "Sol": { "set": { "qualities": { "Essence": 9 }, "essence_of": { "aura": "Soft", "skills": soft } } },
                },
                "creatures": { "Duelist": { "like": "Flame Duelist" }, "Dog": { "like": "Guard Dog" } },
            }))
        }
        6 => staged(json!({
            "heroes": {
                "Maria": { "like": "Maria Castillo", "set": { "parts": { "Left Arm": 1, "Left Leg": 2 }, "xp": 98, "worn": ["helmet"], "conditions": ["Afraid", "Tired"] } },
                "Gus": { "like": "Gus Starjacker", "set": { "qualities": { "Medicine": 3 }, "le": { "Thought": 9 } } },
                "Doc": { "set": { "utility": 4, "items": ["potion of healing", "knife"] } },
            },
            "creatures": { "Guard": { "like": "Security Guard" } },
        })),
        _ => starts[starts.len() - 1].1.clone(),
    };
    let names: Vec<String> = stage.heroes.keys().cloned().collect();
    let (ann, cy) = names.split_at(names.len().min(2));
    stage.seats.insert("Ann".into(), Seating::Creatures(ann.to_vec()));
    stage.seats.insert("Cy".into(), Seating::Creatures(cy.to_vec()));
    stage
}

fn scene(seed: u64) -> Scene {
    let mut chance = Chance::new(seed);
    let arena = Arena::set(&stage(seed as usize), seed);
    let stands = arena.raw();
    let mut scene = Scene { arena, stands, before: Vec::new() };
    for _ in 0..DEEDS {
        scene.deed(&mut chance);
        if chance.one_in(25) {
            scene.undo_gives_back_what_was(&mut chance);
        }
    }
    assert_eq!(scene.arena.rebuilt(), scene.arena.raw(), "facts rebuild the state");
    scene
}

#[test]
fn whatever_people_do_the_table_stays_sound() {
    let part = &|first: u64| {
        let mut cited = BTreeSet::new();
        for seed in (first..scenes()).step_by(HANDS as usize) {
            let told = std::panic::catch_unwind(|| scene(seed));
            let Ok(scene) = told else { panic!("the scene of seed {seed} went wrong, see above") };
            cited.extend(scene.arena.cited);
        }
        cited
    };
    let cited: BTreeSet<RuleId> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..HANDS).map(|first| scope.spawn(move || part(first))).collect();
        hands.into_iter().flat_map(|hand| hand.join().expect("every scene holds")).collect()
    });
    if scenes() < SCENES {
        return;
    }
    // The scenes are worth something only if they get around.
    let known = [
        rules::GP_CHECK_05,
        rules::GP_DBL_05,
        rules::GP_ASST_02,
        rules::GP_COMB_08,
        rules::GP_COMB_13,
        rules::GP_HLTH_03,
        rules::GP_RECV_03,
        rules::GP_COND_01,
        rules::GP_ESS_09,
        rules::GP_ESS_12,
        rules::GP_CHAR_07,
        rules::GP_ITEM_05,
        rules::GP_HOUSE_13H,
        rules::GP_SCN_10,
    ];
    let missed: Vec<RuleId> = known.into_iter().filter(|rule| !cited.contains(rule)).collect();
    assert!(missed.is_empty(), "never came to {missed:?}");
}
