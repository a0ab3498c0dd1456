//! What a seat does not know is not there for it. Before a command or an answer of a player reaches the rules,
//! everybody it names must be known to that player; before offers, questions and refusals leave for a player, those
//! the player does not know are taken out of them. Rules and offers of a game need not think of it.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::TableOf;
use super::names::Shapes;
use super::reading::read_command;
use crate::live::{Open, Wants};
use crate::view::{Candidate, Domain, OfferCard, Param, PromptCard};
use crate::{At, Party, Playable, Reason, Refusal, Seat, Who};

/// Creatures a seat does not know of, with their names.
pub(super) struct Unknown(Vec<(Who, String)>);

impl<G: Playable> TableOf<G> {
    /// Whether a seat knows of somebody: who speaks for a creature knows it.
    pub(super) fn knows(&self, at: At<'_, G>, seat: Seat, who: Who) -> bool {
        G::called(at, who, seat).is_some() || (!seat.is_gm() && G::speaker(at.state, who) == seat)
    }

    /// A command of a seat. One that names somebody the seat does not know of is refused as one that names nobody.
    pub(super) fn read_known(&self, seat: Seat, command: Value) -> Result<G::Command, Refusal> {
        let at = self.at();
        let Some(read) = G::read(at, seat, &command) else {
            self.must_know(seat, &command)?;
            return read_command(at, seat, command);
        };
        let read = read?;
        if !seat.is_gm() {
            // A form reads whom the seat does not know as nobody; whom it takes as a number is looked up here.
            let stored = serde_json::to_value(&read).unwrap_or_default();
            if self.names_unknown(at, seat, &Shapes::of::<G>().in_command(&stored)) {
                return Err(G::nobody());
            }
        }
        Ok(read)
    }

    /// Refuses a command of a player that names somebody the player does not know of, or nobody: in the same words.
    fn must_know(&self, seat: Seat, command: &Value) -> Result<(), Refusal> {
        if seat.is_gm() || command.is_string() {
            return Ok(());
        }
        let spelled = G::read_names(self.at(), command.clone());
        match self.names_unknown(self.at(), seat, &Shapes::of::<G>().in_command(&spelled)) {
            true => Err(G::nobody()),
            false => Ok(()),
        }
    }

    /// Whether an answer names somebody a player does not know of.
    pub(super) fn answers_unknown(&self, at: At<'_, G>, seat: Seat, answer: &G::Answer) -> bool {
        let Some(answer) = serde_json::to_value(answer).ok().filter(|_| !seat.is_gm()) else { return false };
        self.names_unknown(at, seat, &Shapes::of::<G>().in_answer(&answer))
    }

    /// What a seat says as an answer to a question, if it is one.
    pub(super) fn read_answer(
        &self,
        at: At<'_, G>,
        seat: Seat,
        party: Party,
        asked: &G::Prompt,
        say: Value,
        table_rule: bool,
    ) -> Result<G::Answer, Refusal> {
        let question = G::question(asked);
        // A name stands for somebody or something, unless the question wants the name itself. The name of somebody the
        // seat does not know of stands for nobody.
        let unknown = |answer: &G::Answer| self.answers_unknown(at, seat, answer);
        let spelled = match question.read(G::read_answer(at, party, say.clone())) {
            Ok(answer) if unknown(&answer) => question.read(say.clone()),
            spelled => spelled,
        };
        let answer = spelled.or_else(|unreadable| question.read(say).map_err(|_| unreadable));
        let answer = answer.map_err(|unreadable| {
            Refusal::by_table("unreadable", format!("That does not answer the question: {unreadable}."))
        })?;
        if unknown(&answer) {
            return Err(G::nobody());
        }
        let answer = if table_rule { question.ticked(answer) } else { answer };
        question.check(at, &answer)?;
        Ok(answer)
    }

    fn names_unknown(&self, at: At<'_, G>, seat: Seat, named: &[&Value]) -> bool {
        let number = |value: &Value| value.as_u64().and_then(|who| u16::try_from(who).ok()).map(Who);
        named.iter().any(|value| !number(value).is_some_and(|who| self.knows(at, seat, who)))
    }

    /// Everybody a seat does not know of.
    pub(super) fn unknown(&self, at: At<'_, G>, seat: Seat) -> Unknown {
        if seat.is_gm() {
            return Unknown(Vec::new());
        }
        let mut all = G::creatures(at, Seat::GM);
        let known = G::creatures(at, seat);
        let is_known =
            |who: Who| known.iter().any(|(one, _)| *one == who) || G::speaker(at.state, who) == seat;
        all.retain(|(who, _)| !is_known(*who));
        Unknown(all)
    }

    /// Offers without anybody the seat does not know of.
    pub(super) fn offers_known(&self, seat: Seat, mut cards: Vec<OfferCard>) -> Vec<OfferCard> {
        let unknown = self.unknown(self.at(), seat);
        if unknown.0.is_empty() {
            return cards;
        }
        cards.retain_mut(|card| self.keeps_known(card, &unknown));
        cards
    }

