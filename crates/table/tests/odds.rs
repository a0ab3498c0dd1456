//! Exact odds: what marks save must not change a single fraction, and what cannot be known is said.

use std::cell::Cell;

use boneyard_dice::{Natural, Ratio};
use boneyard_table::odds::{Assumption, Effort, Explorer, OddsError, Play, Query, Step};
use boneyard_table::{At, Cx, Faces, Flow, Group, Seat, Sim, Who, run};
use smallvec::smallvec;

use crate::support::duel::{BID, Command, Duel, Fact, HIT, PARRY, TRAIN, TRY, Tray};
use crate::support::explore::{
    MARKED, PLAIN, best, by_instinct, chance, outcome, played, ratio, state, success,
};
use crate::support::questions::{Amount, Of};
use crate::support::rules::{exchange, resolve, strike};
use crate::support::{BRACK, RAIDER};

fn hp(at: At<'_, Duel>) -> u8 {
    at.state.get(RAIDER).map_or(0, |raider| raider.hp)
}

#[test]
fn marks_do_not_change_the_odds_of_an_exchange() {
    let state = state();
    for (dice, own, other) in
        [(1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1), (2, 1, 0), (2, 1, 1), (3, 1, 0), (3, 0, 1)]
    {
        let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, dice, [own, other]);
        let marked = best(&state, &script, MARKED).expect("odds");
        let plain = best(&state, &script, PLAIN).expect("odds");
        assert_eq!(marked.outcomes, plain.outcomes, "{dice} dice, {own} against {other}");
        assert_eq!((marked.total, marked.unresolved), (plain.total, Natural::ZERO));
        let instinct =
            [MARKED, PLAIN].map(|effort| by_instinct(&state, &script, effort).expect("odds").outcomes);
        assert_eq!(instinct[0], instinct[1]);
    }
}

#[test]
fn an_exchange_of_one_die_comes_out_as_worked_out_by_hand() {
    let state = state();
    let of = |own, other| {
        chance(&best(&state, &|cx| exchange(cx, BRACK, RAIDER, 1, [own, other]), MARKED).expect("odds"))
    };
    assert_eq!(of(0, 0), ratio("1/3"), "a five or a six");
    assert_eq!(of(1, 0), ratio("5/9"), "or one after a reroll");
    assert_eq!(of(0, 1), ratio("1/9"), "twice in a row");
    // A first success is spoiled by the foe and won back by the hero: 5/9 of it stays. A first failure
    // is rerolled by the hero and spoiled by the foe: 1/9 of it turns.
    assert_eq!(of(1, 1), ratio("7/27"));
}

#[test]
fn marks_save_work_where_paths_meet() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, 2, [1, 1]);
    let (marked, plain) =
        (best(&state, &script, MARKED).expect("odds"), best(&state, &script, PLAIN).expect("odds"));
    assert!(marked.reused > 0 && plain.reused == 0);
    assert!(marked.runs * 2 < plain.runs, "{} runs against {}", marked.runs, plain.runs);
}

#[test]
fn a_longer_path_leaps_over_what_lies_behind_its_last_mark() {
    let (state, rounds) = (state(), Cell::new(0));
    let script = |cx: &mut Cx<'_, Duel>| -> Flow {
        loop {
            cx.mark(HIT, ())?;
            rounds.set(rounds.get() + 1);
            let doom = cx.state().doom;
            if doom >= 9 {
                cx.record(HIT, outcome(doom == 9));
                return Ok(());
            }
            let more = cx.die(HIT, BRACK, 2)?;
            cx.record(HIT, Fact::Doom { to: doom + more });
        }
    };
    let plain = best(&state, &script, PLAIN).expect("odds");
    rounds.set(0);
    let marked = best(&state, &script, Effort { audit: false, ..MARKED }).expect("odds");
    assert_eq!(chance(&marked), chance(&plain));
    // Twice the ten places that are not an end, and the two that are; without marks each way is gone alone.
    assert!(rounds.get() <= 22, "{} rounds in {} runs", rounds.get(), marked.runs);
}

