//! Setting a fight up: the chart, who stands where, who is unaware, morale, initiative; and those who
//! join later.

use boneyard_board::Square;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::order::Order;
use boneyard_table::view::Domain;
use boneyard_table::{At, Cx, Flow, Party, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::ground::{MOST_SIDE, USUAL_SIDE, drawn_chart, open_chart, tiles_apart, usual_chart, wall};
use super::legal::known;
use super::{morale, tokens};
use crate::DeadWeight;
use crate::fact::FightFact;
use crate::form::{stored, tile};
use crate::house::ShieldRating;
use crate::question::{Declared, DeclaredDice};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Battle, Chart, Fighter, Kind, Opening, Phase, Shared, State, Tile};

/// A fight to be set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fight {
    /// Everybody in it, on all sides.
    pub fighters: Vec<Who>,
    /// Tiles across.
    pub width: Option<u8>,
    /// Tiles down.
    pub height: Option<u8>,
    /// The chart as a drawing, in the place of a size.
    pub map: Option<String>,
    /// Tiles nobody enters.
    pub walls: Vec<Tile>,
    /// Tiles from which one may leave.
    pub exits: Vec<Tile>,
    /// The advantage point.
    pub advantage: Option<Tile>,
    /// Who stands where.
    pub at: Vec<Stand>,
    /// Those not named in `at` are placed one by one; otherwise they stand in two groups.
    pub unplaced: bool,
    /// Enemies that have not noticed the adventurers; if none has, all adventurers are fast.
    pub unaware: Vec<Who>,
    /// The adventurers are surprised or pursued: all are slow.
    pub surprised: bool,
}

/// What the signs of a drawn chart mean.
const DRAWN: &str = "Chart: . floor, # wall, + shut door, ' open door, > exit, ^ advantage point, ~ water";

/// A chart that can be drawn, to be tried.
const A_CHART: &str = "...........\n...........\n...........\n...........\n...........\n...........";

impl Form<DeadWeight> for Fight {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        let state = form.state;
        form.only_if(state.battle.is_none())?;
        // A chart with a size, or one that is drawn.
        let drawn = form.variant(&[false, true])?;
        if drawn {
            form.id(|| "fight:drawn".into());
            form.label(|| "Draw a chart and fight on it".into());
        }
        let here = |who: Who| {
            let one = state.one(who);
            one.sheet.draft.is_none() && !one.live.dead && !one.live.away && !one.sheet.hero.retired
        };
        let foe = |who: Who| {
            let one = state.one(who);
            one.sheet.side == 1 && !one.live.dead && !one.live.away
        };
        let most = 2..=MOST_FIGHTERS as u32;
        let all = |all: &[(Who, String)]| all.len().min(MOST_FIGHTERS);
        let fighters = form.or_left_out("fighters", |form| {
            form.creatures_tried("fighters", "Who fights", most, here, all)
        })?;
        let surprised = form.flag("surprised", "The adventurers are surprised")?;
        let unaware = form.maybe_creatures("unaware", "These have not noticed them", 0..=u32::MAX, foe)?;
        let mut fight =
            Self { fighters: fighters.unwrap_or_default(), unaware, surprised, ..Self::default() };
        if drawn {
            let chart = || Some(A_CHART.to_owned());
            fight.map = form
                .or_left_out("map", |form| form.field("map", DRAWN, || Domain::text(1700), chart, stored))?;
        }
        if !drawn || form.is_written() {
            fight.width = form.maybe_amount("width", "Tiles across", 1..=MOST_SIDE.into())?;
            fight.height = form.maybe_amount("height", "Tiles down", 1..=MOST_SIDE.into())?;
            let label = "Advantage point, such as E4";
            fight.advantage = form.maybe_field("advantage", label, || Domain::text(4), stored)?;
        }
        fight.walls = form.unasked("walls")?;
        fight.exits = form.unasked("exits")?;
        fight.at = form.unasked("at")?;
        fight.unplaced = form.unasked("unplaced")?;
        Ok(fight)
    }
}

impl Deed<DeadWeight> for Fight {
    const CARD: Card = Card::gm("Set up a fight", "Fight").rule(rules::DW_COMB_02).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        prepare(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let battle = prepare(cx.at(), &self)?;
        set_up(cx, battle);
        Ok(())
    }
}

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Who.
    pub who: Who,
    /// On which tile.
    pub at: Tile,
}

/// The most who fight in one place.
const MOST_FIGHTERS: usize = 40;

/// How far the two groups stand apart where nobody said where.
const APART: u16 = 4;

