//! Odds by counting: every face of every die in its turn, nothing sorted, nothing remembered. Slow, and so plain that
//! the kernel's odds can be held against it.

use std::collections::BTreeMap;

use boneyard_dice::{Natural, Ratio};
use boneyard_table::{
    At, Audience, Cx, Ended, Faces, Flow, Game, Host, Judgement, Party, Roll, RuleId, Ruling, run,
};
use smallvec::SmallVec;

/// Dice as a row of counters: what was thrown on the way, and how many faces each had.
#[derive(Debug, Default)]
struct Counters {
    thrown: Vec<(u8, u8)>,
    next: usize,
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
        if self.next + more > MOST_DICE {
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

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Some(asked.iter().map(|(_, prompt)| G::question(prompt).instinct(at)).collect())
    }

    fn judge(
        &mut self,
        _at: At<'_, G>,
        _audience: Audience,
        _rule: RuleId,
        proposal: u8,
        _judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        Some(Ruling::Listed(proposal))
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
    let mut dice = Counters::default();
    // How often each outcome came with one in so many ways.
    let mut counted: BTreeMap<O, BTreeMap<u64, u64>> = BTreeMap::new();
    for _ in 0..most {
        let mut state = start.state.clone();
        match run::<G>(&mut state, start.book, &mut dice, &script) {
            Ended::Done => {}
            Ended::Stopped => return None,
            other => panic!("a way of the dice ends as {other:?}"),
        }
        let ways = counted.entry(outcome(At { state: &state, book: start.book })).or_default();
        *ways.entry(dice.ways()?).or_default() += 1;
        if !dice.turn() {
            return Some(counted.into_iter().map(|(outcome, ways)| (outcome, sum(&ways))).collect());
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
