//! Points and marks: granted by the TS, owed as a mark, and three marks raise what they are on.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, Cx, Flow, Judgement, Lane, Refusal, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spells::open_picks;
use crate::DieTrying;
use crate::book::Book;
use crate::combat::{may_in_peace, may_know};
use crate::fact::{HeroFact, HurtFact, TableFact};
use crate::house::HouseTalents;
use crate::hurt::max_hp;
use crate::rules;
use crate::state::{Ability, Fate, Kind, Level, MarkOn, Proficiency, Span, State, Used};

/// The heading of what heroes grow by.
const GROWTH: &str = "Growth";

deed! {
    /// The TS grants Points.
    pub struct GrantPoints(form: DieTrying) {
        /// To whom.
        to: Vec<Who> = some_hero(form)?,
        /// How many each.
        #[serde(default = "one")]
        points: u8 = match form.is_written() {
            true => form.unasked::<Option<u8>>("points")?.unwrap_or_else(one),
            false => form.amount("points", "How many", 1..=3)?,
        },
        /// What for.
        #[serde(rename = "for", default)]
        reason: String = form.maybe_text("for", "For what", 120)?.unwrap_or_default(),
    }
}

/// The field `to`: each hero has a card.
fn some_hero(form: &mut Filling<'_, DieTrying>) -> Filled<Vec<Who>> {
    if form.is_written() {
        return form.creatures("to", "", 0..=u32::MAX, |_| true);
    }
    let state = form.state;
    let to = form.each("to", state.heroes().map(|who| vec![who]))?;
    if let [who] = to[..] {
        form.id(|| format!("grant-{}", who.0));
        form.label(|| format!("Grant {} a Point", state.name(who)).into());
    }
    Ok(to)
}

deed! {
    /// Places a mark for a Point; the third raises what it is on.
    #[derive(Copy)]
    pub struct PlaceMark(form: DieTrying) {
        who: Who = {
            let who = form.actor()?;
            let state = form.state;
            let owed = state.creature(who).filter(|one| one.sheet.is_hero()).map_or(0, |one| one.sheet.owed);
            form.only_if(owed > 0)?;
            form.label(|| format!("Place a mark ({owed} owed)").into());
            who
        },
        /// On what.
        on: MarkOn = {
            let at = form.at();
            let open = at.state.creature(who).map_or_else(Vec::new, |_| all_marks(at.book).collect());
            form.one_of("on", "On what", open.into_iter().map(|on| (on, so_far(at, who, on))))?
        },
    }
}

/// What a mark can be on, with those that are there already.
fn so_far(at: At<'_, DieTrying>, who: Who, on: MarkOn) -> String {
    let name = match on {
        MarkOn::Ability(ability) => ability.name(),
        MarkOn::Proficiency(what) => what.name(),
        MarkOn::Advanced(what) | MarkOn::Talent(what) => at.book.name_of(what),
    };
    match marks_on(at.state, who, on) {
        0 => name.to_owned(),
        marks => format!("{name} ({marks} of {RAISES})"),
    }
}

/// Marks somebody has on something.
fn marks_on(state: &State, who: Who, on: MarkOn) -> u8 {
    state.sheet(who).marks.iter().find(|(known, _)| *known == on).map_or(0, |(_, marks)| *marks)
}

fn one() -> u8 {
    1
}

/// Marks that raise something.
const RAISES: u8 = 3;
/// The most Points granted at once.
const MOST_POINTS: u8 = 10;

