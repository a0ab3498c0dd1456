//! Opening what is shut, its lock, and making traps safe.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::super::act::Act;
use super::super::attempt::{can_try_lock, open_holder, open_way, unlock};
use super::super::fact::WorldFact;
use super::super::fill::{file, is_open};
use super::super::go::ways;
use super::super::guard::spring;
use super::super::outcome::checked;
use super::super::scope::Scope;
use super::super::seen::{holders_of, traps_of, ways_of};
use super::super::settle::settle;
use super::super::thing::place_of;
use super::super::world::{Id, PlaceKey};
use super::super::worldly::Worldly;
use super::{Inhabited, here};
use crate::adventure::{Lock, SetOff};

/// Something that can be shut, without its row.
#[derive(Clone)]
enum Shut {
    Holder(Id, Id),
    Way(Id, u16),
}

/// How it is shut.
struct How<'a, G: Worldly> {
    is: Shut,
    key: Id,
    open: bool,
    lock: Option<&'a Lock<G>>,
}

/// What can be shut in a place, as players know it: holders, and the doors of ways by where they lead.
fn shut<'a, G: Worldly>(at: At<'a, G>, here: &PlaceKey) -> Vec<(String, How<'a, G>)> {
    let world = G::world(at.state);
    let holders = holders_of(at, here).into_iter().filter_map(|(name, key, row)| {
        let running = world.running(&key)?;
        let open = is_open(running, row);
        let lock = row.lock.as_ref().filter(|_| !running.unlocked.contains(row.id.as_str()));
        Some((name, How { is: Shut::Holder(key.clone(), row.id.shared()), key, open, lock }))
    });
    let doors = ways_of::<G>(at.state, at.book, here).into_iter().filter_map(|(name, leads)| {
        let locked = leads.is_locked(at);
        let open = match leads.is_open(at) {
            Some(open) => open && !locked,
            None if leads.way.lock.is_some() => !locked,
            None => return None,
        };
        let lock = leads.way.lock.as_ref().filter(|_| locked);
        let key = leads.key.clone();
        Some((name, How { is: Shut::Way(key.clone(), leads.number), key, open, lock }))
    });
    holders.chain(doors).collect()
}

fn what<G: Inhabited>(form: &mut Filling<'_, G>, who: Who, locked: bool) -> Filled<String> {
    let at = form.at();
    let all = place_of(at, who).map(|here| shut(at, &here)).unwrap_or_default();
    let among = all.into_iter().filter(|(_, how)| !how.open && (!locked || how.lock.is_some()));
    form.named("what", "What", among.map(|(name, _)| (name.clone(), name)), |_| None)
}

/// Refuses what is not there, what nobody found, what is open already, and a lock nobody can do anything about.
fn may_open<G: Worldly>(may: May<'_, G>, who: Who, what: &str, locked: bool) -> Lawful {
    let rule = G::CITES.things;
    let (at, here) = (may.at(), here(may, who)?);
    let Some((_, how)) = shut(at, &here).into_iter().find(|(name, _)| name == what) else {
        return may.no(|| Refusal::new(rule, "no-such-thing", "There is nothing like that to open here."));
    };
    may.not_if(how.open, || Refusal::new(rule, "open", "It is open already."))?;
    may.not_if(locked && how.lock.is_none(), || Refusal::new(rule, "not-locked", "It is not locked."))?;
    let hopeless = how.lock.is_some_and(|lock| !can_try_lock(at, who, &here, &how.key, lock));
    may.not_if(hopeless, || Refusal::new(rule, "locked", "It is locked, and nobody here has the key."))
}

fn picked<G: Worldly>(cx: &Cx<'_, G>, who: Who, what: &str) -> Option<(PlaceKey, Shut)> {
    let here = place_of(cx.at(), who)?;
    let (_, how) = shut(cx.at(), &here).into_iter().find(|(name, _)| name == what)?;
    Some((here, how.is))
}

deed! {
    /// Opens something that is shut, with its lock.
    #[serde(deny_unknown_fields)]
    pub struct Open(form: impl Inhabited) {
        who: Who = form.actor()?,
        what: String = what(form, who, false)?,
    }
}

