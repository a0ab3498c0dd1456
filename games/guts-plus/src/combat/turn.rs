//! A turn: movement, one active and one passive action, in any order.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};

use crate::GutsPlus;
use crate::fact::{FightFact, HealthFact};
use crate::gm::{decide, settled};
use crate::question::{Decide, Matter, Task};
use crate::roll::{able, assigned, carry_out};
use crate::rules;
use crate::state::{State, Turn};

/// Whose turn comes next in the first round.
pub fn next_in_order(state: &State) -> Option<Who> {
    let battle = state.battle.as_ref()?;
    let waits = |who: Who| state.one(who).can_act() && !state.live(who).turn.over;
    battle.fighters.iter().filter(|one| !one.left).map(|one| one.who).find(|who| waits(*who))
}

/// The field `who` of what is done in one's turn: it lies before the one whose turn it is.
pub(super) fn on_turn(form: &mut Filling<'_, GutsPlus>) -> Filled<Who> {
    let who = form.actor()?;
    let state = form.state;
    let acts = |one: &crate::state::Creature| one.can_act();
    let turn = state.battle.as_ref().is_some_and(|battle| battle.turn == Some(who) && battle.has(who));
    form.only_if(turn && state.creature(who).is_some_and(acts))?;
    Ok(who)
}

deed! {
    /// Takes one's turn: in order in the first round, whenever it fits afterwards.
    #[serde(deny_unknown_fields)]
    pub struct TakeTurn(form: GutsPlus) {
        who: Who = {
            let who = form.actor()?;
            let battle = form.state.battle.as_ref().filter(|battle| battle.has(who));
            let waits = battle.is_some_and(|battle| battle.turn != Some(who));
            form.only_if(waits && form.state.one(who).can_act())?;
            who
        },
    }
}

