//! Tending wounds.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{campers, in_camp, may_afford, spend};
use crate::DeadWeight;
use crate::expedition::{check_supply, pieces, spend_one};
use crate::fact::HurtFact;
use crate::form::stored;
use crate::question::{Owned, short};
use crate::rules;
use crate::state::{Affliction, Attribute, State};

deed! {
    /// Wounds are tended: a supply for each, one on each attribute.
    #[serde(deny_unknown_fields)]
    pub struct Tend(form: DeadWeight) {
        /// One entry for each wound.
        wounds: Vec<Treated> = {
            in_camp(form)?;
            let at = form.at();
            let supplies = pieces(at.state, at.book, "medical-supply").len();
            let all = if form.is_written() { Vec::new() } else { open_wounds(at) };
            form.only_if(supplies > 0 && !all.is_empty())?;
            let most = supplies.min(all.len()) as u32;
            let domain = || {
                let of = all.iter().map(|(wound, kept)| {
                    let Treated { target, attribute, .. } = wound;
                    let name = format!("{} of {}", attribute.name(), at.state.name(*target));
                    let pick = format!("{}.{}", target.0, attribute.name());
                    Thing { what: Candidate::new(pick, name).refused(kept.clone()), cost: 0 }
                });
                Domain::Subset { of: of.collect(), least: 1, most, budget: None }
            };
            let open = all.iter().find(|(_, kept)| kept.is_none()).or(all.first());
            form.field("wounds", "Which", domain, || Some(vec![open?.0]), stored)?
        },
    }
}

impl Deed<DeadWeight> for Tend {
    const CARD: Card = Card::anyone("Tend wounds", "Camp").rule(rules::DW_CAMP_10).cost(1, "points");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_afford(may, 1)?;
        self.supplied(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let rule = rules::DW_CAMP_10;
        let wounds = self.supplied(May::quiet(cx.at(), by))?;
        if !spend(cx, by, 1, "tending wounds", rule)? {
            return Ok(());
        }
        cx.cite(rules::DW_ITEM_02);
        cx.cite(rules::DW_HOUSE_19H);
        for (one, from) in &wounds {
            spend_one(cx, from.who, from.item, rule)?;
            let (who, attribute) = (one.target, one.attribute);
            let live = cx.state().live(who);
            let (from, fatigue) = (live.wounds[attribute], live.fatigue[attribute]);
            cx.record(rule, HurtFact::Wounds { who, attribute, from, to: from - 1, fatigue }.into());
        }
        Ok(())
    }
}

impl Tend {
    /// Every wound with the supply it takes, where all of them can be tended.
    fn supplied(&self, may: May<'_, DeadWeight>) -> Lawful<Vec<(Treated, Owned)>> {
        let (rule, state) = (rules::DW_CAMP_10, may.state);
        let here = campers(state);
        may.not_if(self.wounds.is_empty(), || Refusal::new(rule, "nothing", "Say which wounds are tended."))?;
        let wounds = supplied(may.at(), &self.wounds)?;
        for (one, from) in &wounds {
            may.not_if(!here.contains(&one.target), || {
                Refusal::new(rule, "not-here", "Only those in the camp are tended.")
            })?;
            check_supply(may.at(), from.who, from.item)?;
            let asked = wounds.iter().filter(|(_, other)| other == from).count();
            let left = state.live(from.who).items[usize::from(from.item)].count;
            may.not_if(usize::from(left) < asked, || {
                Refusal::new(rule, "no-supply", "Every wound takes a medical supply.").with("left", left)
            })?;
            if let Some(why) = does_not_heal(state, one.target) {
                return may.no(|| why.and(Refusal::new(rule, "tend", "No use.")));
            }
            may.not_if(state.live(one.target).wounds[one.attribute] == 0, || {
                let sentence =
                    format!("{} has no wound on {}.", state.name(one.target), one.attribute.name());
                Refusal::new(rule, "no-wound", sentence)
            })?;
            let same = |other: &&Treated| (other.target, other.attribute) == (one.target, one.attribute);
            may.not_if(self.wounds.iter().filter(same).count() > 1, || {
                Refusal::new(rule, "twice", "One wound on each attribute for one action.")
            })?;
        }
        Ok(wounds)
    }
}

/// The wounds of those in the camp, and what keeps them from healing.
fn open_wounds(at: At<'_, DeadWeight>) -> Vec<(Treated, Option<Refusal>)> {
    let mut all = Vec::new();
    for target in campers(at.state) {
        let kept = does_not_heal(at.state, target);
        let wounds = &at.state.live(target).wounds;
        let on = Attribute::ALL.into_iter().filter(|attribute| wounds[*attribute] > 0);
        all.extend(on.map(|attribute| (Treated { target, attribute, supply: None }, kept.clone())));
    }
    all
}

/// What keeps somebody's wounds from healing.
fn does_not_heal(state: &State, who: Who) -> Option<Refusal> {
    let kept = [(Affliction::Hungry, rules::DW_AFFL_02), (Affliction::Cursed, rules::DW_AFFL_11)];
    let (what, rule) = kept.into_iter().find(|(what, _)| state.live(who).suffers(*what))?;
    let sentence = format!("{} is {}: these wounds do not heal.", state.name(who), what.name());
    Some(Refusal::new(rule, "does-not-heal", sentence))
}

/// One wound and the supply it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "TreatedSay")]
#[schemars(with = "TreatedSay")]
pub struct Treated {
    /// Whose wound.
    pub target: Who,
    /// On which attribute.
    pub attribute: Attribute,
    /// The supply; any of the party's if none is named.
    #[serde(flatten)]
    pub supply: Option<Owned>,
}

/// As it is written: in full, or as forms give it, whose wound and where with a point between.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say whose wound it is and on which attribute")]
enum TreatedSay {
    Full(FullyTreated),
    Short(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FullyTreated {
    /// Whose wound.
    target: Who,
    /// On which attribute.
    attribute: Attribute,
    /// Whose supply.
    #[serde(default)]
    who: Option<Who>,
    /// Which thing.
    #[serde(default)]
    item: Option<u8>,
}

impl TryFrom<TreatedSay> for Treated {
    type Error = String;

    fn try_from(say: TreatedSay) -> Result<Self, String> {
        match say {
            TreatedSay::Full(FullyTreated { target, attribute, who, item }) => {
                let supply = who.zip(item).map(|(who, item)| Owned { who, item });
                Ok(Self { target, attribute, supply })
            }
            TreatedSay::Short(text) => {
                let read = short(&text).and_then(|(target, on)| {
                    let attribute = Attribute::ALL.into_iter().find(|known| known.name() == on)?;
                    Some(Self { target, attribute, supply: None })
                });
                read.ok_or_else(|| format!("`{text}` is nobody's wound"))
            }
        }
    }
}

/// Every wound with a supply for it: those not named are taken from what the party has.
fn supplied(at: At<'_, DeadWeight>, wounds: &[Treated]) -> Result<Vec<(Treated, Owned)>, Refusal> {
    let mut there = pieces(at.state, at.book, "medical-supply");
    there.retain(|owned| !at.state.live(owned.who).mortal);
    for named in wounds.iter().filter_map(|one| one.supply) {
        if let Some(nth) = there.iter().position(|owned| *owned == named) {
            there.remove(nth);
        }
    }
    let mut rest = there.into_iter();
    let none = || Refusal::new(rules::DW_CAMP_10, "no-supply", "Every wound takes a medical supply.");
    wounds.iter().map(|one| Ok((*one, one.supply.or_else(|| rest.next()).ok_or_else(none)?))).collect()
}
