//! Roll High or Die: a purse of Action Points, stances, cover, light and height, reactions that settle last in first
//! out, and bodies that do not take much.
//!
//! This file is wiring only. The vocabulary is in [`state`], [`fact`], [`command`], [`question`], [`house`] and [`book`],
//! one file per family each. Rules are in [`check`], [`combat`], [`hurt`], [`sight`], [`gear`], [`inventory`], [`living`],
//! [`hero`] and [`table`]; [`body`] holds numbers that follow from others, [`passive`] and [`effect`] are the content at work.

mod audience;
pub mod body;
pub mod book;
mod bots;
pub mod check;
pub mod combat;
pub mod command;
pub mod effect;
mod encounter;
pub mod fact;
pub mod gear;
pub mod hero;
pub mod house;
pub mod hurt;
mod instinct;
pub mod inventory;
mod known;
pub mod living;
pub mod making;
mod naming;
mod offers;
mod outcome;
pub mod passive;
pub mod picks;
mod pilot;
pub mod question;
mod remembered;
pub mod scenario;
pub mod sight;
mod stage;
mod starts;
pub mod state;
pub mod table;
mod tell;
pub mod trap;
mod values;
mod view;

/// The rulebook as constants: citing a rule that does not exist does not compile.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

use std::borrow::Cow;
use std::collections::BTreeMap;

use boneyard_table::deed::{self, GmWord, Lawful, May};
use boneyard_table::outcome::Outcome;
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::table::{Overruling, PackName};
use boneyard_table::view::{Glimpse, Line, OfferCard, Square, View};
use boneyard_table::{
    Address, Ask, At, Awaits, BadPack, By, Cx, Entry, Flow, Game, Party, Pilot, Playable, Refusal, RuleId,
    Seat, Switch, Who,
};
use serde_json::Value;
use smallvec::SmallVec;

pub use starts::starts;

/// The name on the page.
pub const TITLE: &str = "Roll High or Die";

/// What must stand on everything printed of this game.
pub const CREDITS: &str = "After Roll High or Die by Ian Wuth (vA.01, 2024), whose licence is not stated. Rules in \
our own words; rules whose id ends in H are added by us.";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct RollHighOrDie;

impl Game for RollHighOrDie {
    type State = state::State;
    type Book = book::Book;
    type Fact = fact::Fact;
    type Command = command::Command;
    type Prompt = question::Prompt;
    type Answer = question::Answer;

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        fact::apply(state, fact);
    }

    fn apply_owned(state: &mut Self::State, fact: Self::Fact) {
        fact::apply_owned(state, fact);
    }

    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Self::Command) -> Flow {
        is_there(May::told(cx.at(), by), &command)?;
        let before = eyes(cx.state());
        command::resolve(cx, by, command)?;
        combat::settle(cx)?;
        combat::glare(cx);
        explore(cx, &before);
        Ok(())
    }

    fn lawful(may: May<'_, Self>, command: &Self::Command) -> Option<Lawful> {
        match is_there(may, command) {
            Ok(()) => command::lawful(may, command),
            barred => Some(barred),
        }
    }

    fn gm_alone(command: &Self::Command) -> Option<Refusal> {
        command::gm_alone(command)
    }

    fn address(command: &Self::Command) -> Address {
        command::address(command)
    }

    fn speaker(state: &Self::State, who: Who) -> Seat {
        state.creature(who).map_or(Seat::GM, |creature| creature.sheet.seat)
    }

    fn side(state: &Self::State, who: Who) -> u8 {
        state.creature(who).map_or(1, |creature| creature.sheet.side)
    }

    fn question(prompt: &Self::Prompt) -> &dyn Ask<Self> {
        prompt.question()
    }

    fn awaits(at: At<'_, Self>) -> Awaits {
        combat::awaits(at).or_else(|| bots::awaits(at)).unwrap_or_else(|| Awaits {
            seats: vec![Seat::GM],
            why: "The Referee says what happens.".into(),
            ..Awaits::default()
        })
    }

    fn instinct(at: At<'_, Self>, who: Who) -> Option<Self::Command> {
        instinct::command(at, who)
    }

    fn fight(at: At<'_, Self>) -> Option<u16> {
        pilot::round(at)
    }

    fn pilot(at: At<'_, Self>, command: &Self::Command) -> Pilot {
        command::pilot(at, command)
    }

    fn by_itself(at: At<'_, Self>, who: Who, _led: &[Who]) -> Option<Self::Command> {
        pilot::by_itself(at, who)
    }

    fn party(at: At<'_, Self>) -> Vec<Who> {
        living::party(at.state)
    }
}

/// Rules look at the one who acts before anything else: here it is made sure that there is somebody.
fn is_there(may: May<'_, RollHighOrDie>, command: &command::Command) -> Lawful {
    let nobody = matches!(command::address(command).by, By::Actor(who) if may.state.creature(who).is_none());
    may.not_if(nobody, || Refusal::new(rules::RH_CORE_02, "nobody", "There is nobody like that here."))
}

/// What the players' side looks from, and what of the map can change.
#[derive(PartialEq)]
struct Eyes {
    at: SmallVec<[(Option<state::Spot>, bool); 12]>,
    doors: SmallVec<[bool; 16]>,
    floors: Vec<state::Floor>,
}

fn eyes(state: &state::State) -> Eyes {
    let looks = |one: &state::Creature| one.sheet.side == 0 && !one.live.dead && !one.live.away;
    let doors = state.board.iter().flat_map(|board| board.grid.doors()).map(|(_, _, open)| open);
    let floors = state.board.iter().flat_map(|board| board.floors.iter().cloned());
    Eyes {
        at: state.creatures.iter().map(|one| (one.live.at, looks(one))).collect(),
        doors: doors.collect(),
        floors: floors.collect(),
    }
}

