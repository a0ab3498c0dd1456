//! KNIVES: the game to copy. `people.rs` says who is there, `fight.rs` is the chapter of the rules, `shelf.rs` is what
//! programs take; this file is wiring.

mod fight;
mod people;
mod shelf;

/// The rulebook as constants.
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

use std::collections::BTreeMap;

use boneyard_deeds::lay::Lay;
use boneyard_table::cast::{AnyCast, Person};
use boneyard_table::change::{Change, Telling};
use boneyard_table::deed::Row;
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::table::{Overruling, PackName};
use boneyard_table::values::ValueOf;
use boneyard_table::view::{Line, Pool, Sheet, View};
use boneyard_table::{
    At, Awaits, BadPack, Entry, Game, Playable, Refusal, RuleId, Seat, Who, answers, by_deeds, changes,
    deeds, questions, values,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use fight::{Begin, Bled, Breathe, Breathed, Fights, LaidOn, Parry, Terms, Thrust};
pub use people::{Arrive, Arrived, Became, Live, State};
pub use shelf::ENTRY;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Knives;

deeds! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of Knives {
        "thrust" => Thrust,
        "breathe" => Breathe,
        "begin" => Begin,
        "arrive" => Arrive,
        "lay" => Lay<Terms>,
    }
}

changes! {
    /// Something that became true.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fact of Knives {
        "fights" => Fights,
        "bled" => Bled,
        "breathed" => Breathed,
        "laid" => LaidOn,
        "arrived" => Arrived,
        "became" => Became,
    }
}

questions! {
    /// Every question.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Prompt of Knives { Parry }
}

answers! {
    /// Every answer.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Answer { Parries(bool) }
}

impl Game for Knives {
    type State = State;
    type Book = ();
    type Fact = Fact;
    type Command = Command;
    type Prompt = Prompt;
    type Answer = Answer;

    by_deeds!();

    fn cast(state: &State) -> Option<&dyn AnyCast> {
        Some(&state.cast)
    }

    fn awaits(at: At<'_, Self>) -> Awaits {
        match at.state.turn {
            Some(who) => {
                let why = format!("{} acts.", at.state.cast.name(who));
                Awaits { creatures: vec![who], why, ..Awaits::default() }
            }
            None => Awaits { seats: vec![Seat::GM], why: "Nobody fights.".into(), ..Awaits::default() },
        }
    }

    fn instinct(at: At<'_, Self>, who: Who) -> Option<Command> {
        fight::instinct(at, who)
    }

    fn fight(at: At<'_, Self>) -> Option<u16> {
        at.state.turn.map(|_| 1)
    }

    fn party(at: At<'_, Self>) -> Vec<Who> {
        let cast = &at.state.cast;
        let up = |who: &Who| cast.sheet(*who).is_hero() && cast.live(*who).blood > 0;
        cast.everybody().filter(up).collect()
    }
}

const VALUES: &[ValueOf<Knives>] = values! { Knives;
    "blood" live.blood;
    "breath" live.breath;
    = "out" |at, who| (at.state.cast.live(who).blood == 0).into();
};

impl Playable for Knives {
    const NAME: &'static str = "knives";
    const TITLE: &'static str = "KNIVES";
    const RULES: &'static str = rules::RULES_VERSION;
    const OVERRULE: RuleId = rules::KN_GM_01;

    fn book(_packs: &[PackName]) -> Result<(), BadPack> {
        Ok(())
    }

    fn deeds() -> &'static [Row<Self>] {
        DEEDS
    }

    fn stage(_book: &(), stage: &Stage, seats: &BTreeMap<String, Seat>) -> Result<State, StageError> {
        people::stage(VALUES, stage, seats)
    }

    fn values(at: At<'_, Self>) -> Value {
        let mut all = values::published(VALUES, at);
        let turn = at.state.turn.map_or("nobody", |who| at.state.cast.name(who));
        all.insert("turn".into(), turn.into());
        Value::Object(all)
    }

    fn overrule(at: At<'_, Self>, path: &str, value: &Value) -> Result<Overruling<Fact>, Refusal> {
        values::overruled(VALUES, at, path, value, Became::of)
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Fact>, seat: Seat) -> Option<Line> {
        let Entry::Fact { fact, rule, .. } = entry else { return None };
        fact.tell(Telling { at, seat, rule: *rule })
    }

    fn view(at: At<'_, Self>, seat: Seat) -> View {
        let cast = &at.state.cast;
        cast.everybody().fold(View::new(seat, Self::TITLE), |view, who| {
            let Live { blood, breath } = *cast.live(who);
            let sheet = Sheet::hero(who, cast.name(who).to_owned());
            let sheet = sheet.block(Pool::open("blood", "Blood", blood.into()));
            view.sheet(sheet.block(Pool::new("breath", "Breath", breath.into(), 2)))
        })
    }
}
