//! Ready: a deed kept for a trigger, done as a Reaction when it comes.

use boneyard_table::deed::{Card, Filled, Filling, Lawful, May};
use boneyard_table::view::{Domain, Square};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::aim::{Assault, may_assault};
use super::arms::natural_or_held;
use super::legal::{Cost, fighter_now, fighters, may_do, may_house_action, opponents, pay};
use super::react::reaction;
use super::strike::assault;
use super::walk::Go;
use crate::DieTrying;
use crate::fact::{FightFact, Spending};
use crate::question::UseReaction;
use crate::rules;
use crate::sight;
use crate::state::{Deed, Ready, Spot};

deed! {
    /// The Ready action.
    pub struct ReadyDeed(form: DieTrying) {
        who: Who = fighter_now(form)?,
        /// When this happens.
        when: String = form.text("when", "When", 80)?,
        /// A Strike, a Dodge or a step.
        deed: Deed = form.one_of("deed", "Then", DEEDS)?,
    }
}

const DEEDS: [(Deed, &str); 3] =
    [(Deed::Strike, "Strike"), (Deed::Dodge, "Dodge"), (Deed::Step, "Step of 5 feet")];

impl deed::Deed<DieTrying> for ReadyDeed {
    const CARD: Card =
        Card::acting("Ready", "Fight").rule(rules::DT_ACT_07H).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_house_action(may)?;
        may_do(may, self.who, Cost::Action)?;
        let when = self.when.trim();
        let so = may.state.battle.is_some() && !when.is_empty() && when.chars().count() <= 80;
        may.not_if(!so, || {
            let sentence = "In a fight, say in up to 80 letters what you wait for.";
            Refusal::new(rules::DT_ACT_07H, "no-trigger", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, when, deed }, rule) = (self, rules::DT_ACT_07H);
        pay(cx, who, Cost::Action, rule);
        let kept = Ready { when: when.trim().to_owned(), of: None, deed };
        cx.record(rule, FightFact::Readied { who, ready: Some(kept) }.into());
        sight::acted(cx, who);
        Ok(())
    }
}

deed! {
    /// The TS says that a trigger happens; its owner may act on it.
    #[derive(Copy)]
    pub struct Spring(form: DieTrying) {
        who: Who = ready_one(form)?,
        /// Whom a Strike is for.
        #[serde(default)]
        target: Option<Who> = struck(form, who)?,
        /// Where a step goes.
        #[serde(default)]
        to: Option<Spot> = stepped(form, who)?,
    }
}

/// The field `who`: each of those who are ready has a card.
fn ready_one(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let state = form.state;
    let ready = |who: &Who| state.live(*who).ready.is_some();
    let all = fighters(state).filter(ready).map(|who| (who, state.name(who)));
    let who = form.each_named("who", all, |name| Some(crate::values::who_named(state, name)))?;
    form.id(|| format!("spring-{}", who.0));
    let when = state.creature(who).and_then(|one| one.live.ready.as_ref()).map_or("", |ready| &ready.when);
    form.label(|| format!("It happens: {when} ({})", state.name(who)).into());
    Ok(who)
}

/// What somebody is ready to do.
fn readied(form: &Filling<'_, DieTrying>, who: Who) -> Option<Deed> {
    form.state.creature(who)?.live.ready.as_ref().map(|ready| ready.deed)
}

fn struck(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<Option<Who>> {
    if form.is_written() {
        return form.maybe_creature("target", "", |_| true);
    }
    if readied(form, who) != Some(Deed::Strike) {
        return form.unasked("target");
    }
    let foes: Vec<Who> = opponents(form.state, who).collect();
    let target = form.creature_among("target", "Whom the Strike is for", |other| foes.contains(&other))?;
    Ok(Some(target))
}

fn stepped(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<Option<Spot>> {
    if form.is_written() || readied(form, who) != Some(Deed::Step) {
        return form.unasked("to");
    }
    let at = form.at();
    let near = at.state.live(who).at.into_iter().flat_map(|here| crate::effect::around(at.state, here, 5));
    let open: Vec<Spot> = near.filter(|to| super::walk::beside(at, &Go::to(who, *to))).collect();
    let squares = || open.iter().map(|spot| Square::new(spot.x.into(), spot.y.into())).collect();
    let domain = || Domain::Square { among: squares() };
    let to = form.field("to", "Where the step goes", domain, || open.first().copied(), super::walk::spot)?;
    Ok(Some(to))
}

impl Spring {
    /// The attack it would be.
    fn blow(&self, may: May<'_, DieTrying>) -> Option<Assault> {
        let (who, target) = (self.who, self.target?);
        let ready = may.state.live(who).ready.as_ref()?;
        let weapon = natural_or_held(may.state, who).filter(|_| ready.deed == Deed::Strike)?;
        Some(reaction(may.state, may.book, who, target, weapon.into(), 0, rules::DT_ACT_07H))
    }
}

impl deed::Deed<DieTrying> for Spring {
    const CARD: Card = Card::gm("say that it happens", "Fight").rule(rules::DT_ACT_07H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, target: _, to }, rule, state) = (*self, rules::DT_ACT_07H, may.state);
        may_do(may, who, Cost::Reaction)?;
        let Some(ready) = &state.live(who).ready else {
            return may.no(|| {
                let sentence = format!("{} is not ready for anything.", state.name(who));
                Refusal::new(rule, "not-ready", sentence)
            });
        };
        match (ready.deed, self.blow(may), to) {
            (Deed::Strike, Some(blow), _) => may_assault(may, &blow),
            (Deed::Strike, None, _) => {
                may.no(|| Refusal::new(rule, "no-target", "Say whom the Strike is for."))
            }
            (Deed::Step, _, Some(to)) => {
                // A step of 5 feet to a free square beside one.
                may.not_if(!super::walk::beside(may.at(), &Go::to(who, to)), || {
                    let sentence = format!("{} cannot step to {to}.", state.name(who));
                    Refusal::new(rule, "no-step", sentence)
                })
            }
            (Deed::Step, _, None) => may.no(|| Refusal::new(rule, "no-square", "Say where the step goes.")),
            (Deed::Dodge, ..) => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_ACT_07H);
        let blow = self.blow(May::quiet(cx.at(), by));
        let step = self
            .to
            .filter(|_| cx.state().live(who).ready.as_ref().is_some_and(|ready| ready.deed == Deed::Step));
        let target = self.target.unwrap_or(who);
        let used = cx.ask(who, UseReaction { who, target, rule })?;
        if !used {
            return Ok(());
        }
        pay(cx, who, Cost::Reaction, rule);
        cx.record(rule, FightFact::Readied { who, ready: None }.into());
        if let Some(blow) = blow {
            cx.within(who, |cx| assault(cx, &blow))?;
            sight::acted(cx, who);
        } else if let Some(to) = step {
            cx.record(rule, FightFact::Shoved { who, to }.into());
            sight::acted(cx, who);
        } else {
            let by = super::act::dodge_by(cx, who);
            cx.record(rules::DT_COM_10, FightFact::Spent { who, what: Spending::Dodge(by) }.into());
        }
        Ok(())
    }
}
