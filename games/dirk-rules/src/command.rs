//! What a seat may ask for, the lane each command runs in, and who may give it.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::check::{CallSave, Contender, call_save, contest, referee};
use crate::combat::{self, Begin, Move, Strike};
use crate::fact::Fact;
use crate::growth;
use crate::hero::{self, Slots};
use crate::house::SWITCHES;
use crate::lesson::{self, Apprentice};
use crate::power::{self, UsePower};
use crate::rules;
use crate::scenario::{self, Fate};
use crate::state::{Part, Place, With};
use crate::time::{self, Passing, Rest, Scale, Stretch, Travel, Wanting};
use crate::trade::{self, Shopping, Work};
use crate::world::{self, Attitude};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sets a house switch.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Brings a creature or a ready hero into the scene.
    Add {
        /// The id or name of its entry; a creature without one has every number at its default.
        #[serde(default)]
        like: Option<String>,
        /// What it is called here.
        name: String,
        /// Who plays it, if it is a ready hero; the referee if nobody is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Gives a creature a proper name.
    Name {
        /// Who.
        who: Who,
        /// The name.
        name: String,
    },
    /// Says how far two creatures stand apart.
    Apart {
        /// One.
        one: Who,
        /// The other.
        other: Who,
        /// Feet.
        feet: u16,
    },
    /// Calls for a save.
    Save(CallSave),
    /// Calls for a contest.
    Contest {
        /// Two or more sides.
        sides: Vec<Contender>,
    },
    /// Begins a battle.
    Begin(Begin),
    /// Comes into a battle under way.
    Join {
        /// Who.
        who: Who,
    },
    /// Moves.
    Move(Move),
    /// Attacks.
    Attack {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool,
    },
    /// FULL DEFENSE.
    FullDefense {
        /// Who.
        who: Who,
    },
    /// GRAPPLE!
    Grapple {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// Stands up.
    Stand {
        /// Who.
        who: Who,
        /// For the action instead of the move.
        #[serde(default)]
        with_action: bool,
    },
    /// Takes a thing in hand, puts it on or puts it away.
    Hold {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// Where to.
        place: Place,
    },
    /// CALLED SHOT!
    CalledShot {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
        /// Which part.
        part: Part,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool,
    },
    /// FEINT...
    Feint {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
    },
    /// TAUNT!
    Taunt {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// ROUTE!
    Route {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// RALLY!
    Rally {
        /// Who.
        who: Who,
    },
    /// Reloads a gun or sets it up.
    MakeReady {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Uses a creature's special.
    Special {
        /// Who.
        who: Who,
        /// Which, by its place in the entry.
        special: u8,
        /// At whom; nobody where it is no matter.
        #[serde(default)]
        target: Option<Who>,
    },
    /// Cuts somebody loose or puts out the flames.
    Help {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// Anything else one can do in a turn.
    Misc {
        /// Who.
        who: Who,
        /// What, in words.
        what: String,
    },
    /// Ends the turn.
    EndTurn {
        /// Whose.
        who: Who,
    },
    /// Ends the battle.
    EndBattle,
    /// Does something, in plain words.
    Say {
        /// Who.
        who: Who,
        /// The words.
        what: String,
    },
    /// Begins a larger plan.
    Plan {
        /// Whose.
        who: Who,
        /// What it is to achieve.
        aim: String,
    },
    /// Says what a plan takes.
    PlanNeeds {
        /// Which plan.
        plan: u8,
        /// What it takes.
        what: String,
        /// How much of it; none strikes it out.
        of: u16,
    },
    /// Marks what a plan takes as met.
    PlanMeets {
        /// Which plan.
        plan: u8,
        /// What is met.
        what: String,
        /// How much of it.
        count: u16,
    },
    /// Says that a plan is achieved.
    PlanDone {
        /// Which plan.
        plan: u8,
    },
    /// Rolls for an event now.
    Event {
        /// On which scale.
        scale: Scale,
        /// The die in hand, if it is to be checked.
        #[serde(default)]
        die: Option<String>,
    },
    /// Lets time pass.
    Pass(Passing),
    /// Looks closely at something.
    Explore {
        /// Who.
        who: Vec<Who>,
        /// What they do.
        what: String,
    },
    /// Rests.
    Rest(Rest),
    /// Tends armor.
    Tend {
        /// Whose.
        who: Who,
    },
    /// Travels.
    Travel(Travel),
    /// Goes at so many miles an hour.
    Chase {
        /// Who.
        who: Who,
        /// How fast.
        miles: u16,
    },
    /// Mounts or dismounts.
    Ride {
        /// Who.
        who: Who,
        /// What; nothing to dismount.
        #[serde(default)]
        on: Option<Who>,
    },
    /// Says that people are without something from now on.
    Deprive {
        /// Who.
        who: Vec<Who>,
        /// Without what.
        of: Wanting,
    },
    /// Goes without air for a while.
    Breathless {
        /// Who.
        who: Vec<Who>,
        /// Turns instead of minutes.
        #[serde(default)]
        exerted: bool,
        /// There was no time to draw breath.
        #[serde(default)]
        caught: bool,
        /// How many minutes or turns.
        #[serde(default)]
        count: u16,
    },
    /// A want is met.
    Relieve {
        /// Whose.
        who: Vec<Who>,
        /// Which.
        of: Wanting,
        /// On bare ground, if it is sleep.
        #[serde(default)]
        rough: bool,
    },
    /// Wakes somebody sooner.
    Wake {
        /// Who.
        who: Who,
    },
    /// Begins a hero.
    Draft {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Rolls the five totals.
    RollTotals {
        /// Whose.
        who: Who,
    },
    /// Assigns the five totals.
    Assign {
        /// Whose.
        who: Who,
        /// How.
        slots: Slots,
    },
    /// Buys a background.
    Learn {
        /// Who.
        who: Who,
        /// Which kind.
        kind: String,
        /// In what.
        #[serde(default)]
        of: Option<String>,
    },
    /// Buys a thing.
    Buy {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Lets somebody find a power-up.
    Find {
        /// Who.
        who: Who,
        /// Of which class.
        class: String,
    },
    /// Takes a power-up.
    Consume {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Uses a power.
    Use(UsePower),
    /// Finishes a hero.
    Ready {
        /// Who.
        who: Who,
    },
    /// Buys something in play, or pays for a service.
    Shop(Shopping),
    /// Sells a thing of one's own.
    Sell {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Hands a thing on.
    HandOn {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// To whom.
        target: Who,
    },
    /// Leaves a thing behind.
    Drop {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
    },
    /// Has a thing repaired.
    Fix {
        /// Whose.
        who: Who,
        /// Which repair, by name.
        fix: String,
        /// Which thing.
        item: u8,
    },
    /// Works for gems.
    Work(Work),
    /// Crosses from one world to another.
    Voyage {
        /// Who.
        who: Vec<Who>,
        /// In what.
        ship: Who,
    },
    /// Asks somebody to teach.
    Apprentice(Apprentice),
    /// Takes lessons for so many weeks.
    Train {
        /// Which lessons.
        lesson: u8,
        /// How many weeks.
        weeks: u8,
    },
    /// Says what else a teacher asks for.
    LessonNeeds {
        /// Which lessons.
        lesson: u8,
        /// What.
        what: String,
        /// How much of it; none strikes it out.
        of: u16,
    },
    /// Marks what a teacher asks for as met.
    LessonMeets {
        /// Which lessons.
        lesson: u8,
        /// What is met.
        what: String,
        /// How much of it.
        count: u16,
    },
    /// Gives lessons up.
    LeaveLesson {
        /// Which lessons.
        lesson: u8,
    },
    /// Rolls on a table in secret.
    Draw {
        /// Its id or its name.
        table: String,
    },
    /// Brings in creatures that are at hand.
    Meet {
        /// Which, by their place among what is at hand.
        at: u8,
        /// How they feel; a die decides where nothing is said.
        #[serde(default)]
        attitude: Option<Attitude>,
        /// How far off they are.
        #[serde(default)]
        feet: Option<u16>,
    },
    /// Hands out something that is at hand.
    HandOut {
        /// What, by its place among what is at hand.
        at: u8,
        /// To whom.
        who: Who,
        /// For which weapon, if it is ammo or charges.
        #[serde(default)]
        item: Option<u8>,
    },
    /// Lets a danger that is at hand befall people.
    Befall {
        /// Which, by its place among what is at hand.
        at: u8,
        /// Whom.
        who: Vec<Who>,
    },
    /// Puts aside something that is at hand.
    PutAside {
        /// What, by its place among what is at hand.
        at: u8,
    },
    /// Goes through the pockets of somebody who cannot mind.
    Search {
        /// Who.
        who: Who,
        /// Whose.
        body: Who,
    },
    /// Takes a thing from somebody who cannot mind.
    Take {
        /// Who.
        who: Who,
        /// From whom.
        from: Who,
        /// Which thing of theirs.
        item: u8,
    },
    /// Lets somebody have a thing, of the lists or not.
    Grant {
        /// Whom.
        who: Who,
        /// What.
        thing: String,
        /// What it weighs, if it is on no list; 1 where nothing is said.
        #[serde(default)]
        weight: Option<i16>,
        /// What it is worth, if it is on no list; 1 gem where nothing is said.
        #[serde(default)]
        gems: Option<i32>,
    },
    /// Lets somebody find a power-up of the class the place hides.
    FindAt {
        /// Who.
        who: Who,
        /// What the place is, in words.
        place: String,
    },
    /// Lets somebody buy a power-up where nobody looks.
    BlackMarket {
        /// Who.
        who: Who,
        /// Of which class.
        class: String,
    },
    /// Says what the weather is.
    Weather {
        /// Which, by name; a D6 decides where nothing is said.
        #[serde(default)]
        is: Option<String>,
        /// For how many hours; none and it clears up.
        hours: u16,
    },
    /// Lets people ford water in flood.
    Ford {
        /// Whom.
        who: Vec<Who>,
    },
    /// Lets a danger of the place catch people.
    Hazard {
        /// Which, by name.
        is: String,
        /// Whom.
        who: Vec<Who>,
        /// Feet, turns or minutes, whichever it is counted by.
        #[serde(default)]
        size: u16,
        /// There was a warning, and time to draw breath.
        #[serde(default)]
        warned: bool,
    },
    /// Says how far a threat has grown.
    Threat {
        /// What it is.
        name: String,
        /// Its step, 1 to 4.
        step: u8,
    },
    /// Begins the scenario.
    SetOut,
    /// Goes to a place of the scenario next to this one.
    Go {
        /// Its name.
        to: String,
    },
    /// Brings in those who wait under a name.
    Reveal {
        /// The name.
        name: String,
    },
    /// Calls for what can be tried at this place.
    Attempt {
        /// Who tries.
        who: Who,
        /// What.
        what: String,
    },
    /// Hands out what lies at this place.
    Loot {
        /// To whom.
        who: Who,
        /// What.
        what: String,
    },
    /// Moves a clock of the scenario early.
    Advance {
        /// Which.
        clock: String,
    },
    /// Says that something is so at this place, or no longer.
    Flag {
        /// What.
        flag: String,
        /// Whether it is so.
        on: bool,
    },
    /// Says what became of somebody on whom the end of the scenario depends.
    Fate {
        /// Of whom.
        of: String,
        /// What.
        is: Fate,
        /// Who is paid, if there is a reward.
        #[serde(default)]
        who: Option<Who>,
    },
}

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
    let Some(before) = scenario::watch(cx.state(), cx.book()) else { return carry_out(cx, by, command) };
    cx.within(&before, |cx| carry_out(cx, by, command))?;
    scenario::turn_hands(cx, &before)
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
