//! What people type: how it is read, printed, said in words, and refused.

use boneyard_dice::{Expression, Limits, OddsError, Problem, Rng, RollError};
use proptest::prelude::*;

fn parse(text: &str) -> Expression {
    match Expression::parse(text) {
        Ok(expression) => expression,
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn every_dialect_is_printed_in_one_spelling() {
    for (typed, printed) in [
        ("4d6kh3", "4d6kh3"),
        ("4D6K3", "4d6kh3"),
        ("4d6 dl 1", "4d6dl1"),
        ("4d6d1", "4d6dl1"),
        ("4d6pl1", "4d6dl1"),
        ("4d6ph1", "4d6dh1"),
        ("4d6p1", "4d6k<>1"),
        ("4d6!p<3", "4d6!p<3"),
        ("4d6p<3!", "4d6!k>=3"),
        ("4d6k>=3", "4d6k>=3"),
        ("4d6k=3", "4d6k=3"),
        ("d20", "1d20"),
        ("D6+3", "1d6 + 3"),
        ("2 + 2d6", "2 + 2d6"),
        ("3 \u{d7} 2d6", "3 * 2d6"),
        ("10 \u{f7} 2 \u{2212} 1", "10 / 2 - 1"),
        ("9//2", "9 / 2"),
        ("d%", "1d100"),
        ("4dF", "4dF"),
        ("adv+5", "2d20kh1 + 5"),
        ("d20 adv", "2d20kh1"),
        ("1d12dis-1", "2d12kl1 - 1"),
        ("6d10!", "6d10!"),
        ("6d10x", "6d10!"),
        ("6d10x>=9", "6d10!>=9"),
        ("6d10e10", "6d10!10"),
        ("6d10!!", "6d10!!"),
        ("6d10!p", "6d10!p"),
        ("6d10!!p9", "6d10!!p9"),
        ("6d10xo", "6d10xo"),
        ("6d10ra10", "6d10xo10"),
        ("2d6r1", "2d6ro1"),
        ("2d6r", "2d6ro1"),
        ("2d6ro<3", "2d6ro<3"),
        ("2d6rr<=2", "2d6rr<=2"),
        ("1d20min10", "1d20mi10"),
        ("1d20ma15", "1d20ma15"),
        ("8d10>=8", "8d10cs>=8"),
        ("8d10>7f1", "8d10cs>7cf1"),
        ("8d10cs=10df=1", "8d10cs10cf1"),
        ("6d6!>=6>=5", "6d6!>=6cs>=5"),
        ("4d6kh3r1!", "4d6ro1!kh3"),
        ("4d6s", "4d6sa"),
        ("4d6sd", "4d6sd"),
        ("{2d6,1d8+1}kh1", "{2d6, 1d8 + 1}kh1"),
        ("2d6[fire]+1d8[ cold ]", "2d6[fire] + 1d8[cold]"),
        ("6x3d6", "6x(3d6)"),
        ("6 # (4d6kh3)", "6x(4d6kh3)"),
        ("Ud8", "Ud8"),
        ("ud20", "Ud20"),
        ("1d!", "1d!"),
        ("d!", "1d!"),
        ("2d!", "2d!"),
        ("-(1+2)*3", "-(1 + 2) * 3"),
        ("1-(2-3)", "1 - (2 - 3)"),
        ("(1-2)-3", "1 - 2 - 3"),
        ("(1d4)d6", "(1d4)d6"),
        ("2d(2*3)", "2d(2 * 3)"),
        ("4dFr=-1", "4dFro=-1"),
    ] {
        let expression = parse(typed);
        assert_eq!(expression.to_string(), printed, "{typed}");
        assert_eq!(parse(printed), expression, "{printed}");
    }
}

#[test]
fn the_meaning_is_said_in_words() {
    for (typed, said) in [
        ("4d6kh3", "Roll 4 six-sided dice, keep the highest 3, add them up"),
        ("2d20kl1+5", "Roll 2 twenty-sided dice, keep the lowest, then add 5"),
        ("d6", "Roll 1 six-sided die"),
        ("8d10>7", "Roll 8 ten-sided dice, count 1 for each die showing more than 7"),
        ("4d6p1", "Roll 4 six-sided dice, keep only dice showing anything but 1, add them up"),
        ("2d6r1", "Roll 2 six-sided dice, reroll a die showing 1 once and keep the new face, add them up"),
        ("Ud8", "Roll one eight-sided usage die; on 1 or 2 it steps down to Ud6"),
        ("Ud4", "Roll one four-sided usage die; on 1 or 2 it is used up"),
        ("2d!", "Roll 2 six-sided risk dice: 1 if any shows 1, otherwise 0"),
        ("1d6/2", "Roll 1 six-sided die, then divide by 2 and round down"),
        (
            "6d10!",
            "Roll 6 ten-sided dice, a die showing its highest face explodes (at most 10 times per die; the extra die is \
             one more die), add them up",
        ),
        (
            "3x(1d6+1)",
            "3 times over, each told by itself and the total of all: Roll 1 six-sided die, then add 1",
        ),
    ] {
        assert_eq!(parse(typed).meaning().to_lowercase(), said.to_lowercase(), "{typed}");
    }
    assert!(parse("4d6kh3").meaning().starts_with("Roll 4"));
}

#[test]
fn what_cannot_be_read_is_refused_with_the_place_and_a_way_out() {
    for (typed, at, message) in [
        ("", 0, "There is nothing to roll: I expect dice, as in 2d6+1."),
        ("2d6+", 4, "`2d6+` stops too early: after + I expect a number or dice."),
        ("4d6kh", 5, "`4d6kh` stops too early: after kh I expect how many dice to keep. Try `4d6kh1`."),
        ("1000000000d6", 0, "1000000000 dice are too many. The limit is 1000."),
        ("99999999999999999999d6", 0, "99999999999999999999 dice are too many. The limit is 1000."),
        (
            "3d6!!!>",
            5,
            "`!` does not belong here: I expect one ! for exploding dice or !! for compounding ones.",
        ),
        ("3d6!>", 5, "`3d6!>` stops too early: after !> I expect a number to compare with."),
        ("1d20000", 0, "20000 sides are too many. The limit is 10000."),
        ("d", 1, "`d` stops too early: after d I expect how many sides, as in d6."),
        ("2d0", 2, "A die needs at least 1 side."),
        ("(2d6", 4, "`(2d6` stops too early: after 6 I expect an operator or the closing )."),
        ("2d6)", 3, "`)` does not belong here: I expect an operator, a modifier such as kh3, or the end."),
        ("2(3d6)", 1, "`(` does not belong here: I expect an operator such as + or * in front of it."),
        ("fireball", 0, "`fireball` is neither dice nor a number I know."),
        ("2d6 fire", 5, "`ire` does not belong here: I expect what counts as a failure, as in cf1."),
        (
            "2d6 cold",
            4,
            "`cold` does not belong here: I expect an operator, a modifier such as kh3, or the end. Try `2d6[cold]`.",
        ),
        ("2d6 damage", 5, "`amage` does not belong here: I expect how many dice to drop. Try `2d6[damage]`."),
        ("Ud7", 2, "A usage die is a Ud4, Ud6, Ud8, Ud10, Ud12 or Ud20."),
        ("2d!kh1", 3, "`kh1` does not go with risk dice."),
        (
            "{2d6}kh1",
            5,
            "A pool with one member has nothing to keep or drop. Put commas between its members.",
        ),
        ("2d6+3>=10", 5, "Comparing counts dice, and there are none in front of it. Try `{2d6+3}>=10`."),
        (
            "5d6cf1",
            6,
            "Failures are taken away from successes, so say what succeeds first. Try `5d6cs>=5cf1`.",
        ),
        ("3d6rr<=6", 8, "That reroll could go on for ever: at least 1 face in 20 must be allowed to stay."),
        ("3d6ro1rr2", 6, "Rerolling once (ro) and rerolling until (rr) do not go together. Choose one."),
        ("3d6!!6!", 6, "`!` says it a second time. Say it once."),
        ("2000x(1d6)", 0, "2000 repetitions are too many. The limit is 100."),
        ("99999999999", 0, "99999999999 is too large. The largest number is 1000000000."),
        ("2d6[fire", 8, "`2d6[fire` stops too early: after fire I expect the closing ] of the label."),
    ] {
        let error = Expression::parse(typed).expect_err(typed);
        assert_eq!(error.to_string(), message, "{typed}");
        assert_eq!(error.at, at, "{typed}");
    }
}

#[test]
fn the_pointer_stands_under_the_character() {
    let error = Expression::parse("2d6 \u{d7} ?").expect_err("no dice");
    assert_eq!(error.pointer(), "2d6 \u{d7} ?\n      ^");
}

#[test]
fn limits_are_named_when_they_are_reached() {
    let long = "1+".repeat(300) + "1";
    assert!(matches!(
        Expression::parse(&long).expect_err("long").problem,
        Problem::TooMany { what: "characters", .. }
    ));
    let deep = "(".repeat(40) + "1" + &")".repeat(40);
    assert_eq!(Expression::parse(&deep).expect_err("deep").problem, Problem::TooDeep(32));
    let signs = "-".repeat(400) + "1";
    assert_eq!(Expression::parse(&signs).expect_err("deep").problem, Problem::TooDeep(32));
    let parts = "1+".repeat(150) + "1";
    assert!(matches!(
        Expression::parse(&parts).expect_err("parts").problem,
        Problem::TooMany { what: "parts", .. }
    ));
    assert_eq!(parse("100x(100d6)").roll(&mut Rng::new(1)), Err(RollError::TooManyDice(1000)));
    assert_eq!(parse("1000000*1000000000*1000").roll(&mut Rng::new(1)), Err(RollError::TotalTooLarge));
}

#[test]
fn content_may_use_names_for_numbers() {
    let names = ["P", "n", "level", "R"];
    let read = |text: &str| Expression::parse_with(text, &names, &Limits::DEFAULT).expect(text);
    let bound = |text: &str| read(text).bind(|name| if name == "level" { Some(3) } else { Some(-2) });
    assert_eq!(read("nd6").to_string(), "(n)d6");
    assert_eq!(read("(level+1)d6kh3 + P").variables().collect::<Vec<_>>(), ["level", "P"]);
    assert_eq!(bound("(level)d6 + P").map(|e| e.to_string()), Ok("(3)d6 + -2".to_owned()));
    assert_eq!(bound("leveld6").map(|e| e.odds()), Ok(parse("3d6").odds()));
    assert_eq!(read("P+1").odds(), Err(OddsError::Roll(RollError::Unbound("P".to_owned()))));
    assert_eq!(read("P").bind(|_| None).map_err(|e| e.to_string()), Err("`P` has no value here.".to_owned()));
    assert!(Expression::parse("P+1").is_err(), "names are only known where they are allowed");
    assert!(Expression::parse_with("Px+1", &names, &Limits::DEFAULT).is_err(), "half a word is no name");
}

/// Random text out of the pieces of the notation: much of it is right, much is nearly so.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1",
        "2",
        "4",
        "6",
        "20",
        "d",
        "d6",
        "4d6",
        "d%",
        "dF",
        "d!",
        "Ud8",
        "kh",
        "kl",
        "k",
        "dl",
        "dh",
        "p",
        "!",
        "!!",
        "!p",
        "xo",
        "x",
        "#",
        "r",
        "ro",
        "rr",
        "mi",
        "ma",
        ">=",
        ">",
        "<",
        "<=",
        "=",
        "<>",
        "cs",
        "cf",
        "f",
        "s",
        "sd",
        "{",
        "}",
        ",",
        "(",
        ")",
        "[a]",
        "[",
        "]",
        "+",
        "-",
        "*",
        "/",
        " ",
        "adv",
        "dis",
        "\u{d7}",
        "\u{2212}",
        "é",
        "999999999999",
        "0",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn whatever_is_typed_is_read_or_refused_and_what_is_read_prints_back(text in pieces()) {
        match Expression::parse(&text) {
            Ok(expression) => {
                let printed = expression.to_string();
                let again = Expression::parse(&printed).map_err(|e| TestCaseError::fail(format!("{text} -> {printed}: {e}")))?;
                prop_assert_eq!(&again, &expression, "{} -> {}", text, printed);
                prop_assert_eq!(again.meaning(), expression.meaning());
                let record = expression.roll(&mut Rng::new(7));
                if let Ok(record) = record {
                    let _ = record.text(&expression);
                    let cheap = Limits { work: 20_000, ..Limits::DEFAULT };
                    if let Ok(odds) = expression.odds_within(&cheap) {
                        prop_assert!(!odds.weight(&record.total()).is_zero(), "{} rolled {}", text, record.total());
                    }
                }
            }
            Err(error) => {
                prop_assert!(error.at <= text.len());
                prop_assert!(error.pointer().ends_with('^'));
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn no_text_at_all_can_break_the_reader(text in "\\PC{0,60}") {
        if let Ok(expression) = Expression::parse(&text) {
            prop_assert_eq!(Expression::parse(&expression.to_string()), Ok(expression));
        }
    }
}
