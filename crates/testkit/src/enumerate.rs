//! Odds by counting: every face of every die in its turn, nothing sorted, nothing remembered. Slow, and so plain that
//! the kernel's odds can be held against it.

use std::collections::BTreeMap;

use boneyard_dice::{Natural, Ratio};
use boneyard_table::{At, Cx, Ended, Faces, Flow, Game, Host, Party, Roll, run};

/// Dice as a row of counters: what was thrown on the way, and how many faces each had.
#[derive(Debug)]
struct Counters {
    thrown: Vec<(u8, u8)>,
    next: usize,
    most: usize,
}

/// Dice on one way: what is thrown again until it falls otherwise would go on for ever.
const MOST_DICE: usize = 20;

impl Counters {
    fn die(&mut self, sides: u8) -> u8 {
        if self.next == self.thrown.len() {
            self.thrown.push((1, sides));
        }
        let (face, _) = self.thrown[self.next];
        self.next += 1;
        face
    }

    /// The next way to throw them; `false` once all were thrown.
    fn turn(&mut self) -> bool {
        self.next = 0;
        while let Some((face, sides)) = self.thrown.last_mut() {
            if *face < *sides {
                *face += 1;
                return true;
            }
            self.thrown.pop();
        }
        false
    }

    /// One in so many ways, if they can be counted.
    fn ways(&self) -> Option<u64> {
        self.thrown[..self.next].iter().try_fold(1, |ways: u64, (_, sides)| ways.checked_mul((*sides).into()))
    }
}

impl<G: Game> Host<G> for Counters {
    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        let more: usize = roll.groups.iter().map(|group| usize::from(group.count)).sum();
        if self.next + more > self.most {
            return None;
        }
        for (group, faces) in roll.groups.iter().zip(out) {
            let thrown: Vec<u8> = (0..group.count).map(|_| self.die(group.sides)).collect();
            *faces = group.gather(thrown);
        }
        Some(())
    }

    fn ask(&mut self, at: At<'_, G>, _party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        Some(G::question(prompt).instinct(at))
    }

    fn keeps(&self) -> bool {
        false
    }
}

/// The chance of each outcome, everybody going by instinct; `None` where there are more ways than `most`,
/// or no end to them.
pub fn enumerated<G: Game, O: Ord>(
    start: At<'_, G>,
    script: impl Fn(&mut Cx<'_, G>) -> Flow,
    outcome: impl Fn(At<'_, G>) -> O,
    most: u32,
) -> Option<BTreeMap<O, Ratio>> {
    let counted = counted_so_far(start, script, outcome, MOST_DICE, most)?;
    (counted.open == Ratio::ZERO).then_some(counted.shares)
}

/// What counting finds with no more than so many dice.
pub(crate) struct SoFar<O> {
    /// The least share of each outcome.
    pub(crate) shares: BTreeMap<O, Ratio>,
    /// The share of the ways that go on past so many dice.
    pub(crate) open: Ratio,
}

/// The same as far as some dice reach: each outcome has at least this share, and the rest is open. `None` where there
/// are more ways than `most`.
pub(crate) fn counted_so_far<G: Game, O: Ord>(
    start: At<'_, G>,
    script: impl Fn(&mut Cx<'_, G>) -> Flow,
    outcome: impl Fn(At<'_, G>) -> O,
    most_dice: usize,
    most: u32,
) -> Option<SoFar<O>> {
    let mut dice = Counters { thrown: Vec::new(), next: 0, most: most_dice };
    // How often each outcome came with one in so many ways.
    let mut counted: BTreeMap<O, BTreeMap<u64, u64>> = BTreeMap::new();
    let mut open: BTreeMap<u64, u64> = BTreeMap::new();
    for _ in 0..most {
        let mut state = start.state.clone();
        let ways = match run::<G>(&mut state, start.book, &mut dice, &script) {
            Ended::Done => counted.entry(outcome(At { state: &state, book: start.book })).or_default(),
            Ended::Stopped => &mut open,
            other => panic!("a way of the dice ends as {other:?}"),
        };
        *ways.entry(dice.ways()?).or_default() += 1;
        if !dice.turn() {
            let shares = counted.into_iter().map(|(outcome, ways)| (outcome, sum(&ways))).collect();
            return Some(SoFar { shares, open: sum(&open) });
        }
    }
    None
}

fn sum(ways: &BTreeMap<u64, u64>) -> Ratio {
    let whole = ways.keys().fold(Natural::ONE, |all, ways| {
        let ways = Natural::from(*ways);
        let shared = all.gcd(&ways);
        &all * &ways.exact_div(&shared).expect("a divisor")
    });
    let part = |(ways, count): (&u64, &u64)| {
        &whole.exact_div(&Natural::from(*ways)).expect("a divisor") * &Natural::from(*count)
    };
    Ratio::new(ways.iter().map(part).sum(), whole.clone()).expect("more than nothing")
}
