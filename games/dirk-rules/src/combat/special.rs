//! What some creatures can do besides their attacks: webs, breath, hatching young.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Group, Judgement, Pilot, Refusal, RulingOption, Seat, Who, deed};

use super::attack::{Blow, Strike, arms_of, strike_with};
use super::legal::may_strike;
use super::turn::{leave_turn_if_out, may_act, may_attack};
use super::words::afflict;
use crate::DirkRules;
use crate::book::{Brings, CreatureRow, Special};
use crate::check::{Save, is_alive, save};
use crate::fact::Fact;
use crate::health::{Harm, inflict};
use crate::hero::creature_like;
use crate::rules;
use crate::state::{Ability, Shared, Sheet, With};

/// A creature's entry.
pub fn entry<'a>(at: At<'a, DirkRules>, who: Who) -> Option<&'a CreatureRow> {
    at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()))
}

/// Whether a special can be used again by now.
pub fn is_ready(at: At<'_, DirkRules>, who: Who, special: &Special) -> bool {
    let round = at.state.battle.as_ref().map_or(0, |battle| battle.round);
    let last = at.state.live(who).special_round;
    last.is_none_or(|last| round.saturating_sub(last) >= u16::from(special.every))
}

deed! {
    /// Does what its entry lets it do besides its attacks.
    pub struct UseSpecial(form: DirkRules) {
        who: Who = form.actor()?,
        /// Which, by its place in the entry.
        special: u8 = which(form, who)?,
        /// At whom, where it goes at somebody.
        #[serde(default)]
        target: Option<Who> = aimed_at(form, who, special)?,
    }
}

fn row_of<'a>(at: At<'a, DirkRules>, who: Who, number: u8) -> Option<(&'a CreatureRow, &'a Special)> {
    let row = at.state.creature(who).and_then(|_| entry(at, who))?;
    Some((row, row.specials.get(usize::from(number))?))
}

