//! How a crew left to itself plays the supply ship: it finds the leak and seals it, looks after its own, and
//! tries on what came out what people would: a jar, a wrench, the airlock only once it has hurt somebody or
//! grown, and in the end anything. How it fights is in `hunt`.

use boneyard_table::{At, Awaits, Seat, Who};

use super::crew::aboard;
use super::hunt;
use super::task::{Doing, lacks};
use crate::GutsPlus;
use crate::command::{Command, ShipCommand};
use crate::state::{Ship, State};

type Here<'a> = At<'a, GutsPlus>;

/// Who is waited for aboard.
pub fn awaits(at: Here<'_>) -> Option<Awaits> {
    let ship = at.state.ship.as_ref()?;
    if ship.ended.is_some() {
        return Some(Awaits { seats: vec![Seat::GM], why: "The trip is over.".into(), ..Awaits::default() });
    }
    if at.state.battle.is_some() {
        return None;
    }
    let open = free(at.state, ship);
    let seats = if open.is_empty() { vec![Seat::GM] } else { Vec::new() };
    Some(Awaits { creatures: open, seats, why: "The crew says what it does in this watch.".into() })
}

/// Those who can still do something in this watch.
fn free(state: &State, ship: &Ship) -> Vec<Who> {
    aboard(state).filter(|who| state.one(*who).can_act() && !ship.is_busy(*who)).collect()
}

/// What somebody of the crew does next; nothing while they wait for somebody else.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let ship = at.state.ship.as_ref().filter(|ship| ship.ended.is_none())?;
    let crew = Crew { at, ship, free: free(at.state, ship) };
    if at.state.battle.is_some() || !crew.free.contains(&who) {
        return None;
    }
    let acts = |one: Who| match crew.choose(one) {
        Next::Do(command) => Some(*command),
        _ => None,
    };
    let others = || crew.free.iter().any(|other| *other != who && acts(*other).is_some());
    match acts(who) {
        None if others() => None,
        None => Some(ShipCommand::Idle { who }.into()),
        command => command,
    }
}

/// What somebody makes of one need of the ship.
enum Next {
    /// They do this.
    Do(Box<Command>),
    /// They keep themselves ready for what somebody else does first.
    Wait,
    /// It is not for them.
    Other,
}

/// A way to be rid of the creature, with the one it hangs on.
#[derive(Clone, Copy)]
enum Plan {
    Catch(Who),
    Strike(Who),
    Lure(Who),
}

impl Plan {
    fn lead(self) -> Who {
        match self {
            Self::Catch(who) | Self::Strike(who) | Self::Lure(who) => who,
        }
    }
}

/// From this watch on nobody waits for a better chance.
const LATE: u8 = 9;

/// As large as this it frightens people.
const FRIGHTFUL: u8 = 5;

/// Qualities that serve to find the creature, to mind the course and to open the outer door.
const PANELS: [&str; 3] = ["Command", "Technology", "Thought"];
const LURES: [&str; 2] = ["Slyness", "Planning"];
const TOOLS: [&str; 2] = ["Utility", "Fixing"];

struct Crew<'a> {
    at: Here<'a>,
    ship: &'a Ship,
    free: Vec<Who>,
}