impl Deed<DieTrying> for GrantPoints {
    const CARD: Card = Card::gm("Grant Points", GROWTH).rule(rules::DT_ADV_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_ADV_01;
        may.not_if(!(1..=MOST_POINTS).contains(&self.points), || {
            Refusal::new(rule, "so-many", format!("Grant 1 to {MOST_POINTS} Points at a time."))
        })?;
        may.not_if(self.to.is_empty(), || Refusal::new(rule, "nobody", "Say who gets them."))?;
        for who in &self.to {
            may_know(may, *who)?;
            may.not_if(!may.state.sheet(*who).is_hero(), || {
                Refusal::new(rule, "no-hero", format!("{} is no hero.", may.state.name(*who)))
            })?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let reason: String = self.reason.trim().chars().take(120).collect();
        give(cx, &self.to, self.points, &reason, rules::DT_ADV_01);
        Ok(())
    }
}

pub(super) fn give(
    cx: &mut Cx<'_, DieTrying>,
    to: &[Who],
    points: u8,
    reason: &str,
    rule: boneyard_table::RuleId,
) {
    for who in to {
        let owed = cx.state().sheet(*who).owed.saturating_add(points);
        cx.cite(rules::DT_ADV_04);
        let fact = HeroFact::Points { who: *who, points, reason: reason.to_owned(), owed };
        cx.record(rule, fact.into());
    }
}

/// Points proposed for the enemies beaten since the last time: by their Threat and the number of heroes.
pub fn suggested(state: &State) -> (u16, u8) {
    let threat: u16 = beaten(state).iter().map(|who| u16::from(state.sheet(*who).fixed.threat)).sum();
    let heroes = survivors(state).count() as u16;
    let points = match heroes {
        0 => 0,
        _ if threat >= 3 * heroes => 2,
        _ if threat >= heroes => 1,
        _ => 0,
    };
    (threat, points)
}

/// Heroes who live and are there.
pub(super) fn survivors(state: &State) -> impl Iterator<Item = Who> + '_ {
    state.heroes().filter(move |who| !state.live(*who).away)
}

/// Enemies that are dead and not counted yet.
fn beaten(state: &State) -> Vec<Who> {
    let foes = state.everybody().filter(|who| state.sheet(*who).kind == Kind::Creature);
    let dead = foes.filter(|who| state.live(*who).fate == Fate::Dead && state.sheet(*who).side != 0);
    dead.filter(|who| state.live(*who).times_used(rules::DT_HOUSE_12H) == 0).collect()
}

/// The TS is shown what a fight was worth and says how many Points everybody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AwardFight {}

impl Form<DieTrying> for AwardFight {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        form.only_if(state.battle.is_none() && state.heroes().next().is_some() && suggested(state).0 > 0)?;
        form.rule(rules::DT_HOUSE_12H);
        Ok(Self {})
    }
}

impl Deed<DieTrying> for AwardFight {
    const CARD: Card = Card::gm("Say what the fight was worth", GROWTH).rule(rules::DT_ADV_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_HOUSE_12H;
        may_in_peace(may, rule)?;
        may.outright_if(beaten(may.state).is_empty(), || {
            Refusal::new(rule, "nobody-beaten", "Nobody has been beaten since the last award.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (rule, foes) = (rules::DT_HOUSE_12H, beaten(cx.state()));
        let (threat, points) = suggested(cx.state());
        let heroes = survivors(cx.state()).count();
        let judgement = || Judgement {
            rule,
            tag: format!("points for {threat} among {heroes}"),
            question: "How many Points does every survivor get?".into(),
            about: vec![format!("Threat of the beaten: {threat}.")],
            options: (0..=3)
                .map(|points| RulingOption::new(&points.to_string(), points.to_string()))
                .collect(),
            proposal: points,
            why: "By Threat and the number of heroes.".into(),
            precedents: Vec::new(),
        };
        let points = cx.judge(rule, points, &judgement)?.option();
        for who in foes {
            let used = Used { what: rule, until: Span::Ever, times: 1 };
            cx.record(rule, TableFact::Used { who, used }.into());
        }
        if points > 0 {
            let all: Vec<Who> = survivors(cx.state()).collect();
            give(cx, &all, points, "the fight", rule);
        }
        Ok(())
    }
}

/// Everything a mark can be on, for anybody.
fn all_marks(book: &Book) -> impl Iterator<Item = MarkOn> + '_ {
    let abilities = Ability::ALL.into_iter().map(MarkOn::Ability);
    let proficiencies = Proficiency::ALL.into_iter().map(MarkOn::Proficiency);
    let weapons = book.advanced.iter().map(|row| MarkOn::Advanced(row.id));
    let talents = book.talents.iter().map(|row| MarkOn::Talent(row.id));
    abilities.chain(proficiencies).chain(weapons).chain(talents)
}

fn may_mark(may: May<'_, DieTrying>, who: Who, on: MarkOn) -> Lawful {
    let (state, book, rule) = (may.state, may.book, rules::DT_ADV_02);
    let sheet = state.sheet(who);
    let full = |is: bool, name: &str| {
        may.not_if(is, || {
            Refusal::new(rule, "at-its-highest", format!("{name} cannot be raised any further."))
        })
    };
    match on {
        MarkOn::Ability(_) => Ok(()),
        MarkOn::Proficiency(what) => full(sheet.trained.level(what) == Level::Legendary, what.name()),
        MarkOn::Advanced(weapon) => {
            let bad = |code: &str, sentence: String| Refusal::new(rules::DT_WPN_11, code, sentence);
            let Some(row) = book.advanced.get(weapon.as_str()) else {
                return may.no(|| bad("no-such-weapon", "There is no such Advanced Weapon.".into()));
            };
            let one = state.one(who);
            let mut things = one.sheet.items.iter().zip(&one.live.items);
            let carried = things.any(|(thing, item)| thing.kind == Some(weapon) && item.place.is_carried());
            may.not_if(!carried, || {
                bad("not-carried", format!("{} does not carry the {}.", sheet.name, row.name))
            })?;
            full(sheet.advanced_level(weapon) == Level::Legendary, &row.name)
        }
        MarkOn::Talent(talent) => {
            may.not_if(state.house.house_talents == HouseTalents::Off, || {
                let sentence = "This table plays without our talents.";
                Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence)
            })?;
            match book.talents.get(talent.as_str()) {
                Some(row) => full(usize::from(sheet.talent(talent)) >= row.levels.len(), &row.name),
                None => may.no(|| Refusal::new(rule, "no-such-talent", "There is no such Talent.")),
            }
        }
    }
}

impl Deed<DieTrying> for PlaceMark {
    const CARD: Card = Card::acting("Place a mark", GROWTH).rule(rules::DT_ADV_02);

