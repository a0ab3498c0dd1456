//! Opening and closing doors, once a turn for nothing. What locks them is with traps, who knows of them with dungeons.

use boneyard_board::{Diagonals, Footprint, Square};
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::legal::{Cost, actor_now, may_do};
use crate::DieTrying;
use crate::dungeon;
use crate::fact::BoardFact;
use crate::gear::place_of;
use crate::rules;
use crate::state::{Laid, Spot, State};
use crate::trap;

deed! {
    /// Opens or closes an unlocked door beside somebody.
    #[derive(Copy)]
    pub struct UseDoor(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which, by the squares on its two sides.
        between: [Spot; 2] = door_beside(form, who)?,
        /// Open or closed.
        open: bool = other_way(form, between)?,
    }
}

/// The field `between`: each door within a step that is not locked has a card.
fn door_beside(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<[Spot; 2]> {
    let state = form.state;
    let there = state.creature(who).and(state.board.as_ref()).into_iter();
    let doors = there.flat_map(|board| board.grid.doors()).filter(|(id, _, open)| {
        let door = id.0;
        near(state, who, door)
            && (state.sheet(who).side != 0 || !dungeon::secret(state, door))
            && (*open || dungeon::locked(state, door).is_none())
    });
    let between = form.each("between", doors.filter_map(|(id, _, _)| dungeon::between(state, id.0)))?;
    let [one, other] = between;
    form.id(|| format!("door-door-{one}-{other}"));
    Ok(between)
}

/// The field `open`: an open door is closed, a closed one is opened.
fn other_way(form: &mut Filling<'_, DieTrying>, between: [Spot; 2]) -> Filled<bool> {
    let stands_open =
        dungeon::door_between(form.state, between).is_some_and(|door| is_open(form.state, door));
    let open = form.each("open", [!stands_open])?;
    form.label(|| if open { "Open the door" } else { "Close the door" }.into());
    Ok(open)
}

fn is_open(state: &State, door: u16) -> bool {
    let mut doors = state.board.iter().flat_map(|board| board.grid.doors());
    doors.any(|(id, _, open)| id.0 == door && open)
}

/// Whether somebody stands within a step of a door.
fn near(state: &State, who: Who, door: u16) -> bool {
    let Some(here) = place_of(state, who) else { return false };
    let far = |square: Square| Diagonals::Equal.distance(here, Footprint::one(square));
    dungeon::door_squares(state, door).into_iter().any(|square| far(square) <= 1)
}

/// A door as somebody knows it: one nobody found, or where nobody has been, is like one that is not there.
fn known_door(may: May<'_, DieTrying>, who: Who, between: [Spot; 2]) -> Option<u16> {
    let state = may.state;
    let door = dungeon::door_between(state, between)?;
    let hero = state.sheet(who).side == 0;
    let found = !hero || !dungeon::secret(state, door);
    let known = !hero || near(state, who, door) || dungeon::known_door(state, may.book, door);
    (found && known).then_some(door)
}

impl Deed<DieTrying> for UseDoor {
    const CARD: Card = Card::acting("Open or close a door", "Exploring").rule(rules::DT_ACT_02H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, between, open }, state) = (*self, may.state);
        let bad = |code: &str, sentence: &str| Refusal::new(rules::DT_ACT_02H, code, sentence.to_owned());
        may_do(may, who, Cost::Free)?;
        may.outright_if(state.board.is_none(), || bad("no-map", "There is no map."))?;
        let Some(door) = known_door(may, who, between) else {
            return may.no(|| bad("no-door", "There is no such door."));
        };
        may.not_if(is_open(state, door) == open, || {
            bad("as-it-is", if open { "It stands open." } else { "It is closed." })
        })?;
        may.not_if(!near(state, who, door), || bad("too-far", "The door is more than 5 feet away."))?;
        may.not_if(open && dungeon::locked(state, door).is_some(), || {
            let sentence = "It is locked: pick it, force it or break it.";
            Refusal::new(rules::DT_HOUSE_16H, "locked", sentence)
        })?;
        let held = || {
            let beside = dungeon::door_squares(state, door);
            beside.into_iter().any(|square| trap::closed_over(state, square))
        };
        may.not_if(open && held(), || {
            let sentence = "It does not move while the walls do.";
            Refusal::new(rules::DT_TRAP_15H, "held-shut", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let Self { who, between, open } = self;
        let Some(door) = known_door(May::quiet(cx.at(), by), who, between) else { return Ok(()) };
        cx.record(rules::DT_ACT_02H, BoardFact::Door { door, open }.into());
        if cx.state().sheet(who).side != 0 || !open {
            return Ok(());
        }
        let guards = |laid: &Laid| laid.door == Some(door) && !laid.spent;
        let traps: Vec<usize> =
            (0..cx.state().traps.len()).filter(|nth| guards(&cx.state().traps[*nth])).collect();
        for nth in traps {
            cx.within((who, nth as u8), |cx| trap::spring(cx, nth as u8, who))?;
        }
        Ok(())
    }
}
