//! What holds for somebody by Conditions, Traits, worn armor, their own nature and the floor they stand on: the passives
//! of the content, found where they apply. What a hook does is with the rules that ask for it.

use std::sync::Arc;

use boneyard_board::Corners;
use boneyard_table::{Cx, RuleId, Who};
use smallvec::SmallVec;

use crate::RollHighOrDie;
use crate::book::{
    ARMOR, About, Book, CONDITIONS, CREATURES, GEAR, Passive, TERRAIN, TRAITS, TerrainRow, Topic,
};
use crate::combat::Hold;
use crate::gear::worn;
use crate::house::TerrainModule;
use crate::sight::SPACE;
use crate::state::{Board, Choice, Condition, Grounds, Lies, Place, Size, Skill, Spot, State, Tread, Ware};

/// Where a passive comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'b> {
    /// What it is called.
    pub name: &'b str,
    /// Its entry.
    pub rule: RuleId,
    /// Stacks of a Condition, purchases of a Trait.
    pub stacks: u8,
    /// Who imposed it.
    pub from: Option<Who>,
    /// What was chosen with it.
    pub choice: Option<Choice>,
    /// From worn armor.
    pub armor: bool,
}

/// What a roll or a number is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation<'a> {
    /// Whom it is about: the target of an Attack, or the one who attacks.
    pub other: Option<Who>,
    /// With which weapon.
    pub weapon: Option<&'a Hold<'a>>,
    /// An Attack through Engaged.
    pub through_engaged: bool,
    /// With which Skill.
    pub skill: Option<Skill>,
    /// How far off what it is about is, where somebody said so.
    pub feet: Option<u16>,
}

/// Visits what holds for somebody and may be about something: rows of kinds that never say anything about it are not
/// even looked up.
pub fn each<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    topic: Topic<'_>,
    visit: &mut dyn FnMut(Source<'b>, &'b Passive),
) {
    let about = book.found.about(topic);
    if about.kinds != 0 {
        of_rows(state, book, who, about, visit);
    }
}

fn of_rows<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    about: About,
    visit: &mut dyn FnMut(Source<'b>, &'b Passive),
) {
    let (one, kinds) = (state.one(who), about.kinds);
    let plain = |name: &'b str, rule: RuleId| Source {
        name,
        rule,
        stacks: 1,
        from: None,
        choice: None,
        armor: false,
    };
    if kinds & CONDITIONS != 0 {
        for ailment in one.live.conditions.iter().map(|known| &known.what) {
            if !about.has(ailment.what) {
                continue;
            }
            let Some(row) = book.conditions.get(ailment.what.rule().as_str()) else { continue };
            let source = Source { stacks: ailment.stacks, from: ailment.from, ..plain(&row.name, row.id) };
            row.passives.iter().for_each(|passive| visit(source, passive));
        }
    }
    let traits = if kinds & TRAITS != 0 { one.sheet.traits.as_slice() } else { &[] };
    for (nth, own) in traits.iter().enumerate() {
        let row = book.traits.get(own.what.as_str()).filter(|row| !row.passives.is_empty());
        let Some(row) = row.filter(|_| !traits[..nth].contains(own)) else { continue };
        let stacks = traits.iter().filter(|other| *other == own).count() as u8;
        let source = Source { stacks, choice: own.choice, ..plain(&row.name, row.id) };
        row.passives.iter().for_each(|passive| visit(source, passive));
    }
    if kinds & ARMOR != 0 {
        for (_, suit) in worn(state, who) {
            let names = [suit.material.as_deref(), suit.style.as_deref()].into_iter().flatten();
            for name in names.chain(suit.tags.iter().map(String::as_str)) {
                let Some(row) = book.armor_tags.named(name) else { continue };
                let source = Source { armor: true, ..plain(&row.name, row.id) };
                row.passives.iter().for_each(|passive| visit(source, passive));
            }
        }
    }
    if kinds & GEAR != 0 {
        for (thing, _) in one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| now.lit) {
            let Some(row) = thing.like.and_then(|like| book.gear.get(like.as_str())) else { continue };
            row.passives.iter().for_each(|passive| visit(plain(&row.name, row.id), passive));
        }
    }
    if kinds & CREATURES != 0
        && let Some(row) = one.sheet.like.and_then(|like| book.creatures.get(like.as_str()))
    {
        row.passives.iter().for_each(|passive| visit(plain(&row.name, row.id), passive));
    }
    if kinds & TERRAIN != 0
        && let Some(row) = floor(state, book, who)
    {
        row.passives.iter().for_each(|passive| visit(plain(&row.name, row.id), passive));
    }
}

