//! What is left to the GM: decisions with a proposal and the earlier ones beside it, the reading of
//! a check, and what roll a player's attempt takes.

use boneyard_table::view::{
    Candidate, Die as DieShown, Domain, EarlierRuling, JudgeCard, PromptKind, ReadDie, Stakes,
};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::words::MOST_WORDS;
use super::{Here, no};
use crate::GutsPlus;
use crate::roll::{reading, scale_of};
use crate::rules;
use crate::state::{Edge, Scale, State};

macro_rules! matters {
    ($($(#[$doc:meta])* $matter:ident = $name:literal by $rule:ident;)*) => {
        /// What a decision is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Matter {
            $($(#[$doc])* $matter,)*
        }

        impl Matter {
            /// As stories and the page call it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$matter => $name,)*
                }
            }

            /// The rule that leaves it open.
            pub fn rule(self) -> RuleId {
                match self {
                    $(Self::$matter => rules::$rule,)*
                }
            }
        }
    };
}

matters! {
    /// Whether it simply works.
    Argue = "argue" by GP_CORE_04;
    /// Whether a quality fits.
    Relevance = "relevance" by GP_ROLL_03;
    /// Whether somebody can help.
    Help = "near_enough" by GP_ASST_01;
    /// What comes of a near success.
    Near = "near" by GP_CHECK_06;
    /// Which of two added qualities learns.
    Learns = "learns" by GP_XP_07;
    /// What befalls whoever acted.
    Rebound = "rebound" by GP_CONT_05;
    /// Whether a new quality may be had.
    Approve = "approve" by GP_XP_12;
    /// Who of the tied goes first.
    Tie = "tie" by GP_COMB_03;
    /// What a blow does.
    Damage = "damage" by GP_COMB_10;
    /// Whether an action is passive.
    Passive = "passive" by GP_COMB_11;
    /// Whether a reaction helps.
    Reaction = "reaction" by GP_COMB_12;
    /// Whether the round ends.
    EndRound = "end_round" by GP_COMB_13;
    /// Whether somebody who runs is let go.
    Flee = "flee" by GP_COMB_14;
    /// Whether a way is too far.
    Reach = "reach" by GP_COMB_05;
    /// Where a blow lands that named no place.
    Where = "where" by GP_COMB_08;
    /// Whether something harmless injures.
    Harmless = "harmless" by GP_HLTH_09;
    /// What more harm does to a crossed-out part.
    Beyond = "beyond" by GP_HLTH_05;
    /// Whether a part is lost.
    Lost = "lost" by GP_HLTH_06;
    /// How long somebody may lie unconscious.
    Deadline = "deadline" by GP_HLTH_08;
    /// What happens when that is over.
    TooLate = "too_late" by GP_HLTH_08;
    /// How long it takes to put gear right.
    HowLong = "how_long" by GP_PROT_03;
    /// Whether gear needs repair.
    Repair = "repair" by GP_PROT_04;
    /// Whether a piece guards this part too.
    Cover = "cover" by GP_PROT_05;
    /// Whether a condition lasts.
    Lasts = "lasts" by GP_COND_07;
    /// Whether an injury becomes a condition.
    Downgrade = "downgrade" by GP_COND_10;
    /// What happens past the highest intensity.
    TooMuch = "too_much" by GP_HOUSE_02H;
    /// Where what a hand held goes.
    Dropped = "dropped" by GP_HLTH_04;
    /// What a treatment does.
    Treatment = "treatment" by GP_RECV_05;
    /// Whether a new character fits the game.
    Fits = "fits" by GP_CHAR_04;
    /// Whether somebody lives with a condition.
    Lifelong = "lifelong" by GP_CHAR_10;
    /// What somebody thinks of what a character wears.
    Looks = "looks" by GP_ITEM_11;
    /// Whether skills can be joined.
    Merge = "merge" by GP_ESS_18;
    /// Whether a memory is there and definite.
    Memory = "memory" by GP_SKM_23;
    /// What a skill against somebody unwilling is.
    EssenceRoll = "essence_roll" by GP_ESS_09;
    /// What somebody defends with against a skill.
    Defends = "defends" by GP_ESS_09;
    /// What a skill does.
    EssenceDoes = "essence_does" by GP_ESS_09;
    /// What a fight was worth.
    CombatXp = "combat_xp" by GP_GM_06;
    /// How long the key charges.
    Recharge = "recharge" by GP_SCN_02;
    /// Which clues are found.
    Clues = "clues" by GP_SCN_07;
    /// What the Datadex shows.
    Datadex = "datadex" by GP_SCN_09;
    /// Whom the creature goes for.
    Victim = "victim" by GP_HOUSE_13H;
    /// How a condition of winning stands.
    Goal = "goal" by GP_SCN_12;
}

/// What the GM says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
pub struct Say {
    /// The option taken, by its key.
    pub choice: String,
    /// Why, or how, in the GM's words.
    pub words: String,
    /// It worked all the same, at this price.
    pub twist: String,
    /// From now on a rule of this table.
    pub table_rule: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    Word(String),
    Free {
        free: String,
        like: String,
    },
    Full {
        choice: String,
        #[serde(default, alias = "reason")]
        words: String,
        #[serde(default)]
        twist: String,
        #[serde(default)]
        table_rule: bool,
    },
}

impl From<Written> for Say {
    fn from(written: Written) -> Self {
        let plain = |choice, words| Self { choice, words, twist: String::new(), table_rule: false };
        match written {
            Written::Word(choice) => plain(choice, String::new()),
            Written::Free { free, like } => plain(like, free),
            Written::Full { choice, words, twist, table_rule } => Self { choice, words, twist, table_rule },
        }
    }
}

impl From<Say> for Written {
    fn from(say: Say) -> Self {
        let Say { choice, words, twist, table_rule } = say;
        if words.is_empty() && twist.is_empty() && !table_rule {
            return Self::Word(choice);
        }
        Self::Full { choice, words, twist, table_rule }
    }
}

impl Say {
    /// An option and nothing else.
    pub fn plain(choice: &str) -> Self {
        Self { choice: choice.to_owned(), words: String::new(), twist: String::new(), table_rule: false }
    }
}

/// Something the GM decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decide {
    /// What it is about.
    pub matter: Matter,
    /// The tag it is remembered by.
    pub tag: String,
    /// The question.
    pub question: String,
    /// Facts for the GM's eyes.
    pub about: Vec<String>,
    /// Keys and labels of what can be decided.
    pub options: Vec<(String, String)>,
    /// Which is proposed.
    pub proposal: u8,
    /// Why.
    pub why: String,
    /// Who acts.
    pub who: Option<Who>,
}