impl Crew<'_> {
    fn choose(&self, who: Who) -> Next {
        let needs = [
            Self::stops_bleeding,
            Self::clears_away,
            Self::seals,
            Self::learns,
            Self::tends,
            Self::hunts,
            Self::trims,
            Self::guards,
        ];
        let next = needs.iter().map(|need| need(self, who)).find(|next| !matches!(next, Next::Other));
        next.unwrap_or_else(|| does(ShipCommand::Idle { who }.into()))
    }

    /// The highest level somebody has in one of these.
    fn level(&self, who: Who, names: &[&str]) -> u8 {
        let sheet = self.at.state.sheet(who);
        names.iter().filter_map(|name| sheet.quality(name)).map(|nth| sheet.level(nth)).max().unwrap_or(0)
    }

    /// The one of these who is best at it; the first of several.
    fn best(&self, among: impl Iterator<Item = Who>, names: &[&str]) -> Option<Who> {
        among.fold(None, |best, who| match best {
            Some(best) if self.level(best, names) >= self.level(who, names) => Some(best),
            _ => Some(who),
        })
    }

    fn everybody(&self) -> impl Iterator<Item = Who> + '_ {
        self.free.iter().copied()
    }

    fn can(&self, who: Who, task: &str) -> bool {
        let row = self.at.book.tasks.named(task);
        row.is_some_and(|row| lacks(self.at.state, self.ship, who, row).is_none())
    }

    /// Whether the creature is out in the rooms.
    fn loose(&self) -> bool {
        self.ship.creature.room.is_some() && self.ship.creature.gone.is_none()
    }

    fn knocked_out(&self) -> bool {
        self.loose() && self.ship.creature.who.is_some_and(|who| !self.at.state.one(who).can_act())
    }

    /// Somebody who dies if nobody comes: the best hand first, and the others stand by.
    fn stops_bleeding(&self, who: Who) -> Next {
        let bleeds = |one: &Who| self.at.state.live(*one).out.is_some_and(|out| out.deadline.is_some());
        let Some(patient) = aboard(self.at.state).find(|one| bleeds(one)) else { return Next::Other };
        if self.best(self.everybody(), &["Medicine", "Utility"]) == Some(who) {
            return task(Doing { patient: Some(patient), ..doing(who, "Treat") });
        }
        Next::Wait
    }

    /// It lies there: into the glass with it, or out of the airlock.
    fn clears_away(&self, who: Who) -> Next {
        if !self.knocked_out() {
            return Next::Other;
        }
        let (name, hands) = if !self.ship.tracked {
            ("Track", self.best(self.everybody(), &PANELS))
        } else if self.ship.containers > 0 {
            ("Catch", self.best(self.everybody(), &["Utility"]))
        } else {
            ("Drive out", self.best(self.everybody(), &PANELS))
        };
        if hands == Some(who) && self.can(who, name) { task(doing(who, name)) } else { Next::Other }
    }

    /// Whether it has shown what it can do: then somebody thinks of the outer door.
    fn dreaded(&self) -> bool {
        let hurt = |who: Who| self.at.state.live(who).parts.iter().any(|part| part.lines > 0);
        self.frightful() || self.late() || aboard(self.at.state).any(hurt)
    }

    fn frightful(&self) -> bool {
        self.ship.creature.size >= FRIGHTFUL
    }

    fn late(&self) -> bool {
        self.ship.watch >= LATE
    }

    /// How to be rid of it, by what anybody can see of it: while it is small into a jar, or down with a
    /// wrench; out of the airlock once it is dreaded; late in the trip by whatever there is.
    fn plan(&self) -> Option<Plan> {
        if !self.loose() || self.knocked_out() {
            return None;
        }
        // One strikes, one helps, and somebody has to find it first.
        let hands = 2 + usize::from(!self.ship.tracked);
        let armed = |who: &Who| hunt::arms(self.at, *who).is_some() && self.free.len() >= hands;
        let catch = self.best(self.everybody(), &["Utility"]).filter(|_| self.ship.containers > 0);
        let catch = catch.map(Plan::Catch);
        let strike = self.best(self.everybody(), &["Gumption"]).filter(armed).map(Plan::Strike);
        let driver = self.best(self.everybody(), &LURES);
        let sly = driver.filter(|who| self.level(*who, &LURES) > 1).map(Plan::Lure);
        let small = || catch.or(strike).filter(|_| !self.frightful());
        let late = || strike.or(driver.map(Plan::Lure)).or(catch).filter(|_| self.late());
        small().or(sly.filter(|_| self.dreaded())).or_else(late)
    }

    fn hunts(&self, who: Who) -> Next {
        let Some(plan) = self.plan() else { return Next::Other };
        let all = matches!(plan, Plan::Strike(_));
        let stands_by = if all { Next::Wait } else { Next::Other };
        if !self.ship.tracked {
            let tracker = self.best(self.everybody().filter(|one| *one != plan.lead()), &PANELS);
            return match tracker {
                None => Next::Other,
                Some(tracker) if tracker == who => task(doing(who, "Track")),
                Some(_) if plan.lead() == who => Next::Wait,
                Some(_) => stands_by,
            };
        }
        match plan {
            Plan::Catch(lead) if lead == who => task(doing(who, "Catch")),
            Plan::Lure(lead) if lead == who => task(doing(who, "Drive out")),
            Plan::Strike(lead) if lead == who => {
                let begins = hunt::arms(self.at, who).flatten();
                does(begins.unwrap_or_else(|| hunt::begins(self.ship, who, &self.free)))
            }
            _ => stands_by,
        }
    }

    /// The Manager looks for what holds it, and somebody brings that.
    fn learns(&self, who: Who) -> Next {
        if !self.loose() {
            return Next::Other;
        }
        if !self.ship.glass && self.can(who, "Search") {
            return task(doing(who, "Search"));
        }
        let handy = !self.ship.picked_over || self.level(who, &["Utility"]) >= 2;
        if self.ship.glass && self.ship.containers == 0 && handy && !self.knocked_out() {
            return task(Doing { choose: Some("glass container".into()), ..doing(who, "Fetch") });
        }
        Next::Other
    }

    /// The leak: found, plates fetched for it, sealed.
    fn seals(&self, who: Who) -> Next {
        if self.ship.sealed() {
            return Next::Other;
        }
        let missing = self.ship.needs().saturating_sub(self.ship.seals);
        let handy = self.level(who, &TOOLS) >= 2 || self.best(self.everybody(), &TOOLS) == Some(who);
        if handy && self.can(who, "Seal") {
            return task(doing(who, "Seal"));
        }
        if !self.ship.inspected && self.best(self.everybody(), &["Thought"]) == Some(who) {
            return task(doing(who, "Inspect"));
        }
        if self.ship.plates < missing {
            return task(Doing { choose: Some("hull plates".into()), ..doing(who, "Fetch") });
        }
        Next::Other
    }

    /// The one who knows medicine sees to those who are hurt and were not seen to today.
    fn tends(&self, who: Who) -> Next {
        let state = self.at.state;
        if self.level(who, &["Medicine"]) == 0 {
            return Next::Other;
        }
        let today = state.day();
        let hurt = aboard(state).filter(|one| !state.live(*one).dead).find_map(|one| {
            let nth = state.live(one).parts.iter().position(|part| {
                part.lines > 0 && !part.lost && part.checked != Some(today) && part.treated.is_none()
            })?;
            Some((one, state.sheet(one).part_name(nth as u8).to_owned()))
        });
        match hurt {
            Some((patient, part)) => {
                task(Doing { patient: Some(patient), part: Some(part), ..doing(who, "Treat") })
            }
            None => Next::Other,
        }
    }

    fn trims(&self, who: Who) -> Next {
        let late = self.ship.delay > 1 && self.level(who, &PANELS) >= 2;
        if late { task(doing(who, "Trim")) } else { Next::Other }
    }

    /// The one who is left stands where it would eat what is needed.
    fn guards(&self, who: Who) -> Next {
        if !self.loose() || self.knocked_out() || self.level(who, &["Gumption"]) < 2 {
            return Next::Other;
        }
        let known = self.ship.creature.room.clone().filter(|_| self.ship.tracked);
        let room = known.unwrap_or_else(|| "Kitchen".into());
        task(Doing { room: Some(room), ..doing(who, "Guard") })
    }
}

fn doing(who: Who, task: &str) -> Doing {
    Doing { who, task: task.into(), ..Doing::default() }
}

fn task(doing: Doing) -> Next {
    does(ShipCommand::Task(doing).into())
}

fn does(command: Command) -> Next {
    Next::Do(Box::new(command))
}
