//! Moving without a map: towards or away from somebody, in feet, with the window in which others
//! may step in the way.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::misc::unsettle;
use super::react::{Window, window};
use super::turn::{may_turn, owes};
use crate::DirkRules;
use crate::fact::Fact;
use crate::gear::bears_up;
use crate::health::zeroed;
use crate::house::SpeedRule;
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction, Part, PartState, State};
use crate::time::gait;

deed! {
    /// A move.
    #[derive(Copy)]
    pub struct Move(form: DirkRules) {
        who: Who = form.actor()?,
        /// Which way.
        heading: Heading =
            form.one_of("heading", "Which way", [(Heading::Towards, "Towards"), (Heading::Away, "Away from")])?,
        /// As seen from whom.
        from: Who = anchor(form, who)?,
        /// How far.
        feet: u16 = feet(form, who)?,
    }
}

impl Deed<DirkRules> for Move {
    const CARD: Card = Card::acting("Move", "Move").rule(rules::DK_BATTLE_07).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, from: anchor, heading, feet } = *self;
        may_turn(may, who)?;
        let (state, rule) = (may.state, rules::DK_BATTLE_07);
        may.not_if(who == anchor || state.creature(anchor).is_none(), || {
            let sentence = "Move towards or away from somebody who is here.";
            Refusal::new(rule, "no-such-creature", sentence)
        })?;
        may_move(may, who)?;
        bears_up(may, who)?;
        may.not_if(state.live(who).holds == Some(anchor), || {
            let sentence = "Whoever is held comes along: move towards or away from somebody else.";
            Refusal::new(rules::DK_ADV_06, "holding", sentence)
        })?;
        let (limit, moved) = (move_limit(may.at(), who), state.live(who).turn.moved);
        let (left, name) = (limit.saturating_sub(moved), &state.sheet(who).name);
        may.not_if(feet == 0 || feet > left, || {
            let sentence = format!("{name} can move {left} feet more this turn, not {feet}.");
            Refusal::new(rule, "too-far", sentence).with("left", left).with("limit", limit)
        })?;
        match owes(may.at(), who).filter(|by| *by != anchor || heading != Heading::Towards) {
            Some(by) => may.no(|| {
                let by = &state.sheet(by).name;
                let sentence = format!("{name} was taunted by {by}: towards them, nowhere else.");
                Refusal::new(rules::DK_ADV_09, "taunted", sentence)
            }),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        walk(cx, rules::DK_BATTLE_07, self)
    }
}

/// The field `from`: somebody else who is there.
fn anchor(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Who> {
    let at = form.at();
    let here = |other: Who| at.state.sheet(other).draft.is_none() && !at.state.live(other).dead;
    form.creature_among("from", "Whom", |other| other != who && here(other))
}

/// The field `feet`: as far as the turn still goes.
fn feet(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<u16> {
    let at = form.at();
    let left =
        at.state.creature(who).map_or(1, |one| move_limit(at, who).saturating_sub(one.live.turn.moved));
    form.amount("feet", "Feet", 1..=left.max(1).into())
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

/// What bars moving at all.
pub fn may_move(may: May<'_, DirkRules>, who: Who) -> Lawful {
    let state = may.state;
    let (live, name) = (state.live(who), &state.sheet(who).name);
    may.outright_if(live.held_by.is_some(), || {
        Refusal::new(rules::DK_ADV_07, "grappled", format!("{name} is grappled and cannot move."))
    })?;
    may.outright_if(live.suffers(Affliction::Entangled), || {
        Refusal::new(rules::DK_COND_04H, "entangled", format!("{name} is entangled and cannot move."))
    })?;
    may.outright_if(live.down, || {
        let sentence = format!("{name} is on the ground: stand up first.");
        Refusal::new(rules::DK_COND_01H, "knocked-down", sentence)
    })?;
    may.outright_if(zeroed(state, who, Ability::Dex), || {
        Refusal::new(rules::DK_STAT_03, "no-dex", format!("{name} has DEX 0 and cannot move."))
    })?;
    may.outright_if(live.turn.no_move, || {
        Refusal::new(rules::DK_BATTLE_07, "move-spent", format!("{name} has no move left this turn."))
    })
}

/// Whether somebody can move at all.
pub fn can_move(at: At<'_, DirkRules>, who: Who) -> bool {
    may_move(May::quiet(at, Seat::GM), who).is_ok()
}

deed! {
    /// Stands up, for the move or for the action.
    pub struct Stand(form: DirkRules) {
        who: Who = form.actor()?,
        #[serde(default)]
        with_action: bool = with_action(form, who)?,
    }
}

/// The field `with_action`, for those who are down: the move is what it costs unless something else is said.
fn with_action(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<bool> {
    let down = form.state.creature(who).is_some_and(|one| one.live.down);
    form.only_if(down)?;
    let ways = [(false, "For the move"), (true, "For the action")];
    let way = form.or_left_out("with_action", |form| form.one_of("with_action", "What for", ways));
    way.map(Option::unwrap_or_default)
}

impl Deed<DirkRules> for Stand {
    const CARD: Card = Card::acting("Stand up", "Move").rule(rules::DK_COND_01H).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, with_action } = *self;
        may_turn(may, who)?;
        let rule = rules::DK_COND_01H;
        let (live, name) = (may.state.live(who), &may.state.sheet(who).name);
        may.outright_if(!live.down, || Refusal::new(rule, "standing", format!("{name} is standing.")))?;
        may.outright_if(zeroed(may.state, who, Ability::Dex), || {
            Refusal::new(rules::DK_STAT_03, "no-dex", format!("{name} has DEX 0 and cannot get up."))
        })?;
        let spent = if with_action { live.turn.acted } else { live.turn.no_move || live.turn.moved > 0 };
        may.not_if(spent, || {
            let what = if with_action { "action" } else { "move" };
            Refusal::new(rule, "spent", format!("{name} has no {what} left to stand up with."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (Self { who, with_action }, rule) = (self, rules::DK_COND_01H);
        cx.record(rule, if with_action { Fact::Acted { who } } else { Fact::NoMove { who } });
        cx.record(rule, Fact::Down { who, down: false });
        Ok(())
    }
}
