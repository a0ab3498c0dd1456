//! Words as weapons: TAUNT!, ROUTE! and RALLY!, and the turn of whoever was routed.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Group, Judgement, Pilot, Refusal, RuleId, RulingOption, Seat, Who, deed};
use smallvec::SmallVec;

use super::legal::lacks;
use super::movement::{Heading, Move, can_move, move_limit, walk};
use super::react::{Window, window};
use super::turn::{may_act, may_advanced};
use super::{let_go, put};
use crate::DirkRules;
use crate::check::{Save, is_alive, save};
use crate::fact::Fact;
use crate::health::{Harm, inflict, out, stunned};
use crate::house::TauntSave;
use crate::instinct;
use crate::power;
use crate::question::{Flee, Flight, RallySave};
use crate::rules;
use crate::state::{Ability, Affliction, Part, PartState, Place};
use crate::view::numbers_visible;

/// How far a voice carries, in feet.
const VOICE: u16 = 60;

/// What bars words of those who have no face left to say them with.
fn may_utter(may: May<'_, DirkRules>, who: Who, tag: &str) -> Lawful {
    match lacks(may.at(), who, tag) {
        Some(part) => may.outright(|| {
            let sentence = format!("{} has no face left to do that with.", may.state.sheet(who).name);
            Refusal::new(part, "no-face", sentence)
        }),
        None => Ok(()),
    }
}

/// What bars words at somebody, whatever their mood: they do not hear them.
fn may_speak(may: May<'_, DirkRules>, rule: RuleId, who: Who, target: Who, tag: &str) -> Lawful {
    may_advanced(may)?;
    may_act(may, who)?;
    may_utter(may, who, tag)?;
    is_alive(may, target)?;
    let name = &may.state.sheet(target).name;
    may.not_if(who == target, || Refusal::new(rule, "self", "Nobody does that to themselves."))?;
    may.not_if(may.state.live(target).passed_out, || {
        Refusal::new(rule, "cannot-perceive", format!("{name} perceives nothing."))
    })?;
    let feet = may.state.feet(who, target);
    may.not_if(feet > VOICE, || {
        let sentence = format!("{name} is {feet} feet away; a voice carries {VOICE}.");
        Refusal::new(rules::DK_RANGE_01H, "out-of-range", sentence).with("feet", feet).with("range", VOICE)
    })
}

/// The entry by which words work on a beast in any mood.
fn beast_speech(at: At<'_, DirkRules>, who: Who, target: Who) -> Option<RuleId> {
    let row = at.state.sheet(target).like.and_then(|like| at.book.creatures.get(like.as_str()))?;
    if row.beast { power::hooked(at, who, "taunt-and-route-any-beast") } else { None }
}

/// Whether nothing of a kind can touch a creature.
pub fn immune(at: At<'_, DirkRules>, who: Who, to: &str) -> bool {
    let Some(like) = at.state.sheet(who).like else {
        return false;
    };
    match at.book.creatures.get(like.as_str()) {
        Some(row) => row.immune.iter().any(|known| known == to),
        // A vehicle has neither a mind nor needs.
        None => at.book.gear.get(like.as_str()).is_some_and(|row| row.vehicle.is_some()),
    }
}

/// Whether whoever plays `who` knows the moods and wounds of `target`. If not, words that cannot work
/// are tried like any others and come to nothing: a refusal would tell for free what is hidden.
fn knows_mood(at: At<'_, DirkRules>, who: Who, target: Who) -> bool {
    numbers_visible(at.state, target, at.state.sheet(who).seat)
}

/// Words that come to nothing. The action is spent.
fn in_vain(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, target: Who) {
    cx.record(rule, Fact::Acted { who });
    let why = format!("{} does not heed it.", cx.state().sheet(target).name);
    cx.record(rule, Fact::Fizzled { who, why });
}

deed! {
    /// TAUNT!: D4 WIL damage and a WIL save, or the next turn goes into attacking whoever taunted.
    pub struct Taunt(form: DirkRules) {
        who: Who = form.actor()?,
        target: Who = form.creature("target", "Target")?,
    }
}

/// What makes a TAUNT! work on nobody.
fn may_goad(may: May<'_, DirkRules>, who: Who, target: Who) -> Lawful {
    let sheet = may.state.sheet(target);
    let calm = sheet.is("disciplined") && !sheet.is("angry");
    may.not_if(calm && beast_speech(may.at(), who, target).is_none(), || {
        let sentence = format!("{} is neither angry nor undisciplined.", sheet.name);
        Refusal::new(rules::DK_ADV_09, "wrong-mood", sentence)
    })
}

