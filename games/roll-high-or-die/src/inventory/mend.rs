//! Mending armor, a Watch for each piece.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::carry::carried;
use super::make::{at_work, lacking};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::skill_check;
use crate::fact::HurtFact;
use crate::gear::armoring_value;
use crate::living::{log, used, work};
use crate::picks::{carried_as, thing};
use crate::rules;
use crate::state::{Skill, Ware};

deed! {
    /// Mends a piece of armor.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Mend(form: RollHighOrDie) {
        /// Who.
        who: Who = at_work(form, RULE)?,
        /// Which piece.
        item: u8 = {
            let armor = carried_as(form.at(), who, |thing, _| matches!(thing.ware, Ware::Armor(_)));
            thing(form, "item", "Which", who, armor)?
        },
    }
}

const RULE: RuleId = rules::RH_HOUSE_06H;

/// What it takes to mend a piece.
struct Work {
    lost: u16,
    skill: Skill,
    dc: i16,
}

impl Mend {
    fn ready(&self, may: May<'_, RollHighOrDie>) -> Lawful<Work> {
        let (state, book, who) = (may.state, may.book, self.who);
        work(state, who, RULE)?;
        let (thing, now) = carried(state, who, self.item, RULE)?;
        let no = |code: &str, sentence: String| Refusal::new(RULE, code, sentence);
        let name = &thing.name;
        let Ware::Armor(suit) = &thing.ware else {
            return may.no(|| no("no-armor", format!("The {name} is no Armor.")));
        };
        let lost = now.lost.min(armoring_value(book, suit).unwrap_or(0));
        may.not_if(lost == 0, || no("undamaged", format!("The {name} has lost no Armoring.")))?;
        let material = suit.material.as_deref().and_then(|name| book.armor_tags.named(name));
        let row = material.and_then(|tag| book.making.iter().find(|row| row.made_of.contains(&tag.name)));
        let skilled = material
            .zip(row)
            .and_then(|(tag, row)| Some((tag, row, tag.skill.or(row.skills.first().copied())?)));
        let Some((tag, row, skill)) = skilled else {
            return may.no(|| no("no-material", format!("The {name} is of no material anybody mends.")));
        };
        if let Some(action) = lacking(state, book, who, &row.tools) {
            return may.no(|| no("no-tool", format!("No tool at hand can {action}.")));
        }
        Ok(Work { lost, skill, dc: 8 + 2 * i16::from(tag.value.unwrap_or(0)) })
    }
}

/// Whole on a success, half of what is missing otherwise.
impl Deed<RollHighOrDie> for Mend {
    const CARD: Card = Card::acting("Mend armor", "Work").rule(RULE);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.ready(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let Self { who, item } = self;
        let Work { lost, skill, dc } = self.ready(May::quiet(cx.at(), by))?;
        used(cx, who, RULE);
        log(cx, who, skill);
        let success = cx.within((who, item), |cx| skill_check(cx, who, skill, dc, RULE, &[]))?;
        let lost = if success { 0 } else { lost - lost / 2 };
        record(cx, RULE, HurtFact::Armor { who, item: Some(item), lost }.into());
        Ok(())
    }
}
