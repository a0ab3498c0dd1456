//! Things that change hands, are left behind, put away and picked up again; what bodies have on them; coins.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::super::act::Act;
use super::super::fill::is_open;
use super::super::go::within_reach;
use super::super::guard::set_off;
use super::super::seen::holders_of;
use super::super::settle::settle;
use super::super::thing::{MOST_HEAPS, at_the_feet_of, place_of, shift, things_of};
use super::super::world::{PlaceKey, Where};
use super::super::worldly::{Able, Stack, Worldly};
use super::{Inhabited, beside, here, must_be_beside};
use crate::adventure::SetOff;

/// Something somebody carries, by the number its owner knows it by.
fn item_of<G: Worldly>(at: At<'_, G>, who: Who, item: u8) -> Option<G::Thing> {
    G::items(at, who).into_iter().find(|(number, _)| *number == item).map(|(_, thing)| thing)
}

/// The field `item`: something somebody carries, by number or by name.
pub(super) fn item<G: Inhabited>(form: &mut Filling<'_, G>, of: Who) -> Filled<u8> {
    let at = form.at();
    let items = G::items(at, of).into_iter().map(|(item, thing)| (item, thing.name().to_owned()));
    // A name nobody carries is read as a number nobody carries: the rules refuse both in the same words.
    form.named("item", "What", items, |_| Some(u8::MAX))
}

/// How many are meant: all of them if nothing is said.
fn so_many<G: Worldly>(may: May<'_, G>, thing: &G::Thing, number: Option<u32>) -> Lawful<u32> {
    let (many, most) = (number.unwrap_or(thing.number()), thing.number());
    may.not_if(many == 0 || many > most, || {
        Refusal::new(G::CITES.things, "so-many", format!("There are {most} of them.")).with("most", most)
    })?;
    Ok(many)
}

/// What somebody carries and parts with.
pub(super) fn may_part<G: Worldly>(
    may: May<'_, G>,
    who: Who,
    item: u8,
    number: Option<u32>,
) -> Lawful<G::Thing> {
    let Some(thing) = item_of(may.at(), who, item) else {
        return may.no(|| Refusal::new(G::CITES.things, "not-carried", "They have nothing like that."));
    };
    let many = so_many(may, &thing, number)?;
    Ok(thing.of(many))
}

/// What somebody parts with, once it may be.
pub(super) fn part<G: Worldly>(cx: &Cx<'_, G>, who: Who, item: u8, number: Option<u32>) -> Option<G::Thing> {
    let thing = item_of(cx.at(), who, item)?;
    let many = number.unwrap_or(thing.number());
    Some(thing.of(many))
}

/// Room for one more heap.
fn may_lie<G: Worldly>(may: May<'_, G>) -> Lawful {
    may.not_if(G::world(may.state).heaps.len() >= MOST_HEAPS, || {
        Refusal::new(G::CITES.things, "too-many", "Too many things lie about already.")
    })
}

deed! {
    /// Takes what lies within reach, by the number under which it was found.
    #[serde(deny_unknown_fields)]
    pub struct Take(form: impl Inhabited) {
        who: Who = form.actor()?,
        what: u32 = lying(form, who)?,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000_000)?,
    }
}

fn lying<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<u32> {
    let at = form.at();
    let lies: Vec<_> =
        within_reach(at, who).map(|(found, _, heap)| (found, heap.what.name().to_owned())).collect();
    // No number is 0: what is not there by name is refused like what is not there by number.
    form.named("what", "What", lies, |_| Some(0))
}

