//! Rolls a seat could call for or try.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::{owned, people, several, words};
use crate::GutsPlus;
use crate::roll::able;
use crate::rules;
use crate::state::{Base, Scale};

fn bases() -> Domain {
    words(Base::ALL.map(Base::name))
}

pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    vec![
        OfferCard::new("attempt", "Try something", "Act")
            .actor("who", who)
            .rule(rules::GP_ROLL_02)
            .param(Param::new("what", "What", Domain::text(60)))
            .param(Param::new("argue", "Why it simply works", Domain::text(400)).optional())
            .refused(able(at.state, who).err()),
        OfferCard::new("speak", "Say something", "Talk")
            .actor("who", who)
            .rule(rules::GP_CORE_08)
            .param(Param::new("words", "Words", Domain::text(400))),
    ]
}

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let awake = |who: Who| at.state.one(who).can_act();
    let custom = || {
        owned(at.state.everybody().flat_map(|who| {
            let own = at.state.sheet(who).qualities.iter().skip(Base::ALL.len());
            own.map(|quality| (who, quality.name.clone())).collect::<Vec<_>>()
        }))
    };
    let helpers = || several(at.state, 0, |who| awake(who) && at.state.sheet(who).side == 0);
    let results = || words(Scale::ALL.map(Scale::key));
    let edges = [
        ("disadvantage: 1 off one die", json!([{ "form": "one", "amount": -1 }])),
        ("disadvantage: 1 off each die", json!([{ "form": "each", "amount": -1 }])),
        ("disadvantage: 1 die fewer", json!([{ "form": "dice", "amount": -1 }])),
        ("advantage: 1 to one die", json!([{ "form": "one", "amount": 1 }])),
        ("advantage: 1 to each die", json!([{ "form": "each", "amount": 1 }])),
        ("advantage: 1 die more", json!([{ "form": "dice", "amount": 1 }])),
    ];
    let edges = || Domain::one_of(edges.clone().map(|(name, pick)| Candidate::new(pick, name)));
    let against = at.state.everybody().filter(|who| awake(*who)).flat_map(|who| {
        Base::ALL.map(|base| {
            let pick = json!([{ "who": who.0, "quality": base.name() }]);
            Candidate::new(pick, format!("{}, {}", at.state.name(who), base.name()))
        })
    });
    vec![
        OfferCard::new("check", "Call for a check", "Roll")
            .rule(rules::GP_CHECK_01)
            .param(Param::new("who", "Who", people(at.state, awake)))
            .param(Param::new("what", "What", Domain::text(60)))
            .param(Param::new("quality", "On", bases()))
            .param(Param::new("with", "Replaced by", custom()).after("who").optional())
            .param(Param::new("add", "Added to it", custom()).after("who").optional())
            .param(Param::new("help", "Helped by", helpers()).optional())
            .param(Param::new("on_failure", "On failure", Domain::text(200)).optional())
            .param(Param::new("edges", "Edge", edges()).optional())
            .param(Param::new("needs", "Needs at least", results()).optional())
            .param(Param::new("hidden", "Keep that hidden", Domain::yes_no()).optional())
            .param(Param::new("lift", "Conditions do not count", Domain::yes_no()).optional())
            .param(Param::new("give_up", "Failed on purpose", Domain::yes_no()).optional())
            .odds_on_request(),
        OfferCard::new("contest", "Call for a contest", "Roll")
            .rule(rules::GP_CONT_01)
            .param(Param::new("who", "Who", people(at.state, awake)))
            .param(Param::new("what", "What", Domain::text(60)))
            .param(Param::new("quality", "On", bases()))
            .param(Param::new("with", "Replaced by", custom()).after("who").optional())
            .param(Param::new("against", "Against", Domain::one_of(against)))
            .param(Param::new("help", "Helped by", helpers()).optional())
            .param(Param::new("edges", "Edge", edges()).optional())
            .param(Param::new("lift", "Conditions do not count", Domain::yes_no()).optional())
            .param(Param::new("give_up", "Given up", Domain::yes_no()).optional())
            .odds_on_request(),
    ]
}
