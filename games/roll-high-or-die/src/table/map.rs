//! The map as the Referee changes it: doors, floors, water that flows, light.

use boneyard_board::DoorAt;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, deed};

use super::TABLE;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::TerrainRow;
use crate::fact::BoardFact;
use crate::picks::{Called, everywhere, maybe_space, space, word};
use crate::rules;
use crate::state::{Board, Floor, Light, Region, Spot, State};

deed! {
    /// Opens or closes a door.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct SetDoor(form: RollHighOrDie) {
        /// Open or closed.
        open: bool = {
            let open = form.each("open", [true, false])?;
            form.label(|| if open { "Open a door".into() } else { "Close a door".into() });
            form.id(|| if open { "door-open".into() } else { "door-close".into() });
            open
        },
        /// Where it is.
        at: Spot = {
            let state = form.state;
            space(form, "at", "Which", || doors(state, !open))?
        },
    }
}

/// The spaces of doors that stand open, or of those that are closed.
fn doors(state: &State, open: bool) -> Vec<Spot> {
    let all = state.board.iter().flat_map(|board| board.grid.doors()).filter(|(_, _, now)| *now == open);
    all.filter_map(|(_, door, _)| match door.at {
        DoorAt::Square(square) => Spot::of(square),
        DoorAt::Between(..) => None,
    })
    .collect()
}

impl SetDoor {
    /// The door that is there.
    fn door(&self, may: May<'_, RollHighOrDie>) -> Lawful<u16> {
        let bad = |code: &str, sentence: &str| Refusal::new(rules::RH_COVER_01, code, sentence.to_owned());
        let Some(board) = &may.state.board else { return may.no(|| bad("no-map", "There is no map.")) };
        let mut all = board.grid.doors();
        let Some((id, _, open)) = all.find(|(_, door, _)| door.at == DoorAt::Square(self.at.square())) else {
            return may.no(|| bad("no-door", "There is no door there."));
        };
        may.not_if(open == self.open, || {
            bad("as-it-is", if open { "It stands open." } else { "It is closed." })
        })?;
        Ok(id.0)
    }
}

impl Deed<RollHighOrDie> for SetDoor {
    const CARD: Card = Card::gm("Open or close a door", TABLE).rule(rules::RH_COVER_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.door(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let door = self.door(May::quiet(cx.at(), by))?;
        record(cx, rules::RH_COVER_01, BoardFact::Door { door, open: self.open }.into());
        Ok(())
    }
}

deed! {
    /// A floor the Referee changes.
    #[serde(deny_unknown_fields)]
    pub struct SetFloor(form: RollHighOrDie) {
        /// Its upper left space.
        at: Spot = {
            let at = form.at();
            space(form, "at", "Where", || everywhere(at))?
        },
        /// What it is now, by its name.
        is: String = ground(form)?,
        /// Spaces each way; one if nothing is said.
        #[serde(default)]
        size: Option<u8> = form.maybe_amount("size", "Spaces each way", 1..=10)?,
        /// For so many Rounds; for good if nothing is said.
        #[serde(default)]
        rounds: Option<u16> = form.maybe_amount("rounds", "For so many Rounds", 1..=100)?,
    }
}

/// The field `is`: floors people can walk on.
fn ground(form: &mut Filling<'_, RollHighOrDie>) -> Filled<String> {
    let rows = form.book.terrain.iter().filter(|row| row.enter.as_deref() != Some("blocked"));
    let rows = rows
        .map(|row| (row.name.clone(), Called(move || Named::new(row.name.clone()).say(row.text.clone()))));
    form.one_of("is", "To", rows)
}

/// A map with this space on it.
fn board_with<'a>(may: May<'a, RollHighOrDie>, at: Spot, rule: boneyard_table::RuleId) -> Lawful<&'a Board> {
    match may.state.board.as_ref().filter(|board| board.has(at)) {
        Some(board) => Ok(board),
        None => may.no(|| Refusal::new(rule, "no-map", format!("{at} is on no map."))),
    }
}

impl SetFloor {
    fn row<'b>(&self, may: May<'b, RollHighOrDie>) -> Lawful<&'b TerrainRow> {
        let row = may.book.terrain.named(&self.is).filter(|row| row.enter.as_deref() != Some("blocked"));
        match row {
            Some(row) => Ok(row),
            None => may.no(|| Refusal::new(rules::RH_TERR_01, "no-such-floor", "There is no such floor.")),
        }
    }
}

