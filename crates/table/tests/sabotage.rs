//! Rules broken on purpose: what a story could notice, that it notices, and that nothing goes on for ever.

use std::collections::BTreeSet;
use std::sync::Arc;

use boneyard_table::RuleId;
use boneyard_table::sabotage::{Break, Sabotage, Way};
use boneyard_table::story::{Story, run_sabotaged};

use crate::support::GAME;

const HEAD: &str = r#"
story = "In the yard"
game = "duel"
proves = ["TT-HIT-01"]
seats = { Bo = ["Brack"], Di = ["Dara"] }
battle = { turn = "Brack" }
heroes = { Brack = { set = { skill = 12 } }, Dara = {} }
creatures = { Raider = {}, Ghost = { set = { hidden = true } } }
"#;

/// Brack strikes; Dara parries and is hurt all the same; nobody strikes themselves.
const STRUCK: &str = r#"
[[step]]
seat = "Bo"
do = { attack = { who = "Brack", target = "Brack" } }
refused = { rule = "TT-HIT-02" }
[[step]]
seat = "Bo"
do = { attack = { who = "Brack", target = "Dara" } }
answers = [{ by = "Dara", to = "parry", say = true }]
dice = [2, 3]
expect = { "Dara.hp" = 3 }
"#;

const ATTEMPT: &str = r#"
[[step]]
do = { try = { who = "Brack", what = "lift the gate" } }
rest = "instinct"
dice = [5]
expect = { "last.outcome" = "success" }
"#;

const BROODING: &str = r#"
[[step]]
do = { brood = { who = "Raider" } }
dice = [6]
expect = { doom = 6 }
hidden = { Bo = ["oom"] }
"#;

fn told(steps: &str, sabotage: Sabotage) -> (Vec<String>, Arc<Sabotage>) {
    let head = HEAD.replace(
        "proves = [\"TT-HIT-01\"]\n",
        if steps == STRUCK { "proves = [\"TT-HIT-01\"]\n" } else { "" },
    );
    let story = Story::read(&format!("{head}{steps}")).expect("the story can be read");
    let sabotage = Arc::new(sabotage);
    let report = run_sabotaged(&GAME, &story, &|path| Err(format!("{path} is not here")), &sabotage);
    (report.failures, sabotage)
}

fn watched(steps: &str) -> BTreeSet<Break> {
    let (failures, sabotage) = told(steps, Sabotage::watching());
    assert_eq!(failures, [""; 0], "under watch nothing changes");
    sabotage.seen()
}

fn broken(rule: &str, way: Way, of: &str) -> Break {
    Break { rule: RuleId::read(rule).expect("an id"), way, of: of.into() }
}

/// The story fails, and so.
fn notices(steps: &str, how: Break, why: &str) {
    let (failures, sabotage) = told(steps, Sabotage::of(how.clone()));
    assert!(failures.len() == 1 && failures[0].contains(why), "{how:?}: {failures:?}");
    assert_eq!(sabotage.seen(), BTreeSet::from([how]), "nothing else was broken");
}

#[test]
fn a_watch_sees_every_way_a_story_could_be_broken() {
    let seen = watched(STRUCK);
    for how in [
        broken("TT-HIT-01", Way::Misread, "as the lowest"),
        broken("TT-HIT-01", Way::Lost, "hurt"),
        broken("TT-HIT-01", Way::Bent, "hurt"),
        broken("TT-PARRY-01", Way::Lost, "parried"),
        broken("TT-PARRY-01", Way::Misread, "as the highest"),
        broken("TT-TURN-01", Way::Lost, "turn"),
        broken("TT-HIT-02", Way::Allowed, "no-target"),
    ] {
        assert!(seen.contains(&how), "{how:?} is not in {seen:?}");
    }
    assert!(seen.iter().any(|how| how.way == Way::Unasked), "{seen:?}");
}

#[test]
fn a_story_notices_what_it_expects() {
    notices(STRUCK, broken("TT-HIT-01", Way::Lost, "hurt"), "Dara.hp is 5, not 3");
    notices(STRUCK, broken("TT-HIT-01", Way::Bent, "hurt"), "Dara.hp is 4, not 3");
    notices(STRUCK, broken("TT-PARRY-01", Way::Misread, "as the highest"), "Dara.hp is 5, not 3");
    notices(STRUCK, broken("TT-HIT-02", Way::Allowed, "no-target"), "was not refused");
    for how in watched(STRUCK).into_iter().filter(|how| how.way == Way::Unasked) {
        notices(STRUCK, how, "Dara is not asked parry");
    }
}

#[test]
fn a_story_does_not_notice_what_it_says_nothing_of() {
    for kind in ["parried", "turn"] {
        let rule = if kind == "turn" { "TT-TURN-01" } else { "TT-PARRY-01" };
        let (failures, sabotage) = told(STRUCK, Sabotage::of(broken(rule, Way::Lost, kind)));
        assert_eq!(failures, [""; 0], "neither the parries left nor the turn are expected");
        assert_eq!(sabotage.seen().len(), 1, "it was broken all the same");
    }
}

#[test]
fn judgement_falls_otherwise_and_secrets_are_told() {
    notices(ATTEMPT, broken("TT-TRY-01", Way::Misjudged, ""), "dice are left over");
    let told: Vec<Break> = watched(BROODING).into_iter().filter(|how| how.way == Way::Told).collect();
    assert_eq!(told.len(), 2, "the dice and the fact: {told:?}");
    notices(BROODING, broken("TT-DOOM-01", Way::Told, "doom"), "Bo can find");
}

#[test]
fn odds_are_those_of_the_broken_rule() {
    let odds = r#"
[[odds]]
do = { try = { who = "Brack", what = "lift the gate" } }
outcome = "success"
is = "1/3"
"#;
    assert!(!watched(odds).is_empty());
    notices(odds, broken("TT-TRY-01", Way::Misread, "as the lowest"), "the chance is 0, not 1/3");
    notices(odds, broken("TT-TRY-01", Way::Misread, "as the highest"), "the chance is 1, not 1/3");
}

#[test]
fn what_waits_for_a_lost_fact_does_not_wait_for_ever() {
    let exchange = r#"
[[step]]
do = { exchange = { who = "Brack", foe = "Raider", dice = 1, own = 0, other = 0 } }
dice = [5]
rest = "instinct"
"#;
    notices(exchange, broken("TT-SWAP-01", Way::Lost, "laid tray"), "asks and asks without end");
    let left_to_themselves = format!(
        r#"
[[step]]
seat = "Bo"
do = {{ stand = {{ answer = "instinct", until = "revoked" }} }}
[[step]]
do = {{ stand = {{ answer = "instinct", until = "revoked" }} }}
{exchange}"#
    );
    notices(&left_to_themselves, broken("TT-SWAP-01", Way::Lost, "laid tray"), "go round in circles");
}
