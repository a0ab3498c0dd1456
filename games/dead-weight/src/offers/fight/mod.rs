//! What somebody could do in a fight: the GM's setup, turns, actions with everything they can be
//! aimed at.

mod foe;
mod hero;

use boneyard_table::view::{Candidate, Direction, Domain, OfferCard, Param, Square, Thing};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use crate::DeadWeight;
use crate::combat::{MOST_SIDE, candidates, check_leave, check_move, fighters, gait, reachable, threats};
use crate::rules;
use crate::state::{Attribute, Kind, Tile};

const GROUP: &str = "Fight";

/// What the signs of a drawn chart mean.
const DRAWN: &str = "Chart: . floor, # wall, + shut door, ' open door, > exit, ^ advantage point, ~ water";

/// What the GM could do about fights.
pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    match &state.battle {
        None => {
            let here = state.everybody().filter(|who| {
                let one = state.one(*who);
                one.sheet.draft.is_none() && !one.live.dead && !one.live.away && !one.sheet.hero.retired
            });
            let of: Vec<Thing> = here.map(|who| thing(at, who)).collect();
            let both = |hero: bool| state.everybody().any(|who| state.sheet(who).is_hero() == hero);
            let most = u32::try_from(of.len()).unwrap_or(u32::MAX);
            let lacking = (!both(true) || !both(false)).then(|| {
                Refusal::new(rules::DW_COMB_02, "one-side", "A fight needs an adventurer and an enemy.")
            });
            let subset = Domain::Subset { of, least: 2.min(most), most, budget: None };
            let fight = OfferCard::new("fight", "Set up a fight", GROUP)
                .rule(rules::DW_COMB_02)
                .param(Param::new("fighters", "Who fights", subset))
                .param(Param::new("surprised", "The adventurers are surprised", Domain::yes_no()).optional())
                .param(Param::new("unaware", "These have not noticed them", foes(at)).optional())
                .refused(lacking);
            let drawn = fight.clone().id("fight:drawn").param(Param::new("map", DRAWN, Domain::text(1700)));
            let drawn = OfferCard { label: "Draw a chart and fight on it".into(), ..drawn };
            let side = || Domain::amount(1, MOST_SIDE.into());
            let open = fight
                .param(Param::new("width", "Tiles across", side()).optional())
                .param(Param::new("height", "Tiles down", side()).optional())
                .param(Param::new("advantage", "Advantage point, such as E4", Domain::text(4)).optional());
            vec![open, drawn, ally(at)]
        }
        Some(battle) => {
            let mut cards = Vec::new();
            if battle.setup {
                let open: Vec<Square> = free_tiles(at).map(square).collect();
                let who = fighters(state).map(|who| Candidate::new(who, state.name(who).to_owned()));
                cards.push(OfferCard::new("start_fight", "Start the fight", GROUP).rule(rules::DW_COMB_03));
                cards.push(
                    OfferCard::new("place", "Place somebody", GROUP)
                        .rule(rules::DW_COMB_02)
                        .param(Param::new("who", "Who", Domain::creature(who)))
                        .param(Param::new("at", "Where", Domain::Square { among: open }))
                        .about("tokens"),
                );
            }
            cards.push(OfferCard::new("stop_fight", "End the fight", GROUP).rule(rules::DW_COMB_09));
            let newcomers = state.everybody().filter(|who| {
                let one = state.one(*who);
                battle.fighter(*who).is_none() && !one.live.dead && one.sheet.draft.is_none()
            });
            let newcomers: Vec<_> =
                newcomers.map(|who| Candidate::new(who, state.name(who).to_owned())).collect();
            if !newcomers.is_empty() {
                let open: Vec<Square> = free_tiles(at).map(square).collect();
                cards.push(
                    OfferCard::new("join_fight", "Somebody joins", GROUP)
                        .rule(rules::DW_MORALE_07)
                        .param(Param::new("who", "Who", Domain::creature(newcomers)))
                        .param(Param::new("at", "Where", Domain::Square { among: open })),
                );
            }
            let doors: Vec<Square> = doors(at);
            if !doors.is_empty() {
                cards.push(
                    OfferCard::new("fight_door", "Open or close a door", GROUP)
                        .rule(rules::DW_HOUSE_14H)
                        .param(Param::new("at", "Which", Domain::Square { among: doors }))
                        .param(Param::new("open", "Open", Domain::yes_no())),
                );
            }
            cards.push(ally(at));
            cards
        }
    }
}

