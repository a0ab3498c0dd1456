//! Chapter 1, the fight: what may be done, why not, and what becomes true.

use boneyard_deeds::lay::{Laid, LayFact, Lays, take_up};
use boneyard_table::change::{Change, Telling};
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::Line;
use boneyard_table::{Asked, At, Cx, Flow, Pick, Pilot, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Command, Fact, Knives, State, rules};

/// Only the fighter whose turn it is acts: this holds whatever is picked, so the form asks no further.
fn may_turn(may: May<'_, Knives>, who: Who) -> Lawful {
    may.outright_if(may.state.turn != Some(who), || {
        let now = may.state.turn.map_or("nobody", |now| may.state.cast.name(now));
        Refusal::new(rules::KN_FIGHT_01, "not-your-turn", format!("It is the turn of {now}."))
    })
}

/// Gives the turn on, or ends the fight.
fn end_turn(cx: &mut Cx<'_, Knives>) {
    let state = cx.state();
    let able = |who: &Who| state.cast.live(*who).blood > 0;
    let left: Vec<Who> = state.order.iter().copied().filter(able).collect();
    let at = state.order.iter().position(|who| Some(*who) == state.turn).unwrap_or(0);
    let mut after = state.order.iter().cycle().skip(at + 1).take(state.order.len());
    let next = after.find(|who| able(who)).copied().filter(|_| left.len() > 1);
    let order = if next.is_some() { state.order.clone() } else { Vec::new() };
    let rule = if next.is_some() { rules::KN_FIGHT_01 } else { rules::KN_FIGHT_05 };
    cx.record(rule, Fights { order, turn: next }.into());
}

deed! {
    /// Begins a fight.
    pub struct Begin(form: Knives) {
        /// Who fights, in the order of their turns.
        fighters: Vec<Who> = {
            let cast = &form.state.cast;
            form.creatures("fighters", "Who", 2..=12, |who| cast.live(who).blood > 0)?
        },
    }
}

impl Deed<Knives> for Begin {
    const CARD: Card = Card::gm("Begin a fight", "Scene").rule(rules::KN_FIGHT_01).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, Knives>) -> Lawful {
        let (state, all, rule) = (may.state, &self.fighters, rules::KN_FIGHT_01);
        may.not_if(state.turn.is_some(), || Refusal::new(rule, "in-fight", "There is a fight already."))?;
        let able = |who: &Who| state.cast.creature(*who).is_some_and(|one| one.live.blood > 0);
        let twice = (1..all.len()).any(|at| all[..at].contains(&all[at]));
        may.not_if(all.len() < 2 || twice || !all.iter().all(able), || {
            Refusal::new(rule, "fighters", "A fight takes two or more different people who are not out.")
        })
    }

    fn run(self, cx: &mut Cx<'_, Knives>, _by: Seat) -> Flow {
        let turn = self.fighters.first().copied();
        cx.record(rules::KN_FIGHT_01, Fights { order: self.fighters, turn }.into());
        Ok(())
    }
}

deed! {
    /// Thrusts at somebody.
    pub struct Thrust(form: Knives) {
        who: Who = form.actor()?,
        target: Who = form.creature("target", "At whom")?,
    }
}

impl Deed<Knives> for Thrust {
    const CARD: Card = Card::acting("Thrust", "Fight").rule(rules::KN_FIGHT_02).odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, Knives>) -> Lawful {
        may_turn(may, self.who)?;
        let foe = may.state.cast.creature(self.target).filter(|_| self.target != self.who);
        let there = foe.is_some_and(|foe| foe.live.blood > 0 && may.state.order.contains(&self.target));
        may.not_if(!there, || {
            Refusal::new(rules::KN_FIGHT_02, "no-target", "There is nobody like that to thrust at.")
        })
    }

    fn run(self, cx: &mut Cx<'_, Knives>, _by: Seat) -> Flow {
        let target = self.target;
        let breath = cx.state().cast.live(target).breath;
        let parries = breath > 0 && cx.ask(target, Parry { who: target })?;
        if parries {
            cx.record(rules::KN_FIGHT_03, Breathed { who: target, breath: breath - 1 }.into());
        }
        let lies = take_up(cx, self.who).unwrap_or_default().modifier;
        let face = cx.die(rules::KN_FIGHT_02, self.who, 6)?;
        if i16::from(face) + i16::from(lies) >= if parries { 6 } else { 4 } {
            let blood = cx.state().cast.live(target).blood - 1;
            cx.record(rules::KN_FIGHT_02, Bled { who: target, blood }.into());
        }
        end_turn(cx);
        Ok(())
    }
}

