//! What rules ask for: dice, answers, and the game master's judgement.

use smallvec::SmallVec;

use super::{Cx, Flow, Stop};
use crate::{Audience, Faces, Game, Group, Judgement, Party, Question, Roll, RuleId, Ruling};

/// Whose answer came first, where one is waited for and others may speak up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First<M, A> {
    /// The one waited for has answered: nobody else may speak up any more.
    Main(M),
    /// Somebody has spoken up; the rules take it in and ask again.
    Other {
        /// Which of the others.
        nth: usize,
        /// What they said; [`Cx::answer_to`] gives it as the answer to its question.
        answer: A,
    },
}

impl<G: Game> Cx<'_, G> {
    /// Throws one die that everybody sees.
    pub fn die(&mut self, rule: RuleId, by: impl Into<Party>, sides: u8) -> Flow<u8> {
        Ok(self.dice(rule, by, Group::new(1, sides))?.first())
    }

    /// Throws like dice that everybody sees.
    pub fn dice(&mut self, rule: RuleId, by: impl Into<Party>, group: Group) -> Flow<Faces> {
        let groups = [group];
        let roll =
            Roll { rule, by: by.into(), audience: Audience::ALL, groups: &groups, terms: None, alike: None };
        self.roll_one(&roll)
    }

    /// Throws like dice of which the rules only ever use `read`. Exact odds then branch on
    /// the distinct readings, not on the distinct throws.
    pub fn dice_read<R: PartialEq>(
        &mut self,
        rule: RuleId,
        by: impl Into<Party>,
        group: Group,
        read: impl Fn(&Faces) -> R,
    ) -> Flow<R> {
        let groups = [group];
        let alike = |a: &Faces, b: &Faces| read(a) == read(b);
        let roll = Roll {
            rule,
            by: by.into(),
            audience: Audience::ALL,
            groups: &groups,
            terms: None,
            alike: Some(&alike),
        };
        self.roll_one(&roll).map(|faces| read(&faces))
    }

    /// Throws the only group of `roll`.
    #[inline]
    pub fn roll_one(&mut self, roll: &Roll<'_>) -> Flow<Faces> {
        let mut out = [Faces::default()];
        self.roll(roll, &mut out)?;
        Ok(out[0])
    }

    /// Throws several groups: one [`Faces`] for each, in order.
    #[inline]
    pub fn roll(&mut self, roll: &Roll<'_>, out: &mut [Faces]) -> Flow {
        debug_assert_eq!(roll.groups.len(), out.len());
        self.request(|at, host| host.roll(at, roll, out))
    }

    /// Puts a question to a creature's speaker or a seat.
    pub fn ask<Q: Question<G>>(&mut self, party: impl Into<Party>, question: Q) -> Flow<Q::Answer> {
        if self.by_instinct {
            self.begun = true;
            self.steps += 1;
            return Ok(question.instinct(self.at()));
        }
        let prompt: G::Prompt = question.into();
        let party = party.into();
        let answer = self.request(|at, host| host.ask(at, party, &prompt))?;
        self.answer_to::<Q>(answer)
    }

    /// Puts questions to several, sealed until all have answered.
    pub fn ask_each<Q: Question<G>>(
        &mut self,
        asked: impl IntoIterator<Item = (Party, Q)>,
    ) -> Flow<SmallVec<[Q::Answer; 4]>> {
        if self.by_instinct {
            self.steps += 1;
            let answers: SmallVec<[Q::Answer; 4]> =
                asked.into_iter().map(|(_, question)| question.instinct(self.at())).collect();
            self.begun |= !answers.is_empty();
            return Ok(answers);
        }
        let asked: SmallVec<[(Party, G::Prompt); 4]> =
            asked.into_iter().map(|(party, question)| (party, question.into())).collect();
        if asked.is_empty() {
            return Ok(SmallVec::new());
        }
        let answers = self.request(|at, host| host.ask_each(at, &asked))?;
        answers.into_iter().map(|answer| self.answer_to::<Q>(answer)).collect()
    }

    /// Puts questions to several, sealed, until the answers that are in decide the matter: the others
    /// need not be waited for, and what is not in then is `None`.
    pub fn ask_until<Q: Question<G>>(
        &mut self,
        asked: impl IntoIterator<Item = (Party, Q)>,
        decided: impl Fn(&[Option<G::Answer>]) -> bool,
    ) -> Flow<SmallVec<[Option<Q::Answer>; 4]>> {
        let asked: SmallVec<[(Party, G::Prompt); 4]> =
            asked.into_iter().map(|(party, question)| (party, question.into())).collect();
        if asked.is_empty() {
            return Ok(SmallVec::new());
        }
        let answers = self.request(|at, host| host.ask_until(at, &asked, &decided))?;
        let own = |answer: Option<G::Answer>| answer.map(|answer| self.answer_to::<Q>(answer)).transpose();
        answers.into_iter().map(own).collect()
    }

    /// Puts a question that is waited for, and beside it others that are not: the one who is asked one of
    /// those may speak up while the first is open, and they all vanish with it. Rules take in what was
    /// said and ask again, in a loop; that somebody has spoken up must show in the state or in what is
    /// asked next, or instinct would speak up for ever.
    ///
    /// The questions may be of different kinds. Each of the others must have a
    /// [`pass`](Question::pass): it is what silence means.
    pub fn ask_first<Q: Question<G>>(
        &mut self,
        party: impl Into<Party>,
        main: Q,
        others: impl IntoIterator<Item = (Party, G::Prompt)>,
    ) -> Flow<First<Q::Answer, G::Answer>> {
        if self.by_instinct {
            return Ok(self.first_by_instinct(&main, others));
        }
        let mut asked: SmallVec<[(Party, G::Prompt); 4]> = SmallVec::new();
        asked.push((party.into(), main.into()));
        asked.extend(others);
        debug_assert!(
            asked[1..].iter().all(|(_, prompt)| G::question(prompt).pass().is_some()),
            "a question beside the one waited for must have a pass"
        );
        match self.request(|at, host| host.ask_first(at, &asked))? {
            (0, answer) => self.answer_to::<Q>(answer).map(First::Main),
            (nth, answer) => Ok(First::Other { nth: nth - 1, answer }),
        }
    }

    /// As [`Host::ask_first`] has it: those who may speak up come before the one waited for.
    fn first_by_instinct<Q: Question<G>>(
        &mut self,
        main: &Q,
        others: impl IntoIterator<Item = (Party, G::Prompt)>,
    ) -> First<Q::Answer, G::Answer> {
        self.begun = true;
        self.steps += 1;
        for (nth, (_, prompt)) in others.into_iter().enumerate() {
            let question = G::question(&prompt);
            let answer = question.instinct(self.at());
            if question.pass().is_some_and(|pass| pass != answer) {
                return First::Other { nth, answer };
            }
        }
        First::Main(main.instinct(self.at()))
    }

    /// What was said beside the question waited for, as the answer to a question of kind `Q`.
    pub fn answer_to<Q: Question<G>>(&mut self, answer: G::Answer) -> Flow<Q::Answer> {
        Q::Answer::try_from(answer).map_err(|_| {
            self.stopped = true;
            self.host.confused();
            Stop(None)
        })
    }

    /// Leaves something to the game master, with a proposal. Gives the option to go on with.
    pub fn judge(&mut self, rule: RuleId, proposal: u8, judgement: &dyn Fn() -> Judgement) -> Flow<Ruling> {
        self.judge_for(Audience::ALL, rule, proposal, judgement)
    }

    /// Leaves something to the game master that not everybody may know of: neither the ruling nor, unless
    /// they notice that something happens, that it is waited for.
    pub fn judge_for(
        &mut self,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Flow<Ruling> {
        self.request(|at, host| host.judge(at, audience, rule, proposal, judgement))
    }
}
