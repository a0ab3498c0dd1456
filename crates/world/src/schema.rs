//! The JSON Schema of an adventure file: what a form for authors is built from. `x-refers` says what a field leads to, `x-list`
//! from where, `x-declares` what it gives a name.

use serde_json::Value;

use crate::adventure::Adventure;
use crate::dialect::Dialect;

/// The schema of adventures of one game, with the words it knows.
pub fn schema<G: Dialect>() -> Value {
    let mut schema = schemars::schema_for!(Adventure<G>).to_value();
    if let Value::Object(schema) = &mut schema {
        schema.insert("title".into(), format!("An adventure of {}", G::GAME).into());
        schema.insert(
            "x-words".into(),
            serde_json::json!({
                "unit": G::UNITS, "moment": G::MOMENTS, "flag": G::FLAGS, "sign": G::SIGNS, "role": G::ROLES,
                "outcome": G::OUTCOMES, "coin": G::COINS, "light": G::LIGHTS,
            }),
        );
    }
    schema
}