/// The floor somebody stands on.
pub fn floor<'b>(state: &State, book: &'b Book, who: Who) -> Option<&'b TerrainRow> {
    if state.house.terrain == TerrainModule::Off {
        return None;
    }
    ground(state, book, state.live(who).at?)
}

/// The deep water somebody is in.
pub fn afloat(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    floor(state, book, who).filter(|row| row.water.as_deref() == Some("deep")).map(|row| row.id)
}

/// What lies in a space: the floor of the map, or what the weather makes of open Clear ground.
pub fn ground<'b>(state: &State, book: &'b Book, spot: Spot) -> Option<&'b TerrainRow> {
    Floors::of(state, book)?.row(spot)
}

/// What lies in the spaces of a map, for the one who asks about many.
#[derive(Clone, Copy, Debug)]
pub struct Floors<'s, 'b> {
    book: &'b Book,
    board: &'s Board,
    grounds: Option<&'s Grounds>,
    /// What the weather makes of Clear ground under the open sky.
    turned: Option<&'b TerrainRow>,
}

impl<'s, 'b> Floors<'s, 'b> {
    /// Those of the map, if there is one.
    pub fn of(state: &'s State, book: &'b Book) -> Option<Self> {
        let board = state.board.as_deref()?;
        let spaces = || {
            let size = board.grid.chart().size(0).unwrap_or((0, 0));
            let side = |side: i16| u8::try_from(side).unwrap_or(u8::MAX);
            let (width, height) = (side(size.0), side(size.1));
            let spots = (0..height).flat_map(|y| (0..width).map(move |x| Spot::new(x, y)));
            let spaces: Vec<Lies> = spots.map(|spot| lies(board, book, spot)).collect();
            let parts = parts(board, &spaces, width);
            Grounds { edition: book.found.edition().clone(), width, spaces, parts }
        };
        // What was found with another book says nothing about this one.
        let grounds = Some(board.seen.grounds(spaces))
            .filter(|grounds| Arc::ptr_eq(&grounds.edition, book.found.edition()));
        let sky = crate::living::weather(state, book);
        let turned = sky.and_then(|sky| book.terrain.named(sky.floor.as_deref()?));
        Some(Self { book, board, grounds, turned })
    }

    /// What a step onto a space comes to.
    #[inline]
    pub(crate) fn tread(&self, spot: Spot) -> Tread {
        match self.grounds.and_then(|grounds| grounds.at(spot)) {
            Some(lies) if !lies.bare || self.turned.is_none() => lies.step,
            _ => self.row(spot).map_or(Tread::Plain, tread),
        }
    }

    /// Whether steps onto a space and off it may lead up or down.
    #[inline]
    pub(crate) fn is_slope(&self, spot: Spot) -> bool {
        match self.grounds.and_then(|grounds| grounds.at(spot)) {
            Some(lies) if !lies.bare || self.turned.is_none() => lies.slope,
            _ => self.row(spot).is_some_and(is_slope),
        }
    }

    /// Whether it is known that no steps lead from one space to another, no matter who stands in between.
    #[inline]
    pub(crate) fn apart(&self, one: Spot, other: Spot) -> bool {
        let Some(grounds) = self.grounds.filter(|_| self.turned.is_none()) else { return false };
        grounds.part(one).is_some_and(|part| grounds.part(other) != Some(part))
    }

    /// What lies in a space.
    pub fn row(&self, spot: Spot) -> Option<&'b TerrainRow> {
        let known = self.grounds.and_then(|grounds| grounds.at(spot));
        let lies = known.unwrap_or_else(|| lies(self.board, self.book, spot));
        let row = || self.book.terrain.nth(lies.row?.into());
        if lies.bare { self.turned.or_else(row) } else { row() }
    }
}

