-- How far the index for searching each table has come (server/src/db/search). SQLite only: PostgreSQL has indexes for it. The
-- index itself is made at start, from the declarations. `made_of` says of what; another text has it made anew. `filled` is the
-- created_at up to which every row is in it, empty for none. `erased`: 1 when something was taken out that its pages may still
-- hold, 2 while they are being written anew.
CREATE TABLE search_state (
    name    TEXT PRIMARY KEY NOT NULL,
    made_of TEXT NOT NULL,
    filled  TEXT NOT NULL,
    erased  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Every created_at, up to `filled`, of which the index says something old. Written in the transaction of the change.
CREATE TABLE search_stale (
    name       TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (name, created_at)
) STRICT, WITHOUT ROWID;
