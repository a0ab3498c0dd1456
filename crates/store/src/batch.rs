//! Appending for many tables with one trip to the database's own thread, where a hundred tables that write at the
//! same time would otherwise make some hundred of them. What is appended here lies among the recent records, whose
//! pages all tables share, until it is settled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::chain::Sum;
use crate::error::StoreError;
use crate::journal::stamped;
use crate::known::Known;
use crate::record::{NewRecord, Record, Seq};
use crate::store::{Store, Write, now};

/// What may be appended with one commit.
pub(crate) const MOST_AT_ONCE: usize = 256;

/// Records settled at once: enough that of a hundred tables each has several, few enough that the one who writes next
/// hardly waits.
const SETTLED_AT_ONCE: i64 = 2_048;

/// What one table wants to append.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) id: &'a str,
    pub(crate) after: Seq,
    pub(crate) records: &'a [NewRecord],
    pub(crate) command: Option<&'a str>,
}

/// A record of a table, and where its chain stands then.
type Row<'a> = (&'a str, Record, Sum);

/// What came of a batch that is on disk.
#[derive(Debug)]
pub(crate) struct Appended {
    /// Each gets its own answer.
    pub(crate) outcomes: Vec<Result<Seq, StoreError>>,
    /// How many records are not settled, or a few more.
    pub(crate) recent: u64,
}

/// Appends for tables as [`crate::journal::append`] does for one, in order, and commits. An error is
/// everybody's, and then nothing was written.
pub(crate) async fn append_all(store: &Store, wanted: &[Wanted<'_>]) -> Result<Appended, StoreError> {
    let mut write = store.writer().await?;
    match commit(store, &mut write, wanted).await {
        Ok(appended) => {
            write.done();
            Ok(appended)
        }
        Err(error) => {
            write.known.forget_all();
            write.end(Err(error)).await
        }
    }
}

/// Moves the oldest of the recent records to where each table has its own, and says how many are left.
pub(crate) async fn settle(store: &Store) -> Result<u64, StoreError> {
    let mut write = store.begin_write().await?;
    let outcome = settle_some(&mut write).await.map_err(|error| store.failed(&error));
    if outcome.is_err() {
        write.known.forget_all();
    }
    write.end(outcome).await
}

async fn settle_some(write: &mut Write<'_>) -> Result<u64, sqlx::Error> {
    let ends =
        "SELECT coalesce((SELECT min(place) FROM recent), 1), coalesce((SELECT max(place) FROM recent), 0)";
    let (first, last): (i64, i64) = sqlx::query_as(ends).fetch_one(&mut write.db).await?;
    let upto = last.min(first.saturating_add(SETTLED_AT_ONCE - 1));
    let moved = "SELECT table_id, max(seq) FROM recent WHERE place <= ? GROUP BY table_id";
    let moved: Vec<(String, i64)> = sqlx::query_as(moved).bind(upto).fetch_all(&mut write.db).await?;
    sqlx::query(
        "INSERT INTO record (table_id, seq, at, kind, command, body, sum)
             SELECT table_id, seq, at, kind, command, body, sum FROM recent
             WHERE place <= ? ORDER BY table_id, seq;
         DELETE FROM recent WHERE place <= ?",
    )
    .bind(upto)
    .bind(upto)
    .execute(&mut write.db)
    .await?;
    for (id, seq) in moved {
        write.known.settled(&id, Seq::from_sql(seq));
    }
    Ok(u64::try_from(last - upto).unwrap_or(0))
}

async fn commit(store: &Store, write: &mut Write<'_>, wanted: &[Wanted<'_>]) -> Result<Appended, StoreError> {
    if let Some(appended) = at_once(store, write, wanted).await? {
        return Ok(appended);
    }
    let (done, recent) = begin(store, write, wanted).await?;
    let damaged = learn(store, write, wanted).await?;
    let at = now();
    let mut rows: Vec<Row<'_>> = Vec::with_capacity(wanted.len());
    let mut outcomes = Vec::with_capacity(wanted.len());
    for one in wanted {
        outcomes.push(match damaged.get(one.id) {
            Some(error) => Err(error.clone()),
            None => link(&mut write.known, one, at, &done, &mut rows),
        });
    }
    put(store, write, at, &rows).await?;
    Ok(Appended { outcomes, recent: recent + rows.len() as u64 })
}

