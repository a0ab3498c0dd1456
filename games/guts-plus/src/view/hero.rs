//! A character being made, as steps.

use boneyard_table::view::{Budget, Stage, Step, Steps};
use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::hero::POINTS;
use crate::state::Base;

/// The steps of making a character; nothing once they are ready.
pub(super) fn steps(at: At<'_, GutsPlus>, who: Who) -> Option<(Steps, Budget)> {
    let sheet = at.state.sheet(who);
    let draft = sheet.draft.as_ref()?;
    let bio = &sheet.bio;
    let told = !bio.height.is_empty() && bio.weight > 0 && !bio.build.is_empty();
    let customs = sheet.qualities.len() > Base::ALL.len();
    let spent: i32 = sheet.qualities.iter().map(|own| i32::from(own.level) - 1).sum();
    let worn = at.state.live(who).items.iter().any(|item| item.worn && !item.gone);
    let owned = at.state.live(who).items.iter().any(|item| !item.worn && !item.gone);
    let stage = |done: bool| if done { Stage::Done } else { Stage::Open };
    let mut steps = Steps::new("making", "Making a character")
        .free_order()
        .step(Step::new("biography", "Who they are", stage(told)))
        .step(Step::new("custom", "Qualities of their own", stage(customs)))
        .step(Step::new("points", "Three points", stage(spent == i32::from(POINTS))))
        .step(Step::new("clothes", "Clothes and accessories", stage(worn)))
        .step(Step::new("things", "Five simple things", stage(owned)));
    if let Some(essence) = &sheet.essence {
        steps = steps.step(Step::new("aura", "The aura of their essence", stage(essence.aura.is_some())));
    }
    if draft.chart.is_some() {
        steps = steps.step(Step::new("chart", "A body of their own", Stage::Open).owes("the GM approves it"));
    }
    let mut budget = Budget::new("points", "Points", POINTS.into(), "points");
    for own in sheet.qualities.iter().filter(|own| own.level > 1) {
        budget = budget.spent(own.name.clone(), i32::from(own.level) - 1);
    }
    Some((steps, budget))
}
