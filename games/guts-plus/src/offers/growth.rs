//! Growth on offer.

use boneyard_table::view::{Domain, OfferCard, Param};
use boneyard_table::{At, Who};

use super::words;
use crate::GutsPlus;
use crate::growth::TOP;
use crate::rules;

pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    if !one.live.growth_due {
        return Vec::new();
    }
    let open = one.sheet.qualities.iter().filter(|own| own.level < TOP).map(|own| own.name.as_str());
    vec![
        OfferCard::new("grow", "Raise a quality", "Grow")
            .actor("who", who)
            .rule(rules::GP_XP_04)
            .param(Param::new("raise", "Which", words(open))),
        OfferCard::new("grow", "Gain a quality", "Grow")
            .id(format!("gain:{}", who.0))
            .fixed("who", who.0)
            .rule(rules::GP_XP_12)
            .param(Param::new("gain", "Name", Domain::text(40)))
            .param(Param::new("about", "What it covers", Domain::text(200)).optional()),
    ]
}

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let each = at.state.heroes().map(|who| {
        OfferCard::new("award", format!("Award {} experience", at.state.name(who)), "Experience")
            .id(format!("award:{}", who.0))
            .fixed("to", vec![who.0])
            .rule(rules::GP_XP_03)
            .param(Param::new("xp", "How much", Domain::amount(1, 100)))
            .param(Param::new("why", "For what", Domain::text(200)).optional())
    });
    each.collect()
}
