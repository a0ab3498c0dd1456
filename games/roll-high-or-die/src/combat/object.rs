//! Attacks on things: doors, crates, walls; by hand, thrown and shot. They have a Defense of 5 and Armoring by what they
//! are made of, and leave rubble or a way through.

use boneyard_board::DoorAt;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Judgement, Pilot, Refusal, Ruling, RulingOption, Seat, Who, deed};

use super::arms::{ability, degree, weapon};
use super::assault::{Assault, Struck, after, begins, check_reach, ready};
use super::attack::{at_hand, numbered, settled, shot};
use super::burst::{bursts, meets, shared};
use super::hit::damage;
use super::legal::{may_act, may_spend, pay};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::modifier;
use crate::book::{Book, ObjectRow};
use crate::check::{Sums, Throw, everything, throw};
use crate::fact::{BoardFact, CheckFact, TableFact};
use crate::house::NaturalExtremes;
use crate::passive::Situation;
use crate::picks::{around, fighting, space};
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Ability, Cover, DamageType, Floor, Light, Spot, Stance, State, WeaponTag};

deed! {
    /// An Attack on a thing.
    #[serde(deny_unknown_fields)]
    pub struct Batter(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// With what; the first weapon at hand if nothing is said.
        #[serde(default)]
        with: Option<String> = {
            let names = at_hand(form.at(), who).into_iter().map(|weapon| Some(weapon.name));
            form.each("with", names.collect::<Vec<_>>())?
        },
        /// Thrown.
        #[serde(default)]
        throw: bool = thrown(form, who, with.as_deref())?,
        /// Where it stands.
        at: Spot = thing(form, who, with.as_deref(), throw)?,
        /// Which ammunition, by its name, where there are several kinds.
        #[serde(default)]
        shot: Option<String> = shot(form, who, with.as_deref(), throw)?,
    }
}

/// The field `throw`, a card for each way; and what the card says.
fn thrown(form: &mut Filling<'_, RollHighOrDie>, who: Who, with: Option<&str>) -> Filled<bool> {
    let found = numbered(form.at(), who, with);
    let flies = |weapon: &super::arms::Weapon| !weapon.arms.shoots() && weapon.arms.thrown().is_some();
    let ways = found.iter().filter(|(_, weapon)| flies(weapon)).map(|_| Some(true));
    let throw = form.each("throw", [None].into_iter().chain(ways))?.unwrap_or_default();
    if let Some((number, weapon)) = found {
        let how = match (throw, weapon.arms.shoots()) {
            (true, _) => "Throw at something",
            (false, true) => "Shoot at something",
            (false, false) => "Break something",
        };
        form.id(|| format!("batter-{number}-{throw}"));
        form.label(|| format!("{how}: {}", weapon.name).into());
        form.cost(weapon.w.into(), "AP");
    }
    Ok(throw)
}

/// The field `at`: things that can be broken from here.
fn thing(form: &mut Filling<'_, RollHighOrDie>, who: Who, with: Option<&str>, throw: bool) -> Filled<Spot> {
    let (at, seat) = (form.at(), form.seat);
    space(form, "at", "What stands there", || {
        let far = throw || numbered(at, who, with).is_some_and(|(_, weapon)| weapon.arms.shoots());
        let spots = if far { marks(at.state, at.book) } else { around(at, who, 1) };
        let broken = |spot: Spot| Batter { who, with: with.map(str::to_owned), throw, at: spot, shot: None };
        spots.into_iter().filter(|spot| broken(*spot).blow(May::quiet(at, seat)).is_ok()).collect()
    })
}

const RULE: boneyard_table::RuleId = rules::RH_HOUSE_12H;
/// The Defense of every thing.
const DEFENSE: i16 = 5;

/// What a thing there is made of, and whether it is a door.
fn made_of<'b>(state: &State, book: &'b Book, at: Spot) -> Option<(&'b ObjectRow, bool)> {
    let board = state.board.as_ref()?;
    let door = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(at.square()));
    let material = match door {
        Some((_, _, true)) => return None,
        Some(_) => "wood",
        None if board.grid.bars(at.square()).is_some() => {
            book.terrain.named(board.floor(at)).and_then(|row| row.object.as_deref()).unwrap_or("stone")
        }
        None => book.terrain.named(board.floor(at))?.object.as_deref()?,
    };
    let row = book.objects.iter().find(|row| row.made_of == material)?;
    Some((row, door.is_some()))
}

/// Feet from somebody to a thing.
fn far(state: &State, who: Who, at: Spot) -> u16 {
    let flat =
        sight::place_of(state, who).map_or(0, |own| sight::metric(state).distance(own, at.footprint(1)));
    u16::try_from(flat * 5).unwrap_or(u16::MAX)
}

