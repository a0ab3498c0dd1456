//! Drawing on tables: dice only the referee sees, a row to keep, to roll again or to replace, and the
//! tables it leads to. What is kept comes to lie at the referee's hand.

use boneyard_table::chain::Chain;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Audience, Cx, Flow, Group, Refusal, Roll, RuleId, Seat, deed};

use super::question::{Drawn, Draws, Region, Shown, SignOf};
use super::rows::{Brings, Comers, Follows, Gain, Luck, Spell, Table, key, rule_of};
use super::show::words;
use super::{AtHand, What, WorldFact, weather};
use crate::DirkRules;
use crate::book::Book;
use crate::effect::{Much, Size};
use crate::fact::Fact;
use crate::rules;
use crate::time::{Come, Scale};

/// As much as the referee has at hand at most.
const MOST_AT_HAND: usize = 60;

deed! {
    /// The referee rolls on a table in secret.
    pub struct Draw(form: DirkRules) {
        /// Its id or its name.
        table: String = table(form)?,
    }
}

fn table(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    form.about(|| OfferCard::ENCOUNTERS.into());
    let all = form.book.tables.iter();
    let all = all.map(|table| (table.id.clone(), format!("{} ({})", table.name, rule_of(table))));
    form.one_of("table", "Which", all)
}

impl Draw {
    fn table<'a>(&self, book: &'a Book) -> Option<&'a Table> {
        book.tables.get(&self.table).or_else(|| book.tables.named(&self.table))
    }
}

