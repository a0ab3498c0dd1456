//! Morale of Creatures left to themselves: one Wisdom save when half their group is down, or one alone
//! is at half its Hitpoints.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::legal::{fighter_now, fighters, may_know};
use crate::DieTrying;
use crate::check::{self, Check, add};
use crate::fact::FightFact;
use crate::hurt::max_hp;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Fate, State};

deed! {
    /// A morale save; the one who fails runs.
    #[derive(Copy)]
    pub struct Morale(form: DieTrying) {
        who: Who = shaken_one(form)?,
    }
}

/// The one who does it, if they have to.
fn shaken_one(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = fighter_now(form)?;
    let must = may_test(May::quiet(form.at(), form.seat), who).is_ok();
    form.only_if(must)?;
    Ok(who)
}

/// Squares within which a leader steadies others.
const NEAR: u32 = 6;

/// Whether somebody has to test their morale now.
fn may_test(may: May<'_, DieTrying>, who: Who) -> Lawful {
    let state = may.state;
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HOUSE_21H, code, sentence);
    may_know(may, who)?;
    let Some(battle) = &state.battle else { return may.no(|| bad("no-fight", "There is no fight.".into())) };
    let one = state.one(who);
    let name = &one.sheet.name;
    may.not_if(one.sheet.is_hero() || !battle.has(who) || one.live.fate != Fate::Up, || {
        bad("no-creature", format!("{name} tests no morale."))
    })?;
    may.not_if(one.sheet.has_tag("mindless"), || bad("mindless", format!("{name} knows no fear.")))?;
    may.not_if(battle.tested.contains(&who), || {
        bad("tested", format!("{name} has held or broken already."))
    })?;
    may.not_if(!shaken(may.at(), who), || bad("no-need", format!("{name} sees no reason to run yet.")))
}

/// Whether it looks bad for somebody: half of the group is down, or one alone is at half its Hitpoints.
fn shaken(at: At<'_, DieTrying>, who: Who) -> bool {
    let (state, one) = (at.state, at.state.one(who));
    let Some(battle) = &state.battle else { return false };
    let left = fighters(state)
        .filter(|other| state.sheet(*other).side == one.sheet.side && state.live(*other).fate == Fate::Up);
    let down = i16::from(battle.foes) - i16::try_from(left.count()).unwrap_or(0);
    let half_down = battle.foes > 1 && down * 2 >= i16::from(battle.foes);
    half_down || battle.foes == 1 && one.live.hp * 2 <= max_hp(state, at.book, who)
}

/// The same as a question: bots ask it every turn.
pub fn must_test(at: At<'_, DieTrying>, who: Who) -> bool {
    let fresh = at.state.battle.as_ref().is_some_and(|battle| !battle.tested.contains(&who));
    let could = fresh && !at.state.sheet(who).is_hero() && shaken(at, who);
    could && may_test(May::quiet(at, Seat::GM), who).is_ok()
}

impl Deed<DieTrying> for Morale {
    const CARD: Card = Card::acting("Test morale", "Fight").rule(rules::DT_HOUSE_21H).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_test(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_HOUSE_21H);
        let (state, book) = (cx.state(), cx.book());
        let mut check = Check::save(state, book, who, Ability::Wisdom, rule);
        add(&mut check.parts, "Their leader", steadied(state, book, who), rule);
        let (degree, _) = check::make(cx, check, 4)?;
        cx.record(rule, FightFact::Morale { who, flees: !degree.succeeded() }.into());
        Ok(())
    }
}

/// What a leader nearby adds to the save of its kind.
fn steadied(state: &State, book: &crate::book::Book, who: Who) -> i16 {
    let kin = |other: Who| {
        state.sheet(who).has_tag("goblin") && state.sheet(other).has_tag("goblin") && other != who
    };
    let leaders = fighters(state).filter(|other| {
        kin(*other)
            && state.live(*other).fate == Fate::Up
            && sight::distance(state, who, *other).is_none_or(|far| far <= NEAR)
    });
    leaders.map(|other| passive::total(state, book, other, "morale-near")).max().unwrap_or(0)
}
