//! Calming an angry god: its own sacrifice, goods destroyed, or wounds.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::book::{Listed, Offering, formula};
use crate::fact::{GearFact, MagicFact};
use crate::form::attribute;
use crate::hurt;
use crate::interlude::spend_silver;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Creature, Doing, Place};

deed! {
    /// A sacrifice: the god is calm again.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Sacrifice(form: DeadWeight) {
        /// Who.
        who: Who = {
            let who = form.actor()?;
            let angry = |one: &Creature| one.live.under(rules::DW_PRAY_07).is_some() && !one.live.dead;
            let angry = form.state.creature(who).is_some_and(angry);
            form.only_if(angry)?;
            who
        },
        /// What is given.
        by: SacrificeBy = {
            let by: SacrificeBy = form.each("by", [SacrificeBy::Own, SacrificeBy::Goods, SacrificeBy::Wounds])?;
            form.label(|| by.label().into());
            by
        },
        /// Where wounds go, if it is wounds.
        #[serde(default)]
        attribute: Option<Attribute> = {
            let one = form.state.creature(who);
            let bleeds = match by {
                SacrificeBy::Wounds => true,
                SacrificeBy::Own => one.is_some_and(|one| {
                    let god = one.sheet.hero.god.and_then(|god| form.book.gods.get(god.as_str()));
                    let mut likes = god.into_iter().flat_map(|god| &god.sacrifice);
                    likes.any(|offering| matches!(offering, Offering::Wounds { .. }))
                }),
                SacrificeBy::Goods => false,
            };
            if bleeds || form.is_written() {
                form.or_left_out("attribute", |form| attribute(form, "attribute", "Wounds on"))?
            } else {
                None
            }
        },
    }
}

impl Deed<DeadWeight> for Sacrifice {
    const CARD: Card = Card::acting("Make a sacrifice", "Powers").rule(rules::DW_HOUSE_13H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        price(may.at(), *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        sacrifice(cx, self)
    }
}

/// What is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SacrificeBy {
    /// What the god likes.
    Own,
    /// 10 silver, or goods worth that.
    Goods,
    /// 2 wounds on one attribute.
    Wounds,
}

impl SacrificeBy {
    /// As a card says it.
    fn label(self) -> &'static str {
        match self {
            Self::Own => "Sacrifice what the god likes",
            Self::Goods => "Sacrifice 10 silver",
            Self::Wounds => "Sacrifice 2 wounds",
        }
    }
}

const GOODS: u32 = 10;
const WOUNDS: u8 = 2;

enum Price {
    Silver(u32),
    Wounds(Attribute),
    Things(Vec<(u8, u8)>),
}

fn price(at: At<'_, DeadWeight>, given: Sacrifice) -> Result<Price, Refusal> {
    let rule = rules::DW_HOUSE_13H;
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    let one = acting_hero(at.state, given.who)?;
    if at.state.doing() == Doing::Combat {
        return bad("in-battle", "There is no time for a sacrifice in a fight.");
    }
    if one.live.under(rules::DW_PRAY_07).is_none() {
        return bad("calm", "Your god is not angry.");
    }
    let god = one.sheet.hero.god.and_then(|god| at.book.gods.get(god.as_str()));
    match given.by {
        SacrificeBy::Goods => silver(at, given.who, GOODS).map(Price::Silver),
        SacrificeBy::Wounds => wounds(at, given),
        SacrificeBy::Own => {
            let Some(god) = god else { return bad("no-god", "There is no god of your own.") };
            let mut last = Refusal::new(rule, "nothing", "This god asks for nothing of its own.");
            for offering in &god.sacrifice {
                let paid = match offering {
                    Offering::Silver { silver: amount } => {
                        let wanted = formula(&amount.dice).map_or(0, |read| read.plus);
                        silver(at, given.who, u32::try_from(wanted).unwrap_or(0)).map(Price::Silver)
                    }
                    Offering::Wounds { .. } => wounds(at, given),
                    Offering::Things(listed) => things(at, given.who, listed).map(Price::Things),
                };
                match paid {
                    Ok(price) => return Ok(price),
                    Err(refusal) => last = refusal,
                }
            }
            Err(last)
        }
    }
}

fn silver(at: At<'_, DeadWeight>, who: Who, wanted: u32) -> Result<u32, Refusal> {
    crate::interlude::check_purse(at.state, who, wanted, rules::DW_HOUSE_13H).map(|()| wanted)
}

fn wounds(at: At<'_, DeadWeight>, given: Sacrifice) -> Result<Price, Refusal> {
    let rule = rules::DW_HOUSE_13H;
    let Some(attribute) = given.attribute else {
        return Err(Refusal::new(rule, "where", "Say which attribute bears the wounds."));
    };
    let room = at.state.one(given.who).room(attribute);
    if room < WOUNDS {
        let sentence = format!("{} has room for {room} wounds, not {WOUNDS}.", attribute.name());
        return Err(Refusal::new(rule, "no-room", sentence).with("room", room));
    }
    Ok(Price::Wounds(attribute))
}

/// Pieces of a kind, from as many stacks as it takes.
fn things(at: At<'_, DeadWeight>, who: Who, listed: &Listed) -> Result<Vec<(u8, u8)>, Refusal> {
    let (name, mut left) = match listed {
        Listed::One(name) => (name, 1),
        Listed::More { item, count, .. } => (item, *count),
    };
    let kind = at.book.gear.named(name).map(|row| row.id);
    let one = at.state.one(who);
    let mut given = Vec::new();
    for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if sheet.kind == kind && kind.is_some() && now.place != Place::Gone && left > 0 {
            let take = now.count.min(left);
            given.push((number as u8, take));
            left -= take;
        }
    }
    if left > 0 {
        let sentence = format!("{left} {name} are missing.");
        return Err(Refusal::new(rules::DW_HOUSE_13H, "missing", sentence));
    }
    Ok(given)
}

fn sacrifice(cx: &mut Cx<'_, DeadWeight>, given: Sacrifice) -> Flow {
    let rule = rules::DW_HOUSE_13H;
    let price = price(cx.at(), given)?;
    let who = given.who;
    match price {
        Price::Silver(silver) => spend_silver(cx, who, silver, rule),
        Price::Wounds(attribute) => {
            for left in 0..WOUNDS {
                cx.within((who, attribute, left), |cx| hurt::place_at(cx, who, attribute, rule))?;
            }
        }
        Price::Things(things) => {
            for (item, count) in things {
                let from = cx.state().live(who).items[usize::from(item)].count;
                cx.record(rule, GearFact::Count { who, item, from, to: from.saturating_sub(count) }.into());
            }
        }
    }
    if given.by == SacrificeBy::Own
        && let Some(god) = cx.state().sheet(who).hero.god
    {
        cx.cite(god);
        cx.cite(rules::DW_HOUSE_33H);
    }
    if let Some(lasting) = cx.state().live(who).under(rules::DW_PRAY_07).copied() {
        cx.record(rule, MagicFact::Over { who, lasting }.into());
    }
    super::world::turn(cx, false)
}
