//! The crew: five roles, each once, each with one special thing; and the key's single charge.

use boneyard_table::view::count;
use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, Who, refuse};

use super::under_way;
use crate::GutsPlus;
use crate::book::{Book, RoleRow};
use crate::fact::{ShipFact, TableFact};
use crate::health::{Ailment, inflict};
use crate::house::BodyChart;
use crate::roll::{Call, awake, contest};
use crate::rules;
use crate::state::{Base, Bio, Creature, Item, ItemSheet, Kind, Quality, Shared, Ship, Side, State};

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// Everybody of the crew, in the order in which they came.
pub fn aboard(state: &State) -> impl Iterator<Item = Who> + '_ {
    state.heroes().filter(|who| state.sheet(*who).role.is_some())
}

/// Takes a role; the rest of the person is the player's to say.
pub fn crew_role(
    cx: &mut Cx<'_, GutsPlus>,
    by: Seat,
    role: &str,
    name: Option<&str>,
    jumpsuit: Option<&str>,
    seat: Option<Seat>,
) -> Flow {
    let rule = rules::GP_SCN_01;
    let book = cx.book();
    let Some(row) = book.roles.named(role.trim()) else {
        let all: Vec<&str> = book.roles.iter().map(|row| row.name.as_str()).collect();
        return no(rule, "no-such-role", format!("The roles are {}.", all.join(", ")));
    };
    if cx.state().ship.is_some() {
        return no(rule, "under-way", "The crew is complete.");
    }
    let seat = seat.unwrap_or(by);
    if seat != by && !by.is_gm() {
        return no(rule, "not-yours", "You can only choose for yourself.");
    }
    if aboard(cx.state()).any(|who| cx.state().sheet(who).role.as_deref() == Some(row.name.as_str())) {
        return no(rule, "taken", format!("There is a {} already.", row.name));
    }
    let name = name.map_or(row.person.name.as_str(), str::trim);
    let taken = cx.state().everybody().any(|who| cx.state().name(who).eq_ignore_ascii_case(name));
    if name.is_empty() || name.contains('.') || name.chars().count() > 60 || taken {
        return no(rule, "bad-name", "A name has 1 to 60 letters, no dots, and is not taken.");
    }
    let mut creature = crew_member(cx.book(), cx.state().house.body_chart, row, name, jumpsuit);
    let mut sheet = (*creature.sheet).clone();
    sheet.seat = (!seat.is_gm()).then_some(seat);
    creature.sheet = Shared::new(sheet);
    let who = Who(cx.state().creatures.len() as u16);
    cx.cite(row.id);
    cx.cite(rules::GP_CHAR_11);
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
    cx.record(rule, ShipFact::Role { who, role: row.name.clone() }.into());
    Ok(())
}

/// Somebody of the crew, as the role has them.
pub fn crew_member(
    book: &Book,
    chart: BodyChart,
    row: &RoleRow,
    name: &str,
    jumpsuit: Option<&str>,
) -> Creature {
    let mut creature = Creature::blank(name, Kind::Hero, crate::people::humanoid(book, chart));
    let mut sheet = (*creature.sheet).clone();
    let levels = [row.gumption, row.utility, row.thought, row.slyness];
    for (quality, level) in sheet.qualities.iter_mut().zip(levels) {
        quality.level = level;
    }
    for custom in &row.custom {
        sheet.qualities.push(Quality { level: custom.level, ..Quality::new(&custom.quality, &row.text) });
        creature.live.le.push(0);
    }
    let person = &row.person;
    sheet.bio = Bio {
        backstory: person.backstory.clone(),
        personality: person.personality.clone(),
        appearance: person.appearance.clone(),
        build: person.build.clone(),
        height: person.height.clone(),
        weight: person.weight,
        age: person.age.to_string(),
    };
    sheet.pocketless = true;
    sheet.role = Some(row.name.clone());
    let colour = jumpsuit.map_or(row.jumpsuit.as_str(), str::trim);
    let suit = ItemSheet {
        name: format!("{colour} jumpsuit"),
        place: Some("torso".into()),
        clothes: true,
        ..ItemSheet::default()
    };
    let special = ItemSheet {
        name: row.item.name.clone(),
        about: row.item.text.clone(),
        owner: Some(row.name.clone()),
        ..ItemSheet::default()
    };
    let hand = sheet.part("Right Hand").or_else(|| sheet.part("Right Arm"));
    sheet.items = vec![suit, special];
    creature.live.items = vec![Item { worn: true, ..Item::default() }, Item { hand, ..Item::default() }];
    creature.sheet = Shared::new(sheet);
    creature
}

