//! A table that remembers little of its past beside one that remembers everything: whatever is played, both stand alike,
//! tell every seat the same lines, and take back and fork alike. What the first has forgotten is read back from the records.

use boneyard_table::frame::Seeds;
use boneyard_table::live::ActionId;
use boneyard_table::table::{AnyGame, AnyTable, LinePlace, Op, Planned, Remembers, reaches_back};
use boneyard_table::view::{Line, Voice};
use boneyard_table::{Refusal, Seat};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{self, BO, DI, GAME, GM, TestTable};

const SEATS: [Seat; 3] = [GM, BO, DI];

/// A table and its records, as whoever runs it has them.
struct Forgetful {
    table: Box<dyn AnyTable>,
    records: Vec<String>,
    remembers: Remembers,
}

impl Forgetful {
    fn of(bench: &TestTable, lately: usize) -> Self {
        let remembers = Remembers::Lately(lately);
        let mut table = GAME.open(&bench.records[0]).expect("it opens");
        table.remember(remembers);
        let mut forgetful = Self { table, records: bench.records[..1].to_vec(), remembers };
        bench.records[1..].iter().for_each(|record| forgetful.follow(record));
        forgetful
    }

    fn follow(&mut self, record: &str) {
        if self.table.apply_record(record).is_err() {
            self.read_anew();
            self.table.apply_record(record).expect("with all of its past it can be followed");
            self.table.remember(self.remembers);
        }
        self.records.push(record.to_owned());
    }

    /// Reads everything anew.
    fn read_anew(&mut self) {
        self.table = self.up_to(None);
    }

    /// The table with all of its past, up to before an action ended.
    fn up_to(&self, action: Option<ActionId>) -> Box<dyn AnyTable> {
        let mut table = GAME.open(&self.records[0]).expect("it opens");
        for record in &self.records[1..] {
            if action.is_some() && GAME.ends(record).expect("a record") == action {
                break;
            }
            table.apply_record(record).expect("followed before");
        }
        table
    }

    fn reopen(&mut self) {
        self.table = GAME.load(&self.table.save().expect("saved")).expect("it opens");
        self.table.remember(self.remembers);
    }

    fn plan(&mut self, seat: Seat, op: Op) -> Result<Planned, Refusal> {
        let planned = self.table.plan(seat, op.clone(), None);
        let Err(refusal) = &planned else { return planned };
        if reaches_back(refusal).is_none() {
            return planned;
        }
        self.read_anew();
        let planned = self.table.plan(seat, op, None);
        self.table.remember(self.remembers);
        planned
    }

    fn fork(&self, before: Option<ActionId>) -> Result<String, Refusal> {
        let forked = self.table.fork("Fork", before, SEEDS);
        let Some(action) = forked.as_ref().err().and_then(reaches_back) else { return forked };
        self.table.fork_from(&*self.up_to(Some(action)), "Fork", SEEDS)
    }

