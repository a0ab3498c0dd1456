//! Lifting a curse: by a day's work, or because its own cure was found.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{By, Cx, Flow, Refusal, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::CurseRow;
use crate::check::{self, Check};
use crate::combat::{is_awake, may_be_up, may_in_peace, may_know};
use crate::fact::TableFact;
use crate::hurt::end_affects;
use crate::rules;
use crate::state::{Proficiency, Span, State, Used, What};
use crate::time;
use crate::values::known_as;

/// Works on a curse for a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiftCurse {
    /// Who does the work; the TS alone says that its own cure was found.
    #[serde(default)]
    pub who: Option<Who>,
    /// Who bears it.
    pub target: Who,
    /// Which, by name.
    pub curse: String,
    /// Religion or Occultism.
    #[serde(default)]
    pub skill: Option<Proficiency>,
}

/// DC of the work.
const DC: i16 = 8;

impl Form<DieTrying> for LiftCurse {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = form.maybe_actor()?;
        let (state, book, seat) = (form.state, form.book, form.seat);
        let works = |who: Who| {
            state.creature(who).is_some_and(|one| one.sheet.is_hero() && !one.live.away)
                && is_awake(state, who)
        };
        form.only_if(state.battle.is_none() && who.is_some_and(works))?;
        let cursed = state.heroes().filter(|who| curses(state, *who).next().is_some());
        let cursed = cursed.map(|who| (who, state.name(who)));
        let target = form.each_named("target", cursed, |name| Some(known_as(state, seat, name)))?;
        let borne = state.creature(target).into_iter().flat_map(|_| curses(state, target));
        let curse = form.each("curse", borne.map(|curse| book.name_of(curse).to_owned()))?;
        form.id(|| format!("lift-{curse}-{}", target.0));
        form.label(|| format!("Work a day against {curse}").into());
        let skills = SKILLS.map(|skill| (skill, skill.name()));
        let skill = form.or_left_out("skill", |form| form.one_of("skill", "With", skills))?;
        Ok(Self { who, target, curse, skill })
    }

    fn actor(&self) -> Option<Who> {
        self.who
    }
}

/// What serves against curses.
const SKILLS: [Proficiency; 2] = [Proficiency::Religion, Proficiency::Occultism];

/// Curses somebody bears.
fn curses(state: &State, who: Who) -> impl Iterator<Item = RuleId> {
    state.live(who).affects.iter().filter_map(|affect| match affect.what.what {
        What::Cursed(curse) => Some(curse),
        _ => None,
    })
}

impl LiftCurse {
    /// The curse, if it is borne.
    fn borne<'a>(&self, may: May<'a, DieTrying>) -> Lawful<&'a CurseRow> {
        may_know(may, self.target)?;
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HOUSE_23H, code, sentence);
        let Some(row) = may.book.curses.named(self.curse.trim()) else {
            return may.no(|| bad("no-such-curse", "There is no such curse.".into()));
        };
        may.not_if(curses(may.state, self.target).all(|curse| curse != row.id), || {
            bad("not-cursed", format!("{} does not bear that curse.", may.state.name(self.target)))
        })?;
        Ok(row)
    }
}

impl Deed<DieTrying> for LiftCurse {
    const CARD: Card = Card::acting("Lift a curse", "Between fights").rule(rules::DT_HOUSE_23H);

    // The TS alone says that a cure was found.
    fn by(&self) -> By {
        self.who.map_or(By::Gm, By::Actor)
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_HOUSE_23H;
        let row = self.borne(may)?;
        let Some(who) = self.who else { return Ok(()) };
        may_know(may, who)?;
        may_be_up(may, who)?;
        may_in_peace(may, rule)?;
        may.not_if(self.skill.is_some_and(|skill| !SKILLS.contains(&skill)), || {
            Refusal::new(rule, "wrong-skill", "It takes Religion or Occultism.")
        })?;
        may.not_if(may.state.live(who).times_used(row.id) > 0, || {
            Refusal::new(rule, "tried", format!("{} has tried that already.", may.state.name(who)))
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let rule = rules::DT_HOUSE_23H;
        let (curse, target) = (self.borne(May::quiet(cx.at(), by))?.id, self.target);
        let Some(who) = self.who else {
            ends(cx, target, curse);
            return Ok(());
        };
        let skill = self.skill.unwrap_or(Proficiency::Religion);
        let used = Used { what: curse, until: Span::Ever, times: 1 };
        cx.record(rule, TableFact::Used { who, used }.into());
        let check = Check::skill(cx.state(), cx.book(), who, skill, rule);
        let (degree, _) = cx.within((who, target, curse), |cx| check::make(cx, check, DC))?;
        if degree.succeeded() {
            ends(cx, target, curse);
        }
        let to = cx.state().now.later(24 * 3600);
        time::advance(cx, to)
    }
}

fn ends(cx: &mut Cx<'_, DieTrying>, who: Who, curse: RuleId) {
    cx.cite(rules::DT_HOUSE_23H);
    end_affects(cx, who, |affect| affect.what == What::Cursed(curse));
}
