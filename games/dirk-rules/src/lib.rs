//! DIRK RULES!: nothing rolls to hit; one scarce reaction, chosen before or after the damage is
//! known. The first game a newcomer should read: what a game crate holds and where.
//!
//! This file is wiring only. Rules are in [`check`], [`combat`], [`health`], [`gear`],
//! [`hero`] and [`world`]; the vocabulary in [`state`], [`fact`], [`command`], [`question`] and [`house`].

pub mod book;
pub mod campaign;
pub mod check;
pub mod combat;
pub mod command;
pub mod effect;
mod encounter;
pub mod fact;
pub mod gear;
pub mod growth;
pub mod health;
pub mod hero;
pub mod house;
mod inflict;
mod instinct;
mod known;
pub mod lesson;
pub mod made;
pub mod making;
mod offers;
mod outcome;
mod pilot;
pub mod power;
pub mod question;
mod stage;
mod starts;
pub mod state;
mod tell;
pub mod time;
pub mod trade;
mod values;
mod view;
pub mod world;

/// The rulebook as constants: citing a rule that does not exist does not compile.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

use std::borrow::Cow;
use std::collections::BTreeMap;

use boneyard_table::deed::{self, GmWord, Lawful, May};
use boneyard_table::outcome::Outcome;
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::table::{Overruling, OwnFile, PackName};
use boneyard_table::view::{Line, OfferCard, View};
use boneyard_table::{
    Address, Ask, At, Audience, Awaits, BadPack, Cx, Entry, Flow, Game, Party, Pilot, Playable, Refusal,
    RuleId, Seat, Switch, Who,
};
use serde_json::Value;

pub use starts::starts;

/// The name on the page.
pub const TITLE: &str = "DIRK RULES!";

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, schemars::JsonSchema)]
pub struct DirkRules;

impl Game for DirkRules {
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
        // At home nothing follows from what is done there.
        if cx.state().campaign.open.len() > 1 {
            cx.within("aftermath", |cx| combat::fought_out(cx, |cx| command::resolve(cx, by, command)))?;
            return campaign::aftermath(cx);
        }
        combat::fought_out(cx, |cx| command::resolve(cx, by, command))?;
        if cx.state().signals.0.is_empty() { Ok(()) } else { campaign::aftermath(cx) }
    }

    fn audience(at: At<'_, Self>, fact: &Self::Fact) -> Audience {
        match fact {
            fact::Fact::Campaign(fact) => campaign::audience(at, fact),
            _ => Audience::ALL,
        }
    }

    fn lawful(may: May<'_, Self>, command: &Self::Command) -> Option<Lawful> {
        command::lawful(may, command)
    }

    fn writes(at: At<'_, Self>, command: &Self::Command) -> Result<Vec<OwnFile>, Refusal> {
        command::writes(at, command)
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
        let state = at.state;
        let Some(acting) = state.acting() else {
            return Awaits {
                why: "The referee says what happens.".into(),
                seats: vec![Seat::GM],
                ..Awaits::default()
            };
        };
        if contested(state) {
            let name = &state.sheet(acting).name;
            let out = health::out(state, acting);
            let why = if out {
                format!("{name} can do nothing more: the turn ends.")
            } else {
                format!("{name} acts.")
            };
            return Awaits { creatures: vec![acting], why, ..Awaits::default() };
        }
        let why = "Nobody is left to fight: the referee ends the battle.".into();
        Awaits { seats: vec![Seat::GM], why, ..Awaits::default() }
    }

    fn instinct(at: At<'_, Self>, who: Who) -> Option<Self::Command> {
        instinct::command(at, who)
    }

    fn fight(at: At<'_, Self>) -> Option<u16> {
        at.state.battle.as_ref().map(|battle| battle.round)
    }

    fn pilot(at: At<'_, Self>, command: &Self::Command) -> Pilot {
        command::pilot(at, command)
    }

    fn party(at: At<'_, Self>) -> Vec<Who> {
        pilot::party(at)
    }
}

/// Whether more than one side of a battle can still fight.
fn contested(state: &state::State) -> bool {
    let order = state.battle.iter().flat_map(|battle| battle.order.iter().copied());
    let fights = |who: &Who| !health::out(state, *who) && !state.live(*who).surrendered;
    let mut able = order.filter(fights).map(|who| state.sheet(who).side);
    able.next().is_some_and(|side| able.any(|other| other != side))
}

