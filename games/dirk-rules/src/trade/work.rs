//! Working for gems, and crossing between worlds in a ship of one's own.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::purse;
use crate::DirkRules;
use crate::book::Power;
use crate::effect::{self, Deed};
use crate::fact::Fact;
use crate::rules;
use crate::time::{Scale, Task, TaskKind, TimeFact, at_leisure, company, spend};
use crate::trade::Per;

/// Work for gems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// Who works.
    pub who: Who,
    /// How many weeks, or days of skilled work.
    pub count: u16,
    /// In a trade that was learned.
    #[serde(default)]
    pub skilled: bool,
}

/// Whether somebody has learned a trade or taken a degree.
pub(super) fn has_trade(at: At<'_, DirkRules>, who: Who) -> bool {
    let mut known = at.state.sheet(who).backgrounds.iter();
    known.any(|known| matches!(known.kind.as_str(), "skilled trade" | "advanced degree"))
}

/// Works for gems: unskilled by the week, skilled by the day.
pub fn work(cx: &mut Cx<'_, DirkRules>, by: Seat, work: Work) -> Flow {
    let rule = rules::DK_EQUIP_02;
    let Work { who, count, skilled } = work;
    company(cx, by, rule, &[who])?;
    at_leisure(cx, rule)?;
    if count == 0 || count > 60 {
        return refuse(
            Refusal::new(rule, "how-long", "Work 1 to 60 days or weeks at once.").with("most", 60),
        );
    }
    if skilled && !has_trade(cx.at(), who) {
        let sentence = format!("{} has neither a trade nor a degree.", cx.state().sheet(who).name);
        return refuse(Refusal::new(rule, "unskilled", sentence));
    }
    let name = if skilled { "skilled work" } else { "unskilled work" };
    let Some(row) = cx.book().goods.iter().find(|row| row.name == name && row.earns) else {
        return refuse(Refusal::new(rule, "no-work", "There is no such work to be had."));
    };
    let (wage, scale) = (row.gems, if row.per == Some(Per::Day) { Scale::Days } else { Scale::Weeks });
    let task = Task { kind: TaskKind::Toil, who: vec![who], left: scale.seconds() * u32::from(count) };
    let began = cx.state().clock;
    cx.within((who, skilled, wage, began), |cx| spend(cx, scale, task))?;
    // Whoever breaks off is paid for the days or weeks that were full.
    let full = cx.state().clock.saturating_sub(began) / scale.seconds();
    let to = cx.state().sheet(who).gems.saturating_add(full * wage);
    purse(cx, rule, who, to);
    Ok(())
}

/// The entry of a ship.
pub(super) fn ship_of<'a>(at: At<'a, DirkRules>, ship: Who) -> Option<&'a Power> {
    let like = at.state.creature(ship)?.sheet.like?;
    at.book
        .gear
        .get(like.as_str())
        .filter(|row| row.vehicle.as_ref().is_some_and(|vehicle| vehicle.crossing.is_some()))
}

/// Crosses from one world to another: everybody aboard, so many weeks.
pub fn voyage(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Vec<Who>, ship: Who) -> Flow {
    let book = cx.book();
    let rule = rules::DK_GEAR_26H;
    let row = ship_of(cx.at(), ship).and_then(|row| book.gear.get(row.id.as_str()));
    let crossing = row.and_then(|row| row.vehicle.as_ref()?.crossing.as_ref());
    let Some((row, crossing)) = row.zip(crossing).filter(|_| !cx.state().live(ship).dead) else {
        return refuse(Refusal::new(rule, "no-ship", "That crosses between no worlds."));
    };
    company(cx, by, row.id, &who)?;
    at_leisure(cx, row.id)?;
    if let Some(&one) = who.iter().find(|one| cx.state().live(**one).rides != Some(ship)) {
        let sentence = format!("{} is not aboard.", cx.state().sheet(one).name);
        return refuse(Refusal::new(row.id, "not-aboard", sentence));
    }
    let deed = Deed { by: ship, on: ship, rule: row.id, lost: 0, say: "", spot: None };
    let weeks = effect::size(cx, deed, crossing)?;
    let left = Scale::Weeks.seconds() * u32::from(weeks);
    let task = Task { kind: TaskKind::Crossing, who, left };
    if spend(cx, Scale::Weeks, task.clone())? {
        cx.record(row.id, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
    }
    Ok(())
}
