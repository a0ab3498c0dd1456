//! Points and marks: granted by the TS, owed as a mark, and three marks raise what they are on.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::levels::open_picks;
use crate::DieTrying;
use crate::book::Book;
use crate::combat::{gm, known, out_of_fight};
use crate::fact::{HeroFact, HurtFact, TableFact};
use crate::house::HouseTalents;
use crate::hurt::max_hp;
use crate::rules;
use crate::state::{Ability, Fate, Kind, Level, MarkOn, Proficiency, Span, State, Used};

/// Grants Points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantPoints {
    /// To whom.
    pub to: Vec<Who>,
    /// How many each.
    #[serde(default = "one")]
    pub points: u8,
    /// What for.
    #[serde(rename = "for", default)]
    pub reason: String,
}

/// Places a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceMark {
    /// Whose.
    pub who: Who,
    /// On what.
    pub on: MarkOn,
}

fn one() -> u8 {
    1
}

/// Marks that raise something.
const RAISES: u8 = 3;
/// The most Points granted at once.
const MOST_POINTS: u8 = 10;

/// The TS grants Points.
pub fn grant_points(cx: &mut Cx<'_, DieTrying>, by: Seat, grant: &GrantPoints) -> Flow {
    let rule = rules::DT_ADV_01;
    gm(by, rule, "Only the Trapsetter grants Points.")?;
    if !(1..=MOST_POINTS).contains(&grant.points) {
        let sentence = format!("Grant 1 to {MOST_POINTS} Points at a time.");
        return refuse(Refusal::new(rule, "so-many", sentence));
    }
    if grant.to.is_empty() {
        return refuse(Refusal::new(rule, "nobody", "Say who gets them."));
    }
    for who in &grant.to {
        known(cx.state(), *who)?;
        if !cx.state().sheet(*who).is_hero() {
            let sentence = format!("{} is no hero.", cx.state().name(*who));
            return refuse(Refusal::new(rule, "no-hero", sentence));
        }
    }
    let reason: String = grant.reason.trim().chars().take(120).collect();
    give(cx, &grant.to, grant.points, &reason, rule);
    Ok(())
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
pub fn award_fight(cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
    let rule = rules::DT_HOUSE_12H;
    gm(by, rules::DT_ADV_01, "Only the Trapsetter grants Points.")?;
    out_of_fight(cx.state(), rule)?;
    let foes = beaten(cx.state());
    if foes.is_empty() {
        return refuse(Refusal::new(rule, "nobody-beaten", "Nobody has been beaten since the last award."));
    }
    let (threat, points) = suggested(cx.state());
    let heroes = survivors(cx.state()).count();
    let judgement = || Judgement {
        rule,
        tag: format!("points for {threat} among {heroes}"),
        question: "How many Points does every survivor get?".into(),
        about: vec![format!("Threat of the beaten: {threat}.")],
        options: (0..=3).map(|points| RulingOption::new(&points.to_string(), points.to_string())).collect(),
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

/// Everything somebody could put a mark on now.
pub fn fitting_marks(state: &State, book: &Book, who: Who) -> Vec<MarkOn> {
    let abilities = Ability::ALL.into_iter().map(MarkOn::Ability);
    let proficiencies = Proficiency::ALL.into_iter().map(MarkOn::Proficiency);
    let weapons = book.advanced.iter().map(|row| MarkOn::Advanced(row.id));
    let talents = book.talents.iter().map(|row| MarkOn::Talent(row.id));
    let all = abilities.chain(proficiencies).chain(weapons).chain(talents);
    all.filter(|on| check_mark(state, book, who, *on).is_ok()).collect()
}

fn check_mark(state: &State, book: &Book, who: Who, on: MarkOn) -> Result<(), Refusal> {
    let rule = rules::DT_ADV_02;
    let sheet = state.sheet(who);
    let full = |name: &str| {
        let sentence = format!("{name} cannot be raised any further.");
        Err(Refusal::new(rule, "at-its-highest", sentence))
    };
    match on {
        MarkOn::Ability(_) => Ok(()),
        MarkOn::Proficiency(what) if sheet.trained.level(what) == Level::Legendary => full(what.name()),
        MarkOn::Proficiency(_) => Ok(()),
        MarkOn::Advanced(weapon) => {
            let Some(row) = book.advanced.get(weapon.as_str()) else {
                let sentence = "There is no such Advanced Weapon.";
                return Err(Refusal::new(rules::DT_WPN_11, "no-such-weapon", sentence));
            };
            let one = state.one(who);
            let mut things = one.sheet.items.iter().zip(&one.live.items);
            if !things.any(|(thing, item)| thing.kind == Some(weapon) && item.place.is_carried()) {
                let sentence = format!("{} does not carry the {}.", sheet.name, row.name);
                return Err(Refusal::new(rules::DT_WPN_11, "not-carried", sentence));
            }
            if sheet.advanced_level(weapon) == Level::Legendary { full(&row.name) } else { Ok(()) }
        }
        MarkOn::Talent(talent) => match book.talents.get(talent.as_str()) {
            _ if state.house.house_talents == HouseTalents::Off => {
                let sentence = "This table plays without our talents.";
                Err(Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence))
            }
            Some(row) if usize::from(sheet.talent(talent)) >= row.levels.len() => full(&row.name),
            Some(_) => Ok(()),
            None => Err(Refusal::new(rule, "no-such-talent", "There is no such Talent.")),
        },
    }
}

/// Places a mark for a Point; the third raises what it is on.
pub fn place_mark(cx: &mut Cx<'_, DieTrying>, place: PlaceMark) -> Flow {
    let (rule, who) = (rules::DT_ADV_02, place.who);
    known(cx.state(), who)?;
    let owed = cx.state().sheet(who).owed;
    if owed == 0 {
        let sentence = format!("{} has no mark to place.", cx.state().name(who));
        return refuse(Refusal::new(rule, "no-point", sentence));
    }
    check_mark(cx.state(), cx.book(), who, place.on)?;
    let had =
        cx.state().sheet(who).marks.iter().find(|(on, _)| *on == place.on).map_or(0, |(_, marks)| *marks);
    if let MarkOn::Advanced(weapon) = place.on {
        cx.cite(rules::DT_WPN_11);
        cx.cite(weapon);
    }
    let marks = had + 1;
    let (on, owed) = (place.on, owed - 1);
    if marks < RAISES {
        cx.record(rule, HeroFact::Marks { who, on, marks, owed }.into());
        return Ok(());
    }
    cx.record(rule, HeroFact::Marks { who, on, marks: 0, owed }.into());
    raised(cx, who, on);
    Ok(())
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