impl Playable for DirkRules {
    const NAME: &'static str = "dirk-rules";
    const TITLE: &'static str = TITLE;
    const RULES: &'static str = rules::RULES_VERSION;
    const OVERRULE: RuleId = rules::DK_BASIC_02;
    const DICE: Option<RuleId> = Some(rules::DK_BASIC_03);
    const GM: GmWord = GmWord { name: "referee", code: "only-gm" };

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

    fn deeds() -> &'static [deed::Row<Self>] {
        command::DEEDS
    }

    fn read_names(at: At<'_, Self>, command: Value) -> Value {
        values::read_names(at, command)
    }

    fn read_answer(at: At<'_, Self>, party: Party, say: Value) -> Value {
        values::read_answer(at, party, say)
    }

    fn creatures(at: At<'_, Self>, _seat: Seat) -> Vec<(Who, String)> {
        at.state.everybody().map(|who| (who, at.state.sheet(who).name.clone())).collect()
    }

    fn called<'a>(at: At<'a, Self>, who: Who, _seat: Seat) -> Option<Cow<'a, str>> {
        at.state.creature(who).map(|creature| creature.sheet.name.as_str().into())
    }

    fn numbers_visible(at: At<'_, Self>, who: Who, seat: Seat) -> bool {
        view::numbers_visible(at.state, who, seat)
    }

    fn known(at: At<'_, Self>, seat: Seat) -> Option<Self::State> {
        Some(known::known(at, seat))
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

    fn shares_view(at: At<'_, Self>, one: Seat, other: Seat) -> bool {
        // To all players who are in one place the table looks the same.
        one == other || !(one.is_gm() || other.is_gm()) && campaign::same_places(at.state, one, other)
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Self::Fact>, seat: Seat) -> Option<Line> {
        tell::tell(at, entry, seat)
    }

    fn change_player(at: At<'_, Self>, who: Who, to: Seat) -> Result<(RuleId, Vec<Self::Fact>), Refusal> {
        let rule = rules::DK_BASIC_05;
        match at.state.creature(who) {
            Some(creature) if creature.sheet.hero => Ok((rule, vec![fact::Fact::Handed { who, to }])),
            _ => {
                let sentence = "Only heroes are played from a seat of their own.";
                Err(Refusal::new(rule, "no-hero", sentence))
            }
        }
    }

    fn overrule(at: At<'_, Self>, path: &str, value: &Value) -> Result<Overruling<Self::Fact>, Refusal> {
        let bad = |code: &str, sentence: String| Refusal::new(Self::OVERRULE, code, sentence);
        if matches!(path.rsplit('.').next(), Some("level" | "experience")) {
            let sentence = "Nobody counts experience or rises in level.";
            return Err(Refusal::new(rules::DK_GROW_01, "no-levels", sentence));
        }
        let published = values::values(at);
        let old = boneyard_table::story::lookup(&published, path).cloned();
        let split = path.split_once('.').zip(old);
        let Some(((name, key), old)) = split else {
            return Err(bad("no-such-value", format!("There is no {path} to overrule.")));
        };
        let who = stage::find(at.state, name).map_err(|error| bad("no-such-creature", error.to_string()))?;
        let mut creature =
            at.state.creature(who).cloned().ok_or_else(|| bad("no-such-creature", path.into()))?;
        stage::set(at.book, &mut creature, key, value)
            .map_err(|why| bad("not-so", format!("{path}: {why}.")))?;
        let (holds, held_by) = (creature.live.holds, creature.live.held_by);
        let mut facts = vec![fact::Fact::Overruled { who, creature: Box::new(creature) }];
        let mut after = at.state.clone();
        facts.iter().for_each(|fact| Self::apply(&mut after, fact));
        // As if the rules had done it: whoever can do nothing lets go, and nobody holds the dead.
        if health::out(&after, who) {
            facts.extend(holds.map(|held| fact::Fact::Released { holder: who, held }));
        }
        if after.live(who).dead {
            facts.extend(held_by.map(|holder| fact::Fact::Released { holder, held: who }));
        }
        Ok(Overruling { old, facts })
    }

    fn switches() -> &'static [Switch] {
        house::SWITCHES
    }
}
