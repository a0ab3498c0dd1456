//! Gaining an essence one can move: its aura, by die or by choice, and the skills it has room for.

use boneyard_table::deed::{Card, Deed, Desk, Filled, Filling, Lawful, May, Named};
use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Lane, Party, Refusal, Seat, Who, deed};

use super::{check_enabled, density, quality};
use crate::GutsPlus;
use crate::book::{SkillRow, Tier};
use crate::fact::EssenceFact;
use crate::question::Consent;
use crate::rules;
use crate::state::Essence;

/// While a character is made: there is an essence to settle exactly if the quality is there, with
/// no more skills than it has room for.
pub fn settle_draft(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    let has = quality(cx.state(), who).is_some();
    let own = cx.state().sheet(who).essence.clone();
    match (has, own) {
        (true, Some(mut essence)) => {
            let before = essence.skills.len();
            keep_allowed(cx.at(), who, &mut essence);
            if essence.skills.len() != before {
                cx.record(rules::GP_ESS_06, EssenceFact::Essence { who, essence: Some(essence) }.into());
            }
        }
        (true, None) => settle(cx, who),
        (false, Some(_)) => cx.record(rules::GP_ESS_01, EssenceFact::Essence { who, essence: None }.into()),
        (false, None) => {}
    }
}

fn keep_allowed(at: At<'_, GutsPlus>, who: Who, essence: &mut Essence) {
    let room = density(at, who);
    let mut kept = Vec::new();
    let mut counts = [0u8; 3];
    for id in &essence.skills {
        if let Some(row) = at.book.skills.get(id.as_str()) {
            let count = &mut counts[row.tier as usize];
            if *count < room.skills(row.tier) {
                *count += 1;
                kept.push(*id);
            }
        }
    }
    essence.skills = kept;
}

/// Somebody has just gained the quality: the aura is open.
pub fn settle(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    if quality(cx.state(), who).is_some() && cx.state().sheet(who).essence.is_none() {
        let essence = Some(Essence::default());
        cx.record(rules::GP_ESS_03, EssenceFact::Essence { who, essence }.into());
    }
}

fn may_have_aura(may: May<'_, GutsPlus>, who: Who) -> Lawful<&Essence> {
    let one = may.state.one(who);
    check_enabled(may.state)?;
    let Some(essence) = one.sheet.essence.as_ref() else {
        let sentence = || format!("{} cannot move their essence.", one.sheet.name);
        return may.no(|| Refusal::new(rules::GP_ESS_02, "no-quality", sentence()));
    };
    if let Some(aura) = &essence.aura {
        let rule = if essence.rolled { rules::GP_ESS_03 } else { rules::GP_ESS_04 };
        return may.no(|| Refusal::new(rule, "settled", format!("The aura is {aura}, and stays so.")));
    }
    Ok(essence)
}

/// The field `who`, for those whose aura is open.
fn without_aura(form: &mut Filling<'_, GutsPlus>) -> Filled<Who> {
    let who = form.actor()?;
    let own = form.state.creature(who).and_then(|one| one.sheet.essence.as_ref());
    form.only_if(super::enabled(form.state) && own.is_some_and(|own| own.aura.is_none()))?;
    Ok(who)
}

deed! {
    /// Throws the die for the aura.
    pub struct RollAura(form: GutsPlus) {
        who: Who = without_aura(form)?,
    }
}

impl Deed<GutsPlus> for RollAura {
    const CARD: Card =
        Card::acting("Throw for the aura", "Essence").also(Desk::Making).rule(rules::GP_ESS_03);

    fn lane(&self) -> Lane {
        Lane::Hero(self.who)
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_have_aura(may, self.who).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        let face = cx.die(rules::GP_ESS_03, who, 6)?;
        let Some(row) = cx.book().auras.iter().find(|row| row.roll == face) else { return Ok(()) };
        cx.cite(row.id);
        let essence = cx.state().sheet(who).essence.clone().unwrap_or_default();
        let essence = Essence { aura: Some(row.name.clone()), rolled: true, ..essence };
        cx.record(rules::GP_ESS_03, EssenceFact::Essence { who, essence: Some(essence) }.into());
        Ok(())
    }
}

deed! {
    /// Chooses the aura, if neither the GM nor another player minds.
    pub struct ChooseAura(form: GutsPlus) {
        who: Who = without_aura(form)?,
        /// Which.
        aura: String = {
            let own = form.state.creature(who).and_then(|one| one.sheet.essence.as_ref());
            let objected = own.is_some_and(|essence| essence.objected);
            form.only_if(!objected)?;
            let auras = form.book.auras.iter();
            let named = |name: &String, power: &String| Named::new(name.clone()).say(power.clone());
            form.one_of("aura", "Which", auras.map(|row| (row.name.clone(), named(&row.name, &row.power))))?
        },
    }
}

impl Deed<GutsPlus> for ChooseAura {
    const CARD: Card =
        Card::acting("Choose the aura, if nobody minds", "Essence").also(Desk::Making).rule(rules::GP_ESS_04);

