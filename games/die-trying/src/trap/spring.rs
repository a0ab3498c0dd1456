//! Traps that go off: on whom, and what they do.

use boneyard_table::{Cx, Flow, RuleId, Seat, Who};

use super::closing;
use super::search::careful;
use super::worth::hurt_by;
use crate::DieTrying;
use crate::book::{Letters, Shape, TrapRow};
use crate::check::hundred;
use crate::effect::{self, AimedAt, Scale, Source, Way, around, stands_in};
use crate::fact::TrapFact;
use crate::magic;
use crate::rules;
use crate::state::{Fate, Laid, Proficiency, Spot, State};

/// The d100 of the list of traps.
pub(super) fn roll_trap(cx: &mut Cx<'_, DieTrying>) -> Flow<u8> {
    hundred(cx, Seat::GM, rules::DT_HOUSE_15H).map(|total| u8::try_from(total).unwrap_or(100))
}

/// Somebody steps onto a square: traps there go off. Those who live here know where they are.
pub fn stepped(cx: &mut Cx<'_, DieTrying>, who: Who, slowly: bool) -> Flow {
    let Some(here) = cx.state().live(who).at else { return Ok(()) };
    if cx.state().sheet(who).side != 0 {
        return Ok(());
    }
    let armed = |laid: &Laid| !laid.spent && !laid.guards && laid.door.is_none() && laid.at == Some(here);
    let traps: Vec<u8> = (0..cx.state().traps.len())
        .filter(|nth| armed(&cx.state().traps[*nth]))
        .map(|nth| nth as u8)
        .collect();
    for nth in traps {
        let known = cx.state().traps[usize::from(nth)].found;
        if slowly && !known && cx.within((who, nth), |cx| careful(cx, who, nth))? {
            continue;
        }
        if slowly && known {
            continue;
        }
        cx.within((who, nth), |cx| spring(cx, nth, who))?;
    }
    Ok(())
}

/// A trap goes off.
pub fn spring(cx: &mut Cx<'_, DieTrying>, nth: u8, who: Who) -> Flow {
    let book = cx.book();
    let Some(laid) = cx.state().traps.get(usize::from(nth)).cloned() else { return Ok(()) };
    let Some(row) = book.traps.get(laid.trap.as_str()) else { return Ok(()) };
    cx.cite(row.id);
    let closes = row.hook.as_deref() == Some("crushing-room");
    if closes && laid.rounds > 0 {
        return Ok(());
    }
    let fact = TrapFact::Sprung { nth, who, resets: row.resets || closes };
    cx.record(rules::DT_HOUSE_15H, fact.into());
    if closes {
        closing::shut(cx, nth);
        return Ok(());
    }
    if row.hook.as_deref() == Some("rip") {
        return magic::comes_through(cx, who);
    }
    let caught = caught(cx.state(), row, &laid, who);
    let source = Source { from: None, letters: Letters::default(), rule: row.id, scale: Scale::default() };
    let aim = AimedAt { target: Some(who), item: None, at: laid.at };
    let squares = laid.at.map_or_else(Vec::new, |at| around(cx.state(), at, 5));
    for effect in row.effects.iter().filter(|effect| effect::is_of_place(effect)) {
        effect::at_place(cx, source, aim, &squares, effect)?;
    }
    for (at, target) in caught.iter().enumerate() {
        let before = cx.state().live(*target).hp;
        cx.within((nth, who, &caught[at..], before), |cx| strikes(cx, source, row, *target))?;
        hurt_by(cx, nth, *target, before);
    }
    Ok(())
}

/// What a trap does to one of those it catches.
fn strikes(cx: &mut Cx<'_, DieTrying>, source: Source, row: &TrapRow, target: Who) -> Flow {
    let plain = magic::magic_dice(cx.state(), cx.book(), target) == 0 && !row.otherwise.is_empty();
    let way = Way {
        attack: row.attack.as_ref(),
        save: row.save.as_ref(),
        dc: 4,
        skill: Proficiency::Arcana,
        effects: if plain { &row.otherwise } else { &row.effects },
        failed: &[],
        critical: &row.critical,
        passed: &row.passed,
        trap: true,
    };
    let hit = cx.within((source, target), |cx| effect::reach(cx, source, target, &way))?;
    match &row.then {
        Some(then) if hit => effect::on_hit(cx, None, target, then.save.as_ref(), &then.effects, row.id),
        _ => Ok(()),
    }
}

/// Everybody a trap reaches; the one who set it off comes first.
fn caught(state: &State, row: &TrapRow, laid: &Laid, who: Who) -> Vec<Who> {
    let here = laid.at.or(state.live(who).at);
    let (Some(area), Some(centre), Some(board)) = (&row.area, here, &state.board) else { return vec![who] };
    let squares: Vec<Spot> = match area.shape {
        Shape::Line => {
            // A line of fire or blades goes through the square, along the longer way that is open.
            let ways = boneyard_board::Direction::ALL.into_iter();
            let runs = ways.map(|way| board.grid.ray(centre.square(), way, area.feet / 5));
            let open = runs.map(|run| board.grid.open_to(centre.square(), run));
            let longest = open.max_by_key(Vec::len).unwrap_or_default();
            std::iter::once(centre).chain(longest.into_iter().filter_map(Spot::of)).collect()
        }
        _ => around(state, centre, area.feet),
    };
    let inside = state.beings().filter(|other| {
        let live = state.live(*other);
        *other != who && !live.away && live.fate != Fate::Dead && stands_in(state, *other, &squares)
    });
    std::iter::once(who).chain(inside).collect()
}

/// Creatures so near know where somebody is: none of them is fooled by hiding any more.
pub fn alarmed(cx: &mut Cx<'_, DieTrying>, who: Who, feet: u16, rule: RuleId) -> Flow {
    let state = cx.state();
    let hear = |other: &Who| {
        let far = crate::sight::distance(state, who, *other);
        state.sheet(*other).side != state.sheet(who).side
            && far.is_none_or(|far| far <= u32::from(feet / 5))
            && state.live(*other).fate == Fate::Up
    };
    let all: Vec<Who> = state.beings().filter(hear).collect();
    for other in all {
        if cx.state().live(who).hidden_from(other).is_some() {
            let told = crate::sight::audience(cx.state(), other);
            cx.record_for(told, rule, crate::fact::SightFact::Found { who, by: other }.into());
        }
        crate::dungeon::wake(cx, other, rule);
    }
    crate::dungeon::alarm(cx, who)
}
