//! What people do where they stand besides what all games share: they fall upon those who are there.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::adventure::Mood;
use boneyard_world::run::{HOME, WorldFact};

use super::clash::comes;
use super::going::{person_of, walker};
use super::{place_of, together};
use crate::DirkRules;
use crate::fact::Fact;
use crate::health::out;
use crate::rules;
use crate::state::State;
use crate::time::may_set_about;

const RULE: RuleId = rules::DK_SCEN_00H;

/// What bars people from doing something where they stand.
pub(super) fn may_do(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may.outright_if(may.state.battle.is_some(), || {
        Refusal::new(RULE, "in-battle", "There is no time for that in a battle.")
    })?;
    may_set_about(may, RULE, &[who])?;
    may.outright_if(out(may.state, who), || {
        let sentence = format!("{} is in no state to do that.", may.state.sheet(who).name);
        Refusal::new(RULE, "unable", sentence)
    })?;
    may.outright_if(place_of(may.state, who).is_none(), || Refusal::new(RULE, "nowhere", "They are nowhere."))
}

/// The field `who`: a hero in an adventure.
fn visitor(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = walker(form)?;
    let away = place_of(form.state, who).is_some_and(|place| &*place.adventure != HOME);
    form.only_if(away)?;
    Ok(who)
}

/// Those against the heroes where somebody stands, the sleepers among them.
fn foes(state: &State, who: Who) -> Vec<Who> {
    let fights = |one: &Who| {
        let (sheet, live) = (state.sheet(*one), state.live(*one));
        let asleep = sleeps(state, *one);
        sheet.side == 1 && !live.dead && !live.surrendered && (asleep || !out(state, *one))
    };
    state.everybody().filter(|one| together(state, who, *one)).filter(fights).collect()
}

/// Whether somebody sleeps who can be woken.
fn sleeps(state: &State, who: Who) -> bool {
    state.live(who).passed_out && super::befalls::mood(state, who) == Some(Mood::Asleep)
}

deed! {
    /// Falls upon those who are there: a battle begins.
    #[derive(Copy)]
    pub struct FallUpon(form: DirkRules) {
        who: Who = attacker(form)?,
    }
}

fn attacker(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = visitor(form)?;
    form.only_if(!foes(form.state, who).is_empty())?;
    Ok(who)
}

impl Deed<DirkRules> for FallUpon {
    const CARD: Card = Card::acting("Fall upon them", "Places").rule(rules::DK_BATTLE_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_do(may, self.who)?;
        may.not_if(foes(may.state, self.who).is_empty(), || {
            Refusal::new(rules::DK_BATTLE_01, "one-side", "Nobody is here to fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let all = foes(cx.state(), self.who);
        for &one in &all {
            if !sleeps(cx.state(), one) {
                continue;
            }
            let found = person_of(cx.state(), one).map(|(key, person)| (key.clone(), person.clone()));
            let Some((key, person)) = found else { continue };
            let waiting =
                cx.state().campaign.running(&key).and_then(|running| running.waits.get(&person).cloned());
            if let Some(mut waiting) = waiting {
                waiting.mood = Some(Mood::Aware);
                cx.record(RULE, Fact::from(WorldFact::Waits(key, person, waiting)));
            }
        }
        comes(cx, &all);
        Ok(())
    }
}
