//! What rests on an object of a dungeon comes down when it breaks.

use boneyard_table::{Cx, Flow, Who};

use super::rooms::room_at;
use crate::DieTrying;
use crate::book::{CollapseRow, Letters};
use crate::effect::{self, AimedAt, Scale, Source, Way, around, is_of_place, stands_in};
use crate::magic::in_order;
use crate::state::{Fate, Kind, Proficiency, Spot};

/// Something is broken: if a ceiling rested on it, that falls.
pub fn broke(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let book = cx.book();
    let one = cx.state().one(who);
    let Some(at) = one.live.at.filter(|_| one.sheet.kind == Kind::Object && cx.state().dungeon.is_some())
    else {
        return Ok(());
    };
    let Some(room) = room_at(book, at) else { return Ok(()) };
    let stands = room.objects.iter().find(|stands| spot(stands.at) == Some(at));
    let Some(falls) = stands.and_then(|stands| stands.breaks.as_ref()) else { return Ok(()) };
    cx.cite(room.id);
    comes_down(cx, falls)
}

fn spot(at: [i16; 2]) -> Option<Spot> {
    Spot::of(boneyard_board::Square::new(at[0], at[1]))
}

/// The spell the place lets loose, with nobody casting it.
fn comes_down(cx: &mut Cx<'_, DieTrying>, falls: &CollapseRow) -> Flow {
    let book = cx.book();
    let (Some(row), Some(centre)) = (book.spells.named(&falls.spell), spot(falls.centre)) else {
        return Ok(());
    };
    cx.cite(row.id);
    let letters = Letters { power: falls.power.into(), ..Letters::default() };
    let source = Source { from: None, letters, rule: row.id, scale: Scale::default() };
    let squares = around(cx.state(), centre, row.area.as_ref().map_or(0, |area| area.feet));
    let aim = AimedAt { target: None, item: None, at: Some(centre) };
    for effect in row.effects.iter().filter(|effect| is_of_place(effect)) {
        effect::at_place(cx, source, aim, &squares, effect)?;
    }
    let way = Way {
        attack: None,
        save: row.save.as_ref(),
        dc: falls.dc.into(),
        skill: Proficiency::Arcana,
        effects: &row.effects,
        failed: &row.failed,
        critical: &row.critical,
        passed: &[],
        trap: false,
    };
    let under = |other: &Who| {
        let live = cx.state().live(*other);
        !live.away && live.fate != Fate::Dead && stands_in(cx.state(), *other, &squares)
    };
    let mut caught: Vec<Who> = cx.state().everybody().filter(under).collect();
    in_order(cx.state(), &mut caught);
    for (nth, target) in caught.iter().enumerate() {
        cx.within((source, &caught[nth..]), |cx| effect::reach(cx, source, *target, &way))?;
    }
    Ok(())
}
