//! People to meet, made from a bare list of qualities or from an entry.

use std::collections::BTreeMap;

use boneyard_table::{Audience, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::check_words;
use crate::GutsPlus;
use crate::fact::{DeskFact, TableFact};
use crate::rules;
use crate::state::{Base, Creature, Kept, Kind, Quality};

/// Somebody to meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNpc {
    /// What they are called.
    pub name: String,
    /// Their qualities; base ones that are left out are at 1.
    #[serde(deserialize_with = "levels")]
    pub qualities: Vec<Level>,
    /// A leading professional: high levels are no surprise.
    #[serde(default)]
    pub leading: bool,
    /// On the heroes' side.
    #[serde(default)]
    pub friend: bool,
}

/// A quality with its level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Which.
    pub quality: String,
    /// Its level.
    pub level: u8,
}

/// Levels as a list, or by name as forms write them.
fn levels<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Level>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        List(Vec<Level>),
        Named(BTreeMap<String, u8>),
    }
    Ok(match Written::deserialize(from)? {
        Written::List(levels) => levels,
        Written::Named(named) => named.into_iter().map(|(quality, level)| Level { quality, level }).collect(),
    })
}

/// The highest level of ordinary people.
const ORDINARY: u8 = 5;

/// Makes somebody to meet; a high level of an ordinary person is warned about.
pub fn npc(cx: &mut Cx<'_, GutsPlus>, new: &NewNpc) -> Flow {
    let rule = rules::GP_GM_05;
    let name = new.name.trim();
    check_words(rule, name, &[])?;
    if name.contains('.') || cx.state().everybody().any(|who| cx.state().name(who).eq_ignore_ascii_case(name))
    {
        return refuse(Refusal::new(rule, "name-taken", "The name is taken, or has a dot in it."));
    }
    if new.qualities.is_empty() || new.qualities.len() > 20 {
        let sentence = "Somebody without any quality could take part in no contest: name 1 to 20.";
        return refuse(Refusal::new(rule, "no-quality", sentence));
    }
    for (nth, level) in new.qualities.iter().enumerate() {
        check_words(rule, &level.quality, &[])?;
        if !(1..=10).contains(&level.level) {
            return refuse(Refusal::new(rules::GP_XP_09, "level", "Levels go from 1 to 10."));
        }
        if new.qualities[..nth].iter().any(|other| other.quality.eq_ignore_ascii_case(&level.quality)) {
            return refuse(Refusal::new(rule, "twice", format!("{} is there twice.", level.quality)));
        }
    }
    let mut creature = Creature::blank(name, Kind::Npc, crate::hero::usual_chart(cx.at()));
    let mut sheet = (*creature.sheet).clone();
    sheet.side = u8::from(!new.friend);
    for level in &new.qualities {
        match Base::named(&level.quality) {
            Some(base) => sheet.qualities[usize::from(base.nth())].level = level.level,
            None => {
                let quality = Quality { level: level.level, ..Quality::new(level.quality.trim(), "") };
                sheet.qualities.push(quality);
                creature.live.le.push(0);
            }
        }
    }
    creature.sheet = Kept::new(sheet);
    for level in new.qualities.iter().filter(|level| level.level > ORDINARY && !new.leading) {
        let fact =
            DeskFact::HighLevel { name: name.to_owned(), quality: level.quality.clone(), level: level.level };
        cx.record_for(Audience::GM, rule, fact.into());
    }
    let who = Who(cx.state().creatures.len() as u16);
    cx.record(rules::GP_ROLL_10, TableFact::Joined { who, creature: Box::new(creature) }.into());
    Ok(())
}
