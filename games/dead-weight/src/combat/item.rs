//! Things in a fight: changing what one holds, using a quick item, handing over, throwing, loading,
//! picking up.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ground::{able, distance, fighters, present};
use super::helpers;
use super::legal::{acting_hero, in_hero_turn, may_act, spend};
use crate::DeadWeight;
use crate::book::Book;
use crate::fact::{FightFact, GearFact};
use crate::form::own_thing;
use crate::gear::{Ready, UseItem, apply_use, check_emptied, free_place, handed_on, may_place, usable};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Awkward, Item, ItemSheet, MOST_THINGS, Place, State, Tile};

fn own(at: At<'_, DeadWeight>, who: Who, item: u8) -> Result<Item, Refusal> {
    acting_hero(at.state, who, 1)?;
    match at.state.live(who).items.get(usize::from(item)) {
        Some(thing) if thing.place != Place::Gone => Ok(*thing),
        _ => Err(Refusal::new(rules::DW_ACT_09, "no-such-thing", "There is no such thing here.")),
    }
}

deed! {
    /// Changes equipment: what was in those hands goes back where there is room.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Equip(form: DeadWeight) {
        /// Who.
        who: Who = {
            let who = in_hero_turn(form)?;
            let items = form.state.creature(who).into_iter().flat_map(|one| &one.live.items);
            let loose = items.into_iter().any(|item| item.place != Place::Gone && !item.wielded);
            form.only_if(loose)?;
            who
        },
        /// Which thing.
        item: u8 = own_thing(form, "item", "What", who, |_, _, _| true)?,
        /// Where to.
        to: Place = {
            let places = [Place::Left, Place::Right, Place::Both, Place::Belt, Place::Bag];
            form.one_of("to", "Where to", places.map(|place| (place, place.name())))?
        },
        /// Ready for use in that hand.
        #[serde(default)]
        wield: bool = form.flag("wield", "Ready for use")?,
    }
}

impl Equip {
    /// What it moves.
    fn changes(self, may: May<'_, DeadWeight>) -> Lawful<Vec<GearFact>> {
        let rule = rules::DW_ACT_09;
        let Self { who, item, to, wield } = self;
        may_act(may, who, 1)?;
        let thing = own(may.at(), who, item)?;
        may.not_if(to == Place::Gone, || Refusal::new(rule, "nowhere", "Say where it goes."))?;
        let (state, book) = (may.state, may.book);
        // As it is after what was put away already; most often nothing is.
        let mut after: Option<State> = None;
        let mut changes: Vec<GearFact> = Vec::new();
        if to.is_hand() {
            for (number, other) in (0u8..).zip(&state.live(who).items) {
                let same = other.place == to
                    || other.place == Place::Both
                    || (to == Place::Both && other.place.is_hand());
                if number == item || !other.place.is_hand() || !same {
                    continue;
                }
                let now = At { state: after.as_ref().unwrap_or(state), book };
                let free = free_place(now, who, number);
                let Some(place) = free.filter(|place| !place.is_hand()) else {
                    return may.no(|| {
                        let name = &state.sheet(who).items[usize::from(number)].name;
                        let sentence = format!("There is no room to put the {name} away.");
                        Refusal::new(rule, "no-room", sentence)
                    });
                };
                let fact =
                    GearFact::Placed { who, item: number, from: other.place, to: place, wielded: false };
                crate::fact::apply(after.get_or_insert_with(|| state.clone()), &fact.clone().into());
                changes.push(fact);
            }
        }
        let state = after.as_ref().unwrap_or(state);
        may_place(may.supposing(state), who, item, to, wield)?;
        changes.push(GearFact::Placed { who, item, from: thing.place, to, wielded: wield && to.is_hand() });
        Ok(changes)
    }
}

impl Deed<DeadWeight> for Equip {
    const CARD: Card = Card::acting("Change equipment", "Fight")
        .rule(rules::DW_ACT_09)
        .cost(1, "actions")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.changes(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let changes = self.changes(May::told(cx.at(), by))?;
        spend(cx, self.who, 1, rules::DW_ACT_09);
        for fact in changes {
            cx.record(rules::DW_ACT_09, fact.into());
        }
        Ok(())
    }
}

/// Whether a thing may be used on somebody in a fight.
pub fn check_use(at: At<'_, DeadWeight>, used: &UseItem) -> Result<(), Refusal> {
    ready(at.state, at.book, used).map(|_| ())
}

