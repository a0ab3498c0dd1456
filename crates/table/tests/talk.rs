//! Words and free rolls at the table: who hears what, where it stands in the log, that undo leaves it alone,
//! and that the dice are the table's own. And redo.

use boneyard_table::frame::SeatInfo;
use boneyard_table::table::{AnyGame, Op};
use boneyard_table::view::{LineKind, SecretMode, Voice};
use boneyard_table::{Role, Seat, Who};
use serde_json::{Value, json};

use crate::support::{BO, BRACK, DARA, DI, GAME, GHOST, GM, TestTable};

fn say(voice: Voice, words: &str, who: Option<Who>) -> Op {
    Op::Say { voice, words: words.into(), who }
}

fn roll(notation: &str, mode: Option<SecretMode>) -> Op {
    Op::Roll { notation: notation.into(), mode, label: None, entered: None }
}

fn note(text: &str) -> Value {
    json!({ "note": { "text": text } })
}

fn undo() -> Op {
    Op::Undo { from: None, reason: None }
}

#[test]
fn words_stand_between_the_actions_they_were_said_between_and_outlive_undo() {
    let mut bench = TestTable::yard();
    bench.does(BO, note("one"), &[]);
    let first = bench.log(DI);
    bench.op(BO, say(Voice::InCharacter, "Follow me!", Some(BRACK))).expect("Brack is Bo's");
    bench.does(BO, note("two"), &[]);
    bench.op(DI, say(Voice::OutOfCharacter, "brb", None)).expect("anybody may talk");
    let log = bench.log(DI);
    assert_eq!(log.len(), 4);
    assert_eq!((&log[0], log[1].as_str(), log[3].as_str()), (&first[0], "Brack: Follow me!", "Di: brb"));
    bench.op(BO, undo()).expect("Bo's own last action");
    let log = bench.log(DI);
    assert_eq!(log[1], "Brack: Follow me!");
    assert!(log.contains(&"Di: brb".to_owned()), "{log:?}");
    assert_eq!(bench.replayed().save(), bench.save());
    assert_eq!(bench.reopened().log(DI), log);
}

#[test]
fn a_whisper_reaches_whom_it_is_for_and_not_a_byte_of_it_anybody_else() {
    let mut bench = TestTable::yard();
    let before = bench.everything(DI);
    bench.op(BO, say(Voice::Whisper { to: vec![GM] }, "I take the canary", None)).expect("to the GM");
    assert_eq!(bench.everything(DI), before);
    assert_eq!(bench.log(GM), ["Bo to GM: I take the canary"]);
    assert_eq!(bench.refuses(BO, say(Voice::Whisper { to: vec![] }, "hm", None)).code(), "no-such-seat");
    assert_eq!(
        bench.refuses(BO, say(Voice::Whisper { to: vec![Seat(9)] }, "hm", None)).code(),
        "no-such-seat"
    );
}

#[test]
fn a_hidden_creature_speaks_without_its_name_and_nobody_speaks_for_anothers() {
    let mut bench = TestTable::yard();
    bench.op(GM, say(Voice::InCharacter, "Leave.", Some(GHOST))).expect("the GM's own");
    assert_eq!(bench.log(BO), ["A voice: Leave."]);
    assert!(!bench.everything(BO).contains("Ghost"));
    assert_eq!(bench.refuses(DI, say(Voice::Emote, "dances", Some(BRACK))).code(), "not-yours");
    assert_eq!(bench.refuses(BO, say(Voice::Emote, " ", None)).code(), "words");
    assert_eq!(bench.refuses(BO, say(Voice::Emote, &"x".repeat(2_001), None)).code(), "words");
}

