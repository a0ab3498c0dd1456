//! Events: a die by the scale of time, what it brings, signs of what is still to come, and whether
//! it interrupts. The details are drawn from the tables of the world.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Asked, At, Audience, Cx, Flow, Group, Pick, Refusal, Roll, RuleId, Seat, Stance, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Scale, TimeFact};
use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;
use crate::world::{self, AtHand};

/// The five things an event may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Come {
    /// 1.
    Threat,
    /// 2.
    Abandoned,
    /// 3.
    Weather,
    /// 4.
    Guarded,
    /// 5.
    Encounter,
}

impl Come {
    /// All five, in the order of the die.
    pub const ALL: [Self; 5] = [Self::Threat, Self::Abandoned, Self::Weather, Self::Guarded, Self::Encounter];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Threat => "a threat",
            Self::Abandoned => "something useful that nobody owns any more",
            Self::Weather => "extreme weather",
            Self::Guarded => "something useful that is guarded",
            Self::Encounter => "somebody comes by",
        }
    }
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Happens {
    /// It is there.
    Comes(Come),
    /// It announces itself.
    Sign,
}

impl Happens {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comes(come) => come.name(),
            Self::Sign => "a sign of something to come",
        }
    }
}

/// Something that has announced itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// What is coming.
    pub comes: Come,
    /// How it shows itself.
    #[serde(default)]
    pub sign: String,
    /// What it will bring, rolled when it announced itself.
    #[serde(default)]
    pub brings: Vec<AtHand>,
}

deed! {
    /// Rolls for an event now, for the unit of time that begins.
    pub struct Event(form: DirkRules) {
        /// On which scale.
        scale: Scale = scale(form)?,
        /// The die in hand, if it is to be checked.
        #[serde(default)]
        die: Option<String> = form.unasked("die")?,
    }
}

/// The field `scale`, where no battle goes on.
pub(super) fn scale(form: &mut Filling<'_, DirkRules>) -> Filled<Scale> {
    form.only_if(form.state.battle.is_none())?;
    form.one_of("scale", "In", Scale::ALL.map(|scale| (scale, scale.name())))
}

impl Deed<DirkRules> for Event {
    const CARD: Card = Card::gm("Roll for an event", "Time").rule(rules::DK_EVENT_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.not_if(may.state.battle.is_some(), || {
            Refusal::new(rules::DK_EVENT_04, "in-battle", "Battles roll no events.")
        })?;
        let right = die_name(self.scale);
        may.not_if(self.die.as_ref().is_some_and(|die| !die.eq_ignore_ascii_case(right)), || {
            let sentence = format!("For {} it is a {right}.", self.scale.name());
            Refusal::new(rules::DK_EVENT_01, "wrong-die", sentence).with("die", right)
        })?;
        may.not_if(may.state.clock < may.state.days.rolled_to, || {
            let sentence = "This time has been rolled for already.";
            Refusal::new(rules::DK_EVENT_04, "rolled-already", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let to = cx.state().clock.saturating_add(self.scale.seconds());
        cx.record_for(Audience::GM, rules::DK_EVENT_04, Fact::Time(TimeFact::RolledTo { to }));
        happen(cx, self.scale)?;
        Ok(())
    }
}

fn die_name(scale: Scale) -> &'static str {
    match scale {
        Scale::Weeks => "D4",
        Scale::Days => "D10",
        Scale::Hours => "D20",
        Scale::Minutes => "D6+3",
    }
}

/// An event of this scale. Gives whether something is there, and not only a sign of it.
pub(super) fn happen(cx: &mut Cx<'_, DirkRules>, scale: Scale) -> Flow<bool> {
    let (sides, more) = match scale {
        Scale::Weeks => (4, 0),
        Scale::Days => (10, 0),
        Scale::Hours => (20, 0),
        Scale::Minutes => (6, 3),
    };
    let roll = secret_die(cx, rules::DK_EVENT_01, sides)? + more;
    let Some(&comes) = Come::ALL.get(usize::from(roll).saturating_sub(1)) else {
        record(cx, rules::DK_EVENT_02, TimeFact::Event { roll, happens: Happens::Sign });
        announce(cx, scale)?;
        return Ok(false);
    };
    record(cx, rules::DK_EVENT_02, TimeFact::Event { roll, happens: Happens::Comes(comes) });
    let known = cx.state().days.hints.iter().position(|hint| hint.comes == comes);
    if let Some(at) = known
        && cx.ask(Seat::GM, Announced { comes })?
    {
        let brings = cx.state().days.hints[at].brings.clone();
        cx.cite(rules::DK_EVT_05H);
        record(cx, rules::DK_EVENT_03, TimeFact::HintCame { at: at as u8, comes });
        return here(cx, comes, brings);
    }
    let brings = world::details(cx, scale, comes)?;
    here(cx, comes, brings)
}

/// What an event brings is here; a threat begins or grows by it.
fn here(cx: &mut Cx<'_, DirkRules>, comes: Come, brings: Vec<AtHand>) -> Flow<bool> {
    let name = brings.first().map_or_else(|| comes.name().to_owned(), |first| first.text.clone());
    world::arrive(cx, brings);
    if comes == Come::Threat {
        world::grow(cx, &name)?;
    }
    Ok(true)
}

/// Something announces itself: as the referee says, or as a D10 decides. What it will bring is
/// rolled at once and kept.
fn announce(cx: &mut Cx<'_, DirkRules>, scale: Scale) -> Flow {
    let number = match cx.ask(Seat::GM, WhatHint)? {
        0 => secret_die(cx, rules::DK_EVENT_03, 10)?.div_ceil(2),
        said => said.min(5) as u8,
    };
    let comes = Come::ALL[usize::from(number.clamp(1, 5)) - 1];
    let brings = world::details(cx, scale, comes)?;
    let sign = world::sign(cx, comes)?;
    record(cx, rules::DK_EVENT_03, TimeFact::Hinted(Hint { comes, sign, brings }));
    Ok(())
}

/// A die only the referee sees.
fn secret_die(cx: &mut Cx<'_, DirkRules>, rule: RuleId, sides: u8) -> Flow<u8> {
    let groups = [Group::new(1, sides)];
    let roll =
        Roll { rule, by: Seat::GM.into(), audience: Audience::GM, groups: &groups, terms: None, alike: None };
    Ok(cx.roll_one(&roll)?.first())
}

fn record(cx: &mut Cx<'_, DirkRules>, rule: RuleId, fact: TimeFact) {
    cx.record_for(Audience::GM, rule, Fact::Time(fact));
}

/// Whether a passage of time is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rolls {
    /// Once for each unit.
    Roll,
    /// Not at all: the place is safe.
    Safe,
    /// Twice for each unit: there is noise.
    Noisy,
}

/// Asks whether a passage of time is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhetherRolls {
    /// On which scale.
    pub scale: Scale,
}