/// Spaces with a thing on them that could be shot at or thrown at: doors and objects, not every stone of a wall.
fn marks(state: &State, book: &Book) -> Vec<Spot> {
    let Some(board) = &state.board else { return Vec::new() };
    let all = board.grid.chart().squares().filter_map(Spot::of);
    all.filter(|spot| made_of(state, book, *spot).is_some_and(|(row, door)| door || row.made_of != "stone"))
        .collect()
}

impl Deed<RollHighOrDie> for Batter {
    const CARD: Card = Card::acting("Break something", "Encounter").rule(RULE).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.blow(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        match self.blow(May::quiet(cx.at(), by)) {
            Ok((assault, cover)) => batter(cx, &self, &assault, cover),
            Err(_) => Ok(()),
        }
    }
}

impl Batter {
    /// The Attack this would be, with the cover between, or what bars it.
    fn blow(&self, may: May<'_, RollHighOrDie>) -> Lawful<(Assault, Cover)> {
        let (state, book, who) = (may.state, may.book, self.who);
        may_act(may, who, 0, "attack")?;
        let weapon = weapon(state, book, who, self.with.as_deref())?;
        may_spend(may, who, weapon.w)?;
        let on_map = state.board.as_ref().is_some_and(|board| board.has(self.at));
        let cover = if on_map { sight::crossed_to_thing(state, book, who, self.at) } else { None };
        // Things the players' side has not seen are told of by no refusal.
        let heard_of = state.sheet(who).side != 0 || cover.is_some() || state.explored.has(self.at.square());
        let known = crate::remembered::known_to(state, who);
        let there = made_of(&known, book, self.at).is_some() && made_of(state, book, self.at).is_some();
        may.not_if(!heard_of || !there, || {
            let sentence = format!("Nothing stands at {} that could be broken.", self.at);
            Refusal::new(RULE, "no-thing", sentence)
        })?;
        let own = ability(state, who, &weapon, None)?;
        // Nobody is aimed at: where an Attack asks for somebody, it is about the one who makes it.
        let mut assault = Assault::plain(who, who, weapon, own, RULE);
        assault.thrown = self.throw;
        ready(state, book, &mut assault, self.shot.as_deref())?;
        check_reach(state, book, &assault, far(state, who, self.at), RULE, || "It".to_owned())?;
        match cover {
            _ if !assault.ranged() => Ok((assault, Cover::No)),
            Some(cover) => Ok((assault, cover)),
            None => may.no(|| {
                let sentence = format!("{} has no Line of Sight to {}.", state.name(who), self.at);
                Refusal::new(rules::RH_LOS_01, "no-line-of-sight", sentence)
            }),
        }
    }
}

/// Attacks a thing, if the Referee has nothing against it.
fn batter(cx: &mut Cx<'_, RollHighOrDie>, batter: &Batter, assault: &Assault, cover: Cover) -> Flow {
    let (who, at) = (batter.who, batter.at);
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule: RULE,
        tag: "attack on a thing".into(),
        question: format!("{name} attacks what stands at {at}. May that be?"),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Let it be tried"), RulingOption::new("no", "Not that")],
        proposal: 0,
        why: "Nothing speaks against it.".into(),
        precedents: Vec::new(),
    };
    if !matches!(cx.judge(RULE, 0, &judgement)?, Ruling::Listed(0)) {
        return Ok(());
    }
    cx.cite(rules::RH_GM_01);
    pay(cx, who, assault.weapon.w, RULE);
    if cx.state().live(who).unseen {
        record(cx, RULE, TableFact::Shown { who }.into());
    }
    begins(cx, assault);
    let struck = cx.within((assault, at, cover), |cx| roll(cx, assault, at, cover))?;
    cx.within((assault, at, struck), |cx| breaks(cx, assault, at, struck))?;
    after(cx, assault, struck, Some(at));
    settled(cx, who);
    Ok(())
}

/// The Attack Roll against a thing.
fn roll(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, at: Spot, cover: Cover) -> Flow<Struck> {
    let (who, weapon) = (assault.who, &assault.weapon);
    let sums = sums(cx.state(), cx.book(), assault, at, cover);
    let bonus = sums.total();
    let extremes = cx.state().house.natural_extremes == NaturalExtremes::On;
    let hits = |face: u8| match face {
        20 if extremes => true,
        1 if extremes => false,
        face => i16::from(face) + bonus >= DEFENSE,
    };
    let thrown = throw(cx, Throw::new(who, &weapon.name, sums, RULE))?;
    let (face, total, hit) = (thrown.face, thrown.total, hits(thrown.face));
    cx.cite(rules::RH_CHECK_04);
    let what = weapon.name.clone();
    let fact = CheckFact::Made { who, what, face, total, against: DEFENSE, hidden: false, success: hit };
    record(cx, RULE, fact.into());
    Ok(Struck { hit, total, face })
}

