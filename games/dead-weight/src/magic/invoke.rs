//! Powers as forms put them: one card for each spell, prayer or scroll and each use of it, with all it can be aimed at.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::{Invoke, can_aim_so, single};
use super::cast::{cast, check_cast, check_scroll, read_scroll};
use super::effect::shoved;
use super::pray::{check_pray, pray};
use crate::DeadWeight;
use crate::book::{Book, Effect, PowerRow};
use crate::combat;
use crate::expedition::ways;
use crate::form::{own_thing, squares, stored, tile, whatever_picked};
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Place, State, Tile};

/// How a power is called on.
#[derive(Clone, Copy, PartialEq)]
enum Means {
    Spell,
    Prayer,
    Scroll,
}

/// Casts a memorised spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Cast(pub Invoke);

/// Speaks a memorised prayer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Pray(pub Invoke);

/// Reads a scroll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ReadScroll(pub Invoke);

impl Form<DeadWeight> for Cast {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        invoke(form, Means::Spell).map(Self)
    }

    fn actor(&self) -> Option<Who> {
        Some(self.0.who)
    }
}

impl Form<DeadWeight> for Pray {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        invoke(form, Means::Prayer).map(Self)
    }

    fn actor(&self) -> Option<Who> {
        Some(self.0.who)
    }
}

impl Form<DeadWeight> for ReadScroll {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        invoke(form, Means::Scroll).map(Self)
    }

    fn actor(&self) -> Option<Who> {
        Some(self.0.who)
    }
}

impl Deed<DeadWeight> for Cast {
    const CARD: Card = Card::acting("Cast", "Powers").rule(rules::DW_SPELL_03).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, acting_hero(may.state, self.0.who))?;
        Ok(check_cast(may.at(), &self.0)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        cast(cx, &self.0)
    }
}

impl Deed<DeadWeight> for Pray {
    const CARD: Card = Card::acting("Pray", "Powers").rule(rules::DW_PRAY_05).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, acting_hero(may.state, self.0.who))?;
        Ok(check_pray(may.at(), &self.0)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        pray(cx, &self.0)
    }
}

impl Deed<DeadWeight> for ReadScroll {
    // A scroll does not come back: no creature that plays itself reads one.
    const CARD: Card = Card::acting("Read a scroll", "Powers").rule(rules::DW_SPELL_03);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, acting_hero(may.state, self.0.who))?;
        Ok(check_scroll(may.at(), &self.0)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        read_scroll(cx, &self.0)
    }
}

/// The powers somebody could call on so, and whether each is exhausted.
fn powers(state: &State, book: &Book, who: Who, means: Means) -> Vec<(String, bool)> {
    let one = state.creature(who).filter(|one| one.sheet.is_hero() && !one.live.dead);
    let Some(one) = one else { return Vec::new() };
    let memorised = one.live.memorised.iter();
    match means {
        Means::Spell => {
            let rows = memorised.filter_map(|known| book.spells.get(known.what.as_str()));
            rows.map(|row| (row.name.clone(), false)).collect()
        }
        Means::Prayer => {
            let rows = memorised.filter_map(|known| {
                let row = book.prayers.get(known.what.as_str())?;
                Some((row.name.clone(), known.exhausted))
            });
            rows.collect()
        }
        Means::Scroll => {
            let mut all: Vec<(String, bool)> = Vec::new();
            for (sheet, now) in one.sheet.items.iter().zip(&one.live.items) {
                let spell = sheet.name.strip_prefix("scroll of ").and_then(|name| book.spells.named(name));
                let there = spell.filter(|_| now.place != Place::Gone);
                all.extend(there.map(|row| (row.name.clone(), false)));
            }
            all.dedup();
            all
        }
    }
}

fn row_of<'a>(book: &'a Book, power: &str, means: Means) -> Option<&'a PowerRow> {
    super::power_named(book, power, means == Means::Prayer)
}

