//! Every question the rules of this game put, each whole in one place.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{At, Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::DirkRules;
use crate::combat::{Strike, bonds, legal, legal_strike, may_react, strike_bar};
use crate::gear::{all_arms, protecting};
use crate::instinct;
use crate::lesson::{LessonWeeks, Mood, Willing};
use crate::rules;
use crate::state::{Ability, Affliction, Reaction, With};
use crate::time::{Announced, Farther, Interrupt, Interrupted, Minutes, Rolls, WhatHint, WhetherRolls};
use crate::trade::Fetches;
use crate::world::{Drawn, Draws, HoursOut, Region, Shown, SignOf, ThreatGrows};

type Here<'a> = At<'a, DirkRules>;

macro_rules! questions {
    ($($question:ident -> $variant:ident($answer:ty)),* $(,)?) => {
        /// Every question, as it is stored and sent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Prompt {
            $(#[allow(missing_docs)] $question($question),)*
        }

        impl Prompt {
            /// The question itself.
            pub fn question(&self) -> &dyn boneyard_table::Ask<DirkRules> {
                match self {
                    $(Self::$question(question) => question,)*
                }
            }
        }

        $(
            impl From<$question> for Prompt {
                fn from(question: $question) -> Self {
                    Self::$question(question)
                }
            }
        )*
    };
}

macro_rules! answers {
    ($($variant:ident($answer:ty)),* $(,)?) => {
        /// Every answer, as it is stored.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Answer {
            $(#[allow(missing_docs)] $variant($answer),)*
        }

        $(
            impl From<$answer> for Answer {
                fn from(answer: $answer) -> Self {
                    Self::$variant(answer)
                }
            }

            impl TryFrom<Answer> for $answer {
                type Error = ();

                fn try_from(answer: Answer) -> Result<Self, ()> {
                    match answer {
                        Answer::$variant(answer) => Ok(answer),
                        _ => Err(()),
                    }
                }
            }
        )*
    };
}

questions! {
    Bid -> Number(u16),
    Swap -> YesNo(bool),
    QuickShot -> Strike(Option<Strike>),
    NextTarget -> Target(Option<Who>),
    React -> Reaction(Reaction),
    Keep -> YesNo(bool),
    Displace -> Displaced(Displaced),
    EscapeFrom -> Bond(Bond),
    EscapeBy -> Ability(Ability),
    Upkeep -> Hold(Hold),
    WhetherRolls -> Rolls(Rolls),
    WhatHint -> Number(u16),
    Announced -> YesNo(bool),
    Interrupt -> Interrupted(Interrupted),
    Drawn -> Draws(Draws),
    Region -> Number(u16),
    SignOf -> Shown(Shown),
    ThreatGrows -> Number(u16),
    HoursOut -> Number(u16),
    Minutes -> Number(u16),
    Farther -> Number(u16),
    Flee -> Flight(Flight),
    RallySave -> YesNo(bool),
    WhoseWil -> YesNo(bool),
    BreakThrough -> YesNo(bool),
    HoldBack -> Spared(Spared),
    Swallow -> YesNo(bool),
    Strain -> YesNo(bool),
    Foresee -> YesNo(bool),
    Fetches -> Number(u16),
    LessonWeeks -> Number(u16),
    Willing -> Mood(Mood),
}

answers! {
    Number(u16),
    YesNo(bool),
    Strike(Option<Strike>),
    Target(Option<Who>),
    Reaction(Reaction),
    Displaced(Displaced),
    Ability(Ability),
    Hold(Hold),
    Draws(Draws),
    Shown(Shown),
    Rolls(Rolls),
    Interrupted(Interrupted),
    Bond(Bond),
    Flight(Flight),
    Spared(Spared),
    Mood(Mood),
}

/// How many HP to bid to act sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bid {
    /// Who bids.
    pub who: Who,
    /// At most.
    pub most: u16,
}

impl Question<DirkRules> for Bid {
    type Answer = u16;

