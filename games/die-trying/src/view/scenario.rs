//! The adventure under way in words: where the characters are, what everybody knows, what was found, and what only the
//! TS reads. The map is drawn elsewhere.

use boneyard_table::view::{Framed, Secret, Sheet, Text, View};
use boneyard_table::{At, Seat};

use crate::DieTrying;
use crate::book::{RoomRow, ScenarioRow};
use crate::dungeon::room_at;

/// The entry of the adventure under way.
fn under_way<'a>(at: At<'a, DieTrying>) -> Option<&'a ScenarioRow> {
    at.book.scenarios.get(at.state.dungeon.as_ref()?.scenario.as_str())
}

/// The room the characters are in: that of the first of them who stands in one they know.
fn here<'a>(at: At<'a, DieTrying>) -> Option<&'a RoomRow> {
    let dungeon = at.state.dungeon.as_ref()?;
    let rooms = at.state.heroes().filter_map(|who| room_at(at.book, at.state.live(who).at?));
    rooms.into_iter().find(|room| dungeon.seen.contains(&room.id))
}

/// What the scene is called, and how it is told, where an adventure is under way.
pub(super) fn told(at: At<'_, DieTrying>) -> Option<(String, String)> {
    let row = under_way(at)?;
    let (name, text) = here(at).map_or((&row.name, &row.text), |room| (&room.name, &room.text));
    Some((name.clone(), text.clone()))
}

/// Adds the page of the adventure to a view.
pub(super) fn add(at: At<'_, DieTrying>, seat: Seat, view: View) -> View {
    let Some((row, dungeon)) = under_way(at).zip(at.state.dungeon.as_ref()) else { return view };
    let known: Vec<&str> = [&row.text].into_iter().chain(&row.known).map(String::as_str).collect();
    let mut sheet = Sheet::table("scenario", row.name.clone());
    sheet = sheet.block(Text::new("known", "What is known", known.join("\n")));
    let rooms = dungeon.seen.iter().filter_map(|room| at.book.rooms.get(room.as_str()));
    let found: Vec<String> = rooms.map(|room| format!("{}: {}", room.name, room.text)).collect();
    if !found.is_empty() {
        sheet = sheet.block(Text::new("found", "What was found", found.join("\n")));
    }
    if seat.is_gm() {
        sheet = sheet.block(Text::new("gm", "Only for the TS", row.gm.join("\n")).secret(Secret::Gm));
        if let Some(room) = here(at).filter(|room| !room.gm.is_empty()) {
            let notes = Text::new("gm-here", room.name.clone(), room.gm.join("\n"));
            sheet = sheet.block(notes.secret(Secret::Gm));
        }
    }
    view.sheet(sheet)
}
