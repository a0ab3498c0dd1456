//! What equipment does when its chain comes to the step with the effect.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Who};

use super::shine::WATCHES;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, Effect, GearRow};
use crate::check::{Against, Throw, check as roll, skill_sums};
use crate::fact::{BoardFact, FightFact, GearFact, HurtFact, InventoryFact, TableFact};
use crate::gear::pieces;
use crate::hurt::{Gain, ease, gain, may_spend_die, regain, roll_dice};
use crate::rules;
use crate::state::{Condition, DamageType, Dice, Floor, Item, Place, Span, Spot, State, Trap, Used, Ware};

/// A use of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Using {
    /// By whom.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// On whom.
    pub on: Who,
    /// On which space.
    pub at: Option<Spot>,
    /// On which other thing.
    pub other: Option<u8>,
    /// By its second way: somebody is bound with it.
    pub bound: bool,
}

/// A thing of this name that somebody carries.
pub(super) fn owned(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.one(who);
    let mut all = one.sheet.items.iter().zip(&one.live.items);
    let found = all.position(|(thing, now)| {
        thing.name.eq_ignore_ascii_case(name) && now.place.is_carried() && now.count > 0
    });
    found.map(|number| number as u8)
}

/// The piece of armor a kit is used on: the one that is named, or the most damaged.
fn damaged(state: &State, book: &Book, using: &Using) -> Option<(u8, u16, u16)> {
    let all = pieces(state, book, using.on);
    let worn = all.iter().filter_map(|piece| piece.item.map(|item| (item, piece.lost, piece.value)));
    let hurt = worn.filter(|(item, lost, _)| *lost > 0 && using.other.is_none_or(|other| other == *item));
    hurt.max_by_key(|(item, lost, _)| (*lost, std::cmp::Reverse(*item)))
}

/// Whether the effect can happen at all.
pub(super) fn check(state: &State, book: &Book, using: &Using, row: &GearRow) -> Result<(), Refusal> {
    let told = |code: &str, sentence: &str| Err(Refusal::new(row.id, code, sentence));
    let mends = row.effects.iter().any(|effect| matches!(effect, Effect::Armoring(_)));
    if mends && damaged(state, book, using).is_none() {
        return told("undamaged", "No worn piece has lost Armoring.");
    }
    if row.hook.as_deref() == Some("poison")
        && !using.other.is_some_and(|item| takes_poison(state, using.who, item))
    {
        return told("no-blade", "Say which Piercing or Slashing weapon, or which ammunition, it goes on.");
    }
    let locks = |hook: &str| matches!(hook, "lockpicks" | "crowbar");
    if row.hook.as_deref().is_some_and(locks) {
        let board = state.board.as_ref();
        let locked =
            board.zip(using.at).is_some_and(|(board, at)| board.locks.iter().any(|(spot, _)| *spot == at));
        if !locked {
            return told("no-lock", "Say which locked door, by its space.");
        }
    }
    Ok(())
}

/// Whether poison sticks to a thing: it pierces or slashes.
fn takes_poison(state: &State, who: Who, item: u8) -> bool {
    let one = state.one(who);
    let Some((thing, now)) =
        one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item)))
    else {
        return false;
    };
    let kind = match &thing.ware {
        Ware::Weapon(arms) => arms.kind,
        Ware::Shot(shot) => shot.kind,
        _ => None,
    };
    now.place.is_carried()
        && now.count > 0
        && matches!(kind, Some(DamageType::Piercing | DamageType::Slashing))
}

/// A charge is spent; with the last one the thing is used up, and the next of its stack is whole.
pub(super) fn spend(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8, full: u8) {
    let rule = rules::RH_EQUIP_03;
    let now = &cx.state().live(who).items[usize::from(item)];
    let (left, count, lit) = (now.charges.saturating_sub(1), now.count, now.lit);
    if left > 0 || lit {
        record(cx, rule, GearFact::Charges { who, item, left }.into());
    } else if full > 1 {
        // An empty kit or box is still a thing.
        record(cx, rule, GearFact::Charges { who, item, left: 0 }.into());
    } else {
        record(cx, rule, GearFact::Count { who, item, count: count - 1 }.into());
    }
}

