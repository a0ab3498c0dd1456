//! How heroes grow: power-ups found, taken, and what they change for good. There are no levels.

use boneyard_deeds::things::Things;
use boneyard_table::deed::{Card, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Group, Refusal, RuleId, Seat, Who, deed};

use crate::DirkRules;
use crate::book::{Book, Power, PowerUp, PowerUpClass};
use crate::check::is_alive;
use crate::combat::may_act;
use crate::effect::{self, Deed, Lot, LotOf, Much, PartChange, Passive, Size};
use crate::fact::Fact;
use crate::gear::{capacity, load};
use crate::health::out;
use crate::house::{Encumbrance, InertPowerup};
use crate::question::Swallow;
use crate::rules;
use crate::state::{Ability, Item, ItemSheet, MOST_THINGS, Part, Place, State, Wear};

deed! {
    /// Somebody finds a power-up: the referee names its class, dice say which it is.
    pub struct Find(form: DirkRules) {
        who: Who = form.creature("who", "Who")?,
        /// Of which class.
        class: String = class(form, |class| class.name.clone())?,
    }
}

/// The field `class`: a class of power-up by name.
pub(crate) fn class(
    form: &mut Filling<'_, DirkRules>,
    label: impl Fn(&PowerUpClass) -> String,
) -> Filled<String> {
    let classes = form.book.classes.iter();
    form.one_of("class", "Of which class", classes.map(|class| (class.name.clone(), label(class))))
}

/// What bars a class of power-up: there is none of that name.
pub(crate) fn may_class<'a>(may: May<'a, DirkRules>, name: &str) -> Lawful<&'a PowerUpClass> {
    let classes = &may.book.classes;
    match class_of(may.book, name) {
        Some(class) => Ok(class),
        None => may.no(|| {
            let names: Vec<&str> = classes.iter().map(|known| known.name.as_str()).collect();
            let sentence = format!("Power-ups are {}, not {name}.", names.join(", "));
            Refusal::new(rules::DK_GROW_02, "no-such-class", sentence)
        }),
    }
}

/// A class of power-up by name.
pub(crate) fn class_of<'a>(book: &'a Book, name: &str) -> Option<&'a PowerUpClass> {
    book.classes.iter().find(|known| known.name == name)
}

/// What bars a find: somebody cannot carry it.
pub(crate) fn may_carry(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may.not_if(may.state.sheet(who).items.len() >= MOST_THINGS, || {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        Refusal::new(rules::DK_EQUIP_01, "too-many", sentence)
    })?;
    let (carried, most) = (load(may.state, who), capacity(may.at(), who));
    may.not_if(may.state.house.encumbrance == Encumbrance::On && carried + 1 > most, || {
        let sentence = format!("A power-up weighs 1; {carried} of {most} are carried already.");
        Refusal::new(rules::DK_EQUIP_03, "too-heavy", sentence).with("load", carried).with("most", most)
    })
}

impl deed::Deed<DirkRules> for Find {
    const CARD: Card = Card::gm("Let somebody find a power-up", "Scene").rule(rules::DK_GROW_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        is_alive(may, self.who)?;
        may_class(may, &self.class)?;
        may_carry(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        match class_of(cx.book(), &self.class) {
            Some(class) => found(cx, self.who, class),
            None => Ok(()),
        }
    }
}

/// Dice say which power-up of a class it is.
pub(crate) fn found(cx: &mut Cx<'_, DirkRules>, who: Who, class: &PowerUpClass) -> Flow {
    let rule = rules::DK_GROW_02;
    let Size::Dice { count, sides, plus } = class.dice else {
        return Ok(());
    };
    let total = cx.dice(rule, who, Group::new(count, sides))?.sum() as u8 + plus;
    let Some(row) = cx.book().powerups.iter().find(|row| row.roll == total) else {
        return Ok(());
    };
    let sheet = ItemSheet { name: row.name.clone(), kind: Some(row.id), weight: row.weight, tag: None };
    let item = Item { place: Place::Pack, wear: Wear::Whole, pool: 0, ap: 0, survived: 0, unready: false };
    cx.cite(row.id);
    cx.record(rule, Fact::Got { who, sheet, item });
    Ok(())
}

deed! {
    /// Takes a power-up: it is gone, and what it does stays.
    #[derive(Copy)]
    pub struct Consume(form: DirkRules) {
        who: Who = form.actor()?,
        item: u8 = to_take(form, who)?,
    }
}

/// The field `item`, where there is a power-up to take.
fn to_take(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<u8> {
    let at = form.at();
    let all =
        || DirkRules::things(at, who).filter(|(item, _)| powerup(at.book, at.state, who, *item).is_some());
    form.only_if(all().next().is_some())?;
    form.named("item", "What", all(), |name| DirkRules::thing_named(at, who, name))
}

fn powerup<'a>(book: &'a Book, state: &State, who: Who, item: u8) -> Option<&'a PowerUp> {
    let (one, at) = (state.creature(who)?, usize::from(item));
    one.live.items.get(at).filter(|now| now.place != Place::Gone)?;
    book.powerups.get(one.sheet.items.get(at)?.kind?.as_str())
}

