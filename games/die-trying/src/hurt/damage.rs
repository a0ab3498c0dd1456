//! Damage in its order: immunity, weakness, resistance, then Hitpoints, and whatever follows from losing
//! them. Dice, criticals and halving come before and are with the one who deals it.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::affect::{BY_DAMAGE, cured};
use super::dying::{dies, drops};
use super::{dies_at, makes_throws, max_hp};
use crate::DieTrying;
use crate::book::{Against, Book, Of, Passive};
use crate::fact::{HurtFact, TableFact};
use crate::house::Overkill;
use crate::passive;
use crate::rules;
use crate::sight::note;
use crate::state::{DamageType, Fate, Flesh, Kind, Span, State, Used};

/// Damage that reaches somebody, dice and multiples behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blow {
    /// Whom.
    pub who: Who,
    /// How much.
    pub amount: i16,
    /// Of which type.
    pub kind: DamageType,
    /// Resistance that is ignored.
    pub pierce: u8,
    /// The rule it comes by.
    pub rule: RuleId,
}

/// What damage comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reckoned {
    /// So much is lost.
    Loses(i16),
    /// So much is regained.
    Regains(i16),
    /// It does nothing.
    Nothing,
}

/// What damage comes to against somebody, with the rules that changed it.
pub fn reckon(state: &State, book: &Book, blow: Blow, cite: &mut dyn FnMut(RuleId)) -> Reckoned {
    let sheet = state.sheet(blow.who);
    let amount = blow.amount.max(0);
    match (blow.kind, sheet.flesh, sheet.kind) {
        (DamageType::Positive | DamageType::Negative, Flesh::Construct, _)
        | (DamageType::Positive | DamageType::Negative, _, Kind::Object) => {
            cite(rules::DT_DMG_02);
            return Reckoned::Nothing;
        }
        (DamageType::Positive, Flesh::Living, _) | (DamageType::Negative, Flesh::Undead, _) => {
            cite(rules::DT_DMG_02);
            return Reckoned::Regains(amount);
        }
        _ => {}
    }
    let own = &sheet.fixed.defences;
    let mut immune = own.immune.contains(&blow.kind);
    let mut weak = own.weak.iter().filter(|(kind, _)| *kind == blow.kind).map(|(_, by)| *by).max();
    let resist = own.resist.iter().filter(|(kind, _)| kind.is_none_or(|kind| kind == blow.kind));
    let mut resist = resist.map(|(_, by)| *by).max();
    let mut lent: Vec<RuleId> = Vec::new();
    let kinds = [Of::Immune, Of::Resist, Of::Weak];
    passive::each(state, book, blow.who, kinds, &mut |_, rule, passive| {
        // A Creature's own are in its sheet, where the TS may change them.
        if Some(rule) == sheet.like {
            return;
        }
        let (Passive::Immune(names)
        | Passive::Resist(Against { to: names, .. })
        | Passive::Weak(Against { to: names, .. })) = passive
        else {
            return;
        };
        let mut types = names.iter().map(|name| DamageType::named(name));
        // What is no type stands for all of them, where something is resisted.
        let any = matches!(passive, Passive::Resist(_)) && types.clone().any(|kind| kind.is_none());
        let of_it = types.any(|kind| kind == Some(blow.kind));
        if of_it {
            lent.push(rule);
        }
        match passive {
            Passive::Immune(_) => immune |= of_it,
            Passive::Resist(by) if of_it || any => resist = resist.max(Some(by.by)),
            Passive::Weak(by) if of_it => weak = weak.max(Some(by.by)),
            _ => {}
        }
    });
    lent.into_iter().for_each(&mut *cite);
    if let Some(row) = sheet.like.filter(|_| sheet.kind == Kind::Object) {
        cite(row);
    }
    if immune {
        cite(rules::DT_DMG_03);
        return Reckoned::Nothing;
    }
    let resist = resist.unwrap_or(0).saturating_sub(blow.pierce);
    let mut left = amount;
    if let Some(weak) = weak.filter(|weak| *weak > 0 && left > 0) {
        cite(rules::DT_DMG_05);
        left += i16::from(weak);
    }
    if resist > 0 {
        cite(rules::DT_DMG_04);
        left -= i16::from(resist);
    }
    if left > 0 { Reckoned::Loses(left) } else { Reckoned::Nothing }
}

/// Somebody takes damage, with everything that follows. Gives what was lost.
pub fn suffer(cx: &mut Cx<'_, DieTrying>, blow: Blow) -> Flow<i16> {
    let who = blow.who;
    if cx.state().live(who).fate == Fate::Dead {
        return Ok(0);
    }
    cx.cite(rules::DT_DMG_06);
    let (keeps, mut cited) = (cx.keeps(), Vec::<RuleId>::new());
    let reckoned = reckon(cx.state(), cx.book(), blow, &mut |rule| {
        if keeps {
            cited.push(rule);
        }
    });
    for rule in cited {
        cx.cite(rule);
    }
    match reckoned {
        Reckoned::Nothing => {
            note(cx, who, blow.rule, HurtFact::Unhurt { who, kind: blow.kind });
            Ok(0)
        }
        Reckoned::Regains(amount) => {
            heal(cx, who, amount, blow.rule);
            Ok(0)
        }
        Reckoned::Loses(amount) => {
            loses(cx, blow, amount)?;
            Ok(amount)
        }
    }
}

