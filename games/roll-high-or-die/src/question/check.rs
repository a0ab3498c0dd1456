//! Questions of checks: spending Well Rested, giving in, what an improvised deed takes, what a Detect tells.

use boneyard_table::view::{Beforehand, Candidate, Domain, Param, PromptKind, Stakes};
use boneyard_table::{Asked, Pick};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Here;
use crate::RollHighOrDie;
use crate::check::Weighed;
use crate::house::AdvantageStacking;
use crate::rules;
use crate::state::{Ability, Attitude, Condition, Skill};

/// Whether somebody gives up Well Rested for Advantage on a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpendRest {
    /// Who.
    pub who: Who,
    /// On what.
    pub what: String,
    /// The roll has Advantage anyway.
    pub up: bool,
}

impl Pick<RollHighOrDie> for SpendRest {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question =
            format!("{}: give up Well Rested for Advantage on {}?", at.state.name(self.who), self.what);
        Asked::yes_no("well-rested", Condition::WellRested.rule(), question, "Give it up", "Keep it")
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        !self.up && at.state.encounter.is_some()
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }

    fn settled(&self, at: Here<'_>) -> Option<bool> {
        // One Advantage more is none more.
        (self.up && at.state.house.advantage_stacking == AdvantageStacking::Cancel).then_some(false)
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(KEEP, "Keep Well Rested")]
    }

    fn by_word(&self, _at: Here<'_>, id: &str) -> Option<bool> {
        (id == KEEP).then_some(false)
    }
}

/// Said beforehand: Well Rested is kept.
const KEEP: &str = "keep";

/// Whether somebody loses a contest without a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GiveIn {
    /// Who.
    pub who: Who,
    /// To whom.
    pub to: Who,
}

impl Pick<RollHighOrDie> for GiveIn {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question =
            format!("{}: let {} win without a roll?", at.state.name(self.who), at.state.name(self.to));
        Asked::yes_no("give-in", rules::RH_CHECK_06, question, "Give in", "Resist")
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        !at.state.hostile(self.who, self.to)
    }

    fn settled(&self, at: Here<'_>) -> Option<bool> {
        // Nobody lets an enemy win.
        at.state.hostile(self.who, self.to).then_some(false)
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// What something outside the rules takes, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleDeed {
    /// Who tries it.
    pub who: Who,
    /// What.
    pub what: String,
    /// What the rules propose it takes.
    #[serde(default)]
    pub proposed: Option<Ruled>,
}

/// The Referee's form for a deed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ruled {
    /// AP, in an Encounter.
    pub ap: u8,
    /// With this Skill.
    pub skill: Option<Skill>,
    /// Or this ability alone.
    pub ability: Option<Ability>,
    /// Against somebody.
    pub against: Option<Who>,
    /// Or against this number.
    pub dc: i16,
    /// What a success brings.
    pub success: String,
    /// What a failure brings.
    pub failure: String,
}

impl Question<RollHighOrDie> for RuleDeed {
    type Answer = Ruled;

