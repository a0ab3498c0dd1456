//! Weapon notation: everything in the game parses and prints back, mistakes are told with their
//! place, and every piece is explained.

use boneyard_table::RuleId;
use dead_weight::book::Book;
use dead_weight::house::{House, LetterE};
use dead_weight::rules;
use dead_weight::weapon::{Band, Effect, Notation};

fn read(text: &str) -> Notation {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_weapon_and_enemy_action_prints_back_as_it_is_written() {
    let book = Book::read(&[]).expect("our own content can be read");
    let weapons = book.weapons.iter().filter_map(|row| row.attack);
    let foes = book.foes.iter().flat_map(|row| row.actions.iter().filter_map(|action| action.attack));
    let all: Vec<Notation> = weapons.chain(foes).collect();
    assert!(all.len() > 50, "{} notations", all.len());
    for notation in all {
        assert_eq!(read(&notation.to_string()), notation, "{notation}");
    }
    for text in ["STR 4+2B", "DEX 1X+1 Nearby", "-STR 3+3", "STR 0? Close", "INT 2PR+2", "DEX 1NS Nearby"] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn spaces_around_the_plus_the_long_minus_and_the_older_range_are_read_too() {
    assert_eq!(read("STR 1 + 3P"), read("STR 1+3P"));
    assert_eq!(read("\u{2212}STR 3+3"), read("-STR 3+3"));
    assert_eq!(read("DEX 2+1E Faraway"), read("DEX 2+1E Far"));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let wrong = [
        ("", 1, "attribute"),
        ("LUCK 2", 1, "attribute"),
        ("STR", 4, "number"),
        ("STR ", 5, "number"),
        ("STR 3+", 7, "number"),
        ("STR 3Q", 6, "no effect"),
        ("STR 3BB", 7, "already"),
        ("STR 1+1+1", 8, "one plus part"),
        ("STR 1+1 +1", 9, "one plus part"),
        ("STR 1 Everywhere", 7, "no range"),
        ("STR 1 Far away", 11, "after the range"),
        ("DEX 99999999999", 5, "at most 99"),
        ("-", 2, "attribute"),
    ];
    for (text, at, word) in wrong {
        let error = text.parse::<Notation>().expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.what.contains(word), "{text}: {error}");
    }
}

#[test]
fn wounds_and_effects_before_and_after_the_plus() {
    let house = House::default();
    let falchion = read("STR 3+1B");
    assert_eq!((falchion.blow(false, &house).wounds, falchion.blow(true, &house).wounds), (3, 4));
    assert!(!falchion.blow(false, &house).effects.has(Effect::Bleeding));
    assert!(falchion.blow(true, &house).effects.has(Effect::Bleeding));
    let hammer = read("STR 1P+3");
    assert_eq!(hammer.blow(true, &house).wounds, 4);
    assert!(hammer.blow(true, &house).effects.has(Effect::Piercing));
    let club = read("STR 2");
    assert_eq!((club.blow(false, &house).wounds, club.blow(true, &house).wounds), (2, 2));
}

#[test]
fn the_letter_e_is_r_unless_the_table_says_otherwise() {
    let bow = read("DEX 2+1E Far");
    let raw = |letter_e| bow.blow(true, &House { letter_e, ..House::default() }).effects.has(Effect::Raw);
    assert_eq!((raw(LetterE::R), raw(LetterE::None)), (true, false));
}

#[test]
fn every_piece_is_explained_with_its_rule() {
    let told: Vec<(String, RuleId)> =
        read("-DEX 1X+1B Nearby").explain().into_iter().map(|part| (part.text, part.rule)).collect();
    let wanted = [
        ("-", rules::DW_WEAP_06),
        ("DEX", rules::DW_WEAP_01),
        ("1", rules::DW_WEAP_02),
        ("X", rules::DW_WEAP_04),
        ("+1", rules::DW_WEAP_02),
        ("B", rules::DW_WEAP_03),
        ("Nearby", rules::DW_RANGE_03),
    ];
    assert_eq!(told, wanted.map(|(text, rule)| (text.to_owned(), rule)));
}

#[test]
fn only_enemies_have_a_minus() {
    assert!(read("-STR 1").check_weapon().is_err());
    let book = Book::read(&[]).expect("our own content can be read");
    for row in book.weapons.iter() {
        assert!(row.attack.is_none_or(|attack| attack.check_weapon().is_ok()), "{}", row.name);
    }
}

#[test]
fn bands_by_squares() {
    let bands = [0, 1, 2, 6, 7, 12, 13].map(Band::of);
    use Band::{Close, Distant, Far, Nearby};
    assert_eq!(bands, [Close, Close, Nearby, Nearby, Far, Far, Distant]);
    assert_eq!(read("STR 3").reach(), Close);
    assert!(Band::ALL.iter().all(|band| Band::of(band.squares()) == *band));
}
