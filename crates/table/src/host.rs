//! What stands behind an action: where its dice and answers come from, and who is told what it came to. Live play,
//! simulation, exact odds and stories are hosts; what rules hold of them is `cx`.

use smallvec::SmallVec;

use crate::view::Term;
use crate::{At, Audience, Cx, Faces, Flow, Game, Judgement, Party, Roll, RuleId, Ruling};

/// Whether the answers that are in, of those asked together, decide the matter.
pub type Decided<'a, G> = &'a dyn Fn(&[Option<<G as Game>::Answer>]) -> bool;

/// What rules do with a throw before they come to a mark.
pub type Ahead<'a, G> = &'a dyn Fn(&mut Cx<'_, G>, Faces) -> Flow;

/// A throw on the way to a mark.
pub struct Round<'a, G: Game> {
    /// The throw.
    pub roll: &'a Roll<'a>,
    /// The mark.
    pub place: RuleId,
    /// What rules do in between.
    pub then: Ahead<'a, G>,
    /// Whether a throw puts what it replaces out of the world: see [`Cx::roll_anew`].
    pub anew: bool,
}

impl<G: Game> std::fmt::Debug for Round<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Round").field("roll", &self.roll).field("place", &self.place).finish_non_exhaustive()
    }
}

/// Where an action's dice and answers come from: a live table, a simulation, or the
/// exploration of every outcome.
///
/// `None` means "not known yet"; a host that has said so is asked nothing more.
pub trait Host<G: Game> {
    /// Throws dice: one [`Faces`] for each group.
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()>;

    /// Puts a question to somebody.
    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer>;

    /// Puts questions to several; no answer is seen before all are in. By instinct, unless a host knows better.
    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Some(asked.iter().map(|(_, prompt)| G::question(prompt).instinct(at)).collect())
    }

    /// Puts questions to several until the answers that are in decide the matter; what is not in
    /// then is `None`. No answer is seen before.
    fn ask_until(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
        decided: Decided<'_, G>,
    ) -> Option<SmallVec<[Option<G::Answer>; 4]>> {
        let mut answers: SmallVec<[Option<G::Answer>; 4]> = asked.iter().map(|_| None).collect();
        for (nth, answer) in self.ask_each(at, asked)?.into_iter().enumerate() {
            answers[nth] = Some(answer);
            if decided(&answers) {
                break;
            }
        }
        Some(answers)
    }

    /// Waits for the answer to the first of these; the others may speak up meanwhile, and vanish
    /// with it. Gives which of them was answered.
    ///
    /// A host that answers at once asks those who may speak up before the one waited for, in
    /// order: otherwise they would never get a word in.
    fn ask_first(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<(usize, G::Answer)> {
        for (nth, (party, prompt)) in asked.iter().enumerate().skip(1) {
            let answer = self.ask(at, *party, prompt)?;
            if G::question(prompt).pass().is_some_and(|pass| pass != answer) {
                return Some((nth, answer));
            }
        }
        let (party, prompt) = asked.first()?;
        self.ask(at, *party, prompt).map(|answer| (0, answer))
    }

    /// Leaves something to the game master's judgement. The proposal it is, where nobody sits there to judge.
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

    /// May change a fact before it is applied, or keep it from becoming true. Hosts that play by the rules do not.
    fn amend(
        &mut self,
        _rule: RuleId,
        _audience: &mut Audience,
        fact: G::Fact,
        _terms: Option<&dyn Fn() -> Vec<Term>>,
    ) -> Option<G::Fact> {
        Some(fact)
    }

    /// Told of each fact after it is applied.
    fn recorded(
        &mut self,
        _rule: RuleId,
        _audience: Audience,
        _fact: G::Fact,
        _terms: Option<&dyn Fn() -> Vec<Term>>,
    ) {
    }

    /// Told that a rule bore on what happens.
    fn cited(&mut self, _rule: RuleId) {}

    /// Told that what follows depends only on the state, `place` and the locals behind `digest`.
    fn mark(&mut self, _at: At<'_, G>, _place: RuleId, _digest: &dyn Fn() -> u64) -> Option<()> {
        Some(())
    }

    /// Where rules that stand at a mark may go on instead: at a later place of the path they are led along, which
    /// by what the mark says differs from this one in the state alone. Before an opening the mark itself lies ahead.
    fn leaps(&mut self, _place: RuleId, _digest: &dyn Fn() -> u64, _opening: bool) -> Option<G::State> {
        None
    }

    /// Whether it found out by itself all that comes of a throw on the way to a mark, and the run may end.
    fn ahead(&mut self, _at: At<'_, G>, _round: &Round<'_, G>, _digest: &dyn Fn() -> u64) -> bool {
        false
    }

    /// Given back the state that rules leapt away from: the one the run began with, if it is `unchanged`.
    fn spared(&mut self, _state: G::State, _unchanged: bool) {}

    /// Told that the answer it gave does not belong to the question.
    fn confused(&mut self) {}

    /// Whether it keeps facts and citations: others are not told of them.
    fn keeps(&self) -> bool {
        true
    }

    /// Whether it uses marks: others need not pay for the digests.
    fn explores(&self) -> bool {
        false
    }

    /// Whether everybody answers by instinct, whatever is asked: then questions need not be put to it.
    fn by_instinct(&self) -> bool {
        false
    }
}