impl<G: Inhabited> Deed<G> for Take {
    const CARD: Card = Card::acting("Take", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.things;
        G::may_act(may, self.who, Act::Take)?;
        here(may, self.who)?;
        // The same words for what is not there and for what nobody found.
        let lies = within_reach(may.at(), self.who).find(|(found, ..)| *found == self.what);
        let Some((_, _, heap)) = lies else {
            return may.no(|| Refusal::new(rule, "no-such-thing", "There is no such thing here."));
        };
        may.not_if(heap.fixed, || Refusal::new(rule, "fixed", "It cannot be carried off."))?;
        let many = so_many(may, &heap.what, self.number)?;
        G::fits(may, self.who, &heap.what.of(many))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let lies = |cx: &Cx<'_, G>| {
            let lies = within_reach(cx.at(), self.who).find(|(found, ..)| *found == self.what);
            lies.map(|(_, number, heap)| (number, heap.clone()))
        };
        let (Some((_, heap)), Some(here)) = (lies(cx), place_of(cx.at(), self.who)) else { return Ok(()) };
        G::acts(cx, self.who, Act::Take)?;
        if let Some(tag) = heap.what.tag() {
            set_off(cx, self.who, &here, SetOff::Take, Some(tag))?;
        }
        // What went off may have moved it, or them.
        if let Some((number, heap)) = lies(cx) {
            let many = self.number.unwrap_or(heap.what.number()).min(heap.what.number());
            let to = Where::Carried(self.who);
            shift(cx, heap.what.of(many), (heap.at, Some(number)), to, true, false);
        }
        settle(cx)
    }
}

deed! {
    /// Leaves something behind.
    #[serde(deny_unknown_fields)]
    pub struct Drop(form: impl Inhabited) {
        who: Who = form.actor()?,
        item: u8 = item(form, who)?,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000_000)?,
    }
}

impl<G: Inhabited> Deed<G> for Drop {
    const CARD: Card = Card::acting("Leave behind", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Drop)?;
        here(may, self.who)?;
        may_part(may, self.who, self.item, self.number)?;
        may_lie(may)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let thing = part(cx, self.who, self.item, self.number);
        let (Some(thing), Some(to)) = (thing, at_the_feet_of(cx.at(), self.who)) else { return Ok(()) };
        G::acts(cx, self.who, Act::Drop)?;
        shift(cx, thing, (Where::Carried(self.who), None), to, true, false);
        settle(cx)
    }
}

deed! {
    /// Hands something to somebody who is here.
    #[serde(deny_unknown_fields)]
    pub struct Give(form: impl Inhabited) {
        who: Who = form.actor()?,
        item: u8 = item(form, who)?,
        target: Who = other(form, who, "To whom")?,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000_000)?,
    }
}

fn other<G: Inhabited>(form: &mut Filling<'_, G>, who: Who, label: &'static str) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", label, |one| one != who && beside(at, who, one))
}

/// Somebody else who is here.
fn may_hand<G: Worldly>(may: May<'_, G>, who: Who, target: Who) -> Lawful {
    here(may, who)?;
    may.not_if(who == target, || Refusal::new(G::CITES.things, "self", "That is theirs already."))?;
    must_be_beside(may, who, target)
}

impl<G: Inhabited> Deed<G> for Give {
    const CARD: Card = Card::acting("Hand on", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Give(self.target))?;
        may_hand(may, self.who, self.target)?;
        let thing = may_part(may, self.who, self.item, self.number)?;
        G::fits(may, self.target, &thing)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some(thing) = part(cx, self.who, self.item, self.number) else { return Ok(()) };
        G::acts(cx, self.who, Act::Give(self.target))?;
        shift(cx, thing, (Where::Carried(self.who), None), Where::Carried(self.target), true, false);
        settle(cx)
    }
}

deed! {
    /// Puts something into a holder that is open here, by what it is called.
    #[serde(deny_unknown_fields)]
    pub struct Stash(form: impl Inhabited) {
        who: Who = form.actor()?,
        item: u8 = item(form, who)?,
        into: String = holder(form, who)?,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000_000)?,
    }
}

/// What things can be put into here: its name, where that is, and how much goes in.
fn open_holders<G: Worldly>(at: At<'_, G>, who: Who) -> Vec<(String, Where, Option<u32>)> {
    let Some(here) = place_of(at, who) else { return Vec::new() };
    let all = holders_of(at, &here).into_iter();
    let open = all
        .filter(|(_, key, row)| G::world(at.state).running(key).is_some_and(|running| is_open(running, row)));
    open.map(|(name, adventure, row)| (name, Where::In { adventure, holder: row.id.shared() }, row.room))
        .collect()
}

