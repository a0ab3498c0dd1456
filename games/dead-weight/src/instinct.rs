//! What a creature does next if left to itself.

use boneyard_table::{At, Who};

use crate::DeadWeight;
use crate::command::Command;

/// The next command of a creature; nothing where nobody waits for it.
pub fn command(_at: At<'_, DeadWeight>, _who: Who) -> Option<Command> {
    None
}