/// A use of a thing that may be made now: quick things only.
fn ready<'a>(state: &State, book: &'a Book, wanted: &UseItem) -> Result<Ready<'a>, Refusal> {
    own(At { state, book }, wanted.who, wanted.item)?;
    quick_row(state, book, wanted.who, wanted.item)?;
    usable(state, book, wanted)
}

/// Whether a thing of somebody's is one for a fight.
fn quick_row(state: &State, book: &Book, who: Who, item: u8) -> Result<(), Refusal> {
    let rule = rules::DW_ACT_09;
    let sheet = &state.sheet(who).items[usize::from(item)];
    let row = sheet.kind.and_then(|kind| book.gear.get(kind.as_str()));
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    match row.and_then(|row| row.tag.as_deref()) {
        Some("quick") => Ok(()),
        // Keepsakes are touched, whatever is going on.
        None if row.is_some_and(|row| !row.uses.is_empty()) => Ok(()),
        Some(tag) => {
            let sentence =
                format!("The {} is a {tag} item; in a fight only quick ones are used.", sheet.name);
            bad(rules::DW_INV_10, "not-quick", sentence)
        }
        None => bad(rule, "no-use", format!("The {} is nothing to use so.", sheet.name)),
    }
}

fn same_tile(at: At<'_, DeadWeight>, who: Who, target: Who) -> Result<(), Refusal> {
    let ally = at.state.creature(target).is_some_and(|one| one.sheet.is_hero() && !one.live.dead);
    if !ally || distance(at.state, who, target) != Some(0) {
        let sentence = "That has to be somebody on the same tile.";
        return Err(Refusal::new(rules::DW_ACT_09, "another-tile", sentence));
    }
    Ok(())
}

/// Uses a quick item: on somebody on the same tile, on a thing of one's own, or throws it at an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CombatUse(pub UseItem);

impl Form<DeadWeight> for CombatUse {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        let who = in_hero_turn(form)?;
        let (state, book) = (form.state, form.book);
        let one = state.creature(who);
        let uses = |sheet: &ItemSheet| {
            let row = sheet.kind.and_then(|kind| book.gear.get(kind.as_str()));
            row.map(|row| row.uses.as_slice()).unwrap_or_default()
        };
        // One card for all that have a single use, and one for each use that has a name.
        let mut modes: Vec<Option<String>> = Vec::new();
        for used in one.into_iter().flat_map(|one| &one.sheet.items).flat_map(uses) {
            if !modes.contains(&used.name) {
                modes.push(used.name.clone());
            }
        }
        let mode = form.each("mode", modes)?;
        if let Some(mode) = &mode {
            form.label(|| format!("Use a quick item: {mode}").into());
            form.id(|| format!("combat_use:{}:{mode}", who.0));
        }
        let quick = |number: u8, sheet: &ItemSheet, _: &Item| {
            let fits = uses(sheet).iter().any(|used| used.name == mode);
            fits && quick_row(state, book, who, number).is_ok()
        };
        let item = own_thing(form, "item", "What", who, quick)?;
        let whom = |other: Who| other == who || present(state, other);
        let target = form.or_left_out("target", |form| form.creature_among("target", "On whom", whom))?;
        let (on, place) = (form.unasked("on")?, form.unasked("place")?);
        Ok(Self(UseItem { who, item, target, mode, on, place }))
    }

    fn actor(&self) -> Option<Who> {
        Some(self.0.who)
    }
}

impl Deed<DeadWeight> for CombatUse {
    const CARD: Card = Card::acting("Use a quick item", "Fight")
        .rule(rules::DW_ACT_09)
        .cost(1, "actions")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.0.who, 1)?;
        ready(may.state, may.book, &self.0)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let book = cx.book();
        let ready = ready(cx.state(), book, &self.0)?;
        spend(cx, self.0.who, ready.used.actions.unwrap_or(1), rules::DW_ACT_09);
        apply_use(cx, &self.0, &ready)
    }
}

/// Whether somebody has room for a thing, and where.
fn room_with(at: At<'_, DeadWeight>, who: Who, item: u8, to: Who) -> Result<(GearFact, Place), Refusal> {
    let rule = rules::DW_ACT_09;
    let name = at.state.name(to);
    if at.state.sheet(to).items.len() >= MOST_THINGS {
        return Err(Refusal::new(rule, "too-many", format!("{name} keeps track of no more things.")));
    }
    let sheet = handed_on(at, who, item);
    let thing = at.state.live(who).items[usize::from(item)];
    let mut after = at.state.clone();
    let number = after.sheet(to).items.len() as u8;
    let got = GearFact::Got { who: to, sheet, item: Item { place: Place::Gone, wielded: false, ..thing } };
    crate::fact::apply(&mut after, &got.clone().into());
    match free_place(At { state: &after, book: at.book }, to, number) {
        Some(place) => Ok((got, place)),
        None => Err(Refusal::new(rule, "no-room", format!("{name} has no room for it."))),
    }
}

