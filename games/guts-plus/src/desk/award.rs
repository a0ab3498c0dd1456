//! What deeds are worth: beaten enemies, challenges, learning experiences.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Lane, Refusal, RuleId, Seat, Who, deed};

use super::may_write;
use crate::GutsPlus;
use crate::fact::DeskFact;
use crate::form;
use crate::gm::decide;
use crate::growth::{XP_OF_GROWTH, gain_le, gain_xp};
use crate::house::{AdvancementOverflow, CombatXpShare};
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Challenge, Kind, State};

/// The heading of awards.
const GROUP: &str = "Experience";

/// What all levels of somebody add up to.
fn levels(state: &State, who: Who) -> u16 {
    state.sheet(who).qualities.iter().map(|own| u16::from(own.level)).sum()
}

/// What each of so many gets for these enemies.
pub fn worth_of(state: &State, beaten: &[Who], shared_by: usize) -> u16 {
    let all: u16 = beaten.iter().map(|who| levels(state, *who)).sum();
    match state.house.combat_xp_share {
        CombatXpShare::Each => all,
        CombatXpShare::Split => all / u16::try_from(shared_by.max(1)).unwrap_or(u16::MAX),
    }
}

/// Gives experience, after a warning where some of it would be lost.
fn gives(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, amount: u16, why: &str) {
    let has = cx.state().live(who).xp;
    let over = has.saturating_add(amount).saturating_sub(XP_OF_GROWTH);
    if over > 0 && amount > 0 && cx.state().house.advancement_overflow == AdvancementOverflow::Lost {
        cx.record_for(Audience::GM, rules::GP_XP_05, DeskFact::WouldSpill { who, lost: over }.into());
    }
    gain_xp(cx, who, amount, rule, why);
}

/// The stat lines behind the numbers.
fn cite_entries(cx: &mut Cx<'_, GutsPlus>, beaten: &[Who]) {
    for who in beaten {
        if let Some(id) = cx.state().sheet(*who).like {
            cx.cite(rules::GP_HOUSE_01H);
            cx.cite(id);
        }
    }
}

deed! {
    /// The GM awards what beaten enemies are worth.
    pub struct AwardCombat(form: GutsPlus) {
        /// Who was beaten.
        beaten: Vec<Who> = {
            let state = form.state;
            let foes = |who: Who| state.sheet(who).side != 0;
            form.only_if(state.everybody().any(foes) && state.heroes().next().is_some())?;
            form.creatures("beaten", "Who was beaten", 1..=60, foes)?
        },
        /// Who gets it.
        to: Vec<Who> = {
            let state = form.state;
            form.creatures("to", "Who gets it", 1..=60, |who| state.sheet(who).kind == Kind::Hero)?
        },
        /// How much, if another number than their levels.
        #[serde(default)]
        amount: Option<u16> = form.maybe_amount("amount", "Another number", 1..=1000)?,
    }
}