/// Enemies that may not have noticed what is coming.
fn foes(at: At<'_, DeadWeight>) -> Domain {
    let foe =
        |who: &Who| at.state.sheet(*who).side == 1 && !at.state.live(*who).dead && !at.state.live(*who).away;
    let of: Vec<Thing> = at
        .state
        .everybody()
        .filter(foe)
        .map(|who| {
            let name = at.state.name(who);
            Thing { what: Candidate::new(name, format!("{name}, unaware")), cost: 0 }
        })
        .collect();
    let most = of.len() as u32;
    Domain::Subset { of, least: 0, most, budget: None }
}

fn ally(at: At<'_, DeadWeight>) -> OfferCard {
    let owners = at.state.heroes().filter(|who| !at.state.live(*who).mortal);
    let owners: Vec<_> = owners.map(|who| Candidate::new(who, at.state.name(who).to_owned())).collect();
    let rows = at.book.allies.iter().chain(at.book.foes.iter());
    let like = rows.map(|row| Candidate::new(json!(row.name), row.name.clone()));
    let nobody = owners.is_empty();
    OfferCard::new("add_ally", "Bring in a pet or servant", "Scene")
        .rule(rules::DW_HOUSE_06H)
        .param(Param::new("of", "Whose", Domain::creature(owners)))
        .param(Param::new("like", "Which", Domain::one_of(like)))
        .param(Param::new("name", "Name", Domain::text(40)))
        .refused(nobody.then(|| Refusal::new(rules::DW_HOUSE_06H, "nobody", "There is no adventurer.")))
}

fn thing(at: At<'_, DeadWeight>, who: Who) -> Thing {
    let name = at.state.name(who);
    Thing { what: Candidate::new(name, name.to_owned()), cost: 0 }
}

fn square(tile: Tile) -> Square {
    Square::new(tile.x.into(), tile.y.into())
}

fn free_tiles<'a>(at: At<'a, DeadWeight>) -> impl Iterator<Item = Tile> + 'a {
    at.state.battle.iter().flat_map(|battle| {
        let tiles = battle.chart.grid.chart().squares().filter_map(Tile::of);
        tiles.filter(|tile| {
            let taken = battle.fighters.iter().any(|other| other.at == Some(*tile));
            battle.chart.grid.bars(tile.square()).is_none() && !taken
        })
    })
}

fn doors(at: At<'_, DeadWeight>) -> Vec<Square> {
    let grids = at.state.battle.iter().map(|battle| &battle.chart.grid);
    let squares = grids.flat_map(|grid| {
        grid.doors().map(|(_, door, _)| match door.at {
            boneyard_board::DoorAt::Square(at) | boneyard_board::DoorAt::Between(at, _) => at,
        })
    });
    squares.filter_map(Tile::of).map(square).collect()
}

/// What one fighter could do now.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let Some(battle) = &at.state.battle else { return Vec::new() };
    if battle.setup {
        return hero::stalk(at, who).into_iter().collect();
    }
    if battle.acting() != Some(who) {
        let card =
            OfferCard::new("begin_turn", "Begin the turn", GROUP).actor("who", who).rule(rules::DW_COMB_04);
        return candidates(at.state).contains(&who).then_some(card).into_iter().collect();
    }
    let mut cards = Vec::new();
    match at.state.sheet(who).kind {
        Kind::Hero => cards.extend(hero::attacks(at, who)),
        Kind::Ally { .. } => {
            cards.extend(foe::pet(at, who));
            cards.extend(foe::sheet_actions(at, who));
        }
        Kind::Foe => cards.extend(foe::sheet_actions(at, who)),
    }
    cards.extend(moving(at, who));
    if at.state.sheet(who).is_hero() {
        cards.extend(hero::others(at, who));
    }
    cards.extend(recover(at, who));
    cards.push(OfferCard::new("end_turn", "End the turn", GROUP).actor("who", who).rule(rules::DW_COMB_01));
    cards
}