    /// Everything a seat was told, some records at a time.
    fn lines(&self, seat: Seat, at_a_time: usize) -> Vec<Line> {
        let mut back = self.table.back();
        let mut lines = self.table.placed_lines(seat, LinePlace::START);
        while !back.is_done() {
            let end = (back.record() as usize).saturating_sub(1);
            let first = end.saturating_sub(at_a_time);
            let numbered = |at: usize| (at as u32 + 1, self.records[at].clone());
            let records: Vec<(u32, String)> = (first..end).map(numbered).collect();
            let (mut older, further) = self.table.read_back(seat, &back, &records).expect("records");
            assert!(further.is_done() || further.record() < back.record(), "it goes on");
            older.append(&mut lines);
            (lines, back) = (older, further);
        }
        let places: Vec<LinePlace> = lines.iter().map(|(place, _)| *place).collect();
        assert!(places.is_sorted(), "older lines stand before later ones: {places:?}");
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

const SEEDS: Seeds = support::SEEDS;

/// What a seat reads, byte for byte.
fn read(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| serde_json::to_string(line).expect("a line can be written")).collect()
}

fn note(text: &str) -> Op {
    Op::Command(json!({ "note": { "text": text } }))
}

fn undo(from: Option<u32>) -> Op {
    Op::Undo { from: from.map(ActionId), reason: Some("we misread it".into()) }
}

fn say(words: &str, voice: Voice) -> Op {
    Op::Say { voice, words: words.into(), who: None }
}

/// A long evening: notes, words between them, and something that waits all the while.
fn long_evening() -> TestTable {
    let mut bench = TestTable::yard();
    bench.does(DI, json!({ "train": { "who": "Dara" } }), &[]);
    for nth in 0..40 {
        bench.op(BO, note(&format!("note {nth}"))).expect("anybody may");
        let voice = if nth % 3 == 0 { Voice::Whisper { to: vec![DI] } } else { Voice::OutOfCharacter };
        bench.op(BO, say(&format!("word {nth}"), voice)).expect("a player may");
    }
    bench
}

#[test]
fn a_table_that_remembers_little_reads_back_what_each_seat_was_told() {
    let bench = long_evening();
    let forgetful = Forgetful::of(&bench, 4);
    assert!(!forgetful.table.is_whole() && forgetful.table.done().len() < 10, "it has forgotten most of it");
    for seat in SEATS {
        let told = read(&bench.table.lines(seat, ActionId(0)));
        for at_a_time in [1, 2, 7, 1_000] {
            assert_eq!(read(&forgetful.lines(seat, at_a_time)), told, "{seat}, {at_a_time} at a time");
        }
    }
    let whispers = |seat| forgetful.lines(seat, 5).iter().filter(|line| line.secret.is_some()).count();
    assert_eq!(
        (whispers(BO), whispers(DI), whispers(GM)),
        (14, 14, 0),
        "what was whispered to others stays theirs"
    );
}

#[test]
fn what_is_kept_of_a_long_table_does_not_grow_with_its_past() {
    let mut bench = TestTable::yard();
    let mut lengths = Vec::new();
    for nth in 0..1_600 {
        bench.op(BO, Op::Command(json!({ "contest": { "who": "Brack", "foe": "Dara" } }))).expect("legal");
        bench.op(BO, say("Once more.", Voice::OutOfCharacter)).expect("a player may");
        if nth == 799 || nth == 1_599 {
            let forgetful = Forgetful::of(&bench, 256);
            let saved = forgetful.table.save().expect("saved");
            assert_eq!(GAME.load(&saved).expect("it opens").save().expect("saved"), saved);
            lengths.push(saved.len());
        }
    }
    assert!(lengths[1] < lengths[0] + lengths[0] / 20, "{lengths:?}");
    assert!(bench.save().len() < lengths[0] * 2, "nor what is kept of one that remembers everything");
}

#[test]
fn an_undo_far_back_is_asked_for_by_its_action_and_then_done() {
    let bench = long_evening();
    let mut forgetful = Forgetful::of(&bench, 4);
    let refusal = forgetful.table.plan(GM, undo(Some(5)), None).expect_err("it lies back");
    assert_eq!(reaches_back(&refusal), Some(ActionId(5)));
    let planned = forgetful.plan(GM, undo(Some(5))).expect("the GM may");
    let mut whole = bench;
    whole.apply_record(&planned.record);
    forgetful.follow(&planned.record);
    assert_eq!(forgetful.table.values(), whole.table.values());
    assert_eq!(forgetful.table.values()["note"], "note 2");
    for seat in SEATS {
        assert_eq!(read(&forgetful.lines(seat, 5)), read(&whole.table.lines(seat, ActionId(0))));
    }
    // All of it comes back the same way.
    let planned = forgetful.plan(GM, Op::Redo).expect("the GM may");
    whole.apply_record(&planned.record);
    forgetful.follow(&planned.record);
    assert_eq!(forgetful.table.values(), whole.table.values());
    assert_eq!(forgetful.table.values()["note"], "note 39");
}

#[test]
fn a_player_is_refused_far_back_without_a_look_at_the_records() {
    let bench = long_evening();
    let forgetful = Forgetful::of(&bench, 4);
    let refusal = forgetful.table.plan(BO, undo(Some(3)), None).expect_err("others came after");
    assert_eq!(refusal.code(), "only-gm");
    let refusal = forgetful.table.plan(BO, undo(Some(9_999)), None).expect_err("no such");
    assert_eq!(refusal.code(), "no-such-action");
}

#[test]
fn the_dice_of_a_long_evening_are_proved_from_its_records() {
    let mut bench = TestTable::yard();
    for _ in 0..30 {
        bench.op(BO, Op::Command(json!({ "contest": { "who": "Brack", "foe": "Dara" } }))).expect("legal");
    }
    let planned = bench.table.plan_reveal(SEEDS).expect("nothing waits");
    bench.apply_record(&planned.record);
    let forgetful = Forgetful::of(&bench, 4);
    assert!(forgetful.table.proof(0).is_none(), "it does not remember the dice");
    let mut read = GAME.open(&bench.records[0]).expect("it opens");
    read.remember(Remembers::LatelyAndDice(4));
    bench.records[1..].iter().for_each(|record| read.apply_record(record).expect("followed before"));
    let proof = read.proof(0).expect("it is open");
    assert_eq!(Some(&proof), bench.table.proof(0).as_ref());
    boneyard_dice::fair::verify(&proof).expect("every die is as promised");
}

/// Somebody does something, whatever it is; refusals are part of play.
fn play(bench: &mut TestTable, choice: u8, number: u8) {
    let who = ["Brack", "Dara", "Raider"][usize::from(number) % 3];
    let foe = ["Dara", "Raider", "Brack", "Ghost"][usize::from(number / 3) % 4];
    let seat = SEATS[usize::from(number / 5) % 3];
    let prompts = bench.table.prompts(GM);
    let done = bench.table.done();
    let waits = bench.table.waits();
    let op = match (choice % 16, prompts.first()) {
        (0..=4, Some(card)) => {
            let say = match choice.is_multiple_of(2) {
                true => card.default.clone().unwrap_or_default(),
                false => json!(number % 5),
            };
            support::answer(card.id.parse().expect("a number"), say)
        }
        (0 | 1, _) => Op::Command(json!({ "attack": { "who": who, "target": foe } })),
        (2, _) => Op::Command(json!({ "shake": { "who": who, "target": foe } })),
        (3, _) => Op::Command(json!("bid")),
        (4, _) => Op::Command(json!({ "contest": { "who": who, "foe": foe } })),
        (5, _) => Op::Command(json!({ "try": { "who": who, "what": "climb" } })),
        (6, _) => Op::Command(json!({ "train": { "who": who } })),
        (7, _) => Op::Command(json!({ "brood": { "who": "Ghost" } })),
        (8, _) => Op::Overrule { path: "Dara.hp".into(), value: json!(number), reason: "fate".into() },
        (9, _) => note("something"),
        (10, _) => say("aloud", Voice::OutOfCharacter),
        (11, _) => say("in secret", Voice::Whisper { to: vec![SEATS[usize::from(number) % 3]] }),
        (12, _) => match waits.first() {
            Some((action, _)) => Op::Cancel { action: *action },
            None => Op::Redo,
        },
        (13, _) => Op::Redo,
        (14, _) => Op::Command(json!({ "search": { "who": who } })),
        _ => Op::Undo {
            from: done.len().checked_sub(1 + usize::from(number) % 6).and_then(|at| done.get(at)).copied(),
            reason: None,
        },
    };
    let seat = if choice % 16 < 9 || choice % 16 > 11 { GM } else { seat };
    let _ = bench.op(seat, op);
}

/// What came of a plan, to compare.
fn came_of(planned: Result<Planned, Refusal>) -> Value {
    match planned {
        Ok(planned) => json!(planned.record),
        Err(refusal) => json!(refusal),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn whatever_is_played_a_table_that_remembers_little_is_the_same_table(
        moves in prop::collection::vec((any::<u8>(), any::<u8>()), 1..80),
        lately in 1_usize..9,
        at_a_time in 1_usize..20,
    ) {
        let mut bench = TestTable::yard();
        let mut forgetful = Forgetful::of(&bench, lately);
        for (choice, number) in &moves {
            play(&mut bench, *choice, *number);
            if bench.records.len() > forgetful.records.len() {
                forgetful.follow(&bench.records[forgetful.records.len()]);
            }
            if number % 11 == 0 {
                forgetful.reopen();
            }
            prop_assert_eq!(forgetful.table.state().expect("a state"), bench.table.state().expect("a state"));
        }
        for seat in SEATS {
            prop_assert_eq!(
                read(&forgetful.lines(seat, at_a_time)),
                read(&bench.table.lines(seat, ActionId(0))),
                "{}", seat
            );
            prop_assert_eq!(forgetful.table.view(seat), bench.table.view(seat));
            prop_assert_eq!(forgetful.table.counted(seat), bench.table.counted(seat));
            for from in [None, Some(1), Some(2), Some(5), Some(11), Some(500)] {
                prop_assert_eq!(
                    came_of(forgetful.plan(seat, undo(from))),
                    came_of(bench.table.plan(seat, undo(from), None)),
                    "{} undoes {:?}", seat, from
                );
            }
            prop_assert_eq!(
                came_of(forgetful.plan(seat, Op::Redo)),
                came_of(bench.table.plan(seat, Op::Redo, None))
            );
        }
        for action in bench.table.done() {
            let whole = bench.table.fork("Fork", Some(action), SEEDS).expect("it was done");
            prop_assert_eq!(forgetful.fork(Some(action)).expect("it was done"), whole);
        }
    }
}
