//! What somebody could do in a fight: the GM's setup, turns, actions with everything they can be
//! aimed at.

use boneyard_table::view::{Candidate, Direction, Domain, OfferCard, Param, Square, Thing};
use boneyard_table::{At, Refusal, Who};
use serde_json::{Value, json};

use crate::DeadWeight;
use crate::combat::{
    self, Attack, FoeAct, ItemTo, OnEnemy, PetAct, PetDeed, RELOAD, able, arms_in_hand, candidates,
    check_acting, check_attack, check_hero, check_leave, check_move, check_use, close, distance, fighters,
    gait, lying, opponents, reachable,
};
use crate::rules;
use crate::state::{Attribute, Kind, Place, SpentUntil, Tile};

const GROUP: &str = "Fight";

/// What the GM could do about fights.
pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    match &state.battle {
        None => {
            let here = state.everybody().filter(|who| {
                let one = state.one(*who);
                one.sheet.draft.is_none() && !one.live.dead && !one.live.away && !one.sheet.hero.retired
            });
            let of: Vec<Thing> = here.map(|who| thing(at, who)).collect();
            let both = |hero: bool| state.everybody().any(|who| state.sheet(who).is_hero() == hero);
            let most = u32::try_from(of.len()).unwrap_or(u32::MAX);
            let lacking = (!both(true) || !both(false)).then(|| {
                Refusal::new(rules::DW_COMB_02, "one-side", "A fight needs an adventurer and an enemy.")
            });
            let subset = Domain::Subset { of, least: 2.min(most), most, budget: None };
            vec![
                OfferCard::new("fight", "Set up a fight", GROUP)
                    .rule(rules::DW_COMB_02)
                    .param(Param::new("fighters", "Who fights", subset))
                    .param(
                        Param::new("surprised", "The adventurers are surprised", Domain::yes_no()).optional(),
                    )
                    .refused(lacking),
                ally(at),
            ]
        }
        Some(battle) => {
            let mut cards = Vec::new();
            if battle.setup {
                let open: Vec<Square> = free_tiles(at).map(square).collect();
                let who = fighters(state).map(|who| Candidate::new(who, state.name(who).to_owned()));
                cards.push(OfferCard::new("start_fight", "Start the fight", GROUP).rule(rules::DW_COMB_03));
                cards.push(
                    OfferCard::new("place", "Place somebody", GROUP)
                        .rule(rules::DW_COMB_02)
                        .param(Param::new("who", "Who", Domain::creature(who)))
                        .param(Param::new("at", "Where", Domain::Square { among: open })),
                );
            }
            cards.push(OfferCard::new("stop_fight", "End the fight", GROUP).rule(rules::DW_COMB_09));
            let newcomers = state.everybody().filter(|who| {
                let one = state.one(*who);
                battle.fighter(*who).is_none() && !one.live.dead && one.sheet.draft.is_none()
            });
            let newcomers: Vec<_> =
                newcomers.map(|who| Candidate::new(who, state.name(who).to_owned())).collect();
            if !newcomers.is_empty() {
                let open: Vec<Square> = free_tiles(at).map(square).collect();
                cards.push(
                    OfferCard::new("join_fight", "Somebody joins", GROUP)
                        .rule(rules::DW_MORALE_07)
                        .param(Param::new("who", "Who", Domain::creature(newcomers)))
                        .param(Param::new("at", "Where", Domain::Square { among: open })),
                );
            }
            let doors: Vec<Square> = doors(at);
            if !doors.is_empty() {
                cards.push(
                    OfferCard::new("fight_door", "Open or close a door", GROUP)
                        .rule(rules::DW_HOUSE_14H)
                        .param(Param::new("at", "Which", Domain::Square { among: doors }))
                        .param(Param::new("open", "Open", Domain::yes_no())),
                );
            }
            cards.push(ally(at));
            cards
        }
    }
}

