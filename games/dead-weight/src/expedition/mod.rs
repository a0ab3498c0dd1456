//! Expeditions: exploring a site turn by turn, its doom, the party's decay and omens, traps, loot, talk.
//! Fights are with combat, camps in `camp`, the site from its entries in `scenario`.

mod act;
mod decay;
mod doom_event;
mod fight;
mod gm;
mod go;
mod item;
mod leave;
mod light;
mod loot;
mod lose;
mod meet;
mod mortal;
mod parley;
mod party;
mod sight;
mod trackers;
mod trap;
mod turns;
mod ward;

pub use act::{
    CatchBreath, Freeform, Improvise, Search, Unlock, Veteran, catch_breath, freeform, improvise, search,
    unlock, veteran,
};
pub use fight::{fought, open_fight};
pub use gm::{
    AddPlace, Advance, BringEvent, FLAGS, Flag, PassTurns, SetDoom, SetOut, Show, Shown, add_place, advance,
    bring_event, doom_list, flag, pass_turns, set_doom, set_out, show, start_combat,
};
pub use go::{Go, folded, go, ways};
pub use item::use_item;
pub use leave::leave;
pub use light::{Kindle, catch_fire, kindle, shines, snuff};
pub use loot::{Loot, loot, lying_name, picked_up};
pub use lose::{pieces, roles_of};
pub use meet::{breaks_out, site_is, wanderers};
pub use mortal::{LayToRest, Stabilise, died, lay_to_rest, saved, stabilise};
pub use parley::{Parley, parley};
pub use party::{able, agreed, dark, exploring, foes_of, group, present, threatened};
pub use sight::{seen_from_afar, sightless, unseeing, unveiled};
pub use trackers::{
    advance_doom, advance_omens, doom_events, full_omens, lower_doom, lower_omens, next_event, size_omens,
};
pub use trap::{Disarm, LookForTraps, caught, disarm, look_for_traps};
pub use turns::{pass, pass_fight, settle};
pub use ward::{hook, set_snare};

pub(crate) use mortal::check_supply;

use boneyard_table::{Audience, Cx, Flow, Group, Roll, RuleId, Seat, Who};

use crate::DeadWeight;
use crate::fact::GearFact;
use crate::roll::use_stock;

/// A die the GM throws where nobody looks.
fn secret_die(cx: &mut Cx<'_, DeadWeight>, rule: RuleId, sides: u8) -> Flow<u8> {
    let groups = [Group::new(1, sides)];
    let roll =
        Roll { rule, by: Seat::GM.into(), audience: Audience::GM, groups: &groups, terms: None, alike: None };
    Ok(cx.roll_one(&roll)?.first())
}

/// One piece of a thing is used up: a stock rolls its die.
pub(crate) fn spend_one(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8, rule: RuleId) -> Flow {
    let now = cx.state().live(who).items[usize::from(item)];
    if now.die > 0 {
        return use_stock(cx, who, item);
    }
    cx.record(rule, GearFact::Count { who, item, from: now.count, to: now.count.saturating_sub(1) }.into());
    Ok(())
}

/// Risk dice the GM throws where nobody looks: whether any shows a 1.
fn secret_risk(cx: &mut Cx<'_, DeadWeight>, rule: RuleId, dice: u8) -> Flow<bool> {
    let groups = [Group::new(dice, 6).named("risk")];
    let roll =
        Roll { rule, by: Seat::GM.into(), audience: Audience::GM, groups: &groups, terms: None, alike: None };
    Ok(cx.roll_one(&roll)?.iter().any(|face| face == 1))
}
