//! Rerolls played best: one die at a time, any die, stop when you like. Hands that look alike are one hand.

use super::Pool;
use crate::{Natural, Ratio};

/// The pool shows too many different hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("That pool shows too many different hands to play them all. The limit is {0}.")]
pub struct TooManyHands(pub u64);

const MOST_HANDS: u64 = 200_000;

impl Pool {
    /// What a hand is worth on average when up to `rerolls` dice are rolled again, one after the other, each
    /// chosen as well as can be. `worth` is told how many dice show each face; worths of several numbers are
    /// compared in order, the first one first.
    pub fn best_rerolls<const N: usize>(
        &self,
        rerolls: u32,
        mut worth: impl FnMut(&[u8]) -> [i64; N],
    ) -> Result<[Ratio; N], TooManyHands> {
        let (n, s) = (self.dice as usize, self.sides as usize);
        let refusal = TooManyHands(MOST_HANDS);
        // A worth of 64 bits times the number of all ways must fit into 128.
        let fits = || Natural::from(self.sides).pow(self.dice + rerolls).bits() <= 63;
        let few = n > 0 && n <= 60 && rerolls <= 60 && fits();
        if !few || hands(n, s).is_none_or(|count| count > MOST_HANDS) {
            return Err(refusal);
        }
        let ranks = Ranks::new(n, s);
        let mut best: Vec<[i128; N]> = Vec::new();
        let mut ways: Vec<u128> = Vec::new();
        each_hand(n, s, &mut |hand| {
            best.push(worth(hand).map(i128::from));
            ways.push(arrangements(hand));
        });
        let stay = best.clone();
        // Every smaller hand, and what it becomes with one more die of each face.
        let mut grown: Vec<u32> = Vec::new();
        each_hand(n - 1, s, &mut |hand| ranks.grown(hand, &mut grown));
        let mut scale = 1i128;
        let mut sums: Vec<[i128; N]> = Vec::with_capacity(grown.len() / s);
        for _ in 0..rerolls {
            scale *= s as i128;
            sums.clear();
            sums.extend(grown.chunks_exact(s).map(|hands| {
                let mut sum = [0; N];
                for hand in hands {
                    sum.iter_mut().zip(&best[*hand as usize]).for_each(|(sum, worth)| *sum += worth);
                }
                sum
            }));
            for (best, stay) in best.iter_mut().zip(&stay) {
                *best = stay.map(|worth| worth * scale);
            }
            for (hands, sum) in grown.chunks_exact(s).zip(&sums) {
                for hand in hands {
                    let best = &mut best[*hand as usize];
                    if *sum > *best {
                        *best = *sum;
                    }
                }
            }
        }
        let mut total = [0i128; N];
        for (best, ways) in best.iter().zip(&ways) {
            total.iter_mut().zip(best).for_each(|(total, worth)| *total += worth * *ways as i128);
        }
        let below = Natural::from(self.sides).pow(self.dice + rerolls);
        Ok(total.map(|sum| {
            Ratio::signed(sum < 0, Natural::from(sum.unsigned_abs()), below.clone()).unwrap_or(Ratio::ZERO)
        }))
    }
}

/// How many different hands there are.
fn hands(n: usize, s: usize) -> Option<u64> {
    let mut count = 1u64;
    for i in 1..=n as u64 {
        count = count.checked_mul(s as u64 - 1 + i)? / i;
        if count > MOST_HANDS * 1_000 {
            return None;
        }
    }
    Some(count)
}

/// Calls with every hand of `n` dice, as counts per face, in the order of their ranks.
fn each_hand(n: usize, s: usize, visit: &mut impl FnMut(&[u8])) {
    let mut hand = vec![0u8; s];
    hand[0] = n as u8;
    loop {
        visit(&hand);
        // The next in order: the lowest filled face gives one die up, the rest of it falls back to face 1.
        let Some(lowest) = hand.iter().position(|count| *count > 0) else { return };
        if lowest + 1 == s {
            return;
        }
        let fallen = hand[lowest] - 1;
        hand[lowest] = 0;
        hand[lowest + 1] += 1;
        hand[0] = fallen;
    }
}

/// In how many orders the dice of a hand can fall.
fn arrangements(hand: &[u8]) -> u128 {
    let (mut ways, mut placed) = (1u128, 0u128);
    for count in hand {
        for i in 1..=u128::from(*count) {
            placed += 1;
            ways = ways * placed / i;
        }
    }
    ways
}

/// The place of a hand in the order of `each_hand`: with dice sorted from low to high and faces from 0, the die
/// at place `i` contributes the number of ways to choose `i + 1` out of `face + i`.
struct Ranks {
    /// By place, then by face.
    parts: Vec<Vec<u32>>,
}

impl Ranks {
    fn new(n: usize, s: usize) -> Self {
        let mut parts = vec![(0..s as u32).collect::<Vec<u32>>()];
        for i in 1..n {
            // Choosing one more: the running sum over the faces below.
            let mut sum = 0;
            let row = parts[i - 1].iter().map(|part| {
                sum += part;
                sum
            });
            let row = row.collect();
            parts.push(row);
        }
        Ranks { parts }
    }

    /// The ranks of a hand with one more die, for each face that die can show.
    fn grown(&self, hand: &[u8], out: &mut Vec<u32>) {
        let dice: usize = hand.iter().map(|count| usize::from(*count)).sum();
        // Dice above the new one move up a place; start with all of them above.
        let mut rank = 0u32;
        let mut place = dice;
        for (face, count) in hand.iter().enumerate().rev() {
            for _ in 0..*count {
                rank += self.parts[place][face];
                place -= 1;
            }
        }
        let mut place = 0;
        for (face, count) in hand.iter().enumerate() {
            // The dice of this face now stand below the new one.
            for _ in 0..*count {
                rank = rank + self.parts[place][face] - self.parts[place + 1][face];
                place += 1;
            }
            out.push(rank + self.parts[place][face]);
        }
    }
}
