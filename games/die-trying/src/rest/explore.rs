//! Time outside fights: turns of exploration of ten minutes, what each hero does in them, and what
//! wanders by.

use boneyard_content::Then;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{Cx, Flow, Group, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::DieTrying;
use crate::book::{Letters, Of, Passive, SideOf, TableEffect};
use crate::combat::{is_awake, may_be_up, may_in_peace, may_know};
use crate::effect::{Scale, Source, arrives, number};
use crate::fact::{CheckFact, RestFact};
use crate::house::HouseBestiary;
use crate::naming;
use crate::passive;
use crate::rest::draw::{Drawn, draw};
use crate::rest::scene::some_hero_up;
use crate::rules;
use crate::state::{Fate, State};
use crate::time;
use crate::trap;

/// One turn of exploration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Explore {
    /// Those who search the room.
    pub searching: Vec<Who>,
    /// The same one by one: who does what.
    pub doing: Vec<Doing>,
}

/// What one hero does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Doing {
    /// Who.
    pub who: Who,
    /// What.
    pub what: Activity,
}

/// What can be done in ten minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// Search the room.
    Search,
    /// Work on a stubborn lock.
    Lock,
    /// Walk through up to four known rooms.
    Walk,
    /// Keep still.
    Wait,
}

impl Activity {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Search, Self::Lock, Self::Walk, Self::Wait];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => "Searches the room",
            Self::Lock => "Works on a stubborn lock",
            Self::Walk => "Walks through rooms that are known",
            Self::Wait => "Keeps still",
        }
    }
}

/// Seconds in a turn.
const TURN: u64 = 600;

/// What people choose of a turn: nothing in particular, who searches, or who does what.
#[derive(Clone, Copy)]
enum Way {
    Plain,
    Search,
    Each,
}

impl Form<DieTrying> for Explore {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let (state, seat) = (form.state, form.seat);
        form.only_if(state.battle.is_none() && state.heroes().next().is_some())?;
        let read = |said| {
            let all = naming::one_by_one(state, seat, said, "what")?;
            Ok(all.into_iter().map(|(who, what)| Doing { who, what }).collect::<Vec<_>>())
        };
        if form.is_written() {
            let searching = form.unasked_creatures("searching")?;
            return Ok(Self { searching, doing: form.maybe_field("doing", "", Domain::yes_no, read)? });
        }
        let way = form.variant(&[Way::Plain, Way::Search, Way::Each])?;
        let up = |who: Who| {
            let one = state.one(who);
            one.sheet.is_hero() && one.sheet.draft.is_none() && !one.live.away && is_awake(state, who)
        };
        form.only_if(matches!(way, Way::Plain) || state.heroes().any(up))?;
        match way {
            Way::Plain => {
                form.id(|| "explore".into());
                Ok(Self::default())
            }
            Way::Search => {
                form.id(|| "explore-search".into());
                form.label(|| "Search for ten minutes".into());
                form.rule(rules::DT_HOUSE_15H);
                let searching = form.creatures("searching", "Who searches", 1..=u32::MAX, up)?;
                Ok(Self { searching, ..Self::default() })
            }
            Way::Each => {
                form.id(|| "explore-each".into());
                form.label(|| "Ten minutes, each at something else".into());
                let deeds = Activity::ALL.map(|deed| Candidate::new(json!(deed), deed.name()));
                let each = |who: Who| {
                    let name = state.name(who).to_owned();
                    Param::new(name.clone(), name, Domain::one_of(deeds.clone())).optional()
                };
                let domain =
                    || Domain::Form { params: state.heroes().filter(|who| up(*who)).map(each).collect() };
                let nobody = || Some(Vec::new());
                let doing = form.field("doing", "Who does what", domain, nobody, read)?;
                Ok(Self { doing, ..Self::default() })
            }
        }
    }
}

impl Explore {
    /// Who does what.
    fn all(&self) -> Vec<Doing> {
        let searching = self.searching.iter().map(|who| Doing { who: *who, what: Activity::Search });
        self.doing.iter().copied().chain(searching).collect()
    }
}

