//! Questions about dice that lie on the table: a master's change, and which doubles to use.

use boneyard_table::view::{Candidate, DiceTray, Die as DieShown, Domain, count};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::roll::{best_doubles, check_doubles};
use crate::rules;
use crate::state::{Side, State};

/// Whether a master sets a die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetDie {
    /// Whose roll.
    pub side: u8,
    /// The dice in question, lowest first.
    pub dice: Vec<u8>,
}

/// What a master says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SetDieSay {
    /// Lets them lie.
    Keep(SetDieWord),
    /// Sets a die.
    Set(SetDieTo),
}

/// A master lets the dice lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetDieWord {
    /// As they fell.
    Keep,
}

/// A die set to another face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetDieTo {
    /// The face it shows.
    pub die: u8,
    /// The face it shall show.
    pub to: u8,
}

impl SetDie {
    fn faces(&self) -> Vec<u8> {
        let mut faces = self.dice.clone();
        faces.dedup();
        faces
    }
}

impl Question<GutsPlus> for SetDie {
    type Answer = SetDieSay;

    fn form(&self, _at: Here<'_>) -> Form {
        let keep = Candidate::new(json!(SetDieWord::Keep), "Let them lie");
        let sets = self.faces().into_iter().flat_map(|die| {
            (1..=6u8)
                .filter(move |to| *to != die)
                .map(move |to| Candidate::new(json!(SetDieTo { die, to }), format!("Turn a {die} to {to}")))
        });
        let question = format!("You have mastered this. {}: set one die?", shown(&self.dice));
        pick_one("mastery", rules::GP_XP_11, question, Domain::one_of([keep].into_iter().chain(sets)))
    }

    fn check(&self, _at: Here<'_>, answer: &SetDieSay) -> Result<(), Refusal> {
        match answer {
            SetDieSay::Keep(_) => Ok(()),
            SetDieSay::Set(set) if !(1..=6).contains(&set.to) => {
                let sentence = format!("{} is not a face of a six-sided die.", set.to);
                no(rules::GP_XP_11, "no-face", sentence)
            }
            SetDieSay::Set(set) if !self.dice.contains(&set.die) => {
                let sentence = format!("No die shows {}; there are {}.", set.die, shown(&self.dice));
                no(rules::GP_XP_11, "no-die", sentence)
            }
            SetDieSay::Set(_) => Ok(()),
        }
    }

    fn choices(&self, _at: Here<'_>) -> Choices<SetDieSay> {
        let sets = self.faces().into_iter().flat_map(|die| {
            (1..=6u8).filter(move |to| *to != die).map(move |to| SetDieSay::Set(SetDieTo { die, to }))
        });
        Choices::Every([SetDieSay::Keep(SetDieWord::Keep)].into_iter().chain(sets).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> SetDieSay {
        match self.dice.first() {
            Some(die) if *die < 6 => SetDieSay::Set(SetDieTo { die: *die, to: 6 }),
            _ => SetDieSay::Keep(SetDieWord::Keep),
        }
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        let dice = self.dice.iter().enumerate();
        let dice = dice.map(|(number, face)| DieShown::new(number.to_string(), 6, (*face).into()));
        let side = side(at.state, self.side)?;
        Some(DiceTray::new("tray", at.state.name(side.who).to_owned(), dice))
    }
}

/// Which doubles to use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Doubles {
    /// Whose.
    pub side: u8,
}

/// What is said about doubles.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DoublesSay {
    /// In a word.
    Word(DoublesWord),
    /// By their faces.
    Pairs {
        /// Own doubles.
        #[serde(default)]
        own: Vec<u8>,
        /// Doubles with a helper's die.
        #[serde(default)]
        cross: Vec<u8>,
        /// Doubles with a bonus die.
        #[serde(default)]
        chain: Vec<u8>,
    },
}

/// Doubles in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoublesWord {
    /// As many bonus dice as there can be.
    All,
    /// None.
    None,
}

impl Question<GutsPlus> for Doubles {
    type Answer = DoublesSay;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        rules::GP_DBL_01
    }

    fn form(&self, at: Here<'_>) -> Form {
        let mut options = vec![Candidate::new(json!(DoublesWord::None), "No bonus dice")];
        let mut question = String::new();
        if let Some(side) = side(at.state, self.side) {
            let best = best_doubles(side, at.state.house.bonus_dice_chain);
            question = format!("The dice of {} show {}. ", at.state.name(side.who), shown(&side.dice));
            let helping: Vec<u8> =
                side.helpers.iter().flat_map(|helper| helper.dice.iter().copied()).collect();
            if !helping.is_empty() {
                question.push_str(&format!("Help: {}. ", shown(&helping)));
            }
            if best.count() > 0 {
                let name = format!("All doubles: {}", count(best.count() as u32, "bonus die", "bonus dice"));
                options.insert(0, Candidate::new(json!(DoublesWord::All), name));
            }
            for face in 2..=6u8 {
                let (own, helping, _) = side.free(face);
                if own >= 2 {
                    let say = DoublesSay::Pairs { own: vec![face], cross: vec![], chain: vec![] };
                    options.push(Candidate::new(json!(say), format!("Only the {face}s")));
                }
                if own >= 1 && helping >= 1 {
                    let say = DoublesSay::Pairs { own: vec![], cross: vec![face], chain: vec![] };
                    options.push(Candidate::new(json!(say), format!("Only a {face} with the help")));
                }
            }
        }
        question.push_str("Use doubles?");
        pick_one("doubles", rules::GP_DBL_01, question, Domain::one_of(options))
    }

    fn check(&self, at: Here<'_>, answer: &DoublesSay) -> Result<(), Refusal> {
        match (answer, side(at.state, self.side)) {
            (DoublesSay::Pairs { own, cross, chain }, Some(side)) => {
                check_doubles(side, own, cross, chain, at.state.house.bonus_dice_chain).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    fn choices(&self, _at: Here<'_>) -> Choices<DoublesSay> {
        // Points need not be placed and totals only grow: all doubles are never worse than some.
        Choices::Enough([DoublesWord::All, DoublesWord::None].map(DoublesSay::Word).to_vec())
    }

    fn instinct(&self, _at: Here<'_>) -> DoublesSay {
        DoublesSay::Word(DoublesWord::All)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        tray_of(at, self.side)
    }
}

pub(super) fn side(state: &State, nth: u8) -> Option<&Side> {
    state.tray.as_ref()?.sides.get(usize::from(nth))
}

pub(super) fn shown(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

pub(super) fn tray_of(at: Here<'_>, nth: u8) -> Option<DiceTray> {
    let side = side(at.state, nth)?;
    // Nothing is read before every die lies: until then each counts what it shows.
    let values = side.read();
    let own = side.dice.iter().enumerate().map(|(number, face)| {
        let die = DieShown::new(number.to_string(), 6, (*face).into());
        match values.get(number) {
            Some(value) if value != face => die.counts_as((*value).into()),
            _ => die,
        }
    });
    let help = side.helpers.iter().enumerate().flat_map(|(number, helper)| {
        helper.dice.iter().enumerate().map(move |(place, face)| {
            let die = DieShown::new(format!("h{number}.{place}"), 6, (*face).into());
            die.owner(at.state.name(helper.who).to_owned()).role("assist")
        })
    });
    let dice: Vec<DieShown> = own.chain(help).collect();
    (!dice.is_empty()).then(|| DiceTray::new("tray", at.state.name(side.who).to_owned(), dice))
}
