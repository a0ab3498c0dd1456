//! Pets and servants: they come with their owner, act after them and defend as creatures do.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::begin::comes;
use super::ground::{check_reach, distance, opponents};
use super::legal::{acting, commands_pet, in_own_turn, spend, target as check_target};
use crate::DeadWeight;
use crate::book::{Book, FoeRow};
use crate::fact::{FightFact, GearFact, MagicFact, TableFact};
use crate::form::{listed, whatever_picked};
use crate::gear::free_place;
use crate::hero::{foe_like, free_name};
use crate::hurt::{self, Strike};
use crate::roll;
use crate::rules;
use crate::state::{Item, Kind, Lasting, MOST_THINGS, Outcome, Place, Shared, Span};
use crate::weapon::Band;

deed! {
    /// Brings in a pet or a servant beside its owner.
    #[serde(deny_unknown_fields)]
    pub struct AddAlly(form: DeadWeight) {
        /// Whose.
        of: Who = {
            let state = form.state;
            form.creature_among("of", "Whose", |of| state.heroes().any(|who| who == of) && !state.live(of).mortal)?
        },
        /// The id or name of its entry, a pet's or a foe's.
        like: String = {
            let book = form.book;
            let rows = book.allies.iter().chain(book.foes.iter()).map(|row| row.name.as_str());
            listed(form, "like", "Which", &rows.collect::<Vec<_>>())?
        },
        /// What it is called.
        name: String = form.text("name", "Name", 40)?,
    }
}

impl Deed<DeadWeight> for AddAlly {
    const CARD: Card = Card::gm("Bring in a pet or servant", "Scene").rule(rules::DW_HOUSE_06H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_HOUSE_06H;
        roll::acting_hero(may.state, self.of)?;
        free_name(may.at(), &self.name, rule)?;
        may.not_if(row_like(may.book, &self.like).is_none(), || {
            Refusal::new(rule, "no-such-entry", format!("There is no creature {}.", self.like))
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        add_ally(cx, &self)
    }
}

/// The entry of a pet or another creature by its id or name.
fn row_like<'a>(book: &'a Book, like: &str) -> Option<&'a FoeRow> {
    let pet = book.allies.get(like).or_else(|| book.allies.named(like));
    pet.or_else(|| book.foes.get(like)).or_else(|| book.foes.named(like))
}

deed! {
    /// What a pet does: it fetches, distracts or bites.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct PetAct(form: DeadWeight) {
        /// Which pet.
        who: Who = in_own_turn(form)?,
        /// What.
        does: PetDeed = {
            let at = form.at();
            let all = [PetDeed::Distract, PetDeed::Bite, PetDeed::Fetch];
            let lies = at.state.battle.as_ref().is_some_and(|battle| !battle.lying.is_empty());
            let can = |does: &PetDeed| is_pet(at, who, *does) && (*does != PetDeed::Fetch || lies);
            let does: PetDeed = form.each("does", all.into_iter().filter(can))?;
            form.label(|| does.name().into());
            form.id(|| format!("pet-{}", does.name()));
            does
        },
        /// The enemy, or the adventurer whose thing lies there.
        target: Who = {
            let state = form.state;
            let lying = |of: Who| {
                let lies = state.battle.iter().flat_map(|battle| &battle.lying);
                lies.into_iter().any(|(whose, ..)| *whose == of)
            };
            let near = |other: Who| match does {
                PetDeed::Fetch => lying(other),
                _ => opponents(state, who).any(|foe| foe == other),
            };
            let label = if does == PetDeed::Fetch { "Whose" } else { "Whom" };
            form.creature_among("target", label, near)?
        },
        /// Which of their things, if it fetches.
        #[serde(default)]
        thing: Option<u8> = {
            if does == PetDeed::Fetch || form.is_written() {
                let state = form.state;
                let lies = state.battle.iter().flat_map(|battle| &battle.lying);
                let theirs = lies.filter(|(whose, ..)| *whose == target);
                let named: Vec<(u8, &String)> = theirs
                    .map(|(_, thing, _)| (*thing, &state.sheet(target).items[usize::from(*thing)].name))
                    .collect();
                form.or_left_out("thing", |form| form.one_of("thing", "What", named))?
            } else {
                None
            }
        },
    }
}

impl Deed<DeadWeight> for PetAct {
    const CARD: Card =
        Card::acting("Act", "Fight").rule(rules::DW_HOUSE_06H).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, acting(may.state, self.who, 1))?;
        check(may.at(), *self)?;
        whatever_picked(may, commands_pet(may.state, may.by, self.who))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        pet_act(cx, self)
    }
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

fn add_ally(cx: &mut Cx<'_, DeadWeight>, add: &AddAlly) -> Flow {
    let rule = rules::DW_HOUSE_06H;
    let seat = cx.state().one(add.of).sheet.seat;
    let name = free_name(cx.at(), &add.name, rule)?;
    let Some(row) = row_like(cx.book(), &add.like) else { return Ok(()) };
    let who = Who(cx.state().creatures.len() as u16);
    let mut creature = foe_like(row, &name);
    let mut sheet = (*creature.sheet).clone();
    (sheet.kind, sheet.side, sheet.seat) = (Kind::Ally { of: add.of }, 0, seat);
    creature.sheet = Shared::new(sheet);
    cx.cite(row.id);
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
    let beside = cx.state().battle.as_ref().and_then(|battle| battle.tile(add.of));
    match beside {
        Some(at) => comes(cx, who, at),
        None => Ok(()),
    }
}

/// Whether somebody is a pet that can do this.
fn is_pet(at: At<'_, DeadWeight>, who: Who, does: PetDeed) -> bool {
    let Some(one) = at.state.creature(who) else { return false };
    let uses = super::foe::entry(at, who).and_then(|row| row.rest.get("uses")?.as_array());
    matches!(one.sheet.kind, Kind::Ally { .. })
        && uses.is_some_and(|uses| {
            uses.iter().any(|one| one.get("name").is_some_and(|name| name == does.name()))
        })
}

/// Whether a pet may do this now.
pub fn check(at: At<'_, DeadWeight>, act: PetAct) -> Result<(), Refusal> {
    let rule = rules::DW_HOUSE_06H;
    let one = acting(at.state, act.who, 1)?;
    if !is_pet(at, act.who, act.does) {
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

fn pet_act(cx: &mut Cx<'_, DeadWeight>, act: PetAct) -> Flow {
    let rule = rules::DW_HOUSE_06H;
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