    /// Takes those a seat does not know of out of an offer; `false` where nothing is left to offer.
    fn keeps_known(&self, card: &mut OfferCard, unknown: &Unknown) -> bool {
        let shapes = Shapes::of::<G>();
        let command = card.command.clone();
        let names = |fields: Value| {
            let filled = Value::Object(Map::from_iter([(command.clone(), fields)]));
            let spelled = G::read_names(self.at(), filled);
            shapes.in_command(&spelled).into_iter().any(|named| unknown.is(named))
        };
        let fixed = || card.fixed.iter().map(|(field, value)| (field.clone(), value.clone()));
        let acts = card.actor.is_some_and(|who| unknown.is(&json!(who)));
        if acts || names(fixed().collect()) {
            return false;
        }
        let fixed: Map<String, Value> = fixed().collect();
        let names = |field: &str, pick: Value| {
            // What stands fixed may say whose thing is meant.
            let mut fields = fixed.clone();
            fields.insert(field.to_owned(), pick);
            names(Value::Object(fields))
        };
        let kept = params_known(&mut card.params, unknown, &names);
        if let Some(refusal) = &mut card.refusal {
            unknown.hush(refusal, "");
        }
        if card.last.as_ref().is_some_and(|last| last.iter().any(|(field, pick)| names(field, pick.clone())))
        {
            card.last = None;
        }
        kept
    }

    /// A question without anybody the seat does not know of: what may be answered, what is proposed, and what can be
    /// said beforehand.
    pub(super) fn question_known(&self, at: At<'_, G>, seat: Seat, asked: &Open<G>, card: &mut PromptCard) {
        let unknown = self.unknown(at, seat);
        let Wants::Answer(prompt) = &asked.wants else { return };
        if unknown.0.is_empty() {
            return;
        }
        let (question, shapes) = (G::question(prompt), Shapes::of::<G>());
        let names = |say: &Value| {
            let spelled = question.read(G::read_answer(at, asked.party, say.clone()));
            let answer = spelled.or_else(|_| question.read(say.clone())).ok();
            let answer = answer.and_then(|answer| serde_json::to_value(answer).ok());
            answer.is_some_and(|answer| shapes.in_answer(&answer).into_iter().any(|who| unknown.is(who)))
        };
        // What is proposed instead follows from what the seat knows: none would tell that there is somebody.
        let as_known = |answer: &dyn Fn(At<'_, G>) -> Option<G::Answer>| {
            let state = G::known(at, seat)?;
            let say = question.write(answer(At { state: &state, book: at.book })?);
            (!names(&say)).then_some(say)
        };
        if card.default.as_ref().is_some_and(names) {
            card.default = as_known(&|at| Some(question.instinct(at)));
        }
        for word in &mut card.beforehand {
            if word.say.as_ref().is_some_and(names) {
                word.say = as_known(&|at| question.by_word(at, &word.id));
            }
        }
        let Some(domain) = &mut card.domain else { return };
        // A form is read only when it is whole: its other fields are as proposed.
        let rest = card.default.as_ref().and_then(Value::as_object);
        let picked = |_: &str, pick: Value| match (pick, rest) {
            (Value::Object(fields), Some(rest)) => {
                names(&Value::Object(rest.clone().into_iter().chain(fields).collect()))
            }
            (pick, _) => names(&pick),
        };
        let mut sieve =
            Sieve { field: "", unknown: &unknown, names: &picked, earlier: &[], gone: Vec::new() };
        sieve.domain(domain);
    }

    /// A refusal as it may leave for a seat that said this.
    pub(super) fn hushed(&self, seat: Seat, mut refusal: Refusal, said: &str) -> Refusal {
        self.unknown(self.at(), seat).hush(&mut refusal, said);
        refusal
    }
}

impl Unknown {
    fn is(&self, named: &Value) -> bool {
        self.0.iter().any(|(who, name)| named.as_u64() == Some(who.0.into()) || named.as_str() == Some(name))
    }

    /// Whether a pick could mean one of them at all: most could not, and need not be looked at closely.
    fn might_be(&self, pick: &Value) -> bool {
        match pick {
            Value::Array(parts) => parts.iter().any(|part| self.might_be(part)),
            Value::Object(fields) => {
                fields.iter().any(|(key, value)| self.might_be(&json!(key)) || self.might_be(value))
            }
            Value::String(word) => self.0.iter().any(|(_, name)| mentions(word, name)),
            other => self.is(other),
        }
    }