impl Deed<GutsPlus> for TakeTurn {
    const CARD: Card = Card::acting("Take the turn", "Fight").rule(rules::GP_COMB_01).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who, state) = (rules::GP_COMB_01, self.who, may.state);
        able(may, who)?;
        let Some(battle) = state.battle.as_ref().filter(|battle| battle.has(who)) else {
            let why = || Refusal::new(rule, "no-battle", format!("{} is in no fight.", state.name(who)));
            return may.outright(why);
        };
        may.outright_if(state.live(who).turn.over, || {
            let sentence =
                format!("{} had a turn in this round; the next comes with the next round.", state.name(who));
            Refusal::new(rule, "had-turn", sentence)
        })?;
        if let Some(other) = battle.turn {
            let sentence = || format!("{} is not done yet.", state.name(other));
            return may.outright(|| Refusal::new(rule, "other-turn", sentence()));
        }
        let next = if battle.round == 1 { next_in_order(state) } else { None };
        match next.filter(|next| *next != who) {
            None => Ok(()),
            Some(next) => may.outright(|| {
                let sentence = format!("In the first round {} comes next.", state.name(next));
                Refusal::new(rules::GP_COMB_02, "not-next", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        cx.record(rules::GP_COMB_01, FightFact::Turn { who: self.who }.into());
        crate::essence::turn_starts(cx, self.who)
    }
}

deed! {
    /// Somebody's turn is over.
    #[serde(deny_unknown_fields)]
    pub struct EndTurn(form: GutsPlus) {
        who: Who = on_turn(form)?,
    }
}

impl Deed<GutsPlus> for EndTurn {
    const CARD: Card = Card::acting("Done", "Fight").rule(rules::GP_COMB_01).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        its_turn(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        cx.record(rules::GP_COMB_01, FightFact::TurnOver { who: self.who }.into());
        Ok(())
    }
}

fn its_turn(may: May<'_, GutsPlus>, who: Who) -> Lawful {
    able(may, who)?;
    may.outright_if(may.state.battle.as_ref().is_none_or(|battle| battle.turn != Some(who)), || {
        let sentence = format!("It is not the turn of {}.", may.state.name(who));
        Refusal::new(rules::GP_COMB_01, "not-your-turn", sentence)
    })
}

/// The active action of a turn is used, or refused. Outside fights nothing is used.
pub fn spend_active(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str) -> Flow {
    may_act(May::told(cx.at(), Seat::GM), who)?;
    takes_action(cx, who, rules::GP_COMB_04, what)
}

/// The active action of a turn is taken. The one who ran further before than goes with one is shortened, unless the GM
/// lets it be.
pub fn takes_action(cx: &mut Cx<'_, GutsPlus>, who: Who, rule: RuleId, what: &str) -> Flow {
    if !cx.state().fights(who) {
        return Ok(());
    }
    let feet = cx.state().live(who).turn.feet;
    let most = if feet > 0 { reach_of(cx.at(), who, true) } else { 0 };
    if feet > most {
        let question = format!(
            "{} has run {}; {} together with an active action.",
            cx.state().name(who),
            count(feet, "foot", "feet"),
            count(most, "goes", "go")
        );
        let matter = Decide::new(Matter::Reach, "movement", question)
            .option("shorten", count(most, "foot", "feet"))
            .option("allow", count(feet, "foot", "feet"))
            .who(who);
        cx.cite(rules::GP_HOUSE_06H);
        if decide(cx, matter)?.choice == "shorten" {
            let turn = Turn { feet: most, moved: true, ..cx.state().live(who).turn };
            let what = format!("gets no further than {}", count(most, "foot", "feet"));
            cx.record(rules::GP_HOUSE_06H, FightFact::Did { who, turn, what }.into());
        }
    }
    let turn = Turn { active: true, ..cx.state().live(who).turn };
    let what = cx.words(|_| what.to_owned());
    cx.record(rule, FightFact::Did { who, turn, what }.into());
    Ok(())
}

/// Whether somebody has an active action now; outside fights everybody has.
pub fn may_act(may: May<'_, GutsPlus>, who: Who) -> Lawful {
    if !may.state.fights(who) {
        return able(may, who);
    }
    its_turn(may, who)?;
    may.outright_if(may.state.live(who).turn.active, || used(may.state, who, "active"))
}

fn used(state: &State, who: Who, action: &str) -> Refusal {
    let sentence = format!("{} has used the {action} action of this round.", state.name(who));
    Refusal::new(rules::GP_COMB_04, "no-action", sentence)
}

fn moved(state: &State, who: Who, rule: RuleId) -> Refusal {
    let sentence = format!("The movement of {} is used up for this round.", state.name(who));
    Refusal::new(rule, "moved", sentence)
}

fn may_declare(may: May<'_, GutsPlus>, what: &str) -> Lawful {
    may.not_if(what.trim().is_empty() || what.chars().count() > 60, || {
        Refusal::new(rules::GP_COMB_07, "undeclared", "Say what is done, in at most 60 letters.")
    })
}

/// An action that somebody says in words: who acts, and what they do.
macro_rules! declared {
    ($(#[$doc:meta])* $deed:ident) => {
        deed! {
            $(#[$doc])*
            #[serde(deny_unknown_fields)]
            pub struct $deed(form: GutsPlus) {
                who: Who = on_turn(form)?,
                /// What.
                what: String = form.text("what", "What", 60)?,
            }
        }
    };
}

declared! {
    /// An active action other than an attack: declared, and the GM says what it takes.
    Act
}

impl Deed<GutsPlus> for Act {
    const CARD: Card =
        Card::acting("Another active action", "Fight").rule(rules::GP_COMB_07).cost(1, "active action");

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_declare(may, &self.what)?;
        may_act(may, self.who)?;
        may.outright_if(!may.state.fights(self.who), || {
            let sentence = "Actions are counted in a fight only; otherwise just try it.";
            Refusal::new(rules::GP_COMB_07, "no-battle", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, what } = self;
        let (task, words) = assigned(cx, who, &what, None)?;
        if !matches!(task, Task::Impossible | Task::Stop) {
            takes_action(cx, who, rules::GP_COMB_07, &what)?;
        }
        carry_out(cx, who, &what, task, &words)
    }
}

declared! {
    /// A passive action: the GM confirms that it is one, and may still want a roll.
    Passive
}

impl Deed<GutsPlus> for Passive {
    const CARD: Card =
        Card::acting("A passive action", "Fight").rule(rules::GP_COMB_11).cost(1, "passive action");

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_declare(may, &self.what)?;
        its_turn(may, self.who)?;
        may.outright_if(may.state.live(self.who).turn.passive, || used(may.state, self.who, "passive"))
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, what } = self;
        let question = format!("{}: {what}. Is that a passive action?", cx.state().name(who));
        let matter = Decide::new(Matter::Passive, &what, question)
            .option("yes", "Yes, it happens")
            .option("roll", "Yes, with a roll")
            .option("no", "No, it takes effort")
            .who(who);
        let choice = decide(cx, matter)?.choice;
        if choice == "no" {
            return Ok(());
        }
        let turn = Turn { passive: true, ..cx.state().live(who).turn };
        cx.record(rules::GP_COMB_11, FightFact::Did { who, turn, what: what.clone() }.into());
        if choice == "roll" {
            let (task, words) = assigned(cx, who, &what, None)?;
            return carry_out(cx, who, &what, task, &words);
        }
        Ok(())
    }
}

/// How far somebody gets in a turn, by the default reach.
pub fn reach(at: At<'_, GutsPlus>, who: Who) -> u16 {
    reach_of(at, who, at.state.live(who).turn.active)
}

/// The same with an active action, or without one.
fn reach_of(at: At<'_, GutsPlus>, who: Who, active: bool) -> u16 {
    let one = at.state.one(who);
    let kinds = |kind: &str| {
        let all = one.sheet.chart.iter().zip(&one.live.parts).filter(|(chart, _)| chart.kind == kind);
        let gone = all.clone().filter(|(_, part)| part.crossed_out()).count();
        (gone, all.count())
    };
    let ((legs, all_legs), (feet, _), (torso, _)) = (kinds("leg"), kinds("foot"), kinds("torso"));
    let how = if torso > 0 || one.live.down || (all_legs > 0 && legs == all_legs) {
        "crawl"
    } else if active {
        "walk"
    } else {
        "run"
    };
    let row = at.book.plain_row("reach", "how", how);
    let feet_of: u16 =
        row.and_then(|row| row.get("amount")?.get("dice")?.as_str()?.parse().ok()).unwrap_or(0);
    let own = if how != "crawl" && legs + feet > 0 { feet_of / 2 } else { feet_of };
    own.saturating_mul(crate::essence::hastens(at, who))
}

/// How far somebody still gets in this turn.
fn left_to_go(at: At<'_, GutsPlus>, who: Who) -> u16 {
    reach(at, who).saturating_sub(at.state.live(who).turn.feet)
}

deed! {
    /// Movement: as far as is reasonable, and the GM says when it is too far.
    #[serde(deny_unknown_fields)]
    pub struct Go(form: GutsPlus) {
        who: Who = on_turn(form)?,
        /// How many feet.
        feet: u16 = form.amount("feet", "Feet", 1..=60)?,
    }
}

impl Deed<GutsPlus> for Go {
    const CARD: Card = Card::acting("Move", "Fight").rule(rules::GP_COMB_05).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who) = (rules::GP_COMB_05, self.who);
        its_turn(may, who)?;
        may.not_if(!(1..=1000).contains(&self.feet), || {
            Refusal::new(rule, "how-far", "Move from 1 to 1000 feet.")
        })?;
        may.outright_if(may.state.live(who).turn.moved, || moved(may.state, who, rule))?;
        may.outright_if(left_to_go(may.at(), who) == 0, || {
            let sentence = format!("{} has gone as far as this round allows.", may.state.name(who));
            Refusal::new(rule, "moved", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, Self { who, feet }) = (rules::GP_COMB_05, self);
        let most = left_to_go(cx.at(), who);
        let mut went = feet;
        if cx.state().live(who).parts.iter().any(|part| part.crossed_out()) {
            cx.cite(rules::GP_HOUSE_03H);
        }
        if feet > most {
            let question = format!(
                "{} wants to move {}; {} left by the usual reach.",
                cx.state().name(who),
                count(feet, "foot", "feet"),
                count(most, "is", "are")
            );
            let matter = Decide::new(Matter::Reach, "movement", question)
                .option("shorten", count(most, "foot", "feet"))
                .option("allow", count(feet, "foot", "feet"))
                .who(who);
            cx.cite(rules::GP_HOUSE_06H);
            if decide(cx, matter)?.choice == "shorten" {
                went = most;
            }
        }
        cx.record(rule, FightFact::Moves { who, feet: went }.into());
        if went >= most {
            let turn = Turn { moved: true, ..cx.state().live(who).turn };
            cx.record(rule, FightFact::Did { who, turn, what: String::new() }.into());
        }
        Ok(())
    }
}

deed! {
    /// Getting up takes the turn's movement.
    #[serde(deny_unknown_fields)]
    pub struct StandUp(form: GutsPlus) {
        who: Who = {
            let who = on_turn(form)?;
            form.only_if(form.state.creature(who).is_some_and(|one| one.live.down))?;
            who
        },
    }
}

impl Deed<GutsPlus> for StandUp {
    const CARD: Card = Card::acting("Get up", "Fight").rule(rules::GP_COMB_06).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who, state) = (rules::GP_COMB_06, self.who, may.state);
        let fights = state.fights(who);
        if fights {
            its_turn(may, who)?;
        } else {
            able(may, who)?;
        }
        may.outright_if(!state.live(who).down, || {
            Refusal::new(rule, "up", format!("{} is not down.", state.name(who)))
        })?;
        let torso = |(chart, part): (&crate::state::PartSheet, &crate::state::Part)| {
            chart.kind == "torso" && part.crossed_out()
        };
        let crushed = state.sheet(who).chart.iter().zip(&state.live(who).parts).any(torso);
        may.outright_if(crushed, || {
            let sentence = format!("{} cannot stand with the torso crossed out.", state.name(who));
            Refusal::new(rules::GP_HLTH_04, "torso", sentence)
        })?;
        may.outright_if(fights && state.live(who).turn.moved, || moved(state, who, rule))
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, who) = (rules::GP_COMB_06, self.who);
        if cx.state().fights(who) {
            let turn = Turn { moved: true, ..cx.state().live(who).turn };
            let what = cx.words(|_| "gets up".to_owned());
            cx.record(rule, FightFact::Did { who, turn, what }.into());
        }
        cx.record(rule, HealthFact::Down { who, down: false }.into());
        Ok(())
    }
}

