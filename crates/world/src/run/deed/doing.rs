//! What people spend time on, and time that passes.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, By, Cx, Flow, Lane, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::doing::{Doing, Task};
use super::super::fact::WorldFact;
use super::super::seen::tries_of;
use super::super::spend::pass;
use super::super::thing::place_of;
use super::super::time::seconds;
use super::super::worldly::{Able, DoingKind, Worldly};
use super::gm::may_take;
use super::trying::{found, may_try};
use super::{Inhabited, here};

/// Says what somebody spends time on. Where people declare what they do, time passes when all who are able have; else it passes
/// at once until this is done, and the others wait or go on with what they began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Declare<G: Worldly> {
    /// Who.
    pub who: Who,
    /// What.
    pub does: Task<G>,
}

impl<G: Inhabited> Form<G> for Declare<G> {
    fn form(form: &mut Filling<'_, G>) -> Filled<Self> {
        let who = form.actor()?;
        let (at, gm) = (form.at(), form.seat.is_gm());
        let does = form.named("does", "What", tasks(at, who, gm), |name| Some(Task::Try(name.to_owned())))?;
        Ok(Self { who, does })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// What somebody could spend time on now.
fn tasks<G: Worldly>(at: At<'_, G>, who: Who, gm: bool) -> Vec<(Task<G>, String)> {
    let here = place_of(at, who);
    let tries = here.map(|here| tries_of(at, &here, Some(who), gm)).unwrap_or_default();
    let tries = tries.into_iter().filter(|(_, row)| row.takes.is_some() || row.check.is_none());
    let tries = tries.map(|(what, _)| (Task::Try(what.clone()), what));
    let own = G::doings(at, who).into_iter().map(|doing| {
        let name = doing.name();
        (Task::Own(doing), name)
    });
    tries.chain(own).collect()
}

fn may_begin<G: Worldly>(may: May<'_, G>, who: Who, does: &Task<G>) -> Lawful {
    let rule = G::CITES.time;
    may.outright_if(G::able(may.at(), who) != Able::Up, || {
        Refusal::new(rule, "not-able", "They can do nothing now.")
    })?;
    may.outright_if(G::fight(may.at()).is_some(), || {
        Refusal::new(rule, "fight", "There is no time for that in a fight.")
    })?;
    here(may, who)?;
    match does {
        Task::Try(what) => may_try(may, who, what),
        Task::Own(doing) => doing.may(may, who),
    }
}

/// Begins to spend time on something, without its time passing yet. What was begun of the same goes on where it was left.
fn begin<G: Inhabited>(cx: &mut Cx<'_, G>, who: Who, does: Task<G>, by: Seat) -> Flow {
    let Some(place) = place_of(cx.at(), who) else { return Ok(()) };
    let before = G::world(cx.state()).doings.get(&who);
    if before.is_some_and(|doing| doing.what == does && doing.place == place) {
        return Ok(());
    }
    let left = match &does {
        Task::Own(doing) => doing.takes(cx.at(), who),
        Task::Try(what) => {
            let row = found(cx.at(), &place, who, what, by.is_gm());
            let takes = row.and_then(|row| row.takes.as_ref()).map(|takes| takes.as_str().to_owned());
            match takes {
                Some(takes) => Some(seconds(cx, &takes)?),
                None => None,
            }
        }
    };
    let doing = Doing { what: does, place, left, spent: 0, since: None };
    cx.record(G::CITES.time, WorldFact::Doing(who, Some(doing)).into());
    Ok(())
}

/// How long it is until the first of those who are busy is done.
fn until_first<G: Worldly>(cx: &Cx<'_, G>) -> Option<u64> {
    let (world, now) = (G::world(cx.state()), G::world(cx.state()).now);
    let left = world
        .doings
        .values()
        .filter_map(|doing| doing.ends().map(|end| end.0.saturating_sub(now.0)).or(doing.left));
    left.min()
}

impl<G: Inhabited> Deed<G> for Declare<G> {
    const CARD: Card = Card::acting("Spend time", "Time").rule(G::CITES.time);

    fn lane(&self) -> Lane {
        Lane::Scene
    }

    fn may(&self, may: May<'_, G>) -> Lawful {
        may_begin(may, self.who, &self.does)
    }

    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        begin(cx, self.who, self.does, by)?;
        let left = match G::together(cx.at()) {
            false => G::world(cx.state()).doings.get(&self.who).and_then(|doing| doing.left),
            true => {
                let world = G::world(cx.state());
                let idle = |who: &Who| G::able(cx.at(), *who) == Able::Up && !world.doings.contains_key(who);
                let waited_for = world.heroes().any(|(who, _)| idle(&who));
                if waited_for { None } else { until_first(cx) }
            }
        };
        match left {
            Some(left) => pass(cx, left).map(|_| ()),
            None => Ok(()),
        }
    }
}

/// One of several who spend time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Spending<G: Worldly> {
    /// Who.
    pub who: Who,
    /// What.
    pub does: Task<G>,
}

