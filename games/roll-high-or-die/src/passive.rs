//! What holds for somebody by Conditions, Traits, worn armor, their own nature and the floor they stand on: the passives
//! of the content, found where they apply. What a hook does is with the rules that ask for it.

use boneyard_table::{Cx, RuleId, Who};
use smallvec::SmallVec;

use crate::RollHighOrDie;
use crate::book::{Book, Passive, TerrainRow};
use crate::combat::Weapon;
use crate::gear::worn;
use crate::house::TerrainModule;
use crate::state::{Choice, Condition, Place, Size, Skill, Spot, State, Ware};

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
    /// Whom it is about: the target of an Attack, or whoever attacks.
    pub other: Option<Who>,
    /// With which weapon.
    pub weapon: Option<&'a Weapon>,
    /// An Attack through Engaged.
    pub through_engaged: bool,
    /// With which Skill.
    pub skill: Option<Skill>,
    /// How far off what it is about is, where somebody said so.
    pub feet: Option<u16>,
}

/// Visits everything that holds for somebody.
pub fn each<'b>(state: &State, book: &'b Book, who: Who, visit: &mut dyn FnMut(Source<'b>, &'b Passive)) {
    let one = state.one(who);
    for known in one.live.conditions.iter() {
        let ailment = &known.what;
        let Some(row) = book.conditions.get(ailment.what.rule().as_str()) else { continue };
        let source = Source {
            name: &row.name,
            rule: row.id,
            stacks: ailment.stacks,
            from: ailment.from,
            choice: None,
            armor: false,
        };
        row.passives.iter().for_each(|passive| visit(source, passive));
    }
    for (nth, own) in one.sheet.traits.iter().enumerate() {
        let Some(row) = book.traits.get(own.what.as_str()) else { continue };
        let first = one.sheet.traits.iter().position(|other| other == own) == Some(nth);
        if first {
            let stacks = one.sheet.traits.iter().filter(|other| *other == own).count() as u8;
            let source = Source {
                name: &row.name,
                rule: row.id,
                stacks,
                from: None,
                choice: own.choice,
                armor: false,
            };
            row.passives.iter().for_each(|passive| visit(source, passive));
        }
    }
    for (_, suit) in worn(state, who) {
        let names = [suit.material.as_deref(), suit.style.as_deref()].into_iter().flatten();
        for name in names.chain(suit.tags.iter().map(String::as_str)) {
            let Some(row) = book.armor_tags.named(name) else { continue };
            let source =
                Source { name: &row.name, rule: row.id, stacks: 1, from: None, choice: None, armor: true };
            row.passives.iter().for_each(|passive| visit(source, passive));
        }
    }
    for (thing, _) in one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| now.lit) {
        let Some(row) = thing.like.and_then(|like| book.gear.get(like.as_str())) else { continue };
        let source =
            Source { name: &row.name, rule: row.id, stacks: 1, from: None, choice: None, armor: false };
        row.passives.iter().for_each(|passive| visit(source, passive));
    }
    if let Some(row) = one.sheet.like.and_then(|like| book.creatures.get(like.as_str())) {
        let source =
            Source { name: &row.name, rule: row.id, stacks: 1, from: None, choice: None, armor: false };
        row.passives.iter().for_each(|passive| visit(source, passive));
    }
    if let Some(row) = floor(state, book, who) {
        let source =
            Source { name: &row.name, rule: row.id, stacks: 1, from: None, choice: None, armor: false };
        row.passives.iter().for_each(|passive| visit(source, passive));
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
    let board = state.board.as_ref()?;
    let row = book.terrain.named(board.floor(spot));
    let clear = row.is_none_or(|row| row.name == "Clear") && board.grid.bars(spot.square()).is_none();
    let open = clear && state.days.weather.is_some() && !board.roofs.iter().any(|roof| roof.covers(spot));
    let turned = crate::living::weather(state, book).filter(|_| open).and_then(|sky| sky.floor.as_deref());
    turned.and_then(|name| book.terrain.named(name)).or(row)
}

/// Whether somebody has something with this hook.
pub fn hook(state: &State, book: &Book, who: Who, hook: &str) -> Option<RuleId> {
    let one = state.one(who);
    let traits = one.sheet.traits.iter().filter_map(|own| book.traits.get(own.what.as_str()));
    let by_trait = traits.filter(|row| row.hook.as_deref() == Some(hook)).map(|row| row.id).next();
    let row = one.sheet.like.and_then(|like| book.creatures.get(like.as_str()));
    let by_nature = row.filter(|row| row.hook.as_deref() == Some(hook)).map(|row| row.id);
    by_trait.or(by_nature)
}

/// Whether something is forbidden to somebody: `act`, `move`, `maneuver`, `nearer`, `see-far`, `fall`.
pub fn forbids(state: &State, book: &Book, who: Who, what: &str) -> Option<(RuleId, Option<Who>)> {
    let mut found = None;
    each(state, book, who, &mut |source, passive| {
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
    each(state, book, who, &mut |source, passive| {
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
    let trained = hook(state, book, who, "armor-trained").is_some();
    let mut least: Option<i16> = None;
    each(state, book, who, &mut |source, passive| match passive {
        Passive::Number(change) if change.number == name && holds(state, who, source, &change.when, now) => {
            if source.armor && trained && name == "ap" && change.by < 0 {
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
    let (state, book) = (cx.state(), cx.book());
    let mut all: SmallVec<[RuleId; 4]> = SmallVec::new();
    each(state, book, who, &mut |source, passive| match passive {
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
