//! Strength against strength: Grapple, Shove, FORCE, getting free, letting go.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::attack::settled;
use super::legal::{beside, known, may_act, may_spend, pay, takes, target as check_target};
use super::push::push;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::{Throw, oppose, opposed, out, skill_check, skill_sums};
use crate::fact::FightFact;
use crate::gear::free_hands;
use crate::hurt::{Gain, end_conditions, gain, lie_down};
use crate::passive;
use crate::picks::{acting, fighting, maybe_skill, near, target};
use crate::question::ShoveTo;
use crate::rules;
use crate::state::{Condition, Skill, Spot, State};

deed! {
    /// Grapple.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Grapple(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Whom.
        target: Who = target(form, who)?,
    }
}

deed! {
    /// Shove.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Shove(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Whom.
        target: Who = target(form, who)?,
    }
}

deed! {
    /// Interact: FORCE, which makes somebody count as willing for a while.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Force(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Whom.
        target: Who = target(form, who)?,
    }
}

deed! {
    /// Getting free of what holds one.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct BreakFree(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Whose grip; whatever else holds one if nobody is named.
        #[serde(default)]
        from: Option<Who> = holder(form, who)?,
        /// Athletics or Acrobatics, against what is no grip.
        #[serde(default)]
        skill: Option<Skill> = match from {
            Some(_) => form.unasked("skill")?,
            None => maybe_skill(form, "By", &[Skill::Athletics, Skill::Acrobatics])?,
        },
    }
}

/// The field `from`: a card for all grips, and one for what is none.
fn holder(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Option<Who>> {
    let (state, one) = (form.state, form.state.creature(who));
    if form.variant(&[false, true])? {
        form.only_if(one.is_some_and(|one| one.live.is(Condition::Grappled)))?;
        form.id(|| "break_free".into());
        let grips = |other: Who| {
            near(At { state, book: form.book }, who, other)
                && one.is_some_and(|one| one.live.is_by(Condition::Grappled, other))
        };
        return form.or_left_out("from", |form| form.creature_among("from", "Whose", grips));
    }
    form.only_if(one.is_some_and(|one| one.live.is(Condition::Restrained)))?;
    form.id(|| "get-free".into());
    form.label(|| "Get free".into());
    form.rule(Condition::Restrained.rule());
    Ok(None)
}

deed! {
    /// Lets go of somebody, for nothing.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct LetGo(form: RollHighOrDie) {
        /// Who.
        who: Who = acting(form)?,
        /// Whom.
        target: Who = held(form, who)?,
    }
}

/// The field `target`: whom somebody holds.
fn held(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Who> {
    let at = form.at();
    let holds = |other: Who| near(at, who, other) && at.state.live(other).is_by(Condition::Grappled, who);
    form.only_if(at.state.everybody().any(holds))?;
    form.creature_among("target", "Of whom", holds)
}

/// Where a Shove leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shoved {
    /// To this space.
    To(Spot),
    /// Onto the ground.
    Prone,
    /// Nowhere.
    Neither,
}

/// What bars an Action on somebody in the next space.
pub(super) fn may_beside(
    may: May<'_, RollHighOrDie>,
    who: Who,
    target: Who,
    rule: boneyard_table::RuleId,
) -> Lawful {
    check_target(may.state, may.book, who, target, rule)?;
    Ok(beside(may.state, who, target, rule)?)
}

