//! The tiny game in play: heroes with points, things in a list, a check is a die. All its commands but four are the shared ones.

use std::collections::BTreeMap;

use boneyard_table::clock::Time;
use boneyard_table::deed::{Card, Deed, Lawful, May, Row, Unfilled};
use boneyard_table::live::Entry;
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::table::{Overruling, PackName, versions};
use boneyard_table::view::{Line, View};
use boneyard_table::{
    Address, Ask, At, Audience, Awaits, BadPack, Cx, Flow, Game, Pilot, Playable, Refusal, RuleId, Seat, Who,
    deed, deeds,
};
use boneyard_world::adventure::{Adventure, Lying, Person};
use boneyard_world::run::deed::{
    Attempt, BreakOff, Bring, Buy, CallOff, Declare, Delay, Disarm, Dismiss, Drop, EndAdventure, ExportHero,
    Fire, Follow, Give, Go, Hire, ImportHero, Inflict, JoinWays, Lead, LeaveBehind, Loot, MakePerson,
    MakeThing, MoveTracker, Open, OpenAdventure, Pass, Pay, Retire, Reveal, Search, Sell, Send, SetFlag,
    SetGoal, ShareOut, Spend, Stash, Stay, Take, TakeAlong, Talk, Unlock,
};
use boneyard_world::run::{
    Able, Came, DoingKind, Id, Need, NeedKind, PlaceKey, Provisions, Scope, Signal, Signals, Stack, World,
    WorldFact, WorldRules, Worldly, advance, apply, arrive, audience, settle,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Asks, Body, Does, Gets, Hurt, Roll, Tiny};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    pub world: World<Tiny>,
    pub signals: Signals,
    pub bodies: BTreeMap<Who, Being>,
    pub rain: bool,
    /// People declare what they do.
    pub together: bool,
    /// Nobody counts meals.
    pub unfed: bool,
    /// Nobody sits in the game master's seat.
    pub alone: bool,
    /// Fights last until they are ended by hand.
    pub brawls: bool,
    /// A fight is fought.
    pub fights: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Being {
    pub name: String,
    pub hero: bool,
    pub points: u16,
    pub things: Vec<Thing>,
    /// Bleeding since, one point a minute.
    pub bleeds: Option<Time>,
    /// What they have mended.
    pub mended: u32,
    /// How often they ate, and how often they went without.
    pub meals: (u32, u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Thing {
    pub name: String,
    pub tag: Option<String>,
    pub number: u32,
}

impl Stack for Thing {
    fn name(&self) -> &str {
        &self.name
    }
    fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
    fn number(&self) -> u32 {
        self.number
    }
    fn of(&self, number: u32) -> Self {
        Self { number, ..self.clone() }
    }
    fn coin(&self) -> Option<&'static str> {
        (self.name == "coins").then_some("coins")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    Mend,
    Guard,
}

impl DoingKind<Tiny> for Work {
    fn name(&self) -> String {
        match self {
            Self::Mend => "mend",
            Self::Guard => "guard",
        }
        .to_owned()
    }
    fn takes(&self, _: At<'_, Tiny>, _: Who) -> Option<u64> {
        (*self == Self::Mend).then_some(3_600)
    }
    fn done(&self, cx: &mut Cx<'_, Tiny>, who: Who, _: u64) -> Flow {
        if *self == Self::Mend {
            cx.record(RULE, Fact::Mended(who));
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Fact {
    World(WorldFact<Tiny>),
    Made { who: Who, name: String, hero: bool, points: u16 },
    Hurt { who: Who, to: u16 },
    Rain(bool),
    Mended(Who),
    Ate { who: Who, had: bool },
    Fights,
}

impl From<WorldFact<Tiny>> for Fact {
    fn from(fact: WorldFact<Tiny>) -> Self {
        Self::World(fact)
    }
}

deed! {
    pub struct Join(form: Tiny) {
        name: String = form.text("name", "Name", 40)?,
        place: PlaceKey = form.unasked::<Option<PlaceKey>>("place")?.ok_or(Unfilled::Hidden)?,
    }
}

impl Deed<Tiny> for Join {
    const CARD: Card = Card::unoffered("Join");
    fn may(&self, _: May<'_, Tiny>) -> Lawful {
        Ok(())
    }
    fn run(self, cx: &mut Cx<'_, Tiny>, _: Seat) -> Flow {
        let who = next(cx);
        cx.record(RULE, Fact::Made { who, name: self.name, hero: true, points: 6 });
        arrive(cx, who, &self.place)?;
        settle(cx)
    }
}

deed! {
    pub struct Wait(form: Tiny) {
        to: u64 = form.unasked("to")?,
    }
}

impl Deed<Tiny> for Wait {
    const CARD: Card = Card::unoffered("Wait");
    fn may(&self, _: May<'_, Tiny>) -> Lawful {
        Ok(())
    }
    fn run(self, cx: &mut Cx<'_, Tiny>, _: Seat) -> Flow {
        advance(cx, Time(self.to))?;
        settle(cx)
    }
}

deed! {
    pub struct Bleed(form: Tiny) {
        who: Who = form.actor()?,
        by: u16 = form.unasked("by")?,
    }
}

impl Deed<Tiny> for Bleed {
    const CARD: Card = Card::unoffered("Bleed");
    fn may(&self, _: May<'_, Tiny>) -> Lawful {
        Ok(())
    }
    fn run(self, cx: &mut Cx<'_, Tiny>, _: Seat) -> Flow {
        hurt(cx, self.who, self.by);
        settle(cx)
    }
}

deeds! {
    #[derive(Clone, Debug, PartialEq)]
    pub enum Command of Tiny {
        "join" => Join,
        "wait" => Wait,
        "bleed" => Bleed,
        "go" => Go,
        "attempt" => Attempt,
        "search" => Search,
        "open" => Open,
        "unlock" => Unlock,
        "disarm" => Disarm,
        "take" => Take,
        "drop" => Drop,
        "give" => Give,
        "pay" => Pay,
        "stash" => Stash,
        "share_out" => ShareOut,
        "loot" => Loot,
        "talk" => Talk,
        "hire" => Hire,
        "dismiss" => Dismiss,
        "follow" => Follow,
        "stay" => Stay,
        "leave_behind" => LeaveBehind,
        "take_along" => TakeAlong,
        "lead" => Lead,
        "retire" => Retire,
        "buy" => Buy,
        "sell" => Sell,
        "declare" => Declare<Tiny>,
        "break_off" => BreakOff,
        "spend" => Spend<Tiny>,
        "pass" => Pass,
        "open_adventure" => OpenAdventure,
        "join_ways" => JoinWays,
        "bring" => Bring,
        "send" => Send,
        "make_thing" => MakeThing,
        "make_person" => MakePerson,
        "inflict" => Inflict<Tiny>,
        "flag" => SetFlag,
        "tracker" => MoveTracker,
        "goal" => SetGoal,
        "fire" => Fire,
        "delay" => Delay,
        "call_off" => CallOff,
        "reveal" => Reveal,
        "end" => EndAdventure,
        "import_hero" => ImportHero,
        "export_hero" => ExportHero,
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Nothing {}

impl JsonSchema for Nothing {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Nothing".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "not": {} })
    }
}

#[derive(Debug)]
pub struct Book(pub BTreeMap<String, Adventure<Tiny>>);

pub const RULE: RuleId = RuleId::of("R-1");

impl Game for Tiny {
    type State = State;
    type Book = Book;
    type Fact = Fact;
    type Command = Command;
    type Prompt = Nothing;
    type Answer = bool;

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::World(fact) => apply::<Tiny>(state, fact),
            Fact::Made { who, name, hero, points } => {
                let being = Being {
                    name: name.clone(),
                    hero: *hero,
                    points: *points,
                    things: Vec::new(),
                    bleeds: None,
                    mended: 0,
                    meals: (0, 0),
                };
                state.bodies.insert(*who, being);
            }
            Fact::Hurt { who, to } => {
                let now = state.world.now;
                if let Some(being) = state.bodies.get_mut(who) {
                    let died = being.points > 0 && *to == 0;
                    being.points = *to;
                    being.bleeds = (*to > 0).then_some(now);
                    if let Some(stand) = state.world.stands.get(who) {
                        state.signals.0.push_back(Signal::Blood(stand.place.clone(), *who));
                    }
                    if died {
                        state.signals.0.push_back(Signal::Dead(*who));
                    }
                }
            }
            Fact::Rain(rain) => state.rain = *rain,
            Fact::Mended(who) => {
                if let Some(being) = state.bodies.get_mut(who) {
                    being.mended += 1;
                }
            }
            Fact::Fights => state.fights = true,
            Fact::Ate { who, had } => {
                if let Some(being) = state.bodies.get_mut(who) {
                    being.meals.0 += u32::from(*had);
                    being.meals.1 += u32::from(!*had);
                }
            }
        }
    }

    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Command) -> Flow {
        resolve(cx, by, command)
    }

    fn address(command: &Command) -> Address {
        address(command)
    }
    fn lawful(may: May<'_, Self>, command: &Command) -> Option<Lawful> {
        lawful(may, command)
    }
    fn pilot(at: At<'_, Self>, command: &Command) -> Pilot {
        pilot(at, command)
    }
    fn gm_alone(command: &Command) -> Option<Refusal> {
        gm_alone(command)
    }
    fn speaker(state: &State, who: Who) -> Seat {
        let hero = state.bodies.get(&who).is_some_and(|being| being.hero);
        if hero { Seat(1) } else { Seat::GM }
    }
    fn question(prompt: &Nothing) -> &dyn Ask<Self> {
        match *prompt {}
    }
    fn awaits(_: At<'_, Self>) -> Awaits {
        Awaits::default()
    }
    fn audience(at: At<'_, Self>, fact: &Fact) -> Audience {
        match fact {
            Fact::World(fact) => audience::<Self>(at, fact),
            _ => Audience::ALL,
        }
    }
    fn fight(at: At<'_, Self>) -> Option<u16> {
        at.state.fights.then_some(1)
    }
    fn instinct(_: At<'_, Self>, _: Who) -> Option<Command> {
        None
    }
}

impl Playable for Tiny {
    const NAME: &'static str = "tiny";
    const TITLE: &'static str = "Tiny";
    const RULES: &'static str = "1";
    const OVERRULE: RuleId = RULE;
    const FACTS: u16 = 2;

    fn newer(version: u16, record: &mut Value) -> Result<(), String> {
        if version == 1 {
            versions::rename(record, "Wounded", "Hurt");
            versions::each_named(record, "Hurt", &mut |hurt| versions::rename(hurt, "points", "to"));
        }
        Ok(())
    }

    fn book(_: &[PackName]) -> Result<Book, BadPack> {
        Ok(Book(BTreeMap::from([("home".to_owned(), boneyard_world::run::home())])))
    }
    fn stage(book: &Book, _: &Stage, _: &BTreeMap<String, Seat>) -> Result<State, StageError> {
        Ok(State { world: World::begun(book), ..State::default() })
    }
    fn values(_: At<'_, Self>) -> Value {
        Value::Null
    }
    fn deeds() -> &'static [Row<Self>] {
        DEEDS
    }
    fn creatures(at: At<'_, Self>, _: Seat) -> Vec<(Who, String)> {
        at.state.bodies.iter().map(|(who, being)| (*who, being.name.clone())).collect()
    }
    fn view(_: At<'_, Self>, seat: Seat) -> View {
        View::new(seat, Self::TITLE)
    }
    fn tell(_: At<'_, Self>, _: &Entry<Fact>, _: Seat) -> Option<Line> {
        None
    }
    fn overrule(_: At<'_, Self>, _: &str, _: &Value) -> Result<Overruling<Fact>, Refusal> {
        Err(Refusal::new(RULE, "no", "Nothing is set here."))
    }
}

fn next(cx: &Cx<'_, Tiny>) -> Who {
    Who(cx.state().bodies.keys().last().map_or(1, |who| who.0 + 1))
}

fn hurt(cx: &mut Cx<'_, Tiny>, who: Who, by: u16) {
    let points = cx.state().bodies.get(&who).map_or(0, |being| being.points);
    if points > 0 {
        cx.record(RULE, Fact::Hurt { who, to: points.saturating_sub(by) });
    }
}

impl Worldly for Tiny {
    type Thing = Thing;
    type Doing = Work;
    const CITES: WorldRules = WorldRules { adventure: RULE, going: RULE, things: RULE, time: RULE };
    const SECONDS: &'static [(&'static str, u64)] =
        &[("round", 6), ("minute", 60), ("hour", 3_600), ("day", 86_400)];
    const HOURS: &'static [(&'static str, u64)] = &[("dawn", 6 * 3_600)];

    fn world(state: &State) -> &World<Self> {
        &state.world
    }
    fn world_mut(state: &mut State) -> &mut World<Self> {
        &mut state.world
    }
    fn signals(state: &State) -> &Signals {
        &state.signals
    }
    fn signals_mut(state: &mut State) -> &mut Signals {
        &mut state.signals
    }
    fn adventure<'b>(book: &'b Book, file: &str) -> Option<&'b Adventure<Self>> {
        book.0.get(file)
    }
    fn make(cx: &mut Cx<'_, Self>, _: &Id, person: &Person<Self>, _: &PlaceKey) -> Flow<Who> {
        let who = next(cx);
        let name = person.name.as_ref().map_or(person.id.as_str(), |name| name.as_str()).to_owned();
        let points = person.with.as_ref().map_or(3, |with: &Body| with.points);
        cx.record(RULE, Fact::Made { who, name, hero: false, points });
        Ok(who)
    }
    fn change(cx: &mut Cx<'_, Self>, _: &Id, _: &str, met: &[Who], with: &Body) -> Flow {
        met.iter().for_each(|who| cx.record(RULE, Fact::Hurt { who: *who, to: with.points }));
        Ok(())
    }
    fn able(at: At<'_, Self>, who: Who) -> Able {
        match at.state.bodies.get(&who) {
            Some(being) if being.points > 0 => Able::Up,
            _ => Able::Dead,
        }
    }
    fn thing(_: &mut Cx<'_, Self>, lying: &Lying<Self>, number: u32) -> Flow<Thing> {
        let named = lying.name.as_ref().map(|name| name.as_str()).or(lying.is.as_ref().map(|is| is.as_str()));
        let name = if lying.coins.is_some() { "coins" } else { named.unwrap_or("something") };
        let tag = lying.id.as_ref().map(|id| id.as_str().to_owned());
        Ok(Thing { name: name.to_owned(), tag, number })
    }
    fn lift(state: &mut State, who: Who, thing: &Thing) {
        let Some(being) = state.bodies.get_mut(&who) else { return };
        let same = |own: &Thing| own.name == thing.name && own.tag == thing.tag;
        if let Some(own) = being.things.iter_mut().find(|own| same(own)) {
            own.number = own.number.saturating_sub(thing.number);
        }
        being.things.retain(|own| own.number > 0);
    }
    fn lay(state: &mut State, who: Who, thing: &Thing) {
        let Some(being) = state.bodies.get_mut(&who) else { return };
        let same = |own: &&mut Thing| own.name == thing.name && own.tag == thing.tag;
        match being.things.iter_mut().find(same) {
            Some(own) => own.number += thing.number,
            None => being.things.push(thing.clone()),
        }
    }
    fn carried(at: At<'_, Self>, who: Who) -> Vec<Thing> {
        at.state.bodies.get(&who).map(|being| being.things.clone()).unwrap_or_default()
    }
    fn check(cx: &mut Cx<'_, Self>, who: Who, check: &Roll) -> Flow<Came> {
        let die = cx.die(RULE, who, 6)?;
        let word = (die == 6).then_some("great");
        Ok(Came { passed: die >= check.least, word, total: Some(i32::from(die)) })
    }
    fn harm(cx: &mut Cx<'_, Self>, whom: &[Who], harm: &Hurt) -> Flow {
        whom.iter().for_each(|who| hurt(cx, *who, harm.points));
        Ok(())
    }
    fn holds(at: At<'_, Self>, test: &Asks, _: &Scope) -> bool {
        let Asks::Rain(rain) = test;
        at.state.rain == *rain
    }
    fn does(cx: &mut Cx<'_, Self>, deed: &Does, _: &Scope) -> Flow {
        let Does::Rain(rain) = deed;
        cx.record(RULE, Fact::Rain(*rain));
        Ok(())
    }
    fn reward(cx: &mut Cx<'_, Self>, whom: &[Who], reward: &Gets) -> Flow {
        for who in whom {
            let coins = Self::coins("coins", reward.coins).expect("coins");
            cx.record(RULE, WorldFact::granted(coins, *who).into());
        }
        Ok(())
    }
    fn clash(cx: &mut Cx<'_, Self>, _: &PlaceKey, foes: &[Who]) -> Flow {
        // A fight is over at once, unless people brawl: each foe is hit.
        if cx.state().brawls {
            cx.record(RULE, Fact::Fights);
            return Ok(());
        }
        foes.iter().for_each(|who| hurt(cx, *who, 3));
        Ok(())
    }
    fn coins(_: &'static str, number: u32) -> Option<Thing> {
        Some(Thing { name: "coins".to_owned(), tag: None, number })
    }
    fn goods(_: &Book, word: &str) -> Vec<String> {
        match word {
            "gear" => vec!["Torch".to_owned(), "Rope".to_owned()],
            word => vec![word.to_owned()],
        }
    }
    fn price(_: At<'_, Self>, good: &str) -> Option<u32> {
        match good {
            "Torch" => Some(1),
            "Rope" => Some(3),
            "a bed" => Some(2),
            _ => None,
        }
    }
    fn worth(_: At<'_, Self>, thing: &Thing) -> Option<u32> {
        (thing.name == "Rope").then_some(1)
    }
    fn serve(cx: &mut Cx<'_, Self>, who: Who, _: &str) -> Flow {
        cx.record(RULE, Fact::Hurt { who, to: 6 });
        Ok(())
    }
    fn wage(at: At<'_, Self>, who: Who) -> Option<u32> {
        let porter = at.state.bodies.get(&who).is_some_and(|being| being.name == "The porter");
        porter.then_some(2)
    }
    fn lessened(harm: &Hurt) -> Option<Hurt> {
        Some(Hurt { points: harm.points / 2, by: harm.by.clone() })
    }
    fn export(at: At<'_, Self>, who: Who) -> Option<Value> {
        let being = at.state.bodies.get(&who).filter(|being| being.hero)?;
        Some(serde_json::json!({ "name": being.name, "points": being.points }))
    }
    fn import(cx: &mut Cx<'_, Self>, hero: &Value) -> Flow<Who> {
        let (name, points) = (hero["name"].as_str(), hero["points"].as_u64());
        let (Some(name), Some(points)) = (name, points.and_then(|points| u16::try_from(points).ok())) else {
            return boneyard_table::refuse(Refusal::new(RULE, "no-hero", "A hero has a name and points."));
        };
        let who = next(cx);
        cx.record(RULE, Fact::Made { who, name: name.to_owned(), hero: true, points });
        Ok(who)
    }
    fn doings(_: At<'_, Self>, _: Who) -> Vec<Work> {
        vec![Work::Mend, Work::Guard]
    }
    fn without_gm(at: At<'_, Self>) -> bool {
        at.state.alone
    }
    fn together(at: At<'_, Self>) -> bool {
        at.state.together
    }
    const UPKEEP: Option<&'static str> = Some("dawn");
    fn provisions(at: At<'_, Self>) -> Provisions {
        if at.state.unfed { Provisions::Off } else { Provisions::ByItself }
    }
    fn needs(at: At<'_, Self>, who: Who) -> Vec<Need> {
        let hero = at.state.bodies.get(&who).is_some_and(|being| being.hero && being.points > 0);
        hero.then_some(Need { what: NeedKind::Meal, number: 1 }).into_iter().collect()
    }
    fn serves(thing: &Thing, need: NeedKind) -> bool {
        need == NeedKind::Meal && thing.name == "bread"
    }
    fn cared(cx: &mut Cx<'_, Self>, who: Who, need: Need, had: bool) -> Flow {
        if need.what == NeedKind::Meal {
            cx.record(RULE, Fact::Ate { who, had });
        }
        Ok(())
    }
    fn adventures(book: &Book) -> Vec<(String, String)> {
        let all = book.0.iter().filter(|(id, _)| *id != "home");
        all.map(|(id, file)| (id.clone(), file.adventure.name.as_str().to_owned())).collect()
    }
    fn due(at: At<'_, Self>) -> Option<Time> {
        let bleeding = at.state.bodies.values().filter(|being| being.hero).filter_map(|being| being.bleeds);
        bleeding.map(|since| since.later(60)).min()
    }
    fn fell_due(cx: &mut Cx<'_, Self>) -> Flow {
        let now = cx.state().world.now;
        let due = |being: &Being| being.hero && being.bleeds.is_some_and(|since| since.later(60) <= now);
        let who: Vec<Who> =
            cx.state().bodies.iter().filter(|(_, being)| due(being)).map(|(who, _)| *who).collect();
        who.into_iter().for_each(|who| hurt(cx, who, 1));
        Ok(())
    }
}