/// What lies in a space whatever the weather.
fn lies(board: &Board, book: &Book, spot: Spot) -> Lies {
    let row = book.terrain.place_named(board.floor(spot));
    let clear = row.and_then(|row| book.terrain.nth(row)).is_none_or(|row| row.name == "Clear");
    let bare = clear
        && board.grid.bars(spot.square()).is_none()
        && !board.roofs.iter().any(|roof| roof.covers(spot));
    let known = row.and_then(|row| book.terrain.nth(row));
    let (step, slope) = (known.map_or(Tread::Plain, tread), known.is_some_and(is_slope));
    Lies { row: row.and_then(|row| u16::try_from(row).ok()), bare, step, slope }
}

fn is_slope(row: &TerrainRow) -> bool {
    row.hook.as_deref() == Some("uphill")
}

/// The parts of a map that steps lead through, for those who take up one space and stand on the floor.
fn parts(board: &Board, spaces: &[Lies], width: u8) -> Vec<Option<u16>> {
    let spot = |number: usize| {
        let (y, x) = (number / usize::from(width), number % usize::from(width));
        Some(Spot::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?))
    };
    let walks = |number: usize| spaces[number].step != Tread::Shut;
    let mut parts = vec![None; spaces.len()];
    let mut next = 0;
    for first in 0..spaces.len() {
        if parts[first].is_some() || !walks(first) || spot(first).and_then(|spot| board.level(spot)).is_none()
        {
            continue;
        }
        parts[first] = Some(next);
        let mut open = vec![first];
        while let Some(number) = open.pop() {
            let Some(from) = spot(number) else { continue };
            for (across, down) in (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down))) {
                let Some(to) = from.step(across, down).filter(|to| to.x < width) else { continue };
                let other = usize::from(to.y) * usize::from(width) + usize::from(to.x);
                if other >= spaces.len() || parts[other].is_some() || !walks(other) {
                    continue;
                }
                let (Some(low), Some(high)) = (board.level(from), board.level(to)) else { continue };
                let most = if spaces[number].slope || spaces[other].slope { SPACE } else { 0 };
                let shut = board.grid.obstacle(from.square(), to.square(), Corners::OneWay).is_some();
                if (high - low).abs() <= most && !shut {
                    parts[other] = Some(next);
                    open.push(other);
                }
            }
        }
        next += 1;
    }
    parts
}

/// What a step onto such terrain comes to.
fn tread(row: &TerrainRow) -> Tread {
    // The foot of a ladder is floor like any other; up it goes by climbing.
    let foot = row.enter.as_deref() == Some("climb") && row.climb.is_none();
    if row.enter.is_some() && !foot {
        return Tread::Shut;
    }
    if !row.double || is_slope(row) {
        return Tread::Plain;
    }
    Tread::Double { loose: matches!(row.name.as_str(), "Rough" | "Mud"), wet: row.water.is_some() }
}

/// Whether somebody has something with this hook.
pub fn hook(state: &State, book: &Book, who: Who, hook: &str) -> Option<RuleId> {
    let sheet = state.sheet(who);
    let is = |known: &Option<String>| known.as_deref() == Some(hook);
    let traits = || sheet.traits.iter().map(|own| own.what);
    let by_trait = traits().find(|own| book.traits.get(own.as_str()).is_some_and(|row| is(&row.hook)));
    let born = |like: &RuleId| book.creatures.get(like.as_str()).is_some_and(|row| is(&row.hook));
    by_trait.or_else(|| sheet.like.filter(born))
}

/// Whether something is forbidden to somebody: `act`, `move`, `maneuver`, `nearer`, `see-far`, `fall`.
pub fn forbids(state: &State, book: &Book, who: Who, what: &str) -> Option<(RuleId, Option<Who>)> {
    let mut found = None;
    each(state, book, who, Topic::Forbids(what), &mut |source, passive| {
        if let Passive::Forbid(acts) = passive
            && found.is_none()
            && acts.iter().any(|act| act == what)
        {
            found = Some((source.rule, source.from));
        }
    });
    found
}

/// Whether a Condition never comes upon somebody.
pub fn immune(state: &State, book: &Book, who: Who, condition: Condition) -> Option<RuleId> {
    if state.sheet(who).immune.contains(&condition) {
        return Some(crate::rules::RH_CORE_02);
    }
    let mut found = None;
    each(state, book, who, Topic::Immune, &mut |source, passive| {
        if let Passive::Immune(names) = passive
            && names.iter().any(|name| name.eq_ignore_ascii_case(condition.name()))
        {
            found = Some(source.rule);
        }
    });
    found
}

