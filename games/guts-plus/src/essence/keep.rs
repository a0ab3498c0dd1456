//! What is kept up: checked at each own turn, let go, cut off by what gets in the way.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Who, refuse};

use super::strain::{self, strain};
use super::{density, quality};
use crate::GutsPlus;
use crate::fact::EssenceFact;
use crate::question::Maintain;
use crate::roll::{Call, check, contest};
use crate::rules;
use crate::state::{Halves, Holding, Lingers, Side, State};

fn no<T>(rule: RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

fn write(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, holding: Vec<Holding>) {
    cx.record(rule, EssenceFact::Holding { who, holding }.into());
}

/// Something more is kept up.
pub(super) fn keeps(cx: &mut Cx<'_, GutsPlus>, who: Who, held: Holding) {
    let mut holding = cx.state().live(who).essence.holding.clone();
    let rule = held.skill;
    holding
        .retain(|known| known.skill != held.skill || known.target != held.target || known.what != held.what);
    holding.push(held);
    write(cx, rule, who, holding);
}

/// Ends what somebody keeps up, as far as it is meant.
pub fn ends_with(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, meant: impl Fn(&Holding) -> bool) {
    let Some(one) = cx.state().creature(who) else { return };
    let (gone, kept): (Vec<Holding>, Vec<Holding>) =
        one.live.essence.holding.iter().cloned().partition(|held| meant(held));
    if gone.is_empty() {
        return;
    }
    write(cx, rule, who, kept);
    for held in gone {
        super::lend::ended(cx, who, &held);
        let row = cx.book().skills.get(held.skill.as_str());
        if let (Some(row), Some(target)) = (row, held.target)
            && row.is("control")
        {
            let minutes = u64::from(density(cx.at(), who).range);
            let until = cx.state().clock + minutes * crate::state::MINUTE;
            let lingers = Lingers { user: who, target, skill: held.skill, until };
            cx.record(held.skill, EssenceFact::Lingers { lingers }.into());
        }
    }
}

/// Everything ends, because its owner cannot act any more.
pub fn lapses(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    ends_with(cx, rules::GP_HLTH_07, who, |_| true);
}

/// Time has passed: what lasted for a while is over.
pub fn fades(cx: &mut Cx<'_, GutsPlus>) {
    let now = cx.state().clock;
    let over: Vec<Lingers> = cx.state().lingering.iter().copied().filter(|one| one.until <= now).collect();
    for lingers in over {
        cx.record(lingers.skill, EssenceFact::Over { lingers }.into());
    }
}

/// Lets go of what is kept up.
pub fn let_go(cx: &mut Cx<'_, GutsPlus>, who: Who, skill: Option<&str>) -> Flow {
    let Some(one) = cx.state().creature(who) else {
        return no(rules::GP_ESS_12, "nobody", "There is nobody like that here.");
    };
    let book = cx.book();
    let row = match skill {
        None => None,
        Some(name) => match book.skills.named(name.trim()) {
            Some(row) => Some(row.id),
            None => {
                return no(rules::GP_ESS_12, "no-such-skill", format!("There is no skill called {name}."));
            }
        },
    };
    let meant = move |held: &Holding| row.is_none_or(|id| held.skill == id);
    if !one.live.essence.holding.iter().any(meant) {
        return no(
            rules::GP_ESS_12,
            "nothing-kept",
            format!("{} keeps nothing like that up.", one.sheet.name),
        );
    }
    ends_with(cx, rules::GP_ESS_12, who, meant);
    Ok(())
}

fn essence_side(state: &State, who: Who) -> Side {
    Side::new(who, None, quality(state, who).unwrap_or(0))
}

/// One maintenance check for all that is kept up; the effects go on either way.
fn maintain(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let names: Vec<String> = cx
        .state()
        .live(who)
        .essence
        .holding
        .iter()
        .filter_map(|held| cx.book().skills.get(held.skill.as_str()).map(|row| row.name.clone()))
        .collect();
    if cx.ask(who, Maintain { who, kept: names })? == "let_go" {
        ends_with(cx, rules::GP_ESS_12, who, |_| true);
        return Ok(());
    }
    strain::used(cx, who);
    let call = Call::new(rules::GP_ESS_12, "keep it up", essence_side(cx.state(), who));
    let came = cx.within(who, |cx| check(cx, call))?;
    let book = cx.book();
    let mut holding = cx.state().live(who).essence.holding.clone();
    for held in &mut holding {
        held.turns = held.turns.saturating_add(1);
        if book.skills.get(held.skill.as_str()).is_some_and(|row| row.is("progress")) {
            held.days.0 += if held.resisted { 1 } else { 2 };
        }
    }
    write(cx, rules::GP_ESS_12, who, holding);
    if came.failed() {
        strain(cx, who, rules::GP_ESS_12)?;
    }
    Ok(())
}

/// Somebody's turn begins: what they keep up since before is checked.
pub fn turn_starts(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let round = cx.state().battle.as_ref().map_or(0, |battle| battle.round);
    let own = &cx.state().live(who).essence;
    if own.holding.is_empty() || own.checked == round {
        return Ok(());
    }
    cx.record(rules::GP_ESS_12, EssenceFact::Checked { who, round }.into());
    maintain(cx, who)
}

/// A round ends: whoever took no turn checks now, and strain that had its round goes.
pub fn round_ends(cx: &mut Cx<'_, GutsPlus>, round: u16) -> Flow {
    let late: Vec<Who> = cx
        .state()
        .everybody()
        .filter(|who| {
            let one = cx.state().one(*who);
            let own = &one.live.essence;
            cx.state().fights(*who) && one.can_act() && !own.holding.is_empty() && own.checked != round
        })
        .filter(|who| cx.state().live(*who).essence.holding.iter().any(|held| held.turns > 0))
        .collect();
    for who in late {
        // Whoever began it in this very round has not kept it for longer than a turn.
        if cx.state().live(who).turn.over {
            continue;
        }
        cx.record(rules::GP_ESS_12, EssenceFact::Checked { who, round }.into());
        maintain(cx, who)?;
    }
    strain::round_over(cx, round);
    Ok(())
}

/// Outside a fight, so many times five seconds went by.
pub fn goes_on(cx: &mut Cx<'_, GutsPlus>, who: Who, times: u8) -> Flow {
    let Some(one) = cx.state().creature(who) else {
        return no(rules::GP_ESS_12, "nobody", "There is nobody like that here.");
    };
    if one.live.essence.holding.is_empty() {
        return no(rules::GP_ESS_12, "nothing-kept", format!("{} keeps nothing up.", one.sheet.name));
    }
    if cx.state().fights(who) {
        return no(rules::GP_ESS_12, "in-a-fight", "In a fight it is checked at each own turn.");
    }
    if times == 0 || times > 60 {
        return no(rules::GP_ESS_12, "times", "Say 1 to 60 times five seconds.");
    }
    for left in (0..times).rev() {
        cx.within(left, |cx| maintain(cx, who))?;
        if cx.state().live(who).essence.holding.is_empty() || !cx.state().one(who).can_act() {
            break;
        }
    }
    Ok(())
}

/// Something gets in the way, or is gone again.
pub fn obstruct(cx: &mut Cx<'_, GutsPlus>, who: Who, feet: Option<Halves>, detour: Option<Halves>) -> Flow {
    if cx.state().creature(who).is_none() || quality(cx.state(), who).is_none() {
        return no(rules::GP_ESS_08, "no-quality", "There is no essence to get in the way of.");
    }
    let Some(feet) = feet else {
        cx.record(rules::GP_ESS_08, EssenceFact::Cut { who, feet: None }.into());
        return Ok(());
    };
    if feet.0 < 0 || detour.is_some_and(|detour| detour.0 < 0) {
        return no(rules::GP_ESS_08, "below-nothing", "A distance is not below 0.");
    }
    let nth = quality(cx.state(), who).unwrap_or(0);
    let half = Halves(i32::from(density(cx.at(), who).range));
    if cx.state().one(who).mastered(nth) && detour.is_some_and(|detour| detour <= half) {
        cx.cite(rules::GP_ESS_17);
        cx.record(rules::GP_ESS_17, EssenceFact::Cut { who, feet: None }.into());
        return Ok(());
    }
    ends_with(cx, rules::GP_ESS_08, who, move |held| held.feet > feet);
    cx.record(rules::GP_ESS_08, EssenceFact::Cut { who, feet: Some(feet) }.into());
    Ok(())
}

/// Another essence pushes aside the one that holds time still.
pub fn push_aside(cx: &mut Cx<'_, GutsPlus>, who: Who, target: Who) -> Flow {
    super::check_enabled(cx.state())?;
    crate::roll::able(cx.state(), who)?;
    let rule = rules::GP_SKM_19;
    if quality(cx.state(), who).is_none() {
        return no(rules::GP_ESS_02, "no-quality", "Only who can move their essence can push another's.");
    }
    let Some(other) = cx.state().creature(target).filter(|_| target != who) else {
        return no(rule, "nobody", "There is nobody like that here.");
    };
    if !other.live.essence.holding.iter().any(|held| held.skill == rule) {
        return no(rule, "no-pause", format!("{} does not hold time still.", other.sheet.name));
    }
    crate::combat::spend_active(cx, who, "pushes an essence aside")?;
    strain::used(cx, who);
    let call = Call::new(rule, "push an essence aside", essence_side(cx.state(), who))
        .against(essence_side(cx.state(), target));
    let came = cx.within((who, target), |cx| contest(cx, call))?;
    if came.achieved {
        ends_with(cx, rule, target, |held| held.skill == rules::GP_SKM_19);
    }
    super::effect::strains(cx, who, &came)
}
