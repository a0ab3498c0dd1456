//! Two programs at one table: who comes second is told, and nothing is lost.

use boneyard::games::GAMES;
use boneyard::{KeptTable, Trouble};
use boneyard_store::blocking::Store;
use boneyard_table::Seat;
use boneyard_table::frame::Seeds;
use boneyard_table::table::Op;

fn mix(text: &str) -> Op {
    Op::Contribute { text: text.to_owned() }
}

#[test]
fn who_comes_second_sees_what_the_first_did_and_may_try_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("save")).expect("opens");
    let (title, stage) = (GAMES[0].starts)().into_iter().next().expect("a start");
    let seeds = Seeds { open: [1; 32], secret: [2; 32] };
    let mut one = KeptTable::create(&store, &GAMES[0], title, &stage, Vec::new(), seeds).expect("begins");
    let mut other = KeptTable::open(&store, one.id()).expect("opens");
    one.act(Seat::GM, mix("knock")).expect("the first is on time");
    assert!(matches!(other.act(Seat::GM, mix("wood")), Err(Trouble::MovedOn)));
    assert_eq!(other.last(), one.last());
    other.act(Seat::GM, mix("wood")).expect("now it follows");
    let mixed = other.table().frame().stretches[0].stretch.contributions();
    let mixed: Vec<&str> = mixed.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(mixed, ["knock", "wood"]);
}

#[test]
fn a_table_opens_from_its_snapshot_as_from_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("save")).expect("opens");
    let (title, stage) = (GAMES[0].starts)().into_iter().next().expect("a start");
    let seeds = Seeds { open: [1; 32], secret: [2; 32] };
    let mut kept = KeptTable::create(&store, &GAMES[0], title, &stage, Vec::new(), seeds).expect("begins");
    for round in 0..205 {
        kept.act(Seat::GM, mix(&round.to_string())).expect("is kept");
    }
    let snapshot = store.latest_snapshot(kept.id()).expect("is read").expect("one was made on the way");
    assert!((200..206).contains(&snapshot.seq.0), "{}", snapshot.seq);
    let opened = KeptTable::open(&store, kept.id()).expect("opens");
    assert_eq!(opened.last(), kept.last());
    assert_eq!(opened.table().save().expect("saves"), kept.table().save().expect("saves"));
}
