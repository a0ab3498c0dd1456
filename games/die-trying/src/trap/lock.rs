//! Locks: picked, forced, opened by magic, jammed.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::known::{Locked, at_lock, known_lock, name_of_lock};
use super::spring::spring;
use crate::DieTrying;
use crate::check::{self, Check};
use crate::combat::{Cost, actor_now, at_once, may_do, may_do_deed, pay, pay_deed};
use crate::dungeon::known_door;
use crate::effect::Source;
use crate::fact::{CheckFact, TrapFact};
use crate::gear;
use crate::rules;
use crate::state::{Degree, Laid, Lock, Proficiency, State, Ware};
use crate::time;

deed! {
    /// Picks a lock.
    #[derive(Copy)]
    pub struct PickLock(form: DieTrying) {
        who: Who = {
            let who = actor_now(form)?;
            let state = form.state;
            let tools = state.creature(who).is_some_and(|_| has_tools(state, who));
            form.only_if(tools)?;
            who
        },
        /// Which, by what it keeps shut.
        lock: Locked = lock_beside(form, who, |_| true)?,
        /// As a Bonus Action, for who can.
        #[serde(default)]
        bonus: bool = {
            let bonus = at_once(form, who, "pick-lock", "Pick the lock at once")?;
            if bonus {
                form.id(|| format!("quick-pick_lock-{}", name_in_ids(lock)));
                form.group(|| "Fight".into());
            } else {
                form.id(|| format!("pick_lock-{}", name_in_ids(lock)));
                let state = form.state;
                form.label(|| format!("Pick the lock of the {}", what_it_shuts(state, lock)).into());
            }
            bonus
        },
    }
}

deed! {
    /// Forces a lock, once each.
    #[derive(Copy)]
    pub struct ForceLock(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which, by what it keeps shut.
        lock: Locked = {
            let lock = lock_beside(form, who, |lock| !lock.forced.contains(&who))?;
            form.id(|| format!("force_lock-{}", name_in_ids(lock)));
            let state = form.state;
            form.label(|| format!("Force the {}", what_it_shuts(state, lock)).into());
            lock
        },
    }
}

/// The field `lock`: each that is shut and within reach has a card.
fn lock_beside(form: &mut Filling<'_, DieTrying>, who: Who, fits: impl Fn(&Lock) -> bool) -> Filled<Locked> {
    let state = form.state;
    let here = state.creature(who).is_some();
    let near =
        state.locks.iter().filter(|lock| here && !lock.open && fits(lock) && at_lock(state, who, lock));
    form.each("lock", near.filter_map(|lock| name_of_lock(state, lock)))
}

fn name_in_ids(lock: Locked) -> String {
    match lock {
        Locked::Door([one, other]) => format!("door-{one}-{other}"),
        Locked::Cache(number) => number.to_string(),
    }
}

/// What a lock keeps shut, in words.
fn what_it_shuts(state: &State, lock: Locked) -> &str {
    let Locked::Cache(number) = lock else { return "door" };
    let nth = state.known_caches.get(usize::from(number));
    let cache = nth.and_then(|nth| state.caches.get(usize::from(*nth)));
    cache.map_or("cache", |cache| &cache.name)
}

fn has_tools(state: &State, who: Who) -> bool {
    gear::owned(state, who, |ware| *ware == Ware::Tools).is_some()
}

/// A lock within reach that is shut, with its place in the list.
fn may_work_on(may: May<'_, DieTrying>, who: Who, of: Locked) -> Lawful<(u8, &Lock)> {
    let state = may.state;
    let bad = |code: &str, sentence: &str| Refusal::new(rules::DT_HOUSE_16H, code, sentence);
    // Of a door where nobody has been, nobody knows whether it has a lock, or is there at all.
    let known = |lock: &Lock| lock.door.is_none_or(|door| known_door(state, may.book, door));
    let lock = known_lock(state, of).filter(|(_, lock)| !lock.open);
    let Some(lock) = lock.filter(|(_, lock)| at_lock(state, who, lock) || known(lock)) else {
        return may.no(|| bad("no-lock", "There is no such lock that is shut."));
    };
    may.not_if(!at_lock(state, who, lock.1), || bad("too-far", "The lock is more than 5 feet away."))?;
    Ok(lock)
}