/// A fight as it would be set up, or why it cannot be.
pub fn prepare(at: At<'_, DeadWeight>, fight: &Fight) -> Result<Battle, Refusal> {
    let state = at.state;
    let bad = |code: &str, sentence: String| Refusal::new(rules::DW_COMB_02, code, sentence);
    if state.battle.is_some() {
        return Err(bad("fighting", "There is a fight already.".into()));
    }
    if state.camp.is_some() || state.interlude.is_some() {
        return Err(bad("not-now", "First the camp or the interlude ends.".into()));
    }
    let list = in_order(state, fight)?;
    let mut battle = Battle {
        setup: true,
        order: Order::phased([]),
        pet: None,
        fighters: list.iter().map(|who| stands_nowhere(*who)).collect(),
        morale: starting_morale(state, &list),
        opening: opening(state, fight, &list)?,
        late: SmallVec::new(),
        helps: SmallVec::new(),
        struck: SmallVec::new(),
        spent: SmallVec::new(),
        lying: SmallVec::new(),
        fleeing: false,
        chart: laid_out(fight).map_err(|why| {
            let sentence = format!("This chart cannot be used: {}.", why.trim_end_matches('.'));
            Refusal::new(rules::DW_HOUSE_14H, "chart", sentence)
        })?,
    };
    for fighter in &mut battle.fighters {
        fighter.unaware = fight.unaware.contains(&fighter.who);
    }
    for stand in &fight.at {
        check_place(state, &battle, *stand)?;
        if let Some(fighter) = battle.fighter_mut(stand.who) {
            fighter.at = Some(stand.at);
        }
    }
    if !fight.unplaced {
        place_rest(state, &mut battle);
    }
    Ok(battle)
}

/// Everybody once: adventurers in the order of the party list, then the rest as they came.
fn in_order(state: &State, fight: &Fight) -> Result<Vec<Who>, Refusal> {
    let bad = |code: &str, sentence: String| Refusal::new(rules::DW_COMB_02, code, sentence);
    for &who in &fight.fighters {
        let one = known(state, who)?;
        if one.live.dead || one.live.away || one.sheet.hero.retired {
            return Err(bad("not-there", format!("{} is not here to fight.", one.sheet.name)));
        }
    }
    let heroes = state.heroes().filter(|who| fight.fighters.contains(who));
    let mut list: Vec<Who> = heroes.collect();
    for &who in &fight.fighters {
        if !list.contains(&who) {
            list.push(who);
        }
    }
    let side = |side: u8| list.iter().any(|who| state.sheet(*who).side == side && !state.live(*who).mortal);
    let heroes = list.iter().any(|who| state.sheet(*who).is_hero() && !state.live(*who).mortal);
    if !heroes || !side(1) {
        return Err(bad("one-side", "A fight needs an adventurer and an enemy.".into()));
    }
    if list.len() > MOST_FIGHTERS {
        return Err(bad("too-many", format!("At most {MOST_FIGHTERS} fight in one place.")));
    }
    Ok(list)
}

fn starting_morale(state: &State, list: &[Who]) -> [crate::state::Morale; 2] {
    let heroes: Vec<Who> = list.iter().copied().filter(|who| state.sheet(*who).is_hero()).collect();
    let foes = list.iter().filter(|who| {
        let sheet = state.sheet(**who);
        sheet.side == 1 && !matches!(sheet.kind, Kind::Ally { .. })
    });
    [morale::adventurers(state, &heroes), morale::enemies(foes.count())]
}

fn opening(state: &State, fight: &Fight, list: &[Who]) -> Result<Opening, Refusal> {
    let foes: Vec<Who> = list.iter().copied().filter(|who| state.sheet(*who).side == 1).collect();
    if let Some(who) = fight.unaware.iter().find(|who| !foes.contains(who)) {
        let name = state.creature(*who).map_or("somebody", |one| &one.sheet.name);
        let sentence = format!("Only enemies in the fight can be unaware of it, not {name}.");
        return Err(Refusal::new(rules::DW_COMB_02, "not-an-enemy", sentence));
    }
    let all_unaware = foes.iter().all(|who| fight.unaware.contains(who));
    match (all_unaware, fight.surprised) {
        (true, true) => {
            let sentence = "Either side may be caught unaware, not both.";
            Err(Refusal::new(rules::DW_COMB_02, "both-surprised", sentence))
        }
        (true, false) => Ok(Opening::UpperHand),
        (false, true) => Ok(Opening::Surprised),
        (false, false) => Ok(Opening::Rolled),
    }
}

