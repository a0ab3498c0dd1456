//! Planning: what a request would change, as one record. Nothing changes here.

use serde_json::Value;

use super::place::LinePlace;
use super::review::read_review;
use super::{Act, Now, Op, PackName, Record, Stale, TableOf};
use crate::frame::{SeatInfo, Standing, StandingAnswer};
use crate::judge::RulingRecord;
use crate::live::{
    Action, ActionId, Draw, FairDice, How, Open, PromptId, RunEnd, Told, Wants, drawn, entered,
};
use crate::{Address, At, By, HowThrown, Lane, Party, Playable, Refusal, Role, RuleId, Ruling, Seat};

/// Said in the place of faces by the one who rolls real dice, but not these: the table draws them.
const DRAW: &str = "draw";

/// What a request comes to.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The record to put on disk and then to follow.
    pub record: String,
    /// The action it belongs to.
    pub action: Option<ActionId>,
    /// Whether that action still waits.
    pub waits: bool,
    /// The first place at which something else is told than before; nothing before it changes.
    pub told_from: Option<LinePlace>,
    /// Every rule cited on the way.
    pub cited: Vec<RuleId>,
}

impl<G: Playable> TableOf<G> {
    /// Plans a request.
    pub(super) fn plan_op(
        &self,
        seat: Seat,
        op: Op,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        match op {
            Op::Command(command) => self.plan_command(seat, command, dice),
            Op::Answer { prompt, say, table_rule } => self.plan_answer(seat, prompt, say, table_rule, dice),
            Op::Answers(said) => self.plan_answers(seat, said, dice),
            Op::Delay { prompt } => self.plan_delay(seat, prompt, dice),
            Op::Cancel { action } => self.plan_cancel(seat, action),
            Op::Afresh { action } => self.plan_afresh(seat, action, dice),
            Op::Undo { from, reason } => self.plan_undo(seat, from, reason),
            Op::Redo => self.plan_redo(seat),
            Op::Say { voice, words, who } => self.plan_words(seat, voice, &words, who),
            Op::Roll { notation, mode, label, entered } => {
                self.plan_roll(seat, &notation, mode, label, entered.as_deref())
            }
            Op::Overrule { path, value, reason } => self.plan_overrule(seat, &path, &value, &reason),
            Op::Stand { creature, answer, until } => {
                self.must_act(seat)?;
                if let Some(who) = creature {
                    self.must_speak_for(seat, who)?;
                }
                if answer == StandingAnswer::Ahead
                    && creature.is_none_or(|who| !G::speaker(&self.state, who).is_gm())
                {
                    let sentence =
                        "Looking ahead knows what players may not: only the GM's creatures are left to it.";
                    return Err(Refusal::by_table("knows-too-much", sentence));
                }
                let standing = Standing { seat, creature, answer, until };
                self.must_have_a_turn(&standing)?;
                plain(&Record::<G>::Stands(standing))
            }
            Op::StandNoMore { creature } => {
                self.must_act(seat)?;
                plain(&Record::<G>::StandsNoMore { seat, creature })
            }
            Op::GoOn => self.plan_go_on(seat),
            Op::PlayOn { on } => {
                must_be_gm(seat, "let the party play on")?;
                plain(&Record::<G>::PlayOn { on })
            }
            Op::Asks { asks, everybody } => self.plan_asks(seat, asks, everybody),
            Op::Beforehand { question, id, until } => self.plan_beforehand(seat, question, id, until),
            Op::BeforehandNoMore { question, id } => self.plan_beforehand_no_more(seat, question, id),
            Op::Level { rule, level } => {
                must_be_gm(seat, "set how much is asked")?;
                plain(&Record::<G>::Level { rule, level })
            }
            Op::Review { on } => {
                must_be_gm(seat, "say what is reviewed")?;
                plain(&Record::<G>::Review { on })
            }
            Op::Advice { on } => {
                must_be_gm(seat, "say whether there is advice")?;
                plain(&Record::<G>::Advice { on })
            }
            Op::Sit { seat: place, info } => self.plan_sit(seat, place, &info),
            Op::Leave { seat: place } => {
                if !seat.is_gm() && seat != place {
                    return Err(only_gm("free another's seat"));
                }
                if place.is_gm() || !self.frame.seats.contains_key(&place) {
                    return Err(Refusal::by_table(
                        "no-such-seat",
                        format!("Nobody sits at {place} who could leave."),
                    ));
                }
                plain(&Record::<G>::Left { seat: place })
            }
            Op::Hand { who, to } => self.plan_hand(seat, who, to),
            Op::Chat(chat) => {
                must_be_gm(seat, "say who may talk")?;
                plain(&Record::<G>::Chat(chat))
            }
            Op::Write { paper, title, body } => self.plan_write(seat, paper, &title, body),
            Op::Show { paper, to } => self.plan_show(seat, paper, to),
            Op::Discard { paper } => self.plan_discard(seat, paper),
            Op::AddPack { name, files } => self.plan_pack(seat, PackName { name, files }),
            Op::WriteRow(file) => self.plan_row(seat, file),
            Op::Contribute { text } => self.plan_contribution(seat, text),
        }
    }

