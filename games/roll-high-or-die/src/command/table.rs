//! Commands about the table itself: house switches, who is there, the map, who regards whom how.

use boneyard_board::DoorAt;
use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{self, BoardDraw, Stand, gm, known};
use crate::fact::{BoardFact, GearFact, HeroFact, TableFact};
use crate::hero::creature_like;
use crate::house::{House, MysticFoes, SWITCHES};
use crate::rules;
use crate::state::{Creature, Degree, Floor, Light, Place, Rank, Regard, Region, Skill, Spot};

/// A command about the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
// A map is large, and one of these at a time is all there is.
#[allow(clippy::large_enum_variant)]
pub enum TableCommand {
    /// Sets a house switch.
    House(SetHouse),
    /// Brings in a creature.
    AddCreature(AddCreature),
    /// Lays out a map.
    Board(BoardDraw),
    /// Puts somebody on the map.
    Place(Stand),
    /// Opens or closes a door.
    Door(SetDoor),
    /// Says how somebody regards another.
    Regard(Considers),
    /// Says what a floor is.
    Floor(SetFloor),
    /// Says where deep water flows.
    Current(SetCurrent),
    /// Says how bright it is.
    Light(SetLight),
    /// Gives somebody something.
    Grant(Grant),
}

/// Sets a house switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetHouse {
    /// Which.
    pub switch: String,
    /// To what.
    pub value: String,
}

/// Brings somebody in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddCreature {
    /// Like which entry; somebody without numbers if nothing is said.
    #[serde(default)]
    pub like: Option<String>,
    /// What it is called.
    pub name: String,
    /// Where it stands.
    #[serde(default)]
    pub at: Option<Spot>,
    /// The players do not know of it.
    #[serde(default)]
    pub unseen: bool,
}

/// Opens or closes a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetDoor {
    /// Where it is.
    pub at: Spot,
    /// Open or closed.
    pub open: bool,
}

/// A floor the Referee changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetFloor {
    /// Its upper left space.
    pub at: Spot,
    /// Spaces each way; one if nothing is said.
    #[serde(default)]
    pub size: Option<u8>,
    /// What it is now, by its name.
    pub is: String,
    /// For so many Rounds; for good if nothing is said.
    #[serde(default)]
    pub rounds: Option<u16>,
}

/// Deep water that flows, or does no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetCurrent {
    /// Its upper left space.
    pub at: Spot,
    /// Spaces each way; one if nothing is said.
    #[serde(default)]
    pub size: Option<u8>,
    /// It is still again: a current that was set in the same place is gone.
    #[serde(default)]
    pub still: bool,
}

/// A light the Referee sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetLight {
    /// Its upper left space; the whole map if nothing is said.
    #[serde(default)]
    pub at: Option<Spot>,
    /// Spaces each way.
    #[serde(default)]
    pub size: Option<u8>,
    /// How bright.
    pub light: Light,
}

/// Something the Referee gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// To whom.
    pub who: Who,
    /// EXP.
    #[serde(default)]
    pub exp: u16,
    /// A thing, by its name.
    #[serde(default)]
    pub ware: Option<String>,
    /// A Degree of this Skill.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// Which; Learning if nothing is said.
    #[serde(default)]
    pub degree: Option<Degree>,
}

/// How somebody regards another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Considers {
    /// Who.
    pub who: Who,
    /// Whom.
    pub of: Who,
    /// How.
    pub regard: Regard,
}

/// The most creatures one table keeps track of.
const MOST: usize = 400;

pub(super) fn address(_command: &TableCommand) -> Address {
    // The rules refuse by name where it is not the Referee.
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: TableCommand) -> Flow {
    match command {
        TableCommand::House(set) => house(cx, by, set),
        TableCommand::AddCreature(add) => add_creature(cx, by, &add),
        TableCommand::Board(draw) => combat::lay_board(cx, by, &draw),
        TableCommand::Place(stand) => combat::place(cx, by, stand),
        TableCommand::Door(set) => door(cx, by, set),
        TableCommand::Regard(considers) => regard(cx, by, considers),
        TableCommand::Floor(set) => floor(cx, by, &set),
        TableCommand::Current(set) => current(cx, by, set),
        TableCommand::Light(set) => light(cx, by, set),
        TableCommand::Grant(gift) => grant(cx, by, &gift),
    }
}

