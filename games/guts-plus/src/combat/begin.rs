//! How a fight begins: everyone rolls Gumption, the GM decides ties.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use crate::GutsPlus;
use crate::fact::FightFact;
use crate::gm::{as_proposed, decide};
use crate::question::{Decide, Matter};
use crate::roll::{able, first_round};
use crate::rules;
use crate::state::{Base, Fighter, Kind};

deed! {
    /// The GM begins a fight.
    #[serde(deny_unknown_fields)]
    pub struct BeginCombat(form: GutsPlus) {
        /// Who takes part.
        fighters: Vec<Who> = {
            let state = form.state;
            form.only_if(state.battle.is_none())?;
            let able = |who: Who| state.one(who).can_act() && state.sheet(who).draft.is_none();
            form.creatures("fighters", "Who fights", 2..=20, able)?
        },
    }
}

impl Deed<GutsPlus> for BeginCombat {
    const CARD: Card = Card::gm("Begin a fight", "Fight").rule(rules::GP_COMB_02).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who) = (rules::GP_COMB_02, &self.fighters);
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rule, "in-battle", "A fight is under way already.")
        })?;
        let twice = |(nth, one): (usize, &Who)| who[..nth].contains(one);
        may.not_if(who.len() < 2 || who.len() > 20 || who.iter().enumerate().any(twice), || {
            Refusal::new(rule, "who", "Two to twenty take part, each once.")
        })?;
        let cannot = |one: &Who| may.state.creature(*one).is_none_or(|one| !one.can_act());
        may.not_if(who.iter().any(cannot), || {
            Refusal::new(rule, "cannot-act", "Everybody who takes part is here and conscious.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.fighters.as_slice();
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
                let question =
                    format!("{} rolled {}. Who goes first?", names.join(" and "), fighters[at].rolled);
                let mut matter = Decide::new(Matter::Tie, "tie", question);
                for name in names {
                    matter = matter.option(name.clone(), name);
                }
                let say = decide(cx, matter)?;
                let first =
                    fighters[at..at + tied].iter().position(|one| cx.state().name(one.who) == say.choice);
                let first = fighters.remove(at + first.unwrap_or(0));
                fighters.insert(at, first);
            }
            at += 1;
        }
        cx.record(rules::GP_COMB_02, FightFact::Begun { fighters }.into());
        crate::ship::fight_begins(cx, who);
        Ok(())
    }
}

deed! {
    /// Somebody else comes into the fight.
    #[serde(deny_unknown_fields)]
    pub struct JoinCombat(form: GutsPlus) {
        who: Who = {
            let state = form.state;
            let outside = |who: Who| !state.fights(who) && state.one(who).can_act();
            form.only_if(state.battle.is_some() && state.everybody().any(outside))?;
            form.creature_among("who", "Who", outside)?
        },
    }
}

impl Deed<GutsPlus> for JoinCombat {
    const CARD: Card = Card::gm("Let somebody join in", "Fight").rule(rules::GP_COMB_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_COMB_02;
        able(may, self.who)?;
        may.outright_if(may.state.battle.is_none(), || {
            Refusal::new(rule, "no-battle", "There is no fight.")
        })?;
        may.not_if(may.state.fights(self.who), || Refusal::new(rule, "already", "They are in it already."))
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        cx.record(rules::GP_COMB_02, FightFact::Joined { who: self.who }.into());
        crate::ship::fight_begins(cx, &[self.who]);
        Ok(())
    }
}