fn stands_nowhere(who: Who) -> Fighter {
    Fighter { who, at: None, unaware: false, facing: None }
}

/// The chart of a fight, shared with others where nothing is said of it.
fn laid_out(fight: &Fight) -> Result<Shared<Chart>, String> {
    let Fight { width, height, map, walls, exits, advantage, .. } = fight;
    let unsaid = width.is_none() && height.is_none() && map.is_none() && advantage.is_none();
    if unsaid && walls.is_empty() && exits.is_empty() {
        return usual_chart();
    }
    chart(fight).map(Shared::new)
}

/// The chart a fight asks for.
pub fn chart(fight: &Fight) -> Result<Chart, String> {
    let mut chart = match &fight.map {
        Some(drawing) if fight.width.is_none() && fight.height.is_none() => drawn_chart(drawing)?,
        Some(_) => return Err("a drawing has its own size".into()),
        None => open_chart(fight.width.unwrap_or(USUAL_SIDE), fight.height.unwrap_or(USUAL_SIDE))?,
    };
    for tile in &fight.walls {
        wall(&mut chart, *tile)?;
    }
    chart.exits.extend(&fight.exits);
    chart.advantage = fight.advantage.or(chart.advantage);
    for tile in chart.exits.iter().chain(&chart.advantage) {
        if chart.grid.bars(tile.square()).is_some() {
            return Err(format!("{tile} is no floor of it"));
        }
    }
    Ok(chart)
}

/// Whether somebody may be placed there.
fn check_place(state: &State, battle: &Battle, stand: Stand) -> Result<(), Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DW_COMB_02, code, sentence));
    let name = state.creature(stand.who).map_or("somebody", |one| &one.sheet.name);
    if battle.fighter(stand.who).is_none() {
        return bad("no-fighter", format!("{name} is not in this fight."));
    }
    if battle.chart.grid.bars(stand.at.square()).is_some() {
        return bad("no-floor", format!("Nobody can stand at {}.", stand.at));
    }
    let side = |who: Who| state.sheet(who).side;
    let taken = battle.fighters.iter().find(|other| {
        other.who != stand.who && other.at == Some(stand.at) && side(other.who) != side(stand.who)
    });
    if let Some(other) = taken {
        let sentence = format!("{} stands at {} already.", state.name(other.who), stand.at);
        let rule =
            if battle.chart.advantage == Some(stand.at) { rules::DW_HOUSE_14H } else { rules::DW_RANGE_04 };
        return Err(Refusal::new(rule, "taken", sentence));
    }
    Ok(())
}

/// Puts those nobody placed into two groups facing each other.
fn place_rest(state: &State, battle: &mut Battle) {
    let (width, height) = battle.chart.grid.chart().size(0).unwrap_or((1, 1));
    let middle =
        |y: i16| Tile { x: u8::try_from(width / 2).unwrap_or(0), y: u8::try_from(y.max(0)).unwrap_or(0) };
    let ours = middle(height / 2 + APART as i16 / 2);
    let theirs = middle(height / 2 - APART as i16 / 2);
    for number in 0..battle.fighters.len() {
        if battle.fighters[number].at.is_some() {
            continue;
        }
        let who = battle.fighters[number].who;
        let anchor = if state.sheet(who).side == 0 { ours } else { theirs };
        let free = |tile: &Tile| {
            battle.fighters.iter().all(|other| other.at != Some(*tile))
                && battle.chart.grid.bars(tile.square()).is_none()
        };
        battle.fighters[number].at = outward(state, anchor, width.max(height)).find(free);
    }
}

/// Tiles around one, the nearest first; of those equally far, column by column.
fn outward(state: &State, around: Tile, side: i16) -> impl Iterator<Item = Tile> {
    let (x, y) = (i16::from(around.x), i16::from(around.y));
    // Without diagonals a corner is as far as both sides together, and the middle of a small chart may lie off it.
    (0..=2 * side + APART as i16).flat_map(move |far| {
        let near = move |middle: i16| (middle - far).max(0)..=(middle + far).min(side - 1);
        let block = near(x).flat_map(move |x| near(y).map(move |y| Square::new(x, y)));
        block
            .filter_map(Tile::of)
            .filter(move |tile| i32::from(tiles_apart(state, *tile, around)) == i32::from(far))
    })
}

