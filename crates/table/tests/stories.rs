//! The story runner: what it accepts, and everything that makes a story fail.

use boneyard_table::RuleId;
use boneyard_table::story::{Story, StoryReport, run_story};

use crate::support::GAME;

const HEAD: &str = r#"
story = "In the yard"
game = "duel"
seats = { Bo = ["Brack"], Di = ["Dara"] }
battle = { turn = "Brack" }
heroes = { Brack = { set = { skill = 12 } }, Dara = {} }
creatures = { Raider = {}, Ghost = { set = { hidden = true } } }
"#;

fn tell(steps: &str) -> StoryReport {
    let story = Story::read(&format!("{HEAD}{steps}")).expect("the story can be read");
    run_story(&GAME, &story, &|path| Err(format!("{path} is not here")))
}

fn holds(steps: &str) -> StoryReport {
    let report = tell(steps);
    assert_eq!(report.failures, [""; 0]);
    report
}

fn fails(steps: &str, why: &str) {
    let failures = tell(steps).failures;
    assert!(failures.len() == 1 && failures[0].contains(why), "{why:?} is not in {failures:?}");
}

/// An attack that Dara lets pass.
fn attack(more: &str) -> String {
    format!(
        r#"
[[step]]
seat = "Bo"
do = {{ attack = {{ who = "Brack", target = "Dara" }} }}
answers = [{{ by = "Dara", to = "parry", say = "pass" }}]
{more}
"#
    )
}

#[test]
fn a_story_that_is_told_right_holds_and_reports_what_it_cited() {
    let report = holds(&format!(
        "proves = [\"TT-HIT-01\", \"TT-PARRY-01\"]\n{}",
        attack("dice = [2]\nasked = [\"Dara: parry\"]\nexpect = { \"Dara.hp\" = 3, turn = \"Dara\" }")
    ));
    assert!(report.cited.contains(&RuleId::of("TT-TURN-01")));
    assert_eq!(report.steps[0].answers, ["Dara to parry: pass"]);
    assert!(report.steps[0].lines.iter().any(|line| line.say.text().contains("from 5 to 3")));
}

#[test]
fn a_rule_claimed_but_not_cited_fails_the_story() {
    fails(&format!("proves = [\"TT-BID-01\"]\n{}", attack("dice = [2]")), "claims to prove TT-BID-01");
}

#[test]
fn a_term_or_a_refusal_cites_too() {
    let shake = r#"
proves = ["TT-SHAKE-01", "TT-HIT-02"]
[[step]]
seat = "Bo"
do = { shake = { who = "Brack", target = "Dara" } }
[[step]]
seat = "Bo"
do = { attack = { who = "Brack", target = "Brack" } }
refused = { rule = "TT-HIT-02", code = "no-target", values = { target = 1 } }
"#;
    holds(&format!("{shake}{}", attack("dice = [2]\nexpect = { \"Dara.hp\" = 2, \"Dara.shaken\" = false }")));
}

#[test]
fn dice_left_over_or_lacking_fail() {
    fails(&attack("dice = [2, 6]"), "step 1: dice are left over: [6]");
    fails(&attack(""), "the dice given are used up: the rules throw 1d6 more");
    fails(&attack("dice = [7]"), "7 is not on a d6");
}

#[test]
fn a_wrong_expectation_fails_with_what_is_true() {
    fails(&attack("dice = [2]\nexpect = { \"Dara.hp\" = 4 }"), "Dara.hp is 3, not 4");
    fails(&attack("dice = [2]\nexpect = { \"Dara.hp\" = { at_least = 4 } }"), "Dara.hp is 3, not at least 4");
    fails(&attack("dice = [2]\nexpect = { \"Dara.hq\" = 4 }"), "there is no Dara.hq; Dara has");
    holds(&attack(
        "dice = [2]\nexpect = { \"Dara.hp\" = { at_least = 3, at_most = 3 }, \"last.dice\" = { lacks = 6 } }",
    ));
}

#[test]
fn an_unknown_key_fails_with_its_line() {
    let read = |steps: &str| Story::read(&format!("{HEAD}{steps}")).expect_err("an unknown key").to_string();
    let error = read("[[step]]\nseat = \"Bo\"\ndices = [2]\n");
    assert!(error.contains("dices") && error.contains("line 10"), "{error}");
    let error = read("weather = \"fine\"\n");
    assert!(error.contains("weather") && error.contains("line 8"), "{error}");
    assert!(Story::read("story = ").is_err());
}

