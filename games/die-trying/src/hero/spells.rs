//! The spells that talents bring: of a new hero, and of one in play whose talents marks have raised.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{At, Cx, Flow, Lane, Refusal, Seat, Who, deed};
use serde_json::json;

use super::draft::{MAKING, made_at, may_step, note, step_of};
use crate::DieTrying;
use crate::book::{Book, Passive, Pick, SpellRow, TalentRow};
use crate::fact::HeroFact;
use crate::gear::tradition;
use crate::house::HouseSpells;
use crate::naming::as_written;
use crate::rules;
use crate::state::{Known, Proficiency, Sheet, State, Step};

deed! {
    /// Learns a spell that a talent brings: of a new hero, or for a level gained in play.
    pub struct Learn(form: DieTrying) {
        who: Who = learner(form)?,
        /// Which, by name.
        spell: String = {
            let (state, book) = (form.state, form.book);
            let open = state.creature(who).map_or_else(Vec::new, |_| learnable(state, book, who));
            form.only_if(!open.is_empty())?;
            // All of them have a pick: one is tried.
            let domain = || {
                let told = |row: &&SpellRow| {
                    Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone())
                };
                Domain::one_of(open.iter().map(told))
            };
            form.field("spell", "Which", domain, || open.first().map(|row| row.name.clone()), as_written)?
        },
    }
}

deed! {
    /// A new hero gives up a spell for another.
    pub struct Unlearn(form: DieTrying) {
        who: Who = made_at(form, |step| step > Step::Assign)?,
        /// Which, by name.
        spell: String = {
            let (state, book) = (form.state, form.book);
            let known = state.creature(who).into_iter().flat_map(|one| &one.sheet.spells);
            let known: Vec<&str> = known.map(|known| book.name_of(known.spell)).collect();
            form.only_if(!known.is_empty())?;
            form.one_of("spell", "Which", known.into_iter().map(|name| (name.to_owned(), name.to_owned())))?
        },
    }
}

/// The one who learns: a hero at that step of the making, or one in play.
fn learner(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let state = form.state;
    let made = |who: &Who| state.creature(*who).is_some_and(|one| one.sheet.draft.is_some());
    let who = form.actor()?;
    if made(&who) {
        form.only_if(step_of(state, form.book, who) == Some(Step::Levels))?;
        return Ok(who);
    }
    form.only_if(state.creature(who).is_some_and(|one| one.sheet.is_hero()))?;
    form.group(|| "Growth".into());
    Ok(who)
}

/// Every pick of spells somebody's talents give, in the order of the levels.
fn picks<'b>(sheet: &Sheet, book: &'b Book) -> Vec<(&'b TalentRow, &'b Pick)> {
    let mut all = Vec::new();
    for (talent, level) in &sheet.talents {
        let Some(row) = book.talents.get(talent.as_str()) else { continue };
        let reached = usize::from(*level).min(row.levels.len()).checked_sub(1);
        let Some(reached) = reached.and_then(|at| row.levels.get(at)) else { continue };
        for passive in reached.passives.iter() {
            if let Passive::Learn(list) = passive {
                for pick in list {
                    all.extend(std::iter::repeat_n((row, pick), usize::from(pick.count)));
                }
            }
        }
    }
    // The narrowest first, so that what stays open is the widest.
    all.sort_by_key(|(_, pick)| pick.up_to);
    all
}

fn fits(pick: &Pick, spell: &SpellRow) -> bool {
    spell.level <= pick.up_to && spell.lists.iter().any(|list| pick.lists.contains(list))
}

/// For every pick the spell that fills it, so that as many spells as can be have one. A spell on several lists makes
/// room for one that has no other place.
fn filled(all: &[(&TalentRow, &Pick)], spells: &[&SpellRow]) -> Vec<Option<usize>> {
    fn place(
        spell: usize,
        fitting: &dyn Fn(usize, usize) -> bool,
        of: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for at in 0..of.len() {
            if tried[at] || !fitting(at, spell) {
                continue;
            }
            tried[at] = true;
            if of[at].is_none_or(|other| place(other, fitting, of, tried)) {
                of[at] = Some(spell);
                return true;
            }
        }
        false
    }
    let fitting = |at: usize, spell: usize| fits(all[at].1, spells[spell]);
    let mut of = vec![None; all.len()];
    for spell in 0..spells.len() {
        place(spell, &fitting, &mut of, &mut vec![false; all.len()]);
    }
    of
}

fn known<'b>(sheet: &Sheet, book: &'b Book) -> Vec<&'b SpellRow> {
    sheet.spells.iter().filter_map(|known| book.spells.get(known.spell.as_str())).collect()
}

