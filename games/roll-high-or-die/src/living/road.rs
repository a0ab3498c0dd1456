//! Travel: the miles of a Watch, finding the way, and legs that give out.

use boneyard_table::{Cx, Flow, Refusal, Who};

use super::{BeginWatch, log, weather};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::skill_check;
use crate::combat::known;
use crate::fact::LivingFact;
use crate::hurt::{Gain, gain};
use crate::rules;
use crate::state::{Condition, Road, Skill, Spending, State};

/// The way of a Watch in which somebody travels, if anybody does.
pub(super) fn way(
    state: &State,
    book: &Book,
    begin: &BeginWatch,
    spends: &[(Who, Spending)],
) -> Result<Option<Road>, Refusal> {
    let rule = rules::RH_HOUSE_14H;
    if !spends.iter().any(|(_, spend)| *spend == Spending::Travel) {
        return Ok(None);
    }
    let ground = begin.ground.as_deref().unwrap_or("road");
    let Some(row) = book.travel.iter().find(|row| row.ground.eq_ignore_ascii_case(ground)) else {
        let known: Vec<&str> = book.travel.iter().map(|row| row.ground.as_str()).collect();
        let short: String = ground.chars().take(30).collect();
        let sentence = format!("Nobody travels over `{short}`; there are {}.", known.join(", "));
        return Err(Refusal::new(rule, "no-such-ground", sentence));
    };
    let by = begin.by.unwrap_or(Skill::Bushcraft);
    if !matches!(by, Skill::Bushcraft | Skill::Nature) {
        let sentence = format!("The way is found by Bushcraft or Nature, not by {}.", by.name());
        return Err(Refusal::new(rule, "wrong-skill", sentence));
    }
    let travels = |who: Who| spends.contains(&(who, Spending::Travel));
    let navigator = match begin.navigator {
        Some(who) => {
            known(state, who)?;
            if !travels(who) {
                let sentence = format!("{} does not travel in this Watch.", state.name(who));
                return Err(Refusal::new(rule, "stays-behind", sentence));
            }
            Some(who)
        }
        None => spends.iter().find(|(who, _)| travels(*who)).map(|(who, _)| *who),
    };
    let navigator = row.dc.and(navigator);
    Ok(Some(Road { ground: row.ground.clone(), mounted: begin.mounted, navigator, by }))
}

/// What a Travel Watch comes to.
pub(super) fn travel(cx: &mut Cx<'_, RollHighOrDie>, way: &Road, travellers: &[Who]) -> Flow {
    let (rule, book) = (rules::RH_HOUSE_14H, cx.book());
    let Some(row) = book.travel.iter().find(|row| row.ground == way.ground) else { return Ok(()) };
    let mut miles = u16::from(row.miles);
    if way.mounted {
        miles = miles * 3 / 2;
    }
    let [part, of] = weather(cx.state(), book).map_or([1, 1], |sky| sky.travel);
    if part != of {
        cx.cite(weather(cx.state(), book).map_or(rule, |sky| sky.id));
        miles = miles * u16::from(part) / u16::from(of.max(1));
    }
    if let (Some(dc), Some(who)) = (row.dc, way.navigator) {
        let found = cx.within((who, miles), |cx| skill_check(cx, who, way.by, dc.into(), rule, &[]))?;
        if !found {
            miles /= 2;
        }
        if way.by == Skill::Bushcraft {
            log(cx, who, Skill::Bushcraft);
        }
    }
    record(cx, rule, LivingFact::Miles { miles }.into());
    for who in travellers {
        let watches = cx.state().sheet(*who).day.travelled + 1;
        record(cx, rule, LivingFact::Walked { who: *who, watches }.into());
        if way.mounted {
            log(cx, *who, Skill::Riding);
        }
        if watches >= 3 {
            let dc = 12 + 3 * (i16::from(watches) - 3);
            let (who, rule) = (*who, rules::RH_HOUSE_14H);
            cx.cite(rules::RH_SKILL_06);
            let held =
                cx.within((who, watches), |cx| skill_check(cx, who, Skill::Endurance, dc, rule, &[]))?;
            if !held {
                gain(cx, who, Gain::new(Condition::Exhausted, rule));
            }
        }
    }
    Ok(())
}
