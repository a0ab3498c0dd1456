//! Commands about the table itself: house switches, who is there, the map and its light, time.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{self, BoardDraw, StandAt, gm, known};
use crate::fact::{BoardFact, TableFact};
use crate::gear::{creature_like, object_like};
use crate::hero::{self, BringIn};
use crate::house::{House, HouseBestiary, SWITCHES};
use crate::rules;
use crate::sight::{self, Glare};
use crate::state::{Creature, Kind, Light, Region, Spot, State, Veil, Ware};
use crate::time;

/// A command about the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableCommand {
    /// Sets a house switch.
    House(SetHouse),
    /// Brings in a Creature or an object.
    AddCreature(AddCreature),
    /// Lays out a map.
    Board(BoardDraw),
    /// Puts somebody on the map.
    Place(StandAt),
    /// Gives part of the map a light of its own.
    SetLight(SetLight),
    /// Makes part of the map hard to see through.
    Haze(SetHaze),
    /// Says that somebody is hard to see.
    Conceal(Conceal),
    /// Somebody meets a light that is too much.
    Glare(Glare),
    /// Looks a term of the rules up.
    LookUp(LookUp),
    /// Lets time go by.
    Wait(WaitFor),
    /// Lets a hero join who is not there.
    BringIn(BringIn),
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
    /// Like which entry; a blank Creature if nothing is said.
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

/// Gives part of the map a light of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetLight {
    /// Which part.
    pub region: Region,
    /// How bright.
    pub light: Light,
}

/// Makes part of the map hard to see through, or clears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetHaze {
    /// Which part.
    pub region: Region,
    /// Hazy or clear.
    pub hazy: bool,
}

/// Says that somebody is hard to see, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conceal {
    /// Who.
    pub who: Who,
    /// Concealed or not.
    pub concealed: bool,
}

/// Time that goes by outside a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitFor {
    /// Minutes.
    pub minutes: u16,
}

/// A word of an item, spell or Talent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookUp {
    /// As it is written there.
    pub term: String,
}

/// The most creatures one table keeps track of.
const MOST: usize = 400;

pub(super) fn address(_command: &TableCommand) -> Address {
    // The rules refuse by name where it is not the TS.
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: TableCommand) -> Flow {
    match command {
        TableCommand::House(set) => house(cx, by, set),
        TableCommand::AddCreature(add) => add_creature(cx, by, &add),
        TableCommand::Board(draw) => combat::lay_board(cx, by, &draw),
        TableCommand::Place(stand) => combat::place(cx, by, stand),
        TableCommand::SetLight(set) => {
            gm(by, rules::DT_SENSE_03, "Only the Trapsetter says how bright it is.")?;
            on_map(cx, rules::DT_SENSE_03)?;
            let fact = BoardFact::LightIs { region: set.region, light: set.light };
            cx.record(rules::DT_SENSE_03, fact.into());
            Ok(())
        }
        TableCommand::Haze(set) => {
            gm(by, rules::DT_SENSE_01, "Only the Trapsetter says what hides whom.")?;
            on_map(cx, rules::DT_SENSE_01)?;
            let fact = BoardFact::Haze { region: set.region, hazy: set.hazy };
            cx.record(rules::DT_SENSE_01, fact.into());
            Ok(())
        }
        TableCommand::Conceal(conceal) => {
            gm(by, rules::DT_SENSE_01, "Only the Trapsetter says what hides whom.")?;
            known(cx.state(), conceal.who)?;
            let veil = if conceal.concealed { Veil::Concealed } else { Veil::None };
            cx.record(rules::DT_SENSE_01, BoardFact::Veiled { who: conceal.who, veil }.into());
            Ok(())
        }
        TableCommand::Glare(glare) => sight::glare(cx, by, glare),
        TableCommand::LookUp(look) => look_up(cx, &look),
        TableCommand::Wait(wait) => {
            gm(by, rules::DT_HOUSE_14H, "Only the Trapsetter lets time go by.")?;
            if cx.state().battle.is_some() || !(1..=1440).contains(&wait.minutes) {
                let sentence = "Outside a fight 1 to 1440 minutes can go by at once.";
                return refuse(Refusal::new(rules::DT_HOUSE_14H, "not-now", sentence));
            }
            let to = cx.state().now.later(u64::from(wait.minutes) * 60);
            time::advance(cx, to)
        }
        TableCommand::BringIn(bring) => hero::bring_in(cx, by, bring),
    }
}

