//! Retiring, the Guild's legacy and what newcomers have of it.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Lane, Refusal, Seat, Who, deed};

use super::purse::{check_purse, earn, purse, spend_silver};
use super::steps::{at_step, may_interlude, resident};
use crate::DeadWeight;
use crate::fact::{HeroFact, InterludeFact, MagicFact};
use crate::gear::{get, ware};
use crate::hero::{Draft, making};
use crate::magic::effect::number;
use crate::question::{GuildThing, GuildTraining};
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Affliction, Lasting, Span, State, Used};

deed! {
    /// Leaves play for good: the Guild gains by it.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Retire(form: DeadWeight) {
        /// Who.
        who: Who = {
            let who = resident(form, Some(7))?;
            form.danger(|| Some("leaves play for good".into()));
            who
        },
        /// Silver for the Guild.
        #[serde(default)]
        donate: u32 = {
            let at = form.at();
            let passage = |_| check_retire(at, Retire { who, donate: 0 }).unwrap_or(0);
            let spare = at.state.creature(who).map_or(0, |one| purse(at.state, who).saturating_sub(passage(one)));
            if spare > 0 || form.is_written() {
                let most = i32::try_from(spare).unwrap_or(i32::MAX);
                form.maybe_amount("donate", "Silver for the Guild", 0..=most)?.unwrap_or_default()
            } else {
                0
            }
        },
    }
}

impl Deed<DeadWeight> for Retire {
    const CARD: Card = Card::acting("Retire", "Interlude").rule(rules::DW_HOUSE_44H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        check_retire(may.at(), *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        retire(cx, self)
    }
}

/// The average level, rounded down.
pub fn party_level(state: &State) -> u8 {
    let levels: Vec<u32> = state.heroes().map(|who| state.sheet(who).hero.level.into()).collect();
    let sum: u32 = levels.iter().sum();
    u8::try_from(sum / u32::try_from(levels.len().max(1)).unwrap_or(1)).unwrap_or(1).max(1)
}

/// Whether the Guild has come so far.
pub fn reached(at: At<'_, DeadWeight>, id: boneyard_table::RuleId) -> bool {
    let row = at.book.guild.get(id.as_str());
    row.is_some_and(|row| at.state.party.legacy >= row.legacy)
}

/// Whether somebody may retire; what the passage costs.
fn check_retire(at: At<'_, DeadWeight>, retire: Retire) -> Result<u32, Refusal> {
    let rule = rules::DW_HOUSE_44H;
    let one = acting_hero(at.state, retire.who)?;
    at_step(at.state, 7, rules::DW_PROG_02)?;
    if one.live.suffers(Affliction::Doomed) {
        return Err(Refusal::new(rule, "doomed", "The Doomed do not get away."));
    }
    if one.live.under(rule).is_some() {
        return Err(Refusal::new(rule, "debt", "A debt is not paid yet."));
    }
    let free = u32::from(one.sheet.hero.level) >= at.book.term("retirement", "free_at_level");
    let passage = if free { 0 } else { at.book.term("retirement", "passage") };
    check_purse(at.state, retire.who, passage.saturating_add(retire.donate), rule)?;
    Ok(passage)
}

deed! {
    /// The GM notes a debt that keeps somebody from retiring, or strikes it off.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct NoteDebt(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let state = form.state;
            let there = |who: Who| acting_hero(state, who).is_ok();
            form.only_if(state.everybody().any(there))?;
            form.creature_among("who", "Whose", there)?
        },
        /// Whether it is open.
        owed: bool = form.one_of("owed", "How it stands", [(true, "Owed"), (false, "Paid")])?,
    }
}

