//! Spells and prayers somebody could use now, each with whom it can be aimed at.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Square, Thing};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use crate::DeadWeight;
use crate::book::{Effect, PowerRow};
use crate::combat;
use crate::expedition::ways;
use crate::magic::{
    Invoke, Sacrifice, SacrificeBy, Study, can_aim, check_cast, check_memorise, check_pray, check_sacrifice,
    may_memorise, shoved,
};
use crate::rules;
use crate::state::{Attribute, Place, Tile};

const GROUP: &str = "Powers";

pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    if !one.sheet.is_hero() || one.live.dead {
        return Vec::new();
    }
    let mut all = Vec::new();
    for known in &one.live.memorised {
        let key = known.what.as_str();
        if let Some(row) = at.book.spells.get(key) {
            all.extend(power(at, who, row, "cast", false));
        }
        if let Some(row) = at.book.prayers.get(key) {
            all.extend(power(at, who, row, "pray", known.exhausted));
        }
    }
    for (sheet, now) in one.sheet.items.iter().zip(&one.live.items) {
        let spell = sheet.name.strip_prefix("scroll of ").and_then(|name| at.book.spells.named(name));
        if let Some(row) = spell.filter(|_| now.place != Place::Gone) {
            all.extend(power(at, who, row, "read_scroll", false));
        }
    }
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
    if one.live.under(rules::DW_PRAY_07).is_some() {
        all.push(sacrifice(at, who));
    }
    all
}

/// A spell, prayer or scroll with everything it can be aimed at; nothing where there is no such thing.
fn power(at: At<'_, DeadWeight>, who: Who, row: &PowerRow, command: &str, plea: bool) -> Option<OfferCard> {
    let rule = if command == "pray" { rules::DW_PRAY_05 } else { rules::DW_SPELL_03 };
    let mut offer = OfferCard::new(command, row.name.clone(), GROUP)
        .id(format!("{command}:{}:{}", who.0, row.name))
        .actor("who", who)
        .fixed("power", row.name.clone())
        .rule(rule)
        .about(row.id.as_str());
    if plea {
        offer = offer.fixed("plea", true);
    }
    if at.state.battle.is_some() {
        offer = offer.cost(row.cost().into(), "actions");
    }
    let mode = row.modes.first().map(|mode| mode.name.clone());
    if !row.modes.is_empty() {
        let modes = row.modes.iter().map(|mode| Candidate::new(json!(mode.name), mode.name.clone()));
        offer = offer.param(Param::new("mode", "What for", Domain::one_of(modes)));
    }
    let among: Vec<Who> = at.state.everybody().filter(|other| can_aim(at, who, row, *other)).collect();
    let first = among.first().copied();
    let aimed = row.target.as_deref().is_some_and(|kind| {
        matches!(kind, "enemy" | "ally" | "character" | "creature" | "corpse" | "effect" | "creatures")
    });
    if aimed || row.modes.iter().any(|mode| mode.target == "enemy" || mode.target == "character") {
        let people = among.iter().map(|other| Candidate::new(*other, at.state.name(*other).to_owned()));
        let param = Param::new("target", "Whom", Domain::creature(people));
        offer = offer.param(if row.modes.is_empty() { param } else { param.optional() });
    }
    if row.asks.is_some() {
        offer = offer.param(Param::new("words", "Words", Domain::text(200)));
    }
    let leap = row.all_effects().any(|effect| matches!(effect, Effect::Move(moved) if moved.how == "leap"));
    let mut to = None;
    if let (true, Some(battle)) = (leap, &at.state.battle) {
        let here = battle.tile(who);
        let free = |tile: &Tile| {
            here.is_some_and(|here| combat::tiles_apart(at.state, here, *tile) <= 6)
                && battle.chart.grid.bars(tile.square()).is_none()
                && combat::fighters(at.state).all(|other| battle.tile(other) != Some(*tile))
        };
        let tiles: Vec<Tile> =
            battle.chart.grid.chart().squares().filter_map(Tile::of).filter(free).collect();
        to = tiles.first().copied();
        offer = offer.param(Param::new("to", "Where to", squares(&tiles)));
    }
    let doors = doors(at, row);
    if !doors.is_empty() {
        to = doors.first().copied();
        offer = offer.param(Param::new("to", "Which door", squares(&doors)));
    }
    let spots = spots(at, who, row, &among);
    if !spots.is_empty() {
        offer = offer.param(Param::new("to", "Where", squares(&spots)).optional());
    }
    let places = places(at, who, row);
    let place = places.first().cloned();
    if !places.is_empty() {
        let among = places.into_iter().map(|name| Candidate::new(name.clone(), name));
        offer = offer.param(Param::new("place", "Which place", Domain::place(among)));
    }
    let mends = row.all_effects().any(|effect| matches!(effect, Effect::Repair(_)));
    let mut item = None;
    if mends {
        let one = at.state.one(who);
        let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let own: Vec<(u8, String)> = things
            .filter(|(_, (_, now))| now.place != Place::Gone && (now.broken || now.ap > 0))
            .map(|(number, (sheet, _))| (number as u8, sheet.name.clone()))
            .collect();
        item = own.first().map(|(number, _)| *number);
        let among = own.into_iter().map(|(number, name)| Candidate::new(json!(number), name));
        offer = offer.param(Param::new("item", "Which thing", Domain::one_of(among)));
    }
    // Whether it can be done at all is asked with the first of everything there is to choose.
    let words = row.asks.is_some().then(|| "…".to_owned());
    let targets = Vec::new();
    let invoke =
        Invoke { who, power: row.name.clone(), mode, target: first, targets, item, to, place, words, plea };
    let refusal: Option<Refusal> = match command {
        "cast" => check_cast(at, &invoke).err(),
        "pray" => check_pray(at, &invoke).err(),
        _ => crate::roll::acting_hero(at.state, who).err(),
    };
    Some(offer.refused(refusal))
}

