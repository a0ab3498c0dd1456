//! How a fight begins: the map, who stands where, Initiative by what each was doing, ambushes; and those
//! who join later.

use std::sync::LazyLock;

use boneyard_board::{Chart, Grid, Legend};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{gm, known};
use crate::DieTrying;
use crate::check::{self, Check, skill_bonus};
use crate::fact::{BoardFact, FightFact, SightFact, TableFact};
use crate::rules;
use crate::sight::{self, Grade, observers, visible};
use crate::state::{
    Ability, Board, Fate, Hidden, Initiative, Kept, Kind, Lamp, Light, Proficiency, Region, Spot, State,
};

/// Where people fight who have no map: laid out once, so that every such fight is on the same ground.
static OPEN_GROUND: LazyLock<Option<Kept<Board>>> = LazyLock::new(|| {
    let draw = BoardDraw { light: Light::Normal, ..BoardDraw::default() };
    lay(&draw).ok().map(Kept::new)
});

/// A fight to begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fight {
    /// Everybody in it, on all sides.
    pub fighters: Vec<Who>,
    /// What those were doing who rolled another skill than Perception.
    pub skills: Vec<OwnSkill>,
    /// Where those stand who stand nowhere yet.
    pub at: Vec<Stand>,
}

/// The skill somebody rolls for Initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSkill {
    /// Who.
    pub who: Who,
    /// Which.
    pub skill: Proficiency,
}

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Who.
    pub who: Who,
    /// Where.
    pub at: Spot,
}

/// Somebody who comes to a fight under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Who.
    pub who: Who,
    /// Acts right after this one; by Initiative if nobody is named.
    #[serde(default)]
    pub after: Option<Who>,
    /// Where.
    #[serde(default)]
    pub at: Option<Spot>,
}

/// A map to lay out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BoardDraw {
    /// A drawing with one character for each square.
    pub squares: Option<String>,
    /// Or a drawing on ruled paper, walls between squares.
    pub walls: Option<String>,
    /// Or an open floor, so many squares across.
    pub width: Option<u8>,
    /// And down.
    pub height: Option<u8>,
    /// The light there is; Complete Darkness underground.
    pub light: Light,
    /// Parts with a light of their own.
    pub lit: Vec<(Region, Light)>,
    /// Lamps that stay where they are.
    pub lamps: Vec<(Spot, Lamp)>,
    /// Parts that are hard to see through.
    pub hazy: Vec<Region>,
    /// Squares from which one may leave.
    pub exits: Vec<Spot>,
}

/// Squares of a map nobody drew.
const OPEN: u8 = 12;

/// The TS lays out a map.
pub fn lay_board(cx: &mut Cx<'_, DieTrying>, by: Seat, draw: &BoardDraw) -> Flow {
    let rule = rules::DT_SENSE_03;
    gm(by, rule, "Only the Trapsetter lays out a map.")?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "fighting", "The map stays until the fight is over."));
    }
    let board = match lay(draw) {
        Ok(board) => board,
        Err(why) => {
            let sentence = format!("This map cannot be used: {}.", why.trim_end_matches('.'));
            return refuse(Refusal::new(rules::DT_HOUSE_25H, "bad-map", sentence));
        }
    };
    cx.record(rule, BoardFact::Laid { board: Kept::new(board) }.into());
    let placed: Vec<Who> = cx.state().everybody().filter(|who| cx.state().live(*who).at.is_some()).collect();
    for who in placed {
        cx.record(rule, BoardFact::Put { who, at: None }.into());
    }
    Ok(())
}

/// A map as it was drawn, or why it cannot be.
pub fn lay(draw: &BoardDraw) -> Result<Board, String> {
    let legend = Legend::new();
    let chart = match (&draw.squares, &draw.walls, draw.width, draw.height) {
        (Some(text), None, None, None) => Chart::of_squares(text, legend),
        (None, Some(text), None, None) => Chart::of_walls(text, legend),
        (None, None, width, height) => {
            Chart::open(width.unwrap_or(OPEN).into(), height.unwrap_or(OPEN).into(), legend)
        }
        _ => return Err("give one drawing, or a width and a height".into()),
    };
    let grid = Grid::new(chart.map_err(|fault| fault.to_string())?);
    for spot in draw.lamps.iter().map(|(spot, _)| spot).chain(&draw.exits) {
        if grid.bars(spot.square()).is_some() {
            return Err(format!("{spot} is no floor of it"));
        }
    }
    let (lit, lamps) = (draw.lit.clone(), draw.lamps.clone());
    Ok(Board { grid, base: draw.light, lit, lamps, hazy: draw.hazy.clone(), exits: draw.exits.clone() })
}

