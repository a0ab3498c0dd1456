//! Pets and servants: they come with their owner, act after them and defend as creatures do.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::begin::comes;
use super::ground::{check_reach, distance};
use super::legal::{acting, commands_pet, gm, spend, target as check_target};
use crate::DeadWeight;
use crate::fact::{FightFact, GearFact, MagicFact, TableFact};
use crate::gear::free_place;
use crate::hero::{foe_like, free_name};
use crate::hurt::{self, Strike};
use crate::roll;
use crate::rules;
use crate::state::{Item, Kept, Kind, Lasting, MOST_THINGS, Outcome, Place, Span};
use crate::weapon::Band;

/// Brings in a pet or a servant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddAlly {
    /// Whose.
    pub of: Who,
    /// The id or name of its entry, a pet's or a foe's.
    pub like: String,
    /// What it is called.
    pub name: String,
}

/// What a pet does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PetAct {
    /// Which pet.
    pub who: Who,
    /// What.
    pub does: PetDeed,
    /// The enemy, or the adventurer whose thing lies there.
    pub target: Who,
    /// Which of their things, if it fetches.
    #[serde(default)]
    pub thing: Option<u8>,
}

/// What pets can do beside moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PetDeed {
    /// Brings a small thing that lies near.
    Fetch,
    /// Makes the next attack on a neighbouring enemy easier.
    Distract,
    /// Bites a neighbouring enemy.
    Bite,
}

impl PetDeed {
    /// As the entry calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fetch => "Fetch",
            Self::Distract => "Distract",
            Self::Bite => "Bite",
        }
    }
}

/// The GM brings in a pet or servant beside its owner.
pub fn add_ally(cx: &mut Cx<'_, DeadWeight>, by: Seat, add: &AddAlly) -> Flow {
    let rule = rules::DW_HOUSE_06H;
    gm(by, rule, "Only the GM brings creatures in.")?;
    let owner = roll::acting_hero(cx.state(), add.of)?;
    let seat = owner.sheet.seat;
    let name = free_name(cx, &add.name, rule)?;
    let book = cx.book();
    let pet = book.allies.get(&add.like).or_else(|| book.allies.named(&add.like));
    let Some(row) = pet.or_else(|| book.foes.get(&add.like)).or_else(|| book.foes.named(&add.like)) else {
        return refuse(Refusal::new(rule, "no-such-entry", format!("There is no creature {}.", add.like)));
    };
    let who = Who(cx.state().creatures.len() as u16);
    let mut creature = foe_like(row, &name);
    let mut sheet = (*creature.sheet).clone();
    (sheet.kind, sheet.side, sheet.seat) = (Kind::Ally { of: add.of }, 0, seat);
    creature.sheet = Kept::new(sheet);
    cx.cite(row.id);
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
    let beside = cx.state().battle.as_ref().and_then(|battle| battle.tile(add.of));
    match beside {
        Some(at) => comes(cx, who, at),
        None => Ok(()),
    }
}

/// Whether a pet may do this now.
pub fn check(at: At<'_, DeadWeight>, act: PetAct) -> Result<(), Refusal> {
    let rule = rules::DW_HOUSE_06H;
    let one = acting(at.state, act.who, 1)?;
    let can = super::foe::entry(at, act.who).is_some_and(|row| {
        let uses = row.rest.get("uses").and_then(|uses| uses.as_array());
        uses.is_some_and(|uses| {
            uses.iter().any(|one| one.get("name").is_some_and(|name| name == act.does.name()))
        })
    });
    if !matches!(one.sheet.kind, Kind::Ally { .. }) || !can {
        let sentence = format!("{} cannot {}.", one.sheet.name, act.does.name());
        return Err(Refusal::new(rule, "not-on-the-sheet", sentence));
    }
    if act.does == PetDeed::Fetch {
        return check_fetch(at, act).map(|_| ());
    }
    check_target(at.state, act.who, act.target, rule)?;
    check_reach(at, act.who, act.target, Band::Close, rule)
}

