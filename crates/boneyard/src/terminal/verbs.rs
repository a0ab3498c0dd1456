//! The words of the terminal: what each does at the table. Everything else that is typed is a command
//! of the game or an answer.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use boneyard_store::blocking::Store;
use boneyard_table::frame::{SeatInfo, StandingAnswer, StandingUntil};
use boneyard_table::live::ActionId;
use boneyard_table::story::Expected;
use boneyard_table::table::{OddsAsk, Op};
use boneyard_table::view::Plain;
use serde_json::{Value, json};

use super::seated::Seated;
use super::{answered, pick, words};
use crate::commands::look_up;
use crate::{Failure, save, tell};

const HELP: &str = "\
look [NAME]         everybody, or one sheet
acts [NAME]         what can be done now, with numbers
do N                one of them; asks for what it needs
attack who=NAME …   any command of the game, typed out
1, pass, NAME       an answer to the question on top; `instinct` takes the usual one
answer N …          an answer to another question
auto NAME [turn|always|ahead|off]  a creature plays itself in fights; this turn only, outside fights
                    too, looking ahead, or no more
go on               creatures that play themselves and are held since an undo go on
play on [off]       a party that always plays itself goes on without you
pass [off]          let everything go by until your turn
undo [REASON]       take back the last action
cancel, afresh      drop a waiting action, or start one again that no longer fits
review [off]        see what every action is about to do before it counts
overrule PATH VALUE REASON   set a value against the rules, such as Brack.hp 5 \"she drank\"
odds COMMAND for PATH=VALUE  exact odds, such as: odds attack … for Raider.hp=0 and Wolf.hp<=3
log [N], why N      the last lines; the rule and the terms behind one
rules WORDS         look a rule up
dice typed|drawn    roll real dice and type them in, or let the table roll
mix WORDS           mix words of your own into dice to come
reveal [FILE]       open the dice used so far: writes a proof for `boneyard verify`
fork TITLE          a new table that begins where this one stands
export FILE         this table as one file; all is saved anyway
seats, seat NAME    who sits here; see the table as somebody else
leave, quit         back to the list of tables; or home";

impl<'s> Seated<'s> {
    /// Does what a word of the terminal says; `None` if it is none.
    pub(super) fn verb(
        &mut self,
        store: &'s Store,
        verb: &str,
        rest: &str,
    ) -> Result<Option<Vec<String>>, Failure> {
        let lines = match verb {
            "help" => HELP.lines().map(str::to_owned).collect(),
            "look" => self.look(rest),
            "acts" => self.acts(rest),
            "do" => self.begin_offer(rest)?,
            "answer" => self.answer_nth(rest)?,
            "auto" => self.auto(rest)?,
            "go" if rest == "on" => self.act(Op::GoOn)?,
            "play" if matches!(rest, "on" | "on off") => self.act(Op::PlayOn { on: rest == "on" })?,
            "pass" => self.pass(rest)?,
            "undo" => {
                let reason = (!rest.is_empty()).then(|| rest.to_owned());
                self.act(Op::Undo { from: None, reason })?
            }
            "cancel" | "afresh" => self.waiting(verb)?,
            "review" => self.act(Op::Review { on: rest != "off" })?,
            "overrule" => self.overrule(rest)?,
            "odds" => self.odds(rest),
            "log" => self.log(rest.parse().unwrap_or(10)),
            "why" => self.why(rest),
            "rules" => look_up(&[self.kept.entry()], rest)
                .unwrap_or_else(|| vec![format!("No rule has all of the words \"{rest}\".")]),
            "dice" => self.dice(rest)?,
            "mix" => self.act(Op::Contribute { text: rest.to_owned() })?,
            "reveal" => self.reveal(rest)?,
            "fork" => self.fork(rest)?,
            "save" => vec![
                "Everything is saved as soon as it happens. `export FILE` writes this table to a file."
                    .into(),
            ],
            "export" => self.export(store, rest),
            "seats" => self.seats(),
            "seat" => self.sit(rest),
            _ => return Ok(None),
        };
        Ok(Some(lines))
    }

    fn acts(&mut self, name: &str) -> Vec<String> {
        let actors = match name {
            "" => {
                let acting = self.table().awaits_for(self.seat).creatures;
                std::iter::once(None).chain(acting.into_iter().map(Some)).collect()
            }
            name => match self.creature(name) {
                Ok(who) => vec![Some(who)],
                Err(wrong) => return vec![wrong],
            },
        };
        let known = self.table().creatures(self.seat);
        self.listed = actors.into_iter().flat_map(|actor| self.table().offers(self.seat, actor)).collect();
        if self.listed.is_empty() {
            return vec!["This seat can do nothing now.".into()];
        }
        let mut lines = Vec::new();
        let mut heading = String::new();
        for (at, offer) in self.listed.iter().enumerate() {
            let actor = offer.actor.and_then(|who| known.iter().find(|(one, _)| *one == who));
            let over =
                actor.map_or_else(|| offer.group.to_string(), |(_, name)| format!("{name}: {}", offer.group));
            if over != heading {
                lines.push(over.clone());
                heading = over;
            }
            let mut told = offer.lines().into_iter();
            lines.push(format!("{:>3}. {}", at + 1, told.next().unwrap_or_default()));
            lines.extend(told.map(|line| format!("     {line}")));
        }
        lines
    }

