//! Odds of rules that come back to where they were: chance is solved exactly, choices are cut off.

use boneyard_dice::{Natural, Ratio};
use boneyard_table::odds::Effort;
use boneyard_table::{Cx, Flow};

use crate::support::duel::{CONTEST, Duel, HIT, TRY};
use crate::support::explore::{MARKED, best, chance, outcome, played, ratio, state, unresolved};
use crate::support::rules::{contest, haggle};
use crate::support::{BRACK, RAIDER};

fn one_contest(cx: &mut Cx<'_, Duel>) -> Flow {
    let won = contest(cx, BRACK, RAIDER)?;
    cx.record(CONTEST, outcome(won));
    Ok(())
}

#[test]
fn a_contest_of_twelve_against_ten_with_ties_rerolled_is_won_16_times_in_23() {
    let odds = best(&state(), &one_contest, MARKED).expect("odds");
    assert_eq!(chance(&odds), ratio("16/23"));
    assert_eq!(odds.unresolved, Natural::ZERO);
}

/// Who wins a contest must also throw three or more, or everything begins again.
fn contest_of_wills(cx: &mut Cx<'_, Duel>) -> Flow {
    loop {
        cx.mark(TRY, ())?;
        if !cx.within((), |cx| contest(cx, BRACK, RAIDER))? {
            cx.record(TRY, outcome(false));
            return Ok(());
        }
        if cx.die(TRY, BRACK, 6)? >= 3 {
            cx.record(TRY, outcome(true));
            return Ok(());
        }
    }
}

#[test]
fn a_cycle_within_a_cycle_is_solved_exactly() {
    let odds = best(&state(), &contest_of_wills, MARKED).expect("odds");
    assert_eq!(chance(&odds), ratio("32/53"), "16/23 · 2/3 over 1 - 16/23 · 1/3");
    assert_eq!(odds.unresolved, Natural::ZERO);
}

/// A walk between two marks that lead to each other: from the first, half ends well.
fn to_and_fro(cx: &mut Cx<'_, Duel>) -> Flow {
    let mut there = cx.die(TRY, BRACK, 2)? == 1;
    loop {
        cx.mark(if there { HIT } else { TRY }, ())?;
        match (there, cx.die(TRY, BRACK, 4)?) {
            (true, 1 | 2) => {
                return {
                    cx.record(TRY, outcome(true));
                    Ok(())
                };
            }
            (false, 1) => {
                return {
                    cx.record(TRY, outcome(false));
                    Ok(())
                };
            }
            _ => there = !there,
        }
    }
}

#[test]
fn two_marks_that_lead_to_each_other_are_solved_together() {
    // x = 1/2 + 1/2 y and y = 3/4 x, so x = 4/5 and y = 3/5.
    assert_eq!(chance(&best(&state(), &to_and_fro, MARKED).expect("odds")), ratio("7/10"));
}

/// Half of it ends; the other half goes round two marks for ever, entered at either.
fn endless(cx: &mut Cx<'_, Duel>) -> Flow {
    let mut there = match cx.die(TRY, BRACK, 4)? {
        1 | 2 => {
            cx.record(TRY, outcome(true));
            return Ok(());
        }
        way => way == 3,
    };
    loop {
        cx.mark(if there { HIT } else { TRY }, ())?;
        cx.die(TRY, BRACK, 2)?;
        there = !there;
    }
}

#[test]
fn a_cycle_that_never_ends_is_reported_as_unresolved() {
    let odds = best(&state(), &endless, MARKED).expect("odds");
    assert_eq!((chance(&odds), unresolved(&odds)), (ratio("1/2"), ratio("1/2")));
    let weights = odds.outcomes.iter().map(|(_, weight)| weight).sum::<Natural>();
    assert_eq!(&weights + &odds.unresolved, odds.total, "nothing is lost on the way");
}

#[test]
fn a_cycle_with_a_choice_is_cut_off_and_its_share_told() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| haggle(cx, BRACK);
    for rounds in [1, 2, 3] {
        let effort = Effort { rounds, ..MARKED };
        // Who wants it takes an even chance in the last round rather than be cut off.
        let wanted = played(&state, &script, effort, 0).expect("odds");
        assert_eq!(unresolved(&wanted), Ratio::ZERO);
        let waited = 5u32.pow(u32::from(rounds) - 1);
        let all = 6u32.pow(u32::from(rounds) - 1);
        assert_eq!(chance(&wanted), ratio(&format!("{}/{}", 2 * all - waited, 2 * all)));
        // Who dreads it waits for ever: what is left after so many rounds stays open.
        let dreaded = played(&state, &script, effort, 1).expect("odds");
        assert_eq!(unresolved(&dreaded), ratio(&format!("{}/{}", 5 * waited, 6 * all)));
        let weights = dreaded.outcomes.iter().map(|(_, weight)| weight).sum::<Natural>();
        assert_eq!(&weights + &dreaded.unresolved, dreaded.total);
    }
}
