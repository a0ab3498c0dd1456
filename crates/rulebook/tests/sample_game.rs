//! A small game's folder, from its pages to the constants its code cites.

use boneyard_rulebook::{Kind, build};
use std::path::{Path, PathBuf};

/// Stands in for the kernel, of which the generated code needs only this.
mod table {
    #[derive(Debug, PartialEq, Eq)]
    pub struct RuleId(&'static str);
    impl RuleId {
        pub const fn of(id: &'static str) -> Self {
            Self(id)
        }
    }
}

mod rules {
    use super::table as boneyard_table;
    include!("sample/rules.rs");
}
use rules::RULEBOOK;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample")
}

/// A game's folder of its own, to spoil.
fn game(book: &str, content: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("rulebook.md"), book).expect("written");
    for (name, text) in content {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("made");
        std::fs::write(file, text).expect("written");
    }
    folder
}

fn faults(book: &str, content: &[(&str, &str)]) -> Vec<String> {
    let folder = game(book, content);
    let found = build::rules(folder.path()).expect_err("something is wrong");
    found.iter().map(ToString::to_string).collect()
}

fn version_of(folder: &Path) -> String {
    let source = build::rules(folder).expect("a sound game");
    let line = source.lines().find(|line| line.contains("RULES_VERSION")).expect("a version");
    line.to_owned()
}

/// After a wanted change of the format, write the file anew with the example `rules`.
#[test]
fn the_sample_gives_exactly_the_code_that_is_compiled_here() {
    let made = build::rules(&sample()).expect("a sound game");
    assert_eq!(made, std::fs::read_to_string(sample().join("rules.rs")).expect("readable"));
}

#[test]
fn every_id_is_a_constant_rules_and_entries_alike() {
    assert_eq!(rules::ZZ_CHECK_01, table::RuleId::of("ZZ-CHECK-01"));
    assert_eq!(rules::ZZ_CHECK_02, table::RuleId::of("ZZ-CHECK-02"));
    assert_eq!(rules::ZZ_HOUSE_01H, table::RuleId::of("ZZ-HOUSE-01H"));
    assert_eq!(rules::ZZ_WPN_01, table::RuleId::of("ZZ-WPN-01"));
    assert_eq!(rules::ZZ_SHD_01H, table::RuleId::of("ZZ-SHD-01H"));
    assert_eq!(rules::ZZ_FOE_01H, table::RuleId::of("ZZ-FOE-01H"));
    assert_eq!(RULEBOOK.len(), 6);
    assert!(!RULEBOOK.is_empty());
}

/// Its ids are words of its own, even those that read like an entry of the game.
#[test]
fn an_adventure_is_handed_on_whole_and_is_no_entry() {
    let [(name, text)] = rules::ADVENTURES else { panic!("one adventure, not {}", rules::ADVENTURES.len()) };
    assert_eq!(*name, "goose-hunt.toml");
    assert!(text.contains("The goose hunt") && text.contains("ZZ-FOE-01H"), "{text}");
    assert!(rules::CONTENT.iter().all(|(file, _)| !file.contains("adventures")));
}

#[test]
fn a_rule_keeps_its_text_and_each_of_its_bullets() {
    let rule = RULEBOOK.get("ZZ-CHECK-01").expect("in the book");
    assert_eq!(rule.title, "Saving throw");
    assert_eq!(rule.section, "1. Rolls");
    assert!(rule.text.starts_with("Roll a D20.") && rule.text.ends_with("```"), "{}", rule.text);
    assert!(rule.text.contains("| 20 | fails |") && rule.text.contains("### not a heading"));
    assert_eq!(rule.source, Some("Stats and rolls"));
    assert_eq!(rule.asked, Some("the referee names the \"score\""));
    assert_eq!(rule.refused, Some("a save without a score"));
    assert_eq!(rule.example, Some("Score 9, face 9: passed.\nFace 10: failed."));
    assert_eq!(rule.ruling, Some("equal counts as under."));
    let switches: Vec<_> = rule.switches.iter().map(|switch| (switch.name, switch.values)).collect();
    assert_eq!(
        switches,
        [("twenty_fails", "`on` (default) or `off`"), ("one_passes", "`on` (default) or `off`")]
    );
    assert_eq!(rule.kind, Kind::Rule);
    assert!(!rule.house());
}

