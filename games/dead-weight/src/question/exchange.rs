//! Questions of the exchange: rerolls, which face to keep, the success somebody Hopeless loses.

use boneyard_table::view::{
    Beforehand, Candidate, DiceTray, Die as DieShown, Domain, PromptKind, Stakes, Stands, Tone, Verbs,
};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::die::{DieId, DieSay, MORE, Picked, called, die_domain};
use super::{Here, no};
use crate::DeadWeight;
use crate::roll::{self, check_reroll, instinct, payments, reroll_options};
use crate::rules;
use crate::state::{Die, Outcome};
use crate::view;

/// What a reroll is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// Own proficiency, on own dice.
    Proficiency,
    /// An advantage, on any die.
    Advantage,
    /// Insight, on own dice.
    Insight,
    /// A shield token.
    Shield,
    /// A dodge token.
    Dodge,
    /// No reroll but one die more, where the table allows it late.
    ExtraEffort,
    /// A disadvantage, by the game master, who keeps the old or the new face.
    Disadvantage,
    /// Nothing: a Hopeless roller must.
    Hopelessness,
}

impl With {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proficiency => "proficiency",
            Self::Advantage => "an advantage",
            Self::Insight => "insight",
            Self::Shield => "a shield token",
            Self::Dodge => "a dodge token",
            Self::ExtraEffort => "an extra effort",
            Self::Disadvantage => "a disadvantage",
            Self::Hopelessness => "hopelessness",
        }
    }
}

/// A reroll: what it is paid with, and which die, named by owner and face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// What it is paid with.
    pub with: With,
    /// The face of the die; nothing where no die is rerolled.
    #[serde(default)]
    pub die: u8,
    /// Whose die, if not the roller's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// Whose token, if several could spend one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Who>,
}

/// What a side says in the exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "pick a die of the tray, or none to let them lie")]
pub enum RerollSay {
    /// Lets the dice lie.
    Pass(Pass),
    /// Rerolls this die of the tray, or none.
    Picked(Picked),
    /// Rerolls a die by owner and face, and says what with.
    Reroll(Spend),
}

/// The word for letting the dice lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// Pass.
    Pass,
}

/// Whether to reroll a die of the tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reroll {
    /// Who is asked: the roller or a helper; nobody where it is the game master.
    pub who: Option<Who>,
}

impl Question<DeadWeight> for Reroll {
    type Answer = RerollSay;

