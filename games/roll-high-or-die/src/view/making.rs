//! A Character being made: the steps, and what is left to spend.

use std::cmp::Ordering;

use boneyard_table::view::{Budget, Sheet, Stage, Step as Part, Steps, Text};
use boneyard_table::{At, Who};

use crate::RollHighOrDie;
use crate::hero::{COINS, fit, step_of};
use crate::state::{Draft, Step};

const ALL: [(Step, &str); 6] = [
    (Step::Concept, "Concept"),
    (Step::Scores, "Six scores"),
    (Step::Assign, "Where they go"),
    (Step::Experience, "Experience"),
    (Step::Equipment, "Equipment"),
    (Step::Finish, "Into play"),
];

/// Puts the making before the rest of the sheet. What was agreed or rolled stays; what was bought can be given back.
pub(super) fn begin(at: At<'_, RollHighOrDie>, who: Who, sheet: Sheet, draft: &Draft) -> Sheet {
    let now = step_of(at.state, who).unwrap_or(Step::Concept);
    let steps = ALL.into_iter().fold(Steps::new("steps", "Steps"), |steps, (step, name)| {
        let fixed = match step {
            Step::Concept | Step::Scores => true,
            Step::Assign => !draft.bought.is_empty(),
            Step::Experience | Step::Equipment | Step::Finish => false,
        };
        let stage = match step.cmp(&now) {
            Ordering::Less if fixed => Stage::Locked,
            Ordering::Less => Stage::Done,
            Ordering::Equal => Stage::Now,
            Ordering::Greater => Stage::Open,
        };
        steps.step(Part::new(name, name, stage))
    });
    let sheet = sheet.block(steps).block(experience(at, who, draft)).block(coins(at, who));
    let lacks = if now >= Step::Equipment { fit(at, who) } else { Vec::new() };
    if lacks.is_empty() {
        return sheet;
    }
    sheet.block(Text::new("lacks", "Before you set out", lacks.join("\n\n")))
}

/// The Experience, and what it went for.
fn experience(at: At<'_, RollHighOrDie>, who: Who, draft: &Draft) -> Budget {
    let spent: i32 = draft.bought.iter().map(|one| i32::from(one.exp)).sum();
    let left = i32::from(at.state.sheet(who).exp);
    let budget = Budget::new("learning", "Experience", left + spent, "Experience");
    draft.bought.iter().fold(budget, |budget, one| budget.spent(one.what.clone(), one.exp.into()))
}

/// The Coins, and how many are gone.
fn coins(at: At<'_, RollHighOrDie>, who: Who) -> Budget {
    let whole = |coins: u32| i32::try_from(coins).unwrap_or(i32::MAX);
    let (have, left) = (whole(COINS), whole(at.state.sheet(who).coins));
    let budget = Budget::new("purse", "Coins", have.max(left), "Coins");
    if left < have { budget.spent("Equipment", have - left) } else { budget }
}
