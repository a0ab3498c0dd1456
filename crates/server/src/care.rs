//! Care for the save: every record is read against its checksum when the server starts and with every backup, backups
//! are made on a schedule, and what is wrong is told to whoever runs the server.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boneyard_store::{Backup, Damage, StoreError};

use crate::house::House;

/// Whether a backup is due is looked at this often, and one that failed is tried again.
const LOOKED_AGAIN: Duration = Duration::from_secs(3600);

/// Where backups go, how often, and how many are kept.
#[derive(Clone, Debug)]
pub struct Backups {
    /// The folder, which is made if need be.
    pub folder: PathBuf,
    /// How often, while something was played since the last; never without it.
    pub every: Option<Duration>,
    /// How many stay; zero keeps all.
    pub keep: usize,
}

impl Backups {
    /// Once a day into this folder, for a week.
    pub fn daily(folder: PathBuf) -> Self {
        Self { folder, every: Some(Duration::from_secs(24 * 3600)), keep: 7 }
    }
}

/// What is known to be wrong with the save.
#[derive(Debug, Default)]
pub(crate) struct Care {
    damaged: Mutex<BTreeMap<String, String>>,
    backup_failed: AtomicBool,
    /// One backup at a time: two would take each other's name, or delete each other's file as the oldest.
    making: tokio::sync::Mutex<()>,
}

impl Care {
    /// What is wrong with a table, in a sentence.
    pub(crate) fn damage_of(&self, table: &str) -> Option<String> {
        self.damaged().get(table).cloned()
    }

    /// In a word or two, without a name: anybody may ask.
    pub(crate) fn health(&self) -> String {
        let mut health = String::new();
        match self.damaged().len() {
            0 => {}
            1 => health += "damaged: 1 table, marked on the owner's list\n",
            many => health += &format!("damaged: {many} tables, marked on the owner's list\n"),
        }
        if self.backup_failed.load(Ordering::Relaxed) {
            health += "no backup: the last one failed, the log says why\n";
        }
        if health.is_empty() { "ok\n".to_owned() } else { health }
    }

    fn note(&self, found: Vec<Damage>) {
        for Damage { id, what, .. } in &found {
            tracing::error!(table = %id, %what, "a table is damaged");
        }
        *self.damaged() = found.into_iter().map(|damage| (damage.id, damage.what)).collect();
    }

    fn damaged(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Copies the save into the folder for backups, and notes what was found on the way.
pub(crate) async fn back_up(house: &House) -> Result<Backup, StoreError> {
    let Backups { folder, keep, .. } = &house.backups;
    let _alone = house.care.making.lock().await;
    let made = house.store.backup_into(folder, *keep).await;
    house.care.backup_failed.store(made.is_err(), Ordering::Relaxed);
    match &made {
        Ok(backup) => {
            house.care.note(backup.damaged.clone());
            tracing::info!(file = %backup.path.display(), "a backup was made");
        }
        Err(error) => tracing::error!(%error, "no backup was made"),
    }
    made
}

/// Looks after the save until the server is closed.
pub(crate) async fn look_after(house: Arc<House>) {
    let mut closing = house.closing();
    tokio::select! {
        () = async {
            match house.store.check().await {
                Ok(found) => house.care.note(found),
                Err(error) => tracing::error!(%error, "the records cannot be checked"),
            }
            on_schedule(&house).await;
        } => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
}

async fn on_schedule(house: &House) {
    let Some(every) = house.backups.every else { return };
    loop {
        match is_due(house, every).await {
            // How it went is told already.
            Ok(true) => drop(back_up(house).await),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "when the last backup was made cannot be read"),
        }
        tokio::time::sleep(every.min(LOOKED_AGAIN)).await;
    }
}

/// Whether it is time for a backup. If nothing was played since the last, it would only take the place of an older one.
async fn is_due(house: &House, every: Duration) -> Result<bool, StoreError> {
    let tables = house.store.tables().await?;
    let Some(played) = tables.iter().map(|info| info.last_at).max() else { return Ok(false) };
    let Some(last) = house.store.last_backup().await?.map(|backup| backup.at) else { return Ok(true) };
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let ago = since.saturating_sub(Duration::from_millis(u64::try_from(last).unwrap_or(0)));
    Ok(played > last && ago >= every)
}
