//! Questions the Guild puts to newcomers.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no};
use crate::DeadWeight;
use crate::interlude::{category_of, listed_wares};
use crate::rules;
use crate::state::Attribute;

/// Which thing a newcomer takes from the Guild's stores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuildThing {
    /// Who.
    pub who: Who,
    /// Of which category.
    pub category: String,
}

impl GuildThing {
    fn names(&self, at: Here<'_>) -> Vec<String> {
        let all = listed_wares(at.book).filter(|(id, _)| category_of(at.book, *id) == Some(&self.category));
        all.map(|(_, name)| name.to_owned()).collect()
    }
}

impl Question<DeadWeight> for GuildThing {
    type Answer = String;

    fn form(&self, at: Here<'_>) -> Form {
        let options = self.names(at).into_iter().map(|name| Candidate::new(json!(name), name));
        Form {
            name: "guild_thing",
            rule: rules::DW_HOUSE_45H,
            question: format!("Which {} thing from the Guild's stores?", self.category),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if self.names(at).contains(answer) {
            return Ok(());
        }
        no(rules::DW_HOUSE_45H, "no-such-thing", format!("{answer} is no {} thing.", self.category))
    }

    fn choices(&self, at: Here<'_>) -> Choices<String> {
        Choices::Every(self.names(at))
    }

    fn instinct(&self, at: Here<'_>) -> String {
        self.names(at).into_iter().next().unwrap_or_default()
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// What a newcomer is trained in by the Guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuildTraining {
    /// Who.
    pub who: Who,
}

impl GuildTraining {
    fn open(self, at: Here<'_>) -> Vec<Attribute> {
        let trained = at.state.sheet(self.who).hero.proficiency;
        let open: Vec<Attribute> =
            Attribute::ALL.into_iter().filter(|attribute| trained[*attribute] < 2).collect();
        if open.is_empty() { Attribute::ALL.to_vec() } else { open }
    }
}

impl Question<DeadWeight> for GuildTraining {
    type Answer = Attribute;

    fn form(&self, at: Here<'_>) -> Form {
        let options =
            self.open(at).into_iter().map(|attribute| Candidate::new(json!(attribute), attribute.name()));
        Form {
            name: "guild_training",
            rule: rules::DW_HOUSE_45H,
            question: "Which attribute did the Guild's masters train?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Attribute) -> Result<(), Refusal> {
        if self.open(at).contains(answer) {
            return Ok(());
        }
        no(rules::DW_HOUSE_45H, "limit", format!("{} is trained as far as it goes.", answer.name()))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Attribute> {
        Choices::Every(self.open(at))
    }

    fn instinct(&self, at: Here<'_>) -> Attribute {
        let score = at.state.sheet(self.who).hero.score;
        self.open(at).into_iter().max_by_key(|attribute| score[*attribute]).unwrap_or(Attribute::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
