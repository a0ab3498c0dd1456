//! The table all these stories are told about.

use std::path::{Path, PathBuf};

use boneyard_store::blocking::Store;
use boneyard_store::{NewRecord, NewTable, Record};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

/// A folder with a save in it; both vanish with the value.
pub struct Scene {
    pub folder: TempDir,
    pub store: Store,
}

impl Scene {
    /// An empty save.
    pub fn empty() -> Scene {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path().join("camp.boneyard")).expect("a new save opens");
        Scene { folder, store }
    }

    /// A save with the crypt in it, `facts` records long.
    pub fn crypt(facts: u64) -> Scene {
        let scene = Scene::empty();
        let records: Vec<NewRecord> = (1..=facts).map(fact).collect();
        scene.store.create(&table("crypt"), &records).expect("the crypt is created");
        scene
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("camp.boneyard")
    }

    /// Ends the session and hands over the folder with the save on disk.
    pub fn close(self) -> (TempDir, PathBuf) {
        let path = self.path();
        self.store.close();
        (self.folder, path)
    }
}

pub fn table(id: &str) -> NewTable {
    NewTable {
        id: id.into(),
        game: "dirk-rules".into(),
        title: "The Crypt".into(),
        rules_version: "0.1.0".into(),
    }
}

/// The n-th thing that happens.
pub fn fact(n: u64) -> NewRecord {
    NewRecord { kind: "fact".into(), body: format!(r#"{{"torch":{n}}}"#) }
}

/// What was written, as it would be written again.
pub fn written(records: &[Record]) -> Vec<NewRecord> {
    records.iter().map(|r| NewRecord { kind: r.kind.clone(), body: r.body.clone() }).collect()
}

/// Someone meddles with the file directly.
pub fn meddle(path: &Path, sql: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let mut db = options.connect().await.expect("the file opens");
        sqlx::raw_sql(sql).execute(&mut db).await.expect("the meddling works");
        db.close().await.expect("the file closes");
    });
}

/// Someone counts in the file directly.
pub fn counted(path: &Path, sql: &'static str) -> i64 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        let mut db = SqliteConnectOptions::new().filename(path).connect().await.expect("the file opens");
        let count = sqlx::query_scalar(sql).fetch_one(&mut db).await.expect("it counts");
        db.close().await.expect("the file closes");
        count
    })
}
