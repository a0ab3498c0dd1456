//! What is made at the table: it is in the book and in play, saved, forked and taken back with what it came with; and whatever
//! a referee writes, it is taken in or refused, and nothing breaks.

use std::time::{Duration, Instant};

use boneyard_table::ActionId;
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Op, OwnFile};
use boneyard_testkit::{Chance, seeds};
use serde_json::{Value, json};

use crate::support::{BO, GAME, GM, TestTable, start};

fn wolf(hp: u16) -> Op {
    Op::Command(
        json!({ "make_creature": { "name": "ash wolf", "like": "grey wolf", "hp": hp, "attack": "cinder bite", "damage": "1d8" } }),
    )
}

fn hp(published: &Value, name: &str) -> Value {
    published[name]["hp"].clone()
}

#[test]
fn what_was_made_is_saved_forked_and_taken_back() {
    let mut bench = TestTable::set(&start(0, false), 1);
    let first = bench.table.done().len();
    bench.op(GM, wolf(9)).expect("a wolf is made");
    assert_eq!(hp(&bench.table.values(), "Ash wolf"), 9);
    assert!(bench.table.packs().iter().any(|pack| pack.name == "table"));
    // Reopened, the row is there: another comes in.
    let saved = bench.save();
    let mut again = TestTable::set(&start(0, false), 1);
    again.table = GAME.load(&saved).expect("it opens");
    again.op(GM, Op::Command(json!({ "bring_in": { "what": "ash wolf" } }))).expect("by a button");
    assert_eq!(hp(&again.table.values(), "Ash wolf 2"), 9);
    // A fork has what was written by then, and no more.
    let made = bench.table.done()[first];
    for (before, known) in [(None, true), (Some(made), false)] {
        let fork = bench.table.fork("Elsewhere", before, seeds(1)).expect("a fork");
        let fork = GAME.open(&fork).expect("it opens");
        let offers = serde_json::to_string(&fork.offers(GM, None)).expect("offers");
        assert_eq!(offers.contains("Bring in: ash wolf"), known);
        assert_eq!(fork.packs().iter().any(|pack| pack.name == "table"), known);
    }
    // Undo takes row and wolf back together, redo brings both.
    bench.op(GM, Op::Undo { from: None, reason: None }).expect("undone");
    assert_eq!((hp(&bench.table.values(), "Ash wolf"), bench.table.packs().len()), (Value::Null, 0));
    bench.op(GM, Op::Redo).expect("redone");
    assert_eq!((hp(&bench.table.values(), "Ash wolf"), bench.table.packs().len()), (json!(9), 1));
    bench.op(GM, Op::Undo { from: Some(ActionId(made.0)), reason: None }).expect("undone");
    let offers = serde_json::to_string(&bench.table.offers(GM, None)).expect("offers");
    assert!(!offers.contains("ash wolf"), "no button is left");
}

#[test]
fn a_refused_row_says_where_it_is_wrong_and_changes_nothing() {
    let mut bench = TestTable::set(&start(0, false), 1);
    let before = (bench.table.state().expect("a state"), bench.table.seq());
    let text = "# an ash wolf\n[[creature]]\nid = \"TABLE-1\"\nname = \"ash wolf\"\nlike = \"grey wolf\"\nhp = \"nine\"\n";
    let write = |text: &str| Op::WriteRow(OwnFile::new("creatures/ash-wolf", text));
    let refusal = bench.op(GM, write(text)).expect_err("nine is no number").to_string();
    assert!(refusal.contains("table/creatures/ash-wolf.toml:6:6: creature[1].hp: "), "{refusal}");
    let place =
        "[[place]]\nid = \"cellar\"\nname = \"Cellar\"\n\n[[way]]\nbetween = [\"cellar\", \"attic\"]\n";
    let refusal = bench.op(GM, Op::WriteRow(OwnFile::new("adventures/home/cellar", place)));
    let refusal = refusal.expect_err("there is no attic").to_string();
    assert!(refusal.contains("cellar.toml:6:") && refusal.contains("way[1].between"), "{refusal}");
    assert!(bench.op(BO, write(text)).expect_err("a player").to_string().contains("Only the"));
    assert_eq!((bench.table.state().expect("a state"), bench.table.seq()), before);
    // What players see does not tell that something was written.
    let seen = |bench: &TestTable| {
        serde_json::to_string(&(bench.table.view(BO), bench.table.lines(BO, ActionId(0)))).expect("a view")
    };
    let unwritten = seen(&bench);
    bench.op(GM, write(&text.replace("\"nine\"", "9"))).expect("sound");
    assert_eq!(seen(&bench), unwritten);
    assert!(
        bench.table.lines(GM, ActionId(0)).iter().any(|line| line.say.text().contains("creatures/ash-wolf"))
    );
}

/// Words a row may be made of, sound and not.
const WORDS: [&str; 28] = [
    "[[creature]]\nid = \"TABLE-2\"\nname = \"ash wolf\"\nlike = \"grey wolf\"\n",
    "[[weapon]]\nid = \"TABLE-3\"\nname = \"ash\"\nlike = \"sword\"\n",
    "[[place]]\nid = \"cellar\"\nname = \"Cellar\"\n[[way]]\nbetween = [\"camp\", \"cellar\"]\n",
    "# Nothing.\n",
    "[[creature]]\n",
    "[[weapon]]\n",
    "[[hazard]]\n",
    "[[place]]\n",
    "[[way]]\n",
    "[[person]]\n",
    "[[table]]\n",
    "[creature.pool]\n",
    "id = \"TABLE-1\"\n",
    "id = \"cellar\"\n",
    "name = \"ash wolf\"\n",
    "name = 7\n",
    "like = \"grey wolf\"\n",
    "like = \"ash wolf\"\n",
    "like = [\"x\"]\n",
    "hp = 9\n",
    "hp = -1\n",
    "damage = { dice = \"1d6\", kind = \"damage\" }\n",
    "between = [\"camp\", \"cellar\"]\n",
    "where = \"cellar\"\n",
    "is = \"grey wolf\"\n",
    "replace = true\n",
    "= ]\n",
    "attacks = [{ name = \"bite\" }]\n",
];

#[test]
fn whatever_is_written_nothing_breaks() {
    let mut chance = Chance::new(7);
    let mut bench = TestTable::set(&Stage::default(), 1);
    let (mut taken, mut longest) = (0, Duration::ZERO);
    for _ in 0..150 {
        let many = chance.below(6);
        let text: String = (0..many).map(|_| WORDS[chance.below(WORDS.len())]).collect();
        let files =
            ["creatures/a", "things/b", "adventures/home/c", "adventures/nowhere/d", "../e", "tables/f"];
        let file = files[chance.below(files.len())].to_owned();
        let text = (chance.below(6) > 0).then_some(text);
        let began = Instant::now();
        let written = bench.op(GM, Op::WriteRow(OwnFile { file, text }));
        longest = longest.max(began.elapsed());
        taken += usize::from(written.is_ok());
    }
    assert!(taken > 0, "some of it is sound");
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    assert!(GAME.load(&bench.save()).is_ok());
}
