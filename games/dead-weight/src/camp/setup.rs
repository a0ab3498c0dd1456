//! Setting up camp: where, with what, and what it is worth.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::expedition::{advance_doom, agreed, doom_events, foes_of, group, pieces, roles_of, spend_one};
use crate::fact::{CampFact, ExpeditionFact};
use crate::house::LongRestDoomTotal;
use crate::question::{Choose, Owned, Topic};
use crate::rules;
use crate::state::{Camp, Place};

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

/// Camping supplies: which, or how many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say how many supplies, or which")]
pub enum Supplies {
    /// So many, whoever has them.
    Count(u8),
    /// These.
    These(Vec<Owned>),
}

impl Default for Supplies {
    fn default() -> Self {
        Self::Count(0)
    }
}

/// Sets up camp where the party is.
pub fn pitch_camp(cx: &mut Cx<'_, DeadWeight>, by: Seat, pitch: &PitchCamp) -> Flow {
    let rule = rules::DW_EXPL_14;
    let (all, place) = group(cx.state(), by, &[])?;
    let room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    if !room.peace && !foes_of(cx.state(), &room).is_empty() {
        return refuse(Refusal::new(rule, "enemies", "Nobody camps with enemies present."));
    }
    if place != cx.state().expedition.here {
        return refuse(Refusal::new(rule, "apart", "The party camps where it is together."));
    }
    let supplies = chosen(cx, &pitch.supplies)?;
    owned(cx, &supplies)?;
    if !agreed(cx, by, &all, "set up camp here", rule)? {
        return Ok(());
    }
    let quiet = room.is("safe") || room.waits.is_empty();
    let safe = Choose::yes_no(Topic::Safe, format!("Is {place} safe enough for a camp?"), quiet);
    if cx.ask(Seat::GM, safe)? == "no" {
        let what = "This is no place for a camp.".into();
        cx.record(rule, ExpeditionFact::Noticed { what }.into());
        return Ok(());
    }
    let dry = Choose::yes_no(Topic::Dry, format!("Is {place} dry and stable?"), room.is("dry"));
    let dry = cx.ask(Seat::GM, dry)? == "yes";
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
fn chosen(cx: &Cx<'_, DeadWeight>, supplies: &Supplies) -> Flow<Vec<Owned>> {
    let count = match supplies {
        Supplies::These(these) => return Ok(these.clone()),
        Supplies::Count(count) => usize::from(*count),
    };
    let there = pieces(cx.state(), cx.book(), "camping-supply");
    if there.len() < count {
        let sentence = format!("The party has {} camping supplies.", there.len());
        return refuse(Refusal::new(rules::DW_CAMP_02, "no-supply", sentence).with("left", there.len()));
    }
    Ok(there.into_iter().take(count).collect())
}

/// Whether these are camping supplies the party has.
fn owned(cx: &Cx<'_, DeadWeight>, supplies: &[Owned]) -> Flow {
    let rule = rules::DW_CAMP_02;
    for supply in supplies {
        let one = cx.state().creature(supply.who).filter(|one| one.sheet.is_hero());
        let now = one.and_then(|one| one.live.items.get(usize::from(supply.item)));
        let kind = one.and_then(|one| one.sheet.items.get(usize::from(supply.item))?.kind);
        let camping =
            kind.is_some_and(|kind| roles_of(cx.book(), kind).iter().any(|role| role == "camping-supply"));
        let wanted = supplies.iter().filter(|other| *other == supply).count();
        let there = now.is_some_and(|now| now.place != Place::Gone && usize::from(now.count) >= wanted);
        if !camping || !there {
            return refuse(Refusal::new(rule, "no-supply", "Those are no camping supplies of the party."));
        }
    }
    Ok(())
}
