//! Effects that work on things and places: light, flames, ground, locks, creatures that come. Each happens
//! once, however many creatures a spell reaches.

use boneyard_table::moment::{Moment, Until as Ends};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Who};

use super::{Source, number};
use crate::DieTrying;
use crate::book::{Calls, Effect, Sheds, SideOf, Until};
use crate::fact::{AffectFact, CheckFact, FightFact, GearFact, MagicFact, TableFact};
use crate::gear::{creature_like, place_of};
use crate::naming;
use crate::rules;
use crate::state::{Affect, BYSTANDER, Bulk, Fate, Kind, Light, Place, Shared, Spot, State, Ware, What};

/// What an effect is aimed at besides a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AimedAt {
    /// Somebody, or somebody's thing.
    pub target: Option<Who>,
    /// Which thing of theirs.
    pub item: Option<u8>,
    /// A square.
    pub at: Option<Spot>,
}

/// Whether an effect works on the place and not on each creature.
pub fn is_of_place(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Light(_)
            | Effect::Ignite(_)
            | Effect::Douse(_)
            | Effect::Ground(_)
            | Effect::Carry(_)
            | Effect::Say(_)
            | Effect::Summon(_)
            | Effect::Unlock(_)
            | Effect::Jam(_)
            | Effect::Alarm(_)
            | Effect::Noise(_)
            | Effect::Text(_)
    )
}

