//! How an Encounter begins: who stands where, ambushes, Initiative; and those who join later. Maps are in `lay`.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::lay::{BoardDraw, lay};
use super::legal::known;
use super::push::{floor_under, taken};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::{Throw, initiative_sums, skill_sums, throw};
use crate::fact::{BoardFact, FightFact, TableFact};
use crate::hurt::{Gain, gain};
use crate::passive;
use crate::picks::{everywhere, maybe_space, read, read_people, squares};
use crate::rules;
use crate::state::{Ability, Condition, Initiative, Skill, Spending, Spot, Stance, State};

deed! {
    /// The Call for Initiative: ambushes first, then everybody rolls, and the first Turn comes.
    #[serde(default, deny_unknown_fields)]
    #[derive(Default)]
    pub struct Call(form: RollHighOrDie) {
        /// Everybody in it, on all sides.
        fighters: Vec<Who> = fighters(form)?,
        /// Where those stand who stand nowhere yet.
        at: Vec<Stand> = match form.is_written() {
            true => {
                let (at, seat) = (form.at(), form.seat);
                form.maybe_field("at", "", || squares([]), |all| read_people(at, seat, all))?
            }
            false => Vec::new(),
        },
        /// Those who could ambush the others.
        ambush: Vec<Who> = {
            let state = form.state;
            let here = |who: Who| state.here().any(|here| here == who) && fights(state, who);
            form.maybe_creatures("ambush", "Who could ambush the others", 0..=u32::MAX, here)?
        },
    }
}

/// The field `fighters`: some of those who could take part, while nobody fights.
fn fighters(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Vec<Who>> {
    let state = form.state;
    let most = state.here().filter(|who| fights(state, *who)).count();
    form.only_if(state.encounter.is_none() && most > 0)?;
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    let here = |who: Who| state.here().any(|here| here == who) && fights(state, who);
    form.creatures("fighters", "Who takes part", 1..=most, here)
}

/// Whether somebody is made: a hero to be takes no part.
fn fights(state: &State, who: Who) -> bool {
    state.sheet(who).draft.is_none()
}

deed! {
    /// Where somebody stands.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Stand(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let state = form.state;
            let made = |who: Who| state.here().any(|here| here == who) && fights(state, who);
            form.only_if(state.board.is_some() && state.everybody().any(made))?;
            form.creature_among("who", "Whom", made)?
        },
        /// Where.
        at: Spot = {
            let at = form.at();
            let free = || everywhere(at).into_iter().find(|spot| could_stand(at.state, who, *spot));
            form.field("at", "Where", || squares(everywhere(at)), free, read)?
        },
        /// How.
        #[serde(default)]
        stance: Option<Stance> = form.unasked("stance")?,
    }
}

/// Whether there is somebody, and room for them.
fn could_stand(state: &State, who: Who, at: Spot) -> bool {
    state.creature(who).is_some() && stands(state, who, at)
}

deed! {
    /// Somebody comes to an Encounter under way.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Join(form: RollHighOrDie) {
        /// Who.
        who: Who = late(form)?,
        /// Where.
        #[serde(default)]
        at: Option<Spot> = {
            let at = form.at();
            if at.state.board.is_some() { maybe_space(form, "at", "Where", || everywhere(at))? } else { form.unasked("at")? }
        },
    }
}

/// The field `who`: those who have no place in the order.
fn late(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let state = form.state;
    let late = |who: Who| {
        let ordered = state.encounter.as_ref().is_none_or(|encounter| encounter.order.has(who));
        !ordered && !state.live(who).dead && state.sheet(who).draft.is_none()
    };
    form.only_if(state.everybody().any(late))?;
    form.creature_among("who", "Who", late)
}

impl Deed<RollHighOrDie> for Stand {
    const CARD: Card = Card::gm("Put somebody on the map", "Table").rule(rules::RH_POS_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        Ok(check_place(may.state, *self)?)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        put(cx, self);
        Ok(())
    }
}

fn put(cx: &mut Cx<'_, RollHighOrDie>, stand: Stand) {
    let Stand { who, at, stance } = stand;
    record(cx, rules::RH_POS_01, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
    if let Some(to) = stance.filter(|stance| *stance != cx.state().live(who).stance) {
        record(cx, rules::RH_STANCE_01, FightFact::Stance { who, to }.into());
    }
}

fn check_place(state: &State, stand: Stand) -> Result<(), Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::RH_POS_01, code, sentence));
    if state.board.is_none() {
        return bad("no-map", "There is no map.".into());
    }
    match room(state, stand.who, stand.at) {
        Room::Free => Ok(()),
        Room::No => bad("no-room", format!("{} cannot stand at {}.", state.name(stand.who), stand.at)),
        Room::Taken(other) => bad("taken", format!("{} stands there already.", state.name(other))),
    }
}

