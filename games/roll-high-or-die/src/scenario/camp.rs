//! The camp of a party on its way: who comes upon it in the night, and that a fire keeps them at a distance.

use boneyard_table::{Audience, Cx, Flow, Judgement, Ruling, RulingOption, Seat, Who, deed};

use super::enter::full;
use super::{row, spread};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, CampRow};
use crate::combat::{BoardDraw, Call};
use crate::fact::{LivingFact, TableFact};
use crate::hero::{creature_like, start_stance};
use crate::living::party;
use crate::rules;
use crate::state::{Adventure, Span, Spot, State, Used};

const RULE: boneyard_table::RuleId = rules::RH_SCEN_02H;

/// Where the fire of a camp burns: between those who lie around it and the one who comes.
const FIRE: Spot = Spot::new(6, 6);

/// Who comes upon the camp in the Watch that has begun. The place itself is not seen yet: a party that has been there
/// camps in no wilderness any more.
fn due<'b>(state: &State, book: &'b Book) -> Option<&'b CampRow> {
    let under_way = state.scenario.as_ref().filter(|one| one.ending.is_none())?;
    let (row, watch) = (row(state, book)?, state.days.watch.as_ref()?);
    let camp = row.camp.as_ref()?;
    let gone = state.days.miles.saturating_sub(under_way.from);
    let left = u32::from(row.miles).saturating_sub(gone);
    let near = left <= u32::from(camp.within) && under_way.scene == 0;
    (near && !under_way.visited && watch.camped == camp.watch).then_some(camp)
}

/// A camp near the place has visitors in the night, unless the Referee keeps them away.
pub fn visit(cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
    let Some(camp) = due(cx.state(), cx.book()) else { return Ok(()) };
    let judgement = || Judgement {
        rule: RULE,
        tag: "visitors at a camp".into(),
        question: format!(
            "The camp is near enough for {} of kind {}. Do they come?",
            camp.count, camp.creature
        ),
        about: Vec::new(),
        options: vec![RulingOption::new("come", "They come"), RulingOption::new("stay", "They stay away")],
        proposal: 0,
        why: "It is the second Resting Watch here.".into(),
        precedents: Vec::new(),
    };
    let ruling = cx.judge_for(Audience::GM, RULE, 0, &judgement)?;
    cx.cite(rules::RH_GM_01);
    if let Some(under_way) = cx.state().scenario.as_deref().cloned() {
        let adventure = Some(Adventure { visited: true, ..under_way });
        record(cx, RULE, TableFact::Adventure { adventure }.into());
    }
    if !matches!(ruling, Ruling::Listed(0)) {
        return Ok(());
    }
    let fire = cx.state().days.watch.as_ref().is_some_and(|watch| watch.fire);
    let lamps = if fire { vec![(FIRE, "Campfire".to_owned())] } else { Vec::new() };
    spread(cx, &BoardDraw { light: Some(camp.light), lamps, ..BoardDraw::default() }, RULE);
    let visitors = come(cx, camp);
    record(cx, RULE, LivingFact::Visited { who: visitors.clone() }.into());
    let fighters = party(cx.state()).into_iter().chain(visitors.iter().copied()).collect();
    let call = Call { fighters, at: Vec::new(), ambush: visitors };
    cx.within(0, |cx| deed::carry_out(cx, by, call))
}

/// Those who come are there, each by a name nobody has.
fn come(cx: &mut Cx<'_, RollHighOrDie>, camp: &CampRow) -> Vec<Who> {
    let book = cx.book();
    let Some(kind) = book.creatures.named(&camp.creature) else { return Vec::new() };
    let mut all = Vec::new();
    for _ in 0..camp.count {
        let state = cx.state();
        let free = |name: &String| !state.everybody().any(|who| state.name(who) == name);
        let Some(name) = (1_u16..).map(|number| format!("{} {number}", kind.name)).find(free) else { break };
        let mut creature = creature_like(state, book, kind, &name);
        (creature.live.unseen, creature.live.stance) = (true, start_stance(state));
        full(state, book, &mut creature);
        let who = state.next(&name, true);
        record(cx, RULE, TableFact::Came { who, creature: Box::new(creature) }.into());
        all.push(who);
    }
    all
}

/// Whether somebody came upon a camp where a fire burns.
fn by_the_fire(state: &State, who: Who) -> bool {
    state.days.watch.as_ref().is_some_and(|watch| watch.fire && watch.visitors.contains(&who))
}

/// Whether a fire keeps somebody from another Attack: one is all they dare.
pub fn kept_off(state: &State, who: Who) -> bool {
    by_the_fire(state, who) && state.live(who).times_used(RULE) > 0
}

/// Somebody attacks: at a fire that was the one time.
pub fn dares(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    if by_the_fire(cx.state(), who) {
        let used = Used { what: RULE, until: Span::Encounter, times: 1 };
        record(cx, RULE, TableFact::Used { who, used }.into());
    }
}
