//! The map with its light, the order of turns, and who is how hard to see for whom.

use std::collections::BTreeMap;

use boneyard_board::DoorAt;
use boneyard_table::view::{
    Edge, Layer, LayerBody, Map, Order, OrderEntry, OrderMode, Patch, Run, Scene, Square, Token, View,
};
use boneyard_table::{At, Seat, Who};

use super::{scenario, shown};
use crate::DieTrying;
use crate::dungeon;
use crate::sight::{self, reveal};
use crate::state::{Battle, Board, Fate, Light, Spot, State};
use crate::trap::trap_spots;

/// Adds the map and the fight to a view.
pub(super) fn add(at: At<'_, DieTrying>, seat: Seat, view: View) -> View {
    let state = at.state;
    let view = match &state.board {
        Some(board) => {
            // Which round it is, the order of turns says.
            let say = if state.battle.is_some() { "A fight." } else { "Nobody fights." };
            let (title, say) = scenario::told(at).unwrap_or_else(|| ("Map".to_owned(), say.to_owned()));
            view.scene(Scene::new(title, say).map(map(at, seat, board)))
        }
        None => view,
    };
    match &state.battle {
        Some(battle) => view.order(order(state, seat, battle)),
        None => view,
    }
}

fn order(state: &State, seat: Seat, battle: &Battle) -> Order {
    let mut order = Order::new("order", "Turns", OrderMode::Line).round(battle.order.round());
    for place in battle.order.places() {
        let who = place.who;
        let there = state.live(who).fate != Fate::Dead && !state.live(who).away;
        if !there || !shown(state, who, seat) {
            continue;
        }
        let mut entry = OrderEntry::new(who, state.name(who).to_owned())
            .score(place.key.total.into())
            .now(battle.acting() == Some(who))
            .done(place.acted);
        if sight::audience(state, who) != boneyard_table::Audience::ALL {
            entry = entry.hidden();
        }
        order = order.entry(entry);
    }
    order
}

fn square(spot: Spot) -> Square {
    Square::new(spot.x.into(), spot.y.into())
}

fn map(at: At<'_, DieTrying>, seat: Seat, board: &Board) -> Map {
    let chart = board.grid.chart();
    let (width, height) = chart.size(0).unwrap_or((1, 1));
    let tokens = at.state.everybody().filter(|who| shown(at.state, *who, seat));
    let tokens: Vec<Token> = tokens.filter_map(|who| token(at.state, who)).collect();
    // What the heroes have not found of a dungeon is in the fog for players, but for whom and what they see there.
    let holds = |token: &Token, spot: &Spot| {
        let within =
            |from: i32, at: u8| u32::try_from(i32::from(at) - from).is_ok_and(|far| far < token.size);
        within(token.at.x, spot.x) && within(token.at.y, spot.y)
    };
    let known = |spot: &Spot| {
        let sees = || tokens.iter().any(|token| holds(token, spot));
        seat.is_gm() || dungeon::explored(at.state, at.book, *spot) || sees()
    };
    let all = || chart.squares().filter_map(Spot::of);
    let barred = |spot: &Spot| board.grid.bars(spot.square()).is_some() && known(spot);
    let walls: Vec<Square> = all().filter(barred).map(square).collect();
    let patch = |kind: &str, say: &'static str, squares: Vec<Square>| Patch {
        squares,
        kind: kind.to_owned(),
        say: say.into(),
        height: 0,
    };
    let mut ground = vec![
        patch("wall", "Wall", walls),
        patch("exit", "Way out", board.exits.iter().copied().filter(known).map(square).collect()),
    ];
    let state = at.state;
    for laid in state.traps.iter().filter(|laid| laid.found && !laid.spent) {
        let squares: Vec<Square> = trap_spots(state, laid).into_iter().map(square).collect();
        let say = at.book.name_of(laid.trap).to_owned().into();
        ground.push(Patch { squares, kind: "trap".to_owned(), say, height: 0 });
    }
    for cache in state.caches.iter().filter(|cache| cache.found && !cache.empty) {
        let squares: Vec<Square> = cache.at.map(square).into_iter().collect();
        ground.push(Patch { squares, kind: "find".to_owned(), say: cache.name.clone().into(), height: 0 });
    }
    ground.retain(|patch| !patch.squares.is_empty());
    let found = |spot: &Spot| ground.iter().any(|patch| patch.squares.contains(&square(*spot)));
    let unseen = Run::of(all().filter(|spot| !known(spot) && !found(spot)).map(square));
    let mut bands: BTreeMap<Light, Vec<Square>> = BTreeMap::new();
    for (spot, light) in reveal(at.state, at.book).into_iter().filter(|(spot, _)| known(spot)) {
        bands.entry(light).or_default().push(square(spot));
    }
    let light = bands.into_iter().map(|(light, squares)| {
        let kind = light.name().trim_end_matches(" Light").to_lowercase().replace(' ', "-");
        patch(&kind, light.name(), squares)
    });
    let map = Map::new(width.unsigned_abs().into(), height.unsigned_abs().into())
        .layer(Layer::new("grid", "Grid", LayerBody::Grid))
        .layer(Layer::new("ground", "Ground", LayerBody::Terrain { squares: ground }))
        .layer(Layer::new("walls", "Walls", LayerBody::Walls { edges: edges(at, seat, board) }))
        .layer(Layer::new("light", "Light", LayerBody::Light { squares: light.collect() }))
        .layer(Layer::new("tokens", "Tokens", LayerBody::Tokens { tokens }));
    if unseen.is_empty() {
        return map;
    }
    map.layer(Layer::new("fog", "Fog", LayerBody::Fog { unseen, remembered: Vec::new() }))
}