fn hands_over(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8, got: GearFact, place: Place) {
    let rule = rules::DW_ACT_09;
    let from = cx.state().live(who).items[usize::from(item)].place;
    cx.record(rule, GearFact::Placed { who, item, from, to: Place::Gone, wielded: false }.into());
    if let GearFact::Got { who, sheet, item } = got {
        cx.record(rule, GearFact::Got { who, sheet, item: Item { place, ..item } }.into());
    }
}

/// The field `target`: another adventurer in the fight, so many tiles away at most.
fn adventurer_within(form: &mut Filling<'_, DeadWeight>, who: Who, tiles: u16) -> Filled<Who> {
    let state = form.state;
    let near = |other: Who| {
        let far = distance(state, who, other);
        other != who && state.sheet(other).is_hero() && far.is_some_and(|far| far <= tiles)
    };
    let any = !form.is_written() && fighters(state).any(near);
    form.only_if(any)?;
    form.creature_among("target", "To whom", near)
}

/// The field `target` of what is handed over in a fight.
pub fn receiver(form: &mut Filling<'_, DeadWeight>, who: Who) -> Filled<Who> {
    adventurer_within(form, who, 0)
}

/// Whether a thing can be handed over in a fight: it takes an action, and both on one tile.
pub fn may_hand(may: May<'_, DeadWeight>, who: Who, item: u8, target: Who) -> Lawful {
    may_act(may, who, 1)?;
    own(may.at(), who, item)?;
    check_emptied(may.at(), who, item)?;
    may.not_if(who == target, || Refusal::new(rules::DW_ACT_09, "oneself", "It is theirs already."))?;
    same_tile(may.at(), who, target)?;
    room_with(may.at(), who, item, target)?;
    Ok(())
}

/// Hands a thing over in a fight.
pub fn hand(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8, target: Who) -> Flow {
    let (got, place) = room_with(cx.at(), who, item, target)?;
    spend(cx, who, 1, rules::DW_ACT_09);
    hands_over(cx, who, item, got, place);
    Ok(())
}

/// How far a thing is thrown.
const THROW: u16 = 2;

deed! {
    /// Throws a thing to somebody: both test DEX, or it falls on the catcher's tile.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct ThrowItem(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
        /// Which thing.
        item: u8 = own_thing(form, "item", "What", who, |_, _, now| now.place != Place::Worn)?,
        /// To whom.
        target: Who = adventurer_within(form, who, THROW)?,
    }
}

impl Deed<DeadWeight> for ThrowItem {
    const CARD: Card =
        Card::acting("Throw something to somebody", "Fight").rule(rules::DW_ACT_10).cost(1, "actions");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_ACT_10, may.state);
        let Self { who, item, target } = *self;
        may_act(may, who, 1)?;
        own(may.at(), who, item)?;
        check_emptied(may.at(), who, item)?;
        let ally = state.creature(target).is_some_and(|one| one.sheet.is_hero()) && able(state, target);
        may.not_if(!ally || who == target, || {
            Refusal::new(rule, "nobody", "One throws a thing to another adventurer in the fight.")
        })?;
        may.not_if(distance(state, who, target).is_none_or(|far| far > THROW), || {
            let sentence = format!("{} is more than {THROW} tiles away.", state.name(target));
            Refusal::new(rule, "too-far", sentence)
        })?;
        room_with(may.at(), who, item, target)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        throw(cx, self)
    }
}