#[test]
fn a_refusal_is_expected_or_fails_the_story() {
    let step = |more: &str| {
        format!(
            "[[step]]\nseat = \"Bo\"\ndo = {{ attack = {{ who = \"Brack\", target = \"Brack\" }} }}\n{more}\n"
        )
    };
    fails(&step(""), "was refused: There is no such foe. (TT-HIT-02)");
    fails(&step("refused = { code = \"tired\" }"), "was refused otherwise");
    fails(&step("refused = { values = { target = 5 } }"), "was refused otherwise");
    fails(&attack("dice = [2]\nrefused = {}"), "was not refused");
    fails(&step("refused = {}\ndice = [1]"), "dice are left over");
}

#[test]
fn answers_must_be_asked_for_and_none_may_lack() {
    let bare =
        "[[step]]\nseat = \"Bo\"\ndo = { attack = { who = \"Brack\", target = \"Dara\" } }\ndice = [2]\n";
    fails(bare, "Dara is asked parry");
    fails(
        &format!("{bare}answers = [{{ by = \"Dara\", to = \"duck\", say = true }}]"),
        "Dara is not asked duck; open are [Dara: parry]",
    );
    fails(&format!("{bare}answers = [{{ by = \"Dara\", to = \"parry\", say = 9 }}]"), "was refused");
    fails(&attack("dice = [2]\nasked = [\"Brack: parry\"]"), "asked were [\"Dara: parry\"]");
    holds(&format!("{bare}rest = \"instinct\""));
}

#[test]
fn an_answer_that_must_be_rejected_leaves_the_prompt_open() {
    let none_left = "[[step]]\nseat = \"Bo\"\ndo = { exchange = { who = \"Brack\", foe = \"Raider\", dice = 1, own = 0, other = 0 } }\ndice = [2]\n";
    let rejected = |say: &str, expected: &str| {
        let none = "say = \"none\"";
        format!(
            "{none_left}answers = [{{ by = \"Brack\", to = \"reroll\", say = {say}, {expected} }}, {{ by = \"Brack\", to = \"reroll\", {none} }}, {{ by = \"Raider\", to = \"reroll\", {none} }}]"
        )
    };
    holds(&rejected("2", "refused = \"TT-SWAP-01\""));
    holds(&rejected("2", "code = \"no-rerolls\""));
    holds(&rejected("2", "from = \"Di\", code = \"not-asked\""));
    fails(&rejected("2", "refused = \"TT-HIT-01\""), "was refused by TT-SWAP-01");
    fails(&rejected("\"none\"", "refused = \"TT-SWAP-01\""), "was not refused");
}

#[test]
fn a_story_stops_reopens_and_goes_on() {
    let stopped = "[[step]]\nseat = \"Bo\"\ndo = { attack = { who = \"Brack\", target = \"Dara\" } }\ndice = [4]\nstops = \"parry\"\nexpect = { \"Dara.hp\" = 5 }\n";
    let reopened = "[[step]]\ndo = \"reopen\"\nstops = \"parry\"\n";
    let goes_on = "[[step]]\nanswers = [{ by = \"Dara\", to = \"parry\", say = true }]\ndice = [6]\nexpect = { \"Dara.hp\" = 5, \"Dara.parries\" = 0 }\n";
    holds(&format!("{stopped}{reopened}{goes_on}"));
    let cancelled = "[[step]]\ndo = \"cancel\"\nexpect = { \"Dara.parries\" = 1, turn = \"Brack\" }\n";
    holds(&format!("{stopped}{cancelled}"));
    fails(&attack("dice = [2]\nstops = \"parry\""), "does not stop at parry");
}

#[test]
fn a_story_may_leave_two_lanes_waiting_and_answer_one_by_name() {
    let struck = "[[step]]\nseat = \"Bo\"\ndo = { attack = { who = \"Brack\", target = \"Dara\" } }\ndice = [4]\nstops = \"parry\"\n";
    let trains = "[[step]]\nseat = \"Bo\"\ndo = { train = { who = \"Brack\" } }\nstops = \"hours\"\n";
    let answered =
        "[[step]]\ndo = { answer = { by = \"Brack\", to = \"hours\", say = 8 } }\nstops = \"ready\"\n";
    let passed = "[[step]]\ndo = { answer = { by = \"Dara\", to = \"parry\", say = \"pass\" } }\nstops = \"ready\"\nexpect = { \"Dara.hp\" = 1 }\n";
    holds(&format!("{struck}{trains}{answered}{passed}"));
    fails(&format!("{struck}[[step]]\ndo = {{ answer = {{ by = \"Dara\" }} }}\n"), "missing field `to`");
}

