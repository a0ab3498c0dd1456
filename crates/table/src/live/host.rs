//! Runs an action on committed state with what it was told, and asks for the rest.

use smallvec::SmallVec;

use super::{Action, Digest, Draw, Entry, How, NoDice, Open, PromptId, Told, Wants};
use crate::frame::{Frame, StandingAnswer};
use crate::judge::{Judgement, Level, RulingRecord};
use crate::pilot::{Pilot, answers};
use crate::sabotage::{Sabotage, sabotaged};
use crate::view::{Stakes, Term, count};
use crate::{
    At, Audience, Decided, Ended, Faces, Game, Group, Host, Party, Refusal, Roll, RuleId, Ruling, Seat, Sees,
    Stored, Thrown, ThrownGroup, run,
};

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run<G: Game> {
    /// How it ended.
    pub end: RunEnd<G>,
    /// The state it reached; provisional unless it is done.
    pub state: G::State,
    /// What happened on the way.
    pub log: Vec<Entry<G::Fact>>,
    /// Every rule that was cited, in order of first citing.
    pub cited: Vec<RuleId>,
}

/// How far an action got.
#[derive(Debug)]
pub(crate) enum RunEnd<G: Game> {
    Done,
    Waiting(Vec<Open<G>>),
    Refused(Refusal),
    /// The rules asked for something else than they were told: they or the table have changed.
    Diverged,
    /// Scripted dice do not fit.
    NoDice(NoDice),
}

/// Runs `action` from the committed state. New dice, standing answers and applied rulings are
/// written to `action.told`; without `dice` nothing new is drawn. `freely`: everybody is to play on by themselves.
///
/// The committed state is cloned: a refusal, a suspension or a divergence leaves nothing behind.
pub(crate) fn advance<G: Stored>(
    at: At<'_, G>,
    (frame, freely): (&Frame, bool),
    action: &mut Action<G::Command, G::Answer>,
    dice: Option<&mut dyn Draw>,
    sabotage: Option<&Sabotage>,
) -> Run<G> {
    let mut state = at.state.clone();
    let (by, command, id) = (action.by, action.command.clone(), action.id);
    let freely = freely || G::pilot(at, &command) == Pilot::Opens;
    let mut live = Live::<'_, '_, G> {
        frame,
        freely,
        action: id,
        told: &mut action.told,
        next: 0,
        asks: 0,
        dice,
        log: Vec::new(),
        cited: Vec::new(),
        end: None,
        reached: None,
    };
    let ended = run::<G>(&mut state, at.book, &mut live, |cx| {
        sabotaged(sabotage, cx, |cx| G::resolve(cx, by, command))
    });
    let Live { told, next, log, cited, end, reached, .. } = live;
    let end = match (ended, end) {
        (Ended::Done, _) if next == told.len() => RunEnd::Done,
        (Ended::Refused(refusal) | Ended::RefusedLate(refusal), _) if next == told.len() => {
            RunEnd::Refused(*refusal)
        }
        (Ended::Stopped, Some(end)) => end,
        _ => RunEnd::Diverged,
    };
    Run { end, state: reached.unwrap_or(state), log, cited }
}

/// The answers that are in, of those asked together.
type Answers<G> = SmallVec<[Option<<G as Game>::Answer>; 4]>;

fn all_in<G: Game>(answers: &[Option<G::Answer>]) -> bool {
    answers.iter().all(Option::is_some)
}

/// The host of live play: knows what the action was told, and asks for the rest.
pub(super) struct Live<'a, 'd, G: Game> {
    pub(super) frame: &'a Frame,
    /// Creatures that play themselves answer everything: a fight is being begun, or everybody is to play on.
    freely: bool,
    pub(super) action: super::ActionId,
    pub(super) told: &'a mut Vec<Told<G::Answer>>,
    pub(super) next: usize,
    asks: u16,
    pub(super) dice: Option<&'a mut (dyn Draw + 'd)>,
    pub(super) log: Vec<Entry<G::Fact>>,
    cited: Vec<RuleId>,
    end: Option<RunEnd<G>>,
    /// The state when it began to wait.
    reached: Option<G::State>,
}

impl<G: Stored> Live<'_, '_, G> {
    fn cite(&mut self, rule: RuleId) {
        if !self.cited.contains(&rule) {
            self.cited.push(rule);
        }
    }

    pub(super) fn next_ask(&mut self) -> u16 {
        let ask = self.asks;
        self.asks = ask.wrapping_add(1);
        ask
    }

