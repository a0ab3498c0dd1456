//! Questions of a roll: whether to make it, help, a master's change, doubles, where points go.

use boneyard_table::view::{Bin, Candidate, DiceTray, Die as DieShown, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, pick_one};
use crate::GutsPlus;
use crate::roll::{self, best_doubles, best_points, check_doubles, pool_of, take_off};
use crate::rules;
use crate::state::{Side, State};

fn side(state: &State, nth: u8) -> Option<&Side> {
    state.tray.as_ref()?.sides.get(usize::from(nth))
}

fn shown(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

fn tray_of(at: Here<'_>, nth: u8) -> Option<DiceTray> {
    let side = side(at.state, nth)?;
    let dice = side.dice.iter().zip(side.read()).enumerate().map(|(number, (face, value))| {
        let die = DieShown::new(number.to_string(), 6, (*face).into());
        if value == *face { die } else { die.counts_as(value.into()) }
    });
    Some(DiceTray::new("tray", at.state.name(side.who).to_owned(), dice))
}

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
            let dice = if pool == 1 { "1 die".to_owned() } else { format!("{pool} dice") };
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
                no(rules::GP_CORE_04, "not-yours", "Only whoever acts can argue that it simply works.")
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
        tray_of(at, self.side)
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
        let mut question = "Use doubles?".to_owned();
        if let Some(side) = side(at.state, self.side) {
            let best = best_doubles(side, at.state.house.bonus_dice_chain);
            question = format!("{} show {}.", at.state.name(side.who), shown(&side.dice));
            let helping: Vec<u8> =
                side.helpers.iter().flat_map(|helper| helper.dice.iter().copied()).collect();
            if !helping.is_empty() {
                question.push_str(&format!(" Help: {}.", shown(&helping)));
            }
            if best.count() > 0 {
                let name = format!("All doubles: {} bonus dice", best.count());
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

/// Which die takes an advantage, or a disadvantage, of one die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhichDie {
    /// Whose.
    pub side: u8,
    /// How much it changes.
    pub amount: i8,
    /// What the dice are worth, die by die.
    pub values: Vec<u8>,
}

impl WhichDie {
    /// The die the rules would take: its value.
    fn usual(&self) -> u8 {
        if self.amount < 0 {
            let hit = take_off(&self.values, 1);
            let at = hit.iter().position(|off| *off > 0).unwrap_or(0);
            return self.values.get(at).copied().unwrap_or(1);
        }
        let worth = |value: &u8| {
            let mut values = self.values.clone();
            let at = values.iter().position(|own| own == value).unwrap_or(0);
            values[at] = (i16::from(*value) + i16::from(self.amount)).clamp(1, 6) as u8;
            (roll::reading(&values).0, 6 - *value)
        };
        self.values.iter().copied().max_by_key(worth).unwrap_or(1)
    }
}

impl Question<GutsPlus> for WhichDie {
    type Answer = u8;

    fn form(&self, _at: Here<'_>) -> Form {
        let mut faces = self.values.clone();
        faces.sort_unstable();
        faces.dedup();
        let options = faces.into_iter().map(|face| Candidate::new(json!(face), format!("A {face}")));
        let question = format!("{:+} to one die: which?", self.amount);
        pick_one("which_die", rules::GP_ROLL_05, question, Domain::one_of(options))
    }

    fn check(&self, _at: Here<'_>, answer: &u8) -> Result<(), Refusal> {
        if self.values.contains(answer) {
            return Ok(());
        }
        let sentence = format!("No die is worth {answer}; there are {}.", shown(&self.values));
        no(rules::GP_ROLL_05, "no-die", sentence)
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u8> {
        let mut faces = self.values.clone();
        faces.sort_unstable();
        faces.dedup();
        Choices::Every(faces)
    }

    fn instinct(&self, _at: Here<'_>) -> u8 {
        self.usual()
    }

    fn stance(&self) -> Stance {
        if self.amount < 0 { Stance::Judge } else { Stance::Own }
    }
}

/// Where a condition's points come off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeOff {
    /// Whose.
    pub side: u8,
    /// How many points.
    pub points: u8,
    /// What the dice are worth, die by die.
    pub values: Vec<u8>,
}

fn bins(values: &[u8], room: impl Fn(u8) -> u8) -> Vec<Bin> {
    let bin = |(at, value): (usize, &u8)| Bin {
        to: Candidate::new(at.to_string(), format!("the {value}")),
        least: 0,
        most: room(*value).into(),
    };
    values.iter().enumerate().map(bin).collect()
}

impl Question<GutsPlus> for TakeOff {
    type Answer = Vec<u8>;

    fn form(&self, _at: Here<'_>) -> Form {
        Form {
            name: "take_off",
            rule: rules::GP_COND_03,
            question: format!("{} come off {}: where?", self.points, shown(&self.values)),
            kind: PromptKind::SpreadPoints,
            domain: Domain::Points {
                total: self.points.into(),
                all: false,
                to: bins(&self.values, |value| value.saturating_sub(1)),
            },
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Vec<u8>) -> Result<(), Refusal> {
        let rule = rules::GP_COND_03;
        if answer.len() != self.values.len() {
            return no(rule, "dice", format!("Give a number for each of the {} dice.", self.values.len()));
        }
        if answer.iter().zip(&self.values).any(|(off, value)| *off >= *value && *off > 0) {
            return no(rule, "below-one", "No die goes below 1.");
        }
        let sum: u32 = answer.iter().map(|off| u32::from(*off)).sum();
        let room: u32 = self.values.iter().map(|value| u32::from(value.saturating_sub(1))).sum();
        let wanted = u32::from(self.points).min(room);
        if sum != wanted {
            return no(rule, "points", format!("Exactly {wanted} come off, not {sum}."));
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Vec<u8>> {
        Choices::Some(vec![Question::instinct(self, at)])
    }

    fn instinct(&self, _at: Here<'_>) -> Vec<u8> {
        take_off(&self.values, self.points).to_vec()
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Where bonus points go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Whose.
    pub side: u8,
    /// How many points.
    pub points: u8,
    /// What the dice are worth, die by die.
    pub values: Vec<u8>,
}

impl Question<GutsPlus> for Place {
    type Answer = Vec<u8>;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        rules::GP_DBL_05
    }

    fn form(&self, _at: Here<'_>) -> Form {
        Form {
            name: "place",
            rule: rules::GP_DBL_05,
            question: format!("{} points for {}: where?", self.points, shown(&self.values)),
            kind: PromptKind::SpreadPoints,
            domain: Domain::Points {
                total: self.points.into(),
                all: false,
                to: bins(&self.values, |value| 6u8.saturating_sub(value)),
            },
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Vec<u8>) -> Result<(), Refusal> {
        if answer.len() != self.values.len() {
            let sentence =
                format!("Points go on the {} dice of the pool alone: a number for each.", self.values.len());
            return no(rules::GP_DBL_05, "dice", sentence);
        }
        if answer.iter().zip(&self.values).any(|(more, value)| *more > 6u8.saturating_sub(*value)) {
            return no(rules::GP_CHECK_03, "above-six", "No die goes above 6.");
        }
        let sum: u32 = answer.iter().map(|more| u32::from(*more)).sum();
        if sum > u32::from(self.points) {
            let sentence = format!("There are {} points, not {sum}.", self.points);
            return no(rules::GP_DBL_05, "points", sentence);
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Vec<u8>> {
        // For every reading that can be reached there is one way to it: nothing else hangs on the points.
        Choices::Enough(roll::points_for_each_reading(&self.values, self.points))
    }

    fn instinct(&self, _at: Here<'_>) -> Vec<u8> {
        best_points(&self.values, self.points)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        tray_of(at, self.side)
    }
}