fn throw(cx: &mut Cx<'_, DeadWeight>, throw: ThrowItem) -> Flow {
    let rule = rules::DW_ACT_10;
    let ThrowItem { who, item, target } = throw;
    let (got, place) = room_with(cx.at(), who, item, target)?;
    spend(cx, who, 1, rule);
    let rest = (who, item, target, place);
    let test = helpers::helped(cx.at(), Rolling::test(who, Attribute::Dex, rule));
    let thrown = cx.within(rest, |cx| roll::make(cx, &test))?.succeeded();
    let catch = Rolling { helpable: false, ..Rolling::test(target, Attribute::Dex, rule) };
    let caught = cx.within((rest, thrown), |cx| roll::make(cx, &catch))?.succeeded();
    if thrown && caught {
        hands_over(cx, who, item, got, place);
        return Ok(());
    }
    if cx.state().sheet(who).items[usize::from(item)].awkward.contains(&Awkward::Fragile) {
        cx.record(rule, GearFact::Broken { who, item, broken: true }.into());
    }
    let at = cx.state().battle.as_ref().and_then(|battle| battle.tile(target));
    if let Some(at) = at {
        cx.record(rule, FightFact::Fell { who, item, at }.into());
    }
    Ok(())
}

deed! {
    /// An action towards loading a weapon.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Reload(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
        /// Which thing.
        item: u8 = own_thing(form, "item", "What", who, |_, _, now| now.unready > 0)?,
    }
}

impl Deed<DeadWeight> for Reload {
    const CARD: Card =
        Card::acting("Reload", "Fight").rule(rules::DW_WEAP_19).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        let thing = own(may.at(), self.who, self.item)?;
        may.not_if(thing.unready == 0, || Refusal::new(rules::DW_WEAP_19, "loaded", "It is ready."))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (rule, Self { who, item }) = (rules::DW_WEAP_19, self);
        let unready = cx.state().live(who).items[usize::from(item)].unready;
        spend(cx, who, 1, rule);
        cx.record(rule, GearFact::Unready { who, item, actions: unready - 1 }.into());
        Ok(())
    }
}

/// A thing that lies on somebody's tile.
pub fn lying(at: At<'_, DeadWeight>, tile: Tile) -> impl Iterator<Item = (Who, u8)> + '_ {
    let all = at.state.battle.iter().flat_map(|battle| &battle.lying);
    all.filter(move |(.., there)| *there == tile).map(|(who, item, _)| (*who, *item))
}

deed! {
    /// Picks up what lies on one's tile.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct PickUp(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
        /// Whose it was.
        of: Who = {
            let here = lying_near(form.at(), who);
            form.only_if(!here.is_empty())?;
            form.creature_among("of", "Whose", |of| here.iter().any(|(known, _)| *known == of))?
        },
        /// Which of their things.
        #[serde(alias = "thing")]
        item: u8 = {
            form.was_called("item", "thing");
            let (state, here) = (form.state, lying_near(form.at(), who));
            let theirs = here.into_iter().filter(|(known, _)| *known == of);
            let named = theirs.map(|(_, thing)| (thing, &state.sheet(of).items[usize::from(thing)].name));
            form.one_of("item", "What", named)?
        },
    }
}

/// What lies on the tile of somebody.
fn lying_near(at: At<'_, DeadWeight>, who: Who) -> Vec<(Who, u8)> {
    let here = at.state.battle.as_ref().and_then(|battle| battle.tile(who));
    here.into_iter().flat_map(|here| lying(at, here)).collect()
}

impl PickUp {
    /// Where it goes, and as what.
    fn found(self, may: May<'_, DeadWeight>) -> Lawful<(Option<GearFact>, Place)> {
        let rule = rules::DW_ACT_09;
        let Self { who, of, item } = self;
        may_act(may, who, 1)?;
        may.not_if(!lying_near(may.at(), who).contains(&(of, item)), || {
            Refusal::new(rule, "no-such-thing", "No such thing lies here.")
        })?;
        if of != who {
            let (got, place) = room_with(may.at(), of, item, who)?;
            return Ok((Some(got), place));
        }
        match free_place(may.at(), who, item) {
            Some(to) => Ok((None, to)),
            None => may.no(|| Refusal::new(rule, "no-room", "There is no room for it.")),
        }
    }
}

impl Deed<DeadWeight> for PickUp {
    const CARD: Card = Card::acting("Pick up", "Fight").rule(rules::DW_ACT_09).cost(1, "actions");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.found(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let rule = rules::DW_ACT_09;
        let (got, place) = self.found(May::quiet(cx.at(), by))?;
        let Self { who, of, item } = self;
        spend(cx, who, 1, rule);
        let fact = match got {
            Some(GearFact::Got { who, sheet, item }) => {
                GearFact::Got { who, sheet, item: Item { place, ..item } }
            }
            _ => GearFact::Placed { who, item, from: Place::Gone, to: place, wielded: false },
        };
        cx.record(rule, fact.into());
        cx.record(rule, FightFact::PickedUp { who: of, item }.into());
        Ok(())
    }
}