/// Writes on what is remembered of the tables, unless somebody else has written since or a command was carried out
/// by a settled record: then nothing is written, and it has to be looked up.
async fn at_once(
    store: &Store,
    write: &mut Write<'_>,
    wanted: &[Wanted<'_>],
) -> Result<Option<Appended>, StoreError> {
    if !wanted.iter().all(|one| write.known.has(one.id)) {
        return Ok(None);
    }
    let at = now();
    let (mut rows, none) = (Vec::with_capacity(wanted.len()), BTreeMap::new());
    let mut outcomes = Vec::with_capacity(wanted.len());
    for one in wanted {
        outcomes.push(link(&mut write.known, one, at, &none, &mut rows));
    }
    let mut written = Vec::new();
    if (1..=MOST_AT_ONCE).contains(&rows.len()) {
        let statements = Statements::of(rows.len());
        let ends = ends(&rows);
        let query = sqlx::query_as::<_, (i64, i64)>(statements.at_once.as_str());
        let query = bind_rows(query, statements.rows, at, &rows).bind(write.known.version());
        let query = bind_commands(query, statements.rows, &carried(&rows));
        let query = bind_ends(query, statements.rows, at, &ends);
        written = query.fetch_all(&mut write.db).await.map_err(|error| store.failed(&error))?;
    }
    match written.first() {
        Some((1.., recent)) => Ok(Some(Appended { outcomes, recent: u64::try_from(*recent).unwrap_or(0) })),
        _ => {
            write.known.forget_all();
            Ok(None)
        }
    }
}

/// Links what one table appends to the end of its chain, unless it is refused.
fn link<'a>(
    known: &mut Known,
    one: &Wanted<'a>,
    at: i64,
    done: &BTreeMap<(String, String), Seq>,
    rows: &mut Vec<Row<'a>>,
) -> Result<Seq, StoreError> {
    let Some(end) = known.get_mut(one.id) else {
        return Err(StoreError::NoSuchTable { id: one.id.into() });
    };
    if let Some(command) = one.command {
        let long_ago = || done.get(&(one.id.to_owned(), command.to_owned()));
        if let Some(seq) = end.commands.get(command).or_else(long_ago) {
            return Err(StoreError::AlreadyDone { seq: *seq });
        }
    }
    if end.last != one.after {
        return Err(StoreError::Conflict { id: one.id.into(), after: one.after, last: end.last });
    }
    let mut links = stamped(one.after, at, one.records);
    if let Some(last) = links.last_mut() {
        // The last one carries the command, so that its place is what the first call returned.
        last.command = one.command.map(Into::into);
    }
    for record in links {
        end.sum = end.sum.then(&record);
        end.last = record.seq;
        rows.push((one.id, record, end.sum));
    }
    if let Some(command) = one.command {
        end.commands.insert(command.to_owned(), end.last);
    }
    Ok(end.last)
}

/// table, command, seq; in the first row the count of what others wrote and of what is recent.
type CheckRow = (String, String, i64, i64);

