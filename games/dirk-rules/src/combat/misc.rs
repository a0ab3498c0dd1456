//! Everything else one can do in ten seconds: reloading, setting up, cutting loose, putting out,
//! and whatever a player thinks of.

use boneyard_deeds::things::Things;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Judgement, Pilot, Refusal, RulingOption, Seat, Who, deed};

use super::turn::may_act;
use crate::DirkRules;
use crate::check::{Save, is_alive, save};
use crate::fact::Fact;
use crate::gear::{arms, in_hand};
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction, Last, State, With};

deed! {
    /// Reloads a gun or sets it up, for the action.
    pub struct MakeReady(form: DirkRules) {
        who: Who = form.actor()?,
        item: u8 = gun(form, who)?,
    }
}

/// The field `item`: a gun that needs it. Anything can be named.
fn gun(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<u8> {
    let (at, quiet) = (form.at(), May::quiet(form.at(), form.seat));
    let guns = || DirkRules::things(at, who).filter(|(item, _)| may_ready(quiet, who, *item).is_ok());
    form.only_if(guns().next().is_some())?;
    form.named("item", "What", guns(), |name| DirkRules::thing_named(at, who, name))
}

/// What bars making a gun ready.
fn may_ready(may: May<'_, DirkRules>, who: Who, item: u8) -> Lawful {
    let rule = rules::DK_BATTLE_14;
    let gun = arms(may.at(), who, With::Item(item)).filter(|gun| gun.reload || gun.prepare);
    let Some(gun) = gun else {
        return may
            .no(|| Refusal::new(rule, "nothing-to-do", "That needs neither reloading nor setting up."));
    };
    let (id, live) = (gun.id.unwrap_or(rule), may.state.live(who));
    may.not_if(!in_hand(live, item), || {
        Refusal::new(id, "not-in-hand", format!("The {} is not in hand.", gun.name))
    })?;
    may.not_if(!live.items[usize::from(item)].unready, || {
        Refusal::new(id, "ready-already", format!("The {} is ready to fire.", gun.name))
    })
}

impl Deed<DirkRules> for MakeReady {
    const CARD: Card = Card::acting("Reload or set up", "Fight")
        .rule(rules::DK_BATTLE_14)
        .cost(1, "action")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_act(may, self.who)?;
        may_ready(may, self.who, self.item)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (Self { who, item }, rule) = (self, rules::DK_BATTLE_14);
        let id = arms(cx.at(), who, With::Item(item)).and_then(|gun| gun.id).unwrap_or(rule);
        cx.cite(id);
        cx.record(rule, Fact::Acted { who });
        cx.record(id, Fact::Readied { who, item, ready: true });
        Ok(())
    }
}

/// What a set up gun does not survive: its gunner moves, falls, or puts it away.
pub(super) fn unsettle(cx: &mut Cx<'_, DirkRules>, who: Who) {
    for item in 0..cx.state().live(who).items.len() as u8 {
        if cx.state().live(who).items[usize::from(item)].unready {
            continue;
        }
        let kind = cx.state().sheet(who).items.get(usize::from(item)).and_then(|sheet| sheet.kind);
        let gun = kind.and_then(|kind| cx.book().weapons.get(kind.as_str())).filter(|gun| gun.prepare);
        if let Some(id) = gun.map(|gun| gun.id) {
            cx.record(id, Fact::Readied { who, item, ready: false });
        }
    }
}

/// Somebody is knocked down.
pub(crate) fn knock_down(cx: &mut Cx<'_, DirkRules>, who: Who) {
    cx.record(rules::DK_COND_01H, Fact::Down { who, down: true });
    unsettle(cx, who);
}

deed! {
    /// Cuts somebody loose or puts out the flames, for the action.
    pub struct Help(form: DirkRules) {
        who: Who = form.actor()?,
        target: Who = in_need(form, who)?,
    }
}