fn invoke(form: &mut Filling<'_, DeadWeight>, means: Means) -> Filled<Invoke> {
    let who = form.actor()?;
    let (at, state, book) = (form.at(), form.state, form.book);
    let written = form.is_written();
    let known = powers(state, book, who, means);
    let power: String = form.each("power", known.iter().map(|(name, _)| name.clone()))?;
    let exhausted = known.iter().any(|(name, exhausted)| *name == power && *exhausted);
    let plea = form.each("plea", [exhausted.then_some(true)])?.unwrap_or(false);
    let row = row_of(book, &power, means);
    let modes = row.map(|row| row.modes.as_slice()).unwrap_or_default();
    let plain = modes.is_empty().then_some(None);
    let mode: Option<String> =
        form.each("mode", plain.into_iter().chain(modes.iter().map(|mode| Some(mode.name.clone()))))?;
    let command = match means {
        Means::Spell => "cast",
        Means::Prayer => "pray",
        Means::Scroll => "read_scroll",
    };
    form.id(|| match &mode {
        None => format!("{command}:{}:{power}", who.0),
        Some(mode) => format!("{command}:{}:{power}:{mode}", who.0),
    });
    form.label(|| match &mode {
        None => power.clone().into(),
        Some(mode) => format!("{power}: {mode}").into(),
    });
    if let Some(row) = row {
        form.about(|| row.id.as_str().to_owned());
        if state.battle.is_some() {
            form.cost(row.cost().into(), "actions");
        }
    }
    // What it is aimed at, in this use.
    let used = modes.iter().find(|one| Some(&one.name) == mode.as_ref());
    let kind = match (used, row) {
        (Some(used), _) => used.target.as_str(),
        (None, Some(row)) => row.target.as_deref().unwrap_or("self"),
        (None, None) => "self",
    };
    let fits = |other: Who| row.is_some_and(|row| can_aim_so(at, who, row, kind, other));
    let mut target = None;
    if written || single(kind) {
        target = form.or_left_out("target", |form| form.creature_among("target", "Whom", fits))?;
    }
    let mut targets = Vec::new();
    if written || kind == "creatures" {
        let most = row.and_then(|row| row.most).unwrap_or(1).into();
        let several =
            form.or_left_out("targets", |form| form.creatures("targets", "Whom", 1..=most, fits))?;
        targets = several.unwrap_or_default();
    }
    let mut words = None;
    if written || row.is_some_and(|row| row.asks.is_some()) {
        words = form.or_left_out("words", |form| form.text("words", "Words", 200))?;
    }
    let to = ground(form, who, row, kind, target)?;
    let places = row.map(|row| places(at, who, row)).unwrap_or_default();
    let mut place = None;
    if written || !places.is_empty() {
        let named = places.into_iter().map(|name| (name.clone(), name));
        place = form.or_left_out("place", |form| form.place("place", "Which place", named, |_| None))?;
    }
    let mends = row.is_some_and(|row| row.all_effects().any(|effect| matches!(effect, Effect::Repair(_))));
    let mut item = None;
    if written || mends {
        item = form.or_left_out("item", |form| {
            own_thing(form, "item", "Which thing", who, |_, _, now| now.broken || now.ap > 0)
        })?;
    }
    Ok(Invoke { who, power, mode, target, targets, item, to, place, words, plea })
}

/// The field `to`: where one leaps to, a door, or a spot in its reach.
fn ground(
    form: &mut Filling<'_, DeadWeight>,
    who: Who,
    row: Option<&PowerRow>,
    kind: &str,
    target: Option<Who>,
) -> Filled<Option<Tile>> {
    let (Some(row), Some(battle), false) = (row, &form.state.battle, form.is_written()) else {
        return form.unasked("to");
    };
    let state = form.state;
    let here = battle.tile(who);
    let tiles = || battle.chart.grid.chart().squares().filter_map(Tile::of);
    let leap = row.all_effects().find_map(|effect| match effect {
        Effect::Move(moved) if moved.how == "leap" => Some(u16::from(moved.tiles)),
        _ => None,
    });
    if let Some(most) = leap {
        let free = |tile: &Tile| {
            here.is_some_and(|here| combat::tiles_apart(state, here, *tile) <= most)
                && battle.chart.grid.bars(tile.square()).is_none()
                && combat::fighters(state).all(|other| battle.tile(other) != Some(*tile))
        };
        let free: Vec<Tile> = tiles().filter(free).collect();
        return tile(form, "to", "Where to", &free).map(Some);
    }
    let near = |tile: &Tile| {
        here.is_some_and(|here| combat::tiles_apart(state, here, *tile) <= row.band().squares())
    };
    if kind == "door" {
        let doors: Vec<Tile> =
            tiles().filter(near).filter(|tile| combat::door_at(state, *tile).is_some()).collect();
        return tile(form, "to", "Which door", &doors).map(Some);
    }
    let spots: Vec<Tile> = if kind == "place" && row.asks.is_some() {
        tiles().filter(near).filter(|tile| battle.chart.grid.bars(tile.square()).is_none()).collect()
    } else {
        let mut spots: Vec<Tile> = Vec::new();
        for (pull, far) in row.all_effects().flat_map(shoves) {
            spots.extend(target.into_iter().flat_map(|target| shoved(state, who, target, pull, far)));
        }
        spots.sort_unstable();
        spots.dedup();
        spots
    };
    if spots.is_empty() {
        return Ok(None);
    }
    form.maybe_field("to", "Where", || squares(&spots), stored)
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