/// The ship as the crew wakes.
pub fn begun(book: &Book, crew: u8) -> Option<Ship> {
    let row = book.scenarios.iter().next()?;
    let size = book.sizes.iter().find(|size| size.start).map_or(3, |size| size.step);
    let mut ship = Ship { watch: 1, crew, crates: row.crates, food: row.food_weeks(), ..Ship::default() };
    ship.creature.size = size;
    Some(ship)
}

/// BOSS wakes the crew: the scenario begins.
pub fn wake_crew(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let rule = rules::GP_SCN_03;
    if cx.state().ship.is_some() {
        return no(rule, "begun", "The crew is awake.");
    }
    let book = cx.book();
    let Some(row) = book.scenarios.iter().next() else {
        return no(rule, "no-scenario", "There is no such scenario.");
    };
    let crew: Vec<Who> = aboard(cx.state()).collect();
    let [least, most] = row.players;
    if crew.len() < usize::from(least) || crew.len() > usize::from(most) {
        let sentence = format!(
            "The ship is for {least} to {most} players; {} a role.",
            count(crew.len() as u32, "has", "have")
        );
        return no(rules::GP_SCN_01, "crew", sentence);
    }
    let Some(ship) = begun(book, crew.len() as u8) else { return Ok(()) };
    let begun =
        ShipFact::Begun { crew: ship.crew, crates: ship.crates, food: ship.food, size: ship.creature.size };
    cx.cite(row.id);
    cx.record_for(Audience::GM.noticed(), rule, begun.into());
    let taken: Vec<&str> = crew.iter().filter_map(|who| cx.state().sheet(*who).role.as_deref()).collect();
    let roles: Vec<String> = book
        .roles
        .iter()
        .filter(|role| !taken.contains(&role.name.as_str()))
        .map(|role| role.name.clone())
        .collect();
    if !roles.is_empty() {
        super::hide(cx, rules::GP_SCN_01, ShipFact::Unmanned { roles });
    }
    cx.cite(rules::GP_SCN_04);
    cx.cite(rules::GP_SCN_05);
    cx.cite(rules::GP_SCN_06);
    super::tell_tale::announce(cx, "start", "Cargo Bay");
    Ok(())
}

/// Whether somebody may use a special thing.
pub(super) fn holds_special(state: &State, who: Who, thing: &str) -> Result<(), Refusal> {
    let rule = rules::GP_SCN_01;
    awake(state, who)?;
    let one = state.one(who);
    let Some(nth) = one.thing(thing) else {
        return Err(Refusal::new(
            rule,
            "not-at-hand",
            format!("{} does not have the {thing}.", one.sheet.name),
        ));
    };
    let owner = one.sheet.items[usize::from(nth)].owner.as_deref();
    if owner.is_some() && owner != one.sheet.role.as_deref() {
        let sentence = format!("The {thing} works for the {} alone.", owner.unwrap_or_default());
        return Err(Refusal::new(rule, "not-yours", sentence));
    }
    Ok(())
}

const KEY: &str = "Command Module Key";

/// The charge of the key leaps at somebody.
pub fn arc(cx: &mut Cx<'_, GutsPlus>, who: Who, target: Who) -> Flow {
    let rule = rules::GP_SCN_02;
    let ship = under_way(cx)?;
    holds_special(cx.state(), who, KEY)?;
    if ship.key_empty {
        return no(rule, "empty", "The key is empty and has to be charged first.");
    }
    if target == who || cx.state().creature(target).is_none_or(|one| one.live.dead) {
        return no(rule, "no-target", "Name somebody else who is here.");
    }
    if cx.state().fights(who) {
        crate::combat::spend_active(cx, who, "lets the key's charge go")?;
    }
    cx.record(rule, ShipFact::Key { empty: true }.into());
    let own = Side::new(who, Some(Base::Utility), Base::Utility.nth());
    let other = Side::new(target, Some(Base::Gumption), Base::Gumption.nth());
    let call = Call::new(rule, "discharge the key", own).against(other);
    let came = cx.within((who, target), |cx| contest(cx, call))?;
    if came.achieved {
        inflict(cx, target, &Ailment::named("Stunned", "the key"))?;
    }
    Ok(())
}

/// The key is charged again in its pedestal.
pub fn recharge(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let rule = rules::GP_SCN_02;
    let ship = under_way(cx)?;
    holds_special(cx.state(), who, KEY)?;
    if !ship.key_empty {
        return no(rule, "full", "The key holds its charge.");
    }
    let question = "How long does the key charge in its pedestal?";
    let matter = crate::question::Decide::new(crate::question::Matter::Recharge, "key", question)
        .option("10", "10 minutes")
        .option("20", "20 minutes")
        .option("60", "An hour")
        .who(who);
    let minutes: u64 = crate::gm::decide(cx, matter)?.choice.parse().unwrap_or(10);
    crate::health::pass(cx, minutes * crate::state::MINUTE, &[])?;
    cx.record(rule, ShipFact::Key { empty: false }.into());
    Ok(())
}
