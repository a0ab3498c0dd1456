//! Where each command runs, who may give it, and the rule that carries it out.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};

use super::Command;
use crate::DirkRules;
use crate::check::{call_save, contest, referee};
use crate::combat::{self, Move, Strike};
use crate::fact::Fact;
use crate::growth;
use crate::hero::{self};
use crate::house::{BattleEnd, SWITCHES};
use crate::lesson::{self};
use crate::power::{self, UsePower};
use crate::rules;
use crate::scenario::{self};
use crate::time::{self, Stretch};
use crate::trade::{self, Shopping, Work};
use crate::world::{self};

/// Where a command runs and who may give it.
pub fn address(command: &Command) -> Address {
    let (lane, by) = match command {
        // The referee's: the rules say so themselves, each by its own name.
        Command::House { .. }
        | Command::Save(_)
        | Command::Contest { .. }
        | Command::Begin(_)
        | Command::Join { .. }
        | Command::EndBattle => (Lane::Scene, By::Anyone),
        Command::Add { .. } | Command::Name { .. } | Command::Apart { .. } | Command::Find { .. } => {
            (Lane::Scene, By::Anyone)
        }
        Command::Move(Move { who, .. })
        | Command::Attack { who, .. }
        | Command::FullDefense { who }
        | Command::Grapple { who, .. }
        | Command::Stand { who, .. }
        | Command::Hold { who, .. }
        | Command::Consume { who, .. }
        | Command::Use(UsePower { who, .. })
        | Command::CalledShot { who, .. }
        | Command::Feint { who, .. }
        | Command::Taunt { who, .. }
        | Command::Route { who, .. }
        | Command::Rally { who }
        | Command::MakeReady { who, .. }
        | Command::Help { who, .. }
        | Command::Special { who, .. }
        | Command::Misc { who, .. }
        | Command::EndTurn { who } => (Lane::Scene, By::Actor(*who)),
        Command::Draft { .. } => (Lane::Scene, By::Anyone),
        // Time passes for all: who may spend it for whom is checked name by name.
        Command::Say { .. }
        | Command::Plan { .. }
        | Command::PlanNeeds { .. }
        | Command::PlanMeets { .. }
        | Command::PlanDone { .. }
        | Command::Event { .. }
        | Command::Pass(_)
        | Command::Explore { .. }
        | Command::Rest(_)
        | Command::Travel(_)
        | Command::Deprive { .. }
        | Command::Breathless { .. }
        | Command::Relieve { .. }
        | Command::Wake { .. } => (Lane::Scene, By::Anyone),
        Command::Tend { who } | Command::Chase { who, .. } | Command::Ride { who, .. } => {
            (Lane::Scene, By::Actor(*who))
        }
        Command::Sell { who, .. }
        | Command::HandOn { who, .. }
        | Command::Drop { who, .. }
        | Command::Fix { who, .. }
        | Command::Work(Work { who, .. })
        | Command::Shop(Shopping { who, .. }) => (Lane::Scene, By::Actor(*who)),
        Command::Voyage { .. }
        | Command::Apprentice(_)
        | Command::Train { .. }
        | Command::LessonNeeds { .. }
        | Command::LessonMeets { .. }
        | Command::LeaveLesson { .. } => (Lane::Scene, By::Anyone),
        Command::Search { who, .. } | Command::Take { who, .. } => (Lane::Scene, By::Actor(*who)),
        Command::Draw { .. }
        | Command::Meet { .. }
        | Command::HandOut { .. }
        | Command::Befall { .. }
        | Command::PutAside { .. }
        | Command::Grant { .. }
        | Command::FindAt { .. }
        | Command::BlackMarket { .. }
        | Command::Weather { .. }
        | Command::Ford { .. }
        | Command::Hazard { .. }
        | Command::Mishap { .. }
        | Command::Threat { .. } => (Lane::Scene, By::Anyone),
        Command::SetOut
        | Command::Go { .. }
        | Command::Reveal { .. }
        | Command::Attempt { .. }
        | Command::Loot { .. }
        | Command::Advance { .. }
        | Command::Flag { .. }
        | Command::Fate { .. } => (Lane::Scene, By::Anyone),
        Command::RollTotals { who }
        | Command::Assign { who, .. }
        | Command::Learn { who, .. }
        | Command::Buy { who, .. }
        | Command::Ready { who } => (Lane::Hero(*who), By::Actor(*who)),
    };
    Address { lane, by }
}

/// Carries out a command, and moves the clocks of a scenario by what it did.
pub fn resolve(cx: &mut Cx<'_, DirkRules>, by: Seat, command: Command) -> Flow {
    let Some(before) = scenario::watch(cx.state(), cx.book()) else { return fought_out(cx, by, command) };
    cx.within(&before, |cx| fought_out(cx, by, command))?;
    scenario::turn_hands(cx, &before)
}