impl deed::Deed<DirkRules> for Consume {
    const CARD: Card = Card::acting("Take a power-up", "Things").rule(rules::DK_GROW_03);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (Self { who, item }, rule) = (*self, rules::DK_GROW_03);
        is_alive(may, who)?;
        let Some(row) = powerup(may.book, may.state, who, item) else {
            return may.no(|| Refusal::new(rule, "no-powerup", "There is no such power-up to take."));
        };
        let name = &may.state.sheet(who).name;
        if may.state.battle.is_some() {
            may_act(may, who)?;
        } else {
            may.outright_if(out(may.state, who), || {
                Refusal::new(rule, "unable", format!("{name} can take nothing now."))
            })?;
        }
        let refuses = may.state.house.inert_powerup == InertPowerup::Refuse;
        may.not_if(refuses && inert(may.at(), who, row), || {
            let sentence = format!("{} would do nothing for {name} any more.", row.name);
            Refusal::new(rules::DK_GROW_08, "inert", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (Self { who, item }, rule) = (self, rules::DK_GROW_03);
        let Some(row) = powerup(cx.book(), cx.state(), who, item) else {
            return Ok(());
        };
        let inert = inert(cx.at(), who, row);
        if row.confirm && !inert && !cx.ask(who, Swallow { who, powerup: row.id })? {
            return Ok(());
        }
        if cx.state().battle.is_some() {
            cx.record(rule, Fact::Acted { who });
        }
        cx.cite(row.id);
        cx.record(rule, Fact::Took { who, item, powerup: row.id });
        if inert {
            let why = format!("{} does nothing any more.", row.name);
            cx.record(rules::DK_GROW_08, Fact::Fizzled { who, why });
            return Ok(());
        }
        let deed = Deed { by: who, on: who, rule: row.id, lost: 0, say: "", spot: None };
        effect::all(cx, deed, &row.effects)
    }
}

/// Whether something taken before makes a power-up useless.
fn inert(at: At<'_, DirkRules>, who: Who, row: &PowerUp) -> bool {
    let before = row.inert_after.as_deref().and_then(|name| at.book.powerups.named(name));
    before.is_some_and(|before| at.state.sheet(who).taken.contains(&before.id))
}

/// A full value and the current one rise or fall together. No score has an upper limit; full HP
/// never fall below 1.
pub(crate) fn raise(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId, what: &Much, by: u16, lower: bool) {
    let (live, sheet) = (cx.state().live(who), cx.state().sheet(who));
    let (mut full, mut scores) = (sheet.full, live.scores);
    let (mut full_hp, mut hp) = (sheet.full_hp, live.hp);
    let small = by.min(255) as u8;
    let score = Ability::ALL.into_iter().find(|ability| what.is(ability.name()));
    if let Some(ability) = score {
        let shift = |value: u8| if lower { value.saturating_sub(small) } else { value.saturating_add(small) };
        full[ability as usize] = shift(full[ability as usize]);
        scores[ability as usize] = shift(scores[ability as usize]);
    } else if lower {
        full_hp = full_hp.saturating_sub(by).max(1);
        hp = hp.min(full_hp);
    } else {
        full_hp = full_hp.saturating_add(by);
        hp = hp.saturating_add(by);
    }
    let (full_ap, ap, speed) = (sheet.full_ap, live.ap, sheet.speed);
    cx.record(rule, Fact::Grew { who, full, scores, full_hp, hp, full_ap, ap, speed });
}

/// A power or a mutation by lot; one that is there already is rolled again.
pub(crate) fn draw(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, lot: &Lot) -> Flow {
    let who = deed.on;
    let book = cx.book();
    let table = match lot.from {
        LotOf::Psychic => &book.psychic,
        LotOf::Mutation => &book.mutations,
    };
    let known = |cx: &Cx<'_, DirkRules>, row: &Power| cx.state().sheet(who).knows.contains(&row.id);
    if table.iter().all(|row| known(cx, row)) {
        let why = "There is nothing left to gain.".into();
        cx.record(deed.rule, Fact::Fizzled { who, why });
        return Ok(());
    }
    let row = loop {
        cx.mark(deed.rule, who)?;
        let face = effect::size(cx, deed, &lot.dice)?;
        match table.iter().find(|row| u16::from(row.roll) == face) {
            Some(row) if !known(cx, row) => break row,
            _ => {}
        }
    };
    gain(cx, who, row)
}

/// Somebody has a power from now on.
pub(crate) fn gain(cx: &mut Cx<'_, DirkRules>, who: Who, row: &Power) -> Flow {
    cx.record(row.id, Fact::Gained { who, power: row.id });
    let deed = Deed { by: who, on: who, rule: row.id, lost: 0, say: "", spot: None };
    effect::all(cx, deed, &row.gains)?;
    for passive in &row.passive {
        let Passive::Adjust(much) = passive else {
            continue;
        };
        let by = effect::size(cx, deed, much)?.min(255) as u8;
        let (live, sheet) = (cx.state().live(who), cx.state().sheet(who));
        let (mut full_ap, mut ap, mut speed) = (sheet.full_ap, live.ap, sheet.speed);
        if much.is("AP") {
            full_ap = full_ap.saturating_add(by);
            ap = ap.saturating_add(by);
        } else if much.is("speed") {
            speed = speed.saturating_add(by);
        } else {
            continue;
        }
        let (full, scores, full_hp, hp) = (sheet.full, live.scores, sheet.full_hp, live.hp);
        cx.record(row.id, Fact::Grew { who, full, scores, full_hp, hp, full_ap, ap, speed });
    }
    Ok(())
}

/// Parts heal or grow back: the one that was named before the others, so many of them, or all.
pub(crate) fn mend_parts(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    rule: RuleId,
    change: PartChange,
    named: &str,
) {
    let mut left = change.count.unwrap_or(u8::MAX);
    let mut parts = Part::ALL;
    parts.sort_by_key(|part| !part.name().eq_ignore_ascii_case(named));
    for part in parts {
        let from = cx.state().live(who).part(part);
        if left > 0 && from == change.from {
            cx.record(rule, Fact::Part { who, part, from, to: change.to });
            left -= 1;
        }
    }
}
