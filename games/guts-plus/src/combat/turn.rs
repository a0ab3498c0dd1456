//! A turn: movement, one active and one passive action, in any order.

use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who, refuse};

use crate::GutsPlus;
use crate::fact::{FightFact, HealthFact};
use crate::gm::{decide, settled};
use crate::question::{Decide, Matter, Task};
use crate::roll::{able, assigned, carry_out};
use crate::rules;
use crate::state::{State, Turn};

/// Whose turn comes next in the first round.
pub fn next_in_order(state: &State) -> Option<Who> {
    let battle = state.battle.as_ref()?;
    let waits = |who: Who| state.one(who).can_act() && !state.live(who).turn.over;
    battle.fighters.iter().filter(|one| !one.left).map(|one| one.who).find(|who| waits(*who))
}

/// Somebody takes their turn: in order in the first round, whenever it fits afterwards.
pub fn take_turn(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let rule = rules::GP_COMB_01;
    able(cx.state(), who)?;
    let state = cx.state();
    let Some(battle) = state.battle.as_ref().filter(|battle| battle.has(who)) else {
        return refuse(Refusal::new(rule, "no-battle", format!("{} is in no fight.", state.name(who))));
    };
    if state.live(who).turn.over {
        let sentence =
            format!("{} had a turn in this round; the next comes with the next round.", state.name(who));
        return refuse(Refusal::new(rule, "had-turn", sentence));
    }
    if let Some(other) = battle.turn {
        let sentence = format!("{} is not done yet.", state.name(other));
        return refuse(Refusal::new(rule, "other-turn", sentence));
    }
    if battle.round == 1
        && let Some(next) = next_in_order(state).filter(|next| *next != who)
    {
        let sentence = format!("In the first round {} comes next.", state.name(next));
        return refuse(Refusal::new(rules::GP_COMB_02, "not-next", sentence));
    }
    cx.record(rule, FightFact::Turn { who }.into());
    crate::essence::turn_starts(cx, who)
}

/// Somebody's turn is over.
pub fn end_turn(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    its_turn(cx.state(), who)?;
    cx.record(rules::GP_COMB_01, FightFact::TurnOver { who }.into());
    Ok(())
}

fn its_turn(state: &State, who: Who) -> Result<(), Refusal> {
    let rule = rules::GP_COMB_01;
    able(state, who)?;
    if state.battle.as_ref().is_none_or(|battle| battle.turn != Some(who)) {
        let sentence = format!("It is not the turn of {}.", state.name(who));
        return Err(Refusal::new(rule, "not-your-turn", sentence));
    }
    Ok(())
}

/// The active action of a turn is used, or refused. Outside fights nothing is used.
pub fn spend_active(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str) -> Flow {
    may_act(cx.state(), who)?;
    takes_action(cx, who, rules::GP_COMB_04, what)
}

/// The active action of a turn is taken. Whoever ran further before than goes with one is shortened, unless the GM
/// lets it be.
pub(super) fn takes_action(cx: &mut Cx<'_, GutsPlus>, who: Who, rule: RuleId, what: &str) -> Flow {
    if !cx.state().fights(who) {
        return Ok(());
    }
    let feet = cx.state().live(who).turn.feet;
    let most = if feet > 0 { reach_of(cx.at(), who, true) } else { 0 };
    if feet > most {
        let question = format!(
            "{} has run {}; {} together with an active action.",
            cx.state().name(who),
            count(feet, "foot", "feet"),
            count(most, "goes", "go")
        );
        let matter = Decide::new(Matter::Reach, "movement", question)
            .option("shorten", count(most, "foot", "feet"))
            .option("allow", count(feet, "foot", "feet"))
            .who(who);
        cx.cite(rules::GP_HOUSE_06H);
        if decide(cx, matter)?.choice == "shorten" {
            let turn = Turn { feet: most, moved: true, ..cx.state().live(who).turn };
            let what = format!("gets no further than {}", count(most, "foot", "feet"));
            cx.record(rules::GP_HOUSE_06H, FightFact::Did { who, turn, what }.into());
        }
    }
    let turn = Turn { active: true, ..cx.state().live(who).turn };
    let what = cx.words(|_| what.to_owned());
    cx.record(rule, FightFact::Did { who, turn, what }.into());
    Ok(())
}

