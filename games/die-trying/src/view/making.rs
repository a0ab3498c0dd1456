//! A hero being made: the steps, what is left to spend, and the six results as they fell.

use boneyard_table::view::{Budget, Chip, Chips, Sheet, Stage, Step as Part, Steps, Text, Tone};
use boneyard_table::{At, Who};

use crate::DieTrying;
use crate::hero::{LEVELS, SILVER, fit, step_of};
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
    let mut sheet = sheet.block(steps).block(levels(at, who)).block(silver(at, who));
    let lacks = if now >= Step::Equipment { fit(at, who) } else { Vec::new() };
    if !lacks.is_empty() {
        sheet = sheet.block(Text::new("lacks", "Before you go down", lacks.join("\n\n")));
    }
    if draft.results.is_empty() || draft.assigned {
        return sheet;
    }
    let mut results = Chips::new("results", "Rolled");
    for (number, result) in draft.results.iter().enumerate() {
        results = results.chip(Chip::new(number.to_string(), result.to_string(), Tone::Neutral).permanent());
    }
    sheet.block(results)
}

/// The six levels, and where they went.
fn levels(at: At<'_, DieTrying>, who: Who) -> Budget {
    let sheet = at.state.sheet(who);
    let trained = sheet.trained.raised().map(|(what, level)| (what.name().to_owned(), level as i32));
    let talents = sheet.talents.iter();
    let talents = talents.map(|(talent, level)| (at.book.name_of(*talent).to_owned(), i32::from(*level)));
    let budget = Budget::new("levels", "Levels", LEVELS.into(), "levels");
    trained.chain(talents).fold(budget, |budget, (name, levels)| budget.spent(name, levels))
}

/// The silver, and what it went for.
fn silver(at: At<'_, DieTrying>, who: Who) -> Budget {
    let one = at.state.one(who);
    let have = i32::try_from(SILVER).unwrap_or(i32::MAX);
    let left = i32::try_from(one.sheet.silver).unwrap_or(i32::MAX);
    let budget = Budget::new("purse", "Silver", have, "SP");
    let names: Vec<&str> = one
        .sheet
        .items
        .iter()
        .zip(&one.live.items)
        .filter(|(_, now)| now.place.is_carried() && now.count > 0)
        .map(|(thing, _)| thing.name.as_str())
        .collect();
    if left < have { budget.spent(names.join(", "), have - left) } else { budget }
}
