//! People to meet, made from a bare list of qualities or from an entry.

use std::collections::BTreeMap;

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Bin, Candidate, Domain};
use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::may_write;
use crate::GutsPlus;
use crate::book::Book;
use crate::fact::{DeskFact, TableFact};
use crate::rules;
use crate::state::{Base, Creature, Kind, Quality, Shared};

deed! {
    /// Makes somebody to meet.
    #[serde(deny_unknown_fields)]
    pub struct NewNpc(form: GutsPlus) {
        /// What they are called.
        name: String = form.text("name", "Name", 60)?,
        /// Their qualities; base ones that are left out are at 1.
        #[serde(deserialize_with = "levels")]
        qualities: Vec<Level> = {
            let book = form.book;
            let least = || Some(vec![Level { quality: Base::ALL[0].name().to_owned(), level: 1 }]);
            let read = |written: Value| levels(written).map_err(|error| error.to_string());
            form.field("qualities", "Levels", || domain(book), least, read)?
        },
        /// A leading professional: high levels are no surprise.
        #[serde(default)]
        leading: bool = form.flag("leading", "A leading professional")?,
        /// On the heroes' side.
        #[serde(default)]
        friend: bool = form.flag("friend", "On the heroes' side")?,
    }
}

/// Levels to spread over the base qualities and those that serve as samples.
fn domain(book: &Book) -> Domain {
    let names = Base::ALL.map(Base::name).into_iter().chain(book.samples.iter().map(|row| row.name.as_str()));
    let bin = |name: &str| Bin { to: Candidate::new(name.to_owned(), name.to_owned()), least: 0, most: 10 };
    Domain::Points { total: 60, all: false, to: names.map(bin).collect() }
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

impl Deed<GutsPlus> for NewNpc {
    const CARD: Card = Card::gm("Make somebody to meet", "People").rule(rules::GP_GM_05);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, name) = (rules::GP_GM_05, self.name.trim());
        may_write(may, rule, name, &[])?;
        let mut everybody = may.state.everybody();
        let taken = everybody.any(|who| may.state.name(who).eq_ignore_ascii_case(name));
        may.not_if(name.contains('.') || taken, || {
            Refusal::new(rule, "name-taken", "The name is taken, or has a dot in it.")
        })?;
        may.not_if(self.qualities.is_empty() || self.qualities.len() > 20, || {
            let sentence = "Somebody without any quality could take part in no contest: name 1 to 20.";
            Refusal::new(rule, "no-quality", sentence)
        })?;
        for (nth, level) in self.qualities.iter().enumerate() {
            may_write(may, rule, &level.quality, &[])?;
            may.not_if(!(1..=10).contains(&level.level), || {
                Refusal::new(rules::GP_XP_09, "level", "Levels go from 1 to 10.")
            })?;
            let mut before = self.qualities[..nth].iter();
            may.not_if(before.any(|other| other.quality.eq_ignore_ascii_case(&level.quality)), || {
                Refusal::new(rule, "twice", format!("{} is there twice.", level.quality))
            })?;
        }
        Ok(())
    }

    /// A high level of an ordinary person is warned about.
    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let name = self.name.trim();
        let mut creature = Creature::blank(name, Kind::Npc, crate::hero::usual_chart(cx.at()));
        let mut sheet = (*creature.sheet).clone();
        sheet.side = u8::from(!self.friend);
        for level in &self.qualities {
            match Base::named(&level.quality) {
                Some(base) => sheet.qualities[usize::from(base.nth())].level = level.level,
                None => {
                    let quality = Quality { level: level.level, ..Quality::new(level.quality.trim(), "") };
                    sheet.qualities.push(quality);
                    creature.live.le.push(0);
                }
            }
        }
        creature.sheet = Shared::new(sheet);
        for level in self.qualities.iter().filter(|level| level.level > ORDINARY && !self.leading) {
            let fact = DeskFact::HighLevel {
                name: name.to_owned(),
                quality: level.quality.clone(),
                level: level.level,
            };
            cx.record_for(Audience::GM, rules::GP_GM_05, fact.into());
        }
        let who = Who(cx.state().creatures.len() as u16);
        cx.record(rules::GP_ROLL_10, TableFact::Joined { who, creature: Box::new(creature) }.into());
        Ok(())
    }
}
