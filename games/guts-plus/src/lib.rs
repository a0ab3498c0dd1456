//! GUTS+: qualities a player invents, as many dice as their level, every die read by itself, and a GM
//! who has the last word and is remembered.
//!
//! This file is wiring only. The vocabulary is in [`state`], [`fact`], [`command`], [`question`],
//! [`house`] and [`book`], one file per family each. The GM's word is in [`gm`]; rules are in [`roll`],
//! [`growth`], [`health`] and [`combat`], and [`people`] makes those who come to the table.

pub mod book;
pub mod combat;
pub mod command;
pub mod desk;
mod encounter;
pub mod essence;
pub mod fact;
mod form;
pub mod gear;
pub mod gm;
pub mod growth;
pub mod health;
pub mod hero;
pub mod house;
mod instinct;
pub mod making;
mod offers;
mod outcome;
pub mod people;
mod pilot;
pub mod question;
pub mod roll;
pub mod ship;
mod stage;
mod starts;
pub mod state;
pub mod table;
mod tell;
mod values;
mod view;

/// The rulebook as constants: citing a rule that does not exist does not compile.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

use std::collections::BTreeMap;

use boneyard_table::change::{Change, Telling};
use boneyard_table::deed::{self, GmWord, Lawful, May};
use boneyard_table::outcome::Outcome;
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::table::{Overruling, PackName};
use boneyard_table::view::{DiceTray, Line, OfferCard, View};
use boneyard_table::{
    Address, Ask, At, Awaits, BadPack, By, Cx, Entry, Flow, Game, Party, Pilot, Playable, Refusal, RuleId,
    Seat, Switch, Who,
};
use serde_json::Value;

pub use starts::starts;

/// The name on the page.
pub const TITLE: &str = "GUTS+";

/// What must stand on everything printed of this game.
pub const CREDITS: &str = "The GUTS+ System (version 2019.11.11) is by Robbie Antenesse, © 2019. Rules restated in our \
own words; rules whose id ends in H are added.";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct GutsPlus;

impl Game for GutsPlus {
    type State = state::State;
    type Book = book::Book;
    type Fact = fact::Fact;
    type Command = command::Command;
    type Prompt = question::Prompt;
    type Answer = question::Answer;

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        fact.apply(state);
    }

    #[inline]
    fn apply_owned(state: &mut Self::State, fact: Self::Fact) {
        fact::apply_owned(state, fact);
    }

    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Self::Command) -> Flow {
        // Rules look at the one who acts before anything else: here it is made sure that there is somebody.
        somebody(May::told(cx.at(), by), &command)?;
        let fought = cx.state().battle.is_some() && !combat::over(cx.state());
        if !fought {
            return command::resolve(cx, by, command);
        }
        cx.within("fought", |cx| command::resolve(cx, by, command))?;
        let decided = cx.state().battle.is_some() && combat::over(cx.state());
        if decided { combat::propose_end(cx) } else { Ok(()) }
    }

    fn lawful(may: May<'_, Self>, command: &Self::Command) -> Option<Lawful> {
        let lawful = |()| command::lawful(may, command).transpose();
        somebody(may, command).and_then(lawful).transpose()
    }

    fn gm_alone(command: &Self::Command) -> Option<Refusal> {
        use command::Command as C;
        // Where no rule speaks of the GM, the table refuses in its own words.
        match command {
            C::Tick(_) | C::Note(_) | C::Outline(_) | C::SetDown(_) | C::ShowPlace(_) => None,
            C::Card(_) | C::Link(_) | C::NewNpc(_) | C::GivePower(_) | C::ApproveChart(_) => None,
            C::BeginChallenge(_) | C::EndChallenge(_) | C::AwardCombat(_) | C::AwardLe(_) => None,
            C::TakeAway(_) | C::Define(_) | C::Meet(_) => None,
            C::GoesOn(_) | C::Obstruct(_) | C::Unstrain(_) | C::ForgetTries(_) => None,
            command => command::gm_alone(command),
        }
    }

    fn address(command: &Self::Command) -> Address {
        command::address(command)
    }

    fn speaker(state: &Self::State, who: Who) -> Seat {
        state.creature(who).and_then(|creature| creature.sheet.seat).unwrap_or(Seat::GM)
    }

    fn side(state: &Self::State, who: Who) -> u8 {
        state.creature(who).map_or(1, |creature| creature.sheet.side)
    }

    fn question(prompt: &Self::Prompt) -> &dyn Ask<Self> {
        prompt.question()
    }

    fn awaits(at: At<'_, Self>) -> Awaits {
        let gm =
            || Awaits { seats: vec![Seat::GM], why: "The GM says what happens.".into(), ..Awaits::default() };
        instinct::awaits(at).or_else(|| ship::awaits(at)).unwrap_or_else(gm)
    }

    fn instinct(at: At<'_, Self>, who: Who) -> Option<Self::Command> {
        instinct::command(at, who).or_else(|| ship::command(at, who))
    }

    fn fight(at: At<'_, Self>) -> Option<u16> {
        at.state.battle.as_ref().map(|battle| battle.round)
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

/// Whether there is somebody to do it.
fn somebody(may: May<'_, GutsPlus>, command: &command::Command) -> Lawful {
    match command::address(command).by {
        By::Actor(who) => may.not_if(may.state.creature(who).is_none(), || {
            Refusal::new(rules::GP_ROLL_02, "nobody", "There is nobody like that here.")
        }),
        _ => Ok(()),
    }
}

impl Playable for GutsPlus {
    const NAME: &'static str = "guts-plus";
    const TITLE: &'static str = TITLE;
    const RULES: &'static str = rules::RULES_VERSION;
    const OVERRULE: RuleId = rules::GP_CORE_02;
    const DICE: Option<RuleId> = Some(rules::GP_CORE_01);
    const GM: GmWord = GmWord { name: "GM", code: "not-the-gm" };

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

    fn read_answer(at: At<'_, Self>, party: Party, say: Value) -> Value {
        values::read_answer(at, party, say)
    }

    fn creatures(at: At<'_, Self>, _seat: Seat) -> Vec<(Who, String)> {
        at.state.everybody().map(|who| (who, at.state.name(who).to_owned())).collect()
    }

    fn numbers_visible(at: At<'_, Self>, who: Who, seat: Seat) -> bool {
        view::numbers_visible(at.state, who, seat)
    }

    fn known(at: At<'_, Self>, seat: Seat) -> Option<Self::State> {
        Some(view::known(at, seat))
    }

    fn outcome(_before: At<'_, Self>, after: At<'_, Self>, _seat: Seat, side: u8) -> Outcome {
        outcome::outcome(after, side)
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
        view::tray(at.state)
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Self::Fact>, seat: Seat) -> Option<Line> {
        let Entry::Fact { fact, rule, .. } = entry else { return None };
        fact.tell(Telling { at, seat, rule: *rule })
    }

    fn change_player(at: At<'_, Self>, who: Who, to: Seat) -> Result<(RuleId, Vec<Self::Fact>), Refusal> {
        let rule = rules::GP_ROLL_10;
        match at.state.creature(who) {
            Some(creature) if creature.sheet.kind == state::Kind::Hero => {
                Ok((rule, vec![fact::TableFact::Handed { who, to }.into()]))
            }
            _ => Err(Refusal::new(rule, "no-hero", "Only heroes are played from a seat of their own.")),
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
