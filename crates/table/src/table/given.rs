//! Answers that a question about odds takes for given: a host in between gives them whenever they are asked for, and
//! leaves everything else to the one behind it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smallvec::SmallVec;

use crate::{
    At, Audience, Cx, Faces, Flow, Host, Judgement, Party, Playable, Refusal, Roll, RuleId, Ruling, Stop,
    counted,
};

/// What is answered to a question, no matter who is asked and how often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The question or window, by its name.
    pub to: String,
    /// What is said.
    pub say: Value,
}

/// Runs rules with these answers given. One that is no answer to its question is refused.
pub(super) fn given<G: Playable>(
    all: &[Given],
    cx: &mut Cx<'_, G>,
    rules: impl FnOnce(&mut Cx<'_, G>) -> Flow,
) -> Flow {
    if all.is_empty() {
        return rules(cx);
    }
    let (state, book, host) = cx.parts();
    let mut between = Prompter { host, all, fault: None };
    let (ended, steps) = counted(state, book, &mut between, rules);
    let fault = between.fault;
    cx.worked(steps);
    match fault {
        Some(refusal) => Err(Stop::from(refusal)),
        None => ended.into_flow(),
    }
}

struct Prompter<'a, G: Playable> {
    host: &'a mut dyn Host<G>,
    all: &'a [Given],
    /// Why an answer was none.
    fault: Option<Refusal>,
}

impl<G: Playable> Prompter<'_, G> {
    /// What is given to a question, if anything is.
    fn answer(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        let question = G::question(prompt);
        let name = question.form(at).name;
        let given = self.all.iter().find(|given| given.to == name)?;
        let spelled = question.read(G::read_answer(at, party, given.say.clone()));
        let read = spelled.or_else(|_| question.read(given.say.clone()));
        let read = read.map_err(|unreadable| {
            let sentence = format!("{} is no answer to {name}: {unreadable}.", given.say);
            Refusal::by_table("unreadable", sentence)
        });
        match read.and_then(|answer| question.check(at, &answer).map(|()| answer)) {
            Ok(answer) => Some(answer),
            Err(refusal) => {
                self.fault = Some(refusal);
                Some(question.instinct(at))
            }
        }
    }
}

impl<G: Playable> Host<G> for Prompter<'_, G> {
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        self.host.roll(at, roll, out)
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        self.answer(at, party, prompt).or_else(|| self.host.ask(at, party, prompt))
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        let known: SmallVec<[Option<G::Answer>; 4]> =
            asked.iter().map(|(party, prompt)| self.answer(at, *party, prompt)).collect();
        let open: SmallVec<[(Party, G::Prompt); 4]> = asked
            .iter()
            .zip(&known)
            .filter(|(_, known)| known.is_none())
            .map(|(one, _)| one.clone())
            .collect();
        let mut told = match open.is_empty() {
            true => SmallVec::new(),
            false => self.host.ask_each(at, &open)?,
        }
        .into_iter();
        known.into_iter().map(|known| known.or_else(|| told.next())).collect()
    }

    fn judge(
        &mut self,
        at: At<'_, G>,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        self.host.judge(at, audience, rule, proposal, judgement)
    }

    fn mark(&mut self, at: At<'_, G>, place: RuleId, digest: &dyn Fn() -> u64) -> Option<()> {
        self.host.mark(at, place, digest)
    }

    fn leaps(&mut self, place: RuleId, digest: &dyn Fn() -> u64, opening: bool) -> Option<G::State> {
        self.host.leaps(place, digest, opening)
    }

    fn spared(&mut self, state: G::State, unchanged: bool) {
        self.host.spared(state, unchanged);
    }

    fn confused(&mut self) {
        self.host.confused();
    }

    fn keeps(&self) -> bool {
        self.host.keeps()
    }

    fn explores(&self) -> bool {
        self.host.explores()
    }

    fn amend(
        &mut self,
        rule: RuleId,
        audience: &mut Audience,
        fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<crate::view::Term>>,
    ) -> Option<G::Fact> {
        self.host.amend(rule, audience, fact, terms)
    }

    fn recorded(
        &mut self,
        rule: RuleId,
        audience: Audience,
        fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<crate::view::Term>>,
    ) {
        self.host.recorded(rule, audience, fact, terms);
    }

    fn cited(&mut self, rule: RuleId) {
        self.host.cited(rule);
    }
}
