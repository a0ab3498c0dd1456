//! Any game behind one object: JSON in, JSON out. What the terminal, the server, stories and
//! bots hold.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use boneyard_dice::Ratio;
use boneyard_dice::fair::{Draw as Drawn, Proof, Stream};
use schemars::schema_for;
use serde_json::{Value, json};

use super::book::book;
use super::chance::{OddsTask, ValuesTold, mean_at, odds_at, odds_together_at};
use super::tries::tries_at;
use super::{Advice, Bounds, Given, Op, Opened, OwnDeed, PackName, Planned, Forecast, Record, TableOf};
use crate::frame::{Frame, SeatInfo, Seeds};
use crate::judge::RulingRecord;
use crate::live::{ActionId, Draw, PromptId};
use crate::odds::{Effort, OddsError};
use crate::sabotage::Sabotage;
use crate::stage::{Stage, StageError};
use crate::story::Expected;
use crate::view::{DiceTray, Glimpse, Line, OfferCard, PromptCard, Square, View, Waiting};
use crate::{At, Audience, Awaits, Playable, Refusal, Role, RuleId, Seat, Switch, Who};

/// A table at which some game is played.
pub trait AnyTable: Send + Sync + Debug {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// Seats, rulings, dice.
    fn frame(&self) -> &Frame;
    /// How many records were followed.
    fn seq(&self) -> u32;
    /// Counts changes of what seats see beside the log: the same number, the same views, offers and prompts.
    fn looks(&self) -> u32;
    /// Plans a request: one record to put on disk and then to [`apply_record`](Self::follow). Dice come
    /// from the table's own stretch unless others are given.
    fn plan(&self, seat: Seat, op: Op, dice: Option<&mut dyn Draw>) -> Result<Planned, Refusal>;
    /// The record that opens the dice in use and begins a new stretch.
    fn plan_reveal(&self, next: Seeds) -> Result<Planned, Refusal>;
    /// Follows a record that is on disk.
    fn apply_record(&mut self, record: &str) -> Result<(), Corrupt>;
    /// The whole table as one text.
    fn save(&self) -> Result<String, Corrupt>;
    /// The first record of a new table that begins as this one stood before an action, or stands now.
    fn fork(&self, title: &str, before: Option<ActionId>, seeds: Seeds) -> Result<String, Refusal>;
    /// All that one seat may see.
    fn view(&self, seat: Seat) -> View;
    /// What the game alone shows it: a view without questions, without who is waited for, and without the dice
    /// of what waits.
    fn seen(&self, seat: Seat) -> View;
    /// Whether another seat is shown the same, but for its number.
    fn shares_view(&self, one: Seat, other: Seat) -> bool;
    /// The dice that somebody is in the middle of.
    fn tray(&self, seat: Seat) -> Option<DiceTray>;
    /// Who is waited for, as far as a seat may know.
    fn waiting_for(&self, seat: Seat) -> Vec<Waiting>;
    /// Commands a seat could give now.
    fn offers(&self, seat: Seat, actor: Option<Who>) -> Vec<OfferCard>;
    /// Questions a seat is asked.
    fn prompts(&self, seat: Seat) -> Vec<PromptCard>;
    /// The log as told to a seat.
    fn lines(&self, seat: Seat, from: ActionId) -> Vec<Line>;
    /// The same, each line with its place: lines at places before an action do not change with it.
    fn placed_lines(&self, seat: Seat, from: ActionId) -> Vec<(ActionId, Line)>;
    /// Whether those of another seat would be the same.
    fn told_alike(&self, one: Seat, other: Seat, from: ActionId) -> bool;
    /// Whose move it is. For the game master's eyes, and for bots.
    fn awaits(&self) -> Awaits;
    /// The same, as far as a seat may know.
    fn awaits_for(&self, seat: Seat) -> Awaits;
    /// Creatures a seat knows of.
    fn creatures(&self, seat: Seat) -> Vec<(Who, String)>;
    /// Everything, by the paths that stories use. For the game master's eyes.
    fn values(&self) -> Value;
    /// The same, with what the waiting action has done so far.
    fn values_so_far(&self) -> Value;
    /// The state, to compare.
    fn state(&self) -> Result<Value, Corrupt>;
    /// Whether a command would be refused. A filled offer is checked by this.
    fn probe(&self, seat: Seat, command: Value) -> Result<(), Refusal>;
    /// What a creature the seat speaks for would see from another square, as far as the seat may know.
    fn view_from(&self, seat: Seat, who: Who, from: Square) -> Option<Glimpse>;
    /// What a creature would do next by instinct.
    fn instinct(&self, who: Who) -> Option<Value>;
    /// What the next creature that plays itself does now, if one does.
    fn own_deed(&self) -> Option<OwnDeed>;
    /// The seat that answers an open question for a creature that plays itself, and whether it looks ahead first.
    fn answers_itself(&self, prompt: PromptId) -> Option<(Seat, bool)>;
    /// Whose turn it is that plays itself and leaves what comes next to people.
    fn leaves_to_people(&self) -> Option<Who>;
    /// Whether a creature could act by itself now if it were left to: its turn, or something harmless.
    fn could_by_itself(&self, who: Who) -> bool;
    /// Whether the whole party plays itself and was told to play on.
    fn plays_on(&self) -> bool;
    /// Exact odds of what is really there. For the game master's eyes.
    fn odds(&self, ask: &OddsAsk) -> Result<OddsTold, OddsError>;
    /// The exact odds of several outcomes of the commands of the first question, everybody going by instinct: the
    /// rules are explored once for all of them.
    fn odds_together(&self, asks: &[OddsAsk]) -> Result<Vec<OddsTold>, OddsError>;
    /// The exact mean of a published number after the same commands, everybody going by instinct.
    fn mean(&self, ask: &OddsAsk, path: &str) -> Result<Ratio, OddsError>;
    /// How often the commands are given on average until the outcome is true, everybody going by instinct.
    fn tries(&self, ask: &OddsAsk) -> Result<Ratio, OddsError>;
    /// Exact odds as a seat may know them: of commands it may give, at the table as it knows it. Whether
    /// something hidden would change them, nothing tells.
    fn odds_for(&self, seat: Seat, ask: &OddsAsk) -> Result<OddsTold, OddsError>;
    /// The same as a task that can be done elsewhere while the table plays on, within so many runs.
    fn odds_task(&self, seat: Seat, ask: OddsAsk, most_runs: u64) -> Result<OddsTask<OddsTold>, OddsError>;
    /// The odds of every value that a command may change, as a seat may know them, as such a task.
    fn values_task(
        &self,
        seat: Seat,
        command: Value,
        most_runs: u64,
    ) -> Result<OddsTask<ValuesTold>, OddsError>;
    /// What may come of a command in the words of its game, as a seat may know it, as such a task.
    fn forecast_task(
        &self,
        seat: Seat,
        command: Value,
        best: bool,
        bounds: Bounds,
    ) -> Result<OddsTask<Forecast>, OddsError>;
    /// What to answer to a question that is put to a seat, as it may know it, as such a task.
    fn advice_task(
        &self,
        seat: Seat,
        prompt: PromptId,
        bounds: Bounds,
    ) -> Result<OddsTask<Advice>, OddsError>;
    /// Content packs in use beside the game's own, the oldest first.
    fn packs(&self) -> Vec<&PackName>;
    /// Rules cited so far by what waits now.
    fn cited(&self) -> Vec<RuleId>;
    /// The dice of a stretch that was opened, for anybody to check.
    fn proof(&self, stretch: usize) -> Option<Proof>;
    /// The creatures a seat speaks for, as far as it knows them.
    fn speaks_for(&self, seat: Seat) -> Vec<Who>;
    /// Heroes nobody plays, as far as a seat knows them: a player may take one.
    fn free_heroes(&self, seat: Seat) -> Vec<Who>;
    /// Whether what was taken back last can be had again.
    fn redoable(&self) -> bool;
    /// The numbers of actions that are done, oldest first.
    fn done(&self) -> Vec<ActionId>;
    /// The finished actions that a seat knows of, in the order in which it counts them: the first is its number 1.
    fn counted(&self, seat: Seat) -> Vec<ActionId>;
    /// The numbers of actions that wait, and whether each still fits.
    fn waits(&self) -> Vec<(ActionId, bool)>;
    /// The numbers of waiting actions that a seat has begun.
    fn begun_by(&self, seat: Seat) -> Vec<ActionId>;
    /// Breaks a rule on purpose from now on, to see who notices.
    fn sabotage(&mut self, sabotage: Arc<Sabotage>);
}

