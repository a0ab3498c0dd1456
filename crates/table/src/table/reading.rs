//! Reading a command as a seat, a story or a form words it. What it would do is not looked at here.

use serde_json::{Value, json};

use crate::{At, Playable, Refusal};

/// The command these words stand for. A bare name is the command with nothing filled in, whether it could be
/// filled in or not: an offer that asks for nothing is sent so.
pub(crate) fn read_command<G: Playable>(at: At<'_, G>, command: Value) -> Result<G::Command, Refusal> {
    let name = command.as_str().map(str::to_owned);
    let read = |command| serde_json::from_value::<G::Command>(G::spell(at, command));
    let read = match (read(command), name) {
        (Err(_), Some(name)) => read(json!({ name: {} })),
        (read, _) => read,
    };
    read.map_err(|error| {
        Refusal::by_table("unreadable", format!("That is no command of this game: {error}."))
    })
}