    fn form(&self, at: Here<'_>) -> Form {
        let options = reroll_options(at, self.who);
        let with = |id: DieId| {
            let mut ways: Vec<&str> = Vec::new();
            for spend in options.iter().filter(|spend| id.fits(at, **spend)) {
                if !ways.contains(&spend.with.name()) {
                    ways.push(spend.with.name());
                }
            }
            (!ways.is_empty()).then(|| format!("with {}", ways.join(" or ")))
        };
        let cost = |id: DieId| {
            let mut costs: Vec<String> = Vec::new();
            for spend in options.iter().filter(|spend| id.fits(at, **spend)) {
                let what = spend.with.name().trim_start_matches("a ").trim_start_matches("an ");
                let cost = match (spend.with, roll::left(at.state, self.who, *spend)) {
                    (With::ExtraEffort, _) => "1 fatigue".to_owned(),
                    (_, left) => format!("1 of {left} {what}"),
                };
                if !costs.contains(&cost) {
                    costs.push(cost);
                }
            }
            (!costs.is_empty()).then(|| costs.join(" or "))
        };
        let mut domain = die_domain(at, 0, with);
        if let Domain::Die { among, .. } = &mut domain {
            for (id, one) in among.iter_mut().filter_map(|one| Some((Picked::read(&one.pick)?, one))) {
                one.cost = cost(id).map(Into::into);
            }
        }
        Form {
            name: "reroll",
            rule: rules::DW_TEST_13,
            question: match (self.who, &at.state.tray) {
                (None, Some(tray)) => format!("Reroll one die of {}?", at.state.name(tray.who)),
                (Some(who), Some(tray)) if who != tray.who => {
                    format!("Reroll one of your dice for {}?", at.state.name(tray.who))
                }
                _ => "Reroll one die?".to_owned(),
            },
            kind: PromptKind::PickDice,
            domain,
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &RerollSay) -> Result<(), Refusal> {
        match answer {
            RerollSay::Pass(_) | RerollSay::Picked(Picked(None)) => Ok(()),
            RerollSay::Reroll(spend) => check_reroll(at, self.who, *spend),
            RerollSay::Picked(Picked(Some(id))) => {
                let options = reroll_options(at, self.who);
                if options.iter().any(|spend| id.fits(at, *spend)) {
                    return Ok(());
                }
                let mut dice: Vec<String> = Vec::new();
                for name in options.iter().filter_map(|spend| DieId::of(at, *spend)?.die(at)) {
                    let name = called(at, name);
                    if !dice.contains(&name) {
                        dice.push(name);
                    }
                }
                let sentence = format!("Nothing rolls that die again now; there is {}.", dice.join(", "));
                no(rules::DW_TEST_13, "no-such-die", sentence)
            }
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<RerollSay> {
        let all = reroll_options(at, self.who).into_iter().map(RerollSay::Reroll);
        Choices::Every([RerollSay::Pass(Pass::Pass)].into_iter().chain(all).collect())
    }

    fn instinct(&self, at: Here<'_>) -> RerollSay {
        let wanted = instinct::reroll(at, self.who);
        RerollSay::Picked(Picked(wanted.and_then(|spend| DieId::of(at, spend))))
    }

    fn stance(&self) -> Stance {
        if self.who.is_some() { Stance::Own } else { Stance::For(1) }
    }

    fn pass(&self) -> Option<RerollSay> {
        Some(RerollSay::Pass(Pass::Pass))
    }

    fn settled(&self, at: Here<'_>) -> Option<RerollSay> {
        if let Some(spend) = self.who.and_then(|who| roll::settled(at, who)) {
            return Some(RerollSay::Reroll(spend));
        }
        (!roll::turns(at, self.who)).then_some(RerollSay::Pass(Pass::Pass))
    }

    fn stands(&self, at: Here<'_>) -> Option<Stands> {
        let (outcome, of) = so_far(at)?;
        let welcome = outcome.succeeded() == self.who.is_some();
        let tone = if welcome { Tone::Good } else { Tone::Bad };
        Some(Stands::new(tone, format!("{} so far", of.word(outcome))))
    }

    fn verbs(&self, at: Here<'_>) -> Option<Verbs> {
        let (outcome, of) = so_far(at)?;
        let leave = match (of, outcome.succeeded()) {
            (Of::Defence, true) => "Keep the defence".to_owned(),
            (Of::Defence, false) => "Take the hit".to_owned(),
            _ => format!("Keep the {}", of.word(outcome).to_lowercase()),
        };
        Some(Verbs { take: "Reroll this".into(), leave: leave.into() })
    }

    fn beforehand(&self, at: Here<'_>) -> Vec<Beforehand> {
        let Some(_) = self.who else { return vec![Beforehand::new(NEVER, "Never reroll against a roll")] };
        let of = so_far(at).map_or(Of::Roll, |(_, of)| of);
        let success = if of == Of::Attack { "Never reroll a hit" } else { "Never reroll a success" };
        vec![Beforehand::new(KEEP, success), Beforehand::new(NEVER, "Never reroll")]
    }

    fn by_word(&self, at: Here<'_>, id: &str) -> Option<RerollSay> {
        let succeeds = so_far(at).is_some_and(|(outcome, _)| outcome.succeeded());
        let passes = id == NEVER || (id == KEEP && succeeds && self.who.is_some());
        passes.then_some(RerollSay::Pass(Pass::Pass))
    }

    fn words(&self, at: Here<'_>, answer: &RerollSay) -> Option<String> {
        match answer {
            RerollSay::Pass(_) | RerollSay::Picked(Picked(None)) => Some("stop".into()),
            RerollSay::Reroll(spend) if spend.with == With::ExtraEffort => {
                Some("make an extra effort".into())
            }
            RerollSay::Reroll(spend) => {
                let roller = at.state.tray.as_ref()?.who;
                let die = Die { of: spend.of.unwrap_or(roller), face: spend.die };
                Some(format!("reroll {} with {}", called(at, die), spend.with.name()))
            }
            RerollSay::Picked(Picked(Some(id))) => Some(format!("reroll {}", called(at, id.die(at)?))),
        }
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        let mut tray = view::tray(at)?;
        if reroll_options(at, self.who).iter().any(|spend| spend.with == With::ExtraEffort) {
            tray.dice.push(DieShown::unseen(MORE, 6).mark("1 fatigue"));
        }
        Some(tray)
    }
}

/// Said beforehand: a success lies still.
const KEEP: &str = "keep-success";
/// Said beforehand: all dice lie still.
const NEVER: &str = "never";

/// What is rolled for, and so in which words it comes out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Attack,
    Defence,
    Roll,
}

impl Of {
    fn word(self, outcome: Outcome) -> &'static str {
        match (self, outcome) {
            (Self::Attack, Outcome::GreatSuccess) => "Great hit",
            (Self::Attack, Outcome::Success) => "Hit",
            (Self::Attack, Outcome::Failure) => "Miss",
            (Self::Attack, Outcome::CriticalFailure) => "Critical miss",
            (Self::Defence, Outcome::GreatSuccess | Outcome::Success) => "Unhurt",
            (Self::Defence, Outcome::Failure) => "Hit",
            (Self::Defence, Outcome::CriticalFailure) => "Critically hit",
            (Self::Roll, Outcome::GreatSuccess) => "Great success",
            (Self::Roll, Outcome::Success) => "Success",
            (Self::Roll, Outcome::Failure) => "Failure",
            (Self::Roll, Outcome::CriticalFailure) => "Critical failure",
        }
    }
}

/// How the dice come out as they lie.
fn so_far(at: Here<'_>) -> Option<(Outcome, Of)> {
    let tray = at.state.tray.as_ref()?;
    let of = match &tray.clash {
        Some(clash) if clash.roller_attacks => Of::Attack,
        Some(_) => Of::Defence,
        None => Of::Roll,
    };
    Some((roll::read(at.state, tray), of))
}

/// What a die is rolled again with, where several things would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PayWith {
    /// Who is asked: the roller or a helper; nobody where it is the game master.
    pub who: Option<Who>,
    /// The die, as it lies.
    pub die: Die,
}

