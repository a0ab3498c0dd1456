//! Whom an effect falls on, and what has to hold for it.

use boneyard_table::{At, Cx, Flow, Who};

use super::Source;
use crate::DeadWeight;
use crate::magic::aim::{foes, near};
use crate::question::PickPerson;
use crate::weapon::Band;

pub(super) fn holds(at: At<'_, DeadWeight>, target: Who, is: &str, healed: u8) -> bool {
    let one = at.state.one(target);
    match is {
        "combat" => at.state.battle.is_some(),
        "outside-combat-and-healed" => at.state.battle.is_none() && healed > 0,
        "was-adventurer" => one.sheet.is_hero(),
        "living-up-to-level-4" => {
            !one.sheet.is("undead") && !one.sheet.is("demon") && one.sheet.foe.level <= 4
        }
        _ => false,
    }
}

pub(super) fn whom(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, who: &str) -> Flow<Vec<Who>> {
    let at = cx.at();
    Ok(match who {
        "close" => near(at, source.by, Band::Close).collect(),
        "nearby" => near(at, source.by, Band::Nearby).collect(),
        "nearby-others" => near(at, source.by, Band::Nearby).filter(|who| *who != source.by).collect(),
        "enemies" => foes(at, source.by, Band::Distant).collect(),
        "party" | "group" | "inside" => at.state.heroes().collect(),
        "one-nearby" => {
            let among: Vec<Who> = near(at, source.by, Band::Nearby).collect();
            let picked = match among[..] {
                [one] => Some(one),
                _ => cx.ask(source.by, PickPerson { who: source.by, rule: source.rule, among })?,
            };
            picked.into_iter().collect()
        }
        _ => vec![source.by],
    })
}