/// A thing that lies within reach of a pet and that its owner has room for.
fn check_fetch(at: At<'_, DeadWeight>, act: PetAct) -> Result<(Who, u8, Place), Refusal> {
    let rule = rules::DW_HOUSE_06H;
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    let Kind::Ally { of } = at.state.sheet(act.who).kind else { return bad("no-pet", "This is no pet.") };
    let battle = at.state.battle.as_ref();
    let lies = battle.into_iter().flat_map(|battle| &battle.lying);
    let found = lies.into_iter().find(|(who, item, _)| *who == act.target && Some(*item) == act.thing);
    let here = battle.and_then(|battle| battle.tile(act.who));
    let (Some((whose, item, tile)), Some(here)) = (found, here) else {
        return bad("no-such-thing", "No such thing lies there.");
    };
    if super::ground::tiles_apart(at.state, *tile, here) > 6 || distance(at.state, act.who, of).is_none() {
        return bad("too-far", "That lies more than 6 tiles away.");
    }
    let sheet = &at.state.sheet(*whose).items[usize::from(*item)];
    if sheet.takes(at.state.live(*whose).items[usize::from(*item)].count) > 1 {
        return bad("too-big", "It fetches things of 1 slot.");
    }
    if at.state.sheet(of).items.len() >= MOST_THINGS {
        return bad("too-many", "Its owner keeps track of no more things.");
    }
    let mut after = at.state.clone();
    let thing = Item { place: Place::Gone, ..at.state.live(*whose).items[usize::from(*item)] };
    let got = GearFact::Got { who: of, sheet: sheet.clone(), item: thing };
    crate::fact::apply(&mut after, &got.into());
    let number = (after.sheet(of).items.len() - 1) as u8;
    match free_place(At { state: &after, book: at.book }, of, number) {
        Some(place) => Ok((of, *item, place)),
        None => bad("no-room", "Its owner has no room for it."),
    }
}

/// A pet fetches, distracts or bites.
pub fn pet_act(cx: &mut Cx<'_, DeadWeight>, by: Seat, act: PetAct) -> Flow {
    let rule = rules::DW_HOUSE_06H;
    check(cx.at(), act)?;
    commands_pet(cx.state(), by, act.who)?;
    let PetAct { who, target, .. } = act;
    let fetched = if act.does == PetDeed::Fetch { Some(check_fetch(cx.at(), act)?) } else { None };
    if let Some(id) = cx.state().sheet(who).like {
        cx.cite(id);
    }
    spend(cx, who, 1, rule);
    match act.does {
        PetDeed::Fetch => {
            let Some((of, item, place)) = fetched else { return Ok(()) };
            let sheet = cx.state().sheet(target).items[usize::from(item)].clone();
            let thing = Item { place, ..cx.state().live(target).items[usize::from(item)] };
            cx.record(rule, GearFact::Got { who: of, sheet, item: thing }.into());
            cx.record(rule, FightFact::PickedUp { who: target, item }.into());
            Ok(())
        }
        PetDeed::Distract => {
            let lasting = Lasting { by: rule, from: Some(who), amount: 1, ends: Span::Combat };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
            Ok(())
        }
        PetDeed::Bite => {
            let fact = FightFact::Attacks { who, target, with: "its teeth".into() };
            cx.record(rule, fact.into());
            let wounds = match cx.within((who, target), |cx| roll::by_level(cx, who, rule))? {
                Outcome::GreatSuccess => 2,
                Outcome::Success => 1,
                _ => {
                    cx.note(rule, |_| FightFact::Missed { who, target }.into());
                    return Ok(());
                }
            };
            let ghost = cx.state().sheet(target).is("incorporeal");
            let strike = Strike {
                who: target,
                wounds,
                armor: true,
                resistance: true,
                non_lethal: false,
                at_most: ghost.then_some(1),
                rule,
            };
            hurt::strike(cx, strike).map(|_| ())
        }
    }
}