    fn plan_command(
        &self,
        seat: Seat,
        command: Value,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        let (command, lane) = self.readied(seat, command)?;
        let wrote = G::writes(self.at(), &command)?;
        if !wrote.is_empty() {
            self.must_be_writable(seat, &wrote)?;
        }
        let action = Action {
            id: self.next_action,
            by: seat,
            command,
            rules: G::RULES.into(),
            told: Vec::new(),
            review: self.frame.review && lane != Lane::Free,
            replaces: None,
            wrote,
        };
        self.go(action, 0, lane, dice)
    }

    /// A command that this seat may give at some time.
    pub(super) fn given(&self, seat: Seat, command: Value) -> Result<(G::Command, Address), Refusal> {
        self.must_act(seat)?;
        let command = self.read_known(seat, command)?;
        let address = G::address(&command);
        match address.by {
            By::Actor(who) => self.must_speak_for(seat, who)?,
            By::Gm if seat.is_gm() => {}
            By::Gm => match G::gm_alone(&command) {
                Some(refusal) => return Err(refusal),
                None => must_be_gm(seat, "do that")?,
            },
            By::Anyone => {}
        }
        Ok((command, address))
    }

    /// A command that this seat may give now, as far as the table is concerned, and its lane.
    pub(super) fn readied(&self, seat: Seat, command: Value) -> Result<(G::Command, Lane), Refusal> {
        let (command, address) = self.given(seat, command)?;
        if address.lane != Lane::Free
            && let Some(waiting) = self.in_lane(address.lane)
        {
            return Err(self.busy(seat, waiting.id));
        }
        Ok((command, address.lane))
    }

    /// Runs an action on and writes down how far it got.
    fn go(
        &self,
        mut action: Action<G::Command, G::Answer>,
        known: usize,
        lane: Lane,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        let mut own = self.own_dice();
        let dice: &mut dyn Draw = match dice {
            Some(dice) => dice,
            None => &mut own,
        };
        let run = self.run_on(&mut action, Some(dice));
        let id = action.id;
        let told_from = Some(LinePlace::of(action.replaces.unwrap_or(id)));
        let (record, waits) = match run.end {
            RunEnd::Refused(refusal) => return Err(refusal),
            RunEnd::NoDice(no_dice) => return Err(Refusal::by_table("dice", no_dice.to_string())),
            RunEnd::Diverged => return Err(stale(Stale::Asked)),
            RunEnd::Waiting(_) if lane == Lane::Free => {
                return Err(Refusal::by_table(
                    "rules-fault",
                    "This kind of command may not wait for anybody.",
                ));
            }
            RunEnd::Waiting(_) if self.waiting.contains_key(&id) => {
                (Record::<G>::Told { action: id, told: action.told.split_off(known) }, true)
            }
            RunEnd::Waiting(_) => (Record::Waiting(action), true),
            RunEnd::Done => {
                let at = At { state: &run.state, book: &*self.book };
                let (ended, forgotten) = (self.ended_standing(at), self.forgotten(at));
                let told = action.told.split_off(known);
                let (by, command, replaces) = (action.by, Some(action.command), action.replaces);
                let wrote = action.wrote;
                let log = run.log;
                let act = Act { id, by, lane, command, told, log, ended, forgotten, replaces, wrote };
                (Record::Acted(act), false)
            }
        };
        Ok(Planned { action: Some(id), waits, told_from, cited: run.cited, ..plain(&record)? })
    }