/// The effect of a thing.
pub(super) fn takes_effect(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, row: &GearRow) -> Flow {
    let who = using.who;
    if let Some(test) = &row.check {
        let lock = cx.state().board.as_ref().zip(using.at);
        let lock =
            lock.and_then(|(board, at)| board.locks.iter().find(|(spot, _)| *spot == at).map(|(_, dc)| *dc));
        let dc = test.dc.or(lock).unwrap_or(15);
        let mut sums = skill_sums(cx.state(), cx.book(), who, test.skill, &[]);
        sums.add(&row.name, test.plus.into(), row.id);
        let own = Throw::new(who, test.skill.name(), sums, row.id);
        if !roll(cx, own, Against { dc: dc.into(), hidden: false })? {
            return Ok(());
        }
    }
    if using.bound {
        bind(cx, using, row);
        return Ok(());
    }
    for effect in &row.effects {
        cx.within(using.on, |cx| happens(cx, using, row, effect))?;
    }
    hooks(cx, using, row);
    Ok(())
}

fn bind(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, row: &GearRow) {
    let bound = Gain { dc: row.bind, ..Gain::new(Condition::Restrained, row.id).from(using.who) };
    gain(cx, using.on, bound);
}

fn amount(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, row: &GearRow, dice: &str) -> Flow<i16> {
    let dice = Dice::parse(dice).unwrap_or_default();
    roll_dice(cx, row.id, using.who, dice, "effect")
}

fn happens(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, row: &GearRow, effect: &Effect) -> Flow {
    let (who, on, rule) = (using.who, using.on, row.id);
    match effect {
        Effect::Vitality(more) => {
            let more = amount(cx, using, row, &more.dice)?;
            regain(cx, on, more, rule, true);
        }
        Effect::Armoring(more) => {
            let more = amount(cx, using, row, &more.dice)?.max(0).unsigned_abs();
            if let Some((item, lost, _)) = damaged(cx.state(), cx.book(), using) {
                let lost = lost.saturating_sub(more);
                record(cx, rule, HurtFact::Armor { who: on, item: Some(item), lost }.into());
            }
        }
        Effect::Condition(brings) => {
            if let Some(what) = Condition::named(&brings.is) {
                let gained = Gain { stacks: brings.stacks, dc: brings.dc, ..Gain::new(what, rule).from(who) };
                gain(cx, on, gained);
            }
        }
        Effect::End(names) => {
            for what in names.iter().filter_map(|name| Condition::named(name)) {
                ease(cx, on, what, None, rule);
            }
        }
        Effect::HitDie(_) => {
            may_spend_die(cx, on, rule)?;
        }
        Effect::Ap(more) => {
            let more = u8::try_from(amount(cx, using, row, &more.dice)?).unwrap_or(0);
            if on == who {
                let to = cx.state().live(who).ap.saturating_add(more);
                record(cx, rule, FightFact::Ap { who, to }.into());
            } else {
                record(cx, rule, InventoryFact::Braced { who: on, ap: more }.into());
            }
        }
        Effect::AfterEncounter(_) => {
            let times = cx.state().live(on).times_used(rule).saturating_add(1);
            let used = Used { what: rule, until: Span::Encounter, times };
            record(cx, rule, TableFact::Used { who: on, used }.into());
        }
        Effect::Terrain(lies) => spread(cx, using, row, &lies.is, lies.rounds, lies.spread),
        Effect::Light(_) => shines(cx, using, row),
        Effect::Noise(feet) => {
            record(cx, rule, InventoryFact::Heard { who, feet: *feet }.into());
            crate::scenario::heard(cx, who, *feet);
        }
        _ => {}
    }
    Ok(())
}

/// A thing burns from now on, where it is or where it was put. Of a stack it is one.
fn shines(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, row: &GearRow) {
    let (who, item, rule) = (using.who, using.item, row.id);
    cx.cite(rules::RH_LIGHT_01);
    cx.cite(rules::RH_HOUSE_17H);
    let one = cx.state().one(who);
    let (thing, now) = (&one.sheet.items[usize::from(item)], &one.live.items[usize::from(item)]);
    let place = using.at.map_or(now.place, |at| Place::Floor(Some(at)));
    if now.count > 1 {
        let (thing, lit) =
            (thing.clone(), Item { count: 1, charges: 0, lit: true, place, step: 0, ..now.clone() });
        record(cx, rule, GearFact::Got { who, thing, item: lit }.into());
        return;
    }
    if place != now.place {
        record(cx, rule, GearFact::Placed { who, item, to: place }.into());
    }
    record(cx, rule, GearFact::Lit { who, item, lit: true }.into());
}