/// The TS puts somebody on the map.
pub fn place(cx: &mut Cx<'_, DieTrying>, by: Seat, stand: Stand) -> Flow {
    gm(by, rules::DT_COM_05, "Only the Trapsetter puts people on the map.")?;
    known(cx.state(), stand.who)?;
    check_place(cx.state(), stand)?;
    cx.record(rules::DT_COM_05, BoardFact::Put { who: stand.who, at: Some(stand.at) }.into());
    Ok(())
}

fn check_place(state: &State, stand: Stand) -> Result<(), Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DT_COM_05, code, sentence));
    let Some(board) = &state.board else { return bad("no-map", "There is no map.".into()) };
    let there = stand.at.footprint(state.sheet(stand.who).size.squares());
    if !board.grid.fits(there) {
        return bad("no-room", format!("{} cannot stand at {}.", state.name(stand.who), stand.at));
    }
    if let Some(other) = taken(state, stand.who, there) {
        return bad("taken", format!("{} stands there already.", state.name(other)));
    }
    Ok(())
}

/// Who stands on squares somebody would take. Over those who lie there helpless one steps, or stands.
pub(super) fn taken(state: &State, who: Who, there: boneyard_board::Footprint) -> Option<Who> {
    state.everybody().find(|other| {
        let one = state.one(*other);
        *other != who
            && one.live.fate == Fate::Up
            && !one.live.away
            && !one.sheet.has_tag("swarm")
            && crate::gear::place_of(state, *other).is_some_and(|here| here.overlaps(there))
    })
}

/// The TS begins a fight: everybody rolls for Initiative, and the first turn comes.
pub fn fight(cx: &mut Cx<'_, DieTrying>, by: Seat, fight: &Fight) -> Flow {
    let rule = rules::DT_COM_01;
    gm(by, rule, "Only the Trapsetter begins a fight.")?;
    let fighters = in_order(cx.state(), fight)?;
    for own in &fight.skills {
        if !own.skill.is_skill() || !fighters.contains(&own.who) {
            let sentence = "Name one of the 16 skills for somebody in the fight.";
            return refuse(Refusal::new(rule, "no-skill", sentence));
        }
    }
    let foes = fighters.iter().filter(|who| cx.state().sheet(**who).side != 0).count();
    let foes = u8::try_from(foes).unwrap_or(u8::MAX);
    cx.record(rule, FightFact::Began { fighters: fighters.clone(), foes }.into());
    if cx.state().board.is_none()
        && let Some(board) = &*OPEN_GROUND
    {
        cx.record(rules::DT_COM_05, BoardFact::Laid { board: board.clone() }.into());
    }
    stand_up(cx, &fighters, &fight.at);
    for &who in &fighters {
        if cx.state().live(who).unseen {
            cx.record(rule, TableFact::Shown { who }.into());
        }
    }
    crate::dungeon::fight_wakes(cx, &fighters);
    for &who in &fighters {
        if let Some(entry) = cx.state().sheet(who).like {
            cx.cite(entry);
        }
    }
    let mut rolled: Vec<(Who, Proficiency, i16)> = Vec::new();
    for &who in &fighters {
        let skill = skill_of(cx, fight, who);
        let check = Check::skill(cx.state(), cx.book(), who, skill, rule);
        let thrown = cx.within((&rolled, who), |cx| check::throw(cx, check))?;
        rolled.push((who, skill, thrown.total));
    }
    let places = in_turn_order(cx, &rolled)?;
    for (who, initiative) in places {
        cx.record(rules::DT_COM_02, FightFact::Initiative { who, initiative }.into());
    }
    cx.record(rules::DT_COM_02, FightFact::Round { number: 1 }.into());
    ambushes(cx, &rolled);
    Ok(())
}