fn ally(at: At<'_, DeadWeight>) -> OfferCard {
    let owners = at.state.heroes().filter(|who| !at.state.live(*who).mortal);
    let owners: Vec<_> = owners.map(|who| Candidate::new(who, at.state.name(who).to_owned())).collect();
    let rows = at.book.allies.iter().chain(at.book.foes.iter());
    let like = rows.map(|row| Candidate::new(json!(row.name), row.name.clone()));
    let nobody = owners.is_empty();
    OfferCard::new("add_ally", "Bring in a pet or servant", "Scene")
        .rule(rules::DW_HOUSE_06H)
        .param(Param::new("of", "Whose", Domain::creature(owners)))
        .param(Param::new("like", "Which", Domain::one_of(like)))
        .param(Param::new("name", "Name", Domain::text(40)))
        .refused(nobody.then(|| Refusal::new(rules::DW_HOUSE_06H, "nobody", "There is no adventurer.")))
}

fn thing(at: At<'_, DeadWeight>, who: Who) -> Thing {
    let name = at.state.name(who);
    Thing { what: Candidate::new(name, name.to_owned()), cost: 0 }
}

fn square(tile: Tile) -> Square {
    Square::new(tile.x.into(), tile.y.into())
}

fn free_tiles<'a>(at: At<'a, DeadWeight>) -> impl Iterator<Item = Tile> + 'a {
    at.state.battle.iter().flat_map(|battle| {
        let tiles = battle.chart.grid.chart().squares().filter_map(Tile::of);
        tiles.filter(|tile| {
            let taken = battle.fighters.iter().any(|other| other.at == Some(*tile));
            battle.chart.grid.bars(tile.square()).is_none() && !taken
        })
    })
}

fn doors(at: At<'_, DeadWeight>) -> Vec<Square> {
    let grids = at.state.battle.iter().map(|battle| &battle.chart.grid);
    let squares = grids.flat_map(|grid| {
        grid.doors().map(|(_, door, _)| match door.at {
            boneyard_board::DoorAt::Square(at) | boneyard_board::DoorAt::Between(at, _) => at,
        })
    });
    squares.filter_map(Tile::of).map(square).collect()
}

/// What one fighter could do now.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let Some(battle) = &at.state.battle else { return Vec::new() };
    if battle.setup {
        return stalk(at, who).into_iter().collect();
    }
    if battle.acting() != Some(who) {
        let card =
            OfferCard::new("begin_turn", "Begin the turn", GROUP).actor("who", who).rule(rules::DW_COMB_04);
        return candidates(at.state).contains(&who).then_some(card).into_iter().collect();
    }
    let mut cards =
        vec![OfferCard::new("end_turn", "End the turn", GROUP).actor("who", who).rule(rules::DW_COMB_01)];
    cards.extend(recover(at, who));
    cards.extend(moving(at, who));
    match at.state.sheet(who).kind {
        Kind::Hero => cards.extend(hero(at, who)),
        Kind::Ally { .. } => {
            cards.extend(pet(at, who));
            cards.extend(sheet_actions(at, who));
        }
        Kind::Foe => cards.extend(sheet_actions(at, who)),
    }
    cards
}

fn card(command: &str, label: impl Into<boneyard_table::view::Msg>, who: Who, actions: u32) -> OfferCard {
    let card = OfferCard::new(command, label, GROUP).actor("who", who);
    if actions > 0 { card.cost(actions, "actions") } else { card }
}

fn people(at: At<'_, DeadWeight>, who: impl IntoIterator<Item = Who>) -> Domain {
    Domain::creature(who.into_iter().map(|who| Candidate::new(who, at.state.name(who).to_owned())))
}

fn recover(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let none = (one.live.turn.actions == 0)
        .then(|| Refusal::new(rules::DW_COMB_04, "no-actions", "No action is left."));
    let base = || card("combat_recover", "Recover", who, 1).refused(none.clone());
    if !one.sheet.is_hero() {
        return vec![base().rule(rules::DW_ENEMY_09)];
    }
    let mut cards = Vec::new();
    if one.live.tokens.stun > 0 {
        cards.push(base().rule(rules::DW_TOKEN_03));
    }
    for (word, count) in [("shield", one.live.tokens.shield), ("dodge", one.live.tokens.dodges())] {
        if count > 0 {
            let attributes =
                Attribute::ALL.map(|attribute| Candidate::new(json!(attribute), attribute.name()));
            cards.push(
                base()
                    .id(format!("recover-{word}"))
                    .rule(rules::DW_ACT_03)
                    .fixed("token", word)
                    .param(Param::new("attribute", "Recover fatigue on", Domain::one_of(attributes))),
            );
        }
    }
    cards
}

