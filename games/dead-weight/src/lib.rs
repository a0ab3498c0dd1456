//! Dead Weight: every roll is a gamble with one's own body. Dice pools rerolled by both sides,
//! fatigue and wounds on the very attributes one rolls with.
//!
//! This file is wiring only. The vocabulary is in [`state`], [`fact`], [`command`], [`question`],
//! [`house`] and [`book`], one file per family each. Rules are in [`roll`], [`hurt`], [`gear`],
//! [`weapon`] and [`hero`], in [`combat`], [`expedition`], [`camp`] and [`magic`], and between two
//! expeditions in [`interlude`]; [`scenario`] is the place that is ready to play.

pub mod book;
mod bots;
pub mod camp;
pub mod combat;
pub mod command;
mod counter;
mod encounter;
pub mod expedition;
pub mod fact;
pub mod form;
pub mod gear;
pub mod hero;
pub mod house;
pub mod hurt;
mod instinct;
pub mod interlude;
pub mod magic;
pub mod making;
mod offers;
mod outcome;
pub mod question;
pub mod roll;
pub mod scenario;
mod stage;
mod starts;
pub mod state;
pub mod table;
mod tell;
mod values;
mod view;
pub mod weapon;

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
use boneyard_table::view::{DiceTray, Line, OfferCard, View};
use boneyard_table::{
    Address, Ask, At, Audience, Awaits, BadPack, By, Cx, Entry, Flow, Game, Party, Pilot, Playable, Refusal,
    RuleId, Seat, Switch, Who,
};
use serde_json::Value;

pub use starts::starts;

/// The name on the page.
pub const TITLE: &str = "Dead Weight";

/// What must stand on everything printed of this game.
pub const CREDITS: &str = "Dead Weight (version 0.1) is by Pedro Medeiros, licensed under CC BY 4.0 \
(https://creativecommons.org/licenses/by/4.0/). Rules restated in our own words; rules whose id ends in H are added.";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct DeadWeight;

/// Rules look at the one who acts before anything else: here it is made sure that there is somebody.
fn is_there(may: May<'_, DeadWeight>, command: &command::Command) -> Lawful {
    let By::Actor(who) = command::address(command).by else { return Ok(()) };
    may.outright_if(may.state.creature(who).is_none(), || {
        Refusal::new(rules::DW_TEST_01, "nobody", "There is nobody like that here.")
    })
}

impl Game for DeadWeight {
    type State = state::State;
    type Book = book::Book;
    type Fact = fact::Fact;
    type Command = command::Command;
    type Prompt = question::Prompt;
    type Answer = question::Answer;

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        fact::apply(state, fact);
    }

    #[inline]
    fn apply_owned(state: &mut Self::State, fact: Self::Fact) {
        fact::apply_owned(state, fact);
    }

    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Self::Command) -> Flow {
        is_there(May::told(cx.at(), by), &command)?;
        command::resolve(cx, by, command)?;
        // Whatever took a turn may have brought somebody, and so may the end of a fight.
        expedition::open_fight(cx)?;
        combat::settle(cx)?;
        expedition::open_fight(cx)
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
        let fight = combat::awaits(at);
        let gm =
            || Awaits { seats: vec![Seat::GM], why: "The GM says what happens.".into(), ..Awaits::default() };
        fight.or_else(|| bots::awaits(at)).unwrap_or_else(gm)
    }

    fn instinct(at: At<'_, Self>, who: Who) -> Option<Self::Command> {
        instinct::command(at, who).or_else(|| bots::command(at, who))
    }

    fn fight(at: At<'_, Self>) -> Option<u16> {
        let battle = at.state.battle.as_ref().filter(|battle| !battle.setup)?;
        Some(u16::try_from(battle.order.round()).unwrap_or(u16::MAX))
    }

    fn pilot(at: At<'_, Self>, command: &Self::Command) -> Pilot {
        command::pilot(at, command)
    }

    fn party(at: At<'_, Self>) -> Vec<Who> {
        at.state.heroes().collect()
    }
}

