//! What a notation means, piece by piece, or where it cannot be read.

use boneyard_table::{Cx, Flow, Refusal, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::fact::GearFact;
use crate::house::LetterE;
use crate::rules;
use crate::weapon::{Effect, Notation};

/// A notation to be explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The notation.
    pub notation: String,
    /// Of an enemy's action: these may have a minus.
    #[serde(default)]
    pub enemy: bool,
}

/// Says what a notation means.
pub fn explain(cx: &mut Cx<'_, DeadWeight>, asked: &Explain) -> Flow {
    let notation: Notation = match asked.notation.parse() {
        Ok(notation) => notation,
        Err(error) => {
            let sentence = format!("This cannot be read. {error}.");
            return refuse(Refusal::new(rules::DW_WEAP_01, "unreadable", sentence).with("at", error.at));
        }
    };
    if let Err((rule, why)) = notation.check_weapon()
        && !asked.enemy
    {
        return refuse(Refusal::new(rule, "minus", format!("{}.", capital(why))));
    }
    let parts = notation.explain();
    for part in &parts {
        cx.cite(part.rule);
    }
    let has_e = notation.blow(true, &cx.state().house).effects.has(Effect::E);
    if has_e {
        cx.cite(rules::DW_WEAP_05);
    }
    let unread = has_e && cx.state().house.letter_e == LetterE::None;
    let told = parts.into_iter().map(|part| match part.text.as_str() {
        "E" if unread => "E means nothing at this table".to_owned(),
        text => format!("{text} means {}", part.meaning),
    });
    let fact = GearFact::Explained { notation: notation.to_string(), parts: told.collect() };
    cx.record(rules::DW_WEAP_01, fact.into());
    Ok(())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
