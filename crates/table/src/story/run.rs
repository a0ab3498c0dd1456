//! Runs a story on a real table: every record is written out and read back on the way.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::step::{Does, read};
use super::{OddsAnswers, Rest, Step, Story, StoryAnswer};
use crate::frame::Seeds;
use crate::live::{ActionId, Scripted};
use crate::sabotage::Sabotage;
use crate::table::{AnyGame, AnyTable, LinePlace, Op, PackName};
use crate::view::{Line, PromptCard, PromptKind, View};
use crate::{Refusal, RuleId, Seat};

/// Stories bring their own dice: these seeds are never drawn from.
const SEEDS: Seeds = Seeds { open: [0; 32], secret: [0; 32] };

/// How much one step may ask with a rule broken before it counts as endless.
const MOST_ASKED: usize = 100;

/// What came of a story.
#[derive(Debug, Serialize)]
pub struct StoryReport {
    /// Its title.
    pub title: String,
    /// Which game.
    pub game: String,
    /// Every rule that was really cited.
    pub cited: BTreeSet<RuleId>,
    /// What happened, step by step.
    pub steps: Vec<StepTold>,
    /// What went wrong; empty if nothing did.
    pub failures: Vec<String>,
}

/// One step as told to the game master.
#[derive(Debug, Default, Serialize)]
pub struct StepTold {
    /// What was done.
    pub r#do: String,
    /// Who was asked what and what they said.
    pub answers: Vec<String>,
    /// The lines.
    pub lines: Vec<Line>,
    /// How it was refused.
    pub refused: Option<Refusal>,
}

/// Runs a story. Packs are fetched by `pack`, since this crate reads no files.
pub fn run_story(
    game: &dyn AnyGame,
    story: &Story,
    pack: &dyn Fn(&str) -> Result<PackName, String>,
) -> StoryReport {
    run(game, story, pack, None)
}

/// Runs a story with a rule broken, or under watch. It notices if it fails; that a rule is claimed and not
/// cited does not count then, for nothing but that the rule is gone would be seen by it.
pub fn run_sabotaged(
    game: &dyn AnyGame,
    story: &Story,
    pack: &dyn Fn(&str) -> Result<PackName, String>,
    sabotage: &Arc<Sabotage>,
) -> StoryReport {
    run(game, story, pack, Some(sabotage))
}

/// The table as it stands after a story's steps: where its odds begin.
pub fn play_out(
    game: &dyn AnyGame,
    story: &Story,
    pack: &dyn Fn(&str) -> Result<PackName, String>,
) -> Result<Box<dyn AnyTable>, String> {
    let mut report = StoryReport::of(story);
    played(game, story, pack, None, &mut report).map(|scene| scene.table)
}

fn run(
    game: &dyn AnyGame,
    story: &Story,
    pack: &dyn Fn(&str) -> Result<PackName, String>,
    sabotage: Option<&Arc<Sabotage>>,
) -> StoryReport {
    let mut report = StoryReport::of(story);
    if let Err(failure) = tell(game, story, pack, sabotage, &mut report) {
        report.failures.push(failure);
    }
    if sabotage.is_some_and(|sabotage| sabotage.endless()) {
        report.failures.push("the rules go round in circles".into());
    }
    if report.failures.is_empty() && !sabotage.is_some_and(|sabotage| sabotage.breaks()) {
        for rule in &story.proves {
            if !report.cited.contains(rule) {
                report.failures.push(format!("claims to prove {rule}, but nothing in it cites that rule"));
            }
        }
    }
    report
}

impl StoryReport {
    fn of(story: &Story) -> Self {
        let (title, game) = (story.title.clone(), story.game.clone());
        Self { title, game, cited: BTreeSet::new(), steps: Vec::new(), failures: Vec::new() }
    }
}

fn tell(
    game: &dyn AnyGame,
    story: &Story,
    pack: &dyn Fn(&str) -> Result<PackName, String>,
    sabotage: Option<&Arc<Sabotage>>,
    report: &mut StoryReport,
) -> Result<(), String> {
    let scene = played(game, story, pack, sabotage, report)?;
    let mut answers = OddsAnswers::new(&story.odds);
    for (number, check) in story.odds.iter().enumerate() {
        let told = answers.answer(number, &*scene.table).and_then(|told| told.agrees(check));
        told.map_err(|failure| format!("odds {}: {failure}", number + 1))?;
    }
    Ok(())
}

