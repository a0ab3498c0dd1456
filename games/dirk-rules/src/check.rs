//! Rolls that are called for: saves with advantage and difficulty, complicated rolls, contests.

use boneyard_deeds::lay::{Laid, LayFact, Lays, bearing};
use boneyard_table::deed::{Barred, Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Term, Thing};
use boneyard_table::{
    At, Audience, Cx, Faces, Flow, Group, Judgement, Playable, Refusal, Roll, RuleId, RulingOption, Seat,
    Who, deed, refuse,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::fact::Fact;
use crate::house::{AdvancedThrows, AskedFirst, ContestTie};
use crate::power;
use crate::question::WhoseWil;
use crate::rules;
use crate::state::{Ability, Affliction, Background, Last, Part, PartState, State};

/// How hard a save is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// +2.
    Trivial,
    /// As it is.
    #[default]
    Plain,
    /// −2.
    Difficult,
    /// −5.
    Legendary,
    /// −10.
    Unprecedented,
}

impl Difficulty {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Trivial, Self::Plain, Self::Difficult, Self::Legendary, Self::Unprecedented];

    pub(crate) fn fill(form: &mut Filling<'_, DirkRules>) -> Filled<Self> {
        let degrees = Self::ALL.map(|degree| (degree, degree.name()));
        form.maybe("difficulty", "How hard", degrees).map(Option::unwrap_or_default)
    }

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trivial => "trivial",
            Self::Plain => "plain",
            Self::Difficult => "difficult",
            Self::Legendary => "legendary",
            Self::Unprecedented => "unprecedented",
        }
    }

    /// The one that is said, before the one that was.
    #[must_use]
    pub fn and(self, said: Self) -> Self {
        if said == Self::Plain { self } else { said }
    }

    /// What it does to the score.
    pub fn adjusts(self) -> i16 {
        match self {
            Self::Trivial => 2,
            Self::Plain => 0,
            Self::Difficult => -2,
            Self::Legendary => -5,
            Self::Unprecedented => -10,
        }
    }
}

/// Whether one roll has advantages and disadvantages. How many does not matter; the rules that give
/// them are cited as they are found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    better: bool,
    worse: bool,
}

/// How a roll is made in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lean {
    /// Two dice, the better counts.
    Better,
    /// One die.
    Plain,
    /// Two dice, the worse counts.
    Worse,
}

impl Edge {
    /// An advantage by this rule.
    pub fn advantage(&mut self, cx: &mut Cx<'_, DirkRules>, rule: RuleId) {
        cx.cite(rule);
        self.better = true;
    }

    /// A disadvantage by this rule.
    pub fn disadvantage(&mut self, cx: &mut Cx<'_, DirkRules>, rule: RuleId) {
        cx.cite(rule);
        self.worse = true;
    }

    /// Any number of advantages with any number of disadvantages is a plain roll.
    pub fn lean(self) -> Lean {
        match (self.better, self.worse) {
            (true, false) => Lean::Better,
            (false, true) => Lean::Worse,
            _ => Lean::Plain,
        }
    }

    /// Cites what makes the roll what it is.
    pub fn cite(self, cx: &mut Cx<'_, DirkRules>) {
        match self.lean() {
            Lean::Better => cx.cite(rules::DK_CHECK_02),
            Lean::Worse => cx.cite(rules::DK_CHECK_03),
            Lean::Plain if self.better => cx.cite(rules::DK_CHECK_04),
            Lean::Plain => {}
        }
    }
}

/// A save as the rules make it.
#[derive(Debug)]
pub struct Save {
    /// Who saves.
    pub who: Who,
    /// On which score.
    pub ability: Ability,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Advantages and disadvantages.
    pub edge: Edge,
    /// The rule that calls for it.
    pub rule: RuleId,
    /// What it is for, where an injury may be in the way.
    pub tag: Option<&'static str>,
    /// Nothing is added or taken away: no injury is in the way.
    pub bare: bool,
}