/// Picks that no known spell fills yet.
pub fn open_picks<'b>(state: &State, book: &'b Book, who: Who) -> Vec<(&'b TalentRow, &'b Pick)> {
    if state.house.house_spells == HouseSpells::Off {
        return Vec::new();
    }
    let sheet = state.sheet(who);
    let all = picks(sheet, book);
    let of = filled(&all, &known(sheet, book));
    all.into_iter().zip(of).filter(|(_, spell)| spell.is_none()).map(|(pick, _)| pick).collect()
}

/// The pick a spell would fill beside all that are known.
fn pick_for<'b>(sheet: &Sheet, book: &'b Book, spell: &'b SpellRow) -> Option<(&'b TalentRow, &'b Pick)> {
    let (all, mut spells) = (picks(sheet, book), known(sheet, book));
    spells.push(spell);
    let of = filled(&all, &spells);
    let at = of.iter().position(|filled| *filled == Some(spells.len() - 1))?;
    (of.iter().flatten().count() == spells.len()).then(|| all[at])
}

/// Spells somebody may learn now.
pub fn learnable<'b>(state: &State, book: &'b Book, who: Who) -> Vec<&'b SpellRow> {
    if open_picks(state, book, who).is_empty() {
        return Vec::new();
    }
    let sheet = state.sheet(who);
    let new = book.spells.iter().filter(|spell| sheet.spells.iter().all(|known| known.spell != spell.id));
    new.filter(|spell| pick_for(sheet, book, spell).is_some()).collect()
}

impl Learn {
    /// The spell, and the pick it fills.
    fn pick<'a>(&self, may: May<'a, DieTrying>) -> Lawful<(&'a SpellRow, &'a TalentRow, &'a Pick)> {
        let (who, state, book) = (self.who, may.state, may.book);
        let Some(one) = state.creature(who).filter(|one| one.sheet.is_hero()) else {
            return may.no(|| Refusal::new(rules::DT_MAG_07, "nobody", "There is no such hero."));
        };
        if one.sheet.draft.is_some() {
            may_step(may, who, Step::Levels)?;
        }
        let Some(spell) = book.spells.named(self.spell.trim()) else {
            return may.no(|| Refusal::new(rules::DT_MAG_01, "no-such-spell", "There is no such spell."));
        };
        may.not_if(one.sheet.spells.iter().any(|known| known.spell == spell.id), || {
            Refusal::new(rules::DT_MAG_07, "known", format!("{} is known already.", spell.name))
        })?;
        let open = !open_picks(state, book, who).is_empty();
        match pick_for(&one.sheet, book, spell).filter(|_| open) {
            Some((row, pick)) => Ok((spell, row, pick)),
            None => may.no(|| {
                let sentence = format!("No talent lets this hero learn {} now.", spell.name);
                Refusal::new(rules::DT_MAG_07, "no-pick", sentence)
            }),
        }
    }
}

impl Deed<DieTrying> for Learn {
    const CARD: Card = Card::own("Learn a spell", MAKING).rule(rules::DT_MAG_07);

    fn lane(&self) -> Lane {
        Lane::Hero(self.who)
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.pick(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (who, at) = (self.who, cx.at());
        let (spell, row, pick) = self.pick(May::quiet(at, by))?;
        let list = row.tradition.as_deref();
        let list =
            list.or_else(|| spell.lists.iter().find(|list| pick.lists.contains(list)).map(String::as_str));
        let skill = list.and_then(tradition).unwrap_or(Proficiency::Arcana);
        let (talent, spell) = (row.id, spell.id);
        let mut all = at.state.sheet(who).spells.clone();
        all.push(Known { spell, skill });
        cx.cite(talent);
        cx.cite(spell);
        cx.record(rules::DT_MAG_07, HeroFact::Spells { who, all }.into());
        Ok(())
    }
}

/// The place of a spell among those somebody knows.
fn place_of(at: At<'_, DieTrying>, unlearn: &Unlearn) -> Option<usize> {
    let spell = at.book.spells.named(unlearn.spell.trim())?.id;
    at.state.sheet(unlearn.who).spells.iter().position(|known| known.spell == spell)
}

impl Deed<DieTrying> for Unlearn {
    const CARD: Card = Card::making("Give up a spell", MAKING).rule(rules::DT_MAG_07);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_step(may, self.who, Step::Assign)?;
        may.not_if(place_of(may.at(), self).is_none(), || {
            Refusal::new(rules::DT_MAG_01, "not-known", "This hero does not know that spell.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Some(place) = place_of(cx.at(), &self) else { return Ok(()) };
        let mut all = cx.state().sheet(self.who).spells.clone();
        all.remove(place);
        cx.record(rules::DT_MAG_07, HeroFact::Spells { who: self.who, all }.into());
        note(cx, self.who, |_| {});
        Ok(())
    }
}

/// Whether every spell somebody knows has a pick of its own.
pub(super) fn spells_fit(state: &State, book: &Book, who: Who) -> bool {
    let sheet = state.sheet(who);
    let spells = known(sheet, book);
    filled(&picks(sheet, book), &spells).iter().flatten().count() == spells.len()
}