impl Question<DeadWeight> for PayWith {
    type Answer = Spend;

    fn form(&self, at: Here<'_>) -> Form {
        let several =
            |with: With| payments(at, self.who, self.die).filter(|spend| spend.with == with).count() > 1;
        let options = payments(at, self.who, self.die).map(|spend| {
            let name = match spend.from {
                Some(from) if several(spend.with) => {
                    format!("{} of {}", spend.with.name(), at.state.name(from))
                }
                _ => spend.with.name().to_owned(),
            };
            Candidate::new(json!(spend), name)
        });
        Form {
            name: "pay",
            rule: rules::DW_TEST_13,
            question: format!("Roll {} again with what?", called(at, self.die)),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Spend) -> Result<(), Refusal> {
        if payments(at, self.who, self.die).any(|spend| spend == *answer) {
            return Ok(());
        }
        let ways: Vec<&str> = payments(at, self.who, self.die).map(|spend| spend.with.name()).collect();
        let sentence = format!("That die can be rolled again with {}.", ways.join(" or "));
        no(rules::DW_TEST_13, "not-with-that", sentence)
    }

    fn choices(&self, at: Here<'_>) -> Choices<Spend> {
        Choices::Every(payments(at, self.who, self.die).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Spend {
        // What comes back soonest goes first; insight is rare.
        let cheapest =
            payments(at, self.who, self.die).min_by_key(|spend| (spend.with == With::Insight, spend.with));
        cheapest.unwrap_or(Spend { with: With::Proficiency, die: self.die.face, of: None, from: None })
    }

    fn stance(&self) -> Stance {
        if self.who.is_some() { Stance::Own } else { Stance::For(1) }
    }
}

/// Which face stands after a disadvantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeptFace {
    /// The one that lay there.
    Old,
    /// The one just rolled.
    New,
}

/// Whether the game master keeps the old or the new face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keep {
    /// The die as it lay.
    pub old: Die,
    /// What came up.
    pub new: u8,
}

impl Question<DeadWeight> for Keep {
    type Answer = KeptFace;