/// Begins the transaction: which of the commands were carried out by settled records, and how many are recent.
async fn begin(
    store: &Store,
    write: &mut Write<'_>,
    wanted: &[Wanted<'_>],
) -> Result<(BTreeMap<(String, String), Seq>, u64), StoreError> {
    let named = named(wanted);
    let statements = Statements::of(named.len());
    let query = sqlx::query_as::<_, CheckRow>(statements.check.as_str());
    let query = bind_commands(query, statements.rows, &named);
    let rows = query.fetch_all(&mut write.db).await.map_err(|error| store.failed(&error))?;
    let mut recent = 0;
    let mut done = BTreeMap::new();
    for (id, command, number, count) in rows {
        if id.is_empty() {
            write.known.as_of(number);
            recent = u64::try_from(count).unwrap_or(0);
        } else {
            done.insert((id, command), Seq::from_sql(number));
        }
    }
    Ok((done, recent))
}

/// Reads where tables stand that are not remembered, and says which of them are damaged.
async fn learn(
    store: &Store,
    write: &mut Write<'_>,
    wanted: &[Wanted<'_>],
) -> Result<BTreeMap<String, StoreError>, StoreError> {
    let mut damaged = BTreeMap::new();
    let ids: BTreeSet<&str> = wanted.iter().map(|one| one.id).filter(|id| !write.known.has(id)).collect();
    if ids.is_empty() {
        return Ok(damaged);
    }
    let ids: Vec<&str> = ids.into_iter().collect();
    let statements = Statements::of(ids.len());
    let mut heads = sqlx::query_as::<_, (String, i64, Vec<u8>)>(statements.heads.as_str());
    let mut commands = sqlx::query_as::<_, (String, String, i64)>(statements.commands.as_str());
    for at in 0..statements.rows {
        heads = heads.bind(ids.get(at).copied());
        commands = commands.bind(ids.get(at).copied());
    }
    let failed = |error: sqlx::Error| store.failed(&error);
    for (id, last, sum) in heads.fetch_all(&mut write.db).await.map_err(failed)? {
        let last = Seq::from_sql(last);
        match Sum::from_bytes(&sum) {
            Some(sum) => write.known.learn(id, last, sum),
            None => {
                let what = "the checksum of the journal's end is not one";
                damaged.insert(id.clone(), StoreError::damaged_record(&id, last, what));
            }
        }
    }
    for (id, command, seq) in commands.fetch_all(&mut write.db).await.map_err(failed)? {
        if let Some(end) = write.known.get_mut(&id) {
            end.commands.insert(command, Seq::from_sql(seq));
        }
    }
    Ok(damaged)
}

/// Writes records and the ends of their tables, and commits.
async fn put(store: &Store, write: &mut Write<'_>, at: i64, rows: &[Row<'_>]) -> Result<(), StoreError> {
    let failed = |error: sqlx::Error| store.failed(&error);
    for some in rows.chunks(MOST_AT_ONCE) {
        let (statements, ends) = (Statements::of(some.len()), ends(some));
        let query = sqlx::query_as::<_, (i64,)>(statements.put.as_str());
        let query = bind_rows(query, statements.rows, at, some);
        let query = bind_ends(query, statements.rows, at, &ends);
        query.fetch_all(&mut write.db).await.map_err(failed)?;
    }
    sqlx::query("COMMIT").execute(&mut write.db).await.map(drop).map_err(failed)
}

/// The last of each table's rows.
fn ends<'a>(rows: &[Row<'a>]) -> BTreeMap<&'a str, (Seq, Sum)> {
    rows.iter().map(|(id, record, sum)| (*id, (record.seq, *sum))).collect()
}

/// The commands that rows carry: there are no more of them than rows, however much was refused beside them.
fn carried<'a>(rows: &'a [Row<'_>]) -> Vec<(&'a str, &'a str)> {
    rows.iter().filter_map(|(id, record, _)| Some((*id, record.command.as_deref()?))).collect()
}

/// The commands to be looked for.
fn named<'a>(wanted: &[Wanted<'a>]) -> Vec<(&'a str, &'a str)> {
    wanted.iter().filter_map(|one| Some((one.id, one.command?))).collect()
}

type Query<'q, T> = sqlx::query::QueryAs<'q, sqlx::Sqlite, T, sqlx::sqlite::SqliteArguments>;

fn bind_rows<'q, T>(mut query: Query<'q, T>, room: usize, at: i64, rows: &'q [Row<'q>]) -> Query<'q, T> {
    for nth in 0..room {
        let row = rows.get(nth);
        let record = row.map(|(_, record, _)| record);
        query = query
            .bind(row.map(|(id, _, _)| *id))
            .bind(record.map(|record| record.seq.to_sql()))
            .bind(at)
            .bind(record.map(|record| record.kind.as_str()))
            .bind(record.and_then(|record| record.command.as_deref()))
            .bind(record.map(|record| record.body.as_str()))
            .bind(row.map(|(_, _, sum)| sum.as_bytes()));
    }
    query
}

