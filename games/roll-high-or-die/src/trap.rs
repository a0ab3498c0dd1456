//! Traps: laid by the Referee or by a thing, noticed by those who look, disarmed by steady hands, sprung by the one who
//! comes onto them and does not get out of the way. Nobody but the Referee knows of one that was not noticed.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, TrapRow};
use crate::check::skill_check;
use crate::combat::{able, over_nothing, pay, push, takes, ties};
use crate::effect;
use crate::fact::{BoardFact, FightFact};
use crate::picks::{acting, around, everywhere, space};
use crate::question::DodgeBy;
use crate::rules;
use crate::state::{Skill, Spot, State, Trap};

deed! {
    /// The Referee lays a trap.
    #[serde(deny_unknown_fields)]
    pub struct LayTrap(form: RollHighOrDie) {
        /// Which, by its name.
        trap: String = {
            let all = form.book.traps.iter().filter_map(|row| row.name.clone());
            form.one_of("trap", "Which", all.map(|name| (name.clone(), name)))?
        },
        /// Where.
        at: Spot = {
            let at = form.at();
            space(form, "at", "Where", || everywhere(at))?
        },
    }
}

deed! {
    /// Somebody tries to disarm a trap.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Disarm(form: RollHighOrDie) {
        /// Who.
        who: Who = acting(form)?,
        /// Where it lies.
        at: Spot = {
            let (at, seat) = (form.at(), form.seat);
            let open = |spot: &Spot| Disarm { who, at: *spot }.may(May::quiet(at, seat)).is_ok();
            space(form, "at", "Which", || around(at, who, 1).into_iter().filter(open).collect())?
        },
    }
}

const RULE: RuleId = rules::RH_HOUSE_18H;

/// The row of a trap: a sample, or the thing it is.
fn row<'b>(book: &'b Book, what: &str) -> Option<(&'b TrapRow, RuleId)> {
    let sample = book.traps.iter().find(|row| row.name.as_deref() == Some(what));
    let thing = || book.gear.named(what).and_then(|row| Some((row.trap.as_ref()?, row.id)));
    sample.map(|row| (row, RULE)).or_else(thing)
}

fn at(state: &State, spot: Spot) -> Option<&Trap> {
    state.board.as_ref().and_then(|board| board.traps.iter().find(|trap| trap.at == spot))
}

impl Deed<RollHighOrDie> for LayTrap {
    const CARD: Card = Card::gm("Lay a trap", "Table").rule(RULE);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may.not_if(row(may.book, &self.trap).is_none(), || {
            let known = may.book.traps.iter().filter_map(|row| row.name.as_deref()).collect::<Vec<_>>();
            Refusal::new(
                RULE,
                "no-such-trap",
                format!("There is no such trap; there are {}.", known.join(", ")),
            )
        })?;
        may.not_if(!may.state.board.as_ref().is_some_and(|board| board.has(self.at)), || {
            Refusal::new(RULE, "no-map", format!("{} is on no map.", self.at))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let trap = Trap { at: self.at, what: self.trap, by: None, noticed: false };
        record(cx, RULE, BoardFact::Trap(trap).into());
        Ok(())
    }
}

/// What somebody who looks around with this total notices.
pub fn notice(cx: &mut Cx<'_, RollHighOrDie>, who: Who, total: i16, feet: u16) {
    if cx.state().sheet(who).side != 0 {
        return;
    }
    let Some(own) = cx.state().live(who).at else { return };
    let near = |spot: Spot| {
        u32::from(feet) >= crate::sight::metric(cx.state()).distance(own.footprint(1), spot.footprint(1)) * 5
    };
    let hidden = cx.state().board.iter().flat_map(|board| &board.traps).filter(|trap| !trap.noticed);
    let found: Vec<Trap> = hidden
        .filter(|trap| near(trap.at))
        .filter(|trap| row(cx.book(), &trap.what).is_some_and(|(row, _)| total >= i16::from(row.notice)))
        .cloned()
        .collect();
    for trap in found {
        record(cx, RULE, BoardFact::Trap(Trap { noticed: true, ..trap }).into());
    }
}

impl Deed<RollHighOrDie> for Disarm {
    const CARD: Card = Card::acting("Disarm a trap", "Encounter").rule(RULE).cost(1, "AP");

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.dc(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let Ok(dc) = self.dc(May::quiet(cx.at(), by)) else { return Ok(()) };
        pay(cx, self.who, 1, RULE);
        if skill_check(cx, self.who, Skill::Manipulation, dc.into(), RULE, &[])? {
            record(cx, RULE, BoardFact::TrapGone { at: self.at }.into());
        }
        Ok(())
    }
}

impl Disarm {
    /// How hard it is, or what bars it.
    fn dc(self, may: May<'_, RollHighOrDie>) -> Lawful<u8> {
        let state = may.state;
        takes(state, may.book, self.who, 1).or_else(|refusal| may.outright(|| refusal))?;
        let Some(trap) = at(state, self.at).filter(|trap| trap.noticed) else {
            let sentence = || format!("Nobody has noticed a trap at {}.", self.at);
            return may.no(|| Refusal::new(RULE, "no-trap", sentence()));
        };
        let own = state.live(self.who).at;
        let beside = own.is_some_and(|own| own.x.abs_diff(self.at.x) <= 1 && own.y.abs_diff(self.at.y) <= 1);
        may.not_if(!beside, || Refusal::new(RULE, "not-adjacent", "It lies in no neighbouring space."))?;
        match row(may.book, &trap.what).and_then(|(row, _)| row.disarm) {
            Some(dc) => Ok(dc),
            None => may.no(|| {
                Refusal::new(RULE, "no-way", format!("A {} cannot be disarmed, only avoided.", trap.what))
            }),
        }
    }
}

/// Somebody has come onto a space: whatever trap lies there goes off, unless they get out of the way.
pub fn springs(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let Some(spot) = cx.state().live(who).at else { return Ok(()) };
    let Some(trap) = at(cx.state(), spot).filter(|trap| trap.by != Some(who)).cloned() else { return Ok(()) };
    let Some((row, rule)) = row(cx.book(), &trap.what) else { return Ok(()) };
    if able(cx.state(), who).is_err() {
        return Ok(());
    }
    cx.cite(RULE);
    let skill = cx.ask(who, DodgeBy { who, dc: row.avoid })?;
    record(cx, rule, BoardFact::TrapGone { at: spot }.into());
    cx.cite(rules::RH_SKILL_07);
    if cx.within((who, spot, skill), |cx| skill_check(cx, who, skill, row.avoid.into(), rule, &[]))? {
        return Ok(());
    }
    if let Some(feet) = row.fall {
        let lift = i16::try_from(feet).unwrap_or(10);
        record(cx, rule, FightFact::Pushed { who, to: spot, lift }.into());
        return over_nothing(cx, who);
    }
    cx.within((who, spot), |cx| effect::befalls(cx, who, &row.effects, rule))?;
    let thrown = row.effects.iter().find_map(|effect| match effect {
        crate::book::Effect::Push(push) => Some(push.feet),
        _ => None,
    });
    if let Some(feet) = thrown.filter(|_| !cx.state().live(who).dead) {
        // Nobody stands behind a log: it swings along the rows.
        cx.within((who, spot), |cx| push(cx, who, (0, 1), feet, rule))?;
        ties(cx);
    }
    Ok(())
}