    pub(super) fn stop<T>(&mut self, end: RunEnd<G>) -> Option<T> {
        self.end = Some(end);
        None
    }

    /// Waits for these. What rules that swallow the stop still record does not count.
    pub(super) fn wait<T>(&mut self, at: At<'_, G>, open: Vec<Open<G>>) -> Option<T> {
        self.reached = Some(at.state.clone());
        self.stop(RunEnd::Waiting(open))
    }

    pub(super) fn seat(at: At<'_, G>, party: Party) -> Seat {
        match party {
            Party::Seat(seat) => seat,
            Party::Creature(who) => G::speaker(at.state, who),
        }
    }

    /// What the seat has said beforehand to a question like this.
    pub(super) fn standing(
        &self,
        at: At<'_, G>,
        party: Party,
        seat: Seat,
        prompt: &G::Prompt,
    ) -> Option<G::Answer> {
        let standing = self.frame.standing_for(party, seat)?;
        let question = G::question(prompt);
        match standing.answer {
            StandingAnswer::Pass { even_if_mortal } => {
                let answer = question.pass()?;
                let mortal = question.form(at).stakes == Stakes::Mortal;
                (even_if_mortal || !mortal).then_some(answer)
            }
            StandingAnswer::Instinct => {
                let held = standing.creature.is_some_and(|who| self.frame.held.contains(&who));
                let answers = !held && answers(standing, at, self.freely, || question.form(at));
                answers.then(|| question.instinct(at))
            }
            StandingAnswer::Ahead | StandingAnswer::Proposal => None,
        }
    }

    fn told_answer(
        &mut self,
        at: At<'_, G>,
        ask: u16,
        digests: &[Digest],
        asked: &[(Party, G::Prompt)],
        decided: Decided<'_, G>,
    ) -> Option<Answers<G>> {
        let mut answers: Answers<G> = asked.iter().map(|_| None).collect();
        while let Some(Told::Answer { ask: told_ask, nth, digest, by, how, answer }) =
            self.told.get(self.next)
        {
            let nth = usize::from(*nth);
            let fits = *told_ask == ask && digests.get(nth) == Some(digest) && answers[nth].is_none();
            if !fits || G::question(&asked[nth].1).check(at, answer).is_err() {
                break;
            }
            if *how != How::Own {
                self.log.push(Self::answered(at, &asked[nth], *by, *how, answer));
            }
            answers[nth] = Some(answer.clone());
            self.next += 1;
            if decided(&answers) {
                break;
            }
        }
        // Something told here that does not answer what is asked: the rules went another way.
        if self.next < self.told.len() && !decided(&answers) && !all_in::<G>(&answers) {
            return self.stop(RunEnd::Diverged);
        }
        Some(answers)
    }

