//! What the game master does by hand to what an adventure has prepared: people, flags, trackers, events, what is due.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::super::effect::{bring, reveal, track};
use super::super::fact::WorldFact;
use super::super::fill::file;
use super::super::go::arrive;
use super::super::scope::Scope;
use super::super::settle::{by_hand, judge, settle};
use super::super::test::stands_so;
use super::super::time::seconds;
use super::super::world::{Id, PlaceKey};
use super::super::worldly::Worldly;
use super::gm::{may_take, must_be_open, must_be_place};
use super::{Inhabited, any_place};
use crate::adventure::{Adventure, Standing};

/// The file of an open adventure.
fn open_file<'b, G: Worldly>(
    state: &G::State,
    book: &'b G::Book,
    adventure: &str,
) -> Option<&'b Adventure<G>> {
    G::adventure(book, &G::world(state).running(adventure)?.file)
}

/// The field of something of an adventure, by its id; `of` lists them.
fn row<G: Inhabited>(
    form: &mut Filling<'_, G>,
    name: &'static str,
    label: &'static str,
    adventure: &str,
    of: fn(&Adventure<G>) -> Vec<String>,
) -> Filled<String> {
    let all = open_file::<G>(form.state, form.book, adventure).map(of).unwrap_or_default();
    form.named(name, label, all.into_iter().map(|id| (id.clone(), id)), |id| Some(id.to_owned()))
}

/// An open adventure that has such rows, by its key.
fn adventure<G: Inhabited>(
    form: &mut Filling<'_, G>,
    of: fn(&Adventure<G>) -> Vec<String>,
) -> Filled<String> {
    let (state, book) = (form.state, form.book);
    let has = |key: &&Id| open_file::<G>(state, book, key).is_some_and(|file| !of(file).is_empty());
    let keys = G::world(state).order.iter().filter(has).map(|key| (key.to_string(), key.to_string()));
    form.named("adventure", "Which adventure", keys.collect::<Vec<_>>(), |name| Some(name.to_owned()))
}

fn ids<'a, K: crate::name::Kind>(all: impl Iterator<Item = &'a crate::name::Name<K>>) -> Vec<String> {
    all.map(|id| id.as_str().to_owned()).collect()
}

/// Refuses what the adventure has not.
fn must_have<G: Worldly>(
    may: May<'_, G>,
    adventure: &str,
    id: &str,
    of: fn(&Adventure<G>) -> Vec<String>,
) -> Lawful {
    must_be_open(may, adventure)?;
    let has = open_file::<G>(may.state, may.book, adventure)
        .is_some_and(|file| of(file).iter().any(|one| one == id));
    may.not_if(!has, || {
        Refusal::new(G::CITES.adventure, "no-such-row", format!("There is no {id} in that adventure."))
    })
}

fn people<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    ids(file.person.iter().map(|row| &row.id))
}

fn flags<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    let own = ids(file.adventure.flags.iter());
    own.into_iter().chain(G::FLAGS.iter().map(|flag| (*flag).to_owned())).collect()
}

fn trackers<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    ids(file.tracker.iter().map(|row| &row.id))
}

fn events<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    ids(file.event.iter().map(|row| &row.id))
}

fn ends<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    ids(file.end.iter().map(|row| &row.id))
}

fn goals<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    ids(file.goal.iter().map(|row| &row.id))
}

fn unseen<G: Worldly>(file: &Adventure<G>) -> Vec<String> {
    let ways = file.way.iter().filter_map(|row| row.id.as_ref());
    let mut all = ids(ways);
    all.extend(ids(file.holder.iter().map(|row| &row.id)));
    all.extend(ids(file.trap.iter().map(|row| &row.id)));
    let lies = file.place.iter().flat_map(|place| &place.lies);
    let inside = file.holder.iter().flat_map(|holder| &holder.inside);
    all.extend(ids(lies.chain(inside).filter_map(|lies| lies.0.id.as_ref())));
    all
}

deed! {
    /// People who wait are there.
    #[serde(deny_unknown_fields)]
    pub struct Bring(form: impl Inhabited) {
        adventure: String = adventure(form, people::<G>)?,
        person: String = row(form, "person", "Who", &adventure, people::<G>)?,
        /// Where; where they wait if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<PlaceKey> = form.or_left_out("to", |form| any_place(form, "to", "Where"))?,
        #[serde(default)]
        fights: bool = form.flag("fights", "They fight")?,
    }
}