fn holder<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<String> {
    let open = open_holders(form.at(), who);
    form.named("into", "Into what", open.into_iter().map(|(name, ..)| (name.clone(), name)), |_| None)
}

impl<G: Inhabited> Deed<G> for Stash {
    const CARD: Card = Card::acting("Put away", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.things;
        G::may_act(may, self.who, Act::Stash)?;
        here(may, self.who)?;
        let thing = may_part(may, self.who, self.item, self.number)?;
        let open = open_holders(may.at(), self.who);
        // The same words for one that is shut, one that is not there and one nobody found.
        let Some((_, is, room)) = open.into_iter().find(|(name, ..)| *name == self.into) else {
            return may.no(|| Refusal::new(rule, "out-of-reach", "Nothing like that is open here."));
        };
        if let Some(room) = room {
            let full: u32 = things_of(G::world(may.state), &is)
                .fold(0, |sum, (_, thing)| sum.saturating_add(G::load(thing)));
            let left = room.saturating_sub(full);
            may.not_if(G::load(&thing) > left, || {
                Refusal::new(rule, "no-room", format!("There is room for {left} more in it."))
                    .with("left", left)
            })?;
        }
        may_lie(may)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let open = open_holders(cx.at(), self.who).into_iter().find(|(name, ..)| *name == self.into);
        let thing = part(cx, self.who, self.item, self.number);
        let (Some((_, to, _)), Some(thing)) = (open, thing) else { return Ok(()) };
        G::acts(cx, self.who, Act::Stash)?;
        shift(cx, thing, (Where::Carried(self.who), None), to, true, false);
        settle(cx)
    }
}

deed! {
    /// Takes something from a body, or from somebody who cannot help it.
    #[serde(deny_unknown_fields)]
    pub struct Loot(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = body(form, who)?,
        item: u8 = item(form, target)?,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000_000)?,
    }
}

fn body<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "From whom", |one| {
        one != who && beside(at, who, one) && G::lootable(at, one)
    })
}

impl<G: Inhabited> Deed<G> for Loot {
    const CARD: Card = Card::acting("Take from", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Loot(self.target))?;
        may_hand(may, self.who, self.target)?;
        may.not_if(!G::lootable(may.at(), self.target), || {
            Refusal::new(G::CITES.things, "not-helpless", "They keep what is theirs.")
        })?;
        let thing = may_part(may, self.target, self.item, self.number)?;
        G::fits(may, self.who, &thing)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some(thing) = part(cx, self.target, self.item, self.number) else { return Ok(()) };
        G::acts(cx, self.who, Act::Loot(self.target))?;
        shift(cx, thing, (Where::Carried(self.target), None), Where::Carried(self.who), true, false);
        settle(cx)
    }
}

/// The coins of one kind somebody has.
fn purse<G: Worldly>(at: At<'_, G>, who: Who, kind: &str) -> Option<G::Thing> {
    G::carried(at, who).into_iter().find(|thing| thing.coin() == Some(kind))
}

/// The field `of`: a kind of coin; nothing is asked where there is one.
fn kind<G: Inhabited>(form: &mut Filling<'_, G>) -> Filled<Option<String>> {
    form.only_if(!G::COINS.is_empty())?;
    if G::COINS.len() < 2 {
        return form.unasked("of");
    }
    form.maybe("of", "Which coins", G::COINS.iter().map(|kind| ((*kind).to_owned(), *kind)))
}