fn loses(cx: &mut Cx<'_, DieTrying>, blow: Blow, amount: i16) -> Flow {
    let (state, book, who) = (cx.state(), cx.book(), blow.who);
    let before = state.live(who).hp;
    let mut to = before.saturating_sub(amount);
    let bottom = dies_at(state, book, who);
    if state.house.overkill_kills == Overkill::Off && before > 0 && makes_throws(state, who) {
        to = to.max(bottom + 1);
    }
    let last_stand = last_stand(state, book, who, to);
    if let Some(rule) = last_stand {
        to = 1;
        let used = Used { what: rule, until: Span::Rest, times: 1 };
        cx.record(rule, TableFact::Used { who, used }.into());
    }
    let lost = before - to;
    cx.cite(rules::DT_HP_01);
    note(cx, who, blow.rule, HurtFact::Hurt { who, amount: lost, kind: blow.kind, to });
    cured(cx, who, BY_DAMAGE);
    break_even(cx, who)
}

/// Whether somebody stays up once in a Rest.
fn last_stand(state: &State, book: &Book, who: Who, to: i16) -> Option<RuleId> {
    let (_, rule) = passive::find(state, book, who, Of::LastStand, |passive| match passive {
        Passive::LastStand(true) => Some(()),
        _ => None,
    })?;
    let unused = state.live(who).times_used(rule) == 0;
    (to <= 0 && state.live(who).hp > 0 && unused).then_some(rule)
}

/// What follows from the Hitpoints somebody has now: dropping, death, coming round.
pub fn break_even(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (state, book) = (cx.state(), cx.book());
    let one = state.one(who);
    let (hp, fate) = (one.live.hp, one.live.fate);
    match fate {
        Fate::Dead => Ok(()),
        Fate::Dying | Fate::Stable(_) if hp >= 1 => {
            note(cx, who, rules::DT_HP_11, HurtFact::CameRound { who });
            Ok(())
        }
        _ if hp > 0 => Ok(()),
        _ if !makes_throws(state, who) => {
            let rises = one.sheet.like.and_then(|like| book.creatures.get(like.as_str()));
            let rises = rises.filter(|row| row.hooks.iter().any(|hook| hook == "rise-again"));
            match rises {
                Some(row) if state.live(who).times_used(row.id) == 0 => rise_again(cx, who, row.id),
                _ => {
                    let rule =
                        if one.sheet.kind == Kind::Object { rules::DT_HOUSE_07H } else { rules::DT_HP_02 };
                    dies(cx, who, rule);
                    crate::dungeon::broke(cx, who)
                }
            }
        }
        _ if hp <= dies_at(state, book, who) => {
            dies(cx, who, rules::DT_HP_09);
            Ok(())
        }
        Fate::Dying => Ok(()),
        Fate::Up | Fate::Stable(_) => {
            drops(cx, who);
            Ok(())
        }
    }
}

/// Some dead things get up once more.
fn rise_again(cx: &mut Cx<'_, DieTrying>, who: Who, entry: RuleId) -> Flow {
    let used = Used { what: entry, until: Span::Ever, times: 1 };
    cx.record(entry, TableFact::Used { who, used }.into());
    let up = cx.dice_read(entry, who, boneyard_table::Group::new(1, 10).named("rises"), |faces| {
        faces.first() >= 7
    })?;
    if up {
        let amount = 1 - cx.state().live(who).hp;
        note(cx, who, entry, HurtFact::Healed { who, amount, to: 1 });
        return Ok(());
    }
    dies(cx, who, rules::DT_HP_02);
    Ok(())
}

/// Somebody regains Hitpoints, never past the maximum. The dead do not.
pub fn heal(cx: &mut Cx<'_, DieTrying>, who: Who, amount: i16, rule: RuleId) {
    let (state, book) = (cx.state(), cx.book());
    let before = state.live(who).hp;
    let most = max_hp(state, book, who).max(before);
    let to = before.saturating_add(amount.max(0)).min(most);
    if state.live(who).fate == Fate::Dead {
        return;
    }
    cx.cite(rules::DT_HP_01);
    note(cx, who, rule, HurtFact::Healed { who, amount: to - before, to });
    if to >= 1 && state_is_down(cx.state(), who) {
        note(cx, who, rules::DT_HP_11, HurtFact::CameRound { who });
    }
}

fn state_is_down(state: &State, who: Who) -> bool {
    matches!(state.live(who).fate, Fate::Dying | Fate::Stable(_))
}