impl Save {
    /// A plain save.
    pub fn new(who: Who, ability: Ability, rule: RuleId) -> Self {
        Self {
            who,
            ability,
            difficulty: Difficulty::Plain,
            edge: Edge::default(),
            rule,
            tag: None,
            bare: false,
        }
    }

    /// With nothing added or taken away.
    #[must_use]
    pub fn unadjusted(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Says what it is for.
    #[must_use]
    pub fn tagged(mut self, tag: &'static str) -> Self {
        self.tag = Some(tag);
        self
    }
}

/// Makes a save: D20, equal to or under the current score passes.
pub fn save(cx: &mut Cx<'_, DirkRules>, mut save: Save) -> Flow<bool> {
    let (who, ability) = (save.who, save.ability);
    if let Some(terms) = bearing(cx, who, ability.name())? {
        terms.lean(cx, &mut save.edge);
        save.difficulty = save.difficulty.and(terms.difficulty);
    }
    if let Some(tag) = save.tag {
        hindered(cx, who, tag, &mut save.edge)?;
        power::lean(cx, who, tag, &mut save.edge)?;
    }
    if ability == Ability::Wil && !save.bare {
        hindered(cx, who, "save-wil", &mut save.edge)?;
    }
    let live = cx.state().live(who);
    if ability == Ability::Dex && live.suffers(Affliction::Entangled) && save.rule != rules::DK_REACT_08 {
        save.edge.disadvantage(cx, rules::DK_COND_04H);
    }
    save.edge.cite(cx);
    let mut score = i16::from(cx.state().live(who).score(ability));
    if let Some(by) = cx.state().live(who).rallied_by.filter(|_| ability == Ability::Wil) {
        let theirs = i16::from(cx.state().live(by).score(ability));
        if theirs > score && cx.ask(who, WhoseWil { who, by })? {
            score = theirs;
        }
    }
    let adjusts = save.difficulty.adjusts();
    let against = score + adjusts;
    let face = d20(cx, save.rule, who, save.edge.lean(), against, &|| {
        let mut terms = vec![Term::new(ability.name(), score.into()).by(rules::DK_STAT_02)];
        if adjusts != 0 {
            terms.push(Term::new("Difficulty", adjusts.into()).by(rules::DK_CHECK_06));
        }
        terms
    })?;
    let passed = i16::from(face) <= against;
    cx.record(rules::DK_CHECK_01, Fact::Saved { who, ability, against, face, passed });
    Ok(passed)
}

/// The face that counts of one D20 or two. Odds only need to know whether it passes.
fn d20(
    cx: &mut Cx<'_, DirkRules>,
    rule: RuleId,
    who: Who,
    lean: Lean,
    against: i16,
    terms: &dyn Fn() -> Vec<Term>,
) -> Flow<u8> {
    let kept = |faces: &Faces| match lean {
        Lean::Worse => faces.highest().unwrap_or(20),
        Lean::Better | Lean::Plain => faces.lowest().unwrap_or(20),
    };
    let alike = |a: &Faces, b: &Faces| (i16::from(kept(a)) <= against) == (i16::from(kept(b)) <= against);
    let groups = [Group::new(if lean == Lean::Plain { 1 } else { 2 }, 20)];
    let roll = Roll {
        rule,
        by: who.into(),
        audience: Audience::ALL,
        groups: &groups,
        terms: Some(terms),
        alike: Some(&alike),
    };
    cx.roll_one(&roll).map(|faces| kept(&faces))
}

/// Whether an injury is in the way of a roll: the referee says, as the book proposes.
pub fn hindered(cx: &mut Cx<'_, DirkRules>, who: Who, tag: &str, edge: &mut Edge) -> Flow {
    if cx.state().live(who).parts == [PartState::Whole; 6] {
        return Ok(());
    }
    let book = cx.book();
    for part in Part::ALL {
        if cx.state().live(who).part(part) == PartState::Whole {
            continue;
        }
        let Some(row) = book.part(part).filter(|row| row.hinders.iter().any(|hindered| hindered == tag))
        else {
            continue;
        };
        cx.cite(row.id);
        let ruling = cx.judge(rules::DK_HARM_08, 0, &|| Judgement {
            rule: rules::DK_HARM_08,
            tag: format!("{} and {tag}", part.name()),
            question: format!("Is the injured {} in the way?", part.name()),
            about: vec![row.text.clone()],
            options: vec![
                RulingOption::new("hinders", "In the way: disadvantage"),
                RulingOption::new("harmless", "Not in the way"),
            ],
            proposal: 0,
            why: format!("an injured {} hinders {tag}", part.name()),
            precedents: Vec::new(),
        })?;
        if ruling.option() == 0 {
            edge.disadvantage(cx, rules::DK_HARM_08);
        }
    }
    Ok(())
}

deed! {
    /// A save the referee calls for.
    #[serde(deny_unknown_fields)]
    pub struct CallSave(form: DirkRules) {
        /// Who saves.
        who: Who = form.creature("who", "Who")?,
        /// On which score.
        ability: Ability = form.one_of("ability", "On", Ability::ALL.map(|ability| (ability, ability.name())))?,
        /// How hard it is.
        #[serde(default)]
        difficulty: Difficulty = Difficulty::fill(form)?,
        /// The situation helps.
        #[serde(default)]
        advantage: bool = form.flag("advantage", "Advantage")?,
        /// The situation hinders.
        #[serde(default)]
        disadvantage: bool = form.flag("disadvantage", "Disadvantage")?,
        /// Two saves: both, one or none may pass.
        #[serde(default)]
        complicated: bool = form.flag("complicated", "Complicated")?,
        /// The score of the second of two saves, if it is another.
        #[serde(default)]
        second: Option<Ability> = form.unasked("second")?,
        /// What it is about, in a word: backgrounds and injuries may bear on it.
        #[serde(default)]
        about: Option<String> = form.maybe_text("about", "About", 60)?,
    }
}

impl Deed<DirkRules> for CallSave {
    const CARD: Card = Card::gm("Call for a save", "Scene").rule(rules::DK_CHECK_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        is_alive(may, self.who)?;
        may_adjust(may, self.complicated || self.terms() != Terms::default())?;
        may.not_if(self.about().is_some_and(|about| about.chars().count() > 60), || {
            Refusal::new(rules::DK_CHECK_01, "words", "Say what it is about in at most 60 characters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let mut edge = Edge::default();
        self.terms().lean(cx, &mut edge);
        let about = self.about();
        if let Some(about) = about {
            related(cx, self.who, about, &mut edge)?;
            hindered(cx, self.who, about, &mut edge)?;
            power::lean(cx, self.who, about, &mut edge)?;
        }
        cx.cite(rules::DK_STAT_01);
        let once = |cx: &mut Cx<'_, DirkRules>, ability| {
            let save_on = Save::new(self.who, ability, rules::DK_CHECK_01);
            save(cx, Save { difficulty: self.difficulty, edge, ..save_on })
        };
        let first = once(cx, self.ability)?;
        if !self.complicated {
            let outcome = if first { "pass" } else { "fail" };
            cx.record(rules::DK_CHECK_01, Fact::Outcome(Last { outcome: outcome.into(), dice: Vec::new() }));
            return Ok(());
        }
        let second = once(cx, self.second.unwrap_or(self.ability))?;
        let outcome = match u8::from(first) + u8::from(second) {
            2 => "pass",
            1 => "part",
            _ => "fail",
        };
        if outcome == "part" {
            cx.judge(rules::DK_CHECK_05, 0, &|| Judgement {
                rule: rules::DK_CHECK_05,
                tag: about.unwrap_or("one pass").to_owned(),
                question: "One of two passed. What does it come to?".into(),
                about: Vec::new(),
                options: vec![
                    RulingOption::new("partial", "Part of what was wanted"),
                    RulingOption::new("cost", "All of it, at a cost"),
                    RulingOption::new("consequence", "All of it, with a consequence"),
                ],
                proposal: 0,
                why: "one of two saves passed".into(),
                precedents: Vec::new(),
            })?;
        }
        cx.record(rules::DK_CHECK_05, Fact::Outcome(Last { outcome: outcome.into(), dice: Vec::new() }));
        Ok(())
    }
}

impl CallSave {
    fn about(&self) -> Option<&str> {
        self.about.as_deref().map(str::trim).filter(|about| !about.is_empty())
    }

    fn terms(&self) -> Terms {
        Terms { advantage: self.advantage, disadvantage: self.disadvantage, difficulty: self.difficulty }
    }
}

/// What the referee may lay on a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Terms {
    /// The situation helps.
    pub advantage: bool,
    /// The situation hinders.
    pub disadvantage: bool,
    /// How hard it is.
    pub difficulty: Difficulty,
}

impl Terms {
    /// In a few words.
    pub fn words(self) -> String {
        let flags = [(self.advantage, "advantage"), (self.disadvantage, "disadvantage")];
        let flags = flags.into_iter().filter(|(on, _)| *on).map(|(_, word)| word);
        let hard = (self.difficulty != Difficulty::Plain).then(|| self.difficulty.name());
        flags.chain(hard).collect::<Vec<_>>().join(", ")
    }