fn bind_ends<'q, T>(
    mut query: Query<'q, T>,
    room: usize,
    at: i64,
    ends: &'q BTreeMap<&'q str, (Seq, Sum)>,
) -> Query<'q, T> {
    let mut ends = ends.iter();
    for _ in 0..room {
        let end = ends.next();
        query = query
            .bind(end.map(|(id, _)| *id))
            .bind(end.map(|(_, (seq, _))| seq.to_sql()))
            .bind(at)
            .bind(end.map(|(_, (_, sum))| sum.as_bytes()));
    }
    query
}

fn bind_commands<'q, T>(mut query: Query<'q, T>, room: usize, named: &[(&'q str, &'q str)]) -> Query<'q, T> {
    for nth in 0..room {
        let named = named.get(nth);
        query = query.bind(named.map(|(id, _)| *id)).bind(named.map(|(_, command)| *command));
    }
    query
}

/// Statements with room for so many rows. There are few sizes, so that each is prepared once and kept; room that
/// is not needed is filled with nothing, and nothing comes of it.
struct Statements {
    rows: usize,
    at_once: String,
    check: String,
    heads: String,
    commands: String,
    put: String,
}

static SIZES: LazyLock<[Statements; 10]> =
    LazyLock::new(|| [1, 2, 4, 8, 16, 32, 64, 96, 128, MOST_AT_ONCE].map(Statements::with_room));

impl Statements {
    fn of(rows: usize) -> &'static Statements {
        let fits = SIZES.iter().find(|sized| sized.rows >= rows);
        fits.unwrap_or(&SIZES[SIZES.len() - 1])
    }

    fn with_room(rows: usize) -> Statements {
        // Asked for one by one, each is found at an end of the tree; together they would be looked for everywhere.
        let recent = "coalesce((SELECT max(place) FROM recent) - (SELECT min(place) FROM recent) + 1, 0)";
        let insert = format!(
            "INSERT INTO recent (table_id, seq, at, kind, command, body, sum)
                 SELECT * FROM (VALUES {}) WHERE column1 IS NOT NULL",
            values(rows, 7)
        );
        let done = format!(
            "FROM (VALUES {}) AS asked
                 JOIN record ON record.table_id = asked.column1 AND record.command = asked.column2",
            values(rows, 2)
        );
        let update = format!(
            "UPDATE game_table SET last_seq = ended.column2, last_at = ended.column3, last_sum = ended.column4
                 FROM (VALUES {}) AS ended WHERE game_table.id = ended.column1",
            values(rows, 4)
        );
        let ids = values(1, rows);
        Statements {
            rows,
            at_once: format!(
                "BEGIN IMMEDIATE;
                 {insert} AND (SELECT data_version FROM pragma_data_version) = ?
                     AND NOT EXISTS (SELECT 1 {done});
                 {update} AND (SELECT changes()) > 0;
                 SELECT changes(), {recent};
                 COMMIT"
            ),
            check: format!(
                "BEGIN IMMEDIATE;
                 SELECT '', '', data_version, {recent} FROM pragma_data_version
                 UNION ALL SELECT record.table_id, record.command, record.seq, 0 {done}"
            ),
            heads: format!("SELECT id, last_seq, last_sum FROM game_table WHERE id IN {ids}"),
            commands: format!(
                "SELECT table_id, command, seq FROM recent WHERE command IS NOT NULL AND table_id IN {ids}"
            ),
            put: format!("{insert}; {update}"),
        }
    }
}

/// `(?, ?), (?, ?)`: rows of columns. Not numbered, for SQLite would look every number up in a list of all.
fn values(rows: usize, columns: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(", "));
    vec![row; rows].join(", ")
}