    fn plan_answer(
        &self,
        seat: Seat,
        prompt: PromptId,
        say: Value,
        table_rule: bool,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        let prompt = self.meant(seat, prompt);
        let (open, state) = self.open_prompt(seat, prompt)?;
        let how = if seat == open.seat { How::Own } else { How::ForAbsent };
        let at = At { state, book: &*self.book };
        let PromptId { ask, nth, .. } = prompt;
        let told = match &open.wants {
            Wants::Answer(asked) => {
                let answer = self.read_answer(at, seat, open.party, asked, say, table_rule)?;
                Told::Answer { ask, nth, digest: open.digest, by: seat, how, answer }
            }
            Wants::Ruling(judgement) => {
                let ruling = read_ruling(judgement, &say)?;
                let record = judgement.record(&ruling, open.audience);
                let record = RulingRecord { by: seat, table_rule, ..record };
                Told::Ruling { ask, digest: open.digest, ruling, record }
            }
            Wants::Review => Told::Reviewed { digest: open.digest, changes: read_review::<G>(say)? },
            Wants::Dice { rule, groups } if say == DRAW => {
                let mut own = self.own_dice();
                let dice: &mut dyn Draw = match dice {
                    Some(dice) => dice,
                    None => &mut own,
                };
                let thrown = dice.throw(!open.audience.is_open(), groups);
                let (faces, how) =
                    thrown.map_err(|no_dice| Refusal::by_table("dice", no_dice.to_string()))?;
                let told = Told::Dice { rule: *rule, groups: drawn(groups, faces), how };
                // What is drawn next counts on from these.
                return self.go_on(prompt.action, told, Some(dice));
            }
            Wants::Dice { rule, groups } => {
                let faces: Vec<u8> = serde_json::from_value(say).map_err(|_| {
                    let sentence = "Type the faces of the dice, such as [4, 4, 1], or \"draw\".";
                    Refusal::by_table("unreadable", sentence)
                })?;
                Told::Dice {
                    rule: *rule,
                    groups: entered(groups, &faces).map_err(|refusal| match G::DICE {
                        Some(rule) => refusal.under(rule),
                        None => refusal,
                    })?,
                    how: HowThrown::Entered { by: seat },
                }
            }
        };
        self.go_on(prompt.action, told, dice)
    }

    fn plan_delay(
        &self,
        seat: Seat,
        prompt: PromptId,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        must_be_gm(seat, "let instinct answer for others")?;
        let (open, state) = self.open_prompt(seat, prompt)?;
        let Wants::Answer(asked) = &open.wants else {
            return Err(Refusal::by_table(
                "not-by-instinct",
                "Only questions of the rules can be left to instinct.",
            ));
        };
        if open.optional {
            return Err(Refusal::by_table("not-waited-for", "This question does not wait for an answer."));
        }
        let at = At { state, book: &*self.book };
        let question = G::question(asked);
        if question.form(at).stakes == crate::view::Stakes::Mortal {
            return Err(Refusal::by_table("mortal", "A hero may die of this. The GM answers."));
        }
        let answer = question.instinct(at);
        let PromptId { ask, nth, .. } = prompt;
        let told = Told::Answer { ask, nth, digest: open.digest, by: open.seat, how: How::Delay, answer };
        self.go_on(prompt.action, told, dice)
    }

    fn go_on(
        &self,
        id: ActionId,
        told: Told<G::Answer>,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        self.go_on_with(id, [told], dice)
    }

    /// Goes on with what an action was told, all at once.
    pub(super) fn go_on_with(
        &self,
        id: ActionId,
        told: impl IntoIterator<Item = Told<G::Answer>>,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        let Some(action) = self.waiting.get(&id) else {
            return Err(not_asked());
        };
        let mut action = action.clone();
        let known = action.told.len();
        action.told.extend(told);
        let lane = G::address(&action.command).lane;
        self.go(action, known, lane, dice)
    }

    fn plan_cancel(&self, seat: Seat, id: ActionId) -> Result<Planned, Refusal> {
        let id = self.waiting_of(seat, id).ok_or_else(|| match seat.is_gm() {
            true => no_such_action(),
            false => only_gm("cancel an action under way"),
        })?;
        if !seat.is_gm() && !matches!(self.now.get(&id), Some(Now::Afresh(_))) {
            return Err(only_gm("cancel an action under way"));
        }
        let log = match self.now.get(&id) {
            Some(Now::Asks { log, .. }) => log.clone(),
            _ => Vec::new(),
        };
        let record = Record::<G>::Cancelled { action: id, by: seat, log };
        Ok(Planned { told_from: Some(LinePlace::of(id)), ..plain(&record)? })
    }