#[test]
fn what_opens_a_marked_loop_is_not_gone_through_again() {
    let (state, openings) = (state(), Cell::new(0));
    let script = |cx: &mut Cx<'_, Duel>| -> Flow {
        cx.mark_after(HIT, (), |cx| {
            openings.set(openings.get() + 1);
            let first = cx.die(HIT, BRACK, 6)?;
            cx.record(HIT, Fact::Doom { to: first });
            Ok(())
        })?;
        while cx.state().doom < 9 {
            let more = cx.die(HIT, BRACK, 2)?;
            let doom = cx.state().doom;
            cx.record(HIT, Fact::Doom { to: doom + more });
            cx.mark(HIT, ())?;
        }
        let doom = cx.state().doom;
        cx.record(HIT, outcome(doom == 9));
        Ok(())
    };
    let plain = best(&state, &script, PLAIN).expect("odds");
    openings.set(0);
    let marked = best(&state, &script, Effort { audit: false, ..MARKED }).expect("odds");
    assert_eq!(chance(&marked), chance(&plain));
    assert_eq!(openings.get(), 6, "once for each face of the first die");
    assert!(marked.runs > 6);
    assert_eq!(chance(&best(&state, &script, MARKED).expect("odds")), chance(&plain), "audits find nothing");
}

/// Throws until doom is nine or more; before every throw lies, the hero may add an hour to it.
fn creeping(cx: &mut Cx<'_, Duel>, ahead: bool) -> Flow {
    cx.mark(HIT, ())?;
    while cx.state().doom < 9 {
        let grows = |cx: &mut Cx<'_, Duel>, thrown: Faces| -> Flow {
            let hours = cx.ask(BRACK, Amount { of: Of::Hours, who: BRACK, most: 1 })?;
            let doom = cx.state().doom;
            cx.record(HIT, Fact::Doom { to: doom + thrown.first() + hours.0 });
            Ok(())
        };
        let groups = [Group::new(1, 4)];
        let (rule, by, audience) = (HIT, BRACK.into(), boneyard_table::Audience::ALL);
        let roll = boneyard_table::Roll { rule, by, audience, groups: &groups, terms: None, alike: None };
        if ahead {
            cx.roll_to_mark(&roll, HIT, (), grows)?;
        } else {
            let thrown = cx.roll_one(&roll)?;
            grows(cx, thrown)?;
            cx.mark(HIT, ())?;
        }
    }
    let doom = cx.state().doom;
    cx.record(HIT, outcome(doom == 9));
    Ok(())
}

#[test]
fn a_throw_that_leads_to_what_is_known_needs_no_run_of_its_own() {
    let state = state();
    let unaudited = Effort { audit: false, ..MARKED };
    let plain = best(&state, &|cx| creeping(cx, true), PLAIN).expect("odds");
    let stepwise = best(&state, &|cx| creeping(cx, false), unaudited).expect("odds");
    let ahead = best(&state, &|cx| creeping(cx, true), unaudited).expect("odds");
    assert_eq!((chance(&ahead), chance(&stepwise)), (chance(&plain), chance(&plain)));
    assert!(ahead.runs * 2 < stepwise.runs, "{} runs against {}", ahead.runs, stepwise.runs);
    let audited = best(&state, &|cx| creeping(cx, true), MARKED).expect("odds");
    assert_eq!(audited.outcomes, plain.outcomes);
    let instinct = [MARKED, PLAIN].map(|effort| by_instinct(&state, &|cx| creeping(cx, true), effort));
    let [marked, plain] = instinct.map(|odds| odds.expect("odds").outcomes);
    assert_eq!(marked, plain);
}

#[test]
fn an_audit_does_not_count_against_what_was_granted() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, 3, [1, 1]);
    let odds = best(&state, &script, MARKED).expect("odds");
    assert_eq!(best(&state, &script, Effort { most_runs: odds.runs, ..MARKED }), Ok(odds));
}

/// The first die is needed after the mark and not named by it.
fn forgetful(cx: &mut Cx<'_, Duel>) -> Flow {
    let first = cx.die(HIT, BRACK, 6)?;
    cx.mark(HIT, ())?;
    let second = cx.die(HIT, BRACK, 6)?;
    cx.record(HIT, outcome(first + second >= 7));
    Ok(())
}

#[test]
fn a_forgotten_local_is_caught_by_the_audit_and_gives_wrong_odds_without() {
    let state = state();
    assert_eq!(best(&state, &forgetful, MARKED), Err(OddsError::Forgotten { place: HIT }));
    assert_eq!(chance(&best(&state, &forgetful, PLAIN).expect("odds")), ratio("7/12"));
    let unaudited = best(&state, &forgetful, Effort { audit: false, ..MARKED }).expect("odds");
    assert_ne!(chance(&unaudited), ratio("7/12"), "nothing else would notice");
}

