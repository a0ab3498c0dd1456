//! A fact, a roll or a word as told to one seat, with its rule and the terms behind every number.
//! What is told to whom is decided by the game; order and folding come from the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::Secret;
use super::msg::Msg;
use super::term::{Term, Why};
use super::tray::Die;
use crate::{Refusal, RuleId, Seat, Who};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Its number in the log, which counts on from where that was opened; 0 until it has one.
    #[serde(default)]
    pub seq: i32,
    /// The action it belongs to: lines of one action fold under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<u32>,
    /// What kind of line.
    #[serde(flatten)]
    pub kind: LineKind,
    /// The whole line as a sentence.
    pub say: Msg,
    /// The seat that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// Whom it concerns most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// The rule it cites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The answer to "why?".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<Why>>,
    /// The dice it tells of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// Not final yet: its action still waits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Its dice were typed in by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entered: bool,
    /// Taken back later: struck through, with who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub struck: Option<Struck>,
    /// Not seen by everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
}

/// What a line tells of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LineKind {
    /// Dice fell.
    Roll {
        /// What came of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Msg>,
    },
    /// Something changed.
    Change,
    /// A round, a watch or a day began: a rule across the log.
    Time,
    /// The GM ruled or overruled.
    Ruling {
        /// The number of the ruling.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ruling: Option<u32>,
        /// Why, in the GM's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Somebody said something.
    Talk {
        /// In which voice.
        voice: Voice,
        /// The words as typed.
        words: String,
        /// Whom they call by `@name`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<Seat>,
        /// What each `[[…]]` in them came to, in order; the dice are the line's.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rolls: Vec<InlineRoll>,
    },
    /// A roll or word not everybody may see.
    Secret {
        /// How secret.
        mode: SecretMode,
    },
    /// What this seat tried was not allowed.
    Refusal {
        /// Why.
        refusal: Refusal,
    },
    /// Actions were taken back.
    Undone {
        /// How many.
        actions: u32,
        /// Dice seen or things shown stay spent.
        crossed: bool,
    },
    /// A new table was forked from here.
    Fork {
        /// Its name.
        title: String,
    },
    /// Something hidden came to light.
    Reveal,
    /// Somebody joined, left or came back.
    People {
        /// What happened.
        presence: Presence,
    },
    /// Dice were typed in by hand.
    Entered,
}

/// A roll in the middle of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InlineRoll {
    /// The roll as we write it.
    pub notation: String,
    /// What it came to.
    #[schemars(with = "i32")]
    pub total: i64,
    /// The whole roll in words.
    pub text: String,
}

/// How words are meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Voice {
    /// A hero speaks.
    InCharacter,
    /// A player speaks.
    OutOfCharacter,
    /// A hero does something, told in words.
    Emote,
    /// Only these seats hear it.
    Whisper {
        /// To whom.
        to: Vec<Seat>,
    },
}

/// Who sees a secret roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecretMode {
    /// The roller and the GM.
    Gm,
    /// The GM only.
    Blind,
    /// The roller only.
    #[serde(rename = "self")]
    Own,
}

/// What a person at the table did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Sat down.
    Joined,
    /// Is not answering.
    Away,
    /// Is here again.
    Back,
    /// Got up for good.
    Left,
}

