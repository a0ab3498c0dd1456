//! The scenario under way in words: what everybody knows, and what only the Referee reads. The map is drawn elsewhere.

use boneyard_table::view::{Framed, Secret, Sheet, Text, View};
use boneyard_table::{At, Seat};

use crate::RollHighOrDie;
use crate::scenario::row;

/// What the scene is called, and how it is told, where a scenario is under way.
pub(super) fn told(at: At<'_, RollHighOrDie>) -> Option<(String, String)> {
    row(at.state, at.book).map(|row| (row.name.clone(), row.text.clone()))
}

/// Adds the page of the scenario to a view.
pub(super) fn add(at: At<'_, RollHighOrDie>, seat: Seat, view: View) -> View {
    let Some(row) = row(at.state, at.book) else { return view };
    let mut sheet = Sheet::table("scenario", row.name.clone());
    sheet = sheet.block(Text::new("known", "What is known", row.known.join("\n")));
    if seat.is_gm() {
        sheet = sheet.block(Text::new("gm", "Only for the Referee", row.gm.join("\n")).secret(Secret::Gm));
    }
    view.sheet(sheet)
}
