//! Turns: how one begins and ends, what happens at its end, and going on to the next.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::moment::Moment;
use boneyard_table::order::Next;
use boneyard_table::{At, Awaits, Cx, Flow, Pilot, Seat, Who, deed};

use super::end::{end, over};
use super::legal::{Cost, fighter_now, fighters, is_awake, may_do};
use crate::DieTrying;
use crate::check::{Sum, roll_sum};
use crate::fact::{FightFact, FightOutcome};
use crate::house::DeathSaveTiming;
use crate::hurt::{Blow, death_save, moment_passes, suffer};
use crate::rules;
use crate::sight;
use crate::state::{Condition, DamageType, Fate, State};
use crate::time;

deed! {
    /// Ends somebody's turn.
    #[derive(Copy)]
    pub struct EndTurn(form: DieTrying) {
        who: Who = fighter_now(form)?,
    }
}

impl Deed<DieTrying> for EndTurn {
    const CARD: Card = Card::acting("End the turn", "Fight").rule(rules::DT_COM_03).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Free)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        finish(cx, self.who)
    }
}

/// Seconds in a round.
const ROUND: u64 = 6;

/// What is told where the TS alone goes on.
pub const NOBODY: &str = "The Trapsetter says what happens.";

/// Turns nobody can act in before a fight is called off: everybody sleeps and nobody wakes.
const STALE: u32 = 400;

/// Whether somebody has turns at all: the dead and those who left have none.
fn has_turns(state: &State, who: Who) -> bool {
    state.live(who).fate != Fate::Dead && !state.live(who).away
}

/// Brings a fight to the next moment at which somebody has to decide something.
pub fn settle(cx: &mut Cx<'_, DieTrying>) -> Flow {
    for _ in 0..STALE {
        let Some(battle) = &cx.state().battle else { return Ok(()) };
        if let Some(outcome) = over(cx.state()) {
            return end(cx, outcome);
        }
        if let Some(who) = battle.acting() {
            if is_awake(cx.state(), who) {
                return Ok(());
            }
            cx.within(who, |cx| finish(cx, who))?;
            continue;
        }
        match battle.order.next(|who| !has_turns(cx.state(), who)) {
            Next::Turn(who) => begin(cx, who)?,
            Next::AnyOf(block) => {
                let who = block.first().map_or(Who(0), |place| place.who);
                begin(cx, who)?;
            }
            Next::RoundOver => round_over(cx)?,
        }
    }
    end(cx, FightOutcome::Stopped)
}

fn begin(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    sight::note(cx, who, rules::DT_COM_03, FightFact::Turn { who });
    moment_passes(cx, Moment::TurnStart(who));
    Ok(())
}

/// A turn is over: fire burns, the dying throw, what waited for it ends.
pub(super) fn finish(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    if cx.state().live(who).is(Condition::Burning) && has_turns(cx.state(), who) {
        let rule = rules::DT_COND_12H;
        let amount = roll_sum(cx, rule, who, Sum { count: 1, sides: 3, name: "burning" })?;
        let blow = Blow { who, amount, kind: DamageType::Fire, pierce: 0, rule };
        cx.within(who, |cx| suffer(cx, blow))?;
    }
    cx.within(who, |cx| super::talent::bleeds(cx, who))?;
    let every = cx.state().house.death_save_timing == DeathSaveTiming::EveryTurn;
    let dying: Vec<Who> = fighters(cx.state())
        .filter(|other| (every || *other == who) && cx.state().live(*other).fate == Fate::Dying)
        .collect();
    for other in dying {
        cx.within((who, other), |cx| death_save(cx, other))?;
    }
    moment_passes(cx, Moment::TurnEnd(who));
    crate::magic::ground_passes(cx, who);
    sight::note(cx, who, rules::DT_COM_02, FightFact::TurnOver { who });
    sight::settle(cx)
}

/// Six seconds are over; those nobody saw for two rounds are out of it.
fn round_over(cx: &mut Cx<'_, DieTrying>) -> Flow {
    super::end::out_of_sight(cx);
    cx.within(0, crate::trap::rounds_go_by)?;
    let to = cx.state().now.later(ROUND);
    time::advance(cx, to)?;
    let round = cx.state().battle.as_ref().map_or(0, |battle| battle.order.round());
    let number = u16::try_from(round).unwrap_or(u16::MAX).saturating_add(1);
    cx.record(rules::DT_COM_02, FightFact::Round { number }.into());
    Ok(())
}

/// Who is waited for in a fight.
pub fn awaits(at: At<'_, DieTrying>) -> Option<Awaits> {
    let battle = at.state.battle.as_ref()?;
    let who = battle.acting()?;
    let secret = sight::audience(at.state, who) != boneyard_table::Audience::ALL;
    // What is said where nobody in particular is waited for: who acts unseen does not even stir.
    let why = if secret { NOBODY.to_owned() } else { format!("{} acts.", at.state.name(who)) };
    Some(Awaits { creatures: vec![who], seats: Vec::new(), why })
}
