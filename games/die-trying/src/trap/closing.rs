//! A room whose walls come in: shut when it is set off, worse round by round, opened by force or by being
//! disarmed. Other traps do what they do at once.

use boneyard_board::{DoorAt, Square};
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::known::known_trap;
use super::worth::hurt_by;
use crate::DieTrying;
use crate::book::{Letters, TrapRow};
use crate::check::{self, Check};
use crate::combat::{Cost, actor_now, may_do, pay};
use crate::dungeon::room_at;
use crate::effect::{self, Scale, Source};
use crate::fact::{BoardFact, TrapFact};
use crate::gear::place_of;
use crate::rules;
use crate::sight;
use crate::state::{Fate, Laid, Proficiency, Spot, State};

deed! {
    /// Throws oneself against the doors of a room that closes in.
    #[derive(Copy)]
    pub struct ForceDoors(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which room, by the number the heroes know its trap by.
        trap: u8 = {
            let at = form.at();
            let holds = |number: &u8| moving(at.state, *number).is_some_and(|laid| inside(at, laid).contains(&who));
            let trap = form.each("trap", (0u8..).take(at.state.known_traps.len()).filter(holds))?;
            form.id(|| format!("force-doors-{trap}"));
            trap
        },
    }
}

/// DC to force the doors.
const DC: i16 = 8;
/// The first round that hurts.
const HURTS: u8 = 3;
/// How far a room reaches that is no room of a dungeon, in squares.
const ROOM: u32 = 6;

/// The trap the heroes know by a number, while its walls move.
fn moving(state: &State, number: u8) -> Option<&Laid> {
    known_trap(state, number).map(|(_, laid)| laid).filter(|laid| laid.rounds > 0 && !laid.spent)
}

impl Deed<DieTrying> for ForceDoors {
    const CARD: Card = Card::acting("Force the doors", "Exploring").rule(rules::DT_TRAP_15H).odds();

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Action)?;
        let bad = |code: &str, sentence: &str| Refusal::new(rules::DT_TRAP_15H, code, sentence);
        let Some(laid) = moving(may.state, self.trap) else {
            return may.no(|| bad("not-closing", "No walls are moving here."));
        };
        may.not_if(!inside(may.at(), laid).contains(&self.who), || {
            bad("not-inside", "The doors are forced from inside.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_TRAP_15H);
        let Some((nth, _)) = known_trap(cx.state(), self.trap) else { return Ok(()) };
        pay(cx, who, Cost::Action, rule);
        // A Success opens them, and the walls stand still.
        let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Athletics, rule);
        let (degree, _) = cx.within((who, nth), |cx| check::make(cx, check, DC))?;
        if degree.succeeded() {
            cx.record(rule, TrapFact::Spent { nth }.into());
        }
        sight::acted(cx, who);
        Ok(())
    }
}

/// The trap was set off: every door of the room falls shut, and the first round begins.
pub(super) fn shut(cx: &mut Cx<'_, DieTrying>, nth: u8) {
    let rule = rules::DT_TRAP_15H;
    cx.record(rule, TrapFact::Closing { nth, rounds: 1 }.into());
    let Some(laid) = cx.state().traps.get(usize::from(nth)).cloned() else { return };
    let open: Vec<u16> = cx
        .state()
        .board
        .iter()
        .flat_map(|board| board.grid.doors())
        .filter(|(_, door, open)| *open && sides(door.at).into_iter().any(|at| covers(cx.at(), &laid, at)))
        .map(|(id, _, _)| id.0)
        .collect();
    for door in open {
        cx.record(rule, BoardFact::Door { door, open: false }.into());
    }
}

/// A round is over: from the third on, everybody inside is hurt.
pub fn rounds_go_by(cx: &mut Cx<'_, DieTrying>) -> Flow {
    let book = cx.book();
    for nth in 0..cx.state().traps.len() {
        let laid = cx.state().traps[nth].clone();
        let Some(row) = book.traps.get(laid.trap.as_str()).filter(|_| laid.rounds > 0 && !laid.spent) else {
            continue;
        };
        if laid.rounds >= HURTS {
            crush(cx, nth as u8, row, &laid)?;
        }
        let rounds = laid.rounds.saturating_add(1);
        cx.record(row.id, TrapFact::Closing { nth: nth as u8, rounds }.into());
    }
    Ok(())
}

fn crush(cx: &mut Cx<'_, DieTrying>, nth: u8, row: &TrapRow, laid: &Laid) -> Flow {
    let source = Source { from: None, letters: Letters::default(), rule: row.id, scale: Scale::default() };
    let caught = inside(cx.at(), laid);
    for (at, who) in caught.iter().enumerate() {
        let before = cx.state().live(*who).hp;
        let locals = (nth, laid, &caught[at..], before);
        cx.within(locals, |cx| effect::all(cx, source, *who, &row.effects))?;
        hurt_by(cx, nth, *who, before);
    }
    Ok(())
}

/// Whether walls that move now hold a square.
pub fn closed_over(state: &State, square: Square) -> bool {
    let moving = state.traps.iter().filter(|laid| laid.rounds > 0 && !laid.spent);
    let mut near = moving.filter_map(|laid| laid.at);
    near.any(|at| {
        let there = boneyard_board::Footprint::one(square);
        boneyard_board::Diagonals::Equal.distance(at.footprint(1), there) <= ROOM
    })
}

/// Everybody alive in the room of a trap; without a map all who are there.
fn inside(at: At<'_, DieTrying>, laid: &Laid) -> Vec<Who> {
    let here = |who: &Who| {
        let live = at.state.live(*who);
        let place = place_of(at.state, *who);
        let in_it = place.is_none_or(|place| place.squares().any(|square| covers(at, laid, square)));
        !live.away && live.fate != Fate::Dead && in_it
    };
    at.state.beings().filter(here).collect()
}

/// Whether a square belongs to the room of a trap: the same room of a dungeon, or near and open to it.
fn covers(at: At<'_, DieTrying>, laid: &Laid, square: Square) -> bool {
    let (Some(centre), Some(board)) = (laid.at, &at.state.board) else { return true };
    let Some(spot) = Spot::of(square) else { return false };
    if at.state.dungeon.is_some()
        && let Some(room) = room_at(at.book, centre)
    {
        return room_at(at.book, spot).is_some_and(|other| other.id == room.id);
    }
    let far = boneyard_board::Diagonals::Equal.distance(centre.footprint(1), spot.footprint(1));
    far <= ROOM && (centre == spot || board.grid.shines(centre.square(), square))
}

fn sides(at: DoorAt) -> Vec<Square> {
    match at {
        DoorAt::Square(square) => vec![square],
        DoorAt::Between(one, other) => vec![one, other],
    }
}