fn moving(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let rule = if at.state.sheet(who).is_hero() { rules::DW_ACT_04 } else { rules::DW_ENEMY_08 };
    let may = check_move(at, who);
    let tiles = if may.is_ok() { reachable(at.state, who, gait(at, who)) } else { Vec::new() };
    let among: Vec<Square> = tiles.into_iter().map(|(tile, _)| square(tile)).collect();
    let winds = Domain::Direction { among: Direction::ALL.to_vec() };
    let nowhere = among.is_empty().then(|| Refusal::new(rule, "no-way", "There is nowhere to go."));
    let mut cards = vec![
        card("combat_move", "Move", who, 1)
            .rule(rule)
            .param(Param::new("to", "Where to", Domain::Square { among }))
            .param(Param::new("facing", "Look", winds.clone()).optional())
            .refused(may.err().or(nowhere)),
        card("face", "Look another way", who, 0)
            .rule(rules::DW_RANGE_05)
            .param(Param::new("facing", "Where to", winds)),
    ];
    if check_leave(at, who).is_ok() {
        cards.push(card("leave_fight", "Leave the fight", who, 1).rule(rules::DW_HOUSE_15H));
    }
    cards
}

fn hero(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    let mut cards = attacks(at, who);
    let check = |actions| check_hero(state, who, actions).err();
    cards.push(card("combat_breath", "Catch breath", who, 1).rule(rules::DW_ACT_05).refused(check(1)));
    let holds = one.live.items.iter().any(|item| item.place.is_hand());
    let bare = (!holds).then(|| Refusal::new(rules::DW_ACT_06, "no-shield", "There is no shield in hand."));
    cards.push(card("defend", "Defend", who, 1).rule(rules::DW_ACT_06).refused(check(1).or(bare)));
    cards.push(card("dodge", "Dodge", who, 2).rule(rules::DW_ACT_07).refused(check(2)).odds_on_request());
    let near: Vec<Who> = fighters(state)
        .filter(|ally| {
            *ally != who && state.sheet(*ally).is_hero() && able(state, *ally) && close(state, who, *ally)
        })
        .collect();
    if !near.is_empty() {
        cards.push(
            card("help_another", "Help another", who, 2)
                .rule(rules::DW_ACT_11)
                .param(Param::new("target", "Whom", people(at, near)))
                .param(Param::new("extra_effort", "With extra effort", Domain::yes_no()).optional())
                .refused(check(2)),
        );
    }
    let attributes = || Attribute::ALL.map(|attribute| Candidate::new(json!(attribute), attribute.name()));
    cards.push(
        card("combat_freeform", "Try something else", who, 1)
            .rule(rules::DW_COMB_12)
            .param(Param::new("attribute", "With", Domain::one_of(attributes())))
            .param(Param::new("about", "What", Domain::text(60)))
            .refused(check(1)),
    );
    cards.extend(holds_and_skills(at, who));
    cards.extend(things(at, who));
    cards
}

