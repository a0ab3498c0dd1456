//! An author's mistakes, each told with its file, line, column and field.

use boneyard_content::{Amount, ContentError, Limits, read, read_within};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    #[serde(default)]
    weapon: Vec<Weapon>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weapon {
    name: String,
    damage: Amount<Dice>,
    #[serde(default)]
    weight: u16,
    #[serde(default)]
    ranged: bool,
    #[serde(default)]
    slot: Option<Slot>,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Slot {
    Hand,
    Belt,
}

/// A game's own dice, which refuse what they cannot read.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Dice(u32, u32);

impl TryFrom<String> for Dice {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let number = |part: &str| part.parse().map_err(|_| format!("`{text}` is not dice"));
        let (count, sides) = text.split_once('d').ok_or(format!("`{text}` is not dice"))?;
        Ok(Self(number(count)?, number(sides)?))
    }
}

const GOOD: &str = r#"
[[weapon]]
name = "stick"
damage = { dice = "1d6", kind = "damage" }

[[weapon]]
name = "sword"
damage = { dice = "1d6", kind = "damage" }
weight = 1
tags = ["melee", "steel"]
"#;

/// The good file with one change.
fn mistake(from: &str, to: &str) -> ContentError {
    let at = GOOD.rfind(from).expect("in the good file");
    let text = format!("{}{to}{}", &GOOD[..at], &GOOD[at + from.len()..]);
    read::<Sheet>("weapons.toml", &text).expect_err("a mistake")
}

fn told(from: &str, to: &str) -> String {
    mistake(from, to).to_string()
}

#[test]
fn a_sound_file_is_read() {
    let sheet: Sheet = read("weapons.toml", GOOD).expect("sound");
    assert_eq!(sheet.weapon[1].tags, ["melee", "steel"]);
    assert_eq!(sheet.weapon[0].damage.dice, Dice(1, 6));
}

#[test]
fn a_wrong_type_names_what_is_allowed() {
    assert_eq!(
        told("weight = 1", "weight = \"heavy\""),
        "weapons.toml:9:10: weapon[2].weight: string \"heavy\" does not fit here; allowed: a whole number from 0 to 65535"
    );
    assert_eq!(
        told("weight = 1", "weight = -1"),
        "weapons.toml:9:10: weapon[2].weight: integer `-1` does not fit here; allowed: a whole number from 0 to 65535"
    );
    assert_eq!(
        told("weight = 1", "ranged = 1"),
        "weapons.toml:9:10: weapon[2].ranged: integer `1` does not fit here; allowed: true or false"
    );
    assert_eq!(
        told("\"steel\"]", "7]"),
        "weapons.toml:10:18: weapon[2].tags[2]: integer `7` does not fit here; allowed: text in quotes"
    );
    assert_eq!(
        told("[\"melee\", \"steel\"]", "\"melee\""),
        "weapons.toml:10:8: weapon[2].tags: string \"melee\" does not fit here; allowed: a list in square brackets"
    );
    assert_eq!(
        told("{ dice = \"1d6\", kind = \"damage\" }", "6"),
        "weapons.toml:8:10: weapon[2].damage: integer `6` does not fit here; allowed: a table of fields"
    );
}

#[test]
fn an_unknown_key_is_told_with_those_that_exist() {
    assert_eq!(
        told("weight = 1", "wieght = 1"),
        "weapons.toml:9:1: weapon[2].wieght: there is no field `wieght` here; allowed: `name`, `damage`, `weight`, `ranged`, `slot`, `tags`"
    );
    assert_eq!(
        told("kind = \"damage\"", "sort = \"damage\""),
        "weapons.toml:8:26: weapon[2].damage.sort: there is no field `sort` here; allowed: `dice` or `kind`"
    );
    assert_eq!(
        told("[[weapon]]", "[[wepon]]"),
        "weapons.toml:6:3: wepon[1]: there is no field `wepon` here; allowed: `weapon`"
    );
}

#[test]
fn an_unknown_choice_is_told_with_the_choices() {
    assert_eq!(
        told("weight = 1", "slot = \"foot\""),
        "weapons.toml:9:8: weapon[2].slot: `foot` is not one of the choices; allowed: `hand` or `belt`"
    );
}

#[test]
fn a_missing_field_is_told_at_the_row_that_lacks_it() {
    assert_eq!(told("name = \"sword\"\n", ""), "weapons.toml:6:1: weapon[2].name: this field is missing");
    assert_eq!(
        told(", kind = \"damage\"", ""),
        "weapons.toml:8:10: weapon[2].damage.kind: this field is missing"
    );
}

#[test]
fn a_missing_field_of_the_file_itself_belongs_to_no_row() {
    #[derive(Debug, Deserialize)]
    struct Titled {
        #[expect(dead_code, reason = "only read")]
        title: String,
    }
    for text in ["", "# nothing\n", "other = 1\n", "[[row]]\n[row.more]\na.b = 2\n"] {
        let told = read::<Titled>("t.toml", text).expect_err("no title").to_string();
        assert_eq!(told, "t.toml:1:1: title: this field is missing", "{text:?}");
    }
}

#[test]
fn a_missing_field_is_named_in_every_way_to_write_a_table() {
    for (table, place) in [
        ("[weapon.damage]\ndice = \"1d6\"\n", "w.toml:3:1"),
        ("damage.dice = \"1d6\"\n", "w.toml:3:1"),
        ("damage = { dice = \"1d6\" }\n", "w.toml:3:10"),
    ] {
        let text = format!("[[weapon]]\nname = \"net\"\n{table}");
        let told = read::<Sheet>("w.toml", &text).expect_err("no kind").to_string();
        assert_eq!(told, format!("{place}: weapon[1].damage.kind: this field is missing"));
    }
}

