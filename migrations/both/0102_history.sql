-- Who changed what and when, with the row before and after. Lines are written in the transaction of the change itself
-- (server/src/db/history.rs); which tables leave any is said by their declarations. Ids are in the order of time. A row
-- count above one stands for changes of a very long transaction that are only counted. What is hidden of a row from some
-- of those who read it is in columns of its own. Lines of `accounts` are about people of the staff: their key is an account's
-- id. The device is in words, as "Chrome on Android", and that of the session that did it. What an update changed is named, so
-- that a list of changes can be read without the rows.
CREATE TABLE history (
    id            TEXT PRIMARY KEY NOT NULL,
    created_at    TEXT NOT NULL,
    table_name    TEXT NOT NULL,
    row_key       TEXT NOT NULL,
    verb          TEXT NOT NULL CHECK (verb IN ('insert', 'update', 'delete', 'sign_in', 'sign_out')),
    row_count     INTEGER NOT NULL,
    author        TEXT NOT NULL CHECK (author IN ('staff', 'service', 'server', 'command_line')),
    author_id     TEXT,
    author_email  TEXT,
    device        TEXT NOT NULL DEFAULT '',
    bytes         INTEGER NOT NULL,
    changed       TEXT,
    before        TEXT,
    after         TEXT,
    hidden_before TEXT,
    hidden_after  TEXT
) STRICT;
CREATE INDEX history_part    ON history (table_name, id);
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
