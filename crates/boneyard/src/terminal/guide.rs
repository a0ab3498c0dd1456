//! Making a hero step by step: what can be done now, what it means, and what was typed for it. Dice that
//! fell stay: `back` takes back only what the rules let a player take back.

use boneyard_table::view::{Domain, OfferCard, Picks, Plain};

use super::pick;
use crate::Failure;
use crate::making::Workshop;

/// Somebody making a hero.
#[derive(Debug)]
pub(crate) struct Guide {
    workshop: Workshop,
    /// The step being filled in.
    filling: Option<(OfferCard, Picks)>,
}

impl Guide {
    /// Begins with nothing.
    pub(crate) fn new(workshop: Workshop) -> Self {
        Self { workshop, filling: None }
    }

    /// Whether the hero is done.
    pub(crate) fn done(&self) -> bool {
        self.workshop.done
    }

    /// The hero.
    pub(crate) fn into_workshop(self) -> Workshop {
        self.workshop
    }

    /// What is said first.
    pub(crate) fn greet(&mut self) -> Vec<String> {
        let title = self.workshop.entry.game.title();
        let mut lines = vec![format!(
            "A hero for {title}, step by step. `back` undoes a step, `sheet` shows the hero, `quit` leaves."
        )];
        lines.extend(self.next_step());
        lines
    }

    /// What stands before the cursor.
    pub(crate) fn asks(&self) -> String {
        let param = self.filling.as_ref().and_then(|(offer, picks)| offer.params.get(picks.len()));
        param.map_or_else(|| "step".into(), |param| param.label.to_string().to_lowercase())
    }

    /// Answers one line.
    pub(crate) fn hear(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        match line {
            "back" => return self.back(),
            "sheet" => return Ok(self.workshop.sheet().iter().flat_map(Plain::lines).collect()),
            _ => {}
        }
        let Some((offer, picks)) = &mut self.filling else { return self.choose(line) };
        let Some(param) = offer.params.get(picks.len()) else { return self.take() };
        let before = param.after.as_ref().and_then(|name| picks.get(name));
        let value = match (&param.domain, line) {
            // A pick that is left out is kept as nothing, so that the next one has its turn.
            (_, "-") if param.optional => serde_json::Value::Null,
            (Domain::Text { .. }, typed) => {
                let words = (self.workshop.entry.making.words)(offer, &param.name, picks);
                let number = typed.parse::<usize>().ok().and_then(|number| words.get(number.checked_sub(1)?));
                number.cloned().unwrap_or_else(|| typed.to_owned()).into()
            }
            (domain, typed) => match pick::read(domain, before, typed) {
                Ok(value) => value,
                Err(wrong) => return Ok(vec![wrong]),
            },
        };
        let name = param.name.clone();
        picks.insert(name, value);
        self.go_on()
    }

    fn choose(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        let steps = self.workshop.steps();
        let names: Vec<&str> = steps.iter().map(|offer| offer.label.text()).collect();
        match pick::among(&names, line) {
            Ok(at) => {
                self.filling = Some((steps[at].clone(), Picks::new()));
                self.go_on()
            }
            Err(wrong) => Ok(vec![wrong]),
        }
    }

    fn back(&mut self) -> Result<Vec<String>, Failure> {
        if self.filling.take().is_some_and(|_| self.workshop.who.is_some()) {
            return Ok(self.menu());
        }
        Ok(match self.workshop.back()? {
            Ok(()) => {
                let mut lines = vec!["Taken back.".to_owned()];
                lines.extend(self.next_step());
                lines
            }
            Err(refusal) => {
                let mut lines = vec![refusal.to_string()];
                lines.extend(self.next_step());
                lines
            }
        })
    }

    /// Asks what is still to be picked, or takes the step.
    fn go_on(&mut self) -> Result<Vec<String>, Failure> {
        match &self.filling {
            Some((offer, picks)) if picks.len() < offer.params.len() => Ok(self.question(offer, picks)),
            _ => self.take(),
        }
    }

    fn question(&self, offer: &OfferCard, picks: &Picks) -> Vec<String> {
        let Some(param) = offer.params.get(picks.len()) else { return Vec::new() };
        let optional = if param.optional { " (- leaves it out)" } else { "" };
        let mut lines = vec![format!("{}: {}?{optional}", offer.label, param.label)];
        if let Domain::Text { .. } = param.domain {
            let words = (self.workshop.entry.making.words)(offer, &param.name, picks);
            lines.extend(words.iter().enumerate().map(|(at, word)| format!("{:>3}. {word}", at + 1)));
            if !words.is_empty() {
                lines.push("     A number, or words of your own.".into());
            }
            return lines;
        }
        let before = param.after.as_ref().and_then(|name| picks.get(name));
        lines.extend(pick::listed(&param.domain, before));
        lines
    }

    fn take(&mut self) -> Result<Vec<String>, Failure> {
        let Some((offer, picks)) = self.filling.take() else { return Ok(self.menu()) };
        let picks = picks.into_iter().filter(|(_, value)| !value.is_null()).collect();
        let told = self.workshop.table.done().len();
        let taken = self.workshop.take(&offer, &picks)?;
        let mut lines = match taken {
            Err(refusal) => vec![refusal.to_string()],
            Ok(()) => {
                let from = self.workshop.table.done().get(told).copied().unwrap_or_default();
                let log = self.workshop.table.lines(crate::making::MAKER, from);
                log.iter().flat_map(Plain::lines).collect()
            }
        };
        if !self.done() {
            lines.extend(self.next_step());
        }
        Ok(lines)
    }

    /// The steps there are; a single one that needs something is asked at once.
    fn next_step(&mut self) -> Vec<String> {
        let steps = self.workshop.steps();
        match steps.as_slice() {
            [only] if !only.params.is_empty() => {
                let mut lines = self.meaning(only);
                lines.extend(self.question(only, &Picks::new()));
                self.filling = Some((only.clone(), Picks::new()));
                lines
            }
            _ => self.menu(),
        }
    }

    fn menu(&self) -> Vec<String> {
        let mut lines = vec![String::new()];
        for (at, offer) in self.workshop.steps().iter().enumerate() {
            lines.push(format!("{:>3}. {}", at + 1, offer.label));
            lines.extend(self.meaning(offer).into_iter().map(|line| format!("     {line}")));
        }
        lines
    }

    /// What the rule behind a step says.
    fn meaning(&self, offer: &OfferCard) -> Vec<String> {
        let rule = offer.rule.and_then(|rule| self.workshop.entry.rulebook.get(rule.as_str()));
        let first =
            rule.and_then(|rule| rule.text.lines().next().map(|text| format!("{text} [{}]", rule.id)));
        first.into_iter().collect()
    }
}
