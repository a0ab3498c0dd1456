//! Questions of a body: armor, toughening up, where marks go, what heals.

use boneyard_table::view::{Bin, Candidate, Domain, PromptKind, Stakes, count};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smallvec::SmallVec;

use super::{Here, Spread, no, yes_no};
use crate::DeadWeight;
use crate::hurt::worn_armor;
use crate::rules;
use crate::state::Attribute;

/// Whether to roll armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RollArmor {
    /// Who is hit.
    pub who: Who,
    /// Wounds on their way.
    pub wounds: u8,
    /// Armor points.
    pub points: u8,
}

impl Question<DeadWeight> for RollArmor {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question =
            format!("{}. Roll {}?", in_words(self.wounds), count(self.points, "armor die", "armor dice"));
        yes_no("armor", rules::DW_HURT_08, question, "Roll armor", "Spare the armor")
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

/// Which piece of armor loses a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArmorPiece {
    /// Whose.
    pub who: Who,
}

impl Question<DeadWeight> for ArmorPiece {
    type Answer = Option<u8>;

    fn form(&self, at: Here<'_>) -> Form {
        let pieces = worn_armor(at.state, self.who).into_iter().map(|(item, ap)| {
            let name = &at.state.sheet(self.who).items[usize::from(item)].name;
            Candidate::new(json!(item), format!("{name}, {ap} AP"))
        });
        Form {
            name: "piece",
            rule: rules::DW_HURT_09,
            question: "Which piece loses an armor point?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(pieces),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Option<u8>) -> Result<(), Refusal> {
        if worn_armor(at.state, self.who).iter().any(|(item, _)| Some(*item) == *answer) {
            return Ok(());
        }
        no(rules::DW_HURT_09, "no-points", "Pick a worn piece that has armor points left.")
    }

    fn choices(&self, at: Here<'_>) -> Choices<Option<u8>> {
        Choices::Every(worn_armor(at.state, self.who).into_iter().map(|(item, _)| Some(item)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<u8> {
        worn_armor(at.state, self.who).into_iter().max_by_key(|(_, ap)| *ap).map(|(item, _)| item)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether to toughen up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToughenUp {
    /// Who is hit.
    pub who: Who,
    /// Wounds left.
    pub wounds: u8,
}

impl Question<DeadWeight> for ToughenUp {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = format!("{} left. Toughen up with a STR test?", in_words(self.wounds));
        yes_no("toughen", rules::DW_HURT_10, question, "Toughen up", "Take them")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        at.state.one(self.who).available(Attribute::Str) > 0
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// On which attribute the wounds of a hit go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceWounds {
    /// Whose.
    pub who: Who,
    /// How many.
    pub wounds: u8,
    /// The rule that places them.
    pub rule: RuleId,
}

impl PlaceWounds {
    /// Attributes they may go on: those with room for all, else those with most room.
    pub fn open(self, at: Here<'_>) -> SmallVec<[Attribute; 4]> {
        let one = at.state.one(self.who);
        let most = Attribute::ALL.into_iter().map(|attribute| one.room(attribute)).max().unwrap_or(0);
        let needed = most.min(self.wounds);
        Attribute::ALL.into_iter().filter(|attribute| one.room(*attribute) >= needed).collect()
    }
}

impl Question<DeadWeight> for PlaceWounds {
    type Answer = Attribute;

    fn form(&self, at: Here<'_>) -> Form {
        let one = at.state.one(self.who);
        let options = Attribute::ALL.into_iter().map(|attribute| {
            let name = format!("{}, room for {}", attribute.name(), one.room(attribute));
            Candidate::new(json!(attribute), name).refused(Question::check(self, at, &attribute).err())
        });
        let open = self.open(at);
        let fits = open.iter().any(|attribute| one.room(*attribute) >= self.wounds);
        Form {
            name: "place",
            rule: self.rule,
            question: format!("{} to place. Where?", in_words(self.wounds)),
            kind: PromptKind::PlaceMarks,
            domain: Domain::one_of(options),
            stakes: if fits { Stakes::Costly } else { Stakes::Mortal },
        }
    }

    fn check(&self, at: Here<'_>, answer: &Attribute) -> Result<(), Refusal> {
        let open = self.open(at);
        if open.contains(answer) {
            return Ok(());
        }
        let names: Vec<&str> = open.iter().map(|attribute| attribute.name()).collect();
        let room = at.state.one(self.who).room(*answer);
        let all = room < self.wounds && open.iter().any(|a| at.state.one(self.who).room(*a) >= self.wounds);
        let rule = if all { rules::DW_HURT_12 } else { rules::DW_HURT_14 };
        let sentence = format!("{} has less room; pick {}.", answer.name(), names.join(", "));
        Err(Refusal::new(rule, "less-room", sentence).with("room", room))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Attribute> {
        Choices::Every(self.open(at).into_vec())
    }

    fn instinct(&self, at: Here<'_>) -> Attribute {
        // Where there is fatigue to take over, then where it weakens least.
        let one = at.state.one(self.who);
        let open = self.open(at);
        let best = open.into_iter().max_by_key(|attribute| {
            let taken_over = one.live.fatigue[*attribute].min(self.wounds);
            (taken_over, one.available(*attribute), std::cmp::Reverse(*attribute))
        });
        best.unwrap_or(Attribute::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Where a fatigue goes that has no place of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TireWhere {
    /// Whose.
    pub who: Who,
}

impl Question<DeadWeight> for TireWhere {
    type Answer = Attribute;

    fn form(&self, at: Here<'_>) -> Form {
        let one = at.state.one(self.who);
        let options = Attribute::ALL.map(|attribute| {
            let left = one.available(attribute);
            Candidate::new(
                json!(attribute),
                format!("{}, {} left", attribute.name(), count(left, "die", "dice")),
            )
        });
        Form {
            name: "tire",
            rule: rules::DW_HURT_02,
            question: "1 fatigue. On which attribute?".into(),
            kind: PromptKind::PlaceMarks,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &Attribute) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Attribute> {
        Choices::Every(Attribute::ALL.to_vec())
    }

    fn instinct(&self, at: Here<'_>) -> Attribute {
        let one = at.state.one(self.who);
        let best = Attribute::ALL.into_iter().max_by_key(|a| (one.available(*a), std::cmp::Reverse(*a)));
        best.unwrap_or(Attribute::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// From which attributes wounds heal, one entry for each wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Heal {
    /// Whose.
    pub who: Who,
    /// How many: never more than there are.
    pub wounds: u8,
}

impl Question<DeadWeight> for Heal {
    type Answer = Spread;

    fn form(&self, at: Here<'_>) -> Form {
        let wounds = at.state.live(self.who).wounds;
        let to = wounds.each().map(|(attribute, wounds)| Bin {
            to: Candidate::new(attribute.name(), attribute.name()),
            least: 0,
            most: wounds.into(),
        });
        Form {
            name: "heal",
            rule: rules::DW_HURT_21,
            question: format!("{} to heal. Which?", in_words(self.wounds)),
            kind: PromptKind::SpreadPoints,
            domain: Domain::Points { total: self.wounds.into(), all: true, to: to.collect() },
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Spread) -> Result<(), Refusal> {
        let answer = &answer.0;
        let wounds = at.state.live(self.who).wounds;
        if answer.len() != usize::from(self.wounds) {
            return no(rules::DW_HURT_21, "how-many", format!("Name exactly {}.", in_words(self.wounds)));
        }
        for (attribute, there) in wounds.each() {
            let named = answer.iter().filter(|known| **known == attribute).count();
            if named > usize::from(there) {
                let sentence = format!("{} has {} to heal.", attribute.name(), in_words(there));
                return no(rules::DW_HURT_21, "not-wounded", sentence);
            }
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Spread> {
        let wounds = at.state.live(self.who).wounds;
        let mut all: Vec<Vec<Attribute>> = vec![Vec::new()];
        for (attribute, there) in wounds.each() {
            let longer = all.iter().flat_map(|so_far| {
                (0..=there).map(move |more| {
                    let mut next = so_far.clone();
                    next.extend(std::iter::repeat_n(attribute, usize::from(more)));
                    next
                })
            });
            all = longer.filter(|next| next.len() <= usize::from(self.wounds)).collect();
        }
        all.retain(|chosen| chosen.len() == usize::from(self.wounds));
        Choices::Every(all.into_iter().map(Spread).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Spread {
        let mut left = at.state.live(self.who).wounds;
        let mut chosen = Vec::new();
        for _ in 0..self.wounds {
            let most = Attribute::ALL.into_iter().max_by_key(|a| (left[*a], std::cmp::Reverse(*a)));
            let Some(attribute) = most.filter(|attribute| left[*attribute] > 0) else { break };
            left[attribute] -= 1;
            chosen.push(attribute);
        }
        Spread(chosen)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

fn in_words(number: u8) -> String {
    count(number, "wound", "wounds")
}