impl Decide {
    /// A decision of which the first option is proposed.
    pub fn new(matter: Matter, tag: &str, question: impl Into<String>) -> Self {
        Self {
            matter,
            tag: tag.to_owned(),
            question: question.into(),
            about: Vec::new(),
            options: Vec::new(),
            proposal: 0,
            why: String::new(),
            who: None,
        }
    }

    /// Adds an option.
    #[must_use]
    pub fn option(mut self, key: &str, label: impl Into<String>) -> Self {
        self.options.push((key.to_owned(), label.into()));
        self
    }

    /// Proposes another option than the first.
    #[must_use]
    pub fn propose(mut self, key: &str, why: impl Into<String>) -> Self {
        if let Some(at) = self.options.iter().position(|(known, _)| known == key) {
            self.proposal = at as u8;
        }
        self.why = why.into();
        self
    }

    /// Names who acts.
    #[must_use]
    pub fn who(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// Tells the GM something.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about.push(about.into());
        self
    }

    /// The key of what is proposed.
    pub fn proposed(&self) -> &str {
        self.options.get(usize::from(self.proposal)).map_or("", |(key, _)| key)
    }
}

/// Earlier decisions as they are shown, the latest first.
fn earlier(state: &State, rule: RuleId, tag: &str) -> Vec<EarlierRuling> {
    let told = state.precedents(rule, tag).take(5).map(|(_, decision)| {
        let name = Scale::of_key(&decision.choice).map_or(decision.choice.as_str(), |scale| scale.name());
        let words = if decision.words.is_empty() { String::new() } else { format!(" ({})", decision.words) };
        EarlierRuling {
            say: format!("earlier ruling: {name}{words}").into(),
            table_rule: decision.table_rule,
        }
    });
    told.collect()
}

fn check_say<'a>(
    rule: RuleId,
    mut keys: impl Iterator<Item = &'a str> + Clone,
    say: &Say,
) -> Result<(), Refusal> {
    if !keys.clone().any(|key| key == say.choice) {
        let all: Vec<&str> = keys.by_ref().collect();
        let sentence = format!("\"{}\" is not among {}.", say.choice, all.join(", "));
        return no(rule, "not-an-option", sentence);
    }
    if say.words.chars().count().max(say.twist.chars().count()) > MOST_WORDS {
        return no(rule, "too-long", format!("Say it in at most {MOST_WORDS} letters."));
    }
    Ok(())
}

