//! Shove: pushed away or thrown down.

use boneyard_board::Direction;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::Tie;
use boneyard_table::{Cx, Flow, Pilot, Playable, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{
    Cost, as_bonus, at_once, fighter_now, may_do, may_house_action, may_target, never_a_bonus, pay_deed,
};
use super::provoke::provoke;
use crate::DieTrying;
use crate::check::{self, Check, score};
use crate::fact::FightFact;
use crate::gear::place_of;
use crate::hurt::{end_condition, fall_prone, tie_breaks};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Degree, Fate, Kind, Proficiency, Spot, State};

/// The Shove action: Athletics against 4 and the better of Strength and Dexterity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

impl Form<DieTrying> for Shove {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = fighter_now(form)?;
        let bonus = at_once(form, who, "shove-prone", "Throw down whom you hit")?;
        let down = if bonus { form.each("prone", [Some(true)])? } else { None };
        let side = form.state.creature(who).map(|one| one.sheet.side);
        let state = form.state;
        let target = form.creature_among("target", "Whom", |other| Some(state.sheet(other).side) != side)?;
        let prone = if bonus { down.unwrap_or(false) } else { form.flag("prone", "Throw down")? };
        Ok(Self { who, target, prone, bonus })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl Deed<DieTrying> for Shove {
    const CARD: Card =
        Card::acting("Shove", "Fight").rule(rules::DT_ACT_03H).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, target, prone, bonus }, state) = (*self, may.state);
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_ACT_03H, code, sentence);
        may_house_action(may)?;
        may_do(may, who, if bonus { Cost::Bonus } else { Cost::Action })?;
        may.not_if(target == who, DieTrying::nobody)?;
        may_target(may, who, target)?;
        let (own, other) = (state.sheet(who), state.one(target));
        let name = &other.sheet.name;
        let at_once = || {
            let struck = state.live(who).turn.struck == Some(target);
            struck && prone && as_bonus(state, may.book, who, "shove-prone")
        };
        may.not_if(bonus && !at_once(), || never_a_bonus("Shoving takes an Action."))?;
        may.not_if(other.sheet.kind == Kind::Object || other.live.fate == Fate::Dead, || {
            bad("no-creature", format!("{name} cannot be shoved."))
        })?;
        may.not_if(other.sheet.size as u8 > own.size as u8 + 1, || {
            bad("too-large", format!("{name} is more than one Size larger."))
        })?;
        may.not_if(sight::distance(state, who, target).is_some_and(|far| far > 1), || {
            bad("too-far", format!("{name} is more than 5 feet away."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, target, prone, bonus }, rule) = (self, rules::DT_ACT_03H);
        pay_deed(cx, who, bonus, "shove-prone", rule);
        provoke(cx, target);
        let (state, book) = (cx.state(), cx.book());
        let body = |ability| score(state, book, target, ability);
        let dc = 4 + body(Ability::Strength).max(body(Ability::Dexterity));
        let check = Check::skill(state, book, who, Proficiency::Athletics, rule);
        let (degree, _) = check::make(cx, check, dc)?;
        let critical = degree == Degree::CriticalSuccess;
        if degree.succeeded() && (!prone || critical) {
            push(cx, who, target, 1, rule);
        }
        if degree.succeeded() && (prone || critical) {
            fall_prone(cx, target, rule);
        }
        if degree == Degree::CriticalFailure {
            fall_prone(cx, who, rule);
        }
        sight::acted(cx, who);
        Ok(())
    }
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