impl Deed<DirkRules> for Draw {
    const CARD: Card = Card::gm("Roll on a table", "World").rule(rules::DK_EVENT_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.not_if(self.table(may.book).is_none(), || {
            let sentence = format!("There is no table {}.", self.table);
            Refusal::new(rules::DK_EVENT_02, "no-such-table", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Some(table) = self.table(cx.book()) else { return Ok(()) };
        let found = draw(cx, &table.id)?;
        lay_out(cx, found);
        Ok(())
    }
}

deed! {
    /// The referee puts something aside: it was not needed, or something else stands in its place.
    #[derive(Copy)]
    pub struct PutAside(form: DirkRules) {
        /// What, by its place among what is at hand.
        at: u8 = from_hand(form, "What", |_| true)?,
    }
}

impl Deed<DirkRules> for PutAside {
    const CARD: Card = Card::gm("Put aside what is at hand", "World").rule(rules::DK_EVENT_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_use(may, rules::DK_EVENT_02, self.at, |_| true).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let from = cx.state().world.at_hand[usize::from(self.at)].from;
        used(cx, from, self.at);
        Ok(())
    }
}

/// The number of nothing at hand: what is tried where nothing fits, so that the card says so.
const NOTHING: u8 = u8::MAX;

/// The field `at`: what the referee has at hand of this kind.
pub(super) fn from_hand(
    form: &mut Filling<'_, DirkRules>,
    label: &'static str,
    fits: impl Fn(&What) -> bool,
) -> Filled<u8> {
    let at = form.at();
    let hand = (0u8..).zip(&at.state.world.at_hand).filter(|(_, thing)| fits(&thing.what));
    let hand = hand.map(|(number, thing)| (number, words(at, thing)));
    let mut hand = hand.peekable();
    let nothing = hand.peek().is_none().then(|| (NOTHING, "nothing".to_owned()));
    form.one_of("at", label, hand.chain(nothing))
}

/// Something the referee has at hand; `fits` is the kind that is asked for.
pub(super) fn may_use<'a>(
    may: May<'a, DirkRules>,
    rule: RuleId,
    at: u8,
    fits: impl Fn(&What) -> bool,
) -> Lawful<&'a AtHand> {
    let all = &may.state.world.at_hand;
    if let Some(thing) = all.get(usize::from(at)) {
        return Ok(thing);
    }
    may.outright_if(!all.iter().any(|thing| fits(&thing.what)), || {
        Refusal::new(rule, "not-at-hand", "There is nothing of the kind at hand.").with("many", all.len())
    })?;
    may.no(|| {
        let sentence = format!("There are {} things at hand, counted from 0.", all.len());
        Refusal::new(rule, "not-at-hand", sentence).with("many", all.len())
    })
}

/// Something at hand has been used.
pub(super) fn used(cx: &mut Cx<'_, DirkRules>, rule: RuleId, at: u8) {
    cx.record_for(Audience::GM, rule, Fact::World(WorldFact::Gone { at }));
}

/// The details of what comes on a scale. What a scale cannot bring by itself is looked up on the next
/// that can: a sign may be of anything.
pub(crate) fn details(cx: &mut Cx<'_, DirkRules>, scale: Scale, comes: Come) -> Flow<Vec<AtHand>> {
    let rule = |scale| match scale {
        Scale::Weeks => rules::DK_EVT_01H,
        Scale::Days => rules::DK_EVT_02H,
        Scale::Hours => rules::DK_EVT_03H,
        Scale::Minutes => rules::DK_EVT_04H,
    };
    let near = match scale {
        Scale::Weeks => Scale::Days,
        _ => Scale::Hours,
    };
    let result = Some(comes as u8 + 1);
    let keys = [scale, near].map(|scale| key(rule(scale), result));
    let Some(key) = keys.into_iter().find(|key| cx.book().tables.get(key).is_some()) else {
        return Ok(Vec::new());
    };
    draw(cx, &key)
}

/// Asks how something shows itself, and lets people notice it if it does.
pub(crate) fn sign(cx: &mut Cx<'_, DirkRules>, comes: Come) -> Flow<String> {
    let question = SignOf { result: comes as u8 + 1 };
    let Shown { sign, noticed } = cx.ask(Seat::GM, question)?;
    let signs = question.signs(At { state: cx.state(), book: cx.book() });
    let sign = signs.get(usize::from(sign)).cloned().unwrap_or_default();
    let audience = if noticed { Audience::ALL } else { Audience::GM };
    cx.record_for(audience, rules::DK_EVT_05H, Fact::World(WorldFact::Sign { sign: sign.clone() }));
    Ok(sign)
}

/// What tables brought is here: weather sets in by itself, the rest lies at hand.
pub(crate) fn arrive(cx: &mut Cx<'_, DirkRules>, found: Vec<AtHand>) {
    let (skies, rest): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|thing| matches!(thing.what, What::Weather { .. }));
    for sky in skies {
        if let What::Weather { is, seconds } = sky.what {
            weather::sets_in(cx, is, seconds);
        }
    }
    lay_out(cx, rest);
}

/// What tables brought lies at the referee's hand.
pub(crate) fn lay_out(cx: &mut Cx<'_, DirkRules>, found: Vec<AtHand>) {
    let room = MOST_AT_HAND.saturating_sub(cx.state().world.at_hand.len());
    for thing in found.into_iter().take(room) {
        cx.record_for(Audience::GM, thing.from, Fact::World(WorldFact::AtHand(thing)));
    }
}

