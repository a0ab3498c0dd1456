//! Notes and handouts: who sees which paper, that the others cannot tell that there are any, that undo leaves
//! them alone, and everything that is no paper.

use boneyard_table::Seat;
use boneyard_table::table::{Media, Op, PaperBody, Picture, Shown};
use serde_json::json;

use crate::support::{BO, DI, GM, TestTable};

fn write(paper: &str, title: &str, text: &str) -> Op {
    Op::Write { paper: paper.into(), title: title.into(), body: PaperBody::Text(text.into()) }
}

fn show(paper: &str, to: Shown) -> Op {
    Op::Show { paper: paper.into(), to }
}

fn titles(bench: &TestTable, seat: Seat) -> Vec<String> {
    bench.table.frame().papers_for(seat).map(|paper| paper.title.clone()).collect()
}

#[test]
fn a_note_is_the_gms_alone_until_it_is_shown_to_some_and_then_to_all() {
    let mut bench = TestTable::yard();
    let before = bench.everything(BO);
    bench.op(GM, write("a", "The canary", "It is a trap.")).expect("the GM writes");
    bench.op(GM, write("b", "A letter", "Come at dusk.")).expect("and writes");
    assert_eq!((titles(&bench, BO), bench.everything(BO)), (Vec::new(), before.clone()));
    bench.op(GM, show("b", Shown::Seats(vec![DI]))).expect("to Di");
    assert_eq!(titles(&bench, DI), ["A letter"]);
    assert_eq!(bench.log(DI), ["GM shows \"A letter\"."]);
    assert_eq!((titles(&bench, BO), bench.everything(BO)), (Vec::new(), before));
    bench.op(GM, write("b", "A letter", "Come at dawn.")).expect("written anew");
    let read = bench.table.frame().papers_for(DI).next().map(|paper| paper.body.clone());
    assert_eq!(read, Some(PaperBody::Text("Come at dawn.".into())), "it stays shown");
    bench.op(GM, show("b", Shown::All)).expect("to all");
    assert_eq!((titles(&bench, BO), titles(&bench, GM).len()), (vec!["A letter".to_owned()], 2));
    bench.does(GM, json!({ "note": { "text": "one" } }), &[]);
    bench.op(GM, Op::Undo { from: None, reason: None }).expect("the GM undoes");
    assert_eq!(titles(&bench, BO), ["A letter"], "undo leaves papers alone");
    bench.op(GM, show("b", Shown::Nobody)).expect("put away");
    assert_eq!((titles(&bench, BO), bench.log(BO).len()), (Vec::new(), 3), "{:?}", bench.log(BO));
    bench.op(GM, Op::Discard { paper: "a".into() }).expect("thrown away");
    assert_eq!(titles(&bench, GM), ["A letter"]);
    assert_eq!(bench.replayed().save(), bench.save());
    assert_eq!(bench.reopened().save(), bench.save());
}

#[test]
fn only_the_gm_has_papers_and_only_good_ones() {
    let mut bench = TestTable::yard();
    let codes = [
        (BO, write("a", "Mine", "")),
        (BO, show("a", Shown::All)),
        (BO, Op::Discard { paper: "a".into() }),
        (GM, write("so bad", "Title", "")),
        (GM, write("", "Title", "")),
        (GM, write("a", "  ", "")),
        (GM, write("a", "Long", &"x".repeat(20_001))),
        (GM, show("a", Shown::All)),
        (GM, Op::Discard { paper: "a".into() }),
    ]
    .map(|(seat, op)| bench.refuses(seat, op).code().to_owned());
    let paper = ["paper", "paper", "title", "words", "no-such-paper", "no-such-paper"];
    assert_eq!(codes[..3], ["only-gm"; 3]);
    assert_eq!(codes[3..], paper);
    let picture = |data: &str, alt: &str| {
        let picture = Picture { media: Media::Png, data: data.into(), alt: alt.into() };
        Op::Write { paper: "p".into(), title: "A map".into(), body: PaperBody::Picture(picture) }
    };
    assert_eq!(bench.refuses(GM, picture("AAAA", " ")).code(), "alt");
    assert_eq!(bench.refuses(GM, picture("<svg>", "A map")).code(), "unreadable");
    assert_eq!(bench.refuses(GM, picture(&"A".repeat(700_001), "A map")).code(), "too-large");
    bench.op(GM, picture("AAAA", "A map of the yard")).expect("a picture");
    assert_eq!(bench.refuses(GM, show("p", Shown::Seats(vec![Seat(9)]))).code(), "no-such-seat");
    assert_eq!(bench.refuses(GM, show("p", Shown::Seats(vec![]))).code(), "no-such-seat");
    for at in 0..199 {
        bench.op(GM, write(&format!("n{at}"), "Note", "")).expect("there is room");
    }
    assert_eq!(bench.refuses(GM, write("more", "Note", "")).code(), "too-many");
    bench.op(GM, write("n1", "Note", "anew")).expect("an old one can be written anew");
}
