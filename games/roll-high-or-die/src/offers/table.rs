//! What the Referee could change about the table itself.

use boneyard_table::At;
use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use serde_json::json;

use super::people;
use crate::RollHighOrDie;
use crate::house::{MysticFoes, SWITCHES};
use crate::rules;
use crate::state::{Degree, Light, Regard, Skill, Spot};

const GROUP: &str = "Table";

pub(super) fn gm(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    if state.encounter.is_none() {
        for switch in SWITCHES.iter().filter(|switch| !switch.values.is_empty()) {
            let values =
                switch.values.iter().map(|value| Candidate::new(json!(value), switch.value_in_words(value)));
            cards.push(
                OfferCard::new("house", format!("House rule: {}", switch.title()), "House rules")
                    .id(format!("house-{}", switch.name))
                    .rule(switch.rule)
                    .fixed("switch", switch.name)
                    .param(Param::new("value", "Value", Domain::one_of(values))),
            );
        }
    }
    let mystic = state.house.mystic_foes == MysticFoes::On;
    let rows = at.book.creatures.iter().filter(|row| row.module.is_none() || mystic);
    let rows = rows.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
    cards.push(
        OfferCard::new("add_creature", "Bring somebody in", GROUP)
            .rule(rules::RH_HOUSE_11H)
            .param(Param::new("like", "Like", Domain::one_of(rows)))
            .param(Param::new("name", "Called", Domain::text(40)))
            .param(Param::new("unseen", "The players do not know of it", Domain::yes_no()).optional()),
    );
    cards.extend(map(at));
    cards.extend(gifts(at));
    let all: Vec<_> = state.here().collect();
    if all.len() > 1 {
        let how = Regard::ALL.iter().map(|regard| Candidate::new(json!(regard), regard.name()));
        cards.push(
            OfferCard::new("regard", "Who regards whom how", GROUP)
                .rule(rules::RH_GM_02)
                .param(Param::new("who", "Who", people(at, all.clone())))
                .param(Param::new("of", "Whom", people(at, all)))
                .param(Param::new("regard", "How", Domain::one_of(how))),
        );
    }
    cards
}

/// What the Referee could do with the map.
fn map(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    if state.encounter.is_none() {
        cards.push(
            OfferCard::new("board", "Lay out an open map", GROUP)
                .rule(rules::RH_POS_01)
                .param(Param::new("width", "Spaces across", Domain::amount(4, 60)))
                .param(Param::new("height", "Spaces down", Domain::amount(4, 60))),
        );
    }
    let Some(board) = &state.board else { return cards };
    let spots: Vec<Spot> = board.grid.chart().squares().filter_map(Spot::of).collect();
    let squares = || crate::picks::squares(spots.iter().copied());
    let everybody: Vec<_> = state.here().filter(|who| state.sheet(*who).draft.is_none()).collect();
    if !everybody.is_empty() {
        cards.push(
            OfferCard::new("place", "Put somebody on the map", GROUP)
                .rule(rules::RH_POS_01)
                .param(Param::new("who", "Whom", people(at, everybody)))
                .param(Param::new("at", "Where", squares())),
        );
    }
    let doors: Vec<Spot> = board
        .grid
        .doors()
        .filter_map(|(_, door, _)| match door.at {
            boneyard_board::DoorAt::Square(square) => Spot::of(square),
            boneyard_board::DoorAt::Between(..) => None,
        })
        .collect();
    if !doors.is_empty() {
        cards.push(
            OfferCard::new("door", "Open or close a door", GROUP)
                .rule(rules::RH_COVER_01)
                .param(Param::new("at", "Which", crate::picks::squares(doors)))
                .param(Param::new("open", "Open", Domain::yes_no())),
        );
    }
    let floors = book.terrain.iter().filter(|row| row.enter.as_deref() != Some("blocked"));
    let floors = floors.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
    cards.push(
        OfferCard::new("floor", "Change the ground", GROUP)
            .rule(rules::RH_TERR_01)
            .param(Param::new("at", "Where", squares()))
            .param(Param::new("is", "To", Domain::one_of(floors)))
            .param(Param::new("size", "Spaces each way", Domain::amount(1, 10)).optional())
            .param(Param::new("rounds", "For so many Rounds", Domain::amount(1, 100)).optional()),
    );
    let wet = |spot: &Spot| {
        let row = book.terrain.named(board.floor(*spot));
        row.is_some_and(|row| row.water.as_deref() == Some("deep"))
    };
    let water: Vec<Spot> = spots.iter().copied().filter(wet).collect();
    if !water.is_empty() {
        cards.push(
            OfferCard::new("current", "Say where deep water flows", GROUP)
                .rule(rules::RH_HOUSE_10H)
                .param(Param::new("at", "From which space on", crate::picks::squares(water)))
                .param(Param::new("size", "Spaces each way", Domain::amount(1, 60)).optional())
                .param(Param::new("still", "It is still again", Domain::yes_no()).optional()),
        );
    }
    let lights = Light::ALL.iter().map(|light| Candidate::new(json!(light), light.name()));
    cards.push(
        OfferCard::new("light", "Say how bright it is", GROUP)
            .rule(rules::RH_LIGHT_01)
            .param(Param::new("light", "How bright", Domain::one_of(lights)))
            .param(Param::new("at", "From which space on", squares()).optional())
            .param(Param::new("size", "Spaces each way", Domain::amount(1, 60)).optional()),
    );
    cards.push(
        OfferCard::new("measure", "Measure a line", GROUP)
            .rule(rules::RH_LOS_01)
            .param(Param::new("from", "From", squares()))
            .param(Param::new("to", "To", squares())),
    );
    cards
}

/// What the Referee could give.
fn gifts(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let heroes: Vec<_> = at.state.heroes().filter(|who| at.state.sheet(*who).draft.is_none()).collect();
    if heroes.is_empty() {
        return Vec::new();
    }
    let skills = Skill::ALL.iter().map(|skill| Candidate::new(json!(skill), skill.name()));
    let degrees = Degree::ALL.iter().map(|degree| Candidate::new(json!(degree), degree.name()));
    let card = |id: &str, label: &'static str| {
        OfferCard::new("grant", label, GROUP).id(id).rule(rules::RH_GM_04).param(Param::new(
            "who",
            "To whom",
            people(at, heroes.clone()),
        ))
    };
    let wares = crate::hero::for_sale(at.state, at.book);
    let wares = wares.into_iter().map(|ware| Candidate::new(json!(ware.name), ware.name).say(ware.text));
    vec![
        card("grant-ware", "Give a thing").param(Param::new("ware", "Which", Domain::one_of(wares))),
        card("grant-exp", "Give EXP").param(Param::new("exp", "How many", Domain::amount(1, 20))),
        card("grant-degree", "Give a Degree")
            .param(Param::new("skill", "Of which Skill", Domain::one_of(skills)))
            .param(Param::new("degree", "Which", Domain::one_of(degrees)).optional()),
    ]
}
