//! Reload and Unjam. That an Attack spends ammunition and may jam a weapon is with the Attack.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};

use super::carry::carried;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::{Against, Throw, check, skill_sums};
use crate::combat::{has, in_encounter, pay};
use crate::fact::{GearFact, TableFact};
use crate::picks::{carried_as, fighting, maybe_thing};
use crate::rules;
use crate::state::{Arms, Place, Skill, Span, State, Used, Ware};

deed! {
    /// Fills a weapon.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Reload(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Which weapon; the first held one that has to be loaded, if nothing is said.
        #[serde(default)]
        item: Option<u8> = to_fill(form, who)?,
        /// From which stack; the first that fits, if nothing is said.
        #[serde(default)]
        thing: Option<u8> = to_fill_with(form, who)?,
    }
}

/// Whether a weapon can be filled, from which stack.
fn fills(at: At<'_, RollHighOrDie>, who: Who, item: Option<u8>, thing: Option<u8>) -> bool {
    check_reload(at.state, at.book, Reload { who, item, thing }, 2).is_ok()
}

/// Weapons that can be filled.
fn empty(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(u8, String)> {
    let mut all =
        carried_as(at, who, |thing, now| now.place.is_held() && matches!(thing.ware, Ware::Weapon(_)));
    all.retain(|(item, _)| fills(at, who, Some(*item), None));
    all
}

/// The field `item`, asked for where it is not plain; the first held weapon may be one that is full.
fn to_fill(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Option<u8>> {
    if form.is_written() {
        return maybe_thing(form, "item", "", who, Vec::new);
    }
    let (at, label) = (form.at(), "Which weapon");
    let weapons = empty(at, who);
    form.only_if(!weapons.is_empty())?;
    match fills(at, who, None, None) {
        true if weapons.len() < 2 => Ok(None),
        true => maybe_thing(form, "item", label, who, || weapons),
        false => form.one_of("item", label, weapons).map(Some),
    }
}

/// The field `thing`, asked for where there are several stacks.
fn to_fill_with(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Option<u8>> {
    if form.is_written() {
        return maybe_thing(form, "thing", "", who, Vec::new);
    }
    let at = form.at();
    let weapons = empty(at, who);
    let mut stacks = carried_as(at, who, |thing, _| matches!(thing.ware, Ware::Shot(_)));
    stacks.retain(|(thing, _)| weapons.iter().any(|(item, _)| fills(at, who, Some(*item), Some(*thing))));
    if stacks.len() < 2 { Ok(None) } else { maybe_thing(form, "thing", "With what", who, || stacks) }
}

deed! {
    /// Clears a weapon.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Unjam(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let (who, at) = (fighting(form)?, form.at());
            form.only_if(clears(at, who, None))?;
            who
        },
        /// Which weapon; the first held one that is Jammed, if nothing is said.
        #[serde(default)]
        item: Option<u8> = to_clear(form, who)?,
    }
}

fn clears(at: At<'_, RollHighOrDie>, who: Who, item: Option<u8>) -> bool {
    check_unjam(at.state, at.book, Unjam { who, item }, 2).is_ok()
}

/// The field `item`, asked for where several are Jammed.
fn to_clear(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Option<u8>> {
    let at = form.at();
    if form.is_written() {
        return maybe_thing(form, "item", "", who, Vec::new);
    }
    let jammed = carried_as(at, who, |_, now| now.jammed);
    let jammed: Vec<_> = jammed.into_iter().filter(|(item, _)| clears(at, who, Some(*item))).collect();
    if jammed.len() < 2 { Ok(None) } else { maybe_thing(form, "item", "Which weapon", who, || jammed) }
}

impl Deed<RollHighOrDie> for Reload {
    const CARD: Card = Card::acting("Reload", "Things").rule(rules::RH_ACT_08).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        check_reload(may.state, may.book, *self, 2)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        reload(cx, self, 2, rules::RH_ACT_08)
    }
}

impl Deed<RollHighOrDie> for Unjam {
    const CARD: Card = Card::acting("Unjam", "Things").rule(rules::RH_ACT_09).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        check_unjam(may.state, may.book, *self, 2)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        unjam(cx, self, 2, rules::RH_ACT_09)
    }
}

/// A held weapon: the one that is named, or the first that fits.
fn held(
    state: &State,
    who: Who,
    item: Option<u8>,
    rule: RuleId,
    fits: impl Fn(u8, &Arms) -> bool,
) -> Result<(u8, &Arms), Refusal> {
    let one = state.one(who);
    if let Some(item) = item {
        let (thing, now) = carried(state, who, item, rule)?;
        return match &thing.ware {
            Ware::Weapon(arms) if now.place.is_held() => Ok((item, arms)),
            _ => {
                let sentence = format!("The {} is no weapon in hand.", thing.name);
                Err(Refusal::new(rule, "not-in-hand", sentence))
            }
        };
    }
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let mut weapons = all.filter_map(|(number, (thing, now))| match &thing.ware {
        Ware::Weapon(arms) if now.place.is_held() && now.count > 0 => Some((number as u8, arms)),
        _ => None,
    });
    weapons.find(|(number, arms)| fits(*number, arms)).ok_or_else(|| {
        let sentence = format!("{} holds no weapon for that.", one.sheet.name);
        Refusal::new(rule, "no-such-weapon", sentence)
    })
}

