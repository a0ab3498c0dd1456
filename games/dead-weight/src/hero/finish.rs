//! After the life path: class, kit, moved points, school or god, spells or prayers.

use boneyard_content::Catalog;
use boneyard_table::deed::{Card, Deed, Filled, Lawful, May, Named};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Cx, Flow, Lane, Refusal, RuleId, Seat, Who, deed};

use super::creation::{Draft, Step, at_step, gain_skill, making, wear};
use super::path::{clamp, coins};
use crate::DeadWeight;
use crate::book::{Book, ClassRow, KitRow, Knows, PowerRow};
use crate::fact::{GearFact, HeroFact, HurtFact, TableFact};
use crate::form::{Form, attribute, stored};
use crate::gear::{get, listed};
use crate::house::InsightCarries;
use crate::rules;
use crate::state::{Attribute, State};

deed! {
    /// Chooses a class.
    #[serde(deny_unknown_fields)]
    pub struct ChooseClass(form: DeadWeight) {
        /// Whose.
        who: Who = making(form, |draft| draft.step == Step::Class)?,
        /// Which.
        class: String = {
            let rows = form.book.classes.iter();
            let named = rows.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
            form.one_of("class", "Which", named)?
        },
    }
}

impl Deed<DeadWeight> for ChooseClass {
    const CARD: Card = Card::making("Choose a class", "Making an adventurer").rule(rules::DW_CHAR_13);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        class_step(may.state, may.book, self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        choose_class(cx, &self)
    }
}

/// The draft and the class that would be chosen.
fn class_step<'a>(
    state: &State,
    book: &'a Book,
    wanted: &ChooseClass,
) -> Result<(Draft, &'a ClassRow), Refusal> {
    let draft = at_step(At { state, book }, wanted.who, |step| step == Step::Class)?;
    let Some(row) = book.classes.named(&wanted.class) else {
        let names: Vec<&str> = book.classes.iter().map(|row| row.name.as_str()).collect();
        let sentence = format!("There is no class {}. There are {}.", wanted.class, names.join(", "));
        return Err(Refusal::new(rules::DW_CHAR_13, "no-such-class", sentence));
    };
    Ok((draft, row))
}

fn choose_class(cx: &mut Cx<'_, DeadWeight>, wanted: &ChooseClass) -> Flow {
    let (who, rule) = (wanted.who, rules::DW_CHAR_13);
    let book = cx.book();
    let (draft, row) = class_step(cx.state(), book, wanted)?;
    cx.cite(row.id);
    cx.record(rule, HeroFact::Class { who, class: row.id }.into());
    let own = &cx.state().sheet(who).hero;
    let (score, mut proficiency) = (own.score, own.proficiency);
    let lost = clamp(&mut proficiency, row.proficiency, 1, 2);
    cx.record(rules::DW_CHAR_04, HeroFact::Scores { who, score, proficiency, lost }.into());
    if let Some(gained) = book.traits.named(&row.r#trait) {
        cx.cite(gained.id);
        cx.record(rule, HeroFact::Trait { who, name: gained.id }.into());
    }
    gain_skill(cx, who, &row.skill, rule);
    step(cx, who, &draft);
    Ok(())
}

/// Goes on to the next step, with what the draft has come to owe meanwhile.
fn step(cx: &mut Cx<'_, DeadWeight>, who: Who, draft: &Draft) {
    let owed_skills = cx.state().sheet(who).draft.as_ref().map_or(0, |draft| draft.owed_skills);
    let draft = Some(Draft { step: draft.step.next(), owed_skills, ..draft.clone() });
    cx.record(rules::DW_CHAR_01, HeroFact::Draft { who, draft }.into());
}

/// The class of somebody.
pub fn class_of(at: At<'_, DeadWeight>, who: Who) -> Option<&ClassRow> {
    at.book.classes.get(at.state.sheet(who).hero.class?.as_str())
}

deed! {
    /// Takes one of the class's kits.
    #[serde(deny_unknown_fields)]
    pub struct TakeKit(form: DeadWeight) {
        /// Whose.
        who: Who = making(form, |draft| draft.step == Step::Kit)?,
        /// Which, by name or letter.
        kit: String = {
            let rows = kits(form.state, form.book, who);
            let named = rows.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
            form.one_of("kit", "Which", named)?
        },
    }
}

