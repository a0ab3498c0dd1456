//! Skills in camp: rituals, crafting, surgery.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::view::Domain;
use boneyard_table::{At, By, Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::{campers, may_afford, spend};
use crate::DeadWeight;
use crate::expedition::{Shown, lower_doom, lower_omens};
use crate::fact::{GearFact, HurtFact, MagicFact};
use crate::form::{Form, stored, whatever_picked};
use crate::hurt;
use crate::offers::pieces_of;
use crate::question::Owned;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Place, Span, Used};

/// The field `who` of what a skill does in camp: offered to those who have it.
fn with_skill(form: &mut Form<'_>, skill: RuleId) -> Filled<Who> {
    let who = form.actor()?;
    let state = form.state;
    let has = state.creature(who).is_some_and(|one| one.sheet.skilled(skill));
    form.only_if(has && state.camp.is_some() && campers(state).contains(&who))?;
    Ok(who)
}

/// Whether somebody in the camp has a skill and the party the points for it.
fn may_use(may: May<'_, DeadWeight>, who: Who, skill: RuleId, points: u8) -> Lawful {
    may_afford(may, points)?;
    let one = whatever_picked(may, acting_hero(may.state, who))?;
    let name = &one.sheet.name;
    may.outright_if(!may.by.is_gm() && one.sheet.seat != may.by, || {
        let sentence = format!("Only {name}'s player says so.");
        Refusal::new(rules::DW_GAME_06, "not-yours", sentence)
    })?;
    may.outright_if(!one.sheet.skilled(skill) || !campers(may.state).contains(&who), || {
        let sentence = format!("{name} has not the skill for that.");
        Refusal::new(rules::DW_CAMP_13, "no-skill", sentence)
    })
}

/// The same for a skill that is used once in a camp.
fn may_use_once(may: May<'_, DeadWeight>, who: Who, skill: RuleId, points: u8) -> Lawful {
    may_use(may, who, skill, points)?;
    let one = may.state.one(who);
    may.outright_if(one.live.has_used(skill), || {
        let sentence = format!("{} has done that in this camp already.", one.sheet.name);
        Refusal::new(skill, "once-per-camp", sentence)
    })
}

fn used(cx: &mut Cx<'_, DeadWeight>, who: Who, what: RuleId) {
    cx.record(rules::DW_CAMP_13, MagicFact::Used { who, used: Used { what, until: Span::Camp } }.into());
}

deed! {
    /// A Ritualist takes 1 off omens or doom, for a point.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Ritual(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, rules::DW_SKILL_17)?,
        /// On which tracker.
        tracker: Shown = form.one_of("tracker", "On", [(Shown::Doom, "doom"), (Shown::Omens, "omens")])?,
    }
}

impl Deed<DeadWeight> for Ritual {
    const CARD: Card = Card::acting("Perform a ritual", "Camp").rule(rules::DW_CAMP_13).cost(1, "points");

    // Points belong to the party: anybody in the camp may propose.
    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_use_once(may, self.who, rules::DW_SKILL_17, 1)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        if spend(cx, by, 1, "a ritual", rules::DW_CAMP_13)? {
            match self.tracker {
                Shown::Doom => lower_doom(cx, 1, rules::DW_SKILL_17),
                Shown::Omens => lower_omens(cx, 1, rules::DW_SKILL_17),
            }
        }
        Ok(())
    }
}

deed! {
    /// Somebody with Crafting mends up to 2 armor points, for nothing, once in a camp.
    #[serde(deny_unknown_fields)]
    pub struct Craft(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, rules::DW_SKILL_07)?,
        /// Pieces of armor, one entry for each point.
        pieces: Vec<Owned> = {
            let at = form.at();
            let worn = worn_down(at);
            form.only_if(!worn.is_empty())?;
            let most = worn.len().min(2) as u32;
            let domain = || Domain::Subset { of: pieces_of(at, &worn), least: 1, most, budget: None };
            form.field("pieces", "Which", domain, || Some(worn.iter().take(1).copied().collect()), stored)?
        },
    }
}

