//! A question of the rules as a card: who is asked, what, how it is drawn, what is at stake, and what
//! instinct would answer. The question itself, and the check of an answer, belong to the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::domain::{Domain, Param};
use super::frame::Tone;
use super::line::Line;
use super::msg::Msg;
use super::odds::Odds;
use super::term::Why;
use super::tray::{DiceTray, Die};
use crate::{RuleId, Seat, Who};

/// One open question, or one this seat waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PromptCard {
    /// What an answer names.
    pub id: String,
    /// Changes when the question changes.
    pub digest: String,
    /// The window or question by name: "W1", "bid".
    pub name: String,
    /// Seats that may answer.
    pub asks: Vec<Seat>,
    /// Seats whose answer is still waited for.
    pub waits: Vec<Seat>,
    /// The creature that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// No answer is seen before all are in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// Nobody waits for it: a chance to speak up while another question is open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// How it is drawn.
    pub kind: PromptKind,
    /// The sentence.
    pub question: Msg,
    /// What may be answered; absent for those who only wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<Domain>,
    /// What led here, outermost first: the stack of the action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<Line>,
    /// The dice it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tray: Option<DiceTray>,
    /// What instinct would answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// What is at stake.
    #[serde(default)]
    pub stakes: Stakes,
    /// Questions with the same group stand together on one card, a row for each creature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// How it comes out as things are: "Miss so far".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<Stands>,
    /// What the buttons of a question about dice say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verbs: Option<Verbs>,
    /// Answers that can be given beforehand from here on, for a while.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beforehand: Vec<Beforehand>,
    /// The rule that asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The answer to "why?".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<Why>>,
    /// What comes of it, for the seat that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// How something comes out as things are, in a word or two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stands {
    /// Whether that is welcome to the seat that is asked.
    pub tone: Tone,
    /// In words.
    pub say: Msg,
}

impl Stands {
    /// Welcome or not, in words.
    pub fn new(tone: Tone, say: impl Into<Msg>) -> Self {
        Self { tone, say: say.into() }
    }
}

/// What the buttons of a question about dice say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verbs {
    /// To take a die; its face follows: "Reroll this".
    pub take: Msg,
    /// To leave them all: "Keep the miss".
    pub leave: Msg,
}

/// An answer that can be given beforehand to all questions of the same name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Beforehand {
    /// What the request names.
    pub id: String,
    /// In words: "Never reroll a hit".
    pub label: Msg,
    /// What it answers to the question at hand, if it bears on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<Value>,
}

impl Beforehand {
    /// An answer by its id, in words.
    pub fn new(id: impl Into<String>, label: impl Into<Msg>) -> Self {
        Self { id: id.into(), label: label.into(), say: None }
    }
}

/// What is at stake.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    /// Nothing rare.
    #[default]
    None,
    /// Something rare may be spent: defaults are never preselected.
    Costly,
    /// A hero may die: never answered by the clock.
    Mortal,
}

/// How a question is drawn, with what its domain does not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PromptKind {
    /// Faces of dice rolled by hand, group by group.
    TypeDice {
        /// What to roll.
        groups: Vec<DiceAsked>,
    },
    /// Two buttons.
    YesOrNo,
    /// A list, each with odds and refusal.
    PickOne,
    /// Dice of the card's tray.
    PickDice,
    /// Two dice side by side.
    KeepOldOrNew { old: Box<Die>, new: Box<Die> },
    /// Steppers under targets.
    SpreadPoints,
    /// Marks on targets that say why not.
    PlaceMarks,
    /// A stepper.
    Number,
    /// One shared card to build a roll: the roller is waited for, others may speak up.
    Declare { roller: Seat, parts: Vec<DeclarePart> },
    /// The GM decides.
    Judge(JudgeCard),
    /// The GM reads dice, one line each.
    ReadDice { judge: JudgeCard, dice: Vec<ReadDie> },
    /// Free words.
    Words {
        /// Whether the hero speaks or the player.
        in_character: bool,
    },
    /// Values into slots.
    Assign,
    /// A checklist with running cost.
    ChooseThings,
    /// A square, a path, an area or a direction.
    OnTheMap,
    /// Up and down.
    PutInOrder,
    /// Everybody's choice; shown once it is decided.
    Vote {
        /// Who has voted.
        voted: Vec<Seat>,
        /// What happens on a tie.
        tie: Msg,
        /// The outcome, once it is decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Msg>,
    },
    /// The facts about to count.
    Review { facts: Vec<Line> },
    /// What will be lost.
    Confirm { losing: Vec<Msg> },
    /// Somebody wishes for something.
    Requests { from: Seat, wish: Msg },
}

