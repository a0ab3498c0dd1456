//! A two-sided exchange of rerolls has exact odds, equal to a recursion written by hand.

use std::collections::HashMap;

use boneyard_dice::{Natural, Ratio};
use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::{At, Cx};

use crate::support::explore::{MARKED, PLAIN};
use crate::support::swap::{Swap, Tray, exchange};

/// How a roll reads: 3 great, 2 success, 1 failure, 0 critical failure; and whether it tires.
type Reading = (u8, bool);

fn reading(tray: &Tray) -> Reading {
    let shows = |wanted: &dyn Fn(u8) -> bool| tray.dice.iter().filter(|die| wanted(**die)).count();
    let level = match (shows(&|die| die == 6), shows(&|die| die >= 4), shows(&|die| die == 1)) {
        (2.., ..) => 3,
        (_, 1.., _) => 2,
        (_, 0, 1..) => 0,
        _ => 1,
    };
    (level, shows(&|die| die == 1 || die == 4) > 0)
}

/// Success, then great success, then no critical failure, then no fatigue.
fn worth((level, tired): Reading) -> [i64; 4] {
    [i64::from(level >= 2), i64::from(level == 3), -i64::from(level == 0), -i64::from(tired)]
}

fn explored(dice: u8, left: [u8; 2], effort: Effort) -> Odds<Reading> {
    let script = |cx: &mut Cx<'_, Swap>| exchange(cx, dice, left);
    let outcome = |at: At<'_, Swap>| reading(at.state);
    let worth = |reading: &Reading| smallvec::SmallVec::from(worth(*reading));
    let query = Query {
        start: At { state: &Tray::default(), book: &() },
        script: &script,
        outcome: &outcome,
        play: Play::Best { side: 0, worth: &worth },
    };
    Explorer::new(query, effort).odds().expect("there are odds")
}

/// The mean of each part of the worth, losses as positive numbers.
fn means(odds: &Odds<Reading>) -> [Ratio; 4] {
    std::array::from_fn(|part| odds.chance(|reading| worth(*reading)[part] != 0))
}

/// The same by hand: sums of worth over 6 to the power of the rerolls left, so that all are whole.
#[derive(Default)]
struct ByHand {
    known: HashMap<Tray, [i64; 4]>,
}

impl ByHand {
    fn value(&mut self, tray: Tray) -> [i64; 4] {
        if let Some(known) = self.known.get(&tray) {
            return *known;
        }
        let scale = |tray: &Tray| 6i64.pow(u32::from(tray.left[0] + tray.left[1]));
        let value = if tray.passes == 2 {
            worth(reading(&tray)).map(|part| part * scale(&tray))
        } else {
            let side = usize::from(tray.turn);
            let mut best = self.value(tray.handed_on(false));
            for old in tray.faces().collect::<Vec<_>>() {
                let mut sum = [0; 4];
                for new in 1..=6 {
                    let mut after = tray;
                    after.left[side] -= 1;
                    let kept = self.value(after.turned(old, new).handed_on(true));
                    let part = if side == 0 { kept } else { kept.min(self.value(after.handed_on(true))) };
                    (0..4).for_each(|at| sum[at] += part[at]);
                }
                best = if side == 0 { best.max(sum) } else { best.min(sum) };
            }
            best
        };
        self.known.insert(tray, value);
        value
    }

    fn means(dice: u8, left: [u8; 2]) -> [Ratio; 4] {
        let mut by_hand = Self::default();
        let mut sums = [0i64; 4];
        for throw in 0..6u32.pow(dice.into()) {
            let faces: Vec<u8> = (0..dice).map(|die| (throw / 6u32.pow(die.into()) % 6) as u8 + 1).collect();
            let tray = Tray { turn: 1, ..Tray::new(&faces, left) }.handed_on(true);
            let value = by_hand.value(tray);
            (0..4).for_each(|at| sums[at] += value[at]);
        }
        let total = 6u64.pow(u32::from(dice + left[0] + left[1]));
        sums.map(|sum| {
            Ratio::new(Natural::from(sum.unsigned_abs()), Natural::from(total)).expect("not over 0")
        })
    }
}

#[test]
fn an_exchange_comes_out_as_the_recursion_by_hand() {
    for (dice, left) in
        [(1, [0, 0]), (1, [1, 1]), (2, [1, 1]), (3, [1, 1]), (4, [2, 0]), (4, [2, 1]), (3, [2, 2])]
    {
        let odds = explored(dice, left, MARKED);
        assert_eq!(odds.unresolved, Natural::ZERO);
        assert_eq!(means(&odds), ByHand::means(dice, left), "{dice} dice, {left:?}");
    }
}

#[test]
fn marks_and_audits_change_nothing() {
    for (dice, left) in [(1, [1, 1]), (2, [1, 1]), (3, [1, 0])] {
        assert_eq!(explored(dice, left, MARKED).outcomes, explored(dice, left, PLAIN).outcomes);
    }
}