/// Whether somebody may reload now: the weapon, the stack, and how many go in.
pub fn check_reload(state: &State, book: &Book, reload: Reload, ap: u8) -> Result<(u8, u8, u8), Refusal> {
    let (who, rule) = (reload.who, rules::RH_ACT_08);
    in_encounter(state, book, who, ap)?;
    has(state, who, "reload")?;
    let (item, arms) = held(state, who, reload.item, rule, |_, arms| arms.capacity().is_some())?;
    let (thing, now) = carried(state, who, item, rule)?;
    let told = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let Some(capacity) = arms.capacity() else {
        return told("no-capacity", format!("The {} is not loaded: it has no Capacity.", thing.name));
    };
    if now.jammed {
        let sentence = format!("The {} is Jammed: clear it first.", thing.name);
        return Err(Refusal::new(rules::RH_HOUSE_08H, "jammed", sentence));
    }
    let free = capacity.saturating_sub(now.rounds());
    if free == 0 {
        return told("full", format!("The {} is full.", thing.name));
    }
    let one = state.one(who);
    let near = |place: Place| matches!(place, Place::OffHand | Place::Quiver | Place::Sheath);
    let base = arms.base;
    let fits = |number: usize| {
        let (thing, now) = (&one.sheet.items[number], &one.live.items[number]);
        near(now.place)
            && now.count > 0
            && matches!(&thing.ware, Ware::Shot(shot)
                if base.is_some_and(|base| shot.fits.contains(&base)) && shot.dice.is_some() && shot.kind.is_some())
    };
    let mut stacks = (0..one.live.items.len()).filter(|number| fits(*number));
    let from = match reload.thing {
        Some(from) => Some(usize::from(from)).filter(|from| *from < one.live.items.len() && fits(*from)),
        None => stacks.next(),
    };
    let Some(from) = from else {
        let sentence = "No fitting ammunition is in Off Hand, Quiver or Sheath.";
        return told("no-ammunition", sentence.into());
    };
    let count = u8::try_from(one.live.items[from].count).unwrap_or(u8::MAX).min(free);
    Ok((item, from as u8, count))
}

/// Fills a weapon, as far as there is something to fill it with. `ap` is less with the Feature.
pub fn reload(cx: &mut Cx<'_, RollHighOrDie>, reload: Reload, ap: u8, rule: RuleId) -> Flow {
    let (item, from, count) = check_reload(cx.state(), cx.book(), reload, ap)?;
    let who = reload.who;
    pay(cx, who, ap, rule);
    let live = cx.state().live(who);
    let left = live.items[usize::from(from)].count - u16::from(count);
    let mut loaded: Vec<(u8, u8)> = live.items[usize::from(item)].loaded.to_vec();
    match loaded.iter_mut().find(|(known, _)| *known == from) {
        Some((_, pieces)) => *pieces += count,
        None => loaded.push((from, count)),
    }
    cx.cite(rules::RH_AMMO_01);
    record(cx, rules::RH_ACT_08, GearFact::Loaded { who, item, loaded }.into());
    // An empty stack keeps its number: what is loaded still knows what it is.
    record(cx, rules::RH_ACT_08, GearFact::Count { who, item: from, count: left }.into());
    Ok(())
}

/// The Unjam DC of a weapon somebody is built with and that is Jammed.
fn built_in(state: &State, who: Who) -> Option<u8> {
    let jams = state.sheet(who).attacks.iter().find_map(|own| own.arms.jam());
    jams.filter(|_| state.live(who).times_used(rules::RH_COND_36H) > 0).map(|jam| jam.unjam)
}

/// Whether somebody may clear a weapon now, which thing it is, and against what.
pub fn check_unjam(state: &State, book: &Book, unjam: Unjam, ap: u8) -> Result<(Option<u8>, u8), Refusal> {
    let (who, rule) = (unjam.who, rules::RH_ACT_09);
    in_encounter(state, book, who, ap)?;
    has(state, who, "unjam")?;
    if let Some(dc) = built_in(state, who).filter(|_| unjam.item.is_none()) {
        return Ok((None, dc));
    }
    let jammed = |number: u8| state.live(who).items[usize::from(number)].jammed;
    let (item, arms) = held(state, who, unjam.item, rule, |number, _| jammed(number))?;
    if !jammed(item) {
        let sentence = format!("The {} is not Jammed.", state.sheet(who).items[usize::from(item)].name);
        return Err(Refusal::new(rule, "not-jammed", sentence));
    }
    Ok((Some(item), arms.jam().map_or(0, |jam| jam.unjam)))
}

/// Clears a weapon.
pub fn unjam(cx: &mut Cx<'_, RollHighOrDie>, unjam: Unjam, ap: u8, rule: RuleId) -> Flow {
    let (item, dc) = check_unjam(cx.state(), cx.book(), unjam, ap)?;
    let who = unjam.who;
    pay(cx, who, ap, rule);
    cx.cite(rules::RH_COND_36H);
    let mut sums = skill_sums(cx.state(), cx.book(), who, Skill::Manipulation, &[]);
    if rule != rules::RH_ACT_09 {
        sums.edge("Clear Jam", true, rule);
    }
    let own = Throw::new(who, Skill::Manipulation.name(), sums, rule);
    if !cx.within((who, item), |cx| check(cx, own, Against { dc: dc.into(), hidden: false }))? {
        return Ok(());
    }
    let cleared = match item {
        Some(item) => GearFact::Jammed { who, item, jammed: false }.into(),
        None => {
            let used = Used { what: rules::RH_COND_36H, until: Span::Encounter, times: 0 };
            TableFact::Used { who, used }.into()
        }
    };
    record(cx, rules::RH_ACT_09, cleared);
    Ok(())
}
