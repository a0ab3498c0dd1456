//! Powers in play: who may use them, at what strain, who resists, and what lasts. What an entry
//! does is read from its data in [`crate::effect`].

mod air;
mod answers;
mod labor;
mod lasting;
mod nature;
mod smoke;
mod things;
mod using;
mod works;

pub use air::air_left;
pub(crate) use air::{breathe, open_air, torn};
pub(crate) use answers::{attack_use, bled, foresight, on_face, rallied, risen, spare_heart, triggered};
pub(crate) use labor::{how_long, takes_work, work_on, works};
pub(crate) use lasting::{
    attacked, befall, cheer, frees, grant, harmed, scene_over, time_passed, turn_began, turn_over,
};
pub use lasting::{charmed, ignored, puppet_of, scene, turn, unnoticed};
pub(crate) use nature::breathes;
pub use nature::{
    allowed, feint, fits_on, forbids, hooked, known, lean, lungs, needs, owned, passives, spared, steady,
    surcharge,
};
pub use smoke::smoked;
pub(crate) use smoke::{moved, smoke};
pub(crate) use things::{bind, dry, light, lock_of, refill, unlock, use_up};
pub use using::UsePower;
use using::may_use;
pub(crate) use works::{carry, reveal, summon};

use boneyard_table::deed::May;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who};

use crate::DirkRules;
use crate::book::Power;
use crate::effect::{Takes, Use};
use crate::fact::Fact;
use crate::health::stunned;
use crate::rules;
use crate::state::Ability;

/// Ten minutes, in seconds: a scene where there is no battle.
const SCENE: u32 = 600;
const HOUR: u32 = 3_600;
const DAY: u32 = 24 * HOUR;
/// When the sun rises, in seconds of a day.
const SUNRISE: u32 = 6 * HOUR;

/// Whether somebody could use something now, whomever it is aimed at.
pub(crate) fn legal_use(at: At<'_, DirkRules>, who: Who, row: &Power, way: &Use) -> bool {
    let ready =
        may_use(May::quiet(at, Seat::GM), who, row, way).is_ok() && labor::has_tools(at, who, row).is_ok();
    ready && way.action != Takes::WithEvade && affordable(at, who, way.hp).is_ok()
}

/// HP and WIL a strain takes; refused where WIL would come to 0.
pub(crate) fn affordable(at: At<'_, DirkRules>, who: Who, cost: u8) -> Result<(u16, u8), Refusal> {
    let live = at.state.live(who);
    let hp = live.hp.min(cost.into());
    let wil = u16::from(cost) - hp;
    let has = live.score(Ability::Wil);
    if wil > 0 && wil >= u16::from(has) {
        let sentence = format!("That takes {cost}: {hp} HP are left, and WIL {has} would come to 0.");
        return Err(Refusal::new(rules::DK_POWER_02H, "too-much", sentence).with("cost", cost));
    }
    Ok((hp, wil as u8))
}

/// Pays a strain: HP first, then WIL with its save. Temporary HP pay nothing.
pub(crate) fn pay(cx: &mut Cx<'_, DirkRules>, who: Who, (hp, wil): (u16, u8)) -> Flow {
    let rule = rules::DK_POWER_02H;
    if hp > 0 {
        let from = cx.state().live(who).hp;
        cx.record(rule, Fact::Hp { who, from, to: from - hp });
    }
    if wil > 0 {
        let from = cx.state().live(who).score(Ability::Wil);
        cx.record(rule, Fact::Score { who, ability: Ability::Wil, from, to: from - wil });
        stunned(cx, who)?;
    }
    Ok(())
}