/// A question about odds, as stories ask it.
#[derive(Clone, Debug)]
pub struct OddsAsk {
    /// Commands, one after the other, each by its seat.
    pub script: Vec<(Seat, Value)>,
    /// What must be true in the end.
    pub outcome: Vec<(String, Expected)>,
    /// Whether everybody plays best for or against it, or by instinct.
    pub best: bool,
    /// The side that wants the outcome.
    pub side: u8,
    /// Whether it is over as soon as the outcome is true: what is left of the script is not done then.
    pub as_soon: bool,
    /// Questions that are answered like this whenever they are asked.
    pub given: Vec<Given>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsTold {
    /// How likely the outcome is.
    pub chance: Ratio,
    /// The share that was left open.
    pub unresolved: Ratio,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
    /// How often the rules were run.
    pub runs: u64,
}

/// A journal or save that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum Corrupt {
    /// Not the JSON it should be.
    #[error("this record cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Records that do not follow from each other.
    #[error("the records do not fit together: {0}")]
    Order(&'static str),
    /// Another game's table.
    #[error("this table is of another game: {0}")]
    OtherGame(String),
    /// A newer program wrote it.
    #[error(
        "this was written by a newer version of the program: its facts are of version {written}, and this program knows them up \
         to version {known}. Open it with a newer program"
    )]
    Newer {
        /// Of which version it is.
        written: u16,
        /// Up to which this program knows them.
        known: u16,
    },
    /// An older program wrote it, and it cannot be brought up to date.
    #[error("this was written by an older version of the program and cannot be brought up to date: {0}")]
    Older(String),
    /// A pack the table uses is broken.
    #[error("{0}")]
    Pack(#[from] crate::BadPack),
}

