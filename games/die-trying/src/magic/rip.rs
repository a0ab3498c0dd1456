//! Rips in reality: what comes through, where a lasting one leads, and when it closes.

use boneyard_content::Then;
use boneyard_table::moment::{Moment, Until};
use boneyard_table::{Cx, Flow, Judgement, Ruling, RulingOption, Who};

use super::miscast::this_once;
use crate::DieTrying;
use crate::book::{Letters, RipTo, SideOf, TableEffect};
use crate::check::{self, Check};
use crate::effect::{Scale, Source, arrives, number};
use crate::fact::MagicFact;
use crate::hurt::begin_condition;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Fate, Rip};

/// Seconds in a round.
const ROUND: u64 = 6;

fn source(who: Who, rule: boneyard_table::RuleId) -> Source {
    Source { from: Some(who), letters: Letters::default(), rule, scale: Scale::default() }
}

/// Something comes through a momentary rip, of the TS's choosing.
pub fn comes_through(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (rule, book) = (rules::DT_MIS_10, cx.book());
    let tag = this_once(cx.state(), who, "rip");
    let judgement = || {
        let chance = RulingOption::new("chance", "By the d10");
        let named =
            book.creatures.iter().map(|row| RulingOption::new(&row.name.to_lowercase(), row.name.clone()));
        Judgement {
            rule,
            tag: tag.clone(),
            question: "Reality tears for a moment. What comes through?".into(),
            about: Vec::new(),
            options: std::iter::once(chance).chain(named).collect(),
            proposal: 0,
            why: "Mostly it is a Ripling.".into(),
            precedents: Vec::new(),
        }
    };
    let source = source(who, rule);
    if let Ruling::Listed(chosen) = cx.judge(rule, 0, &judgement)?
        && let Some(row) = chosen.checked_sub(1).and_then(|at| book.creatures.iter().nth(usize::from(at)))
    {
        arrives(cx, &row.name, who, who, SideOf::Hostile, source);
        return Ok(());
    }
    let face = cx.die(rules::DT_RIP_01H, who, 10)?;
    let Some(table) = book.tables.get(rules::DT_TABLE_03H.as_str()) else { return Ok(()) };
    cx.cite(rules::DT_TABLE_03H);
    let row = table.rows.iter().find(|row| (row.from..=row.to).contains(&i32::from(face)));
    for then in row.iter().flat_map(|row| &row.then) {
        let Then::Effect(TableEffect::Comes(comes)) = then else { continue };
        let count = number(cx, source, who, &comes.count)?;
        let side = if comes.bystander { SideOf::Bystander } else { SideOf::Hostile };
        for _ in 0..count {
            arrives(cx, &comes.creature, who, who, side, source);
        }
    }
    Ok(())
}

/// A lasting rip, or a brief one to somewhere beyond reality.
pub fn rip_opens(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (rule, book) = (rules::DT_MIS_15, cx.book());
    let tag = this_once(cx.state(), who, "lasting rip");
    let Some(table) = book.tables.get(rules::DT_TABLE_04H.as_str()) else { return Ok(()) };
    let judgement = || {
        let chance = RulingOption::new("chance", "By the d6");
        let named = table.rows.iter().map(|row| RulingOption::new(&row.from.to_string(), row.text.clone()));
        Judgement {
            rule,
            tag: tag.clone(),
            question: "Reality stays torn. Where does it lead?".into(),
            about: Vec::new(),
            options: std::iter::once(chance).chain(named).collect(),
            proposal: 0,
            why: "The list has six places.".into(),
            precedents: Vec::new(),
        }
    };
    let face = match cx.judge(rule, 0, &judgement)? {
        Ruling::Listed(0) => cx.die(rules::DT_RIP_02H, who, 6)?,
        Ruling::Listed(chosen) => chosen,
        Ruling::Free { words, .. } => {
            let rip = Rip { at: cx.state().live(who).at, place: words.into(), until: None };
            cx.record(rule, MagicFact::Rip { rip }.into());
            return Ok(());
        }
    };
    cx.cite(rules::DT_TABLE_04H);
    let row = table.rows.iter().find(|row| (row.from..=row.to).contains(&i32::from(face)));
    let to = row.iter().flat_map(|row| &row.then).find_map(|then| match then {
        Then::Effect(TableEffect::Rip(to)) => Some(to),
        _ => None,
    });
    match to {
        Some(to) => opens(cx, who, to),
        None => Ok(()),
    }
}

fn opens(cx: &mut Cx<'_, DieTrying>, who: Who, to: &RipTo) -> Flow {
    let rule = rules::DT_MIS_15;
    let rounds = match &to.rounds {
        Some(rounds) => Some(number(cx, source(who, rules::DT_RIP_02H), who, rounds)?),
        None => None,
    };
    let now = cx.state().now;
    let until = rounds.map(|rounds| now.later(u64::from(rounds.max(0).unsigned_abs()) * ROUND));
    let rip = Rip { at: cx.state().live(who).at, place: to.place.clone(), until };
    cx.record(rule, MagicFact::Rip { rip }.into());
    let Some(dc) = to.dread else { return Ok(()) };
    let sees = |cx: &Cx<'_, DieTrying>, other: Who| {
        let live = cx.state().live(other);
        !live.away && live.fate == Fate::Up && sight::seen(cx.state(), cx.book(), other, who)
    };
    let all: Vec<Who> = cx.state().beings().filter(|other| sees(cx, *other)).collect();
    for other in all {
        let check = Check::save(cx.state(), cx.book(), other, Ability::Wisdom, rules::DT_RIP_02H);
        let (degree, _) = cx.within((who, other), |cx| check::make(cx, check, i16::from(dc)))?;
        if !degree.succeeded() {
            let until = Until::ended().or(Moment::TurnEnd(other), 10).or(Moment::At(now.later(60)), 0);
            begin_condition(cx, other, Condition::Frightened, None, until, rules::DT_RIP_02H, Some(who));
        }
    }
    Ok(())
}

/// Rips whose time is over close.
pub fn close_rips(cx: &mut Cx<'_, DieTrying>) {
    let now = cx.state().now;
    let over = |cx: &Cx<'_, DieTrying>| {
        cx.state().rips.iter().position(|rip| rip.until.is_some_and(|until| until <= now))
    };
    while let Some(nth) = over(cx) {
        cx.record(rules::DT_MIS_15, MagicFact::Closed { nth: nth as u8 }.into());
    }
}