    /// Makes a roll better or worse by them.
    pub fn lean(self, cx: &mut Cx<'_, DirkRules>, edge: &mut Edge) {
        if self.advantage {
            edge.advantage(cx, rules::DK_CHECK_02);
        }
        if self.disadvantage {
            edge.disadvantage(cx, rules::DK_CHECK_03);
        }
        if self.difficulty != Difficulty::Plain {
            cx.cite(rules::DK_CHECK_06);
        }
    }
}

impl Lays for DirkRules {
    const LAYING: RuleId = rules::DK_CHECK_02;
    type Terms = Terms;

    fn laid(state: &State) -> &Laid<Terms> {
        &state.laid
    }

    fn laid_fact(fact: LayFact<Terms>) -> Fact {
        Fact::Laid(fact)
    }

    fn terms(form: &mut Filling<'_, Self>) -> Filled<Terms> {
        Ok(Terms {
            difficulty: Difficulty::fill(form)?,
            advantage: form.flag("advantage", "Advantage")?,
            disadvantage: form.flag("disadvantage", "Disadvantage")?,
        })
    }

    fn edges() -> Vec<(&'static str, &'static str, Terms)> {
        let plain = Terms::default();
        vec![
            ("advantage", "Advantage", Terms { advantage: true, ..plain }),
            ("disadvantage", "Disadvantage", Terms { disadvantage: true, ..plain }),
            ("trivial", "Trivial", Terms { difficulty: Difficulty::Trivial, ..plain }),
            ("difficult", "Difficult", Terms { difficulty: Difficulty::Difficult, ..plain }),
        ]
    }

