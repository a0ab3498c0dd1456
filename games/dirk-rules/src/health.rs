//! Harm: what HP and AP cancel, what reaches the scores, and what follows: injuries, losses, death.

use boneyard_table::{Cx, Flow, Group, RuleId, Who};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::book::Slot;
use crate::check::{Save, save};
use crate::combat::{let_go, release_all};
use crate::fact::Fact;
use crate::gear::protecting;
use crate::house::{VitalLoss, ZeroScore};
use crate::rules;
use crate::state::{Ability, Part, PartState, Place, State, Wear};

/// Damage about to land.
#[derive(Clone, Copy, Debug)]
pub struct Harm {
    /// On whom.
    pub who: Who,
    /// How much.
    pub amount: u16,
    /// Which score it lowers in the end.
    pub ability: Ability,
    /// Whether armor matters.
    pub armor: bool,
    /// Injuries it makes if the save fails.
    pub injuries: u8,
}

/// Inflicts damage: temporary HP, HP, AP where armor matters, then the score and its save.
/// Gives how much the score was lowered.
pub fn inflict(cx: &mut Cx<'_, DirkRules>, harm: Harm) -> Flow<u16> {
    let mut left = harm.amount;
    if left == 0 {
        return Ok(0);
    }
    left = absorb(cx, &harm, left);
    if left == 0 {
        return Ok(0);
    }
    if left < harm.amount {
        cx.cite(rules::DK_HARM_03);
    }
    let from = cx.state().live(harm.who).score(harm.ability);
    let to = from.saturating_sub(left.min(255) as u8);
    let rule = match harm.ability {
        Ability::Str => rules::DK_HARM_04,
        Ability::Dex | Ability::Wil => rules::DK_HARM_10,
    };
    cx.record(rule, Fact::Score { who: harm.who, ability: harm.ability, from, to });
    if to == 0 {
        zero(cx, harm.who);
    }
    if !cx.state().live(harm.who).dead {
        match harm.ability {
            Ability::Str => wounded(cx, harm)?,
            Ability::Dex => shaken(cx, harm.who)?,
            Ability::Wil => stunned(cx, harm.who)?,
        }
    }
    Ok(left)
}

/// Temporary HP, HP, then AP: belt, natural, suit. Gives what is left.
fn absorb(cx: &mut Cx<'_, DirkRules>, harm: &Harm, mut left: u16) -> u16 {
    let who = harm.who;
    let temp = cx.state().live(who).temp_hp;
    if temp > 0 {
        let to = temp.saturating_sub(left);
        left -= temp - to;
        cx.record(rules::DK_HARM_03, Fact::TempHp { who, from: temp, to });
    }
    let hp = cx.state().live(who).hp;
    if left > 0 && hp > 0 {
        let to = hp.saturating_sub(left);
        left -= hp - to;
        cx.record(rules::DK_HARM_01, Fact::Hp { who, from: hp, to });
    }
    if !harm.armor {
        return left;
    }
    if left == 0 {
        return left;
    }
    let armor: SmallVec<[(Slot, u8, u8, RuleId); 4]> =
        protecting(cx.at(), who).map(|(item, now, armor)| (armor.slot, item, now.ap, armor.id)).collect();
    for layer in [Some(Slot::Belt), None, Some(Slot::Suit)] {
        if left == 0 {
            break;
        }
        let before = left;
        let piece = armor.iter().find(|(slot, _, ap, _)| Some(*slot) == layer && *ap > 0);
        left = match (layer, piece) {
            (None, _) => natural_ap(cx, who, left),
            (Some(_), None) => left,
            (Some(_), Some(&(_, item, from, id))) => armor_ap(cx, who, left, item, from, id),
        };
        if left < before && before < harm.amount {
            cx.cite(rules::DK_HARM_03);
        }
    }
    left
}

fn natural_ap(cx: &mut Cx<'_, DirkRules>, who: Who, left: u16) -> u16 {
    let from = cx.state().live(who).ap;
    if from == 0 {
        return left;
    }
    let to = from.saturating_sub(left.min(255) as u8);
    cx.record(rules::DK_HARM_02, Fact::NaturalAp { who, from, to });
    left - u16::from(from - to)
}

fn armor_ap(cx: &mut Cx<'_, DirkRules>, who: Who, left: u16, item: u8, from: u8, id: RuleId) -> u16 {
    let to = from.saturating_sub(left.min(255) as u8);
    cx.cite(id);
    cx.record(rules::DK_HARM_02, Fact::Ap { who, item, from, to });
    left - u16::from(from - to)
}