/// One seat's part of a roll that is being declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeclarePart {
    /// Whose part.
    pub seat: Seat,
    /// What it is: "Help from Cy".
    pub label: Msg,
    /// What may be chosen in it.
    pub params: Vec<Param>,
    /// Whether this seat is done.
    pub ready: bool,
}

/// A judgement, with the proposal first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JudgeCard {
    /// What would be ruled if nobody objected; one of the options of the domain.
    pub proposal: Value,
    /// Why it is proposed.
    pub reason: Msg,
    /// What the rulings are remembered under.
    pub tag: String,
    /// Facts for the GM's eyes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Msg>,
    /// Earlier rulings on the same rule and tag, latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub precedents: Vec<EarlierRuling>,
    /// Whether words of the GM's own may be given.
    #[serde(default)]
    pub free: bool,
    /// Whether it can be put off, because no dice depend on it.
    #[serde(default)]
    pub later: bool,
}

/// A ruling that bears on this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierRuling {
    /// In words.
    pub say: Msg,
    /// Whether it stands as a rule of this table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub table_rule: bool,
}

/// Like dice to be rolled by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiceAsked {
    /// What they are called: own, helper, tens.
    pub name: String,
    /// How many.
    pub count: u32,
    /// Faces of the die.
    pub sides: u32,
}

/// One die as it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadDie {
    /// The die.
    pub die: Die,
    /// What changed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Msg>,
    /// What it is worth now.
    pub value: i32,
    /// How it reads alone.
    pub result: Msg,
}

impl PromptCard {
    /// A card put to one seat, which is waited for.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        seat: Seat,
        kind: PromptKind,
        question: impl Into<Msg>,
    ) -> Self {
        PromptCard {
            id: id.into(),
            digest: String::new(),
            name: name.into(),
            asks: vec![seat],
            waits: vec![seat],
            who: None,
            sealed: false,
            optional: false,
            kind,
            question: question.into(),
            domain: None,
            context: Vec::new(),
            tray: None,
            default: None,
            stakes: Stakes::None,
            group: None,
            stands: None,
            verbs: None,
            beforehand: Vec::new(),
            rule: None,
            why: None,
            odds: None,
        }
    }

    /// Whether this seat may answer.
    pub fn is_for(&self, seat: Seat) -> bool {
        self.asks.contains(&seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mortal_question_weighs_more_than_a_costly_one() {
        assert!(Stakes::Mortal > Stakes::Costly && Stakes::Costly > Stakes::None);
    }

    #[test]
    fn a_card_is_for_those_it_asks_and_for_nobody_else() {
        let card = PromptCard::new("7.0.0", "W2", Seat(1), PromptKind::PickOne, "9 damage. React?");
        assert!(card.is_for(Seat(1)));
        assert!(!card.is_for(Seat::GM));
    }

    #[test]
    fn a_judgement_comes_back_from_json_with_its_proposal() {
        let judge = JudgeCard {
            proposal: "near".into(),
            reason: "Successes outweigh.".into(),
            ..JudgeCard::default()
        };
        let card =
            PromptCard::new("8.0.0", "reading", Seat::GM, PromptKind::Judge(judge), "How does it read?");
        let back: PromptCard =
            serde_json::from_str(&serde_json::to_string(&card).expect("plain data")).expect("same shape");
        assert_eq!(back, card);
    }
}