deed! {
    /// Runs: out of the fight if the GM lets them go.
    #[serde(deny_unknown_fields)]
    pub struct Flee(form: GutsPlus) {
        who: Who = on_turn(form)?,
    }
}

impl Deed<GutsPlus> for Flee {
    const CARD: Card = Card::acting("Run from the fight", "Fight").rule(rules::GP_COMB_14).pilot(Pilot::Foes);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_act(may, self.who)?;
        may.outright_if(!may.state.fights(self.who), || {
            Refusal::new(rules::GP_COMB_14, "no-battle", "There is no fight to run from.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        let choice = settled(cx, "yes", |cx| {
            let question = cx.words(|at| format!("{} runs. Are they let go?", at.state.name(who)));
            Decide::new(Matter::Flee, "flee", question)
                .option("yes", "They get away")
                .option("no", "They do not")
                .who(who)
        })?;
        let away = choice == "yes";
        let turn = Turn { active: true, moved: true, ..cx.state().live(who).turn };
        let what = cx.words(|_| "runs".to_owned());
        cx.record(rules::GP_COMB_14, FightFact::Did { who, turn, what }.into());
        if away {
            cx.record(rules::GP_COMB_14, FightFact::Left { who, beaten: false }.into());
        }
        Ok(())
    }
}