impl<G: Inhabited> Deed<G> for Bring {
    const CARD: Card = Card::gm("Bring people in", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.person, people::<G>)?;
        let Some(to) = &self.to else { return Ok(()) };
        must_be_place(may, to)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let own: Id = self.adventure.as_str().into();
        let to = self.to.as_ref().map(|to| format!("{}/{}", to.adventure, to.place));
        bring(cx, &own, &self.person, to.as_deref(), self.fights, &Scope::of(&own))?;
        settle(cx)
    }
}

deed! {
    /// Somebody is elsewhere, without going there.
    #[serde(deny_unknown_fields)]
    pub struct Send(form: impl Inhabited) {
        whom: Vec<Who> = form.creatures("whom", "Whom", 1..=100, |_| true)?,
        to: PlaceKey = any_place(form, "to", "Where")?,
    }
}

impl<G: Inhabited> Deed<G> for Send {
    const CARD: Card = Card::gm("Send people elsewhere", "Places").rule(G::CITES.going);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_be_place(may, &self.to)?;
        let known = |who: &Who| G::called(may.at(), *who, Seat::GM).is_some();
        may.not_if(!self.whom.iter().all(known) || self.whom.is_empty(), || {
            Refusal::new(G::CITES.going, "nobody", "There is nobody like that.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        for who in self.whom {
            arrive(cx, who, &self.to)?;
        }
        settle(cx)
    }
}

deed! {
    /// Sets a flag of an adventure, or takes it away.
    #[serde(deny_unknown_fields)]
    pub struct SetFlag(form: impl Inhabited) {
        adventure: String = adventure(form, flags::<G>)?,
        flag: String = row(form, "flag", "Which", &adventure, flags::<G>)?,
        #[serde(default)]
        off: bool = form.flag("off", "Take it away")?,
    }
}

impl<G: Inhabited> Deed<G> for SetFlag {
    const CARD: Card = Card::gm("Set a flag", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.flag, flags::<G>)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let fact = WorldFact::Flag(self.adventure.as_str().into(), self.flag.as_str().into(), !self.off);
        cx.record(G::CITES.adventure, fact.into());
        settle(cx)
    }
}

deed! {
    /// Moves a tracker.
    #[serde(deny_unknown_fields)]
    pub struct MoveTracker(form: impl Inhabited) {
        adventure: String = adventure(form, trackers::<G>)?,
        tracker: String = row(form, "tracker", "Which", &adventure, trackers::<G>)?,
        by: i32 = form.amount("by", "By how much", -1_000..=1_000)?,
    }
}

impl<G: Inhabited> Deed<G> for MoveTracker {
    const CARD: Card = Card::gm("Move a tracker", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.tracker, trackers::<G>)?;
        may.not_if(!(-1_000..=1_000).contains(&self.by), || {
            Refusal::new(G::CITES.adventure, "so-far", "A tracker moves by 1,000 at most.")
                .with("most", 1_000_u32)
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        track(cx, &self.adventure.as_str().into(), &self.tracker, self.by, None, &mut 0)?;
        settle(cx)
    }
}

deed! {
    /// Says how a goal stands: what the rules cannot see, such as that somebody is gone for good.
    #[serde(deny_unknown_fields)]
    pub struct SetGoal(form: impl Inhabited) {
        adventure: String = adventure(form, goals::<G>)?,
        goal: String = row(form, "goal", "Which", &adventure, goals::<G>)?,
        stands: Standing = form.one_of("stands", "How it stands", standings())?,
    }
}

fn standings() -> [(Standing, &'static str); 3] {
    [(Standing::Met, "met"), (Standing::Lost, "lost"), (Standing::Open, "open")]
}

impl<G: Inhabited> Deed<G> for SetGoal {
    const CARD: Card = Card::gm("Say how a goal stands", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.goal, goals::<G>)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let key: Id = self.adventure.as_str().into();
        let goal = file(cx, &key).and_then(|file| file.goal.iter().find(|row| row.id.as_str() == self.goal));
        let stands = G::world(cx.state()).running(&key).map(|running| stands_so(running, &self.goal));
        if let Some(goal) = goal.filter(|_| stands.is_some_and(|stands| stands != self.stands)) {
            let fact = WorldFact::Goal(key.clone(), goal.id.shared(), self.stands);
            cx.record(G::CITES.adventure, fact.into());
            if self.stands == Standing::Met {
                super::super::effect::run(cx, &goal.then, &Scope::of(&key), &mut 0)?;
            }
            judge(cx, &key)?;
        }
        settle(cx)
    }
}

deed! {
    /// Lets an event happen, whatever it waits for.
    #[serde(deny_unknown_fields)]
    pub struct Fire(form: impl Inhabited) {
        adventure: String = adventure(form, events::<G>)?,
        event: String = row(form, "event", "Which", &adventure, events::<G>)?,
        /// Where it happens, for what it says of those who are here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<PlaceKey> = form.or_left_out("at", |form| any_place(form, "at", "Where"))?,
    }
}

impl<G: Inhabited> Deed<G> for Fire {
    const CARD: Card = Card::gm("Let an event happen", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.event, events::<G>)?;
        let Some(at) = &self.at else { return Ok(()) };
        must_be_place(may, at)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let key: Id = self.adventure.as_str().into();
        let event =
            file(cx, &key).and_then(|file| file.event.iter().find(|row| row.id.as_str() == self.event));
        if let Some(event) = event {
            by_hand(cx, &key, event, &Scope { here: self.at, ..Scope::of(&key) })?;
        }
        settle(cx)
    }
}