/// One card for each weapon in hand, with everybody it can be aimed at.
fn attacks(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for (item, way) in arms_in_hand(at, who) {
        for backstab in [false, true] {
            let all = opponents(at.state, who).map(|target| {
                let attack = Attack { who, target, item, way: way.clone(), backstab };
                let refusal = check_attack(at, &attack).err();
                Candidate::new(target, at.state.name(target).to_owned()).refused(refusal)
            });
            let all: Vec<Candidate<Who>> = all.collect();
            let any = all.iter().any(|one| one.open(None));
            if backstab && !any {
                continue;
            }
            let thing = item.and_then(|item| at.state.sheet(who).items.get(usize::from(item)));
            let name = thing.map_or("bare hands", |item| item.name.as_str());
            let how = way.as_ref().map(|way| format!(" ({way})")).unwrap_or_default();
            let verb = if backstab { "Back-stab" } else { "Attack" };
            let mut made = card("attack", format!("{verb}: {name}{how}"), who, 1)
                .id(format!(
                    "attack-{}-{}-{backstab}",
                    item.map_or(-1, i16::from),
                    way.as_deref().unwrap_or("")
                ))
                .rule(if backstab { rules::DW_TRAIT_03 } else { rules::DW_ACT_01 });
            if let Some(item) = item {
                made = made.fixed("item", item);
            }
            if let Some(way) = &way {
                made = made.fixed("way", way.clone());
            }
            if backstab {
                made = made.fixed("backstab", true);
            }
            let first = all.first().and_then(|one| one.refusal.clone());
            let refusal = check_hero(at.state, who, 1).err().or(if any { None } else { first });
            cards.push(
                made.param(Param::new("target", "Whom", Domain::creature(all)))
                    .refused(refusal)
                    .odds_on_request(),
            );
        }
    }
    cards
}

fn on_enemies(
    at: At<'_, DeadWeight>,
    who: Who,
    may: impl Fn(OnEnemy) -> Result<(), Refusal>,
) -> Option<Domain> {
    let all = opponents(at.state, who).filter(|target| may(OnEnemy { who, target: *target }).is_ok());
    let all: Vec<Who> = all.collect();
    (!all.is_empty()).then(|| people(at, all))
}

fn holds_and_skills(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    let held: Vec<Who> = fighters(state)
        .filter(|other| {
            state.live(*other).held_by.is_some()
                && !combat::hostile(state, who, *other)
                && close(state, who, *other)
        })
        .collect();
    if check_hero(state, who, 1).is_ok() && !held.is_empty() {
        let with = [Attribute::Str, Attribute::Dex]
            .map(|attribute| Candidate::new(json!(attribute), attribute.name()));
        cards.push(
            card("break_free", "Break free", who, 1)
                .rule(rules::DW_HOUSE_16H)
                .param(Param::new("target", "Whom", people(at, held.clone())))
                .param(Param::new("attribute", "With", Domain::one_of(with))),
        );
        let webbed: Vec<Who> = held.into_iter().filter(|other| state.live(*other).cut_loose_by > 0).collect();
        let weapon = arms_in_hand(at, who).into_iter().find_map(|(item, _)| item);
        if let Some(item) = weapon.filter(|_| !webbed.is_empty()) {
            cards.push(
                card("cut_loose", "Cut loose", who, 1)
                    .rule(rules::DW_HOUSE_34H)
                    .fixed("item", item)
                    .param(Param::new("target", "Whom", people(at, webbed))),
            );
        }
    }
    if let Some(domain) = on_enemies(at, who, |one| combat::check_bash(at, one).map(|_| ())) {
        let param = Param::new("target", "Whom", domain);
        cards.push(card("bash", "Bash", who, 1).rule(rules::DW_SKILL_04).param(param).odds_on_request());
    }
    if let Some(domain) = on_enemies(at, who, |one| combat::check_feint(at, one).map(|_| ())) {
        let param = Param::new("target", "Whom", domain);
        cards.push(card("feint", "Feint", who, 1).rule(rules::DW_SKILL_08).param(param));
    }
    if combat::check_fearless(at, who).is_ok() {
        cards.push(card("fearless", "Fearless: heal a wound on PRE", who, 0).rule(rules::DW_SKILL_10));
    }
    let near = combat::check_intimidate(at, who)
        .is_ok_and(|notation| !combat::everybody_within(at, who, notation.reach()).is_empty());
    if near {
        cards.push(card("intimidate", "Intimidate", who, 2).rule(rules::DW_SKILL_13).odds_on_request());
    }
    if combat::check_banish(at, who).is_ok() {
        cards
            .push(card("banish_undead", "Banish undead", who, 2).rule(rules::DW_HOUSE_03H).odds_on_request());
    }
    cards
}

