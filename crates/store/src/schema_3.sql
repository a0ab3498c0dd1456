-- Format 3. Never edit a published step: add the next one.
-- Who may enter: one small row for each browser (of no table, '') and for each thing at a table's door. What key and
-- value mean is the server's to say. No reference to the tables, for a row must not keep anything from being read.
CREATE TABLE door (
    table_id TEXT NOT NULL,
    key      TEXT NOT NULL,
    value    TEXT NOT NULL,
    PRIMARY KEY (table_id, key)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