impl Deed<DirkRules> for Taunt {
    const CARD: Card =
        Card::acting("Taunt", "Fight").rule(rules::DK_ADV_09).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, target } = *self;
        may_speak(may, rules::DK_ADV_09, who, target, "taunt")?;
        if knows_mood(may.at(), who, target) { may_goad(may, who, target) } else { Ok(()) }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let (Self { who, target }, rule) = (self, rules::DK_ADV_09);
        if may_goad(May::quiet(cx.at(), by), who, target).is_err() {
            in_vain(cx, rule, who, target);
            return Ok(());
        }
        let spoken = beast_speech(cx.at(), who, target);
        spoken.into_iter().for_each(|row| cx.cite(row));
        let sheet = cx.state().sheet(target);
        if !sheet.is("angry") && !sheet.is("undisciplined") && spoken.is_none() {
            let name = sheet.name.clone();
            let ruling = cx.judge(rule, 1, &|| Judgement {
                rule,
                tag: format!("the mood of {name}"),
                question: format!("Is {name} angry or undisciplined?"),
                about: Vec::new(),
                options: vec![
                    RulingOption::new("angry", "It is: the taunt works"),
                    RulingOption::new("calm", "It is not"),
                ],
                proposal: 1,
                why: format!("nothing is known of {name}'s temper"),
                precedents: Vec::new(),
            })?;
            if ruling.option() != 0 {
                in_vain(cx, rule, who, target);
                return Ok(());
            }
        }
        compel(cx, rule, who, target, Affliction::Taunted)
    }
}

/// Whether somebody is injured: a part, or STR below full.
fn injured(at: At<'_, DirkRules>, who: Who) -> bool {
    let live = at.state.live(who);
    let hurt = Part::ALL.iter().any(|part| live.part(*part) != PartState::Whole);
    hurt || live.score(Ability::Str) < at.state.sheet(who).full[Ability::Str as usize]
}

deed! {
    /// ROUTE!: D4 WIL damage and a WIL save, or the next turn is a retreat or a surrender.
    pub struct Route(form: DirkRules) {
        who: Who = form.actor()?,
        target: Who = form.creature("target", "Target")?,
    }
}

/// What makes a ROUTE! work on nobody.
fn may_rout(may: May<'_, DirkRules>, who: Who, target: Who) -> Lawful {
    let (at, rule) = (may.at(), rules::DK_ADV_10);
    let sheet = may.state.sheet(target);
    may.not_if(immune(at, target, "fear"), || {
        Refusal::new(rule, "fearless", format!("Nothing frightens {}.", sheet.name))
    })?;
    let spoken = beast_speech(at, who, target).is_some();
    may.not_if(!sheet.is("fearful") && !injured(at, target) && !spoken, || {
        Refusal::new(rule, "wrong-mood", format!("{} is neither fearful nor injured.", sheet.name))
    })
}

impl Deed<DirkRules> for Route {
    const CARD: Card =
        Card::acting("Rout", "Fight").rule(rules::DK_ADV_10).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, target } = *self;
        may_speak(may, rules::DK_ADV_10, who, target, "route")?;
        if knows_mood(may.at(), who, target) { may_rout(may, who, target) } else { Ok(()) }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let (Self { who, target }, rule) = (self, rules::DK_ADV_10);
        if may_rout(May::quiet(cx.at(), by), who, target).is_err() {
            in_vain(cx, rule, who, target);
            return Ok(());
        }
        beast_speech(cx.at(), who, target).into_iter().for_each(|row| cx.cite(row));
        compel(cx, rule, who, target, Affliction::Routed)
    }
}

/// D4 WIL damage, the save, and what comes of failing it.
fn compel(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, target: Who, what: Affliction) -> Flow {
    cx.record(rule, Fact::Acted { who });
    let amount = u16::from(cx.dice(rule, who, Group::new(1, 4))?.first());
    let mut lowered = 0;
    if immune(cx.at(), target, "wil-damage") {
        cx.cite(rules::DK_HARM_10);
    } else {
        let harm = Harm { ability: Ability::Wil, armor: false, unsaved: true, ..Harm::of(target, amount) };
        lowered = inflict(cx, harm)?;
    }
    cx.cite(rules::DK_BASIC_11);
    let firm =
        cx.within((who, target, what, lowered), |cx| save(cx, Save::new(target, Ability::Wil, rule)))?;
    if !firm {
        afflict(cx, rule, target, what, Some(who))?;
    }
    if lowered > 0 {
        cx.cite(rules::DK_HARM_12);
        if cx.state().house.taunt_save == TauntSave::Double {
            stunned(cx, target)?;
        }
    }
    Ok(())
}