fn squares(tiles: &[Tile]) -> Domain {
    let among = tiles.iter().map(|tile| Square { level: 0, y: tile.y.into(), x: tile.x.into() }).collect();
    Domain::Square { among }
}

/// Tiles of the chart's doors, for a power that is aimed at one in a fight.
fn doors(at: At<'_, DeadWeight>, row: &PowerRow) -> Vec<Tile> {
    let Some(battle) = at.state.battle.as_ref().filter(|_| row.target.as_deref() == Some("door")) else {
        return Vec::new();
    };
    let tiles = battle.chart.grid.chart().squares().filter_map(Tile::of);
    tiles.filter(|tile| combat::door_at(at.state, *tile).is_some()).collect()
}

/// Tiles a power may name in a fight: a spot in its reach, or where somebody is pulled or pushed.
fn spots(at: At<'_, DeadWeight>, who: Who, row: &PowerRow, among: &[Who]) -> Vec<Tile> {
    let Some(battle) = &at.state.battle else { return Vec::new() };
    let Some(here) = battle.tile(who) else { return Vec::new() };
    if row.target.as_deref() == Some("place") && row.asks.is_some() {
        let near = |tile: &Tile| {
            combat::tiles_apart(at.state, here, *tile) <= row.band().squares()
                && battle.chart.grid.bars(tile.square()).is_none()
        };
        return battle.chart.grid.chart().squares().filter_map(Tile::of).filter(near).collect();
    }
    let mut tiles: Vec<Tile> = Vec::new();
    for (pull, far) in row.all_effects().flat_map(shoves) {
        tiles.extend(among.iter().flat_map(|target| shoved(at.state, who, *target, pull, far)));
    }
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

/// Pulls and pushes of an effect, and how far they go.
fn shoves(effect: &Effect) -> Vec<(bool, u8)> {
    match effect {
        Effect::Move(moved) if moved.how == "pull" || moved.how == "push" => {
            vec![(moved.how == "pull", moved.tiles)]
        }
        Effect::Choose(lists) => lists.iter().flatten().flat_map(shoves).collect(),
        _ => Vec::new(),
    }
}

/// Places a power can be about on the way: where a door leads, or where the party has been.
fn places(at: At<'_, DeadWeight>, who: Who, row: &PowerRow) -> Vec<String> {
    let way = &at.state.expedition;
    if !way.under_way || at.state.battle.is_some() {
        return Vec::new();
    }
    if row.target.as_deref() == Some("door") {
        return ways(at.state, way.place_of(who)).into_iter().map(|(to, ..)| to).collect();
    }
    let folds = |effect: &Effect| matches!(effect, Effect::Move(moved) if moved.how == "anywhere-visited");
    if !row.all_effects().any(folds) {
        return Vec::new();
    }
    let rooms = way.at_site().into_iter().flat_map(|site| &site.rooms);
    let known = rooms.filter(|(name, room)| room.visited && **name != way.here);
    known.map(|(name, _)| name.clone()).collect()
}

fn sacrifice(at: At<'_, DeadWeight>, who: Who) -> OfferCard {
    let ways = [
        (SacrificeBy::Own, "What the god likes"),
        (SacrificeBy::Goods, "10 silver"),
        (SacrificeBy::Wounds, "2 wounds"),
    ];
    let room = |attribute: &Attribute| at.state.one(who).room(*attribute) >= 2;
    let bears = Attribute::ALL.into_iter().find(room);
    let options = ways.into_iter().map(|(by, name)| {
        let given = Sacrifice { who, by, attribute: bears };
        Candidate::new(json!(by), name).refused(check_sacrifice(at, given).err())
    });
    let none =
        ways.iter().all(|(by, _)| check_sacrifice(at, Sacrifice { who, by: *by, attribute: bears }).is_err());
    let refusal =
        none.then(|| Refusal::new(rules::DW_HOUSE_13H, "nothing", "There is nothing to sacrifice now."));
    let attributes = Attribute::ALL.into_iter().filter(room);
    OfferCard::new("sacrifice", "Make a sacrifice", GROUP)
        .actor("who", who)
        .rule(rules::DW_HOUSE_13H)
        .param(Param::new("by", "What", Domain::one_of(options)))
        .param(
            Param::new(
                "attribute",
                "Wounds on",
                Domain::one_of(
                    attributes.map(|attribute| Candidate::new(json!(attribute), attribute.name())),
                ),
            )
            .optional(),
        )
        .refused(refusal)
}
