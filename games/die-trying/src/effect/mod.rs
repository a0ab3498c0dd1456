//! Effects of the content at work on one creature: what a hit, a trap or a spell does to whom it reaches.
//! Each verb is one arm here; what asks for it is elsewhere.

use boneyard_table::moment::{Moment, Until as Ends};
use boneyard_table::{Cx, Flow, RuleId, Who};

use crate::DieTrying;
use crate::book::{Brings, Effect, Formula, Letters, Save, SaveWith, Until};
use crate::check::{self, Check, Sum, roll_sum, score};
use crate::fact::CheckFact;
use crate::hurt::{Blow, begin_condition, drop_held, end_condition, fall_prone, heal, suffer};
use crate::state::{Ability, Condition, DamageType, Fate};

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Who brings it about.
    pub from: Option<Who>,
    /// Power, Magic Dice, Strength.
    pub letters: Letters,
    /// The entry.
    pub rule: RuleId,
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
    let source = Source { from, letters: Letters::default(), rule };
    all(cx, source, target, effects)
}

/// The Ability of a save; where the target may choose, the higher one.
fn best(cx: &Cx<'_, DieTrying>, who: Who, with: &SaveWith) -> Ability {
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
            let value = number(cx, source, target, &amount.dice)?;
            suffer(cx, Blow { who: target, amount: value, kind, pierce: 0, rule: source.rule })?;
        }
        Effect::Heal(amount) => {
            let value = number(cx, source, target, &amount.dice)?;
            heal(cx, target, value, source.rule);
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
        _ => {}
    }
    Ok(())
}

/// A number of the content, with its dice rolled.
pub fn number(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, formula: &Formula) -> Flow<i16> {
    let by = source.from.unwrap_or(target);
    let value = formula.value(source.letters, &mut |count, sides| {
        roll_sum(cx, source.rule, by, Sum { count, sides, name: "effect" }).map(i32::from)
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
    let until = ends(cx, source, target, brings)?;
    begin_condition(cx, target, condition, escape, until, source.rule, source.from);
    Ok(())
}

/// When a condition of the content ends.
fn ends(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, brings: &Brings) -> Flow<Ends> {
    if let Some(lasts) = &brings.lasts {
        let value = number(cx, source, target, &lasts.dice)?.max(0).unsigned_abs();
        let now = cx.state().now;
        return Ok(match lasts.counts() {
            // Rounds run out at the end of the source's turn, the turn under way not counted.
            "rounds" => {
                let whose = source.from.unwrap_or(target);
                let acting = cx.state().battle.as_ref().and_then(|battle| battle.acting()) == Some(whose);
                let skip = if acting { value } else { value.saturating_sub(1) };
                Ends::ended().or(Moment::TurnEnd(whose), skip)
            }
            "minutes" => Ends::next(Moment::At(now.later(u64::from(value) * 60))),
            _ => Ends::next(Moment::At(now.later(u64::from(value) * 3600))),
        });
    }
    let under_way = cx.state().battle.as_ref().and_then(|battle| battle.acting()) == Some(target);
    Ok(match brings.until {
        Some(Until::ItsTurnEnd) => Ends::ended().or(Moment::TurnEnd(target), u16::from(under_way)),
        Some(Until::NextRest) => Ends::next(Moment::Named(crate::time::REST)),
        Some(Until::NextDay) => Ends::next(Moment::DayStart),
        Some(Until::Fight) => Ends::next(Moment::BattleEnd),
        Some(Until::Cured | Until::Used) | None => Ends::ended(),
    })
}