#[test]
fn a_story_undoes_forks_and_overrules() {
    let undone = "[[step]]\ndo = \"undo\"\nexpect = { \"Dara.hp\" = 5 }\ntells.Bo = [\"Taken back\"]\n";
    holds(&format!("{}{undone}", attack("dice = [2]")));
    let forked =
        "[[step]]\ndo = { fork = { title = \"What if\", before = 1 } }\nexpect = { \"Dara.hp\" = 5 }\n";
    holds(&format!("{}{forked}", attack("dice = [2]")));
    let overruled = "[[step]]\ndo = { overrule = { path = \"Dara.hp\", value = 9, reason = \"blessed\" } }\nexpect = { \"Dara.hp\" = 9 }\n";
    holds(&format!("proves = [\"TT-GM-01\"]\n{overruled}"));
    let unreasoned = "[[step]]\ndo = { overrule = { path = \"Dara.hp\", value = 9 } }\nrefused = { code = \"no-reason\" }\n";
    holds(unreasoned);
    let by_player =
        format!("[[step]]\nseat = \"Bo\"{}", "\ndo = \"undo\"\nrefused = { code = \"nothing-done\" }\n");
    holds(&by_player);
}

#[test]
fn lines_that_must_be_read_and_words_that_must_not() {
    holds(&attack("dice = [2]\ntells.Di = [\"Dara goes from 5 to 3\"]\nhidden.Di = [\"Ghost\", \"Doom\"]"));
    fails(&attack("dice = [2]\ntells.Di = [\"Dara falls\"]"), "Di does not read \"Dara falls\"");
    fails(&attack("dice = [2]\nhidden.gm = [\"Ghost\"]"), "gm can find \"Ghost\"");
    fails(&attack("dice = [2]\nhidden.Nobody = [\"Ghost\"]"), "nobody sits here as Nobody");
}

#[test]
fn rulings_standing_answers_and_levels_are_part_of_a_story() {
    let tried = |more: &str| {
        format!("[[step]]\nseat = \"Bo\"\ndo = {{ try = {{ who = \"Brack\", what = \"climb\" }} }}\n{more}\n")
    };
    let earlier = "rulings = [{ rule = \"TT-TRY-01\", tag = \"climb\", choice = \"easy\" }]\n";
    holds(&format!("{earlier}{}", tried("dice = [2]\nexpect = { \"last.outcome\" = \"success\" }")));
    let level = "[[step]]\ndo = { level = { level = \"ask\" } }\n";
    let asked = "answers = [{ by = \"gm\", to = \"climb\", say = \"no\" }]\n";
    let proposes = "proposes = { choice = \"easy\", why = \"ruled before\", precedents = [\"easy\"] }";
    holds(&format!("{earlier}{level}{}", tried(&format!("{asked}{proposes}"))));
    fails(&tried(&format!("{asked}proposes = {{ choice = \"easy\" }}")), "proposes \"hard\", not easy");
    let stand = "[[step]]\nseat = \"Di\"\ndo = { stand = { creature = \"Dara\", answer = \"pass\" } }\n";
    let struck = "[[step]]\nseat = \"Bo\"\ndo = { attack = { who = \"Brack\", target = \"Dara\" } }\ndice = [2]\nasked = []\n";
    holds(&format!("{stand}{struck}"));
}

#[test]
fn odds_are_compared_as_fractions() {
    let odds = |more: &str| {
        format!(
            "[[odds]]\ndo = {{ contest = {{ who = \"Brack\", foe = \"Raider\" }} }}\noutcome = \"success\"\n{more}\n"
        )
    };
    holds(&odds("is = \"16/23\""));
    holds(&odds("is = \"16/23\"\nplay = \"instinct\""));
    fails(&odds("is = \"2/3\""), "odds 1: the chance is 16/23, not 2/3");
    fails(&odds("is = \"16/23\"\nplay = \"wild\""), "`wild` is no way to play");
    let script = "[[odds]]\ndo = [{ attack = { who = \"Brack\", target = \"Raider\" } }]\noutcome = { \"Raider.hp\" = { at_most = 2 } }\nside = 0\nis = \"1/3\"\n";
    holds(script);
    fails(
        "[[odds]]\ndo = { attack = { who = \"Brack\", target = \"Brack\" } }\nseat = \"Bo\"\noutcome = \"success\"\nis = \"1\"\n",
        "There is no such foe.",
    );
}

#[test]
fn a_stage_that_cannot_be_set_up_says_why() {
    let story = |text: &str| {
        run_story(&GAME, &Story::read(text).expect("readable"), &|path| Err(format!("{path} is not here")))
    };
    let head = "story = \"Bad\"\ngame = \"duel\"\n";
    let failures = |more: &str| story(&format!("{head}{more}")).failures;
    assert_eq!(
        failures("heroes = { Brack = { set = { wings = 2 } } }"),
        ["stage: Brack.wings cannot be set to 2: no such field, or not so"]
    );
    assert_eq!(failures("battle = { turn = \"Nobody\" }"), ["stage: nobody here is called Nobody"]);
    assert_eq!(failures("packs = [\"more.toml\"]"), ["more.toml is not here"]);
}
