//! What stands on everybody's sheet and where they begin, read once for all fights.

use boneyard_board::{Memory, Squares};
use boneyard_table::{At, Who};
use roll_high_or_die::book::{Book, Passive};
use roll_high_or_die::check::initiative_sums;
use roll_high_or_die::combat::{
    Assault, BoardDraw, ability, attack_sums, check_assault, lay, stands, weapons,
};
use roll_high_or_die::gear::{Piece, pieces, worn};
use roll_high_or_die::hurt::takes_wounds;
use roll_high_or_die::state::{Ability, Board, DamageType, Defense, Dice, Range, Shared, Spot, State};
use roll_high_or_die::{RollHighOrDie, body, rules};
use smallvec::SmallVec;
use std::sync::Arc;

/// The most pieces of armor somebody has.
pub(super) const PIECES: usize = 3;

/// Something to attack with.
#[derive(Clone, Copy)]
pub(super) struct Weapon {
    pub(super) w: u8,
    /// Spaces it reaches.
    pub(super) reach: u8,
    pub(super) shoots: bool,
    /// What the roll adds against somebody who stands.
    pub(super) bonus: i16,
    pub(super) dice: Dice,
    /// What the damage adds.
    pub(super) plus: i16,
    pub(super) kind: DamageType,
}

/// What stands on somebody's sheet.
pub(super) struct Numbers {
    pub(super) hero: bool,
    pub(super) side: u8,
    pub(super) takes_wounds: bool,
    pub(super) initiative: i16,
    pub(super) dexterity: u8,
    pub(super) constitution: u8,
    /// What a Hit Die adds.
    pub(super) tough: i16,
    pub(super) hit_die: u8,
    pub(super) max_vitality: i16,
    pub(super) death_line: i16,
    pub(super) ap: u8,
    /// Feet of a run.
    pub(super) run: u32,
    pub(super) reflex: i16,
    /// Armor, the body first.
    pub(super) pieces: SmallVec<[Piece; PIECES]>,
    pub(super) resists: SmallVec<[(DamageType, i16); 2]>,
    pub(super) weapons: SmallVec<[Weapon; 2]>,
    /// What it shoots, by its number among the things.
    pub(super) shot: Option<u8>,
    /// Where it begins.
    pub(super) at: Spot,
}

/// Everybody's sheet, and the map.
pub struct Known {
    pub(super) all: Vec<Numbers>,
    pub(super) board: Shared<Board>,
    /// All of the map is seen at once.
    pub(super) explored: Memory,
    /// Columns and rows.
    pub(super) size: (u8, u8),
}

impl Known {
    /// Of everybody there; `None` where no map can be laid out.
    pub fn new(state: &State, book: &Book) -> Option<Self> {
        let board = Shared::new(lay(book, &BoardDraw::default()).ok()?);
        let (width, height) = board.grid.chart().size(0)?;
        let mut seen = Squares::none(0, width, height);
        board.grid.chart().squares().for_each(|square| {
            seen.add(square);
        });
        let mut explored = Memory::default();
        explored.add(&seen);
        let mut placed = state.clone();
        placed.board = Some(board.clone());
        let mut all = Vec::new();
        for who in state.everybody() {
            let at = begins(&placed, who)?;
            Arc::make_mut(&mut placed.creatures[usize::from(who.0)]).live.at = Some(at);
            all.push(numbers(state, book, who, at)?);
        }
        let size = (u8::try_from(width).ok()?, u8::try_from(height).ok()?);
        Some(Self { all, board, explored, size })
    }
}

/// The free space nearest to the middle of somebody's side.
fn begins(placed: &State, who: Who) -> Option<Spot> {
    let chart = placed.board.as_ref()?.grid.chart();
    let (width, height) = chart.size(0)?;
    let row = if placed.sheet(who).side == 0 { height / 2 + 2 } else { height / 2 - 2 };
    let middle = Spot::new(u8::try_from(width / 2).ok()?, u8::try_from(row).ok()?);
    let free = chart.squares().filter_map(Spot::of).filter(|spot| stands(placed, who, *spot));
    free.min_by_key(|spot| (super::apart(*spot, middle), *spot))
}

fn numbers(state: &State, book: &Book, who: Who, at: Spot) -> Option<Numbers> {
    let sheet = state.sheet(who);
    let foe = state.everybody().find(|other| state.hostile(who, *other))?;
    let (mut shot, mut own_weapons) = (None, SmallVec::new());
    for weapon in weapons(state, book, who) {
        let own = ability(state, who, &weapon, None).ok()?;
        let w = weapon.w;
        let mut blow = Assault::plain(who, foe, weapon, own, rules::RH_ACT_01);
        check_assault(At::<RollHighOrDie> { state, book }, &mut blow, None).ok()?;
        shot = shot.or(blow.shot);
        let (Range::Reach(feet) | Range::Range(feet)) = blow.weapon.arms.range?;
        own_weapons.push(Weapon {
            w,
            reach: u8::try_from(feet / 5).unwrap_or(u8::MAX),
            shoots: blow.weapon.arms.shoots(),
            bonus: attack_sums(state, book, &blow).total(),
            dice: blow.weapon.arms.dice?,
            plus: body::modifier(state, who, own),
            kind: blow.weapon.arms.kind?,
        });
    }
    let mut resists = SmallVec::new();
    for (_, suit) in worn(state, who) {
        let names = [suit.material.as_deref(), suit.style.as_deref()].into_iter().flatten();
        let names = names.chain(suit.tags.iter().map(String::as_str));
        for held in names.filter_map(|name| book.armor_tags.named(name)).flat_map(|row| &row.passives) {
            if let Passive::Resist(toward) = held
                && let Some(kind) = DamageType::named(&toward.to)
            {
                resists.push((kind, i16::from(toward.by)));
            }
        }
    }
    Some(Numbers {
        hero: sheet.is_hero(),
        side: sheet.side,
        takes_wounds: takes_wounds(state, who),
        initiative: initiative_sums(state, book, who).total(),
        dexterity: sheet.scores.dexterity,
        constitution: sheet.scores.constitution,
        tough: body::modifier(state, who, Ability::Constitution),
        hit_die: body::hit_die(state, book, who),
        max_vitality: body::max_vitality(state, book, who),
        death_line: body::death_line(state, book, who),
        ap: body::ap(state, book, who),
        run: body::run(state, book, who).into(),
        reflex: body::defense_now(state, book, who, Defense::Reflex),
        pieces: pieces(state, book, who),
        resists,
        weapons: own_weapons,
        shot,
        at,
    })
}