/// Plays the steps of a story.
fn played<'a>(
    game: &'a dyn AnyGame,
    story: &Story,
    pack: &dyn Fn(&str) -> Result<PackName, String>,
    sabotage: Option<&'a Arc<Sabotage>>,
    report: &mut StoryReport,
) -> Result<Scene<'a>, String> {
    let packs = story.stage.packs.iter().map(|path| pack(path)).collect::<Result<Vec<_>, _>>()?;
    let first =
        game.stage(&story.title, &story.stage, packs, SEEDS).map_err(|error| format!("stage: {error}"))?;
    let table = game.open(&first).map_err(|error| format!("stage: {error}"))?;
    let mut scene = Scene { game, table, cited: BTreeSet::new(), sabotage };
    scene.break_rule();
    for (number, step) in story.steps.iter().enumerate() {
        let mut told = StepTold { r#do: shown(&step.r#do), ..StepTold::default() };
        let result = scene.play(step, &mut told);
        report.steps.push(told);
        report.cited.append(&mut scene.cited);
        result.map_err(|failure| format!("step {}: {failure}", number + 1))?;
    }
    Ok(scene)
}

/// Who was asked what in a step.
#[derive(Default)]
struct Asked {
    waited_for: Vec<String>,
    aside: Vec<String>,
}

struct Scene<'a> {
    game: &'a dyn AnyGame,
    table: Box<dyn AnyTable>,
    cited: BTreeSet<RuleId>,
    sabotage: Option<&'a Arc<Sabotage>>,
}

