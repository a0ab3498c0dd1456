//! The week between two expeditions: lodgings, activities, what the Guild gives, and single numbers.

use boneyard_content::Amount;
use boneyard_table::RuleId;
use serde::Deserialize;
use serde_json::Value;

use super::effect::Effect;
use super::talent::TalentRow;
use super::{Book, Rest};
use crate::state::Attribute;

macro_rules! rows {
    ($($(#[$doc:meta])* $row:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        pub struct $row {
            /// Its id.
            pub id: RuleId,
            /// What it is called.
            pub name: String,
            /// What it does, in words.
            #[serde(default)]
            pub text: String,
            /// Ours.
            #[serde(default)]
            pub house: bool,
            /// Takes the place of an entry with the same id.
            #[serde(default)]
            pub replace: bool,
            $($(#[$field_doc])* #[serde(default)] pub $field: $type,)*
            /// What else it holds.
            #[serde(flatten)]
            pub rest: Rest,
        }
    )*};
}

rows! {
    /// Where one may spend the week.
    LodgingRow {
        /// What it costs.
        cost: Option<Amount<String>>,
        /// Risk dice of being robbed.
        risk: Option<String>,
        /// Food and drink are included.
        feeds: bool,
        /// What heals.
        heals: Option<Amount<String>>,
        /// Afflictions that end.
        ends: Vec<String>,
    }
    /// What one may do in the week.
    ActivityRow {
        /// What it costs.
        cost: Option<Amount<String>>,
        /// The check it takes.
        check: Option<Attribute>,
        /// The trait it takes.
        needs_trait: Option<String>,
        /// The skill it takes.
        needs_skill: Option<String>,
        /// What comes of it.
        effects: Vec<Effect>,
        /// What comes of it on a great success instead.
        great: Vec<Effect>,
    }
    /// What the Guild gives to new adventurers.
    GuildRow {
        /// From this legacy on.
        legacy: u16,
    }
}

impl Book {
    /// A single number of the interlude, such as `market.searches`.
    pub fn term(&self, table: &str, key: &str) -> u32 {
        let value = self.terms(table).and_then(|row| row.get(key));
        let number = match value {
            Some(Value::Object(amount)) => amount.get("dice").and_then(|dice| dice.as_str()?.parse().ok()),
            Some(value) => value.as_u64(),
            None => None,
        };
        number.and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
    }

    /// One of a list of numbers, such as the third of `lessons.score_costs`.
    pub fn term_of(&self, table: &str, key: &str, nth: usize) -> Option<u8> {
        let list = self.terms(table)?.get(key)?.as_array()?;
        u8::try_from(list.get(nth)?.as_u64()?).ok()
    }

    /// The one spelling of a name that is written in two ways.
    pub fn alias(&self, said: &str) -> Option<&str> {
        let rows = self.plain.get("alias")?;
        let same = |row: &&Value| {
            row.get("says").and_then(Value::as_str).is_some_and(|says| says.eq_ignore_ascii_case(said.trim()))
        };
        rows.iter().find(same)?.get("means")?.as_str()
    }

    /// A skill by its name, in either spelling.
    pub fn skill(&self, said: &str) -> Option<&TalentRow> {
        self.skills.named(said).or_else(|| self.skills.named(self.alias(said)?))
    }

    /// A trait by its name, in either spelling.
    pub fn has_trait(&self, said: &str) -> Option<&TalentRow> {
        self.traits.named(said).or_else(|| self.traits.named(self.alias(said)?))
    }

    fn terms(&self, table: &str) -> Option<&Value> {
        self.plain.get(table)?.first()
    }

    /// A row of a table without ids, by its name.
    pub fn plain_named(&self, table: &str, name: &str) -> Option<&Value> {
        let rows = self.plain.get(table)?;
        rows.iter().find(|row| row.get("name").and_then(Value::as_str) == Some(name))
    }
}
