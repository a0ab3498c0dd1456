//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand.

use boneyard_table::deed;
use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Seat, Who};

use crate::DirkRules;
use crate::command::DEEDS;
use crate::lesson;
use crate::rules;
use crate::scenario;
use crate::time::leisure;
use crate::trade;
use crate::world;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DirkRules>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let draft = one.and_then(|one| one.sheet.draft.as_ref());
    let mut all = deed::offers(DEEDS, at, seat, actor, draft.is_some());
    match (actor, draft) {
        (Some(_), Some(_)) => {}
        (Some(who), None) => {
            all.extend(leisure::acting(at, who));
            all.extend(trade::offers(at, who));
            all.extend(lesson::offers(at, who));
        }
        (None, _) if seat.is_gm() => {
            all.extend(referee(at));
            all.extend(leisure::referee(at));
            all.extend(lesson::referee_offers(at));
            all.extend(scenario::offers(at));
            all.extend(scenario::referee_offers(at));
            all.extend(world::referee_offers(at));
        }
        (None, _) => all.extend(scenario::offers(at)),
    }
    all
}

fn referee(at: At<'_, DirkRules>) -> Vec<OfferCard> {
    let everybody = || at.state.everybody().filter(|&who| at.state.sheet(who).draft.is_none());
    let person = |who: Who| Candidate::new(who, at.state.sheet(who).name.clone());
    vec![
        OfferCard::new("apart", "Set a distance", "Scene")
            .rule(rules::DK_RANGE_01H)
            .param(Param::new("one", "One", Domain::creature(everybody().map(person))))
            .param(Param::new("other", "Other", Domain::creature(everybody().map(person))))
            .param(Param::new("feet", "Feet", Domain::amount(0, 10_000))),
    ]
}