/// The field `special`: a card for each.
fn which(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<u8> {
    let at = form.at();
    let row = at.state.creature(who).and_then(|_| entry(at, who));
    let all = (0u8..).zip(row.iter().flat_map(|row| &row.specials));
    let special =
        form.each_named("special", all.map(|(number, special)| (number, special.name.as_str())), |_| None)?;
    if let Some((row, special)) = row_of(at, who, special) {
        form.label(|| format!("Use the {}", special.name).into());
        form.rule(row.id);
    }
    Ok(special)
}

/// The field `target`, where it goes at somebody.
fn aimed_at(form: &mut Filling<'_, DirkRules>, who: Who, special: u8) -> Filled<Option<Who>> {
    let goes = row_of(form.at(), who, special).is_none_or(|(_, special)| special.brings.is_none());
    if goes {
        form.or_left_out("target", |form| form.creature("target", "Target"))
    } else {
        form.unasked_creature("target")
    }
}

impl Deed<DirkRules> for UseSpecial {
    const CARD: Card = Card::acting("Use a special", "Fight")
        .rule(rules::DK_BATTLE_14)
        .cost(1, "action")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (who, state) = (self.who, may.state);
        is_alive(may, who)?;
        let Some((row, special)) = row_of(may.at(), who, self.special) else {
            return may.no(|| {
                let sentence = format!("{} can do nothing like that.", state.sheet(who).name);
                Refusal::new(rules::DK_BATTLE_14, "no-special", sentence)
            });
        };
        match self.target.filter(|_| special.damage.is_some()) {
            Some(target) => may_attack(may, who, target)?,
            None => may_act(may, who)?,
        }
        may.not_if(!is_ready(may.at(), who, special), || {
            let sentence = format!("The {} comes at most every {} turns.", special.name, special.every);
            Refusal::new(row.id, "too-soon", sentence).with("every", special.every)
        })?;
        if special.brings.is_some() {
            return Ok(());
        }
        let Some(target) = self.target else {
            return may
                .no(|| Refusal::new(row.id, "no-target", format!("The {} goes at somebody.", special.name)));
        };
        is_alive(may, target)?;
        if special.damage.is_some() {
            return may_strike(may, who, Strike { with: With::Special(self.special), target });
        }
        let feet = state.feet(who, target);
        may.not_if(feet > special.range || target == who, || {
            let (name, range) = (&state.sheet(target).name, special.range);
            let sentence = format!("{name} is {feet} feet away; the {} reaches {range}.", special.name);
            let refusal = Refusal::new(rules::DK_RANGE_01H, "out-of-range", sentence);
            refusal.with("feet", feet).with("range", range)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, special: number, target } = self;
        let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
        let Some((row, special)) = row.and_then(|row| Some((row, row.specials.get(usize::from(number))?)))
        else {
            return Ok(());
        };
        let round = cx.state().battle.as_ref().map_or(0, |battle| battle.round);
        cx.record(row.id, Fact::Acted { who });
        cx.record(row.id, Fact::SpecialUsed { who, special: number, round });
        if let Some(brings) = &special.brings {
            return bring(cx, who, row, brings, special.range);
        }
        let Some(target) = target else {
            return Ok(());
        };
        if special.damage.is_some() {
            let strike = Strike { with: With::Special(number), target };
            let Some(arms) = arms_of(cx, who, strike.with) else {
                return Ok(());
            };
            let blow = Blow { rule: row.id, who, strike, aim: None, let_break: false };
            cx.within(who, |cx| strike_with(cx, blow, &arms))?;
            return leave_turn_if_out(cx, who);
        }
        let passed = match special.save {
            Some(ability) => cx.within((who, target), |cx| save(cx, Save::new(target, ability, row.id)))?,
            None => false,
        };
        match special.condition.filter(|_| !passed) {
            Some(what) => afflict(cx, row.id, target, what, Some(who)),
            None => Ok(()),
        }
    }
}

/// A turn begins in sunlight, if the referee says so: some take harm from it.
pub(super) fn sunlight(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
    let Some((row, harm)) = row.and_then(|row| Some((row, row.sunlight?))) else {
        return Ok(());
    };
    if cx.state().live(who).dead {
        return Ok(());
    }
    let ruling = cx.judge(row.id, 1, &|| Judgement {
        rule: row.id,
        tag: "sunlight".into(),
        question: "Does the sun shine on it?".into(),
        about: vec![row.text.clone()],
        options: vec![RulingOption::new("sun", "It does"), RulingOption::new("dark", "It does not")],
        proposal: 1,
        why: "it keeps out of the sun".into(),
        precedents: Vec::new(),
    })?;
    if ruling.option() != 0 {
        return Ok(());
    }
    let amount = u16::from(cx.dice(row.id, who, Group::new(1, harm.dice.0))?.first());
    inflict(cx, Harm { armor: false, ..Harm::of(who, amount) })?;
    Ok(())
}

/// Newcomers come into the battle beside whoever brought them.
fn bring(cx: &mut Cx<'_, DirkRules>, by: Who, row: &CreatureRow, brings: &Brings, feet: u16) -> Flow {
    let Some(young) = cx.book().creatures.named(&brings.creature) else {
        return Ok(());
    };
    let count = cx.dice(row.id, by, Group::new(1, brings.count.dice.0))?.first();
    for _ in 0..count {
        let fighters = cx.state().battle.as_ref().map_or(0, |battle| battle.order.len());
        if fighters >= 60 {
            let why = "There is no room for more.".into();
            cx.record(row.id, Fact::Fizzled { who: by, why });
            break;
        }
        let who = Who(cx.state().creatures.len() as u16);
        let taken = |name: &str| cx.state().everybody().any(|one| cx.state().sheet(one).name == name);
        let names =
            (1u16..).map(|nth| if nth == 1 { young.name.clone() } else { format!("{} {nth}", young.name) });
        let name = names.into_iter().find(|name| !taken(name)).unwrap_or_default();
        let mut creature = creature_like(cx.book(), young, &name);
        let (side, seat) = (cx.state().sheet(by).side, cx.state().sheet(by).seat);
        creature.sheet = Shared::new(Sheet { side, seat, ..(*creature.sheet).clone() });
        cx.cite(young.id);
        cx.record(row.id, Fact::Joined { who, creature: Box::new(creature) });
        for other in cx.state().everybody().filter(|&other| other != who) {
            let apart = if other == by { feet.min(5) } else { cx.state().feet(by, other) };
            cx.record(row.id, Fact::Apart { one: who, other, feet: apart });
        }
        let score = u16::from(cx.state().live(who).score(Ability::Dex));
        let Some(battle) = &cx.state().battle else {
            break;
        };
        let place = battle.scores.iter().take_while(|known| **known >= score).count() as u8;
        let turn = battle.turn.map(|turn| if place <= turn { turn + 1 } else { turn });
        cx.record(row.id, Fact::Entered { who, place, score, turn });
    }
    Ok(())
}