/// One such effect. `squares` are those of the area, if there is one.
pub fn at_place(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    aim: AimedAt,
    squares: &[Spot],
    effect: &Effect,
) -> Flow {
    let by = source.from.or(aim.target).unwrap_or(Who(0));
    let whom = aim.target.unwrap_or(by);
    match effect {
        Effect::Light(sheds) => shed(cx, source, whom, sheds)?,
        Effect::Ignite(_) => ignite(cx, source, aim, by),
        Effect::Douse(feet) => douse(cx, source, whom, aim, squares, *feet),
        Effect::Ground(lies) => {
            let rounds = match &lies.lasts {
                // The turn of casting does not count.
                Some(lasts) => Some(number(cx, source, by, &lasts.dice)?.max(0).unsigned_abs() + 1),
                None => None,
            };
            let dc = u8::try_from(4 + source.letters.dice).unwrap_or(u8::MAX);
            let fact = MagicFact::Ground { squares: squares.to_vec(), is: lies.is.clone(), by, dc, rounds };
            cx.record(source.rule, fact.into());
        }
        Effect::Carry(carries) => {
            let feet = number(cx, source, by, &carries.feet.dice)?;
            let most = number(cx, source, by, &carries.bulk.dice)?;
            carry(cx, source, aim, by, most, carries.bulk.is("light"), feet);
        }
        Effect::Say(says) => {
            let words = number(cx, source, by, &says.words.dice)?;
            let text = format!("{} may hear {}.", cx.state().name(whom), count(words, "word", "words"));
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
        Effect::Summon(calls) => summon(cx, source, by, whom, calls)?,
        Effect::Unlock(amount) => {
            let most = number(cx, source, by, &amount.dice)?;
            crate::trap::unlocked(cx, source, by, most)?;
        }
        Effect::Jam(amount) => {
            let by_much = number(cx, source, by, &amount.dice)?;
            crate::trap::jammed(cx, source, by, by_much)?;
        }
        Effect::Alarm(feet) => {
            let text = format!("Every Creature within {feet} feet knows where {} is.", cx.state().name(whom));
            cx.record(source.rule, CheckFact::Extra { who: whom, text }.into());
            crate::trap::alarmed(cx, whom, *feet, source.rule)?;
        }
        Effect::Noise(feet) => {
            let text = format!("It is heard {feet} feet away.");
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
        Effect::Text(text) => {
            cx.record(source.rule, CheckFact::Extra { who: whom, text: text.clone() }.into());
        }
        _ => {}
    }
    Ok(())
}

fn squares(feet: i16) -> u8 {
    u8::try_from(feet.max(0) / 5).unwrap_or(u8::MAX)
}

/// Somebody, or what they hold, sheds light from now on; or darkness lies about them.
fn shed(cx: &mut Cx<'_, DieTrying>, source: Source, whom: Who, sheds: &Sheds) -> Flow {
    let feet = number(cx, source, whom, &sheds.feet.dice)?;
    let beyond = match &sheds.beyond {
        Some(beyond) => number(cx, source, whom, &beyond.dice)?,
        None => 0,
    };
    let minutes = match &sheds.lasts {
        Some(lasts) => number(cx, source, whom, &lasts.dice)?,
        None => 10,
    };
    let until = Ends::next(Moment::At(cx.state().now.later(u64::from(minutes.max(0).unsigned_abs()) * 60)));
    let (near, far) = (squares(feet), squares(beyond));
    let what = match Light::named(&sheds.level) {
        Some(Light::Dim) => What::Shines(0, near),
        Some(Light::Darkness | Light::CompleteDarkness) => What::Darkens(near),
        _ => What::Shines(near, far),
    };
    let affect = Affect { what, by: source.rule, from: source.from };
    crate::sight::note(cx, whom, source.rule, AffectFact::Begins { who: whom, affect, until });
    Ok(())
}

/// Lights a lamp or torch: the thing named, or the first one there that nobody has lit.
fn ignite(cx: &mut Cx<'_, DieTrying>, source: Source, aim: AimedAt, by: Who) {
    let who = aim.target.unwrap_or(by);
    let one = cx.state().one(who);
    let burns = |at: usize| {
        let (sheet, item) = (&one.sheet.items[at], &one.live.items[at]);
        matches!(sheet.ware, Ware::Lamp(_)) && item.lit.is_none() && item.left > 0 && item.count > 0
    };
    let named = aim.item.map(usize::from).filter(|at| *at < one.sheet.items.len() && burns(*at));
    let Some(item) = named.or_else(|| (0..one.sheet.items.len()).find(|at| burns(*at))) else {
        let text = "There is nothing there that burns well.".to_owned();
        cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        return;
    };
    let since = cx.state().now;
    cx.record(source.rule, GearFact::Lit { who, item: item as u8, since }.into());
}

/// Open flames go out: those in the area, or those so near the target.
fn douse(cx: &mut Cx<'_, DieTrying>, source: Source, whom: Who, aim: AimedAt, area: &[Spot], feet: u16) {
    let state = cx.state();
    let here = aim.at.map(|spot| spot.footprint(1)).or_else(|| place_of(state, whom));
    let mut out = Vec::new();
    for who in state.everybody() {
        let one = state.one(who);
        for (number, (sheet, item)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let (Ware::Lamp(_), Some(_)) = (&sheet.ware, item.lit) else { continue };
            let at = match item.place {
                Place::Floor(spot) => spot.map(|spot| spot.footprint(1)),
                _ => place_of(state, who),
            };
            let near = match (feet, at, here) {
                (_, None, _) | (_, _, None) => who == whom,
                (0, Some(at), _) => area.iter().any(|spot| at.covers(spot.square())),
                (feet, Some(at), Some(here)) => {
                    boneyard_board::Diagonals::Equal.distance(at, here) <= u32::from(feet / 5)
                }
            };
            if near {
                out.push((who, number as u8));
            }
        }
    }
    for (who, item) in out {
        crate::gear::goes_out(cx, who, item, source.rule);
    }
}

/// Moves a loose thing: to the caster, or where the TS sees it.
fn carry(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    aim: AimedAt,
    by: Who,
    most: i16,
    light: bool,
    feet: i16,
) {
    let state = cx.state();
    let thing = aim.target.zip(aim.item).and_then(|(who, item)| {
        let one = state.one(who);
        let at = usize::from(item);
        let (sheet, now) = (one.sheet.items.get(at)?, one.live.items.get(at)?);
        let fits = match sheet.bulk {
            Bulk::Negligible => true,
            Bulk::Light => light || most > 0,
            Bulk::Whole(bulk) => i16::from(bulk) <= most,
        };
        (matches!(now.place, Place::Floor(_)) && fits).then(|| (who, item, sheet.name.clone()))
    });
    match thing {
        Some((who, item, name)) => {
            let to = Place::Floor(state.live(by).at);
            cx.record(source.rule, GearFact::Placed { who, item, to }.into());
            let text = format!("The {name} moves {} at most.", count(feet, "foot", "feet"));
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
        None => {
            let text = format!("A loose thing may be moved {}.", count(feet, "foot", "feet"));
            cx.record(source.rule, CheckFact::Extra { who: by, text }.into());
        }
    }
}

/// A free square next to somebody, or within so many squares.
pub fn free_near(state: &State, who: Who, size: u8) -> Option<Spot> {
    let board = state.board.as_ref()?;
    let here = place_of(state, who)?;
    let taken = |square: boneyard_board::Square| {
        state.everybody().any(|other| {
            let live = state.live(other);
            !live.away
                && live.fate != Fate::Dead
                && place_of(state, other).is_some_and(|place| place.covers(square))
        })
    };
    let free = |square: boneyard_board::Square| !taken(square);
    let beside = board.grid.beside(here, size, boneyard_board::Diagonals::Equal, &free);
    beside.into_iter().find_map(Spot::of)
}

/// Creatures come: raised from a body, or let in. They act right after the one who brought them.
fn summon(cx: &mut Cx<'_, DieTrying>, source: Source, by: Who, whom: Who, calls: &Calls) -> Flow {
    let count = match &calls.count {
        Some(count) => number(cx, source, by, count)?.max(0),
        None => 1,
    };
    let hp = match &calls.hp {
        Some(hp) => Some(source.scale.of(number(cx, source, by, hp)?)),
        None => None,
    };
    for _ in 0..count {
        let who = arrives(cx, &calls.creature, by, whom, calls.side, source);
        let Some(who) = who else { continue };
        if let Some(hp) = hp {
            cx.record(source.rule, MagicFact::Raised { who, hp: hp.max(1) }.into());
        }
        if calls.until == Some(Until::NextDay) {
            let affect = Affect { what: What::Called, by: source.rule, from: Some(by) };
            let until = Ends::next(Moment::DayStart);
            cx.record(source.rule, AffectFact::Begins { who, affect, until }.into());
        }
    }
    if cx.state().live(whom).fate == Fate::Dead && whom != by {
        cx.record(source.rule, TableFact::Went { who: whom }.into());
    }
    Ok(())
}

/// One creature is there from now on, beside somebody, and acts after the one who brought it.
pub fn arrives(
    cx: &mut Cx<'_, DieTrying>,
    name: &str,
    by: Who,
    beside: Who,
    side: SideOf,
    source: Source,
) -> Option<Who> {
    let book = cx.book();
    let row = book.creatures.named(name)?;
    let called = naming::for_all_to_see(cx, &row.name);
    let state = cx.state();
    let who = state.next();
    let mut creature = creature_like(book, row, &called);
    let mut sheet = (*creature.sheet).clone();
    let own = state.sheet(by);
    (sheet.side, sheet.seat) = match side {
        SideOf::Caster => (own.side, own.seat),
        // It is nobody's friend, least of all the caster's.
        SideOf::Hostile => (if own.side == 0 { 1 } else { 0 }, boneyard_table::Seat::GM),
        SideOf::Bystander => (2, boneyard_table::Seat::GM),
    };
    if side == SideOf::Hostile && own.side != 0 {
        sheet.side = 2;
    }
    if side == SideOf::Bystander {
        sheet.tags.push(BYSTANDER.to_owned());
    }
    creature.sheet = Shared::new(sheet);
    debug_assert_eq!(creature.sheet.kind, Kind::Creature);
    creature.live.at = match state.live(beside) {
        body if body.fate == Fate::Dead && beside != by => body.at,
        _ => free_near(state, beside, creature.sheet.size.squares()),
    };
    let fights = state.battle.is_some();
    let in_order = state.battle.as_ref().is_some_and(|battle| battle.has(by));
    cx.cite(row.id);
    cx.record(source.rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    crate::trap::lay_own(cx, who);
    if fights && in_order {
        cx.record(rules::DT_MIS_10, FightFact::Joined { who, after: by }.into());
    }
    Some(who)
}

/// Squares so near a spot that nothing on the map cuts off.
pub fn around(state: &State, centre: Spot, feet: u16) -> Vec<Spot> {
    let Some(board) = &state.board else { return Vec::new() };
    let all = board.grid.radius(centre.square(), u32::from(feet / 5), boneyard_board::Diagonals::Equal);
    board.grid.open_to(centre.square(), all).into_iter().filter_map(Spot::of).collect()
}

/// Whether somebody stands in one of some squares.
pub fn stands_in(state: &State, who: Who, squares: &[Spot]) -> bool {
    place_of(state, who).is_some_and(|place| squares.iter().any(|spot| place.covers(spot.square())))
}