#[test]
fn a_double_key_is_told_at_its_second_place() {
    assert_eq!(
        told("weight = 1", "name = \"blade\""),
        "weapons.toml:9:1: weapon[2].name: this key stands here for the second time"
    );
}

#[test]
fn broken_toml_is_told_with_its_field_too() {
    for (from, to, place) in [
        ("weight = 1", "weight = 1d6", "weapons.toml:9:10: weapon[2].weight: "),
        ("weight = 1", "weight =", "weapons.toml:9:9: weapon[2].weight: "),
        ("\"steel\"]", "\"steel]", "weapons.toml:10:25: weapon[2].tags[2]: "),
        ("\"steel\"]", "\"steel\"", "weapons.toml:10:25: weapon[2].tags[2]: "),
        ("kind = \"damage\" }", "kind = \"damage\"", "weapons.toml:9:1: weapon[2].damage.weight: "),
        ("[[weapon]]", "[[weapon]", "weapons.toml:6:10: weapon[2]: "),
    ] {
        let told = told(from, to);
        assert!(told.starts_with(place), "{told} is not {place}");
    }
}

#[test]
fn what_a_games_own_type_refuses_points_into_the_file() {
    assert_eq!(told("\"1d6\"", "\"1d\""), "weapons.toml:8:19: weapon[2].damage.dice: `1d` is not dice");
}

#[test]
fn the_line_is_shown_with_a_mark_below() {
    assert_eq!(
        mistake("weight = 1", "weight = \"heavy\"").render(),
        "weapons.toml:9:10: weapon[2].weight: string \"heavy\" does not fit here; allowed: a whole number from 0 to 65535\n  \
           |\n\
         9 | weight = \"heavy\"\n  \
           |          ^^^^^^^"
    );
    let far = mistake("\"steel\"", &format!("\"{}\", 7", "ä".repeat(300))).render();
    assert!(far.lines().all(|line| line.chars().count() < 130), "{far}");
    let mark = far.lines().last().expect("a mark");
    let line = far.lines().nth(2).expect("a line");
    let column = mark.chars().position(|c| c == '^').expect("marked");
    assert_eq!(line.chars().nth(column), Some('7'));
}

#[test]
fn tabs_do_not_shift_the_mark() {
    let shown = mistake("weight = 1", "\tweight = true").render();
    assert!(shown.ends_with("9 | \tweight = true\n  | \t         ^^^^"), "{shown}");
}

#[test]
fn each_limit_is_named_when_it_is_passed() {
    let limits = Limits { file_bytes: 200, entries: 2, text_chars: 9, files: 1 };
    let told = |text: &str| read_within::<Sheet>(&limits, "w.toml", text).expect_err("too much").to_string();
    assert_eq!(
        told(&"#".repeat(201)),
        "w.toml:1:1: 201 bytes are too many; a file may have at most 200 bytes"
    );
    assert_eq!(
        told("[[weapon]]\nname = \"a\"\n[[weapon]]\n[[weapon]]\n"),
        "w.toml:1:1: weapon[1]: 3 entries are too many; an array may have at most 2 entries"
    );
    assert_eq!(
        told("[[weapon]]\nname = \"0123456789\"\n"),
        "w.toml:2:8: weapon[1].name: 10 characters are too many; a text may have at most 9 characters"
    );
}

#[test]
fn tables_a_hundred_thousand_deep_are_refused_and_harm_nobody() {
    let deep = 100_000;
    for text in [
        format!("{}a = 1\n", "a.".repeat(deep)),
        format!("[{}a]\n", "a.".repeat(deep)),
        format!("[[{}a]]\n", "\"\".".repeat(deep)),
        format!("a = {}\n", "[".repeat(deep)),
        format!("a = {}\n", "{ a = ".repeat(deep)),
        format!("{} = 1\n", "long".repeat(deep)),
    ] {
        let error = read::<Sheet>("deep.toml", &text).expect_err("too deep");
        assert_eq!(error.line, 1, "{error}");
        assert!(error.render().len() < 1_000);
    }
}

#[test]
fn an_amount_knows_what_it_counts_and_can_be_checked_later() {
    let amount = Amount { dice: "2d6".to_owned(), kind: "damage fire".to_owned() };
    assert_eq!(amount.counts(), "damage");
    assert!(amount.is("fire") && !amount.is("fir"));
    let only_d6 = |text: &str| if text.ends_with("d6") { Ok(()) } else { Err("only d6 here".to_owned()) };
    assert_eq!(amount.validate(&only_d6), Ok(()));
    assert_eq!(
        Amount { dice: "1d8".to_owned(), ..amount.clone() }.validate(&only_d6),
        Err("only d6 here".to_owned())
    );
    assert!(Amount { kind: " ".to_owned(), ..amount }.validate(&only_d6).is_err());
}

proptest::proptest! {
    #[test]
    fn whatever_is_broken_in_a_file_is_told_at_a_place_within_it(at in 0..GOOD.len(), with in "[ -~\nä]{0,4}", cut in 0..6_usize) {
        let end = (at + cut).min(GOOD.len());
        let text = format!("{}{with}{}", &GOOD[..at], &GOOD[end..]);
        if let Err(error) = read::<Sheet>("weapons.toml", &text) {
            let lines = text.matches('\n').count() + 1;
            proptest::prop_assert!(usize::try_from(error.line).is_ok_and(|line| (1..=lines).contains(&line)), "{error}");
            let line = text.split('\n').nth(error.line as usize - 1).unwrap_or_default();
            proptest::prop_assert!(error.column as usize <= line.chars().count() + 1, "{error}");
            proptest::prop_assert!(error.render().contains('^'));
        }
    }
}