    fn lane(&self) -> Lane {
        Lane::Hero(self.who)
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may.outright_if(may.state.sheet(self.who).owed == 0, || {
            let sentence = format!("{} has no mark to place.", may.state.name(self.who));
            Refusal::new(rules::DT_ADV_02, "no-point", sentence)
        })?;
        may_mark(may, self.who, self.on)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, on }, rule) = (self, rules::DT_ADV_02);
        if let MarkOn::Advanced(weapon) = on {
            cx.cite(rules::DT_WPN_11);
            cx.cite(weapon);
        }
        let owed = cx.state().sheet(who).owed.saturating_sub(1);
        let marks = marks_on(cx.state(), who, on) + 1;
        if marks < RAISES {
            cx.record(rule, HeroFact::Marks { who, on, marks, owed }.into());
            return Ok(());
        }
        cx.record(rule, HeroFact::Marks { who, on, marks: 0, owed }.into());
        raised(cx, who, on);
        Ok(())
    }
}

/// Something is raised by one. HP rise with their maximum.
pub fn raised(cx: &mut Cx<'_, DieTrying>, who: Who, on: MarkOn) {
    let rule = rules::DT_ADV_03;
    let (state, book) = (cx.state(), cx.book());
    let before = max_hp(state, book, who);
    let sheet = state.sheet(who);
    let fact = match on {
        MarkOn::Ability(ability) => {
            let mut scores = sheet.scores;
            scores[ability] = scores[ability].saturating_add(1);
            Some(HeroFact::Scores { who, scores })
        }
        MarkOn::Proficiency(what) => {
            sheet.trained.level(what).next().map(|level| HeroFact::Trained { who, what, level })
        }
        MarkOn::Advanced(weapon) => {
            sheet.advanced_level(weapon).next().map(|level| HeroFact::Advanced { who, weapon, level })
        }
        MarkOn::Talent(talent) => Some(HeroFact::Talent { who, talent, level: sheet.talent(talent) + 1 }),
    };
    let Some(fact) = fact else { return };
    if let MarkOn::Talent(talent) = on {
        cx.cite(talent);
    }
    cx.record(rule, fact.into());
    let more = max_hp(cx.state(), book, who) - before;
    if more > 0 && cx.state().live(who).fate == Fate::Up {
        let to = cx.state().live(who).hp + more;
        cx.record(rule, HurtFact::Healed { who, amount: more, to }.into());
    }
    if !open_picks(cx.state(), book, who).is_empty() {
        cx.cite(rules::DT_MAG_07);
    }
}
