//! What can be done in a fight, by those in it and by the GM.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};

use super::{parts, people, several, words};
use crate::GutsPlus;
use crate::rules;
use crate::state::State;

pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let Some(battle) = state.battle.as_ref().filter(|battle| battle.has(who)) else { return Vec::new() };
    let one = state.one(who);
    if !one.can_act() {
        return Vec::new();
    }
    if battle.turn != Some(who) {
        let over = Refusal::new(rules::GP_COMB_01, "had-turn", "The turn of this round is over.");
        return vec![
            OfferCard::new("take_turn", "Take the turn", "Fight")
                .actor("who", who)
                .rule(rules::GP_COMB_01)
                .refused(one.live.turn.over.then_some(over)),
        ];
    }
    let turn = one.live.turn;
    let used = |used: bool, what: &str| {
        used.then(|| Refusal::new(rules::GP_COMB_04, "no-action", format!("The {what} action is used.")))
    };
    let row = one.sheet.like.and_then(|id| at.book.foes.get(id.as_str()));
    let natural = row.and_then(|row| row.attack.as_ref()).map(|attack| attack.name.as_str());
    let things = one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| !now.gone && !now.worn);
    let means = natural.into_iter().chain(["fists", "kick", "shove"]);
    let means = words(means.chain(things.map(|(item, _)| item.name.as_str())));
    let foes = |other: Who| other != who && battle.has(other) && !state.live(other).dead;
    let mut all = vec![
        OfferCard::new("attack", "Attack", "Fight")
            .actor("who", who)
            .rule(rules::GP_COMB_08)
            .cost(1, "active action")
            .param(Param::new("target", "Whom", against(state, who, foes)))
            .param(Param::new("means", "With", means))
            .param(Param::new("part", "Where", parts(state, |who, _| foes(who))).after("target").optional())
            .refused(used(turn.active, "active"))
            .odds_on_request(),
        OfferCard::new("act", "Another active action", "Fight")
            .actor("who", who)
            .rule(rules::GP_COMB_07)
            .cost(1, "active action")
            .param(Param::new("what", "What", Domain::text(60)))
            .refused(used(turn.active, "active")),
        OfferCard::new("passive", "A passive action", "Fight")
            .actor("who", who)
            .rule(rules::GP_COMB_11)
            .cost(1, "passive action")
            .param(Param::new("what", "What", Domain::text(60)))
            .refused(used(turn.passive, "passive")),
        OfferCard::new("go", "Move", "Fight")
            .actor("who", who)
            .rule(rules::GP_COMB_05)
            .param(Param::new("feet", "Feet", Domain::amount(1, 60)))
            .refused(
                (turn.moved || turn.feet >= crate::combat::reach(at, who))
                    .then(|| Refusal::new(rules::GP_COMB_05, "moved", "The movement is used up.")),
            ),
        OfferCard::new("flee", "Run from the fight", "Fight")
            .actor("who", who)
            .rule(rules::GP_COMB_14)
            .refused(used(turn.active, "active")),
        OfferCard::new("end_turn", "Done", "Fight").actor("who", who).rule(rules::GP_COMB_01),
    ];
    if one.live.down {
        let moved = || Refusal::new(rules::GP_COMB_06, "moved", "The movement is used up.");
        let up = OfferCard::new("stand_up", "Get up", "Fight").actor("who", who).rule(rules::GP_COMB_06);
        all.insert(0, up.refused(turn.moved.then(moved)));
    }
    all
}

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let state = at.state;
    let Some(battle) = &state.battle else {
        let able = |who: Who| state.one(who).can_act() && state.sheet(who).draft.is_none();
        let few = Refusal::new(rules::GP_COMB_02, "who", "It takes two to fight.");
        let many = state.everybody().filter(|who| able(*who)).count();
        return vec![
            OfferCard::new("begin_combat", "Begin a fight", "Fight")
                .rule(rules::GP_COMB_02)
                .param(Param::new("fighters", "Who fights", several(state, 2, able)))
                .refused((many < 2).then_some(few)),
        ];
    };
    let open = battle.turn.map(|who| {
        let sentence = format!("{} is not done yet.", state.name(who));
        Refusal::new(rules::GP_COMB_13, "other-turn", sentence)
    });
    let mut all = vec![
        OfferCard::new("end_round", "End the round", "Fight").rule(rules::GP_COMB_13).refused(open),
        OfferCard::new("end_combat", "End the fight", "Fight").rule(rules::GP_COMB_14),
        OfferCard::new("leave", "Take somebody out of the fight", "Fight")
            .rule(rules::GP_COMB_14)
            .param(Param::new("who", "Whom", people(state, |who| battle.has(who))))
            .param(Param::new("beaten", "Beaten", Domain::yes_no()).optional()),
    ];
    let outside = |who: Who| !battle.has(who) && state.one(who).can_act();
    if state.everybody().any(outside) {
        all.push(
            OfferCard::new("join_combat", "Somebody joins in", "Fight")
                .rule(rules::GP_COMB_02)
                .param(Param::new("who", "Who", people(state, outside))),
        );
    }
    all
}

/// Those one could strike, the other side first: it is seldom a friend who is meant.
fn against(state: &State, who: Who, foes: impl Fn(Who) -> bool) -> Domain {
    let side = state.sheet(who).side;
    let mut all: Vec<Who> = state.everybody().filter(|other| foes(*other)).collect();
    all.sort_by_key(|other| state.sheet(*other).side == side);
    Domain::creature(all.into_iter().map(|other| Candidate::new(other, state.name(other).to_owned())))
}
