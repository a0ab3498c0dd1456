//! A seat at a table: what each typed line does there, and what is told after every change.

use std::collections::BTreeMap;
use std::path::PathBuf;

use boneyard_registry::own_move;
use boneyard_store::blocking::Store;
use boneyard_table::live::ActionId;
use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{Line, LineKind, OfferCard, Plain};
use boneyard_table::{Seat, Who};

use super::asked::Filling;
use super::{Stands, answered, near, pick, words};
use crate::{Failure, KeptTable};

/// Somebody at a table.
#[derive(Debug)]
pub(super) struct Seated<'s> {
    pub(super) kept: KeptTable<'s>,
    pub(super) seat: Seat,
    pub(super) folder: PathBuf,
    /// The offers listed last, by number.
    pub(super) listed: Vec<OfferCard>,
    /// The form being filled.
    pub(super) filling: Option<Filling>,
    /// How many lines of each action were told already, and of its being taken back.
    told: BTreeMap<(u32, bool), usize>,
}

/// Creatures that play themselves act one after the other, but not for ever.
const BY_THEMSELVES: u32 = 200;

impl<'s> Seated<'s> {
    pub(super) fn new(kept: KeptTable<'s>, folder: PathBuf) -> Self {
        let mut seated =
            Self { kept, seat: Seat::GM, folder, listed: Vec::new(), filling: None, told: BTreeMap::new() };
        // What happened before is in the log; only what is new is told.
        seated.count_told();
        seated
    }

    pub(super) fn table(&self) -> &dyn AnyTable {
        self.kept.table()
    }

    pub(super) fn prompt(&self) -> String {
        let name = self.table().frame().seat_name(self.seat);
        match &self.filling {
            Some(filling) => format!("{name}, {}> ", filling.asks()),
            None => format!("{name}> "),
        }
    }

    pub(super) fn welcome(&self) -> Vec<String> {
        let frame = self.table().frame();
        let mut lines = vec![
            format!(
                "You sit at \"{}\" ({}) as {}.",
                frame.title,
                self.kept.entry().game.title(),
                frame.seat_name(self.seat)
            ),
            "`look` shows everybody, `acts` what can be done, `help` all words.".to_owned(),
        ];
        lines.extend(self.stands());
        lines
    }

    /// Saves a snapshot, so that the table opens fast; all records are on disk anyway.
    pub(super) fn close(&mut self) -> Result<Vec<String>, Failure> {
        self.kept.snapshot()?;
        Ok(vec![format!("\"{}\" is saved.", self.table().frame().title)])
    }

    pub(super) fn hear(&mut self, store: &'s Store, line: &str) -> Result<Stands, Failure> {
        if line.is_empty() {
            return Ok(Stands::Stays(Vec::new()));
        }
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match verb {
            "quit" | "exit" => return Ok(Stands::Quits),
            "leave" => return Ok(Stands::Leaves),
            _ => {}
        }
        if self.filling.is_some() {
            return self.fill(line).map(Stands::Stays);
        }
        if let Some(lines) = self.answer_by_name(line)? {
            return Ok(Stands::Stays(lines));
        }
        // `save who=Brack` is the game's, whatever `save` alone means here.
        let with_fields = words::command(line).is_ok_and(|command| command.is_object());
        if !with_fields && let Some(lines) = self.verb(store, verb, rest.trim())? {
            return Ok(Stands::Stays(lines));
        }
        if let Some(lines) = self.answer_first(line)? {
            return Ok(Stands::Stays(lines));
        }
        self.typed(line).map(Stands::Stays)
    }

    /// A number alone is an offer of the list; anything else a command of the game.
    fn typed(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        if line.parse::<usize>().is_ok() {
            return self.begin_offer(line);
        }
        match words::command(line) {
            Ok(command) => {
                let name = near::name_of(&command).to_owned();
                self.listed.clear();
                match answered(self.kept.act(self.seat, Op::Command(command)))? {
                    Ok(_) => self.after(),
                    Err(lines) => {
                        let schema = self.kept.entry().game.schema();
                        let commands = near::commands(&schema);
                        let unknown = !commands.contains(name.as_str());
                        Ok(if unknown { vec![near::told(&name, &commands)] } else { lines })
                    }
                }
            }
            Err(wrong) => Ok(vec![wrong]),
        }
    }

