//! On the way: exploring by minutes, journeys by days, chases, and riding.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{At, Choices, Cx, Flow, Form, Question, Refusal, Seat, Stance, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passage::{Task, TaskKind, company, may_set_about, may_spend_time, spend};
use super::say::outside_battle;
use super::{Scale, TimeFact};
use crate::DirkRules;
use crate::check::is_alive;
use crate::fact::Fact;
use crate::gear::bears_up;
use crate::house::TravelMiles;
use crate::rules;
use crate::state::{Ability, Lasts, State};
use crate::world::weather_now;

deed! {
    /// Looks closely at something.
    pub struct Explore(form: DirkRules) {
        /// What they do.
        what: String = form.text("what", "What you do", 200)?,
        /// Who.
        who: Vec<Who> = company(form, rules::DK_DOWN_01, |_| true)?,
    }
}

impl Deed<DirkRules> for Explore {
    const CARD: Card = Card::anyone("Explore", "Time").rule(rules::DK_DOWN_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = rules::DK_DOWN_01;
        may_set_about(may, rule, &self.who)?;
        may_spend_time(may, rule)?;
        may.not_if(self.what.trim().is_empty() || self.what.chars().count() > 200, || {
            Refusal::new(rule, "words", "Say in 1 to 200 characters what is done.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (rule, Self { who, what }) = (rules::DK_DOWN_01, self);
        cx.record(rule, Fact::Time(TimeFact::Explores { who: who.clone(), what: what.trim().into() }));
        let minutes = cx.ask(Seat::GM, Minutes)?;
        let task = Task { kind: TaskKind::Explore, who, left: u32::from(minutes) * 60 };
        if spend(cx, Scale::Minutes, task.clone())? {
            cx.record(rule, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
        }
        Ok(())
    }
}

deed! {
    /// Travels so many miles in so many days.
    #[serde(deny_unknown_fields)]
    pub struct Travel(form: DirkRules) {
        /// How many miles.
        miles: u16 = form.amount("miles", "Miles", 1..=6_000)?,
        /// In how many days.
        days: u8 = form.amount("days", "Days", 1..=60)?,
        /// Who travels.
        who: Vec<Who> = company(form, rules::DK_SPEED_04, |_| true)?,
    }
}

impl Deed<DirkRules> for Travel {
    const CARD: Card = Card::anyone("Travel", "Time").rule(rules::DK_SPEED_04);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, Self { who, miles, days }) = (rules::DK_SPEED_04, self);
        may_set_about(may, rule, who)?;
        may_spend_time(may, rule)?;
        who.iter().try_for_each(|one| bears_up(may, *one))?;
        may.not_if(!(1..=60).contains(days), || {
            Refusal::new(rule, "how-long", "A journey takes 1 to 60 days.").with("most", 60)
        })?;
        let state = may.state;
        let slowest = who.iter().map(|one| u16::from(gait(state, *one).0)).min().unwrap_or(0);
        let a_day = slowest.saturating_mul(match state.house.travel_miles {
            TravelMiles::Hundred => 100,
            TravelMiles::Fifty => 50,
            TravelMiles::TwentyFive => 25,
        });
        let weather = weather_now(state, may.book).map(|(_, row)| row).filter(|row| row.halves_travel);
        let a_day = if weather.is_some() { a_day / 2 } else { a_day };
        let most = a_day.saturating_mul((*days).into());
        may.not_if(*miles == 0 || *miles > most, || {
            let sentence = format!("In {days} days it is {most} miles at most, not {miles}.");
            let rule = weather.map_or(rule, |row| row.id);
            Refusal::new(rule, "too-far", sentence).with("most", most)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (kind, left) = (TaskKind::Travel(self.miles), Scale::Days.seconds() * u32::from(self.days));
        cx.cite(rules::DK_SPEED_01);
        let task = Task { kind, who: self.who, left };
        if !spend(cx, Scale::Days, task.clone())? {
            return Ok(());
        }
        let miles = cx.ask(Seat::GM, Farther { most: self.miles })?;
        cx.record(rules::DK_SPEED_04, Fact::Time(TimeFact::Travelled { who: task.who, miles }));
        Ok(())
    }
}

deed! {
    /// Runs, rides or races at so many miles an hour.
    #[derive(Copy)]
    pub struct Chase(form: DirkRules) {
        who: Who = outside_battle(form)?,
        /// How fast.
        miles: u16 = form.amount("miles", "Miles an hour", 0..=fastest(form.state, who).into())?,
    }
}

/// Miles an hour at most; none for nobody.
fn fastest(state: &State, who: Who) -> u16 {
    let (speed, dex) = state.creature(who).map_or((0, 0), |_| gait(state, who));
    u16::from(speed) * u16::from(dex)
}

impl Deed<DirkRules> for Chase {
    const CARD: Card = Card::acting("Run or ride", "Time").rule(rules::DK_SPEED_03);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (Self { who, miles }, rule) = (*self, rules::DK_SPEED_03);
        may_set_about(may, rule, &[who])?;
        let most = fastest(may.state, who);
        may.not_if(miles > most && !may.by.is_gm(), || {
            let name = &may.state.sheet(who).name;
            let sentence = format!("{name} is no faster than {most} miles an hour.");
            Refusal::new(rule, "too-fast", sentence).with("most", most)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, miles } = self;
        cx.record(rules::DK_SPEED_03, Fact::Time(TimeFact::Races { who, miles }));
        Ok(())
    }
}

deed! {
    /// Mounts something, or dismounts.
    #[derive(Copy)]
    pub struct Ride(form: DirkRules) {
        who: Who = outside_battle(form)?,
        /// What; nothing to dismount.
        #[serde(default)]
        on: Option<Who> = mount(form, who)?,
    }
}

/// The field `on`: the mounts of one's own side. There is nothing to offer without any.
fn mount(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Option<Who>> {
    let state = form.state;
    let Some(rider) = state.creature(who) else { return form.maybe_creature("on", "What", |_| false) };
    // How many it takes is seen when one gets on.
    let fits = |on: Who| {
        let sheet = state.sheet(on);
        on != who && !sheet.hero && sheet.side == rider.sheet.side && !state.live(on).dead
    };
    form.only_if(rider.live.rides.is_some() || state.everybody().any(fits))?;
    form.maybe_creature("on", "What", fits)
}

/// What bars somebody from getting onto something.
fn may_mount(may: May<'_, DirkRules>, who: Who, mount: Who) -> Lawful {
    is_alive(may, mount)?;
    let state = may.state;
    let riders = state.everybody().filter(|&other| other != who && state.live(other).rides == Some(mount));
    let full = riders.count() >= usize::from(seats(may.at(), mount));
    let ridden = full || state.sheet(mount).hero || state.live(mount).rides.is_some();
    may.not_if(mount == who || ridden, || {
        let sentence = format!("{} cannot ride that.", state.sheet(who).name);
        Refusal::new(rules::DK_SPEED_01, "no-mount", sentence)
    })
}

impl Deed<DirkRules> for Ride {
    const CARD: Card = Card::acting("Mount or dismount", "Time").rule(rules::DK_SPEED_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        is_alive(may, self.who)?;
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rules::DK_SPEED_01, "in-battle", "There is no time for that in a battle.")
        })?;
        self.on.map_or(Ok(()), |mount| may_mount(may, self.who, mount))
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, on } = self;
        cx.record(rules::DK_SPEED_01, Fact::Time(TimeFact::Rides { who, on }));
        Ok(())
    }
}

/// How many a mount or a vehicle takes.
pub fn seats(at: At<'_, DirkRules>, mount: Who) -> u8 {
    let row = at.state.sheet(mount).like.and_then(|like| at.book.gear.get(like.as_str()));
    row.and_then(|row| row.vehicle.as_ref()).map_or(1, |vehicle| vehicle.seats)
}

/// Speed and current DEX: one's own, or those of what one rides.
pub fn gait(state: &State, who: Who) -> (u8, u8) {
    let mount = state.live(who).rides.filter(|mount| state.creature(*mount).is_some_and(|on| !on.live.dead));
    let moves = mount.unwrap_or(who);
    let swift = state.live(moves).under(state.clock).map(|known| match known.what {
        Lasts::Swift(more) => more,
        _ => 0,
    });
    let speed = swift.fold(state.sheet(moves).speed, u8::saturating_add);
    (speed, state.live(moves).score(Ability::Dex))
}

/// Asks how many minutes something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Minutes;

impl Question<DirkRules> for Minutes {
    type Answer = u16;

