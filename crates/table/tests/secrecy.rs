//! What a seat may not know does not reach it: not in views, offers, prompts, lines, refusals or probes.

use boneyard_table::Seat;
use boneyard_table::live::{ActionId, PromptId};
use boneyard_table::odds::OddsError;
use boneyard_table::story::Expected;
use boneyard_table::table::{OddsAsk, Op};
use boneyard_table::view::Secret;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{self, duel::DOOM};
use crate::support::{BO, BRACK, DARA, DI, GHOST, GM, RAIDER, TestTable, YARD, answer};

fn brood() -> Value {
    json!({ "brood": { "who": "Brack" } })
}

/// The yard with something else lurking and another doom.
fn other_yard() -> String {
    let lurker = r#"Spectre = { set = { hidden = true, hp = 1, coins = 9, parries = 0, skill = 3 } }"#;
    let stage = YARD.replace("Ghost = { set = { hidden = true } }", lurker);
    format!("trackers = {{ doom = 40 }}\n{stage}")
}

/// The yard with nothing lurking.
fn safe_yard() -> String {
    YARD.replace("Ghost = { set = { hidden = true } }", "")
}

#[test]
fn a_secret_roll_and_its_fact_are_for_the_game_master_alone() {
    let mut bench = TestTable::yard();
    let before = [BO, DI].map(|seat| bench.everything(seat));
    bench.does(BO, brood(), &[6]);
    assert_eq!(
        before,
        [BO, DI].map(|seat| bench.everything(seat)),
        "not even the one who brooded reads of it"
    );
    assert_eq!(bench.log(GM), ["Brack rolls 1d6: 6.", "The doom is 6."]);
    let lines = bench.table.lines(GM, ActionId(0));
    assert!(lines.iter().all(|line| line.rule == Some(DOOM)));
    assert!(
        lines.iter().all(|line| line.secret == Some(Secret::Gm)),
        "and the game master reads that nobody else does"
    );
    bench.does(BO, json!({ "contest": { "who": "Brack", "foe": "Dara" } }), &[9, 1]);
    assert_eq!(bench.table.lines(GM, ActionId(2))[0].secret, None, "what everybody reads is no secret");
}

#[test]
fn a_blind_roll_is_seen_to_happen_and_no_more() {
    let (mut low, mut high) = (TestTable::yard(), TestTable::yard());
    low.does(BO, json!({ "search": { "who": "Brack" } }), &[1]);
    high.does(BO, json!({ "search": { "who": "Brack" } }), &[5]);
    assert_eq!(low.log(BO), ["Brack rolls out of sight.", "Something happens."]);
    for seat in [BO, DI] {
        assert_eq!(low.everything(seat), high.everything(seat));
    }
    assert_eq!(low.log(GM), ["Brack rolls 1d6: 1.", "It fails."]);
}

#[test]
fn how_many_dice_fell_out_of_sight_nobody_sees() {
    let (mut low, mut high) = (TestTable::yard(), TestTable::yard());
    low.does(BO, json!({ "search": { "who": "Brack" } }), &[1]);
    high.does(BO, json!({ "search": { "who": "Brack" } }), &[6, 6, 2]);
    for seat in [BO, DI] {
        assert_eq!(low.everything(seat), high.everything(seat));
    }
    assert_eq!(
        high.log(GM),
        ["Brack rolls 1d6: 6.", "Brack rolls 1d6: 6.", "Brack rolls 1d6: 2.", "It works."]
    );
}

#[test]
fn secret_rolls_draw_from_a_stream_of_their_own() {
    let contest = || Op::Command(json!({ "contest": { "who": "Brack", "foe": "Dara" } }));
    let (mut with, mut without) = (TestTable::yard(), TestTable::yard());
    for bench in [&mut with, &mut without] {
        bench.op(BO, contest()).expect("legal");
    }
    with.op(BO, Op::Command(brood())).expect("legal");
    for bench in [&mut with, &mut without] {
        bench.op(BO, contest()).expect("legal");
    }
    let open = |bench: &TestTable| -> Vec<_> {
        bench.table.frame().stretches[0].drawn.iter().filter(|(secret, ..)| !secret).copied().collect()
    };
    assert_eq!(open(&with), open(&without), "a secret roll takes no open die away");
    assert_eq!(with.table.frame().stretches[0].next[1], 1);
    let planned = with.table.plan_reveal(support::SEEDS).expect("nothing waits");
    with.apply_record(&planned.record);
    let proof = with.table.proof(0).expect("it is open");
    assert_eq!(proof.draws.len(), open(&with).len(), "opening the dice opens no secret one");
}

