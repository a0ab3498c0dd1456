//! What a Creature can do with its Action besides striking, as its entry says.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Playable, Refusal, RuleId, Seat, Who, deed};

use super::aim::reaches;
use super::attack_roll::glimpses;
use super::legal::{Cost, fighter_now, may_do, may_reach_living, may_target, pay};
use super::provoke::provoke;
use crate::DieTrying;
use crate::book::{AttackBy, Book, CreatureUse};
use crate::check::{self, Check, Kind, Parts, add, all_checks};
use crate::effect;
use crate::hurt::ac;
use crate::rules;
use crate::sight;
use crate::state::State;

deed! {
    /// An Action of a Creature's own.
    pub struct Special(form: DieTrying) {
        who: Who = fighter_now(form)?,
        /// Which, by its name.
        action: String = own_action(form, who)?,
        target: Who = form.creature_among("target", "Whom", opponent_of(form.state, who))?,
    }
}

/// The field `action`: each has a card of its own.
fn own_action(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<String> {
    let action = form.each("action", uses(form.state, form.book, who).map(|(own, _)| own.name.clone()))?;
    form.label(|| action.clone().into());
    form.id(|| format!("special-{action}"));
    Ok(action)
}

/// Whom somebody fights against, as far as that shows.
fn opponent_of(state: &State, who: Who) -> impl Fn(Who) -> bool {
    let opponents: Vec<Who> =
        state.creature(who).into_iter().flat_map(|_| super::legal::opponents(state, who)).collect();
    move |other| opponents.contains(&other)
}

/// What the entry of a Creature lets it do, with the entry.
fn uses<'b>(state: &State, book: &'b Book, who: Who) -> impl Iterator<Item = (&'b CreatureUse, RuleId)> {
    let entry = state.creature(who).and_then(|one| one.sheet.like);
    let row = entry.and_then(|like| book.creatures.get(like.as_str()));
    row.into_iter().flat_map(|row| row.uses.iter().map(|own| (own, row.id)))
}

impl Deed<DieTrying> for Special {
    const CARD: Card =
        Card::acting("Special", "Fight").rule(rules::DT_HOUSE_20H).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (state, rule, (who, target)) = (may.state, rules::DT_HOUSE_20H, (self.who, self.target));
        may_do(may, who, Cost::Action)?;
        let Some((own, _)) = uses(state, may.book, who).find(|(own, _)| own.name == self.action) else {
            return may.no(|| {
                let sentence = format!("{} has no such action.", state.name(who));
                Refusal::new(rule, "no-such-action", sentence)
            });
        };
        may.not_if(who == target, DieTrying::nobody)?;
        may_target(may, who, target)?;
        may_reach_living(may, target)?;
        let far = sight::distance(state, who, target).map_or(0, |far| far * 5);
        may.not_if(far > u32::from(own.range) || !reaches(state, who, target), || {
            let sentence = format!("{} is out of range.", state.name(target));
            Refusal::new(rule, "out-of-reach", sentence).with("feet", far).with("reach", own.range)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, action, target } = self;
        let Some((own, entry)) = uses(cx.state(), cx.book(), who).find(|(own, _)| own.name == action) else {
            return Ok(());
        };
        special(cx, who, target, own, entry)
    }
}

/// Does it: an attack where it is one, then its effects.
fn special(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who, own: &CreatureUse, entry: RuleId) -> Flow {
    pay(cx, who, Cost::Action, entry);
    provoke(cx, target);
    let book = cx.book();
    let Some(row) = book.creatures.get(entry.as_str()) else { return Ok(()) };
    let hit = match &own.attack {
        None => true,
        Some(by) => {
            let bonus = match by {
                AttackBy::Number(bonus) => *bonus,
                AttackBy::Word(_) => row.attack.bonus,
            };
            if !cx.within((who, target), |cx| glimpses(cx, who, target))? {
                false
            } else {
                let mut parts = Parts::new();
                add(&mut parts, "As listed", bonus.into(), entry);
                all_checks(cx.state(), book, who, &mut parts);
                let dc = ac(cx.state(), book, target, Some(who));
                let check = Check::new(who, Kind::Attack, parts, rules::DT_CHECK_07);
                check::make(cx, check, dc)?.0.succeeded()
            }
        }
    };
    if hit {
        cx.within((who, target), |cx| effect::on_hit(cx, Some(who), target, None, &own.effects, entry))?;
    }
    sight::acted(cx, who);
    Ok(())
}