fn stalk(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    if !at.state.sheet(who).is_hero() || !at.state.sheet(who).skilled(rules::DW_SKILL_20) {
        return Vec::new();
    }
    let mut cards = Vec::new();
    for (item, way) in arms_in_hand(at, who) {
        let all: Vec<Who> = opponents(at.state, who)
            .filter(|target| {
                let stalk = combat::Stalk { who, target: *target, item, way: way.clone(), backstab: false };
                combat::check_stalk(at, &stalk).is_ok()
            })
            .collect();
        if all.is_empty() {
            continue;
        }
        let thing = item.and_then(|item| at.state.sheet(who).items.get(usize::from(item)));
        let name = thing.map_or("bare hands", |item| item.name.as_str());
        let mut made = card("stalk", format!("Strike unseen: {name}"), who, 0)
            .id(format!("stalk-{}-{}", item.map_or(-1, i16::from), way.as_deref().unwrap_or("")))
            .rule(rules::DW_SKILL_20);
        if let Some(item) = item {
            made = made.fixed("item", item);
        }
        if let Some(way) = way {
            made = made.fixed("way", way);
        }
        cards.push(made.param(Param::new("target", "Whom", people(at, all))));
    }
    cards
}

fn things(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    if check_hero(state, who, 1).is_err() {
        return Vec::new();
    }
    let name = |item: usize| one.sheet.items[item].name.clone();
    let own = |keep: &dyn Fn(usize) -> bool| -> Vec<Candidate<Value>> {
        let there = (0..one.sheet.items.len()).filter(|item| one.live.items[*item].place != Place::Gone);
        there.filter(|item| keep(*item)).map(|item| Candidate::new(json!(item), name(item))).collect()
    };
    let mut cards = Vec::new();
    let loose = own(&|item| !one.live.items[item].wielded);
    if !loose.is_empty() {
        let places = [Place::Left, Place::Right, Place::Both, Place::Belt, Place::Bag]
            .map(|place| Candidate::new(json!(place), place.name()));
        cards.push(
            card("equip", "Change equipment", who, 1)
                .rule(rules::DW_ACT_09)
                .param(Param::new("item", "What", Domain::one_of(own(&|_| true))))
                .param(Param::new("to", "Where to", Domain::one_of(places)))
                .param(Param::new("wield", "Ready for use", Domain::yes_no()).optional()),
        );
    }
    let here: Vec<Who> = fighters(state)
        .filter(|other| state.sheet(*other).is_hero() && distance(state, who, *other) == Some(0))
        .collect();
    let quick = own(&|item| check_use(at, ItemTo { who, item: item as u8, target: who }).is_ok());
    if !quick.is_empty() {
        cards.push(
            card("combat_use", "Use a quick item", who, 1)
                .rule(rules::DW_ACT_09)
                .param(Param::new("item", "What", Domain::one_of(quick)))
                .param(Param::new("target", "On whom", people(at, here.clone()))),
        );
    }
    let carried = own(&|item| one.live.items[item].place != Place::Worn);
    let others: Vec<Who> = here.iter().copied().filter(|other| *other != who).collect();
    if !carried.is_empty() && !others.is_empty() {
        cards.push(
            card("combat_give", "Hand something over", who, 1)
                .rule(rules::DW_ACT_09)
                .param(Param::new("item", "What", Domain::one_of(carried.clone())))
                .param(Param::new("target", "To whom", people(at, others))),
        );
    }
    let catchers: Vec<Who> = fighters(state)
        .filter(|other| {
            let far = distance(state, who, *other);
            *other != who
                && state.sheet(*other).is_hero()
                && able(state, *other)
                && far.is_some_and(|far| far <= 2)
        })
        .collect();
    if !carried.is_empty() && !catchers.is_empty() {
        cards.push(
            card("throw_item", "Throw something to somebody", who, 1)
                .rule(rules::DW_ACT_10)
                .param(Param::new("item", "What", Domain::one_of(carried)))
                .param(Param::new("target", "To whom", people(at, catchers))),
        );
    }
    let unready = own(&|item| one.live.items[item].unready > 0);
    if !unready.is_empty() {
        let param = Param::new("item", "What", Domain::one_of(unready));
        cards.push(card("reload", "Reload", who, 1).rule(rules::DW_WEAP_19).param(param));
    }
    let tile = state.battle.as_ref().and_then(|battle| battle.tile(who));
    for (of, thing) in tile.into_iter().flat_map(|tile| lying(at, tile)) {
        let label = format!("Pick up the {}", state.sheet(of).items[usize::from(thing)].name);
        cards.push(
            card("pick_up", label, who, 1)
                .id(format!("pick-up-{}-{thing}", of.0))
                .rule(rules::DW_ACT_09)
                .fixed("of", json!(of))
                .fixed("thing", thing),
        );
    }
    cards
}

