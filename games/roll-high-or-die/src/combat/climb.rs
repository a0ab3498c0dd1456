//! Climbing: up a ladder, onto an object, up and down a wall.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};

use super::legal::{in_encounter, known};
use super::maneuver::{arrive, bad, check_neighbour, declare, may_move, next, not_prone, warned};
use super::push::{floor_under, over_nothing, ties};
use super::way::height_of;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::{Against, Throw, check, skill_sums};
use crate::fact::FightFact;
use crate::gear::free_hands;
use crate::passive;
use crate::picks::fighting;
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Skill, Spot, State};

deed! {
    /// Maneuver: climb.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Climb(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Down instead of up, in one's own space.
        #[serde(default)]
        down: bool = form.each("down", [None, Some(true)])?.unwrap_or_default(),
        /// Where to: a neighbouring space, or one's own to go straight up.
        to: Spot = up_or_down(form, who, down)?,
    }
}

/// The field `to`; a card of its own for the way down.
fn up_or_down(form: &mut Filling<'_, RollHighOrDie>, who: Who, down: bool) -> Filled<Spot> {
    let at = form.at();
    warned(form, who);
    if !down {
        form.id(|| "climb".into());
        return next(form, who, |to| Climb { who, down, to });
    }
    form.id(|| "climb-down".into());
    form.label(|| "Climb down".into());
    let own = at.state.creature(who).and_then(|one| one.live.at);
    form.each("to", own.filter(|to| ascent(at, Climb { who, down, to: *to }).is_ok()))
}

/// Where one climb ends.
#[derive(Clone, Copy)]
struct Ascent {
    /// What it costs.
    ap: u8,
    /// Athletics against this, if anything.
    dc: Option<u8>,
    /// The space.
    to: Spot,
    /// Feet above its floor: somebody who still hangs there.
    lift: i16,
    /// Where the one who slips comes off, and how high that is.
    slip: (Spot, i16),
}

/// Whether a climb may be made, and takes no check.
pub fn simply_climbs(at: At<'_, RollHighOrDie>, climb: Climb) -> bool {
    ascent(at, climb).is_ok_and(|end| end.dc.is_none())
}