#[test]
fn whoever_lurks_is_in_no_view_offer_or_list() {
    let bench = TestTable::yard();
    for seat in [BO, DI, Seat(9)] {
        assert!(!bench.everything(seat).contains("Ghost"), "{seat}");
    }
    assert!(bench.everything(GM).contains("Ghost"));
}

#[test]
fn a_probe_finds_no_more_than_a_look() {
    let mut bench = TestTable::yard();
    let attack = |target: Value| json!({ "attack": { "who": 1, "target": target } });
    let hidden = bench.table.probe(BO, attack(json!(GHOST))).expect_err("hidden");
    let absent = bench.table.probe(BO, attack(json!(5))).expect_err("absent");
    assert_eq!((hidden.code(), hidden.to_string()), (absent.code(), absent.to_string()));
    assert_eq!(bench.refuses(BO, Op::Command(attack(json!(GHOST)))), hidden);
    assert!(bench.table.probe(GM, attack(json!(GHOST))).is_ok());
    let stranger = bench.table.probe(DI, attack(json!(RAIDER))).expect_err("not Di's");
    assert_eq!(stranger.code(), "not-yours", "a probe minds whose creature it is, as the table does");
}

#[test]
fn while_only_something_hidden_is_waited_for_the_others_read_nothing_of_it() {
    let mut bench = TestTable::yard();
    let before = [BO, DI].map(|seat| bench.everything(seat));
    bench.does(BO, json!({ "whistle": { "who": "Brack" } }), &[]);
    assert!(bench.table.prompts(GM).iter().any(|card| card.name == "pounce"));
    assert_eq!(before, [BO, DI].map(|seat| bench.everything(seat)));
    let held = bench.refuses(DI, Op::Command(brood_of("Dara")));
    assert_eq!(
        (held.code(), held.to_string(), held.reasons[0].values.len()),
        ("held", "One moment.".into(), 0)
    );
    assert_eq!(bench.refuses(GM, Op::Command(brood_of("Dara"))).code(), "busy", "the GM knows");
    bench.says(GM, GHOST, "pounce", json!(false), &[]);
    let mut safe = TestTable::set(&safe_yard());
    safe.does(BO, json!({ "whistle": { "who": "Brack" } }), &[]);
    for seat in [BO, DI] {
        assert_eq!(bench.everything(seat), safe.everything(seat), "nothing pounced, or nothing was there");
    }
}

#[test]
fn neither_what_may_be_answered_nor_what_is_proposed_tells_of_what_lurks() {
    let haunted = YARD.replace("hidden = true", "hidden = true, hp = 1");
    let [haunted, safe] = [haunted, safe_yard()].map(|yard| {
        let mut bench = TestTable::set(&yard);
        bench.does(BO, json!({ "guard": { "who": "Brack" } }), &[]);
        bench
    });
    let card = |bench: &TestTable, seat: Seat| bench.table.prompts(seat).remove(0);
    let known = card(&haunted, GM);
    assert_eq!(known.default, Some(json!(GHOST)), "the game master is shown the weakest of all");
    assert_eq!(known.beforehand[0].say, Some(json!(GHOST)));
    let own = card(&haunted, BO);
    assert_eq!(own.default, Some(json!(BRACK)), "Bo the weakest of those Bo knows");
    assert_eq!(own.beforehand[0].say, Some(json!(BRACK)));
    assert_eq!(own, card(&safe, BO));
    for seat in [BO, DI] {
        assert_eq!(haunted.everything(seat), safe.everything(seat), "{seat}");
    }
}

fn brood_of(who: &str) -> Value {
    json!({ "brood": { "who": who } })
}