    /// Takes reasons that name one of them out of a refusal. What the seat has said itself is no news to it.
    fn hush(&self, refusal: &mut Refusal, said: &str) {
        let told =
            |text: &str| self.0.iter().any(|(_, name)| mentions(text, name) && !said.contains(name.as_str()));
        for reason in &mut refusal.reasons {
            let values = reason.values.iter().any(|(_, value)| told(&value.to_string()));
            if values || told(&reason.sentence) {
                let sentence = "That cannot be done now.".to_owned();
                *reason = Reason { code: "not-now".into(), rule: None, values: Vec::new(), sentence };
            }
        }
    }
}

/// Whether a text has a name in it, as words of their own.
fn mentions(text: &str, name: &str) -> bool {
    let is_apart = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            is_apart(text[..at].chars().next_back()) && is_apart(text[at + name.len()..].chars().next())
        })
}

/// Takes candidates that name somebody unknown out of a form; `false` where a choice that must be made has none left.
fn params_known(params: &mut [Param], unknown: &Unknown, names: &dyn Fn(&str, Value) -> bool) -> bool {
    let mut gone: Vec<(String, Vec<Value>)> = Vec::new();
    let mut whole = true;
    for param in params.iter_mut() {
        let earlier = param.after.as_ref().and_then(|after| gone.iter().find(|(name, _)| name == after));
        let earlier = earlier.map_or(Cow::Borrowed(&[][..]), |(_, gone)| Cow::Owned(gone.clone()));
        let mut sieve = Sieve { field: &param.name, unknown, names, earlier: &earlier, gone: Vec::new() };
        whole &= sieve.domain(&mut param.domain) || param.optional;
        gone.push((param.name.clone(), sieve.gone));
    }
    whole
}

/// Goes through what may be picked for one field.
struct Sieve<'a> {
    field: &'a str,
    unknown: &'a Unknown,
    names: &'a dyn Fn(&str, Value) -> bool,
    /// Picks of the field before that are gone.
    earlier: &'a [Value],
    /// Picks of this field that are gone.
    gone: Vec<Value>,
}

impl Sieve<'_> {
    /// `false` where nothing is left of what there was.
    fn domain(&mut self, domain: &mut Domain) -> bool {
        match domain {
            Domain::Creature { among } => {
                let before = among.len();
                among.retain(|candidate| {
                    let pick = json!(candidate.pick);
                    let known = !self.unknown.is(&pick);
                    self.gone.extend((!known).then_some(pick));
                    known
                });
                self.keep(among, |pick| pick) && (before == 0 || !among.is_empty())
            }
            Domain::Item { among } | Domain::Place { among } => self.keep(among, |pick| pick),
            Domain::OneOf { options } => self.keep(options, |pick| pick),
            Domain::Ranking { of } => self.keep(of, |pick| json!([pick])),
            Domain::Subset { of, least, most, .. } => {
                let before = of.len();
                of.retain_mut(|thing| self.stays(&mut thing.what, |pick| json!([pick])));
                let left = u32::try_from(of.len()).unwrap_or(u32::MAX);
                if of.len() < before {
                    (*least, *most) = ((*least).min(left), (*most).min(left));
                }
                before == 0 || left > 0
            }
            Domain::Points { to, .. } => {
                let before = to.len();
                to.retain_mut(|bin| self.stays(&mut bin.to, in_each));
                before == 0 || !to.is_empty()
            }
            Domain::Assign { values, slots } => self.keep(values, |pick| pick) & self.keep(slots, in_each),
            Domain::Form { params } => {
                let inner = |field: &str, pick: Value| (self.names)(self.field, json!({ field: pick }));
                params_known(params, self.unknown, &inner)
            }
            Domain::Seat { .. }
            | Domain::Die { .. }
            | Domain::Square { .. }
            | Domain::Path { .. }
            | Domain::Direction { .. }
            | Domain::Area { .. }
            | Domain::Amount { .. }
            | Domain::Text { .. }
            | Domain::YesNo { .. } => true,
        }
    }

    fn keep<K: serde::Serialize>(&mut self, among: &mut Vec<Candidate<K>>, said: fn(Value) -> Value) -> bool {
        let before = among.len();
        among.retain_mut(|candidate| self.stays(candidate, said));
        before == 0 || !among.is_empty()
    }

    fn stays<K: serde::Serialize>(&mut self, candidate: &mut Candidate<K>, said: fn(Value) -> Value) -> bool {
        let pick = serde_json::to_value(&candidate.pick).unwrap_or_default();
        if self.unknown.might_be(&pick) && (self.names)(self.field, said(pick.clone())) {
            self.gone.push(pick);
            return false;
        }
        if let Some(refusal) = &mut candidate.refusal {
            self.unknown.hush(refusal, "");
        }
        let fitted = !candidate.given.is_empty();
        candidate.given.retain(|given| !self.earlier.contains(given));
        // One that fitted only who is gone fits nobody; left open it would fit everybody.
        !fitted || !candidate.given.is_empty()
    }
}

/// Said of each by name.
fn in_each(pick: Value) -> Value {
    match pick.as_str() {
        Some(name) => json!({ name: 1 }),
        None => pick,
    }
}
