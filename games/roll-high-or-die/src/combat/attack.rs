//! The Attack action: looked at, paid for, and settled. How one Attack goes, whatever grants it, is in `assault`.

use std::cell::LazyCell;

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::arms::{Hold, ability, holds, valid, weapon};
use super::assault::{Assault, assault, check_assault, check_weather, readied};
use super::legal::{has, in_encounter, pay, target as check_target};
use crate::RollHighOrDie;
use crate::book::Book;
use crate::hurt::end_conditions;
use crate::passive::{self, Situation};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, State};

/// The Attack action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what, by its name; the first weapon at hand if nothing is said.
    #[serde(default)]
    pub with: Option<String>,
    /// Thrown.
    #[serde(default)]
    pub throw: bool,
    /// Strength or Dexterity, where the weapon leaves the choice.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Which ammunition, by its name, where there are several kinds.
    #[serde(default)]
    pub shot: Option<String>,
}

/// Whether an Attack may be made.
pub fn check_attack(at: At<'_, RollHighOrDie>, attack: &Attack) -> Result<Assault, Refusal> {
    let (state, book, who) = (at.state, at.book, attack.who);
    may_attack(state, book, who)?;
    let weapon = weapon(state, book, who, attack.with.as_deref())?;
    in_encounter(state, book, who, weapon.w)?;
    let ability = ability(state, who, &weapon, attack.ability)?;
    dares_to(state, who)?;
    let mut assault = Assault::plain(who, attack.target, weapon, ability, rules::RH_ACT_01);
    assault.thrown = attack.throw;
    check_assault(at, &mut assault, attack.shot.as_deref())?;
    Ok(assault)
}

/// Whether somebody may attack at all, with whatever.
fn may_attack(state: &State, book: &Book, who: Who) -> Result<(), Refusal> {
    in_encounter(state, book, who, 0)?;
    has(state, who, "attack")
}

fn dares_to(state: &State, who: Who) -> Result<(), Refusal> {
    if crate::scenario::kept_off(state, who) {
        let sentence = format!("The fire keeps {} off: one Attack was all it dared.", state.name(who));
        return Err(Refusal::new(rules::RH_SCEN_02H, "kept-off", sentence));
    }
    Ok(())
}

/// An Attack somebody could make now, without a target yet.
#[derive(Clone, Debug)]
pub struct Open<'a> {
    /// Who.
    pub who: Who,
    /// With what, by the name it is asked for by.
    pub with: &'a str,
    /// What that is.
    pub weapon: Hold<'a>,
    /// Thrown.
    pub thrown: bool,
}

impl Open<'_> {
    /// Feet it reaches.
    pub fn reach(&self) -> u16 {
        self.weapon.arms.spans(self.thrown)
    }
}

/// Attacks somebody could make now: what [`check_attack`] looks at before it looks at the target, once for all targets.
/// In the order of the weapons, each first as it is and then thrown, where there is another beside bare hands.
pub fn open_attacks(at: At<'_, RollHighOrDie>, who: Who) -> SmallVec<[Open<'_>; 4]> {
    let (state, book) = (at.state, at.book);
    let mut open = SmallVec::new();
    if may_attack(state, book, who).is_err() || dares_to(state, who).is_err() {
        return open;
    }
    let all: SmallVec<[Hold<'_>; 4]> =
        holds(state, book, who).map(|hold| hold.costing(state, book, who)).collect();
    // What it costs beyond that makes no other difference.
    let pays = LazyCell::new(|| in_encounter(state, book, who, 1).is_ok());
    for own in &all {
        // A name means the first that is called so.
        let meant = all.iter().find(|known| known.name.eq_ignore_ascii_case(own.name)).unwrap_or(own);
        let usable = state.live(who).ap >= meant.w && (meant.w == 0 || *pays) && valid(meant).is_ok();
        for thrown in [false, true] {
            if !usable || thrown && (own.arms.thrown().is_none() || all.len() < 3) {
                continue;
            }
            if readied(state, book, who, meant, thrown, None).is_ok() {
                open.push(Open { who, with: own.name, weapon: meant.clone(), thrown });
            }
        }
    }
    open
}

/// Whether one of [`open_attacks`] may be made on somebody.
pub fn may_strike(at: At<'_, RollHighOrDie>, open: &Open<'_>, target: Who) -> bool {
    let (state, book, who) = (at.state, at.book, open.who);
    let far = sight::distance(state, who, target);
    let ranged = open.thrown || open.weapon.arms.shoots();
    far <= open.reach()
        && (!ranged || check_weather(state, book, who, far).is_ok())
        && check_target(state, book, who, target, rules::RH_ACT_01).is_ok()
}

/// Attacks.
pub fn attack(cx: &mut Cx<'_, RollHighOrDie>, attack: &Attack) -> Flow {
    let blow = check_attack(cx.at(), attack)?;
    let held = blow.weapon.hold();
    let now = Situation { weapon: Some(&held), ..Situation::default() };
    passive::cite(cx, blow.who, "w", now);
    pay(cx, blow.who, blow.weapon.w, rules::RH_ACT_01);
    crate::scenario::dares(cx, blow.who);
    assault(cx, &blow)?;
    settled(cx, blow.who);
    Ok(())
}

/// Whoever has attacked, grappled or shoved is Hidden no longer.
pub fn settled(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    end_conditions(cx, who, Condition::Hidden.rule(), |ailment| ailment.what == Condition::Hidden);
}
