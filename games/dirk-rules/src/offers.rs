//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Seat, Who};
use serde_json::{Value, json};

use crate::DirkRules;
use crate::combat::{Strike, can_act, can_end_turn, legal_strike, may_move, move_limit, must_act_now};
use crate::gear::all_arms;
use crate::hero::Draft;
use crate::house::SWITCHES;
use crate::lesson;
use crate::rules;
use crate::scenario;
use crate::state::{Ability, Place, Wear};
use crate::tell::gems_in_words;
use crate::time::leisure;
use crate::trade;
use crate::world;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DirkRules>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    match actor {
        Some(who) => match at.state.creature(who) {
            Some(creature) if seat.is_gm() || creature.sheet.seat == seat => match &creature.sheet.draft {
                Some(draft) => making(at, who, draft),
                None => {
                    let mut all = acting(at, who);
                    all.extend(leisure::acting(at, who));
                    all.extend(trade::offers(at, who));
                    all.extend(lesson::offers(at, who));
                    all.extend(world::acting(at, who));
                    all
                }
            },
            _ => Vec::new(),
        },
        None if seat.is_gm() => {
            let mut all = referee(at);
            all.extend(leisure::referee(at));
            all.extend(lesson::referee_offers(at));
            all.extend(scenario::offers(at));
            all.extend(scenario::referee_offers(at));
            all.extend(world::referee_offers(at));
            all
        }
        None => scenario::offers(at).into_iter().chain([draft_offer()]).collect(),
    }
}

fn acting(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let live = at.state.live(who);
    let action = can_act(at, who).err();
    let turn = must_act_now(at, who).err();
    let here = move |other: Who| at.state.sheet(other).draft.is_none() && !at.state.live(other).dead;
    let others = || at.state.everybody().filter(move |&other| other != who && here(other));
    let person = |other: Who| Candidate::new(other, at.state.sheet(other).name.clone());
    let mut all = Vec::new();

    let mut weapons = Vec::new();
    let mut targets: Vec<Candidate<Who>> = others().map(person).collect();
    let mut any = None;
    for (with, arms) in all_arms(at, who) {
        weapons.push(Candidate::new(json!(with), arms.name.to_owned()));
        for (target, candidate) in others().zip(&mut targets) {
            match legal_strike(at, who, Strike { with, target }) {
                Ok(()) => candidate.given.push(json!(with)),
                Err(refusal) => any = any.or(Some(refusal)),
            }
        }
    }
    let out_of_reach = if targets.iter().all(|target| target.given.is_empty()) { any } else { None };
    targets.retain(|target| !target.given.is_empty());
    all.push(
        OfferCard::new("attack", "Attack", "Fight")
            .actor("who", who)
            .rule(rules::DK_BATTLE_09)
            .cost(1, "action")
            .param(Param::new("with", "With", Domain::one_of(weapons)))
            .param(Param::new("target", "Target", Domain::creature(targets)).after("with"))
            .refused(action.clone().or(out_of_reach))
            .odds_on_request(),
    );
    let plain = |command, label, rule| OfferCard::new(command, label, "Fight").actor("who", who).rule(rule);
    all.push(
        plain("full_defense", "Full defense", rules::DK_ADV_12).cost(1, "action").refused(action.clone()),
    );
    let near: Vec<Candidate<Who>> =
        others().filter(|other| at.state.feet(who, *other) <= 5).map(person).collect();
    let nobody = near
        .is_empty()
        .then(|| Refusal::new(rules::DK_RANGE_01H, "out-of-reach", "Nobody is within 5 feet."));
    all.extend(crate::combat::offers(at, who));
    all.extend(crate::power::offers(at, who));
    all.push(
        plain("grapple", "Grapple", rules::DK_ADV_05)
            .cost(1, "action")
            .param(Param::new("target", "Target", Domain::creature(near)))
            .refused(action.or(nobody)),
    );
    let left = move_limit(at, who).saturating_sub(live.turn.moved);
    let stuck = turn.clone().or_else(|| may_move(at, who).err());
    let headings = [Candidate::new(json!("towards"), "Towards"), Candidate::new(json!("away"), "Away from")];
    all.push(
        OfferCard::new("move", "Move", "Move")
            .actor("who", who)
            .rule(rules::DK_BATTLE_07)
            .param(Param::new("heading", "Which way", Domain::one_of(headings)))
            .param(Param::new("from", "Whom", Domain::creature(others().map(person))))
            .param(Param::new("feet", "Feet", Domain::amount(1, left.max(1).into())))
            .refused(stuck),
    );
    if live.down {
        let ways =
            [Candidate::new(json!(false), "For the move"), Candidate::new(json!(true), "For the action")];
        all.push(
            OfferCard::new("stand", "Stand up", "Move")
                .actor("who", who)
                .rule(rules::DK_COND_01H)
                .param(Param::new("with_action", "What for", Domain::one_of(ways)))
                .refused(turn),
        );
    }
    all.push(hold(at, who));
    all.push(
        OfferCard::new("end_turn", "End the turn", "Turn")
            .actor("who", who)
            .rule(rules::DK_BATTLE_06)
            .refused(can_end_turn(at, who).err()),
    );
    all
}