/// A game, whichever.
pub trait AnyGame: Sync {
    /// The name in commands and files.
    fn name(&self) -> &'static str;
    /// The name on the page.
    fn title(&self) -> &'static str;
    /// The version of the rules.
    fn rules(&self) -> &'static str;
    /// House switches.
    fn switches(&self) -> &'static [Switch];
    /// The first record of a new table.
    fn stage(
        &self,
        title: &str,
        stage: &Stage,
        packs: Vec<PackName>,
        seeds: Seeds,
    ) -> Result<String, StageError>;
    /// Opens a table by its first record.
    fn open(&self, first: &str) -> Result<Box<dyn AnyTable>, Corrupt>;
    /// Opens a table saved as one text.
    fn load(&self, saved: &str) -> Result<Box<dyn AnyTable>, Corrupt>;
    /// JSON Schemas of commands, prompts, answers and facts.
    fn schema(&self) -> Value;
}

/// A game of which the type is known.
pub struct GameOf<G>(PhantomData<fn() -> G>);

impl<G> GameOf<G> {
    /// The game.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for GameOf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G> Debug for GameOf<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GameOf")
    }
}

impl<G: Playable> AnyGame for GameOf<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn switches(&self) -> &'static [Switch] {
        G::switches()
    }

    fn stage(
        &self,
        title: &str,
        stage: &Stage,
        packs: Vec<PackName>,
        seeds: Seeds,
    ) -> Result<String, StageError> {
        let book = book::<G>(&packs).map_err(|bad| StageError::Other(bad.to_string()))?;
        let mut frame = Frame::new(title, seeds);
        frame.asks = stage.asks.unwrap_or_default();
        for (at, (name, seating)) in stage.seats.iter().enumerate() {
            let seat = Seat(at as u8 + 1);
            if seat.0 >= Seat::MOST {
                return Err(StageError::Other(format!("a table has at most {} seats", Seat::MOST)));
            }
            let info = SeatInfo { name: name.clone(), role: Role::Player, types_dice: seating.typed() };
            if name.eq_ignore_ascii_case("gm") {
                frame.seats.insert(Seat::GM, SeatInfo { role: Role::Gm, ..info });
            } else {
                frame.seats.insert(seat, info);
            }
        }
        for ruling in &stage.rulings {
            frame.rulings.push(RulingRecord {
                rule: ruling.rule,
                tag: ruling.tag.clone(),
                key: ruling.choice.clone(),
                words: ruling.choice.clone(),
                by: Seat::GM,
                audience: Audience::ALL,
                table_rule: ruling.table_rule,
                unasked: false,
            });
        }
        let seats = frame.seats.iter().map(|(seat, info)| (info.name.clone(), *seat)).collect();
        let state = G::stage(&book, stage, &seats)?;
        let opened = Opened::<G> {
            game: G::NAME.into(),
            rules: G::RULES.into(),
            packs,
            frame,
            state,
            forked_from: None,
        };
        super::versions::write::<G>(&Record::Opened(Box::new(opened)))
            .map_err(|error| StageError::Other(error.to_string()))
    }

    fn open(&self, first: &str) -> Result<Box<dyn AnyTable>, Corrupt> {
        let Record::Opened(mut opened) = super::versions::read::<G, Record<G>>(first)? else {
            return Err(Corrupt::Order("the first record does not open a table"));
        };
        if opened.game != G::NAME {
            return Err(Corrupt::OtherGame(opened.game));
        }
        super::follow::must_have_dice(&opened.frame)?;
        super::follow::note_former(&mut opened.frame);
        let book = book::<G>(&opened.packs)?;
        Ok(Box::new(TableOf::<G>::begin(*opened, book)))
    }

    fn load(&self, saved: &str) -> Result<Box<dyn AnyTable>, Corrupt> {
        let saved: super::follow::Saved<'_, G> = super::versions::read::<G, _>(saved)?;
        if saved.game() != G::NAME {
            return Err(Corrupt::OtherGame(saved.game().into()));
        }
        super::follow::must_have_dice(saved.frame())?;
        saved.must_know_former()?;
        let book = book::<G>(&saved.packs())?;
        Ok(Box::new(TableOf::<G>::from_saved(saved, book)))
    }

    fn schema(&self) -> Value {
        json!({
            "game": G::NAME,
            "rules": G::RULES,
            "command": schema_for!(G::Command),
            "prompt": schema_for!(G::Prompt),
            "answer": schema_for!(G::Answer),
            "fact": schema_for!(G::Fact),
            "table": schema_for!(Op),
        })
    }
}