#[test]
fn a_roll_is_seen_by_whom_its_mode_says() {
    let mut bench = TestTable::yard();
    for mode in [None, Some(SecretMode::Gm), Some(SecretMode::Blind), Some(SecretMode::Own)] {
        bench.op(BO, roll("2d6+1", mode)).expect("a roll");
    }
    let kinds = |seat| {
        let lines = bench.table.lines(seat, boneyard_table::ActionId(0));
        let told = |line: &boneyard_table::view::Line| {
            (matches!(line.kind, LineKind::Roll { .. }), line.dice.iter().all(|die| die.face.is_some()))
        };
        lines.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(kinds(DI), [(true, true)], "the public one alone");
    assert_eq!(kinds(GM), [(true, true); 3], "all but the one for Bo's own eyes");
    assert_eq!(
        kinds(BO),
        [(true, true), (true, true), (false, false), (true, true)],
        "the blind one covered"
    );
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn a_blind_roll_shows_one_covered_die_however_many_fell() {
    let covered = |notation: &str, seed: u8| {
        let mut bench = TestTable::yard();
        for _ in 0..seed {
            bench.op(DI, roll("1d6", Some(SecretMode::Gm))).expect("a roll");
        }
        bench.op(BO, roll(notation, Some(SecretMode::Blind))).expect("a roll");
        let line = bench.table.lines(BO, boneyard_table::ActionId(0)).pop().expect("a line");
        serde_json::to_string(&(line.say, line.dice)).expect("plain data")
    };
    for notation in ["6d6!", "6d6r1", "4d6kh3"] {
        let told: std::collections::BTreeSet<String> = (0..12).map(|seed| covered(notation, seed)).collect();
        assert_eq!(told.len(), 1, "{notation}: {told:?}");
        assert_eq!(told.iter().map(|told| told.matches("\"id\"").count()).max(), Some(1), "{told:?}");
    }
}

#[test]
fn free_rolls_are_drawn_from_the_tables_dice_and_count_on() {
    let mut bench = TestTable::yard();
    bench.op(BO, roll("3d6", None)).expect("a roll");
    bench.op(BO, roll("1d20", Some(SecretMode::Gm))).expect("a secret roll");
    bench.op(DI, roll("2d8", None)).expect("a roll");
    let drawn = &bench.table.frame().stretches[0].drawn;
    let counted: Vec<(bool, u32, u8)> =
        drawn.iter().map(|(secret, at, sides, _)| (*secret, *at, *sides)).collect();
    let open = [(0, 6), (1, 6), (2, 6), (3, 8), (4, 8)].map(|(at, sides)| (false, at, sides));
    assert_eq!(counted.iter().filter(|(secret, ..)| !secret).copied().collect::<Vec<_>>(), open);
    assert_eq!(counted.iter().filter(|(secret, ..)| *secret).count(), 1);
}

#[test]
fn typed_dice_are_checked_face_by_face_and_marked() {
    let mut bench = TestTable::yard();
    let typed = |faces: &[u32]| Op::Roll {
        notation: "2d6".into(),
        mode: None,
        label: Some("for luck".into()),
        entered: Some(faces.to_vec()),
    };
    assert_eq!(bench.refuses(BO, typed(&[7, 1])).to_string(), "7 is not on a d6. Type 1 to 6.");
    assert_eq!(bench.refuses(BO, typed(&[1])).code(), "dice");
    assert_eq!(bench.refuses(BO, typed(&[1, 2, 3])).code(), "dice");
    bench.op(BO, typed(&[4, 3])).expect("both are on a d6");
    let line = &bench.table.lines(DI, boneyard_table::ActionId(0))[0];
    assert!(line.entered && line.say.text().contains("for luck"), "{line:?}");
    assert!(bench.table.frame().stretches[0].drawn.is_empty(), "no die of the table was used");
}

#[test]
fn what_cannot_be_rolled_is_refused_with_what_is_wrong() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(BO, roll("2d6+", None)).code(), "notation");
    assert!(bench.refuses(BO, roll("1d1000", None)).to_string().contains("at most 255 faces"));
    assert_eq!(bench.refuses(Seat(9), roll("1d6", None)).code(), "no-such-seat");
}

