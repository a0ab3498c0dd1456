//! Effects of the content at work on one creature: what a hit, a trap or a spell does to whom it reaches.
//! Each verb is one arm here; how it gets there is in `reach`, what works on things and places in `world`.

mod reach;
mod world;

pub use reach::{Way, reach};
pub use world::{AimedAt, around, arrives, at_place, free_near, is_of_place, stands_in};

use boneyard_content::Amount;
use boneyard_table::moment::{Moment, Tie, Until as Ends};
use boneyard_table::{Cx, Flow, RuleId, Who};

use crate::DieTrying;
use crate::book::{Brings, Effect, Formula, Grants, Letters, Passive, Save, SaveWith, Until};
use crate::check::{self, Check, Sum, roll_sum, score};
use crate::fact::{AffectFact, CheckFact, FightFact};
use crate::gear::place_of;
use crate::hurt::{
    BY_DAMAGE, Blow, begin_condition, drop_held, end_affects, end_condition, fall_prone, heal, suffer,
    tie_breaks,
};
use crate::passive;
use crate::rules;
use crate::sight::note;
use crate::state::{Ability, Affect, Condition, DamageType, Fate, Flesh, Initiative, Kind, Spot, What};

/// Seconds in a round.
const ROUND: u64 = 6;

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Who brings it about.
    pub from: Option<Who>,
    /// Power, Magic Dice, Strength.
    pub letters: Letters,
    /// The entry.
    pub rule: RuleId,
    /// How much of every number.
    pub scale: Scale,
}

/// How much of every number of an effect gets through: doubled, then halved so often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scale {
    double: bool,
    halves: u8,
}

impl Scale {
    /// Half of it, rounded down.
    #[must_use]
    pub fn halved(self) -> Self {
        Self { halves: self.halves.saturating_add(1), ..self }
    }

    /// Twice as much, if so.
    #[must_use]
    pub fn doubled(self, double: bool) -> Self {
        Self { double: self.double || double, ..self }
    }

    /// So much of a number.
    pub fn of(self, number: i16) -> i16 {
        let number = if self.double { number.saturating_mul(2) } else { number };
        number.div_euclid(1_i16.checked_shl(u32::from(self.halves)).unwrap_or(i16::MAX).max(1))
    }
}

/// What a hit brings with it: a save, and its effects where that fails.
pub fn on_hit(
    cx: &mut Cx<'_, DieTrying>,
    from: Option<Who>,
    target: Who,
    save: Option<&Save>,
    effects: &[Effect],
    rule: RuleId,
) -> Flow {
    if let Some(save) = save {
        let ability = best(cx, target, &save.ability);
        let check = Check::save(cx.state(), cx.book(), target, ability, rule);
        let dc = i16::from(save.dc.unwrap_or(4));
        let locals = (from, target, rule);
        let (degree, _) = cx.within(locals, |cx| check::make(cx, check, dc))?;
        if degree.succeeded() {
            return Ok(());
        }
    }
    cx.cite(rule);
    let source = Source { from, letters: Letters::default(), rule, scale: Scale::default() };
    all(cx, source, target, effects)
}

/// The Ability of a save; where the target may choose, the higher one.
pub(super) fn best(cx: &Cx<'_, DieTrying>, who: Who, with: &SaveWith) -> Ability {
    let names: Vec<&str> = match with {
        SaveWith::One(name) => vec![name],
        SaveWith::Choice(names) => names.iter().map(String::as_str).collect(),
    };
    let known =
        names.iter().filter_map(|name| Ability::ALL.into_iter().find(|ability| ability.key() == *name));
    let by_score = |ability: &Ability| score(cx.state(), cx.book(), who, *ability);
    known.max_by_key(by_score).unwrap_or(Ability::Constitution)
}

/// Every effect of a list, one after the other.
pub fn all(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, effects: &[Effect]) -> Flow {
    for (nth, effect) in effects.iter().enumerate() {
        if cx.state().live(target).fate == Fate::Dead {
            break;
        }
        cx.within((source, target, nth as u16), |cx| one(cx, source, target, effect))?;
    }
    Ok(())
}

