//! Dice that Empower and Focus lend to checks while they are kept up, and what the next roll pays; the pace that
//! Speed lends.

use boneyard_table::{At, Cx, Who};

use crate::GutsPlus;
use crate::fact::{EssenceFact, RollFact};
use crate::rules;
use crate::state::{Base, Holding, Owes, Rolled, State};

fn base_of(hook: &str) -> Option<Base> {
    match hook {
        "empower" => Some(Base::Gumption),
        "focus" => Some(Base::Utility),
        _ => None,
    }
}

/// Dice the next roll of this base quality loses.
pub fn owed(state: &State, who: Who, base: Option<Base>) -> u8 {
    let Some((one, base)) = state.creature(who).zip(base) else { return 0 };
    one.live.essence.owes.iter().filter(|owes| owes.base == base).map(|owes| owes.dice).sum()
}

/// How many times as far somebody moves by what they keep up.
pub fn hastens(at: At<'_, GutsPlus>, who: Who) -> u16 {
    let times = |held: &Holding| -> Option<u16> {
        let row = at.book.skills.get(held.skill.as_str()).filter(|_| held.target.is_none())?;
        let effect = row.effects.get("full")?.iter().find_map(|effect| effect.get("multiply"))?;
        effect.get("dice")?.as_str()?.parse().ok()
    };
    at.state.one(who).live.essence.holding.iter().filter_map(times).max().unwrap_or(1)
}

/// Before a side throws: dice are lent to a check, and debts are paid.
pub fn lends(cx: &mut Cx<'_, GutsPlus>, nth: u8) {
    let Some(tray) = cx.state().tray.as_ref() else { return };
    let side = &tray.sides[usize::from(nth)];
    let (who, base, kind, before) = (side.who, side.base, tray.kind, side.more);
    let Some(base) = base else { return };
    let debt = owed(cx.state(), who, Some(base));
    if debt > 0 && kind != Rolled::Order {
        let owes =
            cx.state().live(who).essence.owes.iter().copied().filter(|owes| owes.base != base).collect();
        cx.record(rules::GP_ESS_14, EssenceFact::Owes { who, owes }.into());
        let more = before.saturating_sub(i8::try_from(debt).unwrap_or(i8::MAX));
        let rule = if base == Base::Gumption { rules::GP_SKM_14 } else { rules::GP_SKM_18 };
        cx.record(rule, RollFact::More { side: nth, more }.into());
        return;
    }
    if kind != Rolled::Check {
        return;
    }
    // One's own Empower, or a Focus of anybody's that lies on the one who rolls.
    let lender = cx.state().everybody().find_map(|owner| {
        let holding = &cx.state().live(owner).essence.holding;
        let at = holding.iter().position(|held| {
            let row = cx.book().skills.get(held.skill.as_str());
            let fits = row.and_then(|row| row.hook.as_deref()).and_then(base_of) == Some(base);
            fits && held.lends > 0 && held.target.unwrap_or(owner) == who
        })?;
        Some((owner, at))
    });
    let Some((owner, at)) = lender else { return };
    let mut holding = cx.state().live(owner).essence.holding.clone();
    holding[at].lent = true;
    let (skill, dice) = (holding[at].skill, holding[at].lends);
    cx.record(skill, EssenceFact::Holding { who: owner, holding }.into());
    let more = before.saturating_add(i8::try_from(dice).unwrap_or(i8::MAX));
    cx.record(skill, RollFact::More { side: nth, more }.into());
}

/// Something that lent dice is over: the one who used them pays with their next roll.
pub(super) fn ended(cx: &mut Cx<'_, GutsPlus>, who: Who, held: &Holding) {
    let hook = cx.book().skills.get(held.skill.as_str()).and_then(|row| row.hook.as_deref());
    let Some((hook, base)) = hook.and_then(|hook| Some((hook, base_of(hook)?))) else { return };
    if !held.lent {
        return;
    }
    let turns = if hook == "focus" { held.turns / 2 } else { held.turns };
    let dice = u8::try_from(turns).unwrap_or(u8::MAX);
    if dice == 0 {
        return;
    }
    let payer = held.target.unwrap_or(who);
    let mut owes = cx.state().live(payer).essence.owes.clone();
    owes.push(Owes { base, dice });
    cx.record(held.skill, EssenceFact::Owes { who: payer, owes }.into());
}