    fn auto(&mut self, rest: &str) -> Result<Vec<String>, Failure> {
        let said = rest.rsplit_once(' ').map(|(name, last)| (name.trim(), last));
        let instinct = StandingAnswer::Instinct;
        let (name, plays) = match said {
            Some((name, "off")) => (name, None),
            Some((name, "ahead")) => (name, Some((StandingAnswer::Ahead, StandingUntil::Revoked))),
            Some((name, "turn")) => (name, Some((instinct, StandingUntil::TurnOver))),
            Some((name, "always")) => (name, Some((instinct, StandingUntil::Always))),
            _ => (rest, Some((instinct, StandingUntil::Revoked))),
        };
        let who = match self.creature(name) {
            Ok(who) => who,
            Err(wrong) => return Ok(vec![wrong]),
        };
        let creature = Some(who);
        self.act(match plays {
            None => Op::StandNoMore { creature },
            Some((answer, until)) => Op::Stand { creature, answer, until },
        })
    }

    fn pass(&mut self, rest: &str) -> Result<Vec<String>, Failure> {
        if rest == "off" {
            return self.act(Op::StandNoMore { creature: None });
        }
        let answer = StandingAnswer::Pass { even_if_mortal: false };
        let mut lines = self.act(Op::Stand { creature: None, answer, until: StandingUntil::MyTurn })?;
        lines.insert(0, "You pass until your turn, except when somebody may die.".into());
        Ok(lines)
    }

    fn waiting(&mut self, verb: &str) -> Result<Vec<String>, Failure> {
        let waits = self.table().waits();
        let stale = waits.iter().find(|(_, fits)| !fits).or(waits.first());
        match stale {
            None => Ok(vec!["No action waits.".into()]),
            Some(&(action, _)) if verb == "cancel" => self.act(Op::Cancel { action }),
            Some(&(action, _)) => self.act(Op::Afresh { action }),
        }
    }

    fn overrule(&mut self, rest: &str) -> Result<Vec<String>, Failure> {
        let (path, more) = match rest.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
            Some(parts) => parts,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        let (value, reason) = more.trim().split_once(char::is_whitespace).unwrap_or((more.trim(), ""));
        match words::value(value) {
            Some(value) if !path.is_empty() => {
                let reason = reason.trim().trim_matches('"').to_owned();
                self.act(Op::Overrule { path: path.to_owned(), value, reason })
            }
            _ => Ok(vec![
                "Name the value, its new number and the reason: `overrule Brack.hp 5 she drank the potion`."
                    .into(),
            ]),
        }
    }

    /// The GM's go by everything at the table, a player's by what that player knows.
    fn odds(&self, rest: &str) -> Vec<String> {
        let Some((command, outcome)) = rest.rsplit_once(" for ") else {
            return vec![
                "Name the action and the result: `odds attack who=… target=… for Raider.hp=0`.".into(),
            ];
        };
        let asked = || -> Result<OddsAsk, String> {
            let script = vec![(self.seat, words::command(command.trim())?)];
            let outcome = outcome.split(" and ").map(wanted).collect::<Result<_, String>>()?;
            Ok(OddsAsk { script, outcome, best: true, side: 0, as_soon: false, given: Vec::new() })
        };
        let told =
            asked().and_then(|ask| self.table().odds_for(self.seat, &ask).map_err(|error| error.to_string()));
        match told {
            Err(wrong) => vec![wrong],
            Ok(odds) => {
                let share = odds.chance.to_f64() * 100.0;
                let mut lines = vec![format!("{} ({share:.2} %)", odds.chance)];
                if !odds.unresolved.numerator().is_zero() {
                    lines.push(format!("Left open: {}.", odds.unresolved));
                }
                lines.extend(odds.assumptions.iter().map(|one| format!("Taken for granted: {one}")));
                lines
            }
        }
    }

    fn why(&self, rest: &str) -> Vec<String> {
        let log = self.table().lines(self.seat, ActionId(0));
        let at = match rest.parse::<usize>() {
            Ok(number) if (1..=log.len()).contains(&number) => number - 1,
            Err(_) if rest.is_empty() && !log.is_empty() => log.len() - 1,
            _ => return vec![format!("Which line? `log` numbers them; there are {}.", log.len())],
        };
        let line = &log[at];
        let mut lines = tell::cited(line);
        let book = self.kept.entry().rulebook;
        let more = line.why.iter().flat_map(|why| why.rules.iter().copied());
        let mut rules: Vec<_> = line.rule.into_iter().chain(more).collect();
        rules.dedup();
        for rule in rules {
            lines.extend(book.get(rule.as_str()).into_iter().flat_map(tell::rule));
        }
        lines.extend(
            line.why.iter().flat_map(|why| why.house.iter().map(|switch| format!("House rule: {switch}"))),
        );
        lines
    }