    /// A stale action begins again with nothing told, in the place of the old one.
    fn plan_afresh(&self, seat: Seat, id: ActionId, dice: Option<&mut dyn Draw>) -> Result<Planned, Refusal> {
        let found = self.waiting_of(seat, id);
        let Some((id, action)) = found.and_then(|id| Some((id, self.waiting.get(&id)?))) else {
            return Err(match seat.is_gm() {
                true => no_such_action(),
                false => only_gm("start another's action afresh"),
            });
        };
        if !matches!(self.now.get(&id), Some(Now::Afresh(_))) {
            return Err(Refusal::by_table("still-fits", "That action can simply go on."));
        }
        let lane = G::address(&action.command).lane;
        let Action { by, command, wrote, .. } = action.clone();
        let afresh = Action {
            id: self.next_action,
            by,
            command,
            rules: G::RULES.into(),
            told: Vec::new(),
            review: self.frame.review && lane != Lane::Free,
            replaces: Some(id),
            wrote,
        };
        self.go(afresh, 0, lane, dice)
    }

    fn plan_sit(&self, seat: Seat, place: Seat, info: &SeatInfo) -> Result<Planned, Refusal> {
        let own = seat == place && self.frame.seats.get(&seat).is_some_and(|known| known.role == info.role);
        if !seat.is_gm() && !own {
            return Err(only_gm("seat people"));
        }
        if place.0 >= Seat::MOST {
            let sentence = format!("A table has at most {} seats.", Seat::MOST);
            return Err(Refusal::by_table("too-many-seats", sentence).with("most", Seat::MOST));
        }
        if self.frame.former.contains(&place) {
            let sentence = match self.frame.free_seat() {
                Some(free) => format!(
                    "Somebody sat at {place} before and left. Nobody sits there again; {free} is free."
                ),
                None => format!("Somebody sat at {place} before and left, and no other seat is free."),
            };
            return Err(Refusal::by_table("former-seat", sentence));
        }
        if place.is_gm() != (info.role == Role::Gm) {
            return Err(Refusal::by_table("gm-seat", "Only the GM sits on the GM's seat."));
        }
        let name = info.name.trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::by_table("name", "A name has 1 to 40 characters."));
        }
        if self.frame.seat_named(name).is_some_and(|known| known != place) {
            return Err(Refusal::by_table(
                "name-taken",
                format!("Somebody called {name} sits here already."),
            ));
        }
        plain(&Record::<G>::Seated { seat: place, info: SeatInfo { name: name.into(), ..*info } })
    }

    fn plan_contribution(&self, seat: Seat, text: String) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        if text.is_empty() || text.chars().count() > 200 {
            return Err(Refusal::by_table("words", "Mix in 1 to 200 characters."));
        }
        if self.frame.stretches.last().is_none_or(|stretch| stretch.next != [0, 0]) {
            return Err(Refusal::by_table(
                "dice-begun",
                "This stretch of dice has begun. Mix your words into the next.",
            ));
        }
        plain(&Record::<G>::Contributed { seat, text })
    }

    pub(super) fn own_dice(&self) -> FairDice {
        let number = self.frame.stretches.len().saturating_sub(1);
        let record = &self.frame.stretches[number];
        FairDice { stretch: record.stretch.clone(), number: number as u32, next: record.next }
    }

    /// The open prompt and the provisional state behind it, if this seat may answer it.
    pub(super) fn open_prompt(&self, seat: Seat, prompt: PromptId) -> Result<(&Open<G>, &G::State), Refusal> {
        match self.now.get(&prompt.action) {
            Some(Now::Asks { state, open, .. }) => {
                let open = open.iter().find(|open| open.id == prompt && !open.answered);
                match open.filter(|open| seat == open.seat || seat.is_gm()) {
                    Some(open) => Ok((open, state)),
                    None => Err(not_asked()),
                }
            }
            Some(Now::Afresh(why)) if seat.is_gm() => Err(stale(*why)),
            _ => Err(not_asked()),
        }
    }

    /// Standing answers that end because of whose move it is then.
    fn ended_standing(&self, at: At<'_, G>) -> Vec<(Seat, Option<crate::Who>)> {
        use crate::frame::StandingUntil::{Always, EndOfBattle, MyTurn, Revoked, TurnOver};
        if self.frame.standing.is_empty() {
            return Vec::new();
        }
        let awaits = G::awaits(at);
        // With the fight or the round a turn is over as well, even if the same creature is to act next.
        let round = G::fight(self.at());
        let another = round.is_none() || round != G::fight(at);
        let moves = |standing: &Standing| match standing.creature {
            Some(who) => awaits.includes(Party::Creature(who)),
            None => {
                awaits.includes(Party::Seat(standing.seat))
                    || awaits.creatures.iter().any(|who| G::speaker(at.state, *who) == standing.seat)
            }
        };
        let over = awaits.creatures.is_empty();
        let ends = |standing: &&Standing| match standing.until {
            MyTurn => moves(standing) || over,
            TurnOver => another || !moves(standing),
            EndOfBattle => over || (round.is_some() && G::fight(at).is_none()),
            Revoked | Always => false,
        };
        self.frame.standing.iter().filter(ends).map(|standing| (standing.seat, standing.creature)).collect()
    }

    pub(super) fn must_act(&self, seat: Seat) -> Result<(), Refusal> {
        match self.frame.seats.get(&seat).map(|info| info.role) {
            Some(Role::Gm | Role::Player) => Ok(()),
            Some(_) => Err(Refusal::by_table("only-watching", "This seat only watches.")),
            None => Err(Refusal::by_table("no-such-seat", format!("Nobody sits at {seat}."))),
        }
    }

    pub(super) fn must_speak_for(&self, seat: Seat, who: crate::Who) -> Result<(), Refusal> {
        self.must_act(seat)?;
        if seat.is_gm() || G::speaker(&self.state, who) == seat {
            return Ok(());
        }
        Err(Refusal::by_table("not-yours", "That creature is not yours to command."))
    }

    /// Why a lane is taken, as far as this seat may know. While only something hidden is waited for, the
    /// code is `held`: the host of the table keeps the command back and says nothing, for a refusal would tell.
    fn busy(&self, seat: Seat, id: ActionId) -> Refusal {
        let Some(Now::Asks { open, .. }) = self.now.get(&id) else {
            return Refusal::by_table("busy", "An action no longer fits: start it again or drop it first.");
        };
        let mut names: Vec<String> = Vec::new();
        for open in open.iter().filter(|open| open.is_waited_for() && self.may_know(open, seat)) {
            let name = self.frame.seat_name(open.seat);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.is_empty() {
            return Refusal::by_table("held", "One moment.");
        }
        Refusal::by_table("busy", format!("Waiting for {}.", names.join(" and ")))
            .with("action", self.number(seat, id))
    }
}

