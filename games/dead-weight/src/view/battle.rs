//! A fight as a seat sees it: the order by phases, the chart, morale. Everybody on the chart is seen;
//! numbers of the GM's creatures stay the GM's.

use boneyard_table::view::{
    Layer, LayerBody, Map, Msg, Order, OrderEntry, OrderMode, Patch, Reach, Scene, Square, Token, Tracker,
    View,
};
use boneyard_table::{At, Seat, Who};
use serde_json::{Value, json};

use crate::DeadWeight;
use crate::combat::{candidates, check_move, fighters, gait, phase, present, reachable};
use crate::counter;
use crate::state::{Battle, Morale, Phase, State, Tile};

/// Adds the fight to a view.
pub(super) fn add(at: At<'_, DeadWeight>, seat: Seat, view: View) -> View {
    let Some(battle) = &at.state.battle else { return view };
    let say = if battle.setup { "The fight is being set up.".to_owned() } else { told(at.state, battle) };
    let mut map = map(at.state, battle);
    if let Some(squares) = within_reach(at, seat, battle) {
        let path = Vec::new();
        map = map.layer(Layer::new("reach", "Within reach", LayerBody::Reach { squares, path }));
    }
    let scene = Scene::new("Battle chart", say).map(map);
    let view = view.scene(scene).order(order(at.state, battle));
    let tracker = |key: &str, label: &'static str, side: usize| {
        let morale = battle.morale[side];
        let value = if morale.broken { 0 } else { morale.value };
        Tracker::bar(key, label, value.into(), 6).path(counter::MORALE[side])
    };
    view.tracker(tracker("morale", "Morale", 0)).tracker(tracker("enemy_morale", "Morale of the enemies", 1))
}

/// Where the one who acts can go with one Move, for the seat that moves them.
fn within_reach(at: At<'_, DeadWeight>, seat: Seat, battle: &Battle) -> Option<Vec<Reach>> {
    let who = battle.acting()?;
    if !(seat.is_gm() || at.state.sheet(who).seat == seat) {
        return None;
    }
    check_move(at, who).ok()?;
    let tiles = reachable(at.state, who, gait(at, who));
    Some(tiles.into_iter().map(|(tile, cost)| Reach { square: square(tile), cost: cost.into() }).collect())
}

fn told(state: &State, battle: &Battle) -> String {
    let phase = phase(state).map_or("cleanup", Phase::name);
    format!("Round {}: {phase}.", battle.order.round())
}

fn order(state: &State, battle: &Battle) -> Order {
    let now = phase(state);
    let mut order = Order::new("order", "Turns", OrderMode::Phases).round(battle.order.round());
    for part in [Phase::Fast, Phase::Enemies, Phase::Third, Phase::Slow] {
        let known = battle.order.places().iter().any(|place| place.key == part);
        if known || part != Phase::Third {
            order = order.phase(part.name(), now == Some(part));
        }
    }
    let may = candidates(state);
    for place in battle.order.places().iter().filter(|place| present(state, place.who)) {
        let who = place.who;
        let acting = battle.acting() == Some(who) || may.contains(&who);
        let entry = OrderEntry::new(who, state.name(who).to_owned()).now(acting).done(place.acted);
        order = order.entry(entry);
    }
    order
}

fn square(tile: Tile) -> Square {
    Square::new(tile.x.into(), tile.y.into())
}

fn map(state: &State, battle: &Battle) -> Map {
    let drawing = battle.chart.grid.chart();
    let (width, height) = drawing.size(0).unwrap_or((1, 1));
    let tiles = || drawing.squares().filter_map(Tile::of);
    let patch = |kind: &str, say: &'static str, squares: Vec<Square>| Patch {
        squares,
        kind: kind.to_owned(),
        say: say.into(),
        height: 0,
    };
    let named = |name: &'static str| drawing.named(name).filter_map(Tile::of).map(square).collect::<Vec<_>>();
    let walls = tiles().filter(|tile| battle.chart.grid.bars(tile.square()).is_some()).map(square).collect();
    let mut ground = vec![patch("wall", "Wall", walls), patch("water", "Water", named("water"))];
    ground.push(patch("exit", "Exit", battle.chart.exits.iter().copied().map(square).collect()));
    let high = battle.chart.advantage.iter().copied().map(square).collect();
    ground.push(patch("advantage", "Advantage point", high));
    ground.retain(|patch| !patch.squares.is_empty());
    let tokens = fighters(state).filter(|who| present(state, *who));
    let tokens = tokens.filter_map(|who| token(state, battle, who)).collect();
    Map::new(width.unsigned_abs().into(), height.unsigned_abs().into())
        .layer(Layer::new("grid", "Grid", LayerBody::Grid))
        .layer(Layer::new("ground", "Ground", LayerBody::Terrain { squares: ground }))
        .layer(Layer::new("tokens", "Tokens", LayerBody::Tokens { tokens }))
}

fn token(state: &State, battle: &Battle, who: Who) -> Option<Token> {
    let fighter = battle.fighter(who)?;
    let live = state.live(who);
    let marks = [(live.mortal, "down"), (live.held_by.is_some(), "held"), (live.tokens.stun > 0, "stunned")];
    Some(Token {
        who,
        name: state.name(who).to_owned().into(),
        at: square(fighter.at?),
        size: 1,
        hero: state.sheet(who).is_hero(),
        acting: battle.acting() == Some(who),
        away: false,
        hidden: false,
        facing: fighter.facing,
        marks: marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| Msg::from(mark)).collect(),
    })
}

/// The fight by the paths that stories use.
pub fn values(state: &State) -> Value {
    let Some(battle) = &state.battle else { return Value::Null };
    let morale = |morale: Morale| if morale.broken { json!("broken") } else { json!(morale.value) };
    let open: Vec<&str> = candidates(state).into_iter().map(|who| state.name(who)).collect();
    json!({
        "setup": battle.setup, "round": battle.order.round(), "phase": phase(state),
        "turn": battle.acting().map(|who| state.name(who)), "next": open, "fleeing": battle.fleeing,
        "morale": { "adventurers": morale(battle.morale[0]), "enemies": morale(battle.morale[1]) },
        "fighters": fighters(state).map(|who| state.name(who)).collect::<Vec<_>>(),
        "lying": battle.lying.len(),
    })
}

/// What a fight says of one creature, by the paths that stories use.
pub fn values_of(state: &State, who: Who) -> Value {
    let live = state.live(who);
    let battle = state.battle.as_ref();
    let fighter = battle.and_then(|battle| battle.fighter(who));
    let place = battle.and_then(|battle| battle.order.places().iter().find(|place| place.who == who));
    json!({
        "side": state.sheet(who).side, "out": live.dead || live.mortal || live.away,
        "at": fighter.and_then(|fighter| fighter.at), "facing": fighter.and_then(|fighter| fighter.facing),
        "fast": place.map(|place| place.key == Phase::Fast),
    })
}