impl Deed<DeadWeight> for TakeKit {
    const CARD: Card = Card::making("Take a kit", "Making an adventurer").rule(rules::DW_CHAR_14);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        kit_step(may.state, may.book, self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        take_kit(cx, &self)
    }
}

/// The kits of somebody's class.
fn kits<'a>(state: &State, book: &'a Book, who: Who) -> impl Iterator<Item = &'a KitRow> + use<'a> {
    let class = state.creature(who).and_then(|_| class_of(At { state, book }, who));
    let class = class.map_or_else(String::new, |row| row.name.clone());
    book.kits.iter().filter(move |kit| kit.class == class)
}

/// The draft and the kit that would be taken.
fn kit_step<'a>(state: &State, book: &'a Book, wanted: &TakeKit) -> Result<(Draft, &'a KitRow), Refusal> {
    let draft = at_step(At { state, book }, wanted.who, |step| step == Step::Kit)?;
    let name = wanted.kit.as_str();
    let named = |kit: &&KitRow| kit.name.eq_ignore_ascii_case(name) || kit.letter.eq_ignore_ascii_case(name);
    let Some(row) = kits(state, book, wanted.who).find(named) else {
        let names: Vec<&str> = kits(state, book, wanted.who).map(|kit| kit.name.as_str()).collect();
        let sentence = format!("Take one of {}.", names.join(", "));
        return Err(Refusal::new(rules::DW_CHAR_14, "no-such-kit", sentence));
    };
    Ok((draft, row))
}

fn take_kit(cx: &mut Cx<'_, DeadWeight>, wanted: &TakeKit) -> Flow {
    let (who, rule) = (wanted.who, rules::DW_CHAR_14);
    let book = cx.book();
    let (draft, row) = kit_step(cx.state(), book, wanted)?;
    cx.cite(row.id);
    for name in &row.containers {
        wear(cx, who, name);
    }
    for (sheet, item) in row.gear.iter().flat_map(|thing| listed(book, thing)) {
        get(cx, who, sheet, item, rule);
    }
    for amount in &row.coins {
        coins(cx, who, &amount.dice, &amount.kind)?;
    }
    step(cx, who, &draft);
    Ok(())
}

deed! {
    /// Spends insight to move a point from the highest score to another attribute.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct MovePoint(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let who = making(form, |draft| draft.step == Step::Finish)?;
            let one = form.state.creature(who);
            form.only_if(one.is_some_and(|one| one.live.insight > 0 && one.sheet.hero.knows.is_empty()))?;
            who
        },
        /// From which attribute.
        lower: Attribute = attribute(form, "lower", "From")?,
        /// To which.
        raise: Attribute = attribute(form, "raise", "To")?,
    }
}

impl Deed<DeadWeight> for MovePoint {
    const CARD: Card =
        Card::making("Move a point", "Making an adventurer").rule(rules::DW_CHAR_19).cost(1, "insight");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let Self { who, lower: from, raise: to } = *self;
        at_step(may.at(), who, |step| step == Step::Finish)?;
        let bad = |code: &str, sentence: String| Refusal::new(rules::DW_CHAR_19, code, sentence);
        let own = &may.state.sheet(who).hero;
        let highest = own.score.each().map(|(_, score)| score).max().unwrap_or(0);
        may.not_if(may.state.live(who).insight == 0, || {
            bad("no-insight", "There is no insight left to spend.".into())
        })?;
        may.not_if(!own.knows.is_empty(), || {
            bad("too-late", "Points are moved before spells or prayers are chosen.".into())
        })?;
        may.not_if(from == to, || bad("same", "Move the point to another attribute.".into()))?;
        may.not_if(own.score[from] < highest || highest == 0, || {
            bad("not-highest", format!("{} is not the highest score, {highest} is.", from.name()))
        })?;
        may.not_if(own.score[to] >= 3, || bad("full", format!("{} is at 3 already.", to.name())))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (Self { who, lower: from, raise: to }, rule) = (self, rules::DW_CHAR_19);
        let own = &cx.state().sheet(who).hero;
        let (mut score, proficiency) = (own.score, own.proficiency);
        let insight = cx.state().live(who).insight;
        score[from] -= 1;
        score[to] += 1;
        cx.record(rule, HurtFact::Insight { who, from: insight, to: insight - 1 }.into());
        cx.record(rule, HeroFact::Scores { who, score, proficiency, lost: 0 }.into());
        Ok(())
    }
}

