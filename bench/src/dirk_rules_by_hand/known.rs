//! What stands on everybody's sheet, read once for all fights.

use boneyard_table::{At, RuleId, Who};
use dirk_rules::DirkRules;
use dirk_rules::book::{Book, PoolKind, Slot};
use dirk_rules::combat::immune;
use dirk_rules::gear::{arms, worn};
use dirk_rules::state::{Ability, Part, State, With};
use smallvec::SmallVec;

/// Something to attack with.
#[derive(Clone, Copy)]
pub(super) struct Weapon {
    /// Which thing, if it is one.
    pub(super) item: Option<u8>,
    pub(super) fists: bool,
    pub(super) sides: u8,
    pub(super) range: u16,
    pub(super) ranged: bool,
    pub(super) two_handed: bool,
    /// Its wielder was trained with it.
    pub(super) trained: bool,
    pub(super) reroll: Option<u8>,
    pub(super) double_on: Option<u8>,
    pub(super) breaks_on: Option<u8>,
    pub(super) injuries: u8,
    pub(super) extra_attacks: u8,
    pub(super) pool: Option<PoolKind>,
    pub(super) knocks_down: bool,
}

/// What stands on somebody's sheet.
pub(super) struct Numbers {
    pub(super) hero: bool,
    pub(super) named: bool,
    pub(super) side: u8,
    /// Those of one kind share a throw.
    pub(super) kin: Option<(RuleId, u8)>,
    pub(super) dex: u8,
    /// Feet of a move.
    pub(super) stride: u16,
    pub(super) angry: bool,
    pub(super) fearful: bool,
    /// Whether fear goes round it.
    pub(super) steady: bool,
    /// In the order in which they are thought of.
    pub(super) weapons: SmallVec<[Weapon; 4]>,
    pub(super) shields: SmallVec<[u8; 1]>,
    pub(super) suit: Option<u8>,
    pub(super) helmet: Option<u8>,
}

/// Everybody's sheet.
pub struct Known {
    pub(super) all: Vec<Numbers>,
    /// What one gets over fear with.
    pub(super) escapes: SmallVec<[Ability; 2]>,
}

impl Known {
    /// Of everybody there; `None` where the book does not know what fear is.
    pub fn new(state: &State, book: &Book) -> Option<Self> {
        let escapes = SmallVec::from_slice(&book.conditions.named("routed")?.escape);
        let at = At::<DirkRules> { state, book };
        Some(Self { all: state.everybody().map(|who| numbers(at, who)).collect(), escapes })
    }
}

fn numbers(at: At<'_, DirkRules>, who: Who) -> Numbers {
    let (sheet, live) = (at.state.sheet(who), at.state.live(who));
    let things = (0..live.items.len() as u8).map(With::Item);
    let ways = things.chain((0..9).map(With::Natural)).chain([With::Fists]);
    let worn_at = |slot: Slot| worn(at, who).find(|(_, _, armor)| armor.slot == slot).map(|(item, ..)| item);
    let saves = |item: &u8| {
        worn(at, who).any(|(known, _, armor)| known == *item && armor.saves_part == Some(Part::Brain))
    };
    let is_shield = |item: &u8| {
        let kind = sheet.items.get(usize::from(*item)).and_then(|item| item.kind);
        kind.is_some_and(|kind| at.book.shields.get(kind.as_str()).is_some())
    };
    Numbers {
        hero: sheet.hero,
        named: sheet.named,
        side: sheet.side,
        kin: sheet.like.filter(|_| !sheet.named).map(|like| (like, sheet.side)),
        dex: live.score(Ability::Dex),
        stride: dirk_rules::combat::move_limit(at, who),
        angry: sheet.is("angry"),
        fearful: sheet.is("fearful"),
        steady: sheet.named || sheet.is("disciplined") || immune(at, who, "fear"),
        weapons: ways.filter_map(|with| weapon(at, who, with)).collect(),
        shields: (0..live.items.len() as u8).filter(is_shield).collect(),
        suit: worn_at(Slot::Suit),
        helmet: worn_at(Slot::Helmet).filter(saves),
    }
}

fn weapon(at: At<'_, DirkRules>, who: Who, with: With) -> Option<Weapon> {
    let arms = arms(at, who, with)?;
    let name = arms.id.and_then(|id| {
        let row = at.book.weapons.get(id.as_str()).map(|row| &row.name);
        row.or_else(|| at.book.shields.get(id.as_str()).map(|row| &row.name))
    });
    let mut backgrounds = at.state.sheet(who).backgrounds.iter();
    let trained = name.is_some()
        && backgrounds.any(|known| known.kind == "weapon training" && known.of.as_ref() == name);
    Some(Weapon {
        item: if let With::Item(item) = with { Some(item) } else { None },
        fists: with == With::Fists,
        sides: arms.sides,
        range: arms.range,
        ranged: arms.ranged,
        two_handed: arms.two_handed,
        trained,
        reroll: arms.reroll,
        double_on: arms.double_on,
        breaks_on: arms.breaks_on,
        injuries: arms.injuries,
        extra_attacks: arms.extra_attacks,
        pool: arms.pool,
        knocks_down: arms.knocks_down,
    })
}