impl Question<GutsPlus> for Decide {
    type Answer = Say;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        self.matter.rule()
    }

    fn form(&self, at: Here<'_>) -> Form {
        let judge = JudgeCard {
            proposal: json!(self.proposed()),
            reason: self.why.clone().into(),
            tag: self.tag.clone(),
            about: self.about.iter().map(|about| about.clone().into()).collect(),
            precedents: earlier(at.state, self.matter.rule(), &self.tag),
            free: true,
            later: false,
        };
        let options = self.options.iter().map(|(key, label)| Candidate::new(json!(key), label.clone()));
        Form {
            name: self.matter.name(),
            rule: self.matter.rule(),
            question: self.question.clone(),
            kind: PromptKind::Judge(judge),
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Say) -> Result<(), Refusal> {
        check_say(self.matter.rule(), self.options.iter().map(|(key, _)| key.as_str()), answer)
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Say> {
        Choices::Every(self.options.iter().map(|(key, _)| Say::plain(key)).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> Say {
        Say::plain(self.proposed())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }

    fn ticked(&self, answer: Say) -> Say {
        Say { table_rule: true, ..answer }
    }
}

/// How a check reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// What is proposed.
    pub proposal: Scale,
    /// Why.
    pub why: String,
    /// Somebody objected: in their words.
    pub objection: Option<String>,
}

impl Question<GutsPlus> for Reading {
    type Answer = Say;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        if self.objection.is_some() { rules::GP_CHECK_08 } else { rules::GP_CHECK_05 }
    }

    fn form(&self, at: Here<'_>) -> Form {
        let rule = Question::rule(self, at);
        let tray = at.state.tray.as_ref();
        let what = tray.map_or("", |tray| &tray.what);
        let mut about = Vec::new();
        let mut dice = Vec::new();
        let mut name = "somebody";
        if let Some(side) = tray.map(|tray| tray.actor()) {
            let one = at.state.creature(side.who);
            name = at.state.name(side.who);
            if let Some(one) = one {
                let levels =
                    one.sheet.qualities.iter().map(|quality| format!("{} {}", quality.name, quality.level));
                about.push(levels.collect::<Vec<_>>().join(", "));
                let bio = [&one.sheet.bio.backstory, &one.sheet.bio.personality];
                about.extend(bio.into_iter().filter(|text| !text.is_empty()).cloned());
            }
            for (at, (face, value)) in side.dice.iter().zip(side.read()).enumerate() {
                let after = side.values.get(at).copied().unwrap_or(*face);
                let placed = side.placed.get(at).copied().unwrap_or(0);
                let mut changes = Vec::new();
                if after != *face {
                    changes.push(format!("{:+}", i16::from(after) - i16::from(*face)).into());
                }
                if placed > 0 {
                    changes.push(format!("+{placed} bonus").into());
                }
                dice.push(ReadDie {
                    die: DieShown::new((at + 1).to_string(), 6, (*face).into()),
                    changes,
                    value: value.into(),
                    result: scale_of(value).name().into(),
                });
            }
        }
        if let Some(needs) = tray.and_then(|tray| tray.needs) {
            about.push(format!("Nothing is achieved below {}.", needs.name()));
        }
        about.extend(self.objection.iter().map(|words| format!("Objection: {words}")));
        let judge = JudgeCard {
            proposal: json!(self.proposal.key()),
            reason: self.why.clone().into(),
            tag: what.to_owned(),
            about: about.into_iter().map(Into::into).collect(),
            precedents: earlier(at.state, rules::GP_CHECK_05, what),
            free: true,
            later: false,
        };
        let options = Scale::ALL.map(|scale| Candidate::new(json!(scale.key()), scale.name()));
        Form {
            name: if self.objection.is_some() { "reading again" } else { "reading" },
            rule,
            question: format!("{name}, {what}: how does it read?"),
            kind: PromptKind::ReadDice { judge, dice },
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Say) -> Result<(), Refusal> {
        check_say(rules::GP_CHECK_05, Scale::ALL.iter().map(|scale| scale.key()), answer)
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Say> {
        Choices::Every(Scale::ALL.map(|scale| Say::plain(scale.key())).to_vec())
    }

    fn instinct(&self, _at: Here<'_>) -> Say {
        Say::plain(self.proposal.key())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }

    fn ticked(&self, answer: Say) -> Say {
        Say { table_rule: true, ..answer }
    }
}

/// What the GM names for a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Named {
    /// The base quality.
    pub quality: String,
    /// A quality of their own that replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// A quality of their own that is added to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
    /// Advantages and disadvantages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Conditions do not count this time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lift: bool,
    /// The least that achieves anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Scale>,
    /// Players are not told that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What happens on failure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub on_failure: String,
    /// Who helps from the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<Who>,
    /// Whoever acts gives up before rolling.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub give_up: bool,
}

/// What the GM names for a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NamedContest {
    /// What whoever acts rolls.
    #[serde(flatten)]
    pub own: Named,
    /// Those who resist, and what they roll.
    pub against: Vec<NamedAgainst>,
}

/// Somebody who resists.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct NamedAgainst {
    /// Who.
    pub who: Who,
    /// What they roll.
    #[serde(flatten)]
    pub named: Named,
}

