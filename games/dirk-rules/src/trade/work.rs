//! Working for gems, and crossing between worlds in a ship of one's own.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::shop::customer;
use super::{Goods, purse};
use crate::DirkRules;
use crate::book::{Book, Power};
use crate::effect;
use crate::fact::Fact;
use crate::rules;
use crate::state::State;
use crate::time::{Scale, Task, TaskKind, TimeFact, company, may_set_about, may_spend_time, spend};
use crate::trade::Per;

deed! {
    /// Works for gems: unskilled by the week, skilled by the day.
    #[derive(Copy)]
    pub struct Work(form: DirkRules) {
        who: Who = customer(form)?,
        /// In a trade that was learned.
        #[serde(default)]
        skilled: bool = skilled(form, who)?,
        /// How many weeks, or days of skilled work.
        count: u16 = form.amount("count", "How long", 1..=60)?,
    }
}

/// The field `skilled`: both kinds of work for those who have learned a trade.
fn skilled(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<bool> {
    let learned = form.state.creature(who).is_some() && has_trade(form.at(), who);
    let kinds = [(false, "Unskilled, by the week"), (true, "Skilled, by the day")];
    let kinds = kinds.into_iter().take(if learned { 2 } else { 1 });
    form.or_left_out("skilled", |form| form.one_of("skilled", "How", kinds)).map(Option::unwrap_or_default)
}

fn row_of(book: &Book, skilled: bool) -> Option<&Goods> {
    let name = if skilled { "skilled work" } else { "unskilled work" };
    book.goods.iter().find(|row| row.name == name && row.earns)
}

impl Deed<DirkRules> for Work {
    const CARD: Card = Card::acting("Work for gems", "Things").rule(rules::DK_EQUIP_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, Self { who, count, skilled }) = (rules::DK_EQUIP_02, *self);
        may_set_about(may, rule, &[who])?;
        may_spend_time(may, rule)?;
        may.not_if(count == 0 || count > 60, || {
            Refusal::new(rule, "how-long", "Work 1 to 60 days or weeks at once.").with("most", 60)
        })?;
        may.not_if(skilled && !has_trade(may.at(), who), || {
            let sentence = format!("{} has neither a trade nor a degree.", may.state.sheet(who).name);
            Refusal::new(rule, "unskilled", sentence)
        })?;
        may.not_if(row_of(may.book, skilled).is_none(), || {
            Refusal::new(rule, "no-work", "There is no such work to be had.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, count, skilled } = self;
        let Some(row) = row_of(cx.book(), skilled) else {
            return Ok(());
        };
        let (wage, scale) = (row.gems, if row.per == Some(Per::Day) { Scale::Days } else { Scale::Weeks });
        let task = Task { kind: TaskKind::Toil, who: vec![who], left: scale.seconds() * u32::from(count) };
        let began = cx.state().clock;
        cx.within((who, skilled, wage, began), |cx| spend(cx, scale, task))?;
        // Whoever breaks off is paid for the days or weeks that were full.
        let full = cx.state().clock.saturating_sub(began) / scale.seconds();
        paid_for(cx, self, full);
        Ok(())
    }
}

/// So many days or weeks of work are paid.
pub(crate) fn paid_for(cx: &mut Cx<'_, DirkRules>, work: Work, full: u32) {
    let wage = row_of(cx.book(), work.skilled).map_or(0, |row| row.gems);
    let to = cx.state().sheet(work.who).gems.saturating_add(full.saturating_mul(wage));
    purse(cx, rules::DK_EQUIP_02, work.who, to);
}

/// Whether somebody has learned a trade or taken a degree.
fn has_trade(at: At<'_, DirkRules>, who: Who) -> bool {
    let mut known = at.state.sheet(who).backgrounds.iter();
    known.any(|known| matches!(known.kind.as_str(), "skilled trade" | "advanced degree"))
}

/// The entry of a ship.
fn ship_of<'a>(at: At<'a, DirkRules>, ship: Who) -> Option<&'a Power> {
    let like = at.state.creature(ship)?.sheet.like?;
    at.book
        .gear
        .get(like.as_str())
        .filter(|row| row.vehicle.as_ref().is_some_and(|vehicle| vehicle.crossing.is_some()))
}

deed! {
    /// Crosses from one world to another: everybody aboard, so many weeks.
    pub struct Voyage(form: DirkRules) {
        /// In what.
        ship: Who = boarded(form)?,
        /// Who.
        who: Vec<Who> = aboard(form, ship)?,
    }
}

const SHIP: RuleId = rules::DK_GEAR_26H;

/// The field `ship`: one in which somebody of one's own is.
fn boarded(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    form.only_if(form.state.battle.is_none())?;
    let (quiet, at) = (May::quiet(form.at(), form.seat), form.at());
    let manned = |ship: Who| {
        let own = |who: Who| is_aboard(at.state, who, ship) && may_set_about(quiet, SHIP, &[who]).is_ok();
        ship_of(at, ship).is_some() && !at.state.live(ship).dead && at.state.everybody().any(own)
    };
    form.only_if(at.state.everybody().any(manned))?;
    form.creature_among("ship", "In what", manned)
}

fn aboard(form: &mut Filling<'_, DirkRules>, ship: Who) -> Filled<Vec<Who>> {
    let state = form.state;
    company(form, SHIP, |who| is_aboard(state, who, ship))
}

fn is_aboard(state: &State, who: Who, ship: Who) -> bool {
    state.creature(who).is_some_and(|one| one.live.rides == Some(ship))
}

impl Deed<DirkRules> for Voyage {
    const CARD: Card = Card::anyone("Cross to another world", "Time").rule(SHIP);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let row = ship_of(may.at(), self.ship).filter(|_| !may.state.live(self.ship).dead);
        let Some(row) = row else {
            return may.no(|| Refusal::new(SHIP, "no-ship", "That crosses between no worlds."));
        };
        may_set_about(may, row.id, &self.who)?;
        may_spend_time(may, row.id)?;
        match self.who.iter().find(|one| !is_aboard(may.state, **one, self.ship)) {
            Some(&one) => may.no(|| {
                let sentence = format!("{} is not aboard.", may.state.sheet(one).name);
                Refusal::new(row.id, "not-aboard", sentence)
            }),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (book, ship) = (cx.book(), self.ship);
        let row = ship_of(cx.at(), ship).and_then(|row| book.gear.get(row.id.as_str()));
        let crossing = row.and_then(|row| row.vehicle.as_ref()?.crossing.as_ref());
        let Some((row, crossing)) = row.zip(crossing) else { return Ok(()) };
        let deed = effect::Deed { by: ship, on: ship, rule: row.id, lost: 0, say: "", spot: None };
        let weeks = effect::size(cx, deed, crossing)?;
        let left = Scale::Weeks.seconds() * u32::from(weeks);
        let task = Task { kind: TaskKind::Crossing, who: self.who, left };
        if spend(cx, Scale::Weeks, task.clone())? {
            cx.record(row.id, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
        }
        Ok(())
    }
}