/// Several spend a span of time, all at once. Those who are not named wait, or go on with what they began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Spend<G: Worldly> {
    /// Who does what.
    pub each: Vec<Spending<G>>,
    /// How long: `1 hour`.
    pub span: String,
}

impl<G: Inhabited> Form<G> for Spend<G> {
    fn form(form: &mut Filling<'_, G>) -> Filled<Self> {
        let at = form.at();
        let named = |value: serde_json::Value| {
            let rows: Vec<serde_json::Value> =
                serde_json::from_value(value).map_err(|error| error.to_string())?;
            rows.into_iter().map(|row| named_spending(at, row)).collect::<Result<Vec<_>, String>>()
        };
        form.only_if(false)?;
        let each = form.maybe_field("each", "Who does what", boneyard_table::view::Domain::yes_no, named)?;
        Ok(Self { each, span: form.text("span", "How long", 40)? })
    }
}

/// A row of it, with a name in place of a number or of what is done.
fn named_spending<G: Inhabited>(at: At<'_, G>, mut row: serde_json::Value) -> Result<Spending<G>, String> {
    if let Some(name) = row.get("who").and_then(|who| who.as_str()) {
        let all = G::creatures(at, Seat::GM);
        let who = all.into_iter().find(|(_, known)| known == name).map(|(who, _)| who.0);
        row["who"] = who.ok_or("there is nobody of that name")?.into();
    }
    if let (Some(name), Some(who)) =
        (row.get("does").and_then(|does| does.as_str()), row.get("who").and_then(serde_json::Value::as_u64))
    {
        let who = Who(u16::try_from(who).unwrap_or(u16::MAX));
        let task = tasks(at, who, true).into_iter().find(|(_, known)| known == name);
        let task = task.map_or(Task::Try(name.to_owned()), |(task, _)| task);
        row["does"] = serde_json::to_value(task).map_err(|error| error.to_string())?;
    }
    serde_json::from_value(row).map_err(|error| error.to_string())
}

impl<G: Inhabited> Deed<G> for Spend<G> {
    const CARD: Card = Card::unoffered("Spend time");

    fn may(&self, may: May<'_, G>) -> Lawful {
        may_take(may, Some(&self.span))?;
        for (nth, Spending { who, does }) in self.each.iter().enumerate() {
            let led = may.by.is_gm() || G::speaker(may.state, *who) == may.by;
            may.not_if(!led, || {
                Refusal::new(G::CITES.time, "not-yours", "Everybody says for themselves what they do.")
            })?;
            may.not_if(self.each[..nth].iter().any(|one| one.who == *who), || {
                Refusal::new(G::CITES.time, "twice", "Everybody does one thing at a time.")
            })?;
            may_begin(may, *who, does)?;
        }
        may_pass(may)
    }

    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        for Spending { who, does } in self.each {
            begin(cx, who, does, by)?;
        }
        let span = seconds(cx, &self.span)?;
        pass(cx, span).map(|_| ())
    }
}

/// Time does not pass by hand in a fight.
fn may_pass<G: Worldly>(may: May<'_, G>) -> Lawful {
    may.outright_if(G::fight(may.at()).is_some(), || {
        Refusal::new(G::CITES.time, "fight", "In a fight time goes by rounds.")
    })
}

deed! {
    /// Lets time pass; what was declared goes on.
    #[serde(deny_unknown_fields)]
    pub struct Pass(form: impl Inhabited) {
        span: String = form.text("span", "How long", 40)?,
    }
}

impl<G: Inhabited> Deed<G> for Pass {
    const CARD: Card = Card::anyone("Let time pass", "Time").rule(G::CITES.time);

    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, G>) -> Lawful {
        may.outright_if(!may.by.is_gm() && !G::without_gm(may.at()), || {
            Refusal::new(G::CITES.time, "only-gm", format!("The {} says when time passes.", G::GM.name))
        })?;
        may_pass(may)?;
        may_take(may, (self.span != "…").then_some(&self.span))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let span = seconds(cx, &self.span)?;
        pass(cx, span).map(|_| ())
    }
}

deed! {
    /// Breaks off what somebody began or declared.
    #[serde(deny_unknown_fields)]
    pub struct BreakOff(form: impl Inhabited) {
        who: Who = form.actor()?,
    }
}

impl<G: Inhabited> Deed<G> for BreakOff {
    const CARD: Card = Card::acting("Break off", "Time").rule(G::CITES.time);

    fn may(&self, may: May<'_, G>) -> Lawful {
        may.outright_if(!G::world(may.state).doings.contains_key(&self.who), || {
            Refusal::new(G::CITES.time, "idle", "They are doing nothing that takes time.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.time, WorldFact::Doing(self.who, None).into());
        Ok(())
    }
}
