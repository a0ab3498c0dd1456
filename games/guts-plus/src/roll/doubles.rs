//! Doubles: which dice pair, and how many bonus dice that gives at the most.

use boneyard_table::Refusal;
use boneyard_table::view;
use smallvec::SmallVec;

use crate::house::BonusDiceChain;
use crate::rules;
use crate::state::Side;

/// Doubles by their faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Own doubles.
    pub own: SmallVec<[u8; 5]>,
    /// Doubles with a helper's die.
    pub cross: SmallVec<[u8; 5]>,
    /// Doubles with a bonus die; `true` where the other is a pool die.
    pub chain: Vec<(u8, bool)>,
}

impl Pairs {
    /// How many bonus dice they give.
    pub fn count(&self) -> usize {
        self.own.len() + self.cross.len() + self.chain.len()
    }
}

/// As many doubles as there can be. A helper's die costs one own die, an own double two: so help first.
pub fn best_doubles(side: &Side, chain: BonusDiceChain) -> Pairs {
    let mut pairs = Pairs::default();
    let mut shown = [0u8; 7];
    let helping = side.helpers.iter().flat_map(|helper| &helper.dice);
    for die in side.dice.iter().chain(&side.bonus).chain(helping) {
        shown[usize::from(*die).min(6)] += 1;
    }
    for face in 1..=6u8 {
        // Most faces show once or never.
        if shown[usize::from(face)] < 2 {
            continue;
        }
        let (own, helping, bonus) = side.free(face);
        let cross = own.min(helping);
        pairs.cross.extend(std::iter::repeat_n(face, cross.into()));
        if face == 1 {
            continue;
        }
        let left = own - cross;
        let with_pool = if chain == BonusDiceChain::On { bonus.min(left) } else { 0 };
        pairs.chain.extend(std::iter::repeat_n((face, true), with_pool.into()));
        pairs.own.extend(std::iter::repeat_n(face, ((left - with_pool) / 2).into()));
        if chain == BonusDiceChain::On {
            pairs.chain.extend(std::iter::repeat_n((face, false), ((bonus - with_pool) / 2).into()));
        }
    }
    pairs
}

/// The doubles somebody wants, or why they cannot be.
pub fn check_doubles(
    side: &Side,
    own: &[u8],
    cross: &[u8],
    chain: &[u8],
    house: BonusDiceChain,
) -> Result<Pairs, Refusal> {
    let no = |rule, code, sentence: String| Err(Refusal::new(rule, code, sentence));
    if own.contains(&1) || chain.contains(&1) {
        let sentence = "Two 1s of one pool make no double; only a helper's 1 pairs with a 1.".to_owned();
        return no(rules::GP_DBL_02, "ones", sentence);
    }
    if !chain.is_empty() && house == BonusDiceChain::Off {
        return no(rules::GP_DBL_08, "no-chain", "Bonus dice make no doubles at this table.".into());
    }
    let mut pairs = Pairs { own: own.into(), cross: cross.into(), chain: Vec::new() };
    for face in own.iter().chain(cross).chain(chain) {
        if !(1..=6).contains(face) {
            return no(rules::GP_CORE_01, "no-face", format!("{face} is not a face of a six-sided die."));
        }
    }
    for face in 1..=6u8 {
        let count = |faces: &[u8]| faces.iter().filter(|own| **own == face).count() as u8;
        let (free, helping, bonus) = side.free(face);
        let (own, cross, chain) = (count(own), count(cross), count(chain));
        if cross > helping {
            let sentence = format!(
                "The help shows {} with a {face}, not {cross}.",
                view::count(helping, "free die", "free dice")
            );
            return no(rules::GP_ASST_02, "no-pair", sentence);
        }
        let wants = own.saturating_mul(2).saturating_add(cross);
        if wants > free {
            let (rule, code) =
                if own > 0 && free < 2 { (rules::GP_DBL_01, "no-pair") } else { (rules::GP_DBL_03, "used") };
            let sentence = format!(
                "Of dice with a {face}, {} in no double; these take {wants}.",
                view::count(free, "is", "are")
            );
            return no(if cross > 0 { rules::GP_ASST_03 } else { rule }, code, sentence);
        }
        let mut pool = free - wants;
        let mut left = bonus;
        for _ in 0..chain {
            if left >= 1 && pool >= 1 {
                pairs.chain.push((face, true));
                (pool, left) = (pool - 1, left - 1);
            } else if left >= 2 {
                pairs.chain.push((face, false));
                left -= 2;
            } else {
                let sentence = format!("No bonus die with a {face} finds a partner.");
                return no(rules::GP_DBL_08, "no-pair", sentence);
            }
        }
    }
    Ok(pairs)
}