impl Deed<DieTrying> for Explore {
    const CARD: Card = Card::anyone("Explore for ten minutes", "Exploring").rule(rules::DT_HOUSE_14H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_HOUSE_14H;
        may_in_peace(may, rule)?;
        let all = self.all();
        for (nth, doing) in all.iter().enumerate() {
            may_know(may, doing.who)?;
            may_be_up(may, doing.who)?;
            may.not_if(all[..nth].iter().any(|other| other.who == doing.who), || {
                let sentence = format!("{} does one thing in ten minutes.", may.state.name(doing.who));
                Refusal::new(rule, "two-things", sentence)
            })?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let all = self.all();
        for (nth, doing) in all.iter().enumerate() {
            if doing.what == Activity::Search {
                cx.within(&all[nth..], |cx| trap::search(cx, doing.who))?;
            }
        }
        let to = cx.state().now.later(TURN);
        cx.within(0, |cx| time::advance(cx, to))?;
        let turns = cx.state().turns + 1;
        cx.record(rules::DT_HOUSE_14H, RestFact::Turn { turns }.into());
        if turns % 3 == 0 { wandering(cx) } else { Ok(()) }
    }
}

/// The TS lets somebody wander by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Encounter {}

impl Form<DieTrying> for Encounter {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        form.only_if(state.battle.is_none() && some_hero_up(state))?;
        form.about(|| OfferCard::ENCOUNTERS.into());
        Ok(Self {})
    }
}

impl Deed<DieTrying> for Encounter {
    const CARD: Card = Card::gm("Somebody wanders by", "Scene").rule(rules::DT_CRE_20H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_in_peace(may, rules::DT_CRE_20H)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        encounter(cx)
    }
}

/// Faces of the d10 that bring somebody: 1, and 2 with a friend of vermin among the heroes.
fn faces(cx: &mut Cx<'_, DieTrying>) -> u8 {
    let heroes: Vec<Who> = cx.state().heroes().filter(|who| !cx.state().live(*who).away).collect();
    let draws = heroes.into_iter().find_map(|who| {
        passive::find(cx.state(), cx.book(), who, Of::Hook.called("draws-vermin"), |passive| match passive {
            Passive::Hook(hook) if hook == "draws-vermin" => Some(()),
            _ => None,
        })
    });
    match draws {
        Some((_, curse)) => {
            cx.cite(curse);
            2
        }
        None => 1,
    }
}

fn wandering(cx: &mut Cx<'_, DieTrying>) -> Flow {
    let rule = rules::DT_HOUSE_14H;
    let most = faces(cx);
    let dice = Group::new(1, 10).named("wandering");
    let comes = cx.dice_read(rule, Seat::GM, dice, |faces| faces.first() <= most)?;
    if comes { encounter(cx) } else { Ok(()) }
}

/// Somebody wanders by: what, how many, how far away, as the TS likes.
fn encounter(cx: &mut Cx<'_, DieTrying>) -> Flow {
    let (rule, book) = (rules::DT_CRE_20H, cx.book());
    if cx.state().house.house_bestiary == HouseBestiary::Off {
        let text = "Something wanders by; the Trapsetter says what.".to_owned();
        cx.record(rule, CheckFact::Extra { who: lead(cx.state()), text }.into());
        return Ok(());
    }
    let Some(table) = book.tables.get(rules::DT_TABLE_01H.as_str()) else { return Ok(()) };
    cx.cite(rules::DT_TABLE_01H);
    let turns = cx.state().turns;
    let row = match draw(cx, rule, table, &format!("encounter {turns}"), ("nobody", "Nobody after all"))? {
        Drawn::Row(row) => row,
        Drawn::Nothing => return Ok(()),
        Drawn::Words(text) => {
            cx.record(rule, CheckFact::Extra { who: lead(cx.state()), text }.into());
            return Ok(());
        }
    };
    let near = lead(cx.state());
    let source = Source { from: None, letters: Letters::default(), rule, scale: Scale::default() };
    for then in &row.then {
        let Then::Effect(TableEffect::Comes(comes)) = then else { continue };
        let count = number(cx, source, near, &comes.count)?;
        for _ in 0..count {
            arrives(cx, &comes.creature, near, near, SideOf::Hostile, source);
        }
    }
    let tens = cx.die(rule, Seat::GM, 6)?;
    let text = format!("{} They are {} feet away, or at the nearest door.", row.text, u16::from(tens) * 10);
    cx.record(rule, CheckFact::Extra { who: near, text }.into());
    Ok(())
}

/// The hero things happen to, where none is named.
fn lead(state: &State) -> Who {
    let here = |who: &Who| !state.live(*who).away && state.live(*who).fate == Fate::Up;
    state.heroes().find(here).or_else(|| state.heroes().next()).unwrap_or(Who(0))
}
