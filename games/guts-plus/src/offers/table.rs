//! What the GM and the players could do with the table itself.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal};
use serde_json::{Value, json};

use super::words;
use crate::GutsPlus;
use crate::house::SWITCHES;
use crate::rules;
use crate::state::Scale;

pub(super) fn player(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let heroes: Vec<&str> = at.book.heroes.iter().map(|row| row.name.as_str()).collect();
    vec![
        OfferCard::new("add", "Bring in a ready hero", "Heroes")
            .rule(rules::GP_ROLL_10)
            .param(Param::new("like", "Who", words(heroes)))
            .param(Param::new("name", "Name", Domain::text(40))),
        OfferCard::new("speak", "Say something out of character", "Talk")
            .rule(rules::GP_CORE_08)
            .param(Param::new("words", "Words", Domain::text(400))),
    ]
}

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let heroes = at.book.heroes.iter().map(|row| row.name.as_str());
    let all: Vec<&str> = at.book.foes.iter().map(|row| row.name.as_str()).chain(heroes).collect();
    let decisions = at.state.decisions.len();
    let last = i32::try_from(decisions.saturating_sub(1)).unwrap_or(i32::MAX);
    let none = Refusal::new(rules::GP_CORE_03, "no-decision", "Nothing was decided yet.");
    vec![
        OfferCard::new("add", "Bring somebody in", "Scene")
            .rule(rules::GP_ROLL_10)
            .param(Param::new("like", "Who", words(all)))
            .param(Param::new("name", "Name", Domain::text(40))),
        OfferCard::new("correct", "Correct a decision", "Table")
            .rule(rules::GP_CORE_03)
            .param(Param::new("decision", "Which", Domain::amount(0, last)))
            .param(Param::new("choice", "To what", words(Scale::ALL.map(Scale::key))))
            .param(Param::new("words", "Why", Domain::text(200)).optional())
            .refused((decisions == 0).then_some(none)),
        OfferCard::new("speak", "Say something", "Talk").rule(rules::GP_CORE_08).param(Param::new(
            "words",
            "Words",
            Domain::text(400),
        )),
        OfferCard::new("session", "Begin a session", "Table").rule(rules::GP_CORE_07),
        house(at),
    ]
}

fn house(at: At<'_, GutsPlus>) -> OfferCard {
    let switches = SWITCHES.iter().map(|switch| Candidate::new(json!(switch.name), switch.title()));
    let mut values: Vec<Candidate<Value>> = Vec::new();
    for switch in SWITCHES {
        for value in switch.values {
            match values.iter_mut().find(|known| known.pick == **value) {
                Some(known) => known.given.push(json!(switch.name)),
                None => values.push(Candidate::new(json!(value), value.replace('_', " ")).given(switch.name)),
            }
        }
    }
    let fighting = at.state.battle.is_some();
    let sentence = "House rules are not changed in the middle of a fight.";
    OfferCard::new("house", "Set a house rule", "Table")
        .rule(rules::GP_CORE_02)
        .param(Param::new("switch", "Which", Domain::one_of(switches)))
        .param(Param::new("value", "To what", Domain::one_of(values)).after("switch"))
        .refused(fighting.then(|| Refusal::new(rules::GP_CORE_02, "in-battle", sentence)))
}
