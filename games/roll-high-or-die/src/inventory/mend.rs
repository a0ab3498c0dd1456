//! Mending armor, a Watch for each piece.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::carry::carried;
use super::make::lacking;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::skill_check;
use crate::fact::HurtFact;
use crate::gear::armoring_value;
use crate::living::{log, used, work};
use crate::rules;
use crate::state::Ware;

/// Mends a piece of armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mend {
    /// Who.
    pub who: Who,
    /// Which piece.
    pub item: u8,
}

/// Mends a piece of armor: whole on a success, half of what is missing otherwise.
pub fn mend(cx: &mut Cx<'_, RollHighOrDie>, mend: Mend) -> Flow {
    let (who, item, rule, book) = (mend.who, mend.item, rules::RH_HOUSE_06H, cx.book());
    work(cx.state(), who, rule)?;
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let Ware::Armor(suit) = &thing.ware else {
        return told("no-armor", format!("The {} is no Armor.", thing.name));
    };
    let lost = now.lost.min(armoring_value(book, suit).unwrap_or(0));
    if lost == 0 {
        return told("undamaged", format!("The {} has lost no Armoring.", thing.name));
    }
    let material = suit.material.as_deref().and_then(|name| book.armor_tags.named(name));
    let row = material.and_then(|tag| book.making.iter().find(|row| row.made_of.contains(&tag.name)));
    let Some((tag, row)) = material.zip(row) else {
        return told("no-material", format!("The {} is of no material anybody mends.", thing.name));
    };
    if let Some(action) = lacking(cx.state(), book, who, &row.tools) {
        return told("no-tool", format!("No tool at hand can {action}."));
    }
    let Some(skill) = tag.skill.or(row.skills.first().copied()) else { return Ok(()) };
    let dc = 8 + 2 * i16::from(tag.value.unwrap_or(0));
    used(cx, who, rule);
    log(cx, who, skill);
    let success = cx.within((who, item), |cx| skill_check(cx, who, skill, dc, rule, &[]))?;
    let lost = if success { 0 } else { lost - lost / 2 };
    record(cx, rule, HurtFact::Armor { who, item: Some(item), lost }.into());
    Ok(())
}