    fn lane(&self) -> Lane {
        Lane::Scene
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_ESS_04;
        let essence = may_have_aura(may, self.who)?;
        may.not_if(essence.objected, || {
            Refusal::new(rule, "objected", "A chosen aura is resisted. Throw the die for it.")
        })?;
        may.not_if(may.book.auras.named(self.aura.trim()).is_none(), || {
            let all: Vec<&str> = may.book.auras.iter().map(|row| row.name.as_str()).collect();
            Refusal::new(rule, "no-such-aura", format!("There are the auras {}.", all.join(", ")))
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, Self { who, aura }) = (rules::GP_ESS_04, self);
        let Some(row) = cx.book().auras.named(aura.trim()) else { return Ok(()) };
        let state = cx.state();
        let own = state.sheet(who).seat;
        let mut seats: Vec<Seat> = state.heroes().filter_map(|hero| state.sheet(hero).seat).collect();
        seats.sort_unstable();
        seats.dedup();
        let others = seats.into_iter().filter(|seat| Some(*seat) != own);
        let asked: Vec<(Party, Consent)> = std::iter::once(Seat::GM)
            .chain(others)
            .map(|seat| (seat.into(), Consent { who, aura: row.name.clone() }))
            .collect();
        let agreed = cx.ask_each(asked)?.into_iter().all(|yes| yes);
        cx.cite(row.id);
        let essence = cx.state().sheet(who).essence.clone().unwrap_or_default();
        let essence = if agreed {
            Essence { aura: Some(row.name.clone()), ..essence }
        } else {
            Essence { objected: true, ..essence }
        };
        cx.record(rule, EssenceFact::Essence { who, essence: Some(essence) }.into());
        Ok(())
    }
}

/// Whether a skill may be learned now.
pub fn check_learn(at: At<'_, GutsPlus>, who: Who, row: &SkillRow) -> Result<(), Refusal> {
    let rule = rules::GP_ESS_06;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    check_enabled(at.state)?;
    let Some(essence) = at.state.creature(who).and_then(|one| one.sheet.essence.as_ref()) else {
        return bad(rules::GP_ESS_02, "no-quality", "Only who can move their essence learns skills.".into());
    };
    let Some(aura) = &essence.aura else {
        return bad(
            rules::GP_ESS_03,
            "no-aura",
            "The aura comes first: throw the die for it or choose it.".into(),
        );
    };
    if row.aura.as_ref().is_some_and(|own| own != aura) {
        let sentence = format!("{} takes another aura; this one is {aura}.", row.name);
        return bad(rule, "other-aura", sentence);
    }
    if essence.skills.contains(&row.id) {
        return bad(rule, "twice", format!("{} is known already.", row.name));
    }
    let same = |id: &&boneyard_table::RuleId| {
        at.book.skills.get(id.as_str()).is_some_and(|known| known.tier == row.tier)
    };
    let known = essence.skills.iter().filter(same).count();
    let room = density(at, who).skills(row.tier);
    if known >= usize::from(room) {
        let sentence = format!(
            "There is room for {room} {} {}, and {}.",
            row.tier.name(),
            if room == 1 { "skill" } else { "skills" },
            count(known as u32, "is known", "are known")
        );
        return Err(Refusal::new(rule, "no-room", sentence).with("room", room));
    }
    Ok(())
}

deed! {
    /// Learns a skill.
    pub struct Learn(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Which.
        skill: String = {
            let (at, open) = (form.at(), open_skills(form.at(), who));
            let own = at.state.creature(who).and_then(|one| one.sheet.essence.as_ref());
            let ready = super::enabled(at.state) && own.is_some_and(|own| own.aura.is_some());
            form.only_if(ready && open.iter().any(|room| *room > 0))?;
            let rows = at.book.skills.iter().filter(|row| check_learn(at, who, row).is_ok());
            let named = |row: &SkillRow| {
                Named::new(format!("{} ({})", row.name, row.tier.name())).say(row.text.clone())
            };
            form.one_of("skill", "Which", rows.map(|row| (row.name.clone(), named(row))))?
        },
    }
}

impl Deed<GutsPlus> for Learn {
    const CARD: Card = Card::acting("Learn a skill", "Essence").also(Desk::Making).rule(rules::GP_ESS_06);

    fn lane(&self) -> Lane {
        Lane::Hero(self.who)
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let name = self.skill.trim();
        let Some(row) = may.book.skills.named(name) else {
            let sentence = || format!("There is no skill called {name}.");
            return may.no(|| Refusal::new(rules::GP_ESS_06, "no-such-skill", sentence()));
        };
        Ok(check_learn(may.at(), self.who, row)?)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Some(row) = cx.book().skills.named(self.skill.trim()) else { return Ok(()) };
        cx.cite(row.id);
        cx.cite(rules::GP_ESS_05);
        cx.record(rules::GP_ESS_06, EssenceFact::Learned { who: self.who, skill: row.id }.into());
        Ok(())
    }
}

/// How many skills of each tier may still be learned.
pub fn open_skills(at: At<'_, GutsPlus>, who: Who) -> [u8; 3] {
    let Some(essence) = at.state.creature(who).and_then(|one| one.sheet.essence.as_ref()) else {
        return [0; 3];
    };
    let room = density(at, who);
    Tier::ALL.map(|tier| {
        let same = |id: &&boneyard_table::RuleId| {
            at.book.skills.get(id.as_str()).is_some_and(|known| known.tier == tier)
        };
        room.skills(tier).saturating_sub(essence.skills.iter().filter(same).count() as u8)
    })
}
