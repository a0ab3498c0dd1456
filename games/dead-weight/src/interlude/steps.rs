//! The eight steps in their order, and what each brings by itself: the return, the Guild's part and
//! renown, robbery, recovery.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::guild::party_level;
use super::purse::{check_purse, earn, purse, rob, spend_silver};
use crate::DeadWeight;
use crate::book::{Book, LodgingRow, formula};
use crate::fact::{GearFact, HurtFact, InterludeFact};
use crate::form::{Form, own_thing, whatever_picked};
use crate::gear::ware;
use crate::hurt;
use crate::magic::effect::{self, number};
use crate::roll::{self, acting_hero};
use crate::rules;
use crate::state::{Affliction, Attribute, Awkward, Creature, Doing, Item, ItemSheet, Place, State};

/// Refuses what belongs to another step.
pub fn at_step(state: &State, step: u8, rule: RuleId) -> Result<(), Refusal> {
    match state.interlude {
        Some(now) if now == step => Ok(()),
        Some(now) => {
            let sentence = format!("This is step {now} of the interlude; that belongs to step {step}.");
            Err(Refusal::new(rules::DW_HOUSE_35H, "wrong-step", sentence).with("step", now))
        }
        None => Err(Refusal::new(rule, "no-interlude", "That is for the interlude.")),
    }
}

/// Whether nobody has set out yet: goods can be bought then, and nothing sold.
pub fn before_the_first(state: &State) -> bool {
    let way = &state.expedition;
    state.doing() == Doing::Exploration && !state.party.returned && !way.under_way && way.site.is_empty()
}

/// Refuses trade outside the sixth step, buying before the first expedition aside.
pub fn at_market(state: &State, buys: bool) -> Result<(), Refusal> {
    match (before_the_first(state), buys) {
        (true, true) => Ok(()),
        (true, false) => {
            let sentence = "Nobody buys from you before your first expedition.";
            Err(Refusal::new(rules::DW_CHAR_21, "not-yet", sentence))
        }
        (false, _) => at_step(state, 6, rules::DW_HOUSE_42H),
    }
}

/// The source has no chapter on the week between: the whole procedure is ours.
pub fn may_interlude(may: May<'_, DeadWeight>) -> Lawful {
    whatever_picked(may, may.state.house.allows(rules::DW_HOUSE_35H))
}

/// The field `who` of what an adventurer does in the interlude, in one step of it or in any.
pub fn resident(form: &mut Form<'_>, step: Option<u8>) -> Filled<Who> {
    let who = form.actor()?;
    let state = form.state;
    let now = state.interlude.is_some_and(|now| step.is_none_or(|step| step == now));
    let here = |one: &Creature| one.sheet.is_hero() && !one.live.dead && !one.sheet.hero.retired;
    form.only_if(now && state.creature(who).is_some_and(here))?;
    Ok(who)
}

/// The party comes back: the interlude begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReturnHome {}

