//! What the GM and the players could do with the table itself.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal};
use serde_json::{Value, json};

use crate::DeadWeight;
use crate::house::SWITCHES;
use crate::rules;

pub(super) fn draft() -> OfferCard {
    OfferCard::new("draft", "Make an adventurer", "Adventurers").rule(rules::DW_CHAR_01).param(Param::new(
        "name",
        "Name",
        Domain::text(40),
    ))
}

/// An adventurer at a stroke: everything that is not said is left to chance.
pub(super) fn at_once(at: At<'_, DeadWeight>) -> OfferCard {
    let classes = at.book.classes.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    OfferCard::new("draft_at_once", "Make an adventurer by chance", "Adventurers")
        .rule(rules::DW_CHAR_23)
        .param(Param::new("name", "Name", Domain::text(40)))
        .param(Param::new("class", "Class", Domain::one_of(classes)).optional())
}

pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let foes = at.book.foes.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    let heroes = at.book.heroes.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    let name = || Param::new("name", "Name", Domain::text(40));
    let mut all = vec![
        OfferCard::new("add", "Bring in a foe", "Scene")
            .rule(rules::DW_ENEMY_01)
            .param(Param::new("like", "Which", Domain::one_of(foes)))
            .param(name()),
        OfferCard::new("add", "Bring in a ready adventurer", "Adventurers")
            .id("add:hero")
            .rule(rules::DW_CHAR_01)
            .param(Param::new("like", "Which", Domain::one_of(heroes)))
            .param(name()),
        OfferCard::new("session", "Begin a session", "Table").rule(rules::DW_GAME_04),
        house(at),
        draft(),
        at_once(at),
    ];
    all.extend(list(at));
    all
}

/// The party list, for anybody to put in order.
pub(super) fn list(at: At<'_, DeadWeight>) -> Option<OfferCard> {
    let of: Vec<Candidate<String>> = at
        .state
        .heroes()
        .map(|who| Candidate::new(at.state.name(who), at.state.name(who).to_owned()))
        .collect();
    let fighting = at.state.battle.is_some();
    let sentence = "The party list is not changed in a fight or while a roll is open.";
    let busy = fighting.then(|| Refusal::new(rules::DW_GAME_06, "not-now", sentence));
    let card = OfferCard::new("list", "Put the party in order", "Adventurers").rule(rules::DW_GAME_06);
    (of.len() > 1)
        .then(|| card.param(Param::new("list", "The leader first", Domain::Ranking { of })).refused(busy))
}

fn house(at: At<'_, DeadWeight>) -> OfferCard {
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
        .rule(rules::DW_GM_03)
        .param(Param::new("switch", "Which", Domain::one_of(switches)))
        .param(Param::new("value", "To what", Domain::one_of(values)).after("switch"))
        .refused(fighting.then(|| Refusal::new(rules::DW_GM_03, "in-battle", sentence)))
}
