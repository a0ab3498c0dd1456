//! Browsers that run the server: how they become that, which there are, and how one of them ends.

use super::book::{Book, VisitorId};
use super::{Doors, Stuck};
use crate::protocol::SessionCard;
use crate::random;

impl Doors {
    /// A browser enters by the printed link: it gets a new cookie, with which it keeps what it had. The old
    /// one is worth nothing any more.
    pub(crate) async fn enter(&self, old: Option<&VisitorId>, device: &str) -> Result<String, Stuck> {
        let token = random::token::<32>()?;
        let visitor = VisitorId::of(&token);
        let since = now();
        {
            let mut book = self.book();
            book.welcome(visitor.clone(), true);
            if let Some(known) = book.visitors.get_mut(&visitor) {
                (known.since, known.device) = (since, device.to_owned());
            }
            if let Some(old) = old {
                book.renamed(old, &visitor);
            }
        }
        self.keep(None).await?;
        Ok(token)
    }

    /// The browsers that run the server, those that entered last first.
    pub(crate) fn sessions(&self, own: Option<&VisitorId>) -> Vec<SessionCard> {
        let book = self.book();
        let owners = book.visitors.iter().filter(|(_, visitor)| visitor.owner);
        let mut all: Vec<SessionCard> = owners
            .map(|(id, visitor)| SessionCard {
                id: id.short(),
                device: visitor.device.clone(),
                since: visitor.since,
                this: Some(id) == own,
            })
            .collect();
        all.sort_by(|one, other| other.since.cmp(&one.since).then_with(|| one.id.cmp(&other.id)));
        all
    }

    /// A browser runs the server no more, and is forgotten unless it has a seat. `false` if there is no such one.
    pub(crate) async fn end_session(&self, id: &str) -> Result<bool, Stuck> {
        {
            let mut book = self.book();
            let found =
                book.visitors.iter_mut().find(|(known, visitor)| visitor.owner && known.short() == id);
            let Some((_, visitor)) = found else { return Ok(false) };
            visitor.owner = false;
        }
        self.keep(None).await?;
        Ok(true)
    }
}

impl Book {
    /// A browser goes by another cookie from now on.
    fn renamed(&mut self, old: &VisitorId, new: &VisitorId) {
        self.visitors.remove(old);
        for door in self.tables.values_mut() {
            if let Some(seat) = door.seats.remove(old) {
                door.seats.insert(new.clone(), seat);
            }
            if door.blocked.remove(old) {
                door.blocked.insert(new.clone());
            }
            // The owner need not wait.
            door.knocks.retain(|knock| knock.visitor != *old);
        }
    }
}

/// In milliseconds since 1970.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
