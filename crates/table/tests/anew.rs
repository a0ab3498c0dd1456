//! A die that is thrown again: what it showed before matters no more, and exact odds look at it once for all of them.

use boneyard_table::odds::{Effort, Explorer, OddsError, Play, Query};
use boneyard_table::{At, Audience, Cx, Faces, Flow, Group, Roll};
use smallvec::smallvec;

use crate::support::BRACK;
use crate::support::duel::{Duel, Fact, HIT, State};
use crate::support::explore::{MARKED, PLAIN, best, by_instinct, chance, outcome, ratio, state, success};
use crate::support::questions::{Amount, Of};

const UNAUDITED: Effort = Effort { audit: false, ..MARKED };

/// Two coins for two throws more.
fn purse() -> State {
    let mut state = state();
    state.duelists.iter_mut().filter(|one| one.name == "Brack").for_each(|brack| brack.coins = 2);
    state
}

/// How what is thrown again is told to exact odds.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    /// As any throw before a mark.
    Throw,
    /// As one that replaces another.
    Anew,
    /// The same, but the better of both faces stands.
    Lie,
}

/// A die for doom; while there are coins it may be thrown again for one. Five or more is a success.
fn gamble(cx: &mut Cx<'_, Duel>, told: Told) -> Flow {
    let first = cx.die(HIT, BRACK, 6)?;
    cx.record(HIT, Fact::Doom { to: first });
    cx.mark(HIT, ())?;
    loop {
        let coins = cx.state().get(BRACK).map_or(0, |brack| brack.coins);
        if coins == 0 || cx.ask(BRACK, Amount { of: Of::Hours, who: BRACK, most: 1 })?.0 == 0 {
            break;
        }
        let lies = |cx: &mut Cx<'_, Duel>, thrown: Faces| -> Flow {
            let (old, new) = (cx.state().doom, thrown.first());
            let to = if told == Told::Lie && new > 0 { new.max(old) } else { new };
            cx.record(HIT, Fact::Paid { who: BRACK, left: coins - 1 });
            cx.record(HIT, Fact::Doom { to });
            Ok(())
        };
        let groups = [Group::new(1, 6)];
        let (rule, by, audience) = (HIT, BRACK.into(), Audience::ALL);
        let roll = Roll { rule, by, audience, groups: &groups, terms: None, alike: None };
        match told {
            Told::Throw => cx.roll_to_mark(&roll, HIT, (), lies)?,
            Told::Anew | Told::Lie => cx.roll_anew(&roll, HIT, (), lies)?,
        }
    }
    let doom = cx.state().doom;
    cx.record(HIT, outcome(doom >= 5));
    Ok(())
}

#[test]
fn whatever_lay_there_a_die_thrown_again_comes_to_the_same() {
    let state = purse();
    let of = |told, effort| best(&state, &|cx| gamble(cx, told), effort).expect("odds");
    let plain = of(Told::Anew, PLAIN);
    assert_eq!(chance(&plain), ratio("19/27"), "not three times in a row less than five");
    for told in [Told::Throw, Told::Anew] {
        for effort in [MARKED, UNAUDITED] {
            assert_eq!(of(told, effort).outcomes, plain.outcomes);
        }
    }
    let (throw, anew) = (of(Told::Throw, UNAUDITED), of(Told::Anew, UNAUDITED));
    assert!(anew.reused < throw.reused, "{} marks looked up against {}", anew.reused, throw.reused);
    let instinct = [MARKED, UNAUDITED, PLAIN]
        .map(|effort| by_instinct(&state, &|cx| gamble(cx, Told::Anew), effort).expect("odds").outcomes);
    assert!(instinct[0] == instinct[2] && instinct[1] == instinct[2]);
}

#[test]
fn a_die_that_does_matter_after_all_is_caught_by_the_audit_and_gives_wrong_odds_without() {
    let state = purse();
    let sixes = |effort| {
        let script = |cx: &mut Cx<'_, Duel>| gamble(cx, Told::Lie);
        let doom = |at: At<'_, Duel>| at.state.doom;
        let worth = |doom: &u8| smallvec![i64::from(*doom)];
        let play = Play::Best { side: 0, worth: &worth };
        let query = Query { start: At { state: &state, book: &() }, script: &script, outcome: &doom, play };
        Explorer::new(query, effort).odds().map(|odds| odds.chance(|doom| *doom == 6))
    };
    assert_eq!(sixes(MARKED), Err(OddsError::Forgotten { place: HIT }));
    assert_eq!(sixes(PLAIN), Ok(ratio("91/216")), "one of three");
    assert_ne!(sixes(UNAUDITED), sixes(PLAIN), "nothing else would notice");
}

#[test]
fn what_takes_too_many_steps_is_refused() {
    let state = purse();
    let within = |steps| {
        let script = |cx: &mut Cx<'_, Duel>| gamble(cx, Told::Throw);
        let worth = |success: &bool| smallvec![i64::from(*success)];
        let play = Play::Best { side: 0, worth: &worth };
        let query =
            Query { start: At { state: &state, book: &() }, script: &script, outcome: &success, play };
        Explorer::new(query, PLAIN).within(steps).odds().map(|odds| chance(&odds))
    };
    assert_eq!(within(30), Err(OddsError::TooLong { most: 30 }));
    assert_eq!(within(100_000), Ok(ratio("19/27")));
}