    fn asked_first(state: &State) -> bool {
        state.house.asked_first == AskedFirst::On
    }

    fn may_lay(may: May<'_, Self>, on: Who, _terms: Terms) -> Lawful {
        is_alive(may, on)?;
        may_adjust(may, true)
    }
}

pub(crate) fn may_adjust(may: May<'_, DirkRules>, adjusted: bool) -> Lawful {
    may.not_if(adjusted && may.state.house.advanced_throws == AdvancedThrows::Off, || {
        let sentence = "Advantage, difficulty and complicated rolls are switched off at this table.";
        Refusal::new(rules::DK_CHECK_02, "switched-off", sentence)
    })
}

/// Whether a background bears on a roll: proposed by its words, decided by the referee, remembered.
pub(crate) fn related(cx: &mut Cx<'_, DirkRules>, who: Who, about: &str, edge: &mut Edge) -> Flow {
    let book = cx.book();
    let backgrounds = cx.state().sheet(who).backgrounds.clone();
    for Background { kind, of } in &backgrounds {
        let Some(row) = book.background(kind).filter(|row| row.rule != rules::DK_CHAR_04) else {
            continue;
        };
        let special =
            of.as_deref().and_then(|of| row.suggested.iter().find(|suggested| suggested.name == of));
        let words = row.related.iter().chain(special.into_iter().flat_map(|special| &special.related));
        let fits = words.into_iter().any(|word| about.contains(word.as_str()));
        let name = of.as_deref().unwrap_or(kind);
        cx.cite(row.rule);
        let ruling = cx.judge(rules::DK_CHAR_03, u8::from(!fits), &|| Judgement {
            rule: rules::DK_CHAR_03,
            tag: format!("{name} and {about}"),
            question: format!("Does {name} help with {about}?"),
            about: row.related.clone(),
            options: vec![
                RulingOption::new("related", "It does: advantage"),
                RulingOption::new("unrelated", "It does not"),
            ],
            proposal: u8::from(!fits),
            why: if fits {
                format!("{name} is about {about}")
            } else {
                format!("{name} is about other things")
            },
            precedents: Vec::new(),
        })?;
        if ruling.option() == 0 {
            edge.advantage(cx, rules::DK_CHAR_03);
        }
    }
    Ok(())
}

/// One side of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contender {
    /// Who.
    pub who: Who,
    /// With which score.
    pub ability: Ability,
    /// The situation helps.
    #[serde(default)]
    pub advantage: bool,
    /// The situation hinders.
    #[serde(default)]
    pub disadvantage: bool,
}

impl Contender {
    fn edge(&self, cx: &mut Cx<'_, DirkRules>) -> Edge {
        let mut edge = Edge::default();
        if self.advantage {
            edge.advantage(cx, rules::DK_CHECK_02);
        }
        if self.disadvantage {
            edge.disadvantage(cx, rules::DK_CHECK_03);
        }
        edge
    }
}

deed! {
    /// A contest: each side rolls D10 and adds its score; the highest total wins, ties roll again.
    pub struct Contest(form: DirkRules) {
        /// Two or more sides.
        sides: Vec<Contender> = sides(form)?,
    }
}

/// The field `sides`: everybody on each score. Short for a side is "Brack: STR".
fn sides(form: &mut Filling<'_, DirkRules>) -> Filled<Vec<Contender>> {
    let at = form.at();
    let people = DirkRules::creatures(at, form.seat);
    let able = || people.iter().filter(|(who, _)| is_alive(May::quiet(at, Seat::GM), *who).is_ok());
    let domain = || {
        let sides = able().flat_map(|(_, name)| {
            Ability::ALL.map(|ability| {
                let side = format!("{name}: {}", ability.name());
                Thing { what: Candidate::new(side.clone(), side), cost: 0 }
            })
        });
        Domain::Subset { of: sides.collect(), least: 2, most: 12, budget: None }
    };
    let side = |who| Contender { who, ability: Ability::Str, advantage: false, disadvantage: false };
    let example = || Some(able().take(2).map(|(who, _)| side(*who)).collect());
    let read = |mut written: Value| {
        for one in written.as_array_mut().into_iter().flatten() {
            if let Some((name, ability)) = one.as_str().and_then(|one| one.rsplit_once(": ")) {
                *one = json!({ "who": name, "ability": ability });
            }
            if let Some(who) = one.get_mut("who").filter(|who| who.is_string()) {
                // A name nobody has is the number nobody has.
                let known = people.iter().find(|(_, name)| who.as_str() == Some(name));
                *who = json!(known.map_or(Who(u16::MAX), |(who, _)| *who));
            }
        }
        serde_json::from_value(written).map_err(|error| error.to_string())
    };
    form.field("sides", "Who, and on what", domain, example, read)
}

impl Deed<DirkRules> for Contest {
    const CARD: Card = Card::gm("Call for a contest", "Scene").rule(rules::DK_CHECK_07);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let sides = &self.sides;
        may.outright_if(may.state.house.advanced_throws == AdvancedThrows::Off, || {
            Refusal::new(rules::DK_CHECK_02, "switched-off", "Contests are switched off at this table.")
        })?;
        let same = |at: usize| sides[..at].iter().any(|known| known.who == sides[at].who);
        let doubled = (0..sides.len()).any(same);
        may.not_if(sides.len() < 2 || sides.len() > 12 || doubled, || {
            let sentence = "A contest takes two to twelve different sides.";
            Refusal::new(rules::DK_CHECK_07, "sides", sentence).with("sides", sides.len())
        })?;
        sides.iter().try_for_each(|side| is_alive(may, side.who))
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let winner = contend(cx, &self.sides)?;
        let outcome = winner.map_or_else(|| "nobody".to_owned(), |who| cx.state().sheet(who).name.clone());
        cx.record(rules::DK_CHECK_07, Fact::Outcome(Last { outcome, dice: Vec::new() }));
        Ok(())
    }
}

