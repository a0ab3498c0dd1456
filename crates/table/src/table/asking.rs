//! Planning what people say about being asked: several answers in one breath, how much they want to be asked, and what
//! they answer beforehand.

use super::plan::{must_be_gm, not_asked, plain};
use super::{Now, Planned, Record, Saying, TableOf};
use crate::asks::{Asks, SaidBefore};
use crate::frame::StandingUntil;
use crate::live::{Draw, How, PromptId, Told, Wants};
use crate::{At, Party, Playable, Refusal, Seat};

/// Answers given in one breath.
const MOST_TOGETHER: usize = 64;
/// Things one seat may have said beforehand.
const MOST_SAID: usize = 40;

impl<G: Playable> TableOf<G> {
    /// All answers count or none does. Once those before it decide the matter, nobody waits for an answer any more.
    pub(super) fn plan_answers(
        &self,
        seat: Seat,
        said: Vec<Saying>,
        dice: Option<&mut dyn Draw>,
    ) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        if said.is_empty() || said.len() > MOST_TOGETHER {
            let sentence = format!("Give 1 to {MOST_TOGETHER} answers together.");
            return Err(Refusal::by_table("answers", sentence).with("most", MOST_TOGETHER));
        }
        let mut told: Vec<(PromptId, Told<G::Answer>)> = Vec::with_capacity(said.len());
        for Saying { prompt: named, say } in said {
            let prompt = self.meant(seat, named);
            if told.iter().any(|(known, _)| *known == prompt) {
                let sentence = format!("Question {named} is answered twice.");
                return Err(Refusal::by_table("twice", sentence).with("prompt", named.to_string()));
            }
            let (open, state) = self.open_prompt(seat, prompt)?;
            if told.first().is_some_and(|(first, _)| (first.action, first.ask) != (prompt.action, prompt.ask))
            {
                let sentence = "Only questions that stand together are answered together.";
                return Err(Refusal::by_table("apart", sentence).with("prompt", named.to_string()));
            }
            let Wants::Answer(asked) = &open.wants else {
                let sentence = "Only questions of the rules are answered together.";
                return Err(Refusal::by_table("apart", sentence).with("prompt", named.to_string()));
            };
            let at = At { state, book: &*self.book };
            let answer = self.read_answer(at, seat, open.party, asked, say, false).map_err(|refusal| {
                let name = self.party_name(at, open.party, seat);
                refusal.about(name.as_deref().unwrap_or("Somebody")).with("prompt", named.to_string())
            })?;
            let how = if seat == open.seat { How::Own } else { How::ForAbsent };
            let PromptId { ask, nth, .. } = prompt;
            told.push((prompt, Told::Answer { ask, nth, digest: open.digest, by: seat, how, answer }));
        }
        let Some(action) = told.first().map(|(prompt, _)| prompt.action) else { return Err(not_asked()) };
        let mut needed = Vec::with_capacity(told.len());
        for (prompt, told) in told {
            if !needed.is_empty() && !self.still_asks(prompt, &needed) {
                break;
            }
            needed.push(told);
        }
        self.go_on_with(action, needed, dice)
    }

    /// Whether a question is still open once its action was told these.
    fn still_asks(&self, prompt: PromptId, told: &[Told<G::Answer>]) -> bool {
        let Some(action) = self.waiting.get(&prompt.action) else { return false };
        let mut action = action.clone();
        action.told.extend(told.iter().cloned());
        match self.look(&action) {
            Now::Asks { open, .. } => open.iter().any(|open| open.id == prompt && !open.answered),
            Now::Afresh(_) => false,
        }
    }

    pub(super) fn plan_asks(&self, seat: Seat, asks: Asks, everybody: bool) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        if everybody {
            must_be_gm(seat, "say how much everybody is asked")?;
        }
        plain(&Record::<G>::Asks { seat: (!everybody).then_some(seat), asks })
    }

    pub(super) fn plan_beforehand(
        &self,
        seat: Seat,
        question: String,
        id: String,
        until: StandingUntil,
    ) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        let mut own = self.prompt_cards(seat).into_iter().filter(|card| card.asks.contains(&seat));
        let offered = own.find_map(|card| {
            let fits = card.name == question;
            card.beforehand.into_iter().find(|word| fits && word.id == id)
        });
        let Some(word) = offered else {
            let sentence = "No question to you offers that answer for later.";
            return Err(Refusal::by_table("not-offered", sentence));
        };
        let own = self.frame.said_before.iter().filter(|said| said.seat == seat);
        if own.count() >= MOST_SAID {
            let sentence = format!("You have said {MOST_SAID} things beforehand. Take one back first.");
            return Err(Refusal::by_table("too-many", sentence).with("most", MOST_SAID));
        }
        let label = word.label.text().to_owned();
        plain(&Record::<G>::Beforehand(SaidBefore { seat, question, id, label, until }))
    }

    pub(super) fn plan_beforehand_no_more(
        &self,
        seat: Seat,
        question: String,
        id: String,
    ) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        if !self.frame.said_before.iter().any(|said| said.is(seat, &question, &id)) {
            return Err(Refusal::by_table("not-said", "You have said nothing like that beforehand."));
        }
        plain(&Record::<G>::BeforehandNoMore { seat, question, id })
    }

    /// What was said beforehand and ends because of whose move it is then.
    pub(super) fn forgotten(&self, at: At<'_, G>) -> Vec<(Seat, String, String)> {
        if self.frame.said_before.is_empty() {
            return Vec::new();
        }
        let awaits = G::awaits(at);
        let over = awaits.creatures.is_empty();
        let moves = |seat: Seat| {
            awaits.includes(Party::Seat(seat))
                || awaits.creatures.iter().any(|who| G::speaker(at.state, *who) == seat)
        };
        let ends = |said: &&SaidBefore| match said.until {
            StandingUntil::MyTurn => moves(said.seat) || over,
            StandingUntil::TurnOver => !moves(said.seat),
            StandingUntil::EndOfBattle => over,
            StandingUntil::Revoked | StandingUntil::Always => false,
        };
        let ended = self.frame.said_before.iter().filter(ends);
        ended.map(|said| (said.seat, said.question.clone(), said.id.clone())).collect()
    }
}