#[test]
fn a_row_with_an_id_is_a_rule_of_the_book_and_says_where_it_stands() {
    let lid = RULEBOOK.get("ZZ-SHD-01H").expect("in the book");
    assert_eq!((lid.title, lid.text), ("pot lid", "Keeps off a saving of soup."));
    assert_eq!(lid.kind, Kind::Entry { file: "weapons.toml", table: "shield" });
    assert!(lid.house());
    let goose = RULEBOOK.get("ZZ-FOE-01H").expect("in the book");
    assert_eq!(goose.kind, Kind::Entry { file: "deep/creatures.toml", table: "creature" });
    assert_eq!(RULEBOOK.rules().count(), 3);
    assert_eq!(RULEBOOK.entries().count(), 3);
    assert_eq!(RULEBOOK.section("weapons.toml").count(), 2);
}

#[test]
fn the_book_is_found_by_id_and_by_section() {
    for rule in RULEBOOK.all() {
        assert_eq!(RULEBOOK.get(rule.id), Some(rule));
    }
    assert_eq!(RULEBOOK.get("ZZ-CHECK-03"), None);
    assert_eq!(RULEBOOK.title(), "A SAMPLE GAME");
    assert_eq!(RULEBOOK.preamble(), "Two rules and two weapons, to try the book with.");
    let sections: Vec<_> = RULEBOOK.sections().iter().map(|section| (section.title, section.intro)).collect();
    assert_eq!(sections, [("1. Rolls", "How dice are read."), ("2. At home", "")]);
    let rolls: Vec<_> = RULEBOOK.section("1. Rolls").map(|rule| rule.id).collect();
    assert_eq!(rolls, ["ZZ-CHECK-01", "ZZ-CHECK-02"]);
}

#[test]
fn searching_puts_an_id_before_a_title_and_a_title_before_a_text() {
    let found = |words| RULEBOOK.search(words).iter().map(|rule| rule.id).collect::<Vec<_>>();
    assert_eq!(found("zz-check-02"), ["ZZ-CHECK-02"]);
    assert_eq!(found("ZZ-CHECK"), ["ZZ-CHECK-01", "ZZ-CHECK-02"]);
    assert_eq!(found("saving"), ["ZZ-CHECK-01", "ZZ-CHECK-02", "ZZ-SHD-01H"]);
    assert_eq!(found("Saving soup"), ["ZZ-SHD-01H"]);
    assert_eq!(found("counter!"), ["ZZ-CHECK-02"]);
    assert_eq!(found("twenty_fails"), ["ZZ-CHECK-01"]);
    assert_eq!(found("goo"), ["ZZ-FOE-01H"]);
    assert_eq!(found("dragon"), Vec::<&str>::new());
    assert_eq!(found("  ! "), Vec::<&str>::new());
}

#[test]
fn content_and_version_travel_with_the_program() {
    let names: Vec<_> = rules::CONTENT.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["deep/creatures.toml", "weapons.toml"]);
    let weapons = std::fs::read_to_string(sample().join("content/weapons.toml")).expect("readable");
    assert_eq!(rules::CONTENT[1].1, weapons);
    assert!(version_of(&sample()).contains(rules::RULES_VERSION));
}

#[test]
fn the_version_follows_every_change_but_line_endings() {
    let book = "# T\n## 1. S\n### ZZ-A-01 · One\nText.\n";
    let row = "[[w]]\nid = \"ZZ-W-01\"\nname = \"w\"\n";
    let first = game(book, &[("content/w.toml", row), ("src/lib.rs", "fn a() {}\n")]);
    let windows = game(
        &book.replace('\n', "\r\n"),
        &[("content/w.toml", &row.replace('\n', "\r\n")), ("src/lib.rs", "fn a() {}\r\n")],
    );
    assert_eq!(version_of(first.path()), version_of(windows.path()));

    let original = version_of(first.path());
    let digits = original.split('"').nth(1).expect("quoted");
    assert!(digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{digits}");
    for (file, text) in [
        ("src/lib.rs", "fn a() { }\n".to_owned()),
        ("src/deep/more.rs", String::new()),
        ("content/w.toml", row.replace("\"w\"", "\"v\"")),
        ("rulebook.md", book.replace("Text", "Other text")),
    ] {
        let changed = game(book, &[("content/w.toml", row), ("src/lib.rs", "fn a() {}\n")]);
        let path = changed.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, text).expect("written");
        assert_ne!(version_of(changed.path()), original, "{file}");
    }
}