/// Records a fight that was prepared.
pub fn set_up(cx: &mut Cx<'_, DeadWeight>, battle: Battle) {
    cx.cite(rules::DW_HOUSE_14H);
    cx.cite(rules::DW_MORALE_01);
    cx.cite(rules::DW_MORALE_02);
    let shields: Vec<Who> = battle.fighters.iter().map(|fighter| fighter.who).collect();
    cx.record(rules::DW_COMB_02, FightFact::Began { battle: Box::new(battle) }.into());
    if cx.state().house.shield_rating == ShieldRating::AtSetup {
        for who in shields {
            let rating = super::act::shield(cx.at(), who).unwrap_or(0);
            tokens::shield(cx, who, rating, rules::DW_ACT_06);
        }
    }
}

/// Tiles on which nobody stands.
fn free_tiles(state: &State) -> Vec<Tile> {
    let free = state.battle.iter().flat_map(|battle| {
        let tiles = battle.chart.grid.chart().squares().filter_map(Tile::of);
        tiles.filter(|tile| {
            let taken = battle.fighters.iter().any(|other| other.at == Some(*tile));
            battle.chart.grid.bars(tile.square()).is_none() && !taken
        })
    });
    free.collect()
}

deed! {
    /// Puts somebody on a tile during setup.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct PlaceFighter(form: DeadWeight) {
        /// Who.
        who: Who = {
            let battle = form.state.battle.as_ref().filter(|battle| battle.setup);
            form.only_if(battle.is_some())?;
            form.about(|| "tokens".into());
            form.creature_among("who", "Who", |who| battle.is_some_and(|battle| battle.fighter(who).is_some()))?
        },
        /// On which tile.
        at: Tile = {
            let free = free_tiles(form.state);
            tile(form, "at", "Where", &free)?
        },
    }
}

