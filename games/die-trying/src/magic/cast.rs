//! Casting a known spell: whether it may be, its dice, the instability it leaves, and on to its effect or
//! to what goes wrong.

use boneyard_table::deed::{self, Card, Filled, Filling, Lawful, May, Unfilled};
use boneyard_table::view::{Candidate, Direction, Domain, count};
use boneyard_table::{At, Cx, Flow, Judgement, Pilot, Refusal, RuleId, RulingOption, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::aim::{Aim, may_aim};
use super::dice::throw;
use super::field::{loose, things_of_all, which_thing, written_thing};
use super::miscast::miscast;
use super::own::{extra_instability, gain, instability, magic_dice, tools_of_magic};
use super::work::{Bent, Deed, deed, work};
use crate::DieTrying;
use crate::book::{Book, Effect, Of, Passive, Shape, SpellRow};
use crate::combat::{Cost, actor_now, floor_spots, may_do, pay, square};
use crate::fact::{CheckFact, MagicFact};
use crate::house::{CantripRollsId, HouseSpells};
use crate::hurt::end_affects;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Known, Place, Proficiency, Spot, State, Ware, What};

/// The Cast action, with a spell somebody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    pub at: Option<Spot>,
    /// Where its cone or line points.
    #[serde(default)]
    pub facing: Option<Direction>,
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
pub(super) fn usable(may: May<'_, DieTrying>, who: Who) -> Lawful<u8> {
    match passive::forbids(may.state, may.book, who, "magic-dice") {
        Some(rule) => may.no(|| {
            let name = may.state.name(who);
            let sentence = format!("{name} is Siphoned: no Magic Dice before the next day.");
            Refusal::new(rule, "siphoned", sentence)
        }),
        None => Ok(magic_dice(may.state, may.book, who)),
    }
}

