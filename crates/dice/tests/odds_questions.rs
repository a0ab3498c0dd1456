//! Sixteen questions with answers known from elsewhere: every outcome and every weight must agree.

#[path = "questions/answers.rs"]
mod answers;

use std::fmt::Display;

use answers::{Answer, QUESTIONS};
use boneyard_dice::{Dist, Natural};

#[test]
fn every_question_has_exactly_the_answer_that_is_known() {
    let known = include_str!("data/odds.txt");
    for (name, ask) in QUESTIONS {
        let line = known.lines().find(|line| line.split(' ').next() == Some(name)).expect("a known answer");
        let answer = match ask() {
            Answer::Numbers(dist) => told(&dist, |n| n.to_string()),
            Answer::Pairs(dist) => told(&dist, |(a, b)| format!("{a},{b}")),
            Answer::Worth(worth) => format!("worth {}", joined(&worth)),
        };
        assert_eq!(format!("{name} {answer}"), line);
    }
}

#[test]
fn the_contest_with_advantage_is_won_tied_and_lost_as_known() {
    let Some((_, ask)) = QUESTIONS.iter().find(|(name, _)| *name == "Q8") else { panic!("Q8 is asked") };
    let Answer::Numbers(dist) = ask() else { panic!("a difference is a number") };
    let chances = [dist.at_least(1), dist.chance(&0), dist.at_most(-1)];
    assert_eq!(joined(&chances), "5891/8000 81/2000 357/1600");
}

fn told<T: Ord + Clone>(dist: &Dist<T>, name: impl Fn(&T) -> String) -> String {
    let dist = dist.reduced();
    let total: Natural = dist.iter().map(|(_, weight)| weight).sum();
    assert_eq!(total, *dist.total(), "weights add up to the denominator");
    let pairs: Vec<String> =
        dist.iter().map(|(outcome, weight)| format!("{}:{weight}", name(outcome))).collect();
    format!("{total} {}", pairs.join(" "))
}

fn joined(list: &[impl Display]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