/// A number with everything that changes it: what is added, then what it is set to.
pub fn number(state: &State, book: &Book, who: Who, name: &str, base: i16, now: Situation<'_>) -> i16 {
    let mut total = base;
    let mut set = None;
    let trained = || hook(state, book, who, "armor-trained").is_some();
    let mut least: Option<i16> = None;
    each(state, book, who, Topic::Number(name), &mut |source, passive| match passive {
        Passive::Number(change) if change.number == name && holds(state, who, source, &change.when, now) => {
            if source.armor && name == "ap" && change.by < 0 && trained() {
                return;
            }
            total += i16::from(change.by) * times(source, change.each.as_deref());
            least = least.max(change.least.map(i16::from));
        }
        Passive::Set(change) if change.number == name && holds(state, who, source, &change.when, now) => {
            set = Some(i16::from(change.to));
        }
        _ => {}
    });
    // A floor holds unless there was less to begin with.
    let floored = least.map_or(total, |least| total.max(least.min(base)));
    set.unwrap_or(floored)
}

/// Cites everything that changes a number of somebody's.
pub fn cite(cx: &mut Cx<'_, RollHighOrDie>, who: Who, name: &str, now: Situation<'_>) {
    if !cx.keeps() {
        return;
    }
    let (state, book) = (cx.state(), cx.book());
    let mut all: SmallVec<[RuleId; 4]> = SmallVec::new();
    each(state, book, who, Topic::Number(name), &mut |source, passive| match passive {
        Passive::Number(change) if change.number == name && holds(state, who, source, &change.when, now) => {
            all.push(source.rule);
        }
        Passive::Set(change) if change.number == name && holds(state, who, source, &change.when, now) => {
            all.push(source.rule);
        }
        _ => {}
    });
    for rule in all {
        cx.cite(rule);
    }
}

/// How often a change counts.
pub fn times(source: Source<'_>, each: Option<&str>) -> i16 {
    if each.is_some() { i16::from(source.stacks) } else { 1 }
}

/// Whether the circumstances of a passive hold.
pub fn holds(state: &State, who: Who, source: Source<'_>, when: &[String], now: Situation<'_>) -> bool {
    when.iter().all(|word| one_holds(state, who, source, word, now))
}

fn one_holds(state: &State, who: Who, source: Source<'_>, word: &str, now: Situation<'_>) -> bool {
    let live = state.live(who);
    let engaged_by = |fits: &dyn Fn(Who) -> bool| {
        now.other.is_some_and(|other| {
            let mut all = state.live(other).conditions.iter();
            all.any(|known| {
                known.what.what == Condition::Engaged
                    && known.what.from.is_some_and(|from| from != who && fits(from))
            })
        })
    };
    match word {
        "against-source" | "by-source" => now.other.is_some() && now.other == source.from,
        "not-against-source" => now.other.is_some() && now.other != source.from,
        "target-engaged-by-ally" => engaged_by(&|from| !state.hostile(who, from)),
        "natural-pack" => {
            let like = state.sheet(who).like;
            engaged_by(&|from| like.is_some() && state.sheet(from).like == like)
        }
        "no-maneuver-this-turn" => !live.turn.maneuvered,
        "first-turn" => live.turn.number == 1,
        "beyond-60" => now.feet.is_some_and(|feet| feet > 60),
        "through-engaged" => now.through_engaged,
        "chosen-skill" => matches!(source.choice, Some(Choice::Skill(skill)) if now.skill == Some(skill)),
        "large-melee" => {
            now.weapon.is_some_and(|weapon| weapon.arms.size == Some(Size::Large) && !weapon.arms.shoots())
        }
        "one-handed-melee" => match now.weapon {
            Some(weapon) => weapon.item.is_some() && !weapon.arms.shoots() && !weapon.both,
            None => held_one_handed(state, who),
        },
        "empty-off-hand" => {
            let held = live.items.iter().filter(|item| item.place.is_held() && item.count > 0).count();
            let both = live.items.iter().any(|item| item.place == Place::TwoHands);
            held <= 1 && !both
        }
        _ => false,
    }
}

fn held_one_handed(state: &State, who: Who) -> bool {
    let one = state.one(who);
    one.sheet.items.iter().zip(&one.live.items).any(|(thing, item)| {
        matches!(&thing.ware, Ware::Weapon(arms) if !arms.shoots())
            && item.place.hands() == 1
            && item.count > 0
    })
}