    fn form(&self, at: Here<'_>) -> Form {
        let skills = Skill::ALL.iter().map(|skill| Candidate::new(json!(skill), skill.name()));
        let abilities = Ability::ALL.iter().map(|ability| Candidate::new(json!(ability), ability.name()));
        let params = vec![
            Param::new("ap", "AP", Domain::amount(0, 10)),
            Param::new("skill", "Skill", Domain::one_of(skills)).optional(),
            Param::new("ability", "Ability", Domain::one_of(abilities)).optional(),
            Param::new("dc", "DC", Domain::amount(0, 40)),
            Param::new("success", "On a success", Domain::text(200)),
            Param::new("failure", "On a failure", Domain::text(200)),
        ];
        let proposed = self.proposed.as_ref().map_or(String::new(), |one| {
            let skill = one.skill.map_or("nothing", |skill| skill.name());
            format!(" Proposed: {} AP, {skill} against {}.", one.ap, one.dc)
        });
        Form {
            name: "deed",
            rule: rules::RH_CORE_02,
            question: format!("{} wants to: {}.{proposed}", at.state.name(self.who), self.what),
            kind: PromptKind::ChooseThings,
            domain: Domain::Form { params },
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Ruled) -> Result<(), Refusal> {
        let bad =
            |code: &str, sentence: &str| Err(Refusal::new(rules::RH_CORE_02, code, sentence.to_owned()));
        if answer.ap > 10 {
            return bad("too-many-ap", "A deed takes from 0 to 10 AP.");
        }
        if !(0..=99).contains(&answer.dc) {
            return bad("no-such-dc", "A DC is a whole number from 0 to 99.");
        }
        if answer.against.is_some_and(|who| who == self.who || at.state.creature(who).is_none()) {
            return bad("nobody", "A contest is against somebody else who is here.");
        }
        if answer.against.is_some() && answer.skill.is_none() {
            return bad("no-skill", "A contest needs a Skill.");
        }
        if answer.success.chars().count() > 200 || answer.failure.chars().count() > 200 {
            return bad("too-long", "Say in up to 200 letters what comes of it.");
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Ruled> {
        Choices::Some(vec![self.proposed.clone().unwrap_or_default()])
    }

    fn instinct(&self, _at: Here<'_>) -> Ruled {
        let works = || Ruled { success: "it works".into(), ..Ruled::default() };
        self.proposed.clone().unwrap_or_else(works)
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// What somebody's senses tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SaysLearned {
    /// Whose.
    pub who: Who,
    /// What the Perception check came to.
    pub total: i16,
}

impl Question<RollHighOrDie> for SaysLearned {
    type Answer = String;

    fn form(&self, at: Here<'_>) -> Form {
        let steps: Vec<String> =
            at.book.difficulties.iter().map(|step| format!("{} {}", step.dc, step.name)).collect();
        let name = at.state.name(self.who);
        Form {
            name: "learned",
            rule: rules::RH_ACT_07,
            question: format!("{name} Detects with {} ({}). What is learned?", self.total, steps.join(", ")),
            kind: PromptKind::Words { in_character: false },
            domain: Domain::text(300),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if answer.chars().count() > 300 {
            return Err(Refusal::new(rules::RH_ACT_07, "too-long", "Say it in up to 300 letters."));
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Some(vec![String::new()])
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        String::new()
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// How somebody meets a request, and how much it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WeighRequest {
    /// Who asks.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// For what.
    pub what: String,
    /// How they have felt so far.
    pub attitude: Attitude,
}

impl Pick<RollHighOrDie> for WeighRequest {
    type Answer = Weighed;

    fn asked(&self, at: Here<'_>) -> Asked<Weighed> {
        let (who, target) = (at.state.name(self.who), at.state.name(self.target));
        let question = format!("{who} asks {target}: {}. How does that go down?", self.what);
        let sizes = [(0, "small"), (5, "costly"), (10, "dangerous")];
        let all = Attitude::ALL.iter().flat_map(|attitude| {
            sizes.map(|(costs, size)| {
                (Weighed { attitude: *attitude, costs }, format!("{}, {size}", attitude.name()))
            })
        });
        Asked::one_of("request", rules::RH_HOUSE_16H, question, all)
    }

    fn instinct(&self, _at: Here<'_>) -> Weighed {
        Weighed { attitude: self.attitude, costs: 0 }
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Whether somebody tries the same words once more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SayAgain {
    /// Who.
    pub who: Who,
    /// What.
    pub what: String,
}

impl Pick<RollHighOrDie> for SayAgain {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question = format!("{}: {} once more? The second stands.", at.state.name(self.who), self.what);
        Asked::yes_no("silver-tongue", rules::RH_TRAIT_11H, question, "Once more", "Let it be")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}