/// The same with the local named by the caller.
fn mindful(cx: &mut Cx<'_, Duel>) -> Flow {
    let first = cx.die(HIT, BRACK, 6)?;
    let second = cx.within(first, |cx| {
        cx.mark(HIT, ())?;
        cx.die(HIT, BRACK, 6)
    })?;
    cx.record(HIT, outcome(first + second >= 7));
    Ok(())
}

#[test]
fn a_caller_names_what_it_needs_after_the_call() {
    assert_eq!(chance(&best(&state(), &mindful, MARKED).expect("odds")), ratio("7/12"));
}

/// One side is out of rerolls and can only pass; then the other has a real choice.
#[test]
fn an_answer_is_never_given_to_a_question_that_has_no_choice() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, 2, [0, 1]);
    let odds = best(&state, &script, MARKED).expect("odds");
    // Success needs both dice high, or one high that comes high again: 1/9 + 4/9 · 1/3.
    assert_eq!(chance(&odds), ratio("7/27"));
    assert_eq!(odds.outcomes, best(&state, &script, PLAIN).expect("odds").outcomes);
}

/// An examples-only question before a real choice.
fn careful(cx: &mut Cx<'_, Duel>) -> Flow {
    let care = cx.ask(BRACK, Amount { of: Of::Care, who: BRACK, most: 6 })?;
    let hours = cx.ask(BRACK, Amount { of: Of::Hours, who: BRACK, most: 2 })?;
    let die = cx.die(TRAIN, BRACK, 6)?;
    cx.record(TRAIN, outcome(die <= care.0 + hours.0));
    Ok(())
}

#[test]
fn a_question_with_examples_only_goes_by_instinct_and_is_named() {
    let odds = best(&state(), &careful, MARKED).expect("odds");
    assert_eq!(chance(&odds), ratio("5/6"), "three by instinct, two by choice");
    assert_eq!(odds.assumptions.into_iter().collect::<Vec<_>>(), [Assumption::Instinct(TRAIN)]);
}

#[test]
fn judgement_and_sealed_bids_are_named_as_assumptions() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| {
        resolve(cx, Seat::GM, Command::Bid)?;
        resolve(cx, Seat::GM, Command::Try { who: BRACK, what: "lift the gate".into() })
    };
    let odds = best(&state, &script, MARKED).expect("odds");
    assert_eq!(chance(&odds), ratio("1/3"), "hard, as proposed");
    let assumed: Vec<_> = odds.assumptions.iter().map(ToString::to_string).collect();
    assert_eq!(assumed, [format!("{TRY} is judged as proposed"), format!("{BID} is answered by instinct")]);
}

#[test]
fn each_side_plays_best_for_itself() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, 1, [1, 0]);
    let of = |side| chance(&played(&state, &script, MARKED, side).expect("odds"));
    assert_eq!(of(0), ratio("5/9"), "the hero rerolls a failure");
    assert_eq!(of(1), ratio("1/9"), "the hero rerolls a success");
}

#[test]
fn advice_lists_every_answer_with_its_odds() {
    let state = state();
    let worth = |success: &bool| smallvec![i64::from(*success)];
    let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, 2, [1, 0]);
    let play = Play::Best { side: 0, worth: &worth };
    let query = Query { start: At { state: &state, book: &() }, script: &script, outcome: &success, play };
    let mut explorer = Explorer::new(query, MARKED);
    let thrown = Step::Roll(smallvec![[2, 4].into_iter().collect()]);
    let advice = explorer.advice(&mut vec![thrown, Step::Mark]).expect("advice");
    let told: Vec<_> = advice.iter().map(|(answer, odds)| (format!("{answer:?}"), chance(odds))).collect();
    let third = ratio("1/3");
    assert_eq!(
        told,
        [
            ("Face(None)".into(), Ratio::ZERO),
            ("Face(Some(2))".into(), third.clone()),
            ("Face(Some(4))".into(), third)
        ]
    );
}

#[test]
fn a_worth_of_two_numbers_is_compared_in_order() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| strike(cx, RAIDER, BRACK);
    let outcome = |at: At<'_, Duel>| at.state.get(BRACK).map_or((0, 0), |brack| (brack.hp, brack.parries));
    let odds = |worth: &dyn Fn(&(u8, u8)) -> boneyard_table::odds::Worth| {
        let play = Play::Best { side: 0, worth };
        let query =
            Query { start: At { state: &state, book: &() }, script: &script, outcome: &outcome, play };
        Explorer::new(query, MARKED).odds().expect("odds")
    };
    let alive_first = odds(&|&(hp, parries)| smallvec![i64::from(hp > 0), i64::from(parries)]);
    let kept = alive_first.chance(|&(_, parries)| parries == 1);
    assert_eq!(kept, ratio("2/3"), "the parry is kept where nobody can die");
}