impl<G: Inhabited> Deed<G> for Open {
    const CARD: Card = Card::acting("Open", "Places").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Open)?;
        may_open(may, self.who, &self.what, false)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some((here, is)) = picked(cx, self.who, &self.what) else { return Ok(()) };
        G::acts(cx, self.who, Act::Open)?;
        match is {
            Shut::Holder(key, id) => {
                let row =
                    file(cx, &key).and_then(|file| file.holder.iter().find(|row| row.id.shared() == id));
                row.map_or(Ok(()), |row| open_holder(cx, self.who, &here, &key, row))
            }
            Shut::Way(key, number) => {
                let all = ways::<G>(cx.state(), cx.book(), &here);
                let leads = all.into_iter().find(|leads| leads.key == key && leads.number == number);
                leads.map_or(Ok(()), |leads| open_way(cx, self.who, &here, &leads))
            }
        }
    }
}

deed! {
    /// Opens a lock, and no more.
    #[serde(deny_unknown_fields)]
    pub struct Unlock(form: impl Inhabited) {
        who: Who = form.actor()?,
        what: String = what(form, who, true)?,
    }
}

impl<G: Inhabited> Deed<G> for Unlock {
    const CARD: Card = Card::acting("Open a lock", "Places").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Unlock)?;
        may_open(may, self.who, &self.what, true)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some((here, is)) = picked(cx, self.who, &self.what) else { return Ok(()) };
        G::acts(cx, self.who, Act::Unlock)?;
        let who = self.who;
        match is {
            Shut::Holder(key, id) => {
                let row =
                    file(cx, &key).and_then(|file| file.holder.iter().find(|row| row.id.shared() == id));
                if let Some(lock) = row.and_then(|row| row.lock.as_ref())
                    && unlock(cx, who, &here, &key, lock)?
                {
                    cx.record(G::CITES.things, WorldFact::Unlocked(key, id, who).into());
                }
            }
            Shut::Way(key, way) => {
                let row = file(cx, &key).and_then(|file| file.way.get(usize::from(way)));
                if let Some(lock) = row.and_then(|row| row.lock.as_ref())
                    && unlock(cx, who, &here, &key, lock)?
                {
                    let fact = WorldFact::Door { key, way, open: None, locked: Some(false) };
                    cx.record(G::CITES.things, fact.into());
                }
            }
        }
        settle(cx)
    }
}

deed! {
    /// Makes a trap safe that people know of. Whoever fails may set it off.
    #[serde(deny_unknown_fields)]
    pub struct Disarm(form: impl Inhabited) {
        who: Who = form.actor()?,
        trap: String = trap(form, who)?,
    }
}

fn trap<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<String> {
    let at = form.at();
    let traps = place_of(at, who).map(|here| traps_of(at, &here)).unwrap_or_default();
    form.named("trap", "Which", traps.into_iter().map(|(name, _)| (name.clone(), name)), |_| None)
}

impl<G: Inhabited> Deed<G> for Disarm {
    const CARD: Card = Card::acting("Make a trap safe", "Places").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Disarm)?;
        let here = here(may, self.who)?;
        // The same words for a trap that is not there and for one nobody found.
        let there = traps_of(may.at(), &here).iter().any(|(name, _)| *name == self.trap);
        may.not_if(!there, || Refusal::new(G::CITES.adventure, "no-such-trap", "There is no such trap here."))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some(here) = place_of(cx.at(), self.who) else { return Ok(()) };
        let id = traps_of(cx.at(), &here).into_iter().find(|(name, _)| *name == self.trap);
        let id = id.map(|(_, trap)| trap.id.clone());
        let key = here.adventure.clone();
        let row = file(cx, &key).and_then(|file| file.trap.iter().find(|row| Some(&row.id) == id.as_ref()));
        let Some(row) = row else { return Ok(()) };
        G::acts(cx, self.who, Act::Disarm)?;
        let scope = Scope { here: Some(here.clone()), actor: Some(self.who), ..Scope::of(&key) };
        let safe = match &row.disarm {
            Some(check) => checked(cx, self.who, &scope, check)?.passed,
            None => G::disarms(cx, self.who, row)?,
        };
        if safe {
            let fact = WorldFact::Disarmed(key, row.id.shared(), self.who);
            cx.record(G::CITES.adventure, fact.into());
        } else if row.set_off.contains(&SetOff::Touch) {
            spring(cx, self.who, &here, row)?;
        }
        settle(cx)
    }
}