/// Carries out a command; a battle in which it leaves one side with nobody who fights is over.
fn fought_out(cx: &mut Cx<'_, DirkRules>, by: Seat, command: Command) -> Flow {
    let by_itself = cx.state().house.battle_end == BattleEnd::Itself;
    if !by_itself || !crate::contested(cx.state()) {
        return carry_out(cx, by, command);
    }
    cx.within("contested", |cx| carry_out(cx, by, command))?;
    if crate::contested(cx.state()) { Ok(()) } else { combat::over(cx) }
}

fn carry_out(cx: &mut Cx<'_, DirkRules>, by: Seat, command: Command) -> Flow {
    match command {
        Command::House { switch, value } => house(cx, by, &switch, &value),
        Command::Add { like, name, seat } => hero::add(cx, by, like.as_deref(), &name, seat),
        Command::Name { who, name } => hero::name(cx, by, who, &name),
        Command::Apart { one, other, feet } => apart(cx, by, one, other, feet),
        Command::Save(call) => {
            referee(by, rules::DK_CHECK_01, "call for a save")?;
            call_save(cx, &call)
        }
        Command::Contest { sides } => {
            referee(by, rules::DK_CHECK_07, "call for a contest")?;
            contest(cx, &sides)
        }
        Command::Begin(begin) => {
            referee(by, rules::DK_BATTLE_01, "begin a battle")?;
            combat::begin(cx, &begin)
        }
        Command::Join { who } => {
            referee(by, rules::DK_BATTLE_02, "bring somebody into a battle")?;
            combat::join(cx, who)
        }
        Command::Move(step) => combat::moves(cx, step),
        Command::Attack { who, with, target, let_break } => {
            combat::attack(cx, who, Strike { with, target }, let_break)
        }
        Command::FullDefense { who } => combat::full_defense(cx, who),
        Command::Grapple { who, target } => combat::grapple(cx, who, target),
        Command::Stand { who, with_action } => combat::stand(cx, who, with_action),
        Command::Hold { who, item, place } => combat::hold(cx, who, item, place),
        Command::CalledShot { who, with, target, part, let_break } => {
            combat::called_shot(cx, who, Strike { with, target }, part, let_break)
        }
        Command::Feint { who, with, target } => combat::feint(cx, who, Strike { with, target }),
        Command::Taunt { who, target } => combat::taunt(cx, who, target),
        Command::Route { who, target } => combat::route(cx, who, target),
        Command::Rally { who } => combat::rally(cx, who),
        Command::MakeReady { who, item } => combat::make_ready(cx, who, item),
        Command::Special { who, special, target } => combat::special(cx, who, special, target),
        Command::Help { who, target } => combat::help(cx, who, target),
        Command::Misc { who, what } => combat::misc(cx, who, &what),
        Command::EndTurn { who } => combat::end_turn(cx, who),
        Command::EndBattle => combat::end_battle(cx, by),
        Command::Say { who, what } => time::say(cx, by, who, &what),
        Command::Plan { who, aim } => time::plan(cx, by, who, &aim),
        Command::PlanNeeds { plan, what, of } => time::needs(cx, by, plan, &what, of),
        Command::PlanMeets { plan, what, count } => time::meets(cx, by, plan, &what, count),
        Command::PlanDone { plan } => time::achieve(cx, by, plan),
        Command::Event { scale, die } => time::roll(cx, by, scale, die.as_deref()),
        Command::Pass(passing) => time::pass(cx, by, passing),
        Command::Explore { who, what } => time::explore(cx, by, who, &what),
        Command::Rest(rest) => time::rest(cx, by, rest),
        Command::Tend { who } => time::tend(cx, by, who),
        Command::Travel(travel) => time::travel(cx, by, travel),
        Command::Chase { who, miles } => time::chase(cx, by, who, miles),
        Command::Ride { who, on } => time::ride(cx, who, on),
        Command::Deprive { who, of } => time::deprive(cx, by, &who, of),
        Command::Breathless { who, exerted, caught, count } => {
            time::breathless(cx, by, &who, Stretch { exerted, caught, count })
        }
        Command::Relieve { who, of, rough } => time::relieve(cx, by, &who, of, rough),
        Command::Wake { who } => time::wake(cx, by, who),
        Command::Draft { name, seat } => hero::draft(cx, by, &name, seat),
        Command::RollTotals { who } => hero::roll_totals(cx, who),
        Command::Assign { who, slots } => hero::assign(cx, who, slots),
        Command::Learn { who, kind, of } => hero::learn(cx, who, &kind, of.as_deref()),
        Command::Buy { who, thing } => hero::buy(cx, who, &thing),
        Command::Ready { who } => hero::ready(cx, who),
        Command::Shop(shopping) => trade::shop(cx, by, &shopping),
        Command::Sell { who, item } => trade::sell(cx, who, item),
        Command::HandOn { who, item, target } => trade::hand_on(cx, who, item, target),
        Command::Drop { who, item } => trade::drop_thing(cx, who, item),
        Command::Fix { who, fix, item } => trade::fix(cx, by, who, &fix, item),
        Command::Work(work) => trade::work(cx, by, work),
        Command::Voyage { who, ship } => trade::voyage(cx, by, who, ship),
        Command::Apprentice(call) => lesson::apprentice(cx, by, &call),
        Command::Train { lesson, weeks } => lesson::train(cx, by, lesson, weeks),
        Command::LessonNeeds { lesson, what, of } => lesson::needs(cx, by, lesson, &what, of),
        Command::LessonMeets { lesson, what, count } => lesson::meets(cx, by, lesson, &what, count),
        Command::LeaveLesson { lesson } => lesson::leave(cx, by, lesson),
        Command::Draw { table } => world::draw_now(cx, by, &table),
        Command::Meet { at, attitude, feet } => world::meet(cx, by, at, attitude, feet),
        Command::HandOut { at, who, item } => world::hand_out(cx, by, at, who, item),
        Command::Befall { at, who } => world::befall(cx, by, at, &who),
        Command::PutAside { at } => world::put_aside(cx, by, at),
        Command::Search { who, body } => world::search(cx, who, body),
        Command::Take { who, from, item } => world::take(cx, who, from, item),
        Command::Grant { who, thing, weight, gems } => world::grant(cx, by, who, &thing, weight, gems),
        Command::FindAt { who, place } => world::find_at(cx, by, who, &place),
        Command::BlackMarket { who, class } => world::black_market(cx, by, who, &class),
        Command::Weather { is, hours } => world::set_weather(cx, by, is.as_deref(), hours),
        Command::Ford { who } => world::ford(cx, by, &who),
        Command::Hazard { is, who, size, warned } => world::hazard(cx, by, &is, &who, size, warned),
        Command::Mishap { what, who } => world::mishap(cx, by, &what, &who),
        Command::Threat { name, step } => world::threat(cx, by, &name, step),
        Command::SetOut => scenario::set_out(cx, by),
        Command::Go { to } => scenario::go(cx, by, &to),
        Command::Reveal { name } => scenario::reveal(cx, by, &name),
        Command::Attempt { who, what } => scenario::attempt(cx, by, who, &what),
        Command::Loot { who, what } => scenario::loot(cx, by, who, &what),
        Command::Advance { clock } => scenario::advance(cx, by, &clock),
        Command::Flag { flag, on } => scenario::flag(cx, by, &flag, on),
        Command::Fate { of, is, who } => scenario::fate(cx, by, &of, is, who),
        Command::Find { who, class } => growth::find(cx, by, who, &class),
        Command::Consume { who, item } => growth::consume(cx, who, item),
        Command::Use(call) => power::use_power(cx, &call),
    }
}