/// Rolls on a table and on all it leads to.
pub(crate) fn draw(cx: &mut Cx<'_, DirkRules>, first: &str) -> Flow<Vec<AtHand>> {
    let book = cx.book();
    let mut chain = Chain::new(first);
    let mut found: Vec<AtHand> = Vec::new();
    // What a row names after a table comes after that table.
    let mut later: Vec<(Row<'_>, &Follows)> = Vec::new();
    while let Some((number, table)) =
        chain.next().and_then(|next| book.tables.iter().enumerate().find(|(_, table)| table.id == next))
    {
        let Some((row, total)) = settled(cx, &mut chain, number, table)? else { break };
        let mut then: Vec<String> = Vec::new();
        let drawn = Row { table, row, total };
        let before = found.len();
        for (nth, follows) in table.rows[usize::from(row)].then.iter().enumerate() {
            if !then.is_empty() && matches!(follows, Follows::Effect(_)) {
                later.push((drawn, follows));
                continue;
            }
            let waiting: Vec<_> = later.iter().map(|(row, _)| row.place()).collect();
            let here = (first, &chain, &found, &then, drawn.place(), nth, waiting);
            let came = cx.within(here, |cx| drawn.follow(cx, follows))?;
            found.extend(came.found);
            then.extend(came.then);
        }
        if found.len() == before && then.is_empty() {
            found.push(drawn.at_hand(What::Note));
        }
        if chain.keep(then).is_err() && chain.keep([""; 0]).is_err() {
            break;
        }
    }
    let waiting: Vec<_> = later.iter().map(|(row, _)| row.place()).collect();
    for (at, (row, follows)) in later.iter().enumerate() {
        let came = cx.within((first, at, &found, &waiting), |cx| row.follow(cx, follows))?;
        found.extend(came.found);
    }
    Ok(found)
}

/// What follows from rows outside a table: what a creature has on it.
pub(super) fn follow_all(
    cx: &mut Cx<'_, DirkRules>,
    rule: RuleId,
    text: &str,
    all: &[Follows],
) -> Flow<Vec<AtHand>> {
    let mut found = Vec::new();
    for (nth, follows) in all.iter().enumerate() {
        match follows {
            Follows::Table(table) => {
                let came = cx.within((nth, &found, rule), |cx| draw(cx, table))?;
                found.extend(came);
            }
            Follows::Effect(brings) => {
                if let Some(what) = cx.within((nth, &found, rule), |cx| brought(cx, rule, 0, brings))? {
                    found.push(AtHand { from: rule, text: text.to_owned(), what });
                }
            }
            Follows::Again(_) | Follows::Amount(_) => {}
        }
    }
    Ok(found)
}

/// The row the referee goes on with, and what the dice came to.
fn settled(
    cx: &mut Cx<'_, DirkRules>,
    chain: &mut Chain,
    number: usize,
    table: &Table,
) -> Flow<Option<(u8, u16)>> {
    let rule = rule_of(table);
    let Ok(dice) = Size::try_from(table.dice.clone()) else { return Ok(None) };
    loop {
        let total = secret(cx, rule, dice)?;
        let Some(fell) = table.rows.iter().position(|row| i32::from(total) <= row.to) else {
            return Ok(None);
        };
        if chain.fell(total.into(), fell as u16).is_err() {
            return Ok(None);
        }
        let tell = |cx: &mut Cx<'_, DirkRules>, row: usize, rolled| {
            let text = table.rows[row].text.clone();
            let fact = WorldFact::Drawn { table: table.name.clone(), rolled, text };
            cx.record_for(Audience::GM, rule, Fact::World(fact));
        };
        tell(cx, fell, Some(total));
        let again = chain.dropped().len() < 20;
        let question = Drawn { table: number as u8, row: fell as u8, rolled: total, again };
        match cx.ask(Seat::GM, question)? {
            Draws::Again if chain.again().is_ok() => {}
            Draws::Row(row) if usize::from(row) < table.rows.len() && chain.replace(row.into()).is_ok() => {
                tell(cx, row.into(), None);
                return Ok(Some((row, total)));
            }
            Draws::Keep | Draws::Again | Draws::Row(_) => return Ok(Some((fell as u8, total))),
        }
    }
}

/// What follows from a row: things found, and tables still to be rolled on.
#[derive(Default)]
struct Came {
    found: Vec<AtHand>,
    then: Vec<String>,
}

/// A row that is kept.
#[derive(Clone, Copy)]
struct Row<'a> {
    table: &'a Table,
    row: u8,
    total: u16,
}

