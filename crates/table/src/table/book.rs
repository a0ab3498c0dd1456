//! The book of a table. Tables without packs of their own all read the same one, so it is made once per game
//! and shared: reading content costs more than opening a table, and more memory than keeping one.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::PackName;
use crate::{BadPack, Playable};

/// The book of each game without packs. A book never changes, so the one who made it first does not matter.
static PLAIN: Mutex<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>> = Mutex::new(BTreeMap::new());

/// The content of a game with a table's packs.
pub(super) fn book<G: Playable>(packs: &[PackName]) -> Result<Arc<G::Book>, BadPack> {
    if !packs.is_empty() {
        return G::book(packs).map(Arc::new);
    }
    let mut plain = PLAIN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = plain.get(&TypeId::of::<G>()).cloned();
    if let Some(book) = known.and_then(|book| book.downcast::<G::Book>().ok()) {
        return Ok(book);
    }
    let book = Arc::new(G::book(packs)?);
    plain.insert(TypeId::of::<G>(), Arc::clone(&book) as Arc<dyn Any + Send + Sync>);
    Ok(book)
}
