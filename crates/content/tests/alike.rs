//! A row that is like another says only what differs; what it cannot be like is told with its place.

use boneyard_content::{ContentError, Joined, Limits, Pack, Shelf, read, written};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sheet {
    creature: Vec<Creature>,
    background: Vec<Background>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Creature {
    id: String,
    name: String,
    #[serde(default)]
    replace: bool,
    hp: u8,
    #[serde(default)]
    tags: Vec<String>,
    attack: Option<Attack>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    name: String,
    dice: u8,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Background {
    kind: String,
    cost: u8,
}

const WOLF: &str = r#"
[[creature]]
id = "C-1"
name = "Grey Wolf"
hp = 4
tags = ["angry"]
attack = { name = "bite", dice = 6 }
"#;

fn pack(name: &str, files: &[(&str, &str)]) -> Pack {
    Pack::built_in(name, "A pack", "us", "CC0-1.0", files)
}

fn one(text: &str) -> Result<Sheet, ContentError> {
    read::<Sheet>("rows.toml", &format!("{WOLF}{text}"))
}

/// The mistake in what comes behind the wolf, whose rows begin on line 8.
fn mistake(text: &str) -> String {
    one(text).expect_err("it is refused").to_string()
}

#[test]
fn a_row_takes_over_what_it_does_not_say_itself() {
    let read = one("[[creature]]\nid = \"C-2\"\nname = \"Ash Wolf\"\nlike = \"grey wolf\"\nhp = 9\n")
        .expect("sound");
    let [wolf, ash] = &read.creature[..] else { panic!("two rows") };
    assert_eq!((ash.id.as_str(), ash.name.as_str(), ash.hp), ("C-2", "Ash Wolf", 9));
    assert_eq!((&ash.tags, &ash.attack), (&wolf.tags, &wolf.attack));
    // By its id, over two steps, wherever it stands in the file; a field that is said is said whole.
    let far = "[[creature]]\nid = \"C-3\"\nname = \"Pup\"\nlike = \"C-2\"\nattack = { name = \"nip\", dice = 4 }\n\
               [[creature]]\nid = \"C-2\"\nname = \"Ash Wolf\"\nlike = \"C-1\"\nhp = 9\ntags = []\n";
    let read = one(far).expect("sound");
    let pup = &read.creature[1];
    assert_eq!((pup.hp, pup.tags.len()), (9, 0));
    assert_eq!(pup.attack.as_ref().map(|attack| (attack.name.as_str(), attack.dice)), Some(("nip", 4)));
    // Rows without a name are known by their kind.
    let kinds = "[[background]]\nkind = \"raised by wolves\"\ncost = 5\n\
                 [[background]]\nkind = \"raised by bears\"\nlike = \"raised by wolves\"\n";
    assert_eq!(
        one(kinds).expect("sound").background[1],
        Background { kind: "raised by bears".into(), cost: 5 }
    );
}

#[test]
fn what_a_row_cannot_be_like_is_told_with_its_place() {
    let row = |id: &str, name: &str, rest: &str| {
        format!("[[creature]]\nid = \"{id}\"\nname = \"{name}\"\n{rest}\n")
    };
    let cases = [
        (
            row("C-2", "A", "like = \"gray wolf\""),
            ":11:8: creature[2].like: ",
            "the creature `gray wolf`, which is not there",
        ),
        (row("C-2", "A", "like = \"A\""), ":11:8: creature[2].like: ", "which is not there"),
        (row("C-2", "A", "like = 7"), ":11:8: creature[2].like: ", "by its id or name, in quotes"),
        (
            row("C-2", "A", "like = \"B\"") + &row("C-3", "B", "like = \"A\""),
            ":11:8: creature[2].like: ",
            "these go round: A, like B, like A",
        ),
        (
            row("C-2", "A", "like = \"B\"") + &row("C-3", "B", "like = \"C\""),
            ":11:8: creature[2].like: ",
            "a row this is like is like the creature `C`",
        ),
        // A row of another table is no pattern for it.
        (
            "[[background]]\nkind = \"x\"\nlike = \"grey wolf\"\n".into(),
            ":10:8: background[1].like: ",
            "the background `grey wolf`, which is not there",
        ),
        // What it says itself is told where it is said.
        (
            row("C-2", "A", "like = \"grey wolf\"\nhp = \"many\""),
            ":12:6: creature[2].hp: ",
            "does not fit here",
        ),
        (
            row("C-2", "A", "like = \"grey wolf\"\nfur = \"grey\""),
            ":12:1: creature[2].fur: ",
            "there is no field `fur` here",
        ),
        // Ids are a row's own.
        (
            "[[creature]]\nname = \"A\"\nlike = \"grey wolf\"\n".into(),
            ":8:1: creature[2].id: ",
            "this field is missing",
        ),
    ];
    for (text, place, what) in cases {
        let told = mistake(&text);
        assert!(told.contains(place) && told.contains(what), "{text}\n{told}");
    }
    let chain: String = (2..=11)
        .map(|at| row(&format!("C-{at}"), &format!("N{at}"), &format!("like = \"C-{}\"", at - 1)))
        .collect();
    assert!(mistake(&chain).contains("at most 8 steps"), "{}", mistake(&chain));
}

#[test]
fn rows_of_a_pack_are_like_those_of_earlier_packs_and_may_take_their_place() {
    let mut shelf = Shelf::default();
    let own = pack("own", &[("beasts.toml", WOLF)]);
    let read = shelf.read::<Sheet>(&own).expect("sound");
    assert_eq!(read.len(), 1);
    let text = "[[creature]]\nid = \"C-1\"\nreplace = true\nlike = \"grey wolf\"\nhp = 12\n";
    let later = "[[creature]]\nid = \"X-1\"\nname = \"Old Wolf\"\nlike = \"Grey Wolf\"\n";
    let theirs = pack("theirs", &[("a.toml", later), ("b.toml", text)]);
    let read = shelf.read::<Sheet>(&theirs).expect("sound");
    let rows: Vec<&Creature> = read.iter().flat_map(|(_, sheet)| &sheet.creature).collect();
    // The one that takes the wolf's place is like the old wolf; the other is like what stands before it.
    assert_eq!(
        (rows[1].id.as_str(), rows[1].name.as_str(), rows[1].hp, rows[1].replace),
        ("C-1", "Grey Wolf", 12, true)
    );
    assert_eq!((rows[0].name.as_str(), rows[0].hp, rows[0].replace), ("Old Wolf", 4, false));
    let third =
        pack("third", &[("c.toml", "[[creature]]\nid = \"T-1\"\nname = \"Pup\"\nlike = \"Grey Wolf\"\n")]);
    assert_eq!(
        shelf.read::<Sheet>(&third).expect("sound")[0].1.creature[0].hp,
        12,
        "the last of a name is meant"
    );
    let bad = pack("bad", &[("d.toml", "[[creature]]\nid = \"B-1\"\nname = \"Cub\"\nlike = \"bear\"\n")]);
    let told = shelf.read::<Sheet>(&bad).expect_err("no bear").to_string();
    assert!(told.starts_with("bad/d.toml:4:8: creature[1].like: "), "{told}");
}

#[test]
fn few_rows_do_not_become_many_bytes() {
    let tags = vec!["\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\""; 1_000].join(", ");
    let mut text = format!("[[creature]]\nid = \"C-1\"\nname = \"N1\"\nhp = 1\ntags = [{tags}]\n");
    for at in 2..200 {
        text += &format!("[[creature]]\nid = \"C-{at}\"\nname = \"N{at}\"\nlike = \"C-1\"\n");
    }
    let told = read::<Sheet>("big.toml", &text).expect_err("too much").to_string();
    assert!(told.contains("take over more than"), "{told}");
    let within = Limits { entries: 10, ..Limits::default() };
    assert!(boneyard_content::read_within::<Sheet>(&within, "big.toml", &text).is_err());
}

#[test]
fn a_row_is_written_as_it_is_read() {
    let attack = Some(Attack { name: "a \"bite\"\n".into(), dice: 6 });
    let wolf = Creature {
        id: "C-9".into(),
        name: "Wölfin".into(),
        replace: false,
        hp: 3,
        tags: vec!["x".into()],
        attack,
    };
    let text = written("creature", &wolf).expect("it can be written");
    assert_eq!(read::<Sheet>("w.toml", &text).expect("and read").creature, [wolf]);
}

#[test]
fn a_mistake_in_what_was_added_to_a_file_is_told_there() {
    let added = "# a pup\n[[creature]]\nid = \"C-2\"\nname = \"Pup\"\nhp = \"few\"\n";
    let joined = Joined::of([("wolves.toml", WOLF), ("more/pup.toml", added)]);
    let told = joined.placed(read::<Sheet>("wolves.toml", joined.text()).expect_err("few is no number"));
    assert_eq!(
        (told.file.as_str(), told.line, told.column, told.field.as_str()),
        ("more/pup.toml", 5, 6, "creature[1].hp")
    );
    assert!(!joined.is_added(&told) || joined.is_added(&read::<Sheet>("w", joined.text()).expect_err("few")));
    let broken = Joined::of([("wolves.toml", "[[creature]]\nid = 7\n"), ("more/pup.toml", "")]);
    let told = broken.placed(read::<Sheet>("wolves.toml", broken.text()).expect_err("no id"));
    assert_eq!((told.file.as_str(), told.line), ("wolves.toml", 2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    /// Whatever is like whatever: it is read or refused, and never for long.
    #[test]
    fn rows_that_are_like_anything_never_panic(likes in prop::collection::vec((0u8..12, 0u8..14), 1..40)) {
        let rows: String = likes.iter().enumerate().map(|(at, (name, like))| {
            format!("[[creature]]\nid = \"C-{at}\"\nname = \"N{name}\"\nhp = 1\nlike = \"N{like}\"\n")
        }).collect();
        let _ = read::<Sheet>("any.toml", &format!("[[creature]]\nid = \"R\"\nname = \"N0\"\nhp = 1\n{rows}"));
    }
}
