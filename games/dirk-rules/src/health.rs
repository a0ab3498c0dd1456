//! Harm: what HP and AP cancel, what reaches the scores, and what follows: injuries, losses, death.

use boneyard_table::{At, Cx, Flow, Group, RuleId, Who};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::book::Slot;
use crate::check::{Save, save};
use crate::combat::{let_go, release_all};
use crate::fact::Fact;
use crate::gear::protecting;
use crate::house::{CalledShotBasis, Soak, VitalLoss, ZeroScore};
use crate::power;
use crate::question::{HoldBack, Spared};
use crate::rules;
use crate::state::{Ability, Lasting, Lasts, Part, PartState, Place, State, Wear};

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
    /// The part that takes the first of them; a random one where nothing is said.
    pub part: Option<Part>,
    /// AP that go for each point they take away.
    pub ap_cost: u8,
    /// Another save stands in for the one it asks for.
    pub unsaved: bool,
    /// It burns.
    pub fire: bool,
}

impl Harm {
    /// Damage to STR that armor helps against, and nothing special about it.
    pub fn of(who: Who, amount: u16) -> Self {
        Self {
            who,
            amount,
            ability: Ability::Str,
            armor: true,
            injuries: 1,
            part: None,
            ap_cost: 1,
            unsaved: false,
            fire: false,
        }
    }

    /// What so many AP take away of the damage, and how many are left of them. The last ones count
    /// even where they are fewer than a point costs.
    fn eats(&self, ap: u8, left: u16) -> (u16, u8) {
        let cost = u16::from(self.ap_cost.max(1));
        let taken = left.min(u16::from(ap).div_ceil(cost));
        (taken, u16::from(ap).saturating_sub(taken * cost) as u8)
    }
}

/// Inflicts damage: temporary HP, HP, AP where armor matters, then the score and its save.
/// Gives how much the score was lowered.
pub fn inflict(cx: &mut Cx<'_, DirkRules>, mut harm: Harm) -> Flow<u16> {
    let mut left = harm.amount;
    if left == 0 {
        return Ok(0);
    }
    if harm.fire && !cx.state().live(harm.who).burned && regains(cx.at(), harm.who).is_some() {
        cx.record(rules::DK_FOE_07H, Fact::Burned { who: harm.who, burned: true });
    }
    let spared = spared(cx, &harm)?;
    left = absorb(cx, &harm, left, spared);
    if left == 0 {
        return Ok(0);
    }
    if left < harm.amount {
        cx.cite(rules::DK_HARM_03);
    }
    let from = cx.state().live(harm.who).score(harm.ability);
    let to = from.saturating_sub(left.min(255) as u8);
    if cx.state().house.called_shot_basis == CalledShotBasis::StrLoss && 2 * left <= u16::from(from) {
        harm.part = None;
    }
    let rule = match harm.ability {
        Ability::Str => rules::DK_HARM_04,
        Ability::Dex | Ability::Wil => rules::DK_HARM_10,
    };
    cx.record(rule, Fact::Score { who: harm.who, ability: harm.ability, from, to });
    if harm.ability == Ability::Str {
        power::torn(cx, harm.who);
    }
    if to == 0 {
        zero(cx, harm.who, harm.ability, from);
    }
    if !cx.state().live(harm.who).dead && !harm.unsaved {
        match harm.ability {
            Ability::Str => wounded(cx, harm)?,
            Ability::Dex => shaken(cx, harm.who)?,
            Ability::Wil => stunned(cx, harm.who)?,
        }
    }
    Ok(left)
}

/// HP somebody regains when a turn begins.
fn regains(at: At<'_, DirkRules>, who: Who) -> Option<u16> {
    at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()))?.regains
}