/// Whether there is room for somebody in a space.
enum Room {
    Free,
    No,
    Taken(Who),
}

fn room(state: &State, who: Who, at: Spot) -> Room {
    let size = state.sheet(who).size.spaces();
    match floor_under(state, at, size) {
        None => Room::No,
        Some(floor) => taken(state, who, at.footprint(size), floor).map_or(Room::Free, Room::Taken),
    }
}

/// Whether somebody could be put there.
pub fn stands(state: &State, who: Who, at: Spot) -> bool {
    matches!(room(state, who, at), Room::Free)
}

impl Deed<RollHighOrDie> for Call {
    const CARD: Card =
        Card::gm("Call for Initiative", "Encounter").rule(rules::RH_ENC_01).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let fighters = listed(may, self)?;
        may.not_if(self.ambush.iter().any(|who| !fighters.contains(who)), || {
            let sentence = "Those who ambush take part in the Encounter.";
            Refusal::new(rules::RH_HOUSE_07H, "not-in-it", sentence)
        })?;
        for stand in &self.at {
            known(may.state, stand.who)?;
            check_place(may.state, *stand)?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let listed = listed(May::quiet(cx.at(), by), &self);
        match listed {
            Ok(fighters) => call(cx, &self, &fighters),
            Err(_) => Ok(()),
        }
    }
}

fn call(cx: &mut Cx<'_, RollHighOrDie>, call: &Call, fighters: &[Who]) -> Flow {
    let rule = rules::RH_ENC_01;
    record(cx, rule, FightFact::Called { fighters: fighters.to_vec() }.into());
    if cx.state().board.is_none() {
        let book = cx.book();
        let open = book.found.open_ground(|| lay(book, &BoardDraw::default()).ok());
        if let Some(board) = open {
            record(cx, rules::RH_POS_01, BoardFact::Laid { board: Box::new(board.clone()) }.into());
        }
    }
    stand_up(cx, fighters, &call.at);
    for &who in fighters {
        if cx.state().live(who).unseen {
            record(cx, rule, TableFact::Shown { who }.into());
        }
    }
    coil(cx, fighters);
    cx.cite(rules::RH_STANCE_01);
    let hostile = |who: &Who| fighters.iter().any(|other| cx.state().hostile(*who, *other));
    if !fighters.iter().any(hostile) {
        cx.cite(rules::RH_GM_03);
    }
    cx.within(fighters, |cx| ambush(cx, fighters, &call.ambush))?;
    let mut rolled: Vec<(Who, i16)> = Vec::new();
    for &who in fighters {
        let sums = initiative_sums(cx.state(), cx.book(), who);
        let own = Throw::new(who, "Initiative", sums, rules::RH_ENC_02).heard(cx.state(), cx.book());
        let thrown = cx.within((&rolled, who), |cx| throw(cx, own))?;
        rolled.push((who, thrown.total));
    }
    let places = in_turn_order(cx, &rolled)?;
    for (who, initiative) in places {
        record(cx, rules::RH_ENC_02, FightFact::Initiative { who, initiative, waits: false }.into());
    }
    record(cx, rules::RH_ENC_02, FightFact::Round { number: 1 }.into());
    Ok(())
}

/// What lies coiled has been there all along, and nobody sees it.
fn coil(cx: &mut Cx<'_, RollHighOrDie>, fighters: &[Who]) {
    for &who in fighters {
        if let Some(entry) = passive::hook(cx.state(), cx.book(), who, "coil") {
            gain(cx, who, Gain::new(Condition::Hidden, entry));
        }
    }
}

/// Participants, each once, as the Referee lists them.
fn listed(may: May<'_, RollHighOrDie>, call: &Call) -> Lawful<Vec<Who>> {
    let (state, rule) = (may.state, rules::RH_ENC_01);
    may.outright_if(state.encounter.is_some(), || {
        Refusal::new(rule, "encounter", "There is an Encounter already.")
    })?;
    let mut list: Vec<Who> = Vec::new();
    for &who in &call.fighters {
        known(state, who)?;
        let one = state.one(who);
        may.not_if(one.live.dead || one.sheet.draft.is_some(), || {
            Refusal::new(rule, "not-there", format!("{} cannot take part.", one.sheet.name))
        })?;
        if !list.contains(&who) {
            list.push(who);
        }
    }
    may.not_if(list.is_empty(), || Refusal::new(rule, "nobody", "An Encounter needs somebody in it."))?;
    Ok(list)
}