/// The field `target`, where somebody is in need of it.
fn in_need(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Who> {
    let quiet = May::quiet(form.at(), form.seat);
    let needs = |other: Who| may_relieve(quiet, who, other).is_ok();
    form.only_if(form.state.everybody().any(needs))?;
    form.creature_among("target", "Whom", needs)
}

/// What bars help: nobody needs it, or it does not reach.
fn may_relieve(may: May<'_, DirkRules>, who: Who, target: Who) -> Lawful {
    is_alive(may, target)?;
    let (state, rule) = (may.state, rules::DK_BATTLE_14);
    let (live, name) = (state.live(target), &state.sheet(target).name);
    let cut = live.suffers(Affliction::Entangled) && who != target;
    may.not_if(!cut && !live.suffers(Affliction::Burning), || {
        let sentence = format!("{name} is neither on fire nor caught in anything.");
        Refusal::new(rule, "no-need", sentence)
    })?;
    if let Some((lock, key, _)) = power::lock_of(may.at(), target).filter(|(_, key, _)| cut && *key != who) {
        return may.no(|| {
            let has = state.creature(key).map_or("somebody", |creature| &creature.sheet.name);
            Refusal::new(lock, "locked", format!("{name} is in irons, and {has} has the key."))
        });
    }
    let feet = state.feet(who, target);
    may.not_if(who != target && feet > 5, || {
        let sentence = format!("{name} is {feet} feet away; that is done from beside them.");
        Refusal::new(rules::DK_RANGE_01H, "out-of-reach", sentence).with("feet", feet).with("reach", 5)
    })
}

/// What help is against: fire before anything else.
fn against(state: &State, target: Who) -> Affliction {
    let burning = state.live(target).suffers(Affliction::Burning);
    if burning { Affliction::Burning } else { Affliction::Entangled }
}

impl Deed<DirkRules> for Help {
    const CARD: Card = Card::acting("Cut loose or put out", "Fight")
        .rule(rules::DK_BATTLE_14)
        .cost(1, "action")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_act(may, self.who)?;
        may_relieve(may, self.who, self.target)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, target } = self;
        let what = against(cx.state(), target);
        let rule = if what == Affliction::Burning { rules::DK_COND_09H } else { rules::DK_COND_04H };
        cx.record(rules::DK_BATTLE_14, Fact::Acted { who });
        cx.record(rule, Fact::Relieved { who: target, what });
        if what == Affliction::Entangled {
            power::unlock(cx, target, Some(who));
        }
        Ok(())
    }
}

deed! {
    /// Whatever a player thinks of; the referee says what it takes.
    pub struct Misc(form: DirkRules) {
        who: Who = form.actor()?,
        /// What, in the player's words.
        what: String = form.text("what", "What", 120)?,
    }
}

impl Deed<DirkRules> for Misc {
    const CARD: Card = Card::acting("Do something else", "Fight").rule(rules::DK_BATTLE_14).cost(1, "action");

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_act(may, self.who)?;
        let what = self.what.trim();
        may.not_if(what.is_empty() || what.chars().count() > 120, || {
            let sentence = "Say what you do in at most 120 characters.";
            Refusal::new(rules::DK_BATTLE_14, "words", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (who, what, rule) = (self.who, self.what.trim(), rules::DK_BATTLE_14);
        cx.record(rule, Fact::Acted { who });
        let name = cx.state().sheet(who).name.clone();
        let ruling = cx.judge(rule, 0, &|| Judgement {
            rule,
            tag: what.to_owned(),
            question: format!("{name}: {what}. What does it take?"),
            about: Vec::new(),
            options: vec![
                RulingOption::new("works", "It works"),
                RulingOption::new("STR", "A STR save"),
                RulingOption::new("DEX", "A DEX save"),
                RulingOption::new("WIL", "A WIL save"),
                RulingOption::new("contest", "A contest"),
                RulingOption::new("longer", "It takes longer than a turn"),
            ],
            proposal: 0,
            why: "a small thing that fits into ten seconds".into(),
            precedents: Vec::new(),
        })?;
        let outcome = match ruling.option() {
            0 => "pass",
            option @ 1..=3 => {
                let ability = Ability::ALL[usize::from(option) - 1];
                let passed = cx.within(who, |cx| save(cx, Save::new(who, ability, rule)))?;
                if passed { "pass" } else { "fail" }
            }
            4 => "contest",
            _ => "longer",
        };
        cx.record(rule, Fact::Outcome(Last { outcome: outcome.into(), dice: Vec::new() }));
        Ok(())
    }
}
