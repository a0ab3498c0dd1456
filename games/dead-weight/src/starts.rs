//! Ready-made beginnings.

use boneyard_table::stage::Stage;

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    vec![("An empty table", Stage::default())]
}