/// What somebody's class chooses to know, and the rule for it.
pub fn knows(at: At<'_, DeadWeight>, who: Who) -> Option<(&Knows, RuleId)> {
    let knows = class_of(at, who)?.knows.as_ref()?;
    let rule = if knows.of == "spell" { rules::DW_CHAR_17 } else { rules::DW_CHAR_18 };
    Some((knows, rule))
}

fn chooser(at: At<'_, DeadWeight>, who: Who) -> Result<(&'static str, Attribute, RuleId), Refusal> {
    at_step(at, who, |step| step == Step::Finish)?;
    match knows(at, who) {
        Some((knows, rule)) => {
            let of = if knows.of == "spell" { "spell" } else { "prayer" };
            Ok((of, knows.score, rule))
        }
        None => Err(Refusal::new(
            rules::DW_CHAR_17,
            "no-magic",
            "Only wizards choose spells, and only clerics prayers.",
        )),
    }
}

/// The field `who` of what only those choose who come to know something.
fn knower(form: &mut Form<'_>) -> Filled<Who> {
    let who = making(form, |draft| draft.step == Step::Finish)?;
    let at = form.at();
    let knows = at.state.creature(who).and_then(|_| knows(at, who));
    form.only_if(knows.is_some())?;
    Ok(who)
}

deed! {
    /// Chooses a school of magic or a god.
    #[serde(deny_unknown_fields)]
    pub struct Follow(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let who = knower(form)?;
            let one = form.state.creature(who);
            form.only_if(one.is_some_and(|one| one.sheet.hero.knows.is_empty()))?;
            form.again(one.is_some_and(|one| one.sheet.hero.school.or(one.sheet.hero.god).is_some()));
            who
        },
        /// Which.
        path: String = {
            let at = form.at();
            let knows = at.state.creature(who).and_then(|_| knows(at, who));
            if let Some((knows, rule)) = knows {
                form.label(|| format!("Choose a {}", knows.path).into());
                form.rule(rule);
            }
            let spells = knows.is_some_and(|(knows, _)| knows.of == "spell");
            let rows = if spells { &at.book.schools } else { &at.book.gods };
            let rows = rows.iter();
            let named = rows.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
            form.one_of("path", "Which", named)?
        },
    }
}

