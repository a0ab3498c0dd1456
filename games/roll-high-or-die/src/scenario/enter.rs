//! Into a scenario and from scene to scene: the map is laid, everybody of it is made, and a scene puts people into place.

use boneyard_board::DoorAt;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{drawing, of_map, row, spread};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, SceneRow};
use crate::check::{Against, Throw, check, far_skill_sums};
use crate::combat::{able, at_ease, gm, known, lay};
use crate::fact::{BoardFact, CheckFact, FightFact, TableFact};
use crate::hero::creature_like;
use crate::living::party;
use crate::naming;
use crate::rules;
use crate::state::{Adventure, Shared, Skill, State};

/// The Referee opens a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Enter {
    /// Which; the first there is if nothing is said.
    pub scenario: Option<String>,
}

/// The Referee begins a scene of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Which, by its name; the next one if nothing is said.
    pub scene: Option<String>,
}

/// Somebody looks at the place for a Watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scout {
    /// Who.
    pub who: Who,
}

/// The Referee opens a scenario.
pub fn enter(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, enter: &Enter) -> Flow {
    let rule = rules::RH_SCEN_03H;
    gm(by, rule, "Only the Referee opens a scenario.")?;
    at_ease(cx.state(), rule)?;
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if cx.state().scenario.as_ref().is_some_and(|under_way| under_way.ending.is_none()) {
        return told("under-way", "A scenario is under way already.".into());
    }
    let book = cx.book();
    let found = match &enter.scenario {
        Some(name) => book.scenarios.named(name).or_else(|| book.scenarios.get(name)),
        None => book.scenarios.iter().next(),
    };
    let Some(row) = found else {
        let known: Vec<&str> = book.scenarios.iter().map(|row| row.name.as_str()).collect();
        return told(
            "no-such-scenario",
            format!("There is no such scenario; there is {}.", known.join(", ")),
        );
    };
    if party(cx.state()).is_empty() {
        return told("nobody", "There is nobody who could go there.".into());
    }
    let taken = |name: &str| cx.state().everybody().any(|who| cx.state().name(who) == name);
    let names = row.foes.iter().map(|foe| foe.called.as_str());
    if let Some(name) =
        names.chain(row.prisoner.iter().map(|one| one.creature.as_str())).find(|name| taken(name))
    {
        return told("name-taken", format!("Somebody is called {name} already."));
    }
    let board = match lay(book, &drawing(row)) {
        Ok(board) => board,
        Err(why) => return told("bad-map", format!("The map cannot be used: {why}.")),
    };
    cx.cite(row.id);
    record(cx, rule, BoardFact::Laid { board: Box::new(board) }.into());
    for foe in &row.foes {
        let Some(kind) = book.creatures.named(&foe.creature) else { continue };
        let mut creature = creature_like(cx.state(), book, kind, &foe.called);
        creature.live.unseen = true;
        creature.live.away = true;
        if let Some(stance) = foe.stance {
            creature.live.stance = stance;
        }
        full(cx.state(), book, &mut creature);
        let who = cx.state().next(&foe.called, true);
        record(cx, rules::RH_SCEN_04H, TableFact::Came { who, creature: Box::new(creature) }.into());
    }
    if let Some(kind) = row.prisoner.as_ref().and_then(|one| book.creatures.named(&one.creature)) {
        let mut creature = creature_like(cx.state(), book, kind, &kind.name);
        let mut sheet = (*creature.sheet).clone();
        sheet.side = 0;
        creature.sheet = Shared::new(sheet);
        (creature.live.unseen, creature.live.away) = (true, true);
        full(cx.state(), book, &mut creature);
        let who = cx.state().next(&kind.name, true);
        record(cx, rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    }
    let adventure = Adventure {
        scenario: row.id,
        scene: 0,
        fought: true,
        from: cx.state().days.miles,
        visited: false,
        noise: false,
        alarm: None,
        freed: false,
        chest: false,
        ending: None,
    };
    record(cx, rule, TableFact::Adventure { adventure: Some(adventure) }.into());
    Ok(())
}

/// Somebody new is as well as can be.
pub(super) fn full(state: &State, book: &Book, creature: &mut crate::state::Creature) {
    let mut alone = state.clone();
    (alone.creatures, alone.numbers) = (vec![std::sync::Arc::new(creature.clone())], Default::default());
    creature.live.vitality = crate::body::max_vitality(&alone, book, Who(0));
    creature.live.hit_dice = crate::body::hit_dice(&alone, Who(0));
}

/// The scene that comes next, if there is one: those that are only examples are not on the way.
pub fn next_scene<'b>(state: &State, book: &'b Book) -> Option<&'b SceneRow> {
    let under_way = state.scenario.as_ref()?;
    let on_the_way = row(state, book)?.scenes.iter().filter(|scene| !scene.aside);
    on_the_way.into_iter().nth(usize::from(under_way.scene))
}

