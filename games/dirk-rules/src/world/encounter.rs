//! Who comes by: bringing in creatures a table brought, how far off they are, and how they feel
//! about the people they meet.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::OfferCard;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draw::{from_hand, may_use, secret, used};
use super::rows::Brings;
use super::{AtHand, What};
use crate::DirkRules;
use crate::book::CreatureRow;
use crate::campaign::free_name;
use crate::effect::Size;
use crate::fact::Fact;
use crate::hero::creature_like;
use crate::rules;
use crate::state::{Shared, Sheet};

const RULE: RuleId = rules::DK_ENC_05H;

/// How somebody feels about the people they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Attitude {
    /// 1 or 2.
    Hostile,
    /// 3.
    Wary,
    /// 4.
    Fearful,
    /// 5.
    Trading,
    /// 6.
    Friendly,
}

impl Attitude {
    /// All of them, in the order of the die.
    pub const ALL: [Self; 5] = [Self::Hostile, Self::Wary, Self::Fearful, Self::Trading, Self::Friendly];

    /// As the table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hostile => "hostile",
            Self::Wary => "wary",
            Self::Fearful => "fearful",
            Self::Trading => "wants to trade",
            Self::Friendly => "friendly",
        }
    }
}

/// How somebody feels: as the referee says, or as a D6 only they see decides. Gives the tags that come
/// with it.
pub(crate) fn attitude(cx: &mut Cx<'_, DirkRules>, said: Option<Attitude>) -> Flow<Vec<String>> {
    let Some(table) = cx.book().tables.get(RULE.as_str()) else { return Ok(Vec::new()) };
    let row = match said {
        Some(said) => table.rows.iter().find(|row| row.text == said.name()),
        None => {
            let face = secret(cx, RULE, Size::Dice { count: 1, sides: 6, plus: 0 })?;
            table.row(face.into())
        }
    };
    cx.cite(RULE);
    let Some(row) = row else { return Ok(Vec::new()) };
    let tags = row.then.iter().filter_map(|then| match then {
        super::rows::Follows::Effect(Brings::Tag(tag)) => Some(tag.clone()),
        _ => None,
    });
    let mut tags: Vec<String> = tags.collect();
    if !tags.contains(&row.text) {
        tags.push(row.text.clone());
    }
    Ok(tags)
}

deed! {
    /// Brings in creatures that are at hand.
    #[derive(Copy)]
    pub struct Meet(form: DirkRules) {
        /// Which, by their place among what is at hand.
        at: u8 = comers(form)?,
        /// How they feel; a die decides where nothing is said.
        #[serde(default)]
        attitude: Option<Attitude> = form.maybe("attitude", "How they feel", Attitude::ALL.map(|one| (one, one.name())))?,
        /// How far off they are.
        #[serde(default)]
        feet: Option<u16> = form.maybe_amount("feet", "Feet away", 0..=300)?,
    }
}

fn comers(form: &mut Filling<'_, DirkRules>) -> Filled<u8> {
    form.about(|| OfferCard::ENCOUNTERS.into());
    from_hand(form, "Who", is_somebody)
}

fn is_somebody(what: &What) -> bool {
    matches!(what, What::Creatures { .. })
}

/// The entry of those who come, how many they are, and what is settled of how they feel.
fn coming<'a>(
    may: May<'a, DirkRules>,
    at: u8,
) -> Lawful<(&'a AtHand, &'a CreatureRow, u8, Option<Attitude>)> {
    let thing = may_use(may, RULE, at, is_somebody)?;
    let What::Creatures { like, count, attitude } = &thing.what else {
        return may.no(|| Refusal::new(RULE, "nobody", format!("Nobody comes of that: {}", thing.text)));
    };
    match may.book.creatures.get(like.as_str()) {
        Some(row) => Ok((thing, row, *count, *attitude)),
        None => may.no(|| {
            let sentence = format!("There is no creature {like} on the lists any more.");
            Refusal::new(RULE, "no-such-entry", sentence)
        }),
    }
}

impl Deed<DirkRules> for Meet {
    const CARD: Card = Card::gm("Somebody comes by", "World").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (_, _, count, _) = coming(may, self.at)?;
        may.not_if(may.state.creatures.len() + usize::from(count) > 500, || {
            Refusal::new(RULE, "too-many", "A table holds at most 500 creatures.").with("most", 500)
        })?;
        may.not_if(self.feet.is_some_and(|feet| feet > 10_000), || {
            Refusal::new(rules::DK_RANGE_01H, "too-far", "Distances go up to 10,000 feet.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let Self { at, attitude: said, feet } = self;
        let book = cx.book();
        let (thing, row, count, settled) = coming(May::told(cx.at(), by), at)?;
        let (from, row) = (thing.from, book.creatures.get(row.id.as_str()));
        let tags = attitude(cx, said.or(settled))?;
        used(cx, from, at);
        for row in row.iter().cycle().take(count.into()) {
            comes(cx, row, &tags, feet);
        }
        Ok(())
    }
}

/// One creature comes by.
fn comes(cx: &mut Cx<'_, DirkRules>, row: &CreatureRow, tags: &[String], feet: Option<u16>) {
    let name = free_name(cx.state(), &row.name, false);
    let mut creature = creature_like(cx.book(), row, &name);
    let mut sheet: Sheet = (*creature.sheet).clone();
    for tag in tags {
        if !sheet.is(tag) {
            sheet.tags.push(tag.clone());
        }
    }
    creature.sheet = Shared::new(sheet);
    let who = Who(cx.state().creatures.len() as u16);
    cx.record(row.id, Fact::Joined { who, creature: Box::new(creature) });
    let Some(feet) = feet else { return };
    for one in cx.state().everybody() {
        if cx.state().sheet(one).hero && !cx.state().live(one).dead {
            cx.record(rules::DK_RANGE_01H, Fact::Apart { one, other: who, feet });
        }
    }
}