impl Scene<'_> {
    /// Each table a story opens is broken alike.
    fn break_rule(&mut self) {
        if let Some(sabotage) = self.sabotage {
            self.table.sabotage(Arc::clone(sabotage));
        }
    }

    fn play(&mut self, step: &Step, told: &mut StepTold) -> Result<(), String> {
        let seat = self.seat(step.seat.as_deref().unwrap_or("gm"))?;
        let from = self.table.waits().first().map(|(id, _)| *id);
        let from =
            from.or_else(|| self.table.done().last().map(|last| ActionId(last.0 + 1))).unwrap_or_default();
        let mut dice = Scripted::new(step.dice.iter().copied());
        let mut asked = Asked::default();
        let does = read(&*self.table, &step.r#do)?;
        // What is told of an undoing stands where the undone actions stood.
        let from = match &does {
            Does::Plan(Op::Undo { from: first, .. }) => {
                first.or(self.table.done().last().copied()).unwrap_or(from).min(from)
            }
            _ => from,
        };
        match does {
            Does::Nothing => {}
            Does::Answer(answer) => {
                let prompts = self.table.prompts(Seat::GM);
                self.give(&answer, &prompts, &mut dice, told)?;
            }
            Does::Reopen => self.reopen()?,
            Does::Fork { title, before } => {
                let first = self.table.fork(&title, before, SEEDS).map_err(|refusal| refusal.to_string())?;
                self.table = self.game.open(&first).map_err(|error| error.to_string())?;
                self.break_rule();
            }
            Does::Plan(op) => match (self.request(seat, op, &mut dice), &step.refused) {
                (Ok(()), None) => {}
                (Ok(()), Some(_)) => return Err("was not refused".into()),
                (Err(refusal), None) => return Err(format!("was refused: {refusal} ({})", named(&refusal))),
                (Err(refusal), Some(expected)) => {
                    self.cited.extend(refusal.rules());
                    check_refusal(&refusal, expected)?;
                    told.refused = Some(refusal);
                }
            },
        }
        self.answer_all(step, &mut dice, &mut asked, told)?;
        self.check(step, &dice, &asked, from, told)
    }

    fn answer_all(
        &mut self,
        step: &Step,
        dice: &mut Scripted,
        asked: &mut Asked,
        told: &mut StepTold,
    ) -> Result<(), String> {
        let mut answers: Vec<&StoryAnswer> = step.answers.iter().collect();
        let mut seen = BTreeSet::new();
        loop {
            let prompts = self.table.prompts(Seat::GM);
            for prompt in &prompts {
                if seen.len() > MOST_ASKED && self.sabotage.is_some_and(|sabotage| sabotage.breaks()) {
                    return Err("asks and asks without end".into());
                }
                if seen.insert(prompt.id.clone()) {
                    let name = format!("{}: {}", asked_name(&*self.table, prompt), prompt.name);
                    if !prompt.optional {
                        asked.waited_for.push(name);
                    } else if !asked.aside.contains(&name) {
                        asked.aside.push(name);
                    }
                    if let (Some(expected), PromptKind::Judge(judge) | PromptKind::ReadDice { judge, .. }) =
                        (&step.proposes, &prompt.kind)
                    {
                        check_proposal(judge, expected)?;
                    }
                }
            }
            // Those who are asked together may answer in any order; otherwise the first is the one meant.
            let open = |answer: &&StoryAnswer| prompts.iter().any(|prompt| self.fits(answer, prompt));
            if !answers.is_empty() {
                let answer = answers.remove(answers.iter().position(open).unwrap_or(0));
                self.give(answer, &prompts, dice, told)?;
                continue;
            }
            let Some(prompt) = prompts.first() else { return Ok(()) };
            match (&step.stops, step.rest) {
                (Some(stop), _) if prompts.iter().any(|prompt| prompt.name == *stop) => return Ok(()),
                (_, Some(Rest::Instinct)) => {
                    let say = prompt.default.clone().unwrap_or_default();
                    let id = prompt.id.parse().map_err(|error: String| error)?;
                    let seat = prompt.asks.first().copied().unwrap_or(Seat::GM);
                    let op = Op::Answer { prompt: id, say, table_rule: false };
                    self.request(seat, op, dice)
                        .map_err(|refusal| format!("instinct was refused: {refusal}"))?;
                }
                _ => {
                    let prompt = prompts.iter().find(|prompt| !prompt.optional).unwrap_or(prompt);
                    let name = asked_name(&*self.table, prompt);
                    return Err(format!(
                        "{name} is asked {} ({}) and has no answer",
                        prompt.name,
                        prompt.question.text()
                    ));
                }
            }
        }
    }

    /// Whether an answer is to this question.
    fn fits(&self, answer: &StoryAnswer, prompt: &PromptCard) -> bool {
        prompt.name == answer.to && asked_name(&*self.table, prompt) == answer.by
    }

    fn give(
        &mut self,
        answer: &StoryAnswer,
        prompts: &[PromptCard],
        dice: &mut Scripted,
        told: &mut StepTold,
    ) -> Result<(), String> {
        let Some(prompt) = prompts.iter().find(|prompt| self.fits(answer, prompt)) else {
            let open: Vec<String> =
                prompts.iter().map(|p| format!("{}: {}", asked_name(&*self.table, p), p.name)).collect();
            return Err(format!("{} is not asked {}; open are [{}]", answer.by, answer.to, open.join(", ")));
        };
        let seat = match &answer.from {
            Some(name) => self.seat(name)?,
            None => prompt.asks.first().copied().unwrap_or(Seat::GM),
        };
        let id = prompt.id.parse().map_err(|error: String| error)?;
        told.answers.push(format!("{} to {}: {}", answer.by, answer.to, shown(&answer.say)));
        let op = Op::Answer { prompt: id, say: answer.say.clone(), table_rule: answer.table_rule };
        match (self.request(seat, op, dice), answer.refused, &answer.code) {
            (Ok(()), None, None) => Ok(()),
            (Ok(()), ..) => Err(format!("the answer of {} to {} was not refused", answer.by, answer.to)),
            (Err(refusal), None, None) => Err(format!(
                "the answer of {} to {} was refused: {refusal} ({})",
                answer.by,
                answer.to,
                named(&refusal)
            )),
            (Err(refusal), rule, code) => {
                self.cited.extend(refusal.rules());
                if rule.is_some_and(|rule| refusal.rules().all(|known| known != rule)) {
                    return Err(format!("was refused by {}, not {rule:?}: {refusal}", named(&refusal)));
                }
                if code.as_ref().is_some_and(|code| refusal.code() != code) {
                    return Err(format!("was refused with {}, not {code:?}: {refusal}", refusal.code()));
                }
                Ok(())
            }
        }
    }

    /// Plans, writes, reads back, follows: as a live table does.
    fn request(&mut self, seat: Seat, op: Op, dice: &mut Scripted) -> Result<(), Refusal> {
        let planned = match (self.table.plan(seat, op, Some(dice)), self.sabotage) {
            (Err(refusal), Some(sabotage)) => return sabotage.refusal(refusal).map_or(Ok(()), Err),
            (planned, _) => planned?,
        };
        self.cited.extend(planned.cited);
        self.table.apply_record(&planned.record).map_err(|error| {
            Refusal::by_table("corrupt", format!("The record cannot be followed: {error}"))
        })?;
        self.cited.extend(self.table.cited());
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), String> {
        let saved = self.table.save().map_err(|error| error.to_string())?;
        self.table = self.game.load(&saved).map_err(|error| error.to_string())?;
        self.break_rule();
        Ok(())
    }

    fn check(
        &self,
        step: &Step,
        dice: &Scripted,
        asked: &Asked,
        from: ActionId,
        told: &mut StepTold,
    ) -> Result<(), String> {
        told.lines = self.table.lines(Seat::GM, from);
        if !dice.left().is_empty() {
            return Err(format!("dice are left over: {:?}", dice.left()));
        }
        if let Some(expected) = &step.asked
            && *expected != asked.waited_for
        {
            return Err(format!("asked were {:?}, not {expected:?}", asked.waited_for));
        }
        if let Some(expected) = &step.aside
            && *expected != asked.aside
        {
            return Err(format!("{:?} could have spoken up, not {expected:?}", asked.aside));
        }
        if let Some(stop) = &step.stops
            && self.table.prompts(Seat::GM).iter().all(|prompt| prompt.name != *stop)
        {
            return Err(format!("does not stop at {stop}"));
        }
        let published = self.table.values_so_far();
        for (path, expected) in &step.expect {
            expected.holds(&published, path)?;
        }
        for (name, words) in &step.tells {
            let lines = self.table.lines(self.seat(name)?, from);
            let said: Vec<&str> = lines.iter().map(|line| line.say.text()).collect();
            for word in words {
                if !said.iter().any(|line| line.contains(word.as_str())) {
                    return Err(format!("{name} does not read \"{word}\" but {said:?}"));
                }
            }
        }
        for (name, words) in &step.hidden {
            let all = self.everything(self.seat(name)?);
            if let Some(word) = words.iter().find(|word| all.contains(word.as_str())) {
                return Err(format!("{name} can find \"{word}\""));
            }
        }
        self.check_eyes(from)
    }

    /// Seats said to see the same do see the same, and those said to be told the same are.
    fn check_eyes(&self, from: ActionId) -> Result<(), String> {
        let mut seats = self.table.frame().seats.keys().copied().filter(|seat| !seat.is_gm());
        let Some(first) = seats.next() else { return Ok(()) };
        for seat in seats {
            let seen = View { seat: first, ..self.table.seen(seat) };
            if self.table.shares_view(first, seat) && self.table.seen(first) != seen {
                return Err(format!("{first} and {seat} have the same eyes and do not see the same"));
            }
            let alike = self.table.told_alike(first, seat, LinePlace::before(from));
            if alike && self.table.lines(first, from) != self.table.lines(seat, from) {
                return Err(format!("{first} and {seat} are told alike and do not read the same"));
            }
        }
        Ok(())
    }

    /// All bytes a seat gets.
    fn everything(&self, seat: Seat) -> String {
        let mut actors: Vec<Option<crate::Who>> = vec![None];
        actors.extend(self.table.creatures(seat).into_iter().map(|(who, _)| Some(who)));
        let offers: Vec<_> = actors.into_iter().flat_map(|actor| self.table.offers(seat, actor)).collect();
        let all =
            (self.table.view(seat), offers, self.table.prompts(seat), self.table.lines(seat, ActionId(0)));
        serde_json::to_string(&all).unwrap_or_default()
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        self.table.frame().seat_named(name).ok_or_else(|| format!("nobody sits here as {name}"))
    }
}

