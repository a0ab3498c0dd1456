//! A hero being made: the steps, and the six results as they fell.

use boneyard_table::view::{Chip, Chips, Sheet, Stage, Step as Part, Steps, Tone};
use boneyard_table::{At, Who};

use crate::DieTrying;
use crate::hero::step_of;
use crate::state::{Draft, Step};

/// Puts the making before the rest of the sheet. What is done can be gone back to; dice stay as they fell.
pub(super) fn begin(at: At<'_, DieTrying>, who: Who, sheet: Sheet, draft: &Draft) -> Sheet {
    let now = step_of(at.state, at.book, who).unwrap_or(Step::Kin);
    let steps = Step::ALL.into_iter().fold(Steps::new("steps", "Steps"), |steps, step| {
        let stage = match step.cmp(&now) {
            std::cmp::Ordering::Less if step == Step::Roll => Stage::Locked,
            std::cmp::Ordering::Less => Stage::Done,
            std::cmp::Ordering::Equal => Stage::Now,
            std::cmp::Ordering::Greater => Stage::Open,
        };
        steps.step(Part::new(step.name(), step.name(), stage))
    });
    let sheet = sheet.block(steps);
    if draft.results.is_empty() || draft.assigned {
        return sheet;
    }
    let mut results = Chips::new("results", "Rolled");
    for (number, result) in draft.results.iter().enumerate() {
        results = results.chip(Chip::new(number.to_string(), result.to_string(), Tone::Neutral).permanent());
    }
    sheet.block(results)
}
