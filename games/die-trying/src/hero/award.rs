//! Points for traps: the TS is shown which were disarmed or hurt somebody, and says what that was worth.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::advance::{give, survivors};
use crate::DieTrying;
use crate::combat::may_in_peace;
use crate::fact::TrapFact;
use crate::rules;
use crate::state::Worth;
use crate::trap;

/// The most Points proposed or granted for traps at once.
const MOST: usize = 3;

/// The TS is shown the traps a Point is due for and says how many everybody gets. None of them is paid twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AwardTraps {}

impl Form<DieTrying> for AwardTraps {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        let due = state.heroes().next().is_some() && !trap::due(state).is_empty();
        form.only_if(state.battle.is_none() && due)?;
        form.rule(rules::DT_HOUSE_12H);
        Ok(Self {})
    }
}

impl Deed<DieTrying> for AwardTraps {
    const CARD: Card = Card::gm("Say what the traps were worth", "Growth").rule(rules::DT_ADV_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_in_peace(may, rules::DT_HOUSE_12H)?;
        may.outright_if(trap::due(may.state).is_empty(), || {
            let sentence = "No trap was disarmed or hurt anybody since the last award.";
            Refusal::new(rules::DT_HOUSE_12H, "no-trap", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        award(cx)
    }
}

fn award(cx: &mut Cx<'_, DieTrying>) -> Flow {
    let (rule, due) = (rules::DT_HOUSE_12H, trap::due(cx.state()));
    let book = cx.book();
    let names = due.iter().filter_map(|nth| cx.state().traps.get(usize::from(*nth)));
    let names: Vec<&str> = names.map(|laid| book.name_of(laid.trap)).collect();
    // Each trap is paid once: no two awards are the same question.
    let numbers: Vec<String> = due.iter().map(u8::to_string).collect();
    let points = due.len().min(MOST) as u8;
    let judgement = || Judgement {
        rule,
        tag: format!("points for traps {}", numbers.join(", ")),
        question: "How many Points does every survivor get for the traps?".into(),
        about: vec![format!("Disarmed, or survived with harm: {}.", names.join(", "))],
        options: (0..=MOST)
            .map(|points| RulingOption::new(&points.to_string(), points.to_string()))
            .collect(),
        proposal: points,
        why: "One for each.".into(),
        precedents: Vec::new(),
    };
    let points = cx.judge(rule, points, &judgement)?.option();
    for nth in due {
        let fact = TrapFact::Worth { nth, worth: Worth::Paid };
        cx.record_for(Audience::GM, rule, fact.into());
    }
    if points > 0 {
        let all: Vec<Who> = survivors(cx.state()).collect();
        give(cx, &all, points, "traps", rule);
    }
    Ok(())
}
