//! Being pushed, crushed and falling; and what ends when two are no longer near each other.

use boneyard_board::Footprint;
use boneyard_table::{Cx, Flow, Group, Party, RuleId, Who};
use smallvec::SmallVec;

use super::arms::{SHORTEST, longest_reach};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::effect;
use crate::fact::FightFact;
use crate::house::{FallTiming, FallingModel, PushHurtsBoth, TerrainModule};
use crate::hurt::{Gain, Wallop, end_conditions, gain, suffer};
use crate::passive;
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Condition, DamageType, Spot, State};

/// What stops somebody who is pushed.
enum Stop {
    /// Nothing.
    Free {
        /// Feet above the floor there.
        lift: i16,
    },
    /// A wall, an object, higher ground, the edge of the map.
    Thing,
    /// Somebody.
    Body(Who),
}

/// Who stands on spaces somebody would take.
pub fn taken(state: &State, who: Who, there: Footprint, bottom: i16) -> Option<Who> {
    in_the_way(state, who, there, bottom).next()
}

/// All who stand there.
pub fn in_the_way(state: &State, who: Who, there: Footprint, bottom: i16) -> impl Iterator<Item = Who> + '_ {
    let top = bottom + state.sheet(who).size.tall();
    state.here().filter(move |other| {
        let within = || {
            let low = sight::bottom(state, *other);
            low < top && low + state.sheet(*other).size.tall() > bottom
        };
        *other != who && sight::place_of(state, *other).is_some_and(|here| here.overlaps(there)) && within()
    })
}

/// The highest floor under somebody this large there; none off the map or in a wall.
pub fn floor_under(state: &State, spot: Spot, size: u8) -> Option<i16> {
    let board = state.board.as_ref()?;
    if size <= 1 {
        return board.level(spot);
    }
    let there = spot.footprint(size);
    if board.heights.is_empty() {
        return board.grid.fits(there).then_some(0);
    }
    board.grid.fits(there).then(|| spot.spaces(size).map(|spot| board.height(spot)).max().unwrap_or(0))
}

/// Whether a space is an object one has to climb onto.
pub fn is_object(state: &State, book: &Book, spot: Spot) -> bool {
    let row = passive::ground(state, book, spot);
    row.is_some_and(|row| row.climb.is_some() || row.enter.as_deref() == Some("blocked"))
}

fn next(state: &State, book: &Book, who: Who, to: Spot) -> Stop {
    let size = state.sheet(who).size.spaces();
    let bottom = sight::bottom(state, who);
    let Some(floor) = floor_under(state, to, size) else { return Stop::Thing };
    if floor > bottom || to.spaces(size).any(|spot| is_object(state, book, spot)) {
        return Stop::Thing;
    }
    match taken(state, who, to.footprint(size), bottom) {
        Some(other) => Stop::Body(other),
        None => Stop::Free { lift: bottom - floor },
    }
}

/// Pushes somebody directly away from another.
pub fn push_from(cx: &mut Cx<'_, RollHighOrDie>, who: Who, target: Who, feet: u16, rule: RuleId) -> Flow {
    let state = cx.state();
    let (Some(from), Some(to)) = (state.live(who).at, state.live(target).at) else { return Ok(()) };
    let way = |a: u8, b: u8| (i16::from(b) - i16::from(a)).signum();
    push(cx, target, (way(from.x, to.x), way(from.y, to.y)), feet, rule)
}

/// Pushes somebody in a straight line, space by space; what cannot happen crushes.
pub fn push(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    (across, down): (i16, i16),
    feet: u16,
    rule: RuleId,
) -> Flow {
    if (across, down) == (0, 0) || cx.state().live(who).at.is_none() {
        return Ok(());
    }
    cx.cite(rules::RH_FALL_05);
    let steps = feet / 5;
    let mut hit = None;
    let mut moved = 0;
    while moved < steps {
        let at = cx.state().live(who).at;
        let to = at.and_then(|at| at.step(across, down));
        let found = to.map_or(Stop::Thing, |to| next(cx.state(), cx.book(), who, to));
        match (found, to) {
            (Stop::Free { lift }, Some(to)) => {
                record(cx, rule, FightFact::Pushed { who, to, lift }.into());
                moved += 1;
                ties(cx);
                if lift == 0 {
                    cx.within((who, across, down, feet, moved, rule), |cx| entered(cx, who))?;
                }
                if cx.state().live(who).dead {
                    return Ok(());
                }
            }
            (Stop::Body(other), _) => {
                hit = Some(other);
                break;
            }
            _ => break,
        }
    }
    let blocked = steps - moved;
    if blocked > 0 {
        cx.within((who, hit), |cx| crush(cx, who, blocked, rules::RH_FALL_04))?;
        if let Some(other) = hit
            && cx.state().house.push_hurts_both == PushHurtsBoth::On
        {
            cx.within(who, |cx| crush(cx, other, blocked, rules::RH_FALL_04))?;
        }
    }
    over_nothing(cx, who)
}