#[test]
fn every_mistake_of_a_page_is_told_with_its_line() {
    let book = "\
# T
## 1. S
### ZZ-A-1 · Short number
### ZZ-A-01
### ZZ-A-02 ·
### ZZ-A-03 · No text

### ZZ-A-04 · Labels
Text.

- Sources: of nothing
- Ruling:
- Example: one
- Example: two
- Switch: nameless
stray words
### ZZ-A-05 · Twice
Text.
### ZZ-A-05 · Twice again
Text.
# Second title
##
";
    let told = faults(book, &[]);
    let expected = [
        "rulebook.md:3: `ZZ-A-1` is not an id;",
        "rulebook.md:4: `ZZ-A-01` is not a rule heading;",
        "rulebook.md:5: ZZ-A-02 has no title",
        "rulebook.md:6: ZZ-A-03 has no text",
        "rulebook.md:16: the labelled bullets end a rule;",
        "rulebook.md:11: `Sources` is not a label;",
        "rulebook.md:12: `Ruling` says nothing;",
        "rulebook.md:14: `Example` is given twice",
        "rulebook.md:15: a switch reads",
        "rulebook.md:21: the book has a title already;",
        "rulebook.md:22: this section has no title",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told} is not {expected}");
    }
}

#[test]
fn a_page_needs_a_title_a_section_and_closed_fences() {
    assert!(faults("", &[])[0].starts_with("rulebook.md:1: the book needs a title"));
    assert!(faults("Words first\n# T\n", &[])[0].starts_with("rulebook.md:1: the book needs a title"));
    assert!(
        faults("# T\n### ZZ-A-01 · One\nText.\n", &[])[0].starts_with("rulebook.md:2: rule ZZ-A-01 stands")
    );
    let told = faults("# T\n## S\n### ZZ-A-01 · One\nText.\n```\nopen\n", &[]);
    assert_eq!(told, ["rulebook.md:5: this code fence is never closed"]);
    let folder = tempfile::tempdir().expect("a folder");
    let told = build::rules(folder.path()).expect_err("no book")[0].to_string();
    assert!(told.starts_with("rulebook.md:1: the file cannot be read"), "{told}");
}

#[test]
fn one_id_stands_in_one_place_only() {
    let book = "# T\n## S\n### ZZ-A-01 · One\nText.\n### ZZ-A-01 · Again\nText.\n";
    let rows = "[[w]]\nid = \"ZZ-A-01\"\nname = \"w\"\n[[w]]\nid = \"ZZ-W-02\"\nname = \"w\"\n";
    let told = faults(
        book,
        &[("content/a.toml", rows), ("content/b.toml", "w = [{ id = \"ZZ-W-02\", name = \"v\" }]\n")],
    );
    assert_eq!(
        told,
        [
            "rulebook.md:5: ZZ-A-01 is used already at rulebook.md:3",
            "content/a.toml:2: ZZ-A-01 is used already at rulebook.md:3",
            "content/b.toml:1: ZZ-W-02 is used already at content/a.toml:5",
        ]
    );
}

#[test]
fn rows_of_content_are_checked_too() {
    let book = "# T\n## S\n### ZZ-A-01 · One\nText.\n";
    let rows = "\
[[w]]
id = \"wrong\"
name = \"w\"
[[w]]
id = \"ZZ-W-01\"
[[w]]
id = 7
[[w]]
id = \"ZZ-W-02\"
name = 3
";
    let told = faults(book, &[("content/w.toml", rows), ("content/x.toml", "a = 1\na = 2\n")]);
    let expected = [
        "content/w.toml:2: `wrong` is not an id;",
        "content/w.toml:5: ZZ-W-01 has no name",
        "content/w.toml:7: `id` must be text in quotes",
        "content/w.toml:10: `name` must be text in quotes",
        "content/x.toml:2: this is not valid TOML:",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told} is not {expected}");
    }
}

proptest::proptest! {
    #[test]
    fn no_page_and_no_content_makes_the_reader_fall_over(
        lines in proptest::collection::vec("(#{1,4} ?|- [A-Z][a-z]{0,7}: ?|```|  )?(ZZ-A-0[1-3]H? · )?[ -~]{0,12}", 0..24),
        rows in "[ -~\n]{0,80}",
    ) {
        let page = format!("# T\n## S\n{}", lines.join("\n"));
        let folder = game(&page, &[("content/r.toml", &rows)]);
        if let Err(faults) = build::rules(folder.path()) {
            proptest::prop_assert!(!faults.is_empty());
            let last = page.lines().count().max(rows.lines().count() + 1);
            proptest::prop_assert!(faults.iter().all(|fault| (1..=last).contains(&fault.line)));
        }
    }
}
