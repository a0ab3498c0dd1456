//! Setting up camp: where, with what, and what it is worth.

use boneyard_table::deed::{self, Card, Deed, Filled, Lawful, May};
use boneyard_table::view::Domain;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::speaks;
use crate::DeadWeight;
use crate::book::Passive;
use crate::expedition::{advance_doom, agreed, doom_events, group, pieces, spend_one, threatened};
use crate::fact::{CampFact, ExpeditionFact};
use crate::form::{Form, stored, whatever_picked};
use crate::gear::carries;
use crate::house::LongRestDoomTotal;
use crate::question::{Choose, Owned, Topic};
use crate::rules;
use crate::state::{Camp, State};

/// The party sets up camp.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PitchCamp {
    /// Camping supplies that are used up, one entry for each, or how many of whatever there are.
    pub supplies: Supplies,
    /// With a fire.
    pub fire: bool,
    /// For a long rest.
    pub long_rest: bool,
}

impl deed::Form<DeadWeight> for PitchCamp {
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let at = form.at();
        form.only_if(at.state.camp.is_none() && speaks(form))?;
        let most = pieces(at.state, at.book, "camping-supply").len().min(MOST_SUPPLIES);
        let supplies = if most > 0 || form.is_written() {
            let domain = || Domain::amount(0, most as i32);
            form.maybe_field("supplies", "Camping supplies", domain, stored)?
        } else {
            Supplies::default()
        };
        let fire = form.flag("fire", "With a fire")?;
        Ok(Self { supplies, fire, long_rest: form.flag("long_rest", "A long rest")? })
    }
}

impl Deed<DeadWeight> for PitchCamp {
    const CARD: Card = Card::anyone("Set up camp", "Explore").rule(rules::DW_EXPL_14);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, may_camp(may.state, may.by))?;
        let supplies = chosen(may.at(), &self.supplies)?;
        Ok(check_owned(may.at(), &supplies)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        pitch_camp(cx, by, &self)
    }
}

/// Camping supplies that a form lets people use at most.
const MOST_SUPPLIES: usize = 20;

/// Camping supplies: which, or how many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say how many supplies, or which")]
pub enum Supplies {
    /// So many, no matter who has them.
    Count(u8),
    /// These.
    These(Vec<Owned>),
}

impl Default for Supplies {
    fn default() -> Self {
        Self::Count(0)
    }
}

/// Who would camp here, and where; or why nobody can.
fn may_camp(state: &State, by: Seat) -> Result<(Vec<Who>, String), Refusal> {
    let rule = rules::DW_EXPL_14;
    let (all, place) = group(state, by, &[])?;
    if threatened(state, &place) {
        return Err(Refusal::new(rule, "enemies", "Nobody camps with enemies present."));
    }
    if place != state.expedition.here {
        return Err(Refusal::new(rule, "apart", "The party camps where it is together."));
    }
    Ok((all, place))
}

fn pitch_camp(cx: &mut Cx<'_, DeadWeight>, by: Seat, pitch: &PitchCamp) -> Flow {
    let (all, place) = may_camp(cx.state(), by)?;
    let supplies = chosen(cx.at(), &pitch.supplies)?;
    if !agreed(cx, by, &all, "set up camp here", rules::DW_EXPL_14)? {
        return Ok(());
    }
    let rule = rules::DW_EXPL_14;
    let room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    let quiet = room.is("safe") || room.waits.is_empty();
    let safe = Choose::yes_no(Topic::Safe, format!("Is {place} safe enough for a camp?"), quiet);
    if cx.ask(Seat::GM, safe)? == "no" {
        let what = "This is no place for a camp.".into();
        cx.record(rule, ExpeditionFact::Noticed { what }.into());
        return Ok(());
    }
    let dry = Choose::yes_no(Topic::Dry, format!("Is {place} dry and stable?"), room.is("dry"));
    let tent = all.iter().find_map(|who| carries(cx.at(), *who, &Passive::CountsAs("dry-camp".into())));
    tent.into_iter().for_each(|tent| cx.cite(tent));
    let dry = tent.is_some() || cx.ask(Seat::GM, dry)? == "yes";
    let filthy = Choose::yes_no(Topic::Filthy, format!("Is {place} filthy or unhealthy?"), room.is("filthy"));
    let filthy = cx.ask(Seat::GM, filthy)? == "yes";
    for cited in [rules::DW_GM_01, rules::DW_GM_02, rules::DW_CAMP_01] {
        cx.cite(cited);
    }
    for owned in &supplies {
        spend_one(cx, owned.who, owned.item, rules::DW_CAMP_02)?;
    }
    let skilled = |who: &&Who| cx.state().sheet(**who).skilled(rules::DW_SKILL_23);
    let survivalists = all.iter().filter(skilled).count() as u8;
    if survivalists > 0 {
        cx.cite(rules::DW_SKILL_23);
    }
    let supplies = supplies.len() as u8;
    let worth =
        u8::from(dry) + supplies + survivalists + u8::from(pitch.fire) + 2 * u8::from(pitch.long_rest);
    let points = worth.saturating_sub(filthy.into());
    let camp = Camp { points, fire: pitch.fire, supplies, long: pitch.long_rest, ..Camp::default() };
    cx.record(rules::DW_CAMP_02, CampFact::Pitched { camp }.into());
    if pitch.long_rest && cx.state().house.long_rest_doom_total == LongRestDoomTotal::Three {
        advance_doom(cx, 1, rules::DW_CAMP_02);
        doom_events(cx)?;
    }
    Ok(())
}

/// The supplies that are meant.
fn chosen(at: At<'_, DeadWeight>, supplies: &Supplies) -> Result<Vec<Owned>, Refusal> {
    let count = match supplies {
        Supplies::These(these) => return Ok(these.clone()),
        Supplies::Count(count) => usize::from(*count),
    };
    let there = pieces(at.state, at.book, "camping-supply");
    if there.len() < count {
        let sentence = format!("The party has {} camping supplies.", there.len());
        return Err(Refusal::new(rules::DW_CAMP_02, "no-supply", sentence).with("left", there.len()));
    }
    Ok(there.into_iter().take(count).collect())
}

/// Whether these are camping supplies the party has.
fn check_owned(at: At<'_, DeadWeight>, supplies: &[Owned]) -> Result<(), Refusal> {
    let there = pieces(at.state, at.book, "camping-supply");
    let count = |among: &[Owned], supply: &Owned| among.iter().filter(|other| *other == supply).count();
    if supplies.iter().any(|supply| count(supplies, supply) > count(&there, supply)) {
        let sentence = "Those are no camping supplies of the party.";
        return Err(Refusal::new(rules::DW_CAMP_02, "no-supply", sentence));
    }
    Ok(())
}