impl Deed<GutsPlus> for AwardCombat {
    const CARD: Card = Card::gm("Award what enemies are worth", GROUP).rule(rules::GP_GM_06);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, Self { beaten, to, amount }) = (rules::GP_GM_06, self);
        let there = |who: &Who| may.state.creature(*who).is_some();
        may.not_if(beaten.is_empty() || to.is_empty() || !beaten.iter().chain(to).all(there), || {
            Refusal::new(rule, "nobody", "Name who was beaten and who gets something, all of them here.")
        })?;
        may.not_if(amount.is_some_and(|amount| amount == 0 || amount > 1000), || {
            Refusal::new(rule, "amount", "An award is a whole number from 1 to 1000.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { beaten, to, amount } = self;
        let each = amount.unwrap_or_else(|| worth_of(cx.state(), &beaten, to.len()));
        cite_entries(cx, &beaten);
        for who in to {
            gives(cx, rules::GP_GM_06, who, each, "the fight");
        }
        Ok(())
    }
}

/// A fight is over: the GM is asked what it was worth.
pub fn after_combat(cx: &mut Cx<'_, GutsPlus>, beaten: &[Who], took_part: &[Who]) -> Flow {
    if beaten.is_empty() || took_part.is_empty() {
        return Ok(());
    }
    let each = worth_of(cx.state(), beaten, took_part.len());
    let names: Vec<String> =
        beaten.iter().map(|who| format!("{} {}", cx.state().name(*who), levels(cx.state(), *who))).collect();
    let question = format!("The fight is over. {each} XP to each of {}?", took_part.len());
    let matter = Decide::new(Matter::CombatXp, "the fight", question)
        .option("award", format!("{each} XP each"))
        .option("half", format!("{} XP each", each / 2))
        .option("none", "Nothing")
        .about(names.join(", "));
    let each = match decide(cx, matter)?.choice.as_str() {
        "award" => each,
        "half" => each / 2,
        _ => 0,
    };
    cite_entries(cx, beaten);
    for who in took_part {
        gives(cx, rules::GP_GM_06, *who, each, "the fight");
    }
    Ok(())
}

deed! {
    /// The GM awards learning experiences.
    pub struct AwardLe(form: GutsPlus) {
        /// To whom.
        who: Who = {
            let state = form.state;
            let who = form::each_creature(form, "who", state.heroes())?;
            form.label(|| format!("Award {} learning", state.name(who)).into());
            form.id(|| format!("award_le:{}", who.0));
            who
        },
        /// For which quality.
        quality: String = {
            let one = form.state.creature(who);
            let own = one.into_iter().flat_map(|one| {
                let open = (0..one.sheet.qualities.len() as u8).filter(|nth| !one.mastered(*nth));
                open.map(|nth| one.sheet.quality_name(nth))
            });
            form.one_of("quality", "Of what", form::names(own))?
        },
        /// How many.
        count: u8 = form.amount("count", "How much", 1..=3)?,
        /// For what.
        #[serde(default)]
        why: String = form.maybe_text("why", "For what", 200)?.unwrap_or_default(),
    }
}

impl Deed<GutsPlus> for AwardLe {
    const CARD: Card = Card::gm("Award learning", GROUP).rule(rules::GP_GM_09);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, quality) = (rules::GP_GM_09, &self.quality);
        let Some(one) = may.state.creature(self.who) else {
            return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
        };
        let Some(nth) = one.sheet.quality(quality) else {
            let sentence = || format!("{} has no {quality}.", one.sheet.name);
            return may.no(|| Refusal::new(rule, "no-such-quality", sentence()));
        };
        may.not_if(one.mastered(nth), || {
            Refusal::new(rule, "mastered", format!("{quality} is mastered and learns no more."))
                .and(Refusal::new(rules::GP_XP_10, "mastered", "Nothing grows beyond mastery."))
        })?;
        may.not_if(!(1..=10).contains(&self.count) || self.why.chars().count() > 200, || {
            Refusal::new(rule, "count", "Give 1 to 10 LE, and say why in at most 200 letters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        if let Some(nth) = cx.state().sheet(self.who).quality(&self.quality) {
            gain_le(cx, self.who, nth, self.count, rules::GP_GM_09);
        }
        Ok(())
    }
}

fn challenge<'a>(state: &'a State, name: &str) -> Option<&'a Challenge> {
    state.desk.challenges.iter().find(|known| known.name.eq_ignore_ascii_case(name.trim()))
}

deed! {
    /// A challenge begins; what is rolled in it is counted.
    pub struct BeginChallenge(form: GutsPlus) {
        /// What it is.
        name: String = form.text("name", "What it is", 80)?,
        /// What it is worth, if that is announced.
        #[serde(default)]
        worth: Option<u16> = form.maybe_amount("worth", "Worth in XP", 1..=100)?,
    }
}