/// What somebody rolls: what the TS says, Stealth for those who like to ambush, else Perception.
fn skill_of(cx: &Cx<'_, DieTrying>, fight: &Fight, who: Who) -> Proficiency {
    if let Some(own) = fight.skills.iter().find(|own| own.who == who) {
        return own.skill;
    }
    let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
    let lurks = row.is_some_and(|row| row.ambushes)
        && observers(cx.state(), who).any(|other| visible(cx.state(), cx.book(), other, who) > Grade::Plain);
    if lurks { Proficiency::Stealth } else { Proficiency::Perception }
}

/// Characters by seat, then Creatures as the TS lists them.
fn in_order(state: &State, fight: &Fight) -> Result<Vec<Who>, Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DT_COM_01, code, sentence));
    if state.battle.is_some() {
        return bad("fighting", "There is a fight already.".into());
    }
    let mut list: Vec<Who> = Vec::new();
    for &who in &fight.fighters {
        known(state, who)?;
        let one = state.one(who);
        if one.live.fate == Fate::Dead || one.live.away || one.sheet.kind == Kind::Object {
            return bad("not-there", format!("{} cannot fight.", one.sheet.name));
        }
        if !list.contains(&who) {
            list.push(who);
        }
    }
    for stand in &fight.at {
        known(state, stand.who)?;
    }
    let side = |hero: bool| list.iter().any(|who| (state.sheet(*who).side == 0) == hero);
    if !side(true) || !side(false) {
        return bad("one-side", "A fight needs characters and somebody against them.".into());
    }
    list.sort_by_key(|who| {
        let sheet = state.sheet(*who);
        (!sheet.is_hero(), if sheet.is_hero() { sheet.seat.0 } else { 0 })
    });
    Ok(list)
}

/// Those who stand nowhere come to the map in two groups facing each other.
fn stand_up(cx: &mut Cx<'_, DieTrying>, fighters: &[Who], at: &[Stand]) {
    for &who in fighters {
        let named = at.iter().find(|stand| stand.who == who).map(|stand| stand.at);
        if cx.state().live(who).at.is_some() && named.is_none() {
            continue;
        }
        let fits = |spot: Spot| check_place(cx.state(), Stand { who, at: spot }).is_ok();
        let Some(board) = &cx.state().board else { return };
        let (width, height) = board.grid.chart().size(0).unwrap_or((1, 1));
        let row = if cx.state().sheet(who).side == 0 { height / 2 + 2 } else { height / 2 - 2 };
        let middle = boneyard_board::Square::new(width / 2, row.clamp(0, height - 1));
        let far = |spot: &Spot| {
            let square = spot.square();
            let apart = |a: i16, b: i16| a.abs_diff(b);
            (apart(square.x, middle.x).max(apart(square.y, middle.y)), *spot)
        };
        // Whether somebody fits takes longer than how far it is: only what is nearer is looked at.
        let nearest = || {
            let floor = board.grid.chart().squares().filter_map(Spot::of);
            floor.fold(None, |best: Option<Spot>, spot| {
                let nearer = best.is_none_or(|best| far(&spot) < far(&best));
                if nearer && fits(spot) { Some(spot) } else { best }
            })
        };
        let spot = named.filter(|spot| fits(*spot)).or_else(nearest);
        if let Some(spot) = spot {
            cx.record(rules::DT_COM_05, BoardFact::Put { who, at: Some(spot) }.into());
        }
    }
}

