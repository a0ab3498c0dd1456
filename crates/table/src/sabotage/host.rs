//! The host in between that breaks a rule: it stands before the real one and changes what passes.

use std::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::corrupt::{Reads, corrupted, kind, misread};
use super::{Sabotage, Way};
use crate::view::Term;
use crate::{
    At, Audience, Cx, Decided, Faces, Flow, Game, Host, Judgement, Party, Roll, RuleId, Ruling, Stored,
    counted,
};

/// How often a rule is broken in one run. Rules that wait for what was lost would go round for ever.
const MOST: u32 = 300;

/// Runs rules as they would be with something broken.
pub(crate) fn sabotaged<G: Stored>(
    sabotage: Option<&Sabotage>,
    cx: &mut Cx<'_, G>,
    rules: impl FnOnce(&mut Cx<'_, G>) -> Flow,
) -> Flow {
    let Some(sabotage) = sabotage else { return rules(cx) };
    let (state, book, host) = cx.parts();
    let mut between = Saboteur { host, sabotage, mentioned: SmallVec::new(), broken: 0 };
    let (ended, steps) = counted(state, book, &mut between, rules);
    cx.worked(steps);
    ended.into_flow()
}

struct Saboteur<'a, G: Game> {
    host: &'a mut dyn Host<G>,
    sabotage: &'a Sabotage,
    /// Rules mentioned since something last happened.
    mentioned: SmallVec<[RuleId; 4]>,
    broken: u32,
}

impl<G: Stored> Saboteur<'_, G> {
    fn hits(&mut self, rule: RuleId, way: Way, of: impl FnOnce() -> String) -> bool {
        if !self.sabotage.hits(rule, way, of) {
            return false;
        }
        self.broken += 1;
        if self.broken > MOST {
            self.sabotage.endless.store(true, Ordering::Relaxed);
        }
        self.broken <= MOST
    }

    fn any_hit(
        &mut self,
        rules: impl IntoIterator<Item = RuleId>,
        way: Way,
        of: impl Fn() -> String,
    ) -> bool {
        // All of them, so that a watch sees each.
        rules.into_iter().fold(false, |hit, rule| self.hits(rule, way, &of) | hit)
    }

    /// Whether this is what follows the mention of the broken rule.
    fn follows(&mut self, of: impl Fn() -> String) -> bool {
        let mentioned = std::mem::take(&mut self.mentioned);
        self.any_hit(mentioned, Way::Next, of)
    }

    fn unasked(&mut self, at: At<'_, G>, prompt: &G::Prompt) -> bool {
        self.sabotage.minds(Way::Unasked)
            && self.hits(G::question(prompt).form(at).rule, Way::Unasked, || kind(prompt))
    }
}

fn rules_of(terms: Option<&dyn Fn() -> Vec<Term>>) -> impl Iterator<Item = RuleId> {
    terms.map(|terms| terms()).unwrap_or_default().into_iter().filter_map(|term| term.rule)
}

impl<G: Stored> Host<G> for Saboteur<'_, G> {
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        let mut wrong = None;
        let mentioned = std::mem::take(&mut self.mentioned);
        for reads in Reads::BOTH {
            let next =
                self.any_hit(mentioned.iter().copied(), Way::Next, || format!("dice {}", reads.name()));
            let own = self.sabotage.minds(Way::Misread)
                && self.any_hit([roll.rule].into_iter().chain(rules_of(roll.terms)), Way::Misread, || {
                    reads.name()
                });
            wrong = if next || own { Some(reads) } else { wrong };
        }
        let mut audience = roll.audience;
        if !audience.is_open() && self.hits(roll.rule, Way::Told, || "dice".into()) {
            audience = Audience::ALL;
        }
        let Roll { rule, by, groups, terms, alike, .. } = *roll;
        self.host.roll(at, &Roll { rule, by, audience, groups, terms, alike }, out)?;
        if let Some(reads) = wrong {
            for (group, faces) in groups.iter().zip(out) {
                *faces = misread(group, reads);
            }
        }
        Some(())
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        if self.follows(|| kind(prompt)) | self.unasked(at, prompt) {
            return Some(G::question(prompt).instinct(at));
        }
        self.host.ask(at, party, prompt)
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        let mut unasked = self.follows(|| "questions".into());
        for (_, prompt) in asked {
            unasked |= self.unasked(at, prompt);
        }
        if unasked {
            return Some(asked.iter().map(|(_, prompt)| G::question(prompt).instinct(at)).collect());
        }
        self.host.ask_each(at, asked)
    }

    fn ask_until(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
        decided: Decided<'_, G>,
    ) -> Option<SmallVec<[Option<G::Answer>; 4]>> {
        let mut unasked = self.follows(|| "questions".into());
        for (_, prompt) in asked {
            unasked |= self.unasked(at, prompt);
        }
        if unasked {
            return Some(asked.iter().map(|(_, prompt)| Some(G::question(prompt).instinct(at))).collect());
        }
        self.host.ask_until(at, asked, decided)
    }

    fn ask_first(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<(usize, G::Answer)> {
        let mut unasked = self.follows(|| "questions".into());
        for (_, prompt) in asked {
            unasked |= self.unasked(at, prompt);
        }
        match asked.first() {
            Some((_, main)) if unasked => Some((0, G::question(main).instinct(at))),
            _ => self.host.ask_first(at, asked),
        }
    }

    fn judge(
        &mut self,
        at: At<'_, G>,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        if self.follows(|| "judgement".into()) | self.hits(rule, Way::Misjudged, String::new) {
            let options = judgement().options.len().max(1);
            return Some(Ruling::Listed(((usize::from(proposal) + 1) % options) as u8));
        }
        self.host.judge(at, audience, rule, proposal, judgement)
    }

    fn amend(
        &mut self,
        rule: RuleId,
        audience: &mut Audience,
        mut fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<Term>>,
    ) -> Option<G::Fact> {
        if self.follows(|| kind(&fact)) | self.hits(rule, Way::Lost, || kind(&fact)) {
            return None;
        }
        if !audience.is_open() && self.hits(rule, Way::Told, || kind(&fact)) {
            *audience = Audience::ALL;
        }
        if self.sabotage.minds(Way::Bent)
            && let Some(wrong) = corrupted(&fact)
            && self.any_hit([rule].into_iter().chain(rules_of(terms)), Way::Bent, || kind(&fact))
        {
            fact = wrong;
        }
        self.host.amend(rule, audience, fact, terms)
    }

    fn recorded(
        &mut self,
        rule: RuleId,
        audience: Audience,
        fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<Term>>,
    ) {
        self.host.recorded(rule, audience, fact, terms);
    }

    fn cited(&mut self, rule: RuleId) {
        if !self.mentioned.contains(&rule) {
            self.mentioned.push(rule);
        }
        self.host.cited(rule);
    }

    fn mark(&mut self, at: At<'_, G>, place: RuleId, digest: &dyn Fn() -> u64) -> Option<()> {
        // What is broken next depends on what was mentioned: that is a local of its own.
        let Self { mentioned, .. } = self;
        let more = mentioned.iter().flat_map(|rule| rule.as_str().bytes());
        let more = more.fold(0u64, |all, byte| all.wrapping_mul(31).wrapping_add(byte.into()));
        self.host.mark(at, place, &|| digest() ^ more)
    }

    fn confused(&mut self) {
        self.host.confused();
    }

    fn explores(&self) -> bool {
        self.host.explores()
    }
}
