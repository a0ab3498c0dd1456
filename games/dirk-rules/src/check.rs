//! Rolls that are called for: saves with advantage and difficulty, complicated rolls, contests.

use boneyard_table::view::Term;
use boneyard_table::{
    At, Audience, Cx, Faces, Flow, Group, Judgement, Refusal, Roll, RuleId, RulingOption, Seat, Who, refuse,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::fact::Fact;
use crate::house::{AdvancedThrows, ContestTie};
use crate::power;
use crate::question::WhoseWil;
use crate::rules;
use crate::state::{Ability, Affliction, Background, Last, Part, PartState};

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

/// A save the referee calls for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallSave {
    /// Who saves.
    pub who: Who,
    /// On which score.
    pub ability: Ability,
    /// How hard it is.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// The situation helps.
    #[serde(default)]
    pub advantage: bool,
    /// The situation hinders.
    #[serde(default)]
    pub disadvantage: bool,
    /// Two saves: both, one or none may pass.
    #[serde(default)]
    pub complicated: bool,
    /// The score of the second of two saves, if it is another.
    #[serde(default)]
    pub second: Option<Ability>,
    /// What it is about, in a word: backgrounds and injuries may bear on it.
    #[serde(default)]
    pub about: Option<String>,
}

/// Carries out a save the referee called for.
pub fn call_save(cx: &mut Cx<'_, DirkRules>, call: &CallSave) -> Flow {
    alive(cx.at(), call.who)?;
    let adjusted =
        call.advantage || call.disadvantage || call.complicated || call.difficulty != Difficulty::Plain;
    if adjusted && cx.state().house.advanced_throws == AdvancedThrows::Off {
        return refuse(Refusal::new(
            rules::DK_CHECK_02,
            "switched-off",
            "Advantage, difficulty and complicated rolls are switched off at this table.",
        ));
    }
    let about = call.about.as_deref().map(str::trim).filter(|about| !about.is_empty());
    if about.is_some_and(|about| about.chars().count() > 60) {
        return refuse(Refusal::new(
            rules::DK_CHECK_01,
            "words",
            "Say what it is about in at most 60 characters.",
        ));
    }
    let mut edge = Edge::default();
    if call.advantage {
        edge.advantage(cx, rules::DK_CHECK_02);
    }
    if call.disadvantage {
        edge.disadvantage(cx, rules::DK_CHECK_03);
    }
    if let Some(about) = about {
        related(cx, call.who, about, &mut edge)?;
        hindered(cx, call.who, about, &mut edge)?;
        power::lean(cx, call.who, about, &mut edge)?;
    }
    if call.difficulty != Difficulty::Plain {
        cx.cite(rules::DK_CHECK_06);
    }
    cx.cite(rules::DK_STAT_01);
    let once = |cx: &mut Cx<'_, DirkRules>, ability| {
        save(
            cx,
            Save { difficulty: call.difficulty, edge, ..Save::new(call.who, ability, rules::DK_CHECK_01) },
        )
    };
    let first = cx.within(call.who, |cx| once(cx, call.ability))?;
    if !call.complicated {
        let outcome = if first { "pass" } else { "fail" };
        cx.record(rules::DK_CHECK_01, Fact::Outcome(Last { outcome: outcome.into(), dice: Vec::new() }));
        return Ok(());
    }
    let second = cx.within(first, |cx| once(cx, call.second.unwrap_or(call.ability)))?;
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

/// A contest: each side rolls D10 and adds its score; the highest total wins, ties roll again.
pub fn contest(cx: &mut Cx<'_, DirkRules>, sides: &[Contender]) -> Flow {
    if cx.state().house.advanced_throws == AdvancedThrows::Off {
        return refuse(Refusal::new(
            rules::DK_CHECK_02,
            "switched-off",
            "Contests are switched off at this table.",
        ));
    }
    let doubled =
        sides.iter().enumerate().any(|(at, side)| sides[..at].iter().any(|known| known.who == side.who));
    if sides.len() < 2 || sides.len() > 12 || doubled {
        return refuse(
            Refusal::new(rules::DK_CHECK_07, "sides", "A contest takes two to twelve different sides.")
                .with("sides", sides.len()),
        );
    }
    for side in sides {
        alive(cx.at(), side.who)?;
    }
    let winner = contend(cx, sides)?;
    let outcome = winner.map_or_else(|| "nobody".to_owned(), |who| cx.state().sheet(who).name.clone());
    cx.record(rules::DK_CHECK_07, Fact::Outcome(Last { outcome, dice: Vec::new() }));
    Ok(())
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
    let edge = side.edge(cx);
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
    match at.state.creature(who) {
        None => Err(Refusal::new(rules::DK_BATTLE_06, "no-such-creature", "There is no such creature here.")),
        Some(creature) if creature.sheet.draft.is_some() => {
            let sentence = format!("{} is still being made.", creature.sheet.name);
            Err(Refusal::new(rules::DK_CHAR_01, "not-ready", sentence))
        }
        Some(creature) if creature.live.dead => {
            Err(Refusal::new(rules::DK_HARM_13, "dead", format!("{} is dead.", creature.sheet.name)))
        }
        Some(_) => Ok(()),
    }
}

/// Refuses what only the referee may do.
pub fn referee(by: Seat, rule: RuleId, what: &str) -> Flow {
    if by.is_gm() {
        Ok(())
    } else {
        refuse(Refusal::new(rule, "only-gm", format!("Only the referee may {what}.")))
    }
}