impl<G: Playable> AnyTable for TableOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn seq(&self) -> u32 {
        self.seq
    }

    fn looks(&self) -> u32 {
        self.looks
    }

    fn plan(&self, seat: Seat, op: Op, dice: Option<&mut dyn Draw>) -> Result<Planned, Refusal> {
        // What a seat has said itself may be said back to it.
        let said = if seat.is_gm() { String::new() } else { serde_json::to_string(&op).unwrap_or_default() };
        self.plan_op(seat, op, dice).map_err(|refusal| self.hushed(seat, refusal, &said))
    }

    fn plan_reveal(&self, next: Seeds) -> Result<Planned, Refusal> {
        if !self.waiting.is_empty() {
            return Err(Refusal::by_table("busy", "The dice are opened between actions: one still waits."));
        }
        super::plan::plain(&Record::<G>::Revealed { next })
    }

    fn apply_record(&mut self, record: &str) -> Result<(), Corrupt> {
        self.step(super::versions::read::<G, _>(record)?)
    }

    fn save(&self) -> Result<String, Corrupt> {
        Ok(super::versions::write::<G>(&self.to_saved())?)
    }

    fn fork(&self, title: &str, before: Option<ActionId>, seeds: Seeds) -> Result<String, Refusal> {
        super::plan::plain(&self.forked(title, before, seeds)?).map(|planned| planned.record)
    }

    fn view(&self, seat: Seat) -> View {
        let mut view = self.seen(seat);
        view.prompts = self.prompt_cards(seat);
        view.waiting_for = self.waited_for(seat);
        match self.tray(seat) {
            Some(tray) => view.tray(tray),
            None => view,
        }
    }

    fn seen(&self, seat: Seat) -> View {
        self.seen_so_far(seat)
    }

    fn shares_view(&self, one: Seat, other: Seat) -> bool {
        G::shares_view(self.at(), one, other)
    }

    fn tray(&self, seat: Seat) -> Option<DiceTray> {
        self.open_tray(seat)
    }

    fn waiting_for(&self, seat: Seat) -> Vec<Waiting> {
        self.waited_for(seat)
    }

    fn offers(&self, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        let mut offers = self.offers_known(seat, G::offers(self.at(), seat, actor));
        for offer in &mut offers {
            let Some(actor) = offer.actor else { continue };
            let side = G::side(&self.state, actor);
            let foe = |who: Who| G::side(&self.state, who) != side;
            offer.params.iter_mut().for_each(|param| param.domain.foes_first(&foe));
        }
        offers
    }

    fn prompts(&self, seat: Seat) -> Vec<PromptCard> {
        self.prompt_cards(seat)
    }

    fn lines(&self, seat: Seat, from: ActionId) -> Vec<Line> {
        self.told_lines(seat, from).into_iter().map(|(_, line)| line).collect()
    }

    fn placed_lines(&self, seat: Seat, from: ActionId) -> Vec<(ActionId, Line)> {
        self.told_lines(seat, from)
    }

    fn told_alike(&self, one: Seat, other: Seat, from: ActionId) -> bool {
        self.are_told_alike(one, other, from)
    }

    fn awaits(&self) -> Awaits {
        G::awaits(self.at())
    }

    fn awaits_for(&self, seat: Seat) -> Awaits {
        let mut awaits = G::awaits(self.at());
        let known = G::creatures(self.at(), seat);
        let all = awaits.creatures.len();
        awaits.creatures.retain(|who| known.iter().any(|(one, _)| one == who));
        // Somebody unseen is waited for no other than the game master is.
        if awaits.creatures.len() < all && !awaits.seats.contains(&Seat::GM) {
            awaits.seats.push(Seat::GM);
        }
        awaits
    }

    fn creatures(&self, seat: Seat) -> Vec<(Who, String)> {
        G::creatures(self.at(), seat)
    }

    fn values(&self) -> Value {
        G::values(self.at())
    }

    fn values_so_far(&self) -> Value {
        let provisional = self.now.values().find_map(|now| match now {
            super::Now::Asks { state, .. } => Some(state),
            super::Now::Afresh(_) => None,
        });
        G::values(At { state: provisional.unwrap_or(&self.state), book: &*self.book })
    }

    fn state(&self) -> Result<Value, Corrupt> {
        Ok(serde_json::to_value(&self.state)?)
    }

    fn probe(&self, seat: Seat, command: Value) -> Result<(), Refusal> {
        let said = command.to_string();
        let tried =
            self.readied(seat, command).and_then(|(command, _)| crate::probe::<G>(self.at(), seat, command));
        tried.map_err(|refusal| self.hushed(seat, refusal, &said))
    }

    fn view_from(&self, seat: Seat, who: Who, from: Square) -> Option<Glimpse> {
        let may = seat.is_gm() || self.speaks_for(seat).contains(&who);
        may.then(|| G::view_from(self.at(), seat, who, from)).flatten()
    }

    fn instinct(&self, who: Who) -> Option<Value> {
        G::instinct(self.at(), who).and_then(|command| serde_json::to_value(command).ok())
    }

    fn own_deed(&self) -> Option<OwnDeed> {
        self.own_deed()
    }

    fn answers_itself(&self, prompt: PromptId) -> Option<(Seat, bool)> {
        self.answers_itself(prompt)
    }

    fn leaves_to_people(&self) -> Option<Who> {
        self.leaves_to_people()
    }

    fn could_by_itself(&self, who: Who) -> bool {
        self.could_by_itself(who)
    }

    fn plays_on(&self) -> bool {
        self.plays_on()
    }

    fn odds(&self, ask: &OddsAsk) -> Result<OddsTold, OddsError> {
        odds_at::<G>(self.at(), ask, self.sabotage.as_deref(), Effort::default())
    }

    fn odds_together(&self, asks: &[OddsAsk]) -> Result<Vec<OddsTold>, OddsError> {
        odds_together_at::<G>(self.at(), asks, self.sabotage.as_deref(), Effort::default())
    }

    fn mean(&self, ask: &OddsAsk, path: &str) -> Result<Ratio, OddsError> {
        mean_at::<G>(self.at(), ask, path, self.sabotage.as_deref())
    }

    fn tries(&self, ask: &OddsAsk) -> Result<Ratio, OddsError> {
        tries_at::<G>(self.at(), ask, self.sabotage.as_deref())
    }

    fn odds_for(&self, seat: Seat, ask: &OddsAsk) -> Result<OddsTold, OddsError> {
        self.odds_task_for(seat, ask.clone(), Effort::default().most_runs)?()
    }

    fn odds_task(&self, seat: Seat, ask: OddsAsk, most_runs: u64) -> Result<OddsTask<OddsTold>, OddsError> {
        self.odds_task_for(seat, ask, most_runs)
    }

    fn values_task(
        &self,
        seat: Seat,
        command: Value,
        most_runs: u64,
    ) -> Result<OddsTask<ValuesTold>, OddsError> {
        self.values_task_for(seat, command, most_runs)
    }

    fn forecast_task(
        &self,
        seat: Seat,
        command: Value,
        best: bool,
        bounds: Bounds,
    ) -> Result<OddsTask<Forecast>, OddsError> {
        self.forecast_task_for(seat, command, best, bounds)
    }

    fn advice_task(
        &self,
        seat: Seat,
        prompt: PromptId,
        bounds: Bounds,
    ) -> Result<OddsTask<Advice>, OddsError> {
        self.advice_task_for(seat, prompt, bounds)
    }

    fn packs(&self) -> Vec<&PackName> {
        self.all_packs().collect()
    }

    fn cited(&self) -> Vec<RuleId> {
        let cited = self.now.values().flat_map(|now| match now {
            super::Now::Asks { cited, .. } => cited.as_slice(),
            super::Now::Afresh(_) => &[],
        });
        cited.copied().collect()
    }

    fn proof(&self, stretch: usize) -> Option<Proof> {
        let record = self.frame.stretches.get(stretch).filter(|record| record.revealed)?;
        let open = record.drawn.iter().filter(|(secret, ..)| !secret);
        let draws =
            open.map(|&(_, counter, sides, face)| Drawn { counter: counter.into(), sides, face }).collect();
        Some(record.stretch.reveal(Stream::Open, draws))
    }

    fn speaks_for(&self, seat: Seat) -> Vec<Who> {
        let known = G::creatures(self.at(), seat).into_iter().map(|(who, _)| who);
        known.filter(|who| G::speaker(&self.state, *who) == seat).collect()
    }

    fn free_heroes(&self, seat: Seat) -> Vec<Who> {
        let known = G::creatures(self.at(), seat).into_iter().map(|(who, _)| who);
        known.filter(|who| self.nobody_plays(*who) && G::change_player(self.at(), *who, Seat::GM).is_ok()).collect()
    }

    fn redoable(&self) -> bool {
        self.redoable().is_some()
    }

    fn counted(&self, seat: Seat) -> Vec<ActionId> {
        self.counted.get(&seat).cloned().unwrap_or_default()
    }

    fn done(&self) -> Vec<ActionId> {
        self.acts.iter().map(|act| act.id).collect()
    }

    fn waits(&self) -> Vec<(ActionId, bool)> {
        self.now.iter().map(|(id, now)| (*id, matches!(now, super::Now::Asks { .. }))).collect()
    }

    fn begun_by(&self, seat: Seat) -> Vec<ActionId> {
        self.waiting.values().filter(|action| action.by == seat).map(|action| action.id).collect()
    }

    fn sabotage(&mut self, sabotage: Arc<Sabotage>) {
        self.break_rule(sabotage);
    }
}