impl deed::Form<DeadWeight> for ReturnHome {
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let state = form.state;
        let away = !state.party.has_used(rules::DW_HOUSE_36H) && state.heroes().next().is_some();
        form.only_if(away && state.battle.is_none() && state.camp.is_none())?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for ReturnHome {
    const CARD: Card = Card::gm("The party is back", "Interlude").rule(rules::DW_HOUSE_36H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_HOUSE_36H, may.state);
        may_interlude(may)?;
        may.not_if(state.battle.is_some() || state.camp.is_some(), || {
            Refusal::new(rule, "not-now", "Not out of a fight or a camp.")
        })?;
        may.not_if(state.party.has_used(rule), || Refusal::new(rule, "back", "The party is back already."))?;
        may.not_if(state.heroes().next().is_none(), || {
            Refusal::new(rule, "nobody", "There is nobody to come back.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        return_home(cx)
    }
}

fn return_home(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let rule = rules::DW_HOUSE_36H;
    cx.cite(rules::DW_HOUSE_35H);
    cx.record(rule, InterludeFact::Returned.into());
    cx.cite(rules::DW_PROG_04);
    let heroes: Vec<Who> = cx.state().heroes().collect();
    for who in heroes {
        hurt::cured(cx, who, Affliction::Hopeless, rule);
        hurt::cured(cx, who, Affliction::Nauseated, rule);
        let skilled = |cx: &Cx<'_, DeadWeight>, skill| cx.state().sheet(who).skilled(skill);
        if skilled(cx, rules::DW_SKILL_15) {
            let found = number(cx, "1d6", who, rules::DW_SKILL_15)?;
            earn(cx, who, u32::try_from(found).unwrap_or(0), rules::DW_SKILL_15);
        }
        for (skill, count) in [(rules::DW_SKILL_05, 1), (rules::DW_SKILL_06, 3)] {
            if skilled(cx, skill)
                && let Some((sheet, item)) = ware(cx.book(), "rations")
            {
                effect::give(cx, who, sheet, Item { count, ..item }, skill);
            }
        }
    }
    Ok(())
}

/// What a treasure brings, if it is one: its dice, and whether it is broken.
fn treasure<'a>(book: &'a Book, state: &State, who: Who, item: u8) -> Option<(&'a str, bool)> {
    let now = state.live(who).items.get(usize::from(item)).filter(|now| now.place != Place::Gone)?;
    let sheet = state.sheet(who).items.get(usize::from(item))?;
    let row = book.treasure.get(sheet.kind?.as_str())?;
    let shards = now.broken && row.awkward.contains(&Awkward::Fragile);
    Some((&row.value.as_ref()?.dice, shards))
}

deed! {
    /// Sells treasure for what it is worth.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct SellTreasure(form: DeadWeight) {
        /// Who.
        who: Who = resident(form, Some(1))?,
        /// Which thing.
        item: u8 = {
            let book = form.book;
            let sold = |_: u8, sheet: &ItemSheet, _: &Item| {
                sheet.kind.is_some_and(|kind| book.treasure.get(kind.as_str()).is_some())
            };
            own_thing(form, "item", "Which", who, sold)?
        },
    }
}

impl Deed<DeadWeight> for SellTreasure {
    const CARD: Card = Card::acting("Sell treasure", "Interlude").rule(rules::DW_HOUSE_36H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_HOUSE_36H;
        may_interlude(may)?;
        whatever_picked(may, acting_hero(may.state, self.who))?;
        if before_the_first(may.state) {
            at_market(may.state, false)?;
        }
        at_step(may.state, 1, rule)?;
        may.not_if(treasure(may.book, may.state, self.who, self.item).is_none(), || {
            Refusal::new(rule, "no-treasure", "That is no treasure; equipment is sold later.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        sell_treasure(cx, self.who, self.item)
    }
}

fn sell_treasure(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8) -> Flow {
    let rule = rules::DW_HOUSE_36H;
    let Some((dice, shards)) = treasure(cx.book(), cx.state(), who, item) else { return Ok(()) };
    let value = u32::try_from(number(cx, dice, who, rule)?).unwrap_or(0);
    let silver = if shards { value / 2 } else { value };
    if let Some(kind) = cx.state().sheet(who).items[usize::from(item)].kind {
        cx.cite(kind);
        if kind == rules::DW_TREASURE_01 {
            cx.cite(rules::DW_HOUSE_29H);
        }
    }
    if shards {
        cx.cite(rules::DW_HOUSE_18H);
    }
    let from = cx.state().live(who).items[usize::from(item)].place;
    cx.record(rule, GearFact::Placed { who, item, from, to: Place::Gone, wielded: false }.into());
    cx.record(rule, InterludeFact::Sold { who, item, silver }.into());
    earn(cx, who, silver, rule);
    Ok(())
}

deed! {
    /// Hands silver over.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct ShareSilver(form: DeadWeight) {
        /// Who gives.
        who: Who = resident(form, None)?,
        /// To whom.
        to: Who = {
            let state = form.state;
            let other = |other: Who| other != who && state.heroes().any(|hero| hero == other);
            form.only_if(state.heroes().any(other))?;
            form.creature_among("to", "To whom", other)?
        },
        /// How much.
        silver: u32 = {
            let has = form.state.creature(who).map_or(0, |_| purse(form.state, who));
            form.only_if(has > 0)?;
            form.amount("silver", "How much", 1..=i32::try_from(has).unwrap_or(i32::MAX).max(1))?
        },
    }
}

impl Deed<DeadWeight> for ShareSilver {
    const CARD: Card = Card::acting("Give somebody silver", "Interlude").rule(rules::DW_HOUSE_36H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        acting_hero(may.state, self.who)?;
        acting_hero(may.state, self.to)?;
        may.not_if(self.who == self.to || self.silver == 0, || {
            Refusal::new(rules::DW_HOUSE_36H, "nothing", "Give somebody else at least 1 silver.")
        })?;
        Ok(check_purse(may.state, self.who, self.silver, rules::DW_HOUSE_36H)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        spend_silver(cx, self.who, self.silver, rules::DW_HOUSE_36H);
        earn(cx, self.to, self.silver, rules::DW_HOUSE_36H);
        Ok(())
    }
}

/// The Guild takes one silver of five, from the one who has most.
fn cut(cx: &mut Cx<'_, DeadWeight>) {
    let rule = rules::DW_HOUSE_36H;
    let whole = cx.state().party.sold.saturating_add(cx.state().party.found);
    let book = cx.book();
    let (part, of) = (book.term("guild_cut", "numerator"), book.term("guild_cut", "denominator").max(1));
    let mut left = whole.saturating_mul(part).div_ceil(of);
    if left == 0 {
        return;
    }
    cx.record(rule, InterludeFact::Cut { silver: left }.into());
    let mut heroes: Vec<Who> = cx.state().heroes().collect();
    heroes.sort_by_key(|who| std::cmp::Reverse(purse(cx.state(), *who)));
    for who in heroes {
        let pays = left.min(purse(cx.state(), who));
        spend_silver(cx, who, pays, rule);
        left -= pays;
    }
}

/// Renown for those who came back, for treasure, for a challenging foe or fight.
fn renown(cx: &mut Cx<'_, DeadWeight>) {
    let rule = rules::DW_HOUSE_40H;
    let (state, book) = (cx.state(), cx.book());
    let heroes: Vec<Who> = state.heroes().collect();
    let unsold: u32 = heroes
        .iter()
        .flat_map(|who| (0..state.sheet(*who).items.len()).map(move |item| (*who, item as u8)))
        .filter_map(|(who, item)| treasure(book, state, who, item))
        .filter_map(|(dice, _)| u32::try_from(formula(dice)?.plus).ok())
        .sum();
    let brought = state.party.sold + state.party.found + unsold;
    let wanted = book.term("renown", "treasure_per_level") * u32::from(party_level(state));
    let rich = brought >= wanted * heroes.len() as u32 && brought > 0;
    let mut gained = book.term("renown", "came_back");
    gained += if rich { book.term("renown", "treasure") } else { 0 };
    gained += if state.party.challenging { book.term("renown", "challenging") } else { 0 };
    for who in heroes {
        let from = cx.state().sheet(who).hero.renown;
        let to = from.saturating_add(u8::try_from(gained).unwrap_or(0));
        cx.record(rule, InterludeFact::Renown { who, from, to }.into());
    }
}

/// Whether somebody may lodge there.
fn check_lodge<'a>(book: &'a Book, state: &State, wanted: &Lodge) -> Result<&'a LodgingRow, Refusal> {
    let rule = rules::DW_HOUSE_38H;
    acting_hero(state, wanted.who)?;
    at_step(state, 2, rule)?;
    let Some(row) = book.lodgings.named(&wanted.lodging) else {
        let names: Vec<&str> = book.lodgings.iter().map(|row| row.name.as_str()).collect();
        let sentence = format!("There is {}.", names.join(", "));
        return Err(Refusal::new(rule, "no-such-lodging", sentence));
    };
    if lodging(book, state, wanted.who).is_some() {
        return Err(Refusal::new(rule, "lodged", "The lodging is paid already."));
    }
    check_purse(state, wanted.who, cost(row), rule)?;
    Ok(row)
}

fn cost(row: &LodgingRow) -> u32 {
    let read = row.cost.as_ref().and_then(|cost| formula(&cost.dice));
    read.and_then(|read| u32::try_from(read.plus).ok()).unwrap_or(0)
}

/// Where somebody lodges.
fn lodging<'a>(book: &'a Book, state: &State, who: Who) -> Option<&'a LodgingRow> {
    book.lodgings.iter().find(|row| state.live(who).has_used(row.id))
}