/// What an attempt takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// A check.
    Check(Named),
    /// A contest.
    Contest(NamedContest),
    /// It works without a roll.
    Works,
    /// It is beyond them.
    Impossible,
    /// It does not happen.
    Stop,
}

/// What the GM says to an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AssignSay {
    /// With words of the GM's own.
    Free {
        /// The words.
        free: String,
        /// What it takes.
        like: Task,
    },
    /// What it takes.
    Plain(Task),
}

impl AssignSay {
    /// What it takes, and the words with it.
    pub fn parts(self) -> (Task, String) {
        match self {
            Self::Free { free, like } => (like, free),
            Self::Plain(task) => (task, String::new()),
        }
    }

    fn task(&self) -> &Task {
        match self {
            Self::Free { like, .. } => like,
            Self::Plain(task) => task,
        }
    }
}

/// What roll somebody's attempt takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assign {
    /// Who tries.
    pub who: Who,
    /// What.
    pub what: String,
    /// Why it should simply work, in the player's words.
    pub argue: Option<String>,
    /// What is proposed.
    pub proposal: Task,
    /// Why.
    pub why: String,
    /// Custom qualities that might fit.
    pub fits: Vec<String>,
}

impl Question<GutsPlus> for Assign {
    type Answer = AssignSay;

    fn form(&self, at: Here<'_>) -> Form {
        let mut options = vec![(self.proposal.clone(), self.label(at, &self.proposal))];
        let checks = crate::state::Base::ALL
            .map(|base| Task::Check(Named { quality: base.name().to_owned(), ..Named::default() }));
        for task in checks.into_iter().chain([Task::Works, Task::Impossible, Task::Stop]) {
            if task != self.proposal {
                options.push((task.clone(), self.label(at, &task)));
            }
        }
        let mut about: Vec<String> = self.argue.iter().map(|words| format!("Appeal: {words}")).collect();
        about.extend(self.fits.iter().map(|fit| format!("{fit}: could replace or be added")));
        let judge = JudgeCard {
            proposal: json!(self.proposal),
            reason: self.why.clone().into(),
            tag: self.what.clone(),
            about: about.into_iter().map(Into::into).collect(),
            precedents: earlier(at.state, rules::GP_ROLL_02, &self.what),
            free: true,
            later: false,
        };
        Form {
            name: "assign",
            rule: rules::GP_ROLL_02,
            question: format!("{} tries: {}. What does it take?", at.state.name(self.who), self.what),
            kind: PromptKind::Judge(judge),
            domain: Domain::one_of(
                options.into_iter().map(|(task, label)| Candidate::new(json!(task), label)),
            ),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &AssignSay) -> Result<(), Refusal> {
        crate::roll::check_task(at, self.who, answer.task())?;
        if let AssignSay::Free { free, .. } = answer
            && free.chars().count() > MOST_WORDS
        {
            return no(rules::GP_ROLL_02, "too-long", format!("Say it in at most {MOST_WORDS} letters."));
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<AssignSay> {
        Choices::Some(vec![AssignSay::Plain(self.proposal.clone())])
    }

    fn instinct(&self, _at: Here<'_>) -> AssignSay {
        AssignSay::Plain(self.proposal.clone())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

impl Assign {
    fn label(&self, at: Here<'_>, task: &Task) -> String {
        match task {
            Task::Check(named) => format!("A {} check", named.quality),
            Task::Contest(contest) => {
                let against: Vec<&str> =
                    contest.against.iter().map(|against| at.state.name(against.who)).collect();
                format!("A {} contest against {}", contest.own.quality, against.join(" and "))
            }
            Task::Works => "It works, no roll needed".into(),
            Task::Impossible => "Impossible for them".into(),
            Task::Stop => "It does not happen".into(),
        }
    }
}

/// The proposal for a reading, with its reason.
pub fn propose(state: &State, values: &[u8]) -> Reading {
    let (mut proposal, mut why) = reading(values);
    let spread = crate::roll::spread(values);
    let what = state.tray.as_ref().map_or("", |tray| &tray.what);
    let ruled = state.precedents(rules::GP_CHECK_05, what);
    let rule = ruled.map(|(_, decision)| decision);
    let rule = rule.filter(|decision| decision.table_rule && decision.spread == Some(spread));
    if let Some(scale) = rule.filter_map(|decision| Scale::of_key(&decision.choice)).next() {
        proposal = scale;
        why = "a rule of this table for these dice".into();
    }
    Reading { proposal, why, objection: None }
}