deed! {
    /// Catches their breath.
    pub struct Breathe(form: Knives) {
        who: Who = form.actor()?,
    }
}

impl Deed<Knives> for Breathe {
    const CARD: Card =
        Card::acting("Catch your breath", "Fight").rule(rules::KN_FIGHT_04).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, Knives>) -> Lawful {
        may_turn(may, self.who)?;
        may.not_if(may.state.cast.live(self.who).breath >= 2, || {
            Refusal::new(rules::KN_FIGHT_04, "no-need", "Nobody has more than two breaths.")
        })
    }

    fn run(self, cx: &mut Cx<'_, Knives>, _by: Seat) -> Flow {
        let breath = cx.state().cast.live(self.who).breath + 1;
        cx.record(rules::KN_FIGHT_04, Breathed { who: self.who, breath }.into());
        end_turn(cx);
        Ok(())
    }
}

/// Whether to parry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Parry {
    /// Who.
    pub who: Who,
}

impl Pick<Knives> for Parry {
    type Answer = bool;

    fn asked(&self, _at: At<'_, Knives>) -> Asked<bool> {
        Asked::yes_no("parry", rules::KN_FIGHT_03, "Spend a breath to parry?", "Parry", "Take it")
    }

    fn instinct(&self, at: At<'_, Knives>) -> bool {
        at.state.cast.live(self.who).blood == 1
    }
}

/// Who fights, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fights {
    /// In the order of their turns; nobody where it is over.
    pub order: Vec<Who>,
    /// Whose turn it is.
    pub turn: Option<Who>,
}

impl Change<Knives> for Fights {
    fn apply(&self, state: &mut State) {
        (state.turn, state.order) = (self.turn, self.order.clone());
    }

    fn tell(&self, to: Telling<'_, Knives>) -> Option<Line> {
        let say = self.turn.map(|who| format!("{} acts.", to.name(who)));
        Some(Line::time(say.unwrap_or_else(|| "The fight is over.".into())))
    }
}

/// Somebody bled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bled {
    /// Who.
    pub who: Who,
    /// What is left.
    pub blood: u8,
}

impl Change<Knives> for Bled {
    fn apply(&self, state: &mut State) {
        state.cast.change(self.who, |live| live.blood = self.blood);
    }

    fn tell(&self, to: Telling<'_, Knives>) -> Option<Line> {
        let how = if self.blood == 0 { "is out" } else { "bleeds" };
        Some(Line::change(format!("{} {how}.", to.name(self.who))).who(self.who))
    }
}

/// Somebody has so much breath now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Breathed {
    /// Who.
    pub who: Who,
    /// How much.
    pub breath: u8,
}

impl Change<Knives> for Breathed {
    fn apply(&self, state: &mut State) {
        state.cast.change(self.who, |live| live.breath = self.breath);
    }
}

/// What lies on a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// To the die.
    #[serde(default)]
    pub modifier: i8,
}

/// Something was laid on a roll, or taken up.
pub type LaidOn = LayFact<Terms>;

impl Change<Knives> for LaidOn {
    fn apply(&self, state: &mut State) {
        state.laid.apply(self);
    }
}

impl Lays for Knives {
    const LAYING: RuleId = rules::KN_GM_02;
    type Terms = Terms;

    fn laid(state: &State) -> &Laid<Terms> {
        &state.laid
    }

    fn laid_fact(fact: LaidOn) -> Fact {
        fact.into()
    }

    fn terms(form: &mut Filling<'_, Self>) -> Filled<Terms> {
        Ok(Terms { modifier: form.amount("modifier", "How much", -3..=3)? })
    }

    fn may_lay(may: May<'_, Self>, on: Who, terms: Terms) -> Lawful {
        let bad = may.state.cast.creature(on).is_none() || terms.modifier.unsigned_abs() > 3;
        may.not_if(bad, || {
            Refusal::new(rules::KN_GM_02, "too-much", "From -3 to 3, on somebody who is here.")
        })
    }
}

/// What a bot does: it catches its breath when it is about to fall without any, else it thrusts at the weakest foe.
pub fn instinct(at: At<'_, Knives>, who: Who) -> Option<Command> {
    let (state, own) = (at.state, at.state.cast.live(who));
    if state.turn == Some(who) && own.blood == 1 && own.breath == 0 {
        return Some(Breathe { who }.into());
    }
    let open = |target: &Who| Thrust { who, target: *target }.may(May::quiet(at, Seat::GM)).is_ok();
    let foes = state.order.iter().copied().filter(open);
    foes.min_by_key(|foe| state.cast.live(*foe).blood).map(|target| Thrust { who, target }.into())
}
