//! One question that is waited for, and others beside it that are not: whichever is answered first,
//! in the order of the journal, is what the rules go on with.

use super::host::{Live, RunEnd};
use super::{How, Open, PromptId, Told, Wants};
use crate::{At, Audience, Game, Party, Stored};

/// The question waited for, among those put together.
const MAIN: usize = 0;

impl<G: Stored> Live<'_, '_, G> {
    pub(super) fn put_first(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
    ) -> Option<(usize, G::Answer)> {
        let ask = self.next_ask();
        let digests = self.digests(at, asked);
        let mut passed = vec![false; asked.len()];
        while let Some(told) = self.told.get(self.next) {
            let Told::Answer { ask: told_ask, nth, digest, by, how, answer } = told else {
                return self.stop(RunEnd::Diverged);
            };
            let (nth, by, how, answer) = (usize::from(*nth), *by, *how, answer.clone());
            let fits = *told_ask == ask && digests.get(nth) == Some(digest) && !passed[nth];
            if !fits || G::question(&asked[nth].1).check(at, &answer).is_err() {
                return self.stop(RunEnd::Diverged);
            }
            self.next += 1;
            if nth != MAIN && is_pass::<G>(&asked[nth].1, &answer) {
                passed[nth] = true;
                continue;
            }
            if how != How::Own {
                self.log.push(Self::answered(at, &asked[nth], by, how, &answer));
            }
            return Some((nth, answer));
        }
        // Those who may speak up before the one waited for, as every other host asks them.
        for nth in (1..asked.len()).chain([MAIN]).filter(|nth| !passed[*nth]).collect::<Vec<_>>() {
            let (party, prompt) = &asked[nth];
            let by = Self::seat(at, *party);
            let standing = self.standing(at, *party, by, prompt).map(|answer| (How::Standing, answer));
            // While somebody may still speak up, the one waited for is not answered out of hand.
            let alone = nth != MAIN || passed[1..].iter().all(|passed| *passed);
            let unasked = || self.unasked(at, by, prompt).filter(|_| alone);
            let Some((how, answer)) = standing.or_else(unasked) else { continue };
            if nth != MAIN && is_pass::<G>(prompt, &answer) {
                // Not written down: who takes the standing answer back may speak up again.
                passed[nth] = true;
            } else if self.dice.is_some() {
                self.log.push(Self::answered(at, &asked[nth], by, how, &answer));
                let (digest, said) = (digests[nth], answer.clone());
                self.told.push(Told::Answer { ask, nth: nth as u8, digest, by, how, answer: said });
                self.next += 1;
                return Some((nth, answer));
            }
        }
        let open = (1..asked.len()).chain([MAIN]).filter(|nth| !passed[*nth]).map(|nth| Open {
            id: PromptId { action: self.action, ask, nth: nth as u8 },
            party: asked[nth].0,
            seat: Self::seat(at, asked[nth].0),
            sealed: false,
            answered: false,
            optional: nth != MAIN,
            audience: Audience::ALL,
            digest: digests[nth],
            wants: Wants::Answer(asked[nth].1.clone()),
        });
        let open = open.collect();
        self.wait(at, open)
    }
}

fn is_pass<G: Game>(prompt: &G::Prompt, answer: &G::Answer) -> bool {
    G::question(prompt).pass().is_some_and(|pass| pass == *answer)
}