impl Pick<DirkRules> for WhetherRolls {
    type Answer = Rolls;

    fn asked(&self, _at: At<'_, DirkRules>) -> Asked<Rolls> {
        let question =
            format!("Time passes in {}: a {} for each. Roll?", self.scale.name(), die_name(self.scale));
        let options = [
            (Rolls::Roll, "Roll"),
            (Rolls::Safe, "No roll: the place is safe"),
            (Rolls::Noisy, "One roll more: there is noise"),
        ];
        Asked::one_of("event-rolls", rules::DK_EVENT_04, question, options)
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> Rolls {
        Rolls::Roll
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks what a sign is a sign of: 1 to 5, or 0 for the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhatHint;

impl Pick<DirkRules> for WhatHint {
    type Answer = u16;

    fn asked(&self, _at: At<'_, DirkRules>) -> Asked<u16> {
        let named = (1..).zip(Come::ALL.iter()).map(|(number, come)| (number, come.name()));
        let options = [(0, "Let a D10 decide")].into_iter().chain(named);
        Asked::one_of("hint", rules::DK_EVENT_03, "A sign of what?", options)
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        0
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks whether what comes is what had announced itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announced {
    /// What comes.
    pub comes: Come,
}

impl Pick<DirkRules> for Announced {
    type Answer = bool;

    fn asked(&self, _at: At<'_, DirkRules>) -> Asked<bool> {
        Asked::yes_no(
            "announced",
            rules::DK_EVENT_03,
            format!("It had announced itself: {}. Is this it?", self.comes.name()),
            "This is it",
            "Something else",
        )
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> bool {
        true
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// What an event does to what is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interrupted {
    /// Nothing.
    GoOn,
    /// It stops, and needs only the time that is left.
    Pause,
    /// It is over, and begins anew.
    BreakOff,
}

/// Asks what an event does to what is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Interrupt;

impl Pick<DirkRules> for Interrupt {
    type Answer = Interrupted;

    fn asked(&self, _at: At<'_, DirkRules>) -> Asked<Interrupted> {
        let options = [
            (Interrupted::GoOn, "Go on"),
            (Interrupted::Pause, "Pause it here"),
            (Interrupted::BreakOff, "Break it off"),
        ];
        Asked::one_of(
            "interrupt",
            rules::DK_EVENT_05,
            "Does the event put an end to what is being done?",
            options,
        )
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> Interrupted {
        Interrupted::GoOn
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