/// The order: by total, then Dexterity, then characters first, then a d10 each, again while equal.
fn in_turn_order(
    cx: &mut Cx<'_, DieTrying>,
    rolled: &[(Who, Proficiency, i16)],
) -> Flow<Vec<(Who, Initiative)>> {
    let place = |cx: &Cx<'_, DieTrying>, who: Who, total: i16| {
        let sheet = cx.state().sheet(who);
        let dexterity = sheet.scores[Ability::Dexterity];
        Initiative { total, dexterity, hero: sheet.is_hero(), lot: 0 }
    };
    let mut all: Vec<(Who, Initiative)> =
        rolled.iter().map(|(who, _, total)| (*who, place(cx, *who, *total))).collect();
    // Equal ones throw until no two are equal.
    loop {
        let tied: Vec<Who> = all
            .iter()
            .filter(|(who, own)| all.iter().any(|(other, key)| other != who && key == own))
            .map(|(who, _)| *who)
            .collect();
        if tied.is_empty() {
            return Ok(all);
        }
        cx.mark(rules::DT_COM_02, (&all, rolled.len() as u16))?;
        // Lots of earlier throws stay in front, also of those who throw no more.
        for (_, key) in &mut all {
            key.lot *= 11;
        }
        for who in tied {
            let face = cx.within((&all, who), |cx| cx.die(rules::DT_COM_02, who, 10))?;
            for (known, key) in &mut all {
                if *known == who {
                    key.lot += u64::from(face);
                }
            }
        }
        rank(&mut all);
    }
}

/// Lots as places, so that they grow no larger however often somebody throws.
fn rank(all: &mut [(Who, Initiative)]) {
    let mut lots: Vec<u64> = all.iter().map(|(_, key)| key.lot).collect();
    lots.sort_unstable();
    lots.dedup();
    for (_, key) in all {
        key.lot = lots.partition_point(|lot| *lot < key.lot) as u64;
    }
}

/// Whoever rolled Stealth and is hard to see begins Hidden from those the total beats.
fn ambushes(cx: &mut Cx<'_, DieTrying>, rolled: &[(Who, Proficiency, i16)]) {
    for &(who, skill, total) in rolled {
        if skill != Proficiency::Stealth {
            continue;
        }
        let (state, book) = (cx.state(), cx.book());
        let beaten: Vec<Who> = observers(state, who)
            .filter(|other| visible(state, book, *other, who) >= Grade::Concealed)
            .filter(|other| total > 4 + skill_bonus(state, book, *other, Proficiency::Perception))
            .collect();
        for from in beaten {
            let hidden = Hidden { from, undetected: false, sneaking: false };
            let told = sight::between(cx.state(), who, from);
            cx.record_for(told, rules::DT_HOUSE_22H, SightFact::Hides { who, hidden }.into());
        }
    }
}

/// Somebody comes to a fight under way.
pub fn join(cx: &mut Cx<'_, DieTrying>, by: Seat, join: Join) -> Flow {
    let rule = rules::DT_COM_01;
    gm(by, rule, "Only the Trapsetter lets somebody join a fight.")?;
    known(cx.state(), join.who)?;
    let (who, name) = (join.who, cx.state().name(join.who).to_owned());
    let Some(battle) = &cx.state().battle else {
        return refuse(Refusal::new(rule, "no-fight", "There is no fight to join."));
    };
    let one = cx.state().one(who);
    if battle.order.has(who) || one.live.fate == Fate::Dead || one.sheet.kind == Kind::Object {
        return refuse(Refusal::new(rule, "cannot-join", format!("{name} cannot join this fight.")));
    }
    if let Some(after) = join.after
        && !battle.order.has(after)
    {
        return refuse(Refusal::new(rule, "not-fighting", "Name somebody who has a place in the order."));
    }
    if let Some(at) = join.at {
        check_place(cx.state(), Stand { who, at })?;
        cx.record(rules::DT_COM_05, BoardFact::Put { who, at: Some(at) }.into());
    }
    if cx.state().live(who).unseen {
        cx.record(rule, TableFact::Shown { who }.into());
    }
    if let Some(after) = join.after {
        cx.record(rule, FightFact::Joined { who, after }.into());
        return Ok(());
    }
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Perception, rule);
    let thrown = cx.within((who, join.at), |cx| check::throw(cx, check))?;
    let sheet = cx.state().sheet(who);
    let dexterity = sheet.scores[Ability::Dexterity];
    let initiative = Initiative { total: thrown.total, dexterity, hero: sheet.is_hero(), lot: 0 };
    cx.record(rules::DT_COM_02, FightFact::Initiative { who, initiative }.into());
    Ok(())
}