/// What the players' side sees of the map for the first time is remembered. Only those who moved have to look, unless
/// the map itself has changed.
fn explore(cx: &mut Cx<'_, RollHighOrDie>, before: &Eyes) {
    let now = eyes(cx.state());
    let changed = (&before.doors, &before.floors) != (&now.doors, &now.floors);
    let moved = |place: usize| {
        now.at.get(place).is_some_and(|(_, looks)| *looks)
            && (changed || before.at.get(place) != now.at.get(place))
    };
    let everybody = cx.state().everybody().enumerate();
    for who in everybody.filter(|(place, _)| moved(*place)).map(|(_, who)| who) {
        let Some(seen) = sight::newly_seen(cx.state(), cx.book(), who) else { break };
        if !seen.is_empty() {
            audience::record(cx, rules::RH_LOS_01, fact::BoardFact::Explored { seen }.into());
        }
    }
    if !cx.state().remembered.is_empty() {
        remembered::look_again(cx);
    }
}

impl Playable for RollHighOrDie {
    const NAME: &'static str = "roll-high-or-die";
    const TITLE: &'static str = TITLE;
    const RULES: &'static str = rules::RULES_VERSION;
    const OVERRULE: RuleId = rules::RH_CORE_02;
    const DICE: Option<RuleId> = Some(rules::RH_CORE_01);
    const GM: GmWord = GmWord { name: "Referee", code: "not-the-referee" };

    fn book(packs: &[PackName]) -> Result<Self::Book, BadPack> {
        book::Book::read(packs)
    }

    fn stage(
        book: &Self::Book,
        stage: &Stage,
        seats: &BTreeMap<String, Seat>,
    ) -> Result<Self::State, StageError> {
        stage::stage(book, stage, seats)
    }

    fn values(at: At<'_, Self>) -> Value {
        values::values(at)
    }

    fn deeds() -> &'static [deed::Row<Self>] {
        command::DEEDS
    }

    fn read_names(at: At<'_, Self>, command: Value) -> Value {
        values::read_names(at, command)
    }

    fn read_answer(at: At<'_, Self>, _party: Party, say: Value) -> Value {
        values::read_answer(at, say)
    }

    fn creatures(at: At<'_, Self>, seat: Seat) -> Vec<(Who, String)> {
        let known = at.state.everybody().filter(|who| view::shown(at.state, *who, seat));
        known.map(|who| (who, at.state.name(who).to_owned())).collect()
    }

    fn called<'a>(at: At<'a, Self>, who: Who, seat: Seat) -> Option<Cow<'a, str>> {
        let one = at.state.creature(who).filter(|_| view::shown(at.state, who, seat))?;
        Some(one.sheet.name.as_str().into())
    }

    fn numbers_visible(at: At<'_, Self>, who: Who, seat: Seat) -> bool {
        view::numbers_visible(at.state, who, seat)
    }

    fn known(at: At<'_, Self>, seat: Seat) -> Option<Self::State> {
        Some(known::known(at, seat))
    }

    fn outcome(_before: At<'_, Self>, after: At<'_, Self>, _seat: Seat, _side: u8) -> Outcome {
        outcome::outcome(after)
    }

    fn forget(state: &mut Self::State) {
        state.last = None;
    }

    fn shares_view(_at: At<'_, Self>, one: Seat, other: Seat) -> bool {
        one == other || (!one.is_gm() && !other.is_gm())
    }

    fn offers(at: At<'_, Self>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        offers::offers(at, seat, actor)
    }

    fn view(at: At<'_, Self>, seat: Seat) -> View {
        view::view(at, seat)
    }

    fn view_from(at: At<'_, Self>, seat: Seat, who: Who, from: Square) -> Option<Glimpse> {
        view::view_from(at, seat, who, from)
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Self::Fact>, seat: Seat) -> Option<Line> {
        tell::tell(at, entry, seat)
    }

    fn change_player(at: At<'_, Self>, who: Who, to: Seat) -> Result<(RuleId, Vec<Self::Fact>), Refusal> {
        let rule = rules::RH_CORE_02;
        match at.state.creature(who) {
            Some(creature) if creature.sheet.is_hero() => {
                Ok((rule, vec![fact::TableFact::Handed { who, to }.into()]))
            }
            _ => {
                let sentence = "Only characters are played from a seat of their own.";
                Err(Refusal::new(rule, "no-hero", sentence))
            }
        }
    }

    fn overrule(at: At<'_, Self>, path: &str, value: &Value) -> Result<Overruling<Self::Fact>, Refusal> {
        let bad = |code: &str, sentence: String| Refusal::new(Self::OVERRULE, code, sentence);
        let published = values::values(at);
        let old = boneyard_table::story::lookup(&published, path).cloned();
        let Some(((name, key), old)) = path.split_once('.').zip(old) else {
            return Err(bad("no-such-value", format!("There is no {path} to overrule.")));
        };
        let who = stage::find(at.state, name).map_err(|error| bad("no-such-creature", error.to_string()))?;
        let mut creature =
            at.state.creature(who).cloned().ok_or_else(|| bad("no-such-creature", path.into()))?;
        stage::set(at.book, &mut creature, key, value)
            .map_err(|why| bad("not-so", format!("{path}: {why}.")))?;
        let fact = fact::TableFact::Overruled { who, creature: Box::new(creature) };
        Ok(Overruling { old, facts: vec![fact.into()] })
    }

    fn switches() -> &'static [Switch] {
        house::SWITCHES
    }
}