impl Deed<DieTrying> for PickLock {
    const CARD: Card = Card::acting("Pick a lock", "Exploring").rule(rules::DT_HOUSE_16H).odds();

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let sentence = "Picking a lock takes a minute, or an Action for the quick.";
        may_do_deed(may, self.who, self.bonus, "pick-lock", sentence)?;
        may_work_on(may, self.who, self.lock)?;
        may.not_if(!has_tools(may.state, self.who), || {
            let sentence = "Without Thieves Tools no lock is picked.";
            Refusal::new(rules::DT_ITEM_01, "no-tools", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (nth, lock) = may_work_on(May::quiet(cx.at(), by), self.who, self.lock)?;
        let (dc, jammed) = (i16::from(lock.dc) + i16::from(lock.jammed), lock.jammed);
        pick(cx, self, nth, dc, jammed)
    }
}

fn pick(cx: &mut Cx<'_, DieTrying>, pick: PickLock, nth: u8, dc: i16, jammed: u8) -> Flow {
    let (who, rule) = (pick.who, rules::DT_HOUSE_16H);
    let fights = cx.state().battle.is_some();
    pay_deed(cx, who, pick.bonus, "pick-lock", rule);
    cx.cite(rules::DT_ITEM_01);
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Thievery, rule);
    let (degree, _) = cx.within((who, nth, fights), |cx| check::make(cx, check, dc))?;
    match degree {
        Degree::Failure => {}
        Degree::CriticalFailure => {
            cx.cite(rules::DT_HOUSE_04H);
            let fact = TrapFact::Lock { nth, open: false, jammed: jammed + 2, forced: None };
            cx.record(rules::DT_CHECK_09, fact.into());
        }
        Degree::Success | Degree::CriticalSuccess => opened(cx, nth, rule),
    }
    if fights || degree == Degree::CriticalSuccess {
        return Ok(());
    }
    let to = cx.state().now.later(60);
    time::advance(cx, to)
}

/// A lock is open.
pub fn opened(cx: &mut Cx<'_, DieTrying>, nth: u8, rule: boneyard_table::RuleId) {
    let jammed = cx.state().locks.get(usize::from(nth)).map_or(0, |lock| lock.jammed);
    cx.record(rule, TrapFact::Lock { nth, open: true, jammed, forced: None }.into());
}

impl Deed<DieTrying> for ForceLock {
    const CARD: Card = Card::acting("Force a lock", "Exploring").rule(rules::DT_HOUSE_16H).odds();

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Action)?;
        let (_, lock) = may_work_on(may, self.who, self.lock)?;
        may.not_if(lock.forced.contains(&self.who), || {
            let sentence = format!("{} has tried that already.", may.state.name(self.who));
            Refusal::new(rules::DT_HOUSE_16H, "tried", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_HOUSE_16H);
        let (nth, lock) = may_work_on(May::quiet(cx.at(), by), who, self.lock)?;
        let (iron, jammed) = (lock.dc >= 6, lock.jammed);
        pay(cx, who, Cost::Action, rule);
        let dc = if iron { 8 } else { 6 };
        let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Athletics, rule);
        let (degree, _) = cx.within((who, nth, jammed), |cx| check::make(cx, check, dc))?;
        let open = degree.succeeded();
        cx.record(rule, TrapFact::Lock { nth, open, jammed, forced: Some(who) }.into());
        let text = "It is heard for 100 feet.".to_owned();
        cx.record(rule, CheckFact::Extra { who, text }.into());
        crate::dungeon::alarm(cx, who)
    }
}

/// The first lock that is shut of those somebody knows of and could touch.
fn lock_at_hand(state: &State, who: Who) -> Option<u8> {
    let known = |lock: &Lock| !lock.open && name_of_lock(state, lock).is_some() && at_lock(state, who, lock);
    state.locks.iter().position(known).and_then(|nth| u8::try_from(nth).ok())
}

/// The first trap that was found and is a danger still, of those somebody could touch.
fn trap_at_hand(state: &State, who: Who, fits: impl Fn(&Laid) -> bool) -> Option<u8> {
    let near = |laid: &Laid| {
        laid.at.zip(state.live(who).at).is_none_or(|(there, here)| {
            boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1)) <= 1
        })
    };
    let nth = state.traps.iter().position(|laid| laid.found && !laid.spent && near(laid) && fits(laid));
    nth.and_then(|nth| u8::try_from(nth).ok())
}

/// Magic opens a lock or spends a trap within reach of the caster, if the DC is no higher.
pub fn unlocked(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, most: i16) -> Flow {
    let state = cx.state();
    let lock = lock_at_hand(state, by);
    let fits = |nth: &u8| {
        state
            .locks
            .get(usize::from(*nth))
            .is_some_and(|lock| i16::from(lock.dc) + i16::from(lock.jammed) <= most)
    };
    if let Some(nth) = lock.filter(fits) {
        opened(cx, nth, source.rule);
        return Ok(());
    }
    let book = cx.book();
    let easy =
        |laid: &Laid| book.traps.get(laid.trap.as_str()).is_some_and(|row| i16::from(row.disarm) <= most);
    let trap = trap_at_hand(state, by, easy);
    match trap {
        Some(nth) => cx.record(source.rule, TrapFact::Spent { nth }.into()),
        None => {
            let text = "Nothing here opens by that.".to_owned();
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
    }
    Ok(())
}

/// Magic jams a lock; a trap goes off.
pub fn jammed(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, more: i16) -> Flow {
    let state = cx.state();
    let lock = lock_at_hand(state, by);
    if let Some((nth, lock)) = lock.and_then(|nth| Some((nth, state.locks.get(usize::from(nth))?))) {
        let jammed = lock.jammed.saturating_add(u8::try_from(more).unwrap_or(0));
        cx.record(source.rule, TrapFact::Lock { nth, open: false, jammed, forced: None }.into());
        return Ok(());
    }
    match trap_at_hand(state, by, |_| true) {
        Some(nth) => spring(cx, nth, by),
        None => Ok(()),
    }
}