#[test]
fn redo_gives_back_exactly_what_was_taken_back_until_something_else_is_done() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(GM, Op::Redo).code(), "nothing-undone");
    bench.does(BO, json!({ "contest": { "who": "Brack", "foe": "Dara" } }), &[9, 1]);
    bench.does(BO, note("two"), &[]);
    let lines = |bench: &TestTable| bench.table.lines(DI, boneyard_table::ActionId(0));
    let (state, told) = (bench.table.state().expect("a state"), lines(&bench));
    bench.op(GM, Op::Undo { from: Some(boneyard_table::ActionId(1)), reason: None }).expect("the GM may");
    assert_eq!(bench.refuses(BO, Op::Redo).code(), "only-gm", "Bo did not take it back");
    assert!(bench.table.redoable());
    bench.op(GM, Op::Redo).expect("nothing happened since");
    assert_eq!((bench.table.state().expect("a state"), lines(&bench)), (state, told));
    assert_eq!(bench.replayed().save(), bench.save());
    bench.op(BO, undo()).expect("Bo's own last one");
    bench.op(BO, Op::Redo).expect("and Bo's own to have back");
    bench.op(BO, undo()).expect("again");
    bench.does(DI, note("three"), &[]);
    assert_eq!(bench.refuses(GM, Op::Redo).code(), "nothing-undone");
}

