//! Shove: pushed away or thrown down.

use boneyard_board::Direction;
use boneyard_table::moment::Tie;
use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{Cost, as_bonus, house_action, known, legal, pay_deed};
use super::provoke::provoke;
use crate::DieTrying;
use crate::check::{self, Check, score};
use crate::fact::FightFact;
use crate::gear::place_of;
use crate::hurt::{end_condition, fall_prone, tie_breaks};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Degree, Fate, Kind, Proficiency, Spot, State};

/// The Shove action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shove {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// Thrown down, not pushed.
    #[serde(default)]
    pub prone: bool,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// Whether somebody may Shove another.
pub fn check_shove(at: At<'_, DieTrying>, shove: Shove) -> Result<(), Refusal> {
    let (state, book, rule) = (at.state, at.book, rules::DT_ACT_03H);
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    house_action(state)?;
    legal(state, book, shove.who, if shove.bonus { Cost::Bonus } else { Cost::Action })?;
    if !sight::may_target(state, shove.who, shove.target) || shove.target == shove.who {
        let sentence = "There is nobody like that to be made out here.";
        return Err(Refusal::new(rules::DT_STL_06, "no-such-target", sentence));
    }
    known(state, shove.target)?;
    let (own, other) = (state.sheet(shove.who), state.one(shove.target));
    let name = &other.sheet.name;
    if shove.bonus {
        let struck = state.live(shove.who).turn.struck == Some(shove.target);
        if !as_bonus(state, book, shove.who, "shove-prone") || !struck || !shove.prone {
            let sentence = "Shoving takes an Action.";
            return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
        }
    }
    if other.sheet.kind == Kind::Object || other.live.fate == Fate::Dead {
        return bad("no-creature", format!("{name} cannot be shoved."));
    }
    if other.sheet.size as u8 > own.size as u8 + 1 {
        return bad("too-large", format!("{name} is more than one Size larger."));
    }
    if sight::distance(state, shove.who, shove.target).is_some_and(|far| far > 1) {
        return bad("too-far", format!("{name} is more than 5 feet away."));
    }
    Ok(())
}

/// Shoves: Athletics against 4 and the better of Strength and Dexterity.
pub fn shove(cx: &mut Cx<'_, DieTrying>, shove: Shove) -> Flow {
    check_shove(cx.at(), shove)?;
    let (who, target, rule) = (shove.who, shove.target, rules::DT_ACT_03H);
    pay_deed(cx, who, shove.bonus, "shove-prone", rule);
    provoke(cx, target);
    let (state, book) = (cx.state(), cx.book());
    let body = |ability| score(state, book, target, ability);
    let dc = 4 + body(Ability::Strength).max(body(Ability::Dexterity));
    let check = Check::skill(state, book, who, Proficiency::Athletics, rule);
    let (degree, _) = check::make(cx, check, dc)?;
    let critical = degree == Degree::CriticalSuccess;
    if degree.succeeded() && (!shove.prone || critical) {
        push(cx, who, target, 1, rule);
    }
    if degree.succeeded() && (shove.prone || critical) {
        fall_prone(cx, target, rule);
    }
    if degree == Degree::CriticalFailure {
        fall_prone(cx, who, rule);
    }
    sight::acted(cx, who);
    Ok(())
}

/// Moves somebody straight away from another, at most so many squares; walls and people stop it. Being
/// moved ends what held them in place.
pub fn push(cx: &mut Cx<'_, DieTrying>, from: Who, target: Who, squares: u16, rule: boneyard_table::RuleId) {
    let Some(to) = pushed(cx.state(), from, target, squares) else { return };
    cx.record(rule, FightFact::Shoved { who: target, to }.into());
    end_condition(cx, target, Condition::Immobilized);
    tie_breaks(cx, Tie::Stays(target));
}

fn pushed(state: &State, from: Who, target: Who, squares: u16) -> Option<Spot> {
    let (here, there) = (place_of(state, from)?, place_of(state, target)?);
    let board = state.board.as_ref()?;
    let way = |at: i16, by: i16| (by - at).signum();
    let (across, down) = (way(here.at.x, there.at.x), way(here.at.y, there.at.y));
    let direction = Direction::ALL.into_iter().find(|known| known.offset() == (across, down))?;
    let blocked = |square: boneyard_board::Square| {
        super::ground::taken(state, target, boneyard_board::Footprint::one(square)).is_some()
    };
    let push = board.grid.push(there, direction, squares, &blocked);
    (push.moved > 0).then(|| Spot::of(push.to)).flatten()
}
