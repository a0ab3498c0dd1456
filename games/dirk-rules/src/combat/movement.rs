//! Moving without a map: towards or away from somebody, in feet, with the window in which others
//! may step in the way.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::misc::unsettle;
use super::react::{Window, window};
use super::turn::{must_act_now, owes};
use crate::DirkRules;
use crate::fact::Fact;
use crate::gear::bears_up;
use crate::health::zeroed;
use crate::house::SpeedRule;
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction, Part, PartState, State};
use crate::time::gait;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Who moves.
    pub who: Who,
    /// As seen from whom.
    pub from: Who,
    /// Which way.
    pub heading: Heading,
    /// How far.
    pub feet: u16,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    /// Nearer.
    Towards,
    /// Farther.
    Away,
}

/// Feet a creature may move in a turn.
pub fn move_limit(at: At<'_, DirkRules>, who: Who) -> u16 {
    let state = at.state;
    let live = state.live(who);
    let full = match state.house.speed_rule {
        SpeedRule::On => {
            let (speed, dex) = gait(state, who);
            let yards = u16::from(speed) * u16::from(dex);
            yards.saturating_mul(3)
        }
        SpeedRule::Off => 30,
    };
    let lame = Part::ALL
        .iter()
        .filter(|part| live.part(**part) == PartState::Lost)
        .any(|part| at.book.part(*part).is_some_and(|row| row.lost.r#move.is_some()));
    if lame { state.house.half(full) } else { full }
}

/// Moves.
pub fn moves(cx: &mut Cx<'_, DirkRules>, step: Move) -> Flow {
    let Move { who, from: anchor, heading, feet } = step;
    must_act_now(cx.at(), who)?;
    let rule = rules::DK_BATTLE_07;
    let state = cx.state();
    if who == anchor || state.creature(anchor).is_none() {
        return refuse(Refusal::new(
            rule,
            "no-such-creature",
            "Move towards or away from somebody who is here.",
        ));
    }
    may_move(cx.at(), who)?;
    bears_up(cx.at(), who)?;
    if state.live(who).holds == Some(anchor) {
        let sentence = "Whoever is held comes along: move towards or away from somebody else.";
        return refuse(Refusal::new(rules::DK_ADV_06, "holding", sentence));
    }
    let (limit, moved) = (move_limit(cx.at(), who), state.live(who).turn.moved);
    if feet == 0 || feet > limit.saturating_sub(moved) {
        let left = limit.saturating_sub(moved);
        let sentence = format!("{} can move {left} feet more this turn, not {feet}.", state.sheet(who).name);
        return refuse(Refusal::new(rule, "too-far", sentence).with("left", left).with("limit", limit));
    }
    if let Some(by) = owes(cx.at(), who).filter(|by| *by != anchor || heading != Heading::Towards) {
        let sentence = format!(
            "{} was taunted by {}: towards them, nowhere else.",
            state.sheet(who).name,
            state.sheet(by).name
        );
        return refuse(Refusal::new(rules::DK_ADV_09, "taunted", sentence));
    }
    walk(cx, rule, step)
}

/// Goes where it was said, unless somebody steps in the way.
pub(super) fn walk(cx: &mut Cx<'_, DirkRules>, rule: RuleId, step: Move) -> Flow {
    let Move { who, from: anchor, heading, feet } = step;
    let moved = cx.state().live(who).turn.moved;
    let before = cx.state().feet(who, anchor);
    let to = match heading {
        Heading::Towards => before.saturating_sub(feet).max(5.min(before)),
        Heading::Away => before.saturating_add(feet),
    };
    if cx.state().house.speed_rule == SpeedRule::On {
        cx.cite(rules::DK_SPEED_02);
    }
    cx.mark(rule, (who, anchor, to, feet))?;
    if window(cx, Window::Move { who, anchor, to })? {
        cx.record(rules::DK_REACT_11, Fact::NoMove { who });
        return Ok(());
    }
    go(cx, rule, who, anchor, to, moved + feet);
    Ok(())
}

/// Puts somebody at a distance from somebody else; whoever they hold is dragged along.
pub(super) fn go(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, anchor: Who, to: u16, moved: u16) {
    let from = cx.state().feet(who, anchor);
    cx.record(rule, Fact::Moved { who, anchor, from, to, moved });
    power::moved(cx, who);
    unsettle(cx, who);
    if let Some(held) = cx.state().live(who).holds {
        let (from, moved) = (cx.state().feet(held, who), cx.state().live(held).turn.moved);
        cx.record(rules::DK_ADV_06, Fact::Moved { who: held, anchor: who, from, to: 5, moved });
    }
}

/// A straight way towards somebody or away from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Who goes.
    pub mover: Who,
    /// As seen from whom.
    pub anchor: Who,
    /// How far apart the two are at its end.
    pub to: u16,
}

impl Path {
    /// Feet along the path to its point nearest to `who`, if that point is within `reach` of them.
    /// Three distances make a triangle, so this is exact up to the rounding of the answer.
    pub fn nearest(self, state: &State, who: Who, reach: u16) -> Option<u16> {
        let feet = |one, other| i128::from(state.feet(one, other));
        let (near, far, length) =
            (feet(self.mover, who), feet(self.anchor, who), feet(self.mover, self.anchor));
        let reach = i128::from(reach);
        if length == 0 {
            return (near <= reach).then_some(0);
        }
        // Where `who` stands along the line from mover to anchor, and where the path ends, in parts of a foot.
        let part = 2 * length;
        let along = near * near + length * length - far * far;
        let end = part * (length - i128::from(self.to));
        let point = along.clamp(end.min(0), end.max(0));
        let aside = (part * near).pow(2) - along.pow(2);
        let within = (along - point).pow(2) + aside <= (part * reach).pow(2);
        let walked = (point.abs() + length) / part;
        within.then(|| u16::try_from(walked).unwrap_or(u16::MAX))
    }

    /// How far apart mover and anchor are once this much of the path is walked.
    pub fn after(self, state: &State, walked: u16) -> u16 {
        let before = state.feet(self.mover, self.anchor);
        if self.to < before { before.saturating_sub(walked) } else { before.saturating_add(walked) }
    }
}

/// Refuses moving by those who cannot.
pub fn may_move(at: At<'_, DirkRules>, who: Who) -> Result<(), Refusal> {
    let state = at.state;
    let (live, name) = (state.live(who), &state.sheet(who).name);
    if live.held_by.is_some() {
        return Err(Refusal::new(
            rules::DK_ADV_07,
            "grappled",
            format!("{name} is grappled and cannot move."),
        ));
    }
    if live.suffers(Affliction::Entangled) {
        let sentence = format!("{name} is entangled and cannot move.");
        return Err(Refusal::new(rules::DK_COND_04H, "entangled", sentence));
    }
    if live.down {
        let sentence = format!("{name} is on the ground: stand up first.");
        return Err(Refusal::new(rules::DK_COND_01H, "knocked-down", sentence));
    }
    if zeroed(state, who, Ability::Dex) {
        return Err(Refusal::new(rules::DK_STAT_03, "no-dex", format!("{name} has DEX 0 and cannot move.")));
    }
    if live.turn.no_move {
        return Err(Refusal::new(
            rules::DK_BATTLE_07,
            "move-spent",
            format!("{name} has no move left this turn."),
        ));
    }
    Ok(())
}

/// Stands up, for the move or for the action.
pub fn stand(cx: &mut Cx<'_, DirkRules>, who: Who, with_action: bool) -> Flow {
    must_act_now(cx.at(), who)?;
    let rule = rules::DK_COND_01H;
    let (live, name) = (cx.state().live(who), &cx.state().sheet(who).name);
    if !live.down {
        return refuse(Refusal::new(rule, "standing", format!("{name} is standing.")));
    }
    if zeroed(cx.state(), who, Ability::Dex) {
        return refuse(Refusal::new(
            rules::DK_STAT_03,
            "no-dex",
            format!("{name} has DEX 0 and cannot get up."),
        ));
    }
    let spent = if with_action { live.turn.acted } else { live.turn.no_move || live.turn.moved > 0 };
    if spent {
        let what = if with_action { "action" } else { "move" };
        return refuse(Refusal::new(rule, "spent", format!("{name} has no {what} left to stand up with.")));
    }
    cx.record(rule, if with_action { Fact::Acted { who } } else { Fact::NoMove { who } });
    cx.record(rule, Fact::Down { who, down: false });
    Ok(())
}
