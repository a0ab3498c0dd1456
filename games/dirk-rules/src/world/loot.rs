//! Loot: handing out what tables brought, going through pockets, taking things from the fallen, and
//! what a thing on no list weighs and is worth.

use boneyard_deeds::things::Things;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::run::Where;

use super::draw::{draw, follow_all, from_hand, lay_out, may_use, secret, used};
use super::{Odd, What, WorldFact};
use crate::DirkRules;
use crate::book::Book;
use crate::campaign::{Thing, move_thing, of_item, together};
use crate::check::is_alive;
use crate::effect::Size;
use crate::fact::{Fact, blank};
use crate::gear::{bears, wares};
use crate::health::out;
use crate::hero::give;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, MOST_THINGS, Place, Sheet, State, Wear};

/// A tag: the pockets of such a creature are never empty.
const FULL_POCKETS: &str = "full pockets";

deed! {
    /// Hands out something that is at hand.
    #[derive(Copy)]
    pub struct HandOut(form: DirkRules) {
        /// What, by its place among what is at hand.
        at: u8 = found(form)?,
        /// To whom.
        who: Who = form.creature_among("who", "To whom", living_hero(form))?,
        /// For which weapon, if it is ammo or charges.
        #[serde(default)]
        item: Option<u8> = gun(form, at, who)?,
    }
}

/// The field `at`: a card for things and gems, and one for ammo and charges, which asks for which weapon they are.
fn found(form: &mut Filling<'_, DirkRules>) -> Filled<u8> {
    let is_refill = |what: &What| matches!(what, What::Refill(_));
    if form.variant(&[false, true])? {
        form.only_if(form.state.world.at_hand.iter().any(|thing| is_refill(&thing.what)))?;
        form.label(|| "Hand out ammo or charges".into());
        return from_hand(form, "What", is_refill);
    }
    from_hand(form, "What", |what| matches!(what, What::Thing { .. } | What::Gems(_)))
}

/// Those heroes who are alive and in play.
fn living_hero<'a>(form: &Filling<'a, DirkRules>) -> impl Fn(Who) -> bool + use<'a> {
    let state = form.state;
    move |who| {
        let sheet = state.sheet(who);
        sheet.hero && sheet.draft.is_none() && !state.live(who).dead
    }
}

/// The field `item`: weapons with ammo or charges, where it is those that are handed out.
fn gun(form: &mut Filling<'_, DirkRules>, at: u8, who: Who) -> Filled<Option<u8>> {
    let (quiet, here) = (May::quiet(form.at(), form.seat), form.at());
    let thing = form.state.world.at_hand.get(usize::from(at));
    if !form.is_written() && !thing.is_some_and(|thing| matches!(thing.what, What::Refill(_))) {
        return Ok(None);
    }
    let guns = DirkRules::things(here, who).filter(|(item, _)| refillable(quiet, who, *item).is_ok());
    let named = |name: &str| DirkRules::thing_named(here, who, name);
    form.or_left_out("item", |form| form.named("item", "For which weapon", guns, named))
}

