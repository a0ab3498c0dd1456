//! The end of a round and of a fight, with everything that is gone through then.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::GutsPlus;
use crate::fact::{FightFact, HealthFact};
use crate::gm::{decide, settled};
use crate::health::{Ailment, inflict, recovers, review};
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Kind, Part, ROUND, State};

fn may_fight(may: May<'_, GutsPlus>, rule: boneyard_table::RuleId) -> Lawful {
    may.outright_if(may.state.battle.is_none(), || Refusal::new(rule, "no-battle", "There is no fight."))
}

/// The GM ends the round: those who have not acted are named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndRound {}

impl Form<GutsPlus> for EndRound {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        form.only_if(form.state.battle.is_some())?;
        Ok(Self {})
    }
}

impl Deed<GutsPlus> for EndRound {
    const CARD: Card = Card::gm("End the round", "Fight").rule(rules::GP_COMB_13).pilot(Pilot::Foes);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_fight(may, rules::GP_COMB_13)?;
        match may.state.battle.as_ref().and_then(|battle| battle.turn) {
            None => Ok(()),
            Some(who) => may.outright(|| {
                let sentence = format!("{} is not done yet.", may.state.name(who));
                Refusal::new(rules::GP_COMB_13, "other-turn", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Some(battle) = cx.state().battle.as_ref() else { return Ok(()) };
        let round = battle.round;
        let there: SmallVec<[Who; 12]> =
            battle.fighters.iter().filter(|one| !one.left).map(|one| one.who).collect();
        let waits = |who: &Who| cx.state().one(*who).can_act() && !cx.state().live(*who).turn.over;
        let open: Vec<Who> = there.iter().copied().filter(waits).collect();
        if !open.is_empty() {
            let names: Vec<&str> = open.iter().map(|who| cx.state().name(*who)).collect();
            let question = format!("Not yet acted: {}. End the round?", names.join(", "));
            let mut matter = Decide::new(Matter::EndRound, "round", question)
                .option("wait", "Wait for them")
                .option("end", "End it; their turns are gone");
            cx.cite(rules::GP_GM_10);
            matter.about = crate::desk::right_now(cx.at()).into_iter().map(|row| row.join(": ")).collect();
            if decide(cx, matter)?.choice == "wait" {
                return Ok(());
            }
        }
        crate::essence::round_ends(cx, round)?;
        cx.record(rules::GP_COMB_13, FightFact::Round { round: round.saturating_add(1) }.into());
        for who in there {
            if recovers(cx, who) {
                cx.record(rules::GP_SCN_02, FightFact::TurnOver { who }.into());
            }
        }
        Ok(())
    }
}

deed! {
    /// Somebody leaves the fight by the GM's word: fled, surrendered, talked out of it.
    #[serde(deny_unknown_fields)]
    pub struct Leave(form: GutsPlus) {
        who: Who = {
            let state = form.state;
            form.only_if(state.battle.is_some())?;
            form.creature_among("who", "Whom", |who| state.fights(who))?
        },
        /// Counts as beaten.
        #[serde(default)]
        beaten: bool = form.flag("beaten", "Beaten")?,
    }
}

impl Deed<GutsPlus> for Leave {
    const CARD: Card = Card::gm("Take somebody out of the fight", "Fight").rule(rules::GP_COMB_14);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.not_if(!may.state.fights(self.who), || {
            Refusal::new(rules::GP_COMB_14, "no-battle", "They are in no fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        cx.record(rules::GP_COMB_14, FightFact::Left { who: self.who, beaten: self.beaten }.into());
        Ok(())
    }
}

/// A fight in which one side has nobody left proposes its end to the GM.
pub fn propose_end(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let matter = |_: &Cx<'_, GutsPlus>| {
        Decide::new(Matter::EndFight, "fight", "One side has nobody left who can fight. End the fight?")
            .option("end", "End the fight")
            .option("go on", "It goes on")
    };
    if settled(cx, "end", matter)? == "end" { ends(cx) } else { Ok(()) }
}

/// The GM ends the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndCombat {}

impl Form<GutsPlus> for EndCombat {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        form.only_if(form.state.battle.is_some())?;
        Ok(Self {})
    }
}

impl Deed<GutsPlus> for EndCombat {
    const CARD: Card = Card::gm("End the fight", "Fight").rule(rules::GP_COMB_14).pilot(Pilot::Foes);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_fight(may, rules::GP_COMB_14)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        ends(cx)
    }
}

/// The fight ends: its injuries may become conditions, and all conditions are gone through.
fn ends(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let Some(battle) = cx.state().battle.clone() else { return Ok(()) };
    let fresh: Vec<(Who, u8)> = battle
        .fighters
        .iter()
        .flat_map(|one| {
            let parts = &cx.state().live(one.who).parts;
            let single = |nth: &u8| {
                let part = parts[usize::from(*nth)];
                part.fresh && part.lines == 1 && !part.lost
            };
            (0..parts.len() as u8).filter(single).map(|nth| (one.who, nth)).collect::<Vec<_>>()
        })
        .collect();
    let clock = cx.state().clock + u64::from(battle.round) * ROUND;
    let all = battle.fighters.iter().filter(|one| !one.left).map(|one| one.who);
    let (out, up): (Vec<Who>, Vec<Who>) = all.partition(|who| !cx.state().one(*who).can_act());
    let ours = |who: &Who| cx.state().sheet(*who).side == 0;
    let won = over(cx.state()).then(|| up.iter().any(ours));
    let (fell, mut fallen): (Vec<Who>, Vec<Who>) = out.into_iter().partition(ours);
    fallen.extend(battle.beaten.iter().copied().filter(|who| !ours(who)));
    let ended = FightFact::Ended { rounds: battle.round, clock, won, fell, beaten: fallen };
    cx.record(rules::GP_COMB_14, ended.into());
    crate::essence::fight_ends(cx);
    for (who, part) in fresh {
        downgrade(cx, who, part)?;
    }
    let out = battle.fighters.iter().map(|one| one.who).filter(|who| cx.state().sheet(*who).side != 0);
    let mut beaten: Vec<Who> = out.filter(|who| !cx.state().one(*who).can_act()).collect();
    beaten.extend(battle.beaten.iter().copied().filter(|who| cx.state().sheet(*who).side != 0));
    beaten.sort_unstable();
    beaten.dedup();
    let heroes: Vec<Who> = battle
        .fighters
        .iter()
        .map(|one| one.who)
        .filter(|who| cx.state().sheet(*who).kind == Kind::Hero)
        .collect();
    crate::desk::after_combat(cx, &beaten, &heroes)?;
    review(cx)?;
    crate::ship::fight_ends(cx)
}

fn downgrade(cx: &mut Cx<'_, GutsPlus>, who: Who, part: u8) -> Flow {
    let name = cx.state().sheet(who).part_name(part).to_owned();
    let question = format!("{}: is the injury to the {name} only painful?", cx.state().name(who));
    let matter = Decide::new(Matter::Downgrade, "after the fight", question)
        .option("keep", "It stays an injury")
        .option("downgrade", "It becomes a bruise: easier to injure again")
        .who(who);
    if decide(cx, matter)?.choice == "keep" {
        return Ok(());
    }
    let from = cx.state().live(who).parts[usize::from(part)];
    let to = Part { lines: 0, healed: 0, ..from };
    cx.record(rules::GP_COND_10, HealthFact::Part { who, part, from, to }.into());
    let given = Ailment {
        effect: "easier to injure again",
        part: cx.state().sheet(who).part(&name),
        ..Ailment::named("Bruised", "the fight")
    };
    inflict(cx, who, &given)
}

/// Whether one side has nobody left who can fight.
pub fn over(state: &State) -> bool {
    let Some(battle) = &state.battle else { return false };
    let (mut heroes, mut others) = (false, false);
    for fighter in battle.fighters.iter().filter(|one| !one.left) {
        let one = state.one(fighter.who);
        if one.can_act() {
            heroes |= one.sheet.side == 0;
            others |= one.sheet.side == 1;
            // Asked before everything anybody does, and mostly answered by the first two.
            if heroes && others {
                return false;
            }
        }
    }
    true
}