impl Deed<DeadWeight> for Follow {
    const CARD: Card = Card::making("Choose a path", "Making an adventurer").rule(rules::DW_CHAR_17);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (of, _, rule) = chooser(may.at(), self.who)?;
        let rows = if of == "spell" { &may.book.schools } else { &may.book.gods };
        may.not_if(rows.named(&self.path).is_none(), || {
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            let sentence = format!("There is no {}. There are {}.", self.path, names.join(", "));
            Refusal::new(rule, "no-such-path", sentence)
        })?;
        may.not_if(!may.state.sheet(self.who).hero.knows.is_empty(), || {
            Refusal::new(rule, "too-late", "What is known follows the choice already made.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (of, _, rule) = chooser(cx.at(), self.who)?;
        let book = cx.book();
        let rows = if of == "spell" { &book.schools } else { &book.gods };
        let Some(row) = rows.named(&self.path) else { return Ok(()) };
        cx.cite(row.id);
        let fact = match of {
            "spell" => HeroFact::School { who: self.who, school: row.id },
            _ => HeroFact::God { who: self.who, god: row.id },
        };
        cx.record(rule, fact.into());
        Ok(())
    }
}

/// Spells or prayers somebody new may choose.
pub fn choosable(at: At<'_, DeadWeight>, who: Who) -> Vec<&PowerRow> {
    let Some((knows, _)) = knows(at, who) else { return Vec::new() };
    let own = &at.state.sheet(who).hero;
    let spells = knows.of == "spell";
    let rows: &Catalog<PowerRow> = if spells { &at.book.spells } else { &at.book.prayers };
    let follows = if spells { own.school } else { own.god };
    let row =
        follows.and_then(|id| at.book.schools.get(id.as_str()).or_else(|| at.book.gods.get(id.as_str())));
    let path = row.map(|row| row.name.as_str());
    let allowed = |row: &&PowerRow| {
        let of = if spells { row.school.as_deref() } else { row.god.as_deref() };
        let ours = row.house && at.state.house.allows(row.id).is_err();
        !ours && (of.is_none() || of == path) && (!spells || row.level <= own.level + 1)
    };
    rows.iter().filter(allowed).collect()
}

/// How many spells or prayers somebody new chooses.
pub fn to_choose(at: At<'_, DeadWeight>, who: Who) -> usize {
    let score = knows(at, who).map_or(0, |(knows, _)| at.state.sheet(who).hero.score[knows.score]);
    usize::from(score).min(choosable(at, who).len())
}

deed! {
    /// Chooses spells or prayers, one for each point of the score.
    #[serde(deny_unknown_fields)]
    pub struct Learn(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let who = knower(form)?;
            let at = form.at();
            let one = at.state.creature(who);
            let path = one.is_some_and(|one| one.sheet.hero.school.or(one.sheet.hero.god).is_some());
            form.only_if(path && one.is_some_and(|_| to_choose(at, who) > 0))?;
            form.again(one.is_some_and(|one| !one.sheet.hero.knows.is_empty()));
            if let Some((knows, rule)) = one.and_then(|_| knows(at, who)) {
                form.label(|| format!("Choose {} {}s", to_choose(at, who), knows.of).into());
                form.rule(rule);
            }
            who
        },
        /// All of them.
        powers: Vec<String> = {
            let at = form.at();
            let domain = || {
                let most = to_choose(at, who) as u32;
                let of = choosable(at, who).into_iter().map(|row| Thing {
                    what: Candidate::new(row.name.clone(), row.name.clone()).say(row.text.clone()),
                    cost: 0,
                });
                Domain::Subset { of: of.collect(), least: most, most, budget: None }
            };
            let first = || {
                let open = choosable(at, who).into_iter().take(to_choose(at, who));
                Some(open.map(|row| row.name.clone()).collect())
            };
            form.field("powers", "Which", domain, first, stored)?
        },
    }
}

impl Deed<DeadWeight> for Learn {
    const CARD: Card =
        Card::making("Choose spells or prayers", "Making an adventurer").rule(rules::DW_CHAR_17);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        chosen(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (all, rule) = chosen(cx.at(), &self)?;
        all.iter().for_each(|id| cx.cite(*id));
        cx.record(rule, HeroFact::Knows { who: self.who, all }.into());
        Ok(())
    }
}

/// What would be known, and by which rule.
fn chosen(at: At<'_, DeadWeight>, wanted: &Learn) -> Result<(Vec<RuleId>, RuleId), Refusal> {
    let who = wanted.who;
    let (of, score, rule) = chooser(at, who)?;
    let own = &at.state.sheet(who).hero;
    if own.school.is_none() && own.god.is_none() {
        return Err(Refusal::new(rule, "no-path", "Choose a school or a god first."));
    }
    let open = choosable(at, who);
    let most = to_choose(at, who);
    if wanted.powers.len() != most {
        let sentence = format!("{} {} for each point of {}: choose {most}.", "One", of, score.name());
        return Err(Refusal::new(rule, "how-many", sentence).with("most", most));
    }
    let mut all = Vec::new();
    for name in &wanted.powers {
        let Some(row) = open.iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
            let sentence = format!("{name} is not among the {of}s you may choose.");
            return Err(Refusal::new(rule, "not-yours", sentence));
        };
        if all.contains(&row.id) {
            return Err(Refusal::new(rule, "twice", format!("{name} is chosen twice.")));
        }
        all.push(row.id);
    }
    Ok((all, rule))
}