/// So many coins of a kind that somebody has; the game's first kind if nothing is said.
fn may_spend<G: Worldly>(may: May<'_, G>, who: Who, coins: u32, of: Option<&String>) -> Lawful<G::Thing> {
    let rule = G::CITES.things;
    let wanted = of.map_or_else(|| G::COINS.first().copied().unwrap_or_default(), String::as_str);
    let Some(kind) = G::COINS.iter().find(|kind| **kind == wanted) else {
        return may.no(|| Refusal::new(rule, "no-coins", "There are no such coins."));
    };
    let has = purse(may.at(), who, kind).filter(|purse| coins > 0 && purse.number() >= coins);
    let number = || purse(may.at(), who, kind).map_or(0, |purse| purse.number());
    match has {
        Some(purse) => Ok(purse.of(coins)),
        None => may.no(|| {
            let sentence = format!("They have {} {kind}.", number());
            Refusal::new(rule, "too-few", sentence).with("most", number())
        }),
    }
}

deed! {
    /// Gives somebody coins.
    #[serde(deny_unknown_fields)]
    pub struct Pay(form: impl Inhabited) {
        who: Who = form.actor()?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String> = kind(form)?,
        target: Who = other(form, who, "Whom")?,
        coins: u32 = form.amount("coins", "How many", 1..=1_000_000)?,
    }
}

impl<G: Inhabited> Deed<G> for Pay {
    const CARD: Card = Card::acting("Pay", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Give(self.target))?;
        may_hand(may, self.who, self.target)?;
        let coins = may_spend(may, self.who, self.coins, self.of.as_ref())?;
        G::fits(may, self.target, &coins)
    }

    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        let coins = may_spend(May::quiet(cx.at(), by), self.who, self.coins, self.of.as_ref());
        let Ok(coins) = coins else { return Ok(()) };
        G::acts(cx, self.who, Act::Give(self.target))?;
        shift(cx, coins, (Where::Carried(self.who), None), Where::Carried(self.target), true, false);
        settle(cx)
    }
}

deed! {
    /// Shares coins out among the heroes who are here, evenly; odd ones go to those who have fewest.
    #[serde(deny_unknown_fields)]
    pub struct ShareOut(form: impl Inhabited) {
        who: Who = form.actor()?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String> = kind(form)?,
        coins: u32 = form.amount("coins", "How many", 1..=1_000_000)?,
    }
}

/// Who gets a share: the heroes who are here and alive.
fn sharers<G: Worldly>(at: At<'_, G>, here: &PlaceKey) -> Vec<Who> {
    G::world(at.state).heroes_at(here).filter(|one| G::able(at, *one) != Able::Dead).collect()
}

impl<G: Inhabited> Deed<G> for ShareOut {
    const CARD: Card = Card::acting("Share out", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Give(self.who))?;
        let here = here(may, self.who)?;
        may_spend(may, self.who, self.coins, self.of.as_ref())?;
        may.not_if(sharers(may.at(), &here).iter().all(|one| *one == self.who), || {
            Refusal::new(G::CITES.things, "alone", "Nobody else is here to share with.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        let coins = may_spend(May::quiet(cx.at(), by), self.who, self.coins, self.of.as_ref());
        let (Ok(coins), Some(here)) = (coins, place_of(cx.at(), self.who)) else { return Ok(()) };
        G::acts(cx, self.who, Act::Give(self.who))?;
        let kind = coins.coin().unwrap_or_default();
        let has = |one: Who| purse(cx.at(), one, kind).map_or(0, |purse| purse.number());
        let mut all: Vec<(u32, Who)> = sharers(cx.at(), &here)
            .into_iter()
            .map(|one| (has(one).saturating_sub(if one == self.who { self.coins } else { 0 }), one))
            .collect();
        all.sort_unstable();
        let heads = u32::try_from(all.len()).unwrap_or(1).max(1);
        let (each, odd) = (self.coins / heads, self.coins % heads);
        for (nth, (_, one)) in (0..).zip(all) {
            let share = each + u32::from(nth < odd);
            let fits = G::fits(May::quiet(cx.at(), by), one, &coins.of(share.max(1))).is_ok();
            if one != self.who && share > 0 && fits {
                shift(
                    cx,
                    coins.of(share),
                    (Where::Carried(self.who), None),
                    Where::Carried(one),
                    true,
                    false,
                );
            }
        }
        settle(cx)
    }
}
