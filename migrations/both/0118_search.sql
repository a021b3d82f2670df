-- What can be found by any part of its text (server/src/db/search.rs): the columns that the index of a table is made of, and on
-- SQLite up to which row it has been made.
CREATE TABLE search_indexes (
    name    TEXT PRIMARY KEY NOT NULL,
    columns TEXT NOT NULL,
    indexed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