    fn form(&self, _at: At<'_, DirkRules>) -> Form {
        Form {
            name: "minutes",
            rule: rules::DK_DOWN_01,
            question: "How many minutes does it take?".into(),
            kind: PromptKind::Number,
            domain: Domain::amount(1, 240),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        if (1..=240).contains(answer) {
            return Ok(());
        }
        let sentence = "Exploring is counted in 1 to 240 minutes.";
        Err(Refusal::new(rules::DK_DOWN_01, "how-long", sentence).with("most", 240))
    }

    fn choices(&self, _at: At<'_, DirkRules>) -> Choices<u16> {
        Choices::Some(vec![10, 20, 60])
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        10
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks how far a journey really went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Farther {
    /// As far as was meant.
    pub most: u16,
}

impl Question<DirkRules> for Farther {
    type Answer = u16;

    fn form(&self, _at: At<'_, DirkRules>) -> Form {
        Form {
            name: "miles",
            rule: rules::DK_SPEED_04,
            question: format!("How far did it really go, of {} miles?", self.most),
            kind: PromptKind::Number,
            domain: Domain::amount(0, self.most.into()),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        if *answer <= self.most {
            return Ok(());
        }
        let sentence = format!("It was {} miles at most.", self.most);
        Err(Refusal::new(rules::DK_SPEED_04, "too-far", sentence).with("most", self.most))
    }

    fn choices(&self, _at: At<'_, DirkRules>) -> Choices<u16> {
        Choices::Some(vec![self.most, self.most / 2, 0])
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        self.most
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