impl Deed<RollHighOrDie> for Grapple {
    const CARD: Card =
        Card::acting("Grapple", "Encounter").rule(rules::RH_ACT_02).cost(2, "AP").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who, target) = (rules::RH_ACT_02, self.who, self.target);
        may_act(may, who, 2, "grapple")?;
        may_beside(may, who, target, rule)?;
        let row = may.state.sheet(who).like.and_then(|like| may.book.creatures.get(like.as_str()));
        let handless = free_hands(may.state, who) == 0 && !row.is_some_and(|row| row.grapples);
        may.not_if(handless, || {
            Refusal::new(rule, "no-free-hand", format!("{} has no free hand.", may.state.name(who)))
        })?;
        may.not_if(passive::hook(may.state, may.book, target, "swarm").is_some(), || {
            Refusal::new(rule, "swarm", "A swarm cannot be held.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, who, target) = (rules::RH_ACT_02, self.who, self.target);
        pay(cx, who, 2, rule);
        cx.cite(rules::RH_LOS_03);
        let won = cx.within(who, |cx| {
            opposed(cx, who, Skill::Athletics, target, Skill::Athletics, rule, &["grapple"])
        })?;
        if won {
            gain(cx, target, Gain::new(Condition::Grappled, rule).from(who));
            spikes(cx, self)?;
        }
        settled(cx, who);
        Ok(())
    }
}

/// The one who grapples somebody in Spiked armor is hurt.
fn spikes(cx: &mut Cx<'_, RollHighOrDie>, on: Grapple) -> Flow {
    let book = cx.book();
    let spiked = crate::gear::worn(cx.state(), on.target).any(|(_, suit)| {
        suit.tags
            .iter()
            .filter_map(|tag| book.armor_tags.named(tag))
            .any(|row| row.hook.as_deref() == Some("spiked"))
    });
    if !spiked {
        return Ok(());
    }
    let rule = rules::RH_ATAG_24H;
    let dice = crate::state::Dice::new(1, 4);
    let amount = crate::hurt::roll_dice(cx, rule, on.target, dice, "spikes")?;
    let kind = crate::state::DamageType::Piercing;
    crate::hurt::suffer(cx, &crate::hurt::Wallop::one(on.who, amount, kind, false, rule))?;
    Ok(())
}

impl Deed<RollHighOrDie> for Shove {
    const CARD: Card =
        Card::acting("Shove", "Encounter").rule(rules::RH_ACT_03).cost(2, "AP").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_act(may, self.who, 2, "shove")?;
        may_beside(may, self.who, self.target, rules::RH_ACT_03)?;
        may.not_if(passive::hook(may.state, may.book, self.target, "swarm").is_some(), || {
            Refusal::new(rules::RH_ACT_03, "swarm", "A swarm cannot be shoved.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        shove(cx, self)
    }
}

/// Spaces a Shove may push somebody into: next to them, within 10 feet of the shover, not the shover's own.
pub fn shove_spaces(state: &State, who: Who, target: Who) -> Vec<Spot> {
    let (Some(own), Some(at)) = (state.live(who).at, state.live(target).at) else { return Vec::new() };
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let around = steps.filter(|step| *step != (0, 0)).filter_map(|(across, down)| at.step(across, down));
    let far = |spot: Spot| {
        let size = state.sheet(who).size.spaces();
        crate::sight::metric(state).distance(own.footprint(size), spot.footprint(1))
    };
    let on_map = |spot: &Spot| state.board.as_ref().is_some_and(|board| board.has(*spot));
    around.filter(|spot| *spot != own && far(*spot) <= 2).filter(on_map).collect()
}

fn shove(cx: &mut Cx<'_, RollHighOrDie>, on: Shove) -> Flow {
    let rule = rules::RH_ACT_03;
    let Shove { who, target } = on;
    pay(cx, who, 2, rule);
    cx.cite(rules::RH_LOS_03);
    let (state, book) = (cx.state(), cx.book());
    let mut own = skill_sums(state, book, who, Skill::Athletics, &["shove"]);
    if let Some(row) = passive::floor(state, book, target).filter(|row| row.hook.as_deref() == Some("mud")) {
        own.add(&row.name, 2, row.id);
    }
    let own = Throw::new(who, "Shove", own, rule);
    let other = Throw::new(target, "Athletics", skill_sums(state, book, target, Skill::Athletics, &[]), rule);
    let won = cx.within(who, |cx| oppose(cx, (who, own), (target, other), rule))?;
    if won {
        let among = shove_spaces(cx.state(), who, target);
        match cx.ask(who, ShoveTo { who, target, among })? {
            Shoved::Neither => {}
            Shoved::Prone => lie_down(cx, target, rule),
            Shoved::To(spot) => {
                let from = cx.state().live(target).at.unwrap_or(spot);
                let way = |a: u8, b: u8| i16::from(b) - i16::from(a);
                let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
                let feet = row.and_then(|row| row.shove).unwrap_or(5);
                let direction = (way(from.x, spot.x), way(from.y, spot.y));
                cx.within((who, target), |cx| push(cx, target, direction, feet, rule))?;
            }
        }
    }
    settled(cx, who);
    Ok(())
}

impl Deed<RollHighOrDie> for Force {
    const CARD: Card =
        Card::acting("FORCE", "Encounter").rule(rules::RH_ACT_11).cost(1, "AP").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_act(may, self.who, 1, "interact")?;
        may_beside(may, self.who, self.target, rules::RH_ACT_11)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        force(cx, self)
    }
}

fn force(cx: &mut Cx<'_, RollHighOrDie>, on: Force) -> Flow {
    let rule = rules::RH_ACT_11;
    let Force { who, target } = on;
    pay(cx, who, 1, rule);
    let (state, book) = (cx.state(), cx.book());
    if !out(state, target) {
        let own = Throw::new(who, "FORCE", skill_sums(state, book, who, Skill::Athletics, &[]), rule);
        let mut sums = skill_sums(state, book, target, Skill::Athletics, &[]);
        if state.live(target).is_by(Condition::Grappled, who) {
            sums.edge("Grappled", false, rule);
        }
        let other = Throw::new(target, "Athletics", sums, rule);
        if !cx.within((who, target), |cx| oppose(cx, (who, own), (target, other), rule))? {
            return Ok(());
        }
    }
    record(cx, rule, FightFact::Forced { who, target: Some(target) }.into());
    Ok(())
}

impl Deed<RollHighOrDie> for BreakFree {
    const CARD: Card = Card::acting("Break a grip", "Encounter")
        .rule(Condition::Grappled.rule())
        .cost(2, "AP")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (live, rule) = (|| may.state.live(self.who), Condition::Restrained.rule());
        may_spend(may, self.who, 2)?;
        if let Some(from) = self.from {
            return may.not_if(!live().is_by(Condition::Grappled, from), || {
                let sentence = format!("{} is not Grappled by them.", may.state.name(self.who));
                Refusal::new(Condition::Grappled.rule(), "not-held", sentence)
            });
        }
        may.not_if(!live().is(Condition::Restrained), || {
            let name = may.state.name(self.who);
            Refusal::new(rule, "not-held", format!("{name} is not Restrained; name whose grip to break."))
        })?;
        may.not_if(!matches!(self.skill, None | Some(Skill::Athletics | Skill::Acrobatics)), || {
            Refusal::new(rule, "wrong-skill", "Getting free takes Athletics or Acrobatics.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        break_free(cx, self)
    }
}

fn break_free(cx: &mut Cx<'_, RollHighOrDie>, free: BreakFree) -> Flow {
    let who = free.who;
    if let Some(from) = free.from {
        let rule = Condition::Grappled.rule();
        pay(cx, who, 2, rule);
        if opposed(cx, who, Skill::Athletics, from, Skill::Athletics, rule, &["grapple"])? {
            end_conditions(cx, who, rule, |ailment| {
                ailment.what == Condition::Grappled && ailment.from == Some(from)
            });
        }
        return Ok(());
    }
    let rule = Condition::Restrained.rule();
    pay(cx, who, 2, rule);
    let state = cx.state();
    let held = state.live(who).conditions.iter().find(|known| known.what.what == Condition::Restrained);
    let dc = held.and_then(|known| known.what.dc).unwrap_or(15);
    let better = [Skill::Acrobatics, Skill::Athletics].into_iter();
    let better = better.max_by_key(|skill| crate::body::skill_bonus(state, who, *skill));
    let skill = free.skill.or(better).unwrap_or(Skill::Athletics);
    if skill_check(cx, who, skill, dc.into(), rule, &[])? {
        end_conditions(cx, who, rule, |ailment| ailment.what == Condition::Restrained);
    }
    Ok(())
}

impl Deed<RollHighOrDie> for LetGo {
    const CARD: Card = Card::acting("Let go", "Encounter").rule(rules::RH_ACT_14).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        takes(may.state, may.book, self.who, 0)?;
        known(may.state, self.target)?;
        may.not_if(!may.state.live(self.target).is_by(Condition::Grappled, self.who), || {
            let sentence = format!("{} holds nobody like that.", may.state.name(self.who));
            Refusal::new(rules::RH_ACT_14, "not-held", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        end_conditions(cx, self.target, rules::RH_ACT_14, |ailment| {
            ailment.what == Condition::Grappled && ailment.from == Some(self.who)
        });
        Ok(())
    }
}