    fn form(&self, _at: Here<'_>) -> Form {
        Form {
            name: "bid",
            rule: rules::DK_BATTLE_03,
            question: "How many hit points do you bid to act sooner? Nobody sees it until all have chosen."
                .into(),
            kind: PromptKind::Number,
            domain: Domain::amount(0, self.most.into()),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &u16) -> Result<(), Refusal> {
        if *answer <= self.most {
            return Ok(());
        }
        let sentence = format!("You have {} hit points to bid, not {answer}.", self.most);
        Err(Refusal::new(rules::DK_BATTLE_03, "too-much", sentence).with("most", self.most))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u16> {
        Choices::Every((0..=self.most).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> u16 {
        0
    }

    fn stance(&self) -> Stance {
        Stance::Sealed
    }

    fn pass(&self) -> Option<u16> {
        Some(0)
    }
}

/// Whether two allies who tied change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swap {
    /// Who would act first.
    pub first: Who,
    /// Who would act second.
    pub second: Who,
}

impl Question<DirkRules> for Swap {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let name = |who| &at.state.sheet(who).name;
        let question = format!("{} and {} tied. Change places?", name(self.first), name(self.second));
        yes_no("swap", rules::DK_BATTLE_02, question, "Change places", "Stay")
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![false, true])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// The free attack of the quickfire round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuickShot {
    /// Who may strike.
    pub who: Who,
}

impl QuickShot {
    /// Whether anything can be struck.
    pub fn possible(self, at: Here<'_>) -> bool {
        self.shots(at).next().is_some()
    }

    fn shots<'a>(self, at: Here<'a>) -> impl Iterator<Item = Strike> + 'a {
        let who = self.who;
        let armed = all_arms(at, who).filter(|(with, _)| *with != With::Fists);
        armed.flat_map(move |(with, _)| {
            let all = at.state.everybody().map(move |target| Strike { with, target });
            all.filter(move |strike| strike_bar(at, who, *strike).is_none())
        })
    }
}

impl Question<DirkRules> for QuickShot {
    type Answer = Option<Strike>;