/// Something that is due later.
fn coming<G: Inhabited>(form: &mut Filling<'_, G>) -> Filled<u32> {
    let world = G::world(form.state);
    let all: Vec<(u32, String)> = world
        .coming
        .iter()
        .map(|coming| {
            (coming.number, format!("{}, in {} s", coming.number, coming.due.0.saturating_sub(world.now.0)))
        })
        .collect();
    form.one_of("coming", "What", all)
}

fn must_come<G: Worldly>(may: May<'_, G>, number: u32) -> Lawful {
    let there = G::world(may.state).coming.iter().any(|coming| coming.number == number);
    may.not_if(!there, || Refusal::new(G::CITES.adventure, "not-coming", "Nothing like that is due."))
}

deed! {
    /// Lets something that is due come so much later.
    #[serde(deny_unknown_fields)]
    pub struct Delay(form: impl Inhabited) {
        coming: u32 = coming(form)?,
        by: String = form.text("by", "By how long", 40)?,
    }
}

impl<G: Inhabited> Deed<G> for Delay {
    const CARD: Card = Card::gm("Put off what is due", "Time").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_come(may, self.coming)?;
        may_take(may, (self.by != "…").then_some(&self.by))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let by = seconds(cx, &self.by)?;
        let due = G::world(cx.state()).coming.iter().find(|one| one.number == self.coming).map(|one| one.due);
        if let Some(due) = due {
            cx.record(G::CITES.adventure, WorldFact::Delayed(self.coming, due.later(by)).into());
        }
        Ok(())
    }
}

deed! {
    /// Something that is due does not come.
    #[serde(deny_unknown_fields)]
    pub struct CallOff(form: impl Inhabited) {
        coming: u32 = coming(form)?,
    }
}

impl<G: Inhabited> Deed<G> for CallOff {
    const CARD: Card = Card::gm("Call off what is due", "Time").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_come(may, self.coming)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.adventure, WorldFact::CameDue(self.coming).into());
        Ok(())
    }
}

deed! {
    /// What was not seen is seen.
    #[serde(deny_unknown_fields)]
    pub struct Reveal(form: impl Inhabited) {
        adventure: String = adventure(form, unseen::<G>)?,
        what: String = row(form, "what", "What", &adventure, unseen::<G>)?,
    }
}

impl<G: Inhabited> Deed<G> for Reveal {
    const CARD: Card = Card::gm("Reveal", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.what, unseen::<G>)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        reveal(cx, &self.adventure.as_str().into(), &self.what);
        settle(cx)
    }
}

deed! {
    /// Ends an adventure.
    #[serde(deny_unknown_fields)]
    pub struct EndAdventure(form: impl Inhabited) {
        adventure: String = adventure(form, ends::<G>)?,
        end: String = row(form, "end", "How", &adventure, ends::<G>)?,
    }
}

impl<G: Inhabited> Deed<G> for EndAdventure {
    const CARD: Card = Card::gm("End an adventure", "Adventures").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        must_have(may, &self.adventure, &self.end, ends::<G>)?;
        let over = G::world(may.state).running(&self.adventure).is_none_or(|running| running.ended.is_some());
        may.not_if(over, || Refusal::new(G::CITES.adventure, "ended", "It has ended already."))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let key: Id = self.adventure.as_str().into();
        let end = file(cx, &key).and_then(|file| file.end.iter().find(|row| row.id.as_str() == self.end));
        if let Some(end) = end {
            super::super::effect::run(cx, &end.then, &Scope::of(&key), &mut 0)?;
            cx.record(G::CITES.adventure, WorldFact::Ended(key, end.id.shared()).into());
        }
        settle(cx)
    }
}