/// Walls and doors between squares that are known; a door nobody has found is a wall.
fn edges(at: At<'_, DieTrying>, seat: Seat, board: &Board) -> Vec<Edge> {
    let grid = &board.grid;
    let known = |spot: Spot| seat.is_gm() || dungeon::explored(at.state, at.book, spot);
    let door = |one: Spot, other: Spot| {
        grid.doors().find_map(|(id, drawn, open)| match drawn.at {
            DoorAt::Between(a, b) => {
                let here = (one.square(), other.square());
                let fits = here == (a, b) || here == (b, a);
                let found = seat.is_gm() || !dungeon::secret(at.state, id.0);
                (fits && found).then_some(open)
            }
            DoorAt::Square(_) => None,
        })
    };
    let mut edges = Vec::new();
    for spot in grid.chart().squares().filter_map(Spot::of) {
        let (x, y) = (i32::from(spot.x) * 10, i32::from(spot.y) * 10);
        let right = spot.x.checked_add(1).map(|x| Spot::new(x, spot.y));
        let below = spot.y.checked_add(1).map(|y| Spot::new(spot.x, y));
        let sides = [(right, (x + 10, y), (x + 10, y + 10)), (below, (x, y + 10), (x + 10, y + 10))];
        for (next, from, to) in sides {
            let Some(next) = next.filter(|next| grid.has(next.square())) else { continue };
            if !known(spot) && !known(next) {
                continue;
            }
            let edge = |kind: &str, open: bool, say: &'static str| Edge {
                from,
                to,
                kind: kind.to_owned(),
                open,
                say: say.into(),
            };
            match door(spot, next) {
                Some(true) => edges.push(edge("door", true, "An open door")),
                Some(false) => edges.push(edge("door", false, "A closed door")),
                None if grid.parts(spot.square(), next.square()).is_some() => {
                    edges.push(edge("wall", false, "A wall"));
                }
                None => {}
            }
        }
    }
    edges
}

fn token(state: &State, who: Who) -> Option<Token> {
    let one = state.one(who);
    let spot = one.live.at.filter(|_| !one.live.away)?;
    let acting = state.battle.as_ref().and_then(|battle| battle.acting()) == Some(who);
    let mut marks = Vec::new();
    if one.live.prone {
        marks.push("Prone".into());
    }
    if one.live.fate == Fate::Dead {
        marks.push("Dead".into());
    }
    Some(Token {
        who,
        name: one.sheet.name.clone().into(),
        at: square(spot),
        size: one.sheet.size.squares().into(),
        hero: one.sheet.is_hero(),
        acting,
        away: false,
        hidden: sight::audience(state, who) != boneyard_table::Audience::ALL,
        facing: None,
        marks,
    })
}
