//! Shops: what is sold in a place, by whom, and for how much.

use boneyard_table::At;

use super::fill::{file_at, waiting};
use super::world::PlaceKey;
use super::worldly::{Able, Worldly};
use crate::adventure::{Mood, Shop};

/// Something that is sold: what it is called, what one costs in the least coin, and whether it is done and not handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Good {
    pub name: String,
    pub price: u32,
    pub service: bool,
}

/// The shop of a place, while it is open: who sells there is there, and up.
pub(super) fn shop<'a, G: Worldly>(at: At<'a, G>, here: &PlaceKey) -> Option<&'a Shop> {
    let (file, world) = (file_at(at, &here.adventure)?, G::world(at.state));
    let shop = file.place.iter().find(|row| row.id.as_str() == &*here.place)?.sells.as_ref()?;
    let Some(by) = &shop.by else { return Some(shop) };
    let row = file.person.iter().find(|row| row.id.as_str() == by.as_str())?;
    let seller = waiting(world.running(&here.adventure)?, row);
    let there = match seller.who.first() {
        Some(who) => {
            let here = world.stands.get(who).is_some_and(|stand| stand.place == *here);
            here && G::able(at, *who) == Able::Up
        }
        None => seller.at.as_ref() == Some(&here.place) && seller.mood != Some(Mood::Hidden),
    };
    there.then_some(shop)
}

/// What is sold in a place now.
pub(super) fn goods<G: Worldly>(at: At<'_, G>, here: &PlaceKey) -> Vec<Good> {
    let (Some(shop), Some(file)) = (shop(at, here), file_at(at, &here.adventure)) else { return Vec::new() };
    let percent = u64::from(shop.price.unwrap_or(100));
    let cast = file.cast.own.as_ref();
    let entries = |word: &str| {
        let word = cast.and_then(|cast| cast.things.get(word)).map_or(word, |name| name.as_str());
        G::goods(at.book, word)
    };
    let mut all: Vec<Good> = Vec::new();
    for (words, service) in [(&shop.goods, false), (&shop.services, true)] {
        for name in words.iter().flat_map(|word| entries(word.as_str())) {
            let price = G::price(at, &name).map(|price| (u64::from(price) * percent).div_ceil(100));
            if let Some(price) = price.and_then(|price| u32::try_from(price).ok())
                && all.iter().all(|known| known.name != name)
            {
                all.push(Good { name, price, service });
            }
        }
    }
    all
}