    /// What is asked, in few bytes each; the rules that ask are cited.
    pub(super) fn digests(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Vec<Digest> {
        let mut digests = Vec::with_capacity(asked.len());
        for (_, prompt) in asked {
            let form = G::question(prompt).form(at);
            self.cite(form.rule);
            digests.push(Digest::of(&(prompt, &form)));
        }
        digests
    }

    fn put(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
        sealed: bool,
        decided: Decided<'_, G>,
    ) -> Option<Answers<G>> {
        let ask = self.next_ask();
        let digests = self.digests(at, asked);
        let mut answers = self.told_answer(at, ask, &digests, asked, decided)?;
        if self.dice.is_some() {
            for (nth, (party, prompt)) in asked.iter().enumerate() {
                if decided(&answers) {
                    break;
                }
                if answers[nth].is_some() {
                    continue;
                }
                let by = Self::seat(at, *party);
                let standing = self.standing(at, *party, by, prompt).map(|answer| (How::Standing, answer));
                if let Some((how, answer)) = standing.or_else(|| self.unasked(at, by, prompt)) {
                    self.log.push(Self::answered(at, &asked[nth], by, how, &answer));
                    let digest = digests[nth];
                    self.told.push(Told::Answer {
                        ask,
                        nth: nth as u8,
                        digest,
                        by,
                        how,
                        answer: answer.clone(),
                    });
                    self.next += 1;
                    answers[nth] = Some(answer);
                }
            }
        }
        if decided(&answers) || all_in::<G>(&answers) {
            return Some(answers);
        }
        let open = asked.iter().enumerate().map(|(nth, (party, prompt))| Open {
            id: PromptId { action: self.action, ask, nth: nth as u8 },
            party: *party,
            seat: Self::seat(at, *party),
            sealed,
            answered: answers[nth].is_some(),
            optional: false,
            audience: Audience::ALL,
            digest: digests[nth],
            wants: Wants::Answer(prompt.clone()),
        });
        let open = open.collect();
        self.wait(at, open)
    }

    fn keep_roll(
        &mut self,
        roll: &Roll<'_>,
        groups: Vec<ThrownGroup>,
        how: crate::HowThrown,
        out: &mut [Faces],
    ) {
        for ((spec, thrown), faces) in roll.groups.iter().zip(&groups).zip(out) {
            *faces = spec.gather(thrown.faces.iter().copied());
        }
        self.cite(roll.rule);
        let terms = roll.terms.map(|terms| terms()).unwrap_or_default();
        terms.iter().filter_map(|term| term.rule).for_each(|rule| self.cite(rule));
        let Roll { rule, by, audience, .. } = *roll;
        self.log.push(Entry::Roll(Thrown { rule, by, audience, groups, how, terms }));
    }

    fn keep_ruling(&mut self, record: &RulingRecord) {
        self.log.push(Entry::Ruling(record.clone()));
    }
}

impl<G: Stored> Host<G> for Live<'_, '_, G> {
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        let seat = Self::seat(at, roll.by);
        let typed = self.frame.types_dice(seat) && roll.audience.sees(seat) == Sees::Whole;
        // Counted whether typed or drawn: who changes how they roll does not renumber what follows.
        let ask = self.next_ask();
        match self.told.get(self.next) {
            Some(Told::Dice { rule, groups, how }) if *rule == roll.rule && alike(roll.groups, groups) => {
                let (groups, how) = (groups.clone(), *how);
                self.next += 1;
                self.keep_roll(roll, groups, how, out);
                Some(())
            }
            Some(_) => self.stop(RunEnd::Diverged),
            None if typed => {
                self.cite(roll.rule);
                let digest = Digest::of(&(
                    roll.rule,
                    roll.groups.iter().map(|g| (g.count, g.sides)).collect::<Vec<_>>(),
                ));
                let id = PromptId { action: self.action, ask, nth: 0 };
                let wants = Wants::Dice { rule: roll.rule, groups: roll.groups.to_vec() };
                let open = Open {
                    id,
                    party: roll.by,
                    seat,
                    sealed: false,
                    answered: false,
                    optional: false,
                    audience: roll.audience,
                    digest,
                    wants,
                };
                self.wait(at, vec![open])
            }
            None => {
                let Some(dice) = self.dice.as_deref_mut() else {
                    return self.stop(RunEnd::Diverged);
                };
                match dice.throw(!roll.audience.is_open(), roll.groups) {
                    Ok((faces, how)) => {
                        let groups = drawn(roll.groups, faces);
                        self.told.push(Told::Dice { rule: roll.rule, groups: groups.clone(), how });
                        self.next += 1;
                        self.keep_roll(roll, groups, how, out);
                        Some(())
                    }
                    Err(no_dice) => self.stop(RunEnd::NoDice(no_dice)),
                }
            }
        }
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        self.put(at, &[(party, prompt.clone())], false, &all_in::<G>)?.into_iter().flatten().next()
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Some(self.put(at, asked, true, &all_in::<G>)?.into_iter().flatten().collect())
    }

    fn ask_until(
        &mut self,
        at: At<'_, G>,
        asked: &[(Party, G::Prompt)],
        decided: Decided<'_, G>,
    ) -> Option<Answers<G>> {
        self.put(at, asked, true, decided)
    }