    fn form(&self, at: Here<'_>) -> Form {
        let shots = self.shots(at).map(|strike| {
            let target = &at.state.sheet(strike.target).name;
            Candidate::new(
                json!(strike),
                format!("{target}, with {}", weapon_name(at, self.who, strike.with)),
            )
        });
        Form {
            name: "quickfire",
            rule: rules::DK_BATTLE_05,
            question: "Your weapon is in hand: strike before the first turn?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of([Candidate::new(Value::Null, "Hold back")].into_iter().chain(shots)),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Option<Strike>) -> Result<(), Refusal> {
        match answer {
            None => Ok(()),
            Some(Strike { with: With::Fists, .. }) => Err(Refusal::new(
                rules::DK_BATTLE_05,
                "no-weapon",
                "Bare hands are no weapon in hand for the quickfire round.",
            )),
            Some(strike) => legal_strike(at, self.who, *strike),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<Option<Strike>> {
        Choices::Every([None].into_iter().chain(self.shots(at).map(Some)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<Strike> {
        instinct::strike(at, self.who).filter(|strike| strike.with != With::Fists)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Option<Strike>> {
        Some(None)
    }
}

/// The target of a further attack of the same ATTACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextTarget {
    /// Who attacks.
    pub who: Who,
    /// With what.
    pub with: With,
}

impl NextTarget {
    /// Whether there is anybody left to attack.
    pub fn possible(self, at: Here<'_>) -> bool {
        self.targets(at).next().is_some()
    }

    fn targets<'a>(self, at: Here<'a>) -> impl Iterator<Item = Who> + 'a {
        let NextTarget { who, with } = self;
        at.state.everybody().filter(move |&target| strike_bar(at, who, Strike { with, target }).is_none())
    }
}

impl Question<DirkRules> for NextTarget {
    type Answer = Option<Who>;

    fn form(&self, at: Here<'_>) -> Form {
        let targets =
            self.targets(at).map(|who| Candidate::new(json!(who), at.state.sheet(who).name.clone()));
        Form {
            name: "next",
            rule: rules::DK_BATTLE_13,
            question: format!("One attack more with the {}. At whom?", weapon_name(at, self.who, self.with)),
            kind: PromptKind::PickOne,
            domain: Domain::one_of([Candidate::new(Value::Null, "Nobody")].into_iter().chain(targets)),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Option<Who>) -> Result<(), Refusal> {
        match *answer {
            None => Ok(()),
            Some(target) => legal_strike(at, self.who, Strike { with: self.with, target }),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<Option<Who>> {
        Choices::Every([None].into_iter().chain(self.targets(at).map(Some)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<Who> {
        instinct::target(at, self.who, self.with)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Option<Who>> {
        Some(None)
    }
}

/// The windows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum WindowName {
    /// Before the damage is rolled.
    W1,
    /// After it.
    W2,
    /// On the move.
    WM,
    /// Under an effect.
    WE,
}

impl WindowName {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::W1 => "W1",
            Self::W2 => "W2",
            Self::WM => "WM",
            Self::WE => "WE",
        }
    }

    fn offers(self) -> &'static [Reaction] {
        match self {
            Self::W1 => &[Reaction::Counter, Reaction::Intercept],
            Self::W2 => &[Reaction::Evade, Reaction::Block],
            Self::WM => &[Reaction::Intercept],
            Self::WE => &[Reaction::Escape],
        }
    }
}

/// Whether to react in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct React {
    /// Which window.
    pub window: WindowName,
    /// Who may react.
    pub who: Who,
}

impl React {
    fn legal<'a>(self, at: Here<'a>) -> impl Iterator<Item = Reaction> + 'a {
        let all = [Reaction::Pass].into_iter().chain(self.window.offers().iter().copied());
        all.filter(move |kind| may_react(at, self.window, self.who, *kind))
    }
}

impl Question<DirkRules> for React {
    type Answer = Reaction;

    fn form(&self, at: Here<'_>) -> Form {
        let name = |who| at.state.sheet(who).name.as_str();
        let (question, rule, stakes) = match (self.window, at.state.attack) {
            (WindowName::W1, Some(attack)) if attack.target == self.who => (
                format!("{} attacks you. COUNTER! before the damage is rolled?", name(attack.by)),
                rules::DK_REACT_09,
                Stakes::Costly,
            ),
            (WindowName::W1, Some(attack)) => (
                format!("{} attacks {}. Step in?", name(attack.by), name(attack.target)),
                rules::DK_REACT_12,
                Stakes::Costly,
            ),
            (WindowName::W2, Some(attack)) => {
                let damage = attack.damage.unwrap_or(0);
                (format!("{damage} damage. React?"), rules::DK_REACT_02, stakes_of(at, self.who, damage))
            }
            (WindowName::WM, _) => ("Step in the way?".into(), rules::DK_REACT_11, Stakes::None),
            _ => ("Try to break loose?".into(), rules::DK_REACT_08, Stakes::None),
        };
        let options = [Reaction::Pass].into_iter().chain(self.window.offers().iter().copied()).map(|kind| {
            let label = if kind == Reaction::Pass { "Pass" } else { kind.name() };
            Candidate::new(json!(kind), label).refused(legal(at, self.window, self.who, kind).err())
        });
        Form {
            name: self.window.as_str(),
            rule,
            question,
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Reaction) -> Result<(), Refusal> {
        legal(at, self.window, self.who, *answer)
    }

    fn choices(&self, at: Here<'_>) -> Choices<Reaction> {
        Choices::Every(self.legal(at).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Reaction {
        let wish = instinct::reaction(at, self.window, self.who);
        let fits = wish == Reaction::Pass || may_react(at, self.window, self.who, wish);
        if fits { wish } else { Reaction::Pass }
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Reaction> {
        Some(Reaction::Pass)
    }
}

/// What a passed save may keep instead of gaining a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeepWhat {
    /// One's position.
    Position,
    /// The shield.
    Shield,
}

/// Keep position or shield, or gain a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keep {
    /// Who chooses.
    pub who: Who,
    /// What may be kept.
    pub what: KeepWhat,
}

impl Question<DirkRules> for Keep {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let (rule, keep) = match self.what {
            KeepWhat::Position => (rules::DK_REACT_05, "Keep your position"),
            KeepWhat::Shield => (rules::DK_REACT_07, "Keep the shield"),
        };
        yes_no("keep", rule, format!("{keep}, or a reaction more?"), keep, "A reaction more")
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

/// How somebody loses their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Displaced {
    /// To the ground.
    KnockedDown,
    /// 10 feet away.
    DrivenBack,
}

/// Knocked down or driven back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Displace {
    /// Who loses their position.
    pub who: Who,
}

impl Question<DirkRules> for Displace {
    type Answer = Displaced;

    fn form(&self, at: Here<'_>) -> Form {
        let options =
            [(Displaced::KnockedDown, "Knocked down"), (Displaced::DrivenBack, "Driven back 10 feet")];
        Form {
            name: "displaced",
            rule: rules::DK_REACT_05,
            question: format!("{} does not keep position. How?", at.state.sheet(self.who).name),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(how, label)| Candidate::new(json!(how), label))),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &Displaced) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Displaced> {
        Choices::Every(vec![Displaced::KnockedDown, Displaced::DrivenBack])
    }

    fn instinct(&self, _at: Here<'_>) -> Displaced {
        Displaced::DrivenBack
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// What can hold a creature so that it may ESCAPE!.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bond {
    /// A grapple.
    Grappled,
    /// A net, a web, threads.
    Entangled,
    /// Another's will.
    Enchanted,
    /// Fear.
    Routed,
    /// A taunt.
    Taunted,
}

impl Bond {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Grappled, Self::Entangled, Self::Enchanted, Self::Routed, Self::Taunted];

    /// What it is, unless it is a grapple.
    pub fn affliction(self) -> Option<Affliction> {
        match self {
            Self::Grappled => None,
            Self::Entangled => Some(Affliction::Entangled),
            Self::Enchanted => Some(Affliction::Enchanted),
            Self::Routed => Some(Affliction::Routed),
            Self::Taunted => Some(Affliction::Taunted),
        }
    }

    /// The name of its condition.
    pub fn name(self) -> &'static str {
        self.affliction().map_or("grappled", Affliction::name)
    }
}

/// What to ESCAPE! from, where several things hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EscapeFrom {
    /// Who tries.
    pub who: Who,
}

impl Question<DirkRules> for EscapeFrom {
    type Answer = Bond;

    fn form(&self, at: Here<'_>) -> Form {
        let options = bonds(at.state.live(self.who)).map(|bond| Candidate::new(json!(bond), bond.name()));
        Form {
            name: "from",
            rule: rules::DK_REACT_08,
            question: "Break loose from what?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Bond) -> Result<(), Refusal> {
        if bonds(at.state.live(self.who)).any(|bond| bond == *answer) {
            return Ok(());
        }
        let sentence = format!("Not {}: there is nothing to escape from.", answer.name());
        Err(Refusal::new(rules::DK_REACT_08, "not-held", sentence))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Bond> {
        Choices::Every(bonds(at.state.live(self.who)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Bond {
        bonds(at.state.live(self.who)).next().unwrap_or(Bond::Grappled)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Which score to ESCAPE! with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EscapeBy {
    /// Who tries.
    pub who: Who,
    /// From what.
    pub from: Bond,
}

impl EscapeBy {
    /// The scores it can be tried with.
    pub fn allowed(self, at: Here<'_>) -> &[Ability] {
        at.book.conditions.named(self.from.name()).map_or(&[], |row| &row.escape)
    }
}

impl Question<DirkRules> for EscapeBy {
    type Answer = Ability;

    fn form(&self, at: Here<'_>) -> Form {
        let live = at.state.live(self.who);
        let options = self.allowed(at).iter().map(|&ability| {
            Candidate::new(json!(ability), format!("{} {}", ability.name(), live.score(ability)))
        });
        Form {
            name: "ability",
            rule: rules::DK_REACT_08,
            question: "Break loose with which score?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Ability) -> Result<(), Refusal> {
        if self.allowed(at).contains(answer) {
            return Ok(());
        }
        let allowed: Vec<&str> = self.allowed(at).iter().map(|ability| ability.name()).collect();
        let sentence = format!("One breaks loose with {}.", allowed.join(" or "));
        Err(Refusal::new(rules::DK_REACT_08, "wrong-ability", sentence).with("given", answer.name()))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Ability> {
        Choices::Every(self.allowed(at).to_vec())
    }

    fn instinct(&self, at: Here<'_>) -> Ability {
        let live = at.state.live(self.who);
        let best = self.allowed(at).iter().rev().copied().max_by_key(|ability| live.score(*ability));
        best.unwrap_or(Ability::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// What holding on costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// The move.
    Move,
    /// The action.
    Action,
    /// Nothing: let go.
    LetGo,
}

/// Whether to hold on to a grapple, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Upkeep {
    /// Who holds.
    pub who: Who,
    /// Who is held.
    pub held: Who,
}

impl Upkeep {
    fn lost_action(self, at: Here<'_>) -> bool {
        at.state.live(self.who).turn.acted
    }
}

impl Question<DirkRules> for Upkeep {
    type Answer = Hold;

    fn form(&self, at: Here<'_>) -> Form {
        let options =
            [(Hold::Move, "Give up the move"), (Hold::Action, "Give up the action"), (Hold::LetGo, "Let go")]
                .map(|(how, label)| Candidate::new(json!(how), label).refused(self.check(at, &how).err()));
        Form {
            name: "upkeep",
            rule: rules::DK_ADV_06,
            question: format!("You hold {}. What do you give up for it?", at.state.sheet(self.held).name),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Hold) -> Result<(), Refusal> {
        if *answer == Hold::Action && self.lost_action(at) {
            let sentence = "A lost action cannot pay for a grapple; the move can.";
            return Err(Refusal::new(rules::DK_ADV_06, "action-lost", sentence));
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Hold> {
        let all = [Hold::Move, Hold::Action, Hold::LetGo].into_iter();
        Choices::Every(all.filter(|how| self.check(at, how).is_ok()).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> Hold {
        Hold::Move
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether to drink what changes its drinker for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swallow {
    /// Who would take it.
    pub who: Who,
    /// What.
    pub powerup: RuleId,
}

impl Question<DirkRules> for Swallow {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let name = at.book.powerups.get(self.powerup.as_str()).map_or("it", |row| &row.name);
        let question = format!("From now on hardly anything else will work on you. Take {name}?");
        let form = yes_no("swallow", self.powerup, question, "Take it", "Leave it");
        Form { stakes: Stakes::Costly, ..form }
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

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// Whether to pay for a power with WIL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Strain {
    /// Who would pay.
    pub who: Who,
    /// How much WIL.
    pub wil: u8,
}

impl Question<DirkRules> for Strain {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = format!("The HP do not suffice: it takes {} WIL. Go on?", self.wil);
        let form = yes_no("strain", rules::DK_POWER_02H, question, "Go on", "Leave it");
        Form { stakes: Stakes::Costly, ..form }
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

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// Whether to pay for an EVADE! that cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Foresee {
    /// Who evades.
    pub who: Who,
    /// The power.
    pub power: RuleId,
    /// What it costs.
    pub cost: u8,
}

impl Question<DirkRules> for Foresee {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = format!("Pay {} HP, and the save of your EVADE! is passed without a roll?", self.cost);
        let form = yes_no("foresee", self.power, question, "Pay", "Roll");
        Form { stakes: Stakes::Costly, ..form }
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![false, true])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// How somebody who was routed spends the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flight {
    /// A full move away.
    Retreat,
    /// Weapons down, hands up.
    Surrender,
}

/// Retreat or surrender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flee {
    /// Who was routed.
    pub who: Who,
}

impl Question<DirkRules> for Flee {
    type Answer = Flight;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = [(Flight::Retreat, "Retreat"), (Flight::Surrender, "Surrender")];
        Form {
            name: "flee",
            rule: rules::DK_ADV_10,
            question: "Your nerve is gone. Retreat or surrender?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(how, label)| Candidate::new(json!(how), label))),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &Flight) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Flight> {
        Choices::Every(vec![Flight::Retreat, Flight::Surrender])
    }

    fn instinct(&self, _at: Here<'_>) -> Flight {
        Flight::Retreat
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Whether to save against fear and enchantment when somebody rallies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RallySave {
    /// Who may save.
    pub who: Who,
}

impl Question<DirkRules> for RallySave {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = "You are called upon. Try to shake it off?".into();
        yes_no("rally", rules::DK_ADV_11, question, "Save against it", "Leave it")
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

/// Whether to save on the WIL of whoever rallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhoseWil {
    /// Who saves.
    pub who: Who,
    /// Whose WIL is higher.
    pub by: Who,
}

impl Question<DirkRules> for WhoseWil {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question = format!("Save on the WIL of {}?", at.state.sheet(self.by).name);
        yes_no("wil", rules::DK_ADV_11, question, "On theirs", "On your own")
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

/// Whether to force a way past whoever stepped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BreakThrough {
    /// Who was stopped.
    pub who: Who,
    /// By whom.
    pub by: Who,
}

impl Question<DirkRules> for BreakThrough {
    type Answer = bool;

    fn form(&self, at: Here<'_>) -> Form {
        let question = format!("{} bars your way. Force a contest of STR?", at.state.sheet(self.by).name);
        yes_no("break through", rules::DK_HOUSE_01H, question, "Force it", "Stop")
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

/// What is held back of HP and AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spared {
    /// Nothing.
    Nothing,
    /// HP.
    Hp,
    /// AP.
    Ap,
    /// Both.
    Both,
}

impl Spared {
    /// Whether HP take damage.
    pub fn uses_hp(self) -> bool {
        matches!(self, Self::Nothing | Self::Ap)
    }

    /// Whether AP take damage.
    pub fn uses_ap(self) -> bool {
        matches!(self, Self::Nothing | Self::Hp)
    }
}

/// Whether to hold back HP or AP from damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HoldBack {
    /// Who is hurt.
    pub who: Who,
    /// How much damage.
    pub amount: u16,
}

impl Question<DirkRules> for HoldBack {
    type Answer = Spared;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = [
            (Spared::Nothing, "Use both"),
            (Spared::Hp, "Hold back HP"),
            (Spared::Ap, "Hold back AP"),
            (Spared::Both, "Hold back both"),
        ];
        Form {
            name: "soak",
            rule: rules::DK_HARM_03,
            question: format!("{} damage. What takes it?", self.amount),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(how, label)| Candidate::new(json!(how), label))),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &Spared) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Spared> {
        Choices::Every(vec![Spared::Nothing, Spared::Hp, Spared::Ap, Spared::Both])
    }

    fn instinct(&self, _at: Here<'_>) -> Spared {
        Spared::Nothing
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

fn yes_no(name: &'static str, rule: RuleId, question: String, yes: &'static str, no: &'static str) -> Form {
    Form {
        name,
        rule,
        question,
        kind: PromptKind::YesOrNo,
        domain: Domain::YesNo { yes: yes.into(), no: no.into() },
        stakes: Stakes::None,
    }
}

/// Damage that gets past HP and AP may kill.
fn stakes_of(at: Here<'_>, who: Who, damage: u16) -> Stakes {
    let live = at.state.live(who);
    let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
    let cushion = live.temp_hp + live.hp + u16::from(live.ap) + armor;
    if damage > cushion { Stakes::Mortal } else { Stakes::Costly }
}

fn weapon_name<'a>(at: Here<'a>, who: Who, with: With) -> &'a str {
    crate::gear::arms(at, who, with).map_or("weapon", |arms| arms.name)
}