impl Playable for DeadWeight {
    const NAME: &'static str = "dead-weight";
    const TITLE: &'static str = TITLE;
    const RULES: &'static str = rules::RULES_VERSION;
    const OVERRULE: RuleId = rules::DW_GM_03;
    const DICE: Option<RuleId> = Some(rules::DW_DICE_01);
    const GM: GmWord = GmWord { name: "GM", code: "not-the-gm" };

    fn book(packs: &[PackName]) -> Result<Self::Book, BadPack> {
        book::Book::read(packs)
    }

    fn looks_same(before: &Self::State, after: &Self::State) -> bool {
        // What the last roll came to is for the rules to go on with; the log tells it.
        let shown = |state: &Self::State| state::State { last: None, ..state.clone() };
        before == after || shown(before) == shown(after)
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

    fn values_of(at: At<'_, Self>, wanted: &dyn Fn(&str) -> bool) -> Value {
        values::values_of(at, wanted)
    }

    fn deeds() -> &'static [deed::Row<Self>] {
        command::DEEDS
    }

    fn read(at: At<'_, Self>, seat: Seat, command: &Value) -> Option<Result<Self::Command, Refusal>> {
        // Things go by their owner's names, and lists and parts of commands name people too.
        deed::read(Self::deeds(), at, seat, &values::spell_deed(at, command.clone()))
    }

    fn read_names(at: At<'_, Self>, command: Value) -> Value {
        values::read_names(at, command)
    }

    fn read_answer(at: At<'_, Self>, party: Party, say: Value) -> Value {
        values::read_answer(at, party, say)
    }

    fn creatures(at: At<'_, Self>, _seat: Seat) -> Vec<(Who, String)> {
        at.state.everybody().map(|who| (who, at.state.name(who).to_owned())).collect()
    }

    fn called<'a>(at: At<'a, Self>, who: Who, _seat: Seat) -> Option<Cow<'a, str>> {
        at.state.creature(who).map(|creature| creature.sheet.name.as_str().into())
    }

    fn numbers_visible(at: At<'_, Self>, who: Who, seat: Seat) -> bool {
        view::numbers_visible(at.state, who, seat)
    }

    fn known(at: At<'_, Self>, seat: Seat) -> Option<Self::State> {
        Some(view::known(at, seat))
    }

    fn outcome(before: At<'_, Self>, after: At<'_, Self>, seat: Seat, side: u8) -> Outcome {
        outcome::outcome(before, after, seat, side)
    }

    fn forget(state: &mut Self::State) {
        state.last = None;
    }

    fn offers(at: At<'_, Self>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        offers::offers(at, seat, actor)
    }

    fn view(at: At<'_, Self>, seat: Seat) -> View {
        view::view(at, seat)
    }

    fn tray(at: At<'_, Self>, _seat: Seat) -> Option<DiceTray> {
        view::tray(at)
    }

    fn shares_view(at: At<'_, Self>, one: Seat, other: Seat) -> bool {
        view::shares_view(at.state, one, other)
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Self::Fact>, seat: Seat) -> Option<Line> {
        tell::tell(at, entry, seat)
    }

    fn change_player(at: At<'_, Self>, who: Who, to: Seat) -> Result<(RuleId, Vec<Self::Fact>), Refusal> {
        let rule = rules::DW_GAME_01;
        match at.state.creature(who) {
            Some(creature) if creature.sheet.kind == state::Kind::Hero => {
                Ok((rule, vec![fact::HeroFact::Handed { who, to }.into()]))
            }
            _ => {
                let sentence = "Only adventurers are played from a seat of their own.";
                Err(Refusal::new(rule, "no-hero", sentence))
            }
        }
    }

    fn overrule(at: At<'_, Self>, path: &str, value: &Value) -> Result<Overruling<Self::Fact>, Refusal> {
        let bad = |code: &str, sentence: String| Refusal::new(Self::OVERRULE, code, sentence);
        let published = values::values(at);
        let old = boneyard_table::story::lookup(&published, path).cloned();
        if let Some((fact, old)) = counter::set(at, path, value).zip(old.clone()) {
            let fact = fact.map_err(|why| bad("not-so", format!("{path}: {why}.")))?;
            return Ok(Overruling { old, facts: vec![fact] });
        }
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

    fn overruled_for(path: &str) -> Audience {
        counter::audience(path)
    }

    fn switches() -> &'static [Switch] {
        house::SWITCHES
    }
}