/// A turn begins: some regain HP, unless they were burned since the last.
pub(crate) fn regain(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let Some(hp) = regains(cx.at(), who) else {
        return;
    };
    let (live, full) = (cx.state().live(who), cx.state().sheet(who).full_hp);
    let rule = rules::DK_FOE_07H;
    if live.burned {
        cx.record(rule, Fact::Burned { who, burned: false });
    } else if live.hp < full && !live.dead {
        let from = live.hp;
        cx.record(rule, Fact::Hp { who, from, to: from.saturating_add(hp).min(full) });
    }
}

/// What the one who is hurt holds back, at a table that asks.
fn spared(cx: &mut Cx<'_, DirkRules>, harm: &Harm) -> Flow<Spared> {
    if cx.state().house.soak != Soak::Ask {
        return Ok(Spared::Nothing);
    }
    let live = cx.state().live(harm.who);
    let ap = harm.armor && (live.ap > 0 || protecting(cx.at(), harm.who).any(|(_, item, _)| item.ap > 0));
    let asks = (live.hp > 0 || ap) && !out(cx.state(), harm.who);
    if asks { cx.ask(harm.who, HoldBack { who: harm.who, amount: harm.amount }) } else { Ok(Spared::Nothing) }
}

/// Temporary HP, HP, then AP: belt, natural, suit. Gives what is left.
fn absorb(cx: &mut Cx<'_, DirkRules>, harm: &Harm, mut left: u16, spared: Spared) -> u16 {
    let who = harm.who;
    left = cheered(cx, who, left);
    let temp = cx.state().live(who).temp_hp;
    if temp > 0 && left > 0 {
        let to = temp.saturating_sub(left);
        left -= temp - to;
        cx.record(rules::DK_HARM_03, Fact::TempHp { who, from: temp, to });
    }
    let hp = cx.state().live(who).hp;
    if left > 0 && hp > 0 && spared.uses_hp() {
        let to = hp.saturating_sub(left);
        left -= hp - to;
        cx.record(rules::DK_HARM_01, Fact::Hp { who, from: hp, to });
    }
    if !harm.armor || !spared.uses_ap() {
        return left;
    }
    left = temp_ap(cx, who, left);
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
            (None, _) => natural_ap(cx, harm, left),
            (Some(_), None) => left,
            (Some(_), Some(&(_, item, from, id))) => armor_ap(cx, harm, left, item, from, id),
        };
        if left < before && before < harm.amount {
            cx.cite(rules::DK_HARM_03);
        }
    }
    left
}

/// Temporary HP that others gave go first.
fn cheered(cx: &mut Cx<'_, DirkRules>, who: Who, mut left: u16) -> u16 {
    if cx.state().live(who).lasting.is_empty() {
        return left;
    }
    let clock = cx.state().clock;
    let given: SmallVec<[Lasting; 1]> =
        cx.state().live(who).under(clock).filter(|known| known.temp_hp() > 0).cloned().collect();
    for effect in given {
        if left == 0 {
            break;
        }
        let (rule, from) = (effect.by, effect.temp_hp());
        let to = from.saturating_sub(left);
        left -= from - to;
        cx.cite(rules::DK_HARM_03);
        match to {
            0 => cx.record(rule, Fact::LastsNoMore { who, effect }),
            _ => cx.record(rule, Fact::Lasts { who, effect: Lasting { what: Lasts::TempHp(to), ..effect } }),
        }
    }
    left
}

/// Temporary AP go before all others.
fn temp_ap(cx: &mut Cx<'_, DirkRules>, who: Who, mut left: u16) -> u16 {
    let clock = cx.state().clock;
    if cx.state().live(who).lasting.is_empty() {
        return left;
    }
    let layers: SmallVec<[Lasting; 1]> = cx.state().live(who).under(clock).cloned().collect();
    for effect in layers {
        let Lasts::TempAp(from) = effect.what else {
            continue;
        };
        if left == 0 {
            break;
        }
        let to = from.saturating_sub(left.min(255) as u8);
        left -= u16::from(from - to);
        cx.cite(rules::DK_HARM_03);
        let rule = effect.by;
        match to {
            0 => cx.record(rule, Fact::LastsNoMore { who, effect }),
            _ => cx.record(rule, Fact::Lasts { who, effect: Lasting { what: Lasts::TempAp(to), ..effect } }),
        }
    }
    left
}

