//! Questions and forms: showing them with numbers, and taking what was typed as an answer.

use boneyard_table::table::Op;
use boneyard_table::view::{OfferCard, Picks, Plain, PromptCard, PromptKind};
use serde_json::Value;

use super::seated::Seated;
use super::{pick, words};
use crate::Failure;

/// An offer whose parameters are asked one after the other.
#[derive(Debug)]
pub(super) struct Filling {
    offer: OfferCard,
    picks: Picks,
    /// Which parameter is asked; past the last one, whether the danger is taken.
    at: usize,
}

impl Filling {
    /// What is asked now, in a word or two.
    pub(super) fn asks(&self) -> String {
        self.offer.params.get(self.at).map_or_else(|| "sure?".to_owned(), |param| param.label.to_string())
    }

    fn before(&self) -> Option<&Value> {
        let param = self.offer.params.get(self.at)?;
        self.picks.get(param.after.as_ref()?)
    }

    fn question(&self) -> Vec<String> {
        match (self.offer.params.get(self.at), &self.offer.danger) {
            (Some(param), _) => {
                let optional = if param.optional { " (- leaves it out)" } else { "" };
                let mut lines = vec![format!("{}: {}?{optional}", self.offer.label, param.label)];
                lines.extend(pick::listed(&param.domain, self.before()));
                lines
            }
            (None, Some(loss)) => vec![format!("{loss} Go on? yes or no.")],
            (None, None) => Vec::new(),
        }
    }
}

impl Seated<'_> {
    /// The question on top as a card with numbered answers, and who is asked besides.
    pub(super) fn cards(&self) -> Vec<String> {
        let prompts = self.prompts();
        let Some((first, others)) = prompts.split_first() else { return Vec::new() };
        let mut lines = card(first, &self.asked_name(first));
        if !others.is_empty() {
            let others = others.iter().enumerate();
            let others = others.map(|(at, one)| {
                let may = if one.optional { ", if they like" } else { "" };
                format!("{} {} ({}{may})", at + 2, self.asked_name(one), one.name)
            });
            let others: Vec<String> = others.collect();
            lines.push(format!("  Also asked: {}. `answer 2 …` answers the second.", others.join(", ")));
        }
        lines
    }

    /// The questions this seat is asked, those that are waited for first.
    fn prompts(&self) -> Vec<PromptCard> {
        let mut prompts = self.table().prompts(self.seat);
        prompts.sort_by_key(|prompt| prompt.optional);
        prompts
    }

    fn asked_name(&self, prompt: &PromptCard) -> String {
        let known = self.table().creatures(self.seat);
        let creature = prompt.who.and_then(|who| known.into_iter().find(|(one, _)| *one == who));
        let seat = prompt.asks.first().copied().unwrap_or(self.seat);
        creature.map_or_else(|| self.table().frame().seat_name(seat), |(_, name)| name)
    }

    /// An answer that is the name of an option or a number comes before any other meaning.
    pub(super) fn answer_by_name(&mut self, line: &str) -> Result<Option<Vec<String>>, Failure> {
        let Some(prompt) = self.prompts().into_iter().next() else { return Ok(None) };
        let bare = line.strip_suffix(" always").unwrap_or(line);
        let meant = match &prompt.kind {
            PromptKind::TypeDice { .. } => {
                bare == "draw" || bare.split_whitespace().all(|face| face.parse::<u8>().is_ok())
            }
            _ => match prompt.domain.as_ref().and_then(|domain| pick::choices(domain, None)) {
                Some(choices) => {
                    bare.parse::<usize>().is_ok() || choices.iter().any(|choice| choice.is_called(bare))
                }
                None => bare.parse::<i64>().is_ok(),
            },
        };
        if meant { self.answer(&prompt, line).map(Some) } else { Ok(None) }
    }

    /// Any other words, when a question is open; a command with its fields stays a command.
    pub(super) fn answer_first(&mut self, line: &str) -> Result<Option<Vec<String>>, Failure> {
        let Some(prompt) = self.prompts().into_iter().next() else { return Ok(None) };
        let command = words::command(line).is_ok_and(|command| command.is_object());
        if command && said(&prompt, line).is_err() { Ok(None) } else { self.answer(&prompt, line).map(Some) }
    }

    /// `answer N WORDS`.
    pub(super) fn answer_nth(&mut self, rest: &str) -> Result<Vec<String>, Failure> {
        let (number, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match at.and_then(|at| self.prompts().into_iter().nth(at)) {
            Some(prompt) => self.answer(&prompt, words.trim()),
            None => Ok(vec!["Which question? `answer 2 …` answers the second.".into()]),
        }
    }

    fn answer(&mut self, prompt: &PromptCard, line: &str) -> Result<Vec<String>, Failure> {
        let (line, table_rule) = match line.strip_suffix(" always") {
            Some(bare) if matches!(prompt.kind, PromptKind::Judge(_)) => (bare.trim(), true),
            _ => (line, false),
        };
        let say = match said(prompt, line) {
            Ok(say) => say,
            Err(wrong) => return Ok(vec![wrong]),
        };
        match prompt.id.parse() {
            Ok(id) => self.act(Op::Answer { prompt: id, say, table_rule }),
            Err(wrong) => Ok(vec![wrong]),
        }
    }

    /// Begins to fill the form of an offer of the list.
    pub(super) fn begin_offer(&mut self, number: &str) -> Result<Vec<String>, Failure> {
        if self.listed.is_empty() {
            return Ok(vec!["`acts` lists what can be done; then `do 2` does the second.".into()]);
        }
        let names: Vec<&str> = self.listed.iter().map(|offer| offer.label.text()).collect();
        let offer = match pick::among(&names, number) {
            Ok(at) => self.listed[at].clone(),
            Err(wrong) => return Ok(vec![wrong]),
        };
        if let Some(refusal) = &offer.refusal {
            return Ok(vec![refusal.to_string()]);
        }
        self.filling = Some(Filling { offer, picks: Picks::new(), at: 0 });
        self.go_on()
    }

    /// Takes a line for the form being filled.
    pub(super) fn fill(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        if matches!(line, "back" | "cancel") {
            self.filling = None;
            return Ok(vec!["Left as it was.".into()]);
        }
        let Some(filling) = &mut self.filling else { return Ok(Vec::new()) };
        match filling.offer.params.get(filling.at) {
            Some(param) if line == "-" && param.optional => filling.at += 1,
            Some(param) => match pick::read(&param.domain, filling.before(), line) {
                Ok(value) => {
                    filling.picks.insert(param.name.clone(), value);
                    filling.at += 1;
                }
                Err(wrong) => return Ok(vec![wrong]),
            },
            None => {
                let taken = matches!(line, "yes" | "y");
                let filled = filling.offer.filled(&filling.picks);
                self.filling = None;
                return if taken {
                    self.act(Op::Command(filled))
                } else {
                    Ok(vec!["Left as it was.".into()])
                };
            }
        }
        self.go_on()
    }

    /// Asks the next parameter, or gives the command.
    fn go_on(&mut self) -> Result<Vec<String>, Failure> {
        let Some(filling) = &self.filling else { return Ok(Vec::new()) };
        if filling.at < filling.offer.params.len() || filling.offer.danger.is_some() {
            return Ok(filling.question());
        }
        let filled = filling.offer.filled(&filling.picks);
        self.filling = None;
        self.act(Op::Command(filled))
    }
}

