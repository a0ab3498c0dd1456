//! Whether to make a roll that was called for, and whether to help with one.

use boneyard_table::view::{Candidate, DiceTray, Domain, count};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::dice::{side, tray_of};
use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::roll::{self, pool_of};
use crate::rules;

/// Whether to make a roll that was called for, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accept {
    /// Whose roll.
    pub side: u8,
}

/// What is said to a roll that was called for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AcceptSay {
    /// In a word.
    Word(AcceptWord),
    /// Appeals for a quality of their own.
    Appeal {
        /// Which.
        appeal: String,
        /// Why it fits.
        #[serde(default)]
        why: String,
    },
    /// Argues that it simply works.
    Argue {
        /// In these words.
        argue: String,
    },
}

/// What is said in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AcceptWord {
    /// Rolls.
    Roll,
    /// Fails on purpose.
    Fail,
}

impl Question<GutsPlus> for Accept {
    type Answer = AcceptSay;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        rules::GP_ROLL_07
    }

    fn form(&self, at: Here<'_>) -> Form {
        let mut options = Vec::new();
        let mut question = "Roll?".to_owned();
        if let (Some(tray), Some(side)) = (at.state.tray.as_ref(), side(at.state, self.side)) {
            let sheet = at.state.sheet(side.who);
            let pool = pool_of(at, side).dice;
            let dice = count(pool, "die", "dice");
            question = format!(
                "{}: {} with {}, {dice}.",
                tray.what,
                at.state.name(side.who),
                sheet.quality_name(side.quality)
            );
            if let Some(needs) = tray.needs.filter(|_| !tray.needs_hidden) {
                question.push_str(&format!(" It takes a {}.", needs.name()));
            }
            options.push(Candidate::new(json!(AcceptWord::Roll), format!("Roll {dice}")));
            options.push(Candidate::new(json!(AcceptWord::Fail), "Fail on purpose"));
            for quality in sheet.qualities.iter().skip(4) {
                let say = AcceptSay::Appeal { appeal: quality.name.clone(), why: String::new() };
                if Question::check(self, at, &say).is_ok() {
                    let name = format!("Ask for {} {}", quality.name, quality.level);
                    options.push(Candidate::new(json!(say), name));
                }
            }
            let argue = AcceptSay::Argue { argue: "It simply works.".into() };
            if Question::check(self, at, &argue).is_ok() {
                options.push(Candidate::new(json!(argue), "Say that it simply works"));
            }
        }
        pick_one("accept", rules::GP_ROLL_07, question, Domain::one_of(options))
    }

    fn check(&self, at: Here<'_>, answer: &AcceptSay) -> Result<(), Refusal> {
        let Some(side) = side(at.state, self.side) else {
            return no(rules::GP_VOL_01, "no-roll", "No roll is called for.");
        };
        let sheet = at.state.sheet(side.who);
        match answer {
            AcceptSay::Word(_) => Ok(()),
            AcceptSay::Appeal { appeal, why } => {
                let Some(nth) = sheet.quality(appeal) else {
                    let sentence = format!("{} has no quality called {appeal}.", sheet.name);
                    return no(rules::GP_CHAR_08, "no-such-quality", sentence);
                };
                if side.appealed.contains(&nth) {
                    let sentence = format!("{appeal} was judged already.");
                    return no(rules::GP_ROLL_03, "judged", sentence);
                }
                if side.added.is_some() || side.base.is_some_and(|base| base.nth() != side.quality) {
                    return no(rules::GP_ROLL_03, "one-only", "One more quality to a roll, not two.");
                }
                if nth == side.quality {
                    return no(rules::GP_ROLL_03, "the-same", "That is what is rolled anyway.");
                }
                if why.chars().count() > 400 {
                    return no(rules::GP_ROLL_03, "too-long", "Say it in at most 400 letters.");
                }
                Ok(())
            }
            AcceptSay::Argue { .. } if self.side != 0 => {
                no(rules::GP_CORE_04, "not-yours", "Only the one who acts can argue that it simply works.")
            }
            AcceptSay::Argue { .. } if side.argued => {
                no(rules::GP_CORE_04, "argued", "That was argued already: roll, or fail on purpose.")
            }
            AcceptSay::Argue { argue } if argue.trim().is_empty() || argue.chars().count() > 400 => {
                no(rules::GP_CORE_04, "words", "Say why it works, in at most 400 letters.")
            }
            AcceptSay::Argue { .. } => Ok(()),
        }
    }

    fn choices(&self, _at: Here<'_>) -> Choices<AcceptSay> {
        // Whether another quality would be granted is the GM's to say; failing on purpose is never likelier.
        Choices::Enough(vec![AcceptSay::Word(AcceptWord::Roll)])
    }

    fn instinct(&self, _at: Here<'_>) -> AcceptSay {
        AcceptSay::Word(AcceptWord::Roll)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether to help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferHelp {
    /// Who could.
    pub who: Who,
    /// Whose roll.
    pub side: u8,
}

/// What somebody says who could help.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HelpSay {
    /// In a word.
    Word(HelpWord),
    /// With a quality of one's own.
    With {
        /// Which.
        with: String,
    },
}

/// Help in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelpWord {
    /// With the quality that is rolled, or the base quality in its place.
    Help,
    /// Not.
    Pass,
}

impl Question<GutsPlus> for OfferHelp {
    type Answer = HelpSay;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        rules::GP_ASST_01
    }

    fn form(&self, at: Here<'_>) -> Form {
        let whom = side(at.state, self.side).map_or("somebody", |side| at.state.name(side.who));
        let help = HelpSay::Word(HelpWord::Help);
        let refusal = Question::check(self, at, &help).err();
        let options = [
            Candidate::new(json!(HelpWord::Pass), "No"),
            Candidate::new(json!(help), "Help with half my dice").refused(refusal),
        ];
        let question = format!("{}: help {whom}?", at.state.name(self.who));
        pick_one("help", rules::GP_ASST_01, question, Domain::one_of(options))
    }

    fn check(&self, at: Here<'_>, answer: &HelpSay) -> Result<(), Refusal> {
        match answer {
            HelpSay::Word(HelpWord::Pass) => Ok(()),
            HelpSay::Word(HelpWord::Help) => roll::check_help(at, self.who, self.side, None).map(|_| ()),
            HelpSay::With { with } => roll::check_help(at, self.who, self.side, Some(with)).map(|_| ()),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<HelpSay> {
        let all = [HelpSay::Word(HelpWord::Pass), HelpSay::Word(HelpWord::Help)];
        Choices::Every(all.into_iter().filter(|say| Question::check(self, at, say).is_ok()).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> HelpSay {
        HelpSay::Word(HelpWord::Pass)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<HelpSay> {
        Some(HelpSay::Word(HelpWord::Pass))
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        tray_of(at, self.side)
    }
}
