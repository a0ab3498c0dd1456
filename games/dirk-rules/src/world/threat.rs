//! Threats that grow, step by step: rumored, active, striking at people one knows, at their aim.
//! Only the referee knows of them.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Refusal, RuleId, Seat, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WorldFact;
use super::question::ThreatGrows;
use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

/// The last step: it reaches its aim.
pub(super) const MOST: u8 = 4;

/// Threats a table keeps in mind.
const MOST_THREATS: usize = 20;

const RULE: RuleId = rules::DK_EVT_06H;

/// A threat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Threat {
    /// What it is.
    pub name: String,
    /// How far it has grown, 1 to 4.
    pub step: u8,
}

impl Threat {
    /// Its step in words.
    pub fn stage(&self) -> &'static str {
        match self.step {
            0 | 1 => "rumored",
            2 => "active",
            3 => "strikes at people you know",
            _ => "reaches its aim",
        }
    }
}

deed! {
    /// The referee says that a threat stands at a step: a new one, or one that is known.
    pub struct Threaten(form: DirkRules) {
        /// What it is.
        name: String = form.text("name", "What", 80)?,
        /// Its step, 1 to 4.
        step: u8 = form.amount("step", "At which step", 1..=MOST.into())?,
    }
}

impl Deed<DirkRules> for Threaten {
    const CARD: Card = Card::gm("A threat", "World").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (name, step) = (self.name.trim(), self.step);
        may.not_if(name.is_empty() || name.chars().count() > 80, || {
            Refusal::new(RULE, "words", "Say in 1 to 80 characters what the threat is.")
        })?;
        may.not_if(step == 0 || step > MOST, || {
            let sentence = format!("A threat stands at step 1 to {MOST}, not {step}.");
            Refusal::new(RULE, "no-such-step", sentence).with("most", MOST)
        })?;
        let threats = &may.state.world.threats;
        let known = threats.iter().any(|threat| threat.name == name);
        may.not_if(!known && threats.len() >= MOST_THREATS, || {
            let sentence = format!("A table keeps {MOST_THREATS} threats in mind at most.");
            Refusal::new(RULE, "too-many", sentence).with("most", MOST_THREATS)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        stands_at(cx, self.name.trim(), self.step);
        Ok(())
    }
}

/// A threat stands at a step now.
pub(crate) fn stands_at(cx: &mut Cx<'_, DirkRules>, name: &str, step: u8) {
    let threats = &cx.state().world.threats;
    let at = threats.iter().position(|threat| threat.name == name).unwrap_or(threats.len()).min(255) as u8;
    let threat = Threat { name: name.to_owned(), step };
    cx.record_for(Audience::GM, RULE, Fact::World(WorldFact::Threat { at, threat }));
}

/// A threat came up: a new one of this name, or one that is known grows.
pub(crate) fn grow(cx: &mut Cx<'_, DirkRules>, name: &str) -> Flow {
    let number = usize::from(cx.ask(Seat::GM, ThreatGrows)?);
    let threats = &cx.state().world.threats;
    let grown = number.checked_sub(1).and_then(|at| threats.get(at));
    let grown = grown.or_else(|| threats.iter().find(|threat| threat.name == name));
    let (name, step) = match grown {
        Some(threat) => (threat.name.clone(), threat.step.saturating_add(1).min(MOST)),
        None if threats.len() >= MOST_THREATS => return Ok(()),
        None => (name.to_owned(), 1),
    };
    stands_at(cx, &name, step);
    Ok(())
}