fn card(command: &str, label: impl Into<boneyard_table::view::Msg>, who: Who, actions: u32) -> OfferCard {
    let card = OfferCard::new(command, label, GROUP).actor("who", who);
    if actions > 0 { card.cost(actions, "actions") } else { card }
}

fn people(at: At<'_, DeadWeight>, who: impl IntoIterator<Item = Who>) -> Domain {
    Domain::creature(who.into_iter().map(|who| Candidate::new(who, at.state.name(who).to_owned())))
}

fn recover(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let none = (one.live.turn.actions == 0)
        .then(|| Refusal::new(rules::DW_COMB_04, "no-actions", "No action is left."));
    let base = || card("combat_recover", "Recover", who, 1).refused(none.clone());
    if !one.sheet.is_hero() {
        return vec![base().rule(rules::DW_ENEMY_09)];
    }
    let mut cards = Vec::new();
    if one.live.tokens.stun > 0 {
        cards.push(base().rule(rules::DW_TOKEN_03));
    }
    for (word, count) in [("shield", one.live.tokens.shield), ("dodge", one.live.tokens.dodges())] {
        if count > 0 {
            let attributes =
                Attribute::ALL.map(|attribute| Candidate::new(json!(attribute), attribute.name()));
            cards.push(
                base()
                    .id(format!("recover-{word}"))
                    .rule(rules::DW_ACT_03)
                    .fixed("token", word)
                    .param(Param::new("attribute", "Recover fatigue on", Domain::one_of(attributes))),
            );
        }
    }
    cards
}

fn moving(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let rule = if at.state.sheet(who).is_hero() { rules::DW_ACT_04 } else { rules::DW_ENEMY_08 };
    let may = check_move(at, who);
    let tiles = if may.is_ok() { reachable(at.state, who, gait(at, who)) } else { Vec::new() };
    let sided = tiles.iter().any(|(tile, _)| threats(at.state, who, *tile).next().is_some());
    let among: Vec<Square> = tiles.into_iter().map(|(tile, _)| square(tile)).collect();
    let ways = (sided && at.state.sheet(who).is_hero()).then(|| among.clone());
    let winds = Domain::Direction { among: Direction::ALL.to_vec() };
    let nowhere = among.is_empty().then(|| Refusal::new(rule, "no-way", "There is nowhere to go."));
    let mut cards = vec![
        card("combat_move", "Move", who, 1)
            .rule(rule)
            .param(Param::new("to", "Where to", Domain::Square { among }))
            .param(Param::new("facing", "Look", winds.clone()).optional())
            .about("tokens")
            .refused(may.err().or(nowhere)),
        card("face", "Look another way", who, 0).rule(rules::DW_RANGE_05).param(Param::new(
            "facing",
            "Where to",
            winds.clone(),
        )),
    ];
    // A longer way may keep clear of enemies, whose side is not left without a test.
    if let Some(among) = ways {
        let over = Domain::Square { among: among.clone() };
        cards.push(
            card("combat_move", "Move by a way of your own", who, 1)
                .id(format!("combat_move:{}:via", who.0))
                .rule(rule)
                .param(Param::new("via", "By way of", over))
                .param(Param::new("to", "Where to", Domain::Square { among }))
                .param(Param::new("facing", "Look", winds.clone()).optional()),
        );
    }
    if check_leave(at, who).is_ok() {
        cards.push(card("leave_fight", "Leave the fight", who, 1).rule(rules::DW_HOUSE_15H));
    }
    cards
}