fn hold(at: At<'_, DirkRules>, who: Who) -> OfferCard {
    let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items).enumerate();
    let usable = things.filter(|(_, (_, now))| now.place != Place::Gone && now.wear != Wear::Destroyed);
    let things = usable.map(|(number, (item, _))| Candidate::new(json!(number), item.name.clone()));
    let places = [
        Candidate::new(json!(Place::Hand), "In hand"),
        Candidate::new(json!(Place::Pack), "Away"),
        Candidate::new(json!(Place::Worn), "On"),
    ];
    OfferCard::new("hold", "Take or put away", "Things")
        .actor("who", who)
        .rule(rules::DK_HAND_01H)
        .param(Param::new("item", "What", Domain::one_of(things)))
        .param(Param::new("place", "Where", Domain::one_of(places)))
}

fn making(at: At<'_, DirkRules>, who: Who, draft: &Draft) -> Vec<OfferCard> {
    let step =
        |command, label, rule| OfferCard::new(command, label, "Making a hero").actor("who", who).rule(rule);
    let rolled = draft
        .totals
        .map(|_| Refusal::new(rules::DK_CHAR_01, "rolled-already", "The five totals are rolled."));
    let mut all = vec![step("roll_totals", "Roll 3D6 five times", rules::DK_CHAR_01).refused(rolled)];
    if let Some(totals) = draft.totals {
        let values =
            totals.iter().map(|total| Candidate::new(total.to_string(), total.to_string())).collect();
        let slots = ["str", "dex", "wil", "hp", "gems"]
            .map(|slot| Candidate::new(slot, slot.to_uppercase()).advised(slot == "hp"))
            .to_vec();
        let assign = step("assign", "Assign the totals", rules::DK_CHAR_02).again(draft.slots.is_some());
        all.push(assign.param(Param::new("slots", "Totals", Domain::Assign { values, slots })));
    }
    if draft.slots.is_some() {
        let kinds = at.book.backgrounds.iter().map(|row| Candidate::new(json!(row.kind), row.kind.clone()));
        all.push(
            step("learn", "Buy a background", rules::DK_CHAR_03)
                .cost(5, "gems")
                .param(Param::new("kind", "Which", Domain::one_of(kinds)))
                .param(Param::new("of", "In what", Domain::text(40)).optional()),
        );
        let weapons = at.book.weapons.iter().map(|row| (&row.name, row.gems));
        let shields = at.book.shields.iter().map(|row| (&row.name, row.gems));
        let armor = at.book.armor.iter().map(|row| (&row.name, row.gems));
        let gear = at.book.gear.iter().map(|row| (&row.name, row.gems));
        let goods = at.book.goods.iter().filter(|row| row.weight.is_some()).map(|row| (&row.name, row.gems));
        let wares = weapons.chain(shields).chain(armor).chain(goods).chain(gear);
        let wares = wares.map(|(name, gems)| {
            let ware = Candidate::new(json!(name), format!("{name}, {}", gems_in_words(gems)));
            ware.advised(crate::hero::advised(at, who, name))
        });
        all.push(step("buy", "Buy a thing", rules::DK_CHAR_08).param(Param::new(
            "thing",
            "What",
            Domain::one_of(wares),
        )));
        all.push(step("ready", "Done", rules::DK_CHAR_08));
    }
    all
}

