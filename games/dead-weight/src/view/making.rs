//! An adventurer being made: the steps, the dice that lie, and what their row would give.

use boneyard_table::view::{DiceTray, Die, Sheet, Stage, Step as Part, Steps, Text};
use boneyard_table::{At, Who};

use crate::DeadWeight;
use crate::hero::{Draft, Step, fit, rolled};

const ALL: [Step; 7] =
    [Step::Infancy, Step::Career, Step::Tragedy, Step::Burden, Step::Class, Step::Kit, Step::Finish];

/// Puts the making before the rest of the sheet. What has been taken cannot be gone back to.
pub(super) fn begin(at: At<'_, DeadWeight>, who: Who, sheet: Sheet, draft: &Draft) -> Sheet {
    let steps = ALL.into_iter().fold(Steps::new("steps", "Steps"), |steps, step| {
        let stage = match step.cmp(&draft.step) {
            std::cmp::Ordering::Less => Stage::Locked,
            std::cmp::Ordering::Equal => Stage::Now,
            std::cmp::Ordering::Greater => Stage::Open,
        };
        steps.step(Part::new(step.name(), capital(step.name()), stage))
    });
    let mut sheet = sheet.block(steps);
    let lacks = if draft.step == Step::Finish { fit(at, who) } else { Vec::new() };
    if !lacks.is_empty() {
        sheet = sheet.block(Text::new("lacks", "Before you set out", lacks.join("\n\n")));
    }
    let Some((dice, row)) = draft.dice.zip(rolled(at.book, draft)) else { return sheet };
    let lie = dice.iter().enumerate().map(|(number, face)| Die::new(number.to_string(), 6, (*face).into()));
    sheet
        .block(DiceTray::new("dice", format!("{}: {}", capital(draft.step.name()), row.name), lie))
        .block(Text::new("row", row.name.clone(), row.text.clone()))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