/// Whether somebody has an active action now; outside fights everybody has.
pub(super) fn may_act(state: &State, who: Who) -> Result<(), Refusal> {
    if !state.fights(who) {
        return able(state, who);
    }
    its_turn(state, who)?;
    if state.live(who).turn.active {
        let sentence = format!("{} has used the active action of this round.", state.name(who));
        return Err(Refusal::new(rules::GP_COMB_04, "no-action", sentence));
    }
    Ok(())
}

/// An active action other than an attack: declared, and the GM says what it takes.
pub fn act(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str) -> Flow {
    declared(what)?;
    may_act(cx.state(), who)?;
    if !cx.state().fights(who) {
        let sentence = "Actions are counted in a fight only; otherwise just try it.";
        return refuse(Refusal::new(rules::GP_COMB_07, "no-battle", sentence));
    }
    let (task, words) = assigned(cx, who, what, None)?;
    if !matches!(task, Task::Impossible | Task::Stop) {
        takes_action(cx, who, rules::GP_COMB_07, what)?;
    }
    carry_out(cx, who, what, task, &words)
}

fn declared(what: &str) -> Result<(), Refusal> {
    if what.trim().is_empty() || what.chars().count() > 60 {
        let sentence = "Say what is done, in at most 60 letters.";
        return Err(Refusal::new(rules::GP_COMB_07, "undeclared", sentence));
    }
    Ok(())
}

/// A passive action: the GM confirms that it is one, and may still want a roll.
pub fn passive(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str) -> Flow {
    declared(what)?;
    its_turn(cx.state(), who)?;
    if cx.state().live(who).turn.passive {
        let sentence = format!("{} has used the passive action of this round.", cx.state().name(who));
        return refuse(Refusal::new(rules::GP_COMB_04, "no-action", sentence));
    }
    let question = format!("{}: {what}. Is that a passive action?", cx.state().name(who));
    let matter = Decide::new(Matter::Passive, what, question)
        .option("yes", "Yes, it happens")
        .option("roll", "Yes, with a roll")
        .option("no", "No, it takes effort")
        .who(who);
    let choice = decide(cx, matter)?.choice;
    if choice == "no" {
        return Ok(());
    }
    let turn = Turn { passive: true, ..cx.state().live(who).turn };
    cx.record(rules::GP_COMB_11, FightFact::Did { who, turn, what: what.to_owned() }.into());
    if choice == "roll" {
        let (task, words) = assigned(cx, who, what, None)?;
        return carry_out(cx, who, what, task, &words);
    }
    Ok(())
}

/// How far somebody gets in a turn, by the default reach.
pub fn reach(at: At<'_, GutsPlus>, who: Who) -> u16 {
    reach_of(at, who, at.state.live(who).turn.active)
}

/// The same with an active action, or without one.
fn reach_of(at: At<'_, GutsPlus>, who: Who, active: bool) -> u16 {
    let one = at.state.one(who);
    let kinds = |kind: &str| {
        let all = one.sheet.chart.iter().zip(&one.live.parts).filter(|(chart, _)| chart.kind == kind);
        let gone = all.clone().filter(|(_, part)| part.crossed_out()).count();
        (gone, all.count())
    };
    let ((legs, all_legs), (feet, _), (torso, _)) = (kinds("leg"), kinds("foot"), kinds("torso"));
    let how = if torso > 0 || one.live.down || (all_legs > 0 && legs == all_legs) {
        "crawl"
    } else if active {
        "walk"
    } else {
        "run"
    };
    let row = at.book.plain_row("reach", "how", how);
    let feet_of: u16 =
        row.and_then(|row| row.get("amount")?.get("dice")?.as_str()?.parse().ok()).unwrap_or(0);
    let own = if how != "crawl" && legs + feet > 0 { feet_of / 2 } else { feet_of };
    own.saturating_mul(crate::essence::hastens(at, who))
}

