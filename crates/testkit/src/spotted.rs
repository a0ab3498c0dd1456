//! Where a command marks: it is carried out a few times with dice and answers by chance, and every mark on the way is
//! noted. What the marks are worth, `walked` asks.

use std::collections::BTreeSet;

use boneyard_table::{At, Ended, Faces, Game, Host, Party, Playable, Roll, RuleId, Seat, run};

use crate::Chance;

/// Ways tried for each command, the first of them with the dice of its story.
const WAYS: u64 = 6;
/// Dice on one way: chance ends what would go on for ever.
const MOST_DICE: u32 = 400;

/// What was met on a few ways through a command.
#[derive(Debug, Default)]
pub(crate) struct Spotted {
    /// Where it marks.
    pub(crate) marks: BTreeSet<RuleId>,
    /// Whether anything was thrown.
    pub(crate) throws: bool,
    /// At the least so many ways the dice can fall, as a rule, everybody going by instinct.
    pub(crate) ways: u64,
    /// Whether it can be given at all.
    pub(crate) legal: bool,
}

/// Looks for marks in a command; `dice` are those of its story.
pub(crate) fn spotted<G: Playable>(at: At<'_, G>, command: &G::Command, dice: &[u8]) -> Spotted {
    let mut all = Spotted::default();
    for way in 0..WAYS {
        let dice = if way == 0 { dice } else { &[] };
        // Every other way goes by instinct, since a bot's answers lead further than any answers.
        let mut host = Spotter {
            dice,
            chance: Chance::new(way),
            by_instinct: way % 2 == 0,
            thrown: 0,
            ways: 1,
            seen: &mut all.marks,
        };
        let mut state = at.state.clone();
        let ended = run::<G>(&mut state, at.book, &mut host, |cx| G::resolve(cx, Seat::GM, command.clone()));
        all.throws |= host.ways > 1;
        // A way is one in so many, so the likeliest of them tells best how many there are.
        if host.by_instinct {
            all.ways = if all.legal { all.ways.min(host.ways) } else { host.ways };
        }
        if matches!(ended, Ended::Refused(_)) {
            return all;
        }
        all.legal = true;
    }
    all
}

struct Spotter<'a> {
    dice: &'a [u8],
    chance: Chance,
    by_instinct: bool,
    thrown: u32,
    ways: u64,
    seen: &'a mut BTreeSet<RuleId>,
}

impl Spotter<'_> {
    fn die(&mut self, sides: u8) -> u8 {
        self.thrown += 1;
        self.ways = self.ways.saturating_mul(sides.into());
        match self.dice.split_first() {
            Some((face, rest)) if *face <= sides => {
                self.dice = rest;
                *face
            }
            _ => 1 + self.chance.below(sides.into()) as u8,
        }
    }
}

impl<G: Game> Host<G> for Spotter<'_> {
    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        if self.thrown > MOST_DICE {
            return None;
        }
        for (group, faces) in roll.groups.iter().zip(out) {
            let thrown: Vec<u8> = (0..group.count).map(|_| self.die(group.sides)).collect();
            *faces = group.gather(thrown);
        }
        Some(())
    }

    fn ask(&mut self, at: At<'_, G>, _party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        let question = G::question(prompt);
        // A question put again and again is answered by instinct in the end: that always comes to one.
        self.thrown += 1;
        if self.by_instinct || self.thrown > MOST_DICE / 4 {
            return Some(question.instinct(at));
        }
        let answers = question.choices(at).list();
        Some(self.chance.pick(&answers).cloned().unwrap_or_else(|| question.instinct(at)))
    }

    fn mark(&mut self, _at: At<'_, G>, place: RuleId, _digest: &dyn Fn() -> u64) -> Option<()> {
        self.seen.insert(place);
        Some(())
    }

    fn keeps(&self) -> bool {
        false
    }

    fn explores(&self) -> bool {
        true
    }
}