/// One effect on one creature.
pub fn one(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, effect: &Effect) -> Flow {
    match effect {
        Effect::Damage(amount) => {
            let kind = amount.kind.split(' ').nth(1).and_then(DamageType::named);
            let kind = kind.unwrap_or(DamageType::Force);
            let sheet = cx.state().sheet(target);
            let (flesh, object) = (sheet.flesh, sheet.kind == Kind::Object);
            if amount.is("living-only") && flesh != Flesh::Living {
                return Ok(());
            }
            let mut value = number(cx, source, target, &amount.dice)?;
            if amount.is("undead-n") && flesh == Flesh::Undead {
                value += i16::try_from(source.letters.dice).unwrap_or(0);
            }
            let mut value = source.scale.of(value);
            if amount.is("objects-double") && object {
                value = value.saturating_mul(2);
            }
            let less = positive(cx, target, kind);
            suffer(
                cx,
                Blow { who: target, amount: (value + less).max(0), kind, pierce: 0, rule: source.rule },
            )?;
        }
        Effect::Heal(amount) => {
            let value = number(cx, source, target, &amount.dice)?;
            heal(cx, target, source.scale.of(value), source.rule);
        }
        Effect::Condition(brings) => condition(cx, source, target, brings)?,
        Effect::End(names) => {
            for condition in names.iter().filter_map(|name| Condition::named(name)) {
                end_condition(cx, target, condition);
            }
        }
        Effect::Drop(_) => drop_held(cx, target, source.rule),
        Effect::Text(text) => {
            cx.record(source.rule, CheckFact::Extra { who: target, text: text.clone() }.into());
        }
        Effect::Grant(grants) => grant(cx, source, target, grants)?,
        Effect::Push(amount) | Effect::Pull(amount) => {
            let feet = source.scale.of(number(cx, source, target, &amount.dice)?);
            shift(cx, source, target, feet, matches!(effect, Effect::Pull(_)));
        }
        Effect::Instability(amount) => {
            let dice = source.scale.of(number(cx, source, target, &amount.dice)?);
            crate::magic::gain(cx, target, 0, u8::try_from(dice).unwrap_or(0), source.rule);
        }
        Effect::MagicDice(amount) => {
            let dice = source.scale.of(number(cx, source, target, &amount.dice)?);
            crate::magic::gain(cx, target, u8::try_from(dice).unwrap_or(0), 0, source.rule);
        }
        // Hooks are read by the one who runs the list; the rest works on the place.
        _ => {}
    }
    Ok(())
}

/// What a curse takes off Positive healing.
fn positive(cx: &mut Cx<'_, DieTrying>, target: Who, kind: DamageType) -> i16 {
    if kind != DamageType::Positive || cx.state().sheet(target).flesh != Flesh::Living {
        return 0;
    }
    let mut parts = check::Parts::new();
    passive::adjust(cx.state(), cx.book(), target, "positive-healing", None, &mut parts);
    for part in &parts {
        cx.cite(part.rule);
    }
    check::sum(&parts)
}

/// Something holds for a while. The same spell twice: the higher counts.
fn grant(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, grants: &Grants) -> Flow {
    let what = match &*grants.passive {
        Passive::Adjust(adjust) => {
            let by = source.scale.of(number(cx, source, target, &adjust.by)?);
            What::Adjust(adjust.on.clone(), by)
        }
        Passive::Forbid(what) if what == "be-concealed" => What::Glowing,
        Passive::Forbid(what) => What::Forbids(what.clone()),
        _ => return Ok(()),
    };
    let until = ends(cx, source, target, grants.lasts.as_ref(), grants.until)?;
    let mut quicker = 0;
    if let What::Adjust(on, by) = &what {
        let known = cx.state().live(target).affects.iter().find_map(|affect| match &affect.what.what {
            What::Adjust(other, value) if other == on && affect.what.by == source.rule => Some(*value),
            _ => None,
        });
        if known.is_some_and(|known| known.abs() > by.abs()) {
            return Ok(());
        }
        if on == "initiative" {
            quicker = *by - known.unwrap_or(0);
        }
        end_affects(cx, target, |affect| {
            affect.by == source.rule && matches!(&affect.what, What::Adjust(other, _) if other == on)
        });
    }
    let affect = Affect { what, by: source.rule, from: source.from };
    note(cx, target, source.rule, AffectFact::Begins { who: target, affect, until });
    quickens(cx, source, target, quicker);
    Ok(())
}

/// Initiative that was rolled before counts by so much more: another place in the order, behind those with as much.
fn quickens(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, by: i16) {
    let key = cx.state().battle.as_ref().and_then(|battle| battle.order.key(target));
    if let Some(key) = key.filter(|_| by != 0) {
        let initiative = Initiative { total: key.total.saturating_add(by), lot: 0, ..key };
        note(cx, target, source.rule, FightFact::Quickened { who: target, initiative });
    }
}

