//! Memorising outside a camp.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Who};

use crate::DeadWeight;
use crate::magic::{Study, check_memorise, may_memorise};

const GROUP: &str = "Powers";

pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    if !one.sheet.is_hero() || one.live.dead {
        return Vec::new();
    }
    let mut all = Vec::new();
    // In camp it is a matter of the party's points.
    let memorises = may_memorise(at, who).filter(|_| at.state.camp.is_none());
    if let Some((rule, attribute, prayers)) = memorises {
        let wanted = Study { who, powers: Vec::new() };
        let refusal = check_memorise(at, &wanted).err();
        let rows = one.sheet.hero.knows.iter().filter_map(|id| {
            if prayers { at.book.prayers.get(id.as_str()) } else { at.book.spells.get(id.as_str()) }
        });
        let of: Vec<Thing> = rows
            .map(|row| Thing {
                what: Candidate::new(row.name.clone(), row.name.clone()).say(row.text.clone()),
                cost: 0,
            })
            .collect();
        let most = u32::from(one.sheet.hero.score[attribute]).min(of.len() as u32);
        if !of.is_empty() {
            let domain = Domain::Subset { of, least: 0, most, budget: None };
            all.push(
                OfferCard::new("memorise", "Memorise", GROUP)
                    .actor("who", who)
                    .rule(rule)
                    .param(Param::new("powers", "Which", domain))
                    .refused(refusal),
            );
        }
    }
    all
}