fn ascent(at: At<'_, RollHighOrDie>, climb: Climb) -> Result<Ascent, Refusal> {
    let (state, book, who) = (at.state, at.book, climb.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    not_prone(state, who)?;
    if free_hands(state, who) == 0 && !state.sheet(who).handless {
        let sentence = "Nobody climbs with both hands full.";
        return Err(Refusal::new(rules::RH_HOUSE_10H, "hands-full", sentence));
    }
    let row = |spot: Spot| passive::ground(state, book, spot);
    let ladder = |spot: Spot| row(spot).is_some_and(|row| row.name == "Ladder");
    let size = state.sheet(who).size.spaces();
    let (own, hangs) = (sight::bottom(state, who), state.live(who).lift);
    let nature = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    let clings = nature.and_then(|row| row.climbs);
    let stride = clings.and_then(|feet| i16::try_from(feet).ok()).unwrap_or(SPACE).max(SPACE);
    let free = |spots: &[Spot]| {
        let roped = |spot: &Spot| state.board.as_ref().is_some_and(|board| board.ropes.contains(spot));
        clings.is_some() || spots.iter().any(|spot| ladder(*spot) || roped(spot))
    };
    let dc = |spots: &[Spot]| (!free(spots)).then(|| if sheer(state, spots) { 15 } else { 10 });
    if climb.to == from {
        let down = climb.down && hangs > 0;
        if !ladder(from) && !down {
            return bad("nothing-to-climb", format!("There is nothing to climb at {from}."));
        }
        let lift = hangs + if climb.down { -SPACE } else { SPACE };
        if lift < 0 || lift + height_of(state, from, size) > around(state, from, size) {
            return bad("no-further", "It goes no further that way.");
        }
        return Ok(Ascent { ap: 1, dc: dc(&[from]), to: from, lift, slip: (from, hangs) });
    }
    check_neighbour(at, who, from, climb.to)?;
    let floor = height_of(state, climb.to, size);
    if let Some(object) =
        row(climb.to).filter(|row| row.enter.as_deref() == Some("climb") && row.climb.is_some())
    {
        let ap = u8::try_from(object.climb.unwrap_or(5).div_ceil(5)).unwrap_or(1);
        in_encounter(state, book, who, ap)?;
        return Ok(Ascent { ap, dc: object.climb_dc, to: climb.to, lift: 0, slip: (from, hangs) });
    }
    let rise = floor - own;
    if rise == 0 {
        return bad("level", format!("{} lies as high: that is no climb.", climb.to));
    }
    let spots = [from, climb.to];
    let slip = if rise > 0 { (from, hangs + rise.min(stride)) } else { (climb.to, -rise) };
    // Every 5 feet are a Maneuver with a check of its own; what takes none is gone up at once.
    if free(&spots) || rise.abs() <= stride {
        let ap = u8::try_from((rise.abs() + stride - 1) / stride).unwrap_or(u8::MAX);
        in_encounter(state, book, who, ap)?;
        return Ok(Ascent { ap, dc: dc(&spots), to: climb.to, lift: 0, slip });
    }
    let (to, lift) = if rise > 0 { (from, hangs + stride) } else { (climb.to, -rise - stride) };
    Ok(Ascent { ap: 1, dc: dc(&spots), to, lift, slip })
}

/// Whether one of these walls is sheer.
fn sheer(state: &State, spots: &[Spot]) -> bool {
    let parts = state.board.iter().flat_map(|board| &board.sheer);
    parts.into_iter().any(|part| spots.iter().any(|spot| part.covers(*spot)))
}

/// The highest floor next to a space.
fn around(state: &State, spot: Spot, size: u8) -> i16 {
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let spots = steps.filter_map(|(across, down)| spot.step(across, down));
    spots.filter_map(|spot| floor_under(state, spot, size)).max().unwrap_or(0)
}

impl Deed<RollHighOrDie> for Climb {
    const CARD: Card =
        Card::acting("Climb", "Encounter").rule(rules::RH_HOUSE_10H).cost(1, "AP").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        ascent(may.at(), *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        match ascent(cx.at(), self) {
            Ok(end) => go_up(cx, self, end),
            Err(_) => Ok(()),
        }
    }
}

fn go_up(cx: &mut Cx<'_, RollHighOrDie>, climb: Climb, end: Ascent) -> Flow {
    let Ascent { ap, dc, to, lift, slip } = end;
    let who = climb.who;
    declare(cx, who, ap, true)?;
    let rule = rules::RH_HOUSE_10H;
    cx.cite(rule);
    if let Some(dc) = dc.filter(|_| super::able(cx.state(), who).is_ok()) {
        let sums = skill_sums(cx.state(), cx.book(), who, Skill::Athletics, &["climb"]);
        let bonus = sums.total();
        let slipped = |face: u8| u32::from(i16::from(face) + bonus + 5 <= i16::from(dc));
        let own = Throw { reads: Some(&slipped), ..Throw::new(who, Skill::Athletics.name(), sums, rule) };
        let against = Against { dc: dc.into(), hidden: false };
        let up = cx.within((who, to, lift), |cx| check(cx, own, against))?;
        if !up {
            let total = cx.state().last.as_ref().map_or(0, |last| last.total);
            let kit = ready_kit(cx.state(), cx.book(), who);
            if let Some(entry) = kit {
                cx.cite(entry);
            } else if total + 5 <= i16::from(dc) {
                return slips(cx, who, slip);
            }
            return Ok(());
        }
    }
    if lift > 0 || Some(to) == cx.state().live(who).at {
        if super::able(cx.state(), who).is_ok() {
            // Holding on is no fall.
            record(cx, rule, FightFact::Moved { who, to, lift }.into());
            ties(cx);
        }
        return Ok(());
    }
    arrive(cx, who, to, lift, "the climb")
}

/// A Climbing Kit that is put on: nobody falls with it.
fn ready_kit(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    let one = state.one(who);
    one.sheet.items.iter().zip(&one.live.items).find_map(|(thing, now)| {
        let row = thing.like.and_then(|like| book.gear.get(like.as_str()))?;
        let ready = row.hook.as_deref() == Some("climbing-kit") && now.lit && now.place.is_carried();
        ready.then_some(row.id)
    })
}

/// The one who slips comes off the wall, as high as they were to get.
fn slips(cx: &mut Cx<'_, RollHighOrDie>, who: Who, (to, lift): (Spot, i16)) -> Flow {
    record(cx, rules::RH_HOUSE_10H, FightFact::Pushed { who, to, lift }.into());
    ties(cx);
    over_nothing(cx, who)
}
