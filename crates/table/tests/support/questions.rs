//! The questions of the test game: yes or no, a number, a die to reroll, somebody.

use boneyard_table::view::{
    Beforehand, Candidate, DiceTray, Domain, PromptKind, Stakes, Stands, Tone, Verbs,
};
use boneyard_table::{At, Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::duel::{
    Answer, BID, CAMP, Duel, EXCHANGE, GUARD, HAGGLE, HELP, LIFT, PARRY, POUNCE, Prompt, SNAG, TRAIN, Tray,
};
use super::shown::dice_tray;

/// A window that can be let pass.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct YesOrNo {
    pub window: Window,
    pub who: Who,
    pub side: u8,
    pub mortal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    Parry,
    Wait,
    Pounce,
    Ready,
    Lift,
    Help,
    Camp,
    CampTie,
}

/// A number up to a limit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Amount {
    pub of: Of,
    pub who: Who,
    pub most: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    Bid,
    Hours,
    Care,
    Snag,
}

/// A die of the tray by its face, or none.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reroll {
    pub side: u8,
    pub tray: Tray,
}

/// One of those who stand, what lurks too: a game that forgets who is asked.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Whom {
    pub side: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Yes(pub bool);

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Face(pub Option<u8>);

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pick(pub Who);

macro_rules! answers {
    ($($answer:ident, $variant:ident, $question:ident;)*) => {$(
        impl From<$answer> for Answer {
            fn from(answer: $answer) -> Self {
                Answer::$variant(answer.0)
            }
        }

        impl TryFrom<Answer> for $answer {
            type Error = Answer;

            fn try_from(answer: Answer) -> Result<Self, Answer> {
                match answer {
                    Answer::$variant(inner) => Ok(Self(inner)),
                    other => Err(other),
                }
            }
        }

        impl From<$question> for Prompt {
            fn from(question: $question) -> Self {
                Prompt::$question(question)
            }
        }
    )*};
}

answers! {
    Yes, Yes, YesOrNo;
    Number, Number, Amount;
    Face, Face, Reroll;
    Pick, Whom, Whom;
}

impl YesOrNo {
    fn may(&self, at: At<'_, Duel>) -> bool {
        self.window != Window::Parry || at.state.get(self.who).is_some_and(|who| who.parries > 0)
    }

    fn rule(&self) -> RuleId {
        match self.window {
            Window::Parry => PARRY,
            Window::Wait => HAGGLE,
            Window::Pounce => POUNCE,
            Window::Ready => TRAIN,
            Window::Lift => LIFT,
            Window::Help => HELP,
            Window::Camp | Window::CampTie => CAMP,
        }
    }
}

impl Question<Duel> for YesOrNo {
    type Answer = Yes;

    fn form(&self, at: At<'_, Duel>) -> Form {
        let name = match self.window {
            Window::Parry => "parry",
            Window::Wait => "wait",
            Window::Pounce => "pounce",
            Window::Ready => "ready",
            Window::Lift => "lift",
            Window::Help => "help",
            Window::Camp => "camp",
            Window::CampTie => "tie",
        };
        let stakes = if self.mortal { Stakes::Mortal } else { Stakes::None };
        let question =
            at.state.get(self.who).map_or_else(String::new, |who| format!("{}: {name}?", who.name));
        let kind = match self.window {
            Window::Camp => {
                PromptKind::Vote { voted: Vec::new(), tie: "The GM decides.".into(), outcome: None }
            }
            _ => PromptKind::YesOrNo,
        };
        Form { name, rule: self.rule(), question, kind, domain: Domain::yes_no(), stakes }
    }

    fn check(&self, at: At<'_, Duel>, answer: &Yes) -> Result<(), Refusal> {
        if answer.0 && !self.may(at) {
            return Err(Refusal::new(PARRY, "no-parries", "No parries are left.").with("left", 0));
        }
        Ok(())
    }

    fn choices(&self, at: At<'_, Duel>) -> Choices<Yes> {
        Choices::Every(if self.may(at) { vec![Yes(false), Yes(true)] } else { vec![Yes(false)] })
    }

    fn instinct(&self, at: At<'_, Duel>) -> Yes {
        match self.window {
            Window::Lift => Yes(true),
            Window::Help => Yes(at.state.get(self.who).is_some_and(|who| who.coins > 3)),
            _ => Yes(self.mortal && self.may(at)),
        }
    }

    fn stance(&self) -> Stance {
        match self.window {
            Window::Camp => Stance::Sealed,
            Window::CampTie => Stance::Judge,
            _ => Stance::For(self.side),
        }
    }

    fn pass(&self) -> Option<Yes> {
        Some(Yes(false))
    }
}

impl Question<Duel> for Amount {
    type Answer = Number;

    fn form(&self, at: At<'_, Duel>) -> Form {
        let (name, rule) = match self.of {
            Of::Bid => ("bid", BID),
            Of::Hours => ("hours", TRAIN),
            Of::Care => ("care", TRAIN),
            Of::Snag => ("snag", SNAG),
        };
        let hp = at.state.get(self.who).map_or(0, |who| who.hp);
        let question = format!("How many, with {hp} hit points?");
        let domain = Domain::amount(0, self.most.into());
        Form { name, rule, question, kind: PromptKind::Number, domain, stakes: Stakes::None }
    }

    fn check(&self, at: At<'_, Duel>, answer: &Number) -> Result<(), Refusal> {
        if answer.0 <= self.most {
            return Ok(());
        }
        let rule = Question::form(self, at).rule;
        Err(Refusal::new(rule, "too-many", format!("At most {}.", self.most)).with("most", self.most))
    }

