//! Die Trying: low fantasy, lots of dying. A d10 in four degrees, light that burns down, hiding kept per
//! pair of creatures, and bodies that give out.
//!
//! This file is wiring only. The vocabulary is in [`state`], [`fact`], [`question`],
//! [`house`] and [`book`], one file per family each. Rules are in [`check`], [`hurt`], [`sight`],
//! [`gear`], [`combat`], [`magic`], [`hero`], [`rest`], [`trap`], [`table`] and [`dungeon`]; [`passive`] and [`effect`] are the content at work, [`time`] goes by.

pub mod book;
mod bots;
pub mod check;
pub mod combat;
pub mod command;
pub mod dungeon;
pub mod effect;
mod encounter;
pub mod fact;
pub mod gear;
pub mod hero;
pub mod house;
pub mod hurt;
mod instinct;
mod known;
pub mod magic;
pub mod making;
mod naming;
mod offers;
mod outcome;
pub mod passive;
mod pilot;
pub mod question;
pub mod rest;
pub mod sight;
mod stage;
mod starts;
pub mod state;
pub mod table;
mod tell;
pub mod time;
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
use boneyard_table::view::{Line, OfferCard, View};
use boneyard_table::{
    Address, Ask, At, Awaits, BadPack, By, Cx, Entry, Flow, Game, Party, Pilot, Playable, Refusal, RuleId,
    Seat, Switch, Who, refuse,
};
use serde_json::Value;

pub use starts::starts;

/// The name on the page.
pub const TITLE: &str = "Die Trying";

/// What must stand on everything printed of this game.
pub const CREDITS: &str = "After the rules text of Die Trying, whose author and licence are not stated. Rules in \
our own words; rules whose id ends in H are added by us.";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct DieTrying;

impl Game for DieTrying {
    type State = state::State;
    type Book = book::Book;
    type Fact = fact::Fact;
    type Command = command::Command;
    type Prompt = question::Prompt;
    type Answer = question::Answer;

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        fact::apply(state, fact);
    }

    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Self::Command) -> Flow {
        // Rules look at the one who acts before anything else: here it is made sure that there is somebody.
        if let By::Actor(who) = command::address(&command).by
            && cx.state().creature(who).is_none()
        {
            return refuse(Refusal::new(rules::DT_CORE_01, "nobody", "There is nobody like that here."));
        }
        command::resolve(cx, by, command)?;
        dungeon::reveal(cx);
        combat::settle(cx)
    }

    fn lawful(may: May<'_, Self>, command: &Self::Command) -> Option<Lawful> {
        command::lawful(may, command)
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
            why: combat::NOBODY.into(),
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

    fn by_itself(at: At<'_, Self>, who: Who, led: &[Who]) -> Option<Self::Command> {
        pilot::by_itself(at, who, led)
    }

    fn party(at: At<'_, Self>) -> Vec<Who> {
        pilot::party(at)
    }
}

impl Playable for DieTrying {
    const NAME: &'static str = "die-trying";
    const TITLE: &'static str = TITLE;
    const RULES: &'static str = rules::RULES_VERSION;
    const OVERRULE: RuleId = rules::DT_CORE_02;
    const DICE: Option<RuleId> = Some(rules::DT_CORE_05);
    const GM: GmWord = GmWord { name: "Trapsetter", code: "not-the-trapsetter" };

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

    fn read_answer(at: At<'_, Self>, party: Party, say: Value) -> Value {
        values::read_answer(at, party, say)
    }

    fn creatures(at: At<'_, Self>, seat: Seat) -> Vec<(Who, String)> {
        let known = at.state.everybody().filter(|who| view::shown(at.state, *who, seat));
        known.map(|who| (who, at.state.name(who).to_owned())).collect()
    }

    fn nobody() -> Refusal {
        let sentence = "There is nobody like that to be made out here.";
        Refusal::new(rules::DT_STL_06, "no-such-target", sentence)
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

    fn offers(at: At<'_, Self>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        offers::offers(at, seat, actor)
    }

    fn view(at: At<'_, Self>, seat: Seat) -> View {
        view::view(at, seat)
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Self::Fact>, seat: Seat) -> Option<Line> {
        tell::tell(at, entry, seat)
    }

    fn change_player(at: At<'_, Self>, who: Who, to: Seat) -> Result<(RuleId, Vec<Self::Fact>), Refusal> {
        let rule = rules::DT_CORE_01;
        match at.state.creature(who) {
            Some(creature) if creature.sheet.kind == state::Kind::Hero => {
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
