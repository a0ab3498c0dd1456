//! Checks a seat could call for or try.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::people;
use crate::DieTrying;
use crate::combat::{awake, is_awake};
use crate::house::SkillAbilityOverride;
use crate::rules;
use crate::state::{Ability, DamageType, Fate, Proficiency};

fn skills() -> Domain {
    Domain::one_of(Proficiency::skills().iter().map(|skill| Candidate::new(json!(skill), skill.name())))
}

fn abilities() -> Domain {
    Domain::one_of(Ability::ALL.map(|ability| Candidate::new(json!(ability), ability.name())))
}

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    if !at.state.sheet(who).is_hero() {
        return Vec::new();
    }
    vec![
        OfferCard::new("attempt", "Try something", "Checks")
            .actor("who", who)
            .rule(rules::DT_CHECK_01)
            .param(Param::new("what", "What", Domain::text(80)))
            .param(Param::new("skill", "With", skills()).optional())
            .refused(awake(at.state, who).err()),
    ]
}

pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    let awake: Vec<Who> = state.beings().filter(|who| is_awake(state, *who)).collect();
    let alive: Vec<Who> = state.everybody().filter(|who| state.live(*who).fate != Fate::Dead).collect();
    let types = Domain::one_of(DamageType::ALL.map(|kind| Candidate::new(json!(kind), kind.name())));
    let mut cards = calls(at, &awake);
    if awake.len() > 1 {
        let opposed = [
            Proficiency::Deception,
            Proficiency::Intimidation,
            Proficiency::Persuasion,
            Proficiency::Stealth,
            Proficiency::Thievery,
        ];
        let opposed = opposed.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            OfferCard::new("contest", "Skill against skill", "Checks")
                .rule(rules::DT_HOUSE_09H)
                .param(Param::new("who", "Who", people(at, awake.clone())))
                .param(Param::new("skill", "Skill", Domain::one_of(opposed)))
                .param(Param::new("target", "Against", people(at, awake)))
                .param(situation()),
        );
    }
    let sides = [2, 3, 6, 10, 100].map(|sides| Candidate::new(json!(sides), format!("d{sides}")));
    cards.push(
        OfferCard::new("roll_dice", "Roll dice", "Checks")
            .rule(rules::DT_CORE_05)
            .param(Param::new("sides", "Which", Domain::one_of(sides)))
            .param(Param::new("count", "How many", Domain::amount(1, 20)).optional()),
    );
    if !alive.is_empty() {
        cards.push(
            OfferCard::new("harm", "Deal damage", "Bodies")
                .rule(rules::DT_DMG_01)
                .param(Param::new("who", "To whom", people(at, alive.clone())))
                .param(Param::new("amount", "How much", Domain::amount(0, 30)))
                .param(Param::new("type", "Type", types))
                .param(Param::new("half", "Half of it, as after a save", Domain::yes_no()).optional()),
        );
        cards.push(
            OfferCard::new("heal", "Heal", "Bodies")
                .rule(rules::DT_HP_01)
                .param(Param::new("who", "Whom", people(at, alive.clone())))
                .param(Param::new("amount", "How much", Domain::amount(1, 30))),
        );
        let conditions = crate::state::Condition::ALL;
        let conditions = conditions.map(|known| Candidate::new(json!(known), known.name()));
        cards.push(
            OfferCard::new("inflict", "Lay or end a condition", "Bodies")
                .rule(rules::DT_CORE_02)
                .param(Param::new("who", "On whom", people(at, alive.clone())))
                .param(Param::new("condition", "Which", Domain::one_of(conditions)).optional())
                .param(Param::new("turns", "For so many turns", Domain::amount(1, 20)).optional())
                .param(Param::new("from", "From whom it comes", people(at, alive)).optional())
                .param(Param::new("escape", "DC to escape it", Domain::amount(0, 15)).optional())
                .param(Param::new("end", "End it", Domain::yes_no()).optional()),
        );
    }
    let dying = state.beings().any(|who| state.live(who).fate == Fate::Dying);
    if state.battle.is_none() && dying {
        cards.push(OfferCard::new("settle_dying", "The dying throw on", "Bodies").rule(rules::DT_HP_03));
        cards.push(
            OfferCard::new("rounds_pass", "Rounds go by", "Bodies").rule(rules::DT_HP_03).param(Param::new(
                "rounds",
                "How many",
                Domain::amount(1, 10),
            )),
        );
    }
    cards
}

fn situation() -> Param {
    Param::new("modifier", "The situation", Domain::amount(-3, 3)).optional()
}

/// Checks the TS calls for, with all that may be said of them: skills, what Arcana knows of foreign magic, and saves.
fn calls(at: At<'_, DieTrying>, awake: &[Who]) -> Vec<OfferCard> {
    if awake.is_empty() {
        return Vec::new();
    }
    let call = |id: &str, label: &'static str| {
        let who = Param::new("who", "Who", people(at, awake.to_vec()));
        OfferCard::new("call_check", label, "Checks").id(id).param(who)
    };
    let against =
        |card: OfferCard| card.param(Param::new("dc", "DC", Domain::amount(0, 15))).param(situation());
    let sight = || Param::new("sight", "It relies entirely on sight", Domain::yes_no()).optional();
    let secret = || Param::new("secret", "Only the Trapsetter sees it", Domain::yes_no()).optional();
    let skill = call("call-skill", "Call for a skill check").rule(rules::DT_CHECK_06);
    let mut skill = against(skill.param(Param::new("skill", "Skill", skills())));
    if at.state.house.skill_ability_override == SkillAbilityOverride::On {
        skill = skill.param(Param::new("ability", "With another Ability", abilities()).optional());
    }
    let attempts = at.book.criticals.iter();
    let attempts = attempts.map(|row| Candidate::new(json!(row.attempt), row.attempt.clone()));
    let attempts = Param::new("attempt", "What is attempted, for criticals", Domain::one_of(attempts));
    let skill = skill.param(attempts.optional()).param(sight()).param(secret());
    let others = [Proficiency::Nature, Proficiency::Occultism, Proficiency::Religion];
    let others = others.map(|skill| Candidate::new(json!(skill), skill.name()));
    let foreign = call("call-foreign", "Call for Arcana on magic of another tradition")
        .rule(rules::DT_PROF_04)
        .fixed("skill", json!(Proficiency::Arcana))
        .param(Param::new("tradition", "The skill of that tradition", Domain::one_of(others)));
    let save = call("call-save", "Call for a save").rule(rules::DT_CHECK_08);
    let save = against(save.param(Param::new("save", "Ability", abilities())));
    vec![skill, against(foreign).param(secret()), save.param(sight()).param(secret())]
}