impl Deed<DeadWeight> for NoteDebt {
    const CARD: Card = Card::gm("Note a debt, or strike it off", "Interlude").rule(rules::DW_HOUSE_44H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_HOUSE_44H;
        may_interlude(may)?;
        let one = acting_hero(may.state, self.who)?;
        may.not_if(one.live.under(rule).is_some() == self.owed, || {
            Refusal::new(rule, "so-already", "That is how the books stand.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_HOUSE_44H);
        let fact = match cx.state().live(who).under(rule).copied() {
            Some(lasting) => MagicFact::Over { who, lasting },
            None => {
                let lasting = Lasting { by: rule, from: None, amount: 1, ends: Span::Lasting };
                MagicFact::Lasts { who, lasting }
            }
        };
        cx.record(rule, fact.into());
        Ok(())
    }
}

fn retire(cx: &mut Cx<'_, DeadWeight>, retire: Retire) -> Flow {
    let rule = rules::DW_HOUSE_44H;
    let passage = check_retire(cx.at(), retire)?;
    let who = retire.who;
    let book = cx.book();
    spend_silver(cx, who, passage + retire.donate, rule);
    let generous = retire.donate >= book.term("retirement", "donation");
    let more = if generous { book.term("retirement", "donation_legacy") } else { 0 };
    let legacy = u16::from(cx.state().sheet(who).hero.level) + u16::try_from(more).unwrap_or(0);
    cx.cite(rules::DW_PROG_02);
    cx.record(rule, InterludeFact::Retired { who, legacy }.into());
    Ok(())
}

deed! {
    /// Moves the total of a life path by 1, once for each newcomer.
    #[derive(Copy)]
    pub struct ShiftPath(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let at = form.at();
            let who = making(form, |draft| draft.dice.is_some())?;
            let used = at.state.creature(who).is_some_and(|one| one.live.has_used(rules::DW_GUILD_04H));
            form.only_if(reached(at, rules::DW_GUILD_04H) && !used)?;
            who
        },
        /// Up or down.
        up: bool = {
            let up: bool = form.each("up", [true, false])?;
            form.id(|| format!("shift_path:{}:{up}", who.0));
            form.label(|| if up { "Move the total up by 1".into() } else { "Move the total down by 1".into() });
            up
        },
    }
}

impl ShiftPath {
    /// The draft with its total moved.
    fn moved(self, may: May<'_, DeadWeight>) -> Lawful<Draft> {
        let bad = |code: &str, sentence: &str| may.no(|| Refusal::new(rules::DW_HOUSE_45H, code, sentence));
        // The source has no chapter on the week between; the whole procedure is ours.
        may.state.house.allows(rules::DW_HOUSE_35H)?;
        if !reached(may.at(), rules::DW_GUILD_04H) {
            return bad("legacy", "The Guild is not that strong yet.");
        }
        let one = may.state.creature(self.who);
        let Some(draft) = one.and_then(|one| one.sheet.draft.clone()) else {
            return bad("not-being-made", "Nobody is being made.");
        };
        if may.state.live(self.who).has_used(rules::DW_GUILD_04H) {
            return bad("once", "Once for each newcomer.");
        }
        let moved = draft.dice.and_then(|mut dice| {
            let nth = dice.iter().position(|die| if self.up { *die < 6 } else { *die > 1 })?;
            dice[nth] = if self.up { dice[nth] + 1 } else { dice[nth] - 1 };
            Some(dice)
        });
        match moved {
            Some(dice) => Ok(Draft { dice: Some(dice), ..draft }),
            None => bad("no-total", "There is no total to move that way."),
        }
    }
}

impl Deed<DeadWeight> for ShiftPath {
    const CARD: Card = Card::making("Move the total", "Making an adventurer").rule(rules::DW_HOUSE_45H);

    fn lane(&self) -> Lane {
        Lane::Scene
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.moved(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_GUILD_04H);
        let draft = Some(self.moved(May::quiet(cx.at(), by))?);
        cx.cite(rule);
        let used = Used { what: rule, until: Span::Lasting };
        cx.record(rules::DW_HOUSE_45H, MagicFact::Used { who, used }.into());
        cx.record(rules::DW_HOUSE_45H, HeroFact::Draft { who, draft }.into());
        Ok(())
    }
}

/// What the Guild gives a newcomer who is ready, and the level one starts at in a party that has risen.
pub fn newcomer(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_HOUSE_45H;
    if reached(cx.at(), rules::DW_GUILD_02H) {
        cx.cite(rules::DW_GUILD_02H);
        let silver = number(cx, "2d6", who, rule)?;
        earn(cx, who, u32::try_from(silver).unwrap_or(0), rule);
    }
    if reached(cx.at(), rules::DW_GUILD_03H) {
        cx.cite(rules::DW_GUILD_03H);
        for category in ["common", "uncommon"] {
            let name = cx.ask(who, GuildThing { who, category: category.into() })?;
            if let Some((sheet, item)) = ware(cx.book(), &name) {
                get(cx, who, sheet, item, rule);
            }
        }
    }
    if reached(cx.at(), rules::DW_GUILD_06H) {
        cx.cite(rules::DW_GUILD_06H);
        let attribute = cx.ask(who, GuildTraining { who })?;
        let own = &cx.state().sheet(who).hero;
        let (score, mut proficiency) = (own.score, own.proficiency);
        proficiency[attribute] = (proficiency[attribute] + 1).min(2);
        cx.record(rule, HeroFact::Scores { who, score, proficiency, lost: 0 }.into());
    }
    let school = reached(cx.at(), rules::DW_GUILD_05H);
    if school {
        cx.cite(rules::DW_GUILD_05H);
    }
    let risen = cx.state().party.returned && !cx.state().party.list.is_empty();
    let beside = if risen { party_level(cx.state()).saturating_sub(1).max(1) } else { 1 };
    let level = beside.max(if school { 2 } else { 1 });
    let from = cx.state().sheet(who).hero.level;
    if level > from {
        cx.record(rules::DW_HOUSE_46H, InterludeFact::Level { who, to: level }.into());
        let lasting =
            Lasting { by: rules::DW_HOUSE_46H, from: None, amount: level - from, ends: Span::Lasting };
        cx.record(rules::DW_HOUSE_46H, MagicFact::Lasts { who, lasting }.into());
    }
    Ok(())
}