/// A record with nothing more to say about it.
pub(super) fn plain<G: Playable>(record: &Record<G>) -> Result<Planned, Refusal> {
    let record = super::versions::write::<G>(record)
        .map_err(|error| Refusal::by_table("unwritable", format!("This cannot be written down: {error}.")))?;
    Ok(Planned { record, action: None, waits: false, told_from: None, cited: Vec::new() })
}

pub(super) fn must_be_gm(seat: Seat, what: &str) -> Result<(), Refusal> {
    if seat.is_gm() { Ok(()) } else { Err(only_gm(what)) }
}

pub(super) fn only_gm(what: &str) -> Refusal {
    Refusal::by_table("only-gm", format!("Only the GM may {what}."))
}

pub(super) fn no_such_action() -> Refusal {
    Refusal::by_table("no-such-action", "There is no such action.")
}

pub(super) fn not_asked() -> Refusal {
    Refusal::by_table("not-asked", "That question is closed.")
}

fn stale(why: Stale) -> Refusal {
    let sentence = match why {
        Stale::Rules => "The rules have changed since this action began. Start it again, or drop it.",
        Stale::Asked => "What this action asked has changed since. Start it again, or drop it.",
    };
    Refusal::by_table("afresh", sentence)
}

fn read_ruling(judgement: &crate::Judgement, say: &Value) -> Result<Ruling, Refusal> {
    let option = |key: &str| {
        let at = judgement.options.iter().position(|option| option.key == key);
        at.map(|at| at as u8).ok_or_else(|| {
            let known: Vec<&str> = judgement.options.iter().map(|option| option.key.as_str()).collect();
            let sentence = format!("`{key}` is none of {}.", known.join(", "));
            Refusal::new(judgement.rule, "no-such-ruling", sentence)
        })
    };
    if let Some(key) = say.as_str() {
        return Ok(Ruling::Listed(option(key)?));
    }
    let words = say.get("free").and_then(Value::as_str).map(str::trim).filter(|words| !words.is_empty());
    let Some(words) = words else {
        return Err(Refusal::new(
            judgement.rule,
            "unreadable",
            "Rule by a key, or by { free: words, like: key }.",
        ));
    };
    if words.chars().count() > 400 {
        return Err(Refusal::new(judgement.rule, "words", "A ruling has at most 400 characters."));
    }
    let like = match say.get("like").and_then(Value::as_str) {
        Some(key) => option(key)?,
        None => judgement.proposal,
    };
    Ok(Ruling::Free { like, words: words.into() })
}
