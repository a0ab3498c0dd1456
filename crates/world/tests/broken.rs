//! Twenty and more broken files: each is refused at its line and field, and says what may stand there.

use crate::tiny::{GOOD, changed, found, told};

/// What the good file says with one change: its mistakes.
fn mistakes(from: &str, to: &str) -> Vec<String> {
    told(&found(&changed(from, to)).mistakes)
}

/// The one mistake of the good file with one change.
fn mistake(from: &str, to: &str) -> String {
    let mut all = mistakes(from, to);
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

/// The line of a change.
fn line(from: &str) -> usize {
    let at = GOOD.find(from).expect("in the good file");
    GOOD[..at].matches('\n').count() + 1
}

/// Each change, what is told of it behind its line, and what it allows.
const BROKEN: &[(&str, &str, &str)] = &[
    (
        r#"needs = ["bell"]"#,
        r#"needs = ["bel"]"#,
        "try[1].needs[1]: there is no thing `bel`; allowed: perhaps `bell`",
    ),
    (
        r#"who = "ogre", to"#,
        r#"who = "ogr", to"#,
        "event[1].then[1].later.then[1].bring.who: there is no person `ogr`; allowed: perhaps `ogre`",
    ),
    (
        r#"to = "@here""#,
        r#"to = "@her""#,
        "event[1].then[1].later.then[1].bring.to: there is no place `@her`; allowed: perhaps `@here`",
    ),
    (
        r#"is = "Ogre""#,
        r#"is = "Ogress""#,
        "person[3].is: tiny has no creature `Ogress`; allowed: perhaps `Ogre`",
    ),
    (
        r#"lies = ["Torch","#,
        r#"lies = ["Torhc","#,
        "place[1].lies[1]: tiny has no thing `Torhc`; allowed: perhaps `Torch`",
    ),
    (
        r#"by = "fire""#,
        r#"by = "frost""#,
        "place[2].hazards[1].does.by: tiny has no hazard `frost`; allowed: `H-1`, `fire`",
    ),
    (
        r#"{ by = "fire" }"#,
        r#"{ bye = "fire" }"#,
        "place[2].hazards[1].does.bye: there is no field `bye` here; allowed: `points` or `by`",
    ),
    (
        r#"in = "1d3 rounds""#,
        r#"in = "1d3 turns""#,
        "event[1].then[1].later.in: tiny knows no unit `turns`; allowed: a number or dice, and one of round, minute, hour, day",
    ),
    (
        r#"begins = "day 1 dawn""#,
        r#"begins = "day 1 noon""#,
        "adventure.begins: `day 1 noon` is no moment; allowed: dawn, or a unit and its number, such as `day 3`",
    ),
    (
        r#"every = "hour""#,
        r#"every = "moon""#,
        "tracker[1].every: tiny knows no unit `moon`; allowed: dawn, round, minute, hour, day, or so many of them",
    ),
    (
        r#"[{ flag = "rung" }"#,
        r#"[{ flag = "rang" }"#,
        "try[1].passed[1].flag: nobody declared the flag `rang`; allowed: perhaps `rung`",
    ),
    (
        r#"sign = { is = "thunder""#,
        r#"sign = { is = "rain""#,
        "event[1].when[2].sign.is: tiny knows no sign `rain`; allowed: `thunder`",
    ),
    (
        r#"outcomes = { great ="#,
        r#"outcomes = { grand ="#,
        "try[1].outcomes.grand: nothing of tiny comes out as `grand`; allowed: `great`",
    ),
    (
        r#"again = "always"
passed"#,
        r#"again = "allways"
passed"#,
        "try[1].again: `allways` is not one of the choices; allowed: `once`, `always`, `each_hero`, `each_visit`, `each_day`, `times`",
    ),
    (
        r#"number = "1d3""#,
        r#"number = "1d""#,
        "person[2].number: `1d` is no dice; write such as 2d6, 1d4+1 or 30+2d6",
    ),
    (
        r#"{ from = 4, to = 6,"#,
        r#"{ from = 5, to = 6,"#,
        "table[1].rows[2]: this row stands for 5 to 6; allowed: a row from 4, up to 6 at most",
    ),
    (
        r#"{ at = 4, then"#,
        r#"{ at = 5, then"#,
        "tracker[1].steps[2].at: `doom` never stands at 5; allowed: 0 to 4",
    ),
    (
        r#"at = "B1""#,
        r#"at = "Z1""#,
        "place[1].lies[2].at: Z1 is not on the map `yard`; allowed: 3 by 2 squares, counted from 0",
    ),
    (
        r#"box = [0, 0, 3, 2]"#,
        r#"box = [0, 0, 4, 2]"#,
        "place[1].area.box: this goes beyond the map; allowed: left, top, width, height on 3 by 2 squares",
    ),
    (
        r#"by = "@heroes:yard""#,
        r#"by = "@heroes""#,
        "event[2].then[1].check.by: `@heroes` means nothing here: what sets this off happens in no place; allowed: a place by its id, `@all`, `@inside`, or a place with it as in `@heroes:hall`",
    ),
    (
        r#"[{ announce = "A growl." }]"#,
        r#"[{ tell = "A growl." }]"#,
        "tracker[1].steps[1].then[1].tell: there is nobody here to tell: what sets this off happens in no place; allowed: `announce`, which all players read",
    ),
    (
        r#"near {@rats}."#,
        r#"near {@mice}."#,
        "person[1].tells[1].text: `{@mice}` is the name of no place; allowed: {@here}, or a person of the file such as {@guard}",
    ),
    (
        r#"id = "ring""#,
        r#"id = "Ring It""#,
        "try[1].id: `Ring It` cannot name a try; allowed: 1 to 40 small letters, digits and hyphens",
    ),
    (
        r#"check = { least = 3 }"#,
        r#"check = "swim""#,
        "try[1].check: `swim` is a word of a cast, and there is no [cast.tiny]",
    ),
    (
        r#"light = "day""#,
        r#"light = "dusk""#,
        "map[1].light: tiny knows no light `dusk`; allowed: `dark`, `day`",
    ),
    (r#"rule = "R-1""#, r#"rule = "R-2""#, "adventure.rule: tiny has no rule R-2"),
    (
        r#"games = ["tiny"]"#,
        r#"games = ["tiny", "othre"]"#,
        "adventure.games[2]: there is no game `othre`; allowed: perhaps `other`",
    ),
    (
        r#"goods = ["Rope", "gear"]"#,
        r#"goods = ["Rope", "gaer"]"#,
        "place[1].sells.goods[2]: tiny knows no goods `gaer`; allowed: `G-1`, `G-2`, `Rope`, `S-1`, `Torch`, `a bed`",
    ),
];

#[test]
fn each_mistake_is_told_with_its_line_and_field() {
    assert!(BROKEN.len() >= 20);
    for (from, to, wanted) in BROKEN {
        let told = mistake(from, to);
        let (place, what) = told.split_once(": ").expect("a place");
        assert_eq!(what, *wanted, "{to}");
        let at: Vec<&str> = place.split(':').collect();
        assert_eq!(at[0], "good.toml");
        // A change that begins a line above its mistake is written over two lines.
        let wanted = line(from);
        assert_eq!(at[1].parse::<usize>().ok(), Some(wanted), "{told}");
    }
}

#[test]
fn what_cannot_be_read_at_all_is_told_too() {
    for (from, to, wanted) in [
        (
            "[[way]]\nid = \"stair\"",
            "[[way]]\nid = \"stair\"\nlengh = 3",
            "way[2].lengh: there is no field `lengh` here",
        ),
        (
            "then = [{ reveal = \"stair\" }]",
            "then = [{ unveil = \"stair\" }]",
            "`unveil` is not one of the choices",
        ),
        ("between = [\"yard\", \"cellar\"]", "between = [\"yard\"]", "way[2].between"),
        ("set_off = [\"open\"]\n", "", "trap[1].set_off: this field is missing"),
        (
            "dice = \"1d6\"",
            "dice = \"1d0\"",
            "table[1].dice: at most 100 dice with at most 1000 sides can be thrown",
        ),
        ("start = { place", "start = { palce", "adventure.start.palce: there is no field `palce` here"),
    ] {
        let told = mistake(from, to);
        assert!(told.contains(wanted), "{told} does not say {wanted}");
    }
}

#[test]
fn the_same_id_cannot_stand_twice() {
    let told = mistakes("id = \"cellar\"", "id = \"yard\"");
    assert!(
        told.iter().any(|told| told.contains("place[2].id: there is a second place `yard`")),
        "{told:#?}"
    );
}

#[test]
fn ragged_and_wrong_drawings_are_told_by_their_line() {
    let told = mistake("..~\n...\n", "..~\n..\n");
    assert!(told.contains("map[1].squares: line 2 of the drawing is 1 squares shorter"), "{told}");
    let told = mistakes("..~\n...\n", "..~\n.?.\n");
    assert!(told[0].contains("line 2, column 2 of the drawing: '?' stands for nothing"), "{told:?}");
}

#[test]
fn files_beside_it_stay_beside_it() {
    for name in ["../secret.png", "/etc/passwd.png", ".hidden.png", "map.exe", "a\\b.png", ""] {
        let to = format!("name = \"A letter\"\npicture = {name:?}");
        let told = mistake("name = \"A letter\"", &to);
        assert!(told.contains("handout[1].picture") && told.contains("names no picture or map"), "{told}");
    }
}

#[test]
fn a_file_can_be_too_large_in_every_way() {
    let many =
        |row: &str, count: usize| (0..count).map(|at| row.replace('#', &at.to_string())).collect::<String>();
    let places = format!("{GOOD}{}", many("[[place]]\nid = \"p#\"\nname = \"P\"\n", 499));
    let all = told(&found(&places).mistakes);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].contains("place[501]: 501 are too many; an adventure has at most 500"), "{all:?}");
    let places = format!("{GOOD}{}", many("[[place]]\nid = \"p#\"\nname = \"P\"\n", 10_000));
    let all = told(&found(&places).mistakes);
    assert!(all.len() == 1 && all[0].contains("entries are too many"), "{all:?}");
    let when = |deep: usize| {
        let open = "{ when = { if = [], then = [".repeat(deep);
        let close = "] } }".repeat(deep);
        format!(
            "{GOOD}[[event]]\nid = \"deep\"\nwhen = \"begins\"\nthen = [{open}{{ note = \"n\" }}{close}]\n"
        )
    };
    assert_eq!(told(&found(&when(7)).mistakes), Vec::<String>::new());
    let all = told(&found(&when(8)).mistakes);
    assert!(all.len() == 1 && all[0].contains("effects are 9 deep here; at most 8"), "{all:?}");
    // So deep that no path could be written down: refused by the reader, with nothing lost.
    let all = told(&found(&when(5_000)).mistakes);
    assert_eq!(all.len(), 1, "{all:?}");
    let text = changed("text = \"Dark.\"", &format!("text = {:?}", "a".repeat(5_000)));
    assert!(told(&found(&text).mistakes)[0].contains("a text has at most 4000 characters"));
    let other = format!("format = 2\n{GOOD}");
    assert!(
        told(&found(&other).mistakes)[0].contains("format: this program does not read version 2; allowed: 1")
    );
}

#[test]
fn no_more_is_told_than_anybody_reads() {
    let row = "[[way]]\nbetween = [\"nowhere\", \"nothing\"]\n";
    let all = found(&format!("{GOOD}{}", row.repeat(1_000))).mistakes;
    assert_eq!(all.len(), 100);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]
    #[test]
    fn whatever_is_broken_is_refused_or_sound_and_never_panics(at in 0..GOOD.len(), with in "[ -~\nä]{0,6}", cut in 0..12_usize) {
        let end = (at + cut).min(GOOD.len());
        let text = format!("{}{with}{}", &GOOD[..at], &GOOD[end..]);
        let lines = text.matches('\n').count() + 1;
        let all = found(&text);
        for mistake in all.mistakes.iter().chain(&all.warnings).chain(&all.undecided) {
            proptest::prop_assert!((1..=lines).contains(&(mistake.line as usize)), "{mistake}");
        }
    }
}
