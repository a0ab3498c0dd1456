//! Dice on the table: what is kept, dropped, exploded and rerolled, and how it reads.

use boneyard_dice::usage::{After, after};
use boneyard_dice::{Entered, Expression, Generated, Record, Rng, RollError, Scripted};

fn parse(text: &str) -> Expression {
    Expression::parse(text).expect(text)
}

fn scripted(text: &str, faces: &[u32]) -> Record {
    parse(text).roll(&mut Scripted::new(faces)).expect(text)
}

#[test]
fn a_roll_reads_as_people_write_it() {
    for (text, faces, read) in [
        ("4d6kh3", &[6, 5, 2, 4][..], "[6, 5, ~~2~~, 4] = 15"),
        ("2d20kl1+5", &[17, 9], "[~~17~~, 9] + 5 = 14"),
        ("3d6!", &[6, 2, 1, 3], "[6!, 2, 1, 3] = 12"),
        ("2d6!kh1", &[6, 5, 1], "[6!, ~~5~~, ~~1~~] = 6"),
        ("2d6!!kh1", &[6, 5, 1], "[6!, 5, ~~1~~] = 11"),
        ("2d6!p", &[6, 5, 1], "[6!, 5 as 4, 1] = 11"),
        ("1d6xo", &[6, 6], "[6!, 6] = 12"),
        ("2d6ro1", &[1, 1, 4], "[~~1~~ → 1, 4] = 5"),
        ("2d6rr1", &[1, 1, 4, 2], "[~~1~~ → ~~1~~ → 4, 2] = 6"),
        ("2d6mi2", &[1, 4], "[1 as 2, 4] = 6"),
        ("4dF", &[1, 2, 3, 3], "[1 as -1, 2 as 0, 3 as 1, 3 as 1] = 1"),
        ("5d6>=5", &[5, 6, 1, 2, 3], "[5, 6, 1, 2, 3] = 2"),
        ("5d6>=5f1", &[5, 6, 1, 1, 1], "[5, 6, 1, 1, 1] = -1"),
        ("4d6p1", &[1, 6, 1, 2], "[~~1~~, 6, ~~1~~, 2] = 8"),
        ("3d6sd", &[1, 6, 3], "[6, 3, 1] = 10"),
        ("{2d6, 1d8+1}kh1", &[3, 4, 8], "{[~~3~~, ~~4~~], [8] + 1} = 9"),
        ("2d6[fire]+1[cold]", &[3, 4], "[3, 4] (fire) + 1 (cold) = 8"),
        ("2x(1d6+1)", &[3, 4], "[3] + 1 = 4\n[4] + 1 = 5"),
        ("(1d2)d6*2", &[2, 3, 4], "[3, 4] * 2 = 14"),
        ("3 * (2d6 - 1)", &[1, 4], "3 * ([1, 4] - 1) = 12"),
        ("-7/2", &[], "(-7) / 2 = -4"),
        ("2d!", &[4, 1], "[4, 1] = 1"),
        ("1d!", &[2], "[2] = 0"),
        ("Ud8", &[1], "[1] = 1"),
        ("7", &[], "7"),
    ] {
        let record = scripted(text, faces);
        assert_eq!(record.text(&parse(text)), read, "{text}");
    }
}

#[test]
fn the_record_says_what_became_of_every_die() {
    let record = scripted("3d6ro1!kh2", &[1, 6, 4, 2, 3]);
    let told: Vec<_> = record
        .dice()
        .iter()
        .map(|die| (die.face, die.kept(), die.rerolled(), die.exploded(), die.extra()))
        .collect();
    assert_eq!(
        told,
        [
            (1, false, true, false, false),
            (6, true, false, true, false),
            (4, true, false, false, true),
            (2, false, false, false, false),
            (3, false, false, false, false),
        ]
    );
    assert_eq!(record.total(), 10);
    assert!(!record.entered());
}

#[test]
fn an_eleventh_die_of_a_chain_counts_its_face_and_stops() {
    let record = scripted("1d6!", &[6; 11]);
    assert_eq!((record.dice().len(), record.total()), (11, 66));
}

#[test]
fn every_die_knows_its_label() {
    let expression = parse("(1d6[fire] + 1d6)[spell] + 1d6");
    let record = expression.roll(&mut Scripted::new(&[1, 2, 3])).expect("three dice");
    let labels: Vec<_> = (0..3).map(|die| record.label(die, &expression)).collect();
    assert_eq!(labels, [Some("fire"), Some("spell"), None]);
    assert_eq!(record.dice().iter().map(|die| die.term).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn repetition_keeps_each_total() {
    let record = scripted("3x(2d6)", &[1, 2, 3, 4, 5, 6]);
    assert_eq!((record.totals(), record.total()), (&[3, 7, 11][..], 21));
}

#[test]
fn typed_in_faces_are_checked_and_marked() {
    let roll = |faces: &[u32]| parse("2d6").roll(&mut Entered::new(faces));
    let record = roll(&[3, 4]).expect("two faces of a d6");
    assert!(record.dice().iter().all(|die| die.entered()));
    assert_eq!(roll(&[3, 7]).expect_err("no 7").to_string(), "7 is not on a d6. Type 1 to 6.");
    assert_eq!(roll(&[3]).expect_err("one missing").to_string(), "The faces run out: a d6 is still to roll.");
    assert_eq!(roll(&[3, 4, 5]), Err(RollError::TooMany { given: 3, used: 2 }));
}

#[test]
fn a_generator_that_cheats_is_found_out() {
    assert_eq!(parse("1d6").roll(&mut Generated(|_| 9)), Err(RollError::NotOnDie { face: 9, sides: 6 }));
}

#[test]
fn the_same_seed_rolls_the_same_dice_into_a_new_record_or_an_old_one() {
    let expression = parse("6d10! + 4d6kh3[luck]");
    let mut record = Record::default();
    let mut again = Rng::new(5);
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let total = expression.roll_into(&mut again, &mut record).expect("a roll");
        assert_eq!(expression.roll(&mut rng).as_ref(), Ok(&record));
        assert_eq!(record.total(), total);
    }
}

#[test]
fn a_record_survives_json() {
    let record = scripted("4d6kh3+1", &[6, 5, 2, 4]);
    let json = serde_json::to_string(&record).expect("json");
    assert_eq!(serde_json::from_str::<Record>(&json).expect("a record"), record);
}

#[test]
fn a_usage_die_steps_down_the_chain_until_it_is_gone() {
    assert_eq!(after(10, 2), Some(After::StepsTo(8)));
    assert_eq!(after(8, 3), Some(After::Stays));
    assert_eq!(after(20, 1), Some(After::StepsTo(12)));
    assert_eq!(after(4, 1), Some(After::Gone));
    assert_eq!(after(7, 1), None);
}