impl Deed<GutsPlus> for BeginChallenge {
    const CARD: Card = Card::gm("Begin a challenge", "Desk").rule(rules::GP_GM_07);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_GM_07;
        may_write(may, rule, &self.name, &[])?;
        may.not_if(challenge(may.state, &self.name).is_some(), || {
            Refusal::new(rule, "twice", "That challenge is under way already.")
        })?;
        may.not_if(self.worth.is_some_and(|worth| worth == 0 || worth > 1000), || {
            Refusal::new(rule, "amount", "A challenge is worth 1 to 1000 XP.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { name, worth } = self;
        let challenge = Challenge { name: name.trim().to_owned(), worth, rolled: Vec::new() };
        cx.record_for(Audience::GM, rules::GP_GM_07, DeskFact::Challenge { challenge }.into());
        Ok(())
    }
}

/// Dice fell: challenges under way count them.
pub fn counts(cx: &mut Cx<'_, GutsPlus>, who: Who, sum: u16) {
    if cx.state().desk.challenges.is_empty() || cx.state().sheet(who).kind != Kind::Hero {
        return;
    }
    for mut challenge in cx.state().desk.challenges.clone() {
        match challenge.rolled.iter_mut().find(|(known, _)| *known == who) {
            Some((_, all)) => *all = all.saturating_add(sum),
            None => challenge.rolled.push((who, sum)),
        }
        cx.record_for(Audience::GM, rules::GP_GM_08, DeskFact::Challenge { challenge }.into());
    }
}

deed! {
    /// A challenge is over, and what it brings.
    pub struct EndChallenge(form: GutsPlus) {
        /// Which.
        name: String = {
            let all = form.state.desk.challenges.iter();
            let name = form.each("name", all.map(|challenge| challenge.name.clone()))?;
            form.label(|| format!("{name} is over").into());
            form.id(|| format!("end_challenge:{name}"));
            name
        },
        /// What they get: `worth`, `totals` or `none`.
        award: String = {
            let all = [
                ("worth", "What it is worth"),
                ("totals", "What was rolled in it"),
                ("none", "Nothing"),
            ];
            form.one_of("award", "What it brings", all.map(|(key, label)| (key.to_owned(), label)))?
        },
        /// Who gets something; everybody who rolled in it if nobody is named.
        #[serde(default)]
        to: Vec<Who> = {
            let state = form.state;
            form.maybe_creatures("to", "To whom", 0..=60, |who| state.sheet(who).side == 0)?
        },
    }
}

impl Deed<GutsPlus> for EndChallenge {
    const CARD: Card = Card::gm("End a challenge", "Desk").rule(rules::GP_GM_08);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_GM_07;
        let Some(challenge) = challenge(may.state, &self.name) else {
            return may.no(|| Refusal::new(rule, "no-challenge", "No such challenge is under way."));
        };
        may.not_if(!self.to.iter().all(|who| may.state.creature(*who).is_some()), || {
            Refusal::new(rule, "nobody", "There is nobody like that here.")
        })?;
        let worth = self.award == "worth";
        may.not_if(worth && challenge.worth.is_none(), || {
            Refusal::new(rule, "no-worth", "No worth was announced for it.")
        })?;
        may.not_if(!worth && !["totals", "none"].contains(&self.award.as_str()), || {
            Refusal::new(rule, "no-award", "An award is worth, totals or none.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Some(challenge) = challenge(cx.state(), &self.name).cloned() else { return Ok(()) };
        let to: Vec<Who> = match self.to.is_empty() {
            true => challenge.rolled.iter().map(|(who, _)| *who).collect(),
            false => self.to,
        };
        let total =
            |who: Who| challenge.rolled.iter().find(|(known, _)| *known == who).map_or(0, |(_, sum)| *sum);
        let worth = challenge.worth.unwrap_or(0);
        let (rule, amounts): (_, Vec<(Who, u16)>) = match self.award.as_str() {
            "worth" => (rules::GP_GM_07, to.iter().map(|who| (*who, worth)).collect()),
            "totals" => (rules::GP_GM_08, to.iter().map(|who| (*who, total(*who))).collect()),
            _ => (rules::GP_GM_07, Vec::new()),
        };
        let name = challenge.name.clone();
        cx.record_for(Audience::GM, rule, DeskFact::ChallengeOver { name: name.clone() }.into());
        for (who, amount) in amounts {
            gives(cx, rule, who, amount, &name);
        }
        Ok(())
    }
}
