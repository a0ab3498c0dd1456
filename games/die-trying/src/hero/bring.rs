//! Heroes who are not there: spares that wait, and those who left. The TS says when and where one joins; no player
//! has two who live in play.

use boneyard_board::{Diagonals, Footprint, Square};
use boneyard_table::{At, Audience, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{StandAt, gm, place};
use crate::fact::{BoardFact, TableFact};
use crate::gear::place_of;
use crate::rules;
use crate::sight::audience;
use crate::state::{Fate, Kind, Spot, State};

/// A hero joins the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BringIn {
    /// Who.
    pub who: Who,
    /// Where on the map; beside the party if nothing is said.
    #[serde(default)]
    pub at: Option<Spot>,
}

/// The hero a player has in play beside this one.
pub(super) fn in_play_beside(state: &State, who: Who) -> Option<Who> {
    let seat = state.sheet(who).seat;
    let plays = |other: &Who| {
        let one = state.one(*other);
        *other != who && one.sheet.seat == seat && !one.live.away && one.sheet.draft.is_none()
    };
    state.heroes().filter(|_| !seat.is_gm()).find(plays)
}

/// Whether a hero could join now.
pub fn check_bring_in(at: At<'_, DieTrying>, who: Who) -> Result<(), Refusal> {
    let (state, rule) = (at.state, rules::DT_CHAR_16);
    let hero = state.creature(who).filter(|one| one.sheet.is_hero() && one.sheet.draft.is_none());
    let Some(hero) = hero else { return Err(Refusal::new(rule, "no-hero", "There is no such hero.")) };
    let name = &hero.sheet.name;
    if hero.live.fate == Fate::Dead {
        return Err(Refusal::new(rule, "dead", format!("{name} is dead; somebody new has to be made.")));
    }
    if !hero.live.away {
        return Err(Refusal::new(rule, "there", format!("{name} is there already.")));
    }
    match in_play_beside(state, who) {
        Some(other) => {
            let sentence = format!("{} lives and is in play: one hero at a time.", state.name(other));
            Err(Refusal::new(rules::DT_CORE_01, "one-at-a-time", sentence))
        }
        None => Ok(()),
    }
}

/// The TS lets a hero join.
pub fn bring_in(cx: &mut Cx<'_, DieTrying>, by: Seat, bring: BringIn) -> Flow {
    let rule = rules::DT_CHAR_16;
    gm(by, rule, "Only the Trapsetter says when and where a hero joins.")?;
    check_bring_in(cx.at(), bring.who)?;
    if bring.at.is_some() && cx.state().board.is_none() {
        return refuse(Refusal::new(rule, "no-map", "There is no map to stand on."));
    }
    match bring.at {
        Some(at) => place(cx, by, StandAt { who: bring.who, at })?,
        None => stand_beside(cx, bring.who, rule),
    }
    cx.record(rule, TableFact::Joined { who: bring.who }.into());
    Ok(())
}

/// Whoever joins stands beside the party, on the nearest square that looks free. Where nobody of it stands on a map, the
/// TS says where. Somebody unnoticed on that square makes room, and nobody is told: a square left out would tell of them.
pub(super) fn stand_beside(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId) {
    let state = cx.state();
    let Some(board) = &state.board else { return };
    let there = |other: &Who| *other != who && state.sheet(*other).draft.is_none() && is_there(state, *other);
    let Some(near) = state.heroes().filter(there).find_map(|other| place_of(state, other)) else { return };
    // A thing makes no room, and one nobody has seen stands where nobody looks.
    let noticed =
        |other: Who| state.sheet(other).kind == Kind::Object || audience(state, other) == Audience::ALL;
    let free = |square| !stands_at(state, square, |other| other != who && noticed(other));
    let size = state.sheet(who).size.squares();
    let Some(at) = board.grid.nearest(near, size, Diagonals::Equal, &free).and_then(Spot::of) else { return };
    let own = at.footprint(size);
    let in_the_way: Vec<Who> = state
        .everybody()
        .filter(|other| *other != who && is_there(state, *other))
        .filter(|other| place_of(state, *other).is_some_and(|place| place.overlaps(own)))
        .collect();
    for other in in_the_way {
        makes_room(cx, other, own, rule);
    }
    cx.record(rule, BoardFact::Put { who, at: Some(at) }.into());
}

/// Somebody unnoticed leaves a square to one who comes: the TS alone is told.
fn makes_room(cx: &mut Cx<'_, DieTrying>, who: Who, taken: Footprint, rule: RuleId) {
    let state = cx.state();
    let (Some(board), Some(here)) = (&state.board, place_of(state, who)) else { return };
    let free = |square| !taken.covers(square) && !stands_at(state, square, |other| other != who);
    let size = state.sheet(who).size.squares();
    let at = board.grid.nearest(here, size, Diagonals::Equal, &free).and_then(Spot::of);
    if at.is_some() {
        cx.record_for(Audience::GM, rule, BoardFact::Put { who, at }.into());
    }
}

/// Whether somebody stands on the map at all.
fn is_there(state: &State, who: Who) -> bool {
    let one = state.live(who);
    !one.away && one.fate != Fate::Dead
}

/// Whether one of these stands on a square.
fn stands_at(state: &State, square: Square, whom: impl Fn(Who) -> bool) -> bool {
    let stands = |who: Who| {
        is_there(state, who) && place_of(state, who).is_some_and(|place| place.covers(square)) && whom(who)
    };
    state.everybody().any(stands)
}