/// 1d6 True Force Damage for every 5 feet that could not be.
fn crush(cx: &mut Cx<'_, RollHighOrDie>, who: Who, spaces: u16, rule: RuleId) -> Flow {
    let amount = many(cx, rule, who, spaces, 6)?;
    suffer(cx, &Wallop::one(who, amount, DamageType::Force, true, rule))?;
    Ok(())
}

/// The sum of any number of dice.
pub fn many(
    cx: &mut Cx<'_, RollHighOrDie>,
    rule: RuleId,
    by: impl Into<Party>,
    count: u16,
    sides: u8,
) -> Flow<i16> {
    let by = by.into();
    let (mut left, mut total) = (count.min(200), 0_i16);
    while left > 0 {
        let some = left.min(20);
        left -= some;
        let group = Group::new(some as u8, sides).named("damage");
        total += cx.within((total, left), |cx| {
            cx.dice_read(rule, by, group, |faces| faces.iter().map(i16::from).sum::<i16>())
        })?;
    }
    Ok(total)
}

/// The one who is over nothing falls: at the beginning of their Turn, or at once.
pub fn over_nothing(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let live = cx.state().live(who);
    if live.lift <= 0 || live.dead || live.is(Condition::Falling) {
        return Ok(());
    }
    if passive::forbids(cx.state(), cx.book(), who, "fall").is_some() {
        return Ok(());
    }
    gain(cx, who, Gain::new(Condition::Falling, rules::RH_FALL_01));
    let timed = cx.state().encounter.is_some();
    if !timed {
        cx.cite(rules::RH_ENC_11);
        while cx.state().live(who).is(Condition::Falling) {
            cx.within(who, |cx| gravity(cx, who))?;
        }
    } else if cx.state().house.fall_timing == FallTiming::Immediate {
        cx.within(who, |cx| gravity(cx, who))?;
    }
    Ok(())
}

/// Gravity pushes somebody down once: 15 feet more each time.
pub fn gravity(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let rule = rules::RH_FALL_02;
    let live = cx.state().live(who);
    let Some(at) = live.at else { return Ok(()) };
    let times = i16::from(live.stacks(Condition::Falling)).max(1);
    let (feet, lift) = (15 * times, live.lift);
    if feet < lift {
        record(cx, rule, FightFact::Pushed { who, to: at, lift: lift - feet }.into());
        gain(cx, who, Gain::new(Condition::Falling, rule));
        return Ok(());
    }
    record(cx, rule, FightFact::Pushed { who, to: at, lift: 0 }.into());
    end_conditions(cx, who, rules::RH_FALL_03, |ailment| ailment.what == Condition::Falling);
    let dice = match cx.state().house.falling_model {
        FallingModel::Literal => (feet - lift) / SPACE,
        FallingModel::ByDistance => (15 * times * (times - 1) / 2 + lift - SPACE) / SPACE,
    };
    ties(cx);
    if dice > 0 {
        cx.cite(rules::RH_FALL_04);
        crush(cx, who, dice.unsigned_abs(), rules::RH_FALL_03)?;
    }
    if !cx.state().live(who).dead {
        cx.within(who, |cx| entered(cx, who))?;
    }
    Ok(())
}

/// What a floor does to the one who comes onto it by any way.
pub fn entered(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    cx.within(who, |cx| floor_entered(cx, who))?;
    if cx.state().live(who).dead { Ok(()) } else { crate::trap::springs(cx, who) }
}

fn floor_entered(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let book = cx.book();
    let Some(row) = passive::floor(cx.state(), book, who) else { return Ok(()) };
    cx.cite(row.id);
    if row.water.is_some() && cx.state().live(who).is(Condition::Burning) {
        end_conditions(cx, who, row.id, |ailment| ailment.what == Condition::Burning);
    }
    effect::befalls(cx, who, &row.enter_any, row.id)
}

/// Whether floors do anything at this table.
pub fn floors_matter(state: &State) -> bool {
    state.house.terrain == TerrainModule::On
}

/// Whether somebody no longer reaches another with anything at hand.
fn out_of_reach(state: &State, book: &Book, who: Who, other: Who) -> bool {
    let far = sight::distance(state, who, other);
    far > SHORTEST && far > longest_reach(state, book, who)
}

/// Engaged ends out of reach, Grappled out of adjacency.
pub fn ties(cx: &mut Cx<'_, RollHighOrDie>) {
    for who in cx.state().everybody() {
        let (state, book) = (cx.state(), cx.book());
        let broken: SmallVec<[(Condition, Who); 4]> = state
            .live(who)
            .conditions
            .iter()
            .filter_map(|known| Some((known.what.what, known.what.from?)))
            .filter(|(what, from)| {
                let gone = state.live(*from).dead || state.live(*from).is(Condition::Unconscious);
                match what {
                    Condition::Engaged => {
                        gone || state.live(*from).is(Condition::Surprised)
                            || out_of_reach(state, book, *from, who)
                    }
                    Condition::Grappled => gone || !sight::adjacent(state, *from, who),
                    _ => false,
                }
            })
            .collect();
        for (what, from) in broken {
            end_conditions(cx, who, what.rule(), |ailment| {
                ailment.what == what && ailment.from == Some(from)
            });
        }
    }
}