impl Row<'_> {
    /// Which row it is and what was rolled for it, for marks.
    fn place(&self) -> (&str, u8, u16) {
        (self.table.id.as_str(), self.row, self.total)
    }

    fn at_hand(&self, what: What) -> AtHand {
        let text = self.table.rows[usize::from(self.row)].text.clone();
        AtHand { from: rule_of(self.table), text, what }
    }

    fn note(&self, more: &str) -> AtHand {
        let mut note = self.at_hand(What::Note);
        note.text = format!("{} {more}", note.text);
        note
    }

    /// One thing that follows from it.
    fn follow(&self, cx: &mut Cx<'_, DirkRules>, follows: &Follows) -> Flow<Came> {
        let rule = rule_of(self.table);
        let mut came = Came::default();
        match follows {
            Follows::Table(next) => came.then.push(next.clone()),
            Follows::Again(times) => came.then.extend((0..*times).map(|_| self.table.id.clone())),
            Follows::Amount(amount) => {
                let Ok(dice) = Size::try_from(amount.dice.clone()) else { return Ok(came) };
                let number = secret(cx, rule, dice)?;
                let skill = (amount.kind == "skill").then(|| format!("DK-SKILL-{number:02}H"));
                came.found.push(match skill.and_then(|id| cx.book().skills.get(&id)) {
                    Some(skill) => self.note(&format!("({})", skill.name)),
                    None => self.note(&format!("({number} {})", amount.kind)),
                });
            }
            Follows::Effect(Brings::Encounter(about)) => {
                let table = encounters(cx)?;
                if let Some(how) = &about.how {
                    came.found.push(self.note(&format!("({how})")));
                }
                came.then.extend((0..about.times).map(|_| table.clone()));
            }
            Follows::Effect(Brings::Harm(_)) => {
                let (table, row) = (self.table.id.clone(), self.row.into());
                came.found.push(self.at_hand(What::Harm { table, row }));
            }
            Follows::Effect(Brings::Text(text)) => came.found.push(self.note(text)),
            Follows::Effect(brings) => {
                let what = brought(cx, rule, self.total, brings)?;
                came.found.extend(what.map(|what| self.at_hand(what)));
            }
        }
        Ok(came)
    }
}

/// The table of those who are about here: that of the place, or of the region the referee names.
fn encounters(cx: &mut Cx<'_, DirkRules>) -> Flow<String> {
    let book = cx.book();
    if let Some(table) = crate::campaign::table_here(cx.state(), book, "encounters") {
        return Ok(table.to_owned());
    }
    let region = cx.ask(Seat::GM, Region)?;
    Ok(book.regions.get(usize::from(region)).map(|region| region.table.clone()).unwrap_or_default())
}

/// What an effect brings, with every number rolled.
fn brought(cx: &mut Cx<'_, DirkRules>, rule: RuleId, total: u16, brings: &Brings) -> Flow<Option<What>> {
    Ok(match brings {
        Brings::Summon(comers) => comers_of(cx, rule, comers)?,
        Brings::Gems(much) => Some(What::Gems(amount(cx, rule, much)?.into())),
        Brings::GemsShown => Some(What::Gems(total.into())),
        Brings::Gain(gain) => thing_of(cx, rule, gain)?,
        Brings::Powerup(luck) => powerup_of(cx, rule, luck)?,
        Brings::Weather(spell) => weather_of(cx, rule, spell)?,
        Brings::Restore(much) => Some(What::Refill(amount(cx, rule, much)?.min(255) as u8)),
        Brings::Encounter(_) | Brings::Harm(_) | Brings::Tag(_) | Brings::Text(_) => None,
    })
}

fn comers_of(cx: &mut Cx<'_, DirkRules>, rule: RuleId, comers: &Comers) -> Flow<Option<What>> {
    let Some(row) = cx.book().creatures.named(&comers.creature) else { return Ok(None) };
    let count = amount(cx, rule, &comers.count)?.min(60) as u8;
    Ok(Some(What::Creatures { like: row.id, count, attitude: comers.attitude }))
}

