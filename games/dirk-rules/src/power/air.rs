//! Air that is carried: masks and suits, how long they last, and what tears them.

use boneyard_table::{At, Cx, RuleId, Who};
use smallvec::SmallVec;

use super::{HOUR, fits_on, owned};
use crate::DirkRules;
use crate::effect::{Effect, Passive, Size, When};
use crate::fact::Fact;
use crate::state::{Ends, Lasting, Lasts, Live, Place, Wear};

/// Seconds of air somebody still has with them.
pub fn air_left(live: &Live) -> Option<u32> {
    live.lasting.iter().find_map(|known| match known.what {
        Lasts::Air(left) => Some(left),
        _ => None,
    })
}

/// The next thing with air in it: where in the list, its entry, its hours.
fn next_air(at: At<'_, DirkRules>, who: Who) -> Option<(u8, RuleId, u32)> {
    let things = owned(at, at.book, who).filter(|(item, row)| fits_on(at, who, *item, row));
    things.into_iter().find_map(|(item, row)| {
        row.passive.iter().find_map(|passive| match passive {
            Passive::Air(much) => match much.dice {
                Size::Fixed(hours) => Some((item, row.id, u32::from(hours) * HOUR)),
                _ => None,
            },
            _ => None,
        })
    })
}

/// Somebody is about to be without air: what they have with them is put to use.
pub(crate) fn open_air(cx: &mut Cx<'_, DirkRules>, who: Who) {
    if air_left(cx.state().live(who)).is_some() {
        return;
    }
    if let Some((_, rule, seconds)) = next_air(cx.at(), who) {
        let effect = Lasting { by: rule, from: who, what: Lasts::Air(seconds), ends: Ends::At(u32::MAX) };
        cx.record(rule, Fact::Lasts { who, effect });
    }
}

/// Breathes what is carried for so many seconds; gives how many of them there was nothing to breathe.
pub(crate) fn breathe(cx: &mut Cx<'_, DirkRules>, who: Who, seconds: u32) -> u32 {
    let mut lacking = seconds;
    while lacking > 0 {
        let known = cx.state().live(who).lasting.iter().find(|known| matches!(known.what, Lasts::Air(_)));
        let Some(effect) = known.cloned() else {
            break;
        };
        let Lasts::Air(left) = effect.what else {
            break;
        };
        let (rule, used) = (effect.by, left.min(lacking));
        lacking -= used;
        if used < left {
            let effect = Lasting { what: Lasts::Air(left - used), ..effect };
            cx.record(rule, Fact::Lasts { who, effect });
            break;
        }
        cx.record(rule, Fact::LastsNoMore { who, effect });
        let empty = owned(cx.at(), cx.book(), who).find(|(_, row)| row.id == rule).map(|(item, _)| item);
        if let Some(item) = empty {
            cx.record(rule, Fact::Worn { who, item, wear: Wear::Destroyed, place: Place::Gone });
        }
        open_air(cx, who);
    }
    lacking
}

/// STR was lowered: what is worn and does not stand that is torn.
pub(crate) fn torn(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let (live, sheet, book) = (cx.state().live(who), cx.state().sheet(who), cx.book());
    let worn = (0u8..).zip(live.items.iter().zip(&sheet.items));
    let worn = worn.filter(|(_, (now, _))| now.place == Place::Worn && now.wear == Wear::Whole);
    let rows = worn.filter_map(|(item, (_, own))| Some((item, book.gear.get(own.kind?.as_str())?)));
    let tears = |effect: &Effect| matches!(effect, Effect::Ruin(_));
    let torn: SmallVec<[(u8, RuleId); 1]> = rows
        .filter(|(_, row)| {
            let mut triggers = row.triggers.iter().filter(|trigger| trigger.when == When::OwnStrLowered);
            triggers.any(|trigger| trigger.effects.iter().any(tears))
        })
        .map(|(item, row)| (item, row.id))
        .collect();
    for (item, rule) in torn {
        cx.record(rule, Fact::Worn { who, item, wear: Wear::Destroyed, place: Place::Gone });
        let air = cx.state().live(who).lasting.iter().find(|known| known.by == rule).cloned();
        if let Some(effect) = air {
            cx.record(rule, Fact::LastsNoMore { who, effect });
        }
    }
}