/// What an Attack Roll against a thing adds: what it would against anybody there who does nothing.
fn sums<'b>(state: &State, book: &'b Book, assault: &Assault, at: Spot, cover: Cover) -> Sums<'b> {
    let who = assault.who;
    let mut sums = Sums::default();
    let flies = assault.thrown && assault.weapon.natural.is_none();
    let own = if flies { Ability::Dexterity } else { assault.ability };
    sums.add(own.name(), modifier(state, who, own), rules::RH_ACT_01);
    let (by, skill) = degree(state, who, &assault.weapon, assault.thrown);
    sums.add(skill, by, rules::RH_WPN_06);
    if state.live(who).stance == Stance::HighReady {
        sums.add("High Ready", 2, rules::RH_STANCE_02);
    }
    if assault.ranged() {
        if state.live(who).stance == Stance::Crouched {
            sums.add("Crouched", 3, rules::RH_STANCE_04);
        }
        let by = match cover {
            Cover::No => 0,
            Cover::Low => -3,
            Cover::High | Cover::Full => -6,
        };
        sums.add("Cover", by, rules::RH_COVER_01);
        if let Some(sky) = crate::living::weather(state, book).filter(|_| sight::outdoors(state, who)) {
            sums.add(&sky.name, sky.ranged.into(), sky.id);
        }
    }
    let top = state.board.as_ref().map_or(0, |board| board.height(at)) + SPACE;
    if sight::bottom(state, who) > top {
        sums.add("High Ground", 5, rules::RH_HIGH_01);
    }
    let letters = if own == Ability::Strength { "STR" } else { "DEX" };
    let kind = if assault.ranged() { "attack-ranged" } else { "attack-melee" };
    let held = assault.weapon.hold();
    let now = Situation { weapon: Some(&held), ..Situation::default() };
    everything(state, book, who, &[letters, "attack", kind, skill], now, &mut sums);
    if sight::light_at(state, book, at) == Light::Darkness {
        sums.edge("Darkness", false, rules::RH_LIGHT_05);
    }
    sums
}

/// What the damage does to a thing, and to everybody around it if it bursts.
fn breaks(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, at: Spot, struck: Struck) -> Flow {
    let caught = match bursts(cx.state(), assault) {
        Some(feet) => {
            let near = |other: &Who| far(cx.state(), *other, at) <= feet;
            let others = cx.state().here().filter(near).collect();
            meets(cx, assault, struck, others)
        }
        None => Vec::new(),
    };
    if !struck.hit && caught.is_empty() {
        return Ok(());
    }
    let parts = cx.within((assault, at, struck, &caught), |cx| damage(cx, assault))?;
    let useless = |kind: DamageType| matches!(kind, DamageType::Psychic | DamageType::Necrotic);
    let amount: i16 = parts.iter().filter(|part| !useless(part.kind)).map(|part| part.amount).sum();
    if struck.hit && amount > 0 {
        let dents = assault.weapon.arms.tags.iter().find_map(|tag| match tag {
            WeaponTag::Denting(by) => Some(u16::from(*by)),
            _ => None,
        });
        wear_down(cx, at, amount.unsigned_abs() + dents.unwrap_or(0));
    }
    shared(cx, assault, struck, caught, &parts)
}

fn wear_down(cx: &mut Cx<'_, RollHighOrDie>, at: Spot, amount: u16) {
    let Some((row, door)) = made_of(cx.state(), cx.book(), at) else { return };
    let (most, leaves) = (row.armoring, row.leaves.clone());
    let before = cx.state().board.iter().flat_map(|board| &board.battered).find(|(spot, _)| *spot == at);
    let lost = before.map_or(0, |(_, lost)| *lost).saturating_add(amount);
    record(cx, RULE, BoardFact::Battered { at, lost: lost.min(most) }.into());
    if lost < most {
        return;
    }
    let wall = cx.state().board.as_ref().is_some_and(|board| board.grid.bars(at.square()).is_some());
    if door || wall {
        record(cx, RULE, BoardFact::Wrecked { at }.into());
    }
    if !door && !wall {
        let is = leaves.unwrap_or_else(|| "Rubble".to_owned());
        record(cx, RULE, BoardFact::Floor(Floor { at, is, rounds: None }).into());
    }
}