/// A floor in a space and so many feet around it.
fn spread(
    cx: &mut Cx<'_, RollHighOrDie>,
    using: &Using,
    row: &GearRow,
    is: &str,
    rounds: Option<u16>,
    feet: u16,
) {
    let Some(at) = using.at else { return };
    let far = i16::try_from(feet / 5).unwrap_or(0);
    for down in -far..=far {
        for across in -far..=far {
            let spot = at.step(across, down);
            let spot = spot.filter(|spot| cx.state().board.as_ref().is_some_and(|board| board.has(*spot)));
            if let Some(at) = spot {
                let floor = Floor { at, is: is.to_owned(), rounds };
                record(cx, row.id, BoardFact::Floor(floor).into());
            }
        }
    }
}

fn hooks(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, row: &GearRow) {
    let (who, rule) = (using.who, row.id);
    match row.hook.as_deref() {
        Some("lantern") => {
            if let Some(fuel) = row.burns.as_deref().and_then(|fuel| owned(cx.state(), who, fuel)) {
                let count = cx.state().live(who).items[usize::from(fuel)].count.saturating_sub(1);
                record(cx, rule, GearFact::Count { who, item: fuel, count }.into());
                record(cx, rule, GearFact::Charges { who, item: using.item, left: WATCHES }.into());
            }
        }
        Some("oil") => spread(cx, using, row, OIL, None, 0),
        Some("tinderbox") => {
            let oiled = using
                .at
                .is_some_and(|at| cx.state().board.as_ref().is_some_and(|board| board.floor(at) == OIL));
            if oiled {
                spread(cx, using, row, "Burning Ground", Some(5), 0);
            }
        }
        Some("lockpicks" | "crowbar") => {
            if let Some(at) = using.at {
                record(cx, rule, InventoryFact::Unlocked { who, at }.into());
            }
        }
        // Ready to be thrown, looked through or climbed with.
        Some("firebomb") => arms(cx, using, rule),
        Some("net" | "spyglass" | "climbing-kit") => {
            record(cx, rule, GearFact::Lit { who, item: using.item, lit: true }.into());
        }
        Some("poison") => {
            if let Some(item) = using.other {
                record(cx, rule, GearFact::Poisoned { who, item, poisoned: true }.into());
            }
        }
        Some("rope" | "grappling-hook") => {
            if let Some(at) = using.at.or(cx.state().live(who).at) {
                record(cx, rule, BoardFact::Rope { at }.into());
            }
        }
        Some("bear-trap") => {
            if let Some(at) = using.at {
                let trap = Trap {
                    at,
                    what: row.name.clone(),
                    by: Some(who),
                    noticed: cx.state().sheet(who).side == 0,
                };
                record(cx, rule, BoardFact::Trap(trap).into());
                record(
                    cx,
                    rule,
                    GearFact::Placed { who, item: using.item, to: Place::Floor(Some(at)) }.into(),
                );
            }
        }
        _ => {}
    }
}

/// A thing is armed. Of a stack it is one, and the rest goes back into the pack.
fn arms(cx: &mut Cx<'_, RollHighOrDie>, using: &Using, rule: RuleId) {
    let (who, item) = (using.who, using.item);
    let one = cx.state().one(who);
    let (thing, now) =
        (one.sheet.items[usize::from(item)].clone(), one.live.items[usize::from(item)].clone());
    if now.count > 1 {
        record(cx, rule, GearFact::Placed { who, item, to: Place::Loose }.into());
        let lit = Item { count: 1, charges: 0, lit: true, fuse: 2, step: 0, ..now };
        record(cx, rule, GearFact::Got { who, thing, item: lit }.into());
        return;
    }
    record(cx, rule, GearFact::Lit { who, item, lit: true }.into());
    record(cx, rule, GearFact::Fuse { who, item, turns: 2 }.into());
}

/// A floor that a flame sets on fire.
const OIL: &str = "Oil";
