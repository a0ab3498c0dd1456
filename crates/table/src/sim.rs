//! Simulation: answers by instinct or a policy, dice from a fast generator, nothing kept.

use boneyard_dice::Rng;
use smallvec::SmallVec;

use crate::{At, Ended, Faces, Game, Host, Party, Roll, Seat, run};

/// A host that plays on its own.
#[derive(Debug)]
pub struct Sim<P = ByInstinct> {
    /// Where the dice come from.
    pub rng: Rng,
    /// Who answers.
    pub policy: P,
}

/// Decides for everybody.
pub trait Policy<G: Game> {
    /// Whether it is always the instinct that answers.
    const INSTINCT: bool = false;

    /// The answer to a prompt.
    fn answer(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> G::Answer;
}

/// Everybody answers by instinct.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByInstinct;

impl<G: Game> Policy<G> for ByInstinct {
    const INSTINCT: bool = true;

    #[inline]
    fn answer(&mut self, at: At<'_, G>, _party: Party, prompt: &G::Prompt) -> G::Answer {
        G::question(prompt).instinct(at)
    }
}

impl Sim {
    /// Everybody by instinct, dice from this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), policy: ByInstinct }
    }
}

impl<P> Sim<P> {
    /// Carries out a command. A command the rules refuse leaves the state as it was.
    pub fn act<G: Game>(
        &mut self,
        state: &mut G::State,
        book: &G::Book,
        by: Seat,
        command: G::Command,
    ) -> Ended
    where
        P: Policy<G>,
    {
        run::<G>(state, book, self, |cx| G::resolve(cx, by, command))
    }
}

impl<G: Game, P: Policy<G>> Host<G> for Sim<P> {
    fn keeps(&self) -> bool {
        false
    }

    fn by_instinct(&self) -> bool {
        P::INSTINCT
    }

    #[inline]
    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        // Most rolls are one die.
        if let ([group], [faces]) = (roll.groups, &mut *out)
            && group.count == 1
        {
            *faces = Faces::one(group.value(self.rng.die(group.sides)));
            return Some(());
        }
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                let value = group.value(self.rng.die(group.sides));
                if group.in_order { faces.append(value) } else { faces.push(value) }
            }
        }
        Some(())
    }

    #[inline]
    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        Some(self.policy.answer(at, party, prompt))
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Some(asked.iter().map(|(party, prompt)| self.policy.answer(at, *party, prompt)).collect())
    }
}