#[test]
fn in_a_sealed_round_nobody_counts_the_lurkers() {
    let (mut haunted, mut safe) = (TestTable::yard(), TestTable::set(&safe_yard()));
    for bench in [&mut haunted, &mut safe] {
        bench.does(GM, json!("bid"), &[]);
    }
    let same = |haunted: &TestTable, safe: &TestTable| {
        for seat in [BO, DI] {
            assert_eq!(haunted.everything(seat), safe.everything(seat), "{seat}");
        }
    };
    same(&haunted, &safe);
    haunted.says(GM, GHOST, "bid", json!(4), &[]);
    same(&haunted, &safe);
    for (seat, who, bid) in [(BO, BRACK, 1), (DI, DARA, 3), (GM, RAIDER, 2)] {
        for bench in [&mut haunted, &mut safe] {
            bench.says(seat, who, "bid", json!(bid), &[]);
        }
        same(&haunted, &safe);
    }
    assert_eq!(haunted.value("Ghost.coins"), 0);
}

#[test]
fn overruling_what_lurks_is_told_to_the_game_master_alone() {
    let mut bench = TestTable::yard();
    let before = bench.everything(BO);
    let op = Op::Overrule { path: "Ghost.hp".into(), value: json!(1), reason: "the sun is up".into() };
    bench.op(GM, op).expect("the GM may");
    assert_eq!(bench.everything(BO), before);
    assert!(bench.log(GM)[0].contains("Ghost.hp from 5 to 1"));
}