/// The scene that could begin now.
pub fn check_scene<'b>(state: &State, book: &'b Book, wanted: &Scene) -> Result<&'b SceneRow, Refusal> {
    let rule = rules::RH_SCEN_03H;
    at_ease(state, rule)?;
    let told = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence.to_owned()));
    let Some(row) = row(state, book) else { return told("no-scenario", "No scenario is under way.") };
    if state.scenario.as_ref().is_some_and(|under_way| under_way.ending.is_some()) {
        return told("over", "The scenario is over.");
    }
    let found = match &wanted.scene {
        Some(name) => row.scenes.iter().find(|scene| scene.name.eq_ignore_ascii_case(name)),
        None => next_scene(state, book),
    };
    match found {
        Some(scene) => Ok(scene),
        None => told("no-such-scene", "There is no such scene in it."),
    }
}

/// A scene begins: the party and those it meets are in their places, and doors stand as they do.
pub fn scene(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, wanted: &Scene) -> Flow {
    gm(by, rules::RH_SCEN_03H, "Only the Referee begins a scene.")?;
    let scene = check_scene(cx.state(), cx.book(), wanted)?;
    let Some(row) = row(cx.state(), cx.book()) else { return Ok(()) };
    cx.cite(scene.id);
    // Whatever lay on the table on the way here, this is the place.
    if of_map(cx.state()) != Some(row.id) {
        spread(cx, &drawing(row), scene.id);
    }
    let heroes = party(cx.state());
    let named = |name: &str| cx.state().everybody().find(|who| cx.state().name(*who) == name);
    let first: Option<Who> = scene.only.as_deref().and_then(named);
    let going: Vec<Who> = first.map_or(heroes, |only| vec![only]);
    for (who, at) in going.into_iter().zip(scene.party.iter().copied()) {
        record(cx, scene.id, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
    }
    for foe in row.foes.iter().filter(|foe| scene.foes.contains(&foe.called)) {
        let found = naming::as_called(cx.state(), &foe.called);
        let Some(who) = found.filter(|who| !cx.state().live(*who).dead) else { continue };
        let at = scene.at.iter().find(|(name, _)| *name == foe.called).map_or(foe.at, |(_, at)| *at);
        if cx.state().live(who).away {
            record(cx, scene.id, TableFact::Joined { who }.into());
        }
        record(cx, scene.id, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
        record(cx, scene.id, TableFact::Shown { who }.into());
    }
    for spot in &scene.opens {
        let doors = cx.state().board.iter().flat_map(|board| board.grid.doors());
        let door =
            doors.into_iter().find(|(_, door, open)| door.at == DoorAt::Square(spot.square()) && !open);
        if let Some(id) = door.map(|(id, _, _)| id.0) {
            record(cx, scene.id, BoardFact::Door { door: id, open: true }.into());
        }
    }
    if let Some(stance) = scene.stance {
        for who in party(cx.state()) {
            record(cx, scene.id, FightFact::Stance { who, to: stance }.into());
        }
    }
    if let Some(under_way) = cx.state().scenario.as_deref().cloned() {
        let scene = if scene.aside { under_way.scene } else { under_way.scene.saturating_add(1) };
        let stands = |who: &Who| cx.state().live(*who).at.is_some() && cx.state().sheet(*who).side != 0;
        let met = cx.state().here().any(|who| stands(&who));
        let adventure = Some(Adventure { scene, fought: !met, noise: false, alarm: None, ..under_way });
        record(cx, rules::RH_SCEN_03H, TableFact::Adventure { adventure }.into());
    }
    Ok(())
}

/// Nobody scouts from within bowshot: so many feet at least.
const AFAR: u16 = 300;

/// Somebody looks at the place: the better they look, the more they know of it.
pub fn scouts(cx: &mut Cx<'_, RollHighOrDie>, scout: Scout) -> Flow {
    let (who, rule) = (scout.who, rules::RH_SCEN_02H);
    known(cx.state(), who)?;
    able(cx.state(), who)?;
    let Some(row) = row(cx.state(), cx.book()) else {
        return refuse(Refusal::new(rule, "no-scenario", "No scenario is under way."));
    };
    crate::living::work(cx.state(), who, rule)?;
    let seen = row.scouting.clone();
    record(cx, rule, crate::fact::LivingFact::Worked { who }.into());
    let sums = far_skill_sums(cx.state(), cx.book(), who, Skill::Perception, &[], Some(AFAR));
    let bonus = sums.total();
    let learned =
        |face: u8| seen.iter().filter(|step| i16::from(face) + bonus >= i16::from(step.dc)).count() as u32;
    let own = Throw { reads: Some(&learned), ..Throw::new(who, Skill::Perception.name(), sums, rule) };
    let least = seen.iter().map(|step| step.dc).min().unwrap_or(12);
    cx.within(who, |cx| check(cx, own, Against { dc: least.into(), hidden: true }))?;
    let total = cx.state().last.as_ref().map_or(0, |last| last.total);
    for step in seen.iter().filter(|step| total >= i16::from(step.dc)) {
        record(cx, rule, CheckFact::Learned { who, text: step.text.clone() }.into());
    }
    Ok(())
}
