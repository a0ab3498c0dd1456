-- Format 1. Never edit a published step: add the next one.
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- last_seq and last_sum are the head of the chain: without them a journal that lost its tail would look whole.
CREATE TABLE game_table (
    id            TEXT    NOT NULL PRIMARY KEY,
    game          TEXT    NOT NULL,
    title         TEXT    NOT NULL,
    rules_version TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    archived      INTEGER NOT NULL DEFAULT 0,
    last_seq      INTEGER NOT NULL,
    last_at       INTEGER NOT NULL,
    last_sum      BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
    table_id TEXT    NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    command  TEXT,
    body     TEXT    NOT NULL,
    sum      BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX record_command ON record (table_id, command) WHERE command IS NOT NULL;

CREATE TABLE snapshot (
    table_id TEXT    NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    sum      BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

PRAGMA application_id = 1112493637;
PRAGMA user_version = 1;
