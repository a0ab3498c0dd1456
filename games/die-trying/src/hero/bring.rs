//! Heroes who are not there: spares that wait, and those who left. The TS says when and where one joins; no player
//! has two who live in play.

use boneyard_board::{Diagonals, Footprint, Square};
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use crate::DieTrying;
use crate::combat::{may_place, where_to};
use crate::fact::{BoardFact, TableFact};
use crate::gear::place_of;
use crate::rules;
use crate::sight::audience;
use crate::state::{Fate, Kind, Spot, State};
use crate::values::who_named;

deed! {
    /// The TS lets a hero join the others.
    #[derive(Copy)]
    pub struct BringIn(form: DieTrying) {
        who: Who = {
            let (at, seat) = (form.at(), form.seat);
            let could = |who: &Who| may_join(May::quiet(at, seat), *who).is_ok();
            let heroes = at.state.everybody().filter(could).map(|who| (who, at.state.name(who)));
            let who = form.each_named("who", heroes, |name| Some(who_named(at.state, name)))?;
            form.id(|| format!("bring-in-{}", who.0));
            form.label(|| format!("Let {} join", at.state.name(who)).into());
            who
        },
        /// Where on the map; beside the party if nothing is said.
        #[serde(default)]
        at: Option<Spot> = where_to(form)?,
    }
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
fn may_join(may: May<'_, DieTrying>, who: Who) -> Lawful {
    let state = may.state;
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_CHAR_16, code, sentence);
    let hero = state.creature(who).filter(|one| one.sheet.is_hero() && one.sheet.draft.is_none());
    let Some(hero) = hero else { return may.no(|| bad("no-hero", "There is no such hero.".into())) };
    let name = &hero.sheet.name;
    may.not_if(hero.live.fate == Fate::Dead, || {
        bad("dead", format!("{name} is dead; somebody new has to be made."))
    })?;
    may.not_if(!hero.live.away, || bad("there", format!("{name} is there already.")))?;
    match in_play_beside(state, who) {
        Some(other) => may.no(|| {
            let sentence = format!("{} lives and is in play: one hero at a time.", state.name(other));
            Refusal::new(rules::DT_CORE_01, "one-at-a-time", sentence)
        }),
        None => Ok(()),
    }
}

impl Deed<DieTrying> for BringIn {
    const CARD: Card = Card::gm("Let a hero join", "Scene").rule(rules::DT_CHAR_16);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_join(may, self.who)?;
        let Some(at) = self.at else { return Ok(()) };
        may.not_if(may.state.board.is_none(), || {
            Refusal::new(rules::DT_CHAR_16, "no-map", "There is no map to stand on.")
        })?;
        may_place(may, self.who, at)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, at }, rule) = (self, rules::DT_CHAR_16);
        match at {
            Some(_) => cx.record(rules::DT_COM_05, BoardFact::Put { who, at }.into()),
            None => stand_beside(cx, who, rule),
        }
        cx.record(rule, TableFact::Joined { who }.into());
        Ok(())
    }
}

/// The one who joins stands beside the party, on the nearest square that looks free. Where nobody of it stands on a
/// map, the TS says where. Somebody unnoticed on that square makes room, and nobody is told: a square left out would
/// tell of them.
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
