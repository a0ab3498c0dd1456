//! Getting better between expeditions: raises, levels and what they bring, skills given up.

use boneyard_table::view::{Bin, Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::interlude::card;
use crate::DeadWeight;
use crate::interlude::{LevelUp, check_level_up};
use crate::magic::may_memorise;
use crate::question::Spread;
use crate::rules;
use crate::state::Attribute;

/// A level, by what it could bring: a skill, lessons, the Third eye.
pub(super) fn levels(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let blank = || LevelUp {
        who,
        skill: None,
        drop: None,
        third_eye: false,
        lessons: Spread::default(),
        power: None,
    };
    let lessons = LevelUp { lessons: Spread(spare(at, who)), ..blank() };
    let may = |up: &LevelUp| check_level_up(at, up).is_ok();
    let offer = |way: &str, label: &str| {
        card("level_up", label, who, rules::DW_HOUSE_40H).id(format!("level_up:{}:{way}", who.0))
    };
    let power = powers(at, who, &lessons);
    let with_power = |offer: OfferCard| match &power {
        Some(power) => offer.param(power.clone()),
        None => offer,
    };
    let held: Vec<&str> = at
        .state
        .sheet(who)
        .hero
        .skills
        .iter()
        .filter_map(|id| at.book.skills.get(id.as_str()))
        .map(|row| row.name.as_str())
        .collect();
    let mut all = Vec::new();
    let mut full = false;
    let skills: Vec<_> = at
        .book
        .skills
        .iter()
        .filter(|row| {
            let learn = LevelUp { skill: Some(row.name.clone()), ..blank() };
            let swap = LevelUp { drop: held.first().map(|name| (*name).to_owned()), ..learn.clone() };
            let swaps = !may(&learn) && may(&swap);
            full |= swaps;
            may(&learn) || swaps
        })
        .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()))
        .collect();
    if !skills.is_empty() {
        let mut learn = offer("skill", "Rise a level: a skill").param(Param::new(
            "skill",
            "Learn",
            Domain::one_of(skills),
        ));
        if full {
            let drop = held.iter().map(|name| Candidate::new(json!(name), (*name).to_owned()));
            learn = learn.param(Param::new("drop", "Give up for it", Domain::one_of(drop)).optional());
        }
        all.push(with_power(learn));
    }
    if may(&lessons) {
        let live = at.state.live(who);
        let to = Attribute::ALL.map(|attribute| Bin {
            to: Candidate::new(attribute.name(), attribute.name()),
            least: 0,
            most: u32::from(12u8.saturating_sub(live.lessons[attribute])).min(3),
        });
        let spread = Domain::Points { total: 3, all: true, to: to.to_vec() };
        let learn = offer("lessons", "Rise a level: three lessons");
        all.push(with_power(learn.param(Param::new("lessons", "On", spread))));
    }
    if may(&LevelUp { third_eye: true, ..blank() }) {
        all.push(with_power(offer("third_eye", "Rise a level: the Third eye").fixed("third_eye", true)));
    }
    all
}

/// Three lessons wherever there is room for them.
fn spare(at: At<'_, DeadWeight>, who: Who) -> Vec<Attribute> {
    let live = at.state.live(who);
    let room = |attribute: Attribute| usize::from(12u8.saturating_sub(live.lessons[attribute]));
    Attribute::ALL.into_iter().flat_map(|one| std::iter::repeat_n(one, room(one))).take(3).collect()
}

/// The spell or prayer that comes with a level.
fn powers(at: At<'_, DeadWeight>, who: Who, legal: &LevelUp) -> Option<Param> {
    let (.., prayers) = may_memorise(at, who)?;
    let rows = if prayers { at.book.prayers.iter() } else { at.book.spells.iter() };
    let open: Vec<_> = rows
        .filter(|row| check_level_up(at, &LevelUp { power: Some(row.name.clone()), ..legal.clone() }).is_ok())
        .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()))
        .collect();
    (!open.is_empty()).then(|| Param::new("power", "And", Domain::one_of(open)).optional())
}