/// STR was lowered: the unnamed save or die, the named save or are injured.
fn wounded(cx: &mut Cx<'_, DirkRules>, harm: Harm) -> Flow {
    let who = harm.who;
    if !cx.state().sheet(who).named {
        let passed = cx.within(who, |cx| save(cx, Save::new(who, Ability::Str, rules::DK_HARM_09)))?;
        if !passed {
            die(cx, who, rules::DK_HARM_09);
        }
        return Ok(());
    }
    let passed =
        cx.within((who, harm.injuries), |cx| save(cx, Save::new(who, Ability::Str, rules::DK_HARM_05)))?;
    if passed {
        return Ok(());
    }
    for left in (0..harm.injuries.max(1)).rev() {
        if cx.state().live(who).dead {
            break;
        }
        cx.within((who, left), |cx| injure_random(cx, who))?;
    }
    Ok(())
}

/// A random part takes an injury.
pub fn injure_random(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let face = cx.dice(rules::DK_HARM_07, who, Group::new(1, 6))?.first();
    let part = Part::ALL[usize::from(face.clamp(1, 6)) - 1];
    injure(cx, who, part);
    Ok(())
}

/// A part takes an injury: whole, injured, lost, death.
pub fn injure(cx: &mut Cx<'_, DirkRules>, who: Who, part: Part) {
    if helmet_breaks(cx, who, part) {
        return;
    }
    let from = cx.state().live(who).part(part);
    let to = match from {
        PartState::Whole => PartState::Injured,
        PartState::Injured | PartState::Lost => PartState::Lost,
    };
    if from == PartState::Lost {
        die(cx, who, rules::DK_HARM_06);
        return;
    }
    cx.record(rules::DK_HARM_06, Fact::Part { who, part, from, to });
    let vital = matches!(part, Part::Guts | Part::Brain);
    if to == PartState::Lost && vital && cx.state().house.vital_loss == VitalLoss::Lethal {
        die(cx, who, rules::DK_HARM_06);
    }
}

fn helmet_breaks(cx: &mut Cx<'_, DirkRules>, who: Who, part: Part) -> bool {
    let saving = crate::gear::worn(cx.at(), who).find(|(_, _, armor)| armor.saves_part == Some(part));
    let Some((item, id)) = saving.map(|(item, _, armor)| (item, armor.id)) else {
        return false;
    };
    cx.record(id, Fact::Worn { who, item, wear: Wear::Broken, place: Place::Worn });
    true
}

/// DEX was lowered: save or lose the next reaction.
fn shaken(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let passed = cx.within(who, |cx| save(cx, Save::new(who, Ability::Dex, rules::DK_HARM_11)))?;
    if !passed {
        lose_reaction(cx, who);
    }
    Ok(())
}

/// Takes an unspent reaction now, or else the next one that comes.
pub fn lose_reaction(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let live = cx.state().live(who);
    let (to, lost) = match live.reactions {
        0 => (0, live.lost_reactions.saturating_add(1)),
        some => (some - 1, live.lost_reactions),
    };
    cx.cite(rules::DK_HARM_11);
    cx.record(rules::DK_REACT_14, Fact::Reactions { who, to, lost });
}

/// WIL was lowered: save or lose the next action.
fn stunned(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let passed = cx.within(who, |cx| save(cx, Save::new(who, Ability::Wil, rules::DK_HARM_12)))?;
    if !passed {
        let lost = cx.state().live(who).lost_actions.saturating_add(1);
        cx.record(rules::DK_HARM_12, Fact::ActionLost { who, lost });
    }
    Ok(())
}

/// Somebody dies.
pub fn die(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId) {
    cx.cite(rule);
    cx.record(rules::DK_HARM_13, Fact::Died { who });
    release_all(cx, who);
}

fn zero(cx: &mut Cx<'_, DirkRules>, who: Who) {
    cx.cite(rules::DK_STAT_03);
    if cx.state().house.zero_score == ZeroScore::Death {
        die(cx, who, rules::DK_STAT_03);
    } else if collapsed(cx.state(), who) {
        cx.cite(rules::DK_COND_11H);
        let_go(cx, who);
    }
}

/// STR 0: no move, action or reaction.
pub fn collapsed(state: &State, who: Who) -> bool {
    zeroed(state, who, Ability::Str)
}

/// Whether a score of zero keeps somebody from something at this table.
pub fn zeroed(state: &State, who: Who, ability: Ability) -> bool {
    state.live(who).score(ability) == 0 && state.house.zero_score != ZeroScore::Literal
}

/// Whether somebody can do nothing at all.
pub fn out(state: &State, who: Who) -> bool {
    let live = state.live(who);
    live.dead || live.passed_out || collapsed(state, who)
}
