-- Who changed what and when, with the row before and after. Lines are written in the transaction of the change itself
-- (server/src/db/history.rs); which tables leave any is said by their declarations. Ids are in the order of time. A row
-- count above one stands for changes of a very long transaction that are only counted. What is hidden of a row from some
-- of those who read it is in columns of its own.
CREATE TABLE history (
    id            TEXT PRIMARY KEY NOT NULL,
    created_at    TEXT NOT NULL,
    table_name    TEXT NOT NULL,
    row_key       TEXT NOT NULL,
    verb          TEXT NOT NULL CHECK (verb IN ('insert', 'update', 'delete')),
    row_count     INTEGER NOT NULL,
    author        TEXT NOT NULL CHECK (author IN ('staff', 'service', 'server')),
    author_id     TEXT,
    author_email  TEXT,
    bytes         INTEGER NOT NULL,
    before        TEXT,
    after         TEXT,
    hidden_before TEXT,
    hidden_after  TEXT
) STRICT;
CREATE INDEX history_row     ON history (table_name, row_key, id);
CREATE INDEX history_verb    ON history (table_name, verb, id);
CREATE INDEX history_author  ON history (author_id, id);
-- With what the sweep adds up, so that it reads nothing else.
CREATE INDEX history_created ON history (created_at, id, bytes);

-- The files that a line's rows name: they are kept as long as a line needs them.
CREATE TABLE history_files (
    line TEXT NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (line, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX history_files_file ON history_files (file);