fn pet(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for does in [PetDeed::Distract, PetDeed::Bite] {
        let may = |target: &Who| {
            combat::check_pet_act(at, PetAct { who, does, target: *target, thing: None }).is_ok()
        };
        let all: Vec<Who> = opponents(at.state, who).filter(may).collect();
        if !all.is_empty() {
            cards.push(
                card("pet_act", does.name(), who, 1)
                    .id(format!("pet-{}", does.name()))
                    .rule(rules::DW_HOUSE_06H)
                    .fixed("does", json!(does))
                    .param(Param::new("target", "Whom", people(at, all))),
            );
        }
    }
    let lies = at.state.battle.iter().flat_map(|battle| &battle.lying);
    for (of, thing, _) in lies {
        let act = PetAct { who, does: PetDeed::Fetch, target: *of, thing: Some(*thing) };
        if combat::check_pet_act(at, act).is_ok() {
            let label = format!("Fetch the {}", at.state.sheet(*of).items[usize::from(*thing)].name);
            cards.push(
                card("pet_act", label, who, 1)
                    .id(format!("fetch-{}-{thing}", of.0))
                    .rule(rules::DW_HOUSE_06H)
                    .fixed("does", "fetch")
                    .fixed("target", json!(of))
                    .fixed("thing", *thing),
            );
        }
    }
    cards
}

fn sheet_actions(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for row in combat::entry(at, who).into_iter().flat_map(|row| &row.actions) {
        let act = |target, to| FoeAct { who, action: row.name.clone(), target, to };
        let base = || {
            card("foe_act", row.name.clone(), who, 1)
                .id(format!("act-{}", row.name))
                .rule(rules::DW_ENEMY_03)
                .fixed("action", row.name.clone())
        };
        if row.attack.is_some() && !row.all {
            let all = opponents(at.state, who).map(|target| {
                let refusal = combat::check_foe_act(at, &act(Some(target), None)).err();
                Candidate::new(target, at.state.name(target).to_owned()).refused(refusal)
            });
            let all: Vec<Candidate<Who>> = all.collect();
            let why = all.first().and_then(|one| one.refusal.clone());
            let refusal = if all.iter().any(|one| one.open(None)) { None } else { why };
            let refusal = check_acting(at.state, who, 1).err().or(refusal);
            cards.push(base().param(Param::new("target", "Whom", Domain::creature(all))).refused(refusal));
        } else if let Some(shove) = combat::leap(&row.effects) {
            let leap = combat::Gait { points: shove.tiles, leaving: 0, through: false };
            let tiles = reachable(at.state, who, leap);
            let refusal =
                tiles.first().and_then(|(to, _)| combat::check_foe_act(at, &act(None, Some(*to))).err());
            let among: Vec<Square> = tiles.into_iter().map(|(tile, _)| square(tile)).collect();
            if !among.is_empty() {
                cards.push(
                    base().param(Param::new("to", "Where to", Domain::Square { among })).refused(refusal),
                );
            }
        } else {
            cards.push(base().refused(combat::check_foe_act(at, &act(None, None)).err()));
        }
    }
    let reloading = at.state.battle.iter().flat_map(|battle| &battle.spent);
    let waits =
        reloading.into_iter().any(|spent| spent.who == who && matches!(spent.until, SpentUntil::Reloaded(_)));
    if waits {
        cards.push(
            card("foe_act", RELOAD, who, 1)
                .id("act-reload")
                .rule(rules::DW_ENEMY_07)
                .fixed("action", RELOAD)
                .refused(check_acting(at.state, who, 1).err()),
        );
    }
    cards
}