/// Who is asked, as stories name them.
pub(super) fn asked_name(table: &dyn AnyTable, prompt: &PromptCard) -> String {
    let known = table.creatures(Seat::GM);
    let creature = prompt.who.and_then(|who| known.into_iter().find(|(known, _)| *known == who));
    match creature {
        Some((_, name)) => name,
        None => {
            let seat = prompt.asks.first().copied().unwrap_or(Seat::GM);
            if seat.is_gm() { "gm".into() } else { table.frame().seat_name(seat) }
        }
    }
}

fn check_refusal(refusal: &Refusal, expected: &super::ExpectedRefusal) -> Result<(), String> {
    let fits = refusal.reasons.iter().any(|reason| {
        expected.rule.is_none_or(|rule| reason.rule == Some(rule))
            && expected.code.as_ref().is_none_or(|code| reason.code == *code)
            && expected.values.iter().all(|(name, value)| {
                reason.values.iter().any(|(known, found)| known == name && found == value)
            })
    });
    if fits { Ok(()) } else { Err(format!("was refused otherwise: {refusal} ({refusal:?})")) }
}

fn check_proposal(judge: &crate::view::JudgeCard, expected: &super::Proposal) -> Result<(), String> {
    if let Some(choice) = &expected.choice
        && judge.proposal != **choice
    {
        return Err(format!("proposes {}, not {choice}", judge.proposal));
    }
    if let Some(why) = &expected.why
        && !judge.reason.text().contains(why.as_str())
    {
        return Err(format!("proposes because \"{}\", not \"{why}\"", judge.reason.text()));
    }
    if let Some(precedents) = &expected.precedents {
        let told: Vec<&str> = judge.precedents.iter().map(|earlier| earlier.say.text()).collect();
        if told.len() != precedents.len()
            || !told.iter().zip(precedents).all(|(told, want)| told.contains(want.as_str()))
        {
            return Err(format!("shows the precedents {told:?}, not {precedents:?}"));
        }
    }
    Ok(())
}

fn named(refusal: &Refusal) -> String {
    let rules: Vec<&str> = refusal.rules().map(RuleId::as_str).collect();
    if rules.is_empty() { refusal.code().to_owned() } else { rules.join(", ") }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