/// Who took a line back, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Struck {
    /// Who.
    pub by: Seat,
    /// Why, if they said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Line {
    /// A line of some kind.
    pub fn new(kind: LineKind, say: impl Into<Msg>) -> Self {
        Line {
            seq: 0,
            action: None,
            kind,
            say: say.into(),
            by: None,
            who: None,
            rule: None,
            why: None,
            dice: Vec::new(),
            provisional: false,
            entered: false,
            struck: None,
            secret: None,
        }
    }

    /// Something changed.
    pub fn change(say: impl Into<Msg>) -> Self {
        Line::new(LineKind::Change, say)
    }

    /// Dice fell.
    pub fn roll(say: impl Into<Msg>, dice: Vec<Die>) -> Self {
        let entered = dice.iter().any(|die| die.entered);
        Line { dice, entered, ..Line::new(LineKind::Roll { outcome: None }, say) }
    }

    /// A round, a watch or a day began.
    pub fn time(say: impl Into<Msg>) -> Self {
        Line::new(LineKind::Time, say)
    }

    /// The GM ruled.
    pub fn ruling(say: impl Into<Msg>) -> Self {
        Line::new(LineKind::Ruling { ruling: None, reason: None }, say)
    }

    /// Something hidden came to light.
    pub fn reveal(say: impl Into<Msg>) -> Self {
        Line::new(LineKind::Reveal, say)
    }

    /// Something was not allowed.
    pub fn refusal(refusal: Refusal) -> Self {
        let say = refusal.to_string();
        Line::new(LineKind::Refusal { refusal }, say)
    }

    /// Names the rule.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Names whom it concerns most.
    #[must_use]
    pub fn who(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// Names the seat that caused it.
    #[must_use]
    pub fn by(mut self, seat: Seat) -> Self {
        self.by = Some(seat);
        self
    }

    /// Gives the answer to "why?".
    #[must_use]
    pub fn why(mut self, why: impl Into<Why>) -> Self {
        self.why = Some(Box::new(why.into()));
        self
    }

    /// Marks it as secret.
    #[must_use]
    pub fn secret(mut self, secret: Secret) -> Self {
        self.secret = Some(secret);
        self
    }

    /// The terms behind its number.
    pub fn terms(&self) -> &[Term] {
        self.why.as_ref().and_then(|why| why.value.as_ref()).map_or(&[], |value| &value.terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Value;

    #[test]
    fn a_roll_with_typed_dice_carries_the_pencil_mark() {
        assert!(Line::roll("Brack rolls 4.", vec![Die::new("1", 6, 4).entered()]).entered);
        assert!(!Line::roll("Brack rolls 4.", vec![Die::new("1", 6, 4)]).entered);
    }

    #[test]
    fn a_line_shows_the_terms_behind_its_number() {
        let value = Value::sum(vec![Term::new("die", 4), Term::new("training", 2)]);
        let line = Line::change("Brack deals 6 damage.").why(value);
        assert_eq!(line.terms().len(), 2);
        assert!(Line::change("Nothing happens.").terms().is_empty());
    }

    #[test]
    fn a_refusal_told_as_a_line_reads_as_its_sentence() {
        let refusal = Refusal::by_table("no-shield", "No shield in hand. BLOCK! needs one.");
        assert_eq!(Line::refusal(refusal).say.text(), "No shield in hand. BLOCK! needs one.");
    }

    #[test]
    fn every_kind_of_line_comes_back_from_json_as_it_was() {
        let refusal = Refusal::by_table("no-shield", "No shield in hand.");
        let kinds = [
            LineKind::Roll { outcome: Some("hit".into()) },
            LineKind::Change,
            LineKind::Time,
            LineKind::Ruling { ruling: Some(2), reason: Some("the pillar is cover".into()) },
            LineKind::Talk {
                voice: Voice::Whisper { to: vec![Seat(2)] },
                words: "@Di, it looks at you: [[1d6]].".into(),
                calls: vec![Seat(2)],
                rolls: vec![InlineRoll { notation: "1d6".into(), total: 4, text: "[4] = 4".into() }],
            },
            LineKind::Secret { mode: SecretMode::Own },
            LineKind::Refusal { refusal },
            LineKind::Undone { actions: 2, crossed: true },
            LineKind::Fork { title: "What if".into() },
            LineKind::Reveal,
            LineKind::People { presence: Presence::Away },
            LineKind::Entered,
        ];
        for kind in kinds {
            let dice = vec![Die::new("1", 6, 4).entered()];
            let struck = Some(Struck { by: Seat::GM, reason: None });
            let told = Line::new(kind, "It is told.").who(Who(1)).by(Seat(1)).rule(RuleId::of("DK-HARM-01"));
            let line = Line { dice, struck, provisional: true, action: Some(3), ..told };
            let text = serde_json::to_string(&line).expect("plain data");
            assert_eq!(serde_json::from_str::<Line>(&text).expect("same shape"), line, "{text}");
        }
    }
}