impl deed::Form<DieTrying> for Cast {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = actor_now(form)?;
        let (at, seat) = (form.at(), form.seat);
        let have = at.state.creature(who).map_or(0, |_| magic_dice(at.state, at.book, who));
        let spell: String = form.each("spell", castable(at, who, have))?;
        let blank = Self { who, spell, dice: None, target: None, item: None, at: None, facing: None };
        if form.is_written() {
            let dice = form.unasked("dice")?;
            let target = form.unasked_creature("target")?;
            let item = written_thing(form, target.unwrap_or(who))?;
            let (at, facing) = (form.unasked("at")?, form.unasked("facing")?);
            return Ok(Self { dice, target, item, at, facing, ..blank });
        }
        let Some(row) = at.book.spells.named(&blank.spell) else { return Err(Unfilled::Hidden) };
        let Some(deed) = deed(at.book, &Form::Spell(row.id)) else { return Err(Unfilled::Hidden) };
        form.id(|| format!("cast-{}", row.id.as_str()));
        form.label(|| format!("Cast {}", row.name).into());
        form.rule(row.id);
        let dice = form.amount("dice", "Magic Dice", row.level.into()..=have.max(row.level).into())?;
        let blank = Self { dice: Some(dice), ..blank };
        match deed.area.map(|area| area.shape).filter(|_| at.state.board.is_some()) {
            Some(Shape::Cone | Shape::Line) => {
                let winds = || Domain::Direction { among: Direction::ALL.to_vec() };
                let first = || Direction::ALL.first().copied();
                let facing = form.field("facing", "Where to", winds, first, |_| Err(String::new()))?;
                Ok(Self { facing: Some(facing), ..blank })
            }
            Some(Shape::Radius | Shape::Square) => {
                let may = May::quiet(at, seat);
                let fits = |spot: &Spot| {
                    may_aim(may, &deed, who, &Aim { at: Some(*spot), ..Aim::default() }).is_ok()
                };
                let floor = || floor_spots(at.state).filter(fits);
                let squares = || Domain::Square { among: floor().map(square).collect() };
                let first = || floor().next();
                let centre = form.field("at", "Around", squares, first, |_| Err(String::new()))?;
                Ok(Self { at: Some(centre), ..blank })
            }
            _ if deed.target == "self" => Ok(blank),
            _ => {
                let target = form.creature("target", "For whom")?;
                let all = || things_of_all(at, seat, |target| things(at, &deed, who, target));
                let item = which_thing(form, all)?;
                Ok(Self { target: Some(target), item, ..blank })
            }
        }
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// Spells somebody could cast with so many dice, by name.
fn castable(at: At<'_, DieTrying>, who: Who, have: u8) -> impl Iterator<Item = String> {
    let all = at.state.creature(who).map_or_else(Vec::new, |_| spells_of(at.state, at.book, who));
    let able = all.into_iter().filter(move |(row, _)| row.level <= have);
    able.map(|(row, _)| row.name.clone())
}

/// Things a spell could be meant for, by whose they are: loose ones that it moves, lamps that it lights. What others
/// have in their packs is not told.
fn things(at: At<'_, DieTrying>, deed: &Deed<'_>, who: Who, target: Who) -> Vec<Candidate<Value>> {
    let state = at.state;
    let does = |wanted: fn(&Effect) -> bool| deed.effects.iter().chain(deed.minimal).any(wanted);
    if does(|effect| matches!(effect, Effect::Carry(_))) {
        return loose(state, target);
    }
    if !does(|effect| matches!(effect, Effect::Ignite(_))) {
        return Vec::new();
    }
    let one = state.one(target);
    let open = state.sheet(who).side == one.sheet.side;
    let lamps = one.sheet.items.iter().zip(&one.live.items).enumerate().filter(|(_, (sheet, now))| {
        let seen = open || now.place.is_held() || matches!(now.place, Place::Floor(_));
        let burns = now.lit.is_none() && now.left > 0 && now.count > 0;
        matches!(sheet.ware, Ware::Lamp(_)) && burns && seen && now.place != Place::Gone
    });
    lamps
        .map(|(nth, (sheet, _))| Candidate::new(json!(nth), sheet.name.clone()).given(json!(target)))
        .collect()
}

/// Whether somebody may cast so, and what that makes.
pub fn may_cast(may: May<'_, DieTrying>, cast: &Cast) -> Lawful<Casting> {
    let (state, book, who) = (may.state, may.book, cast.who);
    let rule = rules::DT_MAG_01;
    may_do(may, who, Cost::Action)?;
    may.outright_if(state.house.house_spells == HouseSpells::Off, || {
        let sentence = "This table plays without our spells; castings are improvised.";
        Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence)
    })?;
    let wanted = cast.spell.trim();
    let found =
        spells_of(state, book, who).into_iter().find(|(row, _)| row.name.eq_ignore_ascii_case(wanted));
    let Some((row, skill)) = found else {
        return may.no(|| {
            let sentence = format!("{} does not know that spell.", state.name(who));
            Refusal::new(rule, "not-known", sentence)
        });
    };
    let (dice, level) = (cast.dice.unwrap_or(row.level), row.level);
    may.not_if(dice == 0 && level > 0, || {
        let name = &row.name;
        let sentence =
            format!("Without Magic Dice only spells of level 0 can be cast; {name} is level {level}.");
        Refusal::new(rules::DT_MAG_08, "no-dice", sentence)
    })?;
    may.not_if(dice < level, || {
        let takes = count(level, "Magic Die", "Magic Dice");
        let sentence = format!("{} is level {level}: it takes at least {takes}.", row.name);
        Refusal::new(rule, "too-few", sentence).with("least", level)
    })?;
    if dice > 0 {
        let most = usable(may, who)?;
        may.not_if(dice > most, || {
            let sentence = format!("{} has {}.", state.name(who), count(most, "Magic Die", "Magic Dice"));
            Refusal::new(rule, "too-many", sentence).with("most", most)
        })?;
    }
    let aim = Aim { target: cast.target, item: cast.item, at: cast.at, facing: cast.facing };
    let form = Form::Spell(row.id);
    let Some(deed) = deed(book, &form) else {
        return may.no(|| Refusal::new(rule, "not-known", "There is no such spell."));
    };
    let alone = aim.target.is_none() && deed.range <= 5 && deed.target.contains("object");
    let aim = if alone { Aim { target: Some(who), ..aim } } else { aim };
    may_aim(may, &deed, who, &aim)?;
    Ok(Casting { who, form, skill, dice, power: 0, aim, again: false })
}

impl deed::Deed<DieTrying> for Cast {
    const CARD: Card =
        Card::acting("Cast a spell", "Magic").rule(rules::DT_MAG_01).odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_cast(may, self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let casting = may_cast(May::quiet(cx.at(), by), &self)?;
        cast(cx, &casting)
    }

    fn carry_out(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let casting = may_cast(May::told(cx.at(), by), &self)?;
        cast(cx, &casting)
    }
}

/// Casts a known spell.
fn cast(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let who = casting.who;
    if !covered(cx, casting)? {
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
    let (power, matching) = cx.within(casting, |cx| rolled(cx, casting, casting.dice))?;
    let casting = Casting { power, ..casting.clone() };
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

/// The one who casts is no longer hidden, nor vanished.
pub(super) fn spoken(cx: &mut Cx<'_, DieTrying>, who: Who) {
    sight::acted(cx, who);
    reappears(cx, who);
}

/// The one who vanished by magic is to be seen again.
pub fn reappears(cx: &mut Cx<'_, DieTrying>, who: Who) {
    end_affects(cx, who, |affect| {
        affect.by == rules::DT_SPELL_15H && matches!(affect.what, What::Is(Condition::Invisible, _))
    });
}