fn card(prompt: &PromptCard, who: &str) -> Vec<String> {
    // The choices are listed here with their numbers; the rest is drawn as everywhere.
    let bare = PromptCard { domain: None, context: Vec::new(), ..prompt.clone() };
    let mut lines = bare.lines();
    if let Some(first) = lines.first_mut() {
        *first = format!("? {who}: {first}");
    }
    if let Some(domain) = &prompt.domain {
        lines.extend(pick::listed(domain, None));
    }
    match &prompt.kind {
        PromptKind::TypeDice { .. } => lines.push("  Type the faces with blanks between, or `draw`.".into()),
        PromptKind::Judge(judge) if judge.free => {
            lines.push(
                "  A number, or `free YOUR OWN WORDS`; ` always` behind it makes it a rule of this table."
                    .into(),
            );
        }
        _ => {}
    }
    lines
}

fn said(prompt: &PromptCard, line: &str) -> Result<Value, String> {
    if let ("instinct", Some(default)) = (line, &prompt.default) {
        return Ok(default.clone());
    }
    if let PromptKind::TypeDice { .. } = prompt.kind {
        if line == "draw" {
            return Ok(line.into());
        }
        let faces = line.split([' ', ',']).filter(|face| !face.is_empty());
        let faces: Result<Vec<u8>, _> = faces.map(str::parse::<u8>).collect();
        return faces.map(Value::from).map_err(|_| "Type the faces of the dice, such as 4 4 1.".into());
    }
    if let (PromptKind::Judge(_), Some(own)) = (&prompt.kind, line.strip_prefix("free ")) {
        return Ok(serde_json::json!({ "free": own.trim() }));
    }
    match &prompt.domain {
        Some(domain) => pick::read(domain, None, line),
        None => words::value(line).ok_or_else(|| "Type an answer.".into()),
    }
}