    fn form(&self, _at: Here<'_>) -> Form {
        let shown = |id: &str, face: u8| Box::new(DieShown::new(id, 6, face.into()));
        Form {
            name: "keep",
            rule: rules::DW_TEST_10,
            question: format!("The {} came up {}. Which stands?", self.old.face, self.new),
            kind: PromptKind::KeepOldOrNew { old: shown("old", self.old.face), new: shown("new", self.new) },
            domain: Domain::one_of([
                Candidate::new(json!(KeptFace::Old), format!("The old {}", self.old.face)),
                Candidate::new(json!(KeptFace::New), format!("The new {}", self.new)),
            ]),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &KeptFace) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<KeptFace> {
        if self.old.face == self.new {
            return Choices::Enough(vec![KeptFace::Old]);
        }
        Choices::Every(vec![KeptFace::Old, KeptFace::New])
    }

    fn instinct(&self, at: Here<'_>) -> KeptFace {
        if instinct::worse(at, self.old, self.new) { KeptFace::New } else { KeptFace::Old }
    }

    fn settled(&self, _at: Here<'_>) -> Option<KeptFace> {
        (self.old.face == self.new).then_some(KeptFace::Old)
    }

    fn stance(&self) -> Stance {
        Stance::For(1)
    }
}

/// Which success a Hopeless roller must throw again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hopeless {
    /// Whose.
    pub who: Who,
    /// Whether the game master picks.
    pub gm: bool,
}

impl Hopeless {
    fn faces(self, at: Here<'_>) -> Vec<u8> {
        let mut faces: Vec<u8> = roll::hits_of(at.state, self.who).collect();
        faces.dedup();
        faces
    }

    /// Whether a die is one of the successes.
    fn hit(self, at: Here<'_>, id: DieId) -> bool {
        id.die(at).is_some_and(|die| die.of == self.who && self.faces(at).contains(&die.face))
    }
}

impl Question<DeadWeight> for Hopeless {
    type Answer = DieSay;

    fn form(&self, at: Here<'_>) -> Form {
        let may = |id: DieId| self.hit(at, id).then(|| "a success".to_owned());
        Form {
            name: "hopeless",
            rule: rules::DW_AFFL_10,
            question: format!("{} is Hopeless: which success is rolled again?", at.state.name(self.who)),
            kind: PromptKind::PickDice,
            domain: die_domain(at, 1, may),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &DieSay) -> Result<(), Refusal> {
        let fits = match answer {
            DieSay::Face(face) => self.faces(at).contains(face),
            DieSay::Picked(Picked(id)) => id.is_some_and(|id| self.hit(at, id)),
        };
        if fits {
            return Ok(());
        }
        let faces: Vec<String> = self.faces(at).iter().map(u8::to_string).collect();
        let sentence = format!("One of the successes must be rolled again: {}.", faces.join(", "));
        no(rules::DW_AFFL_10, "no-such-success", sentence)
    }

    fn choices(&self, at: Here<'_>) -> Choices<DieSay> {
        Choices::Every(self.faces(at).into_iter().map(DieSay::Face).collect())
    }

    fn instinct(&self, at: Here<'_>) -> DieSay {
        // The game master takes the best die, the player the one that tires.
        let faces = self.faces(at);
        let face = if self.gm { faces.last() } else { faces.first() }.copied().unwrap_or_default();
        let dice = at.state.tray.as_ref().map_or(0, |tray| tray.dice.len() as u8);
        let mut ids = (0..dice).map(DieId::Nth);
        let id = ids.find(|id| id.die(at) == Some(Die { of: self.who, face }));
        DieSay::Picked(Picked(id))
    }

    fn stance(&self) -> Stance {
        if self.gm { Stance::For(1) } else { Stance::Own }
    }

    fn tray(&self, at: Here<'_>) -> Option<DiceTray> {
        view::tray(at)
    }
}