deed! {
    /// Picks a basic skill in the place of a doubled one.
    #[serde(deny_unknown_fields)]
    pub struct PickSkill(form: DeadWeight) {
        /// Whose.
        who: Who = making(form, |draft| draft.owed_skills > 0)?,
        /// Which.
        skill: String = {
            let one = form.state.creature(who);
            let free = |id| one.is_some_and(|one| !one.sheet.skilled(id));
            let rows = form.book.skills.iter().filter(|row| row.needs_skill.is_none() && free(row.id));
            form.one_of("skill", "Which", rows.map(|row| (row.name.clone(), &row.name)))?
        },
    }
}

impl Deed<DeadWeight> for PickSkill {
    const CARD: Card = Card::making("Pick another skill", "Making an adventurer").rule(rules::DW_CHAR_16);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_CHAR_16;
        let draft = at_step(may.at(), self.who, |_| true)?;
        let none = || Refusal::new(rule, "none-owed", "There is no skill to pick.");
        may.not_if(draft.owed_skills == 0, none)?;
        let free = may.book.skill(&self.skill).filter(|row| {
            let taken = may.state.sheet(self.who).skilled(row.id);
            row.needs_skill.is_none() && !taken
        });
        may.not_if(free.is_none(), || {
            let sentence = format!("{} is no basic skill that is not held yet.", self.skill);
            Refusal::new(rule, "not-free", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_CHAR_16);
        let draft = at_step(cx.at(), who, |_| true)?;
        let Some(row) = cx.book().skill(&self.skill) else { return Ok(()) };
        cx.record(rule, HeroFact::Skill { who, skill: row.id, replaces: None }.into());
        let draft = Draft { owed_skills: draft.owed_skills - 1, ..draft };
        cx.record(rule, HeroFact::Draft { who, draft: Some(draft) }.into());
        Ok(())
    }
}

deed! {
    /// Finishes an adventurer.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Ready(form: DeadWeight) {
        /// Who.
        who: Who = making(form, |draft| draft.step == Step::Finish)?,
    }
}

impl Deed<DeadWeight> for Ready {
    const CARD: Card = Card::making("Done", "Making an adventurer").rule(rules::DW_CHAR_01);

    fn lane(&self) -> Lane {
        // The list of the party is everybody's.
        Lane::Scene
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (at, who) = (may.at(), self.who);
        let draft = at_step(at, who, |step| step == Step::Finish)?;
        let own = &at.state.sheet(who).hero;
        may.not_if(draft.owed_skills > 0, || {
            Refusal::new(rules::DW_CHAR_16, "owed", "Pick a skill in the place of the doubled one.")
        })?;
        let Some((knows, rule)) = knows(at, who) else { return Ok(()) };
        may.not_if(own.school.is_none() && own.god.is_none(), || {
            Refusal::new(rule, "no-path", format!("Choose a {} first.", knows.path))
        })?;
        let most = to_choose(at, who);
        may.not_if(own.knows.len() != most, || {
            let sentence = format!("Choose {most} {}s first.", knows.of);
            Refusal::new(rule, "how-many", sentence).with("most", most)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        ready(cx, self.who)
    }
}

fn ready(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_CHAR_01;
    let (at, own) = (cx.at(), &cx.state().sheet(who).hero);
    let poor = own.path.iter().any(|id| at.book.burdens.get(id.as_str()).is_some_and(|row| row.no_money));
    let counterfeit = own.counterfeit;
    if poor {
        let fact = GearFact::Coins { who, silver: 0, gold: 0, counterfeit };
        cx.record(rules::DW_CHAR_20, fact.into());
    }
    let from = cx.state().live(who).insight;
    if from > 0 && cx.state().house.insight_carries_into_play == InsightCarries::Off {
        cx.record(rules::DW_CHAR_19, HurtFact::Insight { who, from, to: 0 }.into());
    }
    cx.within(who, |cx| crate::interlude::newcomer(cx, who))?;
    cx.record(rule, HeroFact::Draft { who, draft: None }.into());
    let mut list = cx.state().party.list.clone();
    list.push(who);
    cx.record(rules::DW_GAME_06, TableFact::List { list }.into());
    Ok(())
}