/// Something takes hold of a creature, which may ESCAPE! at once. Of two compulsions the later counts.
pub fn afflict(
    cx: &mut Cx<'_, DirkRules>,
    rule: RuleId,
    who: Who,
    what: Affliction,
    by: Option<Who>,
) -> Flow {
    let other = match what {
        Affliction::Taunted => Some(Affliction::Routed),
        Affliction::Routed => Some(Affliction::Taunted),
        _ => None,
    };
    if let Some(other) = other.filter(|other| cx.state().live(who).suffers(*other)) {
        cx.record(rule, Fact::Relieved { who, what: other });
    }
    if let Some(row) = cx.book().conditions.named(what.name()) {
        cx.cite(row.id);
    }
    cx.record(rule, Fact::Afflicted { who, what, by });
    window(cx, Window::Effect { who })?;
    Ok(())
}

/// The turn of whoever was routed: a retreat or a surrender.
pub(super) fn flee(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let rule = rules::DK_ADV_10;
    cx.cite(rules::DK_COND_06H);
    match put(cx, who, Flee { who })? {
        Flight::Surrender => surrender(cx, who),
        Flight::Retreat if cx.state().live(who).down && cx.state().live(who).held_by.is_none() => {
            cx.record(rules::DK_COND_01H, Fact::Down { who, down: false });
        }
        Flight::Retreat => {
            let feet = move_limit(cx.at(), who);
            let from = instinct::nearest(cx.at(), who).filter(|_| feet > 0 && can_move(cx.at(), who));
            if let Some(from) = from {
                let step = Move { who, from, heading: Heading::Away, feet };
                cx.within(who, |cx| walk(cx, rule, step))?;
            }
        }
    }
    cx.record(rule, Fact::NoMove { who });
    cx.record(rule, Fact::Acted { who });
    Ok(())
}

fn surrender(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let rule = rules::DK_ADV_10;
    let held: SmallVec<[u8; 4]> = (0u8..)
        .zip(&cx.state().live(who).items)
        .filter(|(_, thing)| thing.place == Place::Hand)
        .map(|(item, _)| item)
        .collect();
    for item in held {
        cx.record(rule, Fact::Placed { who, item, place: Place::Gone, drew: false });
    }
    let_go(cx, who);
    cx.record(rule, Fact::Surrendered { who });
}

/// Allies within hearing of somebody, in turn order.
fn listeners(at: At<'_, DirkRules>, who: Who) -> SmallVec<[Who; 8]> {
    let state = at.state;
    let side = state.sheet(who).side;
    let hears = |other: Who| {
        other != who
            && state.sheet(other).side == side
            && state.sheet(other).draft.is_none()
            && !out(state, other)
            && state.feet(who, other) <= VOICE
    };
    state.in_order().into_iter().filter(|&other| hears(other)).collect()
}

/// Whether something is fear or enchantment.
fn of_mind(at: At<'_, DirkRules>, what: Affliction) -> bool {
    let kind = at.book.conditions.named(what.name()).and_then(|row| row.kind.as_deref());
    matches!(kind, Some("fear" | "enchantment"))
}

deed! {
    /// RALLY!: allies may shake off fear and enchantment, and save on the caller's WIL for a while.
    pub struct Rally(form: DirkRules) {
        who: Who = form.actor()?,
    }
}

impl Deed<DirkRules> for Rally {
    const CARD: Card =
        Card::acting("Rally", "Fight").rule(rules::DK_ADV_11).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_advanced(may)?;
        may_act(may, self.who)?;
        may_utter(may, self.who, "rally")?;
        may.not_if(listeners(may.at(), self.who).is_empty(), || {
            Refusal::new(rules::DK_ADV_11, "nobody-hears", "No ally is near enough to hear it.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DK_ADV_11);
        let allies = listeners(cx.at(), who);
        cx.record(rule, Fact::Acted { who });
        for &ally in &allies {
            cx.record(rule, Fact::Rallied { who: ally, by: Some(who) });
        }
        cx.within((who, &allies), |cx| power::rallied(cx, who, &allies))?;
        for (at, &ally) in allies.iter().enumerate() {
            let shaken: SmallVec<[Affliction; 2]> =
                Affliction::ALL.into_iter().filter(|what| of_mind(cx.at(), *what)).collect();
            let holds = |cx: &Cx<'_, DirkRules>, what: Affliction| cx.state().live(ally).suffers(what);
            if !shaken.iter().any(|&what| holds(cx, what)) || !put(cx, ally, RallySave { who: ally })? {
                continue;
            }
            let free = cx.within((who, at), |cx| save(cx, Save::new(ally, Ability::Wil, rule)))?;
            for what in shaken {
                if let Some(row) = cx.book().conditions.named(what.name()).filter(|_| holds(cx, what)) {
                    cx.cite(row.id);
                }
                if free && holds(cx, what) {
                    cx.record(rule, Fact::Relieved { who: ally, what });
                }
            }
        }
        Ok(())
    }
}