    fn choices(&self, _: At<'_, Duel>) -> Choices<Number> {
        match self.of {
            Of::Care => Choices::Some(vec![Number(0)]),
            _ => Choices::Every((0..=self.most).map(Number).collect()),
        }
    }

    fn instinct(&self, _: At<'_, Duel>) -> Number {
        Number(self.most / 2)
    }

    fn stance(&self) -> Stance {
        match self.of {
            Of::Bid => Stance::Sealed,
            Of::Snag => Stance::Own,
            Of::Hours | Of::Care => Stance::For(0),
        }
    }

    fn pass(&self) -> Option<Number> {
        (self.of == Of::Snag).then_some(Number(0))
    }

    /// A snag that is to be a rule of the table weighs one more.
    fn ticked(&self, answer: Number) -> Number {
        Number(answer.0 + u8::from(self.of == Of::Snag))
    }
}

impl Reroll {
    fn made(&self) -> bool {
        self.tray.dice.iter().any(|&die| die >= 5)
    }
}

impl Question<Duel> for Reroll {
    type Answer = Face;

    fn form(&self, _: At<'_, Duel>) -> Form {
        let question = format!("Reroll one of {:?}?", self.tray.dice);
        let domain = Domain::amount(1, 6);
        Form {
            name: "reroll",
            rule: EXCHANGE,
            question,
            kind: PromptKind::PickDice,
            domain,
            stakes: Stakes::None,
        }
    }

    fn check(&self, _: At<'_, Duel>, answer: &Face) -> Result<(), Refusal> {
        match answer.0 {
            Some(_) if self.tray.left[usize::from(self.side)] == 0 => {
                Err(Refusal::new(EXCHANGE, "no-rerolls", "No rerolls are left."))
            }
            Some(face) if face == 0 || !self.tray.dice.contains(&face) => {
                Err(Refusal::new(EXCHANGE, "no-such-die", format!("No die shows {face}.")).with("face", face))
            }
            _ => Ok(()),
        }
    }

    fn choices(&self, at: At<'_, Duel>) -> Choices<Face> {
        let mut faces = self.tray.dice.to_vec();
        faces.dedup();
        let all = [None].into_iter().chain(faces.into_iter().map(Some)).map(Face);
        Choices::Every(all.filter(|face| Question::check(self, at, face).is_ok()).collect())
    }

    fn instinct(&self, at: At<'_, Duel>) -> Face {
        let made = self.tray.dice.iter().any(|&die| die >= 5);
        let lowest = Face(self.tray.dice.iter().copied().find(|&die| die > 0));
        let wants = (self.side == 0) != made;
        if wants && Question::check(self, at, &lowest).is_ok() { lowest } else { Face(None) }
    }

    fn stance(&self) -> Stance {
        Stance::For(self.side)
    }

    fn pass(&self) -> Option<Face> {
        Some(Face(None))
    }

    fn settled(&self, _: At<'_, Duel>) -> Option<Face> {
        let best = self.tray.dice.iter().all(|&die| matches!(die, 0 | 6));
        (self.side == 0 && best).then_some(Face(None))
    }

    fn stands(&self, _: At<'_, Duel>) -> Option<Stands> {
        Some(if self.made() {
            Stands::new(Tone::Good, "Made so far")
        } else {
            Stands::new(Tone::Bad, "Not yet")
        })
    }

    fn verbs(&self, _: At<'_, Duel>) -> Option<Verbs> {
        Some(Verbs { take: "Reroll this".into(), leave: "Keep them".into() })
    }

    fn beforehand(&self, _: At<'_, Duel>) -> Vec<Beforehand> {
        vec![Beforehand::new("keep-made", "Never reroll what is made")]
    }

    fn by_word(&self, _: At<'_, Duel>, id: &str) -> Option<Face> {
        (id == "keep-made" && self.made()).then_some(Face(None))
    }

    fn tray(&self, _: At<'_, Duel>) -> Option<DiceTray> {
        Some(dice_tray(&self.tray))
    }
}

impl Whom {
    fn weakest(at: At<'_, Duel>) -> Option<Who> {
        let standing = at.state.all().filter(|(_, duelist)| duelist.hp > 0);
        standing.min_by_key(|(_, duelist)| duelist.hp).map(|(who, _)| who)
    }
}

impl Question<Duel> for Whom {
    type Answer = Pick;

    fn form(&self, at: At<'_, Duel>) -> Form {
        let standing = at.state.all().filter(|(_, duelist)| duelist.hp > 0);
        let options = standing.map(|(who, duelist)| Candidate::new(json!(who), duelist.name.clone()));
        Form {
            name: "whom",
            rule: GUARD,
            question: "Over whom?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: At<'_, Duel>, answer: &Pick) -> Result<(), Refusal> {
        match at.state.get(answer.0) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(GUARD, "nobody", "There is nobody like that.")),
        }
    }

    fn choices(&self, at: At<'_, Duel>) -> Choices<Pick> {
        Choices::Every(at.state.all().filter(|(_, one)| one.hp > 0).map(|(who, _)| Pick(who)).collect())
    }

    fn instinct(&self, at: At<'_, Duel>) -> Pick {
        Pick(Self::weakest(at).unwrap_or(Who(1)))
    }

    fn stance(&self) -> Stance {
        Stance::For(self.side)
    }

    fn beforehand(&self, _: At<'_, Duel>) -> Vec<Beforehand> {
        vec![Beforehand::new("weakest", "Always the weakest")]
    }

    fn by_word(&self, at: At<'_, Duel>, id: &str) -> Option<Pick> {
        (id == "weakest").then(|| Self::weakest(at).map(Pick)).flatten()
    }
}