impl Deed<DeadWeight> for PlaceFighter {
    const CARD: Card = Card::gm("Place somebody", "Fight").rule(rules::DW_COMB_02);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        known(may.state, self.who)?;
        match &may.state.battle {
            Some(battle) if battle.setup => {
                Ok(check_place(may.state, battle, Stand { who: self.who, at: self.at })?)
            }
            _ => may.no(|| {
                Refusal::new(rules::DW_COMB_02, "not-setup", "People are placed while a fight is set up.")
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        cx.record(rules::DW_COMB_02, FightFact::Put { who: self.who, at: self.at }.into());
        Ok(())
    }
}

/// Everybody stands: initiative is rolled and the first round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartFight {}

impl Form<DeadWeight> for StartFight {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        let setup = form.state.battle.as_ref().is_some_and(|battle| battle.setup);
        form.only_if(setup)?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for StartFight {
    const CARD: Card = Card::gm("Start the fight", "Fight").rule(rules::DW_COMB_02).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let bad = |code: &str, sentence: String| may.no(|| Refusal::new(rules::DW_COMB_02, code, sentence));
        let Some(battle) = may.state.battle.as_ref().filter(|battle| battle.setup) else {
            return bad("not-setup", "No fight is being set up.".into());
        };
        match battle.fighters.iter().find(|fighter| fighter.at.is_none()) {
            Some(nowhere) => {
                bad("not-placed", format!("{} has not been placed yet.", may.state.name(nowhere.who)))
            }
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        start_fight(cx)
    }
}

fn start_fight(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let Some(battle) = &cx.state().battle else { return Ok(()) };
    let mut order: Vec<(Who, Phase)> = Vec::new();
    let everybody: Vec<Who> = battle.fighters.iter().map(|fighter| fighter.who).collect();
    let opening = battle.opening;
    let said = declarations(cx, &everybody, opening)?;
    for who in everybody {
        let sheet = cx.state().sheet(who);
        let phase = match (sheet.kind, sheet.side) {
            (Kind::Ally { .. }, _) => continue,
            (Kind::Hero, _) => {
                let own = said.iter().find(|(known, _)| *known == who).map(|(_, declared)| *declared);
                let locals = (&order, who, opening as u8, &said);
                cx.within(locals, |cx| initiative(cx, who, opening, own))?
            }
            (Kind::Foe, 1) => Phase::Enemies,
            (Kind::Foe, _) => Phase::Third,
        };
        order.push((who, phase));
    }
    cx.record(rules::DW_COMB_01, FightFact::Round { number: 1, order }.into());
    crate::magic::combat_begins(cx);
    Ok(())
}

/// Everybody who rolls for initiative says at once with how many dice.
fn declarations(
    cx: &mut Cx<'_, DeadWeight>,
    everybody: &[Who],
    opening: Opening,
) -> Flow<Vec<(Who, Declared)>> {
    let at = cx.at();
    let rolls = |who: &Who| {
        let one = at.state.one(*who);
        opening == Opening::Rolled && one.sheet.kind == Kind::Hero && !one.live.mortal
    };
    let asked = everybody.iter().copied().filter(rolls);
    let asked: Vec<(Who, DeclaredDice)> =
        asked.filter_map(|who| Some((who, roll::declaration(at, &for_initiative(who))?))).collect();
    let said = cx.ask_each(asked.iter().map(|(who, question)| (Party::from(*who), *question)))?;
    let said = asked.iter().zip(said).filter_map(|((who, _), say)| Some((*who, say.declared()?)));
    Ok(said.collect())
}

/// The check for initiative: only whether it succeeds counts.
fn for_initiative(who: Who) -> Rolling {
    Rolling { helpable: false, plain: true, ..Rolling::check(who, Attribute::Dex, rules::DW_COMB_03) }
}

/// A DEX check: fast or slow. Nobody rolls where one side is caught unaware.
fn initiative(
    cx: &mut Cx<'_, DeadWeight>,
    who: Who,
    opening: Opening,
    declared: Option<Declared>,
) -> Flow<Phase> {
    let rule = rules::DW_COMB_03;
    cx.cite(rules::DW_TEST_24);
    let fast = match opening {
        Opening::UpperHand => true,
        Opening::Surprised => false,
        Opening::Rolled if !cx.state().live(who).mortal => {
            let check = Rolling { declared, ..for_initiative(who) };
            cx.within(who, |cx| roll::make(cx, &check))?.succeeded()
        }
        Opening::Rolled => false,
    };
    cx.record(rule, FightFact::Initiative { who, fast }.into());
    Ok(if fast { Phase::Fast } else { Phase::Slow })
}

deed! {
    /// Somebody joins a fight under way.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct JoinFight(form: DeadWeight) {
        /// Who.
        who: Who = {
            let state = form.state;
            let newcomer = |who: Who| {
                let one = state.one(who);
                let fights = state.battle.as_ref().is_none_or(|battle| battle.fighter(who).is_some());
                !fights && !one.live.dead && one.sheet.draft.is_none()
            };
            form.only_if(state.everybody().any(newcomer))?;
            form.creature_among("who", "Who", newcomer)?
        },
        /// Where.
        at: Tile = {
            let free = free_tiles(form.state);
            tile(form, "at", "Where", &free)?
        },
    }
}

impl Deed<DeadWeight> for JoinFight {
    const CARD: Card = Card::gm("Somebody joins", "Fight").rule(rules::DW_MORALE_07);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_MORALE_07;
        let one = known(may.state, self.who)?;
        let name = &one.sheet.name;
        may.not_if(one.live.dead, || Refusal::new(rule, "dead", format!("{name} is dead.")))?;
        let Some(battle) = &may.state.battle else {
            return may.no(|| Refusal::new(rule, "no-fight", "There is no fight to join."));
        };
        may.not_if(battle.fighter(self.who).is_some(), || {
            Refusal::new(rule, "already", format!("{name} is in this fight already."))
        })?;
        may.not_if(battle.fighters.len() >= MOST_FIGHTERS, || {
            Refusal::new(rule, "too-many", format!("At most {MOST_FIGHTERS} fight in one place."))
        })?;
        let mut after = battle.clone();
        after.fighters.push(stands_nowhere(self.who));
        Ok(check_place(may.state, &after, Stand { who: self.who, at: self.at })?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        comes(cx, self.who, self.at)
    }
}

/// Somebody comes to a fight: enemies act from the next enemy phase on, adventurers roll for initiative.
pub fn comes(cx: &mut Cx<'_, DeadWeight>, who: Who, at: Tile) -> Flow {
    let setup = cx.state().battle.as_ref().is_some_and(|battle| battle.setup);
    let sheet = cx.state().sheet(who);
    let phase = match (sheet.kind, sheet.side) {
        _ if setup => None,
        (Kind::Ally { .. }, _) => None,
        (Kind::Hero, _) => Some(cx.within((who, at), |cx| initiative(cx, who, Opening::Rolled, None))?),
        (Kind::Foe, 1) => Some(Phase::Enemies),
        (Kind::Foe, _) => Some(Phase::Third),
    };
    let fighter = Fighter { at: Some(at), ..stands_nowhere(who) };
    let late =
        phase.is_some() && super::legal::phase(cx.state()) == phase && !cx.state().sheet(who).is_hero();
    cx.record(rules::DW_MORALE_07, FightFact::Came { fighter, phase, late }.into());
    Ok(())
}
