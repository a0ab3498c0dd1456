//! Commands that lead to a roll: the GM calls for one, or a player tries something and the GM says
//! what it takes.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Audience, Cx, Flow, Refusal, Seat, Who, deed};

use super::fields::{against, awake_one, called};
use super::{Call, check, contest, fitting, suggest};
use crate::GutsPlus;
use crate::fact::TableFact;
use crate::gm::unseen;
use crate::question::{Assign, AssignSay, Named, NamedContest, Task};
use crate::rules;
use crate::state::{Base, Edge, EdgeForm, Side, State};

/// The longest tag of an action.
const MOST_LETTERS: usize = 60;

deed! {
    /// A check the GM calls for.
    pub struct CallCheck(form: GutsPlus) {
        /// Who rolls.
        who: Who = awake_one(form)?,
        /// What is tried, in a few words.
        what: String = form.text("what", "What", 60)?,
        /// What is rolled.
        #[serde(flatten)]
        named: Named = called(form, false)?,
    }
}

impl Deed<GutsPlus> for CallCheck {
    // Those who may not call for a roll are told of the rule by which they try something instead.
    const CARD: Card = Card::gm("Call for a check", "Roll").rule(rules::GP_ROLL_02).odds();

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        able(may, self.who)?;
        may_say(may, &self.what)?;
        Ok(check_check(may.at(), self.who, &self.named)?)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        carry_out(cx, self.who, &self.what, Task::Check(self.named), "")
    }
}

deed! {
    /// A contest the GM calls for.
    pub struct CallContest(form: GutsPlus) {
        /// Who acts.
        who: Who = awake_one(form)?,
        /// What is tried, in a few words.
        what: String = form.text("what", "What", 60)?,
        /// What is rolled, and against whom.
        #[serde(flatten)]
        named: NamedContest = {
            let own = called(form, true)?;
            NamedContest { own, against: against(form, who)? }
        },
    }
}

impl Deed<GutsPlus> for CallContest {
    const CARD: Card = Card::gm("Call for a contest", "Roll").rule(rules::GP_ROLL_02).odds();

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        able(may, self.who)?;
        may_say(may, &self.what)?;
        Ok(check_contest(may.at(), self.who, &self.named)?)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        carry_out(cx, self.who, &self.what, Task::Contest(self.named), "")
    }
}

deed! {
    /// Something a player tries: the GM says what it takes.
    #[serde(deny_unknown_fields)]
    pub struct Attempt(form: GutsPlus) {
        who: Who = form.actor()?,
        /// What, in a few words.
        what: String = form.text("what", "What", 60)?,
        /// Why it simply works, if that is so.
        #[serde(default)]
        argue: Option<String> = form.maybe_text("argue", "Why it simply works", 400)?,
    }
}