fn thing_of(cx: &mut Cx<'_, DirkRules>, rule: RuleId, gain: &Gain) -> Flow<Option<What>> {
    let name = match (&gain.item, &gain.weapon) {
        (Some(item), _) => item.clone(),
        (None, Some(die)) => loop {
            cx.mark(rule, ())?;
            let face = amount(cx, rule, die)?;
            if let Some(row) = cx.book().weapons.iter().nth(usize::from(face).saturating_sub(1)) {
                cx.cite(row.id);
                break row.name.clone();
            }
        },
        (None, None) => return Ok(None),
    };
    let count = amount(cx, rule, &gain.count)?.min(60) as u8;
    let left = match &gain.left {
        Some(left) => Some(amount(cx, rule, left)?.min(255) as u8),
        None => None,
    };
    Ok(Some(What::Thing { name, count, left }))
}

fn powerup_of(cx: &mut Cx<'_, DirkRules>, rule: RuleId, luck: &Luck) -> Flow<Option<What>> {
    if let Some(from) = luck.from {
        let face = secret(cx, rule, Size::Dice { count: 1, sides: 6, plus: 0 })?;
        if face < from.into() {
            return Ok(None);
        }
    }
    let book = cx.book();
    let Some(class) = book.classes.iter().find(|class| class.name == luck.class) else { return Ok(None) };
    let total = secret(cx, rules::DK_GROW_02, class.dice)?;
    let row = book.powerups.iter().find(|row| u16::from(row.roll) == total);
    if let Some(row) = row {
        cx.cite(row.id);
    }
    Ok(row.map(|row| What::Thing { name: row.name.clone(), count: 1, left: None }))
}

fn weather_of(cx: &mut Cx<'_, DirkRules>, rule: RuleId, spell: &Spell) -> Flow<Option<What>> {
    let is = match &spell.is {
        Some(name) => cx.book().weathers.named(name).map(|row| row.id),
        None => Some(any_weather(cx, rule)?),
    };
    let long = u32::from(amount(cx, rule, &spell.lasts)?);
    let unit = match spell.lasts.counts() {
        "hours" => 3_600,
        "nights" => 12 * 3_600,
        "weeks" => 7 * 86_400,
        _ => 86_400,
    };
    Ok(is.map(|is| What::Weather { is, seconds: long * unit }))
}

/// Weather by the D6.
pub(super) fn any_weather(cx: &mut Cx<'_, DirkRules>, rule: RuleId) -> Flow<RuleId> {
    let face = secret(cx, rule, Size::Dice { count: 1, sides: 6, plus: 0 })?;
    let row = cx.book().weathers.iter().find(|row| u16::from(row.roll) == face);
    Ok(row.map_or(rules::DK_WEA_01H, |row| row.id))
}

fn amount(cx: &mut Cx<'_, DirkRules>, rule: RuleId, much: &Much) -> Flow<u16> {
    secret(cx, rule, much.dice)
}

/// Dice only the referee sees.
pub(super) fn secret(cx: &mut Cx<'_, DirkRules>, rule: RuleId, size: Size) -> Flow<u16> {
    let (count, sides, plus) = match size {
        Size::Dice { count, sides, plus } => (count, sides, plus),
        Size::Fixed(number) => return Ok(number),
        Size::Str | Size::Wil | Size::StrLost | Size::Full => return Ok(0),
    };
    // A D3 is a D6 read by halves.
    let group = match sides {
        3 => Group::new(count, 6).read_as(&[1, 1, 2, 2, 3, 3]),
        _ => Group::new(count, sides),
    };
    let groups = [group];
    let roll =
        Roll { rule, by: Seat::GM.into(), audience: Audience::GM, groups: &groups, terms: None, alike: None };
    let sum = cx.roll_one(&roll)?.sum();
    Ok(sum.min(1_000) as u16 + u16::from(plus))
}