fn natural_ap(cx: &mut Cx<'_, DirkRules>, harm: &Harm, left: u16) -> u16 {
    let who = harm.who;
    let from = cx.state().live(who).ap;
    if from == 0 {
        return left;
    }
    let (taken, to) = harm.eats(from, left);
    cx.record(rules::DK_HARM_02, Fact::NaturalAp { who, from, to });
    left - taken
}

fn armor_ap(cx: &mut Cx<'_, DirkRules>, harm: &Harm, left: u16, item: u8, from: u8, id: RuleId) -> u16 {
    let (taken, to) = harm.eats(from, left);
    cx.cite(id);
    cx.record(rules::DK_HARM_02, Fact::Ap { who: harm.who, item, from, to });
    left - taken
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
    let locals = (who, harm.injuries, harm.part);
    let passed = cx.within(locals, |cx| save(cx, Save::new(who, Ability::Str, rules::DK_HARM_05)))?;
    if passed { Ok(()) } else { injure_all(cx, harm) }
}

/// The injuries of a failed save: the part that was named first, the others at random.
pub(crate) fn injure_all(cx: &mut Cx<'_, DirkRules>, harm: Harm) -> Flow {
    let who = harm.who;
    for left in (0..harm.injuries.max(1)).rev() {
        if cx.state().live(who).dead {
            break;
        }
        match harm.part {
            Some(part) if left + 1 == harm.injuries.max(1) => injure(cx, who, part),
            _ => cx.within((who, left), |cx| injure_random(cx, who))?,
        }
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
        let died = die(cx, who, rules::DK_HARM_06);
        if !died {
            cx.record(rules::DK_HARM_06, Fact::Part { who, part, from: to, to: from });
        }
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
pub(crate) fn stunned(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let passed = cx.within(who, |cx| save(cx, Save::new(who, Ability::Wil, rules::DK_HARM_12)))?;
    if !passed {
        let lost = cx.state().live(who).lost_actions.saturating_add(1);
        cx.record(rules::DK_HARM_12, Fact::ActionLost { who, lost });
    }
    Ok(())
}

/// Somebody dies, unless a spare heart beats on; gives whether they did.
pub fn die(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId) -> bool {
    cx.cite(rule);
    if power::spare_heart(cx, who) {
        let_go(cx, who);
        return false;
    }
    cx.record(rules::DK_HARM_13, Fact::Died { who });
    release_all(cx, who);
    true
}

/// A score came to 0.
fn zero(cx: &mut Cx<'_, DirkRules>, who: Who, ability: Ability, before: u8) {
    cx.cite(rules::DK_STAT_03);
    if cx.state().house.zero_score == ZeroScore::Death {
        let died = die(cx, who, rules::DK_STAT_03);
        if !died {
            cx.record(rules::DK_STAT_03, Fact::Score { who, ability, from: 0, to: before });
        }
    } else if collapsed(cx.state(), who) {
        cx.cite(rules::DK_COND_11H);
        let_go(cx, who);
    }
}

/// STR 0: no move, action or reaction.
#[inline]
pub fn collapsed(state: &State, who: Who) -> bool {
    zeroed(state, who, Ability::Str)
}

/// Whether a score of zero keeps somebody from something at this table.
#[inline]
pub fn zeroed(state: &State, who: Who, ability: Ability) -> bool {
    state.live(who).score(ability) == 0 && state.house.zero_score != ZeroScore::Literal
}

/// Whether somebody can do nothing at all.
#[inline]
pub fn out(state: &State, who: Who) -> bool {
    let live = state.live(who);
    live.dead || live.passed_out || collapsed(state, who)
}