fn house(cx: &mut Cx<'_, DirkRules>, by: Seat, switch: &str, value: &str) -> Flow {
    referee(by, rules::DK_BASIC_02, "set house rules")?;
    let Some(known) = SWITCHES.iter().find(|known| known.name == switch) else {
        let names: Vec<&str> = SWITCHES.iter().map(|known| known.name).collect();
        let sentence = format!("There is no switch {switch}. There are {}.", names.join(", "));
        return refuse(Refusal::new(rules::DK_BASIC_02, "no-such-switch", sentence));
    };
    if !known.values.contains(&value) {
        let sentence = format!("{switch} can be {}, not {value}.", known.values.join(", "));
        return refuse(Refusal::new(known.rule, "no-such-value", sentence));
    }
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(
            known.rule,
            "in-battle",
            "House rules are not changed in the middle of a battle.",
        ));
    }
    cx.record(known.rule, Fact::House { switch: switch.into(), value: value.into() });
    Ok(())
}

fn apart(cx: &mut Cx<'_, DirkRules>, by: Seat, one: Who, other: Who, feet: u16) -> Flow {
    let rule = rules::DK_RANGE_01H;
    referee(by, rule, "place creatures")?;
    if one == other || cx.state().creature(one).is_none() || cx.state().creature(other).is_none() {
        return refuse(Refusal::new(rule, "no-such-creature", "Name two different creatures that are here."));
    }
    if feet > 10_000 {
        return refuse(Refusal::new(rule, "too-far", "Distances go up to 10,000 feet.").with("feet", feet));
    }
    cx.record(rule, Fact::Apart { one, other, feet });
    Ok(())
}
