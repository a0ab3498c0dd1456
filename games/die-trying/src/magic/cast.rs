//! Casting a known spell: whether it may be, its dice, the instability it leaves, and on to its effect or
//! to what goes wrong.

use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::{Aim, check_aim};
use super::dice::throw;
use super::miscast::miscast;
use super::own::{extra_instability, gain, instability, magic_dice, tools_of_magic};
use super::work::{Bent, deed, work};
use crate::DieTrying;
use crate::book::{Book, Of, Passive, SpellRow};
use crate::combat::{Cost, legal, pay};
use crate::fact::{CheckFact, MagicFact};
use crate::house::{CantripRollsId, HouseSpells};
use crate::hurt::end_affects;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Known, Proficiency, State, What};

/// The Cast action, with a spell somebody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// Who.
    pub who: Who,
    /// Which spell, by name.
    pub spell: String,
    /// With so many Magic Dice; as many as its level if nothing is said.
    #[serde(default)]
    pub dice: Option<u8>,
    /// Whom it is for, or whose thing.
    #[serde(default)]
    pub target: Option<Who>,
    /// Which thing of theirs.
    #[serde(default)]
    pub item: Option<u8>,
    /// The centre of its area.
    #[serde(default)]
    pub at: Option<crate::state::Spot>,
    /// Where its cone or line points.
    #[serde(default)]
    pub facing: Option<boneyard_table::view::Direction>,
}

/// What is cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A spell.
    Spell(RuleId),
    /// A wish: an entry of the menu, and which of its choices.
    Wish {
        /// Which entry.
        entry: u8,
        /// Which choice.
        option: u8,
    },
}

/// A casting under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Casting {
    /// Who casts.
    pub who: Who,
    /// What.
    pub form: Form,
    /// The skill of its tradition.
    pub skill: Proficiency,
    /// Magic Dice put into it.
    pub dice: u8,
    /// Its Power, once the dice fell.
    pub power: i16,
    /// What it is aimed at.
    pub aim: Aim,
    /// Cast again by a siphon.
    pub again: bool,
}

/// Spells somebody can cast: known ones, and those of things they have.
pub fn spells_of<'b>(state: &State, book: &'b Book, who: Who) -> Vec<(&'b SpellRow, Proficiency)> {
    if state.house.house_spells == HouseSpells::Off {
        return Vec::new();
    }
    let row = |known: &Known| book.spells.get(known.spell.as_str()).map(|row| (row, known.skill));
    let mut all: Vec<(&SpellRow, Proficiency)> = state.sheet(who).spells.iter().filter_map(row).collect();
    passive::each(state, book, who, Of::Knows, &mut |_, _, passive| {
        if let Passive::Knows(name) = passive
            && let Some(row) = book.spells.named(name)
            && all.iter().all(|(known, _)| known.id != row.id)
        {
            all.push((row, Proficiency::Arcana));
        }
    });
    all
}

/// Magic Dice somebody may use now.
pub(super) fn usable(state: &State, book: &Book, who: Who) -> Result<u8, Refusal> {
    match passive::forbids(state, book, who, "magic-dice") {
        Some(rule) => {
            let sentence = format!("{} is Siphoned: no Magic Dice before the next day.", state.name(who));
            Err(Refusal::new(rule, "siphoned", sentence))
        }
        None => Ok(magic_dice(state, book, who)),
    }
}

/// Whether somebody may cast so.
pub fn check_cast(at: At<'_, DieTrying>, cast: &Cast) -> Result<Casting, Refusal> {
    let (state, book, who) = (at.state, at.book, cast.who);
    let rule = rules::DT_MAG_01;
    legal(state, book, who, Cost::Action)?;
    if state.house.house_spells == HouseSpells::Off {
        let sentence = "This table plays without our spells; castings are improvised.";
        return Err(Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence));
    }
    let wanted = cast.spell.trim();
    let found =
        spells_of(state, book, who).into_iter().find(|(row, _)| row.name.eq_ignore_ascii_case(wanted));
    let Some((row, skill)) = found else {
        let sentence = format!("{} does not know that spell.", state.name(who));
        return Err(Refusal::new(rule, "not-known", sentence));
    };
    let dice = cast.dice.unwrap_or(row.level);
    if dice == 0 && row.level > 0 {
        let sentence = format!(
            "Without Magic Dice only spells of level 0 can be cast; {} is level {}.",
            row.name, row.level
        );
        return Err(Refusal::new(rules::DT_MAG_08, "no-dice", sentence));
    }
    if dice < row.level {
        let sentence = format!(
            "{} is level {}: it takes at least {}.",
            row.name,
            row.level,
            count(row.level, "Magic Die", "Magic Dice")
        );
        return Err(Refusal::new(rule, "too-few", sentence).with("least", row.level));
    }
    if dice > 0 {
        let most = usable(state, book, who)?;
        if dice > most {
            let sentence = format!("{} has {}.", state.name(who), count(most, "Magic Die", "Magic Dice"));
            return Err(Refusal::new(rule, "too-many", sentence).with("most", most));
        }
    }
    let aim = Aim { target: cast.target, item: cast.item, at: cast.at, facing: cast.facing };
    let form = Form::Spell(row.id);
    if let Some(deed) = deed(book, &form) {
        let alone = aim.target.is_none() && deed.range <= 5 && deed.target.contains("object");
        let aim = if alone { Aim { target: Some(who), ..aim } } else { aim };
        check_aim(at, &deed, who, &aim)?;
        return Ok(Casting { who, form, skill, dice, power: 0, aim, again: false });
    }
    Err(Refusal::new(rule, "not-known", "There is no such spell."))
}