fn on_map(cx: &Cx<'_, DieTrying>, rule: boneyard_table::RuleId) -> Flow {
    match cx.state().board {
        Some(_) => Ok(()),
        None => refuse(Refusal::new(rule, "no-map", "There is no map.")),
    }
}

fn house(cx: &mut Cx<'_, DieTrying>, by: Seat, set: SetHouse) -> Flow {
    let rule = rules::DT_CORE_02;
    gm(by, rule, "Only the Trapsetter sets the house rules.")?;
    let mut house: House = *cx.state().house;
    if !house.set(&set.switch, &set.value) {
        let known: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
        let sentence = match SWITCHES.iter().find(|switch| switch.name == set.switch) {
            Some(switch) => format!("{} can be {}.", switch.name, switch.values.join(" or ")),
            None => format!("There is no such switch; there are {}.", known.join(", ")),
        };
        return refuse(Refusal::new(rule, "no-such-switch", sentence));
    }
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "fighting", "House rules do not change in a fight."));
    }
    let owners = owners(cx.state(), &set);
    if !owners.is_empty() {
        let sentence = format!("Not while somebody has some of it: {}.", owners.join(", "));
        return refuse(Refusal::new(rules::DT_HOUSE_01H, "in-use", sentence));
    }
    cx.record(rule, TableFact::House { switch: set.switch, value: set.value }.into());
    Ok(())
}

/// Living heroes who have some of what is to be switched off.
fn owners(state: &State, set: &SetHouse) -> Vec<String> {
    if set.value != "off" {
        return Vec::new();
    }
    let has = |who: &Who| {
        let sheet = state.sheet(*who);
        match set.switch.as_str() {
            "house_talents" => !sheet.talents.is_empty(),
            "house_spells" => !sheet.spells.is_empty(),
            "house_ranged" => sheet.items.iter().any(|thing| match &thing.ware {
                Ware::Weapon(arms) => arms.shoots(),
                ware => *ware == Ware::Ammunition,
            }),
            _ => false,
        }
    };
    state.heroes().filter(has).map(|who| state.name(who).to_owned()).collect()
}

fn add_creature(cx: &mut Cx<'_, DieTrying>, by: Seat, add: &AddCreature) -> Flow {
    let rule = rules::DT_HOUSE_20H;
    gm(by, rules::DT_CORE_01, "Only the Trapsetter brings Creatures in.")?;
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
        None => Creature::blank(name, Kind::Creature),
        Some(like) => {
            let row = book.creatures.get(like).or_else(|| book.creatures.named(like));
            let object = book.objects.get(like).or_else(|| book.objects.named(like));
            match (row, object) {
                (Some(row), _) if cx.state().house.house_bestiary == HouseBestiary::On || !row.house => {
                    creature_like(book, row, name)
                }
                (None, Some(row)) => object_like(row, name),
                _ => return bad("no-such-entry", format!("There is no Creature or object {like}.")),
            }
        }
    };
    creature.live.unseen = add.unseen;
    let unseen = add.unseen;
    let who = if unseen { cx.state().next_unseen(name) } else { cx.state().next() };
    let seen_by = if unseen { boneyard_table::Audience::GM } else { boneyard_table::Audience::ALL };
    if let (Some(at), Some(board)) = (add.at, &cx.state().board) {
        if !board.grid.fits(at.footprint(creature.sheet.size.squares())) {
            return bad("no-room", format!("Nobody that large can stand at {at}."));
        }
        creature.live.at = Some(at);
    }
    cx.record_for(seen_by, rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    crate::trap::lay_own(cx, who);
    if unseen {
        crate::trap::disguise(cx, who);
    }
    Ok(())
}

/// A capitalised term is the rule or entry of that name; a word in small letters is only a word.
fn look_up(cx: &mut Cx<'_, DieTrying>, look: &LookUp) -> Flow {
    let rule = rules::DT_CORE_10;
    let term = look.term.trim();
    if !term.chars().next().is_some_and(char::is_uppercase) {
        let sentence = "In small letters a word only describes; terms of the rules are capitalised.";
        return refuse(Refusal::new(rule, "only-a-word", sentence));
    }
    let mut all = rules::RULEBOOK.rules().chain(rules::RULEBOOK.entries());
    let Some(found) = all.find(|known| known.title == term) else {
        return refuse(Refusal::new(rule, "no-such-term", "No rule and no entry has that name."));
    };
    let Some(of) = boneyard_table::RuleId::read(found.id) else { return Ok(()) };
    cx.record(rule, TableFact::LookedUp { term: term.to_owned(), rule: of }.into());
    Ok(())
}
