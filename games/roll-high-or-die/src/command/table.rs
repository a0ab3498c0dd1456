//! Commands about the table itself: house switches, who is there, the map, who regards whom how.

use boneyard_board::DoorAt;
use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::combat::{self, BoardDraw, Stand, gm, known};
use crate::fact::{BoardFact, TableFact};
use crate::hero::creature_like;
use crate::house::{House, MysticFoes, SWITCHES};
use crate::rules;
use crate::state::{Creature, Rank, Regard, Spot};

/// A command about the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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
    cx.record(rule, TableFact::House { switch: set.switch, value: set.value }.into());
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
    let who = Who(cx.state().creatures.len() as u16);
    cx.record(rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    if let Some(at) = add.at.filter(|_| cx.state().board.is_some()) {
        cx.record(rules::RH_POS_01, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
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
    cx.record(rule, BoardFact::Door { door: id.0, open: set.open }.into());
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
    cx.record(rule, TableFact::Regards { who, of, regard }.into());
    Ok(())
}