/// Casts a known spell.
pub fn cast(cx: &mut Cx<'_, DieTrying>, cast: &Cast) -> Flow {
    let casting = check_cast(cx.at(), cast)?;
    let who = casting.who;
    if !covered(cx, &casting)? {
        return Ok(());
    }
    cx.cite(rules::DT_COM_11);
    cx.cite(rules::DT_MAG_10);
    pay(cx, who, Cost::Action, rules::DT_COM_06);
    let what = deed(cx.book(), &casting.form).map_or("", |deed| deed.name).to_owned();
    let taught = passive::find(cx.state(), cx.book(), who, Of::Knows, |passive| match passive {
        Passive::Knows(name) if *name == what => Some(()),
        _ => None,
    });
    if let Some((_, thing)) = taught {
        cx.cite(rules::DT_MAG_07);
        cx.cite(thing);
    }
    cx.record(rules::DT_MAG_01, MagicFact::Casts { who, what, dice: casting.dice }.into());
    if casting.dice == 0 {
        cx.cite(rules::DT_MAG_08);
    }
    let (power, matching) = cx.within(&casting, |cx| rolled(cx, &casting, casting.dice))?;
    let casting = Casting { power, ..casting };
    cx.mark(rules::DT_MAG_02, (&casting, matching))?;
    if matching > 0 {
        cx.within(who, |cx| miscast(cx, &casting, Some(matching)))?;
    } else {
        cx.within(who, |cx| work(cx, &casting, &Bent::default()))?;
    }
    spoken(cx, who);
    Ok(())
}

/// Whether there is a ceiling, for what needs one: in a dungeon there is, elsewhere the TS says. Without it nothing is
/// cast.
fn covered(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow<bool> {
    let needs = deed(cx.book(), &casting.form).is_some_and(|deed| deed.ceiling);
    let Form::Spell(rule) = casting.form else { return Ok(true) };
    if !needs || cx.state().dungeon.is_some() {
        return Ok(true);
    }
    // Later they may be somewhere else.
    let minute = cx.state().now.0 / 60;
    let judgement = || Judgement {
        rule,
        tag: format!("ceiling {:02}:{:02}", minute / 60, minute % 60),
        question: "Is there a ceiling to bring down?".into(),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Yes"), RulingOption::new("no", "No")],
        proposal: 0,
        why: "Below ground there is.".into(),
        precedents: Vec::new(),
    };
    let yes = cx.judge(rule, 0, &judgement)?.option() == 0;
    if !yes {
        let text = "There is no ceiling to bring down.".to_owned();
        cx.record(rule, CheckFact::Extra { who: casting.who, text }.into());
    }
    Ok(yes)
}

/// The dice of a casting, and the instability it leaves.
pub(super) fn rolled(cx: &mut Cx<'_, DieTrying>, casting: &Casting, gained: u8) -> Flow<(i16, u8)> {
    let (state, book, who) = (cx.state(), cx.book(), casting.who);
    for rule in tools_of_magic(state, book, who) {
        cx.cite(rules::DT_MAG_07);
        cx.cite(rule);
    }
    let (state, book) = (cx.state(), cx.book());
    let mut unstable = instability(state, who);
    let extra = extra_instability(state, book, who);
    for (more, rule) in &extra {
        unstable = unstable.saturating_add(*more);
        cx.cite(*rule);
    }
    if casting.dice == 0 && cx.state().house.cantrip_rolls_id == CantripRollsId::Off {
        unstable = 0;
    }
    let (dice, gained) = (casting.dice, gained);
    let fallen = cx.within((casting, gained), |cx| throw(cx, who, dice, unstable))?;
    cx.cite(rules::DT_MAG_05);
    gain(cx, who, 0, gained, rules::DT_MAG_03);
    Ok(fallen)
}

/// Whoever casts is no longer hidden, nor vanished.
pub(super) fn spoken(cx: &mut Cx<'_, DieTrying>, who: Who) {
    sight::acted(cx, who);
    reappears(cx, who);
}

/// Whoever vanished by magic is to be seen again.
pub fn reappears(cx: &mut Cx<'_, DieTrying>, who: Who) {
    end_affects(cx, who, |affect| {
        affect.by == rules::DT_SPELL_15H && matches!(affect.what, What::Is(Condition::Invisible, _))
    });
}