impl Deed<RollHighOrDie> for SetFloor {
    const CARD: Card = Card::gm("Change the ground", TABLE).rule(rules::RH_TERR_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.row(may)?;
        board_with(may, self.at, rules::RH_TERR_01).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let may = May::quiet(cx.at(), by);
        let (row, board) = (self.row(may)?, board_with(may, self.at, rules::RH_TERR_01)?);
        let (id, is) = (row.id, row.name.clone());
        let side = self.size.unwrap_or(1).clamp(1, 10);
        let region = Region { at: self.at, width: side, height: side };
        let spots = board.grid.chart().squares().filter_map(Spot::of).filter(|spot| region.covers(*spot));
        let spots: Vec<Spot> = spots.collect();
        cx.cite(id);
        for at in spots {
            let floor = Floor { at, is: is.clone(), rounds: self.rounds };
            record(cx, rules::RH_TERR_01, BoardFact::Floor(floor).into());
        }
        Ok(())
    }
}

deed! {
    /// Deep water that flows, or does no more.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct SetCurrent(form: RollHighOrDie) {
        /// Its upper left space.
        at: Spot = {
            let at = form.at();
            let water = || everywhere(at).into_iter().filter(|spot| is_deep(at, *spot)).collect();
            space(form, "at", "From which space on", water)?
        },
        /// Spaces each way; one if nothing is said.
        #[serde(default)]
        size: Option<u8> = form.maybe_amount("size", "Spaces each way", 1..=60)?,
        /// It is still again: a current that was set in the same place is gone.
        #[serde(default)]
        still: bool = form.flag("still", "It is still again")?,
    }
}

fn is_deep(at: At<'_, RollHighOrDie>, spot: Spot) -> bool {
    let row = at.state.board.as_ref().and_then(|board| at.book.terrain.named(board.floor(spot)));
    row.is_some_and(|row| row.water.as_deref() == Some("deep"))
}

impl SetCurrent {
    fn region(&self) -> Region {
        let side = self.size.unwrap_or(1).clamp(1, 60);
        Region { at: self.at, width: side, height: side }
    }
}

impl Deed<RollHighOrDie> for SetCurrent {
    const CARD: Card = Card::gm("Say where deep water flows", TABLE).rule(rules::RH_HOUSE_10H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, region) = (rules::RH_HOUSE_10H, self.region());
        let board = board_with(may, self.at, rule)?;
        may.not_if(self.still && !board.currents.contains(&region), || {
            Refusal::new(rule, "no-current", format!("No such current begins at {}.", self.at))
        })?;
        let mut spots = board.grid.chart().squares().filter_map(Spot::of);
        let wet = self.still || spots.any(|spot| region.covers(spot) && is_deep(may.at(), spot));
        may.not_if(!wet, || Refusal::new(rule, "no-water", format!("There is no deep water at {}.", self.at)))
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let fact = BoardFact::Current { region: self.region(), flows: !self.still };
        record(cx, rules::RH_HOUSE_10H, fact.into());
        Ok(())
    }
}

deed! {
    /// A light the Referee sets.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct SetLight(form: RollHighOrDie) {
        /// How bright.
        light: Light = {
            form.only_if(form.state.board.is_some())?;
            word(form, "light", "How bright", Light::ALL, Light::name)?
        },
        /// Its upper left space; the whole map if nothing is said.
        #[serde(default)]
        at: Option<Spot> = {
            let at = form.at();
            maybe_space(form, "at", "From which space on", || everywhere(at))?
        },
        /// Spaces each way.
        #[serde(default)]
        size: Option<u8> = form.maybe_amount("size", "Spaces each way", 1..=60)?,
    }
}

impl Deed<RollHighOrDie> for SetLight {
    const CARD: Card = Card::gm("Say how bright it is", TABLE).rule(rules::RH_LIGHT_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may.not_if(may.state.board.is_none(), || {
            Refusal::new(rules::RH_LIGHT_01, "no-map", "There is no map.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Some(board) = &cx.state().board else { return Ok(()) };
        let (width, height) = board.grid.chart().size(0).unwrap_or((1, 1));
        let side = |most: i16| u8::try_from(most).unwrap_or(u8::MAX);
        let region = Region {
            at: self.at.unwrap_or(Spot::new(0, 0)),
            width: self.size.unwrap_or(side(width)).max(1),
            height: self.size.unwrap_or(side(height)).max(1),
        };
        cx.cite(rules::RH_HOUSE_17H);
        cx.cite(match self.light {
            Light::Blinding => rules::RH_LIGHT_02,
            Light::High => rules::RH_LIGHT_03,
            Light::Low => rules::RH_LIGHT_04,
            Light::Darkness => rules::RH_LIGHT_05,
        });
        record(cx, rules::RH_LIGHT_01, BoardFact::LightIs { region, light: self.light }.into());
        Ok(())
    }
}
