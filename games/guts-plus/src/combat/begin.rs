//! How a fight begins: everyone rolls Gumption, the GM decides ties.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};

use crate::GutsPlus;
use crate::fact::FightFact;
use crate::gm::{as_proposed, decide, must_be_gm};
use crate::question::{Decide, Matter};
use crate::roll::first_round;
use crate::rules;
use crate::state::{Base, Fighter, Kind};

/// The GM begins a fight.
pub fn begin(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: &[Who]) -> Flow {
    let rule = rules::GP_COMB_02;
    must_be_gm(by, rule, "begins a fight")?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "A fight is under way already."));
    }
    let twice = |(nth, one): (usize, &Who)| who[..nth].contains(one);
    if who.len() < 2 || who.len() > 20 || who.iter().enumerate().any(twice) {
        return refuse(Refusal::new(rule, "who", "Two to twenty take part, each once."));
    }
    if who.iter().any(|one| cx.state().creature(*one).is_none_or(|one| !one.can_act())) {
        let sentence = "Everybody who takes part is here and conscious.";
        return refuse(Refusal::new(rule, "cannot-act", sentence));
    }
    let totals = first_round(cx, who)?;
    let mut fighters: Vec<Fighter> =
        who.iter().zip(totals).map(|(who, rolled)| Fighter { who: *who, rolled, left: false }).collect();
    // Ties as they are proposed: heroes first, then the higher Gumption.
    let state = cx.state();
    let usual = |one: &Fighter| {
        let sheet = state.sheet(one.who);
        (-one.rolled, sheet.kind != Kind::Hero, u8::MAX - sheet.level(Base::Gumption.nth()))
    };
    fighters.sort_by_key(usual);
    // Who is proposed stands first already.
    let mut at = if as_proposed(cx) { fighters.len() } else { 0 };
    while at < fighters.len() {
        let tied = fighters[at..].iter().filter(|one| one.rolled == fighters[at].rolled).count();
        if tied > 1 {
            let names = fighters[at..at + tied].iter().map(|one| cx.state().name(one.who).to_owned());
            let names: Vec<String> = names.collect();
            let question = format!("{} rolled {}. Who goes first?", names.join(" and "), fighters[at].rolled);
            let mut matter = Decide::new(Matter::Tie, "tie", question);
            for name in names {
                matter = matter.option(name.clone(), name);
            }
            let say = decide(cx, matter)?;
            let first = fighters[at..at + tied].iter().position(|one| cx.state().name(one.who) == say.choice);
            let first = fighters.remove(at + first.unwrap_or(0));
            fighters.insert(at, first);
        }
        at += 1;
    }
    cx.record(rule, FightFact::Begun { fighters }.into());
    crate::ship::fight_begins(cx, who);
    Ok(())
}

/// Somebody else comes into the fight.
pub fn join(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Who) -> Flow {
    let rule = rules::GP_COMB_02;
    must_be_gm(by, rule, "says who takes part")?;
    crate::roll::able(cx.state(), who)?;
    match &cx.state().battle {
        None => refuse(Refusal::new(rule, "no-battle", "There is no fight.")),
        Some(battle) if battle.has(who) => refuse(Refusal::new(rule, "already", "They are in it already.")),
        Some(_) => {
            cx.record(rule, FightFact::Joined { who }.into());
            crate::ship::fight_begins(cx, &[who]);
            Ok(())
        }
    }
}
