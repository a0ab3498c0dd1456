//! Who is there, how they are, and how they come.

use std::collections::BTreeMap;

use boneyard_deeds::lay::Laid;
use boneyard_table::cast::{Being, Cast, Person};
use boneyard_table::change::{Change, Telling};
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::values::{ValueOf, staged};
use boneyard_table::view::Line;
use boneyard_table::{Cx, Flow, Refusal, Seat, Shared, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fight::Terms;
use crate::{Knives, rules};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Everybody.
    pub cast: Cast<Live, Sheet>,
    /// Who fights, in the order of their turns.
    pub order: Vec<Who>,
    /// Whose turn it is.
    pub turn: Option<Who>,
    /// What lies on rolls to come.
    pub laid: Laid<Terms>,
}

/// What a fight changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Live {
    /// Without blood you are out.
    pub blood: u8,
    /// Spent to parry.
    pub breath: u8,
}

impl Live {
    /// Unhurt and rested.
    pub const FRESH: Self = Self { blood: 3, breath: 2 };
}

/// What a fight leaves alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    name: String,
    seat: Seat,
    hero: bool,
}

impl Person for Sheet {
    fn name(&self) -> &str {
        &self.name
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn side(&self) -> u8 {
        u8::from(!self.hero)
    }

    fn is_hero(&self) -> bool {
        self.hero
    }
}

deed! {
    /// Brings a fighter to the table.
    pub struct Arrive(form: Knives) {
        name: String = form.text("name", "Name", 40)?,
    }
}

impl Deed<Knives> for Arrive {
    const CARD: Card = Card::anyone("Bring a fighter", "Scene").rule(rules::KN_PEOPLE_01);

    fn may(&self, may: May<'_, Knives>) -> Lawful {
        let (rule, cast, name) = (rules::KN_PEOPLE_01, &may.state.cast, self.name.trim());
        may.not_if(name.is_empty() || name.chars().count() > 40, || {
            Refusal::new(rule, "words", "A name has 1 to 40 letters.")
        })?;
        may.not_if(cast.named(name).is_some(), || {
            Refusal::new(rule, "taken", format!("There is a {name} already: take another name."))
        })?;
        may.not_if(cast.everybody().count() >= 40, || {
            Refusal::new(rule, "full", "There is room for 40 people.")
        })
    }

    fn run(self, cx: &mut Cx<'_, Knives>, by: Seat) -> Flow {
        let name = self.name.trim().to_owned();
        let who = cx.state().cast.next();
        cx.record(rules::KN_PEOPLE_01, Arrived { who, name, seat: by }.into());
        Ok(())
    }
}

/// Somebody came to the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Arrived {
    /// Who.
    pub who: Who,
    /// What they are called.
    pub name: String,
    /// The seat that plays them.
    pub seat: Seat,
}

impl Change<Knives> for Arrived {
    fn apply(&self, state: &mut State) {
        let hero = !self.seat.is_gm();
        let sheet = Sheet { name: self.name.clone(), seat: self.seat, hero };
        state.cast.put(self.who, Being { live: Live::FRESH, sheet: Shared::new(sheet) });
    }

    fn tell(&self, to: Telling<'_, Knives>) -> Option<Line> {
        Some(Line::change(format!("{} is here.", to.name(self.who))).who(self.who))
    }
}

/// Somebody is as the game master says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Became {
    /// Who.
    pub who: Who,
    /// How.
    pub live: Live,
}

impl Became {
    /// As somebody is there.
    pub fn of(state: &State, who: Who) -> crate::Fact {
        Self { who, live: *state.cast.live(who) }.into()
    }
}

impl Change<Knives> for Became {
    fn apply(&self, state: &mut State) {
        state.cast.change(self.who, |live| *live = self.live);
    }
}

/// A state as a story wants it.
pub fn stage(
    values: &[ValueOf<Knives>],
    stage: &Stage,
    seats: &BTreeMap<String, Seat>,
) -> Result<State, StageError> {
    let mut state = State::default();
    let seat = |name: &str| {
        let spoken =
            stage.seats.iter().find(|(_, seating)| seating.creatures().iter().any(|one| one == name));
        spoken.and_then(|(seat, _)| seats.get(seat)).copied().unwrap_or(Seat::GM)
    };
    staged(values, &mut state, &(), stage, seat, |state, name, _, hero, seat| {
        let (who, name) = (state.cast.next(), name.to_owned());
        let sheet = Shared::new(Sheet { name, seat, hero });
        state.cast.put(who, Being { live: Live::FRESH, sheet });
        Ok(who)
    })?;
    let find = |name: &String| state.cast.named(name).ok_or_else(|| StageError::Unknown(name.clone()));
    if let Some(battle) = &stage.battle {
        let order = battle.order.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        (state.turn, state.order) = (order.first().copied(), order);
    }
    Ok(state)
}