deed! {
    /// Takes a lodging for the week.
    #[serde(deny_unknown_fields)]
    pub struct Lodge(form: DeadWeight) {
        /// Who.
        who: Who = resident(form, Some(2))?,
        /// Which lodging.
        lodging: String = {
            let rows = form.book.lodgings.iter();
            let named = rows.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
            let lodging = form.one_of("lodging", "Where", named)?;
            form.with_refusals("lodging");
            lodging
        },
    }
}

impl Deed<DeadWeight> for Lodge {
    const CARD: Card = Card::acting("Take a lodging", "Interlude").rule(rules::DW_HOUSE_38H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        check_lodge(may.book, may.state, self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_HOUSE_38H);
        let Some(row) = cx.book().lodgings.named(&self.lodging) else { return Ok(()) };
        cx.cite(row.id);
        spend_silver(cx, who, cost(row), rule);
        cx.record(rule, InterludeFact::Lodged { who, lodging: row.id }.into());
        Ok(())
    }
}

/// Goes on to the next step, with what happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextStep {}

impl deed::Form<DeadWeight> for NextStep {
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let state = form.state;
        let on = state.interlude.is_some() && state.party.has_used(rules::DW_HOUSE_36H);
        form.only_if(on && state.heroes().next().is_some())?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for NextStep {
    const CARD: Card = Card::gm("The next step", "Interlude").rule(rules::DW_HOUSE_35H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_HOUSE_35H, may.state);
        may_interlude(may)?;
        let Some(now) = state.interlude else {
            return may.no(|| Refusal::new(rule, "no-interlude", "There is no interlude."));
        };
        may.not_if(!state.party.has_used(rules::DW_HOUSE_36H), || {
            Refusal::new(rule, "return-first", "First the party returns.")
        })?;
        match state.heroes().find(|who| now == 2 && lodging(may.book, state, *who).is_none()) {
            Some(who) => may
                .no(|| Refusal::new(rule, "no-lodging", format!("{} has no lodging yet.", state.name(who)))),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        next_step(cx)
    }
}

fn next_step(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let rule = rules::DW_HOUSE_35H;
    let Some(now) = cx.state().interlude else { return Ok(()) };
    if now == 1 {
        cut(cx);
        renown(cx);
    }
    if now >= 8 {
        cx.record(rule, InterludeFact::SetOut.into());
        return Ok(());
    }
    cx.record(rule, InterludeFact::Step { number: now + 1 }.into());
    let heroes: Vec<Who> = cx.state().heroes().collect();
    for who in heroes {
        match now + 1 {
            3 => cx.within(who, |cx| robbery(cx, who))?,
            4 => cx.within(who, |cx| recovery(cx, who))?,
            _ => {}
        }
    }
    Ok(())
}

/// Risk dice by lodging. The Street Wise never roll.
fn robbery(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_HOUSE_37H;
    cx.cite(rule);
    if cx.state().sheet(who).skilled(rules::DW_SKILL_21) {
        cx.cite(rules::DW_SKILL_21);
        return Ok(());
    }
    let row = lodging(cx.book(), cx.state(), who);
    let dice = row.and_then(|row| row.risk.as_deref()?.split('d').next()?.parse().ok()).unwrap_or(0);
    if dice > 0 && cx.within(who, |cx| roll::risk(cx, rule, who, dice))? {
        rob(cx, who)?;
    }
    Ok(())
}

/// Food and drink, then afflictions, fatigue and wounds.
fn recovery(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_HOUSE_38H;
    let Some(row) = lodging(cx.book(), cx.state(), who) else { return Ok(()) };
    if !row.feeds {
        own_stores(cx, who);
    }
    for name in &row.ends {
        effect::end(cx, who, name, rule);
    }
    hurt::recover_each(cx, who, u8::MAX, rule);
    cx.cite(rules::DW_PROG_05);
    let Some(heals) = &row.heals else { return Ok(()) };
    if heals.is("each-attribute") {
        heal_each(cx, who, true, rule);
        return Ok(());
    }
    let most = if heals.dice == "all" { u8::MAX } else { heals.dice.parse().unwrap_or(1) };
    hurt::heal(cx, who, most, true, rule).map(|_| ())
}

/// The one who pays for no food eats and drinks of the own.
fn own_stores(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    let rule = rules::DW_HOUSE_38H;
    for (name, ends) in [("rations", Affliction::Hungry), ("water", Affliction::Parched)] {
        if !cx.state().live(who).suffers(ends) {
            continue;
        }
        let one = cx.state().one(who);
        let mut things = one.sheet.items.iter().zip(&one.live.items);
        let found = things.position(|(sheet, now)| sheet.name == name && now.place != Place::Gone);
        let Some(item) = found.map(|item| item as u8) else { continue };
        let from = cx.state().live(who).items[usize::from(item)].count;
        cx.record(rule, GearFact::Count { who, item, from, to: from.saturating_sub(1) }.into());
        hurt::cured(cx, who, ends, rule);
        if ends == Affliction::Hungry {
            hurt::cured(cx, who, Affliction::Parched, rule);
        }
    }
}

/// One wound heals on each attribute.
pub(super) fn heal_each(cx: &mut Cx<'_, DeadWeight>, who: Who, resting: bool, rule: RuleId) {
    let live = cx.state().live(who);
    let kept = if live.suffers(Affliction::Hungry) {
        Some(rules::DW_AFFL_02)
    } else if resting && live.suffers(Affliction::Cursed) {
        Some(rules::DW_AFFL_11)
    } else {
        None
    };
    if let Some(by) = kept {
        let why = "these wounds do not heal";
        cx.record(by, HurtFact::Nothing { who, why: why.into() }.into());
        return;
    }
    for attribute in Attribute::ALL {
        let live = cx.state().live(who);
        let (from, fatigue) = (live.wounds[attribute], live.fatigue[attribute]);
        if from > 0 {
            let fact = HurtFact::Wounds { who, attribute, from, to: from - 1, fatigue };
            cx.record(rule, fact.into());
        }
    }
}