    fn dice(&mut self, rest: &str) -> Result<Vec<String>, Failure> {
        let types_dice = match rest {
            "typed" => true,
            "drawn" => false,
            _ => return Ok(vec!["`dice typed` or `dice drawn`.".into()]),
        };
        let Some(info) = self.table().frame().seats.get(&self.seat).cloned() else {
            return Ok(vec!["Nobody sits here.".into()]);
        };
        let mut lines = self.act(Op::Sit { seat: self.seat, info: SeatInfo { types_dice, ..info } })?;
        let now =
            if types_dice { "You roll real dice and type them in." } else { "The table rolls for you." };
        lines.insert(0, now.into());
        Ok(lines)
    }

    fn reveal(&mut self, rest: &str) -> Result<Vec<String>, Failure> {
        if !self.seat.is_gm() {
            return Ok(vec!["Only the GM may open the dice.".into()]);
        }
        let stretch = match answered(self.kept.reveal())? {
            Ok(stretch) => stretch,
            Err(lines) => return Ok(lines),
        };
        let Some(proof) = self.table().proof(stretch) else {
            return Ok(vec!["These dice were not opened.".into()]);
        };
        let path = match rest {
            "" => self.folder.join(format!("dice-{}-{}.json", self.kept.id(), stretch + 1)),
            name => PathBuf::from(name),
        };
        let text = serde_json::to_string_pretty(&proof).map_err(Failure::said)?;
        if let Err(failure) = write_new(&path, &text) {
            return Ok(vec![failure.to_string()]);
        }
        let file = path.display();
        Ok(vec![
            format!("{} dice are open for everybody to check: {file}.", proof.draws.len()),
            format!("`boneyard verify {file}` checks them. New dice are in use from here on."),
        ])
    }

    fn fork(&mut self, title: &str) -> Result<Vec<String>, Failure> {
        if !self.seat.is_gm() {
            return Ok(vec!["Only the GM may fork the table.".into()]);
        }
        if title.is_empty() {
            return Ok(vec!["What is the new table's title? `fork TITLE`.".into()]);
        }
        Ok(match answered(self.kept.fork(title, None))? {
            Ok(_) => vec![format!("\"{title}\" begins where this table stands. `leave`, then `open` it.")],
            Err(lines) => lines,
        })
    }

    fn export(&self, store: &Store, rest: &str) -> Vec<String> {
        if rest.is_empty() {
            return vec!["To which file? `export FILE`.".into()];
        }
        match save::export(store, self.kept.id(), Path::new(rest)) {
            Ok(()) => vec![format!("Written to {rest}.")],
            Err(failure) => vec![failure.to_string()],
        }
    }

    fn seats(&self) -> Vec<String> {
        let seats = &self.table().frame().seats;
        let told = |(seat, info): (&boneyard_table::Seat, &SeatInfo)| {
            let here = if *seat == self.seat { " (you)" } else { "" };
            let dice = if info.types_dice { ", types dice" } else { "" };
            format!("{}{dice}{here}", info.name)
        };
        seats.iter().map(told).collect()
    }

    fn sit(&mut self, name: &str) -> Vec<String> {
        let frame = self.table().frame();
        let names: Vec<&str> = frame.seats.values().map(|info| info.name.as_str()).collect();
        let at = match pick::among(&names, name) {
            Ok(at) => at,
            Err(wrong) => return vec![wrong],
        };
        if let Some(seat) = frame.seats.keys().nth(at).copied() {
            self.seat = seat;
            self.listed.clear();
            self.count_told();
        }
        let mut lines = vec![format!("You see the table as {}.", self.table().frame().seat_name(self.seat))];
        lines.extend(self.stands());
        lines
    }
}

/// `Raider.hp=0`, `Raider.hp<=3` or `Raider.hp>=1`.
fn wanted(text: &str) -> Result<(String, Expected), String> {
    let read = |mark: &str, name: Option<&str>| {
        let (path, value) = text.split_once(mark)?;
        let (path, value) = (path.trim(), words::value(value.trim())?);
        let expected = name.map_or(value.clone(), |name| json!({ name: value }));
        Some((path.to_owned(), serde_json::from_value::<Expected>(expected).ok()?))
    };
    read(">=", Some("at_least"))
        .or_else(|| read("<=", Some("at_most")))
        .or_else(|| read("=", None))
        .filter(|(path, expected)| !path.is_empty() && *expected != Expected::Is(Value::Null))
        .ok_or_else(|| format!("`{text}` is no outcome such as Raider.hp=0, Raider.hp<=3 or Raider.hp>=1."))
}

fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::unwritten(path, &error);
    let mut file = fs::File::create_new(path).map_err(wrong)?;
    file.write_all(text.as_bytes()).and_then(|()| file.write_all(b"\n")).map_err(wrong)
}
