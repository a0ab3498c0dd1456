-- Format 2. Never edit a published step: add the next one.
-- What was written last, of all tables, in the order it came: tables that write at the same time share pages here,
-- where each has pages of its own among the records. From time to time all of it is moved to the records.
CREATE TABLE recent (
    place    INTEGER PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    command  TEXT,
    body     TEXT    NOT NULL,
    sum      BLOB    NOT NULL
) STRICT;

-- Every record, wherever it lies.
CREATE VIEW journal AS
    SELECT table_id, seq, at, kind, command, body, sum FROM record
    UNION ALL
    SELECT table_id, seq, at, kind, command, body, sum FROM recent;

PRAGMA user_version = 2;