/// Away from the source or towards it, until something is in the way.
fn shift(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, feet: i16, pull: bool) {
    let state = cx.state();
    let places = source.from.and_then(|from| place_of(state, from)).zip(place_of(state, target));
    let (Some(board), Some((from, here))) = (&state.board, places) else { return };
    let (dx, dy) = (i32::from(here.at.x) - i32::from(from.at.x), i32::from(here.at.y) - i32::from(from.at.y));
    let offset = (dx.signum() as i16, dy.signum() as i16);
    let way = boneyard_board::Direction::ALL.into_iter().find(|way| way.offset() == offset);
    let Some(way) = way.map(|way| if pull { way.opposite() } else { way }) else { return };
    let taken = |square: boneyard_board::Square| {
        state.everybody().any(|other| {
            let live = state.live(other);
            other != target
                && !live.away
                && live.fate != Fate::Dead
                && place_of(state, other).is_some_and(|place| place.covers(square))
        })
    };
    let most = u16::try_from(feet.max(0) / 5).unwrap_or(0);
    let push = board.grid.push(here, way, most, &taken);
    if let Some(to) = Spot::of(push.to).filter(|_| push.moved > 0) {
        note(cx, target, source.rule, FightFact::Shoved { who: target, to });
        end_condition(cx, target, Condition::Immobilized);
        tie_breaks(cx, Tie::Stays(target));
        crate::sight::moved(cx, target);
    }
}

/// A number of the content, with its dice rolled.
pub fn number(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, formula: &Formula) -> Flow<i16> {
    let by = source.from.unwrap_or(target);
    let value = formula.value(source.letters, &mut |count, sides| {
        roll_sum(cx, source.rule, by, Sum { count, sides, name: "effect" }).map(i32::from)
    })?;
    Ok(i16::try_from(value).unwrap_or(i16::MAX))
}

/// A number of the content that only the TS may know, with its dice rolled behind the screen.
pub fn secret_number(cx: &mut Cx<'_, DieTrying>, rule: RuleId, formula: &Formula) -> Flow<i16> {
    let value = formula.value(Letters::default(), &mut |count, sides| {
        check::roll_secret(cx, rule, Sum { count, sides, name: "effect" }).map(i32::from)
    })?;
    Ok(i16::try_from(value).unwrap_or(i16::MAX))
}

fn condition(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, brings: &Brings) -> Flow {
    if brings.is.eq_ignore_ascii_case("prone") {
        fall_prone(cx, target, source.rule);
        return Ok(());
    }
    let Some(condition) = Condition::named(&brings.is) else { return Ok(()) };
    let escape = brings.escape.as_ref().and_then(|formula| formula.fixed(source.letters));
    let escape = escape.and_then(|dc| u8::try_from(dc).ok());
    let until = ends(cx, source, target, brings.lasts.as_ref(), brings.until)?;
    let woken = source.rule == rules::DT_SPELL_09H || source.rule == rules::DT_SPELL_15H;
    let until = if woken { until.or_cured(BY_DAMAGE) } else { until };
    begin_condition(cx, target, condition, escape, until, source.rule, source.from);
    Ok(())
}

/// When a condition of the content ends.
fn ends(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    target: Who,
    lasts: Option<&Amount<Formula>>,
    until: Option<Until>,
) -> Flow<Ends> {
    if let Some(lasts) = lasts {
        let value = source.scale.of(number(cx, source, target, &lasts.dice)?).max(0).unsigned_abs();
        let now = cx.state().now;
        return Ok(match lasts.counts() {
            // Rounds run out at the end of the source's turn, the turn under way not counted.
            "rounds" => {
                let whose = source.from.unwrap_or(target);
                let acting = cx.state().battle.as_ref().and_then(|battle| battle.acting()) == Some(whose);
                let skip = if acting { value } else { value.saturating_sub(1) };
                // Where no turns are counted they are over when their time is.
                let over = now.later((u64::from(value) + 1) * ROUND);
                Ends::ended().or(Moment::TurnEnd(whose), skip).or(Moment::At(over), 0)
            }
            "minutes" => Ends::next(Moment::At(now.later(u64::from(value) * 60))),
            _ => Ends::next(Moment::At(now.later(u64::from(value) * 3600))),
        });
    }
    let under_way = cx.state().battle.as_ref().and_then(|battle| battle.acting()) == Some(target);
    Ok(match until {
        Some(Until::ItsTurnEnd) => {
            let over = cx.state().now.later(2 * ROUND);
            Ends::ended().or(Moment::TurnEnd(target), u16::from(under_way)).or(Moment::At(over), 0)
        }
        Some(Until::NextRest) => Ends::next(Moment::Named(crate::time::REST)),
        Some(Until::NextDay) => Ends::next(Moment::DayStart),
        Some(Until::Fight) => Ends::next(Moment::BattleEnd),
        Some(Until::Cured | Until::Used) | None => Ends::ended(),
    })
}