impl Deed<DeadWeight> for Craft {
    const CARD: Card = Card::acting("Mend armor", "Camp").rule(rules::DW_CAMP_13);

    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_SKILL_07, may.state);
        may_use_once(may, self.who, rule, 0)?;
        may.not_if(self.pieces.is_empty() || self.pieces.len() > 2, || {
            Refusal::new(rule, "how-many", "Mend 1 or 2 armor points.")
        })?;
        let fits = |piece: &Owned| {
            let one = state.creature(piece.who).filter(|_| campers(state).contains(&piece.who));
            let now = one.and_then(|one| one.live.items.get(usize::from(piece.item)));
            let kind = one.and_then(|one| one.sheet.items.get(usize::from(piece.item))?.kind);
            let full = kind.and_then(|kind| may.book.armor.get(kind.as_str())).map_or(0, |row| row.ap);
            let asked = self.pieces.iter().filter(|other| *other == piece).count();
            now.is_some_and(|now| {
                now.place != Place::Gone && usize::from(now.ap) + asked <= usize::from(full)
            })
        };
        may.not_if(!self.pieces.iter().all(fits), || {
            let sentence = "Armor is mended up to the points it had when new.";
            Refusal::new(rule, "not-worn-down", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let rule = rules::DW_SKILL_07;
        used(cx, self.who, rule);
        for Owned { who, item } in self.pieces {
            let from = cx.state().live(who).items[usize::from(item)].ap;
            cx.record(rule, HurtFact::Ap { who, item, from, to: from + 1 }.into());
        }
        Ok(())
    }
}

deed! {
    /// Somebody with Crafting mends a broken thing by a DEX test with advantage, for a point.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Mend(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, rules::DW_SKILL_07)?,
        /// Whose thing, and which.
        thing: Owned = {
            let at = form.at();
            let all = broken(at);
            let names = pieces_of(at, &all).into_iter().map(|thing| thing.what.name);
            form.one_of("thing", "What", all.iter().copied().zip(names))?
        },
    }
}

impl Deed<DeadWeight> for Mend {
    const CARD: Card =
        Card::acting("Mend a broken thing", "Camp").rule(rules::DW_HOUSE_17H).cost(1, "points");

    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_use(may, self.who, rules::DW_SKILL_07, 1)?;
        may.not_if(!broken(may.at()).contains(&self.thing), || {
            let sentence = "Name a broken thing of somebody in the camp.";
            Refusal::new(rules::DW_HOUSE_17H, "not-broken", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let rule = rules::DW_HOUSE_17H;
        let Owned { who, item } = self.thing;
        if !spend(cx, by, 1, "mending", rules::DW_CAMP_13)? {
            return Ok(());
        }
        cx.cite(rules::DW_SKILL_07);
        let test = Rolling { advantages: 1, ..Rolling::test(self.who, Attribute::Dex, rule) };
        if cx.within((self.who, who, item), |cx| roll::make(cx, &test))?.succeeded() {
            cx.record(rule, GearFact::Broken { who, item, broken: false }.into());
        }
        Ok(())
    }
}

deed! {
    /// A Surgeon operates: on an INT test everybody in the camp heals a wound. For nothing, once in a camp.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Operate(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, rules::DW_SKILL_22)?,
    }
}

impl Deed<DeadWeight> for Operate {
    const CARD: Card = Card::acting("Operate", "Camp").rule(rules::DW_CAMP_13);

    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_use_once(may, self.who, rules::DW_SKILL_22, 0)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_SKILL_22);
        used(cx, who, rule);
        let test = Rolling::test(who, Attribute::Int, rule);
        if cx.within(who, |cx| roll::make(cx, &test))?.succeeded() {
            for patient in campers(cx.state()) {
                cx.within(patient, |cx| hurt::heal(cx, patient, 1, true, rule))?;
            }
        }
        Ok(())
    }
}

/// Broken things of those in the camp.
fn broken(at: At<'_, DeadWeight>) -> Vec<Owned> {
    let mut all = Vec::new();
    for who in campers(at.state) {
        for (item, now) in (0u8..).zip(&at.state.live(who).items) {
            if now.broken && now.place != Place::Gone {
                all.push(Owned { who, item });
            }
        }
    }
    all
}

/// Armor of those in the camp that lacks points, one entry for each point.
pub fn worn_down(at: At<'_, DeadWeight>) -> Vec<Owned> {
    let mut all = Vec::new();
    for who in campers(at.state) {
        let one = at.state.one(who);
        for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let full = sheet.kind.and_then(|kind| at.book.armor.get(kind.as_str())).map_or(0, |row| row.ap);
            if now.place != Place::Gone && now.ap < full {
                let owned = Owned { who, item: number as u8 };
                all.extend(std::iter::repeat_n(owned, usize::from(full - now.ap)));
            }
        }
    }
    all
}