#[test]
fn whether_a_secret_was_crossed_shows_neither_in_undo_nor_in_its_refusal() {
    let mut bench = TestTable::yard();
    bench.does(BO, brood(), &[2]);
    let planned =
        bench.op(BO, Op::Undo { from: None, reason: None }).expect("as far as Bo knows nothing fell");
    assert!(planned.record.contains(r#""crossed":true"#), "the record knows");
    let told = |seat| {
        let lines = bench.table.lines(seat, ActionId(0));
        lines.last().map(|line| line.say.text().to_owned()).unwrap_or_default()
    };
    assert_eq!(told(BO), "Taken back.");
    assert!(bench.log(DI).is_empty(), "Di knew of nothing that could be taken back");
    assert_eq!(told(GM), "Taken back. The dice seen stay spent.");
    bench.does(BO, brood(), &[3]);
    bench.does(BO, json!({ "contest": { "who": "Brack", "foe": "Dara" } }), &[9, 1]);
    assert_eq!(
        bench.refuses(BO, Op::Undo { from: None, reason: None }).code(),
        "only-gm",
        "open dice do block it"
    );
}

#[test]
fn a_hidden_action_dropped_or_undone_is_not_told() {
    let mut bench = TestTable::yard();
    let before = bench.everything(DI);
    bench.does(BO, json!({ "whistle": { "who": "Brack" } }), &[]);
    bench.op(GM, Op::Cancel { action: ActionId(1) }).expect("the GM may");
    bench.does(GM, brood_of("Raider"), &[4]);
    bench.op(GM, Op::Undo { from: None, reason: Some("not yet".into()) }).expect("the GM may");
    assert_eq!(bench.everything(DI), before);
    assert_eq!(bench.log(BO), ["Dropped before it was done."], "Bo knows what Bo gave");
}

/// What the players and the game master do in both yards alike; the dice are the same.
fn both(haunted: &mut TestTable, other: &mut TestTable, seat: Seat, op: &Op) {
    let told = [haunted, other].map(|bench| bench.op(seat, op.clone()).map(|planned| planned.waits));
    assert_eq!(told[0], told[1], "{op:?}");
}

fn someone(number: u8) -> Value {
    // By number: a name tells what one knows already.
    json!(u16::from(number % 6))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn two_tables_that_differ_only_in_hidden_things_look_the_same(
        moves in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 1..30),
    ) {
        let (mut here, mut there) = (TestTable::yard(), TestTable::set(&other_yard()));
        for (choice, one, two) in moves {
            let seat = [GM, BO, DI][usize::from(one) % 3];
            let (who, target) = (someone(one), someone(two));
            let prompt = here.table.prompts(seat).first().map(|card| card.id.parse().expect("a number"));
            // What lurks is left alone by the game master: that would be another story.
            let lurks = [&who, &target].contains(&&json!(GHOST.0)) && seat.is_gm();
            let op = match (choice % 9, prompt) {
                _ if lurks => continue,
                (0..=4, Some(prompt)) => answer(prompt, [json!(two % 3), json!(one.is_multiple_of(2)), json!("easy")][usize::from(two) % 3].clone()),
                (0 | 1, _) => Op::Command(json!({ "attack": { "who": who, "target": target } })),
                (2, _) => Op::Command(json!({ "exchange": { "who": who, "foe": 3, "dice": 2, "own": 1, "other": 1 } })),
                (3, _) => Op::Command(json!({ "try": { "who": who, "what": "climb" } })),
                (4, _) => Op::Command(json!({ "brood": { "who": who } })),
                (5, _) => Op::Command(json!({ "contest": { "who": who, "foe": target } })),
                (6, _) => Op::Command(json!({ "shake": { "who": who, "target": target } })),
                (7, _) if one > 127 => Op::Command(json!({ "search": { "who": who } })),
                (7, _) => Op::Undo { from: None, reason: None },
                _ => Op::Command(json!("bid")),
            };
            both(&mut here, &mut there, seat, &op);
            for seat in [BO, DI] {
                prop_assert_eq!(here.everything(seat), there.everything(seat));
                for command in [json!({ "attack": { "who": 1, "target": target } }), json!({ "attack": { "who": 2, "target": 4 } })] {
                    prop_assert_eq!(here.table.probe(seat, command.clone()), there.table.probe(seat, command));
                }
            }
        }
    }
}

#[test]
fn numbers_do_not_tell_that_something_happened_in_secret() {
    let worlds = [true, false].map(|secretly| {
        let mut bench = TestTable::yard();
        let mut told = Vec::new();
        let brood = |bench: &mut TestTable| {
            if secretly {
                bench.does(GM, json!({ "brood": { "who": "Raider" } }), &[3]);
            }
        };
        brood(&mut bench);
        bench.does(BO, json!({ "attack": { "who": "Brack", "target": "Dara" } }), &[2]);
        told.push([bench.everything(BO), bench.everything(DI)]);
        assert_eq!(bench.refuses(BO, Op::Command(json!({ "haggle": { "who": "Brack" } }))).code(), "busy");
        let own = bench.table.prompts(DI)[0].id.parse().expect("a prompt has a number");
        bench.op_with(DI, answer(own, json!(false)), &[]).expect("a seat answers by its own number");
        assert_eq!(bench.refuses(DI, answer(own, json!(false))).code(), "not-asked");
        brood(&mut bench);
        bench.does(GM, json!({ "attack": { "who": "Dara", "target": "Brack" } }), &[1]);
        told.push([bench.everything(BO), bench.everything(DI)]);
        let next: PromptId = bench.table.prompts(BO)[0].id.parse().expect("a prompt has a number");
        assert_ne!(next, own, "another question has another number");
        assert_eq!(bench.reopened().everything(BO), bench.everything(BO));
        assert_eq!(bench.replayed().save(), bench.save());
        (told, bench.table.done().len())
    });
    assert_eq!(worlds[0].0, worlds[1].0);
    assert_eq!([worlds[0].1, worlds[1].1], [3, 1], "two of the three were secret");
}

#[test]
fn a_ruling_is_known_to_those_it_is_for() {
    let omen = |seen: &str| json!({ "omen": { "seen": seen } });
    let before = TestTable::yard().everything(BO);
    for (seen, told) in [
        ("open", vec!["Ruled on night: wolves."]),
        ("noticed", vec!["The GM decides something."]),
        ("secret", vec![]),
    ] {
        let mut bench = TestTable::yard();
        bench.does(GM, omen(seen), &[]);
        assert_eq!(bench.everything(BO) == before, seen == "secret", "{seen}: what is waited for");
        let busy = bench.refuses(BO, Op::Command(json!({ "haggle": { "who": "Brack" } })));
        assert_eq!(busy.code(), if seen == "secret" { "held" } else { "busy" });
        let prompt = bench.card(None, "night").id.parse().expect("a prompt has a number");
        bench.op_with(GM, answer(prompt, json!("wolves")), &[]).expect("legal");
        let lines: Vec<String> =
            bench.log(BO).into_iter().filter(|line| !line.contains("Something")).collect();
        assert_eq!(lines, told, "{seen}");
        assert_eq!(bench.table.frame().rulings.len(), 1, "the game master keeps it as a precedent");
        assert_eq!(bench.replayed().save(), bench.save());
    }
}

#[test]
fn the_odds_a_player_asks_for_know_no_more_than_the_player() {
    let whistle = |seat: Seat| OddsAsk {
        script: vec![(seat, json!({ "whistle": { "who": "Brack" } }))],
        outcome: vec![("Brack.hp".into(), Expected::Is(json!(5)))],
        best: true,
        side: 0,
        as_soon: false,
        given: Vec::new(),
    };
    let (here, elsewhere) =
        (TestTable::yard(), TestTable::set(&YARD.replace("hidden = true", "hidden = true, hp = 0")));
    let chance = |bench: &TestTable, seat| {
        bench.table.odds_for(seat, &whistle(seat)).map(|told| told.chance.to_string())
    };
    assert_eq!(chance(&here, GM), Ok("0".into()), "the ghost will pounce");
    assert_eq!(chance(&here, BO), Ok("1".into()), "of which Bo knows nothing");
    assert_eq!(chance(&elsewhere, GM), chance(&elsewhere, BO));
    let code = |ask: &OddsAsk, seat| match here.table.odds_for(seat, ask) {
        Err(OddsError::Refused(refusal)) => refusal.code().to_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(code(&whistle(DI), DI), "not-yours", "another's hero");
    assert_eq!(code(&whistle(GM), BO), "not-yours", "as if the game master did it");
    let omen = OddsAsk { script: vec![(BO, json!({ "omen": { "seen": "secret" } }))], ..whistle(BO) };
    assert_eq!(code(&omen, BO), "only-gm");
    let nonsense = OddsAsk { script: vec![(BO, json!(7))], ..whistle(BO) };
    assert_eq!(code(&nonsense, BO), "unreadable");
}

#[test]
fn a_players_undo_does_not_tell_that_something_was_done_in_secret() {
    let worlds = [true, false].map(|secretly| {
        let mut bench = TestTable::yard();
        let brood = |bench: &mut TestTable| {
            if secretly {
                bench.does(GM, json!({ "brood": { "who": "Raider" } }), &[3]);
            }
        };
        brood(&mut bench);
        let nothing = bench.refuses(BO, Op::Undo { from: None, reason: None });
        assert_eq!(nothing.code(), "nothing-done", "as far as Bo knows");
        bench.does(BO, json!({ "note": { "text": "mine" } }), &[]);
        brood(&mut bench);
        let unknown = bench.refuses(BO, Op::Undo { from: Some(ActionId(7)), reason: None });
        assert_eq!(unknown.code(), "no-such-action");
        let own = bench.table.lines(BO, ActionId(0)).last().and_then(|line| line.action);
        assert_eq!(own, Some(1), "Bo counts one");
        let from = own.map(ActionId);
        bench.op(BO, Op::Undo { from, reason: None }).expect("Bo's own last action, as far as Bo knows");
        assert_eq!(bench.refuses(BO, Op::Cancel { action: ActionId(1) }).code(), "only-gm");
        assert_eq!(bench.replayed().save(), bench.save());
        [bench.everything(BO), bench.everything(DI)]
    });
    assert_eq!(worlds[0], worlds[1]);
}

#[test]
fn what_may_come_of_a_command_is_told_of_what_a_player_may_read() {
    let told = |seat: Seat, command: &Value| {
        let task =
            TestTable::yard().table.values_task(seat, command.clone(), 10_000).expect("it may be asked");
        let values = task().expect("it is worked out").values;
        values.into_iter().map(|value| (value.path, value.outcomes.len())).collect::<Vec<_>>()
    };
    let whistle = json!({ "whistle": { "who": "Brack" } });
    assert_eq!(told(GM, &whistle), [("note".to_owned(), 1)], "the note that the whistle leaves");
    assert_eq!(told(BO, &whistle), [], "is not among the numbers of anybody Bo knows");
    let attack = json!({ "attack": { "who": "Brack", "target": "Raider" } });
    let (gm, bo) = (told(GM, &attack), told(BO, &attack));
    assert!(bo.iter().any(|(path, outcomes)| path == "Raider.hp" && *outcomes > 1), "{bo:?}");
    assert!(bo.iter().all(|told| gm.contains(told)), "{bo:?} {gm:?}");
    let code =
        |seat: Seat, command: &Value| match TestTable::yard().table.values_task(seat, command.clone(), 10) {
            Err(OddsError::Refused(refusal)) => refusal.code().to_owned(),
            _ => "told".to_owned(),
        };
    assert_eq!((code(DI, &attack), code(BO, &json!(7))), ("not-yours".to_owned(), "unreadable".to_owned()));
}