/// Those who stand nowhere come to the map in two groups facing each other.
fn stand_up(cx: &mut Cx<'_, RollHighOrDie>, fighters: &[Who], at: &[Stand]) {
    for stand in at {
        put(cx, *stand);
    }
    for &who in fighters {
        if cx.state().live(who).at.is_some() {
            continue;
        }
        let Some(board) = &cx.state().board else { return };
        let (width, height) = board.grid.chart().size(0).unwrap_or((1, 1));
        let row = if cx.state().sheet(who).side == 0 { height / 2 + 2 } else { height / 2 - 2 };
        let (x, y) = (width / 2, row.clamp(0, height - 1));
        let clear = |spot: &Spot| {
            board.floor(*spot) == "Clear"
                || board.grid.ground(spot.square()).is_some_and(|ground| ground.name == "floor")
        };
        let fits = |spot: &Spot| clear(spot) && stands(cx.state(), who, *spot);
        if let Some(at) = outward(x, y, width.max(height)).find(fits) {
            put(cx, Stand { who, at, stance: None });
        }
    }
}

/// Spaces around a place, the nearest first; of those equally far, row by row.
fn outward(x: i16, y: i16, most: i16) -> impl Iterator<Item = Spot> {
    (0..=most).flat_map(move |far| {
        (-far..=far).flat_map(move |down| {
            // Between the first and the last row of a ring there are only its two ends.
            let step = if down.abs() == far { 1 } else { 2 * far };
            let across = (-far..=far).step_by(usize::from(step.max(1).unsigned_abs()));
            across.filter_map(move |across| {
                let (x, y) = (u8::try_from(x + across), u8::try_from(y + down));
                Some(Spot::new(x.ok()?, y.ok()?))
            })
        })
    })
}

/// Would-be ambushers roll Stealth, their victims Perception: the one who notices nobody is Surprised.
fn ambush(cx: &mut Cx<'_, RollHighOrDie>, fighters: &[Who], ambushers: &[Who]) -> Flow {
    let rule = rules::RH_HOUSE_07H;
    let mut lowest: Option<i16> = None;
    let mut seen = false;
    for &who in ambushers {
        let sums = skill_sums(cx.state(), cx.book(), who, Skill::Stealth, &[]);
        let own = Throw::new(who, "Stealth", sums, rule);
        let total = cx.within((who, lowest, seen), |cx| throw(cx, own))?.total;
        if total >= 14 {
            gain(cx, who, Gain::new(Condition::Hidden, rule));
            lowest = Some(lowest.map_or(total, |known| known.min(total)));
        } else {
            seen = true;
        }
    }
    let Some(lowest) = lowest.filter(|_| !seen) else { return Ok(()) };
    let victims: Vec<Who> = fighters
        .iter()
        .copied()
        .filter(|who| {
            let foes = || fighters.iter().filter(|other| cx.state().hostile(*who, **other));
            foes().next().is_some() && foes().all(|other| ambushers.contains(other))
        })
        .collect();
    let spends = |cx: &Cx<'_, RollHighOrDie>, who: Who| cx.state().days.spends(who);
    let guarded = victims.iter().any(|who| spends(cx, *who) == Some(Spending::Guard));
    // The one who stands guard looks out for those who sleep, and wakes them.
    let (asleep, awake): (Vec<Who>, Vec<Who>) =
        victims.into_iter().partition(|who| guarded && spends(cx, *who) == Some(Spending::Sleep));
    let mut woken = false;
    for who in awake {
        let sums = skill_sums(cx.state(), cx.book(), who, Skill::Perception, &[]);
        let bonus = sums.total();
        let reads = |face: u8| u32::from(i16::from(face) + bonus >= lowest);
        let own = Throw { reads: Some(&reads), ..Throw::new(who, "Perception", sums, rule) };
        let noticed = cx.within((who, lowest, woken), |cx| throw(cx, own))?.total >= lowest;
        woken |= noticed && spends(cx, who) == Some(Spending::Guard);
        surprised(cx, who, noticed);
    }
    for who in asleep {
        cx.cite(rules::RH_TIME_03);
        surprised(cx, who, woken);
    }
    Ok(())
}

/// Somebody who noticed nothing is Surprised, except those who sleep lightly.
fn surprised(cx: &mut Cx<'_, RollHighOrDie>, who: Who, noticed: bool) {
    let light = passive::hook(cx.state(), cx.book(), who, "light-sleeper");
    let asleep = cx.state().days.spends(who) == Some(Spending::Sleep);
    if let Some(entry) = light.filter(|_| asleep) {
        cx.cite(entry);
    } else if !noticed {
        gain(cx, who, Gain::new(Condition::Surprised, rules::RH_HOUSE_07H));
    }
}

