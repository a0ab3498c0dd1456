//! Warnings, and what a table without a game master could not decide. Each is told, and each is not told where all is well.

use crate::tiny::{GOOD, changed, found, told};

fn with(more: &str) -> boneyard_world::check::Findings {
    found(&format!("{GOOD}\n{more}"))
}

fn warning(more: &str) -> String {
    let all = with(more);
    assert_eq!(told(&all.mistakes), Vec::<String>::new());
    let mut warnings = told(&all.warnings);
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    warnings.remove(0)
}

#[test]
fn events_that_set_each_other_off_are_a_loop() {
    let round = |again: &str, more: &str| {
        format!(
            "[[event]]\nid = \"ping\"\nwhen = {{ noise = {{ at = \"yard\" }} }}\nagain = \"{again}\"\nthen = [{{ run = \"pong\" }}]\n\
             [[event]]\nid = \"pong\"\nagain = \"always\"\n{more}\n"
        )
    };
    let noise = "then = [{ noise = { at = \"yard\", reach = 10 } }]";
    let told_of = warning(&round("always", noise));
    assert!(told_of.contains("this goes round without end: event `ping`, then event `pong`"), "{told_of}");
    assert!(told_of.contains("event[3]"), "{told_of}");
    // Once, or later, or with a flag that stands against it: no loop.
    for well in [
        round("once", noise),
        round("always", "then = [{ later = { in = \"1 minute\", then = [{ run = \"ping\" }] } }]"),
        round(
            "always",
            "if = [{ not = { flag = \"open\" } }]\nthen = [{ flag = \"open\" }, { run = \"ping\" }]",
        ),
    ] {
        assert_eq!(told(&with(&well).warnings), Vec::<String>::new(), "{well}");
    }
}

#[test]
fn a_table_is_a_loop_only_if_every_row_leads_back() {
    let table = |second: &str| {
        format!(
            "[[event]]\nid = \"start\"\nwhen = \"begins\"\nthen = [{{ roll = \"round\" }}]\n\
             [[table]]\nid = \"round\"\ndice = \"1d2\"\nrows = [{{ from = 1, then = [{{ roll = \"round\" }}] }}, {{ from = 2{second} }}]\n"
        )
    };
    assert_eq!(told(&with(&table("")).warnings), Vec::<String>::new());
    let told_of = warning(&table(", then = [{ roll = \"round\" }]"));
    assert!(told_of.contains("this goes round without end: table `round`"), "{told_of}");
}

#[test]
fn a_tracker_that_moves_itself_beyond_its_end_is_a_loop() {
    let text = changed(
        "size = 4\nevery = \"hour\"",
        "size = 4\nevery = \"hour\"\nover = [{ tracker = { is = \"doom\", by = 1 } }]",
    );
    let all = told(&found(&text).warnings);
    assert!(all.len() == 1 && all[0].contains("`doom` beyond its end"), "{all:?}");
}

#[test]
fn what_nobody_can_reach_is_told() {
    let told_of = warning("[[place]]\nid = \"attic\"\nname = \"The attic\"\n");
    assert!(told_of.contains("place[3]: nobody can reach `attic`"), "{told_of}");
    let told_of = warning(
        "[[place]]\nid = \"attic\"\nname = \"A\"\n[[way]]\nbetween = [\"attic\", \"cellar\"]\none_way = true\n",
    );
    assert!(told_of.contains("nobody can reach `attic`"), "{told_of}");
    for way in ["between = [\"attic\", \"out\"]", "between = [\"cellar\", \"attic\"]\none_way = true"] {
        let well = format!("[[place]]\nid = \"attic\"\nname = \"A\"\n[[way]]\n{way}\n");
        assert_eq!(told(&with(&well).warnings), Vec::<String>::new(), "{well}");
    }
}

#[test]
fn rows_that_nothing_leads_to_are_told() {
    for (more, wanted) in [
        (
            "[[person]]\nid = \"ghost\"\nname = \"G\"\n",
            "person[4]: `ghost` is nowhere, and nothing brings them",
        ),
        ("[[event]]\nid = \"idle\"\nthen = [{ note = \"n\" }]\n", "event[3]: nothing ever sets off `idle`"),
        ("[[event]]\nid = \"idle\"\nwhen = \"begins\"\n", "event[3]: `idle` does nothing"),
        ("[[handout]]\nid = \"map\"\nname = \"M\"\n", "handout[2]: nothing ever shows `map`"),
        (
            "[[table]]\nid = \"t\"\ndice = \"1d1\"\nrows = [{ from = 1 }]\n",
            "table[2]: nothing ever rolls on `t`",
        ),
    ] {
        let told_of = warning(more);
        assert!(told_of.contains(wanted), "{told_of} does not say {wanted}");
    }
    let text = changed("{ from = 1, to = 3, then = [{ flag = \"open\" }] }", "{ from = 1, to = 3 }");
    let all = told(&found(&text).warnings);
    assert!(
        all.len() == 1 && all[0].contains("adventure.flags[1]: something asks for the flag `open`"),
        "{all:?}"
    );
}

#[test]
fn what_only_a_game_master_could_decide_is_told() {
    let undecided = |text: &str| told(&found(text).undecided);
    let button = format!("{GOOD}\n[[event]]\nid = \"b\"\nhow = \"hand\"\nthen = [{{ note = \"n\" }}]\n");
    assert!(undecided(&button)[0].contains("event[3]: only a game master can set off `b`"));
    let silent = format!("{GOOD}\n[[person]]\nid = \"mute\"\nname = \"M\"\nwhere = \"yard\"\ntalks = true\n");
    assert!(undecided(&silent)[0].contains("person[4].talks: `mute` talks, but has nothing to tell"));
    let lost = format!(
        "{GOOD}\n[[place]]\nid = \"attic\"\nname = \"A\"\n[[way]]\nbetween = [\"yard\", \"attic\"]\nhidden = {{}}\n"
    );
    assert!(undecided(&lost)[0].contains("way[3].hidden: nothing finds or reveals this way"));
    let endless = changed("if = [{ goal = { is = \"quiet\", stands = \"met\" } }]", "");
    assert!(undecided(&endless)[0].contains("nothing brings about the end `done`"));
    let home = GOOD[..GOOD.find("[[end]]").expect("ends")].replace("{ end = \"late\" }", "{ note = \"n\" }");
    assert!(undecided(&home)[0].contains("it has no end"));
    let home = home.replace("id = \"good\"", "id = \"home\"");
    assert_eq!(undecided(&home), Vec::<String>::new());
}
