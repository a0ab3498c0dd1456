//! A casting at work, as a value that miscasts can bend before it is applied: whom it reaches, with how
//! much Power, turned round or not, halved or not.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::aim::{Aim, area_squares, in_order, targets_of};
use super::cast::{Casting, Form};
use crate::DieTrying;
use crate::book::{Area, AttackBy, Book, Effect, Letters, Reversed, Save, Shape};
use crate::effect::{self, AimedAt, Scale, Source, Way};
use crate::fact::{CheckFact, MagicFact};
use crate::question::NextTarget;
use crate::rules;
use crate::sight;
use crate::state::{Fate, Flesh, Kind, State};

/// What a spell or a wish is, whichever it is.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'b> {
    /// Its entry, or the rule of improvised castings.
    pub rule: RuleId,
    /// What it is called.
    pub name: &'b str,
    /// In feet.
    pub range: u16,
    /// What it is aimed at.
    pub target: &'b str,
    /// Where it falls.
    pub area: Option<&'b Area>,
    /// The caster is spared.
    pub others: bool,
    /// The target must be seen.
    pub sight: bool,
    /// It needs a ceiling.
    pub ceiling: bool,
    /// It is meant to help.
    pub helpful: bool,
    /// An attack first.
    pub attack: Option<&'b AttackBy>,
    /// A save against it.
    pub save: Option<&'b Save>,
    /// What it does.
    pub effects: &'b [Effect],
    /// Besides, on a failed basic save.
    pub failed: &'b [Effect],
    /// Besides, on a critically failed save.
    pub critical: &'b [Effect],
    /// Without Magic Dice.
    pub minimal: &'b [Effect],
    /// Turned round.
    pub reversed: Option<&'b Reversed>,
    /// Swollen and harmless.
    pub surge: &'b str,
}

/// How a casting was bent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bent {
    /// Turned round.
    pub reversed: bool,
    /// Every number is half.
    pub half: bool,
    /// Areas are so many times as large.
    pub larger: u16,
    /// Whom it reaches, where that is no longer what was aimed at.
    pub only: Option<Vec<Who>>,
}

/// What a casting is of.
pub fn deed<'b>(book: &'b Book, form: &Form) -> Option<Deed<'b>> {
    match form {
        Form::Spell(spell) => {
            let row = book.spells.get(spell.as_str())?;
            Some(Deed {
                rule: row.id,
                name: &row.name,
                range: row.range,
                target: &row.target,
                area: row.area.as_ref(),
                others: row.others,
                sight: row.sight,
                ceiling: row.ceiling,
                helpful: row.helpful,
                attack: row.attack.as_ref(),
                save: row.save.as_ref(),
                effects: &row.effects,
                failed: &row.failed,
                critical: &row.critical,
                minimal: &row.minimal,
                reversed: Some(&row.reversed),
                surge: &row.surge,
            })
        }
        Form::Wish { entry, option } => {
            let row = book.menu.get(usize::from(*entry))?;
            Some(Deed {
                rule: rules::DT_HOUSE_10H,
                name: &row.name,
                range: row.range,
                target: &row.target,
                area: None,
                others: false,
                sight: false,
                ceiling: false,
                helpful: matches!(row.name.as_str(), "Mend" | "Ward"),
                attack: None,
                save: row.save.as_ref(),
                effects: row.effects.get(usize::from(*option))?,
                failed: &[],
                critical: &[],
                minimal: &[],
                reversed: None,
                surge: "The air shivers and rings, far too loud for so small a wish.",
            })
        }
    }
}

/// Carries out a casting, as it was meant or as it was bent.
pub fn work(cx: &mut Cx<'_, DieTrying>, casting: &Casting, bent: &Bent) -> Flow {
    let book = cx.book();
    let Some(deed) = deed(book, &casting.form) else { return Ok(()) };
    cx.cite(rules::DT_MAG_04);
    let times = bent.larger.max(1);
    let (mut aim, mut freely) = (casting.aim, false);
    let effects: &[Effect] = match deed.reversed.filter(|_| bent.reversed) {
        Some(reversed) => {
            freely = reversed.freely;
            if reversed.on_caster {
                aim = Aim { target: Some(casting.who), ..Aim::default() };
            }
            &reversed.effects
        }
        None if bent.reversed => return Ok(()),
        None if casting.dice == 0 => {
            freely = true;
            deed.minimal
        }
        None => deed.effects,
    };
    let on_caster = deed.reversed.is_some_and(|reversed| bent.reversed && reversed.on_caster);
    let letters = Letters {
        power: casting.power.into(),
        dice: casting.dice.into(),
        strength: i32::from(cx.state().sheet(casting.who).scores.strength),
    };
    let scale = if bent.half { Scale::default().halved() } else { Scale::default() };
    let source = Source { from: Some(casting.who), letters, rule: deed.rule, scale };
    let targets = match &bent.only {
        Some(only) => only.clone(),
        None if on_caster => vec![casting.who],
        None => targets_of(cx.state(), &deed, casting.who, &aim, times),
    };
    let squares = area_squares(cx.state(), &deed, casting.who, &aim, times);
    if !squares.is_empty() {
        cx.cite(rules::DT_HOUSE_25H);
    }
    let place = AimedAt { target: aim.target, item: aim.item, at: aim.at };
    for (nth, effect) in effects.iter().enumerate() {
        if effect::is_of_place(effect) {
            let locals = (casting, bent, nth as u16);
            let once: Vec<AimedAt> = match &bent.only {
                Some(only) => {
                    only.iter().map(|who| AimedAt { target: Some(*who), ..AimedAt::default() }).collect()
                }
                None => vec![place],
            };
            for aimed in once {
                cx.within((locals, aimed), |cx| effect::at_place(cx, source, aimed, &squares, effect))?;
            }
        }
    }
    let way = Way {
        attack: deed.attack.filter(|_| !freely),
        save: deed.save.filter(|_| !freely),
        dc: 4 + i16::from(casting.dice),
        skill: casting.skill,
        effects,
        failed: if bent.reversed { &[] } else { deed.failed },
        critical: if bent.reversed { &[] } else { deed.critical },
        passed: &[],
        trap: false,
    };
    let hook = effects.iter().find_map(|effect| match effect {
        Effect::Hook(hook) => Some(hook.as_str()),
        _ => None,
    });
    match hook {
        Some("drowse") => drowse(cx, source, &way, targets),
        Some("lightning-lash") => lash(cx, source, &way, &targets, bent),
        Some("call-back") => call_back(cx, source, &targets, casting.power),
        _ => each(cx, source, &way, &targets),
    }
}

