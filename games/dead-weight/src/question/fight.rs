//! Questions of a fight: surrender, what broken enemies do, lending a shield, what to drop, whether a
//! fight was challenging.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, yes_no};
use crate::DeadWeight;
use crate::combat::{challenging_fight, challenging_foe};
use crate::rules;
use crate::state::Place;

/// Whether the surrender of the other side is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AcceptSurrender {
    /// The side that gives up: 0 the adventurers, 1 the enemies.
    pub of: u8,
}

impl Question<DeadWeight> for AcceptSurrender {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let who = if self.of == 0 { "The adventurers are" } else { "The enemies are" };
        let question = format!("{who} broken and give up. Do you accept?");
        yes_no("surrender", rules::DW_COMB_08, question, "Accept", "Fight on")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn stance(&self) -> Stance {
        Stance::Sealed
    }
}

/// Whether a broken party offers its surrender, where the table lets it choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferSurrender;

impl Question<DeadWeight> for OfferSurrender {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = "The party is broken. Offer your surrender?".to_owned();
        yes_no("offer", rules::DW_COMB_08, question, "Offer it", "Fight on")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn stance(&self) -> Stance {
        Stance::Sealed
    }
}

/// What broken enemies do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenFoes {
    /// Whether giving up is still open.
    pub may_surrender: bool,
}

impl BrokenFoes {
    /// They give up.
    pub const SURRENDER: &str = "surrender";
    /// They run.
    pub const FLEE: &str = "flee";
    /// They fight on.
    pub const FIGHT_ON: &str = "fight_on";

    fn open(self) -> Vec<String> {
        let all = [(Self::SURRENDER, self.may_surrender), (Self::FLEE, true), (Self::FIGHT_ON, true)];
        all.into_iter().filter(|(_, open)| *open).map(|(word, _)| word.to_owned()).collect()
    }
}

impl Question<DeadWeight> for BrokenFoes {
    type Answer = String;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = self.open().into_iter().map(|word| {
            let name = match word.as_str() {
                Self::SURRENDER => "They give up",
                Self::FLEE => "They run",
                _ => "They fight on",
            };
            Candidate::new(json!(word), name)
        });
        Form {
            name: "broken",
            rule: rules::DW_MORALE_06,
            question: "The enemies are broken. What do they do?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        let open = self.open();
        if open.contains(answer) {
            return Ok(());
        }
        no(rules::DW_MORALE_06, "no-such-way", format!("There is {}.", open.join(", ")))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Every(self.open())
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        if self.may_surrender { Self::SURRENDER.to_owned() } else { Self::FLEE.to_owned() }
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Whether an ally on the same tile may use one's shield tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LendShield {
    /// Whose tokens.
    pub who: Who,
    /// For whom.
    pub to: Who,
}

impl Question<DeadWeight> for LendShield {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question = format!("{} is attacked. May your shield tokens be used?", at.state.name(self.to));
        yes_no("lend", rules::DW_SKILL_19, question, "Yes", "No")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// What somebody drops who carries too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DropThing {
    /// Who.
    pub who: Who,
}

impl DropThing {
    /// Things that can be dropped: those that take room.
    pub fn things(self, at: Here<'_>) -> Vec<u8> {
        let one = at.state.one(self.who);
        let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let heavy = all.filter(|(_, (sheet, now))| {
            let worn = now.place == Place::Worn
                && sheet.kind.is_some_and(|kind| at.book.containers.get(kind.as_str()).is_some());
            !matches!(now.place, Place::Gone | Place::Notes) && !worn && sheet.takes(now.count) > 0
        });
        heavy.map(|(number, _)| number as u8).collect()
    }
}

impl Question<DeadWeight> for DropThing {
    type Answer = Option<u8>;

    fn form(&self, at: Here<'_>) -> Form {
        let things = self.things(at).into_iter().map(|item| {
            Candidate::new(json!(item), at.state.sheet(self.who).items[usize::from(item)].name.clone())
        });
        Form {
            name: "drop",
            rule: rules::DW_INV_02,
            question: "It is too much to carry. What do you drop?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(things),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Option<u8>) -> Result<(), Refusal> {
        if answer.is_some_and(|item| self.things(at).contains(&item)) {
            return Ok(());
        }
        no(rules::DW_INV_02, "takes-no-room", "Drop one thing that takes at least a slot.")
    }

    fn choices(&self, at: Here<'_>) -> Choices<Option<u8>> {
        Choices::Every(self.things(at).into_iter().map(Some).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<u8> {
        // What is in no hand and on no body is missed least.
        let places = at.state.live(self.who);
        let things = self.things(at).into_iter();
        things.max_by_key(|item| (places.items[usize::from(*item)].place, *item))
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether a fight, or a foe in it, was challenging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Challenging {
    /// The foe that was defeated, not the fight.
    pub foe: bool,
}

impl Question<DeadWeight> for Challenging {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question =
            if self.foe { "Was a foe you defeated challenging?" } else { "Was this fight challenging?" };
        yes_no("challenging", rules::DW_HOUSE_20H, question.to_owned(), "Yes", "No")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        if self.foe { challenging_foe(at) } else { challenging_fight(at) }
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