fn house(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: SetHouse) -> Flow {
    let rule = rules::RH_CORE_05;
    gm(by, rule, "Only the Referee sets the house rules.")?;
    let mut house: House = *cx.state().house;
    if !house.set(&set.switch, &set.value) {
        let known: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
        let sentence = match SWITCHES.iter().find(|switch| switch.name == set.switch) {
            Some(switch) if switch.values.is_empty() => {
                format!("{} is a whole number in its span.", switch.name)
            }
            Some(switch) => format!("{} can be {}.", switch.name, switch.values.join(" or ")),
            None => format!("There is no such switch; there are {}.", known.join(", ")),
        };
        return refuse(Refusal::new(rule, "no-such-switch", sentence));
    }
    if cx.state().encounter.is_some() {
        return refuse(Refusal::new(rule, "encounter", "House rules do not change in an Encounter."));
    }
    record(cx, rule, TableFact::House { switch: set.switch, value: set.value }.into());
    Ok(())
}

fn add_creature(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, add: &AddCreature) -> Flow {
    let rule = rules::RH_HOUSE_11H;
    gm(by, rule, "Only the Referee brings creatures in.")?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let name = add.name.trim();
    if name.is_empty() || name.chars().count() > 40 {
        return bad("no-name", "A name has 1 to 40 letters.".into());
    }
    if cx.state().everybody().any(|who| cx.state().name(who) == name) {
        return bad("name-taken", format!("Somebody is called {name} already."));
    }
    if cx.state().creatures.len() >= MOST {
        return bad("too-many", format!("A table keeps track of at most {MOST} creatures."));
    }
    let book = cx.book();
    let mut creature = match &add.like {
        None => Creature::blank(name, Rank::Minion),
        Some(like) => match book.creatures.get(like).or_else(|| book.creatures.named(like)) {
            Some(row) if row.module.is_some() && cx.state().house.mystic_foes == MysticFoes::Off => {
                let sentence = format!("{} belongs to mystic_foes, which is off here.", row.name);
                return refuse(Refusal::new(rules::RH_HOUSE_21H, "module-off", sentence));
            }
            Some(row) => creature_like(cx.state(), book, row, name),
            None => {
                let short: String = like.chars().take(40).collect();
                return bad("no-such-entry", format!("There is no creature {short}."));
            }
        },
    };
    creature.live.unseen = add.unseen;
    creature.live.stance = crate::hero::start_stance(cx.state());
    let who = cx.state().next(name, add.unseen);
    record(cx, rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    if let Some(at) = add.at.filter(|_| cx.state().board.is_some()) {
        record(cx, rules::RH_POS_01, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
    }
    Ok(())
}

fn door(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: SetDoor) -> Flow {
    let rule = rules::RH_COVER_01;
    gm(by, rule, "Only the Referee opens doors by word.")?;
    let bad = |code: &str, sentence: &str| refuse(Refusal::new(rule, code, sentence.to_owned()));
    let Some(board) = &cx.state().board else { return bad("no-map", "There is no map.") };
    let found = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(set.at.square()));
    let Some((id, _, open)) = found else { return bad("no-door", "There is no door there.") };
    if open == set.open {
        return bad("as-it-is", if open { "It stands open." } else { "It is closed." });
    }
    record(cx, rule, BoardFact::Door { door: id.0, open: set.open }.into());
    Ok(())
}

fn regard(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, considers: Considers) -> Flow {
    let rule = rules::RH_GM_02;
    gm(by, rule, "Only the Referee says who regards whom how.")?;
    known(cx.state(), considers.who)?;
    known(cx.state(), considers.of)?;
    if considers.who == considers.of {
        return refuse(Refusal::new(rule, "yourself", "That is about two."));
    }
    let Considers { who, of, regard } = considers;
    record(cx, rule, TableFact::Regards { who, of, regard }.into());
    Ok(())
}

fn floor(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: &SetFloor) -> Flow {
    let rule = rules::RH_TERR_01;
    gm(by, rule, "Only the Referee says what the ground is.")?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let Some(row) = cx.book().terrain.named(&set.is).filter(|row| row.enter.as_deref() != Some("blocked"))
    else {
        return bad("no-such-floor", "There is no such floor.".into());
    };
    let side = set.size.unwrap_or(1).clamp(1, 10);
    let region = Region { at: set.at, width: side, height: side };
    let Some(board) = cx.state().board.as_ref().filter(|board| board.has(set.at)) else {
        return bad("no-map", format!("{} is on no map.", set.at));
    };
    let spots = board.grid.chart().squares().filter_map(Spot::of).filter(|spot| region.covers(*spot));
    let spots: Vec<Spot> = spots.collect();
    cx.cite(row.id);
    for at in spots {
        let floor = Floor { at, is: row.name.clone(), rounds: set.rounds };
        record(cx, rule, BoardFact::Floor(floor).into());
    }
    Ok(())
}

fn current(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: SetCurrent) -> Flow {
    let rule = rules::RH_HOUSE_10H;
    gm(by, rule, "Only the Referee says where water flows.")?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let Some(board) = cx.state().board.as_ref().filter(|board| board.has(set.at)) else {
        return bad("no-map", format!("{} is on no map.", set.at));
    };
    let side = set.size.unwrap_or(1).clamp(1, 60);
    let region = Region { at: set.at, width: side, height: side };
    if set.still && !board.currents.contains(&region) {
        return bad("no-current", format!("No such current begins at {}.", set.at));
    }
    let deep = |spot: Spot| {
        let row = cx.book().terrain.named(board.floor(spot));
        row.is_some_and(|row| row.water.as_deref() == Some("deep"))
    };
    let wet = board.grid.chart().squares().filter_map(Spot::of).any(|spot| region.covers(spot) && deep(spot));
    if !set.still && !wet {
        return bad("no-water", format!("There is no deep water at {}.", set.at));
    }
    record(cx, rule, BoardFact::Current { region, flows: !set.still }.into());
    Ok(())
}

fn light(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, set: SetLight) -> Flow {
    let rule = rules::RH_LIGHT_01;
    gm(by, rule, "Only the Referee says how bright it is.")?;
    let Some(board) = &cx.state().board else {
        return refuse(Refusal::new(rule, "no-map", "There is no map."));
    };
    let (width, height) = board.grid.chart().size(0).unwrap_or((1, 1));
    let side = |most: i16| u8::try_from(most).unwrap_or(u8::MAX);
    let region = Region {
        at: set.at.unwrap_or(Spot::new(0, 0)),
        width: set.size.unwrap_or(side(width)).max(1),
        height: set.size.unwrap_or(side(height)).max(1),
    };
    cx.cite(rules::RH_HOUSE_17H);
    cx.cite(match set.light {
        Light::Blinding => rules::RH_LIGHT_02,
        Light::High => rules::RH_LIGHT_03,
        Light::Low => rules::RH_LIGHT_04,
        Light::Darkness => rules::RH_LIGHT_05,
    });
    record(cx, rule, BoardFact::LightIs { region, light: set.light }.into());
    Ok(())
}

fn grant(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, gift: &Grant) -> Flow {
    let (rule, who) = (rules::RH_GM_04, gift.who);
    gm(by, rule, "Only the Referee gives gifts.")?;
    known(cx.state(), who)?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let book = cx.book();
    let thing = gift.ware.as_deref().map(|name| crate::gear::thing(book, name));
    if thing.as_ref().is_some_and(|thing| thing.like.is_none()) {
        return bad("no-such-ware", "There is no such thing on the lists.".into());
    }
    if gift.exp == 0 && thing.is_none() && gift.skill.is_none() || gift.exp > 99 {
        return bad("no-gift", "Give up to 99 EXP, a thing or a Degree.".into());
    }
    if let Some(thing) = &thing {
        crate::inventory::fits(cx.state(), book, who, thing, Place::Loose, None)?;
    }
    if gift.exp > 0 {
        let to = cx.state().sheet(who).exp.saturating_add(gift.exp);
        record(cx, rule, HeroFact::Exp { who, to }.into());
    }
    if let Some(thing) = thing {
        let item = crate::gear::fresh(book, &thing, Place::Loose, thing.stack.max(1));
        record(cx, rule, GearFact::Got { who, thing, item }.into());
    }
    if let Some(skill) = gift.skill {
        let degree = gift.degree.unwrap_or(Degree::Learning);
        record(cx, rule, HeroFact::Degree { who, skill, degree }.into());
    }
    Ok(())
}