impl Deed<GutsPlus> for Attempt {
    const CARD: Card = Card::acting("Try something", "Act").rule(rules::GP_ROLL_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        able(may, self.who)?;
        may_say(may, &self.what)?;
        may.not_if(self.argue.as_ref().is_some_and(|words| words.chars().count() > 400), || {
            Refusal::new(rules::GP_CORE_04, "too-long", "Say it in at most 400 letters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, what, argue } = self;
        let (task, words) = assigned(cx, who, &what, argue)?;
        carry_out(cx, who, &what, task, &words)
    }
}

/// Refuses those who are not there or cannot act.
pub fn able(may: May<'_, GutsPlus>, who: Who) -> Lawful {
    may.not_if(!acts(may.state, who), || cannot(may.state, who))
}

/// The same for checks that say why at once.
pub fn awake(state: &State, who: Who) -> Result<(), Refusal> {
    if acts(state, who) { Ok(()) } else { Err(cannot(state, who)) }
}

pub(super) fn acts(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| one.can_act())
}

fn cannot(state: &State, who: Who) -> Refusal {
    match state.creature(who) {
        None => Refusal::new(rules::GP_HLTH_07, "nobody", "There is nobody like that here."),
        Some(one) if one.live.dead => {
            Refusal::new(rules::GP_HLTH_08, "dead", format!("{} is dead.", one.sheet.name))
        }
        Some(one) => {
            let sentence = format!("{} is unconscious and cannot act.", one.sheet.name);
            Refusal::new(rules::GP_HLTH_07, "unconscious", sentence)
        }
    }
}

/// A quality of somebody's by name.
pub fn named(state: &State, who: Who, name: &str) -> Result<u8, Refusal> {
    state.sheet(who).quality(name).ok_or_else(|| {
        let sentence = format!("{} has no quality called {name}.", state.name(who));
        Refusal::new(rules::GP_CHAR_08, "no-such-quality", sentence)
    })
}

fn check_edges(edges: &[Edge]) -> Result<(), Refusal> {
    let wrong = |edge: &&Edge| edge.form != EdgeForm::Colour && (edge.amount == 0 || edge.amount.abs() > 10);
    if edges.len() > 6 || edges.iter().any(|edge| edge.why.chars().count() > 200) {
        let sentence = "At most six advantages to a roll, each in a few words.";
        return Err(Refusal::new(rules::GP_ROLL_05, "too-many", sentence));
    }
    match edges.iter().find(wrong) {
        Some(edge) => {
            let sentence = format!("{} is no amount: give a whole number up to 10, not 0.", edge.amount);
            Err(Refusal::new(rules::GP_ROLL_05, "amount", sentence).with("amount", edge.amount))
        }
        None => Ok(()),
    }
}

/// A side as the GM names it.
pub fn side_of(at: At<'_, GutsPlus>, who: Who, call: &Named) -> Result<Side, Refusal> {
    if at.state.creature(who).is_none() {
        return Err(Refusal::new(rules::GP_ROLL_02, "nobody", "There is nobody like that here."));
    }
    check_edges(&call.edges)?;
    let essence = call.quality.eq_ignore_ascii_case("essence");
    let base = Base::named(&call.quality);
    if base.is_none() && !essence {
        let sentence = format!(
            "Name Gumption, Utility, Thought or Slyness, not \"{}\"; a quality of their own replaces it or is added.",
            call.quality
        );
        return Err(Refusal::new(rules::GP_ROLL_02, "no-base", sentence));
    }
    let quality = match base {
        Some(base) => base.nth(),
        None => named(at.state, who, &call.quality)?,
    };
    let mut side = Side::new(who, base, quality);
    side.edges.clone_from(&call.edges);
    side.lifted = call.lift;
    if call.with.is_some() && call.add.is_some() {
        let sentence = "One more quality to a roll: it replaces the base quality or is added, not both.";
        return Err(Refusal::new(rules::GP_ROLL_03, "one-only", sentence));
    }
    for (name, adds) in
        call.with.iter().map(|name| (name, false)).chain(call.add.iter().map(|name| (name, true)))
    {
        let other = named(at.state, who, name)?;
        side.appealed.push(other);
        side.edges.retain(|edge| !edge.unskilled);
        if adds {
            side.added = Some(other);
        } else {
            side.quality = other;
        }
    }
    Ok(side)
}

fn may_say(may: May<'_, GutsPlus>, what: &str) -> Lawful {
    may.not_if(what.trim().is_empty() || what.chars().count() > MOST_LETTERS, || {
        let sentence = format!("Say what is tried, in at most {MOST_LETTERS} letters.");
        Refusal::new(rules::GP_COMB_07, "undeclared", sentence)
    })
}

/// Whether a task can be set.
pub fn check_task(at: At<'_, GutsPlus>, who: Who, task: &Task) -> Result<(), Refusal> {
    match task {
        Task::Check(named) => check_check(at, who, named),
        Task::Contest(named) => check_contest(at, who, named),
        Task::Works | Task::Impossible | Task::Stop => Ok(()),
    }
}

fn check_check(at: At<'_, GutsPlus>, who: Who, named: &Named) -> Result<(), Refusal> {
    if named.on_failure.chars().count() > 400 {
        return Err(Refusal::new(rules::GP_CORE_05, "too-long", "Say it in at most 400 letters."));
    }
    check_helpers(at, who, named)?;
    side_of(at, who, named).map(|_| ())
}

fn check_contest(at: At<'_, GutsPlus>, who: Who, call: &NamedContest) -> Result<(), Refusal> {
    check_check(at, who, &call.own)?;
    if call.against.is_empty() {
        let sentence = "A contest needs somebody who resists; without one it is a check.";
        return Err(Refusal::new(rules::GP_CHECK_01, "no-opponent", sentence));
    }
    if call.against.len() > 8 {
        let sentence = "At most eight resist at once.";
        return Err(Refusal::new(rules::GP_CONT_08, "too-many", sentence));
    }
    for (at_nth, against) in call.against.iter().enumerate() {
        let twice = call.against[..at_nth].iter().any(|other| other.who == against.who);
        if against.who == who || twice {
            let sentence = "Nobody contests themselves, and nobody resists twice.";
            return Err(Refusal::new(rules::GP_CONT_01, "oneself", sentence));
        }
        if at.state.creature(against.who).is_none() {
            let sentence = "A thing without a sheet resists nothing: call for a check.";
            return Err(Refusal::new(rules::GP_CONT_01, "no-sheet", sentence));
        }
        side_of(at, against.who, &against.named)?;
    }
    Ok(())
}

fn check_helpers(at: At<'_, GutsPlus>, who: Who, named: &Named) -> Result<(), Refusal> {
    use crate::house::AssistLimit;
    if at.state.house.assist_limit == AssistLimit::One && named.help.len() > 1 {
        let sentence = "At this table one helper is enough for a roll.";
        return Err(Refusal::new(rules::GP_ASST_04, "one-helper", sentence));
    }
    for (nth, helper) in named.help.iter().enumerate() {
        awake(at.state, *helper)?;
        if *helper == who {
            return Err(Refusal::new(rules::GP_ASST_01, "oneself", "Nobody helps themselves."));
        }
        if named.help[..nth].contains(helper) {
            return Err(Refusal::new(rules::GP_ASST_04, "twice", "Nobody helps twice with one roll."));
        }
        if at.state.fights(*helper) && at.state.live(*helper).turn.active {
            let sentence = format!("{} has used the active action of this round.", at.state.name(*helper));
            return Err(Refusal::new(rules::GP_ASST_06, "no-action", sentence));
        }
    }
    Ok(())
}

/// Asks the GM what an attempt takes.
pub fn assigned(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    what: &str,
    argue: Option<String>,
) -> Flow<(Task, String)> {
    let base = suggest(cx.at(), what);
    let proposal = Task::Check(Named { quality: base.name().to_owned(), ..Named::default() });
    let sheet = cx.state().sheet(who);
    let fits: Vec<String> = fitting(cx.at(), who, what)
        .into_iter()
        .map(|nth| format!("{} {}", sheet.quality_name(nth), sheet.level(nth)))
        .collect();
    if let Some(row) = cx.book().qualities.named(base.name()) {
        cx.cite(row.id);
    }
    if !fits.is_empty() {
        cx.cite(rules::GP_GM_12);
        cx.cite(rules::GP_ROLL_09);
    }
    if argue.is_some() {
        cx.cite(rules::GP_CORE_04);
    }
    let why = format!("{} usually governs such a thing", base.name());
    let ask = Assign { who, what: what.to_owned(), argue, proposal, why, fits };
    let say = if unseen(cx.state()) { AssignSay::Plain(ask.proposal) } else { cx.ask(Seat::GM, ask)? };
    cx.cite(rules::GP_CORE_02);
    Ok(say.parts())
}

/// Carries out what the GM set.
pub fn carry_out(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str, task: Task, words: &str) -> Flow {
    match task {
        Task::Check(named) => {
            let call = built(cx.at(), rules::GP_CHECK_01, who, what, &named)?;
            prepare(cx, &call, &named);
            check(cx, call).map(|_| ())
        }
        Task::Contest(given) => {
            let mut call = built(cx.at(), rules::GP_CONT_01, who, what, &given.own)?;
            for against in &given.against {
                call = call.against(side_of(cx.at(), against.who, &against.named)?);
            }
            prepare(cx, &call, &given.own);
            let came = contest(cx, call)?;
            crate::combat::rebound(cx, who, what, &came)
        }
        Task::Works => {
            let call = Call::new(rules::GP_CORE_05, what, Side::new(who, Some(Base::Gumption), 0));
            super::flow::call(cx, call, crate::state::Rolled::Check);
            super::works(cx, rules::GP_CORE_05);
            Ok(())
        }
        Task::Impossible => {
            let fact = TableFact::Impossible { who, what: what.to_owned(), why: words.to_owned() };
            cx.record(rules::GP_CORE_06, fact.into());
            Ok(())
        }
        Task::Stop => {
            let count = cx.state().stopped.saturating_add(1);
            let fact = TableFact::Stopped { who, what: what.to_owned(), why: words.to_owned(), count };
            cx.record(rules::GP_CORE_07, fact.into());
            Ok(())
        }
    }
}

fn built(
    at: At<'_, GutsPlus>,
    rule: boneyard_table::RuleId,
    who: Who,
    what: &str,
    named: &Named,
) -> Result<Call, Refusal> {
    let mut call = Call::new(rule, what, side_of(at, who, named)?);
    call.tray.needs = named.needs;
    call.tray.needs_hidden = named.hidden;
    call.tray.on_failure.clone_from(&named.on_failure);
    call.give_up = named.give_up;
    call.help = named.help.iter().copied().collect();
    Ok(call)
}

/// What is said before the dice: the reminder to name a consequence, disadvantages a fitting quality takes away.
fn prepare(cx: &mut Cx<'_, GutsPlus>, call: &Call, named: &Named) {
    if call.tray.on_failure.is_empty() {
        let fact = TableFact::Reminded { what: call.tray.what.clone() };
        cx.record_for(Audience::GM, rules::GP_CORE_05, fact.into());
    }
    if named.edges.len() > call.tray.sides[0].edges.len() {
        cx.cite(rules::GP_ROLL_06);
    }
}