    /// Asks the table, and tells what is new.
    pub(super) fn act(&mut self, op: Op) -> Result<Vec<String>, Failure> {
        self.listed.clear();
        match answered(self.kept.act(self.seat, op))? {
            Ok(_) => self.after(),
            Err(lines) => Ok(lines),
        }
    }

    /// What is told after a change: new lines, what creatures that play themselves do, questions, whose move it is.
    pub(super) fn after(&mut self) -> Result<Vec<String>, Failure> {
        let mut lines = self.news();
        for _ in 0..BY_THEMSELVES {
            let Some(own) = own_move(self.kept.entry(), self.table()) else { break };
            match answered(self.kept.act(own.seat, (own.find)()))? {
                Ok(_) => lines.extend(self.news()),
                Err(refused) => {
                    lines.extend(refused);
                    break;
                }
            }
        }
        lines.extend(self.stands());
        Ok(lines)
    }

    /// Lines not told before, with their numbers in the log.
    fn news(&mut self) -> Vec<String> {
        let log = self.table().lines(self.seat, ActionId(0));
        let mut seen: BTreeMap<(u32, bool), usize> = BTreeMap::new();
        let mut lines = Vec::new();
        for (at, line) in log.iter().enumerate() {
            let action = (line.action.unwrap_or(0), line.struck.is_some());
            let count = seen.entry(action).or_default();
            *count += 1;
            // What was taken back was told before.
            let again = line.struck.is_some() && !matches!(line.kind, LineKind::Undone { .. });
            if !again && *count > self.told.get(&action).copied().unwrap_or(0) {
                lines.push(numbered(at, line));
            }
        }
        for (action, count) in seen {
            let told = self.told.entry(action).or_default();
            *told = (*told).max(count);
        }
        lines
    }

    /// Takes everything in the log as told.
    pub(super) fn count_told(&mut self) {
        self.news();
    }

    /// Questions put to this seat, or who is waited for.
    pub(super) fn stands(&self) -> Vec<String> {
        let cards = self.cards();
        if !cards.is_empty() {
            return cards;
        }
        let view = self.table().view(self.seat);
        let waiting: Vec<String> =
            view.waiting_for.iter().filter(|one| !one.answered).map(|one| one.say.to_string()).collect();
        if !waiting.is_empty() {
            let stale = self.table().waits().iter().any(|(_, fits)| !fits);
            let hint = stale.then(|| "`afresh` starts it again, `cancel` drops it.".to_owned());
            return waiting.into_iter().chain(hint).collect();
        }
        let why = self.table().awaits_for(self.seat).why;
        if why.is_empty() { Vec::new() } else { vec![why] }
    }

    /// Everything this seat sees, or one sheet of it.
    pub(super) fn look(&self, name: &str) -> Vec<String> {
        let mut view = self.table().view(self.seat);
        if !name.is_empty() {
            let titles: Vec<&str> = view.sheets.iter().map(|sheet| sheet.title.text()).collect();
            return match pick::among(&titles, name) {
                Ok(at) => view.sheets[at].lines(),
                Err(wrong) => vec![wrong],
            };
        }
        view.prompts.clear();
        view.waiting_for.clear();
        let mut lines = view.lines();
        lines.extend(self.stands());
        lines
    }

    /// The last lines of the log.
    pub(super) fn log(&self, count: usize) -> Vec<String> {
        let log = self.table().lines(self.seat, ActionId(0));
        if log.is_empty() {
            return vec!["Nothing has happened yet.".into()];
        }
        let from = log.len().saturating_sub(count);
        log.iter().enumerate().skip(from).map(|(at, line)| numbered(at, line)).collect()
    }

    /// The creature of this name, as far as this seat knows it.
    pub(super) fn creature(&self, name: &str) -> Result<Who, String> {
        let known = self.table().creatures(self.seat);
        let names: Vec<&str> = known.iter().map(|(_, name)| name.as_str()).collect();
        pick::among(&names, name).map(|at| known[at].0)
    }
}

fn numbered(at: usize, line: &Line) -> String {
    let told: Vec<String> = line.lines().iter().map(|line| line.trim_start().to_owned()).collect();
    format!("{:>4}. {}", at + 1, told.join(" "))
}