fn referee(at: At<'_, DirkRules>) -> Vec<OfferCard> {
    let everybody = || at.state.everybody().filter(|&who| at.state.sheet(who).draft.is_none());
    let person = |who: Who| Candidate::new(who, at.state.sheet(who).name.clone());
    let abilities = Ability::ALL.map(|ability| Candidate::new(json!(ability), ability.name()));
    let degrees = ["trivial", "plain", "difficult", "legendary", "unprecedented"];
    let living = || everybody().filter(|&who| !at.state.live(who).dead);
    let fighters = living().map(|who| boneyard_table::view::Thing {
        what: Candidate::new(at.state.sheet(who).name.clone(), at.state.sheet(who).name.clone()),
        cost: 0,
    });
    let sides = living().flat_map(|who| {
        Ability::ALL.map(|ability| {
            let side = format!("{}: {}", at.state.sheet(who).name, ability.name());
            boneyard_table::view::Thing { what: Candidate::new(side.clone(), side), cost: 0 }
        })
    });
    let sides = sides.collect();
    let fighting = at.state.battle.is_some();
    let begun = fighting.then(|| Refusal::new(rules::DK_BATTLE_01, "in-battle", "A battle is under way."));
    let one_side = crate::combat::all_sides(at.state).is_empty();
    let alone = begun.clone().or_else(|| {
        one_side.then(|| Refusal::new(rules::DK_BATTLE_01, "one-side", "Nobody is here to fight."))
    });
    let none =
        (!fighting).then(|| Refusal::new(rules::DK_BATTLE_15, "no-battle", "There is no battle to end."));
    let idle = (!fighting)
        .then(|| Refusal::new(rules::DK_BATTLE_01, "no-battle", "There is no battle to come into."));
    let late =
        living().filter(|who| at.state.battle.as_ref().is_some_and(|battle| !battle.order.contains(who)));
    let names =
        at.book.creatures.iter().map(|row| &row.name).chain(at.book.heroes.iter().map(|row| &row.name));
    let creatures = names.map(|name| Candidate::new(json!(name), name.clone()));
    vec![
        OfferCard::new("begin", "Begin a battle", "Scene").rule(rules::DK_BATTLE_01).refused(alone),
        OfferCard::new("begin", "Begin a battle with some of them", "Scene")
            .id("begin-some")
            .rule(rules::DK_BATTLE_01)
            .param(Param::new(
                "fighters",
                "Who",
                Domain::Subset { of: fighters.collect(), least: 2, most: 60, budget: None },
            ))
            .refused(begun),
        OfferCard::new("join", "Bring into the battle", "Scene")
            .rule(rules::DK_BATTLE_02)
            .param(Param::new("who", "Who", Domain::creature(late.map(person))))
            .refused(idle),
        OfferCard::new("end_battle", "End the battle", "Scene").rule(rules::DK_BATTLE_15).refused(none),
        OfferCard::new("save", "Call for a save", "Scene")
            .rule(rules::DK_CHECK_01)
            .param(Param::new("who", "Who", Domain::creature(living().map(person))))
            .param(Param::new("ability", "On", Domain::one_of(abilities)))
            .param(
                Param::new(
                    "difficulty",
                    "How hard",
                    Domain::one_of(degrees.map(|word| Candidate::new(json!(word), word))),
                )
                .optional(),
            )
            .param(Param::new("advantage", "Advantage", Domain::yes_no()).optional())
            .param(Param::new("disadvantage", "Disadvantage", Domain::yes_no()).optional())
            .param(Param::new("complicated", "Complicated", Domain::yes_no()).optional())
            .param(Param::new("about", "About", Domain::text(60)).optional()),
        OfferCard::new("contest", "Call for a contest", "Scene").rule(rules::DK_CHECK_07).param(Param::new(
            "sides",
            "Who, and on what",
            Domain::Subset { of: sides, least: 2, most: 12, budget: None },
        )),
        OfferCard::new("add", "Bring in a creature", "Scene")
            .rule(rules::DK_BASIC_05)
            .param(Param::new("name", "Name", Domain::text(40)))
            .param(Param::new("like", "Like", Domain::one_of(creatures)).optional()),
        OfferCard::new("apart", "Set a distance", "Scene")
            .rule(rules::DK_RANGE_01H)
            .param(Param::new("one", "One", Domain::creature(everybody().map(person))))
            .param(Param::new("other", "Other", Domain::creature(everybody().map(person))))
            .param(Param::new("feet", "Feet", Domain::amount(0, 10_000))),
        OfferCard::new("name", "Give a proper name", "Scene")
            .rule(rules::DK_STAT_04)
            .param(Param::new("who", "Who", Domain::creature(living().map(person))))
            .param(Param::new("name", "Name", Domain::text(40))),
        crate::power::finds(at),
        house(fighting),
        draft_offer(),
    ]
}

fn house(fighting: bool) -> OfferCard {
    let switches = SWITCHES.iter().map(|switch| Candidate::new(json!(switch.name), switch.title()));
    let mut values: Vec<Candidate<Value>> = Vec::new();
    for switch in SWITCHES {
        for value in switch.values {
            match values.iter_mut().find(|known| known.pick == **value) {
                Some(known) => known.given.push(json!(switch.name)),
                None => values.push(Candidate::new(json!(value), value.replace('_', " ")).given(switch.name)),
            }
        }
    }
    let sentence = "House rules are not changed in the middle of a battle.";
    OfferCard::new("house", "Set a house rule", "Table")
        .rule(rules::DK_BASIC_02)
        .param(Param::new("switch", "Which", Domain::one_of(switches)))
        .param(Param::new("value", "To what", Domain::one_of(values)).after("switch"))
        .refused(fighting.then(|| Refusal::new(rules::DK_BASIC_02, "in-battle", sentence)))
}

fn draft_offer() -> OfferCard {
    OfferCard::new("draft", "Make a hero", "Heroes").rule(rules::DK_CHAR_01).param(Param::new(
        "name",
        "Name",
        Domain::text(40),
    ))
}
