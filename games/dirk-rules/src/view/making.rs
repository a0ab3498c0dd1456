//! A hero being made: the steps, and what is left of the gems.

use boneyard_table::view::{Budget, Sheet, Stage, Step, Steps, Text};
use boneyard_table::{At, Who};

use crate::DirkRules;
use crate::hero::{Draft, fit};

/// Puts the making before the rest of the sheet. Totals can be given out anew until something is bought.
pub(super) fn begin(at: At<'_, DirkRules>, who: Who, sheet: Sheet, draft: &Draft) -> Sheet {
    let own = at.state.sheet(who);
    let bought = !own.items.is_empty() || !own.backgrounds.is_empty();
    let (rolled, given) = (draft.totals.is_some(), draft.slots.is_some());
    let totals = if rolled { Stage::Locked } else { Stage::Now };
    let scores = match (rolled, given, bought) {
        (false, ..) => Stage::Open,
        (true, false, _) => Stage::Now,
        (true, true, false) => Stage::Done,
        (true, true, true) => Stage::Locked,
    };
    let things = if given { Stage::Now } else { Stage::Open };
    let steps = Steps::new("steps", "Steps")
        .step(Step::new("totals", "Five totals", totals))
        .step(Step::new("scores", "Where they go", scores))
        .step(Step::new("things", "Backgrounds and things", things));
    let sheet = sheet.block(steps);
    let Some(slots) = draft.slots else { return sheet };
    let (have, left) = (i32::from(slots.gems), i32::try_from(own.gems).unwrap_or(i32::MAX));
    let budget = Budget::new("purse", "Gems", have.max(left), "gems");
    let budget = if left < have { budget.spent("Backgrounds and things", have - left) } else { budget };
    let sheet = sheet.block(budget);
    match fit(at, who) {
        lacks if lacks.is_empty() => sheet,
        lacks => sheet.block(Text::new("lacks", "Before you set out", lacks.join("\n\n"))),
    }
}