/// Movement: as far as is reasonable, and the GM says when it is too far.
pub fn go(cx: &mut Cx<'_, GutsPlus>, who: Who, feet: u16) -> Flow {
    let rule = rules::GP_COMB_05;
    its_turn(cx.state(), who)?;
    if feet == 0 || feet > 1000 {
        return refuse(Refusal::new(rule, "how-far", "Move from 1 to 1000 feet."));
    }
    if cx.state().live(who).turn.moved {
        let sentence = format!("The movement of {} is used up for this round.", cx.state().name(who));
        return refuse(Refusal::new(rule, "moved", sentence));
    }
    let most = reach(cx.at(), who).saturating_sub(cx.state().live(who).turn.feet);
    if most == 0 {
        let sentence = format!("{} has gone as far as this round allows.", cx.state().name(who));
        return refuse(Refusal::new(rule, "moved", sentence));
    }
    let mut went = feet;
    let one = cx.state().one(who);
    if one.live.parts.iter().any(|part| part.crossed_out()) {
        cx.cite(rules::GP_HOUSE_03H);
    }
    if feet > most {
        let question = format!(
            "{} wants to move {}; {} left by the usual reach.",
            cx.state().name(who),
            count(feet, "foot", "feet"),
            count(most, "is", "are")
        );
        let matter = Decide::new(Matter::Reach, "movement", question)
            .option("shorten", count(most, "foot", "feet"))
            .option("allow", count(feet, "foot", "feet"))
            .who(who);
        cx.cite(rules::GP_HOUSE_06H);
        if decide(cx, matter)?.choice == "shorten" {
            went = most;
        }
    }
    cx.record(rule, FightFact::Moves { who, feet: went }.into());
    if went >= most {
        let turn = Turn { moved: true, ..cx.state().live(who).turn };
        cx.record(rule, FightFact::Did { who, turn, what: String::new() }.into());
    }
    Ok(())
}

/// Getting up takes the turn's movement.
pub fn stand_up(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let rule = rules::GP_COMB_06;
    if cx.state().fights(who) {
        its_turn(cx.state(), who)?;
    } else {
        able(cx.state(), who)?;
    }
    if !cx.state().live(who).down {
        return refuse(Refusal::new(rule, "up", format!("{} is not down.", cx.state().name(who))));
    }
    let torso = |(chart, part): (&crate::state::PartSheet, &crate::state::Part)| {
        chart.kind == "torso" && part.crossed_out()
    };
    if cx.state().sheet(who).chart.iter().zip(&cx.state().live(who).parts).any(torso) {
        let sentence = format!("{} cannot stand with the torso crossed out.", cx.state().name(who));
        return refuse(Refusal::new(rules::GP_HLTH_04, "torso", sentence));
    }
    if cx.state().fights(who) {
        if cx.state().live(who).turn.moved {
            let sentence = format!("The movement of {} is used up for this round.", cx.state().name(who));
            return refuse(Refusal::new(rule, "moved", sentence));
        }
        let turn = Turn { moved: true, ..cx.state().live(who).turn };
        let what = cx.words(|_| "gets up".to_owned());
        cx.record(rule, FightFact::Did { who, turn, what }.into());
    }
    cx.record(rule, HealthFact::Down { who, down: false }.into());
    Ok(())
}

/// Somebody runs: out of the fight if the GM lets them go.
pub fn flees(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    may_act(cx.state(), who)?;
    if !cx.state().fights(who) {
        return refuse(Refusal::new(rules::GP_COMB_14, "no-battle", "There is no fight to run from."));
    }
    let choice = settled(cx, "yes", |cx| {
        let question = cx.words(|at| format!("{} runs. Are they let go?", at.state.name(who)));
        Decide::new(Matter::Flee, "flee", question)
            .option("yes", "They get away")
            .option("no", "They do not")
            .who(who)
    })?;
    let away = choice == "yes";
    let turn = Turn { active: true, moved: true, ..cx.state().live(who).turn };
    let what = cx.words(|_| "runs".to_owned());
    cx.record(rules::GP_COMB_14, FightFact::Did { who, turn, what }.into());
    if away {
        cx.record(rules::GP_COMB_14, FightFact::Left { who, beaten: false }.into());
    }
    Ok(())
}