    fn ask_first(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<(usize, G::Answer)> {
        self.put_first(at, asked)
    }

    fn judge(
        &mut self,
        at: At<'_, G>,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        let ask = self.next_ask();
        self.cite(rule);
        let mut judgement = judgement();
        judgement.proposal = proposal;
        // The digest is of what the rules ask; precedents come and go.
        let digest = Digest::of(&judgement);
        if let Some(told) = self.told.get(self.next) {
            return match told {
                Told::Ruling { ask: told_ask, digest: told_digest, ruling, record }
                    if *told_ask == ask && *told_digest == digest =>
                {
                    let (ruling, record) = (ruling.clone(), record.clone());
                    self.next += 1;
                    self.keep_ruling(&record);
                    Some(ruling)
                }
                _ => self.stop(RunEnd::Diverged),
            };
        }
        let now = self.log.iter().filter_map(|entry| match entry {
            Entry::Ruling(ruling) => Some(ruling),
            _ => None,
        });
        judgement.precedents = self.frame.precedents_with(rule, &judgement.tag, now);
        let settled = judgement.precedents.first().and_then(|last| {
            judgement.options.iter().position(|option| option.key == last.key).map(|option| option as u8)
        });
        if let Some(option) = settled {
            judgement.proposal = option;
            judgement.why = format!("as ruled before: {}", judgement.precedents[0].words);
        }
        let unasked = match self.frame.level(rule) {
            Level::Apply => Some(judgement.proposal),
            Level::Suggest => settled,
            Level::Ask => None,
        };
        let proposed = self.frame.standing_for(Party::Seat(Seat::GM), Seat::GM);
        let unasked = unasked.or_else(|| {
            proposed.filter(|s| s.answer == StandingAnswer::Proposal).map(|_| judgement.proposal)
        });
        match unasked.filter(|_| self.dice.is_some()) {
            Some(option) => {
                let ruling = Ruling::Listed(option);
                let record = RulingRecord { unasked: true, ..judgement.record(&ruling, audience) };
                self.told.push(Told::Ruling { ask, digest, ruling: ruling.clone(), record: record.clone() });
                self.next += 1;
                self.keep_ruling(&record);
                Some(ruling)
            }
            None => {
                let id = PromptId { action: self.action, ask, nth: 0 };
                let wants = Wants::Ruling(Box::new(judgement));
                let open = Open {
                    id,
                    party: Party::Seat(Seat::GM),
                    seat: Seat::GM,
                    sealed: false,
                    answered: false,
                    optional: false,
                    audience,
                    digest,
                    wants,
                };
                self.wait(at, vec![open])
            }
        }
    }

    fn recorded(
        &mut self,
        rule: RuleId,
        audience: Audience,
        fact: G::Fact,
        terms: Option<&dyn Fn() -> Vec<Term>>,
    ) {
        self.cite(rule);
        let terms = terms.map(|terms| terms()).unwrap_or_default();
        terms.iter().filter_map(|term| term.rule).for_each(|rule| self.cite(rule));
        self.log.push(Entry::Fact { rule, audience, fact, terms });
    }

    fn cited(&mut self, rule: RuleId) {
        self.cite(rule);
    }

    fn confused(&mut self) {
        self.end = Some(RunEnd::Diverged);
    }
}

fn thrown(group: &Group, faces: Vec<u8>) -> ThrownGroup {
    let values = match group.values {
        Some(_) => faces.iter().map(|&face| group.value(face)).collect(),
        None => Vec::new(),
    };
    ThrownGroup { name: group.name.into(), sides: group.sides, faces, values }
}

/// Dice that fell for these groups, as history keeps them.
pub(crate) fn drawn(groups: &[Group], faces: Vec<Vec<u8>>) -> Vec<ThrownGroup> {
    groups.iter().zip(faces).map(|(group, faces)| thrown(group, faces)).collect()
}

/// The dice a seat typed in for these groups, as history keeps them.
pub(crate) fn entered(groups: &[Group], faces: &[u8]) -> Result<Vec<ThrownGroup>, Refusal> {
    let wanted: usize = groups.iter().map(|group| usize::from(group.count)).sum();
    if faces.len() != wanted {
        let sentence =
            format!("The roll takes {}. You gave {}.", count(wanted as u32, "die", "dice"), faces.len());
        return Err(Refusal::by_table("dice-count", sentence)
            .with("wanted", wanted)
            .with("given", faces.len()));
    }
    let mut left = faces;
    let mut all = Vec::with_capacity(groups.len());
    for group in groups {
        let (own, rest) = left.split_at(group.count.into());
        left = rest;
        if let Some(&face) = own.iter().find(|face| !(1..=group.sides).contains(*face)) {
            let sentence = NoDice::NotOnDie { face, sides: group.sides }.to_string();
            return Err(Refusal::by_table("not-on-die", sentence)
                .with("face", face)
                .with("sides", group.sides));
        }
        all.push(thrown(group, own.to_vec()));
    }
    Ok(all)
}

fn alike(groups: &[Group], thrown: &[ThrownGroup]) -> bool {
    let same = |(group, thrown): (&Group, &ThrownGroup)| {
        group.sides == thrown.sides
            && usize::from(group.count) == thrown.faces.len()
            && group.name == thrown.name
    };
    groups.len() == thrown.len() && groups.iter().zip(thrown).all(same)
}
