//! An action taken up where it waits, so that odds can be told of the answers to what it asks: what it was told is told
//! again, and everything after that is asked of the host behind.

use smallvec::SmallVec;

use super::Told;
use crate::{
    At, Audience, Cx, Decided, Faces, Flow, Game, Host, Judgement, Party, Roll, RuleId, Ruling, Stored,
    counted,
};

/// Runs rules with what they were told before. Of questions put together beside one that is waited for, the `nth` is
/// the one taken up: meanwhile nobody else speaks up.
pub(crate) fn resumed<G: Stored>(
    told: &[Told<G::Answer>],
    nth: usize,
    cx: &mut Cx<'_, G>,
    rules: impl FnOnce(&mut Cx<'_, G>) -> Flow,
) -> Flow {
    let (state, book, host) = cx.parts();
    let mut between = Resumed { host, told, nth: Some(nth) };
    let (ended, steps) = counted(state, book, &mut between, rules);
    cx.worked(steps);
    ended.into_flow()
}

struct Resumed<'a, G: Game> {
    host: &'a mut dyn Host<G>,
    /// What is still to be told again.
    told: &'a [Told<G::Answer>],
    /// The question taken up, until it is.
    nth: Option<usize>,
}

impl<G: Stored> Resumed<'_, G> {
    /// The rules ask for something else than they were told, for the table as somebody knows it is another.
    fn astray<T>(&mut self) -> Option<T> {
        self.host.confused();
        None
    }

    /// What was answered to questions put together, as far as they were.
    fn answered(&mut self, many: usize) -> SmallVec<[Option<G::Answer>; 4]> {
        let mut answers: SmallVec<[Option<G::Answer>; 4]> = (0..many).map(|_| None).collect();
        let mut first = None;
        while let Some((Told::Answer { ask, nth, answer, .. }, rest)) = self.told.split_first() {
            if *first.get_or_insert(*ask) != *ask {
                break;
            }
            if let Some(place) = answers.get_mut(usize::from(*nth)) {
                *place = Some(answer.clone());
            }
            self.told = rest;
        }
        answers
    }
}

impl<G: Stored> Host<G> for Resumed<'_, G> {
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        match self.told.split_first() {
            None => self.host.roll(at, roll, out),
            Some((Told::Dice { rule, groups, .. }, rest))
                if *rule == roll.rule && groups.len() == out.len() =>
            {
                for ((spec, thrown), faces) in roll.groups.iter().zip(groups).zip(out) {
                    *faces = spec.gather(thrown.faces.iter().copied());
                }
                self.told = rest;
                Some(())
            }
            Some(_) => self.astray(),
        }
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        match self.told.split_first() {
            None => {
                self.nth = None;
                self.host.ask(at, party, prompt)
            }
            Some((Told::Answer { answer, .. }, rest)) => {
                self.told = rest;
                match G::question(prompt).check(at, answer) {
                    Ok(()) => Some(answer.clone()),
                    Err(_) => self.astray(),
                }
            }
            Some(_) => self.astray(),
        }
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        let told = self.answered(asked.len());
        if told.iter().all(Option::is_none) {
            return self.host.ask_each(at, asked);
        }
        // They are sealed: who has not answered yet is taken by instinct, as if nobody had.
        let all = told.into_iter().zip(asked);
        Some(
            all.map(|(told, (_, prompt))| told.unwrap_or_else(|| G::question(prompt).instinct(at))).collect(),
        )
    }

    fn ask_until(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
        decided: Decided<'_, G>,
    ) -> Option<SmallVec<[Option<G::Answer>; 4]>> {
        let mut told = self.answered(asked.len());
        if told.iter().all(Option::is_none) {
            return self.host.ask_until(at, asked, decided);
        }
        for (nth, (_, prompt)) in asked.iter().enumerate() {
            if decided(&told) {
                break;
            }
            if told[nth].is_none() {
                told[nth] = Some(G::question(prompt).instinct(at));
            }
        }
        Some(told)
    }

    fn ask_first(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<(usize, G::Answer)> {
        while let Some((told, rest)) = self.told.split_first() {
            let Told::Answer { nth, answer, .. } = told else { return self.astray() };
            let nth = usize::from(*nth);
            let Some((_, prompt)) = asked.get(nth) else { return self.astray() };
            self.told = rest;
            if nth == 0 || G::question(prompt).pass().as_ref() != Some(answer) {
                return Some((nth, answer.clone()));
            }
        }
        let Some(nth) = self.nth.take() else { return self.host.ask_first(at, asked) };
        if let Some((party, prompt)) = asked.get(nth).filter(|_| nth > 0) {
            let answer = self.host.ask(at, *party, prompt)?;
            if G::question(prompt).pass().is_some_and(|pass| pass != answer) {
                return Some((nth, answer));
            }
        }
        let (party, prompt) = asked.first()?;
        self.host.ask(at, *party, prompt).map(|answer| (0, answer))
    }

    fn judge(
        &mut self,
        at: At<'_, G>,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        match self.told.split_first() {
            None => self.host.judge(at, audience, rule, proposal, judgement),
            Some((Told::Ruling { ruling, .. }, rest)) => {
                self.told = rest;
                Some(ruling.clone())
            }
            Some(_) => self.astray(),
        }
    }

    fn mark(&mut self, at: At<'_, G>, place: RuleId, digest: &dyn Fn() -> u64) -> Option<()> {
        // What is told again happens once: nothing can be reused before the question.
        if self.told.is_empty() && self.nth.is_none() { self.host.mark(at, place, digest) } else { Some(()) }
    }

    fn confused(&mut self) {
        self.host.confused();
    }

    fn keeps(&self) -> bool {
        false
    }

    fn explores(&self) -> bool {
        self.host.explores()
    }
}
