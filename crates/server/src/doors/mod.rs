//! Who may enter: browsers and their cookies, invitations, the waiting room, seats given and taken away.
//! What happens at a table is not known here.

mod book;
mod owners;
mod rows;
mod signs;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_store::{Store, StoreError};
use boneyard_table::Seat;
use tokio::sync::broadcast;

use crate::protocol::{DoorKey, KnockCard};
use crate::random::{self, NoChance};
use book::Book;
pub(crate) use book::{Stands, Unheard, VisitorId};

/// The doors of all tables, kept in the save.
#[derive(Debug)]
pub(crate) struct Doors {
    store: Arc<Store>,
    book: Mutex<Book>,
    /// The book as it is on disk. One write at a time, the latest last.
    written: tokio::sync::Mutex<Book>,
    changed: broadcast::Sender<String>,
    /// What the printed link holds; new with every start.
    key: String,
}

/// Why the doors cannot do it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stuck {
    #[error("{0}")]
    Unheard(#[from] Unheard),
    #[error("{0}.")]
    NoChance(#[from] NoChance),
    #[error("Who may enter cannot be written down: {0}.")]
    Unwritten(StoreError),
    #[error("{file} cannot be read: {why}. Put it right, or move it away and invite everybody again.")]
    Unread { file: String, why: String },
    #[error("Who may enter cannot be read in the save: {0}.")]
    Unreadable(String),
    #[error("{0}")]
    Save(StoreError),
}

impl Doors {
    /// Opens the book in a save, or begins one. Earlier versions kept it in a file of its own: what that holds is
    /// carried into the save once, and the file put aside.
    pub(crate) async fn open(store: Arc<Store>, earlier: &Path) -> Result<Self, Stuck> {
        let rows = store.doors().await.map_err(Stuck::Save)?;
        let begun = !rows.is_empty();
        let written = rows::read(rows).map_err(Stuck::Unreadable)?;
        let book = match read_earlier(earlier)? {
            Some(_) if begun => {
                tracing::warn!(file = %earlier.display(), "not read: the save knows who may enter");
                written.clone()
            }
            Some(book) => book,
            None => written.clone(),
        };
        let carries = !begun && book != written;
        let (changed, _) = broadcast::channel(256);
        let (book, written) = (Mutex::new(book), tokio::sync::Mutex::new(written));
        let doors = Self { store, book, written, changed, key: random::token::<24>()? };
        if carries {
            doors.keep(None).await?;
            let mut aside = earlier.as_os_str().to_owned();
            aside.push(".carried-over");
            if let Err(error) = std::fs::rename(earlier, &aside) {
                tracing::warn!(%error, "the file of who may enter stays, though it is read no more");
            }
        }
        Ok(doors)
    }

    /// What the printed link holds.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Tells of every table at whose door something changed.
    pub(crate) fn watch(&self) -> broadcast::Receiver<String> {
        self.changed.subscribe()
    }

    /// A browser that is not known yet: its cookie, and who it is from now on.
    pub(crate) async fn welcome(&self) -> Result<(String, VisitorId), Stuck> {
        let token = random::token::<32>()?;
        let visitor = VisitorId::of(&token);
        self.book().welcome(visitor.clone(), false);
        self.keep(None).await?;
        Ok((token, visitor))
    }

    /// The browser with this cookie, if it is known.
    pub(crate) fn known(&self, token: &str) -> Option<VisitorId> {
        let visitor = VisitorId::of(token);
        self.book().visitors.contains_key(&visitor).then_some(visitor)
    }

    pub(crate) fn is_owner(&self, visitor: &VisitorId) -> bool {
        self.book().visitors.get(visitor).is_some_and(|visitor| visitor.owner)
    }

    pub(crate) fn stands(&self, table: &str, visitor: &VisitorId) -> Stands {
        self.book().stands(table, visitor)
    }

    /// Where a browser has a seat.
    pub(crate) fn seats(&self, visitor: &VisitorId) -> Vec<(String, Seat)> {
        let book = self.book();
        let seat =
            |(table, door): (&String, &book::TableDoor)| Some((table.clone(), *door.seats.get(visitor)?));
        book.tables.iter().filter_map(seat).collect()
    }

    /// The secret and the code of a table's invitation; a new one if there is none, or if it is renewed.
    pub(crate) async fn invitation(&self, table: &str, renew: bool) -> Result<(String, String), Stuck> {
        let fresh = (random::token::<16>()?, code(random::number()?));
        let invitation = {
            let mut book = self.book();
            let door = book.tables.entry(table.to_owned()).or_default();
            match &door.invitation {
                Some(invitation) if !renew => return Ok(invitation.clone()),
                _ => door.invitation.insert(fresh).clone(),
            }
        };
        self.keep(None).await?;
        Ok(invitation)
    }

    /// The table that an invitation leads to.
    pub(crate) fn leads_to(&self, key: &DoorKey) -> Option<String> {
        let book = self.book();
        let found = match key {
            DoorKey::Link { table, secret } => {
                book.invited_by(|at, known, _| at == table && alike(known, secret))
            }
            DoorKey::Code(typed) => {
                let typed: String = typed
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect::<String>()
                    .to_ascii_uppercase();
                book.invited_by(|_, _, known| alike(&known.replace('-', ""), &typed))
            }
        };
        found.map(str::to_owned)
    }

    pub(crate) async fn knock(
        &self,
        table: &str,
        visitor: &VisitorId,
        name: &str,
        device: &str,
    ) -> Result<(), Stuck> {
        let number = random::number()?;
        self.book().knock(table, visitor, name, device, number)?;
        self.keep(Some(table)).await
    }

    /// Somebody no longer wants in.
    pub(crate) async fn go_away(&self, table: &str, visitor: &VisitorId) -> Result<(), Stuck> {
        self.book().done_waiting(table, |knock| knock.visitor == *visitor);
        self.keep(Some(table)).await
    }

    /// Who waits at a table.
    pub(crate) fn knocks(&self, table: &str) -> Vec<KnockCard> {
        let book = self.book();
        book.tables
            .get(table)
            .map(|door| door.knocks.iter().map(book::Knock::card).collect())
            .unwrap_or_default()
    }

    /// Whoever knocked so sits on a seat from now on, and nobody else does. `false` if they left meanwhile.
    pub(crate) async fn let_in(&self, table: &str, knock: u32, seat: Seat) -> Result<bool, Stuck> {
        {
            let mut book = self.book();
            let Some(knock) = book.done_waiting(table, |known| known.id == knock) else { return Ok(false) };
            let door = book.tables.entry(table.to_owned()).or_default();
            door.seats.retain(|_, taken| *taken != seat);
            door.seats.insert(knock.visitor, seat);
        }
        self.keep(Some(table)).await?;
        Ok(true)
    }

    /// A knock is not answered, or never will be. `false` if they left meanwhile.
    pub(crate) async fn turn_away(&self, table: &str, knock: u32, block: bool) -> Result<bool, Stuck> {
        {
            let mut book = self.book();
            let Some(knock) = book.done_waiting(table, |known| known.id == knock) else { return Ok(false) };
            if block {
                book.tables.entry(table.to_owned()).or_default().blocked.insert(knock.visitor);
            }
        }
        self.keep(Some(table)).await?;
        Ok(true)
    }

    /// Nobody sits on a seat any more.
    pub(crate) async fn put_out(&self, table: &str, seat: Seat) -> Result<(), Stuck> {
        if let Some(door) = self.book().tables.get_mut(table) {
            door.seats.retain(|_, taken| *taken != seat);
        }
        self.keep(Some(table)).await
    }

    pub(crate) fn delay(&self, table: &str) -> Option<u32> {
        self.book().tables.get(table).and_then(|door| door.delay)
    }

    pub(crate) async fn set_delay(&self, table: &str, delay: Option<u32>) -> Result<(), Stuck> {
        self.book().tables.entry(table.to_owned()).or_default().delay = delay;
        self.keep(None).await
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts what changed in the book on disk, all or nothing, and tells who watches that table.
    async fn keep(&self, table: Option<&str>) -> Result<(), Stuck> {
        let mut written = self.written.lock().await;
        let book = self.book().clone();
        self.store.change_doors(&rows::changes(&written, &book)).await.map_err(Stuck::Unwritten)?;
        *written = book;
        drop(written);
        if let Some(table) = table {
            // Nobody may be watching.
            let _ = self.changed.send(table.to_owned());
        }
        Ok(())
    }
}

/// Compares without telling by its time how much was right.
fn alike(one: &str, other: &str) -> bool {
    VisitorId::of(one) == VisitorId::of(other)
}

/// Whether this is what the printed link holds.
pub(crate) fn is_key(doors: &Doors, given: &str) -> bool {
    alike(doors.key(), given)
}

/// Eight letters and digits that are not mistaken for each other: `K7QM-2XRT`.
fn code(mut number: u64) -> String {
    const LETTERS: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    let mut text = String::new();
    for at in 0..8 {
        if at == 4 {
            text.push('-');
        }
        text.push(char::from(LETTERS[(number % 31) as usize]));
        number /= 31;
    }
    text
}

/// The book as earlier versions kept it, if it is there.
fn read_earlier(file: &Path) -> Result<Option<Book>, Stuck> {
    let unread = |why: String| Stuck::Unread { file: file.display().to_string(), why };
    match std::fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| unread(error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unread(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn doors_in(folder: &Path) -> Doors {
        let store = Store::open(folder.join("tables.boneyard")).await.expect("a save");
        Doors::open(Arc::new(store), &folder.join("doors.json")).await.expect("doors")
    }

    async fn doors() -> (tempfile::TempDir, Doors) {
        let folder = tempfile::tempdir().expect("a folder");
        let doors = doors_in(folder.path()).await;
        (folder, doors)
    }

    #[tokio::test]
    async fn mira_knocks_is_let_in_and_keeps_her_seat_over_a_restart() {
        let (folder, doors) = doors().await;
        let (secret, code) = doors.invitation("t1", false).await.expect("an invitation");
        let (token, mira) = doors.welcome().await.expect("a browser");
        let link = |secret: &str| DoorKey::Link { table: "t1".into(), secret: secret.into() };
        assert_eq!(doors.leads_to(&link(&secret)), Some("t1".into()));
        assert_eq!(doors.leads_to(&link("wrong")), None);
        let sloppy = code.replace('-', " ").to_ascii_lowercase();
        assert_eq!(doors.leads_to(&DoorKey::Code(sloppy)), Some("t1".into()));
        assert_eq!(doors.leads_to(&DoorKey::Code(String::new())), None);
        doors.knock("t1", &mira, " Mira ", "phone").await.expect("heard");
        let knock = doors.knocks("t1").remove(0);
        assert_eq!((knock.name.as_str(), knock.sign.split(' ').count()), ("Mira", 2));
        assert!(doors.let_in("t1", knock.id, Seat(1)).await.expect("written"));
        assert!(!doors.let_in("t1", knock.id, Seat(2)).await.expect("nothing to write"), "only once");

        doors.store.close().await;
        let again = doors_in(folder.path()).await;
        let mira = again.known(&token).expect("her cookie is known");
        assert_eq!(again.stands("t1", &mira), Stands::Seated(Seat(1)));
        assert_eq!(again.stands("t2", &mira), Stands::Stranger);
        again.store.close().await;
        let kept = std::fs::read(folder.path().join("tables.boneyard")).expect("a file");
        let holds = |text: &str| kept.windows(text.len()).any(|some| some == text.as_bytes());
        assert!(holds(mira.digest()) && !holds(&token), "its digest is in the file, and no cookie");
    }

    #[tokio::test]
    async fn a_knock_writes_its_own_rows_and_leaves_all_others_alone() {
        let (_folder, doors) = doors().await;
        for at in 0..40 {
            let (_, visitor) = doors.welcome().await.expect("a browser");
            doors.knock(&format!("t{}", at % 4), &visitor, "Mob", "phone").await.expect("heard");
        }
        let before = doors.book().clone();
        let (_, mira) = doors.welcome().await.expect("a browser");
        doors.knock("t1", &mira, "Mira", "phone").await.expect("heard");
        let changes = rows::changes(&before, &doors.book());
        assert_eq!(changes.len(), 3, "a browser, a knock and the count of knocks: {changes:?}");
        assert_eq!(rows::read(doors.store.doors().await.expect("rows")), Ok(doors.book().clone()));
    }

    #[tokio::test]
    async fn doors_of_an_earlier_version_are_carried_into_the_save_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mira = VisitorId::of("mira's cookie");
        let earlier = serde_json::json!({
            "visitors": { mira.digest(): { "owner": false }, "ab12": { "owner": true } },
            "tables": { "t1": {
                "invitation": ["secret", "K7QM-2XRT"],
                "seats": { mira.digest(): 1 },
                "knocks": [
                    { "id": 9, "visitor": "cd34", "name": "Bo", "sign": "amber owl", "device": "phone" },
                    { "id": 10, "visitor": "ef56", "name": "Di", "sign": "red fox", "device": "phone" },
                ],
                "blocked": ["rude"],
                "next_knock": 10,
                "delay": 30,
            } },
        });
        let file = folder.path().join("doors.json");
        std::fs::write(&file, earlier.to_string()).expect("as it was");
        let doors = doors_in(folder.path()).await;
        assert!(!file.exists() && folder.path().join("doors.json.carried-over").exists());
        doors.put_out("t1", Seat(1)).await.expect("written");
        doors.store.close().await;

        let again = doors_in(folder.path()).await;
        assert_eq!(again.known("mira's cookie"), Some(mira.clone()));
        assert_eq!(again.stands("t1", &mira), Stands::Stranger, "what came later counts");
        assert!(again.is_owner(&VisitorId::read("ab12")));
        assert_eq!(again.leads_to(&DoorKey::Code("K7QM2XRT".into())), Some("t1".into()));
        assert_eq!(again.delay("t1"), Some(30));
        let names: Vec<String> = again.knocks("t1").into_iter().map(|knock| knock.name).collect();
        assert_eq!(names, ["Bo", "Di"]);

        let other = tempfile::tempdir().expect("a folder");
        std::fs::write(other.path().join("doors.json"), "{").expect("half of it");
        let store = Arc::new(Store::open(other.path().join("tables.boneyard")).await.expect("a save"));
        let stuck = Doors::open(store, &other.path().join("doors.json")).await.expect_err("unreadable");
        assert!(stuck.to_string().contains("doors.json cannot be read"), "{stuck}");
    }

    #[tokio::test]
    async fn a_seat_taken_over_is_lost_to_the_other_browser_and_a_block_is_for_good() {
        let (_folder, doors) = doors().await;
        let (_, mira) = doors.welcome().await.expect("a browser");
        let (_, other) = doors.welcome().await.expect("another");
        for visitor in [&mira, &other] {
            doors.knock("t1", visitor, "Mira", "phone").await.expect("heard");
            let knock = doors.knocks("t1").remove(0);
            doors.let_in("t1", knock.id, Seat(1)).await.expect("written");
        }
        assert_eq!(doors.stands("t1", &mira), Stands::Stranger);
        assert_eq!(doors.stands("t1", &other), Stands::Seated(Seat(1)));
        doors.knock("t1", &mira, "Mira", "phone").await.expect("heard again");
        let knock = doors.knocks("t1").remove(0);
        doors.turn_away("t1", knock.id, true).await.expect("written");
        let unheard = doors.knock("t1", &mira, "Mira", "phone").await.expect_err("blocked");
        assert!(matches!(unheard, Stuck::Unheard(Unheard::Blocked)));
    }

    #[tokio::test]
    async fn a_withdrawn_invitation_leads_nowhere_and_a_crowd_is_kept_out() {
        let (_folder, doors) = doors().await;
        let (secret, code) = doors.invitation("t1", false).await.expect("an invitation");
        doors.invitation("t1", true).await.expect("another");
        assert_eq!(doors.leads_to(&DoorKey::Link { table: "t1".into(), secret }), None);
        assert_eq!(doors.leads_to(&DoorKey::Code(code)), None);
        for at in 0..33 {
            let (_, visitor) = doors.welcome().await.expect("a browser");
            let heard = doors.knock("t1", &visitor, "Mob", "phone").await;
            assert_eq!(heard.is_ok(), at < 32);
        }
        let (_, visitor) = doors.welcome().await.expect("a browser");
        for name in ["", "   ", &"x".repeat(41), "a\u{7}b"] {
            let unheard = doors.knock("t2", &visitor, name, "phone").await.expect_err("no name");
            assert!(matches!(unheard, Stuck::Unheard(Unheard::Name)));
        }
    }
}