/// Everybody in turn.
fn each(cx: &mut Cx<'_, DieTrying>, source: Source, way: &Way<'_>, targets: &[Who]) -> Flow {
    for (nth, target) in targets.iter().enumerate() {
        let left = &targets[nth..];
        cx.within((source, left), |cx| effect::reach(cx, source, *target, way))?;
    }
    Ok(())
}

/// Twice P is a budget of HP: the weakest first, and who does not fit is left out.
fn drowse(cx: &mut Cx<'_, DieTrying>, source: Source, way: &Way<'_>, mut targets: Vec<Who>) -> Flow {
    let mut budget = source.scale.of(i16::try_from(2 * source.letters.power).unwrap_or(i16::MAX));
    let state = cx.state();
    targets.retain(|who| {
        let one = state.one(*who);
        one.sheet.flesh == Flesh::Living && one.sheet.kind != Kind::Object && one.live.fate == Fate::Up
    });
    in_order(state, &mut targets);
    targets.sort_by_key(|who| state.live(*who).hp);
    for (nth, target) in targets.iter().enumerate() {
        let hp = cx.state().live(*target).hp;
        if hp > budget {
            continue;
        }
        budget -= hp;
        let locals = (source, &targets[nth..], budget);
        cx.within(locals, |cx| effect::reach(cx, source, *target, way))?;
    }
    Ok(())
}

/// From one to the next, each time with half of what the last one got; nobody twice.
fn lash(cx: &mut Cx<'_, DieTrying>, source: Source, way: &Way<'_>, targets: &[Who], bent: &Bent) -> Flow {
    if bent.only.is_some() {
        return each(cx, source, way, targets);
    }
    let Some(first) = targets.first().copied() else { return Ok(()) };
    let mut struck = vec![first];
    let mut scale = source.scale;
    let whole = i16::try_from(source.letters.power + source.letters.dice).unwrap_or(i16::MAX);
    loop {
        if scale.of(whole) == 0 {
            return Ok(());
        }
        let last = struck[struck.len() - 1];
        let now = Source { scale, ..source };
        cx.within((now, &struck), |cx| effect::reach(cx, now, last, way))?;
        scale = scale.halved();
        cx.cite(rules::DT_CORE_09);
        if scale.of(whole) == 0 {
            return Ok(());
        }
        let caster = source.from.unwrap_or(last);
        let among = near(cx.state(), last, 3, &struck);
        let next = match among[..] {
            [] => None,
            [one] => Some(one),
            _ => cx.ask(caster, NextTarget { who: caster, among })?,
        };
        match next {
            Some(next) => struck.push(next),
            None => return Ok(()),
        }
    }
}

/// Creatures alive so many squares from somebody, some left out.
fn near(state: &State, from: Who, squares: u32, but: &[Who]) -> Vec<Who> {
    let mut all: Vec<Who> = state
        .beings()
        .filter(|other| {
            let live = state.live(*other);
            !but.contains(other)
                && !live.away
                && live.fate != Fate::Dead
                && sight::distance(state, from, *other).is_none_or(|far| far <= squares)
        })
        .collect();
    in_order(state, &mut all);
    all
}

/// The dead live again, if they have not been dead for too long.
fn call_back(cx: &mut Cx<'_, DieTrying>, source: Source, targets: &[Who], power: i16) -> Flow {
    for who in targets {
        if cx.state().live(*who).fate != Fate::Dead {
            continue;
        }
        let gone = cx.state().live(*who).died.map_or(0, |died| cx.state().now.0.saturating_sub(died.0));
        if gone > u64::from(power.max(0).unsigned_abs()) * 60 {
            let text = format!("{} has been dead for too long.", cx.state().name(*who));
            cx.record(source.rule, CheckFact::Extra { who: *who, text }.into());
            continue;
        }
        let hp = source.scale.of((power - 14).clamp(-4, 1));
        cx.record(source.rule, MagicFact::Raised { who: *who, hp }.into());
        if hp <= 0 {
            cx.cite(rules::DT_HP_02);
        }
        let curse = rules::DT_CURSE_09H;
        crate::hurt::end_affects(
            cx,
            *who,
            |affect| matches!(affect.what, crate::state::What::Cursed(known) if known == curse),
        );
    }
    Ok(())
}

/// Whether a shape starts at the caster.
pub fn from_caster(deed: &Deed<'_>) -> bool {
    deed.area.is_some_and(|area| matches!(area.shape, Shape::Cone | Shape::Line | Shape::Around))
}