/// Who wins a contest; nobody where a tie leaves things as they are.
pub fn contend(cx: &mut Cx<'_, DirkRules>, sides: &[Contender]) -> Flow<Option<Who>> {
    let mut left: SmallVec<[Contender; 4]> = sides.iter().copied().collect();
    loop {
        cx.mark(rules::DK_CHECK_07, &left)?;
        let mut totals: SmallVec<[u16; 4]> = SmallVec::new();
        for side in &left {
            let score = cx.state().live(side.who).score(side.ability);
            totals.push(u16::from(score) + u16::from(d10(cx, side, score)?));
        }
        let best = totals.iter().copied().max().unwrap_or_default();
        let tied: SmallVec<[Contender; 4]> =
            left.iter().zip(&totals).filter(|(_, total)| **total == best).map(|(side, _)| *side).collect();
        match (tied.len(), cx.state().house.contest_tie) {
            (1, _) => return Ok(Some(tied[0].who)),
            (_, ContestTie::Holder) => return Ok(None),
            (_, ContestTie::Reroll) => left = tied,
        }
    }
}

/// The face that counts of one D10 or two.
fn d10(cx: &mut Cx<'_, DirkRules>, side: &Contender, score: u8) -> Flow<u8> {
    let mut edge = side.edge(cx);
    if let Some(terms) = bearing(cx, side.who, side.ability.name())? {
        terms.lean(cx, &mut edge);
    }
    edge.cite(cx);
    let lean = edge.lean();
    let kept = |faces: &Faces| match lean {
        Lean::Worse => faces.lowest().unwrap_or(1),
        Lean::Better | Lean::Plain => faces.highest().unwrap_or(1),
    };
    let alike = |a: &Faces, b: &Faces| kept(a) == kept(b);
    let groups = [Group::new(if lean == Lean::Plain { 1 } else { 2 }, 10)];
    let terms = || vec![Term::new(side.ability.name(), score.into()).by(rules::DK_STAT_02)];
    let roll = Roll {
        rule: rules::DK_CHECK_07,
        by: side.who.into(),
        audience: Audience::ALL,
        groups: &groups,
        terms: Some(&terms),
        alike: Some(&alike),
    };
    cx.roll_one(&roll).map(|faces| kept(&faces))
}

/// Refuses what the dead and the unknown cannot do.
pub fn alive(at: At<'_, DirkRules>, who: Who) -> Result<(), Refusal> {
    is_alive(May::told(at, Seat::GM), who).map_err(Barred::refusal)
}

/// What bars the dead and the unknown.
#[inline]
pub fn is_alive(may: May<'_, DirkRules>, who: Who) -> Lawful {
    let Some(creature) = may.state.creature(who) else {
        let sentence = "There is no such creature here.";
        return may.no(|| Refusal::new(rules::DK_BATTLE_06, "no-such-creature", sentence));
    };
    let name = &creature.sheet.name;
    may.not_if(creature.sheet.draft.is_some(), || {
        Refusal::new(rules::DK_CHAR_01, "not-ready", format!("{name} is still being made."))
    })?;
    may.not_if(creature.live.dead, || Refusal::new(rules::DK_HARM_13, "dead", format!("{name} is dead.")))
}

/// Refuses what only the referee may do.
pub fn referee(by: Seat, rule: RuleId, what: &str) -> Flow {
    if by.is_gm() {
        Ok(())
    } else {
        refuse(Refusal::new(rule, "only-gm", format!("Only the referee may {what}.")))
    }
}
