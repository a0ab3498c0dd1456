//! Prices are in the least coin; purses hold coins of all kinds, and change is given.

use boneyard_table::{At, Cx, Who};

use super::thing::shift;
use super::world::Where;
use super::worldly::{Stack, Worldly};

/// What a coin of a kind is worth, in the least.
fn worth<G: Worldly>(kind: &str) -> u64 {
    let at = G::COINS.iter().position(|known| *known == kind);
    at.and_then(|at| G::WORTH.get(at)).map_or(1, |worth| u64::from((*worth).max(1)))
}

/// Kinds of coins, those worth least first.
fn kinds<G: Worldly>() -> Vec<&'static str> {
    let mut kinds: Vec<&'static str> = G::COINS.to_vec();
    kinds.sort_by_key(|kind| worth::<G>(kind));
    kinds
}

/// What all somebody's coins are worth.
pub(super) fn wealth<G: Worldly>(at: At<'_, G>, who: Who) -> u64 {
    let coins = G::carried(at, who);
    coins.iter().filter_map(|thing| Some(worth::<G>(thing.coin()?) * u64::from(thing.number()))).sum()
}

/// An amount as people say it: "12 gems".
pub(super) fn in_words<G: Worldly>(amount: u64) -> String {
    match kinds::<G>().first() {
        Some(kind) => format!("{amount} {kind}"),
        None => amount.to_string(),
    }
}

/// Somebody pays so much, the least coins first; what is too much comes back. Whether they had it.
pub(super) fn pay<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, amount: u64, to: &Where) -> bool {
    if wealth(cx.at(), who) < amount {
        return false;
    }
    let mut left = amount;
    let mut given = Vec::new();
    for kind in kinds::<G>() {
        let purse = G::carried(cx.at(), who).into_iter().find(|thing| thing.coin() == Some(kind));
        let Some(purse) = purse.filter(|purse| purse.number() > 0 && left > 0) else { continue };
        let wanted = left.div_ceil(worth::<G>(kind));
        let many = u32::try_from(wanted).unwrap_or(u32::MAX).min(purse.number());
        left = left.saturating_sub(u64::from(many) * worth::<G>(kind));
        given.push((kind, purse.of(many)));
    }
    let worth_given: u64 =
        given.iter().map(|(kind, coins)| worth::<G>(kind) * u64::from(coins.number())).sum();
    let change = worth_given.saturating_sub(amount);
    // With change, coins are changed on the way: those given are gone, and others come.
    let goes = if change == 0 { to.clone() } else { Where::Outside };
    for (_, coins) in given {
        shift(cx, coins, (Where::Carried(who), None), goes.clone(), true, false);
    }
    if change > 0 {
        mint(cx, amount, to);
        mint(cx, change, &Where::Carried(who));
    }
    true
}

/// So much in coins comes from nowhere, in as few coins as can be.
pub(super) fn mint<G: Worldly>(cx: &mut Cx<'_, G>, amount: u64, to: &Where) {
    let mut left = amount;
    for kind in kinds::<G>().into_iter().rev() {
        let many = u32::try_from(left / worth::<G>(kind)).unwrap_or(u32::MAX);
        if let Some(coins) = G::coins(kind, many).filter(|_| many > 0 && *to != Where::Outside) {
            left -= u64::from(many) * worth::<G>(kind);
            shift(cx, coins, (Where::Outside, None), to.clone(), true, false);
        }
    }
}