#[test]
fn dice_read_off_other_dice_branch_on_their_values() {
    let script = |cx: &mut Cx<'_, Duel>| {
        let thirds = cx.dice(HIT, BRACK, Group::new(2, 6).read_as(&[1, 1, 2, 2, 3, 3]))?;
        cx.record(HIT, Fact::Laid { tray: Tray { dice: [thirds.sum() as u8, 0, 0], ..Tray::default() } });
        Ok(())
    };
    let outcome = |at: At<'_, Duel>| at.state.tray.dice[0];
    let state = state();
    let query = Query {
        start: At { state: &state, book: &() },
        script: &script,
        outcome: &outcome,
        play: Play::Instinct,
    };
    let odds = Explorer::new(query, MARKED).odds().expect("odds");
    assert_eq!(odds.chance(|&sum| sum == 4), ratio("1/3"));
    assert_eq!(odds.runs, 6, "one for each of six pairs of values");
}

#[test]
fn what_is_too_large_is_refused() {
    let state = state();
    let few = Effort { most_runs: 50, ..MARKED };
    let script = |cx: &mut Cx<'_, Duel>| exchange(cx, BRACK, RAIDER, 3, [2, 2]);
    assert_eq!(best(&state, &script, few), Err(OddsError::TooLarge { most: 50 }));
    let heap = |cx: &mut Cx<'_, Duel>| cx.dice(HIT, BRACK, Group::new(31, 100)).map(|_| ());
    assert!(matches!(best(&state, &heap, MARKED), Err(OddsError::TooLarge { .. })));
    let ways_beyond_count = |cx: &mut Cx<'_, Duel>| {
        let groups = [Group::new(31, 2), Group::new(31, 2), Group::new(3, 2)];
        let roll = boneyard_table::Roll {
            rule: HIT,
            by: BRACK.into(),
            audience: boneyard_table::Audience::ALL,
            groups: &groups,
            terms: None,
            alike: None,
        };
        cx.roll(&roll, &mut [Faces::default(); 3])
    };
    assert!(matches!(best(&state, &ways_beyond_count, MARKED), Err(OddsError::TooLarge { .. })));
}

#[test]
fn a_command_that_the_rules_refuse_has_no_odds() {
    let script =
        |cx: &mut Cx<'_, Duel>| resolve(cx, Seat(1), Command::Attack { who: BRACK, target: Who(77) });
    let refused = best(&state(), &script, MARKED);
    assert!(matches!(refused, Err(OddsError::Refused(refusal)) if refusal.code() == "no-target"));
}

#[test]
fn rules_that_look_elsewhere_are_called_wayward() {
    let calls = Cell::new(0);
    let script = |cx: &mut Cx<'_, Duel>| {
        calls.set(calls.get() + 1);
        if calls.get() > 1 { cx.mark(HIT, ()) } else { cx.die(HIT, BRACK, 6).map(|_| ()) }
    };
    assert_eq!(best(&state(), &script, MARKED), Err(OddsError::Wayward { place: HIT }));
}

#[test]
fn simulation_comes_to_the_exact_odds() {
    let state = state();
    let script = |cx: &mut Cx<'_, Duel>| strike(cx, BRACK, RAIDER);
    let query =
        Query { start: At { state: &state, book: &() }, script: &script, outcome: &hp, play: Play::Instinct };
    let exact = Explorer::new(query, MARKED).odds().expect("odds");
    assert_eq!(exact.assumptions.iter().cloned().collect::<Vec<_>>(), [Assumption::Instinct(PARRY)]);
    let mut sim = Sim::new(11);
    let tries = 40_000u32;
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..tries {
        let mut state = state.clone();
        run::<Duel>(&mut state, &(), &mut sim, script);
        *seen.entry(hp(At { state: &state, book: &() })).or_insert(0u32) += 1;
    }
    for (left, _) in &exact.outcomes {
        let chance = exact.chance(|known| known == left).to_f64();
        let share = f64::from(seen[left]) / f64::from(tries);
        // Four standard errors of a share of at most one half.
        assert!(
            (share - chance).abs() < 4.0 * 0.5 / f64::from(tries).sqrt(),
            "{left}: {share} against {chance}"
        );
    }
}
