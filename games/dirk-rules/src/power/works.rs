//! Effects that need a rule of their own: things that fly, minds that are read, bodies that rise.

use boneyard_table::{Audience, Cx, Flow, Judgement, RulingOption, Seat, Who};

use super::{DAY, SUNRISE};
use crate::DirkRules;
use crate::effect::{self, Carry, Deed, Summon};
use crate::fact::{Fact, blank};
use crate::state::{Ends, Last, Lasting, Lasts, Live, Shared, Sheet};

/// A thing through the air, or oneself to another spot.
pub(crate) fn carry(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, carry: &Carry) -> Flow {
    let who = deed.by;
    if let Some((anchor, to)) = deed.spot {
        crate::combat::let_go(cx, who);
        let (from, moved) = (cx.state().feet(who, anchor), cx.state().live(who).turn.moved);
        cx.record(deed.rule, Fact::Moved { who, anchor, from, to, moved });
        return Ok(());
    }
    let most = match &carry.weight {
        Some(weight) => effect::size(cx, deed, weight)?,
        None => 0,
    };
    let feet = effect::size(cx, deed, &carry.feet)?;
    let what = deed.say.to_owned();
    let ruling = cx.judge(deed.rule, 0, &|| Judgement {
        rule: deed.rule,
        tag: what.clone(),
        question: format!("Is it loose, and does it weigh {most} or less: {what}?"),
        about: vec![format!("It may be carried up to {feet} feet.")],
        options: vec![
            RulingOption::new("carried", "It flies"),
            RulingOption::new("too-heavy", "It is too heavy, or held fast"),
        ],
        proposal: 0,
        why: "things lying about are mostly lighter than that".into(),
        precedents: Vec::new(),
    })?;
    if ruling.option() == 0 {
        let outcome = "carried".into();
        cx.record(deed.rule, Fact::Outcome(Last { outcome, dice: Vec::new() }));
    } else {
        let why = format!("It does not move: {what}.");
        cx.record(deed.rule, Fact::Fizzled { who, why });
    }
    Ok(())
}

/// What a mind would truthfully answer: the referee knows, and only the one who asked learns it.
pub(crate) fn reveal(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>) -> Flow {
    let (who, target) = (deed.by, deed.on);
    let (question, mind) = (deed.say.to_owned(), cx.state().sheet(target).name.clone());
    let ruling = cx.judge(deed.rule, 0, &|| Judgement {
        rule: deed.rule,
        tag: question.clone(),
        question: format!("What would {mind} truthfully answer: {question}"),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Yes"), RulingOption::new("no", "No")],
        proposal: 0,
        why: "a guess; you know better".into(),
        precedents: Vec::new(),
    })?;
    let audience = Audience::seats([cx.state().sheet(who).seat]);
    cx.record_for(audience, deed.rule, Fact::Answered { who, target, question, yes: ruling.option() == 0 });
    Ok(())
}

/// A dead body gets up.
pub(crate) fn summon(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, summon: &Summon) -> Flow {
    let (by, body, rule) = (deed.by, deed.on, deed.rule);
    let dead = cx.state().sheet(body).name.clone();
    let ruling = cx.judge(rule, 0, &|| Judgement {
        rule,
        tag: dead.clone(),
        question: format!("Is the body of {dead} of human size?"),
        about: Vec::new(),
        options: vec![RulingOption::new("fits", "It is"), RulingOption::new("other", "Too big or too small")],
        proposal: 0,
        why: "most bodies are".into(),
        precedents: Vec::new(),
    })?;
    if ruling.option() != 0 || cx.state().creatures.len() >= 500 {
        let why = "The body does not stir.".into();
        cx.record(rule, Fact::Fizzled { who: by, why });
        return Ok(());
    }
    let (stats, who) = (&summon.stats, Who(cx.state().creatures.len() as u16));
    let free = |name: &str| cx.state().everybody().all(|one| cx.state().sheet(one).name != name);
    let plain = stats.name.clone();
    let name = (1..=u16::MAX)
        .map(|nth| if nth == 1 { plain.clone() } else { format!("{plain} {nth}") })
        .find(|name| free(name))
        .unwrap_or(plain);
    let master = cx.state().sheet(by);
    let mut creature = blank(&name, Some(rule));
    let clock = cx.state().clock;
    let sunrise = clock - clock % DAY + SUNRISE + if clock % DAY < SUNRISE { 0 } else { DAY };
    creature.live = Live { scores: [stats.str, stats.dex, stats.wil], hp: stats.hp, ..creature.live };
    creature.live.lasting.push(Lasting { by: rule, from: by, what: Lasts::Puppet, ends: Ends::At(sunrise) });
    let sheet = Sheet {
        named: stats.named,
        side: master.side,
        seat: if summon.obeys { master.seat } else { Seat::GM },
        full: creature.live.scores,
        full_hp: stats.hp,
        ..(*creature.sheet).clone()
    };
    creature.sheet = Shared::new(sheet);
    cx.record(rule, Fact::Joined { who, creature: Box::new(creature) });
    let beside = cx.state().feet(by, body);
    cx.record(rule, Fact::Apart { one: by, other: who, feet: beside });
    for other in cx.state().everybody().filter(|&other| other != who && other != by) {
        let feet = cx.state().feet(body, other);
        cx.record(rule, Fact::Apart { one: who, other, feet });
    }
    if let Some(battle) = &cx.state().battle {
        let score = u16::from(stats.dex);
        let place = battle.scores.iter().take_while(|known| **known >= score).count() as u8;
        let turn = battle.turn.map(|turn| if place <= turn { turn + 1 } else { turn });
        cx.record(rule, Fact::Entered { who, place, score, turn });
    }
    Ok(())
}