#[test]
fn what_was_taken_back_step_by_step_comes_back_step_by_step() {
    let mut bench = TestTable::yard();
    let mut stood = vec![bench.table.state().expect("a state")];
    for text in ["one", "two", "three"] {
        bench.does(BO, note(text), &[]);
        stood.push(bench.table.state().expect("a state"));
    }
    for left in (0..3).rev() {
        bench.op(GM, undo()).expect("the GM may");
        assert_eq!(bench.table.state().expect("a state"), stood[left]);
    }
    for then in &stood[1..] {
        assert_eq!(bench.reopened().table.redoable(), bench.table.redoable(), "a restart forgets nothing");
        bench.op(GM, Op::Redo).expect("the GM may");
        assert_eq!(bench.table.state().expect("a state"), *then);
    }
    assert_eq!(bench.refuses(GM, Op::Redo).code(), "nothing-undone");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn what_was_left_before_something_new_was_done_does_not_come_back_with_it() {
    let mut bench = TestTable::yard();
    bench.does(BO, note("one"), &[]);
    bench.does(BO, note("two"), &[]);
    bench.op(GM, undo()).expect("the GM may");
    bench.does(DI, note("instead"), &[]);
    bench.op(GM, undo()).expect("the GM may");
    bench.op(GM, undo()).expect("the GM may");
    bench.op(GM, Op::Redo).expect("one");
    bench.op(GM, Op::Redo).expect("instead");
    assert_eq!(bench.value("note"), "instead");
    assert_eq!(
        bench.refuses(GM, Op::Redo).code(),
        "nothing-undone",
        "two was left when Di did something else"
    );
}

#[test]
fn what_waits_meanwhile_stays_and_going_on_with_it_leaves_the_branch_for_good() {
    let mut bench = TestTable::yard();
    bench.does(BO, note("one"), &[]);
    assert!(bench.does(GM, json!({ "attack": { "who": "Brack", "target": "Dara" } }), &[3]).waits);
    bench.op(GM, undo()).expect("the GM may");
    bench.op(GM, Op::Redo).expect("nobody answered since");
    assert_eq!(bench.value("note"), "one");
    bench.op(GM, undo()).expect("again");
    bench.says(DI, DARA, "parry", json!(false), &[]);
    assert_eq!(bench.refuses(GM, Op::Redo).code(), "nothing-undone", "Dara's answer was given since");
}

#[test]
fn a_roll_in_the_middle_of_words_is_drawn_from_the_tables_dice_and_calls_reach_whom_they_name() {
    let mut bench = TestTable::yard();
    bench
        .op(BO, say(Voice::OutOfCharacter, "@di I take [[2d1+3]] of [[1d1]], @dice @GM!", None))
        .expect("said");
    let line = bench.table.lines(DI, boneyard_table::ActionId(0)).remove(0);
    assert_eq!(line.say.text(), "Bo: @di I take 5 of 1, @dice @GM!");
    let LineKind::Talk { calls, rolls, .. } = &line.kind else { panic!("{line:?}") };
    assert_eq!((calls.as_slice(), line.dice.len()), (&[DI, GM][..], 3), "@dice names nobody");
    assert_eq!(rolls.iter().map(|roll| roll.total).collect::<Vec<_>>(), [5, 1]);
    let drawn = bench.table.frame().stretches[0].drawn.len();
    assert_eq!(drawn, 3);
    bench.op(BO, say(Voice::Whisper { to: vec![GM] }, "[[1d6]]", None)).expect("whispered");
    assert_eq!(bench.table.frame().stretches[0].next, [3, 1], "from the secret dice");
    bench.op(BO, say(Voice::Emote, "shrugs [[", None)).expect("no roll at all");
    for (words, code) in [("[[2d]]", "notation"), ("[[1d999]]", "dice"), (&"[[1]]".repeat(11), "too-many")] {
        assert_eq!(bench.refuses(BO, say(Voice::OutOfCharacter, words, None)).code(), code, "{words}");
    }
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn spectators_talk_only_where_they_may_and_only_for_themselves() {
    use boneyard_table::frame::Chat;
    let mut bench = TestTable::yard();
    let sit = |role, name: &str| SeatInfo { name: name.into(), role, types_dice: false };
    bench.op(GM, Op::Sit { seat: Seat(5), info: sit(Role::Spectator, "Ed") }).expect("a spectator");
    bench.op(GM, Op::Sit { seat: Seat(6), info: sit(Role::Display, "TV") }).expect("a display");
    let aloud = || say(Voice::OutOfCharacter, "hello", None);
    assert_eq!(bench.refuses(Seat(5), aloud()).code(), "only-watching");
    assert_eq!(bench.refuses(BO, Op::Chat(Chat { spectators: true, displays: true })).code(), "only-gm");
    bench.op(GM, Op::Chat(Chat { spectators: true, displays: true })).expect("the GM allows it");
    bench.op(Seat(5), aloud()).expect("now they may");
    for op in [
        say(Voice::Whisper { to: vec![BO] }, "psst", None),
        say(Voice::InCharacter, "I am Brack", Some(BRACK)),
        say(Voice::OutOfCharacter, "[[1d6]]", None),
        roll("1d6", None),
    ] {
        assert_eq!(bench.refuses(Seat(5), op).code(), "only-watching");
    }
    assert_eq!(bench.refuses(Seat(6), aloud()).code(), "only-watching", "a display never talks");
    assert_eq!(bench.log(BO), ["Ed: hello"]);
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn a_seat_that_was_left_is_nobodys_again_however_the_table_is_opened() {
    let sit = |name: &str| SeatInfo { name: name.into(), role: Role::Player, types_dice: false };
    let mut bench = TestTable::yard();
    bench.op(GM, say(Voice::Whisper { to: vec![BO] }, "Trust nobody", None)).expect("to Bo");
    bench.op(BO, Op::Leave { seat: BO }).expect("Bo goes home");
    let refused = bench.refuses(GM, Op::Sit { seat: BO, info: sit("Eve") });
    assert_eq!(refused.code(), "former-seat");
    let free = bench.table.frame().free_seat().expect("there is room");
    assert!(free != BO && free != DI, "{free}");
    bench.op(GM, Op::Sit { seat: free, info: sit("Eve") }).expect("a seat nobody had");
    assert!(!bench.log(free).iter().any(|line| line.contains("Trust")), "{:?}", bench.log(free));
    assert_eq!(bench.reopened().refuses(GM, Op::Sit { seat: BO, info: sit("Ed") }).code(), "former-seat");
    let replayed = bench.replayed();
    let refused =
        replayed.table.plan(GM, Op::Sit { seat: BO, info: sit("Ed") }, None).expect_err("after a replay");
    assert_eq!(refused.code(), "former-seat");

    // A table that was saved before this was kept does not know who left: its records do.
    let saved =
        bench.save().replace(r#""knows_former":true,"#, "").replace(r#""former":[1]"#, r#""former":[]"#);
    GAME.load(&saved).expect_err("it is read from its records instead");

    // Come and go until no number is left.
    let mut last = free;
    while let Some(free) = bench.table.frame().free_seat() {
        bench.op(GM, Op::Leave { seat: last }).expect("one goes");
        bench.op(GM, Op::Sit { seat: free, info: sit("Eve") }).expect("and comes back");
        last = free;
    }
    assert_eq!(last, Seat(Seat::MOST - 1));
    let refused = bench.refuses(GM, Op::Sit { seat: BO, info: sit("Ed") });
    assert!(refused.to_string().contains("no other seat is free"), "{refused}");
}