impl Deed<DirkRules> for HandOut {
    const CARD: Card = Card::gm("Hand out what was found", "World").rule(rules::DK_LOOT_05H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, Self { at, who, item }) = (rules::DK_LOOT_05H, *self);
        let goes = |what: &What| matches!(what, What::Thing { .. } | What::Gems(_) | What::Refill(_));
        let found = may_use(may, rule, at, goes)?;
        is_alive(may, who)?;
        match &found.what {
            What::Gems(_) => Ok(()),
            What::Thing { name, count, .. } => {
                Ok(room(may.at(), who, &new_thing(may.state, may.book, name).0, *count)?)
            }
            What::Refill(_) => refillable(may, who, item.unwrap_or(u8::MAX)).map(drop),
            What::Creatures { .. } | What::Weather { .. } | What::Harm { .. } | What::Note => may.no(|| {
                let sentence = format!("That cannot be handed out: {}", found.text);
                Refusal::new(rule, "no-thing", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let Self { at, who, item: weapon } = self;
        let found = cx.state().world.at_hand[usize::from(at)].clone();
        match found.what {
            What::Gems(gems) => {
                used(cx, found.from, at);
                pay(cx, found.from, who, gems);
            }
            What::Thing { name, count, left } => {
                let (sheet, mut item) = new_thing(cx.state(), cx.book(), &name);
                if let Some(left) = left {
                    let armor = item.ap > 0;
                    (item.ap, item.pool) =
                        if armor { (left, item.pool) } else { (item.ap, left.min(item.pool)) };
                }
                used(cx, found.from, at);
                for _ in 0..count {
                    cx.record(found.from, Fact::Got { who, sheet: sheet.clone(), item });
                }
            }
            What::Refill(much) => {
                let item = weapon.unwrap_or(u8::MAX);
                let (from, size) = refillable(May::told(cx.at(), by), who, item)?;
                used(cx, found.from, at);
                let to = from.saturating_add(much).min(size);
                cx.record(found.from, Fact::Pool { who, item, from, to });
            }
            What::Creatures { .. } | What::Weather { .. } | What::Harm { .. } | What::Note => {}
        }
        Ok(())
    }
}

/// What a gun holds and can hold.
fn refillable(may: May<'_, DirkRules>, who: Who, item: u8) -> Lawful<(u8, u8)> {
    let one = may.state.creature(who);
    let kind = one.and_then(|one| one.sheet.items.get(usize::from(item))?.kind);
    let pool = kind.and_then(|kind| may.book.weapons.get(kind.as_str())).and_then(|row| row.pool);
    let kept = one.and_then(|one| one.live.items.get(usize::from(item)));
    let gun = pool.filter(|pool| pool.kind != crate::book::PoolKind::Durability);
    match gun.zip(kept.filter(|now| now.place != Place::Gone)) {
        Some((pool, now)) if now.pool < pool.size => Ok((now.pool, pool.size)),
        Some((pool, _)) => may.no(|| {
            let sentence = format!("It is full: {} is all it holds.", pool.size);
            Refusal::new(rules::DK_WEAR_04, "full", sentence).with("most", pool.size)
        }),
        None => may.no(|| {
            let sentence = "Say which weapon with ammo or charges it is for.";
            Refusal::new(rules::DK_WEAR_04, "which-weapon", sentence)
        }),
    }
}

deed! {
    /// Goes through somebody's pockets. What is found there lies at the referee's hand.
    pub struct Search(form: DirkRules) {
        who: Who = form.actor()?,
        /// Whom.
        body: Who = fallen(form, who, "body", |known| !known)?,
    }
}

/// A field for somebody who cannot mind and was searched, or was not.
fn fallen(
    form: &mut Filling<'_, DirkRules>,
    who: Who,
    name: &'static str,
    searched: impl Fn(bool) -> bool,
) -> Filled<Who> {
    let (quiet, state) = (May::quiet(form.at(), form.seat), form.state);
    let hero = state.creature(who).is_some_and(|one| one.sheet.hero);
    let fits =
        |body: Who| may_rob(quiet, who, body).is_ok() && searched(state.world.searched.contains(&body));
    form.only_if(hero && state.battle.is_none() && state.everybody().any(fits))?;
    form.creature_among(name, "Whom", fits)
}

impl Deed<DirkRules> for Search {
    const CARD: Card = Card::acting("Search", "Things").rule(rules::DK_LOOT_01H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, body } = *self;
        is_alive(may, who)?;
        may_rummage(may, who)?;
        may_rob(may, who, body)?;
        may.not_if(may.state.world.searched.contains(&body), || {
            let sentence = format!("{} has been searched already.", may.state.sheet(body).name);
            Refusal::new(rules::DK_LOOT_01H, "searched", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (Self { who, body }, rule) = (self, rules::DK_LOOT_01H);
        cx.record(rule, Fact::World(WorldFact::Searched { who, body }));
        let sheet = cx.state().sheet(body);
        let (named, full) = (sheet.named, sheet.is(FULL_POCKETS));
        if sheet.hero {
            return Ok(());
        }
        let row = sheet.like.and_then(|like| cx.book().creatures.get(like.as_str()));
        if let Some(row) = row.filter(|row| !row.loot.is_empty()) {
            cx.cite(row.id);
            let found = cx.within((who, body), |cx| follow_all(cx, row.id, &row.name, &row.loot))?;
            lay_out(cx, found);
            return Ok(());
        }
        let times = match (named, full) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => {
                let face = secret(cx, rule, Size::Dice { count: 1, sides: 6, plus: 0 })?;
                u8::from(face >= 4)
            }
        };
        for left in (0..times).rev() {
            let found = cx.within((who, body, left), |cx| draw(cx, rule.as_str()))?;
            lay_out(cx, found);
        }
        Ok(())
    }
}

deed! {
    /// Takes a thing from somebody who cannot mind.
    #[derive(Copy)]
    pub struct Take(form: DirkRules) {
        who: Who = form.actor()?,
        /// From whom.
        from: Who = fallen(form, who, "from", |known| known)?,
        item: u8 = theirs(form, from)?,
    }
}

/// The field `item`: a thing of theirs. Of two people it is the other one's that is taken.
fn theirs(form: &mut Filling<'_, DirkRules>, from: Who) -> Filled<u8> {
    let at = form.at();
    form.named("item", "What", kept(at, from), |name| DirkRules::thing_named(at, from, name))
}

fn kept<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = (u8, &'a str)> {
    let one = at.state.creature(who).into_iter();
    let all = one.flat_map(|one| (0u8..).zip(one.sheet.items.iter().zip(&one.live.items)));
    let kept = all.filter(|(_, (_, now))| now.place != Place::Gone);
    kept.map(|(number, (thing, _))| (number, thing.name.as_str()))
}

impl Deed<DirkRules> for Take {
    const CARD: Card = Card::acting("Take from", "Things").rule(rules::DK_LOOT_01H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (&Self { who, from, item }, rule) = (self, rules::DK_LOOT_01H);
        is_alive(may, who)?;
        may_rummage(may, who)?;
        may_rob(may, who, from)?;
        may.not_if(!may.state.world.searched.contains(&from), || {
            let sentence = format!("{} has to be searched first.", may.state.sheet(from).name);
            Refusal::new(rule, "not-searched", sentence)
        })?;
        may.not_if(!kept(may.at(), from).any(|(number, _)| number == item), || {
            Refusal::new(rule, "no-such-thing", "There is no such thing to take.")
        })?;
        Ok(room(may.at(), who, &may.state.sheet(from).items[usize::from(item)], 1)?)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, from, item } = self;
        if let Some(thing) = of_item(cx.state(), from, item) {
            let (from, to) = ((Where::Carried(from), None), Where::Carried(who));
            move_thing(cx, rules::DK_LOOT_01H, thing, from, to);
        }
        Ok(())
    }
}

deed! {
    /// Empties the purse of somebody who cannot mind.
    #[derive(Copy)]
    pub struct TakeGems(form: DirkRules) {
        who: Who = form.actor()?,
        /// Whose.
        from: Who = fallen(form, who, "from", |known| known)?,
    }
}

impl Deed<DirkRules> for TakeGems {
    const CARD: Card = Card::acting("Empty a purse", "Things").rule(rules::DK_LOOT_01H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (&Self { who, from }, rule) = (self, rules::DK_LOOT_01H);
        is_alive(may, who)?;
        may_rummage(may, who)?;
        may_rob(may, who, from)?;
        may.not_if(!may.state.world.searched.contains(&from), || {
            let sentence = format!("{} has to be searched first.", may.state.sheet(from).name);
            Refusal::new(rule, "not-searched", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, from } = self;
        let gems = cx.state().sheet(from).gems;
        if gems > 0 {
            let (from, to) = ((Where::Carried(from), None), Where::Carried(who));
            move_thing(cx, rules::DK_LOOT_01H, Thing::Gems(gems), from, to);
        }
        Ok(())
    }
}

/// What bars going through things: the middle of a battle, or that one can do nothing.
fn may_rummage(may: May<'_, DirkRules>, who: Who) -> Lawful {
    let rule = rules::DK_LOOT_01H;
    may.outright_if(may.state.battle.is_some(), || {
        Refusal::new(rule, "in-battle", "There is no time for that in a battle.")
    })?;
    may.outright_if(out(may.state, who), || {
        let sentence = format!("{} is in no state to do that.", may.state.sheet(who).name);
        Refusal::new(rule, "unable", sentence)
    })
}

/// What bars going through the things of those who would mind.
fn may_rob(may: May<'_, DirkRules>, who: Who, body: Who) -> Lawful {
    let rule = rules::DK_LOOT_01H;
    let Some(creature) = may.state.creature(body).filter(|one| one.sheet.draft.is_none() && body != who)
    else {
        return may.no(|| Refusal::new(rule, "no-such-creature", "There is nobody like that to search."));
    };
    may.not_if(!together(may.state, who, body), || {
        Refusal::new(rule, "elsewhere", format!("{} is elsewhere.", creature.sheet.name))
    })?;
    may.not_if(!out(may.state, body) && !creature.live.surrendered, || {
        Refusal::new(rule, "on-their-feet", format!("{} would mind.", creature.sheet.name))
    })
}

/// How many numbers of things are in use.
pub(crate) fn things_kept(state: &State, who: Who) -> usize {
    state.live(who).items.iter().filter(|item| item.place != Place::Gone).count()
}

/// Refuses things that are too many or too heavy to carry.
fn room(at: At<'_, DirkRules>, who: Who, thing: &ItemSheet, count: u8) -> Result<(), Refusal> {
    if things_kept(at.state, who) + usize::from(count) > MOST_THINGS {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        return Err(Refusal::new(rules::DK_EQUIP_01, "too-many", sentence).with("most", MOST_THINGS));
    }
    bears(at, who, &thing.name, u32::from(thing.weight) * u32::from(count))
}

deed! {
    /// The referee lets somebody have a thing: of the lists, or an odd one that weighs 1 and is worth 1 gem where nothing
    /// else is said.
    pub struct Grant(form: DirkRules) {
        /// Whom.
        who: Who = form.creature_among("who", "To whom", living_hero(form))?,
        /// What.
        thing: String = form.text("thing", "What", 40)?,
        /// What it weighs, if it is on no list.
        #[serde(default)]
        weight: Option<i16> = form.maybe_amount("weight", "Weight", 0..=20)?,
        /// What it is worth, if it is on no list.
        #[serde(default)]
        gems: Option<i32> = form.maybe_amount("gems", "Worth in gems", 0..=1_000)?,
    }
}

impl Grant {
    /// The thing, and what the table learns of it if it is on no list.
    fn made(&self, at: At<'_, DirkRules>) -> (ItemSheet, Item, Option<Odd>) {
        let name = self.thing.trim();
        let (mut sheet, item) = new_thing(at.state, at.book, name);
        if wares(at.book, name).is_some() {
            return (sheet, item, None);
        }
        let known = at.state.world.odd.iter().find(|odd| odd.name == name);
        let odd = Odd {
            name: name.to_owned(),
            weight: self.weight.map_or(known.map_or(1, |odd| odd.weight), |weight| weight.min(255) as u8),
            gems: self.gems.map_or(known.map_or(1, |odd| odd.gems), i32::unsigned_abs),
        };
        sheet.weight = odd.weight;
        (sheet, item, Some(odd).filter(|odd| known != Some(odd)))
    }
}

impl Deed<DirkRules> for Grant {
    const CARD: Card = Card::gm("Let somebody have a thing", "World").rule(rules::DK_BASIC_08);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, name) = (rules::DK_BASIC_08, self.thing.trim());
        is_alive(may, self.who)?;
        may.not_if(name.is_empty() || name.chars().count() > 40, || {
            Refusal::new(rule, "name", "Name the thing in 1 to 40 characters.")
        })?;
        may.not_if(self.weight.is_some_and(|weight| !(0..=255).contains(&weight)), || {
            Refusal::new(rule, "weight", "A thing weighs 0 to 255, not less and not more.")
        })?;
        may.not_if(self.gems.is_some_and(|gems| !(0..=100_000).contains(&gems)), || {
            Refusal::new(rule, "price", "A thing is worth 0 to 100,000 gems, not less and not more.")
        })?;
        let listed = wares(may.book, name).is_some();
        may.not_if(listed && (self.weight.is_some() || self.gems.is_some()), || {
            let sentence = format!("{name} is on the lists: its weight and its price stand there.");
            Refusal::new(rule, "on-the-lists", sentence)
        })?;
        let odd = &may.state.world.odd;
        let new = !listed && odd.iter().all(|odd| odd.name != name);
        may.not_if(new && odd.len() >= 200, || {
            Refusal::new(rule, "too-many", "A table knows at most 200 odd things.")
        })?;
        Ok(room(may.at(), self.who, &self.made(may.at()).0, 1)?)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (rule, who) = (rules::DK_BASIC_08, self.who);
        let (sheet, item, odd) = self.made(cx.at());
        if let Some(odd) = odd {
            cx.record(rule, Fact::World(WorldFact::Odd(odd)));
        }
        cx.record(rule, Fact::Got { who, sheet, item });
        Ok(())
    }
}

/// What a thing is worth: its price on the lists, what this table says of it, or 1 gem.
pub fn worth(at: At<'_, DirkRules>, item: &ItemSheet) -> u32 {
    let listed = wares(at.book, &item.name).map(|(_, _, gems)| gems);
    let said = || at.state.world.odd.iter().find(|odd| odd.name == item.name).map(|odd| odd.gems);
    listed.or_else(said).unwrap_or(1)
}

/// A thing by name: of the lists, as this table knows it, or with every number at its default.
pub(crate) fn new_thing(state: &State, book: &Book, name: &str) -> (ItemSheet, Item) {
    let Creature { mut live, sheet } = blank("", None);
    let mut sheet: Sheet = (*sheet).clone();
    give(book, &mut live, &mut sheet, name);
    let mut made = (sheet.items.remove(0), live.items.remove(0));
    if made.0.kind.is_none()
        && let Some(odd) = state.world.odd.iter().find(|odd| odd.name == name)
    {
        made.0.weight = odd.weight;
    }
    // What is found is in the bag, and nobody wears it yet.
    made.1 = Item { place: Place::Pack, wear: Wear::Whole, ..made.1 };
    made
}

/// Somebody has more gems.
fn pay(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, gems: u32) {
    let from = cx.state().sheet(who).gems;
    let to = from.saturating_add(gems);
    cx.record(rule, Fact::World(WorldFact::Gems { who, from, to }));
}