/// The order: by total, then the Dexterity Score, then a bare d20 each, again while equal.
fn in_turn_order(cx: &mut Cx<'_, RollHighOrDie>, rolled: &[(Who, i16)]) -> Flow<Vec<(Who, Initiative)>> {
    let rule = rules::RH_ENC_03;
    let place = |cx: &Cx<'_, RollHighOrDie>, who: Who, total: i16| {
        let dexterity = cx.state().sheet(who).scores[Ability::Dexterity];
        Initiative { total, dexterity, lot: 0 }
    };
    let mut all: Vec<(Who, Initiative)> =
        rolled.iter().map(|(who, total)| (*who, place(cx, *who, *total))).collect();
    loop {
        let tied: Vec<Who> = all
            .iter()
            .filter(|(who, own)| all.iter().any(|(other, key)| other != who && key == own))
            .map(|(who, _)| *who)
            .collect();
        if tied.is_empty() {
            return Ok(all);
        }
        cx.mark(rule, &all)?;
        let mut thrown: Vec<(Who, u8)> = Vec::new();
        for who in tied {
            let face = cx.within((&all, &thrown, who), |cx| cx.die(rule, who, 20))?;
            thrown.push((who, face));
        }
        all = placed(&all, &thrown);
    }
}

/// Lots after another throw: only who comes before whom is kept, so that every way to the same order is the same.
fn placed(all: &[(Who, Initiative)], thrown: &[(Who, u8)]) -> Vec<(Who, Initiative)> {
    let face = |who: Who| thrown.iter().find(|(known, _)| *known == who).map_or(0, |(_, face)| *face);
    let lot = |who: Who, own: &Initiative| (own.lot, face(who));
    let rank = |who: Who, own: &Initiative| {
        let equals = all.iter().filter(|(_, key)| (key.total, key.dexterity) == (own.total, own.dexterity));
        let below = equals.map(|(other, key)| lot(*other, key)).filter(|other| *other < lot(who, own));
        below.collect::<std::collections::BTreeSet<_>>().len() as u64
    };
    all.iter().map(|(who, own)| (*who, Initiative { lot: rank(*who, own), ..*own })).collect()
}

impl Deed<RollHighOrDie> for Join {
    const CARD: Card = Card::gm("Somebody joins", "Encounter").rule(rules::RH_ENC_04);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, rule, who) = (may.state, rules::RH_ENC_04, self.who);
        known(state, who)?;
        let Some(encounter) = &state.encounter else {
            return may.no(|| Refusal::new(rule, "no-encounter", "There is no Encounter to join."));
        };
        let one = state.one(who);
        may.not_if(encounter.order.has(who) || one.live.dead || one.sheet.draft.is_some(), || {
            Refusal::new(rule, "cannot-join", format!("{} cannot join this Encounter.", one.sheet.name))
        })?;
        if let Some(at) = self.at {
            check_place(state, Stand { who, at, stance: None })?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        join(cx, self)
    }
}

fn join(cx: &mut Cx<'_, RollHighOrDie>, join: Join) -> Flow {
    let (rule, who) = (rules::RH_ENC_04, join.who);
    if let Some(at) = join.at {
        put(cx, Stand { who, at, stance: None });
    }
    if cx.state().live(who).unseen {
        record(cx, rule, TableFact::Shown { who }.into());
    }
    stand_up(cx, &[who], &[]);
    coil(cx, &[who]);
    let sums = initiative_sums(cx.state(), cx.book(), who);
    let own = Throw::new(who, "Initiative", sums, rules::RH_ENC_02).heard(cx.state(), cx.book());
    let thrown = cx.within(who, |cx| throw(cx, own))?;
    let dexterity = cx.state().sheet(who).scores[Ability::Dexterity];
    let mut initiative = Initiative { total: thrown.total, dexterity, lot: 0 };
    // Somebody who is equal to one already there comes after.
    let places = cx.state().encounter.iter().flat_map(|encounter| encounter.order.places());
    if places.into_iter().any(|place| place.key == initiative) {
        initiative.dexterity = initiative.dexterity.saturating_sub(1);
    }
    let acting = cx.state().acting().and_then(|acting| {
        let encounter = cx.state().encounter.as_ref()?;
        encounter.order.places().iter().find(|place| place.who == acting).map(|place| place.key)
    });
    let waits = acting.is_some_and(|key| initiative > key);
    record(cx, rule, FightFact::Initiative { who, initiative, waits }.into());
    Ok(())
}
